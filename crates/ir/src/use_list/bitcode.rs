//! The order of uses in a module that is read from bitcode.
//!
//! A reader adds uses as it meets users. What it meets in which order is known here, so that only those lists must be told that
//! it would have in another order. As LLVM's writer sees it:
//!
//! - Globals are there first, from the last to the first; their initializers are read right before each. Their uses come in the
//!   order of reading, the last first.
//! - Then function by function: blocks, constants named by metadata, arguments, and each instruction after its constants.
//! - A use that was read before the value itself waits, so that the earlier ones come last, in the order of reading.
//!
//! What functions use is told in the last one that uses it, what only globals use in the module.

use rustc_hash::FxHashMap;

use super::{ModuleUses, UseListOrders, UseLists, User};
use crate::body::{Body, DebugRecordData, UseListOrder};
use crate::metadata::{Metadata, MetadataRef};
use crate::module::Module;
use crate::value::{Block, Constant, Global, Inst, Value, ValueKind};

impl UseListOrders {
    /// Compares the lists of a module as it is now with those that a reader of its bitcode would have. Those of globals and
    /// constants that functions use are among those of the last of them.
    pub fn of_bitcode(module: &Module) -> UseListOrders {
        let mut prediction = Prediction {
            module,
            uses: ModuleUses::new(module),
            order: ReadingOrder::new(module),
            done: Done::new(module),
            stack: Vec::new(),
        };
        let mut orders = UseListOrders::default();
        for &function in module.functions.iter().rev() {
            if let Some(body) = module.body(function) {
                let of_body = prediction.body(function, body);
                if !of_body.is_empty() {
                    orders.functions.insert(function, of_body);
                }
            }
        }
        for &global in globals_by_kind(module).into_iter().flatten() {
            prediction.constant(global.into(), &mut orders.module);
        }
        orders
    }
}

/// The globals in the order of reading, if each list is taken from its end.
fn globals_by_kind(module: &Module) -> [&Vec<Global>; 4] {
    [&module.variables, &module.aliases, &module.ifuncs, &module.functions]
}

/// When a reader meets each value: from 1 on; 0 where it does not.
pub(super) struct ReadingOrder {
    next: u32,
    globals: Vec<u32>,
    constants: Vec<u32>,
    /// The last of the globals and of what they are made of.
    last_of_globals: u32,
    locals: FxHashMap<Global, Locals>,
}

/// When a reader meets what is of a function.
struct Locals {
    first_arg: u32,
    blocks: Vec<u32>,
    insts: Vec<u32>,
}

impl ReadingOrder {
    pub(super) fn new(module: &Module) -> ReadingOrder {
        let mut order = ReadingOrder {
            next: 1,
            globals: vec![0; module.globals.len()],
            constants: vec![0; module.constants.len()],
            last_of_globals: 0,
            locals: FxHashMap::default(),
        };
        for list in globals_by_kind(module) {
            for &global in list.iter().rev() {
                module.globals[global].operands().into_iter().flatten().for_each(|v| order.constant(module, v));
                order.globals[global.as_u32() as usize] = order.take();
            }
        }
        order.last_of_globals = order.next - 1;
        for &function in &module.functions {
            if let Some(body) = module.body(function) {
                let locals = order.body(module, body);
                order.locals.insert(function, locals);
            }
        }
        order
    }

    fn take(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn body(&mut self, module: &Module, body: &Body) -> Locals {
        let mut locals =
            Locals { first_arg: 0, blocks: vec![0; body.block_count()], insts: vec![0; body.inst_count()] };
        for block in body.blocks() {
            locals.blocks[block.as_u32() as usize] = self.take();
        }
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            for_each_value_in_metadata(module, body, inst, |v| self.constant(module, v));
        }
        locals.first_arg = self.next;
        self.next += body.args().len() as u32;
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            body.inst(inst).for_each_operand(&body.values, |v| self.constant(module, v));
            locals.insts[inst.as_u32() as usize] = self.take();
        }
        locals
    }

    /// A constant comes up: if for the first time, after those that it is made of. Globals have their place already.
    fn constant(&mut self, module: &Module, value: Value) {
        if self.of_value(value) != 0 {
            return;
        }
        let mut stack: Vec<(Constant, bool)> = value.as_constant().map(|c| (c, false)).into_iter().collect();
        while let Some((constant, operands_seen)) = stack.pop() {
            let Some(place @ 0) = self.constants.get_mut(constant.as_u32() as usize) else { continue };
            let node = module.constants.get(constant);
            if operands_seen {
                *place = self.next;
                self.next += 1;
                continue;
            }
            stack.push((constant, true));
            let first = stack.len();
            node.data.for_each_operand(|v| stack.extend(v.as_constant().map(|c| (c, false))));
            stack[first..].reverse();
        }
    }

    fn of_user(&self, user: User) -> u32 {
        let place = |list: &[u32], index: u32| list.get(index as usize).copied().unwrap_or(0);
        match user {
            User::Inst(function, inst) => self.locals.get(&function).map_or(0, |l| place(&l.insts, inst.as_u32())),
            User::Constant(constant) => place(&self.constants, constant.as_u32()),
            User::Global(global) => place(&self.globals, global.as_u32()),
        }
    }

    /// When a reader meets a value that is of no function.
    pub(super) fn of_value(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Global(g) => self.of_user(User::Global(g)),
            ValueKind::Constant(c) => self.of_user(User::Constant(c)),
            _ => 0,
        }
    }

    /// When a reader meets a block.
    pub(super) fn of_block(&self, function: Global, block: Block) -> u32 {
        let blocks = self.locals.get(&function).map(|l| &l.blocks);
        blocks.and_then(|l| l.get(block.as_u32() as usize)).copied().unwrap_or(0)
    }

    /// What uses of the value that comes at `own` are ordered by.
    pub(super) fn key(&self, own: u32, user: User, operand: u32) -> impl Ord + use<> {
        let user = self.of_user(user);
        // What came after the value comes first, the last first; what waited for it comes last, the first first.
        match own <= self.last_of_globals || user > own {
            true => (false, !user, !operand),
            false => (true, user, operand),
        }
    }

    /// The order in which a reader's uses of the value that comes at `own` must be put, given who uses it now and as which
    /// operand; nothing if they are in order.
    fn permutation(&self, own: u32, now: impl ExactSizeIterator<Item = (User, u32)>) -> Option<Box<[u32]>> {
        if now.len() < 2 {
            return None;
        }
        let written = now.filter(|&(user, _)| self.of_user(user) != 0);
        let mut uses: Vec<_> =
            written.zip(0..).map(|((user, operand), at)| (self.key(own, user, operand), at)).collect();
        uses.sort_unstable();
        (!uses.is_sorted_by_key(|&(_, at)| at)).then(|| uses.iter().map(|&(_, at): &(_, u32)| at).collect())
    }
}

/// Which globals and constants were compared already.
struct Done {
    globals: Vec<bool>,
    constants: Vec<bool>,
}

impl Done {
    fn new(module: &Module) -> Done {
        Done { globals: vec![false; module.globals.len()], constants: vec![false; module.constants.len()] }
    }

    /// Marks a global or constant as compared. Tells whether it was not yet.
    fn is_first(&mut self, value: Value) -> bool {
        let done = match value.kind() {
            ValueKind::Global(g) => self.globals.get_mut(g.as_u32() as usize),
            ValueKind::Constant(c) => self.constants.get_mut(c.as_u32() as usize),
            _ => None,
        };
        done.is_some_and(|done| !std::mem::replace(done, true))
    }
}

struct Prediction<'a> {
    module: &'a Module,
    uses: ModuleUses,
    order: ReadingOrder,
    done: Done,
    stack: Vec<Value>,
}

impl Prediction<'_> {
    /// The lists of a function's own values, and of all constants that it uses and no later function.
    fn body(&mut self, function: Global, body: &Body) -> Vec<UseListOrder> {
        let mut orders = Vec::new();
        let lists = UseLists::new(body);
        let Some(locals) = self.order.locals.get(&function) else { return orders };
        let mut local = |value: Value, own: u32| {
            let of_block = |block: Block| self.uses.uses_of_block(function, block);
            let order = match value.as_block().map(of_block) {
                Some(uses @ [_, ..]) => self.order.permutation(own, uses.iter().map(|u| (u.user, u.operand))),
                _ => {
                    let uses = lists.uses_of(value).iter();
                    self.order.permutation(own, uses.map(|u| (User::Inst(function, u.user), u.operand)))
                }
            };
            orders.extend(order.map(|order| UseListOrder { value, order }));
        };
        for n in 0..body.args().len() as u32 {
            local(Value::arg(n), locals.first_arg + n);
        }
        for block in body.blocks() {
            local(block.into(), locals.blocks[block.as_u32() as usize]);
            body.insts(block).for_each(|i| local(i.into(), locals.insts[i.as_u32() as usize]));
        }
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            for_each_value_in_metadata(self.module, body, inst, |v| self.constant(v, &mut orders));
            body.inst(inst).for_each_operand(&body.values, |v| self.constant(v, &mut orders));
        }
        orders
    }

    /// The lists of a global or constant and of all that it is made of, if they were not compared yet.
    fn constant(&mut self, value: Value, orders: &mut Vec<UseListOrder>) {
        self.stack.push(value);
        while let Some(value) = self.stack.pop() {
            if !self.done.is_first(value) {
                continue;
            }
            match value.kind() {
                ValueKind::Global(g) => self.stack.extend(self.module.globals[g].operands().into_iter().flatten()),
                ValueKind::Constant(c) => self.module.constants.get(c).data.for_each_operand(|v| self.stack.push(v)),
                _ => {}
            }
            let own = self.order.of_value(value);
            let uses = self.uses.uses_of(value).iter().map(|u| (u.user, u.operand));
            orders.extend(self.order.permutation(own, uses).map(|order| UseListOrder { value, order }));
        }
    }
}

/// Calls `f` with each constant that metadata names among the operands of an instruction and in the debug records before it.
fn for_each_value_in_metadata(module: &Module, body: &Body, inst: Inst, mut f: impl FnMut(Value)) {
    for_each_value_in_records(module, body, inst, &mut f);
    if body.inst(inst).call_info().is_some() {
        body.inst(inst).for_each_operand(&body.values, |v| {
            v.as_metadata().into_iter().for_each(|m| for_each_value_of(module, body, m, &mut f));
        });
    }
}

/// Calls `f` with each constant that the debug records before an instruction name.
pub(super) fn for_each_value_in_records(module: &Module, body: &Body, inst: Inst, mut f: impl FnMut(Value)) {
    for record in body.debug_records(inst) {
        let (location, address) = match *record {
            DebugRecordData::Value { location, .. }
            | DebugRecordData::Declare { location, .. }
            | DebugRecordData::DeclareValue { location, .. } => (Some(location), None),
            DebugRecordData::Assign { location, address, .. } => (Some(location), Some(address)),
            DebugRecordData::Label { .. } => (None, None),
        };
        location.into_iter().chain(address).for_each(|m| for_each_value_of(module, body, m, &mut f));
    }
}

/// Calls `f` with the constant that metadata is, or the constants of a list.
fn for_each_value_of(module: &Module, body: &Body, metadata: Metadata, f: &mut impl FnMut(Value)) {
    let mut value = |m: Metadata| {
        if let MetadataRef::Value(i) = m.open()
            && let Some(&v) = module.metadata.values().get(i as usize)
        {
            f(v);
        }
    };
    match metadata.open() {
        MetadataRef::ArgList(i) => body.arg_lists.get(i as usize).into_iter().flatten().for_each(|&m| value(m)),
        _ => value(metadata),
    }
}
