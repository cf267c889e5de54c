//! Scheduling: selects the next thread at the end of a slice or at a wait.

use super::{Life, Parked};
use crate::program::Program;
use crate::run::Regs;
use crate::state::{State, Thread};
use crate::stop::{Note, Stop};
use crate::value::Site;

/// The reason of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// The end of a thread, by its number.
    Thread(u64),
    /// A lock of any kind, by its address.
    Lock(u64),
    /// A signal of a condition variable, by its address.
    Condition(u64),
    /// A wake-up of a futex, by the address of its word.
    Futex(u64),
    /// An increment of a semaphore, by its address.
    Semaphore(u64),
    /// Other threads at a barrier, by its address.
    Barrier(u64),
    /// The completion of a one-time initialization, by its address.
    Once(u64),
    /// A time, or a signal.
    Time,
    /// The thread only yields.
    Turn,
}

impl On {
    /// Whether such a wait is a cancellation point.
    pub(super) fn is_cancellation_point(self) -> bool {
        matches!(self, On::Thread(_) | On::Condition(_) | On::Semaphore(_) | On::Time)
    }

    fn words(self, state: &State) -> String {
        let at = |address| state.place_name(address);
        match self {
            On::Thread(number) => format!("the end of thread {}", number - 1),
            On::Lock(address) => match state.lock_holder(address) {
                Some(number) => format!("the lock {}, which thread {} holds", at(address), number - 1),
                None => format!("the lock {}", at(address)),
            },
            On::Condition(address) => format!("a signal of the condition variable {}", at(address)),
            On::Futex(address) => format!("a change of the word {}", at(address)),
            On::Semaphore(address) => format!("the semaphore {}", at(address)),
            On::Barrier(address) => format!("other threads at the barrier {}", at(address)),
            On::Once(address) => format!("the end of the initialization that {} guards", at(address)),
            On::Time | On::Turn => "a signal".into(),
        }
    }
}

/// The outcome of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The wait continues.
    Pending,
    /// The thread was woken.
    Woken,
    /// The wait timed out.
    TimedOut,
}

/// A wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) on: On,
    /// The deadline in terms of [`State::monotonic`], if any.
    pub(crate) until: Option<u64>,
    pub(crate) outcome: Outcome,
    /// The progress of a function that waits several times.
    pub(crate) stage: u32,
}

impl State {
    /// Blocks the running thread. The requesting function is called again when the wait has ended.
    pub(crate) fn wait(&mut self, on: On, until: Option<u64>, stage: u32) -> crate::builtin::Then {
        self.thread.own.waiting = Some(Waiting { on, until, outcome: Outcome::Pending, stage });
        crate::builtin::Then::Wait
    }

    /// The completed wait after which the running function was called again; `None` at the first call.
    pub(crate) fn waited(&mut self) -> Option<Waiting> {
        self.thread.own.waiting.take()
    }

    /// Wakes all threads that wait for `on`.
    pub(crate) fn wake(&mut self, on: On) {
        while self.wake_one(on) {}
    }

    /// Wakes a random thread that waits for `on`. Returns false if there is none.
    pub(crate) fn wake_one(&mut self, on: On) -> bool {
        self.count(self.threads.slots.len() as u64 / 16);
        let waits = |thread: &Thread| thread.own.waiting.is_some_and(|w| w.on == on && w.outcome == Outcome::Pending);
        let waiters: Vec<usize> = (self.threads.slots.iter().enumerate())
            .filter(|(_, slot)| matches!(&slot.life, Life::Waits(thread) if waits(thread)))
            .map(|(slot, _)| slot)
            .collect();
        if waiters.is_empty() {
            return false;
        }
        let chosen = waiters[(self.threads.random() % waiters.len() as u64) as usize];
        if let Life::Waits(thread) = &mut self.threads.slots[chosen].life
            && let Some(waiting) = &mut thread.own.waiting
        {
            waiting.outcome = Outcome::Woken;
        }
        true
    }

    /// Wakes the threads that wait for a one-time initialization, which may have been abandoned.
    pub(crate) fn wake_who_waits_for_once(&mut self) {
        for slot in &mut self.threads.slots {
            if let Life::Waits(thread) = &mut slot.life
                && let Some(waiting) = thread.own.waiting.as_mut().filter(|w| matches!(w.on, On::Once(_)))
            {
                waiting.outcome = Outcome::Woken;
            }
        }
    }

    /// The number of threads that wait for `on`.
    pub(crate) fn waiters(&self, on: On) -> usize {
        let waits = |thread: &Thread| thread.own.waiting.is_some_and(|w| w.on == on);
        self.threads.slots.iter().filter(|slot| matches!(&slot.life, Life::Waits(thread) if waits(thread))).count()
    }

    /// Called when the fuel is used up: checks the limits and may switch threads. Returns the result of the innermost call from
    /// outside if it has returned meanwhile.
    #[cold]
    pub(crate) fn out_of_fuel(&mut self, program: &Program) -> Result<Option<Regs>, Stop> {
        self.check_limits()?;
        self.look_for_endless_loop();
        let several = self.threads.alive > 1;
        // Short and long slices reveal different errors.
        let slice = if several { 1 << (self.threads.random() % 14) } else { self.longest_slice() };
        let more = match self.options.max_steps {
            Some(max) => slice.min(max - self.steps()).max(64),
            None => slice.max(64),
        };
        self.fuel += more;
        self.steps_and_fuel += more;
        if self.library.signals.timer.is_some() {
            self.expire_timer()?;
        }
        if several || self.thread.own.waiting.is_some() {
            self.switch(program)?;
            return self.own_result();
        }
        Ok(None)
    }

    /// Allows a thread switch after the running operation.
    pub(crate) fn may_switch(&mut self) {
        if self.threads.alive > 1 {
            self.end_slice();
        }
    }

    /// Allows a thread switch at a random fraction of the calls. Used by atomic operations, which may be frequent.
    pub(super) fn may_switch_sometimes(&mut self) {
        const ONE_IN: u64 = 8;
        if self.threads.alive > 1 && self.threads.random().is_multiple_of(ONE_IN) {
            self.end_slice();
        }
    }

    /// Gives back the remaining fuel, so that the next jump or call checks the limits and the schedule.
    pub(crate) fn end_slice(&mut self) {
        self.steps_and_fuel -= self.fuel;
        self.fuel = 0;
    }

    /// Switches to a random ready thread.
    pub(super) fn switch(&mut self, _program: &Program) -> Result<(), Stop> {
        // The following functions are linear in the number of threads.
        self.count(self.threads.slots.len() as u64 / 16);
        loop {
            self.pass_deadlines();
            let ready: Vec<usize> = (0..self.threads.slots.len()).filter(|&slot| self.is_ready(slot)).collect();
            if !ready.is_empty() {
                let next = ready[(self.threads.random() % ready.len() as u64) as usize];
                self.resume_thread(next);
                return Ok(());
            }
            match self.next_deadline() {
                Some(deadline) => self.sleep_until(deadline),
                None => return Err(self.deadlock()),
            }
        }
    }

    /// The thread in a slot, unless it has ended.
    fn thread_in(&self, slot: usize) -> Option<&Thread> {
        match &self.threads.slots[slot].life {
            Life::Runs => Some(&self.thread),
            Life::Waits(thread) => Some(thread),
            _ => None,
        }
    }

    /// Whether a thread can continue.
    fn is_ready(&self, slot: usize) -> bool {
        self.thread_in(slot).is_some_and(|thread| {
            let own = &thread.own;
            let waits = own.waiting.is_some_and(|w| w.outcome == Outcome::Pending && w.on != On::Turn);
            !waits && (own.parked.is_none() || slot == self.threads.owner)
        })
    }

    /// Makes a thread the running one.
    fn resume_thread(&mut self, next: usize) {
        let current = self.threads.current;
        if next == current {
            return;
        }
        let life = std::mem::replace(&mut self.threads.slots[next].life, Life::Runs);
        if let Life::Waits(mut thread) = life {
            std::mem::swap(&mut self.thread, &mut *thread);
            if let Life::Runs = self.threads.slots[current].life {
                self.threads.slots[current].life = Life::Waits(thread);
            }
            self.threads.current = next;
        }
    }

    /// The earliest deadline of all waiting threads.
    fn next_deadline(&self) -> Option<u64> {
        (0..self.threads.slots.len())
            .filter_map(|slot| self.thread_in(slot)?.own.waiting.filter(|w| w.outcome == Outcome::Pending)?.until)
            .min()
    }

    /// Ends the waits whose deadline has passed.
    fn pass_deadlines(&mut self) {
        let Some(first) = self.next_deadline() else { return };
        let now = self.monotonic();
        if first > now {
            return;
        }
        let pass = |waiting: &mut Option<Waiting>| {
            if let Some(w) = waiting
                && w.outcome == Outcome::Pending
                && w.until.is_some_and(|until| until <= now)
            {
                w.outcome = Outcome::TimedOut;
            }
        };
        pass(&mut self.thread.own.waiting);
        for slot in &mut self.threads.slots {
            if let Life::Waits(thread) = &mut slot.life {
                pass(&mut thread.own.waiting);
            }
        }
    }

    /// Reports that all threads wait and none can be woken.
    fn deadlock(&mut self) -> Stop {
        let mut notes = Vec::new();
        for slot in 0..self.threads.slots.len() {
            let Some(thread) = self.thread_in(slot) else { continue };
            let what = match (&thread.own.waiting, &thread.own.parked) {
                (Some(waiting), _) => waiting.on.words(self),
                (None, Some(Parked::Returned(_) | Parked::Unwound)) => {
                    "another thread to return from what a library function called".into()
                }
                (None, None) => continue,
            };
            // The operation is executed again after the wait, so `pc` is that of the operation itself.
            let site = thread.frames.last().map(|f| Site { function: f.function, op: f.pc });
            let message = format!("thread {} waits for {what}", self.threads.slots[slot].number - 1);
            notes.push(Note::new(message, site));
        }
        let parked = |slot| self.thread_in(slot).is_some_and(|thread| thread.own.parked.is_some());
        let message = match notes.len() {
            // This is a limitation of the interpreter: built-in functions that call back share one host stack, whichever thread
            // called them.
            _ if (0..self.threads.slots.len()).any(parked) => {
                "no thread can go on: what library functions call in several threads has to return in the order of the calls"
            }
            1 => "deadlock: the only thread waits, and no other thread can wake it",
            _ => "deadlock: all threads wait for one another",
        };
        let mut stop = self.error(message);
        if let Stop::Report(report) = &mut stop {
            report.notes = notes;
        }
        stop
    }
}
