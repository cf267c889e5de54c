//! LLVM IR as text: the reader ([`read`]) and the writer ([`write`]).

mod keyword;
mod lexer;
mod parallel;
mod reader;
mod writer;

pub use reader::{Diagnostic, ReadOptions, ReadOutcome, read};
pub use writer::{FunctionWriter, Writer, to_bytes, type_to_string, write};
