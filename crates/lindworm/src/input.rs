//! Reading of modules as text or bitcode, detected from the input.

use lindworm_bitcode as bitcode;
use lindworm_bitcode::archive;
use lindworm_bitcode::file::{BitcodeFile, ModuleContents};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::{Context, Module};
use lindworm_text::{Diagnostics, ReadOptions, ReadOutcome};

/// The error of reading a module.
#[derive(Clone, thiserror::Error)]
pub enum ReadError {
    /// The errors of the text; the first is the one that LLVM reports.
    #[error(transparent)]
    Text(#[from] Diagnostics),
    /// The error of the bitcode.
    #[error(transparent)]
    Bitcode(#[from] bitcode::Error),
}

/// Same as [`Display`](std::fmt::Display), so that a `main` that returns the error prints it.
impl std::fmt::Debug for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Reads a module from text or bitcode, detected from the data. Bitcode must have a single module, and has no
/// [spans](ReadOutcome::spans). For an archive, reads the only member that is bitcode.
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
    if archive::is_archive(data) {
        let (data, offset) = only_module(data)?;
        let outcome = BitcodeFile::single_module(data).and_then(|m| read_bitcode_module(cx, name, &m, options));
        return outcome.map_err(|e| e.shifted(offset * 8).into());
    }
    if !bitcode::is_bitcode(data) {
        let mut outcome = lindworm_text::read(cx, name, data, options)?;
        if outcome.has_typed_pointers {
            drop_invalid_tbaa(&mut outcome.module);
        }
        return Ok(outcome);
    }
    Ok(read_bitcode_module(cx, name, &BitcodeFile::single_module(data)?, options)?)
}

/// The only bitcode member of an archive, and its byte offset.
fn only_module(archive: &[u8]) -> bitcode::Result<(&[u8], u64)> {
    let mut members = archive::members(archive)?;
    members.retain(|m| bitcode::is_bitcode(m.data));
    match &members[..] {
        [member] => Ok((member.data, member.offset)),
        [] => Err(bitcode::Error::new(0, "no bitcode in this archive")),
        [first, ..] => {
            let name = String::from_utf8_lossy(&first.name);
            Err(bitcode::Error::new(
                0,
                format!("{} modules in this archive: take one, as in FILE({name})", members.len()),
            ))
        }
    }
}

/// Reads a module of a bitcode file. As in LLVM for sources with typed pointers, one invalid `!tbaa` node removes all TBAA
/// metadata, since the producer followed other rules.
pub fn read_bitcode_module(
    cx: &Context,
    name: &str,
    contents: &ModuleContents<'_>,
    options: &ReadOptions,
) -> bitcode::Result<ReadOutcome> {
    let how = options_for_bitcode(options);
    let (mut outcome, summary) = match options.summary {
        true => bitcode::read_module_with_summary(cx, name, contents, &how)?,
        false => (bitcode::read_module(cx, name, contents, &how)?, None),
    };
    drop_invalid_tbaa(&mut outcome.module);
    let bitcode::ReadOutcome { module, warnings } = outcome;
    Ok(ReadOutcome { module, warnings, spans: None, has_typed_pointers: false, old_forms: Vec::new(), summary })
}

fn drop_invalid_tbaa(module: &mut Module) {
    if lindworm_verify::has_valid_tbaa(module) {
        return;
    }
    for body in module.globals_mut().filter_map(|global| global.as_function_mut()?.body.as_mut()) {
        body.attachment_lists_mut().for_each(|list| list.retain(|(kind, _)| *kind != MetadataKind::TBAA));
    }
}

/// The options for the bitcode reader.
pub fn options_for_bitcode(options: &ReadOptions) -> bitcode::ReadOptions {
    bitcode::ReadOptions {
        version: options.version,
        upgrade: options.upgrade,
        odr_types: options.odr_types,
        data_layout: options.data_layout.clone(),
        name_limit: options.name_limit,
        discard_value_names: options.discard_value_names,
        native_splats: options.native_splats,
        expand_constants: options.expand_constants,
    }
}
