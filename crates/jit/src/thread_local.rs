//! Thread-local variables of programs in memory: parts of one thread-local variable of this process.
//!
//! Initial values are written to the image from which the C library initializes the variables of each new thread, and to the
//! variables of the current thread. This module allows `unsafe` because the image is not a Rust object.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::native::{PAGE, process_symbol};

/// Size in bytes of the thread-local variables of all programs together.
const SIZE: usize = 1 << 14;

/// The variables. The last element is not zero, so that the block has an image.
type Block = [u128; SIZE / 16 + 1];

thread_local! {
    /// At the same distance from the thread pointer in every thread, if this code is part of the program rather than of a library
    /// loaded at run time.
    static BLOCK: UnsafeCell<Block> = const {
        let mut block = [0; SIZE / 16 + 1];
        block[SIZE / 16] = 1;
        UnsafeCell::new(block)
    };
}

fn block_address() -> usize {
    BLOCK.with(|block| block.get() as usize)
}

fn thread_pointer() -> usize {
    let pointer: usize;
    // SAFETY: the first word of a thread's block is the thread pointer.
    unsafe {
        std::arch::asm!("mov {}, qword ptr fs:[0]", out(reg) pointer, options(nostack, readonly, preserves_flags))
    };
    pointer
}

/// The offset of the block from the thread pointer.
fn block_offset() -> i64 {
    block_address() as i64 - thread_pointer() as i64
}

/// The `__tls_get_addr` of programs: the address of a variable by the number of a library and an offset there, or by 0 and an
/// offset from the thread pointer.
pub extern "C" fn tls_get_addr(variable: &[usize; 2]) -> usize {
    static LIBRARY: OnceLock<Option<usize>> = OnceLock::new();
    if variable[0] == 0 {
        return thread_pointer().wrapping_add(variable[1]);
    }
    match *LIBRARY.get_or_init(|| process_symbol(b"__tls_get_addr")) {
        // SAFETY: the function of the dynamic linker has this type, and the variable is that of a loaded library.
        Some(function) => unsafe {
            std::mem::transmute::<usize, extern "C" fn(&[usize; 2]) -> usize>(function)(variable)
        },
        None => 0,
    }
}

/// Calls a function on a new thread; `None` if there can be no more threads.
fn on_another_thread<T: Send + 'static>(function: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    std::thread::Builder::new().spawn(function).ok()?.join().ok()
}

/// Allocates a thread-local variable permanently. Returns its offset from the thread pointer.
pub fn thread_local_offset(size: u64, align: u64) -> Option<i64> {
    static USED: AtomicUsize = AtomicUsize::new(0);
    // The offset of the block if all threads have the same one, which is not so if the block is allocated for each thread separately.
    static COMMON: OnceLock<Option<i64>> = OnceLock::new();
    let here = (*COMMON.get_or_init(|| on_another_thread(block_offset).filter(|&offset| offset == block_offset())))?;
    let size = usize::try_from(size).ok().filter(|&size| size <= SIZE && align <= 16)?;
    let next = |used: usize| {
        let at = used.next_multiple_of(align.max(1) as usize);
        at.checked_add(size).filter(|&end| end <= SIZE)
    };
    let used = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
    Some(here + used.next_multiple_of(align.max(1) as usize) as i64)
}

/// Sets the initial values of variables at an offset that [`thread_local_offset`] returned, for the current thread and for threads
/// that start later. Other threads that already exist keep zeros.
///
/// # Errors
/// The C library does not initialize threads from the image of the program.
pub fn set_initial_values(offset: i64, values: &[u8]) -> Result<(), String> {
    let failed = |why: &str| Err(format!("thread-local variables with initial values: {why}"));
    let at = (offset - block_offset()) as usize;
    let Some(image) = image() else { return failed("the program has no image of them") };
    let page = (image + at) / PAGE * PAGE;
    let length = image + at + values.len() - page;
    // SAFETY: the page-aligned range holds data of the image, which no Rust object refers to. The variables belong to a program that
    // does not run yet. The image is among the data that become read-only after relocation.
    let written = unsafe {
        let is_writable = libc::mprotect(page as *mut c_void, length, libc::PROT_READ | libc::PROT_WRITE) == 0;
        if is_writable {
            for start in [image, block_address()] {
                std::ptr::copy_nonoverlapping(values.as_ptr(), (start + at) as *mut u8, values.len());
            }
        }
        is_writable
    };
    let expected = values.to_vec();
    // SAFETY: the range is within the block of the new thread, and the program does not run yet.
    let is_initialized =
        move || unsafe { std::slice::from_raw_parts((block_address() + at) as *const u8, expected.len()) == expected };
    match written && on_another_thread(is_initialized) == Some(true) {
        true => Ok(()),
        false => failed("the C library does not initialize threads from the image of the program"),
    }
}

/// The number of the library that defines a thread-local variable, and the offset of the variable there.
pub fn library_variable(name: &[u8]) -> Option<[usize; 2]> {
    let found = find(process_symbol(name)?)?;
    Some([found.library, found.offset])
}

/// The address of the block in the image from which the variables of new threads are initialized.
fn image() -> Option<usize> {
    let found = find(block_address())?;
    found.image
}

/// The origin of a thread-local variable.
struct Found {
    library: usize,
    offset: usize,
    /// The address of the initial value; `None` if the value is zero.
    image: Option<usize>,
}

/// Finds the library of a thread-local variable by the address of the variable in the current thread.
fn find(variable: usize) -> Option<Found> {
    struct Search {
        variable: usize,
        found: Option<Found>,
    }
    unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, size: usize, search: *mut c_void) -> c_int {
        // SAFETY: `dl_iterate_phdr` passes valid pointers, and the pointer to the search.
        let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
        let data = info.dlpi_tls_data as usize;
        if size < size_of::<libc::dl_phdr_info>() || data == 0 {
            return 0;
        }
        // SAFETY: the program headers of a loaded object.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        let Some(tls) = headers.iter().find(|header| header.p_type == libc::PT_TLS) else { return 0 };
        let offset = search.variable.wrapping_sub(data);
        if offset < tls.p_memsz as usize {
            let image = info.dlpi_addr as usize + tls.p_vaddr as usize + offset;
            let image = (offset < tls.p_filesz as usize).then_some(image);
            search.found = Some(Found { library: info.dlpi_tls_modid, offset, image });
        }
        search.found.is_some().into()
    }
    let mut search = Search { variable, found: None };
    // SAFETY: the callback has the type that the function expects, and the search outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}
