//! Blocks, phis and terminators.

use lindworm_ir::{Block, Inst};

use crate::check::{Checked, FunctionCheck};

/// What is remembered throughout one function.
#[derive(Default)]
pub(crate) struct State {}

/// Checks a block as a whole.
pub(crate) fn check(_f: &mut FunctionCheck, _block: Block) -> Checked {
    Ok(())
}

/// Checks what holds for every terminator, and what holds for every instruction.
pub(crate) fn check_terminator(_f: &mut FunctionCheck, _inst: Inst) -> Checked {
    Ok(())
}
