//! Wide and multibyte characters: UTF-8 or, in the `C` locale, ASCII.

use super::argument::offset;
use super::errno::{EILSEQ, EINVAL};
use super::format::{Arguments, format};
use super::stream::{STDIN, STDOUT};
use super::{Call, Then, builtins, number};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "mblen" = |c| {
        let (from, limit) = (c.register(0)?, c.size(1)?);
        decode_one(c, Reg::int(0), from, limit)
    },
    "mbtowc" = |c| {
        let (to, from, limit) = (c.register(0)?, c.register(1)?, c.size(2)?);
        decode_one(c, to, from, limit)
    },
    "wctomb" = |c| {
        let (to, character) = (c.register(0)?, c.size(1)?);
        if to.bits == 0 {
            return c.give(0);
        }
        encode_one(c, to, character as u32)
    },
    "wcrtomb" = |c| {
        let (to, character) = (c.register(0)?, c.size(1)?);
        if to.bits == 0 {
            return c.give(1);
        }
        encode_one(c, to, character as u32)
    },
    "mbrtowc" = |c| {
        let (to, from, limit, state) = (c.register(0)?, c.register(1)?, c.size(2)?, c.register(3)?);
        decode_part(c, to, from, limit, state)
    },
    "mbrlen" = |c| {
        let (from, limit, state) = (c.register(0)?, c.size(1)?, c.register(2)?);
        decode_part(c, Reg::int(0), from, limit, state)
    },
    "mbsinit" = |c| {
        let state = c.register(0)?;
        let initial = state.bits == 0 || c.state.read_int(state, 0, 4)? == 0;
        c.give(initial.into())
    },
    "mbstowcs" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        decode_string(c, to, from, room, None)
    },
    "__mbstowcs_chk" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        decode_string(c, to, from, room, None)
    },
    "mbsrtowcs" = |c| {
        let (to, place, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let from = c.state.read_pointer(place, 0)?;
        decode_string(c, to, from, room, Some(place))
    },
    "wcstombs" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        encode_string(c, to, from, room, None)
    },
    "__wcstombs_chk" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        encode_string(c, to, from, room, None)
    },
    "wcsrtombs" = |c| {
        let (to, place, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let from = c.state.read_pointer(place, 0)?;
        encode_string(c, to, from, room, Some(place))
    },
    "btowc" = |c| {
        let byte = c.int(0)?;
        c.give_signed(if (0..128).contains(&byte) { byte.into() } else { -1 })
    },
    "wctob" = |c| {
        let character = c.int(0)?;
        c.give_signed(if (0..128).contains(&character) { character.into() } else { -1 })
    },

    "wcslen" = |c| {
        let string = c.register(0)?;
        let len = c.wide_length(string, u64::MAX)?.0;
        c.give(len)
    },
    "wcsnlen" = |c| {
        let (string, limit) = (c.register(0)?, c.size(1)?);
        let len = c.wide_length(string, limit)?.0;
        c.give(len)
    },
    "wcscpy" = |c| {
        let (to, from) = (c.register(0)?, c.register(1)?);
        let len = c.wide_length(from, u64::MAX)?.0;
        let width = c.wchar();
        c.state.copy_apart(to, from, (len + 1) * width)?;
        c.give_register(to)
    },
    "wcpcpy" = |c| {
        let (to, from) = (c.register(0)?, c.register(1)?);
        let len = c.wide_length(from, u64::MAX)?.0;
        let width = c.wchar();
        c.state.copy_apart(to, from, (len + 1) * width)?;
        c.give_register(offset(to, len * width))
    },
    "wcsncpy" = |c| {
        let (to, from, room) = (c.register(0)?, c.register(1)?, c.size(2)?);
        let text = c.wide_string(from, room)?;
        c.write_wide(to, &text)?;
        let width = c.wchar();
        let len = text.len() as u64;
        c.state.fill_bytes(offset(to, len * width), 0, (room - len).saturating_mul(width))?;
        c.give_register(to)
    },
    "wcscat" = |c| {
        let (to, from) = (c.register(0)?, c.register(1)?);
        wide_append(c, to, from, u64::MAX)
    },
    "wcsncat" = |c| {
        let (to, from, limit) = (c.register(0)?, c.register(1)?, c.size(2)?);
        wide_append(c, to, from, limit)
    },
    "wcscmp" = |c| wide_compare(c, u64::MAX, |n| n),
    "wcscoll" = |c| wide_compare(c, u64::MAX, |n| n),
    "wcsncmp" = |c| {
        let limit = c.size(2)?;
        wide_compare(c, limit, |n| n)
    },
    "wcscasecmp" = |c| wide_compare(c, u64::MAX, lower),
    "wcsncasecmp" = |c| {
        let limit = c.size(2)?;
        wide_compare(c, limit, lower)
    },
    "wcschr" = |c| wide_find(c, false),
    "wcsrchr" = |c| wide_find(c, true),
    "wcsstr" = |c| {
        let (string, needle) = (c.register(0)?, c.register(1)?);
        let (text, what) = (c.wide_string(string, u64::MAX)?, c.wide_string(needle, u64::MAX)?);
        c.spend_on_pairs(&text, &what)?;
        let found = match what.is_empty() {
            true => Some(0),
            false => text.windows(what.len()).position(|w| w == what),
        };
        give_place(c, string, found)
    },
    "wcsspn" = |c| wide_span(c, true),
    "wcscspn" = |c| wide_span(c, false),
    "wcspbrk" = |c| {
        let (string, set) = (c.register(0)?, c.register(1)?);
        let (text, set) = (c.wide_string(string, u64::MAX)?, c.wide_string(set, u64::MAX)?);
        c.spend_on_pairs(&text, &set)?;
        let found = text.iter().position(|n| set.contains(n));
        give_place(c, string, found)
    },
    "wmemchr" = |c| {
        let (string, what, count) = (c.register(0)?, c.size(1)? as u32, c.size(2)?);
        let width = c.wchar();
        for i in 0..count {
            if c.state.read_int(string, i * width, width)? as u32 == what {
                return give_place(c, string, Some(i as usize));
            }
        }
        c.give_null()
    },
    "wcsdup" = |c| {
        let string = c.register(0)?;
        let mut text = c.wide_string(string, u64::MAX)?;
        text.push(0);
        let size = text.len() as u64 * c.wchar();
        let Some(made) = c.state.heap(size, 0, super::allocation::Family::Malloc) else { return c.out_of_memory() };
        c.write_wide(made, &text)?;
        c.give_register(made)
    },
    "wcstol" = |c| to_integer(c, true),
    "wcstoll" = |c| to_integer(c, true),
    "wcstoul" = |c| to_integer(c, false),
    "wcstoull" = |c| to_integer(c, false),
    "wcstod" = |c| {
        let (string, end) = (c.register(0)?, c.arg(1)?);
        let text = ascii(&c.wide_string(string, u64::MAX)?);
        c.state.spend_on_square(super::float_text::words(&text))?;
        let parsed = super::float_text::parse(lindworm_eval::FloatFormat::Double, &text);
        if end.bits != 0 {
            let width = c.wchar();
            c.state.write_pointer(end, 0, offset(string, parsed.len as u64 * width))?;
        }
        c.give_float(parsed.value)
    },

    "iswalpha" = |c| classify(c, char::is_alphabetic),
    "iswupper" = |c| classify(c, char::is_uppercase),
    "iswlower" = |c| classify(c, char::is_lowercase),
    "iswdigit" = |c| classify(c, |x| x.is_ascii_digit()),
    "iswxdigit" = |c| classify(c, |x| x.is_ascii_hexdigit()),
    "iswalnum" = |c| classify(c, char::is_alphanumeric),
    "iswspace" = |c| classify(c, char::is_whitespace),
    "iswblank" = |c| classify(c, |x| matches!(x, ' ' | '\t')),
    "iswcntrl" = |c| classify(c, char::is_control),
    "iswpunct" = |c| classify(c, |x| !x.is_alphanumeric() && !x.is_control() && !x.is_whitespace()),
    "iswgraph" = |c| classify(c, |x| !x.is_control() && !x.is_whitespace()),
    "iswprint" = |c| classify(c, |x| !x.is_control() && (!x.is_whitespace() || x == ' ')),
    "towlower" = |c| convert(c, |x| x.to_lowercase().next().unwrap_or(x)),
    "towupper" = |c| convert(c, |x| x.to_uppercase().next().unwrap_or(x)),
    "wcwidth" = |c| {
        let character = c.int(0)?;
        c.give_signed(match character {
            0 => 0,
            0x20..=0x7e => 1,
            _ if !c.state.library.utf8 => -1,
            _ => char::from_u32(character as u32).map_or(-1, |x| if x.is_control() { -1 } else { 1 }),
        })
    },

    "fputwc" = |c| put_wide(c, Some(1)),
    "putwc" = |c| put_wide(c, Some(1)),
    "putwchar" = |c| put_wide(c, None),
    "fputws" = |c| {
        let text = c.register(0)?;
        let text = c.wide_string(text, u64::MAX)?;
        let Some(stream) = c.stream(1)? else { return c.give_signed(-1) };
        put_all(c, stream, &text)
    },
    "fgetwc" = |c| get_wide(c, Some(0)),
    "getwc" = |c| get_wide(c, Some(0)),
    "getwchar" = |c| get_wide(c, None),
    "fgetws" = |c| {
        let (to, room) = (c.register(0)?, c.int(1)?);
        let Some(stream) = c.stream(2)? else { return c.give_null() };
        let mut text = Vec::new();
        while (text.len() as i64) < i64::from(room) - 1 {
            let Some(character) = next_wide(c, stream)? else { break };
            text.push(character);
            if character == u32::from(b'\n') {
                break;
            }
        }
        if text.is_empty() {
            return c.give_null();
        }
        text.push(0);
        c.write_wide(to, &text)?;
        c.give_register(to)
    },
    "fwide" = |c| {
        let mode = c.int(1)?;
        let Some(stream) = c.stream(0)? else { return c.give(0) };
        let Some(data) = c.state.stream_data(stream) else { return c.give(0) };
        if data.orientation == 0 {
            data.orientation = mode.signum();
        }
        let orientation = data.orientation;
        c.give_signed(orientation.into())
    },
    "wprintf" = |c| {
        let text = print(c, 0, Arguments::Call(1))?;
        print_to(c, None, text)
    },
    "fwprintf" = |c| {
        let text = print(c, 1, Arguments::Call(2))?;
        print_to(c, Some(0), text)
    },
    "vwprintf" = |c| {
        let list = c.va_list(1)?;
        let text = print(c, 0, Arguments::List(list))?;
        print_to(c, None, text)
    },
    "vfwprintf" = |c| {
        let list = c.va_list(2)?;
        let text = print(c, 1, Arguments::List(list))?;
        print_to(c, Some(0), text)
    },
    "swprintf" = |c| {
        let text = print(c, 2, Arguments::Call(3))?;
        print_into(c, text)
    },
    "vswprintf" = |c| {
        let list = c.va_list(3)?;
        let text = print(c, 2, Arguments::List(list))?;
        print_into(c, text)
    },
}

/// Encodes a character in UTF-8.
fn utf8(character: u32) -> Option<Vec<u8>> {
    char::from_u32(character).map(|x| x.to_string().into_bytes())
}

/// The first character of a UTF-8 text, and its length. `Err(true)` if the character is incomplete, `Err(false)` if invalid.
fn first_utf8(bytes: &[u8]) -> Result<(u32, usize), bool> {
    let len = match bytes.first() {
        Some(0..=0x7f) => 1,
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        None => return Err(true),
        _ => return Err(false),
    };
    let there = &bytes[..len.min(bytes.len())];
    match std::str::from_utf8(there) {
        Ok(text) => Ok((text.chars().next().map_or(0, u32::from), len)),
        Err(error) => Err(error.error_len().is_none()),
    }
}

impl Call<'_> {
    /// The size of a wide character in bytes.
    pub(super) fn wchar(&self) -> u64 {
        self.state.library.abi.wchar
    }

    /// Encodes a character in the locale; `None` if not possible.
    pub(super) fn encode(&self, character: u32) -> Option<Vec<u8>> {
        match character {
            0..=0x7f => Some(vec![character as u8]),
            _ if self.state.library.utf8 => utf8(character),
            _ => None,
        }
    }

    fn decode(&self, bytes: &[u8]) -> Result<(u32, usize), bool> {
        match bytes.first() {
            Some(0x80..) if !self.state.library.utf8 => Err(false),
            _ => first_utf8(bytes),
        }
    }

    /// Decodes a text; invalid bytes are decoded as characters.
    pub(super) fn decode_all(&self, mut bytes: &[u8]) -> Vec<u32> {
        let mut all = Vec::new();
        while let Some(&first) = bytes.first() {
            let (character, len) = self.decode(bytes).unwrap_or((first.into(), 1));
            all.push(character);
            bytes = &bytes[len..];
        }
        all
    }

    fn wide_length(&mut self, string: Reg, limit: u64) -> Result<(u64, bool), Stop> {
        let width = self.wchar();
        self.state.string_length(string, width, limit)
    }

    /// A wide string without its terminator.
    fn wide_string(&mut self, string: Reg, limit: u64) -> Result<Vec<u32>, Stop> {
        let (len, _) = self.wide_length(string, limit)?;
        let width = self.wchar();
        (0..len).map(|i| self.state.read_int(string, i * width, width).map(|n| n as u32)).collect()
    }

    /// Counts the steps of searching each character of one string in another.
    fn spend_on_pairs(&mut self, a: &[u32], b: &[u32]) -> Result<(), Stop> {
        self.state.spend_on((a.len() as u64 * size_of::<u32>() as u64).saturating_mul(b.len() as u64))
    }

    fn write_wide(&mut self, to: Reg, text: &[u32]) -> Result<(), Stop> {
        let width = self.wchar() as usize;
        let big = self.state.memory.is_big_endian();
        let bytes: Vec<u8> = text
            .iter()
            .flat_map(|n| if big { n.to_be_bytes()[4 - width..].to_vec() } else { n.to_le_bytes()[..width].to_vec() })
            .collect();
        self.state.write_bytes(to, &bytes)
    }
}

fn ascii(text: &[u32]) -> Vec<u8> {
    text.iter().map(|&n| u8::try_from(n).unwrap_or(0xff)).collect()
}

fn give_place(c: &mut Call<'_>, string: Reg, found: Option<usize>) -> Result<Then, Stop> {
    match found {
        Some(at) => {
            let width = c.wchar();
            c.give_register(offset(string, at as u64 * width))
        }
        None => c.give_null(),
    }
}

/// The bytes of at most one character.
fn some_bytes(c: &mut Call<'_>, from: Reg, limit: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    for i in 0..limit.min(4) {
        let byte = c.state.read_int(from, i, 1)? as u8;
        bytes.push(byte);
        if c.decode(&bytes) != Err(true) {
            break;
        }
    }
    Ok(bytes)
}

/// `mbtowc`.
fn decode_one(c: &mut Call<'_>, to: Reg, from: Reg, limit: u64) -> Result<Then, Stop> {
    if from.bits == 0 {
        return c.give(0);
    }
    let bytes = some_bytes(c, from, limit)?;
    match c.decode(&bytes) {
        Ok((character, len)) => {
            if to.bits != 0 {
                let width = c.wchar();
                c.state.write_int(to, 0, width, character.into())?;
            }
            c.give(if character == 0 { 0 } else { len as u64 })
        }
        Err(_) => c.fail(EILSEQ),
    }
}

/// `mbrtowc`, which keeps an incomplete character in `state`: the result and the bytes.
fn decode_part(c: &mut Call<'_>, to: Reg, from: Reg, limit: u64, state: Reg) -> Result<Then, Stop> {
    const INCOMPLETE: i64 = -2;
    let mut bytes = Vec::new();
    if state.bits != 0 {
        let kept = c.state.read_int(state, 0, 4)?.min(4);
        for i in 0..kept {
            bytes.push(c.state.read_int(state, 4 + i, 1)? as u8);
        }
        // Only an incomplete character is kept.
        if c.decode(&bytes) != Err(true) {
            return c.fail(EINVAL);
        }
    }
    let kept = bytes.len();
    if from.bits == 0 {
        bytes = vec![0];
    }
    let mut taken = 0;
    while from.bits != 0 && taken < limit && (c.decode(&bytes) == Err(true)) {
        bytes.push(c.state.read_int(from, taken, 1)? as u8);
        taken += 1;
    }
    let decoded = c.decode(&bytes);
    if state.bits != 0 {
        let rest: &[u8] = if decoded == Err(true) { &bytes[..bytes.len().min(4)] } else { &[] };
        c.state.write_int(state, 0, 4, rest.len() as u64)?;
        for (i, &byte) in rest.iter().enumerate() {
            c.state.write_int(state, 4 + i as u64, 1, byte.into())?;
        }
    }
    match decoded {
        Ok((character, len)) => {
            if to.bits != 0 && from.bits != 0 {
                let width = c.wchar();
                c.state.write_int(to, 0, width, character.into())?;
            }
            c.give(if character == 0 { 0 } else { (len - kept) as u64 })
        }
        Err(true) => c.give_signed(INCOMPLETE),
        Err(false) => c.fail(EILSEQ),
    }
}

fn encode_one(c: &mut Call<'_>, to: Reg, character: u32) -> Result<Then, Stop> {
    match c.encode(character) {
        Some(bytes) => {
            c.state.write_bytes(to, &bytes)?;
            c.give(bytes.len() as u64)
        }
        None => c.fail(EILSEQ),
    }
}

/// `mbstowcs`. `place` is where the address of the rest is stored.
fn decode_string(c: &mut Call<'_>, to: Reg, from: Reg, room: u64, place: Option<Reg>) -> Result<Then, Stop> {
    let bytes = c.state.string(from)?;
    let (mut at, mut all) = (0, Vec::new());
    let limit = if to.bits == 0 { u64::MAX } else { room };
    while at < bytes.len() && (all.len() as u64) < limit {
        let Ok((character, len)) = c.decode(&bytes[at..]) else { return c.fail(EILSEQ) };
        all.push(character);
        at += len;
    }
    let count = all.len() as u64;
    if to.bits != 0 {
        let ended = count < limit;
        if ended {
            all.push(0);
        }
        c.write_wide(to, &all)?;
        if let Some(place) = place {
            c.state.write_pointer(place, 0, if ended { Reg::int(0) } else { offset(from, at as u64) })?;
        }
    }
    c.give(count)
}

/// `wcstombs`.
fn encode_string(c: &mut Call<'_>, to: Reg, from: Reg, room: u64, place: Option<Reg>) -> Result<Then, Stop> {
    let text = c.wide_string(from, u64::MAX)?;
    let limit = if to.bits == 0 { u64::MAX } else { room };
    let (mut bytes, mut at) = (Vec::new(), 0);
    for &character in &text {
        let Some(encoded) = c.encode(character) else { return c.fail(EILSEQ) };
        if (bytes.len() + encoded.len()) as u64 > limit {
            break;
        }
        bytes.extend_from_slice(&encoded);
        at += 1;
    }
    let count = bytes.len() as u64;
    if to.bits != 0 {
        let ended = at == text.len() && count < limit;
        if ended {
            bytes.push(0);
        }
        c.state.write_bytes(to, &bytes)?;
        if let Some(place) = place {
            let width = c.wchar();
            c.state.write_pointer(place, 0, if ended { Reg::int(0) } else { offset(from, at as u64 * width) })?;
        }
    }
    c.give(count)
}

fn wide_append(c: &mut Call<'_>, to: Reg, from: Reg, limit: u64) -> Result<Then, Stop> {
    let (have, _) = c.wide_length(to, u64::MAX)?;
    let mut text = c.wide_string(from, limit)?;
    text.push(0);
    let width = c.wchar();
    c.write_wide(offset(to, have * width), &text)?;
    c.give_register(to)
}

fn lower(n: u32) -> u32 {
    char::from_u32(n).map_or(n, |x| x.to_ascii_lowercase().into())
}

fn wide_compare(c: &mut Call<'_>, limit: u64, fold: fn(u32) -> u32) -> Result<Then, Stop> {
    let (a, b) = (c.register(0)?, c.register(1)?);
    let width = c.wchar();
    for i in 0..limit {
        let (x, y) = (c.state.read_int(a, i * width, width)? as u32, c.state.read_int(b, i * width, width)? as u32);
        let (x, y) = (fold(x) as i32, fold(y) as i32);
        if x != y {
            return c.give_signed(if x < y { -1 } else { 1 });
        }
        if x == 0 {
            break;
        }
    }
    c.give(0)
}

fn wide_find(c: &mut Call<'_>, last: bool) -> Result<Then, Stop> {
    let (string, what) = (c.register(0)?, c.size(1)? as u32);
    let mut text = c.wide_string(string, u64::MAX)?;
    text.push(0);
    let found = match last {
        true => text.iter().rposition(|&n| n == what),
        false => text.iter().position(|&n| n == what),
    };
    give_place(c, string, found)
}

fn wide_span(c: &mut Call<'_>, within: bool) -> Result<Then, Stop> {
    let (string, set) = (c.register(0)?, c.register(1)?);
    let (text, set) = (c.wide_string(string, u64::MAX)?, c.wide_string(set, u64::MAX)?);
    c.spend_on_pairs(&text, &set)?;
    c.give(text.iter().take_while(|n| set.contains(n) == within).count() as u64)
}

fn to_integer(c: &mut Call<'_>, signed: bool) -> Result<Then, Stop> {
    let (string, end, base) = (c.register(0)?, c.arg(1)?, c.int(2)?);
    let text = ascii(&c.wide_string(string, u64::MAX)?);
    let parsed = if matches!(base, 0 | 2..=36) { number::parse(&text, base as u32) } else { None };
    if end.bits != 0 {
        let width = c.wchar();
        c.state.write_pointer(end, 0, offset(string, parsed.map_or(0, |p| p.len as u64) * width))?;
    }
    let Some(parsed) = parsed else { return c.give(0) };
    let bits = c.site.result.leaves.first().map_or(64, |l| l.scalar.bits().min(64));
    let (value, out_of_range) = match signed {
        true => {
            let (value, out) = parsed.signed(bits);
            (value as u64, out)
        }
        false => parsed.unsigned(bits),
    };
    if out_of_range {
        c.state.set_errno(super::errno::ERANGE)?;
    }
    c.give(value)
}

/// The first argument as a character.
fn character(c: &mut Call<'_>) -> Result<Option<char>, Stop> {
    let value = c.size(0)? as u32;
    let known = value < 128 || c.state.library.utf8;
    Ok(char::from_u32(value).filter(|_| known))
}

fn classify(c: &mut Call<'_>, is: fn(char) -> bool) -> Result<Then, Stop> {
    let is = character(c)?.is_some_and(is);
    c.give(is.into())
}

fn convert(c: &mut Call<'_>, to: fn(char) -> char) -> Result<Then, Stop> {
    let value = c.size(0)?;
    match character(c)? {
        Some(character) => c.give(u32::from(to(character)).into()),
        None => c.give(value),
    }
}

/// Writes wide characters to a stream; returns -1 if one cannot be encoded.
fn put_all(c: &mut Call<'_>, stream: usize, text: &[u32]) -> Result<Then, Stop> {
    let mut bytes = Vec::new();
    for &character in text {
        match c.encode(character) {
            Some(encoded) => bytes.extend_from_slice(&encoded),
            None => return c.fail(EILSEQ),
        }
    }
    let done = c.state.put(stream, &bytes)?;
    c.give_signed(if done { text.len() as i64 } else { -1 })
}

fn put_wide(c: &mut Call<'_>, stream: Option<usize>) -> Result<Then, Stop> {
    let character = c.size(0)? as u32;
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDOUT),
    };
    let (Some(stream), Some(bytes)) = (stream, c.encode(character)) else { return c.fail(EILSEQ) };
    let done = c.state.put(stream, &bytes)?;
    c.give_signed(if done { character.into() } else { -1 })
}

/// The next wide character of a stream.
fn next_wide(c: &mut Call<'_>, stream: usize) -> Result<Option<u32>, Stop> {
    let mut bytes = Vec::new();
    loop {
        let Some(byte) = c.state.get_byte(stream)? else { return Ok(None) };
        bytes.push(byte);
        match c.decode(&bytes) {
            Ok((character, _)) => return Ok(Some(character)),
            Err(true) if bytes.len() < 4 => {}
            Err(_) => {
                c.state.set_errno(EILSEQ)?;
                return Ok(None);
            }
        }
    }
}

fn get_wide(c: &mut Call<'_>, stream: Option<usize>) -> Result<Then, Stop> {
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDIN),
    };
    let character = match stream {
        Some(stream) => next_wide(c, stream)?,
        None => None,
    };
    c.give_signed(character.map_or(-1, i64::from))
}

/// The result of a wide format. It is represented in UTF-8 temporarily, regardless of the locale.
fn print(c: &mut Call<'_>, at: usize, arguments: Arguments) -> Result<Result<Vec<u32>, i32>, Stop> {
    let pointer = c.register(at)?;
    let wide = c.wide_string(pointer, u64::MAX)?;
    let text: Vec<u8> = wide.iter().flat_map(|&n| utf8(n).unwrap_or_default()).collect();
    let was = std::mem::replace(&mut c.state.library.utf8, true);
    let done = format(c, &text, arguments);
    let text = done.map(|done| done.map(|done| c.decode_all(&done.bytes)));
    c.state.library.utf8 = was;
    text
}

fn print_to(c: &mut Call<'_>, stream: Option<usize>, text: Result<Vec<u32>, i32>) -> Result<Then, Stop> {
    let stream = match stream {
        Some(i) => c.stream(i)?,
        None => Some(STDOUT),
    };
    match (stream, text) {
        (Some(stream), Ok(text)) => put_all(c, stream, &text),
        (_, Err(error)) => c.fail(error),
        _ => c.give_signed(-1),
    }
}

fn print_into(c: &mut Call<'_>, text: Result<Vec<u32>, i32>) -> Result<Then, Stop> {
    let (to, room) = (c.register(0)?, c.size(1)? as usize);
    match text {
        Ok(mut text) if text.len() < room => {
            let len = text.len();
            text.push(0);
            c.write_wide(to, &text)?;
            c.give(len as u64)
        }
        Ok(mut text) => {
            // Too long: the result is truncated, with an error.
            if room > 0 {
                text.truncate(room - 1);
                text.push(0);
                c.write_wide(to, &text)?;
            }
            c.give_signed(-1)
        }
        Err(error) => c.fail(error),
    }
}
