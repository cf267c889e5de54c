//! Instructions that allocate and access memory, and compute addresses.

use std::ops::Deref;

use smallvec::SmallVec;

use super::{BuildError, Builder, Built};
use crate::context::SyncScope;
use crate::instruction::{Align, AtomicOrdering, AtomicRmwOp, GepFlags, InstData};
use crate::module::Module;
use crate::types::Type;
use crate::typing;
use crate::value::{Inst, Value};

/// The properties of a memory access. The default is neither volatile nor atomic, with the ABI alignment of the type.
///
/// ```
/// use lindworm_ir::builder::Access;
/// use lindworm_ir::instruction::AtomicOrdering;
/// let access = Access { volatile: true, ..Access::atomic(AtomicOrdering::SeqCst) };
/// assert_eq!(access.ordering, AtomicOrdering::SeqCst);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The alignment; [`Align::NONE`] stands for the ABI alignment of the type, and for an atomic operation for its size in
    /// bytes.
    pub align: Align,
    /// `volatile`.
    pub volatile: bool,
    /// The ordering.
    pub ordering: AtomicOrdering,
    /// The synchronization scope.
    pub scope: SyncScope,
}

impl Default for Access {
    fn default() -> Self {
        let (align, ordering) = (Align::NONE, AtomicOrdering::NotAtomic);
        Access { align, volatile: false, ordering, scope: SyncScope::SYSTEM }
    }
}

impl Access {
    /// An access with this alignment.
    pub fn aligned(align: Align) -> Access {
        Access { align, ..Access::default() }
    }

    /// An atomic access with the system synchronization scope.
    pub fn atomic(ordering: AtomicOrdering) -> Access {
        Access { ordering, ..Access::default() }
    }
}

/// The properties of an `alloca` besides its type. The default is one element, in the address space and with the alignment that
/// the data layout gives.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocation {
    /// The number of elements; `None` stands for one.
    pub count: Option<Value>,
    /// The alignment; [`Align::NONE`] stands for the preferred alignment of the type.
    pub align: Align,
    /// The address space.
    pub addr_space: Option<u32>,
}

/// Memory.
impl<M: Deref<Target = Module>> Builder<'_, M> {
    /// `alloca` of one element.
    pub fn alloca(&mut self, allocated: Type) -> Built {
        self.alloca_with(allocated, Allocation::default())
    }

    /// `alloca`.
    pub fn alloca_with(&mut self, allocated: Type, options: Allocation) -> Built {
        self.known(allocated)?;
        let count = options.count.unwrap_or_else(|| self.int(Type::I32, 1));
        self.typed(typing::alloca(&self.module, allocated, self.type_of(count)), "alloca")?;
        let layout = &self.module.data_layout;
        let align = match options.align {
            Align::NONE => layout.preferred_align(self.context(), allocated).unwrap_or(Align::ONE),
            given => given,
        };
        let ty = self.context().ptr(options.addr_space.unwrap_or(layout.alloca_addr_space));
        self.put(InstData::Alloca { allocated, count, align, in_alloca: false, swift_error: false }, ty)
    }

    /// `load`; [`Align::NONE`] stands for the ABI alignment of the type.
    pub fn load(&mut self, ty: Type, pointer: Value, align: Align) -> Built {
        self.load_with(ty, pointer, Access::aligned(align))
    }

    /// `load`, which may be atomic or volatile.
    pub fn load_with(&mut self, ty: Type, pointer: Value, access: Access) -> Built {
        self.known(ty)?;
        self.typed(typing::load(&self.module, ty, self.type_of(pointer)), "load")?;
        use AtomicOrdering::{AcqRel, Release};
        let Access { align, volatile, ordering, scope } = self.access("load", access, ty, &[Release, AcqRel])?;
        self.put(InstData::Load { pointer, align, ordering, scope, volatile }, ty)
    }

    /// `store`; [`Align::NONE`] stands for the ABI alignment of the type.
    pub fn store(&mut self, value: Value, pointer: Value, align: Align) -> Result<Inst, BuildError> {
        self.store_with(value, pointer, Access::aligned(align))
    }

    /// `store`, which may be atomic or volatile.
    pub fn store_with(&mut self, value: Value, pointer: Value, access: Access) -> Result<Inst, BuildError> {
        let ty = self.type_of(value);
        self.typed(typing::store(&self.module, ty, self.type_of(pointer)), "store")?;
        use AtomicOrdering::{AcqRel, Acquire};
        let Access { align, volatile, ordering, scope } = self.access("store", access, ty, &[Acquire, AcqRel])?;
        self.insert(InstData::Store { value, pointer, align, ordering, scope, volatile }, Type::VOID)
    }

    /// The access for a value of type `ty` with its alignment resolved. An error if its ordering is one of `refused`.
    fn access(
        &self,
        instruction: &'static str,
        mut access: Access,
        ty: Type,
        refused: &[AtomicOrdering],
    ) -> Result<Access, BuildError> {
        let ordering = access.ordering;
        if refused.contains(&ordering) {
            return Err(BuildError::Ordering { instruction, ordering });
        }
        if access.align == Align::NONE {
            let layout = &self.module.data_layout;
            let size = || layout.store_size(self.context(), ty).and_then(|size| size.min.checked_next_power_of_two());
            access.align = match instruction {
                "cmpxchg" | "atomicrmw" => size().and_then(Align::new),
                _ => layout.abi_align(self.context(), ty),
            }
            .unwrap_or(Align::ONE);
        }
        Ok(access)
    }

    /// `fence`.
    pub fn fence(&mut self, ordering: AtomicOrdering, scope: SyncScope) -> Result<Inst, BuildError> {
        if ordering < AtomicOrdering::Acquire {
            return Err(BuildError::Ordering { instruction: "fence", ordering });
        }
        self.insert(InstData::Fence { ordering, scope }, Type::VOID)
    }

    /// `cmpxchg`, with the ordering of `access` as success ordering. The result is a struct of the loaded value and the success
    /// flag.
    pub fn cmpxchg(
        &mut self,
        pointer: Value,
        expected: Value,
        new: Value,
        failure: AtomicOrdering,
        weak: bool,
        access: Access,
    ) -> Built {
        use AtomicOrdering::{AcqRel, NotAtomic, Release, Unordered};
        let types = [pointer, expected, new].map(|v| self.type_of(v));
        let ty = self.typed(typing::cmpxchg(self.context(), types[0], types[1], types[2]), "cmpxchg")?;
        if matches!(failure, NotAtomic | Unordered | Release | AcqRel) {
            return Err(BuildError::Ordering { instruction: "cmpxchg", ordering: failure });
        }
        let Access { align, volatile, ordering: success, scope } =
            self.access("cmpxchg", access, types[1], &[NotAtomic, Unordered])?;
        self.put(InstData::CmpXchg { pointer, expected, new, align, success, failure, scope, weak, volatile }, ty)
    }

    /// `atomicrmw`. The result is the old value.
    pub fn atomic_rmw(&mut self, op: AtomicRmwOp, pointer: Value, value: Value, access: Access) -> Built {
        let ty = self.type_of(value);
        self.typed(typing::atomic_rmw(self.context(), op, self.type_of(pointer), ty, false), "atomicrmw")?;
        use AtomicOrdering::{NotAtomic, Unordered};
        let Access { align, volatile, ordering, scope } =
            self.access("atomicrmw", access, ty, &[NotAtomic, Unordered])?;
        self.module.note_atomic_rmw(op, ty, false);
        self.put(InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise: false }, ty)
    }

    /// `va_arg`.
    pub fn va_arg(&mut self, list: Value, ty: Type) -> Built {
        self.known(ty)?;
        self.typed(typing::va_arg(self.context(), self.type_of(list), ty), "va_arg")?;
        self.put(InstData::VaArg { list }, ty)
    }

    /// `getelementptr`.
    pub fn gep(&mut self, source: Type, flags: GepFlags, base: Value, indices: &[Value]) -> Built {
        self.known(source)?;
        if !indices.is_empty() {
            self.typed(typing::gep_source(&self.module, source), "getelementptr")?;
        }
        let typed = indices.iter().map(|&index| (index, self.type_of(index)));
        let ty = self.typed(typing::gep(&self.module, source, self.type_of(base), typed), "getelementptr")?;
        let operands: SmallVec<[Value; 8]> = std::iter::once(base).chain(indices.iter().copied()).collect();
        // Constant expressions cannot index into types without a fixed size.
        let fold = |m: &Module| match m.context.contains_scalable_vector(source) {
            true => None,
            false => m.fold_gep(source, flags, &operands),
        };
        if let Some(folded) = self.fold(&operands, fold) {
            return Ok(folded);
        }
        let operands = self.body.list(&operands);
        self.put(InstData::GetElementPtr { source, flags, operands }, ty)
    }

    /// `getelementptr inbounds nuw` to a field of the struct of type `source` at `base`.
    pub fn struct_gep(&mut self, source: Type, base: Value, field: u32) -> Built {
        let indices = [0, field].map(|i| self.int(Type::I32, i.into()));
        self.gep(source, GepFlags::INBOUNDS | GepFlags::NUSW | GepFlags::NUW, base, &indices)
    }

    /// `getelementptr inbounds`.
    pub fn inbounds_gep(&mut self, source: Type, base: Value, indices: &[Value]) -> Built {
        self.gep(source, GepFlags::INBOUNDS | GepFlags::NUSW, base, indices)
    }
}
