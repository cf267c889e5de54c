//! Non-negative numbers of a wide range, with 64 bits of precision.

use std::cmp::Ordering;
use std::fmt;

/// `digits * 2^scale`. Zero has scale 0; the digits of other numbers may have leading zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scaled {
    digits: u64,
    scale: i16,
}

/// The valid scales.
const SCALES: std::ops::RangeInclusive<i32> = -16382..=16383;

impl Scaled {
    /// 0.
    pub(crate) const ZERO: Scaled = Scaled { digits: 0, scale: 0 };
    /// 1.
    pub(crate) const ONE: Scaled = Scaled { digits: 1, scale: 0 };
    const LARGEST: Scaled = Scaled { digits: u64::MAX, scale: 16383 };

    /// `digits * 2^scale`, or the nearest representable number.
    pub(crate) fn new(digits: u64, scale: i32) -> Scaled {
        if digits == 0 {
            return Scaled::ZERO;
        }
        let in_range = scale.clamp(*SCALES.start(), *SCALES.end());
        let digits = match scale - in_range {
            0 => digits,
            more @ 1.. if more as u32 <= digits.leading_zeros() => digits << more,
            1.. => return Scaled::LARGEST,
            less => digits.checked_shr(less.unsigned_abs()).unwrap_or(0),
        };
        if digits == 0 { Scaled::ZERO } else { Scaled { digits, scale: in_range as i16 } }
    }

    /// The product, rounded to nearest.
    pub(crate) fn mul(self, other: Scaled) -> Scaled {
        let product = u128::from(self.digits) * u128::from(other.digits);
        let shift = 64u32.saturating_sub(product.leading_zeros());
        let scale = i32::from(self.scale) + i32::from(other.scale) + shift as i32;
        let round = shift > 0 && product >> (shift - 1) & 1 == 1;
        rounded((product >> shift) as u64, scale, round)
    }

    /// The quotient, rounded to nearest; the largest number for a division by zero.
    pub(crate) fn div(self, divisor: Scaled) -> Scaled {
        if self.digits == 0 || divisor.digits == 0 {
            return if self.digits == 0 { self } else { Scaled::LARGEST };
        }
        let scale = i32::from(self.scale) - i32::from(divisor.scale);
        let zeros = divisor.digits.trailing_zeros();
        let by = divisor.digits >> zeros;
        let scale = scale - zeros as i32;
        if by == 1 {
            return Scaled::new(self.digits, scale);
        }
        // Uses as many digits as fit.
        let ahead = self.digits.leading_zeros();
        let dividend = self.digits << ahead;
        let more = (dividend / by).leading_zeros();
        let wide = u128::from(dividend) << more;
        let (quotient, rest) = (wide / u128::from(by), wide % u128::from(by));
        rounded(quotient as u64, scale - (ahead + more) as i32, rest >= u128::from(by.div_ceil(2)))
    }

    /// The quotient of 1 by this number.
    pub(crate) fn inverse(self) -> Scaled {
        Scaled::ONE.div(self)
    }

    /// The integer part, saturated.
    pub(crate) fn to_u64(self) -> u64 {
        match i32::from(self.scale) {
            scale @ 0.. if scale as u32 <= self.digits.leading_zeros() => self.digits << scale,
            0.. => u64::MAX,
            scale => self.digits.checked_shr(scale.unsigned_abs()).unwrap_or(0),
        }
    }
}

/// `digits * 2^scale`, with the digits incremented if `up` is set.
fn rounded(digits: u64, scale: i32, up: bool) -> Scaled {
    match digits.checked_add(u64::from(up)) {
        Some(digits) => Scaled::new(digits, scale),
        None => Scaled::new(1 << 63, scale + 1),
    }
}

/// Decimal, rounded to 5 significant digits. All digits of the integer part are printed, and at least one digit of the fraction.
impl fmt::Display for Scaled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PRECISION: usize = 5;
        let scale = i32::from(self.scale);
        // The fraction is in units of 2^-120, which leaves room for multiplication by 10.
        let (whole, mut fraction) = match scale {
            0.. if scale as u32 <= self.digits.leading_zeros() => (self.digits << scale, 0),
            -63..0 => (self.digits >> -scale, (u128::from(self.digits) << (120 + scale)) & ((1 << 120) - 1)),
            -120..0 => (0, u128::from(self.digits) << (120 + scale)),
            _ => return write!(f, "{:.4e}", self.digits as f64 * f64::from(scale).exp2()),
        };
        let mut digits = Vec::new();
        let mut significant = if whole > 0 { whole.ilog10() as usize + 1 } else { 0 };
        // Digits stop where the rest is below half of the error, 2^-64 at first.
        let (mut error, mut below) = (1u64, u32::try_from(-64 - scale).unwrap_or(0));
        let is_negligible = |fraction: u128, error: u64| ((fraction >> 60) as u64) << 4 < error / 2 || error == 0;
        let mut is_cut = false;
        while fraction != 0 && !is_cut && (significant < PRECISION || digits.is_empty()) {
            error = error.wrapping_mul(if below > 0 { 5 } else { 10 });
            below = below.saturating_sub(1);
            fraction *= 10;
            let digit = (fraction >> 120) as u8;
            fraction &= (1 << 120) - 1;
            significant += usize::from(significant > 0 || digit > 0);
            digits.push(digit);
            is_cut = is_negligible(fraction, error);
        }
        let mut carry = !is_cut && fraction >> 119 != 0;
        for digit in digits.iter_mut().rev() {
            if !carry {
                break;
            }
            carry = *digit == 9;
            *digit = if carry { 0 } else { *digit + 1 };
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        let digits: String = digits.into_iter().map(|digit| char::from(b'0' + digit)).collect();
        let digits = if digits.is_empty() { "0" } else { &digits };
        write!(f, "{}.{digits}", u128::from(whole) + u128::from(carry))
    }
}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scaled {
    fn cmp(&self, other: &Self) -> Ordering {
        // The position of the leading digit, and the digits from there on.
        let normal = |x: &Scaled| match x.digits {
            0 => (i32::MIN, 0),
            digits => {
                let zeros = digits.leading_zeros();
                (i32::from(x.scale) - zeros as i32, digits << zeros)
            }
        };
        normal(self).cmp(&normal(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_quotients_are_rounded() {
        let third = Scaled::new(3, 0).inverse();
        assert_eq!(third, Scaled::new(0xaaaa_aaaa_aaaa_aaab, -65));
        let equal = |a: Scaled, b: Scaled| a.cmp(&b) == Ordering::Equal;
        assert!(equal(Scaled::new(3, 0).mul(third), Scaled::ONE));
        assert!(equal(Scaled::new(6, 0).div(Scaled::new(4, 1)), Scaled::new(3, -2)));
        assert!(equal(Scaled::new(21, 0).div(Scaled::new(7, 0)), Scaled::new(3, 0)));
        let half_more = Scaled::new(u64::MAX, 0);
        assert_eq!(half_more.mul(half_more), Scaled::new(u64::MAX - 1, 64));
    }

    #[test]
    fn decimal_texts_have_five_significant_digits() {
        for (number, text) in [
            (Scaled::ZERO, "0.0"),
            (Scaled::new(3, 2), "12.0"),
            (Scaled::new(1, -1), "0.5"),
            (Scaled::new(16, 0).div(Scaled::new(17, 0)), "0.94118"),
            (Scaled::new(1, 0).div(Scaled::new(17, 0)), "0.058824"),
            (Scaled::new(999_999, 0).div(Scaled::new(1_000_000, 0)), "1.0"),
            (Scaled::new(21_474_836_478, 0).div(Scaled::new(10, 0)), "2147483647.8"),
            (Scaled::new(1 << 50, -112), "0.00000000000000000021684"),
            (Scaled::new(1, -64), "0.0"),
        ] {
            assert_eq!(number.to_string(), text);
        }
    }

    #[test]
    fn whole_parts_and_limits() {
        assert_eq!(Scaled::new(7, -1).to_u64(), 3);
        assert_eq!(Scaled::new(7, 61).to_u64(), 7 << 61);
        assert_eq!(Scaled::new(7, 62).to_u64(), u64::MAX);
        assert_eq!(Scaled::new(7, -70).to_u64(), 0);
        assert_eq!(Scaled::new(1 << 63, 16384), Scaled::LARGEST);
        assert_eq!(Scaled::new(1, -17000), Scaled::ZERO);
        assert_eq!(Scaled::ONE.div(Scaled::ZERO), Scaled::LARGEST);
        assert!(Scaled::new(3, 0) > Scaled::new(5, -1) && Scaled::ZERO < Scaled::new(1, -16000));
    }
}
