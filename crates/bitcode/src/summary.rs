//! Module summaries ([Language Reference: ThinLTO Summary](https://llvm.org/docs/LangRef.html#thinlto-summary)) as bitcode. That
//! of a single module stands in its block; an index of several is a file of its own.

use lindworm_ir::summary::SummaryIndex;

use crate::error::Result;
use crate::file::ModuleContents;

mod reader;
mod writer;

pub use writer::write_index;
pub(crate) use writer::write_module_summary;

/// The version of summaries that LLVM 22 writes, and the last that it reads.
const VERSION: u64 = 12;

/// The codes of [`AllocationKind`](lindworm_ir::summary::AllocationKind), in its order: each a bit, so that several can be told.
const ALLOCATION_KINDS: [u64; 4] = [0, 1, 2, 4];

/// Reads the summary that a module of a bitcode file has; none if it has none. `name` is what the module's file is called: the
/// index says so of it. An error's place is in the whole file.
pub fn read_summary(name: &str, contents: &ModuleContents<'_>) -> Result<Option<SummaryIndex>> {
    reader::read(name, contents).map_err(|e| contents.in_file(e))
}
