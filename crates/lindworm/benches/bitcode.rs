//! How fast bitcode is read and written: `cargo bench`, or `LINDWORM_BENCH=file cargo bench` for a file of your own, text or
//! bitcode.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use lindworm::bitcode::{ReadOptions, WriteOptions, read as read_bitcode_file, write};
use lindworm::{Context, Module, read_any};

mod source;

use source::source;

fn main() {
    divan::main();
}

/// The file that the environment names, or a module of many small functions.
fn module() -> Module {
    match read_any(&Context::new(), "bench", &source(), &lindworm::ReadOptions::default()) {
        Ok(outcome) => outcome.module,
        Err(error) => panic!("{error:?}"),
    }
}

fn read(data: &[u8]) -> Module {
    match read_bitcode_file(&Context::new(), "bench", data, &ReadOptions::default()) {
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
