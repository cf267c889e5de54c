//! Strings: `strlen` and related functions.

use super::access::Span;
use super::argument::offset;
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "strlen" = |c| {
        let string = c.register(0)?;
        let (len, _) = c.state.string_length(string, 1, u64::MAX)?;
        c.give(len)
    },
    "strnlen" = |c| {
        let (string, limit) = (c.register(0)?, c.size(1)?);
        let (len, _) = c.state.string_length(string, 1, limit)?;
        c.give(len)
    },
    "strcpy" = |c| copy(c, To::Start),
    "__strcpy_chk" = |c| copy(c, To::Start),
    "stpcpy" = |c| copy(c, To::End),
    "__stpcpy_chk" = |c| copy(c, To::End),
    "strcat" = |c| append(c, false),
    "__strcat_chk" = |c| append(c, false),
    "strncat" = |c| append(c, true),
    "__strncat_chk" = |c| append(c, true),
    "strncpy" = |c| copy_padded(c, To::Start),
    "__strncpy_chk" = |c| copy_padded(c, To::Start),
    "stpncpy" = |c| copy_padded(c, To::End),
    "__stpncpy_chk" = |c| copy_padded(c, To::End),
    "strlcpy" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let (len, _) = c.state.string_length(from, 1, u64::MAX)?;
        copy_cut(c, to, from, len, room)?;
        c.give(len)
    },
    "strlcat" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let (have, ended) = c.state.string_length(to, 1, room)?;
        let (len, _) = c.state.string_length(from, 1, u64::MAX)?;
        if ended {
            copy_cut(c, offset(to, have), from, len, room - have)?;
        }
        c.give(have.saturating_add(len))
    },
    "strcmp" = |c| {
        let order = compare(c, u64::MAX, |b| b)?;
        c.give_signed(order)
    },
    "strcoll" = |c| {
        let order = compare(c, u64::MAX, |b| b)?;
        c.give_signed(order)
    },
    "strncmp" = |c| {
        let limit = c.size(2)?;
        let order = compare(c, limit, |b| b)?;
        c.give_signed(order)
    },
    "strcasecmp" = |c| {
        let order = compare(c, u64::MAX, |b| b.to_ascii_lowercase())?;
        c.give_signed(order)
    },
    "strncasecmp" = |c| {
        let limit = c.size(2)?;
        let order = compare(c, limit, |b| b.to_ascii_lowercase())?;
        c.give_signed(order)
    },
    "strxfrm" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let (len, _) = c.state.string_length(from, 1, u64::MAX)?;
        if len < room {
            c.state.copy_apart(to, from, len + 1)?;
        }
        c.give(len)
    },
    "strchr" = |c| find_byte(c, false),
    "index" = |c| find_byte(c, false),
    "strchrnul" = |c| find_byte(c, true),
    "strrchr" = find_last_byte,
    "rindex" = find_last_byte,
    "strstr" = |c| find_string(c, false),
    "strcasestr" = |c| find_string(c, true),
    "strspn" = |c| span_of(c, true),
    "strcspn" = |c| span_of(c, false),
    "strpbrk" = |c| {
        let (string, set) = (c.register(0)?, c.register(1)?);
        let set = ByteSet::new(&c.state.string(set)?);
        let (len, ended) = skip(c, string, |b| !set.has(b))?;
        if ended { c.give_null() } else { c.give_register(offset(string, len)) }
    },
    "strtok" = |c| {
        let (string, set) = (c.register(0)?, c.register(1)?);
        let rest = c.state.library.strtok;
        let (token, rest) = token(c, if string.bits == 0 { rest } else { string }, set)?;
        c.state.library.strtok = rest;
        c.give_register(token)
    },
    "strtok_r" = token_from,
    "__strtok_r" = token_from,
    "strsep" = |c| {
        let (place, set) = (c.register(0)?, c.register(1)?);
        let string = c.state.read_pointer(place, 0)?;
        if string.bits == 0 {
            return c.give_null();
        }
        let set = ByteSet::new(&c.state.string(set)?);
        let (len, ended) = skip(c, string, |b| !set.has(b))?;
        let rest = cut(c, string, len, ended)?;
        c.state.write_pointer(place, 0, rest)?;
        c.give_register(string)
    },
    "strdup" = |c| duplicate(c, u64::MAX),
    "__strdup" = |c| duplicate(c, u64::MAX),
    "strndup" = |c| {
        let limit = c.size(1)?;
        duplicate(c, limit)
    },
    "__strndup" = |c| {
        let limit = c.size(1)?;
        duplicate(c, limit)
    },
    "basename" = |c| {
        let path = c.register(0)?;
        let text = c.state.string(path)?;
        let start = memchr::memrchr(b'/', &text).map_or(0, |at| at as u64 + 1);
        c.give_register(offset(path, start))
    },
    "strverscmp" = |c| {
        let (a, b) = (c.register(0)?, c.register(1)?);
        let (a, b) = (c.state.string(a)?, c.state.string(b)?);
        c.give_signed(version_order(&a, &b))
    },
    "ffs" = |c| first_set(c),
    "ffsl" = |c| first_set(c),
    "ffsll" = |c| first_set(c),
}

/// The result of a copying function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Start,
    End,
}

fn copy(c: &mut Call<'_>, gives: To) -> Result<Then, Stop> {
    let (to, from) = (c.register(0)?, c.register(1)?);
    let (len, _) = c.state.string_length(from, 1, u64::MAX)?;
    c.state.copy_apart(to, from, len + 1)?;
    c.give_register(if gives == To::End { offset(to, len) } else { to })
}

fn append(c: &mut Call<'_>, limited: bool) -> Result<Then, Stop> {
    let (to, from) = (c.register(0)?, c.register(1)?);
    let limit = if limited { c.size(2)? } else { u64::MAX };
    let (have, _) = c.state.string_length(to, 1, u64::MAX)?;
    let (len, ended) = c.state.string_length(from, 1, limit)?;
    let end = offset(to, have);
    c.state.copy_apart(end, from, len + u64::from(ended))?;
    if !ended {
        c.state.write_bytes(offset(end, len), &[0])?;
    }
    c.give_register(to)
}

fn copy_padded(c: &mut Call<'_>, gives: To) -> Result<Then, Stop> {
    let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
    let (len, _) = c.state.string_length(from, 1, room)?;
    c.state.copy_apart(to, from, len)?;
    if len < room {
        c.state.fill_bytes(offset(to, len), 0, room - len)?;
    }
    c.give_register(if gives == To::End { offset(to, len) } else { to })
}

/// Copies a string, truncated to `room` bytes including the terminator.
fn copy_cut(c: &mut Call<'_>, to: Reg, from: Reg, len: u64, room: u64) -> Result<(), Stop> {
    if room > 0 {
        let len = len.min(room - 1);
        c.state.copy_apart(to, from, len)?;
        c.state.write_bytes(offset(to, len), &[0])?;
    }
    Ok(())
}

/// Compares the strings in the first two arguments.
fn compare(c: &mut Call<'_>, limit: u64, fold: fn(u8) -> u8) -> Result<i64, Stop> {
    let (a, b) = (c.register(0)?, c.register(1)?);
    if limit == 0 {
        return Ok(0);
    }
    let (Some(x), Some(y)) = (c.state.span(a)?, c.state.span(b)?) else { return Ok(0) };
    let common = x.len.min(y.len).min(limit);
    let bytes = |c: &Call<'_>, s: Span, at: u64| c.state.memory.bytes(s.place, s.len)[at as usize];
    let differ = |(a, b): (&u8, &u8)| fold(*a) != fold(*b) || *a == 0;
    match c.state.search_both(x.place, y.place, common, differ)? {
        Some(at) => {
            c.state.uses(a, at + 1)?;
            c.state.uses(b, at + 1)?;
            Ok(i64::from(fold(bytes(c, x, at))) - i64::from(fold(bytes(c, y, at))))
        }
        None => {
            // Equal up to the limit, or one of them is not terminated.
            if common < limit {
                let shorter = if x.len <= y.len { a } else { b };
                c.state.string_length(shorter, 1, u64::MAX)?;
            }
            c.state.uses(a, common)?;
            c.state.uses(b, common)?;
            Ok(0)
        }
    }
}

fn find_byte(c: &mut Call<'_>, or_end: bool) -> Result<Then, Stop> {
    let (string, byte) = (c.register(0)?, c.int(1)? as u8);
    let (len, ended) = skip(c, string, |b| b != byte)?;
    if ended && byte != 0 && !or_end { c.give_null() } else { c.give_register(offset(string, len)) }
}

fn find_last_byte(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (string, byte) = (c.register(0)?, c.int(1)? as u8);
    let mut text = c.state.string(string)?;
    text.push(0);
    match memchr::memrchr(byte, &text) {
        Some(at) => c.give_register(offset(string, at as u64)),
        None => c.give_null(),
    }
}

fn find_string(c: &mut Call<'_>, fold: bool) -> Result<Then, Stop> {
    let (string, needle) = (c.register(0)?, c.register(1)?);
    let (mut text, mut what) = (c.state.string(string)?, c.state.string(needle)?);
    if fold {
        text.make_ascii_lowercase();
        what.make_ascii_lowercase();
    }
    match memchr::memmem::find(&text, &what) {
        Some(at) => c.give_register(offset(string, at as u64)),
        None => c.give_null(),
    }
}

/// A set of bytes.
pub(super) struct ByteSet([bool; 256]);

impl ByteSet {
    pub(super) fn new(bytes: &[u8]) -> ByteSet {
        let mut set = [false; 256];
        bytes.iter().for_each(|&b| set[usize::from(b)] = true);
        ByteSet(set)
    }

    pub(super) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

/// The length of the prefix of a string whose bytes satisfy `such`, and whether it is the whole string.
fn skip(c: &mut Call<'_>, string: Reg, such: impl Fn(u8) -> bool) -> Result<(u64, bool), Stop> {
    let Some(span) = c.state.span(string)? else { return Ok((0, true)) };
    match c.state.search(span, |bytes| bytes.iter().position(|&b| b == 0 || !such(b)))? {
        Some(len) => {
            let ended = c.state.memory.bytes(span.place, span.len)[len as usize] == 0;
            c.state.uses(string, len + 1)?;
            Ok((len, ended))
        }
        // The string is not terminated: reports this.
        None => c.state.string_length(string, 1, u64::MAX),
    }
}

fn span_of(c: &mut Call<'_>, within: bool) -> Result<Then, Stop> {
    let (string, set) = (c.register(0)?, c.register(1)?);
    let set = ByteSet::new(&c.state.string(set)?);
    let (len, _) = skip(c, string, |b| set.has(b) == within)?;
    c.give(len)
}

/// Terminates the string after `len` characters unless it ends there, and returns the rest.
fn cut(c: &mut Call<'_>, string: Reg, len: u64, ended: bool) -> Result<Reg, Stop> {
    if ended {
        return Ok(Reg::int(0));
    }
    c.state.write_bytes(offset(string, len), &[0])?;
    Ok(offset(string, len + 1))
}

/// The next token of a string, and the rest; null if there is none.
fn token(c: &mut Call<'_>, string: Reg, set: Reg) -> Result<(Reg, Reg), Stop> {
    let none = Reg::int(0);
    if string.bits == 0 {
        return Ok((none, none));
    }
    let set = ByteSet::new(&c.state.string(set)?);
    let (before, ended) = skip(c, string, |b| set.has(b))?;
    let start = offset(string, before);
    if ended {
        return Ok((none, start));
    }
    let (len, ended) = skip(c, start, |b| !set.has(b))?;
    // The rest after the last token is the terminator.
    let rest = if ended { offset(start, len) } else { cut(c, start, len, false)? };
    Ok((start, rest))
}

fn token_from(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (string, set, place) = (c.register(0)?, c.register(1)?, c.register(2)?);
    let from = if string.bits == 0 { c.state.read_pointer(place, 0)? } else { string };
    let (token, rest) = token(c, from, set)?;
    c.state.write_pointer(place, 0, rest)?;
    c.give_register(token)
}

fn duplicate(c: &mut Call<'_>, limit: u64) -> Result<Then, Stop> {
    let string = c.register(0)?;
    let text = c.state.string_up_to(string, limit)?;
    match c.state.heap_string(&text)? {
        Some(made) => c.give_register(made),
        None => c.out_of_memory(),
    }
}

fn first_set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let bits = c.size(0)?;
    c.give(if bits == 0 { 0 } else { u64::from(bits.trailing_zeros()) + 1 })
}

/// The order of `strverscmp`: runs of digits are compared as numbers, those with leading zeros as fractions.
fn version_order(a: &[u8], b: &[u8]) -> i64 {
    let different = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let byte = |s: &[u8], at: usize| s.get(at).copied().unwrap_or(0);
    let digits_before = a[..different].iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let start = different - digits_before;
    let run = |s: &[u8]| s.get(start..).map_or(0, |s| s.iter().take_while(|b| b.is_ascii_digit()).count());
    let (run_a, run_b) = (run(a), run(b));
    let plain = i64::from(byte(a, different)) - i64::from(byte(b, different));
    let number = byte(a, start) != b'0' && byte(b, start) != b'0';
    match () {
        () if run_a == 0 || run_b == 0 => plain,
        () if number && run_a != run_b => run_a as i64 - run_b as i64,
        () if number => plain,
        // Fractions: with a common prefix, more leading zeros are less, then more digits are less.
        () => {
            let zeros = |s: &[u8]| s[start..].iter().take_while(|&&b| b == b'0').count();
            let all_zero = (zeros(a) == run_a, zeros(b) == run_b);
            match all_zero {
                (true, false) if zeros(a) <= zeros(b) => 1,
                (false, true) if zeros(b) <= zeros(a) => -1,
                (true, true) => run_b as i64 - run_a as i64,
                _ => plain,
            }
        }
    }
}
