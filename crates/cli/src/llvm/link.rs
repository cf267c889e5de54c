//! `llvm-link`: puts modules into one.

use std::io::ErrorKind;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::mpsc::sync_channel;

use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::file::BitcodeFile;
use lindworm::link::{LinkOptions, Linker};
use lindworm::source::Source;
use lindworm::verifier::{Options, Report, verify_with};
use lindworm::{
    Context, DataLayoutSource, Module, ReadError, ReadOptions, bitcode, read_any, read_bitcode_module, to_bytes,
};

use super::transform::{drop_broken, put_module, show, verifier_options};
use super::{Failure, Request, Tool};
use crate::files::{input_name, is_dash, read_input, reason};
use crate::report;
use crate::streams::tell;

/// Links all inputs, then those that override what they define.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    let context = Context::new();
    let new = if request.no_type_map { Linker::without_odr_types } else { Linker::new };
    let mut linker = new(&context, "llvm-link");
    let of_inputs =
        LinkOptions { only_needed: request.only_needed, internalize: request.internalize, override_earlier: false };
    // The first file of a kind is taken as a whole.
    let lists = [
        (&request.inputs, of_inputs, LinkOptions::default()),
        (
            &request.overriding,
            LinkOptions { override_earlier: true, ..of_inputs },
            LinkOptions { override_earlier: true, ..LinkOptions::default() },
        ),
    ];
    for (files, options, of_first) in lists {
        let mut options_of_next = of_first;
        // A file is read while the one before it is linked.
        std::thread::scope(|scope| {
            let (send, loaded) = sync_channel(0);
            scope.spawn(move || files.iter().try_for_each(|file| send.send(load(program, request, file))));
            for (file, loaded) in files.iter().zip(loaded) {
                if request.verbose {
                    tell(format!("Loading '{}'\n", input_name(file)));
                }
                tell(&loaded.said);
                for (module, report) in loaded.modules? {
                    let module = checked(program, request, module, report)?;
                    if request.verbose {
                        tell(format!("Linking in '{}'\n", input_name(file)));
                    }
                    let warnings = linker.link(module, &options_of_next).map_err(|e| format!("error: {e}\n"))?;
                    for warning in warnings.iter().filter(|_| !request.suppress_warnings) {
                        tell(format!("warning: {warning}\n"));
                    }
                    options_of_next = options;
                }
            }
            Ok::<(), Failure>(())
        })?;
    }
    let module = ManuallyDrop::new(linker.finish());
    if request.dump_assembly {
        tell(b"Here's the assembly:\n");
        tell(to_bytes(&module));
    }
    if !request.no_verify {
        let report = verify_with(&module, Options::default());
        if !report.is_ok() {
            show(request, &module, &report);
            return Err(format!("{program}: error: linked module is broken!\n").into());
        }
    }
    if request.verbose {
        tell(b"Writing bitcode...\n");
    }
    put_module(request, &module)?;
    Ok(0)
}

/// What was read of a file.
struct Loaded {
    /// What is told of it.
    said: Vec<u8>,
    /// Its modules, each with what was found where debug information is checked; one, or those of an archive.
    modules: Result<Vec<(Module, Option<Report>)>, Failure>,
}

/// Reads a file into contexts of its own, on any thread.
fn load(program: &str, request: &Request, file: &Path) -> Loaded {
    let mut said = Vec::new();
    let modules = read(program, request, file, &mut said);
    Loaded { said, modules }
}

fn read(
    program: &str,
    request: &Request,
    file: &Path,
    said: &mut Vec<u8>,
) -> Result<Vec<(Module, Option<Report>)>, Failure> {
    let name = input_name(file);
    let bytes = read_input(file).map_err(|e| match e.kind() {
        ErrorKind::NotFound if !is_dash(file) => {
            format!("{program}: No such file or directory: '{}'\n", file.display())
        }
        _ => format!("{program}: error: Could not open input file: {}\n", reason(&e)),
    })?;
    let options = ReadOptions {
        data_layout: DataLayoutSource::Module,
        odr_types: !request.no_type_map,
        ..request.read_options()
    };
    let with_report = |module: Module| {
        let report = lindworm::verify_after_reading(&module, verifier_options(Tool::Link, request));
        (module, report)
    };
    if is_archive(&bytes) {
        let fail = |error: bitcode::Error| format!("{program}: error: {name}: {}\n", error.llvm_message());
        let members = BitcodeFile::read(&bytes).map_err(fail)?.modules;
        let modules = members.iter().map(|member| {
            let outcome = read_bitcode_module(&Context::new(), &name, member, &options).map_err(fail)?;
            Ok(with_report(outcome.module))
        });
        return modules.collect();
    }
    let outcome = read_any(&Context::new(), &name, &bytes, &options).map_err(|error| {
        match error {
            ReadError::Text(errors) => {
                let source = Source::new(&name, &bytes);
                if let Some(error) = errors.first() {
                    said.extend(report::llvm(program, &source, error));
                }
            }
            ReadError::Bitcode(error) => {
                said.extend_from_slice(format!("{program}: {name}: error: {}\n", error.llvm_message()).as_bytes());
            }
        }
        format!("{program}: error:  loading file '{name}'\n")
    })?;
    for warning in &outcome.warnings {
        said.extend_from_slice(format!("warning: {warning}\n").as_bytes());
    }
    Ok(vec![with_report(outcome.module)])
}

/// A module that was read, without debug information that is broken.
fn checked(program: &str, request: &Request, mut module: Module, report: Option<Report>) -> Result<Module, Failure> {
    drop_broken(Tool::Link, program, request, &mut module, report)?;
    if request.no_type_map && !request.no_verify {
        let report = verify_with(&module, Options::default());
        if !report.is_ok() {
            show(request, &module, &report);
            return Err(format!("{program}: {}: error: input module is broken!\n", module.name()).into());
        }
    }
    Ok(module)
}
