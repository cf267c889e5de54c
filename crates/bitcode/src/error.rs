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
    /// Whether LLVM's message does not say who wrote the file: it comes from the container, or from another part of LLVM.
    pub(crate) is_plain: bool,
}

/// The version of LLVM that this is in place of.
const LLVM_VERSION: &str = "22.1.8";

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error at a bit of the file.
    pub fn new(bit: u64, message: impl Into<String>) -> Error {
        Error { message: message.into(), bit, block: None, producer: None, is_plain: false }
    }

    /// The same, of which LLVM does not say who wrote the file.
    pub(crate) fn plain(self) -> Error {
        Error { is_plain: true, ..self }
    }

    /// The same, in something that begins that many bits behind the start of the file.
    pub fn shifted(mut self, bits: u64) -> Error {
        self.bit = self.bit.saturating_add(bits);
        self
    }

    /// The same, known to be in a block: the innermost one is kept.
    pub fn in_block(mut self, block: u32) -> Error {
        self.block.get_or_insert(block);
        self
    }
}

impl Error {
    /// What LLVM says: the message, and who wrote the file, if that is known.
    pub fn llvm_message(&self) -> String {
        match &self.producer {
            Some(producer) if !producer.is_empty() => {
                format!("{} (Producer: '{producer}' Reader: 'LLVM {LLVM_VERSION}')", self.message)
            }
            _ => self.message.clone(),
        }
    }

    /// Where it is: `at bit 1234 in MODULE_BLOCK`.
    pub fn place(&self) -> String {
        match self.block {
            None => format!("at bit {}", self.bit),
            Some(id) => match crate::analyzer::block_name(id) {
                Some(name) => format!("at bit {} in {name}", self.bit),
                None => format!("at bit {} in block {id}", self.bit),
            },
        }
    }
}

/// What LLVM says, and where it is.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.llvm_message(), self.place())
    }
}

impl std::error::Error for Error {}
