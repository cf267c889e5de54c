//! Which changes of a function refine it.

use lindworm_ir::{Context, Module};
use lindworm_refine::{Options, Pair, Verdict};

fn read(text: &str) -> Module {
    match lindworm_text::read(&Context::new(), "m", text.as_bytes(), &Default::default()) {
        Ok(read) => read.module,
        Err(e) => panic!("{e:?} in {text}"),
    }
}

fn check(source: &str, target: &str) -> Verdict {
    let options = Options { vectors: 200, ..Options::default() };
    Pair::new(&read(source), &read(target)).check("f", &options)
}

/// The target is a refinement, as far as can be told, and some vector was decided.
#[track_caller]
fn holds(source: &str, target: &str) {
    match check(source, target) {
        Verdict::Held { decided, .. } if decided > 0 => {}
        verdict => panic!("{verdict:?}"),
    }
}

/// The target is none, and these are the lines that tell it.
#[track_caller]
fn violated(source: &str, target: &str, [before, after]: [&str; 2]) {
    match check(source, target) {
        Verdict::Violated(violation) => assert_eq!((&*violation.source, &*violation.target), (before, after)),
        verdict => panic!("{verdict:?}"),
    }
}

fn of_i8(body: &str) -> String {
    format!("define i8 @f(i8 %x) {{\n{body}\n}}")
}

#[test]
fn poison_of_the_source_allows_any_value() {
    holds(&of_i8("%y = add nsw i8 %x, 1\nret i8 %y"), &of_i8("%y = add i8 %x, 1\nret i8 %y"));
    let source = "define i1 @f(i8 %x) {\n%y = add nsw i8 %x, 1\n%c = icmp sgt i8 %y, %x\nret i1 %c\n}";
    holds(source, "define i1 @f(i8 %x) {\nret i1 true\n}");
}

#[test]
fn poison_of_the_target_must_be_poison_of_the_source() {
    let target = of_i8("%y = add nsw i8 %x, 1\nret i8 %y");
    violated(&of_i8("%y = add i8 %x, 1\nret i8 %y"), &target, ["returns -128", "returns poison"]);
}

#[test]
fn undef_bits_may_be_chosen() {
    let source = of_i8("%y = or i8 undef, 1\nret i8 %y");
    holds(&source, &of_i8("ret i8 3"));
    assert!(matches!(check(&source, &of_i8("ret i8 2")), Verdict::Violated(_)));
}

#[test]
fn freeze_has_several_behaviours() {
    let source = of_i8("%y = freeze i8 undef\nret i8 %y");
    assert!(matches!(check(&source, &of_i8("ret i8 77")), Verdict::Held { decided: 0, undecided: Some(_) }));
}

#[test]
fn undefined_behaviour_allows_anything() {
    holds(
        &of_i8("%y = sdiv i8 1, %x\nret i8 %y"),
        &of_i8("%a = add i8 %x, 1\n%s = icmp ult i8 %a, 3\n%y = select i1 %s, i8 %x, i8 0\nret i8 %y"),
    );
    violated(
        &of_i8("ret i8 0"),
        &of_i8("%y = udiv i8 1, %x\nret i8 0"),
        ["returns 0", "has undefined behaviour: UB0101: division by zero: 1 / 0"],
    );
}

#[test]
fn memory_of_arguments_is_compared() {
    let f = |body: &str| format!("define void @f(ptr %p, ptr %q) {{\n{body}\nret void\n}}");
    let source = f("store i8 1, ptr %p\n%x = load i8, ptr %p\nstore i8 %x, ptr %q");
    holds(&source, &f("store i8 1, ptr %p\nstore i8 1, ptr %q"));
    assert!(matches!(check(&source, &f("store i8 1, ptr %q")), Verdict::Violated(_)));
    // Both may point to one memory.
    let source = f(
        "store i8 1, ptr %p\nstore i8 2, ptr %q\n%x = load i8, ptr %p\n%r = getelementptr i8, ptr %p, i64 1\nstore i8 %x, ptr %r",
    );
    let target = f("store i8 1, ptr %p\nstore i8 2, ptr %q\n%r = getelementptr i8, ptr %p, i64 1\nstore i8 1, ptr %r");
    violated(
        &source,
        &target,
        ["leaves byte 1 of the memory of argument 1 as 0x02", "leaves byte 1 of the memory of argument 1 as 0x01"],
    );
}

#[test]
fn variables_are_compared() {
    let f = |body: &str| format!("@g = global i32 5\ndefine void @f() {{\n{body}\nret void\n}}");
    violated(&f("store i32 7, ptr @g"), &f(""), ["leaves byte 0 of @g as 0x07", "leaves byte 0 of @g as 0x05"]);
}

#[test]
fn calls_of_declared_functions_are_compared() {
    let f = |attributes: &str, body: &str| {
        format!("declare i32 @other(i32) {attributes}\ndefine i32 @f(i32 %x) {{\n{body}\nret i32 %x\n}}")
    };
    let call = "%y = call i32 @other(i32 3)";
    holds(&f("", call), &f("", call));
    violated(&f("", call), &f("", ""), ["calls @other(3)", "calls nothing"]);
    violated(&f("", call), &f("", "%y = call i32 @other(i32 4)"), ["calls @other(3)", "calls @other(4)"]);
    // A call without effects may be removed.
    let pure = "memory(none) nounwind willreturn";
    holds(&f(pure, call), &f(pure, ""));
}

#[test]
fn a_nan_is_as_good_as_another_one() {
    let f = |body: &str| format!("define double @f(double %x) {{\n{body}\n}}");
    holds(&f("%y = fadd double %x, 0x7FF8000000000000\nret double %y"), &f("ret double 0x7FF8000000000001"));
    violated(&f("ret double 1.0"), &f("ret double 2.0"), ["returns 1.0", "returns 2.0"]);
}

#[test]
fn fast_math_flags_allow_other_results() {
    let f = |flags: &str| {
        format!(
            "define float @f(float %x) {{\n%y = fmul {flags} float %x, 3.0\n%z = fadd {flags} float %y, 1.0\nret float %z\n}}"
        )
    };
    let target = "define float @f(float %x) {\n%y = call float @llvm.fma.f32(float %x, float 3.0, float 1.0)\nret float %y\n}\ndeclare float @llvm.fma.f32(float, float, float)";
    assert!(matches!(check(&f("contract"), target), Verdict::Held { .. }));
    assert!(matches!(check(&f(""), target), Verdict::Violated(_)));
}

#[test]
fn pointers_are_compared_by_what_they_point_to() {
    let f = |body: &str| format!("define ptr @f(ptr %p, ptr nonnull %q) {{\n{body}\n}}");
    holds(&f("%r = getelementptr i8, ptr %p, i64 0\nret ptr %r"), &f("ret ptr %p"));
    violated(
        &f("ret ptr %p"),
        &f("ret ptr %q"),
        ["returns the address of the memory of argument 1", "returns the address of the memory of argument 2"],
    );
}

#[test]
fn what_cannot_be_called_is_undecided() {
    let source = "define void @f(<vscale x 2 x i32> %x) {\nret void\n}";
    let Verdict::Held { decided: 0, undecided: Some(why) } = check(source, source) else { panic!() };
    assert_eq!(why, "no values of type <vscale x 2 x i32> are made");
    let endless =
        "define void @f() {\nbr label %l\nl:\n%x = load volatile i8, ptr @g\nbr label %l\n}\n@g = global i8 0";
    assert!(matches!(check(endless, endless), Verdict::Held { decided: 0, undecided: Some(_) }));
}
