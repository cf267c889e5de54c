//! Switches on values that do not change in a loop: cases that leave the loop are decided before it.

use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{incoming, insert_phi, phis, remove_edge_of_exit};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;

/// Moves the cases of a switch in `block` that leave the loop to a switch before the loop. Returns whether there were any.
pub(super) fn unswitch(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    block: Block,
    switch: Inst,
    is_near: &dyn Fn(Block) -> bool,
) -> Option<()> {
    let preheader = form.preheader?;
    let body = f.editor.body();
    let InstData::Switch { condition, default, ref cases } = *body.inst(switch) else { return None };
    if condition.is_constant() || !form.is_invariant(&f.editor, condition) {
        return None;
    }
    let cases: Vec<(Value, Block)> =
        body.list_values(cases).chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].as_block()?))).collect();
    let is_moved = |to: Block| !form.contains(to) && is_near(to) && can_leave(f, form, block, to);
    let default_leaves = is_moved(default);
    let (moved, kept): (Vec<_>, Vec<_>) = cases.iter().copied().partition(|&(_, to)| is_moved(to));
    let weights = f.branch_weights(switch).filter(|weights| weights.len() == cases.len() + 1);
    let of_cases = weights.iter().flat_map(|all| cases.iter().map(|case| case.0).zip(all[1..].iter().copied()));
    let of_cases: HashMap<Value, u64> = of_cases.collect();
    let weight_of = |value: Value| of_cases.get(&value).copied().unwrap_or(0);
    let default_weight = weights.as_ref().map_or(0, |weights| weights[0]);
    let weights_of = |cases: &[(Value, Block)]| cases.iter().map(|&(value, _)| weight_of(value)).collect::<Vec<u64>>();
    if !default_leaves && moved.is_empty() || default_leaves && kept.is_empty() {
        return None;
    }
    // The only successor that remains in the loop.
    let remaining = kept.iter().map(|&(_, to)| to).chain((!default_leaves).then_some(default));
    let remaining: Vec<Block> = remaining.collect();
    let common = remaining.iter().all(|&to| to == remaining[0]).then_some(remaining[0]);
    let entry = f.editor.body().terminator(preheader)?;
    let name = [f.editor.body().name(preheader.into()), b".split"].concat();
    let loop_preheader = f.editor.split_block(entry, &name);
    let old = f.editor.body().terminator(preheader)?;
    let loc = f.editor.body().debug_loc(switch);
    // The rest of the old switch.
    let (jump, rest_weights) = match common {
        Some(dest) => (InstData::Br { dest }, Vec::new()),
        None => {
            let (&last, others) = kept.split_last()?;
            let (default, kept, first) = match default_leaves {
                true => (last.1, others, weight_of(last.0)),
                false => (default, &kept[..], default_weight),
            };
            let list: Vec<Value> = kept.iter().flat_map(|&(value, to)| [value, to.into()]).collect();
            let all = std::iter::once(first).chain(weights_of(kept)).collect();
            (InstData::Switch { condition, default, cases: f.editor.list(&list) }, all)
        }
    };
    let leaving: Vec<Block> = moved.iter().map(|&(_, to)| to).chain(default_leaves.then_some(default)).collect();
    // The values that phis of the exits had from this block.
    let rest = f.editor.insert(Point::Before(switch), jump, Type::VOID);
    f.editor.set_debug_loc(rest, loc);
    if weights.is_some() {
        f.set_branch_weights(rest, &rest_weights);
    }
    f.editor.erase(switch);
    if let Some(dest) = common {
        for _ in 1..remaining.len() {
            remove_edge_of_exit(&mut f.editor, dest, block);
        }
    }
    let mut targets: Vec<(Block, Block)> = Vec::new();
    let mut met: HashSet<Block> = HashSet::default();
    for &exit in leaving.iter().rev().filter(|&&exit| met.insert(exit)) {
        let edges = leaving.iter().filter(|&&to| to == exit).count();
        let target = enter_exit(f, exit, block, preheader, edges)?;
        targets.push((exit, target));
    }
    let target_of = |to: Block| targets.iter().find(|(exit, _)| *exit == to).map_or(loop_preheader, |&(_, t)| t);
    let list: Vec<Value> = match default_leaves {
        true => cases.iter().flat_map(|&(value, to)| [value, target_of(to).into()]).collect(),
        false => moved.iter().flat_map(|&(value, to)| [value, target_of(to).into()]).collect(),
    };
    let default = if default_leaves { target_of(default) } else { loop_preheader };
    let data = InstData::Switch { condition, default, cases: f.editor.list(&list) };
    let new = f.editor.insert(Point::Before(old), data, Type::VOID);
    f.editor.set_debug_loc(new, loc);
    if weights.is_some() {
        let (default, others) = match default_leaves {
            true => (default_weight, weights_of(&cases)),
            false => (weights_of(&kept).into_iter().fold(default_weight, u64::saturating_add), weights_of(&moved)),
        };
        let all: Vec<u64> = std::iter::once(default).chain(others).collect();
        f.set_branch_weights(new, &all);
    }
    f.editor.erase(old);
    Some(())
}

/// Whether the edge to an exit can start before the loop: the phis get values that do not change, and there is something to do.
fn can_leave(f: &FunctionEdit<'_, '_>, form: &LoopForm, from: Block, exit: Block) -> bool {
    let body = f.editor.body();
    let is_fixed = |phi: Inst| {
        let mut entries = incoming(&f.editor, phi).into_iter().filter(|&(_, source)| source == from);
        entries.all(|(value, _)| form.is_invariant(&f.editor, value))
    };
    let Some(first) = body.first_non_phi(exit) else { return false };
    !matches!(body.inst(first), InstData::Unreachable)
        && !crate::effects::is_pad(body.inst(first))
        && phis(&f.editor, exit).into_iter().all(is_fixed)
}

/// Makes an exit, which lost `edges` edges from `block`, enterable from the preheader. Returns the block to branch to.
fn enter_exit(
    f: &mut FunctionEdit<'_, '_>,
    exit: Block,
    block: Block,
    preheader: Block,
    edges: usize,
) -> Option<Block> {
    if f.editor.uses().of(exit.into()).all(|at| !f.editor.body().inst(at.user).is_terminator()) {
        // It is no exit of the loop any more.
        for phi in phis(&f.editor, exit) {
            let value = incoming(&f.editor, phi).first().map(|&(value, _)| value)?;
            f.editor.retain_incoming(phi, |_, _| false);
            for _ in 0..edges {
                f.editor.add_incoming(phi, value, preheader);
            }
        }
        return Some(exit);
    }
    let first = f.editor.body().first_non_phi(exit)?;
    let name = [f.editor.body().name(exit.into()), b".split"].concat();
    let target = f.editor.split_block(first, &name);
    for phi in phis(&f.editor, exit) {
        let value = incoming(&f.editor, phi).into_iter().find(|&(_, from)| from == block)?.0;
        let at = f.editor.body().first_inst(target).map_or(Point::End(target), Point::BeforeRecords);
        let new = insert_phi(&mut f.editor, at, phi, b".split", &[]).as_inst()?;
        f.editor.replace_all(phi.into(), new.into());
        for _ in 0..edges {
            f.editor.add_incoming(new, value, preheader);
        }
        f.editor.add_incoming(new, phi.into(), exit);
        f.editor.retain_incoming(phi, |_, from| from != block);
    }
    Some(target)
}
