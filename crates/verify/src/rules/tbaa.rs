//! Rules about type-based alias analysis metadata: LW1500 to LW1549.

use crate::rule::rules;

rules! {
    LW1500 NO_OPERANDS "TBAA metadata cannot have 0 operands" {
        what: "A TBAA tag has operands.",
        why: "It says by type what is accessed: base type, access type and offset.",
        section: "tbaa-metadata",
        bad: "!llvm.errno.tbaa = !{!0}\n!0 = !{}\n",
        good: "!llvm.errno.tbaa = !{!0}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1501 INSTRUCTION "This instruction shall not have a TBAA access tag!" {
        what: "`!tbaa` stands on `load`, `store`, `call`, `va_arg`, `atomicrmw` and `cmpxchg` only.",
        why: "It says of which type the memory is that an instruction accesses. Other instructions access none, or not as any one type.",
        section: "tbaa-metadata",
        bad: "define i32 @f(i32 %a) {\n  %v = add i32 %a, 1, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1502 OLD_STYLE "Old-style TBAA is no longer allowed, use struct-path TBAA instead" {
        what: "A TBAA tag begins with a type, and has at least three operands: base type, access type and offset.",
        why: "Long ago a type by itself was a tag. That said nothing of where in a struct an access is.",
        section: "tbaa-metadata",
        bad: "!llvm.errno.tbaa = !{!0}\n!0 = !{!\"int\", !1}\n!1 = !{!\"root\"}\n",
        good: "!llvm.errno.tbaa = !{!0}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1503 NEW_TAG_OPERANDS "Access tag metadata must have either 4 or 5 operands" {
        what: "A TBAA tag whose access type is of the form with sizes has four operands or five: base type, access type, offset, size, and whether the memory is constant.",
        why: "In that form each access says how many bytes it is about.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n",
    }
    LW1504 ACCESS_SIZE "Access size field must be a constant" {
        what: "The size in a TBAA tag, its fourth operand if types are of the form with sizes, is an integer.",
        why: "It is how many bytes are accessed.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, !\"4\"}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n",
    }
    LW1505 TAG_OPERANDS "Struct tag metadata must have either 3 or 4 operands" {
        what: "A TBAA tag has three operands or four: base type, access type, offset, and whether the memory is constant.",
        why: "Nothing else has a meaning.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 0, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1506 IMMUTABLE_TYPE "Immutability tag on struct tag metadata must be a constant" {
        what: "The last operand of a TBAA tag, which says whether the memory is constant, is an integer.",
        why: "It is 1 for memory that nothing ever writes, and 0 otherwise.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, !\"constant\"}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 1}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1507 IMMUTABLE_VALUE "Immutability part of the struct tag metadata must be either 0 or 1" {
        what: "The last operand of a TBAA tag, which says whether the memory is constant, is 0 or 1.",
        why: "The memory is constant or it is not.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 2}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0, i64 1}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1508 MALFORMED "Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes" {
        what: "The base type and the access type of a TBAA tag are nodes.",
        why: "They are the types that tell whether two accesses may be to the same memory.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !\"int\", i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1509 ACCESS_TYPE "Access type node must be a valid scalar type" {
        what: "The access type of a TBAA tag is a scalar: a name, a parent that is a scalar or a root, and perhaps the offset 0.",
        why: "An access as a whole struct would be no single access; it has `!tbaa.struct`.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !3, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1510 OFFSET "Offset must be constant integer" {
        what: "The offset in a TBAA tag, its third operand, is an integer.",
        why: "It is where in the base type the access begins, in bytes.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, !\"0\"}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1511 CYCLE "Cycle detected in struct path" {
        what: "From the base type of a TBAA tag, field by field, one does not come back to where one was.",
        why: "A struct cannot be in itself. The way must end at a root.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"a\", !4, i64 0}\n!4 = !{!\"b\", !3, i64 0}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"a\", !4, i64 0}\n!4 = !{!\"b\", !1, i64 0}\n",
    }
    LW1512 SCALAR_OFFSET "Offset not zero at the point of scalar access" {
        what: "Where the way from the base type of a TBAA tag comes to a scalar, nothing of the offset is left.",
        why: "A scalar has no parts, so an access of it begins where it begins.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n",
    }
    LW1513 OFFSET_BITS "Access bit-width not the same as description bit-width" {
        what: "The offset in a TBAA tag and those of the fields of its base type have the same number of bits.",
        why: "They are compared, and subtracted from each other.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i32 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1514 NO_FIELD "Could not find TBAA parent in struct type node" {
        what: "The offset in a TBAA tag is not before the first field of the base type, nor of a struct in that.",
        why: "No field is there, so it cannot be one that is accessed.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 4, !1, i64 8}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1515 ACCESS_NOT_FOUND "Did not see access type in access path!" {
        what: "The way from the base type of a TBAA tag, to the field at the offset, and on to a root, leads over the access type.",
        why: "Otherwise the tag says that an access of one type is to a field of another.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !4, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n!4 = !{!\"float\", !2, i64 0}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1516 NEW_TYPE_OPERANDS "Access tag nodes must have the number of operands that is a multiple of 3!" {
        what: "A TBAA type of the form with sizes has three operands (parent, size and name) and three for each field: type, offset and size.",
        why: "That is how the fields are told apart.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, i64 8, !\"pair\", !1}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, i64 8, !\"pair\", !1, i64 0, i64 4, !1, i64 4, i64 4}\n",
    }
    LW1517 TYPE_SIZE "Type size nodes must be constants!" {
        what: "The size of a TBAA type of the form with sizes, its second operand, is an integer.",
        why: "It is how many bytes an object of the type has.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, !\"8\", !\"pair\", !1, i64 0, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, i64 8, !\"pair\", !1, i64 0, i64 4, !1, i64 4, i64 4}\n",
    }
    LW1518 TYPE_OPERANDS "Struct tag nodes must have an odd number of operands!" {
        what: "A TBAA struct type has a name, and two operands for each field: type and offset.",
        why: "That is how the fields are told apart.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1519 TYPE_NAME "Struct tag nodes have a string as their first operand" {
        what: "A TBAA struct type begins with its name, a string.",
        why: "Types of different modules are the same type if they look the same, name included.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{i64 8, !1, i64 0, !1, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1520 FIELD_TYPE "Incorrect field entry in struct type node!" {
        what: "The type of each field of a TBAA struct type is a node.",
        why: "It is a TBAA type: the way from the base type of a tag to the access type goes on there.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !\"int\", i64 0, !1, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1521 FIELD_OFFSET "Offset entries must be constants!" {
        what: "The offset of each field of a TBAA struct type is an integer.",
        why: "It is where in the struct the field begins, in bytes.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, !\"0\", !1, i64 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1522 FIELD_OFFSET_BITS "Bitwidth between the offsets and struct type entries must match" {
        what: "The offsets of all fields of a TBAA struct type have the same number of bits.",
        why: "They are compared with each other, and with the offsets in tags.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i32 4}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1523 FIELD_ORDER "Offsets must be increasing!" {
        what: "The fields of a TBAA struct type are in the order of their offsets.",
        why: "The field at an offset is the last one that does not begin after it.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 4, !1, i64 0}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!\"pair\", !1, i64 0, !1, i64 4}\n",
    }
    LW1524 FIELD_SIZE "Member size entries must be constants!" {
        what: "The size of each field of a TBAA type of the form with sizes is an integer.",
        why: "It is how many bytes the field has.",
        section: "tbaa-metadata",
        bad: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 0, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, i64 8, !\"pair\", !1, i64 0, !\"4\"}\n",
        good: "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!3, !1, i64 4, i64 4}\n!1 = !{!2, i64 4, !\"int\"}\n!2 = !{!\"root\"}\n!3 = !{!2, i64 8, !\"pair\", !1, i64 0, i64 4, !1, i64 4, i64 4}\n",
    }
}
