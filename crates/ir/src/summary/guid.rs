//! How a summary names what it is about: by a hash of the name, which means the same in every module.

use std::fmt;

use crate::module::Linkage;

/// What names a global or a type id across modules: the first half of the MD5 sum of its identifier, or any number that a
/// producer chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guid(pub u64);

impl Guid {
    /// That of an identifier: the name of a type id, or of a global that other modules see.
    pub fn of_identifier(identifier: &[u8]) -> Guid {
        Guid(md5_low(identifier))
    }

    /// That of a global. What only its own module sees counts as something else than what has the same name in another file.
    ///
    /// ```
    /// use lindworm_ir::module::Linkage;
    /// use lindworm_ir::summary::Guid;
    ///
    /// assert_eq!(Guid::of_global(b"f", Linkage::Internal, b"a.c"), Guid::of_identifier(b"a.c;f"));
    /// assert_eq!(Guid::of_global(b"f", Linkage::External, b"a.c"), Guid(14740650423002898831));
    /// ```
    pub fn of_global(name: &[u8], linkage: Linkage, source_filename: &[u8]) -> Guid {
        // The mark of a name that is not to be mangled is not part of it.
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

/// By how much each of the four steps of a round rotates.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The integer parts of 2^32 |sin i| for i from 1 to 64.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

/// The first eight bytes of the MD5 sum (RFC 1321), as a little-endian number.
fn md5_low(message: &[u8]) -> u64 {
    let mut state = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476];
    let (blocks, rest) = message.as_chunks::<64>();
    blocks.iter().for_each(|block| md5_block(&mut state, block));
    // What is left, a one bit, zeros, and the length in bits fill one more block or two.
    let mut tail = [0u8; 128];
    tail[..rest.len()].copy_from_slice(rest);
    tail[rest.len()] = 0x80;
    let len = if rest.len() < 56 { 64 } else { 128 };
    tail[len - 8..len].copy_from_slice(&(message.len() as u64).wrapping_mul(8).to_le_bytes());
    tail[..len].as_chunks::<64>().0.iter().for_each(|block| md5_block(&mut state, block));
    u64::from(state[0]) | u64::from(state[1]) << 32
}

fn md5_block(state: &mut [u32; 4], block: &[u8; 64]) {
    let mut words = [0u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let [mut a, mut b, mut c, mut d] = *state;
    for i in 0..64 {
        let (mix, word) = match i / 16 {
            0 => (b & c | !b & d, i),
            1 => (d & b | !d & c, 5 * i + 1),
            2 => (b ^ c ^ d, 3 * i + 5),
            _ => (c ^ (b | !d), 7 * i),
        };
        let sum = a.wrapping_add(mix).wrapping_add(SINES[i]).wrapping_add(words[word % 16]);
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(ROTATIONS[i / 16][i % 4]));
    }
    for (sum, part) in state.iter_mut().zip([a, b, c, d]) {
        *sum = sum.wrapping_add(part);
    }
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
