//! Operations with a rounding mode other than to nearest, for other floating-point environments.

use rustc_apfloat::{Float as _, Round, ieee};

use super::{Float, FloatFormat, Rounding, with_format};
use crate::int::Int;
use crate::ops::BinaryOp;
use FloatFormat::*;

/// `ppc_fp128` always rounds to nearest.
impl Float {
    /// A sum, difference, product or quotient with a rounding mode. `None` for other operations.
    ///
    /// ```
    /// use lindworm_eval::{BinaryOp, Float, FloatFormat, Rounding};
    ///
    /// let (one, three) = (Float::from_f64(1.0), Float::from_f64(3.0));
    /// let third = |rounding| one.binary_rounding(BinaryOp::FDiv, three, rounding).unwrap().to_int_bits().low_u64();
    /// assert_eq!(third(Rounding::Upward), third(Rounding::Downward) + 1);
    /// ```
    pub fn binary_rounding(self, op: BinaryOp, other: Self, rounding: Rounding) -> Option<Self> {
        let round: Round = rounding.into();
        let bits = with_format!(
            self.format,
            F => {
                let (a, b) = (F::from_bits(self.bits), F::from_bits(other.bits));
                match op {
                    BinaryOp::FAdd => a.add_r(b, round),
                    BinaryOp::FSub => a.sub_r(b, round),
                    BinaryOp::FMul => a.mul_r(b, round),
                    BinaryOp::FDiv => a.div_r(b, round),
                    _ => return None,
                }
                .value
                .to_bits()
            },
            ppc => match op {
                BinaryOp::FAdd => self.add(other),
                BinaryOp::FSub => self.sub(other),
                BinaryOp::FMul => self.mul(other),
                BinaryOp::FDiv => self.div(other),
                _ => return None,
            }
            .bits
        );
        Some(Self { format: self.format, bits })
    }

    /// `self * factor + addend` with a single rounding, in the given mode.
    pub fn fma_rounding(self, factor: Self, addend: Self, rounding: Rounding) -> Self {
        let (a, b, c) = (self.bits, factor.bits, addend.bits);
        let bits = with_format!(
            self.format,
            F => F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), rounding.into()).value.to_bits(),
            ppc => self.fma(factor, addend).bits
        );
        Self { format: self.format, bits }
    }

    /// The square root with a rounding mode.
    pub fn sqrt_rounding(self, rounding: Rounding) -> Self {
        let exact = self.is_nan() || self.is_zero() || self.is_negative() || self.is_infinite();
        if exact || self.format == PpcFp128 { self.sqrt() } else { self.root(rounding) }
    }

    /// The value of `format` for a signed or unsigned integer, with a rounding mode.
    pub fn from_int_rounding(format: FloatFormat, value: &Int, signed: bool, rounding: Rounding) -> Self {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        // For the magnitude of a negative value, up and down are exchanged.
        let rounding = match rounding {
            Rounding::Upward if negative => Rounding::Downward,
            Rounding::Downward if negative => Rounding::Upward,
            rounding => rounding,
        };
        // More bits than any format has; the last bit is sticky.
        let dropped = magnitude.active_bits().saturating_sub(128);
        let sticky = magnitude.trailing_zeros() < dropped;
        let leading = magnitude.lshr(dropped).low_u128() | u128::from(sticky);
        let bits = with_format!(
            format,
            F => F::from_u128_r(leading, rounding.into()).value.scalbn(dropped as i32).to_bits(),
            ppc => Self::from_int(format, &magnitude, false).bits
        );
        let unsigned = Self { format, bits };
        if negative { unsigned.neg() } else { unsigned }
    }
}
