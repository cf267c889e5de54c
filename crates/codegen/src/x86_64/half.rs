//! `half` and `bfloat`: held as bits in vector registers; arithmetic is in `float`, with conversions by the runtime.

use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Size, op};
use smallvec::SmallVec;

use super::Pass;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    /// Whether a type is `half` or `bfloat`.
    pub fn is_half(ty: Type) -> bool {
        ty == Type::HALF || ty == Type::BFLOAT
    }

    /// Applies a function to operands converted from `half` to `float`, and rounds the result.
    pub fn as_floats(
        &mut self,
        inst: Inst,
        args: &[Value],
        f: impl FnOnce(&mut Self, Inst, &[Value]) -> Result,
    ) -> Result {
        self.as_wider(inst, args, Type::FLOAT, f)
    }

    /// Applies a function to operands converted to a wider type, and rounds the result.
    pub fn as_wider(
        &mut self,
        inst: Inst,
        args: &[Value],
        wider: Type,
        f: impl FnOnce(&mut Self, Inst, &[Value]) -> Result,
    ) -> Result {
        let mut wide: SmallVec<[Value; 4]> = SmallVec::new();
        for &arg in args {
            self.hold(arg);
            wide.push(match Self::is_half(self.type_of(arg)) {
                true => self.cast_step(CastOp::FPExt, arg, wider)?,
                false => arg,
            });
        }
        if !Self::is_half(self.inst_type(inst)) {
            f(self, inst, &wide)?;
            self.done(&wide);
            return Ok(());
        }
        let result = self.temporary(wider);
        f(self, result, &wide)?;
        self.done(&wide);
        self.cast(inst, CastOp::FPTrunc, result.into())?;
        self.done(&[result.into()]);
        Ok(())
    }

    /// Rounds a number to `bfloat`, the upper half of a `float`.
    fn round_to_bfloat(&mut self, inst: Inst, value: Value) -> Result {
        use BinaryOp::*;
        let number = |pass: &Self, n: u32| pass.int_constant(Type::I32, n.into());
        self.hold(value);
        let single = self.cast_step(CastOp::FPTrunc, value, Type::FLOAT)?;
        self.hold(single);
        let mut bits = self.cast_step(CastOp::BitCast, single, Type::I32)?;
        let ty = self.type_of(value);
        if ty != Type::FLOAT {
            // The first rounding is to odd, which makes the second rounding give the correctly rounded result: an inexact value
            // rounds to the odd one of its neighbours.
            self.hold(single);
            let wide = self.cast_step(CastOp::FPExt, single, ty)?;
            self.hold_times(1, &[wide, value, value]);
            let is_inexact = self.float_compare_step(FloatPredicate::One, wide, value)?;
            let rounded = self.intrinsic_step(IntrinsicId::FABS, &[wide])?;
            let exact = self.intrinsic_step(IntrinsicId::FABS, &[value])?;
            let is_above = self.float_compare_step(FloatPredicate::Ogt, rounded, exact)?;
            let step = self.select_step(is_above, number(self, u32::MAX), number(self, 1))?;
            self.hold(bits);
            let last = self.binary_step(And, bits, number(self, 1))?;
            let is_even = self.compare_step(IntPredicate::Eq, last, number(self, 0))?;
            let is_wrong = self.binary_step(And, is_inexact, is_even)?;
            let step = self.select_step(is_wrong, step, number(self, 0))?;
            bits = self.binary_step(Add, bits, step)?;
        }
        self.hold(single);
        let is_nan = self.float_compare_step(FloatPredicate::Uno, single, single)?;
        self.hold(bits);
        let upper = self.binary_step(LShr, bits, number(self, 16))?;
        self.hold(upper);
        let quiet = self.binary_step(Or, upper, number(self, 0x40))?;
        // Rounds to nearest, ties to even.
        let last = self.binary_step(And, upper, number(self, 1))?;
        let sum = self.binary_step(Add, bits, last)?;
        let sum = self.binary_step(Add, sum, number(self, 0x7fff))?;
        let rounded = self.binary_step(LShr, sum, number(self, 16))?;
        let result = self.select_step(is_nan, quiet, rounded)?;
        let result = self.cast_step(CastOp::Trunc, result, Type::I16)?;
        self.cast(inst, CastOp::BitCast, result)?;
        self.done(&[result]);
        Ok(())
    }

    /// A cast from or to `half` or `bfloat`, or between them.
    pub fn cast_half(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        use CastOp::*;
        let (from, to) = (self.type_of(value), self.inst_type(inst));
        match what {
            BitCast => {
                let (from, to) = (self.kind_of(value)?, self.scalar(to)?);
                self.bit_cast(inst, value, from, to)
            }
            FPExt if to == Type::FLOAT && from == Type::HALF => {
                self.call_runtime(inst, Runtime("__extendhfsf2"), &[value])
            }
            FPExt if to == Type::FLOAT => {
                let source = self.reg(value, 0)?;
                let bits = self.temp_general()?;
                let reg = self.temp_float()?;
                self.code.body.rr(op::MOVD_FROM_XMM, Size::B32, source, bits);
                self.code.body.shift_ri(op::SHL_CL, Size::B32, bits, 16);
                self.code.body.rr(op::MOVD_TO_XMM, Size::B32, reg, bits);
                self.result(inst, reg)
            }
            // Older runtimes lack functions for these conversions.
            FPTrunc if to == Type::BFLOAT => self.round_to_bfloat(inst, value),
            FPTrunc => {
                let name = match self.kind_of(value)? {
                    PartKind::F32 => "__truncsfhf2",
                    PartKind::F64 => "__truncdfhf2",
                    PartKind::F80 => "__truncxfhf2",
                    _ => "__trunctfhf2",
                };
                self.call_runtime(inst, Runtime(name), &[value])
            }
            SIToFP | UIToFP => {
                // An intermediate type that holds the integer exactly, so that rounding happens once. `float` represents every `half`.
                let wider = match self.module.context().int_or_byte_width(from) {
                    Some(..=24) => Type::FLOAT,
                    _ if to == Type::HALF => Type::FLOAT,
                    Some(..=53) => Type::DOUBLE,
                    _ => Type::X86_FP80,
                };
                self.hold(value);
                let number = self.cast_step(what, value, wider)?;
                self.cast(inst, FPTrunc, number)?;
                self.done(&[number]);
                Ok(())
            }
            // Converts by way of `float`.
            _ => {
                self.hold(value);
                let number = self.cast_step(FPExt, value, Type::FLOAT)?;
                self.cast(inst, what, number)?;
                self.done(&[number]);
                Ok(())
            }
        }
    }
}
