//! Module summaries ([Language Reference: ThinLTO Summary](https://llvm.org/docs/LangRef.html#thinlto-summary)) in bitcode.
//! A per-module summary is in the module block; a combined index is a file.

use lindworm_ir::summary::SummaryIndex;

use crate::error::Result;
use crate::file::ModuleContents;

mod reader;
mod writer;

pub use writer::write_index;
pub(crate) use writer::write_module_summary;

/// The version of summaries written by LLVM 22, and the last version that can be read.
const VERSION: u64 = 12;

/// The codes of [`AllocationKind`](lindworm_ir::summary::AllocationKind), in its order. Bits, so that they can be combined.
const ALLOCATION_KINDS: [u64; 4] = [0, 1, 2, 4];

/// Reads the summary of a module of a bitcode file; `None` if it has none. `name` is the name of the file, which becomes
/// the module path in the index. Error locations are relative to the whole file.
pub fn read_summary(name: &str, contents: &ModuleContents<'_>) -> Result<Option<SummaryIndex>> {
    reader::read(name, contents).map_err(|e| contents.in_file(e))
}
