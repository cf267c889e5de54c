//! Functions that sleep.

use super::errno::EINVAL;
use super::pthread::{cancellation_point, time_at};
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::thread::{On, Outcome};

builtins! {
    "sleep" = |c| {
        let seconds = c.size(0)?;
        sleep(c, seconds.saturating_mul(1_000_000_000))
    },
    "usleep" = |c| {
        let microseconds = c.size(0)?;
        sleep(c, microseconds.saturating_mul(1000))
    },
    "nanosleep" = |c| {
        let at = c.arg(0)?;
        let time = time_at(c, at)?;
        sleep(c, time)
    },
    "thrd_sleep" = |c| {
        let at = c.arg(0)?;
        let time = time_at(c, at)?;
        sleep(c, time)
    },
    "clock_nanosleep" = |c| {
        /// `TIMER_ABSTIME`.
        const ABSOLUTE: u64 = 1;
        let (clock, flags, at) = (c.size(0)?, c.size(1)?, c.arg(2)?);
        let time = time_at(c, at)?;
        match clock {
            0 | 1 if flags & ABSOLUTE != 0 => {
                let until = c.state.deadline(time, clock == 0);
                sleep_until(c, until)
            }
            0 | 1 => sleep(c, time),
            _ => c.give(EINVAL as u64),
        }
    },
    "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE" = |c| {
        let (seconds, nanoseconds) = (c.size(0)?, c.size(1)?);
        sleep(c, seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds))
    },
    "pause" = |c| {
        c.state.waited();
        match cancellation_point(c)? {
            Some(then) => Ok(then),
            None => Ok(c.state.wait(On::Time, None, 0)),
        }
    },
}

/// Sleeps for some nanoseconds.
fn sleep(c: &mut Call<'_>, nanoseconds: u64) -> Result<Then, Stop> {
    let until = c.state.monotonic().saturating_add(nanoseconds);
    sleep_until(c, until)
}

fn sleep_until(c: &mut Call<'_>, until: u64) -> Result<Then, Stop> {
    let waited = c.state.waited();
    if let Some(then) = cancellation_point(c)? {
        return Ok(then);
    }
    match waited {
        Some(waited) if waited.outcome == Outcome::TimedOut => c.give(0),
        // A wake-up that does not end the thread is ignored.
        Some(waited) => Ok(c.state.wait(On::Time, waited.until, 0)),
        None => Ok(c.state.wait(On::Time, Some(until), 0)),
    }
}
