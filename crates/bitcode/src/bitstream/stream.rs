//! Blocks and records.

use std::sync::Arc;

use lindworm_ir::hash::HashMap;

use super::abbreviation::{Abbreviation, Encoding, Scalar};
use super::cursor::Cursor;
use super::{CHAR6, MAX_CHUNK, abbrev};
use crate::codes::{block, blockinfo};
use crate::error::{Error, Result};

/// The next entry of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// End of the block. The cursor is after the block.
    End,
    /// Start of a block with this id, to be read with [`Stream::enter`] or [`Stream::skip_block`].
    Block(u32),
    /// A record with this abbreviation id, to be read with [`Stream::record`].
    Record(u32),
}

/// The header of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its block id.
    pub id: u32,
    /// Bit offset of its contents.
    pub start: u64,
    /// The length of its contents in 32-bit words, according to the header.
    pub words: u32,
    /// The width of abbreviation ids in the block, in bits.
    pub abbrev_width: u32,
}

/// A record: code and operands. Reused between reads to avoid allocations.
#[derive(Clone, Debug)]
pub struct Record<'d> {
    /// Its code.
    pub code: u32,
    /// The operands, without the blob.
    pub ops: Vec<u64>,
    /// The trailing blob, if the abbreviation has one.
    pub blob: Option<&'d [u8]>,
}

impl Default for Record<'_> {
    /// An empty record, with capacity for the operands of most records.
    fn default() -> Self {
        Record { code: 0, ops: Vec::with_capacity(32), blob: None }
    }
}

impl Record<'_> {
    /// An operand; 0 if absent.
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        self.ops.get(index).copied().unwrap_or(0)
    }

    /// The operands from index `from` on as bytes, for a name.
    pub fn bytes(&self, from: usize) -> Vec<u8> {
        self.ops.get(from..).unwrap_or(&[]).iter().map(|&c| c as u8).collect()
    }
}

/// The abbreviations and names that `BLOCKINFO` defines for blocks of each id.
#[derive(Clone, Debug, Default)]
pub struct BlockInfo {
    /// The abbreviations by block id.
    pub abbreviations: HashMap<u32, Arc<Vec<Abbreviation>>>,
    /// The names of blocks.
    pub names: HashMap<u32, Vec<u8>>,
    /// The names of records, by block and code.
    pub record_names: HashMap<(u32, u32), Vec<u8>>,
}

/// An operand of an abbreviation definition.
enum OperandEncoding {
    One(Encoding),
    /// An array, whose element encoding follows.
    Array,
}

#[derive(Clone, Debug)]
struct Scope {
    block: Block,
    /// The abbreviations from `BLOCKINFO`, which have the first ids. Shared between blocks: there may be many of both.
    inherited: Arc<Vec<Abbreviation>>,
    first_abbreviation: usize,
}

/// A position in a bitstream, with the stack of open blocks.
#[derive(Clone, Debug)]
pub struct Stream<'d> {
    /// The bit position.
    pub cursor: Cursor<'d>,
    abbrev_width: u32,
    /// The abbreviations that the open blocks define themselves.
    abbreviations: Vec<Abbreviation>,
    scopes: Vec<Scope>,
}

impl<'d> Stream<'d> {
    /// A stream at the top level, where abbreviation ids have two bits.
    pub fn new(data: &'d [u8]) -> Stream<'d> {
        Stream { cursor: Cursor::new(data), abbrev_width: 2, abbreviations: Vec::new(), scopes: Vec::new() }
    }

    /// A stream over the same bytes, positioned after a block id at bit `bit`, for [`Stream::enter`]. Allows blocks to be
    /// read in parallel or later.
    pub fn at_block(&self, bit: u64) -> Result<Stream<'d>> {
        let mut stream = Stream::new(self.cursor.data());
        stream.cursor.jump(bit)?;
        Ok(stream)
    }

    /// The id of the innermost open block.
    pub fn block(&self) -> Option<u32> {
        self.scopes.last().map(|s| s.block.id)
    }

    /// The number of open blocks.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// The abbreviation with this id in the innermost block.
    pub fn abbreviation(&self, id: u32) -> Option<&Abbreviation> {
        find_abbreviation(self.scopes.last(), &self.abbreviations, id)
    }

    /// The current width of abbreviation ids, in bits.
    pub fn abbrev_width(&self) -> u32 {
        self.abbrev_width
    }

    /// An error at the current position and block.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error { block: self.block(), ..Error::new(self.cursor.bit(), message) }
    }

    /// An error of the bitstream container.
    #[cold]
    fn fault(&self, message: impl Into<String>) -> Error {
        self.error(message).plain()
    }

    /// The next entry. Processes abbreviation definitions on the way.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Entry> {
        loop {
            if let Some(entry) = self.next_or_definition()? {
                return Ok(entry);
            }
        }
    }

    /// Reads the next record of the innermost block, skipping nested blocks. Returns false at the end of the block.
    #[inline]
    pub fn next_record(&mut self, record: &mut Record<'d>) -> Result<bool> {
        loop {
            match self.next()? {
                Entry::End => return Ok(false),
                Entry::Block(_) => self.skip_block()?,
                Entry::Record(id) => {
                    self.record(id, record)?;
                    return Ok(true);
                }
            }
        }
    }

    /// The next entry, or `None` after an abbreviation definition, which is processed.
    #[inline(always)]
    pub fn next_or_definition(&mut self) -> Result<Option<Entry>> {
        if self.cursor.at_end() {
            return Err(self.error("Malformed block"));
        }
        Ok(Some(match self.cursor.fixed(self.abbrev_width)? as u32 {
            abbrev::END_BLOCK => {
                self.end_block()?;
                Entry::End
            }
            abbrev::ENTER_SUBBLOCK => Entry::Block(self.cursor.vbr32(8)?),
            abbrev::DEFINE => {
                let abbreviation = self.define_abbreviation()?;
                self.abbreviations.push(abbreviation);
                return Ok(None);
            }
            id => Entry::Record(id),
        }))
    }

    fn end_block(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.pop() else { return Err(self.error("Malformed block")) };
        self.cursor.align();
        self.abbreviations.truncate(scope.first_abbreviation);
        self.abbrev_width = self.scopes.last().map_or(2, |s| s.block.abbrev_width);
        Ok(())
    }

    /// Reads a block header, after the block id. The block is not entered.
    fn block_header(&mut self, id: u32) -> Result<Block> {
        let width = self.cursor.vbr32(4)?;
        if width > MAX_CHUNK {
            return Err(self.fault(format!("can't read more than {MAX_CHUNK} at a time, trying to read {width}")));
        }
        self.cursor.align();
        let words = self.cursor.fixed(32)? as u32;
        if width == 0 {
            return Err(self.fault("can't enter sub-block: current code size is 0"));
        }
        Ok(Block { id, start: self.cursor.bit(), words, abbrev_width: width })
    }

    /// Enters a block, after its block id.
    pub fn enter(&mut self, id: u32, info: &BlockInfo) -> Result<Block> {
        let block = self.block_header(id)?;
        if self.cursor.at_end() {
            return Err(self.fault("can't enter sub block: already at end of stream"));
        }
        let inherited = info.abbreviations.get(&id).cloned().unwrap_or_default();
        self.scopes.push(Scope { block, inherited, first_abbreviation: self.abbreviations.len() });
        self.abbrev_width = block.abbrev_width;
        Ok(block)
    }

    /// Skips a block, after its block id.
    pub fn skip_block(&mut self) -> Result<()> {
        self.cursor.vbr32(4)?;
        self.cursor.align();
        let words = self.cursor.fixed(32)?;
        if self.cursor.at_end() {
            return Err(self.fault("can't skip block: already at end of stream"));
        }
        self.cursor.jump(self.cursor.bit() + words * 32)
    }

    fn define_abbreviation(&mut self) -> Result<Abbreviation> {
        let count = self.cursor.vbr32(5)?;
        let mut encodings = Vec::new();
        let mut left = count;
        while left > 0 {
            left -= 1;
            let encoding = match self.operand_encoding()? {
                OperandEncoding::Array if left == 1 => {
                    left = 0;
                    match self.operand_encoding()? {
                        OperandEncoding::One(Encoding::Scalar(element)) => Encoding::Array(element),
                        OperandEncoding::One(Encoding::Literal(_)) => {
                            Encoding::BrokenArray("Array element type has to be an encoding of a type")
                        }
                        _ => Encoding::BrokenArray("Array element type can't be an Array or a Blob"),
                    }
                }
                OperandEncoding::Array => Encoding::BrokenArray("Array op not second to last"),
                OperandEncoding::One(encoding) => encoding,
            };
            encodings.push(encoding);
        }
        if encodings.is_empty() {
            return Err(self.fault("Abbrev record with no operands"));
        }
        Ok(Abbreviation(encodings.into()))
    }

    /// Reads one operand of an abbreviation definition.
    fn operand_encoding(&mut self) -> Result<OperandEncoding> {
        if self.cursor.fixed(1)? == 1 {
            return Ok(OperandEncoding::One(Encoding::Literal(self.cursor.vbr(8)?)));
        }
        let scalar = match self.cursor.fixed(3)? {
            1 => Scalar::Fixed,
            2 => Scalar::Vbr,
            3 => return Ok(OperandEncoding::Array),
            4 => return Ok(OperandEncoding::One(Encoding::Scalar(Scalar::Char6))),
            5 => return Ok(OperandEncoding::One(Encoding::Blob)),
            _ => return Err(self.fault("Invalid encoding")),
        };
        Ok(OperandEncoding::One(match self.cursor.vbr(5)? {
            0 => Encoding::Literal(0),
            width if width > MAX_CHUNK as u64 => {
                return Err(self.fault("Fixed or VBR abbrev record with size > MaxChunkData"));
            }
            width => Encoding::Scalar(scalar(width as u32)),
        }))
    }

    /// Reads a record, after its abbreviation id.
    #[inline]
    pub fn record(&mut self, id: u32, record: &mut Record<'d>) -> Result<()> {
        record.ops.clear();
        record.blob = None;
        let scope = self.scopes.last();
        let read = match id {
            abbrev::UNABBREVIATED => unabbreviated(&mut self.cursor, record),
            _ => match find_abbreviation(scope, &self.abbreviations, id) {
                Some(abbreviation) => abbreviated(&mut self.cursor, abbreviation, record),
                None => Err(self.cursor.error("Invalid abbrev number")),
            },
        };
        match (read, scope) {
            (Err(error), Some(scope)) => Err(error.in_block(scope.block.id)),
            (read, _) => read,
        }
    }

    /// Reads a `BLOCKINFO` block, after its block id.
    pub fn read_block_info(&mut self, info: &mut BlockInfo) -> Result<()> {
        let empty = BlockInfo::default();
        self.enter(block::BLOCKINFO, &empty)?;
        let mut record = Record::default();
        let mut current = None;
        loop {
            // Abbreviations are defined for the block named by `SETBID`, not for this block.
            match self.cursor.fixed(self.abbrev_width)? as u32 {
                abbrev::END_BLOCK => return self.end_block(),
                abbrev::ENTER_SUBBLOCK => {
                    self.cursor.vbr32(8)?;
                    self.skip_block()?;
                }
                abbrev::DEFINE => {
                    let Some(id) = current else { return Err(self.error("Malformed block")) };
                    let abbreviation = self.define_abbreviation()?;
                    Arc::make_mut(info.abbreviations.entry(id).or_default()).push(abbreviation);
                }
                id => {
                    self.record(id, &mut record)?;
                    match (record.code, current) {
                        (blockinfo::SETBID, _) if !record.ops.is_empty() => current = Some(record.get(0) as u32),
                        (blockinfo::SETBID, _) | (blockinfo::BLOCKNAME | blockinfo::SETRECORDNAME, None) => {
                            return Err(self.error("Malformed block"));
                        }
                        (blockinfo::BLOCKNAME, Some(id)) => drop(info.names.insert(id, record.bytes(0))),
                        (blockinfo::SETRECORDNAME, Some(id)) => {
                            let name = (id, record.get(0) as u32);
                            info.record_names.entry(name).or_insert_with(|| record.bytes(1));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// The abbreviation with this id: those from `BLOCKINFO` precede the block's own.
#[inline]
fn find_abbreviation<'a>(scope: Option<&'a Scope>, own: &'a [Abbreviation], id: u32) -> Option<&'a Abbreviation> {
    let index = id.checked_sub(abbrev::FIRST)? as usize;
    let Some(scope) = scope else { return own.get(index) };
    match scope.inherited.get(index) {
        Some(abbreviation) => Some(abbreviation),
        None => own.get(scope.first_abbreviation + index - scope.inherited.len()),
    }
}

fn unabbreviated<'d>(cursor: &mut Cursor<'d>, record: &mut Record<'d>) -> Result<()> {
    record.code = cursor.vbr32(6)?;
    let count = read_count(cursor, 6)?;
    numbers(cursor, record, count, |cursor| cursor.vbr(6))
}

fn abbreviated<'d>(cursor: &mut Cursor<'d>, abbreviation: &Abbreviation, record: &mut Record<'d>) -> Result<()> {
    let (&code, operands) =
        abbreviation.0.split_first().ok_or_else(|| cursor.error("Abbrev record with no operands"))?;
    record.code = match code {
        Encoding::Literal(value) => value as u32,
        Encoding::Scalar(scalar) => number(cursor, scalar)? as u32,
        _ => return Err(cursor.error("Abbreviation starts with an Array or a Blob")),
    };
    for &encoding in operands {
        match encoding {
            Encoding::Literal(value) => record.ops.push(value),
            Encoding::Scalar(scalar) => {
                let value = number(cursor, scalar)?;
                record.ops.push(value);
            }
            Encoding::Array(element) => array(cursor, element, record)?,
            Encoding::BrokenArray(message) => {
                read_count(cursor, 0)?;
                return Err(cursor.error(message));
            }
            Encoding::Blob => {
                let len = cursor.vbr32(6)? as u64;
                cursor.align();
                if len > (cursor.end() - cursor.bit()) / 8 {
                    return Err(cursor.error("Blob ends too soon"));
                }
                record.blob = Some(cursor.bytes(len)?);
                cursor.align();
            }
        }
    }
    Ok(())
}

/// Reads an array to the end of a record. Dispatches on the encoding once per array.
fn array<'d>(cursor: &mut Cursor<'d>, element: Scalar, record: &mut Record<'d>) -> Result<()> {
    let count = read_count(
        cursor,
        match element {
            Scalar::Fixed(width) | Scalar::Vbr(width) => width,
            Scalar::Char6 => 6,
        },
    )?;
    match element {
        Scalar::Fixed(width) => numbers(cursor, record, count, |cursor| cursor.fixed(width)),
        Scalar::Vbr(width) => numbers(cursor, record, count, |cursor| cursor.vbr(width)),
        Scalar::Char6 => numbers(cursor, record, count, |cursor| Ok(CHAR6[cursor.fixed(6)? as usize] as u64)),
    }
}

/// Reads `count` operands, which were checked to fit the data.
#[inline]
fn numbers<'d>(
    cursor: &mut Cursor<'d>,
    record: &mut Record<'d>,
    count: u32,
    mut number: impl FnMut(&mut Cursor<'d>) -> Result<u64>,
) -> Result<()> {
    record.ops.reserve(count as usize);
    for _ in 0..count {
        record.ops.push(number(cursor)?);
    }
    Ok(())
}

#[inline(always)]
fn number(cursor: &mut Cursor<'_>, encoding: Scalar) -> Result<u64> {
    match encoding {
        Scalar::Fixed(width) => cursor.fixed(width),
        Scalar::Vbr(width) => cursor.vbr(width),
        Scalar::Char6 => Ok(CHAR6[cursor.fixed(6)? as usize] as u64),
    }
}

/// Reads a count of elements of at least `bits` bits each, and checks it against the remaining data.
fn read_count(cursor: &mut Cursor<'_>, bits: u32) -> Result<u32> {
    let count = match cursor.vbr32(6) {
        Ok(count) => count,
        Err(error) => return Err(cursor.error(format!("Failed to read size: {}", error.message))),
    };
    if count as u64 >= cursor.end() {
        return Err(cursor.error("Size is not plausible"));
    }
    if count as u64 * bits as u64 > cursor.end() - cursor.bit() {
        return Err(cursor.too_short());
    }
    Ok(count)
}
