//! What the builder folds: operations on constants, as LLVM's `ConstantFolder` does.
//!
//! Every function gives `None` where the instruction is to be made after all.

use lindworm_eval::fold::{self, Scalar, ScalarType};
use lindworm_eval::{BinaryOp, CastOp, Float, FloatPredicate, Int, IntPredicate};

use crate::constant::ConstantData;
use crate::context::Context;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::value::Value;

pub(super) fn binary(m: &Module, op: BinaryOp, lhs: Value, rhs: Value) -> Option<Value> {
    let ty = constant_type(m, lhs)?;
    let scalar = scalar_type(&m.context, ty)?;
    map2(m, lhs, rhs, ty, |a, b| Some(fold::fold_binary(op, scalar, a, b)))
}

pub(super) fn fneg(m: &Module, value: Value) -> Option<Value> {
    map1(m, value, constant_type(m, value)?, |a| Some(fold::fold_fneg(a)))
}

pub(super) fn icmp(m: &Module, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<Value> {
    let ty = m.context.with_scalar(constant_type(m, lhs)?, Type::I1);
    map2(m, lhs, rhs, ty, |a, b| Some(fold::fold_icmp(predicate, a, b)))
}

pub(super) fn fcmp(m: &Module, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Option<Value> {
    let ty = m.context.with_scalar(constant_type(m, lhs)?, Type::I1);
    map2(m, lhs, rhs, ty, |a, b| Some(fold::fold_fcmp(predicate, a, b)))
}

pub(super) fn cast(m: &Module, op: CastOp, value: Value, to: Type) -> Option<Value> {
    let cx = &m.context;
    let from = constant_type(m, value)?;
    match m.constants.node(value)?.data {
        ConstantData::Poison => return Some(m.constants.poison(to)),
        ConstantData::Undef if op == CastOp::BitCast => return Some(m.constants.undef(to)),
        _ if m.constants.is_zero(value) && op != CastOp::AddrSpaceCast => return Some(m.constants.zero(cx, to)),
        _ => {}
    }
    if op == CastOp::BitCast && cx.vector_shape(from).map(|v| v.1) != cx.vector_shape(to).map(|v| v.1) {
        return reinterpret(m, value, from, to);
    }
    let scalar = scalar_type(cx, to)?;
    map1(m, value, to, |a| fold::fold_cast(op, a, scalar))
}

/// A `bitcast` that changes the number of elements.
fn reinterpret(m: &Module, value: Value, from: Type, to: Type) -> Option<Value> {
    let cx = &m.context;
    let bits = |ty| Some(u32::try_from(cx.primitive_bits(cx.scalar_type(ty))?).ok().filter(|&n| n > 0)?);
    let (from_bits, to_bits) = (bits(from)?, bits(to)?);
    let total = u32::try_from(cx.primitive_bits(from)?).ok()?;
    let big_endian = m.data_layout.big_endian;
    let place = |i: u32, bits: u32| if big_endian { total - (i + 1) * bits } else { i * bits };
    let mut all = Int::zero(total);
    for (i, element) in elements(m, value)?.into_iter().enumerate() {
        let element = match scalar(m, element)? {
            Scalar::Int(n) => n,
            Scalar::Float(f) => f.to_int_bits(),
            // LLVM takes undef for zero here as long as not all is undef; poison makes the matter harder: leave it.
            Scalar::Undef => Int::zero(from_bits),
            Scalar::Poison => return None,
        };
        all = all.insert_bits(place(i as u32, from_bits), &element);
    }
    let to_scalar = scalar_type(cx, to)?;
    let parts = (0..total / to_bits).map(|i| {
        let part = all.extract_bits(place(i, to_bits), to_bits);
        let part = fold::fold_cast(CastOp::BitCast, &Scalar::Int(part), to_scalar)?;
        value_of(m, cx.scalar_type(to), &part)
    });
    let parts: Option<Vec<Value>> = parts.collect();
    from_elements(m, to, parts?)
}

pub(super) fn select(m: &Module, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
    if !(condition.is_constant() && if_true.is_constant() && if_false.is_constant()) {
        return None;
    }
    let ty = m.value_type(None, if_true);
    if m.context.is_vector(m.value_type(None, condition)) {
        let (c, t, f) = (elements(m, condition)?, elements(m, if_true)?, elements(m, if_false)?);
        let chosen = c.iter().zip(t.iter().zip(&f)).map(|(&c, (&t, &f))| select(m, c, t, f));
        return from_elements(m, ty, chosen.collect::<Option<_>>()?);
    }
    match m.constants.as_u64(condition) {
        Some(0) => Some(if_false),
        Some(_) => Some(if_true),
        None if if_true == if_false => Some(if_true),
        None => None,
    }
}

pub(super) fn extract_element(m: &Module, vector: Value, index: Value) -> Option<Value> {
    let index = m.constants.as_u64(index)?;
    let elements = elements(m, vector)?;
    let past_end = || m.constants.poison(m.context.scalar_type(m.value_type(None, vector)));
    Some(usize::try_from(index).ok().and_then(|i| elements.get(i).copied()).unwrap_or_else(past_end))
}

pub(super) fn insert_element(m: &Module, vector: Value, element: Value, index: Value) -> Option<Value> {
    let index = m.constants.as_u64(index)?;
    if !element.is_constant() {
        return None;
    }
    let ty = constant_type(m, vector)?;
    let mut elements = elements(m, vector)?;
    match usize::try_from(index).ok().and_then(|i| elements.get_mut(i)) {
        Some(place) => *place = element,
        None => return Some(m.constants.poison(ty)),
    }
    from_elements(m, ty, elements)
}

pub(super) fn shuffle(m: &Module, v1: Value, v2: Value, mask: &[i32]) -> Option<Value> {
    let (element, _, scalable) = m.context.vector_shape(constant_type(m, v1)?)?;
    let ty = m.context.vector(element, mask.len() as u32, scalable);
    if mask.iter().all(|&i| i < 0) {
        return Some(m.constants.poison(ty));
    }
    if scalable {
        return None;
    }
    constant_type(m, v2)?;
    let mut from = elements(m, v1)?;
    let len = from.len();
    if mask.iter().any(|&i| i >= 0 && i as usize >= len) {
        from.extend(elements(m, v2)?);
    }
    let poison = m.constants.poison(element);
    let chosen = mask.iter().map(|&i| usize::try_from(i).ok().and_then(|i| from.get(i).copied()).unwrap_or(poison));
    from_elements(m, ty, chosen.collect())
}

pub(super) fn extract_value(m: &Module, aggregate: Value, index: u32) -> Option<Value> {
    elements(m, aggregate)?.get(index as usize).copied()
}

pub(super) fn insert_value(m: &Module, aggregate: Value, value: Value, index: u32) -> Option<Value> {
    if !value.is_constant() {
        return None;
    }
    let mut elements = elements(m, aggregate)?;
    *elements.get_mut(index as usize)? = value;
    from_elements(m, m.value_type(None, aggregate), elements)
}

/// The value with all bits set; a float is one in its bits.
pub(super) fn all_ones(m: &Module, ty: Type) -> Option<Value> {
    let cx = &m.context;
    let scalar = match scalar_type(cx, ty)? {
        ScalarType::Int(width) => Scalar::Int(Int::all_ones(width)),
        ScalarType::Float(format) => Scalar::Float(Float::from_bits(format, u128::MAX >> (128 - format.bits()))),
    };
    splat(m, ty, value_of(m, cx.scalar_type(ty), &scalar)?)
}

/// The type of a constant that is no global.
fn constant_type(m: &Module, value: Value) -> Option<Type> {
    Some(m.constants.node(value)?.ty)
}

fn scalar_type(cx: &Context, ty: Type) -> Option<ScalarType> {
    let ty = cx.scalar_type(ty);
    cx.int_width(ty).map(ScalarType::Int).or(ty.float_format().map(ScalarType::Float))
}

/// A number, undef or poison; `None` for other constants.
fn scalar(m: &Module, value: Value) -> Option<Scalar> {
    let node = m.constants.node(value)?;
    Some(match &node.data {
        ConstantData::Undef => Scalar::Undef,
        ConstantData::Poison => Scalar::Poison,
        ConstantData::Float(bits) => Scalar::Float(Float::from_bits(node.ty.float_format()?, (*bits).into())),
        ConstantData::WideFloat(float) => Scalar::Float(**float),
        _ => Scalar::Int(m.constants.as_int(&m.context, value)?),
    })
}

fn value_of(m: &Module, ty: Type, scalar: &Scalar) -> Option<Value> {
    Some(match scalar {
        Scalar::Int(n) => m.constants.wide_int(&m.context, n),
        Scalar::Float(f) => m.constants.float(ty, *f),
        Scalar::Undef => m.constants.undef(ty),
        Scalar::Poison => m.constants.poison(ty),
    })
}

/// The result, of type `ty`, of `f` on each element.
fn map1(m: &Module, value: Value, ty: Type, f: impl Fn(&Scalar) -> Option<Scalar>) -> Option<Value> {
    let element = m.context.scalar_type(ty);
    let one = |v| value_of(m, element, &f(&scalar(m, v)?)?);
    match constant_type(m, value).is_some_and(|ty| m.context.is_vector(ty)) {
        true => from_elements(m, ty, elements(m, value)?.into_iter().map(one).collect::<Option<_>>()?),
        false => one(value),
    }
}

fn map2(m: &Module, a: Value, b: Value, ty: Type, f: impl Fn(&Scalar, &Scalar) -> Option<Scalar>) -> Option<Value> {
    let element = m.context.scalar_type(ty);
    let one = |a, b| value_of(m, element, &f(&scalar(m, a)?, &scalar(m, b)?)?);
    match constant_type(m, a).is_some_and(|ty| m.context.is_vector(ty)) {
        true => {
            let pairs = elements(m, a)?.into_iter().zip(elements(m, b)?);
            from_elements(m, ty, pairs.map(|(a, b)| one(a, b)).collect::<Option<_>>()?)
        }
        false => one(a, b),
    }
}

/// No longer lists than this are folded.
const MAX_ELEMENTS: u64 = 1 << 12;

/// The elements of a constant vector, array or struct.
fn elements(m: &Module, value: Value) -> Option<Vec<Value>> {
    let cx = &m.context;
    let node = m.constants.node(value)?;
    let len = match *cx.kind(node.ty) {
        TypeKind::Vector { len, scalable: false, .. } => u64::from(len),
        TypeKind::Array { len, .. } => len,
        _ => cx.struct_parts(node.ty)?.0.len() as u64,
    };
    if len > MAX_ELEMENTS {
        return None;
    }
    Some(m.constants.elements(cx, value)?.collect())
}

/// A vector of equal elements, or `element` itself if `ty` is no vector.
fn splat(m: &Module, ty: Type, element: Value) -> Option<Value> {
    Some(m.constants.splat_or_scalar(&m.context, ty, element))
}

/// The constant vector, array or struct of these elements.
fn from_elements(m: &Module, ty: Type, elements: Vec<Value>) -> Option<Value> {
    Some(m.constants.aggregate(&m.context, ty, &elements))
}
