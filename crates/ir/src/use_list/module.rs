//! The uses of globals and constants.

use rustc_hash::FxHashMap;

use super::{Lists, for_each_use, permutation};
use crate::body::{Body, UseListOrder};
use crate::constant::{ConstantData, ConstantNode};
use crate::metadata::MetadataRef;
use crate::module::{GlobalKind, Module};
use crate::types::{Type, TypeKind};
use crate::value::{Block, Constant, Global, Inst, Value, ValueKind};

/// Who uses a global or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum User {
    /// An instruction of that function.
    Inst(Global, Inst),
    /// A constant that it is a part of.
    Constant(Constant),
    /// A global: as initializer, aliasee, resolver, or as personality function, prefix or prologue data (operands 0, 1 and 2 of
    /// a function).
    Global(Global),
}

/// An operand that is a global or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModuleUse {
    /// Whose operand it is.
    pub user: User,
    /// Its place among the user's operands.
    pub operand: u32,
}

/// The uses of a module's globals, and of its constants that are made of others: what LLVM keeps lists for.
///
/// Numbers, `null`, `undef`, strings and the like have no lists. What is used by metadata alone does not count.
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
    /// The values in the order in which they came up.
    values: Vec<Value>,
}

impl ModuleUses {
    /// The lists of a module as it is now: as if it were read in the order in which its globals were defined and its
    /// instructions made; those that it has directives for in the order that these ask for.
    pub fn new(module: &Module) -> ModuleUses {
        let mut walk = Walk::new(module, Purpose::InMemory);
        let mut listed = vec![false; module.globals.len()];
        for &global in lists_in_text_order(module) {
            listed[global.as_u32() as usize] = true;
        }
        for global in module.definition_order().filter(|g| listed[g.as_u32() as usize]) {
            walk.global(global);
        }
        let mut uses = walk.finish();
        let bodies = module.functions.iter().filter_map(|&f| module.body(f));
        for order in bodies.flat_map(|b| &b.use_list_orders).chain(&module.use_list_orders) {
            if let Some(slot) = uses.slot(order.value) {
                uses.lists.reorder(slot, &order.order);
            }
        }
        uses
    }

    /// The lists that a reader of the module's text would have without directives.
    fn of_text(module: &Module) -> ModuleUses {
        let mut walk = Walk::new(module, Purpose::OfText);
        lists_in_text_order(module).for_each(|&g| walk.global(g));
        walk.finish()
    }

    /// The uses of a global or a constant, in order; none for what is of a function: see [`super::UseLists`].
    pub fn uses_of(&self, value: Value) -> &[ModuleUse] {
        self.slot(value).map_or(&[], |slot| self.lists.get(slot))
    }

    /// Who uses a global or a constant, once for each use.
    pub fn users_of(&self, value: Value) -> impl ExactSizeIterator<Item = User> + '_ {
        self.uses_of(value).iter().map(|u| u.user)
    }

    /// Whether a global or a constant has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses_of(value).len() == 1
    }

    fn slot(&self, value: Value) -> Option<usize> {
        slot(self.constants, self.globals, value)
    }
}

impl UseListOrder {
    /// The `uselistorder` directives at the end of a module's text: those of the globals and constants whose uses a reader
    /// would have in another order without.
    pub fn of_module(module: &Module) -> Vec<UseListOrder> {
        let (now, read) = (ModuleUses::new(module), ModuleUses::of_text(module));
        let order = |&value: &Value| {
            let order = permutation(read.uses_of(value), now.uses_of(value))?;
            Some(UseListOrder { value, order })
        };
        read.values.iter().filter_map(order).collect()
    }
}

/// The globals in the order in which they are printed.
fn lists_in_text_order(module: &Module) -> impl Iterator<Item = &Global> {
    [&module.variables, &module.aliases, &module.ifuncs, &module.functions].into_iter().flatten()
}

fn slot(constants: usize, globals: usize, value: Value) -> Option<usize> {
    let (start, index, len) = match value.kind() {
        ValueKind::Constant(c) => (0, c.as_u32(), constants),
        ValueKind::Global(g) => (constants, g.as_u32(), globals),
        _ => return None,
    };
    ((index as usize) < len).then_some(start + index as usize)
}

/// What a walk is for: what differs between the lists in memory and those that a reader is expected to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The lists as they are in memory.
    InMemory,
    /// The lists as LLVM's writer takes it that a reader will have them.
    OfText,
}

/// Makes the lists of a module: goes over everything in the order in which a reader makes it.
struct Walk<'a> {
    module: &'a Module,
    purpose: Purpose,
    uses: ModuleUses,
    /// Every use in the order in which it was made, and in which list it belongs.
    made: Vec<(u32, ModuleUse)>,
    /// By list, how many uses were there before the value was; `UNDEFINED` as long as it is not.
    early: Vec<u32>,
    /// By constant, whether it was made.
    seen: Vec<bool>,
    /// The addresses of each function's blocks that were used, by the function.
    block_addresses: FxHashMap<Global, Vec<(Block, usize)>>,
    /// `dso_local_equivalent` of functions that were not defined yet: made at the end.
    put_off: Vec<Constant>,
    stack: Vec<(Constant, bool)>,
}

const UNDEFINED: u32 = u32::MAX;

impl<'a> Walk<'a> {
    fn new(module: &'a Module, purpose: Purpose) -> Walk<'a> {
        let (constants, globals) = (module.constants.len(), module.globals.len());
        let lists = Lists::new(constants + globals);
        Walk {
            module,
            purpose,
            uses: ModuleUses { constants, globals, lists, values: Vec::new() },
            made: Vec::new(),
            early: vec![UNDEFINED; constants + globals],
            seen: vec![false; constants],
            block_addresses: FxHashMap::default(),
            put_off: Vec::new(),
            stack: Vec::new(),
        }
    }

    fn global(&mut self, id: Global) {
        let operands = match &self.module.globals[id].kind {
            GlobalKind::Variable(v) => [v.initializer, None, None],
            GlobalKind::Alias { aliasee: v } | GlobalKind::IFunc { resolver: v } => [Some(*v), None, None],
            GlobalKind::Function(f) => [f.personality, f.prefix, f.prologue],
        };
        for value in operands.into_iter().flatten() {
            self.constant(value);
        }
        for (operand, value) in (0..).zip(operands) {
            if let Some(value) = value {
                self.used(value, ModuleUse { user: User::Global(id), operand });
            }
        }
        self.defined(id.into());
        if let Some(body) = self.module.body(id) {
            self.body(id, body);
        }
    }

    fn body(&mut self, function: Global, body: &Body) {
        let addresses = self.block_addresses.remove(&function).unwrap_or_default();
        if self.purpose == Purpose::InMemory {
            // The blocks that were asked for are made before all else.
            addresses.iter().for_each(|&(_, list)| self.early[list] = self.uses.lists.counted(list));
        }
        let mut insts: Vec<(Block, Inst)> = body.blocks().flat_map(|b| body.insts(b).map(move |i| (b, i))).collect();
        if self.purpose == Purpose::InMemory && !insts.is_sorted_by_key(|x| x.1) {
            insts.sort_unstable_by_key(|x| x.1);
        }
        let mut last = None;
        for (block, inst) in insts {
            if self.purpose == Purpose::OfText && last != Some(block) {
                last = Some(block);
                self.block(function, block, &addresses);
            }
            for_each_use(body, inst, |value, _| match value.kind() {
                ValueKind::Constant(_) => self.constant(value),
                ValueKind::Metadata(m) => {
                    if let MetadataRef::Value(v) = m.open() {
                        self.constant(self.module.metadata.value(v));
                    }
                }
                _ => {}
            });
            for_each_use(body, inst, |value, operand| {
                self.used(value, ModuleUse { user: User::Inst(function, inst), operand });
            });
        }
    }

    /// The writer takes it that the address of a block is there as soon as the block is.
    fn block(&mut self, function: Global, block: Block, addresses: &[(Block, usize)]) {
        let inside = self.block_addresses.get(&function).into_iter().flatten();
        for &(_, list) in addresses.iter().chain(inside).filter(|a| a.0 == block) {
            if self.early[list] == UNDEFINED {
                self.early[list] = self.uses.lists.counted(list);
            }
        }
    }

    /// A constant comes up: if for the first time, its operands do, then it is made.
    fn constant(&mut self, value: Value) {
        if let Some(constant) = value.as_constant() {
            self.stack.push((constant, false));
        }
        while let Some((constant, operands_seen)) = self.stack.pop() {
            let node = self.module.constants.get(constant);
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

    /// A constant is made.
    fn made(&mut self, constant: Constant, node: &ConstantNode) {
        let user = User::Constant(constant);
        match &node.data {
            ConstantData::Splat(v) => {
                let uses = splat_uses(self.module, node.ty);
                if uses == 0 {
                    return;
                }
                (0..uses).for_each(|operand| self.used(*v, ModuleUse { user, operand }));
            }
            ConstantData::BlockAddress(index) => {
                if let Some(&(function, block)) = self.module.block_addresses.get(*index as usize) {
                    let list = constant.as_u32() as usize;
                    self.block_addresses.entry(function).or_default().push((block, list));
                }
            }
            ConstantData::DsoLocalEquivalent(global)
                if self.purpose == Purpose::InMemory && !self.is_defined((*global).into()) =>
            {
                self.put_off.push(constant);
                return;
            }
            data if data.has_uses() => {
                let mut operand = 0;
                data.for_each_operand(|v| {
                    self.used(v, ModuleUse { user, operand });
                    operand += 1;
                });
            }
            _ => return,
        }
        self.uses.values.push(constant.into());
    }

    /// A value is used.
    #[inline]
    fn used(&mut self, value: Value, by: ModuleUse) {
        if let Some(list) = self.uses.slot(value) {
            self.uses.lists.count(list);
            self.made.push((list as u32, by));
        }
    }

    fn is_defined(&self, value: Value) -> bool {
        self.uses.slot(value).is_some_and(|list| self.early[list] != UNDEFINED)
    }

    /// A global is there: what used it until now used something in its place.
    fn defined(&mut self, value: Value) {
        if let Some(list) = self.uses.slot(value) {
            self.early[list] = self.uses.lists.counted(list);
        }
        self.uses.values.push(value);
    }

    fn finish(mut self) -> ModuleUses {
        for constant in std::mem::take(&mut self.put_off) {
            let node = self.module.constants.get(constant);
            let user = User::Constant(constant);
            node.data.for_each_operand(|v| self.used(v, ModuleUse { user, operand: 0 }));
            self.early[constant.as_u32() as usize] = self.uses.lists.counted(constant.as_u32() as usize);
        }
        let mut lists = self.uses.lists;
        lists.allocate(ModuleUse { user: User::Global(Global::from_u32(0)), operand: 0 });
        self.made.iter().for_each(|&(list, by)| lists.push_front(list as usize, by));
        for (list, &early) in self.early.iter().enumerate().filter(|x| *x.1 != UNDEFINED) {
            let items = lists.get_mut(list);
            let early = items.len() - early as usize;
            items[early..].reverse();
            if self.purpose == Purpose::InMemory {
                // The operands of one constant are replaced in one go.
                let same = |a: &ModuleUse, b: &ModuleUse| a.user == b.user && matches!(a.user, User::Constant(_));
                items[early..].chunk_by_mut(same).for_each(|uses| uses.reverse());
            }
        }
        ModuleUses { lists, ..self.uses }
    }
}

/// How many uses by one splat are told apart; LLVM has one for each element.
const MAX_SPLAT_USES: u32 = 256;

/// How many operands LLVM has for a splat of that type; none for what it keeps as plain numbers.
fn splat_uses(module: &Module, ty: Type) -> u32 {
    const PLAIN: [Type; 8] =
        [Type::I8, Type::I16, Type::I32, Type::I64, Type::HALF, Type::BFLOAT, Type::FLOAT, Type::DOUBLE];
    match *module.context.kind(ty) {
        TypeKind::Vector { element, scalable: false, .. } if PLAIN.contains(&element) => 0,
        TypeKind::Vector { len, scalable: false, .. } => len.min(MAX_SPLAT_USES),
        _ => 1,
    }
}
