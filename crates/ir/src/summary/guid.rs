//! GUIDs: hashes of names by which summaries refer to globals and types, with the same value in every module.

use std::fmt;

use md5::{Digest, Md5};

use crate::module::Linkage;

/// Identifies a global or a type id across modules: the first half of the MD5 hash of its identifier, or any number that the
/// producer chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guid(pub u64);

impl Guid {
    /// The GUID of an identifier: the name of a type id, or of a global with external linkage.
    pub fn of_identifier(identifier: &[u8]) -> Guid {
        Guid(md5_low(identifier))
    }

    /// The GUID of a global. A global with local linkage differs from globals of the same name in other files.
    ///
    /// ```
    /// use lindworm_ir::module::Linkage;
    /// use lindworm_ir::summary::Guid;
    ///
    /// assert_eq!(Guid::of_global(b"f", Linkage::Internal, b"a.c"), Guid::of_identifier(b"a.c;f"));
    /// assert_eq!(Guid::of_global(b"f", Linkage::External, b"a.c"), Guid(14740650423002898831));
    /// ```
    pub fn of_global(name: &[u8], linkage: Linkage, source_filename: &[u8]) -> Guid {
        // The prefix that suppresses mangling is not part of the identifier.
        let name = name.strip_prefix(b"\x01").unwrap_or(name);
        if !linkage.is_local() {
            return Guid::of_identifier(name);
        }
        let file = if source_filename.is_empty() { b"<unknown>" } else { source_filename };
        Guid::of_identifier(&[file, b";", name].concat())
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The first eight bytes of the MD5 hash, as a little-endian number.
fn md5_low(message: &[u8]) -> u64 {
    let sum = Md5::digest(message);
    sum.iter().take(8).rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_the_standard() {
        let long = b"12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        for (text, sum) in [
            (&b""[..], 0xd41d8cd98f00b204u64),
            (b"abc", 0x900150983cd24fb0),
            (letters, 0xd174ab98d277d9f5),
            (long, 0x57edf4a22be3c955),
        ] {
            assert_eq!(md5_low(text), sum.swap_bytes());
        }
    }

    #[test]
    fn names_of_globals() {
        let external = |name| Guid::of_global(name, Linkage::External, b"s.c");
        assert_eq!(external(b"\x01f"), external(b"f"));
        assert_eq!(Guid::of_global(b"f", Linkage::Private, b""), Guid::of_identifier(b"<unknown>;f"));
    }
}
