//! Single things are written as LLVM's verifier writes them under its messages.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::types::MAX_MESSAGE_TEXT;
use lindworm_ir::{Context, Global, Inst, Module, Type, Value};
use lindworm_text::{MessageWriter, ReadOptions, read, type_to_string};

fn module(source: &str) -> Module {
    match read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{errors:?}"),
    }
}

fn function(module: &Module, name: &str) -> Global {
    module.global_named(name.as_bytes()).unwrap()
}

/// The instruction of this number in a function.
fn inst(module: &Module, function: Global, index: usize) -> Inst {
    let body = module.body(function).unwrap();
    body.blocks().flat_map(|b| body.insts(b)).nth(index).unwrap()
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

const FUNCTIONS: &str = r#"
define void @a(ptr %x) {
  call void @g() #3
  ret void
}

define void @b(ptr %x) {
entry:
  call void @g() #4
  %p = select i1 true, ptr %x, ptr null
  %0 = select i1 true, ptr %x, ptr null
  ret void
}

define void @d(ptr %x) #5 {
  call void @g() #6 [ "deopt"() ]
  ret void
}

declare void @g()

attributes #3 = { nounwind }
attributes #4 = { noreturn }
attributes #5 = { cold }
attributes #6 = { hot }
"#;

#[test]
fn groups_of_calls_are_numbered_as_functions_come_up() {
    let module = module(FUNCTIONS);
    let (b, d) = (function(&module, "b"), function(&module, "d"));
    let call = inst(&module, d, 0).into();

    // A function of which nothing with a number is written counts for nothing.
    let mut writer = MessageWriter::new(&module);
    let named = inst(&module, b, 1).into();
    assert_eq!(text(|o| writer.value(o, Some(b), named)), "  %p = select i1 true, ptr %x, ptr null\n");
    assert_eq!(text(|o| writer.value(o, Some(d), call)), "  call void @g() #1 [ \"deopt\"() ]\n");

    let mut writer = MessageWriter::new(&module);
    let unnamed = inst(&module, b, 2).into();
    assert_eq!(text(|o| writer.value(o, Some(b), unnamed)), "  %0 = select i1 true, ptr %x, ptr null\n");
    assert_eq!(text(|o| writer.value(o, Some(d), call)), "  call void @g() #2 [ \"deopt\"() ]\n");
}

#[test]
fn values() {
    let module = module(FUNCTIONS);
    let b = function(&module, "b");
    let mut writer = MessageWriter::new(&module);
    let entry = module.body(b).unwrap().entry().unwrap();
    assert_eq!(text(|o| writer.value(o, Some(b), entry.into())), "label %entry\n");
    assert_eq!(text(|o| writer.value(o, Some(b), Value::arg(0))), "ptr %x\n");
    assert_eq!(text(|o| writer.value(o, None, b.into())), "ptr @b\n");
    assert_eq!(text(|o| writer.module_id(o)), "; ModuleID = 'm'\n");
}

#[test]
fn what_is_in_no_block_has_no_number() {
    let mut module = module("define void @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret void\n}\n");
    let f = function(&module, "f");
    let body = module[f].as_function_mut().unwrap().body.as_mut().unwrap();
    let block = body.create_block();
    let data = *body.inst(Inst::from_u32(0));
    let inst = body.create_inst(data, Type::I32);
    let mut writer = MessageWriter::new(&module);
    assert_eq!(text(|o| writer.value(o, Some(f), block.into())), "label <badref>\n");
    assert_eq!(text(|o| writer.value(o, Some(f), inst.into())), "  <badref> = add i32 %x, 1\n");
    assert_eq!(text(|o| writer.value(o, None, Value::arg(3))), "void <badref>\n");
    assert_eq!(text(|o| writer.debug_record(o, f, inst, 3)), "\n");
}

#[test]
fn metadata_and_debug_records() {
    let module = module(
        r#"
define i32 @f(i32 %a) !dbg !5 {
    #dbg_value(i32 %a, !9, !DIExpression(), !8)
  %r = add i32 %a, 1, !dbg !8
    #dbg_value(!DIArgList(i32 %a, i32 %r), !{}, !DIExpression(), !8)
  ret i32 %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", unit: !0)
!6 = distinct !DISubprogram(name: "g", unit: !0)
!8 = !DILocation(line: 1, scope: !6)
!9 = !DILocalVariable(name: "a", scope: !5)
"#,
    );
    let f = function(&module, "f");
    let body = module.body(f).unwrap();
    let (add, ret) = (inst(&module, f, 0), inst(&module, f, 1));
    let mut writer = MessageWriter::new(&module);
    assert_eq!(text(|o| writer.value(o, Some(f), add.into())), "  %r = add i32 %a, 1, !dbg !5\n");
    assert_eq!(
        text(|o| writer.metadata(o, None, body.debug_loc(add).unwrap())),
        "!5 = !DILocation(line: 1, scope: !6)\n"
    );
    assert_eq!(text(|o| writer.debug_record(o, f, add, 0)), "#dbg_value(i32 %a, !4, !DIExpression(), !5)\n");
    assert_eq!(
        text(|o| writer.debug_record(o, f, ret, 0)),
        "#dbg_value(!DIArgList(i32 %a, i32 %r), !7, !DIExpression(), !5)\n"
    );
    let operands: Vec<_> = body.debug_records(ret).next().unwrap().operands().collect();
    for (operand, written) in
        operands.into_iter().zip(["!DIArgList(i32 %a, i32 %r)\n", "!7 = !{}\n", "!DIExpression()\n"])
    {
        assert_eq!(text(|o| writer.metadata(o, Some(f), operand)), written);
    }
    let flag = module.named_metadata()[1].operands[0];
    assert_eq!(text(|o| writer.metadata(o, None, flag)), "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
    assert_eq!(text(|o| writer.named_metadata(o, 0)), "!llvm.dbg.cu = !{!0}\n\n");
    assert_eq!(text(|o| writer.named_metadata(o, 9)), "");
}

#[test]
fn what_a_debug_record_lacks() {
    let module = module(
        r#"
define void @f(i32 %0) {
  call void @llvm.dbg.value(metadata i32 %0, metadata !DIExpression(), metadata !"x")
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
"#,
    );
    let f = function(&module, "f");
    let ret = inst(&module, f, 0);
    let mut writer = MessageWriter::new(&module);
    assert_eq!(text(|o| writer.debug_record(o, f, ret, 0)), "#dbg_value(i32 %0, !DIExpression(), (null), (null))\n");
}

#[test]
fn nodes_that_nothing_refers_to() {
    let mut module = module("");
    let string = module.metadata_mut().add_string(b"s\"");
    let tuple = module.metadata_mut().add_node(NodeKind::Tuple, true, &[string.bits()]);
    let mut writer = MessageWriter::new(&module);
    assert_eq!(text(|o| writer.metadata(o, None, string)), "!\"s\\22\"\n");
    assert_eq!(text(|o| writer.metadata(o, None, tuple)), "<0x0> = distinct !{!\"s\\22\"}\n");
}

#[test]
fn types_comdats_and_attributes() {
    let module = module(
        r#"
%T = type { i32, ptr }
$c = comdat largest
@c = global %T zeroinitializer, comdat
declare noundef ptr @f(ptr byval(%T) align 8 "a"="b", i32, i32 zeroext) noreturn "x"="y"
"#,
    );
    let (c, f) = (function(&module, "c"), function(&module, "f"));
    let writer = MessageWriter::new(&module);
    assert_eq!(text(|o| writer.ty(o, module[c].value_type)), " %T = type { i32, ptr }");
    assert_eq!(text(|o| writer.ty(o, Type::I32)), " i32");
    assert_eq!(text(|o| writer.comdat(o, module[c].comdat.unwrap())), "$c = comdat largest\n");
    let list = module.function(f).unwrap().attributes;
    assert_eq!(
        text(|o| writer.attribute_list(o, list)),
        "AttributeList[\n  { function => noreturn \"x\"=\"y\" }\n  { return => noundef }\n  \
         { arg(0) => byval(%T) align 8 \"a\"=\"b\" }\n  { arg(2) => zeroext }\n]\n"
    );
    let set = module.context().attribute_list(list).params[0];
    assert_eq!(text(|o| writer.attribute_set(o, set)), "byval(%T) align 8 \"a\"=\"b\"\n");
    assert_eq!(text(|o| writer.attribute(o, &Attribute::Int(AttrKind::ALIGN, 4))), "align 4\n");
}

#[test]
fn texts_that_would_be_too_long_are_cut_off() {
    let cx = Context::new();
    let module = Module::new(&cx, "m");
    let shared = (0..60).fold(Type::I8, |ty, _| cx.struct_type(&[ty, ty], false));
    let mut writer = MessageWriter::new(&module);
    let value = text(|out| writer.value(out, None, module.constants().undef(shared)));
    let ty = type_to_string(&cx, shared);
    assert_eq!((value.len(), ty.len()), (MAX_MESSAGE_TEXT + 4, MAX_MESSAGE_TEXT + 3));
    assert!(value.ends_with("...\n") && value.starts_with(ty.strip_suffix("...").unwrap()));
}
