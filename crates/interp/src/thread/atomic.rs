//! The happens-before relation: orderings of atomic operations and other synchronization ([Atomic Memory Ordering
//! Constraints](https://llvm.org/docs/LangRef.html#atomic-memory-ordering-constraints)).

use lindworm_ir::instruction::AtomicOrdering;

use super::race::{Actor, Race};
use super::{Clock, Manner};
use crate::options::OnRace;
use crate::run::memory::Access;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::concurrency::RACE_OF_STORES;
use crate::value::{Provenance, RacedLoad};

/// Whether the ordering includes acquire.
fn acquires(ordering: AtomicOrdering) -> bool {
    use AtomicOrdering::*;
    matches!(ordering, Acquire | AcqRel | SeqCst)
}

/// Whether the ordering includes release.
fn releases(ordering: AtomicOrdering) -> bool {
    use AtomicOrdering::*;
    matches!(ordering, Release | AcqRel | SeqCst)
}

/// The use of a loaded value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// The value is used immediately, and must be defined.
    AtOnce,
    /// The value is copied to a register or to other memory.
    Later,
}

impl Manner {
    /// The manner of a load or store. The result of a volatile load is target-dependent, independent of other threads.
    pub(crate) fn of(ordering: AtomicOrdering, volatile_load: bool) -> Manner {
        match ordering {
            AtomicOrdering::NotAtomic if volatile_load => Manner::Apart,
            AtomicOrdering::NotAtomic => Manner::Plain,
            _ => Manner::Atomic,
        }
    }
}

impl State {
    /// Whether a weak `cmpxchg` fails spuriously: at random, if there are several threads.
    pub(crate) fn fails_for_nothing(&mut self) -> bool {
        self.threads.alive > 1 && self.threads.random().is_multiple_of(16)
    }

    /// Checks an access to the arena for races. Returns true if a load yields undef.
    #[inline]
    pub(crate) fn look_for_races(
        &mut self,
        address: u64,
        len: u64,
        access: Access,
        manner: Manner,
        used: Use,
    ) -> Result<bool, Stop> {
        match self.memory.races.is_some() && manner != Manner::Apart {
            true => self.note_access(address, len, access, manner, used),
            false => Ok(false),
        }
    }

    #[cold]
    fn note_access(&mut self, address: u64, len: u64, access: Access, manner: Manner, used: Use) -> Result<bool, Stop> {
        let site = self.site();
        let slot = self.threads.current;
        let Some(races) = &mut self.memory.races else { return Ok(false) };
        let actor = Actor { clock: &self.thread.own.clock, slot, site };
        let stores = access == Access::Store;
        let race = match manner {
            Manner::Atomic => races.atomic_access(actor, address, len, stores),
            _ => races.access(actor, address, len, stores),
        };
        match race {
            None => Ok(false),
            Some(race) if self.options.races == OnRace::Stop => self.race(race, access.name()).map(|()| false),
            // The undef value affects a later load.
            Some(_) if stores => Ok(false),
            Some(race) if used == Use::AtOnce => self.race(race, access.name()).map(|()| false),
            Some(mut race) => {
                self.name_thread(&mut race);
                let what = if race.kind == &RACE_OF_STORES { "two stores" } else { "this load and a store" };
                let race = RacedLoad { accesses: what, other: race.other, address: race.address };
                self.undefs.races.insert(site, race);
                Ok(true)
            }
        }
    }

    /// Adds the thread number to the note about the other access of a race, and returns the number.
    fn name_thread(&self, race: &mut Race) -> u64 {
        let number = self.threads.slots.get(race.slot).map_or(0, |s| s.number.saturating_sub(1));
        race.other.message = format!("{} in thread {number}", race.other.message);
        number
    }

    fn race(&mut self, mut race: Race, what: &str) -> Result<(), Stop> {
        let number = self.name_thread(&mut race);
        let Race { kind, address, other, .. } = race;
        let message = format!("{what} at {address:#x}, which is not ordered with the access of thread {number}");
        let memory = self.accessed_address("", 1, address);
        self.undefined_at(kind, message, vec![other], Some(memory))
    }

    /// Frees the stack objects of the running function for the purpose of race detection.
    pub(crate) fn frame_ends(&mut self) -> Result<(), Stop> {
        let Some(mark) = self.thread.frames.last().map(|frame| frame.mark) else { return Ok(()) };
        let objects = self.memory.stack_objects(self.thread.stack, mark).to_vec();
        objects.into_iter().try_for_each(|object| self.memory_ends(object))
    }

    /// Frees an object for the purpose of race detection: all accesses of other threads must happen before.
    pub(crate) fn memory_ends(&mut self, provenance: Provenance) -> Result<(), Stop> {
        if self.memory.races.is_none() {
            return Ok(());
        }
        let Some(&entry) = self.memory.entry(provenance) else { return Ok(()) };
        self.spend(entry.size / 1024)?;
        let (site, slot) = (self.site(), self.threads.current);
        let Some(races) = &mut self.memory.races else { return Ok(()) };
        let actor = Actor { clock: &self.thread.own.clock, slot, site };
        match races.end(actor, entry.base, entry.size) {
            Some(race) => self.race(race, "the memory is freed"),
            None => Ok(()),
        }
    }

    /// The acquire effect of an atomic load: joins the clock that was released with the loaded value.
    pub(crate) fn acquire_at(&mut self, address: u64, len: u64, ordering: AtomicOrdering) {
        self.count(self.thread.own.clock.len() as u64 / 16);
        self.may_switch_sometimes();
        let Some(released) = self.released_at(address, len) else { return };
        let released = released.clone();
        let own = &mut self.thread.own;
        if acquires(ordering) {
            own.clock.join(&released);
        }
        own.fence_acquires.join(&released);
    }

    /// The release effect of an atomic store. A read-modify-write operation (`keeps`) continues the release sequence of the
    /// replaced value.
    pub(crate) fn release_at(&mut self, address: u64, len: u64, ordering: AtomicOrdering, keeps: bool) {
        if self.memory.races.is_none() {
            return;
        }
        self.count(self.thread.own.clock.len() as u64 / 16);
        self.may_switch_sometimes();
        let own = &self.thread.own;
        let new = if releases(ordering) { own.clock.clone() } else { own.fence_released.clone() };
        if let Some(released) = self.released_at(address, len) {
            match keeps {
                true => released.join(&new),
                false => *released = new,
            }
        }
        if releases(ordering) {
            self.advance_own();
        }
    }

    fn released_at(&mut self, address: u64, len: u64) -> Option<&mut Clock> {
        // An invalid access that was not stopped may have an address range that wraps.
        address.checked_add(len)?;
        self.memory.races.as_mut().map(|races| races.released(address, len))
    }

    /// `fence`.
    pub(crate) fn fence(&mut self, ordering: AtomicOrdering) {
        let own = &mut self.thread.own;
        if acquires(ordering) {
            let acquired = std::mem::take(&mut own.fence_acquires);
            own.clock.join(&acquired);
        }
        if releases(ordering) {
            own.fence_released = own.clock.clone();
            self.advance_own();
        }
    }

    /// Advances the thread's clock, so that later operations are not covered by what was released.
    pub(super) fn advance_own(&mut self) {
        let slot = self.threads.current;
        let mut clock = std::mem::take(&mut self.thread.own.clock);
        self.advance(&mut clock, slot);
        self.thread.own.clock = clock;
    }

    pub(super) fn advance(&mut self, clock: &mut Clock, slot: usize) {
        if self.memory.races.is_some() && !clock.advance(slot) {
            // The clock is exhausted: all clocks start again, and the access history is cleared.
            self.forget_order();
            *clock = Clock::default();
            clock.advance(slot);
        }
    }

    /// Clears the happens-before relation and the access history.
    fn forget_order(&mut self) {
        if let Some(races) = &mut self.memory.races {
            races.forget_order();
        }
        self.threads.locks.forget_order();
        for slot in 0..self.threads.slots.len() {
            let own = match &mut self.threads.slots[slot].life {
                super::Life::Runs => &mut self.thread.own,
                super::Life::Waits(thread) => &mut thread.own,
                super::Life::Ended(_, clock) => {
                    *clock = Clock::default();
                    continue;
                }
                super::Life::Gone => continue,
            };
            own.clock = Clock::default();
            own.clock.advance(slot);
            own.fence_acquires = Clock::default();
            own.fence_released = Clock::default();
        }
    }
}
