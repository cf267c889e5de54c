//! Conditions that choose between two ways through a loop: the loop is copied, and each copy goes one of the ways.

use lindworm_analysis::{DominatorTree, Loop, Loops};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::{Point, ValueMap};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Limits, MAKE_IMPLICIT, PROF, combined, freeze, invariant_parts, own_loop};
use crate::edges::{incoming_from, insert_phi, phis, predecessors, remove_edge_of_exit, successors};
use crate::effects::{call_has, is_trivially_dead};
use crate::erase::erase_dead;
use crate::licm::Execution;
use crate::loop_form::LoopForm;
use crate::loop_unroll::{code_size, ephemeral, is_x86_64};
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::value_tracking::Query;
use crate::{LOOP, Lcssa, LoopSimplify};

/// A condition with parts that do not change in the loop.
struct Candidate {
    /// A conditional branch, a switch or a select.
    inst: Inst,
    invariants: Vec<Value>,
    /// Whether the condition is one of these.
    is_whole: bool,
}

/// Copies the loop for the condition with the least cost, if that is less than `threshold`. Returns the headers of the copies.
pub(super) fn unswitch(
    f: &mut FunctionEdit<'_, '_>,
    header: Block,
    threshold: u32,
    limits: Limits,
) -> Option<Vec<Block>> {
    let form = LoopForm::of(f, header)?;
    form.preheader?;
    let latch = form.latch?;
    if !form.has_dedicated_exits(&f.editor) || !can_copy(f, &form) {
        return None;
    }
    let loops = f.analyses.get::<Loops>(&f.editor);
    let of = own_loop(&loops, header)?;
    let candidates = candidates(f, &form, &loops, of);
    if candidates.is_empty() {
        return None;
    }
    let dominators = f.analyses.get::<DominatorTree>(&f.editor);
    let costs = Costs::new(f, &form, &dominators);
    let multiplier = Multiplier::new(f, &form, &loops, of, &dominators, latch, &candidates, (threshold, limits));
    let mut best: Option<(u64, usize)> = None;
    for (place, candidate) in candidates.iter().enumerate() {
        let cost = costs.of(f, &dominators, candidate) * multiplier.of(f, &form, &dominators, latch, candidate);
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, place));
        }
    }
    let (cost, place) = best?;
    if cost >= u64::from(threshold) {
        return None;
    }
    let is_certain = Execution::of(f, &form).is_certain(&f.editor, candidates[place].inst);
    drop((loops, dominators));
    let candidate = candidates.into_iter().nth(place)?;
    let is_select = matches!(f.editor.body().inst(candidate.inst), InstData::Select { .. });
    let inst = if is_select { branch_of_select(f, candidate.inst)? } else { candidate.inst };
    let form = if is_select { LoopForm::of(f, header)? } else { form };
    let copies = copy(f, &form, &Candidate { inst, ..candidate }, !is_certain);
    LoopSimplify.run(f);
    Lcssa.run(f);
    copies
}

/// Whether the blocks of a loop can be copied.
fn can_copy(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let loops = f.analyses.get::<Loops>(&f.editor);
    let body = f.editor.body();
    let places: HashMap<Block, usize> = form.blocks.iter().copied().zip(0..).collect();
    let is_fine = |inst: Inst, block: Block| {
        let data = body.inst(inst);
        let is_bound = data.call_info().is_some_and(|call| {
            let has = |kind| call_has(f.editor.module(), call, kind);
            has(AttrKind::CONVERGENT) || has(AttrKind::NO_DUPLICATE)
        });
        let leaves = |value: Inst| f.editor.uses().of(value.into()).any(|at| body.inst_block(at.user) != Some(block));
        let is_fixed = matches!(data, InstData::IndirectBr { .. });
        !(is_bound || is_fixed || body.inst_type(inst) == Type::TOKEN && leaves(inst))
    };
    let is_cleanup = |&exit: &Block| {
        let first = body.first_non_phi(exit).map(|inst| body.inst(inst));
        first.is_none_or(crate::effects::is_pad)
    };
    // An edge that goes back in reverse post-order leads to the header of a loop that contains it.
    let is_reducible = |&block: &Block| {
        successors(&f.editor, block).into_iter().all(|to| {
            let goes_back = places.get(&to).is_some_and(|&at| at <= places[&block]);
            !goes_back || own_loop(&loops, to).is_some_and(|one| loops.contains(one, block))
        })
    };
    form.blocks.iter().all(|&block| {
        !f.additions.is_address_taken(block)
            && body.insts(block).all(|inst| is_fine(inst, block))
            && is_reducible(&block)
    }) && !form.exits.iter().any(is_cleanup)
}

fn candidates(f: &FunctionEdit<'_, '_>, form: &LoopForm, loops: &Loops, of: Loop) -> Vec<Candidate> {
    let body = f.editor.body();
    let query = Query::new(&f.editor, f.additions.function());
    let mut found = Vec::new();
    let mut add = |inst: Inst, condition: Value| {
        let condition = without_select(&query, condition);
        if condition.is_constant() {
            return;
        }
        if form.is_invariant(&f.editor, condition) {
            found.push(Candidate { inst, invariants: vec![condition], is_whole: true });
        } else if let Some(is_or) = logic(&query, condition) {
            let invariants = invariant_parts(f, form, condition, is_or);
            if !invariants.is_empty() {
                found.push(Candidate { inst, invariants, is_whole: false });
            }
        }
    };
    for &block in form.blocks.iter().filter(|&&block| loops.loop_of(block) == Some(of)) {
        for inst in body.insts(block) {
            match *body.inst(inst) {
                InstData::Select { condition, .. }
                    if query.type_of(condition) == Type::I1 && body.inst_type(inst) != Type::I1 =>
                {
                    add(inst, condition);
                }
                InstData::CondBr { condition, if_true, if_false } if if_true != if_false => add(inst, condition),
                InstData::Switch { condition, .. } => {
                    let targets = successors(&f.editor, block);
                    let is_real = targets.iter().any(|&to| to != targets[0]);
                    if is_real && !condition.is_constant() && form.is_invariant(&f.editor, condition) {
                        add(inst, condition);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The condition of `select c, true, false`.
fn without_select(query: &Query<'_>, mut value: Value) -> Value {
    const MAX: usize = 16;
    for _ in 0..MAX {
        let Some(&InstData::Select { condition, if_true, if_false, .. }) = query.inst(value) else { break };
        let constants = query.module.constants();
        if constants.as_u64(if_true) != Some(1)
            || constants.as_u64(if_false) != Some(0)
            || query.type_of(value) != Type::I1
        {
            break;
        }
        value = condition;
    }
    value
}

/// Whether a condition is an `or`, or an `and`.
fn logic(query: &Query<'_>, condition: Value) -> Option<bool> {
    if query.as_logic(condition, true).is_some() {
        return Some(false);
    }
    query.as_logic(condition, false).map(|_| true)
}

/// The sizes of the blocks of a loop.
struct Costs {
    whole: u64,
    /// The size of all blocks that a block dominates.
    of_subtree: HashMap<Block, u64>,
}

impl Costs {
    fn new(f: &FunctionEdit<'_, '_>, form: &LoopForm, dominators: &DominatorTree) -> Costs {
        let body = f.editor.body();
        let query = Query::new(&f.editor, f.additions.function());
        let is_x86 = is_x86_64(f.editor.module());
        let ephemeral = ephemeral(f, form);
        let mut whole = 0;
        let mut of_subtree: HashMap<Block, u64> = HashMap::default();
        // Blocks follow their dominators in reverse post-order.
        for &block in form.blocks.iter().rev() {
            let insts = body.insts(block).filter(|inst| !ephemeral.contains(inst));
            let own: u64 = insts.map(|inst| u64::from(code_size(f, &query, inst, is_x86))).sum();
            whole += own;
            let all = *of_subtree.entry(block).and_modify(|size| *size += own).or_insert(own);
            if let Some(above) = dominators.idom(block).filter(|_| block != form.header) {
                *of_subtree.entry(above).or_default() += all;
            }
        }
        Costs { whole, of_subtree }
    }

    /// The size of the copies: all but the blocks that are only on the way of one copy.
    fn of(&self, f: &FunctionEdit<'_, '_>, dominators: &DominatorTree, candidate: &Candidate) -> u64 {
        let body = f.editor.body();
        let Some(block) = body.inst_block(candidate.inst) else { return u64::MAX / 100 };
        let query = Query::new(&f.editor, f.additions.function());
        // The successor that both copies need.
        let shared = match *body.inst(candidate.inst) {
            InstData::Select { .. } => return self.whole,
            InstData::CondBr { condition, if_true, if_false } if !candidate.is_whole => {
                let is_or = logic(&query, without_select(&query, condition)) == Some(true);
                Some(if is_or { if_true } else { if_false })
            }
            _ => None,
        };
        let mut met: HashSet<Block> = HashSet::default();
        let mut saved = 0;
        for to in successors(&f.editor, block) {
            if met.insert(to) && shared != Some(to) && is_dominated_by_edge(f, dominators, block, to) {
                saved += self.of_subtree.get(&to).copied().unwrap_or(0);
            }
        }
        self.whole.saturating_sub(saved) * (met.len() as u64).saturating_sub(1)
    }
}

/// Whether a block is only reached from `from`, apart from edges that come from behind it.
fn is_dominated_by_edge(f: &FunctionEdit<'_, '_>, dominators: &DominatorTree, from: Block, to: Block) -> bool {
    predecessors(&f.editor, to).iter().all(|&other| other == from || dominators.dominates(to, other))
}

/// What limits the number of copies: each condition may double it.
struct Multiplier(u64);

impl Multiplier {
    #[allow(clippy::too_many_arguments, reason = "each is a fact about the loop")]
    fn new(
        f: &FunctionEdit<'_, '_>,
        form: &LoopForm,
        loops: &Loops,
        of: Loop,
        dominators: &DominatorTree,
        latch: Block,
        candidates: &[Candidate],
        (threshold, limits): (u32, Limits),
    ) -> Multiplier {
        if !limits.multiplies {
            return Multiplier(1);
        }
        let parent = loops.parent(of);
        // More blocks than these change nothing.
        let most = (threshold as usize + 1).saturating_mul(limits.parent_blocks as usize);
        let blocks = parent.map_or(0, |outer| loops.blocks(outer).take(most).count()) as u32;
        let of_parent = (blocks / limits.parent_blocks).max(1);
        let siblings = loops.siblings(of);
        let siblings = if parent.is_some() { siblings } else { siblings / limits.top_level_divisor }.max(1);
        let mut clones = 0;
        for candidate in candidates {
            let Some(block) = f.editor.body().inst_block(candidate.inst) else { continue };
            if matches!(f.editor.body().inst(candidate.inst), InstData::Select { .. }) {
                clones += 1;
                continue;
            }
            let skips = dominators.dominates(block, latch);
            let staying = successors(&f.editor, block).into_iter().filter(|&to| !skips || form.contains(to)).count();
            clones += (staying as u32).checked_ilog2().unwrap_or(0);
        }
        let power = clones.saturating_sub(limits.unscaled_candidates);
        let is_too_much =
            power > threshold.checked_ilog2().unwrap_or(0) || siblings > threshold || of_parent > threshold;
        let factor = match is_too_much {
            true => threshold,
            false => (siblings.saturating_mul(of_parent).saturating_mul(1 << power)).min(threshold),
        };
        Multiplier(factor.into())
    }

    fn of(
        &self,
        f: &FunctionEdit<'_, '_>,
        form: &LoopForm,
        dominators: &DominatorTree,
        latch: Block,
        candidate: &Candidate,
    ) -> u64 {
        let body = f.editor.body();
        let Some(block) = body.inst_block(candidate.inst) else { return self.0 };
        // A condition that leaves the loop does not multiply copies.
        let leaves = body.inst(candidate.inst).is_terminator()
            && dominators.dominates(block, latch)
            && successors(&f.editor, block).into_iter().filter(|&to| form.contains(to)).count() <= 1;
        if leaves { 1 } else { self.0 }
    }
}

/// Makes a select a branch and a phi. Returns the branch.
fn branch_of_select(f: &mut FunctionEdit<'_, '_>, select: Inst) -> Option<Inst> {
    let body = f.editor.body();
    let InstData::Select { condition, if_true, if_false, .. } = *body.inst(select) else { return None };
    let head = body.inst_block(select)?;
    let (loc, weights) = (body.debug_loc(select), body.attachment(select, PROF));
    let name = [body.name(head.into()), b".split"].concat();
    let tail = f.editor.split_block(select, &name);
    let then = f.editor.create_block(Some(head));
    let jump = f.editor.insert(Point::End(then), InstData::Br { dest: tail }, Type::VOID);
    f.editor.set_debug_loc(jump, loc);
    let old = f.editor.body().terminator(head)?;
    let data = InstData::CondBr { condition, if_true: then, if_false: tail };
    let branch = f.editor.insert(Point::Before(old), data, Type::VOID);
    f.editor.set_debug_loc(branch, loc);
    f.editor.set_attachment(branch, PROF, weights);
    f.editor.erase(old);
    let list = f.editor.list(&[if_true, then.into(), if_false, head.into()]);
    let data = InstData::Phi { incoming: list, fast_math: Default::default() };
    let ty = f.editor.body().inst_type(select);
    let phi = f.editor.insert(Point::Before(select), data, ty);
    f.editor.set_debug_loc(phi, loc);
    f.editor.set_name(phi.into(), b"unswitched.select");
    f.editor.replace_all(select.into(), phi.into());
    f.editor.erase(select);
    Some(branch)
}

/// Copies the loop for each way but one, and branches to the copies before it.
fn copy(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, candidate: &Candidate, freezes: bool) -> Option<Vec<Block>> {
    let preheader = form.preheader?;
    let branch = candidate.inst;
    let parent = f.editor.body().inst_block(branch)?;
    let data = *f.editor.body().inst(branch);
    let is_or = match data {
        InstData::CondBr { condition, .. } if !candidate.is_whole => {
            let query = Query::new(&f.editor, f.additions.function());
            logic(&query, without_select(&query, condition))?
        }
        _ => true,
    };
    let targets = successors(&f.editor, parent);
    let (retained, mut unswitched): (Block, Vec<Block>) = match data {
        InstData::CondBr { if_true, if_false, .. } if is_or => (if_false, vec![if_true]),
        InstData::CondBr { if_true, if_false, .. } => (if_true, vec![if_false]),
        InstData::Switch { default, .. } => (default, targets.iter().copied().filter(|&to| to != default).collect()),
        _ => return None,
    };
    let mut met: HashSet<Block> = HashSet::default();
    unswitched.retain(|&to| met.insert(to));
    // Blocks that only one way reaches: other copies do not need them.
    let only_from: HashMap<Block, Block> = {
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let mut found = HashMap::default();
        if candidate.is_whole {
            for &to in targets.iter().filter(|&&to| is_dominated_by_edge(f, &dominators, parent, to)) {
                let mut pending = vec![to];
                while let Some(block) = pending.pop() {
                    if form.contains(block) || form.exits.contains(&block) {
                        found.insert(block, to);
                        pending.extend(dominators.children(block));
                    }
                }
            }
        } else if is_dominated_by_edge(f, &dominators, parent, retained) {
            let mut pending = vec![retained];
            while let Some(block) = pending.pop() {
                if form.contains(block) || form.exits.contains(&block) {
                    found.insert(block, retained);
                    pending.extend(dominators.children(block));
                }
            }
        }
        found
    };
    let entry = f.editor.body().terminator(preheader)?;
    let name = [f.editor.body().name(preheader.into()), b".split"].concat();
    let loop_preheader = f.editor.split_block(entry, &name);
    let mut after = preheader;
    let mut copies: Vec<(Block, ValueMap, Vec<Block>)> = Vec::new();
    for &to in &unswitched {
        let is_skipped = |block: &Block| only_from.get(block).is_some_and(|&way| way != to);
        let (map, blocks) = copy_way(f, form, (loop_preheader, parent, to), after, &is_skipped)?;
        after = blocks.last().copied().unwrap_or(after);
        copies.push((to, map, blocks));
    }
    let old = f.editor.body().terminator(preheader)?;
    let loc = f.editor.body().debug_loc(branch);
    let weights = f.editor.body().attachment(branch, PROF);
    let entry_of = |to: Block| {
        let copy = copies.iter().find(|(way, ..)| *way == to);
        copy.and_then(|(_, map, _)| map.block(loop_preheader)).unwrap_or(loop_preheader)
    };
    let new = match data {
        InstData::CondBr { if_true, if_false, .. } if candidate.is_whole => {
            let condition = if freezes { freeze(f, old, candidate.invariants[0]) } else { candidate.invariants[0] };
            InstData::CondBr { condition, if_true: entry_of(if_true), if_false: entry_of(if_false) }
        }
        InstData::CondBr { .. } => {
            let condition = combined(f, old, &candidate.invariants, is_or);
            let copied = entry_of(unswitched[0]);
            let (if_true, if_false) = if is_or { (copied, loop_preheader) } else { (loop_preheader, copied) };
            InstData::CondBr { condition, if_true, if_false }
        }
        InstData::Switch { condition, default, cases } => {
            let mut list = f.editor.body().list_values(&cases).to_vec();
            for to in list.iter_mut().skip(1).step_by(2) {
                *to = to.as_block().map_or(*to, |block| entry_of(block).into());
            }
            let condition = if freezes { freeze(f, old, condition) } else { condition };
            InstData::Switch { condition, default: entry_of(default), cases: f.editor.list(&list) }
        }
        _ => return None,
    };
    let new = f.editor.insert(Point::Before(old), new, Type::VOID);
    f.editor.set_debug_loc(new, loc);
    if candidate.is_whole {
        f.editor.set_attachment(new, PROF, weights);
    }
    // The hint is about the first execution, which a branch that may not be reached need not have.
    if candidate.is_whole && !freezes {
        let implicit = f.editor.body().attachment(branch, MAKE_IMPLICIT);
        f.editor.set_attachment(new, MAKE_IMPLICIT, implicit);
    }
    f.editor.erase(old);
    if candidate.is_whole {
        let mut kept = false;
        for &to in &targets {
            // One edge to the retained successor stays.
            if to == retained && !std::mem::replace(&mut kept, true) {
                continue;
            }
            remove_edge_of_exit(&mut f.editor, to, parent);
        }
        let jump = f.editor.insert(Point::Before(branch), InstData::Br { dest: retained }, Type::VOID);
        f.editor.set_debug_loc(jump, loc);
        let id = f.editor.body().attachment(branch, LOOP);
        f.editor.set_attachment(jump, LOOP, id);
        f.editor.erase(branch);
    }
    if matches!(data, InstData::CondBr { .. }) {
        let (_, _, blocks) = copies.first()?;
        let of_copy: HashSet<Block> = blocks.iter().copied().collect();
        let module = f.editor.module();
        let constant = |is: bool| module.constants().int(module.context(), Type::I1, u64::from(is));
        for &invariant in &candidate.invariants {
            let uses: Vec<Use> = f.editor.uses().of(invariant).collect();
            for at in uses {
                let Some(block) = f.editor.body().inst_block(at.user) else { continue };
                if of_copy.contains(&block) {
                    f.editor.set_operand(at, constant(is_or));
                } else if form.contains(block) {
                    f.editor.set_operand(at, constant(!is_or));
                }
            }
        }
    }
    let mut all: Vec<Block> = form.blocks.iter().chain(&form.exits).copied().collect();
    all.extend(copies.iter().flat_map(|(_, _, blocks)| blocks.iter().copied()));
    erase_unreached(f, &all);
    Some(copies.iter().filter_map(|(_, map, _)| map.block(form.header)).collect())
}

/// Copies the loop with its preheader and exits. In the copy, the block `parent` goes to `to`. Returns the copied blocks.
fn copy_way(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    (loop_preheader, parent, to): (Block, Block, Block),
    after: Block,
    is_skipped: &dyn Fn(&Block) -> bool,
) -> Option<(ValueMap, Vec<Block>)> {
    // The ways meet behind the exits.
    let mut exits: Vec<(Block, Block)> = Vec::new();
    for &exit in form.exits.iter().filter(|exit| !is_skipped(exit)) {
        let first = f.editor.body().first_non_phi(exit)?;
        let name = f.editor.body().name(exit.into()).to_vec();
        let merge = f.editor.split_block(first, b"");
        f.editor.set_name(exit.into(), &[&name[..], b".split"].concat());
        if !name.is_empty() {
            f.editor.set_name(merge.into(), &name);
        }
        exits.push((exit, merge));
    }
    let mut source = vec![loop_preheader];
    source.extend(form.blocks.iter().copied().filter(|block| !is_skipped(block)));
    source.extend(exits.iter().map(|&(exit, _)| exit));
    let mut map = ValueMap::default();
    f.editor.clone_blocks_with_suffix(after, &source, b".us", &mut map);
    let blocks: Vec<Block> = source.iter().filter_map(|&block| map.block(block)).collect();
    for &(exit, merge) in &exits {
        let copied = map.block(exit)?;
        for phi in phis(&f.editor, exit) {
            let at = f.editor.body().first_non_phi(merge).map_or(Point::End(merge), Point::BeforeRecords);
            let joined = insert_phi(&mut f.editor, at, phi, b"", &[]);
            f.editor.set_name(joined, b".us-phi");
            let loc = f.editor.body().debug_loc(phi);
            let joined = joined.as_inst()?;
            f.editor.set_debug_loc(joined, loc);
            f.editor.replace_all(phi.into(), joined.into());
            f.editor.add_incoming(joined, phi.into(), exit);
            f.editor.add_incoming(joined, map.get(phi.into()), copied);
        }
    }
    // Edges from blocks that were not copied.
    for &block in form.blocks.iter().filter(|block| is_skipped(block)) {
        for next in successors(&f.editor, block) {
            for phi in map.block(next).map(|copy| phis(&f.editor, copy)).unwrap_or_default() {
                f.editor.retain_incoming(phi, |_, from| from != block);
            }
        }
    }
    let (copied_parent, copied_to) = (map.block(parent)?, map.block(to)?);
    for next in successors(&f.editor, parent) {
        if let Some(copy) = map.block(next).filter(|_| next != to) {
            remove_edge_of_exit(&mut f.editor, copy, copied_parent);
        }
    }
    for phi in phis(&f.editor, copied_to) {
        let value = incoming_from(&f.editor, phi, copied_parent)?;
        let count = crate::edges::incoming(&f.editor, phi).iter().filter(|(_, from)| *from == copied_parent).count();
        if count > 1 {
            f.editor.retain_incoming(phi, |_, from| from != copied_parent);
            f.editor.add_incoming(phi, value, copied_parent);
        }
    }
    let old = f.editor.body().terminator(copied_parent)?;
    let condition = f.editor.body().operand(old, 0).and_then(Value::as_inst);
    let loc = f.editor.body().debug_loc(old);
    let jump = f.editor.insert(Point::Before(old), InstData::Br { dest: copied_to }, Type::VOID);
    f.editor.set_debug_loc(jump, loc);
    let id = f.editor.body().attachment(old, LOOP);
    f.editor.set_attachment(jump, LOOP, id);
    f.editor.erase(old);
    if let Some(condition) = condition.filter(|&inst| is_trivially_dead(&f.editor, inst)) {
        let mut debug_users = DebugUsers::of(f);
        erase_dead(f, &mut debug_users, vec![condition]);
    }
    Some((map, blocks))
}

/// Erases those of the blocks that are not reached any more.
fn erase_unreached(f: &mut FunctionEdit<'_, '_>, blocks: &[Block]) {
    let body = f.editor.body();
    let Some(entry) = body.entry() else { return };
    let mut reached: HashSet<Block> = [entry].into_iter().collect();
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        pending.extend(successors(&f.editor, block).into_iter().filter(|&to| reached.insert(to)));
    }
    let mut gone: Vec<Block> = blocks.iter().copied().filter(|block| !reached.contains(block)).collect();
    gone.sort_unstable_by_key(|block| block.as_u32());
    gone.dedup();
    // Blocks behind them may be unreached too: they lose these predecessors.
    let mine: HashSet<Block> = gone.iter().copied().collect();
    let behind: Vec<Block> = gone
        .iter()
        .flat_map(|&block| successors(&f.editor, block))
        .filter(|to| !mine.contains(to) && !reached.contains(to))
        .collect();
    match behind.is_empty() {
        true => f.editor.erase_blocks(&gone),
        false => drop(crate::edges::erase_unreachable(f)),
    }
}
