//! Simplification by demanded bits: LLVM's `SimplifyDemandedBits`.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;
use crate::value_tracking::MAX_DEPTH;

impl Combiner<'_, '_, '_> {
    /// Simplifies the operands of an instruction with an integer result, all of whose bits are demanded.
    pub(super) fn demand(&mut self, inst: Inst) -> Option<Value> {
        let width = self.query().width_of(inst.into())?;
        let ty = self.f.editor.body().inst_type(inst);
        if !self.f.editor.module().context().is_int_or_int_vector(ty) {
            return None;
        }
        if let Some(n) = self.query().known_bits(inst.into()).and_then(|known| known.as_constant().cloned()) {
            return Some(self.int(ty, &n));
        }
        self.demand_of(inst, &Int::all_ones(width), MAX_DEPTH)
    }

    /// Simplifies an operand of which only some bits are demanded. Returns whether it changed.
    pub(super) fn demand_operand(&mut self, inst: Inst, place: u32, demanded: &Int, depth: usize) -> bool {
        let Some(value) = self.f.editor.body().operand(inst, place as usize) else { return false };
        let Some(operand) = value.as_inst().filter(|_| depth > 0) else { return false };
        if operand == inst {
            return false;
        }
        let query = self.query();
        if demanded.is_zero() {
            return false;
        }
        // All demanded bits are known.
        if let Some(known) = query.known_bits(value)
            && known.width() == demanded.width()
            && demanded.and(&known.zero.or(&known.one).not()).is_zero()
        {
            let constant = self.int_like(value, &known.one);
            self.set_operand(inst, place, constant);
            return true;
        }
        if !self.f.editor.uses().has_one_use(value) {
            if let Some(other) = self.same_demanded_bits(operand, demanded) {
                self.set_operand(inst, place, other);
                return true;
            }
            return false;
        }
        match self.demand_of(operand, demanded, depth - 1) {
            Some(new) if new == value => {
                self.worklist.push(operand);
                true
            }
            Some(new) => {
                let user = Use { user: inst, operand: place };
                self.f.editor.set_operand(user, new);
                self.lost_a_use(value);
                true
            }
            None => false,
        }
    }

    /// An operand that has the same demanded bits as the result of the operation.
    fn same_demanded_bits(&self, inst: Inst, demanded: &Int) -> Option<Value> {
        let query = self.query();
        let InstData::Binary { op, lhs, rhs, .. } = self.data(inst) else { return None };
        let is_known = |v: Value, one: bool| {
            query.known_bits(v).is_some_and(|k| demanded.and(&(if one { k.one } else { k.zero }).not()).is_zero())
        };
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                // Carries go up only.
                let low = Int::all_ones(demanded.width()).lshr(demanded.leading_zeros().min(demanded.width() - 1));
                let is_zero = |v| query.known_bits(v).is_some_and(|k| low.and(&k.zero.not()).is_zero());
                if is_zero(rhs) {
                    return Some(lhs);
                }
                (op == BinaryOp::Add && is_zero(lhs)).then_some(rhs)
            }
            BinaryOp::SRem | BinaryOp::URem => {
                // The remainder of a division by a power of two has the low bits of the dividend.
                let n = query.constant_int(rhs).filter(Int::is_power_of_two)?;
                let low = n.sub(&Int::one(n.width()));
                demanded.and(&low.not()).is_zero().then_some(lhs)
            }
            BinaryOp::And if is_known(rhs, true) => Some(lhs),
            BinaryOp::And if is_known(lhs, true) => Some(rhs),
            BinaryOp::Or | BinaryOp::Xor if is_known(rhs, false) => Some(lhs),
            BinaryOp::Or | BinaryOp::Xor if is_known(lhs, false) => Some(rhs),
            BinaryOp::And | BinaryOp::Or => {
                // Each demanded bit is known in the result, or the other operand leaves it as it is.
                let (a, b) = (query.known_bits(lhs)?, query.known_bits(rhs)?);
                let is_and = op == BinaryOp::And;
                let leaves = |mine: &crate::KnownBits, other: &crate::KnownBits| {
                    let same = if is_and { mine.zero.or(&other.one) } else { mine.one.or(&other.zero) };
                    demanded.and(&same.not()).is_zero()
                };
                if leaves(&a, &b) { Some(lhs) } else { leaves(&b, &a).then_some(rhs) }
            }
            _ => None,
        }
    }

    /// Simplifies an instruction of which only some bits are demanded. Returns its replacement, or the instruction itself if it
    /// changed in place.
    fn demand_of(&mut self, inst: Inst, demanded: &Int, depth: usize) -> Option<Value> {
        let width = demanded.width();
        let data = self.data(inst);
        let is_root = demanded.is_all_ones();
        match data {
            InstData::Binary { op, rhs, flags, .. } => {
                // The high bits of an arithmetic right shift are not demanded.
                if op == BinaryOp::AShr
                    && let Some(by) = self.query().constant_int(rhs).and_then(|n| n.to_u64())
                    && by < width.into()
                    && u64::from(demanded.leading_zeros()) >= by
                    && !is_root
                {
                    let lhs = self.f.editor.body().operand(inst, 0)?;
                    return Some(self.binary(inst, BinaryOp::LShr, flags & IntFlags::EXACT, lhs, rhs));
                }
                let Some((for_lhs, for_rhs)) = self.demanded_of_operands(op, flags, rhs, demanded) else {
                    return self
                        .simplify_for_bits(inst, op, demanded)
                        .or_else(|| if is_root { None } else { self.same_demanded_bits(inst, demanded) });
                };
                let mut is_changed = false;
                for (place, bits) in [(1, &for_rhs), (0, &for_lhs)] {
                    is_changed |= self.demand_operand(inst, place, bits, depth);
                }
                if is_changed {
                    // If all bits are demanded, the operands have their old values, unless bits do not matter.
                    if !is_root || matches!(op, BinaryOp::Or | BinaryOp::UDiv) {
                        self.drop_flags(inst, op);
                    }
                    return Some(inst.into());
                }
                if let Some(shrunk) = self.shrink_by_known_bits(inst, op, demanded) {
                    return Some(shrunk);
                }
                if let Some(simpler) = self.simplify_for_bits(inst, op, demanded) {
                    return Some(simpler);
                }
                if !is_root && let Some(other) = self.same_demanded_bits(inst, demanded) {
                    return Some(other);
                }
                if is_root {
                    return None;
                }
                self.shrink_constant(inst, op, demanded)
            }
            InstData::Cast { op, value, .. } => {
                let from = self.query().width_of(value)?;
                if op == CastOp::Trunc
                    && let Some(shifted) = self.truncate_before_shift(inst, value, demanded)
                {
                    return Some(shifted);
                }
                let bits = match op {
                    CastOp::Trunc => demanded.zext(from),
                    CastOp::ZExt => demanded.trunc(from),
                    CastOp::SExt => {
                        let low = demanded.trunc(from);
                        let high = Int::all_ones(width).shl(from);
                        if demanded.and(&high).is_zero() { low } else { low.or(&Int::min_signed(from)) }
                    }
                    _ => return None,
                };
                if op == CastOp::SExt && demanded.and(&Int::all_ones(width).shl(from)).is_zero() {
                    // The extended bits are not demanded.
                    let ty = self.f.editor.body().inst_type(inst);
                    return Some(self.cast(inst, CastOp::ZExt, IntFlags::empty(), value, ty));
                }
                if !self.demand_operand(inst, 0, &bits, depth) {
                    return None;
                }
                self.f.editor.change(inst, |data, _| {
                    if let InstData::Cast { flags, .. } = data {
                        *flags = IntFlags::empty();
                    }
                });
                Some(inst.into())
            }
            InstData::Select { .. } => {
                let on_true = self.demand_operand(inst, 1, demanded, depth);
                let on_false = self.demand_operand(inst, 2, demanded, depth);
                (on_true || on_false).then(|| inst.into())
            }
            _ => None,
        }
    }

    /// The demanded bits of the operands of a binary operation.
    fn demanded_of_operands(&self, op: BinaryOp, flags: IntFlags, rhs: Value, demanded: &Int) -> Option<(Int, Int)> {
        let width = demanded.width();
        let query = self.query();
        let all = Int::all_ones(width);
        Some(match op {
            BinaryOp::And | BinaryOp::Or => {
                let known = query.known_bits(rhs)?;
                let fixed = if op == BinaryOp::And { known.zero } else { known.one };
                (demanded.and(&fixed.not()), demanded.clone())
            }
            BinaryOp::Xor => (demanded.clone(), demanded.clone()),
            // The bits below the lowest set one of the divisor do not matter.
            BinaryOp::UDiv => {
                let zeros = query.constant_int(rhs).filter(|n| !n.is_zero())?.trailing_zeros();
                (all.shl(zeros), all)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                // Carries go up only.
                let low = all.lshr(demanded.leading_zeros().min(width - 1));
                (low.clone(), low)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let by = query.constant_int(rhs)?.to_u64().filter(|&n| n < width.into())? as u32;
                let kept = match op {
                    BinaryOp::Shl => {
                        let mut kept = demanded.lshr(by);
                        // The flags depend on the bits that are shifted out.
                        if flags.contains(IntFlags::NSW) {
                            kept = kept.or(&all.shl(width - 1 - by));
                        } else if flags.contains(IntFlags::NUW) && by > 0 {
                            kept = kept.or(&all.shl(width - by));
                        }
                        kept
                    }
                    BinaryOp::LShr | BinaryOp::AShr => {
                        let mut kept = demanded.shl(by);
                        if op == BinaryOp::AShr && by > 0 && demanded.leading_zeros() < by {
                            kept = kept.or(&Int::min_signed(width));
                        }
                        if flags.contains(IntFlags::EXACT) && by > 0 {
                            kept = kept.or(&all.shl(by).not());
                        }
                        kept
                    }
                    _ => return None,
                };
                (kept, all)
            }
            _ => return None,
        })
    }

    /// The truncation of a right shift as a shift of the truncation, if the high bits are not demanded.
    fn truncate_before_shift(&mut self, inst: Inst, value: Value, demanded: &Int) -> Option<Value> {
        let query = self.query();
        let (BinaryOp::LShr, _, x, by) = query.binary(value)? else { return None };
        let by = query.constant_int(by)?.to_u64()?;
        if !query.uses.has_one_use(value)
            || by >= demanded.width().into()
            || by > demanded.leading_zeros().into()
            || demanded.is_all_ones()
        {
            return None;
        }
        let ty = query.body.inst_type(inst);
        let truncated = self.cast(inst, CastOp::Trunc, IntFlags::empty(), x, ty);
        let amount = self.int(ty, &Int::new(demanded.width(), by));
        Some(self.binary(inst, BinaryOp::LShr, IntFlags::empty(), truncated, amount))
    }

    /// Removes the flags of an operation whose operands changed in bits that are not demanded.
    fn drop_flags(&mut self, inst: Inst, op: BinaryOp) {
        if op.is_shift() {
            return;
        }
        self.f.editor.change(inst, |data, _| {
            if let InstData::Binary { flags, .. } = data {
                *flags = IntFlags::empty();
            }
        });
    }

    /// Removes the bits of a constant that the known bits of the other operand make redundant.
    fn shrink_by_known_bits(&mut self, inst: Inst, op: BinaryOp, demanded: &Int) -> Option<Value> {
        let lhs = self.f.editor.body().operand(inst, 0)?;
        let query = self.query();
        if !matches!(op, BinaryOp::And | BinaryOp::Or) {
            return None;
        }
        // Known bits are computed only if there is a constant that can shrink.
        query.constant_int(self.f.editor.body().operand(inst, 1)?)?;
        let known = query.known_bits(lhs)?;
        let fixed = if op == BinaryOp::And { known.zero } else { known.one };
        self.shrink_constant(inst, op, &demanded.and(&fixed.not()))
    }

    /// An operation that is simpler if only some bits are demanded.
    fn simplify_for_bits(&mut self, inst: Inst, op: BinaryOp, demanded: &Int) -> Option<Value> {
        let query = self.query();
        let InstData::Binary { lhs, rhs, .. } = self.data(inst) else { return None };
        let none = IntFlags::empty();
        match op {
            // A valid amount does not bring the sign bit to the lowest place.
            BinaryOp::AShr if demanded.is_one() => Some(self.binary(inst, BinaryOp::LShr, none, lhs, rhs)),
            // Copies of the sign bit.
            BinaryOp::AShr if !demanded.is_zero() => {
                let high = demanded.width() - demanded.trailing_zeros();
                (query.sign_bits(lhs) >= high).then_some(lhs)
            }
            BinaryOp::Mul if lhs == rhs && demanded.active_bits() <= 2 => {
                let one = self.int_like(lhs, &Int::one(demanded.width()));
                Some(self.binary(inst, BinaryOp::And, none, lhs, one))
            }
            BinaryOp::Mul if demanded.is_power_of_two() => {
                let bit = demanded.trailing_zeros();
                query.constant_int(rhs).filter(|n| !n.is_zero() && n.trailing_zeros() == bit)?;
                let by = self.int_like(lhs, &Int::new(demanded.width(), bit.into()));
                Some(self.binary(inst, BinaryOp::Shl, none, lhs, by))
            }
            _ => None,
        }
    }

    /// Removes the high bits of a constant that do not reach the demanded bits of a sum or difference.
    fn shrink_summand(&mut self, inst: Inst, op: BinaryOp, demanded: &Int) -> Option<Value> {
        let low = Int::all_ones(demanded.width()).lshr(demanded.leading_zeros().min(demanded.width() - 1));
        let place = if op == BinaryOp::Sub { 0 } else { 1 };
        let constant = self.f.editor.body().operand(inst, place)?;
        let n = self.query().constant_int(constant)?;
        let small = n.and(&low);
        if small == n {
            return None;
        }
        let small = self.int_like(constant, &small);
        self.set_operand(inst, place as u32, small);
        self.drop_flags(inst, op);
        Some(inst.into())
    }

    /// Removes the bits of a constant operand that are not demanded.
    fn shrink_constant(&mut self, inst: Inst, op: BinaryOp, demanded: &Int) -> Option<Value> {
        if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            return self.shrink_summand(inst, op, demanded);
        }
        if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
            return None;
        }
        let constant = self.f.editor.body().operand(inst, 1)?;
        let n = self.query().constant_int(constant)?;
        // The complement is kept, because it is cheap on many machines.
        if op == BinaryOp::Xor && n.or(&demanded.not()).is_all_ones() {
            if n.is_all_ones() {
                return None;
            }
            let ones = self.ones(self.type_of(constant));
            self.set_operand(inst, 1, ones);
            return Some(inst.into());
        }
        let small = n.and(demanded);
        if small == n {
            return None;
        }
        let small = self.int_like(constant, &small);
        self.set_operand(inst, 1, small);
        self.drop_flags(inst, op);
        Some(inst.into())
    }
}
