//! Arithmetic on integers of up to 64 bits. Register bits above the width of the integer are arbitrary.

use lindworm_ir::eval::BinaryOp;
use lindworm_ir::{Inst, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Reg, Size, op};

use super::Pass;
use super::operands::Right;
use super::registers::SCRATCH;
use crate::error::Result;

impl<'m> Pass<'m> {
    pub fn binary(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        let ty = self.inst_type(inst);
        let parts = self.types.parts(ty)?;
        match parts {
            _ if self.module.context().is_vector(ty) => self.binary_lanes(inst, what, lhs, rhs),
            _ if what.is_float() => self.float_binary(inst, what, lhs, rhs),
            [part] => {
                let PartKind::Int(bits) = part.kind else { return Err("an operation on integers".into()) };
                let reg = self.int_binary(what, bits.into(), lhs, rhs)?;
                self.result(inst, reg)
            }
            _ => self.wide_binary(inst, what, lhs, rhs),
        }
    }

    fn binary_lanes(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        if self.binary_packed(inst, what, lhs, rhs)? {
            return Ok(());
        }
        self.elementwise(inst, &[lhs, rhs], |pass, inst, args| pass.binary(inst, what, args[0], args[1]))
    }

    /// The result of an operation on integers of `bits` bits, in a register.
    fn int_binary(&mut self, what: BinaryOp, bits: u32, lhs: Value, rhs: Value) -> Result<Reg> {
        use BinaryOp::*;
        let alu = match what {
            Add => op::ADD,
            Sub => op::SUB,
            And => op::AND,
            Or => op::OR,
            Xor => op::XOR,
            Mul => return self.multiply(bits, lhs, rhs),
            Shl | LShr | AShr => return self.shift(what, bits, lhs, rhs),
            _ => return self.divide(what, bits, lhs, rhs),
        };
        // Moves a constant to the right, where it can be an immediate.
        let (lhs, rhs) = match what.is_commutative() && self.constant_int(lhs).is_some() {
            true => (rhs, lhs),
            false => (lhs, rhs),
        };
        let size = Size::of_bits(bits).at_least_32();
        let left = self.take(lhs, 0)?;
        let right = self.right(rhs, bits)?;
        self.with_right(alu, size, left, right);
        Ok(left)
    }

    fn multiply(&mut self, bits: u32, lhs: Value, rhs: Value) -> Result<Reg> {
        let (lhs, rhs) = if self.constant_int(lhs).is_some() { (rhs, lhs) } else { (lhs, rhs) };
        let size = Size::of_bits(bits).at_least_32();
        if let Some(imm) = self.immediate(rhs, bits) {
            if imm > 0 && imm & (imm - 1) == 0 {
                let reg = self.take(lhs, 0)?;
                self.code.body.shift_ri(op::SHL_CL, size, reg, imm.trailing_zeros() as u8);
                return Ok(reg);
            }
            let left = self.reg(lhs, 0)?;
            let reg = self.temp_general()?;
            self.code.body.imul_rri(size, reg, left, imm);
            return Ok(reg);
        }
        let left = self.take(lhs, 0)?;
        let right = self.right_part(rhs, 0)?;
        self.with_right(op::IMUL, size, left, right);
        Ok(left)
    }

    fn shift(&mut self, what: BinaryOp, bits: u32, lhs: Value, rhs: Value) -> Result<Reg> {
        let op = match what {
            BinaryOp::Shl => op::SHL_CL,
            BinaryOp::LShr => op::SHR_CL,
            _ => op::SAR_CL,
        };
        let size = Size::of_bits(bits).at_least_32();
        let is_left = what == BinaryOp::Shl;
        if let Some(amount) = self.constant_int(rhs) {
            let reg = self.take(lhs, 0)?;
            if !is_left {
                self.extend(reg, bits, what == BinaryOp::AShr);
            }
            // A shift by the width or more is poison.
            self.code.body.shift_ri(op, size, reg, (amount % u64::from(size.bits())) as u8);
            return Ok(reg);
        }
        self.claim(Reg::RCX)?;
        let reg = self.take(lhs, 0)?;
        if !is_left {
            self.extend(reg, bits, what == BinaryOp::AShr);
        }
        let amount = self.right_part(rhs, 0)?;
        self.move_right(Reg::RCX, Size::B32, amount);
        self.code.body.r(op, size, reg);
        Ok(reg)
    }

    fn move_right(&mut self, to: Reg, size: Size, right: Right) {
        match right {
            Right::Imm(imm) => self.code.body.mov_ri(to, imm as i64 as u64),
            right => self.with_right(op::MOV, size, to, right),
        }
    }

    fn divide(&mut self, what: BinaryOp, bits: u32, lhs: Value, rhs: Value) -> Result<Reg> {
        use BinaryOp::*;
        let is_signed = matches!(what, SDiv | SRem);
        let size = Size::of_bits(bits).at_least_32();
        if let (UDiv | URem, Some(divisor)) = (what, self.constant_int(rhs))
            && divisor.is_power_of_two()
        {
            let reg = self.take(lhs, 0)?;
            self.extend(reg, bits, false);
            let log = divisor.trailing_zeros();
            match (what, u32::try_from(divisor - 1).ok().and_then(|mask| i32::try_from(mask).ok())) {
                (UDiv, _) => self.code.body.shift_ri(op::SHR_CL, size, reg, log as u8),
                (_, Some(mask)) => self.code.body.ri(op::AND, size, reg, mask),
                (_, None) => {
                    self.code.body.mov_ri(SCRATCH, divisor - 1);
                    self.code.body.rr(op::AND, size, reg, SCRATCH);
                }
            }
            return Ok(reg);
        }
        self.claim(Reg::RAX)?;
        self.claim(Reg::RDX)?;
        let needs_extension = !matches!(bits, 32 | 64);
        // The divisor must be in neither `rax` nor `rdx`; both are locked.
        let divisor = match needs_extension {
            true => self.take_extended(rhs, bits, is_signed)?,
            false => self.reg(rhs, 0)?,
        };
        let dividend = self.right_part(lhs, 0)?;
        self.move_right(Reg::RAX, size, dividend);
        if needs_extension {
            self.extend(Reg::RAX, bits, is_signed);
        }
        if is_signed {
            // cdq, cqo
            self.code.body.bytes(if size == Size::B64 { &[0x48, 0x99] } else { &[0x99] });
            self.code.body.r(op::IDIV, size, divisor);
        } else {
            self.code.body.mov_ri(Reg::RDX, 0);
            self.code.body.r(op::DIV, size, divisor);
        }
        let (result, other) = match what {
            UDiv | SDiv => (Reg::RAX, Reg::RDX),
            _ => (Reg::RDX, Reg::RAX),
        };
        self.registers.unlock_one(other);
        Ok(result)
    }

    /// A modifiable register with an integer of `bits` bits, extended to 64 bits.
    pub fn take_extended(&mut self, value: Value, bits: u32, is_signed: bool) -> Result<Reg> {
        let reg = self.take(value, 0)?;
        self.extend_to_64(reg, bits, is_signed);
        Ok(reg)
    }

    /// Extends an integer to 32 bits if it is at most that wide, otherwise to 64 bits.
    pub fn extend(&mut self, reg: Reg, bits: u32, is_signed: bool) {
        let asm = &mut self.code.body;
        let size = Size::of_bits(bits).at_least_32();
        match (bits, is_signed) {
            (32 | 64, _) => {}
            (8, false) => asm.rr(op::MOVZX8, Size::B32, reg, reg),
            (8, true) => asm.rr(op::MOVSX8, Size::B32, reg, reg),
            (16, false) => asm.rr(op::MOVZX16, Size::B32, reg, reg),
            (16, true) => asm.rr(op::MOVSX16, Size::B32, reg, reg),
            (..=31, false) => asm.ri(op::AND, Size::B32, reg, ((1u32 << bits) - 1) as i32),
            _ => {
                let by = (size.bits() - bits) as u8;
                asm.shift_ri(op::SHL_CL, size, reg, by);
                asm.shift_ri(if is_signed { op::SAR_CL } else { op::SHR_CL }, size, reg, by);
            }
        }
    }

    /// Extends an integer to 64 bits.
    pub fn extend_to_64(&mut self, reg: Reg, bits: u32, is_signed: bool) {
        let asm = &mut self.code.body;
        match (bits, is_signed) {
            (8, true) => asm.rr(op::MOVSX8, Size::B64, reg, reg),
            (16, true) => asm.rr(op::MOVSX16, Size::B64, reg, reg),
            (32, true) => asm.rr(op::MOVSXD, Size::B64, reg, reg),
            (32, false) => asm.rr(op::MOV, Size::B32, reg, reg),
            (..=31, true) => {
                asm.shift_ri(op::SHL_CL, Size::B64, reg, (64 - bits) as u8);
                asm.shift_ri(op::SAR_CL, Size::B64, reg, (64 - bits) as u8);
            }
            _ => self.extend(reg, bits, is_signed),
        }
    }
}
