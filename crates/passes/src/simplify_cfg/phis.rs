//! Removal of empty blocks and of duplicate phis.

use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};
use smallvec::SmallVec;

use super::Simplifier;
use crate::edges::{self, incoming, set_incoming};

impl Simplifier<'_, '_, '_> {
    /// The incoming value of a phi for a predecessor.
    pub(super) fn incoming_value(&self, phi: Inst, from: Block) -> Option<Value> {
        let at = self.incoming_use(phi, from)?;
        self.f.editor.body().operand(phi, at.operand as usize)
    }

    /// The use of the incoming value of a phi for a predecessor. With several edges, that of the first entry.
    pub(super) fn incoming_use(&self, phi: Inst, from: Block) -> Option<Use> {
        let body = self.f.editor.body();
        let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
        let entry = body.list_values(incoming).chunks_exact(2).position(|pair| pair[1] == from.into())?;
        Some(Use { user: phi, operand: 2 * entry as u32 })
    }

    /// Sets the incoming value of a phi for an edge.
    pub(super) fn set_incoming_value(&mut self, phi: Inst, from: Block, value: Value) {
        if let Some(at) = self.incoming_use(phi, from) {
            self.editor().set_operand(at, value);
        }
    }

    /// Whether the result of an instruction is used only in a block, or by phis for edges from the block.
    pub(super) fn is_used_only_by(&self, inst: Inst, block: Block) -> bool {
        let body = self.f.editor.body();
        self.f.editor.uses().of(inst.into()).all(|at| match body.inst(at.user) {
            InstData::Phi { .. } => body.operand(at.user, at.operand as usize + 1) == Some(block.into()),
            _ => body.inst_block(at.user) == Some(block),
        })
    }

    /// Whether a block has no phis, or phis with so few incoming values that rescanning them after each change is cheap.
    pub(super) fn has_few_entries(&self, block: Block) -> bool {
        const MAX_ENTRIES: usize = 256;
        let body = self.f.editor.body();
        match body.first_inst(block).map(|inst| body.inst(inst)) {
            Some(InstData::Phi { incoming, .. }) => body.list_values(incoming).len() <= 2 * MAX_ENTRIES,
            _ => true,
        }
    }

    /// Removes one of two equivalent phis of a block.
    pub(super) fn erase_duplicate_phis(&mut self, block: Block) -> bool {
        let phis = edges::phis(&self.f.editor, block);
        // The pairwise comparison is quadratic, so the number of phis is limited.
        if phis.len() < 2 || phis.len() > 32 {
            return false;
        }
        for (n, &later) in phis.iter().enumerate().skip(1) {
            for &first in &phis[..n] {
                let body = self.f.editor.body();
                let (InstData::Phi { incoming: a, fast_math: x }, InstData::Phi { incoming: b, fast_math: y }) =
                    (body.inst(first), body.inst(later))
                else {
                    continue;
                };
                let is_same = body.inst_type(first) == body.inst_type(later) && x == y;
                if is_same && body.list_values(a) == body.list_values(b) {
                    let editor = self.editor();
                    editor.replace_all(later.into(), first.into());
                    editor.erase(later);
                    return true;
                }
            }
        }
        false
    }

    /// Removes a block that consists of phis and an unconditional branch only, and redirects its predecessors to its successor.
    /// If some of these are predecessors of the successor with other values in phis, and only then, redirects the others.
    pub(super) fn fold_empty_block(&mut self, block: Block) -> bool {
        let Some((inst, InstData::Br { dest })) = self.terminator(block) else { return false };
        let body = self.f.editor.body();
        let phis = edges::phis(&self.f.editor, block);
        let first = body.insts(block).nth(phis.len());
        if first != Some(inst)
            || dest == block
            || body.entry() == Some(block)
            || self.f.additions.is_address_taken(block)
        {
            return false;
        }
        let predecessors = edges::predecessors(&self.f.editor, block);
        let is_plain = |&from: &Block| {
            matches!(
                self.terminator(from),
                Some((
                    _,
                    InstData::Br { .. } | InstData::CondBr { .. } | InstData::Switch { .. } | InstData::Invoke { .. }
                ))
            )
        };
        if predecessors.is_empty() || !predecessors.iter().all(is_plain) || !self.has_few_entries(dest) {
            return false;
        }
        // Loop headers keep dedicated preheaders and latches.
        if predecessors.len() >= 2 && (self.headers.contains(block) || self.headers.contains(dest)) {
            return false;
        }
        let is_loop = |inst| {
            let id = body.attachment(inst, lindworm_ir::context::MetadataKind::LOOP);
            id.filter(|&id| self.has_loop_properties(id))
        };
        let loop_id = is_loop(inst);
        if loop_id.is_some()
            && predecessors.iter().any(|&from| body.terminator(from).is_some_and(|last| is_loop(last).is_some()))
        {
            return false;
        }
        let first_of_dest = body.first_non_phi(dest);
        if first_of_dest.is_some_and(|i| crate::effects::is_pad(body.inst(i))) {
            return false;
        }
        let unique: HashSet<Block> = predecessors.iter().copied().collect();
        let targets = edges::phis(&self.f.editor, dest);
        let is_used_only_by_phis = phis.iter().all(|&phi| {
            self.f.editor.uses().of(phi.into()).all(|at| {
                body.inst_block(at.user) == Some(dest)
                    && matches!(body.inst(at.user), InstData::Phi { .. })
                    && body.operand(at.user, at.operand as usize + 1) == Some(block.into())
            })
        });
        if !is_used_only_by_phis {
            return false;
        }
        let of_dest = if targets.is_empty() { SmallVec::new() } else { edges::predecessors(&self.f.editor, dest) };
        let already: SmallVec<[Block; 4]> = of_dest.iter().copied().filter(|from| unique.contains(from)).collect();
        let through = |this: &Self, value: Value, from: Block| match value.as_inst().filter(|i| phis.contains(i)) {
            Some(phi) => this.incoming_value(phi, from),
            None => Some(value),
        };
        let conflicts = |this: &Self, from: Block| {
            targets.iter().any(|&target| {
                let value = this.incoming_value(target, block).and_then(|value| through(this, value, from));
                let is_undef =
                    |v: Option<Value>| v.is_some_and(|v| this.f.editor.module().constants().is_undef_or_poison(v));
                let other = this.incoming_value(target, from);
                value != other && !is_undef(value) && !is_undef(other)
            })
        };
        let mut kept: SmallVec<[Block; 2]> = already.iter().copied().filter(|&from| conflicts(self, from)).collect();
        kept.dedup();
        if !kept.is_empty() {
            if already.iter().any(|&from| from != kept[0]) {
                return false;
            }
            return self.redirect_predecessors(block, dest, &predecessors, &kept);
        }
        for &target in &targets {
            let Some(value) = self.incoming_value(target, block) else { continue };
            let mut entries = incoming(&self.f.editor, target);
            // As in LLVM, the last entry takes the place of the removed one.
            if let Some(place) = entries.iter().position(|&(_, from)| from == block) {
                entries.swap_remove(place);
            }
            match value.as_inst().filter(|i| phis.contains(i)) {
                Some(phi) => entries.extend(incoming(&self.f.editor, phi)),
                None => entries.extend(predecessors.iter().map(|&from| (value, from))),
            }
            self.replace_undef(&mut entries, &unique);
            set_incoming(&mut self.f.editor, target, &entries);
        }
        if self.f.editor.body().name(dest.into()).is_empty() && !self.f.editor.body().name(block.into()).is_empty() {
            self.editor().take_name(block.into(), dest.into());
        }
        // In the order of the predecessors, the edges from one predecessor together.
        let mut places: HashMap<Block, usize> = HashMap::default();
        for (place, &from) in predecessors.iter().enumerate() {
            places.entry(from).or_insert(place);
        }
        let body = self.f.editor.body();
        let edge = |at: Use| Some((places.get(&body.inst_block(at.user)?)?, at));
        let mut edges: Vec<(&usize, Use)> = self.f.editor.uses().of(block.into()).filter_map(edge).collect();
        edges.sort_by_key(|(place, _)| *place);
        for (_, edge) in edges {
            self.editor().set_operand(edge, dest.into());
        }
        for &from in &predecessors {
            if let (Some(id), Some(last)) = (loop_id, self.f.editor.body().terminator(from)) {
                self.editor().set_attachment(last, lindworm_ir::context::MetadataKind::LOOP, Some(id));
            }
        }
        self.editor().erase_blocks(&[block]);
        true
    }

    /// Redirects the predecessors of an empty block to its successor, except a single one that is a predecessor of both.
    fn redirect_predecessors(&mut self, block: Block, dest: Block, predecessors: &[Block], kept: &[Block]) -> bool {
        let [common] = kept else { return false };
        let moved: SmallVec<[Block; 4]> = predecessors.iter().copied().filter(|from| from != common).collect();
        let is_mergeable = |&from: &Block| !matches!(self.terminator(from), Some((_, InstData::Invoke { .. })));
        if moved.is_empty() || edges::phis(&self.f.editor, block).is_empty() || !moved.iter().all(is_mergeable) {
            return false;
        }
        // A loop latch stays one.
        if self.headers.contains(dest) || self.headers.contains(block) {
            return false;
        }
        let own = edges::phis(&self.f.editor, block);
        let unique: HashSet<Block> = predecessors.iter().copied().collect();
        for target in edges::phis(&self.f.editor, dest) {
            let Some(value) = self.incoming_value(target, block) else { return false };
            let mut entries = incoming(&self.f.editor, target);
            if let Some(place) = entries.iter().position(|&(_, from)| from == block) {
                entries.swap_remove(place);
            }
            match value.as_inst().filter(|i| own.contains(i)) {
                Some(phi) => {
                    let all = incoming(&self.f.editor, phi);
                    let stays = all.iter().find(|entry| entry.1 == *common).map(|entry| entry.0);
                    entries.extend(all.into_iter().filter(|entry| entry.1 != *common));
                    entries.push((stays.unwrap_or(value), block));
                }
                None => {
                    entries.extend(moved.iter().map(|&from| (value, from)));
                    entries.push((value, block));
                }
            }
            self.replace_undef(&mut entries, &unique);
            set_incoming(&mut self.f.editor, target, &entries);
        }
        let mut seen: HashSet<Block> = HashSet::default();
        for &from in moved.iter().filter(|&&from| seen.insert(from)) {
            let edges = self.edges(from, block);
            edges::remove_edges(&mut self.f.editor, block, from, edges.len());
            for edge in edges {
                self.editor().set_operand(edge, dest.into());
            }
        }
        true
    }

    /// Whether the metadata of a loop has more than debug locations.
    fn has_loop_properties(&self, id: lindworm_ir::Metadata) -> bool {
        let metadata = &self.f.additions.metadata;
        let Some(node) = id.as_node().map(|n| metadata.node(n)) else { return false };
        let mut properties = Vec::new();
        node.for_each_ref(|m| properties.extend(Some(m).filter(|&m| m != id)));
        properties
            .into_iter()
            .any(|m| m.as_node().is_none_or(|n| metadata.node(n).kind != lindworm_ir::debug_info::NodeKind::DILocation))
    }

    /// Gives undef entries of a phi the value that another entry has for the same block.
    fn replace_undef(&self, entries: &mut [(Value, Block)], of: &HashSet<Block>) {
        let constants = self.f.editor.module().constants();
        let mut known: HashMap<Block, Value> = HashMap::default();
        for &(value, from) in entries.iter().filter(|entry| of.contains(&entry.1)) {
            if !constants.is_undef_or_poison(value) {
                known.insert(from, value);
            }
        }
        // Entries for one block must agree, so undef and poison do not stay side by side.
        let stays = |&(value, from): &(Value, Block)| constants.is_undef_or_poison(value) && !known.contains_key(&from);
        let has_undef = entries.iter().any(|entry| stays(entry) && !constants.is_poison(entry.0));
        for (value, from) in entries {
            if constants.is_undef_or_poison(*value) {
                let undef = if has_undef { constants.undef(self.f.editor.type_of(*value)) } else { *value };
                *value = known.get(from).copied().unwrap_or(undef);
            }
        }
    }
}
