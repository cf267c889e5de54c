//! Programs compiled and run in this process: `lli` and `lindworm run --native`.
//!
//! This file may have `unsafe` code: the user of these commands asks to run the program as is. Undefined behaviour of the program may
//! do anything to this process, as it may to a separate process.

#![allow(unsafe_code)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lindworm::ir::context::Context;
use lindworm::link::{ExtractOptions, extract};
use lindworm::{Global, Module};

/// The parts of a program beside its modules (the bytes of objects and archives), and the tools that get a description of its code.
#[derive(Default)]
pub struct Extra {
    pub objects: Vec<Vec<u8>>,
    pub archives: Vec<Vec<u8>>,
    pub debugger: bool,
    pub perf_map: bool,
    /// Whether functions are compiled when they are first called.
    pub is_lazy: bool,
    /// What is said of each function, or of each module, that is compiled.
    pub dump: Dump,
    /// Functions that run on threads of their own, beside the program.
    pub threads: Vec<String>,
    /// Whether symbols of this process are hidden from the program.
    pub without_process: bool,
    /// Whether a function of the runtime library finds thread-local variables.
    pub emulated_thread_locals: bool,
    /// The files of the objects of the modules: an object that exists is loaded, any other is written.
    pub cache: Vec<PathBuf>,
}

/// What is said of code that is compiled, as LLVM's `-orc-lazy-debug`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dump {
    #[default]
    Nothing,
    Functions,
    Modules,
    /// Modules, to files.
    Files,
}

impl Dump {
    /// The value of that name.
    pub fn from_name(name: &str) -> Option<Dump> {
        Some(match name {
            "none" => Dump::Nothing,
            "funcs-to-stdout" => Dump::Functions,
            "mods-to-stdout" => Dump::Modules,
            "mods-to-disk" => Dump::Files,
            _ => return None,
        })
    }

    /// Says what is compiled: functions of a module. Goes to the program's standard output stream, in order with what it prints.
    fn tell(self, module: &Module, functions: &[Global]) {
        match self {
            Dump::Nothing => {}
            Dump::Functions => {
                let mut line = b"[ ".to_vec();
                for &function in functions {
                    let name = module[function].name();
                    line.extend([if name.is_empty() { b"<anon>" } else { name }, b" "].concat());
                }
                line.extend(b"]\n");
                print_with_program(&line);
            }
            Dump::Modules | Dump::Files => {
                let Some(part) = part_of(module, functions) else { return };
                let text = lindworm::text::to_bytes(&part);
                match self {
                    Dump::Files => _ = std::fs::write(format!("{}.ll", part.name()), text),
                    _ => print_with_program(
                        &[b"----- Module Start -----\n", &*text, b"----- Module End -----\n"].concat(),
                    ),
                }
            }
        }
    }
}

/// A module with some functions of another, under a name of its own.
fn part_of(module: &Module, functions: &[Global]) -> Option<Module> {
    let text = lindworm::text::to_bytes(module);
    let mut part = lindworm::text::read(&Context::new(), module.name(), &text, &Default::default()).ok()?.module;
    let chosen = functions.iter().filter_map(|&function| part.global_named(module[function].name())).collect();
    extract(&mut part, &chosen, ExtractOptions::default());
    let number = functions.first().map_or(0, |function| function.as_u32());
    part.set_name(format!("{}.submodule.{number:#018x}", module.name()));
    Some(part)
}

/// Prints to the C library's standard output stream, which buffers.
fn print_with_program(bytes: &[u8]) {
    let Ok(length) = libc::c_int::try_from(bytes.len()) else { return };
    // SAFETY: the format prints that many bytes.
    unsafe { libc::printf(c"%.*s".as_ptr(), length, bytes.as_ptr()) };
}

/// Compiles a program and calls a function of it as `main` is called; gives the exit status.
///
/// # Errors
/// Why it cannot be compiled. Nothing of it was run then.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub fn run(
    modules: &[Arc<Module>],
    libraries: &[PathBuf],
    entry: &str,
    args: &[Vec<u8>],
    extra: Extra,
) -> Result<i32, String> {
    use lindworm::jit::{Builder, Jit, JitError, load_library};

    use crate::llvm::messages;
    use crate::streams::tell;

    let said = |error: &JitError| match error {
        JitError::Undefined(names) => format!("Symbols not found: [ {} ]", names.join(", ")),
        other => other.to_string(),
    };
    let mut builder = Builder::new();
    if extra.debugger {
        builder = builder.debugger();
    }
    if extra.perf_map {
        builder = builder.perf_map();
    }
    if extra.without_process {
        builder = builder.without_process();
    }
    if extra.emulated_thread_locals {
        builder = builder.emulated_thread_locals();
    }
    let dump = extra.dump;
    builder = builder.on_compile(move |module, function| dump.tell(module, &[function])).on_failure(
        move |module, function, error| {
            tell(match error {
                JitError::Compile(error) => format!("error: {}\n", messages(module, error).join("\n")),
                _ => {
                    let name = String::from_utf8_lossy(module[function].name());
                    format!("JIT session error: {}, in @{name}\n", said(error))
                }
            });
            std::process::exit(1)
        },
    );
    for (i, module) in modules.iter().enumerate() {
        let added = match (extra.is_lazy, extra.cache.get(i)) {
            (_, Some(file)) => {
                let object = cached(&builder, module, file)?;
                Ok(builder.object(object))
            }
            (true, None) => builder.lazy_module(Arc::clone(module)),
            (false, None) => builder.module(module),
        };
        builder = added.map_err(|error| messages(module, &error).join("\n"))?;
        if !extra.is_lazy {
            let functions = module.functions().iter().copied().filter(|&f| module.body(f).is_some());
            dump.tell(module, &functions.collect::<Vec<_>>());
        }
    }
    builder = extra.objects.into_iter().fold(builder, Builder::object);
    builder = extra.archives.into_iter().fold(builder, Builder::archive);
    for library in libraries {
        // SAFETY: the user asks to load the library and run its initializers.
        unsafe { load_library(library) }?;
    }
    // The code of the program lives as long as the process: functions passed to `atexit` may be called at the end.
    let jit: &'static Jit = Box::leak(Box::new(builder.link().map_err(|error| said(&error))?));
    let started = extra.threads.iter().map(|name| {
        // SAFETY: the user asks to run the function, which has no arguments.
        let function = unsafe { jit.function::<extern "C" fn()>(name) };
        let function = function.ok_or_else(|| format!("the program has no function '{name}'"))?;
        std::thread::Builder::new().spawn(move || function()).map_err(|error| error.to_string())
    });
    let threads = started.collect::<Result<Vec<_>, _>>()?;
    // SAFETY: the user asks to run the program.
    let status =
        unsafe { jit.run_main(entry, args) }.ok_or_else(|| format!("the program has no function '{entry}'"))?;
    threads.into_iter().for_each(|thread| _ = thread.join());
    Ok(status & 0xff)
}

/// The object of a module, from a file, which is written if it does not exist.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn cached(builder: &lindworm::jit::Builder<'_>, module: &Module, file: &Path) -> Result<Vec<u8>, String> {
    if let Ok(object) = std::fs::read(file) {
        return Ok(object);
    }
    let object = builder.compiled(module).map_err(|error| crate::llvm::messages(module, &error).join("\n"))?;
    let directory = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = directory.and_then(|()| crate::files::write_output(file, |out| out.write_all(&object)));
    written.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(object)
}

/// Elsewhere there is no native code.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub fn run(_: &[Arc<Module>], _: &[PathBuf], _: &str, _: &[Vec<u8>], _: Extra) -> Result<i32, String> {
    Err("there is native code for x86-64 Linux only".into())
}
