//! Dates: conversion of seconds to calendar fields, and formatting.

/// A date and time of day, as in `struct tm`.
#[derive(Clone, Debug, Default)]
pub(super) struct Date {
    pub(super) second: i64,
    pub(super) minute: i64,
    pub(super) hour: i64,
    /// From 1.
    pub(super) day: i64,
    /// From 0.
    pub(super) month: i64,
    pub(super) year: i64,
    /// From Sunday, 0.
    pub(super) weekday: i64,
    /// From 0.
    pub(super) yearday: i64,
    /// Positive for daylight saving time; negative if unknown.
    pub(super) daylight: i64,
    /// Seconds east of UTC.
    pub(super) offset: i64,
    /// The abbreviation of the time zone.
    pub(super) name: Vec<u8>,
}

/// A bit for each field of `struct tm` in order, without those of the time zone.
pub(super) const ALL_FIELDS: u16 = 0x1ff;
/// The fields that determine the time: all but the day of the week and of the year.
pub(super) const INPUT_FIELDS: u16 = 0x13f;

/// The fields that a format of `strftime` uses.
pub(super) fn fields(format: &[u8]) -> u16 {
    let uses = |letter: u8| match letter {
        b'S' => 1,
        b'M' => 1 << 1,
        b'H' | b'I' | b'k' | b'l' | b'p' | b'P' => 1 << 2,
        b'R' => 0b110,
        b'T' | b'X' | b'r' => 0b111,
        b'd' | b'e' => 1 << 3,
        b'b' | b'B' | b'h' | b'm' => 1 << 4,
        b'C' | b'y' | b'Y' => 1 << 5,
        b'D' | b'x' | b'F' => 0b11_1000,
        b'a' | b'A' | b'u' | b'w' => 1 << 6,
        b'j' => 1 << 7,
        b'U' | b'W' => 0b1100_0000,
        b'g' | b'G' | b'V' => 0b1110_0000,
        b'c' => 0b111_1111,
        b's' => INPUT_FIELDS,
        _ => 0,
    };
    let letters = format.split(|&b| b == b'%').skip(1);
    letters
        .filter_map(|part| part.iter().find(|b| b.is_ascii_alphabetic() && !matches!(b, b'E' | b'O')))
        .fold(0, |all, &b| all | uses(b))
}

const DAY: i64 = 86400;
pub(super) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The number of days from 1970-01-01 to the first day of a month (from 0) of a year.
fn days_to(year: i64, month: i64) -> i64 {
    // If years begin in March, the leap day is at their end.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let era = year.div_euclid(400);
    let within = year.rem_euclid(400);
    era * 146_097 + within * 365 + within / 4 - within / 100 + (153 * month + 2) / 5 - 719_468
}

impl Date {
    /// The UTC date of a number of seconds since 1970.
    pub(super) fn of(seconds: i64) -> Date {
        let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let shifted = days + 719_468;
        let (era, within) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let years = (within - within / 1460 + within / 36_524 - within / 146_096) / 365;
        let yearday = within - (365 * years + years / 4 - years / 100);
        let march_month = (5 * yearday + 2) / 153;
        let day = yearday - (153 * march_month + 2) / 5 + 1;
        let month = (march_month + 2) % 12;
        let year = era * 400 + years + i64::from(month < 2);
        Date {
            second: rest % 60,
            minute: rest / 60 % 60,
            hour: rest / 3600,
            day,
            month,
            year,
            weekday: (days + 4).rem_euclid(7),
            yearday: days - days_to(year, 0),
            ..Date::default()
        }
    }

    /// The number of seconds since 1970 of this date in UTC; fields may be out of range.
    pub(super) fn seconds(&self) -> Option<i64> {
        let year = self.year.checked_add(self.month.div_euclid(12)).filter(|y| y.abs() < 1 << 40)?;
        let days = days_to(year, self.month.rem_euclid(12)) + self.day - 1;
        days.checked_mul(DAY)?.checked_add(self.hour * 3600 + self.minute * 60 + self.second)
    }

    /// The format of `asctime`.
    pub(super) fn ascii(&self) -> String {
        let name = |names: &[&'static str], i: i64| {
            usize::try_from(i).ok().and_then(|i| names.get(i)).map_or("???", |n| &n[..3])
        };
        format!(
            "{} {} {:2} {:02}:{:02}:{:02} {}\n",
            name(&DAYS, self.weekday),
            name(&MONTHS, self.month),
            self.day,
            self.hour,
            self.minute,
            self.second,
            self.year
        )
    }

    /// The ISO 8601 year and week, which are those of the week's Thursday.
    fn iso_week(&self) -> (i64, i64) {
        let monday_based = (self.weekday + 6).rem_euclid(7);
        let thursday = self.yearday - monday_based + 3;
        let days = |year| 365 + i64::from(is_leap(year));
        match thursday {
            before if before < 0 => (self.year - 1, (before + days(self.year - 1)) / 7 + 1),
            after if after >= days(self.year) => (self.year + 1, (after - days(self.year)) / 7 + 1),
            within => (self.year, within / 7 + 1),
        }
    }
}

/// `strftime` in the `C` locale. Writes not much more than `room` bytes.
pub(super) fn format(format: &[u8], date: &Date, room: u64, out: &mut Vec<u8>) {
    let mut at = 0;
    while at < format.len() && out.len() as u64 <= room {
        if format[at] != b'%' {
            out.push(format[at]);
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        let (mut pad, mut upper, mut width) = (None, false, 0usize);
        while let Some(&flag) = format.get(at) {
            match flag {
                b'_' => pad = Some(b' '),
                b'-' => pad = Some(0),
                b'0' => pad = Some(b'0'),
                b'^' | b'#' => upper = true,
                _ => break,
            }
            at += 1;
        }
        while let Some(digit) = format.get(at).filter(|b| b.is_ascii_digit()) {
            width = (width * 10 + usize::from(digit - b'0')).min(4096);
            at += 1;
        }
        while let Some(b'E' | b'O') = format.get(at) {
            at += 1;
        }
        let Some(&letter) = format.get(at) else {
            out.extend_from_slice(&format[start..]);
            return;
        };
        at += 1;
        let mut field = Vec::new();
        if !conversion(letter, date, pad, &mut field) {
            field = format[start..at].to_vec();
        }
        if upper {
            field.make_ascii_uppercase();
        }
        let fill = if pad == Some(b'0') || field.first().is_some_and(u8::is_ascii_digit) { b'0' } else { b' ' };
        out.resize(out.len() + width.saturating_sub(field.len()), fill);
        out.extend_from_slice(&field);
    }
}

fn conversion(letter: u8, date: &Date, pad: Option<u8>, out: &mut Vec<u8>) -> bool {
    let number = |out: &mut Vec<u8>, value: i64, digits: usize, default: u8| {
        let text = value.unsigned_abs().to_string();
        if value < 0 {
            out.push(b'-');
        }
        match pad.unwrap_or(default) {
            0 => {}
            fill => out.resize(out.len() + digits.saturating_sub(text.len()), fill),
        }
        out.extend_from_slice(text.as_bytes());
    };
    let name = |names: &'static [&'static str], i: i64| {
        usize::try_from(i).ok().and_then(|i| names.get(i)).copied().unwrap_or("?")
    };
    let short = |text: &'static str| &text.as_bytes()[..text.len().min(3)];
    let hour12 = (date.hour + 11).rem_euclid(12) + 1;
    let afternoon = date.hour >= 12;
    match letter {
        b'%' => out.push(b'%'),
        b'n' => out.push(b'\n'),
        b't' => out.push(b'\t'),
        b'a' => out.extend_from_slice(short(name(&DAYS, date.weekday))),
        b'A' => out.extend_from_slice(name(&DAYS, date.weekday).as_bytes()),
        b'b' | b'h' => out.extend_from_slice(short(name(&MONTHS, date.month))),
        b'B' => out.extend_from_slice(name(&MONTHS, date.month).as_bytes()),
        b'c' => format(b"%a %b %e %H:%M:%S %Y", date, u64::MAX, out),
        b'C' => number(out, date.year.div_euclid(100), 2, b'0'),
        b'd' => number(out, date.day, 2, b'0'),
        b'D' | b'x' => format(b"%m/%d/%y", date, u64::MAX, out),
        b'e' => number(out, date.day, 2, b' '),
        b'F' => format(b"%Y-%m-%d", date, u64::MAX, out),
        b'g' => number(out, date.iso_week().0.rem_euclid(100), 2, b'0'),
        b'G' => number(out, date.iso_week().0, 1, b'0'),
        b'H' => number(out, date.hour, 2, b'0'),
        b'I' => number(out, hour12, 2, b'0'),
        b'j' => number(out, date.yearday + 1, 3, b'0'),
        b'k' => number(out, date.hour, 2, b' '),
        b'l' => number(out, hour12, 2, b' '),
        b'm' => number(out, date.month + 1, 2, b'0'),
        b'M' => number(out, date.minute, 2, b'0'),
        b'p' => out.extend_from_slice(if afternoon { b"PM" } else { b"AM" }),
        b'P' => out.extend_from_slice(if afternoon { b"pm" } else { b"am" }),
        b'r' => format(b"%I:%M:%S %p", date, u64::MAX, out),
        b'R' => format(b"%H:%M", date, u64::MAX, out),
        b's' => {
            let seconds = date.seconds().unwrap_or(0) - date.offset;
            out.extend_from_slice(seconds.to_string().as_bytes());
        }
        b'S' => number(out, date.second, 2, b'0'),
        b'T' | b'X' => format(b"%H:%M:%S", date, u64::MAX, out),
        b'u' => number(out, if date.weekday == 0 { 7 } else { date.weekday }, 1, b'0'),
        b'U' => number(out, (date.yearday + 7 - date.weekday) / 7, 2, b'0'),
        b'V' => number(out, date.iso_week().1, 2, b'0'),
        b'w' => number(out, date.weekday, 1, b'0'),
        b'W' => number(out, (date.yearday + 7 - (date.weekday + 6).rem_euclid(7)) / 7, 2, b'0'),
        b'y' => number(out, date.year.rem_euclid(100), 2, b'0'),
        b'Y' => number(out, date.year, 1, b'0'),
        b'z' => {
            let minutes = date.offset.abs() / 60;
            out.push(if date.offset < 0 { b'-' } else { b'+' });
            out.extend_from_slice(format!("{:02}{:02}", minutes / 60, minutes % 60).as_bytes());
        }
        b'Z' => out.extend_from_slice(&date.name),
        _ => return false,
    }
    true
}
