//! Type-based alias analysis metadata.

use lindworm_ir::{Inst, Metadata};

use crate::check::{Checked, FunctionCheck};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

/// Checks the `!tbaa` of an instruction.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst, _tag: Metadata) -> Checked {
    Ok(())
}
