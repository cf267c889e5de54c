//! Names with wildcards: `*` matches any number of bytes, `?` one byte.

/// Whether a glob matches a name. The time is at most the product of the lengths.
///
/// ```
/// use lindworm_inspect::glob::matches;
///
/// assert!(matches(b"llvm.mem*.i64", b"llvm.memcpy.p0.p0.i64"));
/// assert!(!matches(b"mem?", b"memcpy"));
/// ```
pub fn matches(glob: &[u8], name: &[u8]) -> bool {
    let (mut g, mut n) = (0, 0);
    // The position of the last star, and the end of its current match.
    let mut star = None;
    while n < name.len() {
        match glob.get(g) {
            Some(b'*') => {
                star = Some((g, n));
                g += 1;
            }
            Some(&byte) if byte == b'?' || byte == name[n] => {
                g += 1;
                n += 1;
            }
            _ => match &mut star {
                Some((place, end)) => {
                    *end += 1;
                    (g, n) = (*place + 1, *end);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|&byte| byte == b'*')
}

/// Whether the text has wildcards.
pub fn is_glob(text: &[u8]) -> bool {
    text.iter().any(|byte| b"*?".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_take_as_much_as_is_needed() {
        for (glob, name, is_match) in [
            ("", "", true),
            ("*", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("*aab", "aaaab", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("abc", "abcd", false),
        ] {
            assert_eq!(matches(glob.as_bytes(), name.as_bytes()), is_match, "{glob} {name}");
        }
    }
}
