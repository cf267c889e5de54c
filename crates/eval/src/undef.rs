//! Values with undef bits.
//!
//! Each undef bit may be zero or one, independently of the others. The outcome of an operation is undefined behaviour if
//! some choice of the bits leads to it; otherwise poison if some choice leads to it; otherwise a value, in which the bits
//! are undef that differ between choices. If not all combinations of these bits are possible, the minimum and the maximum
//! value are known, too ([`Bits::ranges`]): `llvm.ctpop` of an undef `i32` has six undef bits, but is at most 32.
//!
//! The result is exact, with these exceptions:
//! - The bits of `mul` are undef from the lowest bit that may differ to the highest bit that may be set.
//! - For operations other than addition, subtraction, shifts and bitwise operations, the known bits are those on which the
//!   minimum and the maximum result agree. With `exact`, a divisor with undef bits results in poison.
//! - Operations on floats that may be NaNs, and `frem`, may result in any value.
//! - In shifts by an amount with more than [`MAX_UNDEF_AMOUNT_BITS`] undef bits, all bits are undef.
//!
//! ```
//! use lindworm_eval::undef::{self, Bits};
//! use lindworm_eval::{BinaryOp, Int, IntFlags, Outcome};
//!
//! let byte_of_two = Bits::new(Int::new(16, 0x1200), Int::new(16, 0x00FF));
//! let shifted = undef::binary(BinaryOp::LShr, IntFlags::empty(), &byte_of_two, &Bits::from(Int::new(16, 8)));
//! assert_eq!(shifted, Outcome::Value(Int::new(16, 0x12).into()));
//! ```

mod float;
mod intrinsic;
mod range;

pub use float::{fcmp, float_binary, float_intrinsic, fneg};
pub use intrinsic::intrinsic;
pub use range::Ranges;

use range::{List, Order, combinations, monotonic};

use crate::fold::{self, Scalar, ScalarType};
use crate::integer::{self, Integer};
use crate::ops::{BinaryOp, CastOp, IntFlags, IntPredicate};
use crate::outcome::{
    Outcome::{self, Poison, Undefined, Value},
    Why,
};

/// The maximum number of undef bits of a shift amount for which the result is exact; sufficient for `i64`.
pub const MAX_UNDEF_AMOUNT_BITS: u32 = 6;

/// An integer, or the bits of a float, with possibly undef bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<N> {
    /// The defined bits; undef bits are zero.
    value: N,
    /// The mask of undef bits, of the same width.
    undef: N,
    /// The ranges of the value, whose bounds are possible values.
    ranges: Ranges<N>,
}

/// A value without undef bits.
impl<N: Integer> From<N> for Bits<N> {
    fn from(value: N) -> Self {
        let undef = N::new(value.width(), 0);
        Self::new(value, undef)
    }
}

/// Constructors and accessors.
impl<N: Integer> Bits<N> {
    /// `value`, with the bits set in `undef` undef.
    pub fn new(value: N, undef: N) -> Self {
        let value = value.and(&undef.not());
        let ranges = range::of_bits(&value, &undef);
        Self { value, undef, ranges }
    }

    /// A value with all bits undef.
    pub fn undef(width: u32) -> Self {
        Self::new(N::new(width, 0), N::all_ones(width))
    }

    /// The value, further restricted to these ranges. Ranges without a possible value are ignored.
    pub fn within(self, ranges: &Ranges<N>) -> Self {
        let ranges = range::meet(&self.ranges, ranges, &self.value, &self.undef);
        // A bit is undef if it varies within one of the ranges, or differs between the ranges.
        let varying = |(from, to): &(N, N)| N::all_ones(from.width()).shl(from.xor(to).active_bits()).not();
        let undef = match &ranges {
            [Some(a), Some(b)] => varying(a).or(&varying(b)).or(&a.0.xor(&b.0)),
            [Some(a), None] | [None, Some(a)] => varying(a),
            [None, None] => return self,
        };
        let undef = self.undef.and(&undef);
        let Some((some, _)) = ranges.iter().flatten().next() else { return self };
        let value = some.and(&undef.not());
        let ranges = range::meet(&ranges, &ranges, &value, &undef);
        Self { value, undef, ranges }
    }

    /// The value, further restricted to one of several unsigned ranges, given by their bounds.
    pub fn within_one_of(self, ranges: &[(N, N)]) -> Self {
        let halves = ranges.iter().map(|(from, to)| Order::Unsigned.range(from, to));
        let joined = halves.reduce(|a, b| range::join(&a, &b));
        self.within_any(joined)
    }

    /// The value, further restricted if ranges are known.
    fn within_any(self, ranges: Option<Ranges<N>>) -> Self {
        match ranges {
            Some(ranges) => self.within(&ranges),
            None => self,
        }
    }

    /// The defined bits; undef bits are zero.
    pub fn defined_bits(&self) -> &N {
        &self.value
    }

    /// The mask of undef bits.
    pub fn undef_bits(&self) -> &N {
        &self.undef
    }

    /// The ranges of the value.
    pub fn ranges(&self) -> &Ranges<N> {
        &self.ranges
    }

    /// Whether not all combinations of the undef bits are possible.
    pub fn is_limited(&self) -> bool {
        self.ranges != range::of_bits(&self.value, &self.undef)
    }

    /// The bit width.
    pub fn width(&self) -> u32 {
        self.value.width()
    }

    /// Whether no bit is undef.
    pub fn is_defined(&self) -> bool {
        self.undef.is_zero()
    }

    /// The value, if no bit is undef.
    pub fn to_defined(&self) -> Option<&N> {
        self.is_defined().then_some(&self.value)
    }

    /// The value with all undef bits zero, which is the minimum unless the value [is limited](Bits::is_limited).
    fn zeros(&self) -> &N {
        &self.value
    }

    /// The value with all undef bits set.
    fn ones(&self) -> N {
        self.value.or(&self.undef)
    }

    /// The minimum and the maximum unsigned value.
    fn unsigned(&self) -> (N, N) {
        match &self.ranges {
            [Some((least, _)), Some((_, largest))] => (least.clone(), largest.clone()),
            [Some(only), None] | [None, Some(only)] => only.clone(),
            [None, None] => (self.value.clone(), self.ones()),
        }
    }

    /// The minimum and the maximum magnitude of the signed value.
    fn magnitudes(&self) -> (N, N) {
        let negated = |it: &N| N::new(it.width(), 0).sub(it);
        let positive = self.ranges[0].clone();
        let negative = self.ranges[1].as_ref().map(|(from, to)| (negated(to), negated(from)));
        match (positive, negative) {
            (Some(a), Some(b)) => (range::min(&a.0, &b.0), range::max(&a.1, &b.1)),
            (one, other) => one.or(other).unwrap_or_else(|| self.unsigned()),
        }
    }

    /// Whether `value` may be possible. A conservative approximation.
    fn may_be(&self, value: &N) -> bool {
        let in_range = |(from, to): &(N, N)| from.ucmp(value).is_le() && value.ucmp(to).is_le();
        self.undef.not().and(&value.xor(&self.value)).is_zero() && self.ranges.iter().flatten().any(in_range)
    }

    /// A selection of possible values: the bounds of the ranges, and for each range a further value such that a number
    /// divides all selected values only if it divides all possible ones.
    ///
    /// Sufficient to test the conditions of flags: if none of these values violates one, no possible value does.
    fn extremes(&self) -> List<N> {
        let lowest = self.undef.and(&N::new(self.width(), 0).sub(&self.undef));
        let mut all = List::new();
        for (from, to) in self.ranges.iter().flatten() {
            all.push(from.clone());
            if from != to {
                all.push(to.clone());
                let odd = from.or(&lowest);
                if odd.ucmp(to).is_lt() {
                    all.push(odd);
                }
            }
        }
        all
    }

    /// The union of two values.
    fn either(&self, other: &Self) -> Self {
        let undef = self.undef.or(&other.undef).or(&self.value.xor(&other.value));
        Self::new(self.value.clone(), undef).within(&range::join(&self.ranges, &other.ranges))
    }

    fn not(&self) -> Self {
        Self::new(self.value.not(), self.undef.clone())
    }

    /// Applies `change` to the bits and to the mask of undef bits.
    fn each(&self, change: impl Fn(&N) -> N) -> Self {
        Self::new(change(&self.value), change(&self.undef))
    }
}

/// The Cartesian product of `a` and `b`.
fn pairs<N: Clone>(a: List<N>, b: List<N>) -> impl Iterator<Item = (N, N)> {
    a.into_iter().flat_map(move |a| b.clone().into_iter().map(move |b| (a.clone(), b)))
}

/// Undefined behaviour or poison, if among the outcomes; undefined behaviour takes precedence.
fn worst<T, U>(outcomes: impl IntoIterator<Item = Outcome<T>>) -> Option<Outcome<U>> {
    let mut poison = None;
    for outcome in outcomes {
        match outcome {
            Undefined(why) => return Some(Undefined(why)),
            Poison(why) => poison = poison.or(Some(Poison(why))),
            Value(_) => {}
        }
    }
    poison
}

/// The result of an integer operation on two integers of the same width.
pub fn binary<N: Integer>(op: BinaryOp, flags: IntFlags, a: &Bits<N>, b: &Bits<N>) -> Outcome<Bits<N>> {
    if let (Some(a), Some(b)) = (a.to_defined(), b.to_defined()) {
        return integer::binary(op, flags, a, b).map(Bits::from);
    }
    if let Some(worst) = worst(pairs(a.extremes(), b.extremes()).map(|(a, b)| integer::binary(op, flags, &a, &b))) {
        return worst;
    }
    if op.is_int_div_rem() && flags.contains(IntFlags::EXACT) && !b.is_defined() && !a.unsigned().1.is_zero() {
        return Poison(Why::Inexact);
    }
    let any = Bits::undef(a.width());
    let ranges = |order, flags| {
        monotonic(order, &[&a.ranges, &b.ranges], |it| integer::binary(op, flags, &it[0], &it[1]).value())
    };
    // If no choice wraps, the result is monotonic.
    let unwrapped = |it: Bits<N>| {
        it.within_any(ranges(Order::Unsigned, IntFlags::NUW)).within_any(ranges(Order::Signed, IntFlags::NSW))
    };
    let none = IntFlags::empty();
    let (zero, all_ones) = (N::new(a.width(), 0), N::all_ones(a.width()));
    let ((a_least, a_largest), (b_least, b_largest)) = (a.unsigned(), b.unsigned());
    Value(match op {
        BinaryOp::Add => unwrapped(sum(a, b, false)),
        BinaryOp::Sub => unwrapped(sum(a, &b.not(), true)),
        BinaryOp::Mul => unwrapped(product(a, b)),
        BinaryOp::Shl => unwrapped(shifted(a, b, N::shl)),
        BinaryOp::LShr => shifted(a, b, N::lshr).within_any(ranges(Order::Unsigned, none)),
        BinaryOp::AShr => shifted(a, b, N::ashr).within_any(ranges(Order::Signed, none)),
        BinaryOp::And => between(a.zeros().and(b.zeros()), &a.ones().and(&b.ones()))
            .within(&Order::Unsigned.range(&zero, &range::min(&a_largest, &b_largest))),
        BinaryOp::Or => between(a.zeros().or(b.zeros()), &a.ones().or(&b.ones()))
            .within(&Order::Unsigned.range(&range::max(&a_least, &b_least), &all_ones)),
        BinaryOp::Xor => Bits::new(a.value.xor(&b.value), a.undef.or(&b.undef)),
        BinaryOp::UDiv => any.within_any(ranges(Order::Unsigned, none)),
        BinaryOp::SDiv => any.within_any(ranges(Order::Signed, none)),
        BinaryOp::URem if a_largest.ucmp(&b_least).is_lt() => a.clone(),
        BinaryOp::URem => {
            let limit = b_largest.sub(&N::new(b.width(), 1));
            any.within(&Order::Unsigned.range(&zero, &range::min(&a_largest, &limit)))
        }
        BinaryOp::SRem if a.magnitudes().1.ucmp(&b.magnitudes().0).is_lt() => a.clone(),
        BinaryOp::SRem => {
            // The remainder has the sign of the dividend. Its magnitude is less than that of the divisor, and at most that
            // of the dividend.
            let limit = b.magnitudes().1.sub(&N::new(b.width(), 1));
            let positive = a.ranges[0].as_ref().map(|(_, to)| Order::Signed.range(&zero, &range::min(to, &limit)));
            let negative = a.ranges[1].as_ref().map(|(from, _)| {
                let farthest = range::min(&zero.sub(from), &limit);
                Order::Signed.range(&zero.sub(&farthest), &zero)
            });
            let none = [None, None];
            any.within(&range::join(&positive.unwrap_or(none.clone()), &negative.unwrap_or(none)))
        }
        _ => any,
    })
}

/// A bit is defined if the minimum and the maximum value agree on it.
fn between<N: Integer>(min: N, max: &N) -> Bits<N> {
    let undef = min.xor(max);
    Bits::new(min, undef)
}

/// `a + b + carry`. Carries are monotonic in the operands, so those of the minimum and of the maximum values tell which
/// carries are certain.
fn sum<N: Integer>(a: &Bits<N>, b: &Bits<N>, carry: bool) -> Bits<N> {
    let carry = N::new(a.width(), carry.into());
    let sum_and_carries = |a: &N, b: &N| {
        let sum = a.add(b).add(&carry);
        let carries = sum.xor(a).xor(b);
        (sum, carries)
    };
    let (sum, least) = sum_and_carries(a.zeros(), b.zeros());
    let (_, most) = sum_and_carries(&a.ones(), &b.ones());
    Bits::new(sum, a.undef.or(&b.undef).or(&least.xor(&most)))
}

fn product<N: Integer>(a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    // The lowest undef bit of one operand times the lowest bit of the other that may be set.
    let first = |a: &Bits<N>, b: &Bits<N>| match a.is_defined() {
        true => a.width(),
        false => a.undef.trailing_zeros().saturating_add(b.ones().trailing_zeros()),
    };
    let (max, overflow) = a.ones().umul_overflow(&b.ones());
    let end = if overflow { a.width() } else { max.active_bits() };
    let ones = |from: u32| N::all_ones(a.width()).shl(from);
    Bits::new(a.value.mul(&b.value), ones(first(a, b).min(first(b, a))).and(&ones(end).not()))
}

/// `a` shifted by each possible amount that is less than the width.
fn shifted<N: Integer>(a: &Bits<N>, amount: &Bits<N>, shift: fn(&N, u32) -> N) -> Bits<N> {
    let by = |amount: u64| a.each(|it| shift(it, amount as u32));
    match each_choice(amount, by) {
        Some(result) => result,
        None => Bits::undef(a.width()),
    }
}

/// The union of `f` over all values that `amount` may have; `None` if they are too many.
fn each_choice<N: Integer>(amount: &Bits<N>, f: impl Fn(u64) -> Bits<N>) -> Option<Bits<N>> {
    let (value, undef) = (amount.value.to_u64()?, amount.undef.to_u64()?);
    if undef.count_ones() > MAX_UNDEF_AMOUNT_BITS {
        return None;
    }
    let mut choice = undef;
    let mut result = f(value | choice);
    while choice != 0 {
        choice = choice.wrapping_sub(1) & undef;
        result = result.either(&f(value | choice));
    }
    Some(result)
}

/// The result of `icmp` on two integers of the same width: an `i1`.
pub fn icmp<N: Integer>(predicate: IntPredicate, same_sign: bool, a: &Bits<N>, b: &Bits<N>) -> Outcome<Bits<N>> {
    let holds = |(a, b): (N, N)| integer::icmp(predicate, same_sign, &a, &b);
    if let Some(worst) = worst(pairs(a.extremes(), b.extremes()).map(holds)) {
        return worst;
    }
    let (mut may_hold, mut may_fail) = match predicate.is_equality() {
        // If any values are equal, there are both equal and unequal ones.
        true if !(a.is_defined() && b.is_defined()) && may_be_equal(a, b) => (true, true),
        _ => (false, false),
    };
    for holds in pairs(a.extremes(), b.extremes()).filter_map(|pair| holds(pair).value()) {
        may_hold |= holds;
        may_fail |= !holds;
    }
    Value(if may_hold && may_fail { Bits::undef(1) } else { Bits::from(N::new(1, may_hold.into())) })
}

/// Whether the values may be equal. A conservative approximation.
fn may_be_equal<N: Integer>(a: &Bits<N>, b: &Bits<N>) -> bool {
    match (a.to_defined(), b.to_defined()) {
        (Some(a), _) => b.may_be(a),
        (_, Some(b)) => a.may_be(b),
        _ => {
            let overlap = |half: usize| match (&a.ranges[half], &b.ranges[half]) {
                (Some((from, to)), Some((other, end))) => from.ucmp(end).is_le() && other.ucmp(to).is_le(),
                _ => false,
            };
            let differ = a.value.xor(&b.value).and(&a.undef.or(&b.undef).not());
            differ.is_zero() && (overlap(0) || overlap(1))
        }
    }
}

/// The result of a cast of a number or of its bits. Casts from and to pointers are not supported here.
pub fn cast<N: Integer>(
    op: CastOp,
    flags: IntFlags,
    from: ScalarType,
    value: &Bits<N>,
    to: ScalarType,
) -> Outcome<Bits<N>> {
    let cast = |value: &N| fold::cast(op, flags, &scalar(from, value), to);
    if let Some(value) = value.to_defined() {
        return cast(value).map(|it| from_scalar(&it));
    }
    if let Some(worst) = worst(value.extremes().iter().map(cast)) {
        return worst;
    }
    // NaNs and overflows are unordered.
    let ranges = |order, flags| {
        let number = |it: Scalar| match it {
            Scalar::Float(float) if float::has_no_order(float) => None,
            it => Some(from_scalar(&it).value),
        };
        monotonic(order, &[&value.ranges], |it| number(fold::cast(op, flags, &scalar(from, &it[0]), to).value()?))
    };
    let any = Bits::undef(to.bits());
    let none = IntFlags::empty();
    Value(match op {
        CastOp::Trunc => value
            .each(|it| it.zext_or_trunc(to.bits()))
            .within_any(ranges(Order::Unsigned, IntFlags::NUW))
            .within_any(ranges(Order::Signed, IntFlags::NSW)),
        CastOp::ZExt => value.each(|it| it.zext_or_trunc(to.bits())).within_any(ranges(Order::Unsigned, none)),
        CastOp::SExt => value.each(|it| it.sext_or_trunc(to.bits())).within_any(ranges(Order::Signed, none)),
        CastOp::BitCast => value.clone(),
        CastOp::FPToUI => any.within_any(ranges(Order::Unsigned, none)),
        CastOp::FPToSI => any.within_any(ranges(Order::Signed, none)),
        CastOp::UIToFP | CastOp::SIToFP | CastOp::FPTrunc | CastOp::FPExt => any.within_any(ranges(Order::Float, none)),
        _ => any,
    })
}

fn scalar<N: Integer>(ty: ScalarType, value: &N) -> Scalar {
    match ty {
        ScalarType::Int(_) => value.to_int().into(),
        ScalarType::Float(format) => float::of_bits(format, value).into(),
    }
}

fn from_scalar<N: Integer>(scalar: &Scalar) -> Bits<N> {
    match scalar {
        Scalar::Int(value) => N::from_int(value).into(),
        Scalar::Float(value) => N::from_int(&value.to_int_bits()).into(),
        // Not results of casts.
        Scalar::Undef | Scalar::Poison => Bits::undef(1),
    }
}

/// The result of `select` for an `i1` condition and two values of the same width.
pub fn select<N: Integer>(condition: &Bits<N>, a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    match condition.to_defined() {
        Some(condition) if condition.is_zero() => b.clone(),
        Some(_) => a.clone(),
        None => a.either(b),
    }
}
