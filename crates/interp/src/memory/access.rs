//! Loads from and stores to the arena.
//!
//! The fast paths return `None` in every unusual case. The caller then takes the slow path, which determines the cause.

use lindworm_eval::reinterpret::Limb;

use super::{EntryFlags, Kind, Memory, state};
use crate::value::{Knowledge, Meta, Provenance, Reg, Site, UndefTable};

/// The states of the bytes of a pointer with provenance.
const POINTER_STATES: u64 = 0x8786_8584_8382_8180;
/// The states of eight defined bytes.
const DEFINED_STATES: u64 = 0x0101_0101_0101_0101;

/// A location in the arena at which an access was found to be valid, as the offset from the start of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(usize);

/// The reason why an access is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The pointer is poison.
    PoisonPointer(Site),
    /// Some bits of the pointer are undef.
    UndefPointer,
    /// The pointer is null.
    Null,
    /// The pointer was made from an integer, or belongs to no allocation, and no exposed allocation contains the address.
    NoProvenance,
    /// The allocation was freed.
    Dangling(Provenance),
    /// The access starts before the allocation or extends beyond its end.
    OutOfBounds(Provenance),
    /// The address is not a multiple of the alignment.
    Misaligned,
    /// A write to constant memory.
    Constant(Provenance),
    /// A write to an object outside of its lifetime.
    OutOfLifetime(Provenance),
    /// The pointer refers to a function or a block.
    Code(Provenance),
}

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write, or a read and a write.
    Write,
}

/// The target of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The arena, through an entry.
    Arena(Place, Provenance),
    /// Memory of the host at this address.
    Foreign(u64),
}

impl Memory {
    /// The place of an access of `len` bytes, at least 1, if the access is valid and no flag in `slow` is set; otherwise
    /// `None`.
    #[inline(always)]
    pub fn place(&self, pointer: Reg, offset: u64, len: u64, align: u64, slow: EntryFlags) -> Option<Place> {
        let address = pointer.bits.wrapping_add(offset);
        let raw = pointer.meta.raw();
        let entry = self.entries.get(raw as u32 as usize)?;
        let distance = address.wrapping_sub(entry.base);
        // The highest bit of an undef or poison register is set, which is the case in no generation.
        (entry.generation == (raw >> 32) as u32
            && distance < entry.size.saturating_sub(len - 1)
            && address & (align - 1) == 0
            && !entry.flags.intersects(slow | self.also_slow))
        .then(|| Place(address.wrapping_sub(self.base) as usize))
    }

    /// The target of an access, or the reason why the access is invalid. Promises about memory are not checked.
    pub fn resolve(&self, pointer: Reg, offset: u64, len: u64, align: u64, kind: AccessKind) -> Result<Target, Fault> {
        let address = pointer.bits.wrapping_add(offset);
        let provenance = match pointer.meta.knowledge() {
            Knowledge::Poison(site) => return Err(Fault::PoisonPointer(site)),
            Knowledge::Undef(_) => return Err(Fault::UndefPointer),
            Knowledge::Defined(provenance) => provenance,
        };
        let provenance = match provenance {
            Provenance::NONE | Provenance::WILDCARD | Provenance::FOREIGN => match self.exposed_at(address, len) {
                Some(found) => found,
                // Only null and pointers computed from null have no provenance.
                None if provenance == Provenance::NONE => return Err(Fault::Null),
                None if self.contains(address) => return Err(Fault::NoProvenance),
                None if address & (align - 1) != 0 => return Err(Fault::Misaligned),
                None => return Ok(Target::Foreign(address)),
            },
            found => found,
        };
        let entry = self.entry(provenance).ok_or(Fault::Dangling(provenance))?;
        if matches!(entry.kind, Kind::Function | Kind::Block | Kind::Undefined) {
            return Err(Fault::Code(provenance));
        }
        let flags = self.flags(provenance);
        if kind == AccessKind::Write && flags.contains(EntryFlags::OUT_OF_LIFETIME) {
            return Err(Fault::OutOfLifetime(provenance));
        }
        let distance = address.wrapping_sub(entry.base);
        if distance > entry.size || entry.size - distance < len {
            return Err(Fault::OutOfBounds(provenance));
        }
        if address & (align - 1) != 0 {
            return Err(Fault::Misaligned);
        }
        if kind == AccessKind::Write && flags.contains(EntryFlags::CONSTANT) {
            return Err(Fault::Constant(provenance));
        }
        Ok(Target::Arena(Place(address.wrapping_sub(self.base) as usize), provenance))
    }

    /// The exposed allocation that contains `len` bytes at `address`.
    fn exposed_at(&self, address: u64, len: u64) -> Option<Provenance> {
        let fits = |p: &Provenance| {
            self.entry(*p).filter(|e| e.flags.contains(EntryFlags::EXPOSED)).is_some_and(|e| {
                let distance = address.wrapping_sub(e.base);
                distance <= e.size && e.size - distance >= len
            })
        };
        self.allocation_at(address).filter(fits).or_else(|| self.stack_allocation_at(address).filter(fits))
    }

    /// Reads `N` bytes of a map; the caller has checked the bounds.
    #[inline(always)]
    fn get<const N: usize>(map: &[u8], at: usize) -> [u8; N] {
        let mut word = [0; N];
        word.copy_from_slice(&map[at..at + N]);
        word
    }

    /// Loads `N` bytes (1, 2, 4 or 8) from a little-endian arena if all are defined and not part of a pointer.
    #[inline(always)]
    pub fn load<const N: usize>(&self, place: Place) -> Option<u64> {
        let mut states = [1; 8];
        states[..N].copy_from_slice(&self.states[place.0..place.0 + N]);
        if u64::from_le_bytes(states) != DEFINED_STATES {
            return None;
        }
        let mut bytes = [0; 8];
        bytes[..N].copy_from_slice(&self.bytes[place.0..place.0 + N]);
        Some(u64::from_le_bytes(bytes))
    }

    /// Stores `N` defined bytes to a little-endian arena.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, place: Place, bits: u64) {
        self.bytes[place.0..place.0 + N].copy_from_slice(&bits.to_le_bytes()[..N]);
        self.states[place.0..place.0 + N].copy_from_slice(&[state::DEFINED; N]);
    }

    /// Loads a pointer of eight bytes from a little-endian arena if the pointer is complete.
    #[inline(always)]
    pub fn load_pointer(&self, place: Place) -> Option<Reg> {
        let states = u64::from_le_bytes(Self::get(&self.states, place.0));
        let bits = u64::from_le_bytes(Self::get(&self.bytes, place.0));
        if states == POINTER_STATES {
            Some(Reg { bits, meta: Meta::from_raw(self.provenance_at(place)) })
        } else {
            (states == DEFINED_STATES).then(|| Self::pointer_of_integer(bits))
        }
    }

    /// Stores a defined pointer of eight bytes to a little-endian arena.
    #[inline(always)]
    pub fn store_pointer(&mut self, place: Place, pointer: Reg) {
        self.bytes[place.0..place.0 + 8].copy_from_slice(&pointer.bits.to_le_bytes());
        let raw = pointer.meta.raw();
        let states = if raw == 0 { DEFINED_STATES } else { POINTER_STATES };
        self.states[place.0..place.0 + 8].copy_from_slice(&states.to_le_bytes());
        if raw != 0 {
            self.set_provenance(place, raw);
        }
    }

    /// Converts an integer to a pointer: null, or [`Provenance::WILDCARD`].
    #[inline]
    pub const fn pointer_of_integer(bits: u64) -> Reg {
        Reg::pointer(bits, if bits == 0 { Provenance::NONE } else { Provenance::WILDCARD })
    }

    #[inline(always)]
    fn provenance_at(&self, place: Place) -> u64 {
        u64::from_ne_bytes(Self::get(&self.provenances, (place.0 >> self.pointer_shift) * 8))
    }

    #[inline(always)]
    fn set_provenance(&mut self, place: Place, raw: u64) {
        let at = (place.0 >> self.pointer_shift) * 8;
        self.provenances[at..at + 8].copy_from_slice(&raw.to_ne_bytes());
    }

    /// Loads a scalar of `bits` bits (up to 64) in `len` bytes, whatever the states of its bytes. `undef` chooses the values of
    /// undef bits.
    pub(crate) fn load_any(
        &self,
        place: Place,
        len: usize,
        pointer: bool,
        undefs: &mut UndefTable,
        choose: &mut dyn FnMut() -> u64,
        site: Site,
    ) -> Reg {
        let states = &self.states[place.0..place.0 + len];
        let whole = states.iter().enumerate().all(|(i, &s)| s == state::POINTER + i as u8);
        let (mut bits, mut undef, mut origin) = (0u64, 0u64, site);
        for (i, &s) in states.iter().enumerate() {
            let shift = 8 * if self.big_endian { len - 1 - i } else { i } as u32;
            let address = self.base + (place.0 + i) as u64;
            bits |= u64::from(self.bytes[place.0 + i]) << shift;
            match s {
                state::UNDEF => undef |= 0xff << shift,
                state::POISON => {
                    return Reg::poison(self.poisoned.get(&address).map_or(site, |poisoned| poisoned.0));
                }
                state::PARTLY_UNDEF => {
                    undef |= u64::from(self.partly_undef.get(&address).copied().unwrap_or(0xff)) << shift;
                    origin = self.raced.get(&address).copied().unwrap_or(origin);
                }
                _ => {}
            }
        }
        if undef != 0 {
            let bits = bits & !undef | choose() & undef;
            return Reg { bits, meta: undefs.meta(undef, origin) };
        }
        if !pointer {
            return Reg::int(bits);
        }
        match whole && len as u64 == self.pointer_bytes {
            true => Reg { bits, meta: Meta::from_raw(self.provenance_at(place)) },
            false => Self::pointer_of_integer(bits),
        }
    }

    /// Stores a scalar of `len` bytes (up to 8) regardless of its definedness.
    pub(crate) fn store_any(&mut self, place: Place, len: usize, pointer: bool, value: Reg, undefs: &UndefTable) {
        let undef = undefs.mask(value.meta);
        let raced = undefs.raced(value.meta);
        let provenance = value.meta.provenance();
        let keeps = pointer && provenance != Provenance::NONE && len as u64 == self.pointer_bytes;
        if keeps {
            if provenance.is_derived() {
                self.escape(provenance);
            }
            self.set_provenance(place, value.meta.raw());
        } else if pointer && len as u64 != self.pointer_bytes {
            // A pointer of an address space with another pointer size is an integer in memory.
            self.expose(provenance);
        }
        for i in 0..len {
            let shift = 8 * if self.big_endian { len - 1 - i } else { i } as u32;
            let address = self.base + (place.0 + i) as u64;
            self.bytes[place.0 + i] = (value.bits >> shift) as u8;
            let undef = (undef >> shift) as u8;
            self.states[place.0 + i] = match value.meta.knowledge() {
                Knowledge::Poison(site) => {
                    self.poisoned.insert(address, (site, u8::MAX));
                    state::POISON
                }
                _ if undef == 0xff && raced.is_none() => state::UNDEF,
                _ if undef != 0 => {
                    self.set_partly_undef(address, undef, raced);
                    state::PARTLY_UNDEF
                }
                _ if keeps => state::POINTER + i as u8,
                _ => state::DEFINED,
            };
        }
    }

    /// Records the undef bits of a byte and, if a race caused them, the racing load.
    fn set_partly_undef(&mut self, address: u64, undef: u8, raced: Option<Site>) {
        self.partly_undef.insert(address, undef);
        match raced {
            Some(site) => drop(self.raced.insert(address, site)),
            None if self.raced.is_empty() => {}
            None => drop(self.raced.remove(&address)),
        }
    }

    /// Makes memory undef that was copied from raced memory.
    pub(crate) fn forget_raced(&mut self, place: Place, len: u64, site: Site) {
        /// The maximum number of bytes whose origin is recorded.
        const NOTED: u64 = 4096;
        self.forget(place, len);
        for i in 0..len.min(NOTED) {
            let place = Memory::behind(place, i);
            self.set_partly_undef(self.address_of(place), u8::MAX, Some(site));
            self.states[place.0] = state::PARTLY_UNDEF;
        }
    }

    /// Loads a byte with its definedness per bit, and the origin of its poison.
    pub(crate) fn load_limb(&self, place: Place) -> (Limb, Option<Site>) {
        let address = self.address_of(place);
        let partly_undef = || self.partly_undef.get(&address).copied().unwrap_or(u8::MAX);
        let (undef, poison, made) = match (self.states[place.0], self.poisoned.get(&address)) {
            (state::UNDEF, _) => (u8::MAX, 0, None),
            (state::PARTLY_UNDEF, _) => (partly_undef(), 0, None),
            (state::POISON, None) => (0, u8::MAX, None),
            (state::POISON, Some(&(site, u8::MAX))) => (0, u8::MAX, Some(site)),
            (state::POISON, Some(&(site, poison))) => (partly_undef(), poison, Some(site)),
            _ => (0, 0, None),
        };
        (Limb { bits: self.bytes[place.0].into(), undef: undef.into(), poison: poison.into() }, made)
    }

    /// Stores a byte with its definedness per bit. `poison` is the origin of its poison bits.
    pub(crate) fn store_limb(&mut self, place: Place, byte: Limb, poison: Site) {
        let address = self.address_of(place);
        self.bytes[place.0] = byte.bits as u8;
        self.states[place.0] = match (byte.poison as u8, byte.undef as u8) {
            (0, 0) => state::DEFINED,
            (0, u8::MAX) => state::UNDEF,
            (0, undef) => {
                self.set_partly_undef(address, undef, None);
                state::PARTLY_UNDEF
            }
            (part, undef) => {
                self.poisoned.insert(address, (poison, part));
                self.set_partly_undef(address, undef, None);
                state::POISON
            }
        };
    }

    /// Sets the state of each byte in a range of the arena.
    pub(crate) fn set_states(&mut self, address: u64, len: u64, state: u8) {
        let at = (address - self.base) as usize;
        self.states[at..at + len as usize].fill(state);
    }

    /// The complete contents of a range of the arena: ranges with equal images have equal contents. `None` if the range
    /// contains poison or partly undef bytes.
    pub(crate) fn image(&self, address: u64, len: u64) -> Option<Vec<u8>> {
        let at = (address - self.base) as usize;
        let bytes = at..at + len as usize;
        let slots = (bytes.start >> self.pointer_shift) * 8..((bytes.end - 1) >> self.pointer_shift) * 8 + 8;
        let states = &self.states[bytes.clone()];
        let plain = !states.iter().any(|&state| matches!(state, state::POISON | state::PARTLY_UNDEF));
        plain.then(|| [&self.bytes[bytes], states, &self.provenances[slots]].concat())
    }

    /// Makes memory undef.
    pub(crate) fn forget(&mut self, place: Place, len: u64) {
        self.states[place.0..place.0 + len as usize].fill(state::UNDEF);
    }

    /// The place of an address in the arena.
    pub(crate) fn place_of(&self, address: u64) -> Place {
        Place(address.wrapping_sub(self.base) as usize)
    }

    /// The place at a byte offset from another place.
    #[inline(always)]
    pub(crate) fn behind(place: Place, offset: u64) -> Place {
        Place(place.0.wrapping_add(offset as usize))
    }

    /// The address of a place.
    pub(crate) fn address_of(&self, place: Place) -> u64 {
        self.base + place.0 as u64
    }

    /// The bytes at a place; the caller has checked the bounds.
    pub(crate) fn bytes(&self, place: Place, len: u64) -> &[u8] {
        &self.bytes[place.0..place.0 + len as usize]
    }

    /// The states of the bytes at a place.
    pub(crate) fn states(&self, place: Place, len: u64) -> &[u8] {
        &self.states[place.0..place.0 + len as usize]
    }

    /// Stores defined bytes.
    pub(crate) fn write_bytes(&mut self, place: Place, bytes: &[u8]) {
        self.bytes[place.0..place.0 + bytes.len()].copy_from_slice(bytes);
        self.states[place.0..place.0 + bytes.len()].fill(state::DEFINED);
    }

    /// Fills `len` bytes with a defined byte.
    pub(crate) fn fill(&mut self, place: Place, len: u64, byte: u8) {
        self.bytes[place.0..place.0 + len as usize].fill(byte);
        self.states[place.0..place.0 + len as usize].fill(state::DEFINED);
    }

    /// Copies bytes with their states and provenances, like `memmove`.
    pub(crate) fn copy(&mut self, to: Place, from: Place, len: u64) {
        let len = len as usize;
        let first_pointer = |states: &[u8]| states.iter().any(|&s| s >= state::POINTER);
        let special = |states: &[u8]| states.iter().any(|&s| s == state::POISON || s == state::PARTLY_UNDEF);
        let states = &self.states[from.0..from.0 + len];
        if first_pointer(states) {
            let starts: Vec<(usize, u64)> = (0..len)
                .filter(|&i| states[i] == state::POINTER)
                .map(|i| (i, self.provenance_at(Place(from.0 + i))))
                .collect();
            for (i, raw) in starts {
                self.set_provenance(Place(to.0 + i), raw);
            }
        }
        if special(&self.states[from.0..from.0 + len]) {
            let (base, distance) = (self.base, to.0.wrapping_sub(from.0) as u64);
            let range = base + from.0 as u64..base + (from.0 + len) as u64;
            let poisoned: Vec<_> =
                range.clone().filter_map(|a| Some((a.wrapping_add(distance), *self.poisoned.get(&a)?))).collect();
            let partly: Vec<_> = range
                .filter_map(|a| {
                    Some((a.wrapping_add(distance), *self.partly_undef.get(&a)?, self.raced.get(&a).copied()))
                })
                .collect();
            self.poisoned.extend(poisoned);
            partly.into_iter().for_each(|(address, undef, raced)| self.set_partly_undef(address, undef, raced));
        }
        self.bytes.copy_within(from.0..from.0 + len, to.0);
        self.states.copy_within(from.0..from.0 + len, to.0);
    }

    /// The size of a pointer in bytes.
    pub(crate) fn pointer_bytes(&self) -> u64 {
        self.pointer_bytes
    }

    /// Whether the byte order is big-endian.
    pub(crate) fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    /// Exposes an allocation: from now on an integer can be converted to a pointer to it.
    pub fn expose(&mut self, provenance: Provenance) {
        match self.entry_mut(provenance) {
            Some(entry) if entry.flags.contains(EntryFlags::DERIVED) => self.expose_derived(provenance),
            Some(entry) => entry.flags |= EntryFlags::EXPOSED,
            None => {}
        }
    }

    /// Marks undef and poison bytes as defined, since native code may have written them.
    pub(crate) fn define(&mut self, place: Place, len: u64) {
        let states = &mut self.states[place.0..place.0 + len as usize];
        // Usually there is nothing to do; then the pages must not be written.
        let first = memchr::memchr3(state::UNDEF, state::POISON, state::PARTLY_UNDEF, states);
        for state in &mut states[first.unwrap_or(len as usize)..] {
            if *state < state::POINTER {
                *state = state::DEFINED;
            }
        }
    }

    /// The pointers that begin in a range of bytes.
    pub(crate) fn pointers(&self, place: Place, len: u64) -> Vec<Reg> {
        let states = &self.states[place.0..place.0 + len as usize];
        let starts = memchr::memchr_iter(state::POINTER, states);
        starts
            .map(|i| {
                let at = Place(place.0 + i);
                let mut bytes = [0; 8];
                let len = self.pointer_bytes() as usize;
                bytes[..len].copy_from_slice(&self.bytes[at.0..at.0 + len]);
                let bits = match self.big_endian {
                    true => u64::from_be_bytes(bytes) >> (64 - 8 * len),
                    false => u64::from_le_bytes(bytes),
                };
                Reg { bits, meta: Meta::from_raw(self.provenance_at(at)) }
            })
            .collect()
    }

    /// Checks that the pointers in a range still point into the allocation of their provenance. Otherwise native code has
    /// overwritten them, and the bytes become defined integers.
    pub(crate) fn check_pointers(&mut self, place: Place, len: u64) {
        let starts: Vec<usize> =
            memchr::memchr_iter(state::POINTER, &self.states[place.0..place.0 + len as usize]).collect();
        let (pointers, bytes) = (self.pointers(place, len), self.pointer_bytes() as usize);
        for (start, pointer) in starts.into_iter().zip(pointers) {
            let provenance = pointer.meta.provenance();
            let Some((entry, _)) = self.life(provenance) else { continue };
            if pointer.bits.wrapping_sub(entry.base) > entry.size {
                // The bytes may have been the program's own out-of-bounds pointer.
                self.expose(provenance);
                let at = place.0 + start;
                self.states[at..at + bytes].fill(state::DEFINED);
            }
        }
    }

    /// The live allocation that contains `address` or ends there.
    pub(crate) fn found_at(&self, address: u64) -> Option<Provenance> {
        self.allocation_at(address).or_else(|| self.stack_allocation_at(address))
    }

    /// Exposes the allocations of all pointers of which a byte is in the range.
    pub(crate) fn expose_pointers(&mut self, place: Place, len: u64) {
        for i in 0..len as usize {
            let byte = self.states[place.0 + i];
            if byte >= state::POINTER {
                let start = Place((place.0 + i).wrapping_sub(usize::from(byte - state::POINTER)));
                self.expose(Meta::from_raw(self.provenance_at(start)).provenance());
            }
        }
    }
}
