//! Promotion of memory to registers: allocas that are only loaded and stored become SSA values, with phis at join points.
//!
//! Phis are placed in the iterated dominance frontier of the stores (Sreedhar, Gao: A linear time algorithm for placing
//! phi-nodes, 1995), pruned to blocks where the value is live. A depth-first walk over the control-flow graph then renames loads
//! (Cytron et al.: Efficiently computing static single assignment form and the control dependence graph, 1991).
//!
//! Placement costs, for each alloca, time linear in the blocks where it is live or that its stores dominate. Renaming is linear
//! in the instructions, edges, and phi operands of the function.

use std::cell::OnceCell;
use std::collections::BinaryHeap;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use lindworm_analysis::DominatorTree;
use lindworm_ir::editor::{Editor, Listener, Point};
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::Bundle;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueList;
use lindworm_ir::{Block, Body, Inst, InstData, Metadata, Type, Value};
use smallvec::SmallVec;

use crate::debug_values::{AllocaRecords, DebugValues};
use crate::edges::successors_in;
use crate::merged_location::merged_location;
use crate::pass::FunctionEdit;
use crate::value_tracking::is_guaranteed_not_poison;
use crate::{NO_UNDEF, NON_NULL};

/// Whether an instruction is an alloca that [`promote`] can promote: every use is a load or store of its type, or a lifetime
/// marker.
pub fn is_promotable<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    let body = editor.body();
    let InstData::Alloca { allocated, .. } = *body.inst(inst) else { return false };
    editor.uses().of(inst.into()).all(|at| match *body.inst(at.user) {
        InstData::Load { volatile, .. } => !volatile && body.inst_type(at.user) == allocated,
        InstData::Store { value, volatile, .. } => {
            !volatile && value != inst.into() && editor.type_of(value) == allocated
        }
        InstData::GetElementPtr { operands, .. } => {
            let indices = body.list_values(&operands).iter().skip(1);
            let is_zero = |&index: &Value| editor.module().constants().is_zero(index);
            indices.copied().all(|index| is_zero(&index)) && is_only_marked(editor, at.user)
        }
        InstData::Cast { .. } => {
            editor.module().context().is_pointer(editor.type_of(at.user.into())) && is_only_marked(editor, at.user)
        }
        _ => is_marker(editor, at.user) || is_droppable(editor, at.user),
    })
}

fn intrinsic<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> Option<IntrinsicId> {
    match editor.body().inst(inst) {
        InstData::Call { call, .. } => editor.module().callee(call.callee)?.intrinsic,
        _ => None,
    }
}

/// Whether an instruction is a lifetime marker.
fn is_marker<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    use IntrinsicId as I;
    matches!(intrinsic(editor, inst), Some(I::LIFETIME_START | I::LIFETIME_END))
}

/// Whether the use of a value by an instruction can be dropped without a change of meaning.
fn is_droppable<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    use IntrinsicId as I;
    matches!(intrinsic(editor, inst), Some(I::ASSUME | I::PSEUDOPROBE | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL))
}

fn is_only_marked<L: Listener>(editor: &Editor<'_, L>, inst: Inst) -> bool {
    editor.uses().of(inst.into()).all(|at| is_marker(editor, at.user) || is_droppable(editor, at.user))
}

/// Drops a use by an assumption: the condition becomes true, and an operand of a bundle is ignored.
pub(crate) fn drop_use<L: Listener>(editor: &mut Editor<'_, L>, at: Use) {
    let module = editor.module();
    let old = editor.body().operand(at.user, at.operand as usize);
    let ty = old.map_or(Type::VOID, |old| editor.type_of(old));
    if at.operand == 0 {
        let yes = module.constants().int(module.context(), ty, 1);
        return editor.set_operand(at, yes);
    }
    editor.set_operand(at, module.constants().poison(ty));
    let body = editor.body();
    let Some(call) = body.inst(at.user).call_info() else { return };
    let mut bundles: Vec<Bundle> = body.bundles(call.bundles).to_vec();
    let mut first = body.call_args(call).len() as u32;
    for bundle in &mut bundles {
        if (first..first + bundle.len).contains(&at.operand) {
            bundle.tag = b"ignore"[..].into();
        }
        first += bundle.len;
    }
    editor.set_bundles(at.user, bundles);
}

/// Promotes allocas that satisfy [`is_promotable`].
pub fn promote(f: &mut FunctionEdit<'_, '_>, allocas: &[Inst]) {
    let dominators = f.analyses.get::<DominatorTree>(&f.editor);
    let debug = DebugValues::of_allocas(f, allocas);
    let tree = OnceCell::new();
    let sets = Sets::default();
    let mut promotion = Promotion { dominators, debug, variables: Vec::new(), tree, sets, phis: Vec::new(), f };
    for &alloca in allocas {
        promotion.prepare(alloca);
    }
    if !promotion.variables.is_empty() {
        promotion.rename();
        promotion.simplify_phis();
        promotion.complete_phis();
    }
    promotion.debug.remove_assignments(&mut promotion.f.editor);
}

/// An alloca that needs phis.
struct Variable {
    alloca: Inst,
    ty: Type,
    records: AllocaRecords,
}

struct Promotion<'f, 'a, 'm> {
    f: &'f mut FunctionEdit<'a, 'm>,
    dominators: Arc<DominatorTree>,
    debug: DebugValues,
    variables: Vec<Variable>,
    tree: OnceCell<Tree>,
    sets: Sets,
    /// The inserted phis, each with the index of its variable in `variables`.
    phis: Vec<(Inst, u32)>,
}

/// The positions of blocks in the dominator tree and in the layout.
struct Tree {
    /// The depth of each block; unreachable blocks are deeper than all others.
    levels: SecondaryMap<Block, u32>,
    places: SecondaryMap<Block, u32>,
}

impl Tree {
    fn new(body: &Body, dominators: &DominatorTree) -> Tree {
        let mut tree = Tree { levels: SecondaryMap::with_default(u32::MAX), places: SecondaryMap::new() };
        (0..).zip(body.blocks()).for_each(|(place, block)| tree.places[block] = place);
        let mut pending: Vec<(Block, u32)> = body.entry().map(|entry| (entry, 0)).into_iter().collect();
        while let Some((block, level)) = pending.pop() {
            tree.levels[block] = level;
            pending.extend(dominators.children(block).map(|child| (child, level + 1)));
        }
        tree
    }
}

/// A set of blocks that is cleared in constant time. It must be cleared before its first use.
#[derive(Default)]
struct BlockSet {
    /// The value of `number` when each block was inserted.
    last: SecondaryMap<Block, u32>,
    number: u32,
}

impl BlockSet {
    fn clear(&mut self) {
        self.number += 1;
    }

    fn insert(&mut self, block: Block) -> bool {
        std::mem::replace(&mut self.last[block], self.number) != self.number
    }

    fn contains(&self, block: Block) -> bool {
        self.last[block] == self.number
    }
}

/// The sets of blocks for one alloca.
#[derive(Default)]
struct Sets {
    /// The blocks with a store.
    defining: BlockSet,
    /// The blocks at whose start the variable is live.
    live: BlockSet,
    seen: BlockSet,
    walked: BlockSet,
}

/// The accesses of an alloca, after removal of markers.
struct Accesses {
    stores: Vec<Inst>,
    loads: Vec<Inst>,
}

impl Promotion<'_, '_, '_> {
    /// Promotes an alloca that needs no phi; inserts the phis of any other alloca.
    fn prepare(&mut self, alloca: Inst) {
        self.remove_markers(alloca);
        let InstData::Alloca { allocated: ty, .. } = *self.f.editor.body().inst(alloca) else { return };
        let records = self.debug.of_alloca(alloca);
        let mut accesses = self.accesses(alloca);
        if accesses.stores.is_empty() && accesses.loads.is_empty() {
            self.f.editor.erase(alloca);
            return;
        }
        if let [store] = accesses.stores[..] {
            accesses.loads = self.replace_dominated_loads(store, &accesses.loads);
            if accesses.loads.is_empty() {
                self.debug.store_erased(self.f, &records, store);
                records.retire(self.f, Some(store));
                self.f.editor.erase(store);
                self.f.editor.erase(alloca);
                return;
            }
        }
        if self.promote_in_one_block(alloca, ty, &records, &accesses) {
            return;
        }
        let accesses = self.accesses(alloca);
        let variable = self.variables.len() as u32;
        self.variables.push(Variable { alloca, ty, records });
        let blocks = self.phi_blocks(&accesses);
        self.make_phis(variable, &blocks);
    }

    fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::new(self.f.editor.body(), &self.dominators))
    }

    fn accesses(&self, alloca: Inst) -> Accesses {
        let body = self.f.editor.body();
        let users = self.f.editor.uses().of(alloca.into()).map(|at| at.user);
        let (stores, loads) = users.partition(|&user| matches!(body.inst(user), InstData::Store { .. }));
        Accesses { stores, loads }
    }

    fn block_of(&self, inst: Inst) -> Option<Block> {
        self.f.editor.body().inst_block(inst)
    }

    /// Removes all users of an alloca except loads and stores.
    fn remove_markers(&mut self, alloca: Inst) {
        let uses: Vec<Use> = self.f.editor.uses().of(alloca.into()).collect();
        for at in uses {
            match self.f.editor.body().inst(at.user) {
                InstData::Load { .. } | InstData::Store { .. } => {}
                InstData::GetElementPtr { .. } | InstData::Cast { .. } => {
                    let inner: Vec<Use> = self.f.editor.uses().of(at.user.into()).collect();
                    inner.into_iter().for_each(|at| self.drop_use(at));
                    self.f.editor.erase(at.user);
                }
                _ => self.drop_use(at),
            }
        }
    }

    /// Drops a use by a droppable user; erases any other user.
    fn drop_use(&mut self, at: Use) {
        match is_droppable(&self.f.editor, at.user) {
            true => drop_use(&mut self.f.editor, at),
            false => self.f.editor.erase(at.user),
        }
    }

    // Promotion without phis.

    /// Replaces the loads that the only store of an alloca dominates by the stored value. Returns the other loads.
    fn replace_dominated_loads(&mut self, store: Inst, loads: &[Inst]) -> Vec<Inst> {
        let InstData::Store { value, .. } = *self.f.editor.body().inst(store) else { return loads.to_vec() };
        let function = self.f.additions.function();
        // A load that the store does not dominate may read uninitialized memory, which is undef and may be replaced by any value
        // except poison.
        let needs_dominance = value.as_inst().is_some() || !is_guaranteed_not_poison(&self.f.editor, function, value);
        let mut others = Vec::new();
        let Some(store_block) = self.block_of(store) else { return loads.to_vec() };
        for &load in loads {
            let is_dominated = || match self.block_of(load) {
                Some(block) if block == store_block => None,
                Some(block) => Some(self.dominators.dominates(store_block, block)),
                None => Some(false),
            };
            let dominated =
                !needs_dominance || is_dominated().unwrap_or_else(|| self.f.editor.comes_before(store, load));
            match dominated {
                true => self.replace_load(load, value),
                false => others.push(load),
            }
        }
        others
    }

    /// Replaces a load by a value.
    fn replace_load(&mut self, load: Inst, value: Value) {
        self.keep_facts(load, value);
        // A load that would be replaced by itself is in unreachable code.
        let value = if value == load.into() { self.poison(self.f.editor.type_of(value)) } else { value };
        self.f.editor.replace_all(load.into(), value);
        self.f.editor.erase(load);
    }

    fn poison(&self, ty: Type) -> Value {
        self.f.editor.module().constants().poison(ty)
    }

    /// Preserves the facts that the metadata of a load states about its value.
    fn keep_facts(&mut self, load: Inst, value: Value) {
        let body = self.f.editor.body();
        let (module, ty) = (self.f.editor.module(), body.inst_type(load));
        if body.attachment(load, NO_UNDEF).is_none() {
            return;
        }
        if module.constants().is_undef_or_poison(value) {
            // As in LLVM, a store to poison marks unreachable code.
            let yes = module.constants().int(module.context(), Type::I1, 1);
            let nowhere = module.constants().poison(Type::PTR);
            let store = |b: &mut lindworm_ir::builder::Builder<'_>| {
                b.debug_loc = None;
                b.store(yes, nowhere, lindworm_ir::instruction::Align::ONE)
            };
            drop(self.f.editor.build_before(load, store));
        } else if body.attachment(load, NON_NULL).is_some() && !self.is_non_null(value) {
            let Ok(assume) = self.f.additions.intrinsic("llvm.assume", &[]) else { return };
            let Some(next) = body.next_inst(load) else { return };
            let _ = self.f.editor.build(Point::Before(next), None, |b| {
                let null = b.zero(ty);
                let is_not_null = b.icmp(lindworm_ir::eval::IntPredicate::Ne, load.into(), null)?;
                b.call_function(assume, &[is_not_null])
            });
        }
    }

    fn is_non_null(&self, value: Value) -> bool {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        let is_plain = |ty: Type| module.context().addr_space(ty) == Some(0);
        match value.as_inst().map(|inst| body.inst(inst)) {
            Some(InstData::Alloca { .. }) => is_plain(self.f.editor.type_of(value)),
            _ => value.as_global().is_some_and(|g| {
                module.global(g).is_some_and(|g| g.linkage != lindworm_ir::module::Linkage::ExternalWeak)
            }),
        }
    }

    /// Promotes an alloca whose loads and stores are all in one block, if no load precedes the first store. Returns whether it
    /// did.
    fn promote_in_one_block(&mut self, alloca: Inst, ty: Type, records: &AllocaRecords, accesses: &Accesses) -> bool {
        let mut blocks = accesses.stores.iter().chain(&accesses.loads).map(|&inst| self.block_of(inst));
        let Some(first) = blocks.next() else { return false };
        if !blocks.all(|block| block == first) {
            return false;
        }
        let mut in_order: Vec<Inst> = accesses.stores.iter().chain(&accesses.loads).copied().collect();
        let editor = &mut self.f.editor;
        in_order.sort_by(|&a, &b| {
            if editor.comes_before(a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
        });
        if !accesses.stores.is_empty() && in_order.first().is_some_and(|first| accesses.loads.contains(first)) {
            return false;
        }
        let mut value = self.f.editor.module().constants().undef(ty);
        for inst in in_order {
            match *self.f.editor.body().inst(inst) {
                InstData::Store { value: stored, .. } => {
                    value = stored;
                    self.debug.store_erased(self.f, records, inst);
                    records.value_stored(self.f, inst);
                    self.f.editor.erase(inst);
                }
                _ => {
                    self.replace_load(inst, value);
                    if value == inst.into() {
                        value = self.poison(ty);
                    }
                }
            }
        }
        records.retire(self.f, None);
        self.f.editor.erase(alloca);
        true
    }

    // Promotion with phis.

    fn predecessors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let body = self.f.editor.body();
        let from = move |at: Use| body.inst_block(at.user).filter(|_| body.inst(at.user).is_terminator());
        self.f.editor.uses().of(block.into()).filter_map(from)
    }

    /// Finds the blocks with a store, and those at whose start the variable is live.
    fn find_live(&mut self, accesses: &Accesses, sets: &mut Sets) {
        let mut first: HashMap<Block, Inst> = HashMap::default();
        for &inst in accesses.stores.iter().chain(&accesses.loads) {
            let Some(block) = self.block_of(inst) else { continue };
            let earliest = first.entry(block).or_insert(inst);
            if *earliest != inst && self.f.editor.comes_before(inst, *earliest) {
                *earliest = inst;
            }
        }
        let is_load = |inst: &Inst| matches!(self.f.editor.body().inst(*inst), InstData::Load { .. });
        let mut pending: Vec<Block> = first.iter().filter(|(_, inst)| is_load(inst)).map(|(&block, _)| block).collect();
        let Sets { defining, live, .. } = sets;
        defining.clear();
        for block in accesses.stores.iter().filter_map(|&store| self.block_of(store)) {
            defining.insert(block);
        }
        live.clear();
        while let Some(block) = pending.pop() {
            if live.insert(block) {
                pending.extend(self.predecessors(block).filter(|&from| !defining.contains(from)));
            }
        }
    }

    /// The blocks that need a phi, in layout order.
    fn phi_blocks(&mut self, accesses: &Accesses) -> Vec<Block> {
        let mut sets = std::mem::take(&mut self.sets);
        self.find_live(accesses, &mut sets);
        let Sets { defining, live, seen, walked } = &mut sets;
        let body = self.f.editor.body();
        let tree = self.tree();
        seen.clear();
        walked.clear();
        let stored = accesses.stores.iter().filter_map(|&store| body.inst_block(store));
        let roots = stored.filter(|&block| self.dominators.is_reachable(block) && walked.insert(block));
        let mut queue: BinaryHeap<(u32, u32, Block)> =
            roots.map(|block| (tree.levels[block], tree.places[block], block)).collect();
        let mut found = Vec::new();
        let mut pending = Vec::new();
        while let Some((level, _, root)) = queue.pop() {
            pending.push(root);
            while let Some(block) = pending.pop() {
                if let Some(terminator) = body.terminator(block) {
                    body.inst(terminator).for_each_successor(body.values(), |to| {
                        if tree.levels[to] <= level && seen.insert(to) && live.contains(to) {
                            found.push(to);
                            if !defining.contains(to) {
                                queue.push((tree.levels[to], tree.places[to], to));
                            }
                        }
                    });
                }
                pending.extend(self.dominators.children(block).filter(|&child| walked.insert(child)));
            }
        }
        found.sort_unstable_by_key(|&block| tree.places[block]);
        self.sets = sets;
        found
    }

    fn make_phis(&mut self, variable: u32, blocks: &[Block]) {
        let Variable { alloca, ty, .. } = self.variables[variable as usize];
        let name = self.f.editor.body().name(alloca.into()).to_vec();
        let fast_math = self.f.phi_flags(ty);
        for (number, &block) in blocks.iter().enumerate() {
            let first = self.f.editor.body().first_inst(block);
            let at = first.map_or(Point::End(block), Point::BeforeRecords);
            let phi = self.f.editor.insert(at, InstData::Phi { incoming: ValueList::new(), fast_math }, ty);
            self.f.editor.set_name(phi.into(), &[&name[..], format!(".{number}").as_bytes()].concat());
            self.phis.push((phi, variable));
        }
    }

    /// Walks the control-flow graph and replaces each load by the reaching definition of its variable.
    fn rename(&mut self) {
        let Some(entry) = self.f.editor.body().entry() else { return };
        let module = self.f.editor.module();
        let mut variable_of: SecondaryMap<Inst, Option<u32>> = SecondaryMap::new();
        for (n, variable) in (0..).zip(&self.variables) {
            variable_of[variable.alloca] = Some(n);
        }
        let mut phis_of: HashMap<Block, Vec<(Inst, u32)>> = HashMap::default();
        for &(phi, variable) in &self.phis {
            let block = self.block_of(phi);
            phis_of.entry(block.unwrap_or(entry)).or_default().push((phi, variable));
        }
        // The phi of a block that was inserted last is the first in the block.
        phis_of.values_mut().for_each(|phis| phis.reverse());
        let mut state = State {
            values: self.variables.iter().map(|v| (module.constants().undef(v.ty), None)).collect(),
            log: Vec::new(),
        };
        let mut visited: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut steps = vec![Step::Enter { block: entry, from: None }];
        while let Some(step) = steps.pop() {
            let (block, from) = match step {
                Step::Undo(len) => {
                    state.undo(len);
                    continue;
                }
                Step::Enter { block, from } => (block, from),
            };
            let phis = phis_of.get(&block).map_or(&[][..], |phis| phis);
            if let Some((from, edges)) = from {
                phis.iter()
                    .for_each(|&(phi, variable)| self.add_incoming(phi, state.values[variable as usize], from, edges));
            }
            if std::mem::replace(&mut visited[block], true) {
                continue;
            }
            steps.push(Step::Undo(state.log.len()));
            for &(phi, variable) in phis {
                state.set(variable, phi.into(), None);
                self.debug.phi_made(self.f, &self.variables[variable as usize].records, phi);
            }
            self.rename_in(block, &variable_of, &mut state);
            let successors = self.successors(block);
            steps.extend(
                successors.into_iter().rev().map(|(to, edges)| Step::Enter { block: to, from: Some((block, edges)) }),
            );
        }
        for Variable { alloca, records, .. } in std::mem::take(&mut self.variables) {
            if !self.f.editor.uses().is_unused(alloca.into()) {
                // The remaining accesses are in unreachable blocks.
                let poison = self.poison(self.f.editor.type_of(alloca.into()));
                self.f.editor.replace_all(alloca.into(), poison);
            }
            records.retire(self.f, None);
            self.f.editor.erase(alloca);
        }
    }

    /// The distinct successors of a block in order, each with its number of edges.
    fn successors(&self, block: Block) -> SmallVec<[(Block, u32); 2]> {
        let body = self.f.editor.body();
        let all = successors_in(body, block);
        match all[..] {
            [only] => return SmallVec::from_slice(&[(only, 1)]),
            [a, b] if a != b => return SmallVec::from_slice(&[(a, 1), (b, 1)]),
            _ => {}
        }
        let mut successors: SmallVec<[(Block, u32); 2]> = SmallVec::new();
        let mut places: HashMap<Block, usize> = HashMap::default();
        for to in all {
            let place = *places.entry(to).or_insert(successors.len());
            match successors.get_mut(place) {
                Some((_, edges)) => *edges += 1,
                None => successors.push((to, 1)),
            }
        }
        successors
    }

    fn add_incoming(&mut self, phi: Inst, (value, loc): (Value, Option<Metadata>), from: Block, edges: u32) {
        let has_incoming = self.f.editor.body().operand_count(phi) > 0;
        let loc = match has_incoming {
            true => merged_location(&mut self.f.additions.metadata, self.f.editor.body().debug_loc(phi), loc),
            false => loc,
        };
        self.f.editor.set_debug_loc(phi, loc);
        (0..edges).for_each(|_| self.f.editor.add_incoming(phi, value, from));
    }

    fn rename_in(&mut self, block: Block, variable_of: &SecondaryMap<Inst, Option<u32>>, state: &mut State) {
        let variable_of = |pointer: Value| pointer.as_inst().and_then(|alloca| variable_of[alloca]);
        let mut next = self.f.editor.body().first_inst(block);
        while let Some(inst) = next {
            next = self.f.editor.body().next_inst(inst);
            match *self.f.editor.body().inst(inst) {
                InstData::Load { pointer, .. } => {
                    if let Some(variable) = variable_of(pointer) {
                        self.replace_load(inst, state.values[variable as usize].0);
                    }
                }
                InstData::Store { pointer, value, .. } => {
                    if let Some(variable) = variable_of(pointer) {
                        state.set(variable, value, self.f.editor.body().debug_loc(inst));
                        let records = &self.variables[variable as usize].records;
                        self.debug.store_erased(self.f, records, inst);
                        records.value_stored(self.f, inst);
                        self.f.editor.erase(inst);
                    }
                }
                _ => {}
            }
        }
    }

    /// Replaces redundant phis until none remain.
    fn simplify_phis(&mut self) {
        let mut pending: Vec<Inst> = self.phis.iter().rev().map(|&(phi, _)| phi).collect();
        let made: HashSet<Inst> = pending.iter().copied().collect();
        let mut gone: HashSet<Inst> = HashSet::default();
        while let Some(phi) = pending.pop() {
            if gone.contains(&phi) {
                continue;
            }
            if let Some(value) = self.only_value(phi) {
                let users = self.f.editor.uses().of(phi.into()).map(|at| at.user);
                pending.extend(users.filter(|user| *user != phi && made.contains(user)));
                self.f.editor.replace_all(phi.into(), value);
                self.f.editor.erase(phi);
                gone.insert(phi);
            }
        }
        self.phis.retain(|(phi, _)| !gone.contains(phi));
    }

    /// The only value that a phi can have, if there is one.
    fn only_value(&mut self, phi: Inst) -> Option<Value> {
        let module = self.f.editor.module();
        let body = self.f.editor.body();
        let InstData::Phi { incoming, .. } = *body.inst(phi) else { return None };
        let (mut common, mut has_undef, mut has_poison) = (None, false, false);
        for &value in body.list_values(&incoming).iter().step_by(2) {
            if value == phi.into() {
            } else if module.constants().is_poison(value) {
                has_poison = true;
            } else if module.constants().is_undef(value) {
                has_undef = true;
            } else if common.is_none_or(|common| common == value) {
                common = Some(value);
            } else {
                return None;
            }
        }
        let ty = body.inst_type(phi);
        let Some(common) = common else {
            return Some(if has_undef { module.constants().undef(ty) } else { module.constants().poison(ty) });
        };
        if !has_undef && !has_poison {
            return Some(common);
        }
        let dominates = common.as_inst().is_none_or(|inst| self.dominates(inst, phi));
        let function = self.f.additions.function();
        let may_replace = !has_undef || is_guaranteed_not_poison(&self.f.editor, function, common);
        (dominates && may_replace).then_some(common)
    }

    /// Whether an instruction dominates a phi.
    fn dominates(&mut self, inst: Inst, phi: Inst) -> bool {
        match (self.block_of(inst), self.block_of(phi)) {
            (Some(a), Some(b)) if a == b => self.f.editor.comes_before(inst, phi),
            (Some(a), Some(b)) => {
                let is_invoke =
                    matches!(self.f.editor.body().inst(inst), InstData::Invoke { .. } | InstData::CallBr { .. });
                !is_invoke && self.dominators.dominates(a, b)
            }
            _ => false,
        }
    }

    /// Adds poison as the incoming value of phis for unreachable predecessors.
    fn complete_phis(&mut self) {
        for (phi, _) in std::mem::take(&mut self.phis) {
            let Some(block) = self.block_of(phi) else { continue };
            let body = self.f.editor.body();
            let count = body.operand_count(phi) / 2;
            let mut missing: Vec<Block> =
                self.predecessors(block).filter(|&b| !self.dominators.is_reachable(b)).collect();
            if missing.is_empty() || count == self.predecessors(block).count() {
                continue;
            }
            let tree = self.tree();
            missing.sort_unstable_by_key(|&from| tree.places[from]);
            let poison = self.poison(body.inst_type(phi));
            missing.into_iter().for_each(|from| self.f.editor.add_incoming(phi, poison, from));
        }
    }
}

/// A pending step of the walk.
enum Step {
    /// Enter a block from a predecessor, with the number of edges.
    Enter { block: Block, from: Option<(Block, u32)> },
    /// Undo the log down to this length.
    Undo(usize),
}

/// The current value of each variable, and the debug location of its definition.
struct State {
    values: Vec<(Value, Option<Metadata>)>,
    log: Vec<(u32, (Value, Option<Metadata>))>,
}

impl State {
    fn set(&mut self, variable: u32, value: Value, loc: Option<Metadata>) {
        let old = std::mem::replace(&mut self.values[variable as usize], (value, loc));
        self.log.push((variable, old));
    }

    fn undo(&mut self, len: usize) {
        for (variable, old) in self.log.drain(len..).rev() {
            self.values[variable as usize] = old;
        }
    }
}

impl FunctionEdit<'_, '_> {
    /// The fast-math flags of phis of a type: `nsz` if the function has no signed zeros.
    fn phi_flags(&self, ty: Type) -> FastMathFlags {
        let module = self.editor.module();
        let list = module.function(self.additions.function()).map(|f| f.attributes).unwrap_or_default();
        let set = module.context().attribute_list(list).function;
        let has_no_signed_zeros = module.context().attribute_value(set, b"no-signed-zeros-fp-math") == Some(b"true");
        let is_float = module.context().scalar_type(ty).float_format().is_some();
        if has_no_signed_zeros && is_float { FastMathFlags::NSZ } else { FastMathFlags::empty() }
    }
}
