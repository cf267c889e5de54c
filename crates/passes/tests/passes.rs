//! Each rule of a pass: what goes in, and what comes out.

mod common;

use common::check;

#[test]
fn a_value_that_is_stored_once_is_loaded_where_the_store_dominates() {
    check(
        "mem2reg",
        "define i32 @f(i1 %c, i32 %x) {
           %p = alloca i32
           %d = add i32 %x, 1
           store i32 %d, ptr %p
           br i1 %c, label %a, label %b
         a:
           %v = load i32, ptr %p
           ret i32 %v
         b:
           ret i32 0
         }",
        "define i32 @f(i1 %c, i32 %x) {
           %d = add i32 %x, 1
           br i1 %c, label %a, label %b
         a:
           ret i32 %d
         b:
           ret i32 0
         }",
    );
}

#[test]
fn values_that_meet_are_a_phi_named_after_the_variable() {
    check(
        "mem2reg",
        "define i32 @f(i1 %c) {
         entry:
           %p = alloca i32
           store i32 1, ptr %p
           br label %loop
         loop:
           %v = load i32, ptr %p
           %w = add i32 %v, 1
           store i32 %w, ptr %p
           br i1 %c, label %loop, label %exit
         exit:
           %r = load i32, ptr %p
           ret i32 %r
         }",
        "define i32 @f(i1 %c) {
         entry:
           br label %loop
         loop:
           %p.0 = phi i32 [ 1, %entry ], [ %w, %loop ]
           %w = add i32 %p.0, 1
           br i1 %c, label %loop, label %exit
         exit:
           ret i32 %w
         }",
    );
}

#[test]
fn what_is_not_live_gets_no_phi() {
    check(
        "mem2reg",
        "define void @f(i1 %c, i32 %x, i32 %y) {
         entry:
           %p = alloca i32
           br i1 %c, label %a, label %b
         a:
           store i32 %x, ptr %p
           br label %m
         b:
           store i32 %y, ptr %p
           br label %m
         m:
           ret void
         }",
        "define void @f(i1 %c, i32 %x, i32 %y) {
         entry:
           br i1 %c, label %a, label %b
         a:
           br label %m
         b:
           br label %m
         m:
           ret void
         }",
    );
}

#[test]
fn several_edges_from_one_block_are_several_entries_and_unreachable_ones_give_poison() {
    check(
        "mem2reg",
        "define i32 @f(i32 %n, i32 %x) {
         entry:
           %p = alloca i32
           store i32 %x, ptr %p
           switch i32 %n, label %a [ i32 1, label %m
                                     i32 2, label %m ]
         a:
           store i32 7, ptr %p
           br label %m
         nowhere:
           br label %m
         m:
           %v = load i32, ptr %p
           ret i32 %v
         }",
        "define i32 @f(i32 %n, i32 %x) {
         entry:
           switch i32 %n, label %a [ i32 1, label %m
                                     i32 2, label %m ]
         a:
           br label %m
         nowhere:
           br label %m
         m:
           %p.0 = phi i32 [ 7, %a ], [ %x, %entry ], [ %x, %entry ], [ poison, %nowhere ]
           ret i32 %p.0
         }",
    );
}

#[test]
fn variables_whose_address_is_known_or_that_are_volatile_stay() {
    let text = "define i32 @f(ptr %q, i32 %x) {
           %a = alloca i32
           %b = alloca i32
           %c = alloca i64
           store ptr %a, ptr %q
           store volatile i32 %x, ptr %b
           store i32 %x, ptr %c
           %v = load i32, ptr %a
           ret i32 %v
         }";
    check("mem2reg", text, text);
}

#[test]
fn functions_without_optimization_stay() {
    let text = "define i32 @f(i32 %x) noinline optnone {
           %a = alloca i32
           store i32 %x, ptr %a
           %v = load i32, ptr %a
           ret i32 %v
         }";
    check("mem2reg,dce", text, text);
}

const DEBUG_INFO: &str = "
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2}
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
    !1 = !DIFile(filename: \"f.c\", directory: \"/\")
    !2 = !{i32 2, !\"Debug Info Version\", i32 3}
    !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
    !4 = !DISubroutineType(types: !{})
    !5 = !DILocalVariable(name: \"x\", scope: !3, file: !1, line: 2, type: !6)
    !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
    !7 = !DILocation(line: 3, scope: !3)
    !8 = !DILocation(line: 0, scope: !3)
    !9 = !DILocation(line: 4, scope: !3)";

#[test]
fn a_variable_that_was_declared_is_described_at_each_store_and_phi() {
    let before = "define i32 @f(i1 %c, i32 %y) !dbg !3 {
         entry:
           %x = alloca i32
             #dbg_declare(ptr %x, !5, !DIExpression(), !7)
           store i32 %y, ptr %x, !dbg !7
           br i1 %c, label %a, label %b
         a:
           store i32 7, ptr %x, !dbg !9
           br label %b
         b:
           %v = load i32, ptr %x
           ret i32 %v
         }";
    let after = "define i32 @f(i1 %c, i32 %y) !dbg !3 {
         entry:
             #dbg_value(i32 %y, !5, !DIExpression(), !8)
           br i1 %c, label %a, label %b
         a:
             #dbg_value(i32 7, !5, !DIExpression(), !8)
           br label %b
         b:
           %x.0 = phi i32 [ 7, %a ], [ %y, %entry ], !dbg !8
             #dbg_value(i32 %x.0, !5, !DIExpression(), !8)
           ret i32 %x.0
         }";
    // Nodes are numbered as they are met.
    check("mem2reg", &format!("{before}{DEBUG_INFO}"), &format!("{after}{DEBUG_INFO}"));
}

#[test]
fn records_of_what_is_dead_become_expressions_of_its_operands() {
    let before = "define void @f(ptr %p, i8 %y) !dbg !3 {
           %g = getelementptr i8, ptr %p, i64 4
             #dbg_value(ptr %g, !5, !DIExpression(), !7)
           %a = sext i8 %y to i32
           %b = add i32 %a, -3
             #dbg_value(i32 %b, !5, !DIExpression(), !7)
           ret void
         }";
    let after = "define void @f(ptr %p, i8 %y) !dbg !3 {
             #dbg_value(ptr %p, !5, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !7)
             #dbg_value(i8 %y, !5, !DIExpression(DW_OP_LLVM_convert, 8, DW_ATE_signed, DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_constu, 3, DW_OP_minus, DW_OP_stack_value), !7)
           ret void
         }";
    check("dce", &format!("{before}{DEBUG_INFO}"), &format!("{after}{DEBUG_INFO}"));
}

#[test]
fn calls_without_effects_go_and_others_stay() {
    check(
        "dce",
        "declare i32 @pure(i32) nounwind willreturn memory(read)
         declare i32 @loops(i32) nounwind memory(none)
         declare i32 @writes(i32) nounwind willreturn
         declare ptr @new() allockind(\"alloc,zeroed\")
         define void @f(i32 %x, ptr %p) {
           %a = call i32 @pure(i32 %x)
           %b = call i32 @pure(i32 %a)
           %c = call i32 @loops(i32 %x)
           %d = call i32 @writes(i32 %x)
           %e = call ptr @new()
           %l = load volatile i32, ptr %p
           %m = load i32, ptr %p
           ret void
         }",
        "declare i32 @loops(i32) nounwind memory(none)
         declare i32 @writes(i32) nounwind willreturn
         define void @f(i32 %x, ptr %p) {
           %c = call i32 @loops(i32 %x)
           %d = call i32 @writes(i32 %x)
           %l = load volatile i32, ptr %p
           ret void
         }",
    );
}
