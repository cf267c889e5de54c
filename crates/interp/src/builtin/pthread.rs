//! POSIX threads: threads, their attributes, thread-specific values. Locks are in [`super::lock`].

use super::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT};
use super::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::thread::{Known, On, Outcome};
use crate::ub::{call as call_kinds, library as kinds};
use crate::value::Reg;

builtins! {
    "pthread_create" = create,
    "pthread_join" = |c| join(c, None),
    "pthread_tryjoin_np" = |c| {
        let number = c.size(0)?;
        match c.state.thread_of(number) {
            Some(Known::Alive) => c.give(EBUSY as u64),
            _ => join(c, None),
        }
    },
    "pthread_timedjoin_np" = |c| {
        let until = deadline(c, 2, Clock::Real)?;
        join(c, Some(until))
    },
    "pthread_detach" = |c| {
        let number = c.size(0)?;
        detach(c, number)
    },
    "pthread_exit" = |c| {
        let value = c.register(0)?;
        c.state.exit_thread(c.program, value)
    },
    "pthread_self" = |c| {
        let number = c.state.threads.number();
        c.give(number)
    },
    "pthread_equal" = |c| {
        let (a, b) = (c.size(0)?, c.size(1)?);
        c.give((a == b).into())
    },
    "pthread_yield" = yields,
    "sched_yield" = yields,
    "pthread_cancel" = |c| {
        let number = c.size(0)?;
        if !c.state.is_alive(number) {
            return c.give(ESRCH as u64);
        }
        c.state.cancel(number);
        match number == c.state.threads.number() && c.state.thread.own.cancels_at_once {
            true => cancellation_point(c).map(|then| then.unwrap_or(Then::Return)),
            false => c.give(0),
        }
    },
    "pthread_testcancel" = |c| Ok(cancellation_point(c)?.unwrap_or(Then::Return)),
    "pthread_setcancelstate" = |c| {
        let (ignore, old) = (c.int(0)? != 0, c.arg(1)?);
        let was = std::mem::replace(&mut c.state.thread.own.ignores_cancel, ignore);
        give_old(c, old, was)
    },
    "pthread_setcanceltype" = |c| {
        let (at_once, old) = (c.int(0)? != 0, c.arg(1)?);
        let was = std::mem::replace(&mut c.state.thread.own.cancels_at_once, at_once);
        give_old(c, old, was)
    },
    "__pthread_register_cancel" = |c| {
        let buffer = c.arg(0)?;
        c.state.thread.own.clean_ups.push(buffer);
        Ok(Then::Return)
    },
    "__pthread_unregister_cancel" = |c| {
        c.state.thread.own.clean_ups.pop();
        Ok(Then::Return)
    },
    "__pthread_unwind_next" = |c| c.state.go_on_exiting(c.program),
    "pthread_atfork" = |c| c.give(0),
    "__register_atfork" = |c| c.give(0),
    "pthread_getconcurrency" = |c| c.give(0),
    "pthread_setconcurrency" = |c| c.give(0),
    "pthread_setname_np" = |c| c.give(0),
    "pthread_getname_np" = |c| {
        let (to, room) = (c.arg(1)?, c.size(2)?);
        if room > 0 {
            c.state.write_bytes(to, &[0])?;
        }
        c.give(0)
    },
    "pthread_kill" = |c| {
        let (number, signal) = (c.size(0)?, c.int(1)?);
        match (c.state.is_alive(number), signal) {
            (false, _) => c.give(ESRCH as u64),
            (true, 0) => c.give(0),
            (true, _) => {
                c.state.call_named(c.program, "raise", &[Reg::int(signal as u64)])?;
                c.give(0)
            }
        }
    },

    "pthread_attr_init" = |c| {
        let (attributes, size) = (c.arg(0)?, c.state.options.stack_size);
        fill(c, attributes, size)?;
        c.give(0)
    },
    "pthread_attr_destroy" = |c| c.give(0),
    "pthread_getattr_np" = |c| {
        let (_, attributes) = (c.size(0)?, c.arg(1)?);
        let (base, size) = c.state.memory.stack_block(c.state.thread.stack);
        fill(c, attributes, size)?;
        let word = c.word();
        c.state.write_int(attributes, STACK_ADDRESS * word, word, base)?;
        c.give(0)
    },
    "pthread_attr_setstacksize" = |c| set_attribute(c, STACK_SIZE),
    "pthread_attr_getstacksize" = |c| get_attribute(c, STACK_SIZE, false),
    "pthread_attr_setdetachstate" = |c| set_attribute(c, DETACHED),
    "pthread_attr_getdetachstate" = |c| get_attribute(c, DETACHED, true),
    "pthread_attr_setguardsize" = |c| set_attribute(c, GUARD_SIZE),
    "pthread_attr_getguardsize" = |c| get_attribute(c, GUARD_SIZE, false),
    "pthread_attr_getstack" = |c| {
        let (attributes, address, size, word) = (c.arg(0)?, c.arg(1)?, c.arg(2)?, c.word());
        for (to, which) in [(address, STACK_ADDRESS), (size, STACK_SIZE)] {
            let value = c.state.read_int(attributes, which * word, word)?;
            c.state.write_int(to, 0, word, value)?;
        }
        c.give(0)
    },
    "pthread_attr_setstack" = |c| {
        // The machine allocates its own stacks.
        let (attributes, size, word) = (c.arg(0)?, c.size(2)?, c.word());
        c.state.write_int(attributes, STACK_SIZE * word, word, size)?;
        c.give(0)
    },
    "pthread_attr_setscope" = |c| c.give(0),
    "pthread_attr_setinheritsched" = |c| c.give(0),
    "pthread_attr_setschedpolicy" = |c| c.give(0),
    "pthread_attr_setschedparam" = |c| c.give(0),
    "pthread_attr_setaffinity_np" = |c| c.give(0),
    "pthread_setaffinity_np" = |c| c.give(0),
    "pthread_setschedparam" = |c| c.give(0),

    "pthread_key_create" = key_create,
    "__pthread_key_create" = key_create,
    "pthread_key_delete" = |c| {
        let key = c.size(0)? as usize;
        match c.state.threads.keys.get_mut(key) {
            Some(known @ Some(_)) => {
                *known = None;
                c.give(0)
            }
            _ => c.give(EINVAL as u64),
        }
    },
    "pthread_getspecific" = |c| {
        let key = c.size(0)? as usize;
        check_key(c, key)?;
        let value = c.state.thread.own.values.get(key).copied().unwrap_or_default();
        c.give_register(value)
    },
    "pthread_setspecific" = |c| {
        let (key, value) = (c.size(0)? as usize, c.register(1)?);
        check_key(c, key)?;
        let known = c.state.set_specific(key, value);
        c.give(if known { 0 } else { EINVAL as u64 })
    },
    "__cxa_thread_atexit" = at_thread_exit,
    "__cxa_thread_atexit_impl" = at_thread_exit,
}

/// The word indices of fields of `pthread_attr_t`.
const STACK_SIZE: u64 = 0;
const DETACHED: u64 = 1;
const GUARD_SIZE: u64 = 2;
const STACK_ADDRESS: u64 = 3;

fn fill(c: &mut Call<'_>, attributes: Reg, stack_size: u64) -> Result<(), Stop> {
    let word = c.word();
    let values = [(STACK_SIZE, stack_size), (DETACHED, 0), (GUARD_SIZE, 4096), (STACK_ADDRESS, 0)];
    values.into_iter().try_for_each(|(which, value)| c.state.write_int(attributes, which * word, word, value))
}

fn set_attribute(c: &mut Call<'_>, which: u64) -> Result<Then, Stop> {
    let (attributes, value, word) = (c.arg(0)?, c.size(1)?, c.word());
    c.state.write_int(attributes, which * word, word, value)?;
    c.give(0)
}

fn get_attribute(c: &mut Call<'_>, which: u64, is_int: bool) -> Result<Then, Stop> {
    let (attributes, to, word) = (c.arg(0)?, c.arg(1)?, c.word());
    let value = c.state.read_int(attributes, which * word, word)?;
    c.state.write_int(to, 0, if is_int { 4 } else { word }, value)?;
    c.give(0)
}

/// `pthread_create(number, attributes, function, argument)`.
fn create(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (to, attributes, function, argument) = (c.arg(0)?, c.arg(1)?, c.register(2)?, c.register(3)?);
    let word = c.word();
    let (mut stack_size, mut detached) = (None, false);
    if attributes.bits != 0 {
        stack_size = Some(c.state.read_int(attributes, STACK_SIZE * word, word)?);
        detached = c.state.read_int(attributes, DETACHED * word, word)? != 0;
    }
    match spawn(c, function, &[argument], stack_size, detached)? {
        Some(number) => {
            c.state.write_int(to, 0, word, number)?;
            c.give(0)
        }
        None => c.give(EAGAIN as u64),
    }
}

/// Creates a thread that calls a function; `None` if the maximum number of threads is reached.
pub(super) fn spawn(
    c: &mut Call<'_>,
    function: Reg,
    args: &[Reg],
    stack_size: Option<u64>,
    detached: bool,
) -> Result<Option<u64>, Stop> {
    let Some(number) = c.state.function_at(function).filter(|&f| c.program.functions[f as usize].defined) else {
        let message = format!("there is no function of the program at {:#x} that a thread could run", function.bits);
        c.state.undefined(&call_kinds::CALL_NO_FUNCTION, message, Vec::new())?;
        return Ok(None);
    };
    let made = c.state.spawn(c.program, number, args, stack_size, detached)?;
    if made.is_some() {
        c.state.may_switch();
    }
    Ok(made)
}

/// Waits for the end of the thread in the first argument, and stores its result at the second.
fn join(c: &mut Call<'_>, until: Option<u64>) -> Result<Then, Stop> {
    let (number, to, word) = (c.size(0)?, c.arg(1)?, c.word());
    match wait_for(c, number, until)? {
        Joined::Ended(result) => {
            if to.bits != 0 {
                c.state.write_value_of_pointer(to, result, word)?;
            }
            c.give(0)
        }
        Joined::Waits(then) => Ok(then),
        Joined::Error(error) => c.give(error as u64),
    }
}

/// The outcome of joining a thread.
pub(super) enum Joined {
    Ended(Reg),
    Waits(Then),
    Error(i32),
}

pub(super) fn wait_for(c: &mut Call<'_>, number: u64, until: Option<u64>) -> Result<Joined, Stop> {
    let waited = c.state.waited();
    if let Some(then) = cancellation_point(c)? {
        return Ok(Joined::Waits(then));
    }
    if number == c.state.threads.number() {
        return Ok(Joined::Error(EDEADLK));
    }
    match c.state.thread_of(number) {
        Some(Known::Ended(result)) => {
            c.state.join_ended(number);
            Ok(Joined::Ended(result))
        }
        Some(Known::Alive) if waited.is_some_and(|w| w.outcome == Outcome::TimedOut) => Ok(Joined::Error(ETIMEDOUT)),
        Some(Known::Alive) => Ok(Joined::Waits(c.state.wait(On::Thread(number), until, 0))),
        None => {
            let message = format!("there is no thread {number} that could be joined");
            c.state.undefined(&kinds::JOIN, message, Vec::new())?;
            Ok(Joined::Error(ESRCH))
        }
    }
}

pub(super) fn detach(c: &mut Call<'_>, number: u64) -> Result<Then, Stop> {
    match c.state.thread_of(number) {
        Some(_) => {
            c.state.detach(number);
            c.give(0)
        }
        None => {
            let message = format!("there is no thread {number} that could be detached");
            c.state.undefined(&kinds::JOIN, message, Vec::new())?;
            c.give(ESRCH as u64)
        }
    }
}

/// Yields to other threads.
pub(super) fn yields(c: &mut Call<'_>) -> Result<Then, Stop> {
    c.state.may_switch();
    c.give(0)
}

/// A cancellation point: ends the thread if its cancellation is requested.
pub(super) fn cancellation_point(c: &mut Call<'_>) -> Result<Option<Then>, Stop> {
    /// `PTHREAD_CANCELED`.
    const CANCELED: Reg = Reg::int(u64::MAX);
    let own = &mut c.state.thread.own;
    if !own.cancelled || own.ignores_cancel || own.exits.is_some() {
        return Ok(None);
    }
    c.state.exit_thread(c.program, CANCELED).map(Some)
}

fn give_old(c: &mut Call<'_>, to: Reg, was: bool) -> Result<Then, Stop> {
    if to.bits != 0 {
        c.state.write_int(to, 0, 4, was.into())?;
    }
    c.give(0)
}

/// `pthread_key_create(key, destructor)`.
fn key_create(c: &mut Call<'_>) -> Result<Then, Stop> {
    /// `PTHREAD_KEYS_MAX`.
    const MAX_KEYS: usize = 1024;
    let (to, destructor) = (c.arg(0)?, c.arg(1)?);
    match c.state.make_key(destructor) {
        key if key < MAX_KEYS => {
            c.state.write_int(to, 0, 4, key as u64)?;
            c.give(0)
        }
        key => {
            c.state.threads.keys[key] = None;
            c.give(EAGAIN as u64)
        }
    }
}

pub(super) fn check_key(c: &mut Call<'_>, key: usize) -> Result<(), Stop> {
    match c.state.threads.keys.get(key) {
        Some(Some(_)) => Ok(()),
        _ => {
            let message = format!("there is no key {key}");
            c.state.undefined(&kinds::NOT_INITIALIZED, message, Vec::new())
        }
    }
}

/// `__cxa_thread_atexit(destructor, object, library)`.
fn at_thread_exit(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (destructor, object) = (c.arg(0)?, c.register(1)?);
    c.state.thread.own.destructors.push((destructor, object));
    c.give(0)
}

/// The clock of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    Real,
    Monotonic,
}

/// The deadline of a wait until the `struct timespec` at argument `i`, of the given clock.
pub(super) fn deadline(c: &mut Call<'_>, i: usize, clock: Clock) -> Result<u64, Stop> {
    let at = c.arg(i)?;
    let nanoseconds = time_at(c, at)?;
    Ok(c.state.deadline(nanoseconds, clock == Clock::Real))
}

/// The nanoseconds of a `struct timespec`.
pub(super) fn time_at(c: &mut Call<'_>, at: Reg) -> Result<u64, Stop> {
    let word = c.word();
    let (seconds, rest) = (c.state.read_int(at, 0, word)?, c.state.read_int(at, word, word)?);
    Ok(seconds.saturating_mul(1_000_000_000).saturating_add(rest))
}

impl State {
    /// Creates a key with a destructor for its values.
    pub(crate) fn make_key(&mut self, destructor: Reg) -> usize {
        let keys = &mut self.threads.keys;
        match keys.iter().position(Option::is_none) {
            Some(free) => {
                keys[free] = Some(destructor);
                self.forget_values(free);
                free
            }
            None => {
                keys.push(Some(destructor));
                keys.len() - 1
            }
        }
    }

    /// Sets the running thread's value of a key. Returns false if the key does not exist.
    pub(crate) fn set_specific(&mut self, key: usize, value: Reg) -> bool {
        if !matches!(self.threads.keys.get(key), Some(Some(_))) {
            return false;
        }
        let values = &mut self.thread.own.values;
        if values.len() <= key {
            values.resize(key + 1, Reg::default());
        }
        values[key] = value;
        true
    }

    /// Stores a register of pointer size.
    fn write_value_of_pointer(&mut self, to: Reg, value: Reg, word: u64) -> Result<(), Stop> {
        self.store(word as u32 * 8, true, value, to, 0, 1)
    }
}
