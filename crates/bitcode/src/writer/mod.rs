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
}

/// A module as a bitcode file that LLVM 22 reads.
///
/// ```
/// use lindworm_bitcode::{ReadOptions, WriteOptions, read, write};
/// use lindworm_ir::{Context, Module};
///
/// let mut module = Module::new(&Context::new(), "m");
/// module.triple = b"x86_64-unknown-linux-gnu".to_vec();
/// let bytes = write(&module, &WriteOptions::default());
///
/// let again = read(&Context::new(), "m", &bytes, &ReadOptions::default())?.module;
/// assert_eq!(again.triple, module.triple);
/// # Ok::<(), lindworm_bitcode::Error>(())
/// ```
pub fn write(module: &Module, options: &WriteOptions) -> Vec<u8> {
    write_file(module, None, options)
}

/// The same, with the summary of the module. What the summary says of other modules is left out.
pub fn write_with_summary(module: &Module, summary: &SummaryIndex, options: &WriteOptions) -> Vec<u8> {
    write_file(module, Some(summary), options)
}

fn write_file(module: &Module, summary: Option<&SummaryIndex>, options: &WriteOptions) -> Vec<u8> {
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    out.bits.bytes(&file::MAGIC);
    module::write_module(module, summary, options, &mut strings, &mut out);
    if let Some(table) = symbol_table(module, &mut |string| strings.add(string)) {
        file::write_blob(&mut out, block::SYMTAB, symtab_blob::BLOB, &table);
    }
    strings.write(&mut out);
    let mut bytes = out.bits.into_bytes();
    if let Some(wrapper) = Wrapper::of_target(&module.triple, bytes.len() as u32) {
        bytes.splice(0..0, wrapper.to_bytes());
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    bytes
}
