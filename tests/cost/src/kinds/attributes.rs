//! Attributes.

use super::{Kind, each, function, list, valid};

pub const KINDS: &[Kind] = &[
    valid("attribute groups", |n| {
        each(n, |i| format!("declare void @f{i}() #{i}\nattributes #{i} = {{ \"k\"=\"{i}\" }}\n"))
    }),
    valid("attribute groups on one function", |n| {
        let groups = each(n, |i| format!("attributes #{i} = {{ \"k{i}\" }}\n"));
        format!("declare void @f(){}\n{groups}", each(n, |i| format!(" #{i}")))
    }),
    valid("attribute groups on one call", |n| {
        let groups = each(n, |i| format!("attributes #{i} = {{ \"k{i}\" }}\n"));
        function("", &format!("  call void @f(){}\n  ret void\n", each(n, |i| format!(" #{i}")))) + &groups
    }),
    valid("string attributes of a group", |n| {
        format!("declare void @f() #0\nattributes #0 = {{{} }}\n", each(n, |i| format!(" \"k{i}\"=\"v{i}\"")))
    }),
    valid("string attributes of a function", |n| {
        format!("declare void @f(){}\n", each(n, |i| format!(" \"k{i}\"=\"v{i}\"")))
    }),
    valid("string attributes of a result", |n| {
        format!("declare{} ptr @f()\n", each(n, |i| format!(" \"k{i}\"=\"v{i}\"")))
    }),
    valid("string attributes of a parameter", |n| {
        format!("declare void @f(ptr{})\n", each(n, |i| format!(" \"k{i}\"=\"v{i}\"")))
    }),
    valid("string attributes of a global variable", |n| {
        format!("@g = global i32 0 #0\nattributes #0 = {{{} }}\n", each(n, |i| format!(" \"k{i}\"=\"v{i}\"")))
    }),
    valid("length of a string attribute", |n| format!("declare void @f() \"k\"=\"{}\"\n", "v".repeat(n * 16))),
    valid("attributed parameters", |n| {
        format!("declare void @f({})\n", list(n, |i| format!("ptr dereferenceable({})", i + 1)))
    }),
    valid("attributed parameters, each used in a body", |n| {
        let body = each(n, |i| format!("  store i8 0, ptr %p{i}\n")) + "  ret void\n";
        function(&list(n, |i| format!("ptr dereferenceable({}) %p{i}", i + 1)), &body)
    }),
    valid("attributed arguments", |n| {
        let arguments = list(n, |i| format!("ptr dereferenceable({}) %p", i + 1));
        function("ptr %p", &format!("  call void @g({arguments})\n  ret void\n"))
            + &format!("declare void @g({})\n", list(n, |_| "ptr".into()))
    }),
    valid("calls with attributes of their own", |n| {
        let calls = each(n, |i| format!("  call void @g(ptr dereferenceable({}) %p) \"k\"=\"{i}\"\n", i + 1));
        function("ptr %p", &(calls + "  ret void\n")) + "declare void @g(ptr)\n"
    }),
    valid("ranges as attributes", |n| each(n, |i| format!("declare range(i32 0, {}) i32 @f{i}()\n", i + 1))),
    valid("ranges of an initializes attribute", |n| {
        format!("declare void @f(ptr initializes({}))\n", list(n, |i| format!("({}, {})", i * 2, i * 2 + 1)))
    }),
    valid("types as attributes", |n| each(n, |i| format!("declare void @f{i}(ptr byval([{} x i8]))\n", i + 1))),
];
