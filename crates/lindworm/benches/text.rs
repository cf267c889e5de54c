//! How fast text is read and printed: `cargo bench`, or `LINDWORM_BENCH=file.ll cargo bench` for a file of your own.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use lindworm::{Context, Module, ReadOptions, read, to_bytes};

mod source;

use source::source;

fn main() {
    divan::main();
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
