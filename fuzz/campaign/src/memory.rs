//! An allocator that counts.
//!
//! `unsafe` is what an allocator is; this one hands on what it is asked to another.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use mimalloc::MiMalloc;

/// An allocator, and how much of it each thread has.
pub struct Counting;

/// What a thread may have at once. Past it the process ends, and who watches it says so.
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

// SAFETY: everything is handed on to another allocator as it comes, or refused by a null pointer.
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
        // Both may be there at once, for a moment: that is not counted.
        if !grow(size) {
            shrink(size);
            return std::ptr::null_mut();
        }
        shrink(layout.size());
        unsafe { MiMalloc.realloc(memory, layout, size) }
    }
}

/// How many bytes this thread has. Memory that goes from thread to thread makes it wrong.
pub fn live() -> usize {
    LIVE.get()
}

/// The most that this thread had at once since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.get()
}

/// How often this thread has asked for memory.
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// Begins a new count of the most at once.
pub fn reset_peak() {
    PEAK.set(LIVE.get());
}
