//! How fast bitcode is read and written: `cargo bench -p lindworm-bitcode`, or `LINDWORM_BENCH=file cargo bench ...` for a file of
//! your own, text or bitcode.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use lindworm_bitcode::{ReadOptions, WriteOptions, is_bitcode, write};
use lindworm_ir::{Context, Module};

fn main() {
    divan::main();
}

/// The file that the environment names, or a module of many small functions.
fn module() -> Module {
    let source = match std::env::var_os("LINDWORM_BENCH") {
        Some(file) => std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display())),
        None => small_functions().into_bytes(),
    };
    if is_bitcode(&source) {
        return read(&source);
    }
    match lindworm_text::read(&Context::new(), "bench", &source, &lindworm_text::ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{:?}", errors.first()),
    }
}

fn small_functions() -> String {
    let mut text = String::from("declare i32 @callee(i32, ptr)\n");
    for n in 0..10_000 {
        text += &format!(
            "define i32 @function{n}(i32 %a, ptr %p) {{\nentry:\n  %slot = alloca i32, align 4\n  \
             store i32 %a, ptr %slot, align 4\n  %x = load i32, ptr %slot, align 4\n  %sum = add nsw i32 %x, {n}\n  \
             %c = icmp slt i32 %sum, 100\n  br i1 %c, label %then, label %done\n\nthen:\n  \
             %r = call i32 @callee(i32 %sum, ptr %p)\n  br label %done\n\ndone:\n  \
             %v = phi i32 [ %sum, %entry ], [ %r, %then ]\n  ret i32 %v\n}}\n"
        );
    }
    text
}

fn read(data: &[u8]) -> Module {
    match lindworm_bitcode::read(&Context::new(), "bench", data, &ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(error) => panic!("{error} at bit {}", error.bit),
    }
}

#[divan::bench]
fn read_bitcode(bencher: Bencher) {
    let data = write(&module(), &WriteOptions::default());
    bencher.counter(BytesCount::of_slice(&data)).bench_local(|| read(black_box(&data)));
}

#[divan::bench]
fn write_bitcode(bencher: Bencher) {
    let module = module();
    let size = write(&module, &WriteOptions::default()).len();
    bencher.counter(BytesCount::new(size)).bench_local(|| write(black_box(&module), &WriteOptions::default()));
}
