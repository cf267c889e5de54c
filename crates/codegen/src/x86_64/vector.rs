//! Access to lanes of vectors. Operations with an SSE2 instruction are in `packed.rs`; all others are done lane by lane.

use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Mem, Reg, Size, op};

use super::Pass;
use super::operands::Place;
use crate::error::Result;

impl<'m> Pass<'m> {
    pub fn extract_element(&mut self, inst: Inst, vector: Value, index: Value) -> Result {
        let shape = self.vector(self.type_of(vector))?;
        if let Some(lane) = self.constant_int(index) {
            let lane = u32::try_from(lane).ok().filter(|&lane| lane < shape.len).unwrap_or(0);
            let element = self.lane(vector, lane)?;
            self.copy_value(inst, element)?;
            self.done(&[element]);
            return Ok(());
        }
        let (image, size, stride) = self.lanes_in_memory(vector)?;
        let place = self.lane_place(image, stride, shape.len, index)?;
        self.load_value(inst, place)?;
        self.frame.release(image, size);
        Ok(())
    }

    /// The lanes of a vector, consecutive in the frame: offset, lane size in bytes, and stride.
    fn lanes_in_memory(&mut self, value: Value) -> Result<(i32, u32, u32)> {
        let vector = self.vector(self.type_of(value))?;
        let is_mask = self.module.context().int_or_byte_width(vector.element) == Some(1);
        let stride = match vector.lane_bytes {
            0 => self.types.size(vector.element).unwrap_or(1) as u32,
            bytes => bytes,
        };
        let lanes = vector.len.checked_next_power_of_two().and_then(|n| n.checked_mul(stride));
        let size = lanes.ok_or("a vector of more than 4 GB")?.max(16);
        let image = self.frame.slot(size)?;
        if vector.lane_bytes > 0 && !is_mask {
            let to = Mem::base(Reg::RBP, image);
            for (i, part) in self.types.parts(self.type_of(value))?.iter().enumerate() {
                let reg = self.reg(value, i)?;
                let to = to.plus(16 * i as i32).ok_or("a slot that far away")?;
                self.store_register(part.kind, to, reg);
                self.registers.unlock_one(reg);
            }
            return Ok((image, size, stride));
        }
        for lane in 0..vector.len {
            let element = self.lane(value, lane)?;
            self.store_value(element, Mem::base(Reg::RBP, image + (lane * stride) as i32).into())?;
            self.done(&[element]);
        }
        Ok((image, size, stride))
    }

    /// The location of a lane with a variable index; an index past the end gives an arbitrary lane.
    fn lane_place(&mut self, image: i32, stride: u32, len: u32, index: Value) -> Result<Place> {
        let (bits, wide) = (self.types.parts(self.type_of(index))?[0].kind, self.type_of(index));
        let bits = match bits {
            PartKind::Int(bits) => u32::from(bits),
            _ => return Err(format!("an index of type {wide:?}").into()),
        };
        let reg = self.take_extended(index, bits, false)?;
        self.code.body.ri(op::AND, Size::B32, reg, (len.next_power_of_two() - 1) as i32);
        self.multiply_by(reg, stride.into())?;
        let mem = Mem::base(Reg::RBP, image).with_index(reg, lindworm_target::x86_64::Scale::One);
        Ok(mem.into())
    }

    pub fn insert_element(&mut self, inst: Inst, vector: Value, element: Value, index: Value) -> Result {
        let shape = self.vector(self.inst_type(inst))?;
        let Some(lane) = self.constant_int(index) else {
            let (image, size, stride) = self.lanes_in_memory(vector)?;
            let place = self.lane_place(image, stride, shape.len, index)?;
            self.store_value(element, place)?;
            self.registers.unlock();
            let at = self.define(inst)?;
            for lane in 0..shape.len {
                let value = self.temporary(shape.element);
                self.load_value(value, Mem::base(Reg::RBP, image + (lane * stride) as i32).into())?;
                self.set_lane(at, &shape, lane, value.into())?;
            }
            self.frame.release(image, size);
            self.free_unused(inst);
            return Ok(());
        };
        let lane = u32::try_from(lane).ok().filter(|&lane| lane < shape.len).unwrap_or(0);
        let is_new = self.module.constants().is_undef_or_poison(vector);
        let (changed, _) = shape.place(lane);
        let at = self.define(inst)?;
        for part in 0..usize::from(self.values.of_inst(inst).parts) {
            let is_changed = part == changed
                || shape.lane_bytes == 0 && part > changed && part < changed + shape.element_parts as usize;
            if is_changed && shape.lane_bytes > 0 && !is_new {
                self.move_to_slot(at + part, vector, part)?;
            } else if !is_changed {
                self.copy_part(at + part, vector, part)?;
            }
        }
        if is_new && lane == 0 && self.first_lane(at, shape.lane_bytes, element)? {
            return Ok(());
        }
        self.hold(element);
        self.set_lane(at, &shape, lane, element)?;
        self.free_unused(inst);
        Ok(())
    }

    /// Assigns to a part a vector register whose first lane is an element. Returns whether this was possible.
    fn first_lane(&mut self, at: usize, lane_bytes: u32, element: Value) -> Result<bool> {
        let reg = match (lane_bytes, self.kind_of(element)?) {
            (4.., PartKind::Int(_)) => {
                let from = self.reg(element, 0)?;
                let reg = self.temp_float()?;
                self.code.body.rr(op::MOVD_TO_XMM, if lane_bytes == 8 { Size::B64 } else { Size::B32 }, reg, from);
                reg
            }
            (1.., PartKind::F16 | PartKind::F32 | PartKind::F64) => self.take(element, 0)?,
            _ => return Ok(false),
        };
        self.assign(at, reg);
        self.registers.unlock();
        Ok(true)
    }

    /// Makes a part, in its slot, equal to a part of another value. Takes over the other slot if it has no other use.
    fn move_to_slot(&mut self, at: usize, from: Value, part: usize) -> Result {
        if let Some(source) = self.part_at(from, part)?
            && let Some(number) = self.values.number(from)
            && self.dies_here(number)
            && self.values.parts[source].slot < 0
            && !self.frame.keeps_slots()
        {
            self.spill(source)?;
            let old = &mut self.values.parts[source];
            let (slot, reg) = (std::mem::take(&mut old.slot), old.reg.take());
            reg.into_iter().for_each(|reg| self.registers.release(reg));
            self.values.parts[at].slot = slot;
            return Ok(());
        }
        let slot = self.slot_of(at)?;
        let reg = self.reg(from, part)?;
        self.store_register(self.values.parts[at].kind, Mem::base(Reg::RBP, slot), reg);
        self.registers.unlock();
        Ok(())
    }

    /// `select` with a condition for each lane.
    pub fn select_lanes(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Result {
        if self.select_packed(inst, condition, if_true, if_false)? {
            return Ok(());
        }
        self.elementwise(inst, &[condition, if_true, if_false], |pass, inst, args| {
            pass.select(inst, args[0], args[1], args[2])
        })
    }

    /// A `bitcast` by way of memory.
    pub fn cast_bits(&mut self, inst: Inst, value: Value) -> Result {
        let (from, to) = (self.type_of(value), self.inst_type(inst));
        let size = self.types.size(from).into_iter().chain(self.types.size(to)).max().unwrap_or(16);
        let size = u32::try_from(size).map_err(|_| "a value of more than 4 GB")?.max(16);
        let image = self.frame.slot(size)?;
        let place = Place::from(Mem::base(Reg::RBP, image));
        self.store_value(value, place)?;
        self.registers.unlock();
        self.load_value(inst, place)?;
        self.frame.release(image, size);
        self.free_unused(inst);
        Ok(())
    }

    /// Lanes of two vectors of pointers or numbers: `getelementptr`.
    pub fn get_element_ptr_lanes(&mut self, inst: Inst, source: Type, operands: &[Value]) -> Result {
        self.elementwise(inst, operands, |pass, inst, args| pass.get_element_ptr(inst, source, args))
    }
}
