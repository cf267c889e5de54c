//! What native code can get at, and what is known of memory that it may have written.
//!
//! It is given pointers; it can follow the pointers behind them. What it can reach is exposed, and may be written whenever native
//! code runs: its undef and poison bytes are taken as defined. Pointers in it are looked at again when they are loaded
//! ([`EntryFlags::NATIVE`]): another one may be there by then.

use rustc_hash::FxHashMap;

use crate::memory::{EntryFlags, Kind};
use crate::state::State;
use crate::value::{Provenance, Reg};

/// How many bytes are looked at for pointers at each call; what is only to be found behind so many stays as it is.
const MAX_BYTES: u64 = 1 << 26;

impl State {
    /// Native code is given pointers, and whether it may write through each of them.
    pub(crate) fn give_away(&mut self, pointers: &[(Reg, bool)]) {
        // By slot: whether it may be written.
        let mut seen: FxHashMap<Provenance, bool> = FxHashMap::default();
        let mut todo: Vec<(Provenance, bool)> = Vec::new();
        let mut bytes = 0;
        for &(pointer, writes) in pointers {
            todo.extend(self.whole(pointer).map(|p| (p, writes)));
            while let Some((provenance, writes)) = todo.pop() {
                if seen.get(&provenance).is_some_and(|&before| before || !writes) {
                    continue;
                }
                let again = seen.insert(provenance, writes).is_some();
                let Some(entry) = self.memory.entry_mut(provenance) else { continue };
                entry.flags |= EntryFlags::EXPOSED;
                if matches!(entry.kind, Kind::Function | Kind::Block | Kind::Machine) || bytes > MAX_BYTES {
                    continue;
                }
                let (size, constant) = (entry.size, entry.flags.contains(EntryFlags::CONSTANT));
                let base = entry.base;
                let place = self.memory.place_of(base);
                if writes && !constant {
                    self.memory.set_flags(provenance, EntryFlags::NATIVE, true);
                    self.memory.define(place, size);
                }
                if again {
                    continue;
                }
                bytes += size;
                for pointer in self.memory.pointers(place, size) {
                    todo.extend(self.whole(pointer).map(|p| (p, true)));
                }
            }
        }
    }

    /// The allocation that a pointer leads to, whatever promises were made about parts of it.
    fn whole(&self, pointer: Reg) -> Option<Provenance> {
        match pointer.meta.provenance() {
            Provenance::NONE => None,
            Provenance::WILDCARD | Provenance::FOREIGN => self.memory.found_at(pointer.bits),
            provenance => Some(self.memory.allocation(provenance)),
        }
    }
}
