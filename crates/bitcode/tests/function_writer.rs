//! What is written of function bodies: it reads back as it was, every kind of instruction, flag and side table, and takes the
//! abbreviations that it should.

use std::collections::BTreeMap;

use lindworm_bitcode::bitstream::{BlockInfo, Entry, Record, Stream};
use lindworm_bitcode::codes::{block, function};
use lindworm_bitcode::{ReadOptions, WriteOptions, read, write};
use lindworm_ir::editor::Editor;
use lindworm_ir::{Context, Module, Type, Value};

fn parse(text: &str) -> Module {
    match lindworm_text::read(&Context::new(), "m", text.as_bytes(), &lindworm_text::ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{} in\n{text}", errors[0].message),
    }
}

fn print(module: &Module, preserve_use_list_order: bool) -> String {
    let mut text = Vec::new();
    let options = lindworm_text::WriteOptions { preserve_use_list_order, ..Default::default() };
    lindworm_text::write_with(module, &options, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Text, written as bitcode, read and printed, must be what is printed of the text itself.
fn round_trip(text: &str, preserve: bool) {
    let module = parse(text);
    let options = WriteOptions { preserve_use_list_order: preserve, ..WriteOptions::default() };
    let bitcode = write(&module, &options);
    let back = match read(&Context::new(), "m", &bitcode, &ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(error) => panic!("{error} at bit {} of\n{text}", error.bit),
    };
    assert_eq!(print(&back, preserve), print(&module, preserve));
}

/// The records of the first function, those of blocks in it left out: their codes and abbreviations, in order.
fn records(text: &str) -> Vec<(u32, u32)> {
    let bitcode = write(&parse(text), &WriteOptions::default());
    let mut stream = Stream::new(&bitcode[4..]);
    let mut info = BlockInfo::default();
    let mut record = Record::default();
    let mut found = Vec::new();
    loop {
        match stream.next().unwrap() {
            Entry::Block(block::BLOCKINFO) => stream.read_block_info(&mut info).unwrap(),
            Entry::Block(id @ (block::MODULE | block::FUNCTION)) => drop(stream.enter(id, &info).unwrap()),
            Entry::Block(_) => stream.skip_block().unwrap(),
            Entry::End if !found.is_empty() => return found,
            Entry::End => {}
            Entry::Record(abbreviation) => {
                let in_function = stream.block() == Some(block::FUNCTION);
                stream.record(abbreviation, &mut record).unwrap();
                if in_function {
                    found.push((record.code, abbreviation));
                }
            }
        }
    }
}

/// Every instruction, in every form that has bits of its own in a record.
const INSTRUCTIONS: &[&str] = &[
    "define i32 @f(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = add nuw i32 %1, %b
  %3 = sub nsw i32 %2, 7
  %4 = mul nuw nsw i32 %3, -7
  %5 = shl nuw nsw i32 %4, 1
  %6 = udiv exact i32 %5, 3
  %7 = sdiv i32 %6, %a
  %8 = urem i32 %7, %a
  %9 = srem i32 %8, %b
  %10 = lshr exact i32 %9, 1
  %11 = ashr i32 %10, 1
  %12 = and i32 %11, %b
  %13 = or disjoint i32 %12, %b
  %14 = xor i32 %13, %b
  ret i32 %14
}",
    "define double @f(double %a, double %b) {
  %1 = fadd reassoc double %a, %b
  %2 = fsub nnan double %1, %b
  %3 = fmul ninf double %2, 2.500000e+00
  %4 = fdiv nsz arcp double %3, %b
  %5 = frem contract afn double %4, %b
  %6 = fneg fast double %5
  %7 = fneg double %6
  %8 = call fast double @f(double %7, double %7)
  %9 = fcmp nnan ninf olt double %8, %7
  %10 = select nsz i1 %9, double %8, double %7
  %11 = fptrunc nnan double %10 to float
  %12 = fpext reassoc float %11 to double
  ret double %12
}",
    "define i64 @f(i64 %a, ptr %p, ptr addrspace(1) %q, float %x) {
  %1 = trunc nuw nsw i64 %a to i32
  %2 = zext nneg i32 %1 to i64
  %3 = sext i32 %1 to i64
  %4 = fptoui float %x to i8
  %5 = fptosi float %x to i8
  %6 = uitofp nneg i8 %4 to float
  %7 = sitofp i8 %5 to float
  %8 = ptrtoint ptr %p to i64
  %9 = inttoptr i64 %8 to ptr
  %10 = bitcast float %6 to i32
  %11 = addrspacecast ptr %9 to ptr addrspace(1)
  %12 = ptrtoaddr ptr %p to i64
  ret i64 %12
}",
    "define i1 @f(i32 %a, <2 x i32> %v, float %x) {
  %1 = icmp eq i32 %a, 0
  %2 = icmp samesign ugt i32 %a, 5
  %3 = icmp sle <2 x i32> %v, zeroinitializer
  %4 = fcmp true float %x, 0.000000e+00
  %5 = fcmp une float %x, %x
  %6 = freeze i1 %5
  ret i1 %6
}",
    "define <4 x i32> @f(<4 x i32> %v, <4 x i32> %w, i32 %x, <vscale x 2 x i32> %s) {
  %1 = extractelement <4 x i32> %v, i32 %x
  %2 = insertelement <4 x i32> %w, i32 %1, i64 3
  %3 = shufflevector <4 x i32> %2, <4 x i32> %v, <4 x i32> <i32 0, i32 7, i32 poison, i32 2>
  %4 = shufflevector <4 x i32> %2, <4 x i32> poison, <4 x i32> zeroinitializer
  %5 = shufflevector <vscale x 2 x i32> %s, <vscale x 2 x i32> poison, <vscale x 2 x i32> zeroinitializer
  ret <4 x i32> %4
}",
    "define i8 @f({ i32, [2 x i8] } %s, { i32, [2 x i8] } %t) {
  %1 = extractvalue { i32, [2 x i8] } %s, 1, 0
  %2 = insertvalue { i32, [2 x i8] } %t, i8 %1, 1, 1
  %3 = insertvalue { i32, [2 x i8] } undef, i32 4, 0
  ret i8 %1
}",
    "%struct = type { i32, [4 x i64] }

define ptr @f(ptr %p, i64 %i) {
  %1 = alloca i32, align 4
  %2 = alloca i8, i64 %i, align 128
  %3 = alloca inalloca %struct, align 8
  %4 = alloca swifterror ptr, align 8
  %5 = alloca i32, i32 3, align 4294967296
  %6 = getelementptr %struct, ptr %p, i64 %i, i32 1, i64 2
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %8 = getelementptr nusw i8, ptr %7, <2 x i64> zeroinitializer
  %9 = load volatile i32, ptr %1, align 1
  %10 = load i64, ptr %p, align 8
  store volatile i32 %9, ptr %1, align 2
  store i64 %10, ptr %6, align 8
  ret ptr %7
}",
    "define i32 @f(ptr %p, i32 %x, float %y) {
  %1 = load atomic i32, ptr %p syncscope(\"singlethread\") acquire, align 4
  %2 = load atomic volatile i32, ptr %p unordered, align 4
  store atomic i32 %x, ptr %p syncscope(\"agent\") release, align 4
  store atomic volatile i32 %x, ptr %p monotonic, align 8
  fence syncscope(\"singlethread\") acq_rel
  fence seq_cst
  %3 = cmpxchg ptr %p, i32 %x, i32 0 acq_rel monotonic, align 4
  %4 = cmpxchg weak volatile ptr %p, i32 %x, i32 0 syncscope(\"agent\") seq_cst acquire, align 16
  %5 = atomicrmw xchg ptr %p, i32 %x seq_cst, align 4
  %6 = atomicrmw volatile umin ptr %p, i32 %x syncscope(\"agent\") monotonic, align 8
  %7 = atomicrmw fmaximum ptr %p, float %y release, align 4
  %8 = atomicrmw usub_sat ptr %p, i32 %x acquire, align 4
  %9 = atomicrmw uinc_wrap ptr %p, i32 %x acquire, align 4
  ret i32 %1
}",
    "define i32 @f(i32 %x, ptr %a) {
entry:
  switch i32 %x, label %default [
    i32 -1, label %one
    i32 7, label %two
  ]

one:
  br label %two

two:
  %p = phi i32 [ %x, %entry ], [ %later, %default ], [ -3, %one ]
  %q = phi nnan float [ 1.000000e+00, %entry ], [ %f, %default ], [ 2.000000e+00, %one ]
  %c = icmp eq i32 %p, 1
  br i1 %c, label %default, label %done

default:
  %later = add i32 %x, 1
  %f = sitofp i32 %later to float
  br label %two

done:
  indirectbr ptr %a, [label %one, label %end]

end:
  unreachable
}",
    "declare void @v(i32, ...)

declare void @g()

define void @f(ptr %p, i32 %x) {
  call void @g()
  tail call fastcc void @g() #0
  notail call void %p(i32 signext %x)
  call void (i32, ...) @v(i32 1, ptr byval(i64) %p, double 2.000000e+00)
  call void @g() [ \"deopt\"(i32 %x, ptr %p), \"mine\"(), \"align\"(ptr %p, i64 8) ]
  call void asm sideeffect alignstack inteldialect unwind \"nop\", \"r,~{memory}\"(i32 %x)
  callbr void asm \"\", \"!i\"()
          to label %1 [label %2]

1:
  musttail call void @f(ptr %p, i32 %x)
  ret void

2:
  ret void
}

attributes #0 = { nounwind }",
    "declare void @may(i32)

declare i32 @personality(...)

define i32 @f(i32 %x) personality ptr @personality {
  invoke coldcc void @may(i32 inreg %x) [ \"deopt\"(i32 4) ]
          to label %fine unwind label %bad

fine:
  ret i32 %x

bad:
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @personality]
  %later = add i32 %x, 1
  resume { ptr, i32 } %pad
}",
    "declare void @may()

declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
  invoke void @may()
          to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %catch = catchpad within %switch [ptr null, i32 64, ptr null]
  invoke void @may() [ \"funclet\"(token %catch) ]
          to label %leave unwind label %inner

leave:
  catchret from %catch to label %done

inner:
  %nested = cleanuppad within %catch []
  cleanupret from %nested unwind label %cleanup

cleanup:
  %clean = cleanuppad within none [i32 1]
  cleanupret from %clean unwind to caller

done:
  ret void
}",
    "define i32 @f(ptr %list, ...) {
  %x = va_arg ptr %list, i32
  ret i32 %x
}",
];

#[test]
fn every_instruction_reads_back() {
    INSTRUCTIONS.iter().for_each(|text| round_trip(text, false));
}

#[test]
fn names_of_all_alphabets_read_back() {
    round_trip(
        "define i32 @f(i32 %plain.char6_, i32 %\"with space\", i32 %\"\\FF\\01\", i32 %0) {
block.char6:
  br label %\"block with space\"

\"block with space\":
  br label %\"\\F0\"

\"\\F0\":
  %1 = add i32 %0, %\"\\FF\\01\"
  %named = add i32 %1, %\"with space\"
  ret i32 %named
}",
        false,
    );
}

#[test]
fn what_comes_later_has_its_type_with_it() {
    // The block that uses values is written before the one that defines them, but runs after it.
    round_trip(
        "define i32 @f(ptr %p) {
  br label %def

use:
  %1 = add i32 %later, 1
  %2 = load i32, ptr %far, align 4
  store i32 %later, ptr %far, align 4
  %3 = icmp eq i32 %later, %1
  %4 = sext i32 %later to i64
  %5 = getelementptr i8, ptr %far, i64 %wide
  %6 = call i32 %far(i32 %later)
  %7 = fneg nnan double %real
  %8 = select i1 %cond, i32 %later, i32 %1
  switch i32 %later, label %end [
    i32 3, label %use
  ]

end:
  ret i32 %later

def:
  %later = add i32 1, 2
  %far = getelementptr i8, ptr %p, i64 1
  %wide = add i64 1, 2
  %real = fadd double 1.000000e+00, 2.000000e+00
  %cond = icmp eq i32 %later, 0
  br label %use
}",
        false,
    );
}

#[test]
fn metadata_on_and_in_instructions_reads_back() {
    round_trip(
        "declare void @llvm.fake(metadata, ...)

declare i64 @llvm.read_register.i64(metadata)

define i32 @f(ptr %p, i32 %x) !prof !0 !mine !3 {
  %1 = load i32, ptr %p, align 4, !range !1, !mine !3
  %2 = call i64 @llvm.read_register.i64(metadata !2)
  ret i32 %1, !mine !4
}

!0 = !{!\"function_entry_count\", i64 4}
!1 = !{i32 0, i32 9}
!2 = !{!\"sp\"}
!3 = !{}
!4 = distinct !{!4, null, i8 1}",
        false,
    );
}

/// A function with a debug location on each of these instructions, and debug records of all kinds.
const DEBUG: &str = "define i32 @f(i32 %x, ptr %p) !dbg !4 {
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
    #dbg_value(!DIArgList(i32 %x, i32 %1, i32 4), !7, !DIExpression(DW_OP_LLVM_arg, 0), !8)
    #dbg_value(i32 %1, !7, !DIExpression(), !8)
    #dbg_value(!9, !7, !DIExpression(), !8)
    #dbg_declare(ptr %p, !7, !DIExpression(), !8)
    #dbg_assign(i32 3, !7, !DIExpression(), !10, ptr %p, !DIExpression(DW_OP_deref), !8)
    #dbg_label(!11, !12)
  %1 = add i32 %x, 1, !dbg !8
  %2 = add i32 %1, 1, !dbg !8
  %3 = add i32 %2, 1
  %4 = add i32 %3, 1, !dbg !8
  %5 = add i32 %4, 1, !dbg !12
    #dbg_value(i32 7, !7, !DIExpression(), !8)
    #dbg_value(ptr @f, !7, !DIExpression(), !8)
  ret i32 %5, !dbg !13
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}

!0 = !{i32 2, !\"Debug Info Version\", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: \"f.c\", directory: \"/\")
!3 = !DISubroutineType(types: !6)
!4 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !3, unit: !1, retainedNodes: !6)
!5 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!6 = !{}
!7 = !DILocalVariable(name: \"v\", scope: !4, file: !2, line: 2, type: !5)
!8 = !DILocation(line: 3, column: 4, scope: !4)
!9 = !{}
!10 = distinct !DIAssignID()
!11 = !DILabel(scope: !4, name: \"l\", file: !2, line: 4)
!12 = !DILocation(line: 5, column: 6, scope: !4, inlinedAt: !8)
!13 = !DILocation(line: 7, column: 8, scope: !4, isImplicitCode: true, atomGroup: 3, atomRank: 2)
";

#[test]
fn debug_locations_and_records_read_back() {
    round_trip(DEBUG, false);
}

#[test]
fn a_debug_location_is_written_once_as_long_as_it_stays() {
    let codes: Vec<u32> = records(DEBUG).into_iter().map(|(code, _)| code).collect();
    let count = |code| codes.iter().filter(|&&c| c == code).count();
    // An instruction without a location does not end the repetition.
    assert_eq!((count(function::DEBUG_LOC), count(function::DEBUG_LOC_AGAIN)), (3, 2));
    // The value of an instruction that is there and a constant need no metadata, one that comes later and a list do.
    assert_eq!(count(function::DEBUG_RECORD_VALUE_SIMPLE), 4);
    assert_eq!(count(function::DEBUG_RECORD_VALUE), 2);
}

#[test]
fn usual_instructions_take_their_abbreviations() {
    let found = records(
        "define i32 @f(ptr %p, i32 %x, float %y, i1 %c) {
  %1 = load i32, ptr %p
  store i32 %1, ptr %p
  %2 = fneg float %y
  %3 = fneg nnan float %y
  %4 = add i32 %x, %1
  %5 = add nsw i32 %x, %1
  %6 = sext i32 %x to i64
  %7 = zext nneg i32 %x to i64
  br label %8
8:
  br i1 %c, label %8, label %9
9:
  %10 = getelementptr i8, ptr %p, i64 %6
  %11 = icmp eq i32 %x, %1
  %12 = icmp samesign ult i32 %x, %1
  br i1 %11, label %13, label %14
13:
  ret i32 %5
14:
  unreachable
}",
    );
    // The blocks come first, without an abbreviation.
    let abbreviations: Vec<u32> = found.iter().map(|&(_, abbreviation)| abbreviation).collect();
    assert_eq!(abbreviations, [3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 17, 18, 19, 15, 13, 16]);
    assert_eq!(records("define void @f() {\n  ret void\n}").last(), Some(&(function::INST_RET, 12)));
}

#[test]
fn operands_that_come_later_take_no_abbreviation() {
    let found = records(
        "define i32 @f() {
  br label %2
1:
  %a = add i32 %later, 1
  %b = load i32, ptr %far
  %c = icmp eq i32 %later, 1
  ret i32 %later
2:
  %later = add i32 1, 2
  %far = inttoptr i32 %later to ptr
  br label %1
}",
    );
    let by_code: BTreeMap<u32, u32> = found.into_iter().rev().collect();
    for code in [function::INST_BINOP, function::INST_LOAD, function::INST_CMP2, function::INST_RET] {
        assert_eq!(by_code[&code], 3, "{:?}", function::name(code));
    }
}

#[test]
fn addresses_of_blocks_read_back() {
    round_trip(
        "@table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@g, %b)]

define ptr @f() {
  br label %a

a:
  ret ptr blockaddress(@g, %b)
}

define ptr @g() {
  br label %b

b:
  ret ptr getelementptr (i8, ptr blockaddress(@f, %a), i64 1)
}",
        false,
    );
}

#[test]
fn a_function_names_who_uses_addresses_of_its_blocks() {
    let text = "define void @f() {
  br label %a
a:
  ret void
}
define ptr @in_an_expression() {
  ret ptr getelementptr (i8, ptr blockaddress(@f, %a), i64 1)
}
define void @other() {
  ret void
}";
    let codes: Vec<u32> = records(text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes.iter().filter(|&&c| c == function::BLOCKADDR_USERS).count(), 1);
}

/// Modules whose uses are in an order that no reader would have by itself.
const USE_LIST_ORDERS: &[&str] = &[
    // Of an argument, an instruction and a block.
    "define i32 @f(i32 %a, i1 %c) {
entry:
  br i1 %c, label %next, label %next

next:
  %x = add i32 %a, %a
  %y = mul i32 %x, %a
  %z = sub i32 %x, %y
  ret i32 %z

  uselistorder i32 %a, { 1, 0, 2 }
  uselistorder label %next, { 1, 0 }
  uselistorder i32 %x, { 1, 0 }
}
",
    // Of what is used before it is there.
    "define i32 @f(i1 %c) {
entry:
  br label %loop

loop:
  %p = phi i32 [ 0, %entry ], [ %x, %loop ], [ %x, %more ]
  %q = add i32 %p, 2
  %x = add i32 %p, %q
  %y = add i32 %x, 1
  br i1 %c, label %loop, label %more

more:
  br label %loop

  uselistorder i32 %x, { 2, 0, 1 }
}
",
    // Of globals, by initializers and instructions.
    "@g = global i32 0
@a = global ptr @g
@b = global [2 x ptr] [ptr @g, ptr @g]
@c = alias i32, ptr @g

define ptr @f() {
  store ptr @g, ptr @a, align 8
  ret ptr @g
}

define ptr @h() {
  ret ptr @g
}

uselistorder ptr @g, { 3, 1, 0, 5, 4, 2, 6 }
",
];

#[test]
fn orders_of_uses_read_back() {
    for text in USE_LIST_ORDERS {
        let module = parse(text);
        assert!(print(&module, true).contains("uselistorder"), "the order is the usual one of\n{text}");
        round_trip(text, true);
    }
}

#[test]
fn a_constant_that_replaces_a_local_value_in_debug_records() {
    let text = "define void @f(i8 %x) !dbg !3 {\n  \
          #dbg_value(i8 %x, !5, !DIExpression(), !6)\n  \
          #dbg_value(!DIArgList(i8 %x, i8 %x), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)\n  \
          ret void\n}\n\
        !llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n!1 = !DIFile(filename: \"f\", directory: \"\")\n\
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !3 = distinct !DISubprogram(name: \"f\", file: !1, type: !4, unit: !0, spFlags: DISPFlagDefinition)\n\
        !4 = !DISubroutineType(types: !7)\n!5 = !DILocalVariable(name: \"x\", scope: !3)\n\
        !6 = !DILocation(line: 1, scope: !3)\n!7 = !{}\n";
    let mut module = parse(text);
    let function = module.functions()[0];
    module.edit_bodies(&[function], |module, body, _| {
        let constant = module.constants().int(module.context(), Type::I8, 42);
        Editor::new(module, body).replace_all(Value::arg(0), constant);
    });
    let bitcode = write(&module, &WriteOptions::default());
    let back = read(&Context::new(), "m", &bitcode, &ReadOptions::default()).unwrap().module;
    assert_eq!(print(&back, false), print(&module, false));
    assert!(print(&back, false).contains("#dbg_value(!DIArgList(i8 42, i8 42)"));
}
