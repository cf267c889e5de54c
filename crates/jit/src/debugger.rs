//! Registration of code with debuggers and profilers.
//!
//! gdb and lldb find the objects of a program in memory through the two symbols of their [JIT interface]. perf reads the names of
//! functions from `/tmp/perf-PID.map`. This module allows `unsafe` because the list of objects is shared with debuggers and with other
//! JIT compilers of the process, and therefore is not a Rust object.
//!
//! [JIT interface]: https://sourceware.org/gdb/current/onlinedocs/gdb.html/JIT-Interface.html

#![allow(unsafe_code)]

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

// The symbols are weak because another compiler in the process may define them too.
std::arch::global_asm!(
    ".pushsection .text.__jit_debug_register_code, \"ax\", @progbits",
    ".weak __jit_debug_register_code",
    ".type __jit_debug_register_code, @function",
    "__jit_debug_register_code:",
    "ret",
    ".size __jit_debug_register_code, . - __jit_debug_register_code",
    ".popsection",
    ".pushsection .data.__jit_debug_descriptor, \"aw\", @progbits",
    ".balign 8",
    ".weak __jit_debug_descriptor",
    ".type __jit_debug_descriptor, @object",
    "__jit_debug_descriptor:",
    ".long 1",
    ".zero 20",
    ".size __jit_debug_descriptor, 24",
    ".popsection",
);

/// An object in the list of the debugger.
#[repr(C)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    object: *const u8,
    size: u64,
}

/// The list, of version 1.
#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    changed: *mut Entry,
    first: *mut Entry,
}

const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

unsafe extern "C" {
    /// The function at which debuggers stop to read the list.
    fn __jit_debug_register_code();
    static mut __jit_debug_descriptor: Descriptor;
}

/// The list changes under this lock.
static LIST: Mutex<()> = Mutex::new(());

/// An object that debuggers know until it is dropped.
pub struct Registered {
    entry: *mut Entry,
    _object: Box<[u8]>,
}

// SAFETY: the entry is owned by this value, and changes under the lock only.
unsafe impl Send for Registered {}
// SAFETY: a shared reference gives no access.
unsafe impl Sync for Registered {}

impl Registered {
    /// Registers an ELF object whose section headers have the addresses of its sections in memory.
    pub fn new(object: Vec<u8>) -> Registered {
        let object = object.into_boxed_slice();
        let entry =
            Entry { next: null_mut(), previous: null_mut(), object: object.as_ptr(), size: object.len() as u64 };
        let entry = Box::into_raw(Box::new(entry));
        let lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the entries of the list are valid, and change under the lock only.
        unsafe {
            let list = &raw mut __jit_debug_descriptor;
            (*entry).next = (*list).first;
            if let Some(next) = (*entry).next.as_mut() {
                next.previous = entry;
            }
            (*list).first = entry;
            tell(entry, REGISTER);
        }
        drop(lock);
        Registered { entry, _object: object }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let _lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: as in `new`; the entry was made by `Box::into_raw`, and is no longer in the list afterwards.
        unsafe {
            let list = &raw mut __jit_debug_descriptor;
            let Entry { next, previous, .. } = *self.entry;
            match previous.as_mut() {
                Some(previous) => previous.next = next,
                None => (*list).first = next,
            }
            if let Some(next) = next.as_mut() {
                next.previous = previous;
            }
            tell(self.entry, UNREGISTER);
            drop(Box::from_raw(self.entry));
        }
    }
}

/// Notifies debuggers of a change of the list.
///
/// # Safety
/// The lock must be held, and the entry must be valid.
unsafe fn tell(entry: *mut Entry, action: u32) {
    // SAFETY: the caller guarantees it.
    unsafe {
        let list = &raw mut __jit_debug_descriptor;
        (*list).changed = entry;
        (*list).action = action;
        __jit_debug_register_code();
    }
}

/// Appends functions, each an address, a size and a name, to `/tmp/perf-PID.map`.
pub fn write_perf_map(functions: &[(u64, u64, Vec<u8>)]) -> io::Result<()> {
    let mut text = Vec::new();
    for (address, size, name) in functions {
        write!(text, "{address:x} {size:x} ")?;
        text.extend(name.iter().map(|&byte| if byte == b'\n' { b'?' } else { byte }));
        text.push(b'\n');
    }
    let path = format!("/tmp/perf-{}.map", std::process::id());
    OpenOptions::new().create(true).append(true).open(path)?.write_all(&text)
}
