//! Fixed-point arithmetic (`llvm.smul.fix` and others) and carry-less multiplication, as steps.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Value};

use super::Pass;
use crate::error::Result;

/// Whether an intrinsic computes in integers of twice the width of its operands.
pub fn is_fixed_point(id: IntrinsicId) -> bool {
    use IntrinsicId as I;
    let all = [
        [I::SMUL_FIX, I::SMUL_FIX_SAT, I::SDIV_FIX, I::SDIV_FIX_SAT],
        [I::UMUL_FIX, I::UMUL_FIX_SAT, I::UDIV_FIX, I::UDIV_FIX_SAT],
    ];
    all.as_flattened().contains(&id)
}

impl<'m> Pass<'m> {
    /// A product or quotient of fixed-point numbers with `scale` fraction bits.
    pub fn fixed_point(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result {
        use IntrinsicId as I;
        let &[a, b, scale] = args else { return Err("an intrinsic with too few arguments".into()) };
        let is_signed = matches!(id, I::SMUL_FIX | I::SMUL_FIX_SAT | I::SDIV_FIX | I::SDIV_FIX_SAT);
        let is_product = matches!(id, I::SMUL_FIX | I::SMUL_FIX_SAT | I::UMUL_FIX | I::UMUL_FIX_SAT);
        let saturates = matches!(id, I::SMUL_FIX_SAT | I::UMUL_FIX_SAT | I::SDIV_FIX_SAT | I::UDIV_FIX_SAT);
        let (ty, bits) = (self.type_of(a), self.width_of(a)?);
        let double = self.module.context().int(2 * bits);
        self.types.parts(double)?;
        let scale = self.constant_int(scale).ok_or("a scale that is not constant")?;
        let scale = self.int_constant(double, scale);
        let extend = if is_signed { CastOp::SExt } else { CastOp::ZExt };
        self.hold_times(1, &[a, b]);
        let (a, b) = (self.cast_step(extend, a, double)?, self.cast_step(extend, b, double)?);
        let mut result = if is_product {
            let product = self.binary_step(BinaryOp::Mul, a, b)?;
            self.binary_step(if is_signed { BinaryOp::AShr } else { BinaryOp::LShr }, product, scale)?
        } else {
            let dividend = self.binary_step(BinaryOp::Shl, a, scale)?;
            if is_signed { self.floor_quotient(dividend, b)? } else { self.binary_step(BinaryOp::UDiv, dividend, b)? }
        };
        if saturates {
            let (low, high) = match is_signed {
                true => {
                    (Int::min_signed(bits).sext_or_trunc(2 * bits), Int::min_signed(bits).not().zext_or_trunc(2 * bits))
                }
                false => (Int::new(2 * bits, 0), Int::all_ones(bits).zext_or_trunc(2 * bits)),
            };
            let constants = self.module.constants();
            let limits = [(low, IntPredicate::Slt), (high, IntPredicate::Sgt)];
            for (limit, predicate) in if is_signed { &limits[..] } else { &limits[1..] } {
                let predicate = if is_signed { *predicate } else { IntPredicate::Ugt };
                let limit = constants.int_or_byte(double, limit);
                self.hold(result);
                let is_past = self.compare_step(predicate, result, limit)?;
                result = self.select_step(is_past, limit, result)?;
            }
        }
        let result = self.cast_step(CastOp::Trunc, result, ty)?;
        self.give(inst, result)
    }

    /// The quotient, rounded down; counts a use of both operands as done.
    fn floor_quotient(&mut self, a: Value, b: Value) -> Result<Value> {
        let ty = self.type_of(a);
        let (zero, one) = (self.int_constant(ty, 0), self.int_constant(ty, 1));
        self.hold_times(2, &[a, b]);
        let quotient = self.binary_step(BinaryOp::SDiv, a, b)?;
        let rest = self.binary_step(BinaryOp::SRem, a, b)?;
        let is_inexact = self.compare_step(IntPredicate::Ne, rest, zero)?;
        let signs = self.binary_step(BinaryOp::Xor, a, b)?;
        let is_negative = self.compare_step(IntPredicate::Slt, signs, zero)?;
        let rounds = self.binary_step(BinaryOp::And, is_inexact, is_negative)?;
        self.hold(quotient);
        let lower = self.binary_step(BinaryOp::Sub, quotient, one)?;
        self.select_step(rounds, lower, quotient)
    }

    /// `llvm.clmul`: the sum without carries of the first operand shifted by each set bit of the second.
    pub fn carryless_product(&mut self, inst: Inst, a: Value, b: Value) -> Result {
        let (ty, bits) = (self.type_of(a), self.width_of(a)?);
        let (zero, one) = (self.int_constant(ty, 0), self.int_constant(ty, 1));
        let mut sum = zero;
        for bit in 0..bits {
            let amount = self.int_constant(ty, bit.into());
            self.hold_times(1, &[a, b]);
            let shifted = self.binary_step(BinaryOp::Shl, a, amount)?;
            let low = self.binary_step(BinaryOp::LShr, b, amount)?;
            let low = self.binary_step(BinaryOp::And, low, one)?;
            let mask = self.binary_step(BinaryOp::Sub, zero, low)?;
            let term = self.binary_step(BinaryOp::And, shifted, mask)?;
            sum = self.binary_step(BinaryOp::Xor, sum, term)?;
        }
        self.give(inst, sum)
    }
}
