//! What native code can get at, and what is known of memory that it may have written.
//!
//! It is given pointers; it can follow the pointers behind them. What it can reach is exposed, and may be written whenever native
//! code runs: its undef and poison bytes are taken as defined. Pointers in it are looked at again when they are loaded
//! ([`EntryFlags::NATIVE`]): another one may be there by then.

use lindworm_ir::hash::HashMap;

use crate::memory::{EntryFlags, Kind};
use crate::state::State;
use crate::value::{Provenance, Reg};

/// How many bytes are looked at for more pointers in each call, and taken as defined behind such.
const MAX_BYTES: u64 = 1 << 24;

impl State {
    /// Native code is given pointers, and whether it may write through each of them.
    pub(crate) fn give_away(&mut self, pointers: &[(Reg, bool)]) {
        // Whether each object may be written.
        let mut seen: HashMap<Provenance, bool> = HashMap::default();
        let mut todo: Vec<(Reg, bool)> = pointers.to_vec();
        let mut left = MAX_BYTES;
        while let Some((pointer, writes)) = todo.pop() {
            let Some(object) = self.given_object(pointer) else { continue };
            let before = seen.get(&object).copied();
            if before.is_some_and(|before| before || !writes) {
                continue;
            }
            seen.insert(object, writes);
            let Some(entry) = self.memory.entry_mut(object) else { continue };
            entry.flags |= EntryFlags::EXPOSED;
            if matches!(entry.kind, Kind::Function | Kind::Block | Kind::Undefined | Kind::Machine) {
                continue;
            }
            let (base, size) = (entry.base, entry.size);
            let may_write = writes && !entry.flags.contains(EntryFlags::CONSTANT);
            let (place, len) = (self.memory.place_of(base), size.min(left));
            if may_write {
                let given = pointers.iter().any(|given| given.0 == pointer);
                self.memory.set_flags(object, EntryFlags::NATIVE, true);
                self.memory.define(place, if given { size } else { len });
            }
            if before.is_none() {
                left -= len;
                todo.extend(self.memory.pointers(place, len).into_iter().map(|pointer| (pointer, true)));
            }
        }
    }

    /// The object that a pointer leads to, whatever promises were made about parts of it.
    fn given_object(&self, pointer: Reg) -> Option<Provenance> {
        match pointer.meta.provenance() {
            Provenance::NONE => None,
            Provenance::WILDCARD | Provenance::FOREIGN => self.memory.found_at(pointer.bits),
            provenance => Some(self.memory.allocation(provenance)),
        }
    }
}
