//! Modules as text or as bitcode, whichever they come as.

use lindworm_bitcode as bitcode;
use lindworm_bitcode::file::{BitcodeFile, ModuleContents};
use lindworm_ir::Context;
use lindworm_text::{Diagnostic, ReadOptions, ReadOutcome};

/// Why something is no module.
#[derive(Clone, Debug)]
pub enum ReadError {
    /// What is wrong with the text; the first is what LLVM says.
    Text(Vec<Diagnostic>),
    /// What is wrong with the bitcode.
    Bitcode(bitcode::Error),
}

impl From<bitcode::Error> for ReadError {
    fn from(error: bitcode::Error) -> ReadError {
        ReadError::Bitcode(error)
    }
}

/// Reads a module from text or from bitcode: the bytes themselves say which they are. Bitcode must hold one module, and has no
/// [spans](ReadOutcome::spans).
///
/// ```
/// use lindworm::{Context, ReadOptions, bitcode, read_any};
///
/// let options = ReadOptions::default();
/// let from_text = read_any(&Context::new(), "f.ll", b"@x = global i32 1", &options).unwrap().module;
/// let bytes = bitcode::write(&from_text, &bitcode::WriteOptions::default());
/// let from_bitcode = read_any(&Context::new(), "f.bc", &bytes, &options).unwrap().module;
/// assert!(from_bitcode.global_named(b"x").is_some());
/// ```
pub fn read_any(cx: &Context, name: &str, data: &[u8], options: &ReadOptions) -> Result<ReadOutcome, ReadError> {
    if !bitcode::is_bitcode(data) {
        return lindworm_text::read(cx, name, data, options).map_err(ReadError::Text);
    }
    Ok(read_bitcode_module(cx, name, &BitcodeFile::single_module(data)?, options)?)
}

/// Reads one of the modules of a bitcode file.
pub fn read_bitcode_module(
    cx: &Context,
    name: &str,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> bitcode::Result<ReadOutcome> {
    let how = bitcode::ReadOptions { upgrade: options.upgrade, data_layout: options.data_layout.clone() };
    let outcome = bitcode::read_module(cx, name, contents, &how)?;
    let summary = if options.summary { bitcode::read_summary(name, contents)? } else { None };
    Ok(ReadOutcome { module: outcome.module, warnings: outcome.warnings, spans: None, summary })
}
