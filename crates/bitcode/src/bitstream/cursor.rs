//! Reading of numbers of any width at any bit offset.

use crate::error::{Error, Result};

/// A bit position in a byte slice. Bits are numbered from the least significant bit of each byte.
#[derive(Clone, Debug)]
pub struct Cursor<'d> {
    data: &'d [u8],
    bit: u64,
    end: u64,
}

/// The number of bits that one 64-bit load yields at any bit offset: up to seven bits precede the position.
const WINDOW: u32 = 57;

/// By chunk width: the mask of the continuation bits of all chunks within a window.
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
    /// A cursor at the start of `data`.
    pub fn new(data: &'d [u8]) -> Cursor<'d> {
        Cursor { data, bit: 0, end: data.len() as u64 * 8 }
    }

    /// All bytes, independent of the position.
    pub fn data(&self) -> &'d [u8] {
        self.data
    }

    /// The position in bits.
    #[inline]
    pub fn bit(&self) -> u64 {
        self.bit
    }

    /// The end in bits.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Whether the position is at the end.
    #[inline]
    pub fn at_end(&self) -> bool {
        self.bit >= self.end
    }

    /// Moves to a bit offset.
    pub fn jump(&mut self, bit: u64) -> Result<()> {
        if bit > self.end {
            return Err(self.error(format!("can't skip to bit {bit} from {}", self.bit)));
        }
        self.bit = bit;
        Ok(())
    }

    /// An error at the current position.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::new(self.bit, message).plain()
    }

    #[cold]
    pub(super) fn too_short(&self) -> Error {
        // LLVM reads words, so it reports that all bytes were read.
        self.error(format!("Unexpected end of file reading {0} of {0} bytes", self.data.len()))
    }

    /// At least [`WINDOW`] bits from the current position, the next one lowest; zeros past the end.
    #[inline]
    fn window(&self) -> u64 {
        self.whole_window().unwrap_or_else(|| self.last_window((self.bit / 8) as usize) >> (self.bit % 8))
    }

    /// The window, if it is entirely within the data.
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

    /// A number of `width` bits, at most 32.
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

    /// A VBR number with chunks of `width` bits, 2 to 32. An error if it exceeds 64 bits.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        self.chunks(width, 64)
    }

    /// A VBR number that should fit 32 bits, such as a length or code.
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

    /// A number of several chunks, the first of which are in the window.
    #[inline]
    fn more_chunks(&mut self, width: u32, bits: u32, window: u64) -> Result<u64> {
        // The first clear continuation bit marks the last chunk.
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

    /// Slow path: a number that exceeds the window or is near the end.
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

    /// Advances by `bits` bits.
    #[inline]
    fn skip(&mut self, bits: u32) -> Result<()> {
        if self.end - self.bit < bits as u64 {
            return Err(self.too_short());
        }
        self.bit += bits as u64;
        Ok(())
    }

    /// Advances to the next multiple of 32 bits.
    pub fn align(&mut self) {
        self.bit = self.bit.next_multiple_of(32).min(self.end);
    }

    /// The next `len` bytes. The position must be a multiple of 8 bits.
    pub fn bytes(&mut self, len: u64) -> Result<&'d [u8]> {
        let start = (self.bit / 8) as usize;
        if !self.bit.is_multiple_of(8) || len > (self.end - self.bit) / 8 {
            return Err(self.too_short());
        }
        self.bit += len * 8;
        Ok(&self.data[start..start + len as usize])
    }
}
