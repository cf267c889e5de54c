//! Checks required by the metadata of memory accesses: see [`Told`].

use cranelift_entity::EntityRef;
use lindworm_analysis::{Cfg, Cycles, DominatorTree};
use lindworm_ir::attributes::CaptureComponents;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::{Metadata, MetadataRef};
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Type, Value};

use super::Decoder;
use super::op::{Operand, Rare};
use crate::promise::access::{Conflicts, Length, Told};
use crate::promise::metadata::{attached, integers, operands};
use crate::run::memory::Access;
use crate::shape::ShapeError;

/// The metadata of a body that relates several accesses.
#[derive(Default)]
pub(super) struct AccessMetadata {
    /// The numbers of scope lists with conflicts. The key is the list and whether it is the operand of `!noalias`.
    lists: HashMap<(bool, Metadata), u32>,
    conflicts: Conflicts,
    /// The parallel loops of each access group.
    groups: HashMap<Metadata, Vec<u32>>,
    /// The checks before a block's terminator.
    ends: HashMap<Inst, Vec<Told>>,
    /// The pointers with `!invariant.group`.
    pointers: HashMap<Value, u32>,
}

/// The maximum number of lists that a scope list is compared with: each access of a list is compared with those of all
/// conflicting lists.
const MOST: usize = 64;

/// A list of scopes.
struct List {
    /// The list and whether it is the operand of `!noalias`.
    key: (bool, Metadata),
    /// Whether an access with the list writes.
    writes: bool,
    /// The scopes of each domain.
    domains: HashMap<Option<Metadata>, HashSet<Metadata>>,
}

impl List {
    fn new(module: &Module, key: (bool, Metadata), writes: bool) -> List {
        let mut domains: HashMap<_, HashSet<Metadata>> = HashMap::default();
        for scope in operands(module, key.1) {
            domains.entry(operands(module, scope).nth(1)).or_default().insert(scope);
        }
        List { key, writes, domains }
    }
}

impl AccessMetadata {
    pub(super) fn of(module: &Module, body: &Body) -> AccessMetadata {
        let mut all = AccessMetadata::default();
        if body.has_attachments() {
            all.scopes(module, body);
            all.parallel_loops(module, body);
        }
        all
    }

    /// Takes the conflicts, to be kept by the code.
    pub(super) fn take_conflicts(&mut self) -> Conflicts {
        std::mem::take(&mut self.conflicts)
    }

    /// Finds the pairs of lists whose accesses must not overlap and of which one writes.
    fn scopes(&mut self, module: &Module, body: &Body) {
        let mut found: HashMap<(bool, Metadata), bool> = HashMap::default();
        let (mut declared, mut users) = (HashSet::default(), Vec::new());
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            let writes = !matches!(body.inst(inst), InstData::Load { .. });
            for (is_noalias, name) in [(false, "alias.scope"), (true, "noalias")] {
                if let Some(list) = attached(module, body, inst, name) {
                    *found.entry((is_noalias, list)).or_default() |= writes;
                    users.push((inst, list));
                }
            }
            if let InstData::Call { call, .. } = body.inst(inst)
                && module.callee(call.callee).and_then(|f| f.intrinsic)
                    == Some(IntrinsicId::EXPERIMENTAL_NOALIAS_SCOPE_DECL)
                && let Some(list) = body.call_args(call).first().and_then(|arg| arg.as_metadata())
            {
                declared.extend(operands(module, list));
            }
        }
        if found.is_empty() {
            return;
        }
        // Disjointness that was established by a test before a loop holds for one execution of that loop. Unless the scopes are
        // declared (`llvm.experimental.noalias.scope.decl`), the executions cannot be distinguished.
        let cfg = Cfg::new(body);
        // If the cycles cannot be computed in linear time, every block is assumed to be in a cycle.
        let cycles = Cycles::in_linear_time(&cfg);
        let in_cycle = |block| cycles.as_ref().is_none_or(|cycles| cycles.cycle_of(block).is_some());
        let repeats = |inst| body.inst_block(inst).is_some_and(in_cycle);
        let repeated: HashSet<Metadata> =
            users.into_iter().filter(|&(inst, _)| repeats(inst)).map(|(_, list)| list).collect();
        for list in repeated {
            if !operands(module, list).all(|scope| declared.contains(&scope)) {
                found.remove(&(false, list));
                found.remove(&(true, list));
            }
        }
        let mut lists: Vec<List> = found.into_iter().map(|(key, writes)| List::new(module, key, writes)).collect();
        lists.sort_unstable_by_key(|list| (list.key.0, list.key.1.bits()));
        // The `!noalias` lists that contain each scope.
        let mut with: HashMap<Metadata, Vec<usize>> = HashMap::default();
        for (i, list) in lists.iter().enumerate().filter(|(_, list)| list.key.0) {
            let scopes = list.domains.values().flatten();
            scopes.for_each(|&scope| with.entry(scope).or_default().push(i));
        }
        for scoped in lists.iter().filter(|list| !list.key.0) {
            let mut apart = HashSet::default();
            for (domain, scopes) in &scoped.domains {
                // The lists that contain all of the scopes are among those that contain the scope with the fewest lists.
                let rarest = scopes.iter().min_by_key(|&scope| (with.get(scope).map_or(0, Vec::len), scope.bits()));
                let candidates = rarest.and_then(|scope| with.get(scope)).map_or(&[][..], Vec::as_slice);
                apart.extend(candidates.iter().take(MOST).filter(|&&i| {
                    let noalias = &lists[i];
                    (scoped.writes || noalias.writes) && noalias.domains[domain].is_superset(scopes)
                }));
            }
            let mut apart: Vec<usize> = apart.into_iter().collect();
            apart.sort_unstable();
            for i in apart {
                let (a, b) = (self.list(scoped.key), self.list(lists[i].key));
                if self.conflicts[a as usize].len().max(self.conflicts[b as usize].len()) < MOST {
                    self.conflicts[a as usize].push(b);
                    self.conflicts[b as usize].push(a);
                }
            }
        }
    }

    fn list(&mut self, key: (bool, Metadata)) -> u32 {
        let next = self.lists.len() as u32;
        let number = *self.lists.entry(key).or_insert(next);
        if number == next {
            self.conflicts.push(Vec::new());
        }
        number
    }

    /// Finds loops with `llvm.loop.parallel_accesses`.
    fn parallel_loops(&mut self, module: &Module, body: &Body) {
        let mut found = Vec::new();
        for latch in body.blocks() {
            let Some(end) = body.terminator(latch) else { continue };
            let Some(of_loop) = body.attachment(end, MetadataKind::LOOP) else { continue };
            for property in operands(module, of_loop).filter(|&p| p != of_loop) {
                let mut words = operands(module, property);
                let is = |m: Metadata| matches!(m.open(), MetadataRef::String(s) if module.metadata().string(s) == b"llvm.loop.parallel_accesses");
                if words.next().is_some_and(is) {
                    found.push((latch, words.collect::<Vec<_>>()));
                }
            }
        }
        if found.is_empty() {
            return;
        }
        let cfg = Cfg::new(body);
        let Some(cycles) = Cycles::in_linear_time(&cfg) else { return };
        let dominators = DominatorTree::new(&cfg);
        for (number, (latch, groups)) in (0..).zip(found) {
            let header = cfg.successors(latch).iter().copied().find(|&to| dominators.dominates(to, latch));
            let Some(header) = header else { continue };
            // The header of a cycle is not in another cycle within it.
            let cycle = cycles.cycle_of(header).filter(|&cycle| cycles.header(cycle) == header);
            let inside = |block: Block| cycle.is_some_and(|cycle| cycles.contains(cycle, block));
            for &from in cfg.predecessors(header) {
                let Some(end) = body.terminator(from) else { continue };
                self.ends.entry(end).or_default().push(match inside(from) {
                    true => Told::NextIteration { number },
                    false => Told::LoopEntered { number },
                });
            }
            for group in groups {
                self.groups.entry(group).or_default().push(number);
            }
        }
    }
}

impl Decoder<'_> {
    fn tell(&mut self, told: Told) {
        self.rare(Rare::Told(told));
    }

    /// Emits the checks before a terminator.
    pub(super) fn before_end(&mut self, inst: Inst) {
        if self.access_metadata.ends.is_empty() {
            return;
        }
        for told in self.access_metadata.ends.remove(&inst).unwrap_or_default() {
            self.tell(told);
        }
    }

    /// Emits the checks before an access through `pointer`.
    pub(super) fn before_access(&mut self, inst: Inst, pointer: Operand, len: Length, access: Access) {
        let (module, body) = (self.module, self.body);
        if body.attachments(inst).is_empty() {
            return;
        }
        let list = |is_noalias, name| {
            let list = attached(module, body, inst, name)?;
            self.access_metadata.lists.get(&(is_noalias, list)).copied()
        };
        let lists: Box<[u32]> = [list(false, "alias.scope"), list(true, "noalias")].into_iter().flatten().collect();
        if !lists.is_empty() {
            self.tell(Told::Scoped { pointer, len, access, lists });
        }
        if let Some(node) = attached(module, body, inst, "noalias.addrspace") {
            let bounds: Vec<u64> = integers(module, node).map(|n| n.low_u64()).collect();
            let spaces = bounds.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            self.tell(Told::NotInSpaces { pointer, spaces });
        }
        if let Some(group) = attached(module, body, inst, "llvm.access.group")
            && let Length::Bytes(bytes) = len
        {
            // The operand of several groups is a list.
            let groups = [group].into_iter().chain(operands(module, group));
            let mut loops: Vec<u32> =
                groups.filter_map(|group| self.access_metadata.groups.get(&group)).flatten().copied().collect();
            loops.sort_unstable();
            loops.dedup();
            if !loops.is_empty() {
                self.tell(Told::Parallel { loops: loops.into(), pointer, bytes, access });
            }
        }
    }

    /// Emits the checks of both pointers of an intrinsic that copies or sets memory.
    pub(super) fn before_copy(&mut self, inst: Inst, name: &str, args: &[Operand]) {
        if self.body.attachments(inst).is_empty() || !name.starts_with("llvm.mem") {
            return;
        }
        let &[to, from, len, ..] = args else { return };
        let len = Length::Operand(len);
        if !name.starts_with("llvm.memset") {
            self.before_access(inst, from, len, Access::Load);
        }
        self.before_access(inst, to, len, Access::Store);
    }

    /// `llvm.experimental.noalias.scope.decl`.
    pub(super) fn scope_declared(&mut self, list: Value) {
        let Some(list) = list.as_metadata() else { return };
        let module = self.module;
        let scopes: Vec<Metadata> = operands(module, list).collect();
        let has = |list: Metadata| operands(module, list).any(|scope| scopes.contains(&scope));
        let lists: Box<[u32]> =
            self.access_metadata.lists.iter().filter(|((_, list), _)| has(*list)).map(|(_, &number)| number).collect();
        if !lists.is_empty() {
            self.tell(Told::ScopeDeclared { lists });
        }
    }

    /// Emits the checks after a load to `dst`, or before a store of `value`.
    pub(super) fn value_of_access(
        &mut self,
        inst: Inst,
        pointer: Value,
        ty: Type,
        value: Operand,
        access: Access,
    ) -> Result<(), ShapeError> {
        let (module, body) = (self.module, self.body);
        if body.attachments(inst).is_empty() {
            return Ok(());
        }
        let shape = self.shape(ty)?;
        let place = self.operand(pointer)?;
        if access == Access::Load && attached(module, body, inst, "invariant.load").is_some() {
            self.tell(Told::InvariantLoad { pointer: place, bytes: shape.store_size });
        }
        if attached(module, body, inst, "invariant.group").is_some()
            && let Some(pointer) = self.lasting(pointer)
        {
            let next = self.access_metadata.pointers.len() as u32;
            let group = *self.access_metadata.pointers.entry(pointer).or_insert(next);
            self.tell(Told::InvariantGroup { group, pointer: place, value, count: shape.registers });
        }
        Ok(())
    }

    /// The underlying value of a pointer, through zero-offset `getelementptr`s and bitcasts, if the value is invariant during
    /// the execution of the function.
    fn lasting(&self, mut pointer: Value) -> Option<Value> {
        let body = self.body;
        loop {
            let ValueKind::Inst(inst) = pointer.kind() else { return Some(pointer) };
            match body.inst(inst) {
                InstData::GetElementPtr { operands, .. }
                    if body.list_values(operands)[1..].iter().all(|&i| self.module.constants().is_zero(i)) =>
                {
                    pointer = body.list_values(operands)[0];
                }
                InstData::Cast { op: lindworm_eval::CastOp::BitCast, value, .. } => pointer = *value,
                _ => return (body.inst_block(inst) == body.entry()).then_some(pointer),
            }
        }
    }

    /// The operand that is stored by a store with `!captures`.
    pub(super) fn captured(&mut self, inst: Inst, value: Operand) -> Result<Operand, ShapeError> {
        let Some(list) = attached(self.module, self.body, inst, "captures") else { return Ok(value) };
        let mut allowed = CaptureComponents::empty();
        for word in operands(self.module, list) {
            if let MetadataRef::String(s) = word.open() {
                let name = self.module.metadata().string(s);
                let found = CaptureComponents::NAMED.iter().find(|(n, _)| n.as_bytes() == name);
                allowed |= found.map_or(CaptureComponents::empty(), |(_, c)| *c);
            }
        }
        if allowed.contains(CaptureComponents::PROVENANCE) {
            return Ok(value);
        }
        let dst = self.registers(1)?;
        self.tell(Told::Captures { dst, value, allowed });
        Ok(dst)
    }

    /// Emits the check of a pointer with `!nofree`.
    pub(super) fn not_freed(&mut self, inst: Inst) {
        let slot = self.code.slots[inst.index()];
        if attached(self.module, self.body, inst, "nofree").is_some() {
            self.tell(Told::NotFreed { pointer: slot });
        }
    }

    /// The possible callees of a call with `!callees`; `None` without it.
    pub(super) fn callees(&self, inst: Inst) -> Option<Box<[u32]>> {
        let list = attached(self.module, self.body, inst, "callees")?;
        let function = |m: Metadata| match m.open() {
            MetadataRef::Value(value) => {
                let global = self.module.metadata().value(value).as_global()?;
                self.program.callee(self.module_index, global)
            }
            _ => None,
        };
        Some(operands(self.module, list).filter_map(function).collect())
    }
}
