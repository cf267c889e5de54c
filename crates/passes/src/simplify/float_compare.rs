//! Simplification of floating-point comparisons, and what is known of floating-point values.

use std::cmp::Ordering;

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate};
use lindworm_ir::{InstData, Type, Value};

use crate::value_tracking::Query;

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// The outcomes of a comparison for which a predicate holds.
fn outcomes(predicate: FloatPredicate) -> u8 {
    use FloatPredicate::*;
    match predicate {
        False => 0,
        Oeq => EQUAL,
        Ogt => GREATER,
        Oge => GREATER | EQUAL,
        Olt => LESS,
        Ole => LESS | EQUAL,
        One => LESS | GREATER,
        Ord => LESS | EQUAL | GREATER,
        Uno => UNORDERED,
        Ueq => UNORDERED | EQUAL,
        Ugt => UNORDERED | GREATER,
        Uge => UNORDERED | GREATER | EQUAL,
        Ult => UNORDERED | LESS,
        Ule => UNORDERED | LESS | EQUAL,
        Une => UNORDERED | LESS | GREATER,
        True => 15,
    }
}

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
        if let Some(folded) = self.module.fold_fcmp(predicate, lhs, rhs) {
            return Some(folded);
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
        let number =
            constants.as_float(rhs).or_else(|| constants.as_float(constants.splat_value(self.module.context(), rhs)?));
        if number.is_some_and(|n| n.is_nan()) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        let never_nan = |v| fast_math.contains(FastMathFlags::NNAN) || self.is_never_nan(v, 6);
        if matches!(predicate, P::Ord | P::Uno) && (lhs == rhs || number.is_some() || never_nan(rhs)) && never_nan(lhs)
        {
            return Some(self.bool(ty, predicate == P::Ord));
        }
        if lhs == rhs {
            match predicate {
                P::Ueq | P::Uge | P::Ule => return Some(self.bool(ty, true)),
                P::One | P::Ogt | P::Olt => return Some(self.bool(ty, false)),
                _ => {}
            }
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
        // `ord x` holds if a comparison of x holds that is false for NaN.
        let wanted = if is_and { FloatPredicate::Ord } else { FloatPredicate::Uno };
        for ((check, other), value) in [((first, second), rhs), ((second, first), lhs)] {
            let (p, a, b) = check;
            let of = if self.is_never_nan(b, 6) { a } else { Some(b).filter(|_| self.is_never_nan(a, 6))? };
            let (q, c, d) = other;
            let is_part = |v: Value| {
                v == of
                    || matches!(self.inst(v), Some(&InstData::FNeg { value, .. }) if value == of)
                    || matches!(self.intrinsic(v), Some((lindworm_ir::intrinsics::IntrinsicId::FABS, args)) if args[0] == of)
            };
            let is_unordered = outcomes(q) & UNORDERED != 0;
            if p == wanted && is_unordered != is_and && (is_part(c) || is_part(d)) {
                return Some(value);
            }
        }
        None
    }

    fn is_never_negative_zero_at(&self, value: Value, depth: u32) -> bool {
        if let Some(number) = self.constant_float(value) {
            return !(number.is_zero() && number.is_negative());
        }
        match self.inst(value).filter(|_| depth > 0) {
            Some(&InstData::Cast { op: CastOp::UIToFP | CastOp::SIToFP, .. }) => true,
            // A sum is -0 only if both operands are.
            Some(&InstData::Binary { op: lindworm_ir::eval::BinaryOp::FAdd, rhs, .. }) => {
                self.constant_float(rhs).is_some_and(|n| n.is_zero() && !n.is_negative())
            }
            _ => {
                use lindworm_ir::intrinsics::IntrinsicId as I;
                match self.intrinsic(value) {
                    Some((I::FABS, _)) => true,
                    Some((I::EXPERIMENTAL_CONSTRAINED_SITOFP | I::EXPERIMENTAL_CONSTRAINED_UITOFP, _)) => true,
                    Some((I::SQRT | I::CANONICALIZE | I::EXPERIMENTAL_CONSTRAINED_SQRT, args)) => {
                        self.is_never_negative_zero_at(args[0], depth - 1)
                    }
                    _ => false,
                }
            }
        }
    }

    /// Whether a floating-point value is known not to be -0, unless it is poison.
    pub(crate) fn is_never_negative_zero(&self, value: Value) -> bool {
        self.is_never_negative_zero_at(value, 6)
    }

    /// Whether a value is zero of any sign, or a vector of zeros and poison.
    pub(super) fn is_float_zero(&self, value: Value) -> bool {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(number) = self.constant_float(value) {
            return number.is_zero();
        }
        let ty = self.type_of(value);
        let is_small = cx.is_vector(ty) && constants.element_count(cx, ty).is_some_and(|n| n <= 64);
        value.is_constant()
            && is_small
            && !constants.is_undef_or_poison(value)
            && constants.elements(cx, value).is_some_and(|mut lanes| {
                lanes.all(|v| constants.is_poison(v) || constants.as_float(v).is_some_and(|n| n.is_zero()))
            })
    }

    /// Whether a floating-point value is known not to be NaN, unless it is poison.
    pub(crate) fn is_never_nan(&self, value: Value, depth: usize) -> bool {
        let constants = self.module.constants();
        if let Some(n) = constants
            .as_float(value)
            .or_else(|| constants.as_float(constants.splat_value(self.module.context(), value)?))
        {
            return !n.is_nan();
        }
        if constants.is_zero(value) {
            return true;
        }
        let Some(data) = self.inst(value).filter(|_| depth > 0) else { return false };
        if data.fast_math().is_some_and(|flags| flags.contains(FastMathFlags::NNAN)) {
            return true;
        }
        match *data {
            InstData::Cast { op: CastOp::UIToFP | CastOp::SIToFP, .. } => true,
            // Only inf - inf is NaN, if no operand is; an integer is not infinite.
            InstData::Binary { op: BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul, lhs, rhs, .. } => {
                let is_finite = |v| self.is_converted_integer(v);
                is_finite(lhs) && is_finite(rhs)
            }
            InstData::Cast { op: CastOp::FPExt | CastOp::FPTrunc, value, .. } => self.is_never_nan(value, depth - 1),
            InstData::FNeg { value, .. } => self.is_never_nan(value, depth - 1),
            InstData::Select { if_true, if_false, .. } => {
                self.is_never_nan(if_true, depth - 1) && self.is_never_nan(if_false, depth - 1)
            }
            _ => {
                use lindworm_ir::intrinsics::IntrinsicId as I;
                self.intrinsic(value).is_some_and(|(id, args)| match id {
                    I::FABS
                    | I::COPYSIGN
                    | I::FLOOR
                    | I::CEIL
                    | I::TRUNC
                    | I::RINT
                    | I::NEARBYINT
                    | I::ROUND
                    | I::ROUNDEVEN
                    | I::EXP
                    | I::EXP2
                    | I::EXP10
                    | I::ARITHMETIC_FENCE
                    | I::CANONICALIZE => self.is_never_nan(args[0], depth - 1),
                    I::MAXIMUM | I::MINIMUM => {
                        self.is_never_nan(args[0], depth - 1) && self.is_never_nan(args[1], depth - 1)
                    }
                    I::MAXNUM | I::MINNUM | I::MAXIMUMNUM | I::MINIMUMNUM => {
                        self.is_never_nan(args[0], depth - 1) || self.is_never_nan(args[1], depth - 1)
                    }
                    // Only a negative number has no square root.
                    I::SQRT => {
                        matches!(self.intrinsic(args[0]), Some((I::FABS, _))) && self.is_never_nan(args[0], depth - 1)
                    }
                    _ => false,
                })
            }
        }
    }

    /// Whether a value is an integer converted to a type that has it as a finite number.
    fn is_converted_integer(&self, value: Value) -> bool {
        match self.inst(value) {
            Some(&InstData::Cast { op: CastOp::UIToFP | CastOp::SIToFP, value: from, .. }) => {
                let wide = self.module.context().scalar_type(self.type_of(value)) != Type::HALF;
                wide && self.width_of(from).is_some_and(|width| width <= 64)
            }
            _ => false,
        }
    }
}
