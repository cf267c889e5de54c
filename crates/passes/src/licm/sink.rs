//! Sinking: an instruction whose result is used only outside the loop is computed in the exits.

use lindworm_analysis::{DominatorTree, Loops};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{Motion, bottom_up, name_of};
use crate::edges::{incoming, insert_phi, predecessors, split_predecessors};
use crate::effects::{has_side_effects, is_pad, is_trivially_dead};

impl Motion<'_, '_, '_> {
    pub(super) fn sink_all(&mut self) {
        let editor = &self.f.editor;
        let can_sink = |inst| is_trivially_dead(editor, inst) || self.is_used_only_outside(inst);
        // Dominators are computed only for a loop where the order of blocks matters.
        if !self.form.blocks.iter().any(|&block| editor.body().insts(block).any(can_sink)) {
            return;
        }
        let dominators = self.f.analyses.get::<DominatorTree>(&self.f.editor);
        let loops = self.f.analyses.get::<Loops>(&self.f.editor);
        let home = loops.loop_of(self.form.header);
        let blocks = bottom_up(&dominators, self.form.header, |block| self.form.contains(block));
        let blocks: Vec<Block> = blocks.into_iter().filter(|&block| loops.loop_of(block) == home).collect();
        drop((dominators, loops));
        for block in blocks {
            let mut next = self.f.editor.body().last_inst(block);
            while let Some(inst) = next {
                next = self.f.editor.body().prev_inst(inst);
                if is_trivially_dead(&self.f.editor, inst) {
                    self.erase(inst);
                    continue;
                }
                if !has_side_effects(&self.f.editor, inst)
                    && self.is_used_only_outside(inst)
                    && self.may_move(inst)
                    && self.sink(inst)
                {
                    self.erase(inst);
                }
            }
        }
    }

    /// Whether an instruction has uses, all of them phis of exits.
    fn is_used_only_outside(&self, inst: Inst) -> bool {
        let editor = &self.f.editor;
        let is_outside = |at: Use| {
            let is_phi = matches!(editor.body().inst(at.user), InstData::Phi { .. });
            let block = editor.body().inst_block(at.user);
            is_phi && block.is_some_and(|block| !self.form.contains(block) && self.form.exits.contains(&block))
        };
        !editor.uses().is_unused(inst.into()) && editor.uses().of(inst.into()).all(is_outside)
    }

    /// Whether all incoming values of a phi are this value.
    fn is_only_value(&self, phi: Inst, value: Value) -> bool {
        incoming(&self.f.editor, phi).iter().all(|&(v, _)| v == value)
    }

    /// Replaces the phis of the exits that use an instruction by copies of it.
    fn sink(&mut self, inst: Inst) -> bool {
        let users = |motion: &Self| -> Vec<Inst> {
            let mut met: HashSet<Inst> = HashSet::default();
            let users = motion.f.editor.uses().of(inst.into()).map(|at| at.user);
            users.filter(|&user| met.insert(user)).collect()
        };
        let all = users(self);
        let body = self.f.editor.body();
        let can_take = |phi: &Inst| {
            let Some(exit) = body.inst_block(*phi) else { return false };
            let first = body.first_non_phi(exit);
            first.is_some_and(|i| !is_pad(body.inst(i)))
        };
        if all.len() > 64 || !all.iter().all(can_take) {
            return false;
        }
        // Where other values reach a phi, the edges with this value get an exit block of their own.
        for phi in all {
            if self.f.editor.body().inst_block(phi).is_none() || self.is_only_value(phi, inst.into()) {
                continue;
            }
            let Some(exit) = self.f.editor.body().inst_block(phi) else { return false };
            if !self.split_exit(exit) {
                return false;
            }
        }
        let mut copies: HashMap<Block, Value> = HashMap::default();
        for phi in users(self) {
            let Some(exit) = self.f.editor.body().inst_block(phi) else { continue };
            if !self.is_only_value(phi, inst.into()) {
                return false;
            }
            let copy = match copies.get(&exit) {
                Some(&copy) => copy,
                None => {
                    let Some(copy) = self.copy_into(inst, exit, phi) else { return false };
                    copies.insert(exit, copy);
                    copy
                }
            };
            self.f.editor.replace_all(phi.into(), copy);
            self.f.editor.erase(phi);
        }
        true
    }

    /// Gives each predecessor of an exit an exit block of its own.
    fn split_exit(&mut self, exit: Block) -> bool {
        let mut met: HashSet<Block> = HashSet::default();
        for from in predecessors(&self.f.editor, exit).into_iter().filter(|&from| met.insert(from)) {
            let suffix = b".split.loop.exit";
            let Some(new) = split_predecessors(&mut self.f.editor, exit, &[from], suffix, None) else { return false };
            self.close(exit, new, from);
            self.form.exits.push(new);
        }
        true
    }

    /// Inserts phis with one value in a new exit block, so that values of the loop are used only through phis of exits.
    fn close(&mut self, exit: Block, new: Block, from: Block) {
        for phi in crate::edges::phis(&self.f.editor, exit) {
            let entries = incoming(&self.f.editor, phi);
            let Some(place) = entries.iter().position(|&(_, source)| source == new) else { continue };
            let (value, _) = entries[place];
            if self.form.is_invariant(&self.f.editor, value) {
                continue;
            }
            let Some(first) = self.f.editor.body().terminator(new) else { continue };
            let entries: Vec<(Value, Block)> =
                predecessors(&self.f.editor, new).iter().map(|_| (value, from)).collect();
            let closed = insert_phi(&mut self.f.editor, Point::Before(first), phi, b".ph", &entries);
            let operand = 2 * place as u32;
            self.f.editor.set_operand(Use { user: phi, operand }, closed);
        }
    }

    /// Copies an instruction into an exit, with phis for its operands that are computed in the loop.
    fn copy_into(&mut self, inst: Inst, exit: Block, phi: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        let at = body.first_non_phi(exit)?;
        let copy = self.f.editor.clone_inst(inst, Point::Before(at));
        let name = name_of(&self.f.editor, inst.into(), b".le");
        self.f.editor.set_name(copy.into(), &name);
        if self.f.editor.body().inst(inst).call_info().is_none() {
            self.f.editor.set_debug_loc(copy, None);
        }
        let sources: Vec<Block> = incoming(&self.f.editor, phi).into_iter().map(|(_, from)| from).collect();
        let mut operands: Vec<Value> = Vec::new();
        self.f.editor.body().inst(copy).for_each_operand(self.f.editor.body().values(), |v| operands.push(v));
        for operand in &mut operands {
            let Some(computed) = operand.as_inst().filter(|_| !self.form.is_invariant(&self.f.editor, *operand)) else {
                continue;
            };
            let entries: Vec<(Value, Block)> = sources.iter().map(|&from| (*operand, from)).collect();
            let first = Point::BeforeRecords(self.f.editor.body().first_inst(exit)?);
            *operand = insert_phi(&mut self.f.editor, first, computed, b".lcssa", &entries);
        }
        self.f.editor.set_operands(copy, &operands);
        Some(copy.into())
    }
}
