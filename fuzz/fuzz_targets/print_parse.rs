//! What is accepted prints to text that can be read, and what was printed twice stays as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, ReadOptions, read, to_bytes};

/// Prints a text once more; nothing if it is refused.
fn print(source: &[u8]) -> Option<Vec<u8>> {
    // Without bringing old IR up to date: where only a half of it is old, that takes several rounds, in LLVM too.
    let options = ReadOptions { upgrade: false, ..Default::default() };
    read(&Context::new(), "fuzz", source, &options).ok().map(|outcome| to_bytes(&outcome.module))
}

fuzz_target!(|source: &[u8]| {
    if let Ok(outcome) = read(&Context::new(), "fuzz", source, &ReadOptions::default()) {
        let _ = to_bytes(&outcome.module);
    }
    if let Some(twice) = print(source).as_deref().and_then(print) {
        assert!(print(&twice).is_some_and(|text| text == twice), "what was printed twice does not stay as it is");
    }
});
