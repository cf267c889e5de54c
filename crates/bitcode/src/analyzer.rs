//! Analysis of a bitstream, as by `llvm-bcanalyzer`: a [dump](DumpOptions) of all blocks and records, and statistics of
//! their number and size.

use std::io::{self, Write};

use crate::bitstream::{Abbreviation, Block, BlockInfo, Cursor, Encoding, Entry, Record, Stream, abbrev};
use crate::codes::{block, blockinfo, metadata, module};
use crate::error::{Error, Result};
use crate::file::Wrapper;
use crate::module_hash::{self, Digest, Sha1};
use statistics::Statistics;

mod names;
mod statistics;

pub use names::block_name;

/// Options of [`analyze`].
#[derive(Clone, Debug, Default)]
pub struct AnalyzerOptions<'d> {
    /// Dump all records.
    pub dump: Option<DumpOptions>,
    /// Omit the histogram of records from the summary.
    pub no_histogram: bool,
    /// A file whose `BLOCKINFO` block is used for names.
    pub block_info: Option<&'d [u8]>,
    /// Check the hash of each module, computed over these bytes followed by the module.
    pub check_hash: Option<&'d [u8]>,
}

/// Options of the dump.
#[derive(Clone, Copy, Debug, Default)]
pub struct DumpOptions {
    /// Show numbers of blocks and records next to their names.
    pub numbers: bool,
    /// Show blobs as bytes even if they have a known structure.
    pub binary_blobs: bool,
    /// Show the content of the `BLOCKINFO` block.
    pub block_info: bool,
}

/// The error of [`analyze`].
#[derive(Debug, thiserror::Error)]
pub enum AnalyzeError {
    /// The bitstream is malformed.
    #[error(transparent)]
    Bitcode(#[from] Error),
    /// The output could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// The kind of a bitstream, determined by its magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StreamKind {
    Unknown,
    LlvmIr,
    ClangAst,
    ClangDiagnostics,
    Remarks,
}

impl StreamKind {
    fn of(magic: [u8; 4]) -> StreamKind {
        match &magic {
            b"BC\xC0\xDE" => StreamKind::LlvmIr,
            b"CPCH" => StreamKind::ClangAst,
            b"DIAG" => StreamKind::ClangDiagnostics,
            b"RMRK" => StreamKind::Remarks,
            _ => StreamKind::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            StreamKind::Unknown => "unknown",
            StreamKind::LlvmIr => "LLVM IR",
            StreamKind::ClangAst => "Clang Serialized AST",
            StreamKind::ClangDiagnostics => "Clang Serialized Diagnostics",
            StreamKind::Remarks => "LLVM Remarks",
        }
    }
}

/// The names of blocks and records, which the file can define.
struct Names {
    info: BlockInfo,
    kind: StreamKind,
}

impl Names {
    fn block(&self, id: u32) -> Option<&[u8]> {
        if id < FIRST_APPLICATION_BLOCK {
            return (id == block::BLOCKINFO).then_some(b"BLOCKINFO_BLOCK");
        }
        let given = self.info.names.get(&id).filter(|name| !name.is_empty());
        let known = || names::block_name(id).filter(|_| self.kind == StreamKind::LlvmIr);
        given.map(|name| up_to_zero(name)).or_else(|| known().map(str::as_bytes))
    }

    fn record(&self, block: u32, code: u32) -> Option<&[u8]> {
        if block < FIRST_APPLICATION_BLOCK {
            return blockinfo::name(code).filter(|_| block == block::BLOCKINFO).map(str::as_bytes);
        }
        let given = self.info.record_names.get(&(block, code));
        let known = || names::record_name(block, code).filter(|_| self.kind == StreamKind::LlvmIr);
        given.map(|name| up_to_zero(name)).or_else(|| known().map(str::as_bytes))
    }
}

/// A name up to its first NUL, as a C string.
fn up_to_zero(name: &[u8]) -> &[u8] {
    name.split(|&c| c == 0).next().unwrap_or_default()
}

/// Block ids below this are the same in every bitstream.
const FIRST_APPLICATION_BLOCK: u32 = 8;

/// Writes the analysis of a bitstream with the given name. Output written before an error remains.
pub fn analyze(
    data: &[u8],
    name: &str,
    options: &AnalyzerOptions<'_>,
    out: &mut dyn Write,
) -> std::result::Result<(), AnalyzeError> {
    let (stream, kind) = open(data, options.dump.is_some(), out)?;
    let bytes = stream.cursor.data().len() as u64;
    let mut names = Names { info: BlockInfo::default(), kind };
    if let Some(data) = options.block_info {
        names.info = block_info_of(open(data, options.dump.is_some(), out)?.0)?;
    }
    let (statistics, open, record) = Default::default();
    let mut analyzer = Analyzer { stream, names, options, statistics, open, record, out };
    analyzer.blocks()?;
    if options.dump.is_some() {
        analyzer.out.write_all(b"\n\n")?;
    }
    let Analyzer { statistics, names, out, .. } = analyzer;
    Ok(statistics.write(out, name, bytes, kind, &names, !options.no_histogram)?)
}

/// The bitstream in a file, after its magic number. Shows the header of a wrapper.
fn open<'d>(
    data: &'d [u8],
    show: bool,
    out: &mut dyn Write,
) -> std::result::Result<(Stream<'d>, StreamKind), AnalyzeError> {
    let mut contents = data;
    if let Some(wrapper) = Wrapper::read(data) {
        if data.len() < Wrapper::SIZE {
            return Err(Error::new(0, "Invalid bitcode wrapper header").into());
        }
        if show {
            let Wrapper { version, offset, size, cpu } = wrapper;
            writeln!(
                out,
                "<BITCODE_WRAPPER_HEADER Magic=0x0b17c0de Version={version:#010x} Offset={offset:#010x} Size={size:#010x} \
                 CPUType={cpu:#010x}/>"
            )?;
        }
        contents = wrapper.contents(data)?;
    }
    let mut stream = Stream::new(contents);
    let magic = (stream.cursor.fixed(32)? as u32).to_le_bytes();
    Ok((stream, StreamKind::of(magic)))
}

/// The id of the next block at the top level, where only blocks are valid. `otherwise` is the error message.
fn top_level_block(stream: &mut Stream<'_>, otherwise: &str) -> Result<u32> {
    match stream.cursor.fixed(stream.abbrev_width())? as u32 {
        abbrev::ENTER_SUBBLOCK => Ok(stream.cursor.vbr(8)? as u32),
        _ => Err(stream.error(otherwise)),
    }
}

/// Reads a `BLOCKINFO` block, after its block id.
fn read_block_info(stream: &mut Stream<'_>, malformed: &str) -> Result<BlockInfo> {
    let mut info = BlockInfo::default();
    match stream.read_block_info(&mut info) {
        Err(error) if error.message == "Malformed block" => Err(Error { message: malformed.into(), ..error }),
        result => result.map(|_| info),
    }
}

/// The first `BLOCKINFO` block of a bitstream.
fn block_info_of(mut stream: Stream<'_>) -> Result<BlockInfo> {
    while !stream.cursor.at_end() {
        match top_level_block(&mut stream, "Invalid record at top-level in block info file")? {
            block::BLOCKINFO => return read_block_info(&mut stream, "Malformed BlockInfoBlock in block info file"),
            _ => stream.skip_block()?,
        }
    }
    Ok(BlockInfo::default())
}

/// An open block.
struct OpenBlock {
    id: u32,
    /// Bit offset of the block.
    start: u64,
    /// Total size of the nested blocks, in bits.
    inner: u64,
    /// Byte offset of its contents.
    contents: u64,
    /// Whether its records are dumped.
    show: bool,
    /// Bit offset at which the metadata index should be, if announced by a record; otherwise 0.
    metadata_index: u64,
}

struct Analyzer<'a, 'd, 'o> {
    stream: Stream<'d>,
    names: Names,
    options: &'a AnalyzerOptions<'a>,
    statistics: Statistics,
    open: Vec<OpenBlock>,
    /// The last record, reused to avoid allocations.
    record: Record<'d>,
    out: &'o mut dyn Write,
}

impl Analyzer<'_, '_, '_> {
    /// Visits all blocks.
    fn blocks(&mut self) -> std::result::Result<(), AnalyzeError> {
        while !self.stream.cursor.at_end() {
            let id = top_level_block(&mut self.stream, "Invalid record at top-level")?;
            self.enter(id)?;
            while !self.open.is_empty() {
                self.next()?;
            }
            self.statistics.top_level_blocks += 1;
        }
        Ok(())
    }

    fn indent(&mut self, levels: usize) -> io::Result<()> {
        (0..levels).try_for_each(|_| self.out.write_all(b"  "))
    }

    /// Enters a block, after its block id.
    fn enter(&mut self, id: u32) -> std::result::Result<(), AnalyzeError> {
        let start = self.stream.cursor.bit();
        self.statistics.blocks.entry(id).or_default().count += 1;
        let dump = self.options.dump;
        let mut show = dump.is_some();
        if id == block::BLOCKINFO {
            if dump.is_some_and(|d| !d.block_info) {
                self.indent(self.open.len())?;
                writeln!(self.out, "<BLOCKINFO_BLOCK/>")?;
            }
            self.names.info = read_block_info(&mut self.stream.at_block(start)?, "Malformed BlockInfoBlock")?;
            show = dump.is_some_and(|d| d.block_info);
        }
        let Block { words, abbrev_width, .. } = self.stream.enter(id, &self.names.info)?;
        if show {
            self.indent(self.open.len())?;
            self.out.write_all(b"<")?;
            self.write_block_name(id)?;
            if dump.is_some_and(|d| d.numbers) && self.names.block(id).is_some() {
                write!(self.out, " BlockID={id}")?;
            }
            writeln!(self.out, " NumWords={words} BlockCodeSize={abbrev_width}>")?;
        }
        let contents = self.stream.cursor.bit() / 8;
        self.open.push(OpenBlock { id, start, inner: 0, contents, show, metadata_index: 0 });
        Ok(())
    }

    fn write_block_name(&mut self, id: u32) -> io::Result<()> {
        match self.names.block(id) {
            Some(name) => self.out.write_all(name),
            None => write!(self.out, "UnknownBlock{id}"),
        }
    }

    /// Visits the next entry of the innermost block.
    fn next(&mut self) -> std::result::Result<(), AnalyzeError> {
        if self.stream.cursor.at_end() {
            return Err(self.stream.error("Premature end of bitstream").into());
        }
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let statistics = self.statistics.blocks.entry(open.id).or_default();
        match self.stream.next_or_definition()? {
            None => statistics.definitions += 1,
            Some(Entry::Block(id)) => {
                statistics.blocks += 1;
                self.enter(id)?;
            }
            Some(Entry::End) => {
                let (id, show) = (open.id, open.show);
                let bits = self.stream.cursor.bit() - open.start;
                // Nested blocks do not count towards the size of a block.
                statistics.bits += bits - open.inner;
                self.open.pop();
                if let Some(outer) = self.open.last_mut() {
                    outer.inner += bits;
                }
                if show {
                    self.indent(self.open.len())?;
                    self.out.write_all(b"</")?;
                    self.write_block_name(id)?;
                    writeln!(self.out, ">")?;
                }
            }
            Some(Entry::Record(id)) => self.record(id)?,
        }
        Ok(())
    }

    /// Visits a record, after its abbreviation id.
    fn record(&mut self, id: u32) -> std::result::Result<(), AnalyzeError> {
        let Some(open) = self.open.last() else { return Ok(()) };
        let (block, show) = (open.id, open.show);
        let contents = self.stream.cursor.bit();
        let start = contents - u64::from(self.stream.abbrev_width());
        let statistics = self.statistics.blocks.entry(block).or_default();
        statistics.records += 1;
        let mut record = std::mem::take(&mut self.record);
        self.stream.record(id, &mut record)?;
        let abbreviated = u64::from(id != abbrev::UNABBREVIATED);
        statistics.abbreviated += abbreviated;
        let of_code = statistics.by_code.entry(record.code).or_default();
        of_code.count += 1;
        of_code.bits += self.stream.cursor.bit() - start;
        of_code.abbreviated += abbreviated;
        if show && let Some(dump) = self.options.dump {
            self.show_record(dump, id, &record, start, contents)?;
        }
        self.record = record;
        Ok(())
    }

    /// Dumps a record, with its abbreviation id at bit `start` and its operands at bit `contents`.
    fn show_record(
        &mut self,
        dump: DumpOptions,
        id: u32,
        record: &Record<'_>,
        start: u64,
        contents: u64,
    ) -> std::result::Result<(), AnalyzeError> {
        let depth = self.open.len();
        self.indent(depth)?;
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let out = &mut *self.out;
        out.write_all(b"<")?;
        match self.names.record(open.id, record.code) {
            Some(name) => {
                out.write_all(name)?;
                if dump.numbers {
                    write!(out, " codeid={}", record.code)?;
                }
            }
            None => write!(out, "UnknownCode{}", record.code)?,
        }
        if id != abbrev::UNABBREVIATED {
            write!(out, " abbrevid={id}")?;
        }
        for (i, &op) in record.ops.iter().enumerate() {
            write!(out, " op{i}={}", op as i64)?;
        }
        match (open.id, record.code) {
            (block::METADATA, metadata::INDEX_OFFSET) => match record.ops[..] {
                [low, high] => {
                    let offset = low.wrapping_add(high << 32);
                    open.metadata_index = self.stream.cursor.bit().wrapping_add(offset);
                }
                _ => write!(out, "(Invalid record)")?,
            },
            (block::METADATA, metadata::INDEX) => match open.metadata_index {
                bit if bit == start => write!(out, " (offset match)")?,
                bit => write!(out, " (offset mismatch: {bit} vs {start})")?,
            },
            (block::MODULE, module::HASH) => {
                if let Some(before) = self.options.check_hash {
                    let from = open.contents as usize;
                    let module = self.stream.cursor.data().get(from..(contents / 8) as usize).unwrap_or_default();
                    write!(out, " ({})", check_hash(before, module, &record.ops))?;
                }
            }
            _ => {}
        }
        write!(out, "/>")?;
        let encodings = self.stream.abbreviation(id).map_or(&[][..], |Abbreviation(encodings)| encodings);
        if let Some(array) = encodings.iter().position(|e| matches!(e, Encoding::Array(_))) {
            let text: Vec<u8> = record.bytes(array.saturating_sub(1));
            if text.iter().all(|&c| is_print(c)) {
                write!(out, " record string = '")?;
                out.write_all(&text)?;
                write!(out, "'")?;
            }
        }
        match record.blob {
            None => {}
            Some(blob) if (open.id, record.code) == (block::METADATA, metadata::STRINGS) => {
                show_metadata_strings(out, depth, &record.ops, blob).map_err(|e| match e {
                    AnalyzeError::Bitcode(e) => self.stream.error(e.message).into(),
                    e => e,
                })?;
            }
            Some(blob) => {
                write!(out, " blob data = ")?;
                if dump.binary_blobs {
                    write!(out, "'")?;
                    write_escaped(out, blob)?;
                    write!(out, "'")?;
                } else if blob.iter().all(|&c| is_print(c)) {
                    write!(out, "'")?;
                    out.write_all(blob)?;
                    write!(out, "'")?;
                } else {
                    write!(out, "unprintable, {} bytes.", blob.len())?;
                }
            }
        }
        Ok(writeln!(out)?)
    }
}

/// Compares the hash of a module with the one computed over `before` and the module.
fn check_hash(before: &[u8], module: &[u8], hash: &[u64]) -> &'static str {
    if hash.len() != 5 {
        return "invalid";
    }
    let mut sha1 = Sha1::default();
    sha1.update(before);
    sha1.update(module);
    match module_hash::words(sha1).iter().map(|&word| word as u64).eq(hash.iter().copied()) {
        true => "match",
        false => "!mismatch!",
    }
}

/// Dumps the blob of a metadata strings record: the lengths, then the characters.
fn show_metadata_strings(
    out: &mut dyn Write,
    depth: usize,
    ops: &[u64],
    blob: &[u8],
) -> std::result::Result<(), AnalyzeError> {
    let wrong = |message: &str| Err(Error::new(0, message).into());
    if blob.is_empty() {
        return wrong("Cannot decode empty blob.");
    }
    let [count, offset] = *ops else { return wrong("Decoding metadata strings blob needs two record entries.") };
    let count = count as u32;
    writeln!(out, " num-strings = {count} {{")?;
    let (lengths, mut strings) = blob.split_at((offset as u32 as usize).min(blob.len()));
    let mut lengths = Cursor::new(lengths);
    // LLVM reads the lengths in words, as the rest of the file, so the last one may extend past the end.
    let mut left = count;
    loop {
        if lengths.at_end() {
            return wrong("bad length");
        }
        let len = lengths.vbr(6)? as u32 as usize;
        if strings.len() < len {
            return wrong("truncated chars");
        }
        let (string, rest) = strings.split_at(len);
        strings = rest;
        (0..depth).try_for_each(|_| out.write_all(b"  "))?;
        write!(out, "  '")?;
        write_escaped(out, string)?;
        writeln!(out, "'")?;
        left = left.wrapping_sub(1);
        if left == 0 {
            break;
        }
    }
    (0..depth).try_for_each(|_| out.write_all(b"  "))?;
    Ok(write!(out, "}}")?)
}

fn is_print(c: u8) -> bool {
    (b' '..=b'~').contains(&c)
}

/// Escapes bytes as in a C string: `\x` and two digits for unprintable bytes.
fn write_escaped(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    bytes.iter().try_for_each(|&c| match c {
        b'\\' => out.write_all(b"\\\\"),
        b'\t' => out.write_all(b"\\t"),
        b'\n' => out.write_all(b"\\n"),
        b'"' => out.write_all(b"\\\""),
        _ if is_print(c) => out.write_all(&[c]),
        _ => write!(out, "\\x{c:02X}"),
    })
}
