//! The limits of a run: work and memory.
//!
//! **Work** is counted in steps ([`State::steps`]). Each operation is one step. An operation that processes more than a few
//! bytes (a copy, a string, a wide integer, the frames that an exception unwinds, a table of the machine) counts one more step
//! per 16 bytes or so. These steps are counted before or during the work: [`State::spend`].
//!
//! **Memory** is the program's allocations plus the tables that the machine keeps for the program: [`Footprint`]. The tables
//! are not counted at each growth, but summed up periodically. A step adds a few hundred bytes at most, so the tables grow
//! little in between.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::{Array, SmallVec};

use crate::memory::OutOfMemory;
use crate::state::State;
use crate::stop::Stop;

/// The number of bytes that are processed in one step.
const STEP: u64 = 16;

/// The memory used by tables.
#[derive(Default)]
pub(crate) struct Footprint {
    bytes: u64,
    /// The number of visited items with tables of their own.
    parts: u64,
}

/// A container with heap memory that may grow.
pub(crate) trait Table {
    /// The size in bytes of the container's heap memory, without heap memory of the elements.
    fn bytes(&self) -> usize;
}

impl Footprint {
    /// Adds a table.
    pub(crate) fn add(&mut self, table: &impl Table) {
        self.bytes += table.bytes() as u64;
    }

    /// Adds memory that was counted elsewhere.
    pub(crate) fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Adds each of several items.
    pub(crate) fn each<T>(&mut self, all: impl IntoIterator<Item = T>, mut add: impl FnMut(&mut Footprint, T)) {
        for one in all {
            self.parts += 1;
            add(self, one);
        }
    }
}

impl<T> Table for Vec<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl<T> Table for VecDeque<T> {
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl<T> Table for Box<[T]> {
    fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }
}

impl<T> Table for Box<T> {
    fn bytes(&self) -> usize {
        size_of::<T>()
    }
}

impl<T: Table> Table for Option<T> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, T::bytes)
    }
}

impl<A: Array> Table for SmallVec<A> {
    fn bytes(&self) -> usize {
        if self.spilled() { self.capacity() * size_of::<A::Item>() } else { 0 }
    }
}

/// The size in bytes of a hash table: one control byte per slot, load factor 7/8.
fn hashed<T>(capacity: usize) -> usize {
    capacity / 7 * 8 * (size_of::<T>() + 1)
}

impl<K, V, S> Table for HashMap<K, V, S> {
    fn bytes(&self) -> usize {
        hashed::<(K, V)>(self.capacity())
    }
}

impl<K, S> Table for HashSet<K, S> {
    fn bytes(&self) -> usize {
        hashed::<K>(self.capacity())
    }
}

impl<K, V> Table for BTreeMap<K, V> {
    /// Nodes of a B-tree are two thirds full on average.
    fn bytes(&self) -> usize {
        self.len() * (size_of::<(K, V)>() + 8) * 3 / 2
    }
}

/// State of the limit checks.
#[derive(Default)]
pub(crate) struct Limits {
    /// The step count at which the footprint is computed next.
    next_look: u64,
    /// Set from outside to stop the program.
    pub(crate) interrupt: Option<&'static AtomicBool>,
}

impl State {
    /// Counts steps in addition to those counted by the loop. Returns an error if none are left.
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        match self.fuel.checked_sub(steps) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => {
                self.count(steps);
                self.check_limits()
            }
        }
    }

    /// Counts the steps of processing `bytes` bytes.
    #[inline]
    pub(crate) fn spend_on(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes < STEP { Ok(()) } else { self.spend(bytes / STEP) }
    }

    /// Counts work that is quadratic in the number of words, such as a product of wide integers.
    pub(crate) fn spend_on_square(&mut self, words: u64) -> Result<(), Stop> {
        self.spend(words.saturating_mul(words) / STEP)
    }

    /// The number of remaining steps.
    pub(crate) fn steps_left(&self) -> u64 {
        self.options.max_steps.map_or(u64::MAX, |max| max.saturating_sub(self.steps()))
    }

    /// The number of bytes that the remaining steps can process.
    pub(crate) fn affordable(&self) -> u64 {
        self.steps_left().saturating_mul(STEP)
    }

    /// Counts completed steps. The limit is checked later.
    #[inline]
    pub(crate) fn count(&mut self, steps: u64) {
        let left = self.fuel.saturating_sub(steps);
        self.steps_and_fuel = self.steps_and_fuel.saturating_add(steps - (self.fuel - left));
        self.fuel = left;
    }

    /// Checks that a table may grow by `bytes`.
    pub(crate) fn make_room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes <= self.memory.room() { Ok(()) } else { Err(self.out_of_memory()) }
    }

    pub(crate) fn out_of_memory(&self) -> Stop {
        self.error(OutOfMemory::Limit(self.memory.total_limit()).to_string())
    }

    /// Runs `f` on behalf of the embedder: its work is not counted.
    pub(crate) fn unlimited<T>(&mut self, f: impl FnOnce(&mut State) -> T) -> T {
        let max_steps = self.options.max_steps.take();
        let counted = (self.fuel, self.steps_and_fuel);
        let result = f(self);
        (self.fuel, self.steps_and_fuel) = counted;
        self.options.max_steps = max_steps;
        result
    }

    /// The maximum number of steps between two checks, so that memory does not grow far unchecked.
    pub(crate) fn longest_slice(&self) -> u64 {
        (self.memory.total_limit() >> 10).min(1 << 16)
    }

    /// Checks all limits.
    #[cold]
    pub(crate) fn check_limits(&mut self) -> Result<(), Stop> {
        let done = self.steps();
        if let Some(max) = self.options.max_steps
            && done >= max
        {
            return Err(self.error(format!("the program did not end within {max} steps")));
        }
        if self.limits.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Err(self.error("interrupted: the program was here"));
        }
        if done < self.limits.next_look {
            return Ok(());
        }
        let footprint = self.footprint();
        // The interval grows with the number of parts, so that the cost of the check stays small.
        self.limits.next_look = done.saturating_add(self.longest_slice().max(footprint.parts));
        match self.memory.note_tables(footprint.bytes) {
            true => Ok(()),
            false => Err(self.out_of_memory()),
        }
    }
}
