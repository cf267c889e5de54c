//! Old intrinsics of AMDGPU.

use lindworm_ir::builder::Access;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::instruction::{AtomicOrdering, AtomicRmwOp};
use lindworm_ir::version::IrVersion::V23;
use lindworm_ir::{InstData, Type, Value};

use super::Part::{Arg, Result as Ret};
use super::Rewrite::{Callee, With};
use super::call::{Call, Done, Stop};
use super::{Old, Part, Plan, Rule, by_rules, expand, rule};

/// The address space of local memory (LDS).
const LOCAL: u32 = 3;
/// The address space of private memory.
const PRIVATE: u32 = 5;

const fn atomic(pattern: &'static str, with: fn(&mut Call<'_>) -> Result<Done, Stop>) -> Rule {
    expand(pattern, with)
}

/// Matrix products without `clamp`, which gets the default.
const fn clamped(
    pattern: &'static str,
    new: &'static str,
    params: &'static [usize],
    overloads: &'static [Part],
) -> Rule {
    rule(pattern, new, overloads, With(add_clamp)).params(params).in_place()
}

/// Matrix products with modifiers of the factors, which are removed. Only the modifier of the sum is kept.
const fn without_modifiers(pattern: &'static str, new: &'static str, overloads: &'static [Part]) -> Rule {
    let rewrite = |call: &mut Call<'_>| {
        let args: Vec<Value> = [1, 3, 4, 5, 6, 7].into_iter().map(|i| call.arg(i)).collect::<Result<_, Stop>>()?;
        call.call_new(&args)
    };
    rule(pattern, new, overloads, With(rewrite)).params(&[8]).in_place().since(V23)
}

/// `fmin.num` and `fmax.num` are current.
fn not_num(_: &Old, rest: &[u8]) -> bool {
    !rest.starts_with(b".num")
}

static RULES: &[Rule] = &[
    rule("amdgcn.alignbit", "fshr", &[Ret], Callee).in_place(),
    atomic("amdgcn.atomic.inc*", |call| atomic_op(call, AtomicRmwOp::UIncWrap)),
    atomic("amdgcn.atomic.dec*", |call| atomic_op(call, AtomicRmwOp::UDecWrap)),
    atomic("amdgcn.atomic.cond.sub*", |call| atomic_op(call, AtomicRmwOp::USubCond)),
    atomic("amdgcn.atomic.csub*", |call| atomic_op(call, AtomicRmwOp::USubSat)),
    atomic("amdgcn.ds.fadd*", |call| atomic_op(call, AtomicRmwOp::FAdd)),
    atomic("amdgcn.ds.fmin*", |call| atomic_op(call, AtomicRmwOp::FMin)).when(not_num),
    atomic("amdgcn.ds.fmax*", |call| atomic_op(call, AtomicRmwOp::FMax)).when(not_num),
    atomic("amdgcn.global.atomic.fadd*", |call| atomic_op(call, AtomicRmwOp::FAdd)),
    atomic("amdgcn.global.atomic.fmin*", |call| atomic_op(call, AtomicRmwOp::FMin)).when(not_num),
    atomic("amdgcn.global.atomic.fmax*", |call| atomic_op(call, AtomicRmwOp::FMax)).when(not_num),
    atomic("amdgcn.flat.atomic.fadd*", |call| atomic_op(call, AtomicRmwOp::FAdd)),
    atomic("amdgcn.flat.atomic.fmin*", |call| atomic_op(call, AtomicRmwOp::FMin)).when(not_num),
    atomic("amdgcn.flat.atomic.fmax*", |call| atomic_op(call, AtomicRmwOp::FMax)).when(not_num),
    clamped("amdgcn.wmma.i32.16x16x64.iu8*", "amdgcn.wmma.i32.16x16x64.iu8", &[7], &[Arg(4), Arg(1)]),
    clamped(
        "amdgcn.swmmac.i32.16x16x128.iu8*",
        "amdgcn.swmmac.i32.16x16x128.iu8",
        &[8],
        &[Arg(4), Arg(1), Arg(3), Arg(5)],
    ),
    without_modifiers("amdgcn.wmma.f32.16x16x4.f32*", "amdgcn.wmma.f32.16x16x4.f32", &[Ret, Arg(1)]),
    without_modifiers("amdgcn.wmma.f32.16x16x32.bf16*", "amdgcn.wmma.f32.16x16x32.bf16", &[Ret, Arg(1)]),
    without_modifiers("amdgcn.wmma.f32.16x16x32.f16*", "amdgcn.wmma.f32.16x16x32.f16", &[Ret, Arg(1)]),
    without_modifiers("amdgcn.wmma.f16.16x16x32.f16*", "amdgcn.wmma.f16.16x16x32.f16", &[Ret, Arg(1)]),
    without_modifiers("amdgcn.wmma.bf16.16x16x32.bf16*", "amdgcn.wmma.bf16.16x16x32.bf16", &[Ret, Arg(1)]),
    without_modifiers(
        "amdgcn.wmma.bf16f32.16x16x32.bf16*",
        "amdgcn.wmma.bf16f32.16x16x32.bf16",
        &[Ret, Arg(1), Arg(5)],
    ),
    rule("amdgcn.ldexp.*", "ldexp", &[Ret, Arg(1)], Callee).in_place(),
];

pub(super) fn plan(old: &Old) -> Option<Plan> {
    by_rules(RULES, old)
}

/// Atomic intrinsics with the arguments pointer, value, ordering, scope and volatility; for `bfloat`, only the first two.
fn atomic_op(call: &mut Call<'_>, op: AtomicRmwOp) -> Result<Done, Stop> {
    let (pointer, mut value) = (call.arg(0)?, call.arg(1)?);
    let addr_space =
        call.cx().addr_space(call.type_of(pointer)).filter(|_| call.cx().is_pointer(call.type_of(pointer)));
    let (Some(addr_space), true) = (addr_space, call.type_of(value) == call.ty) else { return Ok(Done::Erase) };
    let number = |call: &Call<'_>, i: usize| call.args.get(i).and_then(|&v| call.module.constants().as_u64(v));
    let ordering = match number(call, 2) {
        Some(2) => AtomicOrdering::Monotonic,
        Some(4) => AtomicOrdering::Acquire,
        Some(5) => AtomicOrdering::Release,
        Some(6) => AtomicOrdering::AcqRel,
        _ => AtomicOrdering::SeqCst,
    };
    let volatile = call.args.len() > 4 && number(call, 4) != Some(0);
    if let Some((Type::I16, len, scalable)) = call.cx().vector_shape(call.ty) {
        let ty = call.cx().vector(Type::BFLOAT, len, scalable);
        value = call.b().bitcast(value, ty)?;
    }
    let align = call.own_align(call.type_of(value))?;
    // The scope argument was never implemented.
    let scope = call.cx().sync_scope(b"agent").ok_or(Stop)?;
    let Some(inst) = call.b().atomic_rmw(op, pointer, value, Access { align, ordering, scope, volatile })?.as_inst()
    else {
        return Err(Stop);
    };

    let context = call.module.context().clone();
    let empty = call.module.metadata_mut().add_node(NodeKind::Tuple, false, &[]);
    if addr_space != LOCAL {
        call.body.set_attachment(inst, context.metadata_kind(b"amdgpu.no.fine.grained.memory"), Some(empty));
        if op == AtomicRmwOp::FAdd && call.ty == Type::FLOAT {
            call.body.set_attachment(inst, context.metadata_kind(b"amdgpu.ignore.denormal.mode"), Some(empty));
        }
    }
    if addr_space == 0 {
        let bounds = [PRIVATE, PRIVATE + 1].map(|n| call.int(Type::I32, n.into()));
        let bounds = bounds.map(|n| call.module.metadata_mut().add_value(n).bits());
        let range = call.module.metadata_mut().add_node(NodeKind::Tuple, false, &bounds);
        call.body.set_attachment(inst, context.metadata_kind(b"noalias.addrspace"), Some(range));
    }
    let ty = call.ty;
    Ok(Done::Replace(call.b().bitcast(inst.into(), ty)?))
}

fn add_clamp(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    args.push(call.int(Type::I1, 0));
    let new = call.call_function(call.new.ok_or(Stop)?, &args)?;
    let InstData::Call { call: old, convention: old_convention, tail: old_tail, .. } = *call.body.inst(call.inst)
    else {
        return Err(Stop);
    };
    if let InstData::Call { call: info, convention, tail, .. } = call.body.inst_mut(new) {
        info.attributes = old.attributes;
        (*convention, *tail) = (old_convention, old_tail);
    }
    for (kind, metadata) in call.body.attachments(call.inst).to_vec() {
        call.body.set_attachment(new, kind, Some(metadata));
    }
    Ok(Done::Replace(new.into()))
}
