//! Conversion of text to numbers (`strtol`, `strtod` and related functions), and integer arithmetic.

use lindworm_eval::FloatFormat;

use super::argument::offset;
use super::errno::{EINVAL, ERANGE};
use super::{Call, Then, builtins, ctype, float_text};
use crate::stop::Stop;
use crate::ub::library as kinds;

builtins! {
    "strtol" = |c| to_integer(c, true, Bits::Long),
    "strtoll" = |c| to_integer(c, true, Bits::LongLong),
    "strtoq" = |c| to_integer(c, true, Bits::LongLong),
    "strtoimax" = |c| to_integer(c, true, Bits::LongLong),
    "strtoul" = |c| to_integer(c, false, Bits::Long),
    "strtoull" = |c| to_integer(c, false, Bits::LongLong),
    "strtouq" = |c| to_integer(c, false, Bits::LongLong),
    "strtoumax" = |c| to_integer(c, false, Bits::LongLong),
    "__isoc23_strtol" = |c| to_integer(c, true, Bits::Long),
    "__isoc23_strtoll" = |c| to_integer(c, true, Bits::LongLong),
    "__isoc23_strtoimax" = |c| to_integer(c, true, Bits::LongLong),
    "__isoc23_strtoul" = |c| to_integer(c, false, Bits::Long),
    "__isoc23_strtoull" = |c| to_integer(c, false, Bits::LongLong),
    "__isoc23_strtoumax" = |c| to_integer(c, false, Bits::LongLong),
    "strtof" = |c| to_float(c, FloatFormat::Float),
    "strtod" = |c| to_float(c, FloatFormat::Double),
    "strtold" = |c| {
        let format = c.state.library.abi.long_double;
        to_float(c, format)
    },
    "atoi" = |c| plain_integer(c, 32),
    "atol" = |c| {
        let bits = Bits::Long.of(c);
        plain_integer(c, bits)
    },
    "atoll" = |c| plain_integer(c, 64),
    "atof" = |c| {
        let string = c.register(0)?;
        let text = number_text(c, string)?;
        c.give_float(float_text::parse(FloatFormat::Double, &text).value)
    },
    "abs" = |c| absolute(c, 32),
    "labs" = |c| {
        let bits = Bits::Long.of(c);
        absolute(c, bits)
    },
    "llabs" = |c| absolute(c, 64),
    "imaxabs" = |c| absolute(c, 64),
    "div" = |c| divide(c, 32),
    "ldiv" = |c| {
        let bits = Bits::Long.of(c);
        divide(c, bits)
    },
    "lldiv" = |c| divide(c, 64),
    "imaxdiv" = |c| divide(c, 64),
    "a64l" = |c| {
        let text = c.path(0)?;
        let digit = |b: &u8| DIGITS_64.iter().position(|d| d == b);
        let value = text.iter().take(6).map_while(digit).enumerate().fold(0u32, |n, (i, d)| n | (d as u32) << (6 * i));
        c.give_signed(i64::from(value as i32))
    },
}

const DIGITS_64: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The C type of a number.
#[derive(Clone, Copy)]
enum Bits {
    Long,
    LongLong,
}

impl Bits {
    fn of(self, c: &Call<'_>) -> u32 {
        match self {
            Bits::Long => c.state.library.abi.long as u32 * 8,
            Bits::LongLong => 64,
        }
    }
}

/// The integer at the start of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parsed {
    negative: bool,
    /// `None` if it exceeds 64 bits.
    magnitude: Option<u64>,
    /// The length in bytes.
    pub(super) len: usize,
}

impl Parsed {
    /// The value as a signed integer, saturated, and whether it was out of range.
    pub(super) fn signed(self, bits: u32) -> (i64, bool) {
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        match (self.magnitude, self.negative) {
            (Some(n), false) if n <= most as u64 => (n as i64, false),
            (Some(n), true) if n <= least.unsigned_abs() => ((n as i64).wrapping_neg(), false),
            (_, false) => (most, true),
            (_, true) => (least, true),
        }
    }

    /// The value as an unsigned integer, negated after a minus sign, saturated, and whether it was out of range.
    pub(super) fn unsigned(self, bits: u32) -> (u64, bool) {
        let most = u64::MAX >> (64 - bits);
        match self.magnitude {
            Some(n) if n <= most => (if self.negative { n.wrapping_neg() & most } else { n }, false),
            _ => (most, true),
        }
    }
}

/// Parses the integer at the start of a text, after white space; `None` if there is none. Base 0 is determined by the prefix.
pub(super) fn parse(text: &[u8], base: u32) -> Option<Parsed> {
    let space = text.iter().take_while(|b| ctype::is_space(**b)).count();
    let rest = &text[space..];
    let negative = rest.first() == Some(&b'-');
    let sign = usize::from(negative || rest.first() == Some(&b'+'));
    let digits = &rest[sign..];
    let prefix = |letter: u8, base: u32| {
        digits.len() > 2
            && digits[0] == b'0'
            && digits[1].eq_ignore_ascii_case(&letter)
            && char::from(digits[2]).is_digit(base)
    };
    let (base, start) = match base {
        0 | 16 if prefix(b'x', 16) => (16, 2),
        0 if digits.first() == Some(&b'0') => (8, 0),
        0 => (10, 0),
        base => (base, 0),
    };
    let digits = &digits[start..];
    let count = digits.iter().take_while(|b| char::from(**b).is_digit(base)).count();
    if count == 0 {
        return None;
    }
    let magnitude = digits[..count].iter().try_fold(0u64, |n, &b| {
        n.checked_mul(base.into())?.checked_add(char::from(b).to_digit(base).unwrap_or(0).into())
    });
    Some(Parsed { negative, magnitude, len: space + sign + start + count })
}

/// The prefix of a string that can belong to a number. The rest is not read.
fn number_text(c: &mut Call<'_>, string: crate::value::Reg) -> Result<Vec<u8>, Stop> {
    let Some(span) = c.state.span(string)? else { return Ok(Vec::new()) };
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'(' | b')' | b'_');
    let mut in_space = true;
    let mut is_behind = |&b: &u8| {
        in_space &= ctype::is_space(b);
        !in_space && !part(b)
    };
    let len = c.state.search(span, |bytes| bytes.iter().position(&mut is_behind))?.unwrap_or(span.len);
    if len == span.len {
        // The string is not terminated: reports this.
        c.state.string_length(string, 1, u64::MAX)?;
    }
    c.state.uses(string, (len + 1).min(span.len))?;
    Ok(c.state.memory.bytes(span.place, len).to_vec())
}

fn to_integer(c: &mut Call<'_>, signed: bool, bits: Bits) -> Result<Then, Stop> {
    let bits = bits.of(c);
    let (string, end, base) = (c.register(0)?, c.arg(1)?, c.int(2)?);
    if !matches!(base, 0 | 2..=36) {
        c.state.set_errno(EINVAL)?;
        return c.give(0);
    }
    let text = number_text(c, string)?;
    let parsed = parse(&text, base as u32);
    if end.bits != 0 {
        c.state.write_pointer(end, 0, offset(string, parsed.map_or(0, |p| p.len as u64)))?;
    }
    let Some(parsed) = parsed else { return c.give(0) };
    let (value, out_of_range) = match signed {
        true => {
            let (value, out) = parsed.signed(bits);
            (value as u64, out)
        }
        false => parsed.unsigned(bits),
    };
    if out_of_range {
        c.state.set_errno(ERANGE)?;
    }
    c.give(value)
}

fn to_float(c: &mut Call<'_>, format: FloatFormat) -> Result<Then, Stop> {
    let (string, end) = (c.register(0)?, c.arg(1)?);
    let text = number_text(c, string)?;
    c.state.spend_on_square(float_text::words(&text))?;
    let parsed = float_text::parse(format, &text);
    if end.bits != 0 {
        c.state.write_pointer(end, 0, offset(string, parsed.len as u64))?;
    }
    if parsed.out_of_range {
        c.state.set_errno(ERANGE)?;
    }
    c.give_float(parsed.value)
}

/// `atoi` and related functions.
fn plain_integer(c: &mut Call<'_>, bits: u32) -> Result<Then, Stop> {
    let string = c.register(0)?;
    let text = number_text(c, string)?;
    let Some(parsed) = parse(&text, 10) else { return c.give(0) };
    let (value, out_of_range) = parsed.signed(bits);
    if out_of_range {
        let message = format!("`{}` does not fit {bits} bits", String::from_utf8_lossy(&text));
        c.state.undefined(&kinds::NUMBER, message, Vec::new())?;
    }
    c.give_signed(value)
}

fn absolute(c: &mut Call<'_>, bits: u32) -> Result<Then, Stop> {
    let value = c.signed(0)?;
    if value == i64::MIN >> (64 - bits) {
        c.state.undefined(&kinds::NUMBER, format!("the absolute value of {value} does not fit"), Vec::new())?;
    }
    c.give_signed(value.wrapping_abs())
}

/// `div` and related functions: quotient and remainder, returned in one or two registers, depending on the target.
fn divide(c: &mut Call<'_>, bits: u32) -> Result<Then, Stop> {
    // On some targets the first argument is a pointer to the result.
    let first = usize::from(c.site.params.len() == 3);
    let (a, b) = (c.signed(first)?, c.signed(first + 1)?);
    if b == 0 {
        c.state.undefined(&crate::ub::arithmetic::DIVISION_BY_ZERO, "the divisor is 0", Vec::new())?;
        return Ok(Then::Return);
    }
    if a == i64::MIN >> (64 - bits) && b == -1 {
        c.state.undefined(&kinds::NUMBER, format!("{a} divided by -1 does not fit"), Vec::new())?;
    }
    let (quotient, remainder) = (a.wrapping_div(b), a.wrapping_rem(b));
    let mask = u64::MAX >> (64 - bits);
    let (quotient, remainder) = (quotient as u64 & mask, remainder as u64 & mask);
    let len = u64::from(bits / 8);
    if first == 1 {
        let place = c.register(0)?;
        c.state.write_int(place, 0, len, quotient)?;
        c.state.write_int(place, len, len, remainder)?;
        return Ok(Then::Return);
    }
    let widths: Vec<u32> = c.site.result.leaves.iter().map(|l| l.scalar.bits()).collect();
    match (&widths[..], c.state.memory.is_big_endian()) {
        ([64], false) => c.give(quotient | remainder << 32),
        ([64], true) => c.give(quotient << 32 | remainder),
        _ => {
            for (to, value) in c.result.iter_mut().zip([quotient, remainder]) {
                *to = crate::value::Reg::int(value);
            }
            Ok(Then::Return)
        }
    }
}
