//! The symbol table of a bitcode file (`SYMTAB_BLOCK`), which lets linkers resolve symbols without reading modules.
//! Byte-identical to LLVM's output; a linker of another LLVM version rebuilds it.
//!
//! The format is a sequence of little-endian words: a header, then tables of modules, comdats, symbols and uncommon symbol
//! properties. Strings are in the string table of the file.

use std::sync::OnceLock;

use lindworm_ir::data_layout::Mangling;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::module::{BaseObjects, Comdat, DllStorage, GlobalKind, GlobalValue, Linkage, TlsModel, UnnamedAddr};
use lindworm_ir::triple::{Arch, ObjectFormat, Triple};
use lindworm_ir::{Global, Module};

use crate::writer::PRODUCER;

/// The version of the format.
const VERSION: u32 = 3;

/// The length of the header in words.
const HEADER_WORDS: usize = 19;

/// The bits of a symbol's flags, after two bits for its visibility.
pub mod flag {
    #![allow(missing_docs)]
    pub const HAS_UNCOMMON: u32 = 1 << 2;
    pub const UNDEFINED: u32 = 1 << 3;
    pub const WEAK: u32 = 1 << 4;
    pub const COMMON: u32 = 1 << 5;
    pub const INDIRECT: u32 = 1 << 6;
    pub const USED: u32 = 1 << 7;
    pub const TLS: u32 = 1 << 8;
    pub const MAY_OMIT: u32 = 1 << 9;
    pub const GLOBAL: u32 = 1 << 10;
    pub const FORMAT_SPECIFIC: u32 = 1 << 11;
    pub const UNNAMED_ADDR: u32 = 1 << 12;
    pub const EXECUTABLE: u32 = 1 << 13;
}

/// A symbol of a module as seen by a linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its mangled name, as in object files.
    pub name: Vec<u8>,
    /// Its properties: bits of [`flag`].
    pub flags: u32,
    /// The global.
    pub global: Global,
}

/// The symbols of a module: functions, variables, aliases, ifuncs, in this order.
///
/// ```
/// use lindworm_bitcode::symbol_table::{flag, symbols};
/// use lindworm_ir::{Context, Module, Type};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let ty = module.context().function_type(Type::VOID, &[], false);
/// module.add_function(b"f", ty);
/// let symbol = &symbols(&module)[0];
/// assert_eq!((&*symbol.name, symbol.flags & flag::UNDEFINED != 0), (&b"f"[..], true));
/// ```
pub fn symbols(module: &Module) -> Vec<Symbol> {
    let objects = BaseObjects::new(module);
    let mut unnamed = 0;
    let symbol = |global: Global| {
        let symbol = &module[global];
        let name = mangled_name(module, symbol, &mut unnamed);
        let object = match symbol.kind {
            GlobalKind::Alias { aliasee } => objects.of(module, aliasee).unwrap_or(global),
            _ => global,
        };
        Symbol { name, flags: flags(symbol, &module[object]), global }
    };
    module.global_values().map(symbol).collect()
}

/// The offset and length of a string in the string table.
type Str = [u32; 2];

/// The symbol table of a module. `add` adds a string to the string table. `None` for modules without a data layout, with
/// module-level inline assembly, which may define symbols, and for COFF, whose symbols need more information.
pub(crate) fn symbol_table(module: &Module, add: &mut dyn FnMut(&[u8]) -> Str) -> Option<Vec<u8>> {
    let triple = Triple::new(module.triple());
    if module.data_layout().text.is_empty()
        || !module.module_asm().is_empty()
        || triple.object_format == ObjectFormat::Coff
    {
        return None;
    }
    let [producer, target, source] =
        [PRODUCER.strip_prefix(b"LLVM").unwrap_or(PRODUCER), module.triple(), module.source_filename()].map(&mut *add);
    let libraries =
        if triple.object_format == ObjectFormat::Elf { dependent_libraries(module, add)? } else { Vec::new() };
    let mut table = Table {
        module,
        objects: BaseObjects::new(module),
        add,
        comdats: HashMap::default(),
        comdat_words: Vec::new(),
        symbols: Vec::new(),
        uncommon: Vec::new(),
        used: module.used_globals(),
        unnamed: 0,
    };
    for global in module.global_values() {
        table.symbol(global)?;
    }
    // An implicit reference from code for 32-bit x86, and from code of a large code model.
    let far = matches!(module.integer_flag(b"Code Model"), Some(3 | 4));
    if triple.object_format == ObjectFormat::Elf && (triple.arch == Arch::X86 || triple.arch == Arch::X86_64 && far) {
        let name = (table.add)(b"_GLOBAL_OFFSET_TABLE_");
        let none = (table.add)(b"");
        table.symbols.extend([name[0], name[1], none[0], none[1], u32::MAX]);
        table.symbols.push(flag::UNDEFINED | flag::USED | flag::GLOBAL);
    }
    let linker_options = (table.add)(b"");
    let Table { comdat_words, symbols, uncommon, .. } = table;

    let modules = vec![0, (symbols.len() / 6) as u32, 0];
    let parts = [(3, modules), (3, comdat_words), (6, symbols), (6, uncommon), (2, libraries)];
    let mut tables = Vec::new();
    let ranges = parts.map(|(words_each, part)| {
        let range = [(4 * (HEADER_WORDS + tables.len())) as u32, (part.len() / words_each) as u32];
        tables.extend(part);
        range
    });
    let [modules, comdats, symbols, uncommon, libraries] = ranges;
    let mut words = vec![VERSION];
    let header = [producer, modules, comdats, symbols, uncommon, target, source, linker_options, libraries];
    words.extend(header.iter().flatten());
    words.extend(tables);
    Some(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// The dependent libraries of a module.
fn dependent_libraries(module: &Module, add: &mut dyn FnMut(&[u8]) -> Str) -> Option<Vec<u32>> {
    let mut libraries = Vec::new();
    let named = module.named_metadata().iter().filter(|named| *named.name == *b"llvm.dependent-libraries");
    for &node in named.flat_map(|named| &named.operands) {
        let first = *module.metadata().node(node.as_node()?).words.first()?;
        let MetadataRef::String(name) = lindworm_ir::Metadata::from_word(first)?.open() else { return None };
        libraries.extend(add(module.metadata().string(name)));
    }
    Some(libraries)
}

/// The functions that the code generator may call implicitly, one per line: the runtime library calls that
/// `RuntimeLibcalls.td` of LLVM lists for any target, except vector functions. A superset of the target's own is harmless.
const RUNTIME_FUNCTIONS: &str = include_str!("symbol_table/runtime_functions.txt");

fn runtime_functions() -> &'static HashSet<&'static [u8]> {
    static NAMES: OnceLock<HashSet<&'static [u8]>> = OnceLock::new();
    NAMES.get_or_init(|| RUNTIME_FUNCTIONS.lines().map(str::as_bytes).collect())
}

struct Table<'m, 's> {
    module: &'m Module,
    objects: BaseObjects,
    add: &'s mut dyn FnMut(&[u8]) -> Str,
    comdats: HashMap<Comdat, u32>,
    comdat_words: Vec<u32>,
    symbols: Vec<u32>,
    uncommon: Vec<u32>,
    used: HashSet<Global>,
    /// The number of unnamed globals so far.
    unnamed: u32,
}

impl Table<'_, '_> {
    /// Adds a symbol: `[name in 2, name in the module in 2, comdat, flags]`.
    fn symbol(&mut self, global: Global) -> Option<()> {
        let symbol = &self.module[global];
        let name = mangled_name(self.module, symbol, &mut self.unnamed);
        let name = (self.add)(&name);
        let ir_name = (self.add)(symbol.name());
        let object = match symbol.kind {
            GlobalKind::Alias { aliasee } => self.objects.of(self.module, aliasee)?,
            GlobalKind::IFunc { .. } | GlobalKind::Variable(_) | GlobalKind::Function(_) => global,
        };
        let object = &self.module[object];
        let mut flags = flags(symbol, object);
        if self.used.contains(&global) || runtime_functions().contains(symbol.name()) {
            flags |= flag::USED;
        }
        let mut uncommon = None;
        if let GlobalKind::Variable(_) = symbol.kind
            && symbol.linkage == Linkage::Common
        {
            let size = self.module.data_layout().alloc_size(self.module.context(), symbol.value_type)?.min;
            let align = symbol.align.bytes().unwrap_or(0);
            uncommon = Some([size as u32, align as u32]);
        }
        let comdat = object.comdat.map_or(u32::MAX, |comdat| self.comdat(comdat));
        if !object.section.is_empty() || uncommon.is_some() {
            flags |= flag::HAS_UNCOMMON;
            let none = (self.add)(b"");
            let section = (self.add)(&object.section);
            self.uncommon.extend(uncommon.unwrap_or_default());
            self.uncommon.extend(none.into_iter().chain(section));
        }
        self.symbols.extend([name[0], name[1], ir_name[0], ir_name[1], comdat, flags]);
        Some(())
    }

    fn comdat(&mut self, comdat: Comdat) -> u32 {
        let next = self.comdats.len() as u32;
        let index = *self.comdats.entry(comdat).or_insert(next);
        if index == next {
            let data = &self.module.comdats()[comdat];
            self.comdat_words.extend((self.add)(&data.name));
            self.comdat_words.push(data.kind as u32);
        }
        index
    }
}

/// The mangled name of a symbol; `unnamed` counts the unnamed ones.
fn mangled_name(module: &Module, symbol: &GlobalValue, unnamed: &mut u32) -> Vec<u8> {
    let mut name = Vec::new();
    if symbol.dll_storage == DllStorage::Import {
        name.extend_from_slice(b"__imp_");
    }
    if let Some(exact) = symbol.name().strip_prefix(b"\x01") {
        name.extend_from_slice(exact);
        return name;
    }
    let mangling = module.data_layout().mangling;
    if symbol.linkage == Linkage::Private {
        name.extend_from_slice(match mangling {
            None => b"",
            Some(Mangling::Elf) => b".L",
            Some(Mangling::Goff) => b"L#",
            Some(Mangling::Mips) => b"$",
            Some(Mangling::MachO | Mangling::WinCoff | Mangling::WinCoffX86) => b"L",
            Some(Mangling::Xcoff) => b"L..",
        });
    }
    if matches!(mangling, Some(Mangling::MachO | Mangling::WinCoffX86)) {
        name.push(b'_');
    }
    if symbol.name().is_empty() {
        *unnamed += 1;
        name.extend_from_slice(format!("__unnamed_{}", unnamed).as_bytes());
    }
    name.extend_from_slice(symbol.name());
    name
}

/// The flags of a symbol whose base object is `object`.
fn flags(symbol: &GlobalValue, object: &GlobalValue) -> u32 {
    use Linkage::*;
    let is_code = matches!(object.kind, GlobalKind::Function(_) | GlobalKind::IFunc { .. });
    let is_special = symbol.name().starts_with(b"llvm.")
        || matches!(symbol.kind, GlobalKind::Variable(_)) && *symbol.section == *b"llvm.metadata";
    let linkage = symbol.linkage;
    [
        (flag::UNDEFINED, linkage == AvailableExternally || symbol.is_declaration()),
        (flag::WEAK, matches!(linkage, LinkOnceAny | LinkOnceOdr | WeakAny | WeakOdr | ExternalWeak)),
        (flag::COMMON, linkage == Common),
        (flag::INDIRECT, matches!(symbol.kind, GlobalKind::Alias { .. })),
        (flag::TLS, symbol.tls != TlsModel::None),
        (flag::MAY_OMIT, symbol.can_be_omitted_from_symbol_table()),
        (flag::GLOBAL, !linkage.is_local()),
        (flag::FORMAT_SPECIFIC, linkage == Private || is_special),
        (flag::UNNAMED_ADDR, symbol.unnamed_addr == UnnamedAddr::Global),
        (flag::EXECUTABLE, is_code),
    ]
    .into_iter()
    .filter(|(_, is_set)| *is_set)
    .fold(symbol.visibility as u32, |flags, (flag, _)| flags | flag)
}
