//! Lengths, comparisons and copies of strings.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{BinaryOp, IntPredicate};
use lindworm_ir::{InstData, Type, Value};

use super::memory::compare_constants;
use super::{Call, Combine, Functions};
use crate::inst_combine::Combiner;

pub(super) const FUNCTIONS: Functions = &[
    ("strlen", strlen),
    ("wcslen", wcslen),
    ("strnlen", strnlen),
    ("strcmp", strcmp),
    ("strncmp", strncmp),
    ("strcpy", strcpy),
    ("stpcpy", stpcpy),
    ("strcat", strcat),
    ("strncat", strncat),
    ("strlcpy", strlcpy),
    ("strncpy", |c, call| copy_at_most(c, call, false)),
    ("stpncpy", |c, call| copy_at_most(c, call, true)),
    ("strndup", strndup),
];

/// The length of a string of characters of a width, at most `bound`.
fn length(c: Combine<'_, '_, '_, '_>, call: &Call, width: u32, bound: Option<Value>) -> Option<Value> {
    let string = call.args[0];
    let ty = c.f.editor.module().context().int(width);
    let query = c.query();
    if query.is_only_tested(call.inst) && bound.is_none_or(|bound| query.is_non_zero(bound)) {
        let first = c.load(call, ty, string, "char0");
        return Some(c.resize(call, first, call.ty, false, ""));
    }
    match bound.and_then(|bound| c.number(bound)) {
        Some(0) => return Some(c.zero(call.ty)),
        Some(1) => {
            let first = c.load(call, ty, string, "strnlen.char0");
            let zero = c.zero(ty);
            let is_some = c.compare(call, IntPredicate::Ne, first, zero, "strnlen.char0cmp");
            return Some(c.resize(call, is_some, call.ty, false, ""));
        }
        _ => {}
    }
    if let Some(size) = c.query().string_size(string, width) {
        let len = c.constant(call.ty, size as i64 - 1);
        return match bound {
            Some(bound) => match (c.number(bound), size - 1) {
                (Some(bound), len) => Some(c.constant(call.ty, bound.min(len) as i64)),
                _ => c.call_intrinsic(call.inst, "llvm.umin", &[call.ty], &[len, bound]),
            },
            None => Some(len),
        };
    }
    if bound.is_some() {
        return None;
    }
    let query = c.query();
    match query.inst(string) {
        Some(InstData::GetElementPtr { source, operands, .. }) => {
            // A constant string from a variable offset on.
            let &[base, offset] = query.body.list_values(operands) else { return None };
            if query.module.context().int_width(*source) != Some(width) {
                return None;
            }
            let text = query.characters(base, width)?;
            let end = text.iter().position(|&c| c == 0)?;
            let known = query.known_bits(offset)?;
            let is_within =
                known.is_non_negative() && known.max_unsigned().to_u64().is_some_and(|most| most <= end as u64);
            if !(is_within || base.as_global().is_some() && end + 1 == text.len()) {
                return None;
            }
            let offset = c.resize(call, offset, call.ty, true, "");
            let end = c.constant(call.ty, end as i64);
            Some(c.arithmetic(call, BinaryOp::Sub, end, offset, ""))
        }
        Some(&InstData::Select { condition, if_true, if_false, .. }) => {
            let (t, f) = (query.string_size(if_true, width)?, query.string_size(if_false, width)?);
            let [t, f] = [t, f].map(|size| c.constant(call.ty, size as i64 - 1));
            Some(c.choose(call, condition, t, f, ""))
        }
        _ => None,
    }
}

fn strlen(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = length(c, call, 8, None);
    if found.is_none() {
        c.mark_accessed(call, &[0]);
    }
    found
}

fn strnlen(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = length(c, call, 8, Some(call.args[1]));
    if found.is_none() && c.query().is_non_zero(call.args[1]) {
        c.mark_accessed(call, &[0]);
    }
    found
}

fn wcslen(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let bytes = c.f.editor.module().integer_flag(b"wchar_size")?;
    matches!(bytes, 1 | 2 | 4).then(|| length(c, call, bytes as u32 * 8, None))?
}

/// The first character of a string, extended.
fn first_of(c: Combine<'_, '_, '_, '_>, call: &Call, string: Value, name: &str) -> Value {
    let first = c.load(call, Type::I8, string, name);
    c.resize(call, first, call.ty, false, "")
}

/// Whether a comparison with a string of a known size may read that many bytes of the other string.
fn can_read(c: &Combiner<'_, '_, '_>, call: &Call, string: Value, size: u64) -> bool {
    let query = c.query();
    query.is_only_tested(call.inst)
        && query.is_accessible(string, size, 1)
        && !query.function_has(AttrKind::SANITIZE_MEMORY)
}

fn strcmp(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let found = compare(c, call, None);
    if found.is_none() {
        c.mark_accessed(call, &[0, 1]);
    }
    found
}

fn strncmp(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (a, b, size) = (call.args[0], call.args[1], call.args[2]);
    if a == b {
        return Some(c.zero(call.ty));
    }
    if c.query().is_non_zero(size) {
        c.mark_accessed(call, &[0, 1]);
    }
    match c.number(size) {
        None => compare_constants(c, call, size, true),
        Some(0) => Some(c.zero(call.ty)),
        Some(1) => c.emit(call, "memcmp", call.ty, &[a, b, size]),
        Some(most) => compare(c, call, Some(most)),
    }
}

/// Compares strings, of which at most a number of characters.
fn compare(c: Combine<'_, '_, '_, '_>, call: &Call, most: Option<u64>) -> Option<Value> {
    let (a, b) = (call.args[0], call.args[1]);
    if a == b {
        return Some(c.zero(call.ty));
    }
    let query = c.query();
    let (first, second) = (query.string(a), query.string(b));
    if let (Some(first), Some(second)) = (&first, &second) {
        let cut = |text: &[u8]| text[..most.map_or(text.len(), |most| text.len().min(most as usize))].to_vec();
        return Some(c.constant(call.ty, cut(first).cmp(&cut(second)) as i64));
    }
    let is_empty = |text: &Option<Vec<u8>>| text.as_ref().is_some_and(Vec::is_empty);
    if is_empty(&first) {
        let other = first_of(c, call, b, "strcmpload");
        let zero = c.zero(call.ty);
        return Some(c.arithmetic(call, BinaryOp::Sub, zero, other, ""));
    }
    if is_empty(&second) {
        return Some(first_of(c, call, a, "strcmpload"));
    }
    let [size_a, size_b] = [a, b].map(|string| c.query().string_size(string, 8));
    for (place, size) in [size_a, size_b].into_iter().enumerate() {
        if let Some(size) = size {
            c.mark_bytes(call, place, size);
        }
    }
    let limit = |size: u64| most.map_or(size, |most| size.min(most));
    if let (Some(size_a), Some(size_b), None) = (size_a, size_b, most) {
        let size = c.size(size_a.min(size_b));
        return c.emit(call, "memcmp", call.ty, &[a, b, size]);
    }
    let (string, size) = match (&first, &second) {
        (None, Some(_)) => (a, limit(size_b?)),
        (Some(_), None) => (b, limit(size_a?)),
        _ => return None,
    };
    if !can_read(c, call, string, size) {
        return None;
    }
    let size = c.size(size);
    c.emit(call, "memcmp", call.ty, &[a, b, size])
}

fn strcpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, from] = [call.args[0], call.args[1]];
    if to == from {
        return Some(from);
    }
    c.mark_accessed(call, &[0, 1]);
    let size = c.query().string_size(from, 8)?;
    c.mark_bytes(call, 1, size);
    let size = c.size(size);
    c.emit_transfer(call, "llvm.memcpy", [to, from, size], true)?;
    Some(to)
}

fn stpcpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, from] = [call.args[0], call.args[1]];
    if c.is_unused(call) {
        return c.emit(call, "strcpy", call.ty, &[to, from]);
    }
    if to == from {
        let len = c.emit_strlen(call, from)?;
        return Some(c.offset(call, to, len, ""));
    }
    let size = c.query().string_size(from, 8)?;
    c.mark_bytes(call, 1, size);
    let end = c.offset_by(call, to, size - 1, "");
    let size = c.size(size);
    c.emit_transfer(call, "llvm.memcpy", [to, from, size], true)?;
    Some(end)
}

/// Appends a string of a known length.
fn append(c: Combine<'_, '_, '_, '_>, call: &Call, len: u64) -> Option<Value> {
    let [to, from] = [call.args[0], call.args[1]];
    let old = c.emit_strlen(call, to)?;
    let end = c.offset(call, to, old, "endptr");
    let size = c.size(len + 1);
    c.emit_transfer(call, "llvm.memcpy", [end, from, size], false)?;
    Some(to)
}

fn strcat(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    c.mark_accessed(call, &[0, 1]);
    let size = c.query().string_size(call.args[1], 8)?;
    c.mark_bytes(call, 1, size);
    if size == 1 {
        return Some(call.args[0]);
    }
    append(c, call, size - 1)
}

fn strncat(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    c.mark_accessed(call, &[0]);
    if c.query().is_non_zero(call.args[2]) {
        c.mark_accessed(call, &[1]);
    }
    let most = c.number(call.args[2])?;
    if most == 0 {
        return Some(call.args[0]);
    }
    let size = c.query().string_size(call.args[1], 8)?;
    c.mark_bytes(call, 1, size);
    if size == 1 {
        return Some(call.args[0]);
    }
    if most < size - 1 {
        return None;
    }
    append(c, call, size - 1)
}

fn strlcpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [to, from, size] = [call.args[0], call.args[1], call.args[2]];
    if c.query().is_non_zero(size) {
        c.mark_accessed(call, &[0]);
    }
    c.mark_accessed(call, &[1]);
    let size = c.number(size)?;
    let nul = c.zero(Type::I8);
    if size <= 1 {
        if size == 1 {
            c.store_byte(call, nul, to);
        }
        return c.emit_strlen(call, from);
    }
    let text = c.query().bytes(from)?;
    let end = text.iter().position(|&b| b == 0);
    let len = end.unwrap_or(text.len()) as u64;
    if len == 0 {
        c.store_byte(call, nul, to);
        return Some(c.zero(call.ty));
    }
    let is_whole = end.is_some() && len < size;
    let count = if is_whole { len + 1 } else { len.min(size - 1) };
    let bytes = c.size(count);
    c.emit_transfer(call, "llvm.memcpy", [to, from, bytes], false)?;
    if !is_whole {
        let end = c.offset_by(call, to, count, "");
        c.store_byte(call, nul, end);
    }
    Some(c.constant(call.ty, len as i64))
}

/// `strncpy` and `stpncpy`.
fn copy_at_most(c: Combine<'_, '_, '_, '_>, call: &Call, returns_end: bool) -> Option<Value> {
    let [to, mut from, count] = [call.args[0], call.args[1], call.args[2]];
    if c.query().is_non_zero(count) {
        c.mark_accessed(call, &[0, 1]);
    }
    let most = c.number(count);
    match most {
        Some(0) => return Some(to),
        Some(1) => {
            let byte = c.load(call, Type::I8, from, "stxncpy.char0");
            c.store_byte(call, byte, to);
            if !returns_end {
                return Some(to);
            }
            let zero = c.zero(Type::I8);
            let is_end = c.compare(call, IntPredicate::Eq, byte, zero, "stpncpy.char0cmp");
            let next = c.offset_by(call, to, 1, "stpncpy.end");
            return Some(c.choose(call, is_end, to, next, "stpncpy.sel"));
        }
        _ => {}
    }
    let size = c.query().string_size(from, 8)?;
    c.mark_bytes(call, 1, size);
    if size == 1 {
        let zero = c.zero(Type::I8);
        c.emit_transfer(call, "llvm.memset", [to, zero, count], true)?;
        return Some(to);
    }
    let most = most?;
    if most > size {
        // The rest is filled with zeros.
        if most > 128 {
            return None;
        }
        let mut text = c.query().string(from)?;
        text.resize(most as usize, 0);
        from = c.constant_string(&text);
    }
    let bytes = c.size(most);
    c.emit_transfer(call, "llvm.memcpy", [to, from, bytes], true)?;
    if !returns_end {
        return Some(to);
    }
    Some(c.offset_by(call, to, most.min(size - 1), "endptr"))
}

fn strndup(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let size = c.query().string_size(call.args[0], 8)?;
    c.mark_bytes(call, 0, size);
    let most = c.number(call.args[1])?;
    (most >= size - 1).then(|| c.emit(call, "strdup", call.ty, &[call.args[0]]))?
}
