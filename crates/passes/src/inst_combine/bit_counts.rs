//! Counts of set bits, and of leading and trailing zeros.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::eval::range::{ConstantRange, Preferred};
use lindworm_ir::eval::{BinaryOp, Int, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;

impl Combiner<'_, '_, '_> {
    /// `ctpop`, `ctlz` and `cttz`: what does not change the count is removed, and the range of the result is declared.
    pub(super) fn visit_bit_count(&mut self, inst: Inst, id: IntrinsicId, x: Value) -> Option<Value> {
        if let Some(same) = self.with_equal_count(id, x) {
            self.set_operand(inst, 0, same);
            return Some(inst.into());
        }
        if id != IntrinsicId::CTPOP
            && let Some(changed) = self.visit_zero_count(inst, id, x)
        {
            return Some(changed);
        }
        let query = self.query();
        let known = query.known_bits(x)?;
        let width = known.width();
        if width == 1 {
            return None;
        }
        let (ones, zeros) = (known.one, known.zero);
        // The least and the greatest count.
        let (mut low, high) = match id {
            IntrinsicId::CTPOP => (ones.count_ones(), width - zeros.count_ones()),
            IntrinsicId::CTLZ => (zeros.not().leading_zeros(), ones.leading_zeros()),
            _ => (zeros.not().trailing_zeros().min(width), ones.trailing_zeros().min(width)),
        };
        if low == high {
            return Some(self.int_like(inst.into(), &Int::new(width, low.into())));
        }
        let query = self.query();
        if id == IntrinsicId::CTPOP && low == 0 && query.is_non_zero(x) {
            low = 1;
        }
        self.declare_range(inst, id, low, high)
    }

    /// An operand with the same count.
    fn with_equal_count(&self, id: IntrinsicId, x: Value) -> Option<Value> {
        let query = self.query();
        if let Some((inner, args)) = query.intrinsic(x) {
            return match (id, inner) {
                (IntrinsicId::CTPOP, IntrinsicId::BITREVERSE | IntrinsicId::BSWAP) => Some(args[0]),
                (IntrinsicId::CTPOP, IntrinsicId::FSHL | IntrinsicId::FSHR) if args[0] == args[1] => Some(args[0]),
                (IntrinsicId::CTTZ, IntrinsicId::ABS) => Some(args[0]),
                _ => None,
            };
        }
        if id != IntrinsicId::CTTZ {
            return None;
        }
        let is_neg = |v: Value| match query.binary(v) {
            Some((BinaryOp::Sub, _, zero, of)) if query.module.constants().is_zero(zero) => Some(of),
            _ => None,
        };
        match query.binary(x)? {
            (BinaryOp::Sub, ..) => is_neg(x),
            // The lowest set bit.
            (BinaryOp::And, _, a, b) if is_neg(a) == Some(b) => Some(b),
            (BinaryOp::And, _, a, b) if is_neg(b) == Some(a) => Some(a),
            _ => None,
        }
    }

    fn visit_zero_count(&mut self, inst: Inst, id: IntrinsicId, x: Value) -> Option<Value> {
        let query = self.query();
        let flag = query.body.operand(inst, 1)?;
        let is_poison_for_zero = !query.module.constants().is_zero(flag);
        if let Some(log) = self.log2(inst, x, is_poison_for_zero) {
            if id == IntrinsicId::CTTZ {
                return Some(log);
            }
            let width = self.query().width_of(x)?;
            let most = self.int_like(x, &Int::new(width, u64::from(width) - 1));
            return Some(self.binary(inst, BinaryOp::Sub, IntFlags::empty(), most, log));
        }
        if is_poison_for_zero {
            return None;
        }
        let query = self.query();
        // A shift by the width is poison anyway.
        let is_amount = |at: Use| {
            at.operand == 1 && matches!(query.body.inst(at.user), InstData::Binary { op, .. } if op.is_shift())
        };
        let is_only_amount =
            query.uses.has_one_use(inst.into()) && query.uses.of(inst.into()).next().is_some_and(is_amount);
        if !is_only_amount && !query.is_non_zero(x) {
            return None;
        }
        let yes = query.bool(lindworm_ir::Type::I1, true);
        self.f.editor.set_operand(Use { user: inst, operand: 1 }, yes);
        Some(inst.into())
    }

    /// Adds a `range` attribute to the result of a call.
    fn declare_range(&mut self, inst: Inst, id: IntrinsicId, low: u32, high: u32) -> Option<Value> {
        let query = self.query();
        let width = query.width_of(inst.into())?;
        let cx = query.module.context();
        let list = self.data(inst).call_info()?.attributes;
        let set = cx.attribute_list(list).result;
        let mut range = ConstantRange::new(Int::new(width, low.into()), Int::new(width, u64::from(high) + 1));
        let old = match cx.attribute(set, AttrKind::RANGE) {
            Some(Attribute::Range(_, old)) => Some(ConstantRange::new(old.0.clone(), old.1.clone())),
            _ => None,
        };
        if id != IntrinsicId::CTPOP && (old.is_some() || query.body.attachment(inst, crate::RANGE).is_some()) {
            return None;
        }
        if let Some(old) = &old {
            range = range.intersect(old, Preferred::Unsigned);
        }
        if Some(&range) == old.as_ref() || range.is_full() || range.is_empty() {
            return None;
        }
        let bounds = Box::new((range.lower().clone(), range.upper().clone()));
        let set = cx.with_attribute(set, Attribute::Range(AttrKind::RANGE, bounds));
        let list = cx.with_result_attributes(list, set);
        self.f.editor.change(inst, |data, _| {
            if let Some(call) = data.call_info_mut() {
                call.attributes = list;
            }
        });
        Some(inst.into())
    }
}
