//! Which parts of the arena are free.

use crate::limits::Footprint;

/// The arena's free parts: lists of blocks of one size, and what was never used.
pub(super) struct Heap {
    next: u64,
    end: u64,
    /// Free blocks of `16 << n` bytes.
    free: [Vec<u64>; 60],
}

impl Heap {
    pub(super) fn new(base: u64, limit: u64) -> Heap {
        // The first page stays free: a small number is no address, even where addresses begin at 0.
        Heap { next: base + PAGE, end: base + limit, free: [const { Vec::new() }; 60] }
    }

    /// A free block of at least `size` bytes, for which [`Heap::give`] takes the same size and alignment, and whether it was
    /// never used before.
    pub(super) fn take(&mut self, size: u64, align: u64) -> Option<(u64, bool)> {
        let class = class(size, align)?;
        let free = &mut self.free[class];
        // Blocks are aligned to their size, up to a page.
        let found = match align <= PAGE {
            true => free.pop(),
            // What was aligned so was perhaps freed lately. There may be many others.
            false => free.iter().rev().take(SEARCHED).position(|address| address % align == 0).map(|i| {
                let last = free.len() - 1;
                free.swap_remove(last - i)
            }),
        };
        if let Some(address) = found {
            return Some((address, false));
        }
        let block = 16 << class;
        let address = self.next.checked_next_multiple_of(align.max(block.min(PAGE)))?;
        let end = address.checked_add(block).filter(|&end| end <= self.end)?;
        self.next = end;
        Some((address, true))
    }

    pub(super) fn footprint(&self, all: &mut Footprint) {
        self.free.iter().for_each(|list| all.add(list));
    }

    pub(super) fn give(&mut self, address: u64, size: u64, align: u64) {
        if let Some(class) = class(size, align) {
            self.free[class].push(address);
        }
    }
}

const PAGE: u64 = 4096;

/// How many free blocks are looked at for one of an unusual alignment.
const SEARCHED: usize = 64;

/// Blocks of class `n` are of `16 << n` bytes.
pub(super) fn class(size: u64, align: u64) -> Option<usize> {
    // One byte more than asked for: the end of one allocation is not the start of the next.
    let size = size.checked_add(1)?.max(align).max(16).checked_next_power_of_two()?;
    Some(size.trailing_zeros() as usize - 4)
}
