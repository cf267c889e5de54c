//! Tests of exits: those with a known result are replaced by it, and those with a known number of iterations compare a counter with
//! a limit.

use lindworm_analysis::{DominatorTree, Loop};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::last_values::exit_count;
use super::{Cleanup, IndVars};
use crate::edges::{incoming, phis};
use crate::loop_form::LoopForm;
use crate::pass::FunctionEdit;
use crate::scalar_evolution::{Expander, Kind, Operand, ScalarEvolution, Scev, ScevInput, Wrap};

/// The exiting blocks of the loop that are in no inner loop and end with a conditional branch, each with the branch and its
/// condition.
fn exit_branches(f: &FunctionEdit<'_, '_>, form: &LoopForm, input: &ScevInput) -> Vec<(Block, Inst, Value)> {
    let body = f.editor.body();
    let home = input.loops.loop_of(form.header);
    let of_block = |&block: &Block| {
        let branch = body.terminator(block).filter(|_| input.loops.loop_of(block) == home)?;
        match *body.inst(branch) {
            InstData::CondBr { condition, .. } => Some((block, branch, condition)),
            _ => None,
        }
    };
    form.exiting.iter().filter_map(of_block).collect()
}

/// Whether the branch leaves the loop if its condition is true.
fn leaves_if_true(f: &FunctionEdit<'_, '_>, form: &LoopForm, branch: Inst) -> bool {
    matches!(*f.editor.body().inst(branch), InstData::CondBr { if_true, .. } if !form.contains(if_true))
}

/// Replaces the conditions of exits that are always or never taken when they are reached. Returns whether there are any.
pub(super) fn fold(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, cleanup: &mut Cleanup) -> bool {
    let input = ScevInput::of(f);
    let dominators = f.analyses.get::<DominatorTree>(&f.editor);
    let Some(latch) = form.latch else { return false };
    let mut branches = exit_branches(f, form, &input);
    branches.retain(|&(block, _, condition)| !condition.is_constant() && dominators.dominates(block, latch));
    if branches.is_empty() {
        return false;
    }
    // All of them dominate the latch, so dominance orders them, and so does reverse post-order.
    let (known, is_left_first) = {
        let mut scev = input.analyse(f);
        match input.loops.loop_of(form.header) {
            Some(of) => known_exits(&mut scev, of, &branches),
            None => return false,
        }
    };
    for &(branch, is_taken) in &known {
        let is_true = leaves_if_true(f, form, branch) == is_taken;
        let module = f.editor.module();
        let new = module.constants().int(module.context(), Type::I1, u64::from(is_true));
        set_condition(f, branch, new, cleanup);
    }
    if is_left_first {
        use_start_values(f, form, cleanup);
    }
    !known.is_empty()
}

/// The branches whose exits are always or never taken, and whether one is left in the first iteration.
fn known_exits(
    scev: &mut ScalarEvolution<'_>,
    of: Loop,
    branches: &[(Block, Inst, Value)],
) -> (Vec<(Inst, bool)>, bool) {
    let mut known = Vec::new();
    let mut is_left_first = false;
    let Some(mut max) = scev.backedge_taken(of).whole.symbolic_max else { return (known, false) };
    let mut met: HashSet<Scev> = HashSet::default();
    for &(block, branch, _) in branches {
        let Some(mut count) = exit_count(scev, of, block) else { continue };
        if scev.is_zero(count) {
            known.push((branch, true));
            is_left_first = true;
            continue;
        }
        if scev.is_pointer(count) || scev.is_pointer(max) {
            continue;
        }
        let wider = if scev.width(count) > scev.width(max) { scev.ty(count) } else { scev.ty(max) };
        count = scev.trunc_or_zext(count, wider, 0);
        max = scev.trunc_or_zext(max, wider, 0);
        if scev.is_entry_guarded(of, IntPredicate::Ult, max, count) || !met.insert(count) {
            known.push((branch, false));
        }
    }
    (known, is_left_first)
}

fn set_condition(f: &mut FunctionEdit<'_, '_>, branch: Inst, new: Value, cleanup: &mut Cleanup) {
    let old = f.editor.body().operand(branch, 0);
    f.editor.set_operand(Use { user: branch, operand: 0 }, new);
    cleanup.dead.extend(old.and_then(Value::as_inst));
}

/// Replaces the phis of the header of a loop that does not repeat by their values on entry.
fn use_start_values(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, cleanup: &mut Cleanup) {
    for phi in phis(&f.editor, form.header) {
        let start = incoming(&f.editor, phi).into_iter().find(|&(_, from)| Some(from) == form.preheader);
        if let Some((value, _)) = start {
            f.editor.replace_all(phi.into(), value);
            cleanup.dead.push(phi);
        }
    }
}

/// A new test of an exit: the counter is compared with the limit.
struct Test {
    branch: Inst,
    /// The increment of the counter, and the flags that it keeps.
    increment: (Inst, IntFlags),
    counter: Value,
    limit: Operand,
    /// The extension of the limit to the type of the counter; without it, a wider counter is truncated.
    extension: Option<CastOp>,
    limit_type: Type,
}

/// Rewrites the tests of exits with a known number of iterations: LLVM's linear function test replacement.
pub(super) fn replace(pass: &IndVars, f: &mut FunctionEdit<'_, '_>, form: &LoopForm, cleanup: &mut Cleanup) {
    let input = ScevInput::of(f);
    let branches = exit_branches(f, form, &input);
    let needed: Vec<_> = branches.into_iter().filter(|&(_, _, c)| is_replaced(f, form, c)).collect();
    if needed.is_empty() {
        return;
    }
    let Some(preheader) = form.preheader else { return };
    let (tests, values) = {
        let mut scev = input.analyse(f);
        let mut tests = Vec::new();
        let Some(of) = input.loops.loop_of(form.header) else { return };
        let planner = Planner { budget: pass.budget, f, form, of, preheader };
        // Values that are known before they are needed may be used again.
        let counts: Vec<_> =
            needed.iter().map(|&(block, branch, c)| (block, branch, c, exit_count(&mut scev, of, block))).collect();
        let mut expander = Expander::new(&mut scev);
        for (block, branch, condition, count) in counts {
            let Some(count) = count else { continue };
            tests.extend(planner.test(&mut expander, block, branch, condition, count));
        }
        (tests, expander.finish())
    };
    if tests.is_empty() {
        return;
    }
    let values = values.insert(f);
    for test in tests {
        apply(f, form, preheader, &test, test.limit.value(&values), cleanup);
    }
}

fn apply(
    f: &mut FunctionEdit<'_, '_>,
    form: &LoopForm,
    preheader: Block,
    test: &Test,
    mut limit: Value,
    cleanup: &mut Cleanup,
) {
    let (increment, kept) = test.increment;
    f.editor.change(increment, |data, _| {
        if let InstData::Binary { flags, .. } = data {
            *flags &= kept;
        }
    });
    let body = f.editor.body();
    let Some(InstData::CondBr { condition, .. }) = Some(*body.inst(test.branch)) else { return };
    let loc = condition.as_inst().and_then(|inst| body.debug_loc(inst));
    let predicate = if leaves_if_true(f, form, test.branch) { IntPredicate::Eq } else { IntPredicate::Ne };
    let mut counter = test.counter;
    let ty = f.editor.type_of(counter);
    let at = Point::Before(test.branch);
    if ty != test.limit_type {
        let built = match test.extension {
            Some(op) => {
                let Some(end) = f.editor.body().terminator(preheader) else { return };
                f.editor.build(Point::Before(end), loc, |b| b.named("wide.trip.count").cast(op, limit, ty))
            }
            None => f.editor.build(at, loc, |b| b.named("lftr.wideiv").cast(CastOp::Trunc, counter, test.limit_type)),
        };
        match (built, test.extension) {
            (Ok(wide), Some(_)) => limit = wide,
            (Ok(narrow), None) => counter = narrow,
            _ => return,
        }
    }
    let built = f.editor.build(at, loc, |b| b.named("exitcond").icmp(predicate, counter, limit));
    if let Ok(new) = built {
        set_condition(f, test.branch, new, cleanup);
    }
}

/// The phi of the header that a value is an increment of: LLVM's `getLoopPhiForCounter`.
fn phi_of_increment(f: &FunctionEdit<'_, '_>, form: &LoopForm, value: Value) -> Option<Inst> {
    let body = f.editor.body();
    let is_variable = |value: Value| {
        value.as_inst().filter(|&inst| {
            matches!(body.inst(inst), InstData::Phi { .. }) && body.inst_block(inst) == Some(form.header)
        })
    };
    let (base, step, commutes) = match body.inst(value.as_inst()?) {
        InstData::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs, .. } => (*lhs, *rhs, true),
        InstData::GetElementPtr { operands, .. } => match *body.list_values(operands) {
            [base, step] => (base, step, false),
            _ => return None,
        },
        _ => return None,
    };
    let is_fixed = |value: Value| form.is_invariant(&f.editor, value);
    match is_variable(base) {
        Some(phi) => is_fixed(step).then_some(phi),
        None if commutes => is_variable(step).filter(|_| is_fixed(base)),
        None => None,
    }
}

/// Whether the test of an exit is another than that of a simple counter for equality: LLVM's `needsLFTR`.
fn is_replaced(f: &FunctionEdit<'_, '_>, form: &LoopForm, condition: Value) -> bool {
    let (editor, body) = (&f.editor, f.editor.body());
    if form.is_invariant(editor, condition) {
        return false;
    }
    let Some(InstData::ICmp { predicate, lhs, rhs, .. }) = condition.as_inst().map(|inst| *body.inst(inst)) else {
        return true;
    };
    if !predicate.is_equality() {
        return true;
    }
    let variable = match (form.is_invariant(editor, rhs), form.is_invariant(editor, lhs)) {
        (true, _) => lhs,
        (false, true) => rhs,
        _ => return true,
    };
    let is_phi = |inst: &Inst| matches!(body.inst(*inst), InstData::Phi { .. });
    let Some(phi) = variable.as_inst().filter(is_phi).or_else(|| phi_of_increment(f, form, variable)) else {
        return true;
    };
    let next = incoming(editor, phi).into_iter().find(|&(_, from)| Some(from) == form.latch);
    next.is_none_or(|(next, _)| phi_of_increment(f, form, next) != Some(phi))
}

/// Plans the new tests of the exits of a loop.
struct Planner<'f, 'e, 'm> {
    budget: u32,
    f: &'f FunctionEdit<'e, 'm>,
    form: &'f LoopForm,
    of: Loop,
    preheader: Block,
}

impl Planner<'_, '_, '_> {
    fn test(
        &self,
        expander: &mut Expander<'_, '_>,
        block: Block,
        branch: Inst,
        condition: Value,
        count: Scev,
    ) -> Option<Test> {
        if expander.scev.is_zero(count) {
            return None;
        }
        let phi = self.counter(expander.scev, branch, condition, count)?;
        let end = self.f.editor.body().terminator(self.preheader)?;
        if expander.is_expensive(count, self.of, self.budget, end) || !expander.scev.is_safe_to_compute(count) {
            return None;
        }
        let scev = &mut *expander.scev;
        let next = self.next(phi)?;
        let increment = next.as_inst()?;
        let body = self.f.editor.body();
        let is_int = self.f.editor.module().context().is_int(body.inst_type(phi));
        let is_after = Some(block) == self.form.latch
            && (is_int || self.tests(condition, next) || self.is_ub_if_poison(increment, branch));
        let rec = scev.of(phi.into());
        let next_rec = scev.of(next);
        let kept = crate::scalar_evolution::int_flags(scev.flags(next_rec) & (Wrap::NUW | Wrap::NSW));
        // The limit of a wide counter is computed in the type of the count, unless it is a constant.
        let (start, _, _) = scev.affine(rec)?;
        let is_constant =
            matches!(scev.kind(start), Kind::Constant(_)) && matches!(scev.kind(count), Kind::Constant(_));
        let narrow = is_int && scev.width(rec) > scev.width(count) && !is_constant;
        let mut base = if narrow { scev.trunc(rec, scev.ty(count), 0) } else { rec };
        if is_after {
            base = scev.next_of(base);
        }
        let Kind::AddRec(operands, _) = scev.kind(base).clone() else { return None };
        let limit = scev.evaluate_at(&operands, count)?;
        let counter = if is_after { next } else { phi.into() };
        let mut extension = None;
        if narrow {
            let variable = scev.of(counter);
            let (wide, narrow) = (scev.ty(variable), scev.ty(count));
            let truncated = scev.trunc(variable, narrow, 0);
            if scev.zext(truncated, wide, 0) == variable {
                extension = Some(CastOp::ZExt);
            } else if scev.sext(truncated, wide, 0) == variable {
                extension = Some(CastOp::SExt);
            }
        }
        let limit_type = scev.ty(base);
        let limit = expander.expand(limit, branch)?;
        Some(Test { branch, increment: (increment, kept), counter, limit, extension, limit_type })
    }

    fn next(&self, phi: Inst) -> Option<Value> {
        let entries = incoming(&self.f.editor, phi);
        entries.into_iter().find(|&(_, from)| Some(from) == self.form.latch).map(|(value, _)| value)
    }

    /// Whether a condition compares the value.
    fn tests(&self, condition: Value, value: Value) -> bool {
        let compare = condition.as_inst().map(|inst| self.f.editor.body().inst(inst));
        matches!(compare, Some(InstData::ICmp { lhs, rhs, .. }) if *lhs == value || *rhs == value)
    }

    /// The best variable of the loop that counts by one: LLVM's `FindLoopCounter`.
    fn counter(&self, scev: &mut ScalarEvolution<'_>, branch: Inst, condition: Value, count: Scev) -> Option<Inst> {
        let (editor, body) = (&self.f.editor, self.f.editor.body());
        let mut best: Option<(Inst, Scev)> = None;
        for phi in phis(editor, self.form.header) {
            if !scev.has_expressions(body.inst_type(phi)) {
                continue;
            }
            let rec = scev.of(phi.into());
            let Some((start, step, of)) = scev.affine(rec) else { continue };
            let Some(next) = self.next(phi) else { continue };
            let next_rec = scev.of(next);
            if of != self.of
                || !scev.is_one(step)
                || phi_of_increment(self.f, self.form, next) != Some(phi)
                || scev.affine(next_rec).is_none()
                || scev.width(rec) < scev.width(count)
                || !editor.module().data_layout().is_legal_int(scev.width(rec).into())
            {
                continue;
            }
            let is_tested = self.tests(condition, phi.into()) || self.tests(condition, next);
            if !self.is_concrete(phi.into(), 0) && !is_tested {
                continue;
            }
            if scev.is_pointer(rec) && !self.is_ub_if_poison(phi, branch) {
                continue;
            }
            if let Some((other, other_start)) = best
                && !self.is_almost_dead(other, condition)
            {
                if self.is_almost_dead(phi, condition) {
                    continue;
                }
                let [other_zero, zero] = [other_start, start].map(|s| scev.is_zero(s));
                if other_zero != zero {
                    if other_zero {
                        continue;
                    }
                } else if scev.width(rec) <= scev.width_of(body.inst_type(other)) {
                    continue;
                }
            }
            best = Some((phi, start));
        }
        best.map(|(phi, _)| phi)
    }

    /// Whether a value is certainly not undef, if arguments are not.
    fn is_concrete(&self, value: Value, depth: u32) -> bool {
        let (editor, body) = (&self.f.editor, self.f.editor.body());
        let Some(inst) = value.as_inst() else {
            return !editor.module().constants().is_undef_or_poison(value);
        };
        if depth >= 6 || crate::effects::may_read(editor, inst) || body.inst(inst).call_info().is_some() {
            return false;
        }
        let mut all = true;
        body.inst(inst).for_each_operand(body.values(), |operand| {
            all = all && (operand == value || operand.as_block().is_some() || self.is_concrete(operand, depth + 1));
        });
        all
    }

    /// Whether nothing but its increment and the test uses a variable.
    fn is_almost_dead(&self, phi: Inst, condition: Value) -> bool {
        let Some(next) = self.next(phi) else { return false };
        let uses = self.f.editor.uses();
        let is = |user: Inst, value: Value| Value::from(user) == value;
        uses.of(phi.into()).all(|at| is(at.user, condition) || is(at.user, next))
            && uses.of(next).all(|at| is(at.user, condition) || at.user == phi)
    }

    /// Whether the program has undefined behaviour before the branch if a value is poison: LLVM's `mustExecuteUBIfPoisonOnPathTo`.
    fn is_ub_if_poison(&self, root: Inst, branch: Inst) -> bool {
        const MAX_USERS: usize = 64;
        let (editor, body) = (&self.f.editor, self.f.editor.body());
        let branch_block = body.inst_block(branch);
        // A block that every iteration passes before the branch: the header or that of the branch.
        let is_before = |inst: Inst| {
            let block = body.inst_block(inst);
            block == branch_block || block == Some(self.form.header)
        };
        let mut met: HashSet<Inst> = [root].into_iter().collect();
        let mut pending = vec![root];
        while let Some(inst) = pending.pop() {
            for at in editor.uses().of(inst.into()) {
                let data = body.inst(at.user);
                let is_undefined = match data {
                    InstData::Load { pointer, .. } | InstData::Store { pointer, .. } => *pointer == inst.into(),
                    InstData::CondBr { condition, .. } => *condition == inst.into(),
                    _ => false,
                };
                if is_undefined && is_before(at.user) {
                    return true;
                }
                let propagates = matches!(
                    data,
                    InstData::GetElementPtr { .. }
                        | InstData::Cast { .. }
                        | InstData::ICmp { .. }
                        | InstData::Binary { .. }
                );
                if propagates && met.len() < MAX_USERS && met.insert(at.user) {
                    pending.push(at.user);
                }
            }
        }
        false
    }
}
