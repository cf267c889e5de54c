//! Functions on integers and characters.

use lindworm_ir::eval::{BinaryOp, Int, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::{InstData, Type, Value};

use super::{Call, Combine, Functions};

pub(super) const FUNCTIONS: Functions = &[
    ("isdigit", isdigit),
    ("isascii", isascii),
    ("toascii", toascii),
    ("ffs ffsl ffsll", ffs),
    ("fls flsl flsll", fls),
    ("abs labs llabs", abs),
    ("atoi atol atoll", atoi),
    ("strtol strtoll", |c, call| strtol(c, call, true)),
    ("strtoul strtoull", |c, call| strtol(c, call, false)),
    ("strtod strtof strtold", strtod),
];

fn isdigit(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let ty = c.type_of(call.args[0]);
    let (zero, ten) = (c.constant(ty, b'0'.into()), c.constant(ty, 10));
    let digit = c.arithmetic(call, BinaryOp::Sub, call.args[0], zero, "isdigittmp");
    let is_digit = c.compare(call, IntPredicate::Ult, digit, ten, "isdigit");
    Some(c.resize(call, is_digit, call.ty, false, ""))
}

fn isascii(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let limit = c.constant(c.type_of(call.args[0]), 128);
    let is_ascii = c.compare(call, IntPredicate::Ult, call.args[0], limit, "isascii");
    Some(c.resize(call, is_ascii, call.ty, false, ""))
}

fn toascii(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let mask = c.constant(call.ty, 0x7f);
    Some(c.arithmetic(call, BinaryOp::And, call.args[0], mask, "toascii"))
}

/// The position of the lowest set bit, counted from 1.
fn ffs(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let x = call.args[0];
    let ty = c.type_of(x);
    let yes = c.ones(Type::I1);
    let zeros = c.call_intrinsic(call.inst, "llvm.cttz", &[ty], &[x, yes])?;
    let zeros = c.named(zeros, "cttz");
    let one = c.constant(ty, 1);
    let place = c.arithmetic(call, BinaryOp::Add, zeros, one, "");
    let place = c.resize(call, place, call.ty, false, "");
    let zero = c.zero(ty);
    let is_some = c.compare(call, IntPredicate::Ne, x, zero, "");
    let none = c.zero(call.ty);
    Some(c.choose(call, is_some, place, none, ""))
}

/// The position of the highest set bit, counted from 1.
fn fls(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let x = call.args[0];
    let ty = c.type_of(x);
    let no = c.zero(Type::I1);
    let zeros = c.call_intrinsic(call.inst, "llvm.ctlz", &[ty], &[x, no])?;
    let zeros = c.named(zeros, "ctlz");
    let width = c.constant(ty, c.f.editor.module().context().int_width(ty)?.into());
    let place = c.arithmetic(call, BinaryOp::Sub, width, zeros, "");
    Some(c.resize(call, place, call.ty, false, ""))
}

fn abs(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let yes = c.ones(Type::I1);
    c.call_intrinsic(call.inst, "llvm.abs", &[call.ty], &[call.args[0], yes])
}

fn atoi(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    let text = c.query().string(call.args[0])?;
    parse(c, call, &text, None, 10, true)
}

fn strtod(c: Combine<'_, '_, '_, '_>, call: &Call) -> Option<Value> {
    if c.f.editor.module().constants().is_zero(call.args[1]) {
        c.mark_not_captured(call, 0);
    }
    None
}

fn strtol(c: Combine<'_, '_, '_, '_>, call: &Call, is_signed: bool) -> Option<Value> {
    let end = call.args[1];
    let has_no_end = c.f.editor.module().constants().is_zero(end);
    if has_no_end {
        c.mark_not_captured(call, 0);
    } else if !c.query().is_non_zero(end) {
        return None;
    }
    let text = c.query().string(call.args[0])?;
    let base = c.number(call.args[2])?;
    parse(c, call, &text, (!has_no_end).then_some(end), base, is_signed)
}

/// The number that a string is in a base, if all of the string is one that fits the type. `end` is where the address of the end
/// is stored.
fn parse(
    c: Combine<'_, '_, '_, '_>,
    call: &Call,
    text: &[u8],
    end: Option<Value>,
    base: u64,
    is_signed: bool,
) -> Option<Value> {
    if base == 1 || base > 36 {
        return None;
    }
    let mut rest = text.trim_ascii_start();
    while let [0x0b, more @ ..] = rest {
        rest = more.trim_ascii_start();
    }
    let is_negative = rest.first() == Some(&b'-');
    if matches!(rest.first(), Some(b'-' | b'+')) {
        rest = &rest[1..];
    }
    let (mut digits, mut base) = (rest, base);
    if let [b'0', more @ ..] = rest
        && !more.is_empty()
    {
        if matches!(more[0], b'x' | b'X') {
            if more.len() == 1 || base != 0 && base != 16 {
                return None;
            }
            (digits, base) = (&more[1..], 16);
        } else if base == 0 {
            base = 8;
        }
    }
    if base == 0 {
        base = 10;
    }
    let width = c.f.editor.module().context().int_width(call.ty).filter(|&width| width <= 64)?;
    let all = u64::MAX >> (64 - width);
    let max = if is_signed { (all >> 1) + u64::from(is_negative) } else { all };
    let mut number = 0u64;
    for &digit in digits {
        let digit = char::from(digit).to_digit(36).map(u64::from).filter(|&digit| digit < base)?;
        number = number.checked_mul(base)?.checked_add(digit).filter(|&number| number <= max)?;
    }
    if digits.is_empty() {
        return None;
    }
    if let Some(end) = end {
        let address = c.offset_by(call, call.args[0], text.len() as u64, "endptr");
        let module = c.f.editor.module();
        let data = InstData::Store {
            value: address,
            pointer: end,
            align: module.data_layout().abi_align(module.context(), Type::PTR).unwrap_or(Align::ONE),
            ordering: AtomicOrdering::NotAtomic,
            scope: lindworm_ir::context::SyncScope::SYSTEM,
            volatile: false,
        };
        c.insert(call.inst, data, Type::VOID);
    }
    let number = Int::new(width, number);
    Some(c.int(call.ty, &if is_negative { number.neg() } else { number }))
}
