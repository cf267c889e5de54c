//! The values of variables after the loop, computed from the number of iterations instead of by the loop.

use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{Cleanup, IndVars, LastValues};
use crate::edges::{incoming, phis};
use crate::effects::has_side_effects;
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{Expander, Kind, Operand, ScalarEvolution, Scev, ScevInput};

/// The maximum number of users of a variable that are followed to find one that keeps it alive.
const MAX_USERS: usize = 256;

/// An incoming value of a phi in an exit that has a known last value.
struct Candidate {
    at: Use,
    old: Inst,
    /// The place where the last value could be computed, if it did not change in the loop.
    before: Inst,
    last: Scev,
    is_expensive: bool,
}

/// Replaces the incoming values of the phis in the exits. Linear in the exits and the expressions.
pub(super) fn rewrite(pass: &IndVars, f: &mut FunctionEdit<'_, '_>, form: &LoopForm, cleanup: &mut Cleanup) {
    if form.exits.iter().all(|&exit| phis(&f.editor, exit).is_empty()) {
        return;
    }
    let input = ScevInput::of(f);
    let mut scev = input.analyse(f);
    let candidates = candidates(pass, f, form, &input, &mut scev);
    if candidates.is_empty() {
        return;
    }
    let is_forced = pass.last_values == LastValues::Always || can_be_deleted(f, form, &candidates);
    let mut expander = Expander::new(&mut scev);
    let mut new: Vec<(Candidate, Operand)> = Vec::new();
    for candidate in candidates.into_iter().filter(|one| is_forced || !one.is_expensive) {
        if let Some(value) = expander.expand(candidate.last, candidate.before) {
            new.push((candidate, value));
        }
    }
    let recipe = expander.finish();
    drop(scev);
    let values = recipe.insert(f);
    for (candidate, value) in new {
        replace(f, &input, candidate.at, value.value(&values));
        cleanup.dead.push(candidate.old);
    }
}

fn candidates(
    pass: &IndVars,
    f: &FunctionEdit<'_, '_>,
    form: &LoopForm,
    input: &ScevInput,
    scev: &mut ScalarEvolution<'_>,
) -> Vec<Candidate> {
    let (editor, body) = (&f.editor, f.editor.body());
    let mut found = Vec::new();
    let Some(of) = input.loops.loop_of(form.header) else { return found };
    let parent = input.loops.parent(of);
    for &exit in &form.exits {
        for phi in phis(editor, exit) {
            if editor.uses().is_unused(phi.into()) || !scev.has_expressions(body.inst_type(phi)) {
                continue;
            }
            for (operand, (value, from)) in (0..).step_by(2).zip(incoming(editor, phi)) {
                let Some(old) = value.as_inst().filter(|_| !form.is_invariant(editor, value)) else { continue };
                let s = scev.of(value);
                let mut last = scev.at_scope(s, parent);
                let is_good = |scev: &mut ScalarEvolution<'_>, last: Scev| {
                    scev.is_invariant(last, of) && scev.is_safe_to_compute(last)
                };
                if !is_good(scev, last) {
                    let Some(count) = exit_count(scev, of, from) else { continue };
                    let Kind::AddRec(operands, own) = scev.kind(s).clone() else { continue };
                    let Some(value) = (own == of).then(|| scev.evaluate_at(&operands, count)).flatten() else {
                        continue;
                    };
                    if !is_good(scev, value) {
                        continue;
                    }
                    last = value;
                }
                let is_trivial = matches!(scev.kind(last), Kind::Constant(_) | Kind::Unknown(_));
                if pass.last_values != LastValues::Always && !is_trivial && is_needed_in_loop(f, form, old) {
                    continue;
                }
                let Some(before) = insertion_point(f, old) else { continue };
                found.push(Candidate { at: Use { user: phi, operand }, old, before, last, is_expensive: false });
            }
        }
    }
    // The costs are computed when all values are known that may be used again.
    let mut expander = Expander::new(scev);
    for one in &mut found {
        one.is_expensive = expander.is_expensive(one.last, of, pass.budget, one.before);
    }
    found
}

/// How often the back edge is taken before the loop is left from a block, if it is left there.
pub(super) fn exit_count(scev: &mut ScalarEvolution<'_>, of: lindworm_analysis::Loop, from: Block) -> Option<Scev> {
    let taken = scev.backedge_taken(of);
    taken.exits.iter().find(|&&(block, _)| block == from).and_then(|(_, count)| count.exact)
}

fn insertion_point(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<Inst> {
    let body = f.editor.body();
    match body.inst(inst) {
        InstData::Phi { .. } | InstData::LandingPad { .. } => body.first_non_phi(body.inst_block(inst)?),
        _ => Some(inst),
    }
}

/// Whether an instruction of the loop with side effects depends on the value.
fn is_needed_in_loop(f: &FunctionEdit<'_, '_>, form: &LoopForm, inst: Inst) -> bool {
    let mut met: HashSet<Inst> = [inst].into_iter().collect();
    let mut pending = vec![inst];
    while let Some(inst) = pending.pop() {
        if !f.editor.body().inst_block(inst).is_some_and(|block| form.contains(block)) {
            continue;
        }
        if has_side_effects(&f.editor, inst) && !f.editor.body().inst(inst).is_terminator() || met.len() > MAX_USERS {
            return true;
        }
        pending.extend(f.editor.uses().of(inst.into()).map(|at| at.user).filter(|&user| met.insert(user)));
    }
    false
}

/// Whether the loop has no effects and a single exit, and computes nothing else that is used outside.
fn can_be_deleted(f: &FunctionEdit<'_, '_>, form: &LoopForm, candidates: &[Candidate]) -> bool {
    let editor = &f.editor;
    let ([exit], [_]) = (&form.exits[..], &form.exiting[..]) else { return false };
    let known: HashSet<(Inst, u32)> = candidates.iter().map(|one| (one.at.user, one.at.operand)).collect();
    let is_known = |phi: Inst| {
        (0..).step_by(2).zip(incoming(editor, phi)).all(|(operand, (value, _))| {
            known.contains(&(phi, operand))
                || value.as_inst().is_none_or(|inst| form.has_invariant_operands(editor, inst))
        })
    };
    let has_effects = |inst: Inst| !editor.body().inst(inst).is_terminator() && has_side_effects(editor, inst);
    form.has_dedicated_exits(editor)
        && phis(editor, *exit).into_iter().all(is_known)
        && !form.blocks.iter().any(|&block| editor.body().insts(block).any(has_effects))
}

/// Sets an incoming value of a phi. The phi is replaced if it has no other and is not needed for loop-closed form.
fn replace(f: &mut FunctionEdit<'_, '_>, input: &ScevInput, at: Use, value: Value) {
    let block_of = |value: Value| value.as_inst().and_then(|inst| f.editor.body().inst_block(inst));
    let home = block_of(value).and_then(|block| input.loops.loop_of(block));
    let is_closed =
        home.is_none_or(|home| block_of(at.user.into()).is_some_and(|block| input.loops.contains(home, block)));
    f.editor.set_operand(at, value);
    if f.editor.body().operand_count(at.user) == 2 && is_closed {
        f.editor.replace_all(at.user.into(), value);
        f.editor.erase(at.user);
    }
}
