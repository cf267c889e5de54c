//! Exception handling: landing pads, funclets, and how they unwind.

use lindworm_ir::Inst;

use crate::check::{Checked, FunctionCheck};

/// What is remembered throughout one function.
#[derive(Default)]
pub(crate) struct State {}

/// Checks `landingpad`, `resume`, `catchpad`, `cleanuppad`, `catchswitch`, `catchret` and `cleanupret`.
pub(crate) fn check(_f: &mut FunctionCheck, _inst: Inst) -> Checked {
    Ok(())
}

/// Checks that pads do not handle each other's exceptions, once all of a function was looked at.
pub(crate) fn check_sibling_unwinds(_f: &mut FunctionCheck) {}
