//! `llvm-link`: puts modules into one.

use std::io::ErrorKind;
use std::mem::ManuallyDrop;
use std::path::Path;

use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::file::BitcodeFile;
use lindworm::link::{LinkOptions, Linker};
use lindworm::source::Source;
use lindworm::verifier::{Options, verify_with};
use lindworm::{
    Context, DataLayoutSource, Module, ReadError, ReadOptions, bitcode, read_any, read_bitcode_module, to_bytes,
};

use super::transform::{drop_broken_debug_info, put_module, show};
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
        for file in files {
            for module in read(program, request, &context, file)? {
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

/// Reads the modules of a file: one, or those of an archive.
fn read(program: &str, request: &Request, context: &Context, file: &Path) -> Result<Vec<Module>, Failure> {
    let name = input_name(file);
    if request.verbose {
        tell(format!("Loading '{name}'\n"));
    }
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
    if is_archive(&bytes) {
        return members(program, request, context, &name, &bytes, &options);
    }
    let outcome = read_any(context, &name, &bytes, &options).map_err(|error| {
        match error {
            ReadError::Text(errors) => {
                let source = Source::new(&name, &bytes);
                errors.first().into_iter().for_each(|e| tell(report::llvm(program, &source, e)));
            }
            ReadError::Bitcode(error) => tell(format!("{program}: {name}: error: {}\n", error.llvm_message())),
        }
        format!("{program}: error:  loading file '{name}'\n")
    })?;
    outcome.warnings.iter().for_each(|warning| tell(format!("warning: {warning}\n")));
    Ok(vec![checked(program, request, outcome.module)?])
}

/// A module that was read, without debug information that is broken.
fn checked(program: &str, request: &Request, mut module: Module) -> Result<Module, Failure> {
    drop_broken_debug_info(Tool::Link, program, request, &mut module)?;
    if request.no_type_map && !request.no_verify {
        let report = verify_with(&module, Options::default());
        if !report.is_ok() {
            show(request, &module, &report);
            return Err(format!("{program}: {}: error: input module is broken!\n", module.name()).into());
        }
    }
    Ok(module)
}

/// Reads the members of an archive that are bitcode.
fn members(
    program: &str,
    request: &Request,
    context: &Context,
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Vec<Module>, Failure> {
    let fail = |error: bitcode::Error| format!("{program}: error: {name}: {}\n", error.llvm_message());
    let mut modules = Vec::new();
    for member in BitcodeFile::read(bytes).map_err(fail)?.modules {
        let outcome = read_bitcode_module(context, name, &member, options).map_err(fail)?;
        modules.push(checked(program, request, outcome.module)?);
    }
    Ok(modules)
}
