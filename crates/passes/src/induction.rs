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

/// The number of iterations that are evaluated one by one.
const MAX_EVALUATED: u32 = 1024;

/// How often an exiting block, which every iteration reaches, lets the loop go on: computed by evaluating the loop's constants,
/// iteration by iteration. `None` if that is unknown, or more than [`MAX_EVALUATED`].
pub(crate) fn constant_backedge_count(f: &FunctionEdit<'_, '_>, form: &LoopForm, exiting: Block) -> Option<u32> {
    let body = f.editor.body();
    let module = f.editor.module();
    let InstData::CondBr { condition, if_true, if_false } = *body.inst(body.terminator(exiting)?) else { return None };
    if form.contains(if_true) == form.contains(if_false) {
        return None;
    }
    let (preheader, latch) = (form.preheader?, form.latch?);
    // The operations that the condition and the next values of the phis are computed by, operands first.
    let mut operations: Vec<Inst> = Vec::new();
    let mut variables: Vec<(Inst, Value, Value)> = Vec::new();
    let mut met: lindworm_ir::hash::HashSet<Inst> = Default::default();
    let mut pending: Vec<(Value, bool)> = vec![(condition, false)];
    while let Some((value, is_done)) = pending.pop() {
        let Some(inst) = value.as_inst().filter(|_| !form.is_invariant(&f.editor, value)) else {
            if value.is_constant() { continue } else { return None }
        };
        if is_done {
            operations.push(inst);
            continue;
        }
        if !met.insert(inst) {
            continue;
        }
        if met.len() > 64 {
            return None;
        }
        match body.inst(inst) {
            InstData::Phi { .. } if body.inst_block(inst) == Some(form.header) => {
                let entries = incoming(&f.editor, inst);
                let of = |block| entries.iter().find(|&&(_, from)| from == block).map(|&(value, _)| value);
                let (start, next) = (of(preheader)?, of(latch)?);
                if !start.is_constant() {
                    return None;
                }
                variables.push((inst, start, next));
                pending.push((next, false));
            }
            InstData::Binary { .. } | InstData::ICmp { .. } | InstData::Cast { .. } | InstData::Select { .. } => {
                pending.push((value, true));
                body.inst(inst).for_each_operand(body.values(), |v| pending.push((v, false)));
            }
            _ => return None,
        }
    }
    let mut values: lindworm_ir::hash::HashMap<Value, Value> = Default::default();
    for &(phi, start, _) in &variables {
        values.insert(phi.into(), start);
    }
    for count in 0..MAX_EVALUATED {
        for &inst in &operations {
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let result = match *body.inst(inst) {
                InstData::Binary { op, flags, lhs, rhs, .. } => module.fold_binary(op, flags, get(lhs)?, get(rhs)?)?,
                InstData::ICmp { predicate, lhs, rhs, .. } => module.fold_icmp(predicate, get(lhs)?, get(rhs)?)?,
                InstData::Cast { op, value, .. } => module.fold_cast(op, get(value)?, body.inst_type(inst))?,
                InstData::Select { condition, if_true, if_false, .. } => {
                    module.fold_select(get(condition)?, get(if_true)?, get(if_false)?)?
                }
                _ => return None,
            };
            values.insert(inst.into(), result);
        }
        let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
        let taken = module.constants().as_u64(get(condition)?)?;
        if !form.contains(if taken == 1 { if_true } else { if_false }) {
            return Some(count);
        }
        let next: Vec<Value> = variables.iter().map(|&(_, _, next)| get(next)).collect::<Option<_>>()?;
        for (&(phi, ..), value) in variables.iter().zip(next) {
            values.insert(phi.into(), value);
        }
    }
    None
}
