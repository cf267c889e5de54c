//! What holds for every instruction: its operands, and that definitions dominate uses.

use lindworm_ir::Inst;

use crate::check::{Checked, FunctionCheck};

/// Checks it, and what is attached to the instruction.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst) -> Checked {
    Ok(())
}
