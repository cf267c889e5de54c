//! Built-in functions: intrinsics, and the library functions that the machine implements.

mod access;
mod allocation;
pub(crate) mod argument;
mod c11_thread;
pub(crate) mod cpp_library;
mod ctype;
mod date;
mod environment;
pub(crate) mod errno;
mod error_category;
mod exception;
mod file;
mod float_text;
mod format;
mod getopt;
pub(crate) mod intrinsic;
mod library;
mod locale;
mod lock;
mod mapping;
mod math;
mod memory;
mod number;
mod process;
mod prototype;
mod pthread;
mod random;
mod rounding;
mod scan;
mod setjmp;
mod signal;
mod sleep;
mod sort;
mod standard_exception;
mod standard_thread;
mod stdio;
mod stream;
mod string;
mod system_call;
#[cfg(test)]
mod tests;
mod time;
mod transfer;
pub(crate) mod variable;
mod wide;
mod zone;

use smallvec::SmallVec;

use crate::decode::op::CallSite;
use crate::program::Program;
use crate::state::State;
use crate::stop::Stop;
use crate::value::Reg;

pub(crate) use library::Library;

/// A built-in function.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// Its symbol, or the base name of an overloaded intrinsic.
    pub name: &'static str,
    /// Whether a host function with the same name is preferred, because this implementation is less exact or differs in the
    /// last place.
    pub approximate: bool,
    /// The implementation.
    pub(crate) run: fn(&mut Call<'_>) -> Result<Then, Stop>,
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A call of a built-in function.
pub struct Call<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a mut State,
    /// The called function.
    pub(crate) builtin: &'static Builtin,
    /// The call site, which determines the types.
    pub(crate) site: &'a CallSite,
    /// The index of the call site in the caller's code; [`FROM_OUTSIDE`](crate::state::FROM_OUTSIDE) or
    /// [`AGAIN`](crate::state::AGAIN) if the machine itself makes the call.
    pub(crate) number: u32,
    /// The module of the call site, for the types of the call.
    pub(crate) module: usize,
    /// One register for each scalar of the arguments.
    pub(crate) args: &'a [Reg],
    /// The registers of the result, initially zero.
    pub(crate) result: SmallVec<[Reg; 4]>,
}

/// The continuation after a built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Returns the result.
    Return,
    /// The thread waits for another thread. The function is called again when the thread is scheduled again.
    Wait,
    /// Control of the thread was transferred, to an exception handler or to a return of `setjmp`.
    Elsewhere,
}

/// The tables of all built-in library functions.
const TABLES: &[&[Builtin]] = &[
    allocation::TABLE,
    c11_thread::TABLE,
    ctype::TABLE,
    environment::TABLE,
    errno::TABLE,
    error_category::TABLE,
    exception::TABLE,
    file::TABLE,
    getopt::TABLE,
    locale::TABLE,
    lock::TABLE,
    mapping::TABLE,
    math::APPROXIMATE,
    math::OF_HOST,
    math::TABLE,
    memory::TABLE,
    number::TABLE,
    process::TABLE,
    process::USERS,
    pthread::TABLE,
    random::TABLE,
    rounding::TABLE,
    scan::TABLE,
    setjmp::TABLE,
    signal::TABLE,
    sleep::TABLE,
    sort::TABLE,
    standard_exception::PLAIN,
    standard_exception::TABLE,
    standard_exception::WITH_MESSAGE,
    standard_thread::TABLE,
    stdio::TABLE,
    string::TABLE,
    system_call::TABLE,
    time::TABLE,
    transfer::TABLE,
    wide::TABLE,
];

impl Builtin {
    /// Whether the function only reads and writes memory that its arguments point to, and `errno`.
    pub(crate) fn only_touches_arguments(&'static self) -> bool {
        [errno::TABLE, memory::TABLE, string::TABLE].iter().any(|t| t.iter().any(|b| b.name == self.name))
    }

    /// Whether the function keeps pointers to its arguments outside of the program's memory.
    pub(crate) fn keeps_arguments(&self) -> bool {
        KEEPERS.contains(&self.name)
    }
}

/// The functions that keep pointers to their arguments.
const KEEPERS: &[&str] = &[
    "__cxa_atexit",
    "__cxa_thread_atexit",
    "__cxa_thread_atexit_impl",
    "__cxa_throw",
    "_Unwind_RaiseException",
    "on_exit",
    "pthread_cleanup_push",
    "pthread_create",
    "pthread_setspecific",
    "putenv",
    "setbuf",
    "setbuffer",
    "setlinebuf",
    "setvbuf",
    "thrd_create",
    "tss_set",
];

/// The library function `name`.
pub(crate) fn library(name: &[u8]) -> Option<&'static Builtin> {
    use std::collections::HashMap;
    use std::sync::LazyLock;
    static INDEX: LazyLock<HashMap<&'static [u8], &'static Builtin>> =
        LazyLock::new(|| TABLES.iter().flat_map(|t| t.iter()).map(|b| (b.name.as_bytes(), b)).collect());
    INDEX.get(name).copied()
}

/// Defines a table of built-in functions, `"name" = function,`: named `TABLE`, or named by the leading identifier for a table
/// of approximate functions.
macro_rules! builtins {
    ($table:ident: $($name:literal = $run:expr,)*) => {
        pub(crate) const $table: &[$crate::builtin::Builtin] = &[
            $($crate::builtin::Builtin { name: $name, approximate: true, run: $run },)*
        ];
    };
    ($($name:literal = $run:expr,)*) => {
        pub(crate) const TABLE: &[$crate::builtin::Builtin] = &[
            $($crate::builtin::Builtin { name: $name, approximate: false, run: $run },)*
        ];
    };
}
pub(crate) use builtins;
