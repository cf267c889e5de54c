//! Rules about metadata in general: LW1550 to LW1599.

use crate::rule::rules;

rules! {
    LW1550 NO_NODE "metadata that is attached or listed must be a node" {
        what: "What is attached to something, listed under a name, or referred to by a node as one, is a node of the module.",
        why: "A string or a value by itself says nothing; a handle of another module means something else here.",
        section: "metadata-nodes-mdnode",
        bad: built "Replace the node in the list `!x` by a string.",
        good: "!x = !{!0}\n!0 = !{i32 1}\n",
    }
    LW1551 LOCAL_IN_NODE "Invalid operand for global metadata!" {
        what: "A node does not refer to a value of a function: an argument, an instruction or a block.",
        why: "Nodes belong to the whole module, and outlive the function that the value is in.",
        section: "metadata-nodes-mdnode",
        bad: built "Replace the operand of the node by a value of a function.",
        good: "!x = !{!0}\n!0 = !{i32 1}\n",
    }
    LW1552 FORWARD_DECLARATION "Expected no forward declarations!" {
        what: "Every number of a node stands for a node once the module was read.",
        why: "What stands for a node that never came would be nothing that could be looked at.",
        section: "metadata-nodes-mdnode",
        bad: built "Replace the operand of the node by a number of a node in the text.",
        good: "!x = !{!0}\n!0 = !{i32 1}\n",
    }
    LW1553 TRIP_COUNT_OPERANDS "Expected two operands" {
        what: "The property `llvm.loop.estimated_trip_count` has its name and one number.",
        why: "The number is how often the loop is thought to run.",
        section: "llvm-loop-estimated-trip-count-metadata",
        bad: "!x = !{!0}\n!0 = !{!\"llvm.loop.estimated_trip_count\"}\n",
        good: "!x = !{!0}\n!0 = !{!\"llvm.loop.estimated_trip_count\", i32 8}\n",
    }
    LW1554 TRIP_COUNT_TYPE "Expected second operand to be an integer constant of type i32 or smaller" {
        what: "The number behind `llvm.loop.estimated_trip_count` is a constant integer of at most 32 bits.",
        why: "Passes read it as a 32-bit number; a wider one would lose its upper half.",
        section: "llvm-loop-estimated-trip-count-metadata",
        bad: "!x = !{!0}\n!0 = !{!\"llvm.loop.estimated_trip_count\", i64 8}\n",
        good: "!x = !{!0}\n!0 = !{!\"llvm.loop.estimated_trip_count\", i32 8}\n",
    }
    LW1555 NO_VALUE "Expected valid value" {
        what: "A value as metadata is a value of the module, or of the function that uses it.",
        why: "A handle of another module means something else here.",
        section: "metadata-nodes-mdnode",
        bad: built "Replace the operand of the node by a constant that the module does not have.",
        good: "!x = !{!0}\n!0 = !{i32 1}\n",
    }
    LW1556 ROUND_TRIP "Unexpected metadata round-trip through values" {
        what: "A value as metadata is not itself metadata as a value.",
        why: "Metadata refers to metadata directly; the detour would make two pieces that mean the same.",
        section: "metadata-nodes-mdnode",
        bad: built "Replace the operand of the node by the node, wrapped as a value and then as metadata.",
        good: "!x = !{!0}\n!0 = !{i32 1}\n",
    }
    LW1557 LOCAL_NOT_IN_BLOCK "function-local metadata not in basic block" {
        what: "An instruction that metadata refers to is in a block.",
        why: "What was taken out of the function is never computed.",
        section: "metadata-nodes-mdnode",
        bad: built "Take the `add` out of its block.",
        good: "\
            define void @f(i32 %a) !dbg !3 {\n\
            \x20 %x = add i32 %a, 1\n\
            \x20   #dbg_value(i32 %x, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n\
            !5 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1558 LOCAL_OF_OTHER_FUNCTION "function-local metadata used in wrong function" {
        what: "An argument or block that metadata in a function refers to is of that function.",
        why: "Values of another function are not there when this one runs.",
        section: "metadata-nodes-mdnode",
        bad: built "Let the metadata refer to the second argument.",
        good: "\
            define void @f(i32 %a) !dbg !3 {\n\
            \x20   #dbg_value(i32 %a, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3)\n\
            !5 = !DILocation(line: 1, scope: !3)\n",
    }
}
