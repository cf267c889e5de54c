//! Compaction: a body without what was removed from it.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::{Body, DebugRecordData, RecordPosition};
use crate::hash::HashMap;
use crate::instruction::InstData;
use crate::metadata::{Attachments, Metadata, MetadataRef};
use crate::value::{Block, Inst, Value, ValueKind};

/// The new number of each entity of a body; none for one that is not placed.
struct Numbers {
    insts: Vec<PackedOption<Inst>>,
    blocks: Vec<PackedOption<Block>>,
    placed_insts: usize,
    placed_blocks: usize,
}

impl Numbers {
    /// Program order.
    fn of(body: &Body) -> Numbers {
        let insts = vec![None.into(); body.inst_count()];
        let blocks = vec![None.into(); body.block_count()];
        let mut numbers = Numbers { insts, blocks, placed_insts: 0, placed_blocks: 0 };
        for block in body.blocks() {
            numbers.blocks[block.index()] = Block::new(numbers.placed_blocks).into();
            numbers.placed_blocks += 1;
            for inst in body.insts(block) {
                numbers.insts[inst.index()] = Inst::new(numbers.placed_insts).into();
                numbers.placed_insts += 1;
            }
        }
        numbers
    }

    /// The new number of a value; `None` if the value is not placed.
    fn map(&self, value: Value) -> Option<Value> {
        match value.kind() {
            ValueKind::Inst(inst) => self.insts.get(inst.index())?.expand().map(Value::from),
            ValueKind::Block(block) => self.blocks.get(block.index())?.expand().map(Value::from),
            _ => Some(value),
        }
    }
}

/// A compacted body under construction.
struct Compaction<'a> {
    old: &'a Body,
    new: Body,
    numbers: Numbers,
    /// The renumbered metadata of the body.
    metadata: HashMap<Metadata, Metadata>,
}

impl Body {
    /// The number of placed instructions. Linear in the blocks and instructions.
    pub fn placed_inst_count(&self) -> usize {
        self.blocks().map(|block| self.insts(block).count()).sum()
    }

    /// Removes the blocks and instructions that are not placed, with their names, metadata and operands, and moves the body into
    /// allocations of its size. The others are numbered in program order; handles from before are invalid. Returns the new number
    /// of each block. Does nothing and returns `None` if the body, which is not valid then, refers to an entity that is not placed.
    ///
    /// Linear in the body before.
    pub fn compact(&mut self) -> Option<Vec<PackedOption<Block>>> {
        let numbers = Numbers::of(self);
        let mut compaction = Compaction { old: self, new: Body::default(), numbers, metadata: HashMap::default() };
        compaction.reserve();
        compaction.copy_blocks()?;
        compaction.copy_names();
        compaction.copy_use_list_orders();
        let insts = self.blocks().flat_map(|block| self.insts(block));
        compaction.new.edit_record = self.reordered_edit_record(insts, self.blocks());
        let Compaction { new, numbers, .. } = compaction;
        *self = new;
        Some(numbers.blocks)
    }
}

impl Compaction<'_> {
    fn reserve(&mut self) {
        let (old, new, count) = (self.old, &mut self.new, self.numbers.placed_insts);
        new.args.clone_from(&old.args);
        new.insts.reserve_exact(count);
        new.types.reserve_exact(count);
        new.links.reserve_exact(count);
        new.blocks.reserve_exact(self.numbers.placed_blocks);
        if old.has_debug_locs() {
            new.debug_locs.reserve_exact(count);
        }
        if old.has_named_insts() {
            new.inst_names.reserve_exact(count);
        }
        if !old.block_names.is_empty() {
            new.block_names.reserve_exact(self.numbers.placed_blocks);
        }
    }

    fn copy_blocks(&mut self) -> Option<()> {
        for _ in 0..self.numbers.placed_blocks {
            let block = self.new.create_block();
            self.new.append_block(block);
        }
        for (block, old_block) in (0..).map(Block::from_u32).zip(self.old.blocks()) {
            for inst in self.old.insts(old_block) {
                let data = self.copy_data(inst)?;
                let copy = self.new.append_inst(block, data, self.old.inst_type(inst));
                self.copy_metadata(inst, copy)?;
            }
            for record in self.old.debug_records_at(RecordPosition::End(old_block)) {
                let record = self.map_record(record)?;
                self.new.append_debug_record(RecordPosition::End(block), record);
            }
        }
        Some(())
    }

    fn copy_data(&mut self, inst: Inst) -> Option<InstData> {
        let old = self.old;
        let mut data = *old.inst(inst);
        self.new.copy_lists(old, &mut data);
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        data.for_each_operand(&old.values, |value| operands.push(value));
        for value in &mut operands {
            *value = match value.as_metadata() {
                Some(metadata) => self.map_metadata(metadata)?.into(),
                None => self.numbers.map(*value)?,
            };
        }
        data.replace_operands(&mut self.new.values, Some(&old.values), &operands);
        Some(data)
    }

    fn copy_metadata(&mut self, inst: Inst, copy: Inst) -> Option<()> {
        let old = self.old;
        self.new.set_debug_loc(copy, old.debug_loc(inst));
        if old.has_attachments() && !old.attachments(inst).is_empty() {
            let attachments: Attachments = old.attachments(inst).iter().copied().collect();
            self.new.set_attachments(copy, attachments);
        }
        if old.has_debug_records() {
            let records: Option<SmallVec<[DebugRecordData; 4]>> =
                old.debug_records(inst).map(|record| self.map_record(record)).collect();
            let records = records?;
            if !records.is_empty() {
                self.new.set_debug_records(copy, &records);
            }
        }
        Some(())
    }

    fn map_record(&mut self, record: &DebugRecordData) -> Option<DebugRecordData> {
        let (mut record, mut is_placed) = (*record, true);
        record.for_each_operand_mut(|metadata| match self.map_metadata(*metadata) {
            Some(mapped) => *metadata = mapped,
            None => is_placed = false,
        });
        is_placed.then_some(record)
    }

    /// Metadata of the body with its new number. Other metadata is unchanged.
    fn map_metadata(&mut self, metadata: Metadata) -> Option<Metadata> {
        if !matches!(metadata.open(), MetadataRef::Local(_) | MetadataRef::ArgList(_)) {
            return Some(metadata);
        }
        if let Some(&mapped) = self.metadata.get(&metadata) {
            return Some(mapped);
        }
        let mapped = match metadata.open() {
            MetadataRef::ArgList(number) => {
                let list = &self.old.arg_lists[number as usize];
                let list = list.iter().map(|&element| self.map_metadata(element)).collect::<Option<_>>()?;
                self.new.add_arg_list(list)
            }
            _ => {
                let value = self.numbers.map(self.old.local_value(metadata)?)?;
                self.new.add_local_metadata(value)
            }
        };
        self.metadata.insert(metadata, mapped);
        Some(mapped)
    }

    fn copy_names(&mut self) {
        self.new.names_may_clash = self.old.names_may_clash;
        let args = (0..self.old.arg_names.len() as u32).map(Value::arg);
        let blocks = self.old.blocks().map(Value::from);
        let insts = self.old.blocks().flat_map(|block| self.old.insts(block)).map(Value::from);
        for value in args.chain(blocks).chain(insts) {
            let name = self.old.name(value);
            if !name.is_empty()
                && let Some(new) = self.numbers.map(value)
            {
                self.new.set_free_name(new, name);
            }
        }
    }

    fn copy_use_list_orders(&mut self) {
        let orders = self.old.use_list_orders.iter().filter_map(|order| {
            let value = self.numbers.map(order.value)?;
            Some(super::UseListOrder { value, order: order.order.clone() })
        });
        self.new.use_list_orders = orders.collect();
    }
}
