//! The module hash of ThinLTO caches: SHA-1, in words as in the record.

pub(crate) use sha1::{Digest, Sha1};

/// The digest as big-endian words.
pub(crate) fn words(hash: Sha1) -> [u32; 5] {
    let bytes = hash.finalize();
    let mut words = [0; 5];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    words
}
