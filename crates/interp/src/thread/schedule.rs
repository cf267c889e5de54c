//! Who runs: when a thread's slice has ended, or it waits for another.

use super::{Life, Parked};
use crate::program::Program;
use crate::run::Regs;
use crate::state::{State, Thread};
use crate::stop::{Note, Stop};
use crate::value::Site;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// Until a thread has ended, by its number.
    Thread(u64),
    /// For a lock of any sort, by its address.
    Lock(u64),
    /// For a signal of a condition variable, by its address.
    Condition(u64),
    /// For a change of a word in memory that somebody tells of, by its address.
    Futex(u64),
    /// For more than there is in a semaphore, by its address.
    Semaphore(u64),
    /// For others at a barrier, by its address.
    Barrier(u64),
    /// Until something was done that is done once, by its address.
    Once(u64),
    /// For time to pass, or a signal.
    Time,
    /// For another thread to have its turn.
    Turn,
}

impl On {
    /// Whether a thread that waits for this ends when it is asked to.
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

/// How a wait has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It has not.
    Pending,
    /// Somebody has woken the thread.
    Woken,
    /// The time is over.
    TimedOut,
}

/// A wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) on: On,
    /// Until when at most, by [`State::monotonic`].
    pub(crate) until: Option<u64>,
    pub(crate) outcome: Outcome,
    /// How far the function is that waits more than once.
    pub(crate) stage: u32,
}

impl State {
    /// The running thread waits; the function that wants it is called again when the wait has ended.
    pub(crate) fn wait(&mut self, on: On, until: Option<u64>, stage: u32) -> crate::builtin::Then {
        self.thread.own.waiting = Some(Waiting { on, until, outcome: Outcome::Pending, stage });
        crate::builtin::Then::Wait
    }

    /// The wait that the running function was called again after; none if it is called for the first time.
    pub(crate) fn waited(&mut self) -> Option<Waiting> {
        self.thread.own.waiting.take()
    }

    /// Wakes all threads that wait for something.
    pub(crate) fn wake(&mut self, on: On) {
        while self.wake_one(on) {}
    }

    /// Wakes one of the threads that wait for something, whichever the seed says. False if there is none.
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

    /// Wakes those who wait for what is done once: perhaps it was given up.
    pub(crate) fn wake_who_waits_for_once(&mut self) {
        for slot in &mut self.threads.slots {
            if let Life::Waits(thread) = &mut slot.life
                && let Some(waiting) = thread.own.waiting.as_mut().filter(|w| matches!(w.on, On::Once(_)))
            {
                waiting.outcome = Outcome::Woken;
            }
        }
    }

    /// How many threads wait for something.
    pub(crate) fn waiters(&self, on: On) -> usize {
        let waits = |thread: &Thread| thread.own.waiting.is_some_and(|w| w.on == on);
        self.threads.slots.iter().filter(|slot| matches!(&slot.life, Life::Waits(thread) if waits(thread))).count()
    }

    /// The steps that were counted in advance are used up: the limit may be reached, or another thread have its turn. Gives
    /// the result of the innermost call from outside if that has returned meanwhile.
    #[cold]
    pub(crate) fn out_of_fuel(&mut self, program: &Program) -> Result<Option<Regs>, Stop> {
        self.check_limits()?;
        self.look_for_endless_loop();
        let several = self.threads.alive > 1;
        // Short slices and long ones find different mistakes.
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

    /// Another thread may have its turn after the running operation.
    pub(crate) fn may_switch(&mut self) {
        if self.threads.alive > 1 {
            self.end_slice();
        }
    }

    /// The same, at one in so many atomic operations, of which there may be many.
    pub(super) fn may_switch_sometimes(&mut self) {
        const ONE_IN: u64 = 8;
        if self.threads.alive > 1 && self.threads.random().is_multiple_of(ONE_IN) {
            self.end_slice();
        }
    }

    /// Gives back the steps that were counted in advance, so that somebody looks at the next jump or call.
    pub(crate) fn end_slice(&mut self) {
        self.steps_and_fuel -= self.fuel;
        self.fuel = 0;
    }

    /// Chooses who runs next among those who can.
    pub(super) fn switch(&mut self, _program: &Program) -> Result<(), Stop> {
        // Each of these goes over all threads.
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

    /// A thread that has not ended.
    fn thread_in(&self, slot: usize) -> Option<&Thread> {
        match &self.threads.slots[slot].life {
            Life::Runs => Some(&self.thread),
            Life::Waits(thread) => Some(thread),
            _ => None,
        }
    }

    /// Whether a thread can go on.
    fn is_ready(&self, slot: usize) -> bool {
        self.thread_in(slot).is_some_and(|thread| {
            let own = &thread.own;
            let waits = own.waiting.is_some_and(|w| w.outcome == Outcome::Pending && w.on != On::Turn);
            !waits && (own.parked.is_none() || slot == self.threads.owner)
        })
    }

    /// Makes a thread the one that runs.
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

    /// When the first of those who wait for a time at most will not wait any more.
    fn next_deadline(&self) -> Option<u64> {
        (0..self.threads.slots.len())
            .filter_map(|slot| self.thread_in(slot)?.own.waiting.filter(|w| w.outcome == Outcome::Pending)?.until)
            .min()
    }

    /// Ends the waits whose time is over.
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

    /// All threads wait, and nothing will wake one.
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
            // The operation is executed again when the wait has ended.
            let site = thread.frames.last().map(|f| Site { function: f.function, op: f.pc });
            let message = format!("thread {} waits for {what}", self.threads.slots[slot].number - 1);
            notes.push(Note::new(message, site));
        }
        let parked = |slot| self.thread_in(slot).is_some_and(|thread| thread.own.parked.is_some());
        let message = match notes.len() {
            // Not the program's fault: the machine's own functions are on one stack, whichever thread has called them.
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
