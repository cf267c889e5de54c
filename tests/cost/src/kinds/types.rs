//! Types.

use super::{DEEP, Kind, SHALLOW, each, function, list, valid};

pub const KINDS: &[Kind] = &[
    valid("named structs", |n| each(n, |i| format!("%t{i} = type {{ i32, ptr }}\n@g{i} = external global %t{i}\n"))),
    valid("numbered structs", |n| each(n, |i| format!("%{i} = type {{ i32, ptr }}\n@g{i} = external global %{i}\n"))),
    valid("opaque structs", |n| each(n, |i| format!("%t{i} = type opaque\n@g{i} = external global %t{i}\n"))),
    valid("unused named structs", |n| each(n, |i| format!("%t{i} = type {{ i32, ptr }}\n"))),
    valid("structs", |n| each(n, |i| format!("@g{i} = external global {{ i32, [{i} x i8] }}\n"))),
    valid("arrays", |n| each(n, |i| format!("@g{i} = external global [{i} x i8]\n"))),
    valid("vectors", |n| each(n, |i| format!("@g{i} = external global <{} x i8>\n", i + 1))),
    valid("widths of integers", |n| each(n, |i| format!("@g{i} = external global i{}\n", i + 1))),
    valid("address spaces", |n| each(n, |i| format!("@g{i} = external addrspace({i}) global ptr addrspace({i})\n"))),
    valid("target types", |n| each(n, |i| format!("declare void @f{i}(target(\"t{i}\", i32, {i}))\n"))),
    valid("parameters of a target type", |n| {
        format!("declare void @f(target(\"t\", {}))\n", list(n, |i| i.to_string()))
    }),
    valid("function types", |n| each(n, |i| format!("declare void @f{i}([{i} x i8])\n"))),
    valid("elements of a struct", |n| {
        format!("%t = type {{ {} }}\n@g = external global %t\n", list(n, |i| format!("i{}", i % 64 + 1)))
    }),
    valid("elements of a literal struct", |n| {
        format!("@g = global {{ {} }} zeroinitializer\n", list(n, |i| format!("i{}", i % 64 + 1)))
    }),
    valid("length of an array", |n| format!("@g = external global [{n} x i8]\n")),
    valid("depth of structs", |n| format!("@g = external global {}i8{}\n", "{ ".repeat(n), " }".repeat(n))).of(DEEP),
    valid("depth of arrays", |n| format!("@g = external global {}i8{}\n", "[1 x ".repeat(n), "]".repeat(n))).of(DEEP),
    valid("depth of named structs", |n| {
        format!("@g = external global %t0\n%t{n} = type {{ i8 }}\n")
            + &each(n, |i| format!("%t{i} = type {{ %t{} }}\n", i + 1))
    }),
    valid("depth of named structs from the end", |n| {
        "@g = external global %t0\n".to_owned()
            + &each(n, |i| format!("%t{} = type {{ %t{} }}\n", n - i - 1, n - i))
            + &format!("%t{n} = type {{ i8 }}\n")
    }),
    valid("depth of named structs, each accessed", |n| {
        let body =
            each(n, |i| format!("  %a{i} = alloca %t{i}\n  %p{i} = getelementptr %t{i}, ptr %a{i}, i32 0, i32 0\n"));
        each(n, |i| format!("%t{i} = type {{ %t{} }}\n", i + 1))
            + &format!("%t{n} = type {{ i8 }}\n")
            + &function("", &(body + "  ret void\n"))
    }),
    valid("depth of literal structs, each accessed", |n| {
        let ty = |i: usize| format!("{}i8{}", "{ ".repeat(i), " }".repeat(i));
        function("", &(each(n, |i| format!("  %a{i} = alloca {}\n", ty(i))) + "  ret void\n"))
    })
    .of(SHALLOW),
    valid("named structs without a size", |n| {
        each(n, |i| format!("%t{i} = type {{ i8, %t{} }}\n", i + 1))
            + &format!("%t{n} = type opaque\n")
            + &each(n, |i| format!("@g{i} = external global %t{i}\n"))
    }),
    valid("structs in reverse order", |n| {
        each(n, |i| format!("%t{} = type {{ %t{}, %t{1} }}\n", n - i - 1, n - i))
            + &format!("%t{n} = type {{ i8 }}\n")
            + &each(n, |i| format!("@g{i} = external global %t{i}\n"))
    }),
    valid("shared types that double", |n| {
        each(n, |i| format!("%t{i} = type {{ %t{0}, %t{0} }}\n", i + 1))
            + &format!("%t{n} = type {{}}\n@g = external global %t0\n")
    }),
];
