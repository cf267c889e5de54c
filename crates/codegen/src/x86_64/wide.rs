//! Integers of 65 to 128 bits, in two registers.

use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Reg, Size, op};

use super::Pass;
use super::operands::Right;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    /// The width of an integer of two parts.
    fn wide_bits(&self, value: Value) -> Result<u32> {
        match self.types.parts(self.type_of(value))? {
            [_, part] => match part.kind {
                PartKind::Int(bits) => Ok(64 + u32::from(bits)),
                _ => Err("an operation on a struct".into()),
            },
            _ => Err("an operation on a value of several parts".into()),
        }
    }

    /// Both parts in modifiable registers.
    fn take_pair(&mut self, value: Value) -> Result<(Reg, Reg)> {
        Ok((self.take(value, 0)?, self.take(value, 1)?))
    }

    /// Both parts in modifiable registers, extended to 128 bits.
    fn take_extended_pair(&mut self, value: Value, is_signed: bool) -> Result<(Reg, Reg)> {
        let bits = self.wide_bits(value)?;
        let (low, high) = self.take_pair(value)?;
        self.extend_to_64(high, bits - 64, is_signed);
        Ok((low, high))
    }

    fn pair_result(&mut self, inst: Inst, low: Reg, high: Reg) -> Result {
        let at = self.define(inst)?;
        if self.values.of_inst(inst).uses > 0 {
            self.assign(at, low);
            self.assign(at + 1, high);
        }
        Ok(())
    }

    pub fn wide_binary(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        use BinaryOp::*;
        if self.types.parts(self.inst_type(inst))?.len() > 2 {
            return self.limbs_binary(inst, what, lhs, rhs);
        }
        let bits = self.wide_bits(lhs)?;
        let (first, second) = match what {
            Add => (op::ADD, op::ADC),
            Sub => (op::SUB, op::SBB),
            And => (op::AND, op::AND),
            Or => (op::OR, op::OR),
            Xor => (op::XOR, op::XOR),
            Mul => return self.wide_multiply(inst, lhs, rhs),
            Shl | LShr | AShr => return self.wide_shift(inst, what, lhs, rhs),
            _ if bits != 128 => {
                let extend = if matches!(what, SDiv | SRem) { CastOp::SExt } else { CastOp::ZExt };
                self.hold(lhs);
                self.hold(rhs);
                let left = self.cast_step(extend, lhs, Type::I128)?;
                let right = self.cast_step(extend, rhs, Type::I128)?;
                let result = self.binary_step(what, left, right)?;
                self.cast(inst, CastOp::Trunc, result)?;
                self.done(&[result]);
                return Ok(());
            }
            UDiv => return self.call_runtime(inst, Runtime("__udivti3"), &[lhs, rhs]),
            SDiv => return self.call_runtime(inst, Runtime("__divti3"), &[lhs, rhs]),
            URem => return self.call_runtime(inst, Runtime("__umodti3"), &[lhs, rhs]),
            _ => return self.call_runtime(inst, Runtime("__modti3"), &[lhs, rhs]),
        };
        let (low, high) = self.take_pair(lhs)?;
        let right = self.right_part(rhs, 0)?;
        let right_high = self.right_part(rhs, 1)?;
        self.with_right(first, Size::B64, low, right);
        self.with_right(second, Size::B64, high, right_high);
        self.pair_result(inst, low, high)
    }

    fn wide_multiply(&mut self, inst: Inst, lhs: Value, rhs: Value) -> Result {
        self.claim(Reg::RAX)?;
        self.claim(Reg::RDX)?;
        let (low, high) = self.take_pair(lhs)?;
        let right = self.reg(rhs, 0)?;
        let right_high = self.take(rhs, 1)?;
        let asm = &mut self.code.body;
        asm.rr(op::IMUL, Size::B64, high, right);
        asm.rr(op::IMUL, Size::B64, right_high, low);
        asm.rr(op::ADD, Size::B64, high, right_high);
        asm.rr(op::MOV, Size::B64, Reg::RAX, low);
        asm.r(op::MUL, Size::B64, right);
        asm.rr(op::ADD, Size::B64, Reg::RDX, high);
        self.pair_result(inst, Reg::RAX, Reg::RDX)
    }

    fn wide_shift(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        use BinaryOp::*;
        self.claim(Reg::RCX)?;
        let (low, high) = match what {
            Shl => self.take_pair(lhs)?,
            _ => self.take_extended_pair(lhs, what == AShr)?,
        };
        let amount = self.reg(rhs, 0)?;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B32, Reg::RCX, amount);
        let fill = self.temp_general()?;
        let asm = &mut self.code.body;
        // For an amount of 64 or more, one register is shifted into the other.
        match what {
            Shl => {
                asm.rr(op::SHLD_CL, Size::B64, low, high);
                asm.r(op::SHL_CL, Size::B64, low);
                asm.mov_ri(fill, 0);
            }
            LShr => {
                asm.rr(op::SHRD_CL, Size::B64, high, low);
                asm.r(op::SHR_CL, Size::B64, high);
                asm.mov_ri(fill, 0);
            }
            _ => {
                asm.rr(op::SHRD_CL, Size::B64, high, low);
                asm.r(op::SAR_CL, Size::B64, high);
                asm.rr(op::MOV, Size::B64, fill, high);
                asm.shift_ri(op::SAR_CL, Size::B64, fill, 63);
            }
        }
        let (near, far) = if what == Shl { (low, high) } else { (high, low) };
        asm.test_ri(Size::B8, Reg::RCX, 64);
        asm.cmov(Condition::NotEqual, Size::B64, far, near);
        asm.cmov(Condition::NotEqual, Size::B64, near, fill);
        self.pair_result(inst, low, high)
    }

    pub fn compare_wide(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Result<Condition> {
        use IntPredicate::*;
        // Greater and less-or-equal are less and greater-or-equal with swapped operands.
        let swap = matches!(predicate, Ugt | Ule | Sgt | Sle);
        let (predicate, lhs, rhs) = if swap { (predicate.swapped(), rhs, lhs) } else { (predicate, lhs, rhs) };
        let is_signed = predicate.is_signed();
        let (low, high) = self.take_extended_pair(lhs, is_signed)?;
        let (right_low, right_high) = self.take_extended_pair(rhs, is_signed)?;
        let asm = &mut self.code.body;
        if let Eq | Ne = predicate {
            asm.rr(op::XOR, Size::B64, low, right_low);
            asm.rr(op::XOR, Size::B64, high, right_high);
            asm.rr(op::OR, Size::B64, low, high);
            return Ok(if predicate == Eq { Condition::Equal } else { Condition::NotEqual });
        }
        asm.rr(op::CMP, Size::B64, low, right_low);
        asm.rr(op::SBB, Size::B64, high, right_high);
        Ok(match predicate {
            Ult => Condition::Below,
            Uge => Condition::AboveEqual,
            Slt => Condition::Less,
            _ => Condition::GreaterEqual,
        })
    }

    pub fn wide_cast(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        let from = self.types.parts(self.type_of(value))?;
        let to = self.types.parts(self.inst_type(inst))?;
        let is_int = |ty| self.module.context().int_or_byte_width(ty).is_some();
        match (what, from, to) {
            (CastOp::SIToFP | CastOp::UIToFP, from, _) if from.len() > 2 => {
                self.limbs_to_float(inst, what == CastOp::SIToFP, value)
            }
            (CastOp::FPToSI | CastOp::FPToUI, _, to) if to.len() > 2 => self.float_to_limbs(inst, value),
            (CastOp::BitCast, ..) if is_int(self.type_of(value)) != is_int(self.inst_type(inst)) => {
                self.cast_bits(inst, value)
            }
            (_, from, to) if from.len() > 2 || to.len() > 2 => self.limbs_cast(inst, what, value),
            (CastOp::ZExt | CastOp::SExt, [from], [_, _]) => {
                let PartKind::Int(bits) = from.kind else { return Err(what.name().into()) };
                let is_signed = what == CastOp::SExt;
                let low = self.take_extended(value, bits.into(), is_signed)?;
                let high = self.temp_general()?;
                if is_signed {
                    self.code.body.rr(op::MOV, Size::B64, high, low);
                    self.code.body.shift_ri(op::SAR_CL, Size::B64, high, 63);
                } else {
                    self.code.body.mov_ri(high, 0);
                }
                self.pair_result(inst, low, high)
            }
            (CastOp::ZExt | CastOp::SExt, [_, _], [_, _]) => {
                let (low, high) = self.take_extended_pair(value, what == CastOp::SExt)?;
                self.pair_result(inst, low, high)
            }
            (CastOp::Trunc | CastOp::PtrToInt, [_, _], [_]) => {
                let low = self.take(value, 0)?;
                self.result(inst, low)
            }
            (CastOp::IntToPtr, [_, _], [_]) => {
                let low = self.take(value, 0)?;
                self.result(inst, low)
            }
            (CastOp::PtrToInt | CastOp::PtrToAddr, [_], [_, _]) => {
                let low = self.take(value, 0)?;
                let high = self.temp_general()?;
                self.code.body.mov_ri(high, 0);
                self.pair_result(inst, low, high)
            }
            (CastOp::Trunc | CastOp::BitCast, [_, _], [_, _]) => self.copy_value(inst, value),
            (CastOp::SIToFP | CastOp::UIToFP, [_, _], [to]) if self.wide_bits(value)? == 128 => {
                let name = match (what, to.kind) {
                    (CastOp::SIToFP, PartKind::F32) => "__floattisf",
                    (CastOp::SIToFP, PartKind::F64) => "__floattidf",
                    (CastOp::SIToFP, PartKind::F80) => "__floattixf",
                    (_, PartKind::F32) => "__floatuntisf",
                    (_, PartKind::F64) => "__floatuntidf",
                    _ => "__floatuntixf",
                };
                self.call_runtime(inst, Runtime(name), &[value])
            }
            (CastOp::SIToFP | CastOp::UIToFP, [_, _], [_]) => {
                self.hold(value);
                let extend = if what == CastOp::SIToFP { CastOp::SExt } else { CastOp::ZExt };
                let number = self.cast_step(extend, value, Type::I128)?;
                self.cast(inst, what, number)?;
                self.done(&[number]);
                Ok(())
            }
            (CastOp::FPToSI | CastOp::FPToUI, [from], [_, _]) => {
                let name = match (what, from.kind) {
                    (CastOp::FPToSI, PartKind::F32) => "__fixsfti",
                    (CastOp::FPToSI, PartKind::F64) => "__fixdfti",
                    (CastOp::FPToSI, _) => "__fixxfti",
                    (_, PartKind::F32) => "__fixunssfti",
                    (_, PartKind::F64) => "__fixunsdfti",
                    _ => "__fixunsxfti",
                };
                self.call_runtime(inst, Runtime(name), &[value])
            }
            _ => Err(format!("{} of a value of several parts", what.name()).into()),
        }
    }

    /// The low and high half of the product of two 64-bit integers, with flags that tell whether the high half is significant.
    pub fn full_product(&mut self, lhs: Value, rhs: Value, is_signed: bool) -> Result {
        self.claim(Reg::RAX)?;
        self.claim(Reg::RDX)?;
        let right = self.reg(rhs, 0)?;
        match self.right_part(lhs, 0)? {
            Right::Imm(_) => {}
            left => self.with_right(op::MOV, Size::B64, Reg::RAX, left),
        }
        self.code.body.r(if is_signed { op::IMUL_WIDE } else { op::MUL }, Size::B64, right);
        Ok(())
    }
}
