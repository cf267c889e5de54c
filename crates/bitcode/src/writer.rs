//! The bitcode writer.
//!
//! First, ids are assigned (`ids`): to types, attributes, globals, constants and metadata of the module; and, within each
//! function, to its own values and metadata. Then the blocks of the module are written in LLVM's order; function blocks are
//! written in parallel.

use std::io::{self, Seek, Write};

use lindworm_ir::Module;
use lindworm_ir::summary::SummaryIndex;

use crate::bitstream::StreamWriter;
use crate::codes::{block, symtab_blob};
use crate::file::{self, Wrapper};
use crate::symbol_table::symbol_table;
pub(crate) use module::PRODUCER;
use string_table::StringTable;

pub(crate) mod abbreviations;
mod attributes;
mod call;
mod constants;
mod debug_record;
mod function;
mod globals;
pub(crate) mod ids;
mod instruction;
mod metadata;
mod module;
mod operand;
pub(crate) mod string_table;
mod thin_link;
mod types;
mod use_list;

/// Options of the writer.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Write use-list orders: `-preserve-bc-uselistorder`.
    pub preserve_use_list_order: bool,
    /// Write a hash of the module, for ThinLTO caches.
    pub module_hash: bool,
    /// The number of metadata nodes above which an index is written, for lazy loading: `-bitcode-mdindex-threshold`. `None`
    /// for LLVM's default.
    pub metadata_index_threshold: Option<usize>,
    /// For calls in functions without a profile, write the frequency relative to the function's entry rather than the
    /// hotness: `-write-relbf-to-summary`.
    pub relative_frequencies: bool,
    /// In a combined index, write the contexts of allocations: `-combined-index-memprof-context`.
    pub allocation_contexts: bool,
}

/// Writes a module as a bitcode file that LLVM 22 can read.
///
/// ```
/// use lindworm_bitcode::{ReadOptions, WriteOptions, read, write};
/// use lindworm_ir::{Context, Module};
///
/// let mut module = Module::new(&Context::new(), "m");
/// module.set_triple("x86_64-unknown-linux-gnu");
/// let bytes = write(&module, &WriteOptions::default());
///
/// let again = read(&Context::new(), "m", &bytes, &ReadOptions::default())?.module;
/// assert_eq!(again.triple(), module.triple());
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub fn write(module: &Module, options: &WriteOptions) -> Vec<u8> {
    write_file(module, None, options)
}

/// Same as [`write()`], with the summary of the module. Summaries of other modules in the index are ignored.
pub fn write_with_summary(module: &Module, summary: &SummaryIndex, options: &WriteOptions) -> Vec<u8> {
    write_file(module, Some(summary), options)
}

/// Same as [`write_with_summary`], with the module hash; and a second file with the parts needed by the thin link: names of
/// globals, and the summary.
///
/// ```
/// use lindworm_bitcode::file::BitcodeFile;
/// use lindworm_bitcode::{WriteOptions, read_summary, write_for_thin_link};
/// use lindworm_ir::summary::SummaryIndex;
/// use lindworm_ir::{Context, Module};
///
/// let module = Module::new(&Context::new(), "m");
/// let [whole, part] = write_for_thin_link(&module, &SummaryIndex::default(), &WriteOptions::default());
/// let [whole, part] = [&whole, &part].map(|b| read_summary("m", &BitcodeFile::single_module(b).unwrap()));
/// assert_eq!(whole, part);
/// ```
pub fn write_for_thin_link(module: &Module, summary: &SummaryIndex, options: &WriteOptions) -> [Vec<u8>; 2] {
    let options = WriteOptions { module_hash: true, ..options.clone() };
    let (whole, hash) = write_hashed(module, Some(summary), &options);
    [whole, thin_link::write(module, summary, hash.unwrap_or_default(), &options)]
}

/// Same as [`write()`], to an empty file: most of it is there before the rest is made, and so it is not in memory.
///
/// ```
/// use std::io::Cursor;
///
/// use lindworm_bitcode::{WriteOptions, write, write_to};
/// use lindworm_ir::{Context, Module};
///
/// let (module, mut file) = (Module::new(&Context::new(), "m"), Cursor::new(Vec::new()));
/// write_to(&module, &WriteOptions::default(), &mut file)?;
/// assert_eq!(file.into_inner(), write(&module, &WriteOptions::default()));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of the file.
pub fn write_to(module: &Module, options: &WriteOptions, mut file: impl Write + Seek) -> io::Result<()> {
    // A wrapper contains the size, and a hash is that of all bytes.
    if options.module_hash || Wrapper::of_target(module.triple(), 0).is_some() {
        return file.write_all(&write(module, options));
    }
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    let mut flushed = Ok(());
    let mut flush = |out: &mut StreamWriter| {
        if flushed.is_ok() {
            flushed = out.bits.flush(&mut file);
        }
    };
    out.bits.bytes(&file::MAGIC);
    module::write_module(module, None, options, &mut strings, &mut out, &mut flush);
    flushed?;
    write_end(module, &mut strings, &mut out);
    out.bits.finish(file)
}

fn write_file(module: &Module, summary: Option<&SummaryIndex>, options: &WriteOptions) -> Vec<u8> {
    write_hashed(module, summary, options).0
}

/// A module as a file, with its hash if requested.
fn write_hashed(
    module: &Module,
    summary: Option<&SummaryIndex>,
    options: &WriteOptions,
) -> (Vec<u8>, Option<[u32; 5]>) {
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    out.bits.bytes(&file::MAGIC);
    let hash = module::write_module(module, summary, options, &mut strings, &mut out, &mut |_| {});
    write_end(module, &mut strings, &mut out);
    let mut bytes = out.bits.into_bytes();
    if let Some(wrapper) = Wrapper::of_target(module.triple(), bytes.len() as u32) {
        bytes.splice(0..0, wrapper.to_bytes());
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    (bytes, hash)
}

/// Writes the blocks after the module: symbol table and string table.
fn write_end(module: &Module, strings: &mut StringTable<'_>, out: &mut StreamWriter) {
    if let Some(table) = symbol_table(module, &mut |string| strings.add(string)) {
        file::write_blob(out, block::SYMTAB, symtab_blob::BLOB, &table);
    }
    strings.write(out);
}
