//! How long the names of what is local to a function may be.

/// How many bytes the name of an argument, a block or an instruction has at most. LLVM cuts off what is longer, so that values
/// made of values made of values do not get names without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameLimit(usize);

impl NameLimit {
    /// Names may be of any length.
    pub const NONE: NameLimit = NameLimit(usize::MAX);

    /// Names have at most that many bytes. Where that is none, a name has one, but leaves no room for a number behind it.
    pub fn new(bytes: usize) -> NameLimit {
        NameLimit(bytes)
    }

    /// What is left of a name.
    #[inline]
    pub fn cut(self, name: &[u8]) -> &[u8] {
        &name[..name.len().min(self.0.max(1))]
    }

    /// Whether all of a name is left.
    #[inline]
    pub fn allows(self, name: &[u8]) -> bool {
        name.len() <= self.0.max(1)
    }

    /// The name with the first number behind it, after `last`, with which it is free; as much of the name is left as there is room
    /// for. `last` becomes that number. `None` if there is no room for the number itself.
    pub fn numbered(self, name: &[u8], last: &mut u32, is_free: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let mut kept = name.len();
        loop {
            *last += 1;
            let number = last.to_string();
            let excess = (kept + number.len()).saturating_sub(self.0);
            if excess > 0 {
                // A number more is lost here, as in LLVM.
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
