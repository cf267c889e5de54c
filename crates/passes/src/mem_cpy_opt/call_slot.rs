//! Calls that read or write a copy access the original instead.

use lindworm_analysis::alias::{AccessSize, AliasCache, Location};
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::editor::{Editor, Point};
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::use_list::Use;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Inst, InstData, Value};

use super::{Copies, Kind, MAX_BETWEEN};
use crate::call_site::{is_not_captured, param_has, param_sets};

/// The maximum number of uses of a variable that are looked at.
const MAX_USES: usize = 100;

/// A copy from a local variable: a `memcpy`, or a load and a store.
pub(super) struct Slot {
    pub load: Inst,
    pub store: Inst,
    pub dest: Value,
    pub source: Value,
    /// The number of copied bytes.
    pub bytes: u64,
    /// The alignment of the destination.
    pub align: u64,
}

impl Slot {
    pub fn is_variable(&self, editor: &Editor<'_>) -> bool {
        self.source.as_inst().is_some_and(|inst| matches!(editor.body().inst(inst), InstData::Alloca { .. }))
    }
}

impl Copies<'_, '_, '_> {
    /// The number of bytes of a variable, and its alignment.
    fn variable(&self, value: Value) -> Option<(u64, u64)> {
        let (module, layout) = (self.f.editor.module(), self.f.editor.module().data_layout());
        match *self.f.editor.body().inst(value.as_inst()?) {
            InstData::Alloca { allocated, count, align, .. } => {
                let size = layout.alloc_size(module.context(), allocated).filter(|size| !size.scalable)?.min;
                let align = align.bytes().or(layout.preferred_align(module.context(), allocated)?.bytes())?;
                Some((size.checked_mul(module.constants().as_u64(count)?)?, align))
            }
            _ => None,
        }
    }

    fn does_not_capture(&self, call: Inst, n: usize) -> bool {
        let (module, body) = (self.f.editor.module(), self.f.editor.body());
        body.inst(call).call_info().is_some_and(|info| is_not_captured(module, body, info, n))
    }

    fn args(&self, call: Inst) -> Vec<Value> {
        let body = self.f.editor.body();
        body.inst(call).call_info().map_or(Vec::new(), |info| body.call_args(info).to_vec())
    }

    /// A call writes a variable, which is then copied: lets the call write the destination of the copy. The copy can be removed
    /// then.
    ///
    /// Before the call the variable is undefined, and nothing but the call and the copy uses it.
    pub(super) fn fill_destination_by_call(&mut self, slot: &Slot, call: Inst) -> bool {
        let body = self.f.editor.body();
        let Some((size, align)) = self.variable(slot.source) else { return false };
        let is_plain = matches!(body.inst(call), InstData::Call { .. });
        let intrinsic = self.call(call).and_then(|(intrinsic, _)| intrinsic);
        let is_marker = intrinsic == Some(IntrinsicId::LIFETIME_START);
        if !is_plain || is_marker || slot.bytes < size || body.inst_block(call) != body.inst_block(slot.store) {
            return false;
        }
        let dest_at = Location::new(slot.dest, AccessSize::Precise(slot.bytes));
        let mut marker = None;
        if self.is_accessed_between(&dest_at, call, slot.store, Some(&mut marker)) {
            return false;
        }
        if let Some(marker) = marker
            && let Some(of) = self.args(marker).last().and_then(|v| v.as_inst())
            && body.inst_block(of) == body.inst_block(call)
            && self.is_after(call, of) != Some(false)
        {
            return false;
        }
        let dest_variable = self.variable(slot.dest);
        if !self.can_write(slot.dest, slot.bytes)
            || self.is_visible_through_unwinding(slot.dest, call, slot.store)
            || slot.align < align && dest_variable.is_none()
            || !self.is_used_only_by(slot.source, call, slot.load)
        {
            return false;
        }
        let args = self.args(call);
        let strip = |value| self.f.editor.module().strip_pointer_casts(value);
        let own: Vec<usize> = (0..args.len()).filter(|&n| strip(args[n]) == slot.source).collect();
        let is_captured = own.iter().any(|&n| !self.does_not_capture(call, n));
        if is_captured && !self.may_capture(slot, size, call) {
            return false;
        }
        // The address of the destination must be known at the call.
        let mut moved = None;
        if let Some(inst) = slot.dest.as_inst().filter(|&inst| !self.is_known_at(inst.into(), call)) {
            match body.inst(inst) {
                InstData::GetElementPtr { operands, .. } => {
                    let operands = body.list_values(operands);
                    if !operands[1..].iter().all(|index| index.is_constant()) || !self.is_known_at(operands[0], call) {
                        return false;
                    }
                    moved = Some(inst);
                }
                _ => return false,
            }
        }
        // The call must not access the destination otherwise.
        let with_size = Location::new(slot.dest, AccessSize::Precise(size));
        if !self.mod_ref(call, &with_size).is_empty() {
            return false;
        }
        let ty = self.f.editor.type_of(slot.dest);
        if own.is_empty() || own.iter().any(|&n| args[n] != slot.source || self.f.editor.type_of(args[n]) != ty) {
            return false;
        }
        for operand in own {
            self.f.editor.set_operand(Use { user: call, operand: operand as u32 }, slot.dest);
        }
        if let (true, Some(dest)) = (slot.align < align, slot.dest.as_inst()) {
            self.f.editor.change(dest, |data, _| {
                if let InstData::Alloca { align: of, .. } = data
                    && let Some(align) = lindworm_ir::instruction::Align::new(align)
                {
                    *of = align;
                }
            });
        }
        if let Some(moved) = moved {
            self.f.editor.move_inst(moved, Point::Before(call));
        }
        if let Some(marker) = marker {
            self.f.editor.move_inst(marker, Point::Before(call));
            self.ssa.remove(marker);
            self.ssa.insert_before(marker, call);
        }
        self.keep_common_tags(call, slot.load);
        self.keep_common_tags(call, slot.store);
        // The call may capture the destination.
        self.cache = AliasCache::default();
        self.escapes.forget();
        true
    }

    /// Removes alias metadata of a call that another access does not have.
    fn keep_common_tags(&mut self, call: Inst, other: Inst) {
        const KINDS: [lindworm_ir::context::MetadataKind; 3] =
            [lindworm_ir::context::MetadataKind::TBAA, crate::known!(b"alias.scope"), crate::known!(b"noalias")];
        for kind in KINDS {
            let body = self.f.editor.body();
            if body.attachment(call, kind) != body.attachment(other, kind) {
                self.f.editor.set_attachment(call, kind, None);
            }
        }
    }

    /// Whether an instruction comes after another in their block; `None` if they are far apart.
    fn is_after(&self, first: Inst, later: Inst) -> Option<bool> {
        let body = self.f.editor.body();
        let (mut down, mut up) = (Some(first), Some(first));
        for _ in 0..MAX_BETWEEN {
            down = down.and_then(|inst| body.next_inst(inst));
            up = up.and_then(|inst| body.prev_inst(inst));
            match () {
                _ if down == Some(later) => return Some(true),
                _ if up == Some(later) => return Some(false),
                _ if down.is_none() => return Some(false),
                _ if up.is_none() => return Some(true),
                _ => {}
            }
        }
        None
    }

    /// Whether a value is computed before an instruction.
    fn is_known_at(&self, value: Value, at: Inst) -> bool {
        let body = self.f.editor.body();
        let Some(inst) = value.as_inst() else { return true };
        match (body.inst_block(inst), body.inst_block(at)) {
            (Some(a), Some(b)) if a == b => self.is_after(at, inst) == Some(false),
            (Some(a), Some(b)) => self.dominators.dominates(a, b),
            _ => false,
        }
    }

    /// Whether that many bytes at an address can be written anywhere in the function.
    fn can_write(&self, dest: Value, bytes: u64) -> bool {
        let query = self.query();
        let object = self.underlying_object(dest);
        let is_variable = self.variable(object);
        let has = |n, kind| {
            let set = query.param_attributes(n);
            self.f.editor.module().context().has_attribute(set, kind)
        };
        let is_writable = match object.kind() {
            ValueKind::Arg(n) => has(n, AttrKind::BY_VAL) || has(n, AttrKind::WRITABLE) && has(n, AttrKind::NO_ALIAS),
            _ => is_variable.is_some(),
        };
        let Some((base, offset)) = query.base_and_constant_offset(dest).filter(|_| is_writable) else { return false };
        let available = match is_variable.filter(|_| base == object) {
            Some((bytes, _)) => Some(bytes),
            None => query.accessible_bytes(base).map(|(bytes, _)| bytes),
        };
        available.is_some_and(|available| offset.checked_add(bytes).is_some_and(|end| end <= available))
    }

    /// Whether a variable is used by nothing but two instructions and lifetime markers.
    fn is_used_only_by(&self, variable: Value, a: Inst, b: Inst) -> bool {
        let mut uses = self.f.editor.uses().of(variable);
        let is_expected = |user: Inst| {
            user == a
                || user == b
                || matches!(self.call(user), Some((Some(IntrinsicId::LIFETIME_START | IntrinsicId::LIFETIME_END), _)))
        };
        uses.by_ref().take(MAX_USES).all(|at| is_expected(at.user)) && uses.next().is_none()
    }

    /// Whether the call may keep the address of the variable: the lifetime of the variable ends before the address is used, and
    /// the address of the destination is not known to anybody else.
    fn may_capture(&self, slot: &Slot, size: u64, call: Inst) -> bool {
        let object = self.underlying_object(slot.dest);
        let is_hidden = self.with_walker(|walker| walker.aliases.is_not_captured_before(object, Some(call), true));
        if !is_hidden {
            return false;
        }
        let body = self.f.editor.body();
        let at = Location::new(slot.source, AccessSize::Precise(size));
        let mut next = body.next_inst(call);
        for _ in 0..MAX_BETWEEN {
            let Some(inst) = next else { return false };
            let is_end = match self.call(inst) {
                Some((Some(IntrinsicId::LIFETIME_END), info)) => body.call_args(info).last() == Some(&slot.source),
                _ => matches!(body.inst(inst), InstData::Ret { .. }),
            };
            if is_end {
                return true;
            }
            if inst != slot.load && (!self.mod_ref(inst, &at).is_empty() || body.inst(inst).is_terminator()) {
                return false;
            }
            next = body.next_inst(inst);
        }
        false
    }

    /// Passes the original to calls that only read a copy.
    pub(super) fn visit_call(&mut self, call: Inst) -> bool {
        let mut changed = false;
        let Some(&info) = self.f.editor.body().inst(call).call_info() else { return false };
        for n in 0..self.f.editor.body().call_args(&info).len() {
            let has = |kind| param_has(self.f.editor.module(), &info, n, kind);
            if (has(AttrKind::BY_VAL) || has(AttrKind::READ_ONLY))
                && let Some(original) = self.original_of(call, &info, n)
            {
                self.f.editor.set_operand(Use { user: call, operand: n as u32 }, original);
                changed = true;
            }
        }
        changed
    }

    /// What is copied to an argument of a call that only reads the argument.
    fn original_of(&mut self, call: Inst, info: &CallInfo, n: usize) -> Option<Value> {
        let (module, cx) = (self.f.editor.module(), self.f.editor.module().context());
        let arg = *self.f.editor.body().call_args(info).get(n)?;
        let access = self.ssa.of(call)?;
        let by_value = param_sets(module, info, n).find_map(|set| cx.attribute_type(set, AttrKind::BY_VAL));
        let stripped = module.strip_pointer_casts(arg);
        let (size, align) = match by_value {
            Some(ty) => {
                let size = module.data_layout().alloc_size(cx, ty).filter(|size| !size.scalable)?.min;
                let align = param_sets(module, info, n).find_map(|set| cx.attribute_int(set, AttrKind::ALIGN))?;
                (size, align)
            }
            None => {
                let whole = Location::around(stripped);
                let is_read_only =
                    param_has(module, info, n, AttrKind::NO_ALIAS) || !self.mod_ref(call, &whole).contains(ModRef::MOD);
                self.variable(stripped).filter(|_| self.does_not_capture(call, n) && is_read_only)?
            }
        };
        let at = Location::new(arg, AccessSize::Precise(size));
        let state = self.with_walker(|walker| walker.clobber(self.ssa.before(access), &at));
        let copy = self.transfer_at(state)?;
        let len = self.constant(copy.len)?;
        let is_copy = matches!(copy.kind, Kind::Copy | Kind::InlineCopy) && !copy.volatile && copy.dest == stripped;
        let fits = if by_value.is_some() { len >= size } else { len == size };
        if !is_copy || !fits || self.f.editor.type_of(copy.source) != self.f.editor.type_of(arg) {
            return None;
        }
        let source = self.end_of(&copy, 1);
        if self.with_walker(|walker| walker.is_written_between(&source, copy.inst, call))
            || by_value.is_none() && self.mod_ref(call, &source).contains(ModRef::MOD)
        {
            return None;
        }
        if copy.aligns[1].unwrap_or(1) < align && !self.align_to(copy.source, align) {
            return None;
        }
        self.keep_common_tags(call, copy.inst);
        Some(copy.source)
    }

    /// Gives an address at least this alignment, if it has not or cannot be given it.
    fn align_to(&mut self, pointer: Value, align: u64) -> bool {
        let zeros = self.query().known_bits(pointer).map_or(0, |known| known.min_trailing_zeros());
        if zeros >= align.trailing_zeros() {
            return true;
        }
        let (Some(_), Some(inst)) = (self.variable(pointer), pointer.as_inst()) else { return false };
        let Some(wanted) = lindworm_ir::instruction::Align::new(align) else { return false };
        self.f.editor.change(inst, |data, _| {
            if let InstData::Alloca { align, .. } = data {
                *align = wanted;
            }
        });
        true
    }
}
