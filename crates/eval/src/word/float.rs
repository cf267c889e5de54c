//! Floats of at most 64 bits in a `u64`: `half`, `bfloat`, `float` and `double`.
//!
//! What the machine computes exactly as [`Float`] does, it computes. The rest (NaNs above all, whose bits machines
//! disagree on) is left to [`fold`].

use std::ops::{Add, Div, Mul, Rem, Sub};

use super::{Word, mask, sign_extend};
use crate::float::{Float, FloatFormat};
use crate::fold::{
    self,
    Outcome::{self, Undefined, Value},
    Scalar, ScalarType, Why,
};
use crate::int::Int;
use crate::integer;
use crate::ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags};

/// What a float operation gives for two floats.
#[inline(always)]
pub fn float_binary(op: BinaryOp, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<u64> {
    if !flags.contains(FastMathFlags::NINF)
        && let Some(result) = machine_binary(op, format, a, b)
    {
        return Value(result);
    }
    exact_binary(op, flags, format, a, b)
}

/// What the machine computes, if it is no NaN, so that no operand is, either.
#[inline(always)]
fn machine_binary(op: BinaryOp, format: FloatFormat, a: u64, b: u64) -> Option<u64> {
    match format {
        FloatFormat::Double => {
            let result = compute(op, f64::from_bits(a), f64::from_bits(b))?;
            (!result.is_nan()).then(|| result.to_bits())
        }
        FloatFormat::Float => {
            let result = compute(op, f32::from_bits(a as u32), f32::from_bits(b as u32))?;
            (!result.is_nan()).then(|| result.to_bits().into())
        }
        // A `double` has more than twice their bits and exponents to spare, so that rounding twice rounds as once.
        FloatFormat::Half | FloatFormat::BFloat => {
            let result = compute(op, widen(format, a), widen(format, b))?;
            (!result.is_nan()).then(|| narrow(format, result))
        }
        _ => None,
    }
}

#[inline(always)]
fn compute<T>(op: BinaryOp, a: T, b: T) -> Option<T>
where
    T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T> + Rem<Output = T>,
{
    Some(match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FRem => a % b,
        _ => return None,
    })
}

#[cold]
fn exact_binary(op: BinaryOp, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<u64> {
    if format.bits() > 64 {
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

/// Whether `a predicate b` holds for two floats.
#[inline(always)]
pub fn fcmp(predicate: FloatPredicate, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<bool> {
    if flags.intersects(FastMathFlags::NNAN.union(FastMathFlags::NINF)) || format.bits() > 64 {
        return exact_fcmp(predicate, flags, format, a, b);
    }
    Value(match format {
        FloatFormat::Float => holds(predicate, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        _ => holds(predicate, widen(format, a), widen(format, b)),
    })
}

#[inline(always)]
fn holds<T: PartialOrd>(predicate: FloatPredicate, a: T, b: T) -> bool {
    // The number of a predicate says so of each outcome. As a set of compares, a constant one becomes one instruction.
    let set = predicate as u8;
    let ordered = set & 1 != 0 && a == b || set & 2 != 0 && a > b || set & 4 != 0 && a < b;
    ordered || set & 8 != 0 && a.partial_cmp(&b).is_none()
}

#[cold]
fn exact_fcmp(predicate: FloatPredicate, flags: FastMathFlags, format: FloatFormat, a: u64, b: u64) -> Outcome<bool> {
    if format.bits() > 64 {
        return Undefined(Why::WrongOperands);
    }
    fold::fcmp(predicate, flags, float(format, a), float(format, b))
}

/// What `fneg` gives.
#[inline(always)]
pub fn fneg(flags: FastMathFlags, format: FloatFormat, value: u64) -> Outcome<u64> {
    if format.bits() > 64 {
        return Undefined(Why::WrongOperands);
    }
    let result = value ^ 1 << (format.bits() - 1);
    if flags.intersects(FastMathFlags::NNAN.union(FastMathFlags::NINF)) {
        return fold::fast_math(flags, &[float(format, value)], result);
    }
    Value(result)
}

/// What `fptrunc` or `fpext` gives.
#[inline(always)]
pub fn float_cast(flags: FastMathFlags, from: FloatFormat, to: FloatFormat, value: u64) -> Outcome<u64> {
    if from.bits() <= 64 && to.bits() <= 64 && !flags.contains(FastMathFlags::NINF) {
        let wide = widen(from, value);
        if !wide.is_nan() {
            return Value(narrow(to, wide));
        }
    }
    exact_float_cast(flags, from, to, value)
}

#[cold]
fn exact_float_cast(flags: FastMathFlags, from: FloatFormat, to: FloatFormat, value: u64) -> Outcome<u64> {
    if from.bits() > 64 || to.bits() > 64 {
        return Undefined(Why::WrongOperands);
    }
    let value = float(from, value);
    let result = value.convert(to).0;
    fold::fast_math(flags, &[value, result], bits(result))
}

/// What `fptosi` (if `signed`) or `fptoui` to `width` bits gives.
#[inline(always)]
pub fn float_to_int(signed: bool, format: FloatFormat, width: u32, value: u64) -> Outcome<u64> {
    if format.bits() <= 64 {
        let number = widen(format, value);
        let two_to_63 = 2f64.powi(63);
        if signed && -two_to_63 <= number && number < two_to_63 {
            let integer = number as i64;
            let result = integer as u64 & mask(width);
            if sign_extend(width, result) == integer {
                return Value(result);
            }
        } else if !signed && -1.0 < number && number < 2.0 * two_to_63 {
            let integer = number as u64;
            if integer & mask(width) == integer {
                return Value(integer);
            }
        }
    }
    exact_float_to_int(signed, format, width, value)
}

#[cold]
fn exact_float_to_int(signed: bool, format: FloatFormat, width: u32, value: u64) -> Outcome<u64> {
    if format.bits() > 64 || !(1..=64).contains(&width) {
        return Undefined(Why::WrongOperands);
    }
    let op = if signed { CastOp::FPToSI } else { CastOp::FPToUI };
    match fold::cast(op, IntFlags::empty(), &float(format, value).into(), ScalarType::Int(width)) {
        Value(Scalar::Int(result)) => Value(result.low_u64()),
        Value(_) => Undefined(Why::WrongOperands),
        other => other.map(|_| 0),
    }
}

/// What `sitofp` (if `signed`) or `uitofp` gives for an integer of `width` bits.
#[inline(always)]
pub fn int_to_float(signed: bool, flags: IntFlags, width: u32, format: FloatFormat, value: u64) -> Outcome<u64> {
    if format.bits() > 64 {
        return Undefined(Why::WrongOperands);
    }
    integer::not_negative(flags, &Word { width, bits: value }, || {
        let negative = signed && sign_extend(width, value) < 0;
        let magnitude = if negative { sign_extend(width, value).unsigned_abs() } else { value };
        let sign = u64::from(negative) << (format.bits() - 1);
        sign | match format {
            FloatFormat::Double => (magnitude as f64).to_bits(),
            FloatFormat::Float => (magnitude as f32).to_bits().into(),
            // A `double` has the exact number.
            _ if magnitude < 1 << 53 => narrow(format, magnitude as f64),
            _ => bits(Float::from_int(format, &Int::new(64, magnitude), false)),
        }
    })
}

/// The number as a `double`; of a NaN, any NaN.
#[inline(always)]
fn widen(format: FloatFormat, bits: u64) -> f64 {
    match format {
        FloatFormat::Half => half_to_f64(bits),
        FloatFormat::BFloat => f32::from_bits((bits as u32) << 16).into(),
        FloatFormat::Float => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

fn half_to_f64(bits: u64) -> f64 {
    let (sign, exponent, fraction) = (bits >> 15 << 63, bits >> 10 & 0x1F, bits & 0x3FF);
    let magnitude = match exponent {
        0 => (fraction as f64 * 2f64.powi(-24)).to_bits(),
        0x1F => 0x7FF << 52 | fraction << 42,
        _ => (exponent + 1023 - 15) << 52 | fraction << 42,
    };
    f64::from_bits(sign | magnitude)
}

/// The nearest number of `format`; `value` is no NaN.
#[inline(always)]
fn narrow(format: FloatFormat, value: f64) -> u64 {
    match format {
        FloatFormat::Half => round_to_16_bits(5, value),
        FloatFormat::BFloat => round_to_16_bits(8, value),
        FloatFormat::Float => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

/// The bits of the number nearest to `value`, which is no NaN, that has so many bits of exponent, and 16 in all.
fn round_to_16_bits(exponent_bits: u32, value: f64) -> u64 {
    let fraction_bits = 15 - exponent_bits;
    let infinity = mask(exponent_bits) << fraction_bits;
    let sign = value.to_bits() >> 63 << 15;
    let magnitude = value.abs().to_bits();
    // How much larger the exponent in the bits of a `double` is than that of the same number in the format.
    let bias = 1023 - (1 << (exponent_bits - 1)) + 1;
    let exponent = magnitude >> 52;
    let (significand, dropped) = if exponent > bias {
        (magnitude - (bias << 52), 52 - fraction_bits)
    } else {
        let significand = magnitude & mask(52) | u64::from(exponent != 0) << 52;
        // Of what drops more bits than there are, nothing is left.
        (significand, (u64::from(52 - fraction_bits) + 1 + bias - exponent).min(63) as u32)
    };
    let (kept, rest, half) = (significand >> dropped, significand & mask(dropped), 1 << (dropped - 1));
    let up = rest > half || rest == half && kept & 1 != 0;
    sign | (kept + u64::from(up)).min(infinity)
}
