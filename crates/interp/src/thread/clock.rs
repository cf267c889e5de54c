//! Vector clocks: what a thread knows to have happened before what it does next
//! ([Memory Model for Concurrent Operations](https://llvm.org/docs/LangRef.html#memory-model-for-concurrent-operations)).

use smallvec::SmallVec;

use crate::limits::Footprint;

/// How far each thread had come, by the number of its slot, of what is known to have happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(SmallVec<[u32; 4]>);

/// A moment of one thread: its slot and how far it had come. Zero is before all that was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Moment(u32);

/// How many bits of a moment say how far a thread had come; the others are its slot.
const BITS: u32 = 22;

/// How many threads there may be at a time: the last slot is no thread's.
pub(crate) const MAX_THREADS: usize = (1 << (32 - BITS)) - 1;

impl Moment {
    /// Before all that was done.
    pub(crate) const NONE: Moment = Moment(0);

    /// Not a moment, but the number of something else.
    pub(super) fn index(index: u32) -> Moment {
        Moment((MAX_THREADS as u32) << BITS | index)
    }

    /// The number of something else, if it is one.
    pub(super) fn as_index(self) -> Option<u32> {
        (self.slot() == MAX_THREADS).then_some(self.0 & ((1 << BITS) - 1))
    }

    /// The greatest number that [`Moment::index`] takes.
    pub(super) const MAX_INDEX: u32 = (1 << BITS) - 1;

    /// The thread's slot.
    pub(crate) fn slot(self) -> usize {
        (self.0 >> BITS) as usize
    }
}

impl Clock {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.0);
    }

    /// How many threads it tells of.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How far a thread had come.
    pub(crate) fn get(&self, slot: usize) -> u32 {
        self.0.get(slot).copied().unwrap_or(0)
    }

    /// The moment that a thread is at, whose clock this is.
    pub(crate) fn now(&self, slot: usize) -> Moment {
        Moment((slot as u32) << BITS | self.get(slot))
    }

    /// Whether a moment is known to have happened before.
    #[inline]
    pub(crate) fn knows(&self, moment: Moment) -> bool {
        moment.0 & ((1 << BITS) - 1) <= self.get(moment.slot())
    }

    /// Learns what another clock knows.
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &time) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(time);
        }
    }

    /// Moves a thread's own time on: what it does from now on is not what others may know of already. False if there is no
    /// later time.
    pub(crate) fn advance(&mut self, slot: usize) -> bool {
        if self.0.len() <= slot {
            self.0.resize(slot + 1, 0);
        }
        self.0[slot] += 1;
        self.0[slot] < 1 << BITS
    }

    /// Learns of a moment.
    pub(crate) fn note(&mut self, moment: Moment) {
        let slot = moment.slot();
        if self.0.len() <= slot {
            self.0.resize(slot + 1, 0);
        }
        self.0[slot] = self.0[slot].max(moment.0 & ((1 << BITS) - 1));
    }

    /// A moment that this clock knows of and the other does not.
    pub(crate) fn unknown_to(&self, other: &Clock) -> Option<usize> {
        self.0.iter().enumerate().find(|&(slot, &time)| time > other.get(slot)).map(|(slot, _)| slot)
    }
}
