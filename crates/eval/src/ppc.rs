//! `ppc_fp128` arithmetic, where rustc_apfloat's functions panic on some operands.
//!
//! A value is the sum of two doubles. Additions and multiplications are performed in doubles, as in LLVM. For other
//! operations, values are widened to a precision of 106 bits, and the result is split.

use rustc_apfloat::ppc::{DoubleDouble, FallbackExtendedS, FallbackS};
use rustc_apfloat::{Float, FloatConvert, Round, ieee};

/// A precision of 106 bits, and the exponents whose lowest bit is still in the range of double.
type Wide = ieee::IeeeFloat<FallbackS<ieee::Double>>;
/// A precision of 106 bits, and the exponents of double.
type WideExponents = ieee::IeeeFloat<FallbackExtendedS<ieee::Double>>;

fn convert<F: FloatConvert<T>, T: Float>(value: F) -> T {
    value.convert(&mut false).value
}

fn widen(bits: u128) -> Wide {
    let head: Wide = convert(ieee::Double::from_bits(bits & u128::from(u64::MAX)));
    let tail: Wide = convert(ieee::Double::from_bits(bits >> 64));
    if head.is_finite_non_zero() { (head + tail).value } else { head }
}

fn split(value: Wide) -> u128 {
    let value: WideExponents = convert(value);
    let mut inexact = false;
    let head: ieee::Double = value.convert(&mut inexact).value;
    let tail = if inexact && head.is_finite_non_zero() {
        let difference: WideExponents = (value - convert(head)).value;
        convert(difference)
    } else {
        ieee::Double::ZERO
    };
    head.to_bits() | tail.to_bits() << 64
}

pub(crate) fn from_quad(value: ieee::Quad, inexact: &mut bool) -> u128 {
    split(value.convert(inexact).value)
}

/// Parses a number as the nearest value.
pub(crate) fn from_text(text: &str) -> Option<u128> {
    Some(split(Wide::from_str_r(text, Round::NearestTiesToEven).ok()?.value))
}

pub(crate) fn add(a: u128, b: u128) -> u128 {
    // rustc_apfloat tests `b` first, which affects the sign of a zero.
    let a_is_zero = (a as u64) << 1 == 0;
    if a_is_zero { b } else { (DoubleDouble::from_bits(a) + DoubleDouble::from_bits(b)).value.to_bits() }
}

pub(crate) fn sub(a: u128, b: u128) -> u128 {
    const SIGNS: u128 = 1 << 127 | 1 << 63;
    add(a ^ SIGNS, b) ^ SIGNS
}

pub(crate) fn mul(a: u128, b: u128) -> u128 {
    (DoubleDouble::from_bits(a) * DoubleDouble::from_bits(b)).value.to_bits()
}

pub(crate) fn div(a: u128, b: u128) -> u128 {
    split((widen(a) / widen(b)).value)
}

pub(crate) fn rem(a: u128, b: u128) -> u128 {
    split((widen(a) % widen(b)).value)
}

pub(crate) fn fma(a: u128, b: u128, c: u128) -> u128 {
    split(widen(a).mul_add(widen(b), widen(c)).value)
}
