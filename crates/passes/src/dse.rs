//! `dse`: removes stores whose memory nobody reads before it is overwritten or freed, and stores of the value that the memory has
//! already (dead store elimination).
//!
//! From each store, the instructions that access memory are followed along all paths, at most [`MAX_STEPS`] instructions and blocks:
//! an instruction that may read the location keeps the store, and one that overwrites the location ends the path.

mod partial;
mod redundant;
mod zeroed;

use cranelift_entity::SecondaryMap;
use lindworm_analysis::alias::{AccessSize, AliasAnalysis, AliasCache, AliasRules, Escapes, Location};
use lindworm_analysis::{Cfg, Cycles, PostDominatorTree};
use lindworm_ir::attributes::{AttrKind, MemoryEffects, MemoryLocation, ModRef};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{AtomicOrdering, CallInfo};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edges::successors;
use crate::effects::{call_has, call_memory, is_trivially_dead, may_read, may_throw, may_write};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;

/// The maximum number of instructions and blocks that are followed from a store.
const MAX_STEPS: usize = 150;

/// Removes dead stores.
#[derive(Clone, Copy, Debug)]
pub struct DeadStores {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
    /// Whether constants are stored at once of which one overwrites a part of the other.
    pub merges: bool,
}

impl Default for DeadStores {
    fn default() -> Self {
        DeadStores { alias_rules: AliasRules::default(), merges: true }
    }
}

impl FunctionPass for DeadStores {
    fn name(&self) -> &'static str {
        "dse"
    }

    fn class(&self) -> &'static str {
        "DSEPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let body = f.editor.body();
        let is_relevant = |inst: Inst| match body.inst(inst) {
            InstData::Store { .. } => true,
            data => data.call_info().is_some(),
        };
        if !body.blocks().flat_map(|block| body.insts(block)).any(is_relevant) {
            return;
        }
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let cycles = f.analyses.get::<Cycles>(&f.editor);
        let post_dominators = f.analyses.get::<PostDominatorTree>(&f.editor);
        let debug_users = DebugUsers::of(f);
        let escapes = Escapes::new(f.editor.body(), &cfg, &cycles);
        let mut pass = Elimination {
            rules: self.alias_rules,
            merges: self.merges,
            cache: AliasCache::default(),
            escapes: &escapes,
            memory: HashMap::default(),
            places: HashMap::default(),
            overwritten_objects: SecondaryMap::new(),
            overwrites: HashMap::default(),
            erased: HashSet::default(),
            debug_users,
            cfg: &cfg,
            cycles: &cycles,
            post_dominators: &post_dominators,
            f,
        };
        pass.collect();
        pass.remove_dead();
        pass.form_zeroed_allocations();
        pass.remove_redundant();
    }
}

struct Elimination<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    rules: AliasRules,
    merges: bool,
    cache: AliasCache,
    escapes: &'f Escapes<'f>,
    cfg: &'f Cfg,
    cycles: &'f Cycles,
    post_dominators: &'f PostDominatorTree,
    /// The instructions of each block that access memory or may unwind.
    memory: HashMap<Block, Vec<Inst>>,
    /// The block and index of each of them.
    places: HashMap<Inst, (Block, usize)>,
    /// The object in which each instruction overwrites a location or makes it inaccessible.
    overwritten_objects: SecondaryMap<Inst, Option<Value>>,
    /// The number of such instructions for each object; `None` counts those whose object is one of several.
    overwrites: HashMap<Option<Value>, u32>,
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
            for &inst in &list {
                let Some((at, _)) = self.overwritten(inst) else { continue };
                let aliases = self.aliases();
                let object = aliases.underlying_object(at.pointer);
                let known = (!aliases.is_one_of_several(object)).then_some(object);
                self.overwritten_objects[inst] = Some(object);
                *self.overwrites.entry(known).or_default() += 1;
            }
            self.memory.insert(block, list);
        }
    }

    /// Whether an instruction may overwrite a location in an object. If not, the alias query about both locations is left out.
    fn may_overwrite(&self, inst: Inst, object: Value) -> bool {
        self.overwritten_objects[inst].is_some_and(|other| self.aliases().may_be_same_object(other, object))
    }

    /// Whether an instruction other than `inst` may overwrite a location in an object.
    fn is_overwritten_by_others(&self, inst: Inst, object: Value) -> bool {
        let count = |object| self.overwrites.get(&object).copied().unwrap_or(0);
        let own = u32::from(self.overwritten_objects[inst] == Some(object));
        self.aliases().is_one_of_several(object) || count(None) > 0 || count(Some(object)) > own
    }

    fn aliases(&self) -> AliasAnalysis<'_> {
        let editor = &self.f.editor;
        let function = self.f.additions.function();
        let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &self.cache);
        aliases.rules = self.rules;
        aliases.escapes = Some(self.escapes);
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
                let (body, module) = (self.f.editor.body(), self.f.editor.module());
                use IntrinsicId as I;
                let is_volatile = match intrinsic {
                    Some(I::MEMSET | I::MEMCPY | I::MEMMOVE | I::MEMCPY_INLINE | I::MEMSET_INLINE) => {
                        !module.constants().is_zero(*body.call_args(call).get(3)?)
                    }
                    Some(I::LIFETIME_START | I::LIFETIME_END) => true,
                    _ => false,
                };
                let has = |kind| call_has(module, call, kind);
                let can_go = !is_volatile
                    && self.f.editor.uses().is_unused(inst.into())
                    && has(AttrKind::WILL_RETURN)
                    && has(AttrKind::NO_UNWIND);
                if can_go { self.written_by_call(inst, call) } else { None }
            }
            _ => None,
        }
    }

    /// What a call may write, if that is all it does and one argument points to it.
    fn written_by_call(&self, inst: Inst, call: &CallInfo) -> Option<Location> {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let effects = call_memory(module, call);
        if effects & MemoryEffects::only(MemoryLocation::Arg, ModRef::all()) != effects
            || !effects.any().contains(ModRef::MOD)
            || !body.bundles(call.bundles).is_empty()
        {
            return None;
        }
        let args = body.call_args(call);
        let aliases = self.aliases();
        let location = |n| aliases.arg_location(inst, call, n);
        match aliases.library_function(call) {
            // The rest is filled with zeros.
            Some(b"strncpy") => {
                let mut at = location(0);
                if let AccessSize::AtMost(bytes) = at.size {
                    at.size = AccessSize::Precise(bytes);
                }
                return Some(at);
            }
            Some(b"strcpy" | b"strcat" | b"strncat") => return Some(location(0)),
            _ => {}
        }
        let is_pointer = |v| module.context().is_pointer_or_pointer_vector(self.f.editor.type_of(v));
        let mut written = (0..args.len()).filter(|&n| is_pointer(args[n]) && !aliases.is_read_only_argument(call, n));
        let first = written.next()?;
        written.next().is_none().then(|| location(first))
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
            InstData::Call { .. } => {
                let (intrinsic, call) = self.call(inst)?;
                // A call that may write its argument need not. The library functions with a known size do.
                let is_sure = match intrinsic {
                    Some(id) => id.name().starts_with("llvm.mem") || id == IntrinsicId::EXPERIMENTAL_MEMSET_PATTERN,
                    None => true,
                };
                let at = self.written_by_call(inst, call).filter(|_| is_sure)?;
                (intrinsic.is_some() || matches!(at.size, AccessSize::Precise(_))).then_some((at, false))
            }
            _ => None,
        }
    }

    /// Whether a write to the first location covers the second.
    fn covers(&self, killer: &Location, ends_object: bool, dead: &Location) -> bool {
        let aliases = self.aliases();
        if ends_object {
            return aliases.underlying_object(killer.pointer) == aliases.underlying_object(dead.pointer)
                && aliases.underlying_object(killer.pointer) == self.strip(killer.pointer);
        }
        let AccessSize::Precise(killer_size) = killer.size else { return false };
        let object = aliases.underlying_object(killer.pointer);
        if aliases.object_size(object) == Some(killer_size) && object == aliases.underlying_object(dead.pointer) {
            return true;
        }
        redundant::contains(&aliases, killer, dead)
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
                    let is_own =
                        |by_return| aliases.is_identified(object) && !aliases.is_captured(object, by_return, |_| true);
                    (is_own(true), is_own(false))
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
                    && (self.is_dead(inst, &at) || self.shrink(inst, &at))
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
        if !after_return && !after_unwind && !self.is_overwritten_by_others(inst, object) {
            return false;
        }
        // In its cycle, the pointer is the same value until the cycle is entered again.
        let own = self.removable_write(inst).map_or(at.pointer, |own| own.pointer);
        let is_unique = self.is_unique(at.pointer) && self.is_unique(own);
        let mut has_end = false;
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
                if self.may_overwrite(next, object)
                    && let Some((killer, ends_object)) = self.overwritten(next)
                    && self.covers(&killer, ends_object, at)
                    && !aliases.mod_ref(next, at).contains(ModRef::REF) | ends_object
                {
                    // In a loop, a store meets itself.
                    (is_open, has_end) = (false, has_end || next != inst);
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
                // Monotonic stores can be reordered.
                let is_store = matches!(*self.f.editor.body().inst(next),
                    InstData::Store { ordering, .. } if ordering <= AtomicOrdering::Monotonic);
                if !is_store && aliases.mod_ref(next, at).contains(ModRef::REF) {
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
                if !is_end && !self.is_unreachable_end(block) {
                    return false;
                }
                has_end |= is_end;
                continue;
            }
            if !is_unique
                && !next.iter().all(|&to| {
                    self.cycles.cycle_of(home).is_some_and(|cycle| {
                        self.cycles.contains(cycle, to) && !self.cycles.entries(cycle).contains(&to)
                    })
                })
            {
                return false;
            }
            for to in next {
                if met.insert(to) {
                    pending.push((to, 0));
                }
            }
            steps += 1;
            if steps > MAX_STEPS {
                return false;
            }
        }
        // In an endless loop somebody else may see what is stored.
        has_end
    }

    /// Whether a block ends in `unreachable`.
    fn is_unreachable_end(&self, block: Block) -> bool {
        let body = self.f.editor.body();
        body.terminator(block).is_some_and(|inst| matches!(body.inst(inst), InstData::Unreachable))
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
            Some(
                I::ASSUME
                    | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL
                    | I::PSEUDOPROBE
                    | I::SIDEEFFECT
                    | I::LIFETIME_START
                    | I::INVARIANT_END
                    | I::LAUNDER_INVARIANT_GROUP
            )
        )
    }

    /// Removes stores of the value that the location has already.
    fn remove_redundant(&mut self) {
        let mut stores = Vec::new();
        for &block in self.cfg.reverse_postorder() {
            let list = self.memory.get(&block).map_or(&[][..], |list| list);
            stores.extend(list.iter().copied().filter(|inst| !self.erased.contains(inst)));
        }
        stores.retain(|&inst| self.removable_write(inst).is_some());
        for inst in redundant::redundant(self.f, self.rules, &stores) {
            self.erase(inst);
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
