//! Whatever the bytes are, reading them as bitcode ends, without a panic, and what was read can be printed and checked: all at once
//! or function by function.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lindworm::{Context, to_bytes, verify};
use lindworm_bitcode::{Error, LazyModule, ReadOptions, read};

fn read_lazily(data: &[u8], options: &ReadOptions) -> Result<(), Error> {
    let mut lazy = LazyModule::open(&Context::new(), "fuzz", data, options)?;
    for function in lazy.module().functions().to_vec().into_iter().rev() {
        lazy.materialize(function)?;
    }
    lazy.materialize_metadata()?;
    let _ = to_bytes(lazy.module());
    let _ = verify(lazy.module());
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    for upgrade in [true, false] {
        let options = ReadOptions { upgrade, ..ReadOptions::default() };
        let lazily = read_lazily(data, &options);
        let at_once = read(&Context::new(), "fuzz", data, &options);
        for error in [lazily.as_ref().err(), at_once.as_ref().err()].into_iter().flatten() {
            assert!(error.bit <= data.len() as u64 * 8, "an error outside of the file");
        }
        if let Ok(outcome) = at_once {
            let _ = to_bytes(&outcome.module);
            let _ = verify(&outcome.module);
        }
    }
});
