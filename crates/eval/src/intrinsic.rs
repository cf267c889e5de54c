//! The arithmetic intrinsics.
//!
//! [`Intrinsic`] lists them, [`evaluate`] computes the result for scalars. Vectors are computed lane by lane; a reduction
//! takes the lanes as its operands. [`Operation`] maps the variants `llvm.vp.*` and `llvm.experimental.constrained.*` to
//! the operation or intrinsic on each lane.
//!
//! ```
//! use lindworm_eval::intrinsic::{self, Intrinsic};
//! use lindworm_eval::{FastMathFlags, Int, Outcome, ScalarType};
//!
//! let operands = [Int::new(8, 100).into(), Int::new(8, 100).into()];
//! let sum = intrinsic::evaluate(Intrinsic::SAddSat, FastMathFlags::empty(), &operands, &[ScalarType::Int(8)]);
//! assert_eq!(sum, Outcome::Value([Int::new(8, 127).into()].into_iter().collect()));
//! ```

pub(crate) mod fixed_point;
mod float;
pub(crate) mod integer;
mod math;

use smallvec::{SmallVec, smallvec};

use crate::float::Float;
use crate::fold::{self, Scalar, ScalarType};
use crate::int::Int;
use crate::ops::{BinaryOp, CastOp, FastMathFlags, IntFlags, named};
use crate::outcome::{
    Outcome::{self, Undefined, Value},
    Why,
};

named! {
    /// An intrinsic that computes numbers from numbers without side effects.
    Intrinsic {
        /// The absolute value.
        Abs = "llvm.abs",
        /// Signed maximum.
        SMax = "llvm.smax",
        /// Signed minimum.
        SMin = "llvm.smin",
        /// Unsigned maximum.
        UMax = "llvm.umax",
        /// Unsigned minimum.
        UMin = "llvm.umin",
        /// Signed three-way comparison: -1, 0 or 1.
        SCmp = "llvm.scmp",
        /// Unsigned three-way comparison: -1, 0 or 1.
        UCmp = "llvm.ucmp",
        /// The sum, and whether it wraps as signed.
        SAddWithOverflow = "llvm.sadd.with.overflow",
        /// The sum, and whether it wraps as unsigned.
        UAddWithOverflow = "llvm.uadd.with.overflow",
        /// The difference, and whether it wraps as signed.
        SSubWithOverflow = "llvm.ssub.with.overflow",
        /// The difference, and whether it wraps as unsigned.
        USubWithOverflow = "llvm.usub.with.overflow",
        /// The product, and whether it wraps as signed.
        SMulWithOverflow = "llvm.smul.with.overflow",
        /// The product, and whether it wraps as unsigned.
        UMulWithOverflow = "llvm.umul.with.overflow",
        /// Signed saturating sum.
        SAddSat = "llvm.sadd.sat",
        /// Unsigned saturating sum.
        UAddSat = "llvm.uadd.sat",
        /// Signed saturating difference.
        SSubSat = "llvm.ssub.sat",
        /// Unsigned saturating difference.
        USubSat = "llvm.usub.sat",
        /// Signed saturating left shift.
        SShlSat = "llvm.sshl.sat",
        /// Unsigned saturating left shift.
        UShlSat = "llvm.ushl.sat",
        /// Funnel shift left: the high half of two concatenated integers, shifted left.
        FShl = "llvm.fshl",
        /// Funnel shift right: the low half of two concatenated integers, shifted right.
        FShr = "llvm.fshr",
        /// The bytes in reverse order.
        BSwap = "llvm.bswap",
        /// The bits in reverse order.
        BitReverse = "llvm.bitreverse",
        /// The number of set bits.
        CtPop = "llvm.ctpop",
        /// The number of leading zeros.
        CtLz = "llvm.ctlz",
        /// The number of trailing zeros.
        CtTz = "llvm.cttz",
        /// The carry-less product.
        ClMul = "llvm.clmul",

        /// The signed product of fixed-point numbers.
        SMulFix = "llvm.smul.fix",
        /// The unsigned product of fixed-point numbers.
        UMulFix = "llvm.umul.fix",
        /// The signed saturating product of fixed-point numbers.
        SMulFixSat = "llvm.smul.fix.sat",
        /// The unsigned saturating product of fixed-point numbers.
        UMulFixSat = "llvm.umul.fix.sat",
        /// The signed quotient of fixed-point numbers.
        SDivFix = "llvm.sdiv.fix",
        /// The unsigned quotient of fixed-point numbers.
        UDivFix = "llvm.udiv.fix",
        /// The signed saturating quotient of fixed-point numbers.
        SDivFixSat = "llvm.sdiv.fix.sat",
        /// The unsigned saturating quotient of fixed-point numbers.
        UDivFixSat = "llvm.udiv.fix.sat",

        /// Saturating conversion to a signed integer, rounding towards zero; NaN becomes 0.
        FPToSISat = "llvm.fptosi.sat",
        /// Saturating conversion to an unsigned integer, rounding towards zero; NaN becomes 0.
        FPToUISat = "llvm.fptoui.sat",
        /// The nearest integer, ties away from zero, as an integer type.
        LRound = "llvm.lround",
        /// The same as `llvm.lround`.
        LLRound = "llvm.llround",
        /// The nearest integer, ties to even, as an integer type.
        LRInt = "llvm.lrint",
        /// The same as `llvm.lrint`.
        LLRInt = "llvm.llrint",
        /// The bits of the nearest `half`.
        ConvertToFP16 = "llvm.convert.to.fp16",
        /// The value of the given bits of a `half`.
        ConvertFromFP16 = "llvm.convert.from.fp16",
        /// `fptrunc` with a rounding mode: the second operand is an `i32`, the discriminant of a
        /// [`Rounding`](crate::Rounding).
        FPTruncRound = "llvm.fptrunc.round",
        /// Whether a value belongs to one of the classes in a mask.
        IsFPClass = "llvm.is.fpclass",

        /// The value with its sign cleared.
        FAbs = "llvm.fabs",
        /// The first value with the sign of the second.
        CopySign = "llvm.copysign",
        /// The lesser value; for a quiet NaN, the other operand.
        MinNum = "llvm.minnum",
        /// The greater value; for a quiet NaN, the other operand.
        MaxNum = "llvm.maxnum",
        /// The lesser value; NaN if an operand is a NaN.
        Minimum = "llvm.minimum",
        /// The greater value; NaN if an operand is a NaN.
        Maximum = "llvm.maximum",
        /// The lesser value; for a NaN, the other operand.
        MinimumNum = "llvm.minimumnum",
        /// The greater value; for a NaN, the other operand.
        MaximumNum = "llvm.maximumnum",
        /// The canonical encoding; quiets a signaling NaN.
        Canonicalize = "llvm.canonicalize",
        /// Rounds down to an integral value.
        Floor = "llvm.floor",
        /// Rounds up to an integral value.
        Ceil = "llvm.ceil",
        /// Rounds towards zero to an integral value.
        Trunc = "llvm.trunc",
        /// Rounds to the nearest integral value, ties to even.
        RInt = "llvm.rint",
        /// The same as `llvm.rint`.
        NearbyInt = "llvm.nearbyint",
        /// Rounds to the nearest integral value, ties away from zero.
        Round = "llvm.round",
        /// Rounds to the nearest integral value, ties to even.
        RoundEven = "llvm.roundeven",
        /// The square root.
        Sqrt = "llvm.sqrt",
        /// `a * b + c` with a single rounding.
        FMA = "llvm.fma",
        /// `a * b + c` rounded twice, as on a machine without fused multiply-add.
        FMulAdd = "llvm.fmuladd",
        /// The value times a power of two.
        LdExp = "llvm.ldexp",
        /// The fraction and the binary exponent of a value.
        FrExp = "llvm.frexp",
        /// The fractional and the integral part of a value.
        Modf = "llvm.modf",

        /// An integer power.
        PowI = "llvm.powi",
        /// A power.
        Pow = "llvm.pow",
        /// e to the power of the operand.
        Exp = "llvm.exp",
        /// 2 to the power of the operand.
        Exp2 = "llvm.exp2",
        /// 10 to the power of the operand.
        Exp10 = "llvm.exp10",
        /// The natural logarithm.
        Log = "llvm.log",
        /// The logarithm to base 2.
        Log2 = "llvm.log2",
        /// The logarithm to base 10.
        Log10 = "llvm.log10",
        /// The sine.
        Sin = "llvm.sin",
        /// The cosine.
        Cos = "llvm.cos",
        /// The tangent.
        Tan = "llvm.tan",
        /// The arc sine.
        ASin = "llvm.asin",
        /// The arc cosine.
        ACos = "llvm.acos",
        /// The arc tangent.
        ATan = "llvm.atan",
        /// The arc tangent of a quotient, in the correct quadrant.
        ATan2 = "llvm.atan2",
        /// The hyperbolic sine.
        SinH = "llvm.sinh",
        /// The hyperbolic cosine.
        CosH = "llvm.cosh",
        /// The hyperbolic tangent.
        TanH = "llvm.tanh",
        /// The sine and the cosine.
        SinCos = "llvm.sincos",
        /// The sine and the cosine of the operand times pi.
        SinCosPi = "llvm.sincospi",

        /// The sum of integers.
        ReduceAdd = "llvm.vector.reduce.add",
        /// The product of integers.
        ReduceMul = "llvm.vector.reduce.mul",
        /// The bitwise and of integers.
        ReduceAnd = "llvm.vector.reduce.and",
        /// The bitwise or of integers.
        ReduceOr = "llvm.vector.reduce.or",
        /// The bitwise exclusive or of integers.
        ReduceXor = "llvm.vector.reduce.xor",
        /// The maximum of signed integers.
        ReduceSMax = "llvm.vector.reduce.smax",
        /// The minimum of signed integers.
        ReduceSMin = "llvm.vector.reduce.smin",
        /// The maximum of unsigned integers.
        ReduceUMax = "llvm.vector.reduce.umax",
        /// The minimum of unsigned integers.
        ReduceUMin = "llvm.vector.reduce.umin",
        /// The sequential sum of floats, the first of which is the start value.
        ReduceFAdd = "llvm.vector.reduce.fadd",
        /// The sequential product of floats, the first of which is the start value.
        ReduceFMul = "llvm.vector.reduce.fmul",
        /// The maximum of floats, as by `llvm.maxnum`.
        ReduceFMax = "llvm.vector.reduce.fmax",
        /// The minimum of floats, as by `llvm.minnum`.
        ReduceFMin = "llvm.vector.reduce.fmin",
        /// The maximum of floats, as by `llvm.maximum`.
        ReduceFMaximum = "llvm.vector.reduce.fmaximum",
        /// The minimum of floats, as by `llvm.minimum`.
        ReduceFMinimum = "llvm.vector.reduce.fminimum",
    }
}

/// The results of an intrinsic: a scalar, or the two elements of a struct.
pub type Results = SmallVec<[Scalar; 2]>;

/// The scalar operation that a vector operation performs on each lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// A binary operation.
    Binary(BinaryOp),
    /// A cast.
    Cast(CastOp),
    /// `fneg`.
    FNeg,
    /// `icmp`, whose predicate is an operand.
    ICmp,
    /// `fcmp`, whose predicate is an operand.
    FCmp,
    /// An intrinsic.
    Intrinsic(Intrinsic),
}

impl Operation {
    /// The scalar operation of the arithmetic intrinsic with this name, without type suffixes: `fadd` for `llvm.vp.fadd`
    /// and `llvm.experimental.constrained.fadd`. `None` for other names.
    pub fn of_intrinsic(name: &str) -> Option<Self> {
        let intrinsic = |suffix: &str| {
            let named = |it: &&Intrinsic| it.name().strip_prefix("llvm.") == Some(suffix);
            Intrinsic::ALL.iter().find(named).copied().map(Self::Intrinsic)
        };
        if let Some(name) = name.strip_prefix("llvm.experimental.constrained.") {
            return intrinsic(name).or_else(|| Self::of_instruction(name));
        }
        match name.strip_prefix("llvm.vp.") {
            Some("roundtozero") => Some(Self::Intrinsic(Intrinsic::Trunc)),
            Some(name) if name.starts_with("reduce.") => intrinsic(&format!("vector.{name}")),
            // `llvm.vp.trunc` corresponds to the instruction, not to `llvm.trunc`.
            Some(name) => Self::of_instruction(name).or_else(|| intrinsic(name)),
            None => intrinsic(name.strip_prefix("llvm.")?),
        }
    }

    fn of_instruction(name: &str) -> Option<Self> {
        match name {
            "fneg" => Some(Self::FNeg),
            "icmp" => Some(Self::ICmp),
            "fcmp" | "fcmps" => Some(Self::FCmp),
            _ => BinaryOp::from_name(name.as_bytes())
                .map(Self::Binary)
                .or_else(|| CastOp::from_name(name.as_bytes()).map(Self::Cast)),
        }
    }
}

impl Intrinsic {
    /// The number of results; two results are a struct.
    pub const fn result_count(self) -> usize {
        use Intrinsic::*;
        match self {
            SAddWithOverflow | UAddWithOverflow | SSubWithOverflow | USubWithOverflow | SMulWithOverflow
            | UMulWithOverflow | FrExp | Modf | SinCos | SinCosPi => 2,
            _ => 1,
        }
    }

    /// The operation that combines the operands, for a reduction.
    pub fn reduces_by(self) -> Option<Operation> {
        use Intrinsic::*;
        Some(match self {
            ReduceAdd => Operation::Binary(BinaryOp::Add),
            ReduceMul => Operation::Binary(BinaryOp::Mul),
            ReduceAnd => Operation::Binary(BinaryOp::And),
            ReduceOr => Operation::Binary(BinaryOp::Or),
            ReduceXor => Operation::Binary(BinaryOp::Xor),
            ReduceFAdd => Operation::Binary(BinaryOp::FAdd),
            ReduceFMul => Operation::Binary(BinaryOp::FMul),
            ReduceSMax => Operation::Intrinsic(SMax),
            ReduceSMin => Operation::Intrinsic(SMin),
            ReduceUMax => Operation::Intrinsic(UMax),
            ReduceUMin => Operation::Intrinsic(UMin),
            ReduceFMax => Operation::Intrinsic(MaxNum),
            ReduceFMin => Operation::Intrinsic(MinNum),
            ReduceFMaximum => Operation::Intrinsic(Maximum),
            ReduceFMinimum => Operation::Intrinsic(Minimum),
            _ => return None,
        })
    }
}

/// The results of an intrinsic on scalar operands, with results of these types.
///
/// A poison operand makes all results poison, and an undef operand all results undef
/// ([`undef::intrinsic`](crate::undef::intrinsic) is more precise). A result is also undef where it is unspecified in LLVM:
/// for `llvm.lround` and similar intrinsics, if it is not representable. Operands or result types that the intrinsic does
/// not have are [`Why::WrongOperands`].
pub fn evaluate(
    intrinsic: Intrinsic,
    flags: FastMathFlags,
    operands: &[Scalar],
    results: &[ScalarType],
) -> Outcome<Results> {
    for is_special in [Scalar::is_poison, Scalar::is_undef] {
        if let Some(special) = operands.iter().find(|it| is_special(it)) {
            return Value(results.iter().map(|_| special.clone()).collect());
        }
    }
    let mut formats = operands.iter().filter_map(as_float).map(Float::format);
    if let Some(format) = formats.next()
        && formats.any(|it| it != format)
    {
        return Undefined(Why::WrongOperands);
    }
    if results.len() != intrinsic.result_count() {
        return Undefined(Why::WrongOperands);
    }
    let outcome = match intrinsic.reduces_by() {
        Some(operation) => reduce(operation, operands),
        None => one(intrinsic, operands, results),
    };
    let values = match outcome {
        Value(values) => values,
        other => return other,
    };
    let floats: SmallVec<[Float; 5]> = operands.iter().chain(&values).filter_map(as_float).collect();
    fold::fast_math(flags, &floats, values)
}

fn as_float(scalar: &Scalar) -> Option<Float> {
    match scalar {
        Scalar::Float(value) => Some(*value),
        _ => None,
    }
}

fn as_int(scalar: &Scalar) -> Option<&Int> {
    match scalar {
        Scalar::Int(value) => Some(value),
        _ => None,
    }
}

fn one(intrinsic: Intrinsic, operands: &[Scalar], results: &[ScalarType]) -> Outcome<Results> {
    let ints: Option<SmallVec<[Int; 3]>> = operands.iter().map(|it| as_int(it).cloned()).collect();
    match (ints, results) {
        (Some(ints), &[ScalarType::Int(width)]) => match fixed_point::evaluate(intrinsic, &ints) {
            Some(outcome) => outcome.map(|it| smallvec![it.into()]),
            None => integer::evaluate(intrinsic, width, &ints).map(|(value, _)| smallvec![value.into()]),
        },
        (Some(ints), &[ScalarType::Int(width), _]) => {
            let both = |(value, overflow): (Int, bool)| smallvec![value.into(), overflow.into()];
            integer::evaluate(intrinsic, width, &ints).map(both)
        }
        _ => float::evaluate(intrinsic, operands, results),
    }
}

fn reduce(operation: Operation, operands: &[Scalar]) -> Outcome<Results> {
    let Some((first, rest)) = operands.split_first() else {
        return Undefined(Why::WrongOperands);
    };
    let mut result = first.clone();
    for operand in rest {
        result = match join(operation, &result, operand) {
            Value(joined) => joined,
            other => return other.map(|it| smallvec![it]),
        };
    }
    Value(smallvec![result])
}

/// Combines two operands of a reduction.
fn join(operation: Operation, a: &Scalar, b: &Scalar) -> Outcome<Scalar> {
    match (operation, a, b) {
        (Operation::Binary(op), Scalar::Int(a), Scalar::Int(b)) => {
            fold::int_binary(op, IntFlags::empty(), a, b).map(Scalar::Int)
        }
        (Operation::Binary(op), Scalar::Float(a), Scalar::Float(b)) => {
            fold::float_binary(op, FastMathFlags::empty(), *a, *b).map(Scalar::Float)
        }
        (Operation::Intrinsic(it), Scalar::Int(a), Scalar::Int(b)) => {
            integer::evaluate(it, a.width(), &[a.clone(), b.clone()]).map(|(value, _)| value.into())
        }
        (Operation::Intrinsic(it), Scalar::Float(a), Scalar::Float(b)) => match float::of_two(it) {
            Some(of_two) => Value(of_two(*a, *b).into()),
            None => Undefined(Why::WrongOperands),
        },
        _ => Undefined(Why::WrongOperands),
    }
}
