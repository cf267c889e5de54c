//! Types ([Language Reference: Type System](https://llvm.org/docs/LangRef.html#type-system)).
//!
//! A [`Type`] is a 4-byte handle into a [`Context`]. Types are uniqued: structurally equal types of a context have the same
//! handle. Identified structs (`%T = type ...`) are distinct.

mod recursion;
mod text;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::context::Context;
use crate::value::check_count;

pub(crate) use text::write_escaped;
pub use text::{DisplayType, MAX_MESSAGE_TEXT};

/// The maximum width of an integer type, in bits.
pub const MAX_INT_BITS: u32 = 1 << 23;

/// A type of a [`Context`]: an index, and in the upper bits the tag of the context, by which types of other contexts are
/// detected. The types that are in every context have no tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(u32);

/// The lowest bit of the context tag in a [`Type`].
const TAG_SHIFT: u32 = 26;

/// The type tag of the context that was created as number `number`. Tags repeat, but rarely.
pub(crate) fn context_tag(number: u32) -> u32 {
    (number % ((1 << (32 - TAG_SHIFT)) - 1) + 1) << TAG_SHIFT
}

/// The kind of a type, with its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TypeKind {
    Void,
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    X86Amx,
    Label,
    Token,
    Metadata,
    /// `iN`, 1 to [`MAX_INT_BITS`] bits.
    Int(u32),
    /// `bN`, 1 to [`MAX_INT_BITS`] bits: raw memory, which may hold pointers. From LLVM 23 on.
    Byte(u32),
    /// `ptr` or `ptr addrspace(N)`.
    Pointer {
        addr_space: u32,
    },
    /// `<len x element>`, or `<vscale x len x element>` where `scalable`.
    Vector {
        element: Type,
        len: u32,
        scalable: bool,
    },
    /// `[len x element]`.
    Array {
        element: Type,
        len: u64,
    },
    /// `{ ... }`, or `<{ ... }>` where `packed`.
    Struct {
        fields: Box<[Type]>,
        packed: bool,
    },
    /// An identified struct; its name and body are in [`Context::struct_def`].
    Identified(StructId),
    /// `result (params)`, with `...` at the end where `variadic`.
    Function {
        result: Type,
        params: Box<[Type]>,
        variadic: bool,
    },
    /// `target("name", types, ints)`.
    Target {
        name: Box<[u8]>,
        types: Box<[Type]>,
        ints: Box<[u32]>,
    },
}

/// An identified struct of a [`Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub(crate) u32);

/// An identified struct: `%name = type { ... }`, or `opaque` while it has no body.
#[derive(Debug)]
pub struct StructDef {
    pub(crate) name: Box<[u8]>,
    /// Whether the name was removed.
    pub(crate) is_nameless: AtomicBool,
    pub(crate) ty: OnceLock<Type>,
    pub(crate) body: OnceLock<StructBody>,
}

/// The fields of an identified struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructBody {
    /// Field types in order.
    pub fields: Box<[Type]>,
    /// Whether there is no padding between fields.
    pub packed: bool,
}

impl StructDef {
    /// The name without `%`; empty for an unnamed struct.
    pub fn name(&self) -> &[u8] {
        if self.is_nameless.load(Ordering::Relaxed) { &[] } else { &self.name }
    }

    /// The fields, unless the struct is opaque.
    pub fn body(&self) -> Option<&StructBody> {
        self.body.get()
    }
}

macro_rules! fixed_types {
    ($($name:ident = $kind:expr,)*) => {
        #[allow(missing_docs)]
        impl Type {
            fixed_types!(@consts 0, $($name)*);
        }
        /// The types that are in every context, with the handles of the constants in the same order.
        pub(crate) static FIXED_TYPES: &[TypeKind] = &[$($kind),*];
    };
    (@consts $n:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Type = Type($n);
        fixed_types!(@consts $n + 1, $($rest)*);
    };
    (@consts $n:expr,) => {};
}

fixed_types! {
    VOID = TypeKind::Void,
    HALF = TypeKind::Half,
    BFLOAT = TypeKind::BFloat,
    FLOAT = TypeKind::Float,
    DOUBLE = TypeKind::Double,
    X86_FP80 = TypeKind::X86Fp80,
    FP128 = TypeKind::Fp128,
    PPC_FP128 = TypeKind::PpcFp128,
    X86_AMX = TypeKind::X86Amx,
    LABEL = TypeKind::Label,
    TOKEN = TypeKind::Token,
    METADATA = TypeKind::Metadata,
    I1 = TypeKind::Int(1),
    I8 = TypeKind::Int(8),
    I16 = TypeKind::Int(16),
    I32 = TypeKind::Int(32),
    I64 = TypeKind::Int(64),
    I128 = TypeKind::Int(128),
    PTR = TypeKind::Pointer { addr_space: 0 },
    B8 = TypeKind::Byte(8),
    B16 = TypeKind::Byte(16),
    B32 = TypeKind::Byte(32),
    B64 = TypeKind::Byte(64),
}

impl Type {
    /// The maximum number of types in a context.
    const MAX_COUNT: usize = 1 << TAG_SHIFT;

    /// The index of the handle: dense and small, meaningful only within its context.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize & (Type::MAX_COUNT - 1)
    }

    fn numbered(number: u32, tag: u32) -> Type {
        let is_fixed = (number as usize) < FIXED_TYPES.len();
        Type(if is_fixed { number } else { number | tag })
    }

    /// Whether this type has the same handle in every context.
    #[inline]
    pub fn is_in_every_context(self) -> bool {
        (self.0 as usize) < FIXED_TYPES.len()
    }

    /// The types that have the same handle in every context, in the order of their handles.
    pub(crate) fn in_every_context() -> impl Iterator<Item = Type> {
        (0..FIXED_TYPES.len() as u32).map(Type)
    }

    /// Whether this is a floating-point type, of which there are seven.
    pub fn is_float(self) -> bool {
        self.0 >= Type::HALF.0 && self.0 <= Type::PPC_FP128.0
    }

    /// The floating-point format of a floating-point type.
    pub fn float_format(self) -> Option<lindworm_eval::FloatFormat> {
        use lindworm_eval::FloatFormat as F;
        Some(match self {
            Type::HALF => F::Half,
            Type::BFLOAT => F::BFloat,
            Type::FLOAT => F::Float,
            Type::DOUBLE => F::Double,
            Type::X86_FP80 => F::X86Fp80,
            Type::FP128 => F::Fp128,
            Type::PPC_FP128 => F::PpcFp128,
            _ => return None,
        })
    }
}

/// Creation and properties of types.
impl Context {
    /// The kind of `ty`.
    ///
    /// # Panics
    /// If `ty` belongs to another context: see [`Context::has_type`].
    #[inline]
    pub fn kind(&self, ty: Type) -> &TypeKind {
        #[cold]
        fn foreign() -> ! {
            panic!("a type of another context")
        }
        match FIXED_TYPES.get(ty.0 as usize) {
            Some(kind) => kind,
            // A type with another tag gives an index out of range.
            None => self.types().try_get(ty.0 ^ self.type_tag()).unwrap_or_else(|| foreign()),
        }
    }

    /// Whether a type belongs to this context. A type of another context is accepted by mistake only if both contexts have the
    /// same tag, which is rare.
    #[inline]
    pub fn has_type(&self, ty: Type) -> bool {
        ty.is_in_every_context() || ty.0 >> TAG_SHIFT == self.type_tag() >> TAG_SHIFT
    }

    /// All types of the context so far, each after its component types. The fields of an identified struct do not count as
    /// components.
    pub fn all_types(&self) -> impl ExactSizeIterator<Item = Type> + use<> {
        let tag = self.type_tag();
        (0..self.types().len()).map(move |i| Type::numbered(i as u32, tag))
    }

    /// The type of this kind, interned. The kind is not validated: check kinds that come from input.
    ///
    /// # Panics
    /// If the context already has 2^26 types.
    pub fn intern_type(&self, kind: TypeKind) -> Type {
        let number = self.types().intern(kind);
        check_count(number as usize, Type::MAX_COUNT);
        Type::numbered(number, self.type_tag())
    }

    /// `iN`, for `bits` from 1 to [`MAX_INT_BITS`].
    pub fn int(&self, bits: u32) -> Type {
        debug_assert!((1..=MAX_INT_BITS).contains(&bits));
        match bits {
            1 => Type::I1,
            8 => Type::I8,
            16 => Type::I16,
            32 => Type::I32,
            64 => Type::I64,
            128 => Type::I128,
            _ => self.intern_type(TypeKind::Int(bits)),
        }
    }

    /// `bN`, for `bits` from 1 to [`MAX_INT_BITS`].
    pub fn byte(&self, bits: u32) -> Type {
        debug_assert!((1..=MAX_INT_BITS).contains(&bits));
        match bits {
            8 => Type::B8,
            16 => Type::B16,
            32 => Type::B32,
            64 => Type::B64,
            _ => self.intern_type(TypeKind::Byte(bits)),
        }
    }

    /// `ptr addrspace(N)`.
    pub fn ptr(&self, addr_space: u32) -> Type {
        match addr_space {
            0 => Type::PTR,
            _ => self.intern_type(TypeKind::Pointer { addr_space }),
        }
    }

    /// `<len x element>` or `<vscale x len x element>`.
    pub fn vector(&self, element: Type, len: u32, scalable: bool) -> Type {
        self.intern_type(TypeKind::Vector { element, len, scalable })
    }

    /// `[len x element]`.
    pub fn array(&self, element: Type, len: u64) -> Type {
        self.intern_type(TypeKind::Array { element, len })
    }

    /// A literal struct.
    pub fn struct_type(&self, fields: &[Type], packed: bool) -> Type {
        self.intern_type(TypeKind::Struct { fields: fields.into(), packed })
    }

    /// `result (params, ...)`.
    pub fn function_type(&self, result: Type, params: &[Type], variadic: bool) -> Type {
        self.intern_type(TypeKind::Function { result, params: params.into(), variadic })
    }

    /// A new identified struct without a body. If the name is taken, a suffix `.N` is appended as in LLVM; an empty name stays
    /// empty.
    pub fn new_struct(&self, name: &[u8]) -> Type {
        let id = StructId(self.add_struct(name));
        let ty = self.intern_type(TypeKind::Identified(id));
        let _ = self.struct_def(id).ty.set(ty);
        ty
    }

    /// The definition of an identified struct.
    pub fn struct_def(&self, id: StructId) -> &StructDef {
        &self.structs()[id.0 as usize]
    }

    /// Sets the fields of an opaque struct. Returns false, and changes nothing, if the struct has a body or would contain itself.
    pub fn set_struct_body(&self, id: StructId, fields: &[Type], packed: bool) -> bool {
        !self.would_hold_itself(id, fields) && self.define_struct(id, fields, packed)
    }

    /// Like [`Context::set_struct_body`], but does not check whether the struct would contain itself. After many structs are
    /// defined, one call of [`Context::first_recursive_struct`] checks all of them.
    pub fn define_struct(&self, id: StructId, fields: &[Type], packed: bool) -> bool {
        self.struct_def(id).body.set(StructBody { fields: fields.into(), packed }).is_ok()
    }

    /// The width of an integer type.
    #[inline]
    pub fn int_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// The width of an integer type, or of the elements of a vector of integers.
    #[inline]
    pub fn scalar_int_width(&self, ty: Type) -> Option<u32> {
        self.int_width(self.scalar_type(ty))
    }

    /// The width of an integer or byte type.
    #[inline]
    pub fn int_or_byte_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Int(bits) | TypeKind::Byte(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether this is a byte type `bN`.
    pub fn is_byte(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Byte(_))
    }

    /// Whether this is an integer type `iN`.
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Int(_))
    }

    /// Whether this is a pointer type, in any address space.
    #[inline]
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer { .. })
    }

    /// The address space of a pointer type, or of the elements of a vector of pointers.
    #[inline]
    pub fn addr_space(&self, ty: Type) -> Option<u32> {
        match *self.kind(self.scalar_type(ty)) {
            TypeKind::Pointer { addr_space } => Some(addr_space),
            _ => None,
        }
    }

    /// The element type of a vector; any other type itself.
    #[inline]
    pub fn scalar_type(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// Whether this is a vector type, fixed or scalable.
    #[inline]
    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    /// The element type, (minimum) length and scalability of a vector.
    pub fn vector_shape(&self, ty: Type) -> Option<(Type, u32, bool)> {
        match *self.kind(ty) {
            TypeKind::Vector { element, len, scalable } => Some((element, len, scalable)),
            _ => None,
        }
    }

    /// `scalar`, or if `ty` is a vector, the vector of the same length with element type `scalar`.
    pub fn with_scalar(&self, ty: Type, scalar: Type) -> Type {
        match self.vector_shape(ty) {
            Some((_, len, scalable)) => self.vector(scalar, len, scalable),
            None => scalar,
        }
    }

    /// Whether the scalar type is an integer: `iN` or a vector of it.
    pub fn is_int_or_int_vector(&self, ty: Type) -> bool {
        self.is_int(self.scalar_type(ty))
    }

    /// Whether the scalar type is floating point.
    pub fn is_float_or_float_vector(&self, ty: Type) -> bool {
        self.scalar_type(ty).is_float()
    }

    /// Whether the scalar type is a pointer.
    pub fn is_pointer_or_pointer_vector(&self, ty: Type) -> bool {
        self.is_pointer(self.scalar_type(ty))
    }

    /// Whether this is a function type.
    pub fn is_function(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Function { .. })
    }

    /// The return type, parameter types and variadicity of a function type.
    pub fn function_parts(&self, ty: Type) -> Option<(Type, &[Type], bool)> {
        match self.kind(ty) {
            TypeKind::Function { result, params, variadic } => Some((*result, params, *variadic)),
            _ => None,
        }
    }

    /// The fields of a literal or non-opaque identified struct, and whether it is packed.
    pub fn struct_parts(&self, ty: Type) -> Option<(&[Type], bool)> {
        match self.kind(ty) {
            TypeKind::Struct { fields, packed } => Some((fields, *packed)),
            TypeKind::Identified(id) => self.struct_def(*id).body().map(|b| (&*b.fields, b.packed)),
            _ => None,
        }
    }

    /// Whether this is a literal or identified struct, opaque or not.
    pub fn is_struct(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Struct { .. } | TypeKind::Identified(_))
    }

    /// Whether this is an array or a struct.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. } | TypeKind::Struct { .. } | TypeKind::Identified(_))
    }

    /// Whether a value can have this type: any type but `void`, function types and opaque structs.
    pub fn is_first_class(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function { .. } => false,
            TypeKind::Identified(id) => self.struct_def(*id).body().is_some(),
            _ => true,
        }
    }

    /// The type of element `index` of an array, vector or struct.
    pub fn element_type(&self, ty: Type, index: u64) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(*element),
            _ => self.struct_parts(ty)?.0.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// Whether this is a scalable vector or an aggregate that contains one.
    pub fn contains_scalable_vector(&self, ty: Type) -> bool {
        let mut seen = crate::hash::HashSet::default();
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            match self.kind(ty) {
                TypeKind::Vector { scalable: true, .. } => return true,
                TypeKind::Target { .. } => todo.extend(self.target_type(ty).map(|t| t.layout)),
                TypeKind::Array { element, .. } => todo.push(*element),
                TypeKind::Struct { .. } | TypeKind::Identified(_) if seen.insert(ty) => {
                    todo.extend(self.struct_parts(ty).iter().flat_map(|(fields, _)| fields.iter()));
                }
                _ => {}
            }
        }
        false
    }
}
