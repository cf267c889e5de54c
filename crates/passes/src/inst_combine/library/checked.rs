//! Functions that check the size of their destination: `__memcpy_chk` and its relatives. They are the plain functions if the size is
//! unknown or sufficient.

use lindworm_ir::Value;

use super::{Call, Combine, Functions};

/// The arguments by which a check is decided.
struct Check {
    /// The size of the destination.
    capacity: usize,
    /// The number of bytes that are written at most.
    size: Option<usize>,
    /// The string that is copied.
    string: Option<usize>,
    /// Flags, which ask for further checks.
    flag: Option<usize>,
}

const fn check(capacity: usize, size: Option<usize>, string: Option<usize>, flag: Option<usize>) -> Check {
    Check { capacity, size, string, flag }
}

pub(super) const FUNCTIONS: Functions = &[
    ("__memcpy_chk", |c, call| transfer(c, call, "llvm.memcpy")),
    ("__memmove_chk", |c, call| transfer(c, call, "llvm.memmove")),
    ("__memset_chk", memset),
    ("__mempcpy_chk", |c, call| plain(c, call, &check(3, Some(2), None, None), "mempcpy", &[0, 1, 2], None)),
    ("__memccpy_chk", |c, call| plain(c, call, &check(4, Some(3), None, None), "memccpy", &[0, 1, 2, 3], None)),
    ("__strcpy_chk __stpcpy_chk", strcpy),
    ("__strlen_chk", |c, call| plain(c, call, &check(1, None, Some(0), None), "strlen", &[0], None)),
    ("__strncpy_chk", |c, call| plain(c, call, &check(3, Some(2), None, None), "strncpy", &[0, 1, 2], None)),
    ("__stpncpy_chk", |c, call| plain(c, call, &check(3, Some(2), None, None), "stpncpy", &[0, 1, 2], None)),
    ("__strcat_chk", |c, call| plain(c, call, &check(2, None, None, None), "strcat", &[0, 1], None)),
    ("__strncat_chk", |c, call| plain(c, call, &check(3, None, None, None), "strncat", &[0, 1, 2], None)),
    ("__strlcat_chk", |c, call| plain(c, call, &check(3, None, None, None), "strlcat", &[0, 1, 2], None)),
    ("__strlcpy_chk", |c, call| plain(c, call, &check(3, None, None, None), "strlcpy", &[0, 1, 2], None)),
    ("__snprintf_chk", |c, call| plain(c, call, &check(3, Some(1), None, Some(2)), "snprintf", &[0, 1, 4], Some(5))),
    ("__sprintf_chk", |c, call| plain(c, call, &check(2, None, None, Some(1)), "sprintf", &[0, 3], Some(4))),
    ("__vsnprintf_chk", |c, call| plain(c, call, &check(3, Some(1), None, Some(2)), "vsnprintf", &[0, 1, 4, 5], None)),
    ("__vsprintf_chk", |c, call| plain(c, call, &check(2, None, None, Some(1)), "vsprintf", &[0, 3, 4], None)),
];

/// Whether the check succeeds, or is not possible.
fn succeeds(c: Combine<'_, '_, '_, '_>, call: &Call, check: &Check) -> bool {
    if check.flag.is_some_and(|flag| c.number(call.args[flag]) != Some(0)) {
        return false;
    }
    let capacity = call.args[check.capacity];
    if check.size.is_some_and(|size| call.args[size] == capacity) {
        return true;
    }
    let Some(known) = c.query().constant_int(capacity) else { return false };
    if known.is_all_ones() {
        return true;
    }
    let Some(known) = known.to_u64() else { return false };
    if let Some(string) = check.string {
        let Some(size) = c.query().string_size(call.args[string], 8) else { return false };
        c.mark_bytes(call, string, size);
        return known >= size;
    }
    check.size.and_then(|size| c.number(call.args[size])).is_some_and(|size| known >= size)
}

/// Calls the function without a check: `args` are the places of its arguments, and variable arguments begin at `rest`.
fn plain(
    c: Combine<'_, '_, '_, '_>,
    call: &Call,
    check: &Check,
    name: &str,
    args: &[usize],
    rest: Option<usize>,
) -> Option<Value> {
    if !succeeds(c, call, check) {
        return None;
    }
    let mut values: Vec<Value> = args.iter().map(|&place| call.args[place]).collect();
    if let Some(rest) = rest {
        values.extend(&call.args[rest..]);
    }
    c.emit_variadic(call, name, call.ty, &values, rest.map(|_| args.len()))
}

fn transfer(c: Combine<'_, '_, '_, '_>, call: &Call, name: &str) -> Option<Value> {
    if !succeeds(c, call, &check(3, Some(2), None, None)) {
        return None;
    }
    c.emit_transfer(call, name, [call.args[0], call.args[1], call.args[2]], true)?;
    Some(call.args[0])
}

fn memset(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    if !succeeds(c, call, &check(3, Some(2), None, None)) {
        return None;
    }
    let byte = c.resize(call, call.args[1], lindworm_ir::Type::I8, false, "");
    c.emit_transfer(call, "llvm.memset", [call.args[0], byte, call.args[2]], true)?;
    Some(call.args[0])
}

fn strcpy(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let returns_end = call.name == b"__stpcpy_chk";
    let (to, from) = (call.args[0], call.args[1]);
    if returns_end && to == from {
        let len = c.emit_strlen(call, from)?;
        return Some(c.offset(call, to, len, ""));
    }
    if succeeds(c, call, &check(2, None, Some(1), None)) {
        return c.emit(call, if returns_end { "stpcpy" } else { "strcpy" }, call.ty, &[to, from]);
    }
    let size = c.query().string_size(from, 8)?;
    c.mark_bytes(call, 1, size);
    let bytes = c.size(size);
    let copy = c.emit(call, "__memcpy_chk", call.ty, &[to, from, bytes, call.args[2]])?;
    if returns_end {
        return Some(c.offset_by(call, to, size - 1, ""));
    }
    Some(copy)
}
