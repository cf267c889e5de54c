//! Operations on values of at most 64 bits in a `u64`, for the inner loop of an interpreter.
//!
//! Operands and results have zeros above the width, and widths are 1 to 64; other operands lead to an arbitrary value, but
//! not to a panic. All functions are inlined, so that a call with constant operation, flags and width compiles to a few
//! machine instructions. The semantics is that of [`fold`](crate::fold), with a shared implementation.

mod float;

use std::cmp::Ordering;

pub use float::{fcmp, float_binary, float_cast, float_intrinsic, float_to_int, fneg, int_to_float};

use crate::int::Int;
use crate::integer::{self, Integer};
use crate::intrinsic::{self, Intrinsic};
use crate::ops::{BinaryOp, CastOp, IntFlags, IntPredicate};
use crate::outcome::Outcome;

/// A mask of the low `width` bits.
#[inline(always)]
pub const fn mask(width: u32) -> u64 {
    u64::MAX.wrapping_shr(width.wrapping_neg())
}

/// Sign-extends an integer of `width` bits.
#[inline(always)]
pub const fn sign_extend(width: u32, value: u64) -> i64 {
    let unused = width.wrapping_neg();
    (value.wrapping_shl(unused) as i64).wrapping_shr(unused)
}

/// The result of an integer operation on two integers of `width` bits.
#[inline(always)]
pub fn binary(op: BinaryOp, flags: IntFlags, width: u32, a: u64, b: u64) -> Outcome<u64> {
    integer::binary(op, flags, &Word { width, bits: a }, &Word { width, bits: b }).map(Word::bits)
}

/// The result of `icmp` on two integers of `width` bits; `same_sign` is the flag `samesign`.
#[inline(always)]
pub fn icmp(predicate: IntPredicate, same_sign: bool, width: u32, a: u64, b: u64) -> Outcome<bool> {
    integer::icmp(predicate, same_sign, &Word { width, bits: a }, &Word { width, bits: b })
}

/// The result of `trunc`, `zext` or `sext` from `from` to `to` bits.
#[inline(always)]
pub fn cast(op: CastOp, flags: IntFlags, from: u32, to: u32, value: u64) -> Outcome<u64> {
    integer::cast(op, flags, &Word { width: from, bits: value }, to).map(Word::bits)
}

/// The result of an intrinsic on integers of `width` bits, with a result of `result_width` bits; and, if it has two
/// results, whether it overflows. A flag operand is set if it is not zero.
#[inline(always)]
pub fn intrinsic<const COUNT: usize>(
    intrinsic: Intrinsic,
    result_width: u32,
    width: u32,
    operands: [u64; COUNT],
) -> Outcome<(u64, bool)> {
    let operands = operands.map(|bits| Word { width, bits });
    intrinsic::integer::evaluate(intrinsic, result_width, &operands).map(|(value, overflow)| (value.bits, overflow))
}

/// An integer of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word {
    width: u32,
    /// Zero above the width.
    bits: u64,
}

// Many operations shift the value to the high end of the machine word, whose carry and overflow are then those of the
// narrower integer.
impl Word {
    /// The bits, zero above the width.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The low bits of `bits`.
    #[inline(always)]
    fn wrapped(&self, bits: u64) -> Self {
        Self { width: self.width, bits: bits & mask(self.width) }
    }

    #[inline(always)]
    fn signed(&self) -> i64 {
        sign_extend(self.width, self.bits)
    }

    #[inline(always)]
    fn unused(&self) -> u32 {
        self.width.wrapping_neg() % 64
    }

    /// The value at the high end, with zeros below.
    #[inline(always)]
    fn high(&self) -> u64 {
        self.bits << self.unused()
    }

    #[inline(always)]
    fn lowered(&self, (high, overflow): (u64, bool)) -> (Self, bool) {
        (Self { width: self.width, bits: high >> self.unused() }, overflow)
    }

    #[inline(always)]
    fn lowered_signed(&self, (high, overflow): (i64, bool)) -> (Self, bool) {
        self.lowered((high as u64, overflow))
    }
}

impl Integer for Word {
    #[inline(always)]
    fn new(width: u32, value: u64) -> Self {
        Self { width, bits: value & mask(width) }
    }

    #[inline(always)]
    fn all_ones(width: u32) -> Self {
        Self { width, bits: mask(width) }
    }

    #[inline(always)]
    fn min_signed(width: u32) -> Self {
        Self { width, bits: mask(width) ^ mask(width) >> 1 }
    }

    #[inline(always)]
    fn width(&self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn to_u64(&self) -> Option<u64> {
        Some(self.bits)
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.bits == 0
    }

    #[inline(always)]
    fn is_all_ones(&self) -> bool {
        self.bits == mask(self.width)
    }

    #[inline(always)]
    fn is_negative(&self) -> bool {
        (self.high() as i64) < 0
    }

    #[inline(always)]
    fn is_min_signed(&self) -> bool {
        self.high() == 1 << 63
    }

    #[inline(always)]
    fn active_bits(&self) -> u32 {
        64 - self.bits.leading_zeros()
    }

    #[inline(always)]
    fn min_signed_bits(&self) -> u32 {
        let signed = self.signed();
        65 - (signed ^ signed >> 63).leading_zeros()
    }

    #[inline(always)]
    fn leading_zeros(&self) -> u32 {
        self.width.wrapping_sub(self.active_bits())
    }

    #[inline(always)]
    fn count_ones(&self) -> u32 {
        self.bits.count_ones()
    }

    #[inline(always)]
    fn trailing_zeros(&self) -> u32 {
        self.bits.trailing_zeros().min(self.width)
    }

    #[inline(always)]
    fn ucmp(&self, other: &Self) -> Ordering {
        self.bits.cmp(&other.bits)
    }

    #[inline(always)]
    fn scmp(&self, other: &Self) -> Ordering {
        (self.high() as i64).cmp(&(other.high() as i64))
    }

    #[inline(always)]
    fn zext_or_trunc(&self, width: u32) -> Self {
        Self { width, bits: self.bits & mask(width) }
    }

    #[inline(always)]
    fn sext_or_trunc(&self, width: u32) -> Self {
        Self { width, bits: self.signed() as u64 & mask(width) }
    }

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        self.wrapped(self.bits.wrapping_add(other.bits))
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        self.wrapped(self.bits.wrapping_sub(other.bits))
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        self.wrapped(self.bits.wrapping_mul(other.bits))
    }

    #[inline(always)]
    fn uadd_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered(self.high().overflowing_add(other.high()))
    }

    #[inline(always)]
    fn sadd_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered_signed((self.high() as i64).overflowing_add(other.high() as i64))
    }

    #[inline(always)]
    fn usub_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered(self.high().overflowing_sub(other.high()))
    }

    #[inline(always)]
    fn ssub_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered_signed((self.high() as i64).overflowing_sub(other.high() as i64))
    }

    #[inline(always)]
    fn umul_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered(self.high().overflowing_mul(other.bits))
    }

    #[inline(always)]
    fn smul_overflow(&self, other: &Self) -> (Self, bool) {
        self.lowered_signed((self.high() as i64).overflowing_mul(other.signed()))
    }

    #[inline(always)]
    fn ushl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), self.shl(amount).lshr(amount) != *self)
    }

    #[inline(always)]
    fn sshl_overflow(&self, amount: u32) -> (Self, bool) {
        (self.shl(amount), self.shl(amount).ashr(amount) != *self)
    }

    #[inline(always)]
    fn udiv(&self, divisor: &Self) -> Option<Self> {
        Some(Self { bits: self.bits.checked_div(divisor.bits)?, ..*self })
    }

    #[inline(always)]
    fn urem(&self, divisor: &Self) -> Option<Self> {
        Some(Self { bits: self.bits.checked_rem(divisor.bits)?, ..*self })
    }

    #[inline(always)]
    fn sdiv(&self, divisor: &Self) -> Option<Self> {
        let divisor = divisor.signed();
        (divisor != 0).then(|| self.wrapped(self.signed().wrapping_div(divisor) as u64))
    }

    #[inline(always)]
    fn srem(&self, divisor: &Self) -> Option<Self> {
        let divisor = divisor.signed();
        (divisor != 0).then(|| self.wrapped(self.signed().wrapping_rem(divisor) as u64))
    }

    #[inline(always)]
    fn shl(&self, amount: u32) -> Self {
        self.wrapped(self.bits.checked_shl(amount).unwrap_or(0))
    }

    #[inline(always)]
    fn lshr(&self, amount: u32) -> Self {
        Self { bits: self.bits.checked_shr(amount).unwrap_or(0), ..*self }
    }

    #[inline(always)]
    fn ashr(&self, amount: u32) -> Self {
        self.wrapped((self.signed() >> amount.min(63)) as u64)
    }

    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        Self { bits: self.bits & other.bits, ..*self }
    }

    #[inline(always)]
    fn or(&self, other: &Self) -> Self {
        Self { bits: self.bits | other.bits, ..*self }
    }

    #[inline(always)]
    fn xor(&self, other: &Self) -> Self {
        Self { bits: self.bits ^ other.bits, ..*self }
    }

    #[inline(always)]
    fn not(&self) -> Self {
        self.wrapped(!self.bits)
    }

    #[inline(always)]
    fn bswap(&self) -> Self {
        Self { bits: self.bits.swap_bytes() >> self.unused(), ..*self }
    }

    #[inline(always)]
    fn bitreverse(&self) -> Self {
        Self { bits: self.bits.reverse_bits() >> self.unused(), ..*self }
    }

    fn clmul(&self, other: &Self) -> Self {
        let term = |bit: u32| (self.bits << bit) * (other.bits >> bit & 1);
        self.wrapped((0..64).fold(0, |sum, bit| sum ^ term(bit)))
    }

    fn to_int(&self) -> Int {
        Int::new(self.width, self.bits)
    }

    fn from_int(value: &Int) -> Self {
        Self::new(value.width(), value.low_u64())
    }
}
