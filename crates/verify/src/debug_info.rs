//! Debug information: nodes, records, locations.

use lindworm_ir::{Global, Inst};

use crate::check::{Checked, Checker, FunctionCheck};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

impl Remembered {
    /// Takes in what another walk over other functions remembers. Tells whether the two agree.
    pub fn absorb(&mut self, _other: Remembered) -> bool {
        true
    }
}

/// What is remembered throughout one function.
#[derive(Default)]
pub(crate) struct State {}

/// Checks a node by itself, by its kind.
pub(crate) fn check_node(_checker: &mut Checker, _node: u32) -> Checked {
    Ok(())
}

/// Checks the debug records before an instruction.
pub(crate) fn check_records(_f: &mut FunctionCheck, _inst: Inst) -> Checked {
    Ok(())
}

/// Checks the `!dbg` attachments of a variable.
pub(crate) fn check_variable_attachments(_checker: &mut Checker, _id: Global) -> Checked {
    Ok(())
}

/// Checks the attachments of a function that has a body.
pub(crate) fn check_function_attachments(_f: &mut FunctionCheck) -> Checked {
    Ok(())
}

/// Checks that all locations in a function lead to its subprogram.
pub(crate) fn check_function_locations(_f: &mut FunctionCheck) -> Checked {
    Ok(())
}

/// Checks that the module lists its compile units, once everything was looked at.
pub(crate) fn check_compile_units(_checker: &mut Checker) {}
