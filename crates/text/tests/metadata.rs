//! Metadata as text: what comes out for what goes in, and what is refused.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read, to_bytes};

/// What is written for a source, without the two lines at the start.
fn written(source: &str) -> String {
    match read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) {
        Ok(outcome) => {
            let text = String::from_utf8(to_bytes(&outcome.module)).unwrap();
            text.splitn(3, '\n').nth(2).unwrap().trim_start().to_string()
        }
        Err(errors) => panic!("{}", errors[0].message),
    }
}

/// Line, column and message of the first error.
fn error(source: &str) -> (usize, usize, String) {
    match read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) {
        Ok(_) => panic!("accepted"),
        Err(errors) => {
            let (line, column) = errors[0].line_and_column(source.as_bytes());
            (line, column, errors[0].message.clone())
        }
    }
}

/// Checks that nodes, each the operand of `!n`, are written so.
fn check_nodes(nodes: &[(&str, &str)]) {
    for (source, expected) in nodes {
        let text = written(&format!("!n = !{{!1}}\n!1 = {source}\n!2 = !{{}}\n"));
        let node = text.lines().find_map(|l| l.strip_prefix("!0 = ")).unwrap_or("");
        assert_eq!(node, *expected, "{source}");
    }
}

#[test]
fn fields_come_in_the_order_of_the_table_and_without_defaults() {
    check_nodes(&[
        ("!DILocation(scope: !2, column: 0, line: 7)", "!DILocation(line: 7, scope: !1)"),
        (
            "!DIBasicType(size: 32, name: \"int\", encoding: DW_ATE_signed)",
            "!DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)",
        ),
        ("!DIBasicType(tag: 36, size: 0, name: \"\", encoding: 5)", "!DIBasicType(encoding: DW_ATE_signed)"),
        ("!DIBasicType(tag: 99, encoding: 254)", "!DIBasicType(tag: 99, encoding: 254)"),
        ("!DISubrange(count: 5, stride: -1)", "!DISubrange(count: 5, stride: -1)"),
        ("!DISubrange(count: i8 -3, lowerBound: null)", "!DISubrange(count: -3)"),
        (
            "!DIGenericSubrange(stride: -3, count: !DIExpression(DW_OP_constu, 3))",
            "!DIGenericSubrange(count: !DIExpression(DW_OP_constu, 3), stride: -3)",
        ),
        ("!DIEnumerator(value: -1, name: \"a\")", "!DIEnumerator(name: \"a\", value: -1)"),
        (
            "!DIEnumerator(value: 18446744073709551616, name: \"a\", isUnsigned: true)",
            "!DIEnumerator(name: \"a\", value: 18446744073709551616, isUnsigned: true)",
        ),
        (
            "!GenericDINode(tag: DW_TAG_member, operands: {null, !\"x\"})",
            "!GenericDINode(tag: DW_TAG_member, operands: {null, !\"x\"})",
        ),
        (
            "!DIFile(filename: \"\", directory: \"\", source: \"\")",
            "!DIFile(filename: \"\", directory: \"\", source: \"\")",
        ),
        (
            "!DISubprogram(type: !2, isDefinition: false, isLocal: true, flags: 33)",
            "!DISubprogram(scope: null, type: !1, flags: DIFlagPrivate | DIFlagVirtual, spFlags: DISPFlagLocalToUnit)",
        ),
        (
            "!DILabel(scope: !2, name: \"\", file: null, line: 0, coroSuspendIdx: 0)",
            "!DILabel(scope: !1, coroSuspendIdx: 0)",
        ),
    ]);
}

#[test]
fn a_pointer_with_authentication_has_its_schema_in_place_of_an_alignment() {
    check_nodes(&[
        (
            "!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: 2, ptrAuthIsaPointer: true)",
            "!DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: false, \
             ptrAuthIsaPointer: true, ptrAuthAuthenticatesNullValues: false)",
        ),
        (
            "!DIDerivedType(tag: DW_TAG_typedef, baseType: null, align: 8)",
            "!DIDerivedType(tag: DW_TAG_typedef, baseType: null, align: 8)",
        ),
    ]);
}

#[test]
fn expressions_stand_where_they_are_used() {
    let text =
        written("!n = !{!0, !1, !DIExpression(DW_OP_swap)}\n!0 = !DIExpression(DW_OP_plus_uconst, 3)\n!1 = !{!0}\n");
    assert_eq!(
        text,
        "!n = !{!DIExpression(DW_OP_plus_uconst, 3), !0, !DIExpression(22)}\n\n!0 = !{!DIExpression(DW_OP_plus_uconst, 3)}\n"
    );
}

#[test]
fn equal_nodes_are_one() {
    let source = "!n = !{!0, !1, !2}\n!0 = !{!3}\n!1 = !{!4}\n!2 = distinct !{!3}\n!3 = !{}\n!4 = !{}\n";
    assert_eq!(written(source), "!n = !{!0, !0, !2}\n\n!0 = !{!1}\n!1 = !{}\n!2 = distinct !{!1}\n");
    // What refers to itself is distinct.
    assert_eq!(written("!n = !{!0}\n!0 = !{!0}\n"), "!n = !{!0}\n\n!0 = distinct !{!0}\n");
}

#[test]
fn types_with_the_same_identifier_are_one() {
    let source = "!n = !{!0, !1}\n\
        !0 = !DICompositeType(tag: DW_TAG_class_type, identifier: \"x\", flags: DIFlagFwdDecl)\n\
        !1 = !DICompositeType(tag: DW_TAG_class_type, identifier: \"x\", size: 8)\n";
    assert_eq!(
        written(source),
        "!n = !{!0, !0}\n\n!0 = distinct !DICompositeType(tag: DW_TAG_class_type, size: 8, identifier: \"x\")\n"
    );
}

#[test]
fn numbers_far_apart() {
    assert_eq!(
        written("!n = !{!4294967295}\n!4294967295 = !{!4000000000}\n!4000000000 = !{}\n"),
        "!n = !{!0}\n\n!0 = !{!1}\n!1 = !{}\n"
    );
}

#[test]
fn kinds_of_attachments_are_ordered_by_first_use() {
    let source = "define void @f() {\n  ret void, !zz !0, !aa !0, !prof !0\n}\n\n\
        define void @g() {\n  ret void, !aa !0, !zz !{!\"s\"}\n}\n\n!0 = !{}\n";
    assert_eq!(
        written(source),
        "define void @f() {\n  ret void, !prof !0, !zz !0, !aa !0\n}\n\n\
         define void @g() {\n  ret void, !zz !1, !aa !0\n}\n\n!0 = !{}\n!1 = !{!\"s\"}\n"
    );
}

#[test]
fn operands_of_one_constant_are_the_constant() {
    let source = "declare void @llvm.foo(metadata, metadata)\ndefine void @f() {\n  \
        call void @llvm.foo(metadata !{i32 3}, metadata !{null})\n  ret void\n}\n";
    assert!(written(source).contains("call void @llvm.foo(metadata i32 3, metadata !0)"));
}

const DEBUG_INFO: &str = "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n\
    !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
    !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)\n\
    !2 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
    !3 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, type: !4, unit: !1, spFlags: DISPFlagDefinition)\n\
    !4 = !DISubroutineType(types: !{})\n\
    !5 = !DILocalVariable(name: \"x\", scope: !3)\n\
    !6 = !DILocation(line: 3, column: 2, scope: !3)\n";

#[test]
fn debug_records() {
    let body = "define void @f(i32 %x) !dbg !3 {\n    #dbg_value(!DIArgList(i32 %x, i32 1), !6, !DIExpression(DW_OP_LLVM_arg, 0), !7)\n  ret void, !dbg !7\n}\n";
    let source = body.replace("!7", "!8").replace("!6", "!5").replace("!8", "!6") + DEBUG_INFO;
    assert!(written(&source).starts_with(body), "{}", written(&source));
}

#[test]
fn debug_intrinsics_become_records() {
    let source = "declare void @llvm.dbg.value(metadata, metadata, metadata)\ndefine void @f(i32 %x) !dbg !3 {\n  \
        call void @llvm.dbg.value(metadata i32 %x, metadata !5, metadata !DIExpression()), !dbg !6\n  ret void\n}\n"
        .to_string()
        + DEBUG_INFO;
    let text = written(&source);
    assert!(text.contains("    #dbg_value(i32 %x, !6, !DIExpression(), !7)\n  ret void\n"), "{text}");
    assert!(!text.contains("llvm.dbg.value"));
}

#[test]
fn debug_info_of_another_version_goes() {
    let source =
        "define void @f() !dbg !3 {\n  ret void, !dbg !6\n}\n".to_string() + &DEBUG_INFO.replace("i32 3}", "i32 2}");
    assert_eq!(
        written(&source),
        "define void @f() {\n  ret void\n}\n\n!llvm.module.flags = !{!0}\n\n!0 = !{i32 2, !\"Debug Info Version\", i32 2}\n"
    );
}

#[test]
fn what_is_refused() {
    for (source, line, column, message) in [
        ("!0 = !{!7}", 1, 9, "use of undefined metadata '!7'"),
        ("!0 = !{}\n!0 = !{}\n@x = global i32 0", 3, 1, "Metadata id is already used"),
        ("!0 = i32 1", 1, 6, "unexpected type in metadata definition"),
        ("!0 = {}", 1, 6, "Expected '!' here"),
        ("!0 = !{i32 %x}", 1, 12, "invalid use of function-local name"),
        ("!n = !{!\"a\"}", 1, 9, "expected integer"),
        ("!0 = !DIFoo()", 1, 6, "expected metadata type"),
        ("!0 = !DICompileUnit()", 1, 6, "missing 'distinct', required for !DICompileUnit"),
        ("!0 = !DILocation(line: 1)", 1, 25, "missing required field 'scope'"),
        ("!0 = !DILocation(line: 1, line: 2)", 1, 27, "field 'line' cannot be specified more than once"),
        ("!0 = !DILocation(foo: 1)", 1, 18, "invalid field 'foo'"),
        ("!0 = !DILocation(line: 4294967296)", 1, 24, "value for 'line' too large, limit is 4294967295"),
        ("!0 = !DILocation(line: -1)", 1, 24, "expected unsigned integer"),
        ("!0 = !DILocation(scope: null)", 1, 25, "'scope' cannot be null"),
        ("!0 = !DIBasicType(tag: DW_TAG_foo)", 1, 24, "invalid DWARF tag 'DW_TAG_foo'"),
        ("!0 = !DIBasicType(tag: foo)", 1, 24, "expected DWARF tag"),
        ("!0 = !DISubroutineType(flags: DIFlagFoo)", 1, 31, "invalid debug info flag 'DIFlagFoo'"),
        ("!0 = !DISubrange(count: -2)", 1, 25, "value for 'count' too small, limit is -1"),
        ("!0 = !DIExpression(DW_OP_foo)", 1, 20, "invalid DWARF op 'DW_OP_foo'"),
        ("!0 = !DIExpression(18446744073709551616)", 1, 20, "element too large, limit is 18446744073709551615"),
        ("!0 = !DIGlobalVariable(name: \"\")", 1, 30, "'name' cannot be empty"),
    ] {
        assert_eq!(error(source), (line, column, message.to_string()), "{source}");
    }
}

#[test]
fn nesting_does_not_overflow_the_stack() {
    let depth = 1_000_000;
    let source = format!("!0 = {}{}", "!{".repeat(depth), "}".repeat(depth));
    assert_eq!(error(&source).2, "nested too deeply");
}

#[test]
fn long_chains_are_merged_in_linear_time() {
    // Two chains of the same shape, outer nodes first; and a circle.
    let n = 100_000;
    let mut source = format!("!n = !{{!0, !{n}}}\n");
    for i in 0..2 * n {
        match i % n == n - 1 {
            true => source.push_str(&format!("!{i} = !{{}}\n")),
            false => source.push_str(&format!("!{i} = !{{!{}}}\n", i + 1)),
        }
    }
    assert!(written(&source).starts_with("!n = !{!0, !0}\n"));
}
