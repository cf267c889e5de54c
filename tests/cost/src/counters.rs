//! Deterministic counters: executed edges of control flow, bytes copied, compared and set, and allocations.
//!
//! All code except that of the compiled standard library calls [`__sanitizer_cov_trace_pc_guard`] at each edge (`.cargo/config.toml`).
//! The counters are per thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The cost of an operation.
#[derive(Clone, Default)]
pub struct Cost {
    /// The size of the input: the length of a text plus the steps of its run, or the number of items.
    pub input: usize,
    /// The number of executions of each edge.
    pub edges: Vec<u64>,
    /// The number of bytes copied, compared and set by functions of the C library.
    pub bytes_moved: u64,
    /// The number of allocations and growing reallocations.
    pub allocations: u64,
    /// The total size of the allocations in bytes.
    pub bytes_allocated: u64,
    /// The peak of allocated bytes above the start.
    pub peak: u64,
}

impl Cost {
    /// The total number of executed edges.
    pub fn steps(&self) -> u64 {
        self.edges.iter().sum()
    }

    /// Measures the cost of `work`.
    pub fn of(work: impl FnOnce()) -> Cost {
        let mut cost = Cost { edges: vec![0; EDGE_COUNT.load(Ordering::Relaxed)], ..Cost::default() };
        let counters = [&BYTES_MOVED, &ALLOCATIONS, &BYTES_ALLOCATED];
        let before = counters.map(|counter| counter.get());
        let live = LIVE.get();
        PEAK.set(live);
        EDGES.set(cost.edges.as_mut_ptr());
        let stop = Stop;
        work();
        drop(stop);
        cost.peak = (PEAK.get() - live) as u64;
        [cost.bytes_moved, cost.allocations, cost.bytes_allocated] = counters.map(|counter| counter.get());
        cost.bytes_moved -= before[0];
        cost.allocations -= before[1];
        cost.bytes_allocated -= before[2];
        cost
    }
}

/// Stops the counting of edges, also on a panic.
struct Stop;

impl Drop for Stop {
    fn drop(&mut self) {
        EDGES.set(ptr::null_mut());
    }
}

/// The name of the compiled function that contains an edge, without inlined functions.
pub fn function_of_edge(edge: usize) -> String {
    let places = EDGE_PLACES.load(Ordering::Relaxed);
    // SAFETY: `__sanitizer_cov_pcs_init` received an address for each edge.
    let [address, _] = unsafe { *places.add(edge) };
    let mut function = String::new();
    resolve(address + 1, |name, _| function = name);
    function
}

/// The functions of the library that were active when `work`, which [counts](Cost::of), executed an edge for the `count`th time:
/// innermost first, each with its line.
pub fn stack_at(edge: usize, count: u64, work: impl FnOnce()) -> Vec<String> {
    WATCHED.set(edge as u32);
    VISITS_LEFT.set(count);
    work();
    WATCHED.set(0);
    let mut stack = Vec::new();
    for address in STACK.take() {
        resolve(address, |name, place| {
            if place.contains("/src/") && place.starts_with(|c: char| c.is_ascii_lowercase()) {
                stack.push(format!("{} ({place})", name.split('<').next().unwrap_or_default()));
            }
        });
    }
    stack
}

/// Passes the names and places of the functions at a return address to a closure, innermost inlined function first. Places in the
/// library begin with the directory of the crate, others with `/` or `src`.
fn resolve(address: usize, mut tell: impl FnMut(String, String)) {
    backtrace::resolve(ptr::without_provenance_mut(address), |symbol| {
        let name = symbol.name().map(|n| format!("{n:#}")).unwrap_or_default();
        let file = symbol.filename().and_then(|f| f.to_str()).unwrap_or_default();
        let file = file.rsplit_once("/crates/").map_or(file, |(_, f)| f);
        tell(name, format!("{file}:{}", symbol.lineno().unwrap_or(0)));
    });
}

/// The number of edges plus one: edges are numbered from 1.
static EDGE_COUNT: AtomicUsize = AtomicUsize::new(1);
/// The address and the flags of each edge.
static EDGE_PLACES: AtomicPtr<[usize; 2]> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// The counters of edges while edges are counted.
    static EDGES: Cell<*mut u64> = const { Cell::new(ptr::null_mut()) };
    static BYTES_MOVED: Cell<u64> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES_ALLOCATED: Cell<u64> = const { Cell::new(0) };
    /// The number of allocated bytes; negative if this thread freed memory of another thread.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
    /// The edge whose `VISITS_LEFT`th execution records the stack in `STACK`.
    static WATCHED: Cell<u32> = const { Cell::new(0) };
    static VISITS_LEFT: Cell<u64> = const { Cell::new(0) };
    static STACK: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Numbers the edges. Called by each object file, all with the same range.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, end: *mut u32) {
    // SAFETY: the compiler passes this range for this purpose.
    unsafe {
        if *start != 0 {
            return;
        }
        let count = end.offset_from(start) as usize;
        for edge in 1..=count {
            *start.add(edge - 1) = edge as u32;
        }
        EDGE_COUNT.store(count + 1, Ordering::Relaxed);
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(start: *mut [usize; 2], _end: *mut [usize; 2]) {
    EDGE_PLACES.store(start.wrapping_sub(1), Ordering::Relaxed);
}

/// Counts an edge. This function must not contain calls after inlining: their edges would be counted too.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(edge: *const u32) {
    let edges = EDGES.get();
    if !edges.is_null() {
        // SAFETY: the edge is from the compiler, and `Cost::of` allocated a counter for each edge.
        let edge = unsafe {
            *edges.add(*edge as usize) += 1;
            *edge
        };
        if edge == WATCHED.get() {
            visit();
        }
    }
}

#[cold]
#[inline(never)]
fn visit() {
    VISITS_LEFT.set(VISITS_LEFT.get() - 1);
    if VISITS_LEFT.get() == 0 {
        WATCHED.set(0);
        let edges = EDGES.replace(ptr::null_mut());
        let mut stack = Vec::new();
        backtrace::trace(|frame| {
            stack.push(frame.ip().addr());
            true
        });
        STACK.set(stack);
        EDGES.set(edges);
    }
}

/// The memory functions of the C library that compiled code calls, replaced so that their bytes are counted.
#[cfg(target_arch = "x86_64")]
mod memory {
    use std::arch::asm;

    use super::BYTES_MOVED;

    fn count(bytes: usize) {
        BYTES_MOVED.set(BYTES_MOVED.get() + bytes as u64);
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        count(len);
        // SAFETY: the precondition of the caller.
        unsafe { asm!("rep movsb", inout("rcx") len => _, inout("rdi") to => _, inout("rsi") from => _) };
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        if to.addr().wrapping_sub(from.addr()) >= len {
            // SAFETY: the precondition of the caller; each byte is read before it is overwritten.
            return unsafe { memcpy(to, from, len) };
        }
        count(len);
        let (last, last_from) = (to.wrapping_add(len - 1), from.wrapping_add(len - 1));
        // SAFETY: the precondition of the caller; `len` is not 0.
        unsafe {
            asm!("std", "rep movsb", "cld", inout("rcx") len => _, inout("rdi") last => _, inout("rsi") last_from => _);
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, len: usize) -> *mut u8 {
        count(len);
        // SAFETY: the precondition of the caller.
        unsafe { asm!("rep stosb", inout("rcx") len => _, inout("rdi") to => _, in("al") byte as u8) };
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, len: usize) -> i32 {
        count(len);
        for at in 0..len {
            // SAFETY: the precondition of the caller.
            let (a, b) = unsafe { (*a.add(at), *b.add(at)) };
            if a != b {
                return i32::from(a) - i32::from(b);
            }
        }
        0
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, len: usize) -> i32 {
        // SAFETY: the precondition of the caller.
        unsafe { memcmp(a, b, len) }
    }
}

/// Replaces the C library's source of entropy, which seeds hash functions: with some seeds, consecutive numbers collide often enough
/// to look like a cost that grows.
#[unsafe(no_mangle)]
unsafe extern "C" fn getrandom(to: *mut u8, len: usize, _flags: u32) -> isize {
    for at in 0..len {
        // SAFETY: the precondition of the caller.
        unsafe { *to.add(at) = at as u8 };
    }
    len as isize
}

/// The system's allocator, with counters.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn count_allocation(size: usize, freed: usize) {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    BYTES_ALLOCATED.set(BYTES_ALLOCATED.get() + size as u64);
    LIVE.set(LIVE.get() + size as i64 - freed as i64);
    PEAK.set(PEAK.get().max(LIVE.get()));
}

// SAFETY: each request is forwarded unchanged to the allocator of the system.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_allocation(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_allocation(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_allocation(size, layout.size());
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - layout.size() as i64);
        unsafe { System.dealloc(block, layout) }
    }
}
