//! Rounding to integers, and decomposition of values.

use rustc_apfloat::{Float as _, Round, ieee};

use super::{Float, FloatFormat, machine, with_format};
use crate::int::Int;
use crate::ops::named;
use FloatFormat::*;

named! {
    /// A rounding mode, named as in the operands of constrained intrinsics. The discriminants are the values of
    /// `llvm.get.rounding`.
    Rounding {
        /// Towards zero.
        TowardZero = "round.towardzero",
        /// To nearest, ties to even.
        NearestEven = "round.tonearest",
        /// Towards positive infinity.
        Upward = "round.upward",
        /// Towards negative infinity.
        Downward = "round.downward",
        /// To nearest, ties away from zero.
        NearestAway = "round.tonearestaway",
    }
}

impl From<Rounding> for Round {
    fn from(rounding: Rounding) -> Self {
        match rounding {
            Rounding::NearestEven => Self::NearestTiesToEven,
            Rounding::TowardZero => Self::TowardZero,
            Rounding::Upward => Self::TowardPositive,
            Rounding::Downward => Self::TowardNegative,
            Rounding::NearestAway => Self::NearestTiesToAway,
        }
    }
}

impl Float {
    /// Rounds to an integral value of the same format. Preserves the sign of zero results; quiets NaNs.
    pub fn round(self, rounding: Rounding) -> Self {
        let round: fn(f64) -> f64 = match rounding {
            Rounding::NearestEven => f64::round_ties_even,
            Rounding::TowardZero => f64::trunc,
            Rounding::Upward => f64::ceil,
            Rounding::Downward => f64::floor,
            Rounding::NearestAway => f64::round,
        };
        if let Some(bits) = machine::exact(self.format, self.bits as u64, round) {
            return Self { format: self.format, bits: bits.into() };
        }
        if self.is_zero() || !self.is_finite() {
            return self.quiet();
        }
        let (negative, significand, exponent) = self.decompose();
        if exponent >= 0 {
            return self;
        }
        // One additional bit for rounding up.
        let significand = significand.zext(significand.width() + 1);
        let below = exponent.unsigned_abs();
        let whole = significand.lshr(below);
        let is_exact = significand.trailing_zeros() >= below;
        let is_half_or_more = significand.bit(below - 1);
        let is_half = is_half_or_more && significand.trailing_zeros() == below - 1;
        let up = match rounding {
            Rounding::NearestEven => is_half_or_more && (!is_half || whole.bit(0)),
            Rounding::TowardZero => false,
            Rounding::Upward => !is_exact && !negative,
            Rounding::Downward => !is_exact && negative,
            Rounding::NearestAway => is_half_or_more,
        };
        let whole = if up { whole.add(&Int::one(whole.width())) } else { whole };
        Self::from_int(self.format, &whole, false).copysign(self)
    }

    /// The value times 2 to the power of `exponent`, rounded to nearest. Quiets NaNs.
    pub fn ldexp(self, exponent: i32) -> Self {
        if !self.is_finite() {
            return self.quiet();
        }
        let bits = with_format!(
            self.format,
            F => F::from_bits(self.bits).scalbn(exponent).to_bits(),
            ppc => self.head().ldexp(exponent).bits | self.tail().ldexp(exponent).bits << 64
        );
        Self { format: self.format, bits }
    }

    /// Decomposes the value into a fraction of magnitude in [0.5, 1) and a power of two. Zeros, infinities and NaNs
    /// (quieted) are returned with the power 0.
    pub fn frexp(self) -> (Self, i32) {
        if self.is_zero() || !self.is_finite() {
            return (self.quiet(), 0);
        }
        let (_, significand, exponent) = self.decompose();
        let exponent = exponent + significand.active_bits() as i32;
        (self.ldexp(-exponent), exponent)
    }

    /// The fractional and the integral part, both with the sign of the value. A NaN is returned twice, quieted.
    pub fn modf(self) -> (Self, Self) {
        let whole = self.round(Rounding::TowardZero);
        let fraction = match self.is_infinite() {
            true => Self::zero(self.format),
            false => self.sub(whole),
        };
        (if self.is_nan() { whole } else { fraction.copysign(self) }, whole)
    }
}
