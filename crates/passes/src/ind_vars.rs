//! `indvars`: simplifies instructions that depend on induction variables, and replaces the last values of variables.

mod exit_tests;
mod last_values;
mod sink;

use lindworm_analysis::Loop;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use crate::edges::{incoming, only_value, phis};
use crate::erase::erase_dead;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, LoopPass};
use crate::salvage::DebugUsers;
use crate::scalar_evolution::{Expander, Operand, Recipe, ScalarEvolution, Scev, ScevInput, Wrap};
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// The cost of a computation before a loop that replaces one in it.
const CHEAP: u32 = 4;

/// Which values after the loop are computed without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastValues {
    Never,
    Cheap,
    Always,
}

/// Simplifies the users of induction variables.
#[derive(Clone, Copy, Debug)]
pub struct IndVars {
    last_values: LastValues,
    replaces_tests: bool,
    /// The cost of a computation before the loop that is worth its removal from the loop.
    budget: u32,
}

impl IndVars {
    /// The pass with the options of the command line.
    pub fn new(options: &PassOptions) -> IndVars {
        let last_values = match options.value("replexitval") {
            Some("never") => LastValues::Never,
            Some("always") => LastValues::Always,
            _ => LastValues::Cheap,
        };
        let replaces_tests = !options.flag("disable-lftr").unwrap_or(false);
        IndVars { last_values, replaces_tests, budget: options.number("scev-cheap-expansion-budget").unwrap_or(4) }
    }
}

/// Instructions that may have become unused.
#[derive(Default)]
struct Cleanup {
    dead: Vec<Inst>,
}

/// A change of an instruction that scalar evolution allows.
enum Change {
    /// Its result is this value.
    Replace(Inst, Operand),
    /// It divides this value.
    Divide(Inst, Value),
    /// It compares unsigned integers.
    CompareUnsigned(Inst),
    /// It divides unsigned integers.
    DivideUnsigned(Inst),
    /// It is a zero extension of an integer that is not negative.
    ZeroExtend(Inst),
    /// It does not overflow.
    Flags(Inst, IntFlags),
    /// It is the dividend, or zero if that is the divisor.
    DividendOrZero(Inst),
    /// It is a call that never overflows: an operation with these flags does the same.
    Plain(Inst, BinaryOp, IntFlags),
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
        let mut cleanup = Cleanup::default();
        let input = ScevInput::of(f);
        let changes = plan(f, &form, &input);
        apply(f, changes, &mut cleanup);
        if self.last_values != LastValues::Never {
            last_values::rewrite(self, f, &form, &mut cleanup);
        }
        merge_equal_variables(f, &form, &mut cleanup);
        exit_tests::fold(f, &form, &mut cleanup);
        if self.replaces_tests {
            exit_tests::replace(self, f, &form, &mut cleanup);
        }
        clean_up(f, &form, cleanup, true);
        Some(header)
    }
}

/// Simplifies the instructions that depend on the variables of a loop.
pub(crate) fn simplify_users(f: &mut FunctionEdit<'_, '_>, form: &LoopForm) {
    let mut cleanup = Cleanup::default();
    let input = ScevInput::of(f);
    let changes = plan(f, form, &input);
    apply(f, changes, &mut cleanup);
    clean_up(f, form, cleanup, false);
}

/// Erases what is not used any more, and variables that only compute themselves. Computations that are needed only after the loop
/// move there.
fn clean_up(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, mut cleanup: Cleanup, sinks: bool) {
    let mut debug_users = None;
    let dead = std::mem::take(&mut cleanup.dead);
    erase(f, &mut debug_users, dead);
    if sinks {
        sink::sink_unused(f, form);
    }
    for phi in phis(&f.editor, form.header) {
        if is_dead_cycle(f, phi) {
            let poison = f.editor.module().constants().poison(f.editor.body().inst_type(phi));
            cleanup.dead.extend(incoming(&f.editor, phi).into_iter().filter_map(|(value, _)| value.as_inst()));
            f.editor.replace_all(phi.into(), poison);
            cleanup.dead.push(phi);
        }
    }
    erase(f, &mut debug_users, cleanup.dead);
}

fn erase(f: &mut FunctionEdit<'_, '_>, debug_users: &mut Option<DebugUsers>, mut dead: Vec<Inst>) {
    let mut met: HashSet<Inst> = HashSet::default();
    dead.retain(|&inst| met.insert(inst));
    if !dead.is_empty() {
        let debug_users = debug_users.get_or_insert_with(|| DebugUsers::of(f));
        erase_dead(f, debug_users, dead);
    }
}

/// Whether a phi is used only by a chain of operations that leads back to it.
fn is_dead_cycle(f: &FunctionEdit<'_, '_>, phi: Inst) -> bool {
    const MAX_LENGTH: usize = 64;
    let mut inst = phi;
    for _ in 0..MAX_LENGTH {
        let mut users = f.editor.uses().of(inst.into()).map(|at| at.user);
        let Some(first) = users.next() else { return true };
        if users.any(|user| user != first)
            || f.editor.body().inst(first).is_terminator()
            || crate::effects::has_side_effects(&f.editor, first)
        {
            return false;
        }
        if first == phi {
            return true;
        }
        inst = first;
    }
    false
}

/// Replaces variables that always have the same value as another one.
fn merge_equal_variables(f: &mut FunctionEdit<'_, '_>, form: &LoopForm, cleanup: &mut Cleanup) {
    let mut variables = phis(&f.editor, form.header);
    variables.retain(|&mut phi| match only_value(&f.editor, phi).filter(|value| value.is_constant()) {
        Some(value) => {
            f.editor.replace_all(phi.into(), value);
            cleanup.dead.push(phi);
            false
        }
        None => true,
    });
    if variables.len() < 2 {
        return;
    }
    let input = ScevInput::of(f);
    let mut pairs: Vec<(Inst, Inst)> = Vec::new();
    {
        let mut scev = input.analyse(f);
        let mut known: HashMap<Scev, Inst> = HashMap::default();
        let next = |phi: Inst| {
            let entries = incoming(&f.editor, phi);
            entries.into_iter().find(|&(_, from)| Some(from) == form.latch).and_then(|(value, _)| value.as_inst())
        };
        for phi in variables {
            if !scev.has_expressions(f.editor.body().inst_type(phi)) {
                continue;
            }
            let s = scev.of(phi.into());
            let Some(&first) = known.get(&s) else {
                known.insert(s, phi);
                continue;
            };
            if let (Some(one), Some(other)) = (next(first), next(phi))
                && one != other
                && f.editor.body().inst_type(one) == f.editor.body().inst_type(other)
                && scev.of(one.into()) == scev.of(other.into())
                && f.editor.body().inst_block(one) == f.editor.body().inst_block(other)
            {
                pairs.push((one, other));
            }
            pairs.push((first, phi));
        }
    }
    for (one, other) in pairs {
        let is_phi = matches!(f.editor.body().inst(other), InstData::Phi { .. });
        if !is_phi && !f.editor.comes_before(one, other) {
            continue;
        }
        // The first may be poison where the other is not.
        f.editor.change(one, |data, _| *data = crate::combine::without_flags(data));
        f.editor.replace_all(other.into(), one.into());
        cleanup.dead.push(other);
    }
}

/// The instructions that depend on the phis of the header through integer operations, in order of discovery, each with the operand
/// through which it was found.
fn users(f: &FunctionEdit<'_, '_>, form: &LoopForm, scev: &ScalarEvolution<'_>) -> Vec<(Inst, Option<Inst>)> {
    let (editor, body) = (&f.editor, f.editor.body());
    let has_expression = |value: Value| scev.has_expressions(editor.type_of(value));
    let start: Vec<Inst> = phis(editor, form.header).into_iter().filter(|&phi| has_expression(phi.into())).collect();
    let mut met: HashSet<Inst> = start.iter().copied().collect();
    let mut found: Vec<(Inst, Option<Inst>)> = start.into_iter().map(|phi| (phi, None)).collect();
    let mut place = 0;
    while let Some(&(inst, _)) = found.get(place) {
        place += 1;
        for at in editor.uses().of(inst.into()) {
            let is_inside = body.inst_block(at.user).is_some_and(|block| form.contains(block));
            let is_simple = match body.inst(at.user) {
                InstData::Binary { .. }
                | InstData::Cast { .. }
                | InstData::ICmp { .. }
                | InstData::Select { .. }
                | InstData::GetElementPtr { .. } => true,
                InstData::Call { .. } => is_min_max(f, at.user) || overflowing(f, at.user).is_some(),
                _ => false,
            };
            if is_inside && is_simple && met.insert(at.user) {
                found.push((at.user, Some(inst)));
            }
        }
    }
    found
}

fn is_min_max(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    use lindworm_ir::intrinsics::IntrinsicId as I;
    let call = f.editor.body().inst(inst).call_info();
    let callee = call.and_then(|call| f.editor.module().callee(call.callee)).and_then(|f| f.intrinsic);
    matches!(callee, Some(I::UMIN | I::UMAX | I::SMIN | I::SMAX))
}

/// The value that an instruction equals: one that does not change in the loop, or its operand.
fn same_value(
    f: &FunctionEdit<'_, '_>,
    scev: &mut ScalarEvolution<'_>,
    of: Loop,
    inst: Inst,
    operand: Option<Inst>,
) -> Option<Result<Value, Scev>> {
    if !scev.has_expressions(f.editor.body().inst_type(inst)) {
        return None;
    }
    let s = scev.of(inst.into());
    if let Some(constant) = scev.as_constant(s).filter(|_| !scev.is_pointer(s)) {
        let query = Query::new(&f.editor, f.additions.function());
        return Some(Ok(query.int(scev.ty(s), constant)));
    }
    if scev.is_invariant(s, of) && scev.is_safe_to_compute(s) {
        return Some(Err(s));
    }
    let operand = operand?;
    // The results of these are poison if the operand is.
    let is_strict = matches!(f.editor.body().inst(inst), InstData::Binary { .. } | InstData::Call { .. });
    let is_same = is_strict
        && f.editor.body().inst_type(operand) == f.editor.body().inst_type(inst)
        && scev.of(operand.into()) == s;
    is_same.then_some(Ok(operand.into()))
}

/// The dividend without an addend that does not change the quotient.
fn simpler_dividend(f: &FunctionEdit<'_, '_>, scev: &mut ScalarEvolution<'_>, inst: Inst) -> Option<Change> {
    let query = Query::new(&f.editor, f.additions.function());
    /// The maximum number of addends of a dividend.
    const MAX_ADDENDS: usize = 16;
    let (op, _, dividend, divisor) = query.binary(inst.into())?;
    let number = query.constant_int(divisor)?;
    let divisor = match op {
        BinaryOp::UDiv if !number.is_zero() => scev.constant(number),
        BinaryOp::LShr => {
            let amount = number.to_u64().filter(|&n| n < u64::from(number.width()))?;
            scev.constant(lindworm_ir::eval::Int::one(number.width()).shl(amount as u32))
        }
        _ => return None,
    };
    let result = scev.of(inst.into());
    let mut simplest = None;
    let without_addend = |&value: &Value| {
        let (_, _, source, addend) = query.binary(value)?;
        query.constant_int(addend).map(|_| source)
    };
    for source in std::iter::successors(Some(dividend), without_addend).skip(1).take(MAX_ADDENDS) {
        let source_value = scev.of(source);
        if scev.udiv(source_value, divisor) != result {
            break;
        }
        simplest = Some(source);
    }
    simplest.map(|source| Change::Divide(inst, source))
}

fn plan(f: &FunctionEdit<'_, '_>, form: &LoopForm, input: &ScevInput) -> (Vec<Change>, Recipe) {
    let mut scev = input.analyse(f);
    let body = f.editor.body();
    let mut changes = Vec::new();
    let Some(of) = input.loops.loop_of(form.header) else { return (changes, Recipe::default()) };
    let mut invariant: Vec<(Inst, Scev)> = Vec::new();
    for (inst, operand) in users(f, form, &scev) {
        if !matches!(body.inst(inst), InstData::ICmp { .. })
            && !f.editor.uses().is_unused(inst.into())
            && let Some(same) = same_value(f, &mut scev, of, inst, operand)
        {
            match same {
                Ok(value) => changes.push(Change::Replace(inst, Operand::Value(value))),
                Err(s) => invariant.push((inst, s)),
            }
            continue;
        }
        changes.extend(simpler_dividend(f, &mut scev, inst));
        let type_of = |value: Value| f.editor.type_of(value);
        match *body.inst(inst) {
            InstData::ICmp { predicate, lhs, rhs, .. } if scev.has_expressions(type_of(lhs)) => {
                changes.extend(simplify_compare(f, &mut scev, inst, predicate, lhs, rhs));
            }
            InstData::Binary { op, flags, lhs, rhs, .. } if scev.has_expressions(type_of(lhs)) => {
                changes.extend(simplify_binary(&mut scev, inst, op, flags, lhs, rhs));
            }
            InstData::Call { .. } => {
                if let Some((op, is_signed)) = overflowing(f, inst)
                    && let (Some(lhs), Some(rhs)) = (body.operand(inst, 0), body.operand(inst, 1))
                    && scev.has_expressions(type_of(lhs))
                {
                    let (a, b) = (scev.of(lhs), scev.of(rhs));
                    if scev.never_overflows(op, is_signed, a, b) {
                        let flag = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
                        changes.push(Change::Plain(inst, op, flag));
                    }
                }
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
    let entry = form.preheader.and_then(|preheader| body.terminator(preheader));
    if let Some(entry) = entry.filter(|_| !invariant.is_empty()) {
        let mut expander = Expander::new(&mut scev);
        for (inst, s) in invariant {
            if !expander.is_expensive(s, of, CHEAP, entry)
                && let Some(value) = expander.expand(s, entry)
            {
                changes.push(Change::Replace(inst, value));
            }
        }
        return (changes, expander.finish());
    }
    (changes, Recipe::default())
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
        return Some(Change::Replace(inst, Operand::Value(query.bool(bool_type, true))));
    }
    if is_known(predicate.inverse()) {
        return Some(Change::Replace(inst, Operand::Value(query.bool(bool_type, false))));
    }
    let is_alike = !predicate.is_equality() && scev.is_non_negative(a) && scev.is_non_negative(b);
    is_alike.then_some(Change::CompareUnsigned(inst))
}

/// Whether the dividend is not negative and less than the divisor.
fn is_below(scev: &mut ScalarEvolution<'_>, op: BinaryOp, a: Scev, b: Scev) -> bool {
    match op {
        BinaryOp::SRem => scev.is_non_negative(a) && scev.is_known(IntPredicate::Slt, a, b),
        _ => scev.is_known(IntPredicate::Ult, a, b),
    }
}

/// Whether the dividend less one is less than the divisor, and the dividend is not negative.
fn is_at_most(scev: &mut ScalarEvolution<'_>, op: BinaryOp, a: Scev, b: Scev) -> bool {
    let is_signed = op == BinaryOp::SRem;
    if is_signed && !scev.is_non_negative(a) {
        return false;
    }
    let one = scev.one_like(a);
    let Some(less_one) = scev.minus(a, one, Wrap::empty()) else { return false };
    scev.is_known(if is_signed { IntPredicate::Slt } else { IntPredicate::Ult }, less_one, b)
}

/// The operation of a call that saturates or reports overflow, and whether it is about signed numbers.
fn overflowing(f: &FunctionEdit<'_, '_>, inst: Inst) -> Option<(BinaryOp, bool)> {
    use lindworm_ir::intrinsics::IntrinsicId as I;
    let call = f.editor.body().inst(inst).call_info()?;
    let callee = f.editor.module().callee(call.callee).and_then(|f| f.intrinsic)?;
    Some(match callee {
        I::UADD_SAT => (BinaryOp::Add, false),
        I::SADD_SAT => (BinaryOp::Add, true),
        I::USUB_SAT => (BinaryOp::Sub, false),
        I::SSUB_SAT => (BinaryOp::Sub, true),
        id => return crate::intrinsic_ranges::overflowing(id),
    })
}

/// Replaces a call that never overflows by an operation. The results of calls that report overflow are extracted.
fn replace_overflowing(
    f: &mut FunctionEdit<'_, '_>,
    inst: Inst,
    op: BinaryOp,
    flags: IntFlags,
    replaced: &mut HashMap<Value, Value>,
    cleanup: &mut Cleanup,
) {
    let body = f.editor.body();
    let (Some(lhs), Some(rhs)) = (body.operand(inst, 0), body.operand(inst, 1)) else { return };
    let (ty, loc) = (f.editor.type_of(lhs), body.debug_loc(inst));
    let is_saturating = body.inst_type(inst) == ty;
    let extracted: Vec<Inst> = f.editor.uses().of(inst.into()).map(|at| at.user).collect();
    let is_extraction = |&user: &Inst| matches!(body.inst(user), InstData::ExtractValue { .. });
    if !is_saturating && !extracted.iter().all(is_extraction) {
        return;
    }
    let data = InstData::Binary { op, flags, fast_math: Default::default(), lhs, rhs };
    let new = f.editor.insert(Point::Before(inst), data, ty);
    f.editor.set_debug_loc(new, loc);
    if is_saturating {
        let name = f.editor.body().name(inst.into()).to_vec();
        f.editor.set_name(new.into(), &name);
        replaced.insert(inst.into(), new.into());
        f.editor.replace_all(inst.into(), new.into());
    }
    for user in extracted.into_iter().filter(|_| !is_saturating) {
        let module = f.editor.module();
        // The second part is the bit that reports overflow.
        let is_result = match f.editor.body().inst(user) {
            InstData::ExtractValue { indices, .. } => {
                f.editor.body().list_ints(indices) == [lindworm_ir::value::Imm(0)]
            }
            _ => false,
        };
        let value = if is_result { new.into() } else { module.constants().int(module.context(), Type::I1, 0) };
        replaced.insert(user.into(), value);
        f.editor.replace_all(user.into(), value);
        cleanup.dead.push(user);
    }
    cleanup.dead.push(inst);
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
        BinaryOp::SRem | BinaryOp::URem if is_below(scev, op, a, b) => Some(Change::Replace(inst, Operand::Value(lhs))),
        BinaryOp::SRem | BinaryOp::URem if is_at_most(scev, op, a, b) => Some(Change::DividendOrZero(inst)),
        BinaryOp::SDiv | BinaryOp::SRem if scev.is_non_negative(a) && scev.is_non_negative(b) => {
            Some(Change::DivideUnsigned(inst))
        }
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

fn apply(f: &mut FunctionEdit<'_, '_>, (changes, recipe): (Vec<Change>, Recipe), cleanup: &mut Cleanup) {
    let values = recipe.insert(f);
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    for change in changes {
        match change {
            Change::Divide(inst, dividend) => {
                let dividend = current(&replaced, dividend);
                cleanup.dead.extend(f.editor.body().operand(inst, 0).and_then(Value::as_inst));
                f.editor.set_operand(Use { user: inst, operand: 0 }, dividend);
                f.editor.change(inst, |data, _| {
                    if let InstData::Binary { flags, .. } = data {
                        flags.remove(IntFlags::EXACT);
                    }
                });
            }
            Change::Replace(inst, value) => {
                let value = current(&replaced, value.value(&values));
                if value == inst.into() {
                    continue;
                }
                replaced.insert(inst.into(), value);
                f.editor.replace_all(inst.into(), value);
                cleanup.dead.push(inst);
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
            Change::DividendOrZero(inst) => {
                let body = f.editor.body();
                let (Some(n), Some(d)) = (body.operand(inst, 0), body.operand(inst, 1)) else { continue };
                let (n, d) = (current(&replaced, n), current(&replaced, d));
                let built = f.editor.build_before(inst, |b| {
                    let is_end = b.icmp(IntPredicate::Eq, n, d)?;
                    let zero = b.int(b.type_of(n), 0);
                    b.named(b"iv.rem");
                    b.select(is_end, zero, n)
                });
                let Ok(value) = built else { continue };
                replaced.insert(inst.into(), value);
                f.editor.replace_all(inst.into(), value);
                cleanup.dead.push(inst);
            }
            Change::Plain(inst, op, flags) => replace_overflowing(f, inst, op, flags, &mut replaced, cleanup),
            Change::Flags(inst, new) => f.editor.change(inst, |data, _| {
                if let InstData::Binary { flags, .. } = data {
                    *flags |= new;
                }
            }),
        }
    }
}

/// What stands for a value after replacements.
fn current(replaced: &HashMap<Value, Value>, mut value: Value) -> Value {
    while let Some(&next) = replaced.get(&value) {
        value = next;
    }
    value
}
