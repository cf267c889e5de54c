//! A diagnostic in LLVM's form.

use lindworm::Diagnostic;
use lindworm::source::{Place, Source};

/// A diagnostic as LLVM's tools print it: `PROGRAM: FILE:LINE:COLUMN: error: MESSAGE`, the line, and a caret under the place.
pub fn llvm(program: &str, source: &Source, diagnostic: &Diagnostic) -> Vec<u8> {
    const TAB: usize = 8;
    if diagnostic.is_fatal {
        return format!("LLVM ERROR: {}\n", diagnostic.message).into_bytes();
    }
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
        // Under a tab, carets fill its whole width.
        if i + 1 == place {
            caret.resize(column, b' ');
            caret.resize(column + width, b'^');
        }
        column += width;
    }
    out.push(b'\n');
    // LLVM draws no caret if byte offsets and columns may differ.
    if text.is_ascii() {
        out.append(&mut caret);
        out.push(b'\n');
    }
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
}
