//! `std::thread`, `std::condition_variable` and the implementation of futures: the parts that are not inline in the headers.

use super::lock::{self, Done, Wait};
use super::pthread::{self, Joined};
use super::system_call::{self, Waits};
use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::thread::lock::{Lock, Sort};
use crate::value::Reg;

builtins! {
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE" = start,
    "_ZNSt6thread4joinEv" = |c| {
        let this = c.arg(0)?;
        let number = id(c, this)?;
        match pthread::wait_for(c, number, None)? {
            Joined::Ended(_) => {
                clear_id(c, this)?;
                Ok(Then::Return)
            }
            Joined::Waits(then) => Ok(then),
            Joined::Error(error) => c.throw_system_error(error),
        }
    },
    "_ZNSt6thread6detachEv" = |c| {
        let this = c.arg(0)?;
        let number = id(c, this)?;
        pthread::detach(c, number)?;
        clear_id(c, this)?;
        Ok(Then::Return)
    },
    "_ZNSt6thread20hardware_concurrencyEv" = |c| {
        let count = match c.state.options.isolated {
            true => 1,
            false => std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
        };
        c.give(count)
    },
    "_ZNSt6thread6_StateD2Ev" = |_| Ok(Then::Return),
    "_ZNSt6thread6_StateD1Ev" = |_| Ok(Then::Return),
    "_ZNSt6thread6_StateD0Ev" = |_| Ok(Then::Return),

    "_ZNSt18condition_variableC1Ev" = make_condition,
    "_ZNSt18condition_variableC2Ev" = make_condition,
    "_ZNSt18condition_variableD1Ev" = destroy_condition,
    "_ZNSt18condition_variableD2Ev" = destroy_condition,
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE" = |c| {
        // A `unique_lock` begins with the address of its mutex.
        let lock = c.arg(1)?;
        let mutex = c.state.read_pointer(lock, 0)?;
        finish(c, |c| lock::wait_with(c, mutex, Wait::Long))
    },
    "_ZNSt18condition_variable10notify_oneEv" = |c| finish(c, |c| lock::signal(c, false)),
    "_ZNSt18condition_variable10notify_allEv" = |c| finish(c, |c| lock::signal(c, true)),

    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE" =
        |c| wait_for_word(c, true),
    "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE" =
        |c| wait_for_word(c, false),
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj" = |c| {
        let word = c.arg(0)?;
        system_call::wake(c, word, u32::MAX);
        Ok(Then::Return)
    },
    "__once_proxy" = |c| {
        let variable = c.program.thread_local_named(b"_ZSt11__once_call");
        let Some(variable) = variable else { return Err(c.state.error("there is nothing to call once")) };
        let variable = c.state.thread_local(c.program, variable)?;
        let function = c.state.read_pointer(variable, 0)?;
        c.call_instead(function, &[])
    },

    "_ZNSt13__future_base12_Result_baseC1Ev" = make_result,
    "_ZNSt13__future_base12_Result_baseC2Ev" = make_result,
    "_ZNSt13__future_base12_Result_baseD1Ev" = destroy_result,
    "_ZNSt13__future_base12_Result_baseD2Ev" = destroy_result,
}

/// The thread number of a `std::thread`; 0 if none.
fn id(c: &mut Call<'_>, this: Reg) -> Result<u64, Stop> {
    let word = c.word();
    c.state.read_int(this, 0, word)
}

fn clear_id(c: &mut Call<'_>, this: Reg) -> Result<(), Stop> {
    let word = c.word();
    c.state.write_int(this, 0, word, 0)
}

/// `std::thread::_M_start_thread(this, state, _)`: the thread runs the state object and deletes it afterwards.
fn start(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (this, unique) = (c.arg(0)?, c.arg(1)?);
    let word = c.word();
    let state = c.state.read_pointer(unique, 0)?;
    let table = c.state.read_pointer(state, 0)?;
    let (delete, run) = (c.state.read_pointer(table, word)?, c.state.read_pointer(table, 2 * word)?);
    match pthread::spawn(c, run, &[state], None, false)? {
        Some(number) => {
            c.state.delete_at_end(number, delete, state);
            c.state.write_pointer(unique, 0, Reg::default())?;
            c.state.write_int(this, 0, word, number)?;
            Ok(Then::Return)
        }
        None => c.throw_system_error(super::errno::EAGAIN),
    }
}

/// Completes a C++ function, which throws instead of returning an error, or waits.
fn finish(c: &mut Call<'_>, run: impl FnOnce(&mut Call<'_>) -> Result<Done, Stop>) -> Result<Then, Stop> {
    match run(c)? {
        Done::Returns(0) => Ok(Then::Return),
        Done::Returns(error) => c.throw_system_error(error),
        Done::Then(then) => Ok(then),
    }
}

fn make_condition(c: &mut Call<'_>) -> Result<Then, Stop> {
    let this = c.arg(0)?;
    c.state.make_lock(this, Sort::Condition, Lock::Condition { mutex: 0 })?;
    Ok(Then::Return)
}

fn destroy_condition(c: &mut Call<'_>) -> Result<Then, Stop> {
    lock::destroy_lock(c, Sort::Condition)?;
    Ok(Then::Return)
}

/// `_M_futex_wait_until(this, word, value, has_timeout, seconds, nanoseconds)`: returns false on timeout.
fn wait_for_word(c: &mut Call<'_>, by_calendar: bool) -> Result<Then, Stop> {
    let (word, value, limited) = (c.arg(1)?, c.size(2)? as u32, c.size(3)? & 1 != 0);
    let until = match limited {
        true => {
            let time = c.size(4)?.saturating_mul(1_000_000_000).saturating_add(c.size(5)?);
            Some(c.state.deadline(time, by_calendar))
        }
        false => None,
    };
    match system_call::wait(c, word, value, until)? {
        Err(Waits::Then(then)) => Ok(then),
        Err(Waits::Error(error)) => c.give((error != super::errno::ETIMEDOUT).into()),
        Ok(()) => c.give(1),
    }
}

/// Constructs a `std::__future_base::_Result_base`: a vtable pointer, an `exception_ptr` and a flag.
fn make_result(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (this, word) = (c.arg(0)?, c.word());
    c.state.write_pointer(this, word, Reg::default())?;
    c.state.write_int(this, 2 * word, 1, 0)?;
    Ok(Then::Return)
}

fn destroy_result(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (this, word) = (c.arg(0)?, c.word());
    let object = c.state.read_pointer(this, word)?;
    c.state.release_exception(c.program, object)?;
    Ok(Then::Return)
}
