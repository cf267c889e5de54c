//! `llvm.convert.to.arbitrary.fp` and `llvm.convert.from.arbitrary.fp`: floating-point formats that are not IR types.

use lindworm_ir::Type;

use super::IntrinsicCall;
use super::general::FIXED_ROUNDINGS;
use crate::check::{Checked, check};
use crate::rules::intrinsics as rules;

/// The formats and their bit widths.
const FORMATS: [(&[u8], u32); 11] = [
    (b"Float4E2M1FN", 4),
    (b"Float6E2M3FN", 6),
    (b"Float6E3M2FN", 6),
    (b"Float8E3M4", 8),
    (b"Float8E4M3", 8),
    (b"Float8E4M3B11FNUZ", 8),
    (b"Float8E4M3FN", 8),
    (b"Float8E4M3FNUZ", 8),
    (b"Float8E5M2", 8),
    (b"Float8E5M2FNUZ", 8),
    (b"Float8E8M0FNU", 8),
];

pub(super) fn check_to(c: &mut IntrinsicCall) -> Checked {
    check_format(c, c.arg_type(0), c.result())?;
    let Some(mode) = c.metadata_string(2) else { return c.refuse(&rules::FORMAT_ROUNDING_STRING) };
    check!(c, FIXED_ROUNDINGS.contains(&mode), rules::FORMAT_ROUNDING, c.shown());
    Ok(())
}

pub(super) fn check_from(c: &mut IntrinsicCall) -> Checked {
    check_format(c, c.result(), c.arg_type(0))
}

/// Checks the format (the second argument) and the types.
fn check_format(c: &mut IntrinsicCall, float: Type, int: Type) -> Checked {
    let (floats, ints) = (c.length(float), c.length(int));
    check!(c, floats.is_none() || ints.is_some(), rules::FORMAT_VECTORS, c.shown());
    check!(c, floats.is_none() || floats == ints, rules::FORMAT_LENGTHS, c.shown());
    let Some(name) = c.metadata_string(1) else { return c.refuse(&rules::FORMAT_STRING) };
    check!(c, !name.is_empty(), rules::FORMAT_EMPTY, c.shown());
    let Some((_, bits)) = FORMATS.iter().find(|(format, _)| *format == name) else {
        return c.refuse(&rules::FORMAT_UNKNOWN);
    };
    check!(c, c.scalar_bits(int) == *bits, rules::FORMAT_WIDTH, c.shown());
    Ok(())
}
