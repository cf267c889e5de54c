//! Vector operations with an SSE2 instruction, on one part of a vector at a time.
//!
//! The functions return whether they did the operation; the caller does the remaining operations lane by lane.

use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Op, Reg, Size, op};

use super::Pass;
use super::compare::Comparison;
use super::registers::SCRATCH_FLOAT;
use crate::error::Result;

/// The opcodes of an integer operation on lanes of 1, 2, 4 and 8 bytes.
type BySize = [Option<Op>; 4];

const ADD: BySize = [Some(op::PADDB), Some(op::PADDW), Some(op::PADDD), Some(op::PADDQ)];
const SUB: BySize = [Some(op::PSUBB), Some(op::PSUBW), Some(op::PSUBD), Some(op::PSUBQ)];
const MUL: BySize = [None, Some(op::PMULLW), None, None];
const EQUAL: BySize = [Some(op::PCMPEQB), Some(op::PCMPEQW), Some(op::PCMPEQD), None];
const GREATER: BySize = [Some(op::PCMPGTB), Some(op::PCMPGTW), Some(op::PCMPGTD), None];
const SHL: BySize = [None, Some(op::PSLLW_IMM), Some(op::PSLLD_IMM), Some(op::PSLLQ_IMM)];
const LSHR: BySize = [None, Some(op::PSRLW_IMM), Some(op::PSRLD_IMM), Some(op::PSRLQ_IMM)];
const ASHR: BySize = [None, Some(op::PSRAW_IMM), Some(op::PSRAD_IMM), None];

const fn all(op: Op) -> BySize {
    [Some(op); 4]
}

fn by_size(ops: BySize, lane_bytes: u32) -> Option<Op> {
    ops.get(lane_bytes.trailing_zeros() as usize).copied().flatten()
}

impl<'m> Pass<'m> {
    /// The lane size in bytes of a type whose parts are vector registers.
    fn packed_lane(&self, ty: Type) -> Option<u32> {
        self.types.parts(ty).ok()?;
        self.types.vector(ty).map(|v| v.lane_bytes).filter(|&bytes| bytes > 0)
    }

    pub fn binary_packed(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result<bool> {
        let ty = self.inst_type(inst);
        let Some(lane) = self.packed_lane(ty) else { return Ok(false) };
        let element = self.vector(ty)?.element;
        let is_double = element == Type::DOUBLE;
        let is_float = is_double || element == Type::FLOAT;
        use BinaryOp::*;
        let op = match what {
            And => by_size(all(op::PAND), lane),
            Or => by_size(all(op::POR), lane),
            Xor => by_size(all(op::PXOR), lane),
            // Only one bit of a lane of a mask is significant, so sum and difference are both the exclusive or.
            Add | Sub if element == Type::I1 => Some(op::PXOR),
            Mul if element == Type::I1 => Some(op::PAND),
            Add => by_size(ADD, lane),
            Sub => by_size(SUB, lane),
            Mul => by_size(MUL, lane),
            FAdd if is_float => Some(if is_double { op::ADDPD } else { op::ADDPS }),
            FSub if is_float => Some(if is_double { op::SUBPD } else { op::SUBPS }),
            FMul if is_float => Some(if is_double { op::MULPD } else { op::MULPS }),
            FDiv if is_float => Some(if is_double { op::DIVPD } else { op::DIVPS }),
            Shl | LShr | AShr if element != Type::I1 => return self.shift_packed(inst, what, lane, lhs, rhs),
            _ => None,
        };
        let Some(op) = op else { return Ok(false) };
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let left = self.take(lhs, part)?;
            let right = self.right_part(rhs, part)?;
            self.with_right(op, Size::B32, left, right);
            self.assign(at + part, left);
            self.registers.unlock();
        }
        Ok(true)
    }

    /// A shift of all lanes by the same constant.
    fn shift_packed(&mut self, inst: Inst, what: BinaryOp, lane: u32, lhs: Value, rhs: Value) -> Result<bool> {
        let ops = match what {
            BinaryOp::Shl => SHL,
            BinaryOp::LShr => LSHR,
            _ => ASHR,
        };
        let amount = self.module.constants().splat_value(self.module.context(), rhs).and_then(|e| self.constant_int(e));
        let (Some(op), Some(amount)) = (by_size(ops, lane), amount.filter(|&n| n < u64::from(8 * lane))) else {
            return Ok(false);
        };
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let reg = self.take(lhs, part)?;
            self.code.body.packed_shift_ri(op, reg, amount as u8);
            self.assign(at + part, reg);
            self.registers.unlock();
        }
        Ok(true)
    }

    /// A comparison whose result has lanes of the same size.
    pub fn compare_packed(&mut self, inst: Inst, what: Comparison, lhs: Value, rhs: Value) -> Result<bool> {
        let (Some(lane), Some(mask_lane)) =
            (self.packed_lane(self.type_of(lhs)), self.packed_lane(self.inst_type(inst)))
        else {
            return Ok(false);
        };
        let element = self.vector(self.type_of(lhs))?.element;
        if lane != mask_lane || element == Type::I1 {
            return Ok(false);
        }
        match what {
            Comparison::Int(predicate) => self.compare_ints_packed(inst, predicate, lane, lhs, rhs),
            Comparison::Float(predicate) if element == Type::FLOAT || element == Type::DOUBLE => {
                self.compare_floats_packed(inst, predicate, element == Type::DOUBLE, lhs, rhs)
            }
            Comparison::Float(_) => Ok(false),
        }
    }

    fn compare_ints_packed(
        &mut self,
        inst: Inst,
        predicate: IntPredicate,
        lane: u32,
        lhs: Value,
        rhs: Value,
    ) -> Result<bool> {
        use IntPredicate::*;
        let (ops, swap, negate) = match predicate {
            Eq => (EQUAL, false, false),
            Ne => (EQUAL, false, true),
            Sgt | Ugt => (GREATER, false, false),
            Sle | Ule => (GREATER, false, true),
            Slt | Ult => (GREATER, true, false),
            Sge | Uge => (GREATER, true, true),
        };
        let Some(op) = by_size(ops, lane) else { return Ok(false) };
        let is_unsigned = matches!(predicate, Ugt | Uge | Ult | Ule);
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let sign = 1u128 << (8 * lane - 1);
        let signs = (0..16 / lane).fold(0, |word, i| word | sign << (8 * lane * i));
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let left = self.take(lhs, part)?;
            let right = self.take(rhs, part)?;
            if is_unsigned {
                self.load_bits(PartKind::Lanes(16), SCRATCH_FLOAT, signs);
                self.code.body.rr(op::PXOR, Size::B32, left, SCRATCH_FLOAT);
                self.code.body.rr(op::PXOR, Size::B32, right, SCRATCH_FLOAT);
            }
            self.code.body.rr(op, Size::B32, left, right);
            if negate {
                self.code.body.rr(op::PCMPEQD, Size::B32, SCRATCH_FLOAT, SCRATCH_FLOAT);
                self.code.body.rr(op::PXOR, Size::B32, left, SCRATCH_FLOAT);
            }
            self.assign(at + part, left);
            self.registers.unlock();
        }
        Ok(true)
    }

    fn compare_floats_packed(
        &mut self,
        inst: Inst,
        predicate: FloatPredicate,
        is_double: bool,
        lhs: Value,
        rhs: Value,
    ) -> Result<bool> {
        use FloatPredicate as P;
        let (how, swap) = match predicate {
            P::Oeq => (0, false),
            P::Olt => (1, false),
            P::Ole => (2, false),
            P::Uno => (3, false),
            P::Une => (4, false),
            P::Uge => (5, false),
            P::Ugt => (6, false),
            P::Ord => (7, false),
            P::Ogt => (1, true),
            P::Oge => (2, true),
            P::Ule => (5, true),
            P::Ult => (6, true),
            P::False | P::True | P::One | P::Ueq => return Ok(false),
        };
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let left = self.take(lhs, part)?;
            let right = self.reg(rhs, part)?;
            self.code.body.packed_rri(if is_double { op::CMPPD } else { op::CMPPS }, left, right, how);
            self.assign(at + part, left);
            self.registers.unlock();
        }
        Ok(true)
    }

    /// `select` by a mask whose lanes are as wide as those of the operands.
    pub fn select_packed(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Result<bool> {
        let (Some(lane), Some(mask_lane)) =
            (self.packed_lane(self.inst_type(inst)), self.packed_lane(self.type_of(condition)))
        else {
            return Ok(false);
        };
        if lane != mask_lane {
            return Ok(false);
        }
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let mask = self.take(condition, part)?;
            self.spread_mask(mask, lane);
            let chosen = self.take(if_true, part)?;
            let other = self.right_part(if_false, part)?;
            self.code.body.rr(op::PAND, Size::B32, chosen, mask);
            self.with_right(op::PANDN, Size::B32, mask, other);
            self.code.body.rr(op::POR, Size::B32, chosen, mask);
            self.assign(at + part, chosen);
            self.registers.unlock();
        }
        Ok(true)
    }

    /// Copies the significant bit of each lane of a mask to the other bits of the lane.
    fn spread_mask(&mut self, reg: Reg, lane: u32) {
        match lane {
            1 => {
                // Isolates the bit of each byte, then compares with the bit: all ones if it is set, otherwise zero.
                self.load_bits(PartKind::Lanes(16), SCRATCH_FLOAT, u128::MAX / 0xff);
                self.code.body.rr(op::PAND, Size::B32, reg, SCRATCH_FLOAT);
                self.code.body.rr(op::PCMPEQB, Size::B32, reg, SCRATCH_FLOAT);
            }
            2 => {
                self.code.body.packed_shift_ri(op::PSLLW_IMM, reg, 15);
                self.code.body.packed_shift_ri(op::PSRAW_IMM, reg, 15);
            }
            _ => {
                if lane == 8 {
                    self.code.body.packed_rri(op::PSHUFD, reg, reg, 0xa0);
                }
                self.code.body.packed_shift_ri(op::PSLLD_IMM, reg, 31);
                self.code.body.packed_shift_ri(op::PSRAD_IMM, reg, 31);
            }
        }
    }

    pub fn cast_packed(&mut self, inst: Inst, what: CastOp, value: Value) -> Result<bool> {
        use CastOp::*;
        let (from, to) = (self.type_of(value), self.inst_type(inst));
        let (Some(from_lane), Some(to_lane)) = (self.packed_lane(from), self.packed_lane(to)) else {
            return Ok(false);
        };
        if from_lane != to_lane {
            return Ok(false);
        }
        let from_mask = self.vector(from)?.element == Type::I1;
        let convert = match what {
            PtrToInt | IntToPtr | PtrToAddr | AddrSpaceCast => None,
            SExt if from_mask => None,
            ZExt if from_mask => None,
            Trunc => None,
            SIToFP if from_lane == 4 && !from_mask => Some(op::CVTDQ2PS),
            FPToSI if from_lane == 4 => Some(op::CVTTPS2DQ),
            _ => return Ok(false),
        };
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let reg = self.take(value, part)?;
            if let Some(convert) = convert {
                self.code.body.rr(convert, Size::B32, reg, reg);
            }
            match what {
                SExt => self.spread_mask(reg, from_lane),
                ZExt => {
                    let ones = (0..16 / from_lane).fold(0, |word, i| word | 1u128 << (8 * from_lane * i));
                    self.load_bits(PartKind::Lanes(16), SCRATCH_FLOAT, ones);
                    self.code.body.rr(op::PAND, Size::B32, reg, SCRATCH_FLOAT);
                }
                _ => {}
            }
            self.assign(at + part, reg);
            self.registers.unlock();
        }
        Ok(true)
    }
}
