//! What can be wrong with bitcode, and where.

use std::fmt;

/// Why bytes cannot be read as bitcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong, in LLVM's words where it has words.
    pub message: String,
    /// The bit, counted from the start of the file, at which reading stopped.
    pub bit: u64,
    /// The innermost block that it is in; none outside of all blocks.
    pub block: Option<u32>,
    /// Who wrote the file, if it says so: LLVM names it in its message.
    pub producer: Option<String>,
}

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error at a bit of the file.
    pub fn new(bit: u64, message: impl Into<String>) -> Error {
        Error { message: message.into(), bit, block: None, producer: None }
    }

    /// The same, known to be in a block: the innermost one is kept.
    pub fn in_block(mut self, block: u32) -> Error {
        self.block.get_or_insert(block);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
