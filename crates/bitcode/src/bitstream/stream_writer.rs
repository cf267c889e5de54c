//! Writing of bits, blocks and records.

use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;

use lindworm_ir::hash::HashMap;

use super::abbreviation::{Abbreviation, Encoding, Scalar};
use super::{CHAR6, abbrev};
use crate::codes::{block, blockinfo};

/// How many bytes of memory a flushed output keeps.
const KEPT: usize = 1 << 20;

/// An output of bits.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// The length of the head: of the bytes that [`BitWriter::flush`] leaves here.
    head: usize,
    /// The number of bytes behind the head that are flushed.
    flushed: usize,
    /// The bits that are not in `bytes` yet, the first one lowest.
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// The number of bits written.
    pub fn bit(&self) -> u64 {
        (self.bytes.len() + self.flushed) as u64 * 8 + self.pending_bits as u64
    }

    /// Writes a number of `width` bits, at most 32. The value must fit.
    #[inline]
    pub fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= 32 && value >> width == 0, "{value} in {width} bits");
        self.pending |= value << self.pending_bits;
        self.pending_bits += width;
        if self.pending_bits >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.pending_bits -= 32;
        }
    }

    /// Writes a VBR number with chunks of `width` bits, 2 to 32.
    #[inline]
    pub fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1u64 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    /// Writes a number in the given encoding.
    #[inline]
    pub fn number(&mut self, scalar: Scalar, value: u64) {
        match scalar {
            Scalar::Fixed(0) | Scalar::Vbr(0) => {}
            Scalar::Fixed(width) => self.fixed(value, width),
            Scalar::Vbr(width) => self.vbr(value, width),
            Scalar::Char6 => self.fixed(char6(value as u8).unwrap_or(0) as u64, 6),
        }
    }

    /// Pads with zeros to a multiple of 32 bits.
    pub fn align(&mut self) {
        if self.pending_bits != 0 {
            self.fixed(0, 32 - self.pending_bits);
        }
    }

    /// Writes bytes, aligned to 32 bits and padded with zeros to a multiple of 32 bits.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.align();
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// Overwrites the 32 bits from bit `bit` on, which must not be pending or flushed: an alignment to 32 bits must have
    /// followed them.
    pub fn patch(&mut self, bit: u64, word: u32) {
        let (mut at, shift) = ((bit / 8) as usize, bit % 8);
        if at >= self.head {
            at -= self.flushed;
        }
        let (mask, new) = (u64::from(u32::MAX) << shift, u64::from(word) << shift);
        for (i, byte) in self.bytes[at..].iter_mut().take(if shift == 0 { 4 } else { 5 }).enumerate() {
            *byte = *byte & !((mask >> (8 * i)) as u8) | (new >> (8 * i)) as u8;
        }
    }

    /// The output up to the last multiple of 32 bits. Nothing of it must be flushed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes the output up to here, aligned to 32 bits, the head: it can be changed until the end.
    pub fn end_head(&mut self) {
        self.head = self.bit().div_ceil(32) as usize * 4;
    }

    /// Moves the output behind the head to a file, which is to be written by this alone, and is empty at first.
    ///
    /// # Errors
    /// Those of the file.
    pub fn flush(&mut self, mut file: impl Write + Seek) -> io::Result<()> {
        if self.flushed == 0 {
            file.seek(SeekFrom::Start(self.head as u64))?;
        }
        file.write_all(&self.bytes[self.head..])?;
        self.flushed += self.bytes.len() - self.head;
        self.bytes.truncate(self.head);
        // What comes before the functions may be large.
        self.bytes.shrink_to(KEPT);
        Ok(())
    }

    /// Writes the rest of the output, padded with zeros to a multiple of 32 bits, to the file of [`BitWriter::flush`].
    ///
    /// # Errors
    /// Those of the file.
    pub fn finish(mut self, mut file: impl Write + Seek) -> io::Result<()> {
        self.align();
        self.flush(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&self.bytes)
    }

    /// The output, padded with zeros to a multiple of 32 bits.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

#[derive(Clone, Debug)]
struct Scope {
    /// Bit offset of the word with the length of the block.
    length_at: u64,
    outer_width: u32,
    first_abbreviation: usize,
}

/// An output of blocks and records.
#[derive(Clone, Debug)]
pub struct StreamWriter {
    /// The bits. Direct writes must maintain the structure of the bitstream.
    pub bits: BitWriter,
    width: u32,
    scopes: Vec<Scope>,
    abbreviations: Vec<Arc<Abbreviation>>,
    info: Arc<HashMap<u32, Vec<Arc<Abbreviation>>>>,
}

impl Default for StreamWriter {
    fn default() -> Self {
        StreamWriter {
            bits: BitWriter::default(),
            width: 2,
            scopes: Vec::new(),
            abbreviations: Vec::new(),
            info: Arc::default(),
        }
    }
}

impl StreamWriter {
    /// A writer of the contents of one block with this id, for [`StreamWriter::append_block`]. Allows blocks to be written
    /// in parallel.
    pub fn contents_of(&self, id: u32, width: u32) -> StreamWriter {
        let mut part = StreamWriter { width, info: self.info.clone(), ..StreamWriter::default() };
        part.abbreviations.extend(part.info.get(&id).into_iter().flatten().cloned());
        part
    }

    /// Writes a block with contents from [`StreamWriter::contents_of`], without their end marker. Returns the bit offset of
    /// the block.
    pub fn append_block(&mut self, id: u32, width: u32, mut contents: StreamWriter) -> u64 {
        contents.bits.fixed(abbrev::END_BLOCK as u64, width);
        contents.bits.align();
        let bytes = contents.bits.into_bytes();
        let start = self.bits.bit();
        self.block_header(id, width);
        self.bits.fixed(bytes.len() as u64 / 4, 32);
        self.bits.bytes(&bytes);
        start
    }

    fn block_header(&mut self, id: u32, width: u32) {
        self.bits.fixed(abbrev::ENTER_SUBBLOCK as u64, self.width);
        self.bits.vbr(id as u64, 8);
        self.bits.vbr(width as u64, 4);
        self.bits.align();
    }

    /// Starts a block with the given width of abbreviation ids.
    pub fn enter_block(&mut self, id: u32, width: u32) {
        self.block_header(id, width);
        let length_at = self.bits.bit();
        self.bits.fixed(0, 32);
        let first_abbreviation = self.abbreviations.len();
        self.scopes.push(Scope { length_at, outer_width: self.width, first_abbreviation });
        self.abbreviations.extend(self.info.get(&id).into_iter().flatten().cloned());
        self.width = width;
    }

    /// Ends the innermost block.
    pub fn end_block(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        self.bits.fixed(abbrev::END_BLOCK as u64, self.width);
        self.bits.align();
        let words = (self.bits.bit() - scope.length_at) / 32 - 1;
        self.bits.patch(scope.length_at, words as u32);
        self.width = scope.outer_width;
        self.abbreviations.truncate(scope.first_abbreviation);
    }

    /// Defines an abbreviation for the rest of the innermost block. Returns its id.
    pub fn define(&mut self, abbreviation: Abbreviation) -> u32 {
        self.definition(&abbreviation);
        self.abbreviations.push(Arc::new(abbreviation));
        let first = self.scopes.last().map_or(0, |s| s.first_abbreviation);
        abbrev::FIRST + (self.abbreviations.len() - first) as u32 - 1
    }

    fn definition(&mut self, abbreviation: &Abbreviation) {
        self.bits.fixed(abbrev::DEFINE as u64, self.width);
        let arrays = abbreviation.0.iter().filter(|e| matches!(e, Encoding::Array(_))).count();
        self.bits.vbr((abbreviation.0.len() + arrays) as u64, 5);
        for &encoding in &abbreviation.0 {
            match encoding {
                Encoding::Literal(value) => {
                    self.bits.fixed(1, 1);
                    self.bits.vbr(value, 8);
                }
                Encoding::Scalar(scalar) => self.define_scalar(scalar),
                Encoding::Array(element) => {
                    self.bits.fixed(3 << 1, 4);
                    self.define_scalar(element);
                }
                Encoding::Blob => self.bits.fixed(5 << 1, 4),
                // Only the reader creates these.
                Encoding::BrokenArray(_) => {}
            }
        }
    }

    fn define_scalar(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Fixed(width) => {
                self.bits.fixed(1 << 1, 4);
                self.bits.vbr(width as u64, 5);
            }
            Scalar::Vbr(width) => {
                self.bits.fixed(2 << 1, 4);
                self.bits.vbr(width as u64, 5);
            }
            Scalar::Char6 => self.bits.fixed(4 << 1, 4),
        }
    }

    /// Writes the `BLOCKINFO` block, which defines abbreviations for all later blocks with these ids. Abbreviation ids are
    /// assigned per block id from [`abbrev::FIRST`] on, in the given order.
    pub fn block_info(&mut self, abbreviations: &[(u32, Abbreviation)]) {
        self.enter_block(block::BLOCKINFO, 2);
        let mut current = None;
        for (id, abbreviation) in abbreviations {
            if current != Some(*id) {
                self.record(blockinfo::SETBID, &[*id as u64]);
                current = Some(*id);
            }
            self.definition(abbreviation);
            Arc::make_mut(&mut self.info).entry(*id).or_default().push(Arc::new(abbreviation.clone()));
        }
        self.end_block();
    }

    /// Writes a record without an abbreviation.
    #[inline]
    pub fn record(&mut self, code: u32, ops: &[u64]) {
        self.bits.fixed(abbrev::UNABBREVIATED as u64, self.width);
        self.bits.vbr(code as u64, 6);
        self.bits.vbr(ops.len() as u64, 6);
        for &op in ops {
            self.bits.vbr(op, 6);
        }
    }

    /// Writes a record with an abbreviation that fits it; unabbreviated for id 0.
    #[inline]
    pub fn abbreviated(&mut self, id: u32, code: u32, ops: &[u64]) {
        match id {
            0 => self.record(code, ops),
            _ => self.with_blob(id, code, ops, &[]),
        }
    }

    /// Writes a record with an abbreviation that ends in a blob.
    pub fn with_blob(&mut self, id: u32, code: u32, ops: &[u64], blob: &[u8]) {
        let first = self.scopes.last().map_or(0, |s| s.first_abbreviation);
        let StreamWriter { bits, width, abbreviations, .. } = self;
        bits.fixed(id as u64, *width);
        let mut rest = ops.iter().copied();
        let mut code = Some(code as u64);
        for &encoding in &abbreviations[first + (id - abbrev::FIRST) as usize].0 {
            let mut next = || code.take().or_else(|| rest.next());
            match encoding {
                Encoding::Literal(value) => {
                    let written = next();
                    debug_assert_eq!(written, Some(value));
                }
                Encoding::Scalar(scalar) => {
                    let value = next().unwrap_or(0);
                    bits.number(scalar, value);
                }
                Encoding::Array(element) => {
                    bits.vbr(rest.len() as u64, 6);
                    for value in rest.by_ref() {
                        bits.number(element, value);
                    }
                }
                Encoding::BrokenArray(_) => {}
                Encoding::Blob => {
                    bits.vbr(blob.len() as u64, 6);
                    bits.bytes(blob);
                }
            }
        }
        debug_assert!(rest.next().is_none(), "an abbreviation without a place for all operands");
    }
}

/// The code of a character in `char6`, if it has one.
#[inline]
pub fn char6(c: u8) -> Option<u8> {
    Some(CHAR6_NUMBERS[c as usize]).filter(|&n| n != NO_CHAR6)
}

const NO_CHAR6: u8 = u8::MAX;

/// The index in [`CHAR6`] by character.
const CHAR6_NUMBERS: [u8; 256] = {
    let mut numbers = [NO_CHAR6; 256];
    let mut i = 0;
    while i < CHAR6.len() {
        numbers[CHAR6[i] as usize] = i as u8;
        i += 1;
    }
    numbers
};
