//! Constants, where they stand in initializers and operands.

use lindworm_ir::Value;

use crate::check::{Checked, Checker, ModuleView};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

/// Whether any constant of the module is, or may be, wrong: each by itself, whoever uses it.
pub(crate) fn are_suspicious(_view: &ModuleView) -> bool {
    false
}

/// Checks a constant and all that it is made of, unless that was done before.
pub(crate) fn check(_checker: &mut Checker, _constant: Value) -> Checked {
    Ok(())
}
