//! Floating-point intrinsics: sign, minimum and maximum, rounding, classes, conversions.

use smallvec::smallvec;

use super::Intrinsic::{self, *};
use super::{Results, math};
use crate::float::{Float, FloatFormat, Rounding};
use crate::fold::{Scalar, ScalarType};
use crate::int::Int;
use crate::outcome::{
    Outcome::{self, Undefined, Value},
    Why,
};

/// The results of an intrinsic with a floating-point operand or result.
pub(crate) fn evaluate(intrinsic: Intrinsic, operands: &[Scalar], results: &[ScalarType]) -> Outcome<Results> {
    use Scalar::{Float as F, Int as I};
    use ScalarType::{Float as FType, Int as IType};
    let result: Results = match (intrinsic, operands, results) {
        (FMA, [F(a), F(b), F(c)], _) => smallvec![a.fma(*b, *c).into()],
        (FMulAdd, [F(a), F(b), F(c)], _) => smallvec![a.mul(*b).add(*c).into()],
        (LdExp, [F(a), I(exponent)], _) => smallvec![a.ldexp(clamped(exponent)).into()],
        (PowI, [F(a), I(exponent)], _) => smallvec![math::powi(*a, exponent).into()],
        (FrExp, [F(a)], &[_, IType(width)]) => {
            let (fraction, exponent) = a.frexp();
            smallvec![fraction.into(), Int::from_i64(width, exponent.into()).into()]
        }
        (Modf | SinCos | SinCosPi, [F(a)], _) => {
            let (first, second) = match intrinsic {
                Modf => a.modf(),
                SinCos => math::sincos(*a),
                _ => math::sincospi(*a),
            };
            smallvec![first.into(), second.into()]
        }
        (FPToSISat | FPToUISat, [F(a)], &[IType(width)]) => {
            smallvec![a.to_int_saturating(width, intrinsic == FPToSISat).into()]
        }
        (LRound | LLRound, [F(a)], &[IType(width)]) => smallvec![to_int(*a, Rounding::NearestAway, width)],
        (LRInt | LLRInt, [F(a)], &[IType(width)]) => smallvec![to_int(*a, Rounding::NearestEven, width)],
        (ConvertToFP16, [F(a)], _) => smallvec![a.convert(FloatFormat::Half).0.to_int_bits().into()],
        (ConvertFromFP16, [I(bits)], &[FType(format)]) => {
            smallvec![Float::from_bits(FloatFormat::Half, bits.low_u128()).convert(format).0.into()]
        }
        (FPTruncRound, [F(a), I(rounding)], &[FType(format)]) => {
            let rounding = rounding.to_u64().and_then(|it| Rounding::ALL.get(it as usize));
            match rounding {
                Some(&rounding) => smallvec![a.convert_rounding(format, rounding).0.into()],
                None => return Undefined(Why::WrongOperands),
            }
        }
        (IsFPClass, [F(a), I(test)], _) => smallvec![(test.low_u64() & u64::from(a.class()) != 0).into()],
        (_, [F(a)], _) => match of_one(intrinsic) {
            Some(of_one) => smallvec![of_one(*a).into()],
            None => return Undefined(Why::WrongOperands),
        },
        (_, [F(a), F(b)], _) => match of_two(intrinsic) {
            Some(of_two) => smallvec![of_two(*a, *b).into()],
            None => return Undefined(Why::WrongOperands),
        },
        _ => return Undefined(Why::WrongOperands),
    };
    Value(result)
}

/// The function of a unary floating-point intrinsic.
fn of_one(intrinsic: Intrinsic) -> Option<fn(Float) -> Float> {
    Some(match intrinsic {
        FAbs => Float::abs,
        Canonicalize => Float::canonicalize,
        Sqrt => Float::sqrt,
        Floor => |it| it.round(Rounding::Downward),
        Ceil => |it| it.round(Rounding::Upward),
        Trunc => |it| it.round(Rounding::TowardZero),
        Round => |it| it.round(Rounding::NearestAway),
        RInt | NearbyInt | RoundEven => |it| it.round(Rounding::NearestEven),
        _ => return math::of_one(intrinsic),
    })
}

/// The function of a binary floating-point intrinsic.
pub(crate) fn of_two(intrinsic: Intrinsic) -> Option<fn(Float, Float) -> Float> {
    Some(match intrinsic {
        CopySign => Float::copysign,
        MinNum => Float::minnum,
        MaxNum => Float::maxnum,
        Minimum => Float::minimum,
        Maximum => Float::maximum,
        MinimumNum => Float::minimumnum,
        MaximumNum => Float::maximumnum,
        Pow => math::pow,
        ATan2 => math::atan2,
        _ => return None,
    })
}

/// The signed value, saturated to `i32`.
fn clamped(exponent: &Int) -> i32 {
    let saturated = if exponent.is_negative() { i32::MIN } else { i32::MAX };
    exponent.to_i64().and_then(|it| it.try_into().ok()).unwrap_or(saturated)
}

/// Values that are not representable are undef.
fn to_int(value: Float, rounding: Rounding, width: u32) -> Scalar {
    value.round(rounding).to_int(width, true).map_or(Scalar::Undef, Scalar::Int)
}
