//! Rules about the types of debug information: LW1617 to LW1653.

use crate::rule::rules;

rules! {
    LW1617 SUBRANGE_COUNT_AND_BOUND debug "Subrange can have any one of count or upperBound" {
        what: "A `DISubrange` has a count or an upper bound, not both.",
        why: "Each follows from the other and the lower bound; the two could disagree.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(count: 4, upperBound: 3)\n",
        good: "!x = !{!0}\n!0 = !DISubrange(count: 4)\n",
    }
    LW1618 COUNT debug "Count must be signed constant or DIVariable or DIExpression" {
        what: "The count of a subrange is a constant, a variable that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out how many elements there are.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(count: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubrange(count: !1)\n\
            !1 = !DIGlobalVariable(name: \"n\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1619 NEGATIVE_COUNT debug "invalid subrange count" {
        what: "The count of a `DISubrange` is not less than -1.",
        why: "-1 stands for an array of no known length; a lesser count means nothing.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(count: i64 -2)\n",
        good: "!x = !{!0}\n!0 = !DISubrange(count: i64 -1)\n",
    }
    LW1620 LOWER_BOUND debug "LowerBound must be signed constant or DIVariable or DIExpression" {
        what: "The lower bound of a subrange is a constant (but not of a `DIGenericSubrange`), a variable that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out which element is the first.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(lowerBound: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrange(lowerBound: 1)\n",
    }
    LW1621 UPPER_BOUND debug "UpperBound must be signed constant or DIVariable or DIExpression" {
        what: "The upper bound of a subrange is a constant (but not of a `DIGenericSubrange`), a variable that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out which element is the last.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(upperBound: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrange(upperBound: 9)\n",
    }
    LW1622 STRIDE debug "Stride must be signed constant or DIVariable or DIExpression" {
        what: "The stride of a subrange is a constant (but not of a `DIGenericSubrange`), a variable that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out how far the elements are apart.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DISubrange(stride: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrange(stride: 8)\n",
    }
    LW1623 GENERIC_COUNT_AND_BOUND debug "GenericSubrange can have any one of count or upperBound" {
        what: "A `DIGenericSubrange` has a count or an upper bound, not both.",
        why: "Each follows from the other and the lower bound; the two could disagree.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DIGenericSubrange(count: 4, lowerBound: 1, upperBound: 4, stride: 8)\n",
        good: "!x = !{!0}\n!0 = !DIGenericSubrange(lowerBound: 1, upperBound: 4, stride: 8)\n",
    }
    LW1624 NO_LOWER_BOUND debug "GenericSubrange must contain lowerBound" {
        what: "A `DIGenericSubrange` has a lower bound.",
        why: "It stands for every dimension of an array whose rank is not known, so nothing can be left to a default of the language.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DIGenericSubrange(stride: 8)\n",
        good: "!x = !{!0}\n!0 = !DIGenericSubrange(lowerBound: 1, stride: 8)\n",
    }
    LW1625 NO_STRIDE debug "GenericSubrange must contain stride" {
        what: "A `DIGenericSubrange` has a stride.",
        why: "It stands for every dimension of an array whose rank is not known, so how far elements are apart cannot follow from the dimensions inside.",
        section: "disubrange",
        bad: "!x = !{!0}\n!0 = !DIGenericSubrange(lowerBound: 1)\n",
        good: "!x = !{!0}\n!0 = !DIGenericSubrange(lowerBound: 1, stride: 8)\n",
    }
    LW1626 SUBRANGE_BASE_TYPE debug "BaseType must be a type" {
        what: "The base type of a `DISubrangeType` is a type.",
        why: "The values of the subrange are values of that type.",
        section: "disubrangetype",
        bad: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubrangeType(name: \"R\", baseType: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1627 TYPE_LOWER_BOUND debug "LowerBound must be signed constant or DIVariable or DIExpression or DIDerivedType" {
        what: "The lower bound of a `DISubrangeType` is a constant, a variable or member that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out the least value.",
        section: "disubrangetype",
        bad: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, lowerBound: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, lowerBound: 1)\n",
    }
    LW1628 TYPE_UPPER_BOUND debug "UpperBound must be signed constant or DIVariable or DIExpression or DIDerivedType" {
        what: "The upper bound of a `DISubrangeType` is a constant, a variable or member that holds it, or an expression that gives it.",
        why: "The debugger must be able to work out the greatest value.",
        section: "disubrangetype",
        bad: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, upperBound: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, upperBound: 9)\n",
    }
    LW1629 BIAS debug "Bias must be signed constant or DIVariable or DIExpression" {
        what: "The bias of a `DISubrangeType` is a constant, a variable that holds it, or an expression that gives it.",
        why: "It is what a debugger adds to the stored bits to get the value.",
        section: "disubrangetype",
        bad: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, bias: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DISubrangeType(name: \"R\", baseType: null, bias: 1)\n",
    }
    LW1630 CONSTANT_SIZE debug "SizeInBits must be a constant" {
        what: "The size of a basic type, a fixed-point type or a subrange type is a constant.",
        why: "Only what is derived or put together from other types may have a size that is known when it runs.",
        section: "dibasictype",
        bad: "!x = !{!0}\n!0 = !DIBasicType(name: \"int\", size: !DIExpression())\n",
        good: "!x = !{!0}\n!0 = !DIBasicType(name: \"int\", size: 32)\n",
    }
    LW1631 ENCODING debug "invalid encoding" {
        what: "A `DIFixedPointType` is encoded as `DW_ATE_signed_fixed` or `DW_ATE_unsigned_fixed`.",
        why: "The encoding is what tells a fixed-point number from an integer or a floating-point number.",
        section: "difixedpointtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed, kind: Binary, factor: -4)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)\n",
    }
    LW1632 FIXED_POINT_KIND debug "invalid kind" {
        what: "The kind of a `DIFixedPointType` is `Binary`, `Decimal` or `Rational`.",
        why: "The kind says what the stored integer is multiplied with.",
        section: "difixedpointtype",
        bad: built "Set the kind of the type to 3.",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)\n",
    }
    LW1633 RATIONAL_FACTOR debug "factor should be 0 for rationals" {
        what: "A `DIFixedPointType` of kind `Rational` has no factor.",
        why: "It is scaled by its numerator and denominator; the factor is an exponent, of the other kinds.",
        section: "difixedpointtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Rational, factor: 1, numerator: 1, denominator: 3)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Rational, numerator: 1, denominator: 3)\n",
    }
    LW1634 FRACTION debug "numerator and denominator should be 0 for non-rationals" {
        what: "Only a `DIFixedPointType` of kind `Rational` has a numerator and a denominator.",
        why: "The other kinds are scaled by a power of two or ten, which is the factor.",
        section: "difixedpointtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4, numerator: 1, denominator: 3)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFixedPointType(name: \"fix\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)\n",
    }
    LW1635 MEMBER_POINTER_TYPE debug "invalid pointer to member type" {
        what: "The extra data of a type with `DW_TAG_ptr_to_member_type` is a type.",
        why: "It is the class whose members the pointer points to.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, name: \"T\", baseType: null, extraData: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, name: \"T\", baseType: null, extraData: !1)\n\
            !1 = !DICompositeType(tag: DW_TAG_class_type, name: \"C\")\n",
    }
    LW1636 TEMPLATE_ALIAS_PARAMETERS debug "invalid template parameters" {
        what: "The extra data of a type with `DW_TAG_template_alias` is a tuple.",
        why: "It is the list of template parameters of the alias.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_template_alias, name: \"T\", baseType: null, extraData: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_template_alias, name: \"T\", baseType: null, extraData: !1)\n\
            !1 = !{}\n",
    }
    LW1637 EXTRA_DATA debug "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, or MDTuple with single ConstantAsMetadata operand" {
        what: "The extra data of a member, a base class or a static variable is a constant, a string, a `DIObjCProperty`, or a tuple of one constant.",
        why: "It is the value of a static member, the discriminant of a variant, the offset of a bit field, or the property that a member is for.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_member, name: \"T\", baseType: null, extraData: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_member, name: \"T\", baseType: null, extraData: i32 7)\n",
    }
    LW1638 SET_BASE_TYPE debug "invalid set base type" {
        what: "A type with `DW_TAG_set_type` is of an enumeration, a subrange type, or a basic type of integers, characters or booleans.",
        why: "A set has one bit for each value that there can be.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_set_type, name: \"T\", baseType: !1)\n\
            !1 = !DIBasicType(name: \"float\", size: 32, encoding: DW_ATE_float)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_set_type, name: \"T\", baseType: !1)\n\
            !1 = !DIBasicType(name: \"byte\", size: 8, encoding: DW_ATE_unsigned)\n",
    }
    LW1639 BASE_TYPE debug "invalid base type" {
        what: "What a type gives as its base type is a type.",
        why: "It is what the pointer points to, what the member or array is of, and so on.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_typedef, name: \"T\", baseType: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_typedef, name: \"T\", baseType: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1640 DWARF_ADDRESS_SPACE debug "DWARF address space only applies to pointer or reference types" {
        what: "Only a pointer or reference has `dwarfAddressSpace`.",
        why: "It says in which address space that which is pointed to lies.",
        section: "diderivedtype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_typedef, name: \"T\", baseType: null, dwarfAddressSpace: 1)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIDerivedType(tag: DW_TAG_pointer_type, name: \"T\", baseType: null, dwarfAddressSpace: 1)\n",
    }
    LW1641 SIZE debug "SizeInBits must be a constant or DIVariable or DIExpression" {
        what: "The size of a `DIDerivedType` or `DICompositeType` is a constant, a variable that holds it, or an expression that gives it.",
        why: "The debugger must be able to work it out.",
        section: "dicompositetype",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: !1)\n!1 = !{}\n",
        good: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 64)\n",
    }
    LW1642 ELEMENTS debug "invalid composite elements" {
        what: "The elements of a `DICompositeType`, and the types of a `DISubroutineType`, are a tuple.",
        why: "It is a list: of members, of enumerators, of parameters.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !1)\n\
            !1 = !{}\n",
    }
    LW1643 NULL_ELEMENT debug "DISubprogram contains null entry in `elements` field" {
        what: "No element of a `DICompositeType` is `null`.",
        why: "Each of them is something that is written out.",
        section: "dicompositetype",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !{null})\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !{!1})\n\
            !1 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: null)\n",
    }
    LW1644 VTABLE_HOLDER debug "invalid vtable holder" {
        what: "The `vtableHolder` of a type is a type.",
        why: "It is the class in which the pointer to the table of virtual functions is.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", vtableHolder: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", vtableHolder: !1)\n\
            !1 = !DICompositeType(tag: DW_TAG_class_type, name: \"C\")\n",
    }
    LW1645 BLOCK_BY_REF_STRUCT debug "DIBlockByRefStruct on DICompositeType is no longer supported" {
        what: "A `DICompositeType` does not have the flag of number 16.",
        why: "It marked variables that Objective-C blocks capture, which now have another representation.",
        section: "diflags",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", flags: 16)\n",
        good: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", flags: DIFlagPublic)\n",
    }
    LW1646 VECTOR debug "invalid vector, expected one element of type subrange" {
        what: "A `DICompositeType` with `DIFlagVector` has one element, which is a subrange.",
        why: "A vector has one dimension, and its length must be known to show it.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, flags: DIFlagVector, elements: !{})\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, flags: DIFlagVector, elements: !{!2})\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !2 = !DISubrange(count: 4)\n",
    }
    LW1647 DISCRIMINATOR debug "discriminator can only appear on variant part" {
        what: "Only a `DICompositeType` with `DW_TAG_variant_part` has a discriminator, and it is a `DIDerivedType`.",
        why: "The value of that member says which variant is present.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", discriminator: !1)\n\
            !1 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: null)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_variant_part, name: \"S\", discriminator: !1)\n\
            !1 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: null)\n",
    }
    LW1648 DATA_LOCATION debug "dataLocation can only appear in array type" {
        what: "Only a `DICompositeType` with `DW_TAG_array_type` has a `dataLocation`.",
        why: "It says where the elements of an array are that is reached through a descriptor.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", dataLocation: !DIExpression(DW_OP_push_object_address))\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, dataLocation: !DIExpression(DW_OP_push_object_address))\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1649 ASSOCIATED debug "associated can only appear in array type" {
        what: "Only a `DICompositeType` with `DW_TAG_array_type` has `associated`.",
        why: "It says whether a pointer to an array in Fortran points to one now.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", associated: !DIExpression(DW_OP_lit0))\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, associated: !DIExpression(DW_OP_lit0))\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1650 ALLOCATED debug "allocated can only appear in array type" {
        what: "Only a `DICompositeType` with `DW_TAG_array_type` has `allocated`.",
        why: "It says whether an allocatable array in Fortran has memory now.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", allocated: !DIExpression(DW_OP_lit0))\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, allocated: !DIExpression(DW_OP_lit0))\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1651 RANK debug "rank can only appear in array type" {
        what: "Only a `DICompositeType` with `DW_TAG_array_type` has a rank.",
        why: "It is how many dimensions an array has.",
        section: "dicompositetype",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", rank: 2)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1, rank: 2)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1652 ARRAY_BASE_TYPE debug "array types must have a base type" {
        what: "A `DICompositeType` with `DW_TAG_array_type` has a base type.",
        why: "It is what the elements are.",
        section: "dicompositetype",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_array_type, name: \"S\", baseType: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1653 SUBROUTINE_TYPE_REFERENCE debug "invalid subroutine type ref" {
        what: "Each of the types of a `DISubroutineType` is a type or `null`.",
        why: "They are the type of the result and those of the parameters; `null` stands for `void` or for more parameters.",
        section: "disubroutinetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubroutineType(types: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubroutineType(types: !{null, !1})\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
}
