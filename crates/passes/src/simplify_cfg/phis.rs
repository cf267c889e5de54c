//! Removal of empty blocks and of duplicate phis.

use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Value};
use smallvec::SmallVec;

use super::Simplifier;
use crate::edges::{self, incoming, set_incoming};

impl Simplifier<'_, '_, '_> {
    /// The incoming value of a phi for a predecessor.
    pub(super) fn incoming_value(&self, phi: Inst, from: Block) -> Option<Value> {
        let body = self.f.editor.body();
        let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
        body.list_values(incoming).chunks_exact(2).find(|pair| pair[1] == from.into()).map(|pair| pair[0])
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
        if predecessors.is_empty() || !predecessors.iter().all(is_plain) {
            return false;
        }
        // Loop headers keep dedicated preheaders and latches.
        if predecessors.len() >= 2 && (self.headers.contains(&block) || self.headers.contains(&dest)) {
            return false;
        }
        if body.attachment(inst, lindworm_ir::context::MetadataKind::LOOP).is_some() && predecessors.len() >= 2 {
            return false;
        }
        if self.f.editor.single_predecessor(dest).is_some() || !self.has_few_entries(dest) {
            return false;
        }
        // The phis of the block must be used only by phis of the successor.
        let all_in_dest = phis.iter().all(|&phi| {
            self.f.editor.uses().of(phi.into()).all(|at| {
                body.inst_block(at.user) == Some(dest)
                    && matches!(body.inst(at.user), InstData::Phi { .. })
                    && body.operand(at.user, at.operand as usize + 1) == Some(block.into())
            })
        });
        if !all_in_dest {
            return false;
        }
        let unique: HashSet<Block> = predecessors.iter().copied().collect();
        let targets = edges::phis(&self.f.editor, dest);
        let mut already = if targets.is_empty() { SmallVec::new() } else { edges::predecessors(&self.f.editor, dest) };
        already.retain(|from| unique.contains(from));
        for &target in &targets {
            for &from in &already {
                let Some(value) = self.incoming_value(target, block) else { return false };
                let through = match value.as_inst().filter(|inst| phis.contains(inst)) {
                    Some(phi) => self.incoming_value(phi, from),
                    None => Some(value),
                };
                if through != self.incoming_value(target, from) {
                    return false;
                }
            }
        }
        for &target in &targets {
            let Some(value) = self.incoming_value(target, block) else { continue };
            let inner = value.as_inst().filter(|inst| phis.contains(inst));
            let mut entries = incoming(&self.f.editor, target);
            // As in LLVM, the last entry takes the place of the removed one.
            if let Some(place) = entries.iter().position(|&(_, from)| from == block) {
                entries.swap_remove(place);
            }
            for &from in &predecessors {
                let through = inner.and_then(|phi| self.incoming_value(phi, from)).unwrap_or(value);
                entries.push((through, from));
            }
            set_incoming(&mut self.f.editor, target, &entries);
        }
        if self.f.editor.body().name(dest.into()).is_empty() && !self.f.editor.body().name(block.into()).is_empty() {
            self.editor().take_name(block.into(), dest.into());
        }
        for &from in &unique {
            for edge in self.edges(from, block) {
                self.editor().set_operand(edge, dest.into());
            }
        }
        self.editor().erase_blocks(&[block]);
        true
    }
}
