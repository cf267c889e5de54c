//! The inputs of passes.

use lindworm::passes::{AnalysisStep, Grain, Host, PassRun, Pipeline, Printer, Unit};
use lindworm::{Global, Module};

use super::{Kind, each, function, text, work};
use crate::counters::Cost;
use crate::paths::{Path, read_text};

/// The cost of a pipeline.
fn passes(pipeline: &str, text: impl AsRef<[u8]>) -> Cost {
    let mut module = read_text(text.as_ref());
    let pipeline = Pipeline::parse(pipeline).unwrap();
    Cost::of(|| pipeline.run(&mut module))
}

/// The cost of a pipeline of which each pass is observed on each unit.
fn observed(pipeline: &str, text: impl AsRef<[u8]>) -> Cost {
    let mut module = read_text(text.as_ref());
    let pipeline = Pipeline::parse(pipeline).unwrap();
    Cost::of(|| pipeline.run_with(&mut module, &mut Observer).unwrap())
}

struct Observer;

impl Host for Observer {
    type Error = ();

    fn grain(&self) -> Grain {
        Grain::Units
    }

    fn before(&mut self, _: &PassRun<'_>, _: &Module) -> bool {
        true
    }

    fn after(&mut self, _: &PassRun<'_>, _: &Module, _: bool) -> Result<(), ()> {
        Ok(())
    }

    fn print(&mut self, _: &[Printer], _: &[Global], _: &mut Module) {}

    fn analysis(&mut self, _: &AnalysisStep, _: Unit<'_>, _: &Module) {}

    fn verify(&mut self, _: Unit<'_>, _: &Module) -> Result<(), ()> {
        Ok(())
    }
}

/// `n` branches, each to one of two blocks with a common successor.
fn diamonds(n: usize) -> String {
    let text = each(n, |i| {
        format!("  br i1 %c, label %a{i}, label %b{i}\na{i}:\n  br label %m{i}\nb{i}:\n  br label %m{i}\nm{i}:\n")
    });
    function("i1 %c", &(text + "  ret void\n"))
}

/// `n` branches, each in a successor of the previous one.
fn nested(n: usize) -> String {
    let heads = each(n, |i| format!("  br i1 %c, label %a{i}, label %m{i}\na{i}:\n"));
    let tails = (0..n).rev().map(|i| format!("  br label %m{i}\nm{i}:\n")).collect::<String>();
    function("i1 %c", &(heads + "  store i32 1, ptr null\n" + &tails + "  ret void\n"))
}

/// `n` loops, one after the other, with two entries and values that are used after the loop.
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

/// A switch with `n` cases, every other one with a separate block.
fn cases(n: usize) -> String {
    let cases = each(n, |i| format!("    i32 {i}, label %b{}\n", i / 2 * 2 * (i % 2)));
    let blocks = each(n, |i| if i % 2 == 0 { format!("b{i}:\n  ret void\n") } else { String::new() });
    function("i32 %x", &format!("  switch i32 %x, label %other [\n{cases}  ]\nother:\n  ret void\n{blocks}"))
}

/// `n` functions, each of which calls the next, with an unused parameter.
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

/// `n` calls of one function from one caller.
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

/// `n` diamonds with a load and stores, one after the other.
fn accesses(n: usize) -> String {
    let text = each(n, |i| {
        format!(
            "  br i1 %c, label %t{i}, label %m{i}\nt{i}:\n  store i32 {i}, ptr %p\n  br label %m{i}\nm{i}:\n  \
             %v{i} = load i32, ptr %q\n  store i32 %v{i}, ptr %p\n"
        )
    });
    function("ptr %p, ptr %q, i1 %c", &(text + "  ret void\n"))
}

/// `n` loops with a load, a store and an invariant, one after the other.
fn loops_with_accesses(n: usize) -> String {
    let text = each(n, |i| {
        format!(
            "  br label %h{i}\nh{i}:\n  %i{i} = phi i32 [ 0, %x{p} ], [ %j{i}, %b{i} ]\n  %c{i} = icmp slt i32 %i{i}, %n\n  \
             br i1 %c{i}, label %b{i}, label %x{i}\nb{i}:\n  %k{i} = mul i32 %n, {i}\n  %l{i} = load i32, ptr %q\n  \
             %s{i} = add i32 %k{i}, %l{i}\n  store i32 %s{i}, ptr %p\n  %j{i} = add i32 %i{i}, 1\n  br label %h{i}\nx{i}:\n",
            p = i as i64 - 1
        )
    });
    let text = text.replace("%x-1", "%start");
    function("ptr noalias %p, ptr noalias %q, i32 %n", &format!("  br label %start\nstart:\n{text}  ret void\n"))
}

/// A loop with `n` loads, stores and invariants.
fn large_loop(n: usize) -> String {
    let body = each(n, |i| {
        format!(
            "  %g{i} = getelementptr i32, ptr %p, i32 {i}\n  %k{i} = mul i32 %n, {i}\n  %l{i} = load i32, ptr %q\n  \
             %s{i} = add i32 %k{i}, %l{i}\n  store i32 %s{i}, ptr %g{i}\n"
        )
    });
    function(
        "ptr noalias %p, ptr noalias %q, i32 %n",
        &format!(
            "  br label %h\nh:\n  %i = phi i32 [ 0, %0 ], [ %j, %h ]\n{body}  %j = add i32 %i, 1\n  \
             %c = icmp slt i32 %j, %n\n  br i1 %c, label %h, label %x\nx:\n  ret void\n"
        ),
    )
}

/// A chain of `n` operations, every other one with a constant.
fn operations(n: usize) -> String {
    let chain = each(n, |i| {
        let ops = ["add i32 7, %v#", "xor i32 %v#, %y", "sub i32 %v#, 3", "and i32 %v#, %v0", "mul i32 %v#, 8"];
        format!("  %v{} = {}\n", i + 1, ops[i % ops.len()].replace('#', &i.to_string()))
    });
    function("i32 %v0, i32 %y, ptr %p", &format!("{chain}  store i32 %v{n}, ptr %p\n  ret void\n"))
}

/// `n` allocas of two members, each of them stored and loaded.
fn allocas(n: usize) -> String {
    let text = each(n, |i| {
        format!(
            "  %a{i} = alloca {{ i32, i32 }}\n  %b{i} = getelementptr i8, ptr %a{i}, i64 4\n  store i32 {i}, ptr %a{i}\n  \
             store i32 %x, ptr %b{i}\n  %v{i} = load i32, ptr %a{i}\n  %w{i} = load i32, ptr %b{i}\n  \
             store volatile i32 %v{i}, ptr %p\n  store volatile i32 %w{i}, ptr %p\n"
        )
    });
    // Allocas precede other instructions.
    let (first, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.contains("alloca"));
    function("i32 %x, ptr %p", &format!("{}\n{}\n  ret void\n", first.join("\n"), rest.join("\n")))
}

/// `n` stores to addresses at constant offsets, each overwritten afterwards.
fn overwritten(n: usize) -> String {
    let stores = |value: usize| {
        each(n, |i| {
            format!(
                "  %p{value}.{i} = getelementptr i8, ptr %p, i64 {}\n  store i32 {value}, ptr %p{value}.{i}\n",
                4 * i
            )
        })
    };
    function("ptr %p", &(stores(1) + &stores(2) + "  ret void\n"))
}

/// A phi with `n` incoming values, each from a block with a comparison.
fn incoming(n: usize) -> String {
    let blocks =
        each(n, |i| format!("b{i}:\n  %c{i} = icmp eq i32 %x, {i}\n  br i1 %c{i}, label %m, label %b{}\n", i + 1));
    let values = (0..n).map(|i| format!("[ {i}, %b{i} ]")).collect::<Vec<_>>().join(", ");
    function(
        "i32 %x, ptr %p",
        &format!(
            "  br label %b0\n{blocks}b{n}:\n  ret void\nm:\n  %v = phi i32 {values}\n  store i32 %v, ptr %p\n  ret void\n"
        ),
    )
}

/// A coroutine with `n` suspend points, each between the definition of a value and its use.
fn coroutine(n: usize) -> String {
    let points = each(n, |i| {
        format!(
            "  %v{i} = call i32 @value()\n  %s{i} = call i8 @llvm.coro.suspend(token none, i1 false)\n  \
             switch i8 %s{i}, label %suspend [ i8 0, label %r{i}\n i8 1, label %cleanup ]\nr{i}:\n  \
             call void @use(i32 %v{i})\n"
        )
    });
    format!(
        "define ptr @f(ptr %memory) presplitcoroutine {{\nentry:\n  \
         %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n  \
         %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)\n{points}  br label %cleanup\ncleanup:\n  \
         br label %suspend\nsuspend:\n  call void @llvm.coro.end(ptr %frame, i1 false, token none)\n  \
         ret ptr %frame\n}}\ndeclare i32 @value()\ndeclare void @use(i32)\n\
         declare token @llvm.coro.id(i32, ptr, ptr, ptr)\ndeclare ptr @llvm.coro.begin(token, ptr)\n\
         declare i8 @llvm.coro.suspend(token, i1)\ndeclare void @llvm.coro.end(ptr, i1, token)\n"
    )
}

/// The passes over functions.
const ON_FUNCTIONS: &[Path] = &[
    ("aggressive-instcombine", |text| passes("aggressive-instcombine", text)),
    ("constraint-elimination", |text| passes("constraint-elimination", text)),
    ("dce", |text| passes("dce", text)),
    ("dse", |text| passes("dse", text)),
    ("early-cse", |text| passes("early-cse", text)),
    ("expand-memcmp", |text| passes("expand-memcmp", text)),
    ("float2int", |text| passes("float2int", text)),
    ("gvn", |text| passes("gvn", text)),
    ("instcombine", |text| passes("instcombine", text)),
    ("instsimplify", |text| passes("instsimplify", text)),
    ("jump-threading", |text| passes("jump-threading", text)),
    ("licm", |text| passes("licm", text)),
    ("loop-rotate", |text| passes("loop-rotate", text)),
    ("loop-unroll", |text| passes("loop-unroll", text)),
    ("loop(indvars)", |text| passes("loop(indvars)", text)),
    ("loop(loop-deletion)", |text| passes("loop(loop-deletion)", text)),
    ("loop(loop-idiom)", |text| passes("loop(loop-idiom)", text)),
    ("loop(loop-simplifycfg)", |text| passes("loop(loop-simplifycfg)", text)),
    ("loop(simple-loop-unswitch)", |text| passes("loop(simple-loop-unswitch)", text)),
    ("lower-constant-intrinsics", |text| passes("lower-constant-intrinsics", text)),
    ("mem2reg", |text| passes("mem2reg", text)),
    ("memcpyopt", |text| passes("memcpyopt", text)),
    ("mergeicmps", |text| passes("mergeicmps", text)),
    ("mldst-motion", |text| passes("mldst-motion", text)),
    ("reassociate", |text| passes("reassociate", text)),
    ("reg2mem", |text| passes("reg2mem", text)),
    ("simplifycfg", |text| passes("simplifycfg", text)),
    ("sroa", |text| passes("sroa", text)),
    ("tailcallelim", |text| passes("tailcallelim", text)),
];

/// The passes over modules and components of the call graph.
const ON_MODULES: &[Path] = &[
    ("always-inline", |text| passes("always-inline", text)),
    ("called-value-propagation", |text| passes("called-value-propagation", text)),
    ("function-attrs", |text| passes("function-attrs", text)),
    ("globalopt", |text| passes("globalopt", text)),
    ("inferattrs", |text| passes("inferattrs", text)),
    ("inline", |text| passes("inline", text)),
    ("rpo-function-attrs", |text| passes("rpo-function-attrs", text)),
];

pub const KINDS: &[Kind] = &[
    work("branches that nothing needs", |n| passes("adce", &diamonds(n))),
    work("branches within branches on which a store depends", |n| passes("adce", &nested(n))),
    work("masks of which few bits are needed", |n| passes("bdce", &masks(n))),
    work("suspend points of a coroutine", |n| passes("coro-early,cgscc(coro-split)", &coroutine(n))),
    work("functions whose passes are observed", |n| {
        observed("cgscc(no-op-cgscc,function(dce,loop(no-op-loop)))", &calls(n))
    }),
    work("constants that are merged", |n| passes("constmerge", &constants(n))),
    work("functions that hand on what nothing needs", |n| passes("deadargelim", &calls(n))),
    work("calls of a function that loses a parameter", |n| passes("deadargelim", &callers(n))),
    work("functions that nothing needs", |n| {
        let text =
            each(n, |i| format!("define internal void @f{i}() {{\n  call void @f{}()\n  ret void\n}}\n", (i + 1) % n));
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
    text("diamonds with loads and stores", accesses, &[ON_FUNCTIONS]),
    text("loops with loads and stores", loops_with_accesses, &[ON_FUNCTIONS]),
    text("loads and stores of a loop", large_loop, &[ON_FUNCTIONS]),
    text("operations in a chain", operations, &[ON_FUNCTIONS]),
    text("allocas of two members", allocas, &[ON_FUNCTIONS]),
    text("stores that are overwritten", overwritten, &[ON_FUNCTIONS]),
    text("comparisons that lead to one phi", incoming, &[ON_FUNCTIONS]),
    text("functions that call the next", calls, &[ON_MODULES]),
    text("calls of one function", callers, &[ON_MODULES]),
];
