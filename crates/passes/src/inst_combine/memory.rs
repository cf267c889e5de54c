//! Addresses, loads, stores and allocas.

use lindworm_ir::context::{MetadataKind, SyncScope};
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::instruction::{Align, AtomicOrdering, GepFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::effects::{may_read, may_throw, may_write};
use crate::sroa::tags::{copy_access_tags, copy_alias_tags_of_bytes};

/// The maximum number of instructions that are searched for an earlier access.
const MAX_SCANNED: usize = 6;

/// A step of an address computation.
#[derive(Clone, Copy)]
enum Step {
    /// A number of bytes.
    Bytes(i64),
    /// A number of elements of a type.
    Index(Type, Value),
}

/// Whether an offset is not negative in the width of an address offset.
fn is_upward(bytes: i64, width: u32) -> bool {
    let offset = Int::from_i64(width, bytes);
    !offset.is_negative() && offset.to_i64() == Some(bytes)
}

/// The flags of an address computed in one step instead of two.
fn flags_of_sum(a: GepFlags, b: GepFlags) -> GepFlags {
    let both = a & b;
    match both.contains(GepFlags::INBOUNDS) || both.contains(GepFlags::NUW) {
        true => both,
        false => both - GepFlags::NUSW,
    }
}

impl Combiner<'_, '_, '_> {
    /// The steps of an address computation, with adjacent constants added up. `None` if a size is not known.
    fn steps(&self, source: Type, indices: &[Value]) -> Option<SmallVec<[Step; 4]>> {
        let module = self.f.editor.module();
        let (cx, layout, constants) = (module.context(), module.data_layout(), module.constants());
        let mut steps: SmallVec<[Step; 4]> = SmallVec::new();
        let mut ty = source;
        for (depth, &index) in indices.iter().enumerate() {
            let bytes = if depth > 0 && cx.is_struct(ty) {
                let field = constants.struct_index(cx, index)?;
                let at = *layout.struct_layout(cx, ty)?.offsets.get(field as usize)?;
                ty = cx.element_type(ty, field)?;
                if at.scalable && at.min != 0 {
                    return None;
                }
                i64::try_from(at.min).ok()?
            } else {
                let size;
                (ty, size) = layout.indexed(cx, ty, depth == 0)?;
                if size.min == 0 {
                    continue;
                }
                match constants.as_int(cx, index) {
                    Some(n) if n.is_zero() => 0,
                    Some(n) if !size.scalable => n.to_i64()?.checked_mul(i64::try_from(size.min).ok()?)?,
                    _ => {
                        steps.push(Step::Index(ty, index));
                        continue;
                    }
                }
            };
            match steps.last_mut() {
                Some(Step::Bytes(n)) => *n = n.checked_add(bytes)?,
                _ if bytes == 0 => {}
                _ => steps.push(Step::Bytes(bytes)),
            }
        }
        steps.retain(|step| !matches!(step, Step::Bytes(0)));
        Some(steps)
    }

    /// Inserts a step of an address computation.
    fn add_step(&mut self, at: Inst, flags: GepFlags, base: Value, step: Step) -> Value {
        let ty = self.type_of(base);
        let space = self.f.editor.module().context().addr_space(ty).unwrap_or(0);
        let (source, index, flags) = match step {
            Step::Bytes(n) => {
                let width = self.f.editor.module().data_layout().pointer(space).index_bits;
                let is_up = is_upward(n, width) && flags.contains(GepFlags::NUSW);
                let index_type = self.f.editor.module().context().int(width);
                let index = self.int(index_type, &Int::from_i64(width, n));
                (Type::I8, index, if is_up { flags | GepFlags::NUW } else { flags })
            }
            Step::Index(source, index) => (source, index, flags),
        };
        let operands = self.f.editor.list(&[base, index]);
        self.insert(at, InstData::GetElementPtr { source, flags, operands }, ty)
    }

    pub(super) fn visit_gep(&mut self, inst: Inst) -> Option<Value> {
        let InstData::GetElementPtr { source, flags, operands } = self.data(inst) else { return None };
        let ty = self.f.editor.body().inst_type(inst);
        let list: SmallVec<[Value; 4]> = self.f.editor.body().list_values(&operands).into();
        let module = self.f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        if cx.is_vector(ty) || self.type_of(list[0]) != ty {
            return None;
        }
        let space = cx.addr_space(ty)?;
        let width = layout.pointer(space).index_bits;
        let index_type = cx.int(width);
        // Indices have the width of an address offset.
        let mut is_changed = false;
        let mut within = source;
        for (place, &index) in (1..).zip(&list[1..]) {
            if place > 1 {
                let is_struct = cx.is_struct(within);
                let field = if is_struct { module.constants().struct_index(cx, index)? } else { 0 };
                within = cx.element_type(within, field)?;
                if is_struct {
                    continue;
                }
            }
            let is = cx.int_width(self.type_of(index))?;
            if is != width {
                let op = if is < width { CastOp::SExt } else { CastOp::Trunc };
                let new = self.cast(inst, op, IntFlags::empty(), index, index_type);
                self.set_operand(inst, place, new);
                is_changed = true;
            }
        }
        if is_changed {
            return Some(inst.into());
        }
        let (base, indices) = (list[0], &list[1..]);
        let steps = self.steps(source, indices)?;
        match steps[..] {
            [] => Some(base),
            [Step::Bytes(n)] => {
                let flags =
                    if self.is_within_object(base, n) { flags | GepFlags::INBOUNDS | GepFlags::NUSW } else { flags };
                if let Some(value) = self.add_to_constant_step(inst, flags, base, n) {
                    return Some(value);
                }
                let is_plain = source == Type::I8 && indices.len() == 1;
                let needs_flag =
                    is_upward(n, width) && flags.contains(GepFlags::NUSW) && !flags.contains(GepFlags::NUW);
                let InstData::GetElementPtr { flags: old_flags, .. } = self.data(inst) else { return None };
                if !is_plain || needs_flag || flags != old_flags {
                    return Some(self.add_step(inst, flags, base, Step::Bytes(n)));
                }
                None
            }
            [Step::Index(element, index)] => {
                if let Some(value) = self.split_sum(inst, flags, base, element, index) {
                    return Some(value);
                }
                let is_up = flags.contains(GepFlags::NUSW)
                    && !flags.contains(GepFlags::NUW)
                    && self.query().known_bits(index)?.is_non_negative();
                let new_flags = if is_up { flags | GepFlags::NUW } else { flags };
                if element != source || indices.len() != 1 || is_up {
                    return Some(self.add_step(inst, new_flags, base, Step::Index(element, index)));
                }
                None
            }
            _ => {
                let all_up = |this: &Self, step: &Step| match *step {
                    Step::Bytes(n) => is_upward(n, width),
                    Step::Index(_, v) => this.query().known_bits(v).is_some_and(|k| k.is_non_negative()),
                };
                let is_up = flags.contains(GepFlags::NUSW) && steps.iter().all(|step| all_up(self, step));
                let flags = if is_up { flags | GepFlags::NUW } else { flags };
                let mut address = base;
                for (place, &step) in steps.iter().enumerate() {
                    address = self.add_step(inst, flags, address, step);
                    if place + 1 < steps.len() {
                        self.name_after(address, inst.into(), b".split");
                    }
                }
                Some(address)
            }
        }
    }

    /// Whether a number of bytes from an address is in the same alloca or global, or at its end.
    fn is_within_object(&self, address: Value, bytes: i64) -> bool {
        let query = self.query();
        let (base, from) = query.base_and_offset(address, false);
        let layout = query.module.data_layout();
        let size = match query.inst(base) {
            Some(&InstData::Alloca { allocated, count, .. })
                if query.constant_int(count).is_some_and(|n| n.is_one()) =>
            {
                layout.alloc_size(query.module.context(), allocated)
            }
            None => {
                let global = base.as_global().and_then(|g| query.module.global(g));
                let known = global.filter(|g| g.as_variable().is_some());
                let known = known.filter(|g| g.linkage != lindworm_ir::module::Linkage::ExternalWeak);
                known.and_then(|g| layout.alloc_size(query.module.context(), g.value_type))
            }
            _ => None,
        };
        let Some(size) = size.filter(|size| !size.scalable) else { return false };
        let end = from.to_i64().and_then(|from| from.checked_add(bytes)).and_then(|end| u64::try_from(end).ok());
        end.is_some_and(|end| end <= size.min && size.min != 0)
    }

    /// An addition of bytes to an address that is itself an addition of bytes.
    fn add_to_constant_step(&mut self, inst: Inst, flags: GepFlags, base: Value, bytes: i64) -> Option<Value> {
        let (inner, inner_flags, before) = self.constant_step(base)?;
        let sum = before.checked_add(bytes)?;
        let mut flags = flags_of_sum(flags, inner_flags);
        if sum < 0 {
            flags -= GepFlags::NUW;
        }
        if sum == 0 {
            return Some(inner);
        }
        Some(self.add_step(inst, flags, inner, Step::Bytes(sum)))
    }

    /// The base, the flags and the bytes of an address that is a base plus a number of bytes.
    fn constant_step(&self, address: Value) -> Option<(Value, GepFlags, i64)> {
        let query = self.query();
        let &InstData::GetElementPtr { source, flags, ref operands } = query.inst(address)? else { return None };
        let (&base, indices) = query.body.list_values(operands).split_first()?;
        match self.steps(source, indices)?[..] {
            [Step::Bytes(n)] => Some((base, flags, n)),
            _ => None,
        }
    }

    /// An index that is a sum, as two steps.
    fn split_sum(&mut self, inst: Inst, flags: GepFlags, base: Value, element: Type, index: Value) -> Option<Value> {
        let query = self.query();
        let module = query.module;
        let size = module.data_layout().alloc_size(module.context(), element).filter(|size| !size.scalable)?.min;
        let (op, add_flags, x, y) = query.binary(index).filter(|_| query.uses.has_one_use(index))?;
        let is_sum = op == BinaryOp::Add || op == BinaryOp::Or && add_flags.contains(IntFlags::DISJOINT);
        if !is_sum {
            return None;
        }
        let no_wrap = |flag| op == BinaryOp::Or || add_flags.contains(flag);
        let non_negative = |v| query.known_bits(v).is_some_and(|k| k.is_non_negative());
        let mut kept = GepFlags::empty();
        if flags.contains(GepFlags::NUW) && no_wrap(IntFlags::NUW) {
            kept |= GepFlags::NUW;
            if no_wrap(IntFlags::NSW) && non_negative(x) && non_negative(y) {
                kept |= flags & (GepFlags::INBOUNDS | GepFlags::NUSW);
            }
        } else if flags.contains(GepFlags::NUSW) && no_wrap(IntFlags::NSW) && non_negative(x) && non_negative(y) {
            kept |= flags;
        }
        let bytes = query.constant_int(y).and_then(|n| n.to_i64()?.checked_mul(i64::try_from(size).ok()?));
        if let Some(bytes) = bytes {
            if let Some((inner, inner_flags, before)) = self.constant_step(base) {
                let sum = before.checked_add(bytes)?;
                let all = flags_of_sum(inner_flags, kept);
                let moved = self.add_step(inst, all, inner, Step::Bytes(sum));
                return Some(self.add_step(inst, all, moved, Step::Index(element, x)));
            }
            let first = self.add_step(inst, kept, base, Step::Index(element, x));
            return Some(self.add_step(inst, kept, first, Step::Bytes(bytes)));
        }
        let first = self.add_step(inst, kept, base, Step::Index(element, x));
        Some(self.add_step(inst, kept, first, Step::Index(element, y)))
    }

    /// The known alignment of an address, in bytes.
    pub(super) fn known_align(&self, pointer: Value) -> u64 {
        let zeros = self.query().known_bits(pointer).map_or(0, |k| k.min_trailing_zeros());
        1 << zeros.min(32)
    }

    pub(super) fn visit_load(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Load { pointer, align, ordering, volatile, .. } = self.data(inst) else { return None };
        let ty = self.f.editor.body().inst_type(inst);
        let is_plain = ordering <= AtomicOrdering::Unordered && !volatile;
        if !is_plain || ordering != AtomicOrdering::NotAtomic {
            return None;
        }
        self.available(inst, pointer, ty)
            .or_else(|| self.load_as_used(inst, ty))
            .or_else(|| self.load_of_select(inst, pointer, ty, align))
    }

    /// A load whose only use reinterprets the bits, as a load of the other type.
    fn load_as_used(&mut self, inst: Inst, ty: Type) -> Option<Value> {
        let module = self.f.editor.module();
        let (cx, layout) = (module.context(), module.data_layout());
        if !self.f.editor.uses().has_one_use(inst.into()) {
            return None;
        }
        let user = self.f.editor.uses().of(inst.into()).next()?.user;
        let InstData::Cast { op: CastOp::BitCast, .. } = self.data(user) else { return None };
        let to = self.f.editor.body().inst_type(user);
        let is_amx = |ty: Type| matches!(cx.kind(ty), lindworm_ir::types::TypeKind::X86Amx);
        let is_pointer = |ty: Type| cx.is_pointer_or_pointer_vector(ty);
        if is_amx(to)
            || is_amx(ty)
            || is_pointer(to) != is_pointer(ty)
            || layout.store_size(cx, to) != layout.store_size(cx, ty)
        {
            return None;
        }
        let InstData::Load { pointer, align, ordering, scope, volatile } = self.data(inst) else { return None };
        let new = self.insert(inst, InstData::Load { pointer, align, ordering, scope, volatile }, to);
        let load = new.as_inst()?;
        copy_access_tags(self.f, inst, load);
        copy_alias_tags_of_bytes(self.f, inst, load, 0, None);
        self.name_after(new, inst.into(), b"");
        self.push_users(user);
        self.f.editor.replace_all(user.into(), new);
        self.erase(user);
        Some(inst.into())
    }

    /// The value that a preceding load or store of the same block gives an address.
    fn available(&mut self, inst: Inst, address: Value, ty: Type) -> Option<Value> {
        let body = self.f.editor.body();
        let mut next = body.prev_inst(inst);
        for _ in 0..MAX_SCANNED {
            let earlier = next?;
            next = body.prev_inst(earlier);
            match *body.inst(earlier) {
                InstData::Store { value, pointer, ordering, volatile, .. } => {
                    if self.are_same_address(pointer, address) {
                        let is_plain = ordering == AtomicOrdering::NotAtomic && !volatile;
                        return (is_plain && self.type_of(value) == ty).then_some(value);
                    }
                    if volatile
                        || ordering > AtomicOrdering::Unordered
                        || !self.are_distinct(pointer, address)
                            && !self.are_disjoint(pointer, self.type_of(value), address, ty)
                    {
                        return None;
                    }
                }
                InstData::Load { pointer, ordering: AtomicOrdering::NotAtomic, volatile: false, .. }
                    if self.are_same_address(pointer, address) && body.inst_type(earlier) == ty =>
                {
                    // The earlier load may assert no more than this one.
                    let kinds: SmallVec<[_; 4]> = body.attachments(earlier).iter().copied().collect();
                    for (kind, metadata) in kinds {
                        let body = self.f.editor.body();
                        if kind != MetadataKind::DBG && body.attachment(inst, kind) != Some(metadata) {
                            self.f.editor.set_attachment(earlier, kind, None);
                        }
                    }
                    return Some(earlier.into());
                }
                _ if may_write(&self.f.editor, earlier) && !self.is_marker(earlier) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether an instruction is an intrinsic that writes no memory of the program, though its effects say so.
    fn is_marker(&self, inst: Inst) -> bool {
        use IntrinsicId as I;
        let id = self.data(inst).call_info().and_then(|call| self.f.editor.module().callee(call.callee)?.intrinsic);
        matches!(
            id,
            Some(I::ASSUME | I::SIDEEFFECT | I::ANNOTATION | I::PSEUDOPROBE | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL)
        )
    }

    /// Whether two addresses are in different allocas or globals.
    fn are_distinct(&self, a: Value, b: Value) -> bool {
        let query = self.query();
        let is_object = |v: Value| {
            matches!(query.inst(v), Some(InstData::Alloca { .. }))
                || v.as_global().and_then(|g| query.module.global(g)).is_some_and(|g| g.as_variable().is_some())
        };
        let (a, b) = (query.base_and_offset(a, true).0, query.base_and_offset(b, true).0);
        a != b && is_object(a) && is_object(b)
    }

    /// Whether accesses of two types to addresses with one base and constant offsets do not overlap.
    fn are_disjoint(&self, a: Value, a_type: Type, b: Value, b_type: Type) -> bool {
        let query = self.query();
        let layout = query.module.data_layout();
        let size =
            |ty| layout.store_size(query.module.context(), ty).filter(|size| !size.scalable).map(|size| size.min);
        let ((a, from_a), (b, from_b)) = (query.base_and_offset(a, true), query.base_and_offset(b, true));
        let (Some(a_size), Some(b_size)) = (size(a_type), size(b_type)) else { return false };
        let (Some(from_a), Some(from_b)) = (from_a.to_i64(), from_b.to_i64()) else { return false };
        let ends_before = |from: i64, size: u64, to: i64| from.checked_add_unsigned(size).is_some_and(|end| end <= to);
        a == b && (ends_before(from_a, a_size, from_b) || ends_before(from_b, b_size, from_a))
    }

    /// A load from a select of addresses that may both be loaded.
    fn load_of_select(&mut self, inst: Inst, pointer: Value, ty: Type, align: Align) -> Option<Value> {
        let query = self.query();
        let &InstData::Select { condition, if_true, if_false, .. } = query.inst(pointer)? else { return None };
        if !query.uses.has_one_use(pointer) || query.module.context().is_vector(query.type_of(condition)) {
            return None;
        }
        let layout = query.module.data_layout();
        let size = layout.store_size(query.module.context(), ty).filter(|size| !size.scalable)?.min;
        let can_load = |address: Value| {
            let bytes = match query.inst(address) {
                Some(&InstData::Alloca { allocated, count, .. })
                    if query.constant_int(count).is_some_and(|n| n.is_one()) =>
                {
                    layout.alloc_size(query.module.context(), allocated)
                }
                None => {
                    let global = address.as_global().and_then(|g| query.module.global(g))?;
                    global.as_variable()?;
                    if global.linkage == lindworm_ir::module::Linkage::ExternalWeak {
                        return None;
                    }
                    layout.alloc_size(query.module.context(), global.value_type)
                }
                _ => None,
            }?;
            let is_aligned = align.bytes().is_some_and(|align| self.known_align(address) >= align);
            (!bytes.scalable && bytes.min >= size && is_aligned).then_some(())
        };
        can_load(if_true)?;
        can_load(if_false)?;
        let load = |this: &mut Self, pointer: Value| {
            let data = InstData::Load {
                pointer,
                align,
                ordering: AtomicOrdering::NotAtomic,
                scope: SyncScope::SYSTEM,
                volatile: false,
            };
            let new = this.insert(inst, data, ty);
            this.name_after(new, pointer, b".val");
            new
        };
        let (t, f) = (load(self, if_true), load(self, if_false));
        Some(self.select(inst, condition, t, f))
    }

    pub(super) fn visit_store(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Store { value, pointer, ordering, volatile, .. } = self.data(inst) else { return None };
        let ty = self.type_of(value);
        if volatile || ordering > AtomicOrdering::Unordered {
            return None;
        }
        // The bits are stored without a cast.
        let query = self.query();
        if let Some(&InstData::Cast { op: CastOp::BitCast, value: source, .. }) = query.inst(value)
            && ordering == AtomicOrdering::NotAtomic
            && !matches!(query.module.context().kind(query.type_of(source)), lindworm_ir::types::TypeKind::X86Amx)
            && !matches!(query.module.context().kind(ty), lindworm_ir::types::TypeKind::X86Amx)
        {
            self.set_operand(inst, 0, source);
            return Some(inst.into());
        }
        let constants = self.f.editor.module().constants();
        // Stores of undef, and of what the address holds, have no effect; nor has a store to an alloca without other uses.
        let is_unread = pointer.as_inst().is_some_and(|p| {
            matches!(self.data(p), InstData::Alloca { .. }) && self.f.editor.uses().has_one_use(pointer)
        });
        if constants.is_undef_or_poison(value)
            || is_unread && value != pointer
            || self.is_stored_back(inst, value, pointer)
        {
            self.remove_store(inst);
            return None;
        }
        // An earlier store that this one overwrites.
        let body = self.f.editor.body();
        let mut next = body.prev_inst(inst);
        for _ in 0..MAX_SCANNED {
            let Some(earlier) = next else { break };
            next = body.prev_inst(earlier);
            match *body.inst(earlier) {
                InstData::Store {
                    value, pointer: other, ordering: AtomicOrdering::NotAtomic, volatile: false, ..
                } if self.are_same_address(other, pointer)
                    && self.type_of(value) == ty
                    && ordering == AtomicOrdering::NotAtomic =>
                {
                    self.remove_store(earlier);
                    return Some(inst.into());
                }
                _ if may_write(&self.f.editor, earlier)
                    || may_read(&self.f.editor, earlier)
                    || may_throw(&self.f.editor, earlier) =>
                {
                    break;
                }
                _ => {}
            }
        }
        None
    }

    /// Whether two values are one address, or are computed from the same values by the same operation.
    fn are_same_address(&self, a: Value, b: Value) -> bool {
        let body = self.f.editor.body();
        if a == b {
            return true;
        }
        match (a.as_inst().map(|a| body.inst(a)), b.as_inst().map(|b| body.inst(b))) {
            (
                Some(InstData::GetElementPtr { source: s, operands: x, .. }),
                Some(InstData::GetElementPtr { source: t, operands: y, .. }),
            ) => s == t && body.list_values(x) == body.list_values(y),
            _ => false,
        }
    }

    /// Whether a store writes the value that was loaded from the address immediately before.
    fn is_stored_back(&self, store: Inst, value: Value, address: Value) -> bool {
        let Some(load) = value.as_inst() else { return false };
        let InstData::Load { pointer, ordering: AtomicOrdering::NotAtomic, volatile: false, .. } = self.data(load)
        else {
            return false;
        };
        let body = self.f.editor.body();
        if pointer != address || body.inst_block(load) != body.inst_block(store) {
            return false;
        }
        let mut next = body.prev_inst(store);
        for _ in 0..MAX_SCANNED {
            match next {
                Some(inst) if inst == load => return true,
                Some(inst) if !may_write(&self.f.editor, inst) => next = body.prev_inst(inst),
                _ => return false,
            }
        }
        false
    }

    pub(super) fn remove_store(&mut self, store: Inst) {
        let mut operands: SmallVec<[Value; 2]> = SmallVec::new();
        self.data(store).for_each_operand(self.f.editor.body().values(), |v| operands.push(v));
        self.f.editor.erase(store);
        self.worklist.remove(store);
        operands.into_iter().for_each(|v| self.lost_a_use(v));
    }

    pub(super) fn visit_alloca(&mut self, inst: Inst) -> Option<Value> {
        let InstData::Alloca { allocated, count, in_alloca, .. } = self.data(inst) else { return None };
        if in_alloca {
            return None;
        }
        let query = self.query();
        // The number of elements has the width of an address offset.
        let space = query.module.context().addr_space(query.body.inst_type(inst)).unwrap_or(0);
        let wanted = query.module.context().int(query.module.data_layout().pointer(space).index_bits);
        if !query.constant_int(count).is_some_and(|n| n.is_one())
            && query.type_of(count) != wanted
            && !count.is_constant()
        {
            let is_wider = query.width_of(count) > query.module.context().int_width(wanted);
            let op = if is_wider { CastOp::Trunc } else { CastOp::ZExt };
            let count = self.cast(inst, op, IntFlags::empty(), count, wanted);
            self.set_operand(inst, 0, count);
            return Some(inst.into());
        }
        // An alloca of several elements is an alloca of an array.
        if let Some(n) = query.constant_int(count)
            && !n.is_one()
            && let Some(n) = n.to_u64()
            && n < u64::from(u32::MAX)
            && !query.module.data_layout().alloc_size(query.module.context(), allocated)?.scalable
        {
            let array = query.module.context().array(allocated, n);
            let one = query.module.constants().int(query.module.context(), Type::I32, 1);
            let mut data = self.data(inst);
            if let InstData::Alloca { allocated, count, .. } = &mut data {
                (*allocated, *count) = (array, one);
            }
            let ty = self.f.editor.body().inst_type(inst);
            let new = self.insert(inst, data, ty);
            self.name_after(new, inst.into(), b"");
            return Some(new);
        }
        self.remove_unneeded(inst, None);
        None
    }
}
