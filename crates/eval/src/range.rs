//! Ranges of integers: LLVM's `ConstantRange`.
//!
//! A [`ConstantRange`] is a set of integers of one width that is an interval, possibly across the end of the numbers. Results are
//! LLVM's: where a set is not an interval, an interval that contains it.

mod arithmetic;
#[cfg(test)]
mod tests;

use crate::{Int, IntPredicate};

/// The integers from `lower` up to, but without, `upper`, modulo 2^width. Two equal bounds stand for all integers if the bounds are
/// the maximum, and for none if they are zero.
///
/// ```
/// use lindworm_eval::{ConstantRange, Int, IntPredicate};
///
/// let below_ten = ConstantRange::satisfying(IntPredicate::Ult, &Int::new(8, 10));
/// let sum = below_ten.add(&below_ten);
/// assert_eq!(sum, ConstantRange::new(Int::new(8, 0), Int::new(8, 19)));
/// assert_eq!(sum.compare(IntPredicate::Ult, &Int::new(8, 100).into()), Some(true));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantRange {
    lower: Int,
    upper: Int,
}

/// Which of two intervals to prefer, if both contain the set and neither contains the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preferred {
    /// The smaller one.
    Smallest,
    /// One that does not wrap around as an unsigned interval.
    Unsigned,
    /// One that does not wrap around as a signed interval.
    Signed,
}

impl From<Int> for ConstantRange {
    /// The set of one integer.
    fn from(value: Int) -> ConstantRange {
        let upper = value.add(&Int::one(value.width()));
        // The only integer of no bits does not occur: widths are at least one.
        ConstantRange { lower: value, upper }
    }
}

/// Sets and bounds.
impl ConstantRange {
    /// The integers from `lower` up to, but without, `upper`; all integers if these are equal.
    pub fn new(lower: Int, upper: Int) -> ConstantRange {
        match lower == upper {
            true => ConstantRange::full(lower.width()),
            false => ConstantRange { lower, upper },
        }
    }

    /// All integers of a width.
    pub fn full(width: u32) -> ConstantRange {
        ConstantRange { lower: Int::all_ones(width), upper: Int::all_ones(width) }
    }

    /// No integers.
    pub fn empty(width: u32) -> ConstantRange {
        ConstantRange { lower: Int::zero(width), upper: Int::zero(width) }
    }

    /// The integers that may have these known bits.
    pub fn of_known_bits(zero: &Int, one: &Int, is_signed: bool) -> ConstantRange {
        let width = zero.width();
        if !zero.and(one).is_zero() {
            return ConstantRange::empty(width);
        }
        let next = Int::one(width);
        let max = zero.not();
        if !is_signed || zero.is_negative() || one.is_negative() {
            return ConstantRange::new(one.clone(), max.add(&next));
        }
        // The sign bit is unknown.
        let sign = Int::min_signed(width);
        ConstantRange::new(one.or(&sign), max.and(&sign.not()).add(&next))
    }

    /// The integers `x` such that `x predicate n` holds.
    pub fn satisfying(predicate: IntPredicate, n: &Int) -> ConstantRange {
        ConstantRange::from(n.clone()).allowed(predicate)
    }

    /// The integers `x` such that `x predicate y` holds for at least one `y` of the range.
    pub fn allowed(&self, predicate: IntPredicate) -> ConstantRange {
        use IntPredicate::*;
        let width = self.width();
        if self.is_empty() {
            return self.clone();
        }
        let (zero, one, min) = (Int::zero(width), Int::one(width), Int::min_signed(width));
        let strict = |is_none: bool, lower: Int, upper: Int| match is_none {
            true => ConstantRange::empty(width),
            false => ConstantRange::new(lower, upper),
        };
        match predicate {
            Eq => self.clone(),
            Ne if self.single().is_some() => self.inverse(),
            Ne => ConstantRange::full(width),
            Ult => strict(self.unsigned_max().is_zero(), zero, self.unsigned_max()),
            Slt => strict(self.signed_max().is_min_signed(), min, self.signed_max()),
            Ule => ConstantRange::new(zero, self.unsigned_max().add(&one)),
            Sle => ConstantRange::new(min, self.signed_max().add(&one)),
            Ugt => strict(self.unsigned_min().is_all_ones(), self.unsigned_min().add(&one), zero),
            Sgt => strict(self.signed_min().is_max_signed(), self.signed_min().add(&one), min),
            Uge => ConstantRange::new(self.unsigned_min(), zero),
            Sge => ConstantRange::new(self.signed_min(), min),
        }
    }

    /// The width of the integers.
    pub fn width(&self) -> u32 {
        self.lower.width()
    }

    /// The first integer.
    pub fn lower(&self) -> &Int {
        &self.lower
    }

    /// The integer behind the last one.
    pub fn upper(&self) -> &Int {
        &self.upper
    }

    /// Whether the set has all integers.
    pub fn is_full(&self) -> bool {
        self.lower == self.upper && self.lower.is_all_ones()
    }

    /// Whether the set has no integers.
    pub fn is_empty(&self) -> bool {
        self.lower == self.upper && self.lower.is_zero()
    }

    /// Whether the interval extends across the end of the unsigned integers.
    pub fn is_wrapped(&self) -> bool {
        self.is_upper_wrapped() && !self.upper.is_zero()
    }

    /// Whether the interval extends up to the end of the unsigned integers, or across.
    pub fn is_upper_wrapped(&self) -> bool {
        self.lower.ucmp(&self.upper).is_gt()
    }

    /// Whether the interval extends across the end of the signed integers.
    pub fn is_sign_wrapped(&self) -> bool {
        self.is_upper_sign_wrapped() && !self.upper.is_min_signed()
    }

    /// Whether the interval extends up to the end of the signed integers, or across.
    pub fn is_upper_sign_wrapped(&self) -> bool {
        self.lower.scmp(&self.upper).is_gt()
    }

    /// The only integer of the set.
    pub fn single(&self) -> Option<&Int> {
        (self.upper == self.lower.add(&Int::one(self.width()))).then_some(&self.lower)
    }

    /// The only integer that the set does not have.
    pub fn single_missing(&self) -> Option<&Int> {
        (self.lower == self.upper.add(&Int::one(self.width()))).then_some(&self.upper)
    }

    /// The number of integers minus one; zero for no integers.
    fn reach(&self) -> Int {
        if self.is_empty() {
            return Int::zero(self.width());
        }
        self.upper.sub(&self.lower).sub(&Int::one(self.width()))
    }

    /// Whether the set has fewer integers.
    pub fn is_smaller_than(&self, other: &ConstantRange) -> bool {
        match (self.is_empty(), other.is_empty()) {
            (_, true) => false,
            (true, false) => true,
            _ => self.reach().ucmp(&other.reach()).is_lt(),
        }
    }

    /// Whether the set has more than `count` integers.
    pub fn is_larger_than(&self, count: u64) -> bool {
        match count {
            0 => !self.is_empty(),
            _ => !self.is_empty() && self.reach().to_u64().is_none_or(|reach| reach >= count),
        }
    }

    /// Whether an integer is in the set.
    pub fn contains(&self, n: &Int) -> bool {
        match self.lower == self.upper {
            true => self.is_full(),
            false => n.sub(&self.lower).ucmp(&self.upper.sub(&self.lower)).is_lt(),
        }
    }

    /// Whether all integers of the other set are in this one.
    pub fn contains_all(&self, other: &ConstantRange) -> bool {
        if self.is_full() || other.is_empty() {
            return true;
        }
        if self.is_empty() || other.is_full() {
            return false;
        }
        let offset = other.lower.sub(&self.lower);
        let (last, wraps) = offset.uadd_overflow(&other.reach());
        !wraps && last.ucmp(&self.reach()).is_le()
    }

    /// The least integer, unsigned; meaningless for no integers, as are the other bounds.
    pub fn unsigned_min(&self) -> Int {
        if self.is_full() || self.is_wrapped() { Int::zero(self.width()) } else { self.lower.clone() }
    }

    /// The greatest integer, unsigned.
    pub fn unsigned_max(&self) -> Int {
        match self.is_full() || self.is_upper_wrapped() {
            true => Int::all_ones(self.width()),
            false => self.upper.sub(&Int::one(self.width())),
        }
    }

    /// The least integer, signed.
    pub fn signed_min(&self) -> Int {
        if self.is_full() || self.is_sign_wrapped() { Int::min_signed(self.width()) } else { self.lower.clone() }
    }

    /// The greatest integer, signed.
    pub fn signed_max(&self) -> Int {
        match self.is_full() || self.is_upper_sign_wrapped() {
            true => Int::max_signed(self.width()),
            false => self.upper.sub(&Int::one(self.width())),
        }
    }

    /// Whether all integers are negative.
    pub fn is_all_negative(&self) -> bool {
        self.is_empty() || !self.is_full() && self.signed_max().is_negative()
    }

    /// Whether no integer is negative.
    pub fn is_all_non_negative(&self) -> bool {
        self.is_empty() || !self.signed_min().is_negative()
    }

    /// The bits that all integers have in common: those known to be zero, and those known to be one.
    pub fn known_bits(&self) -> (Int, Int) {
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        let width = self.width();
        let unknown = width - min.xor(&max).leading_zeros();
        match unknown == width || self.is_empty() {
            true => (Int::zero(width), Int::zero(width)),
            false => {
                let known = Int::all_ones(width).shl(unknown);
                (min.not().and(&known), min.and(&known))
            }
        }
    }

    /// All integers that the set does not have.
    pub fn inverse(&self) -> ConstantRange {
        if self.is_full() {
            return ConstantRange::empty(self.width());
        }
        if self.is_empty() {
            return ConstantRange::full(self.width());
        }
        ConstantRange { lower: self.upper.clone(), upper: self.lower.clone() }
    }

    fn preferred(self, other: ConstantRange, by: Preferred) -> ConstantRange {
        let wraps = |range: &ConstantRange| match by {
            Preferred::Smallest => false,
            Preferred::Unsigned => range.is_wrapped(),
            Preferred::Signed => range.is_sign_wrapped(),
        };
        match (wraps(&self), wraps(&other)) {
            (false, true) => self,
            (true, false) => other,
            _ if self.is_smaller_than(&other) => self,
            _ => other,
        }
    }

    /// Whether `other` is the first operand of a symmetric operation: LLVM puts an interval first that extends to the end.
    fn goes_second(&self, other: &ConstantRange) -> bool {
        !self.is_upper_wrapped() && other.is_upper_wrapped()
    }

    /// The integers of both sets. If these are two intervals, one of the two sets.
    pub fn intersect(&self, other: &ConstantRange, by: Preferred) -> ConstantRange {
        if self.contains_all(other) {
            return other.clone();
        }
        if other.contains_all(self) {
            return self.clone();
        }
        if self.goes_second(other) {
            return other.intersect(self, by);
        }
        match (self.contains(&other.lower), other.contains(&self.lower)) {
            (true, true) => self.clone().preferred(other.clone(), by),
            (true, false) => ConstantRange::new(other.lower.clone(), self.upper.clone()),
            (false, true) => ConstantRange::new(self.lower.clone(), other.upper.clone()),
            (false, false) => ConstantRange::empty(self.width()),
        }
    }

    /// The integers of either set, and those of one of the gaps, if the two sets do not meet.
    pub fn union(&self, other: &ConstantRange, by: Preferred) -> ConstantRange {
        if self.contains_all(other) {
            return self.clone();
        }
        if other.contains_all(self) {
            return other.clone();
        }
        if self.goes_second(other) {
            return other.union(self, by);
        }
        let follows = |a: &ConstantRange, b: &ConstantRange| a.contains(&b.lower) || a.upper == b.lower;
        match (follows(self, other), follows(other, self)) {
            (true, true) => ConstantRange::full(self.width()),
            (true, false) => ConstantRange::new(self.lower.clone(), other.upper.clone()),
            (false, true) => ConstantRange::new(other.lower.clone(), self.upper.clone()),
            (false, false) => {
                let first = ConstantRange::new(self.lower.clone(), other.upper.clone());
                first.preferred(ConstantRange::new(other.lower.clone(), self.upper.clone()), by)
            }
        }
    }

    /// The integers of both sets, if they are an interval.
    pub fn exact_intersection(&self, other: &ConstantRange) -> Option<ConstantRange> {
        let all = self.intersect(other, Preferred::Smallest);
        let rest = self.inverse().union(&other.inverse(), Preferred::Smallest);
        (all == rest.inverse()).then_some(all)
    }

    /// The integers of either set, if they are an interval.
    pub fn exact_union(&self, other: &ConstantRange) -> Option<ConstantRange> {
        self.inverse().exact_intersection(&other.inverse()).map(|rest| rest.inverse())
    }

    /// The result of a comparison with the integers of another set, if it is the same for all pairs.
    pub fn compare(&self, predicate: IntPredicate, other: &ConstantRange) -> Option<bool> {
        use IntPredicate::*;
        if self.is_empty() || other.is_empty() {
            return Some(true);
        }
        let (is_less, or_equal) = match predicate {
            Eq | Ne => {
                if let (Some(a), Some(b)) = (self.single(), other.single())
                    && a == b
                {
                    return Some(predicate == Eq);
                }
                let meet = self.intersect(other, Preferred::Smallest);
                return meet.is_empty().then_some(predicate == Ne);
            }
            Ult | Slt => (true, false),
            Ule | Sle => (true, true),
            Ugt | Sgt => (false, false),
            Uge | Sge => (false, true),
        };
        let (a, b) = if is_less { (self, other) } else { (other, self) };
        let (always, never) = if predicate.is_signed() {
            (a.signed_max().scmp(&b.signed_min()), a.signed_min().scmp(&b.signed_max()))
        } else {
            (a.unsigned_max().ucmp(&b.unsigned_min()), a.unsigned_min().ucmp(&b.unsigned_max()))
        };
        if always.is_lt() || or_equal && always.is_eq() {
            Some(true)
        } else if never.is_gt() || !or_equal && never.is_eq() {
            Some(false)
        } else {
            None
        }
    }

    /// The predicate, the number and the offset such that `x + offset predicate number` holds for exactly the integers of the set;
    /// the offset is zero where possible.
    pub fn as_compare(&self) -> (IntPredicate, Int, Int) {
        use IntPredicate::*;
        let zero = Int::zero(self.width());
        let (lower, upper) = (&self.lower, &self.upper);
        if self.is_full() || self.is_empty() {
            (if self.is_empty() { Ult } else { Uge }, zero.clone(), zero)
        } else if let Some(n) = self.single() {
            (Eq, n.clone(), zero)
        } else if let Some(n) = self.single_missing() {
            (Ne, n.clone(), zero)
        } else if lower.is_min_signed() || lower.is_zero() {
            (if lower.is_zero() { Ult } else { Slt }, upper.clone(), zero)
        } else if upper.is_min_signed() || upper.is_zero() {
            (if upper.is_zero() { Uge } else { Sge }, lower.clone(), zero)
        } else {
            (Ult, upper.sub(lower), lower.neg())
        }
    }
}

/// LLVM's notation: `full-set`, `empty-set` or `[LOWER,UPPER)`, with signed bounds.
impl std::fmt::Display for ConstantRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_full() {
            return f.write_str("full-set");
        }
        if self.is_empty() {
            return f.write_str("empty-set");
        }
        let mut text = Vec::new();
        text.push(b'[');
        self.lower.write_signed_decimal(&mut text);
        text.push(b',');
        self.upper.write_signed_decimal(&mut text);
        text.push(b')');
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
