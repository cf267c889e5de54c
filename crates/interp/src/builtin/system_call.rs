//! `syscall`: the Linux system calls that libraries make directly, mainly for threads.

use lindworm_ir::triple::{Arch, Triple};

use super::errno::{EAGAIN, EINVAL, ENOSYS, ETIMEDOUT};
use super::pthread::{cancellation_point, time_at};
use super::{Call, Then, builtins};
use crate::run::memory::Access;
use crate::stop::Stop;
use crate::thread::{Manner, On, Outcome};
use crate::value::Reg;

builtins! {
    "syscall" = |c| {
        let number = c.size(0)?;
        let arch = Triple::arch_of(c.program.modules[c.module].triple());
        let known = NUMBERS.iter().find(|&&(of, n, _)| n == number && is(of, arch)).map(|&(_, _, call)| call);
        match known {
            Some(SystemCall::Futex) => futex(c),
            Some(SystemCall::GetTid) => {
                let thread = c.state.threads.number();
                c.give(u64::from(c.state.library.outside.process()) + thread - 1)
            }
            Some(SystemCall::GetRandom) => {
                let args = [c.register(1)?, c.register(2)?, c.register(3)?];
                let done = c.state.call_named(c.program, "getrandom", &args)?;
                c.give_register(done.first().copied().unwrap_or_default())
            }
            Some(SystemCall::Yield) => super::pthread::yields(c),
            Some(SystemCall::MemoryBarrier) => c.give(0),
            None => c.fail(ENOSYS),
        }
    },
}

/// A supported system call.
#[derive(Clone, Copy)]
enum SystemCall {
    Futex,
    GetTid,
    GetRandom,
    Yield,
    MemoryBarrier,
}

/// Architectures with known system call numbers.
#[derive(Clone, Copy)]
enum Numbers {
    X86_64,
    I386,
    /// The common numbers of newer architectures.
    Generic,
}

fn is(numbers: Numbers, arch: Arch) -> bool {
    match numbers {
        Numbers::X86_64 => arch == Arch::X86_64,
        Numbers::I386 => arch == Arch::X86,
        Numbers::Generic => !matches!(arch, Arch::X86_64 | Arch::X86),
    }
}

const NUMBERS: &[(Numbers, u64, SystemCall)] = &[
    (Numbers::X86_64, 24, SystemCall::Yield),
    (Numbers::X86_64, 186, SystemCall::GetTid),
    (Numbers::X86_64, 202, SystemCall::Futex),
    (Numbers::X86_64, 318, SystemCall::GetRandom),
    (Numbers::X86_64, 324, SystemCall::MemoryBarrier),
    (Numbers::I386, 158, SystemCall::Yield),
    (Numbers::I386, 224, SystemCall::GetTid),
    (Numbers::I386, 240, SystemCall::Futex),
    (Numbers::I386, 355, SystemCall::GetRandom),
    (Numbers::I386, 375, SystemCall::MemoryBarrier),
    (Numbers::Generic, 98, SystemCall::Futex),
    (Numbers::Generic, 124, SystemCall::Yield),
    (Numbers::Generic, 178, SystemCall::GetTid),
    (Numbers::Generic, 278, SystemCall::GetRandom),
    (Numbers::Generic, 283, SystemCall::MemoryBarrier),
];

/// `futex(word, operation, value, timeout, other word, value)`.
fn futex(c: &mut Call<'_>) -> Result<Then, Stop> {
    const WAIT: u64 = 0;
    const WAKE: u64 = 1;
    const WAIT_BITSET: u64 = 9;
    const WAKE_BITSET: u64 = 10;
    const CLOCK_REALTIME: u64 = 256;
    let (word, operation, value) = (c.arg(1)?, c.size(2)?, c.size(3)? as u32);
    match operation & 0x7f {
        WAIT | WAIT_BITSET => {
            let until = match c.arg(4)? {
                Reg { bits: 0, .. } => None,
                at => {
                    let time = time_at(c, at)?;
                    Some(match operation & 0x7f {
                        WAIT => c.state.monotonic().saturating_add(time),
                        _ => c.state.deadline(time, operation & CLOCK_REALTIME != 0),
                    })
                }
            };
            match wait(c, word, value, until)? {
                Ok(()) => c.give(0),
                Err(Waits::Then(then)) => Ok(then),
                Err(Waits::Error(error)) => c.fail(error),
            }
        }
        WAKE | WAKE_BITSET => {
            let woken = wake(c, word, value);
            c.give(woken)
        }
        _ => c.fail(ENOSYS),
    }
}

/// The reason why a futex wait does not succeed.
pub(super) enum Waits {
    Then(Then),
    Error(i32),
}

/// Waits on a futex while its word has the given value.
pub(super) fn wait(c: &mut Call<'_>, word: Reg, value: u32, until: Option<u64>) -> Result<Result<(), Waits>, Stop> {
    if let Some(waited) = c.state.waited() {
        if let Some(then) = cancellation_point(c)? {
            return Ok(Err(Waits::Then(then)));
        }
        return Ok(if waited.outcome == Outcome::TimedOut { Err(Waits::Error(ETIMEDOUT)) } else { Ok(()) });
    }
    if c.state.access_as(word, 0, 4, 1, Access::Load, Manner::Atomic)?.is_none() || !word.bits.is_multiple_of(4) {
        return Ok(Err(Waits::Error(EINVAL)));
    }
    match c.state.apart(|state| state.read_int(word, 0, 4))? as u32 == value {
        true => Ok(Err(Waits::Then(c.state.wait(On::Futex(word.bits), until, 0)))),
        false => Ok(Err(Waits::Error(EAGAIN))),
    }
}

/// Wakes up to `count` waiters of a futex, and returns their number.
pub(super) fn wake(c: &mut Call<'_>, word: Reg, count: u32) -> u64 {
    let mut woken = 0;
    while woken < u64::from(count) && c.state.wake_one(On::Futex(word.bits)) {
        woken += 1;
    }
    woken
}
