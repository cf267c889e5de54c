//! Debug counters: single transformations are skipped, to find the one that breaks a program.

use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The names of the counters.
const NAMES: &[&str] = &["dce-transform", "early-cse"];

/// A counter of transformations, of which only those with a number in one of some ranges are done: `-debug-counter`. The numbers
/// depend on the order of functions, so passes must not run in parallel.
#[derive(Debug)]
pub struct DebugCounter {
    name: &'static str,
    /// The first and the last number of each range.
    ranges: Vec<(u64, u64)>,
    count: AtomicU64,
    log: OnceLock<fn(String)>,
}

impl PartialEq for DebugCounter {
    fn eq(&self, other: &DebugCounter) -> bool {
        (self.name, &self.ranges) == (other.name, &other.ranges)
    }
}

impl Eq for DebugCounter {}

impl DebugCounter {
    /// The counter of a text such as `dce-transform=1-3:7`.
    ///
    /// # Errors
    ///
    /// LLVM's message if there is no such counter, or the ranges are not numbers in ascending order.
    pub fn parse(text: &str) -> Result<DebugCounter, String> {
        let Some((name, ranges)) = text.split_once('=') else {
            return Err(format!("DebugCounter Error: {text} does not have an = in it"));
        };
        let Some(name) = NAMES.iter().copied().find(|known| *known == name) else {
            return Err(format!("DebugCounter Error: {name} is not a registered counter"));
        };
        let mut parsed: Vec<(u64, u64)> = Vec::new();
        for range in ranges.split(':') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let number = |text: &str| text.parse().map_err(|_| format!("DebugCounter Error: Failed to parse {ranges}"));
            let (first, last) = (number(first)?, number(last)?);
            if first > last || parsed.last().is_some_and(|&(_, before)| before >= first) {
                return Err(format!("DebugCounter Error: Expected chunks to be in increasing order in {ranges}"));
            }
            parsed.push((first, last));
        }
        Ok(DebugCounter { name, ranges: parsed, count: AtomicU64::new(0), log: OnceLock::new() })
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Reports each decision from now on.
    pub fn set_log(&self, log: fn(String)) {
        // A second report would be the same.
        let _ = self.log.set(log);
    }

    /// Counts a transformation. Returns whether it is done.
    pub(crate) fn decide(&self) -> bool {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let is_done = self.ranges.iter().any(|&(first, last)| (first..=last).contains(&number));
        if let Some(log) = self.log.get() {
            log(format!("DebugCounter {}={number} {}\n", self.name, if is_done { "execute" } else { "skip" }));
        }
        is_done
    }

    /// The line of `-print-debug-counter`.
    pub fn line(&self) -> String {
        let mut line = format!("{:<32}: {{{},", self.name, self.count.load(Ordering::Relaxed));
        for (place, &(first, last)) in self.ranges.iter().enumerate() {
            let separator = if place == 0 { "" } else { ":" };
            let _ = match first == last {
                true => write!(line, "{separator}{first}"),
                false => write!(line, "{separator}{first}-{last}"),
            };
        }
        line + "}\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_decide() {
        let counter = DebugCounter::parse("dce-transform=1-2:4").unwrap();
        let done: Vec<bool> = (0..6).map(|_| counter.decide()).collect();
        assert_eq!(done, [false, true, true, false, true, false]);
        assert_eq!(counter.line(), "dce-transform                   : {6,1-2:4}\n");
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in ["dce-transform", "unknown=1", "dce-transform=x", "dce-transform=3-1", "early-cse=2:1"] {
            assert!(DebugCounter::parse(text).is_err(), "{text}");
        }
    }
}
