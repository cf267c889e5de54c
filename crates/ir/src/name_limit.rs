//! The maximum length of the names of function-local values.

/// The maximum number of bytes in the name of an argument, block or instruction. LLVM truncates longer names, so that names
/// derived from names do not grow without bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameLimit(usize);

impl NameLimit {
    /// No limit.
    pub const NONE: NameLimit = NameLimit(usize::MAX);

    /// A limit of that many bytes. With a limit of 0, a name has one byte, without room for a number.
    pub fn new(bytes: usize) -> NameLimit {
        NameLimit(bytes)
    }

    /// The truncated name.
    #[inline]
    pub fn cut(self, name: &[u8]) -> &[u8] {
        &name[..name.len().min(self.0.max(1))]
    }

    /// Whether the name is within the limit.
    #[inline]
    pub fn allows(self, name: &[u8]) -> bool {
        name.len() <= self.0.max(1)
    }

    /// The name with the first number after `last` that makes it free, truncated to make room for the number. `last` becomes that
    /// number. `None` if there is no room for the number.
    pub fn numbered(self, name: &[u8], last: &mut u32, is_free: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let mut kept = name.len();
        loop {
            *last += 1;
            let number = last.to_string();
            let excess = (kept + number.len()).saturating_sub(self.0);
            if excess > 0 {
                // The number is skipped, as in LLVM.
                kept = kept.checked_sub(excess)?;
                continue;
            }
            let numbered = [&name[..kept], number.as_bytes()].concat();
            if is_free(&numbered) {
                return Some(numbered);
            }
        }
    }
}

impl Default for NameLimit {
    /// The limit of LLVM's tools: 1024 bytes.
    fn default() -> NameLimit {
        NameLimit(1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(NameLimit::new(3).cut(b"name"), b"nam");
        assert_eq!(NameLimit::new(4).cut(b"name"), b"name");
        assert_eq!(NameLimit::new(0).cut(b"name"), b"n");
        assert_eq!(NameLimit::NONE.cut(b"name"), b"name");
        assert_eq!(NameLimit::default().cut(&[b'a'; 2000]).len(), 1024);
        assert!(NameLimit::new(0).allows(b"n") && !NameLimit::new(0).allows(b"na"));
    }

    #[test]
    fn a_number_takes_the_place_of_the_end_of_a_name() {
        let numbered = |limit: NameLimit, name: &[u8], mut last: u32, taken: &[&[u8]]| {
            limit.numbered(name, &mut last, |name| !taken.contains(&name)).map(|name| (name, last))
        };
        assert_eq!(numbered(NameLimit::NONE, b"a", 0, &[b"a1", b"a2"]), Some((b"a3".to_vec(), 3)));
        assert_eq!(numbered(NameLimit::new(4), b"name", 0, &[]), Some((b"nam2".to_vec(), 2)));
        assert_eq!(numbered(NameLimit::new(4), b"name", 8, &[]), Some((b"na11".to_vec(), 11)));
        assert_eq!(numbered(NameLimit::new(1), b"n", 0, &[]), Some((b"2".to_vec(), 2)));
        assert_eq!(numbered(NameLimit::new(1), b"n", 9, &[]), None);
        assert_eq!(numbered(NameLimit::new(0), b"n", 0, &[]), None);
    }
}
