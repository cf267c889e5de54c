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
            "define void @f() {\n  call void asm \"nop $0\", \"y\"(double 0.0)\n  ret void\n}",
            "@f: not supported: inline assembler with the constraint y",
        ),
        ("define cc11 void @f() {\n  ret void\n}", "@f: not supported: the calling convention cc11"),
        ("define ppc_fp128 @g(ppc_fp128 %x) {\n  ret ppc_fp128 %x\n}", "@g: not supported: ppc_fp128"),
        ("@g = global i32 1, align 4294967296", "@g: not supported: alignments that need more than 2 GiB of padding"),
        (
            "define void @f(i1 %c) {\n  br label %a\na:\n  %p = alloca [2305843009213693951 x i64]\n  store i64 1, ptr %p\n  ret void\n}",
            "@f: not supported: an alloca of more than 2^63 bytes",
        ),
        (
            "define void @f() {\n  %p = alloca i64, i64 2305843009213693952\n  store i64 1, ptr %p\n  ret void\n}",
            "@f: not supported: an alloca of more than 2^63 bytes",
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

#[test]
fn interrupt_handlers_return_to_the_interrupted_code() {
    if !has_cc() {
        return;
    }
    // The assembler does what the machine does at an interrupt with an error code.
    let text = r#"
%frame = type { i64, i64, i64, i64, i64 }
@code = global i64 0
@stack = global i64 0
define x86_intrcc void @handler(ptr byval(%frame) %frame, i64 %code) {
  %at = getelementptr %frame, ptr %frame, i64 0, i32 3
  %stack = load i64, ptr %at
  call void @change(i64 %code, i64 %stack)
  ret void
}
define void @change(i64 %code, i64 %stack) noinline {
  store i64 %code, ptr @code
  store i64 %stack, ptr @stack
  call void asm sideeffect "xorl %ecx, %ecx; xorl %r8d, %r8d; xorl %r11d, %r11d; xorps %xmm3, %xmm3", "~{rcx},~{r8},~{r11},~{xmm3}"()
  ret void
}
define i32 @main() {
  %r = call { i64, i64, i64 } asm sideeffect "movl $$5, %r8d; movl $$6, %r11d; movq %r8, %xmm3; movq %rsp, %rbx; leaq -256(%rsp), %rsp; andq $$-16, %rsp; movq %rsp, %rdx; movl %ss, %ecx; pushq %rcx; pushq %rdx; pushfq; movl %cs, %ecx; pushq %rcx; leaq 1f(%rip), %rcx; pushq %rcx; pushq $$77; movl $$4, %ecx; jmp handler; 1: subq %rsp, %rdx; movq %rbx, %rsp; addq %rdx, %rcx; movq %xmm3, %rdx", "={rcx},={r8},={r11},~{rbx},~{rdx},~{xmm3},~{memory}"()
  %c = extractvalue { i64, i64, i64 } %r, 0
  %d = extractvalue { i64, i64, i64 } %r, 1
  %e = extractvalue { i64, i64, i64 } %r, 2
  %code = load i64, ptr @code
  %f = mul i64 %d, %e
  %g = mul i64 %f, %c
  %h = add i64 %g, %code
  %i = trunc i64 %h to i32
  ret i32 %i
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 4 * 5 * 6 + 77));
}

#[test]
fn jumps_of_the_builtin_kind_return_a_second_time() {
    if !has_cc() {
        return;
    }
    let text = r#"
@buffer = global [5 x ptr] zeroinitializer
@count = global i32 0
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.stacksave.p0()
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.eh.sjlj.longjmp(ptr)
define void @back(i32 %deep) noinline {
  %c = icmp eq i32 %deep, 0
  br i1 %c, label %jump, label %on
jump:
  call void @llvm.eh.sjlj.longjmp(ptr @buffer)
  unreachable
on:
  %d = sub i32 %deep, 1
  call void @back(i32 %d)
  ret void
}
define i32 @main(i32 %argc) {
  %kept = add i32 %argc, 40
  %fp = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %fp, ptr @buffer
  %sp = call ptr @llvm.stacksave.p0()
  store ptr %sp, ptr getelementptr ([5 x ptr], ptr @buffer, i64 0, i64 2)
  %r = call i32 @llvm.eh.sjlj.setjmp(ptr @buffer)
  %first = icmp eq i32 %r, 0
  %old = load i32, ptr @count
  %new = add i32 %old, 1
  store i32 %new, ptr @count
  br i1 %first, label %jump, label %done
jump:
  call void @back(i32 5)
  ret i32 1
done:
  %sum = add i32 %kept, %new
  ret i32 %sum
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 43));
}

#[test]
fn arguments_stay_where_inalloca_built_them() {
    if !has_cc() {
        return;
    }
    let text = r#"
%pair = type { i32, i64 }
define i64 @f(i32 %x, ptr inalloca(%pair) %p) noinline {
  %a = load i32, ptr %p
  %at = getelementptr %pair, ptr %p, i64 0, i32 1
  %b = load i64, ptr %at
  %c = add i32 %a, %x
  %d = zext i32 %c to i64
  %e = add i64 %b, %d
  ret i64 %e
}
define i32 @main() {
  %p = alloca inalloca %pair
  %at = getelementptr %pair, ptr %p, i64 0, i32 1
  store i32 2, ptr %p
  store i64 30, ptr %at
  %r = call i64 @f(i32 10, ptr inalloca(%pair) %p)
  %s = trunc i64 %r to i32
  ret i32 %s
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 42));
}

#[test]
fn inline_assembler_takes_scratch_registers_and_tied_memory() {
    if !has_cc() {
        return;
    }
    let text = r#"
@memory = global i32 1
define i32 @main() {
  %r = call i64 asm "leaq 1(%r11), $0; movq $1, $0", "={r11},{r10},0"(i64 20, i64 5)
  %s = call double asm "addsd $1, $0", "={xmm15},{xmm14},0"(double 1.5, double 0.5)
  call void asm "addl $$4, $0", "=*rm,0"(ptr elementtype(i32) @memory, i32 16)
  %t = fptoui double %s to i64
  %m = load i32, ptr @memory
  %u = add i64 %r, %t
  %v = trunc i64 %u to i32
  %w = add i32 %v, %m
  ret i32 %w
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 20 + 2 + 20));
}

#[test]
fn distances_between_blocks_are_numbers() {
    if !has_cc() {
        return;
    }
    let text = r#"
@jumps = internal constant [2 x i32] [i32 0, i32 sub (i32 ptrtoint (ptr blockaddress(@main, %b) to i32), i32 ptrtoint (ptr blockaddress(@main, %a) to i32))]
define i32 @main(i32 %argc) {
  %at = getelementptr [2 x i32], ptr @jumps, i64 0, i32 %argc
  %distance = load i32, ptr %at
  %far = sext i32 %distance to i64
  %to = getelementptr i8, ptr blockaddress(@main, %a), i64 %far
  indirectbr ptr %to, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 2));
}

#[test]
fn frames_may_be_of_any_size() {
    for size in ["1500000000", "3000000000", "17179869184"] {
        let text = format!(
            "define i8 @f(i64 %i) {{\n  %p = alloca [{size} x i8]\n  %q = alloca [{size} x i8]\n\
             %r = getelementptr i8, ptr %p, i64 %i\n  %s = getelementptr i8, ptr %q, i64 {size}\n\
             %t = load i8, ptr %r\n  store i8 %t, ptr %s\n  ret i8 %t\n}}"
        );
        assert_eq!(compiled(&text)[..4], *b"\x7fELF");
    }
}

#[test]
fn libraries_have_thread_local_variables() {
    if !has_cc() {
        return;
    }
    let library = r#"
@general = thread_local global i32 30
@dynamic = internal thread_local global i32 4
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @next(i32 %by) {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @general)
  %q = call ptr @llvm.threadlocal.address.p0(ptr @dynamic)
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %c = add i32 %a, %by
  store i32 %c, ptr %p
  %d = add i32 %b, %c
  store i32 %d, ptr %q
  ret i32 %d
}
"#;
    let program = r#"
@name = constant [5 x i8] c"next\00"
declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
define i32 @main(i32 %argc, ptr %argv) {
  %at = getelementptr ptr, ptr %argv, i64 1
  %path = load ptr, ptr %at
  %library = call ptr @dlopen(ptr %path, i32 2)
  %next = call ptr @dlsym(ptr %library, ptr @name)
  %a = call i32 %next(i32 1)
  %b = call i32 %next(i32 2)
  ret i32 %b
}
"#;
    let options = lindworm_codegen::Options { dynamic_thread_locals: true, ..Default::default() };
    let object = lindworm_codegen::compile(&common::read(library), &options).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let [object_file, shared] = ["library.o", "library.so"].map(|name| directory.path().join(name));
    fs::write(&object_file, object).unwrap();
    let linked = std::process::Command::new("cc").arg("-shared").arg(&object_file).arg("-o").arg(&shared).status();
    assert!(linked.unwrap().success());
    let bytes = fs::read(&shared).unwrap();
    // A library of the initial-exec model has `DT_FLAGS` with `DF_STATIC_TLS`.
    let file = object::read::elf::ElfFile64::<object::Endianness>::parse(&*bytes).unwrap();
    let dynamic = object::Object::section_by_name(&file, ".dynamic").unwrap();
    let entries = object::ObjectSection::data(&dynamic).unwrap();
    let mut words = entries.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    while let (Some(tag), Some(value)) = (words.next(), words.next()) {
        assert!(tag != 30 || value & 0x10 == 0);
    }
    let output = common::native_run(&compiled(program), &["-ldl"], &[shared.to_str().unwrap()]);
    assert_eq!(output, (String::new(), 4 + 31 + 33));
}

#[test]
fn ghc_passes_arguments_in_all_registers_and_never_returns() {
    if !has_cc() {
        return;
    }
    let text = r#"
@loop_at = global ptr @loop
define ghccc void @loop(i64 %base, i64 %sp, i64 %hp, i64 %n, double %d) {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %out, label %on
on:
  %m = sub i64 %n, 1
  %s = add i64 %sp, %n
  %odd = trunc i64 %n to i1
  br i1 %odd, label %direct, label %indirect
direct:
  tail call ghccc void @loop(i64 %base, i64 %s, i64 %hp, i64 %m, double %d)
  ret void
indirect:
  %f = load ptr, ptr @loop_at
  tail call ghccc void %f(i64 %base, i64 %s, i64 %hp, i64 %m, double %d)
  ret void
out:
  %p = inttoptr i64 %base to ptr
  %e = fptoui double %d to i64
  %t = add i64 %sp, %hp
  %u = add i64 %t, %e
  store i64 %u, ptr %p
  ret void
}
define i32 @main(i32 %argc) {
  %x = alloca i64
  %b = ptrtoint ptr %x to i64
  call ghccc void @loop(i64 %b, i64 3, i64 7, i64 3000000, double 5.0)
  %r = load i64, ptr %x
  %s = urem i64 %r, 251
  %t = trunc i64 %s to i32
  %u = sub i32 %t, %argc
  ret i32 %u
}
"#;
    let sum: u64 = 3_000_000 * 3_000_001 / 2 + 3 + 7 + 5;
    assert_eq!(native(&compiled(text)), (String::new(), (sum % 251) as i32 - 1));
}

#[test]
fn callees_without_saved_registers_cost_their_caller_none() {
    if !has_cc() {
        return;
    }
    let text = r#"
define graalcc void @clobbers() {
  call void asm sideeffect "xorl %ebx, %ebx", "~{rbx}"()
  ret void
}
define void @calls() {
  call graalcc void @clobbers()
  ret void
}
define i32 @main() {
  %r = call i64 asm sideeffect "movq $$42, %rbx; call calls; movq %rbx, $0", "=r,~{rbx},~{rax},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{memory}"()
  %s = trunc i64 %r to i32
  ret i32 %s
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 42));
}

#[test]
fn instructions_compute_the_bits_of_addresses() {
    if !has_cc() {
        return;
    }
    let text = r#"
@g = global [4 x i32] zeroinitializer
@at = global ptr @g
define i64 @choose(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i64 [ sub (i64 5, i64 ptrtoint (ptr @g to i64)), %a ], [ xor (i64 ptrtoint (ptr @g to i64), i64 -1), %0 ]
  ret i64 %x
}
define i32 @main() {
  %p = load ptr, ptr @at
  %bits = ptrtoint ptr %p to i64
  %negative = call i64 @choose(i1 true)
  %five = add i64 %bits, %negative
  %inverted = call i64 @choose(i1 false)
  %ones = add i64 %bits, %inverted
  %wide = lshr i128 add (i128 ptrtoint (ptr @g to i128), i128 18446744073709551616), 64
  %one = trunc i128 %wide to i64
  %distance = add i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 9) to i64), i64 ptrtoint (ptr @g to i64)), 0
  %a = mul i64 %distance, 10
  %b = add i64 %a, %five
  %c = add i64 %b, %ones
  %d = add i64 %c, %one
  %e = trunc i64 %d to i32
  ret i32 %e
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 90 + 5 - 1 + 1));
}

#[test]
fn environments_of_floating_point_are_kept() {
    if !has_cc() {
        return;
    }
    let text = r#"
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
declare i256 @llvm.get.fpenv.i256()
declare void @llvm.set.fpenv.i256(i256)
declare void @llvm.reset.fpenv()
define double @third(double %x) strictfp {
  %y = call double @llvm.experimental.constrained.fdiv.f64(double %x, double 3.0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret double %y
}
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)
define i32 @main() strictfp {
  %before = call i256 @llvm.get.fpenv.i256()
  %near = call double @third(double 1.0)
  call void @llvm.set.rounding(i32 2)
  %up = call i32 @llvm.get.rounding()
  %high = call double @third(double 1.0)
  call void @llvm.set.rounding(i32 3)
  %down = call i32 @llvm.get.rounding()
  call void @llvm.set.rounding(i32 0)
  %zero = call i32 @llvm.get.rounding()
  call void @llvm.set.fpenv.i256(i256 %before)
  %nearest = call i32 @llvm.get.rounding()
  call void @llvm.set.rounding(i32 2)
  call void @llvm.reset.fpenv()
  %reset = call i32 @llvm.get.rounding()
  %more = fcmp ogt double %high, %near
  %a = zext i1 %more to i32
  %b = mul i32 %up, 2
  %c = mul i32 %down, 8
  %d = mul i32 %zero, 32
  %e = mul i32 %nearest, 64
  %f = mul i32 %reset, 128
  %g = add i32 %a, %b
  %h = add i32 %g, %c
  %i = add i32 %h, %d
  %j = add i32 %i, %e
  %k = add i32 %j, %f
  ret i32 %k
}
"#;
    assert_eq!(native(&compiled(text)), (String::new(), 1 + 2 * 2 + 8 * 3 + 64 + 128));
}

#[test]
fn inline_assembler_computes_on_the_x87_stack() {
    if !has_cc() {
        return;
    }
    // Results replace inputs, the assembler pops an input that it clobbers, and others are left to the compiler.
    let text = r#"
declare i32 @printf(ptr, ...)
@format = constant [22 x i8] c"%Lf %f %f %f %Lf %Lf\0A\00"
define i32 @main() {
  %root = call x86_fp80 asm "fsqrt", "={st},0,~{dirflag},~{fpsr},~{flags}"(x86_fp80 0xK40018000000000000000)
  %angle = call double asm "fpatan", "={st},0,{st(1)},~{st(1)},~{flags}"(double 2.0, double 1.0)
  %scaled = call double asm "fscale", "=t,0,u,~{flags}"(double 1.5, double 3.0)
  %sum = call double asm "fadd $1, $0", "=&{st},f,0,~{flags}"(double 1.5, double 3.0)
  %both = call { x86_fp80, x86_fp80 } asm "fxtract", "={st},={st(1)},0"(x86_fp80 0xK4002A000000000000000)
  %unused = call { x86_fp80, x86_fp80 } asm "fxtract", "={st},={st(1)},0"(x86_fp80 0xK4002A000000000000000)
  %significand = extractvalue { x86_fp80, x86_fp80 } %both, 0
  %exponent = extractvalue { x86_fp80, x86_fp80 } %both, 1
  call i32 (ptr, ...) @printf(ptr @format, x86_fp80 %root, double %angle, double %scaled, double %sum,
                              x86_fp80 %significand, x86_fp80 %exponent)
  ; Nothing is left on the stack, which has eight places.
  %state = alloca [28 x i8]
  call void asm sideeffect "fnstenv $0", "=*m"(ptr elementtype([28 x i8]) %state)
  %tags = getelementptr i8, ptr %state, i64 8
  %empty = load i16, ptr %tags
  %is.empty = icmp eq i16 %empty, -1
  %status = zext i1 %is.empty to i32
  ret i32 %status
}
"#;
    assert_eq!(native(&compiled(text)), ("2.000000 0.463648 12.000000 4.500000 1.250000 3.000000\n".to_owned(), 1));
}

#[test]
fn tail_calls_of_variadic_functions_pass_all_arguments_on() {
    if !has_cc() {
        return;
    }
    let text = r#"
declare i32 @vprintf(ptr, ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @show(ptr %format, ...) {
  %args = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %args)
  %r = call i32 @vprintf(ptr %format, ptr %args)
  call void @llvm.va_end.p0(ptr %args)
  ret i32 %r
}
define i32 @direct(ptr %format, ...) {
  %rest = getelementptr i8, ptr %format, i64 1
  %r = musttail call i32 (ptr, ...) @show(ptr %rest, ...)
  ret i32 %r
}
define i32 @indirect(ptr %format, ...) {
  %p = alloca ptr
  store volatile ptr @direct, ptr %p
  %f = load volatile ptr, ptr %p
  %r = musttail call i32 (ptr, ...) %f(ptr %format, ...)
  ret i32 %r
}
@format = constant [58 x i8] c"-%d %d %d %d %d %d %.1f %.1f %.1f %.1f %.1f %.1f %.1f %s\0A\00"
@word = constant [5 x i8] c"word\00"
define i32 @main() {
  %r = call i32 (ptr, ...) @indirect(ptr @format, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, double 1.0, double 2.0,
    double 3.0, double 4.0, double 5.0, double 6.0, double 7.0, ptr @word)
  ret i32 0
}
"#;
    let expected = "1 2 3 4 5 6 1.0 2.0 3.0 4.0 5.0 6.0 7.0 word\n";
    assert_eq!(native(&compiled(text)), (expected.to_owned(), 0));
}
