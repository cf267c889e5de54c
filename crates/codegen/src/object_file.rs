//! The ELF object: sections, symbols and relocations.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;

use lindworm_ir::module::{ComdatKind, GlobalKind, GlobalValue, Linkage, TlsModel, Visibility};
use lindworm_ir::{Global, Module, Value};
use object::elf;
use object::write::{Comdat, Object, RelocationFlags, SectionId, SymbolFlags, SymbolId, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, FileFlags, SectionFlags, SectionKind, SymbolKind, SymbolScope};

use crate::debug_info::subprogram_of;
use crate::driver::{Chunk, FunctionCode, Options, compile_functions};
use crate::error::{CompileError, Refusal, Result, Unsupported};
use crate::lazy::{LAZY_SECTION, symbol_name};
use crate::relocation::{Base, Relocation, RelocationKind, Symbol};
use crate::stack_map::{self, FunctionRecords};
use crate::table::Table;
use crate::unwind_table::UnwindTable;
use crate::x86_64::Surroundings;
use crate::{constants, data};

/// A section under construction.
struct Section {
    id: SectionId,
    /// The contents; empty for a section of zeros.
    data: Vec<u8>,
    /// The size in bytes of a section of zeros, which take no space in the file.
    zeros: u64,
    align: u64,
}

/// The purpose of a section.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    Text,
    Data,
    ReadOnly,
    /// Read-only after relocation.
    Relocated,
    Zero,
    ThreadData,
    ThreadZero,
    Constructors,
    Destructors,
    Unwind,
    Exceptions,
    StackMaps,
    /// The slots of functions that are compiled on demand.
    Lazy,
    Note,
}

impl Purpose {
    /// The default name, and the ELF type and flags.
    fn properties(self) -> (&'static str, elf::SectionType, elf::SectionFlags) {
        let (alloc, write) = (elf::SHF_ALLOC, elf::SHF_ALLOC | elf::SHF_WRITE);
        match self {
            Purpose::Text => (".text", elf::SHT_PROGBITS, alloc | elf::SHF_EXECINSTR),
            Purpose::Data => (".data", elf::SHT_PROGBITS, write),
            Purpose::ReadOnly => (".rodata", elf::SHT_PROGBITS, alloc),
            Purpose::Relocated => (".data.rel.ro", elf::SHT_PROGBITS, write),
            Purpose::Zero => (".bss", elf::SHT_NOBITS, write),
            Purpose::ThreadData => (".tdata", elf::SHT_PROGBITS, write | elf::SHF_TLS),
            Purpose::ThreadZero => (".tbss", elf::SHT_NOBITS, write | elf::SHF_TLS),
            Purpose::Constructors => (".init_array", elf::SHT_INIT_ARRAY, write),
            Purpose::Destructors => (".fini_array", elf::SHT_FINI_ARRAY, write),
            Purpose::Unwind => (".eh_frame", elf::SHT_PROGBITS, alloc),
            Purpose::Exceptions => (".gcc_except_table", elf::SHT_PROGBITS, alloc),
            Purpose::StackMaps => (".llvm_stackmaps", elf::SHT_PROGBITS, alloc),
            Purpose::Lazy => (LAZY_SECTION, elf::SHT_PROGBITS, write),
            Purpose::Note => (".note.GNU-stack", elf::SHT_PROGBITS, elf::SectionFlags(0)),
        }
    }
}

/// The location of a global.
#[derive(Clone, Copy)]
pub struct Place {
    pub section: usize,
    pub offset: u64,
    size: u64,
}

/// The contents of an object.
#[derive(Clone, Copy)]
pub enum Contents<'a> {
    Module,
    /// The module with stubs of these functions.
    Stubs(&'a [Global]),
    /// A function.
    Function,
}

/// The maximum number of bytes of padding in an object: the object is built in memory.
const MAX_PADDING: u64 = 1 << 31;
/// The maximum size in bytes of functions and initialized variables together. Relocations have 32-bit offsets.
const MAX_CONTENTS: u64 = 1 << 31;

pub struct Builder<'a> {
    pub around: &'a Surroundings<'a>,
    options: &'a Options,
    contents: Contents<'a>,
    pub object: Object<'static>,
    sections: Vec<Section>,
    /// An upper bound of the bytes between variables, functions and sections.
    padding: u64,
    /// Size in bytes of functions and initialized variables.
    size: u64,
    /// By name, purpose, comdat, and whether the linker keeps it. As in LLVM's objects, sections of one name may have different flags.
    names: HashMap<(Vec<u8>, Purpose, Option<u32>, bool), usize>,
    /// The definitions in `llvm.used`, which the linker keeps even if nothing refers to them.
    kept: HashSet<Global>,
    /// The sections of each comdat, by number.
    comdats: HashMap<u32, Vec<SectionId>>,
    /// By number of the global.
    places: Table<Place>,
    symbols: Table<SymbolId>,
    runtime: HashMap<&'static str, SymbolId>,
    /// Relocations of sections, with offsets in the section. Symbols `Text` and `ReadOnly` are already resolved.
    relocations: Vec<(usize, Relocation)>,
    /// Relocations of the code of functions, by chunk.
    code_relocations: Vec<CodeRelocations>,
    /// By number, the locations of blocks whose addresses are taken.
    blocks: Vec<Option<Place>>,
    unwind: UnwindTable,
    /// The functions that have an unwind entry, in order.
    unwound: Vec<Unwound>,
}

/// A function that has an unwind entry.
struct Unwound {
    section: usize,
    offset: u64,
    /// The section and offset of its exception table.
    table: Option<(usize, u64)>,
}

/// The relocations of the code of a chunk.
struct CodeRelocations {
    all: Vec<Relocation>,
    /// Where the code of each function is: the section, the offset of its body, and its relocations. Their offsets are relative to the
    /// body.
    functions: Vec<(usize, u32, Range<usize>)>,
}

/// Compiles functions, and the module's variables, to an object.
pub fn build(
    around: &Surroundings<'_>,
    options: &Options,
    contents: Contents<'_>,
    functions: &[Global],
) -> std::result::Result<CompiledObject, CompileError> {
    let count = around.module.globals().len();
    let (places, symbols) = match contents {
        Contents::Function => (Table::sparse(), Table::sparse()),
        Contents::Module | Contents::Stubs(_) => (Table::dense(count), Table::dense(count)),
    };
    let builder = Builder {
        around,
        options,
        contents,
        object: Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little),
        sections: Vec::new(),
        padding: 0,
        size: 0,
        names: HashMap::new(),
        kept: match contents {
            Contents::Module => around.module.listed_globals(b"llvm.used").into_iter().collect(),
            _ => HashSet::new(),
        },
        comdats: HashMap::new(),
        places,
        symbols,
        runtime: HashMap::new(),
        relocations: Vec::new(),
        code_relocations: Vec::new(),
        blocks: vec![None; around.module.block_addresses().len()],
        unwind: UnwindTable::default(),
        unwound: Vec::new(),
    };
    builder.build(functions)
}

/// A compiled module: an ELF object that is not written yet. Its sections are in memory once; the file is not.
pub struct CompiledObject(Object<'static>);

impl CompiledObject {
    /// Writes the object.
    ///
    /// # Errors
    /// The output cannot be written to, or the object has more symbols or relocations than ELF permits.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        self.0.write_stream(out).map_err(|error| match error.downcast() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error.to_string()),
        })
    }

    /// The object in memory.
    ///
    /// # Errors
    /// The object has more symbols or relocations than ELF permits.
    pub fn bytes(&self) -> std::result::Result<Vec<u8>, CompileError> {
        self.0.write().map_err(|error| {
            let what = error.to_string();
            CompileError { unsupported: vec![Unsupported { what, global: None, inst: None }] }
        })
    }
}

impl Builder<'_> {
    fn build(mut self, functions: &[Global]) -> std::result::Result<CompiledObject, CompileError> {
        let around = self.around;
        let text = self.section(Purpose::Text, None, None);
        // A buffer that is made longer again and again leaves gaps. Memory that is reserved and not used takes no room.
        self.sections[text].data.reserve(expected_size(around.module, functions));
        // Functions that cannot be compiled are reported before other constructs.
        let mut so_far = if matches!(self.contents, Contents::Function) { Ok(()) } else { self.variables() };
        let place = |chunk: &mut Chunk| {
            if so_far.is_ok() {
                so_far = self.functions(chunk);
            }
        };
        let chunks = compile_functions(around, functions, place)?;
        let finished = so_far.and_then(|()| self.finish(chunks));
        finished.map(CompiledObject).map_err(|unsupported| CompileError { unsupported: vec![unsupported] })
    }

    /// Adds everything but the code of functions and variables.
    fn finish(mut self, chunks: Vec<Chunk>) -> std::result::Result<Object<'static>, Unsupported> {
        let in_module = |refusal: Refusal| refusal.within(None, None);
        let is_module = !matches!(self.contents, Contents::Function);
        self.unwind_entries();
        if let Contents::Stubs(deferred) = self.contents {
            self.stubs(deferred).map_err(in_module)?;
        }
        if is_module {
            self.aliases()?;
        }
        self.stack_maps(&chunks);
        match self.contents {
            Contents::Module => self.definitions(),
            Contents::Stubs(_) => self.all_symbols(),
            Contents::Function => {
                chunks.iter().flat_map(|c| &c.functions).for_each(|code| _ = self.symbol(code.global))
            }
        }
        if is_module {
            self.module_asm().map_err(in_module)?;
        }
        self.debug_info(&chunks).map_err(in_module)?;
        drop(chunks);
        self.comdat_groups().map_err(in_module)?;
        self.section(Purpose::Note, None, None);
        self.resolve_all().map_err(in_module)?;
        Ok(self.object)
    }

    /// The section with a purpose, name and comdat; created if needed.
    pub fn section(&mut self, purpose: Purpose, name: Option<&[u8]>, comdat: Option<u32>) -> usize {
        self.section_with(purpose, name, comdat, false)
    }

    fn section_with(&mut self, purpose: Purpose, name: Option<&[u8]>, comdat: Option<u32>, is_kept: bool) -> usize {
        let (default, mut sh_type, mut sh_flags) = purpose.properties();
        let name = name.unwrap_or(default.as_bytes()).to_vec();
        let key = (name.clone(), purpose, comdat, is_kept);
        if let Some(&section) = self.names.get(&key) {
            return section;
        }
        if sh_type == elf::SHT_PROGBITS && purpose != Purpose::Note {
            sh_type = type_by_name(&name).unwrap_or(sh_type);
            // Bitcode that is embedded, and the command line of its compiler, are not loaded.
            if matches!(&*name, b".llvmbc" | b".llvmcmd") {
                sh_flags = elf::SectionFlags(0);
            }
        }
        if comdat.is_some() {
            sh_flags |= elf::SHF_GROUP;
        }
        if is_kept {
            sh_flags |= elf::SHF_GNU_RETAIN;
            let (os_abi, abi_version, e_flags) = (elf::ELFOSABI_GNU, 0, elf::FileFlags(0));
            self.object.flags = FileFlags::Elf { os_abi, abi_version, e_flags };
        }
        let is_zero = sh_type == elf::SHT_NOBITS;
        let kind = if is_zero { SectionKind::UninitializedData } else { SectionKind::Data };
        let id = self.object.add_section(Vec::new(), name, kind);
        self.object.section_mut(id).flags = SectionFlags::Elf { sh_type, sh_flags };
        let section = self.sections.len();
        self.sections.push(Section { id, data: Vec::new(), zeros: 0, align: 1 });
        self.names.insert(key, section);
        if let Some(comdat) = comdat {
            self.comdats.entry(comdat).or_default().push(id);
        }
        section
    }

    /// Adds a section with contents.
    pub fn add_section(&mut self, name: Vec<u8>, flags: SectionFlags, data: Vec<u8>, zeros: u64, align: u64) -> usize {
        let is_zero = matches!(flags, SectionFlags::Elf { sh_type: elf::SHT_NOBITS, .. });
        let kind = if is_zero { SectionKind::UninitializedData } else { SectionKind::Data };
        let id = self.object.add_section(Vec::new(), name, kind);
        self.object.section_mut(id).flags = flags;
        self.sections.push(Section { id, data, zeros, align });
        self.sections.len() - 1
    }

    /// The symbol of the section of a function, by number, and the function's offset there.
    pub fn function_place(&mut self, number: usize) -> Option<(SymbolId, u64)> {
        let place = self.places.get(number as u32)?;
        Some((self.object.section_symbol(self.sections[place.section].id), place.offset))
    }

    /// The symbol of a section.
    pub fn section_symbol(&mut self, section: usize) -> SymbolId {
        self.object.section_symbol(self.sections[section].id)
    }

    /// The number of a section in the object.
    pub fn section_id(&self, section: usize) -> SectionId {
        self.sections[section].id
    }

    /// The section of a definition.
    fn section_of(&mut self, global: Global, purpose: Purpose, own: bool) -> usize {
        let data = &self.around.module.globals()[global];
        match data.section.is_empty() {
            true => self.default_section(global, purpose, own),
            false => self.section_with(purpose, Some(&data.section), self.group(data), self.kept.contains(&global)),
        }
    }

    /// The section of a definition without an explicit section.
    fn default_section(&mut self, global: Global, purpose: Purpose, own: bool) -> usize {
        let module = self.around.module;
        let data = &module.globals()[global];
        let group = self.group(data);
        let is_kept = self.kept.contains(&global);
        if own || group.is_some() || is_kept {
            let (prefix, ..) = purpose.properties();
            let name = [prefix.as_bytes(), b".", &symbol_name(module, global)].concat();
            return self.section_with(purpose, Some(&name), group, is_kept);
        }
        self.section(purpose, None, None)
    }

    /// The number of the comdat whose group contains a definition.
    fn group(&self, data: &GlobalValue) -> Option<u32> {
        let comdat = data.comdat.filter(|_| !matches!(self.contents, Contents::Function))?;
        (self.around.module.comdats()[comdat].kind != ComdatKind::NoDeduplicate).then(|| comdat.as_u32())
    }

    /// Counts the padding that an alignment may need, in its section and of the section in the file.
    fn pad(&mut self, align: u64) -> Result {
        self.padding = self.padding.saturating_add(align.saturating_mul(2));
        if self.padding > MAX_PADDING { Err("alignments that need more than 2 GiB of padding".into()) } else { Ok(()) }
    }

    /// Counts the size of a function or initialized variable.
    fn count(&mut self, size: u64) -> Result {
        self.size = self.size.saturating_add(size);
        if self.size > MAX_CONTENTS { Err("an object of more than 2 GiB".into()) } else { Ok(()) }
    }

    pub fn append(&mut self, section: usize, data: &[u8], align: u64) -> u64 {
        let section = &mut self.sections[section];
        section.align = section.align.max(align);
        let offset = section.data.len().next_multiple_of(align as usize);
        section.data.resize(offset, 0);
        section.data.extend_from_slice(data);
        offset as u64
    }

    // Variables.

    fn variables(&mut self) -> std::result::Result<(), Unsupported> {
        let module = self.around.module;
        for &global in module.variables() {
            let data = &module.globals()[global];
            let Some(initializer) = data.as_variable().and_then(|v| v.initializer) else { continue };
            let is_left_out = data.linkage == Linkage::AvailableExternally || *data.section == *b"llvm.metadata";
            let written = match data.name() {
                b"llvm.global_ctors" => self.constructors(initializer, Purpose::Constructors),
                b"llvm.global_dtors" => self.constructors(initializer, Purpose::Destructors),
                b"llvm.used" | b"llvm.compiler.used" => Ok(()),
                _ if is_left_out => Ok(()),
                _ => self.variable(global, data, initializer),
            };
            written.map_err(|refusal| refusal.within(Some(global), None))?;
        }
        Ok(())
    }

    fn variable(&mut self, global: Global, data: &GlobalValue, initializer: Value) -> Result {
        let Surroundings { module, types, .. } = self.around;
        let layout =
            module.data_layout().layout(module.context(), data.value_type).ok_or("a variable without a size")?;
        let size = layout.alloc_size().min;
        if data.linkage == Linkage::Appending {
            return Err("appending linkage".into());
        }
        // As LLVM, increases the alignment of variables where permitted to suit the target, of large ones to 16 bytes.
        let natural = layout.preferred.bytes().unwrap_or(1).max(if size >= 16 { 16 } else { 1 });
        let align = data.align.bytes().unwrap_or(natural);
        if data.linkage == Linkage::Common && !self.is_emulated(data) {
            let symbol = self.symbol(global);
            let symbol = self.object.symbol_mut(symbol);
            (symbol.section, symbol.value, symbol.size) = (SymbolSection::Common, align, size);
            symbol.kind = SymbolKind::Data;
            return Ok(());
        }
        if self.is_emulated(data) {
            return self.control_variable(global, size, align, initializer);
        }
        let is_thread_local = data.tls != TlsModel::None;
        let is_constant = data.as_variable().is_some_and(|v| v.constant);
        let own = self.options.data_sections;
        let may_be_zeros = (is_thread_local || !is_constant) && is_zero_section(&data.section);
        if may_be_zeros && data::is_zero(module, initializer) {
            let purpose = if is_thread_local { Purpose::ThreadZero } else { Purpose::Zero };
            let section = self.section_of(global, purpose, own);
            self.pad(align)?;
            let at = &mut self.sections[section];
            at.align = at.align.max(align);
            let offset = at.zeros.next_multiple_of(align);
            at.zeros =
                offset.checked_add(size).filter(|&end| end < 1 << 62).ok_or("variables of more than 2^62 bytes")?;
            self.places.set(global.as_u32(), Place { section, offset, size });
            return Ok(());
        }
        let mut bytes = self.zeros(size)?;
        let mut relocations = Vec::new();
        data::write(module, types, Some(global), initializer, 0, &mut bytes, &mut relocations)?;
        let purpose = match () {
            () if is_thread_local => Purpose::ThreadData,
            () if !is_constant => Purpose::Data,
            () if relocations.is_empty() => Purpose::ReadOnly,
            () => Purpose::Relocated,
        };
        let section = self.section_of(global, purpose, own);
        self.pad(align)?;
        let offset = self.append(section, &bytes, align);
        self.places.set(global.as_u32(), Place { section, offset, size });
        self.relocate(section, offset, relocations);
        Ok(())
    }

    fn is_emulated(&self, data: &GlobalValue) -> bool {
        data.tls != TlsModel::None && self.options.emulated_thread_locals
    }

    /// Adds the control variable of an emulated thread-local variable: size, alignment, a word of the runtime library, and the
    /// address of the initial value, or null for zeros.
    fn control_variable(&mut self, global: Global, size: u64, align: u64, initializer: Value) -> Result {
        let Surroundings { module, types, .. } = self.around;
        let control = self.section_of(global, Purpose::Data, self.options.data_sections);
        let words: Vec<u8> = [size, align, 0, 0].into_iter().flat_map(u64::to_le_bytes).collect();
        let at = self.append(control, &words, 8);
        self.places.set(global.as_u32(), Place { section: control, offset: at, size: words.len() as u64 });
        if !data::is_zero(module, initializer) {
            let mut bytes = self.zeros(size)?;
            let mut relocations = Vec::new();
            data::write(module, types, Some(global), initializer, 0, &mut bytes, &mut relocations)?;
            let section = self.section(Purpose::Relocated, None, None);
            self.pad(align)?;
            let offset = self.append(section, &bytes, align);
            self.relocate(section, offset, relocations);
            let symbol = self.section_symbol(section);
            self.add(control, at + 24, elf::R_X86_64_64, symbol, offset as i64);
        }
        Ok(())
    }

    fn relocate(&mut self, section: usize, base: u64, relocations: Vec<Relocation>) {
        let at = |r: Relocation| (section, Relocation { offset: r.offset + base as u32, ..r });
        self.relocations.extend(relocations.into_iter().map(at));
    }

    /// `llvm.global_ctors` and `llvm.global_dtors`: a section of function addresses for each priority.
    fn constructors(&mut self, list: Value, purpose: Purpose) -> Result {
        let Surroundings { module, types, .. } = self.around;
        let count = module.context().kind(constants::type_of(module, list)).clone();
        let lindworm_ir::types::TypeKind::Array { element, len } = count else {
            return Err("a list of constructors".into());
        };
        let parts = types.parts(element)?.len();
        if data::is_zero(module, list) || parts < 2 {
            return Ok(());
        }
        for i in 0..len as usize {
            let priority = constants::part(module, types, list, i * parts)?;
            let function = constants::part(module, types, list, i * parts + 1)?;
            let (constants::PartOfConstant::Bits(priority), constants::PartOfConstant::Address(symbol, addend)) =
                (priority, function)
            else {
                continue;
            };
            let (name, ..) = purpose.properties();
            // Entries with the default priority run last.
            let name = if priority == 65535 { name.to_owned() } else { format!("{name}.{priority:05}") };
            let section = self.section(purpose, Some(name.as_bytes()), None);
            let offset = self.append(section, &[0; 8], 8);
            let kind = RelocationKind::Absolute;
            self.relocations.push((section, Relocation { offset: offset as u32, kind, symbol, addend }));
        }
        Ok(())
    }

    // Functions.

    /// Adds the functions of a chunk, and releases their code.
    fn functions(&mut self, chunk: &mut Chunk) -> std::result::Result<(), Unsupported> {
        let module = self.around.module;
        let mut placed = Vec::with_capacity(chunk.functions.len());
        for code in &chunk.functions {
            let data = &module.globals()[code.global];
            let bytes = &chunk.text[code.start as usize..][..code.frame.length as usize];
            let place = self.add_function(code.global, bytes);
            let place = place.map_err(|refusal| refusal.within(Some(code.global), None))?;
            let Place { section, offset, .. } = place;
            self.read_only_data(chunk, code, section, offset);
            placed.push((section, offset as u32 + code.prologue, code.relocations.clone()));
            for &(number, at) in &code.blocks {
                let offset = offset + u64::from(code.prologue + at);
                self.blocks[number as usize] = Some(Place { section, offset, size: 0 });
            }
            if code.has_unwind_entry {
                let table = self.exception_table(chunk, code);
                let function = data.as_function().filter(|_| table.is_some());
                let personality = function.and_then(|f| self.personality(f));
                self.unwind.add(&code.frame, personality);
                self.unwound.push(Unwound { section, offset, table });
            }
        }
        // The object is built in memory, beside the module.
        chunk.text = Vec::new();
        chunk.read_only = Vec::new();
        let is_function = matches!(self.contents, Contents::Function);
        let is_needed = |code: &FunctionCode| {
            is_function || !code.stack_maps.is_empty() || subprogram_of(module, code.global).is_some()
        };
        chunk.functions.retain(is_needed);
        chunk.functions.shrink_to_fit();
        let mut all = std::mem::take(&mut chunk.relocations);
        all.shrink_to_fit();
        self.code_relocations.push(CodeRelocations { all, functions: placed });
        Ok(())
    }

    /// Adds the section of unwind entries.
    fn unwind_entries(&mut self) {
        let unwind = std::mem::take(&mut self.unwind);
        if unwind.bytes.is_empty() {
            return;
        }
        let section = self.section(Purpose::Unwind, None, None);
        self.append(section, &unwind.bytes, 8);
        for (i, Unwound { section: text, offset, table }) in std::mem::take(&mut self.unwound).into_iter().enumerate() {
            let symbol = self.object.section_symbol(self.sections[text].id);
            self.add(section, unwind.functions[i].into(), elf::R_X86_64_PC32, symbol, offset as i64);
            if let (Some(at), Some((tables, offset))) = (unwind.exception_tables[i], table) {
                let symbol = self.object.section_symbol(self.sections[tables].id);
                self.add(section, at.into(), elf::R_X86_64_PC32, symbol, offset as i64);
            }
        }
        for (offset, personality) in unwind.personalities {
            let (kind, symbol) = (RelocationKind::GotEntry, Symbol::Global(personality));
            self.relocations.push((section, Relocation { offset, kind, symbol, addend: 0 }));
        }
    }

    /// Adds the code of a function, with its prefix data.
    pub fn add_function(&mut self, global: Global, code: &[u8]) -> Result<Place> {
        let data = &self.around.module.globals()[global];
        let section = self.section_of(global, Purpose::Text, self.options.function_sections);
        let align = data.align.bytes().unwrap_or(16).max(16);
        let size = code.len() as u64;
        self.pad(align)?;
        self.count(size)?;
        let has_prefix = self.prefix(data, section, align)?;
        let offset = self.append_code(section, code, if has_prefix { 1 } else { align });
        let place = Place { section, offset, size };
        self.places.set(global.as_u32(), place);
        Ok(place)
    }

    /// Adds the section of stack maps.
    fn stack_maps(&mut self, chunks: &[Chunk]) {
        let of_chunk = |chunk| move |code| (chunk, code);
        let functions = chunks.iter().flat_map(|chunk: &Chunk| chunk.functions.iter().map(of_chunk(chunk)));
        let functions: Vec<(&Chunk, &FunctionCode)> =
            functions.filter(|(_, code)| !code.stack_maps.is_empty()).collect();
        if functions.is_empty() {
            return;
        }
        let records = functions.iter().map(|(chunk, code)| FunctionRecords {
            stack_size: code.stack_size,
            body: code.prologue,
            records: &chunk.stack_maps[code.stack_maps.clone()],
            locations: &chunk.locations[code.locations.clone()],
        });
        let (bytes, addresses) = stack_map::section(&records.collect::<Vec<_>>());
        let section = self.section(Purpose::StackMaps, None, None);
        self.append(section, &bytes, 8);
        for ((_, code), offset) in functions.into_iter().zip(addresses) {
            let (kind, symbol) = (RelocationKind::Absolute, Symbol::Global(code.global));
            self.relocations.push((section, Relocation { offset, kind, symbol, addend: 0 }));
        }
    }

    /// Adds the prefix data of a function. Returns whether there is any.
    fn prefix(&mut self, data: &GlobalValue, section: usize, align: u64) -> Result<bool> {
        let Some(constant) = data.as_function().and_then(|function| function.prefix) else { return Ok(false) };
        let Surroundings { module, types, .. } = self.around;
        let mut bytes = self.zeros(types.size(constants::type_of(module, constant)).unwrap_or(0))?;
        let mut relocations = Vec::new();
        data::write(module, types, None, constant, 0, &mut bytes, &mut relocations)?;
        let offset = self.append_code(section, &bytes, align);
        self.relocate(section, offset, relocations);
        Ok(true)
    }

    /// The personality function.
    fn personality(&self, function: &lindworm_ir::module::Function) -> Option<Global> {
        match constants::address(self.around.module, &self.around.types, function.personality?).ok()?.0? {
            Symbol::Global(global) => Some(global),
            _ => None,
        }
    }

    /// Adds the exception table of a function, if present, and returns its location.
    fn exception_table(&mut self, chunk: &Chunk, code: &FunctionCode) -> Option<(usize, u64)> {
        if code.exception_table.is_empty() {
            return None;
        }
        let section = self.section_beside(code, Purpose::Exceptions);
        let at = self.append(section, &chunk.exception_tables[code.exception_table.clone()], 4);
        for relocation in &chunk.exception_relocations[code.exception_relocations.clone()] {
            let offset = relocation.offset + at as u32;
            self.relocations.push((section, Relocation { offset, ..*relocation }));
        }
        Some((section, at))
    }

    /// The section for data that belongs to a function. The section is discarded together with the function.
    fn section_beside(&mut self, code: &FunctionCode, purpose: Purpose) -> usize {
        let data = &self.around.module.globals()[code.global];
        let own = self.options.function_sections || !data.section.is_empty();
        self.default_section(code.global, purpose, own)
    }

    pub fn append_code(&mut self, section: usize, code: &[u8], align: u64) -> u64 {
        const NOP: u8 = 0x90;
        let data = &mut self.sections[section].data;
        data.resize(data.len().next_multiple_of(align as usize), NOP);
        self.append(section, code, align)
    }

    /// Adds the read-only data of a function, and the relocations between its code and these data.
    fn read_only_data(&mut self, chunk: &Chunk, code: &FunctionCode, section: usize, offset: u64) {
        if code.read_only.is_empty() {
            return;
        }
        let body = offset + u64::from(code.prologue);
        let tables = self.section_beside(code, Purpose::ReadOnly);
        let base = self.append(tables, &chunk.read_only[code.read_only.clone()], 4);
        let symbol = self.object.section_symbol(self.sections[tables].id);
        for relocation in &chunk.relocations[code.relocations.clone()] {
            if relocation.symbol == Symbol::ReadOnly {
                let at = body + u64::from(relocation.offset);
                self.add(section, at, elf::R_X86_64_PC32, symbol, relocation.addend + base as i64);
            }
        }
        let symbol = self.object.section_symbol(self.sections[section].id);
        for relocation in &chunk.read_only_relocations[code.read_only_relocations.clone()] {
            let at = base + u64::from(relocation.offset);
            self.add(tables, at, elf::R_X86_64_PC32, symbol, relocation.addend + body as i64);
        }
    }

    // Symbols.

    fn aliases(&mut self) -> std::result::Result<(), Unsupported> {
        let Surroundings { module, types, .. } = self.around;
        for &global in module.aliases().iter().chain(module.ifuncs()) {
            let (GlobalKind::Alias { aliasee: target } | GlobalKind::IFunc { resolver: target }) =
                &module.globals()[global].kind
            else {
                continue;
            };
            let place = self.alias_place(*target, types).map_err(|refusal| refusal.within(Some(global), None))?;
            self.places.set(global.as_u32(), place);
        }
        Ok(())
    }

    fn alias_place(&self, target: Value, types: &lindworm_target::legal::TypeTable) -> Result<Place> {
        let module = self.around.module;
        let mut value = target;
        let mut offset = 0;
        for _ in 0..64 {
            let (base, by) = constants::address(module, types, value)?;
            offset = by.wrapping_add(offset);
            let Some(Symbol::Global(base)) = base else { return Err("an alias of such an address".into()) };
            if let Some(place) = self.places.get(base.as_u32()) {
                return Ok(Place { offset: place.offset.wrapping_add_signed(offset), ..place });
            }
            match &module.globals()[base].kind {
                GlobalKind::Alias { aliasee } => value = *aliasee,
                _ => return Err("an alias of what is not defined here".into()),
            }
        }
        Err("an alias of itself".into())
    }

    /// The location from which a distance is measured.
    fn place_of_base(&self, base: Base) -> Option<Place> {
        self.place_of(match base {
            Base::Global(global) => Symbol::Global(global),
            Base::Block(number) => Symbol::Block(number),
        })
    }

    /// The location of a global or block that is defined here.
    fn place_of(&self, symbol: Symbol) -> Option<Place> {
        match symbol {
            Symbol::Global(global) => self.places.get(global.as_u32()),
            Symbol::Block(number) => self.blocks[number as usize],
            _ => None,
        }
    }

    /// The symbol of a global.
    pub fn symbol(&mut self, global: Global) -> SymbolId {
        let number = global.as_u32();
        if let Some(symbol) = self.symbols.get(number) {
            return symbol;
        }
        let data = &self.around.module.globals()[global];
        let place = self.places.get(number);
        // Symbols with local linkage are visible among the objects of one module.
        let is_local = match self.contents {
            Contents::Module => data.linkage.is_local(),
            Contents::Stubs(_) => data.linkage.is_local() && place.is_some(),
            Contents::Function => false,
        };
        let is_emulated = self.is_emulated(data);
        let is_thread_local = data.tls != TlsModel::None && !is_emulated;
        let is_weak = matches!(
            data.linkage,
            Linkage::LinkOnceAny | Linkage::LinkOnceOdr | Linkage::WeakAny | Linkage::WeakOdr | Linkage::ExternalWeak
        );
        let binding = match () {
            () if is_local => elf::STB_LOCAL,
            () if is_weak => elf::STB_WEAK,
            () => elf::STB_GLOBAL,
        };
        let kind = match &data.kind {
            GlobalKind::IFunc { .. } => elf::STT_GNU_IFUNC,
            _ if is_thread_local => elf::STT_TLS,
            _ if place.is_none() && data.linkage != Linkage::Common => elf::STT_NOTYPE,
            _ if self.around.module.context().is_function(data.value_type) => elf::STT_FUNC,
            _ => elf::STT_OBJECT,
        };
        let visibility = match data.visibility {
            Visibility::Default => elf::STV_DEFAULT,
            Visibility::Hidden => elf::STV_HIDDEN,
            Visibility::Protected => elf::STV_PROTECTED,
        };
        let name = symbol_name(self.around.module, global);
        let symbol = self.object.add_symbol(object::write::Symbol {
            name: if is_emulated { [b"__emutls_v.".as_slice(), &*name].concat() } else { name.into_owned() },
            value: place.map_or(0, |p| p.offset),
            size: place.map_or(0, |p| p.size),
            kind: match kind {
                elf::STT_TLS => SymbolKind::Tls,
                elf::STT_FUNC | elf::STT_GNU_IFUNC => SymbolKind::Text,
                _ => SymbolKind::Data,
            },
            scope: if is_local { SymbolScope::Compilation } else { SymbolScope::Dynamic },
            weak: is_weak,
            section: place.map_or(SymbolSection::Undefined, |p| SymbolSection::Section(self.sections[p.section].id)),
            flags: SymbolFlags::Elf {
                st_info: elf::SymbolInfo::new(binding, kind),
                st_other: elf::SymbolOther(0).with_visibility(visibility),
            },
        });
        self.symbols.set(number, symbol);
        symbol
    }

    /// Adds a symbol for every definition that is visible outside the object.
    fn definitions(&mut self) {
        let module = self.around.module;
        for (global, data) in module.globals().iter() {
            if self.places.get(global.as_u32()).is_some() && data.linkage != Linkage::Private {
                self.symbol(global);
            }
        }
    }

    fn comdat_groups(&mut self) -> Result {
        let module = self.around.module;
        let mut groups: Vec<(u32, Vec<SectionId>)> = self.comdats.drain().collect();
        groups.sort_unstable_by_key(|group| group.0);
        for (number, sections) in groups {
            let comdat = &module.comdats()[lindworm_ir::module::Comdat::from_u32(number)];
            if comdat.kind != ComdatKind::Any {
                return Err(format!("a comdat of kind {}", comdat.kind.name()).into());
            }
            let named = module.global_named(&comdat.name).filter(|&g| self.places.get(g.as_u32()).is_some());
            let symbol = match named {
                Some(global) if module.globals()[global].linkage != Linkage::Private => self.symbol(global),
                _ => self.object.add_symbol(object::write::Symbol {
                    name: comdat.name.to_vec(),
                    value: 0,
                    size: 0,
                    kind: SymbolKind::Data,
                    scope: SymbolScope::Compilation,
                    weak: false,
                    section: SymbolSection::Section(sections[0]),
                    flags: SymbolFlags::Elf {
                        st_info: elf::SymbolInfo::new(elf::STB_LOCAL, elf::STT_NOTYPE),
                        st_other: elf::SymbolOther(0),
                    },
                }),
            };
            self.object.add_comdat(Comdat { kind: object::ComdatKind::Any, symbol, sections });
        }
        Ok(())
    }

    fn runtime_symbol(&mut self, name: &'static str) -> SymbolId {
        // The module may define the runtime function.
        if let Some(global) = self.around.module.global_named(name.as_bytes())
            && !self.around.module.globals()[global].linkage.is_local()
        {
            return self.symbol(global);
        }
        *self.runtime.entry(name).or_insert_with(|| {
            self.object.add_symbol(object::write::Symbol {
                name: name.as_bytes().to_vec(),
                value: 0,
                size: 0,
                kind: SymbolKind::Text,
                scope: SymbolScope::Dynamic,
                weak: false,
                section: SymbolSection::Undefined,
                flags: SymbolFlags::Elf {
                    st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_NOTYPE),
                    st_other: elf::SymbolOther(0),
                },
            })
        })
    }

    pub fn add(&mut self, section: usize, offset: u64, r_type: elf::RelocationType, symbol: SymbolId, addend: i64) {
        let flags = RelocationFlags::Elf { r_type };
        let relocation = object::write::Relocation { offset, symbol, addend, flags };
        // Cannot fail: the relocation has ELF flags.
        let _ = self.object.add_relocation(self.sections[section].id, relocation);
    }

    /// Resolves relocations, and moves the contents of sections to the object.
    fn resolve_all(&mut self) -> Result {
        for (section, relocation) in std::mem::take(&mut self.relocations) {
            self.resolve(section, relocation)?;
        }
        for CodeRelocations { all, functions } in std::mem::take(&mut self.code_relocations) {
            for (section, body, relocations) in functions {
                for relocation in &all[relocations] {
                    self.resolve(section, Relocation { offset: relocation.offset + body, ..*relocation })?;
                }
            }
        }
        for section in std::mem::take(&mut self.sections) {
            match self.object.section(section.id).is_bss() {
                true => _ = self.object.append_section_bss(section.id, section.zeros, section.align),
                false => self.object.set_section_data(section.id, section.data, section.align),
            }
        }
        Ok(())
    }

    /// Writes the value of a relocation that is known, or adds it to the object.
    fn resolve(&mut self, section: usize, relocation: Relocation) -> Result {
        let Relocation { offset, kind, symbol, mut addend } = relocation;
        if let RelocationKind::Distance { base, size } = kind {
            let (to, from) = (self.place_of(symbol), self.place_of_base(base));
            let (Some(to), Some(from)) = (to, from) else {
                return Err("the distance of an address that is not defined here".into());
            };
            if to.section != from.section {
                return Err("the distance between addresses of different sections".into());
            }
            let distance = addend.wrapping_add(to.offset as i64).wrapping_sub(from.offset as i64);
            let bytes = &distance.to_le_bytes()[..size.into()];
            self.sections[section].data[offset as usize..][..bytes.len()].copy_from_slice(bytes);
            return Ok(());
        }
        let symbol = match symbol {
            Symbol::Runtime(runtime) => self.runtime_symbol(runtime.0),
            Symbol::Global(global) => {
                let data = &self.around.module.globals()[global];
                let is_known = match self.contents {
                    // The address of the function is that of its stub.
                    Contents::Function => kind == RelocationKind::Call && !data.linkage.is_interposable(),
                    Contents::Module | Contents::Stubs(_) => {
                        let is_ifunc = matches!(data.kind, GlobalKind::IFunc { .. });
                        let has_place = data.linkage.is_local() && data.tls == TlsModel::None && !is_ifunc;
                        has_place && kind != RelocationKind::GotEntry
                    }
                };
                match self.places.get(global.as_u32()) {
                    Some(place) if is_known => {
                        let is_distance = matches!(kind, RelocationKind::Relative | RelocationKind::Call);
                        if place.section == section && is_distance {
                            // A distance within one section is known here.
                            let distance = addend.wrapping_add(place.offset as i64 - i64::from(offset));
                            let code = &mut self.sections[section].data[offset as usize..][..4];
                            code.copy_from_slice(&(distance as i32).to_le_bytes());
                            return Ok(());
                        }
                        addend = addend.wrapping_add(place.offset as i64);
                        self.object.section_symbol(self.sections[place.section].id)
                    }
                    _ => self.symbol(global),
                }
            }
            Symbol::Block(number) => {
                let Some(place) = self.blocks[number as usize] else {
                    return Err("the address of a block of a function that is not defined here".into());
                };
                addend = addend.wrapping_add(place.offset as i64);
                self.object.section_symbol(self.sections[place.section].id)
            }
            Symbol::Text | Symbol::ReadOnly => return Ok(()),
        };
        let r_type = match kind {
            RelocationKind::Distance { .. } => return Ok(()),
            RelocationKind::Relative => elf::R_X86_64_PC32,
            RelocationKind::Call => elf::R_X86_64_PLT32,
            RelocationKind::Got => elf::R_X86_64_REX_GOTPCRELX,
            RelocationKind::GotEntry => elf::R_X86_64_GOTPCREL,
            RelocationKind::ThreadOffset => elf::R_X86_64_GOTTPOFF,
            RelocationKind::ThreadGeneral => elf::R_X86_64_TLSGD,
            RelocationKind::ThreadModule => elf::R_X86_64_TLSLD,
            RelocationKind::ThreadInModule => elf::R_X86_64_DTPOFF32,
            RelocationKind::ThreadLocal => elf::R_X86_64_TPOFF32,
            RelocationKind::Absolute => elf::R_X86_64_64,
            RelocationKind::Absolute32 => elf::R_X86_64_32,
            RelocationKind::Absolute32Signed => elf::R_X86_64_32S,
            RelocationKind::Absolute16 => elf::R_X86_64_16,
            RelocationKind::Absolute8 => elf::R_X86_64_8,
        };
        self.add(section, offset.into(), r_type, symbol, addend);
        Ok(())
    }

    /// A zeroed buffer for an initializer.
    fn zeros(&mut self, size: u64) -> Result<Vec<u8>> {
        const MOST: u64 = 1 << 30;
        if size > MOST {
            return Err("an initialized variable of more than 1 GB".into());
        }
        self.count(size)?;
        Ok(vec![0; size as usize])
    }
}

/// About the size in bytes of the code of functions.
fn expected_size(module: &Module, functions: &[Global]) -> usize {
    const BYTES_PER_INST: usize = 8;
    let insts = functions.iter().filter_map(|&function| Some(module.body(function)?.inst_count()));
    BYTES_PER_INST * insts.sum::<usize>()
}

/// Whether a name of a section is `prefix`, or begins with it and a dot.
fn has_prefix(name: &[u8], prefix: &[u8]) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
}

/// The ELF type that the name of a section of initialized data implies, as in LLVM.
fn type_by_name(name: &[u8]) -> Option<elf::SectionType> {
    match () {
        () if has_prefix(name, b".init_array") => Some(elf::SHT_INIT_ARRAY),
        () if has_prefix(name, b".fini_array") => Some(elf::SHT_FINI_ARRAY),
        () if has_prefix(name, b".preinit_array") => Some(elf::SHT_PREINIT_ARRAY),
        () if name.starts_with(b".note") => Some(elf::SHT_NOTE),
        () => None,
    }
}

/// Whether zeros may take no space in a section of this explicit name; as LLVM does.
fn is_zero_section(name: &[u8]) -> bool {
    name.is_empty() || has_prefix(name, b".bss") || has_prefix(name, b".tbss")
}
