//! Lanes that a mask and a length leave out.

use super::{Regs, State};
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

impl State {
    /// How many of the lanes an explicit vector length lets through.
    pub(crate) fn vector_length(&mut self, length: Reg, lanes: u64) -> Result<u64, Stop> {
        let why = match length.meta.is_defined() {
            true if length.bits <= lanes => return Ok(length.bits),
            true => format!("the length is {}, and there are {lanes} lanes", length.bits),
            false => format!("the length is {}", if length.meta.is_poison() { "poison" } else { "undefined" }),
        };
        let notes = self.origin_note(length);
        self.undefined(&kinds::VECTOR_LENGTH, why, notes)?;
        Ok(length.bits.min(lanes))
    }

    /// Goes past what computes a lane that is not active. A mask that is not defined may be either.
    pub(super) fn close_gate(&mut self, mask: Reg, within: bool, dst: u32, count: u32, stays: bool, skip: u32) {
        let unclear = within && !mask.meta.is_defined();
        if unclear || !stays {
            let poison = if unclear && mask.meta.is_poison() { mask } else { self.poison_here() };
            self.set(dst, &Regs::from_elem(poison, count as usize));
        }
        if let Some(frame) = self.thread.frames.last_mut() {
            frame.pc += skip;
        }
    }
}
