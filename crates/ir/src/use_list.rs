//! Who uses what: the lists that LLVM keeps with every value, made for whoever asks.
//!
//! Nothing in a module says who uses a value, so that reading, changing and printing one need not keep it up to date.
//! [`UseLists`] finds the uses of the arguments, blocks and instructions of one body, [`ModuleUses`] those of globals and
//! constants: one pass over what they are made of, and one array that holds all lists.
//!
//! The order of a list is the one that LLVM has in memory, which some of its passes depend on and which `uselistorder`
//! directives tell:
//!
//! - What was made last comes first.
//! - A value that was used before it was there had something in its place until then. When that is replaced, its uses move one
//!   by one, so that they come last, in the order in which they were made.
//! - A directive of the text has the last word.
//!
//! [`UseListOrders`] are the directives without which a reader of the printed text would have the lists in another order.

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
    /// Whose operand it is.
    pub user: Inst,
    /// Its place among the operands that [`InstData::for_each_operand`] gives.
    pub operand: u32,
}

/// The uses of a body's arguments, blocks and instructions.
///
/// Lists hold the uses by instructions that are in a block. That a phi names a block is not a use of the block. They are of the body as
/// it was: an [`Editor`](crate::editor::Editor) has chains that stay true while the body changes.
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
    /// The lists of a body as it is now, in the order in which its instructions were made; those that the body has directives
    /// for in the order that these ask for.
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

    /// The lists that a reader of the body's text would have without directives.
    fn of_text(body: &Body) -> UseLists {
        let insts: Vec<Inst> = body.blocks().flat_map(|b| body.insts(b)).collect();
        UseLists::in_order(body, &insts, Purpose::OfText)
    }

    /// The lists after these instructions were made one after the other.
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
        // Handles mostly are in order themselves; where they are not, their places say who came first.
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

    /// The uses of a value, in order; none for what is not of the body: see [`ModuleUses`].
    #[inline]
    pub fn uses_of(&self, value: Value) -> &[Use] {
        self.slots.of(value).map_or(&[], |slot| self.lists.get(slot))
    }

    /// The instructions that use a value, once for each use.
    pub fn users_of(&self, value: Value) -> impl ExactSizeIterator<Item = Inst> + '_ {
        self.uses_of(value).iter().map(|u| u.user)
    }

    /// Whether a value has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses_of(value).len() == 1
    }
}

/// How many uses the arguments, blocks and instructions of a body have: the lengths of their [`UseLists`], for less work.
#[derive(Clone, Debug)]
pub struct UseCounts {
    slots: Slots,
    counts: Vec<u32>,
}

impl UseCounts {
    /// The counts of a body as it is now.
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

    /// How often a value is used; 0 for what is not of the body.
    #[inline]
    pub fn of(&self, value: Value) -> usize {
        self.slots.of(value).map_or(0, |slot| self.counts[slot] as usize)
    }
}

impl UseListOrders {
    /// The directives at the end of a body. `of_block` gives those of the blocks that are not only used in the body.
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

/// Whether the lists of a body's own values are as any reader makes them: instructions were made in the order in which they stand,
/// each with its operands in their order, and nothing was put in another order.
fn is_in_order(body: &Body) -> bool {
    body.use_list_orders.is_empty() && !body.has_bundles() && body.blocks().flat_map(|b| body.insts(b)).is_sorted()
}

/// For each of `from` its place in `to`, which has the same items and maybe others, which do not count; `None` if that is the
/// same everywhere.
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

/// What lists are made for: what differs between the lists in memory and those that a reader is expected to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The lists as they are in memory.
    InMemory,
    /// The lists as LLVM's writer takes it that a reader will have them.
    OfText,
}

/// Calls `f` with each operand of an instruction that is a use, and its place. In memory, the inputs of operand bundles come
/// after all others; the writer does not know.
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

/// Where the lists of a body's values are: those of instructions first, then arguments, then blocks.
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

    /// `None` for what is not of the body, or was made after the lists.
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

/// Lists in one array. They are made in two passes: [`Lists::count`] every item, [`Lists::allocate`], and
/// [`Lists::push_front`] every item again.
#[derive(Clone, Debug)]
struct Lists<U> {
    lists: Vec<List>,
    items: Vec<U>,
}

/// Where a list is.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    start: u32,
    len: u32,
    /// How many places before `start` are free for it.
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

    /// How many items were counted for a list.
    fn counted(&self, list: usize) -> u32 {
        self.lists[list].room
    }

    /// Makes room for all that were counted; `filler` stands there for now.
    fn allocate(&mut self, filler: U) {
        let mut end = 0;
        for list in &mut self.lists {
            end += list.room;
            list.start = end;
        }
        self.items = vec![filler; end as usize];
    }

    /// Puts an item at the front of a list, which must have room.
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

    /// Puts item `i` of a list at place `order[i]`. Of a longer list the order is for the end: what came later is before it. It
    /// is for nothing in a shorter one.
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
