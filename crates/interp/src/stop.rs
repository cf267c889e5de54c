//! Why a program stops.

use std::fmt;

use crate::memory::Kind as ObjectKind;
use crate::typed::Value;
use crate::ub::Kind;
use crate::value::Site;

/// Why a program stops.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// It ended by itself, with this exit code.
    #[error("the program ended with exit code {0}")]
    Exit(i32),
    /// Undefined behaviour, or something that the machine cannot do.
    #[error(transparent)]
    Report(Box<Report>),
    /// A signal that nobody handles, such as that of `abort`: its number.
    #[error("the program was ended by signal {0}")]
    Signal(i32),
    /// Not the end: frames that native code had been called from are gone.
    #[error("an exception left the frames of native code")]
    Unwound,
    /// Not the end: as much was executed as was asked for.
    #[error("the program is paused")]
    Paused,
}

/// What went wrong, and where.
#[derive(Clone)]
#[non_exhaustive]
pub struct Report {
    /// Which undefined behaviour; none if the machine gave up for another reason.
    pub kind: Option<&'static Kind>,
    /// What happened, in one line.
    pub message: String,
    /// What more is to be known, each in a line.
    pub notes: Vec<Note>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Site>,
    /// Of a deep stack, behind which place in `stack` calls are left out, and how many.
    pub left_out: Option<(usize, usize)>,
    /// The access to memory that it is about, or the memory that was freed or raced for.
    pub memory: Option<Accessed>,
    /// The operands of what was being done, but for constants.
    pub operands: Vec<Operand>,
    /// The thread, if there is more than one; the first is 0.
    pub thread: Option<usize>,
    /// The signal that ends the program, of what is no undefined behaviour but cannot go on: SIGSEGV, 11, after a volatile
    /// access to where no memory is.
    pub signal: Option<i32>,
}

/// As [`Display`](fmt::Display): a `main` that returns the error shows this.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// In one line, without places: `UB0101: division by zero`. The `lindworm` crate's `ReportWriter` writes all that there is.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) if kind.title == self.message => write!(f, "{}: {}", kind.code, kind.title),
            Some(kind) => write!(f, "{}: {}: {}", kind.code, kind.title, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Report {}

/// A line of a report, perhaps about a place in the program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Note {
    /// What is said.
    pub message: String,
    /// About which instruction.
    pub site: Option<Site>,
    /// Of the note about the instruction that made a value poison or undefined: how.
    pub origin: Option<Origin>,
}

impl Note {
    pub(crate) fn new(message: impl Into<String>, site: Option<Site>) -> Note {
        Note { message: message.into(), site, origin: None }
    }
}

/// How an instruction made a value poison or undefined.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// A promise was broken.
    Poison {
        /// By which operands, as in `2000000000 + 2000000000 does not fit in i32`.
        operands: Option<String>,
    },
    /// Memory was read that had not been written.
    Undef {
        /// The variable that it belongs to, under its name in the source.
        variable: Option<String>,
    },
    /// Memory was read while another thread wrote it.
    Race,
}

/// A place in memory, and what was done there.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Accessed {
    /// Such as `load` or `store`; empty if the memory was not accessed but freed.
    pub access: &'static str,
    /// The number of bytes.
    pub size: u64,
    /// The object that the pointer points to; none if that is null.
    pub object: Option<Object>,
    /// The distance in bytes from the start of the object, or from null.
    pub offset: i64,
}

/// An operand of an instruction, and what it was.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Operand {
    /// The instruction or argument, of the innermost function of [`Report::stack`].
    pub name: lindworm_ir::Value,
    /// What it was.
    pub value: Value,
    /// Of a pointer, the object that it may access.
    pub object: Option<Object>,
}

/// What a pointer may access: a variable, what an `alloca` or `malloc` made, a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its first address.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// The name of a variable or function.
    pub name: Option<Box<[u8]>>,
    /// The name of a variable in the source, if debug information tells it.
    pub source_name: Option<String>,
    /// What made it, if an instruction did.
    pub begun: Option<Site>,
    /// What ended it.
    pub ended: Option<Site>,
}
