//! What each operation gives, in two layers.
//!
//! **Meaning**: [`int_binary`], [`float_binary`], [`icmp`], [`fcmp`] and [`cast`] take numbers and flags, and give an
//! [`Outcome`]: a value, poison, or undefined behaviour, the latter two with the reason. An interpreter calls these.
//!
//! **Folding**: [`fold_binary`], [`fold_icmp`], [`fold_fcmp`], [`fold_cast`] and [`fold_fneg`] take constants, which may
//! be undef or poison, and give the constant that LLVM's constant folder makes of them. That one looks at no flags, and
//! where the behaviour is undefined it gives poison.

use crate::float::{Float, FloatFormat};
use crate::int::Int;
use crate::integer;
use crate::ops::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, IntFlags, IntPredicate};
use crate::outcome::{
    Outcome::{self, Poison, Undefined, Value},
    Why,
};

/// What an integer operation gives for two integers of one width.
pub fn int_binary(op: BinaryOp, flags: IntFlags, a: &Int, b: &Int) -> Outcome<Int> {
    integer::binary(op, flags, a, b)
}

/// What a float operation gives for two floats of one format.
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

/// `result`, unless `flags` forbid a NaN or an infinity that is among `floats`.
///
/// The meaning of `nnan` and `ninf` on any operation: its float operands and its float result are the `floats`.
pub fn fast_math<T>(flags: FastMathFlags, floats: &[Float], result: T) -> Outcome<T> {
    if flags.contains(FastMathFlags::NNAN) && floats.iter().any(|it| it.is_nan()) {
        Poison(Why::Nan)
    } else if flags.contains(FastMathFlags::NINF) && floats.iter().any(|it| it.is_infinite()) {
        Poison(Why::Infinite)
    } else {
        Value(result)
    }
}

/// Whether `a predicate b` holds for two integers of one width.
pub fn icmp(predicate: IntPredicate, flags: IntFlags, a: &Int, b: &Int) -> Outcome<bool> {
    integer::icmp(predicate, flags.contains(IntFlags::SAMESIGN), a, b)
}

/// Whether `a predicate b` holds for two floats of one format.
pub fn fcmp(predicate: FloatPredicate, flags: FastMathFlags, a: Float, b: Float) -> Outcome<bool> {
    fast_math(flags, &[a, b], predicate.holds(a.compare(b)))
}

/// The type of a [`Scalar`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarType {
    /// `iN`.
    Int(u32),
    /// A float.
    Float(FloatFormat),
}

impl ScalarType {
    /// How many bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Float(format) => format.bits(),
        }
    }
}

/// A value of an integer or float type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int(Int),
    /// A float.
    Float(Float),
    /// Any value, at each use perhaps another.
    Undef,
    /// The result of a broken promise.
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

    /// Whether it is undef (poison is not).
    pub fn is_undef(&self) -> bool {
        matches!(self, Self::Undef)
    }

    /// Whether it is poison.
    pub fn is_poison(&self) -> bool {
        matches!(self, Self::Poison)
    }
}

/// A value where there is one; poison where the operation gives poison or is undefined.
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

/// What a cast of a number gives. Casts from and to pointers need a memory and are not known here.
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
        // Of vectors, and where an element's order in memory matters, see `reinterpret`.
        (CastOp::BitCast, Scalar::Int(value), _) if value.width() == to.bits() => Value(of_bits(to, value)),
        (CastOp::BitCast, Scalar::Float(value), _) if value.format().bits() == to.bits() => {
            Value(of_bits(to, &value.to_int_bits()))
        }
        (_, Scalar::Poison, _) => Value(Scalar::Poison),
        (_, Scalar::Undef, _) => Value(Scalar::Undef),
        _ => Undefined(Why::WrongOperands),
    }
}

/// The scalar that has these bits.
fn of_bits(ty: ScalarType, bits: &Int) -> Scalar {
    match ty {
        ScalarType::Int(_) => bits.clone().into(),
        ScalarType::Float(format) => Float::from_bits(format, bits.low_u128()).into(),
    }
}

/// What LLVM folds a binary operation on constants of type `ty` to.
pub fn fold_binary(op: BinaryOp, ty: ScalarType, a: &Scalar, b: &Scalar) -> Scalar {
    // With an identity the other operand remains as it is: not even a signaling NaN becomes quiet.
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
        // Even of `i1`, where 1 is also -1, and the smallest signed value, too.
        (Scalar::Int(_), Scalar::Int(b)) if op == BinaryOp::SRem && b.is_one() => Scalar::zero(ty),
        (Scalar::Int(a), Scalar::Int(b)) => int_binary(op, IntFlags::empty(), a, b).into(),
        (Scalar::Float(a), Scalar::Float(b)) => float_binary(op, FastMathFlags::empty(), *a, *b).into(),
        (Scalar::Undef, _) | (_, Scalar::Undef) => fold_binary_of_undef(op, ty, a, b),
        _ => Scalar::Poison,
    }
}

/// The `x` with `a op x == a` for every `a`, if there is one.
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

/// The choice among what undef could stand for is LLVM's. One operand is undef, none is poison.
fn fold_binary_of_undef(op: BinaryOp, ty: ScalarType, a: &Scalar, b: &Scalar) -> Scalar {
    use BinaryOp::*;
    let both = a.is_undef() && b.is_undef();
    match (op, ty) {
        (Xor, _) if both => Scalar::zero(ty),
        (Add | Sub | Xor, _) => Scalar::Undef,
        (And | Or | Mul, _) if both => Scalar::Undef,
        (And, _) => Scalar::zero(ty),
        (Or, ScalarType::Int(width)) => Int::all_ones(width).into(),
        // An odd factor can still give every product.
        (Mul, _) if [a, b].into_iter().any(|it| matches!(it, Scalar::Int(it) if it.bit(0))) => Scalar::Undef,
        (Mul, _) => Scalar::zero(ty),
        // It could be zero, or too large a shift amount.
        (UDiv | SDiv | URem | SRem | Shl | LShr | AShr, _) if b.is_undef() => Scalar::Poison,
        (UDiv | SDiv | URem | SRem, _) if *b == Scalar::zero(ty) => Scalar::Poison,
        (UDiv | SDiv | URem | SRem | Shl | LShr | AShr, _) => Scalar::zero(ty),
        // As for `fneg`.
        (FSub, _) if matches!(a, Scalar::Float(a) if a.is_zero() && a.is_negative()) => Scalar::Undef,
        (FAdd | FSub | FMul | FDiv | FRem, _) if both => Scalar::Undef,
        (FAdd | FSub | FMul | FDiv | FRem, ScalarType::Float(format)) => Float::nan(format).into(),
        (Or | FAdd | FSub | FMul | FDiv | FRem, _) => Scalar::Poison,
    }
}

/// What LLVM folds `icmp` of two constants to.
pub fn fold_icmp(predicate: IntPredicate, a: &Scalar, b: &Scalar) -> Scalar {
    match (a, b) {
        (Scalar::Poison, _) | (_, Scalar::Poison) => Scalar::Poison,
        (Scalar::Int(a), Scalar::Int(b)) => icmp(predicate, IntFlags::empty(), a, b).into(),
        (Scalar::Undef, Scalar::Undef) => Scalar::Undef,
        (Scalar::Undef, _) | (_, Scalar::Undef) if predicate.is_equality() => Scalar::Undef,
        // As if undef were the other operand.
        (Scalar::Undef, _) | (_, Scalar::Undef) => predicate.holds_when_equal().into(),
        _ => Scalar::Poison,
    }
}

/// What LLVM folds `fcmp` of two constants to.
pub fn fold_fcmp(predicate: FloatPredicate, a: &Scalar, b: &Scalar) -> Scalar {
    match (predicate, a, b) {
        // Even of poison.
        (FloatPredicate::False | FloatPredicate::True, ..) => (predicate == FloatPredicate::True).into(),
        (_, Scalar::Poison, _) | (_, _, Scalar::Poison) => Scalar::Poison,
        (_, Scalar::Float(a), Scalar::Float(b)) => fcmp(predicate, FastMathFlags::empty(), *a, *b).into(),
        // As if undef were a NaN.
        (_, Scalar::Undef, _) | (_, _, Scalar::Undef) => predicate.is_unordered().into(),
        _ => Scalar::Poison,
    }
}

/// What LLVM folds a cast of a constant to; `None` if it lets it stand.
pub fn fold_cast(op: CastOp, value: &Scalar, to: ScalarType) -> Option<Scalar> {
    match (op, value, to) {
        // Not every result is possible, so undef is none.
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

/// What LLVM folds `fneg` of a constant to.
pub fn fold_fneg(value: &Scalar) -> Scalar {
    match value {
        Scalar::Float(value) => value.neg().into(),
        Scalar::Undef => Scalar::Undef,
        Scalar::Int(_) | Scalar::Poison => Scalar::Poison,
    }
}
