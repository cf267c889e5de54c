//! Integers of any width.
//!
//! An [`Int`] is a value of type `iN`: `N` bits that each operation interprets as unsigned or as two's complement. Results
//! wrap; the `*_overflow` variants also return whether they did. Two operands must have the same width (the result has the
//! width of the first).

mod text;

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::SmallVec;

pub use text::IntLiteral;
pub(crate) use text::hex_digit;

/// The maximum bit width of an integer type.
pub const MAX_WIDTH: u32 = 1 << 23;

/// An integer with a fixed bit width from 1 to [`MAX_WIDTH`].
///
/// Up to 128 bits it does not use the heap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// Canonical: equal integers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// At most 128 bits wide. Bits from `width` on are zero.
    Small { width: u32, bits: u128 },
    /// More than 128 bits wide: the limbs of the two's complement, the least significant first, at least one. High limbs
    /// that only repeat the sign are omitted, so that a small number of a wide type is small.
    Wide { width: u32, limbs: SmallVec<[u64; 2]> },
}
use Repr::{Small, Wide};

/// A mask of the low `width` bits, at most 128.
#[inline]
const fn ones(width: u32) -> u128 {
    match width {
        0 => 0,
        // Most integers; a shift of 64 bits is cheaper than one of 128.
        1..=64 => (u64::MAX >> (64 - width)) as u128,
        65..128 => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// Sign-extends the low `width` bits of `bits`.
const fn sign_extended(width: u32, bits: u128) -> i128 {
    let unused = 128 - width;
    (bits << unused) as i128 >> unused
}

/// Constructors.
impl Int {
    /// The low `width` bits of `value`, zero-extended if necessary.
    #[inline]
    pub fn new(width: u32, value: u64) -> Self {
        Self::from_u128(width, value.into())
    }

    /// The low `width` bits of `value`, sign-extended if necessary.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Self {
        Self::from_i128(width, value.into())
    }

    /// The low `width` bits of `value`, zero-extended if necessary.
    #[inline]
    pub fn from_u128(width: u32, value: u128) -> Self {
        debug_assert!(width > 0);
        if width <= 128 {
            Self(Small { width, bits: value & ones(width) })
        } else {
            Self::from_limbs(width, &[value as u64, (value >> 64) as u64])
        }
    }

    /// The low `width` bits of `value`, sign-extended if necessary.
    #[inline]
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= 128 {
            Self::from_u128(width, value as u128)
        } else {
            Self::from_u128(128, value as u128).sext(width)
        }
    }

    /// The low `width` bits of the number with these limbs, the least significant first.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        Self::build(width, limbs.len() + 1, |i| limbs.get(i).copied().unwrap_or(0))
    }

    /// An `i1`.
    #[inline]
    pub fn from_bool(value: bool) -> Self {
        Self::new(1, value.into())
    }

    /// 0.
    #[inline]
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// 1.
    #[inline]
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits set: the maximum unsigned value, or -1 as signed.
    #[inline]
    pub fn all_ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The minimum signed value: only the sign bit set.
    #[inline]
    pub fn min_signed(width: u32) -> Self {
        Self::one(width).shl(width - 1)
    }

    /// The maximum signed value: all bits set but the sign bit.
    #[inline]
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }

    /// The integer whose limb `i` is `limb(i)`, called once for each limb in order. Limbs from `len` on, which must not be
    /// 0, repeat the sign of the previous one.
    fn build(width: u32, len: usize, mut limb: impl FnMut(usize) -> u64) -> Self {
        if width <= 64 {
            return Self(Small { width, bits: u128::from(limb(0)) & ones(width) });
        }
        if width <= 128 {
            let low = limb(0);
            let high = if len > 1 { limb(1) } else { sign_of(low) };
            return Self(Small { width, bits: (u128::from(low) | u128::from(high) << 64) & ones(width) });
        }
        let all = limb_count(width);
        let mut limbs: SmallVec<[u64; 2]> = (0..len.min(all)).map(limb).collect();
        if let Some(last) = limbs.get_mut(all - 1) {
            let unused = unused_bits(width);
            *last = ((*last << unused) as i64 >> unused) as u64;
        }
        while let [.., below, last] = limbs[..]
            && last == sign_of(below)
        {
            limbs.pop();
        }
        Self(Wide { width, limbs })
    }

    fn from_big(width: u32, value: &BigUint) -> Self {
        let mut limbs = value.iter_u64_digits();
        Self::build(width, limbs.len() + 1, |_| limbs.next().unwrap_or(0))
    }

    fn from_signed_big(width: u32, value: &BigInt) -> Self {
        let magnitude = Self::from_big(width, value.magnitude());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }
}

/// The number of limbs of a width.
const fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// The number of bits of the last limb above the width.
const fn unused_bits(width: u32) -> u32 {
    width.wrapping_neg() % 64
}

/// [`Int::active_bits`] of an integer that is [`Wide`].
#[inline(never)]
fn wide_active_bits(width: u32, limbs: &[u64]) -> u32 {
    match limbs.iter().rposition(|&it| it != 0) {
        _ if limbs.last().is_some_and(|&it| it >> 63 != 0) => width,
        Some(i) => 64 * i as u32 + 64 - limbs[i].leading_zeros(),
        None => 0,
    }
}

/// The limb filled with the sign bit of this one.
const fn sign_of(limb: u64) -> u64 {
    (limb as i64 >> 63) as u64
}

/// Accessors and predicates.
impl Int {
    /// The bit width.
    #[inline]
    pub const fn width(&self) -> u32 {
        match self.0 {
            Small { width, .. } | Wide { width, .. } => width,
        }
    }

    /// The limbs of 64 bits, the least significant first; `width.div_ceil(64)` of them.
    pub fn limbs(&self) -> SmallVec<[u64; 2]> {
        (0..limb_count(self.width())).map(|i| self.limb(i)).collect()
    }

    /// Bits `64 * i` to `64 * i + 63`; zero beyond the width.
    #[inline]
    pub fn limb(&self, i: usize) -> u64 {
        match &self.0 {
            Small { bits, .. } => match i {
                0 => *bits as u64,
                1 => (bits >> 64) as u64,
                _ => 0,
            },
            Wide { width, limbs } => {
                let limb = limbs.get(i).or(limbs.last()).copied().unwrap_or(0);
                let limb = if i < limbs.len() { limb } else { sign_of(limb) };
                match (i + 1).cmp(&limb_count(*width)) {
                    Ordering::Less => limb,
                    Ordering::Equal => limb & u64::MAX >> unused_bits(*width),
                    Ordering::Greater => 0,
                }
            }
        }
    }

    /// The index from which on all limbs repeat the sign; at least 1.
    fn signed_len(&self) -> usize {
        match &self.0 {
            Small { .. } => 2,
            Wide { limbs, .. } => limbs.len(),
        }
    }

    /// The index from which on all limbs are zero, even beyond the width.
    fn unsigned_len(&self) -> usize {
        match &self.0 {
            Wide { limbs, .. } if !self.is_negative() => limbs.len(),
            Small { width, .. } | Wide { width, .. } => limb_count(*width),
        }
    }

    /// Limb `i` of the infinite bit string with zeros below bit 0 and with `fill` from the width on.
    fn filled_limb(&self, i: i64, fill: bool) -> u64 {
        let (start, width) = (i * 64, i64::from(self.width()));
        if start < 0 {
            0
        } else if !fill || start + 64 <= width {
            self.limb(i as usize)
        } else if start >= width {
            u64::MAX
        } else {
            self.limb(i as usize) | u64::MAX << (width - start)
        }
    }

    /// The 64 bits from bit `bit` on of the bit string described at [`Int::filled_limb`].
    fn word(&self, bit: i64, fill: bool) -> u64 {
        let (i, offset) = (bit.div_euclid(64), bit.rem_euclid(64));
        let low = self.filled_limb(i, fill) >> offset;
        if offset == 0 { low } else { low | self.filled_limb(i + 1, fill) << (64 - offset) }
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        (self.active_bits() <= 64).then(|| self.low_u64())
    }

    /// The signed value, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128().and_then(|it| it.try_into().ok())
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        (self.active_bits() <= 128).then(|| self.low_u128())
    }

    /// The signed value, if it fits.
    #[inline]
    pub fn to_i128(&self) -> Option<i128> {
        match self.0 {
            Small { width, bits } => Some(sign_extended(width, bits)),
            Wide { .. } => (self.min_signed_bits() <= 128).then(|| self.low_u128() as i128),
        }
    }

    /// The low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.limb(0)
    }

    /// The low 128 bits.
    #[inline]
    pub fn low_u128(&self) -> u128 {
        match &self.0 {
            Small { bits, .. } => *bits,
            Wide { .. } => u128::from(self.limb(0)) | u128::from(self.limb(1)) << 64,
        }
    }

    /// Whether the value is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.active_bits() == 0
    }

    /// Whether the value is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Whether all bits are set.
    #[inline]
    pub fn is_all_ones(&self) -> bool {
        self.count_ones() == self.width()
    }

    /// Whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small { width, bits } => bits >> (width - 1) & 1 != 0,
            Wide { limbs, .. } => limbs.last().is_some_and(|&it| it >> 63 != 0),
        }
    }

    /// Whether the value is the minimum signed value.
    #[inline]
    pub fn is_min_signed(&self) -> bool {
        self.is_negative() && self.trailing_zeros() == self.width() - 1
    }

    /// Whether the value is the maximum signed value.
    #[inline]
    pub fn is_max_signed(&self) -> bool {
        !self.is_negative() && self.count_ones() == self.width() - 1
    }

    /// Whether exactly one bit is set.
    #[inline]
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// The bit at `index`; zero beyond the width.
    #[inline]
    pub fn bit(&self, index: u32) -> bool {
        self.limb(index as usize / 64) >> (index % 64) & 1 != 0
    }

    /// The minimum bit width that holds the unsigned value; 0 for 0.
    #[inline]
    pub fn active_bits(&self) -> u32 {
        match &self.0 {
            Small { bits, .. } => 128 - bits.leading_zeros(),
            Wide { width, limbs } => wide_active_bits(*width, limbs),
        }
    }

    /// The minimum bit width that holds the signed value; 1 for 0 and -1.
    #[inline]
    pub fn min_signed_bits(&self) -> u32 {
        if self.is_negative() { self.not().active_bits() + 1 } else { self.active_bits() + 1 }
    }

    /// The number of set bits.
    #[inline]
    pub fn count_ones(&self) -> u32 {
        match &self.0 {
            Small { bits, .. } => bits.count_ones(),
            Wide { width, .. } if self.is_negative() => width - self.not().count_ones(),
            Wide { limbs, .. } => limbs.iter().map(|it| it.count_ones()).sum(),
        }
    }

    /// The number of leading zeros.
    #[inline]
    pub fn leading_zeros(&self) -> u32 {
        self.width() - self.active_bits()
    }

    /// The number of trailing zeros; the width for 0.
    #[inline]
    pub fn trailing_zeros(&self) -> u32 {
        match &self.0 {
            Small { width, bits } => bits.trailing_zeros().min(*width),
            Wide { width, limbs } => match limbs.iter().position(|&it| it != 0) {
                Some(i) => 64 * i as u32 + limbs[i].trailing_zeros(),
                None => *width,
            },
        }
    }

    /// Unsigned comparison.
    #[inline]
    pub fn ucmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { bits: a, .. }, Small { bits: b, .. }) => a.cmp(b),
            _ => {
                let len = match self.width() == other.width() && self.is_negative() && other.is_negative() {
                    true => self.signed_len().max(other.signed_len()),
                    false => self.unsigned_len().max(other.unsigned_len()),
                };
                (0..len)
                    .rev()
                    .map(|i| self.limb(i).cmp(&other.limb(i)))
                    .find(|it| it.is_ne())
                    .unwrap_or(Ordering::Equal)
            }
        }
    }

    /// Signed comparison.
    #[inline]
    pub fn scmp(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    pub(crate) fn to_big(&self) -> BigUint {
        let limbs = (0..self.unsigned_len()).map(|i| self.limb(i));
        BigUint::new(limbs.flat_map(|it| [it as u32, (it >> 32) as u32]).collect())
    }

    fn to_signed_big(&self) -> BigInt {
        if self.is_negative() { -BigInt::from(self.neg().to_big()) } else { self.to_big().into() }
    }
}

/// Changes of the bit width.
impl Int {
    /// Truncates to `width` bits.
    #[inline]
    pub fn trunc(&self, width: u32) -> Self {
        self.zext_or_trunc(width)
    }

    /// Zero-extends to `width` bits.
    #[inline]
    pub fn zext(&self, width: u32) -> Self {
        self.zext_or_trunc(width)
    }

    /// Sign-extends to `width` bits.
    #[inline]
    pub fn sext(&self, width: u32) -> Self {
        self.sext_or_trunc(width)
    }

    /// Zero-extends or truncates to `width` bits.
    #[inline]
    pub fn zext_or_trunc(&self, width: u32) -> Self {
        match self.0 {
            Small { bits, .. } if width <= 128 => Self::from_u128(width, bits),
            Wide { width: old, .. } if width <= old => self.sext_or_trunc(width),
            _ => Self::build(width, self.unsigned_len() + 1, |i| self.limb(i)),
        }
    }

    /// Sign-extends or truncates to `width` bits.
    #[inline]
    pub fn sext_or_trunc(&self, width: u32) -> Self {
        match self.0 {
            Small { width: old, bits } if width <= 128 => Self::from_u128(width, sign_extended(old, bits) as u128),
            _ => {
                let sign = self.is_negative();
                Self::build(width, self.signed_len(), |i| self.filled_limb(i as i64, sign))
            }
        }
    }

    /// Bits `offset` to `offset + width - 1`; zeros beyond the width.
    pub fn extract_bits(&self, offset: u32, width: u32) -> Self {
        let len = self.unsigned_len().saturating_sub(offset as usize / 64) + 1;
        Self::build(width, len, |i| self.word(i64::from(offset) + 64 * i as i64, false))
    }

    /// The value with the bits from `offset` on replaced by `bits`, truncated at the width.
    pub fn insert_bits(&self, offset: u32, bits: &Self) -> Self {
        let place = |it: Self| it.zext_or_trunc(self.width()).shl(offset);
        let hole = place(Self::all_ones(bits.width())).not();
        self.and(&hole).or(&place(bits.clone()))
    }
}

/// Wrapping arithmetic.
impl Int {
    /// `self + other`.
    #[inline]
    pub fn add(&self, other: &Self) -> Self {
        if let (&Small { width, bits: a }, &Small { bits: b, .. }) = (&self.0, &other.0) {
            return Self::from_u128(width, a.wrapping_add(b));
        }
        let mut carry = false;
        Self::build(self.width(), self.signed_len().max(other.signed_len()) + 1, |i| {
            let (sum, first) = self.limb(i).overflowing_add(other.limb(i));
            let (sum, second) = sum.overflowing_add(carry.into());
            carry = first | second;
            sum
        })
    }

    /// `self - other`.
    #[inline]
    pub fn sub(&self, other: &Self) -> Self {
        if let (&Small { width, bits: a }, &Small { bits: b, .. }) = (&self.0, &other.0) {
            return Self::from_u128(width, a.wrapping_sub(b));
        }
        let mut borrow = false;
        Self::build(self.width(), self.signed_len().max(other.signed_len()) + 1, |i| {
            let (difference, first) = self.limb(i).overflowing_sub(other.limb(i));
            let (difference, second) = difference.overflowing_sub(borrow.into());
            borrow = first | second;
            difference
        })
    }

    /// `-self`.
    #[inline]
    pub fn neg(&self) -> Self {
        Self::zero(self.width()).sub(self)
    }

    /// The absolute value of the signed value; the minimum signed value is unchanged.
    #[inline]
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// `self * other`.
    #[inline]
    pub fn mul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::from_u128(width, a.wrapping_mul(b)),
            // As signed numbers, operands near zero are short.
            _ => Self::from_signed_big(self.width(), &(self.to_signed_big() * other.to_signed_big())),
        }
    }

    /// The unsigned quotient; `None` for a zero divisor.
    #[inline]
    pub fn udiv(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        Some(match (&self.0, &divisor.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::from_u128(width, a / b),
            _ => Self::from_big(self.width(), &(self.to_big() / divisor.to_big())),
        })
    }

    /// The unsigned remainder; `None` for a zero divisor.
    #[inline]
    pub fn urem(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        Some(match (&self.0, &divisor.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::from_u128(width, a % b),
            _ => Self::from_big(self.width(), &(self.to_big() % divisor.to_big())),
        })
    }

    /// The signed quotient, rounded towards zero; `None` for a zero divisor. The minimum signed value divided by -1 is
    /// itself.
    #[inline]
    pub fn sdiv(&self, divisor: &Self) -> Option<Self> {
        let quotient = self.abs().udiv(&divisor.abs())?;
        Some(if self.is_negative() == divisor.is_negative() { quotient } else { quotient.neg() })
    }

    /// The signed remainder, with the sign of the dividend; `None` for a zero divisor.
    #[inline]
    pub fn srem(&self, divisor: &Self) -> Option<Self> {
        let remainder = self.abs().urem(&divisor.abs())?;
        Some(if self.is_negative() { remainder.neg() } else { remainder })
    }

    /// The unsigned integer square root, rounded down.
    pub fn isqrt(&self) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, bits.isqrt()),
            Wide { width, .. } => Self::from_big(width, &self.to_big().sqrt()),
        }
    }
}

/// Arithmetic with overflow detection.
impl Int {
    /// `self + other`, and whether it wraps as unsigned.
    pub fn uadd_overflow(&self, other: &Self) -> (Self, bool) {
        let sum = self.add(other);
        let wrapped = sum.ucmp(self).is_lt();
        (sum, wrapped)
    }

    /// `self + other`, and whether it wraps as signed.
    pub fn sadd_overflow(&self, other: &Self) -> (Self, bool) {
        let sum = self.add(other);
        let wrapped = self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative();
        (sum, wrapped)
    }

    /// `self - other`, and whether it wraps as unsigned.
    pub fn usub_overflow(&self, other: &Self) -> (Self, bool) {
        (self.sub(other), self.ucmp(other).is_lt())
    }

    /// `self - other`, and whether it wraps as signed.
    pub fn ssub_overflow(&self, other: &Self) -> (Self, bool) {
        let difference = self.sub(other);
        let wrapped = self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative();
        (difference, wrapped)
    }

    /// `self * other`, and whether it wraps as unsigned.
    pub fn umul_overflow(&self, other: &Self) -> (Self, bool) {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let (product, wrapped) = a.overflowing_mul(b);
                (Self::from_u128(width, product), wrapped || product > ones(width))
            }
            _ => {
                // A product of m and n bits has m + n or m + n - 1 bits.
                let least = (self.active_bits() + other.active_bits()).saturating_sub(1);
                let wrapped = !self.is_zero()
                    && !other.is_zero()
                    && (least > self.width() || (self.to_big() * other.to_big()).bits() > self.width().into());
                (self.mul(other), wrapped)
            }
        }
    }

    /// `self * other`, and whether it wraps as signed.
    pub fn smul_overflow(&self, other: &Self) -> (Self, bool) {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let (product, wrapped) = sign_extended(width, a).overflowing_mul(sign_extended(width, b));
                let result = Self::from_u128(width, product as u128);
                let wrapped = wrapped || result.to_i128() != Some(product);
                (result, wrapped)
            }
            _ => {
                let product = self.to_signed_big() * other.to_signed_big();
                let result = Self::from_signed_big(self.width(), &product);
                let wrapped = result.to_signed_big() != product;
                (result, wrapped)
            }
        }
    }

    /// `self << amount`, and whether a set bit is shifted out.
    pub fn ushl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), amount > self.leading_zeros())
    }

    /// `self << amount`, and whether a bit is shifted out that differs from the sign bit of the result.
    pub fn sshl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), amount > self.width() - self.min_signed_bits())
    }
}

/// Bit operations.
impl Int {
    /// `self << amount`; 0 if `amount` is not less than the width.
    #[inline]
    pub fn shl(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, bits.checked_shl(amount).unwrap_or(0)),
            Wide { width, .. } if amount >= width => Self::zero(width),
            Wide { width, .. } => {
                let len = self.signed_len() + amount as usize / 64 + 1;
                Self::build(width, len, |i| self.word(64 * i as i64 - i64::from(amount), false))
            }
        }
    }

    /// `self >> amount`, zero-filled.
    #[inline]
    pub fn lshr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, bits.checked_shr(amount).unwrap_or(0)),
            Wide { width, .. } => self.extract_bits(amount, width),
        }
    }

    /// `self >> amount`, sign-filled.
    #[inline]
    pub fn ashr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, (sign_extended(width, bits) >> amount.min(127)) as u128),
            Wide { width, .. } => {
                let sign = self.is_negative();
                Self::build(width, self.signed_len(), |i| self.word(64 * i as i64 + i64::from(amount), sign))
            }
        }
    }

    /// Rotates left by `amount` modulo the width.
    pub fn rotl(&self, amount: u32) -> Self {
        let amount = amount % self.width();
        self.shl(amount).or(&self.lshr(self.width() - amount))
    }

    /// Rotates right by `amount` modulo the width.
    pub fn rotr(&self, amount: u32) -> Self {
        self.rotl(self.width() - amount % self.width())
    }

    /// `self & other`.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self(Small { width, bits: a & b }),
            _ => self.bitwise(other, |a, b| a & b),
        }
    }

    /// `self | other`.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { width: same, bits: b }) => {
                debug_assert_eq!(width, same);
                Self(Small { width, bits: a | b })
            }
            _ => self.bitwise(other, |a, b| a | b),
        }
    }

    /// `self ^ other`.
    #[inline]
    pub fn xor(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { width: same, bits: b }) => {
                debug_assert_eq!(width, same);
                Self(Small { width, bits: a ^ b })
            }
            _ => self.bitwise(other, |a, b| a ^ b),
        }
    }

    /// `!self`.
    #[inline]
    pub fn not(&self) -> Self {
        match self.0 {
            Small { width, bits } => Self(Small { width, bits: bits ^ ones(width) }),
            Wide { .. } => self.bitwise(self, |a, _| !a),
        }
    }

    /// An operation on the bits of integers of which one is more than 128 bits wide.
    #[cold]
    fn bitwise(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let len = self.signed_len().max(other.signed_len());
        Self::build(self.width(), len, |i| op(self.limb(i), other.limb(i)))
    }

    /// The low bits of the carry-less product.
    pub fn clmul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let term = |bit: u32| (a << bit) * (b >> bit & 1);
                Self::from_u128(width, (0..128).fold(0, |sum, bit| sum ^ term(bit)))
            }
            _ => {
                // With 32 bits per bit of an operand, column sums do not overflow into each other; the lowest bit of each
                // is the result.
                let apart = |it: &Self| BigUint::new((0..it.width()).map(|bit| it.bit(bit).into()).collect());
                let product = (apart(self) * apart(other)).to_u32_digits();
                let digit = |i: usize| u64::from(product.get(i).is_some_and(|it| it & 1 != 0));
                let len = limb_count(self.width());
                Self::build(self.width(), len, |limb| (0..64).fold(0, |bits, i| bits | digit(64 * limb + i) << i))
            }
        }
    }

    /// The bytes in reverse order; the width must be a multiple of 8.
    pub fn bswap(&self) -> Self {
        self.reversed(u64::swap_bytes)
    }

    /// The bits in reverse order.
    pub fn bitreverse(&self) -> Self {
        self.reversed(u64::reverse_bits)
    }

    fn reversed(&self, reverse_limb: fn(u64) -> u64) -> Self {
        let limbs: SmallVec<[u64; 2]> = self.limbs().iter().rev().map(|&it| reverse_limb(it)).collect();
        let padded = Self::from_limbs(64 * limbs.len() as u32, &limbs);
        padded.extract_bits(unused_bits(self.width()), self.width())
    }
}
