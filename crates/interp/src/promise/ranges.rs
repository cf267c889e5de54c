//! Marks on byte ranges.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::limits::Footprint;

/// Marks (bit sets) on bytes. Adjacent bytes with the same marks are merged.
#[derive(Debug, Default)]
pub(crate) struct Ranges {
    /// By the start of a range: its end, and the marks.
    parts: BTreeMap<u64, (u64, u8)>,
}

impl Ranges {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.parts);
    }

    /// Calls `f` for each marked range that overlaps `bytes`, with its marks.
    fn each(&self, bytes: &Range<u64>, mut f: impl FnMut(Range<u64>, u8)) {
        let first = self.parts.range(..=bytes.start).next_back().filter(|(_, part)| part.0 > bytes.start);
        let from = first.map_or(bytes.start, |(&start, _)| start);
        for (&start, &(end, marks)) in self.parts.range(from..bytes.end.max(from)) {
            f(start.max(bytes.start)..end.min(bytes.end), marks);
        }
    }

    /// The first byte of `bytes` whose marks satisfy `is`; unmarked bytes have marks 0.
    pub(crate) fn find(&self, bytes: &Range<u64>, mut is: impl FnMut(u8) -> bool) -> Option<u64> {
        let (mut found, mut next) = (None, bytes.start);
        self.each(bytes, |part, marks| {
            if found.is_none() && part.start > next && is(0) {
                found = Some(next);
            }
            if found.is_none() && is(marks) {
                found = Some(part.start);
            }
            next = part.end;
        });
        found.or_else(|| (next < bytes.end && is(0)).then_some(next))
    }

    /// The parts of `bytes` without any of the marks in `mark`.
    pub(crate) fn without(&self, bytes: &Range<u64>, mark: u8) -> Vec<Range<u64>> {
        let (mut gaps, mut next) = (Vec::new(), bytes.start);
        self.each(bytes, |part, marks| {
            if marks & mark != 0 {
                gaps.push(next..part.start);
                next = part.end;
            }
        });
        gaps.push(next..bytes.end);
        gaps.retain(|gap| gap.start < gap.end);
        gaps
    }

    /// Adds marks to bytes.
    pub(crate) fn mark(&mut self, bytes: Range<u64>, mark: u8) {
        if bytes.start >= bytes.end || self.find(&bytes, |marks| marks & mark != mark).is_none() {
            return;
        }
        self.split(bytes.start);
        self.split(bytes.end);
        let mut next = bytes.start;
        let inside: Vec<(u64, u64)> = self.parts.range(bytes.clone()).map(|(&s, &(e, _))| (s, e)).collect();
        for (start, end) in inside {
            if next < start {
                self.parts.insert(next, (start, mark));
            }
            if let Some(part) = self.parts.get_mut(&start) {
                part.1 |= mark;
            }
            next = end;
        }
        if next < bytes.end {
            self.parts.insert(next, (bytes.end, mark));
        }
        self.join(&bytes);
    }

    /// The marked ranges.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Range<u64>, u8)> + '_ {
        self.parts.iter().map(|(&start, &(end, marks))| (start..end, marks))
    }

    /// Splits the range that contains `at` in its interior.
    fn split(&mut self, at: u64) {
        if let Some((_, part)) = self.parts.range_mut(..at).next_back()
            && part.0 > at
        {
            let rest = *part;
            part.0 = at;
            self.parts.insert(at, rest);
        }
    }

    /// Merges adjacent ranges with the same marks in and around `bytes`.
    fn join(&mut self, bytes: &Range<u64>) {
        let from = self.parts.range(..bytes.start).next_back().map_or(bytes.start, |(&start, _)| start);
        let mut last: Option<(u64, u64, u8)> = None;
        let near: Vec<(u64, (u64, u8))> = self.parts.range(from..=bytes.end).map(|(&s, &p)| (s, p)).collect();
        for (start, (end, marks)) in near {
            match &mut last {
                Some((first, until, same)) if *until == start && *same == marks => {
                    self.parts.remove(&start);
                    *until = end;
                    let first = *first;
                    self.parts.insert(first, (end, marks));
                }
                _ => last = Some((start, end, marks)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    /// Compares with marks on single bytes, for pseudo-random ranges.
    #[test]
    fn same_as_single_bytes() {
        let (mut ranges, mut bytes) = (Ranges::default(), [0u8; 64]);
        let mut seed = 1u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % n
        };
        for _ in 0..2000 {
            let start = random(64);
            let end = start + random(64 - start + 1);
            let mark = 1 << random(3);
            ranges.mark(start..end, mark);
            bytes[start as usize..end as usize].iter_mut().for_each(|b| *b |= mark);
            let (start, wanted) = (random(64), random(8) as u8);
            let expected = (start..64).find(|&i| bytes[i as usize] == wanted);
            assert_eq!(ranges.find(&(start..64), |marks| marks == wanted), expected);
            let gaps: Vec<u64> = ranges.without(&(start..64), 2).into_iter().flatten().collect();
            let expected: Vec<u64> = (start..64).filter(|&i| bytes[i as usize] & 2 == 0).collect();
            assert_eq!(gaps, expected);
            let parts: Vec<_> = ranges.iter().collect();
            assert!(parts.windows(2).all(|w| w[0].0.end < w[1].0.start || w[0].1 != w[1].1), "{parts:?}");
            if random(100) == 0 {
                ranges = Ranges::default();
                bytes = [0; 64];
            }
        }
    }
}
