//! The results of operations, in two layers.
//!
//! **Semantics**: [`int_binary`], [`float_binary`], [`icmp`], [`fcmp`] and [`cast`] take numbers and flags, and return an
//! [`Outcome`]: a value, poison, or undefined behaviour, the latter two with the reason. These are for interpreters.
//!
//! **Folding**: [`fold_binary`], [`fold_icmp`], [`fold_fcmp`], [`fold_cast`] and [`fold_fneg`] take constants, including
//! undef and poison, and return the result of LLVM's constant folder. It ignores flags, and folds undefined behaviour to
//! poison.

use crate::float::{Float, FloatFormat};
use crate::int::Int;
use crate::integer;
use crate::ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use crate::outcome::{
    Outcome::{self, Poison, Undefined, Value},
    Why,
};

/// The result of an integer operation on two integers of the same width.
pub fn int_binary(op: BinaryOp, flags: IntFlags, a: &Int, b: &Int) -> Outcome<Int> {
    integer::binary(op, flags, a, b)
}

/// The result of a floating-point operation on two values of the same format.
pub fn float_binary(op: BinaryOp, flags: FastMathFlags, a: Float, b: Float) -> Outcome<Float> {
    let result = match op {
        BinaryOp::FAdd => a.add(b),
        BinaryOp::FSub => a.sub(b),
        BinaryOp::FMul => a.mul(b),
        BinaryOp::FDiv => a.div(b),
        BinaryOp::FRem => a.rem(b),
        _ => return Undefined(Why::WrongOperands),
    };
    fast_math(flags, &[a, b, result], result)
}

/// `result`, or poison if `nnan` or `ninf` is set and one of `floats` is a NaN or an infinity.
///
/// Implements these flags for any operation, with its floating-point operands and result as `floats`.
pub fn fast_math<T>(flags: FastMathFlags, floats: &[Float], result: T) -> Outcome<T> {
    if flags.contains(FastMathFlags::NNAN) && floats.iter().any(|it| it.is_nan()) {
        Poison(Why::Nan)
    } else if flags.contains(FastMathFlags::NINF) && floats.iter().any(|it| it.is_infinite()) {
        Poison(Why::Infinite)
    } else {
        Value(result)
    }
}

/// The result of `icmp` on two integers of the same width.
pub fn icmp(predicate: IntPredicate, flags: IntFlags, a: &Int, b: &Int) -> Outcome<bool> {
    integer::icmp(predicate, flags.contains(IntFlags::SAMESIGN), a, b)
}

/// The result of `fcmp` on two values of the same format.
pub fn fcmp(predicate: FloatPredicate, flags: FastMathFlags, a: Float, b: Float) -> Outcome<bool> {
    fast_math(flags, &[a, b], predicate.holds(a.compare(b)))
}

/// The type of a [`Scalar`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarType {
    /// `iN`.
    Int(u32),
    /// A floating-point type.
    Float(FloatFormat),
}

impl ScalarType {
    /// The width of a value in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Float(format) => format.bits(),
        }
    }
}

/// A constant of integer or floating-point type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int(Int),
    /// A floating-point value.
    Float(Float),
    /// Undef: any value, possibly a different one at each use.
    Undef,
    /// Poison.
    Poison,
}

impl Scalar {
    /// The value with all bits zero.
    pub fn zero(ty: ScalarType) -> Self {
        match ty {
            ScalarType::Int(width) => Self::Int(Int::zero(width)),
            ScalarType::Float(format) => Self::Float(Float::zero(format)),
        }
    }

    /// Whether the constant is undef (poison is not).
    pub fn is_undef(&self) -> bool {
        matches!(self, Self::Undef)
    }

    /// Whether the constant is poison.
    pub fn is_poison(&self) -> bool {
        matches!(self, Self::Poison)
    }
}

/// The value, if any; poison for poison and undefined behaviour.
impl<T: Into<Scalar>> From<Outcome<T>> for Scalar {
    fn from(outcome: Outcome<T>) -> Self {
        outcome.value().map_or(Self::Poison, Into::into)
    }
}

impl From<Int> for Scalar {
    fn from(value: Int) -> Self {
        Self::Int(value)
    }
}

impl From<Float> for Scalar {
    fn from(value: Float) -> Self {
        Self::Float(value)
    }
}

/// An `i1`.
impl From<bool> for Scalar {
    fn from(value: bool) -> Self {
        Self::Int(Int::from_bool(value))
    }
}

/// The result of a cast of a number. Casts from and to pointers depend on memory and are not supported here.
pub fn cast(op: CastOp, flags: IntFlags, value: &Scalar, to: ScalarType) -> Outcome<Scalar> {
    match (op, value, to) {
        (CastOp::Trunc | CastOp::ZExt | CastOp::SExt, Scalar::Int(value), ScalarType::Int(width)) => {
            integer::cast(op, flags, value, width).map(Scalar::Int)
        }
        (CastOp::UIToFP | CastOp::SIToFP, Scalar::Int(value), ScalarType::Float(format)) => {
            integer::not_negative(flags, value, || Float::from_int(format, value, op == CastOp::SIToFP).into())
        }
        (CastOp::FPToUI | CastOp::FPToSI, Scalar::Float(value), ScalarType::Int(width)) => {
            match value.to_int(width, op == CastOp::FPToSI) {
                Some(value) => Value(value.into()),
                None => Poison(Why::NotRepresentable),
            }
        }
        (CastOp::FPTrunc | CastOp::FPExt, Scalar::Float(value), ScalarType::Float(format)) => {
            Value(value.convert(format).0.into())
        }
        // For vectors, and where the byte order matters, see `reinterpret`.
        (CastOp::BitCast, Scalar::Int(value), _) if value.width() == to.bits() => Value(of_bits(to, value)),
        (CastOp::BitCast, Scalar::Float(value), _) if value.format().bits() == to.bits() => {
            Value(of_bits(to, &value.to_int_bits()))
        }
        (_, Scalar::Poison, _) => Value(Scalar::Poison),
        (_, Scalar::Undef, _) => Value(Scalar::Undef),
        _ => Undefined(Why::WrongOperands),
    }
}

/// The scalar with these bits.
fn of_bits(ty: ScalarType, bits: &Int) -> Scalar {
    match ty {
        ScalarType::Int(_) => bits.clone().into(),
        ScalarType::Float(format) => Float::from_bits(format, bits.low_u128()).into(),
    }
}

/// LLVM's constant folding of a binary operation on constants of type `ty`.
pub fn fold_binary(op: BinaryOp, ty: ScalarType, a: &Scalar, b: &Scalar) -> Scalar {
    // With an identity, the other operand is returned unchanged: even a signaling NaN is not quieted.
    if let Some(identity) = identity(op, ty) {
        if *b == identity {
            return a.clone();
        }
        if *a == identity && op.is_commutative() {
            return b.clone();
        }
    }
    match (a, b) {
        (Scalar::Poison, _) | (_, Scalar::Poison) => Scalar::Poison,
        // Also for `i1`, where 1 equals -1 and the minimum signed value.
        (Scalar::Int(_), Scalar::Int(b)) if op == BinaryOp::SRem && b.is_one() => Scalar::zero(ty),
        (Scalar::Int(a), Scalar::Int(b)) => int_binary(op, IntFlags::empty(), a, b).into(),
        (Scalar::Float(a), Scalar::Float(b)) => float_binary(op, FastMathFlags::empty(), *a, *b).into(),
        (Scalar::Undef, _) | (_, Scalar::Undef) => fold_binary_of_undef(op, ty, a, b),
        _ => Scalar::Poison,
    }
}

/// The right identity of an operation, if any: the `x` with `a op x == a` for every `a`.
fn identity(op: BinaryOp, ty: ScalarType) -> Option<Scalar> {
    use BinaryOp::*;
    Some(match (op, ty) {
        (Add | Sub | Or | Xor | Shl | LShr | AShr, ScalarType::Int(width)) => Int::zero(width).into(),
        (Mul | UDiv | SDiv, ScalarType::Int(width)) => Int::one(width).into(),
        (And, ScalarType::Int(width)) => Int::all_ones(width).into(),
        (FAdd, ScalarType::Float(format)) => Float::negative_zero(format).into(),
        (FSub, ScalarType::Float(format)) => Float::zero(format).into(),
        (FMul | FDiv, ScalarType::Float(format)) => Float::from_int(format, &Int::one(8), false).into(),
        _ => return None,
    })
}

/// The choice of undef's value is LLVM's. One operand is undef, none is poison.
fn fold_binary_of_undef(op: BinaryOp, ty: ScalarType, a: &Scalar, b: &Scalar) -> Scalar {
    use BinaryOp::*;
    let both = a.is_undef() && b.is_undef();
    match (op, ty) {
        (Xor, _) if both => Scalar::zero(ty),
        (Add | Sub | Xor, _) => Scalar::Undef,
        (And | Or | Mul, _) if both => Scalar::Undef,
        (And, _) => Scalar::zero(ty),
        (Or, ScalarType::Int(width)) => Int::all_ones(width).into(),
        // Multiplication by an odd number is a bijection.
        (Mul, _) if [a, b].into_iter().any(|it| matches!(it, Scalar::Int(it) if it.bit(0))) => Scalar::Undef,
        (Mul, _) => Scalar::zero(ty),
        // Undef could be zero, or a shift amount out of range.
        (UDiv | SDiv | URem | SRem | Shl | LShr | AShr, _) if b.is_undef() => Scalar::Poison,
        (UDiv | SDiv | URem | SRem, _) if *b == Scalar::zero(ty) => Scalar::Poison,
        (UDiv | SDiv | URem | SRem | Shl | LShr | AShr, _) => Scalar::zero(ty),
        // Like `fneg`.
        (FSub, _) if matches!(a, Scalar::Float(a) if a.is_zero() && a.is_negative()) => Scalar::Undef,
        (FAdd | FSub | FMul | FDiv | FRem, _) if both => Scalar::Undef,
        (FAdd | FSub | FMul | FDiv | FRem, ScalarType::Float(format)) => Float::nan(format).into(),
        (Or | FAdd | FSub | FMul | FDiv | FRem, _) => Scalar::Poison,
    }
}

/// LLVM's constant folding of `icmp`.
pub fn fold_icmp(predicate: IntPredicate, a: &Scalar, b: &Scalar) -> Scalar {
    match (a, b) {
        (Scalar::Poison, _) | (_, Scalar::Poison) => Scalar::Poison,
        (Scalar::Int(a), Scalar::Int(b)) => icmp(predicate, IntFlags::empty(), a, b).into(),
        (Scalar::Undef, Scalar::Undef) => Scalar::Undef,
        (Scalar::Undef, _) | (_, Scalar::Undef) if predicate.is_equality() => Scalar::Undef,
        // As if undef equalled the other operand.
        (Scalar::Undef, _) | (_, Scalar::Undef) => predicate.holds_when_equal().into(),
        _ => Scalar::Poison,
    }
}

/// LLVM's constant folding of `fcmp`.
pub fn fold_fcmp(predicate: FloatPredicate, a: &Scalar, b: &Scalar) -> Scalar {
    match (predicate, a, b) {
        // Even for poison.
        (FloatPredicate::False | FloatPredicate::True, ..) => (predicate == FloatPredicate::True).into(),
        (_, Scalar::Poison, _) | (_, _, Scalar::Poison) => Scalar::Poison,
        (_, Scalar::Float(a), Scalar::Float(b)) => fcmp(predicate, FastMathFlags::empty(), *a, *b).into(),
        // As if undef were a NaN.
        (_, Scalar::Undef, _) | (_, _, Scalar::Undef) => predicate.is_unordered().into(),
        _ => Scalar::Poison,
    }
}

/// LLVM's constant folding of a cast; `None` if LLVM does not fold it.
pub fn fold_cast(op: CastOp, value: &Scalar, to: ScalarType) -> Option<Scalar> {
    match (op, value, to) {
        // The result is not an arbitrary value, so not undef.
        (CastOp::ZExt | CastOp::SExt | CastOp::UIToFP | CastOp::SIToFP, Scalar::Undef, _) => Some(Scalar::zero(to)),
        (CastOp::BitCast, Scalar::Int(_), ScalarType::Float(FloatFormat::PpcFp128)) => None,
        (CastOp::BitCast, Scalar::Float(value), ScalarType::Float(format)) if value.format() != format => None,
        (CastOp::BitCast, Scalar::Float(value), ScalarType::Int(_)) if value.format() == FloatFormat::PpcFp128 => None,
        _ => match cast(op, IntFlags::empty(), value, to) {
            Undefined(_) => None,
            outcome => Some(outcome.into()),
        },
    }
}

/// LLVM's constant folding of `fneg`.
pub fn fold_fneg(value: &Scalar) -> Scalar {
    match value {
        Scalar::Float(value) => value.neg().into(),
        Scalar::Undef => Scalar::Undef,
        Scalar::Int(_) | Scalar::Poison => Scalar::Poison,
    }
}
