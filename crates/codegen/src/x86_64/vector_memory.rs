//! Values of any type in memory: types that are not a whole number of bytes, bit masks, and masked accesses.

use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::{Part, PartKind};
use lindworm_target::x86_64::{Condition, Mem, Op, Reg, Size, op};

use super::Pass;
use super::operands::Place;
use super::registers::{SCRATCH, SCRATCH_FLOAT};
use crate::error::Result;

impl<'m> Pass<'m> {
    /// Loads the result of an instruction from memory. The place is not used once registers are unlocked.
    pub fn load_value(&mut self, inst: Inst, place: Place) -> Result {
        let parts = self.types.parts(self.inst_type(inst))?;
        for (i, part) in parts.iter().enumerate() {
            let at = if i == 0 { self.define(inst)? } else { self.values.of_inst(inst).first_part as usize + i };
            self.load_part(at, part, place.plus(part.offset)?)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// Stores a value of any type.
    pub fn store_value(&mut self, value: Value, place: Place) -> Result {
        let parts = self.types.parts(self.type_of(value))?;
        for (i, part) in parts.iter().enumerate() {
            self.store_shifted_part(value, i, part, place.plus(part.offset)?)?;
        }
        Ok(())
    }

    fn load_part(&mut self, at: usize, part: &Part, place: Place) -> Result {
        match part.kind {
            PartKind::F80 => return self.load_x87(at, place),
            PartKind::Mask(lanes) => return self.load_mask(at, lanes.into(), place),
            PartKind::Lanes(bytes) if !matches!(bytes, 4 | 8 | 16) => {
                let slot = self.slot_of(at)?;
                return self.copy_by_moves(Mem::base(Reg::RBP, slot).into(), place, bytes.into());
            }
            _ => {}
        }
        let reg = self.temp(Self::bank(part.kind)?)?;
        match part.kind {
            PartKind::Int(bits) if part.shift > 0 => self.load_shifted(reg, bits.into(), part.shift.into(), place)?,
            kind => self.load_kind(kind, reg, place)?,
        }
        self.assign(at, reg);
        self.registers.unlock_one(reg);
        Ok(())
    }

    /// Loads an integer that does not begin at a byte boundary.
    fn load_shifted(&mut self, reg: Reg, bits: u32, shift: u32, place: Place) -> Result {
        let bytes = (shift + bits).div_ceil(8);
        self.load_kind(PartKind::Int((8 * bytes.min(8)) as u8), reg, place)?;
        if bytes > 8 {
            self.rm(op::MOVZX8, Size::B32, SCRATCH, place.plus(8)?);
            self.code.body.double_shift_ri(op::SHRD_CL, Size::B64, reg, SCRATCH, shift as u8);
        } else {
            self.code.body.shift_ri(op::SHR_CL, Size::B64, reg, shift as u8);
        }
        Ok(())
    }

    fn store_shifted_part(&mut self, value: Value, number: usize, part: &Part, place: Place) -> Result {
        match part.kind {
            PartKind::Int(bits) if part.shift > 0 => {
                let (bits, shift) = (u32::from(bits), u32::from(part.shift));
                let reg = self.take(value, number)?;
                self.extend_to_64(reg, bits, false);
                // The preceding lanes are already stored.
                let before = self.temp_general()?;
                self.rm(op::MOVZX8, Size::B32, before, place);
                self.code.body.ri(op::AND, Size::B32, before, (1 << shift) - 1);
                let bytes = (shift + bits).div_ceil(8);
                if bytes > 8 {
                    self.code.body.rr(op::MOV, Size::B64, SCRATCH, reg);
                    self.code.body.shift_ri(op::SHR_CL, Size::B64, SCRATCH, (64 - shift) as u8);
                    self.mr(op::MOV_STORE, Size::B8, place.plus(8)?, SCRATCH);
                }
                self.code.body.shift_ri(op::SHL_CL, Size::B64, reg, shift as u8);
                self.code.body.rr(op::OR, Size::B64, reg, before);
                self.store_bytes(reg, bytes.min(8), place)?;
                self.registers.unlock_one(before);
                self.registers.unlock_one(reg);
                Ok(())
            }
            kind => self.store_part(value, number, kind, place),
        }
    }

    /// Loads bits as lanes of a mask: all bits of a lane except the first are arbitrary.
    fn load_mask(&mut self, at: usize, lanes: u32, place: Place) -> Result {
        let slot = self.slot_of(at)?;
        let bits = self.temp_general()?;
        let (load, lane_bytes): (Op, u32) = (if lanes > 8 { op::MOVZX16 } else { op::MOVZX8 }, 16 / lanes);
        self.rm(load, Size::B32, bits, place);
        let size = Size::of_bits(8 * lane_bytes);
        for lane in 0..lanes {
            if lane > 0 {
                self.code.body.shift_ri(op::SHR_CL, Size::B32, bits, 1);
            }
            self.code.body.mr(op::MOV_STORE, size, Mem::base(Reg::RBP, slot + (lane * lane_bytes) as i32), bits);
        }
        self.registers.unlock_one(bits);
        Ok(())
    }

    /// Stores the lanes of a mask as bits.
    pub fn store_mask(&mut self, value: Value, part: usize, lanes: u32, place: Place) -> Result {
        let reg = self.reg(value, part)?;
        self.code.body.rr(op::MOVAPS, Size::B32, SCRATCH_FLOAT, reg);
        self.mask_to_scratch(lanes);
        self.registers.unlock_one(reg);
        self.mr(op::MOV_STORE, if lanes > 8 { Size::B16 } else { Size::B8 }, place, SCRATCH);
        Ok(())
    }

    /// Gathers the first bits of the lanes in the vector scratch register in the other vector scratch register, zero-extended.
    pub fn mask_to_scratch(&mut self, lanes: u32) {
        let asm = &mut self.code.body;
        let (shift, gather) = match lanes {
            16 => (op::PSLLW_IMM, op::PMOVMSKB),
            8 => (op::PSLLW_IMM, op::PMOVMSKB),
            4 => (op::PSLLD_IMM, op::MOVMSKPS),
            _ => (op::PSLLQ_IMM, op::MOVMSKPD),
        };
        let by = match lanes {
            16 => 7,
            8 => 15,
            4 => 31,
            _ => 63,
        };
        asm.packed_shift_ri(shift, SCRATCH_FLOAT, by);
        if lanes == 8 {
            // Saturation to bytes preserves the signs of lanes.
            asm.rr(op::PACKSSWB, Size::B32, SCRATCH_FLOAT, SCRATCH_FLOAT);
        }
        asm.rr(gather, Size::B32, SCRATCH, SCRATCH_FLOAT);
    }

    // Masked accesses.

    /// Jumps if a lane of a mask is not set; no jump is emitted if the lane is known to be set. `None` if the lane is known to be
    /// clear.
    fn skip_unless(&mut self, mask: Value, lane: u32) -> Result<Option<Option<u32>>> {
        if self.values.number(mask).is_none() {
            let cx = self.module.context();
            let element = self.module.constants().element(cx, mask, lane.into());
            let bit = element.and_then(|e| self.constant_int(e)).unwrap_or(0);
            return Ok((bit & 1 == 1).then_some(None));
        }
        let (part, byte) = self.vector(self.type_of(mask))?.place(lane);
        let slot = self.lane_slot(mask, part, byte)?;
        self.code.body.test_mi(Size::B8, Mem::base(Reg::RBP, slot), 1);
        Ok(Some(Some(self.code.body.jcc(Condition::Equal))))
    }

    /// The pieces of a lane: offset in the frame, offset in memory from the start of the lane, and size in bytes.
    fn lane_pieces(&mut self, first: usize, ty: Type, lane: u32) -> Result<Vec<(i32, u32, u32)>> {
        let vector = self.vector(ty)?;
        let (part, byte) = vector.place(lane);
        if vector.lane_bytes > 0 {
            return Ok(vec![(self.in_slot(first + part)? + byte as i32, 0, vector.lane_bytes)]);
        }
        let inner = self.types.parts(vector.element)?;
        let mut pieces = Vec::new();
        for (i, piece) in inner.iter().enumerate() {
            let bytes = match piece.kind {
                PartKind::Int(bits) => u32::from(bits).div_ceil(8),
                PartKind::F80 => 10,
                kind => kind.size(),
            };
            pieces.push((self.in_slot(first + part + i)?, piece.offset, bytes));
        }
        Ok(pieces)
    }

    /// The distance between lanes in memory.
    fn lane_stride(&self, ty: Type) -> Result<u32> {
        let layout = self.module.data_layout();
        let element = self.vector(ty)?.element;
        match layout.layout(self.module.context(), element).map(|l| l.size_in_bits().min) {
            Some(bits) if bits % 8 == 0 => Ok((bits / 8) as u32),
            _ => Err("an access of some lanes of such a vector".into()),
        }
    }

    /// Loads the lanes enabled by a mask; disabled lanes come from another vector.
    pub fn masked_load(&mut self, inst: Inst, memory: Lanes, mask: Value, other: Value) -> Result {
        let ty = self.inst_type(inst);
        let (len, stride) = (self.vector(ty)?.len, self.lane_stride(ty)?);
        self.settle(memory, mask)?;
        self.copy_to_slots(inst, other)?;
        let at = self.values.of_inst(inst).first_part as usize;
        let pointer = self.lane_pointer(memory)?;
        for lane in 0..len {
            let Some(skip) = self.skip_unless(mask, lane)? else { continue };
            let from = self.next_place(memory, pointer, lane, stride)?;
            for (slot, offset, bytes) in self.lane_pieces(at, ty, lane)? {
                self.copy_by_moves(Mem::base(Reg::RBP, slot).into(), from.plus(offset)?, bytes)?;
            }
            self.end_lane(memory, pointer, stride, skip);
        }
        self.registers.unlock();
        self.free_unused(inst);
        Ok(())
    }

    /// Stores the lanes enabled by a mask.
    pub fn masked_store(&mut self, value: Value, memory: Lanes, mask: Value) -> Result {
        let ty = self.type_of(value);
        let (len, stride) = (self.vector(ty)?.len, self.lane_stride(ty)?);
        self.settle(memory, mask)?;
        let copy = self.temporary(ty);
        self.copy_to_slots(copy, value)?;
        let at = self.values.of_inst(copy).first_part as usize;
        let pointer = self.lane_pointer(memory)?;
        for lane in 0..len {
            let Some(skip) = self.skip_unless(mask, lane)? else { continue };
            let to = self.next_place(memory, pointer, lane, stride)?;
            for (slot, offset, bytes) in self.lane_pieces(at, ty, lane)? {
                self.copy_by_moves(to.plus(offset)?, Mem::base(Reg::RBP, slot).into(), bytes)?;
            }
            self.end_lane(memory, pointer, stride, skip);
        }
        self.done(&[copy.into()]);
        Ok(())
    }

    /// Copies a value to the result of an instruction, each part to its slot.
    fn copy_to_slots(&mut self, inst: Inst, value: Value) -> Result {
        let at = self.define(inst)?;
        for (i, part) in self.types.parts(self.inst_type(inst))?.iter().enumerate() {
            let slot = self.slot_of(at + i)?;
            let mem = Mem::base(Reg::RBP, slot);
            if part.kind == PartKind::F80 {
                self.store_x87(value, i, mem.into())?;
                continue;
            }
            let reg = self.reg(value, i)?;
            self.store_register(part.kind, mem, reg);
            self.registers.unlock_one(reg);
        }
        Ok(())
    }

    /// A register with the address of the first lane; for a gather or scatter, a register to hold each lane's address.
    fn lane_pointer(&mut self, memory: Lanes) -> Result<Reg> {
        match memory {
            Lanes::Rows(pointer) | Lanes::Dense(pointer) => self.take(pointer, 0),
            Lanes::At(_) => self.temp_general(),
        }
    }

    /// The memory of a lane.
    fn next_place(&mut self, memory: Lanes, pointer: Reg, lane: u32, stride: u32) -> Result<Place> {
        match memory {
            Lanes::Rows(_) => Place::from(Mem::base(pointer, 0)).plus(lane * stride),
            Lanes::Dense(_) => Ok(Mem::base(pointer, 0).into()),
            Lanes::At(addresses) => {
                let (part, byte) = self.vector(self.type_of(addresses))?.place(lane);
                match self.values.number(addresses).is_some() {
                    true => {
                        let at = self.part_at(addresses, part)?.ok_or("an operand without a value")?;
                        let slot = self.values.parts[at].slot;
                        self.code.body.rm(op::MOV, Size::B64, pointer, Mem::base(Reg::RBP, slot + byte as i32));
                    }
                    false => {
                        let lane = self.lane(addresses, lane)?;
                        let from = self.source(lane, 0)?;
                        self.bring(pointer, PartKind::Int(64), from)?;
                    }
                }
                Ok(Mem::base(pointer, 0).into())
            }
        }
    }

    fn end_lane(&mut self, memory: Lanes, pointer: Reg, stride: u32, skip: Option<u32>) {
        if let Lanes::Dense(_) = memory {
            self.code.body.ri(op::ADD, Size::B64, pointer, stride as i32);
        }
        self.bind_here(skip.as_slice());
    }

    /// Stores mask operands in slots, where conditionally executed code finds them.
    fn settle(&mut self, memory: Lanes, mask: Value) -> Result {
        let addresses = if let Lanes::At(addresses) = memory { Some(addresses) } else { None };
        for value in addresses.into_iter().chain([mask]) {
            if self.values.number(value).is_some() {
                for i in 0..self.types.parts(self.type_of(value))?.len() {
                    self.lane_slot(value, i, 0)?;
                }
            }
        }
        Ok(())
    }
}

/// The memory locations of the lanes of an access.
#[derive(Clone, Copy)]
pub enum Lanes {
    /// Consecutive from an address.
    Rows(Value),
    /// Consecutive, but disabled lanes take no space (`llvm.masked.expandload`, `llvm.masked.compressstore`).
    Dense(Value),
    /// At the addresses in the lanes of a vector.
    At(Value),
}
