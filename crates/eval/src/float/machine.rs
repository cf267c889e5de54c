//! Operations on the bits of `half`, `bfloat`, `float` and `double` that use the host's floating-point instructions and
//! return exactly the result of [`Float`](super::Float).
//!
//! The bits of NaN results differ between machines, so a NaN result is `None`.
//!
//! A `double` contains all values of the three smaller formats. It has more than twice the precision of `half` and `bfloat`
//! and a larger exponent range, so for these the double rounding of an operation in `double` is innocuous.

use std::ops::{Add, Div, Mul, Rem, Sub};

use super::FloatFormat;
use crate::ops::BinaryOp;
use crate::word::{mask, sign_extend};

/// Whether the format is one of the four.
#[inline(always)]
pub(crate) const fn knows(format: FloatFormat) -> bool {
    format.bits() <= 64
}

/// `a op b`.
#[inline(always)]
pub(crate) fn binary(op: BinaryOp, format: FloatFormat, a: u64, b: u64) -> Option<u64> {
    match format {
        FloatFormat::Double => double(compute(op, f64::from_bits(a), f64::from_bits(b))?),
        FloatFormat::Float => single(compute(op, f32::from_bits(a as u32), f32::from_bits(b as u32))?),
        FloatFormat::Half | FloatFormat::BFloat => narrow(format, compute(op, widen(format, a), widen(format, b))?),
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

/// `a * b + c` with a single rounding.
#[inline(always)]
pub(crate) fn fma(format: FloatFormat, a: u64, b: u64, c: u64) -> Option<u64> {
    match format {
        FloatFormat::Double => double(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c))),
        FloatFormat::Float => {
            single(f32::from_bits(a as u32).mul_add(f32::from_bits(b as u32), f32::from_bits(c as u32)))
        }
        _ => None,
    }
}

/// The square root.
#[inline(always)]
pub(crate) fn sqrt(format: FloatFormat, value: u64) -> Option<u64> {
    match format {
        FloatFormat::Float => single(f32::from_bits(value as u32).sqrt()),
        _ => exact(format, value, f64::sqrt),
    }
}

/// Applies `f` to the value and rounds the result. Requires that double rounding of `f` is innocuous.
#[inline(always)]
pub(crate) fn exact(format: FloatFormat, value: u64, f: impl FnOnce(f64) -> f64) -> Option<u64> {
    if knows(format) { narrow(format, f(widen(format, value))) } else { None }
}

#[inline(always)]
fn double(value: f64) -> Option<u64> {
    if value.is_nan() { None } else { Some(value.to_bits()) }
}

#[inline(always)]
fn single(value: f32) -> Option<u64> {
    if value.is_nan() { None } else { Some(value.to_bits().into()) }
}

/// The value as a `double`. A NaN becomes some NaN. Meaningless for other formats than the four.
#[inline(always)]
pub(crate) fn widen(format: FloatFormat, bits: u64) -> f64 {
    match format {
        FloatFormat::Half => half_to_double(bits),
        FloatFormat::BFloat => f32::from_bits((bits as u32) << 16).into(),
        FloatFormat::Float => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

fn half_to_double(bits: u64) -> f64 {
    let (sign, exponent, fraction) = (bits >> 15 << 63, bits >> 10 & 0x1F, bits & 0x3FF);
    let magnitude = match exponent {
        0 => (fraction as f64 * 2f64.powi(-24)).to_bits(),
        0x1F => 0x7FF << 52 | fraction << 42,
        _ => (exponent + 1023 - 15) << 52 | fraction << 42,
    };
    f64::from_bits(sign | magnitude)
}

/// Rounds to `format`, which must be one of the four.
#[inline(always)]
pub(crate) fn narrow(format: FloatFormat, value: f64) -> Option<u64> {
    match format {
        FloatFormat::Double => double(value),
        FloatFormat::Float => single(value as f32),
        _ if value.is_nan() => None,
        FloatFormat::Half => Some(round_to_16_bits(5, value)),
        FloatFormat::BFloat => Some(round_to_16_bits(8, value)),
        _ => None,
    }
}

/// Rounds `value`, which must not be a NaN, to a 16-bit format with this width of the exponent. Returns the bits.
fn round_to_16_bits(exponent_bits: u32, value: f64) -> u64 {
    let fraction_bits = 15 - exponent_bits;
    let infinity = mask(exponent_bits) << fraction_bits;
    let sign = value.to_bits() >> 63 << 15;
    let magnitude = value.abs().to_bits();
    // The difference between the exponent biases of `double` and the format.
    let bias = 1023 - (1 << (exponent_bits - 1)) + 1;
    let exponent = magnitude >> 52;
    let (significand, dropped) = if exponent > bias {
        (magnitude - (bias << 52), 52 - fraction_bits)
    } else {
        let significand = magnitude & mask(52) | u64::from(exponent != 0) << 52;
        // Clamped: beyond the significand, everything is dropped.
        (significand, (u64::from(52 - fraction_bits) + 1 + bias - exponent).min(63) as u32)
    };
    let (kept, rest, half) = (significand >> dropped, significand & mask(dropped), 1 << (dropped - 1));
    let up = rest > half || rest == half && kept & 1 != 0;
    sign | (kept + u64::from(up)).min(infinity)
}

/// Converts to an integer of `width` bits, 1 to 64, rounding towards zero. `None` if out of range.
#[inline(always)]
pub(crate) fn to_int(signed: bool, width: u32, number: f64) -> Option<u64> {
    let two_to_63 = 2f64.powi(63);
    if signed && -two_to_63 <= number && number < two_to_63 {
        let integer = number as i64;
        let result = integer as u64 & mask(width);
        return (sign_extend(width, result) == integer).then_some(result);
    }
    if !signed && -1.0 < number && number < 2.0 * two_to_63 {
        let integer = number as u64;
        return (integer & mask(width) == integer).then_some(integer);
    }
    None
}

/// Rounds an unsigned integer to `format`.
#[inline(always)]
pub(crate) fn from_int(format: FloatFormat, value: u64) -> Option<u64> {
    match format {
        FloatFormat::Double => Some((value as f64).to_bits()),
        FloatFormat::Float => Some((value as f32).to_bits().into()),
        // Exact in a `double`.
        _ if value < 1 << 53 => narrow(format, value as f64),
        _ => None,
    }
}
