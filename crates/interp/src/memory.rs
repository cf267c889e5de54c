//! The memory of a running program.
//!
//! Globals, stacks and heap lie in one range of the host's address space, the *arena*. Two parallel maps describe the bytes: a
//! *state* per byte (undef, defined, part of a pointer, ...), and the *provenance* of the pointer that begins at each
//! pointer-sized slot. Pages of the arena and the maps that were never written use no memory.
//!
//! A table of [`Entry`]s determines which accesses are allowed. A pointer's provenance refers to an entry. An access is valid
//! if the entry has the generation of the provenance, the bytes are in the bounds of the entry, and none of its flags forbids
//! the access.

pub mod access;
mod derived;
pub mod entry;
mod heap;
mod stack;

use std::collections::BTreeMap;

use lindworm_ir::hash::HashMap;
use memmap2::{MmapMut, MmapOptions};

pub use access::{Place, Target};
pub use entry::{Entry, EntryFlags, Kind, Lifetime};
pub(crate) use stack::StackMark;

use crate::limits::{Footprint, Table};
use crate::thread::Races;
use crate::value::{Provenance, Reg, Site};

/// The state of a byte of memory.
pub mod state {
    /// Uninitialized: undef.
    pub const UNDEF: u8 = 0;
    /// Defined, not part of a pointer with provenance.
    pub const DEFINED: u8 = 1;
    /// Completely or partly poison. The origin is in [`super::Memory::poisoned`].
    pub const POISON: u8 = 2;
    /// Partly undef. The undef bits are in [`super::Memory::partly_undef`].
    pub const PARTLY_UNDEF: u8 = 3;
    /// `POINTER + n`: byte `n` of a pointer with provenance.
    pub const POINTER: u8 = 0x80;
}

/// The choice of the program's addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// The host's addresses, so that pointers can be passed to native functions.
    Host,
    /// Addresses from this number up, independent of the host: identical in every run.
    From(u64),
}

/// The memory of a running program.
pub struct Memory {
    bytes: MmapMut,
    states: MmapMut,
    provenances: MmapMut,
    /// The address of the first byte of the arena.
    base: u64,
    /// The entries by slot. The first ones, [`Provenance::NONE`], `WILDCARD` and `FOREIGN`, allow nothing; accesses through
    /// them are resolved on the slow path.
    entries: Vec<Entry>,
    /// The origin and end of each entry by slot, for reports.
    lives: Vec<Lifetime>,
    free_entries: Vec<u32>,
    /// The number of clients that observe all accesses, and the flag that makes accesses slow for them.
    lookers: u32,
    also_slow: EntryFlags,
    births: derived::Births,
    /// The derived entries of each allocation, by its slot.
    derived: HashMap<u32, derived::Derived>,
    /// Recently ended entries, for reports.
    dead: Vec<(Provenance, Entry, Lifetime)>,
    dead_next: usize,
    /// Live allocations by base address, except those on stacks.
    by_address: BTreeMap<u64, u32>,
    heap: heap::Heap,
    stacks: Vec<Option<stack::Stack>>,
    /// The access history for race detection, once there are several threads.
    pub(crate) races: Option<Box<Races>>,
    /// By address: the origin of poison in memory and the mask of poison bits. The undef bits of the same byte are in
    /// `partly_undef`.
    pub(crate) poisoned: HashMap<u64, (Site, u8)>,
    /// By address: the mask of undef bits of a byte that is partly undef.
    pub(crate) partly_undef: HashMap<u64, u8>,
    /// For addresses in `partly_undef`: the racing load that made the bits undef.
    raced: HashMap<u64, Site>,
    /// The size of a pointer in bytes: 1 to 8.
    pointer_bytes: u64,
    /// log2 of the slot size in the map of provenances, which is at most the size of a pointer.
    pointer_shift: u32,
    big_endian: bool,
    /// The number of allocated bytes, and its limit.
    allocated: u64,
    limit: u64,
    /// The last known size in bytes of the other tables, and the limit of the sum.
    tables: u64,
    total_limit: u64,
}

/// The reason why memory cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfMemory {
    /// The request exceeds the memory limit of the program.
    #[error("the program needs more than its {0} bytes of memory")]
    Limit(u64),
    /// The host does not have that much address space.
    #[error("the host does not give {0} bytes of address space")]
    Host(u64),
}

/// The number of ended allocations that are kept for reports.
const REMEMBERED: usize = 4096;

impl Memory {
    /// Creates a memory of at most `limit` bytes for pointers of `pointer_bytes`. Within the constraints of alignment,
    /// addresses depend on `seed`.
    pub fn new(
        limit: u64,
        addresses: Addresses,
        pointer_bytes: u64,
        big_endian: bool,
        seed: u64,
    ) -> Result<Memory, OutOfMemory> {
        let limit = limit.checked_next_multiple_of(4096).ok_or(OutOfMemory::Host(limit))?.max(1 << 20);
        let pointer_bytes = pointer_bytes.clamp(1, 8);
        let pointer_shift = pointer_bytes.ilog2();
        // Heap blocks are powers of two, so that up to half of the space may be padding.
        let space = limit.checked_mul(2).and_then(|n| n.checked_add(1 << 26)).ok_or(OutOfMemory::Host(limit))?;
        let map = |len: u64| {
            let len = usize::try_from(len).map_err(|_| OutOfMemory::Host(len))?;
            MmapOptions::new().len(len).no_reserve_swap().map_anon().map_err(|_| OutOfMemory::Host(limit))
        };
        let bytes = map(space)?;
        let base = match addresses {
            Addresses::Host => bytes.as_ptr().addr() as u64,
            Addresses::From(base) => base,
        };
        Ok(Memory {
            states: map(space)?,
            provenances: map((space >> pointer_shift) * 8)?,
            bytes,
            base,
            entries: vec![Entry::NOTHING; 3],
            lives: vec![Lifetime::default(); 3],
            free_entries: Vec::new(),
            lookers: 0,
            also_slow: EntryFlags::empty(),
            births: derived::Births::default(),
            derived: HashMap::default(),
            dead: Vec::new(),
            dead_next: 0,
            by_address: BTreeMap::new(),
            heap: heap::Heap::new(base, space, seed),
            stacks: Vec::new(),
            races: None,
            poisoned: HashMap::default(),
            partly_undef: HashMap::default(),
            raced: HashMap::default(),
            pointer_bytes,
            pointer_shift,
            big_endian,
            allocated: 0,
            limit,
            tables: 0,
            total_limit: limit,
        })
    }

    /// Allocates `size` bytes of undef memory. `align` is a power of two.
    pub fn allocate(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Result<Reg, OutOfMemory> {
        let (made, fresh) = self.reserve(kind, size, align, site)?;
        if !fresh {
            self.set_states(made.bits, size, state::UNDEF);
        }
        Ok(made)
    }

    /// Allocates memory in any state. The result includes whether the memory is known to be undef.
    fn reserve(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Result<(Reg, bool), OutOfMemory> {
        /// The assumed size of an allocation's records in tables other than those of entries, until the next exact count.
        const OVERHEAD: u64 = 64;
        /// The number of bytes reserved for the machine itself, for `errno` or an exception, when the program has exhausted its
        /// memory.
        const KEPT: u64 = 1 << 14;
        let overhead = OVERHEAD + self.growth();
        let kept = if matches!(kind, Kind::Heap | Kind::Stack) { KEPT } else { 0 };
        if size.saturating_add(overhead + kept) > self.room() {
            return Err(OutOfMemory::Limit(self.limit));
        }
        let (address, fresh) = self.heap.take(size, align.max(1)).ok_or(OutOfMemory::Limit(self.limit))?;
        self.allocated += size;
        self.tables += overhead;
        let provenance = self.add_entry(
            Entry { base: address, size, kind, align_log2: align.max(1).trailing_zeros() as u8, ..Entry::NOTHING },
            site,
        );
        self.births.born(provenance);
        self.by_address.insert(address, provenance.slot());
        Ok((Reg::pointer(address, provenance), fresh))
    }

    /// Frees a live allocation made by [`Memory::allocate`].
    pub fn free(&mut self, provenance: Provenance, site: Site) {
        let Some(&entry) = self.entry(provenance) else { return };
        if let Some(races) = &mut self.races {
            races.forget(entry.base, entry.size);
        }
        self.by_address.remove(&entry.base);
        self.heap.give(entry.base, entry.size, 1 << entry.align_log2);
        self.allocated -= entry.size;
        self.end_entry(provenance, site);
    }

    /// Resizes an allocation in place if its block is large enough. Existing pointers to it dangle; the result is the new
    /// pointer. Added bytes are undef.
    pub fn resize(&mut self, provenance: Provenance, size: u64, site: Site) -> Option<Reg> {
        let old = *self.entry(provenance)?;
        let added = size.saturating_sub(old.size);
        if !heap::may_be_resized(old.base, old.size, size, 1 << old.align_log2) || added > self.room() {
            return None;
        }
        self.allocated = self.allocated - old.size + size;
        self.set_states(old.base + old.size, added, state::UNDEF);
        self.end_entry(provenance, site);
        let made = self.add_entry(Entry { size, flags: EntryFlags::empty(), ..old }, site);
        self.births.born(made);
        self.by_address.insert(old.base, made.slot());
        Some(Reg::pointer(old.base, made))
    }

    /// The provenance of the live entry in a slot.
    pub(crate) fn in_slot(&self, slot: u32) -> Option<Provenance> {
        let entry = self.entries.get(slot as usize)?;
        (entry.kind != Kind::Nothing).then(|| Provenance::new(slot, entry.generation))
    }

    /// An entry for a function whose code is at an address outside of the arena; an existing entry for the address is reused.
    pub(crate) fn code_at(&mut self, address: u64, function: u32) -> Reg {
        if let Some(&slot) = self.by_address.get(&address)
            && let Some(known) = self.in_slot(slot)
        {
            return Reg::pointer(address, known);
        }
        let flags = EntryFlags::SLOW_READ | EntryFlags::SLOW_WRITE | EntryFlags::EXPOSED;
        let entry = Entry { base: address, size: 1, kind: Kind::Function, flags, info: function, ..Entry::NOTHING };
        let provenance = self.add_entry(entry, Site::default());
        self.by_address.insert(address, provenance.slot());
        Reg::pointer(address, provenance)
    }

    /// Adds an entry for a range of memory that the caller manages.
    #[inline]
    pub(crate) fn add_entry(&mut self, mut entry: Entry, site: Site) -> Provenance {
        let life = Lifetime { begun: site, ended: None };
        entry.flags |= EntryFlags::LIVE;
        match self.free_entries.pop() {
            Some(slot) => {
                entry.generation = self.entries[slot as usize].generation;
                self.entries[slot as usize] = entry;
                self.lives[slot as usize] = life;
                Provenance::new(slot, entry.generation)
            }
            None => {
                let slot = self.entries.len() as u32;
                entry.generation = 1;
                self.entries.push(entry);
                self.lives.push(life);
                Provenance::new(slot, 1)
            }
        }
    }

    /// Ends an entry. Pointers with its provenance dangle.
    #[inline]
    pub(crate) fn end_entry(&mut self, provenance: Provenance, site: Site) {
        let slot = provenance.slot();
        self.remember(provenance, site);
        if self.entries[slot as usize].flags.contains(EntryFlags::PARENT) {
            self.end_all_derived(slot, site);
        }
        self.free_slot(slot);
    }

    /// Keeps an ending entry for reports.
    #[inline]
    fn remember(&mut self, provenance: Provenance, site: Site) {
        let slot = provenance.slot() as usize;
        let life = Lifetime { ended: Some(site), ..self.lives[slot] };
        let dead = (provenance, self.entries[slot], life);
        if self.dead.len() < REMEMBERED {
            self.dead.push(dead);
        } else {
            self.dead[self.dead_next % REMEMBERED] = dead;
        }
        self.dead_next = self.dead_next.wrapping_add(1);
    }

    /// Releases a slot for reuse with the next generation.
    #[inline]
    fn free_slot(&mut self, slot: u32) {
        let entry = &mut self.entries[slot as usize];
        let generation = (entry.generation + 1) & Provenance::GENERATIONS;
        *entry = Entry { generation, ..Entry::NOTHING };
        // A slot is retired after its last generation.
        if generation != 0 {
            self.free_entries.push(slot);
        }
    }

    /// The live entry of a provenance.
    #[inline]
    pub fn entry(&self, provenance: Provenance) -> Option<&Entry> {
        let entry = self.entries.get(provenance.slot() as usize)?;
        (entry.generation == provenance.generation() && entry.kind != Kind::Nothing).then_some(entry)
    }

    /// [`Memory::entry`], mutable.
    pub(crate) fn entry_mut(&mut self, provenance: Provenance) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(provenance.slot() as usize)?;
        (entry.generation == provenance.generation() && entry.kind != Kind::Nothing).then_some(entry)
    }

    /// The lifetime of a provenance's entry; also the entry itself, if live or recently ended.
    pub fn life(&self, provenance: Provenance) -> Option<(Entry, Lifetime)> {
        if let Some(entry) = self.entry(provenance) {
            return Some((*entry, self.lives[provenance.slot() as usize]));
        }
        self.dead.iter().rev().find(|(p, ..)| *p == provenance).map(|&(_, entry, life)| (entry, life))
    }

    /// The live non-stack allocation that contains `address` or ends there.
    pub fn allocation_at(&self, address: u64) -> Option<Provenance> {
        let (_, &slot) = self.by_address.range(..=address).next_back()?;
        let entry = &self.entries[slot as usize];
        (address - entry.base <= entry.size).then(|| Provenance::new(slot, entry.generation))
    }

    /// Whether an address is in the arena.
    #[inline]
    pub fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.bytes.len() as u64
    }

    /// The limit of allocated bytes.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The limit of allocated bytes plus the machine's tables.
    pub(crate) fn total_limit(&self) -> u64 {
        self.total_limit
    }

    /// Raises the limit of allocated bytes plus tables to `limit`, if that exceeds the limit of allocated bytes.
    pub(crate) fn set_total_limit(&mut self, limit: u64) {
        self.total_limit = self.limit.max(limit);
    }

    /// The number of bytes that remain.
    #[inline]
    pub(crate) fn room(&self) -> u64 {
        let of_all = self.total_limit.saturating_sub(self.allocated.saturating_add(self.tables));
        of_all.min(self.limit.saturating_sub(self.allocated))
    }

    /// The growth in bytes of the tables of entries by one more entry.
    fn growth(&self) -> u64 {
        match self.free_entries.is_empty() && self.entries.len() == self.entries.capacity() {
            true => (self.entries.bytes() + self.lives.bytes()) as u64,
            false => 0,
        }
    }

    /// Adds to the estimated size of the tables until the next exact count.
    pub(crate) fn lengthen_tables(&mut self, bytes: u64) {
        self.tables = self.tables.saturating_add(bytes);
    }

    /// Sets the size of the tables in bytes. Returns false if the limit is exceeded.
    pub(crate) fn note_tables(&mut self, bytes: u64) -> bool {
        self.tables = bytes;
        self.allocated.saturating_add(bytes) <= self.total_limit
    }

    /// Adds the memory used by the tables of the memory.
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Memory { entries, lives, free_entries, births, derived, dead, by_address, heap, stacks, .. } = self;
        all.add(entries);
        all.add(lives);
        all.add(free_entries);
        all.add(dead);
        all.add(by_address);
        births.footprint(all);
        heap.footprint(all);
        all.add(derived);
        all.each(derived.values(), |all, derived| derived.footprint(all));
        all.add(stacks);
        all.each(stacks.iter().flatten(), |all, stack| stack.footprint(all));
        all.add(&self.poisoned);
        all.add(&self.partly_undef);
        all.add(&self.raced);
        if let Some(races) = &self.races {
            races.footprint(all);
        }
    }
}
