//! The compilation of a valid module ends without a panic, in an object or in an error that names a construct.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::codegen::{Options, assembly, compile};
use lindworm::{Context, ReadOptions, read, verify};

fuzz_target!(|source: &[u8]| {
    let Ok(outcome) = read(&Context::new(), "fuzz", source, &ReadOptions::default()) else { return };
    if !verify(&outcome.module).is_ok() {
        return;
    }
    match compile(&outcome.module, &Options::default()) {
        Ok(object) => _ = assembly(&object).expect("assembly of the object"),
        Err(error) => assert!(!error.unsupported.is_empty(), "an error without a reason"),
    }
});
