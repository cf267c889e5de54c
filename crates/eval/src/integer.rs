//! The semantics of the integer operations, generic over the two representations of integers: an [`Int`] of any width, and
//! a [`Word`] of at most 64 bits, for which they compile to a few machine instructions.

use std::cmp::Ordering;

use crate::int::Int;
use crate::ops::{BinaryOp, CastOp, IntFlags, IntPredicate};
use crate::outcome::{
    Outcome::{self, Poison, Undefined, Value},
    Why,
};
use crate::word::Word;

/// Defines the trait [`Integer`] with methods that [`Int`] has under the same names.
macro_rules! integer {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// An integer representation, [`Int`] or [`Word`], as required by the operations.
        pub trait Integer: Clone + PartialEq + std::fmt::Debug + Sealed {
            $(
                #[doc = concat!("See [`Int::", stringify!($name), "`].")]
                fn $name($($argument: $type),*) -> $result;
            )*
            /// Converts to an [`Int`].
            fn to_int(&self) -> Int;
            /// Converts from an [`Int`], whose width this type must support.
            fn from_int(value: &Int) -> Self;
        }
        impl Integer for Int {
            $(
                #[inline]
                fn $name($($argument: $type),*) -> $result { Int::$name($($argument),*) }
            )*
            fn to_int(&self) -> Int {
                self.clone()
            }
            fn from_int(value: &Int) -> Self {
                value.clone()
            }
        }
    };
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Int {}
    impl Sealed for super::Word {}
}
use sealed::Sealed;

integer! {
    new(width: u32, value: u64) -> Self;
    all_ones(width: u32) -> Self;
    min_signed(width: u32) -> Self;
    width(self: &Self) -> u32;
    to_u64(self: &Self) -> Option<u64>;
    is_zero(self: &Self) -> bool;
    is_all_ones(self: &Self) -> bool;
    is_negative(self: &Self) -> bool;
    is_min_signed(self: &Self) -> bool;
    active_bits(self: &Self) -> u32;
    min_signed_bits(self: &Self) -> u32;
    leading_zeros(self: &Self) -> u32;
    trailing_zeros(self: &Self) -> u32;
    count_ones(self: &Self) -> u32;
    ucmp(self: &Self, other: &Self) -> Ordering;
    scmp(self: &Self, other: &Self) -> Ordering;
    zext_or_trunc(self: &Self, width: u32) -> Self;
    sext_or_trunc(self: &Self, width: u32) -> Self;
    add(self: &Self, other: &Self) -> Self;
    sub(self: &Self, other: &Self) -> Self;
    mul(self: &Self, other: &Self) -> Self;
    uadd_overflow(self: &Self, other: &Self) -> (Self, bool);
    sadd_overflow(self: &Self, other: &Self) -> (Self, bool);
    usub_overflow(self: &Self, other: &Self) -> (Self, bool);
    ssub_overflow(self: &Self, other: &Self) -> (Self, bool);
    umul_overflow(self: &Self, other: &Self) -> (Self, bool);
    smul_overflow(self: &Self, other: &Self) -> (Self, bool);
    ushl_overflow(self: &Self, amount: u32) -> (Self, bool);
    sshl_overflow(self: &Self, amount: u32) -> (Self, bool);
    udiv(self: &Self, divisor: &Self) -> Option<Self>;
    urem(self: &Self, divisor: &Self) -> Option<Self>;
    sdiv(self: &Self, divisor: &Self) -> Option<Self>;
    srem(self: &Self, divisor: &Self) -> Option<Self>;
    shl(self: &Self, amount: u32) -> Self;
    lshr(self: &Self, amount: u32) -> Self;
    ashr(self: &Self, amount: u32) -> Self;
    and(self: &Self, other: &Self) -> Self;
    or(self: &Self, other: &Self) -> Self;
    xor(self: &Self, other: &Self) -> Self;
    not(self: &Self) -> Self;
    bswap(self: &Self) -> Self;
    bitreverse(self: &Self) -> Self;
    clmul(self: &Self, other: &Self) -> Self;
}

/// The result of an integer operation on two integers of the same width.
#[inline(always)]
pub fn binary<N: Integer>(op: BinaryOp, flags: IntFlags, a: &N, b: &N) -> Outcome<N> {
    match op {
        BinaryOp::Add => wrapping(flags, || a.add(b), || a.uadd_overflow(b).1, || a.sadd_overflow(b).1),
        BinaryOp::Sub => wrapping(flags, || a.sub(b), || a.usub_overflow(b).1, || a.ssub_overflow(b).1),
        BinaryOp::Mul => wrapping(flags, || a.mul(b), || a.umul_overflow(b).1, || a.smul_overflow(b).1),
        BinaryOp::Shl => {
            shift(a, b, |n| wrapping(flags, || a.shl(n), || a.ushl_overflow(n).1, || a.sshl_overflow(n).1))
        }
        BinaryOp::LShr => shift(a, b, |n| exact(flags, a.lshr(n), |_| a.trailing_zeros() >= n)),
        BinaryOp::AShr => shift(a, b, |n| exact(flags, a.ashr(n), |_| a.trailing_zeros() >= n)),
        BinaryOp::UDiv => divided(a.udiv(b), |it| exact(flags, it, |it| it.mul(b) == *a)),
        BinaryOp::URem => divided(a.urem(b), Value),
        BinaryOp::SDiv | BinaryOp::SRem if b.is_all_ones() && a.is_min_signed() => Undefined(Why::DivisionOverflow),
        BinaryOp::SDiv => divided(a.sdiv(b), |it| exact(flags, it, |it| it.mul(b) == *a)),
        BinaryOp::SRem => divided(a.srem(b), Value),
        BinaryOp::And => Value(a.and(b)),
        BinaryOp::Or if flags.contains(IntFlags::DISJOINT) && !a.and(b).is_zero() => Poison(Why::NotDisjoint),
        BinaryOp::Or => Value(a.or(b)),
        BinaryOp::Xor => Value(a.xor(b)),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            Undefined(Why::WrongOperands)
        }
    }
}

/// `result`, or poison if it wraps despite `nuw` or `nsw`.
#[inline(always)]
fn wrapping<N>(
    flags: IntFlags,
    result: impl FnOnce() -> N,
    wraps_unsigned: impl FnOnce() -> bool,
    wraps_signed: impl FnOnce() -> bool,
) -> Outcome<N> {
    if flags.contains(IntFlags::NUW) && wraps_unsigned() {
        Poison(Why::UnsignedWrap)
    } else if flags.contains(IntFlags::NSW) && wraps_signed() {
        Poison(Why::SignedWrap)
    } else {
        Value(result())
    }
}

/// `result`, or poison if it is inexact despite `exact`.
#[inline(always)]
fn exact<N>(flags: IntFlags, result: N, is_exact: impl FnOnce(&N) -> bool) -> Outcome<N> {
    if flags.contains(IntFlags::EXACT) && !is_exact(&result) { Poison(Why::Inexact) } else { Value(result) }
}

/// Applies `by` to the shift amount; poison if the amount is not less than the width.
#[inline(always)]
pub(crate) fn shift<N: Integer, T>(a: &N, amount: &N, by: impl FnOnce(u32) -> Outcome<T>) -> Outcome<T> {
    match amount.to_u64() {
        Some(amount) if amount < a.width().into() => by(amount as u32),
        _ => Poison(Why::ShiftTooFar),
    }
}

/// Applies `then` to a quotient or remainder; undefined behaviour if there is none.
#[inline(always)]
fn divided<N>(result: Option<N>, then: impl FnOnce(N) -> Outcome<N>) -> Outcome<N> {
    match result {
        Some(result) => then(result),
        None => Undefined(Why::DivisionByZero),
    }
}

/// The result of `icmp` on two integers of the same width.
#[inline(always)]
pub fn icmp<N: Integer>(predicate: IntPredicate, same_sign: bool, a: &N, b: &N) -> Outcome<bool> {
    if same_sign && a.is_negative() != b.is_negative() {
        return Poison(Why::SignsDiffer);
    }
    let order = if predicate.is_signed() { a.scmp(b) } else { a.ucmp(b) };
    Value(match predicate {
        IntPredicate::Eq => order.is_eq(),
        IntPredicate::Ne => order.is_ne(),
        IntPredicate::Ugt | IntPredicate::Sgt => order.is_gt(),
        IntPredicate::Uge | IntPredicate::Sge => order.is_ge(),
        IntPredicate::Ult | IntPredicate::Slt => order.is_lt(),
        IntPredicate::Ule | IntPredicate::Sle => order.is_le(),
    })
}

/// The result of `trunc`, `zext` or `sext` to `width`.
#[inline(always)]
pub fn cast<N: Integer>(op: CastOp, flags: IntFlags, value: &N, width: u32) -> Outcome<N> {
    match op {
        CastOp::Trunc => wrapping(
            flags,
            || value.zext_or_trunc(width),
            || value.active_bits() > width,
            || value.min_signed_bits() > width,
        ),
        CastOp::ZExt => not_negative(flags, value, || value.zext_or_trunc(width)),
        CastOp::SExt => Value(value.sext_or_trunc(width)),
        _ => Undefined(Why::WrongOperands),
    }
}

/// `result`, or poison if the operand is negative despite `nneg`.
#[inline(always)]
pub fn not_negative<N: Integer, T>(flags: IntFlags, value: &N, result: impl FnOnce() -> T) -> Outcome<T> {
    if flags.contains(IntFlags::NNEG) && value.is_negative() { Poison(Why::Negative) } else { Value(result()) }
}
