//! Def-use chains of a body, kept up to date while the body changes.
//!
//! [`Uses`] determines the uses of each value among the operands of the placed instructions of a body, at constant cost for each
//! change. It does not determine types, order or legality, and does not cover other bodies: see
//! [`ModuleUses`](crate::use_list::ModuleUses) for globals and constants. [`UseLists`] is cheaper for a body that does not
//! change.
//!
//! Each operand of each instruction has a slot in a dense table; the slots of a value form a doubly linked list. The first
//! [`Editor`](crate::editor::Editor) of a body creates the chains, in time linear in its operands. They take 12 bytes for each
//! operand, 8 for each instruction and 4 for each value. A body that is only read has no chains.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::body::Body;
use crate::hash::HashMap;
use crate::instruction::InstData;
use crate::metadata::{Metadata, MetadataRef};
use crate::use_list::{Use, UseLists};
use crate::value::{Block, Inst, Value, ValueKind};

const NONE: u32 = u32::MAX;

/// An operand of an instruction, as an element of the chain of its value.
#[derive(Clone, Copy)]
struct Slot {
    user: Inst,
    prev: u32,
    next: u32,
}

/// The slots of an instruction: those of its operands, then spare slots for further operands.
#[derive(Clone, Copy, Default)]
struct Slots {
    first: u32,
    capacity: u32,
}

/// The uses of the values of a body: see the [module](self).
///
/// As in LLVM, the incoming block of a phi is not a use of the block. These operands have separate chains, [`Uses::incoming_of`].
#[derive(Clone, Default)]
pub struct Uses {
    /// The slots of each instruction.
    of_user: Vec<Slots>,
    slots: Vec<Slot>,
    /// The first slot of each chain.
    insts: Vec<u32>,
    args: Vec<u32>,
    blocks: Vec<u32>,
    /// The chains of incoming blocks of phis.
    incoming: Vec<u32>,
    /// The chains of constants, globals, metadata and inline assembler, created on first request.
    outer: Option<HashMap<Value, u32>>,
    /// The indices of each value in [`Body::local_metadata`], created by the first replacement.
    local_metadata: Option<HashMap<Value, SmallVec<[u32; 2]>>>,
}

impl Uses {
    /// The chains of a body in its current state. The order within a chain is unspecified: see [`Uses::in_llvm_order`].
    pub fn new(body: &Body) -> Uses {
        let mut uses = Uses::of_no_instruction(body);
        // An estimate: counting the operands would take as long as linking them, and reserved memory that stays unused is never
        // touched.
        uses.slots.reserve(2 * body.inst_count());
        for user in body.blocks().flat_map(|b| body.insts(b)) {
            let first = uses.slots.len() as u32;
            let data = body.inst(user);
            let is_phi = matches!(data, InstData::Phi { .. });
            data.for_each_operand(&body.values, |value| {
                let slot = uses.slots.len() as u32;
                uses.slots.push(Slot { user, prev: NONE, next: NONE });
                uses.push_front(slot, value, is_phi && value.as_block().is_some());
            });
            uses.of_user[user.index()] = Slots { first, capacity: uses.slots.len() as u32 - first };
        }
        uses
    }

    /// The chains of a body in its current state, each in the order of LLVM's use lists, like [`UseLists`].
    pub fn in_llvm_order(body: &Body) -> Uses {
        let mut uses = Uses::without_links(body);
        let lists = UseLists::new(body);
        for user in body.blocks().flat_map(|b| body.insts(b)) {
            // Incoming blocks, which use lists do not contain.
            uses.for_each_slot(body, user, |uses, slot, value, is_incoming| {
                if is_incoming {
                    uses.push_front(slot, value, is_incoming);
                }
            });
        }
        let args = (0..body.args().len() as u32).map(Value::arg);
        let blocks = body.blocks().flat_map(|b| std::iter::once(b.into()).chain(body.insts(b).map(Value::from)));
        for value in args.chain(blocks) {
            for at in lists.uses_of(value).iter().rev() {
                let slot = uses.slot(*at);
                uses.push_front(slot, value, false);
            }
        }
        uses
    }

    fn of_no_instruction(body: &Body) -> Uses {
        Uses {
            of_user: vec![Slots::default(); body.inst_count()],
            insts: vec![NONE; body.inst_count()],
            args: vec![NONE; body.args().len()],
            blocks: vec![NONE; body.block_count()],
            incoming: vec![NONE; body.block_count()],
            ..Uses::default()
        }
    }

    fn without_links(body: &Body) -> Uses {
        let mut uses = Uses::of_no_instruction(body);
        for user in body.blocks().flat_map(|b| body.insts(b)) {
            uses.allocate(user, body.operand_count(user) as u32);
        }
        uses
    }

    /// Allocates `count` slots for an instruction that has none.
    fn allocate(&mut self, user: Inst, count: u32) {
        let first = self.slots.len() as u32;
        self.slots.resize(self.slots.len() + count as usize, Slot { user, prev: NONE, next: NONE });
        self.of_user[user.index()] = Slots { first, capacity: count };
    }

    fn slot(&self, at: Use) -> u32 {
        self.of_user[at.user.index()].first + at.operand
    }

    /// Calls `f` with each operand of an instruction: its slot, its value, and whether it is an incoming block of a phi.
    fn for_each_slot(&mut self, body: &Body, user: Inst, mut f: impl FnMut(&mut Uses, u32, Value, bool)) {
        let data = body.inst(user);
        let is_phi = matches!(data, InstData::Phi { .. });
        let mut slot = self.of_user[user.index()].first;
        data.for_each_operand(&body.values, |value| {
            f(self, slot, value, is_phi && value.as_block().is_some());
            slot += 1;
        });
    }

    /// The head of the chain that contains a use of a value, if there is one.
    #[inline]
    fn head(&mut self, value: Value, is_incoming: bool) -> Option<&mut u32> {
        match value.kind() {
            ValueKind::Inst(i) => self.insts.get_mut(i.index()),
            ValueKind::Arg(n) => self.args.get_mut(n as usize),
            ValueKind::Block(b) if is_incoming => self.incoming.get_mut(b.index()),
            ValueKind::Block(b) => self.blocks.get_mut(b.index()),
            _ => self.head_of_outer(value),
        }
    }

    #[inline(never)]
    fn head_of_outer(&mut self, value: Value) -> Option<&mut u32> {
        Some(self.outer.as_mut()?.entry(value).or_insert(NONE))
    }

    #[inline]
    fn push_front(&mut self, slot: u32, value: Value, is_incoming: bool) {
        let Some(head) = self.head(value, is_incoming) else {
            // The use is in no chain, so links of its former chain must be cleared.
            (self.slots[slot as usize].prev, self.slots[slot as usize].next) = (NONE, NONE);
            return;
        };
        let next = std::mem::replace(head, slot);
        self.slots[slot as usize].prev = NONE;
        self.slots[slot as usize].next = next;
        if next != NONE {
            self.slots[next as usize].prev = slot;
        }
    }

    fn unlink(&mut self, slot: u32, value: Value, is_incoming: bool) {
        let Slot { prev, next, .. } = self.slots[slot as usize];
        if prev != NONE {
            self.slots[prev as usize].next = next;
        } else if let Some(head) = self.head(value, is_incoming) {
            *head = next;
        } else {
            return;
        }
        if next != NONE {
            self.slots[next as usize].prev = prev;
        }
    }

    fn link_all(&mut self, body: &Body, user: Inst) {
        self.for_each_slot(body, user, |uses, slot, value, is_incoming| uses.push_front(slot, value, is_incoming));
    }

    fn chain(&self, mut slot: u32) -> impl Iterator<Item = Use> + '_ {
        std::iter::from_fn(move || {
            let Slot { user, next, .. } = *self.slots.get(slot as usize)?;
            let at = Use { user, operand: slot - self.of_user[user.index()].first };
            slot = next;
            Some(at)
        })
    }

    #[inline]
    fn first(&self, value: Value) -> u32 {
        let head = match value.kind() {
            ValueKind::Inst(i) => self.insts.get(i.index()),
            ValueKind::Arg(n) => self.args.get(n as usize),
            ValueKind::Block(b) => self.blocks.get(b.index()),
            _ => return self.first_of_outer(value),
        };
        head.copied().unwrap_or(NONE)
    }

    #[inline(never)]
    fn first_of_outer(&self, value: Value) -> u32 {
        self.outer.as_ref().and_then(|outer| outer.get(&value)).copied().unwrap_or(NONE)
    }

    /// The uses of a value. Uses of constants, globals, metadata and inline assembler are known after
    /// [`Uses::include_module_values`].
    #[inline]
    pub fn of(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.chain(self.first(value))
    }

    /// The phi operands that have `block` as incoming block.
    pub fn incoming_of(&self, block: Block) -> impl Iterator<Item = Use> + '_ {
        self.chain(self.incoming.get(block.index()).copied().unwrap_or(NONE))
    }

    /// Whether a value has no use.
    #[inline]
    pub fn is_unused(&self, value: Value) -> bool {
        self.first(value) == NONE
    }

    /// Whether a value has exactly one use. Constant time.
    #[inline]
    pub fn has_one_use(&self, value: Value) -> bool {
        self.slots.get(self.first(value) as usize).is_some_and(|slot| slot.next == NONE)
    }

    /// The use of a value that has exactly one. Constant time.
    #[inline]
    pub fn only(&self, value: Value) -> Option<Use> {
        self.of(value).next().filter(|_| self.has_one_use(value))
    }

    /// Creates the chains of constants, globals, metadata and inline assembler used by the body. Linear in the operands of the
    /// body; later calls do nothing.
    pub fn include_module_values(&mut self, body: &Body) {
        if self.outer.is_none() {
            self.outer = Some(HashMap::default());
            for user in body.blocks().flat_map(|b| body.insts(b)) {
                self.for_each_slot(body, user, |uses, slot, value, is_incoming| {
                    if !value.is_local() {
                        uses.push_front(slot, value, is_incoming);
                    }
                });
            }
        }
    }

    // Changes. The body and its chains change together.

    /// Adds the uses of an instruction that was inserted into the body.
    pub(crate) fn add(&mut self, body: &Body, inst: Inst) {
        self.of_user.resize(self.of_user.len().max(body.inst_count()), Slots::default());
        self.insts.resize(self.insts.len().max(body.inst_count()), NONE);
        self.allocate(inst, body.operand_count(inst) as u32);
        self.link_all(body, inst);
    }

    /// Adds chains for the blocks created since the last call.
    pub(crate) fn add_blocks(&mut self, body: &Body) {
        self.blocks.resize(body.block_count(), NONE);
        self.incoming.resize(body.block_count(), NONE);
    }

    /// Unlinks the operands of an instruction, before they change or the instruction is erased.
    pub(crate) fn unlink_all(&mut self, body: &Body, inst: Inst) {
        self.for_each_slot(body, inst, |uses, slot, value, is_incoming| uses.unlink(slot, value, is_incoming));
    }

    /// Links the operands of an instruction after [`Uses::unlink_all`].
    pub(crate) fn relink_all(&mut self, body: &Body, inst: Inst) {
        let count = body.operand_count(inst) as u32;
        if count > self.of_user[inst.index()].capacity {
            self.allocate(inst, count.next_power_of_two());
        }
        self.link_all(body, inst);
    }

    /// Unlinks the operands of an erased instruction, if they are still linked.
    pub(crate) fn remove(&mut self, body: &Body, inst: Inst) {
        if std::mem::take(&mut self.of_user[inst.index()].capacity) > 0 {
            self.unlink_all(body, inst);
        }
    }

    /// Sets an operand. The use becomes the first in the chain of `new`, as in LLVM.
    pub(crate) fn set(&mut self, body: &mut Body, at: Use, new: Value) {
        let (data, values) = body.inst_and_values_mut(at.user);
        let Some(old) = data.operand(values, at.operand as usize) else { return };
        data.set_operand(values, at.operand as usize, new);
        let is_phi = matches!(data, InstData::Phi { .. });
        let slot = self.slot(at);
        self.unlink(slot, old, is_phi && old.as_block().is_some());
        self.push_front(slot, new, is_phi && new.as_block().is_some());
    }

    /// Links operands that were appended to an instruction. If its slots do not suffice, their number doubles.
    pub(crate) fn grow(&mut self, body: &Body, inst: Inst, old_count: u32) {
        let Slots { first, capacity } = self.of_user[inst.index()];
        let count = body.operand_count(inst) as u32;
        let is_phi = matches!(body.inst(inst), InstData::Phi { .. });
        if count > capacity {
            self.allocate(inst, count.next_power_of_two());
            let moved = self.of_user[inst.index()].first;
            for place in 0..old_count {
                self.move_slot(first + place, moved + place, body.operand(inst, place as usize), is_phi);
            }
        }
        let start = self.of_user[inst.index()].first;
        for place in old_count..count {
            if let Some(value) = body.operand(inst, place as usize) {
                self.push_front(start + place, value, is_phi && value.as_block().is_some());
            }
        }
    }

    /// Moves an operand in the chain of `value` to another slot, without changing its position in the chain.
    fn move_slot(&mut self, from: u32, to: u32, value: Option<Value>, is_phi: bool) {
        let Some(value) = value else { return };
        let Slot { prev, next, .. } = self.slots[from as usize];
        (self.slots[to as usize].prev, self.slots[to as usize].next) = (prev, next);
        if prev != NONE {
            self.slots[prev as usize].next = to;
        } else if let Some(head) = self.head(value, is_phi && value.as_block().is_some()) {
            *head = to;
        }
        if next != NONE {
            self.slots[next as usize].prev = to;
        }
    }

    /// Replaces a value in all operands and in the metadata of the body, and calls `changed` with each user, once for each
    /// operand. Linear in the uses of `old`. As in LLVM, the uses go to the front of the chain of `new`, in reverse order.
    pub(crate) fn replace_all(
        &mut self,
        body: &mut Body,
        old: Value,
        new: Value,
        changed: impl FnMut(&mut Body, Inst),
    ) {
        if old == new {
            return;
        }
        if !old.is_local() {
            self.include_module_values(body);
        }
        self.replace_chain(body, |uses| uses.first(old), new, changed);
        self.replace_in_metadata(body, old, new);
    }

    /// Replaces a value in the metadata of the body only.
    pub(crate) fn replace_in_metadata(&mut self, body: &mut Body, old: Value, new: Value) {
        if body.local_metadata.is_empty() {
            return;
        }
        let places = self.places_in_metadata(body);
        if let Some(moved) = places.remove(&old) {
            moved.iter().for_each(|&i| body.local_metadata[i as usize] = new);
            places.entry(new).or_default().extend(moved);
        }
    }

    fn places_in_metadata(&mut self, body: &Body) -> &mut HashMap<Value, SmallVec<[u32; 2]>> {
        self.local_metadata.get_or_insert_with(|| {
            let mut places: HashMap<Value, SmallVec<[u32; 2]>> = HashMap::default();
            (0..).zip(&body.local_metadata).for_each(|(i, v)| places.entry(*v).or_default().push(i));
            places
        })
    }

    /// A function-local value as metadata.
    pub(crate) fn local_metadata(&mut self, body: &mut Body, value: Value) -> Metadata {
        let places = self.places_in_metadata(body).entry(value).or_default();
        let index = places.first().copied().unwrap_or_else(|| {
            body.local_metadata.push(value);
            places.push(body.local_metadata.len() as u32 - 1);
            places[0]
        });
        Metadata::new(MetadataRef::Local(index))
    }

    /// Registers a value that was added to the metadata of the body.
    pub(crate) fn add_local_metadata(&mut self, index: u32, value: Value) {
        if let Some(places) = &mut self.local_metadata {
            places.entry(value).or_default().push(index);
        }
    }

    /// Replaces an incoming block in the phis that have it.
    pub(crate) fn replace_incoming(
        &mut self,
        body: &mut Body,
        old: Block,
        new: Block,
        changed: impl FnMut(&mut Body, Inst),
    ) {
        if old == new {
            return;
        }
        let first = |uses: &Uses| uses.incoming.get(old.index()).copied().unwrap_or(NONE);
        self.replace_chain(body, first, new.into(), changed);
    }

    /// Sets the operands of a chain, from its head, until the chain is empty.
    fn replace_chain(
        &mut self,
        body: &mut Body,
        first: impl Fn(&Uses) -> u32,
        new: Value,
        mut changed: impl FnMut(&mut Body, Inst),
    ) {
        loop {
            let Some(at) = self.chain(first(self)).next() else { break };
            self.set(body, at, new);
            changed(body, at.user);
        }
    }

    /// Compares the chains with the operands of the body. Linear in the operands.
    ///
    /// # Errors
    /// A description of the first operand that is in no chain or in a wrong one.
    pub fn check(&self, body: &Body) -> Result<(), String> {
        let mut expected: HashMap<(Value, bool), usize> = HashMap::default();
        for user in body.blocks().flat_map(|b| body.insts(b)) {
            let is_phi = matches!(body.inst(user), InstData::Phi { .. });
            body.inst(user).for_each_operand(&body.values, |value| {
                if value.is_local() || self.outer.is_some() {
                    *expected.entry((value, is_phi && value.as_block().is_some())).or_default() += 1;
                }
            });
        }
        let outer = self.outer.iter().flatten().map(|(value, first)| ((*value, false), *first));
        let insts = (0..).zip(&self.insts).map(|(i, first)| ((Inst::from_u32(i).into(), false), *first));
        let args = (0..).zip(&self.args).map(|(i, first)| ((Value::arg(i), false), *first));
        let blocks = (0..).zip(&self.blocks).map(|(i, first)| ((Block::from_u32(i).into(), false), *first));
        let incoming = (0..).zip(&self.incoming).map(|(i, first)| ((Block::from_u32(i).into(), true), *first));
        for ((value, is_incoming), first) in insts.chain(args).chain(blocks).chain(incoming).chain(outer) {
            let mut count = 0;
            for at in self.chain(first) {
                if body.operand(at.user, at.operand as usize) != Some(value) {
                    return Err(format!("{at:?} is in the chain of {value:?}, but is another value"));
                }
                count += 1;
            }
            if expected.remove(&(value, is_incoming)).unwrap_or(0) != count {
                return Err(format!("the chain of {value:?} has {count} uses, which is not their number"));
            }
        }
        expected.keys().next().map_or(Ok(()), |(value, _)| Err(format!("{value:?} has uses, but no chain")))
    }
}
