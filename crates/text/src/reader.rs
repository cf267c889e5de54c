//! Reading text.
//!
//! One pass over the top level reads types, globals, comdats and attribute groups, and skips function bodies and runs of
//! metadata lines. These are read afterwards, on as many cores as there are: a body knows no other body, and metadata is
//! referred to by number until all of it is read. Where the quick way of skipping turns out to have been wrong, or anything
//! is wrong with the text, it is read again with the tokens deciding where things end.

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
