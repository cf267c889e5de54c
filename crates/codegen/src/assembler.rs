//! The system's assembler, `as`: translates text to machine code.

use std::io::Write;
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
        if section.name_bytes().map_err(malformed)? != b".text" {
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
                _ => return Err("inline assembler with an address of other than 64 bits".into()),
            };
            let name = file.symbol_by_index(symbol).and_then(|symbol| symbol.name()).map_err(malformed)?.to_owned();
            assembled.relocations.push((offset as u32, kind, name, relocation.addend()));
        }
    }
    Ok(assembled)
}

/// The object that `as` produces.
fn object_of(text: &str) -> Result<Vec<u8>> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("lindworm-{}-{number}.o", std::process::id()));
    let failed = |e: std::io::Error| format!("inline assembler, as `as` does not run: {e}");
    let mut command = Command::new("as");
    command.arg("--64").arg("-o").arg(&path).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        // `as` reports errors of the text on its standard error.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    let object = std::fs::read(&path);
    let _ = std::fs::remove_file(&path);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = said.lines().find(|line| line.contains("Error:")).unwrap_or("an error of `as`");
        return Err(format!("inline assembler: {}", line.trim_start_matches("{standard input}:")).into());
    }
    object.map_err(|e| failed(e).into())
}
