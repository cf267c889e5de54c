//! Symbols and sections of object files, and the symbols that objects compiled from modules would have.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lindworm::bitcode::archive::{Archive, ArchiveKind};
use lindworm::bitcode::is_bitcode;
use lindworm::bitcode::symbol_table::{flag, symbols};
use lindworm::ir::triple::{Arch, ObjectFormat, Triple};
use lindworm::{Context, DataLayoutSource, ReadOptions, read_any};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SymbolFlags, SymbolKind, elf, macho, pe};

use crate::files::read_whole;

/// A symbol as `nm` shows it.
#[derive(Clone, Debug, Default)]
pub struct Symbol {
    pub name: Vec<u8>,
    /// Where it is; nothing if it is not defined, or in a module.
    pub address: Option<u64>,
    pub size: u64,
    /// The letter that says what it is.
    pub letter: char,
    pub is_undefined: bool,
    pub is_external: bool,
    pub is_weak: bool,
    /// Whether it is an alias of a module.
    pub is_alias: bool,
    /// Sections, files and the like, which are shown on request.
    pub is_special: bool,
    /// What `nm -f sysv` says of it.
    pub class: String,
    pub section: String,
}

/// The symbols of a file.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub list: Vec<Symbol>,
    pub is_64_bit: bool,
    /// The format of archives that its like is put into.
    pub archive_kind: Option<ArchiveKind>,
    pub is_ec: bool,
    pub is_module: bool,
}

impl Symbols {
    /// The names that an archive lists: those of symbols that are defined here and seen elsewhere.
    pub fn exported(self) -> Vec<Vec<u8>> {
        let exported = self.list.into_iter().filter(|s| s.is_external && !s.is_undefined && !s.is_special);
        exported.map(|symbol| symbol.name).collect()
    }
}

/// The symbols of an object or bitcode file; an error in LLVM's words for any other file.
pub fn symbols_of(data: &[u8], dynamic: bool) -> Result<Symbols, String> {
    if is_bitcode(data) {
        return symbols_of_module(data);
    }
    const NO_OBJECT: &str = "The file was not recognized as a valid object file";
    let kind = object::FileKind::parse(data).map_err(|_| NO_OBJECT.to_owned())?;
    use object::FileKind::*;
    if !matches!(kind, Elf32 | Elf64 | MachO32 | MachO64 | Coff | CoffBig | Pe32 | Pe64 | Xcoff32 | Xcoff64) {
        return Err(NO_OBJECT.to_owned());
    }
    let file = object::File::parse(data).map_err(|e| e.to_string())?;
    let mut found = Symbols {
        is_64_bit: file.is_64() && !matches!(kind, Coff | CoffBig | Pe32),
        archive_kind: match file.format() {
            object::BinaryFormat::MachO => Some(ArchiveKind::Darwin),
            object::BinaryFormat::Coff | object::BinaryFormat::Pe => Some(ArchiveKind::Coff),
            _ => Some(ArchiveKind::Gnu),
        },
        ..Symbols::default()
    };
    match dynamic {
        true => found.list.extend(file.dynamic_symbols().map(|symbol| symbol_of(&file, &symbol))),
        false => found.list.extend(file.symbols().map(|symbol| symbol_of(&file, &symbol))),
    }
    // The first symbol of an ELF symbol table is the null symbol.
    if file.format() == object::BinaryFormat::Elf {
        found.list.retain(|s| !(s.name.is_empty() && s.is_undefined));
    }
    Ok(found)
}

/// The symbols of a module, as text or bitcode.
pub fn symbols_of_module(data: &[u8]) -> Result<Symbols, String> {
    let options = ReadOptions { data_layout: DataLayoutSource::ModuleOrTriple, ..ReadOptions::default() };
    let module = read_any(&Context::new(), "", data, &options).map_err(|e| e.to_string())?.module;
    let module = std::mem::ManuallyDrop::new(module);
    let triple = Triple::new(module.triple());
    let has = |flags: u32, bit: u32| flags & bit != 0;
    let list = symbols(&module).into_iter().map(|symbol| {
        let flags = symbol.flags;
        let is_code = has(flags, flag::EXECUTABLE);
        let is_undefined = has(flags, flag::UNDEFINED);
        let letter = match () {
            () if has(flags, flag::WEAK) => 'w',
            () if is_undefined => 'U',
            () if has(flags, flag::COMMON) => 'C',
            () if is_code => 't',
            () => 'd',
        };
        let is_upper = if letter == 'w' { !is_undefined } else { has(flags, flag::GLOBAL) };
        Symbol {
            name: symbol.name,
            letter: if is_upper { letter.to_ascii_uppercase() } else { letter },
            is_undefined,
            is_external: has(flags, flag::GLOBAL),
            is_weak: has(flags, flag::WEAK),
            is_alias: has(flags, flag::INDIRECT),
            is_special: has(flags, flag::FORMAT_SPECIFIC),
            ..Symbol::default()
        }
    });
    let pointer = module.data_layout().pointers().first().map_or(64, |pointer| pointer.bits);
    let is_ec = triple.arch == Arch::AArch64 && triple.parts[0] == b"arm64ec";
    Ok(Symbols {
        list: list.collect(),
        is_64_bit: !module.triple().is_empty() && pointer == 64,
        archive_kind: Some(match triple.object_format {
            _ if module.triple().is_empty() => ArchiveKind::Gnu,
            ObjectFormat::MachO => ArchiveKind::Darwin,
            ObjectFormat::Coff => ArchiveKind::Coff,
            _ => ArchiveKind::Gnu,
        }),
        is_ec,
        is_module: true,
    })
}

fn symbol_of<'d>(file: &object::File<'d>, symbol: &impl ObjectSymbol<'d>) -> Symbol {
    let name = symbol.name_bytes().unwrap_or_default().to_vec();
    let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
    let section_name = section.as_ref().and_then(|s| s.name().ok()).unwrap_or_default().to_owned();
    let is_undefined = symbol.is_undefined();
    let mut is_external = symbol.is_global();
    let mut is_special = matches!(symbol.kind(), SymbolKind::Section | SymbolKind::File);
    let is_weak = symbol.is_weak();
    let mut class = "NOTYPE".to_owned();
    let mut letter = '?';
    match symbol.flags() {
        SymbolFlags::Elf { st_info, .. } => {
            let ty = elf::SymbolType(st_info.0 & 15);
            let binding = elf::SymbolBind(st_info.0 >> 4);
            class = match ty.0 {
                0..=6 => ["NOTYPE", "OBJECT", "FUNC", "SECTION", "FILE", "COMMON", "TLS"][usize::from(ty.0)].to_owned(),
                10 => "IFUNC".to_owned(),
                ty @ 11..=12 => format!("<OS specific>: {ty}"),
                ty @ 13..=15 => format!("<processor specific>: {ty}"),
                ty => format!("<unknown>: {ty}"),
            };
            is_external = binding != elf::STB_LOCAL;
            is_special |= is_mapping_symbol(file, &name);
            let letters = if ty == elf::STT_OBJECT { ['v', 'V'] } else { ['w', 'W'] };
            letter = match () {
                () if ty == elf::STT_GNU_IFUNC && !is_undefined => 'i',
                () if binding == elf::STB_WEAK => letters[usize::from(!is_undefined)],
                () if is_undefined => 'U',
                () if symbol.is_common() => 'C',
                () if binding == elf::STB_GNU_UNIQUE => 'u',
                () if !matches!(binding, elf::STB_LOCAL | elf::STB_GLOBAL) => '?',
                () => {
                    let letter = match section.as_ref().map(|s| s.flags()) {
                        Some(SectionFlags::Elf { sh_type, sh_flags }) => elf_letter(sh_flags, sh_type, &section_name),
                        _ if symbol.section() == object::SymbolSection::Absolute => 'a',
                        _ => '?',
                    };
                    if is_external { letter.to_ascii_uppercase() } else { letter }
                }
            };
        }
        SymbolFlags::MachO { n_type, .. } => {
            // Debugging symbols (stabs).
            is_special |= n_type.0 & macho::N_STAB != 0;
            is_external = n_type.0 & macho::N_EXT.0 != 0;
            let segment = section.as_ref().and_then(|s| s.segment_name().ok().flatten()).unwrap_or_default();
            // The section counts, whether there is one of its number or not.
            let is_in_section = n_type.typ() == macho::N_SECT;
            let plain = match (segment, &*section_name) {
                _ if is_undefined && symbol.size() > 0 => 'c',
                _ if is_undefined => 'u',
                _ if symbol.is_common() => 'c',
                _ if section.is_none() && !is_in_section => 'a',
                ("__TEXT" | "__TEXT_EXEC", "__text") => 't',
                ("__DATA", "__data") => 'd',
                ("__DATA", "__bss") => 'b',
                _ => 's',
            };
            letter = if is_external || is_undefined { plain.to_ascii_uppercase() } else { plain };
        }
        _ => {
            if let Some(SectionFlags::Coff { characteristics }) = section.as_ref().map(|s| s.flags()) {
                letter = match characteristics {
                    c if c.0 & pe::IMAGE_SCN_CNT_CODE.0 != 0 => 't',
                    c if c.0 & pe::IMAGE_SCN_CNT_UNINITIALIZED_DATA.0 != 0 => 'b',
                    c if c.0 & pe::IMAGE_SCN_MEM_WRITE.0 != 0 => 'd',
                    c if c.0 & pe::IMAGE_SCN_CNT_INITIALIZED_DATA.0 != 0 => 'r',
                    c if c.0 & pe::IMAGE_SCN_LNK_INFO.0 != 0 => 'i',
                    _ => 'n',
                };
            }
            letter = match () {
                () if is_weak => 'w',
                () if is_undefined => 'U',
                () if symbol.is_common() => 'C',
                () if section.is_none() => 'a',
                () if is_external => letter.to_ascii_uppercase(),
                () => letter,
            };
        }
    }
    // Symbols of a relocatable ELF file are relative to their section, which usually has no address.
    let is_relative = file.format() == object::BinaryFormat::Elf && file.kind() == object::ObjectKind::Relocatable;
    let base = section.as_ref().filter(|_| is_relative).map_or(0, |section| section.address());
    let section = match section {
        _ if symbol.is_common() || class == "COMMON" => "*COM*".to_owned(),
        _ if is_undefined => "*UND*".to_owned(),
        None if symbol.section() == object::SymbolSection::Absolute => "*ABS*".to_owned(),
        _ => section_name,
    };
    Symbol {
        name,
        address: (!is_undefined)
            .then(|| if symbol.is_common() { symbol.size() } else { symbol.address().wrapping_add(base) }),
        size: symbol.size(),
        letter,
        is_undefined,
        is_external,
        is_weak,
        is_alias: false,
        is_special,
        class,
        section,
    }
}

/// The letter of a symbol in a section of ELF.
fn elf_letter(flags: elf::SectionFlags, ty: elf::SectionType, name: &str) -> char {
    let has = |flag: elf::SectionFlags| flags.0 & flag.0 != 0;
    match () {
        () if has(elf::SHF_EXECINSTR) => 't',
        () if ty == elf::SHT_NOBITS => 'b',
        () if has(elf::SHF_ALLOC) => {
            if has(elf::SHF_WRITE) {
                'd'
            } else {
                'r'
            }
        }
        () if name.starts_with(".debug") => 'N',
        () if !has(elf::SHF_WRITE) => 'n',
        () => '?',
    }
}

/// Whether a symbol of ARM says what the bytes behind it are.
fn is_mapping_symbol(file: &object::File<'_>, name: &[u8]) -> bool {
    use object::Architecture::{Aarch64, Arm};
    let letters: &[u8] = match file.architecture() {
        Aarch64 => b"dx",
        Arm => b"adt",
        _ => return false,
    };
    matches!(name, [b'$', letter, rest @ ..] if letters.contains(letter) && (rest.is_empty() || rest[0] == b'.'))
}

/// The contents of a file of an archive, which of a thin one is beside it.
pub fn member_data(archive: &Path, entry: &lindworm::bitcode::archive::Entry<'_>) -> Result<Vec<u8>, String> {
    match entry.data {
        Some(data) => Ok(data.to_vec()),
        None => {
            let path = member_path(archive, &entry.name);
            let bytes = read_whole(&path).map_err(|e| format!("'{}': {}", path.display(), crate::files::reason(&e)))?;
            Ok(bytes.to_vec())
        }
    }
}

/// Where a file of a thin archive is.
pub fn member_path(archive: &Path, name: &[u8]) -> PathBuf {
    let name = PathBuf::from(String::from_utf8_lossy(name).into_owned());
    archive.parent().unwrap_or(Path::new("")).join(name)
}

/// Reads an archive, or says why not.
pub fn read_archive(data: &[u8]) -> Result<Archive<'_>, String> {
    Archive::read(data).map_err(|e| format!("truncated or malformed archive ({})", e.message))
}

/// Arguments with what files that are named by `@FILE` hold in their place.
pub fn expanded(args: impl Iterator<Item = OsString>) -> Vec<String> {
    let mut all = Vec::new();
    for arg in args {
        let arg = arg.to_string_lossy().into_owned();
        match arg.strip_prefix('@').and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => all.extend(words(&text)),
            None => all.push(arg),
        }
    }
    all
}

/// Words with spaces between them; quotes and backslashes keep spaces in words.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quote != Some('\'') => word.get_or_insert_default().extend(chars.next()),
            _ if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            _ if c.is_whitespace() && quote.is_none() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
