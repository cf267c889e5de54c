//! The allocator of the arena.

use crate::limits::Footprint;

/// The free parts of the arena: free lists by block size, and the unused rest.
///
/// The address of an allocation is an odd multiple of the requested alignment, so that a program that relies on a larger
/// alignment is detected. Among several such addresses the seed decides.
pub(super) struct Heap {
    next: u64,
    end: u64,
    random: u64,
    /// Free blocks of `16 << n` bytes, by `n`.
    free: [Vec<u64>; 60],
}

impl Heap {
    pub(super) fn new(base: u64, limit: u64, seed: u64) -> Heap {
        // The first page stays free, so that small integers are not valid addresses even if the arena begins at 0.
        let random = seed ^ 0x9e37_79b9_7f4a_7c15;
        // A small address space leaves no room for a random start.
        let skipped = if base == 0 { 0 } else { seed % 16 };
        Heap { next: base + PAGE * (1 + skipped), end: base + limit, random, free: [const { Vec::new() }; 60] }
    }

    /// Takes a free block for `size` bytes and returns the address and whether the block was never used before. [`Heap::give`]
    /// must be called with the same size and alignment.
    pub(super) fn take(&mut self, size: u64, align: u64) -> Option<(u64, bool)> {
        let class = class(size, align)?;
        let free = &mut self.free[class];
        let block = 16 << class;
        // Blocks are aligned to their size, up to a page. The block size is at least twice the alignment.
        let found = match 2 * align <= PAGE {
            true => free.pop(),
            // Looks for a recently freed block with the alignment. The list may be long.
            false => free.iter().rev().take(SEARCHED).position(|start| start & (2 * align - 1) == 0).map(|i| {
                let last = free.len() - 1;
                free.swap_remove(last - i)
            }),
        };
        let (start, fresh) = match found {
            Some(start) => (start, false),
            None => {
                let unit = (2 * align).max(block.min(PAGE));
                let start = self.next.checked_add(unit - 1)? & !(unit - 1);
                let end = start.checked_add(block).filter(|&end| end <= self.end)?;
                self.next = end;
                (start, true)
            }
        };
        let most = (block - size - 1).min(PAGE - 1);
        let choices = (most / align).div_ceil(2);
        let choice = if choices > 1 { self.random(choices) } else { 0 };
        Some((start + align * (2 * choice + 1), fresh))
    }

    /// A pseudo-random number less than `limit`, which is at most the page size.
    fn random(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((self.random >> 32) * limit) >> 32
    }

    pub(super) fn footprint(&self, all: &mut Footprint) {
        self.free.iter().for_each(|list| all.add(list));
    }

    pub(super) fn give(&mut self, address: u64, size: u64, align: u64) {
        if let Some(class) = class(size, align) {
            self.free[class].push(start(address, class, align));
        }
    }
}

const PAGE: u64 = 4096;

/// The number of free blocks that are searched for one with a large alignment.
const SEARCHED: usize = 64;

/// The start of the block of class `class` that contains an allocation.
fn start(address: u64, class: usize, align: u64) -> u64 {
    match align < PAGE {
        true => address & !((16 << class).min(PAGE) - 1),
        false => address - align,
    }
}

/// Whether an allocation of `old` bytes can be resized to `size` bytes in place.
pub(super) fn may_be_resized(address: u64, old: u64, size: u64, align: u64) -> bool {
    match (class(old, align), class(size, align)) {
        (Some(old), Some(class)) if old == class => {
            size.checked_add(1).is_some_and(|size| size <= (16 << class) - (address - start(address, class, align)))
        }
        _ => false,
    }
}

/// The size class of an allocation. Blocks of class `n` have `16 << n` bytes.
fn class(size: u64, align: u64) -> Option<usize> {
    // One byte of padding, so that the end of an allocation is not the start of the next one.
    let size = size.checked_add(align)?.checked_add(1)?.max(16).checked_next_power_of_two()?;
    Some(size.trailing_zeros() as usize - 4)
}
