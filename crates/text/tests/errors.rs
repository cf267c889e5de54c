//! Every independent error of a text is told, LLVM's first one first.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

fn errors(source: &str) -> Vec<String> {
    match read(&Context::new(), "test", source.as_bytes(), &ReadOptions::default()) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics
            .iter()
            .map(|d| {
                let (line, column) = d.line_and_column(source.as_bytes());
                format!("{line}:{column} {}", d.message)
            })
            .collect(),
    }
}

#[test]
fn reading_goes_on_at_the_next_instruction() {
    let source = "\
define i32 @f(i32 %x) {
entry:
  %y = add i32 %x, 1.0
  %w = foo i32 %x
  br label %next
next:
  switch i32 %x, label %next [
    i32 1, label %next
    i32 1, label %next
  ]
}
";
    assert_eq!(
        errors(source),
        [
            "3:20 floating point constant invalid for type",
            "4:8 expected instruction opcode",
            "9:5 duplicate case value in switch",
        ]
    );
}

#[test]
fn reading_goes_on_at_the_next_top_level_entity() {
    let source = "\
@a = global i32 true
define void @g() {
  ret i32 5
}
declare void @g()
@b = global i33
@c = global i8 0
!0 = !DILocation(line: 1)
attributes #0 = { nonsense }
";
    assert_eq!(
        errors(source),
        [
            "1:17 constant expression type mismatch: got type 'i1' but expected 'i32'",
            "3:7 value doesn't match function result type 'void'",
            "5:14 invalid redefinition of function 'g'",
            "7:1 global variable reference must have pointer type",
            "8:25 missing required field 'scope'",
            "9:19 unterminated attribute group",
        ]
    );
}

#[test]
fn what_an_erroneous_instruction_defines_is_not_missed() {
    let source = "\
define i32 @f() {
  %x = foo i32 1
  %y = add i32 %x, 1
  ret i32 %y
}
";
    assert_eq!(errors(source), ["2:8 expected instruction opcode"]);
}

#[test]
fn all_that_is_missing_is_told_side_by_side() {
    let source = "\
define i32 @f(i32 %x) {
  %a = add i32 %x, %nowhere
  %b = call i32 @absent(i32 %a)
  %c = add i32 %b, %other
  ret i32 %c, !dbg !5
}
define i32 @g(i32 %x) {
  %a = add i32 %x, %1
  br label %gone
}
define ptr @h() {
  %a = add i32 i64 3
  ret ptr @0
}
!0 = !{!7, !0}
!named = !{!0, !7}
";
    assert_eq!(
        errors(source),
        [
            "2:20 use of undefined value '%nowhere'",
            "4:20 use of undefined value '%other'",
            "9:12 use of undefined value '%gone'",
            "8:20 use of undefined value '%1'",
            "12:16 expected value token",
            "3:17 use of undefined value '@absent'",
            "5:21 use of undefined metadata '!5'",
            "13:11 use of undefined value '@0'",
            "15:9 use of undefined metadata '!7'",
        ]
    );
}

#[test]
fn all_globals_and_nodes_that_are_missing_are_told() {
    let source = "@a = global ptr @b\n@c = global [2 x ptr] [ptr @b, ptr @a0]\n!x = !{!1, !2}\n!1 = !{!3}\n";
    assert_eq!(
        errors(source),
        [
            "2:36 use of undefined value '@a0'",
            "1:17 use of undefined value '@b'",
            "3:13 use of undefined metadata '!2'",
            "4:9 use of undefined metadata '!3'",
        ]
    );
}

#[test]
fn numbers_go_on_after_an_error() {
    let source = "\
define i32 @f(i32 %0) {
  %2 = add i32 %0, 1
  store i32 %2, i32 5
  %3 = add i32 %2, 1
  ret i32 %3
}
";
    assert_eq!(errors(source), ["3:17 store operand must be a pointer"]);
}

#[test]
fn an_unfinished_body_is_told_once() {
    assert_eq!(
        errors("define void @f() {\n  br label %a\n"),
        ["3:1 found end of file when expecting more instructions"]
    );
}

#[test]
fn errors_come_in_the_order_in_which_reading_meets_them() {
    // The mistake in the body is met before the declaration shows that the personality is in another address space.
    let source = "\
define void @f() personality ptr @p {
  ret i8 0
}
declare i32 @p(...) addrspace(1)
";
    assert_eq!(
        errors(source),
        [
            "2:7 value doesn't match function result type 'void'",
            "1:34 invalid forward reference to function 'p' with wrong type: expected 'ptr addrspace(1)' but was 'ptr'",
        ]
    );
}

#[test]
fn intrinsics_with_names_that_would_be_too_long_are_refused() {
    let source = |name: &str| format!("%{name} = type {{ i8 }}\ndeclare i1 @llvm.is.constant.i8(%{name})\n");
    assert!(errors(&source(&"a".repeat(10_000))).is_empty());
    let message = "the types of an intrinsic make its name longer than 16 KiB";
    assert_eq!(errors(&source(&"a".repeat(17_000))), [format!("1:1 {message}")]);
}

#[test]
fn errors_can_be_passed_on_from_any_thread() {
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_error::<lindworm_text::Diagnostic>();
    is_error::<lindworm_text::Diagnostics>();
}
