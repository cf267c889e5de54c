//! Use lists as LLVM keeps them for every value, computed on demand.
//!
//! A module does not store the uses of its values, so reading, changing and printing a module do not maintain them. [`UseLists`]
//! collects the uses of the arguments, blocks and instructions of one body, [`ModuleUses`] those of globals and constants: one
//! pass over the operands, and one array that holds all lists.
//!
//! The order of a list is that of LLVM's in-memory lists, on which some LLVM passes depend and which `uselistorder` directives
//! record:
//!
//! - The most recently created use comes first.
//! - A value used before its definition (a forward reference) is represented by a placeholder until then. When the placeholder is
//!   replaced, its uses move one by one, so they come last, in order of creation.
//! - A directive of the text overrides the order.
//!
//! [`UseListOrders`] has the directives without which a reader of the printed text would build lists in another order.

mod bitcode;
mod module;

use crate::hash::{HashMap, HashSet};

use crate::body::{Body, UseListOrder};
use crate::instruction::InstData;
use crate::value::{Block, Inst, Value, ValueKind};

pub use module::{ModuleUse, ModuleUses, UseListOrders, User};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The user.
    pub user: Inst,
    /// The index of the operand, in the order of [`InstData::for_each_operand`].
    pub operand: u32,
}

/// The uses of a body's arguments, blocks and instructions.
///
/// Lists hold the uses by instructions that are placed in a block. An incoming block of a phi is not a use of the block. The
/// lists are a snapshot: an [`Editor`](crate::editor::Editor) has chains that stay valid while the body changes.
///
/// ```
/// use lindworm_ir::builder::Builder;
/// use lindworm_ir::eval::BinaryOp;
/// use lindworm_ir::use_list::{Use, UseLists};
/// use lindworm_ir::{Body, Context, Module, Type, Value};
///
/// let module = Module::new(&Context::new(), "m");
/// let mut body = Body::new(&[Type::I32, Type::I32]);
/// let (a, b) = (Value::arg(0), Value::arg(1));
/// let entry = body.create_block();
/// body.append_block(entry);
/// let mut builder = Builder::new(&module, &mut body);
/// builder.at_end(entry);
/// let square = builder.binary(BinaryOp::Mul, a, a)?;
/// let sum = builder.binary(BinaryOp::Add, square, b)?;
/// builder.ret(Some(sum))?;
///
/// let lists = UseLists::new(&body);
/// let mul = square.as_inst().unwrap();
/// assert_eq!(lists.uses_of(a), [Use { user: mul, operand: 1 }, Use { user: mul, operand: 0 }]);
/// assert!(lists.has_one_use(square));
/// # Ok::<(), lindworm_ir::builder::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct UseLists {
    slots: Slots,
    lists: Lists<Use>,
}

impl UseLists {
    /// The lists of a body in its current state, with instructions in order of creation. Directives of the body are applied.
    pub fn new(body: &Body) -> UseLists {
        let mut placed = vec![false; body.inst_count()];
        body.blocks().flat_map(|b| body.insts(b)).for_each(|i| placed[i.as_u32() as usize] = true);
        let insts: Vec<Inst> = (0..).zip(placed).filter(|p| p.1).map(|(i, _)| Inst::from_u32(i)).collect();
        let mut lists = UseLists::in_order(body, &insts, Purpose::InMemory);
        for order in &body.use_list_orders {
            if let Some(slot) = lists.slots.of(order.value) {
                lists.lists.reorder(slot, &order.order);
            }
        }
        lists
    }

    /// The lists that a reader of the body's text would build without directives.
    fn of_text(body: &Body) -> UseLists {
        let insts: Vec<Inst> = body.blocks().flat_map(|b| body.insts(b)).collect();
        UseLists::in_order(body, &insts, Purpose::OfText)
    }

    /// The lists if these instructions are created in this order.
    fn in_order(body: &Body, insts: &[Inst], purpose: Purpose) -> UseLists {
        let slots = Slots::new(body);
        let mut lists = Lists::new(slots.len());
        for &inst in insts {
            for_each_use(body, inst, purpose, |value, _| {
                if let Some(slot) = slots.of(value) {
                    lists.count(slot);
                }
            });
        }
        lists.allocate(Use { user: Inst::from_u32(0), operand: 0 });
        for &user in insts {
            for_each_use(body, user, purpose, |value, operand| {
                if let Some(slot) = slots.of(value) {
                    lists.push_front(slot, Use { user, operand });
                }
            });
        }
        // Handles are mostly in order already; otherwise the positions of the instructions decide.
        let mut places = Vec::new();
        if !insts.is_sorted() {
            places.resize(body.inst_count(), 0);
            (0u32..).zip(insts).for_each(|(place, inst)| places[inst.as_u32() as usize] = place);
        }
        let place = |i: Inst| places.get(i.as_u32() as usize).copied().unwrap_or(i.as_u32());
        for &inst in insts {
            let list = lists.get_mut(inst.as_u32() as usize);
            if list.last().is_some_and(|u| place(u.user) <= place(inst)) {
                let early = list.partition_point(|u| place(u.user) > place(inst));
                list[early..].reverse();
            }
        }
        UseLists { slots, lists }
    }

    /// The uses of a value, in order; none for a value that is not local to the body: see [`ModuleUses`].
    #[inline]
    pub fn uses_of(&self, value: Value) -> &[Use] {
        self.slots.of(value).map_or(&[], |slot| self.lists.get(slot))
    }

    /// The users of a value, once for each use.
    pub fn users_of(&self, value: Value) -> impl ExactSizeIterator<Item = Inst> + '_ {
        self.uses_of(value).iter().map(|u| u.user)
    }

    /// Whether a value has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses_of(value).len() == 1
    }
}

/// The numbers of uses of the arguments, blocks and instructions of a body: the lengths of their [`UseLists`], at lower cost.
#[derive(Clone, Debug)]
pub struct UseCounts {
    slots: Slots,
    counts: Vec<u32>,
}

impl UseCounts {
    /// The counts of a body in its current state.
    pub fn new(body: &Body) -> UseCounts {
        let slots = Slots::new(body);
        let mut counts = vec![0; slots.len()];
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            for_each_use(body, inst, Purpose::InMemory, |value, _| {
                if let Some(slot) = slots.of(value) {
                    counts[slot] += 1;
                }
            });
        }
        UseCounts { slots, counts }
    }

    /// The number of uses of a value; 0 for a value that is not local to the body.
    #[inline]
    pub fn of(&self, value: Value) -> usize {
        self.slots.of(value).map_or(0, |slot| self.counts[slot] as usize)
    }
}

impl UseListOrders {
    /// The directives at the end of a body. `of_block` returns those of blocks that are also used outside the body.
    fn of_body(body: &Body, of_block: impl Fn(Block) -> Option<Option<Box<[u32]>>>) -> Vec<UseListOrder> {
        let lists = (!is_in_order(body)).then(|| (UseLists::of_text(body), UseLists::new(body)));
        let order = |value: Value| {
            let in_body =
                || lists.as_ref().and_then(|(read, now)| permutation(read.uses_of(value), now.uses_of(value)));
            let order = value.as_block().and_then(&of_block).unwrap_or_else(in_body)?;
            Some(UseListOrder { value, order })
        };
        let args = (0..body.args().len() as u32).map(Value::arg);
        let blocks = body.blocks().flat_map(|b| std::iter::once(b.into()).chain(body.insts(b).map(Value::from)));
        args.chain(blocks).filter_map(order).collect()
    }
}

/// Whether every reader builds the same lists of a body's own values: instructions were created in program order, each with its
/// operands in order, and nothing was reordered.
fn is_in_order(body: &Body) -> bool {
    body.use_list_orders.is_empty() && !body.has_bundles() && body.blocks().flat_map(|b| body.insts(b)).is_sorted()
}

/// The index in `to` of each item of `from`. Other items of `to` are ignored. `None` for the identity.
fn permutation<U: Copy + Eq + std::hash::Hash>(from: &[U], to: &[U]) -> Option<Box<[u32]>> {
    if from == to {
        return None;
    }
    let items: HashSet<U> = from.iter().copied().collect();
    let to: Vec<U> = to.iter().copied().filter(|u| items.contains(u)).collect();
    if from == to || from.len() != to.len() {
        return None;
    }
    let places: HashMap<U, u32> = to.into_iter().zip(0..).collect();
    from.iter().map(|u| places.get(u).copied()).collect()
}

/// The purpose of lists: lists in memory differ from the lists that a reader is expected to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The lists as they are in memory.
    InMemory,
    /// The lists that LLVM's writer assumes a reader builds.
    OfText,
}

/// Calls `f` with each operand of an instruction that is a use, and its index. In memory, the inputs of operand bundles come
/// after all other operands; LLVM's writer does not take that into account.
fn for_each_use(body: &Body, inst: Inst, purpose: Purpose, mut f: impl FnMut(Value, u32)) {
    let data = body.inst(inst);
    let is_phi = matches!(data, InstData::Phi { .. });
    let mut operand = 0;
    let bundled = match data.call_info() {
        Some(call) if purpose == Purpose::InMemory && call.bundles.is_some() => {
            let all = body.list_values(&call.args);
            let first = body.call_args(call).len();
            Some((&all[first..], first as u32..all.len() as u32))
        }
        _ => None,
    };
    data.for_each_operand(&body.values, |value| {
        let is_last = bundled.as_ref().is_some_and(|(_, places)| places.contains(&operand));
        if !(is_last || is_phi && value.as_block().is_some()) {
            f(value, operand);
        }
        operand += 1;
    });
    if let Some((values, places)) = bundled {
        values.iter().zip(places).for_each(|(&value, place)| f(value, place));
    }
}

/// The list indices of a body's values: instructions first, then arguments, then blocks.
#[derive(Clone, Copy, Debug)]
struct Slots {
    insts: usize,
    args: usize,
    blocks: usize,
}

impl Slots {
    fn new(body: &Body) -> Slots {
        Slots { insts: body.inst_count(), args: body.args().len(), blocks: body.block_count() }
    }

    fn len(&self) -> usize {
        self.insts + self.args + self.blocks
    }

    /// `None` for a value that is not local to the body, or was created after the lists.
    #[inline]
    fn of(&self, value: Value) -> Option<usize> {
        let (start, index, len) = match value.kind() {
            ValueKind::Inst(i) => (0, i.as_u32(), self.insts),
            ValueKind::Arg(n) => (self.insts, n, self.args),
            ValueKind::Block(b) => (self.insts + self.args, b.as_u32(), self.blocks),
            _ => return None,
        };
        ((index as usize) < len).then_some(start + index as usize)
    }
}

/// Lists in one array, built in two passes: [`Lists::count`] for every item, [`Lists::allocate`], and [`Lists::push_front`] for
/// every item again.
#[derive(Clone, Debug)]
struct Lists<U> {
    lists: Vec<List>,
    items: Vec<U>,
}

/// The position of a list.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    len: u32,
    /// The number of free slots before `start`.
    room: u32,
}

impl List {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl<U: Copy> Lists<U> {
    fn new(len: usize) -> Lists<U> {
        Lists { lists: vec![List::default(); len], items: Vec::new() }
    }

    #[inline]
    fn count(&mut self, list: usize) {
        self.lists[list].room += 1;
    }

    /// The number of items counted for a list.
    fn counted(&self, list: usize) -> u32 {
        self.lists[list].room
    }

    /// Allocates slots for all counted items, initialized with `filler`.
    fn allocate(&mut self, filler: U) {
        let mut end = 0;
        for list in &mut self.lists {
            end += list.room;
            list.start = end;
        }
        self.items = vec![filler; end as usize];
    }

    /// Inserts an item at the front of a list, which must have a free slot.
    #[inline]
    fn push_front(&mut self, list: usize, item: U) {
        let List { start, len, room } = &mut self.lists[list];
        (*start, *len, *room) = (*start - 1, *len + 1, *room - 1);
        self.items[*start as usize] = item;
    }

    #[inline]
    fn get(&self, list: usize) -> &[U] {
        self.lists.get(list).map_or(&[], |l| &self.items[l.range()])
    }

    fn get_mut(&mut self, list: usize) -> &mut [U] {
        &mut self.items[self.lists[list].range()]
    }

    /// Moves item `i` of a list to index `order[i]`. If the list is longer, the permutation applies to its tail, because later
    /// uses precede it. If the list is shorter, nothing changes.
    fn reorder(&mut self, list: usize, order: &[u32]) {
        let items = self.get_mut(list);
        let Some(later) = items.len().checked_sub(order.len()) else { return };
        let items = &mut items[later..];
        let old = items.to_vec();
        for (item, &place) in old.iter().zip(order) {
            if let Some(slot) = items.get_mut(place as usize) {
                *slot = *item;
            }
        }
    }
}

#[cfg(test)]
mod tests;
