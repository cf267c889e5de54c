//! What one condition implies about another: LLVM's `isImpliedCondition`.

use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::{InstData, Value};

use super::compare::implied_by_predicate;
use crate::value_tracking::Query;

/// A comparison of two values.
pub(crate) type Compare = (IntPredicate, Value, Value);

/// Whether a comparison with a number holds for all integers of a range, or for none; `None` for no integers.
fn implied_by_values(range: &ConstantRange, predicate: IntPredicate, n: &Int) -> Option<bool> {
    let holds = ConstantRange::satisfying(predicate, n);
    match (holds.contains_all(range), holds.inverse().contains_all(range)) {
        (true, true) => None,
        (true, false) => Some(true),
        (false, is_never) => is_never.then_some(false),
    }
}

/// A predicate in the signed or the unsigned order.
fn with_sign(predicate: IntPredicate, is_signed: bool) -> IntPredicate {
    if is_signed { predicate.to_signed() } else { predicate.to_unsigned() }
}

impl Query<'_> {
    /// Whether one condition implies another, if it holds (`is`) or does not hold: `Some(true)` if the other holds, `Some(false)`
    /// if it does not.
    pub(crate) fn implied(&self, condition: Value, other: Value, is: bool) -> Option<bool> {
        self.implied_at(condition, other, is, 4)
    }

    /// Whether a comparison holds, because of the branch of the only predecessor.
    pub(crate) fn implied_by_predecessor(&self, p: IntPredicate, lhs: Value, rhs: Value) -> Option<bool> {
        let (condition, is_true) = self.condition_of_predecessor()?;
        self.implies_compare(condition, is_true, (p, lhs, rhs), false, 4)
    }

    fn implied_at(&self, condition: Value, other: Value, is: bool, depth: u32) -> Option<bool> {
        if condition == other {
            return Some(is);
        }
        if depth == 0 || self.type_of(condition) != self.type_of(other) {
            return None;
        }
        if let Some(inner) = self.as_not(other) {
            return self.implied_at(condition, inner, is, depth - 1).map(|known| !known);
        }
        if let Some(&InstData::ICmp { predicate, same_sign, lhs, rhs }) = self.inst(other)
            && let Some(known) = self.implies_compare(condition, is, (predicate, lhs, rhs), same_sign, depth)
        {
            return Some(known);
        }
        if let Some(inner) = self.as_not(condition) {
            return self.implied_at(inner, other, !is, depth - 1);
        }
        if let Some((a, b)) = self.as_logic(condition, is)
            && let Some(known) = [a, b].into_iter().find_map(|part| self.implied_at(part, other, is, depth - 1))
        {
            return Some(known);
        }
        // A disjunction holds if a part of it does, a conjunction does not hold if a part does not.
        for is_and in [true, false] {
            if let Some((a, b)) = self.as_logic(other, is_and) {
                let parts = [a, b].map(|part| self.implied_at(condition, part, is, depth - 1));
                if parts.contains(&Some(!is_and)) {
                    return Some(!is_and);
                }
                if parts == [Some(is_and); 2] {
                    return Some(is_and);
                }
            }
        }
        None
    }

    /// Whether a condition implies a comparison, whose operands may be known to have the same sign.
    pub(crate) fn implies_compare(
        &self,
        condition: Value,
        is: bool,
        (q, c, d): Compare,
        same_sign: bool,
        depth: u32,
    ) -> Option<bool> {
        if depth == 0 {
            return None;
        }
        if let Some(&InstData::ICmp { predicate, same_sign: is_same, lhs, rhs }) = self.inst(condition) {
            let p = if is { predicate } else { predicate.inverse() };
            // If the signs are the same, the signed and the unsigned order agree.
            let (p, q) = match p.is_signed() == q.is_signed() || p.is_equality() || q.is_equality() {
                false if is_same => (with_sign(p, q.is_signed()), q),
                false if same_sign => (p, with_sign(q, p.is_signed())),
                _ => (p, q),
            };
            return self.implied_compare((p, lhs, rhs), (q, c, d));
        }
        if let Some(inner) = self.as_not(condition) {
            return self.implies_compare(inner, !is, (q, c, d), same_sign, depth - 1);
        }
        if let Some((a, b)) = self.as_logic(condition, is) {
            return [a, b].into_iter().find_map(|part| self.implies_compare(part, is, (q, c, d), same_sign, depth - 1));
        }
        match self.inst(condition) {
            // The low bit of a number says whether the number is zero, if the number is 0 or 1.
            Some(&InstData::Cast { op: CastOp::Trunc, value, flags, .. })
                if value == c && (is || flags.contains(IntFlags::NUW)) =>
            {
                let zero = self.module.constants().is_zero(d);
                (zero && q.is_equality()).then_some((q == IntPredicate::Ne) == is)
            }
            _ => None,
        }
    }

    /// Whether `a p b` implies that `c q d` holds, or that it does not.
    fn implied_compare(&self, (p, a, b): Compare, (q, c, d): Compare) -> Option<bool> {
        if self.type_of(a) != self.type_of(c) {
            return None;
        }
        let (q, c, d) = if a == d || b == c { (q.swapped(), d, c) } else { (q, c, d) };
        if a == c && b == d {
            return implied_by_predicate(p, q);
        }
        let (p, a, b) = if a.is_constant() { (p.swapped(), b, a) } else { (p, a, b) };
        let (q, c, d) = if c.is_constant() { (q.swapped(), d, c) } else { (q, c, d) };
        let (first, second) = ((p, a, b), (q, c, d));
        if let Some(known) = self.implied_by_range(first, second).or_else(|| self.implied_by_difference(first, second))
        {
            return Some(known);
        }
        if self.implied_by_order(first, second) {
            return Some(true);
        }
        self.implied_by_order(first, (q.inverse(), c, d)).then_some(false)
    }

    /// As [`Query::implied_compare`], if both compare the same value, or the value plus a constant, with constants.
    fn implied_by_range(&self, (p, a, b): Compare, (q, c, d): Compare) -> Option<bool> {
        let (x, y) = (self.constant_int(b)?, self.constant_int(d)?);
        let offset = |v: Value| match self.binary(v) {
            Some((BinaryOp::Add, _, base, by)) => self.constant_int(by).map(|by| (base, by)),
            _ => None,
        };
        let zero = Int::zero(x.width());
        let forms = |v: Value| [Some((v, zero.clone())), offset(v)].into_iter().flatten();
        let (from, to) =
            forms(a).find_map(|(base, from)| forms(c).find(|(other, _)| *other == base).map(|(_, to)| (from, to)))?;
        // The values of `c` are those of `a` plus a constant.
        let range = ConstantRange::satisfying(p, &x).sub(&from.sub(&to).into());
        implied_by_values(&range, q, &y)
    }

    /// As [`Query::implied_compare`], if the first compares two values, and the second their difference.
    fn implied_by_difference(&self, (p, a, b): Compare, (q, c, d): Compare) -> Option<bool> {
        use IntPredicate::*;
        let Some((BinaryOp::Sub, flags, x, y)) = self.binary(c) else { return None };
        let p = match (x, y) {
            _ if x == a && y == b => p,
            _ if x == b && y == a => p.swapped(),
            _ => return None,
        };
        let number = self.constant_int(d)?;
        let zero = Int::zero(number.width());
        let is_beyond = match p {
            Sgt | Sge => !number.is_negative() && !number.is_zero(),
            Slt | Sle => number.is_negative(),
            _ => false,
        };
        if is_beyond {
            return None;
        }
        // How the difference compares with zero.
        let with_zero = match p {
            Eq | Ne => p,
            Sgt | Sge | Slt | Sle if flags.contains(IntFlags::NSW) => p,
            Ult | Ugt | Slt | Sgt => Ne,
            _ => return None,
        };
        implied_by_values(&ConstantRange::satisfying(with_zero, &zero), q, &number)
    }

    /// Whether `a p b` implies `c q d`, because `c` is at most `a` and `d` at least `b` in an order, or vice versa.
    fn implied_by_order(&self, (p, a, b): Compare, (q, c, d): Compare) -> bool {
        use IntPredicate::*;
        let below = |p: IntPredicate, a: Value, b: Value| match p {
            Ult | Ule | Slt | Sle => Some((p, a, b)),
            Ugt | Uge | Sgt | Sge => Some((p.swapped(), b, a)),
            Eq | Ne => None,
        };
        let (Some((p, a, b)), Some((q, c, d))) = (below(p, a, b), below(q, c, d)) else { return false };
        let is_strict = |p| matches!(p, Ult | Slt);
        if p.is_signed() != q.is_signed() || is_strict(q) && !is_strict(p) {
            return false;
        }
        self.is_at_most(p.is_signed(), c, a) && self.is_at_most(p.is_signed(), b, d)
    }

    /// Whether `x` is at most `y` because of how they are computed.
    fn is_at_most(&self, is_signed: bool, x: Value, y: Value) -> bool {
        if x == y {
            return true;
        }
        let keeps = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
        // A base and a constant that is added without wrapping.
        let split = |v: Value| match self.binary(v) {
            Some((BinaryOp::Add, flags, base, by)) if flags.contains(keeps) => {
                self.constant_int(by).map(|by| (base, by))
            }
            Some((BinaryOp::Or, flags, base, by)) if flags.contains(IntFlags::DISJOINT) => {
                self.constant_int(by).map(|by| (base, by)).filter(|(_, by)| !is_signed || !by.is_negative())
            }
            _ => None,
        };
        let is_least = |n: &Int, m: &Int| if is_signed { n.scmp(m).is_le() } else { n.ucmp(m).is_le() };
        if let (Some(n), Some(m)) = (self.constant_int(x), self.constant_int(y)) {
            return is_least(&n, &m);
        }
        match (split(x), split(y)) {
            (None, Some((base, by))) if base == x => return is_least(&Int::zero(by.width()), &by),
            (Some((base, by)), None) if base == y => return is_least(&by, &Int::zero(by.width())),
            (Some((base, n)), Some((other, m))) if base == other => return is_least(&n, &m),
            _ => {}
        }
        if is_signed {
            return false;
        }
        // Operations whose result is never greater, or never less, than an operand.
        let grows = match self.binary(y) {
            Some((BinaryOp::Or, _, a, b)) => a == x || b == x,
            Some((BinaryOp::Add, flags, a, b)) if flags.contains(IntFlags::NUW) => a == x || b == x,
            _ => false,
        };
        let shrinks = match self.binary(x) {
            Some((BinaryOp::And, _, a, b)) => a == y || b == y,
            Some((BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::URem, _, a, _)) => a == y,
            Some((BinaryOp::Sub, flags, a, _)) if flags.contains(IntFlags::NUW) => a == y,
            _ => false,
        };
        grows || shrinks
    }
}
