//! The results of rules, and their conditions.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, Int, IntFlags, fold};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use super::{Bindings, Condition, Op, Operation, Pattern, Rules};
use crate::value_tracking::{MAX_DEPTH, Query};

/// An operand of a planned operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// An existing value.
    Value(Value),
    /// The result of the planned operation with this index.
    Planned(u8),
}

/// An operation to create.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub op: Op,
    pub flags: IntFlags,
    pub fast_math: FastMathFlags,
    pub args: [Source; 3],
    pub count: u8,
    pub ty: Type,
}

/// What replaces a match: operations to create, in order, and the value among them or elsewhere.
#[derive(Debug)]
pub(crate) struct Plan {
    pub operations: SmallVec<[Planned; 4]>,
    pub result: Source,
}

/// A property of values that a condition may require.
pub(crate) struct Fact {
    pub name: &'static str,
    /// Whether the property is known.
    pub is_known: fn(&Query<'_>, &[Value]) -> bool,
    /// Whether integers have the property: what [`Fact::is_known`] must imply of all values that are not poison.
    #[cfg(test)]
    pub holds: fn(&[Int]) -> bool,
}

macro_rules! facts {
    ($($name:literal: $is_known:expr, $holds:expr;)*) => {
        /// The properties that conditions may require.
        pub(crate) const FACTS: &[Fact] = &[$(Fact {
            name: $name,
            is_known: $is_known,
            #[cfg(test)]
            holds: $holds,
        }),*];
    };
}

/// A property of one integer constant.
fn of_constant(query: &Query<'_>, args: &[Value], has: fn(&Int) -> bool) -> bool {
    args[0].is_constant() && query.elements_are(args[0], has)
}

/// Whether the result of an operation on any values of the operands is without wrapping.
fn never_wraps(query: &Query<'_>, args: &[Value], op: BinaryOp, flag: IntFlags) -> bool {
    query.cannot_wrap(op, flag, args[0], args[1])
}

#[cfg(test)]
fn wraps_never(args: &[Int], op: BinaryOp, flag: IntFlags) -> bool {
    fold::int_binary(op, flag, &args[0], &args[1]).value().is_some()
}

/// The number of high bits that are copies of the sign bit, itself included.
#[cfg(test)]
fn sign_bits(n: &Int) -> u32 {
    if n.is_negative() { n.not() } else { n.clone() }.leading_zeros()
}

fn is_low_mask(n: &Int) -> bool {
    !n.is_zero() && n.and(&n.add(&Int::one(n.width()))).is_zero()
}

fn is_shifted_mask(n: &Int) -> bool {
    !n.is_zero() && is_low_mask(&n.lshr(n.trailing_zeros()))
}

/// Whether a number is a power of two, neither huge nor tiny, or the negative of one: its reciprocal is exact in every format.
pub(super) fn has_reciprocal(f: Float) -> bool {
    let divided = |a, b| fold::float_binary(BinaryOp::FDiv, FastMathFlags::empty(), a, b).value();
    let number = |n: i64| Float::from_int(f.format(), &Int::from_i64(64, n), true);
    (0..=14).flat_map(|exponent| [1 << exponent, -(1 << exponent)]).any(|power: i64| {
        let power = number(power);
        power == f || divided(number(1), power) == Some(f)
    })
}

facts! {
    "power-of-2": |q, v| of_constant(q, v, Int::is_power_of_two), |n| n[0].is_power_of_two();
    "negative-power-of-2": |q, v| of_constant(q, v, |n| n.neg().is_power_of_two()), |n| n[0].neg().is_power_of_two();
    "low-mask": |q, v| of_constant(q, v, is_low_mask), |n| is_low_mask(&n[0]);
    "shifted-mask": |q, v| of_constant(q, v, is_shifted_mask), |n| is_shifted_mask(&n[0]);
    "sign-mask": |q, v| of_constant(q, v, Int::is_min_signed), |n| n[0].is_min_signed();
    "copies-sign-from": |q, v| q.constant_int(v[1]).is_some_and(|n| q.sign_bits(v[0]) > n.leading_zeros()), |n| sign_bits(&n[0]) > n[1].leading_zeros();
    "is-power-of-2": |q, v| q.is_power_of_two(v[0], false), |n| n[0].is_power_of_two();
    "is-power-of-2-or-0": |q, v| q.is_power_of_two(v[0], true), |n| n[0].is_power_of_two() || n[0].is_zero();
    "non-negative": |q, v| q.known_bits(v[0]).is_some_and(|k| k.is_non_negative()), |n| !n[0].is_negative();
    "negative": |q, v| q.known_bits(v[0]).is_some_and(|k| k.is_negative()), |n| n[0].is_negative();
    "odd": |q, v| q.known_bits(v[0]).is_some_and(|k| k.one.bit(0)), |n| n[0].bit(0);
    "low-mask-or-0": |q, v| q.is_mask(v[0], false, 0), |n| n[0].is_zero() || is_low_mask(&n[0]);
    "non-zero": |q, v| q.is_non_zero(v[0]), |n| !n[0].is_zero();
    "has-reciprocal": |q, v| q.constant_float(v[0]).is_some_and(has_reciprocal), |_| true;
    "no-common-bits": |q, v| q.has_no_common_bits(v[0], v[1]), |n| n[0].and(&n[1]).is_zero();
    "bits-are-zero": |q, v| match (q.known_bits(v[0]), q.constant_int(v[1])) {
        (Some(known), Some(mask)) => mask.and(&known.zero.not()).is_zero(),
        _ => false,
    }, |n| n[0].and(&n[1]).is_zero();
    "one-use": |q, v| q.uses.has_one_use(v[0]), |_| true;
    "any-one-use": |q, v| v.iter().any(|&v| q.uses.has_one_use(v)), |_| true;
    "all-one-use": |q, v| v.iter().all(|&v| q.uses.has_one_use(v)), |_| true;
    "is-not": |q, v| q.as_not(v[0]).is_some(), |_| true;
    "prefers-type": |q, v| q.should_change_type(q.type_of(v[0]), q.type_of(v[1])), |_| true;
    "is-0-or-1": |q, v| q.known_bits(v[0]).is_some_and(|k| k.max_unsigned().active_bits() <= 1), |n| n[0].active_bits() <= 1;
    "is-cast": |q, v| matches!(q.inst(v[0]), Some(InstData::Cast { .. })), |_| true;
    "width-is-power-of-2": |q, v| q.width_of(v[0]).is_some_and(u32::is_power_of_two), |n| n[0].width().is_power_of_two();
    "width-fits": |q, v| match (q.width_of(v[0]), q.width_of(v[1])) {
        (Some(count), Some(width)) => width >= 32 || count < 1 << width,
        _ => false,
    }, |n| n[1].width() >= 32 || n[0].width() < 1 << n[1].width();
    "defined": |q, v| q.is_not_undef(v[0]), |_| true;
    "not-constant": |_, v| !v[0].is_constant(), |_| true;
    "all-ones": |q, v| of_constant(q, v, Int::is_all_ones), |n| n[0].is_all_ones();
    "is-bool": |q, v| q.module.context().scalar_type(q.type_of(v[0])) == Type::I1, |n| n[0].width() == 1;
    "is-splat": |q, v| v.iter().all(|&v| q.constant_int(v).is_some()), |_| true;
    "is-integer": |q, v| q.module.context().is_int_or_int_vector(q.type_of(v[0])), |_| true;
    "is-scalar": |q, v| !q.module.context().is_vector(q.type_of(v[0])), |_| true;
    "same-type": |q, v| q.type_of(v[0]) == q.type_of(v[1]), |n| n[0].width() == n[1].width();
    "nsw-add": |q, v| never_wraps(q, v, BinaryOp::Add, IntFlags::NSW), |n| wraps_never(n, BinaryOp::Add, IntFlags::NSW);
    "nuw-add": |q, v| never_wraps(q, v, BinaryOp::Add, IntFlags::NUW), |n| wraps_never(n, BinaryOp::Add, IntFlags::NUW);
    "nsw-sub": |q, v| never_wraps(q, v, BinaryOp::Sub, IntFlags::NSW), |n| wraps_never(n, BinaryOp::Sub, IntFlags::NSW);
    "nuw-sub": |q, v| never_wraps(q, v, BinaryOp::Sub, IntFlags::NUW), |n| wraps_never(n, BinaryOp::Sub, IntFlags::NUW);
    "nsw-mul": |q, v| never_wraps(q, v, BinaryOp::Mul, IntFlags::NSW), |n| wraps_never(n, BinaryOp::Mul, IntFlags::NSW);
    "nuw-mul": |q, v| never_wraps(q, v, BinaryOp::Mul, IntFlags::NUW), |n| wraps_never(n, BinaryOp::Mul, IntFlags::NUW);
}

impl<'a> Query<'a> {
    /// Whether an integer is 0 or has only low bits set, without a gap; or, if `is_inverted`, whether that holds of its complement.
    pub(crate) fn is_mask(&self, value: Value, is_inverted: bool, depth: usize) -> bool {
        if value.is_constant() {
            let is = |n: &Int| n.is_zero() || is_low_mask(n);
            return self.elements_are(value, |n| if is_inverted { is(&n.not()) } else { is(n) });
        }
        if depth >= MAX_DEPTH {
            return false;
        }
        let is = |v: Value| self.is_mask(v, is_inverted, depth + 1);
        if let Some(of) = self.as_not(value) {
            return self.is_mask(of, !is_inverted, depth + 1);
        }
        match self.inst(value) {
            Some(&InstData::Cast { op: CastOp::ZExt, value: x, .. }) => !is_inverted && is(x),
            Some(&InstData::Cast { op: CastOp::SExt, value: x, .. }) => is(x),
            Some(&InstData::Select { if_true, if_false, .. }) => is(if_true) && is(if_false),
            Some(&InstData::Binary { op, lhs, rhs, .. }) => match op {
                BinaryOp::And | BinaryOp::Or => is(lhs) && is(rhs),
                // x ^ (x - 1)
                BinaryOp::Xor => !is_inverted && (self.is_one_less(lhs, rhs) || self.is_one_less(rhs, lhs)),
                BinaryOp::Shl => is_inverted && is(lhs),
                BinaryOp::LShr => !is_inverted && is(lhs),
                // 2^n - 1, and -(2^n)
                BinaryOp::Add => {
                    !is_inverted && self.elements_are(rhs, Int::is_all_ones) && self.is_power_of_two(lhs, true)
                }
                BinaryOp::Sub => is_inverted && self.elements_are(lhs, Int::is_zero) && self.is_power_of_two(rhs, true),
                _ => false,
            },
            Some(InstData::Call { .. }) => match self.intrinsic(value) {
                Some((IntrinsicId::UMIN | IntrinsicId::UMAX | IntrinsicId::SMIN | IntrinsicId::SMAX, args)) => {
                    is(args[0]) && is(args[1])
                }
                Some((IntrinsicId::BITREVERSE, args)) => self.is_mask(args[0], !is_inverted, depth + 1),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether two integers are known to have no set bit in common.
    pub(crate) fn has_no_common_bits(&self, a: Value, b: Value) -> bool {
        if self.are_complements(a, b) || self.are_complements(b, a) {
            return true;
        }
        let Some(a) = self.known_bits(a).filter(|a| !a.zero.is_zero()) else { return false };
        self.known_bits(b).is_some_and(|b| a.width() == b.width() && a.zero.or(&b.zero).is_all_ones())
    }

    /// Whether the operations of two values show that they have no set bit in common.
    fn are_complements(&self, a: Value, b: Value) -> bool {
        use BinaryOp::*;
        let operands = |v: Value, op: BinaryOp| match self.binary(v) {
            Some((is, _, l, r)) if is == op => Some([l, r]),
            _ => None,
        };
        let is_not_undef = |v: Value| self.is_not_undef(v);
        // x and ~x, also below extensions, and below an `and` with another value.
        let peeked = |v: Value| match self.inst(v) {
            Some(&InstData::Cast { op: CastOp::ZExt, value, .. }) => value,
            _ => v,
        };
        if self.as_not(peeked(b)).is_some_and(|x| x == peeked(a) && is_not_undef(x)) {
            return true;
        }
        if let Some([l, r]) = operands(b, And) {
            let masks: SmallVec<[Value; 2]> = [l, r].iter().filter_map(|&v| self.as_not(v)).collect();
            let of_a = operands(a, And).unwrap_or([a, a]);
            if masks.iter().any(|m| (a == *m || of_a.contains(m)) && is_not_undef(*m)) {
                return true;
            }
        }
        // x and (x & y) ^ y.
        if let Some([l, r]) = operands(b, Xor) {
            let is = |and: Value, y: Value| {
                operands(and, And).is_some_and(|of| of == [a, y] || of == [y, a]) && is_not_undef(a) && is_not_undef(y)
            };
            if is(l, r) || is(r, l) {
                return true;
            }
        }
        // x & y and ~(x | y).
        if let Some([x, y]) = operands(a, And)
            && let Some(or) = self.as_not(b).and_then(|v| operands(v, Or))
        {
            return (or == [x, y] || or == [y, x]) && is_not_undef(x) && is_not_undef(y);
        }
        // Shifts in opposite directions by v and by the width less v.
        if let (Some([_, v]), Some([_, rest])) = (operands(a, Shl), operands(b, LShr))
            && let Some([width, by]) = operands(rest, Sub).or_else(|| operands(v, Sub))
        {
            let is_width = self.constant_int(width).is_some_and(|n| n.to_u64() == Some(n.width().into()));
            return is_width && (by == v || by == rest);
        }
        false
    }

    /// Whether an addition, subtraction or multiplication cannot wrap, as signed (`nsw`) or unsigned (`nuw`).
    pub(crate) fn cannot_wrap(&self, op: BinaryOp, flag: IntFlags, a: Value, b: Value) -> bool {
        let (Some(ka), Some(kb)) = (self.bounds(a), self.bounds(b)) else { return false };
        let is_signed = flag == IntFlags::NSW;
        match (op, is_signed) {
            (BinaryOp::Add, false) => !ka.umax.uadd_overflow(&kb.umax).1,
            (BinaryOp::Sub, false) => !ka.umin.usub_overflow(&kb.umax).1,
            (BinaryOp::Mul, false) => !ka.umax.umul_overflow(&kb.umax).1,
            (BinaryOp::Add | BinaryOp::Sub, true) => {
                let wraps = |x: &Int, y: &Int| match op {
                    BinaryOp::Add => x.sadd_overflow(y).1,
                    _ => x.ssub_overflow(y).1,
                };
                let (low, high) = match op {
                    BinaryOp::Add => (&kb.smin, &kb.smax),
                    _ => (&kb.smax, &kb.smin),
                };
                !wraps(&ka.smin, low) && !wraps(&ka.smax, high) || self.sign_bits(a) > 1 && self.sign_bits(b) > 1
            }
            (BinaryOp::Mul, true) => {
                let spare = self.sign_bits(a) + self.sign_bits(b);
                let width = ka.smin.width();
                // Only the product of two negative numbers may be just too large.
                spare > width + 1 || spare == width + 1 && (!ka.smin.is_negative() || !kb.smin.is_negative())
            }
            _ => false,
        }
    }

    /// Applies the first rule that matches an operation and whose conditions hold.
    pub(crate) fn plan_by_rules(&self, rules: &Rules, operation: &Operation) -> Option<Plan> {
        rules.candidates(self, operation).find_map(|rule| {
            self.find_match(&rule.pattern, operation, |bound| {
                if !rule.conditions.iter().all(|condition| self.holds(condition, bound)) {
                    return None;
                }
                let mut operations = SmallVec::new();
                let result = self.plan(&rule.result, operation.ty, operation.fast_math, bound, &mut operations)?;
                Some(Plan { operations, result })
            })
        })
    }

    pub(super) fn holds(&self, condition: &Condition, bound: &Bindings) -> bool {
        match condition {
            Condition::Holds(comparison) => {
                let value = self.constant_result(comparison, Type::I1, bound);
                value.is_some_and(|v| self.elements_are(v, Int::is_all_ones))
            }
            Condition::Fact { index, args, negated } => {
                let mut values: SmallVec<[Value; 2]> = SmallVec::new();
                for arg in args {
                    let value = match *arg {
                        Pattern::Var(n) | Pattern::Constant(n, _) => bound.values[n as usize],
                        _ => self.type_in(arg, bound).and_then(|ty| self.constant_result(arg, ty, bound)),
                    };
                    values.extend(value);
                }
                values.len() == args.len() && (FACTS[*index].is_known)(self, &values) != *negated
            }
        }
    }

    /// The value of an expression of constants.
    fn constant_result(&self, pattern: &Pattern, ty: Type, bound: &Bindings) -> Option<Value> {
        let mut operations = SmallVec::new();
        match self.plan(pattern, ty, FastMathFlags::empty(), bound, &mut operations)? {
            Source::Value(value) if operations.is_empty() && value.is_constant() => Some(value),
            _ => None,
        }
    }

    /// The type of an expression, as far as its letters determine it.
    fn type_in(&self, pattern: &Pattern, bound: &Bindings) -> Option<Type> {
        match pattern {
            Pattern::Var(n) | Pattern::Constant(n, _) => Some(self.type_of(bound.values[*n as usize]?)),
            Pattern::Node { like: Some(n), .. } => Some(self.type_of(bound.values[*n as usize]?)),
            Pattern::Node { op, args, .. } => match op {
                Op::Cast(_) => None,
                Op::ICmp(_) | Op::FCmp(_) => {
                    let operand = args.iter().find_map(|arg| self.type_in(arg, bound))?;
                    Some(self.module.context().with_scalar(operand, Type::I1))
                }
                Op::Select => args[1..].iter().find_map(|arg| self.type_in(arg, bound)),
                _ => args.iter().find_map(|arg| self.type_in(arg, bound)),
            },
            _ => None,
        }
    }

    /// Plans the operations that compute a result of type `ty`. `None` if an operand has another type than its place, or an
    /// operation on constants does not fold.
    fn plan(
        &self,
        pattern: &Pattern,
        ty: Type,
        outer: FastMathFlags,
        bound: &Bindings,
        operations: &mut SmallVec<[Planned; 4]>,
    ) -> Option<Source> {
        let Pattern::Node { op, predicate, flags, like, args, .. } = pattern else {
            return self.result(pattern, ty, bound).map(Source::Value);
        };
        let cx = self.module.context();
        let op = match (predicate, op) {
            (Some(any), _) => Op::ICmp((any.derived)(bound.predicates[any.slot as usize]?)),
            (None, op) => *op,
        };
        let mut sources = [Source::Planned(0); 3];
        for (place, arg) in args.iter().enumerate() {
            let arg_type = match (op, place) {
                (Op::ICmp(_) | Op::FCmp(_), _) => args.iter().find_map(|arg| self.type_in(arg, bound))?,
                (Op::Cast(_), _) => self.type_in(arg, bound)?,
                (Op::Select, 0) => {
                    let known = self.type_in(arg, bound);
                    known.unwrap_or_else(|| cx.with_scalar(ty, Type::I1))
                }
                (Op::Intrinsic(it), 1) if has_flag_argument(it) => Type::I1,
                _ => ty,
            };
            sources[place] = self.plan(arg, arg_type, outer, bound, operations)?;
        }
        let sources = &sources[..args.len()];
        let mut constants: SmallVec<[Value; 3]> = SmallVec::new();
        constants.extend(sources.iter().filter_map(|source| match source {
            Source::Value(value) if value.is_constant() => Some(*value),
            _ => None,
        }));
        let result_type = match op {
            Op::ICmp(_) | Op::FCmp(_) => {
                let operand = args.iter().find_map(|arg| self.type_in(arg, bound))?;
                cx.with_scalar(operand, Type::I1)
            }
            _ => ty,
        };
        if constants.len() == args.len() {
            let folded = self.fold_operation(op, &constants, result_type)?;
            let is_fine = self.elements_are(folded, |_| true) || self.constant_float(folded).is_some();
            return is_fine.then_some(Source::Value(folded));
        }
        if let Some(letter) = like
            && self.type_of(bound.values[*letter as usize]?) != ty
        {
            return None;
        }
        let outer = if op_is_float(self, op, ty) { outer } else { FastMathFlags::empty() };
        if let Op::Cast(cast) = op {
            let Source::Value(value) = sources[0] else {
                return Some(Source::Planned(push(operations, op, *flags, outer, sources, result_type)?));
            };
            // A cast to the same type is none; a cast to a type that is not narrower or wider is not legal.
            let (from, to) = (self.type_of(value), result_type);
            if from == to {
                return Some(Source::Value(value));
            }
            let width = |ty| cx.scalar_int_width(ty);
            let is_legal = match cast {
                lindworm_ir::eval::CastOp::Trunc => width(from)? > width(to)?,
                lindworm_ir::eval::CastOp::ZExt | lindworm_ir::eval::CastOp::SExt => width(from)? < width(to)?,
                _ => true,
            };
            if !is_legal {
                return None;
            }
        }
        Some(Source::Planned(push(operations, op, *flags, outer, sources, result_type)?))
    }

    /// The result of an operation on constants.
    pub(crate) fn fold_operation(&self, op: Op, args: &[Value], ty: Type) -> Option<Value> {
        match op {
            Op::Binary(op) => self.module.fold_binary(op, IntFlags::empty(), args[0], args[1]),
            Op::Cast(op) => self.module.fold_cast(op, args[0], ty),
            Op::ICmp(predicate) => self.module.fold_icmp(predicate, args[0], args[1]),
            Op::FCmp(predicate) => self.module.fold_fcmp(predicate, args[0], args[1]),
            Op::FNeg => self.module.fold_fneg(args[0]),
            Op::Select => self.module.fold_select(args[0], args[1], args[2]),
            Op::Freeze => None,
            Op::Intrinsic(it) => self.fold_intrinsic(it, args, FastMathFlags::empty(), ty),
        }
    }
}

/// Whether the second argument of an intrinsic is a flag.
pub(crate) fn has_flag_argument(it: lindworm_ir::eval::intrinsic::Intrinsic) -> bool {
    use lindworm_ir::eval::intrinsic::Intrinsic::*;
    matches!(it, Abs | CtLz | CtTz)
}

/// Whether an operation has fast-math flags.
fn op_is_float(query: &Query<'_>, op: Op, ty: Type) -> bool {
    match op {
        Op::FCmp(_) => true,
        Op::Binary(op) => op.is_float(),
        _ => query.module.context().is_float_or_float_vector(ty),
    }
}

fn push(
    operations: &mut SmallVec<[Planned; 4]>,
    op: Op,
    flags: IntFlags,
    outer: FastMathFlags,
    sources: &[Source],
    ty: Type,
) -> Option<u8> {
    let mut args = [sources[0]; 3];
    args[..sources.len()].copy_from_slice(sources);
    // A value is frozen once, and shifted once.
    let may_be_shared = op == Op::Freeze || matches!(op, Op::Binary(op) if op.is_shift());
    let is_same = |planned: &Planned| {
        may_be_shared
            && (planned.op, planned.flags, planned.fast_math, planned.ty) == (op, flags, outer, ty)
            && planned.args[..planned.count.into()] == *sources
    };
    if let Some(index) = operations.iter().position(is_same) {
        return u8::try_from(index).ok();
    }
    let index = u8::try_from(operations.len()).ok()?;
    operations.push(Planned { op, flags, fast_math: outer, args, count: sources.len() as u8, ty });
    Some(index)
}

impl Planned {
    /// The instruction, unless it is a call.
    pub fn instruction(&self, args: &[Value]) -> Option<InstData> {
        let (flags, fast_math) = (self.flags, self.fast_math);
        Some(match self.op {
            Op::Binary(op) => InstData::Binary { op, flags, fast_math, lhs: args[0], rhs: args[1] },
            Op::Cast(op) => InstData::Cast { op, flags, fast_math: FastMathFlags::empty(), value: args[0] },
            Op::ICmp(predicate) => {
                let same_sign = flags.contains(IntFlags::SAMESIGN);
                InstData::ICmp { predicate, same_sign, lhs: args[0], rhs: args[1] }
            }
            Op::FCmp(predicate) => InstData::FCmp { predicate, fast_math, lhs: args[0], rhs: args[1] },
            Op::FNeg => InstData::FNeg { value: args[0], fast_math },
            Op::Select => InstData::Select { condition: args[0], if_true: args[1], if_false: args[2], fast_math },
            Op::Freeze => InstData::Freeze { value: args[0] },
            Op::Intrinsic(_) => return None,
        })
    }
}
