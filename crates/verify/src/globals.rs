//! Symbols: linkage, variables, aliases, ifuncs, comdats.

use lindworm_ir::Global;

use crate::check::{Checked, Checker};

/// What one walk remembers.
#[derive(Default)]
pub(crate) struct Remembered {}

/// Checks a variable.
pub(crate) fn check_variable(_checker: &mut Checker, _id: Global) -> Checked {
    Ok(())
}

/// Checks an alias.
pub(crate) fn check_alias(_checker: &mut Checker, _id: Global) -> Checked {
    Ok(())
}

/// Checks an ifunc.
pub(crate) fn check_ifunc(_checker: &mut Checker, _id: Global) -> Checked {
    Ok(())
}

/// Checks what all symbols have in common.
pub(crate) fn check_symbol(_checker: &mut Checker, _id: Global) -> Checked {
    Ok(())
}

/// Checks the comdats.
pub(crate) fn check_comdats(_checker: &mut Checker) {}
