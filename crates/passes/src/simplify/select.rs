//! Simplification of selects, and of logical operations on conditions.

use std::cell::RefCell;

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::MAX_RECURSE;
use super::rules::arithmetic;
use crate::value_tracking::Query;

/// What the value that results from a replacement may be.
#[derive(Clone, Copy)]
pub(crate) enum Replaced<'a> {
    /// A value that is more defined.
    Refined,
    /// Only a value that is never more defined.
    Exact,
    /// A value that is never more defined than that of instructions without their flags: those that have some are collected.
    WithoutFlags(&'a RefCell<Vec<Inst>>),
}

impl Replaced<'_> {
    /// The flags that count.
    fn kept(self, value: Value, flags: IntFlags) -> IntFlags {
        match (self, value.as_inst()) {
            (Replaced::WithoutFlags(dropped), Some(inst)) if !flags.is_empty() => {
                dropped.borrow_mut().push(inst);
                IntFlags::empty()
            }
            _ => flags,
        }
    }
}

impl Query<'_> {
    /// Simplifies a select.
    pub(crate) fn simplify_select(
        &self,
        condition: Value,
        if_true: Value,
        if_false: Value,
        depth: u32,
    ) -> Option<Value> {
        let constants = self.module.constants();
        let ty = self.type_of(if_true);
        if let Some(folded) = self.module.fold_select(condition, if_true, if_false) {
            return Some(folded);
        }
        if constants.is_poison(condition) {
            return Some(constants.poison(ty));
        }
        if self.is_undef(condition) {
            return Some(if if_false.is_constant() { if_false } else { if_true });
        }
        if self.elements_are(condition, Int::is_all_ones) {
            return Some(if_true);
        }
        if self.elements_are(condition, Int::is_zero) {
            return Some(if_false);
        }
        if if_true == if_false {
            return Some(if_true);
        }
        let is_true = |v| self.elements_are(v, Int::is_all_ones);
        let is_false = |v| self.elements_are(v, Int::is_zero);
        if self.type_of(condition) == ty {
            if is_true(if_true) && is_false(if_false) {
                return Some(condition);
            }
            // A logical `and` or `or` that does not propagate poison from its right operand.
            if is_false(if_false) {
                if let Some(value) = self.simplify_short_circuit(condition, if_true, true, depth) {
                    return Some(value);
                }
            } else if is_true(if_true)
                && let Some(value) = self.simplify_short_circuit(condition, if_false, false, depth)
            {
                return Some(value);
            }
        }
        if constants.is_poison(if_true) || self.is_undef(if_true) && self.is_not_poison(if_false) {
            return Some(if_false);
        }
        if constants.is_poison(if_false) || self.is_undef(if_false) && self.is_not_poison(if_true) {
            return Some(if_true);
        }
        if let Some((known, is_true)) = self.condition_of_predecessor()
            && !known.is_constant()
            && let Some(known) = self.implied(known, condition, is_true)
        {
            return Some(if known { if_true } else { if_false });
        }
        let (flags, fast_math) = (IntFlags::empty(), FastMathFlags::empty());
        self.simplify_select_of_compare(condition, if_true, if_false)
            .or_else(|| self.simplify_select_of_bit_test(condition, if_true, if_false))
            .or_else(|| self.merge_constant_arms(if_true, if_false))
            .or_else(|| self.by_rules(super::rules::Op::Select, flags, fast_math, &[condition, if_true, if_false], ty))
            .or_else(|| self.simplify_select_of_equal(condition, if_true, if_false))
            .or_else(|| self.simplify_select_by_condition(condition, if_true, if_false))
    }

    /// Simplifies `select c, x, false` if `is_and`, otherwise `select c, true, x`.
    fn simplify_short_circuit(&self, c: Value, x: Value, is_and: bool, depth: u32) -> Option<Value> {
        let ty = self.type_of(c);
        if let Some(inner) = self.as_not(x)
            && inner == c
        {
            return Some(self.bool(ty, !is_and));
        }
        if let Some(inner) = self.as_not(c)
            && inner == x
        {
            return Some(self.bool(ty, !is_and));
        }
        if x == c {
            return Some(c);
        }
        // If `c` implies the value of `x`, one of the two suffices.
        match self.implied(c, x, is_and) {
            Some(known) if known == is_and => return Some(c),
            Some(_) => return Some(self.bool(ty, !is_and)),
            None => {}
        }
        if depth > 0
            && self.is_not_poison_if(x, c)
            && let Some(value) = self.simplify_logic_of_compares(is_and, c, x)
        {
            return Some(value);
        }
        None
    }

    /// Simplifies `x == y ? x : y` to `y`, and likewise for the inverse.
    fn simplify_select_of_compare(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.inst(condition)? else { return None };
        let (on_equal, otherwise) = match predicate {
            IntPredicate::Eq => (if_true, if_false),
            IntPredicate::Ne => (if_false, if_true),
            _ => return None,
        };
        let is_pair = on_equal == lhs && otherwise == rhs || on_equal == rhs && otherwise == lhs;
        let is_pointer = self.module.context().is_pointer_or_pointer_vector(self.type_of(lhs));
        // Equal pointers may have different provenance.
        (is_pair && !is_pointer).then_some(otherwise)
    }

    /// Merges constant vectors of which each two elements are equal, or one is undefined.
    fn merge_constant_arms(&self, if_true: Value, if_false: Value) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(if_true);
        let (_, len, false) = cx.vector_shape(ty)? else { return None };
        if !(if_true.is_constant() && if_false.is_constant()) || len > 64 {
            return None;
        }
        let merge = |lane: u32| {
            let [t, f] = [if_true, if_false].map(|v| constants.element(cx, v, lane.into()));
            let (t, f) = (t?, f?);
            let yields = |v, other| constants.is_poison(v) || self.is_undef(v) && self.is_not_poison(other);
            match t == f || yields(f, t) {
                true => Some(t),
                false => yields(t, f).then_some(f),
            }
        };
        let lanes: Option<SmallVec<[Value; 8]>> = (0..len).map(merge).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }

    /// The value, the bits of it that a condition tests, and whether the condition is true if these bits are zero.
    fn bit_test(&self, condition: Value) -> Option<(Value, Int, bool)> {
        match self.as_not(condition) {
            Some(inner) => self.plain_bit_test(inner).map(|(x, bits, is_zero)| (x, bits, !is_zero)),
            None => self.plain_bit_test(condition),
        }
    }

    /// The same for a condition that is not a `not`.
    fn plain_bit_test(&self, condition: Value) -> Option<(Value, Int, bool)> {
        use IntPredicate::*;
        let (x, bits, is_zero) = match *self.inst(condition)? {
            InstData::Cast { op: CastOp::Trunc, value, .. } if self.is_bool(self.type_of(condition)) => {
                return Some((value, Int::one(self.width_of(value)?), false));
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let n = self.constant_int(rhs)?;
                let sign = Int::min_signed(n.width());
                let is_limit = |n: &Int| n.is_power_of_two();
                match predicate {
                    Eq | Ne if n.is_zero() => match self.binary(lhs)? {
                        (BinaryOp::And, _, x, mask) => (x, self.constant_int(mask)?, predicate == Eq),
                        _ => return None,
                    },
                    Slt if n.is_zero() => (lhs, sign, false),
                    Sle if n.is_all_ones() => (lhs, sign, false),
                    Sgt if n.is_all_ones() => (lhs, sign, true),
                    Sge if n.is_zero() => (lhs, sign, true),
                    // The bits from a power of two on are zero.
                    Ult | Uge if is_limit(&n) => (lhs, n.neg(), predicate == Ult),
                    Ule | Ugt if is_limit(&n.add(&Int::one(n.width()))) => (lhs, n.not(), predicate == Ule),
                    _ => return None,
                }
            }
            _ => return None,
        };
        match self.inst(x) {
            Some(&InstData::Cast { op: CastOp::Trunc, value, .. }) => {
                Some((value, bits.zext(self.width_of(value)?), is_zero))
            }
            _ => Some((x, bits, is_zero)),
        }
    }

    /// Simplifies a select of a value, and the value with the bits set or cleared that the condition tests.
    fn simplify_select_of_bit_test(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let (x, bits, is_zero) = self.bit_test(condition)?;
        let (on_zero, on_set) = if is_zero { (if_true, if_false) } else { (if_false, if_true) };
        let changed = if on_zero == x { on_set } else { Some(on_zero).filter(|_| on_set == x)? };
        let (op, flags, of, mask) = self.binary(changed)?;
        let mask = self.constant_int(mask).filter(|_| of == x)?;
        match op {
            // Clearing the bits changes nothing if they are zero.
            BinaryOp::And if mask == bits.not() => Some(on_set),
            BinaryOp::Or if mask == bits && bits.is_power_of_two() => {
                // The operation is poison if the bit is set.
                let is_poison = on_zero == changed && flags.contains(IntFlags::DISJOINT);
                (!is_poison).then_some(on_zero)
            }
            _ => None,
        }
    }

    /// Simplifies a select whose condition implies the relation of its values.
    fn simplify_select_by_condition(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        // select c, (select c, x, y), z is select c, x, z, which simplifies if x is z.
        let inner = |v: Value| match self.inst(v) {
            Some(&InstData::Select { condition: c, if_true, if_false, .. }) if c == condition => {
                Some((if_true, if_false))
            }
            _ => None,
        };
        if let Some((x, _)) = inner(if_true)
            && x == if_false
        {
            return Some(x);
        }
        if let Some((_, y)) = inner(if_false)
            && y == if_true
        {
            return Some(y);
        }
        None
    }

    /// Simplifies `x == y ? a : b` to `b`, if `a` with `y` in the place of `x` is `b`.
    fn simplify_select_of_equal(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.inst(condition)? else { return None };
        let (on_equal, otherwise) = match predicate {
            IntPredicate::Eq => (if_true, if_false),
            IntPredicate::Ne => (if_false, if_true),
            _ => return None,
        };
        for (from, to) in [(lhs, rhs), (rhs, lhs)] {
            // Equal pointers may have different provenance; null has none.
            let cx = self.module.context();
            let is_pointer = cx.is_pointer_or_pointer_vector(self.type_of(from));
            if from.is_constant() || is_pointer && !self.module.constants().is_zero(to) {
                continue;
            }
            let query = Query { can_use_undef: false, ..*self };
            let a = query.with_replaced(on_equal, from, to, Replaced::Refined, MAX_RECURSE).unwrap_or(on_equal);
            let b = query.with_replaced(otherwise, from, to, Replaced::Exact, MAX_RECURSE).unwrap_or(otherwise);
            if a == b {
                return Some(otherwise);
            }
        }
        None
    }

    /// The result of `x == y ? a : b` that is `b`, if `a` is `b` with `y` in the place of `x` and without the flags of the
    /// instructions that are returned too.
    pub(crate) fn select_of_equal_without_flags(
        &self,
        condition: Value,
        if_true: Value,
        if_false: Value,
    ) -> Option<(Value, Vec<Inst>)> {
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.inst(condition)? else { return None };
        let (on_equal, otherwise) = match predicate {
            IntPredicate::Eq => (if_true, if_false),
            IntPredicate::Ne => (if_false, if_true),
            _ => return None,
        };
        let cx = self.module.context();
        if cx.is_pointer_or_pointer_vector(self.type_of(lhs)) {
            return None;
        }
        let query = Query { can_use_undef: false, ..*self };
        for (from, to) in [(lhs, rhs), (rhs, lhs)] {
            let dropped = RefCell::default();
            let replaced = query.with_replaced(otherwise, from, to, Replaced::WithoutFlags(&dropped), MAX_RECURSE);
            if !from.is_constant() && replaced == Some(on_equal) {
                return Some((otherwise, dropped.into_inner()));
            }
        }
        None
    }

    /// The value that results from a replacement of `from` by `to` in the operations that compute a value.
    pub(crate) fn with_replaced(
        &self,
        value: Value,
        from: Value,
        to: Value,
        mode: Replaced<'_>,
        depth: u32,
    ) -> Option<Value> {
        let may_refine = matches!(mode, Replaced::Refined);
        if value == from {
            return Some(to);
        }
        let data = self.inst(value).filter(|_| depth > 0)?;
        let replaced = |v: Value| self.with_replaced(v, from, to, mode, depth - 1);
        let is_vector = self.module.context().is_vector(self.type_of(from));
        match *data {
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                let (a, b) = (replaced(lhs), replaced(rhs));
                if a.is_none() && b.is_none() {
                    return None;
                }
                let (a, b) = (a.unwrap_or(lhs), b.unwrap_or(rhs));
                if may_refine {
                    return self.simplify_binary(op, flags, fast_math, a, b, depth - 1).filter(|&v| v != value);
                }
                let flags = mode.kept(value, flags);
                self.replaced_binary(value, op, flags, [a, b], from, to)
            }
            InstData::ICmp { predicate, same_sign: false, lhs, rhs } => {
                let (a, b) = (replaced(lhs), replaced(rhs));
                if a.is_none() && b.is_none() {
                    return None;
                }
                let (a, b) = (a.unwrap_or(lhs), b.unwrap_or(rhs));
                if may_refine {
                    return self.simplify_icmp(predicate, a, b, depth - 1).filter(|&v| v != value);
                }
                (a.is_constant() && b.is_constant()).then(|| self.module.fold_icmp(predicate, a, b))?
            }
            InstData::Cast { op, flags, value: of, .. } if !(is_vector && op == CastOp::BitCast) => {
                let of = replaced(of)?;
                let ty = self.type_of(value);
                if may_refine {
                    return self.simplify_cast(op, flags, of, ty).filter(|&v| v != value);
                }
                (of.is_constant() && mode.kept(value, flags).is_empty()).then(|| self.module.fold_cast(op, of, ty))?
            }
            InstData::GetElementPtr { operands, .. } => {
                // An offset of zero, which is not poison.
                let &[base, index] = self.body.list_values(&operands) else { return None };
                let (base, index) = (replaced(base).unwrap_or(base), replaced(index)?);
                let is_same = self.type_of(base) == self.type_of(value);
                (is_same && self.elements_are(index, Int::is_zero)).then_some(base)
            }
            InstData::Call { .. } => {
                use IntrinsicId as I;
                let (id, args) = self.intrinsic(value)?;
                let elementwise = matches!(id, I::ABS | I::CTPOP | I::BSWAP | I::BITREVERSE | I::CTLZ | I::CTTZ)
                    || matches!(id, I::UMIN | I::UMAX | I::SMIN | I::SMAX)
                    || matches!(id, I::UADD_SAT | I::USUB_SAT | I::SADD_SAT | I::SSUB_SAT);
                if !elementwise {
                    return None;
                }
                let all: SmallVec<[Value; 3]> = args.iter().map(|&v| replaced(v).unwrap_or(v)).collect();
                if all[..] == *args {
                    return None;
                }
                if matches!(id, I::UMIN | I::UMAX | I::SMIN | I::SMAX) && all[0] == all[1] {
                    return Some(all[0]);
                }
                // The minimum signed integer, or zero, gives poison if the flag says so.
                let is_poison = all.get(1).is_some_and(|&v| self.module.constants().as_u64(v) == Some(1));
                let is_bad = |n: &Int| if id == I::ABS { n.is_min_signed() } else { n.is_zero() };
                if matches!(id, I::ABS | I::CTLZ | I::CTTZ)
                    && is_poison
                    && !may_refine
                    && !self.elements_are(all[0], |n| !is_bad(n))
                {
                    return None;
                }
                if !all.iter().all(|v| v.is_constant()) {
                    return None;
                }
                self.fold_intrinsic(arithmetic(id)?, &all, FastMathFlags::empty(), self.type_of(value))
            }
            _ => None,
        }
    }

    /// The value of a binary operation with other operands, which is never more defined than the operation.
    fn replaced_binary(
        &self,
        value: Value,
        op: BinaryOp,
        flags: IntFlags,
        [a, b]: [Value; 2],
        from: Value,
        to: Value,
    ) -> Option<Value> {
        use BinaryOp::*;
        if op.is_float() {
            return None;
        }
        let is_identity = |v: Value| match op {
            Add | Or | Xor => self.elements_are(v, Int::is_zero),
            And => self.elements_are(v, Int::is_all_ones),
            Mul => self.elements_are(v, Int::is_one),
            _ => false,
        };
        if is_identity(a) {
            return Some(b);
        }
        let is_right_identity = match op {
            Sub | Shl | LShr | AShr => self.elements_are(b, Int::is_zero),
            UDiv | SDiv => self.elements_are(b, Int::is_one),
            _ => is_identity(b),
        };
        if is_right_identity {
            return Some(a);
        }
        if matches!(op, And | Or) && a == b && !flags.contains(IntFlags::DISJOINT) {
            return Some(a);
        }
        if matches!(op, Sub | Xor) && a == to && b == to {
            return Some(self.zero(self.type_of(value)));
        }
        // If the other operand is poison only if `from` is, the operation has the value of the absorbing operand.
        let absorbs = |v: Value| match op {
            And | Mul => self.elements_are(v, Int::is_zero),
            Or => self.elements_are(v, Int::is_all_ones),
            _ => false,
        };
        for v in [a, b] {
            if v.is_constant() && absorbs(v) && self.is_not_poison_if_other(value, from) {
                return Some(v);
            }
        }
        let is_below_width = |n: &Int| n.ucmp(&Int::new(n.width(), n.width().into())).is_lt();
        let is_safe = flags.is_empty()
            && !op.is_int_div_rem()
            && (!op.is_shift() || b.is_constant() && self.elements_are(b, is_below_width));
        (a.is_constant() && b.is_constant() && is_safe).then(|| self.module.fold_binary(op, flags, a, b))?
    }

    /// Simplifies an `and` or `or` of a comparison with zero and whether a product of the compared value overflows, which
    /// a product with zero does not.
    pub(crate) fn simplify_logic_of_overflow(&self, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        use IntrinsicId as I;
        for (check, other) in [(lhs, rhs), (rhs, lhs)] {
            let Some(&InstData::ICmp { predicate, lhs: x, rhs: zero, .. }) = self.inst(check) else { continue };
            if !predicate.is_equality() || !self.module.constants().is_zero(zero) {
                continue;
            }
            let (flag, is_inverted) = self.as_not(other).map_or((other, false), |inner| (inner, true));
            let Some(&InstData::ExtractValue { aggregate, ref indices }) = self.inst(flag) else { continue };
            let is_flag = self.body.list_ints(indices).iter().map(|i| i.0).eq([1]);
            let factors = match self.intrinsic(aggregate) {
                Some((I::UMUL_WITH_OVERFLOW | I::SMUL_WITH_OVERFLOW, factors)) if is_flag => factors,
                _ => continue,
            };
            if !factors[..2].contains(&x) {
                continue;
            }
            // x is not zero if the product overflows.
            let ty = self.type_of(other);
            return match (is_and, is_inverted, predicate) {
                (true, false, IntPredicate::Ne) | (false, true, IntPredicate::Eq) => Some(other),
                (true, false, _) => Some(self.bool(ty, false)),
                (false, true, _) => Some(self.bool(ty, true)),
                (false, false, IntPredicate::Ne) | (true, true, IntPredicate::Eq) => Some(check),
                _ => None,
            };
        }
        None
    }

    /// Simplifies an `and` or `or` of two integer comparisons.
    pub(crate) fn simplify_logic_of_compares(&self, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let (
            Some(&InstData::ICmp { predicate: p, lhs: a, rhs: b, .. }),
            Some(&InstData::ICmp { predicate: q, lhs: c, rhs: d, .. }),
        ) = (self.inst(lhs), self.inst(rhs))
        else {
            return None;
        };
        let ty = self.type_of(lhs);
        let (q, c, d) = if a == d && b == c { (q.swapped(), d, c) } else { (q, c, d) };
        if a == c && b == d {
            // Predicates as sets of outcomes: less, equal, greater. Signed and unsigned order are not combined.
            let of = |p: IntPredicate| -> (u8, Option<bool>) {
                use IntPredicate::*;
                let set = match p {
                    Eq => 2,
                    Ne => 5,
                    Ult | Slt => 1,
                    Ule | Sle => 3,
                    Ugt | Sgt => 4,
                    Uge | Sge => 6,
                };
                (set, if p.is_equality() { None } else { Some(p.is_signed()) })
            };
            let ((x, s), (y, t)) = (of(p), of(q));
            if s.is_none() || t.is_none() || s == t {
                let both = if is_and { x & y } else { x | y };
                return match both {
                    0 => Some(self.bool(ty, false)),
                    7 => Some(self.bool(ty, true)),
                    // As in LLVM, of two equal ones.
                    _ if x == y && x == (if is_and { 5 } else { 2 }) => Some(rhs),
                    _ if both == x => Some(lhs),
                    _ if both == y => Some(rhs),
                    _ => None,
                };
            }
        }
        None
    }

    /// Simplifies an `and` or `or` of two conditions one of which implies the value of the other.
    pub(crate) fn simplify_implied(&self, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let ty: Type = self.type_of(lhs);
        for (a, b) in [(lhs, rhs), (rhs, lhs)] {
            match self.implied(a, b, is_and) {
                // If a implies b, then a and b is a.
                Some(known) if known == is_and => return Some(a),
                Some(_) => return Some(self.bool(ty, !is_and)),
                None => {}
            }
        }
        None
    }
}
