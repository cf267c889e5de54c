//! Operations on all pairs of integers of two ranges.

use super::{ConstantRange, Preferred};
use crate::{BinaryOp, CastOp, Int, IntFlags};

fn unsigned_max(a: Int, b: Int) -> Int {
    if a.ucmp(&b).is_lt() { b } else { a }
}

fn unsigned_min(a: Int, b: Int) -> Int {
    if b.ucmp(&a).is_lt() { b } else { a }
}

fn signed_max(a: Int, b: Int) -> Int {
    if a.scmp(&b).is_lt() { b } else { a }
}

fn signed_min(a: Int, b: Int) -> Int {
    if b.scmp(&a).is_lt() { b } else { a }
}

/// A saturating operation: its result, or where it overflows the bound in the direction of the overflow.
type Saturating = fn(&Int, &Int) -> Int;

fn uadd_sat(a: &Int, b: &Int) -> Int {
    let (sum, overflows) = a.uadd_overflow(b);
    if overflows { Int::all_ones(a.width()) } else { sum }
}

fn usub_sat(a: &Int, b: &Int) -> Int {
    let (difference, overflows) = a.usub_overflow(b);
    if overflows { Int::zero(a.width()) } else { difference }
}

fn umul_sat(a: &Int, b: &Int) -> Int {
    let (product, overflows) = a.umul_overflow(b);
    if overflows { Int::all_ones(a.width()) } else { product }
}

fn ushl_sat(a: &Int, b: &Int) -> Int {
    if a.is_zero() {
        return a.clone();
    }
    match b.to_u64() {
        Some(by) if by <= u64::from(a.leading_zeros()) => a.shl(by as u32),
        _ => Int::all_ones(a.width()),
    }
}

fn bound(width: u32, is_negative: bool) -> Int {
    if is_negative { Int::min_signed(width) } else { Int::max_signed(width) }
}

fn sadd_sat(a: &Int, b: &Int) -> Int {
    let (sum, overflows) = a.sadd_overflow(b);
    if overflows { bound(a.width(), a.is_negative()) } else { sum }
}

fn ssub_sat(a: &Int, b: &Int) -> Int {
    let (difference, overflows) = a.ssub_overflow(b);
    if overflows { bound(a.width(), a.is_negative()) } else { difference }
}

fn smul_sat(a: &Int, b: &Int) -> Int {
    let (product, overflows) = a.smul_overflow(b);
    if overflows { bound(a.width(), a.is_negative() != b.is_negative()) } else { product }
}

fn sshl_sat(a: &Int, b: &Int) -> Int {
    if a.is_zero() {
        return a.clone();
    }
    let room = if a.is_negative() { a.not().leading_zeros() } else { a.leading_zeros() };
    match b.to_u64() {
        Some(by) if by < u64::from(room) => a.shl(by as u32),
        _ => bound(a.width(), a.is_negative()),
    }
}

/// A shift amount; the width for any amount that is too large.
fn amount(n: &Int) -> u32 {
    n.to_u64().and_then(|n| u32::try_from(n).ok()).map_or(n.width(), |by| by.min(n.width()))
}

fn lshr(a: &Int, by: &Int) -> Int {
    match amount(by) {
        by if by >= a.width() => Int::zero(a.width()),
        by => a.lshr(by),
    }
}

fn ashr(a: &Int, by: &Int) -> Int {
    a.ashr(amount(by).min(a.width() - 1))
}

/// Binary operations.
impl ConstantRange {
    /// The results of an integer operation whose flags make an overflow poison.
    pub fn binary(&self, op: BinaryOp, flags: IntFlags, other: &ConstantRange) -> ConstantRange {
        let nuw = flags.contains(IntFlags::NUW);
        let nsw = flags.contains(IntFlags::NSW);
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        match op {
            BinaryOp::Add => self.add_flagged(other, nuw, nsw),
            BinaryOp::Sub => self.sub_flagged(other, nuw, nsw),
            BinaryOp::Mul => self.mul_flagged(other, nuw, nsw),
            BinaryOp::Shl => self.shl_flagged(other, nuw, nsw),
            BinaryOp::UDiv => self.udiv(other),
            BinaryOp::SDiv => self.sdiv(other),
            BinaryOp::URem => self.urem(other),
            BinaryOp::SRem => self.srem(other),
            BinaryOp::LShr => self.lshr(other),
            BinaryOp::AShr => self.ashr(other),
            BinaryOp::And => self.and(other),
            BinaryOp::Or => self.or(other),
            BinaryOp::Xor => self.xor(other),
            _ => ConstantRange::full(self.width()),
        }
    }

    /// The sums.
    pub fn add(&self, other: &ConstantRange) -> ConstantRange {
        let one = Int::one(self.width());
        self.interval(other, self.lower.add(&other.lower), self.upper.add(&other.upper).sub(&one))
    }

    /// The differences.
    pub fn sub(&self, other: &ConstantRange) -> ConstantRange {
        let one = Int::one(self.width());
        self.interval(other, self.lower.sub(&other.upper).add(&one), self.upper.sub(&other.lower))
    }

    /// The interval of sums or differences; all integers if its size overflows.
    fn interval(&self, other: &ConstantRange, lower: Int, upper: Int) -> ConstantRange {
        let width = self.width();
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        if self.is_full() || other.is_full() || lower == upper {
            return ConstantRange::full(width);
        }
        let range = ConstantRange::new(lower, upper);
        if range.is_smaller_than(self) || range.is_smaller_than(other) { ConstantRange::full(width) } else { range }
    }

    /// The results of an operation that is monotonic in both operands, with unsigned bounds.
    fn unsigned_bounds(&self, other: &ConstantRange, op: Saturating) -> ConstantRange {
        let upper = op(&self.unsigned_max(), &other.unsigned_max()).add(&Int::one(self.width()));
        ConstantRange::new(op(&self.unsigned_min(), &other.unsigned_min()), upper)
    }

    /// The results of saturating addition.
    pub fn saturating_add(&self, other: &ConstantRange, is_signed: bool) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        if !is_signed {
            return self.unsigned_bounds(other, uadd_sat);
        }
        let upper = sadd_sat(&self.signed_max(), &other.signed_max()).add(&Int::one(self.width()));
        ConstantRange::new(sadd_sat(&self.signed_min(), &other.signed_min()), upper)
    }

    /// The results of saturating subtraction.
    pub fn saturating_sub(&self, other: &ConstantRange, is_signed: bool) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        let one = Int::one(self.width());
        let (lower, upper) = if is_signed {
            (ssub_sat(&self.signed_min(), &other.signed_max()), ssub_sat(&self.signed_max(), &other.signed_min()))
        } else {
            (
                usub_sat(&self.unsigned_min(), &other.unsigned_max()),
                usub_sat(&self.unsigned_max(), &other.unsigned_min()),
            )
        };
        ConstantRange::new(lower, upper.add(&one))
    }

    /// The results of saturating multiplication.
    pub fn saturating_mul(&self, other: &ConstantRange, is_signed: bool) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        if !is_signed {
            return self.unsigned_bounds(other, umul_sat);
        }
        let (min, max) = (self.signed_min(), self.signed_max());
        let (other_min, other_max) = (other.signed_min(), other.signed_max());
        let products = [(&min, &other_min), (&min, &other_max), (&max, &other_min), (&max, &other_max)];
        let [a, b, c, d] = products.map(|(a, b)| smul_sat(a, b));
        let least = signed_min(signed_min(a.clone(), b.clone()), signed_min(c.clone(), d.clone()));
        let greatest = signed_max(signed_max(a, b), signed_max(c, d));
        ConstantRange::new(least, greatest.add(&Int::one(self.width())))
    }

    /// The results of a saturating left shift.
    pub fn saturating_shl(&self, other: &ConstantRange, is_signed: bool) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        if !is_signed {
            return self.unsigned_bounds(other, ushl_sat);
        }
        let (min, max) = (self.signed_min(), self.signed_max());
        let least = if min.is_negative() { other.unsigned_max() } else { other.unsigned_min() };
        let greatest = if max.is_negative() { other.unsigned_min() } else { other.unsigned_max() };
        ConstantRange::new(sshl_sat(&min, &least), sshl_sat(&max, &greatest).add(&Int::one(self.width())))
    }

    fn add_flagged(&self, other: &ConstantRange, nuw: bool, nsw: bool) -> ConstantRange {
        let mut result = self.add(other);
        // The saturated results include those without overflow.
        if nsw {
            result = result.intersect(&self.saturating_add(other, true), Preferred::Smallest);
        }
        if nuw {
            result = result.intersect(&self.saturating_add(other, false), Preferred::Smallest);
        }
        result
    }

    fn sub_flagged(&self, other: &ConstantRange, nuw: bool, nsw: bool) -> ConstantRange {
        let mut result = self.sub(other);
        if nsw {
            result = result.intersect(&self.saturating_sub(other, true), Preferred::Smallest);
        }
        if nuw {
            if self.unsigned_max().ucmp(&other.unsigned_min()).is_lt() {
                return ConstantRange::empty(self.width());
            }
            result = result.intersect(&self.saturating_sub(other, false), Preferred::Smallest);
        }
        result
    }

    fn mul_flagged(&self, other: &ConstantRange, nuw: bool, nsw: bool) -> ConstantRange {
        let mut result = self.mul(other);
        if nsw {
            result = result.intersect(&self.saturating_mul(other, true), Preferred::Smallest);
        }
        if nuw {
            result = result.intersect(&self.saturating_mul(other, false), Preferred::Smallest);
        }
        // With both flags, a factor above one makes the product of numbers with the sign bit overflow.
        let one = Int::one(self.width());
        if nuw && nsw && (self.signed_min().scmp(&one).is_gt() || other.signed_min().scmp(&one).is_gt()) {
            let non_negative = ConstantRange::new(Int::zero(self.width()), Int::min_signed(self.width()));
            result = result.intersect(&non_negative, Preferred::Smallest);
        }
        result
    }

    fn shl_flagged(&self, other: &ConstantRange, nuw: bool, nsw: bool) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        match (nuw, nsw) {
            (false, false) => self.shl(other),
            (true, false) => self.shl_nuw(other),
            (false, true) => self.shl_nsw(other),
            (true, true) => self.shl_nsw(other).intersect(&self.shl_nuw(other), Preferred::Smallest),
        }
    }

    /// The left shifts that shift out no set bit.
    fn shl_nuw(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        let (least, most) = (amount(&other.unsigned_min()), amount(&other.unsigned_max()));
        let (first, true) = (min.shl(least), least <= min.leading_zeros()) else { return ConstantRange::empty(width) };
        let room = max.leading_zeros();
        let mut last = if least <= room { max.shl(most.min(room)) } else { first.clone() };
        // An amount that is too large for the greatest number may be possible for lesser ones.
        let least = least.max(room + 1);
        if least <= most.min(min.leading_zeros()) {
            last = unsigned_max(last, Int::all_ones(width).shl(least));
        }
        ConstantRange::new(first, last.add(&Int::one(width)))
    }

    /// The left shifts that shift out no bit that differs from the sign bit of the result.
    fn shl_nsw(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let (zero, one) = (Int::zero(width), Int::one(width));
        let (min, max) = (self.signed_min(), self.signed_max());
        let (least, most) = (amount(&other.unsigned_min()), amount(&other.unsigned_max()));
        let room = |n: &Int| width - n.min_signed_bits();
        // The result for the number next to zero by the least amount, and the one that is the farthest from zero.
        let from = |near: &Int, far: &Int, limit: &dyn Fn(u32) -> Int| {
            let (first, true) = (near.shl(least), least <= room(near)) else { return None };
            let last = if least <= room(far) { far.shl(most.min(room(far))) } else { first.clone() };
            let least = least.max(room(far) + 1);
            Some((first, last, (least <= most.min(room(near))).then(|| limit(least))))
        };
        let positive = |min: &Int| {
            let bits = |by: u32| Int::max_signed(width).and(&Int::all_ones(width).shl(by));
            match from(min, &max, &bits) {
                Some((first, last, limit)) => {
                    let last = limit.map_or(last.clone(), |limit| unsigned_max(last, limit));
                    ConstantRange::new(first, last.add(&one))
                }
                None => ConstantRange::empty(width),
            }
        };
        let negative = |max: &Int| match from(max, &min, &|_| Int::min_signed(width)) {
            Some((first, last, limit)) => ConstantRange::new(limit.unwrap_or(last), first.add(&one)),
            None => ConstantRange::empty(width),
        };
        match (min.is_negative(), max.is_negative()) {
            (false, _) => positive(&min),
            (_, true) => negative(&max),
            _ => positive(&zero).union(&negative(&Int::all_ones(width)), Preferred::Signed),
        }
    }

    /// The products.
    pub fn mul(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        for (a, b) in [(self, other), (other, self)] {
            match a.single() {
                Some(n) if n.is_one() => return b.clone(),
                Some(n) if n.is_all_ones() => return ConstantRange::from(Int::zero(width)).sub(b),
                _ => {}
            }
        }
        let one = Int::one(width);
        let unsigned = {
            let (low, _) = self.unsigned_min().umul_overflow(&other.unsigned_min());
            let (high, overflows) = self.unsigned_max().umul_overflow(&other.unsigned_max());
            if overflows { self.wide_mul(other, false) } else { ConstantRange::new(low, high.add(&one)) }
        };
        // A result that is as good as unsigned and as signed interval.
        if !unsigned.is_upper_wrapped() && (!unsigned.upper.is_negative() || unsigned.upper.is_min_signed()) {
            return unsigned;
        }
        let signed = self.wide_mul(other, true);
        if unsigned.is_smaller_than(&signed) { unsigned } else { signed }
    }

    /// The products, computed without overflow and then reduced to the width.
    fn wide_mul(&self, other: &ConstantRange, is_signed: bool) -> ConstantRange {
        let width = self.width();
        // Wider integers are not worth their cost.
        if width > 1024 {
            return ConstantRange::full(width);
        }
        let wide = 2 * width;
        let one = Int::one(wide);
        let range = if is_signed {
            let ends = |range: &ConstantRange| [range.signed_min().sext(wide), range.signed_max().sext(wide)];
            let ([a, b], [c, d]) = (ends(self), ends(other));
            let [p, q, r, s] = [a.mul(&c), a.mul(&d), b.mul(&c), b.mul(&d)];
            let least = signed_min(signed_min(p.clone(), q.clone()), signed_min(r.clone(), s.clone()));
            let greatest = signed_max(signed_max(p, q), signed_max(r, s));
            ConstantRange::new(least, greatest.add(&one))
        } else {
            let low = self.unsigned_min().zext(wide).mul(&other.unsigned_min().zext(wide));
            let high = self.unsigned_max().zext(wide).mul(&other.unsigned_max().zext(wide));
            ConstantRange::new(low, high.add(&one))
        };
        range.trunc(width, IntFlags::empty())
    }

    /// The quotients of unsigned division.
    pub fn udiv(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let one = Int::one(width);
        let greatest = other.unsigned_max();
        if self.is_empty() || other.is_empty() || greatest.is_zero() {
            return ConstantRange::empty(width);
        }
        let mut least = other.unsigned_min();
        if least.is_zero() {
            // Without zero, the least divisor is one, or the start of a range that wraps around to zero.
            least = if other.upper.is_one() && !other.lower.is_zero() { other.lower.clone() } else { one.clone() };
        }
        match (self.unsigned_min().udiv(&greatest), self.unsigned_max().udiv(&least)) {
            (Some(lower), Some(upper)) => ConstantRange::new(lower, upper.add(&one)),
            _ => ConstantRange::full(width),
        }
    }

    /// The quotients of signed division.
    pub fn sdiv(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let (zero, one, min) = (Int::zero(width), Int::one(width), Int::min_signed(width));
        if width == 1 {
            // -1 / -1 overflows, so only 0 / -1 remains.
            return match self.contains(&zero) && other.contains(&Int::all_ones(1)) {
                true => ConstantRange::from(zero),
                false => ConstantRange::empty(width),
            };
        }
        let positive = ConstantRange::new(one.clone(), min.clone());
        let negative = ConstantRange::new(min.clone(), zero.clone());
        let part = |range: &ConstantRange, of: &ConstantRange| range.intersect(of, Preferred::Smallest);
        let (pos, neg) = (part(self, &positive), part(self, &negative));
        let (other_pos, other_neg) = (part(other, &positive), part(other, &negative));
        // Each part as its bounds; a part that is two intervals has the outer bounds.
        let ends = |range: &ConstantRange, sign: &ConstantRange| {
            (!range.is_empty()).then(|| {
                let (low, high) = (range.signed_min(), range.signed_max());
                (signed_max(low, sign.signed_min()), signed_min(high, sign.signed_max()))
            })
        };
        let (pos, neg) = (ends(&pos, &positive), ends(&neg, &negative));
        let (other_pos, other_neg) = (ends(&other_pos, &positive), ends(&other_neg, &negative));
        let div = |a: &Int, b: &Int| a.sdiv(b).unwrap_or_else(|| zero.clone());
        let mut positives = ConstantRange::empty(width);
        if let (Some((low, high)), Some((least, greatest))) = (&pos, &other_pos) {
            positives = ConstantRange::new(div(low, greatest), div(high, least).add(&one));
        }
        if let (Some((low, high)), Some((least, greatest))) = (&neg, &other_neg) {
            // The minimum divided by -1 overflows. Without it, the largest quotients are those of the next numbers.
            let has_overflow = *low == min && greatest.is_all_ones();
            let mut lows = vec![(low.clone(), greatest.clone())];
            if has_overflow {
                lows.clear();
                if low != high {
                    lows.push((low.add(&one), greatest.clone()));
                }
                if least != greatest {
                    lows.push((low.clone(), greatest.sub(&one)));
                }
            }
            if let Some(most) = lows.iter().map(|(a, b)| div(a, b)).reduce(signed_max) {
                let quotients = ConstantRange::new(div(high, least), most.add(&one));
                positives = positives.union(&quotients, Preferred::Signed);
            }
        }
        let mut negatives = ConstantRange::empty(width);
        if let (Some((low, high)), Some((least, greatest))) = (&pos, &other_neg) {
            negatives = ConstantRange::new(div(high, greatest), div(low, least).add(&one));
        }
        if let (Some((low, high)), Some((least, greatest))) = (&neg, &other_pos) {
            let quotients = ConstantRange::new(div(low, least), div(high, greatest).add(&one));
            negatives = negatives.union(&quotients, Preferred::Signed);
        }
        let mut result = negatives.union(&positives, Preferred::Signed);
        if self.contains(&zero) && (other_pos.is_some() || other_neg.is_some()) {
            result = result.union(&zero.into(), Preferred::Smallest);
        }
        result
    }

    /// The remainders of unsigned division.
    pub fn urem(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let greatest = other.unsigned_max();
        if self.is_empty() || other.is_empty() || greatest.is_zero() {
            return ConstantRange::empty(width);
        }
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            return a.urem(b).map_or(ConstantRange::empty(width), ConstantRange::from);
        }
        if self.unsigned_max().ucmp(&other.unsigned_min()).is_lt() {
            return self.clone();
        }
        let one = Int::one(width);
        ConstantRange::new(Int::zero(width), unsigned_min(self.unsigned_max(), greatest.sub(&one)).add(&one))
    }

    /// The remainders of signed division.
    pub fn srem(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        let (zero, one) = (Int::zero(width), Int::one(width));
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            return match b.is_all_ones() {
                true => zero.into(),
                false => a.srem(b).map_or(ConstantRange::empty(width), ConstantRange::from),
            };
        }
        let magnitudes = other.abs(false);
        let (mut least, greatest) = (magnitudes.unsigned_min(), magnitudes.unsigned_max());
        if greatest.is_zero() {
            return ConstantRange::empty(width);
        }
        if least.is_zero() {
            least = one.clone();
        }
        let (min, max) = (self.signed_min(), self.signed_max());
        let reach = greatest.sub(&one);
        if !min.is_negative() {
            if max.ucmp(&least).is_lt() {
                return self.clone();
            }
            return ConstantRange::new(zero, unsigned_min(max, reach).add(&one));
        }
        if max.is_negative() {
            if min.ucmp(&least.neg()).is_gt() {
                return self.clone();
            }
            return ConstantRange::new(unsigned_max(min, reach.neg()), one);
        }
        // Zero is among the dividends.
        ConstantRange::new(
            if reach.is_zero() { zero } else { unsigned_max(min, reach.neg()) },
            unsigned_min(max, reach).add(&one),
        )
    }

    /// The left shifts.
    pub fn shl(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        let one = Int::one(width);
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        if let Some(by) = other.single() {
            let by = amount(by);
            if by >= width {
                return ConstantRange::empty(width);
            }
            if by <= min.xor(&max).leading_zeros() {
                return ConstantRange::new(min.shl(by), max.shl(by).add(&one));
            }
        }
        let (least, most) = (amount(&other.unsigned_min()), amount(&other.unsigned_max()));
        if self.is_all_negative() && most <= min.not().leading_zeros() && most < width {
            return ConstantRange::new(min.shl(most), max.shl(least).add(&one));
        }
        if most > max.leading_zeros() || most >= width {
            return ConstantRange::full(width);
        }
        ConstantRange::new(min.shl(least), max.shl(most).add(&one))
    }

    /// The logical right shifts.
    pub fn lshr(&self, other: &ConstantRange) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        let upper = lshr(&self.unsigned_max(), &other.unsigned_min()).add(&Int::one(self.width()));
        ConstantRange::new(lshr(&self.unsigned_min(), &other.unsigned_max()), upper)
    }

    /// The arithmetic right shifts.
    pub fn ashr(&self, other: &ConstantRange) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        let (least, most) = (other.unsigned_min(), other.unsigned_max());
        let (min, max) = (self.signed_min(), self.signed_max());
        let lower = ashr(&min, if min.is_negative() { &least } else { &most });
        let upper = ashr(&max, if max.is_negative() { &most } else { &least });
        ConstantRange::new(lower, upper.add(&Int::one(self.width())))
    }

    /// The results of a bitwise and.
    pub fn and(&self, other: &ConstantRange) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        let ((zero, one), (other_zero, other_one)) = (self.known_bits(), other.known_bits());
        let known = ConstantRange::of_known_bits(&zero.or(&other_zero), &one.and(&other_one), false);
        let most = unsigned_min(self.unsigned_max(), other.unsigned_max());
        let bounded = ConstantRange::new(self.least_and(other), most.add(&Int::one(self.width())));
        known.intersect(&bounded, Preferred::Smallest)
    }

    /// The results of a bitwise or.
    pub fn or(&self, other: &ConstantRange) -> ConstantRange {
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(self.width());
        }
        let ones = ConstantRange::from(Int::all_ones(self.width()));
        ones.sub(&ones.sub(self).and(&ones.sub(other)))
    }

    /// The least result of a bitwise and, by the bounds of both ranges.
    fn least_and(&self, other: &ConstantRange) -> Int {
        let width = self.width();
        // Wider integers are not worth their cost.
        if width > 128 {
            return Int::zero(width);
        }
        let (mut a, mut b) = (self.unsigned_min(), other.unsigned_min());
        if a.is_zero() || b.is_zero() {
            return Int::zero(width);
        }
        // The highest bit that neither minimum has, and that one operand may have instead of all lower bits.
        for bit in (0..width).rev() {
            if a.bit(bit) || b.bit(bit) {
                continue;
            }
            let (high, single) = (Int::all_ones(width).shl(bit), Int::one(width).shl(bit));
            let [raised_a, raised_b] = [&a, &b].map(|n| n.or(&single).and(&high));
            if raised_a.ucmp(&self.unsigned_max()).is_le() {
                a = raised_a;
                break;
            }
            if raised_b.ucmp(&other.unsigned_max()).is_le() {
                b = raised_b;
                break;
            }
        }
        a.and(&b)
    }

    /// The results of a bitwise exclusive or.
    pub fn xor(&self, other: &ConstantRange) -> ConstantRange {
        let width = self.width();
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            return a.xor(b).into();
        }
        let ones = ConstantRange::from(Int::all_ones(width));
        for (a, b) in [(self, other), (other, self)] {
            if a.single().is_some_and(Int::is_all_ones) {
                return ones.sub(b);
            }
        }
        let ((zero, one), (other_zero, other_one)) = (self.known_bits(), other.known_bits());
        let known_zero = zero.and(&other_zero).or(&one.and(&other_one));
        let known_one = zero.and(&other_one).or(&one.and(&other_zero));
        let known = ConstantRange::of_known_bits(&known_zero, &known_one, false);
        // If one operand has only bits that the other one has too, the result is their difference.
        let ones_of = |range: &ConstantRange, zero: &Int| match range.single() {
            Some(n) => n.clone(),
            None => zero.not(),
        };
        if ones_of(other, &other_zero).and(&one.not()).is_zero() {
            return known.intersect(&self.sub(other), Preferred::Smallest);
        }
        if ones_of(self, &zero).and(&other_one.not()).is_zero() {
            return known.intersect(&other.sub(self), Preferred::Smallest);
        }
        known
    }

    /// The minimums or maximums: `pick` of both.
    fn extremes(&self, other: &ConstantRange, is_signed: bool, pick: fn(Int, Int) -> Int) -> ConstantRange {
        let width = self.width();
        if self.is_empty() || other.is_empty() {
            return ConstantRange::empty(width);
        }
        let ends = |range: &ConstantRange| match is_signed {
            true => (range.signed_min(), range.signed_max()),
            false => (range.unsigned_min(), range.unsigned_max()),
        };
        let ((a, b), (c, d)) = (ends(self), ends(other));
        let result = ConstantRange::new(pick(a, c), pick(b, d).add(&Int::one(width)));
        let (wraps, by) = match is_signed {
            true => (self.is_sign_wrapped() || other.is_sign_wrapped(), Preferred::Signed),
            false => (self.is_wrapped() || other.is_wrapped(), Preferred::Unsigned),
        };
        if wraps { result.intersect(&self.union(other, by), by) } else { result }
    }

    /// The unsigned minimums.
    pub fn umin(&self, other: &ConstantRange) -> ConstantRange {
        self.extremes(other, false, unsigned_min)
    }

    /// The unsigned maximums.
    pub fn umax(&self, other: &ConstantRange) -> ConstantRange {
        self.extremes(other, false, unsigned_max)
    }

    /// The signed minimums.
    pub fn smin(&self, other: &ConstantRange) -> ConstantRange {
        self.extremes(other, true, signed_min)
    }

    /// The signed maximums.
    pub fn smax(&self, other: &ConstantRange) -> ConstantRange {
        self.extremes(other, true, signed_max)
    }
}

/// Unary operations and casts.
impl ConstantRange {
    /// The results of a cast between integers. Flags make some integers poison.
    pub fn cast(&self, op: CastOp, flags: IntFlags, width: u32) -> ConstantRange {
        match op {
            CastOp::Trunc => self.trunc(width, flags),
            CastOp::ZExt => self.zext(width),
            CastOp::SExt => self.sext(width),
            CastOp::BitCast => self.clone(),
            _ => ConstantRange::full(width),
        }
    }

    /// The zero extensions to a greater width.
    pub fn zext(&self, width: u32) -> ConstantRange {
        if self.is_empty() {
            return ConstantRange::empty(width);
        }
        if self.is_full() || self.is_upper_wrapped() {
            let lower = if self.upper.is_zero() { self.lower.zext(width) } else { Int::zero(width) };
            return ConstantRange::new(lower, Int::one(width).shl(self.width()));
        }
        ConstantRange::new(self.lower.zext(width), self.upper.zext(width))
    }

    /// The sign extensions to a greater width.
    pub fn sext(&self, width: u32) -> ConstantRange {
        if self.is_empty() {
            return ConstantRange::empty(width);
        }
        if self.upper.is_min_signed() {
            return ConstantRange::new(self.lower.sext(width), self.upper.zext(width));
        }
        if self.is_full() || self.is_sign_wrapped() {
            let reach = Int::one(width).shl(self.width() - 1);
            return ConstantRange::new(reach.neg(), reach);
        }
        ConstantRange::new(self.lower.sext(width), self.upper.sext(width))
    }

    /// The truncations to a smaller width. With flags, integers that do not fit are left out.
    pub fn trunc(&self, width: u32, flags: IntFlags) -> ConstantRange {
        if flags.contains(IntFlags::NUW) {
            let limit = Int::one(self.width()).shl(width);
            let fits = self.intersect(&ConstantRange::new(Int::zero(self.width()), limit), Preferred::Unsigned);
            if fits != *self {
                return fits.trunc(width, flags);
            }
        }
        if flags.contains(IntFlags::NSW) {
            let reach = Int::one(self.width()).shl(width - 1);
            let fits = self.intersect(&ConstantRange::new(reach.neg(), reach), Preferred::Signed);
            if fits != *self {
                return fits.trunc(width, flags);
            }
        }
        if self.is_empty() {
            return ConstantRange::empty(width);
        }
        if self.is_full() || self.reach().active_bits() > width {
            return ConstantRange::full(width);
        }
        ConstantRange::new(self.lower.trunc(width), self.upper.trunc(width))
    }

    /// The range with another width: zero-extended or truncated.
    pub fn zext_or_trunc(&self, width: u32) -> ConstantRange {
        match width.cmp(&self.width()) {
            std::cmp::Ordering::Less => self.trunc(width, IntFlags::empty()),
            std::cmp::Ordering::Equal => self.clone(),
            std::cmp::Ordering::Greater => self.zext(width),
        }
    }

    /// The magnitudes. Without the minimum, if its magnitude is poison.
    pub fn abs(&self, min_is_poison: bool) -> ConstantRange {
        let width = self.width();
        if self.is_empty() {
            return self.clone();
        }
        let (zero, one) = (Int::zero(width), Int::one(width));
        if self.is_sign_wrapped() {
            // The range has the greatest and the least integer.
            let least = match self.upper.scmp(&zero).is_gt() || self.lower.scmp(&zero).is_le() {
                true => zero,
                false => unsigned_min(self.lower.clone(), self.upper.neg().add(&one)),
            };
            let end = Int::min_signed(width);
            return ConstantRange::new(least, if min_is_poison { end } else { end.add(&one) });
        }
        let (mut min, max) = (self.signed_min(), self.signed_max());
        if min_is_poison && min.is_min_signed() {
            if max.is_min_signed() {
                return ConstantRange::empty(width);
            }
            min = min.add(&one);
        }
        if !min.is_negative() {
            return ConstantRange::new(min, max.add(&one));
        }
        if max.is_negative() {
            return ConstantRange::new(max.neg(), min.neg().add(&one));
        }
        ConstantRange::new(zero, unsigned_max(min.neg(), max).add(&one))
    }

    /// The numbers of leading zeros. Without zero, if that is poison.
    pub fn leading_zeros(&self, zero_is_poison: bool) -> ConstantRange {
        let width = self.width();
        if self.is_empty() {
            return self.clone();
        }
        let (mut min, max) = (self.unsigned_min(), self.unsigned_max());
        if zero_is_poison && min.is_zero() {
            if max.is_zero() {
                return ConstantRange::empty(width);
            }
            // A range that wraps around has no other small integers than zero, if it ends behind zero.
            let start = if self.upper.is_one() && !self.lower.is_zero() { self.lower.clone() } else { Int::one(width) };
            min = start;
        }
        let number = |n: &Int| Int::new(width, n.leading_zeros().into());
        ConstantRange::new(number(&max), number(&min).add(&Int::one(width)))
    }

    /// The numbers of trailing zeros. Without zero, if that is poison.
    pub fn trailing_zeros(&self, zero_is_poison: bool) -> ConstantRange {
        let width = self.width();
        if self.is_empty() {
            return self.clone();
        }
        let number = |n: u32| Int::new(width, n.into());
        if let Some(n) = self.single() {
            return match n.is_zero() && zero_is_poison {
                true => ConstantRange::empty(width),
                false => number(n.trailing_zeros()).into(),
            };
        }
        // Two adjacent integers have an odd one among them. The most zeros has the integer with the fewest bits behind the
        // common prefix of both ends.
        let has_zero = self.contains(&Int::zero(width));
        let (mut min, max) = (self.unsigned_min(), self.unsigned_max());
        if self.is_full() || self.is_wrapped() || min.is_zero() {
            if has_zero && !zero_is_poison {
                return ConstantRange::new(number(0), number(width).add(&Int::one(width)));
            }
            if self.is_full() || self.is_wrapped() {
                return ConstantRange::new(number(0), number(width));
            }
            min = Int::one(width);
            if min == max {
                return number(0).into();
            }
        }
        let prefix = min.xor(&max).leading_zeros();
        let most = (width - prefix - 1).max(min.trailing_zeros());
        ConstantRange::new(number(0), number(most + 1))
    }

    /// The numbers of set bits.
    pub fn population_count(&self) -> ConstantRange {
        let width = self.width();
        if self.is_empty() {
            return self.clone();
        }
        let number = |n: u32| Int::new(width, n.into());
        let (min, max) = (self.unsigned_min(), self.unsigned_max());
        let prefix = min.xor(&max).leading_zeros();
        if prefix == width {
            return number(min.count_ones()).into();
        }
        let rest = width - prefix;
        let common = if prefix == 0 { 0 } else { min.lshr(rest).count_ones() };
        // The least integer with the common prefix has no bits behind, the greatest one has them all.
        let has_least = min.trailing_zeros() >= rest;
        let has_greatest = max.not().trailing_zeros() >= rest;
        let lower = common + u32::from(!has_least);
        let upper = common + rest - u32::from(!has_greatest);
        ConstantRange::new(number(lower), number(upper).add(&Int::one(width)))
    }
}

/// Overflow.
impl ConstantRange {
    /// The flags `nuw` and `nsw` with which an operation on these integers is never poison.
    pub fn no_wrap_flags(&self, op: BinaryOp, other: &ConstantRange) -> IntFlags {
        let mut flags = IntFlags::empty();
        flags.set(IntFlags::NUW, self.never_overflows(op, false, other));
        flags.set(IntFlags::NSW, self.never_overflows(op, true, other));
        flags
    }

    /// The flags `nuw` and `nsw` with which a truncation of these integers is never poison; none for no integers.
    pub fn trunc_flags(&self, width: u32) -> IntFlags {
        let mut flags = IntFlags::empty();
        if !self.is_empty() {
            let signed_bits = self.signed_min().min_signed_bits().max(self.signed_max().min_signed_bits());
            flags.set(IntFlags::NUW, self.unsigned_max().active_bits() <= width);
            flags.set(IntFlags::NSW, signed_bits <= width);
        }
        flags
    }

    /// Whether an addition, subtraction, multiplication or left shift of these integers never overflows.
    pub fn never_overflows(&self, op: BinaryOp, is_signed: bool, other: &ConstantRange) -> bool {
        if self.is_empty() || other.is_empty() {
            return true;
        }
        let (a_min, a_max, b_min, b_max) = if is_signed {
            (self.signed_min(), self.signed_max(), other.signed_min(), other.signed_max())
        } else {
            (self.unsigned_min(), self.unsigned_max(), other.unsigned_min(), other.unsigned_max())
        };
        match (op, is_signed) {
            (BinaryOp::Add, true) => !a_min.sadd_overflow(&b_min).1 && !a_max.sadd_overflow(&b_max).1,
            (BinaryOp::Add, false) => !a_max.uadd_overflow(&b_max).1,
            (BinaryOp::Sub, true) => !a_min.ssub_overflow(&b_max).1 && !a_max.ssub_overflow(&b_min).1,
            (BinaryOp::Sub, false) => a_min.ucmp(&b_max).is_ge(),
            (BinaryOp::Mul, true) => [(&a_min, &b_min), (&a_min, &b_max), (&a_max, &b_min), (&a_max, &b_max)]
                .iter()
                .all(|(a, b)| !a.smul_overflow(b).1),
            (BinaryOp::Mul, false) => !a_max.umul_overflow(&b_max).1,
            // Amounts that are too large are poison in any case.
            (BinaryOp::Shl, _) if amount(&other.unsigned_min()) >= self.width() => true,
            (BinaryOp::Shl, _) => {
                let possible = ConstantRange::new(Int::zero(self.width()), Int::new(self.width(), self.width().into()));
                let most =
                    amount(&other.intersect(&possible, Preferred::Smallest).unsigned_max()).min(self.width() - 1);
                match is_signed {
                    true => !a_min.sshl_overflow(most).1 && !a_max.sshl_overflow(most).1,
                    false => !a_max.ushl_overflow(most).1,
                }
            }
            _ => false,
        }
    }
}
