//! The outcome of an operation: a value, poison or undefined behaviour, the latter two with the reason.

use std::fmt;

/// The outcome of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome<T> {
    /// A value.
    Value(T),
    /// Poison.
    Poison(Why),
    /// Immediate undefined behaviour.
    Undefined(Why),
}

impl<T> Outcome<T> {
    /// The value, if any.
    pub fn value(self) -> Option<T> {
        match self {
            Outcome::Value(value) => Some(value),
            Outcome::Poison(_) | Outcome::Undefined(_) => None,
        }
    }

    /// Applies `f` to the value, if any.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Value(value) => Outcome::Value(f(value)),
            Outcome::Poison(why) => Outcome::Poison(why),
            Outcome::Undefined(why) => Outcome::Undefined(why),
        }
    }
}

/// The reason for poison or undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// `nuw` is set, and the result wraps as unsigned.
    UnsignedWrap,
    /// `nsw` is set, and the result wraps as signed.
    SignedWrap,
    /// `exact` is set, and there is a remainder, or a set bit is shifted out.
    Inexact,
    /// `disjoint` is set, and a bit is set in both operands.
    NotDisjoint,
    /// `nneg` is set, and the operand is negative.
    Negative,
    /// `samesign` is set, and the operands have different signs.
    SignsDiffer,
    /// `nnan` is set, and an operand or the result is a NaN.
    Nan,
    /// `ninf` is set, and an operand or the result is an infinity.
    Infinite,
    /// The shift amount is not less than the width.
    ShiftTooFar,
    /// The divisor is zero.
    DivisionByZero,
    /// The minimum signed value is divided by -1.
    DivisionOverflow,
    /// `is_int_min_poison` is set, and the operand is the minimum signed value.
    SmallestSigned,
    /// `is_zero_poison` is set, and the operand is zero.
    Zero,
    /// The exact result is out of range of the fixed-point type.
    FixedPointOverflow,
    /// The value, rounded towards zero, is not representable in the integer type.
    NotRepresentable,
    /// The operands are invalid for the operation, which does not occur in a verified module.
    WrongOperands,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::UnsignedWrap => "`nuw`, but the result wraps as unsigned",
            Why::SignedWrap => "`nsw`, but the result wraps as signed",
            Why::Inexact => "`exact`, but the result is not",
            Why::NotDisjoint => "`disjoint`, but the operands have a bit in common",
            Why::Negative => "`nneg`, but the operand is negative",
            Why::SignsDiffer => "`samesign`, but the operands have different signs",
            Why::Nan => "`nnan`, but there is a NaN",
            Why::Infinite => "`ninf`, but there is an infinity",
            Why::ShiftTooFar => "shift by the width or more",
            Why::DivisionByZero => "division by zero",
            Why::DivisionOverflow => "division of the smallest signed value by -1",
            Why::SmallestSigned => "`is_int_min_poison`, but the operand is the smallest signed value",
            Why::Zero => "`is_zero_poison`, but the operand is zero",
            Why::FixedPointOverflow => "the fixed-point type has no such value",
            Why::NotRepresentable => "the integer type has no such value",
            Why::WrongOperands => "operands of the wrong type",
        })
    }
}
