//! Integer intrinsics on values with undef bits.

use smallvec::SmallVec;

use super::range::{Order, combinations, monotonic};
use super::{Bits, each_choice, icmp, product, select, sum, worst};
use crate::integer::Integer;
use crate::intrinsic::Intrinsic::{self, *};
use crate::intrinsic::{fixed_point, integer};
use crate::ops::IntPredicate;
use crate::outcome::Outcome::{self, Value};

/// The order of results in which an intrinsic is monotonic in each operand, as long as no operand changes its sign.
fn order(intrinsic: Intrinsic) -> Option<Order> {
    Some(match intrinsic {
        SMax | SMin | SCmp | UCmp | SAddSat | SSubSat | SShlSat => Order::Signed,
        SMulFix | SMulFixSat | SDivFix | SDivFixSat => Order::Signed,
        UMax | UMin | UAddSat | USubSat | UShlSat | CtLz | Abs => Order::Unsigned,
        UMulFix | UMulFixSat | UDivFix | UDivFixSat => Order::Unsigned,
        _ => return None,
    })
}

/// The result of an integer intrinsic with a result of `width` bits; and whether it overflows, an `i1`, for intrinsics with
/// two results.
///
/// Exact as described [above](super), with these exceptions:
/// - A product, with or without overflow, is as for `mul`.
/// - For `abs`, minimum and maximum, if the selected value is not certain, the bits that may differ are undef.
/// - All bits of `clmul` are undef.
/// - For the others, except funnel shifts, `bswap`, `bitreverse`, and sums and differences with overflow, the known bits
///   are those on which the minimum and the maximum result agree.
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
            // For an amount modulo a power of two, only the low bits matter.
            let counts = if width.is_power_of_two() { N::new(width, u64::from(width) - 1) } else { N::all_ones(width) };
            each_choice(&amount.each(|it| it.and(&counts)), by).unwrap_or_else(|| Bits::undef(width))
        }
        (CtPop | CtTz, [a, ..]) => {
            let count = |it: &N| {
                N::new(width, u64::from(if intrinsic == CtPop { it.count_ones() } else { it.trailing_zeros() }))
            };
            let (zeros, ones) = (count(a.zeros()), count(&a.ones()));
            // Zero, whose count is the width, is not a choice if it would be poison.
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
