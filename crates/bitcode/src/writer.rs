//! Writing bitcode.
//!
//! Everything gets a number first (`ids`): types, attributes, globals and constants of the module, metadata; and within each
//! function what only it uses. Then the blocks of the module are written in LLVM's order; those of the functions on as many
//! cores as there are.

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

/// How bitcode is written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Write the order of uses: `-preserve-bc-uselistorder`.
    pub preserve_use_list_order: bool,
    /// Write a hash of the module, as ThinLTO's caches need it.
    pub module_hash: bool,
    /// More metadata nodes than this get an index, by which a reader finds one of them: `-bitcode-mdindex-threshold`. LLVM's
    /// number, if none.
    pub metadata_index_threshold: Option<usize>,
    /// Write how often calls in functions without a profile are made, compared with the function's entry, instead of how often
    /// by profile: `-write-relbf-to-summary`.
    pub relative_frequencies: bool,
    /// In an index of several modules, write how allocations were reached: `-combined-index-memprof-context`.
    pub allocation_contexts: bool,
}

/// A module as a bitcode file that LLVM 22 reads.
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

/// The same, with the summary of the module. What the summary says of other modules is left out.
pub fn write_with_summary(module: &Module, summary: &SummaryIndex, options: &WriteOptions) -> Vec<u8> {
    write_file(module, Some(summary), options)
}

/// The same, with the module's hash, and then what the thin link needs of it alone: names of globals, and the summary.
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

fn write_file(module: &Module, summary: Option<&SummaryIndex>, options: &WriteOptions) -> Vec<u8> {
    write_hashed(module, summary, options).0
}

/// A module as a file, and its hash if one is asked for.
fn write_hashed(
    module: &Module,
    summary: Option<&SummaryIndex>,
    options: &WriteOptions,
) -> (Vec<u8>, Option<[u32; 5]>) {
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    out.bits.bytes(&file::MAGIC);
    let hash = module::write_module(module, summary, options, &mut strings, &mut out);
    write_end(module, &mut strings, &mut out);
    let mut bytes = out.bits.into_bytes();
    if let Some(wrapper) = Wrapper::of_target(module.triple(), bytes.len() as u32) {
        bytes.splice(0..0, wrapper.to_bytes());
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    (bytes, hash)
}

/// Writes what comes after the module: the symbol table and the string table.
fn write_end(module: &Module, strings: &mut StringTable<'_>, out: &mut StreamWriter) {
    if let Some(table) = symbol_table(module, &mut |string| strings.add(string)) {
        file::write_blob(out, block::SYMTAB, symtab_blob::BLOB, &table);
    }
    strings.write(out);
}
