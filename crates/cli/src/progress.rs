//! Progress of long work, as a line on the terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use crate::streams::tell;

/// A line on the standard error that shows the progress, if the standard error is a terminal that can erase a line. The cursor stays
/// at the start of the line, so that messages replace the line. Dropping erases the line.
pub struct Progress(bool);

impl Progress {
    /// Progress without a line so far.
    pub fn new() -> Progress {
        Progress(io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb"))
    }

    /// Replaces the line by `text`.
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
