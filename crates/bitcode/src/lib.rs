//! LLVM IR as bitcode ([Bitcode file format](https://llvm.org/docs/BitCodeFormat.html)): the reader ([`read`], [`LazyModule`]) and
//! the writer ([`write()`]).

pub mod bitstream;
pub mod codes;
mod error;
pub mod file;
mod parallel;
mod reader;
mod writer;

pub use error::{Error, Result};
pub use reader::{LazyModule, ReadOptions, ReadOutcome, read};
pub use writer::{WriteOptions, write};

/// Whether bytes are bitcode, with or without a wrapper: their first four say so.
pub fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(b"BC\xC0\xDE") || data.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}
