//! Loads whose value is only stored, and stores of loaded values, are split where the partitions of an alloca end, together.
//!
//! Such integers are transfers of bytes. Later, when the parts of an alloca are rewritten one by one, a load and a store of the
//! same value could no longer be split alike.

use lindworm_ir::builder::BuildError;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Splitter;
use super::parts::offset_address;
use super::rewrite::common_align;
use super::slices::{Partition, Slice, Slices};
use super::tags::{copy_alias_tags, copy_loop_tags};

/// A load or store to be split.
struct Candidate {
    /// The index of its slice.
    slice: usize,
    /// The offsets in the access at which it is split.
    offsets: Vec<u64>,
}

/// The loads and stores to be split.
#[derive(Default)]
struct Candidates {
    loads: Vec<Inst>,
    stores: Vec<Inst>,
    splits: HashMap<Inst, Candidate>,
}

impl Splitter<'_, '_, '_> {
    /// Splits loads and stores of an alloca, and the slices of these.
    pub(super) fn presplit(&mut self, slices: &mut Slices) {
        let found = self.candidates(slices, &slices.partitions());
        if found.loads.is_empty() && found.stores.is_empty() {
            return;
        }
        let mut new: Vec<Slice> = Vec::new();
        let mut parts_of: HashMap<Inst, Vec<Value>> = HashMap::default();
        // Building fails only for types that do not fit, and all are integers of whole bytes.
        let done = self.split_all(slices, &found, &mut new, &mut parts_of);
        debug_assert!(done.is_ok(), "parts of integers: {done:?}");
        for candidate in found.splits.values() {
            let inst = slices.slices[candidate.slice].at.user;
            if found.loads.contains(&inst) || found.stores.contains(&inst) {
                slices.slices[candidate.slice].end = 0;
            }
        }
        slices.slices.retain(|slice| slice.begin < slice.end);
        slices.slices.extend(new);
        slices.slices.sort_by_key(Slice::key);
    }

    fn candidates(&self, slices: &Slices, partitions: &[Partition]) -> Candidates {
        let (f, body) = (&self.f, self.f.editor.body());
        let mut found = Candidates::default();
        let mut whole_loads: HashSet<Inst> = HashSet::default();
        let loaded = |store: Inst| match *body.inst(store) {
            InstData::Store { value, .. } => {
                value.as_inst().filter(|&load| matches!(body.inst(load), InstData::Load { .. }))
            }
            _ => None,
        };
        let is_simple = |inst: Inst| match *body.inst(inst) {
            InstData::Load { volatile, ordering, .. } | InstData::Store { volatile, ordering, .. } => {
                !volatile && ordering == AtomicOrdering::NotAtomic
            }
            _ => false,
        };
        for part in partitions {
            for n in part.own.clone() {
                let slice = &slices.slices[n];
                let inst = slice.at.user;
                let is_load = matches!(body.inst(inst), InstData::Load { .. });
                if !slice.splittable || slice.end <= part.end {
                    whole_loads.extend(if is_load { Some(inst) } else { loaded(inst) });
                    continue;
                }
                if is_load {
                    let is_stored = |at: Use| {
                        at.operand == 0 && matches!(body.inst(at.user), InstData::Store { .. }) && is_simple(at.user)
                    };
                    if !f.editor.uses().of(inst.into()).all(is_stored) {
                        whole_loads.insert(inst);
                        continue;
                    }
                    found.loads.push(inst);
                } else if loaded(inst).is_some_and(is_simple) {
                    found.stores.push(inst);
                } else {
                    continue;
                }
                let offsets = vec![part.end - slice.begin];
                found.splits.insert(inst, Candidate { slice: n, offsets });
            }
            for &tail in &part.tails {
                let slice = &slices.slices[tail];
                if let Some(candidate) = found.splits.get_mut(&slice.at.user)
                    && slice.end > part.end
                {
                    candidate.offsets.push(part.end - slice.begin);
                }
            }
        }
        // A load and its stores are split at the same offsets, or none of them is.
        let splits = &found.splits;
        let mut stores = std::mem::take(&mut found.stores);
        stores.retain(|store| {
            let Some(load) = loaded(*store).filter(|load| !whole_loads.contains(load)) else { return false };
            let is_alike = splits.get(&load).is_none_or(|of_load| of_load.offsets == splits[store].offsets);
            if !is_alike {
                whole_loads.insert(load);
            }
            is_alike
        });
        stores.retain(|&store| loaded(store).is_some_and(|load| !whole_loads.contains(&load)));
        found.stores = stores;
        found.loads.retain(|load| !whole_loads.contains(load));
        found
    }

    fn split_all(
        &mut self,
        slices: &Slices,
        found: &Candidates,
        new: &mut Vec<Slice>,
        parts_of: &mut HashMap<Inst, Vec<Value>>,
    ) -> Result<(), BuildError> {
        let split_stores: HashSet<Inst> = found.stores.iter().copied().collect();
        for &load in &found.loads {
            let candidate = &found.splits[&load];
            let slice = slices.slices[candidate.slice];
            let ranges = ranges(&candidate.offsets, slice.end - slice.begin);
            let parts = self.load_parts(load, &ranges)?;
            for (&part, &(begin, end)) in parts.iter().zip(&ranges) {
                if let Some(user) = part.as_inst() {
                    let at = Use { user, operand: 0 };
                    new.push(Slice { begin: slice.begin + begin, end: slice.begin + end, at, splittable: false });
                }
            }
            let users: Vec<Inst> = self.f.editor.uses().of(load.into()).map(|at| at.user).collect();
            for store in users {
                if split_stores.contains(&store) {
                    continue;
                }
                let InstData::Store { pointer, .. } = *self.f.editor.body().inst(store) else { continue };
                self.store_parts(store, &parts, &ranges)?;
                self.revisit_split(pointer);
                self.dead.push(store);
            }
            parts_of.insert(load, parts);
            self.dead.push(load);
        }
        for &store in &found.stores {
            let InstData::Store { value, .. } = *self.f.editor.body().inst(store) else { continue };
            let Some(load) = value.as_inst() else { continue };
            let candidate = &found.splits[&store];
            let slice = slices.slices[candidate.slice];
            let ranges = ranges(&candidate.offsets, slice.end - slice.begin);
            let parts = match parts_of.get(&load) {
                Some(parts) => parts.clone(),
                None => {
                    let parts = self.load_parts(load, &ranges)?;
                    if let InstData::Load { pointer, .. } = *self.f.editor.body().inst(load) {
                        self.revisit_split(pointer);
                    }
                    parts
                }
            };
            for (store, &(begin, end)) in self.store_parts(store, &parts, &ranges)?.into_iter().zip(&ranges) {
                let at = Use { user: store, operand: 1 };
                new.push(Slice { begin: slice.begin + begin, end: slice.begin + end, at, splittable: false });
            }
            if self.f.editor.uses().has_one_use(load.into()) {
                self.dead.push(load);
            }
            self.dead.push(store);
        }
        Ok(())
    }

    /// An alloca of which an access was split is visited again, and is no longer promotable for now.
    fn revisit_split(&mut self, pointer: Value) {
        if let Some(alloca) = pointer.as_inst()
            && matches!(self.f.editor.body().inst(alloca), InstData::Alloca { .. })
        {
            self.promotable.remove(alloca);
        }
        self.revisit_other(pointer);
    }

    /// Inserts loads of parts of a loaded integer.
    fn load_parts(&mut self, load: Inst, ranges: &[(u64, u64)]) -> Result<Vec<Value>, BuildError> {
        let body = self.f.editor.body();
        let InstData::Load { pointer, align, .. } = *body.inst(load) else { return Ok(Vec::new()) };
        let name = body.name(load.into()).to_vec();
        let address_name = [body.name(pointer), b"."].concat();
        let (types, ty) = (self.types, self.f.editor.type_of(pointer));
        let mut parts = Vec::new();
        for &(begin, end) in ranges {
            let piece = types.int(end - begin).unwrap_or(Type::I8);
            let part = self.f.editor.build_before(load, |b| {
                let address = offset_address(b, pointer, begin, ty, address_name.clone())?;
                b.named(name.clone()).load(piece, address, common_align(align, begin))
            })?;
            if let Some(part) = part.as_inst() {
                copy_loop_tags(self.f, load, part);
            }
            parts.push(part);
        }
        Ok(parts)
    }

    /// Inserts stores of parts of a stored integer.
    fn store_parts(&mut self, store: Inst, parts: &[Value], ranges: &[(u64, u64)]) -> Result<Vec<Inst>, BuildError> {
        let body = self.f.editor.body();
        let InstData::Store { pointer, align, .. } = *body.inst(store) else { return Ok(Vec::new()) };
        let address_name = [body.name(pointer), b"."].concat();
        let (types, ty) = (self.types, self.f.editor.type_of(pointer));
        let mut stores = Vec::new();
        for (&part, &(begin, _)) in parts.iter().zip(ranges) {
            let new = self.f.editor.build_before(store, |b| {
                let address = offset_address(b, pointer, begin, ty, address_name.clone())?;
                b.store(part, address, common_align(align, begin))
            })?;
            copy_loop_tags(self.f, store, new);
            let part_ty = self.f.editor.type_of(part);
            copy_alias_tags(self.f, types, store, new, begin, part_ty);
            stores.push(new);
        }
        Ok(stores)
    }
}

/// The ranges into which an access of `bytes` bytes is split.
fn ranges(offsets: &[u64], bytes: u64) -> Vec<(u64, u64)> {
    let begins = std::iter::once(0).chain(offsets.iter().copied());
    begins.zip(offsets.iter().copied().chain([bytes])).collect()
}
