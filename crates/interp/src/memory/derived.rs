//! Flags of entries, and derived entries. A derived entry represents a promise: it is derived from the entry of an allocation,
//! allows the same accesses, and ends with the allocation.

use std::ops::Range;

use lindworm_ir::hash::{HashMap, HashSet};

use super::{Entry, EntryFlags, Memory, state};
use crate::limits::Footprint;
use crate::value::{Provenance, Site};

/// The derived entries of an allocation, by slots.
#[derive(Default)]
pub(super) struct Derived {
    /// Entries whose accesses are observed. The flags of their allocation are looked up at each access.
    guarded: HashSet<u32>,
    /// Entries without promises. They hold a copy of the inherited flags of their allocation.
    parts: Vec<u32>,
}

impl Memory {
    /// Sets or clears flags of an allocation's entry, and updates the slow flags of the entry and its parts.
    pub(crate) fn set_flags(&mut self, provenance: Provenance, flags: EntryFlags, on: bool) {
        let Some(entry) = self.entry_mut(provenance) else { return };
        entry.flags.set(flags, on);
        entry.flags.look_again();
        let all = entry.flags;
        if all.contains(EntryFlags::PARENT)
            && let Some(derived) = self.derived.get(&provenance.slot())
        {
            for &slot in &derived.parts {
                let child = &mut self.entries[slot as usize].flags;
                *child = (*child - EntryFlags::INHERITED) | (all & EntryFlags::INHERITED);
                child.look_again();
            }
        }
    }

    /// The flags of a provenance's entry and of its allocation.
    pub(crate) fn flags(&self, provenance: Provenance) -> EntryFlags {
        let of = |p| self.entry(p).map_or(EntryFlags::empty(), |e| e.flags);
        match provenance.is_derived() {
            true => of(provenance) | of(self.allocation(provenance)),
            false => of(provenance),
        }
    }

    /// The provenance of the underlying allocation, if this provenance is derived; otherwise the provenance itself.
    pub fn allocation(&self, provenance: Provenance) -> Provenance {
        let mut at = provenance;
        while at.is_derived()
            && let Some(entry) = self.entry(at)
        {
            at = self.current(entry.parent);
        }
        at
    }

    /// The current provenance of a slot.
    fn current(&self, slot: u32) -> Provenance {
        Provenance::new(slot, self.entries[slot as usize].generation)
    }

    /// The provenance from which a derived provenance was derived, which may be derived as well.
    pub(crate) fn parent(&self, provenance: Provenance) -> Option<Provenance> {
        let entry = self.entry(provenance).filter(|e| e.flags.contains(EntryFlags::DERIVED))?;
        Some(self.current(entry.parent))
    }

    /// Derives a provenance that allows the same accesses and whose accesses are observed. `None` if `from` has ended.
    pub(crate) fn derive(&mut self, from: Provenance) -> Option<Provenance> {
        let (made, root) = self.derive_with(from, EntryFlags::GUARDED)?;
        self.derived.entry(root).or_default().guarded.insert(made.slot());
        Some(made)
    }

    /// Derives a provenance for a part of the range of `from`. `None` if `from` has ended.
    pub(crate) fn narrow(&mut self, from: Provenance, part: Range<u64>) -> Option<Provenance> {
        let inherited = self.flags(from) & EntryFlags::INHERITED;
        let (made, root) = self.derive_with(from, inherited)?;
        self.derived.entry(root).or_default().parts.push(made.slot());
        let entry = &mut self.entries[made.slot() as usize];
        (entry.base, entry.size) = (part.start, part.end.saturating_sub(part.start));
        Some(made)
    }

    /// Adds a derived entry with these flags. Returns its provenance and the slot of the allocation.
    fn derive_with(&mut self, from: Provenance, flags: EntryFlags) -> Option<(Provenance, u32)> {
        let parent = *self.entry(from)?;
        let root = self.allocation(from).slot();
        let entry = Entry { flags: EntryFlags::DERIVED | flags, parent: from.slot(), ..parent };
        // Reports show the site of the allocation, rather than the call that made the pointer `noalias`.
        let made = self.add_entry(entry, self.lives[from.slot() as usize].begun);
        let entry = &mut self.entries[made.slot() as usize];
        entry.flags.look_again();
        entry.generation |= Provenance::DERIVED;
        let made = Provenance::new(made.slot(), entry.generation);
        self.entries[from.slot() as usize].flags |= EntryFlags::PARENT;
        self.entries[root as usize].flags |= EntryFlags::PARENT;
        Some((made, root))
    }

    /// Ends a derived entry before its allocation ends. Its children become children of its parent.
    pub(crate) fn end_derived(&mut self, provenance: Provenance) {
        let Some(parent) = self.parent(provenance) else { return };
        let (slot, root) = (provenance.slot(), self.allocation(parent).slot());
        let is_parent = self.entries[slot as usize].flags.contains(EntryFlags::PARENT);
        if let Some(derived) = self.derived.get_mut(&root) {
            derived.guarded.remove(&slot);
            derived.parts.retain(|&part| part != slot);
            if is_parent {
                for &other in derived.guarded.iter().chain(&derived.parts) {
                    let its_parent = &mut self.entries[other as usize].parent;
                    if *its_parent == slot {
                        *its_parent = parent.slot();
                        self.entries[parent.slot() as usize].flags |= EntryFlags::PARENT;
                    }
                }
            }
            if derived.guarded.is_empty() && derived.parts.is_empty() {
                self.derived.remove(&root);
                self.entries[root as usize].flags -= EntryFlags::PARENT;
            }
        }
        self.free_slot(slot);
    }

    /// Ends all entries derived from an ending allocation.
    #[cold]
    pub(super) fn end_all_derived(&mut self, root: u32, site: Site) {
        let derived = self.derived.remove(&root).unwrap_or_default();
        let mut slots: Vec<u32> = derived.guarded.into_iter().chain(derived.parts).collect();
        slots.sort_unstable();
        for slot in slots {
            let provenance = self.current(slot);
            self.remember(provenance, site);
            self.free_slot(slot);
        }
    }

    /// Exposes the allocation and the chain of derived entries.
    #[cold]
    pub(super) fn expose_derived(&mut self, mut provenance: Provenance) {
        while let Some(parent) = self.parent(provenance) {
            self.entries[provenance.slot() as usize].flags |= EntryFlags::EXPOSED;
            provenance = parent;
        }
        if let Some(entry) = self.entry_mut(provenance) {
            entry.flags |= EntryFlags::EXPOSED;
        }
    }

    /// Records that a pointer with this provenance may be stored in memory.
    #[cold]
    pub(crate) fn escape(&mut self, provenance: Provenance) {
        if let Some(entry) = self.entry_mut(provenance) {
            entry.flags |= EntryFlags::ESCAPED;
        }
    }

    /// The number of provenances derived from the same allocation.
    pub(crate) fn derived_beside(&self, provenance: Provenance) -> usize {
        let root = self.allocation(provenance).slot();
        self.derived.get(&root).map_or(0, |d| d.guarded.len() + d.parts.len())
    }

    /// Whether a pointer with a derived provenance, or one derived from it, may be stored in memory.
    pub(crate) fn has_escaped(&self, provenance: Provenance) -> bool {
        let Some(entry) = self.entry(provenance) else { return false };
        let root = self.allocation(provenance).slot();
        let is_child = |&slot: &u32| self.entries[slot as usize].parent == provenance.slot();
        entry.flags.contains(EntryFlags::ESCAPED)
            || entry.flags.contains(EntryFlags::PARENT)
                && self.derived.get(&root).is_some_and(|d| d.guarded.iter().chain(&d.parts).any(is_child))
    }

    /// Makes all accesses slow (`on`), or undoes one such request. Requests are counted.
    pub(crate) fn look_at_all(&mut self, on: bool) {
        self.lookers = if on { self.lookers + 1 } else { self.lookers.saturating_sub(1) };
        self.also_slow = if self.lookers > 0 { EntryFlags::LIVE } else { EntryFlags::empty() };
    }

    /// Numbers new allocations (`on`), or undoes one such request. Requests are counted. Returns the number of the latest
    /// allocation.
    pub(crate) fn remember_births(&mut self, on: bool) -> u64 {
        self.births.rememberers =
            if on { self.births.rememberers + 1 } else { self.births.rememberers.saturating_sub(1) };
        if self.births.rememberers == 0 {
            self.births.numbers.clear();
        }
        self.births.last
    }

    /// The number of an allocation; 0 if allocations were not numbered when it was made.
    pub(crate) fn born(&self, provenance: Provenance) -> u64 {
        let born = self.births.numbers.get(&provenance.slot());
        born.filter(|(generation, _)| *generation == provenance.generation()).map_or(0, |(_, number)| *number)
    }

    /// Makes bytes poison with the given origin.
    pub(crate) fn poison(&mut self, bytes: Range<u64>, site: Site) {
        /// The maximum number of bytes whose origin is recorded.
        const MOST: usize = 1 << 12;
        if bytes.start < bytes.end {
            self.set_states(bytes.start, bytes.end - bytes.start, state::POISON);
            if bytes.end - bytes.start > MOST as u64 {
                self.poisoned.retain(|address, _| !bytes.contains(address));
            }
            self.poisoned.extend(bytes.take(MOST).map(|address| (address, (site, u8::MAX))));
        }
    }
}

/// The order of allocations, while requested.
#[derive(Default)]
pub(super) struct Births {
    rememberers: u32,
    last: u64,
    /// By slot: the generation and the number of the allocation.
    numbers: HashMap<u32, (u32, u64)>,
}

impl Derived {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.guarded);
        all.add(&self.parts);
    }
}

impl Births {
    pub(super) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.numbers);
    }

    #[inline]
    pub(super) fn born(&mut self, provenance: Provenance) {
        if self.rememberers > 0 {
            self.last += 1;
            self.numbers.insert(provenance.slot(), (provenance.generation(), self.last));
        }
    }
}

impl EntryFlags {
    /// Sets or clears `SLOW_READ` and `SLOW_WRITE` according to the other flags.
    pub(crate) fn look_again(&mut self) {
        self.set(EntryFlags::SLOW_READ, self.intersects(EntryFlags::SLOWS_READS));
        self.set(EntryFlags::SLOW_WRITE, self.intersects(EntryFlags::SLOWS_WRITES));
    }
}
