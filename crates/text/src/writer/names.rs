//! Names, quoted strings and numbers in LLVM's syntax.

use lindworm_ir::{Global, Module};

use super::slots::ModuleSlots;

macro_rules! byte_table {
    ($name:ident, $b:ident => $test:expr) => {
        const $name: [bool; 256] = {
            let mut table = [false; 256];
            let mut i = 0;
            while i < 256 {
                let $b = i as u8;
                table[i] = $test;
                i += 1;
            }
            table
        };
    };
}

byte_table!(BARE, b => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
byte_table!(PLAIN, b => matches!(b, b' '..=b'~') && !matches!(b, b'"' | b'\\'));
byte_table!(METADATA, b => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'$'));

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn push_hex_escape(out: &mut Vec<u8>, b: u8) {
    out.extend_from_slice(&[b'\\', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
}

/// Writes the content of a quoted string: printable ASCII unchanged, `\` doubled, all other bytes and `"` as `\XX`.
pub(super) fn write_escaped(out: &mut Vec<u8>, mut text: &[u8]) {
    while let Some(at) = text.iter().position(|&b| !PLAIN[usize::from(b)]) {
        out.extend_from_slice(&text[..at]);
        match text[at] {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b => push_hex_escape(out, b),
        }
        text = &text[at + 1..];
    }
    out.extend_from_slice(text);
}

/// Writes a quoted string.
pub(super) fn write_quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    write_escaped(out, text);
    out.push(b'"');
}

/// Writes a name without its sigil, quoted if necessary.
#[inline]
pub(super) fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    if !name.first().is_some_and(u8::is_ascii_digit) && name.iter().all(|&b| BARE[usize::from(b)]) {
        out.extend_from_slice(name);
    } else {
        write_quoted(out, name);
    }
}

/// Writes the name of named metadata or of an attachment kind, without `!`.
pub(super) fn write_metadata_name(out: &mut Vec<u8>, name: &[u8]) {
    if name.is_empty() {
        out.extend_from_slice(b"<empty name> ");
    }
    for (i, &b) in name.iter().enumerate() {
        match METADATA[usize::from(b)] && !(i == 0 && b.is_ascii_digit()) {
            true => out.push(b),
            false => push_hex_escape(out, b),
        }
    }
}

/// The decimal digits of 0 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

/// The eight decimal digits of a number below 100,000,000, the most significant one in the lowest byte.
#[inline]
fn eight_digits(n: u32) -> u64 {
    let pair = |n: u32| u64::from(u16::from_le_bytes(PAIRS[(n % 100) as usize]));
    pair(n / 1_000_000) | pair(n / 10_000) << 16 | pair(n / 100) << 32 | pair(n) << 48
}

/// Writes a number in decimal. Copies have fixed lengths and are truncated afterwards, so that none becomes a call.
#[inline]
pub(super) fn push_decimal(out: &mut Vec<u8>, n: u32) {
    match n {
        0..10 => out.push(b'0' + n as u8),
        10..100 => out.extend_from_slice(&PAIRS[n as usize]),
        100..100_000_000 => {
            let digits = eight_digits(n);
            // The index of the first byte other than `0`.
            let zeros = (digits ^ u64::from_le_bytes([b'0'; 8])).trailing_zeros() / 8;
            let end = out.len() + 8 - zeros as usize;
            out.extend_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
            out.truncate(end);
        }
        _ => push_long(out, n.into()),
    }
}

/// Writes a number in decimal.
#[inline]
pub(super) fn push_decimal_u64(out: &mut Vec<u8>, n: u64) {
    match u32::try_from(n) {
        Ok(n) => push_decimal(out, n),
        Err(_) => push_long(out, n),
    }
}

/// Writes a number of nine digits or more in decimal.
#[cold]
fn push_long(out: &mut Vec<u8>, n: u64) {
    push_decimal_u64(out, n / 100_000_000);
    out.extend_from_slice(&eight_digits((n % 100_000_000) as u32).to_le_bytes());
}

/// Writes a number in decimal with its sign.
#[inline]
pub(super) fn push_signed(out: &mut Vec<u8>, n: i64) {
    if n < 0 {
        out.push(b'-');
    }
    push_decimal_u64(out, n.unsigned_abs());
}

/// The operand text of each global: `@name` or `@0`.
pub(super) struct GlobalNames {
    text: Vec<u8>,
    /// The end of each global's text.
    ends: Vec<usize>,
}

impl GlobalNames {
    pub(super) fn new(module: &Module, slots: &ModuleSlots) -> GlobalNames {
        let mut names = GlobalNames { text: Vec::new(), ends: Vec::with_capacity(module.globals().len()) };
        for (id, global) in module.globals().iter() {
            names.text.push(b'@');
            match (global.name(), slots.global(id)) {
                (b"", Some(slot)) => push_decimal(&mut names.text, slot),
                (b"", None) => names.text.splice(names.text.len() - 1.., *b"<badref>").for_each(drop),
                (name, _) => write_name(&mut names.text, name),
            }
            names.ends.push(names.text.len());
        }
        names
    }

    #[inline]
    pub(super) fn get(&self, global: Global) -> &[u8] {
        let i = global.as_u32() as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[start..self.ends[i]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(f: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        f(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers() {
        for n in [0, 9, 10, 99, 100, 909, 1000, 9999, 10_000, 99_999, 1_000_000, 99_999_999, 100_000_000, u32::MAX] {
            assert_eq!(text(|o| push_decimal(o, n)), n.to_string());
        }
        for n in [0, 1 << 32, 10_000_000_000_000_000, u64::MAX] {
            assert_eq!(text(|o| push_decimal_u64(o, n)), n.to_string());
        }
        assert_eq!(text(|o| push_signed(o, i64::MIN)), i64::MIN.to_string());
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        for (name, written) in [
            ("a-b.c_9", "a-b.c_9"),
            ("9a", "\"9a\""),
            ("a b", "\"a b\""),
            ("a$", "\"a$\""),
            ("q\"\\", "\"q\\22\\\\\""),
            ("\u{1}é", "\"\\01\\C3\\A9\""),
        ] {
            assert_eq!(text(|o| write_name(o, name.as_bytes())), written);
        }
    }

    #[test]
    fn names_of_metadata() {
        assert_eq!(text(|o| write_metadata_name(o, b"a.b$c")), "a.b$c");
        assert_eq!(text(|o| write_metadata_name(o, b"1x y")), "\\31x\\20y");
    }
}
