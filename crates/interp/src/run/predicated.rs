//! Lanes disabled by a mask or an explicit vector length.

use super::{Regs, State};
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

impl State {
    /// The number of lanes that an explicit vector length enables.
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

    /// Skips the operations of a disabled lane. The mask may be undef or poison.
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
