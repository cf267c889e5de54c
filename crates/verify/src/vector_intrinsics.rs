//! Vector-predicated, constrained floating-point, matrix and other vector intrinsics.

use lindworm_ir::Type;
use lindworm_ir::attributes::{AttrKind, VscaleRange};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::types::TypeKind;

use crate::check::{Checked, check};
use crate::intrinsics::{FLOAT_CLASSES, IntrinsicCall};
use crate::rule::Rule;
use crate::rules::intrinsics::ARGUMENT_TYPE;
use crate::rules::vector_intrinsics as rules;

/// The comparison predicates as named in metadata.
const FLOAT_PREDICATES: [&[u8]; 14] =
    [b"oeq", b"ogt", b"oge", b"olt", b"ole", b"one", b"ord", b"uno", b"ueq", b"ugt", b"uge", b"ult", b"ule", b"une"];
const INT_PREDICATES: [&[u8]; 10] = [b"eq", b"ne", b"ugt", b"uge", b"ult", b"ule", b"sgt", b"sge", b"slt", b"sle"];
const ROUNDINGS: [&[u8]; 6] = [
    b"round.dynamic",
    b"round.tonearest",
    b"round.tonearestaway",
    b"round.downward",
    b"round.upward",
    b"round.towardzero",
];
const EXCEPTIONS: [&[u8]; 3] = [b"fpexcept.ignore", b"fpexcept.maytrap", b"fpexcept.strict"];

/// Checks a call of such an intrinsic.
pub(crate) fn check(c: &mut IntrinsicCall, id: IntrinsicId) -> Checked {
    use IntrinsicId as I;
    if id >= I::EXPERIMENTAL_CONSTRAINED_ACOS && id <= I::EXPERIMENTAL_CONSTRAINED_UITOFP {
        return check_constrained(c, id);
    }
    match id {
        I::VP_TRUNC
        | I::VP_ZEXT
        | I::VP_SEXT
        | I::VP_FPTRUNC
        | I::VP_FPEXT
        | I::VP_FPTOUI
        | I::VP_FPTOSI
        | I::VP_UITOFP
        | I::VP_SITOFP
        | I::VP_PTRTOINT
        | I::VP_INTTOPTR => check_predicated_cast(c, id),
        I::VP_FCMP => {
            check!(c, is_one_of(c, 2, &FLOAT_PREDICATES), rules::VP_FCMP_PREDICATE, c.shown());
            Ok(())
        }
        I::VP_ICMP => {
            check!(c, is_one_of(c, 2, &INT_PREDICATES), rules::VP_ICMP_PREDICATE, c.shown());
            Ok(())
        }
        I::VP_IS_FPCLASS => {
            check!(c, c.int(1).is_none_or(|mask| mask & !FLOAT_CLASSES == 0), rules::VP_CLASS_MASK);
            Ok(())
        }
        I::EXPERIMENTAL_VP_SPLICE => check_predicated_splice(c),
        I::VECTOR_SPLICE_LEFT => check_splice(c, false, &rules::SPLICE_LEFT),
        I::VECTOR_SPLICE_RIGHT => check_splice(c, true, &rules::SPLICE_RIGHT),
        I::VECTOR_INSERT => check_insert(c),
        I::VECTOR_EXTRACT => check_extract(c),
        I::VECTOR_PARTIAL_REDUCE_ADD | I::VECTOR_PARTIAL_REDUCE_FADD => {
            let (sum, vector) = (min_length(c, c.arg_type(0)), min_length(c, c.arg_type(1)));
            check!(c, vector.checked_rem(sum) == Some(0), rules::PARTIAL_REDUCE);
            Ok(())
        }
        I::GET_ACTIVE_LANE_MASK => {
            check!(c, c.cx.scalar_type(c.result()) == Type::I1, rules::LANE_MASK, c.shown());
            Ok(())
        }
        I::EXPERIMENTAL_GET_VECTOR_LENGTH => {
            check!(c, c.int(1).is_none_or(|n| n as u32 as i32 > 0), rules::VECTOR_LENGTH, c.shown());
            Ok(())
        }
        I::VECTOR_REDUCE_AND
        | I::VECTOR_REDUCE_OR
        | I::VECTOR_REDUCE_XOR
        | I::VECTOR_REDUCE_ADD
        | I::VECTOR_REDUCE_MUL
        | I::VECTOR_REDUCE_SMAX
        | I::VECTOR_REDUCE_SMIN
        | I::VECTOR_REDUCE_UMAX
        | I::VECTOR_REDUCE_UMIN => {
            check!(c, c.cx.is_int_or_int_vector(c.arg_type(0)), ARGUMENT_TYPE);
            Ok(())
        }
        I::VECTOR_REDUCE_FMAX | I::VECTOR_REDUCE_FMIN => {
            check!(c, c.cx.is_float_or_float_vector(c.arg_type(0)), ARGUMENT_TYPE);
            Ok(())
        }
        I::VECTOR_REDUCE_FADD | I::VECTOR_REDUCE_FMUL => {
            check!(c, c.cx.is_float_or_float_vector(c.arg_type(1)), ARGUMENT_TYPE);
            Ok(())
        }
        I::STEPVECTOR => {
            let is_int = c.cx.is_int_or_int_vector(c.result());
            check!(c, is_int && c.scalar_bits(c.result()) >= 8, rules::STEP_VECTOR, c.shown());
            Ok(())
        }
        I::EXPERIMENTAL_VECTOR_MATCH => check_match(c),
        I::MATRIX_MULTIPLY | I::MATRIX_TRANSPOSE | I::MATRIX_COLUMN_MAJOR_LOAD | I::MATRIX_COLUMN_MAJOR_STORE => {
            check_matrix(c, id)
        }
        _ => Ok(()),
    }
}

/// Whether an argument is metadata with one of these strings.
fn is_one_of(c: &IntrinsicCall, index: usize, names: &[&[u8]]) -> bool {
    c.metadata_string(index).is_some_and(|name| names.contains(&name))
}

/// The minimum number of elements of a vector.
fn min_length(c: &IntrinsicCall, ty: Type) -> u32 {
    c.length(ty).map_or(0, |(len, _)| len)
}

fn check_predicated_cast(c: &mut IntrinsicCall, id: IntrinsicId) -> Checked {
    use IntrinsicId as I;
    let (from, to) = (c.arg_type(0), c.result());
    check!(c, c.length(from) == c.length(to), rules::VP_CAST_LENGTH, c.shown());
    let (from_bits, to_bits) = (c.scalar_bits(from), c.scalar_bits(to));
    let is_int = |ty| c.cx.is_int_or_int_vector(ty);
    let is_float = |ty| c.cx.is_float_or_float_vector(ty);
    let is_pointer = |ty| c.cx.is_pointer_or_pointer_vector(ty);
    let (kinds_fit, kinds): (bool, &Rule) = match id {
        I::VP_TRUNC => (is_int(from) && is_int(to), &rules::VP_TRUNC_TYPE),
        I::VP_ZEXT | I::VP_SEXT => (is_int(from) && is_int(to), &rules::VP_EXT_TYPE),
        I::VP_FPTOUI | I::VP_FPTOSI => (is_float(from) && is_int(to), &rules::VP_TO_INT_TYPE),
        I::VP_UITOFP | I::VP_SITOFP => (is_int(from) && is_float(to), &rules::VP_TO_FLOAT_TYPE),
        I::VP_FPTRUNC => (is_float(from) && is_float(to), &rules::VP_FPTRUNC_TYPE),
        I::VP_FPEXT => (is_float(from) && is_float(to), &rules::VP_FPEXT_TYPE),
        I::VP_PTRTOINT => (is_pointer(from) && is_int(to), &rules::VP_PTRTOINT_TYPE),
        _ => (is_int(from) && is_pointer(to), &rules::VP_INTTOPTR_TYPE),
    };
    if !kinds_fit {
        return c.refuse(kinds);
    }
    match id {
        I::VP_TRUNC => check!(c, to_bits < from_bits, rules::VP_TRUNC_SIZE, c.shown()),
        I::VP_ZEXT | I::VP_SEXT => check!(c, to_bits > from_bits, rules::VP_EXT_SIZE, c.shown()),
        I::VP_FPTRUNC => check!(c, to_bits < from_bits, rules::VP_FPTRUNC_SIZE, c.shown()),
        I::VP_FPEXT => check!(c, to_bits > from_bits, rules::VP_FPEXT_SIZE, c.shown()),
        _ => {}
    }
    Ok(())
}

/// The minimum of `vscale` according to the function's attributes.
fn least_scale(c: &IntrinsicCall) -> u32 {
    let own = c.cx.attribute_list(c.function.attributes).function;
    c.cx.attribute_int(own, AttrKind::VSCALE_RANGE).map_or(1, |range| VscaleRange::from_bits(range).min)
}

fn check_predicated_splice(c: &mut IntrinsicCall) -> Checked {
    let Some(index) = c.int(2).map(|n| i64::from(n as u32 as i32)) else { return Ok(()) };
    let count = i64::from(min_length(c, c.result())).saturating_mul(least_scale(c).into());
    check!(c, (-count..count).contains(&index), rules::VP_SPLICE, c.shown());
    Ok(())
}

/// Checks that the number of spliced elements is in range. `all` allows the full number of elements.
fn check_splice(c: &mut IntrinsicCall, all: bool, rule: &'static Rule) -> Checked {
    let (Some(index), Some((len, scalable))) = (c.int(2), c.length(c.result())) else { return Ok(()) };
    let count = u64::from(len).saturating_mul(if scalable { least_scale(c).into() } else { 1 });
    if index < count || all && index == count {
        return Ok(());
    }
    c.refuse(rule)
}

fn check_insert(c: &mut IntrinsicCall) -> Checked {
    let (vector, part) = (c.cx.vector_shape(c.arg_type(0)), c.cx.vector_shape(c.arg_type(1)));
    let (Some((element, len, scalable)), Some((part_element, part_len, part_scalable))) = (vector, part) else {
        return Ok(());
    };
    let Some(index) = c.int(2).map(|n| n as u32) else { return Ok(()) };
    check!(c, element == part_element, rules::INSERT_TYPE, c.shown());
    check!(c, index.checked_rem(part_len).is_none_or(|rest| rest == 0), rules::INSERT_INDEX);
    let fits = scalable != part_scalable || index < len && index.wrapping_add(part_len) <= len;
    check!(c, fits, rules::INSERT_OVERRUN);
    Ok(())
}

fn check_extract(c: &mut IntrinsicCall) -> Checked {
    let (vector, part) = (c.cx.vector_shape(c.arg_type(0)), c.cx.vector_shape(c.result()));
    let (Some((element, len, scalable)), Some((part_element, part_len, part_scalable))) = (vector, part) else {
        return Ok(());
    };
    let Some(index) = c.int(1).map(|n| n as u32) else { return Ok(()) };
    check!(c, element == part_element, rules::EXTRACT_TYPE, c.shown());
    check!(c, index.checked_rem(part_len).is_none_or(|rest| rest == 0), rules::EXTRACT_INDEX);
    let fits = scalable != part_scalable || index < len && index.wrapping_add(part_len) <= len;
    check!(c, fits, rules::EXTRACT_OVERRUN);
    Ok(())
}

/// `llvm.experimental.vector.match`.
fn check_match(c: &mut IntrinsicCall) -> Checked {
    let (haystack, needles) = (c.arg_type(0), c.arg_type(1));
    let fixed = matches!(c.cx.kind(needles), TypeKind::Vector { scalable: false, .. });
    check!(c, fixed, rules::MATCH_FIXED, c.shown());
    check!(c, c.cx.is_int_or_int_vector(haystack), rules::MATCH_INT, c.shown());
    check!(c, c.cx.scalar_type(haystack) == c.cx.scalar_type(needles), rules::MATCH_TYPE, c.shown());
    Ok(())
}

fn check_matrix(c: &mut IntrinsicCall, id: IntrinsicId) -> Checked {
    use IntrinsicId as I;
    // The argument index of the number of rows and columns, the matrix type, and the index of the stride.
    let (rows, columns, matrix, stride) = match id {
        I::MATRIX_MULTIPLY => (2, 4, c.result(), None),
        I::MATRIX_TRANSPOSE => (1, 2, c.result(), None),
        I::MATRIX_COLUMN_MAJOR_LOAD => (3, 4, c.result(), c.arg(1)),
        _ => (4, 5, c.arg_type(0), c.arg(2)),
    };
    let (Some(rows), Some(columns)) = (c.int(rows), c.int(columns)) else { return Ok(()) };
    let length = |ty| u64::from(min_length(c, ty));
    if id == I::MATRIX_MULTIPLY {
        let Some(inner) = c.int(3) else { return Ok(()) };
        check!(c, length(c.arg_type(0)) == rows.wrapping_mul(inner), rules::MATRIX_FIRST);
        check!(c, length(c.arg_type(1)) == inner.wrapping_mul(columns), rules::MATRIX_SECOND);
    }
    let element = c.cx.scalar_type(matrix);
    check!(c, c.cx.is_int(element) || element.is_float(), rules::MATRIX_ELEMENT, c.shown_callee());
    if id != I::MATRIX_COLUMN_MAJOR_LOAD {
        let same = element == c.cx.scalar_type(c.arg_type(0));
        check!(c, same, rules::MATRIX_FIRST_ELEMENT, c.shown_callee());
    }
    if id == I::MATRIX_MULTIPLY {
        let same = element == c.cx.scalar_type(c.arg_type(1));
        check!(c, same, rules::MATRIX_SECOND_ELEMENT, c.shown_callee());
    }
    check!(c, length(matrix) == rows.wrapping_mul(columns), rules::MATRIX_RESULT);
    if let Some(stride) = stride.and_then(|v| c.module.constants().as_int(c.cx, v)) {
        check!(c, stride.width() <= 64, rules::MATRIX_STRIDE_WIDTH, c.shown_callee());
        check!(c, stride.low_u64() >= rows, rules::MATRIX_STRIDE, c.shown_callee());
    }
    Ok(())
}

/// `llvm.experimental.constrained.*`: operations with explicit rounding mode and exception behaviour.
fn check_constrained(c: &mut IntrinsicCall, id: IntrinsicId) -> Checked {
    use IntrinsicId as I;
    let (from, to) = (c.arg_type(0), c.result());
    let (length, to_length) = (c.length(from), c.length(to));
    match id {
        I::EXPERIMENTAL_CONSTRAINED_LRINT
        | I::EXPERIMENTAL_CONSTRAINED_LLRINT
        | I::EXPERIMENTAL_CONSTRAINED_LROUND
        | I::EXPERIMENTAL_CONSTRAINED_LLROUND => {
            check!(c, length.is_none() && to_length.is_none(), rules::CONSTRAINED_VECTORS, c.shown());
        }
        I::EXPERIMENTAL_CONSTRAINED_FCMP | I::EXPERIMENTAL_CONSTRAINED_FCMPS => {
            check!(c, is_one_of(c, 2, &FLOAT_PREDICATES), rules::CONSTRAINED_PREDICATE, c.shown());
        }
        I::EXPERIMENTAL_CONSTRAINED_FPTOSI
        | I::EXPERIMENTAL_CONSTRAINED_FPTOUI
        | I::EXPERIMENTAL_CONSTRAINED_SITOFP
        | I::EXPERIMENTAL_CONSTRAINED_UITOFP
        | I::EXPERIMENTAL_CONSTRAINED_FPTRUNC
        | I::EXPERIMENTAL_CONSTRAINED_FPEXT => {
            check!(c, length.is_some() == to_length.is_some(), rules::CONSTRAINED_VECTOR, c.shown());
            check!(c, length == to_length, rules::CONSTRAINED_LENGTH, c.shown());
            let (from_bits, to_bits) = (c.scalar_bits(from), c.scalar_bits(to));
            let truncates = id == I::EXPERIMENTAL_CONSTRAINED_FPTRUNC;
            check!(c, !truncates || from_bits > to_bits, rules::CONSTRAINED_LARGER, c.shown());
            let extends = id == I::EXPERIMENTAL_CONSTRAINED_FPEXT;
            check!(c, !extends || from_bits < to_bits, rules::CONSTRAINED_SMALLER, c.shown());
        }
        _ => {}
    }
    let Some(last) = c.args.len().checked_sub(1) else { return Ok(()) };
    check!(c, is_one_of(c, last, &EXCEPTIONS), rules::CONSTRAINED_EXCEPTIONS, c.shown());
    // The operand before it is the rounding mode, if the operation rounds, or the predicate of a comparison.
    let rounds = last > 0
        && c.metadata(last - 1).is_some()
        && !matches!(id, I::EXPERIMENTAL_CONSTRAINED_FCMP | I::EXPERIMENTAL_CONSTRAINED_FCMPS);
    check!(c, !rounds || is_one_of(c, last - 1, &ROUNDINGS), rules::CONSTRAINED_ROUNDING, c.shown());
    Ok(())
}
