//! Simplification of floating-point comparisons, and what is known of floating-point values.

use std::cmp::Ordering;

use lindworm_ir::eval::{FastMathFlags, Float, FloatPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Value};

use crate::fp_class::{EQUAL, GREATER, LESS, NAN, UNORDERED, outcomes, outcomes_of};
use crate::value_tracking::Query;

impl Query<'_> {
    /// Simplifies a floating-point comparison.
    pub(crate) fn simplify_fcmp(
        &self,
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
    ) -> Option<Value> {
        use FloatPredicate as P;
        let constants = self.module.constants();
        let ty = self.compare_type(lhs);
        if lhs.is_constant() && rhs.is_constant() {
            let mode = self.denormal_mode(self.type_of(lhs)).input;
            if let (Some(a), Some(b)) = (self.flushed(lhs, mode), self.flushed(rhs, mode))
                && let Some(folded) = self.module.fold_fcmp(predicate, a, b)
            {
                return Some(folded);
            }
        }
        let (mut predicate, mut lhs, mut rhs) = (predicate, lhs, rhs);
        if lhs.is_constant() && !rhs.is_constant() {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        match predicate {
            P::False => return Some(self.bool(ty, false)),
            P::True => return Some(self.bool(ty, true)),
            _ => {}
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if self.is_undef(lhs) || self.is_undef(rhs) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        if self.floats_are(rhs, Float::is_nan) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        if matches!(predicate, P::Ord | P::Uno) {
            let (a, b) = (self.fp_class_with(lhs, fast_math), self.fp_class_with(rhs, fast_math));
            if a.never(NAN) && b.never(NAN) {
                return Some(self.bool(ty, predicate == P::Ord));
            }
            if a.never(!NAN) || b.never(!NAN) {
                return Some(self.bool(ty, predicate == P::Uno));
            }
        }
        if lhs == rhs {
            match predicate {
                P::Ueq | P::Uge | P::Ule => return Some(self.bool(ty, true)),
                P::One | P::Ogt | P::Olt => return Some(self.bool(ty, false)),
                _ => {}
            }
        }
        if let Some(known) = self.compare_by_class(predicate, fast_math, lhs, rhs) {
            return Some(self.bool(ty, known));
        }
        let (known, is_true) = self.condition_of_predecessor()?;
        let (p, a, b) = match *self.inst(known)? {
            InstData::FCmp { predicate, lhs, rhs, .. } => (predicate, lhs, rhs),
            _ => return None,
        };
        let p = if is_true { p } else { p.inverse() };
        let known = self.implied_fcmp((p, a, b), (predicate, lhs, rhs))?;
        Some(self.bool(ty, known))
    }

    /// The result of a comparison with a constant, as the classes of the other value determine it.
    fn compare_by_class(
        &self,
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
    ) -> Option<bool> {
        let holds = outcomes(predicate);
        let known = |possible: u8| match possible & holds {
            0 => Some(false),
            both => (both == possible).then_some(true),
        };
        let number = match self.constant_float(rhs) {
            Some(number) => number,
            // Zeros compare alike.
            None if self.is_float_zero(rhs) => {
                Float::zero(self.module.context().scalar_type(self.type_of(rhs)).float_format()?)
            }
            None => return None,
        };
        // A minimum or maximum with a constant that decides the comparison.
        if let Some((id @ (IntrinsicId::MINNUM | IntrinsicId::MAXNUM), args)) = self.intrinsic(lhs)
            && let Some(bound) = self.constant_float(args[1])
        {
            let is_max = id == IntrinsicId::MAXNUM;
            let decides = if is_max { Ordering::Greater } else { Ordering::Less };
            if bound.compare(number) == Some(decides) {
                return known(if is_max { GREATER } else { LESS });
            }
        }
        let class = self.fp_class_with(lhs, fast_math);
        let possible = outcomes_of(class.possible, number, self.denormal_mode(self.type_of(lhs)));
        if class.possible == 0 {
            return None;
        }
        known(possible)
    }

    /// Whether a comparison that holds implies another one, or that the other one does not hold.
    fn implied_fcmp(
        &self,
        (p, a, b): (FloatPredicate, Value, Value),
        (q, c, d): (FloatPredicate, Value, Value),
    ) -> Option<bool> {
        let (q, c, d) = if a == d && b == c { (q.swapped(), d, c) } else { (q, c, d) };
        if a != c {
            return None;
        }
        // The outcomes of a comparison with `d` that the outcomes of one with `b` allow.
        let mut possible = outcomes(p);
        if b != d {
            let order = self.constant_float(b)?.compare(self.constant_float(d)?)?;
            let (less, equal, greater) = (possible & LESS != 0, possible & EQUAL != 0, possible & GREATER != 0);
            let mut with = possible & UNORDERED;
            match order {
                Ordering::Equal => with = possible,
                Ordering::Less => {
                    with |= if less || equal { LESS } else { 0 };
                    with |= if greater { LESS | EQUAL | GREATER } else { 0 };
                }
                Ordering::Greater => {
                    with |= if greater || equal { GREATER } else { 0 };
                    with |= if less { LESS | EQUAL | GREATER } else { 0 };
                }
            }
            possible = with;
        }
        match possible & outcomes(q) {
            0 => Some(false),
            both if both == possible => Some(true),
            _ => None,
        }
    }

    /// Simplifies an `and` or `or` of two floating-point comparisons.
    pub(super) fn simplify_logic_of_fcmps(&self, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let part = |v| match self.inst(v) {
            Some(&InstData::FCmp { predicate, lhs, rhs, .. }) => Some((predicate, lhs, rhs)),
            _ => None,
        };
        let (first, second) = (part(lhs)?, part(rhs)?);
        if self.type_of(first.1) != self.type_of(second.1) {
            return None;
        }
        for ((check, other), value) in [((first, second), rhs), ((second, first), lhs)] {
            let ((p, a, b), (q, c, d)) = (check, other);
            let is_unordered = outcomes(q) & UNORDERED != 0;
            if !matches!(p, FloatPredicate::Ord | FloatPredicate::Uno) || is_unordered == is_and {
                continue;
            }
            // Of two values that are compared, the one that may be NaN.
            let of = match (self.is_never_nan(a), self.is_never_nan(b)) {
                (_, true) => a,
                (true, _) => b,
                _ => continue,
            };
            let is_part = |v: Value| {
                v == of
                    || matches!(self.inst(v), Some(&InstData::FNeg { value, .. }) if value == of)
                    || matches!(self.intrinsic(v), Some((IntrinsicId::FABS, args)) if args[0] == of)
            };
            // An ordered comparison that holds implies that its operands are not NaN.
            if is_part(c) || is_part(d) {
                let is_implied = (p == FloatPredicate::Uno) == is_unordered;
                return Some(if is_implied { value } else { self.bool(self.type_of(value), !is_and) });
            }
        }
        None
    }

    /// Whether a floating-point value is known not to be -0, unless it is poison.
    pub(crate) fn is_never_negative_zero(&self, value: Value) -> bool {
        self.fp_class(value).never(Float::negative_zero(lindworm_ir::eval::FloatFormat::Float).class())
    }

    /// Whether a value is zero of any sign, or a vector of zeros and poison.
    pub(super) fn is_float_zero(&self, value: Value) -> bool {
        self.floats_are(value, Float::is_zero)
    }

    /// Whether a floating-point value is known not to be NaN, unless it is poison.
    pub(crate) fn is_never_nan(&self, value: Value) -> bool {
        self.fp_class(value).never(NAN)
    }
}
