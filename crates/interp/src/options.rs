//! What a user chooses.

use std::path::PathBuf;

/// What undef bits are when they are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndefChoice {
    /// All zero.
    #[default]
    Zero,
    /// All one.
    Ones,
    /// Whatever the seed says, at each use perhaps another.
    Random,
}

/// What happens at undefined behaviour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUndefined {
    /// The program stops.
    #[default]
    Stop,
    /// It is reported, and the program goes on as well as it can.
    Warn,
    /// The program goes on as well as it can.
    Ignore,
}

/// What a data race is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnRace {
    /// What the Language Reference says: a load that races gives an undefined value.
    #[default]
    Undef,
    /// What C, C++ and Rust say: undefined behaviour, where it happens.
    Stop,
}

/// How a program is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// What undef bits are.
    pub undef: UndefChoice,
    /// What choices that the language leaves open depend on: undef bits, the order in which threads run.
    pub seed: u64,
    /// How many steps may be done, all threads together; none for no limit. An operation is one, and so are each 16 bytes or so that
    /// an operation or a library function goes over.
    pub max_steps: Option<u64>,
    /// How many bytes of memory the program may have, with what the machine remembers for its sake; 1 MiB at least.
    pub max_memory: u64,
    /// How many bytes a thread's stack has.
    pub stack_size: u64,
    /// What happens at undefined behaviour.
    pub on_undefined: OnUndefined,
    /// What a data race is.
    pub races: OnRace,
    /// Whether a load from memory that was stored as another type, which `!tbaa` says does not alias, is undefined behaviour. All
    /// accesses to memory become slower.
    pub tbaa: bool,
    /// Whether nothing outside of the machine can be reached: no libraries, no files, no clock, no environment.
    pub isolated: bool,
    /// Libraries of the host in which functions and variables are looked for that the program only declares, before the C
    /// library and those of C++ and Rust. What the machine has itself comes before all.
    pub libraries: Vec<PathBuf>,
    /// Variables of the program's environment, as `NAME=VALUE`: beside those of the host, and in the place of those of the
    /// same name. An isolated program has no others.
    pub environment: Vec<Vec<u8>>,
    /// `vscale`, by which scalable vectors are longer than their type says.
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
