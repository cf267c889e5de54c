//! The textual forms of floating-point values in LLVM IR: decimal, hexadecimal bits, and special values by name.

use std::fmt;

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::{Float, FloatFormat, with_format};
use crate::int::{Int, hex_digit};
use FloatFormat::*;

/// An error in a floating-point literal, in LLVM's wording.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LiteralError {
    /// The text is not a floating-point literal.
    #[error("expected a floating point literal")]
    Malformed,
    /// A `0x` literal has more than 64 significant bits. LLVM reads it as a different value.
    #[error("constant bigger than 64 bits detected")]
    Over64Bits,
    /// A `0xK`, `0xL` or `0xM` literal has too many digits. LLVM ignores the excess digits.
    #[error("constant bigger than 128 bits detected")]
    Over128Bits,
    /// A `0xH` or `0xR` literal has more than 16 significant bits.
    #[error("hexadecimal constant too large for {0} (16-bit)")]
    Over16Bits(FloatFormat),
    /// The value is not exactly representable in the type.
    #[error("floating point constant invalid for type")]
    InvalidForType,
    /// The literal has another type.
    #[error("floating point constant does not have type '{0}'")]
    WrongType(FloatFormat),
    /// The value overflows the type.
    #[error("floating-point constant overflowed type")]
    Overflow,
    /// The non-zero value underflows to zero.
    #[error("floating-point constant underflowed type")]
    Underflow,
    /// The number of digits of an `f0x` literal does not match the type.
    #[error("float hex literal has incorrect number of bits")]
    WrongBitCount,
    /// The literal exceeds the length limit.
    #[error("floating-point constant is too long")]
    TooLong,
}

/// A copy of a literal. Needed because the bytes may be those of a mapped file, which another process can change after
/// validation.
fn copy(literal: &[u8]) -> SmallVec<[u8; 32]> {
    literal.into()
}

/// Parsing and printing.
impl Float {
    /// Parses `[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?` as the nearest `double`, which may be infinite; `None` if `text` is
    /// something else. [`Float::literal_for`] converts it to its type.
    pub fn parse_decimal(text: &[u8]) -> Option<Self> {
        let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        // Excludes `inf` and `nan`, which the standard library accepts.
        if !unsigned.first()?.is_ascii_digit() || !text.contains(&b'.') {
            return None;
        }
        std::str::from_utf8(&copy(text)).ok()?.parse().ok().map(Self::from_f64)
    }

    /// Parses a decimal number with optional exponent, such as `-1.5e3`, or a hexadecimal number with a binary exponent,
    /// such as `0x1.8p3`, as the nearest value of a format; `None` if `text` is something else.
    pub fn parse(format: FloatFormat, text: &str) -> Option<Self> {
        use rustc_apfloat::{Float as _, Round, ieee};
        let round = Round::NearestTiesToEven;
        let bits = with_format!(
            format,
            F => F::from_str_r(text, round).ok()?.value.to_bits(),
            ppc => crate::ppc::from_text(text)?
        );
        Some(Self { format, bits })
    }

    /// Parses `0x`, followed for formats other than `double` by one of the letters `KLMHR`, and hexadecimal digits.
    ///
    /// LLVM accepts some literals despite an error, which is then the second part of the result. LLVM reports such an error
    /// only when it finds another one later.
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
            // The high 16 bits, then the low 64 bits.
            X86Fp80 => {
                let (high, rest) = digits.split_at(digits.len().min(4));
                let (low, rest) = rest.split_at(rest.len().min(16));
                (number(high) << 64 | number(low), (!rest.is_empty()).then_some(LiteralError::Over128Bits))
            }
            // The low 64 bits, then the high 64 bits; too few digits for the low bits are high bits.
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

    /// Parses a literal of LLVM 23 as the nearest value of a format: a decimal or hexadecimal number; `+inf`, `+qnan`,
    /// `+nan(0x1)` or `+snan(0x1)`, with either sign; or `f0x` and all bits as hexadecimal digits.
    pub fn parse_rounded(format: FloatFormat, text: &[u8]) -> Result<Self, LiteralError> {
        let number = |digits: &[u8]| digits.iter().fold(0, |value, &digit| value << 4 | u128::from(hex_digit(digit)));
        if let Some(digits) = text.strip_prefix(b"f0x") {
            return match digits.len() as u32 * 4 == format.bits() && digits.iter().all(u8::is_ascii_hexdigit) {
                true => Ok(Self::from_bits(format, number(digits))),
                false => Err(LiteralError::WrongBitCount),
            };
        }
        let sign = if text[0] == b'-' { Self::negative_zero(format).bits } else { 0 };
        let signed = |value: Self| Self { bits: value.bits | sign, ..value };
        let payload = |name: &[u8]| {
            let digits = text.get(1..)?.strip_prefix(name)?.strip_prefix(b"(0x")?.strip_suffix(b")")?;
            digits.iter().all(u8::is_ascii_hexdigit).then(|| number(digits))
        };
        let quiet = Self::quiet_bit(format);
        match text {
            [b'+' | b'-', b'i', b'n', b'f'] => return Ok(signed(Self::infinity(format))),
            [b'+' | b'-', b'q', b'n', b'a', b'n'] => return Ok(signed(Self::nan(format))),
            // LLVM ignores NaN payloads of `ppc_fp128`.
            _ if format == PpcFp128 && (payload(b"nan").or(payload(b"snan"))).is_some() => {
                return Ok(signed(Self::nan(format)));
            }
            _ => {}
        }
        if let Some(payload) = payload(b"nan") {
            return Ok(signed(Self { format, bits: Self::nan(format).bits | payload & (quiet - 1) }));
        }
        if let Some(payload) = payload(b"snan") {
            // A signaling NaN without a payload would be an infinity.
            let payload = match payload & (quiet - 1) {
                0 => quiet >> 1,
                payload => payload,
            };
            return Ok(signed(Self { format, bits: Self::infinity_bits(format) | payload }));
        }
        // Rounding takes time quadratic in the number of digits.
        const MAX_LITERAL: usize = 1 << 14;
        if text.len() > MAX_LITERAL {
            return Err(LiteralError::TooLong);
        }
        let text = copy(text);
        let text = std::str::from_utf8(&text).map_err(|_| LiteralError::Malformed)?;
        let value = Self::parse(format, text).ok_or(LiteralError::Malformed)?;
        let unsigned = text.trim_start_matches(['+', '-']);
        let digits = match unsigned.strip_prefix("0x") {
            Some(hex) => hex.split(['p', 'P']).next(),
            None => unsigned.split(['e', 'E']).next(),
        };
        let is_zero = digits.is_some_and(|digits| digits.bytes().all(|c| matches!(c, b'0' | b'.')));
        if value.is_infinite() {
            return Err(LiteralError::Overflow);
        }
        if value.is_zero() && !is_zero {
            return Err(LiteralError::Underflow);
        }
        Ok(value)
    }

    /// The value of the literal `self` as a constant of type `to`.
    ///
    /// A `double` literal is valid for the smaller types if its value is exactly representable.
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

    /// Writes the value in the syntax of LLVM up to version 22.
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

/// The syntax of LLVM 23 and later.
impl Float {
    /// Writes the value in the syntax of LLVM 23 and later: infinities and NaNs by name (`+inf`, `-nan(0x1)`), other values
    /// in decimal if six significant digits read back as the same value, or else as bits (`f0x3DCC`).
    pub fn write_ir_in_words(self, out: &mut Vec<u8>) {
        if !self.is_finite() {
            // A second double of a `ppc_fp128` is not expressible by name.
            if self.head().bits == self.bits {
                return self.write_special(out);
            }
        } else {
            let text = self.six_digits_text();
            if Self::parse(self.format, &text).is_some_and(|read| read.bits == self.bits) {
                return out.extend_from_slice(text.as_bytes());
            }
        }
        let digits = self.format.bits() as usize / 4;
        out.extend_from_slice(format!("f0x{:0digits$X}", self.bits).as_bytes());
    }

    /// Writes an infinity or a NaN. The payload of a NaN is written without the quiet bit.
    fn write_special(self, out: &mut Vec<u8>) {
        let sign = if self.is_negative() { '-' } else { '+' };
        let head = self.head();
        let quiet = Self::quiet_bit(head.format);
        let text = match (self.is_nan(), head.bits & (quiet - 1)) {
            (false, _) => format!("{sign}inf"),
            (true, 0) if !self.is_signaling() => format!("{sign}qnan"),
            (true, payload) => {
                format!("{sign}{}(0x{payload:X})", if self.is_signaling() { "snan" } else { "nan" })
            }
        };
        out.extend_from_slice(text.as_bytes());
    }

    /// A finite value with six significant digits, chosen as in LLVM, and a trailing zero.
    fn six_digits_text(self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        let (digits, exponent) = if self.is_zero() { (0, 0) } else { llvm_six_digits(self) };
        let (first, rest) = (digits / 100_000, digits % 100_000);
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{first}.{rest:05}0e{exponent_sign}{:02}", exponent.unsigned_abs())
    }
}

/// The value of hexadecimal digits modulo 2^64. `None` if LLVM detects the overflow: it tests whether a further digit
/// decreases the number.
fn wrapping_hex(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0u64, |value, &digit| {
        let next = value << 4 | u64::from(hex_digit(digit));
        (next >= value).then_some(next)
    })
}

/// Writes `prefix` and at least `digits` hexadecimal digits of `value`.
fn write_hex(prefix: &str, value: u64, digits: u32, out: &mut Vec<u8>) {
    let digits = digits.max(16 - value.leading_zeros() / 4);
    out.extend_from_slice(prefix.as_bytes());
    out.extend((0..digits).rev().map(|i| b"0123456789ABCDEF"[(value >> (4 * i) & 15) as usize]));
}

/// Writes six significant digits and a trailing zero if they read back as the same value; otherwise the bits.
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
    // Most constants are small multiples of 1/1024. These have at most ten decimal places, so that only their exact digits
    // can read back.
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
    let (digits, exponent) = llvm_six_digits(Float::from_f64(value));
    reads_back(format!("{digits}e{}", exponent - 5)).then_some((digits, exponent))
}

/// The six digits that LLVM chooses for a finite `value` other than zero, and the exponent of the first one.
///
/// They are not always the nearest: LLVM first truncates as many digits as possible while keeping 20 bits. More than six
/// remaining digits are rounded, but six remaining digits stay truncated, so `0.7` is printed in hexadecimal.
fn llvm_six_digits(value: Float) -> (u64, i32) {
    const BITS_KEPT: u64 = 20;
    let (_, significand, exponent) = value.decompose();
    let zeros = significand.trailing_zeros();
    let significand = significand.lshr(zeros).to_big();
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

/// Format and value in LLVM's syntax, as in `half 0xH3C00`.
impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.format)
    }
}

/// The value in LLVM's syntax.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_ir(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
