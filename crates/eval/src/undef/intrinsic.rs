//! Undef bits through the intrinsics on integers.

use smallvec::SmallVec;

use super::range::{Order, combinations, monotonic};
use super::{Bits, each_choice, icmp, product, select, sum, worst};
use crate::integer::Integer;
use crate::intrinsic::Intrinsic::{self, *};
use crate::intrinsic::{fixed_point, integer};
use crate::ops::IntPredicate;
use crate::outcome::Outcome::{self, Value};

/// In which order of its results an intrinsic rises or falls with each of its operands, as long as none of these changes
/// its sign.
fn order(intrinsic: Intrinsic) -> Option<Order> {
    Some(match intrinsic {
        SMax | SMin | SCmp | UCmp | SAddSat | SSubSat | SShlSat => Order::Signed,
        SMulFix | SMulFixSat | SDivFix | SDivFixSat => Order::Signed,
        UMax | UMin | UAddSat | USubSat | UShlSat | CtLz | Abs => Order::Unsigned,
        UMulFix | UMulFixSat | UDivFix | UDivFixSat => Order::Unsigned,
        _ => return None,
    })
}

/// What an intrinsic on integers gives, where its result has `width` bits; and whether it overflows, an `i1`, which is of
/// use for those with two results.
///
/// Exact, as said [above](super), but that
/// - a product with or without overflow is as that of `mul`;
/// - for `abs` and the extremes, of which it is not certain which of two values it is, those bits are undef that may differ;
/// - all bits of `clmul` are undef;
/// - of the others but funnel shifts, `bswap`, `bitreverse`, sums and differences with overflow, bits are known as far as the
///   least and the largest result agree.
pub fn intrinsic<N: Integer>(intrinsic: Intrinsic, width: u32, operands: &[Bits<N>]) -> Outcome<(Bits<N>, Bits<N>)> {
    let compute = |operands: &[N]| {
        let fixed_point = matches!(
            intrinsic,
            SMulFix | UMulFix | SMulFixSat | UMulFixSat | SDivFix | UDivFix | SDivFixSat | UDivFixSat
        );
        if fixed_point {
            let ints: SmallVec<[_; 3]> = operands.iter().map(N::to_int).collect();
            if let Some(outcome) = fixed_point::evaluate(intrinsic, &ints) {
                return outcome.map(|it| (N::from_int(&it), false));
            }
        }
        integer::evaluate(intrinsic, width, operands)
    };
    let bool = |it: bool| Bits::from(N::new(1, it.into()));
    if operands.iter().all(Bits::is_defined) {
        let operands: SmallVec<[N; 3]> = operands.iter().map(|it| it.value.clone()).collect();
        return compute(&operands).map(|(value, overflow)| (value.into(), bool(overflow)));
    }
    let extremes: SmallVec<[_; 3]> = operands.iter().map(Bits::extremes).collect();
    let (mut overflows, mut fits) = (false, false);
    let outcomes = combinations(&extremes).map(|it| compute(&it));
    let noted = outcomes.inspect(|it| {
        if let Value((_, overflow)) = it {
            overflows |= overflow;
            fits |= !overflow;
        }
    });
    if let Some(worst) = worst(noted) {
        return worst;
    }
    let holds =
        |predicate, a: &Bits<N>, b: &Bits<N>| icmp(predicate, false, a, b).value().unwrap_or_else(|| Bits::undef(1));
    let ranges = |order, must_fit: bool| {
        let operands: SmallVec<[_; 3]> = operands.iter().map(Bits::ranges).collect();
        let fitting = |(value, overflow): (N, bool)| (!(must_fit && overflow)).then_some(value);
        monotonic(order, &operands, |it| compute(it).value().and_then(fitting))
    };
    let bits = match (intrinsic, operands) {
        (SAddWithOverflow, [a, b]) => sum(a, b, false).within_any(ranges(Order::Signed, true)),
        (UAddWithOverflow, [a, b]) => sum(a, b, false).within_any(ranges(Order::Unsigned, true)),
        (SSubWithOverflow, [a, b]) => sum(a, &b.not(), true).within_any(ranges(Order::Signed, true)),
        (USubWithOverflow, [a, b]) => sum(a, &b.not(), true).within_any(ranges(Order::Unsigned, true)),
        (SMulWithOverflow, [a, b]) => product(a, b).within_any(ranges(Order::Signed, true)),
        (UMulWithOverflow, [a, b]) => product(a, b).within_any(ranges(Order::Unsigned, true)),
        (BSwap | BitReverse, [a]) => {
            a.each(|it| compute(std::slice::from_ref(it)).value().map_or(it.clone(), |it| it.0))
        }
        (FShl | FShr, [a, b, amount]) => {
            let by = |amount: u64| {
                let shifted = |a: &N, b: &N| compute(&[a.clone(), b.clone(), N::new(width, amount)]).value();
                match (shifted(&a.value, &b.value), shifted(&a.undef, &b.undef)) {
                    (Some((value, _)), Some((undef, _))) => Bits::new(value, undef),
                    _ => Bits::undef(width),
                }
            };
            // Of an amount modulo a power of two, only the low bits count.
            let counts = if width.is_power_of_two() { N::new(width, u64::from(width) - 1) } else { N::all_ones(width) };
            each_choice(&amount.each(|it| it.and(&counts)), by).unwrap_or_else(|| Bits::undef(width))
        }
        (CtPop | CtTz, [a, ..]) => {
            let count = |it: &N| {
                N::new(width, u64::from(if intrinsic == CtPop { it.count_ones() } else { it.trailing_zeros() }))
            };
            let (zeros, ones) = (count(a.zeros()), count(&a.ones()));
            // Zero, of which there may be as many zeros as bits, is none of the choices where it would be poison.
            let zeros = match intrinsic {
                CtTz if a.zeros().is_zero() && !a.may_be(a.zeros()) => {
                    N::new(width, u64::from(a.ones().active_bits() - 1))
                }
                _ => zeros,
            };
            let (least, most) = if intrinsic == CtPop { (zeros, ones) } else { (ones, zeros) };
            Bits::undef(width).within(&Order::Unsigned.range(&least, &most))
        }
        (Abs, [a, _]) => {
            let zero = Bits::from(N::new(width, 0));
            select(&holds(IntPredicate::Slt, a, &zero), &sum(&zero, &a.not(), true), a)
        }
        (SMax, [a, b]) => select(&holds(IntPredicate::Sge, a, b), a, b),
        (SMin, [a, b]) => select(&holds(IntPredicate::Sle, a, b), a, b),
        (UMax, [a, b]) => select(&holds(IntPredicate::Uge, a, b), a, b),
        (UMin, [a, b]) => select(&holds(IntPredicate::Ule, a, b), a, b),
        _ => Bits::undef(width),
    };
    let value = bits.within_any(order(intrinsic).and_then(|order| ranges(order, false)));
    Value((value, if overflows && fits { Bits::undef(1) } else { bool(overflows) }))
}
