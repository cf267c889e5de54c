//! What is wrong with a text, and where.

/// A message about a place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place: bytes from the start of the source.
    pub offset: usize,
    /// What is wrong, in LLVM's words where it has some.
    pub message: String,
    /// Whether LLVM says this as a fatal error, and without a place.
    pub is_fatal: bool,
    /// How far the text was read when this was found: what was found first comes first.
    pub(crate) found: usize,
}

impl Diagnostic {
    /// Something wrong at `offset`, found there.
    pub fn new(offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { offset, message: message.into(), is_fatal: false, found: offset }
    }

    /// Line and column of the place, each counted from 1; the column in bytes.
    pub fn line_and_column(&self, source: &[u8]) -> (usize, usize) {
        let before = &source[..self.offset.min(source.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
        (memchr::memchr_iter(b'\n', before).count() + 1, before.len() - line_start + 1)
    }

    /// The line of the source that the place is in, without its end.
    pub fn line<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        let offset = self.offset.min(source.len());
        let start = memchr::memrchr(b'\n', &source[..offset]).map_or(0, |n| n + 1);
        let rest = &source[start..];
        &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
    }
}
