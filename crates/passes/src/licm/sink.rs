//! Sinking: an instruction whose result is used only outside the loop is computed in the exits.

use lindworm_analysis::{DominatorTree, Loops};
use lindworm_ir::editor::Point;
use lindworm_ir::eval::FastMathFlags;
use lindworm_ir::hash::HashMap;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{Motion, bottom_up, name_of};
use crate::edges::{incoming, predecessors, split_predecessors};
use crate::effects::{has_side_effects, is_pad, is_trivially_dead};

impl Motion<'_, '_, '_> {
    pub(super) fn sink_all(&mut self) {
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
            let mut users: Vec<Inst> = Vec::new();
            for at in motion.f.editor.uses().of(inst.into()) {
                if !users.contains(&at.user) {
                    users.push(at.user);
                }
            }
            users
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
        let mut sources: Vec<Block> = Vec::new();
        for from in predecessors(&self.f.editor, exit) {
            if !sources.contains(&from) {
                sources.push(from);
            }
        }
        for from in sources {
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
            let is_inside = value
                .as_inst()
                .and_then(|inst| self.f.editor.body().inst_block(inst))
                .is_some_and(|block| self.form.contains(block));
            let Some(first) = self.f.editor.body().terminator(new) else { continue };
            if !is_inside {
                continue;
            }
            let edges = predecessors(&self.f.editor, new);
            let list: Vec<Value> = edges.iter().flat_map(|_| [value, from.into()]).collect();
            let list = self.f.editor.list(&list);
            let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
            let ty = self.f.editor.body().inst_type(phi);
            let closed = self.f.editor.insert(Point::Before(first), data, ty);
            let name = name_of(&self.f.editor, phi.into(), b".ph");
            self.f.editor.set_name(closed.into(), &name);
            let operand = 2 * place as u32;
            self.f.editor.set_operand(Use { user: phi, operand }, closed.into());
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
            let block = operand.as_inst().and_then(|inst| self.f.editor.body().inst_block(inst));
            if !block.is_some_and(|block| self.form.contains(block)) {
                continue;
            }
            let list: Vec<Value> = sources.iter().flat_map(|&from| [*operand, from.into()]).collect();
            let list = self.f.editor.list(&list);
            let data = InstData::Phi { incoming: list, fast_math: FastMathFlags::empty() };
            let first = self.f.editor.body().first_inst(exit)?;
            let ty = self.f.editor.type_of(*operand);
            let closed = self.f.editor.insert(Point::BeforeRecords(first), data, ty);
            let name = name_of(&self.f.editor, *operand, b".lcssa");
            self.f.editor.set_name(closed.into(), &name);
            *operand = closed.into();
        }
        self.f.editor.set_operands(copy, &operands);
        Some(copy.into())
    }
}
