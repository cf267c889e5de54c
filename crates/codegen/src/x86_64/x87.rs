//! `x86_fp80`: values are in stack slots, and on the x87 stack only during an instruction.

use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::{Inst, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Reg, Size, op};

use super::Pass;
use super::operands::{Place, Source};
use super::registers::{SCRATCH, SCRATCH_FLOAT};
use crate::constants::PartOfConstant;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    /// Whether a value is a single `x86_fp80`.
    pub fn is_x87(&self, value: Value) -> bool {
        matches!(self.types.parts(self.type_of(value)), Ok([part]) if part.kind == PartKind::F80)
    }

    /// Pushes a part of a value on the x87 stack.
    pub fn push_x87(&mut self, value: Value, part: usize) -> Result {
        if let Some(at) = self.part_at(value, part)? {
            let slot = self.slot_of(at)?;
            self.code.body.m(op::FLD80, Size::B32, Mem::base(Reg::RBP, slot));
            return Ok(());
        }
        let PartOfConstant::Bits(bits) = self.constant(value, part)? else { return Err("a constant".into()) };
        let slot = self.frame.slot(16)?;
        self.store_source(PartKind::F80, Mem::base(Reg::RBP, slot), Source::Bits(bits))?;
        self.code.body.m(op::FLD80, Size::B32, Mem::base(Reg::RBP, slot));
        self.frame.release(slot, 16);
        Ok(())
    }

    /// Pops the x87 stack into a part, which may also be a `float` or `double`.
    pub fn pop_x87(&mut self, at: usize) -> Result {
        let slot = self.slot_of(at)?;
        let op = match self.values.parts[at].kind {
            PartKind::F32 => op::FSTP32,
            PartKind::F64 => op::FSTP64,
            _ => op::FSTP80,
        };
        self.code.body.m(op, Size::B32, Mem::base(Reg::RBP, slot));
        Ok(())
    }

    /// Pushes a part on the x87 stack, which may also be a `float` or `double`.
    pub fn push_any_x87(&mut self, value: Value, part: usize, kind: PartKind) -> Result {
        let op = match kind {
            PartKind::F32 => op::FLD32,
            PartKind::F64 => op::FLD64,
            _ => return self.push_x87(value, part),
        };
        let slot = self.frame.slot(8)?;
        let mem = Mem::base(Reg::RBP, slot);
        let from = self.source(value, part)?;
        self.store_source(kind, mem, from)?;
        self.code.body.m(op, Size::B32, mem);
        self.frame.release(slot, 8);
        Ok(())
    }

    fn pop_result(&mut self, inst: Inst) -> Result {
        let at = self.define(inst)?;
        self.pop_x87(at)?;
        if self.values.of_inst(inst).uses == 0 {
            self.free(inst.as_u32());
        }
        Ok(())
    }

    pub fn load_x87(&mut self, at: usize, place: Place) -> Result {
        self.m(op::FLD80, Size::B32, place);
        self.pop_x87(at)
    }

    pub fn store_x87(&mut self, value: Value, part: usize, place: Place) -> Result {
        self.push_x87(value, part)?;
        self.m(op::FSTP80, Size::B32, place);
        Ok(())
    }

    pub fn copy_x87(&mut self, inst: Inst, value: Value) -> Result {
        self.push_x87(value, 0)?;
        self.pop_result(inst)
    }

    pub fn unary_x87(&mut self, inst: Inst, code: &[u8], value: Value) -> Result {
        self.push_x87(value, 0)?;
        self.code.body.bytes(code);
        self.pop_result(inst)
    }

    pub fn binary_x87(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        let code = match what {
            BinaryOp::FAdd => [0xde, 0xc1],
            BinaryOp::FMul => [0xde, 0xc9],
            BinaryOp::FSub => [0xde, 0xe9],
            BinaryOp::FDiv => [0xde, 0xf9],
            _ => return self.call_runtime(inst, Runtime("fmodl"), &[lhs, rhs]),
        };
        self.push_x87(lhs, 0)?;
        self.push_x87(rhs, 0)?;
        self.code.body.bytes(&code);
        self.pop_result(inst)
    }

    pub fn multiply_add_x87(&mut self, inst: Inst, a: Value, b: Value, c: Value) -> Result {
        self.push_x87(a, 0)?;
        self.push_x87(b, 0)?;
        self.code.body.bytes(&[0xde, 0xc9]);
        self.push_x87(c, 0)?;
        self.code.body.bytes(&[0xde, 0xc1]);
        self.pop_result(inst)
    }

    pub fn select_x87(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Result {
        self.push_x87(if_true, 0)?;
        let test = self.test(condition)?;
        let skips = self.jump_if(test);
        self.code.body.bytes(&[0xdd, 0xd8]);
        self.push_x87(if_false, 0)?;
        self.bind_here(&skips);
        self.pop_result(inst)
    }

    /// Sets flags as `ucomisd` does.
    pub fn compare_x87(&mut self, lhs: Value, rhs: Value) -> Result {
        self.push_x87(rhs, 0)?;
        self.push_x87(lhs, 0)?;
        // fucomip st, st(1); fstp st
        self.code.body.bytes(&[0xdf, 0xe9, 0xdd, 0xd8]);
        Ok(())
    }

    pub fn cast_x87(&mut self, inst: Inst, what: CastOp, value: Value, from: PartKind, to: PartKind) -> Result {
        let slot = self.frame.slot(16)?;
        let mem = Mem::base(Reg::RBP, slot);
        match (what, from, to) {
            (CastOp::BitCast, PartKind::F80, PartKind::F80) => self.copy_x87(inst, value)?,
            (CastOp::FPExt, PartKind::F32 | PartKind::F64, _) => {
                let source = self.reg(value, 0)?;
                self.store_register(from, mem, source);
                self.code.body.m(if from == PartKind::F32 { op::FLD32 } else { op::FLD64 }, Size::B32, mem);
                self.pop_result(inst)?;
            }
            (CastOp::FPTrunc, _, PartKind::F32 | PartKind::F64) => {
                self.push_x87(value, 0)?;
                self.code.body.m(if to == PartKind::F32 { op::FSTP32 } else { op::FSTP64 }, Size::B32, mem);
                let reg = self.temp_float()?;
                self.load_register(to, reg, mem);
                self.result(inst, reg)?;
            }
            (CastOp::SIToFP | CastOp::UIToFP, PartKind::Int(bits), _) => {
                let is_signed = what == CastOp::SIToFP;
                let source = self.take_extended(value, bits.into(), is_signed)?;
                self.code.body.mr(op::MOV_STORE, Size::B64, mem, source);
                self.code.body.m(op::FILD64, Size::B32, mem);
                if !is_signed && bits == 64 {
                    let asm = &mut self.code.body;
                    asm.rr(op::TEST, Size::B64, source, source);
                    let positive = asm.jcc(Condition::NoSign);
                    self.push_x87_power(slot, 0x5f80_0000);
                    self.code.body.bytes(&[0xde, 0xc1]);
                    self.bind_here(&[positive]);
                }
                self.pop_result(inst)?;
            }
            (CastOp::FPToSI | CastOp::FPToUI, _, PartKind::Int(bits)) => {
                let reg = self.temp_general()?;
                let is_huge = what == CastOp::FPToUI && bits == 64;
                self.push_x87(value, 0)?;
                if is_huge {
                    // For values of 2^63 or more, the difference to 2^63 is converted.
                    self.code.body.mov_ri(reg, 0);
                    self.push_x87_power(slot, 0x5f00_0000);
                    self.code.body.bytes(&[0xdf, 0xe9]);
                    let small = self.code.body.jcc(Condition::Above);
                    self.push_x87_power(slot, 0x5f00_0000);
                    self.code.body.bytes(&[0xde, 0xe9]);
                    self.code.body.mov_ri(reg, 1 << 63);
                    self.bind_here(&[small]);
                }
                let word = Mem::base(Reg::RBP, slot + 8);
                let truncating = Mem::base(Reg::RBP, slot + 10);
                let asm = &mut self.code.body;
                asm.m(op::FNSTCW, Size::B32, word);
                asm.rm(op::MOVZX16, Size::B32, SCRATCH, word);
                asm.ri(op::OR, Size::B32, SCRATCH, 0xc00);
                asm.mr(op::MOV_STORE, Size::B16, truncating, SCRATCH);
                asm.m(op::FLDCW, Size::B32, truncating);
                asm.m(op::FISTP64, Size::B32, mem);
                asm.m(op::FLDCW, Size::B32, word);
                if is_huge {
                    asm.rm(op::XOR, Size::B64, reg, mem);
                } else {
                    asm.rm(op::MOV, Size::B64, reg, mem);
                }
                self.result(inst, reg)?;
            }
            _ => return Err(format!("{} of x86_fp80", what.name()).into()),
        }
        self.frame.release(slot, 16);
        Ok(())
    }

    /// Pushes a float constant, given by its bits, by way of a slot.
    fn push_x87_power(&mut self, slot: i32, bits: u32) {
        let mem = Mem::base(Reg::RBP, slot + 12);
        self.code.body.mov_mi(Size::B32, mem, bits as i32);
        self.code.body.m(op::FLD32, Size::B32, mem);
    }

    /// Copies a slot of 16 bytes; preserves flags.
    pub fn copy_wide_slot(&mut self, to: Mem, from: Mem) {
        self.code.body.rm(op::MOVUPS, Size::B32, SCRATCH_FLOAT, from);
        self.code.body.mr(op::MOVUPS_STORE, Size::B32, to, SCRATCH_FLOAT);
    }
}
