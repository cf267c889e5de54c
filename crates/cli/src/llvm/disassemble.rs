//! `llvm-dis`: prints the modules of bitcode files, each file separately.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use lindworm::bitcode::file::{BitcodeFile, ModuleContents};
use lindworm::bitcode::{self, LazyModule, is_bitcode};
use lindworm::text::Writer;
use lindworm::{
    Context, DataLayoutSource, ReadOptions, ReadOutcome, WriteOptions, options_for_bitcode, read_bitcode_module,
};

use super::transform::{check_version, put_text, read_from, verify_input, while_checking};
use super::{Failure, Request, Tool, bitcode_failure, output_path};
use crate::files::{input_name, read_input, reason, write_output};
use crate::streams::tell;

/// Prints all inputs.
pub fn run(program: &str, request: &Request) -> Result<i32, Failure> {
    if request.inputs.len() > 1 && request.output.is_some() {
        return Err("error: output file name cannot be set for multiple input files\n".to_owned().into());
    }
    let only = [PathBuf::from("-")];
    let inputs = if request.inputs.is_empty() { &only } else { &request.inputs[..] };
    inputs.iter().try_for_each(|input| print_file(program, request, input))?;
    Ok(0)
}

fn print_file(program: &str, request: &Request, input: &Path) -> Result<(), Failure> {
    let name = input_name(input);
    let bytes = read_input(input).map_err(|e| format!("error: {}: {}\n", input.display(), reason(&e)))?;
    // An empty file is read as truncated bitcode, which is an error.
    if !bytes.is_empty() && !is_bitcode(&bytes) {
        let outcome = read_from(&Context::new(), Tool::Dis, program, request, &name, &bytes)?;
        return print(program, request, &output_path(request, input, ".bc", ".ll"), outcome);
    }
    let fail = bitcode_failure(program);
    let modules = BitcodeFile::read(&bytes).map_err(fail)?.modules;
    let several = modules.len() > 1;
    if several && request.output.as_ref().is_some_and(|o| o.as_os_str() == "-") {
        tell("only single module bitcode files can be written to stdout\n");
    }
    // The outputs are numbered if there are several modules.
    let path = |index: usize| match (&request.output, several) {
        (_, false) => output_path(request, input, ".bc", ".ll"),
        (Some(output), true) => {
            let mut path = output.clone().into_os_string();
            path.push(format!(".{index}"));
            path.into()
        }
        (None, true) => output_path(request, input, ".bc", &format!(".{index}.ll")),
    };
    for (index, contents) in modules.iter().enumerate() {
        if request.index_only {
            if let Some(summary) = bitcode::read_summary(&name, contents).map_err(fail)?
                && !request.no_output
            {
                write_output(&path(index), |out| lindworm::write_summary(&summary, out))?;
            }
            continue;
        }
        let options = ReadOptions {
            data_layout: DataLayoutSource::Module,
            odr_types: false,
            summary: true,
            ..request.read_options()
        };
        let outcome = match request.only_metadata {
            true => read_metadata(&name, contents, &options),
            false => read_bitcode_module(&Context::new(), &name, contents, &options),
        };
        let outcome = outcome.map_err(fail)?;
        print(program, request, &path(index), outcome)?;
    }
    Ok(())
}

/// Reads all of a module but the bodies of functions.
fn read_metadata(name: &str, contents: &ModuleContents<'_>, options: &ReadOptions) -> bitcode::Result<ReadOutcome> {
    let mut lazy = LazyModule::open_module(&Context::new(), name, contents, &options_for_bitcode(options))?;
    lazy.materialize_metadata()?;
    let summary = bitcode::read_summary(name, contents)?;
    Ok(ReadOutcome {
        module: lazy.into_module(),
        warnings: Vec::new(),
        spans: None,
        has_typed_pointers: false,
        old_forms: Vec::new(),
        summary,
    })
}

fn print(program: &str, request: &Request, output: &Path, outcome: ReadOutcome) -> Result<(), Failure> {
    // The process ends soon: dropping the module would waste time.
    let mut outcome = ManuallyDrop::new(outcome);
    let ReadOutcome { module, warnings, summary, .. } = &mut *outcome;
    check_version(program, request, true, module)?;
    warnings.iter().for_each(|warning| tell(format!("{program}: warning: {warning}\n")));
    let options = WriteOptions {
        // Annotations give numbers of uses, which are known only if function bodies were read.
        show_annotations: request.annotations && !request.only_metadata,
        ..request.write_options()
    };
    if !request.only_metadata && !request.no_output {
        // Most modules are valid: the writer is prepared in parallel with verification.
        let begin = || Writer::with_options(module, &options);
        if let Some(writer) = while_checking(Tool::Dis, request, module, begin) {
            return put_text(output, &writer, summary.as_ref());
        }
    }
    // Function bodies that were not read cannot be verified.
    if !request.only_metadata {
        verify_input(Tool::Dis, program, request, module)?;
    }
    if request.no_output {
        return Ok(());
    }
    put_text(output, &Writer::with_options(module, &options), summary.as_ref())
}
