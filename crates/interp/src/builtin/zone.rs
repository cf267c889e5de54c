//! Time zones from the time zone database.

use super::date::Date;

/// A time zone.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    /// The transitions: the time in seconds since 1970, and the index of the kind.
    changes: Vec<(i64, usize)>,
    kinds: Vec<Kind>,
}

/// A local time type.
#[derive(Clone, Debug)]
struct Kind {
    /// Seconds east of UTC.
    offset: i64,
    daylight: bool,
    name: Vec<u8>,
}

impl Zone {
    /// Greenwich's.
    pub(super) fn utc() -> Zone {
        Zone::fixed(0, b"GMT")
    }

    fn fixed(offset: i64, name: &[u8]) -> Zone {
        Zone { changes: Vec::new(), kinds: vec![Kind { offset, daylight: false, name: name.into() }] }
    }

    /// The time zone of `TZ`, or that of the host without `TZ`. `read` reads a file of the host, if allowed.
    pub(super) fn named(name: Option<&[u8]>, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Zone {
        let utc = Zone::fixed(0, b"UTC");
        let Some(name) = name else {
            return read("/etc/localtime").and_then(|file| Zone::parse(&file)).unwrap_or(utc);
        };
        let name = name.strip_prefix(b":").unwrap_or(name);
        if name.is_empty() {
            return utc;
        }
        let found = std::str::from_utf8(name).ok().filter(|name| !name.contains("..")).and_then(|name| {
            let path = if name.starts_with('/') { name.into() } else { format!("/usr/share/zoneinfo/{name}") };
            Zone::parse(&read(&path)?)
        });
        found.or_else(|| Zone::spelled(name)).unwrap_or(utc)
    }

    /// A zone given as a name and the hours behind UTC, such as `EST5`.
    fn spelled(text: &[u8]) -> Option<Zone> {
        let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (name, rest) = text.split_at(letters);
        if letters < 3 {
            return None;
        }
        let negative = rest.first() == Some(&b'-');
        let digits = rest.get(usize::from(matches!(rest.first(), Some(b'+' | b'-')))..)?;
        let end = digits.iter().take_while(|b| b.is_ascii_digit() || **b == b':').count();
        let mut parts = std::str::from_utf8(&digits[..end]).ok()?.split(':').map(|p| p.parse::<i64>());
        let hours = parts.next()?.ok().filter(|h| *h <= 24)?;
        let minutes = parts.next().and_then(Result::ok).unwrap_or(0);
        let behind = hours * 3600 + minutes * 60;
        Some(Zone::fixed(if negative { behind } else { -behind }, name))
    }

    /// Parses a file of the time zone database.
    fn parse(file: &[u8]) -> Option<Zone> {
        const HEADER: usize = 44;
        let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize);
        let counts = |at: usize| -> Option<[usize; 6]> {
            let mut counts = [0; 6];
            for (i, count) in counts.iter_mut().enumerate() {
                *count = number(at + 20 + 4 * i).filter(|n| *n <= file.len())?;
            }
            Some(counts)
        };
        if !file.starts_with(b"TZif") || file.get(4) < Some(&b'2') {
            return None;
        }
        // The first half only contains 32-bit times.
        let [utc, standard, leaps, times, kinds, names] = counts(0)?;
        let second = HEADER + times * 5 + kinds * 6 + names + leaps * 8 + standard + utc;
        let [.., times, kind_count, names] = counts(second)?;
        let mut at = second + HEADER;
        let mut changes = Vec::with_capacity(times);
        for i in 0..times {
            let time = i64::from_be_bytes(file.get(at + 8 * i..at + 8 * i + 8)?.try_into().ok()?);
            let kind = usize::from(*file.get(at + 8 * times + i)?);
            changes.push((time, kind));
        }
        at += 9 * times;
        let text = file.get(at + 6 * kind_count..at + 6 * kind_count + names)?;
        let mut kinds = Vec::with_capacity(kind_count);
        for i in 0..kind_count {
            let entry = file.get(at + 6 * i..at + 6 * i + 6)?;
            let name = text.get(usize::from(entry[5])..)?;
            let name = name.split(|&b| b == 0).next().unwrap_or_default().to_vec();
            let offset = i64::from(i32::from_be_bytes(entry[..4].try_into().ok()?));
            kinds.push(Kind { offset, daylight: entry[4] != 0, name });
        }
        let known = !kinds.is_empty() && changes.iter().all(|&(_, kind)| kind < kinds.len());
        known.then_some(Zone { changes, kinds })
    }

    fn kind(&self, seconds: i64) -> &Kind {
        let after = self.changes.partition_point(|&(from, _)| from <= seconds);
        match after.checked_sub(1) {
            Some(i) => &self.kinds[self.changes[i].1],
            None => self.kinds.iter().find(|k| !k.daylight).unwrap_or(&self.kinds[0]),
        }
    }

    /// The local date of a number of seconds since 1970.
    pub(super) fn local(&self, seconds: i64) -> Date {
        let kind = self.kind(seconds);
        Date {
            daylight: kind.daylight.into(),
            offset: kind.offset,
            name: kind.name.clone(),
            ..Date::of(seconds.saturating_add(kind.offset))
        }
    }

    /// The number of seconds since 1970 of a local date; fields may be out of range.
    pub(super) fn seconds(&self, date: &Date) -> Option<i64> {
        let there = date.seconds()?;
        let offsets = self.kinds.iter().filter(|k| date.daylight < 0 || k.daylight == (date.daylight > 0));
        let mut fits = offsets.map(|k| there - k.offset).filter(|&s| self.kind(s).offset == there - s);
        let first = self.kind(there).offset;
        Some(fits.next().unwrap_or(there - first))
    }
}
