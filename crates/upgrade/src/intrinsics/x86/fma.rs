//! Old fused multiply-adds.

use lindworm_ir::{Type, Value};

use super::super::call::{Call, Stop};
use super::rewrite::Result;

/// Whether the product and the addend are negated, according to the part of the name after the kind of mask.
fn negated(name: &[u8]) -> (bool, bool) {
    let op = name.rsplit(|&b| b == b'.').find(|part| part.starts_with(b"vf")).unwrap_or_default();
    (op.starts_with(b"vfn"), op.starts_with(b"vfnms") || op.starts_with(b"vfms"))
}

pub(super) fn plain(call: &mut Call<'_>) -> Result<Value> {
    let (negate_product, negate_addend) = negated(call.name);
    let kind = call.name.rsplit(|&b| b == b'.').find(|part| matches!(part, [b's' | b'p', b's' | b'd']));
    let scalar = matches!(kind, Some([b's', _]));
    let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
    if scalar {
        args = call.first_elements(3)?;
    }
    if negate_product {
        let factor = usize::from(scalar);
        args[factor] = call.b().fneg(args[factor])?;
    }
    if negate_addend {
        args[2] = call.b().fneg(args[2])?;
    }
    let ty = call.type_of(args[0]);
    let value = call.intrinsic("fma", &[ty], &args)?;
    if scalar { call.with_first(value) } else { Ok(value) }
}

/// The operands of a masked multiply-add, negated according to the name.
fn operands(call: &mut Call<'_>) -> Result<Vec<Value>> {
    let (negate_product, negate_addend) = negated(call.name);
    let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
    if negate_product {
        let factor = usize::from(!(call.is_mask3() || call.is_maskz()));
        args[factor] = call.b().fneg(args[factor])?;
    }
    if negate_addend {
        args[2] = call.b().fneg(args[2])?;
    }
    Ok(args)
}

pub(super) fn masked(call: &mut Call<'_>) -> Result<Value> {
    let mut args = operands(call)?;
    let ty = call.ty;
    let value = if call.args.len() == 5 && call.rounds(4)? {
        args.push(call.arg(4)?);
        let kind = if call.cx().scalar_type(ty) == Type::FLOAT { "ps" } else { "pd" };
        call.intrinsic(&format!("x86.avx512.vfmadd.{kind}.512"), &[], &args)?
    } else {
        call.intrinsic("fma", &[ty], &args)?
    };
    if call.is_mask3() { call.masked(3, value, 2) } else { call.masked_or_first(3, value) }
}

pub(super) fn scalar(call: &mut Call<'_>) -> Result<Value> {
    let (_, negate_addend) = negated(call.name);
    let mut args = operands(call)?;
    for arg in &mut args {
        *arg = call.b().extract_element(*arg, 0)?;
    }
    let [a, _, c] = args[..] else { return Err(Stop) };
    let ty = call.type_of(a);
    let value = if call.rounds(4)? {
        args.push(call.arg(4)?);
        let kind = if ty == Type::DOUBLE { "f64" } else { "f32" };
        call.intrinsic(&format!("x86.avx512.vfmadd.{kind}"), &[], &args)?
    } else {
        call.intrinsic("fma", &[ty], &args)?
    };
    let otherwise = match (call.is_maskz(), call.is_mask3()) {
        (true, _) => call.zero(ty),
        // The pass-through value is not negated.
        (_, true) if negate_addend => {
            let addend = call.arg(2)?;
            call.b().extract_element(addend, 0)?
        }
        (_, true) => c,
        _ => a,
    };
    let mask = call.arg(3)?;
    let value = if call.is_ones(mask) {
        value
    } else {
        let bits = call.vector(Type::I1, call.cx().int_width(call.type_of(mask)).ok_or(Stop)?);
        let mask = call.b().bitcast(mask, bits)?;
        let bit = call.b().extract_element(mask, 0)?;
        call.b().select(bit, value, otherwise)?
    };
    let into = call.arg(if call.is_mask3() { 2 } else { 0 })?;
    Ok(call.b().insert_element(into, value, 0)?)
}

pub(super) fn add_sub(call: &mut Call<'_>) -> Result<Value> {
    let ty = call.ty;
    let subtracts_first = call.name.windows(9).any(|w| w == b"vfmsubadd");
    let mut args = call.args.get(..3).ok_or(Stop)?.to_vec();
    let value = if call.args.len() == 5 {
        if subtracts_first {
            args[2] = call.b().fneg(args[2])?;
        }
        args.push(call.arg(4)?);
        let kind = if call.cx().scalar_type(ty) == Type::FLOAT { "ps" } else { "pd" };
        call.intrinsic(&format!("x86.avx512.vfmaddsub.{kind}.512"), &[], &args)?
    } else {
        let (_, len) = call.shape(ty)?;
        let mut odd = call.intrinsic("fma", &[ty], &args)?;
        args[2] = call.b().fneg(args[2])?;
        let mut even = call.intrinsic("fma", &[ty], &args)?;
        if subtracts_first {
            std::mem::swap(&mut odd, &mut even);
        }
        let mask: Vec<i32> = (0..len).map(|i| (i + i % 2 * len) as i32).collect();
        call.b().shuffle(even, odd, &mask)?
    };
    if call.is_mask3() { call.masked(3, value, 2) } else { call.masked_or_first(3, value) }
}
