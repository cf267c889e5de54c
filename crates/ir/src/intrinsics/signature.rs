//! The function types of intrinsics.

use smallvec::SmallVec;

use super::IntrinsicId;
use crate::context::Context;
use crate::types::{MAX_INT_BITS, Type, TypeKind};
use crate::version::IrVersion;

/// The overload types of an intrinsic, in the order of its signature.
pub type Overloads = SmallVec<[Type; 4]>;

/// An element of a signature: a type, or the outer part of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// `void`, a float type, `x86_amx`, `token` or `metadata`.
    Fixed(Type),
    /// `iN`.
    Int(u8),
    /// `ptr addrspace(N)`.
    Pointer(u8),
    /// The `target("...")` type of this name.
    Target(&'static str),
    /// A vector of the next type.
    #[allow(missing_docs)]
    Vector { len: u16, scalable: bool },
    /// `{ ... }` with that many of the next types as fields.
    Struct(u8),
    /// `...`, at the end.
    VarArg,
    /// The overload with this index: constrained to `kind` at its first occurrence, the same type at later ones.
    #[allow(missing_docs)]
    Overload { index: u8, kind: OverloadKind },
    /// An overload that is a vector of pointers with the length of the vector in overload `like`.
    #[allow(missing_docs)]
    PointersLike { index: u8, like: u8 },
    /// The next type, or if this overload is a vector, a vector of the next type with the same length.
    SameVecWidth(u8),
    /// A type derived from the overload `from`.
    #[allow(missing_docs)]
    Derived { from: u8, how: Derivation },
}

/// The constraint on an overload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverloadKind {
    /// Any type.
    Any,
    /// An integer or a vector of integers.
    Int,
    /// A floating-point type or a vector of floating-point numbers.
    Float,
    /// A vector.
    Vector,
    /// A pointer.
    Pointer,
    /// A vector of integers.
    IntVector,
    /// A vector of floating-point numbers.
    FloatVector,
    /// A vector of pointers.
    PointerVector,
    /// An integer.
    ScalarInt,
    /// A floating-point type.
    ScalarFloat,
    /// The type at its other occurrence in the signature.
    Same,
}

/// The derivation of a type from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// Integers of twice the width.
    Extended,
    /// Integers, or the floating-point elements of a vector, of half the width.
    Truncated,
    /// A vector with the number of elements divided by this.
    OneNth(u8),
    /// The vector's element type.
    Element,
    /// Repeated this many times: a vector of twice as many elements of half the width.
    Subdivided(u8),
    /// A vector of integers with the width of the elements.
    BitcastToInt,
}

/// The reason why a function type does not match an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The return type does not match.
    #[error("Intrinsic has incorrect return type!")]
    Result,
    /// A parameter does not match, or there are too many.
    #[error("Intrinsic has incorrect argument type!")]
    Argument,
    /// The type is variadic, but the intrinsic is not.
    #[error("Intrinsic was not defined with variable arguments!")]
    Variadic,
    /// The type is not variadic, but the intrinsic is; or parameters are missing.
    #[error("Callsite was not defined with variable arguments!")]
    NotVariadic,
}

/// The encoded signature of an intrinsic: the return type, then the parameters.
#[derive(Clone, Debug)]
pub struct Signature(&'static [u8]);

impl Signature {
    pub(super) fn new(bytes: &'static [u8]) -> Self {
        Signature(bytes)
    }
}

impl Iterator for Signature {
    type Item = Descriptor;

    fn next(&mut self) -> Option<Descriptor> {
        use Descriptor as D;
        let derived = |from, how| (D::Derived { from, how }, 2);
        let (descriptor, len) = match *self.0 {
            [b'v', ..] => (D::Fixed(Type::VOID), 1),
            [b'h', ..] => (D::Fixed(Type::HALF), 1),
            [b'b', ..] => (D::Fixed(Type::BFLOAT), 1),
            [b'f', ..] => (D::Fixed(Type::FLOAT), 1),
            [b'd', ..] => (D::Fixed(Type::DOUBLE), 1),
            [b'q', ..] => (D::Fixed(Type::FP128), 1),
            [b'Q', ..] => (D::Fixed(Type::PPC_FP128), 1),
            [b'a', ..] => (D::Fixed(Type::X86_AMX), 1),
            [b't', ..] => (D::Fixed(Type::TOKEN), 1),
            [b'M', ..] => (D::Fixed(Type::METADATA), 1),
            [b'c', ..] => (D::Target("aarch64.svcount"), 1),
            [b'k', ..] => (D::Target("wasm.externref"), 1),
            [b'K', ..] => (D::Target("wasm.funcref"), 1),
            [b'.', ..] => (D::VarArg, 1),
            [b'i', bits, ..] => (D::Int(bits), 2),
            [b'p', addr_space, ..] => (D::Pointer(addr_space), 2),
            [b'{', fields, ..] => (D::Struct(fields), 2),
            [b'x', lo, hi, ..] => (D::Vector { len: u16::from_le_bytes([lo, hi]), scalable: false }, 3),
            [b'X', lo, hi, ..] => (D::Vector { len: u16::from_le_bytes([lo, hi]), scalable: true }, 3),
            [b'o', index, kind, ..] => (D::Overload { index, kind: OverloadKind::of_letter(kind)? }, 3),
            [b'P', index, like, ..] => (D::PointersLike { index, like }, 3),
            [b'w', index, ..] => (D::SameVecWidth(index), 2),
            [b'e', from, ..] => derived(from, Derivation::Extended),
            [b'u', from, ..] => derived(from, Derivation::Truncated),
            [b'l', from, ..] => derived(from, Derivation::Element),
            [b'2', from, ..] => derived(from, Derivation::Subdivided(1)),
            [b'4', from, ..] => derived(from, Derivation::Subdivided(2)),
            [b'B', from, ..] => derived(from, Derivation::BitcastToInt),
            [b'n', from, n, ..] => (D::Derived { from, how: Derivation::OneNth(n) }, 3),
            _ => return None,
        };
        self.0 = &self.0[len..];
        Some(descriptor)
    }
}

impl OverloadKind {
    fn of_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'*' => Self::Any,
            b'i' => Self::Int,
            b'f' => Self::Float,
            b'v' => Self::Vector,
            b'p' => Self::Pointer,
            b'I' => Self::IntVector,
            b'F' => Self::FloatVector,
            b'P' => Self::PointerVector,
            b'j' => Self::ScalarInt,
            b'g' => Self::ScalarFloat,
            b'=' => Self::Same,
            _ => return None,
        })
    }

    fn allows(self, cx: &Context, ty: Type) -> bool {
        match self {
            Self::Any | Self::Same => true,
            Self::Int => cx.is_int_or_int_vector(ty),
            Self::Float => cx.is_float_or_float_vector(ty),
            Self::Vector => cx.is_vector(ty),
            Self::Pointer => cx.is_pointer(ty),
            Self::IntVector => cx.is_vector(ty) && cx.is_int_or_int_vector(ty),
            Self::FloatVector => cx.is_vector(ty) && cx.is_float_or_float_vector(ty),
            Self::PointerVector => cx.is_vector(ty) && cx.is_pointer(cx.scalar_type(ty)),
            Self::ScalarInt => cx.int_width(ty).is_some(),
            Self::ScalarFloat => !cx.is_vector(ty) && cx.is_float_or_float_vector(ty),
        }
    }
}

impl Derivation {
    /// The type derived from `ty`; `None` if the derivation does not apply.
    pub fn of(self, cx: &Context, ty: Type) -> Option<Type> {
        let shape = cx.vector_shape(ty);
        match self {
            Self::Extended => {
                let bits = cx.int_width(cx.scalar_type(ty))? * 2;
                (bits <= MAX_INT_BITS).then(|| cx.with_scalar(ty, cx.int(bits)))
            }
            Self::Truncated => match cx.scalar_type(ty) {
                Type::DOUBLE if shape.is_some() => Some(cx.with_scalar(ty, Type::FLOAT)),
                Type::FLOAT if shape.is_some() => Some(cx.with_scalar(ty, Type::HALF)),
                scalar => {
                    let bits = cx.int_width(scalar)? / 2;
                    (bits > 0).then(|| cx.with_scalar(ty, cx.int(bits)))
                }
            },
            Self::OneNth(n) => {
                let (element, len, scalable) = shape?;
                let len = len.checked_div(n.into()).filter(|&l| l > 0)?;
                Some(cx.vector(element, len, scalable))
            }
            Self::Element => shape.map(|(element, ..)| element),
            Self::Subdivided(times) => (0..times).try_fold(ty, |ty, _| {
                let (element, len, scalable) = cx.vector_shape(ty)?;
                Self::Truncated.of(cx, cx.vector(element, len.checked_mul(2)?, scalable))
            }),
            Self::BitcastToInt => {
                let (element, ..) = shape?;
                let bits = match element {
                    Type::HALF | Type::BFLOAT => 16,
                    Type::FLOAT => 32,
                    Type::DOUBLE => 64,
                    Type::X86_FP80 => 80,
                    Type::FP128 | Type::PPC_FP128 => 128,
                    _ => cx.int_width(element)?,
                };
                Some(cx.with_scalar(ty, cx.int(bits)))
            }
        }
    }
}

impl IntrinsicId {
    /// The overload types for which `function`, a function type, is an instance of the intrinsic; empty if the intrinsic is not
    /// overloaded.
    pub fn match_signature(
        self,
        version: IrVersion,
        cx: &Context,
        function: Type,
    ) -> Result<Overloads, SignatureError> {
        let (result, params, variadic) = cx.function_parts(function).ok_or(SignatureError::Result)?;
        let mut matcher = Matcher { cx, overloads: Overloads::new(), deferred: Vec::new() };
        let mut rest = self.signature(version);
        if !matcher.matches(result, &mut rest, false) {
            return Err(SignatureError::Result);
        }
        let deferred_by_result = matcher.deferred.len();
        if !params.iter().all(|&param| matcher.matches(param, &mut rest, false)) {
            return Err(SignatureError::Argument);
        }
        for (i, (ty, mut from)) in std::mem::take(&mut matcher.deferred).into_iter().enumerate() {
            if !matcher.matches(ty, &mut from, true) {
                let result = i < deferred_by_result;
                return Err(if result { SignatureError::Result } else { SignatureError::Argument });
            }
        }
        let as_defined = match (rest.next(), rest.next()) {
            (None, _) => !variadic,
            (Some(Descriptor::VarArg), None) => variadic,
            _ => false,
        };
        match (as_defined, variadic) {
            (true, _) => Ok(matcher.overloads),
            (false, true) => Err(SignatureError::Variadic),
            (false, false) => Err(SignatureError::NotVariadic),
        }
    }

    /// The function type of the intrinsic with these overload types; `None` if there are too few or they do not fit.
    pub fn function_type(self, version: IrVersion, cx: &Context, overloads: &[Type]) -> Option<Type> {
        let mut rest = self.signature(version);
        let result = build(cx, &mut rest, overloads)?;
        let mut params = SmallVec::<[Type; 8]>::new();
        loop {
            match rest.clone().next() {
                None => return Some(cx.function_type(result, &params, false)),
                Some(Descriptor::VarArg) => return Some(cx.function_type(result, &params, true)),
                Some(_) => params.push(build(cx, &mut rest, overloads)?),
            }
        }
    }
}

/// The next type of a signature.
fn build(cx: &Context, rest: &mut Signature, overloads: &[Type]) -> Option<Type> {
    use Descriptor as D;
    let overload = |index: u8| overloads.get(usize::from(index)).copied();
    Some(match rest.next()? {
        D::Fixed(ty) => ty,
        D::Int(bits) => cx.int(bits.into()),
        D::Pointer(addr_space) => cx.ptr(addr_space.into()),
        D::Target(name) => {
            let name = name.as_bytes().into();
            cx.intern_type(TypeKind::Target { name, types: [].into(), ints: [].into() })
        }
        D::Vector { len, scalable } => cx.vector(build(cx, rest, overloads)?, len.into(), scalable),
        D::Struct(fields) => {
            let fields: Option<SmallVec<[Type; 8]>> = (0..fields).map(|_| build(cx, rest, overloads)).collect();
            cx.struct_type(&fields?, false)
        }
        D::VarArg => return None,
        D::Overload { index, .. } | D::PointersLike { index, .. } => overload(index)?,
        D::SameVecWidth(index) => {
            let element = build(cx, rest, overloads)?;
            cx.with_scalar(overload(index)?, element)
        }
        D::Derived { from, how } => how.of(cx, overload(from)?)?,
    })
}

/// Infers overload types by matching types with a signature.
struct Matcher<'a> {
    cx: &'a Context,
    /// The overload types found so far.
    overloads: Overloads,
    /// Types that depend on unknown overloads, with their positions in the signature.
    deferred: Vec<(Type, Signature)>,
}

impl Matcher<'_> {
    /// Whether `ty` matches the next type of the signature. `again` is set for a deferred match, which is deferred only once.
    fn matches(&mut self, ty: Type, rest: &mut Signature, again: bool) -> bool {
        use Descriptor as D;
        let cx = self.cx;
        let start = rest.clone();
        let Some(descriptor) = rest.next() else { return false };
        let overload = |index: u8| self.overloads.get(usize::from(index)).copied();
        match descriptor {
            D::Fixed(fixed) => ty == fixed,
            D::Int(bits) => cx.int_width(ty) == Some(bits.into()),
            D::Pointer(n) => matches!(*cx.kind(ty), TypeKind::Pointer { addr_space } if addr_space == u32::from(n)),
            D::Target(target) => matches!(cx.kind(ty), TypeKind::Target { name, .. } if **name == *target.as_bytes()),
            D::Vector { len, scalable } => match cx.vector_shape(ty) {
                Some((element, l, s)) => (l, s) == (len.into(), scalable) && self.matches(element, rest, again),
                None => false,
            },
            D::Struct(n) => match cx.kind(ty) {
                TypeKind::Struct { fields, packed: false } if fields.len() == usize::from(n) => {
                    fields.iter().all(|&field| self.matches(field, rest, again))
                }
                _ => false,
            },
            D::VarArg => false,
            D::Overload { index, kind } => match overload(index) {
                Some(known) => ty == known,
                None if usize::from(index) > self.overloads.len() || kind == OverloadKind::Same => {
                    self.defer(ty, start, again)
                }
                None => {
                    self.overloads.push(ty);
                    kind.allows(cx, ty)
                }
            },
            D::PointersLike { like, .. } => {
                let like = overload(like);
                if !again {
                    self.overloads.push(ty);
                }
                let Some(like) = like else { return self.defer(ty, start, again) };
                match (cx.vector_shape(like), cx.vector_shape(ty)) {
                    (Some((_, l, s)), Some((element, len, scalable))) => {
                        (l, s) == (len, scalable) && cx.is_pointer(element)
                    }
                    _ => false,
                }
            }
            D::SameVecWidth(index) => {
                let Some(like) = overload(index) else {
                    rest.next(); // The element, to be matched again too.
                    return self.defer(ty, start, again);
                };
                match (cx.vector_shape(like), cx.vector_shape(ty)) {
                    (None, None) => self.matches(ty, rest, again),
                    (Some((_, l, s)), Some((element, len, scalable))) => {
                        (l, s) == (len, scalable) && self.matches(element, rest, again)
                    }
                    _ => false,
                }
            }
            D::Derived { from, how } => match overload(from) {
                Some(from) => how.of(cx, from) == Some(ty),
                None => self.defer(ty, start, again),
            },
        }
    }

    /// Defers the match of `ty` until all overloads are known; fails the second time.
    fn defer(&mut self, ty: Type, start: Signature, again: bool) -> bool {
        if !again {
            self.deferred.push((ty, start));
        }
        !again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> IntrinsicId {
        IntrinsicId::lookup(IrVersion::V22, name.as_bytes()).unwrap()
    }

    /// The overload types of the intrinsic `name` as a function of these types.
    fn matched(cx: &Context, name: &str, result: Type, params: &[Type]) -> Result<Vec<Type>, SignatureError> {
        let function = cx.function_type(result, params, false);
        id(name).match_signature(IrVersion::V22, cx, function).map(|overloads| overloads.to_vec())
    }

    #[test]
    fn every_signature_decodes_to_its_end() {
        for version in IrVersion::ALL {
            for id in IntrinsicId::all().filter(|id| id.is_in(version)) {
                let mut rest = id.signature(version);
                assert!(rest.by_ref().count() > 0, "{id:?}");
                assert!(rest.0.is_empty(), "{id:?}");
            }
        }
    }

    #[test]
    fn function_types_match_the_overloads_they_are_made_of() {
        let cx = Context::new();
        let v4 = cx.vector(Type::I32, 4, false);
        for (name, overloads) in [
            ("llvm.donothing", vec![]),
            ("llvm.memcpy", vec![Type::PTR, cx.ptr(1), Type::I64]),
            ("llvm.sadd.with.overflow", vec![v4]),
            ("llvm.masked.gather", vec![v4, cx.vector(Type::PTR, 4, false)]),
            ("llvm.vector.deinterleave2", vec![v4]),
            ("llvm.experimental.gc.statepoint", vec![Type::PTR]),
        ] {
            let id = id(name);
            let function = id.function_type(IrVersion::V22, &cx, &overloads).unwrap();
            assert_eq!(id.match_signature(IrVersion::V22, &cx, function).unwrap()[..], overloads, "{name}");
        }
    }

    #[test]
    fn function_types_need_fitting_overloads() {
        let cx = Context::new();
        assert_eq!(IntrinsicId::UMAX.function_type(IrVersion::V22, &cx, &[]), None);
        assert_eq!(id("llvm.vector.deinterleave2").function_type(IrVersion::V22, &cx, &[Type::I32]), None);
    }

    #[test]
    fn results_are_checked_before_arguments() {
        let cx = Context::new();
        assert_eq!(matched(&cx, "llvm.umax", Type::FLOAT, &[Type::PTR; 2]), Err(SignatureError::Result));
        assert_eq!(matched(&cx, "llvm.umax", Type::I32, &[Type::I32, Type::I64]), Err(SignatureError::Argument));
    }

    #[test]
    fn kinds_of_overloads() {
        let cx = Context::new();
        let v4 = cx.vector(Type::FLOAT, 4, false);
        assert_eq!(matched(&cx, "llvm.sqrt", v4, &[v4]), Ok(vec![v4]));
        assert_eq!(matched(&cx, "llvm.sqrt", Type::I32, &[Type::I32]), Err(SignatureError::Result));
        assert_eq!(matched(&cx, "llvm.va_start", Type::VOID, &[cx.ptr(5)]), Ok(vec![cx.ptr(5)]));
        assert_eq!(matched(&cx, "llvm.va_start", Type::VOID, &[v4]), Err(SignatureError::Argument));
        assert_eq!(matched(&cx, "llvm.vector.reduce.add", Type::I32, &[Type::I32]), Err(SignatureError::Argument));
    }

    #[test]
    fn too_few_too_many_and_variable_arguments() {
        let cx = Context::new();
        let umax = |params: &[Type], variadic| {
            let function = cx.function_type(Type::I32, params, variadic);
            IntrinsicId::UMAX.match_signature(IrVersion::V22, &cx, function).map(drop)
        };
        assert_eq!(umax(&[Type::I32; 2], false), Ok(()));
        assert_eq!(umax(&[Type::I32; 1], false), Err(SignatureError::NotVariadic));
        assert_eq!(umax(&[Type::I32; 3], false), Err(SignatureError::Argument));
        assert_eq!(umax(&[Type::I32; 2], true), Err(SignatureError::Variadic));
        let function = cx.function_type(Type::VOID, &[], false);
        assert_eq!(
            IntrinsicId::FAKE_USE.match_signature(IrVersion::V22, &cx, function),
            Err(SignatureError::NotVariadic)
        );
        assert_eq!(IntrinsicId::UMAX.match_signature(IrVersion::V22, &cx, Type::I32), Err(SignatureError::Result));
    }

    #[test]
    fn results_that_depend_on_arguments_are_checked_after_them() {
        let cx = Context::new();
        let (v4, v2) = (cx.vector(Type::I32, 4, false), cx.vector(Type::I32, 2, false));
        let halves = cx.struct_type(&[v2, v2], false);
        assert_eq!(matched(&cx, "llvm.vector.deinterleave2", halves, &[v4]), Ok(vec![v4]));
        let wholes = cx.struct_type(&[v4, v4], false);
        assert_eq!(matched(&cx, "llvm.vector.deinterleave2", wholes, &[v4]), Err(SignatureError::Result));
    }

    #[test]
    fn structs_must_be_literal_and_unpacked() {
        let cx = Context::new();
        let fields = [Type::I32, Type::I1];
        let args = [Type::I32; 2];
        let named = cx.new_struct(b"T");
        assert!(matched(&cx, "llvm.sadd.with.overflow", cx.struct_type(&fields, false), &args).is_ok());
        for wrong in [cx.struct_type(&fields, true), named] {
            assert_eq!(matched(&cx, "llvm.sadd.with.overflow", wrong, &args), Err(SignatureError::Result));
        }
    }

    #[test]
    fn vectors_of_pointers_are_as_long_as_what_they_go_with() {
        let cx = Context::new();
        let v = |element, len| cx.vector(element, len, false);
        let gather = |pointers| {
            let values = v(Type::I32, 4);
            matched(&cx, "llvm.masked.gather", values, &[pointers, v(Type::I1, 4), values])
        };
        assert_eq!(gather(v(Type::PTR, 4)), Ok(vec![v(Type::I32, 4), v(Type::PTR, 4)]));
        assert_eq!(gather(v(Type::PTR, 2)), Err(SignatureError::Argument));
        assert_eq!(gather(v(Type::I64, 4)), Err(SignatureError::Argument));
    }

    #[test]
    fn derived_types() {
        let cx = Context::new();
        let v = |element, len| cx.vector(element, len, true);
        for (how, from, to) in [
            (Derivation::Extended, Type::I32, Some(Type::I64)),
            (Derivation::Extended, v(Type::I8, 4), Some(v(Type::I16, 4))),
            (Derivation::Extended, Type::FLOAT, None),
            (Derivation::Extended, cx.int(MAX_INT_BITS), None),
            (Derivation::Truncated, Type::I64, Some(Type::I32)),
            (Derivation::Truncated, Type::I1, None),
            (Derivation::Truncated, Type::DOUBLE, None),
            (Derivation::Truncated, v(Type::DOUBLE, 2), Some(v(Type::FLOAT, 2))),
            (Derivation::OneNth(2), v(Type::I8, 5), Some(v(Type::I8, 2))),
            (Derivation::OneNth(2), v(Type::I8, 1), None),
            (Derivation::Element, v(Type::PTR, 4), Some(Type::PTR)),
            (Derivation::Element, Type::I8, None),
            (Derivation::Subdivided(2), v(Type::I32, 4), Some(v(Type::I8, 16))),
            (Derivation::Subdivided(1), v(Type::I32, u32::MAX), None),
            (Derivation::BitcastToInt, v(Type::X86_FP80, 2), Some(v(cx.int(80), 2))),
            (Derivation::BitcastToInt, v(Type::PTR, 2), None),
        ] {
            assert_eq!(how.of(&cx, from), to, "{how:?}");
        }
    }
}
