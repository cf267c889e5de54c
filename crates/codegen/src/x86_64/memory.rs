//! `alloca`, `load`, `store`, `getelementptr`, and atomic accesses.

use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::{Inst, InstData, Type, Value};
use lindworm_target::legal::{Part, PartKind};
use lindworm_target::x86_64::{Mem, Reg, Scale, Size, op};

use super::Pass;
use super::operands::Place;
use super::registers::SCRATCH;
use crate::error::Result;
use crate::values::{Address, AddressBase};

impl<'m> Pass<'m> {
    pub fn alloca(&mut self, inst: Inst, data: &InstData) -> Result {
        let InstData::Alloca { allocated, count, align, in_alloca, .. } = *data else { return Ok(()) };
        let size = self.types.size(allocated).ok_or("alloca of a type without a size")?;
        let align = align.bytes().unwrap_or_else(|| self.types.align(allocated));
        let too_large = "an alloca of more than 2^63 bytes";
        let constant = self.constant_int(count).map(|n| size.checked_mul(n).ok_or(too_large)).transpose()?;
        if let Some(size) = constant
            && self.position == 0
            && align <= 16
            && !in_alloca
            && self.frame.has_room(size)
        {
            let disp = self.frame.allocate(size, align)?;
            return self.stand_for(inst, Address { base: AddressBase::Frame, index: None, disp });
        }
        self.has_dynamic_stack = true;
        match constant {
            Some(size) => {
                let size = size.checked_next_multiple_of(16).filter(|&size| size < 1 << 63).ok_or(too_large)?;
                match i32::try_from(size) {
                    Ok(size) => self.code.body.ri(op::SUB, Size::B64, Reg::RSP, size),
                    Err(_) => {
                        self.code.body.mov_ri(SCRATCH, size);
                        self.code.body.rr(op::SUB, Size::B64, Reg::RSP, SCRATCH);
                    }
                }
            }
            None => {
                let bits = self.bits_of(count)?;
                let bytes = self.take_extended(count, bits, false)?;
                self.multiply_by(bytes, size)?;
                self.code.body.ri(op::ADD, Size::B64, bytes, 15);
                self.code.body.ri(op::AND, Size::B64, bytes, -16);
                self.code.body.rr(op::SUB, Size::B64, Reg::RSP, bytes);
            }
        }
        if align > 16 {
            let mask = i32::try_from(align).map_err(|_| "an alloca of such alignment")?.wrapping_neg();
            self.code.body.ri(op::AND, Size::B64, Reg::RSP, mask);
        }
        let reg = self.temp_general()?;
        self.code.body.rr(op::MOV, Size::B64, reg, Reg::RSP);
        self.result(inst, reg)
    }

    /// Represents the result of an instruction as an address that is computed at each use. The base and index of the address stay
    /// live.
    pub fn stand_for(&mut self, inst: Inst, address: Address) -> Result {
        self.define(inst)?;
        self.values.set_address(inst.as_u32(), address);
        if let AddressBase::Value(base) = address.base {
            self.hold(base);
        }
        if let Some((index, _)) = address.index {
            self.hold(index);
        }
        Ok(())
    }

    pub fn get_element_ptr(&mut self, inst: Inst, source: Type, operands: &[Value]) -> Result {
        if self.module.context().is_vector(self.inst_type(inst)) {
            return self.get_element_ptr_lanes(inst, source, operands);
        }
        self.scalar(self.inst_type(inst))?;
        let [base, indices @ ..] = operands else { return Ok(()) };
        let cx = self.module.context();
        let mut address = match self.lazy_address(*base) {
            Some(address) => address,
            None => Address { base: AddressBase::Value(*base), index: None, disp: 0 },
        };
        let mut offset = i64::from(address.disp);
        let mut sum = None;
        let mut ty = source;
        for (i, &index) in indices.iter().enumerate() {
            if i > 0 && cx.is_struct(ty) {
                let field = self.constant_int(index).ok_or("an index of a struct that is not constant")?;
                offset =
                    offset.wrapping_add(self.types.field_offset(ty, field as usize).ok_or("an opaque struct")? as i64);
                ty = cx.element_type(ty, field).ok_or("an index past the end of a struct")?;
                continue;
            }
            let size;
            (ty, size) = self.types.indexed(ty, i == 0).ok_or("an element without a size")?;
            // Bits past those of a pointer have no effect.
            let bits = cx.int_or_byte_width(self.type_of(index)).ok_or("an index that is not an integer")?.min(64);
            if let Some(number) = self.low_word(index) {
                let number = (number << (64 - bits)) as i64 >> (64 - bits);
                offset = offset.wrapping_add(number.wrapping_mul(size as i64));
            } else if let (None, None, 64, Some(scale)) = (address.index, sum, bits, Scale::new(size)) {
                address.index = Some((index, scale));
            } else {
                let reg = self.take_extended(index, bits, true)?;
                self.multiply_by(reg, size)?;
                if let Some(sum) = sum {
                    self.code.body.rr(op::ADD, Size::B64, sum, reg);
                    self.registers.unlock_one(reg);
                } else {
                    sum = Some(reg);
                }
            }
        }
        address.disp = match i32::try_from(offset) {
            Ok(disp) => disp,
            Err(_) => {
                let far = self.temp_general()?;
                self.code.body.mov_ri(far, offset as u64);
                if let Some(sum) = sum {
                    self.code.body.rr(op::ADD, Size::B64, sum, far);
                } else {
                    sum = Some(far);
                }
                0
            }
        };
        let info = self.values.of_inst(inst);
        let is_kept = address.base == AddressBase::Frame && address.index.is_none();
        if sum.is_none() && (is_kept || info.last == self.position && !info.through) {
            return self.stand_for(inst, address);
        }
        if address.disp == 0 && address.index.is_none() && sum.is_none() {
            return self.copy_value(inst, *base);
        }
        let mut mem = self.address_mem(address)?;
        if let Some(sum) = sum {
            if address.index.is_some() {
                self.code.body.rm(op::LEA, Size::B64, SCRATCH, mem);
                mem = Mem::base(SCRATCH, 0);
            }
            mem = mem.with_index(sum, Scale::One);
        }
        let reg = match sum {
            Some(sum) => sum,
            None => self.temp_general()?,
        };
        self.code.body.rm(op::LEA, Size::B64, reg, mem);
        self.result(inst, reg)
    }

    /// Multiplies all 64 bits of a register by a constant.
    pub fn multiply_by(&mut self, reg: Reg, factor: u64) -> Result {
        let asm = &mut self.code.body;
        match factor {
            1 => {}
            _ if factor.is_power_of_two() => asm.shift_ri(op::SHL_CL, Size::B64, reg, factor.trailing_zeros() as u8),
            _ => match i32::try_from(factor) {
                Ok(factor) => asm.imul_rri(Size::B64, reg, reg, factor),
                Err(_) => {
                    asm.mov_ri(SCRATCH, factor);
                    asm.rr(op::IMUL, Size::B64, reg, SCRATCH);
                }
            },
        }
        Ok(())
    }

    pub fn load(&mut self, inst: Inst, data: &'m InstData) -> Result {
        let InstData::Load { pointer, ordering, .. } = *data else { return Ok(()) };
        let parts = self.types.parts(self.inst_type(inst))?;
        if let [part] = parts
            && let PartKind::Int(bits @ (8 | 16 | 32)) = part.kind
            && !self.module.context().is_vector(self.inst_type(inst))
            && let Some(InstData::Cast { op: CastOp::ZExt | CastOp::SExt, .. }) = self.only_user_is_next(inst)
            && let Some(next) = self.body.next_inst(inst)
            && self
                .types
                .parts(self.inst_type(next))
                .is_ok_and(|p| matches!(p, [part] if part.kind != PartKind::Int(bits)))
        {
            self.fuse(inst);
            return Ok(());
        }
        if ordering != AtomicOrdering::NotAtomic && is_past_8_bytes(parts) {
            self.atomic_load_16(inst, pointer)?;
            self.retire_operands(data);
            return Ok(());
        }
        let place = self.place(pointer)?;
        self.load_value(inst, place)?;
        self.retire_operands(data);
        Ok(())
    }

    /// Loads a value of a kind from memory.
    pub fn load_kind(&mut self, kind: PartKind, reg: Reg, place: Place) -> Result {
        match kind {
            PartKind::Int(..=8) => self.rm(op::MOVZX8, Size::B32, reg, place),
            PartKind::Int(..=16) => self.rm(op::MOVZX16, Size::B32, reg, place),
            PartKind::Int(32) => self.rm(op::MOV, Size::B32, reg, place),
            PartKind::Int(57..) => self.rm(op::MOV, Size::B64, reg, place),
            PartKind::Int(25..=31) => self.rm(op::MOV, Size::B32, reg, place),
            PartKind::Int(bits) => {
                // Does not read past the last byte.
                let (mut at, mut left) = (0, u32::from(bits).div_ceil(8));
                let piece = self.temp_general()?;
                while left > 0 {
                    let size = 1 << left.ilog2();
                    let to = if at == 0 { reg } else { piece };
                    let part = PartKind::Int((8 * size) as u8);
                    self.load_kind(part, to, place.plus(at)?)?;
                    if at > 0 {
                        self.code.body.shift_ri(op::SHL_CL, Size::B64, piece, (8 * at) as u8);
                        self.code.body.rr(op::OR, Size::B64, reg, piece);
                    }
                    (at, left) = (at + size, left - size);
                }
                self.registers.unlock_one(piece);
            }
            PartKind::F32 | PartKind::Lanes(4) => self.rm(op::MOVSS, Size::B32, reg, place),
            PartKind::F64 | PartKind::Lanes(8) => self.rm(op::MOVSD, Size::B32, reg, place),
            PartKind::F16 => {
                self.rm(op::MOVZX16, Size::B32, SCRATCH, place);
                self.code.body.rr(op::MOVD_TO_XMM, Size::B32, reg, SCRATCH);
            }
            PartKind::F128 | PartKind::Lanes(16) => self.rm(op::MOVUPS, Size::B32, reg, place),
            PartKind::F80 | PartKind::Lanes(_) | PartKind::Mask(_) => return Err("such a load".into()),
        }
        Ok(())
    }

    pub fn store(&mut self, data: &InstData) -> Result {
        let InstData::Store { value, pointer, ordering, .. } = *data else { return Ok(()) };
        let parts = self.types.parts(self.type_of(value))?;
        if ordering != AtomicOrdering::NotAtomic && is_past_8_bytes(parts) {
            return self.atomic_store_16(value, pointer);
        }
        let place = self.place(pointer)?;
        if let ([part], AtomicOrdering::SeqCst) = (parts, ordering) {
            return self.atomic_store(value, part.kind, place);
        }
        self.store_value(value, place)
    }

    /// Stores a part of a value.
    pub fn store_part(&mut self, value: Value, part: usize, kind: PartKind, place: Place) -> Result {
        if kind == PartKind::F80 {
            return self.store_x87(value, part, place);
        }
        if let (PartKind::Int(bits @ (8 | 16 | 32 | 64)), 0) = (kind, part)
            && let Some(imm) = self.immediate(value, bits.into())
        {
            self.mov_mi(Size::of_bits(bits.into()), place, imm);
            return Ok(());
        }
        if let PartKind::Int(bits) = kind
            && !matches!(bits, 8 | 16 | 32 | 64)
        {
            let reg = self.take(value, part)?;
            self.extend(reg, bits.into(), false);
            self.store_bytes(reg, u32::from(bits).div_ceil(8), place)?;
            self.registers.unlock_one(reg);
            return Ok(());
        }
        if let PartKind::Mask(lanes) = kind {
            return self.store_mask(value, part, lanes.into(), place);
        }
        let reg = self.reg(value, part)?;
        match kind {
            PartKind::Int(bits) => self.mr(op::MOV_STORE, Size::of_bits(bits.into()), place, reg),
            PartKind::F16 => {
                self.code.body.rr(op::MOVD_FROM_XMM, Size::B32, reg, SCRATCH);
                self.mr(op::MOV_STORE, Size::B16, place, SCRATCH);
            }
            PartKind::F32 | PartKind::Lanes(4) => self.mr(op::MOVSS_STORE, Size::B32, place, reg),
            PartKind::F64 | PartKind::F80 | PartKind::Lanes(8) => self.mr(op::MOVSD_STORE, Size::B32, place, reg),
            PartKind::F128 | PartKind::Lanes(16) => self.mr(op::MOVUPS_STORE, Size::B32, place, reg),
            PartKind::Lanes(bytes) => {
                let slot = self.frame.slot(16)?;
                self.store_register(kind, Mem::base(Reg::RBP, slot), reg);
                self.copy_by_moves(place, Mem::base(Reg::RBP, slot).into(), bytes.into())?;
                self.frame.release(slot, 16);
            }
            PartKind::Mask(_) => {}
        }
        self.registers.unlock_one(reg);
        Ok(())
    }

    /// Stores the `left` low bytes of a register; modifies the register.
    pub fn store_bytes(&mut self, reg: Reg, mut left: u32, place: Place) -> Result {
        let mut at = 0;
        loop {
            let size = 1 << left.ilog2();
            self.mr(op::MOV_STORE, Size::of_bits(8 * size), place.plus(at)?, reg);
            (at, left) = (at + size, left - size);
            if left == 0 {
                return Ok(());
            }
            self.code.body.shift_ri(op::SHR_CL, Size::B64, reg, (8 * size) as u8);
        }
    }
}

/// Whether one move cannot access a value.
fn is_past_8_bytes(parts: &[Part]) -> bool {
    !matches!(parts, [part] if part.kind.size() <= 8 || matches!(part.kind, PartKind::Lanes(..=8)))
}
