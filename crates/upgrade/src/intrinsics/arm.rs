//! Old intrinsics of ARM and AArch64.

use lindworm_ir::eval::CastOp;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::types::TypeKind;
use lindworm_ir::version::IrVersion::V23;
use lindworm_ir::{InstData, Type, Value};

use super::Part::{Arg, Result as Ret};
use super::Rewrite::{Callee, With};
use super::call::{Call, Done, Stop};
use super::generic::{from_half, same_arguments, to_half};
use super::{New, Old, Part, Plan, Rewrite, Rule, by_rules, declare, expand, rule};

const fn same(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[Arg(0)], Callee).in_place()
}

/// A replacement with the same arguments.
const fn replaced(pattern: &'static str, new: &'static str, overloads: &'static [Part]) -> Rule {
    rule(pattern, new, overloads, With(same_arguments)).in_place()
}

const fn with_bfloats(pattern: &'static str, new: &'static str) -> Rule {
    rule(pattern, new, &[], With(bfloat_operands)).in_place()
}

/// Intrinsics whose mask for two elements had four bits.
const fn two_bits(pattern: &'static str) -> Rule {
    expand(pattern, mask_of_two)
}

/// Whether the rest of the name is empty, or `.nxv` followed by a letter or digit.
fn scalable_or_nothing(_: &Old, rest: &[u8]) -> bool {
    rest.is_empty() || matches!(rest.get(1..4), Some(b"nxv")) && rest.len() > 4
}

static RULES: &[Rule] = &[
    expand("aarch64.neon.vcvtfp2hf", to_half).since(V23),
    expand("aarch64.neon.vcvthf2fp", from_half).since(V23),
    rule("aarch64.sme.ftmopa.za16.nxv16i8", "aarch64.sme.fp8.ftmopa.za16", &[], Callee).since(V23),
    rule("aarch64.sme.ftmopa.za32.nxv16i8", "aarch64.sme.fp8.ftmopa.za32", &[], Callee).since(V23),
    rule("aarch64.sve.bfmmla", "aarch64.sve.fmmla", &[Ret, Arg(1)], Callee).since(V23),
    replaced("arm.rbit*", "bitreverse", &[Arg(0)]),
    replaced("aarch64.rbit*", "bitreverse", &[Arg(0)]),
    rule("arm.thread.pointer", "thread.pointer", &[Ret], With(|call| call.call_new(&[]))).in_place(),
    rule("aarch64.thread.pointer", "thread.pointer", &[Ret], With(|call| call.call_new(&[]))).in_place(),
    with_bfloats("arm.neon.bfmmla.v4f32.v16i8", "arm.neon.bfmmla"),
    with_bfloats("arm.neon.bfmlalb.v4f32.v16i8", "arm.neon.bfmlalb"),
    with_bfloats("arm.neon.bfmlalt.v4f32.v16i8", "arm.neon.bfmlalt"),
    with_bfloats("aarch64.neon.bfmmla.v4f32.v16i8", "aarch64.neon.bfmmla"),
    with_bfloats("aarch64.neon.bfmlalb.v4f32.v16i8", "aarch64.neon.bfmlalb"),
    with_bfloats("aarch64.neon.bfmlalt.v4f32.v16i8", "aarch64.neon.bfmlalt"),
    rule("arm.neon.vclz.*", "ctlz", &[Arg(0)], With(|call| call.call_new(&[call.arg(0)?, call.int(Type::I1, 0)])))
        .params(&[1])
        .in_place(),
    rule("arm.neon.vclz.*", "ctlz", &[Arg(0)], Callee).in_place(),
    replaced("arm.neon.vcnt.*", "ctpop", &[Arg(0)]),
    same("arm.neon.vqadds.*", "sadd.sat"),
    same("arm.neon.vqaddu.*", "uadd.sat"),
    same("arm.neon.vqsubs.*", "ssub.sat"),
    same("arm.neon.vqsubu.*", "usub.sat"),
    same("arm.neon.vrinta.*", "round"),
    same("arm.neon.vrintn.*", "roundeven"),
    same("arm.neon.vrintm.*", "floor"),
    same("arm.neon.vrintp.*", "ceil"),
    same("arm.neon.vrintx.*", "rint"),
    same("arm.neon.vrintz.*", "trunc"),
    expand("arm.mve.vctp64", vctp64).when(|old, _| matches!(old.cx.vector_shape(old.result), Some((_, 4, false)))),
    same("arm.mve.vrintn.v*", "roundeven"),
    two_bits("arm.mve.mull.int.predicated.v2i64.v4i32.v4i1"),
    two_bits("arm.mve.vqdmull.predicated.v2i64.v4i32.v4i1"),
    two_bits("arm.mve.vldr.gather.base.predicated.v2i64.v2i64.v4i1"),
    two_bits("arm.mve.vldr.gather.base.wb.predicated.v2i64.v2i64.v4i1"),
    two_bits("arm.mve.vldr.gather.offset.predicated.v2i64.p0i64.v2i64.v4i1"),
    two_bits("arm.mve.vldr.gather.offset.predicated.v2i64.p0.v2i64.v4i1"),
    two_bits("arm.mve.vstr.scatter.base.predicated.v2i64.v2i64.v4i1"),
    two_bits("arm.mve.vstr.scatter.base.wb.predicated.v2i64.v2i64.v4i1"),
    two_bits("arm.mve.vstr.scatter.offset.predicated.p0i64.v2i64.v2i64.v4i1"),
    two_bits("arm.mve.vstr.scatter.offset.predicated.p0.v2i64.v2i64.v4i1"),
    two_bits("arm.cde.vcx1q.predicated.v2i64.v4i1"),
    two_bits("arm.cde.vcx1qa.predicated.v2i64.v4i1"),
    two_bits("arm.cde.vcx2q.predicated.v2i64.v4i1"),
    two_bits("arm.cde.vcx2qa.predicated.v2i64.v4i1"),
    two_bits("arm.cde.vcx3q.predicated.v2i64.v4i1"),
    two_bits("arm.cde.vcx3qa.predicated.v2i64.v4i1"),
    same("aarch64.neon.frintn*", "roundeven"),
    replaced("aarch64.neon.rbit*", "bitreverse", &[Arg(0)]),
    rule("aarch64.neon.addp*", "aarch64.neon.faddp", &[Ret], Callee)
        .params(&[2])
        .when(|old, _| old.cx.is_vector(old.result) && old.cx.is_float_or_float_vector(old.result))
        .in_place(),
    expand("aarch64.neon.bfcvt*", bfcvt),
    rule("aarch64.sve.bfdot.lane", "aarch64.sve.bfdot.lane.v2", &[], With(lane_of_32_bits)).in_place(),
    rule("aarch64.sve.bfmlalb.lane", "aarch64.sve.bfmlalb.lane.v2", &[], With(lane_of_32_bits)).in_place(),
    rule("aarch64.sve.bfmlalt.lane", "aarch64.sve.bfmlalt.lane.v2", &[], With(lane_of_32_bits)).in_place(),
    expand("aarch64.sve.fcvt.bf16f32", |call| convert_bfloat(call, "aarch64.sve.fcvt.bf16f32.v2")),
    expand("aarch64.sve.fcvtnt.bf16f32", |call| convert_bfloat(call, "aarch64.sve.fcvtnt.bf16f32.v2")),
    rule("aarch64.sve.addqv*", "aarch64.sve.faddqv", &[Ret, Arg(1)], Callee)
        .when(|old, _| old.cx.is_float_or_float_vector(old.result))
        .in_place(),
    rule("aarch64.sve.tuple.get*", "vector.extract", &[Ret, Arg(0)], With(tuple_get)).in_place(),
    // LLVM passes one overload type too many; the new function gets its correct name in a second step.
    rule("aarch64.sve.tuple.set*", "vector.insert", &[Arg(0), Arg(2), Arg(1)], With(tuple_set)).in_place(),
    rule("aarch64.sve.tuple.create2*", "vector.insert", &[Ret, Arg(1)], With(tuple_create))
        .when(scalable_or_nothing)
        .in_place(),
    rule("aarch64.sve.tuple.create3*", "vector.insert", &[Ret, Arg(1)], With(tuple_create))
        .when(scalable_or_nothing)
        .in_place(),
    rule("aarch64.sve.tuple.create4*", "vector.insert", &[Ret, Arg(1)], With(tuple_create))
        .when(scalable_or_nothing)
        .in_place(),
    rule("aarch64.sve.rev.nxv*", "vector.reverse", &[Ret], Callee).in_place(),
];

pub(super) fn plan(old: &Old) -> Option<Plan> {
    by_rules(RULES, old).or_else(|| special(old))
}

/// Upgrades that depend on more than the name.
fn special(old: &Old) -> Option<Plan> {
    let name = std::str::from_utf8(old.name).ok()?;
    let new = |name: &str, overloads: &[Type], rewrite: Rewrite| {
        Some(Plan { rename: false, new: New::Intrinsic(declare::id(old.version, name)?, overloads.into()), rewrite })
    };
    let (cx, params) = (old.cx, old.params);
    if let Some((target, rest)) = name.split_once(".neon.bfdot.") {
        let is_old = matches!(rest, "v2f32.v8i8" | "v4f32.v16i8");
        let bits = cx.primitive_bits(old.result).filter(|&b| is_old && (b == 64 || b == 128))?;
        let bfloats = cx.vector(Type::BFLOAT, (bits / 16) as u32, false);
        return new(&format!("{target}.neon.bfdot"), &[old.result, bfloats], With(bfloat_operands));
    }
    if let Some(rest) = name.strip_prefix("arm.neon.vst") {
        // Stores that are not overloaded on the pointer type.
        let (kind, ty) = rest.split_once('.')?;
        let known = matches!(kind, "1" | "2" | "3" | "4" | "2lane" | "3lane" | "4lane");
        let plain = ty.starts_with('v') && ty.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        let &[pointer, vector, ..] = params else { return None };
        let (arity, lane) = (params.len(), kind.ends_with("lane"));
        let count = arity.checked_sub(if lane { 3 } else { 2 })?;
        let (&count, suffix) = ([1, 2, 3, 4].iter().find(|&&c| c == count)?, if lane { "lane" } else { "" });
        let call = With(same_arguments);
        return if known && plain {
            new(&format!("arm.neon.vst{count}{suffix}"), &[pointer, vector], call)
        } else {
            None
        };
    }
    if let Some(rest) = name.strip_prefix("aarch64.sve.ld") {
        // Loads of several vectors whose result was one long vector.
        let count = rest.bytes().next().filter(|c| (b'2'..=b'4').contains(c))?;
        let is_old = scalable_or_nothing(old, &rest.as_bytes()[1..]);
        let (Some((element, ..)), &[mask, _]) = (cx.vector_shape(old.result), params) else { return None };
        let (_, len, scalable) = cx.vector_shape(mask).filter(|_| is_old)?;
        let one = cx.vector(element, len, scalable);
        return new(&format!("aarch64.sve.ld{}.sret", char::from(count)), &[one], With(load_several));
    }
    None
}

/// The factors were vectors of bytes.
fn bfloat_operands(call: &mut Call<'_>) -> Result<Done, Stop> {
    let (sum, mut factors) = (call.arg(0)?, [call.arg(1)?, call.arg(2)?]);
    let ty = call.vector(Type::BFLOAT, (call.bits(call.type_of(factors[0]))? / 16) as u32);
    for factor in &mut factors {
        *factor = call.b().bitcast(*factor, ty)?;
    }
    call.call_new(&[sum, factors[0], factors[1]])
}

/// The lane index was `i64`.
fn lane_of_32_bits(call: &mut Call<'_>) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    args[3] = call.int(Type::I32, call.imm(3)?);
    call.call_new(&args)
}

fn bfcvt(call: &mut Call<'_>) -> Result<Done, Stop> {
    const ALL: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let value = call.arg(0)?;
    let four = call.vector(Type::BFLOAT, 4);
    if call.name.starts_with(b"aarch64.neon.bfcvtn2") {
        let high = call.arg(1)?;
        let low = call.b().shuffle_one(value, &ALL[..4])?;
        let high = call.b().cast(CastOp::FPTrunc, high, four)?;
        return Ok(Done::Replace(call.b().shuffle(low, high, &ALL)?));
    }
    if call.name.starts_with(b"aarch64.neon.bfcvtn") {
        let low = call.b().cast(CastOp::FPTrunc, value, four)?;
        let zero = call.zero(four);
        return Ok(Done::Replace(call.b().shuffle(low, zero, &ALL)?));
    }
    Ok(Done::Replace(call.b().cast(CastOp::FPTrunc, value, Type::BFLOAT)?))
}

/// The mask had twice as many elements.
fn convert_bfloat(call: &mut Call<'_>, new: &str) -> Result<Done, Stop> {
    let mut args = call.args.clone();
    let old = call.cx().vector(Type::I1, 8, true);
    let good = call.cx().vector(Type::I1, 4, true);
    if call.type_of(call.arg(1)?) != old {
        return Err(Stop);
    }
    let all = call.intrinsic("aarch64.sve.convert.to.svbool", &[old], &[args[1]])?;
    args[1] = call.intrinsic("aarch64.sve.convert.from.svbool", &[good], &[all])?;
    let name = call.own_name();
    Ok(Done::Replace(call.named_intrinsic(&name, new, &[], &args)?))
}

/// The minimum number of elements of a scalable vector.
fn min_len(call: &Call<'_>, ty: Type) -> Result<u64, Stop> {
    match *call.cx().kind(ty) {
        TypeKind::Vector { len, scalable: true, .. } => Ok(len.into()),
        _ => Err(Stop),
    }
}

fn tuple_get(call: &mut Call<'_>) -> Result<Done, Stop> {
    let place = call.imm(1)?.wrapping_mul(min_len(call, call.ty)?);
    call.call_new(&[call.arg(0)?, call.int(Type::I64, u64::from(place as u32))])
}

fn tuple_set(call: &mut Call<'_>) -> Result<Done, Stop> {
    let part = call.arg(2)?;
    let place = call.imm(1)?.wrapping_mul(min_len(call, call.type_of(part))?);
    call.call_new(&[call.arg(0)?, part, call.int(Type::I64, u64::from(place as u32))])
}

fn tuple_create(call: &mut Call<'_>) -> Result<Done, Stop> {
    let parts = call.args.to_vec();
    let value = join(call, parts.len(), |_, i| Ok(parts[i]))?;
    Ok(Done::Rename(value.as_inst().ok_or(Stop)?, value))
}

/// Concatenates parts into a long vector.
fn join(
    call: &mut Call<'_>,
    count: usize,
    part: impl Fn(&mut Call<'_>, usize) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    let ty = call.ty;
    let len = min_len(call, ty)? / count.max(1) as u64;
    let mut value = call.module.constants().poison(ty);
    for i in 0..count {
        let part = part(call, i)?;
        let place = call.int(Type::I64, i as u64 * len);
        value = call.intrinsic("vector.insert", &[ty, call.type_of(part)], &[value, part, place])?;
    }
    Ok(value)
}

fn load_several(call: &mut Call<'_>) -> Result<Done, Stop> {
    let args = call.args.clone();
    let loaded: Value = call.call_function(call.new.ok_or(Stop)?, &args)?.into();
    let count = usize::from(call.name["aarch64.sve.ld".len()] - b'0');
    let value = join(call, count, |call, i| Ok(call.b().extract_value(loaded, i as u32)?))?;
    Ok(Done::Rename(value.as_inst().ok_or(Stop)?, value))
}

/// The result had four bits for two elements.
fn vctp64(call: &mut Call<'_>) -> Result<Done, Stop> {
    let name = call.own_name();
    let mask = call.named_intrinsic(&name, "arm.mve.vctp64", &[], &[call.arg(0)?])?;
    let (two, four) = (call.vector(Type::I1, 2), call.vector(Type::I1, 4));
    let bits = call.intrinsic("arm.mve.pred.v2i", &[two], &[mask])?;
    Ok(Done::Replace(call.intrinsic("arm.mve.pred.i2v", &[four], &[bits])?))
}

fn mask_of_two(call: &mut Call<'_>) -> Result<Done, Stop> {
    let id = IntrinsicId::lookup(call.module.version(), &[b"llvm.", call.name].concat()).ok_or(Stop)?;
    let (two, four) = (call.vector(Type::I1, 2), call.vector(Type::I1, 4));
    let ty = |call: &Call<'_>, i: usize| Ok::<Type, Stop>(call.type_of(call.arg(i)?));
    let overloads = match id.name().as_str() {
        "llvm.arm.mve.mull.int.predicated"
        | "llvm.arm.mve.vqdmull.predicated"
        | "llvm.arm.mve.vldr.gather.base.predicated" => vec![call.ty, ty(call, 0)?, two],
        "llvm.arm.mve.vldr.gather.base.wb.predicated"
        | "llvm.arm.mve.vstr.scatter.base.predicated"
        | "llvm.arm.mve.vstr.scatter.base.wb.predicated" => vec![ty(call, 0)?, ty(call, 0)?, two],
        "llvm.arm.mve.vldr.gather.offset.predicated" => vec![call.ty, ty(call, 0)?, ty(call, 1)?, two],
        "llvm.arm.mve.vstr.scatter.offset.predicated" => vec![ty(call, 0)?, ty(call, 1)?, ty(call, 2)?, two],
        _ => vec![ty(call, 1)?, two],
    };
    let mut args = call.args.to_vec();
    for arg in &mut args {
        if call.cx().scalar_type(call.type_of(*arg)) == Type::I1 {
            let bits = call.intrinsic("arm.mve.pred.v2i", &[four], &[*arg])?;
            *arg = call.intrinsic("arm.mve.pred.i2v", &[two], &[bits])?;
        }
    }
    let name = call.own_name();
    let new = call.named_call(&name, id, &overloads, &args)?;
    Ok(if matches!(call.body.inst(new), InstData::Call { .. }) && call.ty == Type::VOID {
        Done::Erase
    } else {
        Done::Replace(new.into())
    })
}
