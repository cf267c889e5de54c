//! Abbreviations: the encodings of the fields of a record ([Defining
//! abbreviations](https://llvm.org/docs/BitCodeFormat.html#define-abbrev-encoding)).

/// The encoding of a single number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A fixed number of bits, at most [`super::MAX_CHUNK`]; with 0 bits the value is 0.
    Fixed(u32),
    /// Variable bit rate: chunks of this width, whose highest bit is set if another one follows; with width 0 the value is
    /// 0.
    Vbr(u32),
    /// A letter, digit, `.` or `_` in six bits.
    Char6,
}

/// The encoding of a field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A constant value that is not stored.
    Literal(u64),
    /// A number.
    Scalar(Scalar),
    /// A length in `vbr6`, then that many numbers, to the end of the record.
    Array(Scalar),
    /// A length in `vbr6`, then that many bytes, aligned to 32 bits.
    Blob,
    /// An array with an invalid element encoding. An error with this message, but only when a record uses it.
    BrokenArray(&'static str),
}

/// An abbreviation: the encodings of the record code and the operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abbreviation(pub Box<[Encoding]>);
