//! `indvars`: simplifies instructions that depend on induction variables, and replaces the last values of variables.

use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use crate::edges::{incoming, phis};
use crate::erase::erase_dead;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::salvage::DebugUsers;
use crate::scalar_evolution::{ScalarEvolution, ScevInput};
use crate::value_tracking::Query;

/// Simplifies the users of induction variables.
pub struct IndVars;

/// A change of an instruction that scalar evolution allows.
enum Change {
    /// Its result is this value.
    Replace(Inst, Value),
    /// It compares unsigned integers.
    CompareUnsigned(Inst),
    /// It divides unsigned integers.
    DivideUnsigned(Inst),
    /// It is a zero extension of an integer that is not negative.
    ZeroExtend(Inst),
    /// It does not overflow.
    Flags(Inst, IntFlags),
    /// An operand of a phi of an exit.
    LastValue(Use, Value),
}

impl LoopPass for IndVars {
    fn name(&self) -> &'static str {
        "indvars"
    }

    fn class(&self) -> &'static str {
        "IndVarSimplifyPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let form = LoopForm::of(f, header)?;
        if form.preheader.is_none() || form.latch.is_none() || !form.has_dedicated_exits(&f.editor) {
            return Some(header);
        }
        let input = ScevInput::of(f);
        let changes = plan(f, &form, &input);
        if !changes.is_empty() {
            apply(f, changes);
        }
        Some(header)
    }
}

/// The instructions that depend on the phis of the header through integer operations, in order of discovery.
fn users(f: &FunctionEdit<'_, '_>, form: &LoopForm, scev: &ScalarEvolution<'_>) -> Vec<Inst> {
    let (editor, body) = (&f.editor, f.editor.body());
    let has_expression = |value: Value| scev.has_expressions(editor.type_of(value));
    let start: Vec<Inst> = phis(editor, form.header).into_iter().filter(|&phi| has_expression(phi.into())).collect();
    let mut met: HashSet<Inst> = start.iter().copied().collect();
    let mut found: Vec<Inst> = start;
    let mut place = 0;
    while let Some(&inst) = found.get(place) {
        place += 1;
        for at in editor.uses().of(inst.into()) {
            let is_inside = body.inst_block(at.user).is_some_and(|block| form.contains(block));
            let is_simple = matches!(
                body.inst(at.user),
                InstData::Binary { .. } | InstData::Cast { .. } | InstData::ICmp { .. } | InstData::Select { .. }
            );
            if is_inside && is_simple && met.insert(at.user) {
                found.push(at.user);
            }
        }
    }
    found
}

fn plan(f: &FunctionEdit<'_, '_>, form: &LoopForm, input: &ScevInput) -> Vec<Change> {
    let mut scev = input.analyse(f);
    let Some(of) = input.loops.loop_of(form.header) else { return Vec::new() };
    let body = f.editor.body();
    let mut changes = Vec::new();
    for inst in users(f, form, &scev) {
        let type_of = |value: Value| f.editor.type_of(value);
        match *body.inst(inst) {
            InstData::ICmp { predicate, lhs, rhs, .. } if scev.has_expressions(type_of(lhs)) => {
                changes.extend(simplify_compare(f, &mut scev, inst, predicate, lhs, rhs));
            }
            InstData::Binary { op, flags, lhs, rhs, .. } if scev.has_expressions(type_of(lhs)) => {
                changes.extend(simplify_binary(&mut scev, inst, op, flags, lhs, rhs));
            }
            InstData::Cast { op: CastOp::SExt, value, .. } if scev.has_expressions(type_of(value)) => {
                let s = scev.of(value);
                if scev.is_non_negative(s) {
                    changes.push(Change::ZeroExtend(inst));
                }
            }
            _ => {}
        }
    }
    // The values of exit phis that are known after the loop.
    let parent = input.loops.parent(of);
    for &exit in &form.exits {
        for phi in phis(&f.editor, exit) {
            if !scev.has_expressions(body.inst_type(phi)) {
                continue;
            }
            for (operand, (value, from)) in (0..).step_by(2).zip(incoming(&f.editor, phi)) {
                if !form.contains(from) || form.is_invariant(&f.editor, value) {
                    continue;
                }
                let s = scev.of(value);
                let last = scev.at_scope(s, parent);
                if last != s
                    && scev.is_invariant(last, of)
                    && let Some(new) = scev.value_before(last, body.inst_type(phi), form.header)
                {
                    changes.push(Change::LastValue(Use { user: phi, operand }, new));
                }
            }
        }
    }
    changes
}

fn simplify_compare(
    f: &FunctionEdit<'_, '_>,
    scev: &mut ScalarEvolution<'_>,
    inst: Inst,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
) -> Option<Change> {
    let (a, b) = (scev.of(lhs), scev.of(rhs));
    let block = f.editor.body().inst_block(inst)?;
    let bool_type = f.editor.body().inst_type(inst);
    let mut is_known = |predicate| scev.is_known(predicate, a, b) || scev.is_block_guarded(block, predicate, a, b);
    let query = Query::new(&f.editor, f.additions.function());
    if is_known(predicate) {
        return Some(Change::Replace(inst, query.bool(bool_type, true)));
    }
    if is_known(predicate.inverse()) {
        return Some(Change::Replace(inst, query.bool(bool_type, false)));
    }
    let is_signed = predicate.is_signed() && scev.is_non_negative(a) && scev.is_non_negative(b);
    is_signed.then_some(Change::CompareUnsigned(inst))
}

fn simplify_binary(
    scev: &mut ScalarEvolution<'_>,
    inst: Inst,
    op: BinaryOp,
    flags: IntFlags,
    lhs: Value,
    rhs: Value,
) -> Option<Change> {
    let (a, b) = (scev.of(lhs), scev.of(rhs));
    match op {
        BinaryOp::SDiv | BinaryOp::SRem if scev.is_non_negative(a) && scev.is_non_negative(b) => {
            Some(Change::DivideUnsigned(inst))
        }
        BinaryOp::URem if scev.is_known(IntPredicate::Ult, a, b) => Some(Change::Replace(inst, lhs)),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let mut new = IntFlags::empty();
            for (flag, is_signed) in [(IntFlags::NUW, false), (IntFlags::NSW, true)] {
                if !flags.contains(flag) && scev.never_overflows(op, is_signed, a, b) {
                    new |= flag;
                }
            }
            (!new.is_empty()).then_some(Change::Flags(inst, new))
        }
        _ => None,
    }
}

fn apply(f: &mut FunctionEdit<'_, '_>, changes: Vec<Change>) {
    let mut debug_users = DebugUsers::of(f);
    let mut dead = Vec::new();
    for change in changes {
        match change {
            Change::Replace(inst, value) => {
                f.editor.replace_all(inst.into(), value);
                dead.push(inst);
            }
            Change::CompareUnsigned(inst) => f.editor.change(inst, |data, _| {
                if let InstData::ICmp { predicate, same_sign, .. } = data {
                    *predicate = predicate.to_unsigned();
                    *same_sign = true;
                }
            }),
            Change::DivideUnsigned(inst) => f.editor.change(inst, |data, _| {
                if let InstData::Binary { op, .. } = data {
                    *op = if *op == BinaryOp::SDiv { BinaryOp::UDiv } else { BinaryOp::URem };
                }
            }),
            Change::ZeroExtend(inst) => f.editor.change(inst, |data, _| {
                if let InstData::Cast { op, flags, .. } = data {
                    (*op, *flags) = (CastOp::ZExt, IntFlags::NNEG);
                }
            }),
            Change::Flags(inst, new) => f.editor.change(inst, |data, _| {
                if let InstData::Binary { flags, .. } = data {
                    *flags |= new;
                }
            }),
            Change::LastValue(at, value) => {
                let old = f.editor.body().operand(at.user, at.operand as usize).and_then(|v| v.as_inst());
                match f.editor.body().operand_count(at.user) {
                    // A phi with one value is not needed for a value that is not computed in the loop.
                    2 => {
                        f.editor.replace_all(at.user.into(), value);
                        dead.push(at.user);
                    }
                    _ => f.editor.set_operand(at, value),
                }
                dead.extend(old);
            }
        }
    }
    let mut met: HashSet<Inst> = HashSet::default();
    dead.retain(|&inst| met.insert(inst));
    erase_dead(f, &mut debug_users, dead);
}
