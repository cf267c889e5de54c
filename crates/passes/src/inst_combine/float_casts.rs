//! Truncations of floating-point numbers: operations on extended numbers whose result is truncated are computed in the narrower
//! type, if that gives the same result.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Combiner;
use super::casts::precision;

impl Combiner<'_, '_, '_> {
    /// Inserts a truncation to a narrower floating-point type.
    fn float_trunc(&mut self, at: Inst, value: Value, to: Type, fast_math: FastMathFlags) -> Value {
        let (module, op) = (self.f.editor.module(), CastOp::FPTrunc);
        if value.is_constant()
            && let Some(folded) = module.fold_cast(op, value, to)
        {
            return folded;
        }
        // What is extended from the type needs no cast.
        if let Some(&InstData::Cast { op: CastOp::FPExt, value: x, .. }) = self.query().inst(value)
            && self.type_of(x) == to
        {
            return x;
        }
        self.insert(at, InstData::Cast { op, flags: IntFlags::empty(), fast_math, value }, to)
    }

    /// The narrowest type that has the value: the type from which it is extended, or one that fits a constant.
    fn narrowest(&self, value: Value, prefers_bfloat: bool) -> Type {
        let query = self.query();
        let ty = query.type_of(value);
        if let Some(&InstData::Cast { op: CastOp::FPExt, value: x, .. }) = query.inst(value) {
            return query.type_of(x);
        }
        if query.constant_float(value).is_some() {
            let module = query.module;
            let small = if prefers_bfloat { Type::BFLOAT } else { Type::HALF };
            for scalar in [small, Type::FLOAT, Type::DOUBLE] {
                let to = module.context().with_scalar(ty, scalar);
                if precision(module, to) >= precision(module, ty) {
                    break;
                }
                let narrowed = module.fold_cast(CastOp::FPTrunc, value, to);
                if narrowed.and_then(|narrowed| module.fold_cast(CastOp::FPExt, narrowed, ty)) == Some(value) {
                    return to;
                }
            }
        }
        ty
    }

    pub(super) fn visit_fptrunc(&mut self, inst: Inst, value: Value, ty: Type) -> Option<Value> {
        let module = self.f.editor.module();
        let outer = self.data(inst).fast_math().unwrap_or_default();
        let source = value.as_inst().filter(|_| self.f.editor.uses().has_one_use(value));
        let width = |ty| precision(module, ty);
        match self.data(source?) {
            InstData::Binary { op, lhs, rhs, fast_math, .. } => {
                let prefers_bfloat = module.context().scalar_type(ty) == Type::BFLOAT;
                let [left, right] = [lhs, rhs].map(|v| self.narrowest(v, prefers_bfloat));
                let (l, r, of_op, to) = (width(left)?, width(right)?, width(self.type_of(value))?, width(ty)?);
                let most = l.max(r);
                // Rounding twice gives the same as rounding once.
                let is_exact = match op {
                    BinaryOp::FAdd | BinaryOp::FSub => of_op > 2 * to && to >= most,
                    BinaryOp::FMul => of_op >= l + r && to >= most,
                    BinaryOp::FDiv => of_op >= 2 * to && to >= most,
                    _ => false,
                };
                if !is_exact {
                    return None;
                }
                let none = FastMathFlags::empty();
                let (lhs, rhs) = (self.float_trunc(inst, lhs, ty, none), self.float_trunc(inst, rhs, ty, none));
                Some(self.insert(inst, InstData::Binary { op, flags: IntFlags::empty(), fast_math, lhs, rhs }, ty))
            }
            InstData::FNeg { value: x, fast_math } => {
                let fast_math = fast_math & outer;
                let narrow = self.float_trunc(inst, x, ty, fast_math);
                Some(self.insert(inst, InstData::FNeg { value: narrow, fast_math }, ty))
            }
            InstData::Select { condition, if_true, if_false, fast_math } => {
                let fast_math = fast_math & outer;
                let is_extended = |v: Value| {
                    matches!(self.query().inst(v), Some(&InstData::Cast { op: CastOp::FPExt, value, .. })
                        if self.type_of(value) == ty)
                };
                if !is_extended(if_true) && !is_extended(if_false) {
                    return None;
                }
                let if_true = self.float_trunc(inst, if_true, ty, fast_math);
                let if_false = self.float_trunc(inst, if_false, ty, fast_math);
                Some(self.insert(inst, InstData::Select { condition, if_true, if_false, fast_math }, ty))
            }
            InstData::Call { fast_math, .. } => {
                use IntrinsicId as I;
                let (id, args) = self.query().intrinsic(value)?;
                let x = *args.first()?;
                let is_extended = matches!(self.query().inst(x), Some(&InstData::Cast { op: CastOp::FPExt, value, .. })
                    if self.type_of(value) == ty);
                let rounds =
                    matches!(id, I::CEIL | I::FLOOR | I::NEARBYINT | I::RINT | I::ROUND | I::ROUNDEVEN | I::TRUNC);
                if !(rounds && is_extended || id == I::FABS) || !self.f.editor.uses().has_one_use(x) {
                    return None;
                }
                let narrow = self.float_trunc(inst, x, ty, FastMathFlags::empty());
                let new = self.call_intrinsic(inst, &id.name(), &[ty], &[narrow])?;
                let flags = fast_math - FastMathFlags::NINF;
                self.f.set_fast_math(new.as_inst()?, flags);
                Some(new)
            }
            _ => None,
        }
    }
}
