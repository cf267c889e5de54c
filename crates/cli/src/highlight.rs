//! LLVM assembly in the colors of a terminal.

const RESET: &[u8] = b"\x1b[0m";
const COMMENT: &[u8] = b"\x1b[90m";
const TEXT: &[u8] = b"\x1b[32m";
const GLOBAL: &[u8] = b"\x1b[1;36m";
const LOCAL: &[u8] = b"\x1b[36m";
const METADATA: &[u8] = b"\x1b[35m";
const NUMBER: &[u8] = b"\x1b[33m";
const TYPE: &[u8] = b"\x1b[34m";
const KEYWORD: &[u8] = b"\x1b[1m";

/// Words that are types.
const TYPES: &[&[u8]] = &[
    b"void",
    b"half",
    b"bfloat",
    b"float",
    b"double",
    b"x86_fp80",
    b"fp128",
    b"ppc_fp128",
    b"ptr",
    b"label",
    b"metadata",
    b"token",
    b"opaque",
    b"vscale",
];

/// Words that are neither opcodes nor other keywords that open something: they stay plain.
fn color_of_word(word: &[u8], is_first: bool) -> Option<&'static [u8]> {
    let is_int = word.len() > 1 && matches!(word[0], b'i' | b'b') && word[1..].iter().all(u8::is_ascii_digit);
    match word {
        _ if is_int || TYPES.contains(&word) => Some(TYPE),
        b"null" | b"true" | b"false" | b"undef" | b"poison" | b"zeroinitializer" | b"none" => Some(NUMBER),
        _ if is_first => Some(KEYWORD),
        _ => None,
    }
}

/// Adds colors to LLVM assembly. Time and memory are linear in it.
pub fn highlight(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2);
    let mut at = 0;
    // Whether the next word is the first of its line, or the first after `=`.
    let mut is_first = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let name = |from: usize| match rest.get(from) {
            Some(b'"') => from + quoted(&rest[from..]),
            _ => from + rest[from..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"$._-".contains(b)).count(),
        };
        let (color, len) = match byte {
            b'\n' | b'=' => {
                is_first = true;
                (None, 1)
            }
            b';' => (Some(COMMENT), rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())),
            b'"' => (Some(TEXT), quoted(rest)),
            b'@' => (Some(GLOBAL), name(1)),
            b'%' => (Some(LOCAL), name(1)),
            b'!' | b'#' => (Some(METADATA), name(1)),
            b'0'..=b'9' | b'-' => (Some(NUMBER), name(1)),
            _ if byte.is_ascii_alphabetic() || b"$._".contains(&byte) => {
                let len = name(0);
                let is_label = rest.get(len) == Some(&b':') && is_first;
                let color = if is_label { Some(LOCAL) } else { color_of_word(&rest[..len], is_first) };
                // The opcode follows, as in `tail call`.
                is_first &= matches!(&rest[..len], b"tail" | b"musttail" | b"notail");
                (color, len)
            }
            _ => (None, 1),
        };
        let word = &rest[..len.max(1)];
        match color {
            Some(color) => [color, word, RESET].iter().for_each(|part| out.extend_from_slice(part)),
            None => out.extend_from_slice(word),
        }
        at += word.len();
    }
    out
}

/// How long the string is that begins with the quote at the start.
fn quoted(text: &[u8]) -> usize {
    text[1..].iter().position(|&b| b == b'"').map_or(text.len(), |len| len + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_say_what_is_what() {
        let colored = String::from_utf8(highlight(b"  %x = tail call i32 @f(i32 7), !dbg !3 ; c\n")).unwrap();
        let plain = colored.replace("\x1b[0m", "]").replace("\x1b[", "[");
        assert_eq!(
            plain,
            "  [36m%x] = [1mtail] [1mcall] [34mi32] [1;36m@f]([34mi32] [33m7]), [35m!dbg] [35m!3] [90m; c]\n"
        );
    }

    #[test]
    fn without_colors_the_text_is_the_same() {
        for text in ["a:\n  ret void\n", "@\"a b\" = c\"x\\22\"", "\"", "@\"", "é % ! #", ""] {
            let mut colored = String::from_utf8(highlight(text.as_bytes())).unwrap();
            for code in ["0", "90", "32", "1;36", "36", "35", "33", "34", "1"] {
                colored = colored.replace(&format!("\x1b[{code}m"), "");
            }
            assert_eq!(colored, text);
        }
    }
}
