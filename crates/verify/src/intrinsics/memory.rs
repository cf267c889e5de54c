//! Intrinsics that access memory or describe it.

use lindworm_ir::attributes::AttrKind;

use super::IntrinsicCall;
use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

/// `llvm.experimental.memset.pattern`.
pub(super) fn check_pattern(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.module.data_layout().is_sized(c.cx, c.arg_type(1)), rules::PATTERN_SIZE, c.shown());
    Ok(())
}

/// `llvm.memcpy.element.unordered.atomic` and similar intrinsics, not all of which have a source.
pub(super) fn check_atomic(c: &mut IntrinsicCall, has_source: bool) -> Checked {
    let Some(element) = c.int(3) else { return Ok(()) };
    check!(c, element.is_power_of_two(), rules::ATOMIC_ELEMENT, c.shown());
    let list = c.cx.attribute_list(c.info.attributes);
    let aligned = |i| c.cx.attribute_int(list.param(i), AttrKind::ALIGN).is_some_and(|align| align >= element);
    check!(c, aligned(0), rules::ATOMIC_DESTINATION, c.shown());
    check!(c, !has_source || aligned(1), rules::ATOMIC_SOURCE, c.shown());
    Ok(())
}

/// `llvm.prefetch`.
pub(super) fn check_prefetch(c: &mut IntrinsicCall) -> Checked {
    check!(c, c.int(1).is_none_or(|n| n < 2), rules::PREFETCH_WRITE, c.shown());
    check!(c, c.int(2).is_none_or(|n| n < 4), rules::PREFETCH_LOCALITY, c.shown());
    check!(c, c.int(3).is_none_or(|n| n < 2), rules::PREFETCH_CACHE, c.shown());
    Ok(())
}

/// `llvm.invariant.start`.
pub(super) fn check_invariant_start(c: &mut IntrinsicCall) -> Checked {
    let size = c.arg(0).and_then(|v| c.module.constants().as_int(c.cx, v));
    let fits = size.is_some_and(|n| !n.is_negative() || n.is_all_ones());
    check!(c, fits, rules::INVARIANT_SIZE, c.shown());
    Ok(())
}
