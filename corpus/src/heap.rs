//! How the system's allocator gives large blocks.

#![allow(unsafe_code)]

/// Has large blocks mapped one by one, and given back one by one. glibc begins so, but puts up the size from which it does with each large block that is
/// freed, up to 32 MB. What is smaller is then cut from heaps, and the blocks of one module leave gaps that those of the next do not fit: the memory of a
/// run grows with its input. docs/corpora.md has the figures.
pub fn map_large_blocks() {
    // SAFETY: `mallopt` takes two numbers and touches nothing but the allocator's settings.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
    }
}
