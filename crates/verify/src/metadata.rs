//! Metadata: how its nodes are reached, and what any of them may refer to.

use lindworm_ir::Metadata;

use crate::check::{Checked, Checker, FunctionCheck, ModuleView};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

/// Whether a node, or what it refers to, may be or hold a `DILocation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Locations {
    Forbidden,
    Allowed,
}

/// Whether any node of the module is, or may be, wrong: each is looked at by itself, in the order of memory.
pub(crate) fn are_nodes_suspicious(_view: &ModuleView) -> bool {
    false
}

/// Checks a node that is attached to something, and all that it refers to and that was not looked at yet.
pub(crate) fn check_node(_checker: &mut Checker, _node: Metadata, _locations: Locations) -> Checked {
    Ok(())
}

/// Checks metadata that is an operand of an instruction.
pub(crate) fn check_operand(_f: &mut FunctionCheck, _metadata: Metadata) -> Checked {
    Ok(())
}

/// Checks the named metadata of a module.
pub(crate) fn check_named(_checker: &mut Checker) {}
