//! Whatever the bytes are, reading them ends, without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, ReadOptions, read};

fuzz_target!(|source: &[u8]| {
    if let Err(errors) = read(&Context::new(), "fuzz", source, &ReadOptions::default()) {
        assert!(!errors.is_empty(), "refused without saying why");
        assert!(errors.iter().all(|e| e.offset <= source.len()), "an error outside of the source");
    }
});
