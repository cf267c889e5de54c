//! Stores of the value that the memory has already. What wrote the memory is found by MemorySSA.

use lindworm_analysis::alias::{AliasAnalysis, AliasCache, AliasRules, Aliasing, Location};
use lindworm_analysis::memory_ssa::{AccessKind, MemorySsa, Walker};
use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::attributes::ModRef;
use lindworm_ir::hash::HashMap;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Value};
use smallvec::SmallVec;

use crate::mem_cpy_opt::byte_of;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// The maximum number of states of memory that are compared with that before a load.
const MAX_STATES: usize = 64;

/// The stores that do not change memory, among these.
pub(super) fn redundant(f: &mut FunctionEdit<'_, '_>, rules: AliasRules, stores: &[Inst]) -> Vec<Inst> {
    if stores.is_empty() {
        return Vec::new();
    }
    let cfg = f.analyses.get::<Cfg>(&f.editor);
    let dominators = f.analyses.get::<DominatorTree>(&f.editor);
    let (editor, function, cache) = (&f.editor, f.additions.function(), AliasCache::default());
    let mut aliases = AliasAnalysis::new(editor.module(), editor.body(), editor.uses(), function, &cache);
    aliases.rules = rules;
    let mut ssa = MemorySsa::new(&aliases, editor.body(), &cfg, &dominators);
    let query = Query::new(editor, function);
    let mut found = Vec::new();
    let writes = Writes::of(&query);
    for &store in stores {
        let walker = Walker { ssa: &ssa, aliases: &aliases, body: editor.body(), dominators: &dominators };
        if is_redundant(&walker, &query, &writes, store) {
            found.push(store);
            ssa.remove(store);
        }
    }
    found
}

/// The writes among which one may repeat another.
#[derive(Default)]
struct Writes {
    /// The number of stores of each value to each address.
    stores: HashMap<(Value, Value), u32>,
    memsets: u32,
    /// Those of `memset` and `memcpy`.
    transfers: u32,
}

impl Writes {
    fn of(query: &Query<'_>) -> Writes {
        let (mut all, body) = (Writes::default(), query.body);
        for inst in body.blocks().flat_map(|block| body.insts(block)) {
            if let InstData::Store { value, pointer, .. } = *body.inst(inst) {
                *all.stores.entry((value, pointer)).or_default() += 1;
            } else if let Some(callee) = transfer(query, inst) {
                all.transfers += 1;
                all.memsets += u32::from(callee == IntrinsicId::MEMSET);
            }
        }
        all
    }

    /// Whether a write may do again what another one did.
    fn may_repeat(&self, query: &Query<'_>, write: Inst) -> bool {
        match *query.body.inst(write) {
            InstData::Store { value, pointer, .. } => {
                self.stores.get(&(value, pointer)).is_some_and(|&count| count > 1)
                    || self.memsets > 0 && byte_of(query, value).is_some()
            }
            _ => self.transfers > 1 && transfer(query, write).is_some(),
        }
    }
}

/// The intrinsic of a call of `memset` or `memcpy`.
fn transfer(query: &Query<'_>, inst: Inst) -> Option<IntrinsicId> {
    let (callee, _) = query.intrinsic(inst.into())?;
    matches!(callee, IntrinsicId::MEMSET | IntrinsicId::MEMCPY).then_some(callee)
}

fn is_redundant(walker: &Walker<'_>, query: &Query<'_>, writes: &Writes, store: Inst) -> bool {
    let (body, ssa) = (walker.body, walker.ssa);
    let Some(access) = ssa.of(store) else { return false };
    if let InstData::Store { value, pointer, volatile: false, ordering, .. } = *body.inst(store)
        && ordering <= AtomicOrdering::Unordered
        && let Some(load) = value.as_inst()
        && let InstData::Load { pointer: from, ordering, .. } = *body.inst(load)
        && from == pointer
        && ordering <= AtomicOrdering::Unordered
    {
        let (Some(state), Some(loaded)) = (walker.clobber_of(store), walker.clobber_of(load)) else { return false };
        // All states that reach the store are the loaded one, or those that the store itself leaves.
        let mut states: SmallVec<[_; 8]> = SmallVec::from_slice(&[access, state]);
        let mut next = 1;
        let mut is_same = true;
        while let Some(&state) = states.get(next).filter(|_| is_same) {
            next += 1;
            match ssa.kind(state) {
                AccessKind::Phi(_) if state != loaded => {
                    for (_, incoming) in ssa.incoming(state) {
                        if !states.contains(&incoming) {
                            states.push(incoming);
                        }
                    }
                    is_same = states.len() < MAX_STATES;
                }
                _ => is_same = state == loaded,
            }
        }
        return is_same;
    }
    let location = |inst: Inst| match body.inst(inst).call_info() {
        Some(call) => Some(walker.aliases.arg_location(inst, call, 0)),
        None => walker.aliases.location(inst),
    };
    let Some(at) = location(store) else { return false };
    let object = walker.aliases.underlying_object(at.pointer);
    let is_memset = |inst: Inst| transfer(query, inst) == Some(IntrinsicId::MEMSET);
    if super::zeroed::is_zeroed(query.module, body, object) {
        let written = match *body.inst(store) {
            InstData::Store { value, .. } => Some(value),
            _ if is_memset(store) => body.operand(store, 1),
            _ => None,
        };
        let is_first = |state| match ssa.kind(state) {
            // An allocation need not write its memory.
            AccessKind::LiveOnEntry => true,
            AccessKind::Def(earlier) => object == earlier.into(),
            _ => false,
        };
        if written.is_some_and(|value| is_zero(query, value)) && walker.clobber_of(store).is_some_and(is_first) {
            return true;
        }
    }
    if !writes.may_repeat(query, store) {
        return false;
    }
    let Some(earlier) = earlier_write(walker, store, &at) else { return false };
    let may_read = walker.aliases.mod_ref(earlier, &at).contains(ModRef::REF);
    if may_read && !is_plain_store(body.inst(earlier)) {
        return false;
    }
    let args = |inst: Inst| body.inst(inst).call_info().map(|call| body.call_args(call));
    match (body.inst(store), body.inst(earlier)) {
        (InstData::Store { .. }, InstData::Store { .. }) => body.inst(store) == body.inst(earlier),
        (&InstData::Store { value, .. }, _) if is_memset(earlier) => {
            let byte = byte_of(query, value);
            let filled = location(earlier).is_some_and(|whole| contains(walker.aliases, &whole, &at));
            filled && byte.is_some() && args(earlier).and_then(|args| args.get(1).copied()) == byte
        }
        _ => {
            let callee = transfer(query, store);
            callee.is_some() && callee == transfer(query, earlier) && args(store) == args(earlier)
        }
    }
}

fn is_zero(query: &Query<'_>, value: Value) -> bool {
    value.is_constant() && query.module.constants().is_zero(value)
}

fn is_plain_store(data: &InstData) -> bool {
    matches!(data, InstData::Store { volatile: false, ordering, .. } if *ordering <= AtomicOrdering::Monotonic)
}

/// The last instruction before a store that may access its location, if no states are joined in between.
fn earlier_write(walker: &Walker<'_>, store: Inst, at: &Location) -> Option<Inst> {
    let mut state = walker.ssa.before(walker.ssa.of(store)?);
    for _ in 0..MAX_STATES {
        let AccessKind::Def(earlier) = walker.ssa.kind(state) else { return None };
        if walker.aliases.mod_ref(earlier, at).contains(ModRef::MOD) {
            return Some(earlier);
        }
        state = walker.ssa.before(state);
    }
    None
}

/// Whether the first location contains the second.
pub(super) fn contains(aliases: &AliasAnalysis<'_>, whole: &Location, part: &Location) -> bool {
    use lindworm_analysis::alias::AccessSize::Precise;
    let (Precise(size), Precise(wanted)) = (whole.size, part.size) else { return false };
    match aliases.alias(whole, part) {
        Aliasing::Must => size >= wanted,
        Aliasing::Partial(Some(offset)) => {
            u64::try_from(offset).ok().and_then(|offset| offset.checked_add(wanted)).is_some_and(|end| end <= size)
        }
        _ => false,
    }
}
