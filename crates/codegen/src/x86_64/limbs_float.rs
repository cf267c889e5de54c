//! Casts between floats and integers of more than 128 bits, as steps.

use lindworm_ir::eval::{BinaryOp::*, CastOp, IntPredicate as P};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};

use super::Pass;
use super::float_steps::format_bits;
use crate::error::Result;

impl<'m> Pass<'m> {
    /// A cast of a float: its significand, shifted by its exponent.
    pub fn float_to_limbs(&mut self, inst: Inst, x: Value) -> Result {
        let to = self.inst_type(inst);
        let (fraction, exponent) = format_bits(self.type_of(x)).ok_or("a number of such a type")?;
        let bits = self.bits_step(x)?;
        let own = self.type_of(bits);
        let width = self.module.context().int_or_byte_width(to).ok_or("a cast to no integer")?;
        let (zero, one) = (self.int_constant(Type::I32, 0), self.int_constant(own, 1));
        // The significand. Only `x86_fp80` stores the leading bit.
        self.hold_times(2, &[bits]);
        let has_leading_bit = self.type_of(x) == Type::X86_FP80;
        let point = if has_leading_bit { fraction - 1 } else { fraction };
        let leading = self.binary_step(Shl, one, self.int_constant(own, fraction.into()))?;
        self.hold(leading);
        let below = self.binary_step(Sub, leading, one)?;
        let mut significand = self.binary_step(And, bits, below)?;
        if has_leading_bit {
            self.retire(leading);
        } else {
            significand = self.binary_step(Or, significand, leading)?;
        }
        let significand = self.cast_step(CastOp::ZExt, significand, to)?;
        // How far the significand is shifted left.
        let above = self.binary_step(LShr, bits, self.int_constant(own, fraction.into()))?;
        let resize = if own == Type::I16 { CastOp::ZExt } else { CastOp::Trunc };
        let above = self.cast_step(resize, above, Type::I32)?;
        let biased = self.binary_step(And, above, self.int_constant(Type::I32, (1 << exponent) - 1))?;
        let bias = (1 << (exponent - 1)) - 1 + u64::from(point);
        let left = self.binary_step(Sub, biased, self.int_constant(Type::I32, bias))?;
        self.hold_times(2, &[left]);
        let is_small = self.compare_step(P::Slt, left, zero)?;
        let right = self.binary_step(Sub, zero, left)?;
        self.hold(significand);
        // A shift past the width gives zero, or the result is poison.
        let most = self.int_constant(Type::I32, u64::from(width) - 1);
        let mut shifted = [right, left];
        for (by, what) in shifted.iter_mut().zip([LShr, Shl]) {
            let amount = self.intrinsic_step(IntrinsicId::UMIN, &[*by, most])?;
            let amount = self.cast_step(CastOp::ZExt, amount, to)?;
            *by = self.binary_step(what, significand, amount)?;
        }
        let size = self.select_step(is_small, shifted[0], shifted[1])?;
        let is_negative = self.compare_step(P::Slt, bits, self.int_constant(own, 0))?;
        self.hold(size);
        let negative = self.binary_step(Sub, self.int_constant(to, 0), size)?;
        let result = self.select_step(is_negative, negative, size)?;
        self.give(inst, result)
    }

    /// A cast of an integer of more than 64 bits to a float: its highest bits are converted and multiplied by a power of two.
    pub fn limbs_to_float(&mut self, inst: Inst, is_signed: bool, x: Value) -> Result {
        let (from, to) = (self.type_of(x), self.inst_type(inst));
        let (fraction, exponent) = format_bits(to).ok_or("a number of such a type")?;
        let width = self.width_of(x)?;
        let zero = self.int_constant(from, 0);
        self.hold(x);
        let mut size = x;
        if is_signed {
            self.hold(x);
            size = self.intrinsic_step(IntrinsicId::ABS, &[x, self.int_constant(Type::I1, 0)])?;
        }
        // The first bits are more than the format has, and the last of them is set if any of the others is: rounding is as of all bits.
        let (first, count) = if fraction < 62 { (Type::I64, 64) } else { (Type::I128, 128) };
        self.hold_times(3, &[size]);
        let no = self.int_constant(Type::I1, 0);
        let zeros = self.intrinsic_step(IntrinsicId::CTLZ, &[size, no])?;
        let beyond = self.int_constant(from, u64::from(width.saturating_sub(count)));
        let shift = self.intrinsic_step(IntrinsicId::USUB_SAT, &[beyond, zeros])?;
        self.hold_times(2, &[shift]);
        let high = self.binary_step(LShr, size, shift)?;
        self.hold(high);
        let again = self.binary_step(Shl, high, shift)?;
        let is_inexact = self.compare_step(P::Ne, again, size)?;
        let sticky = self.cast_step(CastOp::ZExt, is_inexact, first)?;
        let high = self.cast_step(CastOp::Trunc, high, first)?;
        let high = self.binary_step(Or, high, sticky)?;
        self.retire(size);
        let number = self.cast_step(CastOp::UIToFP, high, to)?;
        // The power of two, by its bits; infinity, where the format has no such power.
        let bias = (1u64 << (exponent - 1)) - 1;
        let own = self.bits_type(to)?;
        let shift = self.cast_step(CastOp::Trunc, shift, Type::I64)?;
        let shift = self.intrinsic_step(IntrinsicId::UMIN, &[shift, self.int_constant(Type::I64, bias + 1)])?;
        let power = self.binary_step(Add, shift, self.int_constant(Type::I64, bias))?;
        let bits = self.module.context().int_or_byte_width(own).unwrap_or(64);
        let resize = if bits < 64 { CastOp::Trunc } else { CastOp::ZExt };
        let power = self.cast_step(resize, power, own)?;
        let mut power = self.binary_step(Shl, power, self.int_constant(own, fraction.into()))?;
        if to == Type::X86_FP80 {
            power = self.binary_step(Or, power, self.int_constant(own, 1 << 63))?;
        }
        let power = self.cast_step(CastOp::BitCast, power, to)?;
        let result = self.binary_step(FMul, number, power)?;
        if !is_signed {
            return self.give(inst, result);
        }
        let is_negative = self.compare_step(P::Slt, x, zero)?;
        self.hold(result);
        let negated = self.temporary(to);
        self.float_negate(negated, result)?;
        self.done(&[result]);
        let result = self.select_step(is_negative, negated.into(), result)?;
        self.give(inst, result)
    }
}
