//! Exact conversion of floats to and from text, for `printf` and `strtod`.

use lindworm_eval::{Float, FloatFormat};
use num_bigint::BigUint;

/// A number as `significand * 2^exponent`.
struct Exact {
    significand: BigUint,
    exponent: i32,
}

/// More fractional digits than a number of any format has.
const MOST_DIGITS: usize = 16_600;

impl Exact {
    /// The magnitude of a finite value.
    fn of(value: Float) -> Exact {
        let (_, significand, exponent) = value.decompose();
        let limbs = (0..significand.width().div_ceil(64) as usize).flat_map(|i| {
            let limb = significand.limb(i);
            [limb as u32, (limb >> 32) as u32]
        });
        Exact { significand: BigUint::from_slice(&limbs.collect::<Vec<u32>>()), exponent }
    }

    /// The integer nearest to the number times `10^power`, ties to even.
    fn scaled(&self, power: i32) -> BigUint {
        let ten = |n: i32| BigUint::from(10u32).pow(n.unsigned_abs());
        let mut numerator = self.significand.clone() << self.exponent.max(0);
        let mut denominator = BigUint::from(1u32) << (-self.exponent).max(0);
        if power >= 0 {
            numerator *= ten(power);
        } else {
            denominator *= ten(power);
        }
        let quotient = &numerator / &denominator;
        let twice: BigUint = (numerator - &quotient * &denominator) << 1;
        match twice.cmp(&denominator) {
            std::cmp::Ordering::Less => quotient,
            std::cmp::Ordering::Equal if !quotient.bit(0) => quotient,
            _ => quotient + 1u32,
        }
    }

    /// An estimate of the decimal exponent of the first digit: exact, or one too low.
    fn magnitude(&self) -> i32 {
        let bits = self.significand.bits() as i64 + i64::from(self.exponent) - 1;
        // log10(2), rounded down.
        (bits as f64 * std::f64::consts::LOG10_2).floor() as i32
    }
}

/// The integral digits, and `precision` fractional digits.
pub(super) fn fixed(value: Float, precision: usize) -> (String, String) {
    let known = precision.min(MOST_DIGITS);
    let mut digits = Exact::of(value).scaled(known as i32).to_string();
    if digits.len() <= known {
        digits.insert_str(0, &"0".repeat(known + 1 - digits.len()));
    }
    let mut fraction = digits.split_off(digits.len() - known);
    fraction.push_str(&"0".repeat(precision - known));
    (digits, fraction)
}

/// The first digit, `precision` more digits, and the decimal exponent of the first digit.
pub(super) fn scientific(value: Float, precision: usize) -> (String, String, i32) {
    if value.is_zero() {
        return ("0".into(), "0".repeat(precision), 0);
    }
    let exact = Exact::of(value);
    let known = precision.min(MOST_DIGITS);
    let mut power = exact.magnitude();
    let digits = loop {
        let digits = exact.scaled(known as i32 - power).to_string();
        if digits.len() == known + 1 {
            break digits;
        }
        // The estimate was one too low, or rounding added a digit.
        power += 1;
    };
    let (first, rest) = digits.split_at(1);
    (first.into(), format!("{rest}{}", "0".repeat(precision - known)), power)
}

/// The hexadecimal digits before and after the point, and the binary exponent. For x87's `long double`, the digit before the
/// point has four bits. Without a precision, as many digits as needed.
pub(super) fn hexadecimal(value: Float, precision: Option<usize>) -> (u64, String, i32) {
    let leading = if value.format() == FloatFormat::X86Fp80 { 4 } else { 1 };
    if value.is_zero() {
        return (0, "0".repeat(precision.unwrap_or(0)), 0);
    }
    let exact = Exact::of(value);
    // A denormal double has the exponent of the smallest normal one, and begins with 0.
    let bits = exact.significand.bits() as i32;
    let double = value.format() == FloatFormat::Double;
    let top = if double { 53 } else { bits };
    let width = top - leading;
    // The number of fractional bits, rounded up to whole digits.
    let digits = (width.max(0) as usize).div_ceil(4);
    let shift = digits as i32 * 4 - width;
    let mut significand = exact.significand << shift.max(0);
    let mut digits = digits;
    let mut exponent = exact.exponent + width;
    match precision {
        Some(precision) if precision < digits => {
            let drop = (digits - precision) as u64 * 4;
            let low = &significand & ((BigUint::from(1u32) << drop) - 1u32);
            let half = BigUint::from(1u32) << (drop - 1);
            significand >>= drop;
            if low > half || low == half && significand.bit(0) {
                significand += 1u32;
            }
            digits = precision;
        }
        _ => {}
    }
    let mut first = (&significand >> (digits as u64 * 4)).iter_u64_digits().next().unwrap_or(0);
    // For x87, rounding may carry beyond the digit before the point.
    if first > 15 {
        first >>= 4;
        exponent += 4;
    }
    let rest = significand & ((BigUint::from(1u32) << (digits as u64 * 4)) - 1u32);
    let mut text =
        if digits == 0 { String::new() } else { format!("{:0>width$}", rest.to_str_radix(16), width = digits) };
    match precision {
        Some(precision) => text.push_str(&"0".repeat(precision - digits)),
        None => text.truncate(text.trim_end_matches('0').len()),
    }
    (first, text, exponent)
}

/// The number of words of an integer with that many digits: the size of the integers in the conversion.
pub(super) fn words(digits: &[u8]) -> u64 {
    digits.len() as u64 / DIGITS
}

/// Decimal digits per word.
const DIGITS: u64 = 19;

/// The number of words of the integers for a conversion to text with `precision` fractional digits.
pub(super) fn words_of(value: Float, precision: usize) -> u64 {
    let (_, significand, exponent) = value.decompose();
    let bits = u64::from(significand.width()) + u64::from(exponent.unsigned_abs());
    bits / 64 + precision.min(MOST_DIGITS) as u64 / DIGITS
}

/// The number at the start of a text.
pub(super) struct Parsed {
    pub(super) value: Float,
    /// The length in bytes; 0 if there is no number.
    pub(super) len: usize,
    /// Whether the number overflows or underflows the format.
    pub(super) out_of_range: bool,
}

/// Parses the number at the start of a text, after white space.
pub(super) fn parse(format: FloatFormat, text: &[u8]) -> Parsed {
    let none = Parsed { value: Float::zero(format), len: 0, out_of_range: false };
    let space = text.iter().take_while(|b| super::ctype::is_space(**b)).count();
    let rest = &text[space..];
    let negative = rest.first() == Some(&b'-');
    let sign = usize::from(negative || rest.first() == Some(&b'+'));
    let (value, len, out_of_range) = match magnitude(format, &rest[sign..]) {
        Some(found) => found,
        None => return none,
    };
    Parsed { value: if negative { value.neg() } else { value }, len: space + sign + len, out_of_range }
}

fn magnitude(format: FloatFormat, text: &[u8]) -> Option<(Float, usize, bool)> {
    let begins = |word: &str| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word.as_bytes());
    if begins("inf") {
        return Some((Float::infinity(format), if begins("infinity") { 8 } else { 3 }, false));
    }
    if begins("nan") {
        let inside = text[3..]
            .strip_prefix(b"(")
            .map(|rest| rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count());
        let len = match inside {
            Some(n) if text.get(4 + n) == Some(&b')') => 3 + n + 2,
            _ => 3,
        };
        return Some((Float::nan(format), len, false));
    }
    let hexadecimal = begins("0x") && {
        let digits = text[2..].strip_prefix(b".").unwrap_or(&text[2..]);
        digits.first().is_some_and(u8::is_ascii_hexdigit)
    };
    let start = if hexadecimal { 2 } else { 0 };
    let is_digit = |b: &u8| if hexadecimal { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
    let before = text[start..].iter().take_while(|b| is_digit(b)).count();
    let mut end = start + before;
    let mut after = 0;
    if text.get(end) == Some(&b'.') {
        after = text[end + 1..].iter().take_while(|b| is_digit(b)).count();
        if before + after > 0 {
            end += 1 + after;
        }
    }
    if before + after == 0 {
        return None;
    }
    let digits: String = text[start..end].iter().map(|&b| char::from(b)).collect();
    let mut exponent = 0i64;
    let letter = if hexadecimal { b'p' } else { b'e' };
    if text.get(end).is_some_and(|b| b.to_ascii_lowercase() == letter) {
        let sign = text.get(end + 1).copied();
        let signed = usize::from(matches!(sign, Some(b'-' | b'+')));
        let from = end + 1 + signed;
        let count = text.get(from..).map_or(0, |t| t.iter().take_while(|b| b.is_ascii_digit()).count());
        if count > 0 {
            exponent = text[from..from + count]
                .iter()
                .fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')))
                .min(1 << 40);
            if sign == Some(b'-') {
                exponent = -exponent;
            }
            end = from + count;
        }
    }
    let value = nearest(format, &digits, exponent, hexadecimal);
    let is_zero = digits.bytes().all(|b| b == b'0' || b == b'.');
    let out_of_range = value.is_infinite() || !is_zero && (value.is_zero() || value.is_denormal());
    Some((value, end, out_of_range))
}

/// The float nearest to digits (one of which may be a point) times a power of ten or two.
fn nearest(format: FloatFormat, digits: &str, exponent: i64, hexadecimal: bool) -> Float {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches('0');
    let significant = if whole.is_empty() { fraction.trim_start_matches('0').len() } else { fraction.len() };
    if whole.is_empty() && significant == 0 {
        return Float::zero(format);
    }
    // The position of the first digit decides whether the number is far out of range.
    let first = match whole.is_empty() {
        false => whole.len() as i64,
        true => significant as i64 - fraction.len() as i64,
    };
    let scale = if hexadecimal { 4 } else { 1 };
    let limit = if hexadecimal { 20_000 } else { 6_000 };
    match first * scale + exponent {
        beyond if beyond > limit => return Float::infinity(format),
        below if below < -limit => return Float::zero(format),
        _ => {}
    }
    let whole = if whole.is_empty() { "0" } else { whole };
    let text = match hexadecimal {
        true => format!("0x{whole}.{fraction}p{exponent}"),
        false => format!("{whole}.{fraction}e{exponent}"),
    };
    match format {
        FloatFormat::Double if !hexadecimal => text.parse().map_or(Float::zero(format), Float::from_f64),
        FloatFormat::Float if !hexadecimal => text.parse().map_or(Float::zero(format), Float::from_f32),
        _ => Float::parse(format, &text).unwrap_or(Float::zero(format)),
    }
}
