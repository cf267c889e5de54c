//! Integers of any width.
//!
//! An [`Int`] is what a value of type `iN` is: `N` bits, which each operation reads as unsigned or as two's complement.
//! Results wrap around; the `*_overflow` variants also tell whether they did. Two operands must have one width
//! (the result takes that of the first).

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::SmallVec;

/// The widest integer type that there is, in bits.
pub const MAX_WIDTH: u32 = 1 << 23;

/// An integer of a fixed width of 1 to [`MAX_WIDTH`] bits.
///
/// Up to 128 bits it needs no heap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// The bits from `width` on are zero in both forms, so that equal integers are equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Of 128 bits or less.
    Small { width: u32, bits: u128 },
    /// Of more than 128 bits, `width.div_ceil(64)` limbs, the least significant first.
    Wide { width: u32, limbs: Box<[u64]> },
}
use Repr::{Small, Wide};

/// `width` ones, at most 128.
const fn ones(width: u32) -> u128 {
    match width {
        0 => 0,
        1..128 => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// `bits`, of which `width` count, with the sign in all bits above.
const fn sign_extended(width: u32, bits: u128) -> i128 {
    let unused = 128 - width;
    (bits << unused) as i128 >> unused
}

/// Making one.
impl Int {
    /// The low `width` bits of `value`.
    #[inline]
    pub fn new(width: u32, value: u64) -> Self {
        Self::from_u128(width, value.into())
    }

    /// The low `width` bits of `value`, sign-extended where that is wider.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Self {
        Self::from_i128(width, value.into())
    }

    /// The low `width` bits of `value`.
    #[inline]
    pub fn from_u128(width: u32, value: u128) -> Self {
        debug_assert!(width > 0);
        if width <= 128 {
            Self(Small { width, bits: value & ones(width) })
        } else {
            Self::from_limbs(width, &[value as u64, (value >> 64) as u64])
        }
    }

    /// The low `width` bits of `value`, sign-extended where that is wider.
    #[inline]
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= 128 {
            Self::from_u128(width, value as u128)
        } else {
            Self::from_u128(128, value as u128).sext(width)
        }
    }

    /// The low `width` bits of the number that `limbs` spell, the least significant limb first.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        Self::build(width, |i| limbs.get(i).copied().unwrap_or(0))
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

    /// The largest unsigned value, which is -1 as a signed one.
    pub fn all_ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The smallest signed value: the sign bit alone.
    pub fn min_signed(width: u32) -> Self {
        Self::one(width).shl(width - 1)
    }

    /// The largest signed value: all but the sign bit.
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }

    /// The integer whose limb number `i` is `limb(i)`; called once each, in order.
    fn build(width: u32, mut limb: impl FnMut(usize) -> u64) -> Self {
        if width <= 64 {
            return Self(Small { width, bits: u128::from(limb(0)) & ones(width) });
        }
        if width <= 128 {
            let low = u128::from(limb(0));
            return Self(Small { width, bits: (low | u128::from(limb(1)) << 64) & ones(width) });
        }
        let mut limbs: Box<[u64]> = (0..width.div_ceil(64) as usize).map(limb).collect();
        if let Some(last) = limbs.last_mut() {
            *last &= u64::MAX >> (limbs_unused_bits(width));
        }
        Self(Wide { width, limbs })
    }

    fn from_big(width: u32, value: &BigUint) -> Self {
        let mut limbs = value.iter_u64_digits();
        Self::build(width, |_| limbs.next().unwrap_or(0))
    }

    fn from_signed_big(width: u32, value: &BigInt) -> Self {
        let magnitude = Self::from_big(width, value.magnitude());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }
}

/// How many bits of the last limb lie above the width.
const fn limbs_unused_bits(width: u32) -> u32 {
    width.wrapping_neg() % 64
}

/// Asking what it is.
impl Int {
    /// How many bits it has.
    #[inline]
    pub const fn width(&self) -> u32 {
        match self.0 {
            Small { width, .. } | Wide { width, .. } => width,
        }
    }

    /// Its bits in groups of 64, the least significant first; `width.div_ceil(64)` of them.
    pub fn limbs(&self) -> SmallVec<[u64; 2]> {
        (0..self.width().div_ceil(64) as usize).map(|i| self.limb(i)).collect()
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
            Wide { limbs, .. } => limbs.get(i).copied().unwrap_or(0),
        }
    }

    /// Limb number `i` of the infinite row of bits that has zeros below bit 0 and, from the width on, `fill`.
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

    /// The 64 bits from bit number `bit` on, of the row of bits that [`Int::filled_limb`] describes.
    fn word(&self, bit: i64, fill: bool) -> u64 {
        let (i, offset) = (bit.div_euclid(64), bit.rem_euclid(64));
        let low = self.filled_limb(i, fill) >> offset;
        if offset == 0 { low } else { low | self.filled_limb(i + 1, fill) << (64 - offset) }
    }

    /// Its value as unsigned, if that fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        (self.active_bits() <= 64).then(|| self.low_u64())
    }

    /// Its value as signed, if that fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128().and_then(|it| it.try_into().ok())
    }

    /// Its value as unsigned, if that fits.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        (self.active_bits() <= 128).then(|| self.low_u128())
    }

    /// Its value as signed, if that fits.
    #[inline]
    pub fn to_i128(&self) -> Option<i128> {
        match self.0 {
            Small { width, bits } => Some(sign_extended(width, bits)),
            Wide { .. } => (self.min_signed_bits() <= 128).then(|| self.low_u128() as i128),
        }
    }

    /// Its low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.limb(0)
    }

    /// Its low 128 bits.
    #[inline]
    pub fn low_u128(&self) -> u128 {
        match &self.0 {
            Small { bits, .. } => *bits,
            Wide { .. } => u128::from(self.limb(0)) | u128::from(self.limb(1)) << 64,
        }
    }

    /// Whether it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.active_bits() == 0
    }

    /// Whether it is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// Whether every bit is one.
    pub fn is_all_ones(&self) -> bool {
        self.count_ones() == self.width()
    }

    /// Whether the sign bit is one.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.active_bits() == self.width()
    }

    /// Whether it is the smallest signed value.
    pub fn is_min_signed(&self) -> bool {
        self.is_negative() && self.trailing_zeros() == self.width() - 1
    }

    /// Whether it is the largest signed value.
    pub fn is_max_signed(&self) -> bool {
        !self.is_negative() && self.count_ones() == self.width() - 1
    }

    /// Whether exactly one bit is one.
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// Bit number `index`; zero beyond the width.
    #[inline]
    pub fn bit(&self, index: u32) -> bool {
        self.limb(index as usize / 64) >> (index % 64) & 1 != 0
    }

    /// The smallest width that holds it as unsigned: 0 for 0.
    #[inline]
    pub fn active_bits(&self) -> u32 {
        match &self.0 {
            Small { bits, .. } => 128 - bits.leading_zeros(),
            Wide { limbs, .. } => match limbs.iter().rposition(|&it| it != 0) {
                Some(i) => 64 * i as u32 + 64 - limbs[i].leading_zeros(),
                None => 0,
            },
        }
    }

    /// The smallest width that holds it as signed: 1 for 0 and -1.
    pub fn min_signed_bits(&self) -> u32 {
        if self.is_negative() { self.not().active_bits() + 1 } else { self.active_bits() + 1 }
    }

    /// How many bits are one.
    pub fn count_ones(&self) -> u32 {
        match &self.0 {
            Small { bits, .. } => bits.count_ones(),
            Wide { limbs, .. } => limbs.iter().map(|it| it.count_ones()).sum(),
        }
    }

    /// How many zeros stand above the highest one.
    pub fn leading_zeros(&self) -> u32 {
        self.width() - self.active_bits()
    }

    /// How many zeros stand below the lowest one; the width for 0.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.0 {
            Small { width, bits } => bits.trailing_zeros().min(*width),
            Wide { width, limbs } => match limbs.iter().position(|&it| it != 0) {
                Some(i) => 64 * i as u32 + limbs[i].trailing_zeros(),
                None => *width,
            },
        }
    }

    /// Compares as unsigned.
    #[inline]
    pub fn ucmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { bits: a, .. }, Small { bits: b, .. }) => a.cmp(b),
            _ => {
                let limbs = self.width().max(other.width()).div_ceil(64) as usize;
                (0..limbs)
                    .rev()
                    .map(|i| self.limb(i).cmp(&other.limb(i)))
                    .find(|it| it.is_ne())
                    .unwrap_or(Ordering::Equal)
            }
        }
    }

    /// Compares as signed.
    #[inline]
    pub fn scmp(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    fn to_big(&self) -> BigUint {
        BigUint::new(self.limbs().iter().flat_map(|&it| [it as u32, (it >> 32) as u32]).collect())
    }

    fn to_signed_big(&self) -> BigInt {
        if self.is_negative() { -BigInt::from(self.neg().to_big()) } else { self.to_big().into() }
    }
}

/// Changing the width.
impl Int {
    /// The low `width` bits of it.
    #[inline]
    pub fn trunc(&self, width: u32) -> Self {
        self.zext_or_trunc(width)
    }

    /// The same unsigned value, wider.
    #[inline]
    pub fn zext(&self, width: u32) -> Self {
        self.zext_or_trunc(width)
    }

    /// The same signed value, wider.
    #[inline]
    pub fn sext(&self, width: u32) -> Self {
        self.sext_or_trunc(width)
    }

    /// Another width: zeros are added, or high bits dropped.
    #[inline]
    pub fn zext_or_trunc(&self, width: u32) -> Self {
        match self.0 {
            Small { bits, .. } if width <= 128 => Self::from_u128(width, bits),
            _ => Self::build(width, |i| self.limb(i)),
        }
    }

    /// Another width: copies of the sign bit are added, or high bits dropped.
    #[inline]
    pub fn sext_or_trunc(&self, width: u32) -> Self {
        match self.0 {
            Small { width: old, bits } if width <= 128 => Self::from_u128(width, sign_extended(old, bits) as u128),
            _ => {
                let sign = self.is_negative();
                Self::build(width, |i| self.filled_limb(i as i64, sign))
            }
        }
    }

    /// Bits `offset` to `offset + width - 1`; zeros beyond the width of this.
    pub fn extract_bits(&self, offset: u32, width: u32) -> Self {
        Self::build(width, |i| self.word(i64::from(offset) + 64 * i as i64, false))
    }

    /// This with the bits from `offset` on replaced by those of `bits`, as far as they fit.
    pub fn insert_bits(&self, offset: u32, bits: &Self) -> Self {
        let place = |it: Self| it.zext_or_trunc(self.width()).shl(offset);
        let hole = place(Self::all_ones(bits.width())).not();
        self.and(&hole).or(&place(bits.clone()))
    }
}

/// Arithmetic that wraps around.
impl Int {
    /// `self + other`.
    #[inline]
    pub fn add(&self, other: &Self) -> Self {
        if let (&Small { width, bits: a }, &Small { bits: b, .. }) = (&self.0, &other.0) {
            return Self::from_u128(width, a.wrapping_add(b));
        }
        let mut carry = false;
        Self::build(self.width(), |i| {
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
        Self::build(self.width(), |i| {
            let (difference, first) = self.limb(i).overflowing_sub(other.limb(i));
            let (difference, second) = difference.overflowing_sub(borrow.into());
            borrow = first | second;
            difference
        })
    }

    /// `-self`.
    pub fn neg(&self) -> Self {
        Self::zero(self.width()).sub(self)
    }

    /// The distance to zero of the signed value; the smallest signed value is its own.
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// `self * other`.
    #[inline]
    pub fn mul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::from_u128(width, a.wrapping_mul(b)),
            _ => Self::from_big(self.width(), &(self.to_big() * other.to_big())),
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

    /// The signed quotient, rounded towards zero; `None` for a zero divisor.
    /// The smallest value over -1 is itself.
    #[inline]
    pub fn sdiv(&self, divisor: &Self) -> Option<Self> {
        let quotient = self.abs().udiv(&divisor.abs())?;
        Some(if self.is_negative() == divisor.is_negative() { quotient } else { quotient.neg() })
    }

    /// The signed remainder, which has the sign of the dividend; `None` for a zero divisor.
    #[inline]
    pub fn srem(&self, divisor: &Self) -> Option<Self> {
        let remainder = self.abs().urem(&divisor.abs())?;
        Some(if self.is_negative() { remainder.neg() } else { remainder })
    }
}

/// Arithmetic that also tells whether the true result did not fit.
impl Int {
    /// `self + other`, and whether that wrapped, read as unsigned.
    pub fn uadd_overflow(&self, other: &Self) -> (Self, bool) {
        let sum = self.add(other);
        let wrapped = sum.ucmp(self).is_lt();
        (sum, wrapped)
    }

    /// `self + other`, and whether that wrapped, read as signed.
    pub fn sadd_overflow(&self, other: &Self) -> (Self, bool) {
        let sum = self.add(other);
        let wrapped = self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative();
        (sum, wrapped)
    }

    /// `self - other`, and whether that wrapped, read as unsigned.
    pub fn usub_overflow(&self, other: &Self) -> (Self, bool) {
        (self.sub(other), self.ucmp(other).is_lt())
    }

    /// `self - other`, and whether that wrapped, read as signed.
    pub fn ssub_overflow(&self, other: &Self) -> (Self, bool) {
        let difference = self.sub(other);
        let wrapped = self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative();
        (difference, wrapped)
    }

    /// `self * other`, and whether that wrapped, read as unsigned.
    pub fn umul_overflow(&self, other: &Self) -> (Self, bool) {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let (product, wrapped) = a.overflowing_mul(b);
                (Self::from_u128(width, product), wrapped || product > ones(width))
            }
            _ => {
                let product = self.to_big() * other.to_big();
                (Self::from_big(self.width(), &product), product.bits() > u64::from(self.width()))
            }
        }
    }

    /// `self * other`, and whether that wrapped, read as signed.
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

    /// `self << amount`, and whether that lost a one.
    pub fn ushl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), amount > self.leading_zeros())
    }

    /// `self << amount`, and whether that lost a bit that differs from the sign bit of the result.
    pub fn sshl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), amount > self.width() - self.min_signed_bits())
    }
}

/// Bits.
impl Int {
    /// `self << amount`; 0 from the width on.
    #[inline]
    pub fn shl(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, bits.checked_shl(amount).unwrap_or(0)),
            Wide { width, .. } => Self::build(width, |i| self.word(64 * i as i64 - i64::from(amount), false)),
        }
    }

    /// `self >> amount`, filled with zeros.
    #[inline]
    pub fn lshr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, bits.checked_shr(amount).unwrap_or(0)),
            Wide { width, .. } => self.extract_bits(amount, width),
        }
    }

    /// `self >> amount`, filled with the sign bit.
    #[inline]
    pub fn ashr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::from_u128(width, (sign_extended(width, bits) >> amount.min(127)) as u128),
            Wide { width, .. } => {
                let sign = self.is_negative();
                Self::build(width, |i| self.word(64 * i as i64 + i64::from(amount), sign))
            }
        }
    }

    /// Rotates towards the high end, by `amount` modulo the width.
    pub fn rotl(&self, amount: u32) -> Self {
        let amount = amount % self.width();
        self.shl(amount).or(&self.lshr(self.width() - amount))
    }

    /// Rotates towards the low end, by `amount` modulo the width.
    pub fn rotr(&self, amount: u32) -> Self {
        self.rotl(self.width() - amount % self.width())
    }

    /// `self & other`.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }

    /// `self | other`.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a | b)
    }

    /// `self ^ other`.
    #[inline]
    pub fn xor(&self, other: &Self) -> Self {
        self.bitwise(other, |a, b| a ^ b)
    }

    /// `!self`.
    #[inline]
    pub fn not(&self) -> Self {
        self.bitwise(self, |a, _| !a)
    }

    #[inline]
    fn bitwise(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self::build(self.width(), |i| op(self.limb(i), other.limb(i)))
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
        padded.extract_bits(limbs_unused_bits(self.width()), self.width())
    }
}

/// An integer as a text spells it, before it is known which width it is to have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntLiteral {
    /// The value, of the smallest width that holds it.
    pub value: Int,
    /// Whether [`IntLiteral::value`] is to be read as signed: it is spelled with a `-`, or as `s0x...`.
    pub signed: bool,
}

impl IntLiteral {
    /// The integer of `width` bits that it stands for: extended by its own sign, or silently truncated, as LLVM does.
    pub fn resize(&self, width: u32) -> Int {
        if self.signed { self.value.sext_or_trunc(width) } else { self.value.zext_or_trunc(width) }
    }
}

/// 10 to this power is the largest power of ten that a `u64` holds.
const DIGITS: usize = 19;

/// Text.
impl Int {
    /// Reads `-?[0-9]+`; `None` if `text` is something else.
    ///
    /// Modulo 2 to the power of [`MAX_WIDTH`], so that no text, however long, takes more than linear time.
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

    /// Reads `[0-9A-Fa-f]+`, the digits of `u0x...` and `s0x...`; `None` if `digits` are something else.
    ///
    /// Modulo 2 to the power of [`MAX_WIDTH`]. The width is the smallest that holds the number as unsigned,
    /// even where it will be read as signed: `s0x1` is -1.
    pub fn parse_hex(digits: &[u8]) -> Option<Int> {
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let limb = |chunk: &[u8]| chunk.iter().fold(0, |limb, &it| limb << 4 | u64::from(hex_digit(it)));
        let limbs: Vec<u64> = digits.rchunks(16).take(MAX_WIDTH as usize / 64).map(limb).collect();
        let value = Self::from_limbs(64 * limbs.len() as u32, &limbs);
        Some(value.trunc(value.active_bits().max(1)))
    }

    /// Writes its signed value in decimal.
    pub fn write_signed_decimal(&self, out: &mut Vec<u8>) {
        if self.is_negative() {
            out.push(b'-');
            self.neg().write_unsigned_decimal(out);
        } else {
            self.write_unsigned_decimal(out);
        }
    }

    /// Writes its unsigned value in decimal.
    pub fn write_unsigned_decimal(&self, out: &mut Vec<u8>) {
        match self.to_u128() {
            Some(value) => write_u128(value, out),
            None => write_big(&self.to_big(), out),
        }
    }
}

/// The value of a hexadecimal digit; 0 if it is none.
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

/// Writes `value`, which is less than 10^19, in exactly 19 digits.
fn write_padded(mut value: u64, out: &mut Vec<u8>) {
    let mut digits = [0; DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits);
}

/// Halves the number, by a power of ten, until the halves fit a `u64`.
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

/// So many digits make less than [`MAX_WIDTH`] bits.
const BLOCK: usize = DIGITS * (MAX_WIDTH as usize / 64);

/// Reads digits block by block, so that the cost of a block does not grow with their number.
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

/// Joins neighbours, by a power of ten, until one number is left.
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

/// The signed value, as in `i8 -1`.
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
