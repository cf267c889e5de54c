//! The seven float formats, and the two ways in which LLVM IR spells their values.
//!
//! A [`Float`] is a format and the bits of a value. Arithmetic rounds to nearest, ties to even. An operation with a NaN
//! operand gives the first of them, made quiet; an invalid operation gives the positive quiet NaN without payload.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;
use rustc_apfloat::{Float as _, FloatConvert as _, ieee};

use crate::int::{Int, hex_digit};
use crate::ops::named;
use crate::ppc;

named! {
    /// A float type.
    FloatFormat {
        /// IEEE binary16.
        Half = "half",
        /// The upper half of a `float`.
        BFloat = "bfloat",
        /// IEEE binary32.
        Float = "float",
        /// IEEE binary64.
        Double = "double",
        /// The 80 bits of an x87 register, of which one is the integer bit of the significand.
        X86Fp80 = "x86_fp80",
        /// IEEE binary128.
        Fp128 = "fp128",
        /// The sum of two `double`s, the first of which, in the low 64 bits, is the sum rounded.
        PpcFp128 = "ppc_fp128",
    }
}
// As a type, `Float` below remains the struct; as a value and in patterns it is the format.
use FloatFormat::*;

impl FloatFormat {
    /// How many bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
            X86Fp80 => 80,
            Fp128 | PpcFp128 => 128,
        }
    }

    /// How many significant bits a value has, the implicit one included.
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

    /// How many bits of a value hold its exponent; for `ppc_fp128`, that of its first half.
    const fn exponent_bits(self) -> u32 {
        match self {
            Half => 5,
            BFloat | Float => 8,
            Double | PpcFp128 => 11,
            X86Fp80 | Fp128 => 15,
        }
    }
}

/// A value of a float type: its format and its bits.
///
/// Equality is that of the bits: a NaN equals itself, and `0.0` is not `-0.0`.
/// For the order of numbers see [`Float::compare`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float {
    format: FloatFormat,
    bits: u128,
}

/// What may be wrong with a float literal, in LLVM's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LiteralError {
    /// The text is no float literal at all.
    #[error("expected a floating point literal")]
    Malformed,
    /// A `0x` literal has more than 64 significant bits. LLVM reads it as some other number.
    #[error("constant bigger than 64 bits detected")]
    Over64Bits,
    /// A `0xK`, `0xL` or `0xM` literal has too many digits. LLVM ignores those at the end.
    #[error("constant bigger than 128 bits detected")]
    Over128Bits,
    /// A `0xH` or `0xR` literal has more than 16 significant bits.
    #[error("hexadecimal constant too large for {0} (16-bit)")]
    Over16Bits(FloatFormat),
    /// The type cannot hold the number exactly.
    #[error("floating point constant invalid for type")]
    InvalidForType,
    /// The literal is of another type.
    #[error("floating point constant does not have type '{0}'")]
    WrongType(FloatFormat),
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

/// Making one, and taking it apart.
impl Float {
    /// The value of `format` with these bits, as many as the format has.
    ///
    /// Of `x86_fp80`, the patterns that no processor makes are read as LLVM reads them: an exponent without the integer
    /// bit is a NaN, and an integer bit without an exponent counts as exponent 1.
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

    /// The positive infinity.
    pub const fn infinity(format: FloatFormat) -> Self {
        Self { format, bits: Self::infinity_bits(format) }
    }

    /// The quiet NaN that an invalid operation gives.
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

    /// Its value, if its format is `float`.
    pub fn to_f32(self) -> Option<f32> {
        (self.format == Float).then(|| self.f32())
    }

    /// Its value, if its format is `double`.
    pub fn to_f64(self) -> Option<f64> {
        (self.format == Double).then(|| self.f64())
    }

    fn f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    fn f64(self) -> f64 {
        f64::from_bits(self.bits as u64)
    }

    /// The `double` that decides what a `ppc_fp128` is; another value itself.
    const fn head(self) -> Self {
        match self.format {
            PpcFp128 => Self { format: Double, bits: self.bits as u64 as u128 },
            _ => self,
        }
    }

    /// What a `ppc_fp128` adds to its [`Float::head`].
    const fn tail(self) -> Self {
        Self { format: Double, bits: self.bits >> 64 }
    }

    const fn without_sign(self) -> u128 {
        let head = self.head();
        head.bits & !(1 << (head.format.bits() - 1))
    }
}

/// Asking what it is.
impl Float {
    /// Whether it is a NaN.
    #[inline]
    pub const fn is_nan(self) -> bool {
        let magnitude = self.without_sign();
        let infinity = Self::infinity_bits(self.format);
        // An x87 NaN may lack the integer bit that the infinity has.
        magnitude > infinity || matches!(self.format, X86Fp80) && magnitude >> 64 == 0x7FFF && magnitude != infinity
    }

    /// Whether it is a NaN that an operation should trap on.
    pub const fn is_signaling(self) -> bool {
        self.is_nan() && self.bits & Self::quiet_bit(self.format) == 0
    }

    /// Whether it is an infinity of either sign.
    pub const fn is_infinite(self) -> bool {
        self.without_sign() == Self::infinity_bits(self.format)
    }

    /// Whether it is neither an infinity nor a NaN.
    #[inline]
    pub const fn is_finite(self) -> bool {
        !self.is_infinite() && !self.is_nan()
    }

    /// Whether it is a zero of either sign.
    pub const fn is_zero(self) -> bool {
        self.without_sign() == 0
    }

    /// Whether it is nearer to zero than every number of full precision, and is not zero.
    pub const fn is_denormal(self) -> bool {
        let head = self.head();
        let exponent_at = head.format.bits() - 1 - head.format.exponent_bits();
        !self.is_zero() && self.without_sign() >> exponent_at == 0
    }

    /// Whether its sign bit is set, that of a zero or a NaN included.
    #[inline]
    pub const fn is_negative(self) -> bool {
        let head = self.head();
        head.bits >> (head.format.bits() - 1) != 0
    }

    /// The order of two numbers of one format, where zeros are equal; `None` if either is a NaN.
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

/// Defines operations on two values of one format. `float` and `double` use the machine's own, except where the result
/// is a NaN, whose bits machines disagree on.
macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident: $op:tt;)*) => { $(
        $(#[$doc])*
        #[inline]
        #[allow(clippy::should_implement_trait, reason = "operands must be of one format, as no `impl Add` could say")]
        pub fn $name(self, other: Self) -> Self {
            debug_assert_eq!(self.format, other.format);
            match self.format {
                Double => {
                    let result = self.f64() $op other.f64();
                    if !result.is_nan() {
                        return Self::from_f64(result);
                    }
                }
                Float => {
                    let result = self.f32() $op other.f32();
                    if !result.is_nan() {
                        return Self::from_f32(result);
                    }
                }
                _ => {}
            }
            let bits = with_format!(
                self.format,
                F => (F::from_bits(self.bits) $op F::from_bits(other.bits)).value.to_bits(),
                ppc => ppc::$name(self.bits, other.bits)
            );
            Self { format: self.format, bits }
        }
    )* };
}

/// Arithmetic.
impl Float {
    arithmetic! {
        /// `self + other`.
        add: +;
        /// `self - other`.
        sub: -;
        /// `self * other`.
        mul: *;
        /// `self / other`.
        div: /;
        /// The remainder of `self / other` rounded towards zero, which is exact and has the sign of `self`: C's `fmod`.
        rem: %;
    }

    /// `self * factor + addend`, rounded once.
    pub fn fma(self, factor: Self, addend: Self) -> Self {
        debug_assert!(self.format == factor.format && self.format == addend.format);
        let bits = with_format!(
            self.format,
            F => F::from_bits(self.bits).mul_add(F::from_bits(factor.bits), F::from_bits(addend.bits)).value.to_bits(),
            ppc => ppc::fma(self.bits, factor.bits, addend.bits)
        );
        Self { format: self.format, bits }
    }

    /// With the other sign; only the sign of a NaN changes, too.
    #[allow(clippy::should_implement_trait, reason = "stands with the operations that no trait fits")]
    pub const fn neg(self) -> Self {
        let signs = match self.format {
            PpcFp128 => 1 << 127 | 1 << 63,
            format => 1 << (format.bits() - 1),
        };
        Self { format: self.format, bits: self.bits ^ signs }
    }

    /// Without its sign.
    pub const fn abs(self) -> Self {
        if self.is_negative() { self.neg() } else { self }
    }
}

/// Converting.
impl Float {
    /// The nearest value of another format, and whether that differs from this one (in number or NaN payload).
    ///
    /// A signaling NaN becomes quiet, which does not count as a difference.
    pub fn convert(self, to: FloatFormat) -> (Self, bool) {
        if self.format == to {
            return (self, false);
        }
        match (self.format, to) {
            (Float, Double) if !self.is_nan() => return (Self::from_f64(self.f32().into()), false),
            (Double, Float) if !self.is_nan() => {
                let nearest = self.f64() as f32;
                return (Self::from_f32(nearest), f64::from(nearest) != self.f64());
            }
            _ => {}
        }
        // Every value of the others is one of fp128, too.
        let (mut lost_in, mut lost_out) = (false, false);
        let quad: ieee::Quad = with_format!(
            self.head().format,
            F => F::from_bits(self.head().bits).convert(&mut lost_in).value,
            ppc => ieee::Quad::NAN
        );
        let bits = with_format!(
            to,
            F => { let nearest: F = quad.convert(&mut lost_out).value; nearest.to_bits() },
            ppc => ppc::from_quad(quad, &mut lost_out)
        );
        (Self { format: to, bits }, lost_in | lost_out)
    }

    /// The value of `format` that is nearest to an integer, read as signed or unsigned; an infinity beyond the largest.
    pub fn from_int(format: FloatFormat, value: &Int, signed: bool) -> Self {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        // More bits than any format has, the last of which tells whether there were other ones below it.
        let dropped = magnitude.active_bits().saturating_sub(128);
        let sticky = magnitude.trailing_zeros() < dropped;
        let leading = magnitude.lshr(dropped).low_u128() | u128::from(sticky);
        let unsigned = match format {
            Double if dropped == 0 => Self::from_f64(leading as f64),
            Float if dropped == 0 => Self::from_f32(leading as f32),
            _ => {
                let bits = with_format!(
                    format,
                    F => F::from_u128(leading).value.scalbn(dropped as i32).to_bits(),
                    ppc => Self::ppc_from_magnitude(&magnitude)
                );
                Self { format, bits }
            }
        };
        if negative { unsigned.neg() } else { unsigned }
    }

    fn ppc_from_magnitude(magnitude: &Int) -> u128 {
        let head = Self::from_int(Double, magnitude, false);
        // Two bits more, for the sign and for rounding up to the next power of two.
        let width = magnitude.width() + 2;
        let tail = match head.to_int(width, true) {
            Some(rounded) => Self::from_int(Double, &magnitude.zext(width).sub(&rounded), true),
            None => Self::zero(Double),
        };
        head.bits | tail.bits << 64
    }

    /// The integer of `width` bits, signed or unsigned, that this is after rounding towards zero;
    /// `None` if there is none.
    pub fn to_int(self, width: u32, signed: bool) -> Option<Int> {
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

    /// The same, but for a number out of range the nearest in range, and for a NaN 0.
    pub fn to_int_saturating(self, width: u32, signed: bool) -> Int {
        self.to_int(width, signed).unwrap_or_else(|| match (self.is_nan(), signed, self.is_negative()) {
            (true, ..) | (_, false, true) => Int::zero(width),
            (_, false, false) => Int::all_ones(width),
            (_, true, true) => Int::min_signed(width),
            (_, true, false) => Int::max_signed(width),
        })
    }

    /// Whether a finite value is negative, and the integer and the power of two whose product it is otherwise.
    fn decompose(self) -> (bool, Int, i32) {
        if self.format == PpcFp128 {
            let (head_negative, head, head_exponent) = self.head().decompose();
            let (tail_negative, tail, tail_exponent) = match self.tail() {
                tail if tail.is_finite() => tail.decompose(),
                _ => (false, Int::zero(128), head_exponent),
            };
            let exponent = head_exponent.min(tail_exponent);
            let term = |negative: bool, significand: Int, its_exponent: i32| {
                // The exponents of doubles lie less than 2100 apart.
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

/// Text.
impl Float {
    /// Reads `[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?` as the nearest `double`, which may be infinite;
    /// `None` if `text` is something else. [`Float::literal_for`] then gives it its type.
    pub fn parse_decimal(text: &[u8]) -> Option<Self> {
        let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        // This refuses `inf` and `nan`, which the standard library knows, too.
        if !unsigned.first()?.is_ascii_digit() || !text.contains(&b'.') {
            return None;
        }
        std::str::from_utf8(text).ok()?.parse().ok().map(Self::from_f64)
    }

    /// Reads `0x`, for a format other than `double` one of the letters `KLMHR`, and hexadecimal digits.
    ///
    /// LLVM accepts some literals that it itself finds fault with: then the second part of the result is set.
    /// It tells of that fault only when it meets another one later.
    pub fn parse_hex(text: &[u8]) -> Result<(Self, Option<LiteralError>), LiteralError> {
        let (format, digits) = match text.strip_prefix(b"0x").ok_or(LiteralError::Malformed)? {
            [b'K', digits @ ..] => (X86Fp80, digits),
            [b'L', digits @ ..] => (Fp128, digits),
            [b'M', digits @ ..] => (PpcFp128, digits),
            [b'H', digits @ ..] => (Half, digits),
            [b'R', digits @ ..] => (BFloat, digits),
            digits => (Double, digits),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(LiteralError::Malformed);
        }
        let number = |digits: &[u8]| digits.iter().fold(0, |value, &digit| value << 4 | u128::from(hex_digit(digit)));
        let (bits, fault) = match format {
            // The high 16 bits, then the low 64.
            X86Fp80 => {
                let (high, rest) = digits.split_at(digits.len().min(4));
                let (low, rest) = rest.split_at(rest.len().min(16));
                (number(high) << 64 | number(low), (!rest.is_empty()).then_some(LiteralError::Over128Bits))
            }
            // The low 64 bits, then the high 64; too few digits for the low ones are high ones.
            Fp128 | PpcFp128 => {
                let (low, rest) = digits.split_at(if digits.len() < 16 { 0 } else { 16 });
                let (high, rest) = rest.split_at(rest.len().min(16));
                (number(high) << 64 | number(low), (!rest.is_empty()).then_some(LiteralError::Over128Bits))
            }
            _ => {
                let (bits, fault) = match wrapping_hex(digits) {
                    Some(bits) => (bits, None),
                    None => (0, Some(LiteralError::Over64Bits)),
                };
                if format != Double && bits > 0xFFFF {
                    return Err(LiteralError::Over16Bits(format));
                }
                (bits.into(), fault)
            }
        };
        Ok((Self::from_bits(format, bits), fault))
    }

    /// What a literal that was read as `self` stands for where a value of the type `to` is asked for.
    ///
    /// A `double` literal also serves for the smaller types, if they have its exact value.
    pub fn literal_for(self, to: FloatFormat) -> Result<Self, LiteralError> {
        if self.format == to {
            return Ok(self);
        }
        let valid = match to {
            Half | BFloat | Float | Double => !self.convert(to).1,
            X86Fp80 | Fp128 | PpcFp128 => matches!(self.format, Half | BFloat | Float | Double),
        };
        if !valid {
            return Err(LiteralError::InvalidForType);
        }
        if self.format != Double || !matches!(to, Half | BFloat | Float) {
            return Err(LiteralError::WrongType(to));
        }
        let converted = self.convert(to).0;
        let quieted = if self.is_signaling() { Self::quiet_bit(to) } else { 0 };
        Ok(Self { bits: converted.bits & !quieted, ..converted })
    }

    /// Writes it as LLVM does.
    pub fn write_ir(self, out: &mut Vec<u8>) {
        let (low, high) = (self.bits as u64, (self.bits >> 64) as u64);
        match self.format {
            Double => write_double(self.f64(), out),
            Float if self.is_nan() => {
                let widened = u64::from(self.is_negative()) << 63 | 0x7FF << 52 | (low & 0x7F_FFFF) << 29;
                write_hex("0x", widened, 1, out);
            }
            Float => write_double(self.f32().into(), out),
            Half => write_hex("0xH", low, 4, out),
            BFloat => write_hex("0xR", low, 4, out),
            X86Fp80 => {
                write_hex("0xK", high, 4, out);
                write_hex("", low, 16, out);
            }
            Fp128 | PpcFp128 => {
                write_hex(if self.format == Fp128 { "0xL" } else { "0xM" }, low, 16, out);
                write_hex("", high, 16, out);
            }
        }
    }
}

/// The low 64 bits of the number that `digits` spell; `None` when LLVM notices that there are more: it looks whether a
/// further digit made the number smaller.
fn wrapping_hex(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0u64, |value, &digit| {
        let next = value << 4 | u64::from(hex_digit(digit));
        (next >= value).then_some(next)
    })
}

/// Writes `prefix` and at least so many digits of `value`.
fn write_hex(prefix: &str, value: u64, digits: u32, out: &mut Vec<u8>) {
    let digits = digits.max(16 - value.leading_zeros() / 4);
    out.extend_from_slice(prefix.as_bytes());
    out.extend((0..digits).rev().map(|i| b"0123456789ABCDEF"[(value >> (4 * i) & 15) as usize]));
}

/// Writes six significant digits and another zero if they read back as the same number; else the bits.
fn write_double(value: f64, out: &mut Vec<u8>) {
    let Some((mut digits, exponent)) = six_digits(value) else {
        return write_hex("0x", value.to_bits(), 1, out);
    };
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let mut text = *b"0.000000e";
    for place in [6, 5, 4, 3, 2, 0] {
        text[place] = b'0' + (digits % 10) as u8;
        digits /= 10;
    }
    out.extend_from_slice(&text);
    out.push(if exponent < 0 { b'-' } else { b'+' });
    if exponent.abs() < 10 {
        out.push(b'0');
    }
    Int::from_i64(32, exponent.abs().into()).write_unsigned_decimal(out);
}

/// The six digits that LLVM chooses for `value` and the exponent of the first one, if they read back as `value`.
fn six_digits(value: f64) -> Option<(u64, i32)> {
    if !value.is_finite() || value == 0.0 {
        return value.is_finite().then_some((0, 0));
    }
    // Most constants are multiples of 1/1024, and not large. These have ten decimal places at most, so that no six
    // digits other than the exact ones can be near enough to read back.
    let scaled = value.abs() * 1024.0;
    if scaled < 2f64.powi(40) && scaled.fract() == 0.0 {
        let digits = scaled as u64 * 5u64.pow(10);
        let first = digits.ilog10();
        let divisor = 10u64.pow(first - 5);
        return digits.is_multiple_of(divisor).then_some((digits / divisor, first as i32 - 10));
    }
    // If the nearest six digits do not read back, no others do.
    let reads_back = |text: String| text.parse() == Ok(value.abs());
    if !reads_back(format!("{:.5e}", value.abs())) {
        return None;
    }
    let (digits, exponent) = llvm_six_digits(value);
    reads_back(format!("{digits}e{}", exponent - 5)).then_some((digits, exponent))
}

/// The six digits that LLVM chooses for a finite `value` other than zero, and the exponent of the first one.
///
/// These are not always the nearest: LLVM first cuts off as many digits as it can while it keeps 20 bits. If that leaves
/// more than six digits it rounds them, but if it leaves six the rest is lost, so that `0.7` is printed in hexadecimal.
fn llvm_six_digits(value: f64) -> (u64, i32) {
    const BITS_KEPT: u64 = 20;
    let (_, significand, exponent) = Float::from_f64(value).decompose();
    let zeros = significand.trailing_zeros();
    let significand = BigUint::from(significand.lshr(zeros).low_u64());
    let exponent = exponent + zeros as i32;
    let power = exponent.unsigned_abs();
    // The value is digits * 10^scale.
    let (mut digits, mut scale) = match exponent {
        0.. => (significand << power, 0),
        _ => (significand * BigUint::from(5u32).pow(power), exponent),
    };
    let removable = (digits.bits().saturating_sub(BITS_KEPT) * 59 / 196) as u32;
    digits /= BigUint::from(10u32).pow(removable);
    scale += removable as i32;

    let digits = digits.iter_u64_digits().next().unwrap_or(0);
    let first = digits.checked_ilog10().unwrap_or(0);
    let six = match first.checked_sub(5) {
        Some(excess) => {
            let divisor = 10u64.pow(excess);
            (digits + divisor / 2) / divisor
        }
        None => digits * 10u64.pow(5 - first),
    };
    let exponent = scale + first as i32;
    if six == 1_000_000 { (100_000, exponent + 1) } else { (six, exponent) }
}

/// The format and the value as LLVM writes it, as in `half 0xH3C00`.
impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.format)
    }
}

/// The value as LLVM writes it.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_ir(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
