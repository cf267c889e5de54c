//! Exceptions.

use super::{Kind, each, list, valid};

/// A function with this personality.
fn function(personality: &str, body: &str) -> String {
    format!(
        "define void @f() personality ptr @{personality} {{\n{body}}}\ndeclare void @g()\ndeclare i32 @{personality}(...)\n"
    )
}

pub const KINDS: &[Kind] = &[
    valid("invokes", |n| {
        let invokes = each(n, |i| format!("  invoke void @g()\n          to label %b{i} unwind label %pad\n\nb{i}:\n"));
        function(
            "__gxx_personality_v0",
            &format!("{invokes}  ret void\n\npad:\n  %p = landingpad {{ ptr, i32 }}\n          cleanup\n  ret void\n"),
        )
    }),
    valid("landing pads", |n| {
        let invokes = each(n, |i| {
            format!(
                "  invoke void @g()\n          to label %b{i} unwind label %p{i}\n\np{i}:\n  %v{i} = landingpad {{ ptr, i32 }}\n          cleanup\n  resume {{ ptr, i32 }} %v{i}\n\nb{i}:\n"
            )
        });
        function("__gxx_personality_v0", &format!("{invokes}  ret void\n"))
    }),
    valid("clauses of a landing pad", |n| {
        let clauses = each(n, |i| format!("          catch ptr @t{i}\n"));
        function(
            "__gxx_personality_v0",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %pad\n\nb:\n  ret void\n\npad:\n  %p = landingpad {{ ptr, i32 }}\n{clauses}  ret void\n"
            ),
        ) + &each(n, |i| format!("@t{i} = external constant ptr\n"))
    }),
    valid("types of a filter", |n| {
        let filter = list(n, |i| format!("ptr @t{i}"));
        function(
            "__gxx_personality_v0",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %pad\n\nb:\n  ret void\n\npad:\n  %p = landingpad {{ ptr, i32 }}\n          filter [{n} x ptr] [{filter}]\n  ret void\n"
            ),
        ) + &each(n, |i| format!("@t{i} = external constant ptr\n"))
    }),
    valid("cleanup pads", |n| {
        let invokes = each(n, |i| {
            format!(
                "  invoke void @g()\n          to label %b{i} unwind label %p{i}\n\np{i}:\n  %v{i} = cleanuppad within none []\n  cleanupret from %v{i} unwind to caller\n\nb{i}:\n"
            )
        });
        function("__CxxFrameHandler3", &format!("{invokes}  ret void\n"))
    }),
    valid("cleanup pads that unwind to the next", |n| {
        let pads = each(n, |i| {
            let next = if i + 1 < n { format!("label %p{}", i + 1) } else { "to caller".into() };
            format!("p{i}:\n  %v{i} = cleanuppad within none []\n  cleanupret from %v{i} unwind {next}\n\n")
        });
        function(
            "__CxxFrameHandler3",
            &format!("  invoke void @g()\n          to label %b unwind label %p0\n\n{pads}b:\n  ret void\n"),
        )
    }),
    valid("nested cleanup pads", |n| {
        let pads = each(n, |i| {
            let parent = if i == 0 { "none".into() } else { format!("%v{}", i - 1) };
            format!(
                "p{i}:\n  %v{i} = cleanuppad within {parent} []\n  invoke void @g() [ \"funclet\"(token %v{i}) ]\n          to label %u{i} unwind label %p{}\n\nu{i}:\n  unreachable\n\n",
                i + 1
            )
        });
        let last = format!("p{n}:\n  %v{n} = cleanuppad within %v{} []\n  unreachable\n\n", n - 1);
        function(
            "__CxxFrameHandler3",
            &format!("  invoke void @g()\n          to label %b unwind label %p0\n\n{pads}{last}b:\n  ret void\n"),
        )
    }),
    valid("handlers of a catch switch", |n| {
        let handlers = list(n, |i| format!("label %h{i}"));
        let pads = each(n, |i| {
            format!(
                "h{i}:\n  %v{i} = catchpad within %s [ptr null, i32 {i}, ptr null]\n  catchret from %v{i} to label %b\n\n"
            )
        });
        function(
            "__CxxFrameHandler3",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %p\n\np:\n  %s = catchswitch within none [{handlers}] unwind to caller\n\n{pads}b:\n  ret void\n"
            ),
        )
    }),
    valid("catch switches that unwind to the next", |n| {
        let pads = each(n, |i| {
            let next = if i + 1 < n { format!("label %p{}", i + 1) } else { "to caller".into() };
            format!(
                "p{i}:\n  %s{i} = catchswitch within none [label %h{i}] unwind {next}\n\nh{i}:\n  %v{i} = catchpad within %s{i} [ptr null, i32 64, ptr null]\n  catchret from %v{i} to label %b\n\n"
            )
        });
        function(
            "__CxxFrameHandler3",
            &format!("  invoke void @g()\n          to label %b unwind label %p0\n\n{pads}b:\n  ret void\n"),
        )
    }),
    valid("nested catch switches", |n| {
        let pads = each(n, |i| {
            let parent = if i == 0 { "none".into() } else { format!("%v{}", i - 1) };
            format!(
                "p{i}:\n  %s{i} = catchswitch within {parent} [label %h{i}] unwind to caller\n\nh{i}:\n  %v{i} = catchpad within %s{i} [ptr null, i32 64, ptr null]\n  invoke void @g() [ \"funclet\"(token %v{i}) ]\n          to label %u{i} unwind label %p{}\n\nu{i}:\n  unreachable\n\n",
                i + 1
            )
        });
        let last = format!("p{n}:\n  %w = cleanuppad within %v{} []\n  cleanupret from %w unwind to caller\n\n", n - 1);
        function(
            "__CxxFrameHandler3",
            &format!("  invoke void @g()\n          to label %b unwind label %p0\n\n{pads}{last}b:\n  ret void\n"),
        )
    }),
    valid("cleanup pads that nothing reaches", |n| {
        let pads = each(n, |i| {
            let next = if i + 1 < n { format!("label %p{}", i + 1) } else { "to caller".into() };
            format!("p{i}:\n  %v{i} = cleanuppad within none []\n  cleanupret from %v{i} unwind {next}\n\n")
        });
        function("__CxxFrameHandler3", &format!("  ret void\n\n{pads}"))
    }),
    valid("nested catch switches that nothing reaches", |n| {
        let pads = each(n, |i| {
            let parent = if i == 0 { "none".into() } else { format!("%v{}", i - 1) };
            format!(
                "p{i}:\n  %s{i} = catchswitch within {parent} [label %h{i}] unwind to caller\n\nh{i}:\n  %v{i} = catchpad within %s{i} []\n  unreachable\n\n"
            )
        });
        function("__CxxFrameHandler3", &format!("  ret void\n\n{pads}"))
    }),
    valid("catch pads that return into the next", |n| {
        let pads = each(n, |i| {
            format!(
                "b{i}:\n  invoke void @g()\n          to label %b{next} unwind label %p{i}\n\np{i}:\n  %s{i} = catchswitch within none [label %h{i}] unwind to caller\n\nh{i}:\n  %v{i} = catchpad within %s{i} []\n  catchret from %v{i} to label %b{next}\n\n",
                next = i + 1
            )
        });
        function("__CxxFrameHandler3", &format!("  br label %b0\n\n{pads}b{n}:\n  ret void\n"))
    }),
    valid("operands of a funclet pad", |n| {
        let operands = list(n, |i| format!("i32 {i}"));
        function(
            "__CxxFrameHandler3",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %p\n\np:\n  %v = cleanuppad within none [{operands}]\n  cleanupret from %v unwind to caller\n\nb:\n  ret void\n"
            ),
        )
    }),
    valid("blocks of a funclet", |n| {
        let blocks = each(n, |i| format!("  br label %c{i}\n\nc{i}:\n"));
        function(
            "__CxxFrameHandler3",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %p\n\np:\n  %v = cleanuppad within none []\n{blocks}  cleanupret from %v unwind to caller\n\nb:\n  ret void\n"
            ),
        )
    }),
    valid("unwind exits of a funclet", |n| {
        let blocks = each(n, |i| {
            format!("  invoke void @g() [ \"funclet\"(token %v) ]\n          to label %c{i} unwind label %q\n\nc{i}:\n")
        });
        function(
            "__CxxFrameHandler3",
            &format!(
                "  invoke void @g()\n          to label %b unwind label %p\n\np:\n  %v = cleanuppad within none []\n{blocks}  cleanupret from %v unwind label %q\n\nq:\n  %w = cleanuppad within none []\n  cleanupret from %w unwind to caller\n\nb:\n  ret void\n"
            ),
        )
    }),
];
