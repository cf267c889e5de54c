//! Rules about nodes of debug information: LW1600 to LW1799.

use crate::rule::rules;

rules! {
    LW1600 UNKNOWN_DEBUG_LIST debug "unrecognized named metadata node in the llvm.dbg namespace" {
        what: "The only named metadata whose name begins with `llvm.dbg.` is `!llvm.dbg.cu`.",
        why: "The other names are kept free for what debug information may need later; what they meant long ago is no longer read.",
        section: "named-metadata",
        bad: "\
            !llvm.dbg.sp = !{!0}\n\
            !0 = !{}\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "!sp = !{!0}\n!0 = !{}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1601 NO_COMPILE_UNIT debug "invalid compile unit" {
        what: "`!llvm.dbg.cu` lists compile units and nothing else.",
        why: "The back end walks this list to find all debug information that there is.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = !{}\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1602 UNLISTED_UNIT debug "DICompileUnit not listed in llvm.dbg.cu" {
        what: "Every compile unit that is referred to is in the list `!llvm.dbg.cu`.",
        why: "A unit that is not in the list is not written out, though functions say that they are in it. (`opt` does not ask this, as types that it makes one may be of a unit of another module.)",
        section: "dicompileunit",
        bad: "\
            !x = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1603 LOCATION_NOT_ALLOWED debug "DILocation not allowed within this metadata node" {
        what: "A node refers to a location only if it is a location itself, tells of a loop, or hangs from a function or from named metadata.",
        why: "Passes that copy code give locations a new scope; in a place that they do not know a location would keep the old one.",
        section: "dilocation",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = load i32, ptr null, !mine !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !{i64 0, i64 4, !5}\n\
            !5 = !{!6}\n\
            !6 = !DILocation(line: 1, scope: !3)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = load i32, ptr null, !mine !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !{i64 0, i64 4, !5}\n\
            !5 = !{}\n",
    }
    LW1604 TAG debug "invalid tag" {
        what: "The tag of a node is one of those that its kind of nodes may have.",
        why: "The tag decides how the node is written as DWARF: a pointer cannot be written as an array.",
        section: "specialized-metadata-nodes",
        bad: "!x = !{!0}\n!0 = !DIDerivedType(tag: DW_TAG_array_type, name: \"T\", baseType: null)\n",
        good: "!x = !{!0}\n!0 = !DIDerivedType(tag: DW_TAG_pointer_type, name: \"T\", baseType: null)\n",
    }
    LW1605 FILE debug "invalid file" {
        what: "What a node gives as its file is a `DIFile`.",
        why: "The file is where the debugger looks for the source.",
        section: "difile",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
    }
    LW1606 SCOPE debug "invalid scope" {
        what: "What a node gives as its scope is a scope: a type, a function, a block, a file, a namespace, a module or a unit.",
        why: "Debuggers look names up from scope to scope.",
        section: "specialized-metadata-nodes",
        bad: "!x = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", scope: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", scope: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
    }
    LW1607 SCOPE_REFERENCE debug "invalid scope ref" {
        what: "The scope of a namespace or of a common block is a scope: a type, a function, a file, another namespace or a unit.",
        why: "Debuggers look names up from scope to scope.",
        section: "dinamespace",
        bad: "!x = !{!0}\n!0 = !DINamespace(name: \"n\", scope: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DINamespace(name: \"n\", scope: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
    }
    LW1608 TYPE_REFERENCE debug "invalid type ref" {
        what: "What a variable, a template parameter or a property gives as its type is a type.",
        why: "Without one a debugger cannot show the value.",
        section: "specialized-metadata-nodes",
        bad: "!x = !{!0}\n!0 = !DITemplateTypeParameter(name: \"T\", type: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DITemplateTypeParameter(name: \"T\", type: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1609 LOCAL_SCOPE debug "invalid local scope" {
        what: "The scope of a block is a function or another block.",
        why: "Blocks are parts of functions; there is nothing else that they could be in.",
        section: "dilexicalblock",
        bad: "\
            !x = !{!0}\n\
            !0 = !DILexicalBlock(scope: !1, line: 1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !6)\n\
            !5 = !DILocation(line: 1, scope: !6)\n\
            !6 = distinct !DILexicalBlock(scope: !3, line: 1)\n",
    }
    LW1610 SCOPE_IN_TYPES debug "scope points into the type hierarchy" {
        what: "A function that is the scope of a block or location is a definition.",
        why: "A declaration is a part of a type and has no code that anything could be in.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = distinct !DILexicalBlock(scope: !1, line: 1)\n\
            !1 = !DISubprogram(name: \"f\", scope: null, spFlags: 0)\n",
        good: "\
            !x = !{!0}\n\
            !llvm.dbg.cu = !{!2}\n\
            !0 = distinct !DILexicalBlock(scope: !1, line: 1)\n\
            !1 = distinct !DISubprogram(name: \"f\", scope: null, spFlags: DISPFlagDefinition, unit: !2)\n\
            !2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3)\n\
            !3 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1611 REFERENCE_FLAGS debug "invalid reference flags" {
        what: "A type or function does not have `DIFlagLValueReference` together with `DIFlagRValueReference`, nor `DIFlagTypePassByValue` with `DIFlagTypePassByReference`.",
        why: "Each of the two excludes the other.",
        section: "diflags",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubroutineType(flags: DIFlagLValueReference | DIFlagRValueReference, types: null)\n",
        good: "!x = !{!0}\n!0 = !DISubroutineType(flags: DIFlagLValueReference, types: null)\n",
    }
    LW1612 TEMPLATE_PARAMETER_LIST debug "invalid template params" {
        what: "What a type or function gives as its template parameters is a tuple.",
        why: "It is a list, of which each is shown in the name.",
        section: "dicompositetype",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", templateParams: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", templateParams: !1)\n\
            !1 = !{}\n",
    }
    LW1613 TEMPLATE_PARAMETER debug "invalid template parameter" {
        what: "Each template parameter in the list of a type or function is a `DITemplateTypeParameter` or `DITemplateValueParameter`.",
        why: "Nothing else can stand in the angle brackets.",
        section: "ditemplatetypeparameter",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", templateParams: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", templateParams: !{!1})\n\
            !1 = !DITemplateTypeParameter(type: null)\n",
    }
    LW1614 LOCATION_SCOPE debug "location requires a valid scope" {
        what: "The scope of a location is a function or a block of one.",
        why: "A line in a file says where, but not in which function, and inlining makes that differ.",
        section: "dilocation",
        bad: "\
            !x = !{!0}\n\
            !0 = !DILocation(line: 1, scope: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!4}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1615 INLINED_AT debug "inlined-at should be a location" {
        what: "What a location was inlined at is a location.",
        why: "It is where the call stood: the next line of the backtrace.",
        section: "dilocation",
        bad: "\
            !x = !{!4}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !3, inlinedAt: !1)\n",
        good: "\
            !x = !{!4}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !3, inlinedAt: !5)\n\
            !5 = distinct !DILocation(line: 2, scope: !3)\n",
    }
    LW1616 EXPRESSION debug "invalid expression" {
        what: "The operations of a `DIExpression` are known ones that have all of their arguments, `DW_OP_stack_value` and `DW_OP_LLVM_fragment` stand at the end, and `DW_OP_LLVM_entry_value` at the start.",
        why: "An expression is a program for a stack machine; one that cannot be run gives no location.",
        section: "diexpression",
        bad: "!x = !{!DIExpression(DW_OP_plus_uconst)}\n",
        good: "!x = !{!DIExpression(DW_OP_plus_uconst, 4)}\n",
    }
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
        why: "It marked what blocks of Objective-C capture, which is written in another way now.",
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
        why: "It is the member whose value tells which of the variants is there.",
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
    LW1654 CHECKSUM_KIND debug "invalid checksum kind" {
        what: "The kind of a checksum of a file is MD5, SHA1 or SHA256.",
        why: "These are the ones that DWARF and CodeView can hold.",
        section: "difile",
        bad: built "Set the kind of the checksum to 4.",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFile(filename: \"f.c\", directory: \"/\", checksumkind: CSK_MD5, checksum: \"000102030405060708090a0b0c0d0e0f\")\n",
    }
    LW1655 CHECKSUM_LENGTH debug "invalid checksum length" {
        what: "A checksum of a file has 32 digits if it is of MD5, 40 of SHA1, 64 of SHA256.",
        why: "Each of them is of one length.",
        section: "difile",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIFile(filename: \"f.c\", directory: \"/\", checksumkind: CSK_MD5, checksum: \"00\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFile(filename: \"f.c\", directory: \"/\", checksumkind: CSK_MD5, checksum: \"000102030405060708090a0b0c0d0e0f\")\n",
    }
    LW1656 CHECKSUM debug "invalid checksum" {
        what: "A checksum of a file is written in hexadecimal digits.",
        why: "It is turned into bytes when it is written out.",
        section: "difile",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIFile(filename: \"f.c\", directory: \"/\", checksumkind: CSK_MD5, checksum: \"000102030405060708090a0b0c0d0e0x\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIFile(filename: \"f.c\", directory: \"/\", checksumkind: CSK_MD5, checksum: \"000102030405060708090a0b0c0d0e0f\")\n",
    }
    LW1657 SHARED_UNIT debug "compile units must be distinct" {
        what: "A `DICompileUnit` is `distinct`.",
        why: "Two units that look the same are still two: they were compiled one by one.",
        section: "dicompileunit",
        bad: built "Make the unit one that is not distinct.",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"\")\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1658 FILE_NAME debug "invalid filename" {
        what: "The file of a compile unit has a name.",
        why: "Debuggers know a unit by the name of its file.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"\")\n\
            !1 = !DIFile(filename: \"\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: \"\")\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1659 EMISSION_KIND debug "invalid emission kind" {
        what: "The emission kind of a compile unit is `NoDebug`, `FullDebug`, `LineTablesOnly` or `DebugDirectivesOnly`.",
        why: "It says how much of the debug information is written out.",
        section: "dicompileunit",
        bad: built "Set the emission kind of the unit to 4.",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1660 ENUM_LIST debug "invalid enum list" {
        what: "The `enums` of a compile unit are a tuple.",
        why: "It is the list of enumerations to be written out even if nothing uses them.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, enums: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, enums: !{})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1661 ENUM_TYPE debug "invalid enum type" {
        what: "Each of the `enums` of a compile unit is a `DICompositeType` with `DW_TAG_enumeration_type`.",
        why: "The list is of enumerations; other types that are to be kept are among the `retainedTypes`.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, enums: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, enums: !{!2})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"E\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1662 RETAINED_TYPE_LIST debug "invalid retained type list" {
        what: "The `retainedTypes` of a compile unit are a tuple.",
        why: "It is the list of types to be written out even if nothing uses them.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, retainedTypes: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, retainedTypes: !{})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1663 RETAINED_TYPE debug "invalid retained type" {
        what: "Each of the `retainedTypes` of a compile unit is a type, or a function that is only declared.",
        why: "Functions that are defined are found through the code; the list is of what would be lost.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, retainedTypes: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, retainedTypes: !{!2})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1664 GLOBAL_LIST debug "invalid global variable list" {
        what: "The `globals` of a compile unit are a tuple.",
        why: "It is the list of its global variables.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, globals: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, globals: !{})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1665 GLOBAL_REFERENCE debug "invalid global variable ref" {
        what: "Each of the `globals` of a compile unit is a `DIGlobalVariableExpression`.",
        why: "It needs the variable and where that is, which the expression tells.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, globals: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, globals: !{!2})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression())\n\
            !3 = !DIGlobalVariable(name: \"g\", type: !4)\n\
            !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1666 IMPORT_LIST debug "invalid imported entity list" {
        what: "The `imports` of a compile unit are a tuple.",
        why: "It is the list of what it takes in from elsewhere.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, imports: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, imports: !{})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1667 IMPORT_REFERENCE debug "invalid imported entity ref" {
        what: "Each of the `imports` of a compile unit is a `DIImportedEntity`.",
        why: "What is imported is wrapped in a node that tells how and where.",
        section: "dicompileunit",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, imports: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, imports: !{!2})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0)\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1668 MACRO_LIST debug "invalid macro list" {
        what: "The macros of a compile unit or of a `DIMacroFile` are a tuple.",
        why: "It is a list, in the order of the source.",
        section: "dimacrofile",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, macros: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, macros: !{})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1669 MACRO_REFERENCE debug "invalid macro ref" {
        what: "Each of the macros of a compile unit or of a `DIMacroFile` is a `DIMacro` or a `DIMacroFile`.",
        why: "A source file defines macros, and includes files that do.",
        section: "dimacro",
        bad: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, macros: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            !llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, macros: !{!2})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DIMacro(type: DW_MACINFO_define, name: \"M\")\n\
            !llvm.module.flags = !{!9}\n\
            !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1670 LINE_WITHOUT_FILE debug "line specified with no file" {
        what: "A function that has a line has a file.",
        why: "The line is one of that file.",
        section: "disubprogram",
        bad: "!x = !{!0}\n!0 = !DISubprogram(name: \"f\", spFlags: 0, line: 1)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, file: !1, line: 1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
    }
    LW1671 SUBROUTINE_TYPE debug "invalid subroutine type" {
        what: "The type of a function is a `DISubroutineType`.",
        why: "It tells what the function takes and gives.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, type: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, type: !1)\n\
            !1 = !DISubroutineType(types: !{null})\n",
    }
    LW1672 CONTAINING_TYPE debug "invalid containing type" {
        what: "The containing type of a function is a type.",
        why: "It is the class whose table of virtual functions the function is in.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, containingType: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, containingType: !1)\n\
            !1 = !DICompositeType(tag: DW_TAG_class_type, name: \"C\")\n",
    }
    LW1673 SUBPROGRAM_DECLARATION debug "invalid subprogram declaration" {
        what: "What a function gives as its declaration is a `DISubprogram` that is no definition.",
        why: "It is where the class says that it has the function.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, declaration: !1)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, declaration: !4)\n\
            !4 = !DISubprogram(name: \"f\", scope: null, spFlags: 0)\n",
    }
    LW1674 RETAINED_NODE_LIST debug "invalid retained nodes list" {
        what: "The `retainedNodes` of a function are a tuple.",
        why: "It is the list of variables, labels and imports to be written out even if nothing uses them.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !1)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{})\n",
    }
    LW1675 NULL_RETAINED debug "nullptr in retained nodes" {
        what: "None of the `retainedNodes` of a function is `null`.",
        why: "Each of them is something that is written out.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{null})\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n",
    }
    LW1676 RETAINED_KIND debug "invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity" {
        what: "Each of the `retainedNodes` of a function is a `DILocalVariable`, a `DILabel` or a `DIImportedEntity`.",
        why: "Nothing else is written out as a part of a function in its own right.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!1})\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n",
    }
    LW1677 RETAINED_NOT_LOCAL debug "invalid retained nodes, retained node is not local" {
        what: "The scope of each of the `retainedNodes` of a function is the function or a block of it.",
        why: "What is in no function cannot be a part of this one.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !3)\n",
    }
    LW1678 RETAINED_ELSEWHERE debug "invalid retained nodes, retained node does not belong to subprogram" {
        what: "Each of the `retainedNodes` of a function is in that function.",
        why: "What another function keeps is written out as a part of that one.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !5)\n\
            !5 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n",
    }
    LW1679 SHARED_DEFINITION debug "subprogram definitions must be distinct" {
        what: "A `DISubprogram` that is a definition is `distinct`.",
        why: "Two functions that look the same are still two: each has its own code and variables.",
        section: "disubprogram",
        bad: built "Make the subprogram one that is not distinct.",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1680 DEFINITION_WITHOUT_UNIT debug "subprogram definitions must have a compile unit" {
        what: "A `DISubprogram` that is a definition has a unit.",
        why: "Code is of one compile unit, which says how much is written out.",
        section: "disubprogram",
        bad: "!x = !{!0}\n!0 = distinct !DISubprogram(name: \"f\", spFlags: DISPFlagDefinition)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1681 UNIT_TYPE debug "invalid unit type" {
        what: "The unit of a `DISubprogram` is a `DICompileUnit`.",
        why: "Nothing else can be written out by itself.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = distinct !DISubprogram(name: \"f\", spFlags: DISPFlagDefinition, unit: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1682 NESTED_DEFINITION debug "definition subprograms cannot be nested within DICompositeType when enabling ODR" {
        what: "The scope of a `DISubprogram` that is a definition is not a type with an identifier, unless it has a declaration.",
        why: "A type with an identifier may become one with the same type of another unit, and would then have the code of both. (Only `opt` makes types one, so `llvm-as` does not ask this.)",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !4, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DICompositeType(tag: DW_TAG_class_type, name: \"C\", identifier: \"C\")\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !4, file: !1, spFlags: DISPFlagDefinition, unit: !0, declaration: !5)\n\
            !4 = !DICompositeType(tag: DW_TAG_class_type, name: \"C\", identifier: \"C\")\n\
            !5 = !DISubprogram(name: \"f\", scope: !4, spFlags: 0)\n",
    }
    LW1683 DECLARATION_WITH_UNIT debug "subprogram declarations must not have a compile unit" {
        what: "A `DISubprogram` that is no definition has no unit.",
        why: "It is a part of a type, which units share.",
        section: "disubprogram",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: 0, unit: !0)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1684 DECLARATION_OF_DECLARATION debug "subprogram declaration must not have a declaration field" {
        what: "A `DISubprogram` that is no definition has no declaration.",
        why: "It is one itself.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, declaration: !1)\n\
            !1 = !DISubprogram(name: \"g\", spFlags: 0)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, declaration: !4)\n\
            !4 = !DISubprogram(name: \"f\", scope: null, spFlags: 0)\n",
    }
    LW1685 THROWN_TYPE_LIST debug "invalid thrown types list" {
        what: "The `thrownTypes` of a function are a tuple.",
        why: "It is the list of what the function may throw.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, thrownTypes: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "!x = !{!0}\n!0 = !DISubprogram(name: \"f\", spFlags: 0, thrownTypes: !{})\n",
    }
    LW1686 THROWN_TYPE debug "invalid thrown type" {
        what: "Each of the `thrownTypes` of a function is a type.",
        why: "What is thrown is a value, and has a type.",
        section: "disubprogram",
        bad: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, thrownTypes: !{!1})\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DISubprogram(name: \"f\", spFlags: 0, thrownTypes: !{!1})\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1687 ALL_CALLS_DESCRIBED debug "DIFlagAllCallsDescribed must be attached to a definition" {
        what: "Only a `DISubprogram` that is a definition has `DIFlagAllCallsDescribed`.",
        why: "It promises something about the calls in the code, and a declaration has no code.",
        section: "diflags",
        bad: "!x = !{!0}\n!0 = !DISubprogram(name: \"f\", spFlags: 0, flags: DIFlagAllCallsDescribed)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, flags: DIFlagAllCallsDescribed)\n",
    }
    LW1688 COLUMN_WITHOUT_LINE debug "cannot have column info without line info" {
        what: "A `DILexicalBlock` that has a column has a line.",
        why: "The column is one of that line.",
        section: "dilexicalblock",
        bad: "\
            !x = !{!4}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DILexicalBlock(scope: !3, column: 1)\n",
        good: "\
            !x = !{!4}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DILexicalBlock(scope: !3, line: 1, column: 1)\n",
    }
    LW1689 COMMON_DECLARATION debug "invalid declaration" {
        what: "The declaration of a `DICommonBlock` is a `DIGlobalVariable`.",
        why: "It is the memory that the variables of the block share.",
        section: "dicommonblock",
        bad: "\
            !x = !{!0}\n\
            !0 = !DICommonBlock(scope: null, declaration: !1, name: \"b\")\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DICommonBlock(scope: null, declaration: !1, name: \"b\")\n\
            !1 = !DIGlobalVariable(name: \"b\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1690 MACRO_KIND debug "invalid macinfo type" {
        what: "The type of a `DIMacro` is `DW_MACINFO_define` or `DW_MACINFO_undef`, that of a `DIMacroFile` `DW_MACINFO_start_file`.",
        why: "The other types of entries have no nodes.",
        section: "dimacro",
        bad: "!x = !{!0}\n!0 = !DIMacro(type: DW_MACINFO_vendor_ext, name: \"M\")\n",
        good: "!x = !{!0}\n!0 = !DIMacro(type: DW_MACINFO_define, name: \"M\")\n",
    }
    LW1691 NAMELESS_MACRO debug "anonymous macro" {
        what: "A `DIMacro` has a name.",
        why: "A macro is nothing but a name and what it stands for.",
        section: "dimacro",
        bad: "!x = !{!0}\n!0 = !DIMacro(type: DW_MACINFO_define, name: \"\")\n",
        good: "!x = !{!0}\n!0 = !DIMacro(type: DW_MACINFO_define, name: \"M\")\n",
    }
    LW1692 NAMELESS_MODULE debug "anonymous module" {
        what: "A `DIModule` has a name.",
        why: "Debuggers find modules by name.",
        section: "dimodule",
        bad: "!x = !{!0}\n!0 = !DIModule(scope: null, name: \"\")\n",
        good: "!x = !{!0}\n!0 = !DIModule(scope: null, name: \"m\")\n",
    }
    LW1693 VARIABLE_TYPE debug "missing global variable type" {
        what: "A `DIGlobalVariable` that is a definition has a type.",
        why: "Without one a debugger cannot show the value; only of a variable that is defined elsewhere it may be unknown.",
        section: "diglobalvariable",
        bad: "!x = !{!0}\n!0 = !DIGlobalVariable(name: \"g\")\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariable(name: \"g\", type: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1694 STATIC_MEMBER_DECLARATION debug "invalid static data member declaration" {
        what: "The declaration of a `DIGlobalVariable` is a `DIDerivedType`.",
        why: "It is the static member of a class that the variable is the memory of.",
        section: "diglobalvariable",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariable(name: \"g\", type: !1, declaration: !1)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariable(name: \"g\", type: !1, declaration: !2)\n\
            !1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !2 = !DIDerivedType(tag: DW_TAG_member, name: \"g\", baseType: !1, flags: DIFlagStaticMember)\n",
    }
    LW1695 VARIABLE_SCOPE debug "local variable requires a valid scope" {
        what: "The scope of a `DILocalVariable` is a function or a block of one.",
        why: "It says where in the code the variable can be seen.",
        section: "dilocalvariable",
        bad: "\
            !x = !{!0}\n\
            !0 = !DILocalVariable(name: \"x\", scope: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n",
    }
    LW1696 FUNCTION_AS_VARIABLE debug "invalid type" {
        what: "The type of a `DILocalVariable` is not a `DISubroutineType`.",
        why: "A variable can hold a pointer to a function, but not a function.",
        section: "dilocalvariable",
        bad: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !5)\n\
            !5 = !DISubroutineType(types: null)\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !5)\n\
            !5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6)\n\
            !6 = !DISubroutineType(types: null)\n",
    }
    LW1697 LABEL_SCOPE debug "label requires a valid scope" {
        what: "The scope of a `DILabel` is a function or a block of one.",
        why: "A label is a place in code.",
        section: "dilabel",
        bad: "\
            !x = !{!0}\n\
            !0 = !DILabel(scope: !1, name: \"l\", file: !1, line: 1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
        good: "\
            !x = !{!3}\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !{!4})\n\
            !4 = !DILabel(scope: !3, name: \"l\", file: !1, line: 1)\n",
    }
    LW1698 SHARED_ASSIGN_ID debug "DIAssignID must be distinct" {
        what: "A `DIAssignID` is `distinct`.",
        why: "It has no content: which one it is is all that it says.",
        section: "diassignid",
        bad: built "Make the node one that is not distinct.",
        good: "!x = !{!0}\n!0 = distinct !DIAssignID()\n",
    }
    LW1699 NO_VARIABLE debug "missing variable" {
        what: "A `DIGlobalVariableExpression` has a `DIGlobalVariable`.",
        why: "It says where that variable is.",
        section: "diglobalvariableexpression",
        bad: "!x = !{!0}\n!0 = !DIGlobalVariableExpression(var: null, expr: !DIExpression())\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n\
            !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1700 FRAGMENT_OUTSIDE debug "fragment is larger than or outside of variable" {
        what: "The bits that `DW_OP_LLVM_fragment` names are bits of the variable.",
        why: "A debugger puts the parts of a variable together; there is no place for a part outside.",
        section: "diexpression",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_LLVM_fragment, 16, 32))\n\
            !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_LLVM_fragment, 16, 16))\n\
            !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1701 FRAGMENT_OF_ALL debug "fragment covers entire variable" {
        what: "The bits that `DW_OP_LLVM_fragment` names are not all of the variable.",
        why: "All of a variable is not a part of it: an expression without a fragment says the same.",
        section: "diexpression",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 32))\n\
            !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 16))\n\
            !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
            !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1702 IMPORT_SCOPE debug "invalid scope for imported entity" {
        what: "The scope of a `DIImportedEntity` is a scope: a type, a function, a file, a namespace or a unit.",
        why: "It is where the imported name can be seen.",
        section: "diimportedentity",
        bad: "!x = !{!0}\n!0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1)\n!1 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n",
    }
    LW1703 IMPORTED_ENTITY debug "invalid imported entity" {
        what: "What a `DIImportedEntity` imports is a node that DWARF has an entry for.",
        why: "A debugger goes from the import to that entry.",
        section: "diimportedentity",
        bad: "\
            !x = !{!0}\n\
            !0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1, entity: !2)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{}\n",
        good: "\
            !x = !{!0}\n\
            !0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1, entity: !2)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !DINamespace(name: \"n\", scope: null)\n",
    }
    LW1704 VARIABLE_ATTACHMENT debug "!dbg attachment of global variable must be a DIGlobalVariableExpression" {
        what: "What `!dbg` attaches to a global variable is a `DIGlobalVariableExpression`.",
        why: "One variable of the program may be several of the source, each with an expression of its own.",
        section: "diglobalvariableexpression",
        bad: "\
            @g = global i32 0, !dbg !3\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = !DIGlobalVariable(name: \"g\", type: !4)\n\
            !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            @g = global i32 0, !dbg !5\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = !DIGlobalVariable(name: \"g\", type: !4)\n\
            !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !5 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression())\n",
    }
    LW1705 SECOND_SUBPROGRAM debug "function must have a single !dbg attachment" {
        what: "A function has at most one `!dbg` attachment.",
        why: "Its code is that of one function of the source.",
        section: "disubprogram",
        bad: "\
            define void @f() !dbg !3 !dbg !4 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1706 FUNCTION_ATTACHMENT debug "function !dbg attachment must be a subprogram" {
        what: "What `!dbg` attaches to a function is a `DISubprogram`.",
        why: "It tells which function of the source this is.",
        section: "disubprogram",
        bad: "\
            define void @f() !dbg !1 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1707 SHARED_SUBPROGRAM debug "function definition may only have a distinct !dbg attachment" {
        what: "The `DISubprogram` of a function with a body is `distinct`.",
        why: "Its code is the function's own, so it can be no other's.",
        section: "disubprogram",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = !DISubprogram(name: \"f\", spFlags: 0)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1708 SUBPROGRAM_OF_TWO debug "DISubprogram attached to more than one function" {
        what: "No two functions have the same `DISubprogram`.",
        why: "An address would then be in two places for one function of the source.",
        section: "disubprogram",
        bad: "\
            define void @g() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            define void @g() !dbg !4 {\n\
            \x20 ret void\n\
            }\n\
            define void @f() !dbg !3 {\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
    }
    LW1709 SECOND_PROFILE "function must have a single !prof attachment" {
        what: "A function has at most one `!prof` attachment.",
        why: "It is how often the function was entered: one number.",
        section: "prof-metadata",
        bad: "define void @f() !prof !0 !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 1}\n",
        good: "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 1}\n",
    }
    LW1710 SECOND_KCFI_TYPE "function must have a single !kcfi_type attachment" {
        what: "A function has at most one `!kcfi_type` attachment.",
        why: "It is the number that calls through a pointer compare: one.",
        section: "kcfi-type-metadata",
        bad: "define void @f() !kcfi_type !0 !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
        good: "define void @f() !kcfi_type !0 {\n  ret void\n}\n!0 = !{i32 7}\n",
    }
}
