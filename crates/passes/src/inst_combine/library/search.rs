//! Searches in strings and memory: `strchr`, `memchr`, `strstr` and their relatives.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags, IntPredicate};
use lindworm_ir::{InstData, Type, Value};

use super::{Call, Combine, Functions};

pub(super) const FUNCTIONS: Functions = &[
    ("strchr", strchr),
    ("strrchr", strrchr),
    ("memchr", memchr),
    ("memrchr", memrchr),
    ("strpbrk", strpbrk),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strstr", strstr),
];

/// `*s == c ? s : null`, with a `count` only if that is not zero.
fn compare_first(c: Combine<'_, '_, '_, '_>, call: &Call, count: Option<Value>) -> Value {
    let (string, wanted) = (call.args[0], call.args[1]);
    let first = c.load(call, Type::I8, string, "");
    let wanted = c.resize(call, wanted, Type::I8, false, "");
    let mut is_equal = c.compare(call, IntPredicate::Eq, first, wanted, "char0cmp");
    if let Some(count) = count {
        let zero = c.null(count);
        let is_some = c.compare(call, IntPredicate::Ne, count, zero, "");
        is_equal = c.logical_and(call, is_some, is_equal, "");
    }
    let null = c.null(string);
    c.choose(call, is_equal, string, null, "")
}

fn strchr(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (string, wanted) = (call.args[0], call.args[1]);
    c.mark_accessed(call, &[0]);
    if c.query().is_only_compared_with(call.inst, |v| v == string) {
        return Some(compare_first(c, call, None));
    }
    let Some(wanted) = c.number(wanted) else {
        let size = c.query().string_size(string, 8)?;
        c.mark_bytes(call, 0, size);
        let size = c.size(size);
        return c.emit(call, "memchr", call.ty, &[string, wanted, size]);
    };
    if wanted == 0 && c.query().is_only_tested(call.inst) {
        // The result is never null.
        let yes = c.ones(Type::I1);
        return Some(c.cast(call.inst, CastOp::IntToPtr, IntFlags::empty(), yes, call.ty));
    }
    let Some(text) = c.query().string(string) else {
        if wanted != 0 {
            return None;
        }
        let len = c.emit_strlen(call, string)?;
        return Some(c.offset(call, string, len, "strchr"));
    };
    let place = if wanted & 0xff == 0 { Some(text.len()) } else { text.iter().position(|&b| b == wanted as u8) };
    Some(match place {
        Some(place) => c.offset_by(call, string, place as u64, "strchr"),
        None => c.null(string),
    })
}

fn strrchr(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (string, wanted) = (call.args[0], call.args[1]);
    c.mark_accessed(call, &[0]);
    let Some(text) = c.query().string(string) else {
        let zero = c.number(wanted).filter(|&n| n == 0).map(|_| wanted)?;
        return c.emit(call, "strchr", call.ty, &[string, zero]);
    };
    let size = c.size(text.len() as u64 + 1);
    c.emit(call, "memrchr", call.ty, &[string, wanted, size])
}

fn memrchr(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (string, wanted, size) = (call.args[0], call.args[1], call.args[2]);
    c.mark_sized(call, &[0], size);
    let null = c.null(string);
    let count = c.number(size);
    match count {
        Some(0) => return Some(null),
        Some(1) => return Some(compare_only(c, call, ["memrchr.char0", "memrchr.char0cmp", "memrchr.sel"])),
        _ => {}
    }
    let mut text = c.query().bytes(string)?;
    if text.is_empty() {
        return Some(null);
    }
    if let Some(count) = count {
        if (text.len() as u64) < count {
            return None;
        }
        text.truncate(count as usize);
    }
    if let Some(byte) = c.number(wanted).map(|n| n as u8) {
        let Some(place) = text.iter().rposition(|&b| b == byte) else { return Some(null) };
        if count.is_some() {
            return Some(c.offset_by(call, string, place as u64, ""));
        }
        if text.iter().position(|&b| b == byte) == Some(place) {
            let limit = c.constant(c.type_of(size), place as i64);
            let is_before = c.compare(call, IntPredicate::Ule, size, limit, "memrchr.cmp");
            let found = c.offset_by(call, string, place as u64, "memrchr.ptr_plus");
            return Some(c.choose(call, is_before, null, found, "memrchr.sel"));
        }
    }
    if text.iter().any(|&b| b != text[0]) {
        return None;
    }
    // All characters are equal.
    let zero = c.null(size);
    let is_some = c.compare(call, IntPredicate::Ne, size, zero, "");
    let wanted = c.resize(call, wanted, Type::I8, false, "");
    let first = c.constant(Type::I8, text[0].into());
    let is_equal = c.compare(call, IntPredicate::Eq, first, wanted, "");
    let is_found = c.logical_and(call, is_some, is_equal, "");
    let one = c.constant(c.type_of(size), 1);
    let last = c.arithmetic(call, BinaryOp::Sub, size, one, "");
    let found = c.offset(call, string, last, "memrchr.ptr_plus");
    Some(c.choose(call, is_found, found, null, "memrchr.sel"))
}

/// The search for a character in one byte.
fn compare_only(c: Combine<'_, '_, '_, '_>, call: &Call, names: [&str; 3]) -> Value {
    let string = call.args[0];
    let byte = c.load(call, Type::I8, string, names[0]);
    let wanted = c.resize(call, call.args[1], Type::I8, false, "");
    let is_equal = c.compare(call, IntPredicate::Eq, byte, wanted, names[1]);
    let null = c.null(string);
    c.choose(call, is_equal, string, null, names[2])
}

fn memchr(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (string, wanted, size) = (call.args[0], call.args[1], call.args[2]);
    let is_compared_with_start = c.query().is_only_compared_with(call.inst, |v| v == string);
    if c.query().is_non_zero(size) {
        c.mark_accessed(call, &[0]);
        if is_compared_with_start {
            return Some(compare_first(c, call, Some(size)));
        }
    }
    let null = c.null(string);
    let count = c.number(size);
    match count {
        Some(0) => return Some(null),
        Some(1) => return Some(compare_only(c, call, ["memchr.char0", "memchr.char0cmp", "memchr.sel"])),
        _ => {}
    }
    let mut text = c.query().bytes(string)?;
    if let Some(byte) = c.number(wanted).map(|n| n as u8) {
        let Some(place) = text.iter().position(|&b| b == byte) else { return Some(null) };
        let limit = c.constant(c.type_of(size), place as i64);
        let is_before = c.compare(call, IntPredicate::Ule, size, limit, "memchr.cmp");
        let found = c.offset_by(call, string, place as u64, "memchr.ptr");
        return Some(c.choose(call, is_before, null, found, ""));
    }
    if text.is_empty() {
        return Some(null);
    }
    text.truncate(count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX)));
    let change = text.iter().position(|&b| b != text[0]);
    if change.is_none_or(|change| text[change..].iter().all(|&b| b == text[change])) {
        // At most two runs of equal characters.
        let wanted = c.resize(call, wanted, Type::I8, false, "");
        let mut other = null;
        if let Some(change) = change {
            let limit = c.constant(c.type_of(size), change as i64);
            let second = c.constant(Type::I8, text[change].into());
            let is_second = c.compare(call, IntPredicate::Eq, wanted, second, "");
            let reaches = c.compare(call, IntPredicate::Ugt, size, limit, "");
            let is_found = c.arithmetic(call, BinaryOp::And, is_second, reaches, "");
            let found = c.offset(call, string, limit, "");
            other = c.choose(call, is_found, found, null, "memchr.sel1");
        }
        let first = c.constant(Type::I8, text[0].into());
        let is_first = c.compare(call, IntPredicate::Eq, first, wanted, "");
        let zero = c.null(size);
        let is_some = c.compare(call, IntPredicate::Ne, size, zero, "");
        let is_found = c.arithmetic(call, BinaryOp::And, is_some, is_first, "");
        return Some(c.choose(call, is_found, string, other, "memchr.sel2"));
    }
    if count.is_none() {
        return is_compared_with_start.then(|| compare_first(c, call, Some(size)));
    }
    if c.is_for_size() || !c.query().is_only_tested(call.inst) {
        return None;
    }
    test_set(c, call, text)
}

/// A search whose result is only compared with null: the test of a bit, or a few comparisons.
fn test_set(c: Combine<'_, '_, '_, '_>, call: &Call, mut text: Vec<u8>) -> Option<Value> {
    let wanted = call.args[1];
    let max = u32::from(*text.iter().max()?);
    let layout = c.f.editor.module().data_layout();
    let result = if layout.smallest_legal_int(max + 1).is_none() {
        text.sort_unstable();
        text.dedup();
        let ranges = 1 + text.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
        if ranges > 2 {
            return None;
        }
        let wanted = c.resize(call, wanted, Type::I8, false, "");
        let mut all = None;
        let mut compared = Vec::new();
        for byte in text {
            let byte = c.constant(Type::I8, byte.into());
            compared.push(c.compare(call, IntPredicate::Eq, wanted, byte, ""));
        }
        for is_this in compared {
            all = Some(all.map_or(is_this, |all| c.arithmetic(call, BinaryOp::Or, all, is_this, "")));
        }
        all?
    } else {
        let width = (max.max(7) + 1).next_power_of_two();
        let ty = c.f.editor.module().context().int(width);
        let mut bits = Int::zero(width);
        for byte in text {
            bits = bits.or(&Int::one(width).shl(byte.into()));
        }
        let set = c.int(ty, &bits);
        let wanted = c.resize(call, wanted, ty, false, "");
        let mask = c.int(ty, &Int::new(width, 0xff));
        let place = c.arithmetic(call, BinaryOp::And, wanted, mask, "");
        let limit = c.int(ty, &Int::new(width, width.into()));
        let is_within = c.compare(call, IntPredicate::Ult, place, limit, "memchr.bounds");
        let one = c.int(ty, &Int::one(width));
        let bit = c.arithmetic(call, BinaryOp::Shl, one, place, "");
        let common = c.arithmetic(call, BinaryOp::And, bit, set, "");
        let zero = c.zero(ty);
        let is_set = c.compare(call, IntPredicate::Ne, common, zero, "memchr.bits");
        c.logical_and(call, is_within, is_set, "memchr")
    };
    Some(c.cast(call.inst, CastOp::IntToPtr, IntFlags::empty(), result, call.ty))
}

fn strpbrk(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [string, set] = [call.args[0], call.args[1]];
    let (text, wanted) = (c.query().string(string), c.query().string(set));
    let is_empty = |text: &Option<Vec<u8>>| text.as_ref().is_some_and(Vec::is_empty);
    if is_empty(&text) || is_empty(&wanted) {
        return Some(c.null(string));
    }
    let wanted = wanted?;
    if let Some(text) = text {
        let place = text.iter().position(|b| wanted.contains(b));
        return Some(match place {
            Some(place) => c.offset_by(call, string, place as u64, "strpbrk"),
            None => c.null(string),
        });
    }
    let &[byte] = &wanted[..] else { return None };
    let byte = c.constant(Type::I32, byte.into());
    c.emit(call, "strchr", call.ty, &[string, byte])
}

fn strspn(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (text, set) = (c.query().string(call.args[0]), c.query().string(call.args[1]));
    let is_empty = |text: &Option<Vec<u8>>| text.as_ref().is_some_and(Vec::is_empty);
    if is_empty(&text) || is_empty(&set) {
        return Some(c.zero(call.ty));
    }
    let (text, set) = (text?, set?);
    let len = text.iter().position(|b| !set.contains(b)).unwrap_or(text.len());
    Some(c.constant(call.ty, len as i64))
}

fn strcspn(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let (text, set) = (c.query().string(call.args[0]), c.query().string(call.args[1]));
    if text.as_ref().is_some_and(Vec::is_empty) {
        return Some(c.zero(call.ty));
    }
    let set = set?;
    if let Some(text) = text {
        let len = text.iter().position(|b| set.contains(b)).unwrap_or(text.len());
        return Some(c.constant(call.ty, len as i64));
    }
    if !set.is_empty() {
        return None;
    }
    c.emit_strlen(call, call.args[0])
}

fn strstr(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let [string, wanted] = [call.args[0], call.args[1]];
    if string == wanted {
        return Some(string);
    }
    if c.query().is_only_compared_with(call.inst, |v| v == string) && !c.is_unused(call) {
        let len = c.emit_strlen(call, wanted)?;
        let difference = c.emit(call, "strncmp", Type::I32, &[string, wanted, len])?;
        let users: Vec<_> = c.f.editor.uses().of(call.inst.into()).map(|at| at.user).collect();
        for user in users {
            let InstData::ICmp { predicate, .. } = c.data(user) else { return None };
            let zero = c.zero(Type::I32);
            let new = c.compare(call, predicate, difference, zero, "cmp");
            c.push_users(user);
            c.f.editor.replace_all(user.into(), new);
            c.erase(user);
        }
        return Some(call.inst.into());
    }
    let (text, pattern) = (c.query().string(string), c.query().string(wanted));
    if pattern.as_ref().is_some_and(Vec::is_empty) {
        return Some(string);
    }
    if let (Some(text), Some(pattern)) = (&text, &pattern) {
        // The product of the lengths is the cost.
        if text.len() * pattern.len() > super::MAX_STRING as usize {
            return None;
        }
        let place = text.windows(pattern.len()).position(|part| part == pattern);
        return Some(match place {
            Some(place) => c.offset_by(call, string, place as u64, "strstr"),
            None => c.null(string),
        });
    }
    if let Some(&[byte]) = pattern.as_deref() {
        let byte = c.constant(Type::I32, byte.into());
        return c.emit(call, "strchr", call.ty, &[string, byte]);
    }
    c.mark_accessed(call, &[0, 1]);
    None
}
