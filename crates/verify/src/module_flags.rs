//! Named metadata with a meaning: module flags, identifications, command lines.

use crate::check::Checker;

/// Checks all of it.
pub(crate) fn check(_checker: &mut Checker) {}
