//! Floating-point operations on values with undef bits.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::range::{List, Order, join, min};
use super::{Bits, Ranges, combinations, from_scalar, monotonic, pairs, worst};
use crate::float::{Float, FloatFormat};
use crate::fold::{self, Scalar, ScalarType};
use crate::integer::Integer;
use crate::intrinsic::{self as all, Intrinsic};
use crate::ops::{BinaryOp, FastMathFlags, FloatPredicate};
use crate::outcome::Outcome::{self, Value};

pub(super) fn of_bits<N: Integer>(format: FloatFormat, bits: &N) -> Float {
    Float::from_bits(format, bits.to_int().low_u128())
}

fn to_bits<N: Integer>(float: Float) -> N {
    N::from_int(&float.to_int_bits())
}

/// Whether the order of values is not that of their bits.
pub(super) fn has_no_order(float: Float) -> bool {
    float.is_nan() || float.format() == FloatFormat::PpcFp128
}

impl<N: Integer> Bits<N> {
    /// The [extremes](Bits::extremes) of the bits of a float, with the infinities, which are inside a range if the value
    /// may be a NaN, and the values that differ from a maximum in one exponent bit.
    fn float_extremes(&self, format: FloatFormat) -> List<N> {
        let infinity: N = to_bits(Float::infinity(format));
        let sign = N::min_signed(self.width());
        let exponent = self.undef.and(&infinity);
        let one_less = exponent.and(&N::new(self.width(), 0).sub(&exponent));
        let mut all = self.extremes();
        let largest = self.ranges.iter().flatten().map(|(_, to)| to.xor(&one_less));
        for other in [infinity.clone(), infinity.or(&sign)].into_iter().chain(largest) {
            if self.may_be(&other) && !all.contains(&other) {
                all.push(other);
            }
        }
        all
    }

    /// The ranges without NaNs, and whether the value may be a NaN.
    fn numbers(&self, format: FloatFormat) -> (Ranges<N>, bool) {
        let infinity: N = to_bits(Float::infinity(format));
        let limits = [infinity.clone(), infinity.or(&N::min_signed(self.width()))];
        let mut nan = false;
        let numbers = [0, 1].map(|half| {
            let (from, to) = self.ranges[half].as_ref()?;
            nan |= to.ucmp(&limits[half]).is_gt();
            from.ucmp(&limits[half]).is_le().then(|| (from.clone(), min(to, &limits[half])))
        });
        (numbers, nan)
    }
}

/// The result of a floating-point operation on the bits of two values.
pub fn float_binary<N: Integer>(
    op: BinaryOp,
    flags: FastMathFlags,
    format: FloatFormat,
    a: &Bits<N>,
    b: &Bits<N>,
) -> Outcome<Bits<N>> {
    let compute = |a: &N, b: &N| fold::float_binary(op, flags, of_bits(format, a), of_bits(format, b));
    if let (Some(a), Some(b)) = (a.to_defined(), b.to_defined()) {
        return compute(a, b).map(|it| from_scalar(&it.into()));
    }
    let outcomes = pairs(a.float_extremes(format), b.float_extremes(format)).map(|(a, b)| compute(&a, &b));
    if let Some(worst) = worst(outcomes) {
        return worst;
    }
    let any = Bits::undef(format.bits());
    let ordered = |it: Float| (!has_no_order(it)).then(|| to_bits(it));
    Value(match op {
        // `frem` is not monotonic.
        BinaryOp::FRem => any,
        _ => any.within_any(monotonic(Order::Float, &[&a.ranges, &b.ranges], |it| {
            compute(&it[0], &it[1]).value().and_then(ordered)
        })),
    })
}

/// The result of `fneg` on the bits of a value.
pub fn fneg<N: Integer>(flags: FastMathFlags, format: FloatFormat, a: &Bits<N>) -> Outcome<Bits<N>> {
    let checked = a.float_extremes(format).into_iter();
    let checked = checked.map(|it| fold::fast_math(flags, &[of_bits(format, &it)], ()));
    worst(checked).unwrap_or_else(|| Value(with_sign(a, &[1, 0], format)))
}

/// Replaces the sign: `signs` has the new signs of positive and of negative values.
fn with_sign<N: Integer>(a: &Bits<N>, signs: &[usize; 2], format: FloatFormat) -> Bits<N> {
    // The sign of a `ppc_fp128` is in both doubles.
    if format == FloatFormat::PpcFp128 {
        return Bits::undef(a.width());
    }
    let sign = N::min_signed(a.width());
    let mut ranges: Ranges<N> = [None, None];
    for (range, &to) in a.ranges.iter().zip(signs) {
        let moved = |it: &N| if to == 1 { it.or(&sign) } else { it.and(&sign.not()) };
        let mut one: Ranges<N> = [None, None];
        one[to] = range.as_ref().map(|(from, to)| (moved(from), moved(to)));
        ranges = join(&ranges, &one);
    }
    Bits::new(a.value.clone(), a.undef.or(&sign)).within(&ranges)
}

/// The result of `fcmp` on the bits of two values: an `i1`.
pub fn fcmp<N: Integer>(
    predicate: FloatPredicate,
    flags: FastMathFlags,
    format: FloatFormat,
    a: &Bits<N>,
    b: &Bits<N>,
) -> Outcome<Bits<N>> {
    let compare = |a: Float, b: Float| fold::fcmp(predicate, flags, a, b);
    let float = |it: &N| of_bits(format, it);
    let of = |it: bool| Bits::from(N::new(1, it.into()));
    let outcomes = pairs(a.float_extremes(format), b.float_extremes(format));
    if let Some(worst) = worst(outcomes.map(|(a, b)| compare(float(&a), float(&b)))) {
        return worst;
    }
    if let (Some(a), Some(b)) = (a.to_defined(), b.to_defined()) {
        return compare(float(a), float(b)).map(of);
    }
    // The possible relations of the two values.
    let ((x, a_nan), (y, b_nan)) = (a.numbers(format), b.numbers(format));
    let (mut less, mut equal, mut greater) = (false, false, false);
    for (from, to) in x.iter().flatten() {
        for (other, end) in y.iter().flatten() {
            let order = |a: &N, b: &N| float(a).compare(float(b));
            // The bounds nearer to zero come first.
            let (ends, others) = ([from, to], [other, end]);
            let orders: SmallVec<[_; 4]> = ends.iter().flat_map(|a| others.iter().map(|b| order(a, b))).collect();
            less |= orders.contains(&Some(Ordering::Less));
            greater |= orders.contains(&Some(Ordering::Greater));
            let apart = [Ordering::Less, Ordering::Greater].into_iter().any(|o| orders.iter().all(|&it| it == Some(o)));
            equal |= !apart;
        }
    }
    let (zero, one) = (Float::zero(format), Float::infinity(format));
    let relations = [
        (less, (zero, one)),
        (equal, (zero, zero)),
        (greater, (one, zero)),
        (a_nan || b_nan, (Float::nan(format), zero)),
    ];
    let no_flags = FastMathFlags::empty();
    let holds = |&(possible, (a, b)): &(bool, (Float, Float))| {
        possible.then(|| fold::fcmp(predicate, no_flags, a, b).value()).flatten()
    };
    let mut found: SmallVec<[bool; 4]> = relations.iter().filter_map(holds).collect();
    found.dedup();
    match (format, &found[..]) {
        (FloatFormat::PpcFp128, _) if !matches!(predicate, FloatPredicate::True | FloatPredicate::False) => {
            Value(Bits::undef(1))
        }
        (_, &[one]) => Value(of(one)),
        _ => Value(Bits::undef(1)),
    }
}

/// The result of an intrinsic on the bits of floats of the same format, for intrinsics with one scalar result.
pub fn float_intrinsic<N: Integer>(
    intrinsic: Intrinsic,
    flags: FastMathFlags,
    format: FloatFormat,
    result: ScalarType,
    operands: &[Bits<N>],
) -> Outcome<Bits<N>> {
    use Intrinsic::*;
    let compute = |flags, operands: &[N]| {
        let operands: SmallVec<[Scalar; 3]> = operands.iter().map(|it| of_bits(format, it).into()).collect();
        all::evaluate(intrinsic, flags, &operands, &[result]).map(|it| it[0].clone())
    };
    let extremes: SmallVec<[_; 3]> = operands.iter().map(|it| it.float_extremes(format)).collect();
    if let Some(worst) = worst(combinations(&extremes).map(|it| compute(flags, &it))) {
        return worst;
    }
    let any = Bits::undef(result.bits());
    let no_flags = FastMathFlags::empty();
    let number = |it: Scalar| match it {
        Scalar::Float(float) if has_no_order(float) => None,
        Scalar::Undef | Scalar::Poison => None,
        it => Some(from_scalar::<N>(&it).value),
    };
    let ranges = |order, operands: &[&Ranges<N>]| {
        monotonic(order, operands, |it| compute(no_flags, it).value().and_then(number))
    };
    Value(match (intrinsic, operands) {
        (FAbs, [a]) => with_sign(a, &[0, 0], format),
        (CopySign, [a, b]) => match &b.ranges {
            [Some(_), None] => with_sign(a, &[0, 0], format),
            [None, Some(_)] => with_sign(a, &[1, 1], format),
            _ => with_sign(a, &[0, 0], format).either(&with_sign(a, &[1, 1], format)),
        },
        (FPToSISat | FPToUISat, [a]) if format != FloatFormat::PpcFp128 => {
            let (numbers, nan) = a.numbers(format);
            let order = if intrinsic == FPToSISat { Order::Signed } else { Order::Unsigned };
            let zero = N::new(result.bits(), 0);
            let of_nan = if nan { order.range(&zero, &zero) } else { [None, None] };
            let of_numbers = if numbers == [None, None] { Some(numbers) } else { ranges(order, &[&numbers]) };
            any.within_any(of_numbers.map(|it| join(&it, &of_nan)))
        }
        (MinimumNum | MaximumNum, [a, b]) => {
            let ((x, x_nan), (y, y_nan)) = (a.numbers(format), b.numbers(format));
            match x_nan && y_nan || x == [None, None] || y == [None, None] {
                true => any,
                false => any.within_any(ranges(Order::Float, &[&x, &y]).map(|it| {
                    let it = if x_nan { join(&it, &y) } else { it };
                    if y_nan { join(&it, &x) } else { it }
                })),
            }
        }
        (
            MinNum | MaxNum | Minimum | Maximum | Canonicalize | Floor | Ceil | Trunc | RInt | NearbyInt | Round
            | RoundEven | Sqrt | FMA | FMulAdd,
            _,
        ) if !operands.iter().any(|it| it.numbers(format).1) => {
            let operands: SmallVec<[_; 3]> = operands.iter().map(|it| &it.ranges).collect();
            any.within_any(ranges(Order::Float, &operands))
        }
        (LRound | LLRound | LRInt | LLRInt, [a]) if !a.numbers(format).1 => {
            any.within_any(ranges(Order::Signed, &[&a.ranges]))
        }
        _ => any,
    })
}
