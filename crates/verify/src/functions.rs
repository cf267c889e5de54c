//! Functions as a whole: signature, calling convention, attachments.

use crate::check::FunctionCheck;

/// Checks a function before its blocks.
pub(crate) fn check(_f: &mut FunctionCheck) {}
