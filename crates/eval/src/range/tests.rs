//! Every operation on every pair of ranges of three bits: each result of integers of the ranges must be in the result.

use super::*;
use crate::{BinaryOp, CastOp, IntFlags, fold};

fn all(width: u32) -> impl Iterator<Item = Int> {
    (0..1 << width).map(move |n| Int::new(width, n))
}

fn ranges(width: u32) -> Vec<ConstantRange> {
    let mut ranges = vec![ConstantRange::empty(width), ConstantRange::full(width)];
    for lower in all(width) {
        ranges.extend(all(width).filter(|upper| *upper != lower).map(|upper| ConstantRange::new(lower.clone(), upper)));
    }
    ranges
}

fn members(range: &ConstantRange) -> Vec<Int> {
    all(range.width()).filter(|n| range.contains(n)).collect()
}

#[test]
fn sets_have_the_integers_of_both_or_either() {
    for (a, b) in ranges(3).iter().flat_map(|a| ranges(3).into_iter().map(move |b| (a.clone(), b))) {
        let contains_all = all(3).all(|n| a.contains(&n) || !b.contains(&n));
        assert_eq!(a.contains_all(&b), contains_all, "{a} {b}");
        assert_eq!(a.is_smaller_than(&b), members(&a).len() < members(&b).len(), "{a} {b}");
        for by in [Preferred::Smallest, Preferred::Unsigned, Preferred::Signed] {
            let (both, either) = (a.intersect(&b, by), a.union(&b, by));
            for n in all(3) {
                assert!(both.contains(&n) || !(a.contains(&n) && b.contains(&n)), "{a} and {b}: {both}");
                assert!(either.contains(&n) || !(a.contains(&n) || b.contains(&n)), "{a} or {b}: {either}");
            }
        }
        let is_interval = |set: &[Int]| ranges(3).iter().any(|range| members(range) == set);
        let both: Vec<Int> = all(3).filter(|n| a.contains(n) && b.contains(n)).collect();
        let either: Vec<Int> = all(3).filter(|n| a.contains(n) || b.contains(n)).collect();
        let exact = a.exact_intersection(&b).map(|range| members(&range));
        assert_eq!(exact, is_interval(&both).then_some(both), "{a} and {b}");
        let exact = a.exact_union(&b).map(|range| members(&range));
        assert_eq!(exact, is_interval(&either).then_some(either), "{a} or {b}");
        for &predicate in IntPredicate::ALL {
            let holds = |x: &Int, y: &Int| fold::icmp(predicate, IntFlags::empty(), x, y).value() == Some(true);
            if let Some(result) = a.compare(predicate, &b) {
                for (x, y) in members(&a).iter().flat_map(|x| members(&b).into_iter().map(move |y| (x.clone(), y))) {
                    assert_eq!(holds(&x, &y), result, "{a} {predicate} {b}");
                }
            }
            let allowed = a.allowed(predicate);
            assert!(all(3).all(|x| allowed.contains(&x) || !members(&a).iter().any(|y| holds(&x, y))));
            if let Some(n) = a.single() {
                let satisfying = ConstantRange::satisfying(predicate, n);
                assert!(all(3).all(|x| satisfying.contains(&x) == holds(&x, n)), "{predicate} {a}: {satisfying}");
            }
        }
    }
}

#[test]
fn comparisons_describe_their_range() {
    for range in ranges(3) {
        let (predicate, n, offset) = range.as_compare();
        for x in all(3) {
            let holds = fold::icmp(predicate, IntFlags::empty(), &x.add(&offset), &n).value() == Some(true);
            assert_eq!(holds, range.contains(&x), "{range}");
        }
        assert_eq!(range.inverse().inverse(), range);
        let (zero, one) = range.known_bits();
        let known = ConstantRange::of_known_bits(&zero, &one, false);
        assert!(known.contains_all(&range), "{range}");
    }
}

#[test]
fn operations_have_all_results() {
    let flags = [IntFlags::empty(), IntFlags::NUW, IntFlags::NSW, IntFlags::NUW | IntFlags::NSW];
    for width in 1..=3 {
        for (a, b) in ranges(width).iter().flat_map(|a| ranges(width).into_iter().map(move |b| (a.clone(), b))) {
            for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
                let wraps = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
                for &flags in if wraps { &flags[..] } else { &flags[..1] } {
                    let result = a.binary(op, flags, &b);
                    for (x, y) in members(&a).iter().flat_map(|x| members(&b).into_iter().map(move |y| (x, y))) {
                        if let Some(n) = fold::int_binary(op, flags, x, &y).value() {
                            assert!(result.contains(&n), "{op} {flags:?} {a} {b} = {result}: {x:?} {y:?} {n:?}");
                        } else if let IntFlags::NUW | IntFlags::NSW = flags
                            && fold::int_binary(op, IntFlags::empty(), x, &y).value().is_some()
                        {
                            let is_signed = flags == IntFlags::NSW;
                            assert!(!a.never_overflows(op, is_signed, &b), "{op} {flags:?} {a} {b}: {x:?} {y:?}");
                        }
                    }
                }
            }
            type Pick = (fn(&ConstantRange, &ConstantRange) -> ConstantRange, fn(&Int, &Int) -> bool);
            let picks: [Pick; 4] = [
                (ConstantRange::umin, |x, y| x.ucmp(y).is_lt()),
                (ConstantRange::umax, |x, y| x.ucmp(y).is_gt()),
                (ConstantRange::smin, |x, y| x.scmp(y).is_lt()),
                (ConstantRange::smax, |x, y| x.scmp(y).is_gt()),
            ];
            for (of, is_first) in picks {
                let result = of(&a, &b);
                for (x, y) in members(&a).iter().flat_map(|x| members(&b).into_iter().map(move |y| (x, y))) {
                    assert!(result.contains(if is_first(x, &y) { x } else { &y }), "{a} {b} = {result}");
                }
            }
        }
    }
}

#[test]
fn casts_and_counts_have_all_results() {
    for range in ranges(3) {
        let of = |result: &ConstantRange, f: &dyn Fn(&Int) -> Option<Int>| {
            for x in members(&range) {
                assert!(f(&x).is_none_or(|n| result.contains(&n)), "{range} = {result}: {x:?}");
            }
        };
        for (op, width) in [(CastOp::ZExt, 5), (CastOp::SExt, 5), (CastOp::Trunc, 2), (CastOp::Trunc, 1)] {
            let flags = [IntFlags::empty(), IntFlags::NUW, IntFlags::NSW];
            for &flags in if op == CastOp::Trunc { &flags[..] } else { &flags[..1] } {
                of(&range.cast(op, flags, width), &|x| {
                    let to = crate::ScalarType::Int(width);
                    match fold::cast(op, flags, &x.clone().into(), to).value() {
                        Some(crate::Scalar::Int(n)) => Some(n),
                        _ => None,
                    }
                });
            }
        }
        for is_poison in [false, true] {
            of(&range.abs(is_poison), &|x| (!is_poison || !x.is_min_signed()).then(|| x.abs()));
            let count = |x: &Int, n: u32| (!is_poison || !x.is_zero()).then(|| Int::new(3, n.into()));
            of(&range.leading_zeros(is_poison), &|x| count(x, x.leading_zeros()));
            of(&range.trailing_zeros(is_poison), &|x| count(x, x.trailing_zeros()));
        }
        of(&range.population_count(), &|x| Some(Int::new(3, x.count_ones().into())));
    }
}
