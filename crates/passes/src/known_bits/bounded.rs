//! Known bits of divisions, remainders, saturating sums and absolute values: the bits common to a range of results, and the low bits,
//! which only depend on low bits.

use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, Int, IntFlags};

use super::KnownBits;

/// The operands as ranges.
fn ranges(a: &KnownBits, b: &KnownBits, is_signed: bool) -> [ConstantRange; 2] {
    [a, b].map(|known| ConstantRange::of_known_bits(&known.zero, &known.one, is_signed))
}

/// The bits common to a range; none if the range is empty, because the operation is undefined for all operands.
fn common(range: &ConstantRange) -> KnownBits {
    match range.is_empty() {
        true => KnownBits::unknown(range.width()),
        false => KnownBits::of_range(range),
    }
}

/// The negative integers of a range.
fn negative(range: ConstantRange) -> ConstantRange {
    let width = range.width();
    range.intersect(&ConstantRange::new(Int::min_signed(width), Int::zero(width)), Preferred::Signed)
}

/// The known bits of a quotient.
pub(super) fn quotient(is_signed: bool, flags: IntFlags, a: &KnownBits, b: &KnownBits) -> KnownBits {
    let [x, y] = ranges(a, b, is_signed);
    let mut range = if is_signed { x.sdiv(&y) } else { x.udiv(&y) };
    if !flags.contains(IntFlags::EXACT) {
        return common(&range);
    }
    // The quotient of a dividend that is not zero is not zero.
    let differ = a.is_negative() && b.is_non_negative() || a.is_non_negative() && b.is_negative();
    if is_signed && a.is_non_zero() && differ {
        range = negative(range);
    }
    common(&range).both(&exact_low_bits(a, b))
}

/// The low bits of a quotient without remainder: as many trailing zeros as the dividend has more than the divisor.
fn exact_low_bits(a: &KnownBits, b: &KnownBits) -> KnownBits {
    let width = a.width();
    let least = a.min_trailing_zeros().checked_sub(b.one.trailing_zeros());
    let most = a.one.trailing_zeros().checked_sub(b.min_trailing_zeros());
    let known = KnownBits::unknown(width);
    match (least, most) {
        (Some(least), Some(most)) if least == most && least < width => {
            let one = Int::one(width).shl(least);
            known.with_trailing_zeros(least).both(&KnownBits { zero: Int::zero(width), one })
        }
        (Some(least), _) if least < width => known.with_trailing_zeros(least),
        _ => known,
    }
}

/// The known bits of a remainder.
pub(super) fn remainder(is_signed: bool, a: &KnownBits, b: &KnownBits) -> KnownBits {
    let width = a.width();
    let [x, y] = ranges(a, b, is_signed);
    // A multiple of the divisor has its trailing zeros, so that these bits are those of the dividend.
    let zeros = b.min_trailing_zeros().min(width);
    let mask = if zeros == width { Int::zero(width) } else { Int::all_ones(width).shl(zeros).not() };
    let low = a.map(|bits| bits.and(&mask));
    let mut range = if is_signed { x.srem(&y) } else { x.urem(&y) };
    if is_signed && a.is_negative() && low.is_non_zero() {
        range = negative(range);
    }
    low.both(&common(&range))
}

/// The known bits of a sum or difference that stays within bounds: of the result without bounds, unless it may be beyond a bound.
pub(super) fn saturated(op: BinaryOp, is_signed: bool, a: &KnownBits, b: &KnownBits) -> KnownBits {
    let width = a.width();
    let [x, y] = ranges(a, b, is_signed);
    let is_add = op == BinaryOp::Add;
    let mut known = KnownBits::binary(op, IntFlags::empty(), a, b);
    if x.never_overflows(op, is_signed, &y) {
        return known;
    }
    let b = if is_add { b.clone() } else { b.inverted() };
    let bounds = match (is_signed, is_add) {
        (false, true) => [Some(Int::all_ones(width)), None],
        (false, false) => [Some(Int::zero(width)), None],
        (true, _) => [
            (!a.is_negative() && !b.is_negative()).then(|| Int::max_signed(width)),
            (!a.is_non_negative() && !b.is_non_negative()).then(|| Int::min_signed(width)),
        ],
    };
    for bound in bounds.iter().flatten() {
        known = known.either(&KnownBits::constant(bound));
    }
    let range = if is_add { x.saturating_add(&y, is_signed) } else { x.saturating_sub(&y, is_signed) };
    known.both(&common(&range))
}

/// The known bits of an absolute value, which is the value or its negation.
pub(crate) fn absolute(a: &KnownBits, min_is_poison: bool) -> KnownBits {
    let width = a.width();
    if a.is_non_negative() {
        return a.clone();
    }
    let negated = KnownBits::constant(&Int::zero(width)).sum(&a.inverted(), true);
    let known = if a.is_negative() { negated } else { a.either(&negated) };
    let range = ConstantRange::of_known_bits(&a.zero, &a.one, true).abs(min_is_poison);
    known.both(&common(&range))
}
