//! Character classification in the `C` locale: `isalpha` and related functions, and their tables.

use super::library::Slot;
use super::{Call, Then, builtins};
use crate::memory::EntryFlags;
use crate::stop::Stop;
use crate::ub::library as kinds;

builtins! {
    "isupper" = |c| classify(c, UPPER),
    "islower" = |c| classify(c, LOWER),
    "isalpha" = |c| classify(c, ALPHA),
    "isdigit" = |c| classify(c, DIGIT),
    "isxdigit" = |c| classify(c, HEXADECIMAL),
    "isspace" = |c| classify(c, SPACE),
    "isprint" = |c| classify(c, PRINT),
    "isgraph" = |c| classify(c, GRAPH),
    "isblank" = |c| classify(c, BLANK),
    "iscntrl" = |c| classify(c, CONTROL),
    "ispunct" = |c| classify(c, PUNCTUATION),
    "isalnum" = |c| classify(c, ALNUM),
    "isascii" = |c| {
        let ascii = (0..128).contains(&c.int(0)?);
        c.give(ascii.into())
    },
    "toascii" = |c| {
        let value = c.int(0)?;
        c.give_signed((value & 127).into())
    },
    "tolower" = |c| convert(c, u8::to_ascii_lowercase),
    "toupper" = |c| convert(c, u8::to_ascii_uppercase),
    "_tolower" = |c| convert(c, u8::to_ascii_lowercase),
    "_toupper" = |c| convert(c, u8::to_ascii_uppercase),
    "__ctype_b_loc" = |c| {
        let big = c.state.memory.is_big_endian();
        table(c, Slot::Classes, 2, |byte| u32::from(byte.map_or(0, |b| if big { class(b) } else { class(b).swap_bytes() })))
    },
    "__ctype_tolower_loc" = |c| table(c, Slot::Lower, 4, |b| b.map_or(u32::MAX, |b| b.to_ascii_lowercase().into())),
    "__ctype_toupper_loc" = |c| table(c, Slot::Upper, 4, |b| b.map_or(u32::MAX, |b| b.to_ascii_uppercase().into())),
    "__ctype_get_mb_cur_max" = |c| {
        let most = if c.state.library.utf8 { 6 } else { 1 };
        c.give(most)
    },
}

// The bits of the C library's table, in big-endian order.
const UPPER: u16 = 1;
const LOWER: u16 = 1 << 1;
const ALPHA: u16 = 1 << 2;
const DIGIT: u16 = 1 << 3;
const HEXADECIMAL: u16 = 1 << 4;
const SPACE: u16 = 1 << 5;
const PRINT: u16 = 1 << 6;
const GRAPH: u16 = 1 << 7;
const BLANK: u16 = 1 << 8;
const CONTROL: u16 = 1 << 9;
const PUNCTUATION: u16 = 1 << 10;
const ALNUM: u16 = 1 << 11;

/// All classes of a byte.
fn class(byte: u8) -> u16 {
    let is = [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), HEXADECIMAL),
        (is_space(byte), SPACE),
        ((0x20..0x7f).contains(&byte), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (matches!(byte, b' ' | b'\t'), BLANK),
        (byte.is_ascii_control(), CONTROL),
        (byte.is_ascii_punctuation(), PUNCTUATION),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ];
    is.iter().filter(|(is, _)| *is).fold(0, |all, (_, bit)| all | bit)
}

/// Whether a byte is white space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The argument, if it is a byte; `None` for `EOF` and invalid values.
fn character(c: &mut Call<'_>) -> Result<Option<u8>, Stop> {
    let value = c.int(0)?;
    if !(-1..=255).contains(&value) {
        let message = format!("{value} is not a value of `unsigned char`");
        c.state.undefined(&kinds::CHARACTER, message, Vec::new())?;
    }
    Ok(u8::try_from(value).ok())
}

/// The bits that the C library's functions return.
fn classify(c: &mut Call<'_>, wanted: u16) -> Result<Then, Stop> {
    let bits = character(c)?.map_or(0, |byte| class(byte) & wanted);
    c.give(bits.swap_bytes().into())
}

fn convert(c: &mut Call<'_>, to: fn(&u8) -> u8) -> Result<Then, Stop> {
    let value = c.int(0)?;
    match character(c)? {
        Some(byte) => c.give(to(&byte).into()),
        None => c.give_signed(value.into()),
    }
}

/// The address of a pointer to entry 0 of a table that begins with entry -128.
fn table(c: &mut Call<'_>, slot: Slot, width: u64, entry: impl Fn(Option<u8>) -> u32) -> Result<Then, Stop> {
    if let Some(&place) = c.state.library.slots.get(&slot) {
        return c.give_register(place);
    }
    let table = c.state.machine_memory(384 * width, 8)?;
    for i in -128..256i32 {
        let value = match u8::try_from(i & 0xff) {
            // A negative index is a `char` of that value, except for -1, which is `EOF`.
            Ok(byte) if i != -1 => entry(Some(byte)),
            _ => entry(None),
        };
        c.state.write_int(table, (i + 128) as u64 * width, width, value.into())?;
    }
    if let Some(entry) = c.state.memory.entry_mut(table.meta.provenance()) {
        entry.flags |= EntryFlags::CONSTANT | EntryFlags::SLOW_WRITE;
    }
    let word = c.word();
    let place = c.state.machine_memory(word, word)?;
    c.state.write_pointer(place, 0, super::argument::offset(table, 128 * width))?;
    c.state.library.slots.insert(slot, place);
    c.give_register(place)
}
