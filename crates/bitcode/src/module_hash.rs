//! The hash by which caches of ThinLTO know a module: SHA-1, in words as a record holds it.

pub(crate) use sha1::{Digest, Sha1};

/// The hash of what was given so far, its first byte highest in the first word.
pub(crate) fn words(hash: Sha1) -> [u32; 5] {
    let bytes = hash.finalize();
    let mut words = [0; 5];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    words
}
