//! What passes go over.

use lindworm::passes::Pipeline;

use super::{Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// What a pipeline costs.
fn passes(passes: &str, text: &str) -> Cost {
    let mut module = read_text(text.as_bytes());
    let pipeline = Pipeline::parse(passes).unwrap();
    Cost::of(|| pipeline.run(&mut module))
}

/// `n` branches, each to one of two blocks that meet again.
fn diamonds(n: usize) -> String {
    let text = each(n, |i| {
        format!("  br i1 %c, label %a{i}, label %b{i}\na{i}:\n  br label %m{i}\nb{i}:\n  br label %m{i}\nm{i}:\n")
    });
    function("i1 %c", &(text + "  ret void\n"))
}

/// `n` branches, each within one way of the one before.
fn nested(n: usize) -> String {
    let heads = each(n, |i| format!("  br i1 %c, label %a{i}, label %m{i}\na{i}:\n"));
    let tails = (0..n).rev().map(|i| format!("  br label %m{i}\nm{i}:\n")).collect::<String>();
    function("i1 %c", &(heads + "  store i32 1, ptr null\n" + &tails + "  ret void\n"))
}

/// `n` loops, one after the other, with two ways in and values that are used behind.
fn loops(n: usize) -> String {
    let text = each(n, |i| {
        format!(
            "  br i1 %c, label %h{i}, label %o{i}\no{i}:\n  br i1 %c, label %h{i}, label %e{i}\nh{i}:\n  \
             %v{i} = phi i32 [ 0, %e{p} ], [ 1, %o{i} ], [ %w{i}, %h{i} ]\n  %w{i} = add i32 %v{i}, 1\n  \
             br i1 %c, label %h{i}, label %e{i}\ne{i}:\n  %u{i} = phi i32 [ 0, %o{i} ], [ %w{i}, %h{i} ]\n",
            p = i as i64 - 1
        )
    });
    function("i1 %c", &format!("  br label %start\nstart:\n{}  ret void\n", text.replace("%e-1", "%start")))
}

/// A chain of shifts and masks, of which a few bits are needed.
fn masks(n: usize) -> String {
    let chain = each(n, |i| format!("  %v{} = and i32 %v{i}, 65535\n", i + 1));
    function("i32 %v0, ptr %p", &format!("{chain}  %t = trunc i32 %v{n} to i8\n  store i8 %t, ptr %p\n  ret void\n"))
}

/// A switch with `n` cases, every other one to a block of its own.
fn cases(n: usize) -> String {
    let cases = each(n, |i| format!("    i32 {i}, label %b{}\n", i / 2 * 2 * (i % 2)));
    let blocks = each(n, |i| if i % 2 == 0 { format!("b{i}:\n  ret void\n") } else { String::new() });
    function("i32 %x", &format!("  switch i32 %x, label %other [\n{cases}  ]\nother:\n  ret void\n{blocks}"))
}

/// `n` functions, each of which calls the next, with a parameter that nothing needs.
fn calls(n: usize) -> String {
    let text = each(n, |i| {
        format!(
            "define internal i32 @f{i}(i32 %x, i32 %y) {{\n  %r = call i32 @f{}(i32 %x, i32 %y)\n  ret i32 %r\n}}\n",
            i + 1
        )
    });
    format!(
        "{text}define internal i32 @f{n}(i32 %x, i32 %y) {{\n  ret i32 %x\n}}\ndefine i32 @g() {{\n  \
         %r = call i32 @f0(i32 1, i32 2)\n  ret i32 %r\n}}\n"
    )
}

/// `n` calls of one function by one other.
fn callers(n: usize) -> String {
    let calls = each(n, |i| format!("  %r{i} = call i32 @f(i32 1, i32 {i})\n"));
    format!("define internal i32 @f(i32 %x, i32 %y) {{\n  ret i32 %x\n}}\ndefine void @g() {{\n{calls}  ret void\n}}\n")
}

/// `n` constants, two of each value.
fn constants(n: usize) -> String {
    let text = each(n, |i| format!("@c{i} = private unnamed_addr constant i64 {}\n", i / 2));
    let uses = each(n, |i| format!("  store ptr @c{i}, ptr %p\n"));
    text + &function("ptr %p", &(uses + "  ret void\n"))
}

pub const KINDS: &[Kind] = &[
    work("branches that nothing needs", |n| passes("adce", &diamonds(n))),
    work("branches within branches on which a store depends", |n| passes("adce", &nested(n))),
    work("masks of which few bits are needed", |n| passes("bdce", &masks(n))),
    work("constants that are merged", |n| passes("constmerge", &constants(n))),
    work("functions that hand on what nothing needs", |n| passes("deadargelim", &calls(n))),
    work("calls of a function that loses a parameter", |n| passes("deadargelim", &callers(n))),
    work("functions that nothing needs", |n| {
        let text = each(n, |i| format!("define internal void @f{i}() {{\n  call void @f{}()\n  ret void\n}}\n", (i + 1) % n));
        passes("globaldce", &text)
    }),
    work("functions that become internal", |n| {
        passes("internalize", &each(n, |i| format!("define void @f{i}() {{\n  ret void\n}}\n")))
    }),
    work("loops that are simplified and closed", |n| passes("loop-simplify,lcssa", &loops(n))),
    work("cases that become comparisons", |n| passes("lower-switch", &cases(n))),
    work("branches on constants", |n| {
        let text = each(n, |i| {
            format!(
                "  %v{j} = add i32 %v{i}, 0\n  %c{i} = icmp eq i32 %v{j}, 1\n  br i1 %c{i}, label %a{i}, label %b{i}\nb{i}:\n  \
                 br label %a{i}\na{i}:\n",
                j = i + 1
            )
        });
        passes("sccp", &function("", &format!("  %v0 = add i32 1, 0\n{text}  ret void\n")))
    }),
    work("declarations that nothing needs", |n| {
        passes("strip-dead-prototypes", &each(n, |i| format!("declare void @f{i}()\n")))
    }),
];
