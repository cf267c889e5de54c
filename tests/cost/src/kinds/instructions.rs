//! The parts of instructions.

use super::{DEEP, Kind, each, function, list, valid};

pub const KINDS: &[Kind] = &[
    valid("arguments of a call", |n| {
        function("", &format!("  call void @g({})\n  ret void\n", list(n, |i| format!("i32 {i}"))))
            + &format!("declare void @g({})\n", list(n, |_| "i32".into()))
    }),
    valid("variadic arguments of a call", |n| {
        function("", &format!("  call void (...) @g({})\n  ret void\n", list(n, |i| format!("i32 {i}"))))
            + "declare void @g(...)\n"
    }),
    valid("calls", |n| {
        function("", &(each(n, |i| format!("  call void @g(i32 {i})\n")) + "  ret void\n")) + "declare void @g(i32)\n"
    }),
    valid("callees", |n| {
        function("", &(each(n, |i| format!("  call void @g{i}()\n")) + "  ret void\n"))
            + &each(n, |i| format!("declare void @g{i}()\n"))
    }),
    valid("function types of calls", |n| {
        let calls = each(n, |i| format!("  call void @g([{i} x i8] zeroinitializer)\n"));
        function("ptr %g", &(calls.replace("@g", "%g") + "  ret void\n"))
    }),
    valid("operand bundles of a call", |n| {
        let bundles = list(n, |i| format!("\"b{i}\"(i32 {i})"));
        function("", &format!("  call void @g() [ {bundles} ]\n  ret void\n")) + "declare void @g()\n"
    }),
    valid("operands of an operand bundle", |n| {
        let values = list(n, |i| format!("i32 {i}"));
        function("", &format!("  call void @g() [ \"b\"({values}) ]\n  ret void\n")) + "declare void @g()\n"
    }),
    valid("tags of operand bundles", |n| {
        function("", &(each(n, |i| format!("  call void @g() [ \"b{i}\"() ]\n")) + "  ret void\n"))
            + "declare void @g()\n"
    }),
    valid("assumptions of a call", |n| {
        let bundles = list(n, |i| format!("\"align\"(ptr %p, i64 {})", 1 << (i % 8)));
        function("ptr %p", &format!("  call void @llvm.assume(i1 true) [ {bundles} ]\n  ret void\n"))
            + "declare void @llvm.assume(i1)\n"
    }),
    valid("indices of an address", |n| {
        let ty = format!("{}i8{}", "{ i8, ".repeat(n), " }".repeat(n));
        format!("%t = type {ty}\n")
            + &function(
                "ptr %p",
                &format!("  %q = getelementptr %t, ptr %p, i64 1{}\n  ret void\n", ", i32 1".repeat(n)),
            )
    })
    .of(DEEP),
    valid("indices of extracted values", |n| {
        let ty = format!("{}i8{}", "{ i8, ".repeat(n), " }".repeat(n));
        format!("%t = type {ty}\n")
            + &function(
                "%t %x",
                &format!(
                    "  %v = extractvalue %t %x{}\n  %w = insertvalue %t %x, i8 1{}\n  ret void\n",
                    ", 1".repeat(n),
                    ", 1".repeat(n)
                ),
            )
    })
    .of(DEEP),
    valid("values inserted into a struct", |n| {
        let ty = format!("{{ {} }}", list(n, |_| "i8".into()));
        let body = each(n, |i| {
            format!(
                "  %v{} = insertvalue %t {}, i8 1, {i}\n",
                i,
                if i == 0 { "poison".into() } else { format!("%v{}", i - 1) }
            )
        });
        format!("%t = type {ty}\n") + &function("", &(body + "  ret void\n"))
    }),
    valid("length of a shuffle", |n| {
        let mask = list(n, |i| format!("i32 {i}"));
        function(
            &format!("<{n} x i8> %x"),
            &format!("  %y = shufflevector <{n} x i8> %x, <{n} x i8> poison, <{n} x i32> <{mask}>\n  ret void\n"),
        )
    }),
    valid("allocas", |n| function("", &(each(n, |i| format!("  %a{i} = alloca [{i} x i8]\n")) + "  ret void\n"))),
    valid("allocas with addresses", |n| {
        let body = each(n, |i| {
            format!(
                "  %a{i} = alloca {{ i32, i32 }}\n  %p{i} = getelementptr {{ i32, i32 }}, ptr %a{i}, i32 0, i32 1\n  store i32 1, ptr %p{i}\n"
            )
        });
        function("", &(body + "  ret void\n"))
    }),
    valid("selects", |n| {
        let body = each(n, |i| format!("  %v{} = select i1 %c, i32 %v{i}, i32 {i}\n", i + 1));
        function("i1 %c, i32 %v0", &(body + "  ret void\n"))
    }),
    valid("synchronization scopes", |n| {
        function("", &(each(n, |i| format!("  fence syncscope(\"s{i}\") seq_cst\n")) + "  ret void\n"))
    })
    .of(60),
    valid("constraints of inline assembler", |n| {
        let constraints = list(n, |_| "r".into()).replace(' ', "");
        let arguments = list(n, |i| format!("i32 {i}"));
        function("", &format!("  call void asm sideeffect \"\", \"{constraints}\"({arguments})\n  ret void\n"))
    }),
    valid("clobbers of inline assembler", |n| {
        let constraints = list(n, |i| format!("~{{r{i}}}")).replace(' ', "");
        function("", &format!("  call void asm sideeffect \"\", \"{constraints}\"()\n  ret void\n"))
    }),
    valid("outputs of inline assembler", |n| {
        let constraints = list(n, |_| "=r".into()).replace(' ', "");
        let ty = list(n, |_| "i32".into());
        function("", &format!("  %x = call {{ {ty} }} asm sideeffect \"\", \"{constraints}\"()\n  ret void\n"))
    }),
    valid("alternatives of an inline assembler constraint", |n| {
        let constraints = vec!["r"; n].join("|");
        function("", &format!("  call void asm sideeffect \"\", \"{constraints}\"(i32 1)\n  ret void\n"))
    }),
    valid("pieces of inline assembler", |n| {
        function("", &(each(n, |i| format!("  call void asm \"nop {i}\", \"\"()\n")) + "  ret void\n"))
    }),
    valid("length of inline assembler", |n| {
        function("", &format!("  call void asm \"{}\", \"\"()\n  ret void\n", "nop\\0A".repeat(n)))
    }),
    valid("targets of inline assembler", |n| {
        let blocks = each(n, |i| format!("b{i}:\n  br label %end\n\n"));
        let targets = list(n, |i| format!("label %b{i}"));
        let constraints = list(n, |_| "!i".into()).replace(' ', "");
        function(
            "",
            &format!(
                "  callbr void asm \"\", \"{constraints}\"()\n          to label %end [{targets}]\n\n{blocks}end:\n  ret void\n"
            ),
        )
    }),
    valid("convergence tokens", |n| {
        let body = each(n, |i| {
            format!(
                "  %t{i} = call token @llvm.experimental.convergence.anchor()\n  call void @g() [ \"convergencectrl\"(token %t{i}) ]\n"
            )
        });
        function("", &(body + "  ret void\n"))
            + "declare void @g() convergent\ndeclare token @llvm.experimental.convergence.anchor()\n"
    }),
    valid("nested convergence loops", |n| {
        let down = each(n, |i| {
            let parent = if i == 0 { "e".into() } else { format!("t{}", i - 1) };
            format!(
                "  br label %l{i}\n\nl{i}:\n  %t{i} = call token @llvm.experimental.convergence.loop() [ \"convergencectrl\"(token %{parent}) ]\n"
            )
        });
        let up = each(n, |i| format!("  br i1 %c, label %l{0}, label %e{0}\n\ne{0}:\n", n - 1 - i));
        format!(
            "define void @f(i1 %c) convergent {{\n  %e = call token @llvm.experimental.convergence.entry()\n{down}{up}  ret void\n}}\n\
             declare token @llvm.experimental.convergence.entry()\ndeclare token @llvm.experimental.convergence.loop()\n"
        )
    }),
    valid("pointers that a statepoint relocates", |n| {
        let live = list(n, |i| format!("ptr addrspace(1) %p{i}"));
        let relocates = each(n, |i| {
            format!("  %r{i} = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 {i}, i32 {i})\n")
        });
        format!(
            "define void @f({live}) gc \"statepoint-example\" {{\n  %t = call token (i64, i32, ptr, i32, i32, ...) \
             @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ \"gc-live\"({live}) ]\n\
             {relocates}  ret void\n}}\ndeclare void @g()\n\
             declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)\n\
             declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)\n"
        )
    }),
    valid("musttail calls", |n| {
        each(n, |i| {
            format!("define void @f{i}(i32 %x) {{\n  musttail call void @f{}(i32 %x)\n  ret void\n}}\n", (i + 1) % n)
        })
    }),
    valid("escaped locals", |n| {
        let escaped = list(n, |i| format!("ptr %a{i}"));
        let body = each(n, |i| format!("  %a{i} = alloca i8\n"))
            + &format!("  call void (...) @llvm.localescape({escaped})\n  ret void\n");
        let recover = each(n, |i| format!("  %r{i} = call ptr @llvm.localrecover(ptr @f, ptr %p, i32 {i})\n"));
        function("", &body)
            + &format!(
                "define void @g(ptr %p) {{\n{recover}  ret void\n}}\ndeclare void @llvm.localescape(...)\ndeclare ptr @llvm.localrecover(ptr, ptr, i32)\n"
            )
    }),
];
