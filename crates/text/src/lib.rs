//! LLVM assembly (`.ll`): the reader ([`read`]) and the writer ([`write()`]).

mod keyword;
mod lexer;
mod reader;
mod writer;

pub use reader::{Diagnostic, Diagnostics, OldForm, OldFormUse, ReadOptions, ReadOutcome, Spans, read};
pub use writer::{
    DisplayIn, Displayed, FunctionWriter, MessageWriter, Output, WriteOptions, Writer, to_bytes, type_to_string, write,
    write_summary, write_with,
};
