//! The logarithm of powers of two: a multiplication or division by one is a shift.

use lindworm_ir::eval::intrinsic::Intrinsic;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;
use crate::simplify::rules::Op;

/// The maximum depth of an expression whose logarithm is computed.
const MAX_DEPTH: u32 = 6;

impl Combiner<'_, '_, '_> {
    /// The logarithm of a value that is a power of two, unless it is zero, which is excluded if `is_non_zero`. Computed in front of
    /// an instruction.
    pub(super) fn log2(&mut self, at: Inst, value: Value, is_non_zero: bool) -> Option<Value> {
        self.log2_of(None, value, is_non_zero, MAX_DEPTH)?;
        self.log2_of(Some(at), value, is_non_zero, MAX_DEPTH)
    }

    /// Without `at`, nothing is created, and the result only shows that there is one.
    fn log2_of(&mut self, at: Option<Inst>, value: Value, is_non_zero: bool, depth: u32) -> Option<Value> {
        let query = self.query();
        let ty = query.type_of(value);
        if value.is_constant() {
            let is_power = query.elements_are(value, Int::is_power_of_two);
            return is_power.then(|| self.log2_of_constant(value))?;
        }
        let depth = depth.checked_sub(1)?;
        let data = *query.inst(value)?;
        match data {
            InstData::Cast { op: op @ (CastOp::ZExt | CastOp::Trunc), value: x, flags, .. }
                if op == CastOp::ZExt || is_non_zero || flags.contains(IntFlags::NUW) =>
            {
                let log = self.log2_of(at, x, is_non_zero, depth)?;
                Some(at.map_or(value, |at| self.cast(at, op, IntFlags::empty(), log, ty)))
            }
            InstData::Binary { op: op @ (BinaryOp::Shl | BinaryOp::LShr), lhs, rhs, flags, .. }
                if is_non_zero || flags.intersects(IntFlags::NUW | IntFlags::NSW | IntFlags::EXACT) =>
            {
                let log = self.log2_of(at, lhs, is_non_zero, depth)?;
                let op = if op == BinaryOp::Shl { BinaryOp::Add } else { BinaryOp::Sub };
                Some(at.map_or(value, |at| self.binary(at, op, IntFlags::empty(), log, rhs)))
            }
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if is_non_zero => {
                self.log2_of(at, lhs, true, depth).or_else(|| self.log2_of(at, rhs, true, depth))
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                let (t, f) =
                    (self.log2_of(at, if_true, is_non_zero, depth)?, self.log2_of(at, if_false, is_non_zero, depth)?);
                Some(at.map_or(value, |at| self.select(at, condition, t, f)))
            }
            InstData::Call { .. } => {
                let (id, args) = query.intrinsic(value)?;
                let name = match id {
                    IntrinsicId::UMIN => "llvm.umin",
                    IntrinsicId::UMAX => "llvm.umax",
                    _ => return None,
                };
                let (a, b) = (args[0], args[1]);
                if !query.uses.has_one_use(value) {
                    return None;
                }
                let (a, b) = (self.log2_of(at, a, false, depth)?, self.log2_of(at, b, false, depth)?);
                match at {
                    Some(at) => self.call_intrinsic(at, name, &[ty], &[a, b]),
                    None => Some(value),
                }
            }
            _ => None,
        }
    }

    /// The logarithms of the elements of a constant.
    fn log2_of_constant(&self, value: Value) -> Option<Value> {
        let query = self.query();
        let module = query.module;
        let no = module.constants().int(module.context(), lindworm_ir::Type::I1, 0);
        query.fold_operation(Op::Intrinsic(Intrinsic::CtTz), &[value, no], query.type_of(value))
    }
}
