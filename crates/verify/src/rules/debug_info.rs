//! Rules about debug information in general: lists, scopes, locations, expressions: LW1600 to LW1616.

use crate::rule::rules;

rules! {
    LW1600 UNKNOWN_DEBUG_LIST debug "unrecognized named metadata node in the llvm.dbg namespace" {
        what: "The only named metadata whose name begins with `llvm.dbg.` is `!llvm.dbg.cu`.",
        why: "The other names are kept free for what debug information may need later; their old meanings are no longer read.",
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
        what: "A node refers to a location only if it is a location itself, describes a loop, or belongs to a function or to named metadata.",
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
}
