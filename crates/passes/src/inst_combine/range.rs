//! Sets of integers that are one interval, possibly across the end of the numbers: LLVM's `ConstantRange`.

use lindworm_ir::eval::{Int, IntPredicate};

/// The integers from `lower` up to, but without, `upper`, neither none nor all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    pub lower: Int,
    pub upper: Int,
}

impl Range {
    fn new(lower: Int, upper: Int) -> Option<Range> {
        (lower != upper).then_some(Range { lower, upper })
    }

    /// The integers `x` for which `x predicate n` holds; `None` if these are none or all.
    pub fn of(predicate: IntPredicate, n: &Int) -> Option<Range> {
        use IntPredicate::*;
        let width = n.width();
        let (zero, min, next) = (Int::zero(width), Int::min_signed(width), n.add(&Int::one(width)));
        match predicate {
            Eq => Range::new(n.clone(), next),
            Ne => Range::new(next, n.clone()),
            Ult => Range::new(zero, n.clone()),
            Ule => Range::new(zero, next),
            Ugt => Range::new(next, zero),
            Uge => Range::new(n.clone(), zero),
            Slt => Range::new(min, n.clone()),
            Sle => Range::new(min, next),
            Sgt => Range::new(next, min),
            Sge => Range::new(n.clone(), min),
        }
    }

    /// All other integers.
    pub fn inverse(self) -> Range {
        Range { lower: self.upper, upper: self.lower }
    }

    /// Each integer minus `n`.
    pub fn minus(self, n: &Int) -> Range {
        Range { lower: self.lower.sub(n), upper: self.upper.sub(n) }
    }

    /// The number of integers.
    pub fn len(&self) -> Int {
        self.upper.sub(&self.lower)
    }

    /// Whether it extends across the end of the unsigned integers.
    pub fn is_wrapped(&self) -> bool {
        self.lower.ucmp(&self.upper).is_gt() && !self.upper.is_zero()
    }

    fn contains(&self, n: &Int) -> bool {
        n.sub(&self.lower).ucmp(&self.len()).is_lt()
    }

    /// The union, if it is an interval that is not all integers.
    pub fn union(&self, other: &Range) -> Option<Range> {
        for (a, b) in [(self, other), (other, self)] {
            // The other one starts in this one, or immediately behind.
            if a.contains(&b.lower) || b.lower == a.upper {
                let reach = b.lower.sub(&a.lower);
                let (end, wraps) = reach.uadd_overflow(&b.len());
                if wraps {
                    return None;
                }
                let upper = if end.ucmp(&a.len()).is_gt() { b.upper.clone() } else { a.upper.clone() };
                // The end of the other one may be in this one again, across the end of the numbers.
                return Range::new(a.lower.clone(), upper);
            }
        }
        None
    }

    /// The comparison of `x + offset` that is true for these integers.
    pub fn as_compare(&self) -> (IntPredicate, Int, Int) {
        use IntPredicate::*;
        let width = self.lower.width();
        let (lower, upper, zero) = (&self.lower, &self.upper, Int::zero(width));
        if self.len().is_one() {
            (Eq, lower.clone(), zero)
        } else if self.len().is_all_ones() {
            (Ne, upper.clone(), zero)
        } else if lower.is_zero() {
            (Ult, upper.clone(), zero)
        } else if lower.is_min_signed() {
            (Slt, upper.clone(), zero)
        } else if upper.is_zero() {
            (Uge, lower.clone(), zero)
        } else if upper.is_min_signed() {
            (Sge, lower.clone(), zero)
        } else {
            (Ult, self.len(), lower.neg())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_the_integers_of_their_comparisons() {
        let all = || (0..8).map(|n| Int::new(3, n));
        let holds =
            |p, a: &Int, b: &Int| lindworm_ir::eval::fold::icmp(p, Default::default(), a, b).value() == Some(true);
        let mut ranges = Vec::new();
        for (predicate, n) in IntPredicate::ALL.iter().flat_map(|&p| all().map(move |n| (p, n))) {
            let expected: Vec<Int> = all().filter(|x| holds(predicate, x, &n)).collect();
            match Range::of(predicate, &n) {
                None => assert!(expected.is_empty() || expected.len() == 8),
                Some(range) => {
                    assert_eq!(all().filter(|x| range.contains(x)).collect::<Vec<_>>(), expected);
                    let (p, c, offset) = range.as_compare();
                    assert_eq!(all().filter(|x| holds(p, &x.add(&offset), &c)).collect::<Vec<_>>(), expected);
                    ranges.push(range);
                }
            }
        }
        for (lower, upper) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            ranges.extend(Range::new(Int::new(3, lower), Int::new(3, upper)));
        }
        for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
            if let Some(union) = a.union(b) {
                assert!(all().all(|x| union.contains(&x) == (a.contains(&x) || b.contains(&x))), "{a:?} {b:?}");
            }
        }
    }
}
