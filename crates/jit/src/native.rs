//! What touches the process itself: memory for code, calls of that code, symbols of libraries, and tables of frames.
//!
//! This is the only place where `unsafe` is allowed, as none of it can be written without:
//!
//! - **Memory.** It is mapped, written through slices that nobody else has, and then protected: code can be executed and no longer
//!   written before any of it runs.
//! - **Calls.** What native code does is not known to anybody. Whoever calls it says that it does nothing undefined, and that it has the
//!   type as which it is called.
//! - **Frames.** The unwinder reads the tables that it is told of, until it is told that they are gone.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::{Builder, JitError};

const PAGE: usize = 4096;

/// Memory in three parts, near each other.
pub struct Memory {
    start: *mut u8,
    /// Where each part begins, and where the last one ends: multiples of pages.
    offsets: [usize; 4],
    sizes: [usize; 3],
}

// SAFETY: the memory belongs to this value alone.
unsafe impl Send for Memory {}
// SAFETY: through a shared reference nothing is changed.
unsafe impl Sync for Memory {}

impl Memory {
    /// Memory of these sizes, all zero.
    pub fn reserve(sizes: [u64; 3]) -> io::Result<Memory> {
        let sizes = sizes.map(|size| size as usize);
        let mut offsets = [0; 4];
        for i in 0..3 {
            offsets[i + 1] = offsets[i] + sizes[i].next_multiple_of(PAGE);
        }
        let length = offsets[3].max(PAGE);
        offsets[3] = length;
        // SAFETY: new memory, wherever there is room.
        let start = unsafe {
            libc::mmap(
                null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Memory { start: start.cast(), offsets, sizes })
    }

    /// The addresses of the parts.
    pub fn starts(&self) -> [u64; 3] {
        [0, 1, 2].map(|i| self.start as u64 + self.offsets[i] as u64)
    }

    /// The bytes of a part, which can be written until [`Jit::load`] protects them.
    pub fn bytes(&mut self, part: usize) -> &mut [u8] {
        // SAFETY: the part is within the memory, which this value owns, and `&mut self` lets nobody else at it.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(self.offsets[part]), self.sizes[part]) }
    }

    fn protect(&self, part: usize, protection: c_int) -> io::Result<()> {
        let length = self.offsets[part + 1] - self.offsets[part];
        if length == 0 {
            return Ok(());
        }
        // SAFETY: whole pages of this memory, to which no slice exists.
        match unsafe { libc::mprotect(self.start.add(self.offsets[part]).cast(), length, protection) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was mapped with this length, and nothing refers to it any more: see `Jit::function`.
        unsafe { libc::munmap(self.start.cast(), self.offsets[3]) };
    }
}

/// What is where in the memory.
#[derive(Default)]
pub struct Image {
    /// The functions and variables that are visible outside.
    pub symbols: HashMap<Vec<u8>, u64>,
    /// Words that hold addresses of functions, with priorities: in the order of their calls.
    pub constructors: Vec<(u32, u64)>,
    /// The same at the end of the program.
    pub destructors: Vec<(u32, u64)>,
    /// Tables of frames.
    pub frames: Vec<u64>,
}

/// Native code in memory.
///
/// The memory is released when this is dropped. Whatever the code has left behind that refers to it (threads that still run, functions
/// that were given to `atexit`) must be gone by then.
pub struct Jit {
    image: Image,
    memory: Memory,
}

/// A function of a [`Jit`], as a value of a type of function pointers.
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

/// `__register_frame` and `__deregister_frame`, of the unwinder that the process has.
fn unwinder() -> Option<[RegisterFrame; 2]> {
    static FOUND: OnceLock<Option<[RegisterFrame; 2]>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let [register, deregister] = [&b"__register_frame"[..], b"__deregister_frame"].map(process_symbol);
        // SAFETY: these are the types of the two functions.
        Some(unsafe {
            [
                std::mem::transmute::<usize, RegisterFrame>(register?),
                std::mem::transmute::<usize, RegisterFrame>(deregister?),
            ]
        })
    })
}

impl Jit {
    /// Compiles a module that verifies. Its constructors are not run: see [`Jit::run_constructors`].
    ///
    /// # Errors
    /// What is not supported, and symbols that are nowhere defined.
    pub fn new(module: &lindworm_ir::Module) -> Result<Jit, JitError> {
        Builder::new().module(module)?.link()
    }

    /// Protects the memory, and finds the functions that resolvers choose: words among the constants hold these.
    pub(crate) fn load(memory: Memory, image: Image, resolvers: &[(u64, u64)]) -> Result<Jit, JitError> {
        let failed = |e: io::Error| JitError::Memory(e.to_string());
        memory.protect(0, libc::PROT_READ | libc::PROT_EXEC).map_err(failed)?;
        let mut jit = Jit { image, memory };
        let mut chosen = Vec::new();
        for &(word, resolver) in resolvers {
            // SAFETY: the resolver of an ifunc takes nothing that it may rely on, and gives an address.
            let resolver = unsafe { std::mem::transmute::<u64, extern "C" fn() -> u64>(resolver) };
            chosen.push((word as usize, resolver()));
        }
        for (word, function) in chosen {
            jit.memory.bytes(1)[word..][..8].copy_from_slice(&function.to_le_bytes());
        }
        jit.memory.protect(1, libc::PROT_READ).map_err(failed)?;
        if let Some([register, _]) = unwinder() {
            // SAFETY: a table that ends with a word of zero, until `drop`.
            jit.image.frames.iter().for_each(|&table| unsafe { register(table as *const u8) });
        }
        Ok(jit)
    }

    /// The address of a function or variable that is visible outside its module.
    pub fn address(&self, name: impl AsRef<[u8]>) -> Option<usize> {
        self.image.symbols.get(name.as_ref()).map(|&at| at as usize)
    }

    /// A function as a value of a type of function pointers, such as `extern "C" fn(i32) -> i32`; nothing if there is none of that name.
    ///
    /// # Safety
    /// The type must be that of the function, and what the function does when it is called must be defined. It must not be copied out of
    /// the [`Function`] and called when the `Jit` is gone.
    pub unsafe fn function<F: Copy>(&self, name: impl AsRef<[u8]>) -> Option<Function<'_, F>> {
        const { assert!(size_of::<F>() == size_of::<usize>(), "a function pointer is an address") };
        let address = self.address(name)?;
        // SAFETY: the caller says that this is its type, and it has the size of an address.
        Some(Function { function: unsafe { std::mem::transmute_copy(&address) }, owner: PhantomData })
    }

    /// Calls the constructors, in the order of their priorities.
    ///
    /// # Safety
    /// What they do must be defined.
    pub unsafe fn run_constructors(&self) {
        for &(_, word) in &self.image.constructors {
            // SAFETY: the word is in the data, and holds the address of a function without arguments.
            unsafe { (*(word as *const extern "C" fn()))() };
        }
    }

    /// Runs the program: its constructors, then a function that is called as `main` is. The destructors of the program run when the process
    /// ends by `exit`, for which it has to be there then.
    ///
    /// # Safety
    /// What the program does must be defined.
    pub unsafe fn run_main(&'static self, name: impl AsRef<[u8]>, args: &[Vec<u8>]) -> Option<i32> {
        let main = self.address(name)?;
        let words: Vec<CString> = args.iter().filter_map(|arg| CString::new(arg.clone()).ok()).collect();
        let mut argv: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
        argv.push(std::ptr::null());
        let words = words.leak();
        let argv = argv.leak();
        at_exit(self);
        // SAFETY: the caller says so. Programs begin with a SIGPIPE that ends them, which Rust's have not. The C library's `environ` is read as C programs read it.
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
            // SAFETY: what `load` registered.
            self.image.frames.iter().for_each(|&table| unsafe { deregister(table as *const u8) });
        }
    }
}

/// Has the destructors of a program run when the process ends.
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
    // SAFETY: the function stays.
    unsafe { libc::atexit(run) };
}

/// Calls `main` from a frame that the unwinder does not know, so that an exception which nobody catches ends the program there, as it does
/// where the C library calls `main`.
///
/// # Safety
/// `main` must be a function that may be called so.
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

/// The address of a symbol of this process and its libraries. Those of mathematics, C++ and the compiler's runtime are loaded when they are
/// needed.
pub fn process_symbol(name: &[u8]) -> Option<usize> {
    // The C library has this in a part that is linked into each program.
    if name == b"atexit" {
        return Some(libc::atexit as *const () as usize);
    }
    let name = CString::new(name).ok()?;
    // SAFETY: a name that ends with zero; the libraries are those of the system, whose initializers do nothing of note.
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

/// Loads a library of the system's, whose symbols programs find from then on.
///
/// # Errors
/// Why it cannot be loaded.
///
/// # Safety
/// What its initializers do must be defined.
pub unsafe fn load_library(path: &Path) -> Result<(), String> {
    let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|e| e.to_string())?;
    // SAFETY: a path that ends with zero; the caller vouches for the initializers.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !handle.is_null() {
        return Ok(());
    }
    // SAFETY: the error of this thread's last call, which is a text until the next one.
    let error = unsafe { libc::dlerror() };
    // SAFETY: as above.
    let error = (!error.is_null()).then(|| unsafe { CStr::from_ptr(error) }.to_string_lossy().into_owned());
    Err(format!("the library '{}' cannot be loaded: {}", path.display(), error.unwrap_or_default()))
}

// Thread-local variables.

/// Bytes of thread-local variables of all programs together.
const THREAD_LOCAL: usize = 1 << 14;

thread_local! {
    /// At the same distance from the thread pointer in every thread, if this code is a part of the program and not of a library that was
    /// loaded later.
    static BLOCK: UnsafeCell<[u128; THREAD_LOCAL / 16]> = const { UnsafeCell::new([0; THREAD_LOCAL / 16]) };
}

fn block_offset() -> i64 {
    let pointer: usize;
    // SAFETY: the first word of a thread's block is the thread pointer.
    unsafe {
        std::arch::asm!("mov {}, qword ptr fs:[0]", out(reg) pointer, options(nostack, readonly, preserves_flags))
    };
    BLOCK.with(|block| block.get() as i64) - pointer as i64
}

/// Room for a thread-local variable: its distance from the thread pointer. It is not given back.
pub fn thread_local_offset(size: u64, align: u64) -> Option<i64> {
    static USED: AtomicUsize = AtomicUsize::new(0);
    let size = usize::try_from(size).ok().filter(|&size| size <= THREAD_LOCAL && align <= 16)?;
    let here = block_offset();
    // Another thread has it elsewhere if each thread's is allocated.
    if std::thread::spawn(block_offset).join().ok()? != here {
        return None;
    }
    let next = |used: usize| {
        let at = used.next_multiple_of(align.max(1) as usize);
        at.checked_add(size).filter(|&end| end <= THREAD_LOCAL)
    };
    let used = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()?;
    Some(here + used.next_multiple_of(align.max(1) as usize) as i64)
}
