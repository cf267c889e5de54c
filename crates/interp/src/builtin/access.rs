//! Memory accesses of built-in functions.

use lindworm_eval::FloatFormat;
use smallvec::SmallVec;

use crate::memory::{Memory, Place, Target, state};
use crate::run::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::library as kinds;
use crate::value::Reg;

/// Readable bytes of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) place: Place,
    pub(crate) len: u64,
}

/// The size in bytes of the characters of a string.
pub(crate) type Width = u64;

impl State {
    /// All bytes from a pointer to the end of its object; the first one is readable. Used bytes must be announced by
    /// [`State::uses`]. `None` if there are none and the program continues.
    pub(crate) fn span(&mut self, pointer: Reg) -> Result<Option<Span>, Stop> {
        self.span_up_to(pointer, 0, u64::MAX)
    }

    /// [`State::span`] for a function that does not access bytes after the first byte `end`, nor more than `limit` bytes.
    pub(crate) fn span_up_to(&mut self, pointer: Reg, end: u8, limit: u64) -> Result<Option<Span>, Stop> {
        match self.access(pointer, 0, 1, 1, Access::Load)? {
            Some(Target::Arena(place, provenance)) => {
                let address = self.memory.address_of(place);
                let end = self.memory.entry(provenance).map_or(address, |e| e.base.saturating_add(e.size));
                Ok(Some(Span { place, len: end.saturating_sub(address) }))
            }
            Some(Target::Foreign(address)) => {
                Ok(self.copy_of_foreign_up_to(address, end, limit)?.map(|(place, len)| Span { place, len }))
            }
            None => Ok(None),
        }
    }

    /// The result of `find` on memory, which is searched in chunks, so that only the searched part counts as steps.
    pub(crate) fn search(
        &mut self,
        span: Span,
        mut find: impl FnMut(&[u8]) -> Option<usize>,
    ) -> Result<Option<u64>, Stop> {
        /// The size of a chunk in bytes, a multiple of the size of any character.
        const PART: u64 = 1 << 16;
        let mut at = 0;
        while at < span.len {
            let len = PART.min(span.len - at);
            let found = find(self.memory.bytes(Memory::behind(span.place, at), len));
            self.spend_on(found.map_or(len, |found| found as u64))?;
            if let Some(found) = found {
                return Ok(Some(at + found as u64));
            }
            at += len;
        }
        Ok(None)
    }

    /// [`State::search`] on the bytes of two places in parallel.
    pub(crate) fn search_both(
        &mut self,
        a: Place,
        b: Place,
        len: u64,
        mut is: impl FnMut((&u8, &u8)) -> bool,
    ) -> Result<Option<u64>, Stop> {
        const PART: u64 = 1 << 16;
        let mut at = 0;
        while at < len {
            let part = PART.min(len - at);
            let bytes = |place| self.memory.bytes(Memory::behind(place, at), part);
            let found = bytes(a).iter().zip(bytes(b)).position(&mut is);
            self.spend_on(found.map_or(part, |found| found as u64))?;
            if let Some(found) = found {
                return Ok(Some(at + found as u64));
            }
            at += part;
        }
        Ok(None)
    }

    /// Declares that the first `len` bytes at a pointer are read: checks that they are readable and defined.
    pub(crate) fn uses(&mut self, pointer: Reg, len: u64) -> Result<(), Stop> {
        if let Some(Target::Arena(place, _)) = self.access(pointer, 0, len, 1, Access::Load)? {
            self.defined(place, len)?;
        }
        Ok(())
    }

    /// Reports undefined bytes among those that a function reads.
    pub(crate) fn defined(&mut self, place: Place, len: u64) -> Result<(), Stop> {
        let states = self.memory.states(place, len);
        let first = memchr::memchr3(state::UNDEF, state::POISON, state::PARTLY_UNDEF, states);
        let Some(first) = first else { return Ok(()) };
        let site = self.site();
        let byte = self.load_word(Memory::behind(place, first as u64), 1, false, site);
        let what = if byte.meta.is_poison() { "poison" } else { "undefined" };
        let notes = if byte.meta.is_poison() { self.origin_note(byte) } else { Vec::new() };
        self.undefined(&kinds::UNDEFINED_ARGUMENT, format!("byte {first} of what is read is {what}"), notes)
    }

    /// The number of characters of a string before its terminator, at most `limit`; and whether the terminator was found.
    pub(crate) fn string_length(&mut self, pointer: Reg, width: Width, limit: u64) -> Result<(u64, bool), Stop> {
        if limit == 0 {
            return Ok((0, false));
        }
        let Some(span) = self.span(pointer)? else { return Ok((0, true)) };
        let room = (span.len / width).min(limit);
        let found = self.search(Span { len: room * width, ..span }, |bytes| match width {
            1 => memchr::memchr(0, bytes),
            _ => bytes.chunks_exact(width as usize).position(|c| c.iter().all(|&b| b == 0)).map(|n| n * width as usize),
        })?;
        match found.map(|at| at / width) {
            Some(len) => {
                self.uses(pointer, (len + 1) * width)?;
                Ok((len, true))
            }
            None if room == limit => {
                self.uses(pointer, room * width)?;
                Ok((room, false))
            }
            None => {
                // Undefined bytes take precedence over the missing terminator.
                self.uses(pointer, room * width)?;
                let provenance = self.root(pointer);
                let notes = self.allocation_note(provenance);
                let message = format!("there is no zero among the {room} characters to the end of the object");
                self.undefined(&kinds::UNTERMINATED_STRING, message, notes)?;
                Ok((room, true))
            }
        }
    }

    /// A string without its terminator.
    pub(crate) fn string(&mut self, pointer: Reg) -> Result<Vec<u8>, Stop> {
        self.string_up_to(pointer, u64::MAX)
    }

    /// The first bytes of a string, without its terminator.
    pub(crate) fn string_up_to(&mut self, pointer: Reg, limit: u64) -> Result<Vec<u8>, Stop> {
        let (len, _) = self.string_length(pointer, 1, limit)?;
        self.peek_bytes(pointer, len)
    }

    /// Reads bytes regardless of their definedness, for functions that only pass them on.
    pub(crate) fn peek_bytes(&mut self, pointer: Reg, len: u64) -> Result<Vec<u8>, Stop> {
        match self.access(pointer, 0, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => {
                self.memory.expose_pointers(place, len);
                Ok(self.memory.bytes(place, len).to_vec())
            }
            Some(Target::Foreign(_)) => self.read_bytes(pointer, len),
            None => Ok(Vec::new()),
        }
    }

    /// Reads an integer of up to eight bytes.
    pub(crate) fn read_int(&mut self, pointer: Reg, offset: u64, len: u64) -> Result<u64, Stop> {
        self.read_word(pointer, offset, len, false).map(|reg| reg.bits)
    }

    /// Reads a pointer.
    pub(crate) fn read_pointer(&mut self, pointer: Reg, offset: u64) -> Result<Reg, Stop> {
        let len = self.memory.pointer_bytes();
        self.read_word(pointer, offset, len, true)
    }

    fn read_word(&mut self, pointer: Reg, offset: u64, len: u64, is_pointer: bool) -> Result<Reg, Stop> {
        // Some functions read a string character by character.
        self.spend(1)?;
        match self.access(pointer, offset, len, 1, Access::Load)? {
            Some(Target::Arena(place, _)) => {
                self.defined(place, len)?;
                let site = self.site();
                let reg = self.load_word(place, len as usize, is_pointer, site);
                Ok(self.freeze(reg, 64))
            }
            Some(Target::Foreign(_)) => {
                let bytes = self.read_bytes(Reg { bits: pointer.bits.wrapping_add(offset), ..pointer }, len)?;
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(&bytes);
                let word = u64::from_le_bytes(word);
                Ok(if is_pointer { Memory::pointer_of_integer(word) } else { Reg::int(word) })
            }
            None => Ok(Reg::int(0)),
        }
    }

    /// Writes an integer of up to eight bytes.
    pub(crate) fn write_int(&mut self, pointer: Reg, offset: u64, len: u64, bits: u64) -> Result<(), Stop> {
        let bytes = match self.memory.is_big_endian() {
            true => bits.to_be_bytes()[8 - len as usize..].to_vec(),
            false => bits.to_le_bytes()[..len as usize].to_vec(),
        };
        self.write_bytes(Reg { bits: pointer.bits.wrapping_add(offset), ..pointer }, &bytes)
    }

    /// Writes a float.
    pub(crate) fn write_float(&mut self, pointer: Reg, value: lindworm_eval::Float) -> Result<(), Stop> {
        let (len, bits) = (value.format().bits() as usize / 8, value.to_bits());
        let bytes = match self.memory.is_big_endian() {
            // The high double is first in memory.
            true if value.format() == FloatFormat::PpcFp128 => bits.rotate_left(64).to_be_bytes().to_vec(),
            true => bits.to_be_bytes()[16 - len..].to_vec(),
            false => bits.to_le_bytes()[..len].to_vec(),
        };
        self.write_bytes(pointer, &bytes)
    }

    /// Writes a pointer.
    pub(crate) fn write_pointer(&mut self, pointer: Reg, offset: u64, value: Reg) -> Result<(), Stop> {
        let len = self.memory.pointer_bytes();
        match self.access(pointer, offset, len, 1, Access::Store)? {
            Some(Target::Arena(place, _)) => {
                self.memory.store_any(place, len as usize, true, value, &self.undefs);
                Ok(())
            }
            Some(Target::Foreign(_)) => self.write_int(pointer, offset, len, value.bits),
            None => Ok(()),
        }
    }

    /// Writes bytes and a terminating zero byte.
    pub(crate) fn write_string(&mut self, pointer: Reg, bytes: &[u8]) -> Result<(), Stop> {
        let mut all = SmallVec::<[u8; 64]>::from_slice(bytes);
        all.push(0);
        self.write_bytes(pointer, &all)
    }
}
