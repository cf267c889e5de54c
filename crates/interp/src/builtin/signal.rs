//! Signals that a program sends itself, and what it does about them.

use super::errno::EINVAL;
use super::library::Slot;
use super::{Call, Then, builtins};
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "raise" = |c| {
        let number = c.int(0)?;
        raise(c, number)
    },
    "kill" = |c| {
        let (process, number) = (c.int(0)?, c.int(1)?);
        match process == std::process::id() as i32 || process == 0 {
            true => raise(c, number),
            false => c.fail(super::errno::EPERM),
        }
    },
    "abort" = |c| {
        c.state.send_signal(SIGABRT)?;
        // A handler that returns does not stop it.
        Err(Stop::Signal(SIGABRT))
    },
    "signal" = set_handler,
    "__sysv_signal" = set_handler,
    "bsd_signal" = set_handler,
    "ssignal" = set_handler,
    "sigaction" = action,
    "sigemptyset" = |c| fill_set(c, 0),
    "sigfillset" = |c| fill_set(c, 0xff),
    "sigaddset" = |c| change_set(c, true),
    "sigdelset" = |c| change_set(c, false),
    "sigismember" = |c| {
        let (set, number) = (c.register(0)?, c.int(1)?);
        if !(1..=MAX).contains(&number) {
            return c.fail(EINVAL);
        }
        let bit = number as u64 - 1;
        let byte = c.state.read_int(set, bit / 8, 1)?;
        c.give(byte >> (bit % 8) & 1)
    },
    "sigprocmask" = mask,
    "pthread_sigmask" = mask,
    "sigpending" = |c| fill_set(c, 0),
    "siginterrupt" = |c| c.give(0),
    "sigaltstack" = |c| c.give(0),
    "alarm" = |c| c.give(0),
    "setitimer" = |c| c.give(0),
    "strsignal" = |c| {
        let number = c.int(0)?;
        let text = SIGNALS.iter().find(|s| s.0 == number).map_or(format!("Unknown signal {number}"), |s| s.1.into());
        let place = c.state.library_string(Slot::Signal, text.as_bytes())?;
        c.give_register(place)
    },
    "psignal" = |c| {
        let (number, text) = (c.int(0)?, c.path(1)?);
        let name = SIGNALS.iter().find(|s| s.0 == number).map_or(format!("Unknown signal {number}"), |s| s.1.into());
        let line = [&text[..], b": ", name.as_bytes(), b"\n"].concat();
        c.state.put(super::stream::STDERR, &line)?;
        Ok(Then::Return)
    },
    "__libc_current_sigrtmin" = |c| c.give(34),
    "__libc_current_sigrtmax" = |c| c.give(64),
}

pub(crate) const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
pub(crate) const SIGPIPE: i32 = 13;
const SIGSTOP: i32 = 19;
/// The largest number of a signal.
const MAX: i32 = 64;

/// Numbers and names of Linux's signals.
const SIGNALS: &[(i32, &str)] = &[
    (1, "Hangup"),
    (2, "Interrupt"),
    (3, "Quit"),
    (4, "Illegal instruction"),
    (5, "Trace/breakpoint trap"),
    (6, "Aborted"),
    (7, "Bus error"),
    (8, "Floating point exception"),
    (9, "Killed"),
    (10, "User defined signal 1"),
    (11, "Segmentation fault"),
    (12, "User defined signal 2"),
    (13, "Broken pipe"),
    (14, "Alarm clock"),
    (15, "Terminated"),
    (16, "Stack fault"),
    (17, "Child exited"),
    (18, "Continued"),
    (19, "Stopped (signal)"),
    (20, "Stopped"),
    (21, "Stopped (tty input)"),
    (22, "Stopped (tty output)"),
    (23, "Urgent I/O condition"),
    (24, "CPU time limit exceeded"),
    (25, "File size limit exceeded"),
    (26, "Virtual timer expired"),
    (27, "Profiling timer expired"),
    (28, "Window changed"),
    (29, "I/O possible"),
    (30, "Power failure"),
    (31, "Bad system call"),
];

/// Those that do nothing if nobody handles them.
const IGNORED: [i32; 4] = [17, 18, 23, 28];

/// What happens on a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// The handler: 0 for the default, 1 to ignore it.
    handler: Reg,
    /// Whether the handler takes three arguments.
    three: bool,
    /// Whether it is forgotten when it is called.
    once: bool,
}

impl Action {
    const DEFAULT: Action = Action { handler: Reg::int(0), three: false, once: false };
}

impl State {
    /// Sends the program a signal: calls its handler, or stops it.
    pub(crate) fn send_signal(&mut self, number: i32) -> Result<(), Stop> {
        let action = self.library.signals.get(&number).copied().unwrap_or(Action::DEFAULT);
        match action.handler.bits {
            0 if IGNORED.contains(&number) => Ok(()),
            0 => Err(Stop::Signal(number)),
            1 => Ok(()),
            _ => {
                if action.once {
                    self.library.signals.remove(&number);
                }
                let Some(function) = self.function_at(action.handler) else {
                    return Err(self.error(format!("the handler of signal {number} is no function")));
                };
                let program = self.program.clone();
                let mut args = vec![Reg::int(number as u64)];
                if action.three {
                    args.extend([Reg::int(0), Reg::int(0)]);
                }
                self.call_back(&program, function, &args)?;
                Ok(())
            }
        }
    }
}

fn raise(c: &mut Call<'_>, number: i32) -> Result<Then, Stop> {
    if !(0..=MAX).contains(&number) {
        return c.fail(EINVAL);
    }
    if number != 0 {
        c.state.send_signal(number)?;
    }
    c.give(0)
}

/// Whether a program may handle a signal.
fn handled(number: i32) -> bool {
    (1..=MAX).contains(&number) && !matches!(number, SIGKILL | SIGSTOP)
}

fn set_handler(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (number, handler) = (c.int(0)?, c.arg(1)?);
    if !handled(number) {
        c.state.set_errno(EINVAL)?;
        return c.give(u64::MAX);
    }
    let old = c.state.library.signals.insert(number, Action { handler, ..Action::DEFAULT });
    c.give_register(old.unwrap_or(Action::DEFAULT).handler)
}

/// `sigaction`, with Linux's `struct sigaction`: the handler, a set of signals of 128 bytes, flags.
fn action(c: &mut Call<'_>) -> Result<Then, Stop> {
    const THREE_ARGUMENTS: u64 = 4;
    const ONCE: u64 = 0x8000_0000;
    let (number, new, old) = (c.int(0)?, c.arg(1)?, c.arg(2)?);
    if !handled(number) {
        return c.fail(EINVAL);
    }
    let word = c.word();
    let flags_at = word + 128;
    let was = c.state.library.signals.get(&number).copied().unwrap_or(Action::DEFAULT);
    let action = match new.bits {
        0 => None,
        _ => {
            let handler = c.state.read_pointer(new, 0)?;
            let flags = c.state.read_int(new, flags_at, 4)?;
            Some(Action { handler, three: flags & THREE_ARGUMENTS != 0, once: flags & ONCE != 0 })
        }
    };
    if old.bits != 0 {
        c.state.write_bytes(old, &vec![0; flags_at as usize + 16])?;
        c.state.write_pointer(old, 0, was.handler)?;
        let flags = if was.three { THREE_ARGUMENTS } else { 0 } | if was.once { ONCE } else { 0 };
        c.state.write_int(old, flags_at, 4, flags)?;
    }
    if let Some(action) = action {
        c.state.library.signals.insert(number, action);
    }
    c.give(0)
}

/// Bytes of a `sigset_t`.
const SET: usize = 128;

fn fill_set(c: &mut Call<'_>, byte: u8) -> Result<Then, Stop> {
    let set = c.register(0)?;
    c.state.write_bytes(set, &[byte; SET])?;
    c.give(0)
}

fn change_set(c: &mut Call<'_>, to: bool) -> Result<Then, Stop> {
    let (set, number) = (c.register(0)?, c.int(1)?);
    if !(1..=MAX).contains(&number) {
        return c.fail(EINVAL);
    }
    let bit = number as u64 - 1;
    let byte = c.state.read_int(set, bit / 8, 1)?;
    let one = 1 << (bit % 8);
    c.state.write_int(set, bit / 8, 1, if to { byte | one } else { byte & !one })?;
    c.give(0)
}

/// `sigprocmask`: signals come only when the program sends them, and so are never in the way.
fn mask(c: &mut Call<'_>) -> Result<Then, Stop> {
    let old = c.arg(2)?;
    if old.bits != 0 {
        c.state.write_bytes(old, &[0; SET])?;
    }
    c.give(0)
}
