//! Loads and stores through a phi or select of addresses become ones of each address, so that allocas among these can be promoted.

use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::Splitter;
use super::tags::copy_alias_tags_of_bytes;
use crate::edges::{incoming, set_incoming};
use crate::effects::{has_side_effects, is_lifetime_marker, may_write};
use crate::value_tracking::Query;

/// The maximum number of instructions before an access that are searched for another one of the address.
const MAX_SCANNED: usize = 64;

/// An access through a select. A load from an address may be speculated if the program can load from there in any case.
pub(super) struct SelectUse {
    user: Inst,
    can_speculate: [bool; 2],
}

impl Splitter<'_, '_, '_> {
    /// Whether a value can be loaded from an address at an instruction without undefined behaviour.
    fn can_load(&self, pointer: Value, ty: Type, align: Align, at: Inst) -> bool {
        let (editor, types) = (&self.f.editor, self.types);
        let body = editor.body();
        let query = Query::new(editor, self.f.additions.function());
        // Sanitizers report speculated loads.
        let sanitizers = [AttrKind::SANITIZE_THREAD, AttrKind::SANITIZE_ADDRESS, AttrKind::SANITIZE_HW_ADDRESS];
        let is_sanitized = sanitizers.into_iter().any(|kind| query.function_has(kind));
        if !is_sanitized && query.is_readable(pointer, ty, align) {
            return true;
        }
        let Some(bytes) = types.store_bytes(ty) else { return false };
        let wanted = align.bytes().unwrap_or(1);
        // The markers of an alloca do not matter: a load from a dead alloca yields no value, and the value is not used.
        if !is_sanitized
            && let Some((base, offset)) = query.base_and_constant_offset(pointer)
            && let Some(InstData::Alloca { allocated, count, align, .. }) = query.inst(base)
            && let Some(size) = types.alloc_bytes(*allocated)
            && let Some(count) = editor.module().constants().as_u64(*count)
            && size.checked_mul(count).is_some_and(|all| offset.checked_add(bytes).is_some_and(|end| end <= all))
        {
            return align.bytes().unwrap_or(1) >= wanted && offset.is_multiple_of(wanted);
        }
        let mut next = body.prev_inst(at);
        for _ in 0..MAX_SCANNED {
            let Some(inst) = next else { return false };
            next = body.prev_inst(inst);
            let (address, accessed, align) = match *body.inst(inst) {
                InstData::Load { pointer, align, volatile: false, .. } => (pointer, body.inst_type(inst), align),
                InstData::Store { pointer, align, value, volatile: false, .. } => {
                    (pointer, editor.type_of(value), align)
                }
                ref data => {
                    if data.call_info().is_some() && may_write(editor, inst) && !is_lifetime_marker(editor, inst) {
                        return false;
                    }
                    continue;
                }
            };
            if address == pointer
                && align.bytes() >= Some(wanted)
                && types.store_bytes(accessed).is_some_and(|accessed| accessed >= bytes)
            {
                return true;
            }
        }
        false
    }

    /// Whether the loads of a phi can be made in its predecessors.
    pub(super) fn can_speculate_phi(&self, phi: Inst) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        let mut loads: HashSet<Inst> = editor.uses().of(phi.into()).map(|at| at.user).collect();
        let (mut ty, mut most) = (None, Align::ONE);
        // Nothing may write before the loads, which are in the block of the phi.
        let mut next = Some(phi);
        while let Some(inst) = next.filter(|_| !loads.is_empty()) {
            next = body.next_inst(inst);
            if loads.remove(&inst) {
                let InstData::Load { volatile: false, ordering: AtomicOrdering::NotAtomic, align, .. } =
                    *body.inst(inst)
                else {
                    return false;
                };
                if ty.is_some_and(|ty| ty != body.inst_type(inst)) {
                    return false;
                }
                ty = Some(body.inst_type(inst));
                most = if align.bytes() > most.bytes() { align } else { most };
            } else if may_write(editor, inst) {
                return false;
            }
        }
        let Some(ty) = ty.filter(|_| loads.is_empty()) else { return false };
        let mut seen: HashSet<(Value, Block)> = HashSet::default();
        incoming(editor, phi).into_iter().all(|(value, from)| {
            if !seen.insert((value, from)) {
                return true;
            }
            let Some(terminator) = body.terminator(from) else { return false };
            let data = body.inst(terminator);
            if value == terminator.into() || data.call_info().is_some() || has_side_effects(editor, terminator) {
                return false;
            }
            matches!(data, InstData::Br { .. }) || self.can_load(value, ty, most, terminator)
        })
    }

    /// Replaces the loads of a phi by a phi of loads.
    pub(super) fn speculate_phi(&mut self, phi: Inst) {
        let f = &mut self.f;
        let loads: Vec<Inst> = f.editor.uses().of(phi.into()).map(|at| at.user).collect();
        let Some(&first) = loads.first() else { return };
        let InstData::Load { align, .. } = *f.editor.body().inst(first) else { return };
        let ty = f.editor.body().inst_type(first);
        let name = f.editor.body().name(phi.into()).to_vec();
        let mut made: HashMap<Block, Value> = HashMap::default();
        let mut entries = Vec::new();
        let old_entries = incoming(&f.editor, phi);
        let data = InstData::Phi { incoming: f.editor.list(&[]), fast_math: FastMathFlags::empty() };
        let new = f.editor.insert(Point::Before(phi), data, ty);
        let location = f.editor.body().debug_loc(phi);
        f.editor.set_debug_loc(new, location);
        f.editor.set_name(new.into(), &[&name[..], b".sroa.speculated"].concat());
        for (value, from) in old_entries {
            let load = match made.get(&from) {
                Some(&load) => load,
                None => {
                    let Some(terminator) = f.editor.body().terminator(from) else { return };
                    let name = [&name[..], b".sroa.speculate.load.", f.editor.body().name(from.into())].concat();
                    let built = f.editor.build_before(terminator, |b| b.named(name).load(ty, value, align));
                    let Ok(load) = built else { return };
                    if let Some(load) = load.as_inst() {
                        copy_alias_tags_of_bytes(f, first, load, 0, None);
                    }
                    made.insert(from, load);
                    load
                }
            };
            entries.push((load, from));
        }
        set_incoming(&mut f.editor, new, &entries);
        for load in loads {
            f.editor.replace_all(load.into(), new.into());
            f.editor.erase(load);
        }
        f.editor.erase(phi);
    }

    /// The accesses through a select, if all of them can be made without it.
    pub(super) fn select_uses(&self, select: Inst) -> Option<Vec<SelectUse>> {
        let body = self.f.editor.body();
        let InstData::Select { if_true, if_false, .. } = *body.inst(select) else { return None };
        let mut uses = Vec::new();
        for at in self.f.editor.uses().of(select.into()) {
            let user = at.user;
            let can_speculate = match *body.inst(user) {
                InstData::Store { volatile: false, .. } if at.operand == 1 && !self.keeps_cfg => [false; 2],
                InstData::Load { volatile: false, ordering, align, .. } => {
                    let is_simple = ordering == AtomicOrdering::NotAtomic;
                    let ty = body.inst_type(user);
                    [if_true, if_false].map(|pointer| is_simple && self.can_load(pointer, ty, align, user))
                }
                _ => return None,
            };
            if self.keeps_cfg && can_speculate != [true; 2] {
                return None;
            }
            uses.push(SelectUse { user, can_speculate });
        }
        Some(uses)
    }

    /// Replaces the accesses through a select by accesses of its operands.
    pub(super) fn rewrite_select(&mut self, select: Inst, uses: Vec<SelectUse>) {
        for SelectUse { user, can_speculate } in uses {
            if self.f.editor.body().inst_block(user).is_none() {
                continue;
            }
            match can_speculate {
                [true, true] => self.speculate_loads(select, user),
                _ => self.branch_to_accesses(select, user, can_speculate),
            }
        }
        // A select of addresses in two partitions is listed twice.
        if self.f.editor.body().inst_block(select).is_some() && self.f.editor.uses().is_unused(select.into()) {
            self.f.editor.erase(select);
        }
    }

    /// Replaces a load through a select by a select of two loads.
    fn speculate_loads(&mut self, select: Inst, load: Inst) {
        let f = &mut self.f;
        let body = f.editor.body();
        let InstData::Select { condition, if_true, if_false, .. } = *body.inst(select) else { return };
        let InstData::Load { align, .. } = *body.inst(load) else { return };
        let (ty, name) = (body.inst_type(load), body.name(load.into()).to_vec());
        let named = |suffix: &str| [&name[..], b".sroa.speculate", suffix.as_bytes()].concat();
        let built = f.editor.build_before(load, |b| {
            let first = b.named(named(".load.true")).load(ty, if_true, align)?;
            let second = b.named(named(".load.false")).load(ty, if_false, align)?;
            let value = b.named(named("d")).select(condition, first, second)?;
            Ok::<_, lindworm_ir::builder::BuildError>([first, second, value])
        });
        let Ok([first, second, value]) = built else { return };
        for new in [first, second].into_iter().filter_map(Value::as_inst) {
            copy_alias_tags_of_bytes(f, load, new, 0, None);
        }
        if let Some(value) = value.as_inst() {
            for kind in [MetadataKind::PROF, crate::known!(b"unpredictable")] {
                let metadata = f.editor.body().attachment(select, kind);
                if metadata.is_some() {
                    f.editor.set_attachment(value, kind, metadata);
                }
            }
        }
        f.editor.replace_all(load.into(), value);
        f.editor.erase(load);
    }

    /// Replaces an access through a select by accesses in branches. An address that can be loaded from in any case is loaded from
    /// before the branch.
    fn branch_to_accesses(&mut self, select: Inst, access: Inst, can_speculate: [bool; 2]) {
        let f = &mut self.f;
        let body = f.editor.body();
        let InstData::Select { condition, if_true, if_false, .. } = *body.inst(select) else { return };
        let Some(head) = body.inst_block(access) else { return };
        let (head_name, name) = (body.name(head.into()).to_vec(), body.name(access.into()).to_vec());
        let location = body.debug_loc(access);
        let weights = body.attachment(select, MetadataKind::PROF);
        let is_load = matches!(body.inst(access), InstData::Load { .. });
        let named = |base: &[u8], suffix: &[u8]| [base, suffix].concat();
        let tail = f.editor.split_block(access, &named(&head_name, b".cont"));
        let Some(old_branch) = f.editor.body().terminator(head) else { return };
        f.editor.erase(old_branch);
        let mut places = [head; 2];
        let mut after = head;
        for (n, suffix) in [&b".then"[..], b".else"].into_iter().enumerate() {
            if !can_speculate[n] {
                let block = f.editor.create_block(Some(after));
                f.editor.set_name(block.into(), &named(&head_name, suffix));
                let branch = f.editor.insert(Point::End(block), InstData::Br { dest: tail }, Type::VOID);
                f.editor.set_debug_loc(branch, location);
                places[n] = block;
                after = block;
            }
        }
        let target = |place: Block| if place == head { tail } else { place };
        let data = InstData::CondBr { condition, if_true: target(places[0]), if_false: target(places[1]) };
        let branch = f.editor.insert(Point::End(head), data, Type::VOID);
        f.editor.set_debug_loc(branch, location);
        if weights.is_some() {
            f.editor.set_attachment(branch, MetadataKind::PROF, weights);
        }
        let mut entries = Vec::new();
        for (n, (pointer, suffix)) in [(if_true, &b".then.val"[..]), (if_false, b".else.val")].into_iter().enumerate() {
            let Some(terminator) = f.editor.body().terminator(places[n]) else { return };
            let copy = f.editor.clone_inst(access, Point::Before(terminator));
            f.editor.change(copy, |data, _| {
                if let InstData::Load { pointer: of, .. } | InstData::Store { pointer: of, .. } = data {
                    *of = pointer;
                }
            });
            if places[n] == head {
                f.drop_undefined_behaviour(copy);
            }
            if is_load {
                f.editor.set_name(copy.into(), &named(&name, suffix));
                entries.push((copy.into(), places[n]));
            }
        }
        if is_load {
            let data = InstData::Phi { incoming: f.editor.list(&[]), fast_math: FastMathFlags::empty() };
            let phi = f.editor.insert(Point::Before(access), data, f.editor.body().inst_type(access));
            set_incoming(&mut f.editor, phi, &entries);
            f.editor.take_name(access.into(), phi.into());
            f.editor.replace_all(access.into(), phi.into());
        }
        f.editor.erase(access);
    }
}
