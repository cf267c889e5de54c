//! How a diagnostic is shown: in LLVM's form, as rustc does, in one line, or as JSON.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use clap::ValueEnum;
use lindworm::Diagnostic;

/// How `lindworm check` shows what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the line of the source and a mark under the place
    Human,
    /// One line each: FILE:LINE:COLUMN: error: MESSAGE
    Short,
    /// One JSON object per line: file, line, column, offset, severity, message
    Json,
}

/// An input, and where its lines start.
pub struct Source<'a> {
    /// What it is called in messages.
    pub name: &'a str,
    bytes: &'a [u8],
    /// For each piece that ends with `\n` or `\r`: where it starts, and its line's number.
    starts: Vec<(usize, usize)>,
}

/// A place in a source, counted as LLVM counts: lines end with `\n`, columns are bytes from the last `\n` or `\r`, both from 1.
struct Place<'a> {
    line: usize,
    column: usize,
    text: &'a [u8],
}

impl<'a> Source<'a> {
    /// Looks through all of the input once.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Source<'a> {
        let mut starts = vec![(0, 1)];
        let mut line = 1;
        for (i, byte) in bytes.iter().enumerate().filter(|(_, b)| matches!(b, b'\n' | b'\r')) {
            line += usize::from(*byte == b'\n');
            starts.push((i + 1, line));
        }
        Source { name, bytes, starts }
    }

    fn place(&self, offset: usize) -> Place<'a> {
        let offset = offset.min(self.bytes.len());
        let next = self.starts.partition_point(|(start, _)| *start <= offset);
        let (start, line) = self.starts[next - 1];
        let end = self.starts.get(next).map_or(self.bytes.len(), |(start, _)| start - 1);
        Place { line, column: 1 + offset - start, text: &self.bytes[start..end] }
    }
}

/// A diagnostic as LLVM's tools print it: `PROGRAM: FILE:LINE:COLUMN: error: MESSAGE`, the line, and a caret under the place.
pub fn llvm(program: &str, source: &Source, diagnostic: &Diagnostic) -> Vec<u8> {
    const TAB: usize = 8;
    let Place { line, column: place, text } = source.place(diagnostic.offset);
    let (name, message) = (source.name, &diagnostic.message);
    let mut out = format!("{program}: {name}:{line}:{place}: error: {message}\n").into_bytes();
    let mut caret = Vec::new();
    let mut column = 0;
    for (i, &byte) in text.iter().chain([&b' ']).enumerate() {
        let width = if byte == b'\t' { TAB - column % TAB } else { 1 };
        if i < text.len() {
            out.resize(out.len() + width - 1, b' ');
            out.push(if byte == b'\t' { b' ' } else { byte });
        }
        // On a tab the caret fills the whole of its width.
        if i + 1 == place {
            caret.resize(column, b' ');
            caret.resize(column + width, b'^');
        }
        column += width;
    }
    out.push(b'\n');
    // LLVM draws no caret where bytes and columns may differ.
    if text.is_ascii() {
        out.append(&mut caret);
        out.push(b'\n');
    }
    out
}

/// A line that is longer than this is not shown with each of its errors.
const LONGEST_SHOWN_LINE: usize = 2000;

/// An error in the form that the user asked for.
pub fn error(format: Format, color: bool, source: &Source, diagnostic: &Diagnostic) -> String {
    let place = source.place(diagnostic.offset);
    let (line, column, file, message) = (place.line, place.column, source.name, &diagnostic.message);
    match format {
        Format::Human if place.text.len() <= LONGEST_SHOWN_LINE => human(color, file, &place, message),
        Format::Human | Format::Short => format!("{file}:{line}:{column}: error: {message}\n"),
        Format::Json => format!(
            "{{\"file\":{},\"line\":{line},\"column\":{column},\"offset\":{},\"severity\":\"error\",\"message\":{}}}\n",
            json_string(file),
            diagnostic.offset,
            json_string(message)
        ),
    }
}

/// Something worth telling of an input that was accepted; it has no place.
pub fn warning(format: Format, file: &str, message: &str) -> String {
    match format {
        Format::Human | Format::Short => format!("{file}: warning: {message}\n"),
        Format::Json => format!(
            "{{\"file\":{},\"severity\":\"warning\",\"message\":{}}}\n",
            json_string(file),
            json_string(message)
        ),
    }
}

fn human(color: bool, file: &str, place: &Place, message: &str) -> String {
    // The renderer wants text: whatever is not ASCII in a line that is not UTF-8 is shown as `?`, one for each byte.
    let text = match str::from_utf8(place.text) {
        Ok(text) => text.to_owned(),
        Err(_) => place.text.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '?' }).collect(),
    };
    let start = place.column - 1;
    let start = (0..=start).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let token = text[start..].find(|c: char| !is_word(c)).unwrap_or(text.len() - start);
    let first = text[start..].chars().next().map_or(0, char::len_utf8);
    let span = start..start + token.max(first);
    let snippet =
        Snippet::source(&text).line_start(place.line).path(file).annotation(AnnotationKind::Primary.span(span));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut shown = renderer.render(&[Level::ERROR.primary_title(message).element(snippet)]);
    shown.push_str("\n\n");
    shown
}

/// Whether a character is one of those that names and keywords consist of.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "%@!$#._-".contains(c)
}

fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(offset: usize) -> Diagnostic {
        Diagnostic::new(offset, "expected value token")
    }

    fn llvm_text(source: &[u8], offset: usize) -> String {
        String::from_utf8(llvm("opt", &Source::new("<stdin>", source), &diagnostic(offset))).unwrap()
    }

    #[test]
    fn llvm_form_expands_tabs() {
        let source = b"define void @f() {\n  \t%x = add i32 1,\tfoo\n  ret void\n}\n";
        assert_eq!(
            llvm_text(source, 38),
            "opt: <stdin>:2:20: error: expected value token\n        %x = add i32 1, foo\n                        ^\n"
        );
    }

    #[test]
    fn llvm_form_fills_a_tab_with_carets() {
        assert_eq!(llvm_text(b"a\tb", 1), "opt: <stdin>:1:2: error: expected value token\na       b\n ^^^^^^^\n");
    }

    #[test]
    fn llvm_form_at_the_end_of_the_source() {
        assert_eq!(llvm_text(b"ab", 2), "opt: <stdin>:1:3: error: expected value token\nab\n  ^\n");
        assert_eq!(llvm_text(b"ab\n", 3), "opt: <stdin>:2:1: error: expected value token\n\n^\n");
        assert_eq!(llvm_text(b"", 99), "opt: <stdin>:1:1: error: expected value token\n\n^\n");
    }

    #[test]
    fn llvm_form_without_caret_beside_non_ascii() {
        assert_eq!(llvm_text("é b".as_bytes(), 3), "opt: <stdin>:1:4: error: expected value token\né b\n");
    }

    #[test]
    fn carriage_returns_end_lines_but_do_not_count() {
        assert_eq!(llvm_text(b"a\r\nb\rcd", 6), "opt: <stdin>:2:2: error: expected value token\ncd\n ^\n");
    }

    #[test]
    fn human_form_marks_the_token() {
        let shown = error(Format::Human, false, &Source::new("a.ll", b"x\nret  foo.1, bar\n"), &diagnostic(7));
        assert!(shown.contains("--> a.ll:2:6") && shown.contains(" ^^^^^\n"), "{shown}");
    }

    #[test]
    fn human_form_of_any_bytes() {
        for offset in 0..6 {
            for source in [&b"\xff\xfe\n\xc3\xa9"[..], "é\n→".as_bytes(), b""] {
                let source = Source::new("a.ll", source);
                error(Format::Human, false, &source, &diagnostic(offset));
                llvm("opt", &source, &diagnostic(offset));
            }
        }
    }

    #[test]
    fn json_form_escapes() {
        let d = Diagnostic::new(1, "a \"b\"\u{1}\\");
        assert_eq!(
            error(Format::Json, false, &Source::new("f", b"xyz"), &d),
            "{\"file\":\"f\",\"line\":1,\"column\":2,\"offset\":1,\"severity\":\"error\",\"message\":\"a \\\"b\\\"\\u0001\\\\\"}\n"
        );
    }
}
