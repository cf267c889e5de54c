//! Vector clocks, which represent the happens-before relation ([Memory Model for Concurrent
//! Operations](https://llvm.org/docs/LangRef.html#memory-model-for-concurrent-operations)).

use smallvec::SmallVec;

use crate::limits::Footprint;

/// A vector clock: by slot, the latest time of the thread that happens before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(SmallVec<[u32; 4]>);

/// A moment of a thread: its slot and its time. Zero precedes all moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Moment(u32);

/// The number of bits of the time; the other bits are the slot.
const BITS: u32 = 22;

/// The maximum number of simultaneous threads. The last slot is reserved for [`Moment::index`].
pub(crate) const MAX_THREADS: usize = (1 << (32 - BITS)) - 1;

impl Moment {
    /// The moment that precedes all others.
    pub(crate) const NONE: Moment = Moment(0);

    /// An index encoded as a moment of the reserved slot.
    pub(super) fn index(index: u32) -> Moment {
        Moment((MAX_THREADS as u32) << BITS | index)
    }

    /// The encoded index, if this is one.
    pub(super) fn as_index(self) -> Option<u32> {
        (self.slot() == MAX_THREADS).then_some(self.0 & ((1 << BITS) - 1))
    }

    /// The maximum index for [`Moment::index`].
    pub(super) const MAX_INDEX: u32 = (1 << BITS) - 1;

    /// The slot of the thread.
    pub(crate) fn slot(self) -> usize {
        (self.0 >> BITS) as usize
    }
}

impl Clock {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        all.add(&self.0);
    }

    /// The number of slots.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The time of a thread.
    pub(crate) fn get(&self, slot: usize) -> u32 {
        self.0.get(slot).copied().unwrap_or(0)
    }

    /// The current moment of the thread with this clock.
    pub(crate) fn now(&self, slot: usize) -> Moment {
        Moment((slot as u32) << BITS | self.get(slot))
    }

    /// Whether a moment happens before.
    #[inline]
    pub(crate) fn knows(&self, moment: Moment) -> bool {
        moment.0 & ((1 << BITS) - 1) <= self.get(moment.slot())
    }

    /// Joins another clock.
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &time) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(time);
        }
    }

    /// Advances the time of a thread, so that its later operations are not covered by earlier copies of the clock. Returns false
    /// if the time is exhausted.
    pub(crate) fn advance(&mut self, slot: usize) -> bool {
        if self.0.len() <= slot {
            self.0.resize(slot + 1, 0);
        }
        self.0[slot] += 1;
        self.0[slot] < 1 << BITS
    }

    /// Joins a single moment.
    pub(crate) fn note(&mut self, moment: Moment) {
        let slot = moment.slot();
        if self.0.len() <= slot {
            self.0.resize(slot + 1, 0);
        }
        self.0[slot] = self.0[slot].max(moment.0 & ((1 << BITS) - 1));
    }

    /// The slot of a moment that is in this clock and not in the other one.
    pub(crate) fn unknown_to(&self, other: &Clock) -> Option<usize> {
        self.0.iter().enumerate().find(|&(slot, &time)| time > other.get(slot)).map(|(slot, _)| slot)
    }
}
