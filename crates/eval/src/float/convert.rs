//! Conversions between floating-point formats, and to and from integers.

use rustc_apfloat::{Float as _, FloatConvert as _, ieee};

use super::{Float, FloatFormat, Rounding, machine, with_format};
use crate::int::Int;
use crate::ppc;
use FloatFormat::*;

/// Conversions.
impl Float {
    /// The nearest value of another format, and whether it differs from this value (in number or NaN payload).
    ///
    /// A signaling NaN is quieted, which does not count as a difference.
    pub fn convert(self, to: FloatFormat) -> (Self, bool) {
        if self.format == to {
            return (self, false);
        }
        if let Some(number) = self.widened()
            && let Some(bits) = machine::narrow(to, number)
        {
            let nearest = Self { format: to, bits: bits.into() };
            return (nearest, nearest.widened() != Some(number));
        }
        self.convert_rounding(to, Rounding::NearestEven)
    }

    /// Same as [`Float::convert`], with a rounding mode; `ppc_fp128` always rounds to nearest.
    pub fn convert_rounding(self, to: FloatFormat, rounding: Rounding) -> (Self, bool) {
        if self.format == to {
            return (self, false);
        }
        // `fp128` contains all values of the other formats.
        let (mut lost_in, mut lost_out) = (false, false);
        let quad: ieee::Quad = with_format!(
            self.head().format,
            F => F::from_bits(self.head().bits).convert(&mut lost_in).value,
            ppc => ieee::Quad::NAN
        );
        let bits = with_format!(
            to,
            F => { let nearest: F = quad.convert_r(rounding.into(), &mut lost_out).value; nearest.to_bits() },
            ppc => ppc::from_quad(quad, &mut lost_out)
        );
        (Self { format: to, bits }, lost_in | lost_out)
    }

    /// The value of `format` nearest to a signed or unsigned integer; infinity beyond the largest value.
    pub fn from_int(format: FloatFormat, value: &Int, signed: bool) -> Self {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        let unsigned = Self { format, bits: Self::bits_from_magnitude(format, &magnitude) };
        if negative { unsigned.neg() } else { unsigned }
    }

    fn bits_from_magnitude(format: FloatFormat, magnitude: &Int) -> u128 {
        if let Some(word) = magnitude.to_u64()
            && let Some(bits) = machine::from_int(format, word)
        {
            return bits.into();
        }
        // More bits than any format has; the last bit is sticky.
        let dropped = magnitude.active_bits().saturating_sub(128);
        let sticky = magnitude.trailing_zeros() < dropped;
        let leading = magnitude.lshr(dropped).low_u128() | u128::from(sticky);
        with_format!(
            format,
            F => F::from_u128(leading).value.scalbn(dropped as i32).to_bits(),
            ppc => Self::ppc_from_magnitude(magnitude)
        )
    }

    fn ppc_from_magnitude(magnitude: &Int) -> u128 {
        let head = Self::from_int(Double, magnitude, false);
        // Two additional bits, for the sign and for rounding up to the next power of two.
        let width = magnitude.width() + 2;
        let tail = match head.to_int(width, true) {
            Some(rounded) => Self::from_int(Double, &magnitude.zext(width).sub(&rounded), true),
            None => Self::zero(Double),
        };
        head.bits | tail.bits << 64
    }

    /// Converts to a signed or unsigned integer of `width` bits, rounding towards zero. `None` if out of range or NaN.
    pub fn to_int(self, width: u32, signed: bool) -> Option<Int> {
        if let Some(number) = self.widened()
            && width <= 64
            && let Some(word) = machine::to_int(signed, width, number)
        {
            return Some(Int::new(width, word));
        }
        if !self.is_finite() {
            return None;
        }
        let (negative, significand, exponent) = self.decompose();
        let bits = i64::from(significand.active_bits()) + i64::from(exponent);
        if bits <= 0 || significand.is_zero() {
            return Some(Int::zero(width));
        }
        if bits > i64::from(width) {
            return None;
        }
        let magnitude = if exponent < 0 {
            significand.lshr(exponent.unsigned_abs()).zext_or_trunc(width + 1)
        } else {
            significand.zext_or_trunc(width + 1).shl(exponent.unsigned_abs())
        };
        let value = if negative { magnitude.neg() } else { magnitude };
        let fits = if signed { value.min_signed_bits() <= width } else { value.active_bits() <= width };
        fits.then(|| value.trunc(width))
    }

    /// Same as [`Float::to_int`], but saturates out-of-range values, and converts a NaN to 0.
    pub fn to_int_saturating(self, width: u32, signed: bool) -> Int {
        self.to_int(width, signed).unwrap_or_else(|| match (self.is_nan(), signed, self.is_negative()) {
            (true, ..) | (_, false, true) => Int::zero(width),
            (_, false, false) => Int::all_ones(width),
            (_, true, true) => Int::min_signed(width),
            (_, true, false) => Int::max_signed(width),
        })
    }

    /// The value as a `double`, if the format is at most 64 bits wide. A NaN becomes some NaN.
    #[inline]
    pub(super) fn widened(self) -> Option<f64> {
        machine::knows(self.format).then(|| machine::widen(self.format, self.bits as u64))
    }

    /// The sign of a finite value, and the integer significand and binary exponent of its magnitude.
    pub fn decompose(self) -> (bool, Int, i32) {
        if self.format == PpcFp128 {
            let (head_negative, head, head_exponent) = self.head().decompose();
            let (tail_negative, tail, tail_exponent) = match self.tail() {
                tail if tail.is_finite() => tail.decompose(),
                _ => (false, Int::zero(128), head_exponent),
            };
            let exponent = head_exponent.min(tail_exponent);
            let term = |negative: bool, significand: Int, its_exponent: i32| {
                // Exponents of doubles differ by less than 2100.
                let term = significand.zext(2304).shl(its_exponent.abs_diff(exponent));
                if negative { term.neg() } else { term }
            };
            let sum = term(head_negative, head, head_exponent).add(&term(tail_negative, tail, tail_exponent));
            return (sum.is_negative(), sum.abs(), exponent);
        }
        let exponent_at = self.format.bits() - 1 - self.format.exponent_bits();
        let exponent = (self.without_sign() >> exponent_at) as i32;
        let fraction = self.bits & ((1 << exponent_at) - 1);
        let implicit = u128::from(self.format != X86Fp80 && exponent != 0) << exponent_at;
        let bias = (1 << (self.format.exponent_bits() - 1)) - 1;
        let lowest_bit = exponent.max(1) - bias - (self.format.precision() as i32 - 1);
        (self.is_negative(), Int::from_u128(128, fraction | implicit), lowest_bit)
    }
}
