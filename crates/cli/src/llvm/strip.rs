//! `llvm-strip`: removes symbols and debug information from ELF files, and from archives of them.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::archive::write::{NewMember, write};
use object::Endianness;
use object::build::Id;
use object::build::elf::{Builder, Section, SectionData, SectionId, Symbol, SymbolId};
use object::elf;
use object::read::elf::{FileHeader, SectionHeader};
use regex::bytes::{Regex, RegexBuilder};

use super::objects::{Symbols, expanded, member_data, read_archive, symbols_of};
use super::{Failure, VERSION, said, wrong};
use crate::files::{read_whole, reason, write_output};

const HELP: &str = "OVERVIEW: llvm-strip tool

USAGE: llvm-strip [options] inputs...

OPTIONS:
  --disable-deterministic-archives
                         Disable deterministic mode when operating on archives (use real values for UIDs, GIDs, and timestamps).
  --discard-all          Remove most local symbols. File and section symbols are not discarded. Additionally, remove all debug sections
  --discard-locals       Remove local symbols starting with .L
  -D                     Alias for --enable-deterministic-archives
  -d                     Alias for --strip-debug
  --enable-deterministic-archives
                         Enable deterministic mode when operating on archives (use zero for UIDs, GIDs, and timestamps).
  -g                     Alias for --strip-debug
  --help                 Print this
  --keep-file-symbols    Keep symbols of type STT_FILE, even if they would otherwise be stripped
  --keep-section=section Keep <section>
  --keep-symbol=symbol   When removing symbols, do not remove <symbol>
  -K <value>             Alias for --keep-symbol
  --no-strip-all         Disable --strip-all
  -N <value>             Alias for --strip-symbol
  -o <file>              Write output to <file>
  --preserve-dates       Preserve access and modification timestamps
  -p                     Alias for --preserve-dates
  --regex                Permit regular expressions in name comparison
  --remove-section=section
                         Remove <section>
  -R <value>             Alias for --remove-section
  --strip-all-gnu        Remove all symbols, debug sections and relocations. Compatible with GNU's --strip-all
  --strip-all            Remove all symbols and non-alloc sections not within segments, except for .gnu.warning*, .ARM.attribute, and the section name table
  --strip-debug          Remove all debug sections
  --strip-symbol=symbol  Strip <symbol>
  --strip-unneeded       Remove all symbols not needed by relocations
  -S                     Alias for --strip-debug
  -s                     Alias for --strip-all
  -U                     Alias for --disable-deterministic-archives
  --version              Print the version and exit.
  -V                     Alias for --version
  --wildcard             Allow wildcard syntax for symbol-related flags. Incompatible with --regex.
  -w                     Alias for --wildcard
  -X                     Alias for --discard-locals
  -x                     Alias for --discard-all

Pass @FILE as argument to read options from FILE.
";

/// A set of names that the command line describes by patterns.
#[derive(Default)]
struct Names {
    included: Vec<Regex>,
    /// The patterns that begin with `!`.
    excluded: Vec<Regex>,
}

impl Names {
    fn contains(&self, name: &[u8]) -> bool {
        let matches = |patterns: &[Regex]| patterns.iter().any(|regex| regex.is_match(name));
        matches(&self.included) && !matches(&self.excluded)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Discard {
    #[default]
    None,
    /// Symbols that begin with `.L`.
    Locals,
    All,
}

/// The command line.
#[derive(Default)]
struct Request {
    all: bool,
    all_gnu: bool,
    debug: bool,
    unneeded: bool,
    discard: Discard,
    keeps_file_symbols: bool,
    kept_symbols: Names,
    removed_symbols: Names,
    kept_sections: Names,
    removed_sections: Names,
    output: Option<PathBuf>,
    preserves_dates: bool,
    has_real_owners: bool,
    files: Vec<String>,
}

/// The syntax of names on the command line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Plain,
    Wildcard,
    Regex,
}

/// Runs the tool.
pub fn run(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32, Failure> {
    let mut request = Request::default();
    let mut is_all = None;
    let mut names: Vec<(&'static str, String)> = Vec::new();
    let mut syntax = Syntax::Plain;
    let mut args = expanded(args).into_iter();
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            request.files.push(arg);
            continue;
        };
        let (name, value) = match flag.strip_prefix('-') {
            Some("") => {
                request.files.extend(args.by_ref());
                break;
            }
            Some(long) => long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned()))),
            // The value of a single-letter flag may follow without a space.
            None if matches!(flag.as_bytes()[0], b'K' | b'N' | b'R' | b'o') && flag.len() > 1 => {
                (&flag[..1], Some(flag[1..].to_owned()))
            }
            None => (flag, None),
        };
        match name {
            "help" | "h" => return said(HELP),
            "version" | "V" => return said(format!("llvm-strip, compatible with GNU strip\n{VERSION}")),
            "strip-all" | "s" => is_all = Some(true),
            "no-strip-all" => is_all = Some(false),
            "strip-all-gnu" => request.all_gnu = true,
            "strip-debug" | "S" | "d" | "g" => request.debug = true,
            "strip-unneeded" => request.unneeded = true,
            "discard-all" | "x" => request.discard = Discard::All,
            "discard-locals" | "X" => request.discard = Discard::Locals,
            "keep-file-symbols" => request.keeps_file_symbols = true,
            "preserve-dates" | "p" => request.preserves_dates = true,
            "enable-deterministic-archives" | "D" => request.has_real_owners = false,
            "disable-deterministic-archives" | "U" => request.has_real_owners = true,
            "wildcard" | "w" if syntax == Syntax::Regex => return wrong(program, INCOMPATIBLE),
            "wildcard" | "w" => syntax = Syntax::Wildcard,
            "regex" if syntax == Syntax::Wildcard => return wrong(program, INCOMPATIBLE),
            "regex" => syntax = Syntax::Regex,
            "o" | "K" | "keep-symbol" | "N" | "strip-symbol" | "R" | "remove-section" | "keep-section" => {
                let Some(value) = value.or_else(|| args.next()) else {
                    return wrong(program, format_args!("{arg}: missing argument"));
                };
                match name {
                    "o" => request.output = Some(value.into()),
                    "K" | "keep-symbol" => names.push(("K", value)),
                    "N" | "strip-symbol" => names.push(("N", value)),
                    "R" | "remove-section" => names.push(("R", value)),
                    _ => names.push(("keep-section", value)),
                }
            }
            _ => return wrong(program, format_args!("unknown argument '{arg}'")),
        }
    }
    if request.files.is_empty() {
        return wrong(program, "no input file specified");
    }
    if request.output.is_some() && request.files.len() > 1 {
        return wrong(program, "multiple input files cannot be used in combination with -o");
    }
    for (list, name) in &names {
        // Section names may have wildcards without --wildcard.
        let syntax = if matches!(*list, "K" | "N") || syntax == Syntax::Regex { syntax } else { Syntax::Wildcard };
        let list = match *list {
            "K" => &mut request.kept_symbols,
            "N" => &mut request.removed_symbols,
            "R" => &mut request.removed_sections,
            _ => &mut request.kept_sections,
        };
        let (list, name) = match name.strip_prefix('!').filter(|_| syntax == Syntax::Wildcard) {
            Some(name) => (&mut list.excluded, name),
            None => (&mut list.included, &**name),
        };
        let pattern = match syntax {
            Syntax::Plain => regex::escape(name),
            Syntax::Wildcard => regex_of_glob(name),
            Syntax::Regex => name.to_owned(),
        };
        match RegexBuilder::new(&format!("^(?:{pattern})$")).unicode(false).dot_matches_new_line(true).build() {
            Ok(regex) => list.push(regex),
            Err(_) => return wrong(program, format_args!("cannot compile regular expression '{name}'")),
        }
    }
    // As in LLVM, --remove-section alone implies --strip-all.
    let is_nothing_asked = !(request.debug || request.unneeded || request.all_gnu || request.discard != Discard::None)
        && request.removed_symbols.included.is_empty();
    request.all = is_all.unwrap_or(is_nothing_asked);
    for file in &request.files {
        strip_file(program, &request, file)?;
    }
    Ok(0)
}

const INCOMPATIBLE: &str = "--regex and --wildcard are incompatible";

/// The regular expression of a glob with `*`, `?`, `[...]` and `\`.
fn regex_of_glob(glob: &str) -> String {
    let mut regex = String::new();
    let mut chars = glob.chars();
    while let Some(c) = chars.next() {
        match c {
            '*' => regex.push_str(".*"),
            '?' => regex.push('.'),
            '\\' => regex.push_str(&regex::escape(chars.next().unwrap_or('\\').encode_utf8(&mut [0; 4]))),
            '[' => {
                let class: String = chars.by_ref().take_while(|&c| c != ']').collect();
                let (not, class) = match class.strip_prefix(['!', '^']) {
                    Some(rest) => ("^", rest),
                    None => ("", &*class),
                };
                regex.push_str(&format!("[{not}{}]", class.replace('[', "\\[").replace('&', "\\&")));
            }
            c => regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    regex
}

fn strip_file(program: &str, request: &Request, file: &str) -> Result<(), Failure> {
    let path = Path::new(file);
    let bytes = read_whole(path).or_else(|e| wrong(program, format_args!("'{file}': {}", reason(&e))))?;
    let stripped = match is_archive(&bytes) {
        true => strip_archive(request, path, &bytes),
        false => strip_object(request, &bytes).map_err(|e| (String::new(), e)),
    };
    let stripped = stripped.or_else(|(member, why)| wrong(program, format_args!("'{file}{member}': {why}")))?;
    let old = fs::metadata(path).ok();
    let output = request.output.as_deref().unwrap_or(path);
    write_output(output, |out| out.write_all(&stripped))?;
    if let Some(old) = old.filter(|_| output != Path::new("-")) {
        // An executable stays executable. A file system without permissions is not an error.
        _ = fs::set_permissions(output, old.permissions());
        if request.preserves_dates
            && let (Ok(accessed), Ok(modified)) = (old.accessed(), old.modified())
            && let Ok(file) = fs::File::options().append(true).open(output)
        {
            file.set_times(fs::FileTimes::new().set_accessed(accessed).set_modified(modified))?;
        }
    }
    Ok(())
}

/// Strips the members of an archive. An error is the text that names the member, and the message.
fn strip_archive(request: &Request, path: &Path, bytes: &[u8]) -> Result<Vec<u8>, (String, String)> {
    let whole = |why| (String::new(), why);
    let archive = read_archive(bytes).map_err(whole)?;
    if archive.is_thin {
        return Err(whole("a thin archive holds no files that could be stripped".into()));
    }
    let mut members = Vec::new();
    for entry in &archive.entries {
        let name = || format!("({})", String::from_utf8_lossy(&entry.name));
        let data = member_data(path, entry).map_err(whole)?;
        let data = strip_object(request, &data).map_err(|why| (name(), why))?;
        let symbols = symbols_of(&data, false).map(Symbols::exported).unwrap_or_default();
        let (modified, owner, mode) = match request.has_real_owners {
            true => (entry.modified, entry.owner, entry.mode),
            false => (0, (0, 0), 0o644),
        };
        members.push(NewMember { name: entry.name.to_vec(), data, modified, owner, mode, symbols, is_ec: false });
    }
    Ok(write(&members, archive.kind, false, archive.symbols.is_some()))
}

fn has(flags: elf::SectionFlags, flag: elf::SectionFlags) -> bool {
    flags.0 & flag.0 != 0
}

fn is_debug(section: &Section<'_>) -> bool {
    section.name.starts_with(b".debug") || &*section.name == b".gdb_index"
}

/// The most bytes between all sections of a file, which their alignments may ask for.
const MAX_PADDING: u64 = 1 << 28;

/// Strips an ELF file.
fn strip_object(request: &Request, bytes: &[u8]) -> Result<Vec<u8>, String> {
    const NO_OBJECT: &str = "The file was not recognized as a valid object file";
    match object::FileKind::parse(bytes) {
        Ok(object::FileKind::Elf32 | object::FileKind::Elf64) => {}
        Ok(kind) => return Err(format!("only ELF files can be stripped, not {kind:?}")),
        Err(_) => return Err(NO_OBJECT.into()),
    }
    let foreign = match bytes[4] {
        1 => foreign_sections::<elf::FileHeader32<Endianness>>(bytes),
        _ => foreign_sections::<elf::FileHeader64<Endianness>>(bytes),
    };
    let foreign = foreign.map_err(|e| e.to_string())?;
    let mut bytes = bytes.to_vec();
    for section in &foreign {
        bytes[section.place..][..4].copy_from_slice(&section.as_data);
    }
    let mut builder = Builder::read(&*bytes).map_err(|e| e.to_string())?;
    let is_relocatable = builder.header.e_type == elf::ET_REL;
    let ids: Vec<SectionId> = builder.sections.iter().map(|section| section.id()).collect();
    for (index, section) in builder.sections.iter_mut().enumerate() {
        if let Ok(found) = foreign.binary_search_by_key(&(index + 1), |foreign| foreign.index) {
            section.sh_type = foreign[found].ty;
        }
        // A relocation section names its target section with or without `SHF_INFO_LINK`.
        if matches!(section.data, SectionData::Relocation(_)) && section.sh_info_section.is_none() {
            section.sh_info_section = (section.sh_info as usize).checked_sub(1).and_then(|n| ids.get(n).copied());
        }
    }
    let groups = groups_of(&builder);
    let mut used: HashSet<usize> = groups.iter().filter_map(|group| Some(group.signature?.index())).collect();
    for section in &builder.sections {
        if let SectionData::Relocation(relocations) = &section.data {
            used.extend(relocations.iter().filter_map(|relocation| Some(relocation.symbol?.index())));
        }
    }
    for symbol in &mut builder.symbols {
        symbol.delete = removes_symbol(request, symbol, used.contains(&symbol.id().index()), is_relocatable);
    }
    // An empty symbol table is kept in an object, and removed from a linked file.
    let drops_table = !is_relocatable && builder.symbols.iter().all(|symbol| symbol.delete);
    let keeps_table = (!request.kept_symbols.included.is_empty() || request.keeps_file_symbols)
        && builder.symbols.count() > 0
        && !drops_table;
    let in_segments: HashSet<usize> =
        builder.segments.iter().flat_map(|segment| segment.sections.iter().map(|id| id.index())).collect();
    // One string table may hold the names of both sections and symbols.
    let shares_names = !builder.sections.iter().any(|s| matches!(s.data, SectionData::SectionString));
    let table: Vec<SectionId> =
        builder.sections.iter().filter(|s| matches!(s.data, SectionData::Symbol)).map(|s| s.id()).collect();
    // The tables of `builder` have no entries for deleted sections.
    let mut gone: HashSet<usize> = HashSet::new();
    for section in &mut builder.sections {
        let is_table =
            matches!(section.data, SectionData::Symbol | SectionData::String | SectionData::SymbolSectionIndex);
        let is_names = matches!(section.data, SectionData::SectionString)
            || shares_names && matches!(section.data, SectionData::String);
        let in_segment = in_segments.contains(&section.id().index());
        let stays = is_names || keeps_table && is_table;
        section.delete = !stays && (drops_table && is_table || removes_section(request, section, in_segment));
        if section.delete {
            gone.insert(section.id().index());
        }
    }
    // The relocations of a deleted section are deleted too.
    for section in &mut builder.sections {
        let is_of_gone = section.sh_info_section.is_some_and(|target| gone.contains(&target.index()));
        section.delete |= is_of_gone && matches!(section.data, SectionData::Relocation(_));
    }
    let has_table = builder.sections.iter().any(|s| matches!(s.data, SectionData::Symbol));
    for section in &mut builder.sections {
        if !has_table && section.sh_link_section.is_some_and(|id| table.contains(&id)) {
            let (what, kind) = match section.data {
                SectionData::Relocation(_) => ("symbol table", "relocation"),
                _ if section.sh_type == elf::SHT_GROUP => ("section", "group"),
                _ => {
                    section.sh_link_section = None;
                    continue;
                }
            };
            return Err(format!(
                "{what} '.symtab' cannot be removed because it is referenced by the {kind} section '{}'",
                section.name
            ));
        }
        let SectionData::Relocation(relocations) = &section.data else { continue };
        let lost = relocations.iter().filter_map(|r| r.symbol).find(|&id| builder.symbols.get(id).delete);
        if let Some(lost) = lost {
            let name = &builder.symbols.get(lost).name;
            return Err(format!("not stripping symbol '{name}' because it is named in a relocation"));
        }
    }
    if !has_table {
        builder.symbols.iter_mut().for_each(|symbol| symbol.delete = true);
    }
    if shares_names {
        match builder.sections.iter_mut().find(|s| matches!(s.data, SectionData::String)) {
            Some(section) if !has_table => section.data = SectionData::SectionString,
            _ => {
                let section = builder.sections.add();
                section.name = ".shstrtab".into();
                section.sh_type = elf::SHT_STRTAB;
                section.sh_addralign = 1;
                section.data = SectionData::SectionString;
            }
        }
    }
    let mut padding = 0u64;
    for section in &mut builder.sections {
        // `object` rejects an alignment of 0, which means 1.
        section.sh_addralign = section.sh_addralign.max(1);
        padding = padding.saturating_add(section.sh_addralign);
        if !section.sh_addralign.is_power_of_two() || padding > MAX_PADDING {
            return Err(format!("invalid alignment {:#x} of section '{}'", section.sh_addralign, section.name));
        }
    }
    builder.delete_orphans();
    renumber(&mut builder, groups);
    builder.set_section_sizes();
    let mut out = Vec::new();
    builder.write(&mut out).map_err(|e| e.to_string())?;
    Ok(out)
}

fn removes_symbol(request: &Request, symbol: &Symbol<'_>, is_used: bool, is_relocatable: bool) -> bool {
    let name: &[u8] = &symbol.name;
    let is_file = symbol.st_type() == elf::STT_FILE;
    let is_section = symbol.st_type() == elf::STT_SECTION;
    let is_local = symbol.st_bind() == elf::STB_LOCAL;
    let is_undefined = symbol.section.is_none() && symbol.st_shndx == elf::SHN_UNDEF;
    if request.kept_symbols.contains(name) || request.keeps_file_symbols && is_file {
        return false;
    }
    let is_discarded = match request.discard {
        Discard::None => false,
        Discard::Locals => name.starts_with(b".L"),
        Discard::All => true,
    };
    request.removed_symbols.contains(name)
        || request.all
        || request.all_gnu
        || (request.debug || request.unneeded) && is_file
        || is_discarded && is_local && !is_undefined && !is_file && !is_section && !is_used
        || request.unneeded && (!is_relocatable || !is_used && (is_local || is_undefined) && !is_section)
}

fn removes_section(request: &Request, section: &Section<'_>, in_segment: bool) -> bool {
    let name: &[u8] = &section.name;
    let is_allocated = has(section.sh_flags, elf::SHF_ALLOC);
    if request.kept_sections.contains(name) {
        return false;
    }
    if request.removed_sections.contains(name) {
        return true;
    }
    let of_symbols = [elf::SHT_SYMTAB, elf::SHT_REL, elf::SHT_RELA, elf::SHT_STRTAB].contains(&section.sh_type);
    let is_kept_of_all = name.starts_with(b".gnu.warning")
        || name.starts_with(b".gnu_debuglink")
        || section.sh_type == elf::SHT_ARM_ATTRIBUTES;
    (request.debug || request.unneeded || request.all_gnu || request.discard == Discard::All) && is_debug(section)
        || request.all_gnu && !is_allocated && of_symbols
        || request.all && !is_kept_of_all && !in_segment && !is_allocated
}

/// A section whose type `object` does not support, and whose contents are copied as plain data.
struct Foreign {
    index: usize,
    ty: elf::SectionType,
    /// The offset of the type in the file.
    place: usize,
    /// `SHT_PROGBITS` in the byte order of the file.
    as_data: [u8; 4],
}

/// Section groups and sections of LLVM's own types, in the order of the file.
fn foreign_sections<F: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> object::Result<Vec<Foreign>> {
    let header = F::parse(bytes)?;
    let endian = header.endian()?;
    let start: u64 = header.e_shoff(endian).into();
    let size = usize::from(header.e_shentsize(endian));
    let data = elf::SHT_PROGBITS.0;
    let as_data = if endian == Endianness::Little { data.to_le_bytes() } else { data.to_be_bytes() };
    let sections = header.section_headers(endian, bytes)?.iter().enumerate();
    let is_foreign = |ty: elf::SectionType| ty == elf::SHT_GROUP || (0x6fff_4c00..0x6fff_4d00).contains(&ty.0);
    let foreign = sections.filter(|(_, section)| is_foreign(section.sh_type(endian)));
    let made = foreign.map(|(index, section)| {
        let place = start as usize + index * size + 4;
        Foreign { index, ty: section.sh_type(endian), place, as_data }
    });
    Ok(made.collect())
}

/// A section group. The file names its members and its symbol by their numbers, which change.
struct Group {
    section: SectionId,
    flags: u32,
    members: Vec<SectionId>,
    signature: Option<SymbolId>,
}

/// The 32-bit words of a section.
fn words(builder: &Builder<'_>, bytes: &[u8]) -> Vec<u32> {
    let word = |four: &[u8; 4]| match builder.endian {
        Endianness::Little => u32::from_le_bytes(*four),
        Endianness::Big => u32::from_be_bytes(*four),
    };
    bytes.as_chunks().0.iter().map(word).collect()
}

fn groups_of(builder: &Builder<'_>) -> Vec<Group> {
    // Indices of sections and symbols begin with 1; 0 means none.
    let sections: Vec<SectionId> = builder.sections.iter().map(|s| s.id()).collect();
    let symbols: Vec<SymbolId> = builder.symbols.iter().map(|s| s.id()).collect();
    let of = |section: &Section<'_>| {
        let SectionData::Data(bytes) = &section.data else { return None };
        let words = words(builder, bytes);
        let (&flags, members) = words.split_first()?;
        Some(Group {
            section: section.id(),
            flags,
            members: members.iter().filter_map(|&n| sections.get((n as usize).checked_sub(1)?).copied()).collect(),
            signature: (section.sh_info as usize).checked_sub(1).and_then(|n| symbols.get(n).copied()),
        })
    };
    builder.sections.iter().filter(|s| s.sh_type == elf::SHT_GROUP).filter_map(of).collect()
}

/// Writes the new numbers of sections and symbols to groups.
fn renumber(builder: &mut Builder<'_>, groups: Vec<Group>) {
    let sections: HashMap<usize, u32> = builder.sections.iter().map(|s| s.id().index()).zip(1..).collect();
    let symbols: HashMap<usize, u32> = builder.symbols.iter().map(|s| s.id().index()).zip(1..).collect();
    let is_little = builder.endian == Endianness::Little;
    for group in groups {
        let section = builder.sections.get_mut(group.section);
        let members = group.members.iter().filter_map(|id| sections.get(&id.index()).copied());
        let words = std::iter::once(group.flags).chain(members);
        let bytes = words.flat_map(|w| if is_little { w.to_le_bytes() } else { w.to_be_bytes() });
        section.data = SectionData::Data(bytes.collect::<Vec<u8>>().into());
        section.sh_info = group.signature.and_then(|id| symbols.get(&id.index()).copied()).unwrap_or(0);
    }
}
