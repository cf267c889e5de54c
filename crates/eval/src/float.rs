//! The seven floating-point formats, and the two textual forms of their values in LLVM IR.
//!
//! A [`Float`] is a format and the bits of a value. Arithmetic rounds to nearest, ties to even. An operation with NaN
//! operands returns the first NaN operand, quieted; an invalid operation returns the positive quiet NaN without payload.

mod arithmetic;
mod convert;
mod environment;
pub(crate) mod machine;
mod rounding;
mod text;

use std::cmp::Ordering;

pub use rounding::Rounding;
pub use text::LiteralError;

use crate::int::Int;
use crate::ops::named;

named! {
    /// A floating-point type.
    FloatFormat {
        /// IEEE binary16.
        Half = "half",
        /// The upper half of a `float`.
        BFloat = "bfloat",
        /// IEEE binary32.
        Float = "float",
        /// IEEE binary64.
        Double = "double",
        /// The 80-bit x87 format, with an explicit integer bit in the significand.
        X86Fp80 = "x86_fp80",
        /// IEEE binary128.
        Fp128 = "fp128",
        /// The sum of two `double`s. The first one, in the low 64 bits, is the rounded sum.
        PpcFp128 = "ppc_fp128",
    }
}
// As a type, `Float` below is the struct; as a value and in patterns it is the format.
use FloatFormat::*;

impl FloatFormat {
    /// The width of a value in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
            X86Fp80 => 80,
            Fp128 | PpcFp128 => 128,
        }
    }

    /// The precision in bits, including the implicit bit.
    pub const fn precision(self) -> u32 {
        match self {
            Half => 11,
            BFloat => 8,
            Float => 24,
            Double => 53,
            X86Fp80 => 64,
            Fp128 => 113,
            PpcFp128 => 106,
        }
    }

    /// The width of the exponent in bits; for `ppc_fp128`, of the first double.
    const fn exponent_bits(self) -> u32 {
        match self {
            Half => 5,
            BFloat | Float => 8,
            Double | PpcFp128 => 11,
            X86Fp80 | Fp128 => 15,
        }
    }
}

/// A floating-point value: its format and its bits.
///
/// Equality is bitwise: a NaN equals itself, and `0.0` differs from `-0.0`. For the numeric order see [`Float::compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    format: FloatFormat,
    bits: u128,
}

/// Evaluates `$body` with `$F` as rustc_apfloat's type for `$format`, or `$ppc` for `ppc_fp128`.
macro_rules! with_format {
    ($format:expr, $F:ident => $body:expr, ppc => $ppc:expr) => {
        match $format {
            Half => {
                type $F = ieee::Half;
                $body
            }
            BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            Float => {
                type $F = ieee::Single;
                $body
            }
            Double => {
                type $F = ieee::Double;
                $body
            }
            X86Fp80 => {
                type $F = ieee::X87DoubleExtended;
                $body
            }
            Fp128 => {
                type $F = ieee::Quad;
                $body
            }
            PpcFp128 => $ppc,
        }
    };
}
use with_format;

/// Constructors and accessors.
impl Float {
    /// The value of `format` with these bits, truncated to the width of the format.
    ///
    /// In `x86_fp80`, unnormal and pseudo-denormal encodings are read as in LLVM: a non-zero exponent without the integer
    /// bit is a NaN, and an integer bit with exponent 0 counts as exponent 1.
    pub const fn from_bits(format: FloatFormat, bits: u128) -> Self {
        let bits = bits & u128::MAX >> (128 - format.bits());
        let bits = match format {
            X86Fp80 => match (bits >> 64 & 0x7FFF, bits >> 63 & 1) {
                (0, 1) => bits | 1 << 64,
                (1..0x7FFF, 0) => bits | 0x7FFF << 64,
                _ => bits,
            },
            _ => bits,
        };
        Self { format, bits }
    }

    /// A `float`.
    pub fn from_f32(value: f32) -> Self {
        Self { format: Float, bits: value.to_bits().into() }
    }

    /// A `double`.
    pub fn from_f64(value: f64) -> Self {
        Self { format: Double, bits: value.to_bits().into() }
    }

    /// The positive zero.
    pub const fn zero(format: FloatFormat) -> Self {
        Self { format, bits: 0 }
    }

    /// The negative zero. In `ppc_fp128`, only the first double is negative.
    pub const fn negative_zero(format: FloatFormat) -> Self {
        let sign = match format {
            PpcFp128 => 1 << 63,
            _ => 1 << (format.bits() - 1),
        };
        Self { format, bits: sign }
    }

    /// The positive infinity.
    pub const fn infinity(format: FloatFormat) -> Self {
        Self { format, bits: Self::infinity_bits(format) }
    }

    /// The quiet NaN returned by invalid operations.
    pub const fn nan(format: FloatFormat) -> Self {
        Self { format, bits: Self::infinity_bits(format) | Self::quiet_bit(format) }
    }

    /// The largest finite value.
    pub const fn largest(format: FloatFormat) -> Self {
        let bits = match format {
            X86Fp80 => 0x7FFE_FFFF_FFFF_FFFF_FFFF,
            PpcFp128 => 0x7C8F_FFFF_FFFF_FFFE_7FEF_FFFF_FFFF_FFFF,
            _ => Self::infinity_bits(format) - 1,
        };
        Self { format, bits }
    }

    const fn infinity_bits(format: FloatFormat) -> u128 {
        match format {
            Half => 0x7C00,
            BFloat => 0x7F80,
            Float => 0x7F80_0000,
            Double | PpcFp128 => 0x7FF0_0000_0000_0000,
            X86Fp80 => 0x7FFF_8000_0000_0000_0000,
            Fp128 => 0x7FFF << 112,
        }
    }

    const fn quiet_bit(format: FloatFormat) -> u128 {
        match format {
            PpcFp128 => Self::quiet_bit(Double),
            _ => 1 << (format.precision() - 2),
        }
    }

    /// Its format.
    #[inline]
    pub const fn format(self) -> FloatFormat {
        self.format
    }

    /// Its bits.
    #[inline]
    pub const fn to_bits(self) -> u128 {
        self.bits
    }

    /// Its bits as an integer, as `bitcast` gives them.
    pub fn to_int_bits(self) -> Int {
        Int::from_u128(self.format.bits(), self.bits)
    }

    /// Its value as `f32`, if its format is `float`.
    pub fn to_f32(self) -> Option<f32> {
        (self.format == Float).then(|| self.f32())
    }

    /// Its value as `f64`, if its format is `double`.
    pub fn to_f64(self) -> Option<f64> {
        (self.format == Double).then(|| self.f64())
    }

    fn f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    fn f64(self) -> f64 {
        f64::from_bits(self.bits as u64)
    }

    /// The first double of a `ppc_fp128`, which determines its class; other formats unchanged.
    const fn head(self) -> Self {
        match self.format {
            PpcFp128 => Self { format: Double, bits: self.bits as u64 as u128 },
            _ => self,
        }
    }

    /// The second double of a `ppc_fp128`, which is added to [`Float::head`].
    const fn tail(self) -> Self {
        Self { format: Double, bits: self.bits >> 64 }
    }

    const fn without_sign(self) -> u128 {
        let head = self.head();
        head.bits & !(1 << (head.format.bits() - 1))
    }
}

/// Predicates.
impl Float {
    /// Whether the value is a NaN.
    #[inline]
    pub const fn is_nan(self) -> bool {
        let magnitude = self.without_sign();
        let infinity = Self::infinity_bits(self.format);
        // An x87 NaN may lack the integer bit, which an infinity has.
        magnitude > infinity || matches!(self.format, X86Fp80) && magnitude >> 64 == 0x7FFF && magnitude != infinity
    }

    /// Whether the value is a signaling NaN.
    pub const fn is_signaling(self) -> bool {
        self.is_nan() && self.bits & Self::quiet_bit(self.format) == 0
    }

    /// Whether the value is an infinity of either sign.
    pub const fn is_infinite(self) -> bool {
        self.without_sign() == Self::infinity_bits(self.format)
    }

    /// Whether the value is neither an infinity nor a NaN.
    #[inline]
    pub const fn is_finite(self) -> bool {
        !self.is_infinite() && !self.is_nan()
    }

    /// Whether the value is a zero of either sign.
    pub const fn is_zero(self) -> bool {
        self.without_sign() == 0
    }

    /// Whether the value is denormal: non-zero and smaller than any normal number. For `ppc_fp128`, whether one of its
    /// doubles is denormal, or the first one is not their rounded sum.
    pub fn is_denormal(self) -> bool {
        if self.format == PpcFp128 && self.is_finite() && !self.is_zero() {
            let (head, tail) = (self.head(), self.tail());
            return head.is_denormal() || tail.is_denormal() || head.add(tail).compare(head) != Some(Ordering::Equal);
        }
        let exponent_at = self.format.bits() - 1 - self.format.exponent_bits();
        !self.is_zero() && self.without_sign() >> exponent_at == 0
    }

    /// Whether the sign bit is set, also of a zero or a NaN.
    #[inline]
    pub const fn is_negative(self) -> bool {
        let head = self.head();
        head.bits >> (head.format.bits() - 1) != 0
    }

    /// The class of the value, as one of the bits tested by `llvm.is.fpclass`.
    pub fn class(self) -> u32 {
        let magnitude = match self {
            _ if self.is_nan() => return if self.is_signaling() { 1 << 0 } else { 1 << 1 },
            _ if self.is_infinite() => 3,
            _ if self.is_zero() => 0,
            _ if self.is_denormal() => 1,
            _ => 2,
        };
        // From negative infinity, bit 2, through the zeros, bits 5 and 6, to positive infinity, bit 9.
        if self.is_negative() { 1 << (5 - magnitude) } else { 1 << (6 + magnitude) }
    }

    /// The order of two values of the same format. Zeros are equal; `None` if either is a NaN.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        debug_assert_eq!(self.format, other.format);
        if self.is_nan() || other.is_nan() {
            return None;
        }
        let order = match (self.is_zero() && other.is_zero(), self.is_negative(), other.is_negative()) {
            (true, ..) => Ordering::Equal,
            (_, false, false) => self.without_sign().cmp(&other.without_sign()),
            (_, true, true) => other.without_sign().cmp(&self.without_sign()),
            (_, negative, other_negative) => other_negative.cmp(&negative),
        };
        match self.format {
            PpcFp128 if order.is_eq() => self.tail().compare(other.tail()),
            _ => Some(order),
        }
    }
}
