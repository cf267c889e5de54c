//! Casts.

use lindworm_ir::eval::CastOp;
use lindworm_ir::{Inst, InstData, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Op, Reg, Size, op};

use super::Pass;
use super::registers::{SCRATCH, SCRATCH_FLOAT};
use crate::error::Result;

impl<'m> Pass<'m> {
    pub fn cast(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        let from = self.types.parts(self.type_of(value))?;
        let to = self.types.parts(self.inst_type(inst))?;
        let cx = self.module.context();
        if cx.is_vector(self.type_of(value)) || cx.is_vector(self.inst_type(inst)) {
            return self.cast_lanes(inst, what, value);
        }
        let is = |kind| from.iter().chain(to).any(|part| part.kind == kind);
        if is(PartKind::F16) {
            return self.cast_half(inst, what, value);
        }
        if is(PartKind::F128) {
            return self.cast_quad(inst, what, value);
        }
        let ([from], [to]) = (from, to) else { return self.wide_cast(inst, what, value) };
        let (from, to) = (from.kind, to.kind);
        if from == PartKind::F80 || to == PartKind::F80 {
            return self.cast_x87(inst, what, value, from, to);
        }
        match (what, from, to) {
            (CastOp::ZExt | CastOp::SExt, PartKind::Int(from), PartKind::Int(to)) => {
                let reg = self.extended(value, from.into(), to.into(), what == CastOp::SExt)?;
                self.result(inst, reg)
            }
            (
                CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::PtrToAddr
                | CastOp::IntToPtr
                | CastOp::BitCast
                | CastOp::AddrSpaceCast,
                PartKind::Int(from),
                PartKind::Int(to),
            ) if from >= to => self.copy_value(inst, value),
            (CastOp::IntToPtr | CastOp::PtrToInt | CastOp::PtrToAddr, PartKind::Int(from), PartKind::Int(to)) => {
                let reg = self.extended(value, from.into(), to.into(), false)?;
                self.result(inst, reg)
            }
            (CastOp::BitCast, ..) => self.bit_cast(inst, value, from, to),
            (CastOp::FPExt | CastOp::FPTrunc, ..) => {
                let op = if to == PartKind::F64 { op::CVTSS2SD } else { op::CVTSD2SS };
                let source = self.right_part(value, 0)?;
                let reg = self.temp_float()?;
                self.with_right(op, Size::B32, reg, source);
                self.result(inst, reg)
            }
            (CastOp::SIToFP | CastOp::UIToFP, PartKind::Int(bits), _) => {
                let reg = self.int_to_float(value, bits.into(), what == CastOp::SIToFP, to)?;
                self.result(inst, reg)
            }
            (CastOp::FPToSI | CastOp::FPToUI, _, PartKind::Int(bits)) => {
                let reg = self.float_to_int(value, bits.into(), what == CastOp::FPToSI, from)?;
                self.result(inst, reg)
            }
            _ => Err(what.name().into()),
        }
    }

    /// A register with an integer extended from one width to another. A load fused into the cast is extended as part of the load.
    fn extended(&mut self, value: Value, from: u32, to: u32, is_signed: bool) -> Result<Reg> {
        let size = Size::of_bits(to).at_least_32();
        if let Some(InstData::Load { pointer, .. }) = self.fused(value) {
            let place = self.place(*pointer)?;
            let reg = self.temp_general()?;
            let (op, size): (Op, Size) = match (from, is_signed) {
                (8, false) => (op::MOVZX8, Size::B32),
                (16, false) => (op::MOVZX16, Size::B32),
                (8, true) => (op::MOVSX8, size),
                (16, true) => (op::MOVSX16, size),
                (_, true) if size == Size::B64 => (op::MOVSXD, size),
                _ => (op::MOV, Size::B32),
            };
            self.rm(op, size, reg, place);
            return Ok(reg);
        }
        let reg = self.take(value, 0)?;
        if size == Size::B64 {
            self.extend_to_64(reg, from, is_signed);
        } else {
            self.extend(reg, from, is_signed);
        }
        Ok(reg)
    }

    fn cast_lanes(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        if what == CastOp::BitCast {
            let kinds = |ty| self.types.parts(ty).map(|parts| parts.iter().map(|part| part.kind));
            let is_same = kinds(self.type_of(value))?.eq(kinds(self.inst_type(inst))?);
            return if is_same { self.copy_value(inst, value) } else { self.cast_bits(inst, value) };
        }
        if self.cast_packed(inst, what, value)? {
            return Ok(());
        }
        self.elementwise(inst, &[value], |pass, inst, args| pass.cast(inst, what, args[0]))
    }

    pub fn bit_cast(&mut self, inst: Inst, value: Value, from: PartKind, to: PartKind) -> Result {
        let size = if to.size() == 8 { Size::B64 } else { Size::B32 };
        if from == to {
            return self.copy_value(inst, value);
        }
        let source = self.reg(value, 0)?;
        let reg = match to {
            PartKind::Int(_) => {
                let reg = self.temp_general()?;
                self.code.body.rr(op::MOVD_FROM_XMM, size, source, reg);
                reg
            }
            _ => {
                let reg = self.temp_float()?;
                self.code.body.rr(op::MOVD_TO_XMM, size, reg, source);
                reg
            }
        };
        self.result(inst, reg)
    }

    fn int_to_float(&mut self, value: Value, bits: u32, is_signed: bool, to: PartKind) -> Result<Reg> {
        let (convert, add) = match to {
            PartKind::F32 => (op::CVTSI2SS, op::ADDSS),
            _ => (op::CVTSI2SD, op::ADDSD),
        };
        let reg = self.temp_float()?;
        let source = self.take_extended(value, bits, is_signed)?;
        // The conversion preserves the upper bits of its destination: zeroing them avoids a false dependency.
        self.code.body.rr(op::XORPS, Size::B32, reg, reg);
        if is_signed || bits < 64 {
            self.code.body.rr(convert, Size::B64, reg, source);
            return Ok(reg);
        }
        // If the sign bit is set, converts half the value, rounded to odd, and doubles the result.
        let asm = &mut self.code.body;
        asm.rr(op::TEST, Size::B64, source, source);
        let is_high = asm.jcc(lindworm_target::x86_64::Condition::Sign);
        asm.rr(convert, Size::B64, reg, source);
        let done = asm.jmp();
        let here = asm.position();
        asm.bind32(is_high, here);
        asm.rr(op::MOV, Size::B64, SCRATCH, source);
        asm.ri(op::AND, Size::B32, SCRATCH, 1);
        asm.shift_ri(op::SHR_CL, Size::B64, source, 1);
        asm.rr(op::OR, Size::B64, source, SCRATCH);
        asm.rr(convert, Size::B64, reg, source);
        asm.rr(add, Size::B32, reg, reg);
        self.bind_here(&[done]);
        Ok(reg)
    }

    fn float_to_int(&mut self, value: Value, bits: u32, is_signed: bool, from: PartKind) -> Result<Reg> {
        let is_single = from == PartKind::F32;
        let convert = if is_single { op::CVTTSS2SI } else { op::CVTTSD2SI };
        let reg = self.temp_general()?;
        let source = self.reg(value, 0)?;
        if is_signed || bits < 64 {
            let size = if bits < 32 || is_signed && bits == 32 { Size::B32 } else { Size::B64 };
            self.code.body.rr(convert, size, reg, source);
            return Ok(reg);
        }
        // From 2^63 on, the conversion gives the smallest number; then the difference to 2^63 is converted.
        let other = self.temp_general()?;
        self.code.body.rr(op::MOVAPS, Size::B32, SCRATCH_FLOAT, source);
        let float = self.temp_float()?;
        let two_to_63 = if is_single { 0x5f00_0000 } else { 0x43e0_0000_0000_0000 };
        self.load_bits(from, float, two_to_63);
        let asm = &mut self.code.body;
        asm.rr(if is_single { op::SUBSS } else { op::SUBSD }, Size::B32, SCRATCH_FLOAT, float);
        asm.rr(convert, Size::B64, reg, source);
        asm.rr(convert, Size::B64, other, SCRATCH_FLOAT);
        asm.rr(op::MOV, Size::B64, SCRATCH, reg);
        asm.shift_ri(op::SAR_CL, Size::B64, SCRATCH, 63);
        asm.rr(op::AND, Size::B64, other, SCRATCH);
        asm.rr(op::OR, Size::B64, reg, other);
        Ok(reg)
    }
}
