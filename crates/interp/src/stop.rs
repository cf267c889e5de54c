//! The reasons why a program stops, and reports.

use std::fmt;

use crate::memory::Kind as ObjectKind;
use crate::typed::Value;
use crate::ub::Kind;
use crate::value::Site;

/// The reason why a program stops.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The program exited with this exit code.
    #[error("the program ended with exit code {0}")]
    Exit(i32),
    /// Undefined behaviour, or an unsupported operation.
    #[error(transparent)]
    Report(Box<Report>),
    /// An unhandled signal with this number, such as that of `abort`.
    #[error("the program was ended by signal {0}")]
    Signal(i32),
    /// Internal, the program continues: an exception or jump has removed the frames that native code called.
    #[error("an exception left the frames of native code")]
    Unwound,
    /// Internal, the program continues: the requested number of operations was executed.
    #[error("the program is paused")]
    Paused,
}

/// An error and its location.
#[derive(Clone)]
#[non_exhaustive]
pub struct Report {
    /// The kind of undefined behaviour; `None` if the interpreter stopped for another reason.
    pub kind: Option<&'static Kind>,
    /// A description of the error in one line.
    pub message: String,
    /// Further information, one line per note.
    pub notes: Vec<Note>,
    /// The active call sites, innermost first.
    pub stack: Vec<Site>,
    /// For a deep stack, the index in `stack` after which call sites are omitted, and their number.
    pub left_out: Option<(usize, usize)>,
    /// The memory access that the report is about, or the freed or raced memory.
    pub memory: Option<Accessed>,
    /// The non-constant operands of the reported operation.
    pub operands: Vec<Operand>,
    /// The number of the thread, if there are several; the first is 0.
    pub thread: Option<usize>,
    /// The signal that ends the program, for an error that is not undefined behaviour: SIGSEGV (11) after a volatile access to
    /// unmapped memory.
    pub signal: Option<i32>,
}

/// Same as [`Display`](fmt::Display), so that a `main` that returns the error prints a readable message.
impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One line without locations: `UB0101: division by zero`. `ReportWriter` of the `lindworm` crate writes the full report.
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

/// A line of a report, optionally with a site.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Note {
    /// The text of the note.
    pub message: String,
    /// The instruction that the note is about.
    pub site: Option<Site>,
    /// For a note about the instruction that made a value poison or undef: the cause.
    pub origin: Option<Origin>,
}

impl Note {
    pub(crate) fn new(message: impl Into<String>, site: Option<Site>) -> Note {
        Note { message: message.into(), site, origin: None }
    }
}

/// The cause of a poison or undef value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// Poison: a promise of the instruction, such as `nsw`, was violated.
    Poison {
        /// The operands that violate the promise, as in `2000000000 + 2000000000 does not fit in i32`.
        operands: Option<String>,
    },
    /// Undef: uninitialized memory was loaded.
    Undef {
        /// The source name of the variable that the memory belongs to.
        variable: Option<String>,
    },
    /// Undef: the load races with a store of another thread.
    Race,
}

/// The memory that an operation accessed or freed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Accessed {
    /// The operation, such as `load` or `store`; empty if the memory was freed.
    pub access: &'static str,
    /// The size in bytes.
    pub size: u64,
    /// The object that the pointer points to; `None` for null.
    pub object: Option<Object>,
    /// The byte offset from the start of the object, or from null.
    pub offset: i64,
}

/// An operand of an instruction and its value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Operand {
    /// The instruction or argument, in the innermost function of [`Report::stack`].
    pub name: lindworm_ir::Value,
    /// The value of the operand.
    pub value: Value,
    /// For a pointer, the object of its provenance.
    pub object: Option<Object>,
}

/// An object: a variable, the allocation of an `alloca` or `malloc`, or a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Object {
    /// The kind of the object.
    pub kind: ObjectKind,
    /// The first address.
    pub address: u64,
    /// The size in bytes.
    pub size: u64,
    /// The name of the variable or function.
    pub name: Option<Box<[u8]>>,
    /// The source name of the variable, if debug information has it.
    pub source_name: Option<String>,
    /// The instruction that allocated the object, if any.
    pub begun: Option<Site>,
    /// The instruction that freed the object, if any.
    pub ended: Option<Site>,
}
