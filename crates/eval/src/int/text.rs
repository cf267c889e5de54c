//! Integers in text.

use std::fmt;

use num_bigint::BigUint;

use super::{Int, MAX_WIDTH};

/// An integer literal, before its bit width is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntLiteral {
    /// The value, with the minimum bit width.
    pub value: Int,
    /// Whether [`IntLiteral::value`] is signed: written with `-`, or as `s0x...`.
    pub signed: bool,
}

impl IntLiteral {
    /// The integer of `width` bits: extended according to the signedness, or truncated without an error, as in LLVM.
    pub fn resize(&self, width: u32) -> Int {
        if self.signed { self.value.sext_or_trunc(width) } else { self.value.zext_or_trunc(width) }
    }
}

/// The exponent of the largest power of ten that fits a `u64`.
const DIGITS: usize = 19;

/// Parsing and printing.
impl Int {
    /// Parses `-?[0-9]+`; `None` if `text` is something else.
    ///
    /// Modulo 2^[`MAX_WIDTH`], so that the time is linear in the length of the text.
    pub fn parse_decimal(text: &[u8]) -> Option<IntLiteral> {
        let (signed, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let value = if digits.len() <= 38 {
            Self::from_u128(128, digits.iter().fold(0, |value, digit| value * 10 + u128::from(digit - b'0')))
        } else {
            parse_long_decimal(digits, BLOCK)
        };
        let width = value.active_bits();
        let value = if signed {
            let value = value.zext_or_trunc(width.max(1) + 1).neg();
            value.trunc(value.min_signed_bits())
        } else {
            value.trunc(width.max(1))
        };
        Some(IntLiteral { value, signed })
    }

    /// Parses `[0-9A-Fa-f]+`, the digits of `u0x...` and `s0x...`; `None` if `digits` are something else.
    ///
    /// Modulo 2^[`MAX_WIDTH`]. The bit width is the minimum for the unsigned value, even if the literal is signed: `s0x1`
    /// is -1.
    pub fn parse_hex(digits: &[u8]) -> Option<Int> {
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let limb = |chunk: &[u8]| chunk.iter().fold(0, |limb, &it| limb << 4 | u64::from(hex_digit(it)));
        let limbs: Vec<u64> = digits.rchunks(16).take(MAX_WIDTH as usize / 64).map(limb).collect();
        let value = Self::from_limbs(64 * limbs.len() as u32, &limbs);
        Some(value.trunc(value.active_bits().max(1)))
    }

    /// Writes the signed value in decimal.
    pub fn write_signed_decimal(&self, out: &mut Vec<u8>) {
        if self.is_negative() {
            out.push(b'-');
            self.neg().write_unsigned_decimal(out);
        } else {
            self.write_unsigned_decimal(out);
        }
    }

    /// Writes the unsigned value in decimal.
    pub fn write_unsigned_decimal(&self, out: &mut Vec<u8>) {
        match self.to_u128() {
            Some(value) => write_u128(value, out),
            None => write_big(&self.to_big(), out),
        }
    }
}

/// The value of a hexadecimal digit; 0 for other characters.
pub(crate) fn hex_digit(digit: u8) -> u8 {
    char::from(digit).to_digit(16).unwrap_or(0) as u8
}

fn write_u128(value: u128, out: &mut Vec<u8>) {
    const BASE: u128 = 10u128.pow(DIGITS as u32);
    if value >= BASE {
        write_u128(value / BASE, out);
        write_padded((value % BASE) as u64, out);
    } else {
        let mut digits = [0; DIGITS];
        let mut start = DIGITS;
        let mut value = value as u64;
        loop {
            start -= 1;
            digits[start] = b'0' + (value % 10) as u8;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        out.extend_from_slice(&digits[start..]);
    }
}

/// Writes `value`, which must be less than 10^19, with exactly 19 digits.
fn write_padded(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits);
}

/// Divide and conquer: splits the number by powers of ten until the parts fit a `u64`.
fn write_big(value: &BigUint, out: &mut Vec<u8>) {
    let mut powers = vec![BigUint::from(10u64.pow(DIGITS as u32))];
    while let Some(last) = powers.last()
        && last.bits() * 2 <= value.bits() + 1
    {
        powers.push(last * last);
    }
    fn write(value: &BigUint, powers: &[BigUint], out: &mut Vec<u8>) {
        match powers {
            [] => write_padded(value.iter_u64_digits().next().unwrap_or(0), out),
            [powers @ .., power] => {
                let high = value / power;
                write(&high, powers, out);
                write(&(value - high * power), powers, out);
            }
        }
    }
    let mut digits = Vec::new();
    write(value, &powers, &mut digits);
    let start = digits.iter().position(|&it| it != b'0').unwrap_or(digits.len() - 1);
    out.extend_from_slice(&digits[start..]);
}

/// A number of digits whose value has less than [`MAX_WIDTH`] bits.
const BLOCK: usize = DIGITS * (MAX_WIDTH as usize / 64);

/// Parses digits in blocks, so that the cost per block does not depend on their number.
fn parse_long_decimal(digits: &[u8], block_length: usize) -> Int {
    let mut value = BigUint::ZERO;
    for block in digits.rchunks(block_length).rev() {
        if value != BigUint::ZERO {
            value *= BigUint::from(10u32).pow(block.len() as u32);
        }
        value += parse_block(block);
        if value.bits() > MAX_WIDTH.into() {
            value = Int::from_big(MAX_WIDTH, &value).to_big();
        }
    }
    Int::from_big((value.bits() as u32).max(1), &value)
}

/// Divide and conquer: combines neighbouring parts by powers of ten.
fn parse_block(digits: &[u8]) -> BigUint {
    let parse = |chunk: &[u8]| chunk.iter().fold(0, |value: u64, digit| value * 10 + u64::from(digit - b'0'));
    let mut numbers: Vec<BigUint> = digits.rchunks(DIGITS).map(|chunk| parse(chunk).into()).collect();
    let mut power = BigUint::from(10u64.pow(DIGITS as u32));
    while numbers.len() > 1 {
        let join = |pair: &[BigUint]| match pair {
            [low, high] => high * &power + low,
            rest => rest.iter().sum(),
        };
        numbers = numbers.chunks(2).map(join).collect();
        if numbers.len() > 1 {
            power = &power * &power;
        }
    }
    numbers.pop().unwrap_or_default()
}

/// Type and signed value, as in `i8 -1`.
impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {self}", self.width())
    }
}

/// The signed value in decimal.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write_signed_decimal(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_read_in_blocks_is_the_same() {
        let digits = b"1234567890".repeat(30);
        let whole = Int::from_big(1000, &parse_block(&digits));
        for block_length in [7, 19, 100, 299, 300, 1000] {
            let value = parse_long_decimal(&digits, block_length);
            assert_eq!(value.width(), whole.active_bits());
            assert_eq!(value.zext(1000), whole);
        }
    }
}
