//! Reductions of vectors to a number.

use lindworm_ir::eval::{BinaryOp, CastOp, IntFlags, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Combiner;

impl Combiner<'_, '_, '_> {
    /// A reduction of `i1`s, which may be extended, as an operation on the integer that they are. A reduction of a vector whose
    /// elements are only in another order is one of that vector.
    pub(super) fn visit_reduction(&mut self, inst: Inst, id: IntrinsicId, vector: Value) -> Option<Value> {
        use IntrinsicId as I;
        if let Some(unordered) = self.without_order(vector) {
            self.set_operand(inst, 0, unordered);
            return Some(inst.into());
        }
        let ty = self.f.editor.body().inst_type(inst);
        let module = self.f.editor.module();
        let cx = module.context();
        let (bits, extension) = match self.query().inst(vector) {
            Some(&InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. }) => (value, Some(op)),
            _ => (vector, None),
        };
        let from = self.type_of(bits);
        if cx.scalar_type(from) != Type::I1 {
            return None;
        }
        let resized = |this: &mut Self, value: Value, op: Option<CastOp>| match op {
            Some(op) => this.cast(inst, op, IntFlags::empty(), value, ty),
            None => value,
        };
        let is_and = match id {
            I::VECTOR_REDUCE_AND | I::VECTOR_REDUCE_UMIN => true,
            I::VECTOR_REDUCE_OR | I::VECTOR_REDUCE_UMAX => false,
            I::VECTOR_REDUCE_SMIN => extension == Some(CastOp::ZExt),
            I::VECTOR_REDUCE_SMAX => extension != Some(CastOp::ZExt),
            I::VECTOR_REDUCE_MUL => {
                // The product of an odd number of -1 is -1.
                let (_, count, is_scalable) = cx.vector_shape(from)?;
                if extension == Some(CastOp::SExt) && (is_scalable || count % 2 == 1) {
                    return None;
                }
                let all = self.call_intrinsic(inst, "llvm.vector.reduce.and", &[from], &[bits])?;
                return Some(self.cast(inst, CastOp::ZExt, IntFlags::empty(), all, ty));
            }
            I::VECTOR_REDUCE_XOR => {
                let sum = self.call_intrinsic(inst, "llvm.vector.reduce.add", &[from], &[bits])?;
                return Some(resized(self, sum, extension));
            }
            I::VECTOR_REDUCE_ADD => {
                let number = self.as_number(inst, bits)?;
                let number_type = self.type_of(number);
                let count = self.call_intrinsic(inst, "llvm.ctpop", &[number_type], &[number])?;
                let is_wider = cx.int_width(number_type) > cx.int_width(ty);
                let op = if is_wider { CastOp::Trunc } else { CastOp::ZExt };
                let count = self.cast(inst, op, IntFlags::empty(), count, ty);
                if extension != Some(CastOp::SExt) {
                    return Some(count);
                }
                let zero = self.zero(ty);
                return Some(self.binary(inst, BinaryOp::Sub, IntFlags::empty(), zero, count));
            }
            _ => return None,
        };
        if !matches!(id, I::VECTOR_REDUCE_AND | I::VECTOR_REDUCE_OR) {
            let name = if is_and { "llvm.vector.reduce.and" } else { "llvm.vector.reduce.or" };
            let result = self.call_intrinsic(inst, name, &[from], &[bits])?;
            return Some(resized(self, result, extension));
        }
        let number = self.as_number(inst, bits)?;
        let number_type = self.type_of(number);
        let (predicate, limit) = match is_and {
            true => (IntPredicate::Eq, self.ones(number_type)),
            false => (IntPredicate::Ne, self.zero(number_type)),
        };
        let result = self.icmp(inst, predicate, number, limit);
        Some(resized(self, result, extension))
    }

    /// A vector of `i1`s as an integer.
    fn as_number(&mut self, at: Inst, bits: Value) -> Option<Value> {
        let module = self.f.editor.module();
        let cx = module.context();
        let ty = self.type_of(bits);
        let count = module.constants().element_count(cx, ty).filter(|_| !cx.contains_scalable_vector(ty))?;
        let number = cx.int(u32::try_from(count).ok().filter(|&count| count < 1 << 23)?);
        Some(self.cast(at, CastOp::BitCast, IntFlags::empty(), bits, number))
    }

    /// The vector whose elements are permuted in another one.
    fn without_order(&self, vector: Value) -> Option<Value> {
        let query = self.query();
        let InstData::ShuffleVector { v1, v2, mask } = query.inst(vector)? else { return None };
        let module = query.module;
        let ty = query.type_of(*v1);
        if query.type_of(vector) != ty || !module.constants().is_undef_or_poison(*v2) {
            return None;
        }
        let mask = query.body.list_ints(mask);
        let mut seen = vec![false; mask.len()];
        for &place in mask {
            let seen = seen.get_mut(place.0 as usize)?;
            if std::mem::replace(seen, true) {
                return None;
            }
        }
        Some(*v1)
    }
}
