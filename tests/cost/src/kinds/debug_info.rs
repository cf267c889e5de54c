//! Debug information.

use super::{Kind, each, function, list, valid};

/// A text with a compile unit `!1`, its file `!2`, a subprogram `!3` and its type `!4`. The nodes of `rest` are numbered from `!10`.
fn unit(unit: &str, subprogram: &str, rest: &str) -> String {
    format!(
        "!llvm.dbg.cu = !{{!1}}\n!llvm.module.flags = !{{!0}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
         !1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2{unit})\n!2 = !DIFile(filename: \"f\", directory: \"d\")\n\
         !3 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition{subprogram})\n\
         !4 = !DISubroutineType(types: !5)\n!5 = !{{}}\n!6 = !DIBasicType(name: \"int\", size: 32)\n\
         !7 = !DILocation(line: 1, scope: !3)\n!8 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n{rest}"
    )
}

/// A text whose unit and subprogram have no additional fields.
fn plain(rest: &str) -> String {
    unit("", "", rest)
}

/// `n` nodes, numbered from `first`.
fn nodes(n: usize, first: usize, node: impl Fn(usize) -> String) -> String {
    each(n, |i| format!("!{} = {}\n", first + i, node(i)))
}

/// References to `n` nodes.
fn refs(n: usize, first: usize) -> String {
    list(n, |i| format!("!{}", first + i))
}

/// Locations from `!10` on, each inlined at the previous one.
fn inlined(n: usize) -> String {
    plain(&nodes(n, 10, |i| {
        let at = if i == 0 { String::new() } else { format!(", inlinedAt: !{}", i + 9) };
        format!("distinct !DILocation(line: {i}, scope: !3{at})")
    }))
}

/// A function with the subprogram `!3`.
fn described(body: &str) -> String {
    function("i32 %x", &format!("{body}  ret void\n")).replace(") {", ") !dbg !3 {")
}

pub const KINDS: &[Kind] = &[
    valid("compile units", |n| {
        format!(
            "!llvm.dbg.cu = !{{{}}}\n!llvm.module.flags = !{{!0}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n",
            list(n, |i| format!("!{}", 2 * i + 1))
        ) + &each(n, |i| {
            format!(
                "!{} = distinct !DICompileUnit(language: DW_LANG_C, file: !{})\n!{1} = !DIFile(filename: \"{i}\", directory: \"\")\n",
                2 * i + 1,
                2 * i + 2
            )
        })
    }),
    valid("subprograms", |n| {
        each(n, |i| format!("define void @f{i}() !dbg !{} {{\n  ret void\n}}\n", i + 10))
            + &plain(&nodes(n, 10, |i| {
                format!(
                    "distinct !DISubprogram(name: \"f{i}\", scope: !2, file: !2, line: {i}, type: !4, unit: !1, spFlags: DISPFlagDefinition)"
                )
            }))
    }),
    valid("debug locations", |n| {
        described(&each(n, |i| format!("  fence seq_cst, !dbg !{}\n", i + 10)))
            + &plain(&nodes(n, 10, |i| format!("!DILocation(line: {i}, scope: !3)")))
    }),
    valid("instructions with one debug location", |n| described(&"  fence seq_cst, !dbg !7\n".repeat(n)) + &plain("")),
    valid("lexical blocks", |n| {
        described(&each(n, |i| format!("  fence seq_cst, !dbg !{}\n", i + 10 + n)))
            + &plain(&each(n, |i| {
                format!(
                    "!{} = distinct !DILexicalBlock(scope: !3, file: !2, line: {i})\n!{} = !DILocation(line: {i}, scope: !{0})\n",
                    i + 10,
                    i + 10 + n
                )
            }))
    }),
    valid("depth of lexical blocks", |n| {
        described(&format!("  fence seq_cst, !dbg !{}\n", n + 10))
            + &plain(
                &(nodes(n, 10, |i| {
                    format!("distinct !DILexicalBlock(scope: !{}, file: !2, line: {i})", if i == 0 { 3 } else { i + 9 })
                }) + &format!("!{} = !DILocation(line: 1, scope: !{})\n", n + 10, n + 9)),
            )
    }),
    valid("depth of lexical blocks, each used", |n| {
        described(&each(n, |i| format!("  fence seq_cst, !dbg !{}\n", i + n + 10)))
            + &plain(&each(n, |i| {
                format!(
                    "!{} = distinct !DILexicalBlock(scope: !{}, file: !2, line: {i})\n!{} = !DILocation(line: 1, scope: !{0})\n",
                    i + 10,
                    if i == 0 { 3 } else { i + 9 },
                    i + n + 10
                )
            }))
    }),
    valid("depth of inlining", |n| described(&format!("  fence seq_cst, !dbg !{}\n", n + 9)) + &inlined(n)),
    valid("depth of inlining, each used", |n| {
        described(&each(n, |i| format!("  fence seq_cst, !dbg !{}\n", i + 10))) + &inlined(n)
    }),
    valid("depth of inlining, a variable at each", |n| {
        described(&each(n, |i| format!("    #dbg_value(i32 %x, !8, !DIExpression(), !{})\n  fence seq_cst\n", i + 10)))
            + &inlined(n)
    }),
    valid("debug records", |n| {
        described(&each(n, |i| format!("    #dbg_value(i32 {i}, !8, !DIExpression(), !7)\n  fence seq_cst\n")))
            + &plain("")
    }),
    valid("debug records of an instruction", |n| {
        described(&each(n, |i| format!("    #dbg_value(i32 {i}, !8, !DIExpression(), !7)\n"))) + &plain("")
    }),
    valid("values of a debug record", |n| {
        let values = list(n, |i| format!("i32 {i}"));
        described(&format!("    #dbg_value(!DIArgList({values}), !8, !DIExpression(DW_OP_LLVM_arg, 0), !7)\n"))
            + &plain("")
    }),
    valid("operations of an expression", |n| {
        described(&format!(
            "    #dbg_value(i32 %x, !8, !DIExpression({}), !7)\n",
            list(n, |i| format!("DW_OP_plus_uconst, {i}"))
        )) + &plain("")
    }),
    valid("expressions", |n| {
        described(&each(n, |i| {
            format!("    #dbg_value(i32 %x, !8, !DIExpression(DW_OP_plus_uconst, {i}, DW_OP_stack_value), !7)\n")
        })) + &plain("")
    }),
    valid("local variables", |n| {
        described(&each(n, |i| format!("    #dbg_value(i32 %x, !{}, !DIExpression(), !7)\n", i + 10)))
            + &plain(&nodes(n, 10, |i| {
                format!("!DILocalVariable(name: \"v{i}\", scope: !3, file: !2, line: {i}, type: !6)")
            }))
    }),
    valid("parameters with variables", |n| {
        described(&each(n, |i| format!("    #dbg_value(i32 %x, !{}, !DIExpression(), !7)\n", i + 10)))
            + &plain(&nodes(n, 10, |i| {
                format!("!DILocalVariable(name: \"v{i}\", arg: {}, scope: !3, file: !2, type: !6)", i + 1)
            }))
    }),
    valid("labels", |n| {
        described(&each(n, |i| format!("    #dbg_label(!{}, !7)\n", i + 10)))
            + &plain(&nodes(n, 10, |i| format!("!DILabel(scope: !3, name: \"l{i}\", file: !2, line: {})", i + 1)))
    }),
    valid("assignments", |n| {
        described(&each(n, |i| {
            format!(
                "  %a{i} = alloca i32, !DIAssignID !{0}\n    #dbg_assign(i32 %x, !8, !DIExpression(), !{0}, ptr %a{i}, !DIExpression(), !7)\n",
                i + 10
            )
        })) + &plain(&nodes(n, 10, |_| "distinct !DIAssignID()".into()))
    }),
    valid("records of an assignment", |n| {
        described(&format!(
            "  %a = alloca i32, !DIAssignID !10\n{}",
            "    #dbg_assign(i32 %x, !8, !DIExpression(), !10, ptr %a, !DIExpression(), !7)\n".repeat(n)
        )) + &plain("!10 = distinct !DIAssignID()\n")
    }),
    valid("stores of an assignment", |n| {
        described(&format!(
            "  %a = alloca i32\n{}    #dbg_assign(i32 %x, !8, !DIExpression(), !10, ptr %a, !DIExpression(), !7)\n",
            "  store i32 1, ptr %a, !DIAssignID !10\n".repeat(n)
        )) + &plain("!10 = distinct !DIAssignID()\n")
    }),
    valid("stores and records of an assignment", |n| {
        let pair = "  store i32 1, ptr %a, !DIAssignID !10\n    #dbg_assign(i32 %x, !8, !DIExpression(), !10, ptr %a, !DIExpression(), !7)\n";
        described(&format!("  %a = alloca i32\n{}", pair.repeat(n))) + &plain("!10 = distinct !DIAssignID()\n")
    }),
    valid("retained nodes", |n| {
        described("")
            + &unit(
                "",
                ", retainedNodes: !9",
                &(format!("!9 = !{{{}}}\n", refs(n, 10))
                    + &nodes(n, 10, |i| {
                        format!("!DILocalVariable(name: \"v{i}\", scope: !3, file: !2, line: {i}, type: !6)")
                    })),
            )
    }),
    valid("enumerators", |n| {
        unit(
            ", enums: !9",
            "",
            &(format!(
                "!9 = !{{!10}}\n!10 = !DICompositeType(tag: DW_TAG_enumeration_type, elements: !11)\n!11 = !{{{}}}\n",
                refs(n, 12)
            ) + &nodes(n, 12, |i| format!("!DIEnumerator(name: \"e{i}\", value: {i})"))),
        )
    }),
    valid("members of a type", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &(format!(
                "!9 = !{{!10}}\n!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", identifier: \"s\", elements: !11)\n!11 = !{{{}}}\n",
                refs(n, 12)
            ) + &nodes(n, 12, |i| {
                format!(
                    "!DIDerivedType(tag: DW_TAG_member, name: \"m{i}\", scope: !10, baseType: !6, size: 32, offset: {})",
                    i * 32
                )
            })),
        )
    }),
    valid("types with identifiers", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &(format!("!9 = !{{{}}}\n", refs(n, 10))
                + &nodes(n, 10, |i| {
                    format!(
                        "distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s{i}\", identifier: \"s{i}\")"
                    )
                })),
        )
    }),
    valid("depth of types", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &("!9 = !{!10}\n".to_owned()
                + &nodes(n, 10, |i| {
                    format!(
                        "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{}, size: 64)",
                        if i + 1 == n { 6 } else { i + 11 }
                    )
                })),
        )
    }),
    valid("types of a subroutine", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &format!("!9 = !{{!10}}\n!10 = !DISubroutineType(types: !11)\n!11 = !{{{}}}\n", list(n, |_| "!6".into())),
        )
    }),
    valid("global variables with debug information", |n| {
        each(n, |i| format!("@g{i} = global i32 0, !dbg !{}\n", i + 10))
            + &unit(
                ", globals: !9",
                "",
                &(format!("!9 = !{{{}}}\n", refs(n, 10))
                    + &each(n, |i| {
                        format!(
                            "!{} = !DIGlobalVariableExpression(var: !{}, expr: !DIExpression())\n!{1} = distinct !DIGlobalVariable(name: \"g{i}\", scope: !1, file: !2, type: !6)\n",
                            i + 10,
                            i + 10 + n
                        )
                    })),
            )
    }),
    valid("expressions of a global variable", |n| {
        format!("@g = global i32 0{}\n", each(n, |i| format!(", !dbg !{}", i + 12)))
            + &unit(
                ", globals: !9",
                "",
                &(format!(
                    "!9 = !{{{}}}\n!10 = distinct !DIGlobalVariable(name: \"g\", scope: !1, file: !2, type: !6)\n",
                    refs(n, 12)
                ) + &nodes(n, 12, |i| {
                    format!("!DIGlobalVariableExpression(var: !10, expr: !DIExpression(DW_OP_LLVM_fragment, {i}, 1))")
                })),
            )
    }),
    valid("imported entities", |n| {
        unit(
            ", imports: !9",
            "",
            &(format!("!9 = !{{{}}}\n", refs(n, 10))
                + &nodes(n, 10, |i| {
                    format!(
                        "!DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !1, entity: !6, file: !2, line: {i})"
                    )
                })),
        )
    }),
    valid("macros", |n| {
        unit(
            ", macros: !9",
            "",
            &(format!("!9 = !{{!10}}\n!10 = !DIMacroFile(file: !2, nodes: !11)\n!11 = !{{{}}}\n", refs(n, 12))
                + &nodes(n, 12, |i| format!("!DIMacro(type: DW_MACINFO_define, line: {i}, name: \"m{i}\")"))),
        )
    }),
    valid("template parameters", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &(format!(
                "!9 = !{{!10}}\n!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", templateParams: !11)\n!11 = !{{{}}}\n",
                refs(n, 12)
            ) + &nodes(n, 12, |i| format!("!DITemplateTypeParameter(name: \"t{i}\", type: !6)"))),
        )
    }),
    valid("calls that may be inlined", |n| {
        each(n, |i| {
            format!(
                "define void @f{i}() !dbg !{0} {{\n  call void @f{1}(), !dbg !{2}\n  ret void\n}}\n",
                i + 10,
                (i + 1) % n,
                i + 10 + n
            )
        }) + &plain(&each(n, |i| {
            format!(
                "!{} = distinct !DISubprogram(name: \"f{i}\", scope: !2, file: !2, line: {i}, type: !4, unit: !1, spFlags: DISPFlagDefinition)\n!{} = !DILocation(line: 1, scope: !{0})\n",
                i + 10,
                i + 10 + n
            )
        }))
    }),
    valid("depth of namespaces, each used", |n| {
        unit(
            ", retainedTypes: !9",
            "",
            &(format!("!9 = !{{{}}}\n", list(n, |i| format!("!{}", i + 10 + n)))
                + &each(n, |i| {
                    format!(
                        "!{} = !DINamespace(name: \"n\", scope: {})\n!{} = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", scope: !{0})\n",
                        i + 10,
                        if i == 0 { "null".into() } else { format!("!{}", i + 9) },
                        i + 10 + n
                    )
                })),
        )
    }),
];
