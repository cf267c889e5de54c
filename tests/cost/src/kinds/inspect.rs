//! Modules that are inspected, compared, drawn and reduced.

use std::hint::black_box;

use lindworm::inspect::callers::uses;
use lindworm::inspect::diff::diff;
use lindworm::inspect::excerpt::cut_down;
use lindworm::inspect::graph::{GraphKind, GraphOptions, of_calls, of_function};
use lindworm::inspect::stats::stats;
use lindworm::inspect::svg::to_svg;
use lindworm::reduce::{Options, reduce};

use super::{Kind, each, function, work};
use crate::counters::Cost;
use crate::paths::read_text;

/// `n` functions, each of which calls the previous one and `f`.
fn calls(n: usize) -> String {
    let first = "define void @f() {\n  ret void\n}\ndefine void @f0() {\n  ret void\n}\n".to_owned();
    first
        + &each(n, |i| format!("define void @f{}() {{\n  call void @f{i}()\n  call void @f()\n  ret void\n}}\n", i + 1))
}

/// `n` blocks, each of which branches to the next block or to the one after.
fn blocks(n: usize) -> String {
    let blocks = each(n, |i| format!("b{i}:\n  br i1 %c, label %b{}, label %b{}\n", i + 1, (i + 2).min(n)));
    function("i1 %c", &format!("  br label %b0\n{blocks}b{n}:\n  ret void\n"))
}

fn draw(n: usize, kind: GraphKind, options: GraphOptions) -> Cost {
    let module = read_text(blocks(n).as_bytes());
    let f = module.global_named(b"f").unwrap();
    Cost::of(|| drop(to_svg(&of_function(&module, f, kind, options).unwrap())))
}

pub const KINDS: &[Kind] = &[
    work("functions that are counted", |n| {
        let module = read_text(calls(n).as_bytes());
        Cost::of(|| drop(stats(&module)))
    }),
    work("users of a function", |n| {
        let module = read_text(calls(n).as_bytes());
        let f = module.global_named(b"f").unwrap();
        Cost::of(|| assert_eq!(uses(&module, f).len(), n))
    }),
    work("functions that are left out", |n| {
        let mut module = read_text(calls(n).as_bytes());
        let f = module.global_named(b"f").unwrap();
        Cost::of(|| cut_down(&mut module, &[f]))
    }),
    work("functions that are compared", |n| {
        let modules = [(); 2].map(|()| read_text(calls(n).as_bytes()));
        Cost::of(|| assert!(diff(&modules[0], &modules[1]).is_empty()))
    }),
    work("calls that are drawn", |n| {
        let module = read_text(calls(n).as_bytes());
        Cost::of(|| drop(to_svg(&of_calls(&module, None, GraphOptions::default()))))
    }),
    work("blocks that are drawn", |n| draw(n, GraphKind::ControlFlow, GraphOptions::default())),
    work("blocks that are drawn apart", |n| {
        draw(2 * n, GraphKind::ControlFlow, GraphOptions { max_nodes: 16 * n, ..GraphOptions::default() })
    }),
    work("blocks whose dominators are drawn", |n| draw(n, GraphKind::Dominators, GraphOptions::default())),
    // A test that accepts every reduction removes everything at the first attempt of each pass.
    work("functions that are all reduced", |n| {
        let module = read_text(calls(n / 8 + 1).as_bytes());
        let options = Options { jobs: 1, iterations: 1, ..Options::default() };
        Cost::of(|| drop(black_box(reduce(module, &options, &|_| true, &mut |_| ()))))
    }),
];
