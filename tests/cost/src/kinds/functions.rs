//! Functions and their control flow.

use super::{Kind, each, function, list, valid};

/// Switches in a row, of eight cases each: `to` gives the numbers of the destinations, relative to the next block.
fn switches(n: usize, to: impl Fn(usize) -> usize) -> String {
    let switch = |i| {
        let cases = each(8, |case| format!("    i32 {case}, label %b{}\n", to(i + case)));
        format!("  switch i32 %x, label %b{i} [\n{cases}  ]\n\nb{i}:\n")
    };
    function("i32 %x", &(each(n, switch) + &format!("  br label %b{n}\n\nb{n}:\n  ret void\n")))
}

pub const KINDS: &[Kind] = &[
    valid("parameters", |n| function(&list(n, |i| format!("i32 %p{i}")), "  ret void\n")),
    valid("parameters without names", |n| function(&list(n, |_| "i32".into()), "  ret void\n")),
    valid("instructions", |n| {
        function("i32 %x", &(each(n, |i| format!("  %v{i} = add i32 %x, {i}\n")) + "  ret void\n"))
    }),
    valid("instructions without names", |n| {
        function("i32 %0", &(each(n, |i| format!("  %{} = add i32 %0, {i}\n", i + 2)) + "  ret void\n"))
    }),
    valid("values with a name and a number", |n| {
        function(
            "i32 %x",
            &(each(n, |i| format!("  %x{i} = add i32 %x, 1\n  %x.{i} = add i32 %x, 1\n")) + "  ret void\n"),
        )
    }),
    valid("values that each use the last", |n| {
        let body = each(n, |i| format!("  %v{} = add i32 %v{i}, 1\n", i + 1));
        function("i32 %v0", &(body + "  ret void\n"))
    }),
    valid("uses of one value", |n| {
        function("i32 %x, ptr %p", &("  store i32 %x, ptr %p\n".repeat(n) + "  ret void\n"))
    }),
    valid("uses of one global", |n| {
        "@g = global i32 0\n".to_owned() + &function("", &("  store i32 1, ptr @g\n".repeat(n) + "  ret void\n"))
    }),
    valid("uses of one function in many", |n| {
        "declare void @g()\n".to_owned()
            + &each(n, |i| format!("define void @f{i}() {{\n  call void @g()\n  ret void\n}}\n"))
    }),
    valid("use-list orders", |n| {
        let body =
            each(n, |i| format!("  %v{i} = add i32 %x, %x\n  %a{i} = add i32 %v{i}, 0\n  %b{i} = add i32 %v{i}, 1\n"));
        let orders = each(n, |i| format!("  uselistorder i32 %v{i}, {{ 1, 0 }}\n"));
        function("i32 %x", &format!("{body}  ret void\n\n{orders}"))
    }),
    valid("length of a use-list order", |n| {
        let body = each(n, |i| format!("  %v{i} = add i32 %x, {i}\n"));
        let order = list(n, |i| (n - 1 - i).to_string());
        // The last block that was read is first.
        let order = if n > 1 { format!("  uselistorder i32 %x, {{ {order} }}\n") } else { String::new() };
        function("i32 %x", &format!("{body}  ret void\n\n{order}"))
    }),
    valid("use-list orders of globals", |n| {
        each(n, |i| format!("@g{i} = global i32 0\n@a{i} = global ptr @g{i}\n@b{i} = global ptr @g{i}\n"))
            + &each(n, |i| format!("uselistorder ptr @g{i}, {{ 1, 0 }}\n"))
    }),
    valid("blocks", |n| function("", &(each(n, |i| format!("  br label %b{i}\n\nb{i}:\n")) + "  ret void\n"))),
    valid("blocks without names", |n| {
        function("", &(each(n, |i| format!("  br label %{0}\n\n{0}:\n", i + 1)) + "  ret void\n"))
    }),
    valid("blocks from the last to the first", |n| {
        let blocks = each(n, |i| {
            format!("b{i}:\n  br label %{}\n\n", if i == 0 { "end".into() } else { format!("b{}", i - 1) })
        });
        function("", &format!("  br label %b{}\n\n{blocks}end:\n  ret void\n", n - 1))
    }),
    valid("values used before their text", |n| {
        let blocks = each(n, |i| {
            let next = if i == 0 { "end".into() } else { format!("b{}", i - 1) };
            format!("b{i}:\n  %v{i} = add i32 %v{}, 1\n  br label %{next}\n\n", i + 1)
        });
        function("i32 %x", &format!("  %v{n} = add i32 %x, 1\n  br label %b{}\n\n{blocks}end:\n  ret void\n", n - 1))
    }),
    valid("unreachable blocks", |n| {
        function("", &("  ret void\n".to_owned() + &each(n, |i| format!("\nb{i}:\n  br label %b{}\n", (i + 1) % n))))
    }),
    valid("cases of a switch", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %b{i}\n"));
        let blocks = each(n, |i| format!("b{i}:\n  br label %end\n\n"));
        function("i32 %x", &format!("  switch i32 %x, label %end [\n{cases}  ]\n\n{blocks}end:\n  ret void\n"))
    }),
    valid("cases of a switch with one target", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %end\n"));
        function(
            "i32 %x",
            &format!(
                "  switch i32 %x, label %end [\n{cases}  ]\n\nend:\n  %p = phi i32 [ 1, %0 ]{}\n  ret void\n",
                ", [ 1, %0 ]".repeat(n)
            ),
        )
    }),
    valid("targets of an indirect branch", |n| {
        let blocks = each(n, |i| format!("b{i}:\n  br label %end\n\n"));
        let targets = list(n, |i| format!("label %b{i}"));
        function("ptr %x", &format!("  indirectbr ptr %x, [{targets}]\n\n{blocks}end:\n  ret void\n"))
    }),
    valid("predecessors of a phi", |n| {
        let blocks = each(n, |i| format!("  br i1 %c, label %end, label %b{i}\n\nb{i}:\n"));
        let values = list(n, |i| format!("[ {i}, %{} ]", if i == 0 { "0".into() } else { format!("b{}", i - 1) }));
        let values = format!("{values}, [ {n}, %b{} ]", n - 1);
        function("i1 %c", &format!("{blocks}  br label %end\n\nend:\n  %p = phi i32 {values}\n  ret void\n"))
    }),
    valid("phis of many predecessors", |n| {
        let blocks = each(n, |i| format!("  br i1 %c, label %end, label %b{i}\n\nb{i}:\n"));
        let from = |i: usize| if i == 0 { "0".into() } else { format!("b{}", i - 1) };
        let phis =
            each(n, |p| format!("  %p{p} = phi i32 {}\n", list(n + 1, |i| format!("[ {}, %{} ]", i + p, from(i)))));
        function("i1 %c", &format!("{blocks}  br label %end\n\nend:\n{phis}  ret void\n"))
    })
    .of(40),
    valid("switches", |n| switches(n, |block| block.min(n))),
    valid("switches in a circle", |n| switches(n, |block| block % n)).of(100),
    valid("phis of a block", |n| {
        let phis = each(n, |i| format!("  %p{i} = phi i32 [ {i}, %0 ], [ %p{}, %loop ]\n", (i + 1) % n));
        function(
            "i1 %c",
            &format!("  br label %loop\n\nloop:\n{phis}  br i1 %c, label %loop, label %end\n\nend:\n  ret void\n"),
        )
    }),
    valid("diamonds", |n| {
        let diamond = |i| {
            format!(
                "  br i1 %c, label %t{i}, label %e{i}\n\nt{i}:\n  br label %j{i}\n\ne{i}:\n  br label %j{i}\n\nj{i}:\n"
            )
        };
        function("i1 %c", &(each(n, diamond) + "  ret void\n"))
    }),
    valid("nested branches", |n| {
        let down = each(n, |i| format!("  br i1 %c, label %d{i}, label %u{i}\n\nd{i}:\n"));
        let up = each(n, |i| format!("  br label %u{0}\n\nu{0}:\n", n - 1 - i));
        function("i1 %c", &format!("{down}{up}  ret void\n"))
    }),
    valid("loops", |n| {
        let one = |i| format!("  br label %l{i}\n\nl{i}:\n  br i1 %c, label %l{i}, label %e{i}\n\ne{i}:\n");
        function("i1 %c", &(each(n, one) + "  ret void\n"))
    }),
    valid("nested loops", |n| {
        let down = each(n, |i| format!("  br label %l{i}\n\nl{i}:\n"));
        let up = each(n, |i| format!("  br i1 %c, label %l{0}, label %e{0}\n\ne{0}:\n", n - 1 - i));
        function("i1 %c", &format!("{down}{up}  ret void\n"))
    }),
    valid("back edges of a loop", |n| {
        let blocks = each(n, |i| format!("  br i1 %c, label %l, label %b{i}\n\nb{i}:\n"));
        function("i1 %c", &format!("  br label %l\n\nl:\n{blocks}  ret void\n"))
    }),
    valid("entries of an irreducible cycle", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %b{i}\n"));
        let blocks = each(n, |i| format!("b{i}:\n  br i1 %c, label %end, label %b{}\n\n", (i + 1) % n));
        function("i1 %c, i32 %x", &format!("  switch i32 %x, label %end [\n{cases}  ]\n\n{blocks}end:\n  ret void\n"))
    }),
    valid("nested irreducible cycles", |n| {
        let down = each(n, |i| format!("  br i1 %c, label %a{i}, label %b{i}\n\na{i}:\n  br label %b{i}\n\nb{i}:\n"));
        let up = each(n, |i| format!("  br i1 %c, label %a{0}, label %e{0}\n\ne{0}:\n", n - 1 - i));
        function("i1 %c", &format!("{down}{up}  ret void\n"))
    }),
    valid("irreducible cycles in a row", |n| {
        let one = |i| {
            format!(
                "  br i1 %c, label %a{i}, label %b{i}\n\na{i}:\n  br label %b{i}\n\nb{i}:\n  br i1 %c, label %a{i}, label %e{i}\n\ne{i}:\n"
            )
        };
        function("i1 %c", &(each(n, one) + "  ret void\n"))
    }),
    valid("rungs of a ladder", |n| {
        let rungs = each(n, |i| {
            format!(
                "a{i}:\n  br i1 %c, label %a{0}, label %b{0}\n\nb{i}:\n  br i1 %c, label %b{0}, label %a{0}\n\n",
                i + 1
            )
        });
        function(
            "i1 %c",
            &format!("  br i1 %c, label %a0, label %b0\n\n{rungs}a{n}:\n  ret void\n\nb{n}:\n  ret void\n"),
        )
    }),
    valid("returns", |n| {
        let blocks = each(n, |i| format!("  br i1 %c, label %r{i}, label %b{i}\n\nr{i}:\n  ret void\n\nb{i}:\n"));
        function("i1 %c", &format!("{blocks}  ret void\n"))
    }),
    valid("endless loops", |n| {
        let blocks = each(n, |i| format!("  br i1 %c, label %r{i}, label %b{i}\n\nr{i}:\n  br label %r{i}\n\nb{i}:\n"));
        function("i1 %c", &format!("{blocks}  ret void\n"))
    }),
    valid("weights of a branch", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %end\n"));
        let weights = each(n, |i| format!(", i32 {}", i + 1));
        function("i32 %x", &format!("  switch i32 %x, label %end [\n{cases}  ], !prof !0\n\nend:\n  ret void\n"))
            + &format!("!0 = !{{!\"branch_weights\", i32 1{weights}}}\n")
    }),
];
