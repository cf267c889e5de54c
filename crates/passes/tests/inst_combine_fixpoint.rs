//! `instcombine` reaches a fixpoint: what it made, it leaves as it is. A pair of rules that undo each other would create instructions
//! until the limit of visits.

mod common;

use std::fmt::Write;

const OPERATIONS: [&str; 13] =
    ["add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "urem", "sdiv", "srem"];
const PREDICATES: [&str; 7] = ["eq", "ne", "ult", "ugt", "ule", "slt", "sgt"];
const OPERANDS: [&str; 7] = ["%x", "%y", "1", "3", "8", "-1", "-128"];

/// A function for each operation on an operation on two operands, of which one is a variable.
fn functions(first: &str, result: &str, seconds: &[&str]) -> String {
    let mut text = String::new();
    let mut count = 0;
    for a in OPERANDS {
        for b in OPERANDS {
            if !a.starts_with('%') && !b.starts_with('%') {
                continue;
            }
            for second in seconds {
                for c in OPERANDS {
                    for operands in [format!("%a, {c}"), format!("{c}, %a")] {
                        let lines =
                            format!("  %a = {first} i8 {a}, {b}\n  %b = {second} i8 {operands}\n  ret {result} %b");
                        writeln!(text, "define {result} @f{count}(i8 %x, i8 %y) {{\n{lines}\n}}").unwrap();
                        count += 1;
                    }
                }
            }
        }
    }
    text
}

fn combined(before: &str) -> String {
    common::text(&common::run("instcombine", before))
}

/// Checks that a second run of the pass changes nothing.
#[track_caller]
fn check(before: &str) {
    let once = combined(before);
    let twice = combined(&once);
    let changed = once.lines().zip(twice.lines()).skip_while(|(a, b)| a == b).take(6);
    let changed: String = changed.map(|(a, b)| format!("\n{a:40} | {b}")).collect();
    assert!(once == twice, "once | twice{changed}");
}

#[test]
fn two_operations_reach_a_fixpoint() {
    for first in OPERATIONS {
        check(&functions(first, "i8", &OPERATIONS));
    }
}

#[test]
fn comparisons_of_operations_reach_a_fixpoint() {
    let comparisons = PREDICATES.map(|predicate| format!("icmp {predicate}"));
    let comparisons = comparisons.each_ref().map(|comparison| &**comparison);
    for first in OPERATIONS {
        check(&functions(first, "i1", &comparisons));
    }
}
