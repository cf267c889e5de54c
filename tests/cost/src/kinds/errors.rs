//! Errors.

use super::{Kind, each, function, invalid, list, refused, valid};

pub const KINDS: &[Kind] = &[
    refused("undefined globals", |n| each(n, |i| format!("@g{i} = global ptr @u{i}\n"))),
    refused("uses of an undefined global", |n| each(n, |i| format!("@g{i} = global ptr @u\n"))),
    refused("undefined metadata", |n| each(n, |i| format!("!{i} = !{{!{}}}\n", i + n))),
    refused("undefined values", |n| {
        function("", &(each(n, |i| format!("  %v{i} = add i32 %u{i}, 1\n")) + "  ret void\n"))
    }),
    refused("functions with undefined values", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  %v = add i32 %u, 1\n  ret void\n}}\n"))
    }),
    refused("undefined blocks", |n| {
        function("i1 %c", &(each(n, |i| format!("  br i1 %c, label %u{i}, label %b{i}\nb{i}:\n")) + "  ret void\n"))
    }),
    refused("undefined types", |n| each(n, |i| format!("@g{i} = external global %u{i}\n"))),
    refused("undefined comdats", |n| each(n, |i| format!("@g{i} = global i8 0, comdat($u{i})\n"))),
    valid("undefined attribute groups", |n| each(n, |i| format!("declare void @f{i}() #{i}\n"))),
    refused("undefined blocks whose addresses are taken", |n| {
        each(n, |i| format!("@g{i} = global ptr blockaddress(@f, %u{i})\n")) + &function("", "  ret void\n")
    }),
    refused("redefined globals", |n| "@g = global i8 0\n".repeat(n + 1)),
    refused("redefined values", |n| function("", &("  %v = add i32 1, 1\n".repeat(n + 1) + "  ret void\n"))),
    refused("redefined metadata", |n| "!0 = !{}\n".repeat(n + 1)),
    refused("redefined types", |n| "%t = type {}\n".repeat(n + 1)),
    refused("uses of values of the wrong type", |n| {
        function("i8 %x", &(each(n, |i| format!("  %v{i} = add i32 %x, 1\n")) + "  ret void\n"))
    }),
    refused("functions that cannot be read", |n| each(n, |i| format!("define void @f{i}() {{\n  what\n}}\n"))),
    refused("lines that cannot be read", |n| "what\n".repeat(n)),
    refused("globals that cannot be read", |n| each(n, |i| format!("@g{i} = global i8 what\n"))),
    refused("metadata that cannot be read", |n| each(n, |i| format!("!{i} = !What(x: 1)\n"))),
    refused("bytes without a meaning", |n| "?\x01".repeat(n)),
    refused("braces that are not closed", |n| "define void @f() {\n".repeat(n)),
    refused("quotes that are not closed", |n| "@\"\n".repeat(n)),
    refused("quotes that are not closed behind a function", |n| function("", "  ret void\n").repeat(n) + "@\""),
    refused("forward references of a wrong type", |n| {
        each(n, |i| format!("@g{i} = global ptr @u{i}\n")) + &each(n, |i| format!("@u{i} = addrspace(1) global i8 0\n"))
    }),
    refused("summary entries that are not defined", |n| {
        "^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n".to_owned()
            + &each(n, |i| {
                format!(
                    "^{} = gv: (guid: {i}, summaries: (alias: (module: ^0, flags: (linkage: external), aliasee: ^{})))\n",
                    i + 1,
                    i + n + 1
                )
            })
    }),
    invalid("uses that are not dominated", |n| {
        function(
            "i1 %c",
            &format!(
                "  br i1 %c, label %a, label %b\n\na:\n{}  br label %b\n\nb:\n{}  ret void\n",
                each(n, |i| format!("  %v{i} = add i32 1, 1\n")),
                each(n, |i| format!("  %w{i} = add i32 %v{i}, 1\n")),
            ),
        )
    }),
    invalid("functions with uses that are not dominated", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  %v = add i32 %w, 1\n  %w = add i32 1, 1\n  ret void\n}}\n"))
    }),
    invalid("calls with wrong attributes", |n| {
        function("", &(each(n, |i| format!("  call void @g(i32 noalias {i})\n")) + "  ret void\n"))
            + "declare void @g(i32)\n"
    }),
    invalid("globals with wrong linkage", |n| each(n, |i| format!("@g{i} = common global i32 {}\n", i + 1))),
    invalid("wrong module flags", |n| {
        format!("!llvm.module.flags = !{{{}}}\n", list(n, |i| format!("!{i}")))
            + &each(n, |i| format!("!{i} = !{{i32 77, !\"f{i}\", i32 1}}\n"))
    }),
    invalid("compile units that are not listed", |n| {
        "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!x = !{".to_owned()
            + &list(n, |i| format!("!{}", i + 2))
            + "}\n!1 = !DIFile(filename: \"\", directory: \"\")\n"
            + &each(n, |i| format!("!{} = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n", i + 2))
    }),
    invalid("phis with wrong predecessors", |n| {
        let phis = each(n, |i| format!("  %p{i} = phi i32 [ 1, %0 ], [ 1, %b ]\n"));
        function("i1 %c", &format!("  br label %b\n\nb:\n  br i1 %c, label %d, label %d\n\nd:\n{phis}  ret void\n"))
    }),
    refused("cases that are there twice", |n| {
        function(
            "i32 %x",
            &format!("  switch i32 %x, label %b [\n{}  ]\n\nb:\n  ret void\n", "    i32 1, label %b\n".repeat(n)),
        )
    }),
    invalid("an invalid call beside others", |n| {
        let calls = each(n, |i| format!("  %v{i} = call i32 @g()\n"));
        function("", &(calls + "  call void @h(i32 noalias 1)\n  ret void\n"))
            + "declare i32 @g()\ndeclare void @h(i32)\n"
    }),
];
