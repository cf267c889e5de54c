//! `memcpy` and related functions.

use super::access::Span;
use super::argument::offset;
use super::{Call, Then, builtins};
use crate::memory::{Memory, Place, Target};
use crate::run::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

builtins! {
    "memcpy" = |c| copy(c, 1, Overlap::Undefined),
    "__memcpy_chk" = |c| copy(c, 1, Overlap::Undefined),
    "memmove" = |c| copy(c, 1, Overlap::Allowed),
    "__memmove_chk" = |c| copy(c, 1, Overlap::Allowed),
    "bcopy" = |c| {
        let (from, to, len) = (c.register(0)?, c.register(1)?, c.size(2)?);
        c.state.copy_memory(to, from, len, 1, 1)?;
        Ok(Then::Return)
    },
    "mempcpy" = |c| copy_to_end(c, 1),
    "__mempcpy_chk" = |c| copy_to_end(c, 1),
    "wmemcpy" = |c| copy(c, 4, Overlap::Undefined),
    "wmemmove" = |c| copy(c, 4, Overlap::Allowed),
    "wmempcpy" = |c| copy_to_end(c, 4),
    "memset" = set,
    "__memset_chk" = set,
    "explicit_bzero" = zero,
    "bzero" = zero,
    "wmemset" = |c| {
        let (to, value, count) = (c.register(0)?, c.int(1)?, c.size(2)?);
        let word = if c.state.memory.is_big_endian() { value.to_be_bytes() } else { value.to_le_bytes() };
        let len = count.saturating_mul(4);
        match c.state.access(to, 0, len, 1, Access::Store)? {
            Some(Target::Arena(place, _)) => {
                for i in 0..count {
                    c.state.memory.write_bytes(Memory::behind(place, i * 4), &word);
                }
            }
            Some(Target::Foreign(address)) => {
                c.state.fill_foreign(address, &word, count)?;
            }
            None => {}
        }
        c.give_register(to)
    },
    "memcmp" = |c| compare(c, 1),
    "bcmp" = |c| compare(c, 1),
    "wmemcmp" = |c| compare(c, 4),
    "memchr" = |c| {
        let (pointer, byte, limit) = (c.register(0)?, c.int(1)? as u8, c.size(2)?);
        find(c, pointer, byte, limit)
    },
    "rawmemchr" = |c| {
        let (pointer, byte) = (c.register(0)?, c.int(1)? as u8);
        find(c, pointer, byte, u64::MAX)
    },
    "memrchr" = |c| {
        let (pointer, byte, len) = (c.register(0)?, c.int(1)? as u8, c.size(2)?);
        let bytes = defined_bytes(c, pointer, len)?;
        match bytes.and_then(|place| memchr::memrchr(byte, c.state.memory.bytes(place, len))) {
            Some(at) => c.give_register(offset(pointer, at as u64)),
            None => c.give_null(),
        }
    },
    "memmem" = |c| {
        let (pointer, len, needle, needle_len) = (c.register(0)?, c.size(1)?, c.register(2)?, c.size(3)?);
        if needle_len == 0 {
            return c.give_register(pointer);
        }
        let (all, what) = (defined_bytes(c, pointer, len)?, defined_bytes(c, needle, needle_len)?);
        let (Some(all), Some(what)) = (all, what) else { return c.give_null() };
        c.state.spend_on(len)?;
        let memory = &c.state.memory;
        match memchr::memmem::find(memory.bytes(all, len), memory.bytes(what, needle_len)) {
            Some(at) => c.give_register(offset(pointer, at as u64)),
            None => c.give_null(),
        }
    },
    "memccpy" = |c| {
        let (to, from, byte, limit) = (c.register(0)?, c.register(1)?, c.int(2)? as u8, c.size(3)?);
        let found = search(c, from, byte, limit)?;
        let len = found.map_or(limit, |at| at + 1);
        c.state.copy_apart(to, from, len)?;
        match found {
            Some(at) => c.give_register(offset(to, at + 1)),
            None => c.give_null(),
        }
    },
}

/// Whether source and destination may overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlap {
    Allowed,
    Undefined,
}

impl State {
    /// Copies memory like `memcpy`; the ranges must not overlap.
    pub(crate) fn copy_apart(&mut self, to: Reg, from: Reg, len: u64) -> Result<(), Stop> {
        if overlap(to.bits, from.bits, len) {
            let message = format!("{len} bytes are copied from {:#x} to {:#x}", from.bits, to.bits);
            self.undefined(&kinds::OVERLAP, message, Vec::new())?;
        }
        self.copy_memory(to, from, len, 1, 1)
    }

    /// Fills memory like `memset`.
    pub(crate) fn fill_bytes(&mut self, to: Reg, byte: u8, len: u64) -> Result<(), Stop> {
        match self.access(to, 0, len, 1, Access::Store)? {
            Some(Target::Arena(place, _)) => self.memory.fill(place, len, byte),
            Some(Target::Foreign(address)) => self.fill_foreign(address, &[byte], len)?,
            None => {}
        }
        Ok(())
    }
}

/// Whether two ranges of `len` bytes overlap.
pub(super) fn overlap(a: u64, b: u64, len: u64) -> bool {
    a.abs_diff(b) < len
}

fn copy(c: &mut Call<'_>, width: u64, overlap: Overlap) -> Result<Then, Stop> {
    let (to, from, count) = (c.register(0)?, c.register(1)?, c.size(2)?);
    let len = count.saturating_mul(width);
    match overlap {
        Overlap::Allowed => c.state.copy_memory(to, from, len, 1, 1)?,
        Overlap::Undefined => c.state.copy_apart(to, from, len)?,
    }
    c.give_register(to)
}

fn copy_to_end(c: &mut Call<'_>, width: u64) -> Result<Then, Stop> {
    copy(c, width, Overlap::Undefined)?;
    let (to, count) = (c.register(0)?, c.size(2)?);
    c.give_register(offset(to, count.wrapping_mul(width)))
}

fn set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, byte, len) = (c.register(0)?, c.int(1)?, c.size(2)?);
    c.state.fill_bytes(to, byte as u8, len)?;
    c.give_register(to)
}

fn zero(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, len) = (c.register(0)?, c.size(1)?);
    c.state.fill_bytes(to, 0, len)?;
    Ok(Then::Return)
}

/// The place of `len` bytes that a function reads.
fn defined_bytes(c: &mut Call<'_>, pointer: Reg, len: u64) -> Result<Option<Place>, Stop> {
    let place = c.state.readable(pointer, len)?;
    if let Some(place) = place {
        c.state.defined(place, len)?;
    }
    Ok(place)
}

/// `memcmp` on units of `width` bytes.
fn compare(c: &mut Call<'_>, width: u64) -> Result<Then, Stop> {
    let (a, b, count) = (c.register(0)?, c.register(1)?, c.size(2)?);
    let len = count.saturating_mul(width);
    let (Some(x), Some(y)) = (c.state.readable(a, len)?, c.state.readable(b, len)?) else { return c.give(0) };
    let different = c.state.search_both(x, y, len, |(a, b)| a != b)?;
    // Units after the first difference do not matter.
    let looked_at = different.map_or(len, |at| at / width * width + width);
    c.state.defined(x, looked_at)?;
    c.state.defined(y, looked_at)?;
    let Some(at) = different else { return c.give(0) };
    let at = at / width * width;
    let memory = &c.state.memory;
    let unit = |place| {
        let bytes = memory.bytes(crate::memory::Memory::behind(place, at), width);
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        match memory.is_big_endian() {
            true => bytes.iter().fold(0, |n, &b| n << 8 | u64::from(b)),
            false => u64::from_le_bytes(word),
        }
    };
    let (x, y) = (unit(x), unit(y));
    match width {
        1 => c.give_signed(x as i64 - y as i64),
        _ => c.give_signed(if (x as i32) < y as i32 { -1 } else { 1 }),
    }
}

fn find(c: &mut Call<'_>, pointer: Reg, byte: u8, limit: u64) -> Result<Then, Stop> {
    match search(c, pointer, byte, limit)? {
        Some(at) => c.give_register(offset(pointer, at)),
        None => c.give_null(),
    }
}

/// The position of a byte among the first `limit` bytes. Bytes after it need not be accessible.
fn search(c: &mut Call<'_>, pointer: Reg, byte: u8, limit: u64) -> Result<Option<u64>, Stop> {
    if limit == 0 {
        return Ok(None);
    }
    let Some(span) = c.state.span_up_to(pointer, byte, limit)? else { return Ok(None) };
    let span = Span { len: span.len.min(limit), ..span };
    let found = c.state.search(span, |bytes| memchr::memchr(byte, bytes))?;
    c.state.uses(pointer, found.map_or(limit, |at| at + 1))?;
    Ok(found)
}
