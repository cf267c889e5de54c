//! Direct access to the host: symbols and functions of its libraries, callbacks, and memory outside of the arena.
//!
//! This module requires `unsafe`:
//!
//! - **Calls.** The behaviour of native code is unknown. It receives the program's arguments and is trusted like the host's
//!   libraries are trusted by a compiled program: a wrong declaration or an invalid pointer crashes the interpreter as well.
//! - **Callbacks.** Native code does not pass a context through to callbacks. The running machine is found through a
//!   thread-local pointer, which is set while native code runs and no other code uses the machine.
//! - **Exceptions.** An exception must not unwind from native code into Rust code: see [`trampoline`].
//! - **Host memory.** The address may be invalid. The memory is copied by system calls, which fail for unmapped memory, where a
//!   direct access would crash the process.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{CString, c_uint, c_void};
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::ptr::{self, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use libffi::raw::{self, ffi_cif, ffi_closure, ffi_type};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use super::signature::Signature;
use super::{callback, trampoline};
use crate::program::Program;
use crate::state::State;

/// The libraries that are searched for symbols, in order.
pub(super) struct Libraries(Vec<Library>);

impl Libraries {
    /// Opens the user's libraries, and adds the C library.
    ///
    /// # Errors
    ///
    /// The library that cannot be opened, and the reason.
    pub(super) fn open(paths: &[impl AsRef<Path>]) -> Result<Libraries, String> {
        let mut all = Vec::new();
        for path in paths {
            let path = path.as_ref();
            // SAFETY: opening runs the initializers of a library that the user has requested.
            let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
            all.push(library.map_err(|e| format!("the library `{}` cannot be loaded: {e}", path.display()))?);
        }
        all.push(Library::this());
        // On some systems the mathematical functions of C are a separate library, which the interpreter may not link.
        #[cfg(target_os = "linux")]
        // SAFETY: the library is part of the C library; its initializers have no relevant effects.
        all.extend(unsafe { Library::open(Some("libm.so.6"), RTLD_NOW) });
        Ok(Libraries(all))
    }

    /// Opens C++ and Rust libraries that define one of the symbols that is not defined otherwise.
    pub(super) fn search_more(&mut self, mut symbols: Vec<&[u8]>) {
        symbols.retain(|name| self.symbol(name).is_none());
        let rust = if symbols.iter().any(|name| is_of_rust(name)) { rust_libraries() } else { Vec::new() };
        for path in MORE_LIBRARIES.iter().map(PathBuf::from).chain(rust) {
            if symbols.is_empty() {
                return;
            }
            // SAFETY: compilers link such programs with these libraries; their initializers are designed for that.
            let Ok(library) = (unsafe { Library::open(Some(&path), RTLD_NOW) }) else { continue };
            let one = Libraries(vec![library]);
            let before = symbols.len();
            symbols.retain(|name| one.symbol(name).is_none());
            if symbols.len() < before {
                self.0.extend(one.0);
            }
        }
    }

    /// The address of a symbol.
    pub(super) fn symbol(&self, name: &[u8]) -> Option<u64> {
        let name = CString::new(name).ok().filter(|n| !n.is_empty())?;
        self.0.iter().find_map(|library| {
            // SAFETY: only the address of the symbol is taken.
            let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes_with_nul()) }.ok()?;
            Some(symbol.as_raw_ptr().expose_provenance() as u64).filter(|&address| address != 0)
        })
    }
}

/// The libraries that compilers link with C and C++ programs by default.
const MORE_LIBRARIES: &[&str] = if cfg!(target_vendor = "apple") {
    &["libc++.1.dylib", "libc++abi.dylib"]
} else {
    &["libm.so.6", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6", "libc++.so.1", "libc++abi.so.1"]
};

/// Whether a symbol is mangled by Rust: `_R...`, or `_ZN...17h` with sixteen digits and an `E`.
fn is_of_rust(name: &[u8]) -> bool {
    let old = || {
        let hash = name.strip_suffix(b"E").and_then(|name| name.get(name.len().checked_sub(19)?..));
        hash.is_some_and(|hash| hash.starts_with(b"17h") && hash[3..].iter().all(u8::is_ascii_hexdigit))
    };
    name.starts_with(b"_R") || name.starts_with(b"_ZN") && old()
}

/// The standard libraries of Rust on this machine: that of the first `rustc` found, and those of installed toolchains. The
/// symbols determine which one a program was compiled with.
fn rust_libraries() -> Vec<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked =
        std::process::Command::new(rustc).args(["--print", "sysroot"]).stderr(std::process::Stdio::null()).output();
    let Ok(answer) = asked else { return Vec::new() };
    let sysroot = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    let beside = sysroot.parent().filter(|parent| parent.ends_with("toolchains")).map(entries).unwrap_or_default();
    let others = beside.into_iter().filter(|other| *other != sysroot);
    std::iter::once(sysroot.clone())
        .chain(others)
        .flat_map(|root| entries(&root.join("lib/rustlib")))
        .flat_map(|target| entries(&target.join("lib")))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libstd-") && name.ends_with(std::env::consts::DLL_SUFFIX)
        })
        .collect()
}

/// The entries of a directory, sorted by name; empty if the directory does not exist.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(directory).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    all.sort();
    all
}

/// How a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    /// An integer of 64 bits, or a pointer.
    U64,
    I128,
    /// The low 32 bits of a floating-point register.
    Float,
    /// The low 64 bits of a floating-point register.
    Double,
    LongDouble,
    /// Memory on the stack, with this size and alignment.
    Stack(usize, u16),
}

impl Pass {
    /// The size in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Pass::U8 | Pass::S8 => 1,
            Pass::U16 | Pass::S16 => 2,
            Pass::U32 | Pass::S32 | Pass::Float => 4,
            Pass::U64 | Pass::Double => 8,
            Pass::I128 | Pass::LongDouble => 16,
            Pass::Stack(size, _) => size,
        }
    }

    fn is_integer(self) -> bool {
        self.size() <= 8 && !matches!(self, Pass::Float | Pass::Double | Pass::Stack(..))
    }
}

/// The bytes of a result.
pub(super) type Answer = [u64; 4];

/// A type that is not a C scalar: libffi's description and its element types.
struct Aggregate {
    ty: ffi_type,
    elements: [*mut ffi_type; 5],
}

/// The calling interface of libffi for a signature.
pub(super) struct Interface {
    cif: Box<ffi_cif>,
    args: Vec<Pass>,
    result: Vec<Pass>,
    // The targets of pointers in `cif`.
    _types: Vec<*mut ffi_type>,
    _aggregates: Aggregates,
}

/// Aggregates with stable addresses.
#[allow(clippy::vec_box)]
type Aggregates = Vec<Box<Aggregate>>;

/// The arguments of a call.
#[derive(Default)]
pub(super) struct Arguments {
    words: Vec<u64>,
    /// The index of the first word of each argument.
    starts: Vec<usize>,
}

impl Arguments {
    /// Appends the words of an argument.
    pub(super) fn push(&mut self, words: &[u64]) {
        self.starts.push(self.words.len());
        self.words.extend_from_slice(words);
    }
}

impl Interface {
    /// The interface of functions with these arguments and a result in these parts. The arguments from index `fixed` on are
    /// variadic. `None` if libffi does not support the signature.
    pub(super) fn new(result: &[Pass], args: &[Pass], fixed: Option<usize>) -> Option<Interface> {
        let mut aggregates = Vec::new();
        let mut types: Vec<_> = args.iter().map(|&pass| describe(pass, &mut aggregates)).collect();
        // AArch64 returns up to four floats in registers.
        let floats = result.iter().all(|p| !p.is_integer());
        let most = if cfg!(target_arch = "aarch64") && floats { 4 } else { 2 };
        let result_type = match *result {
            [] => &raw mut raw::ffi_type_void,
            [one] => describe(one, &mut aggregates),
            #[cfg(target_arch = "x86_64")]
            [Pass::LongDouble, Pass::LongDouble] => {
                aggregate(&mut aggregates, 32, 16, raw::FFI_TYPE_COMPLEX, &[&raw mut raw::ffi_type_longdouble])
            }
            // Each part is returned in a separate register, like a struct member of eight bytes.
            ref parts if parts.len() <= most && parts.iter().all(|p| p.size() <= 8) => {
                let members: Vec<_> = parts
                    .iter()
                    .map(|p| match p.is_integer() {
                        true => &raw mut raw::ffi_type_uint64,
                        false => &raw mut raw::ffi_type_double,
                    })
                    .collect();
                aggregate(&mut aggregates, 8 * parts.len(), 8, raw::FFI_TYPE_STRUCT, &members)
            }
            _ => return None,
        };
        let mut cif = Box::new(ffi_cif::default());
        let (count, types_of) = (c_uint::try_from(args.len()).ok()?, types.as_mut_ptr());
        // SAFETY: libffi initializes `cif`; the types are valid and live as long as `cif`.
        let status = unsafe {
            let abi = raw::ffi_abi_FFI_DEFAULT_ABI;
            match fixed {
                Some(fixed) => raw::ffi_prep_cif_var(
                    &raw mut *cif,
                    abi,
                    c_uint::try_from(fixed).ok()?,
                    count,
                    result_type,
                    types_of,
                ),
                None => raw::ffi_prep_cif(&raw mut *cif, abi, count, result_type, types_of),
            }
        };
        (status == raw::ffi_status_FFI_OK).then(|| Interface {
            cif,
            args: args.into(),
            result: result.into(),
            _types: types,
            _aggregates: aggregates,
        })
    }

    /// Calls the function at `code` with the given `errno`. Returns its result, or the address of an exception that has unwound
    /// out of it, and the new `errno`.
    pub(super) fn call(
        &self,
        program: &Program,
        state: &mut State,
        code: u64,
        arguments: &mut Arguments,
        errno: i32,
    ) -> (Result<Answer, u64>, i32) {
        let Arguments { words, starts } = arguments;
        assert!(starts.len() == self.args.len());
        assert!(starts.iter().zip(&self.args).all(|(&at, pass)| at + pass.size().div_ceil(8) <= words.len()));
        let mut answer = Answer::default();
        let first = words.as_mut_ptr();
        let mut pointers: Vec<*mut c_void> = starts.iter().map(|&at| first.wrapping_add(at).cast()).collect();
        let code = ptr::with_exposed_provenance_mut::<c_void>(code as usize);
        // SAFETY: `code` is presumed to be the address of a function.
        let code = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn()>(code) };
        let machine = state.host.as_ref().map_or(0, |host| host.machine);
        let mut running = Running { machine, program, state };
        let before = RUNNING.replace(&raw mut running);
        errno::set_errno(errno::Errno(errno));
        // SAFETY: `cif` was prepared by libffi, for as many arguments as there are pointers. Each pointer refers to as many
        // bytes as the argument type has, and the result fits in an `Answer`. The behaviour of the function is unknown: see the
        // head of this file. A callback uses `state` only while this frame waits.
        let exception = unsafe {
            let cif = (&raw const *self.cif).cast_mut();
            trampoline::call(cif, code, answer.as_mut_ptr().cast(), pointers.as_mut_ptr())
        };
        let errno = errno::errno().0;
        RUNNING.set(before);
        match exception.is_null() {
            true => (Ok(answer), errno),
            false => (Err(exception.expose_provenance() as u64), errno),
        }
    }
}

/// The libffi type for a way of passing.
fn describe(pass: Pass, aggregates: &mut Aggregates) -> *mut ffi_type {
    match pass {
        Pass::U8 => &raw mut raw::ffi_type_uint8,
        Pass::S8 => &raw mut raw::ffi_type_sint8,
        Pass::U16 => &raw mut raw::ffi_type_uint16,
        Pass::S16 => &raw mut raw::ffi_type_sint16,
        Pass::U32 => &raw mut raw::ffi_type_uint32,
        Pass::S32 => &raw mut raw::ffi_type_sint32,
        Pass::U64 => &raw mut raw::ffi_type_uint64,
        Pass::Float => &raw mut raw::ffi_type_float,
        Pass::Double => &raw mut raw::ffi_type_double,
        Pass::LongDouble => &raw mut raw::ffi_type_longdouble,
        Pass::I128 => {
            let half = &raw mut raw::ffi_type_uint64;
            aggregate(aggregates, 16, 16, raw::FFI_TYPE_STRUCT, &[half, half])
        }
        // A struct that contains a `long double` is never passed in registers.
        Pass::Stack(size, align) => {
            let member = &raw mut raw::ffi_type_longdouble;
            aggregate(aggregates, size, align, raw::FFI_TYPE_STRUCT, &[member])
        }
    }
}

fn aggregate(
    all: &mut Aggregates,
    size: usize,
    alignment: u16,
    type_: u16,
    members: &[*mut ffi_type],
) -> *mut ffi_type {
    let mut elements = [null_mut(); 5];
    elements[..members.len()].copy_from_slice(members);
    let mut new = Box::new(Aggregate { ty: ffi_type { size, alignment, type_, elements: null_mut() }, elements });
    new.ty.elements = new.elements.as_mut_ptr();
    let ty = &raw mut new.ty;
    all.push(new);
    ty
}

/// The machine on behalf of which native code runs.
struct Running {
    machine: u64,
    program: *const Program,
    state: *mut State,
}

thread_local! {
    /// Set while native code called by this thread runs, except during callbacks.
    static RUNNING: Cell<*mut Running> = const { Cell::new(null_mut()) };
}

/// A function of the program that native code can call.
pub(super) struct Callback {
    /// The number of the machine.
    pub(super) machine: u64,
    /// The address of the function in the program.
    pub(super) function: u32,
    /// The signature, or the reason why native code cannot call the function.
    pub(super) signature: Result<Signature, String>,
    /// Set when the callback is called while no machine runs: by a thread of a library or by a signal handler.
    pub(super) astray: Arc<AtomicBool>,
}

/// The code of a [`Callback`].
pub(super) struct Closure {
    closure: *mut ffi_closure,
    code: *mut c_void,
    callback: Option<Box<Callback>>,
}

/// Free closures: the address of libffi's closure and of its code. Native code may keep a closure's address beyond the life of
/// the machine, so closures are never freed. An unused closure does nothing when called.
static FREE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

impl Closure {
    /// Allocates code for a function; `None` if the host does not allow it.
    pub(super) fn new(callback: Callback) -> Option<Closure> {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (closure, code) = match free {
            Some((closure, code)) => {
                (ptr::with_exposed_provenance_mut(closure), ptr::with_exposed_provenance_mut(code))
            }
            None => {
                let mut code = null_mut();
                // SAFETY: the function allocates or returns null.
                let closure = unsafe { raw::ffi_closure_alloc(size_of::<ffi_closure>(), &raw mut code) };
                (closure.cast::<ffi_closure>(), code)
            }
        };
        if closure.is_null() {
            return None;
        }
        let mut new = Closure { closure, code, callback: Some(Box::new(callback)) };
        new.prepare().then_some(new)
    }

    /// The address of the code.
    pub(super) fn address(&self) -> u64 {
        self.code.expose_provenance() as u64
    }

    /// Binds the code to the callback, or to nothing.
    fn prepare(&mut self) -> bool {
        let data = self.callback.as_deref().map_or(ptr::null(), ptr::from_ref);
        let interface = self.callback.as_deref().and_then(|c| c.signature.as_ref().ok()).map(|s| &s.interface);
        let cif = match interface {
            Some(interface) => (&raw const *interface.cif).cast_mut(),
            None => nothing(),
        };
        // SAFETY: the closure and its code are from libffi; `cif` and the callback live until the closure is bound again.
        let status =
            unsafe { raw::ffi_prep_closure_loc(self.closure, cif, Some(enter), data.cast_mut().cast(), self.code) };
        status == raw::ffi_status_FFI_OK
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        let callback = self.callback.take();
        if self.prepare() {
            let free = (self.closure.expose_provenance(), self.code.expose_provenance());
            FREE.lock().unwrap_or_else(PoisonError::into_inner).push(free);
            drop(callback);
        } else {
            // The closure can still be called.
            std::mem::forget(callback);
        }
    }
}

/// The interface of a function without arguments and result, for closures that must not be called.
fn nothing() -> *mut ffi_cif {
    static NOTHING: Mutex<Option<usize>> = Mutex::new(None);
    let mut known = NOTHING.lock().unwrap_or_else(PoisonError::into_inner);
    let cif = known.get_or_insert_with(|| match Interface::new(&[], &[], None) {
        Some(interface) => (&raw mut *Box::leak(Box::new(interface)).cif).expose_provenance(),
        None => 0,
    });
    ptr::with_exposed_provenance_mut(*cif)
}

/// The entry point of all closures.
unsafe extern "C" fn enter(_cif: *mut ffi_cif, result: *mut c_void, args: *mut *mut c_void, data: *mut c_void) {
    // SAFETY: `data` is the pointer that `Closure::prepare` passed to libffi: null, or a callback that lives as long as its
    // closure.
    let Some(callback) = (unsafe { data.cast::<Callback>().as_ref() }) else { return };
    let mut words: Vec<u64> = Vec::new();
    let passes = callback.signature.as_ref().map_or(&[][..], |s| &s.interface.args);
    for (i, pass) in passes.iter().enumerate() {
        let start = words.len();
        words.resize(start + pass.size().div_ceil(8), 0);
        // SAFETY: libffi passes a pointer for each argument, to as many bytes as its type has.
        unsafe {
            ptr::copy_nonoverlapping((*args.add(i)).cast(), words[start..].as_mut_ptr().cast::<u8>(), pass.size())
        };
    }
    let mut answer = Answer::default();
    let running = RUNNING.replace(null_mut());
    // SAFETY: the pointer was set by `Interface::call`, whose frame in the same thread waits for this callback.
    match unsafe { running.as_ref() } {
        Some(machine) if machine.machine == callback.machine => {
            // SAFETY: the caller of `Interface::call`, which lent these references, waits as well, and there are no other
            // references.
            let (program, state) = unsafe { (&*machine.program, &mut *machine.state) };
            callback::enter(program, state, callback, &words, &mut answer);
        }
        _ => callback.astray.store(true, Ordering::Relaxed),
    }
    RUNNING.set(running);
    let size = match callback.signature.as_ref().map_or(&[][..], |s| &s.interface.result) {
        [] => 0,
        [one] if one.is_integer() => 8,
        [one] => one.size(),
        [Pass::LongDouble, ..] => 32,
        parts => 8 * parts.len(),
    };
    // SAFETY: the result buffer has as many bytes as the type, and at least eight for an integer.
    unsafe { ptr::copy_nonoverlapping(answer.as_ptr().cast::<u8>(), result.cast(), size) };
}

/// A pipe for copying memory that may not be mapped.
pub(super) struct Copier {
    reader: PipeReader,
    writer: PipeWriter,
}

/// The number of bytes per system call, at most the capacity of the smallest pipe.
const CHUNK: usize = 4096;

impl Copier {
    /// Creates a copier; `None` if the host has no pipes left.
    pub(super) fn new() -> Option<Copier> {
        let (reader, writer) = std::io::pipe().ok()?;
        Some(Copier { reader, writer })
    }

    /// Copies from `address`. Returns false if the memory is not readable; then the copier must be discarded.
    pub(super) fn read(&mut self, address: u64, out: &mut [u8]) -> bool {
        out.chunks_mut(CHUNK).enumerate().all(|(i, chunk)| {
            let from = ptr::with_exposed_provenance::<c_void>((address as usize).wrapping_add(i * CHUNK));
            // SAFETY: `write` fails if the memory is not readable.
            let copied = retry(|| unsafe { libc::write(self.writer.as_raw_fd(), from, chunk.len()) });
            copied == chunk.len() as isize && self.reader.read_exact(chunk).is_ok()
        })
    }

    /// Copies to `address`. Returns false if the memory is not writable; then the copier must be discarded.
    pub(super) fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        bytes.chunks(CHUNK).enumerate().all(|(i, chunk)| {
            let to = ptr::with_exposed_provenance_mut::<c_void>((address as usize).wrapping_add(i * CHUNK));
            // SAFETY: `read` fails if the memory is not writable. According to `Memory::resolve` the memory is outside of the
            // arena; if it belongs to the interpreter, the program has guessed an address.
            self.writer.write_all(chunk).is_ok()
                && retry(|| unsafe { libc::read(self.reader.as_raw_fd(), to, chunk.len()) }) == chunk.len() as isize
        })
    }
}

/// Repeats a system call that was interrupted by a signal.
fn retry(mut call: impl FnMut() -> isize) -> isize {
    loop {
        let result = call();
        if result >= 0 || errno::errno().0 != libc::EINTR {
            return result;
        }
    }
}

/// Whether the address is in the code of a library.
#[cfg(not(target_os = "linux"))]
pub(super) fn in_library(address: u64) -> bool {
    let address = ptr::with_exposed_provenance::<c_void>(address as usize);
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: `dladdr` accepts any address, and its output is not read.
    unsafe { libc::dladdr(address, info.as_mut_ptr()) != 0 }
}

/// Frees memory of the host's `malloc`.
pub(super) fn free(address: u64) {
    // SAFETY: the program guarantees that the memory is from `malloc`, and no longer uses it.
    unsafe { libc::free(ptr::with_exposed_provenance_mut(address as usize)) }
}

/// Reallocates memory of the host's `malloc`. Returns the new address, or 0.
pub(super) fn reallocate(address: u64, size: usize) -> u64 {
    // SAFETY: the program guarantees that the memory is from `malloc`, and uses the new address.
    unsafe { libc::realloc(ptr::with_exposed_provenance_mut(address as usize), size) }.expose_provenance() as u64
}

/// Flushes the output streams of the native C library.
pub(super) fn flush() {
    // SAFETY: null denotes all streams.
    unsafe { libc::fflush(null_mut()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Closures are freed with their machine, even if native code cannot call the function, and their code is reused.
    #[test]
    fn closures_are_freed() {
        let astray = Arc::new(AtomicBool::new(false));
        let closure = || {
            let signature = Err(String::new());
            Closure::new(Callback { machine: 0, function: 0, signature, astray: astray.clone() })
        };
        let first = closure().map(|c| c.address());
        assert!(first.is_some());
        assert_eq!(Arc::strong_count(&astray), 1);
        assert_eq!(closure().map(|c| c.address()), first);
    }
}
