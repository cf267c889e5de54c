//! Copies of blocks: of bodies of other functions (inlining), and within a body (unrolling).

use smallvec::SmallVec;

use super::{Editor, Listener, Parts};
use crate::body::{Body, DebugRecordData, RecordPosition};
use crate::hash::HashMap;
use crate::instruction::InstData;
use crate::metadata::{Attachments, Metadata, MetadataRef};
use crate::value::{Block, Inst, OptValue, Value, ValueKind};

/// Maps the values of copied blocks to their replacements. Hash tables, so that copies of many small parts of a large body cost no
/// more than the parts.
#[derive(Clone, Default)]
pub struct ValueMap {
    /// The replacement of each argument.
    args: Vec<OptValue>,
    insts: HashMap<Inst, Value>,
    blocks: HashMap<Block, Block>,
    metadata: HashMap<Metadata, Metadata>,
}

impl ValueMap {
    /// A map that replaces argument `n` by `args[n]`.
    pub fn of_args(args: &[Value]) -> ValueMap {
        ValueMap { args: args.iter().map(|&v| v.into()).collect(), ..ValueMap::default() }
    }

    /// The replacement of a value; the value itself if it was neither copied nor set.
    pub fn get(&self, value: Value) -> Value {
        let mapped = match value.kind() {
            ValueKind::Inst(i) => self.insts.get(&i).copied(),
            ValueKind::Arg(n) => self.args.get(n as usize).and_then(|v| v.expand()),
            ValueKind::Block(b) => self.block(b).map(Value::from),
            ValueKind::Metadata(m) => self.metadata.get(&m).map(|&m| m.into()),
            _ => None,
        };
        mapped.unwrap_or(value)
    }

    /// The copy of a block, if it was copied.
    pub fn block(&self, block: Block) -> Option<Block> {
        self.blocks.get(&block).copied()
    }

    /// Sets the replacement of a value. Values of the module are never replaced.
    pub fn set(&mut self, value: Value, new: Value) {
        match value.kind() {
            ValueKind::Inst(i) => _ = self.insts.insert(i, new),
            ValueKind::Arg(n) => {
                self.args.resize(self.args.len().max(n as usize + 1), None.into());
                self.args[n as usize] = new.into();
            }
            ValueKind::Block(b) => self.blocks.extend(new.as_block().map(|new| (b, new))),
            _ => {}
        }
    }
}

/// The body that blocks are copied from.
#[derive(Clone, Copy)]
enum Source<'a> {
    Same,
    Other(&'a Body),
}

impl<L: Listener> Editor<'_, L> {
    /// Copies all blocks of another body of the module after `after`, in block order. Operands and metadata are mapped by `map`,
    /// which must have a replacement for each argument. On return, `map` also has the copies. Module-level metadata, debug
    /// locations and bundles are copied unchanged; names are made unique.
    ///
    /// Linear in the copied instructions and operands.
    pub fn splice(&mut self, after: Block, source: &Body, map: &mut ValueMap) {
        self.splice_with_suffix(after, source, b"", map);
    }

    /// Like [`Editor::splice`], with a suffix for all names.
    pub fn splice_with_suffix(&mut self, after: Block, source: &Body, suffix: &[u8], map: &mut ValueMap) {
        let blocks: Vec<Block> = source.blocks().collect();
        self.copy(after, Source::Other(source), &blocks, suffix, map);
    }

    /// Copies blocks of this body after `after`, in the given order: see [`Editor::splice`]. Phis of other blocks get no incoming
    /// values for the copies.
    pub fn clone_blocks(&mut self, after: Block, blocks: &[Block], map: &mut ValueMap) {
        self.copy(after, Source::Same, blocks, b"", map);
    }

    /// Like [`Editor::clone_blocks`], with a suffix for all names.
    pub fn clone_blocks_with_suffix(&mut self, after: Block, blocks: &[Block], suffix: &[u8], map: &mut ValueMap) {
        self.copy(after, Source::Same, blocks, suffix, map);
    }

    fn source<'a>(&'a self, source: Source<'a>) -> &'a Body {
        match source {
            Source::Same => self.body,
            Source::Other(body) => body,
        }
    }

    fn copy(&mut self, after: Block, source: Source<'_>, blocks: &[Block], suffix: &[u8], map: &mut ValueMap) {
        let mut last = after;
        let mut copies: Vec<(Inst, Inst)> = Vec::new();
        for &block in blocks {
            last = self.create_block(Some(last));
            map.blocks.insert(block, last);
            let insts: Vec<Inst> = self.source(source).insts(block).collect();
            for inst in insts {
                // Operands are set once all copies exist, because an instruction may be used before its definition in block
                // order.
                let ty = self.source(source).inst_type(inst);
                let copy = self.body.append_inst(last, InstData::Unreachable, ty);
                map.insts.insert(inst, copy.into());
                copies.push((inst, copy));
            }
        }
        self.copy_names(source, blocks, &copies, suffix, map);
        for &(inst, copy) in &copies {
            let data = self.copy_data(source, inst, map);
            *self.body.inst_mut(copy) = data;
            self.state.uses.add(self.body, copy);
            self.copy_metadata(source, inst, copy, map);
        }
        self.state.changes.note(Parts::all());
        self.note_copies(source, blocks, &copies, map);
        copies.iter().for_each(|&(_, copy)| self.listener.inserted(self.body, copy));
    }

    /// Records the copies as edited. A copy from another body is edited if its original is, or has an argument as operand.
    fn note_copies(&mut self, source: Source<'_>, blocks: &[Block], copies: &[(Inst, Inst)], map: &ValueMap) {
        let Source::Other(source) = source else {
            return copies.iter().for_each(|&(_, copy)| self.body.note_edit(copy.into()));
        };
        let places = self.body.marks_in(source);
        for &block in blocks {
            if let Some(copy) = map.block(block) {
                self.body.note_copy(copy.into(), source, block.into(), &places);
            }
        }
        for &(inst, copy) in copies {
            self.body.note_copy(copy.into(), source, inst.into(), &places);
            let mut has_arg = false;
            let is_arg = |value: Value| matches!(value.kind(), ValueKind::Arg(_));
            source.inst(inst).for_each_operand(&source.values, |value| has_arg |= is_arg(value));
            if has_arg {
                self.body.note_edit(copy.into());
            }
        }
    }

    fn copy_names(
        &mut self,
        source: Source<'_>,
        blocks: &[Block],
        copies: &[(Inst, Inst)],
        suffix: &[u8],
        map: &ValueMap,
    ) {
        let blocks = blocks.iter().filter_map(|&b| Some((Value::from(b), Value::from(map.block(b)?))));
        let insts = copies.iter().map(|&(from, to)| (Value::from(from), Value::from(to)));
        let mut all: Vec<(Value, Value)> = blocks.chain(insts).collect();
        if let Source::Same = source {
            // Block by block: that decides which name gets a number.
            let block = |&(_, to): &(Value, Value)| to.as_block().or_else(|| self.body.inst_block(to.as_inst()?));
            all.sort_by_key(|pair| (block(pair), pair.1.as_inst()));
        }
        for (from, to) in all {
            let mut name: SmallVec<[u8; 32]> = self.source(source).name(from).into();
            if !name.is_empty() {
                name.extend_from_slice(suffix);
                self.set_name(to, &name);
            }
        }
    }

    /// The data of an instruction with its own operand lists and mapped operands.
    fn copy_data(&mut self, source: Source<'_>, inst: Inst, map: &mut ValueMap) -> InstData {
        let body = self.source(source);
        let mut data = *body.inst(inst);
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        data.for_each_operand(&body.values, |v| operands.push(v));
        if let Source::Other(body) = source {
            self.body.copy_lists(body, &mut data);
        }
        let mapped: SmallVec<[Value; 8]> = operands.iter().map(|&v| self.map_operand(source, v, map)).collect();
        let old_pool = match source {
            Source::Same => None,
            Source::Other(body) => Some(&body.values),
        };
        data.replace_operands(&mut self.body.values, old_pool, &mapped);
        data
    }

    fn map_operand(&mut self, source: Source<'_>, value: Value, map: &mut ValueMap) -> Value {
        match value.as_metadata() {
            Some(m) => self.map_metadata(source, m, map).into(),
            None => map.get(value),
        }
    }

    /// Metadata that wraps values of the body, with these values mapped. Other metadata is unchanged.
    fn map_metadata(&mut self, source: Source<'_>, metadata: Metadata, map: &mut ValueMap) -> Metadata {
        if let Some(&mapped) = map.metadata.get(&metadata) {
            return mapped;
        }
        let mapped = match metadata.open() {
            MetadataRef::Local(n) => {
                let old = self.source(source).local_metadata[n as usize];
                let new = map.get(old);
                if matches!(source, Source::Same) && new == old {
                    return metadata;
                }
                self.body.local_metadata.push(new);
                let index = self.body.local_metadata.len() as u32 - 1;
                self.state.uses.add_local_metadata(index, new);
                Metadata::new(MetadataRef::Local(index))
            }
            MetadataRef::ArgList(n) => {
                let list = self.source(source).arg_lists[n as usize].clone();
                let list = list.iter().map(|&m| self.map_metadata(source, m, map)).collect();
                self.body.arg_lists.push(list);
                Metadata::new(MetadataRef::ArgList(self.body.arg_lists.len() as u32 - 1))
            }
            _ => return metadata,
        };
        map.metadata.insert(metadata, mapped);
        mapped
    }

    fn copy_metadata(&mut self, source: Source<'_>, inst: Inst, copy: Inst, map: &mut ValueMap) {
        let body = self.source(source);
        let (loc, attachments): (_, Attachments) =
            (body.debug_loc(inst), body.attachments(inst).iter().copied().collect());
        let records: Vec<DebugRecordData> = match body.has_debug_records() {
            true => body.debug_records(inst).copied().collect(),
            false => Vec::new(),
        };
        self.body.set_debug_loc(copy, loc);
        self.body.set_attachments(copy, attachments);
        for mut record in records {
            record.for_each_operand_mut(|m| *m = self.map_metadata(source, *m, map));
            self.body.append_debug_record(RecordPosition::Before(copy), record);
        }
    }
}
