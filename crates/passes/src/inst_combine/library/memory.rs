//! Functions on blocks of memory.

use lindworm_ir::eval::IntPredicate;
use lindworm_ir::{Type, Value};

use super::{Call, Combine, Functions};

pub(super) const FUNCTIONS: Functions = &[
    ("memcmp", memcmp),
    ("bcmp", compare),
    ("memcpy", |c, call| transfer(c, call, "llvm.memcpy")),
    ("memmove", |c, call| transfer(c, call, "llvm.memmove")),
    ("mempcpy", mempcpy),
    ("memset", memset),
    ("memccpy", memccpy),
    ("bcopy", bcopy),
    ("bzero", bzero),
    ("realloc", realloc),
];

/// Compares two constants, of which a number of bytes that is not constant. Strings end at a zero.
pub(super) fn compare_constants(
    c: Combine<'_, '_, '_, '_>,
    call: &Call,
    count: Value,
    are_strings: bool,
) -> Option<Value> {
    let (a, b) = (call.args[0], call.args[1]);
    let zero = c.zero(call.ty);
    if a == b {
        return Some(zero);
    }
    let (first, second) = (c.query().bytes(a)?, c.query().bytes(b)?);
    let pairs = || first.iter().zip(&second);
    let place = pairs().position(|(x, y)| x != y);
    let end = pairs().position(|(x, y)| are_strings && *x == 0 && *y == 0);
    // If the bytes do not differ up to the end of one, the count is no greater.
    let Some(place) = place.filter(|place| end.is_none_or(|end| *place < end)) else { return Some(zero) };
    let limit = c.constant(c.type_of(count), place as i64);
    let is_before = c.compare(call, IntPredicate::Ule, count, limit, "");
    let order = c.constant(call.ty, first[place].cmp(&second[place]) as i64);
    Some(c.choose(call, is_before, zero, order, ""))
}

fn compare(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (a, b, size) = (call.args[0], call.args[1], call.args[2]);
    if a == b {
        return Some(c.zero(call.ty));
    }
    c.mark_sized(call, &[0, 1], size);
    if let Some(value) = compare_constants(c, call, size, false) {
        return Some(value);
    }
    let len = c.number(size)?;
    match len {
        0 => return Some(c.zero(call.ty)),
        1 => {
            let lhs = c.load(call, Type::I8, a, "lhsc");
            let lhs = c.resize(call, lhs, call.ty, false, "lhsv");
            let rhs = c.load(call, Type::I8, b, "rhsc");
            let rhs = c.resize(call, rhs, call.ty, false, "rhsv");
            return Some(c.arithmetic(call, lindworm_ir::eval::BinaryOp::Sub, lhs, rhs, "chardiff"));
        }
        _ => {}
    }
    let module = c.f.editor.module();
    let (cx, layout) = (module.context(), module.data_layout());
    if len > 64 || !layout.is_legal_int(len * 8) || !c.query().is_only_tested(call.inst) {
        return None;
    }
    let ty = cx.int(len as u32 * 8);
    let align = layout.preferred_align(cx, ty)?.bytes()?;
    let [lhs, rhs] = [a, b].map(|side| c.query().simplify_load(side, ty));
    let can_load = |side: Value, known: Option<Value>| known.is_some() || c.known_align(side) >= align;
    if !can_load(a, lhs) || !can_load(b, rhs) {
        return None;
    }
    let lhs = c.load(call, ty, a, "lhsv");
    let rhs = c.load(call, ty, b, "rhsv");
    let differ = c.compare(call, IntPredicate::Ne, lhs, rhs, "");
    Some(c.resize(call, differ, call.ty, false, "memcmp"))
}

fn memcmp(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    compare(c, call).or_else(|| {
        let is_tested = c.query().is_only_tested(call.inst);
        is_tested.then(|| c.emit(call, "bcmp", call.ty, &[call.args[0], call.args[1], call.args[2]]))?
    })
}

fn transfer(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<Value> {
    let [to, from, size] = [call.args[0], call.args[1], call.args[2]];
    c.mark_sized(call, &[0, 1], size);
    c.emit_transfer(call, name, [to, from, size], true)?;
    Some(to)
}

fn mempcpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, from, size] = [call.args[0], call.args[1], call.args[2]];
    c.emit_transfer(call, "llvm.memcpy", [to, from, size], true)?;
    Some(c.offset(call, to, size, ""))
}

fn memset(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, value, size] = [call.args[0], call.args[1], call.args[2]];
    c.mark_sized(call, &[0], size);
    let byte = c.resize(call, value, Type::I8, false, "");
    c.emit_transfer(call, "llvm.memset", [to, byte, size], true)?;
    Some(to)
}

fn memccpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, from, stop, count] = [call.args[0], call.args[1], call.args[2], call.args[3]];
    if to == from && c.is_unused(call) {
        return Some(to);
    }
    let most = c.number(count)?;
    if most == 0 {
        return Some(c.null(to));
    }
    let stop = c.number(stop)? as u8;
    let text = c.query().bytes(from)?;
    let Some(place) = text.iter().position(|&b| b == stop) else {
        if most > text.len() as u64 {
            return None;
        }
        c.emit_transfer(call, "llvm.memcpy", [to, from, count], false)?;
        return Some(c.null(to));
    };
    let len = place as u64 + 1;
    let size = c.size(len.min(most));
    c.emit_transfer(call, "llvm.memcpy", [to, from, size], false)?;
    Some(if len <= most { c.offset(call, to, size, "") } else { c.null(to) })
}

fn bcopy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    c.emit_transfer(call, "llvm.memmove", [call.args[1], call.args[0], call.args[2]], false)?;
    Some(call.inst.into())
}

fn bzero(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let zero = c.zero(Type::I8);
    c.emit_transfer(call, "llvm.memset", [call.args[0], zero, call.args[1]], false)?;
    Some(call.inst.into())
}

fn realloc(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let is_null = c.f.editor.module().constants().is_zero(call.args[0]);
    is_null.then(|| c.emit(call, "malloc", call.ty, &[call.args[1]]))?
}
