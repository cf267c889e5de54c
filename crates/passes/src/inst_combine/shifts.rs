//! Shifts.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, IntFlags};
use lindworm_ir::types::MAX_INT_BITS;
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;
use crate::value_tracking::Query;

/// A value below an extension that has no other effect than to change its type.
fn below_zext(query: &Query<'_>, value: Value) -> Value {
    match query.inst(value) {
        Some(&InstData::Cast { op: CastOp::ZExt, value, .. }) => value,
        _ => value,
    }
}

/// A value below a truncation.
fn below_trunc(query: &Query<'_>, value: Value) -> Value {
    match query.inst(value) {
        Some(&InstData::Cast { op: CastOp::Trunc, value, .. }) => value,
        _ => value,
    }
}

/// A mask of low or high bits that depends on an amount.
enum Mask {
    /// The low bits, as many as the amount: `(1 << n) - 1`, or `~(-1 << n)`.
    Low(Value),
    /// All bits except the highest, as many as the amount: `-1 >> n`.
    NotHigh(Value),
}

impl Combiner<'_, '_, '_> {
    pub(super) fn visit_shift(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Binary { op, lhs, rhs, flags, .. } = self.data(inst) else { return None };
        self.merge_shifts(inst, op, flags, lhs, rhs)
            .or_else(|| if op == BinaryOp::Shl { self.drop_mask(inst, lhs, rhs) } else { None })
            .or_else(|| self.mark_amount(inst, rhs))
    }

    /// The sum or difference of the amounts of two shifts of values of a width, if it is constant.
    fn constant_amount(&self, op: BinaryOp, a: Value, b: Value, width: u32) -> Option<Value> {
        let query = self.query();
        // The sum of valid amounts must fit.
        let own = query.width_of(a)?;
        if query.type_of(a) != query.type_of(b) || own < 32 && 2 * u64::from(width - 1) >= 1 << own {
            return None;
        }
        let value = query.simplify_binary(op, IntFlags::empty(), FastMathFlags::empty(), a, b, 3)?;
        value.is_constant().then_some(value)
    }

    /// A shift of a shift in the same direction, also across a truncation, by amounts whose sum is constant.
    fn merge_shifts(&mut self, inst: Inst, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value) -> Option<Value> {
        let query = self.query();
        let shifted = below_trunc(&query, lhs);
        let is_truncated = shifted != lhs;
        let (inner, inner_flags, x, by) = query.binary(shifted)?;
        if inner != op || is_truncated && !query.uses.has_one_use(lhs) {
            return None;
        }
        let (outer_by, inner_by) = (below_zext(&query, rhs), below_zext(&query, by));
        if outer_by.is_constant() && inner_by.is_constant() {
            return None;
        }
        let width = query.width_of(x)?;
        let sum = self.constant_amount(BinaryOp::Add, outer_by, inner_by, width)?;
        let query = self.query();
        let (ty, from) = (query.body.inst_type(inst), query.type_of(x));
        let width = u64::from(width);
        // A right shift of the narrow value moves in zeros or sign bits. One shift of the wide value would move in the bits that the
        // truncation removes, unless it leaves only the highest bit.
        let is_right = |n: u64| if is_truncated && op != BinaryOp::Shl { n == width - 1 } else { n < width };
        if !query.elements_are(sum, |n| n.to_u64().is_some_and(is_right)) {
            return None;
        }
        let amount = match query.width_of(sum)?.cmp(&query.width_of(x)?) {
            std::cmp::Ordering::Greater => query.module.fold_cast(CastOp::Trunc, sum, from)?,
            std::cmp::Ordering::Equal => sum,
            std::cmp::Ordering::Less => query.module.fold_cast(CastOp::ZExt, sum, from)?,
        };
        let kept = if is_truncated { IntFlags::empty() } else { flags & inner_flags };
        let new = self.binary(inst, op, kept, x, amount);
        Some(self.cast(inst, CastOp::Trunc, IntFlags::empty(), new, ty))
    }

    /// The left shift of a masked value, also across a truncation, as the shift of the value itself, if the shift removes all
    /// bits that the mask removes, or with a constant mask for what remains.
    fn drop_mask(&mut self, inst: Inst, lhs: Value, rhs: Value) -> Option<Value> {
        let query = self.query();
        let masked = below_trunc(&query, lhs);
        let is_truncated = masked != lhs;
        if is_truncated && !query.uses.has_one_use(lhs) {
            return None;
        }
        let (mask, x, may_keep_mask) = self.low_bits(masked)?;
        let query = self.query();
        let cx = query.module.context();
        let by = below_zext(&query, rhs);
        let (ty, from) = (query.body.inst_type(inst), query.type_of(x));
        let width = query.width_of(x)?;
        let none = IntFlags::empty();
        // The mask of the result, of twice the width.
        let double = cx.with_scalar(from, cx.int(Some(2 * width).filter(|&twice| twice <= MAX_INT_BITS)?));
        let ones = self.ones(double);
        let mask = match mask {
            Mask::Low(n) => {
                let sum = self.constant_amount(BinaryOp::Add, below_zext(&self.query(), n), by, width)?;
                let module = self.f.editor.module();
                let sum = module.fold_cast(CastOp::ZExt, sum, double)?;
                module.fold_binary(BinaryOp::Xor, none, module.fold_binary(BinaryOp::Shl, none, ones, sum)?, ones)?
            }
            Mask::NotHigh(n) => {
                let difference = self.constant_amount(BinaryOp::Sub, by, below_zext(&self.query(), n), width)?;
                let query = self.query();
                let module = query.module;
                let ty = query.type_of(difference);
                let own = query.width_of(difference)?;
                let count = self.int(ty, &lindworm_ir::eval::Int::new(own, width.into()));
                let high = module.fold_binary(BinaryOp::Sub, none, count, difference)?;
                let high = module.fold_cast(CastOp::ZExt, high, double)?;
                module.fold_binary(BinaryOp::LShr, none, ones, high)?
            }
        };
        let query = self.query();
        let mask = query.module.fold_cast(CastOp::Trunc, mask, ty)?;
        if !query.elements_are(mask, |_| true) {
            return None;
        }
        let is_needed = !query.elements_are(mask, lindworm_ir::eval::Int::is_all_ones);
        if is_needed && (!may_keep_mask || !query.uses.has_one_use(masked)) {
            return None;
        }
        let x = self.cast(inst, CastOp::Trunc, none, x, ty);
        let shifted = self.binary(inst, BinaryOp::Shl, none, x, rhs);
        Some(if is_needed { self.binary(inst, BinaryOp::And, none, shifted, mask) } else { shifted })
    }

    /// The value of which only the low bits are kept, with the mask, and whether the other bits become zero.
    fn low_bits(&self, value: Value) -> Option<(Mask, Value, bool)> {
        let query = self.query();
        let (op, _, a, b) = query.binary(value)?;
        match op {
            BinaryOp::And => {
                let of = |mask: Value, x: Value| Some((self.mask_of(mask)?, x, true));
                of(a, b).or_else(|| of(b, a))
            }
            BinaryOp::LShr | BinaryOp::AShr => match query.binary(a)? {
                (BinaryOp::Shl, _, x, by) if by == b => Some((Mask::NotHigh(b), x, op == BinaryOp::LShr)),
                _ => None,
            },
            _ => None,
        }
    }

    fn mask_of(&self, value: Value) -> Option<Mask> {
        let query = self.query();
        let is_ones = |v: Value| v.is_constant() && query.elements_are(v, lindworm_ir::eval::Int::is_all_ones);
        let is_one = |v: Value| v.is_constant() && query.elements_are(v, lindworm_ir::eval::Int::is_one);
        let shl_of = |v: Value, is: &dyn Fn(Value) -> bool| match query.binary(v) {
            Some((BinaryOp::Shl, _, x, by)) if is(x) => Some(by),
            _ => None,
        };
        match query.binary(value)? {
            (BinaryOp::Add, _, a, b) if is_ones(b) => Some(Mask::Low(shl_of(a, &is_one)?)),
            (BinaryOp::Xor, _, a, b) if is_ones(b) => Some(Mask::Low(shl_of(a, &is_ones)?)),
            (BinaryOp::LShr, _, a, by) if is_ones(a) || shl_of(a, &is_ones) == Some(by) => Some(Mask::NotHigh(by)),
            _ => None,
        }
    }

    /// An amount that is extended has no sign bit, because it would be too large.
    fn mark_amount(&mut self, inst: Inst, amount: Value) -> Option<Value> {
        let query = self.query();
        let &InstData::Cast { op: CastOp::ZExt, flags, value, .. } = query.inst(amount)? else { return None };
        let width = query.width_of(inst.into())?;
        if flags.contains(IntFlags::NNEG) || !query.uses.has_one_use(amount) || query.width_of(value)? <= width.ilog2()
        {
            return None;
        }
        self.f.editor.change(amount.as_inst()?, |data, _| {
            if let InstData::Cast { flags, .. } = data {
                *flags |= IntFlags::NNEG;
            }
        });
        Some(inst.into())
    }
}
