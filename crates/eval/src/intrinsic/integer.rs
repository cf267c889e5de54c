//! Integer intrinsics: minimum and maximum, overflow, saturation, bits.

use std::cmp::Ordering;

use super::Intrinsic::{self, *};
use crate::integer::{Integer, shift};
use crate::outcome::{
    Outcome::{self, Poison, Undefined, Value},
    Why,
};

/// The result of an integer intrinsic and, if it has two results, whether it overflows.
///
/// `width` is the width of the result. A flag as the last operand is set if it is not zero.
#[inline(always)]
pub(crate) fn evaluate<N: Integer>(intrinsic: Intrinsic, width: u32, operands: &[N]) -> Outcome<(N, bool)> {
    let value = |value: N| Value((value, false));
    let either = |first: bool, a: &N, b: &N| value(if first { a } else { b }.clone());
    let count = |count: u32| value(N::new(width, count.into()));
    let sign = |order: Ordering| value(N::new(2, order as i8 as u64).sext_or_trunc(width));
    match (intrinsic, operands) {
        (Abs, [a, min_is_poison]) if a.is_min_signed() && !min_is_poison.is_zero() => Poison(Why::SmallestSigned),
        (Abs, [a, _]) => either(a.is_negative(), &N::new(a.width(), 0).sub(a), a),
        (SMax, [a, b]) => either(a.scmp(b).is_ge(), a, b),
        (SMin, [a, b]) => either(a.scmp(b).is_le(), a, b),
        (UMax, [a, b]) => either(a.ucmp(b).is_ge(), a, b),
        (UMin, [a, b]) => either(a.ucmp(b).is_le(), a, b),
        (SCmp, [a, b]) => sign(a.scmp(b)),
        (UCmp, [a, b]) => sign(a.ucmp(b)),

        (SAddWithOverflow, [a, b]) => Value(a.sadd_overflow(b)),
        (UAddWithOverflow, [a, b]) => Value(a.uadd_overflow(b)),
        (SSubWithOverflow, [a, b]) => Value(a.ssub_overflow(b)),
        (USubWithOverflow, [a, b]) => Value(a.usub_overflow(b)),
        (SMulWithOverflow, [a, b]) => Value(a.smul_overflow(b)),
        (UMulWithOverflow, [a, b]) => Value(a.umul_overflow(b)),

        (SAddSat, [a, b]) => value(saturated(a.sadd_overflow(b), signed_limit(a))),
        (UAddSat, [a, b]) => value(saturated(a.uadd_overflow(b), N::all_ones(width))),
        (SSubSat, [a, b]) => value(saturated(a.ssub_overflow(b), signed_limit(a))),
        (USubSat, [a, b]) => value(saturated(a.usub_overflow(b), N::new(width, 0))),
        (SShlSat, [a, b]) => shift(a, b, |n| value(saturated(a.sshl_overflow(n), signed_limit(a)))),
        (UShlSat, [a, b]) => shift(a, b, |n| value(saturated(a.ushl_overflow(n), N::all_ones(width)))),

        (FShl, [a, b, amount]) => {
            let amount = modulo_width(amount);
            value(a.shl(amount).or(&b.lshr(width.wrapping_sub(amount))))
        }
        (FShr, [a, b, amount]) => {
            let amount = modulo_width(amount);
            value(a.shl(width.wrapping_sub(amount)).or(&b.lshr(amount)))
        }
        (BSwap, [a]) => value(a.bswap()),
        (BitReverse, [a]) => value(a.bitreverse()),
        (CtPop, [a]) => count(a.count_ones()),
        (CtLz | CtTz, [a, zero_is_poison]) if a.is_zero() && !zero_is_poison.is_zero() => Poison(Why::Zero),
        (CtLz, [a, _]) => count(a.leading_zeros()),
        (CtTz, [a, _]) => count(a.trailing_zeros()),
        (ClMul, [a, b]) => value(a.clmul(b)),
        _ => Undefined(Why::WrongOperands),
    }
}

/// The saturated result of a signed overflow with the sign of `a`.
#[inline(always)]
fn signed_limit<N: Integer>(a: &N) -> N {
    let min = N::min_signed(a.width());
    if a.is_negative() { min } else { min.not() }
}

#[inline(always)]
fn saturated<N>((value, overflow): (N, bool), limit: N) -> N {
    if overflow { limit } else { value }
}

/// A shift amount modulo the width.
#[inline(always)]
pub(crate) fn modulo_width<N: Integer>(amount: &N) -> u32 {
    let width = amount.width();
    let amount = amount.urem(&N::new(width, width.into()));
    amount.and_then(|it| it.to_u64()).map_or(0, |it| it as u32)
}
