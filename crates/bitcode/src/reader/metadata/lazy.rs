//! Metadata of a module that is loaded when it is referenced, by means of the index in its block.
//!
//! The caller uses [`LazyMetadata::open_block`] for each `METADATA` block, [`LazyMetadata::finish_body`] for each body that
//! was read, and [`LazyMetadata::finish_module`] if named metadata and the attachments of globals are needed. Nodes loaded
//! later may be equal to earlier ones; callers that care use [`lindworm_ir::metadata::MetadataStore::unique`].

use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::{Body, Global, Metadata, Module};

use super::definitions::{Surroundings, strings};
use super::finish::Absorbed;
use super::{MetadataTable, OwnMetadata};
use crate::bitstream::{Entry, Record, Stream, abbrev};
use crate::codes::{block, metadata as code};
use crate::error::Result;
use crate::reader::ModuleTables;

/// The positions of a module's unread metadata, whose ids are [`MetadataRef::Slot`]s in the [`MetadataTable`].
#[derive(Default)]
pub(crate) struct LazyMetadata<'d> {
    /// A stream within the block, with its abbreviations.
    stream: Option<Stream<'d>>,
    /// By id.
    strings: Vec<&'d [u8]>,
    /// Bit offsets of the records, by id minus the number of strings.
    positions: Vec<u64>,
}

impl<'d> LazyMetadata<'d> {
    /// Opens a `METADATA` block of the module, after its block id: reads its index, the names in it and the attachments of
    /// globals; without an index, reads the whole block.
    pub fn open_block(
        &mut self,
        stream: &mut Stream<'d>,
        table: &mut MetadataTable,
        tables: &mut ModuleTables,
        module: &mut Module,
    ) -> Result<()> {
        table.take_store(module);
        let start = stream.clone();
        stream.enter(block::METADATA, &tables.block_info)?;
        if self.read_index(stream, table)? {
            self.stream = Some(stream.clone());
            table.is_lazy = true;
            let all = self.strings.len() + self.positions.len();
            table.definitions.ids = (0..all as u32).map(|id| Metadata::new(MetadataRef::Slot(id))).collect();
            table.read_records(stream, tables, module)?;
        } else {
            *stream = start;
            table.read_block(stream, tables, module)?;
        }
        table.give_store(module);
        Ok(())
    }

    /// Reads strings and index at the start of a block, if present and if the block is the first. Leaves the stream after
    /// the index.
    fn read_index(&mut self, stream: &mut Stream<'d>, table: &MetadataTable) -> Result<bool> {
        if !table.definitions.ids.is_empty() {
            return Ok(false);
        }
        let mut record = Record::default();
        loop {
            let Entry::Record(id) = stream.next()? else { return Ok(false) };
            stream.record(id, &mut record)?;
            match record.code {
                code::STRINGS if self.strings.is_empty() => {
                    strings(&record, |string| self.strings.push(string)).map_err(|m| stream.error(m))?;
                }
                code::INDEX_OFFSET => break,
                _ => {
                    self.strings.clear();
                    return Ok(false);
                }
            }
        }
        let &[low, high] = &record.ops[..] else { return Err(stream.error("Invalid record")) };
        let begin = stream.cursor.bit();
        stream.cursor.jump(begin.saturating_add(low | high << 32))?;
        let Entry::Record(id) = stream.next()? else { return Err(stream.error("Corrupted Metadata block")) };
        stream.record(id, &mut record)?;
        if record.code != code::INDEX || self.strings.len() + record.ops.len() >= Metadata::MAX / 2 {
            return Err(stream.error("Corrupted Metadata block"));
        }
        let mut position = begin;
        self.positions.extend(record.ops.iter().map(|&delta| {
            position = position.saturating_add(delta);
            position
        }));
        Ok(true)
    }

    /// After reading a body: loads the metadata that it refers to, and moves the body into the module.
    pub fn finish_body(
        &mut self,
        table: &mut MetadataTable,
        tables: &ModuleTables,
        module: &mut Module,
        (function, mut body, own): (Global, Box<Body>, OwnMetadata),
    ) -> Result<()> {
        table.take_store(module);
        let first_own = table.definitions.store.node_count() as u32;
        let store = &mut table.definitions.store;
        let absorbed = own.defined.map(|mut defined| {
            let absorbed = Absorbed::new(store, &defined, first_own);
            absorbed.map_nodes(&mut defined.store);
            store.append_nodes(std::iter::once(&defined.store));
            absorbed
        });
        let map = |m| absorbed.as_ref().map_or(m, |absorbed| absorbed.map(m));
        let mut wanted = Vec::new();
        body.map_metadata(|m| {
            let m = map(m);
            wanted.push(m);
            m
        });
        if let Some(global) = module.global_mut(function) {
            global.metadata.extend(own.attachments.iter().map(|&(kind, m)| (kind, map(m))));
            wanted.extend(global.metadata.iter().map(|&(_, m)| m));
        }
        let loaded = self.load(table, tables, module, first_own, wanted);
        body.map_metadata(|m| table.definitions.resolved(m));
        if let Some(global) = module.global_mut(function) {
            global.metadata.iter_mut().for_each(|(_, m)| *m = table.definitions.resolved(*m));
            global.metadata.sort_by_key(|&(kind, _)| kind);
            if let Some(f) = global.as_function_mut() {
                // A body without blocks counts as none.
                f.body = Some(body).filter(|b| b.entry().is_some());
            }
        }
        table.give_store(module);
        loaded
    }

    /// Loads the metadata that named metadata and attachments of globals refer to, and adds them to the module.
    pub fn finish_module(
        &mut self,
        table: &mut MetadataTable,
        tables: &ModuleTables,
        module: &mut Module,
    ) -> Result<()> {
        table.take_store(module);
        let named = table.named.iter().flat_map(|named| named.operands.iter().copied());
        let wanted = named.chain(table.attachments.iter().map(|&(_, _, m)| m)).collect();
        let first_new = table.definitions.store.node_count() as u32;
        let loaded = self.load(table, tables, module, first_new, wanted);
        *module.named_metadata_mut() = std::mem::take(&mut table.named);
        for m in module.named_metadata_mut().iter_mut().flat_map(|named| &mut named.operands) {
            *m = table.definitions.resolved(*m);
        }
        for (global, kind, m) in std::mem::take(&mut table.attachments) {
            if let Some(global) = module.global_mut(global) {
                global.metadata.push((kind, table.definitions.resolved(m)));
                global.metadata.sort_by_key(|&(kind, _)| kind);
            }
        }
        table.give_store(module);
        loaded
    }

    /// Loads all requested metadata and all metadata that the nodes from `first_new` on refer to.
    fn load(
        &mut self,
        table: &mut MetadataTable,
        tables: &ModuleTables,
        module: &Module,
        first_new: u32,
        mut wanted: Vec<Metadata>,
    ) -> Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        let mut record = Record::default();
        let mut next = first_new;
        loop {
            while next < table.definitions.store.node_count() as u32 {
                table.definitions.store.node(next).for_each_ref(|m| wanted.push(m));
                next += 1;
            }
            let Some(m) = wanted.pop() else { break };
            let MetadataRef::Slot(id) = table.definitions.resolved(m).open() else { continue };
            let id = id as usize;
            let loaded = if let Some(string) = self.strings.get(id) {
                table.definitions.string(string)
            } else {
                let position = id.checked_sub(self.strings.len()).and_then(|i| self.positions.get(i));
                let &position = position.ok_or_else(|| stream.error("Invalid record"))?;
                stream.cursor.jump(position)?;
                // The index must point to a record. An end marker would close the block, whose abbreviations are still
                // needed.
                let abbreviation = stream.cursor.fixed(stream.abbrev_width())? as u32;
                if abbreviation < abbrev::UNABBREVIATED {
                    return Err(stream.error("Corrupted Metadata block"));
                }
                stream.record(abbreviation, &mut record)?;
                let mut around = Surroundings { outer: None, tables, module, local: None };
                let defined = table.definitions.define(&mut record, &mut around, &mut table.old);
                defined.and_then(|m| m.ok_or("Invalid record")).map_err(|message| stream.error(message))?
            };
            table.definitions.ids[id] = loaded;
        }
        table.definitions.resolve_from(first_new).map_err(|message| stream.error(message))
    }
}

impl MetadataTable {
    /// Moves the metadata out of the module, to extend it.
    fn take_store(&mut self, module: &mut Module) {
        self.definitions.store = std::mem::take(module.metadata_mut());
        self.definitions.before = Default::default();
    }

    /// Moves the metadata back; definitions of functions are numbered after it.
    fn give_store(&mut self, module: &mut Module) {
        self.definitions.count_as_before();
        *module.metadata_mut() = std::mem::take(&mut self.definitions.store);
    }
}
