//! Metadata.

use super::{DEEP, Kind, each, function, list, valid};

pub const KINDS: &[Kind] = &[
    valid("nodes", |n| {
        format!("!x = !{{{}}}\n", list(n, |i| format!("!{i}"))) + &each(n, |i| format!("!{i} = !{{i32 {i}}}\n"))
    }),
    valid("distinct nodes", |n| {
        format!("!x = !{{{}}}\n", list(n, |i| format!("!{i}"))) + &each(n, |i| format!("!{i} = distinct !{{}}\n"))
    }),
    valid("equal nodes", |n| {
        format!("!x = !{{{}}}\n", list(n, |i| format!("!{i}"))) + &each(n, |i| format!("!{i} = !{{i32 1}}\n"))
    }),
    valid("unused nodes", |n| each(n, |i| format!("!{i} = !{{i32 {i}}}\n"))),
    valid("operands of a node", |n| format!("!x = !{{!0}}\n!0 = !{{{}}}\n", list(n, |i| format!("i32 {i}")))),
    valid("strings", |n| format!("!x = !{{!0}}\n!0 = !{{{}}}\n", list(n, |i| format!("!\"s{i}\"")))),
    valid("length of a metadata string", |n| format!("!x = !{{!0}}\n!0 = !{{!\"{}\"}}\n", "s".repeat(n * 16))),
    valid("named metadata", |n| each(n, |i| format!("!x{i} = !{{!0}}\n")) + "!0 = !{}\n"),
    valid("operands of named metadata", |n| format!("!x = !{{{}}}\n!0 = !{{}}\n", list(n, |_| "!0".into()))),
    valid("depth of nodes", |n| {
        "!x = !{!0}\n".to_owned() + &each(n, |i| format!("!{i} = !{{!{}}}\n", i + 1)) + &format!("!{n} = !{{}}\n")
    }),
    valid("depth of nodes from the end", |n| {
        format!("!x = !{{!{n}}}\n!0 = !{{}}\n") + &each(n, |i| format!("!{} = !{{!{i}}}\n", i + 1))
    }),
    valid("depth of distinct nodes", |n| {
        "!x = !{!0}\n".to_owned()
            + &each(n, |i| format!("!{i} = distinct !{{!{}}}\n", i + 1))
            + &format!("!{n} = !{{}}\n")
    }),
    valid("depth of nodes in one line", |n| format!("!x = !{{!0}}\n!0 = {}\n", "!{".repeat(n) + &"}".repeat(n)))
        .of(DEEP),
    valid("nodes of a cycle", |n| "!x = !{!0}\n".to_owned() + &each(n, |i| format!("!{i} = !{{!{}}}\n", (i + 1) % n))),
    valid("nodes that refer to themselves", |n| {
        format!("!x = !{{{}}}\n", list(n, |i| format!("!{i}"))) + &each(n, |i| format!("!{i} = distinct !{{!{i}}}\n"))
    }),
    valid("shared nodes that double", |n| {
        "!x = !{!0}\n".to_owned()
            + &each(n, |i| format!("!{i} = !{{!{0}, !{0}}}\n", i + 1))
            + &format!("!{n} = !{{}}\n")
    }),
    valid("kinds of attachments", |n| {
        function("", &(each(n, |i| format!("  fence seq_cst, !k{i} !0\n")) + "  ret void\n")) + "!0 = !{}\n"
    }),
    valid("attachments of an instruction", |n| {
        function("", &format!("  fence seq_cst{}\n  ret void\n", each(n, |i| format!(", !k{i} !0")))) + "!0 = !{}\n"
    }),
    valid("attachments of a function", |n| {
        format!("define void @f(){} {{\n  ret void\n}}\n!0 = !{{}}\n", each(n, |i| format!(" !k{i} !0")))
    }),
    valid("instructions with attachments", |n| {
        function(
            "ptr %p",
            &(each(n, |i| format!("  store i32 1, ptr %p, !nontemporal !0, !a !{}\n", i + 1)) + "  ret void\n"),
        ) + &each(n + 1, |i| {
            format!("!{i} = !{{i32 1{}}}\n", if i == 0 { String::new() } else { format!(", i32 {i}") })
        })
    }),
    valid("functions with nodes of their own", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  ret void, !a !{i}\n}}\n!{i} = !{{i32 {i}}}\n"))
    }),
    valid("nodes in bodies", |n| {
        function("", &(each(n, |i| format!("  fence seq_cst, !a !{{i32 {i}}}\n")) + "  ret void\n"))
    }),
    valid("metadata as arguments", |n| {
        let calls =
            each(n, |i| format!("  call void @llvm.foo(metadata !{{i32 {i}}}, metadata i32 %x, metadata !\"s{i}\")\n"));
        function("i32 %x", &(calls.replace("llvm.foo", "g") + "  ret void\n"))
            + "declare void @g(metadata, metadata, metadata)\n"
    }),
    valid("values as metadata", |n| {
        let adds = each(n, |i| {
            format!("  %v{i} = add i32 %x, {i}\n  call void @llvm.write_register.i32(metadata !0, i32 %v{i})\n")
        });
        function("i32 %x", &(adds + "  ret void\n"))
            + "declare void @llvm.write_register.i32(metadata, i32)\n!0 = !{!\"r\"}\n"
    }),
    valid("intervals of a range", |n| {
        let range = list(n, |i| format!("i64 {}, i64 {}", i * 3, i * 3 + 1));
        function("ptr %p", "  %x = load i64, ptr %p, !range !0\n  ret void\n") + &format!("!0 = !{{{range}}}\n")
    }),
    valid("ranges", |n| {
        function("ptr %p", &(each(n, |i| format!("  %x{i} = load i64, ptr %p, !range !{i}\n")) + "  ret void\n"))
            + &each(n, |i| format!("!{i} = !{{i64 0, i64 {}}}\n", i + 1))
    }),
    valid("types of !tbaa", |n| {
        function("ptr %p", &(each(n, |i| format!("  store i8 0, ptr %p, !tbaa !{}\n", i + 1)) + "  ret void\n"))
            + "!0 = !{!\"root\"}\n"
            + &each(n, |i| {
                format!("!{} = !{{!{1}, !{1}, i64 0}}\n!{1} = !{{!\"t{i}\", !0, i64 0}}\n", i + 1, i + 1 + n)
            })
    }),
    valid("depth of !tbaa", |n| {
        function("ptr %p", &format!("  store i8 0, ptr %p, !tbaa !{}\n  ret void\n", n + 1))
            + "!0 = !{!\"root\"}\n"
            + &each(n, |i| format!("!{} = !{{!\"t{i}\", !{i}, i64 0}}\n", i + 1))
            + &format!("!{} = !{{!{n}, !{n}, i64 0}}\n", n + 1)
    }),
    valid("depth of !tbaa, each used", |n| {
        function("ptr %p", &(each(n, |i| format!("  store i8 0, ptr %p, !tbaa !{}\n", n + 1 + i)) + "  ret void\n"))
            + "!0 = !{!\"root\"}\n"
            + &each(n, |i| {
                format!("!{0} = !{{!\"t{i}\", !{i}, i64 0}}\n!{1} = !{{!{0}, !{0}, i64 0}}\n", i + 1, n + 1 + i)
            })
    }),
    valid("fields of a !tbaa struct", |n| {
        let fields = each(n, |i| format!(", !1, i64 {}", i * 4));
        let stores = each(n, |i| format!("  store i32 0, ptr %p, !tbaa !{}\n", i + 3));
        function("ptr %p", &(stores + "  ret void\n"))
            + &format!("!0 = !{{!\"root\"}}\n!1 = !{{!\"int\", !0, i64 0}}\n!2 = !{{!\"s\"{fields}}}\n")
            + &each(n, |i| format!("!{} = !{{!2, !1, i64 {}}}\n", i + 3, i * 4))
    }),
    valid("copies with a !tbaa.struct of their own", |n| {
        let copy =
            |i| format!("  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false), !tbaa.struct !{i}\n");
        function("ptr %p", &(each(n, copy) + "  ret void\n"))
            + "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
            + &each(n, |i| format!("!{i} = !{{i64 0, i64 {}, !{n}}}\n", i + 1))
            + &format!(
                "!{n} = !{{!{0}, !{0}, i64 0}}\n!{0} = !{{!\"int\", !{1}}}\n!{1} = !{{!\"root\"}}\n",
                n + 1,
                n + 2
            )
    }),
    valid("parts of !tbaa.struct", |n| {
        let fields = list(n, |i| format!("i64 {}, i64 4, !1", i * 4));
        function(
            "ptr %p",
            "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false), !tbaa.struct !3\n  ret void\n",
        ) + "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
            + &format!(
                "!0 = !{{!\"root\"}}\n!1 = !{{!2, !2, i64 0}}\n!2 = !{{!\"int\", !0, i64 0}}\n!3 = !{{{fields}}}\n"
            )
    }),
    valid("!tbaa through a struct at each depth", |n| {
        function("ptr %p", &(each(n, |i| format!("  store i8 0, ptr %p, !tbaa !{}\n", n + 2 + i)) + "  ret void\n"))
            + "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n"
            + &each(n, |i| format!("!{} = !{{!\"t{i}\", !1, i64 0, !{}, i64 1}}\n", i + 2, i + 1))
            + &each(n, |i| format!("!{} = !{{!{}, !1, i64 {}}}\n", n + 2 + i, i + 2, i + 1))
    }),
    valid("fields of !tbaa.struct", |n| {
        let fields = list(n, |i| format!("i64 {}, i64 1, !2", i * 2));
        function(
            "ptr %p",
            "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 8, i1 false), !tbaa.struct !3\n  ret void\n",
        ) + "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
            + "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!1, !1, i64 0}\n"
            + &format!("!3 = !{{{fields}}}\n")
    }),
    valid("scopes of !alias.scope", |n| {
        let scopes = list(n, |i| format!("!{}", i + 2));
        function("ptr %p", "  store i8 0, ptr %p, !alias.scope !1, !noalias !1\n  ret void\n")
            + &format!("!0 = distinct !{{!0}}\n!1 = !{{{scopes}}}\n")
            + &each(n, |i| format!("!{0} = distinct !{{!{0}, !0}}\n", i + 2))
    }),
    valid("declarations of scopes", |n| {
        let calls =
            each(n, |i| format!("  call void @llvm.experimental.noalias.scope.decl(metadata !{})\n", i + n + 1));
        function("", &(calls + "  ret void\n"))
            + "declare void @llvm.experimental.noalias.scope.decl(metadata)\n!0 = distinct !{!0}\n"
            + &each(n, |i| format!("!{0} = distinct !{{!{0}, !0}}\n!{1} = !{{!{0}}}\n", i + 1, i + n + 1))
    }),
    valid("properties of a loop", |n| {
        let properties = list(n, |i| format!("!{}", i + 1));
        function("", "  br label %l\n\nl:\n  br label %l, !llvm.loop !0\n")
            + &format!("!0 = distinct !{{!0, {properties}}}\n")
            + &each(n, |i| format!("!{} = !{{!\"llvm.loop.p{i}\"}}\n", i + 1))
    }),
    valid("callees of an indirect call", |n| {
        function("ptr %g", "  call void %g(), !callees !0\n  ret void\n")
            + &format!("!0 = !{{{}}}\n", list(n, |i| format!("ptr @g{i}")))
            + &each(n, |i| format!("declare void @g{i}()\n"))
    }),
    valid("profile of an indirect call", |n| {
        function("ptr %g", "  call void %g(), !prof !0\n  ret void\n")
            + &format!("!0 = !{{!\"VP\", i32 0, i64 {n}, {}}}\n", list(n, |i| format!("i64 {}, i64 1", i + 1)))
    }),
    valid("allocation contexts", |n| {
        let contexts = list(n, |i| format!("!{}", 2 * i + 2));
        function("", "  %p = call ptr @_Znwm(i64 8), !memprof !0, !callsite !1\n  ret void\n")
            + &format!("declare ptr @_Znwm(i64)\n!0 = !{{{contexts}}}\n!1 = !{{i64 1}}\n")
            + &each(n, |i| {
                format!("!{} = !{{!{}, !\"cold\"}}\n!{} = !{{i64 1, i64 {i}}}\n", 2 * i + 2, 2 * i + 3, 2 * i + 3)
            })
    }),
    valid("depth of an allocation context", |n| {
        function("", "  %p = call ptr @_Znwm(i64 8), !memprof !0, !callsite !1\n  ret void\n")
            + &format!(
                "declare ptr @_Znwm(i64)\n!0 = !{{!2}}\n!1 = !{{i64 1}}\n!2 = !{{!3, !\"cold\"}}\n!3 = !{{i64 1{}}}\n",
                each(n, |i| format!(", i64 {i}"))
            )
    }),
    valid("globals in metadata", |n| {
        format!("!x = !{{{}}}\n", list(n, |i| format!("!{i}")))
            + &each(n, |i| format!("@g{i} = global i32 0\n!{i} = !{{ptr @g{i}}}\n"))
    }),
];
