//! Synchronization of POSIX threads: mutexes, spin locks, read-write locks, condition variables, barriers, semaphores, and
//! one-time initialization.

use lindworm_ir::instruction::AtomicOrdering;

use super::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT};
use super::pthread::{Clock, cancellation_point, deadline};
use super::{Call, Then, builtins};
use crate::run::memory::Access;
use crate::stop::Stop;
use crate::thread::lock::{Lock, MutexKind, Sort};
use crate::thread::{Manner, On, Outcome};
use crate::ub::library as kinds;
use crate::value::Reg;

builtins! {
    "pthread_mutex_init" = |c| {
        let (mutex, attributes) = (c.arg(0)?, c.arg(1)?);
        let kind = match attributes.bits {
            0 => MutexKind::Normal,
            _ => MutexKind::of(c.state.read_int(attributes, 0, 4)? as u32).unwrap_or_default(),
        };
        c.state.make_lock(mutex, Sort::Mutex, Lock::Mutex { kind, owner: None, count: 0 })?;
        c.give(0)
    },
    "pthread_mutex_destroy" = |c| destroy(c, Sort::Mutex),
    "pthread_mutex_lock" = |c| give(c, |c| lock(c, Sort::Mutex, Wait::Long)),
    "pthread_mutex_trylock" = |c| give(c, |c| lock(c, Sort::Mutex, Wait::Not)),
    "pthread_mutex_timedlock" = |c| give(c, |c| lock(c, Sort::Mutex, Wait::Until(1, Clock::Real))),
    "pthread_mutex_clocklock" = |c| {
        let clock = clock(c, 1)?;
        give(c, |c| lock(c, Sort::Mutex, Wait::Until(2, clock)))
    },
    "pthread_mutex_unlock" = |c| give(c, |c| unlock(c, Sort::Mutex)),
    "pthread_mutex_consistent" = |c| c.give(0),
    "pthread_mutexattr_init" = |c| attribute_init(c),
    "pthread_mutexattr_destroy" = |c| c.give(0),
    "pthread_mutexattr_settype" = |c| {
        let (attributes, kind) = (c.arg(0)?, c.size(1)?);
        match MutexKind::of(kind as u32) {
            Some(_) => {
                c.state.write_int(attributes, 0, 4, kind)?;
                c.give(0)
            }
            None => c.give(EINVAL as u64),
        }
    },
    "pthread_mutexattr_gettype" = |c| {
        let (attributes, to) = (c.arg(0)?, c.arg(1)?);
        let kind = c.state.read_int(attributes, 0, 4)?;
        c.state.write_int(to, 0, 4, kind)?;
        c.give(0)
    },
    "pthread_mutexattr_setpshared" = |c| c.give(0),
    "pthread_mutexattr_setprotocol" = |c| c.give(0),
    "pthread_mutexattr_setrobust" = |c| c.give(0),

    "pthread_spin_init" = |c| {
        let spin = c.arg(0)?;
        let new = Lock::Mutex { kind: MutexKind::Normal, owner: None, count: 0 };
        c.state.make_lock(spin, Sort::Spin, new)?;
        c.give(0)
    },
    "pthread_spin_destroy" = |c| destroy(c, Sort::Spin),
    "pthread_spin_lock" = |c| give(c, |c| lock(c, Sort::Spin, Wait::Long)),
    "pthread_spin_trylock" = |c| give(c, |c| lock(c, Sort::Spin, Wait::Not)),
    "pthread_spin_unlock" = |c| give(c, |c| unlock(c, Sort::Spin)),

    "pthread_rwlock_init" = |c| {
        let at = c.arg(0)?;
        c.state.make_lock(at, Sort::ReadWrite, Lock::ReadWrite { writer: None, readers: Default::default() })?;
        c.give(0)
    },
    "pthread_rwlock_destroy" = |c| destroy(c, Sort::ReadWrite),
    "pthread_rwlock_rdlock" = |c| give(c, |c| read_write(c, false, Wait::Long)),
    "pthread_rwlock_tryrdlock" = |c| give(c, |c| read_write(c, false, Wait::Not)),
    "pthread_rwlock_timedrdlock" = |c| give(c, |c| read_write(c, false, Wait::Until(1, Clock::Real))),
    "pthread_rwlock_clockrdlock" = |c| {
        let clock = clock(c, 1)?;
        give(c, |c| read_write(c, false, Wait::Until(2, clock)))
    },
    "pthread_rwlock_wrlock" = |c| give(c, |c| read_write(c, true, Wait::Long)),
    "pthread_rwlock_trywrlock" = |c| give(c, |c| read_write(c, true, Wait::Not)),
    "pthread_rwlock_timedwrlock" = |c| give(c, |c| read_write(c, true, Wait::Until(1, Clock::Real))),
    "pthread_rwlock_clockwrlock" = |c| {
        let clock = clock(c, 1)?;
        give(c, |c| read_write(c, true, Wait::Until(2, clock)))
    },
    "pthread_rwlock_unlock" = read_write_unlock,
    "pthread_rwlockattr_init" = |c| attribute_init(c),
    "pthread_rwlockattr_destroy" = |c| c.give(0),
    "pthread_rwlockattr_setpshared" = |c| c.give(0),
    "pthread_rwlockattr_setkind_np" = |c| c.give(0),

    "pthread_cond_init" = |c| {
        let (condition, attributes) = (c.arg(0)?, c.arg(1)?);
        c.state.make_lock(condition, Sort::Condition, Lock::Condition { mutex: 0 })?;
        // The clock of timeouts.
        if attributes.bits != 0 {
            let clock = c.state.read_int(attributes, 0, 4)?;
            c.state.write_int(condition, CLOCK_AT, 4, clock)?;
        }
        c.give(0)
    },
    "pthread_cond_destroy" = |c| destroy(c, Sort::Condition),
    "pthread_cond_wait" = |c| give(c, |c| wait(c, Wait::Long)),
    "pthread_cond_timedwait" = |c| {
        let condition = c.arg(0)?;
        let clock = c.state.read_int(condition, CLOCK_AT, 4)?;
        let clock = if clock == MONOTONIC { Clock::Monotonic } else { Clock::Real };
        give(c, |c| wait(c, Wait::Until(2, clock)))
    },
    "pthread_cond_clockwait" = |c| {
        let clock = clock(c, 2)?;
        give(c, |c| wait(c, Wait::Until(3, clock)))
    },
    "pthread_cond_signal" = |c| give(c, |c| signal(c, false)),
    "pthread_cond_broadcast" = |c| give(c, |c| signal(c, true)),
    "pthread_condattr_init" = |c| attribute_init(c),
    "pthread_condattr_destroy" = |c| c.give(0),
    "pthread_condattr_setclock" = |c| {
        let (attributes, clock) = (c.arg(0)?, c.size(1)?);
        c.state.write_int(attributes, 0, 4, clock)?;
        c.give(0)
    },
    "pthread_condattr_getclock" = |c| {
        let (attributes, to) = (c.arg(0)?, c.arg(1)?);
        let clock = c.state.read_int(attributes, 0, 4)?;
        c.state.write_int(to, 0, 4, clock)?;
        c.give(0)
    },
    "pthread_condattr_setpshared" = |c| c.give(0),

    "pthread_barrier_init" = |c| {
        let (barrier, count) = (c.arg(0)?, c.size(2)?);
        if count == 0 {
            return c.give(EINVAL as u64);
        }
        c.state.make_lock(barrier, Sort::Barrier, Lock::Barrier { count, waiting: 0, passed: 0 })?;
        c.give(0)
    },
    "pthread_barrier_destroy" = |c| destroy(c, Sort::Barrier),
    "pthread_barrier_wait" = barrier_wait,
    "pthread_barrierattr_init" = |c| attribute_init(c),
    "pthread_barrierattr_destroy" = |c| c.give(0),
    "pthread_barrierattr_setpshared" = |c| c.give(0),

    "sem_init" = |c| {
        let (semaphore, value) = (c.arg(0)?, c.size(2)?);
        c.state.make_lock(semaphore, Sort::Semaphore, Lock::Semaphore { value })?;
        c.give(0)
    },
    "sem_destroy" = |c| destroy(c, Sort::Semaphore),
    "sem_wait" = |c| semaphore_wait(c, Wait::Long),
    "sem_trywait" = |c| semaphore_wait(c, Wait::Not),
    "sem_timedwait" = |c| semaphore_wait(c, Wait::Until(1, Clock::Real)),
    "sem_clockwait" = |c| {
        let clock = clock(c, 1)?;
        semaphore_wait(c, Wait::Until(2, clock))
    },
    "sem_post" = |c| {
        let at = c.arg(0)?;
        if let Some(Lock::Semaphore { value }) = c.state.lock_at(at, Sort::Semaphore)? {
            *value += 1;
            c.state.release_lock(at.bits);
            c.state.wake_one(On::Semaphore(at.bits));
        }
        c.give(0)
    },
    "sem_getvalue" = |c| {
        let (at, to) = (c.arg(0)?, c.arg(1)?);
        if let Some(&mut Lock::Semaphore { value }) = c.state.lock_at(at, Sort::Semaphore)? {
            c.state.write_int(to, 0, 4, value)?;
        }
        c.give(0)
    },

    "pthread_once" = once,
    "call_once" = once,
    "__cxa_guard_acquire" = guard_acquire,
    "__cxa_guard_release" = |c| guard_end(c, true),
    "__cxa_guard_abort" = |c| guard_end(c, false),
}

/// The offset of the clock in a condition variable.
const CLOCK_AT: u64 = 40;
/// The number of the monotonic clock.
const MONOTONIC: u64 = 1;

/// How long a function waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    Not,
    Long,
    /// Until the time at this argument, of the given clock.
    Until(usize, Clock),
}

/// The outcome of a function: it returns 0 or an error number, or waits.
pub(super) enum Done {
    Returns(i32),
    Then(Then),
}

/// Runs a function and returns its outcome.
pub(super) fn give(c: &mut Call<'_>, run: impl FnOnce(&mut Call<'_>) -> Result<Done, Stop>) -> Result<Then, Stop> {
    match run(c)? {
        Done::Returns(number) => c.give(number as u64),
        Done::Then(then) => Ok(then),
    }
}

fn clock(c: &mut Call<'_>, i: usize) -> Result<Clock, Stop> {
    Ok(if c.size(i)? == MONOTONIC { Clock::Monotonic } else { Clock::Real })
}

fn attribute_init(c: &mut Call<'_>) -> Result<Then, Stop> {
    let attributes = c.arg(0)?;
    c.state.write_int(attributes, 0, 4, 0)?;
    c.give(0)
}

fn destroy(c: &mut Call<'_>, sort: Sort) -> Result<Then, Stop> {
    destroy_lock(c, sort)?;
    c.give(0)
}

pub(super) fn destroy_lock(c: &mut Call<'_>, sort: Sort) -> Result<(), Stop> {
    let at = c.arg(0)?;
    let waiters = match sort {
        Sort::Condition => c.state.waiters(On::Condition(at.bits)),
        Sort::Semaphore => c.state.waiters(On::Semaphore(at.bits)),
        _ => 0,
    };
    c.state.destroy_lock(at, sort, waiters)
}

/// The outcome for a lock held by another thread.
fn busy(c: &mut Call<'_>, on: On, wait: Wait, timed_out: bool) -> Result<Done, Stop> {
    let until = match wait {
        Wait::Not => return Ok(Done::Returns(EBUSY)),
        _ if timed_out => return Ok(Done::Returns(ETIMEDOUT)),
        Wait::Long => None,
        Wait::Until(argument, clock) => Some(deadline(c, argument, clock)?),
    };
    Ok(Done::Then(c.state.wait(on, until, 0)))
}

/// Locks the mutex or spin lock at the first argument.
pub(super) fn lock(c: &mut Call<'_>, sort: Sort, wait: Wait) -> Result<Done, Stop> {
    let at = c.arg(0)?;
    let timed_out = c.state.waited().is_some_and(|w| w.outcome == Outcome::TimedOut);
    let me = c.state.threads.number();
    let Some(Lock::Mutex { kind, owner, count }) = c.state.lock_at(at, sort)? else { return Ok(Done::Returns(0)) };
    match (*owner, *kind) {
        (None, _) => {
            (*owner, *count) = (Some(me), 1);
            c.state.acquire_lock(at.bits);
            Ok(Done::Returns(0))
        }
        (Some(owner), MutexKind::Recursive) if owner == me => {
            *count += 1;
            Ok(Done::Returns(0))
        }
        (Some(owner), MutexKind::ErrorCheck) if owner == me && wait != Wait::Not => Ok(Done::Returns(EDEADLK)),
        _ => busy(c, On::Lock(at.bits), wait, timed_out),
    }
}

/// Unlocks the mutex or spin lock at the first argument.
pub(super) fn unlock(c: &mut Call<'_>, sort: Sort) -> Result<Done, Stop> {
    let at = c.arg(0)?;
    unlock_at(c, at, sort)
}

fn unlock_at(c: &mut Call<'_>, at: Reg, sort: Sort) -> Result<Done, Stop> {
    let me = c.state.threads.number();
    let Some(Lock::Mutex { kind, owner, count }) = c.state.lock_at(at, sort)? else { return Ok(Done::Returns(0)) };
    if *owner != Some(me) {
        if *kind != MutexKind::Normal {
            return Ok(Done::Returns(EPERM));
        }
        let who = match *owner {
            Some(owner) => format!("thread {} has locked it", owner - 1),
            None => "nobody has locked it".into(),
        };
        let message = format!("the lock at {:#x} is unlocked, but {who}", at.bits);
        c.state.undefined(&kinds::MUTEX_UNLOCK, message, Vec::new())?;
        return Ok(Done::Returns(0));
    }
    *count -= 1;
    if *count == 0 {
        *owner = None;
        c.state.release_lock(at.bits);
        c.state.wake(On::Lock(at.bits));
    }
    Ok(Done::Returns(0))
}

fn read_write(c: &mut Call<'_>, write: bool, wait: Wait) -> Result<Done, Stop> {
    let at = c.arg(0)?;
    let timed_out = c.state.waited().is_some_and(|w| w.outcome == Outcome::TimedOut);
    let me = c.state.threads.number();
    let Some(Lock::ReadWrite { writer, readers }) = c.state.lock_at(at, Sort::ReadWrite)? else {
        return Ok(Done::Returns(0));
    };
    if *writer == Some(me) && wait != Wait::Not {
        return Ok(Done::Returns(EDEADLK));
    }
    if writer.is_some() || write && !readers.is_empty() {
        return busy(c, On::Lock(at.bits), wait, timed_out);
    }
    match write {
        true => *writer = Some(me),
        false => *readers.entry(me).or_default() += 1,
    }
    c.state.acquire_lock(at.bits);
    Ok(Done::Returns(0))
}

fn read_write_unlock(c: &mut Call<'_>) -> Result<Then, Stop> {
    let at = c.arg(0)?;
    let me = c.state.threads.number();
    let Some(Lock::ReadWrite { writer, readers }) = c.state.lock_at(at, Sort::ReadWrite)? else { return c.give(0) };
    if *writer == Some(me) {
        *writer = None;
    } else if let Some(count) = readers.get_mut(&me) {
        *count -= 1;
        if *count == 0 {
            readers.remove(&me);
        }
    } else {
        let message = format!("the lock at {:#x} is unlocked, but the thread has not locked it", at.bits);
        c.state.undefined(&kinds::MUTEX_UNLOCK, message, Vec::new())?;
        return c.give(0);
    }
    c.state.release_lock(at.bits);
    c.state.wake(On::Lock(at.bits));
    c.give(0)
}

/// Waits for the condition variable at the first argument, and releases the mutex at the second one meanwhile.
pub(super) fn wait(c: &mut Call<'_>, wait: Wait) -> Result<Done, Stop> {
    let mutex = c.arg(1)?;
    wait_with(c, mutex, wait)
}

/// Waits for a condition variable with the given mutex.
pub(super) fn wait_with(c: &mut Call<'_>, mutex: Reg, wait: Wait) -> Result<Done, Stop> {
    /// The stage after the signal or timeout, in which the mutex is locked again.
    const SIGNALLED: u32 = 1;
    const TIMED_OUT: u32 = 2;
    let condition = c.arg(0)?;
    let me = c.state.threads.number();
    let Some(waited) = c.state.waited() else {
        if let Some(then) = cancellation_point(c)? {
            return Ok(Done::Then(then));
        }
        let waiters = c.state.waiters(On::Condition(condition.bits));
        let Some(Lock::Mutex { owner, .. }) = c.state.lock_at(mutex, Sort::Mutex)? else { return Ok(Done::Returns(0)) };
        let has_it = *owner == Some(me);
        let Some(Lock::Condition { mutex: its }) = c.state.lock_at(condition, Sort::Condition)? else {
            return Ok(Done::Returns(0));
        };
        let other = waiters > 0 && *its != mutex.bits;
        *its = mutex.bits;
        if !has_it || other {
            let message = match has_it {
                false => format!("the thread has not locked the mutex at {:#x}", mutex.bits),
                true => format!("other threads wait with another mutex than the one at {:#x}", mutex.bits),
            };
            c.state.undefined(&kinds::WAIT_WITHOUT_MUTEX, message, Vec::new())?;
            return Ok(Done::Returns(EPERM));
        }
        let until = match wait {
            Wait::Until(argument, clock) => Some(deadline(c, argument, clock)?),
            _ => None,
        };
        unlock_at(c, mutex, Sort::Mutex)?;
        return Ok(Done::Then(c.state.wait(On::Condition(condition.bits), until, 0)));
    };
    let stage = match (waited.stage, waited.outcome) {
        (0, Outcome::TimedOut) => TIMED_OUT,
        (0, _) => SIGNALLED,
        (stage, _) => stage,
    };
    let Some(Lock::Mutex { owner, count, .. }) = c.state.lock_at(mutex, Sort::Mutex)? else {
        return Ok(Done::Returns(0));
    };
    if owner.is_some() {
        return Ok(Done::Then(c.state.wait(On::Lock(mutex.bits), None, stage)));
    }
    (*owner, *count) = (Some(me), 1);
    c.state.acquire_lock(mutex.bits);
    if let Some(then) = cancellation_point(c)? {
        return Ok(Done::Then(then));
    }
    Ok(Done::Returns(if stage == TIMED_OUT { ETIMEDOUT } else { 0 }))
}

/// Wakes one or all waiters of the condition variable at the first argument.
pub(super) fn signal(c: &mut Call<'_>, all: bool) -> Result<Done, Stop> {
    let condition = c.arg(0)?;
    if c.state.lock_at(condition, Sort::Condition)?.is_some() {
        match all {
            true => c.state.wake(On::Condition(condition.bits)),
            false => drop(c.state.wake_one(On::Condition(condition.bits))),
        }
    }
    Ok(Done::Returns(0))
}

fn barrier_wait(c: &mut Call<'_>) -> Result<Then, Stop> {
    /// `PTHREAD_BARRIER_SERIAL_THREAD`.
    const SERIAL: i64 = -1;
    let at = c.arg(0)?;
    let waited = c.state.waited();
    let Some(Lock::Barrier { count, waiting, passed }) = c.state.lock_at(at, Sort::Barrier)? else { return c.give(0) };
    if let Some(waited) = waited {
        if waited.stage == *passed {
            return Ok(c.state.wait(On::Barrier(at.bits), None, waited.stage));
        }
        c.state.acquire_lock(at.bits);
        return c.give(0);
    }
    *waiting += 1;
    let (is_last, stage) = (*waiting == *count, *passed);
    if is_last {
        (*waiting, *passed) = (0, passed.wrapping_add(1));
    }
    c.state.release_lock(at.bits);
    if !is_last {
        return Ok(c.state.wait(On::Barrier(at.bits), None, stage));
    }
    c.state.acquire_lock(at.bits);
    c.state.wake(On::Barrier(at.bits));
    c.give_signed(SERIAL)
}

fn semaphore_wait(c: &mut Call<'_>, wait: Wait) -> Result<Then, Stop> {
    let at = c.arg(0)?;
    let timed_out = c.state.waited().is_some_and(|w| w.outcome == Outcome::TimedOut);
    if let Some(then) = cancellation_point(c)? {
        return Ok(then);
    }
    let Some(Lock::Semaphore { value }) = c.state.lock_at(at, Sort::Semaphore)? else { return c.give(0) };
    if *value > 0 {
        *value -= 1;
        c.state.acquire_lock(at.bits);
        return c.give(0);
    }
    match busy(c, On::Semaphore(at.bits), wait, timed_out)? {
        Done::Returns(EBUSY) => c.fail(EAGAIN),
        Done::Returns(error) => c.fail(error),
        Done::Then(then) => Ok(then),
    }
}

/// `pthread_once(control, function)`: the first caller calls the function, and the others wait. The control is 0 before, 1
/// during, and 2 after the call.
fn once(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (control, function) = (c.arg(0)?, c.arg(1)?);
    c.state.waited();
    if c.state.access_as(control, 0, 4, 4, Access::Store, Manner::Apart)?.is_none() {
        return c.give(0);
    }
    let said = c.state.apart(|state| state.read_int(control, 0, 4))?;
    let doing = c.state.who_does_once(control.bits);
    let depth = c.state.thread.frames.len();
    match said {
        2 => {
            c.state.acquire_lock(control.bits);
            c.give(0)
        }
        1 if doing == Some((c.state.threads.number(), depth)) => {
            c.state.apart(|state| state.write_int(control, 0, 4, 2))?;
            c.state.release_lock(control.bits);
            c.state.wake(On::Once(control.bits));
            c.give(0)
        }
        // The initializing thread may have left the function by an exception.
        1 if doing.is_some_and(|(by, depth)| c.state.is_within(by, depth)) => {
            Ok(c.state.wait(On::Once(control.bits), None, 0))
        }
        0 | 1 => {
            c.state.apart(|state| state.write_int(control, 0, 4, 1))?;
            c.state.acquire_lock(control.bits);
            c.state.begin_once(control.bits);
            c.state.call_and_again(c.program, function, &[])
        }
        _ => {
            let message = format!("there is no control at {:#x}", control.bits);
            c.state.undefined(&kinds::NOT_INITIALIZED, message, Vec::new())?;
            c.give(0)
        }
    }
}

/// `__cxa_guard_acquire(guard)`: returns whether the caller must initialize. The first byte of the guard is set when the
/// initialization is complete, the second while it is in progress, in which case other threads wait.
fn guard_acquire(c: &mut Call<'_>) -> Result<Then, Stop> {
    let guard = c.arg(0)?;
    c.state.waited();
    if c.state.access_as(guard, 0, 2, 1, Access::Store, Manner::Apart)?.is_none() {
        return c.give(0);
    }
    let bytes = c.state.apart(|state| state.read_bytes(guard, 2))?;
    match bytes[..] {
        [0, 0] => {
            c.state.apart(|state| state.write_bytes(guard, &[0, 1]))?;
            c.state.acquire_lock(guard.bits);
            c.state.begin_once(guard.bits);
            c.give(1)
        }
        [0, _] => match c.state.who_does_once(guard.bits) {
            Some((by, _)) if by != c.state.threads.number() => Ok(c.state.wait(On::Once(guard.bits), None, 0)),
            _ => Err(c.state.error("a variable is initialized while it is being initialized")),
        },
        _ => {
            c.state.acquire_lock(guard.bits);
            c.give(0)
        }
    }
}

/// `__cxa_guard_release(guard)` and `__cxa_guard_abort(guard)`. The program reads the first byte by an atomic load.
fn guard_end(c: &mut Call<'_>, done: bool) -> Result<Then, Stop> {
    let guard = c.arg(0)?;
    if c.state.access_as(guard, 0, 1, 1, Access::Store, Manner::Atomic)?.is_some() {
        c.state.apart(|state| state.write_bytes(guard, &[done.into(), 0]))?;
        c.state.release_at(guard.bits, 1, AtomicOrdering::Release, false);
        c.state.release_lock(guard.bits);
        c.state.wake(On::Once(guard.bits));
    }
    Ok(Then::Return)
}
