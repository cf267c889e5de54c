//! Source locations and their display.

use std::ops::Range;

/// A text with the positions of its lines.
///
/// ```
/// use lindworm::source::Source;
///
/// let source = Source::new("a.ll", b"define void @f() {\n  ret void\n}\n");
/// let place = source.place(21);
/// assert_eq!((place.line, place.column, place.text), (2, 3, &b"  ret void"[..]));
/// ```
pub struct Source<'a> {
    /// Its name in messages.
    pub name: &'a str,
    bytes: &'a [u8],
    /// For each piece that ends with `\n` or `\r`: its byte offset, and the line number.
    starts: Vec<(usize, usize)>,
}

/// A source location in LLVM's convention: lines end with `\n`, columns count bytes since the last `\n` or `\r`, both from
/// 1.
pub struct Place<'a> {
    /// The line number.
    pub line: usize,
    /// The column number.
    pub column: usize,
    /// The line without its line end.
    pub text: &'a [u8],
}

impl<'a> Source<'a> {
    /// Finds the lines of a text, in one pass.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Source<'a> {
        let mut starts = vec![(0, 1)];
        let mut line = 1;
        for (i, byte) in bytes.iter().enumerate().filter(|(_, b)| matches!(b, b'\n' | b'\r')) {
            line += usize::from(*byte == b'\n');
            starts.push((i + 1, line));
        }
        Source { name, bytes, starts }
    }

    /// The location of a byte offset; offsets past the end are clamped.
    pub fn place(&self, offset: usize) -> Place<'a> {
        let offset = offset.min(self.bytes.len());
        let next = self.starts.partition_point(|(start, _)| *start <= offset);
        let (start, line) = self.starts[next - 1];
        let end = self.starts.get(next).map_or(self.bytes.len(), |(start, _)| start - 1);
        Place { line, column: 1 + offset - start, text: &self.bytes[start..end] }
    }
}

/// The maximum length in bytes of lines that are displayed.
pub const LONGEST_SHOWN_LINE: usize = 2000;

/// The line of a location as text, and the range to mark in it: `length` bytes from the location on, or the word at the
/// location if `length` is 0.
pub fn marked(place: &Place, length: usize) -> (String, Range<usize>) {
    // The renderer needs UTF-8: in other lines, each non-ASCII byte is shown as `?`. The copy comes first: the bytes may be
    // those of a mapped file, which another process can change.
    let text = String::from_utf8(place.text.to_vec())
        .unwrap_or_else(|e| e.as_bytes().iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect());
    let boundary = |i: usize| (0..=i.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let start = boundary(place.column.saturating_sub(1));
    let word = text[start..].find(|c: char| !is_word(c)).unwrap_or(text.len() - start);
    let first = text[start..].chars().next().map_or(0, char::len_utf8);
    let end = if length > 0 { boundary(start + length) } else { start + word.max(first) };
    (text, start..end.max(start))
}

/// Whether a character can be part of a name or keyword.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "%@!$#._-".contains(c)
}
