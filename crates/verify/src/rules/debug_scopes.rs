//! Rules about files, compile units, subprograms and their contents: LW1654 to LW1799.

use crate::rule::rules;

rules! {
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
        why: "It needs the variable, and its location, which the expression gives.",
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
        why: "An imported entity has a node that says how and where it is imported.",
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
        why: "It describes the parameters and the result of the function.",
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
        what: "The declaration of a function is a `DISubprogram` that is not a definition.",
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
        what: "Each of the `retainedNodes` of a function is a `DILocalVariable`, a `DILabel` or a `DIImportedEntity`; from LLVM 23 on, a type or a `DIGlobalVariableExpression`, too.",
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
        what: "A `DISubprogram` that is not a definition has no unit.",
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
        what: "A `DISubprogram` that is not a definition has no declaration.",
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
        why: "It says which function of the source this is.",
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
    LW1711 LOCAL_ENUM debug "function-local enum in a DICompileUnit's enum list" since V23 {
        what: "The `enums` of a compile unit are no types of functions.",
        why: "What belongs to a function is listed by `retainedNodes` of the function.",
        section: "dicompileunit",
        bad: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, enums: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"E\", scope: !2, file: !1, size: 8, elements: !{})\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, enums: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"E\", scope: !1, file: !1, size: 8, elements: !{})\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1712 LOCAL_GLOBAL debug "function-local variables are not allowed in a DICompileUnit's global variables list" since V23 {
        what: "The `globals` of a compile unit are no variables of functions.",
        why: "What belongs to a function is listed by `retainedNodes` of the function.",
        section: "dicompileunit",
        bad: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, globals: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())\n!6 = distinct !DIGlobalVariable(name: \"v\", scope: !2, file: !1, line: 3, type: !4, isLocal: true, isDefinition: true)\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, globals: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())\n!6 = distinct !DIGlobalVariable(name: \"v\", scope: !1, file: !1, line: 3, type: !4, isLocal: true, isDefinition: true)\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
    LW1713 LOCAL_IMPORT debug "function-local imports are not allowed in a DICompileUnit's imported entities list" since V23 {
        what: "The `imports` of a compile unit are not those of functions.",
        why: "What belongs to a function is listed by `retainedNodes` of the function.",
        section: "dicompileunit",
        bad: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, imports: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !2, entity: !4, file: !1)\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        good: "!llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, imports: !{!5})\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n!3 = !DISubroutineType(types: !{null})\n!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !1, entity: !4, file: !1)\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
    }
}
