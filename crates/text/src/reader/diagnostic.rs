//! Errors and their locations.

use std::fmt;
use std::ops::Deref;

/// A message with a location in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Byte offset from the start of the source.
    pub offset: usize,
    /// The message, in LLVM's wording where LLVM has one.
    pub message: String,
    /// Whether LLVM reports this as a fatal error without a location.
    pub is_fatal: bool,
    /// The byte offset up to which the text was read when the error was found. Diagnostics are sorted by it.
    pub(crate) found: usize,
}

impl Diagnostic {
    /// An error at `offset`, also found there.
    pub fn new(offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { offset, message: message.into(), is_fatal: false, found: offset }
    }

    /// Line and column, counted from 1. The column counts bytes.
    pub fn line_and_column(&self, source: &[u8]) -> (usize, usize) {
        let before = &source[..self.offset.min(source.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
        (memchr::memchr_iter(b'\n', before).count() + 1, before.len() - line_start + 1)
    }

    /// The source line of the location, without its line end.
    pub fn line<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        let offset = self.offset.min(source.len());
        let start = memchr::memrchr(b'\n', &source[..offset]).map_or(0, |n| n + 1);
        let rest = &source[start..];
        &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())]
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// The errors of a rejected text: at least one [`Diagnostic`]. The first is the error that LLVM reports.
///
/// ```
/// use lindworm_ir::Context;
/// use lindworm_text::{ReadOptions, read};
///
/// fn functions_of(text: &[u8]) -> Result<usize, Box<dyn std::error::Error>> {
///     Ok(read(&Context::new(), "a.ll", text, &ReadOptions::default())?.module.functions().len())
/// }
///
/// assert_eq!(functions_of(b"declare void @f()").unwrap(), 1);
/// let error = functions_of(b"@x = global i32 1\n@y = global i32 true\n").unwrap_err();
/// assert_eq!(error.to_string(), "a.ll:2:17: constant expression type mismatch: got type 'i1' but expected 'i32'");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostics {
    name: String,
    /// Line and column of the first diagnostic.
    first: (usize, usize),
    all: Vec<Diagnostic>,
}

impl Diagnostics {
    /// The diagnostics of a text named `name`.
    pub(crate) fn new(name: &str, source: &[u8], all: Vec<Diagnostic>) -> Diagnostics {
        let first = all.first().map_or((1, 1), |first| first.line_and_column(source));
        Diagnostics { name: name.into(), first, all }
    }
}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.all
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

/// The first diagnostic with its location, and the number of others: `FILE:LINE:COLUMN: MESSAGE (and 2 more errors)`.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.all.split_first() else { return f.write_str("no error") };
        write!(f, "{}:{}:{}: {first}", self.name, self.first.0, self.first.1)?;
        match others.len() {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

/// Same as [`Display`](fmt::Display), so that a `main` that returns the error prints it.
impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Diagnostics {}
