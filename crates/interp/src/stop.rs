//! Why a program stops.

use crate::ub::Kind;
use crate::value::{Reg, Site};

/// Why a program stops.
#[derive(Debug)]
pub enum Stop {
    /// It ended by itself, with this exit code.
    Exit(i32),
    /// Undefined behaviour, or something that the machine cannot do.
    Report(Box<Report>),
    /// A signal that nobody handles, such as that of `abort`: its number.
    Signal(i32),
    /// Not the end: frames that native code had been called from are gone.
    Unwound,
}

/// What went wrong, and where.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which undefined behaviour; none if the machine gave up for another reason.
    pub kind: Option<&'static Kind>,
    /// What happened, in one line.
    pub message: String,
    /// What more is to be known, each in a line.
    pub notes: Vec<Note>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Site>,
    /// The operands of what was being done: their text and type, and what they were.
    pub operands: Vec<(String, Reg)>,
    /// The thread, if there is more than one; the first is 0.
    pub thread: Option<usize>,
}

/// A line of a report, perhaps about a place in the program.
#[derive(Clone, Debug)]
pub struct Note {
    /// What is said.
    pub message: String,
    /// About which instruction.
    pub site: Option<Site>,
}
