//! The options of a run.

use std::path::PathBuf;

/// The choice of undef bits at a use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndefChoice {
    /// All bits are zero.
    #[default]
    Zero,
    /// All bits are one.
    Ones,
    /// Each use may yield different bits, depending on the seed.
    Random,
}

/// The reaction to undefined behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUndefined {
    /// The program stops.
    #[default]
    Stop,
    /// The undefined behaviour is reported, and the program continues on a best-effort basis.
    Warn,
    /// The program continues on a best-effort basis.
    Ignore,
}

/// The effect of a data race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnRace {
    /// As in the Language Reference: a racing load yields undef.
    #[default]
    Undef,
    /// As in C, C++ and Rust: undefined behaviour at the race.
    Stop,
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The choice of undef bits.
    pub undef: UndefChoice,
    /// The seed of nondeterministic choices: undef bits and the order in which threads run.
    pub seed: u64,
    /// The maximum number of steps of all threads; `None` for no limit. An operation counts as one step, and so does each chunk
    /// of about 16 bytes that an operation or library function processes.
    pub max_steps: Option<u64>,
    /// The maximum number of bytes of memory, including the interpreter's tables for the program; at least 1 MiB.
    pub max_memory: u64,
    /// The size in bytes of a thread's stack.
    pub stack_size: u64,
    /// The reaction to undefined behaviour.
    pub on_undefined: OnUndefined,
    /// The effect of a data race.
    pub races: OnRace,
    /// Whether a load of memory that was stored with a different type, which does not alias according to `!tbaa`, is undefined
    /// behaviour. Slows down all memory accesses.
    pub tbaa: bool,
    /// Whether the program has no access to the host: no libraries, files, clock or environment.
    pub isolated: bool,
    /// Host libraries that are searched for functions and variables which the program only declares, before the C, C++ and Rust
    /// libraries. Built-in functions take precedence over all libraries.
    pub libraries: Vec<PathBuf>,
    /// Environment variables as `NAME=VALUE`, in addition to those of the host, which they override. An isolated program has
    /// only these variables.
    pub environment: Vec<Vec<u8>>,
    /// `vscale`, the multiple of the minimum element count of scalable vectors.
    pub vscale: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            undef: UndefChoice::Zero,
            seed: 0,
            max_steps: None,
            max_memory: 4 << 30,
            stack_size: 8 << 20,
            on_undefined: OnUndefined::Stop,
            races: OnRace::Undef,
            tbaa: false,
            isolated: false,
            libraries: Vec::new(),
            environment: Vec::new(),
            vscale: 1,
        }
    }
}
