//! `<threads.h>`: C11 threads, implemented by POSIX threads.

use super::errno::{EBUSY, ETIMEDOUT};
use super::lock::{self, Done, Wait};
use super::pthread::{self, Clock, Joined, spawn};
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::thread::lock::{Lock, MutexKind, Sort};

builtins! {
    "thrd_create" = |c| {
        let (to, function, argument, word) = (c.arg(0)?, c.register(1)?, c.register(2)?, c.word());
        match spawn(c, function, &[argument], None, false)? {
            Some(number) => {
                c.state.write_int(to, 0, word, number)?;
                c.give(SUCCESS)
            }
            None => c.give(NO_MEMORY),
        }
    },
    "thrd_join" = |c| {
        let (number, to) = (c.size(0)?, c.arg(1)?);
        match pthread::wait_for(c, number, None)? {
            Joined::Ended(result) => {
                if to.bits != 0 {
                    c.state.write_int(to, 0, 4, result.bits)?;
                }
                c.give(SUCCESS)
            }
            Joined::Waits(then) => Ok(then),
            Joined::Error(_) => c.give(ERROR),
        }
    },
    "thrd_detach" = |c| {
        let number = c.size(0)?;
        pthread::detach(c, number)
    },
    "thrd_current" = |c| {
        let number = c.state.threads.number();
        c.give(number)
    },
    "thrd_equal" = |c| {
        let (a, b) = (c.size(0)?, c.size(1)?);
        c.give((a == b).into())
    },
    "thrd_yield" = pthread::yields,
    "thrd_exit" = |c| {
        let value = c.register(0)?;
        c.state.exit_thread(c.program, value)
    },

    "mtx_init" = |c| {
        let (mutex, kind) = (c.arg(0)?, c.size(1)?);
        let kind = if kind & RECURSIVE != 0 { MutexKind::Recursive } else { MutexKind::Normal };
        c.state.make_lock(mutex, Sort::Mutex, Lock::Mutex { kind, owner: None, count: 0 })?;
        c.give(SUCCESS)
    },
    "mtx_destroy" = |c| {
        lock::destroy_lock(c, Sort::Mutex)?;
        Ok(Then::Return)
    },
    "mtx_lock" = |c| give(c, |c| lock::lock(c, Sort::Mutex, Wait::Long)),
    "mtx_trylock" = |c| give(c, |c| lock::lock(c, Sort::Mutex, Wait::Not)),
    "mtx_timedlock" = |c| give(c, |c| lock::lock(c, Sort::Mutex, Wait::Until(1, Clock::Real))),
    "mtx_unlock" = |c| give(c, |c| lock::unlock(c, Sort::Mutex)),
    "cnd_init" = |c| {
        let condition = c.arg(0)?;
        c.state.make_lock(condition, Sort::Condition, Lock::Condition { mutex: 0 })?;
        c.give(SUCCESS)
    },
    "cnd_destroy" = |c| {
        lock::destroy_lock(c, Sort::Condition)?;
        Ok(Then::Return)
    },
    "cnd_wait" = |c| give(c, |c| lock::wait(c, Wait::Long)),
    "cnd_timedwait" = |c| give(c, |c| lock::wait(c, Wait::Until(2, Clock::Real))),
    "cnd_signal" = |c| give(c, |c| lock::signal(c, false)),
    "cnd_broadcast" = |c| give(c, |c| lock::signal(c, true)),

    "tss_create" = |c| {
        let (to, destructor) = (c.arg(0)?, c.arg(1)?);
        let key = c.state.make_key(destructor);
        c.state.write_int(to, 0, 4, key as u64)?;
        c.give(SUCCESS)
    },
    "tss_delete" = |c| {
        let key = c.size(0)? as usize;
        if let Some(known) = c.state.threads.keys.get_mut(key) {
            *known = None;
        }
        Ok(Then::Return)
    },
    "tss_get" = |c| {
        let key = c.size(0)? as usize;
        pthread::check_key(c, key)?;
        let value = c.state.thread.own.values.get(key).copied().unwrap_or_default();
        c.give_register(value)
    },
    "tss_set" = |c| {
        let (key, value) = (c.size(0)? as usize, c.register(1)?);
        pthread::check_key(c, key)?;
        let known = c.state.set_specific(key, value);
        c.give(if known { SUCCESS } else { ERROR })
    },
}

/// Result codes.
const SUCCESS: u64 = 0;
const BUSY: u64 = 1;
const ERROR: u64 = 2;
const NO_MEMORY: u64 = 3;
const TIMED_OUT: u64 = 4;

/// The flag of recursive mutexes.
const RECURSIVE: u64 = 1;

fn give(c: &mut Call<'_>, run: impl FnOnce(&mut Call<'_>) -> Result<Done, Stop>) -> Result<Then, Stop> {
    match run(c)? {
        Done::Returns(0) => c.give(SUCCESS),
        Done::Returns(EBUSY) => c.give(BUSY),
        Done::Returns(ETIMEDOUT) => c.give(TIMED_OUT),
        Done::Returns(_) => c.give(ERROR),
        Done::Then(then) => Ok(then),
    }
}
