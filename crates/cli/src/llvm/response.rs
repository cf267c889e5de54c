//! Response files: an argument `@FILE` stands for the arguments in a file.

use std::collections::VecDeque;
use std::ffi::OsString;

/// The maximum number of files that are read: files may name each other.
const MAX_FILES: usize = 1000;

/// The arguments with those of response files in place of these. What names no readable file stays an argument.
pub fn expand(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut rest: VecDeque<OsString> = args.collect();
    let mut files = 0;
    std::iter::from_fn(move || {
        loop {
            let arg = rest.pop_front()?;
            let text = arg.to_str().and_then(|arg| arg.strip_prefix('@')).filter(|_| files < MAX_FILES);
            let Some(text) = text.and_then(|file| decoded(std::fs::read(file).ok()?)) else { return Some(arg) };
            files += 1;
            tokens(&text).into_iter().rev().for_each(|token| rest.push_front(token.into()));
        }
    })
}

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let units =
        |of: fn([u8; 2]) -> u16| bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect::<Vec<u16>>();
    match bytes[..] {
        [0xff, 0xfe, ..] => String::from_utf16(&units(u16::from_le_bytes)).ok(),
        [0xfe, 0xff, ..] => String::from_utf16(&units(u16::from_be_bytes)).ok(),
        _ => String::from_utf8(bytes).ok().map(|text| text.trim_start_matches('\u{feff}').into()),
    }
}

/// The words of a text. A backslash quotes the next character, in double quotes too; quotes join what is in them to a word.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token: Option<String> = None;
    let mut chars = text.chars();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => token.get_or_insert_default().extend(chars.next()),
            ('"' | '\'', None) => {
                quote = Some(c);
                token.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => tokens.extend(token.take()),
            (c, _) => token.get_or_insert_default().push(c),
        }
    }
    tokens.extend(token);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        assert_eq!(tokens("a  b\n'c d' \"e\\\"f\" g\\ h ''"), ["a", "b", "c d", "e\"f", "g h", ""]);
    }

    #[test]
    fn files_are_expanded_in_place() {
        let dir = tempfile::tempdir().unwrap();
        let [inner, outer] = ["inner", "outer"].map(|name| dir.path().join(name));
        std::fs::write(&inner, "\u{feff}x y").unwrap();
        std::fs::write(&outer, format!("-a @{} -b", inner.display())).unwrap();
        let args = ["1".into(), format!("@{}", outer.display()), "@missing".into()];
        let expanded: Vec<OsString> = expand(args.iter().map(OsString::from)).collect();
        assert_eq!(expanded, ["1", "-a", "x", "y", "-b", "@missing"]);
        std::fs::write(&inner, format!("@{}", inner.display())).unwrap();
        assert_eq!(expand([OsString::from(format!("@{}", inner.display()))].into_iter()).count(), 1);
    }
}
