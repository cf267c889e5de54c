//! Counted loops in their simplest form.

use lindworm_ir::eval::{BinaryOp, Int, IntFlags, IntPredicate};
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edges::{incoming, phis};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

/// An integer phi of a loop header that changes by a constant in each iteration.
#[derive(Clone)]
pub(crate) struct Induction {
    pub phi: Inst,
    pub step: Int,
    /// The value of the next iteration.
    pub next: Value,
    pub flags: IntFlags,
}

/// The induction variables of a loop.
pub(crate) fn inductions(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> Vec<Induction> {
    let (Some(preheader), Some(latch)) = (form.preheader, form.latch) else { return Vec::new() };
    let query = Query::new(&f.editor, f.additions.function());
    let mut found = Vec::new();
    for phi in phis(&f.editor, form.header) {
        let entries = incoming(&f.editor, phi);
        let of = |block: Block| entries.iter().find(|&&(_, from)| from == block).map(|&(value, _)| value);
        let (Some(_), Some(next)) = (of(preheader), of(latch)) else { continue };
        let Some((op, flags, lhs, rhs)) = query.binary(next) else { continue };
        let step = match op {
            BinaryOp::Add if lhs == phi.into() => query.constant_int(rhs),
            BinaryOp::Add if rhs == phi.into() => query.constant_int(lhs),
            BinaryOp::Sub if lhs == phi.into() => query.constant_int(rhs).map(|step| step.neg()),
            _ => None,
        };
        let is_scalar = f.editor.module().context().is_int(f.editor.body().inst_type(phi));
        if let Some(step) = step.filter(|_| is_scalar) {
            found.push(Induction { phi, step, next, flags });
        }
    }
    found
}

/// Whether an exiting block that every iteration reaches leaves the loop after finitely many iterations.
pub(crate) fn has_finite_trip_count(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    let [exiting] = form.exiting[..] else { return false };
    let body = f.editor.body();
    // No nested loop, which might not terminate.
    if form.latch.is_none() || exiting != form.header && Some(exiting) != form.latch || has_inner_cycle(f, form) {
        return false;
    }
    let Some(InstData::CondBr { condition, if_true, .. }) = body.terminator(exiting).map(|t| *body.inst(t)) else {
        return false;
    };
    let Some(InstData::ICmp { predicate, lhs, rhs, .. }) = condition.as_inst().map(|inst| *body.inst(inst)) else {
        return false;
    };
    let stays = if form.contains(if_true) { predicate } else { predicate.inverse() };
    inductions(f, form).iter().any(|iv| {
        let is_it = |v: Value| v == iv.phi.into() || v == iv.next;
        let (predicate, bound) = match () {
            _ if is_it(lhs) => (stays, rhs),
            _ if is_it(rhs) => (stays.swapped(), lhs),
            _ => return false,
        };
        if !form.is_invariant(&f.editor, bound) {
            return false;
        }
        let one = |n: &Int| n.is_one() || n.is_all_ones();
        let is_down = iv.step.is_negative();
        use IntPredicate::*;
        match predicate {
            // Every value is reached.
            Ne => one(&iv.step),
            // A step of one cannot jump over the bound.
            Ult | Slt if iv.step.is_one() => true,
            Ugt | Sgt if iv.step.is_all_ones() => true,
            Ult => iv.flags.contains(IntFlags::NUW) && !iv.step.is_zero(),
            Slt => iv.flags.contains(IntFlags::NSW) && !is_down && !iv.step.is_zero(),
            Sgt => iv.flags.contains(IntFlags::NSW) && is_down,
            Eq => !iv.step.is_zero(),
            _ => false,
        }
    })
}

fn has_inner_cycle(f: &FunctionEdit<'_, '_>, form: &LoopForm) -> bool {
    // In reverse post-order only back edges lead backwards.
    let places: lindworm_ir::hash::HashMap<Block, usize> =
        form.blocks.iter().enumerate().map(|(place, &block)| (block, place)).collect();
    form.blocks.iter().enumerate().any(|(place, &block)| {
        crate::loop_form::successors(&f.editor, block)
            .iter()
            .any(|to| *to != form.header && places.get(to).is_some_and(|&at| at <= place))
    })
}
