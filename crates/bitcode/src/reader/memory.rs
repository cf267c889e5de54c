//! Instructions that access memory or compute addresses.

use lindworm_ir::context::SyncScope;
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags};
use lindworm_ir::value::Imm;
use lindworm_ir::{InstData, Type, Value};
use smallvec::SmallVec;

use super::function::{FunctionReader, Made, Making};
use super::operand::{Fault, INVALID, NO_TYPE, Operand, Operands};
use super::types::TypeId;
use crate::encoding;

/// The alignment with a code.
fn align(code: u64) -> Result<Align, Fault> {
    encoding::align(code).ok_or("Invalid alignment value")
}

impl FunctionReader<'_, '_> {
    /// Whether LLVM accepts a type for loads and stores.
    fn is_in_memory(&self, ty: Type) -> bool {
        !matches!(ty, Type::VOID | Type::LABEL | Type::METADATA | Type::TOKEN | Type::X86_AMX)
            && !self.cx.is_function(ty)
    }

    fn check_access(&self, ty: Type, pointer: Type) -> Result<(), Fault> {
        if !self.cx.is_pointer(pointer) {
            return Err("Load/Store operand is not a pointer type");
        }
        if !self.is_in_memory(ty) {
            return Err("Cannot load/store from pointer");
        }
        Ok(())
    }

    /// The alignment with a code, or the ABI alignment of the type if there is none.
    fn access_align(&self, code: u64, ty: Type, fault: Fault) -> Result<Align, Fault> {
        match align(code)? {
            Align::NONE => self.module.data_layout().abi_align(self.cx, ty).ok_or(fault),
            align => Ok(align),
        }
    }

    /// The alignment of an old atomic access: the store size of the type.
    fn natural_align(&self, ty: Type) -> Align {
        let bytes = self.module.data_layout().store_size(self.cx, ty).map_or(0, |size| size.min);
        // If the size is not a power of two, LLVM uses its highest bit.
        Align::new(bytes.checked_ilog2().map_or(1, |log2| 1 << log2)).unwrap_or(Align::ONE)
    }

    fn sync_scope(&self, number: u64) -> SyncScope {
        match number {
            0 => SyncScope::SINGLE_THREAD,
            1 => SyncScope::SYSTEM,
            _ => self.tables.sync_scopes.get(number as usize).copied().unwrap_or(SyncScope::SYSTEM),
        }
    }

    pub(super) fn alloca(&mut self, ops: &[u64]) -> Making {
        use encoding::alloca::*;
        let (&[ty, count_type, count, bits] | &[ty, count_type, count, bits, _]) = ops else { return Err(INVALID) };
        let mut allocated = TypeId(ty as u32);
        if bits & EXPLICIT_TYPE == 0 {
            allocated = self.values.types.contained(allocated, 0);
            self.values.types.ty(allocated).ok_or("Missing element type for old-style alloca")?;
        }
        let count = self.operand(count as u32, TypeId(count_type as u32), self.current());
        let high = bits >> ALIGN_HIGH_SHIFT & ((1 << ALIGN_HIGH_BITS) - 1);
        let mut align = align(bits & ((1 << ALIGN_LOW_BITS) - 1) | high << ALIGN_LOW_BITS)?;
        let ty = self.values.types.ty(allocated).ok_or(INVALID)?;
        let count = count.ok_or(INVALID)?;
        let layout = self.module.data_layout();
        if align == Align::NONE {
            align = layout.preferred_align(self.cx, ty).ok_or("alloca of unsized type")?;
        }
        if !self.cx.is_int(count.ty) {
            return Err("alloca element count must have integer type");
        }
        let addr_space = ops.get(4).map_or(layout.alloca_addr_space, |&space| space as u32 & 0xff_ffff);
        let (in_alloca, swift_error) = (bits & IN_ALLOCA != 0, bits & SWIFT_ERROR != 0);
        let data = InstData::Alloca { allocated: ty, count: count.value, align, in_alloca, swift_error };
        let ty = self.cx.ptr(addr_space);
        let id = self.values.types.made_of(ty, [allocated, NO_TYPE]);
        Ok(Made { data, ty, id })
    }

    /// The pointer of a load and the loaded type. `fixed` is the number of operands after the type.
    fn loaded(&mut self, o: &mut Operands<'_>, fixed: usize, missing: Fault) -> Result<(Value, Type, TypeId), Fault> {
        let pointer = self.pair(o).ok_or(INVALID)?;
        if o.left() != fixed && o.left() != fixed + 1 {
            return Err(INVALID);
        }
        if !self.cx.is_pointer(pointer.ty) {
            return Err("Load operand is not a pointer type");
        }
        let id = match o.left() == fixed {
            true => self.values.types.contained(pointer.id, 0),
            false => TypeId(o.next().ok_or(INVALID)? as u32),
        };
        let ty = self.values.types.ty(id).ok_or(missing)?;
        self.check_access(ty, pointer.ty)?;
        Ok((pointer.value, ty, id))
    }

    pub(super) fn load(&mut self, o: &mut Operands<'_>) -> Making {
        let (pointer, ty, id) = self.loaded(o, 2, "Missing load type")?;
        let &[align, volatile] = o.rest() else { return Err(INVALID) };
        let align = self.access_align(align, ty, "load of unsized type")?;
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        Ok(Made { data: InstData::Load { pointer, align, ordering, scope, volatile: volatile != 0 }, ty, id })
    }

    pub(super) fn atomic_load(&mut self, o: &mut Operands<'_>) -> Making {
        use AtomicOrdering::*;
        let (pointer, ty, id) = self.loaded(o, 4, "Missing atomic load type")?;
        let &[align_code, volatile, ordering, scope] = o.rest() else { return Err(INVALID) };
        let ordering = encoding::ordering(ordering);
        if matches!(ordering, NotAtomic | Release | AcqRel) || align_code == 0 {
            return Err(INVALID);
        }
        let (align, scope) = (align(align_code)?, self.sync_scope(scope));
        Ok(Made { data: InstData::Load { pointer, align, ordering, scope, volatile: volatile != 0 }, ty, id })
    }

    /// The value operand of an access. In `old` records, its type is the pointee of the pointer.
    fn accessed(&mut self, o: &mut Operands<'_>, pointer: Operand, old: bool) -> Option<Operand> {
        match old {
            true => self.typed(o, self.values.types.contained(pointer.id, 0)),
            false => self.pair(o),
        }
    }

    pub(super) fn store(&mut self, o: &mut Operands<'_>, old: bool) -> Making {
        let pointer = self.pair(o).ok_or(INVALID)?;
        let value = self.accessed(o, pointer, old).ok_or(INVALID)?;
        let &[align, volatile] = o.rest() else { return Err(INVALID) };
        self.check_access(value.ty, pointer.ty)?;
        let align = self.access_align(align, value.ty, "store of unsized type")?;
        let (value, pointer, volatile) = (value.value, pointer.value, volatile != 0);
        let (ordering, scope) = (AtomicOrdering::NotAtomic, SyncScope::SYSTEM);
        Ok(Made::void(InstData::Store { value, pointer, align, ordering, scope, volatile }))
    }

    pub(super) fn atomic_store(&mut self, o: &mut Operands<'_>, old: bool) -> Making {
        use AtomicOrdering::*;
        let pointer = self.pair(o).filter(|p| self.cx.is_pointer(p.ty)).ok_or(INVALID)?;
        let value = self.accessed(o, pointer, old).ok_or(INVALID)?;
        let &[align_code, volatile, ordering, scope] = o.rest() else { return Err(INVALID) };
        self.check_access(value.ty, pointer.ty)?;
        let ordering = encoding::ordering(ordering);
        if matches!(ordering, NotAtomic | Acquire | AcqRel) || align_code == 0 {
            return Err(INVALID);
        }
        let (align, scope) = (align(align_code)?, self.sync_scope(scope));
        let (value, pointer, volatile) = (value.value, pointer.value, volatile != 0);
        Ok(Made::void(InstData::Store { value, pointer, align, ordering, scope, volatile }))
    }

    /// The result type of a `cmpxchg` on values of type `ty`.
    fn cmpxchg_result(&mut self, ty: Type, id: TypeId) -> (Type, TypeId) {
        let result = self.cx.struct_type(&[ty, Type::I1], false);
        let bit = self.values.types.plain(Type::I1);
        (result, self.values.types.made_of(result, [id, bit]))
    }

    pub(super) fn cmpxchg(&mut self, o: &mut Operands<'_>) -> Making {
        use AtomicOrdering::*;
        let pointer = self.pair(o).ok_or(INVALID)?;
        if !self.cx.is_pointer(pointer.ty) {
            return Err("Cmpxchg operand is not a pointer type");
        }
        let expected = self.pair(o).ok_or(INVALID)?;
        let new = self.typed(o, expected.id).ok_or(INVALID)?.value;
        let (&[volatile, success, scope, failure, weak, ref rest @ ..], 5..=6) = (o.rest(), o.left()) else {
            return Err(INVALID);
        };
        let success = encoding::ordering(success);
        if matches!(success, NotAtomic | Unordered) {
            return Err("Invalid cmpxchg success ordering");
        }
        self.check_access(expected.ty, pointer.ty)?;
        let failure = encoding::ordering(failure);
        if matches!(failure, NotAtomic | Unordered | Release | AcqRel) {
            return Err("Invalid cmpxchg failure ordering");
        }
        let mut given = rest.first().map_or(Ok(Align::NONE), |&code| align(code))?;
        if given == Align::NONE {
            given = self.natural_align(expected.ty);
        }
        let data = InstData::CmpXchg {
            pointer: pointer.value,
            expected: expected.value,
            new,
            align: given,
            success,
            failure,
            scope: self.sync_scope(scope),
            weak: weak != 0,
            volatile: volatile != 0,
        };
        let (ty, id) = self.cmpxchg_result(expected.ty, expected.id);
        Ok(Made { data, ty, id })
    }

    /// `cmpxchg` of LLVM 3.4 and earlier, whose result is the loaded value; and a later form with the weak flag.
    pub(super) fn old_cmpxchg(&mut self, o: &mut Operands<'_>) -> Making {
        use AtomicOrdering::*;
        let record_len = o.left();
        let pointer = self.pair(o).ok_or(INVALID)?;
        if !self.cx.is_pointer(pointer.ty) {
            return Err("Cmpxchg operand is not a pointer type");
        }
        let expected = self.accessed(o, pointer, true).ok_or(INVALID)?;
        let new = self.typed(o, expected.id).ok_or(INVALID)?.value;
        let (&[volatile, success, scope, ref rest @ ..], 3..=5) = (o.rest(), o.left()) else { return Err(INVALID) };
        let success = encoding::ordering(success);
        if matches!(success, NotAtomic | Unordered) {
            return Err(INVALID);
        }
        self.check_access(expected.ty, pointer.ty)?;
        let failure = match record_len < 7 {
            false => encoding::ordering(*rest.first().ok_or(INVALID)?),
            true => success.strongest_failure(),
        };
        if matches!(failure, NotAtomic | Unordered) {
            return Err(INVALID);
        }
        // LLVM tests the length of the record, however many operands the pointer takes.
        let old_result = record_len < 8;
        let weak = if old_result { false } else { *rest.get(1).ok_or(INVALID)? != 0 };
        let data = InstData::CmpXchg {
            pointer: pointer.value,
            expected: expected.value,
            new,
            align: self.natural_align(expected.ty),
            success,
            failure,
            scope: self.sync_scope(scope),
            weak,
            volatile: volatile != 0,
        };
        let (ty, id) = self.cmpxchg_result(expected.ty, expected.id);
        if !old_result {
            return Ok(Made { data, ty, id });
        }
        let pair = self.put_before(data, ty)?;
        // The two instructions count as one for the numbering in attachments.
        self.insts.pop();
        let indices = self.body.int_list(&[Imm(0)]);
        let data = InstData::ExtractValue { aggregate: pair.into(), indices };
        Ok(Made { data, ty: expected.ty, id: expected.id })
    }

    pub(super) fn atomic_rmw(&mut self, o: &mut Operands<'_>, old: bool) -> Making {
        let pointer = self.pair(o).filter(|p| self.cx.is_pointer(p.ty)).ok_or(INVALID)?;
        let value = self.accessed(o, pointer, old).ok_or(INVALID)?;
        let (&[op, volatile, ordering, scope, ref rest @ ..], 4..=5) = (o.rest(), o.left()) else {
            return Err(INVALID);
        };
        let elementwise = op & encoding::ATOMIC_RMW_ELEMENTWISE != 0;
        let op = encoding::atomic_rmw_op(op & !encoding::ATOMIC_RMW_ELEMENTWISE).ok_or(INVALID)?;
        let ordering = encoding::ordering(ordering);
        if matches!(ordering, AtomicOrdering::NotAtomic | AtomicOrdering::Unordered) {
            return Err(INVALID);
        }
        let mut given = rest.first().map_or(Ok(Align::NONE), |&code| align(code))?;
        if given == Align::NONE {
            given = self.natural_align(value.ty);
        }
        let (scope, volatile) = (self.sync_scope(scope), volatile != 0);
        self.module.note_atomic_rmw(op, value.ty, elementwise);
        let (align, pointer, ty, id) = (given, pointer.value, value.ty, value.id);
        let value = value.value;
        let data = InstData::AtomicRmw { op, pointer, value, align, ordering, scope, volatile, elementwise };
        Ok(Made { data, ty, id })
    }

    pub(super) fn fence(&mut self, o: &mut Operands<'_>) -> Making {
        use AtomicOrdering::*;
        let &[ordering, scope] = o.rest() else { return Err(INVALID) };
        let ordering = encoding::ordering(ordering);
        if matches!(ordering, NotAtomic | Unordered | Monotonic) {
            return Err(INVALID);
        }
        Ok(Made::void(InstData::Fence { ordering, scope: self.sync_scope(scope) }))
    }

    pub(super) fn getelementptr(&mut self, o: &mut Operands<'_>) -> Making {
        let flags = gep_flags(o.next().ok_or(INVALID)?);
        let source = TypeId(o.next().ok_or(INVALID)? as u32);
        let base = self.pair(o).ok_or(INVALID)?;
        self.gep(o, flags, source, base)
    }

    /// A `getelementptr` without an explicit source type: it is the pointee of the base pointer.
    pub(super) fn old_getelementptr(&mut self, o: &mut Operands<'_>, in_bounds: bool) -> Making {
        let flags = if in_bounds { gep_flags(1) } else { GepFlags::empty() };
        let base = self.pair(o).ok_or(INVALID)?;
        let mut source = self.values.types.contained(base.id, 0);
        if self.cx.is_vector(base.ty) {
            source = self.values.types.contained(source, 0);
        }
        self.gep(o, flags, source, base)
    }

    fn gep(&mut self, o: &mut Operands<'_>, flags: GepFlags, source: TypeId, base: Operand) -> Making {
        let source_type = self.values.types.ty(source).ok_or(INVALID)?;
        let mut operands: SmallVec<[Value; 8]> = smallvec::smallvec![base.value];
        let mut ty = base.ty;
        // The type selected so far. The first index does not change it.
        let (mut reached, mut reached_id) = (source_type, source);
        while o.left() > 0 {
            let index = self.pair(o).ok_or(INVALID)?;
            if operands.len() > 1 {
                let field = match self.cx.is_struct(reached) {
                    true => self.module.constants().struct_index(self.cx, index.value).ok_or(INVALID)?,
                    false => 0,
                };
                reached = self.cx.element_type(reached, field).ok_or(INVALID)?;
                reached_id = self.values.types.contained(reached_id, field as usize);
            }
            if !self.cx.is_vector(ty)
                && let Some((_, len, scalable)) = self.cx.vector_shape(index.ty)
            {
                ty = self.cx.vector(ty, len, scalable);
            }
            operands.push(index.value);
        }
        let mut id = self.values.types.made_of(self.cx.scalar_type(ty), [reached_id, NO_TYPE]);
        if self.cx.is_vector(ty) {
            id = self.values.types.made_of(ty, [id, NO_TYPE]);
        }
        let operands = self.body.list(&operands);
        Ok(Made { data: InstData::GetElementPtr { source: source_type, flags, operands }, ty, id })
    }
}

/// The `getelementptr` flags with these bits.
pub(super) fn gep_flags(bits: u64) -> GepFlags {
    let mut flags = GepFlags::from_bits_truncate(bits as u8);
    flags.set(GepFlags::NUSW, flags.intersects(GepFlags::INBOUNDS | GepFlags::NUSW));
    flags
}
