//! Metadata both ways: each kind of node, what functions have of their own, records of older versions, and records that are wrong.

use lindworm_bitcode::bitstream::StreamWriter;
use lindworm_bitcode::codes::{block, metadata as code};
use lindworm_bitcode::{LazyModule, ReadOptions, WriteOptions, read, write};
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::{Context, Module};

fn parse(text: &str) -> Module {
    let read = lindworm_text::read(&Context::new(), "m", text.as_bytes(), &lindworm_text::ReadOptions::default());
    match read {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{}\n{text}", errors[0].message),
    }
}

fn print(module: &Module) -> String {
    String::from_utf8(lindworm_text::to_bytes(module)).unwrap()
}

/// Writes a module as bitcode and reads that.
#[track_caller]
fn keeps(text: &str) {
    let module = parse(text);
    let bitcode = write(&module, &WriteOptions::default());
    let again = read(&Context::new(), "m", &bitcode, &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(print(&again.module), print(&module));
}

/// Each kind of node, in all its fields; `!0` is a file, `!1` a function, `!2` a type.
const NODES: &[&str] = &[
    "!{!0, null, !\"string\", i32 7, ptr @g}",
    "distinct !{}",
    "!DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_stack_value)",
    "!DILocation(line: 3, column: 4, scope: !1, inlinedAt: !10, isImplicitCode: true, atomGroup: 77, atomRank: 2)",
    "!DIGlobalVariableExpression(var: !11, expr: !DIExpression())",
    "!GenericDINode(tag: DW_TAG_variable, header: \"h\", operands: {!0, null})",
    "!GenericDINode(tag: 3)",
    "!DISubrange(count: -1, lowerBound: -9223372036854775808)",
    "!DISubrange(count: !12, lowerBound: !DIExpression(), upperBound: !DIExpression(), stride: !DIExpression())",
    "!DIEnumerator(name: \"e\", value: -5)",
    "!DIEnumerator(name: \"e\", value: -9223372036854775808)",
    "!DIEnumerator(name: \"e\", value: 0)",
    "!DIEnumerator(name: \"e\", value: 340282366920938463463374607431768211455, isUnsigned: true)",
    "!DIBasicType(tag: DW_TAG_unspecified_type, name: \"t\", size: 32, align: 8, dataSize: 16, encoding: DW_ATE_signed, num_extra_inhabitants: 3, flags: DIFlagBigEndian)",
    "!DIDerivedType(tag: DW_TAG_member, name: \"d\", scope: !1, file: !0, line: 4, baseType: !2, size: 32, align: 8, offset: 64, flags: DIFlagPublic, extraData: i32 3, dwarfAddressSpace: 0, annotations: !{})",
    "!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !2, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: true)",
    "!DICompositeType(tag: DW_TAG_array_type, name: \"c\", scope: !1, file: !0, line: 4, baseType: !2, size: 96, align: 32, offset: 8, num_extra_inhabitants: 2, flags: DIFlagVector, elements: !{}, runtimeLang: DW_LANG_C, vtableHolder: !2, templateParams: !{}, identifier: \"id\", discriminator: !2, dataLocation: !DIExpression(), associated: !DIExpression(), allocated: !DIExpression(), rank: !DIExpression(), annotations: !{}, specification: !2, enumKind: DW_APPLE_ENUM_KIND_Closed, bitStride: i32 4)",
    "!DICompositeType(tag: DW_TAG_structure_type)",
    "!DISubroutineType(flags: DIFlagPublic, cc: DW_CC_normal, types: !{null, !2})",
    "!DIFile(filename: \"a\", directory: \"b\")",
    "!DIFile(filename: \"a\", directory: \"b\", source: \"int\")",
    "!DIFile(filename: \"a\", directory: \"b\", checksumkind: CSK_MD5, checksum: \"00112233445566778899aabbccddeeff\", source: \"\")",
    "distinct !DICompileUnit(language: DW_LANG_C11, file: !0, producer: \"p\", isOptimized: true, flags: \"f\", runtimeVersion: 2, splitDebugFilename: \"s\", emissionKind: LineTablesOnly, enums: !{}, retainedTypes: !{}, globals: !{}, imports: !{}, macros: !{}, dwoId: 18446744073709551615, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: \"r\", sdk: \"k\")",
    "distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, sourceLanguageVersion: 201112, file: !0, emissionKind: FullDebug)",
    "!DISubprogram(name: \"s\", linkageName: \"l\", scope: !0, file: !0, line: 3, type: !13, scopeLine: 4, containingType: !2, virtualIndex: 5, thisAdjustment: -8, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual, unit: !14, templateParams: !{}, declaration: !1, retainedNodes: !{}, thrownTypes: !{}, annotations: !{}, targetFuncName: \"t\", keyInstructions: true)",
    "!DILexicalBlock(scope: !1, file: !0, line: 3, column: 65535)",
    "!DILexicalBlockFile(scope: !1, file: !0, discriminator: 9)",
    "!DINamespace(name: \"n\", scope: !0, exportSymbols: true)",
    "!DINamespace(scope: null)",
    "!DIModule(scope: !0, name: \"m\", configMacros: \"c\", includePath: \"i\", apinotes: \"a\", file: !0, line: 3, isDecl: true)",
    "!DITemplateTypeParameter(name: \"T\", type: !2, defaulted: true)",
    "!DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: \"T\", type: !2, defaulted: true, value: !\"v\")",
    "!DIGlobalVariable(name: \"g\", linkageName: \"l\", scope: !0, file: !0, line: 3, type: !2, isLocal: true, isDefinition: false, declaration: !15, templateParams: !{}, align: 8, annotations: !{})",
    "!DILocalVariable(name: \"l\", arg: 65535, scope: !1, file: !0, line: 3, type: !2, flags: DIFlagArtificial, align: 8, annotations: !{})",
    "!DILabel(scope: !1, name: \"l\", file: !0, line: 4, column: 3, isArtificial: true, coroSuspendIdx: 3)",
    "!DILabel(scope: !1, name: \"l\", file: !0, line: 4)",
    "!DIObjCProperty(name: \"p\", file: !0, line: 3, setter: \"s\", getter: \"g\", attributes: 3, type: !2)",
    "!DIImportedEntity(tag: DW_TAG_imported_module, name: \"i\", scope: !0, entity: !2, file: !0, line: 5, elements: !{})",
    "distinct !DIAssignID()",
    "!DIMacro(type: DW_MACINFO_define, line: 1, name: \"n\", value: \"v\")",
    "!DIMacroFile(line: 1, file: !0, nodes: !{})",
    "!DICommonBlock(scope: !1, declaration: !11, name: \"c\", file: !0, line: 3)",
    "!DIStringType(name: \"s\", stringLength: !16, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(), size: 32, align: 8, encoding: DW_ATE_UTF)",
    "!DIGenericSubrange(count: !16, lowerBound: !DIExpression(DW_OP_consts, 1), upperBound: !DIExpression(), stride: !DIExpression())",
    "!DISubrangeType(name: \"s\", scope: !1, file: !0, line: 3, size: 32, align: 8, flags: DIFlagPublic, baseType: !2, lowerBound: i32 3, upperBound: i32 5, stride: i32 6, bias: i32 7)",
    "!DIFixedPointType(name: \"f\", size: 32, align: 8, encoding: DW_ATE_signed_fixed, kind: Rational, numerator: 1, denominator: 1000000000000000000000000)",
    "!DIFixedPointType(name: \"f\", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)",
    "!DIFixedPointType(name: \"f\", scope: !1, file: !0, line: 3, size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)",
];

const COMMON: &str = "@g = global i32 0
!0 = !DIFile(filename: \"f\", directory: \"d\")
!1 = distinct !DISubprogram(name: \"s\", scope: !0, file: !0, line: 3, type: !13, spFlags: DISPFlagDefinition, unit: !14)
!2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DILocation(line: 1, scope: !1)
!11 = distinct !DIGlobalVariable(name: \"g\", scope: !0, isLocal: false, isDefinition: true)
!12 = !DILocalVariable(scope: !1)
!13 = !DISubroutineType(types: !{null})
!14 = distinct !DICompileUnit(language: DW_LANG_C, file: !0)
!15 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !2)
!16 = !DILocalVariable(scope: !1, name: \"len\")
!llvm.module.flags = !{!17}
!17 = !{i32 2, !\"Debug Info Version\", i32 3}
";

#[test]
fn every_kind_of_node() {
    for node in NODES {
        keeps(&format!("{COMMON}!named = !{{!20}}\n!20 = {node}\n"));
    }
    for kind in NodeKind::ALL {
        let name = format!("!{}(", kind.info().name);
        let is_there = |n: &&str| n.contains(&name) || *kind == NodeKind::Tuple;
        assert!(NODES.iter().any(is_there), "no node of kind {kind:?}");
    }
}

#[test]
fn many_nodes_with_an_index() {
    let mut text = COMMON.to_string();
    let mut names = Vec::new();
    for (i, node) in NODES.iter().enumerate() {
        text += &format!("!{} = {node}\n", 100 + i);
        names.push(format!("!{}", 100 + i));
    }
    keeps(&format!("{text}!named = !{{{}}}\n!empty = !{{}}\n", names.join(", ")));
}

#[test]
fn metadata_of_globals_and_functions() {
    keeps(
        "@g = global i32 0, !absolute_symbol !0, !type !1, !type !2, !own !3
declare !own !3 void @d()
define void @f(ptr %p, i32 %x) !own !4 !prof !5 {
  store i32 %x, ptr %p, align 4, !nontemporal !6, !other.own !4
  call void @use(metadata i32 %x, metadata !7, metadata i32 3, metadata ptr @g)
  call void @use(metadata i32 %x, metadata !\"only here\", metadata !{!\"shared\"}, metadata ptr %p), !own !8
  ret void, !own !9
}
define void @h() !own !8 {
  call void @use(metadata !\"shared\", metadata !10, metadata i64 1, metadata ptr null)
  ret void
}
declare void @use(metadata, metadata, metadata, metadata)
!0 = !{i64 0, i64 256}
!1 = !{i64 0, !\"a\"}
!2 = !{i64 8, !\"b\"}
!3 = !{}
!4 = distinct !{!4, !7}
!5 = !{!\"function_entry_count\", i64 7}
!6 = !{i32 1}
!7 = distinct !{!8}
!8 = !{!\"shared\", null}
!9 = !{!10}
!10 = distinct !{!9, !11}
!11 = !{!9, !\"circle\"}
",
    );
}

#[test]
fn debug_records() {
    keeps(&format!(
        "{COMMON}
define i32 @f(i32 %x, ptr %p) !dbg !1 {{
    #dbg_value(i32 %x, !20, !DIExpression(), !21)
    #dbg_declare(ptr %p, !22, !DIExpression(DW_OP_deref), !21)
  %y = add i32 %x, 1, !dbg !21
    #dbg_value(!DIArgList(i32 %x, i32 %y, i32 7), !20, !DIExpression(DW_OP_LLVM_arg, 0), !23)
    #dbg_value(!DIArgList(i32 %x, i32 %y, i32 7), !22, !DIExpression(DW_OP_LLVM_arg, 0), !23)
    #dbg_value(i32 poison, !22, !DIExpression(), !23)
    #dbg_assign(i32 %y, !20, !DIExpression(), !24, ptr %p, !DIExpression(), !23)
    #dbg_label(!25, !23)
  store i32 %y, ptr %p, align 4, !dbg !23, !DIAssignID !24
  %z = add i32 %later, 0, !dbg !23
  %later = add i32 %y, 0, !dbg !26
    #dbg_value(!DIArgList(), !22, !DIExpression(), !23)
  ret i32 %z, !dbg !26
}}
!20 = !DILocalVariable(name: \"x\", arg: 1, scope: !1, type: !2)
!21 = !DILocation(line: 1, column: 2, scope: !1)
!22 = !DILocalVariable(name: \"p\", scope: !1, type: !2)
!23 = !DILocation(line: 2, scope: !27, inlinedAt: !10)
!24 = distinct !DIAssignID()
!25 = !DILabel(scope: !1, name: \"l\", file: !0, line: 4)
!26 = !DILocation(line: 3, column: 5, scope: !1, isImplicitCode: true, atomGroup: 3, atomRank: 1)
!27 = !DILexicalBlock(scope: !1, file: !0, line: 1, column: 3)
"
    ));
}

#[test]
fn only_what_a_function_refers_to_is_loaded() {
    // Nodes that two functions use are the module's; enough of them for an index.
    let mut nodes = String::new();
    let mut shared = String::new();
    for i in 0..100 {
        nodes += &format!("!{} = !{{!\"n{i}\", i32 {i}, !{}}}\n", 100 + i, 99 + i);
        if i > 50 {
            shared += &format!("  fence seq_cst, !own !{}\n", 100 + i);
        }
    }
    let f = "define void @f(i32 %x) !own !110 {\n  call void @use(metadata !120), !own !99\n  call void @use(metadata i32 %x)\n  ret void, !other !98\n}";
    let rest = "!named = !{!105}\n!98 = !{!\"only in f\", !130}\n!99 = distinct !{!99, !103}\n";
    let text = |bodies: &str| format!("declare void @use(metadata)\n{f}\n{bodies}\n{rest}{nodes}");
    let all =
        text(&format!("define void @g() {{\n{shared}  ret void\n}}\ndefine void @h() {{\n{shared}  ret void\n}}"));
    let bitcode = write(&parse(&all), &WriteOptions::default());
    let cx = Context::new();
    let mut lazy = LazyModule::open(&cx, "m", &bitcode, &ReadOptions::default()).unwrap();
    let f = lazy.module().global_named(b"f").unwrap();
    lazy.materialize(f).unwrap();
    // Of `!100` to `!130` each refers to the one before.
    let loaded = lazy.module().metadata().node_count();
    assert_eq!(loaded, 31 + 2);
    lazy.materialize_metadata().unwrap();
    let expected = print(&parse(&text("declare void @g()\ndeclare void @h()")));
    assert_eq!(print(lazy.module()), expected);
    lazy.materialize(lazy.module().global_named(b"g").unwrap()).unwrap();
    lazy.materialize(lazy.module().global_named(b"h").unwrap()).unwrap();
    assert_eq!(print(lazy.module()), print(&parse(&all)));
}

/// The code of a record and its operands.
type Code<'a> = (u32, &'a [u64]);

/// A module whose `METADATA` block consists of these records, and the strings `a`, `b` with ids 0 and 1 before them.
fn bitcode(records: &[Code]) -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.fixed(0xdec0_4342, 32);
    out.enter_block(block::MODULE, 3);
    out.record(1, &[1]);
    out.enter_block(block::TYPE, 3);
    out.record(lindworm_bitcode::codes::ty::NUMENTRY, &[2]);
    out.record(lindworm_bitcode::codes::ty::INTEGER, &[32]);
    out.record(lindworm_bitcode::codes::ty::METADATA, &[]);
    out.end_block();
    out.enter_block(block::CONSTANTS, 3);
    out.record(lindworm_bitcode::codes::constant::SETTYPE, &[0]);
    out.record(lindworm_bitcode::codes::constant::INTEGER, &[14]);
    out.end_block();
    out.enter_block(block::METADATA, 3);
    out.record(code::STRING_OLD, &[b'a'.into()]);
    out.record(code::STRING_OLD, &[b'b'.into()]);
    for (code, ops) in records {
        out.record(*code, ops);
    }
    out.end_block();
    out.end_block();
    out.bits.into_bytes()
}

/// The last node that these records define as text.
fn last_node(records: &[Code]) -> Result<String, String> {
    let mut all = records.to_vec();
    let last = 2 + records.len() as u64 - 1;
    all.push((code::NAME, &[b'n' as u64]));
    let named = [last];
    all.push((code::NAMED_NODE, &named));
    let options = ReadOptions { upgrade: false, odr_types: false, ..ReadOptions::default() };
    let outcome = read(&Context::new(), "m", &bitcode(&all), &options).map_err(|e| e.to_string())?;
    let text = print(&outcome.module);
    // Expressions are written where they are used.
    let in_place =
        text.lines().find_map(|l| l.strip_prefix("!n = !{!DI")?.strip_suffix('}').map(|l| format!("!DI{l}")));
    let numbered = text.lines().find_map(|l| l.strip_prefix("!0 = ").map(str::to_string));
    Ok(in_place.or(numbered).expect("a named node"))
}

#[test]
fn old_records() {
    let empty: Code = (code::NODE, &[]);
    let cases: &[(&[Code], &str)] = &[
        (&[(code::OLD_NODE, &[0, 0, 1, 1])], "!{i32 7, !\"b\"}"),
        (&[(code::SUBRANGE, &[0, 4, 5])], "!DISubrange(count: 4, lowerBound: -3)"),
        (&[(code::SUBRANGE, &[2, 0, 6])], "!DISubrange(lowerBound: 3)"),
        (&[(code::ENUMERATOR, &[0, 9, 1])], "!DIEnumerator(name: \"a\", value: -5)"),
        (
            &[(code::ENUMERATOR, &[2, 9, 1])],
            "!DIEnumerator(name: \"a\", value: 18446744073709551611, isUnsigned: true)",
        ),
        (
            &[(code::BASIC_TYPE, &[0, 0x24, 1, 32, 8, 5])],
            "!DIBasicType(name: \"a\", size: 32, align: 8, encoding: DW_ATE_signed)",
        ),
        (&[(code::STRING_TYPE, &[0, 0x12, 1, 0, 0, 32, 8, 0])], "!DIStringType(name: \"a\", size: 32, align: 8)"),
        (
            &[(code::DERIVED_TYPE, &[0, 0x0d, 1, 0, 3, 0, 0, 32, 8, 64, 0, 0])],
            "!DIDerivedType(tag: DW_TAG_member, name: \"a\", line: 3, baseType: null, size: 32, align: 8, offset: 64)",
        ),
        (
            &[(code::DERIVED_TYPE, &[0, 0x0f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1])],
            "!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, dwarfAddressSpace: 3)",
        ),
        (
            &[(code::COMPOSITE_TYPE, &[0, 0x13, 1, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 2])],
            "!DICompositeType(tag: DW_TAG_structure_type, name: \"a\", size: 32, identifier: \"b\")",
        ),
        (&[empty, (code::SUBROUTINE_TYPE, &[0, 0, 3])], "!DISubroutineType(types: !1)"),
        (&[(code::FILE, &[0, 1, 2])], "!DIFile(filename: \"a\", directory: \"b\")"),
        (&[(code::NAMESPACE, &[0, 0, 0, 1, 7])], "!DINamespace(name: \"a\", scope: null)"),
        (&[(code::MODULE, &[0, 0, 1, 2, 0, 0])], "!DIModule(scope: null, name: \"a\", configMacros: \"b\")"),
        (&[(code::TEMPLATE_VALUE, &[0, 0x30, 1, 0, 2])], "!DITemplateValueParameter(name: \"a\", value: !\"b\")"),
        (
            &[(code::GLOBAL_VAR, &[2, 0, 1, 0, 0, 3, 0, 0, 1, 0, 0])],
            "!DIGlobalVariable(name: \"a\", scope: null, line: 3, isLocal: false, isDefinition: true)",
        ),
        (
            &[empty, (code::LOCAL_VAR, &[0, 0x101, 3, 1, 0, 4, 0, 2, 64, 0])],
            "!DILocalVariable(name: \"a\", arg: 2, scope: !1, line: 4, flags: DIFlagArtificial)",
        ),
        (&[empty, (code::LOCATION, &[0, 3, 70000, 2, 0])], "!DILocation(line: 3, scope: !1)"),
        (
            &[(code::IMPORTED_ENTITY, &[0, 8, 0, 0, 5, 1])],
            "!DIImportedEntity(tag: DW_TAG_imported_declaration, name: \"a\", scope: null)",
        ),
        (
            // Local, a definition, of flags with the main program's; the type that contains it has no place in the text.
            &[(code::SUBPROGRAM, &[0, 0, 1, 2, 0, 3, 0, 1, 1, 4, 0, 1, 5, 1 << 21, 1, 0, 0, 0])],
            "distinct !DISubprogram(name: \"a\", linkageName: \"b\", scope: null, line: 3, scopeLine: 4, virtualIndex: 5, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized | DISPFlagMainSubprogram)",
        ),
        (
            &[(code::SUBPROGRAM, &[2, 0, 1, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0])],
            "!DISubprogram(name: \"a\", scope: null, line: 3, scopeLine: 4, thisAdjustment: 8, spFlags: 0)",
        ),
        (&[(code::EXPRESSION, &[0, 6, 0x9d, 0, 8])], "!DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 0, 8)"),
        (
            &[(code::EXPRESSION, &[2, 6, 0x22, 4, 0x1000, 0, 8])],
            "!DIExpression(DW_OP_plus_uconst, 4, DW_OP_deref, DW_OP_LLVM_fragment, 0, 8)",
        ),
        (&[(code::EXPRESSION, &[4, 0x1c, 4])], "!DIExpression(DW_OP_constu, 4, DW_OP_minus)"),
        (&[(code::EXPRESSION, &[4, 0x22])], "!DIExpression(35)"),
    ];
    for (records, expected) in cases {
        assert_eq!(last_node(records).as_deref(), Ok(*expected), "{records:?}");
    }
}

#[test]
fn references_to_types_by_identifier() {
    // A member of the type with the identifier `b`.
    let records: &[Code] = &[
        (code::DERIVED_TYPE, &[0, 0x0d, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0]),
        (code::COMPOSITE_TYPE, &[0, 0x13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]),
        (code::NODE, &[2, 4]),
        (code::SUBROUTINE_TYPE, &[0, 0, 5]),
        (code::NODE, &[3, 6]),
        (code::NAME, &[b'n' as u64]),
        (code::NAMED_NODE, &[6]),
    ];
    let options = ReadOptions { upgrade: false, odr_types: false, ..ReadOptions::default() };
    let module = read(&Context::new(), "m", &bitcode(records), &options).unwrap().module;
    let text = print(&module);
    let nodes: Vec<&str> = text.lines().filter(|l| l.starts_with('!')).collect();
    let expected = [
        "!n = !{!0}",
        "!0 = !{!1, !3}",
        "!1 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", scope: !2, baseType: null)",
        "!2 = !DICompositeType(tag: DW_TAG_structure_type, identifier: \"b\")",
        "!3 = !DISubroutineType(types: !4)",
        "!4 = !{!2, !2}",
    ];
    assert_eq!(nodes, expected);
}

#[test]
fn references_forward_and_in_circles() {
    assert_eq!(last_node(&[(code::NODE, &[4]), (code::NODE, &[3])]).as_deref(), Ok("!{!1}"));
    assert_eq!(last_node(&[(code::NODE, &[3])]).as_deref(), Ok("distinct !{!0}"));
    assert_eq!(last_node(&[(code::NODE, &[4]), (code::DISTINCT_NODE, &[])]).as_deref(), Ok("distinct !{}"));
}

#[test]
fn records_that_are_wrong() {
    let cases: &[(&[Code], &str)] = &[
        (&[(code::LOCATION, &[])], "Invalid record"),
        (&[(code::LOCATION, &[0, 1, 2, 3])], "Invalid record"),
        (&[(code::LOCATION, &[0, 1, 2, 1 << 40, 0])], "Invalid record"),
        (&[(code::NODE, &[9])], "Invalid record"),
        (&[(code::NODE, &[u64::MAX])], "Invalid record"),
        (&[(code::VALUE, &[0])], "Invalid record"),
        (&[(code::VALUE, &[1, 0])], "Invalid record"),
        (&[(code::VALUE, &[9, 0])], "Invalid record"),
        (&[(code::VALUE, &[0, 9])], "Invalid value reference from metadata"),
        (&[(code::VALUE, &[0, 0]), (code::ARG_LIST, &[2])], "Invalid record"),
        (&[(code::OLD_NODE, &[0])], "Invalid record"),
        (&[(code::OLD_NODE, &[7, 0])], "Invalid record"),
        (&[(code::OLD_NODE, &[0, 9])], "Invalid value reference from old metadata"),
        (&[(code::SUBRANGE, &[6, 0, 0, 0, 0])], "Invalid record: Unsupported version of DISubrange"),
        (&[(code::ENUMERATOR, &[4, u64::MAX, 1, 1])], "Invalid record"),
        (&[(code::ENUMERATOR, &[4, 1 << 30, 1])], "Invalid record"),
        (&[(code::FIXED_POINT_TYPE, &[2, 0, 0, 0, 0, 0, 0, 0, 0, u64::MAX, 0])], "Invalid record"),
        (&[(code::EXPRESSION, &[])], "Invalid record"),
        (&[(code::EXPRESSION, &[8])], "Invalid record"),
        (&[(code::ASSIGN_ID, &[0])], "Invalid DIAssignID record. Must be distinct"),
        (&[(code::ASSIGN_ID, &[])], "Invalid DIAssignID record."),
        (&[(code::IMPORTED_ENTITY, &[0])], "Invalid DIImportedEntity record"),
        (&[(code::LOCAL_VAR, &[2, 1, 0, 0, 0, 0, 0, 0, 1 << 32])], "Alignment value is too large"),
        (&[(code::LABEL, &[0, 0, 1, 0, 0, 0, 1 << 32])], "CoroSuspendIdx value is too large"),
        // A node where there must be a string.
        (&[(code::NODE, &[]), (code::FILE, &[0, 3, 0])], "Invalid record"),
        (&[(code::FILE, &[0, 4, 0]), (code::NODE, &[])], "Invalid record"),
        (&[(code::NAME, &[110]), (code::NODE, &[])], "METADATA_NAME not followed by METADATA_NAMED_NODE"),
        (&[(code::NAME, &[110]), (code::NAMED_NODE, &[0])], "Invalid named metadata: expect fwd ref to MDNode"),
        (&[(code::NAME, &[110]), (code::NAMED_NODE, &[77])], "Invalid named metadata: expect fwd ref to MDNode"),
        (&[(code::KIND, &[0])], "Invalid record"),
        (&[(code::KIND, &[0, 97]), (code::KIND, &[0, 98])], "Conflicting METADATA_KIND records"),
        (&[(code::STRINGS, &[1, 0])], "Invalid record: metadata strings bad length"),
        (&[(code::STRINGS, &[0, 0])], "Invalid record: metadata strings with no strings"),
        (&[(code::STRINGS, &[1])], "Invalid record: metadata strings layout"),
        (&[(code::STRINGS, &[1, 9])], "Invalid record: metadata strings corrupt offset"),
        (&[(code::GLOBAL_DECL_ATTACHMENT, &[0, 1])], "Invalid record"),
        (&[(code::GLOBAL_DECL_ATTACHMENT, &[9])], "Invalid record"),
    ];
    for (records, message) in cases {
        let read = read(&Context::new(), "m", &bitcode(records), &ReadOptions::default());
        assert_eq!(read.err().map(|e| e.message).as_deref(), Some(*message), "{records:?}");
    }
}

#[test]
fn short_records_of_every_kind_are_no_panic() {
    let cx = Context::new();
    for code in 0..64 {
        for len in 0..28 {
            for value in [0, 3, 4, u64::MAX] {
                let ops = vec![value; len];
                let data = bitcode(&[(code, &ops), (code::NODE, &[3])]);
                if let Ok(outcome) = read(&cx, "m", &data, &ReadOptions::default()) {
                    print(&outcome.module);
                }
            }
        }
    }
}
