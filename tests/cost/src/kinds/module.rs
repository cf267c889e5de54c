//! The parts of a module.

use super::{Kind, each, list, valid};

pub const KINDS: &[Kind] = &[
    valid("global variables", |n| each(n, |i| format!("@g{i} = global i32 {i}\n"))),
    valid("global variables without names", |n| each(n, |i| format!("@{i} = global i32 {i}\n"))),
    valid("global variables that refer to later ones", |n| {
        each(n, |i| format!("@g{i} = global ptr @g{}\n", i + 1)) + &format!("@g{n} = global i32 0\n")
    }),
    valid("length of a name", |n| format!("@{} = global i32 0\n", "a".repeat(n * 16))),
    valid("length of a quoted name", |n| format!("@\"{}\" = global i32 0\n", "\\01a".repeat(n * 8))),
    valid("function declarations", |n| each(n, |i| format!("declare void @f{i}()\n"))),
    valid("function definitions", |n| each(n, |i| format!("define void @f{i}() {{\n  ret void\n}}\n"))),
    valid("functions without names", |n| each(n, |i| format!("define void @{i}() {{\n  ret void\n}}\n"))),
    valid("functions that call the next", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  call void @f{}()\n  ret void\n}}\n", (i + 1) % n))
    }),
    valid("aliases", |n| "@g = global i32 0\n".to_owned() + &each(n, |i| format!("@a{i} = alias i32, ptr @g\n"))),
    valid("aliases of aliases", |n| {
        each(n, |i| format!("@a{i} = alias i32, ptr @a{}\n", i + 1)) + &format!("@a{n} = global i32 0\n")
    }),
    valid("aliases into aliases", |n| {
        each(n, |i| format!("@a{i} = alias i8, getelementptr (i8, ptr @a{}, i64 1)\n", i + 1))
            + &format!("@a{n} = global [{} x i8] zeroinitializer\n", n + 1)
    }),
    valid("aliases of one alias", |n| {
        "@g = global i32 0\n@a = alias i32, ptr @g\n".to_owned() + &each(n, |i| format!("@a{i} = alias i32, ptr @a\n"))
    }),
    valid("aliases of expressions", |n| {
        format!("@g = global [{} x i8] zeroinitializer\n", n + 1)
            + &each(n, |i| format!("@a{i} = alias i8, getelementptr (i8, ptr @g, i64 {i})\n"))
    }),
    valid("aliases of one expression", |n| {
        "@g = global [2 x i8] zeroinitializer\n".to_owned()
            + &each(n, |i| {
                format!("@a{i} = alias i8, inttoptr (i64 add (i64 ptrtoint (ptr @g to i64), i64 1) to ptr)\n")
            })
    }),
    valid("aliases that functions use", |n| {
        "@g = global i32 0\n".to_owned()
            + &each(n, |i| format!("@a{i} = alias i32, ptr @g\ndefine ptr @f{i}() {{\n  ret ptr @a{i}\n}}\n"))
    }),
    valid("aliases of the end of a chain, each called", |n| {
        each(n, |i| format!("@a{i} = alias void (), ptr @a{}\n@b{i} = alias void (), ptr @a0\n", i + 1))
            + &format!("define void @a{n}() {{\n{}  ret void\n}}\n", each(n, |i| format!("  call void @b{i}()\n")))
    }),
    valid("ifuncs", |n| {
        "define ptr @r() {\n  ret ptr null\n}\n".to_owned() + &each(n, |i| format!("@i{i} = ifunc void (), ptr @r\n"))
    }),
    valid("ifuncs with resolvers of their own, each called", |n| {
        each(n, |i| format!("@i{i} = ifunc void (), ptr @r{i}\ndefine ptr @r{i}() {{\n  ret ptr null\n}}\n"))
            + &format!("define void @f() {{\n{}  ret void\n}}\n", each(n, |i| format!("  call void @i{i}()\n")))
    }),
    valid("ifuncs behind a chain of aliases", |n| {
        each(n, |i| format!("@i{i} = ifunc void (), ptr @a0\n@a{i} = alias ptr (), ptr @a{}\n", i + 1))
            + &format!("define ptr @a{n}() {{\n  ret ptr null\n}}\n")
    }),
    valid("comdats", |n| each(n, |i| format!("$c{i} = comdat any\n@c{i} = global i32 0, comdat\n"))),
    valid("members of a comdat", |n| {
        "$c = comdat any\n".to_owned() + &each(n, |i| format!("@g{i} = global i32 0, comdat($c)\n"))
    }),
    valid("comdats of functions and their variables", |n| {
        each(n, |i| {
            format!(
                "$f{i} = comdat {}\ndefine void @f{i}() comdat {{\n  ret void\n}}\n@v{i} = global i32 0, comdat($f{i})\n",
                ["any", "exactmatch", "largest", "nodeduplicate", "samesize"][i % 5]
            )
        })
    }),
    valid("sections", |n| each(n, |i| format!("@g{i} = global i32 0, section \"s{i}\"\n"))),
    valid("partitions", |n| each(n, |i| format!("@g{i} = global i32 0, partition \"p{i}\"\n"))),
    valid("garbage collectors", |n| each(n, |i| format!("define void @f{i}() gc \"g{i}\" {{\n  ret void\n}}\n"))),
    valid("prefixes, prologues and personalities", |n| {
        "declare i32 @p(...)\n".to_owned()
            + &each(n, |i| {
                let data = format!("prefix i32 {i} prologue i32 -{i} personality ptr @p");
                format!("define void @f{i}() {data} {{\n  ret void\n}}\n")
            })
    }),
    valid("lines of module assembler", |n| each(n, |i| format!("module asm \".globl s{i}\"\n"))),
    valid("symbol versions in module assembler", |n| {
        each(n, |i| format!("module asm \".symver s{i}, s{i}@V{i}\"\n@s{i} = global i32 0\n"))
    }),
    valid("module flags", |n| {
        format!("!llvm.module.flags = !{{{}}}\n", list(n, |i| format!("!{i}")))
            + &each(n, |i| format!("!{i} = !{{i32 1, !\"flag {i}\", i32 {i}}}\n"))
    }),
    valid("module flags that require others", |n| {
        format!(
            "!llvm.module.flags = !{{!0, {}}}\n!0 = !{{i32 1, !\"flag\", i32 1}}\n",
            list(n, |i| format!("!{}", i + 1))
        ) + &each(n, |i| format!("!{} = !{{i32 3, !\"r{i}\", !{{!\"flag\", i32 1}}}}\n", i + 1))
    }),
    valid("parts of a module flag", |n| {
        format!(
            "!llvm.module.flags = !{{!0}}\n!0 = !{{i32 5, !\"CG Profile\", !1}}\n!1 = distinct !{{{}}}\n",
            list(n, |i| format!("!{}", i + 2))
        ) + &each(n, |i| format!("!{} = !{{ptr @f{i}, ptr @f0, i64 {i}}}\n", i + 2))
            + &each(n, |i| format!("declare void @f{i}()\n"))
    }),
    valid("used globals", |n| {
        let used = list(n, |i| format!("ptr @g{i}"));
        each(n, |i| format!("@g{i} = global i32 0\n"))
            + &format!("@llvm.used = appending global [{n} x ptr] [{used}], section \"llvm.metadata\"\n")
    }),
    valid("dependent libraries", |n| {
        format!("!llvm.dependent-libraries = !{{{}}}\n", list(n, |i| format!("!{i}")))
            + &each(n, |i| format!("!{i} = !{{!\"lib{i}\"}}\n"))
    }),
    valid("attachments of a global variable", |n| {
        format!("@g = global i32 0{}\n!0 = !{{i64 0, !\"t\"}}\n", ", !type !0".repeat(n))
    }),
    valid("types of vtables", |n| {
        each(n, |i| {
            format!(
                "@v{i} = constant {{ [1 x ptr] }} {{ [1 x ptr] [ptr @f] }}, !type !{i}\n!{i} = !{{i64 0, !\"t{i}\"}}\n"
            )
        }) + "declare void @f()\n"
    }),
    valid("calls of one intrinsic on many types", |n| {
        each(n, |i| format!("declare i{0} @llvm.bswap.i{0}(i{0})\n", (i + 1) * 16))
    }),
];
