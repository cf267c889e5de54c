//! Integers of any width.
//!
//! An [`Int`] is a value of type `iN`: `N` bits that each operation interprets as unsigned or as two's complement. Results
//! wrap; the `*_overflow` variants also return whether they did. Two operands must have the same width (the result has the
//! width of the first).

mod text;
mod wide;

use std::cmp::Ordering;
use std::ops::{Div, Rem};

pub use text::IntLiteral;
pub(crate) use text::hex_digit;

/// The maximum bit width of an integer type.
pub const MAX_WIDTH: u32 = 1 << 23;

/// An integer with a fixed bit width from 1 to [`MAX_WIDTH`].
///
/// Up to 64 bits it does not use the heap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// Canonical: equal integers have equal representations. Most integers are small: operations on wide ones are not inlined.
#[derive(PartialEq, Eq, Hash)]
enum Repr {
    /// At most 64 bits wide. Bits from `width` on are zero.
    Small { width: u32, bits: u64 },
    /// More than 64 bits wide.
    Wide { width: u32, limbs: Limbs },
}
use Repr::{Small, Wide};

use self::wide::Limbs;

impl Clone for Repr {
    #[inline]
    fn clone(&self) -> Repr {
        match self {
            &Small { width, bits } => Small { width, bits },
            Wide { width, limbs } => Wide { width: *width, limbs: wide::copy(limbs) },
        }
    }
}

/// A mask of the low `width` bits, from 1 to 64.
#[inline]
const fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Sign-extends the low `width` bits of `bits`.
#[inline]
const fn sign_extended(width: u32, bits: u64) -> i64 {
    let unused = 64 - width;
    (bits << unused) as i64 >> unused
}

/// Constructors.
impl Int {
    /// The low `width` bits, at most 64.
    #[inline]
    const fn small(width: u32, bits: u64) -> Self {
        Self(Small { width, bits: bits & ones(width) })
    }

    /// The low `width` bits of `value`, zero-extended if necessary.
    #[inline]
    pub fn new(width: u32, value: u64) -> Self {
        debug_assert!(width > 0);
        if width <= 64 { Self::small(width, value) } else { Self::from_limbs(width, &[value]) }
    }

    /// The low `width` bits of `value`, sign-extended if necessary.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 { Self::small(width, value as u64) } else { Self::from_signed_limbs(width, &[value as u64]) }
    }

    /// The low `width` bits of `value`, zero-extended if necessary.
    #[inline]
    pub fn from_u128(width: u32, value: u128) -> Self {
        if width <= 64 {
            Self::small(width, value as u64)
        } else {
            Self::from_limbs(width, &[value as u64, (value >> 64) as u64])
        }
    }

    /// The low `width` bits of `value`, sign-extended if necessary.
    #[inline]
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= 64 {
            Self::small(width, value as u64)
        } else {
            Self::from_signed_limbs(width, &[value as u64, (value >> 64) as u64])
        }
    }

    /// An `i1`.
    #[inline]
    pub fn from_bool(value: bool) -> Self {
        Self::small(1, value as u64)
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

    /// Bits `64 * i` to `64 * i + 63`; zero beyond the width.
    #[inline]
    pub fn limb(&self, i: usize) -> u64 {
        match &self.0 {
            Small { bits, .. } if i == 0 => *bits,
            Small { .. } => 0,
            Wide { width, limbs } => wide::limb(*width, limbs, i),
        }
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small { bits, .. } => Some(*bits),
            Wide { .. } => (self.active_bits() <= 64).then(|| self.limb(0)),
        }
    }

    /// The signed value, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small { width, bits } => Some(sign_extended(*width, *bits)),
            Wide { .. } => (self.min_signed_bits() <= 64).then(|| self.limb(0) as i64),
        }
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Small { bits, .. } => Some((*bits).into()),
            Wide { .. } => (self.active_bits() <= 128).then(|| self.low_u128()),
        }
    }

    /// The signed value, if it fits.
    #[inline]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small { width, bits } => Some(sign_extended(*width, *bits).into()),
            Wide { width, .. } => (self.min_signed_bits() <= 128).then(|| {
                let unused = 128 - (*width).min(128);
                (self.low_u128() << unused) as i128 >> unused
            }),
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
            Small { bits, .. } => (*bits).into(),
            Wide { .. } => u128::from(self.limb(0)) | u128::from(self.limb(1)) << 64,
        }
    }

    /// Whether the value is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Small { bits, .. } => *bits == 0,
            Wide { limbs, .. } => limbs[..] == [0],
        }
    }

    /// Whether the value is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        match &self.0 {
            Small { bits, .. } => *bits == 1,
            Wide { limbs, .. } => limbs[..] == [1],
        }
    }

    /// Whether all bits are set.
    #[inline]
    pub fn is_all_ones(&self) -> bool {
        match &self.0 {
            Small { width, bits } => *bits == ones(*width),
            Wide { limbs, .. } => limbs[..] == [u64::MAX],
        }
    }

    /// Whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small { width, bits } => bits >> (width - 1) != 0,
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
        match &self.0 {
            Small { bits, .. } => bits.is_power_of_two(),
            Wide { .. } => self.count_ones() == 1,
        }
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
            Small { bits, .. } => 64 - bits.leading_zeros(),
            Wide { width, limbs } => wide::active_bits(*width, limbs),
        }
    }

    /// The minimum bit width that holds the signed value; 1 for 0 and -1.
    #[inline]
    pub fn min_signed_bits(&self) -> u32 {
        match &self.0 {
            Small { width, bits } => {
                let value = sign_extended(*width, *bits);
                65 - (value ^ value >> 63).leading_zeros()
            }
            Wide { .. } if self.is_negative() => self.not().active_bits() + 1,
            Wide { .. } => self.active_bits() + 1,
        }
    }

    /// The number of set bits.
    #[inline]
    pub fn count_ones(&self) -> u32 {
        match &self.0 {
            Small { bits, .. } => bits.count_ones(),
            Wide { width, limbs } => wide::count_ones(*width, limbs),
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
            Wide { width, limbs } => wide::trailing_zeros(*width, limbs),
        }
    }

    /// Unsigned comparison.
    #[inline]
    pub fn ucmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small { bits: a, .. }, Small { bits: b, .. }) => a.cmp(b),
            _ => self.compare_wide(other),
        }
    }

    /// Signed comparison.
    #[inline]
    pub fn scmp(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
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
            Small { bits, .. } if width <= 64 => Self::small(width, bits),
            _ => self.with_width(width, false),
        }
    }

    /// Sign-extends or truncates to `width` bits.
    #[inline]
    pub fn sext_or_trunc(&self, width: u32) -> Self {
        match self.0 {
            Small { width: old, bits } if width <= 64 => Self::small(width, sign_extended(old, bits) as u64),
            _ => self.with_width(width, true),
        }
    }

    /// Bits `offset` to `offset + width - 1`; zeros beyond the width.
    #[inline]
    pub fn extract_bits(&self, offset: u32, width: u32) -> Self {
        match self.0 {
            Small { bits, .. } if width <= 64 => Self::small(width, bits.checked_shr(offset).unwrap_or(0)),
            _ => self.extract_wide(offset, width),
        }
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
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::small(width, a.wrapping_add(b)),
            _ => self.with_carry(other, u64::overflowing_add),
        }
    }

    /// `self - other`.
    #[inline]
    pub fn sub(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::small(width, a.wrapping_sub(b)),
            _ => self.with_carry(other, u64::overflowing_sub),
        }
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
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Self::small(width, a.wrapping_mul(b)),
            _ => self.mul_wide(other),
        }
    }

    /// The unsigned quotient; `None` for a zero divisor.
    #[inline]
    pub fn udiv(&self, divisor: &Self) -> Option<Self> {
        match (&self.0, &divisor.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Some(Self::small(width, a.checked_div(b)?)),
            _ => self.divide_wide(divisor, Div::div, Div::div),
        }
    }

    /// The unsigned remainder; `None` for a zero divisor.
    #[inline]
    pub fn urem(&self, divisor: &Self) -> Option<Self> {
        match (&self.0, &divisor.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => Some(Self::small(width, a.checked_rem(b)?)),
            _ => self.divide_wide(divisor, Rem::rem, Rem::rem),
        }
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
            Small { width, bits } => Self::small(width, bits.isqrt()),
            Wide { .. } => self.isqrt_wide(),
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
                (Self::small(width, product), wrapped || product > ones(width))
            }
            _ => self.umul_overflow_wide(other),
        }
    }

    /// `self * other`, and whether it wraps as signed.
    pub fn smul_overflow(&self, other: &Self) -> (Self, bool) {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let (product, wrapped) = sign_extended(width, a).overflowing_mul(sign_extended(width, b));
                let wrapped = wrapped || sign_extended(width, product as u64) != product;
                (Self::small(width, product as u64), wrapped)
            }
            _ => self.smul_overflow_wide(other),
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
            Small { width, bits } => Self::small(width, bits.checked_shl(amount).unwrap_or(0)),
            Wide { .. } => self.shl_wide(amount),
        }
    }

    /// `self >> amount`, zero-filled.
    #[inline]
    pub fn lshr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::small(width, bits.checked_shr(amount).unwrap_or(0)),
            Wide { width, .. } => self.extract_wide(amount, width),
        }
    }

    /// `self >> amount`, sign-filled.
    #[inline]
    pub fn ashr(&self, amount: u32) -> Self {
        match self.0 {
            Small { width, bits } => Self::small(width, (sign_extended(width, bits) >> amount.min(63)) as u64),
            Wide { .. } => self.ashr_wide(amount),
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

    /// The low bits of the carry-less product.
    pub fn clmul(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (&Small { width, bits: a }, &Small { bits: b, .. }) => {
                let term = |bit: u32| (a << bit) * (b >> bit & 1);
                Self::small(width, (0..64).fold(0, |sum, bit| sum ^ term(bit)))
            }
            _ => self.clmul_wide(other),
        }
    }

    /// The bytes in reverse order; the width must be a multiple of 8.
    pub fn bswap(&self) -> Self {
        match self.0 {
            Small { width, bits } => Self(Small { width, bits: bits.swap_bytes() >> (64 - width) }),
            Wide { .. } => self.reversed(u64::swap_bytes),
        }
    }

    /// The bits in reverse order.
    pub fn bitreverse(&self) -> Self {
        match self.0 {
            Small { width, bits } => Self(Small { width, bits: bits.reverse_bits() >> (64 - width) }),
            Wide { .. } => self.reversed(u64::reverse_bits),
        }
    }
}
