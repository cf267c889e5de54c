//! The stack frame of a function: slots below the frame pointer.

use crate::error::Result;

/// The number of slot sizes, enough for the largest frame.
const SIZES: usize = 28;
/// The maximum size of a frame in bytes.
const MAX_SIZE: u64 = 1 << 30;

/// The allocated space below the frame pointer. Offsets are relative to the frame pointer, and negative.
#[derive(Default)]
pub struct Frame {
    size: i32,
    /// The size of the saved registers.
    saved: i32,
    /// Free slots, by size: 8 bytes, 16, 32 and so on.
    free: [Vec<i32>; SIZES],
    /// Whether slots are never reused, because a call in the function may return a second time.
    keeps_slots: bool,
}

impl Frame {
    /// Resets to an empty frame below the saved registers.
    pub fn reset(&mut self, saved_registers: u32, keeps_slots: bool) {
        self.saved = 8 * saved_registers as i32;
        self.size = self.saved;
        self.keeps_slots = keeps_slots;
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// Whether an object of `size` bytes leaves room for others. Larger frames move the stack pointer instead.
    pub fn has_room(&self, size: u64) -> bool {
        (self.size as u64).saturating_add(size) <= MAX_SIZE / 2
    }

    /// Allocates permanent space.
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<i32> {
        let end = (self.size as u64 + size.min(MAX_SIZE)).next_multiple_of(align.clamp(1, 16));
        if end >= MAX_SIZE {
            return Err("a stack frame of more than 1 GB".into());
        }
        self.size = end as i32;
        Ok(-self.size)
    }

    /// Allocates a slot of at least `size` bytes.
    pub fn slot(&mut self, size: u32) -> Result<i32> {
        let (class, size) = class(size);
        match self.free.get_mut(class).and_then(Vec::pop) {
            Some(offset) => Ok(offset),
            None => self.allocate(size, size),
        }
    }

    /// Releases a slot. Slots in the caller's frame, above the frame pointer, are ignored.
    pub fn release(&mut self, offset: i32, size: u32) {
        if offset < 0
            && !self.keeps_slots
            && let Some(free) = self.free.get_mut(class(size).0)
        {
            free.push(offset);
        }
    }

    /// Whether slots are never reused.
    pub fn keeps_slots(&self) -> bool {
        self.keeps_slots
    }

    /// Whether the frame holds nothing but saved registers.
    pub fn is_unused(&self) -> bool {
        self.size == self.saved
    }

    /// The size of the frame in bytes, a multiple of 16; 0 if it holds only saved registers.
    pub fn size(&self) -> u32 {
        (self.size as u32).next_multiple_of(16)
    }
}

/// The index of a slot size, and the size in bytes.
fn class(size: u32) -> (usize, u64) {
    let class = size.div_ceil(8).max(1).next_power_of_two().trailing_zeros();
    (class as usize, 8 << class)
}
