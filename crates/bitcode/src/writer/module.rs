//! The module block ([MODULE_BLOCK](https://llvm.org/docs/BitCodeFormat.html#module-block)): its blocks in LLVM's order;
//! function blocks are written in parallel.

use std::ops::Range;

use lindworm_ir::parallel;
use lindworm_ir::summary::SummaryIndex;
use lindworm_ir::{Global, Module};

use super::abbreviations::{abbreviation, block_info, fixed, literal, vbr};
use super::ids::{FunctionIds, ModuleIds};
use super::string_table::StringTable;
use super::{WriteOptions, attributes, constants, function, globals, metadata, types, use_list};
use crate::bitstream::{Encoding, Scalar, StreamWriter};
use crate::codes::{self, block, identification};
use crate::file;
use crate::module_hash::{self, Digest, Sha1};
use crate::summary::write_module_summary;

/// The producer, which determines the version that readers assume.
pub(crate) const PRODUCER: &[u8] = b"LLVM22.1.8";

/// The version of the module block: operands are relative, and names are in the string table.
pub(super) const VERSION: u64 = 2;

/// Writes the identification block, with the producer of the following module.
fn write_identification(out: &mut StreamWriter) {
    out.enter_block(block::IDENTIFICATION, 5);
    let string = out.define(abbreviation(&[literal(identification::STRING), Encoding::Array(Scalar::Char6)]));
    let producer: Vec<u64> = PRODUCER.iter().map(|&c| c.into()).collect();
    out.abbreviated(string, identification::STRING, &producer);
    let epoch = out.define(abbreviation(&[literal(identification::EPOCH), vbr(6)]));
    out.abbreviated(epoch, identification::EPOCH, &[file::EPOCH]);
    out.end_block();
}

/// Writes a module with its identification block and, optionally, its summary. Offsets in it are relative to one word
/// before the identification block. Returns the module hash, if requested. Calls `flush` when all that was written is final,
/// except for the head.
pub(crate) fn write_module<'m>(
    module: &'m Module,
    summary: Option<&'m SummaryIndex>,
    options: &WriteOptions,
    strings: &mut StringTable<'m>,
    out: &mut StreamWriter,
    flush: &mut dyn FnMut(&mut StreamWriter),
) -> Option<[u32; 5]> {
    let start = out.bits.bit();
    let ids = ModuleIds::new(module, options.preserve_use_list_order);
    write_identification(out);
    out.enter_block(block::MODULE, 3);
    let contents = out.bits.bit();
    out.record(codes::module::VERSION, &[VERSION]);
    out.block_info(&block_info(ids.types.order.len()));
    types::write_types(module, &ids, out);
    attributes::write_attributes(module, &ids, out);
    strings.hash = options.module_hash.then(Sha1::default);
    globals::write_module_info(module, &ids, strings, out);
    let hash = strings.hash.take();
    let symbols_at = write_symbols_offset(out);
    out.bits.end_head();
    constants::write_module(&ids, module, out);
    metadata::write_kinds(module, out);
    let value = |v| (ids.ty(module.value_type(None, v)), ids.value(v));
    let index_threshold = options.metadata_index_threshold.unwrap_or(metadata::INDEX_THRESHOLD);
    ids.metadata.write_module(module, &value, index_threshold, out);
    use_list::write(&ids.use_list_orders.module, |v| ids.value(v) as u32, out);
    let tags = ids.bundle_tags.names.iter().map(|tag| &**tag);
    write_names(block::OPERAND_BUNDLE_TAGS, 3, codes::bundle::TAG, tags, out);
    write_names(block::SYNC_SCOPE_NAMES, 2, codes::sync_scope::NAME, module.context().sync_scope_names(), out);
    let offsets = write_functions(module, &ids, out, flush);
    if let Some(index) = summary {
        write_module_summary(module, &ids, index, options, strings, out);
    }
    let word = |bit: u64| (bit - start) / 32 + 1;
    out.bits.patch(symbols_at, word(out.bits.bit()) as u32);
    let offsets = offsets.into_iter().map(|(function, bit)| (function, word(bit)));
    write_symbols(offsets, out);
    let hash = hash.map(|mut hash| {
        hash.update(&out.bits.as_bytes()[contents as usize / 8..]);
        let words = module_hash::words(hash);
        out.record(codes::module::HASH, &words.map(u64::from));
        words
    });
    out.end_block();
    hash
}

/// Writes a block of names.
fn write_names<'n>(block: u32, width: u32, code: u32, names: impl Iterator<Item = &'n [u8]>, out: &mut StreamWriter) {
    out.enter_block(block, width);
    for name in names {
        let ops: Vec<u64> = name.iter().map(|&c| c.into()).collect();
        out.record(code, &ops);
    }
    out.end_block();
}

/// Writes the record with the offset of the symbol table. Returns the bit offset of the word to patch.
fn write_symbols_offset(out: &mut StreamWriter) -> u64 {
    // Fixed-width, so that it can be patched.
    let offset = out.define(abbreviation(&[literal(codes::module::VSTOFFSET), fixed(32)]));
    out.abbreviated(offset, codes::module::VSTOFFSET, &[0]);
    out.bits.bit() - 32
}

/// The number of instructions per task: large enough to amortize scheduling, small enough to bound the pending output.
const PIECE_SIZE: usize = 1024;

/// Writes the function blocks. Returns the id of each function and the bit offset of its block.
fn write_functions(
    module: &Module,
    ids: &ModuleIds,
    out: &mut StreamWriter,
    flush: &mut dyn FnMut(&mut StreamWriter),
) -> Vec<(u32, u64)> {
    const WIDTH: u32 = 5;
    let defined: Vec<Global> = module.functions().iter().copied().filter(|&f| module.body(f).is_some()).collect();
    let pieces = pieces(&defined, PIECE_SIZE, |f| module.body(f).map_or(0, |body| 1 + body.inst_count()));
    let mut offsets = Vec::with_capacity(defined.len());
    let write_piece = |local: &mut FunctionIds<'_>, piece: &Range<usize>, empty: &StreamWriter| {
        let write = |&function: &Global| {
            let mut contents = empty.contents_of(block::FUNCTION, WIDTH);
            function::write_body(local, module, function, &mut contents);
            (function, contents)
        };
        defined[piece.clone()].iter().map(write).collect::<Vec<_>>()
    };
    // Id tables are reused, since each has an entry per constant of the module.
    let mut spare: Vec<FunctionIds<'_>> = Vec::new();
    // Little work does not pay for waking other threads.
    let wave_len = if pieces.len() > 1 { 8 * parallel::threads() } else { 1 };
    for wave in pieces.chunks(wave_len) {
        flush(out);
        let tables = spare.drain(..).chain(std::iter::repeat_with(|| FunctionIds::new(ids)));
        let (work, empty) = (tables.zip(wave).collect(), &*out);
        let write = |(mut local, piece)| {
            let written = write_piece(&mut local, piece, empty);
            (local, written)
        };
        for (local, written) in parallel::map(work, write) {
            for (function, contents) in written {
                offsets.push((ids.global(function), out.append_block(block::FUNCTION, WIDTH, contents)));
            }
            spare.push(local);
        }
    }
    offsets
}

/// Splits a list into pieces of about the given size.
pub(super) fn pieces<T: Copy>(list: &[T], size: usize, size_of: impl Fn(T) -> usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut first, mut total) = (0, 0);
    for (i, &item) in list.iter().enumerate() {
        total += size_of(item);
        if total >= size || i + 1 == list.len() {
            pieces.push(first..i + 1);
            (first, total) = (i + 1, 0);
        }
    }
    pieces
}

/// Writes the position of each function block: the id of the function, and the word offset.
fn write_symbols(offsets: impl Iterator<Item = (u32, u64)>, out: &mut StreamWriter) {
    out.enter_block(block::VALUE_SYMTAB, 4);
    let entry = out.define(abbreviation(&[literal(codes::symtab::FNENTRY), vbr(8), vbr(8)]));
    for (function, word) in offsets {
        out.abbreviated(entry, codes::symtab::FNENTRY, &[function.into(), word]);
    }
    out.end_block();
}
