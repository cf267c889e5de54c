//! Bitcode files: the top level around modules. A file is a sequence of identification, module, string table and symbol
//! table blocks, optionally in a wrapper ([Bitcode wrapper
//! format](https://llvm.org/docs/BitCodeFormat.html#bitcode-wrapper-format)).

use lindworm_ir::triple::{Arch, ObjectFormat, Triple};

use crate::bitstream::{Abbreviation, BlockInfo, Encoding, Entry, Record, Stream, StreamWriter};
use crate::codes::{block, identification, strtab, symtab_blob};
use crate::error::{Error, Result};

/// The magic number of bitcode.
pub const MAGIC: [u8; 4] = *b"BC\xC0\xDE";

/// The magic number of a bitcode wrapper.
pub const WRAPPER_MAGIC: [u8; 4] = 0x0B17_C0DE_u32.to_le_bytes();

/// The epoch, which distinguishes incompatible versions of bitcode. There is only one so far.
pub const EPOCH: u64 = 0;

/// The wrapper header of bitcode files on Darwin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapper {
    /// The version of the header.
    pub version: u32,
    /// Byte offset of the bitcode.
    pub offset: u32,
    /// The size of the bitcode in bytes.
    pub size: u32,
    /// The CPU type, in Mach-O's numbering.
    pub cpu: u32,
}

impl Wrapper {
    /// The size of the header in bytes.
    pub const SIZE: usize = 20;

    /// Reads a header; `None` without the magic number. Missing bytes count as zero.
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

    /// The header of bitcode of this size, for targets whose files have one: Darwin and other Mach-O targets.
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

    /// The bitcode within the file `data`, which starts with this header.
    pub fn contents(self, data: &[u8]) -> Result<&[u8]> {
        let start = self.offset as usize;
        let contents = start.checked_add(self.size as usize).and_then(|end| data.get(start..end));
        contents.filter(|_| data.len() >= 16).ok_or_else(|| Error::new(0, "Invalid bitcode wrapper header"))
    }
}

/// The content of a bitcode file.
#[derive(Clone, Debug, Default)]
pub struct BitcodeFile<'d> {
    /// The modules, in order.
    pub modules: Vec<ModuleContents<'d>>,
    /// The first symbol table; empty if absent.
    pub symbol_table: &'d [u8],
    /// The string table used by the symbol table.
    pub symbol_strings: &'d [u8],
}

/// An unread module of a bitcode file.
#[derive(Clone, Copy, Debug)]
pub struct ModuleContents<'d> {
    /// The identification block and the module block. Offsets in the module are relative to their start.
    pub data: &'d [u8],
    /// Bit offset of these bytes in the file.
    pub start: u64,
    /// The string table with the names of the module.
    pub strings: &'d [u8],
    /// Bit offset in `data` after the id of the identification block.
    identification: Option<u64>,
    /// Bit offset in `data` after the id of the module block.
    module: u64,
}

/// The bitcode in a file, without its wrapper, and its byte offset.
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
    /// Finds the blocks of a file. The contents of modules are skipped.
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
        // Trailing bytes too short for a block are padding, as in archives.
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
                    // Applies to all preceding modules without a string table: files may have been concatenated.
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

    /// The only module of a file. An error if there are none or several.
    pub fn single_module(data: &'d [u8]) -> Result<ModuleContents<'d>> {
        match BitcodeFile::read(data)?.modules[..] {
            [module] => Ok(module),
            _ => Err(Error::new(data.len() as u64 * 8, "Expected a single module")),
        }
    }
}

/// A file with copies of modules from other files.
pub fn concatenate<'d>(modules: impl IntoIterator<Item = ModuleContents<'d>>) -> Vec<u8> {
    let mut out = StreamWriter::default();
    out.bits.bytes(&MAGIC);
    for module in modules {
        out.bits.bytes(module.data);
        write_blob(&mut out, block::STRTAB, strtab::BLOB, module.strings);
    }
    out.bits.into_bytes()
}

/// Writes a block with a single blob.
pub(crate) fn write_blob(out: &mut StreamWriter, id: u32, code: u32, blob: &[u8]) {
    out.enter_block(id, 3);
    let abbreviation = out.define(Abbreviation([Encoding::Literal(code as u64), Encoding::Blob].into()));
    out.with_blob(abbreviation, code, &[], blob);
    out.end_block();
}

/// The last blob with this code in a block, after its block id.
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
    /// A stream positioned after the id of the module block, for [`Stream::enter`].
    pub fn stream(&self) -> Result<Stream<'d>> {
        Stream::new(self.data).at_block(self.module)
    }

    /// The producer of the module, if present. A different epoch is an error.
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

    /// An error in the module, relative to the whole file.
    pub fn in_file(&self, error: Error) -> Error {
        error.shifted(self.start)
    }
}
