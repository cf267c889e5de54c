//! The type table of a module. Types are named by their place in it, and remember of what they are made: old bitcode says by the
//! type of a pointer what it points to, which the types of the module no longer know.

use lindworm_ir::Type;
use smallvec::SmallVec;

/// The place of a type in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeId(pub u32);

#[derive(Clone, Debug)]
struct Entry {
    ty: Type,
    /// The element of a vector or array, the fields of a struct, result and parameters of a function, what a typed pointer points
    /// to.
    contained: SmallVec<[TypeId; 2]>,
}

/// The types of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    entries: Vec<Entry>,
}

impl TypeTable {
    /// The type with this id.
    #[inline]
    pub fn ty(&self, id: TypeId) -> Option<Type> {
        self.entries.get(id.0 as usize).map(|e| e.ty)
    }

    /// What a type is made of; for a typed pointer what it points to.
    #[inline]
    pub fn contained(&self, id: TypeId, index: usize) -> Option<TypeId> {
        self.entries.get(id.0 as usize)?.contained.get(index).copied()
    }
}
