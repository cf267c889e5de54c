//! What objects to accesses, set and taken back; and entries that stand for a promise: they are derived from the entry of an
//! allocation, allow what it allows, and end with it.

use std::ops::Range;

use super::{Entry, EntryFlags, Memory};
use crate::value::{Provenance, Site};

impl Memory {
    /// Sets or clears flags of an allocation's entry, for those that were derived from it too, and decides anew which accesses
    /// must be looked at more closely.
    pub(crate) fn set_flags(&mut self, provenance: Provenance, flags: EntryFlags, on: bool) {
        let Some(entry) = self.entry_mut(provenance) else { return };
        entry.flags.set(flags, on);
        entry.flags.look_again();
        let (all, is_parent) = (entry.flags, entry.flags.contains(EntryFlags::PARENT));
        if is_parent && let Some(derived) = self.derived.get(&provenance.slot()) {
            for &slot in derived {
                let child = &mut self.entries[slot as usize].flags;
                *child = *child - EntryFlags::INHERITED | all & EntryFlags::INHERITED;
                child.look_again();
            }
        }
    }

    /// The provenance of the allocation itself, if this one was derived from it.
    pub fn allocation(&self, provenance: Provenance) -> Provenance {
        let mut at = provenance;
        while at.is_derived()
            && let Some(entry) = self.entry(at)
        {
            at = self.current(entry.parent);
        }
        at
    }

    /// The provenance that a slot has now.
    fn current(&self, slot: u32) -> Provenance {
        Provenance::new(slot, self.entries[slot as usize].generation)
    }

    /// What a derived provenance was derived from, which may be derived itself.
    pub(crate) fn parent(&self, provenance: Provenance) -> Option<Provenance> {
        let entry = self.entry(provenance).filter(|e| e.flags.contains(EntryFlags::DERIVED))?;
        Some(self.current(entry.parent))
    }

    /// A provenance of its own for what another one allows: accesses through it are of interest. None if that one has ended.
    pub(crate) fn derive(&mut self, from: Provenance, site: Site) -> Option<Provenance> {
        let parent = *self.entry(from)?;
        let root = self.allocation(from);
        let flags = EntryFlags::DERIVED | EntryFlags::GUARDED | parent.flags & EntryFlags::INHERITED;
        let entry = Entry { flags, parent: from.slot(), ..parent };
        let made = self.add_entry(entry, site);
        let entry = &mut self.entries[made.slot() as usize];
        entry.flags.look_again();
        entry.generation |= Provenance::DERIVED;
        let made = Provenance::new(made.slot(), entry.generation);
        self.entries[root.slot() as usize].flags |= EntryFlags::PARENT;
        self.derived.entry(root.slot()).or_default().push(made.slot());
        Some(made)
    }

    /// A provenance for a part of what another one allows. None if that one has ended.
    pub(crate) fn narrow(&mut self, from: Provenance, part: Range<u64>, site: Site) -> Option<Provenance> {
        let made = self.derive(from, site)?;
        let entry = &mut self.entries[made.slot() as usize];
        (entry.base, entry.size) = (part.start, part.end.saturating_sub(part.start));
        entry.flags -= EntryFlags::GUARDED;
        entry.flags.look_again();
        Some(made)
    }

    /// Ends a derived entry before its allocation ends; what was derived from it is now derived from its parent.
    pub(crate) fn end_derived(&mut self, provenance: Provenance) {
        let Some(parent) = self.parent(provenance) else { return };
        let (slot, root) = (provenance.slot(), self.allocation(parent).slot());
        if let Some(derived) = self.derived.get_mut(&root) {
            derived.retain(|&d| d != slot);
            for &other in derived.iter() {
                let parent_of = &mut self.entries[other as usize].parent;
                if *parent_of == slot {
                    *parent_of = parent.slot();
                }
            }
            if derived.is_empty() {
                self.derived.remove(&root);
                self.entries[root as usize].flags -= EntryFlags::PARENT;
            }
        }
        self.free_slot(slot);
    }

    /// Ends what was derived from an allocation, which ends.
    #[cold]
    pub(super) fn end_all_derived(&mut self, root: u32, site: Site) {
        for slot in self.derived.remove(&root).unwrap_or_default() {
            let provenance = self.current(slot);
            self.remember(provenance, site);
            self.free_slot(slot);
        }
    }

    /// Lets an integer be made a pointer into the allocation from now on.
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
}

impl EntryFlags {
    /// Sets or clears `SLOW_READ` and `SLOW_WRITE` as the other flags demand.
    pub(crate) fn look_again(&mut self) {
        self.set(EntryFlags::SLOW_READ, self.intersects(EntryFlags::SLOWS_READS));
        self.set(EntryFlags::SLOW_WRITE, self.intersects(EntryFlags::SLOWS_WRITES));
    }
}
