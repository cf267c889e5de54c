//! Metadata blocks of modules and functions.
//!
//! Every piece of metadata has an id: the records of the module's blocks count from 0, those of a function block continue
//! from there. Definitions of a function block go to a store of their own, so that bodies can be read in parallel.
//! [`MetadataTable::finish`] merges the stores after all bodies are read.

use std::ops::Range;

use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::module::NamedMetadata;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Context, Global, Metadata, Module};

use super::{ModuleTables, Slot};
use crate::bitstream::{Entry, Record, Stream};
use crate::codes::{block, metadata as code};
use crate::error::Result;
use definitions::{Definitions, Surroundings};

mod definitions;
mod finish;
mod function;
mod lazy;
mod old;

pub(crate) use function::{DebugLoc, FunctionMetadata, OwnMetadata};
pub(crate) use lazy::LazyMetadata;

/// The metadata of a module by id. Immutable while function bodies are read.
#[derive(Default)]
pub(crate) struct MetadataTable {
    definitions: Definitions,
    named: Vec<NamedMetadata>,
    /// The indices of named metadata by name.
    named_places: HashMap<Vec<u8>, usize>,
    /// Named metadata of the current block, whose operands may be forward references.
    unresolved_named: Vec<(usize, Range<usize>)>,
    attachments: Vec<(Global, MetadataKind, Metadata)>,
    old: old::OldMetadata,
    /// Whether ids may refer to metadata that is not loaded yet.
    is_lazy: bool,
}

impl MetadataTable {
    /// Reads a `METADATA` block of the module, after its block id. Types, globals and constants must be known.
    pub fn read_block(&mut self, stream: &mut Stream, tables: &mut ModuleTables, module: &mut Module) -> Result<()> {
        stream.enter(block::METADATA, &tables.block_info)?;
        self.read_records(stream, tables, module)
    }

    /// Reads the rest of a `METADATA` block that is already entered.
    fn read_records(&mut self, stream: &mut Stream, tables: &mut ModuleTables, module: &mut Module) -> Result<()> {
        let mut record = Record::default();
        let first_attachment = self.attachments.len();
        while stream.next_record(&mut record)? {
            match record.code {
                code::NAME => self.read_named(stream, &mut record)?,
                code::KIND => read_kind(stream, &record, tables, module.context())?,
                code::GLOBAL_DECL_ATTACHMENT => self.read_attachments(stream, &record, tables)?,
                _ => {
                    let mut around = Surroundings { outer: None, tables, module, local: None };
                    let read = self.definitions.record(&mut record, &mut around, &mut self.old);
                    read.map_err(|message| stream.error(message))?;
                }
            }
        }
        self.definitions.resolve().map_err(|message| stream.error(message))?;
        for (place, operands) in self.unresolved_named.drain(..) {
            let operands = &mut self.named[place].operands[operands];
            operands.iter_mut().for_each(|m| *m = self.definitions.resolved(*m));
            if operands.iter().any(|m| m.as_node().is_none() && !self.is_lazy) {
                return Err(stream.error("Invalid named metadata: expect fwd ref to MDNode"));
            }
        }
        for (_, _, m) in &mut self.attachments[first_attachment..] {
            *m = self.definitions.resolved(*m);
            if m.as_node().is_none() && !self.is_lazy {
                return Err(stream.error("Invalid metadata attachment: expect fwd ref to MDNode"));
            }
        }
        Ok(())
    }

    fn read_named<'d>(&mut self, stream: &mut Stream<'d>, record: &mut Record<'d>) -> Result<()> {
        let name = record.bytes(0);
        let is_next = match stream.next()? {
            Entry::Record(id) => {
                stream.record(id, record)?;
                record.code == code::NAMED_NODE
            }
            _ => false,
        };
        if !is_next {
            return Err(stream.error("METADATA_NAME not followed by METADATA_NAMED_NODE"));
        }
        let mut nodes = Vec::with_capacity(record.ops.len());
        for &id in &record.ops {
            match self.definitions.get_or_slot(id) {
                Some(m) => nodes.push(m),
                None => return Err(stream.error("Invalid named metadata: expect fwd ref to MDNode")),
            }
        }
        let next = self.named.len();
        let place = *self.named_places.entry(name).or_insert_with_key(|name| {
            self.named.push(NamedMetadata { name: name.as_slice().into(), operands: Vec::new() });
            next
        });
        let operands = &mut self.named[place].operands;
        self.unresolved_named.push((place, operands.len()..operands.len() + nodes.len()));
        operands.append(&mut nodes);
        Ok(())
    }

    /// Reads the attachments of a variable or of a function declaration.
    fn read_attachments(&mut self, stream: &Stream, record: &Record, tables: &ModuleTables) -> Result<()> {
        if record.ops.len().is_multiple_of(2) {
            return Err(stream.error("Invalid record"));
        }
        let Some(slot) = usize::try_from(record.get(0)).ok().and_then(|id| tables.values.get(id)) else {
            return Err(stream.error("Invalid record"));
        };
        let Slot::Value(value) = slot else { return Ok(()) };
        let ValueKind::Global(global) = value.value.kind() else { return Ok(()) };
        for pair in record.ops[1..].chunks_exact(2) {
            let Some(&kind) = tables.metadata_kinds.get(&pair[0]) else { return Err(stream.error("Invalid ID")) };
            match self.definitions.get_or_slot(pair[1]) {
                Some(m) => self.attachments.push((global, kind, m)),
                None => return Err(stream.error("Invalid metadata attachment: expect fwd ref to MDNode")),
            }
        }
        Ok(())
    }

    /// The metadata with this id.
    #[inline]
    pub fn get(&self, id: u64) -> Option<Metadata> {
        self.definitions.get(id)
    }
}

/// Reads a `METADATA_KIND` block, after its block id.
pub(crate) fn read_kinds(stream: &mut Stream, tables: &mut ModuleTables, cx: &Context) -> Result<()> {
    stream.enter(block::METADATA_KIND, &tables.block_info)?;
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        if record.code == code::KIND {
            read_kind(stream, &record, tables, cx)?;
        }
    }
    Ok(())
}

/// Reads the name of an attachment kind. In old files such records are in a `METADATA` block.
fn read_kind(stream: &Stream, record: &Record, tables: &mut ModuleTables, cx: &Context) -> Result<()> {
    if record.ops.len() < 2 {
        return Err(stream.error("Invalid record"));
    }
    let kind = cx.metadata_kind(&record.bytes(1));
    let kinds: &mut HashMap<u64, MetadataKind> = &mut tables.metadata_kinds;
    match kinds.insert(record.get(0) & u32::MAX as u64, kind) {
        None => Ok(()),
        Some(_) => Err(stream.error("Conflicting METADATA_KIND records")),
    }
}
