//! Scalar promotion: a location that a loop accesses through one pointer only is kept in a register during the loop.

use lindworm_analysis::alias::Location;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::{Align, AtomicOrdering};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::value::ValueKind;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Access, MAX_ACCESSES, Motion, name_of};
use crate::edges::{insert_phi, predecessors, successors};
use crate::effects::{is_pad, may_throw};
use crate::merged_location::merged_location;
use crate::ssa::Definitions;

/// The maximum number of uses of a pointer that are searched for the order of its accesses.
const MAX_USES: usize = 1 << 10;

/// The accesses of one address.
struct Candidate {
    pointer: Value,
    ty: Type,
    /// In the order of the uses of the pointer.
    accesses: Vec<Inst>,
    align: Align,
    ordering: AtomicOrdering,
}

impl Motion<'_, '_, '_> {
    pub(super) fn promote_all(&mut self) {
        if self.form.exits.is_empty() || self.accesses.len() > MAX_ACCESSES {
            return;
        }
        let body = self.f.editor.body();
        // What is in a register during a suspension is not what another thread or the caller stores.
        let suspends = |access: &Access| {
            let call = body.inst(access.inst).call_info();
            let callee = call.and_then(|call| self.f.editor.module().callee(call.callee));
            callee.is_some_and(|callee| callee.intrinsic == Some(IntrinsicId::CORO_SUSPEND))
        };
        if self.accesses.iter().any(suspends) {
            return;
        }
        // An exit must have a place for stores.
        let has_place = |&exit: &Block| {
            let first = body.first_non_phi(exit);
            let is_jump = predecessors(&self.f.editor, exit).iter().all(|&from| {
                let terminator = body.terminator(from).map(|t| body.inst(t));
                matches!(terminator, Some(InstData::Br { .. } | InstData::CondBr { .. } | InstData::Switch { .. }))
            });
            first.is_some_and(|i| !is_pad(body.inst(i))) && is_jump
        };
        if !self.form.exits.iter().all(has_place) {
            return;
        }
        // Where the loop may throw, a store in the exits must not be visible unless the loop stores.
        let throws =
            self.form.blocks.iter().any(|&block| body.insts(block).any(|inst| may_throw(&self.f.editor, inst)));
        let mut places = None;
        // Stores that are sunk into an exit keep their order.
        self.starts = self.form.exits.iter().filter_map(|&exit| Some((exit, body.first_non_phi(exit)?))).collect();
        // A pointer that the loop loads may not change once it is in a register.
        for _ in 0..MAX_ACCESSES {
            let candidates = self.candidates();
            let mut is_changed = false;
            for candidate in candidates {
                let places = places.get_or_insert_with(|| self.form.places(&self.f.editor, self.preheader));
                is_changed |= self.promote(&candidate, places, throws);
            }
            if !is_changed {
                break;
            }
        }
    }

    /// The groups of plain accesses of one invariant address and type that no other access of the loop overlaps.
    fn candidates(&self) -> Vec<Candidate> {
        let editor = &self.f.editor;
        let body = editor.body();
        let mut found: Vec<Candidate> = Vec::new();
        let mut places: HashMap<(Value, Type), usize> = HashMap::default();
        for access in &self.accesses {
            let (pointer, ty, align, ordering) = match *body.inst(access.inst) {
                InstData::Load { pointer, align, ordering, volatile: false, .. } => {
                    (pointer, body.inst_type(access.inst), align, ordering)
                }
                InstData::Store { pointer, value, align, ordering, volatile: false, .. } => {
                    (pointer, editor.type_of(value), align, ordering)
                }
                _ => continue,
            };
            if !self.form.is_invariant(editor, pointer) || ordering > AtomicOrdering::Unordered {
                continue;
            }
            let place = *places.entry((pointer, ty)).or_insert(found.len());
            match found.get_mut(place) {
                // An access of the other kind is not part of the group; it overlaps the group, which is then not promoted.
                Some(candidate) if candidate.ordering == ordering => candidate.accesses.push(access.inst),
                Some(_) => {}
                None => found.push(Candidate { pointer, ty, accesses: vec![access.inst], align, ordering }),
            }
        }
        let aliases = self.aliases();
        found.retain(|candidate| {
            let is_stored = candidate.accesses.iter().any(|&inst| matches!(body.inst(inst), InstData::Store { .. }));
            // One location for each type that the accesses are known to have.
            let mut places: Vec<Location> = Vec::new();
            for at in candidate.accesses.iter().filter_map(|&inst| aliases.location(inst)) {
                if !places.contains(&at) {
                    places.push(at);
                }
            }
            let mut others = self.accesses.iter().filter(|access| !candidate.accesses.contains(&access.inst));
            is_stored && others.all(|access| places.iter().all(|at| aliases.mod_ref(access.inst, at).is_empty()))
        });
        for candidate in &mut found {
            // The uses of constants are not known by their order.
            if candidate.pointer.is_local() && candidate.accesses.len() > 1 {
                let old = std::mem::take(&mut candidate.accesses);
                let mut left: HashSet<Inst> = old.iter().copied().collect();
                let mut users = editor.uses().of(candidate.pointer).map(|at| at.user).take(MAX_USES);
                while !left.is_empty()
                    && let Some(user) = users.next()
                {
                    candidate.accesses.extend(left.take(&user));
                }
                candidate.accesses.extend(old.into_iter().filter(|inst| left.contains(inst)));
            }
        }
        found
    }

    /// Whether a pointer to the object may be known elsewhere when the loop runs, or is returned.
    fn is_known_elsewhere(&self, object: Value) -> bool {
        self.aliases().is_captured(object, true, |user| self.may_precede(user))
    }

    /// Whether control may reach the loop after an instruction, as far as a bounded search shows.
    fn may_precede(&self, inst: Inst) -> bool {
        const MAX_BLOCKS: usize = 32;
        let Some(start) = self.f.editor.body().inst_block(inst) else { return true };
        let mut met: HashSet<Block> = [start].into_iter().collect();
        let mut pending = vec![start];
        while let Some(block) = pending.pop() {
            if self.form.contains(block) || block == self.preheader || met.len() > MAX_BLOCKS {
                return true;
            }
            pending.extend(successors(&self.f.editor, block).into_iter().filter(|&to| met.insert(to)));
        }
        false
    }

    /// Whether no other thread can see a store to this pointer, because the function has the only pointer to the object.
    fn is_private(&self, pointer: Value) -> bool {
        let object = self.aliases().underlying_object(pointer);
        let is_local = object.as_global().is_none() && self.aliases().is_identified(object);
        self.pass.is_single_threaded || is_local && !self.is_known_elsewhere(object)
    }

    /// Whether nobody reads the object that a pointer is based on if the loop unwinds.
    fn is_dead_on_unwind(&self, pointer: Value) -> bool {
        let object = self.aliases().underlying_object(pointer);
        let cx = self.f.editor.module().context();
        match object.kind() {
            ValueKind::Inst(inst) => {
                let is_alloca = matches!(self.f.editor.body().inst(inst), InstData::Alloca { .. });
                is_alloca || self.aliases().is_identified(object) && !self.is_known_elsewhere(object)
            }
            ValueKind::Arg(n) => {
                let set = self.query().param_attributes(n);
                [AttrKind::BY_VAL, AttrKind::DEAD_ON_UNWIND].into_iter().any(|kind| cx.has_attribute(set, kind))
            }
            _ => false,
        }
    }

    /// Whether the object that a pointer is based on can be written.
    fn is_writable(&self, pointer: Value, ty: Type) -> bool {
        let aliases = self.aliases();
        let object = aliases.underlying_object(pointer);
        let (editor, cx) = (&self.f.editor, self.f.editor.module().context());
        match object.kind() {
            ValueKind::Inst(inst) => {
                matches!(editor.body().inst(inst), InstData::Alloca { .. }) || aliases.is_identified(object)
            }
            ValueKind::Arg(n) => {
                let set = self.query().param_attributes(n);
                let has = |kind| cx.has_attribute(set, kind);
                let is_writable = has(AttrKind::WRITABLE) && has(AttrKind::NO_ALIAS);
                has(AttrKind::BY_VAL) || is_writable && self.query().is_readable(pointer, ty, Align::ONE)
            }
            _ => false,
        }
    }

    fn promote(&mut self, candidate: &Candidate, places: &HashMap<Block, u32>, throws: bool) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        let is_store = |inst: Inst| matches!(body.inst(inst), InstData::Store { .. });
        let is_certain = |inst: Inst| self.execution.is_certain(editor, inst);
        let mut align = candidate.align;
        let certain: Vec<Inst> = candidate.accesses.iter().copied().filter(|&inst| is_certain(inst)).collect();
        let align_of = |inst: Inst| match *body.inst(inst) {
            InstData::Load { align, .. } | InstData::Store { align, .. } => align,
            _ => Align::ONE,
        };
        // The memory is accessible in the preheader.
        if let Some(best) = certain.iter().map(|&inst| align_of(inst)).max() {
            align = best;
        } else {
            align = candidate.accesses.iter().map(|&inst| align_of(inst)).min().unwrap_or(align);
            if !self.query().is_readable(candidate.pointer, candidate.ty, align) {
                return false;
            }
        }
        let module = editor.module();
        let size = module.data_layout().store_size(module.context(), candidate.ty).map_or(0, |size| size.min);
        if candidate.ordering != AtomicOrdering::NotAtomic && align.bytes().is_none_or(|align| align < size) {
            return false;
        }
        let has_certain_store = certain.iter().any(|&inst| is_store(inst));
        let pointer = candidate.pointer;
        let may_store = (!throws || self.is_dead_on_unwind(pointer))
            && (has_certain_store
                || self.stores_before_exits(candidate)
                || self.is_writable(pointer, candidate.ty) && self.is_private(pointer));
        let has_load = candidate.accesses.iter().any(|&inst| !is_store(inst));
        if may_store {
            self.rewrite(candidate, align, has_load || !has_certain_store, true, places);
        } else if has_load {
            // The stores stay, and the loop does not load.
            self.rewrite(candidate, align, true, false, places);
        }
        may_store || has_load
    }

    /// Whether a store precedes each exit: its block dominates the exiting blocks.
    fn stores_before_exits(&self, candidate: &Candidate) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        // A store in the only exiting block, or in the header, precedes every exit.
        let blocks: Vec<Block> = candidate
            .accesses
            .iter()
            .filter(|&&inst| matches!(body.inst(inst), InstData::Store { .. }))
            .filter_map(|&inst| body.inst_block(inst))
            .collect();
        let [exiting] = self.form.exiting[..] else { return false };
        blocks.contains(&exiting)
    }

    fn rewrite(
        &mut self,
        candidate: &Candidate,
        align: Align,
        needs_load: bool,
        sinks_stores: bool,
        places: &HashMap<Block, u32>,
    ) {
        let Some(entry) = self.f.editor.body().terminator(self.preheader) else { return };
        let certain_load = candidate.accesses.iter().any(|&inst| {
            let is_load = matches!(self.f.editor.body().inst(inst), InstData::Load { .. });
            is_load && self.execution.is_certain(&self.f.editor, inst)
        });
        let pointer_name = name_of(&self.f.editor, candidate.pointer, b".promoted");
        let before = match needs_load {
            true => {
                let data = InstData::Load {
                    pointer: candidate.pointer,
                    align,
                    ordering: candidate.ordering,
                    scope: lindworm_ir::context::SyncScope::SYSTEM,
                    volatile: false,
                };
                let load = self.f.editor.insert(Point::Before(entry), data, candidate.ty);
                if certain_load {
                    self.copy_tags(candidate, load);
                }
                let name = match pointer_name.is_empty() {
                    true => match candidate.pointer.as_global().and_then(|g| self.f.editor.module().global(g)) {
                        Some(global) => [global.name(), b".promoted"].concat(),
                        None => b".promoted".to_vec(),
                    },
                    false => pointer_name,
                };
                self.f.editor.set_name(load.into(), &name);
                load.into()
            }
            false => self.f.editor.module().constants().poison(candidate.ty),
        };
        let first = candidate.accesses[0];
        let base = match *self.f.editor.body().inst(first) {
            InstData::Store { value, .. } => value,
            _ => first.into(),
        };
        let name = self.f.editor.body().name(base).to_vec();
        // The value at the end of each block that stores, and the loads that need the value at the start of their block.
        let body = self.f.editor.body();
        let mut of_block: HashMap<Block, Value> = [(self.preheader, before)].into_iter().collect();
        let mut accessed: Vec<Block> = Vec::new();
        for &inst in &candidate.accesses {
            let Some(block) = body.inst_block(inst) else { return };
            if !accessed.contains(&block) {
                accessed.push(block);
            }
        }
        let mut waiting: Vec<(Block, Vec<Inst>)> = Vec::new();
        let mut replaced: Vec<(Inst, Value)> = Vec::new();
        for &block in &accessed {
            let mut current: Option<Value> = None;
            let mut open = Vec::new();
            let insts: Vec<Inst> =
                self.f.editor.body().insts(block).filter(|inst| candidate.accesses.contains(inst)).collect();
            for inst in insts {
                match *self.f.editor.body().inst(inst) {
                    InstData::Store { value, .. } => current = Some(value),
                    _ => match current {
                        Some(value) => replaced.push((inst, value)),
                        None => open.push(inst),
                    },
                }
            }
            if let Some(value) = current {
                of_block.insert(block, value);
            }
            waiting.push((block, open));
        }
        let mut wanted: Vec<Block> =
            waiting.iter().filter(|(_, open)| !open.is_empty()).map(|&(block, _)| block).collect();
        if sinks_stores {
            wanted.extend(self.form.exits.iter().copied());
        }
        let place = |block| places.get(&block).copied().unwrap_or(0);
        // A value at the start of a block that stores is not the one at its end, so it is asked for at the end of predecessors.
        let definitions = Definitions { place: &place, of_block, ty: candidate.ty, name };
        let at_start = definitions.reaching(&mut self.f.editor, &wanted);
        for block in waiting.iter().map(|&(block, _)| block).filter(|block| definitions.of_block.contains_key(block)) {
            let phi = at_start.get(&block).and_then(|value| value.as_inst());
            let body = self.f.editor.body();
            let is_new = |phi: &Inst| {
                let is_definition = definitions.of_block.values().any(|&value| value == (*phi).into());
                body.inst_block(*phi) == Some(block) && !is_definition
            };
            if let Some(phi) = phi.filter(is_new) {
                let location = body.first_non_phi(block).and_then(|inst| body.debug_loc(inst));
                self.f.editor.set_debug_loc(phi, location);
            }
        }
        for (block, open) in waiting {
            let Some(&value) = at_start.get(&block) else { continue };
            replaced.extend(open.into_iter().map(|inst| (inst, value)));
        }
        for exit in self.form.exits.clone().into_iter().filter(|_| sinks_stores) {
            let Some(&value) = at_start.get(&exit) else { continue };
            self.store_in_exit(candidate, align, exit, value);
        }
        // A load may be replaced by another load of the group.
        for n in 0..replaced.len() {
            let (inst, value) = replaced[n];
            self.f.editor.replace_all(inst.into(), value);
            for (_, other) in &mut replaced[n + 1..] {
                if *other == inst.into() {
                    *other = value;
                }
            }
        }
        if let Some(load) = before.as_inst().filter(|_| self.f.editor.uses().is_unused(before)) {
            self.f.editor.erase(load);
        }
        for &inst in &candidate.accesses {
            if !sinks_stores && matches!(self.f.editor.body().inst(inst), InstData::Store { .. }) {
                continue;
            }
            self.erase(inst);
        }
    }

    fn store_in_exit(&mut self, candidate: &Candidate, align: Align, exit: Block, mut value: Value) {
        if let Some(stored) = value.as_inst().filter(|_| !self.form.is_invariant(&self.f.editor, value)) {
            let sources = predecessors(&self.f.editor, exit);
            let entries: Vec<(Value, Block)> = sources.into_iter().map(|from| (value, from)).collect();
            let Some(first) = self.f.editor.body().first_inst(exit) else { return };
            value = insert_phi(&mut self.f.editor, Point::BeforeRecords(first), stored, b".lcssa", &entries);
        }
        let Some(&at) = self.starts.get(&exit) else { return };
        let data = InstData::Store {
            value,
            pointer: candidate.pointer,
            align,
            ordering: candidate.ordering,
            scope: lindworm_ir::context::SyncScope::SYSTEM,
            volatile: false,
        };
        let store = self.f.editor.insert(Point::BeforeRecords(at), data, Type::VOID);
        self.copy_tags(candidate, store);
        let body = self.f.editor.body();
        let locations = candidate.accesses.iter().map(|&inst| body.debug_loc(inst));
        let metadata = &mut self.f.additions.metadata;
        let location = locations.reduce(|a, b| merged_location(metadata, a, b)).flatten();
        self.f.editor.set_debug_loc(store, location);
    }

    /// Gives an access the alias metadata that all accesses of the location have.
    fn copy_tags(&mut self, candidate: &Candidate, access: Inst) {
        const KINDS: [MetadataKind; 3] = [MetadataKind::TBAA, crate::known!(b"alias.scope"), crate::known!(b"noalias")];
        for kind in KINDS {
            let body = self.f.editor.body();
            let tag = body.attachment(candidate.accesses[0], kind);
            if tag.is_some() && candidate.accesses.iter().all(|&inst| body.attachment(inst, kind) == tag) {
                self.f.editor.set_attachment(access, kind, tag);
            }
        }
    }
}
