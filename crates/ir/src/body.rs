//! Function bodies: arguments, blocks, instructions, their order, names, metadata and debug records.
//!
//! Instructions are numbered in order of creation; [`Body::blocks`] and [`Body::insts`] give program order. Properties that most
//! instructions lack (names, attachments, debug records) are in side tables, which stay empty while unused.

mod args;
mod compact;
mod debug_records;
mod edit_record;
mod labels;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use self::debug_records::DebugRecords;
pub use self::debug_records::{DebugRecord, DebugRecordData, DebugRecordIter, RecordPosition};
use self::edit_record::EditRecord;
pub use self::edit_record::{Edits, Mark};
use self::labels::{Label, Labels};
use crate::context::MetadataKind;
use crate::instruction::{Bundle, Bundles, InstData};
use crate::metadata::{Attachment, Attachments, Metadata, MetadataRef};
use crate::types::Type;
use crate::value::{Block, Imm, Inst, IntList, IntPool, Value, ValueKind, ValueList, ValuePool, check_count};

#[derive(Clone, Copy, Default)]
struct InstLink {
    /// The label of the instruction's block: see [`Labels`].
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

/// The position of a name in [`Body::name_bytes`]; of length 0 if there is none.
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
    /// Whether a name was set without a check that it is free.
    names_may_clash: bool,

    debug_locs: Vec<PackedMetadata>,
    attachments: SecondaryMap<Inst, u32>,
    attachment_lists: Vec<Attachments>,
    records: DebugRecords,

    /// The values that [`crate::metadata::MetadataRef::Local`] refers to.
    pub(crate) local_metadata: Vec<Value>,
    /// The lists that [`crate::metadata::MetadataRef::ArgList`] refers to.
    pub(crate) arg_lists: Vec<Box<[Metadata]>>,
    /// The `uselistorder` directives of this body, as read.
    pub(crate) use_list_orders: Vec<UseListOrder>,
    /// Since which marks parts were edited; `None` before the first mark.
    edit_record: Option<Box<EditRecord>>,
}

/// A `uselistorder` directive: use `i` of the value moves to index `order[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseListOrder {
    /// The value whose uses are ordered.
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
    /// A body without blocks, for a function with these parameter types.
    pub fn new(args: &[Type]) -> Body {
        Body { args: args.to_vec(), ..Body::default() }
    }

    /// Resets the body to one without blocks, for a function with these parameter types. Keeps the allocated memory.
    pub fn reset(&mut self, args: &[Type]) {
        self.clear();
        self.args.extend_from_slice(args);
    }

    /// Moves the body into allocations of exactly its size. Leaves an empty body, which [`Body::reset`] can reuse.
    pub fn take_exact(&mut self) -> Body {
        // Lists of lists are moved without a copy.
        let bundles = std::mem::take(&mut self.bundles);
        let arg_lists = std::mem::take(&mut self.arg_lists);
        let use_list_orders = std::mem::take(&mut self.use_list_orders);
        let exact = Body { bundles, arg_lists, use_list_orders, ..self.clone() };
        self.clear();
        exact
    }

    /// Moves the body into allocations of its size if more than a fifth of the memory for instructions is unused.
    pub fn shrink_to_fit(&mut self) {
        if 4 * self.types.capacity() > 5 * self.types.len() {
            *self = self.take_exact();
        }
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
        self.edit_record = None;
    }

    /// Parameter types.
    pub fn args(&self) -> &[Type] {
        &self.args
    }

    /// Changes the type of a parameter.
    pub(crate) fn set_arg_type(&mut self, arg: usize, ty: Type) {
        self.args[arg] = ty;
    }

    // Blocks and block order.

    /// Creates a block that is not placed yet.
    ///
    /// # Panics
    /// If the body already has [`Value::MAX_ENTITIES`] blocks.
    pub fn create_block(&mut self) -> Block {
        check_count(self.blocks.len(), Value::MAX_ENTITIES);
        let block = self.blocks.push(BlockLink::default());
        self.labels.add(block);
        block
    }

    /// The number of blocks that were ever created.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The number of instructions that were ever created.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// Appends an unplaced block.
    pub fn append_block(&mut self, block: Block) {
        let last = self.last_block;
        self.blocks[block].prev = last;
        match last.expand() {
            Some(last) => self.blocks[last].next = block.into(),
            None => self.first_block = block.into(),
        }
        self.last_block = block.into();
    }

    /// Inserts an unplaced block after another.
    pub fn insert_block_after(&mut self, block: Block, after: Block) {
        let next = std::mem::replace(&mut self.blocks[after].next, block.into());
        self.blocks[block].prev = after.into();
        self.blocks[block].next = next;
        match next.expand() {
            Some(next) => self.blocks[next].prev = block.into(),
            None => self.last_block = block.into(),
        }
    }

    /// The previous block in block order.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].prev.expand()
    }

    /// The next block in block order.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].next.expand()
    }

    /// Whether a block is placed in block order, i.e. was inserted and not removed.
    pub fn is_placed(&self, block: Block) -> bool {
        self.first_block == block.into() || self.blocks[block].prev.is_some()
    }

    /// Removes a block, with its instructions, from block order.
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

    /// The entry block.
    pub fn entry(&self) -> Option<Block> {
        self.first_block.expand()
    }

    /// The blocks in block order.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first_block.expand(), |&b| self.blocks[b].next.expand())
    }

    /// The blocks after `block`, in block order.
    pub fn blocks_after(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.blocks[block].next.expand(), |&b| self.blocks[b].next.expand())
    }

    /// The instructions of a block in order.
    pub fn insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |&i| self.next_inst(i))
    }

    /// The next instruction in the same block.
    #[inline]
    pub fn next_inst(&self, inst: Inst) -> Option<Inst> {
        self.links[inst.index()].next.expand()
    }

    /// The previous instruction in the same block.
    pub fn prev_inst(&self, inst: Inst) -> Option<Inst> {
        self.links[inst.index()].prev.expand()
    }

    /// The first instruction of a block.
    pub fn first_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].first.expand()
    }

    /// The first instruction of a block that is not a phi. Linear in the phis.
    pub fn first_non_phi(&self, block: Block) -> Option<Inst> {
        self.insts(block).find(|&inst| !matches!(self.inst(inst), InstData::Phi { .. }))
    }

    /// The last instruction of a block.
    pub fn last_inst(&self, block: Block) -> Option<Inst> {
        self.blocks[block].last.expand()
    }

    /// The terminator of a block: its last instruction, if that is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.last_inst(block).filter(|&i| self.insts[i].is_terminator())
    }

    /// The block that contains an instruction; `None` if the instruction was never inserted or was removed.
    pub fn inst_block(&self, inst: Inst) -> Option<Block> {
        self.links.get(inst.index())?.label.expand().map(|label| self.labels.block(label))
    }

    /// The predecessors of each block. Their order is LLVM's for freshly read text, last in the function first, unless a
    /// `uselistorder` directive changes it. A predecessor occurs once for each use of the block by its terminator.
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
        // `count` holds the end of each block's range. Filling a range from its end puts the last predecessor first.
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

    /// Calls `f` with each block that is an operand of a terminator: successors and inputs of operand bundles, between which
    /// LLVM's use lists do not distinguish.
    fn for_each_block_named(&self, terminator: Inst, mut f: impl FnMut(Block)) {
        let data = &self.insts[terminator];
        data.for_each_successor(&self.values, &mut f);
        if let Some(call) = data.call_info() {
            self.list_values(&call.args).iter().filter_map(|v| v.as_block()).for_each(f);
        }
    }

    // Instructions.

    /// Creates an instruction that is not inserted yet.
    ///
    /// # Panics
    /// If the body already has [`Value::MAX_ENTITIES`] instructions.
    #[inline]
    pub fn create_inst(&mut self, data: InstData, ty: Type) -> Inst {
        check_count(self.insts.len(), Value::MAX_ENTITIES);
        self.types.push(ty);
        self.links.push(InstLink::default());
        self.insts.push(data)
    }

    /// Creates an instruction at the end of a block.
    #[inline]
    pub fn append_inst(&mut self, block: Block, data: InstData, ty: Type) -> Inst {
        check_count(self.insts.len(), Value::MAX_ENTITIES);
        let link = self.link_last(block, self.insts.next_key());
        self.types.push(ty);
        self.links.push(link);
        self.insts.push(data)
    }

    /// Inserts a detached instruction at the end of a block.
    #[inline]
    pub fn append(&mut self, block: Block, inst: Inst) {
        self.links[inst.index()] = self.link_last(block, inst);
    }

    /// Makes an instruction the last of a block, and returns its links.
    #[inline]
    fn link_last(&mut self, block: Block, inst: Inst) -> InstLink {
        let last = std::mem::replace(&mut self.blocks[block].last, inst.into());
        match last.expand() {
            Some(last) => self.links[last.index()].next = inst.into(),
            None => self.blocks[block].first = inst.into(),
        }
        InstLink { label: self.labels.of(block).into(), prev: last, next: None.into() }
    }

    /// Inserts a detached instruction before another.
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

    /// Removes an instruction from its block. Its debug records move to the next instruction, or to the end of the block.
    pub fn remove_inst(&mut self, inst: Inst) {
        let next = self.next_inst(inst);
        let Some(block) = self.unlink_inst(inst) else { return };
        if self.has_debug_records() {
            let to = next.map_or(RecordPosition::End(block), RecordPosition::Before);
            self.records.join(RecordPosition::Before(inst), to);
        }
    }

    /// Unlinks an instruction, with its debug records, from its block. Returns the block.
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

    /// The data of an instruction.
    #[inline]
    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst]
    }

    /// Mutable form of [`Body::inst`]. After a change that affects the result type, call [`Body::set_inst_type`].
    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        self.note_edit(inst.into());
        &mut self.insts[inst]
    }

    /// The data of an instruction and the pool of its operand lists, both mutable.
    pub fn inst_and_values_mut(&mut self, inst: Inst) -> (&mut InstData, &mut ValuePool) {
        (&mut self.insts[inst], &mut self.values)
    }

    /// The result type of an instruction; `void` if it has no result.
    #[inline]
    pub fn inst_type(&self, inst: Inst) -> Type {
        self.types[inst.index()]
    }

    /// Sets the result type of an instruction.
    pub fn set_inst_type(&mut self, inst: Inst, ty: Type) {
        self.types[inst.index()] = ty;
    }

    /// The number of operands of an instruction, blocks included.
    pub fn operand_count(&self, inst: Inst) -> usize {
        self.insts[inst].operand_count(&self.values)
    }

    /// The operand of an instruction at an index in the order of [`InstData::for_each_operand`].
    pub fn operand(&self, inst: Inst, place: usize) -> Option<Value> {
        self.insts[inst].operand(&self.values, place)
    }

    /// The pool of operand lists.
    #[inline]
    pub fn values(&self) -> &ValuePool {
        &self.values
    }

    /// The pool of operand lists, mutable.
    #[inline]
    pub fn values_mut(&mut self) -> &mut ValuePool {
        &mut self.values
    }

    /// The pool of lists of indices and mask elements.
    #[inline]
    pub fn ints(&self) -> &IntPool {
        &self.ints
    }

    /// Allocates a list of operands.
    pub fn list(&mut self, values: &[Value]) -> ValueList {
        ValueList::from_slice(values, &mut self.values)
    }

    /// The values of a list.
    #[inline]
    pub fn list_values(&self, list: &ValueList) -> &[Value] {
        list.as_slice(&self.values)
    }

    /// Allocates a list of numbers.
    pub fn int_list(&mut self, ints: &[Imm]) -> IntList {
        IntList::from_slice(ints, &mut self.ints)
    }

    /// The numbers of a list.
    pub fn list_ints(&self, list: &IntList) -> &[Imm] {
        list.as_slice(&self.ints)
    }

    /// Stores the operand bundles of a call.
    pub fn add_bundles(&mut self, bundles: Box<[Bundle]>) -> Bundles {
        self.bundles.push(bundles)
    }

    /// Whether any call has, or had, operand bundles.
    pub fn has_bundles(&self) -> bool {
        !self.bundles.is_empty()
    }

    /// The operand bundles of a call; empty if it has none.
    pub fn bundles(&self, bundles: PackedOption<Bundles>) -> &[Bundle] {
        bundles.expand().and_then(|b| self.bundles.get(b)).map_or(&[], |b| b)
    }

    /// Gives a copy of an instruction of another body its own list of numbers and its own operand bundles here. Its operand lists
    /// remain those of `source`.
    pub(crate) fn copy_lists(&mut self, source: &Body, data: &mut InstData) {
        if let InstData::ShuffleVector { mask: ints, .. }
        | InstData::ExtractValue { indices: ints, .. }
        | InstData::InsertValue { indices: ints, .. } = data
        {
            *ints = self.int_list(source.list_ints(ints));
        }
        if let Some(call) = data.call_info_mut()
            && call.bundles.is_some()
        {
            call.bundles = self.add_bundles(source.bundles(call.bundles).into()).into();
        }
    }

    /// The arguments of a call, without the inputs of operand bundles.
    pub fn call_args(&self, call: &crate::instruction::CallInfo) -> &[Value] {
        let all = self.list_values(&call.args);
        let in_bundles: usize = self.bundles(call.bundles).iter().map(|b| b.len as usize).sum();
        &all[..all.len().saturating_sub(in_bundles)]
    }

    /// The operand bundles of a call with their inputs.
    pub fn bundle_inputs<'b>(
        &'b self,
        call: &crate::instruction::CallInfo,
    ) -> impl Iterator<Item = (&'b Bundle, &'b [Value])> + use<'b> {
        let mut rest = &self.list_values(&call.args)[self.call_args(call).len()..];
        self.bundles(call.bundles).iter().map(move |bundle| {
            let (inputs, others) = rest.split_at((bundle.len as usize).min(rest.len()));
            rest = others;
            (bundle, inputs)
        })
    }

    /// The type of an argument, block or instruction; `None` for a value that is not local to the body.
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

    /// The name of an argument, block or instruction, without `%`; empty if it is unnamed.
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

    /// Sets the name of an argument, block or instruction; the empty name removes it. Does not check that the name is free, which
    /// [`crate::builder::Names`] does. A body in which two values have the same name is not valid.
    pub fn set_name(&mut self, value: Value, name: &[u8]) {
        self.names_may_clash |= !name.is_empty();
        self.set_free_name(value, name);
    }

    /// Like [`Body::set_name`], for a name that is known to be free.
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

    /// Removes the names of all arguments, blocks and instructions.
    pub fn clear_names(&mut self) {
        self.name_bytes = Vec::new();
        self.arg_names = Vec::new();
        self.block_names = Vec::new();
        self.inst_names = Vec::new();
    }

    /// Whether two values may have the same name, because a name was set without a check that it is free.
    pub fn names_may_clash(&self) -> bool {
        self.names_may_clash
    }

    /// The named arguments, blocks and instructions, with their names.
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

    /// Sets or removes the `!dbg` attachment of an instruction.
    #[inline]
    pub fn set_debug_loc(&mut self, inst: Inst, loc: Option<Metadata>) {
        let packed = loc.map_or(PackedMetadata::default(), |m| PackedMetadata(m.bits()));
        if self.debug_locs.len() <= inst.index() {
            if loc.is_none() {
                return;
            }
            if self.debug_locs.is_empty() {
                // If any instruction has a location, most have one.
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

    /// The values that [`MetadataRef::Local`] refers to.
    #[inline]
    pub fn local_metadata(&self) -> &[Value] {
        &self.local_metadata
    }

    /// Mutable form of [`Body::local_metadata`].
    pub fn local_metadata_mut(&mut self) -> &mut [Value] {
        &mut self.local_metadata
    }

    /// Adds a value to [`Body::local_metadata`]; returns the metadata that refers to it.
    pub fn add_local_metadata(&mut self, value: Value) -> Metadata {
        self.local_metadata.push(value);
        Metadata::new(MetadataRef::Local(self.local_metadata.len() as u32 - 1))
    }

    /// The lists that [`MetadataRef::ArgList`] refers to.
    #[inline]
    pub fn arg_lists(&self) -> &[Box<[Metadata]>] {
        &self.arg_lists
    }

    /// Adds a list to [`Body::arg_lists`]; returns the metadata that refers to it.
    pub fn add_arg_list(&mut self, list: Box<[Metadata]>) -> Metadata {
        self.arg_lists.push(list);
        Metadata::new(MetadataRef::ArgList(self.arg_lists.len() as u32 - 1))
    }

    /// The `uselistorder` directives of this body, as read.
    pub fn use_list_orders(&self) -> &[UseListOrder] {
        &self.use_list_orders
    }

    /// Mutable form of [`Body::use_list_orders`].
    pub fn use_list_orders_mut(&mut self) -> &mut Vec<UseListOrder> {
        &mut self.use_list_orders
    }

    /// The function-local value that metadata wraps: `ptr %x` in `metadata ptr %x`.
    pub fn local_value(&self, m: Metadata) -> Option<Value> {
        match m.open() {
            MetadataRef::Local(number) => self.local_metadata.get(number as usize).copied(),
            _ => None,
        }
    }

    /// The attachment of kind `kind`, which may be `!dbg`.
    #[inline]
    pub fn attachment(&self, inst: Inst, kind: MetadataKind) -> Option<Metadata> {
        if kind == MetadataKind::DBG {
            return self.debug_loc(inst);
        }
        let list = self.attachments(inst);
        list.binary_search_by_key(&kind, |(k, _)| *k).ok().map(|i| list[i].1)
    }

    /// Sets the attachments, other than `!dbg`, of an instruction that has none. The last attachment of a kind wins.
    pub fn set_attachments(&mut self, inst: Inst, list: Attachments) {
        if !list.is_empty() {
            self.attachment_lists.push(sorted_attachments(list));
            self.attachments[inst] = self.attachment_lists.len() as u32;
        }
    }

    /// Replaces the attachments of an instruction other than `!dbg`.
    pub(crate) fn replace_attachments(&mut self, inst: Inst, list: Attachments) {
        match self.attachments[inst] {
            0 => self.set_attachments(inst, list),
            n => self.attachment_lists[n as usize - 1] = sorted_attachments(list),
        }
    }

    /// Sets or removes the attachment of kind `kind`, which may be `!dbg`.
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

    /// Removes the attachments of an instruction other than `!dbg`.
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

    /// Every attachment list, mutable. Each list must stay sorted by kind.
    pub fn attachment_lists_mut(&mut self) -> impl Iterator<Item = &mut Attachments> {
        self.attachment_lists.iter_mut()
    }

    /// Replaces each metadata reference of the body: `!dbg` and other attachments, debug records, argument lists and operands.
    pub fn map_metadata(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        self.map_attached_metadata(&mut f);
        self.map_metadata_operands(f);
    }

    /// Like [`Body::map_metadata`], without operands.
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

    /// Like [`Body::map_metadata`], for debug records only.
    pub(crate) fn map_record_metadata(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        for r in self.records.values_mut() {
            r.for_each_operand_mut(|m| *m = f(*m));
        }
    }

    /// Replaces each operand of an instruction, and records an edit if one changed.
    fn map_operands_of(&mut self, inst: Inst, mut f: impl FnMut(Value) -> Value) {
        let mut is_changed = false;
        self.insts[inst].map_operands(&mut self.values, |old| {
            let new = f(old);
            is_changed |= new != old;
            new
        });
        if is_changed {
            self.note_edit(inst.into());
        }
    }

    /// Replaces each constant, global and inline assembler expression that instructions and metadata of the body refer to.
    pub(crate) fn map_module_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        for inst in self.insts.keys() {
            self.map_operands_of(inst, |v| if v.is_local() { v } else { f(v) });
        }
        self.local_metadata.iter_mut().filter(|v| !v.is_local()).for_each(|v| *v = f(*v));
    }

    /// Like [`Body::map_metadata`], for operands only.
    pub fn map_metadata_operands(&mut self, mut f: impl FnMut(Metadata) -> Metadata) {
        for data in self.insts.values_mut() {
            // Only calls have metadata operands.
            if let InstData::Call { call, .. } | InstData::Invoke { call, .. } | InstData::CallBr { call, .. } = data {
                for v in call.args.as_mut_slice(&mut self.values) {
                    if let Some(m) = v.as_metadata() {
                        *v = f(m).into();
                    }
                }
            }
        }
    }

    /// Removes `!dbg` attachments and debug records. Returns whether there were `!dbg` attachments.
    pub fn strip_debug_info(&mut self) -> bool {
        self.records.clear();
        let had = self.debug_locs.iter().any(|m| Metadata::from_word(m.0).is_some());
        self.debug_locs.clear();
        had
    }
}

/// Sorts attachments by kind. The last attachment of a kind wins.
#[inline]
fn sorted_attachments(mut list: Attachments) -> Attachments {
    if !list.is_sorted_by(|a, b| a.0 < b.0) {
        list.sort_by_key(|(kind, _)| *kind);
        // `dedup_by` removes the later of two elements, so the later attachment is moved to the earlier position first.
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

/// The predecessors of each block: see [`Body::predecessors`].
pub struct Predecessors {
    start: Vec<u32>,
    from: Vec<Block>,
}

impl Predecessors {
    /// Applies the permutation of a `uselistorder` directive to the predecessors of a block.
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
