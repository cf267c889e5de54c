//! Selects.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Combiner;
use crate::simplify::Replaced;
use crate::value_tracking::Query;

/// The parts of a select.
#[derive(Clone, Copy)]
struct Parts {
    condition: Value,
    if_true: Value,
    if_false: Value,
}

impl Combiner<'_, '_, '_> {
    pub(super) fn visit_select(&mut self, inst: Inst) -> Option<Value> {
        let parts = self.select_parts(inst)?;
        let ty = self.f.editor.body().inst_type(inst);
        let cx = self.f.editor.module().context();
        if cx.scalar_type(ty) == Type::I1
            && self.type_of(parts.condition) == ty
            && let Some(value) = self.select_of_bools(inst, parts, ty)
        {
            return Some(value);
        }
        let is_logical = self.is_logical(parts);
        // A select of an inverted condition is the select with swapped values.
        if !is_logical
            && let Some(condition) = self.query().as_not(parts.condition)
            && !condition.is_constant()
        {
            return self.set_select(inst, condition, parts.if_false, parts.if_true, true);
        }
        if !is_logical && self.invert_to_canonical(parts.condition) {
            return self.set_select(inst, parts.condition, parts.if_false, parts.if_true, true);
        }
        self.by_rules(inst)
            .or_else(|| self.select_of_constants(inst, parts, ty))
            .or_else(|| self.minimum_or_maximum(inst, parts, ty))
            .or_else(|| self.substitute_equal(inst, parts))
            .or_else(|| self.nested_select(inst, parts))
            .or_else(|| self.count_of_zeros(inst, parts))
            .or_else(|| self.saturated(inst, parts, ty))
            .or_else(|| self.use_constant_of_compare(inst, parts))
            .or_else(|| self.select_of_operations(inst, parts, ty))
            .or_else(|| self.select_into_operation(inst, parts, ty))
            .or_else(|| self.sink_not_into_other_operand(inst))
    }

    fn select_parts(&self, inst: Inst) -> Option<Parts> {
        match self.data(inst) {
            InstData::Select { condition, if_true, if_false, .. } => Some(Parts { condition, if_true, if_false }),
            _ => None,
        }
    }

    pub(super) fn is_logical_select(&self, inst: Inst) -> bool {
        self.select_parts(inst).is_some_and(|parts| self.is_logical(parts))
    }

    /// Whether a select of `i1` values is a short-circuit `and` or `or`.
    fn is_logical(&self, parts: Parts) -> bool {
        let constants = self.f.editor.module().constants();
        let query = self.query();
        let is_bool = query.module.context().scalar_type(query.type_of(parts.if_true)) == Type::I1;
        is_bool && (constants.is_zero(parts.if_false) || query.elements_are(parts.if_true, Int::is_all_ones))
    }

    /// Sets the parts of a select; with swapped values, branch weights are swapped too.
    fn set_select(&mut self, inst: Inst, c: Value, t: Value, f: Value, are_swapped: bool) -> Option<Value> {
        let old = self.select_parts(inst)?;
        self.f.editor.set_operands(inst, &[c, t, f]);
        if are_swapped {
            self.swap_weights(inst);
        }
        self.lost_a_use(old.condition);
        Some(inst.into())
    }

    /// Selects between `i1` values: short-circuit logic.
    fn select_of_bools(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        let Parts { condition: c, if_true: t, if_false: f } = parts;
        let query = self.query();
        let (zero, ones) = (self.zero(ty), self.ones(ty));
        let is_false = |v: Value| v == zero;
        let is_true = |v: Value| v == ones;
        // Constants in the value that is equal to the condition.
        if c == t {
            let ones = self.ones(ty);
            self.set_operand(inst, 1, ones);
            return Some(inst.into());
        }
        if c == f {
            let zero = self.zero(ty);
            self.set_operand(inst, 2, zero);
            return Some(inst.into());
        }
        if is_true(t) && is_false(f) {
            return Some(c);
        }
        if is_false(t) && is_true(f) {
            return Some(self.not(inst, c));
        }
        // `c ? true : x` is `c | x` if x is not poison, or only if c is.
        if is_true(t) && (query.is_not_poison(f) || query.is_not_poison_if(f, c)) {
            return Some(self.binary(inst, BinaryOp::Or, IntFlags::empty(), c, f));
        }
        if is_false(f) && (query.is_not_poison(t) || query.is_not_poison_if(t, c)) {
            return Some(self.binary(inst, BinaryOp::And, IntFlags::empty(), c, t));
        }
        if is_false(t) {
            let not = self.not(inst, c);
            let zero = self.zero(ty);
            return self.set_select(inst, not, f, zero, true);
        }
        if is_true(f) {
            let not = self.not(inst, c);
            let ones = self.ones(ty);
            return self.set_select(inst, not, ones, t, true);
        }
        // The condition holds in the true value, and does not in the false one.
        if !query.module.context().is_vector(ty) && !c.is_constant() {
            for (place, value, known) in [(1, t, true), (2, f, false)] {
                let query = self.query();
                let known = query.bool(ty, known);
                let exact = Query { can_use_undef: false, ..query };
                if let Some(new) = exact.with_replaced(value, c, known, Replaced::Refined, 4).filter(|&v| v != value) {
                    self.set_operand(inst, place, new);
                    return Some(inst.into());
                }
                if self.replace_in(value, c, known, 2) {
                    return Some(inst.into());
                }
            }
        }
        let query = self.query();
        if is_false(f) || is_true(t) {
            let other = if is_false(f) { t } else { f };
            if let Some(value) = query.simplify_logic_of_overflow(is_false(f), c, other) {
                return self.overflow_of_factors(inst, value, other);
            }
            let both_compare = [c, other].iter().all(|&v| matches!(query.inst(v), Some(InstData::ICmp { .. })));
            if both_compare {
                return self.logic_of_compares(inst, is_false(f), c, other);
            }
        }
        None
    }

    /// Simplifies a logical operation on a comparison of a factor with zero and the overflow flag of the product to the flag. If the
    /// operation is a select, which does not evaluate the flag where the factor is zero, the other factor is frozen.
    fn overflow_of_factors(&mut self, inst: Inst, value: Value, second: Value) -> Option<Value> {
        if value != second || self.query().is_not_poison(value) {
            return Some(value);
        }
        let query = self.query();
        let flag = query.as_not(value).unwrap_or(value);
        let Some(&InstData::ExtractValue { aggregate, .. }) = query.inst(flag) else { return Some(value) };
        let (_, args) = query.intrinsic(aggregate)?;
        let &[x, y] = args else { return None };
        let call = aggregate.as_inst()?;
        let InstData::Select { condition, .. } = self.data(inst) else { return None };
        let &InstData::ICmp { lhs: checked, .. } = self.query().inst(condition)? else { return None };
        let (place, other) = if checked == x { (1, y) } else { (0, x) };
        let ty = self.type_of(other);
        let frozen = self.insert(call, InstData::Freeze { value: other }, ty);
        self.name_after(frozen, other, b".fr");
        self.set_operand(call, place, frozen);
        Some(value)
    }

    /// Selects between constants that are extensions of the condition.
    fn select_of_constants(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        let Parts { condition: c, if_true: t, if_false: f } = parts;
        let query = self.query();
        let cx = query.module.context();
        if !cx.is_int_or_int_vector(ty)
            || cx.scalar_type(ty) == Type::I1
            || cx.is_vector(query.type_of(c)) != cx.is_vector(ty)
        {
            return None;
        }
        let is = |v: Value, test: fn(&Int) -> bool| query.elements_are(v, test);
        let (one, ones, zero) =
            (Int::is_one as fn(&Int) -> bool, Int::is_all_ones as fn(&Int) -> bool, Int::is_zero as fn(&Int) -> bool);
        let (op, inverted) = if is(t, one) && is(f, zero) {
            (CastOp::ZExt, false)
        } else if is(t, ones) && is(f, zero) {
            (CastOp::SExt, false)
        } else if is(t, zero) && is(f, one) {
            (CastOp::ZExt, true)
        } else if is(t, zero) && is(f, ones) {
            (CastOp::SExt, true)
        } else {
            return None;
        };
        let c = if inverted { self.not(inst, c) } else { c };
        Some(self.cast(inst, op, IntFlags::empty(), c, ty))
    }

    /// A select between the compared values as a call of `llvm.smax` and the like.
    fn minimum_or_maximum(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        use IntPredicate::*;
        let Parts { condition, if_true: t, if_false: f } = parts;
        let query = self.query();
        let &InstData::ICmp { predicate, lhs, rhs, .. } = query.inst(condition)? else { return None };
        if !query.module.context().is_int_or_int_vector(ty) || query.type_of(lhs) != ty {
            return None;
        }
        let is_max = matches!(predicate, Ugt | Uge | Sgt | Sge);
        let name = |is_max: bool| match (predicate.is_signed(), is_max) {
            (true, true) => "llvm.smax",
            (true, false) => "llvm.smin",
            (false, true) => "llvm.umax",
            (false, false) => "llvm.umin",
        };
        if predicate.is_equality() {
            return None;
        }
        if (t, f) == (lhs, rhs) {
            return self.call_intrinsic(inst, name(is_max), &[ty], &[t, f]);
        }
        if (t, f) == (rhs, lhs) {
            return self.call_intrinsic(inst, name(!is_max), &[ty], &[f, t]);
        }
        // x < C ? x : C - 1, and x > C ? x : C + 1.
        let c = query.constant_int(rhs)?;
        let one = Int::one(c.width());
        let limit = match predicate {
            Ult if !c.is_zero() => c.sub(&one),
            Slt if !c.is_min_signed() => c.sub(&one),
            Ugt if !c.is_all_ones() => c.add(&one),
            Sgt if !c.is_max_signed() => c.add(&one),
            _ => return None,
        };
        if t == lhs && query.constant_int(f).is_some_and(|n| n == limit) {
            return self.call_intrinsic(inst, name(is_max), &[ty], &[t, f]);
        }
        if f == lhs && query.constant_int(t).is_some_and(|n| n == limit) {
            return self.call_intrinsic(inst, name(!is_max), &[ty], &[f, t]);
        }
        // x < 0 ? -x : x, and the like, is an absolute value.
        let is_negative =
            predicate == Slt && (c.is_zero() || c.is_one()) || predicate == Sgt && (c.is_zero() || c.is_all_ones());
        if !is_negative {
            return None;
        }
        let is_less = predicate == Slt;
        let (when_negative, otherwise) = if is_less { (t, f) } else { (f, t) };
        let negated = |v: Value| match query.binary(v) {
            Some((BinaryOp::Sub, flags, zero, x)) if x == lhs && query.module.constants().is_zero(zero) => Some(flags),
            _ => None,
        };
        let bool_of = |b: bool| query.bool(Type::I1, b);
        if otherwise == lhs
            && let Some(flags) = negated(when_negative)
        {
            let flag = bool_of(flags.contains(IntFlags::NSW));
            return self.call_intrinsic(inst, "llvm.abs", &[ty], &[lhs, flag]);
        }
        if when_negative == lhs && negated(otherwise).is_some() {
            let flag = bool_of(false);
            let absolute = self.call_intrinsic(inst, "llvm.abs", &[ty], &[lhs, flag])?;
            let zero = self.zero(ty);
            return Some(self.binary(inst, BinaryOp::Sub, IntFlags::empty(), zero, absolute));
        }
        None
    }

    /// In `x == y ? a : b`, x is y in the computation of `a`.
    fn substitute_equal(&mut self, inst: Inst, parts: Parts) -> Option<Value> {
        let query = self.query();
        let &InstData::ICmp { predicate, lhs, rhs, .. } = query.inst(parts.condition)? else { return None };
        if !predicate.is_equality() {
            return None;
        }
        let is_eq = predicate == IntPredicate::Eq;
        let (place, equal) = if is_eq { (1, parts.if_true) } else { (2, parts.if_false) };
        let is_vector = query.module.context().is_vector(query.type_of(parts.condition));
        let is_pointer = query.module.context().is_pointer_or_pointer_vector(query.type_of(lhs));
        for (from, to) in [(lhs, rhs), (rhs, lhs)] {
            let query = self.query();
            if from.is_constant() || is_pointer && !query.module.constants().is_zero(to) {
                continue;
            }
            let is_number =
                to.is_constant() && query.elements_are(to, |_| true) || query.module.constants().is_zero(to);
            // Lanes that are poison do not make the values equal.
            let is_number = is_number && (!is_vector || query.constant_int(to).is_some());
            if equal == from {
                if is_number {
                    self.set_operand(inst, place, to);
                    return Some(inst.into());
                }
                continue;
            }
            let exact = Query { can_use_undef: false, ..query };
            let new = exact.with_replaced(equal, from, to, Replaced::Refined, 4).filter(|&v| v != equal);
            if let Some(new) = new {
                let is_constant = new.is_constant() && query.elements_are(new, |_| true);
                let operands = equal.as_inst().map(|i| query.body.operand_count(i)).unwrap_or(0);
                let is_operand =
                    equal.as_inst().is_some_and(|i| (0..operands).any(|at| query.body.operand(i, at) == Some(new)));
                if is_constant || (is_number || is_operand) && query.is_not_undef(to) {
                    self.set_operand(inst, place, new);
                    return Some(inst.into());
                }
            }
            if is_number && !is_vector && self.replace_in(equal, from, to, 2) {
                return Some(inst.into());
            }
        }
        let (value, without_flags) =
            self.query().select_of_equal_without_flags(parts.condition, parts.if_true, parts.if_false)?;
        for inst in without_flags {
            self.f.editor.change(inst, |data, _| {
                if let InstData::Binary { flags, .. } | InstData::Cast { flags, .. } = data {
                    *flags = IntFlags::empty();
                }
            });
            self.worklist.push(inst);
        }
        Some(value)
    }

    /// Replaces a value by a constant in operations without other uses that may be executed with any operands.
    fn replace_in(&mut self, value: Value, from: Value, to: Value, depth: u32) -> bool {
        let query = self.query();
        let Some(inst) = value.as_inst().filter(|_| depth > 0 && query.uses.has_one_use(value)) else { return false };
        let data = query.body.inst(inst);
        let is_plain = match data {
            InstData::Binary { op, .. } => !op.is_int_div_rem(),
            InstData::ICmp { .. } | InstData::Cast { .. } | InstData::Select { .. } => true,
            InstData::Call { .. } => query.operation(data, query.type_of(value)).is_some(),
            _ => false,
        };
        if !is_plain {
            return false;
        }
        let count = match data {
            InstData::Call { call, .. } => query.body.call_args(call).len(),
            _ => query.body.operand_count(inst),
        };
        let mut is_changed = false;
        for place in 0..count {
            let Some(operand) = self.f.editor.body().operand(inst, place) else { continue };
            if operand == from {
                self.set_operand(inst, place as u32, to);
                self.worklist.push(inst);
                is_changed = true;
            } else {
                is_changed |= self.replace_in(operand, from, to, depth - 1);
            }
        }
        is_changed
    }

    /// In a select, the value of an inner select whose condition the outer one implies.
    fn nested_select(&mut self, inst: Inst, parts: Parts) -> Option<Value> {
        for (place, arm, is_true) in [(1, parts.if_true, true), (2, parts.if_false, false)] {
            let query = self.query();
            let Some(&InstData::Select { condition, if_true, if_false, .. }) = query.inst(arm) else { continue };
            if let Some(holds) = query.implied(parts.condition, condition, is_true) {
                self.set_operand(inst, place, if holds { if_true } else { if_false });
                return Some(inst.into());
            }
        }
        None
    }

    /// A sum or difference with overflow whose wrapped result is replaced by the limit, as a saturating operation.
    fn saturated(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        use IntrinsicId as I;
        let query = self.query();
        let part_of = |v: Value| match query.inst(v) {
            Some(&InstData::ExtractValue { aggregate, ref indices }) => {
                let indices = query.body.list_ints(indices);
                (indices.len() == 1).then(|| (aggregate, indices[0].0))
            }
            _ => None,
        };
        let ((call, 1), (other, 0)) = (part_of(parts.condition)?, part_of(parts.if_false)?) else { return None };
        let (id, args) = query.intrinsic(call).filter(|_| call == other)?;
        let (x, y) = (args[0], args[1]);
        let limit = parts.if_true;
        let is = |test: fn(&Int) -> bool| limit.is_constant() && query.elements_are(limit, test);
        let name = match id {
            I::UADD_WITH_OVERFLOW if is(Int::is_all_ones) => "llvm.uadd.sat",
            I::USUB_WITH_OVERFLOW if is(Int::is_zero) => "llvm.usub.sat",
            I::SADD_WITH_OVERFLOW | I::SSUB_WITH_OVERFLOW => {
                // The limit for a negative operand is the minimum, unless the operand is subtracted.
                let &InstData::Select { condition, if_true, if_false, .. } = query.inst(limit)? else { return None };
                let &InstData::ICmp { predicate, lhs, rhs, .. } = query.inst(condition)? else { return None };
                let c = query.constant_int(rhs)?;
                let is_sum = id == I::SADD_WITH_OVERFLOW;
                // Zero does not overflow, except as the minuend.
                let any_zero = is_sum || lhs != x;
                let if_negative = match predicate {
                    IntPredicate::Slt if c.is_zero() || c.is_one() && any_zero => true,
                    IntPredicate::Sgt if c.is_all_ones() || c.is_zero() && any_zero => false,
                    _ => return None,
                };
                let (negative, positive) = if if_negative { (if_true, if_false) } else { (if_false, if_true) };
                let (low, high) = if is_sum || lhs == x { (negative, positive) } else { (positive, negative) };
                let has = |v: Value, test: fn(&Int) -> bool| query.constant_int(v).is_some_and(|n| test(&n));
                if !(lhs == x || lhs == y) || !has(low, Int::is_min_signed) || !has(high, Int::is_max_signed) {
                    return None;
                }
                if is_sum { "llvm.sadd.sat" } else { "llvm.ssub.sat" }
            }
            _ => return None,
        };
        self.call_intrinsic(inst, name, &[ty], &[x, y])
    }

    /// `x < C ? y : C - 1` is `x > C - 1 ? C - 1 : y`: the comparison has the constant of the select.
    fn use_constant_of_compare(&mut self, inst: Inst, parts: Parts) -> Option<Value> {
        use IntPredicate::*;
        let query = self.query();
        let compare = parts.condition.as_inst().filter(|_| query.uses.has_one_use(parts.condition))?;
        let &InstData::ICmp { predicate, lhs, rhs, .. } = query.body.inst(compare) else { return None };
        if !rhs.is_constant() || [parts.if_true, parts.if_false].contains(&rhs) {
            return None;
        }
        let ty = query.type_of(rhs);
        let (new, by, limit): (_, i64, fn(&Int) -> bool) = match predicate {
            Ult => (Ugt, -1, Int::is_zero),
            Slt => (Sgt, -1, Int::is_min_signed),
            Ugt => (Ult, 1, Int::is_all_ones),
            Sgt => (Slt, 1, Int::is_max_signed),
            _ => return None,
        };
        if !query.module.context().is_int_or_int_vector(ty) || !query.elements_are(rhs, |n| !limit(n)) {
            return None;
        }
        let step = query.int(ty, &Int::from_i64(query.width_of(rhs)?, by));
        let next = query.module.fold_binary(BinaryOp::Add, IntFlags::empty(), rhs, step)?;
        if ![parts.if_true, parts.if_false].contains(&next) {
            return None;
        }
        let inverse = self.icmp(inst, new, lhs, next);
        self.name_after(inverse, parts.condition, b".inv");
        self.set_select(inst, inverse, parts.if_false, parts.if_true, true)
    }

    /// A count of leading or trailing zeros that is selected unless the number is zero, when its width is selected.
    fn count_of_zeros(&mut self, inst: Inst, parts: Parts) -> Option<Value> {
        let query = self.query();
        let &InstData::ICmp { predicate, lhs, rhs, .. } = query.inst(parts.condition)? else { return None };
        let (on_zero, count) = match predicate {
            IntPredicate::Eq => (parts.if_true, parts.if_false),
            IntPredicate::Ne => (parts.if_false, parts.if_true),
            _ => return None,
        };
        if !query.module.constants().is_zero(rhs) {
            return None;
        }
        let call = match query.inst(count) {
            Some(&InstData::Cast { op: CastOp::ZExt | CastOp::Trunc, value, .. }) => value,
            _ => count,
        };
        let (id, args) = query.intrinsic(call)?;
        if !matches!(id, IntrinsicId::CTLZ | IntrinsicId::CTTZ) || args[0] != lhs {
            return None;
        }
        let call = call.as_inst()?;
        let is_poison = !query.module.constants().is_zero(args[1]);
        let width = query.width_of(lhs)?;
        let bits = query.width_of(on_zero)?;
        let is_width = query.elements_are(on_zero, |n| *n == Int::new(bits, width.into()));
        let flag = |this: &mut Self, b: bool| {
            let value = this.query().bool(Type::I1, b);
            this.set_operand(call, 1, value);
            this.worklist.push(call);
        };
        if is_width && on_zero.is_constant() {
            if is_poison {
                flag(self, false);
                // The range does not include the count of zero.
                self.f.editor.set_attachment(call, crate::RANGE, None);
                let cx = self.f.editor.module().context();
                self.f.editor.change(call, |data, _| {
                    if let Some(call) = data.call_info_mut() {
                        let set = cx.attribute_list(call.attributes).result;
                        let set = cx.without_attribute(set, AttrKind::RANGE);
                        call.attributes = cx.with_result_attributes(call.attributes, set);
                    }
                });
            }
            return Some(count);
        }
        // The count of a zero is not used.
        if !is_poison && query.uses.has_one_use(call.into()) && (count == call.into() || query.uses.has_one_use(count))
        {
            flag(self, true);
            self.f.drop_undefined_behaviour(call);
            return Some(inst.into());
        }
        None
    }

    /// A select between equal operations of one operand, as the operation of a select.
    fn select_of_operations(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        let Parts { condition, if_true: t, if_false: f } = parts;
        let query = self.query();
        let (a, b) = (query.inst(t)?, query.inst(f)?);
        let (t_once, f_once) = (query.uses.has_one_use(t), query.uses.has_one_use(f));
        if let (
            &InstData::ICmp { predicate: p, lhs, rhs, .. },
            &InstData::ICmp { predicate: q, lhs: lhs2, rhs: rhs2, .. },
        ) = (a, b)
            && (t_once || f_once)
        {
            let (swapped_only, same) = (p == q.swapped() && p != q, p == q);
            // The common operand, the others, and whether the common one is the left operand of the first comparison.
            let found = if same && lhs == lhs2 {
                Some((lhs, rhs, rhs2, true))
            } else if same && rhs == rhs2 {
                Some((rhs, lhs, lhs2, false))
            } else if (swapped_only || same && p.is_equality()) && lhs == rhs2 {
                Some((lhs, rhs, lhs2, true))
            } else if (swapped_only || same && p.is_equality()) && rhs == lhs2 {
                Some((rhs, lhs, rhs2, false))
            } else {
                None
            };
            let (common, x, y, is_left) = found?;
            let cx = query.module.context();
            if cx.is_vector(query.type_of(condition)) != cx.is_vector(query.type_of(x))
                && cx.is_vector(query.type_of(condition))
            {
                return None;
            }
            let select = self.select(inst, condition, x, y);
            return Some(self.icmp(inst, if is_left { p } else { p.swapped() }, common, select));
        }
        if !t_once || !f_once {
            return None;
        }
        match (*a, *b) {
            (InstData::Cast { op, value: x, .. }, InstData::Cast { op: other, value: y, .. }) if op == other => {
                let from = query.type_of(x);
                let cx = query.module.context();
                if query.type_of(y) != from || cx.is_vector(from) != cx.is_vector(ty) || op == CastOp::BitCast {
                    return None;
                }
                if cx.is_vector(query.type_of(condition))
                    && cx.vector_shape(from).map(|s| (s.1, s.2)) != cx.vector_shape(ty).map(|s| (s.1, s.2))
                {
                    return None;
                }
                let select = self.select(inst, condition, x, y);
                Some(self.cast(inst, op, IntFlags::empty(), select, ty))
            }
            (
                InstData::Binary { op, flags, lhs, rhs, fast_math },
                InstData::Binary { op: other, flags: other_flags, lhs: lhs2, rhs: rhs2, fast_math: fast_math2 },
            ) if op == other => {
                let (common, x, y, is_left) = if lhs == lhs2 {
                    (lhs, rhs, rhs2, true)
                } else if rhs == rhs2 {
                    (rhs, lhs, lhs2, false)
                } else if op.is_commutative() && lhs == rhs2 {
                    (lhs, rhs, lhs2, true)
                } else if op.is_commutative() && rhs == lhs2 {
                    (rhs, lhs, rhs2, true)
                } else {
                    return None;
                };
                // A division by poison is undefined behavior.
                let may_trap = matches!(op, BinaryOp::SDiv | BinaryOp::SRem) || op.is_int_div_rem() && is_left;
                let condition = if may_trap && !query.is_not_poison(condition) {
                    let ty = query.type_of(condition);
                    self.insert(inst, InstData::Freeze { value: condition }, ty)
                } else {
                    condition
                };
                let select = self.select(inst, condition, x, y);
                let (l, r) = if is_left { (common, select) } else { (select, common) };
                let fast_math: FastMathFlags = fast_math & fast_math2;
                Some(self.insert(
                    inst,
                    InstData::Binary { op, flags: flags & other_flags, fast_math, lhs: l, rhs: r },
                    ty,
                ))
            }
            _ => None,
        }
    }

    /// `c ? x op y : x` is `x op (c ? y : identity)`.
    fn select_into_operation(&mut self, inst: Inst, parts: Parts, ty: Type) -> Option<Value> {
        use BinaryOp::*;
        let Parts { condition, if_true: t, if_false: f } = parts;
        for (whole, x, is_true) in [(t, f, true), (f, t, false)] {
            let query = self.query();
            if x.is_constant() || !query.uses.has_one_use(whole) {
                continue;
            }
            let Some((op, flags, lhs, rhs)) = query.binary(whole) else { continue };
            let other = match op {
                Add | Or | Xor | Mul | And if lhs == x => rhs,
                Add | Or | Xor | Mul | And if rhs == x => lhs,
                Sub | Shl | LShr | AShr if lhs == x => rhs,
                _ => continue,
            };
            // A select between constants that are not an extension of the condition does not improve the code.
            let width = query.width_of(x)?;
            let identity = match op {
                Mul => Int::one(width),
                And => Int::all_ones(width),
                _ => Int::zero(width),
            };
            if other.is_constant() {
                let Some(n) = query.constant_int(other) else { continue };
                let is_cheap = identity.is_zero() && (n.is_one() || n.is_all_ones())
                    || n.is_zero() && (identity.is_one() || identity.is_all_ones());
                if !is_cheap {
                    continue;
                }
            }
            let identity = self.int(ty, &identity);
            let (a, b) = if is_true { (other, identity) } else { (identity, other) };
            let select = self.select(inst, condition, a, b);
            self.worklist.push(select.as_inst()?);
            return Some(self.binary(inst, op, flags, x, select));
        }
        None
    }
}
