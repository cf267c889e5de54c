//! The arithmetic intrinsics: what each gives for numbers.
//!
//! [`Intrinsic`] names them, [`evaluate`] says what one gives for scalars. A vector is computed lane by lane, a reduction
//! takes the lanes as its operands. [`Operation`] says which operation or intrinsic the twins under `llvm.vp.*` and
//! `llvm.experimental.constrained.*` are for each lane.
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
    /// An intrinsic that computes numbers from numbers and does nothing else.
    Intrinsic {
        /// The absolute value.
        Abs = "llvm.abs",
        /// The larger of two signed integers.
        SMax = "llvm.smax",
        /// The smaller of two signed integers.
        SMin = "llvm.smin",
        /// The larger of two unsigned integers.
        UMax = "llvm.umax",
        /// The smaller of two unsigned integers.
        UMin = "llvm.umin",
        /// -1, 0 or 1, as the first signed integer is less, equal or greater.
        SCmp = "llvm.scmp",
        /// -1, 0 or 1, as the first unsigned integer is less, equal or greater.
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
        /// The signed sum, or the end of the range that is nearest to it.
        SAddSat = "llvm.sadd.sat",
        /// The unsigned sum, or the end of the range that is nearest to it.
        UAddSat = "llvm.uadd.sat",
        /// The signed difference, or the end of the range that is nearest to it.
        SSubSat = "llvm.ssub.sat",
        /// The unsigned difference, or the end of the range that is nearest to it.
        USubSat = "llvm.usub.sat",
        /// The signed integer shifted left, or the end of the range that is nearest to that.
        SShlSat = "llvm.sshl.sat",
        /// The unsigned integer shifted left, or the end of the range that is nearest to that.
        UShlSat = "llvm.ushl.sat",
        /// The high half of two integers, one behind the other, shifted left.
        FShl = "llvm.fshl",
        /// The low half of two integers, one behind the other, shifted right.
        FShr = "llvm.fshr",
        /// The bytes in reverse order.
        BSwap = "llvm.bswap",
        /// The bits in reverse order.
        BitReverse = "llvm.bitreverse",
        /// How many bits are one.
        CtPop = "llvm.ctpop",
        /// How many zeros stand above the highest one.
        CtLz = "llvm.ctlz",
        /// How many zeros stand below the lowest one.
        CtTz = "llvm.cttz",
        /// The product without carries.
        ClMul = "llvm.clmul",

        /// The signed product of fixed-point numbers.
        SMulFix = "llvm.smul.fix",
        /// The unsigned product of fixed-point numbers.
        UMulFix = "llvm.umul.fix",
        /// The signed product of fixed-point numbers, or the end of the range that is nearest to it.
        SMulFixSat = "llvm.smul.fix.sat",
        /// The unsigned product of fixed-point numbers, or the end of the range that is nearest to it.
        UMulFixSat = "llvm.umul.fix.sat",
        /// The signed quotient of fixed-point numbers.
        SDivFix = "llvm.sdiv.fix",
        /// The unsigned quotient of fixed-point numbers.
        UDivFix = "llvm.udiv.fix",
        /// The signed quotient of fixed-point numbers, or the end of the range that is nearest to it.
        SDivFixSat = "llvm.sdiv.fix.sat",
        /// The unsigned quotient of fixed-point numbers, or the end of the range that is nearest to it.
        UDivFixSat = "llvm.udiv.fix.sat",

        /// The nearest signed integer of the type, after rounding towards zero; 0 of a NaN.
        FPToSISat = "llvm.fptosi.sat",
        /// The nearest unsigned integer of the type, after rounding towards zero; 0 of a NaN.
        FPToUISat = "llvm.fptoui.sat",
        /// The nearest integer, halves away from zero, as an integer type has it.
        LRound = "llvm.lround",
        /// The same as `llvm.lround`.
        LLRound = "llvm.llround",
        /// The nearest integer, halves to the even one, as an integer type has it.
        LRInt = "llvm.lrint",
        /// The same as `llvm.lrint`.
        LLRInt = "llvm.llrint",
        /// The bits of the nearest `half`.
        ConvertToFP16 = "llvm.convert.to.fp16",
        /// The float whose bits as a `half` are given.
        ConvertFromFP16 = "llvm.convert.from.fp16",
        /// `fptrunc` with a rounding of choice: the second operand is an `i32`, the number of a [`Rounding`](crate::Rounding).
        FPTruncRound = "llvm.fptrunc.round",
        /// Whether a float is of one of the classes whose bits are set.
        IsFPClass = "llvm.is.fpclass",

        /// The float without its sign.
        FAbs = "llvm.fabs",
        /// The first float with the sign of the second.
        CopySign = "llvm.copysign",
        /// The lesser; a quiet NaN gives the other.
        MinNum = "llvm.minnum",
        /// The greater; a quiet NaN gives the other.
        MaxNum = "llvm.maxnum",
        /// The lesser; a NaN gives a NaN.
        Minimum = "llvm.minimum",
        /// The greater; a NaN gives a NaN.
        Maximum = "llvm.maximum",
        /// The lesser; a NaN gives the other.
        MinimumNum = "llvm.minimumnum",
        /// The greater; a NaN gives the other.
        MaximumNum = "llvm.maximumnum",
        /// The same number; a signaling NaN becomes quiet.
        Canonicalize = "llvm.canonicalize",
        /// The next integer below.
        Floor = "llvm.floor",
        /// The next integer above.
        Ceil = "llvm.ceil",
        /// The next integer towards zero.
        Trunc = "llvm.trunc",
        /// The nearest integer, halves to the even one.
        RInt = "llvm.rint",
        /// The same as `llvm.rint`.
        NearbyInt = "llvm.nearbyint",
        /// The nearest integer, halves away from zero.
        Round = "llvm.round",
        /// The nearest integer, halves to the even one.
        RoundEven = "llvm.roundeven",
        /// The square root.
        Sqrt = "llvm.sqrt",
        /// `a * b + c`, rounded once.
        FMA = "llvm.fma",
        /// `a * b + c`, rounded twice, as a machine does that cannot do it at once.
        FMulAdd = "llvm.fmuladd",
        /// A float times a power of two.
        LdExp = "llvm.ldexp",
        /// A float's fraction and its power of two.
        FrExp = "llvm.frexp",
        /// A float's parts after and before the point.
        Modf = "llvm.modf",

        /// An integer power.
        PowI = "llvm.powi",
        /// A power.
        Pow = "llvm.pow",
        /// e to a power.
        Exp = "llvm.exp",
        /// 2 to a power.
        Exp2 = "llvm.exp2",
        /// 10 to a power.
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
        /// The arc tangent of a quotient, in its quadrant.
        ATan2 = "llvm.atan2",
        /// The hyperbolic sine.
        SinH = "llvm.sinh",
        /// The hyperbolic cosine.
        CosH = "llvm.cosh",
        /// The hyperbolic tangent.
        TanH = "llvm.tanh",
        /// The sine and the cosine.
        SinCos = "llvm.sincos",
        /// The sine and the cosine of a multiple of pi.
        SinCosPi = "llvm.sincospi",

        /// The sum of integers.
        ReduceAdd = "llvm.vector.reduce.add",
        /// The product of integers.
        ReduceMul = "llvm.vector.reduce.mul",
        /// The conjunction of integers.
        ReduceAnd = "llvm.vector.reduce.and",
        /// The disjunction of integers.
        ReduceOr = "llvm.vector.reduce.or",
        /// The exclusive disjunction of integers.
        ReduceXor = "llvm.vector.reduce.xor",
        /// The largest of signed integers.
        ReduceSMax = "llvm.vector.reduce.smax",
        /// The smallest of signed integers.
        ReduceSMin = "llvm.vector.reduce.smin",
        /// The largest of unsigned integers.
        ReduceUMax = "llvm.vector.reduce.umax",
        /// The smallest of unsigned integers.
        ReduceUMin = "llvm.vector.reduce.umin",
        /// The sum of floats, the first of which is the start value, one after the other.
        ReduceFAdd = "llvm.vector.reduce.fadd",
        /// The product of floats, the first of which is the start value, one after the other.
        ReduceFMul = "llvm.vector.reduce.fmul",
        /// The greatest of floats, as by `llvm.maxnum`.
        ReduceFMax = "llvm.vector.reduce.fmax",
        /// The least of floats, as by `llvm.minnum`.
        ReduceFMin = "llvm.vector.reduce.fmin",
        /// The greatest of floats, as by `llvm.maximum`.
        ReduceFMaximum = "llvm.vector.reduce.fmaximum",
        /// The least of floats, as by `llvm.minimum`.
        ReduceFMinimum = "llvm.vector.reduce.fminimum",
    }
}

/// What an intrinsic gives: a scalar, or the two of a struct.
pub type Results = SmallVec<[Scalar; 2]>;

/// What an operation on the lanes of a vector is for one lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// An operation on two numbers.
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
    /// What the arithmetic intrinsic of this name, without the types behind it, does to each lane: that of `llvm.vp.fadd`
    /// and `llvm.experimental.constrained.fadd` is `fadd`. `None` if there is none.
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
            // `llvm.vp.trunc` is the instruction, not `llvm.trunc`.
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
    /// How many results it has; two are those of a struct.
    pub const fn result_count(self) -> usize {
        use Intrinsic::*;
        match self {
            SAddWithOverflow | UAddWithOverflow | SSubWithOverflow | USubWithOverflow | SMulWithOverflow
            | UMulWithOverflow | FrExp | Modf | SinCos | SinCosPi => 2,
            _ => 1,
        }
    }

    /// Which operation joins the operands, if this is a reduction.
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

/// What an intrinsic gives for operands that are scalars, with results of these types.
///
/// An operand that is poison makes all results poison, and one that is undef, all undef
/// ([`undef::intrinsic`](crate::undef::intrinsic) knows more). A result is also undef where LLVM lets it be any one value:
/// `llvm.lround` and its like of what the type cannot hold. Operands or result types that are not those of the intrinsic
/// are [`Why::WrongOperands`].
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

/// What a reduction makes of two of its operands.
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
