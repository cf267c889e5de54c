//! Rules about debug records, variables and locations: LW1800 to LW1899.

use crate::rule::rules;

rules! {
    LW1800 RECORD_BEFORE_PHI debug "PHI Node must not have any attached DbgRecords" {
        what: "No debug record stands before a phi.",
        why: "All phis of a block are evaluated at once, when the block is entered, so there is no position between them.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: built "Move the record to before the phi.",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 br label %a\n\
            a:\n\
            \x20 %p = phi i32 [ 0, %0 ]\n\
            \x20   #dbg_value(i32 %p, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1801 RECORD_LABEL debug "invalid #dbg_label intrinsic variable" {
        what: "The label of `#dbg_label` is a `DILabel`.",
        why: "It says which label of the source is here.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_label(!4, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_label(!4, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILabel(scope: !3, name: \"l\", file: !1, line: 1)\n\
            !5 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1802 LABEL_WITHOUT_LOCATION debug "#dbg_label record requires a !dbg attachment" {
        what: "`#dbg_label` has a location.",
        why: "The location says into which function the label was inlined.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: built "Replace the location of the record by a string.",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_label(!4, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILabel(scope: !3, name: \"l\", file: !1, line: 1)\n\
            !5 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1803 LABEL_ELSEWHERE debug "mismatched subprogram between #dbg_label label and !dbg attachment" {
        what: "The label and the location of `#dbg_label` are in the same function of the source.",
        why: "The location says into which call of that function the label belongs.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_label(!4, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILabel(scope: !6, name: \"l\", file: !1, line: 1)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_label(!4, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILabel(scope: !3, name: \"l\", file: !1, line: 1)\n\
            !5 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1804 RECORD_LOCATION debug "invalid #dbg record address/value" {
        what: "What a debug record says a variable is, or is at, is a value, a list of values, or a node without operands, which stands for a value that is gone.",
        why: "There is nothing else of which a debugger could read the variable.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(!7, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = !{null}\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(!7, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = !{}\n",
    }
    LW1805 DECLARED_LOCATION debug "location of #dbg_declare must be a pointer or int" {
        what: "What `#dbg_declare` says that a variable is at is a pointer or an integer.",
        why: "It is the address of the variable.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f(float %a) !dbg !3 {\n\
            \x20   #dbg_declare(float %a, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_declare(ptr %a, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1806 RECORD_VARIABLE debug "invalid #dbg record variable" {
        what: "The variable of a debug record is a `DILocalVariable`.",
        why: "The location of a global variable does not change, and is described once for the whole module.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !6, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1807 RECORD_EXPRESSION debug "invalid #dbg record expression" {
        what: "The expression of a debug record is a `DIExpression`.",
        why: "It says how to get from the value to the variable.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !6, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1808 RECORD_ASSIGN_ID debug "invalid #dbg_assign DIAssignID" {
        what: "The identity of `#dbg_assign` is a `DIAssignID`.",
        why: "It ties the record to the stores that make the assignment.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !6, ptr %a, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, ptr %a, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n",
    }
    LW1809 RECORD_ADDRESS debug "invalid #dbg_assign address" {
        what: "The address of `#dbg_assign` is a value, or a node without operands, which stands for an address that is gone.",
        why: "It is where the variable is in memory.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, !8, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n\
            !8 = !{null}\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, !8, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n\
            !8 = !{}\n",
    }
    LW1810 RECORD_ADDRESS_EXPRESSION debug "invalid #dbg_assign address expression" {
        what: "The address expression of `#dbg_assign` is a `DIExpression`.",
        why: "It says how to get from the address to the place of the variable.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, ptr %a, !6, !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n",
        good: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, ptr %a, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n",
    }
    LW1811 ASSIGNED_ELSEWHERE debug "inst not in same function as #dbg_assign" {
        what: "What has the same `DIAssignID` as a `#dbg_assign` is in the same function.",
        why: "The record says of the store what it assigns; a store of another function is not there.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, ptr %a, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            define void @g(ptr %p) {\n\
            \x20 store i32 1, ptr %p, !DIAssignID !7\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n",
        good: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_assign(i32 1, !4, !DIExpression(), !7, ptr %a, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            define void @g(ptr %p) {\n\
            \x20 store i32 1, ptr %p\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !7 = distinct !DIAssignID()\n",
    }
    LW1812 RECORD_DEBUG_LOC debug "invalid #dbg record DILocation" {
        what: "A debug record has a `DILocation`.",
        why: "It says in which scope, and in which inlined call, the variable is.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !6)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1813 VARIABLE_ELSEWHERE debug "mismatched subprogram between #dbg record variable and DILocation" {
        what: "The variable and the location of a debug record are in the same function of the source.",
        why: "The location says to which call of that function the variable belongs.",
        section: "https://llvm.org/docs/SourceLevelDebugging.html#debug-records",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20   #dbg_value(i32 1, !4, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1814 ARGUMENT_TWICE debug "conflicting debug info for argument" {
        what: "Debug records of a function, other than those of inlined calls, give for each number of an argument one variable.",
        why: "The debugger would have to show two variables as one argument.",
        section: "dilocalvariable",
        bad: "\
            define void @f(i32 %a) !dbg !3 {\n\
            \x20   #dbg_value(i32 %a, !4, !DIExpression(), !5)\n\
            \x20   #dbg_value(i32 %a, !6, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", arg: 1, scope: !3)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DILocalVariable(name: \"y\", arg: 1, scope: !3)\n",
        good: "\
            define void @f(i32 %a, i32 %b) !dbg !3 {\n\
            \x20   #dbg_value(i32 %a, !4, !DIExpression(), !5)\n\
            \x20   #dbg_value(i32 %b, !6, !DIExpression(), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", arg: 1, scope: !3)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DILocalVariable(name: \"y\", arg: 2, scope: !3)\n",
    }
    LW1815 ENTRY_VALUE debug "Entry values are only allowed in MIR unless they target a swiftasync Argument" {
        what: "An expression with `DW_OP_LLVM_entry_value` stands only in a record of an argument with `swiftasync`.",
        why: "Only of such an argument it is certain, before registers are given out, in which register it comes.",
        section: "diexpression",
        bad: "\
            define void @f(ptr %a) !dbg !3 {\n\
            \x20   #dbg_value(ptr %a, !4, !DIExpression(DW_OP_LLVM_entry_value, 1), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        good: "\
            define void @f(ptr swiftasync %a) !dbg !3 {\n\
            \x20   #dbg_value(ptr %a, !4, !DIExpression(DW_OP_LLVM_entry_value, 1), !5)\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n\
            !5 = !DILocation(line: 1, scope: !3)\n\
            !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
    }
    LW1816 FOREIGN_LOCATION_SCOPE debug "DILocation's scope must be a DILocalScope" {
        what: "The scope of the location of an instruction is a function or a block of one.",
        why: "The location says in which function of the source the instruction is.",
        section: "dilocation",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !1)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !3)\n",
    }
    LW1817 NO_LOCAL_SCOPE "Failed to find DILocalScope" {
        what: "The chain of `inlinedAt` of a location ends at a location that was not inlined.",
        why: "The last location says which function the code is in now; a cycle has no last location.",
        section: "dilocation",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DILocation(line: 1, scope: !3, inlinedAt: !5)\n\
            !5 = distinct !DILocation(line: 2, scope: !3, inlinedAt: !4)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = distinct !DILocation(line: 1, scope: !3, inlinedAt: !5)\n\
            !5 = distinct !DILocation(line: 2, scope: !3)\n",
    }
    LW1818 WRONG_SUBPROGRAM debug "!dbg attachment points at wrong subprogram for function" {
        what: "The locations of a function's instructions lead, through the calls that were inlined, to the function's own `DISubprogram`.",
        why: "A debugger that stops at the instruction would otherwise show another function.",
        section: "dilocation",
        bad: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !5)\n\
            !5 = distinct !DISubprogram(name: \"g\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n",
        good: "\
            define void @f() !dbg !3 {\n\
            \x20 %x = add i32 1, 2, !dbg !4\n\
            \x20 ret void\n\
            }\n\
            !llvm.dbg.cu = !{!0}\n\
            !llvm.module.flags = !{!2}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
            !1 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
            !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, spFlags: DISPFlagDefinition, unit: !0)\n\
            !4 = !DILocation(line: 1, scope: !3)\n",
    }
}
