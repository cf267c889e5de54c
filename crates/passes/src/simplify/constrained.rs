//! Simplification of constrained floating-point intrinsics, in the rounding mode and with the exceptions that they name.

use lindworm_ir::eval::{BinaryOp, FastMathFlags, Float, FloatPredicate, IntFlags, Rounding};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Type, Value};

use super::float_arithmetic::quiet;
use crate::value_tracking::Query;

/// The floating-point environment that a call names.
struct Environment {
    /// The rounding mode; `None` if it is not known.
    rounding: Option<Rounding>,
    /// Whether exceptions may be neither lost nor added.
    is_strict: bool,
    /// Whether exceptions do not matter at all.
    ignores_exceptions: bool,
}

impl Environment {
    fn is_default(&self) -> bool {
        self.rounding == Some(Rounding::NearestEven) && self.ignores_exceptions
    }

    /// Whether the operation may be replaced by an operand that may be a signaling NaN.
    fn ignores_signaling(&self, fast_math: FastMathFlags) -> bool {
        self.ignores_exceptions || fast_math.contains(FastMathFlags::NNAN)
    }

    /// Whether a result may be folded, if it is exact or not.
    fn allows(&self, is_exact: bool) -> bool {
        is_exact || self.rounding.is_some() && !self.is_strict
    }
}

impl Query<'_> {
    fn environment(&self, args: &[Value]) -> Environment {
        let has = |text: &[u8]| {
            let known = self.module.metadata().find_string(text);
            known.is_some() && args.iter().any(|arg| arg.as_metadata().is_some() && arg.as_metadata() == known)
        };
        let modes: [(&[u8], Rounding); 5] = [
            (b"round.tonearest", Rounding::NearestEven),
            (b"round.downward", Rounding::Downward),
            (b"round.upward", Rounding::Upward),
            (b"round.towardzero", Rounding::TowardZero),
            (b"round.tonearestaway", Rounding::NearestAway),
        ];
        Environment {
            rounding: modes.into_iter().find(|(name, _)| has(name)).map(|(_, mode)| mode),
            is_strict: has(b"fpexcept.strict"),
            ignores_exceptions: has(b"fpexcept.ignore"),
        }
    }

    /// Simplifies a call of a constrained intrinsic.
    pub(super) fn simplify_constrained(
        &self,
        id: IntrinsicId,
        args: &[Value],
        fast_math: FastMathFlags,
        ty: Type,
    ) -> Option<Value> {
        use IntrinsicId as I;
        let environment = self.environment(args);
        let binary = match id {
            I::EXPERIMENTAL_CONSTRAINED_FADD => BinaryOp::FAdd,
            I::EXPERIMENTAL_CONSTRAINED_FSUB => BinaryOp::FSub,
            I::EXPERIMENTAL_CONSTRAINED_FMUL => BinaryOp::FMul,
            I::EXPERIMENTAL_CONSTRAINED_FDIV => BinaryOp::FDiv,
            I::EXPERIMENTAL_CONSTRAINED_FREM => BinaryOp::FRem,
            I::EXPERIMENTAL_CONSTRAINED_FCMP | I::EXPERIMENTAL_CONSTRAINED_FCMPS => {
                return self.fold_constrained_compare(id, args, ty);
            }
            I::EXPERIMENTAL_CONSTRAINED_FMA | I::EXPERIMENTAL_CONSTRAINED_FMULADD => {
                let folded = self.fold_constrained_fma(&environment, &args[..3], ty);
                return folded.or_else(|| self.simplify_environment(&environment, fast_math, &args[..3], ty));
            }
            I::EXPERIMENTAL_CONSTRAINED_LDEXP => return self.simplify_ldexp(args[0], args[1], true),
            _ => return self.fold_constrained_rounding(id, &environment, args, ty),
        };
        let (lhs, rhs) = (args[0], args[1]);
        if let (Some(a), Some(b)) = (self.constant_float(lhs), self.constant_float(rhs))
            && !a.is_nan()
            && !b.is_nan()
            && let Some(result) = self.fold_constrained(binary, &environment, a, b)
        {
            return Some(self.float(ty, result));
        }
        if environment.is_default() {
            return self.simplify_binary(binary, IntFlags::empty(), fast_math, lhs, rhs, super::MAX_RECURSE);
        }
        if let Some(value) = self.simplify_environment(&environment, fast_math, &[lhs, rhs], ty) {
            return Some(value);
        }
        if !environment.ignores_signaling(fast_math) {
            return None;
        }
        let nsz = fast_math.contains(FastMathFlags::NSZ);
        // Rounding downward, x + -x is -0.
        let is_exact_zero = nsz || environment.rounding.is_some_and(|mode| mode != Rounding::Downward);
        let zero = |v, negative| self.floats_are(v, |f: Float| f.is_zero() && f.is_negative() == negative);
        let swaps = binary == BinaryOp::FAdd && lhs.is_constant();
        let (lhs, rhs) = if swaps { (rhs, lhs) } else { (lhs, rhs) };
        match binary {
            BinaryOp::FAdd if zero(rhs, true) && is_exact_zero => Some(lhs),
            BinaryOp::FAdd if zero(rhs, false) && (nsz || self.is_never_negative_zero(lhs)) => Some(lhs),
            BinaryOp::FSub if zero(rhs, false) && is_exact_zero => Some(lhs),
            BinaryOp::FSub if zero(rhs, true) && (nsz || self.is_never_negative_zero(lhs)) => Some(lhs),
            BinaryOp::FSub if zero(lhs, true) || nsz && zero(lhs, false) => match self.inst(rhs) {
                Some(&lindworm_ir::InstData::FNeg { value, .. }) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Simplifies an operation with a poison, undef or NaN operand.
    fn simplify_environment(
        &self,
        environment: &Environment,
        fast_math: FastMathFlags,
        args: &[Value],
        ty: Type,
    ) -> Option<Value> {
        let constants = self.module.constants();
        if args.iter().any(|&v| constants.is_poison(v)) {
            return Some(constants.poison(ty));
        }
        if environment.is_default() {
            return self.simplify_float_special(fast_math, args, ty);
        }
        for &arg in args {
            let number = self.constant_float(arg);
            let is_undef = constants.is_undef(arg);
            if fast_math.contains(FastMathFlags::NNAN) && (is_undef || number.is_some_and(Float::is_nan))
                || fast_math.contains(FastMathFlags::NINF) && (is_undef || number.is_some_and(Float::is_infinite))
            {
                return Some(constants.poison(ty));
            }
            if let Some(nan) = number.filter(|n| n.is_nan() && !environment.is_strict) {
                return Some(self.float(ty, quiet(nan)));
            }
        }
        None
    }

    fn fold_constrained(&self, op: BinaryOp, environment: &Environment, a: Float, b: Float) -> Option<Float> {
        if op == BinaryOp::FRem {
            let result = lindworm_ir::eval::fold::float_binary(op, FastMathFlags::empty(), a, b).value()?;
            return (!result.is_nan()).then_some(result);
        }
        let with = |rounding| a.binary_rounding(op, b, rounding);
        let result = with(environment.rounding.unwrap_or(Rounding::NearestEven))?;
        let (down, up) = (with(Rounding::Downward)?, with(Rounding::Upward)?);
        // An exact sum that is zero has the sign of the rounding mode.
        let is_exact = down == up && !result.is_nan() && (!result.is_infinite() || a.is_infinite() || b.is_infinite());
        (environment.allows(is_exact) && !result.is_nan()).then_some(result)
    }

    /// Folds a product plus a number.
    fn fold_constrained_fma(&self, environment: &Environment, args: &[Value], ty: Type) -> Option<Value> {
        let mut numbers = [Float::zero(lindworm_ir::eval::FloatFormat::Float); 3];
        for (number, &arg) in numbers.iter_mut().zip(args) {
            *number = self.constant_float(arg).filter(|n| n.is_finite())?;
        }
        let [a, b, c] = numbers;
        let result = a.fma_rounding(b, c, environment.rounding.unwrap_or(Rounding::NearestEven));
        let [down, up] = [Rounding::Downward, Rounding::Upward].map(|mode| a.fma_rounding(b, c, mode));
        let is_fine = result.is_finite() && environment.allows(down == up);
        is_fine.then(|| self.float(ty, result))
    }

    /// Folds a comparison of constants.
    fn fold_constrained_compare(&self, id: IntrinsicId, args: &[Value], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let predicate = FloatPredicate::ALL.iter().copied().find(|p| {
            let name = self.module.metadata().find_string(p.name().as_bytes());
            name.is_some() && args.get(2).is_some_and(|arg| arg.as_metadata() == name)
        })?;
        let is_strict = self.environment(args).is_strict;
        let compare = |a: Float, b: Float| {
            // A signaling comparison raises an exception for any NaN.
            let raises = if id == IntrinsicId::EXPERIMENTAL_CONSTRAINED_FCMPS {
                a.is_nan() || b.is_nan()
            } else {
                a.is_signaling() || b.is_signaling()
            };
            if raises && is_strict {
                return None;
            }
            lindworm_ir::eval::fold::fcmp(predicate, FastMathFlags::empty(), a, b).value()
        };
        if let (Some(a), Some(b)) = (self.constant_float(args[0]), self.constant_float(args[1])) {
            return Some(self.bool(ty, compare(a, b)?));
        }
        let len = constants.element_count(cx, ty).filter(|&len| cx.is_vector(ty) && len <= super::calls::MAX_LANES)?;
        let lane = |lane: u64| {
            let [a, b] = [0, 1].map(|i| constants.as_float(constants.element(cx, args[i], lane)?));
            Some(self.bool(Type::I1, compare(a?, b?)?))
        };
        let lanes: Option<smallvec::SmallVec<[Value; 8]>> = (0..len).map(lane).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }

    /// Folds a rounding of a constant.
    fn fold_constrained_rounding(
        &self,
        id: IntrinsicId,
        environment: &Environment,
        args: &[Value],
        ty: Type,
    ) -> Option<Value> {
        use IntrinsicId as I;
        let (mode, is_exact) = match id {
            I::EXPERIMENTAL_CONSTRAINED_FLOOR => (Rounding::Downward, true),
            I::EXPERIMENTAL_CONSTRAINED_CEIL => (Rounding::Upward, true),
            I::EXPERIMENTAL_CONSTRAINED_TRUNC => (Rounding::TowardZero, true),
            I::EXPERIMENTAL_CONSTRAINED_ROUND => (Rounding::NearestAway, true),
            I::EXPERIMENTAL_CONSTRAINED_ROUNDEVEN => (Rounding::NearestEven, true),
            I::EXPERIMENTAL_CONSTRAINED_RINT => (environment.rounding.unwrap_or(Rounding::NearestEven), false),
            I::EXPERIMENTAL_CONSTRAINED_NEARBYINT => (environment.rounding.unwrap_or(Rounding::NearestEven), true),
            _ => return None,
        };
        let number = self.constant_float(args[0])?;
        if number.is_nan() {
            let may_quiet = !environment.is_strict || !number.is_signaling();
            return may_quiet.then(|| self.float(ty, quiet(number)));
        }
        let result = number.round(mode);
        let depends = matches!(id, I::EXPERIMENTAL_CONSTRAINED_RINT | I::EXPERIMENTAL_CONSTRAINED_NEARBYINT);
        // In an unknown mode, only an integer has a known result.
        if depends && environment.rounding.is_none() && result != number
            || !is_exact && !environment.allows(result == number)
        {
            return None;
        }
        Some(self.float(ty, result))
    }
}
