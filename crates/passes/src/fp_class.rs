//! The classes that a floating-point value can have: LLVM's `computeKnownFPClass`.
//!
//! A class is a bit of the mask of `llvm.is.fpclass`, as in [`Float::class`](lindworm_ir::eval::Float::class).

use std::cmp::Ordering;

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{InstData, Type, Value};

use crate::call_site::result_sets;
use crate::value_tracking::{MAX_DEPTH, MAX_INCOMING, Query};

/// Signaling and quiet NaNs.
pub(crate) const NAN: u32 = SNAN | QNAN;
const SNAN: u32 = 1;
const QNAN: u32 = 2;
const NEG_INF: u32 = 4;
const NEG_NORMAL: u32 = 8;
const NEG_SUBNORMAL: u32 = 16;
const NEG_ZERO: u32 = 32;
const POS_ZERO: u32 = 64;
const POS_SUBNORMAL: u32 = 128;
const POS_NORMAL: u32 = 256;
const POS_INF: u32 = 512;
pub(crate) const INF: u32 = NEG_INF | POS_INF;
const ZERO: u32 = NEG_ZERO | POS_ZERO;
const SUBNORMAL: u32 = NEG_SUBNORMAL | POS_SUBNORMAL;
const NORMAL: u32 = NEG_NORMAL | POS_NORMAL;
const NEGATIVE: u32 = NEG_INF | NEG_NORMAL | NEG_SUBNORMAL | NEG_ZERO;
const POSITIVE: u32 = POS_INF | POS_NORMAL | POS_SUBNORMAL | POS_ZERO;
/// What compares as less than zero.
const BELOW_ZERO: u32 = NEG_INF | NEG_NORMAL | NEG_SUBNORMAL;
/// What compares as greater than zero.
const ABOVE_ZERO: u32 = POS_INF | POS_NORMAL | POS_SUBNORMAL;
const ALL: u32 = 1023;

/// The outcomes of a comparison.
pub(crate) const LESS: u8 = 1;
pub(crate) const EQUAL: u8 = 2;
pub(crate) const GREATER: u8 = 4;
pub(crate) const UNORDERED: u8 = 8;

/// The outcomes of a comparison for which a predicate holds.
pub(crate) fn outcomes(predicate: FloatPredicate) -> u8 {
    use FloatPredicate::*;
    match predicate {
        False => 0,
        Oeq => EQUAL,
        Ogt => GREATER,
        Oge => GREATER | EQUAL,
        Olt => LESS,
        Ole => LESS | EQUAL,
        One => LESS | GREATER,
        Ord => LESS | EQUAL | GREATER,
        Uno => UNORDERED,
        Ueq => UNORDERED | EQUAL,
        Ugt => UNORDERED | GREATER,
        Uge => UNORDERED | GREATER | EQUAL,
        Ult => UNORDERED | LESS,
        Ule => UNORDERED | LESS | EQUAL,
        Une => UNORDERED | LESS | GREATER,
        True => 15,
    }
}

/// The classes with the opposite sign.
const fn negated(classes: u32) -> u32 {
    // Bit 2 + i and bit 9 - i are of opposite signs.
    classes & NAN | (classes >> 2).reverse_bits() >> 24 << 2
}

/// How operations treat subnormal operands, or results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denormals {
    /// As other numbers.
    Ieee,
    /// As a zero of the same sign.
    PreserveSign,
    /// As +0.
    PositiveZero,
    /// In one of these ways, which is not known.
    Dynamic,
}

/// How the operations of a function treat subnormal numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DenormalMode {
    pub(crate) input: Denormals,
    pub(crate) output: Denormals,
}

impl DenormalMode {
    const IEEE: DenormalMode = DenormalMode { input: Denormals::Ieee, output: Denormals::Ieee };

    fn input_may_be_zero(self) -> bool {
        self.input != Denormals::Ieee
    }

    fn may_flush(self) -> bool {
        self != DenormalMode::IEEE
    }

    /// Whether a negative result may be replaced by -0.
    fn output_may_be_negative_zero(self) -> bool {
        !matches!(self.output, Denormals::Ieee | Denormals::PositiveZero)
    }
}

/// What is known of a floating-point value that is not poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FpClass {
    /// The classes that the value may have.
    pub(crate) possible: u32,
    /// Whether the sign bit is set, if that is known; also for a NaN.
    pub(crate) sign: Option<bool>,
}

impl FpClass {
    pub(crate) const UNKNOWN: FpClass = FpClass { possible: ALL, sign: None };
    const NONE: FpClass = FpClass { possible: 0, sign: None };

    fn of(possible: u32) -> FpClass {
        FpClass { possible, sign: None }.with_sign_of_classes()
    }

    /// The sign, as the classes determine it.
    fn with_sign_of_classes(mut self) -> FpClass {
        if self.possible & NAN == 0 && self.possible & (NEGATIVE | POSITIVE) != 0 {
            if self.possible & NEGATIVE == 0 {
                self.sign = Some(false);
            } else if self.possible & POSITIVE == 0 {
                self.sign = Some(true);
            }
        }
        self
    }

    pub(crate) fn never(self, classes: u32) -> bool {
        self.possible & classes == 0
    }

    fn without(self, classes: u32) -> FpClass {
        FpClass { possible: self.possible & !classes, ..self }.with_sign_of_classes()
    }

    fn without_if(self, condition: bool, classes: u32) -> FpClass {
        if condition { self.without(classes) } else { self }
    }

    fn with_sign(self, is_negative: bool) -> FpClass {
        let other = if is_negative { POSITIVE } else { NEGATIVE };
        FpClass { possible: self.possible & !other, sign: Some(is_negative) }
    }

    /// What is known of a value that is one of two.
    fn either(self, other: FpClass) -> FpClass {
        if self.possible == 0 {
            return other;
        }
        if other.possible == 0 {
            return self;
        }
        let sign = if self.sign == other.sign { self.sign } else { None };
        FpClass { possible: self.possible | other.possible, sign }
    }

    fn both(self, other: FpClass) -> FpClass {
        FpClass { possible: self.possible & other.possible, sign: self.sign.or(other.sign) }.with_sign_of_classes()
    }

    fn fneg(self) -> FpClass {
        FpClass { possible: negated(self.possible), sign: self.sign.map(|sign| !sign) }
    }

    fn fabs(self) -> FpClass {
        FpClass { possible: self.possible | negated(self.possible), sign: None }.with_sign(false)
    }

    /// After an operation that quiets NaNs, and may give them any sign.
    fn quieted(self) -> FpClass {
        match self.never(NAN) {
            true => self,
            false => FpClass { possible: self.possible & !NAN | QNAN, sign: None },
        }
    }

    /// Whether the value is not less than zero, or NaN.
    pub(crate) fn is_never_below_zero(self) -> bool {
        self.never(BELOW_ZERO)
    }

    /// Whether no operation takes the value for one of these zeros. The mode of the function may make subnormal operands zeros.
    fn is_never_logical_zero(self, zeros: u32, mode: DenormalMode) -> bool {
        if !mode.input_may_be_zero() {
            return self.never(zeros);
        }
        let mut read_as = 0;
        for (zero, subnormal) in [(NEG_ZERO, NEG_SUBNORMAL), (POS_ZERO, POS_SUBNORMAL)] {
            if zeros & zero != 0 {
                read_as |= zero | subnormal;
            }
        }
        // The sign of a subnormal number may be lost.
        if zeros & POS_ZERO != 0 {
            read_as |= NEG_SUBNORMAL;
        }
        self.never(read_as)
    }
}

/// The outcomes of a comparison of the values of one class with a number that is not NaN.
fn outcomes_of_class(class: u32, number: Float) -> u8 {
    let format = number.format();
    let infinity = Float::infinity(format);
    let bits = |bits: u128| Float::from_bits(format, bits);
    // The first subnormal number has the bits 1; x86_fp80 has an explicit integer bit.
    let fraction = if format == FloatFormat::X86Fp80 { 63 } else { format.precision() - 1 };
    let first_normal = if format == FloatFormat::X86Fp80 { 1 << 64 | 1 << 63 } else { 1 << fraction };
    let (least, greatest) = match class {
        SNAN | QNAN => return UNORDERED,
        NEG_ZERO | POS_ZERO => (Float::zero(format), Float::zero(format)),
        NEG_INF => (infinity.neg(), infinity.neg()),
        POS_INF => (infinity, infinity),
        POS_SUBNORMAL | NEG_SUBNORMAL => (bits(1), bits((1 << fraction) - 1)),
        _ => (bits(first_normal), Float::largest(format)),
    };
    let (least, greatest) = match class {
        NEG_SUBNORMAL | NEG_NORMAL => (greatest.neg(), least.neg()),
        _ => (least, greatest),
    };
    let (from, to) = (least.compare(number), greatest.compare(number));
    let mut outcomes = 0;
    if format == FloatFormat::PpcFp128 && class & (NORMAL | SUBNORMAL) != 0 {
        return LESS | EQUAL | GREATER;
    }
    if from == Some(Ordering::Less) {
        outcomes |= LESS;
    }
    if to == Some(Ordering::Greater) {
        outcomes |= GREATER;
    }
    if from != Some(Ordering::Greater) && to != Some(Ordering::Less) {
        outcomes |= EQUAL;
    }
    outcomes
}

/// The single classes of a mask.
fn each_class(classes: u32) -> impl Iterator<Item = u32> {
    (0..10).map(|i| 1 << i).filter(move |class| classes & class != 0)
}

/// The outcomes of a comparison with a number of a value of these classes.
pub(crate) fn outcomes_of(classes: u32, number: Float, mode: DenormalMode) -> u8 {
    if number.is_nan() {
        return UNORDERED;
    }
    let read = if mode.input_may_be_zero() && classes & SUBNORMAL != 0 { classes | POS_ZERO } else { classes };
    let outcomes = each_class(read).fold(0, |all, class| all | outcomes_of_class(class, number));
    // A subnormal number may be read as zero, too.
    if mode.input_may_be_zero() && number.is_denormal() {
        outcomes_of(classes, Float::zero(number.format()), DenormalMode::IEEE) | outcomes
    } else {
        outcomes
    }
}

impl Query<'_> {
    /// How operations on a type treat subnormal numbers in this function.
    pub(crate) fn denormal_mode(&self, ty: Type) -> DenormalMode {
        let cx = self.module.context();
        let list = self.module.function(self.function).map(|f| f.attributes).unwrap_or_default();
        let set = cx.attribute_list(list).function;
        let text = |key: &str| cx.attribute_value(set, key.as_bytes());
        let own = if cx.scalar_type(ty) == Type::FLOAT { text("denormal-fp-math-f32") } else { None };
        let Some(mode) = own.or_else(|| text("denormal-fp-math")) else { return DenormalMode::IEEE };
        let mut parts = mode.split(|&c| c == b',').map(|part| match part {
            b"ieee" => Denormals::Ieee,
            b"preserve-sign" => Denormals::PreserveSign,
            b"positive-zero" => Denormals::PositiveZero,
            _ => Denormals::Dynamic,
        });
        let output = parts.next().unwrap_or(Denormals::Dynamic);
        DenormalMode { output, input: parts.next().unwrap_or(output) }
    }

    /// The classes that a floating-point value, or an element of a vector, may have unless it is poison.
    pub(crate) fn fp_class(&self, value: Value) -> FpClass {
        self.fp_class_at(value, MAX_DEPTH)
    }

    /// The same for an operand of an operation with fast-math flags.
    pub(crate) fn fp_class_with(&self, value: Value, fast_math: FastMathFlags) -> FpClass {
        without_specials(self.fp_class(value), fast_math)
    }

    fn fp_class_at(&self, value: Value, depth: usize) -> FpClass {
        let cx = self.module.context();
        if value.is_constant() {
            return self.fp_class_of_constant(value);
        }
        let mut known = FpClass::UNKNOWN;
        let excluded = |set| cx.attribute_int(set, AttrKind::NO_FP_CLASS).unwrap_or(0) as u32;
        match value.kind() {
            ValueKind::Arg(n) => known = known.without(excluded(self.param_attributes(n))),
            ValueKind::Inst(inst) => {
                let data = self.body.inst(inst);
                if let Some(call) = data.call_info() {
                    known = result_sets(self.module, call).fold(known, |known, set| known.without(excluded(set)));
                }
                if let Some(flags) = data.fast_math() {
                    known = without_specials(known, flags);
                }
            }
            _ => {}
        }
        if depth == 0 {
            return known;
        }
        self.for_each_condition(value, |condition, is_true| {
            known = known.both(self.fp_class_if(value, condition, is_true, 4));
        });
        match value.as_inst() {
            Some(_) => known.both(self.fp_class_of_operation(value, depth - 1)),
            None => known,
        }
    }

    fn fp_class_of_constant(&self, value: Value) -> FpClass {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if let Some(number) = self.constant_float(value) {
            return FpClass { possible: number.class(), sign: Some(number.is_negative()) };
        }
        if constants.is_poison(value) {
            return FpClass::NONE;
        }
        let ty = self.type_of(value);
        if constants.is_undef(value) || constants.element_count(cx, ty).is_none_or(|n| n > 64) {
            return FpClass::UNKNOWN;
        }
        let Some(elements) = constants.elements(cx, value) else { return FpClass::UNKNOWN };
        elements.enumerate().filter(|(i, _)| self.lane.is_none_or(|lane| lane as usize == *i)).fold(
            FpClass::NONE,
            |known, (_, element)| match constants.as_float(element) {
                Some(number) => known.either(FpClass { possible: number.class(), sign: Some(number.is_negative()) }),
                None if constants.is_poison(element) => known,
                None => FpClass::UNKNOWN,
            },
        )
    }

    fn fp_class_of_operation(&self, value: Value, depth: usize) -> FpClass {
        let unknown = FpClass::UNKNOWN;
        let ty = self.type_of(value);
        let class = |v: Value| self.fp_class_at(v, depth);
        let Some(data) = self.inst(value) else { return unknown };
        match *data {
            InstData::FNeg { value, .. } => class(value).fneg(),
            InstData::Select { condition, if_true, if_false, .. } => {
                // Another use of undef may have a value for which the condition differs.
                let arm = |v: Value, is_true| match self.fp_class_if(v, condition, is_true, 3) {
                    FpClass::UNKNOWN => class(v),
                    known if self.is_not_undef(v) => class(v).both(known),
                    _ => class(v),
                };
                arm(if_true, true).either(arm(if_false, false))
            }
            InstData::Phi { incoming, .. } => {
                let pairs = self.body.list_values(&incoming);
                if pairs.len() > MAX_INCOMING {
                    return unknown;
                }
                let mut known = FpClass::NONE;
                for pair in pairs.chunks_exact(2).filter(|pair| pair[0] != value) {
                    known = known.either(self.at_end_of(pair[1]).fp_class_at(pair[0], depth.min(2)));
                    if known == unknown {
                        break;
                    }
                }
                known
            }
            InstData::Cast { op, value: from, .. } => self.fp_class_of_cast(op, from, ty, depth),
            InstData::Binary { op, lhs, rhs, .. } if op.is_float() => {
                self.fp_class_of_binary(op, lhs, rhs, self.denormal_mode(ty), depth)
            }
            InstData::ExtractElement { vector, index } => self.at_index(vector, index).fp_class_at(vector, depth),
            InstData::InsertElement { vector, element, index } => {
                match (self.lane, self.at_index(vector, index).lane) {
                    (Some(lane), Some(at)) => class(if lane == at { element } else { vector }),
                    _ => class(vector).either(class(element)),
                }
            }
            InstData::ShuffleVector { v1, v2, mask } => {
                let Some((_, len, false)) = self.module.context().vector_shape(self.type_of(v1)) else {
                    return class(v1);
                };
                let mask = self.body.list_ints(&mask);
                let uses = |range: std::ops::Range<u32>| mask.iter().any(|lane| range.contains(&lane.0));
                let whole = Query { lane: None, ..*self };
                let parts = [(v1, 0..len), (v2, len..2 * len)].into_iter().filter(|(_, lanes)| uses(lanes.clone()));
                parts.fold(FpClass::NONE, |known, (v, _)| known.either(whole.fp_class_at(v, depth)))
            }
            InstData::ExtractValue { aggregate, ref indices } => {
                let first = self.body.list_ints(indices).iter().map(|i| i.0).eq([0]);
                match self.intrinsic(aggregate) {
                    // The fraction of a number is of the same class, or not subnormal.
                    Some((IntrinsicId::FREXP, args)) if first => {
                        let known = class(args[0]).quieted();
                        let moved = [(NEG_SUBNORMAL, NEG_NORMAL), (POS_SUBNORMAL, POS_NORMAL)];
                        let possible = moved.into_iter().fold(known.possible, |all, (from, to)| {
                            if all & from != 0 { all & !from | to } else { all }
                        });
                        FpClass { possible, ..known }
                    }
                    _ => unknown,
                }
            }
            InstData::Call { .. } => match self.intrinsic(value) {
                Some((id, args)) => self.fp_class_of_call(id, args, value, depth),
                None => unknown,
            },
            _ => unknown,
        }
    }

    fn fp_class_of_cast(&self, op: CastOp, from: Value, ty: Type, depth: usize) -> FpClass {
        let unknown = FpClass::UNKNOWN;
        match op {
            CastOp::UIToFP | CastOp::SIToFP => {
                let mut known = FpClass::of(ZERO & !NEG_ZERO | NORMAL | INF);
                if op == CastOp::UIToFP {
                    known = known.with_sign(false);
                }
                let Some(width) = self.width_of(from) else { return known };
                let bits = self.known_bits(from);
                if bits.as_ref().is_some_and(|bits| bits.is_non_negative()) {
                    known = known.with_sign(false);
                }
                // The greatest magnitude, rounded, must be finite.
                let Some(format) = self.module.context().scalar_type(ty).float_format() else { return known };
                let greatest = if op == CastOp::UIToFP { Int::all_ones(width) } else { Int::min_signed(width) };
                let is_finite = Float::from_int(format, &greatest, false).is_finite();
                known.without_if(is_finite, INF)
            }
            CastOp::FPExt => {
                let known = self.fp_class_at(from, depth).quieted();
                let scalar = |ty| self.module.context().scalar_type(ty);
                let (source, target) = (scalar(self.type_of(from)), scalar(ty));
                // The subnormal numbers of `bfloat` are subnormal in `float`.
                let is_same_range = source == Type::BFLOAT && target == Type::FLOAT;
                if is_same_range || known.never(SUBNORMAL) || target == Type::PPC_FP128 {
                    return known;
                }
                let positive = if known.never(POS_SUBNORMAL) { 0 } else { POS_NORMAL };
                let negative = if known.never(NEG_SUBNORMAL) { 0 } else { NEG_NORMAL };
                FpClass { possible: known.possible & !SUBNORMAL | positive | negative, ..known }
            }
            CastOp::FPTrunc => rounded_class(self.fp_class_at(from, depth)),
            CastOp::BitCast if self.module.context().is_int_or_int_vector(self.type_of(from)) => {
                // The sign bit of the number is that of the integer.
                let (Some(bits), Some(format)) =
                    (self.known_bits(from), self.module.context().scalar_type(ty).float_format())
                else {
                    return unknown;
                };
                if bits.width() != format.bits() {
                    return unknown;
                }
                if bits.is_non_negative() {
                    unknown.with_sign(false)
                } else if bits.is_negative() {
                    unknown.with_sign(true)
                } else {
                    unknown
                }
            }
            _ => unknown,
        }
    }

    fn fp_class_of_binary(&self, op: BinaryOp, lhs: Value, rhs: Value, mode: DenormalMode, depth: usize) -> FpClass {
        let unknown = FpClass::UNKNOWN;
        let is_same = lhs == rhs && self.is_not_undef(lhs);
        let (a, b) = (self.fp_class_at(lhs, depth), self.fp_class_at(rhs, depth));
        let is_number = a.never(NAN) && b.never(NAN);
        let is_never_zero = |known: FpClass| known.is_never_logical_zero(ZERO, mode);
        // The sign of an operand, unless it is NaN. A product or quotient is negative if the signs differ.
        let sign = |known: FpClass| match (known.never(NEGATIVE), known.never(POSITIVE)) {
            (true, _) => Some(false),
            (_, is_negative) => is_negative.then_some(true),
        };
        let product_sign = |known: FpClass| match (sign(a), sign(b)) {
            (Some(x), Some(y)) => known.without(if x == y { NEGATIVE } else { POSITIVE }),
            _ => known,
        };
        let result = match op {
            BinaryOp::FAdd | BinaryOp::FSub => {
                let b = if op == BinaryOp::FSub { b.fneg() } else { b };
                let flushes_to_negative = mode.output_may_be_negative_zero();
                // Only -0 + -0 is -0.
                let is_never_negative_zero = !flushes_to_negative
                    && (a.is_never_logical_zero(NEG_ZERO, mode) || b.is_never_logical_zero(NEG_ZERO, mode));
                unknown
                    .without_if(is_number && (a.never(INF) || b.never(INF)), NAN)
                    .without_if(a.is_never_below_zero() && b.is_never_below_zero(), BELOW_ZERO)
                    .without_if(is_never_negative_zero, NEG_ZERO)
            }
            BinaryOp::FMul => {
                let is_product_number = (a.never(INF) || is_never_zero(b)) && (b.never(INF) || is_never_zero(a));
                let known = if is_same { unknown.without(NEGATIVE) } else { product_sign(unknown) };
                known.without_if(is_number && (is_product_number || is_same), NAN)
            }
            BinaryOp::FDiv if is_same => FpClass::of(NAN | POS_NORMAL),
            BinaryOp::FDiv => {
                let is_quotient_number = (a.never(INF) || b.never(INF)) && (is_never_zero(a) || is_never_zero(b));
                product_sign(unknown).without_if(is_number && is_quotient_number, NAN)
            }
            BinaryOp::FRem if is_same => FpClass::of(NAN | ZERO),
            BinaryOp::FRem => unknown
                .without_if(is_number && a.never(INF) && is_never_zero(b), NAN)
                .without_if(a.never(NEGATIVE), NEGATIVE)
                .without_if(a.is_never_below_zero(), BELOW_ZERO)
                .without_if(a.never(POSITIVE), POSITIVE),
            _ => unknown,
        };
        result.quieted()
    }

    fn fp_class_of_call(&self, id: IntrinsicId, args: &[Value], value: Value, depth: usize) -> FpClass {
        use IntrinsicId as I;
        let unknown = FpClass::UNKNOWN;
        let ty = self.type_of(value);
        let mode = self.denormal_mode(ty);
        let class = |n: usize| self.fp_class_at(args[n], depth);
        let nsz = self.inst(value).and_then(|data| data.fast_math()).is_some_and(|f| f.contains(FastMathFlags::NSZ));
        match id {
            I::FABS => class(0).fabs(),
            I::COPYSIGN => {
                let (magnitude, sign) = (class(0), class(1).sign);
                let known = FpClass { possible: magnitude.possible | negated(magnitude.possible), sign: None };
                sign.map_or(known, |sign| known.with_sign(sign))
            }
            I::ARITHMETIC_FENCE => class(0),
            I::CANONICALIZE => {
                let known = class(0).quieted();
                // A number that is flushed keeps its sign in one mode only.
                let zeros = match mode.may_flush() && !known.never(SUBNORMAL) {
                    true if known.never(NEG_SUBNORMAL) => POS_ZERO,
                    true => ZERO,
                    false => 0,
                };
                FpClass::of(known.possible | zeros)
            }
            I::SQRT | I::EXPERIMENTAL_CONSTRAINED_SQRT => {
                let from = class(0);
                let keeps_number = from.never(NAN) && from.is_never_below_zero();
                let is_never_negative_zero = nsz || from.is_never_logical_zero(NEG_ZERO, mode);
                let known = unknown
                    .without(BELOW_ZERO)
                    .without_if(from.never(POS_INF), POS_INF)
                    .without_if(keeps_number, NAN)
                    .without_if(is_never_negative_zero, NEG_ZERO);
                known.quieted()
            }
            I::EXP | I::EXP2 | I::EXP10 => unknown.without(NEGATIVE).without_if(class(0).never(NAN), NAN).quieted(),
            I::LOG | I::LOG2 | I::LOG10 => {
                let from = class(0);
                unknown
                    .without_if(from.never(POS_INF), POS_INF)
                    .without_if(from.never(NAN) && from.is_never_below_zero(), NAN)
                    .without_if(from.is_never_logical_zero(ZERO, mode), NEG_INF)
                    .quieted()
            }
            I::SIN | I::COS => unknown.without(INF).without_if(class(0).never(NAN | INF), NAN).quieted(),
            I::POWI => {
                let from = class(0);
                let is_even = self.known_bits(args[1]).is_some_and(|bits| bits.zero.bit(0));
                unknown.without_if(is_even || from.never(NEGATIVE), NEGATIVE).without_if(from.never(NAN), NAN).quieted()
            }
            I::LDEXP | I::FPTRUNC_ROUND => rounded_class(class(0)),
            I::FMA | I::FMULADD if args[0] == args[1] && self.is_not_undef(args[0]) => {
                // A square plus a number that is not below zero.
                unknown.without_if(class(2).is_never_below_zero(), BELOW_ZERO).quieted()
            }
            I::FLOOR | I::CEIL | I::TRUNC | I::RINT | I::NEARBYINT | I::ROUND | I::ROUNDEVEN => {
                let from = class(0);
                let known = from.quieted();
                let mut possible = known.possible & (NAN | INF | ZERO | NORMAL);
                // A number may be rounded to zero, and a subnormal number up to 1.
                for (sub, normal, zero) in
                    [(POS_SUBNORMAL, POS_NORMAL, POS_ZERO), (NEG_SUBNORMAL, NEG_NORMAL, NEG_ZERO)]
                {
                    if known.possible & (sub | normal) != 0 {
                        possible |= normal | zero;
                    }
                }
                if self.module.context().scalar_type(ty) == Type::PPC_FP128 && known.possible & NORMAL != 0 {
                    possible |= INF;
                }
                FpClass::of(possible)
            }
            I::MAXNUM | I::MINNUM | I::MAXIMUM | I::MINIMUM | I::MAXIMUMNUM | I::MINIMUMNUM => {
                self.fp_class_of_extreme(id, class(0), class(1), mode)
            }
            I::VECTOR_REDUCE_FMAX | I::VECTOR_REDUCE_FMIN | I::VECTOR_REDUCE_FMAXIMUM | I::VECTOR_REDUCE_FMINIMUM => {
                Query { lane: None, ..*self }.fp_class_at(args[0], depth)
            }
            I::VECTOR_REVERSE => self.reversed(args[0]).fp_class_at(args[0], depth),
            I::EXPERIMENTAL_CONSTRAINED_SITOFP => FpClass::of(ALL & !(NAN | NEG_ZERO | SUBNORMAL)),
            I::EXPERIMENTAL_CONSTRAINED_UITOFP => FpClass::of(ALL & !(NAN | NEGATIVE | SUBNORMAL)),
            _ => unknown,
        }
    }

    /// The class of a minimum or maximum.
    fn fp_class_of_extreme(&self, id: IntrinsicId, a: FpClass, b: FpClass, mode: DenormalMode) -> FpClass {
        use IntrinsicId as I;
        let is_max = matches!(id, I::MAXNUM | I::MAXIMUM | I::MAXIMUMNUM);
        let ignores_nan = !matches!(id, I::MAXIMUM | I::MINIMUM);
        let either = a.either(b).quieted();
        let is_number = if ignores_nan { a.never(NAN) || b.never(NAN) } else { a.never(NAN) && b.never(NAN) };
        let mut known = either.without_if(is_number, NAN);
        // An operand that is a number on the winning side of zero decides the side of the result.
        let (beyond, sign) = if is_max { (BELOW_ZERO, false) } else { (ABOVE_ZERO, true) };
        let decides = |x: FpClass| x.never(beyond) && (!ignores_nan || x.never(NAN));
        if decides(a) || decides(b) {
            known = known.without(beyond);
        }
        // -0 is less than 0, except for minnum and maxnum.
        let orders_zeros = !matches!(id, I::MAXNUM | I::MINNUM);
        let losing = if sign { POSITIVE } else { NEGATIVE };
        let is_sign_known = |x: FpClass| x.sign == Some(sign) && x.never(NAN);
        let flushes = mode.may_flush();
        let decides_sign = |x: FpClass| is_sign_known(x) && (orders_zeros || x.never(ZERO)) && !flushes;
        if decides_sign(a) || decides_sign(b) {
            known = known.without(losing);
        }
        if a.sign.is_some() && a.sign == b.sign && !flushes {
            known.sign = a.sign;
        } else if !known.never(NAN) {
            known.sign = None;
        }
        if flushes && !known.never(SUBNORMAL) {
            known = FpClass { possible: known.possible | ZERO, sign: None };
        }
        known.with_sign_of_classes()
    }

    /// The classes of a value for which a condition is true, or false.
    pub(crate) fn fp_class_if(&self, value: Value, condition: Value, is_true: bool, depth: u32) -> FpClass {
        let unknown = FpClass::UNKNOWN;
        if depth == 0 {
            return unknown;
        }
        if let Some(inner) = self.as_not(condition) {
            return self.fp_class_if(value, inner, !is_true, depth - 1);
        }
        if let Some((a, b)) = self.as_logic(condition, is_true) {
            let known = self.fp_class_if(value, a, is_true, depth - 1);
            return known.both(self.fp_class_if(value, b, is_true, depth - 1));
        }
        match self.inst(condition) {
            Some(&InstData::FCmp { predicate, lhs, rhs, .. }) => {
                let predicate = if is_true { predicate } else { predicate.inverse() };
                let known = self.fp_class_if_compared(value, predicate, lhs, rhs);
                known.both(self.fp_class_if_compared(value, predicate.swapped(), rhs, lhs))
            }
            Some(InstData::Call { .. }) => match self.intrinsic(condition) {
                Some((IntrinsicId::IS_FPCLASS, args)) => {
                    let Some(classes) = self.module.constants().as_u64(args[1]) else { return unknown };
                    let classes = if is_true { classes as u32 } else { ALL & !(classes as u32) };
                    self.fp_class_through_signs(value, args[0], classes)
                }
                _ => unknown,
            },
            // The sign bit, tested as the sign of an integer.
            Some(&InstData::ICmp { predicate, lhs, rhs, .. }) => {
                use lindworm_ir::eval::IntPredicate as P;
                let Some(&InstData::Cast { op: CastOp::BitCast, value: from, .. }) = self.inst(lhs) else {
                    return unknown;
                };
                let is_negative = match predicate {
                    P::Slt if self.elements_are(rhs, Int::is_zero) => is_true,
                    P::Sgt if self.elements_are(rhs, Int::is_all_ones) => !is_true,
                    _ => return unknown,
                };
                let shape =
                    |v| self.module.context().vector_shape(self.type_of(v)).map(|(_, len, scales)| (len, scales));
                if from == value && shape(lhs) == shape(from) { unknown.with_sign(is_negative) } else { unknown }
            }
            _ => unknown,
        }
    }

    /// The classes of a value, if `tested` has one of some classes. It may be the value with its sign changed or cleared.
    fn fp_class_through_signs(&self, value: Value, mut tested: Value, mut classes: u32) -> FpClass {
        for _ in 0..MAX_DEPTH {
            if tested == value {
                return FpClass::of(classes);
            }
            (tested, classes) = match (self.inst(tested), self.intrinsic(tested)) {
                (Some(&InstData::FNeg { value: of, .. }), _) => (of, negated(classes)),
                (_, Some((IntrinsicId::FABS, args))) => {
                    let positive = classes & (POSITIVE | NAN);
                    (args[0], positive | negated(positive))
                }
                _ => break,
            };
        }
        FpClass::UNKNOWN
    }

    fn fp_class_if_compared(&self, value: Value, predicate: FloatPredicate, lhs: Value, rhs: Value) -> FpClass {
        let holds = outcomes(predicate);
        let classes = match self.constant_float(rhs) {
            Some(number) => {
                let mode = self.denormal_mode(self.type_of(lhs));
                each_class(ALL).filter(|&class| outcomes_of(class, number, mode) & holds != 0).sum()
            }
            // An ordered comparison excludes NaN.
            None if holds & UNORDERED == 0 => ALL & !NAN,
            None => return FpClass::UNKNOWN,
        };
        self.fp_class_through_signs(value, lhs, classes)
    }
}

/// What fast-math flags exclude.
fn without_specials(known: FpClass, flags: FastMathFlags) -> FpClass {
    known.without_if(flags.contains(FastMathFlags::NNAN), NAN).without_if(flags.contains(FastMathFlags::NINF), INF)
}

/// The class of a number that is scaled or rounded to fewer bits, and keeps its sign.
fn rounded_class(known: FpClass) -> FpClass {
    let mut possible = known.quieted().possible;
    for side in [POSITIVE, NEGATIVE] {
        if possible & side & !INF & !ZERO != 0 {
            possible |= side;
        }
    }
    FpClass::of(possible)
}
