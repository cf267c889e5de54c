//! Atomic accesses.
//!
//! An operation without an instruction is a loop: it computes the new value from the old one, and tries to replace it by `cmpxchg`
//! or `cmpxchg16b`.

use lindworm_ir::eval::{BinaryOp, IntPredicate};
use lindworm_ir::instruction::{AtomicOrdering, AtomicRmwOp};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Op, Reg, Size, op};

use super::Pass;
use super::operands::Place;
use crate::error::Result;

/// `cmpxchg16b`: compares 16 bytes of memory with `rdx:rax`; if equal, stores `rcx:rbx`, otherwise loads `rdx:rax`.
const CMPXCHG16B: Op = Op { map: 1, code: 0xc7, digit: 1, has_byte_form: false, ..op::NOT };
const LOCK: [u8; 1] = [0xf0];

impl<'m> Pass<'m> {
    // Atomic accesses. Loads, and stores that are not sequentially consistent, are ordinary accesses.

    pub fn atomic_store(&mut self, value: Value, kind: PartKind, place: Place) -> Result {
        let from = self.reg(value, 0)?;
        let reg = self.temp_general()?;
        let size = self.move_to_general(kind, reg, from)?;
        self.mr(op::XCHG, size, place, reg);
        Ok(())
    }

    /// Copies a register of any bank to a general-purpose register. Returns the size of the value in memory.
    fn move_to_general(&mut self, kind: PartKind, to: Reg, from: Reg) -> Result<Size> {
        Ok(match kind {
            PartKind::Int(bits @ (8 | 16 | 32 | 64)) => {
                self.move_register(kind, to, from);
                Size::of_bits(bits.into())
            }
            PartKind::F32 => {
                self.code.body.rr(op::MOVD_FROM_XMM, Size::B32, from, to);
                Size::B32
            }
            PartKind::F64 => {
                self.code.body.rr(op::MOVD_FROM_XMM, Size::B64, from, to);
                Size::B64
            }
            _ => return Err("an atomic access of such a width".into()),
        })
    }

    pub fn fence(&mut self, data: &InstData) {
        if let InstData::Fence { ordering: AtomicOrdering::SeqCst, .. } = data {
            self.code.body.bytes(&[0x0f, 0xae, 0xf0]);
        }
    }

    pub fn compare_exchange(&mut self, inst: Inst, data: &InstData) -> Result {
        let InstData::CmpXchg { pointer, expected, new, .. } = *data else { return Ok(()) };
        let [part] = self.types.parts(self.type_of(expected))? else {
            return self.compare_exchange_16(inst, pointer, expected, new);
        };
        let PartKind::Int(bits @ (8 | 16 | 32 | 64)) = part.kind else {
            return Err("a cmpxchg of such a width".into());
        };
        let size = Size::of_bits(bits.into());
        self.claim(Reg::RAX)?;
        let place = self.place(pointer)?;
        let new = self.reg(new, 0)?;
        let old = self.reg(expected, 0)?;
        self.code.body.rr(op::MOV, size.at_least_32(), Reg::RAX, old);
        self.code.body.bytes(&[0xf0]);
        self.mr(op::CMPXCHG, size, place, new);
        let success = self.temp_general()?;
        self.code.body.setcc(Condition::Equal, success);
        let at = self.define(inst)?;
        if self.values.of_inst(inst).uses > 0 {
            self.assign(at, Reg::RAX);
            self.assign(at + 1, success);
        }
        Ok(())
    }

    pub fn atomic_rmw(&mut self, inst: Inst, data: &InstData) -> Result {
        let InstData::AtomicRmw { op: what, pointer, value, .. } = *data else { return Ok(()) };
        let is_vector = self.is_vector(value);
        let bits = match self.types.parts(self.type_of(value))? {
            [part] => {
                if let PartKind::Int(bits @ (8 | 16 | 32 | 64)) = part.kind
                    && !is_vector
                {
                    Some(bits)
                } else {
                    None
                }
            }
            _ => None,
        };
        let has_instruction = !matches!(
            what,
            AtomicRmwOp::UIncWrap | AtomicRmwOp::UDecWrap | AtomicRmwOp::USubCond | AtomicRmwOp::USubSat
        );
        let Some(bits) = bits.filter(|_| has_instruction) else {
            return self.change_atomically(inst, what, pointer, value);
        };
        let size = Size::of_bits(bits.into());
        if let AtomicRmwOp::Xchg | AtomicRmwOp::Add | AtomicRmwOp::Sub = what {
            let place = self.place(pointer)?;
            let reg = self.take(value, 0)?;
            if what == AtomicRmwOp::Sub {
                self.code.body.r(op::NEG, size.at_least_32(), reg);
            }
            if what == AtomicRmwOp::Xchg {
                self.mr(op::XCHG, size, place, reg);
            } else {
                self.code.body.bytes(&[0xf0]);
                self.mr(op::XADD, size, place, reg);
            }
            return self.result(inst, reg);
        }
        let (alu, condition) = match what {
            AtomicRmwOp::And | AtomicRmwOp::Nand => (op::AND, None),
            AtomicRmwOp::Or => (op::OR, None),
            AtomicRmwOp::Xor => (op::XOR, None),
            AtomicRmwOp::Max => (op::CMP, Some(Condition::Less)),
            AtomicRmwOp::Min => (op::CMP, Some(Condition::Greater)),
            AtomicRmwOp::UMax => (op::CMP, Some(Condition::Below)),
            AtomicRmwOp::UMin => (op::CMP, Some(Condition::Above)),
            _ => return Err(format!("atomicrmw {}", what.name()).into()),
        };
        self.claim(Reg::RAX)?;
        let place = self.place(pointer)?;
        let operand = self.reg(value, 0)?;
        let new = self.temp_general()?;
        self.rm(op::MOV, size, Reg::RAX, place);
        let again = self.code.body.position();
        let wide = size.at_least_32();
        self.code.body.rr(op::MOV, wide, new, Reg::RAX);
        self.code.body.rr(alu, if condition.is_some() { size } else { wide }, new, operand);
        if let Some(condition) = condition {
            self.code.body.cmov(condition, wide, new, operand);
        }
        if what == AtomicRmwOp::Nand {
            self.code.body.r(op::NOT, wide, new);
        }
        self.code.body.bytes(&[0xf0]);
        self.mr(op::CMPXCHG, size, place, new);
        self.code.body.jcc_back(Condition::NotEqual, again);
        self.result(inst, Reg::RAX)
    }

    /// The size in bytes of an atomic access that needs a loop.
    fn atomic_size(&self, value: Value) -> Result<u32> {
        let ty = self.type_of(value);
        self.types.parts(ty)?;
        let size = self.module.data_layout().store_size(self.module.context(), ty).map_or(0, |size| size.min);
        match size {
            1 | 2 | 4 | 8 | 16 => Ok(size as u32),
            _ => Err("an atomic access of such a width".into()),
        }
    }

    /// Stores all values that are only in registers, and frees the registers. The state of all values is then the same each time the
    /// code is reached.
    fn leave_registers(&mut self) -> Result {
        self.registers.unlock();
        for reg in self.registers.owned() {
            self.evict(reg)?;
        }
        Ok(())
    }

    /// Replaces memory that is equal to the bytes at `old` in the frame by the bytes at `new`, and writes what it held to `old`; the flags
    /// say whether they were equal.
    fn exchange_if_equal(&mut self, pointer: Value, size: u32, old: i32, new: i32) -> Result {
        let [old, new] = [old, new].map(|at| Mem::base(Reg::RBP, at));
        let far = "a slot that far away";
        let regs = if size == 16 { &[Reg::RAX, Reg::RDX, Reg::RBX, Reg::RCX][..] } else { &[Reg::RAX, Reg::RCX] };
        for &reg in regs {
            self.claim(reg)?;
        }
        let place = self.place(pointer)?;
        let asm = &mut self.code.body;
        if size == 16 {
            let highs = (old.plus(8).ok_or(far)?, new.plus(8).ok_or(far)?);
            for (reg, mem) in [(Reg::RAX, old), (Reg::RDX, highs.0), (Reg::RBX, new), (Reg::RCX, highs.1)] {
                asm.rm(op::MOV, Size::B64, reg, mem);
            }
            asm.bytes(&LOCK);
            self.m(CMPXCHG16B, Size::B64, place);
            self.code.body.mr(op::MOV_STORE, Size::B64, old, Reg::RAX);
            self.code.body.mr(op::MOV_STORE, Size::B64, highs.0, Reg::RDX);
        } else {
            let size = Size::of_bits(8 * size);
            asm.rm(op::MOV, size, Reg::RAX, old);
            asm.rm(op::MOV, size, Reg::RCX, new);
            asm.bytes(&LOCK);
            self.mr(op::CMPXCHG, size, place, Reg::RCX);
            self.code.body.mr(op::MOV_STORE, size, old, Reg::RAX);
        }
        self.registers.unlock();
        Ok(())
    }

    /// An `atomicrmw` by a loop.
    fn change_atomically(&mut self, inst: Inst, what: AtomicRmwOp, pointer: Value, value: Value) -> Result {
        let size = self.atomic_size(value)?;
        let (old, new) = (self.frame.slot(16)?, self.frame.slot(16)?);
        self.settle_address(pointer)?;
        if size == 16 {
            // Any first guess will do; reading the memory twice could tear it, which the loop notices.
            for at in [0, 8] {
                self.code.body.mov_mi(Size::B64, Mem::base(Reg::RBP, old + at), 0);
            }
        } else {
            let place = self.place(pointer)?;
            self.copy_by_moves(Mem::base(Reg::RBP, old).into(), place, size)?;
        }
        self.leave_registers()?;
        let again = self.code.body.position();
        let before = self.temporary(self.type_of(value));
        self.load_value(before, Mem::base(Reg::RBP, old).into())?;
        self.hold(value);
        let after = self.changed(what, before.into(), value)?;
        self.store_value(after, Mem::base(Reg::RBP, new).into())?;
        self.done(&[after]);
        self.exchange_if_equal(pointer, size, old, new)?;
        // Moves preserve the flags.
        self.leave_registers()?;
        self.code.body.jcc_back(Condition::NotEqual, again);
        self.load_value(inst, Mem::base(Reg::RBP, old).into())?;
        self.registers.unlock();
        self.free_unused(inst);
        self.frame.release(old, 16);
        self.frame.release(new, 16);
        Ok(())
    }

    /// The new value of an `atomicrmw`; counts a use of both operands as done.
    fn changed(&mut self, what: AtomicRmwOp, old: Value, value: Value) -> Result<Value> {
        use AtomicRmwOp as A;
        let binary = match what {
            A::Xchg => {
                self.retire(old);
                return Ok(value);
            }
            A::Add => BinaryOp::Add,
            A::Sub => BinaryOp::Sub,
            A::And => BinaryOp::And,
            A::Or => BinaryOp::Or,
            A::Xor => BinaryOp::Xor,
            A::FAdd => BinaryOp::FAdd,
            A::FSub => BinaryOp::FSub,
            A::Nand => {
                let both = self.binary_step(BinaryOp::And, old, value)?;
                let ones = self.module.constants().all_ones(self.module.context(), self.type_of(both));
                return self.binary_step(BinaryOp::Xor, both, ones);
            }
            A::FMax => return self.intrinsic_step(IntrinsicId::MAXNUM, &[old, value]),
            A::FMin => return self.intrinsic_step(IntrinsicId::MINNUM, &[old, value]),
            A::FMaximum => return self.intrinsic_step(IntrinsicId::MAXIMUM, &[old, value]),
            A::FMinimum => return self.intrinsic_step(IntrinsicId::MINIMUM, &[old, value]),
            A::USubSat => return self.intrinsic_step(IntrinsicId::USUB_SAT, &[old, value]),
            A::Max | A::Min | A::UMax | A::UMin => {
                let predicate = match what {
                    A::Max => IntPredicate::Sgt,
                    A::Min => IntPredicate::Slt,
                    A::UMax => IntPredicate::Ugt,
                    _ => IntPredicate::Ult,
                };
                self.hold_times(1, &[old, value]);
                let keeps = self.compare_step(predicate, old, value)?;
                return self.select_step(keeps, old, value);
            }
            A::UIncWrap => {
                let ty = self.type_of(value);
                let (zero, one) = (self.int_constant(ty, 0), self.int_constant(ty, 1));
                self.hold(old);
                let is_last = self.compare_step(IntPredicate::Uge, old, value)?;
                let next = self.binary_step(BinaryOp::Add, old, one)?;
                return self.select_step(is_last, zero, next);
            }
            A::UDecWrap => {
                let ty = self.type_of(value);
                let (zero, one) = (self.int_constant(ty, 0), self.int_constant(ty, 1));
                self.hold_times(2, &[old]);
                self.hold(value);
                let is_zero = self.compare_step(IntPredicate::Eq, old, zero)?;
                let is_above = self.compare_step(IntPredicate::Ugt, old, value)?;
                let wraps = self.binary_step(BinaryOp::Or, is_zero, is_above)?;
                let next = self.binary_step(BinaryOp::Sub, old, one)?;
                return self.select_step(wraps, value, next);
            }
            A::USubCond => {
                self.hold_times(2, &[old]);
                self.hold(value);
                let fits = self.compare_step(IntPredicate::Uge, old, value)?;
                let difference = self.binary_step(BinaryOp::Sub, old, value)?;
                return self.select_step(fits, difference, old);
            }
            _ => return Err(format!("atomicrmw {}", what.name()).into()),
        };
        self.binary_step(binary, old, value)
    }

    /// An atomic load of 16 bytes: an exchange of zeros for zeros.
    pub fn atomic_load_16(&mut self, inst: Inst, pointer: Value) -> Result {
        self.settle_address(pointer)?;
        let (old, new) = (self.frame.slot(16)?, self.frame.slot(16)?);
        for at in [old, old + 8, new, new + 8] {
            self.code.body.mov_mi(Size::B64, Mem::base(Reg::RBP, at), 0);
        }
        self.exchange_if_equal(pointer, 16, old, new)?;
        self.load_value(inst, Mem::base(Reg::RBP, old).into())?;
        self.frame.release(old, 16);
        self.frame.release(new, 16);
        Ok(())
    }

    /// An atomic store of 16 bytes.
    pub fn atomic_store_16(&mut self, value: Value, pointer: Value) -> Result {
        let unused = self.temporary(self.type_of(value));
        self.change_atomically(unused, AtomicRmwOp::Xchg, pointer, value)?;
        self.retire(unused.into());
        Ok(())
    }

    fn compare_exchange_16(&mut self, inst: Inst, pointer: Value, expected: Value, replacement: Value) -> Result {
        let size = self.atomic_size(expected)?;
        self.settle_address(pointer)?;
        let (old, new) = (self.frame.slot(16)?, self.frame.slot(16)?);
        self.store_value(expected, Mem::base(Reg::RBP, old).into())?;
        self.store_value(replacement, Mem::base(Reg::RBP, new).into())?;
        self.registers.unlock();
        self.exchange_if_equal(pointer, size, old, new)?;
        let success = self.temp_general()?;
        self.code.body.setcc(Condition::Equal, success);
        let before = self.temporary(self.type_of(expected));
        self.load_value(before, Mem::base(Reg::RBP, old).into())?;
        let count = self.types.parts(self.type_of(expected))?.len();
        let at = self.define(inst)?;
        for part in 0..count {
            self.copy_part(at + part, before.into(), part)?;
        }
        self.assign(at + count, success);
        self.done(&[before.into()]);
        self.free_unused(inst);
        self.frame.release(old, 16);
        self.frame.release(new, 16);
        Ok(())
    }
}
