//! Whatever the bytes are, reading them as bitcode ends, without a panic, and what was read can be printed and checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, to_bytes, verify};
use lindworm_bitcode::{ReadOptions, read};

fuzz_target!(|data: &[u8]| {
    for upgrade in [true, false] {
        let options = ReadOptions { upgrade, ..ReadOptions::default() };
        match read(&Context::new(), "fuzz", data, &options) {
            Ok(outcome) => {
                to_bytes(&outcome.module);
                verify(&outcome.module);
            }
            Err(error) => assert!(error.bit <= data.len() as u64 * 8, "an error outside of the file"),
        }
    }
});
