//! Simplification of selects, and of logical operations on conditions.

use lindworm_ir::eval::{FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

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
        self.simplify_select_of_compare(condition, if_true, if_false)
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
        if self.is_not_poison_if(x, c) {
            match self.implied(x, c, is_and) {
                Some(known) if known == is_and => return Some(x),
                Some(_) => return Some(self.bool(ty, !is_and)),
                None => {}
            }
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
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.inst(condition)? else { return None };
        if !predicate.is_equality() || !self.module.constants().is_zero(rhs) && self.constant_int(rhs).is_none() {
            return None;
        }
        let (on_equal, otherwise) =
            if predicate == IntPredicate::Eq { (if_true, if_false) } else { (if_false, if_true) };
        // If x equals the constant, an operation on x may evaluate to the other select value.
        let &InstData::Binary { op, flags, lhs: a, rhs: b, .. } = self.inst(otherwise)? else { return None };
        if op.is_float() || !flags.is_empty() || !self.is_not_undef(lhs) {
            return None;
        }
        let with = |v: Value| if v == lhs { rhs } else { v };
        if a != lhs && b != lhs {
            return None;
        }
        let other = if a == lhs { b } else { a };
        let value = self.simplify_binary(op, IntFlags::empty(), FastMathFlags::empty(), with(a), with(b), 1)?;
        // The operand that the constant absorbs must not be poison, because the operation would then be poison.
        (value == on_equal && (other == on_equal || self.is_not_poison(other))).then_some(otherwise)
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
                    _ if both == y => Some(rhs),
                    _ if both == x => Some(lhs),
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
