//! Old target-independent intrinsics, and those of targets with few: RISC-V, WebAssembly.

use lindworm_ir::attributes::{AttrKind, Attribute, AttributeSet};
use lindworm_ir::eval::CastOp;
use lindworm_ir::instruction::Align;
use lindworm_ir::version::IrVersion::{V22, V23};
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Part::{Arg, Result as Ret};
use super::Rewrite::{Callee, With};
use super::call::{Call, Done, Stop};
use super::{Old, Part, Rewrite, Rule, expand, rule};
use crate::Age;

/// Whether the rest of a reduction's name starts with a letter and a digit, like the mangling of all types except scalable
/// vectors.
fn typed(_: &Old, rest: &[u8]) -> bool {
    matches!(rest, [b'a'..=b'z', b'0'..=b'9', ..])
}

const fn reduce(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[Arg(0)], Callee).when(typed)
}

const fn reduce_from(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[Arg(1)], Callee).when(|old, rest| typed(old, rest) && matches!(rest[0], b'f' | b'i'))
}

/// Masked accesses with the alignment as an argument.
const fn masked(pattern: &'static str, new: &'static str, overloads: &'static [Part]) -> Rule {
    rule(pattern, new, overloads, With(masked_access)).params(&[4])
}

/// RISC-V intrinsics whose last argument was `i8`, or whose result was `i64`.
const fn riscv(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[], With(riscv_immediate)).when(|old, _| {
        old.params.get(2).is_some_and(|&p| p != Type::I32)
            || old.name.starts_with(b"riscv.sm4") && old.result == Type::I64
    })
}

const fn riscv_hash(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[], With(riscv_narrow)).when(|old, _| old.result == Type::I64)
}

pub(super) static RULES: &[Rule] = &[
    // LLVM 22 declares a function that it does not call.
    rule("lifetime.start*", "lifetime.start", &[Arg(0)], With(lifetime)).params(&[2]).until(V22),
    rule("lifetime.end*", "lifetime.end", &[Arg(0)], With(lifetime)).params(&[2]).until(V22),
    rule("lifetime.start*", "lifetime.start", &[Arg(1)], With(lifetime)).params(&[2]),
    rule("lifetime.end*", "lifetime.end", &[Arg(1)], With(lifetime)).params(&[2]),
    rule("memcpy.*", "memcpy", &[Arg(0), Arg(1), Arg(2)], With(memory)).params(&[5]),
    rule("memmove.*", "memmove", &[Arg(0), Arg(1), Arg(2)], With(memory)).params(&[5]),
    rule("memset.*", "memset", &[Arg(0), Arg(2)], With(memory)).params(&[5]),
    masked("masked.load*", "masked.load", &[Ret, Arg(0)]),
    masked("masked.gather*", "masked.gather", &[Ret, Arg(0)]),
    masked("masked.store*", "masked.store", &[Arg(0), Arg(1)]),
    masked("masked.scatter*", "masked.scatter", &[Arg(0), Arg(1)]),
    rule("objectsize.*", "objectsize", &[Ret, Arg(0)], With(objectsize)).params(&[2, 3]),
    rule("ctlz.*", "ctlz", &[Arg(0)], With(count_zeros)).params(&[1]),
    rule("cttz.*", "cttz", &[Arg(0)], With(count_zeros)).params(&[1]),
    rule("coro.end", "coro.end", &[], With(coro_end)).params(&[2]),
    rule("flt.rounds*", "get.rounding", &[], Callee),
    rule("invariant.group.barrier*", "launder.invariant.group", &[Arg(0)], Callee),
    rule("ptr.annotation.*", "ptr.annotation", &[Arg(0), Arg(1)], With(annotation)).params(&[4]),
    rule("var.annotation", "var.annotation", &[Arg(0), Arg(1)], With(annotation)).params(&[4]),
    rule("thread.pointer", "thread.pointer", &[Ret], With(|call| call.call_new(&[]))).in_place(),
    expand("convert.to.fp16*", to_half).since(V23),
    expand("convert.from.fp16*", from_half).since(V23),
    expand("stackprotectorcheck", |_| Ok(Done::Erase)),
    expand("vector.splice*", splice).when(splices_by_offset),
    expand("experimental.vector.splice*", splice),
    rule("experimental.stepvector.*", "stepvector", &[Ret], Callee),
    rule("experimental.vector.extract.*", "vector.extract", &[Ret, Arg(0)], Callee)
        .when(|_, rest| !rest.starts_with(b"last.active.")),
    rule("experimental.vector.insert.*", "vector.insert", &[Arg(0), Arg(1)], Callee),
    rule("experimental.vector.reverse.*", "vector.reverse", &[Arg(0)], Callee),
    rule("experimental.vector.interleave2.*", "vector.interleave2", &[Ret], Callee),
    rule("experimental.vector.deinterleave2.*", "vector.deinterleave2", &[Arg(0)], Callee),
    rule("experimental.vector.partial.reduce.add*", "vector.partial.reduce.add", &[Arg(0), Arg(1)], Callee),
    reduce("experimental.vector.reduce.add.*", "vector.reduce.add"),
    reduce("experimental.vector.reduce.mul.*", "vector.reduce.mul"),
    reduce("experimental.vector.reduce.and.*", "vector.reduce.and"),
    reduce("experimental.vector.reduce.or.*", "vector.reduce.or"),
    reduce("experimental.vector.reduce.xor.*", "vector.reduce.xor"),
    reduce("experimental.vector.reduce.smax.*", "vector.reduce.smax"),
    reduce("experimental.vector.reduce.smin.*", "vector.reduce.smin"),
    reduce("experimental.vector.reduce.umax.*", "vector.reduce.umax"),
    reduce("experimental.vector.reduce.umin.*", "vector.reduce.umin"),
    reduce("experimental.vector.reduce.fmax.*", "vector.reduce.fmax"),
    reduce("experimental.vector.reduce.fmin.*", "vector.reduce.fmin"),
    reduce_from("experimental.vector.reduce.v2.fadd.*", "vector.reduce.fadd"),
    reduce_from("experimental.vector.reduce.v2.fmul.*", "vector.reduce.fmul"),
    rule("riscv.clmul.*", "clmul", &[Ret], Callee).since(V23),
    riscv("riscv.aes32dsi", "riscv.aes32dsi"),
    riscv("riscv.aes32dsmi", "riscv.aes32dsmi"),
    riscv("riscv.aes32esi", "riscv.aes32esi"),
    riscv("riscv.aes32esmi", "riscv.aes32esmi"),
    riscv("riscv.sm4ks*", "riscv.sm4ks"),
    riscv("riscv.sm4ed*", "riscv.sm4ed"),
    riscv_hash("riscv.sha256sig0*", "riscv.sha256sig0"),
    riscv_hash("riscv.sha256sig1*", "riscv.sha256sig1"),
    riscv_hash("riscv.sha256sum0*", "riscv.sha256sum0"),
    riscv_hash("riscv.sha256sum1*", "riscv.sha256sum1"),
    riscv_hash("riscv.sm3p0*", "riscv.sm3p0"),
    riscv_hash("riscv.sm3p1*", "riscv.sm3p1"),
    rule("wasm.fma.*", "wasm.relaxed.madd", &[Ret], Callee),
    rule("wasm.fms.*", "wasm.relaxed.nmadd", &[Ret], Callee),
    rule("wasm.laneselect.*", "wasm.relaxed.laneselect", &[Ret], Callee),
    rule("wasm.dot.i8x16.i7x16.signed", "wasm.relaxed.dot.i8x16.i7x16.signed", &[], Callee),
    rule("wasm.dot.i8x16.i7x16.add.signed", "wasm.relaxed.dot.i8x16.i7x16.add.signed", &[], Callee),
];

/// Intrinsics whose calls need a rewrite if the name changes. LLVM recreates most of these calls, without the attributes of
/// the old call.
pub(super) static REWRITTEN: &[(&str, Rewrite)] = &[
    ("objectsize", With(objectsize)),
    ("ctpop", With(same_arguments)),
    ("bitreverse", With(same_arguments)),
    ("thread.pointer", With(same_arguments)),
    ("arm.neon.vst1", With(same_arguments)),
    ("arm.neon.vst2", With(same_arguments)),
    ("arm.neon.vst3", With(same_arguments)),
    ("arm.neon.vst4", With(same_arguments)),
    ("arm.neon.vst2lane", With(same_arguments)),
    ("arm.neon.vst3lane", With(same_arguments)),
    ("arm.neon.vst4lane", With(same_arguments)),
    ("arm.neon.bfdot", With(same_arguments)),
    ("aarch64.neon.bfdot", With(same_arguments)),
    // These calls are not recreated, but the old name contains the element type.
    ("aarch64.ldxr", With(|call| element_type(call, 0))),
    ("aarch64.ldaxr", With(|call| element_type(call, 0))),
    ("aarch64.stxr", With(|call| element_type(call, 1))),
    ("aarch64.stlxr", With(|call| element_type(call, 1))),
    ("arm.ldrex", With(|call| element_type(call, 0))),
    ("arm.ldaex", With(|call| element_type(call, 0))),
    ("arm.strex", With(|call| element_type(call, 1))),
    ("arm.stlex", With(|call| element_type(call, 1))),
];

/// The mangling of the typed pointer, such as `.p0i32`, gave the element type, which is an attribute now.
fn element_type(call: &mut Call<'_>, arg: usize) -> Result<Done, Stop> {
    let suffix = call.name.rsplit(|&b| b == b'.').next().and_then(|s| std::str::from_utf8(s).ok());
    let bits =
        suffix.and_then(|s| s.strip_prefix('p')?.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('i'));
    let cx = call.module.context().clone();
    let bits = bits.filter(|_| call.age == Age::Typed);
    let ty = bits.and_then(|b| b.parse().ok()).filter(|b| (1..=128).contains(b)).map(|bits| cx.int(bits));
    if let (Some(ty), Some(info)) = (ty, call.body.inst_mut(call.inst).call_info_mut()) {
        let set = cx.attribute_list(info.attributes).param(arg);
        if !cx.has_attribute(set, AttrKind::ELEMENT_TYPE) {
            let set = cx.with_attribute(set, Attribute::Type(AttrKind::ELEMENT_TYPE, Some(ty)));
            info.attributes = cx.with_param_attributes(info.attributes, arg, set);
        }
    }
    call.callee()
}

/// A call of the new function with the arguments of the old call.
pub(super) fn same_arguments(call: &mut Call<'_>) -> Result<Done, Stop> {
    let args = call.args.clone();
    call.call_new(&args)
}

fn splices_by_offset(_: &Old, rest: &[u8]) -> bool {
    !rest.starts_with(b".left") && !rest.starts_with(b".right")
}

/// The number of elements is counted from the end of the first vector if negative, and from its start otherwise.
fn splice(call: &mut Call<'_>) -> Result<Done, Stop> {
    let offset = call.module.constants().as_int(call.cx(), call.arg(2)?).and_then(|n| n.to_i64()).ok_or(Stop)?;
    let name = if offset < 0 { "vector.splice.right" } else { "vector.splice.left" };
    let args = [call.arg(0)?, call.arg(1)?, call.int(Type::I32, offset.unsigned_abs())];
    Ok(Done::Replace(call.intrinsic(name, &[call.ty], &args)?))
}

/// Without the flag `is_zero_poison`.
fn count_zeros(call: &mut Call<'_>) -> Result<Done, Stop> {
    call.call_new(&[call.arg(0)?, call.int(Type::I1, 0)])
}

fn objectsize(call: &mut Call<'_>) -> Result<Done, Stop> {
    let no = call.int(Type::I1, 0);
    let given = |i: usize| call.args.get(i).copied().unwrap_or(no);
    call.call_new(&[call.arg(0)?, call.arg(1)?, given(2), given(3)])
}

fn coro_end(call: &mut Call<'_>) -> Result<Done, Stop> {
    call.call_new(&[call.arg(0)?, call.arg(1)?, call.zero(Type::TOKEN)])
}

/// Annotations without the operand for annotation arguments.
fn annotation(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    args.push(call.zero(Type::PTR));
    call.call_new(&args)
}

/// Sets the attributes of a call of an intrinsic: `params` are those of its arguments.
fn set_attributes(call: &mut Call<'_>, inst: Inst, old: Inst, params: &[AttributeSet]) {
    let cx = call.module.context().clone();
    let Some(of_old) = call.body.inst(old).call_info().map(|info| cx.attribute_list(info.attributes)) else { return };
    let list = cx.make_attribute_list(of_old.function, of_old.result, params);
    if let Some(info) = call.body.inst_mut(inst).call_info_mut() {
        info.attributes = list;
    }
}

/// The alignment was one argument for both pointers; it is an attribute of each now.
fn memory(call: &mut Call<'_>) -> Result<Done, Stop> {
    // LLVM rounds down to a power of two.
    let align = match call.imm(3)?.checked_ilog2() {
        Some(log2) => Align::new(1 << log2).ok_or(Stop)?,
        None => Align::NONE,
    };
    let args = [call.arg(0)?, call.arg(1)?, call.arg(2)?, call.arg(4)?];
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    let cx = call.module.context().clone();
    let old = call.body.inst(call.inst).call_info().map(|info| cx.attribute_list(info.attributes)).ok_or(Stop)?;
    let mut params = [0, 1, 2, 4].map(|i| old.param(i));
    let pointers = if call.name.starts_with(b"memset") { 1 } else { 2 };
    for set in &mut params[..pointers] {
        *set = cx.without_attribute(*set, AttrKind::ALIGN);
        if let Some(bytes) = align.bytes() {
            *set = cx.with_attribute(*set, Attribute::Int(AttrKind::ALIGN, bytes));
        }
    }
    set_attributes(call, new, call.inst, &params);
    Ok(Done::Rename(new, new.into()))
}

/// The alignment was an argument after the pointer; it is an attribute of the pointer now.
fn masked_access(call: &mut Call<'_>) -> Result<Done, Stop> {
    let reads = call.name.starts_with(b"masked.load") || call.name.starts_with(b"masked.gather");
    let of_many = call.name.starts_with(b"masked.gather") || call.name.starts_with(b"masked.scatter");
    let pointer = if reads { 0 } else { 1 };
    let align = match call.imm(pointer + 1)? {
        // Only gathers and scatters may omit it, for the ABI alignment.
        0 if of_many => {
            let ty = if reads { call.ty } else { call.type_of(call.arg(0)?) };
            let ty = call.cx().scalar_type(ty);
            call.module.data_layout().abi_align(call.cx(), ty).ok_or(Stop)?
        }
        0 => return Err(call.refuse("Invalid zero alignment argument")),
        n => Align::new(n).ok_or_else(|| call.refuse("Invalid alignment argument"))?,
    };
    let mut args = call.args.clone();
    args.remove(pointer + 1);
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;

    call.align_pointer(new, pointer, align);
    for (kind, metadata) in call.body.attachments(call.inst).to_vec() {
        call.body.set_attachment(new, kind, Some(metadata));
    }
    let InstData::Call { tail: old_tail, .. } = *call.body.inst(call.inst) else { return Err(Stop) };
    if let InstData::Call { tail, .. } = call.body.inst_mut(new) {
        *tail = old_tail;
    }
    Ok(Done::Rename(new, new.into()))
}

/// The result was an integer with the bits of a `half`.
pub(super) fn to_half(call: &mut Call<'_>) -> Result<Done, Stop> {
    let half = call.cx().with_scalar(call.ty, Type::HALF);
    let (value, ty) = (call.arg(0)?, call.ty);
    let value = call.b().cast(CastOp::FPTrunc, value, half)?;
    Ok(Done::Replace(call.b().bitcast(value, ty)?))
}

/// The operand was an integer with the bits of a `half`.
pub(super) fn from_half(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (value, ty) = (call.arg(0)?, call.ty);
    let half = call.cx().with_scalar(call.type_of(value), Type::HALF);
    let value = call.b().bitcast(value, half)?;
    Ok(Done::Replace(call.b().cast(CastOp::FPExt, value, ty)?))
}

/// With a size argument. Only stack allocations have lifetime markers now.
fn lifetime(call: &mut Call<'_>) -> Result<Done, Stop> {
    let pointer = without_casts(call, call.arg(1)?);
    let alloca = pointer.as_inst().is_some_and(|inst| matches!(call.body.inst(inst), InstData::Alloca { .. }));
    if !alloca {
        return Ok(Done::Drop);
    }
    let name = if call.name.starts_with(b"lifetime.start") { "lifetime.start" } else { "lifetime.end" };
    let inst = call.intrinsic_inst(name, &[call.type_of(pointer)], &[pointer])?;
    Ok(Done::Rename(inst, inst.into()))
}

/// Strips casts, zero-index address computations and calls that return an argument off a pointer.
fn without_casts(call: &Call<'_>, mut value: Value) -> Value {
    // A bound is needed, because unreachable code can be cyclic.
    for _ in 0..1000 {
        let Some(inst) = value.as_inst() else { break };
        value = match call.body.inst(inst) {
            InstData::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => *value,
            InstData::GetElementPtr { operands, .. } => match call.body.list_values(operands) {
                [base, indices @ ..] if indices.iter().all(|&i| call.module.constants().is_zero(i)) => *base,
                _ => break,
            },
            InstData::Call { call: info, .. } => {
                let cx = call.cx();
                let lists = [Some(info.attributes), call.module.callee(info.callee).map(|f| f.attributes)];
                let returned = lists.into_iter().flatten().find_map(|list| {
                    let params = &cx.attribute_list(list).params;
                    params.iter().position(|&set| cx.has_attribute(set, AttrKind::RETURNED))
                });
                match returned.and_then(|i| call.body.call_args(info).get(i)) {
                    Some(&arg) if call.cx().is_pointer(call.type_of(arg)) => arg,
                    _ => break,
                }
            }
            _ => break,
        };
    }
    value
}

fn riscv_immediate(call: &mut Call<'_>) -> Result<Done, Stop> {
    let wide = call.ty == Type::I64;
    let mut args = [call.arg(0)?, call.arg(1)?, call.int(Type::I32, call.imm(2)?)];
    if wide {
        for arg in &mut args[..2] {
            *arg = call.b().cast(CastOp::Trunc, *arg, Type::I32)?;
        }
    }
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    Ok(Done::Rename(new, call.widened(new)?))
}

fn riscv_narrow(call: &mut Call<'_>) -> Result<Done, Stop> {
    let arg = call.arg(0)?;
    let arg = call.b().cast(CastOp::Trunc, arg, Type::I32)?;
    let new = call.call_function(call.new.ok_or(Stop)?, &[arg])?;
    Ok(Done::Rename(new, call.widened(new)?))
}

impl Call<'_> {
    /// The result, widened to the type of the old call.
    fn widened(&mut self, result: Inst) -> Result<Value, Stop> {
        let ty = self.ty;
        Ok(self.b().int_cast(result.into(), ty, true)?)
    }
}
