//! The limits of a run: how much work a program may do, and how much memory it may have.
//!
//! **Work** is counted in steps ([`State::steps`]). Each operation is one. What goes over more than a few bytes (a copy, a
//! string, a number of many words, the frames that an exception leaves, a table of the machine's) is one more for each 16 bytes or
//! so, and is counted before it is done, or while it is: [`State::spend`].
//!
//! **Memory** is what the program has allocated, and what the machine remembers for its sake: [`Footprint`]. The tables of the
//! machine are not counted where they grow, but all together now and then. As each step adds some hundred bytes at most, they do not
//! grow far in between.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::mem::size_of;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::{Array, SmallVec};

use crate::memory::OutOfMemory;
use crate::state::State;
use crate::stop::Stop;

/// How many bytes are gone over in a step.
const STEP: u64 = 16;

/// How much memory tables take.
#[derive(Default)]
pub(crate) struct Footprint {
    bytes: u64,
    /// How many things were looked at that have tables of their own.
    parts: u64,
}

/// What lies in memory of its own and may grow.
pub(crate) trait Table {
    /// The bytes of that memory, without what its elements have elsewhere.
    fn bytes(&self) -> usize;
}

impl Footprint {
    /// Adds a table.
    pub(crate) fn add(&mut self, table: &impl Table) {
        self.bytes += table.bytes() as u64;
    }

    /// Adds what was counted elsewhere.
    pub(crate) fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Adds what each of several things has.
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

/// A byte for each place in a hash table, of which an eighth stays free.
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
    /// Its nodes are two thirds full on the average.
    fn bytes(&self) -> usize {
        self.len() * (size_of::<(K, V)>() + 8) * 3 / 2
    }
}

/// When the limits are looked at.
#[derive(Default)]
pub(crate) struct Limits {
    /// After how many steps the footprint is to be known anew.
    next_look: u64,
    /// Set by who wants the program to stop where it is.
    pub(crate) interrupt: Option<&'static AtomicBool>,
}

impl State {
    /// Counts steps beside those that the loop counts: an error if there are no more.
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

    /// Counts the steps that it takes to go over so many bytes.
    #[inline]
    pub(crate) fn spend_on(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes < STEP { Ok(()) } else { self.spend(bytes / STEP) }
    }

    /// Counts what takes time with the square of a number of words, such as the product of two numbers of so many.
    pub(crate) fn spend_on_square(&mut self, words: u64) -> Result<(), Stop> {
        self.spend(words.saturating_mul(words) / STEP)
    }

    /// How many steps may still be done.
    pub(crate) fn steps_left(&self) -> u64 {
        self.options.max_steps.map_or(u64::MAX, |max| max.saturating_sub(self.steps()))
    }

    /// How many bytes may still be gone over.
    pub(crate) fn affordable(&self) -> u64 {
        self.steps_left().saturating_mul(STEP)
    }

    /// Counts steps that were done. Whether there are more is looked at later.
    #[inline]
    pub(crate) fn count(&mut self, steps: u64) {
        let left = self.fuel.saturating_sub(steps);
        self.steps_and_fuel = self.steps_and_fuel.saturating_add(steps - (self.fuel - left));
        self.fuel = left;
    }

    /// Makes sure that there is room for so many bytes more in a table.
    pub(crate) fn make_room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes <= self.memory.room() { Ok(()) } else { Err(self.out_of_memory()) }
    }

    pub(crate) fn out_of_memory(&self) -> Stop {
        self.error(OutOfMemory::Limit(self.memory.total_limit()).to_string())
    }

    /// Does something for whoever runs the program: it counts as no work of the program's.
    pub(crate) fn unlimited<T>(&mut self, f: impl FnOnce(&mut State) -> T) -> T {
        let max_steps = self.options.max_steps.take();
        let counted = (self.fuel, self.steps_and_fuel);
        let result = f(self);
        (self.fuel, self.steps_and_fuel) = counted;
        self.options.max_steps = max_steps;
        result
    }

    /// How many steps may be counted in advance: memory must not grow far until it is looked at.
    pub(crate) fn longest_slice(&self) -> u64 {
        (self.memory.total_limit() >> 10).min(1 << 16)
    }

    /// Looks whether a limit is reached.
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
        // What is looked at often is not much.
        self.limits.next_look = done.saturating_add(self.longest_slice().max(footprint.parts));
        match self.memory.note_tables(footprint.bytes) {
            true => Ok(()),
            false => Err(self.out_of_memory()),
        }
    }
}
