//! The modules of a file in any format: text, bitcode of one or several modules, or an archive of them.

use std::io;
use std::mem::ManuallyDrop;
use std::path::Path;

use lindworm::bitcode::archive::{is_archive, members};
use lindworm::bitcode::file::BitcodeFile;
use lindworm::bitcode::is_bitcode;
use lindworm::{Context, ReadOptions, ReadOutcome, bitcode, read_bitcode_module};

use crate::embedded;
use crate::files::{input_name, read_input};
use crate::reading::read_named;
use crate::shown::{Shown, about};

/// A module that was read, and what it was read from.
pub struct Opened<'a> {
    /// The name of the file, with that of the member of an archive in parentheses.
    pub name: &'a str,
    /// What it was read from.
    pub bytes: &'a [u8],
    /// What the reader gave.
    pub outcome: ReadOutcome,
}

/// Calls `f` with each module of a file. Gives whether all could be read; what could not is shown.
pub fn each(
    path: &Path,
    options: &ReadOptions,
    shown: &mut Shown,
    f: &mut dyn FnMut(&mut Opened<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let name = input_name(path);
    let bytes = read_input(path).map_err(about(path))?;
    if !is_archive(&bytes) {
        return each_of(path, &name, &bytes, options, shown, f);
    }
    let members = members(&bytes).map_err(|e| io::Error::other(format!("{name}: {} {}", e.message, e.place())))?;
    let mut good = true;
    let mut any = false;
    for member in members {
        let member_name = format!("{name}({})", String::from_utf8_lossy(&member.name));
        let inner = embedded::bitcode(member.data);
        let data = inner.as_deref().unwrap_or(member.data);
        if is_bitcode(data) {
            any = true;
            good &= each_of(path, &member_name, data, options, shown, f)?;
        }
    }
    match any {
        true => Ok(good),
        false => Err(io::Error::other(format!("{name}: no member of this archive is bitcode"))),
    }
}

fn each_of(
    path: &Path,
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    shown: &mut Shown,
    f: &mut dyn FnMut(&mut Opened<'_>) -> io::Result<()>,
) -> io::Result<bool> {
    let fail = |e: bitcode::Error| io::Error::other(format!("{name}: {} {}", e.llvm_message(), e.place()));
    let modules = if is_bitcode(bytes) { BitcodeFile::read(bytes).map_err(fail)?.modules } else { Vec::new() };
    if modules.len() > 1 {
        for contents in &modules {
            let outcome = read_bitcode_module(&Context::new(), name, contents, options).map_err(fail)?;
            f(&mut ManuallyDrop::new(Opened { name, bytes, outcome }))?;
        }
        return Ok(true);
    }
    let Some(outcome) = read_named(&Context::new(), path, name, bytes, shown, options)? else { return Ok(false) };
    // The process ends soon: dropping the module would waste time.
    f(&mut ManuallyDrop::new(Opened { name, bytes, outcome }))?;
    Ok(true)
}
