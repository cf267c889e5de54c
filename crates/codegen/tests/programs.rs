//! Programs compiled, linked by the system's `cc` and run: they print what the interpreter prints.
//!
//! `programs/` holds programs by the instructions that they are about. Random functions are in `random.rs`.

mod common;

use std::fs;

use common::{compiled, has_cc, interpreted, native};

#[test]
fn programs_do_what_the_interpreter_does() {
    if !has_cc() {
        return;
    }
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(native(&compiled(&text)), interpreted(&text), "{}", path.display());
    }
}

#[test]
fn variadic_functions_find_their_arguments() {
    if !has_cc() {
        return;
    }
    // In registers of both kinds and on the stack, behind named ones.
    let text = r#"
%list = type { i32, i32, ptr, ptr }
@ints = constant [25 x i8] c"%d %d %d %d %d %d %d %d\0A\00"
@mixed = constant [20 x i8] c"%s %.3f %d %.2f %d\0A\00"
@word = constant [5 x i8] c"word\00"
declare i32 @vprintf(ptr, ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @show(i32 %before, ptr %format, ...) {
  %args = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %args)
  %r = call i32 @vprintf(ptr %format, ptr %args)
  call void @llvm.va_end.p0(ptr %args)
  %s = add i32 %r, %before
  ret i32 %s
}
define i32 @main() {
  %a = call i32 (i32, ptr, ...) @show(i32 8, ptr @ints, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 800)
  %b = call i32 (i32, ptr, ...) @show(i32 %a, ptr @mixed, ptr @word, double 0.25, i32 3, double 4.0, i32 -5)
  ret i32 %b
}
"#;
    assert_eq!(native(&compiled(text)), ("1 2 3 4 5 6 7 800\nword 0.250 3 4.00 -5\n".to_owned(), 47));
}

#[test]
fn inline_assembler_gets_its_operands() {
    if !has_cc() {
        return;
    }
    // What LLVM's object of it prints.
    let output = native(&compiled(include_str!("assembler.ll")));
    assert_eq!(output, ("42 -16 15 7 1 -9 20 33 42".to_owned(), 0));
}

#[test]
fn inline_assembler_jumps() {
    if !has_cc() {
        return;
    }
    let output = native(&compiled(include_str!("jumping_assembler.ll")));
    assert_eq!(output, ("0 91 12 42 77 ".to_owned(), 0));
}

#[test]
fn module_level_assembler_and_functions_share_symbols() {
    if !has_cc() {
        return;
    }
    let output = native(&compiled(include_str!("module_assembler.ll")));
    assert_eq!(output, ("70 40 69\n".to_owned(), 0));
}

#[test]
fn machine_intrinsics_are_their_instructions() {
    if !has_cc() {
        return;
    }
    // What LLVM's object of it prints.
    let mut expected = "sse2 7fffffc4fff4c45a fffac468fff8eeae\ncomi f0f0 0\ncarry 1 29\ncarry 0 2b\n\
        ssse3 6b20627200776e20 5468652071756963\ncrc32 48821a50 4d\n"
        .to_owned();
    let mut args: &[&str] = &[];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512dq") {
        args = &["avx512"];
        expected += "avx2 69d36bce207f7279 207a628975d820d5\navx2 20c2748321657871 711a75cb21312113\n\
            avx512f 1000 747c1a55f3bb065c\n";
    }
    let object = compiled(include_str!("x86_intrinsics.ll"));
    assert_eq!(common::native_run(&object, &[], args), (expected, 0));
}

#[test]
fn threads_do_not_show() {
    // More functions than one thread takes at a time.
    let function = |i| {
        format!(
            "define i32 @f{i}(i32 %x) {{\n  %c = icmp sgt i32 %x, {i}\n  br i1 %c, label %a, label %b\n\
             a:\n  %y = call i32 @f0(i32 %x)\n  br label %b\nb:\n  %p = phi i32 [ %y, %a ], [ {i}, %0 ]\n  ret i32 %p\n}}\n"
        )
    };
    let text: String = (0..3000).map(function).collect();
    let first = compiled(&text);
    for _ in 0..3 {
        assert!(first == compiled(&text));
    }
}

#[test]
fn what_is_not_supported_is_named() {
    let cases = [
        (
            "define <vscale x 4 x i32> @f(<vscale x 4 x i32> %x) {\n  ret <vscale x 4 x i32> %x\n}",
            "@f: not supported: a scalable vector",
        ),
        (
            "define void @f() {\n  call void asm \"nop $0\", \"t\"(double 0.0)\n  ret void\n}",
            "@f: not supported: inline assembler with the constraint t",
        ),
        ("define ghccc void @f() {\n  ret void\n}", "@f: not supported: the calling convention ghccc"),
        ("define ppc_fp128 @g(ppc_fp128 %x) {\n  ret ppc_fp128 %x\n}", "@g: not supported: ppc_fp128"),
        ("@g = global i32 1, align 4294967296", "@g: not supported: alignments that need more than 2 GiB of padding"),
        (
            "define void @f(i1 %c) {\n  br label %a\na:\n  %p = alloca [2305843009213693951 x i64]\n  store i64 1, ptr %p\n  ret void\n}",
            "@f: not supported: an alloca of more than 2 GB",
        ),
        (
            "define void @f() {\n  %p = alloca i64, i64 2305843009213693952\n  store i64 1, ptr %p\n  ret void\n}",
            "@f: not supported: an alloca of more than 2 GB",
        ),
        (
            "define void @f(ptr byval([800000000 x i8]) %p, ptr byval([800000000 x i8]) %q) {\n  ret void\n}",
            "@f: not supported: stack arguments of more than 1 GB",
        ),
        (
            "define tailcc void @f(ptr byval([65536 x i8]) %p) {\n  ret void\n}",
            "@f: not supported: a callee that pops more than 64 KB",
        ),
        (
            "define i128 @f() {\n  %r = call i128 asm \"nop\", \"=r\"()\n  ret i128 %r\n}",
            "@f: not supported: inline assembler with a result of such a type",
        ),
        ("target triple = \"aarch64-linux-gnu\"", "not supported: the target aarch64-linux-gnu"),
    ];
    for (text, expected) in cases {
        let module = common::read(text);
        let error = lindworm_codegen::compile(&module, &Default::default()).unwrap_err();
        assert_eq!(error.unsupported[0].message(&module), expected);
    }
}

#[test]
fn offsets_of_addresses_wrap() {
    let far = "i64 9223372036854775807";
    let text = format!(
        "@g = internal global i32 1\n@a = alias i8, getelementptr (i8, ptr @g, {far})\n\
         @b = alias i8, getelementptr (i8, ptr @a, {far})\n@h = internal global i32 1\n\
         @p = global ptr getelementptr (i8, ptr @h, {far})\n\
         @d = internal global i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @h, {far}) to i64), i64 ptrtoint (ptr @d to i64)) to i32)\n"
    );
    assert_eq!(compiled(&text)[..4], *b"\x7fELF");
}

#[test]
fn integers_of_any_width_are_extended_to_pointers() {
    for bits in 1..64 {
        let object = compiled(&format!("@p = global ptr inttoptr (i{bits} -1 to ptr)"));
        let file = object::File::parse(&*object).unwrap();
        let data = object::Object::section_by_name(&file, ".data").unwrap();
        assert_eq!(object::ObjectSection::data(&data).unwrap(), u64::to_le_bytes(u64::MAX >> (64 - bits)), "{bits}");
    }
}

#[test]
fn module_level_assembler_defines_no_function_of_the_module() {
    if !has_cc() {
        return;
    }
    let module = common::read("module asm \"f: ret\"\ndefine void @f() {\n  ret void\n}");
    let error = lindworm_codegen::compile(&module, &Default::default()).unwrap_err();
    let expected = "not supported: module-level inline assembler that defines @f again";
    assert_eq!(error.unsupported[0].message(&module), expected);
}

#[test]
fn errors_of_the_assembler_are_named() {
    if !has_cc() {
        return;
    }
    // More errors than fit in a pipe.
    let many = "bad\\0A".repeat(100_000);
    for (template, expected) in [
        (&*many, "1: Error: no such instruction: `bad'"),
        (".data\\0A.byte 1", "that writes to other sections"),
        ("nop\\0A.section .text,\\22axG\\22,@progbits,g\\0Anop", "that writes to other sections"),
    ] {
        let module =
            common::read(&format!("define void @f() {{\n  call void asm \"{template}\", \"\"()\n  ret void\n}}"));
        let error = lindworm_codegen::compile(&module, &Default::default()).unwrap_err();
        let message = error.unsupported[0].message(&module);
        assert!(message.starts_with("@f: not supported: inline assembler") && message.ends_with(expected), "{message}");
    }
}
