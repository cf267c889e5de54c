//! Evaluation of static constructors: LLVM's `Evaluator`.
//!
//! A constructor in `llvm.global_ctors` whose effects are known is removed from the list; the variables that it writes get the
//! values that it stores as initializers. Code is only evaluated if it has no loops and no recursion.

use std::cell::Cell;

use lindworm_ir::constant::{ConstantData, ConstantExpr};
use lindworm_ir::eval::CastOp;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::module::{DllStorage, GlobalKind, GlobalValue, Linkage, TlsModel, Variable};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Global, Inst, InstData, Module, Type, Value};
use smallvec::SmallVec;

use crate::sccp::fold;
use crate::value_tracking::Query;

const LIST: &[u8] = b"llvm.global_ctors";

/// The maximum number of instructions that are evaluated for a constructor, and of elements to which variables are expanded.
const MAX_STEPS: u32 = 1 << 18;

/// The maximum number of aggregates within each other of which a part is written.
const MAX_NESTING: usize = 32;

/// The maximum depth of calls.
const MAX_CALLS: usize = 64;

/// The address that a local variable of a function has during the evaluation.
type Locals = HashMap<(Global, Inst), Global>;

/// Evaluates the constructors of a module. Returns whether there were any that could be evaluated.
pub(super) fn evaluate(module: &mut Module) -> bool {
    let Some(list) = module.global_named(LIST) else { return false };
    let Some(entries) = entries(module, list) else { return false };
    let locals = reserve_locals(module, entries.iter().map(|entry| entry.function));
    let temporary: HashSet<Global> = locals.values().copied().collect();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&i| entries[i].priority);
    let (mut done, mut failed) = (HashSet::default(), None);
    for i in order {
        // Constructors of higher priorities must run before those of lower ones.
        if failed.is_some_and(|priority| priority != entries[i].priority) {
            break;
        }
        let effects = run(module, &locals, &temporary, entries[i].function);
        match effects {
            Some(effects) => {
                commit(module, effects);
                done.insert(i);
            }
            None => failed = Some(entries[i].priority),
        }
    }
    module.remove_unused_globals(&temporary);
    if done.is_empty() {
        return false;
    }
    let kept: Vec<Value> = (0..entries.len()).filter(|i| !done.contains(i)).map(|i| entries[i].value).collect();
    let (cx, old) = (module.context().clone(), module[list].value_type);
    let Some(element) = cx.element_type(old, 0) else { return false };
    let ty = cx.array(element, kept.len() as u64);
    let initializer = module.constants().aggregate(&cx, ty, &kept);
    module[list].value_type = ty;
    if let Some(variable) = module[list].as_variable_mut() {
        variable.initializer = Some(initializer);
    }
    true
}

/// An entry of the list.
struct Entry {
    value: Value,
    priority: u64,
    function: Global,
}

/// The entries of the list, if all are functions without parameters.
fn entries(module: &Module, list: Global) -> Option<Vec<Entry>> {
    let (cx, constants) = (module.context(), module.constants());
    let initializer = module.global(list)?.as_variable()?.initializer?;
    let entry = |value: Value| {
        let function = constants.element(cx, value, 1)?.as_global()?;
        let (_, params, _) = cx.function_parts(module.global(function)?.value_type)?;
        let priority = constants.as_u64(constants.element(cx, value, 0)?)?;
        params.is_empty().then_some(Entry { value, priority, function })
    };
    constants.elements(cx, initializer)?.map(entry).collect()
}

/// Adds a variable for each local variable of functions that may be called.
fn reserve_locals(module: &mut Module, roots: impl Iterator<Item = Global>) -> Locals {
    let mut pending: Vec<Global> = roots.collect();
    let mut seen: HashSet<Global> = pending.iter().copied().collect();
    let mut found: Vec<(Global, Inst, Type, Type)> = Vec::new();
    while let Some(function) = pending.pop() {
        let Some(body) = module.body(function) else { continue };
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            match body.inst(inst) {
                InstData::Alloca { allocated, count, .. } if module.constants().as_u64(*count) == Some(1) => {
                    found.push((function, inst, *allocated, body.inst_type(inst)));
                }
                data => {
                    let callee = data.call_info().and_then(|call| call.callee.as_global());
                    pending.extend(callee.filter(|&callee| seen.insert(callee)));
                }
            }
        }
    }
    let mut locals = Locals::default();
    for (function, inst, allocated, ty) in found {
        let mut variable = GlobalValue::new(b"", allocated, ty, GlobalKind::Variable(Variable::default()));
        variable.linkage = Linkage::Private;
        locals.insert((function, inst), module.add_global(variable));
    }
    locals
}

/// What a constructor does.
struct Effects {
    initializers: Vec<(Global, Value)>,
    constants: HashSet<Global>,
}

fn run(module: &Module, locals: &Locals, temporary: &HashSet<Global>, function: Global) -> Option<Effects> {
    let uses = Uses::new(&Body::default());
    let mut evaluator = Evaluator {
        module,
        uses: &uses,
        locals,
        temporary,
        memory: HashMap::default(),
        constants: HashSet::default(),
        steps: Cell::new(0),
        stack: Vec::new(),
    };
    evaluator.call(function, &[])?;
    let written = std::mem::take(&mut evaluator.memory);
    let mut initializers = Vec::new();
    for (global, memory) in written {
        if !evaluator.temporary.contains(&global) {
            initializers.push((global, evaluator.constant_of(&memory)?));
        }
    }
    Some(Effects { initializers, constants: evaluator.constants })
}

fn commit(module: &mut Module, effects: Effects) {
    for (global, initializer) in effects.initializers {
        if let Some(variable) = module[global].as_variable_mut() {
            variable.initializer = Some(initializer);
        }
    }
    for global in effects.constants {
        if let Some(variable) = module[global].as_variable_mut() {
            variable.constant = true;
        }
    }
}

/// The content of memory: a constant, or the elements of an aggregate.
enum Memory {
    Constant(Value),
    Parts(Type, Vec<Memory>),
}

struct Evaluator<'m> {
    module: &'m Module,
    /// Empty def-use chains: the simplification of constants needs none.
    uses: &'m Uses,
    locals: &'m Locals,
    /// The variables that stand for local variables.
    temporary: &'m HashSet<Global>,
    /// The variables that were written.
    memory: HashMap<Global, Memory>,
    /// The variables that do not change any more.
    constants: HashSet<Global>,
    steps: Cell<u32>,
    stack: Vec<Global>,
}

impl<'m> Evaluator<'m> {
    fn query(&self, function: Global, body: &'m Body) -> Query<'m> {
        Query::of_body(self.module, function, body, self.uses)
    }

    /// Counts steps. The result is `None` if they are too many.
    fn spend(&self, steps: u64) -> Option<()> {
        self.steps.set(self.steps.get().saturating_add(u32::try_from(steps).ok()?));
        (self.steps.get() <= MAX_STEPS).then_some(())
    }

    /// Evaluates a call. The result is `None` if it is not known, and `Some(None)` if there is no result.
    fn call(&mut self, function: Global, args: &[Value]) -> Option<Option<Value>> {
        let module = self.module;
        let data = module.global(function)?;
        let body = module.body(function)?;
        let cannot = data.linkage.is_interposable() || self.stack.contains(&function) || self.stack.len() >= MAX_CALLS;
        if cannot {
            return None;
        }
        self.stack.push(function);
        let mut values: HashMap<Value, Value> = HashMap::default();
        for (i, &arg) in args.iter().enumerate() {
            values.insert(Value::arg(i as u32), arg);
        }
        let mut block = body.entry()?;
        let mut visited: HashSet<Block> = HashSet::default();
        let mut previous: Option<Block> = None;
        loop {
            // A block that is executed again is part of a loop.
            if !visited.insert(block) {
                return None;
            }
            let mut next = None;
            for inst in body.insts(block) {
                self.spend(1)?;
                if let &InstData::Ret { value } = body.inst(inst) {
                    self.stack.pop();
                    return Some(match value.expand() {
                        Some(value) => Some(value_of(&values, value)?),
                        None => None,
                    });
                }
                if let InstData::Phi { incoming, .. } = body.inst(inst) {
                    let mut pairs = body.list_values(incoming).chunks_exact(2);
                    let pair = pairs.find(|pair| pair[1].as_block() == previous)?;
                    let value = value_of(&values, pair[0])?;
                    values.insert(inst.into(), value);
                    continue;
                }
                next = self.step(function, body, inst, &mut values)?;
            }
            previous = Some(block);
            block = next?;
        }
    }

    /// Executes an instruction. The result is the next block, after a terminator.
    fn step(
        &mut self,
        function: Global,
        body: &'m Body,
        inst: Inst,
        values: &mut HashMap<Value, Value>,
    ) -> Option<Option<Block>> {
        let module = self.module;
        let (cx, constants) = (module.context(), module.constants());
        let data = body.inst(inst);
        let ty = body.inst_type(inst);
        let value = |v: Value| value_of(values, v);
        let result = match *data {
            InstData::Br { dest } => return Some(Some(dest)),
            InstData::CondBr { condition, if_true, if_false } => {
                let is_true = constants.as_int(cx, value(condition)?)?.is_one();
                return Some(Some(if is_true { if_true } else { if_false }));
            }
            InstData::Switch { condition, default, ref cases } => {
                let number = value(condition).filter(|&v| constants.as_int(cx, v).is_some())?;
                let mut pairs = body.list_values(cases).chunks_exact(2);
                let dest = pairs.find(|pair| pair[0] == number).and_then(|pair| pair[1].as_block());
                return Some(Some(dest.unwrap_or(default)));
            }
            InstData::Alloca { allocated, .. } => {
                let local = *self.locals.get(&(function, inst))?;
                self.memory.insert(local, Memory::Constant(constants.undef(allocated)));
                local.into()
            }
            InstData::Store {
                value: stored, pointer, volatile: false, ordering: AtomicOrdering::NotAtomic, ..
            } => {
                let (stored, pointer) = (value(stored)?, value(pointer)?);
                self.store(function, body, pointer, stored)?;
                return Some(None);
            }
            InstData::Load { pointer, volatile: false, ordering: AtomicOrdering::NotAtomic, .. } => {
                let pointer = value(pointer)?;
                self.load(&self.query(function, body), pointer, ty)?
            }
            InstData::Call { ref call, fast_math, .. } => {
                let args: SmallVec<[Value; 8]> =
                    body.call_args(call).iter().map(|&arg| value(arg)).collect::<Option<_>>()?;
                let callee = value(call.callee)?;
                match self.evaluate_call(function, body, call, callee, &args)? {
                    Done::Result(Some(result)) => result,
                    Done::Result(None) => return Some(None),
                    Done::Fold => self.query(function, body).fold_call(call, fast_math, &args, ty)?,
                }
            }
            InstData::Invoke { ref call, normal, .. } => {
                let args: SmallVec<[Value; 8]> =
                    body.call_args(call).iter().map(|&arg| value(arg)).collect::<Option<_>>()?;
                let callee = value(call.callee)?;
                match self.evaluate_call(function, body, call, callee, &args)? {
                    Done::Result(result) => {
                        if let Some(result) = result {
                            values.insert(inst.into(), result);
                        }
                        return Some(Some(normal));
                    }
                    Done::Fold => return None,
                }
            }
            InstData::ExtractValue { aggregate, ref indices } => {
                let mut part = value(aggregate)?;
                for index in body.list_ints(indices) {
                    part = constants.element(cx, part, index.0.into())?;
                }
                part
            }
            InstData::InsertValue { aggregate, value: part, ref indices } => {
                let indices: SmallVec<[u32; 4]> = body.list_ints(indices).iter().map(|index| index.0).collect();
                module.fold_insert_value(value(aggregate)?, value(part)?, &indices)?
            }
            InstData::GetElementPtr { source, flags, ref operands } => {
                let operands: SmallVec<[Value; 4]> =
                    body.list_values(operands).iter().map(|&v| value(v)).collect::<Option<_>>()?;
                let simple = self.query(function, body).simplify_gep(source, flags, &operands, ty);
                simple.or_else(|| module.fold_gep(source, flags, &operands))?
            }
            InstData::Cast { op, flags, value: from, .. } => {
                self.query(function, body).simplify_cast(op, flags, value(from)?, ty).filter(|v| v.is_constant())?
            }
            InstData::Freeze { value: of } => value(of).filter(|&v| self.query(function, body).is_not_undef(v))?,
            _ => {
                let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
                let mut is_known = true;
                data.for_each_operand(body.values(), |operand| match value(operand) {
                    Some(v) => operands.push(v),
                    None => is_known = false,
                });
                if !is_known {
                    return None;
                }
                fold(module, data, &operands, ty)?
            }
        };
        values.insert(inst.into(), result);
        Some(None)
    }

    fn evaluate_call(
        &mut self,
        function: Global,
        body: &'m Body,
        call: &CallInfo,
        callee: Value,
        args: &[Value],
    ) -> Option<Done> {
        use IntrinsicId as I;
        let module = self.module;
        let constants = module.constants();
        let mut callee = callee.as_global()?;
        // Aliases of aliases are rare: their calls are not evaluated.
        if let GlobalKind::Alias { aliasee } = module.global(callee)?.kind
            && !module.global(callee)?.linkage.is_interposable()
        {
            callee = aliasee.as_global()?;
        }
        let data = module.global(callee)?;
        if let Some(id) = data.as_function().and_then(|f| f.intrinsic) {
            return match id {
                I::DBG_VALUE | I::DBG_DECLARE | I::DBG_LABEL | I::DBG_ASSIGN => Some(Done::Result(None)),
                I::LIFETIME_START | I::LIFETIME_END | I::ASSUME | I::SIDEEFFECT | I::PSEUDOPROBE => {
                    Some(Done::Result(None))
                }
                I::LAUNDER_INVARIANT_GROUP | I::STRIP_INVARIANT_GROUP => Some(Done::Result(Some(args[0]))),
                // A variable that is not written any more, if all of it is meant. A result that is used is not known.
                I::INVARIANT_START => {
                    if let Some(global) = args[1].as_global()
                        && self.is_writable(global)
                        && let Some(size) = constants.as_int(module.context(), args[0])
                    {
                        let ty = module.global(global)?.value_type;
                        let whole =
                            module.data_layout().store_size(module.context(), ty).filter(|size| !size.scalable)?;
                        if (size.is_negative() || size.to_u64()? >= whole.min) && !size.is_all_ones() {
                            self.constants.insert(global);
                        }
                    }
                    Some(Done::Result(None))
                }
                // Memory that has the value already.
                I::MEMSET => {
                    let (byte, len) = (args[1], constants.as_u64(args[2])?);
                    if !constants.is_zero(args[3]) {
                        return None;
                    }
                    let query = self.query(function, body);
                    let (base, offset) = self.address(&query, args[0])?;
                    if constants.is_zero(byte) && self.is_zero(base, offset.checked_add(len)?) {
                        return Some(Done::Result(None));
                    }
                    for i in 0..len {
                        self.spend(1)?;
                        if self.load_at(&query, base, offset.checked_add(i)?, Type::I8)? != byte {
                            return None;
                        }
                    }
                    Some(Done::Result(None))
                }
                _ => Some(Done::Fold),
            };
        }
        if data.value_type != call.function_type || !body.bundles(call.bundles).is_empty() {
            return None;
        }
        if data.is_declaration() {
            return Some(Done::Fold);
        }
        let (_, params, is_variadic) = module.context().function_parts(data.value_type)?;
        if is_variadic || params.len() != args.len() {
            return None;
        }
        self.call(callee, args).map(Done::Result)
    }

    /// The variable and the offset in it that an address is.
    fn address(&self, query: &Query<'m>, pointer: Value) -> Option<(Global, u64)> {
        let (mut base, offset) = query.base_and_offset(pointer, true);
        if let Some(ConstantData::Expr(expr)) = self.module.constants().node(base).map(|node| &node.data)
            && let ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value } = **expr
        {
            base = value;
        }
        Some((base.as_global()?, offset.to_u64().filter(|_| !offset.is_negative())?))
    }

    /// Whether a variable has at least `len` bytes, and all its bytes are zero.
    fn is_zero(&self, global: Global, len: u64) -> bool {
        let Some(data) = self.module.global(global).filter(|g| !g.linkage.is_interposable()) else { return false };
        let initializer = data.as_variable().filter(|v| !v.externally_initialized).and_then(|v| v.initializer);
        let size = self.module.data_layout().store_size(self.module.context(), data.value_type);
        let content = match self.memory.get(&global) {
            None => initializer,
            Some(Memory::Constant(value)) => Some(*value),
            Some(Memory::Parts(..)) => None,
        };
        let is_inside = size.is_some_and(|size| !size.scalable && len <= size.min);
        is_inside && content.is_some_and(|value| self.module.constants().is_zero(value))
    }

    /// Whether the initializer of a variable may be replaced.
    fn is_writable(&self, global: Global) -> bool {
        let Some(data) = self.module.global(global) else { return false };
        self.temporary.contains(&global)
            || data.tls == TlsModel::None
                && matches!(data.linkage, Linkage::External | Linkage::Internal | Linkage::Private)
                && data
                    .as_variable()
                    .is_some_and(|v| v.initializer.is_some() && !v.externally_initialized && !v.constant)
    }

    fn store(&mut self, function: Global, body: &'m Body, pointer: Value, stored: Value) -> Option<()> {
        let query = self.query(function, body);
        let (global, offset) = self.address(&query, pointer)?;
        if !self.is_writable(global) || !self.is_simple(stored) {
            return None;
        }
        // The address of a local variable is meaningless after the constructor.
        let is_local = stored.as_global().is_some_and(|g| self.temporary.contains(&g));
        let stored = match is_local && !self.temporary.contains(&global) {
            true => self.module.constants().zero(self.module.context(), query.type_of(stored)),
            false => stored,
        };
        let initializer = self.module.global(global)?.as_variable()?.initializer;
        let mut memory = match (self.memory.remove(&global), initializer) {
            (Some(memory), _) => memory,
            (None, Some(initializer)) => Memory::Constant(initializer),
            (None, None) => return None,
        };
        let is_written = self.write(&query, &mut memory, offset, stored);
        self.memory.insert(global, memory);
        is_written
    }

    /// Whether a constant may be an initializer.
    fn is_simple(&self, value: Value) -> bool {
        let constants = self.module.constants();
        let mut pending = vec![(value, true)];
        let mut left = MAX_STEPS;
        while let Some((value, is_top)) = pending.pop() {
            left = left.saturating_sub(1);
            if let Some(global) = value.as_global() {
                let Some(data) = self.module.global(global) else { return false };
                let is_nested_local = self.temporary.contains(&global) && !is_top;
                if data.tls != TlsModel::None || data.dll_storage == DllStorage::Import || is_nested_local {
                    return false;
                }
            }
            if left == 0 {
                return false;
            }
            if let Some(node) = constants.node(value) {
                node.data.for_each_operand(|operand| pending.push((operand, false)));
            }
        }
        true
    }

    fn type_of(&self, memory: &Memory) -> Type {
        match memory {
            Memory::Constant(value) => self.module.value_type(None, *value),
            Memory::Parts(ty, _) => *ty,
        }
    }

    /// Whether a value can be stored as a value of another type with the same bits.
    fn converted(&self, value: Value, to: Type) -> Option<Value> {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let from = self.module.value_type(None, value);
        if from == to {
            return Some(value);
        }
        let bits = |ty| layout.size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        if cx.is_aggregate(from) || cx.is_aggregate(to) || bits(from)? != bits(to)? {
            return None;
        }
        let op = match (cx.is_pointer(from), cx.is_pointer(to)) {
            (true, false) => CastOp::PtrToInt,
            (false, true) => CastOp::IntToPtr,
            _ => CastOp::BitCast,
        };
        let is_int = |ty| cx.int_width(ty).is_some();
        if op == CastOp::PtrToInt && !is_int(to) || op == CastOp::IntToPtr && !is_int(from) {
            return None;
        }
        self.module.fold_cast(op, value, to)
    }

    fn write(&mut self, query: &Query<'m>, memory: &mut Memory, offset: u64, stored: Value) -> Option<()> {
        let (cx, layout, constants) = (self.module.context(), self.module.data_layout(), self.module.constants());
        let size = layout.store_size(cx, query.type_of(stored)).filter(|size| !size.scalable)?.min;
        let (mut at, mut offset) = (memory, offset);
        for _ in 0..MAX_NESTING {
            let ty = self.type_of(at);
            if offset == 0
                && let Some(value) = self.converted(stored, ty)
            {
                *at = Memory::Constant(value);
                return Some(());
            }
            if layout.store_size(cx, ty).is_none_or(|whole| whole.scalable || whole.min < size) {
                return None;
            }
            let (index, rest) = query.part_index(ty, offset)?;
            if let Memory::Constant(value) = *at {
                let count = constants.element_count(cx, ty)?;
                self.spend(count)?;
                let parts: Option<Vec<Memory>> =
                    (0..count).map(|i| constants.element(cx, value, i).map(Memory::Constant)).collect();
                *at = Memory::Parts(ty, parts?);
            }
            let Memory::Parts(_, parts) = at else { return None };
            (at, offset) = (parts.get_mut(usize::try_from(index).ok()?)?, rest);
        }
        None
    }

    fn load(&self, query: &Query<'m>, pointer: Value, ty: Type) -> Option<Value> {
        let (global, offset) = self.address(query, pointer)?;
        self.load_at(query, global, offset, ty)
    }

    fn load_at(&self, query: &Query<'m>, global: Global, offset: u64, ty: Type) -> Option<Value> {
        let layout = self.module.data_layout();
        let (cx, mut offset) = (self.module.context(), offset);
        let Some(mut at) = self.memory.get(&global) else {
            let data = self.module.global(global).filter(|g| !g.linkage.is_interposable())?;
            let variable = data.as_variable().filter(|v| !v.externally_initialized)?;
            return query.constant_at(variable.initializer?, offset, ty);
        };
        let size = layout.store_size(cx, ty).filter(|size| !size.scalable)?.min;
        while let Memory::Parts(whole, parts) = at {
            if *whole == ty && offset == 0 {
                break;
            }
            let (index, rest) = query.part_index(*whole, offset)?;
            let part = parts.get(usize::try_from(index).ok()?)?;
            let room = layout.store_size(cx, self.type_of(part)).filter(|size| !size.scalable)?.min;
            if rest.checked_add(size)? > room {
                break;
            }
            (at, offset) = (part, rest);
        }
        query.constant_at(self.constant_of(at)?, offset, ty)
    }

    fn constant_of(&self, memory: &Memory) -> Option<Value> {
        Some(match memory {
            Memory::Constant(value) => *value,
            Memory::Parts(ty, parts) => {
                self.spend(parts.len() as u64)?;
                let parts: Option<Vec<Value>> = parts.iter().map(|part| self.constant_of(part)).collect();
                self.module.constants().aggregate(self.module.context(), *ty, &parts?)
            }
        })
    }
}

/// The outcome of a call.
enum Done {
    Result(Option<Value>),
    /// The call folds, if its arguments permit.
    Fold,
}

/// The constant that a value is during the evaluation.
fn value_of(values: &HashMap<Value, Value>, value: Value) -> Option<Value> {
    match value.is_constant() || value.as_global().is_some() {
        true => Some(value),
        false => values.get(&value).copied(),
    }
}
