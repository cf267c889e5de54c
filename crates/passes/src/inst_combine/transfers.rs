//! Intrinsics that copy and fill memory.

use lindworm_ir::attributes::{AttrKind, Attribute};
use lindworm_ir::context::{MetadataKind, SyncScope};
use lindworm_ir::eval::{Int, IntPredicate};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::sroa::tags::{copy_alias_tags_of_bytes, copy_loop_tags};

impl Combiner<'_, '_, '_> {
    /// Removes copies and fills without effect, declares the alignment of their addresses, and replaces a copy of 1, 2, 4 or 8
    /// bytes by a load and a store, and a fill of as many by a store.
    pub(super) fn visit_transfer(&mut self, inst: Inst, id: IntrinsicId) -> Option<Value> {
        use IntrinsicId as I;
        let InstData::Call { call, .. } = self.data(inst) else { return None };
        let args: SmallVec<[Value; 4]> = self.f.editor.body().call_args(&call).into();
        let &[to, from, len, last] = &args[..] else { return None };
        let constants = self.f.editor.module().constants();
        let is_set = matches!(id, I::MEMSET | I::MEMSET_ELEMENT_UNORDERED_ATOMIC);
        let is_atomic = !matches!(id, I::MEMCPY | I::MEMMOVE | I::MEMSET);
        if constants.is_zero(len) {
            self.remove_store(inst);
            return None;
        }
        if !is_atomic && !constants.is_zero(last) {
            return None;
        }
        if !is_set && to == from || self.is_in_constant(to) || is_set && constants.is_undef_or_poison(from) {
            self.remove_store(inst);
            return None;
        }
        if matches!(id, I::MEMMOVE | I::MEMMOVE_ELEMENT_UNORDERED_ATOMIC) && self.is_constant_variable(from) {
            // What is written does not overlap a constant.
            let name = if is_atomic { "llvm.memcpy.element.unordered.atomic" } else { "llvm.memcpy" };
            let overloads = [to, from, len].map(|v| self.type_of(v));
            let callee = self.f.additions.intrinsic(name, &overloads).ok()?;
            self.f.editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.callee = callee.into();
                }
            });
            return Some(inst.into());
        }
        // No byte is at a null pointer: the call does nothing, or its length is not zero, which is undefined.
        let is_nothing = |this: &Self, pointer: Value| constants.is_zero(pointer) && !this.is_null_valid(pointer);
        if !len.is_constant() && (is_nothing(self, to) || !is_set && is_nothing(self, from)) {
            let zero = self.zero(self.type_of(len));
            let is_empty = self.icmp(inst, IntPredicate::Eq, len, zero);
            self.call_intrinsic(inst, "llvm.assume", &[], &[is_empty])?;
            self.remove_store(inst);
            return None;
        }
        let before = self.data(inst);
        let to_align = self.raise_align(inst, 0, to);
        let from_align = if is_set { Align::ONE } else { self.raise_align(inst, 1, from) };
        if !is_atomic {
            self.mark_transfer(inst, if is_set { &[0] } else { &[0, 1] }, len);
        }
        if self.as_load_and_store(inst, is_set, is_atomic, &args, [to_align, from_align]).is_some() {
            self.remove_store(inst);
            return None;
        }
        (self.data(inst) != before).then(|| inst.into())
    }

    fn is_constant_variable(&self, value: Value) -> bool {
        let global = value.as_global().and_then(|g| self.f.editor.module().global(g));
        global.and_then(|g| g.as_variable()).is_some_and(|variable| variable.constant)
    }

    /// Whether an address is in a constant.
    fn is_in_constant(&self, address: Value) -> bool {
        self.is_constant_variable(self.query().base_and_offset(address, true).0)
    }

    /// The alignment of an argument, as far as it is known, which the call then declares.
    fn raise_align(&mut self, inst: Inst, place: usize, address: Value) -> Align {
        let cx = self.f.editor.module().context();
        let known = self.known_align(address);
        let Some(call) = self.f.editor.body().inst(inst).call_info() else { return Align::ONE };
        let set = cx.attribute_list(call.attributes).param(place);
        let declared = cx.attribute_int(set, AttrKind::ALIGN);
        if declared.is_none_or(|declared| declared < known) {
            let set = cx.with_attribute(set, Attribute::Int(AttrKind::ALIGN, known));
            self.f.editor.change(inst, |data, _| {
                if let Some(call) = data.call_info_mut() {
                    call.attributes = cx.with_param_attributes(call.attributes, place, set);
                }
            });
        }
        Align::new(known.max(declared.unwrap_or(1))).unwrap_or(Align::ONE)
    }

    fn as_load_and_store(
        &mut self,
        inst: Inst,
        is_set: bool,
        is_atomic: bool,
        args: &[Value],
        [to_align, from_align]: [Align; 2],
    ) -> Option<()> {
        let module = self.f.editor.module();
        let cx = module.context();
        let bytes = module.constants().as_u64(args[2]).filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8))?;
        let is_aligned = |align: Align| align.bytes().is_some_and(|align| align >= bytes);
        if is_atomic && !(is_aligned(to_align) && (is_set || is_aligned(from_align))) {
            return None;
        }
        let ty = cx.int(bytes as u32 * 8);
        let ordering = if is_atomic { AtomicOrdering::Unordered } else { AtomicOrdering::NotAtomic };
        let scope = SyncScope::SYSTEM;
        let value = if is_set {
            let byte = self.query().constant_int(args[1])?.to_u64()?;
            let all = Int::new(64, byte.wrapping_mul(0x0101_0101_0101_0101)).zext_or_trunc(bytes as u32 * 8);
            self.int(ty, &all)
        } else {
            let data = InstData::Load { pointer: args[1], align: from_align, ordering, scope, volatile: false };
            let load = self.insert(inst, data, ty);
            self.copy_transfer_tags(inst, load, bytes);
            load
        };
        let data = InstData::Store { value, pointer: args[0], align: to_align, ordering, scope, volatile: false };
        let store = self.insert(inst, data, Type::VOID);
        if !is_set {
            self.copy_transfer_tags(inst, store, bytes);
        }
        const ASSIGNMENT: MetadataKind = crate::known!(b"DIAssignID");
        if let (Some(id), Some(store)) = (self.f.editor.body().attachment(inst, ASSIGNMENT), store.as_inst()) {
            self.f.editor.set_attachment(store, ASSIGNMENT, Some(id));
        }
        Some(())
    }

    fn copy_transfer_tags(&mut self, from: Inst, to: Value, bytes: u64) {
        if let Some(to) = to.as_inst() {
            copy_alias_tags_of_bytes(self.f, from, to, 0, Some(bytes));
            copy_loop_tags(self.f, from, to);
        }
    }
}
