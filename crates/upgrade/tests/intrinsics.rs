//! Old intrinsics, as text: what is read, and what must come out.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read, to_bytes};

/// The text of a module that was read, or the first error.
fn upgraded(source: &str) -> String {
    match read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) {
        Ok(outcome) => String::from_utf8_lossy(&to_bytes(&outcome.module)).into_owned(),
        Err(errors) => format!("error: {}", errors[0].message),
    }
}

/// Checks that these lines come out, in this order, maybe with others between.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let text = upgraded(source);
    let mut lines = text.lines().map(str::trim);
    for expected in expected {
        assert!(lines.any(|line| line == *expected), "{expected}\nis not (or not there) in\n{text}");
    }
}

/// Checks what a function body that makes one call becomes. The call is given without its callee's declaration.
#[track_caller]
fn check_call(declaration: &str, params: &str, call: &str, expected: &[&str]) {
    check(&format!("declare {declaration}\ndefine void @f({params}) {{\n{call}\nret void\n}}\n"), expected);
}

#[test]
fn intrinsics_get_the_names_of_their_types() {
    check_call(
        "void @llvm.va_start(ptr)",
        "ptr %p",
        "tail call void @llvm.va_start(ptr %p) #0",
        &["tail call void @llvm.va_start.p0(ptr %p)", "declare void @llvm.va_start.p0(ptr) #0"],
    );
}

#[test]
fn a_name_that_is_taken_makes_room() {
    check(
        "declare i32 @llvm.umax.i32(i8)\ndeclare i32 @llvm.umax.x(i32, i32)\n\
         define i32 @f(i32 %a) {\n%r = call i32 @llvm.umax.x(i32 %a, i32 1)\nret i32 %r\n}",
        &["declare i32 @llvm.umax.i32.renamed(i8)", "%r = call i32 @llvm.umax.i32(i32 %a, i32 1)"],
    );
}

#[test]
fn declarations_get_the_attributes_of_the_intrinsic() {
    check(
        "declare i32 @llvm.umax.i32(i32, i32) noreturn\ndeclare i32 @llvm.bswap.i32(i64) noreturn",
        &[
            "; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)",
            "declare i32 @llvm.umax.i32(i32, i32) #0",
            // Not if the type is wrong.
            "; Function Attrs: noreturn",
            "declare i32 @llvm.bswap.i32(i64) #1",
        ],
    );
}

#[test]
fn intrinsics_may_be_called_undeclared() {
    check(
        "define i32 @f(i32 %a, i8 %b) {\n%x = call i32 @llvm.umax(i32 %a, i32 1)\n\
         %y = call i8 @llvm.umax(i8 %b, i8 1)\n%z = call i32 @llvm.ctlz.i32(i32 %x)\nret i32 %z\n}",
        &[
            "%x = call i32 @llvm.umax.i32(i32 %a, i32 1)",
            "%y = call i8 @llvm.umax.i8(i8 %b, i8 1)",
            "%z = call i32 @llvm.ctlz.i32(i32 %x, i1 false)",
            "declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0",
            "declare i8 @llvm.umax.i8(i8, i8) #1",
            "declare i32 @llvm.umax.i32(i32, i32) #1",
        ],
    );
}

#[test]
fn what_cannot_be_declared_is_an_error() {
    for (use_, message) in [
        ("call void @llvm.nothing()", "unknown intrinsic 'llvm.nothing'"),
        ("call void @llvm.umax(i32 0)", "invalid intrinsic signature"),
        ("store ptr @llvm.umax, ptr null", "intrinsic can only be used as callee"),
    ] {
        let source = format!("define void @f() {{\n{use_}\nret void\n}}");
        assert_eq!(upgraded(&source), format!("error: {message}"), "{use_}");
    }
}

#[test]
fn results_are_plain_structs() {
    check(
        "%s = type { i32, i1 }\ndeclare %s @llvm.uadd.with.overflow.i32(i32, i32)\n\
         define i32 @f(i32 %a) {\n%r = call %s @llvm.uadd.with.overflow.i32(i32 %a, i32 %a)\n\
         %x = extractvalue %s %r, 0\nret i32 %x\n}",
        &[
            "%1 = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %a)",
            "%2 = extractvalue { i32, i1 } %1, 0",
            "%3 = insertvalue %s poison, i32 %2, 0",
            "%4 = extractvalue { i32, i1 } %1, 1",
            "%5 = insertvalue %s %3, i1 %4, 1",
            "%x = extractvalue %s %5, 0",
        ],
    );
}

#[test]
fn alignment_of_memory_intrinsics_is_an_attribute() {
    check_call(
        "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i32, i1)",
        "ptr %p, ptr %q",
        "tail call void @llvm.memcpy.p0.p0.i64(ptr nonnull %p, ptr align 1 %q, i64 8, i32 4, i1 true)",
        &["call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 %p, ptr align 4 %q, i64 8, i1 true)"],
    );
    check_call(
        "void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)",
        "ptr %p",
        "call void @llvm.memset.p0.i64(ptr align 2 %p, i8 0, i64 8, i32 0, i1 false)",
        &["call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)"],
    );
    check_call(
        "<2 x i32> @llvm.masked.gather.v2i32(<2 x ptr>, i32, <2 x i1>, <2 x i32>)",
        "<2 x ptr> %p, <2 x i1> %m",
        "%r = tail call <2 x i32> @llvm.masked.gather.v2i32(<2 x ptr> %p, i32 0, <2 x i1> %m, <2 x i32> undef)",
        &[
            "%r = tail call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p, <2 x i1> %m, <2 x i32> undef)",
        ],
    );
}

#[test]
fn lifetimes_are_of_allocas() {
    let text = upgraded(
        "declare void @llvm.lifetime.start.p0(i64, ptr)\ndefine void @f(ptr %p) {\n%a = alloca i32\n\
         %g = getelementptr i8, ptr %a, i64 0\ncall void @llvm.lifetime.start.p0(i64 4, ptr %g)\n\
         call void @llvm.lifetime.start.p0(i64 4, ptr %p)\nret void\n}",
    );
    assert_eq!(text.matches("call void @llvm.lifetime.start").count(), 1, "{text}");
    assert!(text.contains("call void @llvm.lifetime.start.p0(ptr %a)"), "{text}");
}

#[test]
fn arguments_are_added_and_changed() {
    check_call(
        "i32 @llvm.cttz.i32(i32)",
        "i32 %a",
        "%r = call i32 @llvm.cttz.i32(i32 %a)",
        &["%r = call i32 @llvm.cttz.i32(i32 %a, i1 false)"],
    );
    check_call(
        "i64 @llvm.objectsize.i64.p0(ptr, i1)",
        "ptr %p",
        "%r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true)",
        &["%r = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 false, i1 false)"],
    );
    check_call(
        "<4 x i8> @llvm.vector.splice.v4i8(<4 x i8>, <4 x i8>, i32)",
        "<4 x i8> %v",
        "%r = call <4 x i8> @llvm.vector.splice.v4i8(<4 x i8> %v, <4 x i8> %v, i32 -3)",
        &["%1 = call <4 x i8> @llvm.vector.splice.right.v4i8(<4 x i8> %v, <4 x i8> %v, i32 3)"],
    );
    check_call(
        "i32 @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float, <4 x float>)",
        "",
        "",
        &["declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>) #0"],
    );
}

#[test]
fn x86_masks_become_selects() {
    check_call(
        "<4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)",
        "<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %m",
        "%r = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %m)",
        &[
            "%1 = add <4 x i32> %a, %b",
            "%2 = bitcast i8 %m to <8 x i1>",
            "%extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>",
            "%3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> %c",
        ],
    );
    check_call(
        "<4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)",
        "<4 x i32> %a",
        "%r = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %a, <4 x i32> %a, i8 -1)",
        &["%1 = add <4 x i32> %a, %a", "ret void"],
    );
}

#[test]
fn names_are_numbered_as_llvm_comes_to_the_calls() {
    // The last call after the declaration comes first; what comes before the declaration comes last, in order.
    let call = |name: &str| {
        format!(
            "define <4 x float> @{name}(<4 x float> %a, i8 %m) {{\n\
             %r = call <4 x float> @llvm.x86.avx512.mask.max.ps.128(<4 x float> %a, <4 x float> %a, <4 x float> %a, i8 %m)\n\
             %s = call <4 x float> @llvm.x86.avx512.mask.max.ps.128(<4 x float> %r, <4 x float> %a, <4 x float> %a, i8 %m)\n\
             ret <4 x float> %s\n}}\n"
        )
    };
    let declaration =
        "declare <4 x float> @llvm.x86.avx512.mask.max.ps.128(<4 x float>, <4 x float>, <4 x float>, i8)\n";
    let select = |name: &str| format!("select <4 x i1> %{name}, ");
    for (source, first, second) in [
        (format!("{}{declaration}", call("before")), "extract", "extract1"),
        (format!("{declaration}{}", call("after")), "extract1", "extract"),
    ] {
        let text = upgraded(&source);
        let (a, b) = (text.find(&select(first)), text.find(&select(second)));
        assert!(a.is_some() && a < b, "{first}, {second}\n{text}");
    }
}

#[test]
fn x86_shuffles_loads_and_stores() {
    check_call(
        "<8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16>, i8)",
        "<8 x i16> %a",
        "%r = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %a, i8 27)",
        &[
            "%1 = shufflevector <8 x i16> %a, <8 x i16> %a, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 4, i32 5, i32 6, i32 7>",
        ],
    );
    check_call(
        "void @llvm.x86.avx.movnt.ps.256(ptr, <8 x float>)",
        "ptr %p, <8 x float> %a",
        "call void @llvm.x86.avx.movnt.ps.256(ptr %p, <8 x float> %a)",
        &["store <8 x float> %a, ptr %p, align 32, !nontemporal !0", "!0 = !{i32 1}"],
    );
    check_call(
        "{ i64, i32 } @llvm.x86.rdtscp(ptr)",
        "ptr %p",
        "%r = call i64 @llvm.x86.rdtscp(ptr %p)",
        &["%r = call { i64, i32 } @llvm.x86.rdtscp()", "%1 = extractvalue { i64, i32 } %r, 1"],
    );
}

#[test]
fn other_targets() {
    check_call(
        "i32 @llvm.nvvm.abs.i(i32)",
        "i32 %a",
        "%r = call i32 @llvm.nvvm.abs.i(i32 %a)",
        &["%neg = sub i32 0, %a", "%abs.cond = icmp sge i32 %a, 0", "%abs = select i1 %abs.cond, i32 %a, i32 %neg"],
    );
    check_call(
        "float @llvm.amdgcn.ds.fadd(ptr addrspace(3), float, i32, i32, i1)",
        "ptr addrspace(3) %p, float %x",
        "%r = call float @llvm.amdgcn.ds.fadd(ptr addrspace(3) %p, float %x, i32 2, i32 0, i1 true)",
        &["%1 = atomicrmw volatile fadd ptr addrspace(3) %p, float %x syncscope(\"agent\") monotonic, align 4"],
    );
    check_call(
        "<4 x float> @llvm.arm.neon.vrinta.v4f32(<4 x float>)",
        "<4 x float> %a",
        "%r = call <4 x float> @llvm.arm.neon.vrinta.v4f32(<4 x float> %a)",
        &["%r = call <4 x float> @llvm.round.v4f32(<4 x float> %a)"],
    );
    check_call(
        "i64 @llvm.riscv.sm3p0.i64(i64)",
        "i64 %a",
        "%r = call i64 @llvm.riscv.sm3p0.i64(i64 %a)",
        &["%1 = trunc i64 %a to i32", "%r = call i32 @llvm.riscv.sm3p0(i32 %1)", "%2 = sext i32 %r to i64"],
    );
}

#[test]
fn calls_that_make_no_sense_stay() {
    check_call(
        "<4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32>, i8)",
        "<4 x i32> %a, i8 %i",
        "%r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %a, i8 %i)",
        &["%r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %a, i8 %i)"],
    );
}

#[test]
fn debug_records_stay_where_they_were() {
    let scope = "define void @f(ptr %p, i32 %a) !dbg !3 {\n";
    let record = |n: u32| format!("#dbg_value(i32 {n}, !5, !DIExpression(), !6)\n");
    let old = "call void @llvm.lifetime.start.p0(i64 4, ptr %p)\n";
    let cttz = "%c = call i32 @llvm.cttz.i32(i32 %a)\n";
    let metadata = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n!1 = !DIFile(filename: \"f\", directory: \"\")\n\
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !3 = distinct !DISubprogram(name: \"f\", file: !1, type: !4, spFlags: DISPFlagDefinition, unit: !0)\n\
        !4 = !DISubroutineType(types: !7)\n!5 = !DILocalVariable(name: \"a\", scope: !3)\n\
        !6 = !DILocation(line: 1, scope: !3)\n!7 = !{null}\n";
    let body = [&record(1), old, &record(2), old, &record(3), cttz, &record(4), "ret void\n}\n"].concat();
    let text = upgraded(&format!(
        "declare i32 @llvm.cttz.i32(i32)\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\n{scope}{body}{metadata}"
    ));
    let body: Vec<&str> =
        text.lines().map(str::trim).skip_while(|l| !l.starts_with("define")).skip(1).take(6).collect();
    let starts =
        ["#dbg_value(i32 1,", "#dbg_value(i32 2,", "#dbg_value(i32 3,", "%c = call", "#dbg_value(i32 4,", "ret void"];
    assert!(body.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{text}");
}

#[test]
fn a_long_body_takes_its_time_and_no_more() {
    let mut source = String::from("declare i32 @llvm.nvvm.bitcast.f2i(i32)\ndefine i32 @f(i32 %a0) {\n");
    for i in 0..100_000 {
        source += &format!("%a{} = call i32 @llvm.nvvm.bitcast.f2i(i32 %a{i})\n", i + 1);
    }
    source += "ret i32 %a100000\n}\n";
    check(&source, &["define i32 @f(i32 %a0) {", "ret i32 %a0"]);
}
