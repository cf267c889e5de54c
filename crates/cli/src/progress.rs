//! Progress of long work, as a line on the terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use crate::streams::tell;

/// A line on the standard error that shows how far the work is, if that is a terminal which can erase a line. The cursor stays at its
/// start, so that messages replace it. Dropping erases it.
pub struct Progress(bool);

impl Progress {
    /// Nothing is shown yet.
    pub fn new() -> Progress {
        Progress(io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"))
    }

    /// Replaces the line.
    pub fn show(&self, text: impl Display) {
        if self.0 {
            tell(format!("\x1b[K{text}\r"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.show("");
    }
}
