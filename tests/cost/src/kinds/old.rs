//! Forms of older versions.

use super::{DEEP, Kind, each, function, list, valid};

pub const KINDS: &[Kind] = &[
    valid("depth of typed pointers", |n| format!("@g = external global i8{}\n", "*".repeat(n))).of(DEEP),
    valid("typed pointers", |n| each(n, |i| format!("@g{i} = external global [{i} x i8]*\n"))),
    valid("calls of an old intrinsic", |n| {
        function("i32* %p", &(each(n, |i| format!("  %v{i} = call i32 @llvm.ctlz.i32(i32 {i})\n")) + "  ret void\n"))
            + "declare i32 @llvm.ctlz.i32(i32)\n"
    }),
    valid("calls of a replaced intrinsic", |n| {
        let calls =
            each(n, |i| format!("  %v{i} = call <2 x i64> @llvm.x86.sse41.pminud(<2 x i64> %x, <2 x i64> %x)\n"));
        function("<4 x i32> %x", &(calls.replace("<2 x i64>", "<4 x i32>") + "  ret void\n"))
            + "declare <4 x i32> @llvm.x86.sse41.pminud(<4 x i32>, <4 x i32>)\n"
    }),
    valid("functions that call old intrinsics", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  %v = call i32 @llvm.ctlz.i32(i32 {i})\n  ret void\n}}\n"))
            + "declare i32 @llvm.ctlz.i32(i32)\n"
    }),
    valid("old intrinsics", |n| {
        let calls = each(n, |i| format!("  %v{i} = call i{0} @llvm.ctlz.i{0}(i{0} 1)\n", i + 1));
        function("", &(calls + "  ret void\n")) + &each(n, |i| format!("declare i{0} @llvm.ctlz.i{0}(i{0})\n", i + 1))
    }),
    valid("debug intrinsics", |n| {
        function(
            "i32 %x",
            &(each(n, |_| {
                "  call void @llvm.dbg.value(metadata i32 %x, metadata !8, metadata !DIExpression()), !dbg !7\n".into()
            }) + "  ret void\n"),
        )
        .replace(") {", ") !dbg !3 {")
            + "declare void @llvm.dbg.value(metadata, metadata, metadata)\n!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n\
               !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2)\n\
               !2 = !DIFile(filename: \"f\", directory: \"d\")\n!3 = distinct !DISubprogram(name: \"f\", unit: !1)\n\
               !6 = !DIBasicType(name: \"int\", size: 32)\n!7 = !DILocation(line: 1, scope: !3)\n!8 = !DILocalVariable(name: \"x\", scope: !3, type: !6)\n"
    }),
    valid("old !tbaa", |n| {
        function("ptr %p", &(each(n, |i| format!("  store i8 0, ptr %p, !tbaa !{}\n", i + 1)) + "  ret void\n"))
            + "!0 = !{!\"root\"}\n"
            + &each(n, |i| format!("!{} = !{{!\"t{i}\", !0}}\n", i + 1))
    }),
    valid("old properties of a loop", |n| {
        function("", "  br label %l\n\nl:\n  br label %l, !llvm.loop !0\n")
            + &format!("!0 = distinct !{{!0, {}}}\n", list(n, |i| format!("!{}", i + 1)))
            + &each(n, |i| format!("!{} = !{{!\"llvm.vectorizer.p{i}\", i32 1}}\n", i + 1))
    }),
    valid("loads and addresses through typed pointers", |n| {
        let body = each(n, |i| {
            format!("  %p{i} = getelementptr {{i32, i8}}* %p, i32 {i}, i32 0\n  %v{i} = load i32* %p{i}\n")
        });
        function("{i32, i8}* %p", &(body + "  ret void\n"))
    }),
    valid("calls through typed pointers", |n| {
        "declare i32 @v(i8*, ...)\n".to_owned()
            + &function("i8* %p", &(each(n, |_| "  call i32 (i8*, ...)* @v(i8* %p)\n".into()) + "  ret void\n"))
    }),
    valid("parameters with a typed pointer", |n| {
        each(n, |i| format!("declare void @f{i}([{} x i8]* byval, [{0} x i8]* sret)\n", i + 1))
    }),
    valid("metadata as values", |n| {
        "define void @f(i32 %x) {\n".to_owned()
            + &each(n, |i| format!("  call void @llvm.m(metadata !{{i32 %x}}, metadata !{{metadata !\"{i}\"}})\n"))
            + "  ret void\n}\ndeclare void @llvm.m(metadata, metadata)\n"
    }),
    valid("depth of metadata as values", |n| {
        format!("!x = !{{!0}}\n!0 = metadata {}!{{}}{}\n", "!{metadata ".repeat(n), "}".repeat(n))
    })
    .of(DEEP),
    valid("old constant expressions", |n| {
        "@g = external global i32\n".to_owned()
            + &function(
                "",
                &(each(n, |i| format!("  store i64 mul (i64 ptrtoint (ptr @g to i64), i64 {}), ptr @g\n", i + 2))
                    + "  ret void\n"),
            )
    }),
    valid("depth of old constant expressions", |n| {
        "@g = external global i32\n".to_owned()
            + &function(
                "",
                &format!(
                    "  store i64 {}ptrtoint (ptr @g to i64){}, ptr @g\n  ret void\n",
                    "mul (i64 3, i64 ".repeat(n),
                    ")".repeat(n)
                ),
            )
    })
    .of(DEEP),
    valid("old constant expressions of a phi", |n| {
        let switch = list(n, |i| format!("i32 {i}, label %b{i}")).replace(", i32", " i32");
        let blocks = each(n, |i| format!("b{i}:\n  br label %end\n\n"));
        let phi = list(n, |i| format!("[ mul (i64 ptrtoint (ptr @g to i64), i64 {}), %b{i} ]", i + 2));
        "@g = external global i32\n".to_owned()
            + &function(
                "i32 %x",
                &format!("  switch i32 %x, label %b0 [ {switch} ]\n\n{blocks}end:\n  %v = phi i64 {phi}\n  ret void\n"),
            )
            .replace("  switch i32 %x, label %b0", "  switch i32 %x, label %none")
            .replace("end:\n", "none:\n  unreachable\n\nend:\n")
    }),
    valid("annotations of kernels", |n| {
        each(n, |i| format!("define void @k{i}() {{\n  ret void\n}}\n!{i} = !{{ptr @k{i}, !\"kernel\", i32 1}}\n"))
            + &format!("!nvvm.annotations = !{{{}}}\n", list(n, |i| format!("!{i}")))
    }),
    valid("annotations of one kernel", |n| {
        each(n, |i| format!("!{i} = !{{ptr @k, !\"maxntidx\", i32 {}}}\n", i + 1))
            + "define void @k() {\n  ret void\n}\n"
            + &format!("!nvvm.annotations = !{{{}}}\n", list(n, |i| format!("!{i}")))
    }),
    valid("old attributes", |n| each(n, |i| format!("declare void @f{i}() \"no-frame-pointer-elim\"=\"true\"\n"))),
    valid("old inline assembler", |n| {
        function(
            "",
            &(each(n, |i| format!("  call void asm sideeffect \"mov{i}\\09# marker\", \"\"()\n")) + "  ret void\n"),
        )
    }),
    valid("old global constructors", |n| {
        let entries = list(n, |i| format!("{{ i32, ptr }} {{ i32 {i}, ptr @f }}"));
        format!("@llvm.global_ctors = appending global [{n} x {{ i32, ptr }}] [{entries}]\n")
            + &function("", "  ret void\n")
    }),
];
