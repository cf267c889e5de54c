//! The bitstream container ([Bitstream format](https://llvm.org/docs/BitCodeFormat.html#bitstream-format)): a stream of bits
//! that consists of nested blocks of records. What the records mean is none of its business.
//!
//! [`Cursor`] reads numbers, [`Stream`] blocks and records; [`BitWriter`] and [`StreamWriter`] write them.

mod abbreviation;
mod cursor;
mod stream;
mod stream_writer;

pub use abbreviation::{Abbreviation, Encoding, Scalar};
pub use cursor::Cursor;
pub use stream::{Block, BlockInfo, Entry, Record, Stream};
pub use stream_writer::{BitWriter, StreamWriter, char6};

/// The abbreviation ids that every block has.
pub mod abbrev {
    /// The block ends.
    pub const END_BLOCK: u32 = 0;
    /// A block begins.
    pub const ENTER_SUBBLOCK: u32 = 1;
    /// An abbreviation is defined.
    pub const DEFINE: u32 = 2;
    /// A record without an abbreviation.
    pub const UNABBREVIATED: u32 = 3;
    /// The first that is defined.
    pub const FIRST: u32 = 4;
}

/// The widest number that a fixed or variable-width field may have.
pub const MAX_CHUNK: u32 = 32;

/// The characters of `char6`, by their numbers.
pub const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
