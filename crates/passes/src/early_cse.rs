//! `early-cse`: replaces expressions, loads and calls by an available value (common subexpression elimination over the dominator
//! tree).
//!
//! A preorder walk over the dominator tree keeps available values in scoped hash tables. Memory is versioned by generations:
//! every write, and every block with more than one predecessor, starts a new generation. `early-cse<memssa>` also finds by MemorySSA
//! that no write in between changed a location. Linear in the instructions, except for a bounded number of these searches, and for
//! conditions that are known on one side of a branch, whose uses are scanned.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cranelift_entity::EntityRef;
use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules};
use lindworm_analysis::memory_ssa::{AccessKind, MemorySsa, Walker};
use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Editor;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntFlags};
use lindworm_ir::hash::{HashMap, RandomState};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Body, Inst, InstData, Type, Value};

use crate::combine::common_attributes;
use crate::debug_counter::DebugCounter;
use crate::effects::{call_has, is_trivially_dead, may_read, may_throw, may_write};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;
use crate::{NO_UNDEF, known};

/// The maximum number of uses of a condition that is replaced in the blocks dominated by a branch on it.
const MAX_USES: usize = 256;

/// The maximum number of searches for the last write of a location in a function.
const MAX_SEARCHES: u32 = 500;

/// Replaces computations that are available.
#[derive(Clone, Debug, Default)]
pub struct EarlyCse {
    /// Whether MemorySSA finds what a write leaves unchanged. Otherwise memory is a single location: any write invalidates all
    /// available memory values.
    pub memory_ssa: bool,
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
    /// Decides which instructions are replaced or erased: `-debug-counter=early-cse`.
    pub counter: Option<Arc<DebugCounter>>,
}

impl FunctionPass for EarlyCse {
    fn name(&self) -> &'static str {
        "early-cse"
    }

    fn class(&self) -> &'static str {
        "EarlyCSEPass"
    }

    fn text(&self) -> String {
        if self.memory_ssa { "early-cse<memssa>".into() } else { "early-cse".into() }
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let debug_users = DebugUsers::of(f);
        let memory = self.memory_ssa.then(|| Memory::of(f, &dominators, self.alias_rules));
        let cse = Cse {
            f,
            memory,
            dominators: &dominators,
            debug_users,
            values: Scoped::default(),
            loads: Scoped::default(),
            calls: Scoped::default(),
            invariants: Scoped::default(),
            generation: 0,
            counter: self.counter.as_deref(),
        };
        cse.run();
    }
}

/// A scoped hash table: entries of an inner scope shadow entries of outer scopes with the same key. Lookup is by the hash of the
/// key.
struct Scoped<V> {
    newest: HashMap<u64, u32>,
    entries: Vec<Entry<V>>,
}

struct Entry<V> {
    hash: u64,
    value: V,
    /// The index of the next older entry with this hash, plus 1.
    older: u32,
}

impl<V> Default for Scoped<V> {
    fn default() -> Self {
        Scoped { newest: HashMap::default(), entries: Vec::new() }
    }
}

impl<V: Copy> Scoped<V> {
    /// The newest entry with this hash that satisfies `is_it`.
    fn find(&self, hash: u64, is_it: impl Fn(&V) -> bool) -> Option<V> {
        let mut at = self.newest.get(&hash).copied().unwrap_or(0);
        while let Some(entry) = at.checked_sub(1).and_then(|at| self.entries.get(at as usize)) {
            if is_it(&entry.value) {
                return Some(entry.value);
            }
            at = entry.older;
        }
        None
    }

    fn insert(&mut self, hash: u64, value: V) {
        let place = self.entries.len() as u32 + 1;
        let older = self.newest.insert(hash, place).unwrap_or(0);
        self.entries.push(Entry { hash, value, older });
    }

    /// Leaves a scope: drops all entries but the first `len`.
    fn leave_scope(&mut self, len: usize) {
        while self.entries.len() > len {
            let Some(entry) = self.entries.pop() else { break };
            if entry.older == 0 {
                self.newest.remove(&entry.hash);
            } else {
                self.newest.insert(entry.hash, entry.older);
            }
        }
    }
}

/// An available memory value, or an available call result.
#[derive(Clone, Copy)]
struct InMemory {
    /// The address, or the call.
    key: Value,
    /// The load or store.
    inst: Inst,
    generation: u32,
}

/// An available expression.
#[derive(Clone, Copy)]
struct Available {
    inst: Inst,
    /// The available value: the result, or a constant that it is known to equal.
    value: Value,
}

/// The memory accesses of the function.
struct Memory {
    ssa: MemorySsa,
    cache: AliasCache,
    rules: AliasRules,
    searches_left: u32,
}

impl Memory {
    fn of(f: &mut FunctionEdit<'_, '_>, dominators: &DominatorTree, rules: AliasRules) -> Memory {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let (editor, function, cache) = (&f.editor, f.additions.function(), AliasCache::default());
        let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &cache);
        aliases.rules = rules;
        let ssa = MemorySsa::new(&aliases, editor.body(), &cfg, dominators);
        Memory { ssa, cache, rules, searches_left: MAX_SEARCHES }
    }
}

struct Cse<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    memory: Option<Memory>,
    dominators: &'f DominatorTree,
    counter: Option<&'f DebugCounter>,
    debug_users: DebugUsers,
    values: Scoped<Available>,
    loads: Scoped<InMemory>,
    calls: Scoped<InMemory>,
    /// Locations that do not change from a generation on.
    invariants: Scoped<Invariant>,
    generation: u32,
}

/// A location that does not change from a generation on.
#[derive(Clone, Copy)]
struct Invariant {
    pointer: Value,
    size: u64,
    generation: u32,
}

/// A block on the current dominator tree path.
struct Visit {
    /// The memory generation at the end of the block.
    generation: u32,
    /// The lengths of the tables on entry.
    scope: [usize; 4],
    children: std::vec::IntoIter<Block>,
}

impl Cse<'_, '_, '_> {
    fn run(mut self) {
        let Some(entry) = self.f.editor.body().entry() else { return };
        let mut path = vec![self.enter(entry, 0)];
        while let Some(visit) = path.last_mut() {
            let generation = visit.generation;
            match visit.children.next() {
                Some(child) => {
                    let next = self.enter(child, generation);
                    path.push(next);
                }
                None => {
                    let [values, loads, calls, invariants] = visit.scope;
                    self.invariants.leave_scope(invariants);
                    self.values.leave_scope(values);
                    self.loads.leave_scope(loads);
                    self.calls.leave_scope(calls);
                    path.pop();
                }
            }
        }
    }

    fn enter(&mut self, block: Block, generation: u32) -> Visit {
        let scope = [
            self.values.entries.len(),
            self.loads.entries.len(),
            self.calls.entries.len(),
            self.invariants.entries.len(),
        ];
        self.generation = generation;
        self.process(block);
        // Children are visited in layout order, so that the result does not depend on the construction of the tree.
        let mut children: Vec<Block> = self.dominators.children(block).collect();
        children.sort_unstable();
        Visit { generation: self.generation, scope, children: children.into_iter() }
    }

    fn query(&self) -> Query<'_> {
        Query { dominators: Some(self.dominators), ..Query::new(&self.f.editor, self.f.additions.function()) }
    }

    fn process(&mut self, block: Block) {
        let single = self.f.editor.single_predecessor(block);
        match single {
            None => self.generation += 1,
            Some(from) => self.learn_from_branch(from, block),
        }
        let mut last_store: Option<Inst> = None;
        let mut next = self.f.editor.body().first_inst(block);
        while let Some(inst) = next {
            next = self.f.editor.body().next_inst(inst);
            self.process_inst(inst, &mut last_store);
        }
    }

    /// In a block dominated by one edge of a conditional branch, the condition is a constant.
    fn learn_from_branch(&mut self, from: Block, to: Block) {
        let body = self.f.editor.body();
        let Some(InstData::CondBr { condition, if_true, if_false }) = body.terminator(from).map(|t| *body.inst(t))
        else {
            return;
        };
        if if_true == if_false {
            return;
        }
        let is_true = if_true == to;
        let mut pending = vec![condition];
        let mut seen = 0;
        while let Some(condition) = pending.pop() {
            let Some(inst) = condition.as_inst() else { continue };
            seen += 1;
            if seen > 32 {
                return;
            }
            let known = self.query().bool(Type::I1, is_true);
            if is_value(&self.f.editor, inst) {
                self.values.insert(hash_of(self.f.editor.body(), inst), Available { inst, value: known });
            }
            // The limit bounds the cost, because the uses are scanned for each branch on the same condition.
            let uses: smallvec::SmallVec<[Use; 8]> = self.f.editor.uses().of(condition).take(MAX_USES + 1).collect();
            let uses = if uses.len() > MAX_USES { Default::default() } else { uses };
            for at in uses {
                let body = self.f.editor.body();
                let place = match *body.inst(at.user) {
                    InstData::Phi { incoming, .. } => {
                        body.list_values(&incoming).get(at.operand as usize + 1).and_then(|v| v.as_block())
                    }
                    _ => body.inst_block(at.user),
                };
                if place.is_some_and(|place| self.dominators.dominates(to, place)) {
                    self.f.editor.set_operand(at, known);
                }
            }
            // If a conjunction is true, so are both operands.
            match *self.f.editor.body().inst(inst) {
                InstData::Binary { op, lhs, rhs, .. } if op == if is_true { BinaryOp::And } else { BinaryOp::Or } => {
                    pending.extend([lhs, rhs]);
                }
                InstData::Select { condition, if_true, if_false, .. } => {
                    let constants = self.f.editor.module().constants();
                    let is_one = |v| constants.as_u64(v) == Some(1);
                    if is_true && constants.is_zero(if_false) {
                        pending.extend([condition, if_true]);
                    } else if !is_true && is_one(if_true) {
                        pending.extend([condition, if_false]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether the next change is made.
    fn decide(&self) -> bool {
        self.counter.is_none_or(DebugCounter::decide)
    }

    fn erase(&mut self, inst: Inst) {
        if let Some(memory) = &mut self.memory {
            memory.ssa.remove(inst);
        }
        self.debug_users.salvage(self.f, inst);
        self.f.editor.erase(inst);
    }

    fn process_inst(&mut self, inst: Inst, last_store: &mut Option<Inst>) {
        if is_trivially_dead(&self.f.editor, inst) {
            if self.decide() {
                self.erase(inst);
            }
            return;
        }
        let module = self.f.editor.module();
        let data = *self.f.editor.body().inst(inst);
        let intrinsic = match &data {
            InstData::Call { call, .. } => module.callee(call.callee).and_then(|f| f.intrinsic),
            _ => None,
        };
        use IntrinsicId as I;
        match intrinsic {
            Some(I::ASSUME) => {
                let condition = data.call_info().and_then(|call| self.f.editor.body().call_args(call).first().copied());
                if let Some(condition) = condition.and_then(|v| v.as_inst()) {
                    let value = self.query().bool(Type::I1, true);
                    if is_value(&self.f.editor, condition) {
                        let hash = hash_of(self.f.editor.body(), condition);
                        self.values.insert(hash, Available { inst: condition, value });
                    }
                }
                return;
            }
            Some(I::SIDEEFFECT | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL | I::PSEUDOPROBE) => return,
            // Neither loads nor stores before the call are affected by it.
            Some(I::INVARIANT_START) => {
                let args = data.call_info().map(|call| self.f.editor.body().call_args(call)).unwrap_or_default();
                // If the result is used, the location may change again.
                if let &[size, pointer, ..] = args
                    && let Some(size) = module.constants().as_u64(size)
                    && self.f.editor.uses().is_unused(inst.into())
                    && !self.is_tagged(inst)
                {
                    self.add_invariant(pointer, size);
                }
                return;
            }
            _ => {}
        }
        if !self.f.editor.uses().is_unused(inst.into())
            && !crate::edited::is_combined(self.f.editor.body(), inst)
            && let Some(value) = self.query().simplify(inst)
            && self.decide()
        {
            self.f.editor.replace_all(inst.into(), value);
            if is_trivially_dead(&self.f.editor, inst) {
                return self.erase(inst);
            }
        }
        if is_value(&self.f.editor, inst) {
            let body = self.f.editor.body();
            let place = self.constant_place(inst);
            let hash = place.map_or_else(|| hash_of(body, inst), lindworm_ir::hash::hash_one);
            let is_same = |found: &Available| {
                found.inst == inst
                    || self.is_same(found.inst, inst)
                    || place.is_some() && self.constant_place(found.inst) == place
            };
            match self.values.find(hash, is_same) {
                Some(found) if found.value != inst.into() => {
                    let earlier = found.value.as_inst();
                    if earlier.is_some_and(|earlier| !self.can_replace_call(earlier, inst)) {
                        return;
                    }
                    if !self.decide() {
                        return;
                    }
                    if let Some(earlier) = earlier {
                        self.intersect_flags(earlier, inst);
                    }
                    self.f.editor.replace_all(inst.into(), found.value);
                    self.erase(inst);
                }
                _ => {
                    self.values.insert(hash, Available { inst, value: inst.into() });
                    if may_throw(&self.f.editor, inst) {
                        *last_store = None;
                    }
                }
            }
            return;
        }
        if let InstData::Load { pointer, volatile, ordering, .. } = data {
            let is_ordered = volatile || ordering > AtomicOrdering::Unordered;
            if is_ordered {
                *last_store = None;
                self.generation += 1;
            }
            let size = self.size_of(self.f.editor.body().inst_type(inst));
            if let Some(size) = size.filter(|_| self.is_invariant_load(inst) && !self.is_tagged(inst)) {
                self.add_invariant(pointer, size);
            }
            let is_atomic = ordering != AtomicOrdering::NotAtomic;
            if !is_ordered
                && let Some(found) = self.loads.find(hash_word(pointer), |found| found.key == pointer)
                && self.is_unchanged(&found, inst, pointer, size)
                && let Some(value) = self.value_in_memory(found.inst, self.f.editor.body().inst_type(inst), is_atomic)
                && self.decide()
            {
                if matches!(self.f.editor.body().inst(found.inst), InstData::Load { .. }) {
                    self.intersect_metadata(found.inst, inst);
                }
                self.f.editor.replace_all(inst.into(), value);
                return self.erase(inst);
            }
            self.loads.insert(hash_word(pointer), InMemory { key: pointer, inst, generation: self.generation });
            *last_store = None;
            return;
        }
        // An instruction that reads memory or may leave the function observes earlier stores.
        if may_read(&self.f.editor, inst) || may_throw(&self.f.editor, inst) {
            *last_store = None;
        }
        if let InstData::Call { call, .. } = data
            && is_read_or_write_only(&self.f.editor, inst, &call)
        {
            let body = self.f.editor.body();
            let hash = hash_of(body, inst);
            let found = self.calls.find(hash, |found| self.is_same(found.inst, inst));
            if let Some(found) = found
                && self.is_same_state(&found, inst)
                && may_read(&self.f.editor, found.inst) == may_read(&self.f.editor, inst)
                && self.can_replace_call(found.inst, inst)
                && self.decide()
            {
                self.f.combine(found.inst, inst, false);
                self.f.editor.replace_all(inst.into(), found.inst.into());
                return self.erase(inst);
            }
            self.generation += u32::from(may_write(&self.f.editor, inst));
            self.calls.insert(hash, InMemory { key: inst.into(), inst, generation: self.generation });
            return;
        }
        // Loads before a release fence remain available after it.
        if let InstData::Fence { ordering: AtomicOrdering::Release, .. } = data {
            return;
        }
        let InstData::Store { value, pointer, ordering, volatile, .. } = data else {
            if may_write(&self.f.editor, inst) {
                self.generation += 1;
            }
            return;
        };
        let is_plain = !volatile && ordering <= AtomicOrdering::Unordered;
        // A store of a value that was loaded from the same address has no effect.
        if is_plain
            && let Some(found) = self.loads.find(hash_word(pointer), |found| found.key == pointer)
            && value == found.inst.into()
            && self.is_unchanged(&found, inst, pointer, self.size_of(self.f.editor.type_of(value)))
            && (ordering == AtomicOrdering::NotAtomic || self.is_atomic_load(found.inst))
            && self.decide()
        {
            return self.erase(inst);
        }
        self.generation += 1;
        if let Some(earlier) = *last_store
            && self.overwrites(inst, earlier)
            && self.decide()
        {
            self.erase(earlier);
            *last_store = None;
        }
        self.loads.insert(hash_word(pointer), InMemory { key: pointer, inst, generation: self.generation });
        *last_store = (!volatile && ordering <= AtomicOrdering::Unordered).then_some(inst);
    }

    /// Whether two instructions compute the same value, apart from flags. A convergent call depends on the threads that execute
    /// it, which may differ between blocks.
    fn is_same(&self, a: Inst, b: Inst) -> bool {
        let body = self.f.editor.body();
        let is_convergent = |inst| {
            let call = body.inst(inst).call_info();
            call.is_some_and(|call| call_has(self.f.editor.module(), call, AttrKind::CONVERGENT))
        };
        same(body, a, b) && (body.inst_block(a) == body.inst_block(b) || !is_convergent(a))
    }

    /// The base and the constant offset of an address.
    fn constant_place(&self, inst: Inst) -> Option<(Value, i64, Type)> {
        let body = self.f.editor.body();
        let InstData::GetElementPtr { source, operands, .. } = *body.inst(inst) else { return None };
        body.inst_block(inst)?;
        let (ty, operands) = (body.inst_type(inst), body.list_values(&operands));
        let offset = self.query().constant_offset(source, &operands[1..])?;
        (!self.f.editor.module().context().is_vector(ty)).then_some((operands[0], offset, ty))
    }

    /// Whether a store completely overwrites an earlier one to the same address.
    fn overwrites(&self, store: Inst, earlier: Inst) -> bool {
        let body = self.f.editor.body();
        let (
            InstData::Store { value, pointer, ordering, volatile, .. },
            InstData::Store { value: old, pointer: to, ordering: old_ordering, .. },
        ) = (*body.inst(store), *body.inst(earlier))
        else {
            return false;
        };
        let is_as_ordered = ordering >= old_ordering;
        !volatile && is_as_ordered && pointer == to && self.f.editor.type_of(value) == self.f.editor.type_of(old)
    }

    /// The value that a load or store implies to be in memory, if it has this type.
    fn value_in_memory(&self, inst: Inst, ty: Type, is_atomic: bool) -> Option<Value> {
        let body = self.f.editor.body();
        let (value, ordering) = match *body.inst(inst) {
            InstData::Load { ordering, .. } => (inst.into(), ordering),
            InstData::Store { value, ordering, .. } => (value, ordering),
            _ => return None,
        };
        let is_ordered_enough = !is_atomic || ordering != AtomicOrdering::NotAtomic;
        (is_ordered_enough && self.f.editor.type_of(value) == ty).then_some(value)
    }

    fn size_of(&self, ty: Type) -> Option<u64> {
        let module = self.f.editor.module();
        let size = module.data_layout().store_size(module.context(), ty).filter(|size| !size.scalable);
        size.map(|size| size.min)
    }

    fn is_invariant_load(&self, inst: Inst) -> bool {
        self.f.editor.body().attachment(inst, known!(b"invariant.load")).is_some()
    }

    /// Whether an instruction has metadata for alias analysis, so that another access of the location may alias differently.
    fn is_tagged(&self, inst: Inst) -> bool {
        const KINDS: [MetadataKind; 3] = [MetadataKind::TBAA, known!(b"alias.scope"), known!(b"noalias")];
        KINDS.into_iter().any(|kind| self.f.editor.body().attachment(inst, kind).is_some())
    }

    fn is_atomic_load(&self, inst: Inst) -> bool {
        matches!(self.f.editor.body().inst(inst), InstData::Load { ordering, .. } if *ordering != AtomicOrdering::NotAtomic)
    }

    /// Declares that a location does not change from now on.
    fn add_invariant(&mut self, pointer: Value, size: u64) {
        let hash = hash_word(pointer);
        if self.invariants.find(hash, |known| known.pointer == pointer && known.size == size).is_none() {
            self.invariants.insert(hash, Invariant { pointer, size, generation: self.generation });
        }
    }

    /// Whether a location that an instruction accesses has not changed since an earlier access.
    fn is_unchanged(&mut self, earlier: &InMemory, inst: Inst, pointer: Value, size: Option<u64>) -> bool {
        let is_it = |known: &Invariant| known.pointer == pointer && Some(known.size) == size;
        let since = earlier.generation;
        self.is_invariant_load(inst)
            || !self.is_tagged(inst)
                && self.invariants.find(hash_word(pointer), is_it).is_some_and(|known| known.generation <= since)
            || self.is_same_state(earlier, inst)
    }

    /// Whether nothing wrote what an instruction accesses since an earlier access of the same.
    fn is_same_state(&mut self, earlier: &InMemory, inst: Inst) -> bool {
        if earlier.generation == self.generation {
            return true;
        }
        let (Some(memory), Some(place)) = (&mut self.memory, self.f.editor.body().inst_block(earlier.inst)) else {
            return false;
        };
        let (Some(old), Some(new)) = (memory.ssa.of(earlier.inst), memory.ssa.of(inst)) else { return true };
        let (editor, function) = (&self.f.editor, self.f.additions.function());
        let state = match memory.searches_left.checked_sub(1) {
            Some(left) => {
                memory.searches_left = left;
                let (ssa, cache) = (&memory.ssa, &memory.cache);
                let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, cache);
                aliases.rules = memory.rules;
                let (body, dominators) = (editor.body(), self.dominators);
                Walker { ssa, aliases: &aliases, body, dominators }.clobber_of(inst)
            }
            None => Some(memory.ssa.before(new)),
        };
        let Some(state) = state else { return false };
        match memory.ssa.kind(state) {
            AccessKind::LiveOnEntry => true,
            AccessKind::Phi(block) => self.dominators.dominates(block, place),
            AccessKind::Def(_) if state == old => true,
            AccessKind::Def(write) => match editor.body().inst_block(write) {
                Some(from) if from == place => self.f.editor.comes_before(write, earlier.inst),
                Some(from) => self.dominators.dominates(from, place),
                None => false,
            },
            _ => false,
        }
    }

    /// Whether the result of an earlier call can replace a later one: neither has an attribute that must not be lost.
    fn can_replace_call(&self, earlier: Inst, later: Inst) -> bool {
        let (cx, body) = (self.f.editor.module().context(), self.f.editor.body());
        match (body.inst(earlier).call_info(), body.inst(later).call_info()) {
            (Some(a), Some(b)) => common_attributes(cx, a.attributes, b.attributes).is_some(),
            _ => true,
        }
    }

    /// Intersects the poison-generating flags of the earlier instruction with those of the later one.
    fn intersect_flags(&mut self, earlier: Inst, later: Inst) {
        let body = self.f.editor.body();
        let (mut data, other) = (*body.inst(earlier), *body.inst(later));
        let before = data;
        match (&mut data, &other) {
            (InstData::Binary { flags: a, .. }, InstData::Binary { flags: b, .. })
            | (InstData::Cast { flags: a, .. }, InstData::Cast { flags: b, .. }) => *a &= *b,
            (InstData::GetElementPtr { flags: a, .. }, InstData::GetElementPtr { flags: b, .. }) => *a &= *b,
            (InstData::ICmp { same_sign: a, .. }, InstData::ICmp { same_sign: b, .. }) => *a &= *b,
            _ => {}
        }
        // Flags stay where poison would be undefined behaviour anyway.
        if data.fast_math().is_none() && data != before && self.query().is_undefined_if_poison(earlier) {
            data = before;
        }
        if let (Some(a), Some(b)) = (data.call_info_mut(), other.call_info())
            && let Some(both) = common_attributes(self.f.editor.module().context(), a.attributes, b.attributes)
        {
            a.attributes = both;
        }
        let other_math = other.fast_math();
        if let (Some(a), Some(b)) = (data.fast_math_mut(), other_math) {
            *a &= b;
        }
        if data != before {
            self.f.editor.change(earlier, |inst, _| *inst = data);
        }
        self.intersect_metadata(earlier, later);
    }

    /// Keeps the metadata of the earlier instruction that is valid for both.
    fn intersect_metadata(&mut self, earlier: Inst, later: Inst) {
        /// Metadata that describes only the value remains valid where the value is computed, unless a violation makes it poison.
        const OF_VALUE: [MetadataKind; 3] = [known!(b"nonnull"), known!(b"range"), known!(b"align")];
        const KEPT: [MetadataKind; 7] = [
            known!(b"noalias.addrspace"),
            known!(b"noundef"),
            known!(b"dereferenceable"),
            known!(b"dereferenceable_or_null"),
            known!(b"invariant.load"),
            known!(b"invariant.group"),
            known!(b"nontemporal"),
        ];
        let body = self.f.editor.body();
        let is_defined = body.attachment(earlier, NO_UNDEF).is_some();
        let mut gone = smallvec::SmallVec::<[MetadataKind; 4]>::new();
        for &(kind, metadata) in body.attachments(earlier) {
            let stays = KEPT.contains(&kind)
                || OF_VALUE.contains(&kind) && is_defined
                || kind == MetadataKind::DBG
                || body.attachment(later, kind) == Some(metadata);
            if !stays {
                gone.push(kind);
            }
        }
        for kind in gone {
            self.f.editor.set_attachment(earlier, kind, None);
        }
    }
}

/// Whether the result of an instruction depends on its operands only.
fn is_value(editor: &Editor<'_>, inst: Inst) -> bool {
    use InstData::*;
    match editor.body().inst(inst) {
        Binary { .. }
        | FNeg { .. }
        | Cast { .. }
        | ICmp { .. }
        | FCmp { .. }
        | Select { .. }
        | GetElementPtr { .. }
        | ExtractElement { .. }
        | InsertElement { .. }
        | ShuffleVector { .. }
        | ExtractValue { .. }
        | InsertValue { .. }
        | Freeze { .. } => true,
        Call { call, .. } if is_constrained(editor, call) => true,
        Call { call, .. } => {
            editor.body().inst_type(inst) != Type::VOID
                && !may_read(editor, inst)
                && !may_write(editor, inst)
                && editor.body().bundles(call.bundles).is_empty()
                && !matches!(editor.body().inst(inst), Call { tail: lindworm_ir::instruction::TailCall::MustTail, .. })
        }
        _ => false,
    }
}

/// Whether a call is a constrained floating-point operation without traps, in a known rounding mode.
fn is_constrained(editor: &Editor<'_>, call: &CallInfo) -> bool {
    let module = editor.module();
    let intrinsic = module.callee(call.callee).and_then(|f| f.intrinsic);
    if !intrinsic.is_some_and(|id| id.name().starts_with("llvm.experimental.constrained.")) {
        return false;
    }
    let find = |text: &[u8]| module.metadata().find_string(text);
    let is = |arg: &Value, text: &[u8]| arg.as_metadata().is_some() && arg.as_metadata() == find(text);
    let args = editor.body().call_args(call);
    let is_strict = args.last().is_some_and(|arg| is(arg, b"fpexcept.strict"));
    !is_strict && !args.iter().any(|arg| is(arg, b"round.dynamic"))
}

/// Whether a call either only reads or only writes memory.
fn is_read_or_write_only(editor: &Editor<'_>, inst: Inst, call: &CallInfo) -> bool {
    !(may_write(editor, inst) && may_read(editor, inst))
        && editor.body().bundles(call.bundles).is_empty()
        && !matches!(
            editor.body().inst(inst),
            InstData::Call { tail: lindworm_ir::instruction::TailCall::MustTail, .. }
        )
}

fn hash_word(value: Value) -> u64 {
    lindworm_ir::hash::hash_one(value)
}

/// The instruction without flags and other properties that equivalent instructions may differ in, with commutative operands in
/// canonical order.
fn canonical(data: &InstData) -> InstData {
    let mut data = *data;
    match &mut data {
        InstData::Binary { op, flags, lhs, rhs, .. } => {
            *flags = IntFlags::empty();
            if op.is_commutative() && lhs.index() > rhs.index() {
                std::mem::swap(lhs, rhs);
            }
        }
        InstData::Cast { flags, .. } => *flags = IntFlags::empty(),
        InstData::ICmp { predicate, lhs, rhs, same_sign } => {
            *same_sign = false;
            if lhs.index() > rhs.index() || *lhs == *rhs && *predicate > predicate.swapped() {
                std::mem::swap(lhs, rhs);
                *predicate = predicate.swapped();
            }
        }
        InstData::FCmp { predicate, lhs, rhs, .. }
            if lhs.index() > rhs.index() || *lhs == *rhs && *predicate > predicate.swapped() =>
        {
            std::mem::swap(lhs, rhs);
            *predicate = predicate.swapped();
        }
        InstData::GetElementPtr { flags, .. } => *flags = GepFlags::empty(),
        _ => {}
    }
    if let Some(flags) = data.fast_math_mut() {
        *flags = FastMathFlags::empty();
    }
    data
}

/// A hash that is equal for instructions that [`same`] considers equivalent.
fn hash_of(body: &Body, inst: Inst) -> u64 {
    let data = canonical(body.inst(inst));
    let mut hasher = std::hash::BuildHasher::build_hasher(&RandomState::default());
    std::mem::discriminant(&data).hash(&mut hasher);
    body.inst_type(inst).hash(&mut hasher);
    if let InstData::Call { call, .. } = data {
        call.callee.hash(&mut hasher);
    }
    data.for_each_operand(body.values(), |v| v.hash(&mut hasher));
    match data {
        InstData::Binary { op, .. } => (op as u8).hash(&mut hasher),
        InstData::ICmp { predicate, .. } => (predicate as u8).hash(&mut hasher),
        InstData::FCmp { predicate, .. } => (predicate as u8).hash(&mut hasher),
        InstData::Cast { op, .. } => (op as u8).hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

/// Whether two instructions compute the same value, apart from flags.
fn same(body: &Body, a: Inst, b: Inst) -> bool {
    if body.inst_block(a).is_none() || body.inst_type(a) != body.inst_type(b) {
        return false;
    }
    let (a, b) = (canonical(body.inst(a)), canonical(body.inst(b)));
    let ints = |a, b| body.list_ints(a) == body.list_ints(b);
    let values = |a, b| body.list_values(a) == body.list_values(b);
    use InstData::*;
    match (&a, &b) {
        (GetElementPtr { source: s, operands: x, .. }, GetElementPtr { source: t, operands: y, .. }) => {
            s == t && values(x, y)
        }
        (ShuffleVector { v1: a, v2: b, mask: x }, ShuffleVector { v1: c, v2: d, mask: y }) => {
            a == c && b == d && ints(x, y)
        }
        (ExtractValue { aggregate: a, indices: x }, ExtractValue { aggregate: b, indices: y }) => a == b && ints(x, y),
        (InsertValue { aggregate: a, value: v, indices: x }, InsertValue { aggregate: b, value: w, indices: y }) => {
            a == b && v == w && ints(x, y)
        }
        (Call { call: x, convention: p, .. }, Call { call: y, convention: q, .. }) => {
            x.callee == y.callee && x.function_type == y.function_type && p == q && values(&x.args, &y.args)
        }
        _ => a == b,
    }
}
