//! Fixed-point arithmetic: integers with a scale, the number of fractional bits.
//!
//! Inexact results are rounded down, as in LLVM on all targets.

use super::Intrinsic::{self, *};
use crate::int::Int;
use crate::outcome::{
    Outcome::{self, Undefined, Value},
    Why,
};

/// The result of a fixed-point intrinsic on two numbers and their scale; `None` for other intrinsics.
pub(crate) fn evaluate(intrinsic: Intrinsic, operands: &[Int]) -> Option<Outcome<Int>> {
    let (multiplies, signed, saturates) = match intrinsic {
        SMulFix => (true, true, false),
        UMulFix => (true, false, false),
        SMulFixSat => (true, true, true),
        UMulFixSat => (true, false, true),
        SDivFix => (false, true, false),
        UDivFix => (false, false, false),
        SDivFixSat => (false, true, true),
        UDivFixSat => (false, false, true),
        _ => return None,
    };
    let [a, b, scale] = operands else {
        return Some(Undefined(Why::WrongOperands));
    };
    let width = a.width();
    let scale = match scale.to_u64() {
        Some(scale) if scale <= width.into() => scale as u32,
        _ => return Some(Undefined(Why::WrongOperands)),
    };
    // Sufficient for the product, for the scaled dividend, and for a sign.
    let widen = |it: &Int| if signed { it.sext(2 * width + 2) } else { it.zext(2 * width + 2) };
    let (a, b) = (widen(a), widen(b));
    let exact = if multiplies {
        a.mul(&b).ashr(scale)
    } else {
        match floored_quotient(&a.shl(scale), &b) {
            Some(quotient) => quotient,
            None => return Some(Undefined(Why::DivisionByZero)),
        }
    };
    let fits = if signed { exact.min_signed_bits() <= width } else { exact.active_bits() <= width };
    Some(match (fits, saturates, signed) {
        (true, ..) => Value(exact.trunc(width)),
        (_, false, _) => Undefined(Why::FixedPointOverflow),
        (_, _, false) => Value(Int::all_ones(width)),
        (_, _, true) if exact.is_negative() => Value(Int::min_signed(width)),
        (_, _, true) => Value(Int::max_signed(width)),
    })
}

fn floored_quotient(a: &Int, b: &Int) -> Option<Int> {
    let quotient = a.sdiv(b)?;
    let has_rest = quotient.mul(b) != *a;
    let down = has_rest && a.is_negative() != b.is_negative();
    Some(if down { quotient.sub(&Int::one(quotient.width())) } else { quotient })
}
