//! Function bodies: arguments, blocks, instructions, their order, names, metadata and debug records.
//!
//! The instructions of a body are numbered in the order in which they were made; [`Body::blocks`] and [`Body::insts`] give
//! the order in which they run. What most instructions lack (names, attachments, debug records) is in tables on the side that
//! stay empty as long as nothing needs them.

mod args;
mod debug_records;
mod labels;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use self::debug_records::DebugRecords;
pub use self::debug_records::{DebugRecord, DebugRecordData, DebugRecordIter, RecordPosition};
use self::labels::{Label, Labels};
use crate::context::MetadataKind;
use crate::instruction::{Bundle, Bundles, InstData};
use crate::metadata::{Attachment, Attachments, Metadata, MetadataRef};
use crate::types::Type;
use crate::value::{Block, Imm, Inst, IntList, IntPool, Value, ValueKind, ValueList, ValuePool, check_count};

#[derive(Clone, Copy, Default)]
struct InstLink {
    /// Of the block that the instruction is in: see [`Labels`].
    label: PackedOption<Label>,
    prev: PackedOption<Inst>,
    next: PackedOption<Inst>,
}

#[derive(Clone, Copy, Default)]
struct BlockLink {
    prev: PackedOption<Block>,
    next: PackedOption<Block>,
    first: PackedOption<Inst>,
    last: PackedOption<Inst>,
}

/// Where a name stands in [`Body::name_bytes`]; of length 0 where there is none.
#[derive(Clone, Copy, Default)]
struct Name {
    start: u32,
    len: u32,
}

/// The body of a function.
#[derive(Clone, Default)]
pub struct Body {
    args: Vec<Type>,
    insts: PrimaryMap<Inst, InstData>,
    types: Vec<Type>,
    links: Vec<InstLink>,
    blocks: PrimaryMap<Block, BlockLink>,
    labels: Labels,
    first_block: PackedOption<Block>,
    last_block: PackedOption<Block>,
    /// Lists of operands.
    pub(crate) values: ValuePool,
    /// Lists of indices and mask elements.
    pub(crate) ints: IntPool,
    bundles: PrimaryMap<Bundles, Box<[Bundle]>>,

    name_bytes: Vec<u8>,
    arg_names: Vec<Name>,
    block_names: Vec<Name>,
    inst_names: Vec<Name>,
    /// Whether a name was given that nobody had looked whether it is free.
    names_may_clash: bool,

    debug_locs: Vec<PackedMetadata>,
    attachments: SecondaryMap<Inst, u32>,
    attachment_lists: Vec<Attachments>,
    records: DebugRecords,

    /// The values behind [`crate::metadata::MetadataRef::Local`].
    pub(crate) local_metadata: Vec<Value>,
    /// The lists behind [`crate::metadata::MetadataRef::ArgList`].
    pub(crate) arg_lists: Vec<Box<[Metadata]>>,
    /// The permutations of `uselistorder` directives in this body, as they were read.
    pub(crate) use_list_orders: Vec<UseListOrder>,
}

/// A `uselistorder` directive: use `i` of the value is to be at place `order[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseListOrder {
    /// Whose uses.
    pub value: Value,
    /// The permutation.
    pub order: Box<[u32]>,
}

/// A [`Metadata`] or none, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedMetadata(u32);

impl Default for PackedMetadata {
    fn default() -> Self {
        PackedMetadata(crate::metadata::NULL_WORD)
    }
}

impl Body {
    /// A body without blocks, of a function with these parameter types.
    pub fn new(args: &[Type]) -> Body {
        Body { args: args.to_vec(), ..Body::default() }
    }

    /// Makes it a body without blocks, of a function with these parameter types, in the memory that it has.
    pub fn reset(&mut self, args: &[Type]) {
        self.clear();
        self.args.extend_from_slice(args);
    }

    /// This body in memory of exactly its size. What is left is one without anything, to be used again by [`Body::reset`].
    pub fn take_exact(&mut self) -> Body {
        // Lists of lists are moved as they are.
        let bundles = std::mem::take(&mut self.bundles);
        let arg_lists = std::mem::take(&mut self.arg_lists);
        let use_list_orders = std::mem::take(&mut self.use_list_orders);
        let exact = Body { bundles, arg_lists, use_list_orders, ..self.clone() };
        self.clear();
        exact
    }

    fn clear(&mut self) {
        self.args.clear();
        self.insts.clear();
        self.types.clear();
        self.links.clear();
        self.blocks.clear();
        self.labels.clear();
        self.first_block = None.into();
        self.last_block = None.into();
        self.values.clear();
        self.ints.clear();
        self.bundles.clear();
        self.name_bytes.clear();
        self.arg_names.clear();
        self.block_names.clear();
        self.inst_names.clear();
        self.names_may_clash = false;
        self.debug_locs.clear();
        self.attachments.clear();
        self.attachment_lists.clear();
        self.records.clear();
        self.local_metadata.clear();
        self.arg_lists.clear();
        self.use_list_orders.clear();
    }

    /// Parameter types.
    pub fn args(&self) -> &[Type] {
        &self.args
    }

    /// Changes the type of a parameter.
    pub(crate) fn set_arg_type(&mut self, arg: usize, ty: Type) {
        self.args[arg] = ty;
    }

    // Blocks and their order.

    /// Makes a block that is in no order yet.
    ///
    /// # Panics
    /// If there are [`Value::MAX_ENTITIES`] already.
    pub fn create_block(&mut self) -> Block {
        check_count(self.blocks.len(), Value::MAX_ENTITIES);
        let block = self.blocks.push(BlockLink::default());
        self.labels.add(block);
        block
    }

    /// How many blocks were ever made.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// How many instructions were ever made.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// Puts a block that is in no order at the end.
    pub fn append_block(&mut self, block: Block) {
        let last = self.last_block;
        self.blocks[block].prev = last;
        match last.expand() {
            Some(last) => self.blocks[last].next = block.into(),
            None => self.first_block = block.into(),
        }
        self.last_block = block.into();
    }

    /// Puts a block that is in no order behind another.
    pub fn insert_block_after(&mut self, block: Block, after: Block) {
        let next = std::mem::replace(&mut self.blocks[after].next, block.into());
        self.blocks[block].prev = after.into();
        self.blocks[block].next = next;
        match next.expand() {
            Some(next) => self.blocks[next].prev = block.into(),
            None => self.last_block = block.into(),
        }
    }

    /// The block before one.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].prev.expand()
    }

    /// The block behind one.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].next.expand()
    }

    /// Whether a block is in the order: one that was made and not removed.
    pub fn is_placed(&self, block: Block) -> bool {
        self.first_block == block.into() || self.blocks[block].prev.is_some()
    }

    /// Takes a block, with its instructions, out of the order.
    pub fn remove_block(&mut self, block: Block) {
        let BlockLink { prev, next, .. } = self.blocks[block];
        match prev.expand() {
            Some(p) => self.blocks[p].next = next,
            None => self.first_block = next,
        }
        match next.expand() {
            Some(n) => self.blocks[n].prev = prev,
            None => self.last_block = prev,
        }
        self.blocks[block].prev = None.into();
        self.blocks[block].next = None.into();
    }

    /// The first block.
    pub fn entry(&self) -> Option<Block> {
        self.first_block.expand()
    }

    /// The blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first_block.expand(), |&b| self.blocks[b].next.expand())
    }

    /// The blocks after one, in order.
    pub fn blocks_after(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.blocks[block].next.expand(), |&b| self.blocks[b].next.expand())
    }

    /// The instructions of a block in order.
    pub fn insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |&i| self.next_inst(i))
    }

    /// The instruction after this one in its block.
    #[inline]
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.links[inst.index()].next.expand()
    }

    /// The instruction before this one in its block.
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.links[inst.index()].prev.expand()
    }

    /// The first instruction of a block.
    pub fn first_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].first.expand()
    }

    /// The last instruction of a block.
    pub fn last_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].last.expand()
    }

    /// The last instruction of a block, if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.last_inst(block).filter(|&i| self.insts[i].is_terminator())
    }

    /// The block that an instruction is in; none if it was made but not inserted, or removed.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.links.get(inst.index())?.label.expand().map(|label| self.labels.block(label))
    }

    /// For each block, by its index, the blocks whose terminators go to it, in LLVM's order for freshly read text: the one
    /// that comes last in the function first, unless a `uselistorder` directive says otherwise; once for each time that the
    /// terminator names it.
    pub fn predecessors(&self) -> Predecessors {
        let mut count = vec![0u32; self.blocks.len() + 1];
        for b in self.blocks() {
            if let Some(t) = self.terminator(b) {
                self.for_each_block_named(t, |s| count[s.index()] += 1);
            }
        }
        let mut end = 0;
        for c in &mut count {
            end += *c;
            *c = end;
        }
        let mut from = vec![Block::new(0); end as usize];
        // `count` holds the end of each block's part; filling in order from the end gives the last one first.
        for b in self.blocks() {
            if let Some(t) = self.terminator(b) {
                self.for_each_block_named(t, |s| {
                    count[s.index()] -= 1;
                    from[count[s.index()] as usize] = b;
                });
            }
        }
        let mut preds = Predecessors { start: count, from };
        for order in &self.use_list_orders {
            if let Some(block) = order.value.as_block() {
                preds.reorder(block, &order.order);
            }
        }
        preds
    }

    /// Calls `f` with each block that a terminator names: its successors, and what stands in its operand bundles, which LLVM
    /// does not tell apart.
    fn for_each_block_named(&self, terminator: Inst, mut f: impl FnMut(Block)) {
        let data = &self.insts[terminator];
        data.for_each_successor(&self.values, &mut f);
        if let Some(call) = data.call_info() {
            self.list_values(&call.args).iter().filter_map(|v| v.as_block()).for_each(f);
        }
    }

    // Instructions.

    /// Makes an instruction that is in no block yet.
    ///
    /// # Panics
    /// If there are [`Value::MAX_ENTITIES`] already.
    #[inline]
    pub fn create_inst(&mut self, data: InstData, ty: Type) -> Inst {
        check_count(self.insts.len(), Value::MAX_ENTITIES);
        self.types.push(ty);
        self.links.push(InstLink::default());
        self.insts.push(data)
    }

    /// Makes an instruction and puts it at the end of a block.
    #[inline]
    pub fn append_inst(&mut self, block: Block, data: InstData, ty: Type) -> Inst {
        check_count(self.insts.len(), Value::MAX_ENTITIES);
        let link = self.link_last(block, self.insts.next_key());
        self.types.push(ty);
        self.links.push(link);
        self.insts.push(data)
    }

    /// Puts an instruction that is in no block at the end of one.
    #[inline]
    pub fn append(&mut self, block: Block, inst: Inst) {
        self.links[inst.index()] = self.link_last(block, inst);
    }

    /// Makes an instruction the last of a block, and gives the links that it then has.
    #[inline]
    fn link_last(&mut self, block: Block, inst: Inst) -> InstLink {
        let last = std::mem::replace(&mut self.blocks[block].last, inst.into());
        match last.expand() {
            Some(last) => self.links[last.index()].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        InstLink { label: self.labels.of(block).into(), prev: last, next: None.into() }
    }

    /// Puts an instruction that is in no block before another.
    pub fn insert_before(&mut self, inst: Inst, before: Inst) {
        let InstLink { label, prev, .. } = self.links[before.index()];
        self.links[inst.index()] = InstLink { label, prev, next: before.into() };
        self.links[before.index()].prev = inst.into();
        match (prev.expand(), self.inst_block(before)) {
            (Some(p), _) => self.links[p.index()].next = inst.into(),
            (None, Some(b)) => self.blocks[b].first = inst.into(),
            (None, None) => {}
        }
    }

    /// Takes an instruction out of its block. Its debug records go to the next instruction, or the end of the block.
    pub fn remove_inst(&mut self, inst: Inst) {
        let next = self.next_inst(inst);
        let Some(block) = self.unlink_inst(inst) else { return };
        if self.has_debug_records() {
            let to = next.map_or(RecordPosition::End(block), RecordPosition::Before);
            self.records.join(RecordPosition::Before(inst), to);
        }
    }

    /// Takes an instruction, with its debug records, out of its block, and returns that.
    pub(crate) fn unlink_inst(&mut self, inst: Inst) -> Option<Block> {
        let block = self.inst_block(inst);
        let InstLink { prev, next, .. } = std::mem::take(&mut self.links[inst.index()]);
        match (prev.expand(), block) {
            (Some(p), _) => self.links[p.index()].next = next,
            (None, Some(b)) => self.blocks[b].first = next,
            (None, None) => {}
        }
        match (next.expand(), block) {
            (Some(n), _) => self.links[n.index()].prev = prev,
            (None, Some(b)) => self.blocks[b].last = prev,
            (None, None) => {}
        }
        block
    }

    /// What an instruction is.
    #[inline]
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// The same, to change. Whoever changes what type it gives calls [`Body::set_inst_type`] too.
    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst]
    }

    /// An instruction and the pools its lists are in, to change together.
    pub fn inst_and_values_mut(&mut self, inst: Inst) -> (&mut InstData, &mut ValuePool) {
        (&mut self.insts[inst], &mut self.values)
    }

    /// The type of an instruction's result; `void` where it has none.
    #[inline]
    pub fn inst_type(&self, inst: Inst) -> Type {
        self.types[inst.index()]
    }

    /// Changes the type of an instruction's result.
    pub fn set_inst_type(&mut self, inst: Inst, ty: Type) {
        self.types[inst.index()] = ty;
    }

    /// How many operands an instruction has, blocks included.
    pub fn operand_count(&self, inst: Inst) -> usize {
        self.insts[inst].operand_count(&self.values)
    }

    /// An operand of an instruction, by its place among those that [`InstData::for_each_operand`] gives.
    pub fn operand(&self, inst: Inst, place: usize) -> Option<Value> {
        self.insts[inst].operand(&self.values, place)
    }

    /// The pool of the lists of operands.
    #[inline]
    pub fn values(&self) -> &ValuePool {
        &self.values
    }

    /// The pool of the lists of operands, to make or to change one.
    #[inline]
    pub fn values_mut(&mut self) -> &mut ValuePool {
        &mut self.values
    }

    /// The pool of the lists of indices and mask elements.
    #[inline]
    pub fn ints(&self) -> &IntPool {
        &self.ints
    }

    /// A list of operands.
    pub fn list(&mut self, values: &[Value]) -> ValueList {
        ValueList::from_slice(values, &mut self.values)
    }

    /// The values in a list.
    #[inline]
    pub fn list_values(&self, list: &ValueList) -> &[Value] {
        list.as_slice(&self.values)
    }

    /// A list of numbers.
    pub fn int_list(&mut self, ints: &[Imm]) -> IntList {
        IntList::from_slice(ints, &mut self.ints)
    }

    /// The numbers in a list.
    pub fn list_ints(&self, list: &IntList) -> &[Imm] {
        list.as_slice(&self.ints)
    }

    /// Keeps the operand bundles of a call.
    pub fn add_bundles(&mut self, bundles: Box<[Bundle]>) -> Bundles {
        self.bundles.push(bundles)
    }

    /// Whether any call has, or had, operand bundles.
    pub fn has_bundles(&self) -> bool {
        !self.bundles.is_empty()
    }

    /// The operand bundles of a call; none where it has none.
    pub fn bundles(&self, bundles: PackedOption<Bundles>) -> &[Bundle] {
        bundles.expand().and_then(|b| self.bundles.get(b)).map_or(&[], |b| b)
    }

    /// The arguments of a call, without the inputs of its operand bundles.
    pub fn call_args(&self, call: &crate::instruction::CallInfo) -> &[Value] {
        let all = self.list_values(&call.args);
        let in_bundles: usize = self.bundles(call.bundles).iter().map(|b| b.len as usize).sum();
        &all[..all.len().saturating_sub(in_bundles)]
    }

    /// The type of a value that is local to the body, if it is one.
    #[inline]
    pub fn local_type(&self, value: Value) -> Option<Type> {
        match value.kind() {
            ValueKind::Inst(i) => self.types.get(i.index()).copied(),
            ValueKind::Arg(n) => self.args.get(n as usize).copied(),
            ValueKind::Block(_) => Some(Type::LABEL),
            _ => None,
        }
    }

    // Names.

    /// The name of an argument, block or instruction, without `%`; empty where it has none.
    pub fn name(&self, value: Value) -> &[u8] {
        let name = match value.kind() {
            ValueKind::Inst(i) => self.inst_names.get(i.index()),
            ValueKind::Arg(n) => self.arg_names.get(n as usize),
            ValueKind::Block(b) => self.block_names.get(b.index()),
            _ => None,
        };
        name.map_or(&[], |n| &self.name_bytes[n.start as usize..(n.start + n.len) as usize])
    }

    /// Whether any instruction has a name.
    pub fn has_named_insts(&self) -> bool {
        !self.inst_names.is_empty()
    }

    /// Names an argument, block or instruction; the empty name takes the name away. Nothing looks here whether the name is free:
    /// [`crate::builder::Names`] knows which are, and a body in which two values have one name is not valid.
    pub fn set_name(&mut self, value: Value, name: &[u8]) {
        self.names_may_clash |= !name.is_empty();
        self.set_free_name(value, name);
    }

    /// The same, with a name that is known to be free.
    pub fn set_free_name(&mut self, value: Value, name: &[u8]) {
        let (table, index) = match value.kind() {
            ValueKind::Inst(i) => (&mut self.inst_names, i.index()),
            ValueKind::Arg(n) => (&mut self.arg_names, n as usize),
            ValueKind::Block(b) => (&mut self.block_names, b.index()),
            _ => return,
        };
        if table.len() <= index {
            if name.is_empty() {
                return;
            }
            table.resize(index + 1, Name::default());
        }
        table[index] = Name { start: self.name_bytes.len() as u32, len: name.len() as u32 };
        self.name_bytes.extend_from_slice(name);
    }

    /// Takes the names of all arguments, blocks and instructions away.
    pub fn clear_names(&mut self) {
        self.name_bytes = Vec::new();
        self.arg_names = Vec::new();
        self.block_names = Vec::new();
        self.inst_names = Vec::new();
    }

    /// Whether two values may have one name: someone gave a name that was not known to be free.
    pub fn names_may_clash(&self) -> bool {
        self.names_may_clash
    }

    /// The arguments, blocks and instructions that have a name, and their names.
    pub fn named_values(&self) -> impl Iterator<Item = (&[u8], Value)> {
        let args = (0..self.arg_names.len()).map(|i| Value::arg(i as u32));
        let blocks = (0..self.block_names.len()).map(|i| Block::new(i).into());
        let insts = (0..self.inst_names.len()).map(|i| Inst::new(i).into());
        args.chain(blocks).chain(insts).map(|v| (self.name(v), v)).filter(|(name, _)| !name.is_empty())
    }

    // Metadata.

    /// The `!dbg` attachment of an instruction.
    #[inline]
    pub fn debug_loc(&self, inst: Inst) -> Option<Metadata> {
        Metadata::from_word(self.debug_locs.get(inst.index())?.0)
    }

    /// Whether any instruction has, or had, a `!dbg` attachment.
    pub fn has_debug_locs(&self) -> bool {
        !self.debug_locs.is_empty()
    }

    /// Whether any instruction has, or had, an attachment other than `!dbg`.
    pub fn has_attachments(&self) -> bool {
        !self.attachment_lists.is_empty()
    }

    /// Sets the `!dbg` attachment of an instruction, or takes it away.
    #[inline]
    pub fn set_debug_loc(&mut self, inst: Inst, loc: Option<Metadata>) {
        let packed = loc.map_or(PackedMetadata::default(), |m| PackedMetadata(m.bits()));
        if self.debug_locs.len() <= inst.index() {
            if loc.is_none() {
                return;
            }
            if self.debug_locs.is_empty() {
                // Most instructions have one if any has.
                self.debug_locs.reserve(self.types.capacity());
            }
            self.debug_locs.resize(inst.index() + 1, PackedMetadata::default());
        }
        self.debug_locs[inst.index()] = packed;
    }

    /// The attachments of an instruction other than `!dbg`, ordered by kind.
    #[inline]
    pub fn attachments(&self, inst: Inst) -> &[Attachment] {
        match self.attachments[inst] {
            0 => &[],
            n => &self.attachment_lists[n as usize - 1],
        }
    }

    /// The values behind [`MetadataRef::Local`].
    #[inline]
    pub fn local_metadata(&self) -> &[Value] {
        &self.local_metadata
    }

    /// The values behind [`MetadataRef::Local`], to change.
    pub fn local_metadata_mut(&mut self) -> &mut [Value] {
        &mut self.local_metadata
    }

    /// Adds a value to [`Body::local_metadata`]; gives the metadata that names it.
    pub fn add_local_metadata(&mut self, value: Value) -> Metadata {
        self.local_metadata.push(value);
        Metadata::new(MetadataRef::Local(self.local_metadata.len() as u32 - 1))
    }

    /// The lists behind [`MetadataRef::ArgList`].
    #[inline]
    pub fn arg_lists(&self) -> &[Box<[Metadata]>] {
        &self.arg_lists
    }

    /// Adds a list to [`Body::arg_lists`]; gives the metadata that names it.
    pub fn add_arg_list(&mut self, list: Box<[Metadata]>) -> Metadata {
        self.arg_lists.push(list);
        Metadata::new(MetadataRef::ArgList(self.arg_lists.len() as u32 - 1))
    }

    /// The permutations of `uselistorder` directives in this body, as they were read.
    pub fn use_list_orders(&self) -> &[UseListOrder] {
        &self.use_list_orders
    }

    /// The directives, to change.
    pub fn use_list_orders_mut(&mut self) -> &mut Vec<UseListOrder> {
        &mut self.use_list_orders
    }

    /// The value of the function that metadata is: the `ptr %x` in `metadata ptr %x`.
    pub fn local_value(&self, m: Metadata) -> Option<Value> {
        match m.open() {
            MetadataRef::Local(number) => self.local_metadata.get(number as usize).copied(),
            _ => None,
        }
    }

    /// The attachment of that kind, `!dbg` included.
    pub fn attachment(&self, inst: Inst, kind: MetadataKind) -> Option<Metadata> {
        if kind == MetadataKind::DBG {
            return self.debug_loc(inst);
        }
        let list = self.attachments(inst);
        list.binary_search_by_key(&kind, |(k, _)| *k).ok().map(|i| list[i].1)
    }

    /// Sets attachments, other than `!dbg`, of an instruction that has none. Of two of a kind the later one counts.
    pub fn set_attachments(&mut self, inst: Inst, list: Attachments) {
        if !list.is_empty() {
            self.attachment_lists.push(sorted_attachments(list));
            self.attachments[inst] = self.attachment_lists.len() as u32;
        }
    }

    /// Sets the attachments of an instruction, other than `!dbg`, in place of those that it has.
    pub(crate) fn replace_attachments(&mut self, inst: Inst, list: Attachments) {
        match self.attachments[inst] {
            0 => self.set_attachments(inst, list),
            n => self.attachment_lists[n as usize - 1] = sorted_attachments(list),
        }
    }

    /// Sets the attachment of that kind, `!dbg` included, or takes it away.
    pub fn set_attachment(&mut self, inst: Inst, kind: MetadataKind, metadata: Option<Metadata>) {
        if kind == MetadataKind::DBG {
            return self.set_debug_loc(inst, metadata);
        }
        if self.attachments[inst] == 0 {
            if metadata.is_none() {
                return;
            }
            self.attachment_lists.push(Attachments::new());
            self.attachments[inst] = self.attachment_lists.len() as u32;
        }
        let list = &mut self.attachment_lists[self.attachments[inst] as usize - 1];
        match (list.binary_search_by_key(&kind, |(k, _)| *k), metadata) {
            (Ok(i), Some(m)) => list[i].1 = m,
            (Ok(i), None) => drop(list.remove(i)),
            (Err(i), Some(m)) => list.insert(i, (kind, m)),
            (Err(_), None) => {}
        }
    }

    /// Takes the attachments of an instruction, other than `!dbg`, away.
    pub fn clear_attachments(&mut self, inst: Inst) {
        if self.has_attachments() {
            if let Some(list) = (self.attachments[inst] as usize).checked_sub(1) {
                self.attachment_lists[list].clear();
            }
            self.attachments[inst] = 0;
        }
    }

    /// Every attachment list.
    pub fn attachment_lists(&self) -> impl Iterator<Item = &[Attachment]> {
        self.attachment_lists.iter().map(|list| &list[..])
    }

    /// Every attachment list, to change kinds or metadata throughout the body. Whoever changes kinds keeps each list sorted.
    pub fn attachment_lists_mut(&mut self) -> impl Iterator<Item = &mut Attachments> {
        self.attachment_lists.iter_mut()
    }

    /// Replaces each metadata that instructions and debug records of the body refer to: `!dbg` and other attachments, records,
    /// argument lists, and operands.
    pub fn map_metadata(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        self.map_attached_metadata(&mut f);
        self.map_metadata_operands(f);
    }

    /// The same, for all but operands.
    pub fn map_attached_metadata(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        for m in &mut self.debug_locs {
            if let Some(old) = Metadata::from_word(m.0) {
                m.0 = f(old).bits();
            }
        }
        for (_, m) in self.attachment_lists.iter_mut().flatten() {
            *m = f(*m);
        }
        for m in self.arg_lists.iter_mut().flatten() {
            *m = f(*m);
        }
        self.map_record_metadata(f);
    }

    /// The same, for debug records alone.
    pub(crate) fn map_record_metadata(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        for r in self.records.values_mut() {
            r.for_each_operand_mut(|m| *m = f(*m));
        }
    }

    /// Replaces each constant, global and inline assembler that instructions and metadata of the body name.
    pub(crate) fn map_module_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        for data in self.insts.values_mut() {
            data.map_operands(&mut self.values, |v| if v.is_local() { v } else { f(v) });
        }
        self.local_metadata.iter_mut().filter(|v| !v.is_local()).for_each(|v| *v = f(*v));
    }

    /// The same, for operands alone.
    pub fn map_metadata_operands(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        for data in self.insts.values_mut() {
            // Metadata is an operand of calls alone.
            if let InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. } = data {
                for v in call.args.as_mut_slice(&mut self.values) {
                    if let Some(m) = v.as_metadata() {
                        *v = f(m).into();
                    }
                }
            }
        }
    }

    /// Removes `!dbg` attachments and debug records. Tells whether there were any of the former.
    pub fn strip_debug_info(&mut self) -> bool {
        self.records.clear();
        let had = self.debug_locs.iter().any(|m| Metadata::from_word(m.0).is_some());
        self.debug_locs.clear();
        had
    }
}

/// Attachments in the order of their kinds. Of two of a kind the later one counts.
#[inline]
fn sorted_attachments(mut list: Attachments) -> Attachments {
    if !list.is_sorted_by(|a, b| a.0 < b.0) {
        list.sort_by_key(|(kind, _)| *kind);
        // `dedup_by` removes the later of two: the one to keep is moved to the earlier place first.
        list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                std::mem::swap(later, kept);
            }
            same
        });
    }
    list
}

/// Who goes where: see [`Body::predecessors`].
pub struct Predecessors {
    start: Vec<u32>,
    from: Vec<Block>,
}

impl Predecessors {
    /// Puts the predecessors of a block in the order that a `uselistorder` directive asks for.
    fn reorder(&mut self, block: Block, order: &[u32]) {
        let range = self.start[block.index()] as usize..self.start[block.index() + 1] as usize;
        let old = self.from[range.clone()].to_vec();
        if old.len() == order.len() {
            for (block, &place) in old.iter().zip(order) {
                if let Some(slot) = self.from[range.clone()].get_mut(place as usize) {
                    *slot = *block;
                }
            }
        }
    }

    /// The predecessors of a block.
    pub fn of(&self, block: Block) -> &[Block] {
        &self.from[self.start[block.index()] as usize..self.start[block.index() + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::MetadataRef;

    fn with_insts(count: u32) -> (Body, Vec<Inst>) {
        let mut body = Body::new(&[]);
        let block = body.create_block();
        body.append_block(block);
        let insts = (0..count).map(|_| body.append_inst(block, InstData::Unreachable, Type::VOID)).collect();
        (body, insts)
    }

    #[test]
    fn attachments_are_sorted_and_the_later_of_a_kind_counts() {
        let (mut body, insts) = with_insts(1);
        let node = |number| Metadata::new(MetadataRef::Node(number));
        let list = [(9, 1), (3, 2), (9, 3), (5, 4)].map(|(kind, n)| (MetadataKind(kind), node(n)));
        body.set_attachments(insts[0], list.into_iter().collect());
        let sorted = [(3, 2), (5, 4), (9, 3)].map(|(kind, n)| (MetadataKind(kind), node(n)));
        assert_eq!(body.attachments(insts[0]), sorted);
        assert_eq!(body.attachment(insts[0], MetadataKind(9)), Some(node(3)));
        assert_eq!(body.attachment(insts[0], MetadataKind(4)), None);
    }
}
