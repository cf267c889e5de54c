//! Floating-point arithmetic.

use std::cmp::Ordering;

use rustc_apfloat::{Float as _, ieee};

use super::{Float, FloatFormat, Rounding, machine, with_format};
use crate::int::Int;
use crate::ops::BinaryOp;
use crate::ppc;
use FloatFormat::*;

/// Defines operations on two values of the same format.
macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident: $machine:ident $op:tt;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[allow(clippy::should_implement_trait, reason = "operands must be of one format, as no `impl Add` could say")]
        pub fn $name(self, other: Self) -> Self {
            debug_assert_eq!(self.format, other.format);
            let bits = match machine::binary(BinaryOp::$machine, self.format, self.bits as u64, other.bits as u64) {
                Some(bits) => bits.into(),
                None => with_format!(
                    self.format,
                    F => (F::from_bits(self.bits) $op F::from_bits(other.bits)).value.to_bits(),
                    ppc => ppc::$name(self.bits, other.bits)
                ),
            };
            Self { format: self.format, bits }
        }
    )* };
}

impl Float {
    arithmetic! {
        /// `self + other`.
        add: FAdd +;
        /// `self - other`.
        sub: FSub -;
        /// `self * other`.
        mul: FMul *;
        /// `self / other`.
        div: FDiv /;
        /// The remainder of `self / other` rounded towards zero; exact, with the sign of `self`: C's `fmod`.
        rem: FRem %;
    }

    /// `self * factor + addend`, rounded once.
    pub fn fma(self, factor: Self, addend: Self) -> Self {
        debug_assert!(self.format == factor.format && self.format == addend.format);
        let (a, b, c) = (self.bits, factor.bits, addend.bits);
        let bits = match machine::fma(self.format, a as u64, b as u64, c as u64) {
            Some(bits) => bits.into(),
            None => with_format!(
                self.format,
                F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits(),
                ppc => ppc::fma(a, b, c)
            ),
        };
        Self { format: self.format, bits }
    }

    /// The square root; NaN for negative numbers, -0 for -0.
    pub fn sqrt(self) -> Self {
        if let Some(bits) = machine::sqrt(self.format, self.bits as u64) {
            return Self { format: self.format, bits: bits.into() };
        }
        match (self.is_nan(), self.is_negative()) {
            (true, _) => self.quiet(),
            _ if self.is_zero() => self,
            (_, true) => Self::nan(self.format),
            (_, false) if self.is_infinite() => self,
            (_, false) => self.root(Rounding::NearestEven),
        }
    }

    /// The square root of a positive number.
    pub(super) fn root(self, rounding: Rounding) -> Self {
        let (_, significand, exponent) = self.decompose();
        // Scale so that the root has more bits than any format; its last bit is sticky.
        let shift = 256u32.saturating_sub(significand.active_bits());
        let shift = shift + (exponent.unsigned_abs() + shift) % 2;
        let radicand = significand.zext(significand.active_bits() + shift).shl(shift);
        let root = radicand.isqrt();
        let rest = Int::from_bool(root.mul(&root) != radicand);
        let root = Self::from_int_rounding(self.format, &root.or(&rest.zext(root.width())), false, rounding);
        root.ldexp((exponent - shift as i32) / 2)
    }

    /// Flips the sign, also of a NaN.
    #[allow(clippy::should_implement_trait, reason = "stands with the operations that no trait fits")]
    pub const fn neg(self) -> Self {
        let signs = match self.format {
            PpcFp128 => 1 << 127 | 1 << 63,
            format => 1 << (format.bits() - 1),
        };
        Self { format: self.format, bits: self.bits ^ signs }
    }

    /// Clears the sign.
    pub const fn abs(self) -> Self {
        if self.is_negative() { self.neg() } else { self }
    }

    /// The value with the sign of `sign`.
    pub const fn copysign(self, sign: Self) -> Self {
        if self.is_negative() == sign.is_negative() { self } else { self.neg() }
    }

    /// Quiets a signaling NaN; other values unchanged.
    pub const fn quiet(self) -> Self {
        if self.is_nan() { Self { bits: self.bits | Self::quiet_bit(self.format), ..self } } else { self }
    }

    /// The canonical encoding of the value: the result of `llvm.canonicalize`.
    pub const fn canonicalize(self) -> Self {
        match (self.is_zero(), self.is_negative()) {
            (true, true) => Self::negative_zero(self.format),
            (true, false) => Self::zero(self.format),
            _ => self.quiet(),
        }
    }

    /// The order of two values, with -0 less than 0. `None` if either is a NaN.
    fn order(self, other: Self) -> Option<Ordering> {
        Some(self.compare(other)?.then_with(|| other.is_negative().cmp(&self.is_negative())))
    }
}

/// Defines a minimum and a maximum with the same treatment of NaNs.
macro_rules! min_max {
    ($($(#[$doc:meta])* $min:ident $max:ident: $of_nans:ident;)*) => { $(
        /// The lesser of two values, with -0 less than 0.
        ///
        $(#[$doc])*
        pub fn $min(self, other: Self) -> Self {
            match self.order(other) {
                Some(order) => if order.is_le() { self } else { other },
                None => self.$of_nans(other),
            }
        }

        /// The greater of two values, with -0 less than 0.
        ///
        $(#[$doc])*
        pub fn $max(self, other: Self) -> Self {
            match self.order(other) {
                Some(order) => if order.is_ge() { self } else { other },
                None => self.$of_nans(other),
            }
        }
    )* };
}

/// Minima and maxima.
impl Float {
    min_max! {
        /// A signaling NaN operand results in a NaN, a quiet one in the other operand.
        minnum maxnum: number_unless_signaling;
        /// A NaN operand results in a NaN.
        minimum maximum: first_nan;
        /// A NaN operand results in the other operand.
        minimumnum maximumnum: number;
    }

    /// The first operand that is a NaN, quieted.
    fn first_nan(self, other: Self) -> Self {
        if self.is_nan() { self.quiet() } else { other.quiet() }
    }

    /// The first operand that is not a NaN; if both are, the first one, quieted.
    fn number(self, other: Self) -> Self {
        if !self.is_nan() {
            self
        } else if other.is_nan() {
            self.quiet()
        } else {
            other
        }
    }

    fn number_unless_signaling(self, other: Self) -> Self {
        if self.is_signaling() || other.is_signaling() { self.first_nan(other) } else { self.number(other) }
    }
}
