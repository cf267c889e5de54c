//! The memory of a running program.
//!
//! All of it is one stretch of the host's address space, the *arena*: globals, stacks and heap. Beside the bytes lie, at the
//! same distance from their starts, two maps: a *state* for each byte (undef, defined, part of a pointer, ...), and for
//! each place of a pointer the *provenance* of the pointer that begins there. Pages that nothing was written to cost nothing.
//!
//! What may be accessed is said by a table of [`Entry`]s. A pointer's provenance names one; an access is in order if the
//! entry is still of the pointer's generation, the bytes are within its bounds, and none of its flags objects.

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
    /// Never written: undef.
    pub const UNDEF: u8 = 0;
    /// Defined, and no part of a pointer with provenance.
    pub const DEFINED: u8 = 1;
    /// Poison, or in part; where it was made is in [`super::Memory::poisoned`].
    pub const POISON: u8 = 2;
    /// Some bits are undef: which, is in [`super::Memory::partly_undef`].
    pub const PARTLY_UNDEF: u8 = 3;
    /// `POINTER + n`: byte `n` of a pointer with provenance.
    pub const POINTER: u8 = 0x80;
}

/// Where the program's addresses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// As the host has them: the host's functions can be given the program's pointers.
    Host,
    /// From this number up, whatever the host has there: the same in every run.
    From(u64),
}

/// The memory of a running program.
pub struct Memory {
    bytes: MmapMut,
    states: MmapMut,
    provenances: MmapMut,
    /// The address of the first byte.
    base: u64,
    /// The entries that provenances name. The first ones are [`Provenance::NONE`], `WILDCARD` and `FOREIGN`, which allow
    /// nothing: what they mean is found out on the slow way.
    entries: Vec<Entry>,
    /// Where and how the entries came to be, for reports; alike numbered.
    lives: Vec<Lifetime>,
    free_entries: Vec<u32>,
    /// How many look at all accesses, and what flag makes accesses slow for their sake.
    lookers: u32,
    also_slow: EntryFlags,
    births: derived::Births,
    /// By the slot of an allocation, what was derived from it.
    derived: HashMap<u32, derived::Derived>,
    /// What ended lately, for reports.
    dead: Vec<(Provenance, Entry, Lifetime)>,
    dead_next: usize,
    /// The live allocations by their first address, but for those on stacks.
    by_address: BTreeMap<u64, u32>,
    heap: heap::Heap,
    stacks: Vec<Option<stack::Stack>>,
    /// Who has accessed it, since there was more than one thread.
    pub(crate) races: Option<Box<Races>>,
    /// Where poison in memory was made, and which bits of the byte are poison. Of others it is in `partly_undef` which are
    /// undef.
    pub(crate) poisoned: HashMap<u64, (Site, u8)>,
    /// Which bits of a byte in memory are undef, where not all or none are.
    pub(crate) partly_undef: HashMap<u64, u8>,
    /// Of bytes in `partly_undef`, the load whose race made them so.
    raced: HashMap<u64, Site>,
    /// How many bytes a pointer has: 1 to 8.
    pointer_bytes: u64,
    /// log2 of the distance of places in the map of provenances, which is no more than a pointer has bytes.
    pointer_shift: u32,
    big_endian: bool,
    /// How many bytes are allocated, and how many may be.
    allocated: u64,
    limit: u64,
    /// How many bytes tables take beside that, as far as is known, and how many all may be together.
    tables: u64,
    total_limit: u64,
}

/// Why memory cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfMemory {
    /// The program asked for more than it may have.
    #[error("the program needs more than its {0} bytes of memory")]
    Limit(u64),
    /// The host has not as much address space.
    #[error("the host does not give {0} bytes of address space")]
    Host(u64),
}

/// How many of the allocations that ended are remembered for reports.
const REMEMBERED: usize = 4096;

impl Memory {
    /// A memory of at most `limit` bytes, for pointers of `pointer_bytes`. Addresses depend on `seed` as far as alignments allow.
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
        // Blocks are powers of two, so that half of the space may lie between allocations.
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

    /// Makes an allocation of `size` bytes, all undef. `align` is a power of two.
    pub fn allocate(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Result<Reg, OutOfMemory> {
        let (made, fresh) = self.reserve(kind, size, align, site)?;
        if !fresh {
            self.set_states(made.bits, size, state::UNDEF);
        }
        Ok(made)
    }

    /// The same of memory that may be in any state, and whether it is known to be undef.
    fn reserve(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Result<(Reg, bool), OutOfMemory> {
        /// About what other tables than those of entries have of an allocation, until that is known.
        const OVERHEAD: u64 = 64;
        /// What is left to the machine itself, for `errno` or an exception, when the program has used up all.
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

    /// Ends an allocation that [`Memory::allocate`] made, which is live.
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

    /// Makes an allocation longer or shorter where it is, if its block is large enough: pointers to it dangle from now on,
    /// and the result is the new one. What is added is undef.
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

    /// The entry that is live in a slot.
    pub(crate) fn in_slot(&self, slot: u32) -> Option<Provenance> {
        let entry = self.entries.get(slot as usize)?;
        (entry.kind != Kind::Nothing).then(|| Provenance::new(slot, entry.generation))
    }

    /// An entry of a function whose code is at an address outside of the arena; the one that is there already, if it is.
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

    /// Makes an entry of a part of memory that its caller looks after.
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

    /// Ends an entry: pointers of its provenance dangle from now on.
    #[inline]
    pub(crate) fn end_entry(&mut self, provenance: Provenance, site: Site) {
        let slot = provenance.slot();
        self.remember(provenance, site);
        if self.entries[slot as usize].flags.contains(EntryFlags::PARENT) {
            self.end_all_derived(slot, site);
        }
        self.free_slot(slot);
    }

    /// Keeps what ends, for reports.
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

    /// Lets a slot be used again, in another generation.
    #[inline]
    fn free_slot(&mut self, slot: u32) {
        let entry = &mut self.entries[slot as usize];
        let generation = (entry.generation + 1) & Provenance::GENERATIONS;
        *entry = Entry { generation, ..Entry::NOTHING };
        // A slot whose generations are used up is never used again.
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

    /// The same, to change.
    pub(crate) fn entry_mut(&mut self, provenance: Provenance) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(provenance.slot() as usize)?;
        (entry.generation == provenance.generation() && entry.kind != Kind::Nothing).then_some(entry)
    }

    /// Where a provenance's allocation was made and, if it ended lately, what it was and where it ended.
    pub fn life(&self, provenance: Provenance) -> Option<(Entry, Lifetime)> {
        if let Some(entry) = self.entry(provenance) {
            return Some((*entry, self.lives[provenance.slot() as usize]));
        }
        self.dead.iter().rev().find(|(p, ..)| *p == provenance).map(|&(_, entry, life)| (entry, life))
    }

    /// The live allocation, not on a stack, that holds `address` or ends there.
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

    /// How many bytes may be allocated.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// How many bytes all may take: allocations, and what the machine remembers.
    pub(crate) fn total_limit(&self) -> u64 {
        self.total_limit
    }

    /// Lets allocations and tables together take so many bytes, if that is more than may be allocated.
    pub(crate) fn set_total_limit(&mut self, limit: u64) {
        self.total_limit = self.limit.max(limit);
    }

    /// How many bytes more may be taken.
    #[inline]
    pub(crate) fn room(&self) -> u64 {
        let of_all = self.total_limit.saturating_sub(self.allocated.saturating_add(self.tables));
        of_all.min(self.limit.saturating_sub(self.allocated))
    }

    /// By how many bytes the tables of entries become longer with one more.
    fn growth(&self) -> u64 {
        match self.free_entries.is_empty() && self.entries.len() == self.entries.capacity() {
            true => (self.entries.bytes() + self.lives.bytes()) as u64,
            false => 0,
        }
    }

    /// Notes that a table has become so many bytes longer, until it is known how long they are.
    pub(crate) fn lengthen_tables(&mut self, bytes: u64) {
        self.tables = self.tables.saturating_add(bytes);
    }

    /// Notes how many bytes the tables take. False if that is more than they may.
    pub(crate) fn note_tables(&mut self, bytes: u64) -> bool {
        self.tables = bytes;
        self.allocated.saturating_add(bytes) <= self.total_limit
    }

    /// What its tables take.
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
