//! Operand and result types of instructions ([Language Reference: Instruction
//! Reference](https://llvm.org/docs/LangRef.html#instref)).
//!
//! Each function takes the operand types of one instruction and returns the result type, or a [`TypeError`] with the types
//! involved. The rules apply to instructions and constant expressions. Rules that depend on more than types (dominance,
//! attributes, the target) are left to the verifier.
//!
//! ```
//! use lindworm_ir::eval::BinaryOp;
//! use lindworm_ir::{Context, Type, typing};
//!
//! let cx = Context::new();
//! assert_eq!(typing::binary(&cx, BinaryOp::Add, Type::I32, Type::I32), Ok(Type::I32));
//! let error = typing::binary(&cx, BinaryOp::FAdd, Type::I32, Type::I32).unwrap_err();
//! assert_eq!(error.message(&cx, "fadd"), "operand 0 of `fadd` is of type i32, where it takes a float or a vector of floats");
//! ```

use lindworm_eval::{BinaryOp, CastOp};

use crate::constant::Constants;
use crate::context::Context;
use crate::instruction::AtomicRmwOp;
use crate::module::Module;
use crate::target_type::TargetProperties;
use crate::types::{Type, TypeKind};
use crate::value::Value;

/// The result type, or a type error.
pub type Typed = Result<Type, TypeError>;

/// The reason why an instruction cannot have operands of these types. [`TypeError::message`] gives the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeError {
    /// The operand with this index, from 0, has a type that the instruction does not accept.
    #[allow(missing_docs)]
    Operand { operand: usize, found: Type, expected: Expected },
    /// The instruction cannot return, load or allocate a value of this type.
    #[allow(missing_docs)]
    Result { found: Type, expected: Expected },
    /// This cast is not valid between the two types: they violate this requirement, the first of [`cast_requirements`].
    #[allow(missing_docs)]
    Cast { op: CastOp, from: Type, to: Type, requirement: CastRequirement },
    /// An index does not select an element of this type.
    #[allow(missing_docs)]
    Index { of: Type },
    /// A mask element of `shufflevector` does not select an element of two vectors of this type, or the mask is empty.
    #[allow(missing_docs)]
    Mask { of: Type },
    /// A call has the wrong number of arguments.
    #[allow(missing_docs)]
    ArgumentCount { expected: usize, found: usize },
    /// The callee has this type, which is not a function type.
    Callee(Type),
}

/// The types that an operand may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Expected {
    /// Exactly this type.
    Type(Type),
    Int,
    Ints,
    Floats,
    Pointer,
    Pointers,
    IntsOrPointers,
    /// Operands that `cmpxchg` compares.
    IntOrPointer,
    /// Operands that `atomicrmw xchg` exchanges.
    IntFloatOrPointer,
    Vector,
    Aggregate,
    FirstClass,
    /// A first-class type other than label, metadata and token.
    Plain,
    /// A sized type.
    Sized,
    /// A condition that selects among values of this type.
    Condition(Type),
    /// A vector as long as the other operands, or a scalar.
    SameLength,
}

impl Expected {
    /// Whether the type is accepted. Does not check whether it is sized, which depends on the data layout.
    pub fn takes(self, cx: &Context, ty: Type) -> bool {
        use Expected::*;
        match self {
            Type(expected) => ty == expected,
            Int => cx.is_int(ty),
            Ints => cx.is_int_or_int_vector(ty),
            Floats => cx.is_float_or_float_vector(ty),
            Pointer => cx.is_pointer(ty),
            Pointers => cx.is_pointer_or_pointer_vector(ty),
            IntsOrPointers => cx.is_int_or_int_vector(ty) || cx.is_pointer_or_pointer_vector(ty),
            IntOrPointer => cx.is_int(ty) || cx.is_pointer(ty),
            IntFloatOrPointer => cx.is_int(ty) || ty.is_float() || cx.is_pointer(ty),
            Vector => cx.is_vector(ty),
            Aggregate => cx.is_aggregate(ty),
            FirstClass => cx.is_first_class(ty),
            Plain => {
                let is_plain = |ty| ty != self::Type::LABEL && ty != self::Type::METADATA && !cx.is_token_like(ty);
                cx.is_first_class(ty) && is_plain(ty)
            }
            Sized | SameLength => true,
            Condition(of) => {
                let mask = |(_, len, scalable)| (self::Type::I1, len, scalable);
                ty == self::Type::I1 || cx.is_vector(of) && cx.vector_shape(ty) == cx.vector_shape(of).map(mask)
            }
        }
    }

    fn words(self, cx: &Context) -> String {
        use Expected::*;
        let words = match self {
            Type(expected) => return cx.short_type_text(expected),
            Int => "an integer",
            Ints => "an integer or a vector of integers",
            Floats => "a float or a vector of floats",
            Pointer => "a pointer",
            Pointers => "a pointer or a vector of pointers",
            IntsOrPointers => "integers, pointers or vectors of them",
            IntOrPointer => "an integer or a pointer",
            IntFloatOrPointer => "an integer, a float or a pointer",
            Vector => "a vector",
            Aggregate => "a struct or an array",
            FirstClass => "a first-class type",
            Plain => "a first-class type other than label, metadata and token",
            Sized => "a type with a size",
            Condition(_) => "i1, or a vector of i1 as long as the other operands",
            SameLength => "a scalar, or a vector as long as the other operands",
        };
        words.into()
    }
}

impl TypeError {
    /// The error message, with types in LLVM's text form; `instruction` is the keyword.
    pub fn message(&self, cx: &Context, instruction: &str) -> String {
        let text = |ty| cx.short_type_text(ty);
        match *self {
            TypeError::Operand { operand, found: Type::VOID, .. } => {
                format!("operand {operand} of `{instruction}` is void, or of another function or module")
            }
            TypeError::Operand { operand, found, expected } => {
                let (found, expected) = (text(found), expected.words(cx));
                format!("operand {operand} of `{instruction}` is of type {found}, where it takes {expected}")
            }
            TypeError::Result { found, expected } => {
                format!("`{instruction}` is of type {}, where it takes {}", text(found), expected.words(cx))
            }
            TypeError::Cast { op, from, to, .. } => format!("`{op}` does not convert {} to {}", text(from), text(to)),
            TypeError::Index { of } => format!("an index of `{instruction}` names nothing in {}", text(of)),
            TypeError::Mask { of } => {
                format!("the mask of `{instruction}` is empty or names no element of two vectors of type {}", text(of))
            }
            TypeError::ArgumentCount { expected, found } => {
                format!("`{instruction}` has {found} arguments for {expected} parameters")
            }
            TypeError::Callee(ty) => format!("`{instruction}` takes a function type, not {}", text(ty)),
        }
    }
}

/// Checks that the operand with this index, from 0, has an accepted type.
#[inline]
pub fn operand(cx: &Context, operand: usize, found: Type, expected: Expected) -> Result<(), TypeError> {
    if expected.takes(cx, found) { Ok(()) } else { Err(TypeError::Operand { operand, found, expected }) }
}

fn result(cx: &Context, found: Type, expected: Expected) -> Typed {
    if expected.takes(cx, found) { Ok(found) } else { Err(TypeError::Result { found, expected }) }
}

fn sized(m: &Module, found: Type) -> Typed {
    let expected = Expected::Sized;
    if m.data_layout.is_sized(&m.context, found) { Ok(found) } else { Err(TypeError::Result { found, expected }) }
}

// Arithmetic.

/// A binary operation.
#[inline]
pub fn binary(cx: &Context, op: BinaryOp, lhs: Type, rhs: Type) -> Typed {
    operand(cx, 0, lhs, if op.is_float() { Expected::Floats } else { Expected::Ints })?;
    operand(cx, 1, rhs, Expected::Type(lhs))?;
    Ok(lhs)
}

/// `fneg`.
#[inline]
pub fn fneg(cx: &Context, value: Type) -> Typed {
    operand(cx, 0, value, Expected::Floats)?;
    Ok(value)
}

/// `icmp`.
#[inline]
pub fn icmp(cx: &Context, lhs: Type, rhs: Type) -> Typed {
    operand(cx, 0, lhs, Expected::IntsOrPointers)?;
    operand(cx, 1, rhs, Expected::Type(lhs))?;
    Ok(cx.with_scalar(lhs, Type::I1))
}

/// `fcmp`.
#[inline]
pub fn fcmp(cx: &Context, lhs: Type, rhs: Type) -> Typed {
    operand(cx, 0, lhs, Expected::Floats)?;
    operand(cx, 1, rhs, Expected::Type(lhs))?;
    Ok(cx.with_scalar(lhs, Type::I1))
}

/// A cast.
pub fn cast(cx: &Context, op: CastOp, from: Type, to: Type) -> Typed {
    let (source, target) = (CastType::new(cx, from), CastType::new(cx, to));
    match cast_requirements(op).iter().find(|requirement| !requirement.is_met(cx, source, target)) {
        None => Ok(to),
        Some(&requirement) => Err(TypeError::Cast { op, from, to, requirement }),
    }
}

/// A requirement on the operand type and the result type of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum CastRequirement {
    /// The operand is an integer or a vector of integers. The next five are alike.
    FromInts,
    FromFloats,
    FromPointers,
    ToInts,
    ToFloats,
    ToPointers,
    /// Both types or neither are vectors.
    BothVectors,
    /// Vectors have the same length.
    SameLength,
    FewerBits,
    MoreBits,
    OtherAddressSpace,
    /// The types have the same size, and both or neither are pointers.
    SameBits,
}

/// The requirements of a cast, in the order in which LLVM's verifier checks them.
pub const fn cast_requirements(op: CastOp) -> &'static [CastRequirement] {
    use CastRequirement::*;
    match op {
        CastOp::Trunc => &[FromInts, ToInts, BothVectors, FewerBits, SameLength],
        CastOp::ZExt | CastOp::SExt => &[FromInts, ToInts, BothVectors, MoreBits, SameLength],
        CastOp::FPTrunc => &[FromFloats, ToFloats, BothVectors, FewerBits, SameLength],
        CastOp::FPExt => &[FromFloats, ToFloats, BothVectors, MoreBits, SameLength],
        CastOp::UIToFP | CastOp::SIToFP => &[BothVectors, FromInts, ToFloats, SameLength],
        CastOp::FPToUI | CastOp::FPToSI => &[BothVectors, FromFloats, ToInts, SameLength],
        CastOp::PtrToAddr | CastOp::PtrToInt => &[FromPointers, ToInts, BothVectors, SameLength],
        CastOp::IntToPtr => &[FromInts, ToPointers, BothVectors, SameLength],
        CastOp::BitCast => &[SameBits],
        CastOp::AddrSpaceCast => &[FromPointers, ToPointers, OtherAddressSpace, SameLength],
    }
}

/// The properties of a type that casts depend on.
#[derive(Clone, Copy)]
struct CastType {
    ty: Type,
    scalar: CastScalar,
    /// The length of a vector, and whether the vector is scalable.
    length: Option<(u32, bool)>,
}

#[derive(Clone, Copy)]
enum CastScalar {
    Int { bits: u32 },
    Float { bits: u32 },
    Pointer { addr_space: u32 },
    Other,
}

impl CastType {
    fn new(cx: &Context, ty: Type) -> CastType {
        let (element, length) = match *cx.kind(ty) {
            TypeKind::Vector { element, len, scalable } => (element, Some((len, scalable))),
            _ => (ty, None),
        };
        let scalar = match *cx.kind(element) {
            TypeKind::Int(bits) => CastScalar::Int { bits },
            TypeKind::Pointer { addr_space } => CastScalar::Pointer { addr_space },
            _ => element.float_format().map_or(CastScalar::Other, |format| CastScalar::Float { bits: format.bits() }),
        };
        CastType { ty, scalar, length }
    }
}

impl CastRequirement {
    fn is_met(self, cx: &Context, from: CastType, to: CastType) -> bool {
        use CastScalar::*;
        match self {
            CastRequirement::FromInts => matches!(from.scalar, Int { .. }),
            CastRequirement::FromFloats => matches!(from.scalar, Float { .. }),
            CastRequirement::FromPointers => matches!(from.scalar, Pointer { .. }),
            CastRequirement::ToInts => matches!(to.scalar, Int { .. }),
            CastRequirement::ToFloats => matches!(to.scalar, Float { .. }),
            CastRequirement::ToPointers => matches!(to.scalar, Pointer { .. }),
            CastRequirement::BothVectors => from.length.is_some() == to.length.is_some(),
            CastRequirement::SameLength => from.length == to.length,
            CastRequirement::FewerBits => match (from.scalar, to.scalar) {
                (Int { bits: a }, Int { bits: b }) | (Float { bits: a }, Float { bits: b }) => a > b,
                _ => false,
            },
            CastRequirement::MoreBits => CastRequirement::FewerBits.is_met(cx, to, from),
            CastRequirement::OtherAddressSpace => match (from.scalar, to.scalar) {
                (Pointer { addr_space: a }, Pointer { addr_space: b }) => a != b,
                _ => false,
            },
            CastRequirement::SameBits => cx.is_bitcast(from.ty, to.ty),
        }
    }
}

/// `select`.
pub fn select(cx: &Context, condition: Type, if_true: Type, if_false: Type) -> Typed {
    operand(cx, 0, condition, Expected::Condition(if_true))?;
    operand(cx, 1, if_true, Expected::Plain)?;
    operand(cx, 2, if_false, Expected::Type(if_true))?;
    Ok(if_true)
}

/// `freeze`.
pub fn freeze(cx: &Context, value: Type) -> Typed {
    operand(cx, 0, value, Expected::Plain)?;
    Ok(value)
}

/// `phi` with this type.
pub fn phi(cx: &Context, ty: Type) -> Typed {
    result(cx, ty, Expected::Plain)
}

// Vectors and aggregates.

/// `extractelement`.
#[inline]
pub fn extract_element(cx: &Context, vector: Type, index: Type) -> Typed {
    operand(cx, 0, vector, Expected::Vector)?;
    operand(cx, 1, index, Expected::Int)?;
    Ok(cx.scalar_type(vector))
}

/// `insertelement`.
#[inline]
pub fn insert_element(cx: &Context, vector: Type, element: Type, index: Type) -> Typed {
    operand(cx, 0, vector, Expected::Vector)?;
    operand(cx, 1, element, Expected::Type(cx.scalar_type(vector)))?;
    operand(cx, 2, index, Expected::Int)?;
    Ok(vector)
}

/// `shufflevector`; a mask element of -1 selects poison.
pub fn shuffle_vector(cx: &Context, v1: Type, v2: Type, mut mask: impl ExactSizeIterator<Item = i32>) -> Typed {
    operand(cx, 0, v1, Expected::Vector)?;
    operand(cx, 1, v2, Expected::Type(v1))?;
    let Some((element, len, scalable)) = cx.vector_shape(v1) else { return Err(TypeError::Mask { of: v1 }) };
    let count = mask.len() as u32;
    let fits = match mask.next() {
        None => false,
        // For scalable vectors, all mask elements must be 0 or all -1.
        Some(first) if scalable => matches!(first, -1 | 0) && mask.all(|m| m == first),
        Some(first) => {
            // LLVM computes the number of elements of both vectors as a signed 32-bit integer.
            let both = -1..len.wrapping_mul(2) as i32;
            both.contains(&first) && mask.all(|m| both.contains(&m))
        }
    };
    match fits {
        true => Ok(cx.vector(element, count, scalable)),
        false => Err(TypeError::Mask { of: v1 }),
    }
}

/// `extractvalue`.
pub fn extract_value(cx: &Context, aggregate: Type, indices: impl Iterator<Item = u32>) -> Typed {
    operand(cx, 0, aggregate, Expected::Aggregate)?;
    cx.type_at(aggregate, indices).ok_or(TypeError::Index { of: aggregate })
}

/// `insertvalue`.
pub fn insert_value(cx: &Context, aggregate: Type, value: Type, indices: impl Iterator<Item = u32>) -> Typed {
    let member = extract_value(cx, aggregate, indices)?;
    operand(cx, 1, value, Expected::Type(member))?;
    Ok(aggregate)
}

// Memory.

/// `alloca` of values of type `allocated`, which is the result.
pub fn alloca(m: &Module, allocated: Type, count: Type) -> Typed {
    sized(m, allocated)?;
    operand(&m.context, 0, count, Expected::Int)?;
    result(&m.context, allocated, Expected::Plain)
}

/// `load` of a value of type `ty`.
pub fn load(m: &Module, ty: Type, pointer: Type) -> Typed {
    operand(&m.context, 0, pointer, Expected::Pointer)?;
    result(&m.context, ty, Expected::Plain)?;
    sized(m, ty)
}

/// `store`.
pub fn store(m: &Module, value: Type, pointer: Type) -> Typed {
    operand(&m.context, 0, value, Expected::Plain)?;
    operand(&m.context, 1, pointer, Expected::Pointer)?;
    sized(m, value)?;
    Ok(Type::VOID)
}

/// `cmpxchg`.
pub fn cmpxchg(cx: &Context, pointer: Type, expected: Type, new: Type) -> Typed {
    operand(cx, 0, pointer, Expected::Pointer)?;
    operand(cx, 1, expected, Expected::IntOrPointer)?;
    operand(cx, 2, new, Expected::Type(expected))?;
    Ok(cx.struct_type(&[expected, Type::I1], false))
}

/// `atomicrmw`; `elementwise` operates on each element of a vector.
pub fn atomic_rmw(cx: &Context, op: AtomicRmwOp, pointer: Type, value: Type, elementwise: bool) -> Typed {
    operand(cx, 0, pointer, Expected::Pointer)?;
    let class = match op {
        AtomicRmwOp::Xchg => Expected::IntFloatOrPointer,
        _ if op.is_float() => Expected::Floats,
        _ if elementwise => Expected::Ints,
        _ => Expected::Int,
    };
    if elementwise {
        operand(cx, 1, value, Expected::Vector)?;
    }
    let each = if elementwise { cx.scalar_type(value) } else { value };
    let takes = class.takes(cx, each) && !cx.contains_scalable_vector(value);
    if takes { Ok(value) } else { Err(TypeError::Operand { operand: 1, found: value, expected: class }) }
}

/// `va_arg` of a value of type `ty`.
pub fn va_arg(cx: &Context, list: Type, ty: Type) -> Typed {
    operand(cx, 0, list, Expected::Pointer)?;
    result(cx, ty, Expected::Plain)
}

/// `getelementptr`; `indices` are the indices and their types.
#[inline]
pub fn gep(m: &Module, source: Type, base: Type, indices: impl Iterator<Item = (Value, Type)> + Clone) -> Typed {
    let cx = &m.context;
    operand(cx, 0, base, Expected::Pointers)?;
    for (place, (_, found)) in (1..).zip(indices.clone()) {
        operand(cx, place, found, Expected::Ints)?;
    }
    let reached = m.constants.indexed_type(cx, source, indices.clone().map(|(index, _)| index));
    reached.ok_or(TypeError::Index { of: source })?;
    let types = indices.map(|(_, ty)| ty);
    let ty = gep_type(cx, base, types.clone());
    if cx.is_vector(ty) {
        let length = |ty| cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        for (operand, found) in (0..).zip(std::iter::once(base).chain(types)) {
            if cx.is_vector(found) && length(found) != length(ty) {
                return Err(TypeError::Operand { operand, found, expected: Expected::SameLength });
            }
        }
    }
    Ok(ty)
}

/// The source element type of a `getelementptr` with indices: a sized type, but not a struct that contains a scalable vector.
pub fn gep_source(m: &Module, source: Type) -> Typed {
    let found = sized(m, source)?;
    match m.context.is_struct(source) && m.data_layout.contains_scalable_vector(&m.context, source) {
        true => Err(TypeError::Result { found, expected: Expected::Sized }),
        false => Ok(found),
    }
}

/// The result type of a `getelementptr` with valid operand types: a vector of pointers if an operand is a vector.
pub fn gep_type(cx: &Context, base: Type, mut indices: impl Iterator<Item = Type>) -> Type {
    match cx.is_vector(base) {
        true => base,
        false => indices.find(|&ty| cx.is_vector(ty)).map_or(base, |ty| cx.with_scalar(ty, base)),
    }
}

// Calls.

/// A call of a function of type `function` with arguments of these types.
pub fn call(cx: &Context, function: Type, args: impl ExactSizeIterator<Item = Type>) -> Typed {
    let Some((result, params, variadic)) = cx.function_parts(function) else {
        return Err(TypeError::Callee(function));
    };
    let (expected, found) = (params.len(), args.len());
    if found < expected || found > expected && !variadic {
        return Err(TypeError::ArgumentCount { expected, found });
    }
    for (place, found) in args.enumerate() {
        operand(cx, place, found, params.get(place).map_or(Expected::FirstClass, |&param| Expected::Type(param)))?;
    }
    Ok(result)
}

/// Types of components.
impl Context {
    /// The type that the indices of `extractvalue` and `insertvalue` select in `ty`; `None` if they are out of bounds.
    pub fn type_at(&self, ty: Type, mut indices: impl Iterator<Item = u32>) -> Option<Type> {
        indices.try_fold(ty, |ty, index| match *self.kind(ty) {
            TypeKind::Array { element, len } => (u64::from(index) < len).then_some(element),
            TypeKind::Vector { .. } => None,
            _ => self.element_type(ty, index.into()),
        })
    }
}

impl Constants {
    /// The type that the indices of `getelementptr` select in `source`; `None` if they are invalid. The first index steps over
    /// whole objects.
    pub fn indexed_type(&self, cx: &Context, source: Type, indices: impl Iterator<Item = Value>) -> Option<Type> {
        indices.skip(1).try_fold(source, |ty, index| match *cx.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(element),
            TypeKind::Struct { .. } | TypeKind::Identified(_) => cx.element_type(ty, self.struct_index(cx, index)?),
            _ => None,
        })
    }
}

/// Type predicates of operands.
impl Context {
    /// Whether this is `token`, or a target type whose values cannot pass through `phi` and `select` either.
    pub fn is_token_like(&self, ty: Type) -> bool {
        ty == Type::TOKEN || self.target_type(ty).is_some_and(|t| t.properties.contains(TargetProperties::TOKEN_LIKE))
    }

    /// The bit width of a numeric or vector type; for a scalable vector the minimum. `None` for other types.
    pub fn primitive_bits(&self, ty: Type) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => Some(bits.into()),
            TypeKind::X86Amx => Some(8192),
            TypeKind::Vector { element, len, .. } => self.primitive_bits(element)?.checked_mul(len.into()),
            _ => Some(ty.float_format()?.bits().into()),
        }
    }

    /// Whether fast-math flags apply to an operation with this result type, and `nofpclass` to a value of the type:
    /// floating-point types, vectors and arrays of them, and literal structs with equal fields of such types.
    pub fn takes_fast_math(&self, mut ty: Type) -> bool {
        if let TypeKind::Struct { fields, .. } = self.kind(ty) {
            // A literal struct with equal floating-point fields.
            let Some(&first) = fields.first() else { return false };
            return fields.iter().all(|&f| f == first) && self.is_float_or_float_vector(first);
        }
        while let TypeKind::Array { element, .. } = *self.kind(ty) {
            ty = element;
        }
        self.is_float_or_float_vector(ty)
    }

    /// Whether `op` is a valid cast from type `from` to type `to`.
    pub fn cast_is_valid(&self, op: CastOp, from: Type, to: Type) -> bool {
        cast(self, op, from, to).is_ok()
    }

    /// Whether `bitcast` converts type `from` to type `to`.
    fn is_bitcast(&self, from: Type, to: Type) -> bool {
        let shape = |ty| self.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        let (a, b) = (self.scalar_type(from), self.scalar_type(to));
        match (self.addr_space(a), self.addr_space(b)) {
            // A pointer and a vector of one pointer count as vectors of the same length.
            (Some(a), Some(b)) => {
                let len = |ty| shape(ty).unwrap_or((1, false));
                a == b && len(from) == len(to)
            }
            (None, None) => {
                // Types without a bit width, such as `token` and target types, count as equal.
                let bits = |ty| (self.primitive_bits(ty).unwrap_or(0), shape(ty).is_some_and(|(_, s)| s));
                let simple = |ty| self.is_first_class(ty) && !self.is_aggregate(ty);
                simple(from) && simple(to) && bits(from) == bits(to)
            }
            // Bytes may hold pointers of any width.
            _ => self.is_byte(a) || self.is_byte(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts() {
        let cx = Context::new();
        let (pair, pointers) = (cx.vector(Type::I32, 2, false), cx.vector(Type::PTR, 1, false));
        for (op, from, to, valid) in [
            (CastOp::Trunc, Type::I64, Type::I32, true),
            (CastOp::Trunc, Type::I32, Type::I32, false),
            (CastOp::BitCast, pair, Type::I64, true),
            (CastOp::BitCast, pair, Type::I32, false),
            (CastOp::BitCast, Type::PTR, pointers, true),
            (CastOp::BitCast, Type::PTR, cx.ptr(1), false),
            (CastOp::AddrSpaceCast, Type::PTR, cx.ptr(1), true),
            (CastOp::PtrToInt, Type::PTR, pair, false),
            (CastOp::SIToFP, pair, cx.vector(Type::HALF, 2, false), true),
            (CastOp::FPExt, Type::FLOAT, Type::DOUBLE, true),
            (CastOp::BitCast, cx.vector(Type::I8, 4, true), Type::I32, false),
        ] {
            assert_eq!(cx.cast_is_valid(op, from, to), valid, "{op} {:?} to {:?}", cx.kind(from), cx.kind(to));
        }
    }
}
