//! The operations on integers of more than 64 bits.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::SmallVec;
use thin_vec::ThinVec;

use super::Int;
use super::Repr::{Small, Wide};

/// The limbs of the two's complement, the least significant first, at least one. High limbs that only repeat the sign are omitted,
/// so that a small number of a wide type is small. A list is one pointer, so an [`Int`] takes 16 bytes; the list is freed out of line.
pub(super) type Limbs = ThinVec<u64>;

#[cold]
#[inline(never)]
pub(super) fn copy(limbs: &Limbs) -> Limbs {
    limbs.clone()
}

/// The number of limbs of a width.
const fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// The number of bits of the last limb above the width.
const fn unused_bits(width: u32) -> u32 {
    width.wrapping_neg() % 64
}

/// The limb filled with the sign bit of this one.
const fn sign_of(limb: u64) -> u64 {
    (limb as i64 >> 63) as u64
}

/// [`Int::limb`].
#[cold]
#[inline(never)]
pub(super) fn limb(width: u32, limbs: &[u64], i: usize) -> u64 {
    let limb = limbs.get(i).or(limbs.last()).copied().unwrap_or(0);
    let limb = if i < limbs.len() { limb } else { sign_of(limb) };
    match (i + 1).cmp(&limb_count(width)) {
        Ordering::Less => limb,
        Ordering::Equal => limb & u64::MAX >> unused_bits(width),
        Ordering::Greater => 0,
    }
}

/// [`Int::active_bits`].
#[cold]
#[inline(never)]
pub(super) fn active_bits(width: u32, limbs: &[u64]) -> u32 {
    match limbs.iter().rposition(|&it| it != 0) {
        _ if limbs.last().is_some_and(|&it| it >> 63 != 0) => width,
        Some(i) => 64 * i as u32 + 64 - limbs[i].leading_zeros(),
        None => 0,
    }
}

/// [`Int::count_ones`].
#[cold]
#[inline(never)]
pub(super) fn count_ones(width: u32, limbs: &[u64]) -> u32 {
    match limbs.last().is_some_and(|&it| it >> 63 != 0) {
        true => width - limbs.iter().map(|it| it.count_zeros()).sum::<u32>(),
        false => limbs.iter().map(|it| it.count_ones()).sum(),
    }
}

/// [`Int::trailing_zeros`].
#[cold]
#[inline(never)]
pub(super) fn trailing_zeros(width: u32, limbs: &[u64]) -> u32 {
    match limbs.iter().position(|&it| it != 0) {
        Some(i) => 64 * i as u32 + limbs[i].trailing_zeros(),
        None => width,
    }
}

/// Limbs.
impl Int {
    /// The low `width` bits of the number with these limbs, the least significant first.
    #[cold]
    #[inline(never)]
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        Self::build(width, limbs.len() + 1, |i| limbs.get(i).copied().unwrap_or(0))
    }

    /// The low `width` bits of the two's complement with these limbs, of which there is at least one; sign-extended if necessary.
    #[cold]
    #[inline(never)]
    pub(super) fn from_signed_limbs(width: u32, limbs: &[u64]) -> Self {
        Self::build(width, limbs.len(), |i| limbs[i])
    }

    /// The limbs of 64 bits, the least significant first; `width.div_ceil(64)` of them.
    pub fn limbs(&self) -> SmallVec<[u64; 2]> {
        (0..limb_count(self.width())).map(|i| self.limb(i)).collect()
    }

    /// The integer whose limb `i` is `limb(i)`, called once for each limb in order. Limbs from `len` on, which must not be
    /// 0, repeat the sign of the previous one.
    fn build(width: u32, len: usize, mut limb: impl FnMut(usize) -> u64) -> Self {
        if width <= 64 {
            return Self::small(width, limb(0));
        }
        let all = limb_count(width);
        let mut limbs: Limbs = (0..len.min(all)).map(limb).collect();
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

    /// The value of an integer of at most 128 bits.
    fn as_u128(&self) -> Option<u128> {
        (self.width() <= 128).then(|| self.low_u128())
    }

    /// The index from which on all limbs repeat the sign; at least 1.
    fn signed_len(&self) -> usize {
        match &self.0 {
            Small { .. } => 1,
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

    #[cold]
    #[inline(never)]
    pub(super) fn compare_wide(&self, other: &Self) -> Ordering {
        let len = match self.width() == other.width() && self.is_negative() && other.is_negative() {
            true => self.signed_len().max(other.signed_len()),
            false => self.unsigned_len().max(other.unsigned_len()),
        };
        let mut limbs = (0..len).rev().map(|i| self.limb(i).cmp(&other.limb(i)));
        limbs.find(|it| it.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Big numbers.
impl Int {
    pub(super) fn from_big(width: u32, value: &BigUint) -> Self {
        let mut limbs = value.iter_u64_digits();
        Self::build(width, limbs.len() + 1, |_| limbs.next().unwrap_or(0))
    }

    fn from_signed_big(width: u32, value: &BigInt) -> Self {
        let magnitude = Self::from_big(width, value.magnitude());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
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
    /// Extends or truncates to `width` bits.
    #[cold]
    #[inline(never)]
    pub(super) fn with_width(&self, width: u32, is_signed: bool) -> Self {
        if !is_signed && width > self.width() {
            return Self::build(width, self.unsigned_len() + 1, |i| self.limb(i));
        }
        let sign = self.is_negative();
        Self::build(width, self.signed_len(), |i| self.filled_limb(i as i64, sign))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn extract_wide(&self, offset: u32, width: u32) -> Self {
        let len = self.unsigned_len().saturating_sub(offset as usize / 64) + 1;
        Self::build(width, len, |i| self.word(i64::from(offset) + 64 * i as i64, false))
    }
}

/// Arithmetic.
impl Int {
    /// The sum or difference: `step` computes one limb and the carry.
    #[cold]
    #[inline(never)]
    pub(super) fn with_carry(&self, other: &Self, step: fn(u64, u64) -> (u64, bool)) -> Self {
        let mut carry = false;
        Self::build(self.width(), self.signed_len().max(other.signed_len()) + 1, |i| {
            let (limb, first) = step(self.limb(i), other.limb(i));
            let (limb, second) = step(limb, carry.into());
            carry = first | second;
            limb
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn mul_wide(&self, other: &Self) -> Self {
        match (self.as_u128(), other.as_u128()) {
            (Some(a), Some(b)) => Self::from_u128(self.width(), a.wrapping_mul(b)),
            // As signed numbers, operands near zero are short.
            _ => Self::from_signed_big(self.width(), &(self.to_signed_big() * other.to_signed_big())),
        }
    }

    /// The unsigned quotient or remainder, which both functions compute; `None` for a zero divisor.
    #[cold]
    #[inline(never)]
    pub(super) fn divide_wide(
        &self,
        divisor: &Self,
        of_u128: fn(u128, u128) -> u128,
        of_big: fn(BigUint, BigUint) -> BigUint,
    ) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        Some(match (self.as_u128(), divisor.as_u128()) {
            (Some(a), Some(b)) => Self::from_u128(self.width(), of_u128(a, b)),
            _ => Self::from_big(self.width(), &of_big(self.to_big(), divisor.to_big())),
        })
    }

    #[cold]
    pub(super) fn isqrt_wide(&self) -> Self {
        match self.as_u128() {
            Some(bits) => Self::from_u128(self.width(), bits.isqrt()),
            None => Self::from_big(self.width(), &self.to_big().sqrt()),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn umul_overflow_wide(&self, other: &Self) -> (Self, bool) {
        if let (Some(a), Some(b)) = (self.as_u128(), other.as_u128()) {
            let (product, wrapped) = a.overflowing_mul(b);
            let result = Self::from_u128(self.width(), product);
            let wrapped = wrapped || result.low_u128() != product;
            return (result, wrapped);
        }
        // A product of m and n bits has m + n or m + n - 1 bits.
        let least = (self.active_bits() + other.active_bits()).saturating_sub(1);
        let wrapped = !self.is_zero()
            && !other.is_zero()
            && (least > self.width() || (self.to_big() * other.to_big()).bits() > self.width().into());
        (self.mul(other), wrapped)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn smul_overflow_wide(&self, other: &Self) -> (Self, bool) {
        if self.width() <= 128
            && let (Some(a), Some(b)) = (self.to_i128(), other.to_i128())
        {
            let (product, wrapped) = a.overflowing_mul(b);
            let result = Self::from_i128(self.width(), product);
            let wrapped = wrapped || result.to_i128() != Some(product);
            return (result, wrapped);
        }
        let product = self.to_signed_big() * other.to_signed_big();
        let result = Self::from_signed_big(self.width(), &product);
        let wrapped = result.to_signed_big() != product;
        (result, wrapped)
    }
}

/// Bit operations.
impl Int {
    #[cold]
    #[inline(never)]
    pub(super) fn shl_wide(&self, amount: u32) -> Self {
        let width = self.width();
        if amount >= width {
            return Self::zero(width);
        }
        let len = self.signed_len() + amount as usize / 64 + 1;
        Self::build(width, len, |i| self.word(64 * i as i64 - i64::from(amount), false))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn ashr_wide(&self, amount: u32) -> Self {
        let sign = self.is_negative();
        Self::build(self.width(), self.signed_len(), |i| self.word(64 * i as i64 + i64::from(amount), sign))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn bitwise(&self, other: &Self, op: fn(u64, u64) -> u64) -> Self {
        let len = self.signed_len().max(other.signed_len());
        Self::build(self.width(), len, |i| op(self.limb(i), other.limb(i)))
    }

    #[cold]
    pub(super) fn clmul_wide(&self, other: &Self) -> Self {
        if let (Some(a), Some(b)) = (self.as_u128(), other.as_u128()) {
            let term = |bit: u32| (a << bit) * (b >> bit & 1);
            return Self::from_u128(self.width(), (0..128).fold(0, |sum, bit| sum ^ term(bit)));
        }
        // With 32 bits per bit of an operand, column sums do not overflow into each other; the lowest bit of each is the result.
        let apart = |it: &Self| BigUint::new((0..it.width()).map(|bit| it.bit(bit).into()).collect());
        let product = (apart(self) * apart(other)).to_u32_digits();
        let digit = |i: usize| u64::from(product.get(i).is_some_and(|it| it & 1 != 0));
        let len = limb_count(self.width());
        Self::build(self.width(), len, |limb| (0..64).fold(0, |bits, i| bits | digit(64 * limb + i) << i))
    }

    /// The limbs in reverse order, each of them reversed.
    pub(super) fn reversed(&self, reverse_limb: fn(u64) -> u64) -> Self {
        let limbs: SmallVec<[u64; 2]> = self.limbs().iter().rev().map(|&it| reverse_limb(it)).collect();
        let padded = Self::from_limbs(64 * limbs.len() as u32, &limbs);
        padded.extract_bits(unused_bits(self.width()), self.width())
    }
}
