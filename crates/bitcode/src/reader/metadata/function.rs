//! The metadata that a function defines and attaches.

use hashbrown::HashTable;
use lindworm_ir::hash::clear_index_to_reuse;
use lindworm_ir::metadata::{Attachment, MetadataRef, MetadataStore, NULL_WORD};
use lindworm_ir::{Body, Inst, Metadata, Module, Value};

use super::MetadataTable;
use super::definitions::{Counts, Definitions, Surroundings};
use super::old::OldMetadata;
use crate::bitstream::{Record, Stream};
use crate::codes::{block, metadata as code};
use crate::error::Result;
use crate::reader::ModuleTables;
use crate::reader::operand::FunctionValues;

/// Estimates for a function with debug info: the number of bits of its block per node, and the number of words per node.
const BITS_PER_NODE: u64 = 160;
const WORDS_PER_NODE: usize = 4;

/// The metadata that a function defines and attaches to itself, for [`MetadataTable::finish`]. Every function has one until all are
/// read, so it is small.
pub(crate) struct OwnMetadata {
    pub(super) defined: Option<Box<Defined>>,
    pub(super) attachments: Vec<Attachment>,
    pub(super) has_old_expressions: bool,
}

/// The metadata that a function defines, and the numbers of what is defined before.
pub(super) struct Defined {
    pub before: Counts,
    pub store: MetadataStore,
}

/// The metadata of a function that is being read.
#[derive(Default)]
struct Reading {
    definitions: Definitions,
    attachments: Vec<Attachment>,
    old: OldMetadata,
}

/// The metadata that a function body can refer to, during reading.
pub(crate) struct FunctionMetadata<'t> {
    table: &'t MetadataTable,
    /// Boxed because it is large and moved.
    own: Box<Reading>,
}

/// A `DEBUG_LOC` record. Scope and `inlinedAt` are metadata ids plus 1, or 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) struct DebugLoc {
    pub line: u64,
    pub column: u64,
    pub scope: u64,
    pub inlined_at: u64,
    pub implicit_code: bool,
    pub atom_group: u64,
    pub atom_rank: u64,
}

impl<'t> FunctionMetadata<'t> {
    /// The metadata of a function whose block has `bits` bits.
    pub fn new(table: &'t MetadataTable, bits: u64) -> FunctionMetadata<'t> {
        let mut definitions = Definitions::after(&table.definitions);
        if !table.definitions.ids.is_empty() {
            let nodes = (bits / BITS_PER_NODE) as usize;
            definitions.store.reserve(nodes, nodes * WORDS_PER_NODE);
        }
        FunctionMetadata { table, own: Box::new(Reading { definitions, ..Reading::default() }) }
    }

    /// Reads a `METADATA` block of the function, after its block id. Forward references to values are in
    /// [`Body::local_metadata`] until they are patched.
    pub fn read_block(
        &mut self,
        stream: &mut Stream,
        tables: &ModuleTables,
        module: &Module,
        body: &mut Body,
        values: &mut FunctionValues,
    ) -> Result<()> {
        stream.enter(block::METADATA, &tables.block_info)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            // Kinds can only be defined by the module.
            if record.code == code::KIND {
                return Err(stream.error("Conflicting METADATA_KIND records"));
            }
            let local = Some((&mut *body, &mut *values));
            let mut around = Surroundings { outer: Some(self.table), tables, module, local };
            let read = self.own.definitions.record(&mut record, &mut around, &mut self.own.old);
            read.map_err(|message| stream.error(message))?;
        }
        self.own.definitions.resolve().map_err(|message| stream.error(message))?;
        self.own.definitions.index_locations();
        Ok(())
    }

    /// Reads a `METADATA_ATTACHMENT` block, after its block id. `inst` gives the instructions by number in the function.
    /// Attachments of the function itself are kept for [`MetadataTable::finish`].
    pub fn read_attachments(
        &mut self,
        stream: &mut Stream,
        tables: &ModuleTables,
        body: &mut Body,
        inst: &dyn Fn(u64) -> Option<Inst>,
    ) -> Result<()> {
        stream.enter(block::METADATA_ATTACHMENT, &tables.block_info)?;
        let mut record = Record::default();
        while stream.next_record(&mut record)? {
            if record.code != code::ATTACHMENT {
                continue;
            }
            // With an instruction, the number of operands is odd.
            let (first, pairs) = record.ops.split_at(record.ops.len() % 2);
            if record.ops.is_empty() {
                return Err(stream.error("Invalid record"));
            }
            let to = match first {
                [number] => Some(inst(*number).ok_or_else(|| stream.error("Invalid record"))?),
                _ => None,
            };
            for pair in pairs.chunks_exact(2) {
                let Some(&kind) = tables.metadata_kinds.get(&pair[0]) else {
                    return Err(stream.error("Invalid ID"));
                };
                match (self.get(pair[1]), to) {
                    // Attachments of function-local values no longer have an equivalent.
                    (Some(m), Some(_)) if matches!(m.open(), MetadataRef::Local(_)) => break,
                    (Some(m), Some(inst)) if may_be_node(m) => {
                        body.set_attachment(inst, kind, Some(m));
                    }
                    (Some(m), None) if may_be_node(m) => self.own.attachments.push((kind, m)),
                    (_, Some(_)) => return Err(stream.error("Invalid metadata attachment")),
                    (_, None) => {
                        let message = "Invalid metadata attachment: expect fwd ref to MDNode";
                        return Err(stream.error(message));
                    }
                }
            }
        }
        Ok(())
    }

    /// The metadata with this id.
    #[inline]
    pub fn get(&self, id: u64) -> Option<Metadata> {
        match id < self.own.definitions.before.ids as u64 {
            true => self.table.get(id),
            false => self.own.definitions.get(id),
        }
    }

    /// A value as metadata.
    pub fn value(&mut self, value: Value, body: &mut Body) -> Metadata {
        if value.is_constant() {
            return self.own.definitions.constant(value);
        }
        body.add_local_metadata(value)
    }

    /// The location of a `DEBUG_LOC` record; `None` if its scope is undefined.
    pub fn location(&mut self, loc: &DebugLoc) -> Option<Metadata> {
        let node = |id: u64| match id.checked_sub(1) {
            None => Some(NULL_WORD),
            Some(id) => self.get(id).filter(|&m| may_be_node(m)).map(Metadata::bits),
        };
        let scope = node(loc.scope).filter(|&s| s != NULL_WORD)?;
        let inlined_at = node(loc.inlined_at)?;
        // A column that does not fit is unknown, 0.
        let column = if loc.column > 0xffff { 0 } else { loc.column };
        let values = [
            loc.line,
            column,
            scope.into(),
            inlined_at.into(),
            loc.implicit_code.into(),
            loc.atom_group,
            loc.atom_rank & 0xff,
        ];
        self.own.definitions.location(&values)
    }

    /// Takes over the memory of an empty location index.
    pub fn use_locations(&mut self, empty: &mut HashTable<u32>) {
        self.own.definitions.locations = std::mem::take(empty);
    }

    /// Returns that memory after the body is read.
    pub fn give_locations(&mut self, empty: &mut HashTable<u32>) {
        *empty = std::mem::take(&mut self.own.definitions.locations);
        clear_index_to_reuse(empty);
    }

    /// The data for [`MetadataTable::finish`].
    pub fn into_own(self) -> OwnMetadata {
        let Reading { definitions: Definitions { before, store, .. }, attachments, old } = *self.own;
        let is_empty = store.node_count() == 0 && store.string_count() == 0 && store.values().is_empty();
        OwnMetadata {
            defined: (!is_empty).then(|| Box::new(Defined { before, store })),
            attachments,
            has_old_expressions: old.debug_info.has_old_expressions,
        }
    }
}

/// Whether metadata is a node, or not loaded yet.
fn may_be_node(m: Metadata) -> bool {
    matches!(m.open(), MetadataRef::Node(_) | MetadataRef::Slot(_))
}

impl Definitions {
    /// The location with these fields, uniqued.
    fn location(&mut self, values: &[u64; 7]) -> Option<Metadata> {
        if self.store.node_count() >= Metadata::MAX - 1 - self.before.nodes as usize {
            return None;
        }
        Some(self.unique_location(values))
    }
}
