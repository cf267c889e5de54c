//! LLVM bitcode ([Bitcode file format](https://llvm.org/docs/BitCodeFormat.html)): the reader ([`read`], [`LazyModule`])
//! and the writer ([`write()`]).

pub mod analyzer;
pub mod archive;
pub mod bitstream;
pub mod codes;
mod encoding;
mod error;
pub mod file;
mod module_hash;
mod nodes;
mod reader;
mod summary;
pub mod symbol_table;
mod writer;

pub use error::{Error, Result};
pub use reader::{LazyModule, ReadOptions, ReadOutcome, read, read_module, read_module_with_summary};
pub use summary::{read_summary, write_index};
pub use writer::{WriteOptions, write, write_for_thin_link, write_to, write_with_summary};

/// Whether the data starts with the magic number of bitcode or of a wrapper.
pub fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(&file::MAGIC) || data.starts_with(&file::WRAPPER_MAGIC)
}
