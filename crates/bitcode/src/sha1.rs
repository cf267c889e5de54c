//! SHA-1 ([RFC 3174](https://www.rfc-editor.org/rfc/rfc3174)): the hash by which caches of ThinLTO know a module.

/// The hash of the bytes given so far.
#[derive(Clone)]
pub(crate) struct Sha1 {
    state: [u32; 5],
    block: [u8; 64],
    /// How many bytes were given; the last ones, less than 64, are in the block.
    len: u64,
}

impl Default for Sha1 {
    fn default() -> Sha1 {
        let state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
        Sha1 { state, block: [0; 64], len: 0 }
    }
}

impl Sha1 {
    /// Adds bytes to what is hashed.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = (self.len % 64) as usize;
            let (now, later) = bytes.split_at(bytes.len().min(64 - filled));
            self.block[filled..filled + now.len()].copy_from_slice(now);
            self.len += now.len() as u64;
            bytes = later;
            if self.len.is_multiple_of(64) {
                self.compress();
            }
        }
    }

    /// The hash, its first byte highest in the first word.
    pub fn finish(mut self) -> [u32; 5] {
        let bits = self.len.wrapping_mul(8);
        self.update(&[0x80]);
        while self.len % 64 != 56 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        self.state
    }

    fn compress(&mut self) {
        let mut words = [0u32; 80];
        for (word, bytes) in words.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for i in 16..80 {
            words[i] = (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = self.state;
        for (i, word) in words.into_iter().enumerate() {
            let (mix, constant) = match i / 20 {
                0 => (b & c | !b & d, 0x5A82_7999),
                1 => (b ^ c ^ d, 0x6ED9_EBA1),
                2 => (b & c | b & d | c & d, 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6u32),
            };
            let sum = a.rotate_left(5).wrapping_add(mix).wrapping_add(e).wrapping_add(constant).wrapping_add(word);
            (a, b, c, d, e) = (sum, a, b.rotate_left(30), c, d);
        }
        for (state, word) in self.state.iter_mut().zip([a, b, c, d, e]) {
            *state = state.wrapping_add(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(parts: &[&[u8]]) -> String {
        let mut sha1 = Sha1::default();
        parts.iter().for_each(|p| sha1.update(p));
        sha1.finish().iter().map(|word| format!("{word:08x}")).collect()
    }

    #[test]
    fn hashes_of_the_rfc() {
        assert_eq!(hex(&[]), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hex(&[b"ab", b"c"]), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(&[text]), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        assert_eq!(hex(&[&[b'a'; 1_000_000]]), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    }
}
