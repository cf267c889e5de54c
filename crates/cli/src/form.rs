//! The formats in which modules are written.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;
use lindworm::{IrVersion, Module, SummaryIndex, WriteOptions, bitcode};

use crate::files::{is_dash, write_output};
use crate::llvm;
use crate::shown::about;

/// A form that modules have in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// LLVM assembly
    Text,
    /// Bitcode
    Bitcode,
}

/// The form that the extension of a file's name says.
pub fn form_of_name(output: &Path) -> Option<Form> {
    match output.extension().and_then(|e| e.to_str()) {
        Some("ll") => Some(Form::Text),
        Some("bc") => Some(Form::Bitcode),
        _ => None,
    }
}

/// Writes a module, and its summary if it has one, in one of the forms.
pub fn write_form(module: &Module, summary: Option<&SummaryIndex>, output: &Path, form: Form) -> io::Result<()> {
    match form {
        Form::Text => write_text(module, summary, output, &WriteOptions::default()),
        Form::Bitcode => {
            if module.version() > BITCODE_VERSION {
                return Err(io::Error::other(format!("bitcode is written as {BITCODE_VERSION} writes it")));
            }
            expressible(module)?;
            if is_dash(output) && io::stdout().is_terminal() {
                return Err(io::Error::other("bitcode is not written to a terminal; name a file with -o"));
            }
            let bytes = llvm::bitcode_of(
                module,
                summary,
                &bitcode::WriteOptions { preserve_use_list_order: true, ..Default::default() },
            );
            write_output(output, |out| out.write_all(&bytes)).map_err(about(output))
        }
    }
}

/// The LLVM whose bitcode is written.
pub const BITCODE_VERSION: IrVersion = IrVersion::V22;

/// Refuses to write what the module's version has no form for.
fn expressible(module: &Module) -> io::Result<()> {
    match module.newer_form(module.version()) {
        None => Ok(()),
        Some(newer) => Err(io::Error::other(newer.message(module))),
    }
}

/// Prints a module, and its summary if it has one.
pub fn write_text(
    module: &Module,
    summary: Option<&SummaryIndex>,
    output: &Path,
    options: &WriteOptions,
) -> io::Result<()> {
    expressible(module)?;
    let write = |out: &mut (dyn Write + Send)| {
        lindworm::write_with(module, options, out)?;
        summary.map_or(Ok(()), |summary| lindworm::write_summary(summary, out))
    };
    write_output(output, write).map_err(about(output))
}
