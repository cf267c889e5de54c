//! Numbers of any width, read from anywhere in a row of bits.

use crate::error::{Error, Result};

/// A place in a row of bits, and what can be read there. Bytes are filled from their lowest bit on.
#[derive(Clone, Debug)]
pub struct Cursor<'d> {
    data: &'d [u8],
    bit: u64,
    end: u64,
}

/// How many bits one look shows, whatever the place: of 64, up to seven are before it.
const WINDOW: u32 = 57;

/// For chunks of each width, the bits that say whether another follows, as far as a window shows them.
static LAST_BITS: [u64; 33] = {
    let mut table = [0; 33];
    let mut width = 1;
    while width < table.len() {
        let mut bit = width;
        while bit <= WINDOW as usize {
            table[width] |= 1 << (bit - 1);
            bit += width;
        }
        width += 1;
    }
    table
};

impl<'d> Cursor<'d> {
    /// The start of some bytes.
    pub fn new(data: &'d [u8]) -> Cursor<'d> {
        Cursor { data, bit: 0, end: data.len() as u64 * 8 }
    }

    /// All bytes, whatever the place.
    pub fn data(&self) -> &'d [u8] {
        self.data
    }

    /// The place, in bits from the start.
    #[inline]
    pub fn bit(&self) -> u64 {
        self.bit
    }

    /// Where it ends, in bits from the start.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Whether nothing is left.
    #[inline]
    pub fn at_end(&self) -> bool {
        self.bit >= self.end
    }

    /// Goes to another place.
    pub fn jump(&mut self, bit: u64) -> Result<()> {
        if bit > self.end {
            return Err(self.error(format!("can't skip to bit {bit} from {}", self.bit)));
        }
        self.bit = bit;
        Ok(())
    }

    /// An error at this place.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::new(self.bit, message).plain()
    }

    #[cold]
    pub(super) fn too_short(&self) -> Error {
        // LLVM reads words, and says how many bytes it has read of how many: all.
        self.error(format!("Unexpected end of file reading {0} of {0} bytes", self.data.len()))
    }

    /// At least [`WINDOW`] bits from this place on, the next one lowest; zeros past the end.
    #[inline]
    fn window(&self) -> u64 {
        self.whole_window().unwrap_or_else(|| self.last_window((self.bit / 8) as usize) >> (self.bit % 8))
    }

    /// The same, if none of it is past the end.
    #[inline]
    fn whole_window(&self) -> Option<u64> {
        let word = self.data.get((self.bit / 8) as usize..)?.first_chunk()?;
        Some(u64::from_le_bytes(*word) >> (self.bit % 8))
    }

    #[cold]
    fn last_window(&self, byte: usize) -> u64 {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(self.data.get(byte..).unwrap_or(&[])) {
            *to = *from;
        }
        u64::from_le_bytes(word)
    }

    /// A number of that many bits, 32 at most.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= 32);
        let mask = (1 << width) - 1;
        if let Some(window) = self.whole_window() {
            self.bit += width as u64;
            return Ok(window & mask);
        }
        let value = self.window() & mask;
        self.skip(width)?;
        Ok(value)
    }

    /// A number in chunks of that many bits, 2 to 32. One of more than 64 bits is an error.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        self.chunks(width, 64)
    }

    /// The same, of a number that should fit in 32 bits: lengths and codes.
    #[inline]
    pub fn vbr32(&mut self, width: u32) -> Result<u32> {
        Ok(self.chunks(width, 32)? as u32)
    }

    #[inline]
    fn chunks(&mut self, width: u32, bits: u32) -> Result<u64> {
        debug_assert!((1..=32).contains(&width));
        let Some(window) = self.whole_window() else { return self.chunks_one_by_one(width, bits) };
        let more = 1u64 << (width - 1);
        if window & more == 0 {
            self.bit += width as u64;
            return Ok(window & (more - 1));
        }
        self.more_chunks(width, bits, window)
    }

    /// A number of several chunks, of which the window shows the first.
    #[inline]
    fn more_chunks(&mut self, width: u32, bits: u32, window: u64) -> Result<u64> {
        // The first chunk that says that none follows is the last.
        let last = !window & LAST_BITS[width as usize % LAST_BITS.len()];
        let used = last.trailing_zeros() + 1;
        if used > bits.min(WINDOW) {
            return self.chunks_one_by_one(width, bits);
        }
        self.bit += used as u64;
        let data = (1u64 << (width - 1)) - 1;
        let mut value = window & data;
        let (mut from, mut to) = (width, width - 1);
        while from < used {
            value |= (window >> from & data) << to;
            from += width;
            to += width - 1;
        }
        Ok(value)
    }

    /// A number that is too long for one look, or near the end.
    #[cold]
    fn chunks_one_by_one(&mut self, width: u32, bits: u32) -> Result<u64> {
        let more = 1u64 << (width - 1);
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = self.fixed(width)?;
            value |= (chunk & (more - 1)) << shift;
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
            if shift >= bits {
                return Err(self.error("Unterminated VBR"));
            }
        }
    }

    /// Goes on by that many bits.
    #[inline]
    fn skip(&mut self, bits: u32) -> Result<()> {
        if self.end - self.bit < bits as u64 {
            return Err(self.too_short());
        }
        self.bit += bits as u64;
        Ok(())
    }

    /// Goes on to the next multiple of 32 bits from the start.
    pub fn align(&mut self) {
        self.bit = self.bit.next_multiple_of(32).min(self.end);
    }

    /// That many bytes from this place, which must be a multiple of eight bits.
    pub fn bytes(&mut self, len: u64) -> Result<&'d [u8]> {
        let start = (self.bit / 8) as usize;
        if !self.bit.is_multiple_of(8) || len > (self.end - self.bit) / 8 {
            return Err(self.too_short());
        }
        self.bit += len * 8;
        Ok(&self.data[start..start + len as usize])
    }
}
