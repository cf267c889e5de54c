//! `reassociate`: what goes in, and what comes out.

mod common;

use common::{check as check_functions, run, text};

/// Checks what the pass makes of a function of `%x`, `%y` and `%z` with these lines, which returns a value.
#[track_caller]
fn check(before: (&str, &str), after: (&str, &str)) {
    let function = |(lines, result): (&str, &str)| {
        format!("define i32 @f(i32 %x, i32 %y, i32 %z) {{\n{lines}\nret i32 {result}\n}}")
    };
    check_functions("reassociate", &function(before), &function(after));
}

#[test]
fn constants_meet() {
    let before = "%a = mul i32 %x, 3\n%r = mul i32 %a, 5";
    check((before, "%r"), ("%r = mul i32 %x, 15", "%r"));
}

#[test]
fn a_subtraction_is_a_part_of_a_sum() {
    check(("%a = add i32 %x, %y\n%r = sub i32 %a, %x", "%r"), ("", "%y"));
}

#[test]
fn equal_operands_and_complements_are_removed() {
    check(("%a = xor i32 %x, %y\n%r = xor i32 %a, %x", "%r"), ("", "%y"));
    check(("%n = xor i32 %x, -1\n%a = and i32 %x, %y\n%r = and i32 %a, %n", "%r"), ("", "0"));
}

#[test]
fn flags_that_depend_on_the_order_are_dropped() {
    let module = run(
        "reassociate",
        "define i32 @f(i32 %x, i32 %y, i32 %z) {\n%a = add nsw i32 %z, %y\n%r = add nsw i32 %a, %x\nret i32 %r\n}",
    );
    assert!(!text(&module).contains("nsw"), "{}", text(&module));
}

#[test]
fn a_very_long_sum_is_left_as_it_is() {
    let mut lines = String::from("%v0 = add i32 %x, 1\n");
    for n in 1..2000 {
        lines += &format!("%v{n} = add i32 %v{}, {n}\n", n - 1);
    }
    let module = run("reassociate", &format!("define i32 @f(i32 %x) {{\n{lines}ret i32 %v1999\n}}"));
    assert!(text(&module).contains("%v1999 = add i32 %v1998, 1999"));
}
