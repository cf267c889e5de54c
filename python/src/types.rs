//! Types.

use std::hash::{Hash, Hasher};

use lindworm::{Context, Type as IrType, TypeKind};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::shared::string;

/// A type. Equal types of modules that were read by one call, or with one `Context`, are equal.
#[pyclass(frozen, module = "lindworm_ir")]
#[derive(Clone)]
pub struct Type {
    pub cx: Context,
    pub ty: IrType,
}

impl Type {
    fn same(&self, ty: IrType) -> Type {
        Type { cx: self.cx.clone(), ty }
    }

    fn all(&self, types: &[IrType]) -> Vec<Type> {
        types.iter().map(|&ty| self.same(ty)).collect()
    }
}

#[pymethods]
impl Type {
    /// What the type is: `void`, `half`, `bfloat`, `float`, `double`, `x86_fp80`, `fp128`, `ppc_fp128`, `x86_amx`, `label`,
    /// `token`, `metadata`, `int`, `byte`, `pointer`, `vector`, `array`, `struct`, `function` or `target`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.cx.kind(self.ty) {
            TypeKind::Void => "void",
            TypeKind::Half => "half",
            TypeKind::BFloat => "bfloat",
            TypeKind::Float => "float",
            TypeKind::Double => "double",
            TypeKind::X86Fp80 => "x86_fp80",
            TypeKind::Fp128 => "fp128",
            TypeKind::PpcFp128 => "ppc_fp128",
            TypeKind::X86Amx => "x86_amx",
            TypeKind::Label => "label",
            TypeKind::Token => "token",
            TypeKind::Metadata => "metadata",
            TypeKind::Int(_) => "int",
            TypeKind::Byte(_) => "byte",
            TypeKind::Pointer { .. } => "pointer",
            TypeKind::Vector { .. } => "vector",
            TypeKind::Array { .. } => "array",
            TypeKind::Struct { .. } | TypeKind::Identified(_) => "struct",
            TypeKind::Function { .. } => "function",
            TypeKind::Target { .. } => "target",
        }
    }

    /// The number of bits of an integer or byte type.
    #[getter]
    fn width(&self) -> Option<u32> {
        self.cx.int_or_byte_width(self.ty)
    }

    /// The address space of a pointer type.
    #[getter]
    fn address_space(&self) -> Option<u32> {
        match self.cx.kind(self.ty) {
            TypeKind::Pointer { addr_space } => Some(*addr_space),
            _ => None,
        }
    }

    /// The type of the elements of a vector or array.
    #[getter]
    fn element(&self) -> Option<Type> {
        match self.cx.kind(self.ty) {
            TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => Some(self.same(*element)),
            _ => None,
        }
    }

    /// The number of elements of a vector or array; of a scalable vector, the least.
    #[getter]
    fn count(&self) -> Option<u64> {
        match self.cx.kind(self.ty) {
            TypeKind::Vector { len, .. } => Some(u64::from(*len)),
            TypeKind::Array { len, .. } => Some(*len),
            _ => None,
        }
    }

    /// Whether this is a scalable vector.
    #[getter]
    fn is_scalable(&self) -> bool {
        matches!(self.cx.kind(self.ty), TypeKind::Vector { scalable: true, .. })
    }

    /// The types of the fields of a struct; None of an opaque struct, and of other types.
    #[getter]
    fn fields(&self) -> Option<Vec<Type>> {
        self.cx.struct_parts(self.ty).map(|(fields, _)| self.all(fields))
    }

    /// Whether this is a packed struct.
    #[getter]
    fn is_packed(&self) -> bool {
        self.cx.struct_parts(self.ty).is_some_and(|(_, packed)| packed)
    }

    /// The name of an identified struct, or of a target type.
    #[getter]
    fn name<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let name = match self.cx.kind(self.ty) {
            TypeKind::Identified(id) => self.cx.struct_def(*id).name(),
            TypeKind::Target { name, .. } => name,
            _ => b"",
        };
        (!name.is_empty()).then(|| string(py, name)).transpose()
    }

    /// What a function type returns.
    #[getter]
    fn result(&self) -> Option<Type> {
        self.cx.function_parts(self.ty).map(|(result, _, _)| self.same(result))
    }

    /// The parameters of a function type.
    #[getter]
    fn parameters(&self) -> Option<Vec<Type>> {
        self.cx.function_parts(self.ty).map(|(_, params, _)| self.all(params))
    }

    /// Whether this is a function type with `...`.
    #[getter]
    fn is_variadic(&self) -> bool {
        self.cx.function_parts(self.ty).is_some_and(|(_, _, variadic)| variadic)
    }

    fn __str__(&self) -> String {
        self.ty.display(&self.cx).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Type {}>", self.ty.display(&self.cx))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Type>() else { return false };
        let other = other.get();
        self.ty == other.ty && (self.ty.is_in_every_context() || self.cx.same(&other.cx))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.ty.hash(&mut hasher);
        hasher.finish()
    }
}
