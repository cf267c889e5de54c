//! The standard streams. Nothing in this module panics if a stream is closed or full, or is a pipe without a reader.
//!
//! Rust opens the null device for a closed standard stream before `main`, so output to the stream is lost silently. Under LLVM's tools
//! that is an error. So the descriptors are examined before Rust's startup code.

#![allow(unsafe_code)]

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering};

/// The exit status after nobody wanted the rest of the output: that of LLVM's tools.
pub const SILENT_EXIT: i32 = 74;

/// A bit for each standard stream that was closed when the process began: bit 0 for the standard input.
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// The exit status because something could not be said on the standard error; 0 if all was said.
static UNSAID: AtomicI32 = AtomicI32::new(0);

// SAFETY: the C library calls the functions of this section before Rust's startup code, on the only thread; `look` needs no Rust runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    for number in 0..3 {
        // SAFETY: `F_GETFD` only reads the flags of a descriptor, which may be closed.
        if unsafe { libc::fcntl(number, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << number, Ordering::Relaxed);
        }
    }
}

fn is_closed(number: i32) -> bool {
    CLOSED.load(Ordering::Relaxed) & 1 << number != 0
}

/// A standard stream as a file without a buffer.
#[cfg(unix)]
fn file(number: i32, stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    match is_closed(number) {
        true => Err(io::Error::from_raw_os_error(libc::EBADF)),
        false => Ok(stream.as_fd().try_clone_to_owned()?.into()),
    }
}

/// Whether an error is that of a stream that is closed.
pub fn is_of_closed(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::EBADF)
}

/// The standard input, without a buffer.
pub fn stdin() -> io::Result<File> {
    #[cfg(unix)]
    return file(0, &io::stdin());
    #[cfg(windows)]
    return Ok(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?.into());
}

/// The standard output, without a buffer.
pub fn stdout() -> io::Result<impl Write + Send + 'static> {
    #[cfg(unix)]
    return file(1, &io::stdout());
    #[cfg(not(unix))]
    return Ok(io::stdout());
}

/// Writes to the standard output, all at once.
pub fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    stdout()?.write_all(text.as_ref())
}

/// The standard error. Where it cannot be written to there is nobody to tell: writing succeeds, and [`status`] knows.
pub struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        tell(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says something on the standard error.
pub fn tell(text: impl AsRef<[u8]>) {
    let unsaid = match io::stderr().write_all(text.as_ref()) {
        Ok(()) if !is_closed(2) => return,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => SILENT_EXIT,
        _ => 1,
    };
    UNSAID.store(unsaid, Ordering::Relaxed);
}

/// The exit status of a tool that would end with `status`, as LLVM's tools have it: another if something could not be said.
pub fn status(status: i32) -> i32 {
    match UNSAID.load(Ordering::Relaxed) {
        SILENT_EXIT => SILENT_EXIT,
        unsaid if status == 0 => unsaid,
        _ => status,
    }
}
