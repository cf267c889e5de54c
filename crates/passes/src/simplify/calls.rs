//! Simplification of calls: intrinsics with constant operands, and intrinsics with a rule.

use std::ops::Range;
use std::sync::LazyLock;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::intrinsic::{self, Intrinsic};
use lindworm_ir::eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, Int, IntFlags, IntPredicate, Outcome, Scalar, ScalarType,
};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::MAX_RECURSE;
use super::rules::{Op, arithmetic};
use crate::effects::call_has;
use crate::value_tracking::Query;

/// Whether an operation is a function that the host's library computes, and which LLVM folds only for finite operands.
fn is_transcendental(it: Intrinsic) -> bool {
    use Intrinsic::*;
    matches!(
        it,
        Sqrt | Sin | Cos | Tan | ASin | ACos | ATan | SinH | CosH | TanH | Exp | Exp2 | Exp10 | Log | Log2 | Log10
    )
}

/// The maximum number of elements of a vector that is folded.
pub(super) const MAX_LANES: u64 = 256;

/// The indices of the intrinsics that depend on the floating-point environment.
static CONSTRAINED: LazyLock<Range<usize>> =
    LazyLock::new(|| IntrinsicId::with_prefix("llvm.experimental.constrained."));

impl Query<'_> {
    pub(super) fn simplify_call(
        &self,
        inst: Inst,
        call: &CallInfo,
        fast_math: FastMathFlags,
        ty: Type,
    ) -> Option<Value> {
        let args = self.body.call_args(call);
        let is_must_tail =
            matches!(self.body.inst(inst), InstData::Call { tail: lindworm_ir::instruction::TailCall::MustTail, .. });
        if is_must_tail || ty == Type::VOID {
            return None;
        }
        // A call of null has undefined behaviour, if null is not a function.
        let constants = self.module.constants();
        let is_null = constants.is_zero(call.callee)
            && !self.is_null_valid(self.module.context().addr_space(self.type_of(call.callee)).unwrap_or(0));
        if is_null || constants.is_undef_or_poison(call.callee) {
            return Some(constants.poison(ty));
        }
        let callee = self.module.callee(call.callee);
        if let Some(id) = callee.and_then(|f| f.intrinsic)
            && CONSTRAINED.contains(&id.index())
        {
            return self.simplify_constrained(id, args, fast_math, ty);
        }
        // Operations that depend on the environment do not fold; those on the sign bit do not depend on it.
        let is_sign_operation =
            matches!(callee.and_then(|f| f.intrinsic), Some(IntrinsicId::FABS | IntrinsicId::COPYSIGN));
        if call_has(self.module, call, AttrKind::STRICT_FP) && !is_sign_operation {
            return None;
        }
        if let Some(id) = callee.and_then(|f| f.intrinsic) {
            if !self.body.bundles(call.bundles).is_empty() {
                return None;
            }
            return self.simplify_intrinsic(id, args, fast_math, ty);
        }
        self.fold_library_call(call, args, ty)
    }

    /// The constant result of a call with these constant arguments.
    pub(crate) fn fold_call(
        &self,
        call: &CallInfo,
        fast_math: FastMathFlags,
        args: &[Value],
        ty: Type,
    ) -> Option<Value> {
        if call_has(self.module, call, AttrKind::STRICT_FP) || !self.body.bundles(call.bundles).is_empty() {
            return None;
        }
        let result = match self.module.callee(call.callee).and_then(|f| f.intrinsic) {
            Some(id) => self.simplify_intrinsic(id, args, fast_math, ty),
            None => self.fold_library_call(call, args, ty),
        };
        result.filter(|v| v.is_constant())
    }

    /// Folds a call of a C library function with finite arguments, if the result is finite too.
    fn fold_library_call(&self, call: &CallInfo, args: &[Value], ty: Type) -> Option<Value> {
        use Intrinsic::*;
        /// By the name of the `double` function; the name of the `float` function ends in `f`.
        const FUNCTIONS: &[(&[u8], Intrinsic)] = &[
            (b"acos", ACos),
            (b"asin", ASin),
            (b"atan", ATan),
            (b"atan2", ATan2),
            (b"ceil", Ceil),
            (b"cos", Cos),
            (b"cosh", CosH),
            (b"exp", Exp),
            (b"exp2", Exp2),
            (b"fabs", FAbs),
            (b"floor", Floor),
            (b"fmax", MaxNum),
            (b"fmin", MinNum),
            (b"log", Log),
            (b"log10", Log10),
            (b"log2", Log2),
            (b"nearbyint", NearbyInt),
            (b"pow", Pow),
            (b"rint", RInt),
            (b"round", Round),
            (b"roundeven", RoundEven),
            (b"sin", Sin),
            (b"sinh", SinH),
            (b"sqrt", Sqrt),
            (b"tan", Tan),
            (b"tanh", TanH),
            (b"trunc", Trunc),
        ];
        let global = self.module.global(call.callee.as_global()?)?;
        if !global.is_declaration() || args.is_empty() || call_has(self.module, call, AttrKind::NO_BUILTIN) {
            return None;
        }
        let name = global.name();
        if let (b"ilogb" | b"ilogbf", [x]) = (name, args) {
            // The exponent of a finite number.
            let number = self.module.constants().as_float(*x).filter(|x| x.is_finite() && !x.is_zero())?;
            let width = self.module.context().int_width(ty)?;
            return Some(self.int(ty, &Int::from_i64(width, i64::from(number.frexp().1) - 1)));
        }
        if args.iter().any(|&arg| self.type_of(arg) != ty) {
            return None;
        }
        let finite = name.strip_prefix(b"__").and_then(|rest| rest.strip_suffix(b"_finite"));
        let base = match ty {
            Type::DOUBLE => finite.unwrap_or(name),
            Type::FLOAT => finite.unwrap_or(name).strip_suffix(b"f")?,
            _ => return None,
        };
        if let (b"fmod", [x, y]) = (base, args) {
            let [a, b] = [*x, *y].map(|v| self.module.constants().as_float(v));
            let is_exact = a.is_some_and(|a| a.is_finite()) && b.is_some_and(|b| b.is_finite() && !b.is_zero());
            return is_exact.then(|| self.module.fold_binary(BinaryOp::FRem, IntFlags::empty(), *x, *y))?;
        }
        let it = FUNCTIONS.iter().find(|(name, _)| *name == base)?.1;
        if args.len() != if matches!(it, ATan2 | Pow | MaxNum | MinNum) { 2 } else { 1 } {
            return None;
        }
        let numbers: Option<smallvec::SmallVec<[Scalar; 2]>> = args.iter().map(|&arg| self.scalar(arg)).collect();
        let numbers = numbers?;
        if !numbers.iter().all(|n| matches!(n, Scalar::Float(f) if f.is_finite())) {
            return None;
        }
        let value = self.evaluate(it, &numbers, FastMathFlags::empty(), ty)?;
        let result = self.module.constants().as_float(value)?;
        // Any other result would set `errno`.
        (result.is_finite() && !result.is_denormal()).then_some(value)
    }

    fn simplify_intrinsic(&self, id: IntrinsicId, args: &[Value], fast_math: FastMathFlags, ty: Type) -> Option<Value> {
        use IntrinsicId as I;
        let constants = self.module.constants();
        if !args.iter().all(|v| v.is_constant())
            && let Some(value) = self.simplify_float_extreme(id, args, fast_math, ty)
        {
            return Some(value);
        }
        if id == I::COS && args.first().is_some_and(|&arg| self.is_undef(arg) && !constants.is_poison(arg)) {
            return Some(constants.zero(self.module.context(), ty));
        }
        if let Some(it) = arithmetic(id) {
            let passes_poison = !matches!(it, Intrinsic::ReduceFAdd | Intrinsic::ReduceFMul);
            if passes_poison && !args.is_empty() && args.iter().any(|&v| constants.is_poison(v)) {
                return Some(constants.poison(ty));
            }
            if args.iter().all(|v| v.is_constant())
                && let Some(folded) = self.fold_intrinsic(it, args, fast_math, ty)
            {
                return Some(folded);
            }
            if (1..=3).contains(&args.len()) {
                let operation_args = if it == Intrinsic::Abs { &args[..1] } else { args };
                let found = self.by_rules(Op::Intrinsic(it), IntFlags::empty(), fast_math, operation_args, ty);
                if found.is_some() {
                    return found;
                }
            }
        }
        match id {
            I::FMA | I::FMULADD => self.simplify_float_special(fast_math, args, ty),
            I::ARITHMETIC_FENCE => matches!(self.intrinsic(args[0]), Some((I::ARITHMETIC_FENCE, _))).then_some(args[0]),
            // A mask of undef loads nothing.
            I::MASKED_LOAD if constants.is_zero(args[1]) || self.is_undef(args[1]) => Some(args[2]),
            I::ABS => matches!(self.intrinsic(args[0]), Some((I::ABS, _))).then_some(args[0]),
            I::UCMP | I::SCMP => {
                let is = |p: IntPredicate| {
                    let p = if id == I::SCMP { p.to_signed() } else { p };
                    self.simplify_icmp(p, args[0], args[1], MAX_RECURSE)
                        .is_some_and(|v| self.elements_are(v, Int::is_all_ones))
                        || self.implied_by_predecessor(p, args[0], args[1]) == Some(true)
                };
                let width = self.module.context().scalar_int_width(ty)?;
                let results = [(IntPredicate::Eq, 0), (IntPredicate::Ugt, 1), (IntPredicate::Ult, -1)];
                let (_, result) = results.into_iter().find(|&(p, _)| is(p))?;
                Some(self.int(ty, &Int::from_i64(width, result)))
            }
            I::CTPOP => {
                let known = self.known_bits(args[0])?;
                if known.width() == 1 {
                    return Some(args[0]);
                }
                if known.min_leading_zeros() >= known.width() - 1 {
                    return Some(args[0]);
                }
                self.is_power_of_two(args[0], false).then(|| self.int(ty, &Int::one(known.width())))
            }
            I::VSCALE => {
                let (least, most) = self.vscale_range()?;
                let width = self.module.context().scalar_int_width(ty)?;
                (Some(least) == most).then(|| self.int(ty, &Int::new(width, least.into())))
            }
            // What is already an integer is not rounded.
            I::FLOOR | I::CEIL | I::TRUNC | I::RINT | I::NEARBYINT | I::ROUND | I::ROUNDEVEN => {
                self.is_integral(args[0]).then_some(args[0])
            }
            I::FABS => (self.fp_class(args[0]).sign == Some(false)).then_some(args[0]),
            I::LDEXP => self.simplify_ldexp(args[0], args[1], false),
            I::UMAX | I::UMIN | I::SMAX | I::SMIN => {
                let predicate = match id {
                    I::UMAX => IntPredicate::Uge,
                    I::UMIN => IntPredicate::Ule,
                    I::SMAX => IntPredicate::Sge,
                    _ => IntPredicate::Sle,
                };
                let (x, y) = (args[0], args[1]);
                for (outer, other) in [(x, y), (y, x)] {
                    if let Some(value) = self.simplify_shared_extreme(id, outer, other) {
                        return Some(value);
                    }
                }
                let is_one = |v| id == I::UMAX && self.elements_are(v, Int::is_one);
                if is_one(y) && self.is_non_zero(x) {
                    return Some(x);
                }
                if is_one(x) && self.is_non_zero(y) {
                    return Some(y);
                }
                let is_known = |a, b| {
                    let strict = self.simplify_icmp(predicate, a, b, 0);
                    strict.is_some_and(|v| self.elements_are(v, Int::is_all_ones))
                };
                if is_known(x, y) {
                    return Some(x);
                }
                is_known(y, x).then_some(y)
            }
            // The amount by which a single bit, or the sign bit, is shifted.
            I::CTTZ | I::CTLZ => {
                let (op, _, shifted, amount) = self.binary(args[0])?;
                match op {
                    BinaryOp::Shl if id == I::CTTZ && self.elements_are(shifted, Int::is_one) => Some(amount),
                    BinaryOp::LShr if id == I::CTLZ && self.elements_are(shifted, Int::is_negative) => Some(amount),
                    BinaryOp::AShr if id == I::CTLZ && self.elements_are(shifted, Int::is_negative) => {
                        Some(self.zero(ty))
                    }
                    _ => None,
                }
            }
            I::FSHL | I::FSHR => {
                if self.is_undef(args[0]) && self.is_undef(args[1]) {
                    return Some(constants.undef(ty));
                }
                if self.is_undef(args[2]) {
                    return Some(args[usize::from(id == I::FSHR)]);
                }
                let width = self.module.context().scalar_int_width(ty)?;
                let amount = self.constant_int(args[2])?;
                let n = amount.urem(&Int::new(width, width.into()))?;
                n.is_zero().then_some(args[usize::from(id == I::FSHR)])
            }
            I::SMUL_WITH_OVERFLOW | I::UMUL_WITH_OVERFLOW => {
                let zero = |v: Value| constants.is_zero(v) || constants.is_undef(v);
                (zero(args[0]) || zero(args[1])).then(|| self.zero(ty))
            }
            I::USUB_WITH_OVERFLOW | I::SSUB_WITH_OVERFLOW => {
                (args[0] == args[1] || constants.is_undef(args[0]) || constants.is_undef(args[1]))
                    .then(|| self.zero(ty))
            }
            I::PTRMASK => {
                if args.iter().any(|&v| constants.is_poison(v)) {
                    return Some(constants.poison(ty));
                }
                if self.elements_are(args[1], Int::is_all_ones) || constants.is_zero(args[0]) || self.is_undef(args[1])
                {
                    return Some(args[0]);
                }
                if self.is_undef(args[0]) {
                    return Some(self.zero(ty));
                }
                if let Some(&InstData::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr, value, .. }) =
                    self.inst(args[1])
                    && value == args[0]
                {
                    return Some(value);
                }
                let (pointer, mask) = (self.known_bits(args[0])?, self.known_bits(args[1])?);
                // The bits above the mask do not change.
                let above = Int::all_ones(mask.width()).zext_or_trunc(pointer.width()).not();
                let kept = above.or(&mask.one.zext_or_trunc(pointer.width()));
                (args[1].is_constant() && pointer.zero.or(&kept).is_all_ones()).then_some(args[0])
            }
            I::UADD_WITH_OVERFLOW | I::SADD_WITH_OVERFLOW
                if constants.is_undef(args[0]) || constants.is_undef(args[1]) =>
            {
                // For every value there is an undef value such that the sum is -1 and does not wrap.
                let cx = self.module.context();
                let (sum, wraps) = (cx.element_type(ty, 0)?, cx.element_type(ty, 1)?);
                Some(constants.aggregate(cx, ty, &[constants.all_ones(cx, sum), constants.zero(cx, wraps)]))
            }
            I::POWI if self.elements_are(args[1], Int::is_one) => Some(args[0]),
            I::POWI if self.elements_are(args[1], Int::is_zero) => {
                let format = self.module.context().scalar_type(ty).float_format()?;
                Some(self.float(ty, Float::from_int(format, &Int::new(2, 1), true)))
            }
            I::SMUL_FIX | I::SMUL_FIX_SAT => {
                let is_zero = |v: Value| self.elements_are(v, Int::is_zero) || self.is_undef(v);
                if is_zero(args[0]) || is_zero(args[1]) {
                    return Some(self.zero(ty));
                }
                // The number 1, if it is not negative as an integer.
                let scale = constants.as_u64(args[2])?;
                let is_one =
                    |n: &Int| !n.is_negative() && n.is_power_of_two() && u64::from(n.trailing_zeros()) == scale;
                if self.elements_are(args[1], is_one) {
                    return Some(args[0]);
                }
                self.elements_are(args[0], is_one).then_some(args[1])
            }
            _ => {
                if let Some(value) = self.simplify_vector_call(id, args, ty) {
                    return Some(value);
                }
                self.simplify_target_call(id, args, ty)
            }
        }
    }

    /// Simplifies a minimum or maximum of two values that are minima or maxima of the same two operands.
    fn simplify_shared_extreme(&self, id: IntrinsicId, outer: Value, other: Value) -> Option<Value> {
        use IntrinsicId as I;
        let extreme = |v| self.intrinsic(v).filter(|&(id, _)| matches!(id, I::UMAX | I::UMIN | I::SMAX | I::SMIN));
        let ((inner, first), (_, second)) = (extreme(outer)?, extreme(other)?);
        if first != second && [first[1], first[0]] != *second {
            return None;
        }
        let inverse = match id {
            I::UMAX => I::UMIN,
            I::UMIN => I::UMAX,
            I::SMAX => I::SMIN,
            _ => I::SMAX,
        };
        match inner {
            _ if inner == id => Some(outer),
            _ => (inner == inverse).then_some(other),
        }
    }

    /// Whether a floating-point value is the result of a rounding or of a conversion from an integer.
    fn is_integral(&self, value: Value) -> bool {
        use IntrinsicId as I;
        match self.inst(value) {
            Some(InstData::Cast { op, .. }) => matches!(op, CastOp::SIToFP | CastOp::UIToFP),
            _ => matches!(
                self.intrinsic(value),
                Some((I::FLOOR | I::CEIL | I::TRUNC | I::RINT | I::NEARBYINT | I::ROUND | I::ROUNDEVEN, _))
            ),
        }
    }

    /// Folds an intrinsic with constant operands.
    pub(super) fn fold_intrinsic(
        &self,
        it: Intrinsic,
        args: &[Value],
        fast_math: FastMathFlags,
        ty: Type,
    ) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        // The result depends on more than the operands, or may be rounded differently by the target's library.
        if matches!(it, Intrinsic::Canonicalize | Intrinsic::FrExp | Intrinsic::Modf | Intrinsic::SinCosPi) {
            return None;
        }
        // Like LLVM, which does not rely on the library of the host for these.
        if is_transcendental(it)
            && args.iter().any(|&arg| {
                self.constant_float(arg).is_some_and(|f| !f.is_finite() || f.format() == FloatFormat::PpcFp128)
            })
        {
            return None;
        }
        if it.reduces_by().is_some() {
            if let Some(folded) = self.fold_reduced_splat(it, args) {
                return Some(folded);
            }
            let mut scalars = Vec::new();
            for &arg in args {
                match cx.vector_shape(self.type_of(arg)) {
                    Some((_, _, true)) => return None,
                    Some((_, len, _)) if u64::from(len) > MAX_LANES => return None,
                    Some((_, len, _)) => {
                        for lane in 0..u64::from(len) {
                            scalars.push(self.scalar(constants.element(cx, arg, lane)?)?);
                        }
                    }
                    None => scalars.push(self.scalar(arg)?),
                }
            }
            let is_int = self.module.context().scalar_int_width(ty).is_some();
            if is_int && scalars.iter().any(Scalar::is_poison) {
                return Some(constants.poison(ty));
            }
            if scalars.iter().any(Scalar::is_undef) {
                return None;
            }
            return self.evaluate(it, &scalars, fast_math, ty);
        }
        let Some((element, len, scalable)) = cx.vector_shape(ty).filter(|_| it.result_count() == 1) else {
            if it.result_count() == 2 && cx.is_vector(cx.element_type(ty, 0)?) {
                return self.fold_pair_of_vectors(it, args, fast_math, ty);
            }
            let scalars: Option<smallvec::SmallVec<[Scalar; 4]>> = args.iter().map(|&arg| self.scalar(arg)).collect();
            return self.evaluate(it, &scalars?, fast_math, ty);
        };
        // If every operand is a splat, so is the result.
        let splat =
            |&arg: &Value| if cx.is_vector(self.type_of(arg)) { constants.splat_value(cx, arg) } else { Some(arg) };
        let splats: Option<smallvec::SmallVec<[Value; 4]>> = args.iter().map(splat).collect();
        if let Some(splats) = splats {
            let scalars: Option<smallvec::SmallVec<[Scalar; 4]>> = splats.iter().map(|&v| self.scalar(v)).collect();
            return Some(constants.splat(cx, ty, self.evaluate(it, &scalars?, fast_math, element)?));
        }
        if scalable || u64::from(len) > MAX_LANES {
            return None;
        }
        let mut lanes = Vec::with_capacity(len as usize);
        for lane in 0..u64::from(len) {
            let mut scalars: smallvec::SmallVec<[Scalar; 4]> = smallvec::SmallVec::new();
            for &arg in args {
                let part = if cx.is_vector(self.type_of(arg)) { constants.element(cx, arg, lane)? } else { arg };
                scalars.push(self.scalar(part)?);
            }
            lanes.push(self.evaluate(it, &scalars, fast_math, element)?);
        }
        Some(constants.aggregate(cx, ty, &lanes))
    }

    /// Folds an intrinsic with two vectors as results, element by element.
    fn fold_pair_of_vectors(&self, it: Intrinsic, args: &[Value], fast_math: FastMathFlags, ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let parts = [cx.element_type(ty, 0)?, cx.element_type(ty, 1)?];
        let (_, len, is_scalable) = cx.vector_shape(parts[0])?;
        if is_scalable || u64::from(len) > MAX_LANES {
            return None;
        }
        let pair = cx.struct_type(&parts.map(|part| cx.scalar_type(part)), false);
        let mut lanes = [Vec::new(), Vec::new()];
        for lane in 0..u64::from(len) {
            let scalar = |&arg: &Value| self.scalar(constants.element(cx, arg, lane)?);
            let scalars: smallvec::SmallVec<[Scalar; 4]> = args.iter().map(scalar).collect::<Option<_>>()?;
            let both = self.evaluate(it, &scalars, fast_math, pair)?;
            for (i, lanes) in lanes.iter_mut().enumerate() {
                lanes.push(constants.element(cx, both, i as u64)?);
            }
        }
        let results = [0, 1].map(|i| constants.aggregate(cx, parts[i], &lanes[i]));
        Some(constants.aggregate(cx, ty, &results))
    }

    /// Simplifies a product with a power of two. `is_strict` if floating-point exceptions matter.
    pub(super) fn simplify_ldexp(&self, value: Value, exponent: Value, is_strict: bool) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let ty = self.type_of(value);
        if constants.is_poison(value) || constants.is_poison(exponent) {
            return Some(value);
        }
        if constants.is_undef(value) {
            return Some(self.float(ty, Float::nan(cx.scalar_type(ty).float_format()?)));
        }
        if self.constant_float(value).is_some_and(|f| f.is_zero() || f.is_infinite())
            || self.is_undef(exponent) && !is_strict
        {
            return Some(value);
        }
        if is_strict {
            return None;
        }
        if let Some(special) = self.simplify_float_special(FastMathFlags::empty(), &[value], ty) {
            return Some(special);
        }
        self.elements_are(exponent, Int::is_zero).then_some(value)
    }

    /// The reduction of a scalable vector of equal integers, if their number does not matter.
    fn fold_reduced_splat(&self, it: Intrinsic, args: &[Value]) -> Option<Value> {
        use Intrinsic::*;
        let (cx, constants) = (self.module.context(), self.module.constants());
        let &[vector] = args else { return None };
        let (_, least, true) = cx.vector_shape(self.type_of(vector))? else { return None };
        let element = constants.splat_value(cx, vector)?;
        let n = constants.as_int(cx, element)?;
        match it {
            ReduceAnd | ReduceOr | ReduceSMin | ReduceSMax | ReduceUMin | ReduceUMax => Some(element),
            ReduceAdd => n.is_zero().then_some(element),
            ReduceMul => (n.is_zero() || n.is_one()).then_some(element),
            // The number of elements is even.
            ReduceXor if least.is_multiple_of(2) => Some(self.zero(self.type_of(element))),
            _ => None,
        }
    }

    fn scalar(&self, value: Value) -> Option<Scalar> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if constants.is_poison(value) {
            return Some(Scalar::Poison);
        }
        if constants.is_undef(value) {
            return Some(Scalar::Undef);
        }
        let int = constants.as_int(cx, value).map(Scalar::Int);
        int.or_else(|| constants.as_float(value).map(Scalar::Float))
    }

    fn evaluate(&self, it: Intrinsic, scalars: &[Scalar], fast_math: FastMathFlags, ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let types: smallvec::SmallVec<[Type; 2]> = match it.result_count() {
            2 => (0..2).map(|n| cx.element_type(ty, n)).collect::<Option<_>>()?,
            _ => smallvec::smallvec![ty],
        };
        let kinds =
            |ty: Type| cx.int_width(ty).map(ScalarType::Int).or_else(|| ty.float_format().map(ScalarType::Float));
        let scalar_types: Option<smallvec::SmallVec<[ScalarType; 2]>> = types.iter().map(|&ty| kinds(ty)).collect();
        if scalars.iter().any(Scalar::is_undef) {
            return self.evaluate_of_undef(it, scalars, ty);
        }
        // The result for a signaling NaN is one of several.
        let is_signaling = |scalar: &Scalar| matches!(scalar, Scalar::Float(f) if f.is_signaling());
        if matches!(it, Intrinsic::MinNum | Intrinsic::MaxNum) && scalars.iter().any(is_signaling) {
            return None;
        }
        let value = |scalar: &Scalar, ty: Type| match scalar {
            Scalar::Int(n) => constants.int_or_byte(ty, n),
            Scalar::Float(f) => constants.float(ty, *f),
            Scalar::Undef => constants.undef(ty),
            Scalar::Poison => constants.poison(ty),
        };
        match intrinsic::evaluate(it, fast_math, scalars, &scalar_types?) {
            Outcome::Value(results) if types.len() == 1 => Some(value(results.first()?, ty)),
            Outcome::Value(results) => {
                let parts: Vec<Value> = results.iter().zip(&types).map(|(scalar, &ty)| value(scalar, ty)).collect();
                Some(constants.aggregate(cx, ty, &parts))
            }
            Outcome::Poison(_) => Some(constants.poison(ty)),
            Outcome::Undefined(_) => None,
        }
    }

    /// The result that LLVM chooses for an undef operand.
    fn evaluate_of_undef(&self, it: Intrinsic, scalars: &[Scalar], ty: Type) -> Option<Value> {
        use Intrinsic::*;
        let constants = self.module.constants();
        let width = self.module.context().int_width(ty);
        let all_undef = scalars.iter().all(Scalar::is_undef);
        Some(match it {
            Abs if matches!(scalars, [_, Scalar::Int(n)] if n.is_one()) => constants.poison(ty),
            CtLz | CtTz if matches!(scalars, [_, Scalar::Int(n)] if n.is_one()) => constants.poison(ty),
            Abs | CtPop | CtLz | CtTz | FPToSISat | FPToUISat => self.zero(ty),
            BSwap | BitReverse => constants.undef(ty),
            FShl | FShr => return self.evaluate_funnel_of_undef(it == FShr, scalars, ty),
            UCmp | SCmp => self.zero(ty),
            UMax | UMin | SMax | SMin if scalars.iter().any(Scalar::is_poison) => constants.poison(ty),
            UMax | UMin | SMax | SMin | UAddSat | SAddSat | USubSat | SSubSat if all_undef => constants.undef(ty),
            SMax => self.int(ty, &Int::max_signed(width?)),
            SMin => self.int(ty, &Int::min_signed(width?)),
            USubSat | SSubSat | UMin => self.zero(ty),
            UAddSat | SAddSat | UMax => constants.all_ones(self.module.context(), ty),
            _ => return None,
        })
    }

    /// A funnel shift with undef operands: an undef amount is zero, an undef integer too, unless both are undef.
    fn evaluate_funnel_of_undef(&self, is_right: bool, scalars: &[Scalar], ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let width = cx.int_width(ty)?;
        let number = |i: usize| match &scalars[i] {
            Scalar::Int(n) => Some(Some(n.clone())),
            Scalar::Undef => Some(None),
            _ => None,
        };
        let (high, low) = (number(0)?, number(1)?);
        let amount = number(2)?.and_then(|n| n.urem(&Int::new(width, width.into()))?.to_u64()).unwrap_or(0) as u32;
        let result = match (high, low) {
            (None, None) => None,
            (high, low) if amount == 0 => {
                if is_right {
                    low
                } else {
                    high
                }
            }
            (high, low) => {
                let left = if is_right { width - amount } else { amount };
                let zero = Int::zero(width);
                let (high, low) = (high.unwrap_or(zero.clone()), low.unwrap_or(zero));
                Some(high.shl(left).or(&low.lshr(width - left)))
            }
        };
        Some(result.map_or_else(|| constants.undef(ty), |n| self.int(ty, &n)))
    }
}
