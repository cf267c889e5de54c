//! `llvm-bcanalyzer`, `llvm-cat` and `llvm-modextract`: tools that treat modules as byte ranges of a file.

use std::path::Path;

use lindworm::bitcode::analyzer::{AnalyzeError, AnalyzerOptions, DumpOptions, analyze as analyze_bitstream};
use lindworm::bitcode::file::{self, BitcodeFile};
use lindworm::bitcode::{self, WriteOptions};
use lindworm::{Context, DataLayoutSource, ReadOptions, read_bitcode_module};

use super::{Failure, Request, Tool, bitcode_failure, read_bytes, write_bitcode};
use crate::files::{input_name, read_input, reason, write_output};
use crate::input::Input;

/// Shows what a bitcode file consists of.
pub fn analyze(request: &Request) -> Result<i32, Failure> {
    let asked = &request.analyzer;
    let fail = |message: &str| Failure::from(format!("{}: {message}\n", Tool::Analyzer.name()));
    let open = |path: &Path| {
        let bytes = read_input(path).map_err(|e| fail(&reason(&e)))?;
        match bytes.len() % 4 {
            0 => Ok(bytes),
            _ => Err(fail("Bitcode stream should be a multiple of 4 bytes in length")),
        }
    };
    let input = request.input();
    let bytes = open(input)?;
    let block_info = asked.block_info.as_deref().map(open).transpose()?;
    let dump =
        DumpOptions { numbers: asked.numbers, binary_blobs: asked.binary_blobs, block_info: asked.block_info_shown };
    let options = AnalyzerOptions {
        dump: asked.dump.then_some(dump),
        no_histogram: asked.no_histogram,
        block_info: block_info.as_deref(),
        check_hash: asked.check_hash.as_deref(),
    };
    let mut wrong = None;
    write_output(Path::new("-"), |out| {
        match analyze_bitstream(&bytes, &input.to_string_lossy(), &options, out) {
            Ok(()) => Ok(()),
            Err(AnalyzeError::Output(error)) => Err(error),
            // The output up to the error is kept.
            Err(AnalyzeError::Bitcode(error)) => {
                wrong = Some(error);
                Ok(())
            }
        }
    })?;
    wrong.map_or(Ok(0), |error| Err(fail(&error.message)))
}

/// Puts the modules of all inputs into one file.
pub fn concatenate(program: &str, request: &Request) -> Result<i32, Failure> {
    let fail = bitcode_failure(program);
    let mut files = Vec::new();
    for input in &request.inputs {
        let bytes = read_bytes(program, input)?;
        files.push(if request.binary { bytes } else { Input::Read(rewritten(request, input, &bytes).map_err(fail)?) });
    }
    let mut modules = Vec::new();
    for bytes in &files {
        modules.extend(BitcodeFile::read(bytes).map_err(fail)?.modules);
    }
    write_bitcode(request, output(request), &file::concatenate(modules))?;
    Ok(0)
}

/// Bitcode as it is when its modules are read and written again.
fn rewritten(request: &Request, input: &Path, bytes: &[u8]) -> bitcode::Result<Vec<u8>> {
    let mut files = Vec::new();
    for contents in BitcodeFile::read(bytes)?.modules {
        let options = ReadOptions { data_layout: DataLayoutSource::Module, ..request.read_options() };
        let module = read_bitcode_module(&Context::new(), &input_name(input), &contents, &options)?.module;
        let preserve_use_list_order = request.preserve_in_bitcode.unwrap_or(false);
        files.push(bitcode::write(&module, &WriteOptions { preserve_use_list_order, ..Default::default() }));
    }
    let mut modules = Vec::new();
    for bytes in &files {
        modules.extend(BitcodeFile::read(bytes)?.modules);
    }
    Ok(file::concatenate(modules))
}

/// Takes one module out of a file.
pub fn extract(program: &str, request: &Request) -> Result<i32, Failure> {
    let fail = bitcode_failure(program);
    let input = request.input();
    let bytes = read_bytes(program, input)?;
    let modules = BitcodeFile::read(&bytes).map_err(fail)?.modules;
    let Some(&contents) = modules.get(request.module_index.unwrap_or(0) as usize) else {
        let count = modules.len();
        let message = format!("{program}: error: module index out of range; bitcode file contains {count} module(s)\n");
        return Err(message.into());
    };
    let mut extracted = file::concatenate([contents]);
    if !request.binary {
        extracted = rewritten(request, input, &extracted).map_err(fail)?;
    }
    write_bitcode(request, output(request), &extracted)?;
    Ok(0)
}

fn output(request: &Request) -> &Path {
    request.output.as_deref().unwrap_or(Path::new("-"))
}
