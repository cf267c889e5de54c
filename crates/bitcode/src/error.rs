//! Errors in bitcode.

use std::fmt;

/// An error in bitcode, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The message, in LLVM's wording where LLVM has one.
    pub message: String,
    /// Bit offset in the file at which reading stopped.
    pub bit: u64,
    /// The id of the innermost block; `None` at the top level.
    pub block: Option<u32>,
    /// The producer of the file, if known. LLVM's message includes it.
    pub producer: Option<String>,
    /// Whether LLVM's message lacks the producer: it is from the bitstream container, or from another part of LLVM.
    pub(crate) is_plain: bool,
}

/// The LLVM version in messages.
const LLVM_VERSION: &str = "22.1.8";

/// The result of reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error at a bit offset.
    pub fn new(bit: u64, message: impl Into<String>) -> Error {
        Error { message: message.into(), bit, block: None, producer: None, is_plain: false }
    }

    /// The error, marked as without the producer in LLVM's message.
    pub(crate) fn plain(self) -> Error {
        Error { is_plain: true, ..self }
    }

    /// The error of an embedded stream that starts at bit `bits` of the file.
    pub fn shifted(mut self, bits: u64) -> Error {
        self.bit = self.bit.saturating_add(bits);
        self
    }

    /// The error, in block `block` unless an inner block is known.
    pub fn in_block(mut self, block: u32) -> Error {
        self.block.get_or_insert(block);
        self
    }
}

impl Error {
    /// LLVM's message, including the producer if known.
    pub fn llvm_message(&self) -> String {
        match &self.producer {
            Some(producer) if !producer.is_empty() => {
                format!("{} (Producer: '{producer}' Reader: 'LLVM {LLVM_VERSION}')", self.message)
            }
            _ => self.message.clone(),
        }
    }

    /// The location: `at bit 1234 in MODULE_BLOCK`.
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

/// LLVM's message and the location.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.llvm_message(), self.place())
    }
}

impl std::error::Error for Error {}
