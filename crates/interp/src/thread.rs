//! Threads of the program. One thread runs at a time, for a number of operations that depends on the seed. Runs with the same
//! seed are identical.

mod atomic;
mod clock;
pub(crate) mod lock;
pub(crate) mod race;
mod schedule;
mod time;

use lindworm_ir::hash::HashMap;

pub(crate) use atomic::Use;
pub(crate) use clock::Clock;
use clock::Moment;
pub(crate) use race::{Manner, Races};
pub(crate) use schedule::{On, Outcome, Waiting};

use crate::limits::Footprint;
use crate::options::OnRace;
use crate::program::Program;
use crate::run::Regs;
use crate::state::{AGAIN, FROM_OUTSIDE, State, Thread};
use crate::stop::Stop;
use crate::value::Reg;

/// The threads of a program.
pub(crate) struct Threads {
    /// By slot. A slot is reused after its thread has ended and can no longer be joined.
    slots: Vec<Slot>,
    /// The slot of the running thread.
    current: usize,
    /// The slot of the thread that made the innermost call from outside, and which alone may return from it.
    owner: usize,
    /// Slots by the thread numbers that programs use.
    numbers: HashMap<u64, usize>,
    last_number: u64,
    /// The number of threads that have not ended.
    alive: usize,
    /// State of the random numbers that determine the schedule.
    random: u64,
    pub(crate) locks: lock::Locks,
    /// The destructors of thread-specific values by key; `None` for free keys.
    pub(crate) keys: Vec<Option<Reg>>,
}

/// The part of a thread's state that is kept whether or not the thread runs.
struct Slot {
    number: u64,
    life: Life,
    detached: bool,
    /// The last moment of the previous thread in the slot; the moments of the next thread are later.
    last: Moment,
}

/// The life cycle of a thread.
enum Life {
    /// The thread runs.
    Runs,
    /// The thread is ready or waits.
    Waits(Box<Thread>),
    /// The thread has ended with this result and clock, and can be joined.
    Ended(Reg, Clock),
    /// The thread has ended and can no longer be joined.
    Gone,
}

/// State of a thread that only concerns threading.
#[derive(Default)]
pub(crate) struct Own {
    /// The current or just completed wait.
    waiting: Option<Waiting>,
    /// The outcome of a call from outside that cannot return yet, because a call of another thread is more deeply nested.
    parked: Option<Parked>,
    /// The number of active calls from outside.
    nested: u32,
    /// The vector clock.
    pub(super) clock: Clock,
    /// The clock at the last release fence.
    fence_released: Clock,
    /// The clock that an acquire fence will join.
    fence_acquires: Clock,
    /// The thread-specific values by key.
    pub(crate) values: Vec<Reg>,
    /// The function that deletes the argument of the thread's function, and the argument.
    deletes: Option<(Reg, Reg)>,
    /// The destructors of thread-local objects, with the objects.
    pub(crate) destructors: Vec<(Reg, Reg)>,
    /// The active buffers of `pthread_cleanup_push`.
    pub(crate) clean_ups: Vec<Reg>,
    /// The argument of `pthread_exit`, and the header of the forced unwind.
    pub(crate) exits: Option<(Reg, Reg)>,
    /// Whether cancellation is requested; whether it is disabled; whether it is asynchronous.
    pub(crate) cancelled: bool,
    pub(crate) ignores_cancel: bool,
    pub(crate) cancels_at_once: bool,
    /// The result of the thread, once its function has returned.
    result: Option<Reg>,
    /// The number of completed rounds of destructors of thread-specific values.
    rounds: u32,
}

/// The outcome of a call from outside.
enum Parked {
    Returned(Regs),
    Unwound,
}

impl Own {
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Own { waiting: _, parked: _, nested: _, clock, fence_released, fence_acquires, values, deletes: _, .. } =
            self;
        let Own { destructors, clean_ups, exits: _, cancelled: _, ignores_cancel: _, cancels_at_once: _, .. } = self;
        let Own { result: _, rounds: _, .. } = self;
        [clock, fence_released, fence_acquires].into_iter().for_each(|clock| clock.footprint(all));
        all.add(values);
        all.add(destructors);
        all.add(clean_ups);
    }
}

impl Threads {
    /// Adds the memory used by all threads but the running one, and by their waits.
    pub(crate) fn footprint(&self, all: &mut Footprint) {
        let Threads { slots, current: _, owner: _, numbers, last_number: _, alive: _, random: _, locks, keys } = self;
        all.add(slots);
        all.each(slots, |all, slot| match &slot.life {
            Life::Waits(thread) => {
                all.add(thread);
                thread.footprint(all);
            }
            Life::Ended(_, clock) => clock.footprint(all),
            Life::Runs | Life::Gone => {}
        });
        all.add(numbers);
        locks.footprint(all);
        all.add(keys);
    }

    /// A table with the main thread.
    pub(crate) fn new(seed: u64) -> Threads {
        Threads {
            slots: vec![Slot { number: 1, life: Life::Runs, detached: false, last: Moment::NONE }],
            current: 0,
            owner: 0,
            numbers: HashMap::from_iter([(1, 0)]),
            last_number: 1,
            alive: 1,
            random: seed ^ 0x5851_f42d_4c95_7f2d,
            locks: lock::Locks::default(),
            keys: Vec::new(),
        }
    }

    /// The number of the running thread, as used by the program.
    pub(crate) fn number(&self) -> u64 {
        self.slots[self.current].number
    }

    /// The number of the running thread for reports; `None` if there is only one thread.
    pub(crate) fn for_report(&self) -> Option<usize> {
        (self.alive > 1).then(|| self.number() as usize - 1)
    }

    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let mixed = (self.random ^ (self.random >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 29)
    }
}

impl State {
    /// Creates a thread that will call `function`. Returns its number; `None` if the maximum number of threads is reached.
    pub(crate) fn spawn(
        &mut self,
        program: &Program,
        function: u32,
        args: &[Reg],
        stack_size: Option<u64>,
        detached: bool,
    ) -> Result<Option<u64>, Stop> {
        let free = self.threads.slots.iter().position(|slot| matches!(slot.life, Life::Gone));
        let slot = free.unwrap_or(self.threads.slots.len());
        let size = stack_size.unwrap_or(self.options.stack_size);
        if slot >= clock::MAX_THREADS {
            return Ok(None);
        }
        let Ok(stack) = self.memory.new_stack(size) else { return Ok(None) };
        // Accounts for the registers and other tables of a new thread.
        self.spend(1 << 10)?;
        self.spend(self.thread.locals.len() as u64 + self.threads.slots.len() as u64)?;
        let limit = self.memory.total_limit();
        let contests = self.options.races == OnRace::Undef;
        self.memory.races.get_or_insert_with(|| Races::new(limit, contests).into());
        let mut clock = self.thread.own.clock.clone();
        let last = free.map_or(Moment::NONE, |free| self.threads.slots[free].last);
        clock.note(last);
        self.advance(&mut clock, slot);
        self.advance_own();
        let mut thread = Thread::new(stack, self.thread.locals.len());
        thread.own.clock = clock;
        let creator = std::mem::replace(&mut self.thread, thread);
        let entered = self.enter(program, function, args, FROM_OUTSIDE);
        let thread = std::mem::replace(&mut self.thread, creator);
        entered?;
        let threads = &mut self.threads;
        threads.last_number += 1;
        let number = threads.last_number;
        let new = Slot { number, life: Life::Waits(Box::new(thread)), detached, last };
        match free {
            Some(free) => threads.slots[free] = new,
            None => threads.slots.push(new),
        }
        threads.numbers.insert(number, slot);
        threads.alive += 1;
        // The slice of the creator ends at the same step as without the new thread.
        Ok(Some(number))
    }

    /// Makes a new thread call `function` with `object` after its own function has returned.
    pub(crate) fn delete_at_end(&mut self, number: u64, function: Reg, object: Reg) {
        if let Some(&slot) = self.threads.numbers.get(&number)
            && let Life::Waits(thread) = &mut self.threads.slots[slot].life
        {
            thread.own.deletes = Some((function, object));
        }
    }

    /// Handles the return of a call from outside. Returns the result if the call is the innermost one. Otherwise parks the
    /// result and switches to another thread, or ends the thread.
    pub(crate) fn returned_outside(&mut self, program: &Program, result: Regs) -> Result<Option<Regs>, Stop> {
        if self.ends() {
            if self.thread.own.result.is_none() {
                self.thread.own.result = Some(result.first().copied().unwrap_or_default());
            }
            self.end_thread(program)?;
        } else if self.threads.current == self.threads.owner {
            return Ok(Some(result));
        } else {
            self.thread.own.parked = Some(Parked::Returned(result));
            self.switch(program)?;
        }
        self.own_result()
    }

    /// Handles the unwinding of frames, possibly beyond calls from outside, of which the innermost one is informed.
    pub(crate) fn unwound(&mut self, program: &Program) -> Result<Option<Regs>, Stop> {
        if self.thread.frames.len() > self.thread.depth {
            return Ok(None);
        }
        if self.ends() || self.thread.own.nested <= self.nested_at_start() && self.thread.frames.is_empty() {
            let exits = self.thread.own.exits.take();
            self.thread.own.result.get_or_insert(exits.map_or(Reg::default(), |(value, _)| value));
            self.end_thread(program)?;
        } else if self.threads.current == self.threads.owner {
            return Err(Stop::Unwound);
        } else {
            self.thread.own.parked = Some(Parked::Unwound);
            self.switch(program)?;
        }
        self.own_result()
    }

    /// The number of calls from outside that are active while the thread's function runs. The function of the first thread is
    /// called from outside itself.
    fn nested_at_start(&self) -> u32 {
        u32::from(self.threads.number() == 1)
    }

    /// Whether the returned function was the thread's function, or a destructor at its end.
    fn ends(&self) -> bool {
        let own = &self.thread.own;
        own.nested == self.nested_at_start()
            && (own.result.is_some() || self.threads.number() != 1)
            && self.thread.frames.is_empty()
    }

    /// Takes the parked outcome of the innermost call from outside, if the running thread made it.
    fn own_result(&mut self) -> Result<Option<Regs>, Stop> {
        if self.threads.current != self.threads.owner {
            return Ok(None);
        }
        match self.thread.own.parked.take() {
            Some(Parked::Returned(result)) => Ok(Some(result)),
            Some(Parked::Unwound) => Err(Stop::Unwound),
            None => Ok(None),
        }
    }

    /// Begins a call from outside in the running thread. Returns the argument of [`State::end_outside`].
    pub(crate) fn begin_outside(&mut self, depth: usize) -> (usize, usize) {
        self.thread.own.nested += 1;
        let owner = std::mem::replace(&mut self.threads.owner, self.threads.current);
        (owner, std::mem::replace(&mut self.thread.depth, depth))
    }

    /// Ends a call from outside.
    pub(crate) fn end_outside(&mut self, (owner, depth): (usize, usize)) {
        // After an error another thread may be running.
        self.thread.own.nested = self.thread.own.nested.saturating_sub(1);
        self.thread.depth = depth;
        self.threads.owner = owner;
    }

    /// Runs the destructors of the thread, then switches to another thread. Each destructor is called as the thread's only
    /// frame; this function is called again when the destructor has returned.
    fn end_thread(&mut self, program: &Program) -> Result<(), Stop> {
        while let Some((function, arg)) = self.next_destructor() {
            if self.call_as_thread(program, function, arg)? {
                return Ok(());
            }
        }
        let site = self.site();
        let result = self.thread.own.result.take().unwrap_or_default();
        // The entries stay: functions that run at the exit of the process after the last thread has ended allocate new copies.
        for i in 0..self.thread.locals.len() {
            if let Some(local) = self.thread.locals[i].take() {
                self.memory_ends(local.meta.provenance())?;
                self.memory.free(local.meta.provenance(), site);
            }
        }
        self.memory.drop_stack(self.thread.stack, site);
        let clock = std::mem::take(&mut self.thread.own.clock);
        let threads = &mut self.threads;
        threads.alive -= 1;
        let (number, current) = (threads.number(), threads.current);
        threads.slots[current].last = clock.now(current);
        threads.slots[current].life = Life::Ended(result, clock);
        if threads.slots[current].detached {
            self.forget_thread(number);
        }
        self.wake(On::Thread(number));
        if self.threads.alive == 0 {
            // The end of the last thread ends the process.
            return match crate::builtin::library(b"exit") {
                Some(_) => self.exit_as_last(program),
                None => Err(Stop::Exit(0)),
            };
        }
        self.switch(program)
    }

    /// The next destructor to run, with its argument.
    fn next_destructor(&mut self) -> Option<(Reg, Reg)> {
        /// `PTHREAD_DESTRUCTOR_ITERATIONS`.
        const ROUNDS: u32 = 4;
        self.count(self.thread.own.values.len() as u64);
        let own = &mut self.thread.own;
        if let Some(next) = own.deletes.take().or_else(|| own.destructors.pop()) {
            return Some(next);
        }
        while own.rounds < ROUNDS {
            for (value, key) in own.values.iter_mut().zip(&self.threads.keys) {
                if let Some(destructor) = key.filter(|d| d.bits != 0)
                    && value.bits != 0
                {
                    return Some((destructor, std::mem::take(value)));
                }
            }
            own.rounds += 1;
        }
        None
    }

    /// Calls a function in a thread without frames. Returns true if a frame was entered.
    fn call_as_thread(&mut self, program: &Program, function: Reg, arg: Reg) -> Result<bool, Stop> {
        match self.function_at(function).filter(|&f| program.functions[f as usize].defined) {
            Some(function) => {
                self.enter(program, function, &[arg], FROM_OUTSIDE)?;
                Ok(true)
            }
            None => {
                self.call_pointer(program, function, &[arg])?;
                Ok(false)
            }
        }
    }

    /// Exits the process after its last thread has ended.
    fn exit_as_last(&mut self, program: &Program) -> Result<(), Stop> {
        let stack = self.memory.new_stack(self.options.stack_size).map_err(|e| Stop::error(e.to_string()))?;
        self.thread.stack = stack;
        self.call_named(program, "exit", &[Reg::int(0)])?;
        Err(Stop::Exit(0))
    }

    /// Ends all threads but the first, which becomes the running thread. Used before a new call of the embedder.
    pub(crate) fn end_other_threads(&mut self) {
        let site = self.site();
        let threads = &mut self.threads;
        if let Some(slot) = threads.slots.first_mut()
            && let Life::Waits(first) = std::mem::replace(&mut slot.life, Life::Runs)
        {
            let last = std::mem::replace(&mut self.thread, *first);
            self.memory.drop_stack(last.stack, site);
        }
        for slot in self.threads.slots.split_off(1.min(self.threads.slots.len())) {
            if let Life::Waits(thread) = slot.life {
                self.memory.drop_stack(thread.stack, site);
            }
        }
        let threads = &mut self.threads;
        threads.numbers.retain(|_, &mut slot| slot == 0);
        (threads.current, threads.owner, threads.alive) = (0, 0, 1);
        self.memory.races = None;
        self.thread.own = Own { values: std::mem::take(&mut self.thread.own.values), ..Own::default() };
    }

    /// The state of thread `number`, if it can be joined or has not ended.
    pub(crate) fn thread_of(&self, number: u64) -> Option<Known> {
        let slot = &self.threads.slots[*self.threads.numbers.get(&number)?];
        (!slot.detached).then_some(match &slot.life {
            Life::Ended(result, _) => Known::Ended(*result),
            _ => Known::Alive,
        })
    }

    /// Whether thread `number` exists and has not ended.
    pub(crate) fn is_alive(&self, number: u64) -> bool {
        let slot = self.threads.numbers.get(&number).map(|&slot| &self.threads.slots[slot].life);
        matches!(slot, Some(Life::Runs | Life::Waits(_)))
    }

    /// Joins a thread that has ended: joins its clock, and releases the thread.
    pub(crate) fn join_ended(&mut self, number: u64) {
        if let Some(&slot) = self.threads.numbers.get(&number)
            && let Life::Ended(_, clock) = &self.threads.slots[slot].life
        {
            self.thread.own.clock.join(clock);
            self.forget_thread(number);
        }
    }

    /// Releases a thread, so that it can no longer be joined.
    pub(crate) fn detach(&mut self, number: u64) {
        if let Some(&slot) = self.threads.numbers.get(&number) {
            self.threads.slots[slot].detached = true;
            if matches!(self.threads.slots[slot].life, Life::Ended(..)) {
                self.forget_thread(number);
            }
        }
    }

    fn forget_thread(&mut self, number: u64) {
        if let Some(slot) = self.threads.numbers.remove(&number) {
            self.threads.slots[slot].life = Life::Gone;
        }
    }

    /// Whether a thread is in a function that was entered on behalf of a call by its frame at `depth`, which is executed again
    /// afterwards.
    pub(crate) fn is_within(&self, number: u64, depth: usize) -> bool {
        let Some(&slot) = self.threads.numbers.get(&number) else { return false };
        let thread = match &self.threads.slots[slot].life {
            Life::Runs => &self.thread,
            Life::Waits(thread) => thread,
            _ => return false,
        };
        thread.frames.get(depth).is_some_and(|frame| frame.call == AGAIN)
    }

    /// Clears the values of a reused key in all threads.
    pub(crate) fn forget_values(&mut self, key: usize) {
        self.count(self.threads.slots.len() as u64);
        let forget = |own: &mut Own| {
            if let Some(value) = own.values.get_mut(key) {
                *value = Reg::default();
            }
        };
        forget(&mut self.thread.own);
        for slot in &mut self.threads.slots {
            if let Life::Waits(thread) = &mut slot.life {
                forget(&mut thread.own);
            }
        }
    }

    /// Runs `done` such that its accesses do not take part in races.
    pub(crate) fn apart<T>(&mut self, done: impl FnOnce(&mut State) -> T) -> T {
        let races = self.memory.races.take();
        let result = done(self);
        self.memory.races = races;
        result
    }

    /// Requests the cancellation of a thread.
    pub(crate) fn cancel(&mut self, number: u64) {
        let Some(&slot) = self.threads.numbers.get(&number) else { return };
        let current = slot == self.threads.current;
        let own = match &mut self.threads.slots[slot].life {
            Life::Runs if current => &mut self.thread.own,
            Life::Waits(thread) => &mut thread.own,
            _ => return,
        };
        own.cancelled = true;
        if let Some(waiting) = own.waiting.as_mut().filter(|w| w.on.is_cancellation_point() && !own.ignores_cancel) {
            waiting.outcome = Outcome::Woken;
        }
    }
}

/// The state of a thread that can be joined or has not ended.
pub(crate) enum Known {
    Alive,
    Ended(Reg),
}
