//! The uses of globals and constants.

use crate::hash::HashMap;

use super::bitcode::{ReadingOrder, for_each_value_in_records};
use super::{Lists, Purpose, for_each_use, permutation};
use crate::body::{Body, UseListOrder};
use crate::constant::{ConstantData, ConstantNode};
use crate::instruction::InstData;
use crate::metadata::MetadataRef;
use crate::module::Module;
use crate::types::TypeKind;
use crate::value::{Block, Constant, Global, Inst, Value, ValueKind};

/// A user of a global or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum User {
    /// An instruction of that function.
    Inst(Global, Inst),
    /// A constant that has it as operand.
    Constant(Constant),
    /// A global: the use is its initializer, aliasee or resolver, or its personality function, prefix or prologue data (operands
    /// 0, 1 and 2 of a function).
    Global(Global),
}

/// An operand that is a global or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModuleUse {
    /// The user.
    pub user: User,
    /// The index of the operand.
    pub operand: u32,
}

/// The uses of a module's globals and of those constants for which LLVM keeps lists.
///
/// Numbers, `null`, `undef`, strings and the like have no lists. Uses by metadata do not count.
///
/// ```
/// use lindworm_ir::use_list::{ModuleUses, User};
/// use lindworm_ir::module::{GlobalKind, GlobalValue, Variable};
/// use lindworm_ir::{Context, Module, Type};
///
/// let mut module = Module::new(&Context::new(), "m");
/// let variable = |v: Variable| GlobalValue::new(b"", Type::PTR, Type::PTR, GlobalKind::Variable(v));
/// let used = module.add_global(variable(Variable::default()));
/// let user = module.add_global(variable(Variable { initializer: Some(used.into()), ..Variable::default() }));
///
/// let uses = ModuleUses::new(&module);
/// assert_eq!(uses.uses_of(used.into())[0].user, User::Global(user));
/// assert!(uses.uses_of(user.into()).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct ModuleUses {
    constants: usize,
    globals: usize,
    lists: Lists<ModuleUse>,
    /// The lists of the blocks whose addresses are used.
    blocks: HashMap<(Global, Block), u32>,
    /// The values in order of first occurrence.
    values: Vec<Value>,
}

impl ModuleUses {
    /// The current lists of a module, as if it were read with globals in order of definition and instructions in order of
    /// creation. Directives of the module are applied.
    pub fn new(module: &Module) -> ModuleUses {
        let mut uses = ModuleUses::as_made(module);
        let order = module.as_read.from_bitcode.then(|| ReadingOrder::new(module));
        uses.put_in_order(module, order.as_ref());
        uses
    }

    /// The lists without directives.
    pub(super) fn as_made(module: &Module) -> ModuleUses {
        let mut walk = Walk::new(module, Purpose::InMemory);
        let mut listed = vec![false; module.globals.len()];
        lists_in_text_order(module).for_each(|&g| listed[g.as_u32() as usize] = true);
        module.definition_order().filter(|g| listed[g.as_u32() as usize]).for_each(|g| walk.global(g));
        walk.late_uses();
        walk.finish()
    }

    /// Sorts the lists in the order of a reader of bitcode, if the module was read from bitcode, and applies the module's
    /// directives.
    pub(super) fn put_in_order(&mut self, module: &Module, order: Option<&ReadingOrder>) {
        if let Some(order) = order {
            self.sort(order);
        }
        for &function in &module.functions {
            for order in module.body(function).into_iter().flat_map(|b| &b.use_list_orders) {
                self.reorder(Some(function), order);
            }
        }
        module.as_read.use_list_orders.iter().for_each(|order| self.reorder(None, order));
    }

    /// The lists that a reader of the module's text would build without directives.
    fn of_text(module: &Module) -> ModuleUses {
        let mut walk = Walk::new(module, Purpose::OfText);
        lists_in_text_order(module).for_each(|&g| walk.global(g));
        walk.finish()
    }

    /// The uses of a global or a constant, in order; none for a value of a function: see [`super::UseLists`].
    pub fn uses_of(&self, value: Value) -> &[ModuleUse] {
        self.slot(None, value).map_or(&[], |list| self.lists.get(list))
    }

    /// The users of a global or a constant, once for each use.
    pub fn users_of(&self, value: Value) -> impl ExactSizeIterator<Item = User> + '_ {
        self.uses_of(value).iter().map(|u| u.user)
    }

    /// Whether a global or a constant has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses_of(value).len() == 1
    }

    /// The uses of a block by terminators and `blockaddress`; none if its address is not taken: see [`super::UseLists`].
    pub fn uses_of_block(&self, function: Global, block: Block) -> &[ModuleUse] {
        self.blocks.get(&(function, block)).map_or(&[], |&list| self.lists.get(list as usize))
    }

    /// The list index of a value; of a block, if `function` is given.
    #[inline]
    fn slot(&self, function: Option<Global>, value: Value) -> Option<usize> {
        let (start, index, len) = match value.kind() {
            ValueKind::Constant(c) => (0, c.as_u32(), self.constants),
            ValueKind::Global(g) => (self.constants, g.as_u32(), self.globals),
            ValueKind::Block(b) if !self.blocks.is_empty() => {
                return self.blocks.get(&(function?, b)).map(|&list| list as usize);
            }
            _ => return None,
        };
        ((index as usize) < len).then_some(start + index as usize)
    }

    /// Sorts all lists in the order of a reader of bitcode.
    fn sort(&mut self, order: &ReadingOrder) {
        let values = self.values.iter().filter_map(|&v| Some((self.slot(None, v)?, order.of_value(v))));
        let blocks = self.blocks.iter().map(|(&(f, b), &list)| (list as usize, order.of_block(f, b)));
        for (list, own) in values.chain(blocks).collect::<Vec<_>>() {
            self.lists.get_mut(list).sort_by_key(|u| order.key(own, u.user, u.operand));
        }
    }

    fn reorder(&mut self, function: Option<Global>, order: &UseListOrder) {
        if let Some(list) = self.slot(function, order.value) {
            self.lists.reorder(list, &order.order);
        }
    }
}

/// The `uselistorder` directives by which a reader of a module's text reproduces the current order of all lists: one for each
/// value whose uses would otherwise be in another order.
#[derive(Clone, Debug, Default)]
pub struct UseListOrders {
    /// The directives of globals and constants.
    pub module: Vec<UseListOrder>,
    /// The directives of values of functions.
    pub functions: HashMap<Global, Vec<UseListOrder>>,
}

impl UseListOrders {
    /// Compares the current lists of a module with those that a reader would build.
    pub fn new(module: &Module) -> UseListOrders {
        let (now, read) = (ModuleUses::new(module), ModuleUses::of_text(module));
        let order = |&value: &Value| {
            let order = permutation(read.uses_of(value), now.uses_of(value))?;
            Some(UseListOrder { value, order })
        };
        let mut orders = UseListOrders { module: read.values.iter().filter_map(order).collect(), ..Default::default() };
        for &function in &module.functions {
            let Some(body) = module.body(function) else { continue };
            let of_block = |block| {
                let uses = read.blocks.get(&(function, block)).map(|&list| list as usize);
                uses.map(|list| permutation(read.lists.get(list), now.lists.get(list)))
            };
            let of_body = UseListOrders::of_body(body, of_block);
            if !of_body.is_empty() {
                orders.functions.insert(function, of_body);
            }
        }
        orders
    }
}

/// The globals in the order in which they are printed.
fn lists_in_text_order(module: &Module) -> impl Iterator<Item = &Global> {
    [&module.variables, &module.aliases, &module.ifuncs, &module.functions].into_iter().flatten()
}

/// Builds the lists of a module: visits everything in the order in which a reader creates it.
struct Walk<'a> {
    module: &'a Module,
    purpose: Purpose,
    uses: ModuleUses,
    /// Every use in order of creation, with its list.
    made: Vec<(u32, ModuleUse)>,
    /// For each list, the number of uses before the definition of the value; `UNDEFINED` until then.
    early: Vec<u32>,
    /// For each constant, whether it was created. Plain data counts as created from the start: it has no list and no operands.
    seen: Vec<bool>,
    /// For each constant, whether it has a list.
    has_list: Vec<bool>,
    /// The used block addresses: by block for text, otherwise by function.
    block_addresses: HashMap<(Global, Option<Block>), Vec<Constant>>,
    /// `dso_local_equivalent` of functions that were not defined yet: created at the end.
    put_off: Vec<Constant>,
    stack: Vec<(Constant, bool)>,
    /// Operands of an instruction that may have lists here.
    operands: Vec<(Value, u32)>,
    /// For each instruction created or changed after the whole module was read, its last entry in the module's `late_uses`.
    late: HashMap<(Global, Inst), usize>,
}

const UNDEFINED: u32 = u32::MAX;

impl<'a> Walk<'a> {
    fn new(module: &'a Module, purpose: Purpose) -> Walk<'a> {
        let (constants, globals) = (module.constants.len(), module.global_count());
        let mut blocks = HashMap::default();
        for &address in &module.block_addresses {
            let next = (constants + globals + blocks.len()) as u32;
            blocks.entry(address).or_insert(next);
        }
        let len = constants + globals + blocks.len();
        let late = match purpose {
            Purpose::InMemory => {
                (0..).zip(&module.as_read.late_uses).map(|(at, l)| ((l.function, l.user), at)).collect()
            }
            Purpose::OfText => HashMap::default(),
        };
        let has_list = constants_with_lists(module);
        Walk {
            module,
            purpose,
            uses: ModuleUses { constants, globals, lists: Lists::new(len), blocks, values: Vec::new() },
            made: Vec::new(),
            early: vec![UNDEFINED; len],
            seen: has_list.iter().map(|has_list| !has_list).collect(),
            has_list,
            block_addresses: HashMap::default(),
            put_off: Vec::new(),
            stack: Vec::new(),
            operands: Vec::new(),
            late,
        }
    }

    fn global(&mut self, id: Global) {
        let operands = self.module.globals[id].operands();
        for value in operands.into_iter().flatten() {
            self.constant(value);
        }
        for (operand, value) in (0..).zip(operands) {
            if let Some(value) = value {
                self.used(None, value, ModuleUse { user: User::Global(id), operand });
            }
        }
        self.defined(id.into());
        self.uses.values.push(id.into());
        if let Some(body) = self.module.body(id) {
            self.body(id, body);
        }
    }

    fn body(&mut self, function: Global, body: &Body) {
        if self.purpose == Purpose::InMemory {
            // Block addresses that were requested earlier precede the body.
            for address in self.block_addresses.get(&(function, None)).cloned().unwrap_or_default() {
                self.block_address(address);
                self.defined(address.into());
            }
        }
        let insts = || body.blocks().flat_map(|b| body.insts(b));
        if self.purpose == Purpose::InMemory && !insts().is_sorted() {
            let mut insts: Vec<Inst> = insts().collect();
            insts.sort_unstable();
            insts.into_iter().for_each(|inst| self.made_inst(function, body, inst));
            return;
        }
        for block in body.blocks() {
            if self.purpose == Purpose::OfText {
                self.block(function, block);
            }
            body.insts(block).for_each(|inst| self.made_inst(function, body, inst));
        }
    }

    /// Visits an instruction, unless it is created later.
    #[inline]
    fn made_inst(&mut self, function: Global, body: &Body, inst: Inst) {
        let late = if self.late.is_empty() { None } else { self.late.get(&(function, inst)) };
        match late.map(|&at| self.module.as_read.late_uses[at]) {
            None => self.inst(function, body, inst, |_| true),
            Some(late) if late.callee_only => self.inst(function, body, inst, |is_callee| !is_callee),
            Some(_) => {}
        }
    }

    /// Visits an instruction. `wanted` selects the operands that count; its argument is whether the operand is the callee.
    #[inline]
    fn inst(&mut self, function: Global, body: &Body, inst: Inst, wanted: impl Fn(bool) -> bool) {
        let user = User::Inst(function, inst);
        if body.has_debug_records() {
            for_each_value_in_records(self.module, body, inst, |v| self.constant(v));
        }
        if self.purpose == Purpose::InMemory {
            match body.inst(inst) {
                InstData::LandingPad { clauses, .. } => return self.clauses(user, body.list_values(clauses)),
                // The callee comes first in the text.
                data => data.call_info().into_iter().for_each(|call| self.constant(call.callee)),
            }
        }
        let callee = if self.late.is_empty() { None } else { callee_place(body, inst) };
        let mut used = std::mem::take(&mut self.operands);
        for_each_use(body, inst, self.purpose, |value, operand| match value.kind() {
            ValueKind::Inst(_) | ValueKind::Arg(_) => {}
            ValueKind::Constant(c) if self.has_list.get(c.as_u32() as usize) == Some(&false) => {}
            ValueKind::Metadata(m) => {
                if let MetadataRef::Value(v) = m.open()
                    && let Some(&value) = self.module.metadata.values().get(v as usize)
                {
                    self.constant(value);
                }
            }
            _ => {
                self.constant(value);
                used.push((value, operand));
            }
        });
        // All constants exist before the first of them is used.
        for &(value, operand) in &used {
            if wanted(callee == Some(operand)) {
                self.used(Some(function), value, ModuleUse { user, operand });
            }
        }
        used.clear();
        self.operands = used;
    }

    /// LLVM adds the clauses of a landing pad one by one. Whenever their number reaches a power of two, the operand array is full
    /// and reallocated, which recreates all uses.
    fn clauses(&mut self, user: User, clauses: &[Value]) {
        let last = clauses.len().saturating_sub(1);
        let anew = if last < 2 { 0 } else { 1 << last.ilog2() };
        for (i, &clause) in clauses.iter().enumerate() {
            self.constant(clause);
            let made = if i == anew { 0..=i } else { i..=i };
            if i >= anew {
                for operand in made {
                    self.used(None, clauses[operand], ModuleUse { user, operand: operand as u32 });
                }
            }
        }
    }

    /// Visits the instructions created or changed after the whole module was read.
    fn late_uses(&mut self) {
        for (at, late) in self.module.as_read.late_uses.iter().enumerate() {
            let Some(body) = self.module.body(late.function) else { continue };
            // Only the last change of an instruction counts.
            let is_last = self.late.get(&(late.function, late.user)) == Some(&at);
            if is_last && body.inst_block(late.user).is_some() {
                self.inst(late.function, body, late.user, |is_callee| is_callee || !late.callee_only);
            }
        }
    }

    /// LLVM's writer assumes that the address of a block exists as soon as the block does.
    fn block(&mut self, function: Global, block: Block) {
        for &address in self.block_addresses.get(&(function, Some(block))).into_iter().flatten() {
            let list = address.as_u32() as usize;
            self.early[list] = self.uses.lists.counted(list);
        }
    }

    /// Creates a `blockaddress`, which uses the block.
    fn block_address(&mut self, address: Constant) {
        if let Some(&ConstantNode { data: ConstantData::BlockAddress(index), .. }) =
            self.module.constants.node(address.into())
            && let Some(&(function, block)) = self.module.block_addresses.get(index as usize)
        {
            self.used(Some(function), block.into(), ModuleUse { user: User::Constant(address), operand: 0 });
        }
    }

    /// Visits a constant. On first occurrence, its operands are visited, then it is created.
    fn constant(&mut self, value: Value) {
        if let Some(constant) = value.as_constant()
            && self.seen.get(constant.as_u32() as usize) == Some(&false)
        {
            self.stack.push((constant, false));
        }
        while let Some((constant, operands_seen)) = self.stack.pop() {
            let Some(node) = self.module.constants.node(constant.into()) else { continue };
            if operands_seen {
                self.made(constant, node);
                continue;
            }
            let Some(seen @ false) = self.seen.get_mut(constant.as_u32() as usize) else { continue };
            *seen = true;
            self.stack.push((constant, true));
            let first = self.stack.len();
            node.data.for_each_operand(|v| self.stack.extend(v.as_constant().map(|c| (c, false))));
            self.stack[first..].reverse();
        }
    }

    /// Records the creation of a constant.
    fn made(&mut self, constant: Constant, node: &ConstantNode) {
        let user = User::Constant(constant);
        match &node.data {
            ConstantData::BlockAddress(index) => {
                if let Some(&(function, block)) = self.module.block_addresses.get(*index as usize) {
                    let of = Some(block).filter(|_| self.purpose == Purpose::OfText);
                    self.block_addresses.entry((function, of)).or_default().push(constant);
                    // In memory, a placeholder stands for the address until the function is defined.
                    if self.purpose == Purpose::OfText || self.is_defined(function.into()) {
                        self.block_address(constant);
                    }
                }
            }
            ConstantData::DsoLocalEquivalent(global)
                if self.purpose == Purpose::InMemory && !self.is_defined((*global).into()) =>
            {
                self.put_off.push(constant);
            }
            ConstantData::Splat(element) if self.module.is_native_splat(node.ty, *element) => {}
            ConstantData::Splat(element) => {
                let len = match *self.module.context.kind(node.ty) {
                    TypeKind::Vector { len, scalable: false, .. } => len.min(MAX_SPLAT_USES),
                    _ => 1,
                };
                (0..len).for_each(|operand| self.used(None, *element, ModuleUse { user, operand }));
            }
            data => {
                let mut operand = 0;
                data.for_each_operand(|v| {
                    self.used(None, v, ModuleUse { user, operand });
                    operand += 1;
                });
            }
        }
        self.uses.values.push(constant.into());
    }

    /// Records a use of a value.
    #[inline]
    fn used(&mut self, function: Option<Global>, value: Value, by: ModuleUse) {
        let is_plain = value.as_constant().is_some_and(|c| self.has_list.get(c.as_u32() as usize) != Some(&true));
        if let Some(list) = self.uses.slot(function, value).filter(|_| !is_plain) {
            self.uses.lists.count(list);
            self.made.push((list as u32, by));
        }
    }

    fn is_defined(&self, value: Value) -> bool {
        self.uses.slot(None, value).is_some_and(|list| self.early[list] != UNDEFINED)
    }

    /// Records the definition of a value: its uses so far were uses of a placeholder.
    fn defined(&mut self, value: Value) {
        if let Some(list) = self.uses.slot(None, value) {
            self.early[list] = self.uses.lists.counted(list);
        }
    }

    fn finish(mut self) -> ModuleUses {
        for constant in std::mem::take(&mut self.put_off) {
            let node = self.module.constants.get(constant);
            let user = User::Constant(constant);
            node.data.for_each_operand(|v| self.used(None, v, ModuleUse { user, operand: 0 }));
            self.defined(constant.into());
        }
        let mut lists = self.uses.lists;
        lists.allocate(ModuleUse { user: User::Global(Global::from_u32(0)), operand: 0 });
        self.made.iter().for_each(|&(list, by)| lists.push_front(list as usize, by));
        for (list, &early) in self.early.iter().enumerate().filter(|x| *x.1 != UNDEFINED) {
            let items = lists.get_mut(list);
            let early = items.len() - early as usize;
            items[early..].reverse();
            if self.purpose == Purpose::InMemory {
                // The operands of a constant are replaced together.
                let same = |a: &ModuleUse, b: &ModuleUse| a.user == b.user && matches!(a.user, User::Constant(_));
                items[early..].chunk_by_mut(same).for_each(|uses| uses.reverse());
            }
        }
        ModuleUses { lists, ..self.uses }
    }
}

/// For each constant, whether it has a list.
pub(super) fn constants_with_lists(module: &Module) -> Vec<bool> {
    (0..module.constants.len() as u32).map(|c| module.has_use_list(Constant::from_u32(c).into())).collect()
}

/// The index of the callee among the operands of a call.
fn callee_place(body: &Body, inst: Inst) -> Option<u32> {
    let data = body.inst(inst);
    data.call_info()?;
    let mut operands = 0;
    data.for_each_operand(&body.values, |_| operands += 1);
    Some(operands - 1)
}

/// The maximum number of uses of one element by a splat; LLVM has a use for each element.
const MAX_SPLAT_USES: u32 = 256;
