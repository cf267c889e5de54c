//! The stack frame of a function: slots below the frame pointer.

use crate::error::Result;

/// How many sizes of slots there are: all that a frame can have.
const SIZES: usize = 28;
/// The most bytes that a frame may have.
const MAX_SIZE: u64 = 1 << 30;

/// Which places below the frame pointer are taken. An offset is from the frame pointer, and negative.
#[derive(Default)]
pub struct Frame {
    size: i32,
    /// Slots to use again, by their size: 8 bytes, 16, 32 and so on.
    free: [Vec<i32>; SIZES],
    /// Whether no slot is used again, as the function may go on from a call that it has left behind.
    keeps_slots: bool,
}

impl Frame {
    /// Makes this an empty frame, below registers of the caller.
    pub fn reset(&mut self, saved_registers: u32, keeps_slots: bool) {
        self.size = 8 * saved_registers as i32;
        self.keeps_slots = keeps_slots;
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// A place for good.
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<i32> {
        let end = (self.size as u64 + size.min(MAX_SIZE)).next_multiple_of(align.clamp(1, 16));
        if end >= MAX_SIZE {
            return Err("a stack frame of more than 1 GB".into());
        }
        self.size = end as i32;
        Ok(-self.size)
    }

    /// A slot of that many bytes, at least.
    pub fn slot(&mut self, size: u32) -> Result<i32> {
        let (class, size) = class(size);
        match self.free.get_mut(class).and_then(Vec::pop) {
            Some(offset) => Ok(offset),
            None => self.allocate(size, size),
        }
    }

    /// Gives a slot back. Slots of the caller's frame, which are above the frame pointer, stay as they are.
    pub fn release(&mut self, offset: i32, size: u32) {
        if offset < 0
            && !self.keeps_slots
            && let Some(free) = self.free.get_mut(class(size).0)
        {
            free.push(offset);
        }
    }

    /// Whether no slot is used again.
    pub fn keeps_slots(&self) -> bool {
        self.keeps_slots
    }

    /// How many bytes there are, a multiple of 16; 0 if none is taken but those of saved registers.
    pub fn size(&self) -> u32 {
        (self.size as u32).next_multiple_of(16)
    }
}

/// The number of a size of slots, and how many bytes those have.
fn class(size: u32) -> (usize, u64) {
    let class = size.div_ceil(8).max(1).next_power_of_two().trailing_zeros();
    (class as usize, 8 << class)
}
