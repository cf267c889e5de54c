//! The search for the access that last wrote a location.

use lindworm_ir::attributes::ModRef;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Body, Inst, InstData, Value};
use smallvec::SmallVec;

use super::{AccessKind, LIVE_ON_ENTRY, MemoryAccess, MemorySsa};
use crate::DominatorTree;
use crate::alias::{AccessSize, AliasAnalysis, Location};

/// The number of definitions that a query compares at most.
const MAX_DEFS: u32 = 100;

/// The number of phis, with the locations looked for above them, that a query meets at most.
const MAX_PATHS: usize = 250;

/// The maximum number of uses among which the address in another iteration is looked for.
const MAX_USES: usize = 32;

/// Who wrote it is looked for: a location, or what a call accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Location(Location),
    Call(Inst),
}

/// Several targets: a location has different addresses on different paths.
type Targets = SmallVec<[Target; 2]>;

/// Finds the access that last wrote a location.
pub struct Walker<'a> {
    /// The accesses.
    pub ssa: &'a MemorySsa,
    /// Decides which access writes a location.
    pub aliases: &'a AliasAnalysis<'a>,
    /// The body.
    pub body: &'a Body,
    /// The dominators of the body.
    pub dominators: &'a DominatorTree,
}

impl Walker<'_> {
    /// The last state up to `from`, inclusive, that may have written a location. A phi if several may have.
    pub fn clobber(&self, from: MemoryAccess, at: &Location) -> MemoryAccess {
        self.search(from, Target::Location(*at), None)
    }

    /// The state that an instruction reads or overwrites: the last one before it that may have written what it accesses.
    pub fn clobber_of(&self, inst: Inst) -> Option<MemoryAccess> {
        let access = self.ssa.of(inst)?;
        let before = self.ssa.before(access);
        let target = match self.body.inst(inst) {
            InstData::Fence { .. } => return Some(access),
            InstData::Load { .. } if self.reads_constant(inst) => return Some(LIVE_ON_ENTRY),
            data if data.call_info().is_some() => Target::Call(inst),
            _ => match self.aliases.location(inst) {
                Some(at) => Target::Location(at),
                None => return Some(before),
            },
        };
        Some(self.search(before, target, Some(inst)))
    }

    /// Whether a load reads memory that nobody writes.
    fn reads_constant(&self, load: Inst) -> bool {
        const INVARIANT: MetadataKind = MetadataKind::fixed(b"invariant.load").unwrap();
        self.body.attachment(load, INVARIANT).is_some()
            || self.aliases.location(load).is_some_and(|at| !self.aliases.possible_access(&at).contains(ModRef::MOD))
    }

    /// Walks up from a state. A phi is passed if no definition between it and the state at the end of its immediate dominator
    /// writes a target.
    fn search(&self, from: MemoryAccess, target: Target, reader: Option<Inst>) -> MemoryAccess {
        let mut left = MAX_DEFS;
        let mut at = from;
        let mut targets: Targets = SmallVec::from_slice(&[target]);
        loop {
            match self.ssa.kind(at) {
                AccessKind::LiveOnEntry => return at,
                AccessKind::Def(def) => {
                    left -= 1;
                    if left == 0 || targets.iter().any(|target| self.is_written(def, target, reader)) {
                        return at;
                    }
                    at = self.ssa.before(at);
                }
                AccessKind::Phi(block) => {
                    let Some(beyond) = self.dominators.idom(block).map(|idom| self.ssa.at_end(idom)) else { return at };
                    match self.through_phis(at, beyond, &targets, &mut left, reader) {
                        Some(reached) => (at, targets) = (beyond, reached),
                        None => return at,
                    }
                }
                AccessKind::Use(_) | AccessKind::Removed => at = self.ssa.before(at),
            }
        }
    }

    /// The targets as they are at a state above a phi, if no definition between them writes one.
    fn through_phis(
        &self,
        phi: MemoryAccess,
        end: MemoryAccess,
        targets: &[Target],
        left: &mut u32,
        reader: Option<Inst>,
    ) -> Option<Targets> {
        let mut met: SmallVec<[(MemoryAccess, Target); 8]> = targets.iter().map(|&target| (phi, target)).collect();
        let mut reached = Targets::new();
        let mut next = 0;
        while let Some(&(phi, target)) = met.get(next) {
            next += 1;
            let AccessKind::Phi(block) = self.ssa.kind(phi) else { continue };
            for (from, state) in self.ssa.incoming(phi) {
                let target = self.translated(target, block, from);
                let mut at = state;
                while at != end {
                    match self.ssa.kind(at) {
                        AccessKind::Def(def) => {
                            // The search continues above the phi with at least one definition left.
                            if *left == 1 || self.is_written(def, &target, reader) {
                                return None;
                            }
                            *left -= 1;
                            at = self.ssa.before(at);
                        }
                        AccessKind::Phi(_) => break,
                        AccessKind::LiveOnEntry => return None,
                        AccessKind::Use(_) | AccessKind::Removed => at = self.ssa.before(at),
                    }
                }
                if at == end {
                    if !reached.contains(&target) {
                        reached.push(target);
                    }
                } else if !met.contains(&(at, target)) {
                    if met.len() == MAX_PATHS {
                        return None;
                    }
                    met.push((at, target));
                }
            }
        }
        (!reached.is_empty()).then_some(reached)
    }

    /// A target as seen from a predecessor. Values of a loop differ between iterations, so nothing is known about the offset of
    /// such an address.
    fn translated(&self, target: Target, block: Block, from: Block) -> Target {
        let Target::Location(mut at) = target else { return target };
        if let Some(pointer) = self.in_predecessor(at.pointer, block, from) {
            at.pointer = pointer;
        }
        if !self.is_invariant(at.pointer) {
            at.size = AccessSize::BeforeOrAfterPointer;
        }
        Target::Location(at)
    }

    /// The value of a pointer at the end of a predecessor, if a value is known to be that.
    fn in_predecessor(&self, pointer: Value, block: Block, from: Block) -> Option<Value> {
        let inst_here = |value: Value| value.as_inst().filter(|&inst| self.body.inst_block(inst) == Some(block));
        let incoming = |value: Value| match inst_here(value).map(|inst| self.body.inst(inst)) {
            Some(InstData::Phi { incoming, .. }) => {
                let mut pairs = self.body.list_values(incoming).chunks_exact(2);
                pairs.find(|pair| pair[1].as_block() == Some(from)).map(|pair| pair[0])
            }
            Some(_) => None,
            None => Some(value),
        };
        match self.body.inst(inst_here(pointer)?) {
            InstData::Phi { .. } => incoming(pointer),
            InstData::GetElementPtr { source, operands, .. } => {
                let wanted: SmallVec<[Value; 4]> =
                    self.body.list_values(operands).iter().map(|&v| incoming(v)).collect::<Option<_>>()?;
                let base = *wanted.first().filter(|base| base.is_local())?;
                let is_wanted = |inst: Inst| {
                    matches!(self.body.inst(inst), InstData::GetElementPtr { source: s, operands, .. }
                        if s == source && self.body.list_values(operands) == &*wanted)
                        && self.body.inst_block(inst).is_some_and(|home| self.dominators.dominates(home, from))
                };
                let mut users = self.aliases.uses().of(base).take(MAX_USES).map(|at| at.user);
                users.find(|&user| is_wanted(user)).map(Value::from)
            }
            _ => None,
        }
    }

    /// Whether a pointer has one value throughout the function.
    fn is_invariant(&self, mut pointer: Value) -> bool {
        let inst = |value: Value| value.as_inst().map(|inst| self.body.inst(inst));
        let is_early = |value: Value| {
            value.as_inst().is_none_or(|inst| self.body.inst_block(inst).is_none_or(|b| self.body.entry() == Some(b)))
        };
        while let Some(&InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) = inst(pointer) {
            pointer = value;
        }
        match inst(pointer) {
            Some(InstData::GetElementPtr { operands, .. }) if !is_early(pointer) => {
                let operands = self.body.list_values(operands);
                operands[1..].iter().all(|index| index.is_constant()) && is_early(operands[0])
            }
            _ => is_early(pointer),
        }
    }

    /// Whether a definition may write a target.
    fn is_written(&self, def: Inst, target: &Target, reader: Option<Inst>) -> bool {
        use IntrinsicId as I;
        let data = self.body.inst(def);
        let intrinsic = data.call_info().and_then(|call| self.aliases.intrinsic(call));
        if let Some(I::INVARIANT_START | I::INVARIANT_END) = intrinsic {
            return false;
        }
        let at = match *target {
            Target::Call(reader) => return self.is_accessed_by_call(def, reader),
            Target::Location(at) => at,
        };
        if let InstData::Load { ordering, volatile, .. } = data
            && let Some(InstData::Load { ordering: later, volatile: is_volatile, .. }) =
                reader.map(|reader| self.body.inst(reader))
        {
            // Loads keep their order only if both are volatile, or by their atomic orderings.
            return *volatile && *is_volatile
                || *later == AtomicOrdering::SeqCst
                || matches!(ordering, AtomicOrdering::Acquire | AtomicOrdering::SeqCst);
        }
        self.aliases.mod_ref(def, &at).contains(ModRef::MOD)
    }

    /// Whether a call may access what a definition accesses.
    fn is_accessed_by_call(&self, def: Inst, call: Inst) -> bool {
        let data = self.body.inst(def);
        if data.call_info().is_some() {
            return !self.aliases.calls_mod_ref(def, call).is_empty();
        }
        match (data, self.aliases.location(def)) {
            (InstData::Store { volatile: false, ordering, .. }, Some(at)) if *ordering <= AtomicOrdering::Unordered => {
                !self.aliases.mod_ref(call, &at).is_empty()
            }
            _ => true,
        }
    }

    /// Whether a location may be written between the definition of `start`, exclusive, and the access of `end`, if `start` is
    /// among the definitions that a search from `end` meets.
    pub fn is_written_between(&self, at: &Location, start: Inst, end: Inst) -> bool {
        let [Some(first), Some(last)] = [start, end].map(|inst| self.ssa.of(inst)) else { return true };
        let last = self.ssa.before(last);
        let found = self.clobber(last, at);
        let block = |access| match self.ssa.kind(access) {
            AccessKind::Def(inst) | AccessKind::Use(inst) => self.body.inst_block(inst),
            AccessKind::Phi(block) => Some(block),
            AccessKind::LiveOnEntry | AccessKind::Removed => None,
        };
        if found == first || found == LIVE_ON_ENTRY {
            return false;
        }
        let (Some(upper), Some(lower)) = (block(found), block(first)) else { return true };
        if upper != lower {
            return !self.dominators.dominates(upper, lower);
        }
        // In one block: the one that is met first from below is the lower one.
        let mut access = if self.body.inst_block(end) == Some(lower) { last } else { self.ssa.at_end(lower) };
        for _ in 0..MAX_DEFS {
            if access == first {
                return false;
            }
            if access == found || block(access) != Some(lower) {
                return true;
            }
            access = self.ssa.before(access);
        }
        true
    }
}
