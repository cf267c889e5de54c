//! Text on its way out.

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};

use lindworm_ir::types::MAX_MESSAGE_TEXT;

/// How many bytes are gathered before they go out.
const BUFFER: usize = 1 << 16;

/// How many of the last bytes stay: the column of comments is counted in what is there.
const LINE: usize = 64;

/// Text on its way out: bytes, and what becomes of them when they are many. A type or a constant may stand for text that is
/// exponentially longer than itself, so that whatever writes in a loop asks [`Output::is_full`] at each step.
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
    /// From this length on there is something to do.
    limit: usize,
    when_full: WhenFull<'a>,
}

enum WhenFull<'a> {
    Stop,
    /// As many bytes more are taken from those that are left, as long as there are any.
    TakeFrom(&'a AtomicUsize),
    Send(&'a mut (dyn io::Write + Send), io::Result<()>),
}

impl Default for Output<'_> {
    fn default() -> Self {
        Output::limited(usize::MAX)
    }
}

impl<'a> Output<'a> {
    /// Text that takes as much memory as it has bytes.
    pub fn new() -> Output<'a> {
        Output::default()
    }

    /// Text that is cut off a little after `limit` bytes: then it [is full](Output::is_full).
    pub fn limited(limit: usize) -> Output<'a> {
        Output { bytes: Vec::new(), limit, when_full: WhenFull::Stop }
    }

    /// Text that goes to `out` as it becomes long.
    pub(super) fn to(out: &'a mut (dyn io::Write + Send)) -> Output<'a> {
        Output { bytes: Vec::new(), limit: BUFFER, when_full: WhenFull::Send(out, Ok(())) }
    }

    /// Text in memory that is used again. It may have 64 KiB, and more as long as `left` has some of them left.
    pub(super) fn sharing(mut bytes: Vec<u8>, left: &'a AtomicUsize) -> Output<'a> {
        bytes.clear();
        Output { bytes, limit: BUFFER, when_full: WhenFull::TakeFrom(left) }
    }

    /// The text.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Sends what is still there; tells whether something could not be sent.
    pub(super) fn finish(self) -> io::Result<()> {
        match self.when_full {
            WhenFull::Send(out, result) => result.and_then(|()| out.write_all(&self.bytes)),
            _ => Ok(()),
        }
    }

    /// Whether nothing more should be written: the text is longer than its limit, or cannot be sent.
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
                    // It stays full, whatever is taken off its end again.
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

/// Appends what `write` writes, in a message, to `out`: no more than [`MAX_MESSAGE_TEXT`] bytes.
pub(super) fn abbreviated(out: &mut Vec<u8>, write: impl FnOnce(&mut Output<'_>)) {
    let mut text = Output::limited(MAX_MESSAGE_TEXT);
    write(&mut text);
    if text.is_full() {
        text.truncate(MAX_MESSAGE_TEXT);
        text.extend_from_slice(b"...");
    }
    out.append(&mut text);
}
