//! `dse`: removes stores whose memory nobody reads before it is overwritten or freed, and stores of the value that the memory has
//! already (dead store elimination).
//!
//! From each store, the instructions that access memory are followed along all paths, at most [`MAX_STEPS`] of them: an instruction
//! that may read the location keeps the store, one that overwrites it ends the path.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Aliasing, Location};
use lindworm_analysis::{Cfg, Cycles};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::effects::{call_has, is_trivially_dead, may_read, may_throw, may_write};
use crate::loop_form::successors;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of instructions that are followed from a store.
const MAX_STEPS: usize = 150;

/// Removes dead stores.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadStores {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl FunctionPass for DeadStores {
    fn name(&self) -> &'static str {
        "dse"
    }

    fn class(&self) -> &'static str {
        "DSEPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let cycles = f.analyses.get::<Cycles>(&f.editor);
        let debug_users = DebugUsers::of(f);
        let mut pass = Elimination {
            rules: self.alias_rules,
            cache: AliasCache::default(),
            memory: HashMap::default(),
            places: HashMap::default(),
            erased: HashSet::default(),
            debug_users,
            cfg: &cfg,
            cycles: &cycles,
            f,
        };
        pass.collect();
        pass.remove_redundant();
        pass.remove_dead();
    }
}

struct Elimination<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    rules: AliasRules,
    cache: AliasCache,
    cfg: &'f Cfg,
    cycles: &'f Cycles,
    /// The instructions of each block that access memory or may unwind.
    memory: HashMap<Block, Vec<Inst>>,
    /// The block and index of each of them.
    places: HashMap<Inst, (Block, usize)>,
    erased: HashSet<Inst>,
    debug_users: DebugUsers,
}

impl Elimination<'_, '_, '_> {
    fn collect(&mut self) {
        let body = self.f.editor.body();
        for &block in self.cfg.reverse_postorder() {
            let mut list = Vec::new();
            for inst in body.insts(block) {
                let editor = &self.f.editor;
                if may_read(editor, inst) || may_write(editor, inst) || may_throw(editor, inst) {
                    self.places.insert(inst, (block, list.len()));
                    list.push(inst);
                }
            }
            self.memory.insert(block, list);
        }
    }

    fn aliases(&self) -> AliasAnalysis<'_> {
        let editor = &self.f.editor;
        let function = self.f.additions.function();
        let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &self.cache);
        aliases.rules = self.rules;
        aliases
    }

    fn call(&self, inst: Inst) -> Option<(Option<IntrinsicId>, &CallInfo)> {
        let call = self.f.editor.body().inst(inst).call_info()?;
        Some((self.f.editor.module().callee(call.callee).and_then(|f| f.intrinsic), call))
    }

    /// The location that an instruction writes and does nothing else: it can be removed if the location is dead.
    fn removable_write(&self, inst: Inst) -> Option<Location> {
        match *self.f.editor.body().inst(inst) {
            InstData::Store { volatile: false, ordering, .. } if ordering <= AtomicOrdering::Unordered => {
                self.aliases().location(inst)
            }
            InstData::Call { .. } => {
                let (intrinsic, call) = self.call(inst)?;
                use IntrinsicId as I;
                if !matches!(intrinsic, Some(I::MEMSET | I::MEMCPY | I::MEMMOVE | I::MEMCPY_INLINE | I::MEMSET_INLINE))
                {
                    return None;
                }
                let is_volatile = *self.f.editor.body().call_args(call).get(3)?;
                if !self.f.editor.module().constants().is_zero(is_volatile) {
                    return None;
                }
                Some(self.aliases().arg_location(inst, call, 0))
            }
            _ => None,
        }
    }

    /// The location that an instruction certainly overwrites, or makes inaccessible.
    fn overwritten(&self, inst: Inst) -> Option<(Location, bool)> {
        if let Some((intrinsic, call)) = self.call(inst) {
            let args = self.f.editor.body().call_args(call);
            let module = self.f.editor.module();
            if intrinsic == Some(IntrinsicId::LIFETIME_END) {
                return Some((Location::around(*args.last()?), true));
            }
            let name = call.callee.as_global().and_then(|g| module.global(g)).map(|g| g.name());
            let is_free = matches!(name, Some(b"free" | b"_ZdlPv" | b"_ZdaPv" | b"_ZdlPvm" | b"_ZdaPvm"));
            if is_free && !call_has(module, call, AttrKind::NO_BUILTIN) {
                return Some((Location::around(*args.first()?), true));
            }
        }
        match *self.f.editor.body().inst(inst) {
            InstData::Store { ordering, .. } if ordering <= AtomicOrdering::Unordered => {
                Some((self.aliases().location(inst)?, false))
            }
            _ => Some((self.removable_write(inst)?, false)),
        }
    }

    /// Whether a write to the first location covers the second.
    fn covers(&self, killer: &Location, ends_object: bool, dead: &Location) -> bool {
        let aliases = self.aliases();
        if ends_object {
            return aliases.underlying_object(killer.pointer) == aliases.underlying_object(dead.pointer)
                && aliases.underlying_object(killer.pointer) == self.strip(killer.pointer);
        }
        use lindworm_analysis::alias::AccessSize::Precise;
        let (Precise(killer_size), Precise(dead_size)) = (killer.size, dead.size) else {
            // The same unknown length, of the same pointer.
            return false;
        };
        match aliases.alias(killer, dead) {
            Aliasing::Must => killer_size >= dead_size,
            Aliasing::Partial(Some(offset)) => {
                offset >= 0 && (offset as u64).checked_add(dead_size).is_some_and(|end| end <= killer_size)
            }
            _ => false,
        }
    }

    fn strip(&self, value: Value) -> Value {
        self.f.editor.module().strip_pointer_casts(value)
    }

    /// Whether a pointer has the same value wherever it is used: it is not computed in a cycle.
    fn is_unique(&self, pointer: Value) -> bool {
        let body = self.f.editor.body();
        let mut value = pointer;
        for _ in 0..8 {
            let Some(inst) = value.as_inst() else { return true };
            if body.inst_block(inst).is_some_and(|block| self.cycles.cycle_of(block).is_none()) {
                return true;
            }
            match body.inst(inst) {
                InstData::GetElementPtr { operands, .. } => {
                    let operands = body.list_values(operands);
                    if !operands[1..].iter().all(|v| v.is_constant()) {
                        return false;
                    }
                    value = operands[0];
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether nobody can read an object after the function has returned, and after it has unwound.
    fn dies_with_function(&self, object: Value) -> (bool, bool) {
        let body = self.f.editor.body();
        match object.kind() {
            ValueKind::Inst(inst) => match body.inst(inst) {
                InstData::Alloca { .. } => (true, true),
                _ => {
                    let aliases = self.aliases();
                    let is_local = aliases.is_identified(object) && !aliases.is_captured(object, true, |_| true);
                    (is_local, is_local)
                }
            },
            ValueKind::Arg(n) => {
                let query = Query::new(&self.f.editor, self.f.additions.function());
                let set = query.param_attributes(n);
                let has = |kind| self.f.editor.module().context().has_attribute(set, kind);
                let is_own = has(AttrKind::BY_VAL);
                (is_own || has(AttrKind::DEAD_ON_RETURN), is_own || has(AttrKind::DEAD_ON_UNWIND))
            }
            _ => (false, false),
        }
    }

    fn remove_dead(&mut self) {
        for &block in self.cfg.reverse_postorder().iter().rev() {
            let Some(list) = self.memory.get(&block) else { continue };
            for inst in list.clone().into_iter().rev() {
                if self.erased.contains(&inst) {
                    continue;
                }
                if let Some(at) = self.removable_write(inst)
                    && self.is_dead(inst, &at)
                {
                    self.erase(inst);
                }
            }
        }
    }

    /// Whether no path from a write reads its location.
    fn is_dead(&self, inst: Inst, at: &Location) -> bool {
        let aliases = self.aliases();
        let object = aliases.underlying_object(at.pointer);
        let (after_return, after_unwind) = self.dies_with_function(object);
        let Some(&(home, index)) = self.places.get(&inst) else { return false };
        let mut steps = 0;
        let mut met: HashSet<Block> = HashSet::default();
        let mut pending: Vec<(Block, usize)> = vec![(home, index + 1)];
        while let Some((block, start)) = pending.pop() {
            let mut is_open = true;
            let list = self.memory.get(&block).map_or(&[][..], |list| list);
            for &next in list.get(start..).unwrap_or(&[]) {
                if self.erased.contains(&next) {
                    continue;
                }
                steps += 1;
                if steps > MAX_STEPS {
                    return false;
                }
                if let Some((killer, ends_object)) = self.overwritten(next)
                    && self.covers(&killer, ends_object, at)
                    && !aliases.mod_ref(next, at).contains(ModRef::REF) | ends_object
                {
                    is_open = false;
                    break;
                }
                if may_throw(&self.f.editor, next) && !after_unwind {
                    return false;
                }
                if self.is_barrier(next) && !after_return {
                    return false;
                }
                if self.is_harmless(next) {
                    continue;
                }
                if aliases.mod_ref(next, at).contains(ModRef::REF) {
                    return false;
                }
            }
            if !is_open {
                continue;
            }
            let body = self.f.editor.body();
            let Some(terminator) = body.terminator(block) else { return false };
            let next = successors(&self.f.editor, block);
            if next.is_empty() {
                let is_end = match body.inst(terminator) {
                    InstData::Ret { .. } | InstData::Unreachable => after_return,
                    _ => after_unwind,
                };
                if !is_end {
                    return false;
                }
                continue;
            }
            // Beyond its block the pointer must be the same value in every iteration.
            if !self.is_unique(at.pointer) {
                return false;
            }
            for to in next {
                if met.insert(to) {
                    pending.push((to, 0));
                }
            }
            steps += 1;
        }
        true
    }

    /// Whether an instruction orders other accesses.
    fn is_barrier(&self, inst: Inst) -> bool {
        match *self.f.editor.body().inst(inst) {
            InstData::Fence { .. } => true,
            InstData::Load { ordering, .. }
            | InstData::Store { ordering, .. }
            | InstData::AtomicRmw { ordering, .. } => ordering > AtomicOrdering::Monotonic,
            InstData::CmpXchg { success, .. } => success > AtomicOrdering::Monotonic,
            _ => false,
        }
    }

    /// Whether an instruction has no effect on memory in spite of its attributes.
    fn is_harmless(&self, inst: Inst) -> bool {
        use IntrinsicId as I;
        matches!(
            self.call(inst).and_then(|(intrinsic, _)| intrinsic),
            Some(I::ASSUME | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL | I::PSEUDOPROBE | I::SIDEEFFECT | I::LIFETIME_START)
        )
    }

    /// Removes stores of the value that the location has already.
    fn remove_redundant(&mut self) {
        for &block in self.cfg.reverse_postorder() {
            let Some(list) = self.memory.get(&block) else { continue };
            for inst in list.clone() {
                if self.has_value_already(inst) {
                    self.erase(inst);
                }
            }
        }
    }

    fn has_value_already(&self, inst: Inst) -> bool {
        let InstData::Store { value, pointer, volatile: false, ordering, .. } = *self.f.editor.body().inst(inst) else {
            return false;
        };
        if ordering > AtomicOrdering::Unordered {
            return false;
        }
        let body = self.f.editor.body();
        let aliases = self.aliases();
        let Some(at) = aliases.location(inst) else { return false };
        let Some(&(mut block, mut index)) = self.places.get(&inst) else { return false };
        let mut steps = 0;
        loop {
            let list = self.memory.get(&block).map_or(&[][..], |list| list);
            for &earlier in list[..index].iter().rev() {
                if self.erased.contains(&earlier) {
                    continue;
                }
                steps += 1;
                if steps > MAX_STEPS {
                    return false;
                }
                match *body.inst(earlier) {
                    InstData::Load { pointer: from, .. } if value == earlier.into() => return from == pointer,
                    InstData::Store { value: stored, pointer: to, volatile: false, .. }
                        if to == pointer && stored == value =>
                    {
                        return true;
                    }
                    _ => {}
                }
                if aliases.mod_ref(earlier, &at).contains(ModRef::MOD) && !self.is_harmless(earlier) {
                    return false;
                }
            }
            match self.f.editor.single_predecessor(block) {
                Some(from) if from != block => {
                    (block, index) = (from, self.memory.get(&from).map_or(0, Vec::len));
                    steps += 1;
                }
                _ => return false,
            }
        }
    }

    fn erase(&mut self, inst: Inst) {
        self.erased.insert(inst);
        let mut operands: Vec<Value> = Vec::new();
        self.f.editor.body().inst(inst).for_each_operand(self.f.editor.body().values(), |v| operands.push(v));
        self.debug_users.salvage(self.f, inst);
        self.f.editor.erase(inst);
        // Computations of the address and the value may be dead now.
        let mut dead: Vec<Inst> = operands.into_iter().filter_map(|v| v.as_inst()).collect();
        while let Some(inst) = dead.pop() {
            if self.f.editor.body().inst_block(inst).is_none() || !is_trivially_dead(&self.f.editor, inst) {
                continue;
            }
            self.f
                .editor
                .body()
                .inst(inst)
                .for_each_operand(self.f.editor.body().values(), |v| dead.extend(v.as_inst()));
            self.erased.insert(inst);
            self.debug_users.salvage(self.f, inst);
            self.f.editor.erase(inst);
        }
    }
}
