//! Values that are computed again after a suspend point, rather than kept in the frame: casts, addresses, arithmetic, comparisons
//! and selects, whose operands are computed again too or are in the frame.

use std::collections::VecDeque;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Body, Inst, InstData, Value};

use super::crossing::Crossing;
use super::normalize::{insertion_point, replace_uses_in};
use crate::function_attrs::has;
use crate::pass::FunctionEdit;

/// The maximum number of values that are computed again for one use. Operands beyond it are in the frame.
const MAX_VALUES: usize = 128;

/// The values to compute again for one user, operands after their users.
struct Copies {
    user: Inst,
    values: Vec<Inst>,
}

/// Copies values that can be computed again to their uses after suspend points. At most a few times as many instructions are copied
/// as there are.
pub(super) fn rematerialize(f: &mut FunctionEdit<'_, '_>, crossing: &Crossing) {
    if has(f.editor.module(), f.additions.function(), AttrKind::OPT_NONE) {
        return;
    }
    let mut budget = 4 * f.editor.body().inst_count() + 1000;
    let mut seen: HashSet<Inst> = HashSet::default();
    let mut all: Vec<Copies> = Vec::new();
    for inst in f.editor.insts() {
        if !can_be_repeated(f.editor.body(), inst) {
            continue;
        }
        for user in crossing.crossing_users(f, inst.into()) {
            if budget > 0 && seen.insert(user) {
                let copies = Copies { user, values: copied_for(f, crossing, user) };
                budget = budget.saturating_sub(copies.values.len());
                all.push(copies);
            }
        }
    }
    // Uses are replaced when all copies exist, because a user may be copied for another one.
    let mut uses: Vec<(Inst, Inst, Inst)> = Vec::new();
    for Copies { user, values } in all {
        copy(f, user, &values, &mut uses);
    }
    for (user, old, new) in uses {
        if f.editor.body().inst_block(user).is_none() {
            continue;
        }
        if matches!(f.editor.body().inst(user), InstData::Phi { .. }) {
            super::replace(&mut f.editor, user, new.into());
        } else {
            replace_uses_in(f, user, old.into(), new.into());
        }
    }
}

fn can_be_repeated(body: &Body, inst: Inst) -> bool {
    matches!(
        body.inst(inst),
        InstData::Cast { .. }
            | InstData::GetElementPtr { .. }
            | InstData::Binary { .. }
            | InstData::ICmp { .. }
            | InstData::FCmp { .. }
            | InstData::Select { .. }
    )
}

/// The values to compute again for a user, each after those that use it.
fn copied_for(f: &FunctionEdit<'_, '_>, crossing: &Crossing, user: Inst) -> Vec<Inst> {
    let (module, body) = (f.editor.module(), f.editor.body());
    // The edges are those from each value, found breadth first, to its operands.
    let mut operands: HashMap<Inst, Vec<Inst>> = HashMap::default();
    let mut pending = VecDeque::from([user]);
    while let Some(inst) = pending.pop_front() {
        if operands.contains_key(&inst) {
            continue;
        }
        let mut own: Vec<Inst> = Vec::new();
        body.inst(inst).for_each_operand(body.values(), |value| {
            let Some(operand) = value.as_inst().filter(|&operand| can_be_repeated(body, operand)) else { return };
            let crosses = |block| crossing.use_crosses(module, body, block, user);
            if body.inst_block(operand).is_some_and(crosses) {
                own.push(operand);
            }
        });
        if operands.len() + pending.len() + own.len() > MAX_VALUES {
            own.retain(|operand| operands.contains_key(operand));
        }
        pending.extend(own.iter().copied());
        operands.insert(inst, own);
    }
    // Depth first, so that the reverse postorder has users before operands.
    let mut postorder = Vec::new();
    let mut visited: HashSet<Inst> = HashSet::from_iter([user]);
    let mut path = vec![(user, 0)];
    while let Some((inst, next)) = path.last_mut() {
        let (inst, place) = (*inst, *next);
        *next += 1;
        match operands.get(&inst).and_then(|own| own.get(place)) {
            Some(&operand) => {
                if visited.insert(operand) {
                    path.push((operand, 0));
                }
            }
            None => {
                postorder.push(inst);
                path.pop();
            }
        }
    }
    postorder.pop();
    postorder.reverse();
    postorder
}

/// Copies values before a user. Adds to `uses` the user, and the values that it uses with their copies.
fn copy(f: &mut FunctionEdit<'_, '_>, user: Inst, values: &[Inst], uses: &mut Vec<(Inst, Inst, Inst)>) {
    let body = f.editor.body();
    let Some(block) = body.inst_block(user) else { return };
    let at = match super::intrinsic(f.editor.module(), body, user) {
        // A suspend point remains alone in its block.
        Some(id) if super::is_suspend(id) => f.editor.single_predecessor(block).and_then(|from| body.terminator(from)),
        _ => insertion_point(body, block),
    };
    let Some(mut at) = at else { return };
    let mut made: Vec<Inst> = Vec::new();
    for &value in values {
        let new = f.editor.clone_inst(value, Point::Before(at));
        let name = f.editor.body().name(value.into()).to_vec();
        f.editor.set_name(new.into(), &name);
        at = new;
        for &before in &made {
            replace_uses_in(f, before, value.into(), new.into());
        }
        let body = f.editor.body();
        let is_used = (0..body.operand_count(user)).any(|n| body.operand(user, n) == Some(Value::from(value)));
        if is_used {
            uses.push((user, value, new));
        }
        made.push(new);
    }
}
