//! Floating-point operations on `half`, `bfloat`, `float` and `double` in a `u64`.
//!
//! Operations for which the host is not exactly equal to [`Float`] are delegated to [`fold`].

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Word, sign_extend};
use crate::float::{Float, FloatFormat, machine};
use crate::fold::{self, Scalar, ScalarType};
use crate::int::Int;
use crate::integer;
use crate::intrinsic::{
    self,
    Intrinsic::{self, *},
};
use crate::ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags};
use crate::outcome::{
    Outcome::{self, Undefined, Value},
    Why,
};

/// The result of a floating-point operation on two values.
#[inline(always)]
pub fn float_binary(op: BinaryOp, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<u64> {
    // A result that is not a NaN implies operands that are not NaNs.
    if !flags.contains(FastMathFlags::NINF)
        && let Some(result) = machine::binary(op, format, a, b)
    {
        return Value(result);
    }
    exact_binary(op, flags, format, a, b)
}

#[cold]
fn exact_binary(op: BinaryOp, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<u64> {
    if !machine::knows(format) {
        return Undefined(Why::WrongOperands);
    }
    fold::float_binary(op, flags, float(format, a), float(format, b)).map(bits)
}

fn float(format: FloatFormat, bits: u64) -> Float {
    Float::from_bits(format, bits.into())
}

fn bits(float: Float) -> u64 {
    float.to_bits() as u64
}

/// The result of `fcmp` on two values.
#[inline(always)]
pub fn fcmp(predicate: FloatPredicate, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<bool> {
    if flags.intersects(FastMathFlags::NNAN.union(FastMathFlags::NINF)) || !machine::knows(format) {
        return exact_fcmp(predicate, flags, format, a, b);
    }
    Value(match format {
        FloatFormat::Float => holds(predicate, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        _ => holds(predicate, machine::widen(format, a), machine::widen(format, b)),
    })
}

#[inline(always)]
fn holds<T: PartialOrd>(predicate: FloatPredicate, a: T, b: T) -> bool {
    // The discriminant is the set of outcomes. Written as a set of comparisons, a constant predicate compiles to one
    // instruction.
    let set = predicate as u8;
    let ordered = set & 1 != 0 && a == b || set & 2 != 0 && a > b || set & 4 != 0 && a < b;
    ordered || set & 8 != 0 && a.partial_cmp(&b).is_none()
}

#[cold]
fn exact_fcmp(predicate: FloatPredicate, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<bool> {
    if !machine::knows(format) {
        return Undefined(Why::WrongOperands);
    }
    fold::fcmp(predicate, flags, float(format, a), float(format, b))
}

/// The result of `fneg`.
#[inline(always)]
pub fn fneg(flags: FastMathFlags, format: FloatFormat, value: u64) -> Outcome<u64> {
    if !machine::knows(format) {
        return Undefined(Why::WrongOperands);
    }
    let result = value ^ 1 << (format.bits() - 1);
    if flags.intersects(FastMathFlags::NNAN.union(FastMathFlags::NINF)) {
        return fold::fast_math(flags, &[float(format, value)], result);
    }
    Value(result)
}

/// The result of `fptrunc` or `fpext`.
#[inline(always)]
pub fn float_cast(flags: FastMathFlags, from: FloatFormat, to: FloatFormat, value: u64) -> Outcome<u64> {
    if machine::knows(from)
        && !flags.contains(FastMathFlags::NINF)
        && let Some(result) = machine::narrow(to, machine::widen(from, value))
    {
        return Value(result);
    }
    exact_float_cast(flags, from, to, value)
}

#[cold]
fn exact_float_cast(flags: FastMathFlags, from: FloatFormat, to: FloatFormat, value: u64) -> Outcome<u64> {
    if !machine::knows(from) || !machine::knows(to) {
        return Undefined(Why::WrongOperands);
    }
    let value = float(from, value);
    let result = value.convert(to).0;
    fold::fast_math(flags, &[value, result], bits(result))
}

/// The result of `fptosi` (if `signed`) or `fptoui` to `width` bits.
#[inline(always)]
pub fn float_to_int(signed: bool, format: FloatFormat, width: u32, value: u64) -> Outcome<u64> {
    if machine::knows(format)
        && let Some(result) = machine::to_int(signed, width, machine::widen(format, value))
    {
        return Value(result);
    }
    exact_float_to_int(signed, format, width, value)
}

#[cold]
fn exact_float_to_int(signed: bool, format: FloatFormat, width: u32, value: u64) -> Outcome<u64> {
    if !machine::knows(format) || !(1..=64).contains(&width) {
        return Undefined(Why::WrongOperands);
    }
    let op = if signed { CastOp::FPToSI } else { CastOp::FPToUI };
    match fold::cast(op, IntFlags::empty(), &float(format, value).into(), ScalarType::Int(width)) {
        Value(Scalar::Int(result)) => Value(result.low_u64()),
        Value(_) => Undefined(Why::WrongOperands),
        other => other.map(|_| 0),
    }
}

/// The result of `sitofp` (if `signed`) or `uitofp` on an integer of `width` bits.
#[inline(always)]
pub fn int_to_float(signed: bool, flags: IntFlags, width: u32, format: FloatFormat, value: u64) -> Outcome<u64> {
    if !machine::knows(format) {
        return Undefined(Why::WrongOperands);
    }
    integer::not_negative(flags, &Word { width, bits: value }, || {
        let negative = signed && sign_extend(width, value) < 0;
        let magnitude = if negative { sign_extend(width, value).unsigned_abs() } else { value };
        let sign = u64::from(negative) << (format.bits() - 1);
        sign | machine::from_int(format, magnitude).unwrap_or_else(|| exact_from_int(format, magnitude))
    })
}

#[cold]
fn exact_from_int(format: FloatFormat, value: u64) -> u64 {
    bits(Float::from_int(format, &Int::new(64, value), false))
}

/// The result of an intrinsic whose operands and result are floats of the same format.
#[inline(always)]
pub fn float_intrinsic<const COUNT: usize>(
    intrinsic: Intrinsic,
    flags: FastMathFlags,
    format: FloatFormat,
    operands: [u64; COUNT],
) -> Outcome<u64> {
    if !flags.intersects(FastMathFlags::NNAN.union(FastMathFlags::NINF))
        && let Some(result) = machine_intrinsic(intrinsic, format, &operands)
    {
        return Value(result);
    }
    exact_intrinsic(intrinsic, flags, format, &operands)
}

#[inline(always)]
fn machine_intrinsic(intrinsic: Intrinsic, format: FloatFormat, operands: &[u64]) -> Option<u64> {
    let round = |value: u64, f: fn(f64) -> f64| machine::exact(format, value, f);
    let sign = 1 << ((format.bits() - 1) % 64);
    match (intrinsic, operands) {
        _ if !machine::knows(format) => None,
        (FAbs, &[a]) => Some(a & !sign),
        (CopySign, &[a, b]) => Some(a & !sign | b & sign),
        (Sqrt, &[a]) => machine::sqrt(format, a),
        (FMA, &[a, b, c]) => machine::fma(format, a, b, c),
        (FMulAdd, &[a, b, c]) => {
            machine::binary(BinaryOp::FAdd, format, machine::binary(BinaryOp::FMul, format, a, b)?, c)
        }
        (Floor, &[a]) => round(a, f64::floor),
        (Ceil, &[a]) => round(a, f64::ceil),
        (Trunc, &[a]) => round(a, f64::trunc),
        (Round, &[a]) => round(a, f64::round),
        (RInt | NearbyInt | RoundEven, &[a]) => round(a, f64::round_ties_even),
        (MinNum | Minimum | MinimumNum, &[a, b]) => lesser(format, a, b, [a, b]),
        (MaxNum | Maximum | MaximumNum, &[a, b]) => lesser(format, a, b, [b, a]),
        _ => None,
    }
}

/// The first of `these` if `a` is less than `b`, the second if it is greater; `None` if they are equal or unordered.
#[inline(always)]
fn lesser(format: FloatFormat, a: u64, b: u64, these: [u64; 2]) -> Option<u64> {
    match machine::widen(format, a).partial_cmp(&machine::widen(format, b))? {
        Ordering::Less => Some(these[0]),
        Ordering::Greater => Some(these[1]),
        Ordering::Equal => None,
    }
}

#[cold]
fn exact_intrinsic(intrinsic: Intrinsic, flags: FastMathFlags, format: FloatFormat, operands: &[u64]) -> Outcome<u64> {
    let operands: SmallVec<[Scalar; 3]> = operands.iter().map(|&it| float(format, it).into()).collect();
    match intrinsic::evaluate(intrinsic, flags, &operands, &[ScalarType::Float(format)]) {
        Value(results) => match results[..] {
            [Scalar::Float(result)] if machine::knows(format) => Value(bits(result)),
            _ => Undefined(Why::WrongOperands),
        },
        other => other.map(|_| 0),
    }
}
