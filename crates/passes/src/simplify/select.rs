//! Selects, and logic on conditions, that are known.

use lindworm_ir::eval::{FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

impl Query<'_> {
    /// The value of a select, if it is there.
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
            // A conjunction or disjunction that does not pass on poison of its right operand.
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

    /// `select c, x, false` where `is_and`, else `select c, true, x`.
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
        // Where c says what x is, one of the two is enough.
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

    /// `x == y ? x : y` is y, and the like.
    fn simplify_select_of_compare(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        let &InstData::ICmp { predicate, lhs, rhs, .. } = self.inst(condition)? else { return None };
        let (on_equal, otherwise) = match predicate {
            IntPredicate::Eq => (if_true, if_false),
            IntPredicate::Ne => (if_false, if_true),
            _ => return None,
        };
        let is_pair = on_equal == lhs && otherwise == rhs || on_equal == rhs && otherwise == lhs;
        let is_pointer = self.module.context().is_pointer_or_pointer_vector(self.type_of(lhs));
        // Equal pointers may differ in what they may access.
        (is_pair && !is_pointer).then_some(otherwise)
    }

    /// A select by a condition of which one value follows from the other.
    fn simplify_select_by_condition(&self, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
        // select c, (select c, x, y), z is select c, x, z; that is known if x is z.
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
        // Where x is the number, an operation on it gives what stands there already.
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
        // What the number absorbs must not be poison, which would then count.
        (value == on_equal && (other == on_equal || self.is_not_poison(other))).then_some(otherwise)
    }

    /// A conjunction or disjunction of two comparisons of integers.
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
            // As sets of outcomes: less, equal, greater; signed and unsigned order do not mix.
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

    /// A conjunction or disjunction of conditions of which one says what the other is.
    pub(crate) fn simplify_implied(&self, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let ty: Type = self.type_of(lhs);
        for (a, b) in [(lhs, rhs), (rhs, lhs)] {
            match self.implied(a, b, is_and) {
                // b holds where a does: a and b is a.
                Some(known) if known == is_and => return Some(a),
                Some(_) => return Some(self.bool(ty, !is_and)),
                None => {}
            }
        }
        None
    }
}
