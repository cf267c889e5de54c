//! Undef bits through the intrinsics on integers.

use smallvec::SmallVec;

use super::{Bits, each_choice, icmp, product, select, sum, worst};
use crate::fold::Outcome::{self, Value};
use crate::integer::Integer;
use crate::intrinsic::Intrinsic::{self, *};
use crate::intrinsic::integer;
use crate::ops::IntPredicate;

/// What an intrinsic on integers gives, where its result has `width` bits; and whether it overflows, an `i1`, which is of
/// use for those with two results.
///
/// Exact, as said [above](super), but that
/// - a product with or without overflow is as that of `mul`;
/// - for `abs` and the extremes, of which it is not certain which of two values it is, those bits are undef that may differ;
/// - of the others but funnel shifts, `bswap`, `bitreverse`, sums and differences with overflow, all bits are undef unless
///   all choices give one value, and of `clmul` always.
pub fn intrinsic<N: Integer>(intrinsic: Intrinsic, width: u32, operands: &[Bits<N>]) -> Outcome<(Bits<N>, Bits<N>)> {
    let compute = |operands: &[N]| integer::evaluate(intrinsic, width, operands);
    let bool = |it: bool| Bits::from(N::new(1, it.into()));
    if operands.iter().all(Bits::is_defined) {
        let operands: SmallVec<[N; 3]> = operands.iter().map(|it| it.value.clone()).collect();
        return compute(&operands).map(|(value, overflow)| (value.into(), bool(overflow)));
    }
    let outcomes: SmallVec<[_; 25]> = combinations(operands).map(|it| compute(&it)).collect();
    if let Some(worst) = worst(outcomes.iter().cloned()) {
        return worst;
    }
    let mut values = outcomes.into_iter().filter_map(Outcome::value);
    let Some((first, overflow)) = values.next() else {
        return Value((Bits::undef(width), Bits::undef(1)));
    };
    let (one_value, one_overflow) =
        values.fold((true, true), |(one, agree), it| (one && it.0 == first, agree && it.1 == overflow));

    let holds =
        |predicate, a: &Bits<N>, b: &Bits<N>| icmp(predicate, false, a, b).value().unwrap_or_else(|| Bits::undef(1));
    let value = match (intrinsic, operands) {
        (SAddWithOverflow | UAddWithOverflow, [a, b]) => sum(a, b, false),
        (SSubWithOverflow | USubWithOverflow, [a, b]) => sum(a, &b.not(), true),
        (SMulWithOverflow | UMulWithOverflow, [a, b]) => product(a, b),
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
        (ClMul, _) => Bits::undef(width),
        (Abs, [a, _]) => {
            let zero = Bits::from(N::new(width, 0));
            select(&holds(IntPredicate::Slt, a, &zero), &sum(&zero, &a.not(), true), a)
        }
        _ if one_value => first.into(),
        (SMax, [a, b]) => select(&holds(IntPredicate::Sge, a, b), a, b),
        (SMin, [a, b]) => select(&holds(IntPredicate::Sle, a, b), a, b),
        (UMax, [a, b]) => select(&holds(IntPredicate::Uge, a, b), a, b),
        (UMin, [a, b]) => select(&holds(IntPredicate::Ule, a, b), a, b),
        _ => Bits::undef(width),
    };
    Value((value, if one_overflow { bool(overflow) } else { Bits::undef(1) }))
}

/// The extremes of each operand with those of the others.
fn combinations<N: Integer>(operands: &[Bits<N>]) -> impl Iterator<Item = SmallVec<[N; 3]>> {
    let extremes: SmallVec<[_; 3]> = operands.iter().map(Bits::extremes).collect();
    let count = 5usize.pow(operands.len().min(3) as u32);
    (0..count).map(move |mut number| {
        let pick = |extremes: &[N; 5]| {
            let picked = extremes[number % 5].clone();
            number /= 5;
            picked
        };
        extremes.iter().map(pick).collect()
    })
}
