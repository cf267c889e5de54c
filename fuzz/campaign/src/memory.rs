//! A counting allocator.
//!
//! An allocator is `unsafe` by its interface; this one forwards each request to another allocator.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use mimalloc::MiMalloc;

/// An allocator that counts the bytes of each thread.
pub struct Counting;

/// The memory limit of a thread. A process that exceeds the limit ends, and its supervisor reports the mutant.
pub const LIMIT: usize = 1 << 30;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn grow(size: usize) -> bool {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    let live = LIVE.get().wrapping_add(size);
    LIVE.set(live);
    if live > PEAK.get() {
        PEAK.set(live);
    }
    live <= LIMIT
}

fn shrink(size: usize) {
    LIVE.set(LIVE.get().saturating_sub(size));
}

// SAFETY: each request is forwarded unchanged to another allocator, or rejected by a null pointer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size()) {
            shrink(layout.size());
            return std::ptr::null_mut();
        }
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !grow(layout.size()) {
            shrink(layout.size());
            return std::ptr::null_mut();
        }
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        shrink(layout.size());
        unsafe { MiMalloc.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new allocation may coexist for a moment, which is not counted.
        if !grow(size) {
            shrink(size);
            return std::ptr::null_mut();
        }
        shrink(layout.size());
        unsafe { MiMalloc.realloc(memory, layout, size) }
    }
}

/// The number of bytes allocated by this thread. Wrong if memory passes between threads.
pub fn live() -> usize {
    LIVE.get()
}

/// The peak number of bytes of this thread since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.get()
}

/// The number of allocations of this thread.
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// Starts a new measurement of the peak.
pub fn reset_peak() {
    PEAK.set(LIVE.get());
}
