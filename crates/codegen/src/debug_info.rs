//! Debug information: DWARF 4 and 5 through `gimli`. Units, lines, functions and types; `debug_places.rs` has scopes and variables.

use std::collections::HashMap;

use gimli::write::{
    Address, AttributeValue, DebugInfoRef, Dwarf, EndianVec, Expression, LineProgram, LineString, Range, RangeList,
    RelocateWriter, Relocation, RelocationTarget, Sections, Unit, UnitEntryId, UnitId,
};
use gimli::{DwAte, DwLang, DwTag, Encoding, Format, LineEncoding, LittleEndian, SectionId, constants as dw};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{
    NodeKind, basic_type, compile_unit, composite_type, derived_type, enumerator, file, lexical_block,
    lexical_block_file, location, subprogram, subrange, subroutine_type,
};
use lindworm_ir::metadata::{Metadata, MetadataRef, NodeRef};
use lindworm_ir::{Global, Module};
use lindworm_target::x86_64::Reg;
use object::{SectionFlags, elf};

use crate::driver::{Chunk, FunctionCode};
use crate::error::Result;
use crate::object_file::Builder;

/// The location of an instruction: its offset in the body of its function, and its `!dbg` attachment.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub at: u32,
    pub location: Metadata,
}

/// The location of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Nowhere,
    Register(Reg),
    /// In the frame, at an offset from the frame pointer.
    Slot(i32),
    /// The value is the address at an offset from the frame pointer.
    Frame(i32),
    Constant(u64),
}

/// The place of a variable of the source in a range of the code. The rows of a variable are consecutive.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub variable: Metadata,
    /// The source location, whose scope is that of the variable.
    pub location: Metadata,
    /// The `DIExpression` that computes the variable from the value at the place.
    pub expression: Metadata,
    /// Whether the value is the address of the variable.
    pub is_address: bool,
    pub place: Place,
    /// The width of the value.
    pub bits: u8,
    /// The range of offsets in the body of the function; up to `u32::MAX` for the whole function.
    pub from: u32,
    pub to: u32,
}

/// The value of `DICompileUnit(emissionKind: NoDebug)`, and of `FullDebug`.
const NO_DEBUG: u64 = 0;
const FULL_DEBUG: u64 = 1;
/// The maximum number of scopes around an instruction.
const MAX_SCOPES: usize = 1000;

/// The subprogram of a function.
pub fn subprogram_of(module: &Module, function: Global) -> Option<Metadata> {
    let &(_, attached) = module.globals()[function].metadata.iter().find(|(kind, _)| *kind == MetadataKind::DBG)?;
    let node = module.metadata().node(attached.as_node()?);
    (node.kind == NodeKind::DISubprogram).then_some(attached)
}

/// A section of debug information and its relocations.
#[derive(Clone, Default)]
struct Section {
    data: EndianVecDefault,
    relocations: Vec<Relocation>,
}

/// `EndianVec` has no default.
#[derive(Clone)]
struct EndianVecDefault(EndianVec<LittleEndian>);

impl Default for EndianVecDefault {
    fn default() -> Self {
        EndianVecDefault(EndianVec::new(LittleEndian))
    }
}

impl RelocateWriter for Section {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.data.0
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.data.0
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

/// What the units of a module share: strings and types. A type is in the unit that refers to it first.
#[derive(Default)]
pub struct Shared {
    dwarf: Dwarf,
    types: HashMap<Metadata, (UnitId, UnitEntryId)>,
}

/// A compile unit under construction.
pub struct CompileUnit<'m> {
    pub module: &'m Module,
    /// The place of the unit in [`Shared`], which has an empty unit there until this one is complete.
    id: UnitId,
    pub unit: Unit,
    /// The entries of inlined functions.
    pub inlined: HashMap<Metadata, UnitEntryId>,
    files: HashMap<Metadata, gimli::write::FileId>,
    /// Types whose entries are not yet filled in.
    open: Vec<(Metadata, UnitEntryId)>,
    ranges: Vec<Range>,
    has_variables: bool,
}

/// A node.
pub fn node(module: &Module, metadata: Option<Metadata>) -> Option<NodeRef<'_>> {
    Some(module.metadata().node(metadata?.as_node()?))
}

/// The string in a field; `None` if absent or empty.
fn string(module: &Module, metadata: Option<Metadata>) -> Option<&[u8]> {
    match metadata?.open() {
        MetadataRef::String(string) => Some(module.metadata().string(string)).filter(|s| !s.is_empty()),
        _ => None,
    }
}

/// Bytes without zeros, which end strings in DWARF; never empty.
fn text(bytes: Option<&[u8]>) -> Vec<u8> {
    let bytes: Vec<u8> = bytes.unwrap_or(b"?").iter().copied().filter(|&b| b != 0).collect();
    if bytes.is_empty() { b"?".to_vec() } else { bytes }
}

/// The number in a field that may hold metadata.
fn number(module: &Module, metadata: Option<Metadata>) -> Option<u64> {
    match metadata?.open() {
        MetadataRef::Value(n) => module.constants().as_u64(module.metadata().value(n)),
        _ => None,
    }
}

/// The file of a scope: its own, or that of the scope around it.
fn file_of_scope(module: &Module, mut scope: Option<Metadata>) -> Option<Metadata> {
    for _ in 0..MAX_SCOPES {
        let node = node(module, scope)?;
        let (file, outer) = match node.kind {
            NodeKind::DISubprogram => (subprogram::FILE, subprogram::SCOPE),
            NodeKind::DILexicalBlock => (lexical_block::FILE, lexical_block::SCOPE),
            NodeKind::DILexicalBlockFile => (lexical_block_file::FILE, lexical_block_file::SCOPE),
            NodeKind::DIFile => return scope,
            _ => return None,
        };
        match node.get_ref(file) {
            Some(file) => return Some(file),
            None => scope = node.get_ref(outer),
        }
    }
    None
}

impl<'m> CompileUnit<'m> {
    fn new(module: &'m Module, metadata: Metadata, shared: &mut Shared) -> Option<CompileUnit<'m>> {
        let described = node(module, Some(metadata)).filter(|n| n.kind == NodeKind::DICompileUnit)?;
        if described.get(compile_unit::EMISSION_KIND_) == NO_DEBUG {
            return None;
        }
        let file_node = node(module, described.get_ref(compile_unit::FILE))?;
        let name = text(string(module, file_node.get_ref(file::FILENAME)));
        let directory = text(string(module, file_node.get_ref(file::DIRECTORY)));
        // As in LLVM, version 4 without the flag. Versions before 4 have other forms of bit-fields and of ends of functions.
        let version = module.integer_flag(b"Dwarf Version").map_or(4, |version| version.clamp(4, 5) as u16);
        let encoding = Encoding { address_size: 8, format: Format::Dwarf32, version };
        let program = LineProgram::new(
            encoding,
            LineEncoding::default(),
            LineString::String(directory.clone()),
            None,
            LineString::String(name.clone()),
            None,
        );
        let mut unit = Unit::new(encoding, program);
        let language = described.get(compile_unit::LANGUAGE_) as u16;
        let producer = string(module, described.get_ref(compile_unit::PRODUCER)).map_or(&b"lindworm"[..], |p| p);
        let root = unit.root();
        let strings =
            [(dw::DW_AT_name, name), (dw::DW_AT_comp_dir, directory), (dw::DW_AT_producer, text(Some(producer)))];
        for (attribute, value) in strings {
            let value = AttributeValue::StringRef(shared.dwarf.strings.add(value));
            unit.get_mut(root).set(attribute, value);
        }
        unit.get_mut(root).set(dw::DW_AT_language, AttributeValue::Language(DwLang(language)));
        let has_variables = described.get(compile_unit::EMISSION_KIND_) == FULL_DEBUG;
        let id = shared.dwarf.units.add(Unit::new(encoding, LineProgram::none()));
        let (inlined, files, open, ranges) = Default::default();
        let mut unit = CompileUnit { module, id, unit, inlined, files, open, ranges, has_variables };
        if has_variables {
            for list in [compile_unit::ENUMS, compile_unit::RETAINED_TYPES] {
                for ty in unit.elements(described.get_ref(list)).into_iter().flatten() {
                    unit.type_reference(shared, ty);
                }
            }
        }
        Some(unit)
    }

    fn file(&mut self, metadata: Option<Metadata>) -> Option<gimli::write::FileId> {
        let metadata = metadata?;
        if let Some(&file) = self.files.get(&metadata) {
            return Some(file);
        }
        let node = node(self.module, Some(metadata)).filter(|n| n.kind == NodeKind::DIFile)?;
        let name = LineString::String(text(string(self.module, node.get_ref(file::FILENAME))));
        let program = &mut self.unit.line_program;
        let directory = match string(self.module, node.get_ref(file::DIRECTORY)) {
            Some(directory) => program.add_directory(LineString::String(text(Some(directory)))),
            None => program.default_directory(),
        };
        let file = program.add_file(name, directory, None);
        self.files.insert(metadata, file);
        Some(file)
    }

    /// Adds a function and its lines.
    fn function(&mut self, shared: &mut Shared, chunk: &Chunk, code: &FunctionCode, described: Metadata) {
        let module = self.module;
        let Some(function) = node(module, Some(described)) else { return };
        let start = Address::Symbol { symbol: code.global.as_u32() as usize, addend: 0 };
        let length = u64::from(code.frame.length);
        self.ranges.push(Range::StartLength { begin: start, length });
        self.lines(chunk, code, function, start);
        // As in LLVM, the abstract instances of inlined functions precede the function.
        let scopes = self.has_variables.then(|| self.scopes(shared, chunk, code, described));
        let root = self.unit.root();
        let entry = self.unit.add(root, dw::DW_TAG_subprogram);
        let mut frame = Expression::new();
        frame.op_reg(gimli::X86_64::RBP);
        let entry_mut = self.unit.get_mut(entry);
        entry_mut.set(dw::DW_AT_low_pc, AttributeValue::Address(start));
        entry_mut.set(dw::DW_AT_high_pc, AttributeValue::Udata(length));
        entry_mut.set(dw::DW_AT_frame_base, AttributeValue::Exprloc(frame));
        self.declare(shared, entry, function);
        if !module.globals()[code.global].linkage.is_local() {
            self.unit.get_mut(entry).set(dw::DW_AT_external, AttributeValue::Flag(true));
        }
        if let Some(mut scopes) = scopes {
            self.scope_entries(&mut scopes, code, entry);
            self.variables(shared, &mut scopes, chunk, code);
        }
    }

    /// Adds the name, place and type of a function.
    pub fn declare(&mut self, shared: &mut Shared, entry: UnitEntryId, function: NodeRef<'_>) {
        self.name(shared, entry, dw::DW_AT_linkage_name, function.get_ref(subprogram::LINKAGE_NAME));
        self.name(shared, entry, dw::DW_AT_name, function.get_ref(subprogram::NAME));
        self.place(entry, function.get_ref(subprogram::FILE), function.get(subprogram::LINE));
        let result = node(self.module, function.get_ref(subprogram::TYPE))
            .filter(|n| n.kind == NodeKind::DISubroutineType)
            .and_then(|n| self.elements(n.get_ref(subroutine_type::TYPES)).first().copied().flatten());
        self.type_attribute(shared, entry, result);
    }

    /// The file of a scope.
    pub fn file_of(&mut self, scope: Option<Metadata>) -> Option<gimli::write::FileId> {
        self.file(file_of_scope(self.module, scope))
    }

    fn lines(&mut self, chunk: &Chunk, code: &FunctionCode, function: NodeRef<'_>, start: Address) {
        let module = self.module;
        let own_file = self.file(function.get_ref(subprogram::FILE));
        let mut is_first = true;
        let first_line = match function.get(subprogram::SCOPE_LINE) {
            0 => function.get(subprogram::LINE),
            line => line,
        };
        if let Some(file) = own_file {
            self.unit.line_program.begin_sequence(Some(start));
            let row = self.unit.line_program.row();
            (row.address_offset, row.file, row.line, row.column) = (0, file, first_line, 0);
            row.is_statement = true;
            self.unit.line_program.generate_row();
        }
        let mut last = None;
        for line in &chunk.lines[code.lines.clone()] {
            let Some(node) = node(module, Some(line.location)).filter(|n| n.kind == NodeKind::DILocation) else {
                continue;
            };
            let Some(file) = self.file(file_of_scope(module, node.get_ref(location::SCOPE))) else { continue };
            let number = node.get(location::LINE);
            if !self.unit.line_program.in_sequence() {
                self.unit.line_program.begin_sequence(Some(start));
            }
            let row = self.unit.line_program.row();
            row.address_offset = u64::from(code.prologue + line.at);
            (row.file, row.line, row.column) = (file, number, node.get(location::COLUMN));
            row.is_statement = number != 0 && last != Some((file, number));
            row.prologue_end = std::mem::take(&mut is_first);
            last = Some((file, number));
            self.unit.line_program.generate_row();
        }
        // Without a file there are no rows.
        if self.unit.line_program.in_sequence() {
            self.unit.line_program.end_sequence(code.frame.length.into());
        }
    }

    pub fn name(&mut self, shared: &mut Shared, entry: UnitEntryId, attribute: gimli::DwAt, name: Option<Metadata>) {
        if let Some(name) = string(self.module, name) {
            let name = AttributeValue::StringRef(shared.dwarf.strings.add(text(Some(name))));
            self.unit.get_mut(entry).set(attribute, name);
        }
    }

    pub fn place(&mut self, entry: UnitEntryId, file: Option<Metadata>, line: u64) {
        let file = self.file(file);
        let entry = self.unit.get_mut(entry);
        if let (Some(file), true) = (file, line != 0) {
            entry.set(dw::DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
            entry.set(dw::DW_AT_decl_line, AttributeValue::Udata(line));
        }
    }

    // Types.

    /// The operands of a tuple.
    fn elements(&self, tuple: Option<Metadata>) -> Vec<Option<Metadata>> {
        let words = node(self.module, tuple).filter(|n| n.kind == NodeKind::Tuple).map_or(&[][..], |n| n.words);
        words.iter().map(|&word| Metadata::from_word(word)).collect()
    }

    pub fn type_attribute(&mut self, shared: &mut Shared, entry: UnitEntryId, ty: Option<Metadata>) {
        if let Some(of) = ty.and_then(|ty| self.type_reference(shared, ty)) {
            self.unit.get_mut(entry).set(dw::DW_AT_type, of);
        }
    }

    /// A reference to the entry of a type. A new entry is filled in by [`Self::fill_types`].
    fn type_reference(&mut self, shared: &mut Shared, ty: Metadata) -> Option<AttributeValue> {
        if let Some(&(unit, entry)) = shared.types.get(&ty) {
            return Some(match unit == self.id {
                true => AttributeValue::UnitRef(entry),
                false => AttributeValue::DebugInfoRef(DebugInfoRef::Entry(unit, entry)),
            });
        }
        let node = node(self.module, Some(ty))?;
        let tag = match node.kind {
            NodeKind::DIBasicType if node.get(basic_type::TAG_) == 0x3b => dw::DW_TAG_unspecified_type,
            NodeKind::DIBasicType => dw::DW_TAG_base_type,
            NodeKind::DIDerivedType => DwTag(node.get(derived_type::TAG_) as u16),
            NodeKind::DICompositeType => DwTag(node.get(composite_type::TAG_) as u16),
            NodeKind::DISubroutineType => dw::DW_TAG_subroutine_type,
            _ => return None,
        };
        let root = self.unit.root();
        let entry = self.unit.add(root, tag);
        shared.types.insert(ty, (self.id, entry));
        self.open.push((ty, entry));
        Some(AttributeValue::UnitRef(entry))
    }

    /// Fills in the entries of types, and those that they refer to.
    fn fill_types(&mut self, shared: &mut Shared) {
        while let Some((ty, entry)) = self.open.pop() {
            let Some(node) = node(self.module, Some(ty)) else { continue };
            match node.kind {
                NodeKind::DIBasicType => {
                    self.name(shared, entry, dw::DW_AT_name, node.get_ref(basic_type::NAME));
                    self.size(entry, node.get_ref(basic_type::SIZE_));
                    let encoding = DwAte(node.get(basic_type::ENCODING_) as u8);
                    if encoding.0 != 0 {
                        self.unit.get_mut(entry).set(dw::DW_AT_encoding, AttributeValue::Encoding(encoding));
                    }
                }
                NodeKind::DIDerivedType => {
                    self.name(shared, entry, dw::DW_AT_name, node.get_ref(derived_type::NAME));
                    self.type_attribute(shared, entry, node.get_ref(derived_type::BASE_TYPE));
                    if node.get(derived_type::TAG_) == u64::from(dw::DW_TAG_pointer_type.0) {
                        self.size(entry, node.get_ref(derived_type::SIZE_));
                    }
                }
                NodeKind::DISubroutineType => {
                    let types = self.elements(node.get_ref(subroutine_type::TYPES));
                    self.type_attribute(shared, entry, types.first().copied().flatten());
                    for &parameter in types.iter().skip(1) {
                        let child = self.unit.add(entry, dw::DW_TAG_formal_parameter);
                        self.type_attribute(shared, child, parameter);
                    }
                }
                NodeKind::DICompositeType => self.composite(shared, entry, node),
                _ => {}
            }
        }
    }

    fn size(&mut self, entry: UnitEntryId, bits: Option<Metadata>) {
        if let Some(bits @ 1..) = number(self.module, bits) {
            self.unit.get_mut(entry).set(dw::DW_AT_byte_size, AttributeValue::Udata(bits.div_ceil(8)));
        }
    }

    fn composite(&mut self, shared: &mut Shared, entry: UnitEntryId, described: NodeRef<'m>) {
        let module = self.module;
        self.name(shared, entry, dw::DW_AT_name, described.get_ref(composite_type::NAME));
        self.size(entry, described.get_ref(composite_type::SIZE_));
        self.type_attribute(shared, entry, described.get_ref(composite_type::BASE_TYPE));
        let is_declaration = described.get(composite_type::FLAGS_) & FORWARD_DECLARATION != 0;
        if is_declaration {
            self.unit.get_mut(entry).set(dw::DW_AT_declaration, AttributeValue::Flag(true));
        }
        for element in self.elements(described.get_ref(composite_type::ELEMENTS)) {
            let Some(element) = node(module, element) else { continue };
            match element.kind {
                NodeKind::DIDerivedType => self.member(shared, entry, element),
                NodeKind::DIEnumerator => {
                    let child = self.unit.add(entry, dw::DW_TAG_enumerator);
                    self.name(shared, child, dw::DW_AT_name, element.get_ref(enumerator::NAME));
                    // The width of the value, then its low word and its high word.
                    if let [width, low, high @ ..] = element.tail() {
                        let value = u64::from(*low) | u64::from(high.first().copied().unwrap_or(0)) << 32;
                        let unused = 64 - (*width).clamp(1, 64);
                        let value = match element.get(enumerator::IS_UNSIGNED) {
                            0 => AttributeValue::Sdata((value << unused) as i64 >> unused),
                            _ => AttributeValue::Udata(value << unused >> unused),
                        };
                        self.unit.get_mut(child).set(dw::DW_AT_const_value, value);
                    }
                }
                NodeKind::DISubrange => {
                    let child = self.unit.add(entry, dw::DW_TAG_subrange_type);
                    if let Some(count) = number(module, element.get_ref(subrange::COUNT))
                        && i64::try_from(count).is_ok()
                    {
                        self.unit.get_mut(child).set(dw::DW_AT_count, AttributeValue::Udata(count));
                    }
                }
                _ => {}
            }
        }
    }

    /// A member or base class.
    fn member(&mut self, shared: &mut Shared, entry: UnitEntryId, member: NodeRef<'m>) {
        let child = self.unit.add(entry, DwTag(member.get(derived_type::TAG_) as u16));
        self.name(shared, child, dw::DW_AT_name, member.get_ref(derived_type::NAME));
        self.type_attribute(shared, child, member.get_ref(derived_type::BASE_TYPE));
        let flags = member.get(derived_type::FLAGS_);
        let offset = number(self.module, member.get_ref(derived_type::OFFSET)).unwrap_or(0);
        let size = number(self.module, member.get_ref(derived_type::SIZE_)).unwrap_or(0);
        let child = self.unit.get_mut(child);
        if flags & STATIC_MEMBER != 0 {
            child.set(dw::DW_AT_external, AttributeValue::Flag(true));
            child.set(dw::DW_AT_declaration, AttributeValue::Flag(true));
        } else if flags & BIT_FIELD != 0 {
            child.set(dw::DW_AT_bit_size, AttributeValue::Udata(size));
            child.set(dw::DW_AT_data_bit_offset, AttributeValue::Udata(offset));
        } else {
            child.set(dw::DW_AT_data_member_location, AttributeValue::Udata(offset / 8));
        }
    }
}

/// Bits of `DIFlags`.
const FORWARD_DECLARATION: u64 = 1 << 2;
const STATIC_MEMBER: u64 = 1 << 12;
const BIT_FIELD: u64 = 1 << 19;

impl Builder<'_> {
    /// Adds the debug information of compiled functions.
    pub fn debug_info(&mut self, chunks: &[Chunk]) -> Result {
        let module = self.around.module;
        let mut shared = Shared::default();
        let mut units: Vec<CompileUnit<'_>> = Vec::new();
        let mut numbers: HashMap<Metadata, Option<usize>> = HashMap::new();
        for chunk in chunks {
            for code in &chunk.functions {
                let Some(described) = subprogram_of(module, code.global) else { continue };
                let Some(of) = node(module, Some(described)).and_then(|n| n.get_ref(subprogram::UNIT)) else {
                    continue;
                };
                let number = *numbers.entry(of).or_insert_with(|| {
                    units.push(CompileUnit::new(module, of, &mut shared)?);
                    Some(units.len() - 1)
                });
                if let Some(number) = number {
                    units[number].function(&mut shared, chunk, code, described);
                }
            }
        }
        if units.is_empty() {
            return Ok(());
        }
        for mut unit in units {
            unit.fill_types(&mut shared);
            let ranges = unit.unit.ranges.add(RangeList(std::mem::take(&mut unit.ranges)));
            let root = unit.unit.root();
            let root = unit.unit.get_mut(root);
            root.set(dw::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
            root.set(dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
            *shared.dwarf.units.get_mut(unit.id) = unit.unit;
        }
        let mut sections = Sections::new(Section::default());
        let failed = |error: gimli::write::Error| format!("debug information: {error}");
        shared.dwarf.write(&mut sections).map_err(failed)?;
        let mut written: Vec<(SectionId, usize, Vec<Relocation>)> = Vec::new();
        sections.for_each_mut(|id, section| {
            let data = section.data.0.take();
            if !data.is_empty() {
                let flags = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags: elf::SectionFlags(0) };
                let added = self.add_section(id.name().as_bytes().to_vec(), flags, data, 0, 1);
                written.push((id, added, std::mem::take(&mut section.relocations)));
            }
            Ok::<(), crate::error::Refusal>(())
        })?;
        for i in 0..written.len() {
            let (section, relocations) = (written[i].1, std::mem::take(&mut written[i].2));
            for relocation in relocations {
                let r_type = if relocation.size == 8 { elf::R_X86_64_64 } else { elf::R_X86_64_32 };
                let (symbol, addend) = match relocation.target {
                    RelocationTarget::Symbol(global) => match self.function_place(global) {
                        Some((symbol, offset)) => (symbol, offset as i64),
                        None => continue,
                    },
                    RelocationTarget::Section(id) => {
                        let Some(to) = written.iter().find(|w| w.0 == id).map(|w| w.1) else { continue };
                        let id = self.section_id(to);
                        (self.object.section_symbol(id), 0)
                    }
                };
                self.add(section, relocation.offset as u64, r_type, symbol, addend + relocation.addend);
            }
        }
        Ok(())
    }
}
