//! The definitions of a metadata block.

use hashbrown::HashTable;
use lindworm_ir::debug_info::{
    FieldKind, MAX_FIELDS, NodeKind, SP_FLAG_DEFINITION, TAG_PTRAUTH_TYPE, compile_unit, derived_type, file,
    fixed_point_type, global_variable_expression, subprogram,
};
use lindworm_ir::hash::hash_words;
use lindworm_ir::metadata::{MetadataRef, MetadataStore, NULL_WORD};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Body, Metadata, Module, Type, Value};
use lindworm_upgrade::old_debug_info::upgrade_expression;

use super::MetadataTable;
use super::old::{self, OldMetadata};
use crate::bitstream::{Cursor, Record};
use crate::codes::metadata as code;
use crate::nodes::{ID, Layout, PLACE, PLUS_ONE, UNUSED, VERSIONED_LANGUAGE, unrotate};
use crate::reader::operand::FunctionValues;
use crate::reader::types::TypeId;
use crate::reader::{ModuleTables, Slot};

/// The result of reading a record, with LLVM's message as the error.
pub(super) type Read<T> = Result<T, &'static str>;

const INVALID: &str = "Invalid record";

/// The context of a record, apart from the metadata of its own block.
pub(super) struct Surroundings<'a, 'v> {
    /// The metadata of the module, for a function block.
    pub outer: Option<&'a MetadataTable>,
    pub tables: &'a ModuleTables,
    pub module: &'a Module,
    /// The body and the values of the function, for a function block.
    pub local: Option<(&'a mut Body, &'a mut FunctionValues<'v>)>,
}

/// The metadata defined by the blocks of a module, or by one function.
///
/// Nodes, strings and values of a function are numbered after those of the module, as are metadata ids. A forward reference
/// is a [`MetadataRef::Slot`] with the id.
#[derive(Default)]
pub(super) struct Definitions {
    pub store: MetadataStore,
    /// The number of earlier definitions.
    pub before: Counts,
    /// By id minus [`Counts::ids`] of `before`.
    pub ids: Vec<Metadata>,
    /// The nodes with forward references.
    forward: Vec<u32>,
    /// The words of the node being read.
    words: Vec<u32>,
    /// The nodes created by [`Definitions::unique_location`].
    pub locations: HashTable<u32>,
    /// Whether the node being read has a forward reference.
    has_forward: bool,
}

#[inline]
fn hash_location(words: &[u32]) -> u64 {
    hash_words(0, words)
}

/// Numbers of metadata entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub nodes: u32,
    pub strings: u32,
    pub values: u32,
    pub ids: u32,
}

impl Definitions {
    /// The definitions of a function, numbered after those of the module.
    pub fn after(outer: &Definitions) -> Definitions {
        Definitions { before: outer.counts(), ..Definitions::default() }
    }

    /// The total counts, including `before`.
    fn counts(&self) -> Counts {
        Counts {
            nodes: self.before.nodes + self.store.node_count() as u32,
            strings: self.before.strings + self.store.string_count() as u32,
            values: self.before.values + self.store.values().len() as u32,
            ids: self.before.ids + self.ids.len() as u32,
        }
    }

    /// The metadata with this id, if it is defined here.
    #[inline]
    pub fn get(&self, id: u64) -> Option<Metadata> {
        self.ids.get(usize::try_from(id).ok()?.wrapping_sub(self.before.ids as usize)).copied()
    }

    /// The metadata with this id, or a forward reference. `None` if the id is out of range.
    #[inline]
    pub fn get_or_slot(&self, id: u64) -> Option<Metadata> {
        match self.get(id) {
            None if id < Metadata::MAX as u64 => Some(Metadata::new(MetadataRef::Slot(id as u32))),
            known => known,
        }
    }

    /// Clears the collected words.
    pub fn clear_words(&mut self) {
        self.words.clear();
    }

    /// Adds the locations of a block to the index of [`Definitions::unique_location`].
    pub fn index_locations(&mut self) {
        let Definitions { store, locations, .. } = self;
        for new in 0..store.node_count() as u32 {
            let node = store.node(new);
            if node.kind != NodeKind::DILocation || node.distinct {
                continue;
            }
            let is_same = |&known: &u32| store.node(known).words == node.words;
            locations.entry(hash_location(node.words), is_same, |&n| hash_location(store.node(n).words)).or_insert(new);
        }
    }

    /// The location with these fields, uniqued within the function, so that few locations have to be merged in the module.
    pub fn unique_location(&mut self, values: &[u64; 7]) -> Metadata {
        use lindworm_ir::debug_info::location::{COLUMN, IMPLICIT_CODE, INLINED_AT, LINE, SCOPE};
        let kind = NodeKind::DILocation;
        self.words.clear();
        if values[IMPLICIT_CODE..].iter().all(|&v| v == 0) {
            // Fast path: no atom group or rank, and not implicit code.
            let words = [LINE, COLUMN, SCOPE, INLINED_AT].map(|field| values[field] as u32);
            let is_inlined = words[INLINED_AT] != NULL_WORD;
            self.words.extend_from_slice(if is_inlined { &words } else { &words[..INLINED_AT] });
        } else {
            kind.encode(values, &[], &mut self.words);
        }
        let Definitions { store, words, locations, .. } = self;
        let is_same = |&known: &u32| store.node(known).words == *words;
        let place = locations.entry(hash_location(words), is_same, |&n| hash_location(store.node(n).words));
        let node = *place.or_insert_with(|| store.push(kind, false, words)).get();
        Metadata::new(MetadataRef::Node(self.before.nodes + node))
    }

    /// The resolution of a reference, after all ids are defined.
    #[inline]
    pub fn resolved(&self, m: Metadata) -> Metadata {
        match m.open() {
            MetadataRef::Slot(id) => self.get(id.into()).unwrap_or(m),
            _ => m,
        }
    }

    /// [`Definitions::resolve`] for all nodes from `node` on, for lazy loading, where any node may refer to one loaded
    /// later.
    pub fn resolve_from(&mut self, node: u32) -> Read<()> {
        self.forward = (node..self.store.node_count() as u32).collect();
        self.resolve()
    }

    /// Counts all definitions, except ids, as earlier ones. For use before the store is moved back to the module.
    pub fn count_as_before(&mut self) {
        self.before = Counts { ids: 0, ..self.counts() };
    }

    /// Replaces forward references, at the end of a block.
    pub fn resolve(&mut self) -> Read<()> {
        let (ids, first) = (&self.ids, self.before.ids);
        let mut undefined = false;
        for &node in &self.forward {
            self.store.map_refs(node..node + 1, |m| match m.open() {
                // References to the module's metadata are loaded later: see `LazyMetadata`.
                MetadataRef::Slot(id) if id < first => m,
                MetadataRef::Slot(id) => match ids.get((id - first) as usize) {
                    Some(&m) if !is_local(m) => m,
                    _ => {
                        undefined = true;
                        m
                    }
                },
                _ => m,
            });
        }
        for node in self.forward.drain(..) {
            let node = self.store.node(node);
            let is_string = |w: u32| match Metadata::from_word(w).map(Metadata::open) {
                None | Some(MetadataRef::String(_)) => true,
                Some(MetadataRef::Slot(id)) => id < first,
                _ => false,
            };
            for (i, field) in node.kind.fields().iter().enumerate() {
                undefined |= matches!(field.kind, FieldKind::String(_)) && !is_string(node.get(i) as u32);
            }
        }
        if undefined { Err(INVALID) } else { Ok(()) }
    }

    /// Processes one record.
    pub fn record(&mut self, record: &mut Record, around: &mut Surroundings, old: &mut OldMetadata) -> Read<()> {
        if self.ids.len() + self.before.ids as usize >= Metadata::MAX / 2 {
            return Err(INVALID);
        }
        if record.code == code::STRINGS {
            return strings(record, |string| {
                let string = self.string(string);
                self.ids.push(string);
            });
        }
        let defined = self.define(record, around, old)?;
        self.ids.extend(defined);
        Ok(())
    }

    /// The metadata defined by one record, if any.
    pub fn define(
        &mut self,
        record: &mut Record,
        around: &mut Surroundings,
        old: &mut OldMetadata,
    ) -> Read<Option<Metadata>> {
        let ops = &mut record.ops;
        let defined = match record.code {
            code::STRING_OLD => {
                let string = record.bytes(0);
                old.has_loop_tags |= string.starts_with(b"llvm.vectorizer.");
                self.string(&string)
            }
            code::VALUE => match ops[..] {
                [ty, value] => {
                    let ty = value_type(around, ty).ok_or(INVALID)?;
                    self.value(around, ty, value).ok_or("Invalid value reference from metadata")?
                }
                _ => return Err(INVALID),
            },
            code::NODE | code::DISTINCT_NODE => {
                self.words.clear();
                self.push_references(ops, around)?;
                self.push_words(NodeKind::Tuple, record.code == code::DISTINCT_NODE)
            }
            code::OLD_NODE => self.old_node(ops, around)?,
            code::OLD_FN_NODE => self.old_function_node(ops, around)?,
            code::ARG_LIST => self.arg_list(ops, around)?,
            code::EXPRESSION => {
                let &first = ops.first().ok_or(INVALID)?;
                let version = first >> 1;
                if version > 3 {
                    return Err(INVALID);
                }
                old.debug_info.has_old_expressions |= version <= 1;
                let elements = upgrade_expression(version, &mut ops[1..]);
                self.words.clear();
                self.words.extend(elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]));
                self.push_words(NodeKind::DIExpression, first & 1 != 0)
            }
            other => match Layout::of_code(other) {
                Some(layout) => self.node(layout, ops, around, old)?,
                None => return Ok(None),
            },
        };
        Ok(Some(defined))
    }

    /// Adds a string.
    pub fn string(&mut self, bytes: &[u8]) -> Metadata {
        let string = self.store.add_string(bytes);
        self.behind(string)
    }

    /// Adds a constant as metadata.
    pub fn constant(&mut self, value: Value) -> Metadata {
        let value = self.store.add_value(value);
        self.behind(value)
    }

    /// A reference into the store, renumbered after the earlier definitions.
    fn behind(&self, m: Metadata) -> Metadata {
        Metadata::new(match m.open() {
            MetadataRef::Node(n) => MetadataRef::Node(self.before.nodes + n),
            MetadataRef::String(i) => MetadataRef::String(self.before.strings + i),
            MetadataRef::Value(i) => MetadataRef::Value(self.before.values + i),
            other => other,
        })
    }

    /// The word of a number as metadata: an `i64` constant.
    pub fn number(&mut self, around: &Surroundings, number: u64) -> u64 {
        let value = around.module.constants().int(around.module.context(), Type::I64, number);
        self.constant(value).bits().into()
    }

    /// Finishes a node that was pushed; records it if it has forward references.
    fn pushed(&mut self, node: u32) -> Metadata {
        if std::mem::take(&mut self.has_forward) {
            self.forward.push(node);
        }
        Metadata::new(MetadataRef::Node(self.before.nodes + node))
    }

    /// Adds a node with the collected words.
    fn push_words(&mut self, kind: NodeKind, distinct: bool) -> Metadata {
        let node = self.store.push(kind, distinct, &self.words);
        self.pushed(node)
    }

    /// Adds a node with these fields. Fields of variable length are in the collected words.
    pub fn push_fields(&mut self, kind: NodeKind, distinct: bool, values: &[u64]) -> Metadata {
        let node = self.store.push_fields(kind, distinct, &values[..kind.fields().len()], &self.words);
        self.pushed(node)
    }

    /// The word of a reference to an id.
    #[inline]
    fn reference_to(&mut self, id: u64, around: &Surroundings) -> Read<u32> {
        let known = match around.outer {
            Some(outer) if id < self.before.ids as u64 => outer.get(id),
            _ => self.get(id),
        };
        match known {
            Some(m) if !is_local(m) => Ok(m.bits()),
            None if id < Metadata::MAX as u64 => {
                self.has_forward = true;
                Ok(Metadata::new(MetadataRef::Slot(id as u32)).bits())
            }
            _ => Err(INVALID),
        }
    }

    /// The word of a nullable reference: an id plus 1, or 0.
    #[inline]
    fn reference(&mut self, op: u64, around: &Surroundings) -> Read<u32> {
        match op.checked_sub(1) {
            None => Ok(NULL_WORD),
            Some(id) => self.reference_to(id, around),
        }
    }

    /// Appends the words of nullable references.
    fn push_references(&mut self, ops: &[u64], around: &Surroundings) -> Read<()> {
        for &op in ops {
            let word = self.reference(op, around)?;
            self.words.push(word);
        }
        Ok(())
    }

    /// A value of a given type as metadata.
    fn value(&mut self, around: &mut Surroundings, ty: TypeId, id: u64) -> Option<Metadata> {
        let of_type = around.tables.types.ty(ty)?;
        let known = usize::try_from(id).ok().and_then(|id| around.tables.values.get(id));
        let value = match (known, &mut around.local) {
            (Some(Slot::Value(v)), _) => Some(v.value).filter(|&v| around.module.value_type(None, v) == of_type)?,
            (Some(Slot::Expression(_)), _) => around.module.constants().poison(of_type),
            (None, Some((body, values))) => {
                let value = values.get(u32::try_from(id).ok()?, ty)?;
                if !value.is_constant() {
                    return Some(body.add_local_metadata(value));
                }
                value
            }
            (None, None) => return None,
        };
        value.is_constant().then(|| self.constant(value))
    }

    /// A list of values, for a debug record or intrinsic.
    fn arg_list(&mut self, ops: &[u64], around: &mut Surroundings) -> Read<Metadata> {
        let mut args = Vec::with_capacity(ops.len());
        for &id in ops {
            let known = match around.outer {
                Some(outer) if id < self.before.ids as u64 => outer.get(id),
                _ => self.get(id),
            };
            match known {
                None => return Err("Invalid record: DIArgList should not contain forward refs"),
                Some(m) if matches!(m.open(), MetadataRef::Local(_) | MetadataRef::Value(_) | MetadataRef::Slot(_)) => {
                    args.push(m);
                }
                Some(_) => return Err(INVALID),
            }
        }
        let Some((body, _)) = &mut around.local else { return Err(INVALID) };
        Ok(body.add_arg_list(args.into()))
    }

    /// An old node: operands as pairs of type and value, where a value of type `metadata` is an id.
    fn old_node(&mut self, ops: &[u64], around: &mut Surroundings) -> Read<Metadata> {
        if !ops.len().is_multiple_of(2) {
            return Err(INVALID);
        }
        let mut words = Vec::with_capacity(ops.len() / 2);
        for pair in ops.chunks_exact(2) {
            let id = u32::try_from(pair[0]).map_err(|_| INVALID)?;
            words.push(match around.tables.types.ty(TypeId(id)).ok_or(INVALID)? {
                Type::METADATA => self.reference_to(pair[1], around)?,
                Type::VOID => NULL_WORD,
                _ => {
                    let value = self.value(around, TypeId(id), pair[1]).filter(|&m| !is_local(m));
                    value.ok_or("Invalid value reference from old metadata")?.bits()
                }
            });
        }
        self.words = words;
        Ok(self.push_words(NodeKind::Tuple, false))
    }

    /// An old function-local node: a single value becomes that value as metadata. Other forms have no equivalent and become
    /// an empty tuple.
    fn old_function_node(&mut self, ops: &[u64], around: &mut Surroundings) -> Read<Metadata> {
        if !ops.len().is_multiple_of(2) {
            return Err(INVALID);
        }
        if let &[ty, value] = ops
            && let Some(ty) = value_type(around, ty)
        {
            return self.value(around, ty, value).ok_or("Invalid value reference from old fn metadata");
        }
        self.words.clear();
        Ok(self.push_words(NodeKind::Tuple, false))
    }

    /// A node with fields.
    fn node(
        &mut self,
        layout: &Layout,
        ops: &mut Vec<u64>,
        around: &mut Surroundings,
        old: &mut OldMetadata,
    ) -> Read<Metadata> {
        let form = old::modernize(layout.code, ops)?;
        if ops.len() < layout.least {
            return Err(INVALID);
        }
        let kind = layout.kind;
        let fields = kind.fields();
        let first = ops[0];
        let mut values = [0; MAX_FIELDS];
        for (value, field) in values.iter_mut().zip(fields) {
            *value = field.default;
        }
        let has_old_sizes = layout.size_flag != 0 && first & layout.size_flag == 0;
        for (&operand, &op) in layout.operands.iter().zip(&ops[1..]) {
            let place = operand & PLACE;
            if place == UNUSED {
                continue;
            }
            let kind = fields[place as usize].kind;
            values[place as usize] = match kind {
                FieldKind::UnsignedOrRef if has_old_sizes => self.number(around, op),
                FieldKind::String(_) => {
                    let word = self.reference(op, around)?;
                    match Metadata::from_word(word).map(Metadata::open) {
                        None | Some(MetadataRef::String(_) | MetadataRef::Slot(_)) => word.into(),
                        _ => return Err(INVALID),
                    }
                }
                _ if operand & ID != 0 => self.reference_to(op, around)?.into(),
                FieldKind::Bool => (op != 0) as u64,
                _ if operand & PLUS_ONE != 0 => op.wrapping_sub(1) & u32::MAX as u64,
                // A column that does not fit is unknown, 0; other numbers are truncated.
                FieldKind::Unsigned { max: 0xffff } if fields[place as usize].name == "column" && op > 0xffff => 0,
                FieldKind::Unsigned { max } => op & max,
                _ if kind.is_ref() => self.reference(op, around)?.into(),
                _ => op,
            };
        }
        if let Some(field) = layout.flag_field {
            values[field as usize] = first >> 1 & 1;
        }
        self.words.clear();
        let mut distinct = first & 1 != 0;
        match kind {
            // LLVM ignores the distinct bit of these.
            NodeKind::DISubrange | NodeKind::DIGenericSubrange => distinct = false,
            NodeKind::DICompileUnit => {
                distinct = true;
                compile_unit_language(ops[1], &mut values);
            }
            NodeKind::DISubprogram => distinct |= values[subprogram::SP_FLAGS_] as u32 & SP_FLAG_DEFINITION != 0,
            NodeKind::DIFile if values[file::CHECKSUM_KIND_] == 0 || ops.get(4).is_none_or(|&c| c == 0) => {
                values[file::CHECKSUM_KIND_] = 0;
                values[file::CHECKSUM] = NULL_WORD.into();
            }
            NodeKind::DIDerivedType if values[derived_type::TAG_] == TAG_PTRAUTH_TYPE.into() => {
                values[derived_type::ALIGN] = ops.get(14).copied().unwrap_or(0);
            }
            NodeKind::DIAssignID if !distinct => return Err("Invalid DIAssignID record. Must be distinct"),
            NodeKind::DIGlobalVariableExpression if ops[2] == 0 => {
                values[global_variable_expression::EXPR] = self.expression(&[]).bits().into();
            }
            NodeKind::GenericDINode => {
                if ops[1] >= 1 << 16 || ops[2] != 0 {
                    return Err(INVALID);
                }
                self.push_references(&ops[4..], around)?;
            }
            NodeKind::DIEnumerator => self.push_big_int(ops[1], &ops[3..])?,
            NodeKind::DIFixedPointType => {
                let mut rest = &ops[9..];
                for _ in 0..2 {
                    let (&head, words) = rest.split_first().ok_or(INVALID)?;
                    let (words, after) = words.split_at_checked((head >> 32) as usize).ok_or(INVALID)?;
                    self.push_big_int(head & u32::MAX as u64, words)?;
                    rest = after;
                }
                if let &[file, line, scope, ..] = rest {
                    values[fixed_point_type::FILE] = self.reference(file, around)?.into();
                    values[fixed_point_type::LINE] = line & u64::from(u32::MAX);
                    values[fixed_point_type::SCOPE] = self.reference(scope, around)?.into();
                }
            }
            _ => {}
        }
        if kind.info().since > IrVersion::V22
            && fields.iter().zip(&values).any(|(f, &value)| f.since > IrVersion::V22 && value != f.default)
        {
            around.module.note_form_since(kind.info().since);
        }
        if form == old::Form::Today {
            return Ok(self.push_fields(kind, distinct, &values));
        }
        old::define(self, form, kind, distinct, &mut values, around, old)
    }

    /// Appends the bit width of a big integer and its words, whose lowest bits are the signs.
    fn push_big_int(&mut self, bits: u64, words: &[u64]) -> Read<()> {
        if bits > 64 * words.len() as u64 && bits > 4096 {
            return Err(INVALID);
        }
        let len = bits.div_ceil(32) as usize;
        self.words.push(bits as u32);
        let start = self.words.len();
        self.words.extend(words.iter().flat_map(|&w| {
            let w = unrotate(w);
            [w as u32, (w >> 32) as u32]
        }));
        self.words.resize(start + len, 0);
        if let Some(last) = self.words.last_mut()
            && !bits.is_multiple_of(32)
        {
            *last &= (1 << (bits % 32)) - 1;
        }
        Ok(())
    }

    /// The metadata of a nullable reference.
    pub fn reference_of(&mut self, op: u64, around: &Surroundings) -> Read<Option<Metadata>> {
        Ok(Metadata::from_word(self.reference(op, around)?))
    }

    /// Adds an expression node with these elements, next to the node being read.
    pub fn expression(&mut self, elements: &[u64]) -> Metadata {
        let words: Vec<u32> = elements.iter().flat_map(|&e| [e as u32, (e >> 32) as u32]).collect();
        let node = self.store.push(NodeKind::DIExpression, false, &words);
        Metadata::new(MetadataRef::Node(self.before.nodes + node))
    }

    /// The constant of a value as metadata, if it is defined here.
    pub fn constant_of(&self, m: Metadata) -> Option<Value> {
        match m.open() {
            MetadataRef::Value(i) => self.store.values().get(i.checked_sub(self.before.values)? as usize).copied(),
            _ => None,
        }
    }
}

/// Calls `f` with each string of a strings record: the operands are the count and the offset of the characters in the blob;
/// the blob starts with the lengths.
pub(super) fn strings<'d>(record: &Record<'d>, mut f: impl FnMut(&'d [u8])) -> Read<()> {
    let &[count, offset] = &record.ops[..] else { return Err("Invalid record: metadata strings layout") };
    if count == 0 {
        return Err("Invalid record: metadata strings with no strings");
    }
    let blob = record.blob.unwrap_or_default();
    let offset = usize::try_from(offset).ok().filter(|&o| o <= blob.len());
    let (lengths, mut bytes) = blob.split_at(offset.ok_or("Invalid record: metadata strings corrupt offset")?);
    let mut lengths = Cursor::new(lengths);
    for i in 0..count {
        if lengths.at_end() || i >= Metadata::MAX as u64 / 2 {
            return Err("Invalid record: metadata strings bad length");
        }
        let len = lengths.vbr(6).map_err(|_| "Invalid record: metadata strings bad length")?;
        let len = usize::try_from(len).ok().filter(|&l| l <= bytes.len());
        let (string, rest) = bytes.split_at(len.ok_or("Invalid record: metadata strings truncated chars")?);
        bytes = rest;
        f(string);
    }
    Ok(())
}

/// The type id of a value as metadata, if valid.
fn value_type(around: &Surroundings, id: u64) -> Option<TypeId> {
    let id = TypeId(u32::try_from(id).ok()?);
    around.tables.types.ty(id).filter(|&ty| ty != Type::METADATA && ty != Type::VOID).map(|_| id)
}

/// Whether metadata is function-local, so that no node can refer to it.
fn is_local(m: Metadata) -> bool {
    matches!(m.open(), MetadataRef::Local(_) | MetadataRef::ArgList(_))
}

fn compile_unit_language(language: u64, values: &mut [u64; MAX_FIELDS]) {
    use compile_unit::*;
    if language & VERSIONED_LANGUAGE != 0 {
        values[LANGUAGE_] = NodeKind::DICompileUnit.fields()[LANGUAGE_].default;
        values[SOURCE_LANGUAGE_NAME] = language & 0xffff;
    } else {
        // LLVM keeps 16 bits.
        values[LANGUAGE_] = language & 0xffff;
        values[SOURCE_LANGUAGE_VERSION] = 0;
    }
}
