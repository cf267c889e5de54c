//! Simplification of floating-point arithmetic.

use lindworm_ir::eval::{BinaryOp, FastMathFlags, Float, Int, IntFlags};
use lindworm_ir::{Type, Value};

use super::calls::MAX_LANES;
use crate::fp_class::{Denormals, INF, NAN};
use crate::value_tracking::Query;

impl Query<'_> {
    /// Folds an operation on constants, as the function treats subnormal numbers.
    pub(super) fn fold_float(&self, op: BinaryOp, lhs: Value, rhs: Value, ty: Type) -> Option<Value> {
        if !(lhs.is_constant() && rhs.is_constant()) {
            return None;
        }
        let mode = self.denormal_mode(ty);
        let (lhs, rhs) = (self.flushed(lhs, mode.input)?, self.flushed(rhs, mode.input)?);
        self.flushed(self.module.fold_binary(op, IntFlags::empty(), lhs, rhs)?, mode.output)
    }

    /// A constant operand or result as the function treats it; `None` if that is not known.
    pub(super) fn flushed(&self, value: Value, mode: Denormals) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(value);
        if mode == Denormals::Ieee {
            return Some(value);
        }
        let flush = |element: Value| match constants.as_float(element) {
            Some(number) if number.is_denormal() => match mode {
                Denormals::Dynamic => None,
                Denormals::PreserveSign => {
                    Some(constants.float(cx.scalar_type(ty), Float::zero(number.format()).copysign(number)))
                }
                _ => Some(constants.float(cx.scalar_type(ty), Float::zero(number.format()))),
            },
            _ => Some(element),
        };
        if !cx.is_vector(ty) {
            return flush(value);
        }
        if let Some(element) = constants.splat_value(cx, value) {
            return Some(constants.splat(cx, ty, flush(element)?));
        }
        if constants.element_count(cx, ty).is_none_or(|n| n > MAX_LANES) {
            return None;
        }
        let lanes: Option<smallvec::SmallVec<[Value; 8]>> = constants.elements(cx, value)?.map(flush).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }

    /// Simplifies an operation on which no rule matches. A constant operand of a commutative operation is the right one.
    pub(super) fn simplify_float(
        &self,
        op: BinaryOp,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
        ty: Type,
    ) -> Option<Value> {
        let has = |flags| fast_math.contains(flags);
        let is_zero = |v, is_negative| self.floats_are(v, |f| f.is_zero() && f.is_negative() == is_negative);
        let is_infinite = |v| has(FastMathFlags::NNAN) && self.floats_are(v, Float::is_infinite);
        match op {
            BinaryOp::FAdd if is_infinite(rhs) => Some(rhs),
            BinaryOp::FSub if is_infinite(lhs) => Some(lhs),
            BinaryOp::FSub if is_infinite(rhs) => self.module.fold_fneg(rhs),
            BinaryOp::FAdd if is_zero(rhs, false) => self.is_never_negative_zero(lhs).then_some(lhs),
            BinaryOp::FSub if is_zero(rhs, true) => self.is_never_negative_zero(lhs).then_some(lhs),
            BinaryOp::FDiv if has(FastMathFlags::NNAN | FastMathFlags::NINF) && self.is_float_zero(rhs) => {
                Some(self.module.constants().poison(ty))
            }
            BinaryOp::FMul if self.is_float_zero(rhs) => {
                let known = self.fp_class_with(lhs, fast_math);
                if !known.never(INF | NAN) {
                    return None;
                }
                match known.sign {
                    _ if has(FastMathFlags::NSZ) => Some(self.zero(ty)),
                    Some(true) => self.module.fold_fneg(rhs),
                    Some(false) => Some(rhs),
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// Simplifies a floating-point operation with an undef or NaN operand.
    pub(crate) fn simplify_float_special(&self, fast_math: FastMathFlags, args: &[Value], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let format = cx.scalar_type(ty).float_format()?;
        for &arg in args {
            if let Some(lanes) = self.quieted_lanes(arg) {
                return Some(lanes);
            }
            let number = constants.as_float(arg).or_else(|| constants.as_float(constants.splat_value(cx, arg)?));
            let (is_undef, is_nan) = (constants.is_undef(arg), number.is_some_and(|n| n.is_nan()));
            if fast_math.contains(FastMathFlags::NNAN) && (is_nan || is_undef)
                || fast_math.contains(FastMathFlags::NINF) && (is_undef || number.is_some_and(|n| n.is_infinite()))
            {
                return Some(constants.poison(ty));
            }
            let nan = match (is_undef, number.filter(|n| n.is_nan())) {
                (true, _) => Float::nan(format),
                (_, Some(nan)) => quiet(nan),
                _ => continue,
            };
            return Some(self.float(ty, nan));
        }
        None
    }

    /// The elements of a constant vector of NaNs and poison, quieted.
    fn quieted_lanes(&self, value: Value) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(value);
        let is_small = cx.is_vector(ty) && constants.element_count(cx, ty).is_some_and(|n| n <= 64);
        if !value.is_constant() || !is_small || constants.is_undef_or_poison(value) || constants.is_zero(value) {
            return None;
        }
        let scalar = cx.scalar_type(ty);
        let lane = |v: Value| match constants.as_float(v) {
            Some(nan) if nan.is_nan() => Some(constants.float(scalar, quiet(nan))),
            _ => constants.is_poison(v).then_some(v),
        };
        let lanes: Option<smallvec::SmallVec<[Value; 8]>> = constants.elements(cx, value)?.map(lane).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }
}

/// Quiets a NaN.
pub(crate) fn quiet(nan: Float) -> Float {
    use lindworm_ir::eval::fold;
    let one = Float::from_int(nan.format(), &Int::new(8, 1), false);
    fold::float_binary(BinaryOp::FMul, FastMathFlags::empty(), nan, one).value().unwrap_or(nan)
}
