//! Whatever can be read from bitcode and is valid, is the same after it was written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, to_bytes, verify};
use lindworm_bitcode::{ReadOptions, WriteOptions, read, write};

fuzz_target!(|data: &[u8]| {
    let Ok(outcome) = read(&Context::new(), "fuzz", data, &ReadOptions::default()) else { return };
    let module = outcome.module;
    let written = write(&module, &WriteOptions { preserve_use_list_order: true, ..WriteOptions::default() });
    if !verify(&module).findings.is_empty() {
        return;
    }
    let text = to_bytes(&module);
    // A block with the name that constant expressions of phis get for theirs has a number behind it when it is read, in LLVM too.
    if text.windows(13).any(|w| w == b"phi.constexpr") {
        return;
    }
    match read(&Context::new(), "fuzz", &written, &ReadOptions::default()) {
        Ok(back) => assert!(to_bytes(&back.module) == text, "what was written reads as something else"),
        Err(error) => panic!("what was written cannot be read: {error}"),
    }
});
