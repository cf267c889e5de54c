//! The allocator of the command line, on Linux.
//!
//! A module consists of many small blocks and few large blocks, most of which live until the process ends. The cost of allocation is
//! less in the search for a free block than in the pages: the first access to each page is a fault, and threads that fault and map at
//! the same time wait for each other. So small blocks come from large regions, which the kernel may back with huge pages, and which are
//! never returned to the system. Compared to the system's allocator this takes a sixth off the processor time of `llvm-dis`, at the
//! same memory; ARCHITECTURE.md has the figures.
//!
//! A block belongs to a size class. A thread allocates a block from its free list of the class, else from its piece of a region. A free
//! list that grows long, as when one thread frees the blocks that another thread allocates, is moved to the lists shared by all threads.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// Classes up to this size are multiples of [`GRAIN`]; beyond, each doubling has [`STEPS`] of them.
const FINE: usize = 1 << 10;
const GRAIN: usize = 16;
const STEPS: usize = 4;
/// The largest block that may have a class. Larger ones are the system's, which can make them longer without copying.
const LARGEST: usize = 64 << 10;
/// The largest block that always has a class: see [`keep_large_blocks`].
const LARGEST_KEPT: usize = 16 << 10;
const CLASSES: usize = FINE / GRAIN + STEPS * (LARGEST.ilog2() - FINE.ilog2()) as usize;

/// What a thread takes from a region at a time.
const PIECE: usize = 128 << 10;
const REGION: usize = 64 << 20;
const HUGE_PAGE: usize = 2 << 20;

/// About how many bytes a list of free blocks has when it is left for all threads.
const LONG_LIST: usize = 1 << 18;

/// A free block.
struct Free {
    /// The next block of the same list.
    next: *mut Free,
    /// The next list that was left for all threads, where this block begins a list.
    next_list: *mut Free,
}

/// What a thread has of its own.
struct Thread {
    /// What is left of the piece that new blocks are cut from.
    piece: Cell<*mut u8>,
    left: Cell<usize>,
    /// Free blocks, and how many, by class.
    free: [Cell<*mut Free>; CLASSES],
    lengths: [Cell<u32>; CLASSES],
}

/// What threads share.
struct Shared {
    /// What is left of the region that pieces are cut from.
    region: *mut u8,
    left: usize,
    /// Lists of free blocks, by class.
    lists: [*mut Free; CLASSES],
}

// SAFETY: the memory behind the pointers is accessed only while the lock is held.
unsafe impl Send for Shared {}

static SHARED: Mutex<Shared> = Mutex::new(Shared { region: null_mut(), left: 0, lists: [null_mut(); CLASSES] });

thread_local! {
    // The type has no destructor, so the value lives as long as its thread, and initializing it allocates no memory.
    static THREAD: Thread = const {
        Thread {
            piece: Cell::new(null_mut()),
            left: Cell::new(0),
            free: [const { Cell::new(null_mut()) }; CLASSES],
            lengths: [const { Cell::new(0) }; CLASSES],
        }
    };
}

/// The size of the blocks of each class.
static SIZES: [usize; CLASSES] = {
    let mut sizes = [0; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        sizes[class] = match class.checked_sub(FINE / GRAIN) {
            None => (class + 1) * GRAIN,
            Some(coarse) => (FINE << (coarse / STEPS)) / STEPS * (STEPS + coarse % STEPS + 1),
        };
        class += 1;
    }
    sizes
};

/// The class of blocks of at least that many bytes, [`LARGEST`] at most.
#[inline]
fn class(size: usize) -> usize {
    if size <= FINE {
        return size.div_ceil(GRAIN).max(1) - 1;
    }
    let last = size - 1;
    let doubling = (last.ilog2() - FINE.ilog2()) as usize;
    FINE / GRAIN + doubling * STEPS + (last >> (last.ilog2() - STEPS.ilog2())) % STEPS
}

#[inline]
fn has_class(layout: Layout) -> bool {
    layout.align() <= GRAIN
        && (layout.size() <= LARGEST_KEPT || layout.size() <= LARGEST && LARGE_BLOCKS.have_classes())
}

/// Whether blocks of more than [`LARGEST_KEPT`] bytes have classes. That is decided when the first one is allocated, and stays so: a
/// block must be freed by the allocator that it came from.
struct LargeBlocks(AtomicU8);

static LARGE_BLOCKS: LargeBlocks = LargeBlocks(AtomicU8::new(LargeBlocks::UNDECIDED));

impl LargeBlocks {
    const UNDECIDED: u8 = 0;
    const REQUESTED: u8 = 1;
    const NO: u8 = 2;
    const YES: u8 = 3;

    fn have_classes(&self) -> bool {
        match self.0.load(Ordering::Relaxed) {
            state @ (LargeBlocks::UNDECIDED | LargeBlocks::REQUESTED) => self.decide(state) == LargeBlocks::YES,
            decided => decided == LargeBlocks::YES,
        }
    }

    fn is_decided_for_classes(&self) -> bool {
        self.0.load(Ordering::Relaxed) == LargeBlocks::YES
    }

    #[cold]
    fn decide(&self, state: u8) -> u8 {
        let decision = if state == LargeBlocks::REQUESTED { LargeBlocks::YES } else { LargeBlocks::NO };
        match self.0.compare_exchange(state, decision, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => decision,
            Err(now) if now >= LargeBlocks::NO => now,
            Err(now) => self.decide(now),
        }
    }

    fn request(&self) {
        // A decision that was made before stays.
        _ = self.0.compare_exchange(
            LargeBlocks::UNDECIDED,
            LargeBlocks::REQUESTED,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }
}

/// Takes blocks of up to 64 KiB from regions too, unless one of more than 16 KiB was allocated before. That saves a third of the page
/// faults, and 2 to 4 % of the processor time, of a process that reads a module and writes it. A process that changes or links modules
/// frees many such blocks; the system's allocator joins them to others that are free, and so needs an eighth less memory
/// (ARCHITECTURE.md).
pub fn keep_large_blocks() {
    LARGE_BLOCKS.request();
}

/// From now on, the system's allocator takes blocks of this size from the kernel and returns each when it is freed. By default, the
/// limit grows with the blocks that are freed, up to 32 MiB: where function bodies come and go, as in an optimizer, free memory then
/// lies between others, which took a tenth of the memory of `opt -O2` (ARCHITECTURE.md). Four threads share an arena of that
/// allocator, so that memory that one thread frees serves the others too. Blocks from 16 KiB on are rare, so threads seldom wait for
/// the arena.
#[cfg(target_env = "gnu")]
pub fn return_large_blocks() {
    const LARGE: libc::c_int = 256 << 10;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let arenas = threads.div_ceil(4) as libc::c_int;
    // SAFETY: the calls only change how later blocks are allocated.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_ARENA_MAX, arenas);
    }
}

/// The allocator.
pub struct Heap;

// SAFETY: a block is a part of a region that overlaps no other block. Its size is that of its class, which is at least the size of the
// layout, and it is aligned to the grain, as all sizes and pieces are multiples of the grain. A block is in a free list only while it is
// free, and a free list belongs to one thread or is accessed under the lock. Layouts without a class are allocated and freed by the
// system's allocator: the layout alone decides which allocator is used, as it is decided once whether large blocks have classes.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match has_class(layout) {
            true => THREAD.with(|thread| thread.take(class(layout.size()))),
            false => unsafe { System.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !has_class(layout) {
            return unsafe { System.alloc_zeroed(layout) };
        }
        let block = unsafe { self.alloc(layout) };
        if !block.is_null() {
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match has_class(layout) {
            true => THREAD.with(|thread| unsafe { thread.give(class(layout.size()), block.cast()) }),
            false => unsafe { System.dealloc(block, layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that the new size is valid for a layout.
        let new = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        match (has_class(layout), has_class(new)) {
            (false, false) => unsafe { System.realloc(block, layout, new_size) },
            (true, true) if class(layout.size()) == class(new_size) => block,
            _ => unsafe {
                let moved = self.alloc(new);
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(block, layout.size().min(new_size));
                    self.dealloc(block, layout);
                }
                moved
            },
        }
    }
}

impl Thread {
    /// A block of a class; null if there is no memory.
    #[inline]
    fn take(&self, class: usize) -> *mut u8 {
        let block = self.free[class].get();
        if !block.is_null() {
            // SAFETY: the blocks of the list are free and belong to this thread.
            self.free[class].set(unsafe { (*block).next });
            self.lengths[class].set(self.lengths[class].get().saturating_sub(1));
            return block.cast();
        }
        match SIZES[class] <= self.left.get() {
            true => self.cut(SIZES[class]),
            false => self.refill(class),
        }
    }

    /// The next bytes of the piece, of which there are enough.
    #[inline]
    fn cut(&self, size: usize) -> *mut u8 {
        let block = self.piece.get();
        self.piece.set(block.wrapping_add(size));
        self.left.set(self.left.get() - size);
        block
    }

    #[cold]
    #[inline(never)]
    fn refill(&self, class: usize) -> *mut u8 {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let list = shared.lists[class];
        if !list.is_null() {
            // SAFETY: a shared list belongs to no thread, and the lock is held while this thread takes it.
            unsafe {
                shared.lists[class] = (*list).next_list;
                self.free[class].set((*list).next);
            }
            // The length is set to half of the limit, so that the list is not shared again at once.
            self.lengths[class].set((LONG_LIST / SIZES[class] / 2) as u32);
            return list.cast();
        }
        let piece = shared.piece();
        drop(shared);
        if piece.is_null() {
            return piece;
        }
        self.give_rest();
        self.piece.set(piece);
        self.left.set(PIECE);
        self.cut(SIZES[class])
    }

    /// Puts what is left of the piece into lists.
    fn give_rest(&self) {
        // A list of a class that no block has would not be used.
        let largest = if LARGE_BLOCKS.is_decided_for_classes() { LARGEST } else { LARGEST_KEPT };
        while self.left.get() > 0 {
            let mut class = class(self.left.get().min(largest));
            if SIZES[class] > self.left.get() {
                class -= 1;
            }
            let block = self.cut(SIZES[class]);
            // SAFETY: the block was just cut with the size of its class.
            unsafe { self.give(class, block.cast()) };
        }
    }

    /// Takes a block back.
    ///
    /// # Safety
    /// The block is of that class, and nobody uses it.
    #[inline]
    unsafe fn give(&self, class: usize, block: *mut Free) {
        let length = self.lengths[class].get();
        // SAFETY: each block is large enough for two pointers, and aligned for them.
        unsafe { (*block).next = self.free[class].get() };
        if length as usize * SIZES[class] >= LONG_LIST {
            return self.leave(class, block);
        }
        self.free[class].set(block);
        self.lengths[class].set(length + 1);
    }

    /// Leaves a list of free blocks for all threads.
    #[cold]
    #[inline(never)]
    fn leave(&self, class: usize, list: *mut Free) {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the list belongs to this thread.
        unsafe { (*list).next_list = shared.lists[class] };
        shared.lists[class] = list;
        self.free[class].set(null_mut());
        self.lengths[class].set(0);
    }
}

impl Shared {
    /// A piece of a region; null if there is no memory.
    fn piece(&mut self) -> *mut u8 {
        if self.left == 0 {
            let Ok(layout) = Layout::from_size_align(REGION, HUGE_PAGE) else { return null_mut() };
            // SAFETY: the size is not zero.
            self.region = unsafe { System.alloc(layout) };
            if self.region.is_null() {
                return null_mut();
            }
            self.left = REGION;
            // A small module should not pay for a huge page: the first 2 MB of the region keep ordinary pages.
            #[cfg(not(miri))]
            // SAFETY: the range is within the region. The region is usable whether or not the kernel follows the advice.
            unsafe {
                libc::madvise(self.region.add(HUGE_PAGE).cast(), REGION - HUGE_PAGE, libc::MADV_HUGEPAGE);
            }
        }
        let piece = self.region;
        self.region = piece.wrapping_add(PIECE);
        self.left -= PIECE;
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_has_the_smallest_class_that_holds_it() {
        assert_eq!(SIZES[CLASSES - 1], LARGEST);
        assert!(SIZES.is_sorted() && SIZES.iter().all(|size| size.is_multiple_of(GRAIN)));
        for size in 0..=LARGEST {
            let class = class(size);
            assert!(SIZES[class] >= size && (class == 0 || SIZES[class - 1] < size), "{size}");
        }
    }

    #[test]
    fn it_is_decided_once_whether_large_blocks_have_classes() {
        let blocks = LargeBlocks(AtomicU8::new(LargeBlocks::UNDECIDED));
        assert!(!blocks.is_decided_for_classes() && !blocks.have_classes());
        blocks.request();
        assert!(!blocks.have_classes());
        let blocks = LargeBlocks(AtomicU8::new(LargeBlocks::UNDECIDED));
        blocks.request();
        assert!(!blocks.is_decided_for_classes() && blocks.have_classes() && blocks.is_decided_for_classes());
    }

    /// A block with what was written to it.
    struct Block(*mut u8, Layout, u8);

    // SAFETY: the `Block` owns the memory behind the pointer.
    unsafe impl Send for Block {}

    impl Block {
        fn new(size: usize, byte: u8) -> Block {
            let layout = Layout::from_size_align(size, if byte.is_multiple_of(5) { 64 } else { 8 }).unwrap();
            let block = unsafe { Heap.alloc_zeroed(layout) };
            assert!((block as usize).is_multiple_of(layout.align()));
            assert!(unsafe { std::slice::from_raw_parts(block, size) }.iter().all(|&b| b == 0));
            unsafe { block.write_bytes(byte, size) };
            Block(block, layout, byte)
        }

        fn resize(&mut self, size: usize) {
            let kept = size.min(self.1.size());
            self.0 = unsafe { Heap.realloc(self.0, self.1, size) };
            self.1 = Layout::from_size_align(size, self.1.align()).unwrap();
            assert!(unsafe { std::slice::from_raw_parts(self.0, kept) }.iter().all(|&b| b == self.2));
            unsafe { self.0.write_bytes(self.2, size) };
        }
    }

    impl Drop for Block {
        fn drop(&mut self) {
            let bytes = unsafe { std::slice::from_raw_parts(self.0, self.1.size()) };
            assert!(bytes.iter().all(|&b| b == self.2));
            unsafe { Heap.dealloc(self.0, self.1) };
        }
    }

    #[test]
    fn blocks_keep_what_is_in_them_while_others_come_and_go() {
        let count = if cfg!(miri) { 300 } else { 30_000 };
        let work = |seed: u32| {
            let mut random = seed;
            let mut blocks: Vec<Block> = Vec::new();
            for i in 0..count {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let size = (1 << (random >> 28)) + (random >> 8) as usize % (4 << (random >> 28)) + 1;
                let place = (random >> 4) as usize % 64;
                match blocks.get_mut(place) {
                    Some(block) if random & 1 == 0 => block.resize(size),
                    Some(_) => drop(blocks.swap_remove(place)),
                    None => blocks.push(Block::new(size, i as u8)),
                }
            }
            blocks
        };
        // The main thread frees what the other threads allocate.
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..4).map(|seed| scope.spawn(move || work(seed))).collect();
            threads.into_iter().for_each(|thread| drop(thread.join().unwrap()));
        });
    }

    #[test]
    fn what_one_thread_frees_others_take() {
        let layout = Layout::from_size_align(LARGEST_KEPT, 8).unwrap();
        let many = 2 * LONG_LIST / LARGEST_KEPT + 2;
        let allocate = move || -> Vec<usize> { (0..many).map(|_| unsafe { Heap.alloc(layout) } as usize).collect() };
        let attempt = || {
            let blocks = std::thread::spawn(allocate).join().unwrap();
            let freed = blocks.clone();
            let free = move || freed.iter().for_each(|&block| unsafe { Heap.dealloc(block as *mut u8, layout) });
            std::thread::spawn(free).join().unwrap();
            let again = std::thread::spawn(allocate).join().unwrap();
            again.iter().any(|block| blocks.contains(block))
        };
        // Threads of other tests may take the freed blocks first.
        assert!((0..if cfg!(miri) { 1 } else { 20 }).any(|_| attempt()));
    }
}
