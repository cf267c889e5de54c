//! Loads objects: assigns addresses to sections and symbols, and applies relocations.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use lindworm_codegen::LAZY_SECTION;
use object::read::elf::ElfSection64;
use object::{LittleEndian, Object, ObjectComdat, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};
use object::{SectionFlags, SectionIndex, SymbolFlags, SymbolIndex, SymbolKind, elf};

use crate::debugger::{Registered, write_perf_map};
use crate::inputs::{File, malformed};
use crate::lazy::{Deferred, Hooks, LazyModule, Visible};
use crate::native::{Image, Jit, Memory, Room, process_symbol};
use crate::thread_local::{library_variable, set_initial_values, thread_local_offset, tls_get_addr};
use crate::{JitError, Tools};

/// Segments, by memory protection: code, constants, data.
const CODE: usize = 0;
const CONSTANTS: usize = 1;
const DATA: usize = 2;

/// `jmp [rip + displacement]`, padded to eight bytes.
const STUB: [u8; 8] = [0xff, 0x25, 0, 0, 0, 0, 0x66, 0x90];

/// An offset in a segment.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    segment: usize,
    offset: u64,
}

/// The location of a symbol.
#[derive(Clone, Copy, Debug)]
pub enum Definition {
    Place(Place),
    /// The resolver of an ifunc.
    Resolver(Place),
    Absolute(u64),
    /// An offset from the thread pointer.
    ThreadLocal(i64),
}

/// The identity of a symbol among all objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key<'d> {
    Global(&'d [u8]),
    Local(usize, SymbolIndex),
    /// All thread-local variables of the program.
    ThreadLocals,
}

struct Linker<'d, F> {
    files: Vec<File<'d>>,
    /// The locations of the sections of each file, by section number.
    sections: Vec<HashMap<SectionIndex, Place>>,
    thread_local_sections: Vec<HashMap<SectionIndex, i64>>,
    /// The initial values of thread-local sections: the offset from the thread pointer, the place of the values and their size.
    initial_values: Vec<(i64, Place, u64)>,
    globals: HashMap<&'d [u8], Definition>,
    sizes: [u64; 3],
    /// The index of each word that holds the address of a symbol (GOT entry).
    words: HashMap<Key<'d>, u64>,
    /// The index of each stub, a jump to the address in a word (PLT entry).
    stubs: HashMap<Key<'d>, u64>,
    /// The index of each pair of words that `__tls_get_addr` gets for a thread-local variable.
    pairs: HashMap<Key<'d>, u64>,
    words_start: u64,
    pairs_start: u64,
    stubs_start: u64,
    externals: HashMap<&'d [u8], u64>,
    undefined: Vec<String>,
    tools: Tools,
    /// The symbols of the program that the objects are added to.
    visible: Option<&'d Visible>,
    find: F,
}

/// The address space for functions that are compiled on demand, in bytes of code. All of a program is within 2 GB.
const SPARE: usize = 384 << 20;

/// Loads objects. Undefined symbols are resolved by `find`. Some objects, by number, are modules whose functions are compiled on
/// demand.
pub fn link(
    files: Vec<File<'_>>,
    tools: Tools,
    lazy: LazyModules,
    find: impl FnMut(&[u8]) -> Option<usize>,
) -> Result<Jit, JitError> {
    let mut linker = Linker::new(files, tools, None, find);
    linker.place_sections()?;
    linker.define_symbols()?;
    linker.find_indirect(&lazy.modules)?;
    let spare = if lazy.modules.is_empty() { 0 } else { SPARE };
    let (memory, room) = Memory::reserve(linker.sizes, spare).map_err(|e| JitError::Memory(e.to_string()))?;
    linker.load(memory, lazy, room)
}

/// Modules whose functions are compiled on demand.
#[derive(Default)]
pub struct LazyModules {
    /// Each with the number of its object.
    pub modules: Vec<(usize, Deferred)>,
    pub hooks: Hooks,
    pub searches_process: bool,
}

/// Loads the object of a function that is compiled on demand.
pub fn link_function(
    files: Vec<File<'_>>,
    tools: Tools,
    visible: &Visible,
    room: &Mutex<Room>,
) -> Result<Jit, JitError> {
    let in_process = |name: &[u8]| if visible.searches_process { process_symbol(name) } else { None };
    let find = |name: &[u8]| visible.externals.get(name).copied().or_else(|| in_process(name));
    let mut linker = Linker::new(files, tools, Some(visible), find);
    linker.place_sections()?;
    linker.define_symbols()?;
    linker.find_indirect(&[])?;
    let memory = room.lock().unwrap_or_else(PoisonError::into_inner).take(linker.sizes);
    linker.load(memory.map_err(|e| JitError::Memory(e.to_string()))?, LazyModules::default(), Room::default())
}

fn flags(section: &ElfSection64<'_, '_, LittleEndian>) -> (elf::SectionType, elf::SectionFlags) {
    match section.flags() {
        SectionFlags::Elf { sh_type, sh_flags } => (sh_type, sh_flags),
        _ => (elf::SHT_NULL, elf::SectionFlags(0)),
    }
}

fn has(flags: elf::SectionFlags, flag: elf::SectionFlags) -> bool {
    (flags & flag).0 != 0
}

fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// The variable whose pair of words a relocation refers to, if any.
fn pair_key(r_type: elf::RelocationType, key: Key<'_>) -> Option<Key<'_>> {
    match r_type {
        elf::R_X86_64_TLSGD => Some(key),
        elf::R_X86_64_TLSLD => Some(Key::ThreadLocals),
        _ => None,
    }
}

impl<'d, F: FnMut(&[u8]) -> Option<usize>> Linker<'d, F> {
    fn new(files: Vec<File<'d>>, tools: Tools, visible: Option<&'d Visible>, find: F) -> Linker<'d, F> {
        Linker {
            sections: files.iter().map(|_| HashMap::new()).collect(),
            thread_local_sections: files.iter().map(|_| HashMap::new()).collect(),
            initial_values: Vec::new(),
            files,
            globals: HashMap::new(),
            // No function begins where a segment does: see `Memory::reserve`.
            sizes: [STUB.len() as u64, 0, 0],
            words: HashMap::new(),
            stubs: HashMap::new(),
            pairs: HashMap::new(),
            words_start: 0,
            pairs_start: 0,
            stubs_start: 0,
            externals: HashMap::new(),
            undefined: Vec::new(),
            tools,
            visible,
            find,
        }
    }

    fn reserve(&mut self, segment: usize, size: u64, align: u64) -> Result<Place, JitError> {
        let at = self.sizes[segment];
        let place = at.checked_next_multiple_of(align.max(1)).and_then(|at| Some((at, at.checked_add(size)?)));
        // All segments are within reach of 32-bit distances.
        let (offset, end) =
            place.filter(|p| p.1 < 1 << 30).ok_or_else(|| JitError::Object("a program of more than 1 GB".into()))?;
        self.sizes[segment] = end;
        Ok(Place { segment, offset })
    }

    fn place_sections(&mut self) -> Result<(), JitError> {
        let mut groups: HashSet<&[u8]> = HashSet::new();
        for number in 0..self.files.len() {
            let mut dropped = HashSet::new();
            for group in self.files[number].comdats() {
                let name = self.files[number].symbol_by_index(group.symbol()).and_then(|s| s.name_bytes());
                if !groups.insert(name.map_err(malformed)?) {
                    dropped.extend(group.sections());
                }
            }
            let (mut wanted, mut initialized) = (Vec::new(), Vec::new());
            for section in self.files[number].sections() {
                let (sh_type, sh_flags) = flags(&section);
                if !has(sh_flags, elf::SHF_ALLOC) || dropped.contains(&section.index()) || section.size() == 0 {
                    continue;
                }
                if has(sh_flags, elf::SHF_TLS) {
                    let offset = thread_local_offset(section.size(), section.align())
                        .ok_or_else(|| JitError::Object("no room for thread-local variables".into()))?;
                    self.thread_local_sections[number].insert(section.index(), offset);
                    let is_zero = || section.data().is_ok_and(|data| data.iter().all(|&byte| byte == 0));
                    if sh_type != elf::SHT_NOBITS && (section.relocations().next().is_some() || !is_zero()) {
                        wanted.push((section.index(), CONSTANTS, section.size(), section.align()));
                        initialized.push((section.index(), offset));
                    }
                    continue;
                }
                let segment = match () {
                    () if has(sh_flags, elf::SHF_EXECINSTR) => CODE,
                    () if has(sh_flags, elf::SHF_WRITE) => DATA,
                    () => CONSTANTS,
                };
                // `.eh_frame` is terminated by a zero word.
                let end = if section.name_bytes().is_ok_and(|name| name == b".eh_frame") { 4 } else { 0 };
                wanted.push((section.index(), segment, section.size().saturating_add(end), section.align()));
            }
            for (index, segment, size, align) in wanted {
                let place = self.reserve(segment, size, align)?;
                self.sections[number].insert(index, place);
                let offset = initialized.iter().find(|(section, _)| *section == index);
                self.initial_values.extend(offset.map(|&(_, offset)| (offset, place, size)));
            }
        }
        Ok(())
    }

    fn definition(&self, number: usize, index: SymbolIndex) -> Option<Definition> {
        let symbol = self.files[number].symbol_by_index(index).ok()?;
        let Some(section) = symbol.section_index() else {
            return (symbol.section() == object::SymbolSection::Absolute)
                .then(|| Definition::Absolute(symbol.address()));
        };
        if let Some(offset) = self.thread_local_sections[number].get(&section) {
            return Some(Definition::ThreadLocal(offset.wrapping_add_unsigned(symbol.address())));
        }
        let place = self.sections[number].get(&section)?;
        let place = Place { offset: place.offset.wrapping_add(symbol.address()), ..*place };
        match symbol.flags() {
            SymbolFlags::Elf { st_info, .. } if st_info.st_type() == elf::STT_GNU_IFUNC => {
                Some(Definition::Resolver(place))
            }
            _ => Some(Definition::Place(place)),
        }
    }

    fn define_symbols(&mut self) -> Result<(), JitError> {
        let mut strong: HashSet<&[u8]> = HashSet::new();
        let mut commons: HashMap<&[u8], (u64, u64)> = HashMap::new();
        for number in 0..self.files.len() {
            let mut found = Vec::new();
            for symbol in self.files[number].symbols().filter(|s| !s.is_local()) {
                let name = symbol.name_bytes().map_err(malformed)?;
                if symbol.is_common() {
                    let common = commons.entry(name).or_default();
                    *common = (common.0.max(symbol.size()), common.1.max(symbol.address()));
                } else if symbol.is_definition() || symbol.section_index().is_some() {
                    found.push((name, symbol.index(), symbol.is_weak()));
                }
            }
            for (name, index, is_weak) in found {
                let Some(definition) = self.definition(number, index) else { continue };
                if !is_weak && !strong.insert(name) {
                    return Err(JitError::Duplicate(shown(name)));
                }
                if !is_weak || !self.globals.contains_key(name) {
                    self.globals.insert(name, definition);
                }
            }
        }
        // Each program or library has its own hidden `__dso_handle`.
        if self.definition_of(Key::Global(b"__dso_handle")).is_none() {
            let place = self.reserve(DATA, 8, 8)?;
            self.globals.insert(b"__dso_handle", Definition::Place(place));
        }
        for (name, (size, align)) in commons {
            if !strong.contains(name) {
                let place = self.reserve(DATA, size, align)?;
                self.globals.insert(name, Definition::Place(place));
            }
        }
        Ok(())
    }

    fn key(&self, number: usize, index: SymbolIndex) -> Result<Key<'d>, JitError> {
        let symbol = self.files[number].symbol_by_index(index).map_err(malformed)?;
        match symbol.is_local() {
            true => Ok(Key::Local(number, index)),
            false => Ok(Key::Global(symbol.name_bytes().map_err(malformed)?)),
        }
    }

    fn definition_of(&self, key: Key<'d>) -> Option<Definition> {
        match key {
            Key::Global(name) => {
                // The program's own symbols come first: the address of a function that is compiled on demand is that of its stub.
                let of_program = self.visible.and_then(|v| v.own.get(name).or_else(|| v.globals.get(name)));
                of_program.or_else(|| self.globals.get(name)).copied()
            }
            Key::Local(number, index) => self.definition(number, index),
            Key::ThreadLocals => Some(Definition::ThreadLocal(0)),
        }
    }

    /// Collects the symbols that need words and stubs, and reserves space for both.
    fn find_indirect(&mut self, lazy: &[(usize, Deferred)]) -> Result<(), JitError> {
        for number in 0..self.files.len() {
            let mut needed = Vec::new();
            for section in self.files[number].sections() {
                if !self.sections[number].contains_key(&section.index()) {
                    continue;
                }
                for (_, relocation) in section.relocations() {
                    let (RelocationTarget::Symbol(symbol), RelocationFlags::Elf { r_type }) =
                        (relocation.target(), relocation.flags())
                    else {
                        continue;
                    };
                    let key = self.key(number, symbol)?;
                    if let Some(key) = pair_key(r_type, key) {
                        let count = self.pairs.len() as u64;
                        self.pairs.entry(key).or_insert(count);
                        continue;
                    }
                    let definition = self.definition_of(key);
                    let is_word = matches!(
                        r_type,
                        elf::R_X86_64_GOTPCREL
                            | elf::R_X86_64_GOTPCRELX
                            | elf::R_X86_64_REX_GOTPCRELX
                            | elf::R_X86_64_GOTTPOFF
                    );
                    let is_stub = match definition {
                        None => matches!(r_type, elf::R_X86_64_PLT32 | elf::R_X86_64_PC32),
                        Some(definition) => matches!(definition, Definition::Resolver(_)),
                    };
                    if is_word || is_stub {
                        needed.push((key, is_stub));
                    }
                }
            }
            if lazy.iter().any(|(file, _)| *file == number) {
                for symbol in self.files[number].symbols() {
                    let key = self.key(number, symbol.index())?;
                    if let Some(Definition::Resolver(_)) = self.definition_of(key) {
                        needed.push((key, true));
                    }
                }
            }
            for (key, is_stub) in needed {
                let count = self.words.len() as u64;
                self.words.entry(key).or_insert(count);
                if is_stub {
                    let count = self.stubs.len() as u64;
                    self.stubs.entry(key).or_insert(count);
                }
            }
        }
        self.words_start = self.reserve(CONSTANTS, 8 * self.words.len() as u64, 8)?.offset;
        self.pairs_start = self.reserve(CONSTANTS, 16 * self.pairs.len() as u64, 8)?.offset;
        self.stubs_start = self.reserve(CODE, STUB.len() as u64 * self.stubs.len() as u64, 16)?.offset;
        Ok(())
    }

    /// The address of a symbol that no object defines.
    fn external(&mut self, name: &'d [u8], is_weak: bool) -> u64 {
        if let Some(&address) = self.externals.get(name) {
            return address;
        }
        let own = (name == b"__tls_get_addr").then_some(tls_get_addr as *const () as usize);
        let found = own.or_else(|| (self.find)(name));
        if found.is_none() && !is_weak {
            self.undefined.push(shown(name));
        }
        let address = found.unwrap_or(0) as u64;
        self.externals.insert(name, address);
        address
    }

    fn is_weak(&self, number: usize, index: SymbolIndex) -> bool {
        self.files[number].symbol_by_index(index).is_ok_and(|s| s.is_weak())
    }

    fn load(mut self, mut memory: Memory, lazy: LazyModules, room: Room) -> Result<Jit, JitError> {
        let starts = memory.starts();
        let address = |place: Place| starts[place.segment].wrapping_add(place.offset);
        let mut image = Image::default();
        for number in 0..self.files.len() {
            self.load_sections(number, &mut memory, &mut image)?;
        }
        for (&key, &pair) in &self.pairs {
            let found = match (self.definition_of(key), key) {
                (Some(Definition::ThreadLocal(offset)), _) => Some([0, offset as usize]),
                (_, Key::Global(name)) => library_variable(name),
                _ => None,
            };
            match (found, key) {
                (Some([module, offset]), _) => {
                    let at = (self.pairs_start + 16 * pair) as usize;
                    let words = &mut memory.bytes(CONSTANTS)[at..][..16];
                    words[..8].copy_from_slice(&module.to_le_bytes());
                    words[8..].copy_from_slice(&offset.to_le_bytes());
                }
                (None, Key::Global(name)) => self.undefined.push(shown(name)),
                (None, _) => {}
            }
        }
        if !self.undefined.is_empty() {
            return Err(JitError::Undefined(self.undefined));
        }
        for (&key, &stub) in &self.stubs {
            let word = starts[CONSTANTS] + self.words_start + 8 * self.words[&key];
            let offset = (self.stubs_start + STUB.len() as u64 * stub) as usize;
            let at = starts[CODE] + offset as u64;
            let code = &mut memory.bytes(CODE)[offset..][..STUB.len()];
            code.copy_from_slice(&STUB);
            code[2..6].copy_from_slice(&(word.wrapping_sub(at + 6) as u32).to_le_bytes());
        }
        for &(offset, place, size) in &self.initial_values {
            let values = &memory.bytes(place.segment)[place.offset as usize..][..size as usize];
            set_initial_values(offset, values).map_err(JitError::Object)?;
        }
        let mut resolvers = Vec::new();
        for (&key, &word) in &self.words {
            let value = match (self.definition_of(key), key) {
                (Some(Definition::Place(place)), _) => address(place),
                (Some(Definition::Absolute(value)), _) => value,
                (Some(Definition::ThreadLocal(offset)), _) => offset as u64,
                (Some(Definition::Resolver(place)), _) => {
                    resolvers.push((self.words_start + 8 * word, address(place)));
                    continue;
                }
                (None, Key::Global(name)) => self.externals.get(name).copied().unwrap_or(0),
                (None, Key::Local(..) | Key::ThreadLocals) => 0,
            };
            let at = (self.words_start + 8 * word) as usize;
            memory.bytes(CONSTANTS)[at..][..8].copy_from_slice(&value.to_le_bytes());
        }
        for (name, definition) in &self.globals {
            let at = match *definition {
                Definition::Place(place) => address(place),
                Definition::Resolver(_) => match self.stubs.get(&Key::Global(name)) {
                    Some(stub) => starts[CODE] + self.stubs_start + STUB.len() as u64 * stub,
                    None => continue,
                },
                Definition::Absolute(_) | Definition::ThreadLocal(_) => continue,
            };
            image.symbols.insert(name.to_vec(), at);
        }
        self.load_lazy(lazy, room, &mut memory, &mut image);
        if self.tools.perf {
            write_perf_map(&self.functions(starts)).map_err(|error| JitError::PerfMap(error.to_string()))?;
        }
        if self.tools.debugger {
            image.registered =
                (0..self.files.len()).map(|number| Registered::new(self.described(number, starts))).collect();
        }
        image.constructors.sort_by_key(|c| c.0);
        image.destructors.sort_by_key(|c| std::cmp::Reverse(c.0));
        Jit::load(memory, image, &resolvers)
    }

    /// Connects the modules whose functions are compiled on demand with their slots.
    fn load_lazy(&mut self, lazy: LazyModules, room: Room, memory: &mut Memory, image: &mut Image) {
        if lazy.modules.is_empty() {
            return;
        }
        let (hooks, room, starts) = (Arc::new(lazy.hooks), Arc::new(Mutex::new(room)), memory.starts());
        let in_memory = |this: &Self, key: Key<'_>, definition: Definition| match definition {
            Definition::Place(place) => Some(Definition::Absolute(starts[place.segment] + place.offset)),
            Definition::Resolver(_) => this
                .stubs
                .get(&key)
                .map(|stub| Definition::Absolute(starts[CODE] + this.stubs_start + STUB.len() as u64 * stub)),
            Definition::Absolute(_) | Definition::ThreadLocal(_) => Some(definition),
        };
        let global = |(name, definition): (&&[u8], &Definition)| {
            Some((name.to_vec(), in_memory(self, Key::Global(name), *definition)?))
        };
        let globals = Arc::new(self.globals.iter().filter_map(global).collect::<HashMap<_, _>>());
        for (number, deferred) in lazy.modules {
            let mut visible = Visible {
                globals: Arc::clone(&globals),
                searches_process: lazy.searches_process,
                ..Visible::default()
            };
            let symbols: Vec<SymbolIndex> = self.files[number].symbols().map(|symbol| symbol.index()).collect();
            for index in symbols {
                let Ok(key) = self.key(number, index) else { continue };
                let name = self.files[number].symbol_by_index(index).and_then(|symbol| symbol.name_bytes());
                let Some(name) = name.ok().filter(|name| !name.is_empty()) else { continue };
                match (self.definition_of(key), key) {
                    (Some(definition), Key::Local(..)) => {
                        visible.own.extend(in_memory(self, key, definition).map(|found| (name.to_vec(), found)));
                    }
                    (None, Key::Global(_)) => {
                        let address = self.external(name, true) as usize;
                        visible.externals.extend((address != 0).then(|| (name.to_vec(), address)));
                    }
                    _ => {}
                }
            }
            let named = |section: &ElfSection64<'_, '_, LittleEndian>| {
                section.name_bytes().is_ok_and(|name| name == LAZY_SECTION.as_bytes())
            };
            let section = self.files[number].sections().find(named).map(|section| section.index());
            let Some(place) = section.and_then(|section| self.sections[number].get(&section)) else { continue };
            let slots = starts[place.segment] + place.offset;
            let module = LazyModule::new(deferred, visible, slots, Arc::clone(&room), self.tools, Arc::clone(&hooks));
            for (i, word) in module.header().into_iter().enumerate() {
                memory.bytes(place.segment)[place.offset as usize + 8 * i..][..8].copy_from_slice(&word.to_le_bytes());
            }
            image.lazy.push(module);
        }
    }

    /// The addresses, sizes and names of the functions.
    fn functions(&self, starts: [u64; 3]) -> Vec<(u64, u64, Vec<u8>)> {
        let mut functions = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for symbol in file.symbols().filter(|s| s.kind() == SymbolKind::Text && s.is_definition()) {
                if let (Some(Definition::Place(place)), Ok(name)) =
                    (self.definition(number, symbol.index()), symbol.name_bytes())
                {
                    functions.push((starts[place.segment] + place.offset, symbol.size(), name.to_vec()));
                }
            }
        }
        functions
    }

    /// The bytes of an object, with the addresses of its sections in the section headers.
    fn described(&self, number: usize, starts: [u64; 3]) -> Vec<u8> {
        let file = &self.files[number];
        let mut bytes = file.data().to_vec();
        let header = file.elf_header();
        let (first, size) = (header.e_shoff.get(LittleEndian), header.e_shentsize.get(LittleEndian));
        for (section, place) in &self.sections[number] {
            let at = first as usize
                + section.0 * usize::from(size)
                + std::mem::offset_of!(elf::SectionHeader64<LittleEndian>, sh_addr);
            let address = starts[place.segment] + place.offset;
            if let Some(field) = bytes.get_mut(at..at + 8) {
                field.copy_from_slice(&address.to_le_bytes());
            }
        }
        bytes
    }

    fn load_sections(&mut self, number: usize, memory: &mut Memory, image: &mut Image) -> Result<(), JitError> {
        let starts = memory.starts();
        let mut todo = Vec::new();
        for section in self.files[number].sections() {
            let Some(&place) = self.sections[number].get(&section.index()) else { continue };
            let (sh_type, _) = flags(&section);
            let data = if sh_type == elf::SHT_NOBITS { &[] } else { section.data().map_err(malformed)? };
            let at = starts[place.segment] + place.offset;
            memory.bytes(place.segment)[place.offset as usize..][..data.len()].copy_from_slice(data);
            let name = section.name_bytes().map_err(malformed)?;
            // Entries without a priority come last.
            let priority = || {
                let digits = name.rsplit(|&b| b == b'.').next().and_then(|d| std::str::from_utf8(d).ok());
                digits.and_then(|d| d.parse().ok()).unwrap_or(u32::MAX)
            };
            let words = (0..section.size() / 8).map(|i| at + 8 * i);
            match sh_type {
                elf::SHT_INIT_ARRAY => image.constructors.extend(words.map(|word| (priority(), word))),
                // The entries of an array are called in reverse order.
                elf::SHT_FINI_ARRAY => image.destructors.extend(words.rev().map(|word| (priority(), word))),
                _ if name == b".eh_frame" => image.frames.push(at),
                _ => {}
            }
            for (offset, relocation) in section.relocations() {
                let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
                let RelocationTarget::Symbol(symbol) = relocation.target() else {
                    return Err(JitError::Object("a relocation without a symbol".into()));
                };
                todo.push((place, offset, section.size(), r_type, symbol, relocation.addend()));
            }
        }
        for (place, offset, size, r_type, symbol, addend) in todo {
            let width = if matches!(r_type, elf::R_X86_64_64 | elf::R_X86_64_PC64) { 8 } else { 4 };
            if offset.checked_add(width).is_none_or(|end| end > size) {
                return Err(JitError::Object("a relocation outside of its section".into()));
            }
            let place = Place { offset: place.offset + offset, ..place };
            let at = starts[place.segment] + place.offset;
            let Some(value) = self.relocation(number, r_type, symbol, addend, at, starts)? else { continue };
            let bytes = &mut memory.bytes(place.segment)[place.offset as usize..][..width as usize];
            bytes.copy_from_slice(&value.to_le_bytes()[..width as usize]);
        }
        Ok(())
    }

    /// The value that a relocation at an address stores; `None` for a reference to a dropped section.
    fn relocation(
        &mut self,
        number: usize,
        r_type: elf::RelocationType,
        symbol: SymbolIndex,
        addend: i64,
        at: u64,
        starts: [u64; 3],
    ) -> Result<Option<u64>, JitError> {
        let key = self.key(number, symbol)?;
        let word = |this: &Self| this.words.get(&key).map_or(0, |w| starts[CONSTANTS] + this.words_start + 8 * w);
        let stub = self.stubs.get(&key).map(|s| starts[CODE] + self.stubs_start + STUB.len() as u64 * s);
        if let Some(key) = pair_key(r_type, key) {
            let pair = self.pairs.get(&key).map_or(0, |pair| starts[CONSTANTS] + self.pairs_start + 16 * pair);
            return Ok(Some(pair.wrapping_add_signed(addend).wrapping_sub(at)));
        }
        let is_thread_local = self.files[number].symbol_by_index(symbol).is_ok_and(|s| s.kind() == SymbolKind::Tls);
        let target = match (self.definition_of(key), key) {
            (Some(Definition::Place(place)), _) => starts[place.segment].wrapping_add(place.offset),
            (Some(Definition::Absolute(value)), _) => value,
            (Some(Definition::ThreadLocal(offset)), _) => offset as u64,
            (Some(Definition::Resolver(_)), _) => stub.unwrap_or(0),
            (None, Key::Global(name)) if is_thread_local => {
                return Err(JitError::Object(format!("the thread-local variable {} of a library", shown(name))));
            }
            (None, Key::Global(name)) => self.external(name, self.is_weak(number, symbol)),
            (None, Key::Local(..) | Key::ThreadLocals) => return Ok(None),
        };
        let value = target.wrapping_add_signed(addend);
        let distance = |to: u64| to.wrapping_sub(at) as i64;
        let is_near = |to: u64| i32::try_from(distance(to)).is_ok();
        Ok(Some(match r_type {
            elf::R_X86_64_NONE => return Ok(None),
            elf::R_X86_64_64 => value,
            elf::R_X86_64_PC64 => distance(value) as u64,
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => match stub {
                _ if is_near(value) => distance(value) as u64,
                Some(stub) if r_type == elf::R_X86_64_PLT32 => distance(stub.wrapping_add_signed(addend)) as u64,
                _ => return Err(JitError::Object("a symbol that is too far away".into())),
            },
            elf::R_X86_64_32 if u32::try_from(value).is_ok() => value,
            elf::R_X86_64_32S if i32::try_from(value as i64).is_ok() => value,
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX | elf::R_X86_64_GOTTPOFF => {
                distance(word(self).wrapping_add_signed(addend)) as u64
            }
            // The offsets of variables are relative to the thread pointer, also in the dynamic models.
            elf::R_X86_64_TPOFF32 | elf::R_X86_64_DTPOFF32 => value,
            _ => return Err(JitError::Object(format!("a relocation of type {}", r_type.0))),
        }))
    }
}
