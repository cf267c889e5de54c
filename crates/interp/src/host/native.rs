//! What touches the host itself: symbols of its libraries, calls of their functions, functions of the program that they can
//! call, and memory that is not the program's.
//!
//! This is one of the few places where `unsafe` is allowed, as none of it can be written without:
//!
//! - **Calls.** What native code does is not known to anybody. It is given what the program gives it, and is trusted as the
//!   host's own libraries are trusted by a compiled program; a wrong declaration or a bad pointer crashes here as there.
//! - **Callbacks.** Native code hands nothing on from who called it to whom it calls, so the running machine is found through a
//!   thread-local pointer, which is set while native code runs and nobody uses the machine.
//! - **Exceptions.** One that leaves native code must not reach code that Rust has compiled: see [`trampoline`].
//! - **Foreign memory.** An address that the program computed may be anything. The kernel copies what is there, and says so
//!   if nothing is, where a plain read would end the process.

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

/// The libraries in which symbols are looked for, the first ones first.
pub(super) struct Libraries(Vec<Library>);

impl Libraries {
    /// Opens the user's libraries, and adds the host's C library.
    ///
    /// # Errors
    ///
    /// Which one cannot be opened, and why.
    pub(super) fn open(paths: &[impl AsRef<Path>]) -> Result<Libraries, String> {
        let mut all = Vec::new();
        for path in paths {
            let path = path.as_ref();
            // SAFETY: a library runs its initializers. The user asked for this one.
            let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
            all.push(library.map_err(|e| format!("the library `{}` cannot be loaded: {e}", path.display()))?);
        }
        all.push(Library::this());
        // The C library's mathematics are a file of their own in some systems, which the interpreter itself may not need.
        #[cfg(target_os = "linux")]
        // SAFETY: it is a part of the C library, whose initializers do nothing of note.
        all.extend(unsafe { Library::open(Some("libm.so.6"), RTLD_NOW) });
        Ok(Libraries(all))
    }

    /// Opens libraries of C++ and Rust in which there is one of these symbols that is nowhere else.
    pub(super) fn search_more(&mut self, mut symbols: Vec<&[u8]>) {
        symbols.retain(|name| self.symbol(name).is_none());
        let rust = if symbols.iter().any(|name| is_of_rust(name)) { rust_libraries() } else { Vec::new() };
        for path in MORE_LIBRARIES.iter().map(PathBuf::from).chain(rust) {
            if symbols.is_empty() {
                return;
            }
            // SAFETY: these are the libraries that compilers link such programs with; their initializers are made for that.
            let Ok(library) = (unsafe { Library::open(Some(&path), RTLD_NOW) }) else { continue };
            let one = Libraries(vec![library]);
            let before = symbols.len();
            symbols.retain(|name| one.symbol(name).is_none());
            if symbols.len() < before {
                self.0.extend(one.0);
            }
        }
    }

    /// The address of a function or variable.
    pub(super) fn symbol(&self, name: &[u8]) -> Option<u64> {
        let name = CString::new(name).ok().filter(|n| !n.is_empty())?;
        self.0.iter().find_map(|library| {
            // SAFETY: nothing is done with it but to take its address.
            let symbol = unsafe { library.get::<*mut c_void>(name.as_bytes_with_nul()) }.ok()?;
            Some(symbol.as_raw_ptr().expose_provenance() as u64).filter(|&address| address != 0)
        })
    }
}

/// The libraries that compilers link with programs of C and C++ without being asked.
const MORE_LIBRARIES: &[&str] = if cfg!(target_vendor = "apple") {
    &["libc++.1.dylib", "libc++abi.dylib"]
} else {
    &["libm.so.6", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6", "libc++.so.1", "libc++abi.so.1"]
};

/// Whether a symbol looks like one of Rust: `_R...`, or `_ZN...17h` with sixteen digits and an `E`.
fn is_of_rust(name: &[u8]) -> bool {
    let old = || {
        let hash = name.strip_suffix(b"E").and_then(|name| name.get(name.len().checked_sub(19)?..));
        hash.is_some_and(|hash| hash.starts_with(b"17h") && hash[3..].iter().all(u8::is_ascii_hexdigit))
    };
    name.starts_with(b"_R") || name.starts_with(b"_ZN") && old()
}

/// The standard libraries of Rust on this machine: that of the `rustc` that is found first, and those of toolchains beside it.
/// Which of them a program is of, its symbols tell.
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

/// What is in a directory, in the order of the names; nothing if there is no such directory.
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
    /// The low 32 bits of a register for floats.
    Float,
    /// The low 64 bits of a register for floats.
    Double,
    LongDouble,
    /// So many bytes on the stack, with that alignment.
    Stack(usize, u16),
}

impl Pass {
    /// How many bytes it has.
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

/// A type that is no single value of C's: libffi's description and the parts that it points to.
struct Aggregate {
    ty: ffi_type,
    elements: [*mut ffi_type; 5],
}

/// How libffi calls functions of one type.
pub(super) struct Interface {
    cif: Box<ffi_cif>,
    args: Vec<Pass>,
    result: Vec<Pass>,
    // What `cif` points to.
    _types: Vec<*mut ffi_type>,
    _aggregates: Aggregates,
}

/// Aggregates that stay where they are.
#[allow(clippy::vec_box)]
type Aggregates = Vec<Box<Aggregate>>;

/// The arguments of a call.
#[derive(Default)]
pub(super) struct Arguments {
    words: Vec<u64>,
    /// Where each begins.
    starts: Vec<usize>,
}

impl Arguments {
    /// Adds the words of one.
    pub(super) fn push(&mut self, words: &[u64]) {
        self.starts.push(self.words.len());
        self.words.extend_from_slice(words);
    }
}

impl Interface {
    /// The interface of functions of these arguments, of which those from `fixed` on are variable if it is given, and of
    /// a result in so many parts. `None` if libffi has none.
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
            // Each part is in a register of its own, as a member of eight bytes is.
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
        // SAFETY: `cif` is libffi's to fill; the types are valid, and live as long as it does.
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

    /// Calls the function at `code` with that `errno`; gives its result, or the address of the exception that has left it, and
    /// what `errno` is then.
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
        // SAFETY: it is the address of a function, as far as anybody can tell.
        let code = unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn()>(code) };
        let machine = state.host.as_ref().map_or(0, |host| host.machine);
        let mut running = Running { machine, program, state };
        let before = RUNNING.replace(&raw mut running);
        errno::set_errno(errno::Errno(errno));
        // SAFETY: `cif` was prepared by libffi, which does not write to it here, for as many arguments as there are pointers;
        // each points to as many bytes as its type has, and the result has no more than an `Answer`. What the function
        // itself does is nobody's promise: see the head of this file. A callback uses `state` only while this frame waits.
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

/// libffi's description of how a value is passed.
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
        // A struct with a `long double` in it is never passed in registers.
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

/// The machine for which native code runs.
struct Running {
    machine: u64,
    program: *const Program,
    state: *mut State,
}

thread_local! {
    /// Set while native code runs that was called from this thread, but for the time in which it calls the program.
    static RUNNING: Cell<*mut Running> = const { Cell::new(null_mut()) };
}

/// A function of the program as native code can call it.
pub(super) struct Callback {
    /// The machine whose function it is.
    pub(super) machine: u64,
    /// The address that stands for the function in the program.
    pub(super) function: u32,
    /// How it is called; or why native code cannot.
    pub(super) signature: Result<Signature, String>,
    /// Set when it is called where no machine runs: from a thread of a library, or by a signal.
    pub(super) astray: Arc<AtomicBool>,
}

/// The code of a [`Callback`].
pub(super) struct Closure {
    closure: *mut ffi_closure,
    code: *mut c_void,
    callback: Option<Box<Callback>>,
}

/// The closures that are free: libffi's, and their code. Native code may keep the address of one for longer than a machine
/// lives, so none is ever given back; it does nothing until another machine uses it.
static FREE: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

impl Closure {
    /// Code of its own for a function; `None` if the host allows none.
    pub(super) fn new(callback: Callback) -> Option<Closure> {
        let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (closure, code) = match free {
            Some((closure, code)) => {
                (ptr::with_exposed_provenance_mut(closure), ptr::with_exposed_provenance_mut(code))
            }
            None => {
                let mut code = null_mut();
                // SAFETY: it allocates, or gives null.
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

    /// Lets the code call the callback, if there is one.
    fn prepare(&mut self) -> bool {
        let data = self.callback.as_deref().map_or(ptr::null(), ptr::from_ref);
        let interface = self.callback.as_deref().and_then(|c| c.signature.as_ref().ok()).map(|s| &s.interface);
        let cif = match interface {
            Some(interface) => (&raw const *interface.cif).cast_mut(),
            None => nothing(),
        };
        // SAFETY: the closure and its code are from libffi; `cif` and the callback live until the closure is prepared for others.
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
            // It can still be called.
            std::mem::forget(callback);
        }
    }
}

/// The interface of a function that takes and gives nothing, for code that nobody should call.
fn nothing() -> *mut ffi_cif {
    static NOTHING: Mutex<Option<usize>> = Mutex::new(None);
    let mut known = NOTHING.lock().unwrap_or_else(PoisonError::into_inner);
    let cif = known.get_or_insert_with(|| match Interface::new(&[], &[], None) {
        Some(interface) => (&raw mut *Box::leak(Box::new(interface)).cif).expose_provenance(),
        None => 0,
    });
    ptr::with_exposed_provenance_mut(*cif)
}

/// Where native code enters the program: what all closures run.
unsafe extern "C" fn enter(_cif: *mut ffi_cif, result: *mut c_void, args: *mut *mut c_void, data: *mut c_void) {
    // SAFETY: it is what `Closure::prepare` gave libffi: null, or a callback that lives as long as its closure.
    let Some(callback) = (unsafe { data.cast::<Callback>().as_ref() }) else { return };
    let mut words: Vec<u64> = Vec::new();
    let passes = callback.signature.as_ref().map_or(&[][..], |s| &s.interface.args);
    for (i, pass) in passes.iter().enumerate() {
        let start = words.len();
        words.resize(start + pass.size().div_ceil(8), 0);
        // SAFETY: libffi gives a pointer for each argument, to as many bytes as its type has.
        unsafe {
            ptr::copy_nonoverlapping((*args.add(i)).cast(), words[start..].as_mut_ptr().cast::<u8>(), pass.size())
        };
    }
    let mut answer = Answer::default();
    let running = RUNNING.replace(null_mut());
    // SAFETY: the pointer is set by `Interface::call`, which waits for this call in the same thread, with its frame.
    match unsafe { running.as_ref() } {
        Some(machine) if machine.machine == callback.machine => {
            // SAFETY: whoever lent these to `Interface::call` waits as well, and nobody else has them.
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
    // SAFETY: the result's place has as many bytes as its type, and at least eight for an integer.
    unsafe { ptr::copy_nonoverlapping(answer.as_ptr().cast::<u8>(), result.cast(), size) };
}

/// A pipe through which the kernel copies memory of which it is not known whether it is there.
pub(super) struct Copier {
    reader: PipeReader,
    writer: PipeWriter,
}

/// How many bytes go through a pipe at a time: no more than the smallest pipe holds.
const CHUNK: usize = 4096;

impl Copier {
    /// A copier; `None` if the host has no pipe left.
    pub(super) fn new() -> Option<Copier> {
        let (reader, writer) = std::io::pipe().ok()?;
        Some(Copier { reader, writer })
    }

    /// Copies what is at `address`, if all of it may be read. After a failure the copier is of no more use.
    pub(super) fn read(&mut self, address: u64, out: &mut [u8]) -> bool {
        out.chunks_mut(CHUNK).enumerate().all(|(i, chunk)| {
            let from = ptr::with_exposed_provenance::<c_void>((address as usize).wrapping_add(i * CHUNK));
            // SAFETY: `write` does not read what may not be read, but fails.
            let copied = retry(|| unsafe { libc::write(self.writer.as_raw_fd(), from, chunk.len()) });
            copied == chunk.len() as isize && self.reader.read_exact(chunk).is_ok()
        })
    }

    /// Copies to `address`, if all of it may be written. After a failure the copier is of no more use.
    pub(super) fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        bytes.chunks(CHUNK).enumerate().all(|(i, chunk)| {
            let to = ptr::with_exposed_provenance_mut::<c_void>((address as usize).wrapping_add(i * CHUNK));
            // SAFETY: `read` does not write what may not be written, but fails. The memory is outside of the arena, or so
            // `Memory::resolve` says; if it is the interpreter's own, the program has guessed an address.
            self.writer.write_all(chunk).is_ok()
                && retry(|| unsafe { libc::read(self.reader.as_raw_fd(), to, chunk.len()) }) == chunk.len() as isize
        })
    }
}

/// Calls the system again if a signal came between.
fn retry(mut call: impl FnMut() -> isize) -> isize {
    loop {
        let result = call();
        if result >= 0 || errno::errno().0 != libc::EINTR {
            return result;
        }
    }
}

/// Whether there is code of some library at an address.
#[cfg(not(target_os = "linux"))]
pub(super) fn in_library(address: u64) -> bool {
    let address = ptr::with_exposed_provenance::<c_void>(address as usize);
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: any address may be asked for, and the answer is not looked at.
    unsafe { libc::dladdr(address, info.as_mut_ptr()) != 0 }
}

/// Gives memory of the host's `malloc` back.
pub(super) fn free(address: u64) {
    // SAFETY: the program says that it is such memory, and loses it.
    unsafe { libc::free(ptr::with_exposed_provenance_mut(address as usize)) }
}

/// Gives memory of the host's `malloc` another size. Gives its address then, or 0.
pub(super) fn reallocate(address: u64, size: usize) -> u64 {
    // SAFETY: the program says that it is such memory, and uses the new address.
    unsafe { libc::realloc(ptr::with_exposed_provenance_mut(address as usize), size) }.expose_provenance() as u64
}

/// Writes out what native code has printed and its C library still holds.
pub(super) fn flush() {
    // SAFETY: null means all streams.
    unsafe { libc::fflush(null_mut()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also of a function that native code cannot call, what a closure holds is freed with it, and its code is used again.
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
