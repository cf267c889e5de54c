//! Patterns of shifts and masks, and square roots.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Value};
use smallvec::SmallVec;

use super::{Finder, native_widths};
use crate::call_site::library_function;
use crate::edges::incoming;
use crate::value_tracking::Query;

/// The maximum number of operations in a chain of `and` or `or`.
const MAX_CHAIN: usize = 256;

/// The maximum number of terms of an `or` that is compared with zero.
const MAX_TERMS: usize = 32;

/// The maximum depth to which the sign of a floating-point value is followed.
const MAX_DEPTH: usize = 6;

impl Query<'_> {
    /// The operands of an operation.
    fn operands(&self, value: Value, op: BinaryOp) -> Option<[Value; 2]> {
        let (found, _, lhs, rhs) = self.binary(value)?;
        (found == op).then_some([lhs, rhs])
    }

    /// The operand of an operation with a constant on the right.
    pub(super) fn with_constant(&self, value: Value, op: BinaryOp) -> Option<(Value, Int)> {
        let [lhs, rhs] = self.operands(value, op)?;
        Some((lhs, self.constant_int(rhs)?))
    }

    /// The operand of an operation with this constant on the right.
    fn with_number(&self, value: Value, op: BinaryOp, number: u64) -> Option<Value> {
        let (lhs, n) = self.with_constant(value, op)?;
        (n.to_u64() == Some(number)).then_some(lhs)
    }

    /// Whether a value, if it is a number, is not less than zero; it may be a negative zero.
    fn is_not_below_zero(&self, value: Value, depth: usize) -> bool {
        if let Some(number) = self.module.constants().as_float(value) {
            return number.is_nan() || !number.is_negative() || number.is_zero();
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.inst(value) {
            Some(&InstData::Binary { op, lhs, rhs, .. }) => match op {
                BinaryOp::FMul if lhs == rhs => true,
                BinaryOp::FAdd | BinaryOp::FMul | BinaryOp::FDiv => {
                    self.is_not_below_zero(lhs, depth) && self.is_not_below_zero(rhs, depth)
                }
                _ => false,
            },
            Some(&InstData::Cast { op, value, .. }) => match op {
                CastOp::UIToFP => true,
                CastOp::FPExt | CastOp::FPTrunc => self.is_not_below_zero(value, depth),
                _ => false,
            },
            Some(InstData::Call { .. }) => match self.intrinsic(value) {
                Some((IntrinsicId::FABS | IntrinsicId::SQRT | IntrinsicId::EXP | IntrinsicId::EXP2, _)) => true,
                // A multiplication by itself, and an addition.
                Some((IntrinsicId::FMA | IntrinsicId::FMULADD, &[a, b, c])) => {
                    a == b && self.is_not_below_zero(c, depth)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

impl Finder<'_, '_, '_, '_> {
    /// `or` of some bits of a value, masked by 1: whether any of them is set. `and` of them: whether all are.
    pub(super) fn masked_bits(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let value = Value::from(inst);
        let [lhs, rhs] = query.operands(value, BinaryOp::And)?;
        let has_one_use = |v: Value| query.uses.has_one_use(v);
        let is_one = |v: Value| query.constant_int(v).is_some_and(|n| n.is_one());
        let is_inner_and = |v: Value| has_one_use(v) && query.operands(v, BinaryOp::And).is_some();
        let (op, start) = if is_inner_and(lhs) || is_inner_and(rhs) {
            (BinaryOp::And, value)
        } else if is_one(rhs) && has_one_use(lhs) && query.operands(lhs, BinaryOp::Or).is_some() {
            (BinaryOp::Or, lhs)
        } else {
            return None;
        };
        let ty = query.type_of(value);
        let width = query.width_of(value)?;
        let mut mask = Int::zero(width);
        let (mut source, mut is_masked, mut visits) = (None, op == BinaryOp::Or, 0);
        let mut pending: SmallVec<[Value; 8]> = SmallVec::from_slice(&[start]);
        while let Some(next) = pending.pop() {
            visits += 1;
            if visits > MAX_CHAIN {
                return None;
            }
            match query.operands(next, op) {
                Some([inner, one]) if op == BinaryOp::And && is_one(one) => {
                    is_masked = true;
                    pending.push(inner);
                    continue;
                }
                Some([lhs, rhs]) => {
                    pending.extend([rhs, lhs]);
                    continue;
                }
                None => {}
            }
            let (from, bit) = match query.with_constant(next, BinaryOp::LShr) {
                Some((from, bit)) => (from, bit.to_u64()?),
                None => (next, 0),
            };
            if bit >= width.into() || *source.get_or_insert(from) != from {
                return None;
            }
            mask = mask.insert_bits(bit as u32, &Int::one(1));
        }
        let source = source.filter(|_| is_masked)?;
        let module = self.f.editor.module();
        let (mask, zero) = (query.int(ty, &mask), module.constants().zero(module.context(), ty));
        let built = self.f.editor.build_before(inst, |b| {
            let bits = b.binary(BinaryOp::And, source, mask)?;
            let test = match op {
                BinaryOp::And => b.icmp(IntPredicate::Eq, bits, mask),
                _ => b.icmp(IntPredicate::Ne, bits, zero),
            };
            b.cast(CastOp::ZExt, test?, ty)
        });
        built.ok()
    }

    /// A comparison of zero with `or` of values of which some are shifted left without overflow: these are zero if the unshifted
    /// values are.
    pub(super) fn or_of_shifted(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let InstData::ICmp { predicate: predicate @ (IntPredicate::Eq | IntPredicate::Ne), lhs, rhs, .. } =
            *query.body.inst(inst)
        else {
            return None;
        };
        if !query.constant_int(rhs)?.is_zero() {
            return None;
        }
        // Each with its operands before it.
        let mut chain: SmallVec<[(Value, [Value; 2]); 8]> = SmallVec::new();
        let mut pending: SmallVec<[Value; 8]> = SmallVec::from_slice(&[lhs]);
        let mut unshifted: SmallVec<[(Value, Value); 8]> = SmallVec::new();
        while let Some(value) = pending.pop() {
            if chain.len() + unshifted.len() > MAX_TERMS {
                return None;
            }
            if let Some(terms) = query.operands(value, BinaryOp::Or).filter(|_| query.uses.has_one_use(value)) {
                chain.push((value, terms));
                pending.extend(terms);
            } else if let Some((BinaryOp::Shl, flags, source, _)) = query.binary(value)
                && flags.intersects(IntFlags::NUW | IntFlags::NSW)
            {
                unshifted.push((value, source));
            }
        }
        if chain.is_empty() || unshifted.is_empty() {
            return None;
        }
        for (value, terms) in chain.into_iter().rev() {
            let find = |term| unshifted.iter().find(|(known, _)| *known == term).map_or(term, |&(_, new)| new);
            let [a, b] = terms.map(find);
            let new = self.f.editor.build_before(inst, |builder| builder.binary(BinaryOp::Or, a, b)).ok()?;
            unshifted.push((value, new));
        }
        let (_, all) = *unshifted.last()?;
        self.f.editor.build_before(inst, |b| b.icmp(predicate, all, rhs)).ok()
    }

    /// The value that a funnel shift shifts, what it fills in, and the amount, and whether it is to the left.
    fn funnel_shift(&self, value: Value) -> Option<(Value, Value, Value, bool)> {
        let query = self.query();
        let width = query.width_of(value)?;
        let [a, b] = query.operands(value, BinaryOp::Or).filter(|_| query.uses.has_one_use(value))?;
        let is_complement = |v: Value, amount: Value| {
            let parts = query.operands(v, BinaryOp::Sub);
            parts.is_some_and(|[full, by]| {
                by == amount && query.constant_int(full).is_some_and(|n| n.to_u64() == Some(width.into()))
            })
        };
        [[a, b], [b, a]].into_iter().find_map(|[left, right]| {
            let [high, up] = query.operands(left, BinaryOp::Shl)?;
            let [low, down] = query.operands(right, BinaryOp::LShr)?;
            if is_complement(down, up) {
                Some((high, low, up, true))
            } else {
                is_complement(up, down).then_some((low, high, down, false))
            }
        })
    }

    /// A funnel shift that a branch avoids if the amount is zero.
    pub(super) fn guarded_funnel_shift(&mut self, inst: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        if !matches!(body.inst(inst), InstData::Phi { .. }) {
            return None;
        }
        let join = body.inst_block(inst)?;
        let [first, second] = incoming(&self.f.editor, inst)[..] else { return None };
        if !self.query().width_of(inst.into())?.is_power_of_two() {
            return None;
        }
        let found = [(first, second), (second, first)].into_iter().find_map(|(shifted, unshifted)| {
            let shift = self.funnel_shift(shifted.0)?;
            (shift.0 == unshifted.0).then_some((shift, shifted.1, unshifted.1))
        });
        let ((source, mut filler, amount, is_left), from, guard) = found?;
        let query = self.query();
        let branch = body.terminator(guard)?;
        let is_available = |v: Value| {
            let block = v.as_inst().and_then(|inst| body.inst_block(inst));
            v.as_inst().is_none() || block.is_some_and(|block| self.dominators.dominates(block, guard))
        };
        if !is_available(source) || !is_available(filler) {
            return None;
        }
        let InstData::CondBr { condition, if_true, if_false } = *body.inst(branch) else { return None };
        let InstData::ICmp { predicate: IntPredicate::Eq, lhs, rhs, .. } = *query.inst(condition)? else { return None };
        if lhs != amount || !query.constant_int(rhs)?.is_zero() || (if_true, if_false) != (join, from) {
            return None;
        }
        let at = body.first_non_phi(join)?;
        // The branch kept poison of what is filled in from the result. The amount is not poison, as it decides a branch.
        if source != filler && filler != amount && !query.is_not_poison(filler) {
            filler = self.f.editor.build_before(at, |b| b.freeze(filler)).ok()?;
        }
        let ty = self.f.editor.body().inst_type(inst);
        match is_left {
            true => self.call_intrinsic(at, "llvm.fshl", ty, &[source, filler, amount]),
            false => self.call_intrinsic(at, "llvm.fshr", ty, &[filler, source, amount]),
        }
    }

    /// The number of bits that are set, counted in parallel in fields of 2, 4 and 8 bits, which a multiplication adds.
    pub(super) fn population_count(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let width = query.width_of(inst.into())?;
        if !(9..=128).contains(&width) || !width.is_multiple_of(8) {
            return None;
        }
        let repeated =
            |byte: u64| (0..width / 8).fold(Int::zero(width), |n, i| n.insert_bits(i * 8, &Int::new(8, byte)));
        let masked = |value: Value, byte: u64| {
            let (inner, mask) = query.with_constant(value, BinaryOp::And)?;
            (mask == repeated(byte)).then_some(inner)
        };
        let product = query.with_number(inst.into(), BinaryOp::LShr, u64::from(width) - 8)?;
        let (bytes, factor) = query.with_constant(product, BinaryOp::Mul)?;
        if factor != repeated(0x01) {
            return None;
        }
        let [a, b] = query.operands(masked(bytes, 0x0f)?, BinaryOp::Add)?;
        let is_upper = |upper: Value, all: Value| query.with_number(upper, BinaryOp::LShr, 4) == Some(all);
        let nibbles = if is_upper(a, b) { b } else { Some(a).filter(|&a| is_upper(b, a))? };
        let [a, b] = query.operands(nibbles, BinaryOp::Add)?.map(|half| masked(half, 0x33));
        let (a, b) = (a?, b?);
        let is_upper = |upper: Value, all: Value| query.with_number(upper, BinaryOp::LShr, 2) == Some(all);
        let pairs = if is_upper(a, b) { b } else { Some(a).filter(|&a| is_upper(b, a))? };
        let [source, odd] = query.operands(pairs, BinaryOp::Sub)?;
        let (shifted, mask) = query.with_constant(odd, BinaryOp::And)?;
        if query.with_number(shifted, BinaryOp::LShr, 1) != Some(source) {
            return None;
        }
        // The mask may leave out bits that are zero.
        let missing = repeated(0x55).and(&mask.not());
        let is_exact = mask.and(&repeated(0x55).not()).is_zero();
        let unknown = query.known_bits(shifted)?.zero.not();
        if !is_exact || !missing.and(&unknown).is_zero() {
            return None;
        }
        let ty = query.type_of(inst.into());
        self.call_intrinsic(inst, "llvm.ctpop", ty, &[source])
    }

    /// A call of `sqrt` with an operand that is not negative does not set `errno`.
    pub(super) fn square_root(&mut self, inst: Inst) -> Option<()> {
        let module = self.f.editor.module();
        let body = self.f.editor.body();
        let InstData::Call { ref call, fast_math, .. } = *body.inst(inst) else { return None };
        let is_root = matches!(library_function(module, call)?, b"sqrt" | b"sqrtf" | b"sqrtl");
        if !is_root || native_widths(module).is_empty() {
            return None;
        }
        let &[argument] = body.call_args(call) else { return None };
        if !fast_math.contains(FastMathFlags::NNAN) && !self.query().is_not_below_zero(argument, MAX_DEPTH) {
            return None;
        }
        let ty = body.inst_type(inst);
        let root = self.call_intrinsic(inst, "llvm.sqrt", ty, &[argument])?;
        let new = root.as_inst()?;
        self.f.set_fast_math(new, fast_math);
        self.f.editor.set_name(root, b"sqrt");
        // Its effect is that on `errno`, so that it is not dead by itself.
        self.f.editor.replace_all(inst.into(), root);
        self.f.editor.erase(inst);
        Some(())
    }
}
