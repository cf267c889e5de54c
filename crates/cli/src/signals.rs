//! Signals: a signal that ends the process removes its temporary file first; Ctrl-C asks a running program where it is.
//!
//! An ignored signal (under `nohup`, in a background job) must stay ignored. The crates for signals do not tell whether a signal is
//! ignored, so this module calls the C library.

#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Signals by which others end a process, and that by which it ends itself when there is no memory.
const ENDING: [c_int; 6] = [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGXCPU, libc::SIGABRT];

/// The temporary file that there may be.
static TEMPORARY: AtomicPtr<c_char> = AtomicPtr::new(null_mut());

/// Makes a file that may not grow any further (`ulimit -f`) an error, which by default ends the process.
pub fn ignore_file_size_limit() {
    on_signal(libc::SIGXFSZ, libc::SIG_IGN);
}

/// Has a file removed if a signal ends the process: the last file that was named.
pub fn remove_if_ended(path: &Path) {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else { return };
    // The handler may read the path at any time from here on, so the string is leaked.
    if TEMPORARY.swap(path.into_raw(), Ordering::SeqCst).is_null() {
        let handler: extern "C" fn(c_int) = end;
        ENDING.iter().for_each(|&signal| on_signal(signal, handler as libc::sighandler_t));
    }
}

/// Whether Ctrl-C was pressed since [`note_interrupts`].
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Has Ctrl-C noted, so that a report can tell where a program is. The process ends by itself a second later, or when Ctrl-C is
/// pressed once more: the program may wait for something.
pub fn note_interrupts() {
    let handler: extern "C" fn(c_int) = note;
    on_signal(libc::SIGINT, handler as libc::sighandler_t);
}

extern "C" fn note(signal: c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
    let handler: extern "C" fn(c_int) = give_up;
    // SAFETY: these functions are async-signal-safe.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::signal(libc::SIGALRM, handler as libc::sighandler_t);
        libc::alarm(1);
    }
}

/// Ends the process as Ctrl-C does, so that whoever started it knows.
pub fn end_by_interrupt() {
    give_up(libc::SIGINT);
}

extern "C" fn give_up(_: c_int) {
    // SAFETY: `raise` is async-signal-safe. The signal ends the process.
    unsafe {
        libc::raise(libc::SIGINT);
    }
}

/// Ignores Ctrl-C while something is done, which a child process does not: it ends, and what is temporary is removed.
pub fn ignoring_interrupts<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: the only handler installed is the previous one.
    unsafe {
        let before = libc::signal(libc::SIGINT, libc::SIG_IGN);
        let result = f();
        libc::signal(libc::SIGINT, before);
        result
    }
}

/// Says what happens on a signal, unless that was said already.
fn on_signal(signal: c_int, handler: libc::sighandler_t) {
    // SAFETY: `sigaction` is plain data; the handlers call only async-signal-safe functions.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(signal, null_mut(), &mut action) == 0 && action.sa_sigaction == libc::SIG_DFL {
            action.sa_sigaction = handler;
            libc::sigaction(signal, &action, null_mut());
        }
    }
}

/// Removes the temporary file, and ends the process as the signal would have.
extern "C" fn end(signal: c_int) {
    // SAFETY: the path is a leaked string, and these functions are async-signal-safe. The raised signal is blocked until the
    // handler returns, and then ends the process.
    unsafe {
        libc::unlink(TEMPORARY.load(Ordering::SeqCst));
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}
