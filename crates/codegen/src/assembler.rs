//! The system's assembler, `as`: translates text to machine code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionFlags, elf};

use crate::error::Result;
use crate::relocation::RelocationKind;

/// The code of an assembled text.
pub struct Assembled {
    pub code: Vec<u8>,
    /// Relocations: offset, kind, name of the symbol, addend.
    pub relocations: Vec<(u32, RelocationKind, String, i64)>,
}

/// Assembles a text in AT&T or Intel syntax that emits only code.
pub fn assemble(text: &str, intel: bool) -> Result<Assembled> {
    let syntax = if intel { ".intel_syntax noprefix\n" } else { "" };
    let object = object_of(&format!("{syntax}{text}\n"))?;
    let malformed = |_| "an object of the assembler that is malformed";
    let file: ElfFile64<'_, LittleEndian> = ElfFile64::parse(&*object).map_err(malformed)?;
    let mut assembled = Assembled { code: Vec::new(), relocations: Vec::new() };
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
        if section.size() == 0 || (sh_flags & elf::SHF_ALLOC).0 == 0 {
            continue;
        }
        // A group may have another section of this name.
        if section.name_bytes().map_err(malformed)? != b".text" || !assembled.code.is_empty() {
            return Err("inline assembler that writes to other sections".into());
        }
        assembled.code = section.data().map_err(malformed)?.to_vec();
        for (offset, relocation) in section.relocations() {
            let (RelocationTarget::Symbol(symbol), RelocationFlags::Elf { r_type }) =
                (relocation.target(), relocation.flags())
            else {
                return Err("inline assembler with such an address".into());
            };
            let kind = match r_type {
                elf::R_X86_64_PC32 => RelocationKind::Relative,
                elf::R_X86_64_PLT32 => RelocationKind::Call,
                elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                    RelocationKind::GotEntry
                }
                elf::R_X86_64_64 => RelocationKind::Absolute,
                elf::R_X86_64_32 => RelocationKind::Absolute32,
                elf::R_X86_64_32S => RelocationKind::Absolute32Signed,
                _ => return Err("inline assembler with an address of other than 64 bits".into()),
            };
            let name = file.symbol_by_index(symbol).and_then(|symbol| symbol.name()).map_err(malformed)?.to_owned();
            assembled.relocations.push((offset as u32, kind, name, relocation.addend()));
        }
    }
    Ok(assembled)
}

/// The object that `as` produces.
pub fn object_of(text: &str) -> Result<Vec<u8>> {
    let directory = new_directory()?;
    let object = object_in(&directory, text);
    // The result does not depend on the files any more.
    let _ = fs::remove_dir_all(&directory);
    object
}

/// Creates a directory, which no other user can write to. Files with guessable names in a shared directory could be links.
fn new_directory() -> Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    const TRIES: u32 = 100;
    let base = std::env::temp_dir();
    let mut names = (0..TRIES)
        .map(|_| format!("lindworm-as-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
        .map(|name| base.join(name));
    let created = names.find(|path| fs::create_dir(path).is_ok());
    Ok(created.ok_or_else(|| format!("inline assembler, as {} is not writable", base.display()))?)
}

fn object_in(directory: &Path, text: &str) -> Result<Vec<u8>> {
    let failed = |e: std::io::Error| format!("inline assembler, as `as` does not run: {e}");
    let [source, object] = ["text.s", "text.o"].map(|name| directory.join(name));
    fs::write(&source, text).map_err(failed)?;
    let mut command = Command::new("as");
    // Messages are in English.
    command.env("LC_ALL", "C").arg("--64").arg("-o").arg(&object).arg(&source).stdin(Stdio::null());
    let output = command.output().map_err(failed)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find(|line| line.contains("Error:")).unwrap_or("an error of `as`");
        let line = line.strip_prefix(&format!("{}:", source.display())).unwrap_or(line);
        return Err(format!("inline assembler: {line}").into());
    }
    Ok(fs::read(&object).map_err(failed)?)
}
