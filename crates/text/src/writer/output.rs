//! Buffered output.

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::types::MAX_MESSAGE_TEXT;

/// Number of bytes buffered before they are sent.
const BUFFER: usize = 1 << 16;

/// Number of trailing bytes that stay in the buffer, from which the column of comments is computed.
const LINE: usize = 64;

/// An output buffer, with a limit and an action when it is reached. A type or a constant may have a text exponentially
/// longer than itself, so every loop that writes must check [`Output::is_full`] in each iteration.
///
/// ```
/// use lindworm_ir::{Context, Module, Type};
/// use lindworm_text::{Output, Writer};
///
/// let cx = Context::new();
/// let module = Module::new(&cx, "m");
/// let shared = (0..60).fold(Type::I8, |ty, _| cx.struct_type(&[ty, ty], false));
/// let mut out = Output::limited(100);
/// Writer::new(&module).write_type(&mut out, shared);
/// assert!(out.is_full() && out.len() < 200);
/// ```
pub struct Output<'a> {
    bytes: Vec<u8>,
    /// The length at which `when_full` applies.
    limit: usize,
    when_full: WhenFull<'a>,
}

enum WhenFull<'a> {
    Stop,
    /// Raises the limit by taking bytes from a shared budget, as long as it lasts.
    TakeFrom(&'a AtomicUsize),
    Send(&'a mut (dyn io::Write + Send), io::Result<()>),
}

impl Default for Output<'_> {
    fn default() -> Self {
        Output::limited(usize::MAX)
    }
}

impl<'a> Output<'a> {
    /// An unlimited buffer in memory.
    pub fn new() -> Output<'a> {
        Output::default()
    }

    /// A buffer that stops a little after `limit` bytes: then it [is full](Output::is_full).
    pub fn limited(limit: usize) -> Output<'a> {
        Output { bytes: Vec::new(), limit, when_full: WhenFull::Stop }
    }

    /// A buffer that is sent to `out` as it grows.
    pub(super) fn to(out: &'a mut (dyn io::Write + Send)) -> Output<'a> {
        Output { bytes: Vec::new(), limit: BUFFER, when_full: WhenFull::Send(out, Ok(())) }
    }

    /// A buffer in memory that reuses `bytes`. Limited to 64 KiB, extended from the budget `left` as long as it lasts.
    pub(super) fn sharing(mut bytes: Vec<u8>, left: &'a AtomicUsize) -> Output<'a> {
        bytes.clear();
        Output { bytes, limit: BUFFER, when_full: WhenFull::TakeFrom(left) }
    }

    /// The text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Sends the remaining bytes. Returns the first error of sending.
    pub(super) fn finish(self) -> io::Result<()> {
        match self.when_full {
            WhenFull::Send(out, result) => result.and_then(|()| out.write_all(&self.bytes)),
            _ => Ok(()),
        }
    }

    /// Whether writing should stop: the text is over its limit, or sending failed.
    #[inline]
    pub fn is_full(&mut self) -> bool {
        self.bytes.len() >= self.limit && !self.make_room()
    }

    #[cold]
    fn make_room(&mut self) -> bool {
        match &mut self.when_full {
            WhenFull::Stop => false,
            WhenFull::TakeFrom(left) => {
                let wanted = self.bytes.len();
                let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(wanted));
                match taken {
                    Ok(_) => self.limit += wanted,
                    // The buffer stays full, even if it is truncated.
                    Err(_) => (self.limit, self.when_full) = (0, WhenFull::Stop),
                }
                taken.is_ok()
            }
            WhenFull::Send(out, result) => {
                let sent = self.bytes.len() - LINE;
                if result.is_ok() {
                    *result = out.write_all(&self.bytes[..sent]);
                }
                self.bytes.drain(..sent);
                result.is_ok()
            }
        }
    }
}

impl Deref for Output<'_> {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Output<'_> {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

/// Appends the output of `write` to `out`, as part of a message: at most [`MAX_MESSAGE_TEXT`] bytes.
pub(super) fn abbreviated(out: &mut Vec<u8>, write: impl FnOnce(&mut Output<'_>)) {
    let mut text = Output::limited(MAX_MESSAGE_TEXT);
    write(&mut text);
    if text.is_full() {
        text.truncate(MAX_MESSAGE_TEXT);
        text.extend_from_slice(b"...");
    }
    out.append(&mut text);
}
