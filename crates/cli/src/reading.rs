//! Reading of modules, with their warnings and errors.

use std::io;
use std::mem::ManuallyDrop;
use std::path::Path;

use lindworm::source::Source;
use lindworm::{Context, FindingWriter, Module, ReadError, ReadOptions, ReadOutcome, read_any};

use crate::compiler;
use crate::files::{input_name, read_input};
use crate::input::Input;
use crate::problem::{Format, Problem};
use crate::shown::{Shown, about, of_finding};

/// Reads one file and shows what the reader has to say; gives what was read if it has no error.
pub fn read(path: &Path, shown: &mut Shown, options: &ReadOptions) -> io::Result<Option<(Input, ReadOutcome)>> {
    read_in(&Context::new(), path, shown, options)
}

/// The same, into a context.
fn read_in(
    context: &Context,
    path: &Path,
    shown: &mut Shown,
    options: &ReadOptions,
) -> io::Result<Option<(Input, ReadOutcome)>> {
    let bytes = read_input(path).map_err(about(path))?;
    let outcome = read_named(context, path, &input_name(path), &bytes, shown, options)?;
    Ok(outcome.map(|outcome| (bytes, outcome)))
}

/// Reads a module from bytes of a file, and shows what the reader has to say; gives what was read if it has no error.
pub fn read_named(
    context: &Context,
    path: &Path,
    name: &str,
    bytes: &[u8],
    shown: &mut Shown,
    options: &ReadOptions,
) -> io::Result<Option<ReadOutcome>> {
    match read_any(context, name, bytes, options) {
        Err(ReadError::Text(_)) if let Some(reason) = compiler::no_ir(path, bytes) => Err(io::Error::other(reason)),
        Ok(outcome) => {
            for message in &outcome.warnings {
                shown.show(&Source::new(name, b""), &Problem::warning(message))?;
            }
            Ok(Some(outcome))
        }
        Err(ReadError::Text(errors)) => {
            let source = Source::new(name, bytes);
            for diagnostic in &errors {
                shown.show(&source, &diagnostic.into())?;
            }
            Ok(None)
        }
        Err(ReadError::Bitcode(error)) => {
            shown.show(&Source::new(name, b""), &error.into())?;
            Ok(None)
        }
    }
}

/// Reads and verifies one file, and shows what is wrong; gives what was read, with the places of things, if no rule is broken
/// but rules of debug information.
pub fn read_valid(file: &Path, shown: &mut Shown) -> io::Result<Option<(Input, ReadOutcome)>> {
    read_valid_in(&Context::new(), file, shown)
}

/// The same of a file that is only needed as a module, with what there is to show on a terminal.
pub fn read_module(file: &Path) -> io::Result<Option<Module>> {
    let mut shown = Shown::new(Format::Human)?;
    let read = read_valid(file, &mut shown)?;
    shown.finish()?;
    Ok(read.map(|(_, outcome)| outcome.module))
}

/// Reads a module into a context, checks it, and shows what is wrong; gives what was read if the module is not broken.
pub fn read_valid_in(context: &Context, file: &Path, shown: &mut Shown) -> io::Result<Option<(Input, ReadOutcome)>> {
    let options = ReadOptions { spans: true, ..Default::default() };
    let Some((bytes, outcome)) = read_in(context, file, shown, &options)? else { return Ok(None) };
    let outcome = ManuallyDrop::new(outcome);
    let report = lindworm::verify(&outcome.module);
    let name = input_name(file);
    if !report.is_ok() {
        let source = Source::new(&name, &bytes);
        let mut writer = FindingWriter::new(&outcome.module);
        for finding in &report.findings {
            let span = outcome.spans.as_ref().and_then(|spans| lindworm::place_of(finding, &outcome.module, spans));
            shown.show(&source, &of_finding(finding, span, &mut writer))?;
        }
    }
    Ok((!report.is_broken()).then(|| (bytes, ManuallyDrop::into_inner(outcome))))
}
