//! Simplification of minima and maxima of floating-point values. As in LLVM, a NaN operand may be returned without being quieted.

use lindworm_ir::eval::{FastMathFlags, Float};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Type, Value};
use smallvec::SmallVec;

use super::calls::MAX_LANES;
use super::float_arithmetic::quiet;
use crate::value_tracking::Query;

/// What a minimum or maximum with a constant is, for one element.
#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    /// The other operand.
    Other,
    /// A constant.
    Constant(Float),
    /// Any of the two; the constant is poison.
    Any,
}

/// The minimum for a maximum, and vice versa.
fn inverse(id: IntrinsicId) -> Option<IntrinsicId> {
    use IntrinsicId as I;
    const PAIRS: [[IntrinsicId; 2]; 3] =
        [[I::MAXNUM, I::MINNUM], [I::MAXIMUM, I::MINIMUM], [I::MAXIMUMNUM, I::MINIMUMNUM]];
    PAIRS.iter().find_map(|&[max, min]| match id {
        _ if id == max => Some(min),
        _ => (id == min).then_some(max),
    })
}

impl Query<'_> {
    /// Simplifies a floating-point minimum or maximum, unless both operands are constants.
    pub(super) fn simplify_float_extreme(
        &self,
        id: IntrinsicId,
        args: &[Value],
        fast_math: FastMathFlags,
        ty: Type,
    ) -> Option<Value> {
        let opposite = inverse(id)?;
        let &[x, y] = args else { return None };
        if x == y {
            return Some(x);
        }
        let (x, y) = if x.is_constant() { (y, x) } else { (x, y) };
        let constants = self.module.constants();
        if self.is_undef(y) || constants.is_poison(y) {
            return Some(x);
        }
        if y.is_constant() {
            return self.extreme_with_constant(id, x, y, fast_math, ty);
        }
        let pair = |v| match self.intrinsic(v) {
            Some((inner, &[a, b])) if inner == id || inner == opposite => Some((inner, a, b)),
            _ => None,
        };
        for (outer, other) in [(x, y), (y, x)] {
            let Some((inner, a, b)) = pair(outer) else { continue };
            if inner == id && (a == other || b == other) {
                return Some(outer);
            }
            // The minimum and the maximum of the same values.
            if let Some((_, c, d)) = pair(other)
                && ((a, b) == (c, d) || (a, b) == (d, c))
                && inner == id
            {
                return Some(outer);
            }
        }
        None
    }

    fn extreme_with_constant(
        &self,
        id: IntrinsicId,
        other: Value,
        constant: Value,
        fast_math: FastMathFlags,
        ty: Type,
    ) -> Option<Value> {
        use IntrinsicId as I;
        let (cx, constants) = (self.module.context(), self.module.constants());
        let is_max = matches!(id, I::MAXNUM | I::MAXIMUM | I::MAXIMUMNUM);
        let keeps_nan = matches!(id, I::MAXIMUM | I::MINIMUM);
        let ignores_nan = matches!(id, I::MAXIMUMNUM | I::MINIMUMNUM);
        let is_number = fast_math.contains(FastMathFlags::NNAN);
        let extreme = |element: Value| {
            if constants.is_undef_or_poison(element) {
                return Some(Extreme::Any);
            }
            let number = constants.as_float(element)?;
            if number.is_nan() {
                return match keeps_nan {
                    true => Some(Extreme::Constant(quiet(number))),
                    // The result for a signaling NaN is one of several.
                    false => (ignores_nan || !number.is_signaling()).then_some(Extreme::Other),
                };
            }
            let is_largest = number.abs() == Float::largest(number.format());
            if !(number.is_infinite() || is_largest && fast_math.contains(FastMathFlags::NINF)) {
                return None;
            }
            if number.is_negative() == is_max {
                // The other operand is beyond the constant, or NaN.
                (keeps_nan || is_number).then_some(Extreme::Other)
            } else {
                (ignores_nan || is_number).then_some(Extreme::Constant(number))
            }
        };
        let scalar = cx.scalar_type(ty);
        if let Some(number) = self.constant_float(constant) {
            return match extreme(constants.float(scalar, number))? {
                Extreme::Constant(n) if n == number => Some(constant),
                Extreme::Constant(n) => Some(self.float(ty, n)),
                _ => Some(other),
            };
        }
        if !cx.is_vector(ty) || constants.element_count(cx, ty).is_none_or(|n| n > MAX_LANES) {
            return None;
        }
        let lanes: SmallVec<[Extreme; 8]> = constants.elements(cx, constant)?.map(extreme).collect::<Option<_>>()?;
        if lanes.iter().all(|lane| matches!(lane, Extreme::Other | Extreme::Any)) {
            return Some(other);
        }
        let element = |lane: &Extreme| match lane {
            Extreme::Constant(number) => Some(constants.float(scalar, *number)),
            Extreme::Any => Some(constants.poison(scalar)),
            Extreme::Other => None,
        };
        let lanes: Option<SmallVec<[Value; 8]>> = lanes.iter().map(element).collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }
}
