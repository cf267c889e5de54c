//! Old intrinsics of NVPTX.

use lindworm_ir::builder::Access;
use lindworm_ir::context::SyncScope;
use lindworm_ir::debug_info::NodeKind;
use lindworm_ir::eval::{CastOp, FastMathFlags, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering, AtomicRmwOp};
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, InstData, Type, Value};

use super::Part::Result as Ret;
use super::Rewrite::{Callee, With};
use super::call::{Call, Done, Stop};
use super::generic::from_half;
use super::{Old, Plan, Rule, by_rules, declare, expand, rule};

/// The address space of shared memory.
const SHARED: u32 = 3;
/// The address space of shared memory of a cluster.
const SHARED_CLUSTER: u32 = 7;

const fn min_max(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[Ret], Callee).params(&[2]).in_place()
}

const fn barrier(pattern: &'static str, with: fn(&mut Call<'_>) -> Result<Done, Stop>) -> Rule {
    expand(pattern, with)
}

/// Scoped atomic operations, which are not intrinsics since LLVM 23.
const fn scoped(pattern: &'static str, with: fn(&mut Call<'_>) -> Result<Done, Stop>) -> Rule {
    expand(pattern, with).since(IrVersion::V23)
}

/// Copies to cluster shared memory, whose pointer had the address space of shared memory.
const fn cluster_copy(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[], With(to_cluster)).when(first_is_shared)
}

/// Tensor copies, which also had one flag fewer.
const fn tensor_copy(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[], With(tensor_to_cluster)).when(|old, rest| {
        let flag = old.params.len().checked_sub(3).map(|i| old.params[i]);
        first_is_shared(old, rest) || flag != Some(Type::I1)
    })
}

static RULES: &[Rule] = &[
    rule("nvvm.brev32", "bitreverse", &[Ret], With(|call| call.call_new(&[call.arg(0)?]))).params(&[1]).in_place(),
    rule("nvvm.brev64", "bitreverse", &[Ret], With(|call| call.call_new(&[call.arg(0)?]))).params(&[1]).in_place(),
    rule("nvvm.clz.i", "ctlz", &[Ret], With(|call| call.call_new(&[call.arg(0)?, call.int(Type::I1, 0)])))
        .params(&[1])
        .in_place(),
    rule("nvvm.popc.i", "ctpop", &[Ret], With(|call| call.call_new(&[call.arg(0)?]))).params(&[1]).in_place(),
    min_max("nvvm.max.s", "smax"),
    min_max("nvvm.max.i", "smax"),
    min_max("nvvm.max.ll", "smax"),
    min_max("nvvm.min.s", "smin"),
    min_max("nvvm.min.i", "smin"),
    min_max("nvvm.min.ll", "smin"),
    min_max("nvvm.max.us", "umax"),
    min_max("nvvm.max.ui", "umax"),
    min_max("nvvm.max.ull", "umax"),
    min_max("nvvm.min.us", "umin"),
    min_max("nvvm.min.ui", "umin"),
    min_max("nvvm.min.ull", "umin"),
    expand("nvvm.fma.rn.*", bfloat).when(is_old_bfloat),
    expand("nvvm.fmax.*", bfloat).when(is_old_bfloat),
    expand("nvvm.fmin.*", bfloat).when(is_old_bfloat),
    expand("nvvm.neg.*", bfloat).when(is_old_bfloat),
    rule("nvvm.mapa.shared.cluster*", "nvvm.mapa.shared.cluster", &[], With(mapa))
        .when(|old, _| old.cx.addr_space(old.result) == Some(SHARED)),
    cluster_copy("nvvm.cp.async.bulk.global.to.shared.cluster", "nvvm.cp.async.bulk.global.to.shared.cluster"),
    cluster_copy("nvvm.cp.async.bulk.shared.cta.to.cluster", "nvvm.cp.async.bulk.shared.cta.to.cluster"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.im2col.3d", "nvvm.cp.async.bulk.tensor.g2s.im2col.3d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.im2col.4d", "nvvm.cp.async.bulk.tensor.g2s.im2col.4d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.im2col.5d", "nvvm.cp.async.bulk.tensor.g2s.im2col.5d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.tile.1d", "nvvm.cp.async.bulk.tensor.g2s.tile.1d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.tile.2d", "nvvm.cp.async.bulk.tensor.g2s.tile.2d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.tile.3d", "nvvm.cp.async.bulk.tensor.g2s.tile.3d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.tile.4d", "nvvm.cp.async.bulk.tensor.g2s.tile.4d"),
    tensor_copy("nvvm.cp.async.bulk.tensor.g2s.tile.5d", "nvvm.cp.async.bulk.tensor.g2s.tile.5d"),
    expand("nvvm.abs.i", minimal_abs).since(IrVersion::V23),
    expand("nvvm.abs.ll", minimal_abs).since(IrVersion::V23),
    expand("nvvm.h2f", from_half).since(IrVersion::V23),
    expand("nvvm.abs.i", abs),
    expand("nvvm.abs.ll", abs),
    expand("nvvm.abs.bf16", |call| abs_bfloat(call, Type::BFLOAT)),
    expand("nvvm.abs.bf16x2", |call| abs_bfloat(call, call.vector(Type::BFLOAT, 2))),
    expand("nvvm.fabs.f", |call| unary(call, "nvvm.fabs")),
    expand("nvvm.fabs.ftz.f", |call| unary(call, "nvvm.fabs.ftz")),
    expand("nvvm.fabs.d", |call| unary(call, "nvvm.fabs")),
    expand("nvvm.ex2.approx.f", |call| unary(call, "nvvm.ex2.approx")),
    expand("nvvm.ex2.approx.ftz.f", |call| unary(call, "nvvm.ex2.approx.ftz")),
    expand("nvvm.ex2.approx.d", |call| unary(call, "nvvm.ex2.approx")),
    expand("nvvm.ex2.approx.f16x2", |call| unary(call, "nvvm.ex2.approx")),
    expand("nvvm.atomic.load.add.f32.p*", |call| atomic(call, AtomicRmwOp::FAdd)),
    expand("nvvm.atomic.load.add.f64.p*", |call| atomic(call, AtomicRmwOp::FAdd)),
    expand("nvvm.atomic.load.inc.32.p*", |call| atomic(call, AtomicRmwOp::UIncWrap)),
    expand("nvvm.atomic.load.dec.32.p*", |call| atomic(call, AtomicRmwOp::UDecWrap)),
    scoped("nvvm.atomic.add.gen.f.*", |call| scoped_atomic(call, AtomicRmwOp::FAdd)),
    scoped("nvvm.atomic.add.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Add)),
    scoped("nvvm.atomic.and.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::And)),
    scoped("nvvm.atomic.or.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Or)),
    scoped("nvvm.atomic.xor.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Xor)),
    scoped("nvvm.atomic.max.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Max)),
    scoped("nvvm.atomic.min.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Min)),
    scoped("nvvm.atomic.exch.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::Xchg)),
    scoped("nvvm.atomic.inc.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::UIncWrap)),
    scoped("nvvm.atomic.dec.gen.i.*", |call| scoped_atomic(call, AtomicRmwOp::UDecWrap)),
    scoped("nvvm.atomic.cas.gen.i.*", compare_and_swap),
    expand("nvvm.bitcast.f2i", bitcast),
    expand("nvvm.bitcast.i2f", bitcast),
    expand("nvvm.bitcast.ll2d", bitcast),
    expand("nvvm.bitcast.d2ll", bitcast),
    expand("nvvm.rotate.b32", |call| rotate(call, "fshl", Type::I32)),
    expand("nvvm.rotate.b64", |call| rotate(call, "fshl", Type::I64)),
    expand("nvvm.rotate.right.b64", |call| rotate(call, "fshr", Type::I64)),
    expand("nvvm.swap.lo.hi.b64", |call| {
        let (value, half) = (call.arg(0)?, call.int(Type::I64, 32));
        Ok(Done::Replace(call.intrinsic("fshl", &[Type::I64], &[value, value, half])?))
    }),
    expand("nvvm.ptr.gen.to.*", cast_pointer).when(|_, rest| address_space(rest).is_some()),
    expand("nvvm.ptr.*", cast_pointer).when(|_, rest| address_space(rest).is_some_and(|r| r.starts_with(b".to.gen"))),
    expand("nvvm.ldg.global.i.*", load_constant),
    expand("nvvm.ldg.global.f.*", load_constant),
    expand("nvvm.ldg.global.p.*", load_constant),
    barrier("nvvm.barrier0", |call| barrier_with(call, "nvvm.barrier.cta.sync.aligned.all", 0)),
    barrier("nvvm.barrier.n", |call| barrier_with(call, "nvvm.barrier.cta.sync.aligned.all", 1)),
    barrier("nvvm.bar.sync", |call| barrier_with(call, "nvvm.barrier.cta.sync.aligned.all", 1)),
    barrier("nvvm.barrier", |call| barrier_with(call, "nvvm.barrier.cta.sync.aligned.count", 2)),
    barrier("nvvm.barrier.sync", |call| barrier_with(call, "nvvm.barrier.cta.sync.all", 1)),
    barrier("nvvm.barrier.sync.cnt", |call| barrier_with(call, "nvvm.barrier.cta.sync.count", 2)),
    barrier("nvvm.barrier0.popc", |call| reduce(call, "nvvm.barrier.cta.red.popc.aligned.all")),
    barrier("nvvm.barrier0.and", |call| reduce(call, "nvvm.barrier.cta.red.and.aligned.all")),
    barrier("nvvm.barrier0.or", |call| reduce(call, "nvvm.barrier.cta.red.or.aligned.all")),
    expand("nvvm.clz.ll", |call| {
        let (value, no) = (call.arg(0)?, call.int(Type::I1, 0));
        narrow(call, "ctlz", &[value, no])
    }),
    expand("nvvm.popc.ll", |call| narrow(call, "ctpop", &[call.arg(0)?])),
    expand("nvvm.h2f", |call| {
        let value = call.arg(0)?;
        Ok(Done::Replace(call.named_intrinsic("h2f", "convert.from.fp16", &[Type::FLOAT], &[value])?))
    }),
    expand("nvvm.tanh.approx.f32", |call| {
        let value = call.arg(0)?;
        let new = call.intrinsic_inst("tanh", &[call.type_of(value)], &[value])?;
        if let InstData::Call { fast_math, .. } = call.body.inst_mut(new) {
            *fast_math = FastMathFlags::AFN;
        }
        Ok(Done::Replace(new.into()))
    }),
];

pub(super) fn plan(old: &Old) -> Option<Plan> {
    by_rules(RULES, old)
}

fn first_is_shared(old: &Old, _: &[u8]) -> bool {
    old.params.first().and_then(|&p| old.cx.addr_space(p)) == Some(SHARED)
}

/// The rest of a name after the name of an address space.
fn address_space(name: &[u8]) -> Option<&[u8]> {
    let names: [&[u8]; 5] = [b"local", b"shared", b"global", b"constant", b"param"];
    names.iter().find_map(|n| name.strip_prefix(*n))
}

/// Whether the intrinsic is for `bfloat` now, but the function has integer types.
fn is_old_bfloat(old: &Old, _: &[u8]) -> bool {
    let is_bfloat = |cx: &Context, ty| cx.scalar_type(ty) == Type::BFLOAT;
    let name = std::str::from_utf8(old.name).unwrap_or_default();
    let for_bfloat = (name.ends_with("bf16") || name.ends_with("bf16x2")) && !name.contains(".sat.");
    for_bfloat
        && !is_bfloat(old.cx, old.result)
        && declare::id(old.version, name).is_some_and(|id| !id.is_overloaded(old.version))
}

fn bfloat(call: &mut Call<'_>) -> Result<Done, Stop> {
    let id =
        std::str::from_utf8(call.name).ok().and_then(|name| declare::id(call.module.version(), name)).ok_or(Stop)?;
    let ty = id.function_type(call.module.version(), call.cx(), &[]).ok_or(Stop)?;
    let context = call.module.context().clone();
    let (_, params, _) = context.function_parts(ty).ok_or(Stop)?;
    let mut args = Vec::new();
    for (i, &param) in params.iter().enumerate() {
        let arg = call.arg(i)?;
        args.push(match call.cx().is_int(call.type_of(arg)) {
            true => call.b().bitcast(arg, param)?,
            false => arg,
        });
    }
    let (value, ty) = (call.call_id(id, &[], &args)?.into(), call.ty);
    Ok(Done::Replace(if call.cx().is_int(ty) { call.b().bitcast(value, ty)? } else { value }))
}

fn mapa(call: &mut Call<'_>) -> Result<Done, Stop> {
    let new = call.call_function(call.new.ok_or(Stop)?, &[call.arg(0)?, call.arg(1)?])?;
    let ty = call.cx().ptr(SHARED);
    Ok(Done::Rename(new, call.b().cast(CastOp::AddrSpaceCast, new.into(), ty)?))
}

fn to_cluster(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    let (pointer, ty) = (call.arg(0)?, call.cx().ptr(SHARED_CLUSTER));
    args[0] = call.b().cast(CastOp::AddrSpaceCast, pointer, ty)?;
    call.call_new(&args)
}

fn tensor_to_cluster(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    let pointer = call.arg(0)?;
    if call.cx().addr_space(call.type_of(pointer)) == Some(SHARED) {
        let ty = call.cx().ptr(SHARED_CLUSTER);
        args[0] = call.b().cast(CastOp::AddrSpaceCast, pointer, ty)?;
    }
    let flag = call.arg(args.len().checked_sub(3).ok_or(Stop)?)?;
    if call.type_of(flag) != Type::I1 {
        args.push(call.int(Type::I32, 0));
    }
    call.call_new(&args)
}

fn abs(call: &mut Call<'_>) -> Result<Done, Stop> {
    let value = call.arg(0)?;
    let negative = call.b().named("neg").neg(value)?;
    let zero = call.zero(call.type_of(value));
    let condition = call.b().named("abs.cond").icmp(IntPredicate::Sge, value, zero)?;
    Ok(Done::Replace(call.b().named("abs").select(condition, value, negative)?))
}

fn minimal_abs(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (value, ty) = (call.arg(0)?, call.ty);
    let minimum_is_poison = call.int(Type::I1, 1);
    Ok(Done::Replace(call.named_intrinsic("abs", "abs", &[ty], &[value, minimum_is_poison])?))
}

fn abs_bfloat(call: &mut Call<'_>, ty: Type) -> Result<Done, Stop> {
    let value = call.arg(0)?;
    let value = call.b().bitcast(value, ty)?;
    let value = call.intrinsic("nvvm.fabs", &[ty], &[value])?;
    let ty = call.ty;
    Ok(Done::Replace(call.b().bitcast(value, ty)?))
}

/// An intrinsic overloaded on its single operand.
fn unary(call: &mut Call<'_>, name: &str) -> Result<Done, Stop> {
    let value = call.arg(0)?;
    Ok(Done::Replace(call.intrinsic(name, &[call.type_of(value)], &[value])?))
}

fn atomic(call: &mut Call<'_>, op: AtomicRmwOp) -> Result<Done, Stop> {
    let (pointer, value) = (call.arg(0)?, call.arg(1)?);
    let align = call.own_align(call.type_of(value))?;
    let (ordering, scope) = match call.module.version() {
        IrVersion::V22 => (AtomicOrdering::SeqCst, SyncScope::SYSTEM),
        _ => (AtomicOrdering::Monotonic, call.cx().sync_scope(b"device").ok_or(Stop)?),
    };
    let old = call.b().atomic_rmw(op, pointer, value, Access { align, ordering, scope, volatile: false })?;
    Ok(Done::Replace(old))
}

/// The scope in the name: a block (`cta`), or else the system.
fn scope_in_name(call: &Call<'_>) -> Result<SyncScope, Stop> {
    match call.name.split(|&b| b == b'.').any(|part| part == b"cta") {
        true => call.cx().sync_scope(b"block").ok_or(Stop),
        false => Ok(SyncScope::SYSTEM),
    }
}

fn compare_and_swap(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (pointer, expected, new) = (call.arg(0)?, call.arg(1)?, call.arg(2)?);
    let ty = call.type_of(new);
    let (align, scope) = (call.own_align(ty)?, scope_in_name(call)?);
    let monotonic = AtomicOrdering::Monotonic;
    let access = Access { align, ordering: monotonic, scope, volatile: false };
    let pair = call.b().cmpxchg(pointer, expected, new, monotonic, false, access)?;
    Ok(Done::Replace(call.b().extract_value(pair, 0)?))
}

fn scoped_atomic(call: &mut Call<'_>, op: AtomicRmwOp) -> Result<Done, Stop> {
    let (pointer, value) = (call.arg(0)?, call.arg(1)?);
    let align = call.own_align(call.type_of(value))?;
    let scope = scope_in_name(call)?;
    let old = call.b().atomic_rmw(
        op,
        pointer,
        value,
        Access { align, ordering: AtomicOrdering::Monotonic, scope, volatile: false },
    )?;
    Ok(Done::Replace(old))
}

fn bitcast(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (value, ty) = (call.arg(0)?, call.ty);
    Ok(Done::Replace(call.b().bitcast(value, ty)?))
}

fn rotate(call: &mut Call<'_>, name: &str, ty: Type) -> Result<Done, Stop> {
    let (value, amount) = (call.arg(0)?, call.arg(1)?);
    let amount = call.b().cast(CastOp::ZExt, amount, ty)?;
    Ok(Done::Replace(call.intrinsic(name, &[ty], &[value, value, amount])?))
}

fn cast_pointer(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (value, ty) = (call.arg(0)?, call.ty);
    Ok(Done::Replace(call.b().cast(CastOp::AddrSpaceCast, value, ty)?))
}

/// Loads from constant global memory.
fn load_constant(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (pointer, align, ty) = (call.arg(0)?, Align::new(call.imm(1)?).ok_or(Stop)?, call.ty);
    let global = call.cx().ptr(1);
    let pointer = call.b().cast(CastOp::AddrSpaceCast, pointer, global)?;
    let value = call.b().load(ty, pointer, align)?;
    let node = call.module.metadata_mut().add_node(NodeKind::Tuple, false, &[]);
    let kind = call.cx().metadata_kind(b"invariant.load");
    if let Some(inst) = value.as_inst() {
        call.body.set_attachment(inst, kind, Some(node));
    }
    Ok(Done::Replace(value))
}

/// A barrier with the first `count` arguments; without any, with the barrier number 0.
fn barrier_with(call: &mut Call<'_>, name: &str, count: usize) -> Result<Done, Stop> {
    let zero = call.int(Type::I32, 0);
    let args = match count {
        0 => vec![zero],
        _ => call.args.get(..count).ok_or(Stop)?.to_vec(),
    };
    Ok(Done::Replace(call.intrinsic(name, &[], &args)?))
}

fn reduce(call: &mut Call<'_>, name: &str) -> Result<Done, Stop> {
    let (value, zero, ty) = (call.arg(0)?, call.int(Type::I32, 0), call.ty);
    let value = call.b().icmp(IntPredicate::Ne, value, zero)?;
    let value = call.intrinsic(name, &[], &[zero, value])?;
    Ok(Done::Replace(call.b().cast(CastOp::ZExt, value, ty)?))
}

/// An intrinsic overloaded on the first operand, whose result is truncated to 32 bits.
fn narrow(call: &mut Call<'_>, name: &str, args: &[Value]) -> Result<Done, Stop> {
    let ty = call.type_of(args[0]);
    let value = call.named_intrinsic(name, name, &[ty], args)?;
    Ok(Done::Replace(call.b().named(format!("{name}.trunc")).cast(CastOp::Trunc, value, Type::I32)?))
}
