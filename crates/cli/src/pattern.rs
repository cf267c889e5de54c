//! Regular expressions that match names.

use regex::bytes::{Regex, RegexBuilder};

/// What names are compared with.
pub struct Pattern(Regex);

impl Pattern {
    /// A regular expression that a name must have a match of somewhere.
    pub fn regex(text: &str) -> Result<Pattern, String> {
        let regex = RegexBuilder::new(text).unicode(false).build();
        regex.map(Pattern).map_err(|error| match error {
            regex::Error::Syntax(text) => text.lines().last().unwrap_or_default().trim_start_matches("error: ").into(),
            error => error.to_string(),
        })
    }

    /// Whether a name has a match.
    pub fn matches(&self, name: &[u8]) -> bool {
        self.0.is_match(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_expressions_match_anywhere() {
        assert!(Pattern::regex("b+").unwrap().matches(b"abc"));
        assert!(Pattern::regex("^b").is_ok_and(|p| !p.matches(b"ab")));
        assert!(Pattern::regex("[").is_err_and(|e| e.contains("class")));
    }
}
