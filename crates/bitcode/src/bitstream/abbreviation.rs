//! Abbreviations: how the fields of a record are written
//! ([Defining abbreviations](https://llvm.org/docs/BitCodeFormat.html#define-abbrev-encoding)).

/// How a single number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// That many bits, [`super::MAX_CHUNK`] at most; with none the number is 0.
    Fixed(u32),
    /// Chunks of that many bits, of which the highest says whether another follows; with none the number is 0.
    Vbr(u32),
    /// A letter, digit, `.` or `_` in six bits.
    Char6,
}

/// How a field of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not at all: it is always this number.
    Literal(u64),
    /// A number.
    Scalar(Scalar),
    /// A length in `vbr6`, then that many numbers, to the end of the record.
    Array(Scalar),
    /// A length in `vbr6`, then that many bytes at a multiple of 32 bits.
    Blob,
    /// An array of something that cannot be in one. That is an error, with this message, only where a record uses it.
    BrokenArray(&'static str),
}

/// An abbreviation: the encodings of a record's code and of its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abbreviation(pub Box<[Encoding]>);
