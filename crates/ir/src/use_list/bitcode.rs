//! The use-list order of a module that is read from bitcode.
//!
//! A reader adds uses in the order in which it reads users. This module reconstructs that order, so that directives are needed
//! only for lists that would differ. As LLVM's writer assumes:
//!
//! - Globals come first, from the last to the first; the initializer of each is read right before it. Their uses are in reverse
//!   order of reading.
//! - Then function by function: blocks, constants that metadata refers to, arguments, and each instruction after its constants.
//! - A use that is read before the value itself (a forward reference) is pending, so that earlier uses come last, in order of
//!   reading.
//!
//! The directive of a value used by functions belongs to the last function that uses it, that of a value used only by globals to
//! the module.

use super::module::constants_with_lists;
use super::{ModuleUses, Use, UseListOrders, UseLists, User, is_in_order};
use crate::body::{Body, DebugRecordData, UseListOrder};
use crate::metadata::{Metadata, MetadataRef};
use crate::module::Module;
use crate::parallel;
use crate::value::{Block, Constant, Global, Inst, Value, ValueKind};

impl UseListOrders {
    /// Compares the current lists of a module with those that a reader of its bitcode would build. Directives of globals and
    /// constants used by functions belong to the last of these functions.
    pub fn of_bitcode(module: &Module) -> UseListOrders {
        let (mut uses, order) = parallel::join(|| ModuleUses::as_made(module), || ReadingOrder::new(module));
        uses.put_in_order(module, module.as_read.from_bitcode.then_some(&order));
        let of_bodies = parallel::map(pieces(module), |functions| {
            let of_body = |&function: &Global| (function, local_orders(module, &uses, &order, function));
            functions.iter().map(of_body).collect::<Vec<_>>()
        });
        let mut orders = UseListOrders::default();
        let mut comparison = Comparison { module, uses, order, done: Done::new(module), stack: Vec::new() };
        for (function, mut of_body) in of_bodies.into_iter().flatten().rev() {
            comparison.used_by(function, &mut of_body);
            if !of_body.is_empty() {
                orders.functions.insert(function, of_body);
            }
        }
        for &global in globals_by_kind(module).into_iter().flatten() {
            comparison.value(global.into(), &mut orders.module);
        }
        orders
    }
}

/// The globals in order of reading, if each list is traversed from its end.
fn globals_by_kind(module: &Module) -> [&Vec<Global>; 4] {
    [&module.variables, &module.aliases, &module.ifuncs, &module.functions]
}

/// The functions with bodies, in runs with about the same number of instructions: units of parallel work.
fn pieces(module: &Module) -> Vec<Vec<Global>> {
    const INSTS: usize = 8192;
    let mut pieces = vec![Vec::new()];
    let mut insts = 0;
    for &function in &module.functions {
        let Some(body) = module.body(function) else { continue };
        if insts > INSTS {
            pieces.push(Vec::new());
            insts = 0;
        }
        insts += body.inst_count();
        pieces.last_mut().into_iter().for_each(|piece| piece.push(function));
    }
    pieces
}

/// The position at which a reader reads each value, from 1; 0 if it is not read. Constants that are plain data have no position,
/// because none is needed.
pub(super) struct ReadingOrder {
    globals: Vec<u32>,
    constants: Vec<u32>,
    /// The last position of globals and of constants that they use.
    last_of_globals: u32,
    /// The index of each function in `locals`.
    functions: Vec<u32>,
    locals: Vec<Locals>,
}

/// The reading positions of the values of a function.
#[derive(Default)]
struct Locals {
    /// The offset to add to the positions below.
    base: u32,
    first_arg: u32,
    blocks: Vec<u32>,
    insts: Vec<u32>,
    /// The position after all of these.
    end: u32,
    /// The globals and constants that instructions use, each once, in order; without constants that are plain data.
    used: Vec<Value>,
    /// The constants among them, with their operands, each with its position if it was not read before.
    constants: Vec<(Constant, u32)>,
}

impl ReadingOrder {
    pub(super) fn new(module: &Module) -> ReadingOrder {
        let has_list = constants_with_lists(module);
        let mut order = ReadingOrder {
            globals: vec![0; module.globals.len()],
            constants: vec![0; module.constants.len()],
            last_of_globals: 0,
            functions: vec![u32::MAX; module.globals.len()],
            locals: Vec::new(),
        };
        let mut met = Met::new(module, &has_list);
        let mut next = 1;
        let mut constants = Vec::new();
        for list in globals_by_kind(module) {
            for &global in list.iter().rev() {
                let operands = module.globals[global].operands();
                operands.into_iter().flatten().for_each(|v| met.constant(v, &mut next, &mut constants));
                order.globals[global.as_u32() as usize] = next;
                next += 1;
            }
        }
        order.meet(&constants, 0);
        order.last_of_globals = next - 1;
        let of_bodies = parallel::map(pieces(module), |functions| {
            let mut met = Met::new(module, &has_list);
            let locals = functions.iter().filter_map(|&f| Some((f, met.body(module.body(f)?))));
            locals.collect::<Vec<_>>()
        });
        for (function, mut locals) in of_bodies.into_iter().flatten() {
            locals.base = next;
            next += locals.end;
            order.meet(&std::mem::take(&mut locals.constants), locals.base);
            order.functions[function.as_u32() as usize] = order.locals.len() as u32;
            order.locals.push(locals);
        }
        order
    }

    /// Assigns positions to constants that have none yet.
    fn meet(&mut self, constants: &[(Constant, u32)], base: u32) {
        for &(constant, place) in constants {
            let slot = &mut self.constants[constant.as_u32() as usize];
            if *slot == 0 {
                *slot = base + place;
            }
        }
    }

    fn locals(&self, function: Global) -> Option<&Locals> {
        self.locals.get(*self.functions.get(function.as_u32() as usize)? as usize)
    }

    fn of_user(&self, user: User) -> u32 {
        let place = |list: &[u32], index: u32| list.get(index as usize).copied().unwrap_or(0);
        match user {
            User::Inst(function, inst) => self.locals(function).map_or(0, |l| l.of_inst(inst)),
            User::Constant(constant) => place(&self.constants, constant.as_u32()),
            User::Global(global) => place(&self.globals, global.as_u32()),
        }
    }

    /// The reading position of a global or constant.
    pub(super) fn of_value(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Global(g) => self.of_user(User::Global(g)),
            ValueKind::Constant(c) => self.of_user(User::Constant(c)),
            _ => 0,
        }
    }

    /// The reading position of a block.
    pub(super) fn of_block(&self, function: Global, block: Block) -> u32 {
        self.locals(function).map_or(0, |l| l.of_block(block))
    }

    /// The sort key of a use of the value with position `own`, from the position and operand index of the user.
    fn key_of(&self, own: u32, user: u32, operand: u32) -> (bool, u32, u32) {
        // Uses after the value come first, in reverse order; forward references come last, in order.
        match own <= self.last_of_globals || user > own {
            true => (false, !user, !operand),
            false => (true, user, operand),
        }
    }

    /// Like `key_of`, for a user rather than its position.
    pub(super) fn key(&self, own: u32, user: User, operand: u32) -> impl Ord + use<> {
        self.key_of(own, self.of_user(user), operand)
    }

    /// The permutation for the uses of the value with position `own`; `None` for the identity. `now` gives the position of the
    /// user and the operand index of each use in current order. Users that are not read have position 0.
    fn permutation(&self, own: u32, now: impl Iterator<Item = (u32, u32)> + Clone) -> Option<Box<[u32]>> {
        let written = now.filter(|&(user, _)| user != 0).map(|(user, operand)| self.key_of(own, user, operand));
        if written.clone().is_sorted() {
            return None;
        }
        let mut uses: Vec<_> = written.zip(0..).collect();
        uses.sort_unstable();
        (!uses.is_sorted_by_key(|&(_, at)| at)).then(|| uses.iter().map(|&(_, at): &(_, u32)| at).collect())
    }
}

impl Locals {
    fn of_inst(&self, inst: Inst) -> u32 {
        match self.insts.get(inst.as_u32() as usize) {
            None | Some(0) => 0,
            Some(place) => self.base + place,
        }
    }

    fn of_block(&self, block: Block) -> u32 {
        match self.blocks.get(block.as_u32() as usize) {
            None | Some(0) => 0,
            Some(place) => self.base + place,
        }
    }
}

/// The values of the module used by one function, or by all globals together.
struct Met<'a> {
    module: &'a Module,
    has_list: &'a [bool],
    /// For each constant, then each global, the number of the last round in which it occurred.
    constants: Vec<u32>,
    used: Vec<u32>,
    round: u32,
    stack: Vec<(Constant, bool)>,
}

impl<'a> Met<'a> {
    fn new(module: &'a Module, has_list: &'a [bool]) -> Met<'a> {
        let (constants, globals) = (module.constants.len(), module.globals.len());
        Met {
            module,
            has_list,
            constants: vec![0; constants],
            used: vec![0; constants + globals],
            round: 1,
            stack: Vec::new(),
        }
    }

    fn body(&mut self, body: &Body) -> Locals {
        self.round += 1;
        let mut locals =
            Locals { blocks: vec![0; body.block_count()], insts: vec![0; body.inst_count()], ..Locals::default() };
        let mut constants = Vec::new();
        let mut next = 1;
        for block in body.blocks() {
            locals.blocks[block.as_u32() as usize] = next;
            next += 1;
        }
        if body.has_debug_records() || !self.module.metadata.values().is_empty() {
            for inst in body.blocks().flat_map(|b| body.insts(b)) {
                for_each_value_in_metadata(self.module, body, inst, |v| self.constant(v, &mut next, &mut constants));
            }
        }
        locals.first_arg = next;
        next += body.args().len() as u32;
        for inst in body.blocks().flat_map(|b| body.insts(b)) {
            for_each_value_in_metadata(self.module, body, inst, |v| self.use_once(v, &mut locals.used));
            body.inst(inst).for_each_operand(&body.values, |v| {
                if matches!(v.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) {
                    self.constant(v, &mut next, &mut constants);
                    self.use_once(v, &mut locals.used);
                }
            });
            locals.insts[inst.as_u32() as usize] = next;
            next += 1;
        }
        locals.end = next;
        locals.constants = constants;
        locals
    }

    fn use_once(&mut self, value: Value, used: &mut Vec<Value>) {
        let slot = match value.kind() {
            ValueKind::Constant(c) if self.has_list.get(c.as_u32() as usize) == Some(&true) => c.as_u32() as usize,
            ValueKind::Global(g) => self.has_list.len() + g.as_u32() as usize,
            _ => return,
        };
        if let Some(seen) = self.used.get_mut(slot)
            && *seen != self.round
        {
            *seen = self.round;
            used.push(value);
        }
    }

    /// Visits a constant. On first occurrence, it gets a position after its operands. Globals have their positions already.
    fn constant(&mut self, value: Value, next: &mut u32, met: &mut Vec<(Constant, u32)>) {
        let has_list = |c: Constant| self.has_list.get(c.as_u32() as usize) == Some(&true);
        let Some(constant) = value.as_constant().filter(|&c| has_list(c)) else { return };
        if self.constants[constant.as_u32() as usize] == self.round {
            return;
        }
        self.stack.push((constant, false));
        while let Some((constant, operands_seen)) = self.stack.pop() {
            if operands_seen {
                met.push((constant, *next));
                *next += 1;
                continue;
            }
            if std::mem::replace(&mut self.constants[constant.as_u32() as usize], self.round) == self.round {
                continue;
            }
            self.stack.push((constant, true));
            let first = self.stack.len();
            self.module.constants.get(constant).data.for_each_operand(|v| {
                self.stack.extend(v.as_constant().filter(|&c| has_list(c)).map(|c| (c, false)));
            });
            self.stack[first..].reverse();
        }
    }
}

/// The directives of a function's own values.
fn local_orders(module: &Module, uses: &ModuleUses, order: &ReadingOrder, function: Global) -> Vec<UseListOrder> {
    let mut orders = Vec::new();
    let (Some(body), Some(locals)) = (module.body(function), order.locals(function)) else { return orders };
    let lists = (!is_in_order(body)).then(|| UseLists::new(body));
    let mut local = |value: Value, own: u32| {
        let own = locals.base + own;
        let of_block = |block: Block| uses.uses_of_block(function, block);
        let found = match (value.as_block().map(of_block), &lists) {
            (Some(uses @ [_, ..]), _) => {
                order.permutation(own, uses.iter().map(|u| (order.of_user(u.user), u.operand)))
            }
            (_, None) => None,
            (_, Some(lists)) => {
                let place = |u: &Use| (locals.of_inst(u.user), u.operand);
                order.permutation(own, lists.uses_of(value).iter().map(place))
            }
        };
        orders.extend(found.map(|order| UseListOrder { value, order }));
    };
    if lists.is_some() {
        (0..body.args().len() as u32).for_each(|n| local(Value::arg(n), locals.first_arg + n));
    }
    for block in body.blocks() {
        local(block.into(), locals.blocks[block.as_u32() as usize]);
        let insts = lists.iter().flat_map(|_| body.insts(block));
        insts.for_each(|i| local(i.into(), locals.insts[i.as_u32() as usize]));
    }
    orders
}

/// The globals and constants that were already compared.
struct Done {
    globals: Vec<bool>,
    constants: Vec<bool>,
}

impl Done {
    fn new(module: &Module) -> Done {
        Done { globals: vec![false; module.globals.len()], constants: vec![false; module.constants.len()] }
    }

    /// Marks a global or constant as compared. Returns whether it was not compared before.
    fn is_first(&mut self, value: Value) -> bool {
        let done = match value.kind() {
            ValueKind::Global(g) => self.globals.get_mut(g.as_u32() as usize),
            ValueKind::Constant(c) => self.constants.get_mut(c.as_u32() as usize),
            _ => None,
        };
        done.is_some_and(|done| !std::mem::replace(done, true))
    }
}

/// Compares the use lists of globals and constants.
struct Comparison<'a> {
    module: &'a Module,
    uses: ModuleUses,
    order: ReadingOrder,
    done: Done,
    stack: Vec<Value>,
}

impl Comparison<'_> {
    /// Compares the lists of all globals and constants that a function uses and that were not compared yet.
    fn used_by(&mut self, function: Global, orders: &mut Vec<UseListOrder>) {
        let Some(&index) = self.order.functions.get(function.as_u32() as usize) else { return };
        let used = self.order.locals.get_mut(index as usize).map(|l| std::mem::take(&mut l.used));
        used.into_iter().flatten().for_each(|v| self.value(v, orders));
    }

    /// Compares the lists of a global or constant and of all its transitive operands that were not compared yet.
    fn value(&mut self, value: Value, orders: &mut Vec<UseListOrder>) {
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
            let uses = self.uses.uses_of(value).iter().map(|u| (self.order.of_user(u.user), u.operand));
            orders.extend(self.order.permutation(own, uses).map(|order| UseListOrder { value, order }));
        }
    }
}

/// Calls `f` with each constant in metadata operands of an instruction and in the debug records before it.
fn for_each_value_in_metadata(module: &Module, body: &Body, inst: Inst, mut f: impl FnMut(Value)) {
    for_each_value_in_records(module, body, inst, &mut f);
    if body.inst(inst).call_info().is_some() {
        body.inst(inst).for_each_operand(&body.values, |v| {
            v.as_metadata().into_iter().for_each(|m| for_each_value_of(module, body, m, &mut f));
        });
    }
}

/// Calls `f` with each constant in the debug records before an instruction.
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

/// Calls `f` with the constant that metadata wraps, or the constants of a list.
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
