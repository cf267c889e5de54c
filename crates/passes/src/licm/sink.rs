//! Sinking: an instruction whose result is used only outside the loop is computed in the exits.

use std::sync::Arc;

use lindworm_analysis::{DominatorTree, Loops};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use super::{Direction, Motion, bottom_up, may_write, name_of};
use crate::edges::{incoming, insert_phi, predecessors, split_predecessors};
use crate::effects::{has_side_effects, is_pad, is_trivially_dead};
use crate::loop_form::LoopForm;
use crate::loop_unroll::{code_size, has_scaled_addresses};
use crate::pass::FunctionEdit;
use crate::value_tracking::Query;

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
            let mut writes = false;
            while let Some(inst) = next {
                self.writes_below = writes;
                writes |= may_write(&self.f.editor, inst);
                next = self.f.editor.body().prev_inst(inst);
                if is_trivially_dead(&self.f.editor, inst) {
                    self.erase(inst);
                    continue;
                }
                if !has_side_effects(&self.f.editor, inst)
                    && self.is_used_only_outside(inst)
                    && self.may_move(inst, Direction::Down)
                    && self.sink(inst)
                    && self.f.editor.uses().is_unused(inst.into())
                {
                    self.erase(inst);
                }
            }
        }
    }

    /// Whether an instruction is used in exits, by phis, and not in the loop except where it costs nothing.
    fn is_used_only_outside(&self, inst: Inst) -> bool {
        let editor = &self.f.editor;
        let body = editor.body();
        // Most users are in the same block: then no search in the blocks of the loop is needed.
        let home = body.inst_block(inst);
        let mut is_free = None;
        let mut is_outside = false;
        for at in editor.uses().of(inst.into()) {
            let Some(block) = body.inst_block(at.user) else { return false };
            if Some(block) == home || self.form.contains(block) {
                if *is_free.get_or_insert_with(|| is_free_in_loop(self.f, &self.form, inst)) {
                    continue;
                }
                return false;
            }
            let is_phi = matches!(body.inst(at.user), InstData::Phi { .. });
            let leaves = self.outermost.is_none_or(|form| self.leaves(at.user, form));
            if !is_phi || !leaves || !self.form.exits.contains(&block) {
                return false;
            }
            is_outside = true;
        }
        is_outside
    }

    /// Whether a phi is outside a loop, or its value leaves the loop through phis with one value and one use each.
    fn leaves(&self, mut user: Inst, outermost: &LoopForm) -> bool {
        let (body, uses) = (self.f.editor.body(), self.f.editor.uses());
        let is_inside = |user: Inst| body.inst_block(user).is_some_and(|block| outermost.contains(block));
        while is_inside(user) {
            let InstData::Phi { ref incoming, .. } = *body.inst(user) else { return false };
            let mut all = uses.of(user.into());
            match (all.next(), all.next()) {
                (Some(at), None) if body.list_values(incoming).len() == 2 => user = at.user,
                _ => return false,
            }
        }
        true
    }

    fn is_inside(&self, inst: Inst) -> bool {
        self.f.editor.body().inst_block(inst).is_some_and(|block| self.form.contains(block))
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
        let all: Vec<Inst> = users(self).into_iter().filter(|&user| !self.is_inside(user)).collect();
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
            let is_split = !incoming(&self.f.editor, phi).iter().any(|&(value, _)| value == inst.into());
            if is_split || self.is_only_value(phi, inst.into()) {
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
            if self.form.contains(exit) {
                continue;
            }
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
            Arc::make_mut(&mut self.form).exits.push(new);
        }
        true
    }

    /// Inserts phis with one value in a new exit block, so that values of the loop are used only through phis of exits.
    fn close(&mut self, exit: Block, new: Block, from: Block) {
        for phi in crate::edges::phis(&self.f.editor, exit) {
            let entries = incoming(&self.f.editor, phi);
            let Some(place) = entries.iter().position(|&(_, source)| source == new) else { continue };
            let (value, _) = entries[place];
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
            let is_inside = |_: &Inst| !self.form.is_invariant(&self.f.editor, *operand);
            let Some(computed) = operand.as_inst().filter(is_inside) else { continue };
            // An outer loop may contain the exit as well.
            let loops = self.f.analyses.get::<Loops>(&self.f.editor);
            let home = self.f.editor.body().inst_block(computed).and_then(|block| loops.loop_of(block));
            let is_inside = home.is_none_or(|home| loops.contains(home, exit));
            if is_inside || self.f.editor.type_of(*operand) == Type::TOKEN {
                continue;
            }
            let entries: Vec<(Value, Block)> = sources.iter().map(|&from| (*operand, from)).collect();
            let first = Point::BeforeRecords(self.f.editor.body().first_inst(exit)?);
            *operand = insert_phi(&mut self.f.editor, first, computed, b".lcssa", &entries);
        }
        self.f.editor.set_operands(copy, &operands);
        Some(copy.into())
    }
}

/// Whether an instruction is an address that the accesses in its own block compute anyway.
fn is_free_in_loop(f: &FunctionEdit<'_, '_>, form: &LoopForm, inst: Inst) -> bool {
    let body = f.editor.body();
    let query = Query::new(&f.editor, f.additions.function());
    let block = body.inst_block(inst);
    let is_access = |at: Use| {
        let user_block = body.inst_block(at.user);
        let is_access = matches!(body.inst(at.user), InstData::Load { .. } | InstData::Store { .. });
        is_access && user_block == block || user_block.is_none_or(|block| !form.contains(block))
    };
    matches!(body.inst(inst), InstData::GetElementPtr { .. })
        && f.editor.uses().of(inst.into()).all(is_access)
        && code_size(f, &query, inst, has_scaled_addresses(f.editor.module())) == 0
}
