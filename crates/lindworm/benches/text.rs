//! How fast text is read and printed: `cargo bench`, or `LINDWORM_BENCH=file.ll cargo bench` for a file of your own.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use lindworm::{Context, Module, ReadOptions, read, to_bytes};

fn main() {
    divan::main();
}

/// The file that the environment names, or a module of many small functions.
fn source() -> Vec<u8> {
    if let Some(file) = std::env::var_os("LINDWORM_BENCH") {
        return std::fs::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
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
    text.into_bytes()
}

fn module(source: &[u8]) -> Module {
    match read(&Context::new(), "bench", source, &ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{:?}", errors.first()),
    }
}

#[divan::bench]
fn read_text(bencher: Bencher) {
    let source = source();
    bencher.counter(BytesCount::of_slice(&source)).bench_local(|| module(black_box(&source)));
}

#[divan::bench]
fn print_text(bencher: Bencher) {
    let module = module(&source());
    let size = to_bytes(&module).len();
    bencher.counter(BytesCount::new(size)).bench_local(|| to_bytes(black_box(&module)));
}
