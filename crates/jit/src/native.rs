//! The interface to the process: memory for code, calls of the code, symbols of libraries, and unwind tables.
//!
//! This module allows `unsafe`, which the following need:
//!
//! - **Memory.** Memory is mapped, written through exclusive slices, and then protected: code becomes executable and read-only
//!   before any of it runs.
//! - **Calls.** The behaviour of native code is unknown. The caller guarantees that it has no undefined behaviour, and that it
//!   has the type at which it is called.
//! - **Frames.** The unwinder reads registered unwind tables until they are deregistered.

#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, Range};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::debugger::Registered;
use crate::lazy::LazyModule;
use crate::{Builder, JitError};

pub const PAGE: usize = 4096;

/// Memory of three parts with different protection.
pub struct Memory {
    /// The address and size of each part. Parts start at pages, and share none.
    parts: [(usize, usize); 3],
    /// The mapping that this value owns; nothing if the parts are in a [`Room`].
    _mapping: Option<Mapping>,
}

/// Address space that is released when this value is dropped.
struct Mapping {
    start: usize,
    length: usize,
}

impl Mapping {
    /// Reserves address space without access.
    fn new(length: usize) -> io::Result<Mapping> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: new memory at an address that the system chooses.
        let start = unsafe { libc::mmap(null_mut(), length, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Mapping { start: start as usize, length })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: mapped with this length, and no longer referred to: see `Jit::function`.
        unsafe { libc::munmap(self.start as *mut c_void, self.length) };
    }
}

/// Address space within reach of a program, for functions that are compiled on demand: code, and everything else. Code is in one
/// place, because the system has a limit of ranges of different protection.
#[derive(Default)]
pub struct Room {
    code: Range<usize>,
    other: Range<usize>,
}

fn pages(size: usize) -> usize {
    size.next_multiple_of(PAGE)
}

/// Moves an address behind pages of a size; returns the address before.
fn advance(at: &mut usize, size: usize) -> usize {
    let start = *at;
    *at += pages(size);
    start
}

/// Changes the protection of whole pages of a mapping.
///
/// # Safety
/// The pages belong to a [`Memory`], and there is no reference to their contents that the new protection invalidates.
unsafe fn protect(start: usize, size: usize, protection: c_int) -> io::Result<()> {
    if size == 0 {
        return Ok(());
    }
    // SAFETY: the caller guarantees it.
    match unsafe { libc::mprotect(start as *mut c_void, pages(size), protection) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

impl Memory {
    /// Maps zeroed memory with parts of these sizes, and address space of the given size for code and for other parts after it.
    ///
    /// The unwinder of GCC ignores functions whose addresses are multiples of 4 GiB (the low 32 bits are zero, as those of functions that
    /// the linker removed), and such addresses are not rare where mappings begin. The first part has none, except at its start.
    pub fn reserve(sizes: [u64; 3], spare: usize) -> io::Result<(Memory, Room)> {
        let sizes = sizes.map(|size| size as usize);
        let own = sizes.into_iter().map(pages).sum::<usize>().max(PAGE);
        let length = own + 2 * spare;
        let mut mapping = Mapping::new(length)?;
        if mapping.start >> 32 != (mapping.start + sizes[0]) >> 32 {
            // The first mapping exists until there is a second one elsewhere.
            mapping = Mapping::new(length)?;
        }
        let start = mapping.start;
        let mut at = start;
        let parts = sizes.map(|size| (advance(&mut at, size), size));
        let memory = Memory { parts, _mapping: Some(mapping) };
        // SAFETY: pages of the new mapping.
        unsafe { protect(start, own, libc::PROT_READ | libc::PROT_WRITE) }?;
        let code = start + own..start + own + spare;
        Ok((memory, Room { other: code.end..code.end + spare, code }))
    }

    /// The addresses of the parts.
    pub fn starts(&self) -> [u64; 3] {
        self.parts.map(|(start, _)| start as u64)
    }

    /// The bytes of a part, writable until [`Jit::load`] protects them.
    pub fn bytes(&mut self, part: usize) -> &mut [u8] {
        let (start, size) = self.parts[part];
        // SAFETY: this value alone has the part, and `&mut self` excludes other accesses.
        unsafe { std::slice::from_raw_parts_mut(start as *mut u8, size) }
    }

    fn protect(&self, part: usize, protection: c_int) -> io::Result<()> {
        let (start, size) = self.parts[part];
        // SAFETY: pages of this part, to which no slice exists.
        unsafe { protect(start, size, protection) }
    }
}

impl Room {
    /// Takes memory with parts of these sizes.
    pub fn take(&mut self, sizes: [u64; 3]) -> io::Result<Memory> {
        let sizes = sizes.map(|size| size as usize);
        let [code, others @ ..] = sizes.map(pages);
        if code > self.code.len() || others.iter().sum::<usize>() > self.other.len() {
            return Err(io::Error::new(io::ErrorKind::OutOfMemory, "the code of the program is too large"));
        }
        let mut at = self.other.start;
        let code_start = advance(&mut self.code.start, code);
        let [first, second] = others.map(|size| advance(&mut at, size));
        self.other.start = at;
        let memory = Memory { parts: [(code_start, sizes[0]), (first, sizes[1]), (second, sizes[2])], _mapping: None };
        for part in 0..3 {
            memory.protect(part, libc::PROT_READ | libc::PROT_WRITE)?;
        }
        Ok(memory)
    }
}

/// The contents of the memory.
#[derive(Default)]
pub struct Image {
    /// The externally visible functions and variables.
    pub symbols: HashMap<Vec<u8>, u64>,
    /// Words that hold addresses of constructors, with priorities, in call order.
    pub constructors: Vec<(u32, u64)>,
    /// Words that hold addresses of destructors, with priorities, in call order.
    pub destructors: Vec<(u32, u64)>,
    /// Unwind tables.
    pub frames: Vec<u64>,
    /// The objects that debuggers know.
    pub registered: Vec<Registered>,
    /// The modules whose functions are compiled on demand, at addresses that programs have.
    pub lazy: Vec<Arc<LazyModule>>,
}

/// Native code in memory.
///
/// Thread-local variables have their initial values in the thread that links the program and in threads that start later; in other
/// threads they begin as zero.
///
/// The memory is released when the `Jit` is dropped. Everything that still refers to the code (running threads, functions
/// registered with `atexit`) must be gone by then.
pub struct Jit {
    image: Image,
    memory: Memory,
}

/// A function of a [`Jit`] as a function pointer.
#[derive(Clone, Copy)]
pub struct Function<'a, F> {
    function: F,
    owner: PhantomData<&'a Jit>,
}

impl<F> Deref for Function<'_, F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.function
    }
}

type RegisterFrame = unsafe extern "C" fn(*const u8);

/// `__register_frame` and `__deregister_frame` of the process's unwinder.
fn unwinder() -> Option<[RegisterFrame; 2]> {
    static FOUND: OnceLock<Option<[RegisterFrame; 2]>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let [register, deregister] = [&b"__register_frame"[..], b"__deregister_frame"].map(process_symbol);
        // SAFETY: the two functions have these types.
        Some(unsafe {
            [
                std::mem::transmute::<usize, RegisterFrame>(register?),
                std::mem::transmute::<usize, RegisterFrame>(deregister?),
            ]
        })
    })
}

impl Jit {
    /// Compiles a verified module. Constructors are not run: see [`Jit::run_constructors`].
    ///
    /// # Errors
    /// Unsupported constructs, and undefined symbols.
    pub fn new(module: &lindworm_ir::Module) -> Result<Jit, JitError> {
        Builder::new().module(module)?.link()
    }

    /// Protects the memory, and calls the resolvers of ifuncs, whose results are stored in words among the constants.
    pub(crate) fn load(memory: Memory, image: Image, resolvers: &[(u64, u64)]) -> Result<Jit, JitError> {
        let failed = |e: io::Error| JitError::Memory(e.to_string());
        memory.protect(0, libc::PROT_READ | libc::PROT_EXEC).map_err(failed)?;
        let mut jit = Jit { image, memory };
        let mut chosen = Vec::new();
        for &(word, resolver) in resolvers {
            // SAFETY: the resolver of an ifunc has no arguments that it may rely on, and returns an address.
            let resolver = unsafe { std::mem::transmute::<u64, extern "C" fn() -> u64>(resolver) };
            chosen.push((word as usize, resolver()));
        }
        for (word, function) in chosen {
            jit.memory.bytes(1)[word..][..8].copy_from_slice(&function.to_le_bytes());
        }
        jit.memory.protect(1, libc::PROT_READ).map_err(failed)?;
        if let Some([register, _]) = unwinder() {
            // SAFETY: a zero-terminated unwind table that is registered until `drop`.
            jit.image.frames.iter().for_each(|&table| unsafe { register(table as *const u8) });
        }
        Ok(jit)
    }

    /// The address of an externally visible function or variable.
    pub fn address(&self, name: impl AsRef<[u8]>) -> Option<usize> {
        self.image.symbols.get(name.as_ref()).map(|&at| at as usize)
    }

    /// A function as a function pointer type, such as `extern "C" fn(i32) -> i32`; `None` if there is no function of that name.
    ///
    /// # Safety
    /// The type must be that of the function, and calls of the function must not have undefined behaviour. The pointer must not
    /// be copied out of the [`Function`] and called after the `Jit` is dropped.
    pub unsafe fn function<F: Copy>(&self, name: impl AsRef<[u8]>) -> Option<Function<'_, F>> {
        const { assert!(size_of::<F>() == size_of::<usize>(), "a function pointer is an address") };
        let address = self.address(name)?;
        // SAFETY: the caller guarantees the type, which has the size of an address.
        Some(Function { function: unsafe { std::mem::transmute_copy(&address) }, owner: PhantomData })
    }

    /// Calls the constructors in order of priority.
    ///
    /// # Safety
    /// The constructors must not have undefined behaviour.
    pub unsafe fn run_constructors(&self) {
        for &(_, word) in &self.image.constructors {
            // SAFETY: the word is in the data, and holds the address of a function without arguments.
            unsafe { (*(word as *const extern "C" fn()))() };
        }
    }

    /// Runs the program: its constructors, then a function with the signature of `main`. The destructors run when the process
    /// exits by `exit`; the `Jit` must still exist then.
    ///
    /// # Safety
    /// The program must not have undefined behaviour.
    pub unsafe fn run_main(&'static self, name: impl AsRef<[u8]>, args: &[Vec<u8>]) -> Option<i32> {
        let main = self.address(name)?;
        let words: Vec<CString> = args.iter().filter_map(|arg| CString::new(arg.clone()).ok()).collect();
        let mut argv: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
        argv.push(std::ptr::null());
        let words = words.leak();
        let argv = argv.leak();
        at_exit(self);
        // SAFETY: the caller guarantees it. Programs start with the default action for SIGPIPE, termination, which Rust programs
        // change. The C library's `environ` is read as C programs read it.
        unsafe {
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            self.run_constructors();
            let environment = process_symbol(b"environ").map_or(null_mut(), |at| *(at as *const *mut c_void));
            Some(call_main(main, words.len() as c_int, argv.as_ptr(), environment))
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        if let Some([_, deregister]) = unwinder() {
            // SAFETY: registered by `load`.
            self.image.frames.iter().for_each(|&table| unsafe { deregister(table as *const u8) });
        }
    }
}

/// Registers the destructors of a program to run when the process exits.
fn at_exit(jit: &'static Jit) {
    static PROGRAMS: Mutex<Vec<&'static Jit>> = Mutex::new(Vec::new());
    extern "C" fn run() {
        let programs = std::mem::take(&mut *PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner));
        for &(_, word) in programs.iter().rev().flat_map(|jit| &jit.image.destructors) {
            // SAFETY: as in `run_constructors`.
            unsafe { (*(word as *const extern "C" fn()))() };
        }
    }
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner).push(jit);
    // SAFETY: the function exists until the process ends.
    unsafe { libc::atexit(run) };
}

/// Calls `main` from a frame without unwind information, so that an uncaught exception terminates the program there, as it does
/// when the C library calls `main`.
///
/// # Safety
/// `main` must be callable with these arguments.
#[unsafe(naked)]
unsafe extern "C" fn call_main(
    main: usize,
    count: c_int,
    args: *const *const c_char,
    environment: *mut c_void,
) -> c_int {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "mov rax, rdi",
        "mov edi, esi",
        "mov rsi, rdx",
        "mov rdx, rcx",
        "call rax",
        "pop rbp",
        "ret",
    )
}

/// The address of a symbol of this process and its libraries. The mathematics, C++ and compiler runtime libraries are loaded on
/// demand.
pub fn process_symbol(name: &[u8]) -> Option<usize> {
    // The C library defines this symbol in a part that is linked statically into each program.
    if name == b"atexit" {
        return Some(libc::atexit as *const () as usize);
    }
    let name = CString::new(name).ok()?;
    // SAFETY: a zero-terminated name; the libraries are system libraries, whose initializers are harmless.
    unsafe {
        let mut address = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        for library in [c"libm.so.6", c"libgcc_s.so.1", c"libstdc++.so.6"] {
            if !address.is_null() {
                break;
            }
            let handle = libc::dlopen(library.as_ptr(), libc::RTLD_NOW);
            if !handle.is_null() {
                address = libc::dlsym(handle, name.as_ptr());
            }
        }
        (!address.is_null()).then_some(address as usize)
    }
}

/// Loads a system library, whose symbols programs then find.
///
/// # Errors
/// The reason why the library cannot be loaded.
///
/// # Safety
/// The library's initializers must not have undefined behaviour.
pub unsafe fn load_library(path: &Path) -> Result<(), String> {
    let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|e| e.to_string())?;
    // SAFETY: a zero-terminated path; the caller vouches for the initializers.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !handle.is_null() {
        return Ok(());
    }
    // SAFETY: the error of this thread's last call, a string that is valid until the next call.
    let error = unsafe { libc::dlerror() };
    // SAFETY: as above.
    let error = (!error.is_null()).then(|| unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned());
    Err(format!("the library '{}' cannot be loaded: {}", path.display(), error.unwrap_or_default()))
}
