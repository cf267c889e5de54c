//! The file for the thin link of a module: names and linkages of its globals, and its summary.

use lindworm_ir::Module;
use lindworm_ir::summary::SummaryIndex;

use super::globals::{linkage_code, write_source_filename};
use super::ids::ModuleIds;
use super::module::VERSION;
use super::string_table::StringTable;
use super::{WriteOptions, write_end};
use crate::bitstream::StreamWriter;
use crate::codes::{block, module as code};
use crate::file;
use crate::summary::write_module_summary;

/// Writes the file, which has no identification block. `hash` is the hash of the whole module, the key in caches.
pub(super) fn write(module: &Module, summary: &SummaryIndex, hash: [u32; 5], options: &WriteOptions) -> Vec<u8> {
    let mut out = StreamWriter::default();
    let mut strings = StringTable::default();
    out.bits.bytes(&file::MAGIC);
    out.enter_block(block::MODULE, 3);
    out.record(code::VERSION, &[VERSION]);
    write_source_filename(module.source_filename(), &mut out);
    let all = [
        (code::GLOBALVAR, module.variables()),
        (code::FUNCTION, module.functions()),
        (code::ALIAS, module.aliases()),
        (code::IFUNC, module.ifuncs()),
    ];
    let mut ops = Vec::new();
    for (code, &global) in all.iter().flat_map(|(code, globals)| globals.iter().map(move |global| (*code, global))) {
        let global = &module[global];
        ops.clear();
        strings.push(global.name(), &mut ops);
        ops.extend([0, 0, 0, linkage_code(global.linkage)]);
        out.record(code, &ops);
    }
    let ids = ModuleIds::new(module, false);
    write_module_summary(module, &ids, summary, options, &mut strings, &mut out);
    out.record(code::HASH, &hash.map(u64::from));
    out.end_block();
    write_end(module, &mut strings, &mut out);
    out.bits.into_bytes()
}
