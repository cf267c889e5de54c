//! Comparisons of expressions that always hold.

use lindworm_analysis::Loop;
use lindworm_ir::eval::{Int, IntPredicate};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

/// Whether a comparison holds of equal operands.
pub(super) fn holds_if_equal(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, Eq | Ule | Uge | Sle | Sge)
}

impl ScalarEvolution<'_> {
    pub(crate) fn is_non_negative(&mut self, s: Scev) -> bool {
        self.range(s, true).is_all_non_negative()
    }

    pub(crate) fn is_non_positive(&mut self, s: Scev) -> bool {
        let max = self.range(s, true).signed_max();
        max.is_zero() || max.is_negative()
    }

    pub(crate) fn is_known_negative(&mut self, s: Scev) -> bool {
        self.range(s, true).signed_max().is_negative()
    }

    pub(crate) fn is_known_positive(&mut self, s: Scev) -> bool {
        let min = self.range(s, true).signed_min();
        !min.is_negative() && !min.is_zero()
    }

    pub(crate) fn is_known_non_zero(&mut self, s: Scev) -> bool {
        !self.range(s, false).unsigned_min().is_zero()
            || !self.range(s, true).contains(&Int::zero(self.width(s)))
            || matches!(*self.kind(s), Kind::Unknown(value) if self.query.is_non_zero(value))
    }

    /// Whether a comparison holds, by ranges, flags and the rules of minimum and maximum only.
    pub(crate) fn is_known_simply(&mut self, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.width(a) != self.width(b) {
            return false;
        }
        if a == b {
            return holds_if_equal(predicate);
        }
        use IntPredicate::*;
        if matches!(predicate, Eq | Ne) {
            for is_signed in [false, true] {
                let other = self.range(b, is_signed);
                if self.range(a, is_signed).compare(predicate, &other) == Some(true) {
                    return true;
                }
            }
            if predicate == Ne && self.is_pointer(a) == self.is_pointer(b) {
                let difference = self.minus(a, b, Wrap::empty());
                return difference.is_some_and(|difference| self.is_known_non_zero(difference));
            }
            return false;
        }
        let other = self.range(b, predicate.is_signed());
        if self.range(a, predicate.is_signed()).compare(predicate, &other) == Some(true) {
            return true;
        }
        let (a, b, predicate) = match predicate {
            Sgt | Sge | Ugt | Uge => (b, a, predicate.swapped()),
            _ => (a, b, predicate),
        };
        if matches!(predicate, Sle | Ule) {
            // min(a, x) <= a <= max(a, x)
            let (min, max) = if predicate == Sle { (MinMax::SMin, MinMax::SMax) } else { (MinMax::UMin, MinMax::UMax) };
            if matches!(self.kind(a), Kind::MinMax(op, operands) if *op == min && operands.contains(&b))
                || matches!(self.kind(b), Kind::MinMax(op, operands) if *op == max && operands.contains(&a))
            {
                return true;
            }
            // A zero extension is not below its sign extension, as a signed integer.
            match (self.kind(a), self.kind(b), predicate) {
                (Kind::SExt(x), Kind::ZExt(y), Sle) | (Kind::ZExt(x), Kind::SExt(y), Ule) if x == y => return true,
                _ => {}
            }
        }
        self.is_known_by_flags(predicate, a, b)
    }

    /// Whether `x + c1 < x + c2` (or `<=`) because the sums do not overflow.
    fn is_known_by_flags(&mut self, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        use IntPredicate::*;
        let flag = if predicate.is_signed() { Wrap::NSW } else { Wrap::NUW };
        let parts = |this: &Self, s: Scev| -> (Vec<Scev>, Int, bool) {
            let width = this.width(s);
            match this.kind(s) {
                Kind::Add(operands) => match this.as_constant(operands[0]) {
                    Some(constant) => (operands[1..].to_vec(), constant.clone(), this.flags(s).contains(flag)),
                    None => (vec![s], Int::zero(width), true),
                },
                _ => (vec![s], Int::zero(width), true),
            }
        };
        let ((x, c1, first_is_fine), (y, c2, second_is_fine)) = (parts(self, a), parts(self, b));
        if !first_is_fine || !second_is_fine {
            return false;
        }
        // `a` may be a sum itself, of which `b` is the sum with a constant.
        let is_same = x == y
            || matches!(self.kind(a), Kind::Add(all) if all[..] == y[..] && c2 != Int::zero(c2.width()))
                && c1.is_zero();
        if !is_same {
            return false;
        }
        match predicate {
            Slt => c1.scmp(&c2).is_lt(),
            Sle => c1.scmp(&c2).is_le(),
            Ult => c1.ucmp(&c2).is_lt(),
            Ule => c1.ucmp(&c2).is_le(),
            _ => false,
        }
    }

    /// Whether a comparison holds wherever both expressions are defined.
    pub fn is_known(&mut self, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.is_known_simply(predicate, a, b) {
            return true;
        }
        self.is_known_by_induction(predicate, a, b)
    }

    /// Whether a comparison of a recurrence holds in the first iteration, and with the next value whenever the back edge is taken.
    fn is_known_by_induction(&mut self, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.proofs > 3 {
            return false;
        }
        let of = match (self.affine(a), self.affine(b)) {
            (Some((_, _, x)), Some((_, _, y))) if x != y => return false,
            (Some((.., of)), _) | (_, Some((.., of))) => of,
            _ => return false,
        };
        let (Some((first_a, next_a)), Some((first_b, next_b))) =
            (self.first_and_next(a, of), self.first_and_next(b, of))
        else {
            return false;
        };
        self.proofs += 1;
        let result = self.is_available_at_entry(first_a, of)
            && self.is_available_at_entry(first_b, of)
            && self.is_backedge_guarded(of, predicate, next_a, next_b)
            && self.is_entry_guarded(of, predicate, first_a, first_b);
        self.proofs -= 1;
        result
    }

    /// The value of an expression in the first iteration, and in the iteration after.
    fn first_and_next(&mut self, s: Scev, of: Loop) -> Option<(Scev, Scev)> {
        match self.affine(s) {
            Some((start, _, own)) if own == of => Some((start, self.next_of(s))),
            _ if self.is_invariant(s, of) => Some((s, s)),
            _ => None,
        }
    }

    /// The value of a recurrence after the next increment.
    pub(crate) fn next_of(&mut self, s: Scev) -> Scev {
        let Kind::AddRec(operands, of) = self.kind(s).clone() else { return s };
        let mut new: Vec<Scev> = Vec::new();
        for pair in operands.windows(2) {
            new.push(self.add(pair[0], pair[1]));
        }
        new.extend(operands.last());
        self.add_rec(&new, of, Wrap::empty())
    }

    /// Whether a comparison of a recurrence with an expression that does not change holds in every iteration.
    pub(crate) fn is_known_on_every_iteration(
        &mut self,
        predicate: IntPredicate,
        rec: Scev,
        other: Scev,
        of: Loop,
    ) -> bool {
        let Some((start, _, own)) = self.affine(rec) else { return false };
        if own != of || !self.is_available_at_entry(start, of) {
            return false;
        }
        let next = self.next_of(rec);
        self.is_entry_guarded(of, predicate, start, other) && self.is_backedge_guarded(of, predicate, next, other)
    }
}
