//! Bitcode files: what stands around modules. A file is a stream of identification, module, string table and symbol table blocks,
//! perhaps in a wrapper ([Bitcode wrapper format](https://llvm.org/docs/BitCodeFormat.html#bitcode-wrapper-format)).

use lindworm_ir::triple::{Arch, ObjectFormat, Triple};

use crate::bitstream::{Abbreviation, BlockInfo, Encoding, Entry, Record, Stream, StreamWriter};
use crate::codes::{block, identification, strtab, symtab_blob};
use crate::error::{Error, Result};

/// The first bytes of a bitcode file.
pub const MAGIC: [u8; 4] = *b"BC\xC0\xDE";

/// The first bytes of a bitcode file in a wrapper.
pub const WRAPPER_MAGIC: [u8; 4] = 0x0B17_C0DE_u32.to_le_bytes();

/// The versions of bitcode that are not compatible with each other are told apart by their epoch: there is one so far.
pub const EPOCH: u64 = 0;

/// The header that a bitcode file has on Darwin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapper {
    /// The version of the header.
    pub version: u32,
    /// Where the bitcode begins, in bytes.
    pub offset: u32,
    /// How long the bitcode is, in bytes.
    pub size: u32,
    /// The processor it is for, as Mach-O numbers them.
    pub cpu: u32,
}

impl Wrapper {
    /// How long the header is, in bytes.
    pub const SIZE: usize = 20;

    /// Reads the header; gives none if the bytes do not begin with one. Bytes that are missing count as zero.
    pub fn read(data: &[u8]) -> Option<Wrapper> {
        if !data.starts_with(&WRAPPER_MAGIC) {
            return None;
        }
        let field = |i: usize| {
            let bytes = data.get(i * 4..i * 4 + 4).and_then(|b| b.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        Some(Wrapper { version: field(1), offset: field(2), size: field(3), cpu: field(4) })
    }

    /// The header of bitcode of that size for a target, if files for it have one: those for Darwin and others with Mach-O.
    pub fn of_target(triple: &[u8], size: u32) -> Option<Wrapper> {
        const X86: u32 = 7;
        const ARM: u32 = 12;
        const POWER_PC: u32 = 18;
        const IN_64_BITS: u32 = 1 << 24;
        let triple = Triple::new(triple);
        if !triple.is_darwin() && triple.object_format != ObjectFormat::MachO {
            return None;
        }
        let cpu = match triple.arch {
            Arch::X86 => X86,
            Arch::X86_64 => X86 | IN_64_BITS,
            Arch::Arm | Arch::Thumb => ARM,
            Arch::Ppc => POWER_PC,
            Arch::Ppc64 => POWER_PC | IN_64_BITS,
            _ => u32::MAX,
        };
        Some(Wrapper { version: 0, offset: Wrapper::SIZE as u32, size, cpu })
    }

    /// The bytes of the header.
    pub fn to_bytes(self) -> [u8; Wrapper::SIZE] {
        let mut bytes = [0; Wrapper::SIZE];
        bytes[..4].copy_from_slice(&WRAPPER_MAGIC);
        for (to, field) in bytes[4..].chunks_exact_mut(4).zip([self.version, self.offset, self.size, self.cpu]) {
            to.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    /// The bitcode within the whole file, of which this is the header.
    pub fn contents(self, data: &[u8]) -> Result<&[u8]> {
        let start = self.offset as usize;
        let contents = start.checked_add(self.size as usize).and_then(|end| data.get(start..end));
        contents.filter(|_| data.len() >= 16).ok_or_else(|| Error::new(0, "Invalid bitcode wrapper header"))
    }
}

/// What is in a bitcode file.
#[derive(Clone, Debug, Default)]
pub struct BitcodeFile<'d> {
    /// The modules, in order.
    pub modules: Vec<ModuleContents<'d>>,
    /// The first symbol table; empty if there is none.
    pub symbol_table: &'d [u8],
    /// The string table that the symbol table goes by.
    pub symbol_strings: &'d [u8],
}

/// A module of a bitcode file, not read yet.
#[derive(Clone, Copy, Debug)]
pub struct ModuleContents<'d> {
    /// The blocks of the module and of its identification. Offsets that the module gives are counted from their start.
    pub data: &'d [u8],
    /// Where these bytes begin in the file, in bits.
    pub start: u64,
    /// The string table that holds the module's names.
    pub strings: &'d [u8],
    /// Behind the number of the identification block, in bits of the data.
    identification: Option<u64>,
    /// Behind the number of the module's block, in bits of the data.
    module: u64,
}

/// The bitcode in a file, without its wrapper, and where it begins in bytes.
fn unwrap(data: &[u8]) -> Result<(&[u8], u64)> {
    if !data.len().is_multiple_of(4) {
        return Err(Error::new(data.len() as u64 * 8, "Invalid bitcode signature"));
    }
    let wrapper = Wrapper::read(data);
    let bitcode = wrapper.map_or(Ok(data), |w| w.contents(data))?;
    let start = wrapper.map_or(0, |w| w.offset as u64);
    match bitcode {
        [_, _, _, _, ..] if bitcode.starts_with(&MAGIC) => Ok((bitcode, start)),
        [_, _, _, _, ..] => Err(Error::new(start * 8, "file doesn't start with bitcode header")),
        _ => Err(Error::new(start * 8, "file too small to contain bitcode header")),
    }
}

impl<'d> BitcodeFile<'d> {
    /// Finds the blocks of a file. Of modules, no more is looked at than their length.
    pub fn read(data: &'d [u8]) -> Result<BitcodeFile<'d>> {
        let (bitcode, start) = unwrap(data)?;
        let mut file = BitcodeFile::default();
        let mut stream = Stream::new(bitcode);
        let found = stream.cursor.jump(32).and_then(|()| file.read_blocks(&mut stream, start * 8));
        found.map(|()| file).map_err(|e| e.shifted(start * 8))
    }

    fn read_blocks(&mut self, stream: &mut Stream<'d>, start: u64) -> Result<()> {
        let data = stream.cursor.data();
        let mut record = Record::default();
        // Bytes at the end that are too few for a block are padding, as archives have it.
        while stream.cursor.bit() + 64 < stream.cursor.end() {
            let first = stream.cursor.bit() / 8 * 8;
            let mut id = match stream.next()? {
                Entry::Block(id) => id,
                Entry::Record(id) => {
                    stream.record(id, &mut record)?;
                    continue;
                }
                Entry::End => return Err(stream.error("Malformed block")),
            };
            let mut identification = None;
            if id == block::IDENTIFICATION {
                identification = Some(stream.cursor.bit() - first);
                stream.skip_block()?;
                id = match stream.next()? {
                    Entry::Block(id @ block::MODULE) => id,
                    _ => return Err(stream.error("Malformed block")),
                };
            }
            match id {
                block::MODULE => {
                    let module = stream.cursor.bit() - first;
                    stream.skip_block()?;
                    let data = &data[(first / 8) as usize..(stream.cursor.bit() / 8) as usize];
                    self.modules.push(ModuleContents {
                        data,
                        start: start + first,
                        strings: &[],
                        identification,
                        module,
                    });
                }
                block::STRTAB => {
                    let strings = read_blob(stream, block::STRTAB, strtab::BLOB)?;
                    // It is for all modules before it that have none yet: files may have been put one behind the other.
                    for module in self.modules.iter_mut().rev().take_while(|m| m.strings.is_empty()) {
                        module.strings = strings;
                    }
                    if !self.symbol_table.is_empty() && self.symbol_strings.is_empty() {
                        self.symbol_strings = strings;
                    }
                }
                block::SYMTAB => {
                    let table = read_blob(stream, block::SYMTAB, symtab_blob::BLOB)?;
                    if self.symbol_table.is_empty() {
                        self.symbol_table = table;
                    }
                }
                _ => stream.skip_block()?,
            }
        }
        Ok(())
    }

    /// The only module of a file. That there are several, or none, is an error.
    pub fn single_module(data: &'d [u8]) -> Result<ModuleContents<'d>> {
        match BitcodeFile::read(data)?.modules[..] {
            [module] => Ok(module),
            _ => Err(Error::new(data.len() as u64 * 8, "Expected a single module")),
        }
    }
}

/// A file of modules that stand in other files, as they stand there.
pub fn concatenate<'d>(modules: impl IntoIterator<Item = ModuleContents<'d>>) -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.bytes(&MAGIC);
    for module in modules {
        out.bits.bytes(module.data);
        write_blob(&mut out, block::STRTAB, strtab::BLOB, module.strings);
    }
    out.bits.into_bytes()
}

/// Writes a block that consists of one blob.
pub(crate) fn write_blob(out: &mut StreamWriter, id: u32, code: u32, blob: &[u8]) {
    out.enter_block(id, 3);
    let abbreviation = out.define(Abbreviation([Encoding::Literal(code as u64), Encoding::Blob].into()));
    out.with_blob(abbreviation, code, &[], blob);
    out.end_block();
}

/// The last blob of that code in a block, whose number was read.
fn read_blob<'d>(stream: &mut Stream<'d>, id: u32, code: u32) -> Result<&'d [u8]> {
    stream.enter(id, &BlockInfo::default())?;
    let mut blob = &[][..];
    let mut record = Record::default();
    while stream.next_record(&mut record)? {
        if record.code == code {
            blob = record.blob.unwrap_or_default();
        }
    }
    Ok(blob)
}

impl<'d> ModuleContents<'d> {
    /// The module's block: a stream that stands behind its number, so that [`Stream::enter`] comes next.
    pub fn stream(&self) -> Result<Stream<'d>> {
        Stream::new(self.data).at_block(self.module)
    }

    /// Who wrote the module, if it says so. That it is of another epoch is an error.
    pub fn producer(&self) -> Result<Option<String>> {
        let Some(bit) = self.identification else { return Ok(None) };
        let mut stream = Stream::new(self.data).at_block(bit)?;
        stream.enter(block::IDENTIFICATION, &BlockInfo::default())?;
        let mut producer = None;
        let mut record = Record::default();
        loop {
            match stream.next()? {
                Entry::End => return Ok(producer),
                Entry::Block(_) => return Err(stream.error("Malformed block")),
                Entry::Record(abbreviation) => stream.record(abbreviation, &mut record)?,
            }
            match record.code {
                identification::STRING => producer = Some(String::from_utf8_lossy(&record.bytes(0)).into_owned()),
                identification::EPOCH if record.ops.first().is_some_and(|&epoch| u64::from(epoch as u32) == EPOCH) => {}
                identification::EPOCH => {
                    let epoch = record.get(0) as u32;
                    let message = format!("Incompatible epoch: Bitcode '{epoch}' vs current: '{EPOCH}'");
                    return Err(stream.error(message));
                }
                _ => return Err(stream.error("Invalid value")),
            }
        }
    }

    /// An error in reading the module, at its place in the whole file.
    pub fn in_file(&self, error: Error) -> Error {
        error.shifted(self.start)
    }
}
