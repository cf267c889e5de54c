//! Signals sent by the program to itself or by its timer, and their handlers.

use std::time::Duration;

use lindworm_ir::hash::HashMap;

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
        match process == c.state.library.outside.process() as i32 || process == 0 {
            true => raise(c, number),
            false => c.fail(super::errno::EPERM),
        }
    },
    "abort" = |c| {
        c.state.library.signals.blocked &= !(1 << SIGABRT);
        c.state.send_signal(SIGABRT)?;
        // The program ends even if the handler returns.
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
    "sigpending" = |c| {
        let (set, pending) = (c.register(0)?, c.state.library.signals.pending);
        write_set(c, set, pending)?;
        c.give(0)
    },
    "sigsuspend" = |c| {
        let set = c.register(0)?;
        let mask = read_set(c, set)?;
        let was = std::mem::replace(&mut c.state.library.signals.blocked, mask);
        let done = wait(c);
        c.state.library.signals.blocked = was;
        done
    },
    "pause" = wait,
    "sigsetmask" = |c| {
        let mask = c.size(0)? << 1;
        let was = std::mem::replace(&mut c.state.library.signals.blocked, mask);
        c.state.deliver()?;
        c.give(was >> 1)
    },
    "siginterrupt" = |c| c.give(0),
    "sigaltstack" = |c| c.give(0),
    "alarm" = |c| {
        let seconds = c.size(0)?;
        let left = set_timer(c, Duration::from_secs(seconds & u64::from(u32::MAX)), Duration::ZERO);
        c.give(left.0.as_secs() + u64::from(left.0.subsec_nanos() > 0))
    },
    "ualarm" = |c| {
        let (first, every) = (c.size(0)?, c.size(1)?);
        let micros = |n: u64| Duration::from_micros(n & u64::from(u32::MAX));
        let left = set_timer(c, micros(first), micros(every));
        c.give(left.0.as_micros() as u64)
    },
    "setitimer" = |c| {
        let (which, new, old) = (c.int(0)?, c.register(1)?, c.arg(2)?);
        if which != 0 {
            return c.fail(EINVAL);
        }
        let (every, first) = (read_time(c, new, 0)?, read_time(c, new, 1)?);
        let left = set_timer(c, first, every);
        if old.bits != 0 {
            write_time(c, old, 0, left.1)?;
            write_time(c, old, 1, left.0)?;
        }
        c.give(0)
    },
    "getitimer" = |c| {
        let (which, old) = (c.int(0)?, c.register(1)?);
        let (left, every) = if which == 0 { time_left(c) } else { (Duration::ZERO, Duration::ZERO) };
        write_time(c, old, 0, every)?;
        write_time(c, old, 1, left)?;
        c.give(0)
    },
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
const SIGALRM: i32 = 14;
const SIGSTOP: i32 = 19;
/// The largest signal number.
const MAX: i32 = 63;

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

/// Signals that are ignored by default.
const IGNORED: [i32; 4] = [17, 18, 23, 28];

/// The program's signal handling.
#[derive(Default)]
pub(crate) struct Signals {
    actions: HashMap<i32, Action>,
    /// Pending signals, a bit for each.
    pending: u64,
    /// Blocked signals, a bit for each.
    blocked: u64,
    /// The time of the next `SIGALRM`, in terms of [`State::elapsed`], and the interval.
    pub(crate) timer: Option<(Duration, Duration)>,
    /// The `siginfo_t` and the processor context for handlers; the latter is undef.
    information: Option<(Reg, Reg)>,
}

impl Signals {
    /// Whether the program has installed a handler or set the timer.
    pub(crate) fn are_handled(&self) -> bool {
        !self.actions.is_empty() || self.timer.is_some()
    }
}

/// The action for a signal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    /// The handler: 0 for the default, 1 to ignore it.
    handler: Reg,
    /// Whether the handler takes three arguments (`SA_SIGINFO`).
    three: bool,
    /// Whether the handler is reset when it is called (`SA_RESETHAND`).
    once: bool,
    /// Whether the handler may be interrupted by the same signal (`SA_NODEFER`).
    again: bool,
    /// The other signals that are blocked during the handler.
    mask: u64,
}

impl Action {
    const DEFAULT: Action = Action { handler: Reg::int(0), three: false, once: false, again: false, mask: 0 };
}

impl State {
    /// Sends a signal to the program: calls its handler, or ends the program.
    pub(crate) fn send_signal(&mut self, number: i32) -> Result<(), Stop> {
        self.library.signals.pending |= 1 << number;
        self.deliver()
    }

    /// Delivers the pending signals that are not blocked.
    fn deliver(&mut self) -> Result<(), Stop> {
        loop {
            let signals = &mut self.library.signals;
            let ready = signals.pending & !signals.blocked;
            if ready == 0 {
                return Ok(());
            }
            let number = ready.trailing_zeros() as i32;
            signals.pending &= !(1 << number);
            let action = signals.actions.get(&number).copied().unwrap_or(Action::DEFAULT);
            match action.handler.bits {
                0 if IGNORED.contains(&number) => {}
                0 => return Err(Stop::Signal(number)),
                1 => {}
                _ => self.handle(number, action)?,
            }
        }
    }

    fn handle(&mut self, number: i32, action: Action) -> Result<(), Stop> {
        if action.once {
            self.library.signals.actions.remove(&number);
        }
        let mut args = vec![Reg::int(number as u64)];
        if action.three {
            let (information, registers) = self.information(number)?;
            args.extend([information, registers]);
        }
        // A signal is blocked during its handler.
        let was = self.library.signals.blocked;
        self.library.signals.blocked |= action.mask | if action.again { 0 } else { 1 << number };
        let program = self.program.clone();
        let done = self.call_pointer(&program, action.handler, &args);
        self.library.signals.blocked = was;
        done.map(drop)
    }

    /// Writes Linux's `siginfo_t`, and returns it with the memory for the processor context.
    fn information(&mut self, number: i32) -> Result<(Reg, Reg), Stop> {
        let (information, registers) = match self.library.signals.information {
            Some(places) => places,
            None => {
                let places = (self.machine_memory(128, 16)?, self.machine_memory(1024, 16)?);
                self.library.signals.information = Some(places);
                places
            }
        };
        let process = self.library.outside.process();
        let user = self.library.outside.user().0;
        // The signal number, no error, the code of a signal sent by a process, its process and user identifiers.
        for (at, value) in [(0, number as u32), (4, 0), (8, 0), (16, process), (20, user)] {
            self.write_int(information, at, 4, value.into())?;
        }
        Ok((information, registers))
    }

    /// Sends the signal of the timer if it is due.
    pub(crate) fn expire_timer(&mut self) -> Result<(), Stop> {
        let now = self.elapsed();
        match self.library.signals.timer {
            Some((due, every)) if due <= now => {
                self.library.signals.timer = (!every.is_zero()).then(|| (now + every, every));
                self.send_signal(SIGALRM)
            }
            _ => Ok(()),
        }
    }
}

/// The remaining time of the timer, and its interval.
fn time_left(c: &Call<'_>) -> (Duration, Duration) {
    let now = c.state.elapsed();
    c.state
        .library
        .signals
        .timer
        .map_or((Duration::ZERO, Duration::ZERO), |(due, every)| (due.saturating_sub(now), every))
}

/// Sets or stops the timer, and returns the previous remaining time and interval.
fn set_timer(c: &mut Call<'_>, first: Duration, every: Duration) -> (Duration, Duration) {
    let left = time_left(c);
    let due = c.state.elapsed().saturating_add(first);
    c.state.library.signals.timer = (!first.is_zero()).then_some((due, every));
    // The timer is checked when the fuel is used up.
    c.state.end_slice();
    left
}

/// Entry `i` of an array of `struct timeval`.
fn read_time(c: &mut Call<'_>, place: Reg, i: u64) -> Result<Duration, Stop> {
    let word = c.word();
    let at = 2 * i * word;
    let (seconds, micros) = (c.state.read_int(place, at, word)?, c.state.read_int(place, at + word, word)?);
    Ok(Duration::from_secs(seconds).saturating_add(Duration::from_micros(micros)))
}

fn write_time(c: &mut Call<'_>, place: Reg, i: u64, time: Duration) -> Result<(), Stop> {
    let word = c.word();
    let at = 2 * i * word;
    c.state.write_int(place, at, word, time.as_secs())?;
    c.state.write_int(place, at + word, word, time.subsec_micros().into())
}

/// Waits for a signal, which only the timer can send.
fn wait(c: &mut Call<'_>) -> Result<Then, Stop> {
    if c.state.library.signals.pending & !c.state.library.signals.blocked == 0 {
        let Some((due, _)) = c.state.library.signals.timer else {
            return Err(c.state.error("the program waits for a signal that nobody will send"));
        };
        let left = due.saturating_sub(c.state.elapsed());
        c.state.library.outside.sleep(left);
        if c.state.options.isolated {
            // An isolated program's clock does not advance during the wait.
            c.state.library.signals.timer = Some((c.state.elapsed(), time_left(c).1));
        }
        c.state.expire_timer()?;
    }
    c.state.deliver()?;
    c.fail(super::errno::EINTR)
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

/// Whether a program may install a handler for a signal.
fn handled(number: i32) -> bool {
    (1..=MAX).contains(&number) && !matches!(number, SIGKILL | SIGSTOP)
}

fn set_handler(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (number, handler) = (c.int(0)?, c.arg(1)?);
    if !handled(number) {
        c.state.set_errno(EINVAL)?;
        return c.give(u64::MAX);
    }
    let old = c.state.library.signals.actions.insert(number, Action { handler, ..Action::DEFAULT });
    c.give_register(old.unwrap_or(Action::DEFAULT).handler)
}

/// `sigaction`, with Linux's `struct sigaction`: the handler, a signal set of 128 bytes, flags.
fn action(c: &mut Call<'_>) -> Result<Then, Stop> {
    const THREE_ARGUMENTS: u64 = 4;
    const ONCE: u64 = 0x8000_0000;
    const AGAIN: u64 = 0x4000_0000;
    let (number, new, old) = (c.int(0)?, c.arg(1)?, c.arg(2)?);
    if !handled(number) {
        return c.fail(EINVAL);
    }
    let word = c.word();
    let flags_at = word + 128;
    let was = c.state.library.signals.actions.get(&number).copied().unwrap_or(Action::DEFAULT);
    let action = match new.bits {
        0 => None,
        _ => {
            let handler = c.state.read_pointer(new, 0)?;
            let flags = c.state.read_int(new, flags_at, 4)?;
            let mask = read_set(c, super::argument::offset(new, word))?;
            let (three, once, again) = (flags & THREE_ARGUMENTS != 0, flags & ONCE != 0, flags & AGAIN != 0);
            Some(Action { handler, three, once, again, mask })
        }
    };
    if old.bits != 0 {
        c.state.write_bytes(old, &vec![0; flags_at as usize + 16])?;
        c.state.write_pointer(old, 0, was.handler)?;
        let flags = [(was.three, THREE_ARGUMENTS), (was.once, ONCE), (was.again, AGAIN)];
        let flags = flags.iter().filter(|f| f.0).fold(0, |all, f| all | f.1);
        c.state.write_int(old, flags_at, 4, flags)?;
    }
    if let Some(action) = action {
        c.state.library.signals.actions.insert(number, action);
    }
    c.give(0)
}

/// The size of a `sigset_t` in bytes.
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

/// The first signals of a set, a bit for each; the lowest bit is unused.
fn read_set(c: &mut Call<'_>, set: Reg) -> Result<u64, Stop> {
    Ok(c.state.read_int(set, 0, 8)? << 1)
}

fn write_set(c: &mut Call<'_>, set: Reg, signals: u64) -> Result<(), Stop> {
    c.state.write_bytes(set, &[0; SET])?;
    c.state.write_int(set, 0, 8, signals >> 1)
}

/// `sigprocmask`.
fn mask(c: &mut Call<'_>) -> Result<Then, Stop> {
    const BLOCK: i32 = 0;
    const UNBLOCK: i32 = 1;
    const SET_MASK: i32 = 2;
    let (how, new, old) = (c.int(0)?, c.arg(1)?, c.arg(2)?);
    let was = c.state.library.signals.blocked;
    if new.bits != 0 {
        let set = read_set(c, new)?;
        c.state.library.signals.blocked = match how {
            BLOCK => was | set,
            UNBLOCK => was & !set,
            SET_MASK => set,
            _ => return c.fail(EINVAL),
        };
    }
    if old.bits != 0 {
        write_set(c, old, was)?;
    }
    c.state.deliver()?;
    c.give(0)
}
