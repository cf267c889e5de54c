//! Programs compiled and run in this process: `lli` and `lindworm run --native`.
//!
//! This file may have `unsafe` code: the user of these commands asks to run the program as is. Undefined behaviour of the program may
//! do anything to this process, as it may to a separate process.

#![allow(unsafe_code)]

use std::path::PathBuf;

use lindworm::Module;

/// The parts of a program beside its modules (the bytes of objects and archives), and the tools that get a description of its code.
#[derive(Default)]
pub struct Extra {
    pub objects: Vec<Vec<u8>>,
    pub archives: Vec<Vec<u8>>,
    pub debugger: bool,
    pub perf_map: bool,
}

/// Compiles a program and calls a function of it as `main` is called; gives the exit status.
///
/// # Errors
/// Why it cannot be compiled. Nothing of it was run then.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub fn run(
    modules: &[Module],
    libraries: &[PathBuf],
    entry: &str,
    args: &[Vec<u8>],
    extra: Extra,
) -> Result<i32, String> {
    use lindworm::jit::{Builder, Jit, load_library};

    use crate::llvm::messages;

    let mut builder = Builder::new();
    if extra.debugger {
        builder = builder.debugger();
    }
    if extra.perf_map {
        builder = builder.perf_map();
    }
    for module in modules {
        builder = builder.module(module).map_err(|error| messages(module, &error).join("\n"))?;
    }
    builder = extra.objects.into_iter().fold(builder, Builder::object);
    builder = extra.archives.into_iter().fold(builder, Builder::archive);
    for library in libraries {
        // SAFETY: the user asks to load the library and run its initializers.
        unsafe { load_library(library) }?;
    }
    // The code of the program lives as long as the process: functions passed to `atexit` may be called at the end.
    let jit: &'static Jit = Box::leak(Box::new(builder.link().map_err(|error| error.to_string())?));
    // SAFETY: the user asks to run the program.
    let status =
        unsafe { jit.run_main(entry, args) }.ok_or_else(|| format!("the program has no function '{entry}'"))?;
    Ok(status & 0xff)
}

/// Elsewhere there is no native code.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub fn run(_: &[Module], _: &[PathBuf], _: &str, _: &[Vec<u8>], _: Extra) -> Result<i32, String> {
    Err("there is native code for x86-64 Linux only".into())
}
