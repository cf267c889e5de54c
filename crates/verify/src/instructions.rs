//! Single instructions.

use lindworm_ir::Inst;

use crate::check::FunctionCheck;

/// Checks an instruction and what is attached to it.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst) {}
