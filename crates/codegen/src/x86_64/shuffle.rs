//! `shufflevector`.

use lindworm_ir::value::Imm;
use lindworm_ir::{Inst, Value};
use lindworm_target::legal::{PartKind, Vector};
use lindworm_target::x86_64::{Mem, Reg, Size, op};

use super::Pass;
use crate::error::Result;

/// A mask element for an undefined lane.
const ANY: u32 = u32::MAX;

impl<'m> Pass<'m> {
    pub fn shuffle_vector(&mut self, inst: Inst, v1: Value, v2: Value, mask: &[Imm]) -> Result {
        let (from, to) = (self.vector(self.type_of(v1))?, self.vector(self.inst_type(inst))?);
        let source = |lane: u32| {
            let taken = mask.get(lane as usize).map_or(ANY, |m| m.0);
            match taken {
                _ if taken < from.len => Some((v1, taken)),
                _ if taken - from.len < from.len && taken != ANY => Some((v2, taken - from.len)),
                _ => None,
            }
        };
        let at = self.define(inst)?;
        if to.lane_bytes == 0 || from.lane_bytes != to.lane_bytes {
            for lane in 0..to.len {
                if let Some((value, taken)) = source(lane) {
                    let element = self.lane(value, taken)?;
                    self.set_lane(at, &to, lane, element)?;
                }
            }
            self.free_unused(inst);
            return Ok(());
        }
        let lanes = 16 / to.lane_bytes;
        for part in 0..to.len.div_ceil(lanes) {
            let wanted: smallvec::SmallVec<[_; 16]> =
                (0..lanes.min(to.len - part * lanes)).map(|i| source(part * lanes + i)).collect();
            self.shuffle_part(at + part as usize, &from, &wanted)?;
            self.registers.unlock();
        }
        self.free_unused(inst);
        Ok(())
    }

    /// One vector register of the result, shuffled from lanes of two vectors.
    fn shuffle_part(&mut self, at: usize, from: &Vector, wanted: &[Option<(Value, u32)>]) -> Result {
        let bytes = from.lane_bytes;
        let lanes = 16 / bytes;
        let Some((value, first)) = wanted.iter().find_map(|lane| *lane) else {
            self.slot_of(at)?;
            return Ok(());
        };
        let part = first / lanes;
        let is_one_part = wanted.iter().flatten().all(|&(v, lane)| v == value && lane / lanes == part);
        if is_one_part {
            let place = |i: usize| wanted.get(i).copied().flatten().map(|(_, lane)| lane % lanes);
            if (0..wanted.len()).all(|i| place(i).is_none_or(|lane| lane == i as u32)) {
                // The slot of a narrower vector also has 16 bytes.
                return self.copy_part_keeping(at, value, part as usize);
            }
            if let Some(order) = order_of_words(bytes, place) {
                let source = self.reg(value, part as usize)?;
                let reg = self.temp_float()?;
                self.code.body.packed_rri(op::PSHUFD, reg, source, order);
                self.assign(at, reg);
                return Ok(());
            }
        }
        let slot = self.slot_of(at)?;
        for (i, lane) in wanted.iter().enumerate() {
            let Some((value, lane)) = *lane else { continue };
            let to = slot + i as i32 * bytes as i32;
            let (part, byte) = from.place(lane);
            if self.values.number(value).is_some() {
                let from = self.lane_slot(value, part, byte)?;
                self.copy_slot(to, from, bytes)?;
                continue;
            }
            let element = self.lane(value, lane)?;
            let kind = match self.kind_of(element)? {
                PartKind::Int(_) => PartKind::Int(8 * bytes as u8),
                kind => kind,
            };
            self.store_part(element, 0, kind, Mem::base(Reg::RBP, to).into())?;
            self.registers.unlock();
        }
        Ok(())
    }

    /// Copies a part of a value that has further uses.
    fn copy_part_keeping(&mut self, at: usize, value: Value, part: usize) -> Result {
        let source = self.reg(value, part)?;
        let reg = self.temp_float()?;
        self.code.body.rr(op::MOVAPS, Size::B32, reg, source);
        self.assign(at, reg);
        Ok(())
    }
}

/// The immediate of `pshufd` for a permutation of lanes of 4 or 8 bytes.
fn order_of_words(bytes: u32, place: impl Fn(usize) -> Option<u32>) -> Option<u8> {
    let words = match bytes {
        4 => [place(0), place(1), place(2), place(3)],
        8 => {
            let pair = |i| place(i).map(|lane| 2 * lane);
            [pair(0), pair(0).map(|w| w + 1), pair(1), pair(1).map(|w| w + 1)]
        }
        _ => return None,
    };
    Some((0..4).fold(0, |order, i| order | (words[i].unwrap_or(i as u32) as u8) << (2 * i)))
}
