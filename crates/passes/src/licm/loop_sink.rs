//! `loop-sink`: moves computations from the preheader into blocks of the loop that seldom run, by profile data.

use lindworm_analysis::alias::AliasRules;
use lindworm_analysis::{BlockFrequencies, DominatorTree, Loops};
use lindworm_ir::editor::Point;
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData};

use super::{Direction, Execution, Licm, Motion, may_write};
use crate::effects::is_pad;
use crate::loop_form::LoopForm;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::ssa::use_block;

/// The maximum number of blocks with uses of an instruction that is moved.
const MAX_USE_BLOCKS: usize = 30;
/// The number of cold blocks of a loop times the instructions of the preheader that are looked at.
const MAX_WORK: usize = 1 << 16;

/// Moves computations into cold blocks of loops.
#[derive(Clone, Copy, Debug)]
pub struct LoopSink {
    /// The rules of alias analysis.
    pub alias_rules: AliasRules,
}

impl FunctionPass for LoopSink {
    fn name(&self) -> &'static str {
        "loop-sink"
    }

    fn class(&self) -> &'static str {
        "LoopSinkPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        if f.editor.module().entry_count(&f.editor.module()[f.additions.function()]).is_none() {
            return;
        }
        let loops = f.analyses.get::<Loops>(&f.editor);
        let dominators = f.analyses.get::<DominatorTree>(&f.editor);
        let frequencies = BlockFrequencies::new(f.editor.module(), f.editor.body());
        for one in loops.iter().rev() {
            let Some(form) = LoopForm::of(f, loops.header(one)) else { continue };
            let Some(preheader) = form.preheader else { continue };
            let limit = frequencies.of(preheader);
            let mut cold: Vec<Block> = loops.blocks(one).filter(|&block| frequencies.of(block) < limit).collect();
            if cold.is_empty() {
                continue;
            }
            let numbers: HashMap<Block, usize> = cold.iter().copied().zip(0..).collect();
            cold.sort_by_key(|&block| frequencies.of(block));
            let pass = Licm { alias_rules: self.alias_rules, ..Licm::default() };
            let motion = Motion::new(f, pass, form, preheader, Execution::default());
            Sinking { motion, dominators: &dominators, frequencies: &frequencies, cold, numbers }.run();
        }
    }
}

struct Sinking<'s, 'f, 'a, 'm> {
    motion: Motion<'f, 'a, 'm>,
    dominators: &'s DominatorTree,
    frequencies: &'s BlockFrequencies,
    /// The blocks of the loop that run less often than the preheader, those that run least first.
    cold: Vec<Block>,
    /// Their positions in the loop.
    numbers: HashMap<Block, usize>,
}

impl Sinking<'_, '_, '_, '_> {
    fn run(&mut self) {
        // Users move before what they use.
        let mut next = self.motion.f.editor.body().last_inst(self.motion.preheader);
        let mut left = MAX_WORK;
        let mut writes = false;
        while let Some(inst) = next {
            self.motion.writes_below = writes;
            writes |= may_write(&self.motion.f.editor, inst);
            let body = self.motion.f.editor.body();
            next = body.prev_inst(inst);
            let Some(rest) = left.checked_sub(self.cold.len()) else { return };
            left = rest;
            let is_plain = match *body.inst(inst) {
                InstData::Phi { .. } => false,
                InstData::Load { ordering, .. } => ordering == AtomicOrdering::NotAtomic,
                _ => true,
            };
            if is_plain && self.motion.may_move(inst, Direction::Down) {
                self.sink(inst);
            }
        }
    }

    fn sink(&mut self, inst: Inst) {
        let Some(targets) = self.targets(inst) else { return };
        let (&first, rest) = match targets.split_first() {
            Some(parts) => parts,
            None => return,
        };
        let editor = &mut self.motion.f.editor;
        for &target in rest {
            let Some(at) = editor.body().first_non_phi(target) else { continue };
            let copy = editor.clone_inst(inst, Point::Before(at));
            let name = editor.body().name(inst.into()).to_vec();
            editor.set_name(copy.into(), &name);
            let uses: Vec<Use> = editor.uses().of(inst.into()).collect();
            for at in uses {
                if use_block(editor, at).is_some_and(|block| self.dominators.dominates(target, block)) {
                    editor.set_operand(at, copy.into());
                }
            }
        }
        if let Some(at) = editor.body().first_non_phi(first) {
            editor.move_inst(inst, Point::Before(at));
        }
    }

    /// The blocks to which copies of an instruction move.
    fn targets(&self, inst: Inst) -> Option<Vec<Block>> {
        let (editor, form) = (&self.motion.f.editor, &self.motion.form);
        let mut targets: Vec<Block> = Vec::new();
        let mut met: HashSet<Block> = HashSet::default();
        for at in editor.uses().of(inst.into()) {
            let block = use_block(editor, at).filter(|&block| form.contains(block))?;
            editor.body().inst_block(at.user).filter(|&block| form.contains(block))?;
            if met.insert(block) {
                targets.push(block);
            }
            if targets.len() > MAX_USE_BLOCKS {
                return None;
            }
        }
        if targets.is_empty() {
            return None;
        }
        for &cold in &self.cold {
            let (below, others): (Vec<Block>, Vec<Block>) =
                targets.iter().partition(|&&target| self.dominators.dominates(cold, target));
            if !below.is_empty() && self.cost(&below) > u128::from(self.frequencies.of(cold)) {
                targets = others;
                targets.push(cold);
            }
        }
        let body = editor.body();
        let has_place = |&block: &Block| {
            let first = body.first_non_phi(block).map(|inst| body.inst(inst));
            first.is_some_and(|data| !is_pad(data))
        };
        let is_cold = targets.len() == 1 || targets.iter().all(|target| self.numbers.contains_key(target));
        let limit = u128::from(self.frequencies.of(self.motion.preheader));
        if !targets.iter().all(has_place) || self.cost(&targets) > limit || !is_cold {
            return None;
        }
        targets.sort_by_key(|target| self.numbers.get(target).copied());
        Some(targets)
    }

    /// How often the blocks run together; more than one must run clearly less often than one.
    fn cost(&self, blocks: &[Block]) -> u128 {
        let sum: u128 = blocks.iter().map(|&block| u128::from(self.frequencies.of(block))).sum();
        if blocks.len() > 1 { sum * 100 / 90 } else { sum }
    }
}
