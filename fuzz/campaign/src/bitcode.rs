//! Bitcode that is changed bit by bit, field by field and record by record.

use lindworm::bitcode::bitstream::{
    Abbreviation, BlockInfo, Cursor, Encoding, Entry, Record, Scalar, Stream, StreamWriter,
};
use lindworm::bitcode::codes::{block, metadata, module, symtab};
use lindworm::bitcode::{self, WriteOptions};
use lindworm::{Context, ReadOptions, read, to_bytes, verify};

use crate::random::Random;
use crate::seeds::Seeds;

/// A file as bytes, and as what it consists of.
pub struct File {
    bytes: Vec<u8>,
    /// Blocks and records.
    pub events: Vec<Event>,
    /// The numbers of all records.
    pub ops: Vec<u64>,
}

/// A number in a file.
#[derive(Clone, Copy)]
struct Field {
    bit: u64,
    width: u32,
    /// Whether its highest bit says that another follows.
    is_chunk: bool,
}

/// What comes next in a file.
#[derive(Clone, Copy)]
pub enum Event {
    /// A block begins.
    Enter { id: u32 },
    /// A block ends.
    End,
    /// A record of a block: where its numbers are among all, and its blob in the file.
    Record { block: u32, code: u32, ops: (u32, u32), blob: Option<(u32, u32)> },
}

/// Makes mutants of bitcode.
pub struct BitcodeMutator {
    /// By the number of the seed: first the texts, as bitcode, then the files. None before it was asked for, or if it is none.
    files: Vec<Option<Box<File>>>,
    events: Vec<Event>,
    ops: Vec<u64>,
}

impl BitcodeMutator {
    pub fn new(seeds: &Seeds) -> BitcodeMutator {
        let count = seeds.texts.len() + seeds.bitcode.len();
        BitcodeMutator { files: (0..count).map(|_| None).collect(), events: Vec::new(), ops: Vec::new() }
    }

    /// A mutant of one of the files, or of what one of the texts is as bitcode.
    pub fn mutant(&mut self, seeds: &Seeds, random: &mut Random, out: &mut Vec<u8>) {
        let file = self.any_file(seeds, random);
        out.clear();
        match random.below(10) {
            0 | 1 => {
                let file = self.files[file].as_ref().expect("it was just read");
                out.extend_from_slice(&file.bytes);
                change_bits(random, out);
            }
            2 | 3 => {
                let file = self.files[file].as_ref().expect("it was just read");
                out.extend_from_slice(&file.bytes);
                change_fields(random, out);
            }
            _ => self.change_records(seeds, random, file, out),
        }
    }

    fn any_file(&mut self, seeds: &Seeds, random: &mut Random) -> usize {
        loop {
            let index = match random.once_in(8) && !seeds.bitcode.is_empty() {
                true => seeds.texts.len() + random.small(seeds.bitcode.len()),
                false => random.small(seeds.texts.len()),
            };
            if self.files[index].is_none() {
                let bytes = match seeds.texts.get(index) {
                    Some(seed) => as_bitcode(&seed.bytes),
                    None => Some(seeds.bitcode[index - seeds.texts.len()].bytes.clone()),
                };
                self.files[index] = bytes.and_then(File::read).map(|file| Box::new(file.lean()));
            }
            if self.files[index].is_some() {
                return index;
            }
        }
    }

    fn change_records(&mut self, seeds: &Seeds, random: &mut Random, index: usize, out: &mut Vec<u8>) {
        let mut events = std::mem::take(&mut self.events);
        let mut ops = std::mem::take(&mut self.ops);
        let other = self.any_file(seeds, random);
        let other = self.files[other].as_ref().expect("it was just read");
        let file = self.files[index].as_ref().expect("it was just read");
        events.clone_from(&file.events);
        ops.clone_from(&file.ops);
        for _ in 0..random.few() {
            change_record(random, &mut events, &mut ops, other);
        }
        write(&events, &ops, &file.bytes, out);
        self.events = events;
        self.ops = ops;
    }
}

/// A text that is valid, as bitcode.
fn as_bitcode(text: &[u8]) -> Option<Vec<u8>> {
    let options = ReadOptions { summary: true, ..ReadOptions::default() };
    let outcome = read(&Context::new(), "m", text, &options).ok()?;
    if !verify(&outcome.module).is_ok() {
        return None;
    }
    let preserve_use_list_order = text.len().is_multiple_of(4);
    let options = WriteOptions { preserve_use_list_order, ..WriteOptions::default() };
    Some(match &outcome.summary {
        Some(summary) => bitcode::write_with_summary(&outcome.module, summary, &options),
        None => bitcode::write(&outcome.module, &options),
    })
}

impl File {
    /// Takes a file apart; none if it is not well-formed.
    pub fn read(bytes: Vec<u8>) -> Option<File> {
        File::read_with(bytes, None)
    }

    fn read_with(bytes: Vec<u8>, mut fields: Option<&mut Fields>) -> Option<File> {
        let mut file = File { bytes: Vec::new(), events: Vec::new(), ops: Vec::new() };
        let mut stream = Stream::new(&bytes);
        stream.cursor.jump(32).ok()?;
        let mut info = BlockInfo::default();
        let mut record = Record::default();
        while !stream.cursor.at_end() || stream.depth() > 0 {
            match stream.next().ok()? {
                Entry::End => file.events.push(Event::End),
                Entry::Block(block::BLOCKINFO) => stream.read_block_info(&mut info).ok()?,
                Entry::Block(id) => {
                    stream.enter(id, &info).ok()?;
                    file.events.push(Event::Enter { id });
                }
                Entry::Record(id) => {
                    let start = stream.cursor.clone();
                    stream.record(id, &mut record).ok()?;
                    if let Some(fields) = &mut fields {
                        fields.add(start, stream.abbreviation(id));
                    }
                    let at = file.ops.len() as u32;
                    file.ops.extend_from_slice(&record.ops);
                    let blob = record.blob.map(|blob| {
                        let end = stream.cursor.bit() / 8;
                        let start = end - (blob.len() as u64).next_multiple_of(4);
                        (start as u32, blob.len() as u32)
                    });
                    let block = stream.block().unwrap_or_default();
                    let ops = (at, record.ops.len() as u32);
                    file.events.push(Event::Record { block, code: record.code, ops, blob });
                }
            }
        }
        file.bytes = bytes;
        Some(file)
    }

    /// Other blocks and records, as a file.
    pub fn written(&self, events: &[Event], ops: &[u64]) -> Vec<u8> {
        let mut out = Vec::new();
        write(events, ops, &self.bytes, &mut out);
        out
    }

    /// Without the tables of names that each module has, if what is left is the same module: they are most of a small one, and
    /// changed records should be others.
    fn lean(mut self) -> File {
        let text = |file: &File, events: &[Event]| {
            let written = file.written(events, &file.ops);
            let outcome = bitcode::read(&Context::new(), "m", &written, &bitcode::ReadOptions::default());
            outcome.ok().map(|outcome| to_bytes(&outcome.module))
        };
        let mut events = self.events.clone();
        let mut at = 0;
        while at < events.len() {
            match events[at] {
                Event::Enter { id: block::METADATA_KIND | block::OPERAND_BUNDLE_TAGS | block::SYNC_SCOPE_NAMES } => {
                    let len = block_at(&events, at).unwrap_or(1);
                    events.drain(at..at + len);
                }
                _ => at += 1,
            }
        }
        if text(&self, &events) == text(&self, &self.events) {
            self.events = events;
        }
        self
    }

    /// How many events the block has that begins there, if one does.
    pub fn block_at(&self, at: usize) -> Option<usize> {
        block_at(&self.events, at)
    }
}

/// Where the numbers of a file are.
#[derive(Default)]
struct Fields(Vec<Field>);

impl Fields {
    /// Adds those of a record.
    fn add(&mut self, mut cursor: Cursor<'_>, abbreviation: Option<&Abbreviation>) {
        let Some(abbreviation) = abbreviation else {
            self.chunks(&mut cursor, 6);
            let count = self.chunks(&mut cursor, 6);
            for _ in 0..count.unwrap_or(0) {
                self.chunks(&mut cursor, 6);
            }
            return;
        };
        for &encoding in &abbreviation.0 {
            match encoding {
                Encoding::Scalar(scalar) => self.scalar(&mut cursor, scalar),
                Encoding::Array(scalar) => {
                    let count = self.chunks(&mut cursor, 6);
                    for _ in 0..count.unwrap_or(0) {
                        self.scalar(&mut cursor, scalar);
                    }
                }
                Encoding::Blob => drop(self.chunks(&mut cursor, 6)),
                Encoding::Literal(_) | Encoding::BrokenArray(_) => {}
            }
        }
    }

    fn scalar(&mut self, cursor: &mut Cursor<'_>, scalar: Scalar) {
        match scalar {
            Scalar::Vbr(width) => drop(self.chunks(cursor, width)),
            Scalar::Fixed(width) => self.field(cursor, width),
            Scalar::Char6 => self.field(cursor, 6),
        }
    }

    fn field(&mut self, cursor: &mut Cursor<'_>, width: u32) {
        self.0.push(Field { bit: cursor.bit(), width, is_chunk: false });
        let _ = cursor.fixed(width);
    }

    fn chunks(&mut self, cursor: &mut Cursor<'_>, width: u32) -> Option<u64> {
        let mut value = 0;
        for i in 0.. {
            self.0.push(Field { bit: cursor.bit(), width, is_chunk: true });
            let chunk = cursor.fixed(width).ok()?;
            let more = 1 << (width - 1);
            value |= (chunk & (more - 1)).checked_shl(i * (width - 1)).unwrap_or(0);
            if chunk & more == 0 {
                break;
            }
        }
        Some(value)
    }
}

/// Some bits, bytes or words that are anything, or an end that comes too soon.
fn change_bits(random: &mut Random, out: &mut Vec<u8>) {
    for _ in 0..random.few() {
        let at = random.below(out.len());
        match random.below(8) {
            0..=4 => out[at] ^= 1 << random.below(8),
            5 => out[at] = random.bits() as u8,
            6 => {
                let word = (random.interesting() as u32).to_le_bytes();
                let at = at / 4 * 4;
                out[at..].iter_mut().zip(word).for_each(|(to, from)| *to = from);
            }
            _ if random.once_in(8) => {
                out.truncate(at / 4 * 4);
                if out.is_empty() {
                    return;
                }
            }
            _ => {
                let [from, len] = [random.below(out.len()), random.below(16)];
                let piece = out[from..(from + len).min(out.len())].to_vec();
                out[at..].iter_mut().zip(piece).for_each(|(to, from)| *to = from);
            }
        }
    }
}

/// Some fields that are other numbers; how long each is stays.
fn change_fields(random: &mut Random, out: &mut [u8]) {
    let mut fields = Fields::default();
    if File::read_with(out.to_vec(), Some(&mut fields)).is_none() || fields.0.is_empty() {
        return;
    }
    for _ in 0..random.few() {
        let field = *random.pick(&fields.0);
        let width = field.width - u32::from(field.is_chunk);
        let value = if random.once_in(2) { random.interesting() } else { random.bits() };
        for i in 0..width {
            let bit = field.bit + u64::from(i);
            let [byte, mask] = [(bit / 8) as usize, 1usize << (bit % 8)];
            let set = value.checked_shr(i).unwrap_or(0) & 1 != 0;
            out[byte] = if set { out[byte] | mask as u8 } else { out[byte] & !(mask as u8) };
        }
    }
}

/// Changes a record, or which records there are.
fn change_record(random: &mut Random, events: &mut Vec<Event>, ops: &mut Vec<u64>, other: &File) {
    if events.is_empty() || other.events.is_empty() {
        return;
    }
    let mut at = random.below(events.len());
    if random.once_in(24) {
        return change_block(random, events, at);
    }
    let next = events[at..].iter().position(|event| matches!(event, Event::Record { .. }));
    at += next.unwrap_or(0);
    let Event::Record { block, code, ops: (start, len), blob } = events[at] else { return };
    match random.below(16) {
        // A number that is another.
        0..=8 if len > 0 => {
            let changed = start as usize + random.below(len as usize);
            ops[changed] = match random.below(6) {
                0 => ops[changed].wrapping_add(1),
                1 => ops[changed].wrapping_sub(1),
                2 => ops[changed] ^ 1 << random.below(12),
                3 => ops[start as usize + random.below(len as usize)],
                4 => random.below(32) as u64,
                _ => random.interesting(),
            };
        }
        9 => drop(events.remove(at)),
        10 => events.insert(at, events[at]),
        11 => events[at] = Event::Record { block, code: random.below(70) as u32, ops: (start, len), blob },
        // More or fewer numbers.
        12 => {
            let from = ops.len() as u32;
            let kept = random.below(len as usize + 1);
            ops.extend_from_within(start as usize..start as usize + kept);
            if random.once_in(2) {
                ops.push(random.interesting());
                ops.extend_from_within((start as usize + kept)..(start + len) as usize);
            }
            events[at] = Event::Record { block, code, ops: (from, ops.len() as u32 - from), blob };
        }
        13 => {
            let to = (at + 1 + random.below(3)).min(events.len() - 1);
            if let Event::Record { .. } = events[to] {
                events.swap(at, to);
            }
        }
        // A record of another file, in a block of the same kind.
        _ => {
            let from = random.below(other.events.len());
            let like = other.events[from..].iter().find_map(|event| match *event {
                Event::Record { block: b, code, ops, blob: None } if b == block => Some((code, ops)),
                _ => None,
            });
            if let Some((code, (from, len))) = like {
                let start = ops.len() as u32;
                ops.extend_from_slice(&other.ops[from as usize..(from + len) as usize]);
                let record = Event::Record { block, code, ops: (start, len), blob: None };
                if random.once_in(2) { events.insert(at, record) } else { events[at] = record }
            }
        }
    }
}

/// How many events the block has that begins there, if one does.
fn block_at(events: &[Event], at: usize) -> Option<usize> {
    let Event::Enter { .. } = events[at] else { return None };
    let mut depth = 0;
    let end = events[at..].iter().position(|event| {
        match event {
            Event::Enter { .. } => depth += 1,
            Event::End => depth -= 1,
            Event::Record { .. } => {}
        }
        depth == 0
    });
    end.map(|end| end + 1)
}

/// Doubles, removes or renumbers a block that begins there.
fn change_block(random: &mut Random, events: &mut Vec<Event>, at: usize) {
    let Some(len) = block_at(events, at) else { return };
    match random.below(3) {
        0 if len < 200 => {
            let copy = events[at..at + len].to_vec();
            events.splice(at..at, copy);
        }
        1 => drop(events.drain(at..at + len)),
        _ => events[at] = Event::Enter { id: 8 + random.below(20) as u32 },
    }
}

/// Writes blocks and records, all without abbreviations but for blobs. What says where things are in the file is left out, as that
/// is somewhere else now.
fn write(events: &[Event], ops: &[u64], bytes: &[u8], out: &mut Vec<u8>) {
    let mut writer = StreamWriter::default();
    writer.bits.bytes(&bytes[..4]);
    let mut depth = 0;
    for event in events {
        match *event {
            Event::Enter { id } => {
                writer.enter_block(id, 3);
                depth += 1;
            }
            Event::End if depth > 0 => {
                writer.end_block();
                depth -= 1;
            }
            Event::End => {}
            Event::Record { block, code, ops: (start, len), blob } => {
                let places = (block == block::MODULE && code == module::VSTOFFSET)
                    || (block == block::METADATA && matches!(code, metadata::INDEX | metadata::INDEX_OFFSET));
                if places {
                    continue;
                }
                let ops = &ops[start as usize..(start + len) as usize];
                // Where a function is, and in old files its name.
                if let (block::VALUE_SYMTAB, symtab::FNENTRY, None) = (block, code, blob) {
                    if let [value, _, name @ ..] = ops
                        && !name.is_empty()
                    {
                        writer.record(symtab::ENTRY, &[&[*value], name].concat());
                    }
                    continue;
                }
                match blob {
                    // Outside of all blocks there is no room for the id of an abbreviation.
                    Some(_) if depth == 0 => {}
                    Some((start, len)) => {
                        let mut encodings = vec![Encoding::Literal(code.into())];
                        encodings.extend(ops.iter().map(|_| Encoding::Scalar(Scalar::Vbr(6))));
                        encodings.push(Encoding::Blob);
                        // Ids have three bits: there is room for few.
                        let id = writer.define(Abbreviation(encodings.into()));
                        if id < 8 {
                            let blob = &bytes[start as usize..(start + len) as usize];
                            writer.with_blob(id, code, ops, blob);
                        }
                    }
                    None => writer.record(code, ops),
                }
            }
        }
    }
    (0..depth).for_each(|_| writer.end_block());
    *out = writer.bits.into_bytes();
}
