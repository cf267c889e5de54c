//! The reader.
//!
//! One pass over the top level reads types, globals, comdats and attribute groups, and skips function bodies and runs of
//! metadata lines. The skipped parts are then read in parallel: bodies are independent of each other, and metadata is
//! referenced by number until all of it is read. The first pass finds the end of a skipped part by the shape of the lines.
//! If that turns out to be wrong, or the text has any error, the source is read again with the ends found by tokens.

mod attributes;
mod block_addresses;
mod body;
mod call;
mod constant;
mod diagnostic;
mod finish;
mod function;
mod globals;
mod instruction;
mod memory;
mod metadata;
mod missing;
mod module;
mod old_form;
mod parser;
mod spans;
mod summary;
mod symbols;
mod terminator;
mod types;

pub use diagnostic::{Diagnostic, Diagnostics};
pub use module::{ReadOptions, ReadOutcome, read};
pub use old_form::{OldForm, OldFormUse};
pub use spans::Spans;
