//! Promises: what attributes, metadata and intrinsics say of values, pointers and calls, and how it is seen whether it is so.
//!
//! What can be seen when a function is decoded costs nothing when it runs.

mod invariant;
pub(crate) mod metadata;
pub(crate) mod result;
pub(crate) mod value;

use rustc_hash::FxHashMap;

use crate::memory::{EntryFlags, Kind, Place, Target, state};
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::value::{Provenance, Reg, Site};

/// What the machine knows of promises while a program runs.
#[derive(Default)]
pub(crate) struct Promises {
    /// Memory that holds poison, and how much: what is read where a promise makes it poison.
    poison: Option<(Reg, u64)>,
    /// The allocations that are watched, by their slots.
    watched: FxHashMap<u32, Watched>,
    /// How many `llvm.invariant.start` there were.
    tokens: u64,
}

/// What is promised of an allocation, whichever pointer it is accessed through.
#[derive(Default)]
struct Watched {
    /// The generation of the slot that this is about.
    generation: u32,
    frozen: Vec<invariant::Frozen>,
}

impl Watched {
    /// Whether nothing is promised any more.
    fn is_empty(&self) -> bool {
        self.frozen.is_empty()
    }
}

impl Promises {
    /// What is promised of an allocation.
    fn watched(&mut self, root: Provenance) -> &mut Watched {
        let watched = self.watched.entry(root.slot()).or_default();
        if watched.generation != root.generation() {
            *watched = Watched { generation: root.generation(), ..Watched::default() };
        }
        watched
    }
}

impl State {
    /// Lets an allocation alone that nothing is promised of any more.
    fn stop_watching(&mut self, root: Provenance) {
        if self.promises.watched(root).is_empty() {
            self.promises.watched.remove(&root.slot());
            self.memory.set_flags(root, EntryFlags::WATCHED, false);
        }
    }

    /// Looks at an access that is in order but for what is promised: gives where it goes.
    #[cold]
    pub(crate) fn promised_access(
        &mut self,
        _pointer: Reg,
        place: Place,
        provenance: Provenance,
        len: u64,
        access: Access,
    ) -> Result<Target, Stop> {
        let root = self.memory.allocation(provenance);
        let flags = self.memory.entry(root).map_or(EntryFlags::empty(), |e| e.flags);
        // Only loads come here.
        if flags.contains(EntryFlags::OUT_OF_LIFETIME) {
            return Ok(Target::Arena(self.poison_to_read(len)?, provenance));
        }
        if flags.contains(EntryFlags::WATCHED) && access == Access::Store {
            let start = self.memory.address_of(place);
            self.check_frozen(root, &(start..start + len))?;
        }
        Ok(Target::Arena(place, provenance))
    }

    /// Memory of `len` bytes that hold poison, which was made where it is loaded.
    #[cold]
    fn poison_to_read(&mut self, len: u64) -> Result<Place, Stop> {
        if let Some((block, size)) = self.promises.poison {
            if size >= len {
                return Ok(self.memory.place_of(block.bits));
            }
            self.memory.free(block.meta.provenance(), Site::default());
        }
        let block = self.memory.allocate(Kind::Machine, len, 16, Site::default());
        let block = block.map_err(|e| self.error(e.to_string()))?;
        self.memory.set_states(block.bits, len, state::POISON);
        self.promises.poison = Some((block, len));
        Ok(self.memory.place_of(block.bits))
    }
}
