//! Integers of more than 128 bits: one part for each 64-bit limb, in slots. Operations with more than one pass over the limbs are
//! loops over copies in memory.

use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Reg, Scale, Size, op};

use super::Pass;
use super::compare::Test;
use super::operands::Source;
use super::registers::SCRATCH;
use crate::error::Result;

impl<'m> Pass<'m> {
    /// The limbs of an integer, and its width.
    fn limbs_of(&self, ty: Type) -> Result<(usize, u32)> {
        let bits = self.module.context().int_or_byte_width(ty).ok_or("an operation on a value of several parts")?;
        Ok((self.types.parts(ty)?.len(), bits))
    }

    /// Loads a limb into the scratch register; preserves flags.
    fn limb_to_scratch(&mut self, value: Value, limb: usize) -> Result {
        match self.source(value, limb)? {
            Source::Reg(reg) => self.code.body.rr(op::MOV, Size::B64, SCRATCH, reg),
            Source::Slot(slot) => self.code.body.rm(op::MOV, Size::B64, SCRATCH, Mem::base(Reg::RBP, slot)),
            from => self.bring(SCRATCH, PartKind::Int(64), from)?,
        }
        Ok(())
    }

    pub fn limbs_binary(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        use BinaryOp::*;
        let (first, rest) = match what {
            Add => (op::ADD, op::ADC),
            Sub => (op::SUB, op::SBB),
            And => (op::AND, op::AND),
            Or => (op::OR, op::OR),
            Xor => (op::XOR, op::XOR),
            Mul => return self.limbs_multiply(inst, lhs, rhs),
            Shl | LShr | AShr => return self.limbs_shift(inst, what, lhs, rhs),
            _ => return self.limbs_divide(inst, what, lhs, rhs),
        };
        let (count, _) = self.limbs_of(self.inst_type(inst))?;
        let at = self.define(inst)?;
        let other = self.temp_general()?;
        for i in 0..count {
            let slot = self.slot_of(at + i)?;
            let op = if i == 0 { first } else { rest };
            self.limb_to_scratch(lhs, i)?;
            match self.source(rhs, i)? {
                Source::Reg(reg) => self.code.body.rr(op, Size::B64, SCRATCH, reg),
                Source::Slot(from) => self.code.body.rm(op, Size::B64, SCRATCH, Mem::base(Reg::RBP, from)),
                from => {
                    self.bring(other, PartKind::Int(64), from)?;
                    self.code.body.rr(op, Size::B64, SCRATCH, other);
                }
            }
            self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), SCRATCH);
        }
        self.registers.unlock();
        self.free_unused(inst);
        Ok(())
    }

    /// Copies the limbs to consecutive words of the frame; words past the width are filled with zeros or the sign.
    fn limbs_to_memory(&mut self, value: Value, to: i32, count: usize, is_signed: bool) -> Result {
        let (own, bits) = self.limbs_of(self.type_of(value))?;
        for i in 0..own.min(count) {
            self.limb_to_scratch(value, i)?;
            if i + 1 == own {
                self.extend_to_64(SCRATCH, bits - 64 * i as u32, is_signed);
            }
            self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, to + 8 * i as i32), SCRATCH);
        }
        if own < count {
            if is_signed {
                self.code.body.shift_ri(op::SAR_CL, Size::B64, SCRATCH, 63);
            } else {
                self.code.body.mov_ri(SCRATCH, 0);
            }
            self.fill_limbs(to, own..count);
        }
        Ok(())
    }

    /// Stores the scratch register in limbs of the frame.
    fn fill_limbs(&mut self, to: i32, limbs: std::ops::Range<usize>) {
        for i in limbs {
            self.code.body.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, to + 8 * i as i32), SCRATCH);
        }
    }

    /// Makes limbs in the frame the result of an instruction.
    fn limbs_from_memory(&mut self, inst: Inst, from: i32) -> Result {
        let (count, _) = self.limbs_of(self.inst_type(inst))?;
        let at = self.define(inst)?;
        for i in 0..count {
            let slot = self.slot_of(at + i)?;
            self.copy_slot(slot, from + 8 * i as i32, 8)?;
        }
        self.registers.unlock();
        self.free_unused(inst);
        Ok(())
    }

    /// Allocates limbs in the frame.
    fn limb_room(&mut self, count: usize) -> Result<i32> {
        self.frame.slot(8 * count as u32)
    }

    /// Schoolbook multiplication, row by row.
    fn limbs_multiply(&mut self, inst: Inst, lhs: Value, rhs: Value) -> Result {
        let (count, _) = self.limbs_of(self.inst_type(inst))?;
        let [a, b, sum] = [self.limb_room(count)?, self.limb_room(count)?, self.limb_room(count)?];
        self.limbs_to_memory(lhs, a, count, false)?;
        self.limbs_to_memory(rhs, b, count, false)?;
        self.code.body.mov_ri(SCRATCH, 0);
        self.fill_limbs(sum, 0..count);
        self.claim(Reg::RAX)?;
        self.claim(Reg::RDX)?;
        let [row, column, carry, end] =
            [self.temp_general()?, self.temp_general()?, self.temp_general()?, self.temp_general()?];
        let at = |base: i32, index: Reg| Mem::base(Reg::RBP, base).with_index(index, Scale::Eight);
        let asm = &mut self.code.body;
        asm.mov_ri(row, 0);
        let next_row = asm.position();
        asm.mov_ri(column, 0);
        asm.mov_ri(carry, 0);
        // The rest of the product is beyond the width.
        asm.mov_ri(end, count as u64);
        asm.rr(op::SUB, Size::B64, end, row);
        let next_column = asm.position();
        asm.rm(op::MOV, Size::B64, Reg::RAX, at(b, column));
        asm.rm(op::MOV, Size::B64, SCRATCH, at(a, row));
        asm.r(op::MUL, Size::B64, SCRATCH);
        asm.rr(op::ADD, Size::B64, Reg::RAX, carry);
        asm.ri(op::ADC, Size::B64, Reg::RDX, 0);
        asm.rm(op::LEA, Size::B64, SCRATCH, Mem::base(row, 0).with_index(column, Scale::One));
        asm.mr(op::ADD_STORE, Size::B64, at(sum, SCRATCH), Reg::RAX);
        asm.ri(op::ADC, Size::B64, Reg::RDX, 0);
        asm.rr(op::MOV, Size::B64, carry, Reg::RDX);
        asm.ri(op::ADD, Size::B64, column, 1);
        asm.rr(op::CMP, Size::B64, column, end);
        asm.jcc_back(Condition::Below, next_column);
        asm.ri(op::ADD, Size::B64, row, 1);
        asm.ri(op::CMP, Size::B64, row, count as i32);
        asm.jcc_back(Condition::Below, next_row);
        self.registers.unlock();
        self.limbs_from_memory(inst, sum)?;
        [a, b, sum].into_iter().for_each(|room| self.frame.release(room, 8 * count as u32));
        Ok(())
    }

    fn limbs_shift(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        let (count, bits) = self.limbs_of(self.inst_type(inst))?;
        let is_left = what == BinaryOp::Shl;
        // The bits to shift in are stored next to the value; an amount past the width stays within the allocated words.
        let size = 4 * count.next_power_of_two();
        let room = self.limb_room(size)?;
        if is_left {
            self.code.body.mov_ri(SCRATCH, 0);
            self.fill_limbs(room, 0..2 * count.next_power_of_two());
            self.limbs_to_memory(lhs, room + 16 * count.next_power_of_two() as i32, count, false)?;
        } else {
            self.limbs_to_memory(lhs, room, 2 * count.next_power_of_two() + 1, what == BinaryOp::AShr)?;
        }
        self.claim(Reg::RCX)?;
        let (pointer, other) = (self.temp_general()?, self.temp_general()?);
        self.limb_to_scratch(rhs, 0)?;
        let at = self.define(inst)?;
        let slots: Vec<i32> = (0..count).map(|i| self.slot_of(at + i)).collect::<Result<_>>()?;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B64, Reg::RCX, SCRATCH);
        asm.ri(op::AND, Size::B32, SCRATCH, (bits.next_power_of_two() - 1) as i32);
        asm.shift_ri(op::SHR_CL, Size::B64, SCRATCH, 6);
        let start = if is_left { room + 16 * count.next_power_of_two() as i32 } else { room };
        if is_left {
            asm.r(op::NEG, Size::B64, SCRATCH);
        }
        asm.rm(op::LEA, Size::B64, pointer, Mem::base(Reg::RBP, start).with_index(SCRATCH, Scale::Eight));
        for (i, slot) in slots.into_iter().enumerate() {
            let at = 8 * i as i32;
            asm.rm(op::MOV, Size::B64, SCRATCH, Mem::base(pointer, at));
            asm.rm(op::MOV, Size::B64, other, Mem::base(pointer, if is_left { at - 8 } else { at + 8 }));
            asm.rr(if is_left { op::SHLD_CL } else { op::SHRD_CL }, Size::B64, other, SCRATCH);
            asm.mr(op::MOV_STORE, Size::B64, Mem::base(Reg::RBP, slot), SCRATCH);
        }
        self.registers.unlock();
        self.frame.release(room, 8 * size as u32);
        self.free_unused(inst);
        Ok(())
    }

    /// Bitwise long division: shifts the dividend into the remainder, and subtracts the divisor from the remainder where
    /// possible.
    fn limbs_divide(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        use BinaryOp::*;
        let ty = self.inst_type(inst);
        let (count, bits) = self.limbs_of(ty)?;
        if let SDiv | SRem = what {
            // Divides absolute values; the quotient is negative if exactly one operand is negative, the remainder if the dividend
            // is.
            let top = self.int_constant(ty, u64::from(bits) - 1);
            self.hold_times(2, &[lhs, rhs]);
            let left_sign = self.binary_step(AShr, lhs, top)?;
            let right_sign = self.binary_step(AShr, rhs, top)?;
            let absolute = |pass: &mut Self, value: Value, sign: Value| {
                pass.hold_times(2, &[sign]);
                let flipped = pass.binary_step(Xor, value, sign)?;
                pass.binary_step(Sub, flipped, sign)
            };
            let left = absolute(self, lhs, left_sign)?;
            let right = absolute(self, rhs, right_sign)?;
            let (unsigned, sign) = match what {
                SDiv => (UDiv, self.binary_step(Xor, left_sign, right_sign)?),
                _ => {
                    self.retire(right_sign);
                    (URem, left_sign)
                }
            };
            let result = self.binary_step(unsigned, left, right)?;
            self.hold(sign);
            let flipped = self.binary_step(Xor, result, sign)?;
            self.binary(inst, Sub, flipped, sign)?;
            self.done(&[flipped, sign]);
            return Ok(());
        }
        let both = self.limb_room(2 * count)?;
        let [divisor, rest] = [self.limb_room(count)?, self.limb_room(count)?];
        let remainder = both + 8 * count as i32;
        self.limbs_to_memory(lhs, both, count, false)?;
        self.limbs_to_memory(rhs, divisor, count, false)?;
        self.code.body.mov_ri(SCRATCH, 0);
        self.fill_limbs(remainder, 0..count);
        let [index, left, round, carry] =
            [self.temp_general()?, self.temp_general()?, self.temp_general()?, self.temp_general()?];
        let at = |base: i32| Mem::base(Reg::RBP, base).with_index(index, Scale::Eight);
        let asm = &mut self.code.body;
        // `lea` and `dec` preserve the carry flag.
        let next = Mem::base(index, 1);
        asm.mov_ri(round, 64 * count as u64);
        let next_bit = asm.position();
        asm.mov_ri(left, 2 * count as u64);
        asm.rr(op::XOR, Size::B32, index, index);
        let double = asm.position();
        asm.rm(op::MOV, Size::B64, SCRATCH, at(both));
        asm.rr(op::ADC, Size::B64, SCRATCH, SCRATCH);
        asm.mr(op::MOV_STORE, Size::B64, at(both), SCRATCH);
        asm.rm(op::LEA, Size::B64, index, next);
        asm.r(op::DEC, Size::B64, left);
        asm.jcc_back(Condition::NotEqual, double);
        asm.setcc(Condition::Below, carry);
        asm.mov_ri(left, count as u64);
        asm.rr(op::XOR, Size::B32, index, index);
        let subtract = asm.position();
        asm.rm(op::MOV, Size::B64, SCRATCH, at(remainder));
        asm.rm(op::SBB, Size::B64, SCRATCH, at(divisor));
        asm.mr(op::MOV_STORE, Size::B64, at(rest), SCRATCH);
        asm.rm(op::LEA, Size::B64, index, next);
        asm.r(op::DEC, Size::B64, left);
        asm.jcc_back(Condition::NotEqual, subtract);
        let fits = asm.jcc(Condition::AboveEqual);
        asm.test_ri(Size::B8, carry, 1);
        let does_not_fit = asm.jcc(Condition::Equal);
        let here = asm.position();
        asm.bind32(fits, here);
        asm.mov_ri(left, count as u64);
        asm.mov_ri(index, 0);
        let copy = asm.position();
        asm.rm(op::MOV, Size::B64, SCRATCH, at(rest));
        asm.mr(op::MOV_STORE, Size::B64, at(remainder), SCRATCH);
        asm.rm(op::LEA, Size::B64, index, next);
        asm.r(op::DEC, Size::B64, left);
        asm.jcc_back(Condition::NotEqual, copy);
        asm.mi(op::OR, Size::B8, Mem::base(Reg::RBP, both), 1);
        let here = asm.position();
        asm.bind32(does_not_fit, here);
        asm.r(op::DEC, Size::B64, round);
        asm.jcc_back(Condition::NotEqual, next_bit);
        self.registers.unlock();
        self.limbs_from_memory(inst, if what == UDiv { both } else { remainder })?;
        self.frame.release(both, 16 * count as u32);
        [divisor, rest].into_iter().for_each(|room| self.frame.release(room, 8 * count as u32));
        Ok(())
    }

    pub fn compare_limbs(&mut self, inst: Inst, predicate: IntPredicate, lhs: Value, rhs: Value) -> Result {
        use IntPredicate::*;
        let swap = matches!(predicate, Ugt | Ule | Sgt | Sle);
        let (predicate, lhs, rhs) = if swap { (predicate.swapped(), rhs, lhs) } else { (predicate, lhs, rhs) };
        let (count, bits) = self.limbs_of(self.type_of(lhs))?;
        let top = count - 1;
        let mut tops = [Reg::RAX; 2];
        for (reg, value) in tops.iter_mut().zip([lhs, rhs]) {
            *reg = self.take(value, top)?;
            self.extend_to_64(*reg, bits - 64 * top as u32, predicate.is_signed());
        }
        let (other, sum) = (self.temp_general()?, self.temp_general()?);
        let is_equality = matches!(predicate, Eq | Ne);
        self.code.body.mov_ri(sum, 0);
        for i in 0..count {
            let right = if i == top {
                self.code.body.rr(op::MOV, Size::B64, SCRATCH, tops[0]);
                tops[1]
            } else {
                let from = self.source(rhs, i)?;
                let kind = PartKind::Int(64);
                match from {
                    Source::Reg(reg) => self.move_register(kind, other, reg),
                    from => self.bring(other, kind, from)?,
                }
                self.limb_to_scratch(lhs, i)?;
                other
            };
            let asm = &mut self.code.body;
            if is_equality {
                asm.rr(op::XOR, Size::B64, SCRATCH, right);
                asm.rr(op::OR, Size::B64, sum, SCRATCH);
            } else {
                asm.rr(if i == 0 { op::CMP } else { op::SBB }, Size::B64, SCRATCH, right);
            }
        }
        let condition = match predicate {
            Eq => Condition::Equal,
            Ne => Condition::NotEqual,
            Ult => Condition::Below,
            Uge => Condition::AboveEqual,
            Slt => Condition::Less,
            _ => Condition::GreaterEqual,
        };
        let reg = self.test_to_register(Test::One(condition))?;
        self.result(inst, reg)
    }

    /// A cast between integers of which at least one has more than 128 bits.
    pub fn limbs_cast(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        match what {
            CastOp::Trunc | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::ZExt | CastOp::SExt => {
                let (count, _) = self.limbs_of(self.inst_type(inst))?;
                let is_int = self.module.context().int_or_byte_width(self.type_of(value)).is_some();
                self.hold(value);
                let value = if is_int { value } else { self.cast_step(CastOp::PtrToInt, value, Type::I64)? };
                let room = self.limb_room(count)?;
                self.limbs_to_memory(value, room, count, what == CastOp::SExt)?;
                self.done(&[value]);
                self.limbs_from_memory(inst, room)?;
                self.frame.release(room, 8 * count as u32);
                Ok(())
            }
            CastOp::IntToPtr => {
                self.hold(value);
                let word = self.cast_step(CastOp::Trunc, value, Type::I64)?;
                self.copy_value(inst, word)?;
                self.done(&[word]);
                Ok(())
            }
            _ => self.cast_bits(inst, value),
        }
    }
}
