//! `internalize`: gives internal linkage to definitions that no other module refers to.

use lindworm_ir::Module;
use lindworm_ir::hash::HashSet;
use lindworm_link::internalize;

use crate::pass::ModulePass;

/// Gives definitions internal linkage, except those on a list of exported names.
#[derive(Default)]
pub struct Internalize {
    /// Names to preserve.
    pub preserved: HashSet<Vec<u8>>,
    /// Patterns of names to preserve: `-internalize-public-api-list`.
    pub patterns: Vec<Vec<u8>>,
}

impl Internalize {
    /// Parses the parameters `preserve-gv=NAME;preserve-gv=NAME`.
    ///
    /// # Errors
    ///
    /// If there is any other parameter, with LLVM's message.
    pub fn parse(parameters: &str) -> Result<Internalize, String> {
        let mut pass = Internalize::default();
        for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
            let Some(name) = parameter.strip_prefix("preserve-gv=") else {
                return Err(format!("invalid Internalize pass parameter '{parameter}'"));
            };
            pass.preserved.insert(name.into());
        }
        Ok(pass)
    }
}

impl ModulePass for Internalize {
    fn name(&self) -> &'static str {
        "internalize"
    }

    fn class(&self) -> &'static str {
        "InternalizePass"
    }

    fn run(&self, module: &mut Module) {
        internalize(module, |global| {
            self.preserved.contains(global.name())
                || self.patterns.iter().any(|pattern| matches_glob(pattern, global.name()))
        });
    }
}

/// Whether a name matches a glob pattern: `*` matches any sequence, `?` one byte, `[a-c]` one byte of the set and `[^a-c]` one
/// byte outside of it; `\` escapes.
fn matches_glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    // The position after the last `*`, and the end of the text that it currently matches.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let step = match pattern.get(p) {
            Some(b'*') => {
                p += 1;
                star = Some((p, n));
                continue;
            }
            None if n == name.len() => return true,
            None => None,
            Some(_) => name.get(n).and_then(|&byte| match_one(&pattern[p..], byte)),
        };
        match (step, star) {
            (Some(length), _) => (p, n) = (p + length, n + 1),
            (None, Some((behind, end))) if end < name.len() => {
                star = Some((behind, end + 1));
                (p, n) = (behind, end + 1);
            }
            _ => return false,
        }
    }
}

/// The length of the first element of a pattern, if a byte matches it.
fn match_one(pattern: &[u8], byte: u8) -> Option<usize> {
    match *pattern {
        [b'?', ..] => Some(1),
        [b'\\', escaped, ..] => (escaped == byte).then_some(2),
        [b'[', ref rest @ ..] => {
            let is_inverted = matches!(rest.first(), Some(b'^' | b'!'));
            let set = &rest[usize::from(is_inverted)..];
            // A `]` in the first position is a member of the set.
            let Some(end) = set.iter().skip(1).position(|&b| b == b']').map(|at| at + 1) else {
                return (byte == b'[').then_some(1);
            };
            let mut is_in = false;
            let mut set = &set[..end];
            while let Some((&low, tail)) = set.split_first() {
                set = tail;
                match *tail {
                    [b'-', high, ..] => {
                        is_in |= (low..=high).contains(&byte);
                        set = &tail[2..];
                    }
                    _ => is_in |= low == byte,
                }
            }
            (is_in != is_inverted).then_some(2 + usize::from(is_inverted) + end)
        }
        [first, ..] => (first == byte).then_some(1),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_names() {
        for (pattern, yes, no) in [
            ("a*c", &["ac", "abc", "abcbc"][..], &["abd", "c"][..]),
            ("b?r", &["bar", "b*r"], &["br", "baar"]),
            ("[a-c]x", &["ax", "cx"], &["dx", "x"]),
            ("[^a-c]x", &["dx"], &["ax"]),
            ("[]]", &["]"], &["["]),
            ("\\*", &["*"], &["a"]),
            ("*_*", &["_", "a_b"], &["ab"]),
        ] {
            yes.iter().for_each(|name| assert!(matches_glob(pattern.as_bytes(), name.as_bytes()), "{pattern} {name}"));
            no.iter().for_each(|name| assert!(!matches_glob(pattern.as_bytes(), name.as_bytes()), "{pattern} {name}"));
        }
    }
}
