//! Arithmetic that reports overflow.

use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, Int, IntFlags, IntPredicate};
use lindworm_ir::value::Imm;
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;
use crate::value_tracking::Query;

/// The name of the intrinsic for an operation that reports signed or unsigned overflow.
fn name_of(op: BinaryOp, is_signed: bool) -> Option<&'static str> {
    Some(match (op, is_signed) {
        (BinaryOp::Add, false) => "llvm.uadd.with.overflow",
        (BinaryOp::Add, true) => "llvm.sadd.with.overflow",
        (BinaryOp::Sub, false) => "llvm.usub.with.overflow",
        (BinaryOp::Sub, true) => "llvm.ssub.with.overflow",
        (BinaryOp::Mul, false) => "llvm.umul.with.overflow",
        (BinaryOp::Mul, true) => "llvm.smul.with.overflow",
        _ => return None,
    })
}

fn flag_of(is_signed: bool) -> IntFlags {
    if is_signed { IntFlags::NSW } else { IntFlags::NUW }
}

/// The numbers for which an operation with a constant right operand does not overflow.
fn without_overflow(op: BinaryOp, is_signed: bool, n: &Int) -> Option<ConstantRange> {
    let width = n.width();
    let (min, max) = if is_signed {
        (Int::min_signed(width), Int::max_signed(width))
    } else {
        (Int::zero(width), Int::all_ones(width))
    };
    let one = Int::one(width);
    // From the first to the last number, both included.
    let (first, last) = match op {
        BinaryOp::Add if is_signed && n.is_negative() => (min.sub(n), max),
        BinaryOp::Add => (min, max.sub(n)),
        BinaryOp::Sub if is_signed && n.is_negative() => (min, max.add(n)),
        BinaryOp::Sub => (min.add(n), max),
        BinaryOp::Mul if n.is_zero() => return None,
        BinaryOp::Mul if !is_signed => (min, max.udiv(n)?),
        // Only the negative of the minimum overflows.
        BinaryOp::Mul if n.is_all_ones() => (min.add(&one), max),
        // The quotients are rounded towards zero.
        BinaryOp::Mul if n.is_negative() => (max.sdiv(n)?, min.sdiv(n)?),
        BinaryOp::Mul => (min.sdiv(n)?, max.sdiv(n)?),
        _ => return None,
    };
    let after = last.add(&one);
    Some(if first == after { ConstantRange::full(width) } else { ConstantRange::new(first, after) })
}

/// Whether an operation overflows for all values of its operands.
fn always_overflows(query: &Query<'_>, op: BinaryOp, is_signed: bool, lhs: Value, rhs: Value) -> bool {
    let (Some(a), Some(b)) = (query.known_bits(lhs), query.known_bits(rhs)) else { return false };
    match (op, is_signed) {
        (BinaryOp::Add, false) => a.min_unsigned().uadd_overflow(&b.min_unsigned()).1,
        (BinaryOp::Sub, false) => a.max_unsigned().ucmp(&b.min_unsigned()).is_lt(),
        (BinaryOp::Mul, false) => a.min_unsigned().umul_overflow(&b.min_unsigned()).1,
        (BinaryOp::Add, true) => {
            let both = a.is_negative() && b.is_negative() && a.max_signed().sadd_overflow(&b.max_signed()).1;
            both || a.is_non_negative() && b.is_non_negative() && a.min_signed().sadd_overflow(&b.min_signed()).1
        }
        _ => false,
    }
}

impl Combiner<'_, '_, '_> {
    /// A call of an intrinsic such as `llvm.sadd.with.overflow`.
    pub(super) fn visit_with_overflow(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let (op, is_signed, lhs, rhs) = query.overflowing_call(inst.into())?;
        let ty = query.type_of(lhs);
        let flag = flag_of(is_signed);
        let number = query.constant_int(rhs);
        let is_neutral = number.as_ref().is_some_and(|n| if op == BinaryOp::Mul { n.is_one() } else { n.is_zero() });
        if is_neutral {
            return self.overflow_pair(inst, lhs, false);
        }
        if query.cannot_wrap(op, flag, lhs, rhs) {
            let new = self.binary(inst, op, flag, lhs, rhs);
            return self.overflow_pair(inst, new, false);
        }
        if always_overflows(&query, op, is_signed, lhs, rhs) {
            let new = self.binary(inst, op, IntFlags::empty(), lhs, rhs);
            return self.overflow_pair(inst, new, true);
        }
        let n = number?;
        // A subtraction of a constant that can be negated is an addition.
        if op == BinaryOp::Sub && is_signed && !n.is_min_signed() {
            let negated = self.int(ty, &n.neg());
            return self.call_intrinsic(inst, name_of(BinaryOp::Add, true)?, &[ty], &[lhs, negated]);
        }
        // Constants are added.
        let (inner, flags, x, constant) = query.binary(lhs)?;
        let is_add = inner == BinaryOp::Add && flags.contains(flag)
            || inner == BinaryOp::Or && flags.contains(IntFlags::DISJOINT);
        let m = query.constant_int(constant).filter(|_| op == BinaryOp::Add && is_add)?;
        let (sum, overflows) = if is_signed { m.sadd_overflow(&n) } else { m.uadd_overflow(&n) };
        if overflows {
            return None;
        }
        let sum = self.int(ty, &sum);
        self.call_intrinsic(inst, name_of(op, is_signed)?, &[ty], &[x, sum])
    }

    /// The result of an operation together with a constant overflow bit.
    fn overflow_pair(&mut self, inst: Inst, number: Value, overflows: bool) -> Option<Value> {
        let query = self.query();
        let (module, ty) = (query.module, query.body.inst_type(inst));
        let constants = module.constants();
        let bits = query.bool(module.context().with_scalar(query.type_of(number), lindworm_ir::Type::I1), overflows);
        let poison = constants.poison(ty);
        let pair = module.fold_insert_value(poison, bits, &[1])?;
        if let Some(folded) = module.fold_insert_value(pair, number, &[0]).filter(|_| number.is_constant()) {
            return Some(folded);
        }
        let new = self.f.editor.build_before(inst, |b| {
            let indices = b.body().int_list(&[Imm(0)]);
            b.insert(InstData::InsertValue { aggregate: pair, value: number, indices }, ty)
        });
        let new = new.ok()?;
        self.worklist.defer(new);
        Some(new.into())
    }

    /// A part of the result of an operation that reports overflow, if it is the only part that is used.
    pub(super) fn visit_extract_value(&mut self, inst: Inst) -> Option<Value> {
        let InstData::ExtractValue { aggregate, indices } = self.data(inst) else { return None };
        let query = self.query();
        // An insertion of another part, into a constant.
        if let Some(&InstData::InsertValue { aggregate: constant, indices: other, .. }) = query.inst(aggregate)
            && let (&[wanted], &[inserted]) = (query.body.list_ints(&indices), query.body.list_ints(&other))
            && wanted.0 != inserted.0
            && constant.is_constant()
        {
            return query.module.fold_extract_value(constant, &[wanted.0]);
        }
        let (op, is_signed, lhs, rhs) = query.overflowing_call(aggregate)?;
        let index = match query.body.list_ints(&indices) {
            [index] => index.0,
            _ => return None,
        };
        if !query.uses.has_one_use(aggregate) {
            return None;
        }
        if index == 0 {
            return Some(self.binary(inst, op, IntFlags::empty(), lhs, rhs));
        }
        if op == BinaryOp::Sub && !is_signed {
            return Some(self.icmp(inst, IntPredicate::Ult, lhs, rhs));
        }
        let n = query.constant_int(rhs)?;
        let (predicate, bound, offset) = without_overflow(op, is_signed, &n)?.as_compare();
        let mut x = lhs;
        if !offset.is_zero() {
            let offset = self.int_like(lhs, &offset);
            x = self.binary(inst, BinaryOp::Add, IntFlags::empty(), x, offset);
        }
        let bound = self.int_like(lhs, &bound);
        Some(self.icmp(inst, predicate.inverse(), x, bound))
    }
}
