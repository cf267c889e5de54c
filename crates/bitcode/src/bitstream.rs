//! The bitstream container ([Bitstream format](https://llvm.org/docs/BitCodeFormat.html#bitstream-format)): a stream of
//! bits that consists of nested blocks of records. Independent of the meaning of the records.
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

/// The predefined abbreviation ids.
pub mod abbrev {
    /// End of the block.
    pub const END_BLOCK: u32 = 0;
    /// Start of a nested block.
    pub const ENTER_SUBBLOCK: u32 = 1;
    /// Definition of an abbreviation.
    pub const DEFINE: u32 = 2;
    /// A record without an abbreviation.
    pub const UNABBREVIATED: u32 = 3;
    /// The first id of a defined abbreviation.
    pub const FIRST: u32 = 4;
}

/// The maximum width of a fixed or VBR field, in bits.
pub const MAX_CHUNK: u32 = 32;

/// The characters of `char6`, by code.
pub const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
