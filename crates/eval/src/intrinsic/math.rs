//! Powers, exponentials, logarithms and trigonometry.
//!
//! Computed as a `double` by the standard library, which uses the system's math library, and rounded to the format: as in
//! LLVM's folding, and more precise than `float` requires. For the larger formats only the first 53 bits are correct.

use std::f64::consts::PI;

use super::Intrinsic::{self, *};
use crate::float::{Float, FloatFormat};
use crate::int::Int;

/// The function of a unary math intrinsic.
pub(super) fn of_one(intrinsic: Intrinsic) -> Option<fn(Float) -> Float> {
    Some(match intrinsic {
        Exp => |it| in_double(it, f64::exp),
        Exp2 => |it| in_double(it, f64::exp2),
        Exp10 => |it| in_double(it, |it| 10f64.powf(it)),
        Log => |it| in_double(it, f64::ln),
        Log2 => |it| in_double(it, f64::log2),
        Log10 => |it| in_double(it, f64::log10),
        Sin => |it| in_double(it, f64::sin),
        Cos => |it| in_double(it, f64::cos),
        Tan => |it| in_double(it, f64::tan),
        ASin => |it| in_double(it, f64::asin),
        ACos => |it| in_double(it, f64::acos),
        ATan => |it| in_double(it, f64::atan),
        SinH => |it| in_double(it, f64::sinh),
        CosH => |it| in_double(it, f64::cosh),
        TanH => |it| in_double(it, f64::tanh),
        _ => return None,
    })
}

fn double(value: Float) -> f64 {
    value.convert(FloatFormat::Double).0.to_f64().unwrap_or(f64::NAN)
}

/// Rounds to the format. A NaN result is [`Float::nan`].
fn rounded(format: FloatFormat, value: f64) -> Float {
    if value.is_nan() { Float::nan(format) } else { Float::from_f64(value).convert(format).0 }
}

fn in_double(value: Float, f: fn(f64) -> f64) -> Float {
    if value.is_nan() { value.quiet() } else { rounded(value.format(), f(double(value))) }
}

fn two_in_double(a: Float, b: Float, f: fn(f64, f64) -> f64) -> Float {
    match f(double(a), double(b)) {
        result if result.is_nan() && a.is_nan() => a.quiet(),
        result if result.is_nan() && b.is_nan() => b.quiet(),
        result => rounded(a.format(), result),
    }
}

pub(super) fn pow(base: Float, exponent: Float) -> Float {
    two_in_double(base, exponent, f64::powf)
}

pub(super) fn atan2(y: Float, x: Float) -> Float {
    two_in_double(y, x, f64::atan2)
}

/// An integer power.
pub(super) fn powi(base: Float, exponent: &Int) -> Float {
    let format = base.format();
    if format.bits() <= 64
        && let Some(exponent) = exponent.to_i64().and_then(|it| i32::try_from(it).ok())
    {
        return two_in_double(base, Float::from_f64(exponent.into()), f64::powf);
    }
    let one = Float::from_int(format, &Int::one(8), false);
    let (mut square, mut power) = (base, None);
    let magnitude = exponent.abs();
    for bit in 0..magnitude.active_bits() {
        if magnitude.bit(bit) {
            power = Some(power.map_or(square, |it: Float| it.mul(square)));
        }
        square = square.mul(square);
    }
    let power = power.unwrap_or(one);
    if exponent.is_negative() { one.div(power) } else { power }
}

/// The sine and the cosine.
pub(super) fn sincos(value: Float) -> (Float, Float) {
    (in_double(value, f64::sin), in_double(value, f64::cos))
}

/// The sine and the cosine of the value times pi. Zeros as in C: the sine of an integer has the sign of its argument, the
/// cosine of a half-integer is positive.
pub(super) fn sincospi(value: Float) -> (Float, Float) {
    let sine = |it: f64| match quadrant(it) {
        (0 | 2, 0.0) => 0f64.copysign(it),
        (0, rest) => (PI * rest).sin(),
        (1, rest) => (PI * rest).cos(),
        (2, rest) => -(PI * rest).sin(),
        (_, rest) => -(PI * rest).cos(),
    };
    let cosine = |it: f64| match quadrant(it) {
        (1 | 3, 0.0) => 0.0,
        (0, rest) => (PI * rest).cos(),
        (1, rest) => -(PI * rest).sin(),
        (2, rest) => -(PI * rest).cos(),
        (_, rest) => (PI * rest).sin(),
    };
    (in_double(value, sine), in_double(value, cosine))
}

/// The nearest multiple of one half modulo 2, as the number of halves, and the difference to it. Both are exact.
fn quadrant(value: f64) -> (i64, f64) {
    let value = value % 2.0;
    let halves = (value * 2.0).round();
    ((halves as i64).rem_euclid(4), value - halves / 2.0)
}
