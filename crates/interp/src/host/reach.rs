//! Memory that is reachable by native code.
//!
//! Native code can follow pointers from its arguments. All reachable memory is exposed, and may be written whenever native code
//! runs: its undef and poison bytes are assumed to be defined. Pointers in this memory are checked again when they are loaded
//! ([`EntryFlags::NATIVE`]), since they may have been overwritten.

use lindworm_ir::hash::HashMap;

use crate::memory::{EntryFlags, Kind};
use crate::state::State;
use crate::value::{Provenance, Reg};

/// The maximum number of bytes that are searched for pointers in each call, and of bytes behind such pointers that are marked
/// as defined.
const MAX_BYTES: u64 = 1 << 24;

impl State {
    /// Makes memory reachable by native code. Each pointer is paired with whether native code may write through it.
    pub(crate) fn give_away(&mut self, pointers: &[(Reg, bool)]) {
        // By object: whether native code may write it.
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

    /// The allocation of a pointer, regardless of promises about parts of it.
    fn given_object(&self, pointer: Reg) -> Option<Provenance> {
        match pointer.meta.provenance() {
            Provenance::NONE => None,
            Provenance::WILDCARD | Provenance::FOREIGN => self.memory.found_at(pointer.bits),
            provenance => Some(self.memory.allocation(provenance)),
        }
    }
}
