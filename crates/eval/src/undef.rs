//! Values of which some bits are undef.
//!
//! Each undef bit may be zero or one, whatever the others are. An operation on such values gives undefined behaviour if it
//! does for any choice of the bits; else poison if it does for any choice; else a value, in which those bits are undef that
//! are not the same for all choices.
//!
//! That is exact, but for results that are not worth the effort:
//! - `mul`: all bits are undef from the lowest that may differ to the highest that may be one.
//! - `udiv` and `urem`: all bits are undef from the highest that may differ down. So it is for `sdiv` and `srem` of numbers
//!   that cannot be negative; of others, all bits are undef. With `exact`, a divisor with undef bits gives poison.
//! - Every operation that takes or gives a float but `fneg`: all bits are undef.
//! - shifts by an amount of which more than [`MAX_UNDEF_AMOUNT_BITS`] bits are undef: all bits are undef.
//! - `fcmp`: undef, unless the predicate is `true` or `false`.
//!
//! ```
//! use lindworm_eval::undef::{self, Bits};
//! use lindworm_eval::{BinaryOp, Int, IntFlags, Outcome};
//!
//! let byte_of_two = Bits::new(Int::new(16, 0x1200), Int::new(16, 0x00FF));
//! let shifted = undef::binary(BinaryOp::LShr, IntFlags::empty(), &byte_of_two, &Bits::from(Int::new(16, 8)));
//! assert_eq!(shifted, Outcome::Value(Int::new(16, 0x12).into()));
//! ```

mod intrinsic;

pub use intrinsic::intrinsic;

use std::cmp::Ordering;

use crate::float::{Float, FloatFormat};
use crate::fold::{
    self,
    Outcome::{self, Poison, Undefined, Value},
    Scalar, ScalarType, Why,
};
use crate::integer::{self, Integer};
use crate::ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};

/// So many bits of a shift amount may be undef if the result is to be exact; those of an `i64` always are.
pub const MAX_UNDEF_AMOUNT_BITS: u32 = 6;

/// An integer, or the bits of a float, of which some bits may be undef.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<N> {
    /// The bits that are defined; zero where they are not.
    value: N,
    /// Which bits are undef; of the same width.
    undef: N,
}

/// With no undef bit.
impl<N: Integer> From<N> for Bits<N> {
    fn from(value: N) -> Self {
        let undef = N::new(value.width(), 0);
        Self { value, undef }
    }
}

/// Making one, and taking it apart.
impl<N: Integer> Bits<N> {
    /// `value`, but for the bits that are set in `undef`, which are undef.
    pub fn new(value: N, undef: N) -> Self {
        Self { value: value.and(&undef.not()), undef }
    }

    /// With all bits undef.
    pub fn undef(width: u32) -> Self {
        Self { value: N::new(width, 0), undef: N::all_ones(width) }
    }

    /// The bits that are defined; the others are zero.
    pub fn defined_bits(&self) -> &N {
        &self.value
    }

    /// Which bits are undef.
    pub fn undef_bits(&self) -> &N {
        &self.undef
    }

    /// How many bits it has.
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

    /// The least unsigned value that it may be.
    fn least(&self) -> &N {
        &self.value
    }

    /// The largest unsigned value that it may be.
    fn largest(&self) -> N {
        self.value.or(&self.undef)
    }

    /// Values that it may be, among them the least and the largest as unsigned and as signed, those nearest to zero, and one
    /// that is no multiple of any number of which not all are multiples.
    ///
    /// These are enough to tell whether any of its values breaks a promise: none in the midst does if none of these does.
    fn extremes(&self) -> [N; 5] {
        let (min, max) = (self.least(), self.largest());
        let sign = self.undef.and(&N::min_signed(self.width()));
        let lowest = self.undef.and(&N::new(self.width(), 0).sub(&self.undef));
        [min.clone(), min.or(&sign), max.xor(&sign), min.or(&lowest), max]
    }

    /// The same for the bits of a float: also infinities, which are in the midst if it may be a NaN, and those that are the
    /// largest but for one bit of the exponent.
    fn float_extremes(&self, format: FloatFormat) -> [N; 9] {
        let bits = |it: Float| N::from_int(&it.to_int_bits());
        let (infinity, sign) = (bits(Float::infinity(format)), bits(Float::zero(format).neg()));
        let [min, smin, smax, multiple, max] = self.extremes();
        let is_choice = |it: &N| self.undef.not().and(&it.xor(&self.value)).is_zero();
        let or_min = |it: N| if is_choice(&it) { it } else { min.clone() };
        let exponent = self.undef.and(&infinity);
        let one_less = exponent.and(&N::new(self.width(), 0).sub(&exponent));
        let (next, snext) = (max.xor(&one_less), smax.xor(&one_less));
        [or_min(infinity.clone()), or_min(infinity.or(&sign)), next, snext, min.clone(), smin, smax, multiple, max]
    }

    /// What may be either.
    fn either(&self, other: &Self) -> Self {
        let undef = self.undef.or(&other.undef).or(&self.value.xor(&other.value));
        Self::new(self.value.clone(), undef)
    }

    fn not(&self) -> Self {
        Self::new(self.value.not(), self.undef.clone())
    }

    /// `change` made to the bits and to which of them are undef.
    fn each(&self, change: impl Fn(&N) -> N) -> Self {
        Self { value: change(&self.value), undef: change(&self.undef) }
    }
}

/// Each of `a` with each of `b`.
fn pairs<N: Clone, const COUNT: usize>(a: [N; COUNT], b: [N; COUNT]) -> impl Iterator<Item = (N, N)> {
    a.into_iter().flat_map(move |a| b.clone().map(|b| (a.clone(), b)))
}

/// Undefined behaviour or poison, if that is among the outcomes; undefined behaviour goes first.
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

/// What an integer operation gives for two integers of one width.
pub fn binary<N: Integer>(op: BinaryOp, flags: IntFlags, a: &Bits<N>, b: &Bits<N>) -> Outcome<Bits<N>> {
    if let (Some(a), Some(b)) = (a.to_defined(), b.to_defined()) {
        return integer::binary(op, flags, a, b).map(Bits::from);
    }
    if let Some(worst) = worst(pairs(a.extremes(), b.extremes()).map(|(a, b)| integer::binary(op, flags, &a, &b))) {
        return worst;
    }
    if op.is_int_div_rem() && flags.contains(IntFlags::EXACT) && !b.is_defined() && !a.largest().is_zero() {
        return Poison(Why::Inexact);
    }
    Value(match op {
        BinaryOp::Add => sum(a, b, false),
        BinaryOp::Sub => sum(a, &b.not(), true),
        BinaryOp::Mul => product(a, b),
        BinaryOp::Shl => shifted(a, b, N::shl),
        BinaryOp::LShr => shifted(a, b, N::lshr),
        BinaryOp::AShr => shifted(a, b, N::ashr),
        BinaryOp::And => between(a.least().and(b.least()), &a.largest().and(&b.largest())),
        BinaryOp::Or => between(a.least().or(b.least()), &a.largest().or(&b.largest())),
        BinaryOp::Xor => Bits::new(a.value.xor(&b.value), a.undef.or(&b.undef)),
        BinaryOp::UDiv => quotient(a, b),
        BinaryOp::URem => remainder(a, b),
        BinaryOp::SDiv if !a.largest().is_negative() && !b.largest().is_negative() => quotient(a, b),
        BinaryOp::SRem if !a.largest().is_negative() && !b.largest().is_negative() => remainder(a, b),
        _ => Bits::undef(a.width()),
    })
}

/// What is at least `min` and at most `max`.
fn in_range<N: Integer>(min: N, max: &N) -> Bits<N> {
    let below = N::all_ones(min.width()).shl(min.xor(max).active_bits()).not();
    Bits::new(min, below)
}

/// `a / b` of unsigned numbers, where `b` is not zero.
fn quotient<N: Integer>(a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    match (a.least().udiv(&b.largest()), a.largest().udiv(b.least())) {
        (Some(min), Some(max)) => in_range(min, &max),
        _ => Bits::undef(a.width()),
    }
}

/// What `a / b` of unsigned numbers leaves, where `b` is not zero.
fn remainder<N: Integer>(a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    let (most, limit) = (a.largest(), b.largest().sub(&N::new(b.width(), 1)));
    match (most.ucmp(b.least()), most.ucmp(&limit)) {
        (Ordering::Less, _) => a.clone(),
        (_, Ordering::Less) => in_range(N::new(a.width(), 0), &most),
        _ => in_range(N::new(a.width(), 0), &limit),
    }
}

/// What has a bit defined where the least and the largest value agree.
fn between<N: Integer>(min: N, max: &N) -> Bits<N> {
    let undef = min.xor(max);
    Bits::new(min, undef)
}

/// `a + b`, and 1 if there is a carry. Carries grow with the operands, so that the least and the largest values tell which
/// of them are certain.
fn sum<N: Integer>(a: &Bits<N>, b: &Bits<N>, carry: bool) -> Bits<N> {
    let carry = N::new(a.width(), carry.into());
    let sum_and_carries = |a: &N, b: &N| {
        let sum = a.add(b).add(&carry);
        let carries = sum.xor(a).xor(b);
        (sum, carries)
    };
    let (sum, least) = sum_and_carries(a.least(), b.least());
    let (_, most) = sum_and_carries(&a.largest(), &b.largest());
    Bits::new(sum, a.undef.or(&b.undef).or(&least.xor(&most)))
}

fn product<N: Integer>(a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    // The lowest undef bit of one meets the lowest one of the other.
    let first = |a: &Bits<N>, b: &Bits<N>| match a.is_defined() {
        true => a.width(),
        false => a.undef.trailing_zeros().saturating_add(b.largest().trailing_zeros()),
    };
    let (max, overflow) = a.largest().umul_overflow(&b.largest());
    let end = if overflow { a.width() } else { max.active_bits() };
    let ones = |from: u32| N::all_ones(a.width()).shl(from);
    Bits::new(a.value.mul(&b.value), ones(first(a, b).min(first(b, a))).and(&ones(end).not()))
}

/// `a` shifted by each amount less than the width that `amount` may be.
fn shifted<N: Integer>(a: &Bits<N>, amount: &Bits<N>, shift: fn(&N, u32) -> N) -> Bits<N> {
    let by = |amount: u64| a.each(|it| shift(it, amount as u32));
    match each_choice(amount, by) {
        Some(result) => result,
        None => Bits::undef(a.width()),
    }
}

/// What may be `f` of any value that `amount` may be; `None` if these are too many.
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

/// Whether `a predicate b` holds for two integers of one width: an `i1`.
pub fn icmp<N: Integer>(predicate: IntPredicate, same_sign: bool, a: &Bits<N>, b: &Bits<N>) -> Outcome<Bits<N>> {
    let holds = |(a, b): (N, N)| integer::icmp(predicate, same_sign, &a, &b);
    if let Some(worst) = worst(pairs(a.extremes(), b.extremes()).map(holds)) {
        return worst;
    }
    let differ = !a.value.xor(&b.value).and(&a.undef.or(&b.undef).not()).is_zero();
    let (mut may_hold, mut may_fail) = match predicate.is_equality() {
        // There are values in the midst that are equal if any are.
        true if !(differ || a.is_defined() && b.is_defined()) => (true, true),
        _ => (false, false),
    };
    for holds in pairs(a.extremes(), b.extremes()).filter_map(|pair| holds(pair).value()) {
        may_hold |= holds;
        may_fail |= !holds;
    }
    Value(if may_hold && may_fail { Bits::undef(1) } else { Bits::from(N::new(1, may_hold.into())) })
}

/// What a cast of a number or of its bits gives. Casts from and to pointers are not known here.
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
    Value(match op {
        CastOp::Trunc | CastOp::ZExt => value.each(|it| it.zext_or_trunc(to.bits())),
        CastOp::SExt => value.each(|it| it.sext_or_trunc(to.bits())),
        CastOp::BitCast => value.clone(),
        _ => Bits::undef(to.bits()),
    })
}

fn scalar<N: Integer>(ty: ScalarType, value: &N) -> Scalar {
    match ty {
        ScalarType::Int(_) => value.to_int().into(),
        ScalarType::Float(format) => float(format, value).into(),
    }
}

fn from_scalar<N: Integer>(scalar: &Scalar) -> Bits<N> {
    match scalar {
        Scalar::Int(value) => N::from_int(value).into(),
        Scalar::Float(value) => N::from_int(&value.to_int_bits()).into(),
        // Casts give none of these.
        Scalar::Undef | Scalar::Poison => Bits::undef(1),
    }
}

fn float<N: Integer>(format: FloatFormat, bits: &N) -> Float {
    Float::from_bits(format, bits.to_int().low_u128())
}

/// What a float operation gives for the bits of two floats.
pub fn float_binary<N: Integer>(
    op: BinaryOp,
    flags: FastMathFlags,
    format: FloatFormat,
    a: &Bits<N>,
    b: &Bits<N>,
) -> Outcome<Bits<N>> {
    let compute = |a: &N, b: &N| fold::float_binary(op, flags, float(format, a), float(format, b));
    if let (Some(a), Some(b)) = (a.to_defined(), b.to_defined()) {
        return compute(a, b).map(|it| from_scalar(&it.into()));
    }
    worst(pairs(a.float_extremes(format), b.float_extremes(format)).map(|(a, b)| compute(&a, &b)))
        .unwrap_or(Value(Bits::undef(format.bits())))
}

/// What `fneg` gives for the bits of a float.
pub fn fneg<N: Integer>(flags: FastMathFlags, format: FloatFormat, a: &Bits<N>) -> Outcome<Bits<N>> {
    let sign = N::from_int(&Float::zero(format).neg().to_int_bits());
    let checked = a.float_extremes(format).map(|it| fold::fast_math(flags, &[float(format, &it)], ()));
    worst(checked).unwrap_or_else(|| Value(Bits::new(a.value.xor(&sign), a.undef.clone())))
}

/// Whether `a predicate b` holds for the bits of two floats: an `i1`.
pub fn fcmp<N: Integer>(
    predicate: FloatPredicate,
    flags: FastMathFlags,
    format: FloatFormat,
    a: &Bits<N>,
    b: &Bits<N>,
) -> Outcome<Bits<N>> {
    let compare = |a: &N, b: &N| fold::fcmp(predicate, flags, float(format, a), float(format, b));
    let is_constant = matches!(predicate, FloatPredicate::True | FloatPredicate::False);
    match worst(pairs(a.float_extremes(format), b.float_extremes(format)).map(|(a, b)| compare(&a, &b))) {
        Some(worst) => worst,
        None if is_constant || a.is_defined() && b.is_defined() => {
            compare(&a.value, &b.value).map(|it| N::new(1, it.into()).into())
        }
        None => Value(Bits::undef(1)),
    }
}

/// What `select` gives for a condition, which is an `i1`, and two values of one width.
pub fn select<N: Integer>(condition: &Bits<N>, a: &Bits<N>, b: &Bits<N>) -> Bits<N> {
    match condition.to_defined() {
        Some(condition) if condition.is_zero() => b.clone(),
        Some(_) => a.clone(),
        None => a.either(b),
    }
}
