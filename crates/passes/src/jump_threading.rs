//! `jump-threading`: control flow that takes an edge on which the condition of the target is known skips the target.
//!
//! A block whose condition is known when it is entered from some predecessors is copied for these predecessors; the copy branches to
//! the known successor (Mueller and Whalley, "Avoiding unconditional jumps by code replication", PLDI 1992). Loop headers are not
//! copied, so that loops keep one entry. The pass visits all blocks until nothing changes, at most [`MAX_ROUNDS`] times. The
//! predecessors that it looks at are limited by the size of the function.

mod known;
mod loads;
mod profile;
mod select;
mod thread;

use cranelift_entity::{EntityRef, EntitySet};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::body::Mark;
use lindworm_ir::editor::Point;
use lindworm_ir::{Block, Inst, InstData, Type, Value};

use self::known::Wanted;
use crate::edges::{keep_successor, predecessors};
use crate::edited::Round;
use crate::effects::{has_side_effects, is_trivially_dead};
use crate::erase::erase_dead;
use crate::lazy_value_info::LazyValueInfo;
use crate::loop_form::LoopHeaders;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;
use crate::simplify_cfg::fold_empty_block;
use crate::table::PassOptions;
use crate::value_tracking::Query;

/// The mark of the start of the last round.
const MARK: Mark = Mark::named("jump-threading");

/// The maximum number of visits of all blocks.
const MAX_ROUNDS: usize = 32;

/// Copies blocks for the predecessors that determine their successor.
pub struct JumpThreading {
    /// The maximum cost of a block that is copied: `-jump-threading-threshold`.
    pub threshold: Option<u32>,
    /// The maximum number of dominating conditions that are looked at: `-jump-threading-implication-search-threshold`.
    pub implications: u32,
    /// The maximum number of phis of a block that is copied: `-jump-threading-phi-threshold`.
    pub phis: u32,
    /// Whether loop headers are copied too: `-jump-threading-across-loop-headers`.
    pub across_headers: bool,
}

impl JumpThreading {
    /// The pass with the options of the command line.
    pub fn new(options: &PassOptions) -> JumpThreading {
        JumpThreading {
            threshold: options.number("jump-threading-threshold"),
            implications: options.number("jump-threading-implication-search-threshold").unwrap_or(3),
            phis: options.number("jump-threading-phi-threshold").unwrap_or(76),
            across_headers: options.flag("jump-threading-across-loop-headers").unwrap_or(false),
        }
    }
}

impl FunctionPass for JumpThreading {
    fn name(&self) -> &'static str {
        "jump-threading"
    }

    fn class(&self) -> &'static str {
        "JumpThreadingPass"
    }

    fn is_settled_by_no_change(&self) -> bool {
        true
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        let is_small = Query::new(&f.editor, f.additions.function()).function_has(AttrKind::MIN_SIZE);
        let body = f.editor.body();
        let mut places = Vec::new();
        let mut insts = 0;
        for (place, block) in body.blocks().enumerate() {
            if places.len() <= block.index() {
                places.resize(block.index() + 1, 0);
            }
            places[block.index()] = place as u32;
            insts += body.insts(block).count();
        }
        let headers = match self.across_headers {
            true => EntitySet::new(),
            false => f.analyses.get::<LoopHeaders>(&f.editor).0.clone(),
        };
        let mut pass = Threading {
            f,
            info: LazyValueInfo::default(),
            headers,
            places,
            threshold: self.threshold.unwrap_or(if is_small { 3 } else { 6 }),
            implications: self.implications,
            max_phis: self.phis,
            fuel: 4096 + 64 * insts,
            max_states: 50_000 + 32 * insts,
            users: None,
        };
        let unreachable = pass.unreachable();
        for _ in 0..MAX_ROUNDS {
            if !pass.round(&unreachable) {
                break;
            }
        }
    }
}

struct Threading<'p, 'a, 'm> {
    f: &'p mut FunctionEdit<'a, 'm>,
    info: LazyValueInfo,
    /// The headers of loops.
    headers: EntitySet<Block>,
    /// The places of blocks in the order of the function before any change; a copy has the place of the original.
    places: Vec<u32>,
    threshold: u32,
    implications: u32,
    max_phis: u32,
    /// The number of predecessors and instructions that may still be looked at.
    fuel: usize,
    /// The number of states of values that may be computed before they are kept after changes.
    max_states: usize,
    /// The debug records of instructions, as collected when the first instruction was erased.
    users: Option<DebugUsers>,
}

impl Threading<'_, '_, '_> {
    fn query(&self) -> Query<'_> {
        Query::new(&self.f.editor, self.f.additions.function())
    }

    fn terminator(&self, block: Block) -> Option<(Inst, InstData)> {
        let body = self.f.editor.body();
        body.terminator(block).map(|inst| (inst, *body.inst(inst)))
    }

    fn successors(&self, block: Block) -> smallvec::SmallVec<[Block; 4]> {
        crate::edges::successors(&self.f.editor, block)
    }

    fn is_in(&self, value: Value, block: Block) -> bool {
        value.as_inst().is_some_and(|inst| self.f.editor.body().inst_block(inst) == Some(block))
    }

    /// Whether there is fuel for `steps` more steps, which are spent.
    fn spend(&mut self, steps: usize) -> bool {
        let is_enough = self.fuel > steps;
        self.fuel = self.fuel.saturating_sub(steps);
        is_enough
    }

    /// The blocks that are unreachable. Their instructions may be their own operands.
    fn unreachable(&self) -> EntitySet<Block> {
        let body = self.f.editor.body();
        let mut reached: EntitySet<Block> = EntitySet::with_capacity(body.block_count());
        reached.extend(body.entry());
        let mut pending: Vec<Block> = body.entry().into_iter().collect();
        while let Some(block) = pending.pop() {
            pending.extend(self.successors(block).into_iter().filter(|&to| reached.insert(to)));
        }
        let mut unreachable = EntitySet::new();
        unreachable.extend(body.blocks().filter(|&block| !reached.contains(block)));
        unreachable
    }

    /// Erases an instruction that is trivially dead, and those that become dead thereby.
    fn erase_if_dead(&mut self, inst: Inst) {
        let mut users = self.users.take().unwrap_or_else(|| DebugUsers::of(self.f));
        erase_dead(self.f, &mut users, vec![inst]);
        self.users = Some(users);
    }

    /// Visits each block for which something was edited since the start of the last round, which sets the mark. Returns whether
    /// anything changed.
    fn round(&mut self, unreachable: &EntitySet<Block>) -> bool {
        let round = Round::begin(&mut self.f.editor, MARK);
        let mut has_changed = false;
        let mut next = self.f.editor.body().entry();
        while let Some(mut block) = next {
            next = self.f.editor.body().next_block(block);
            if unreachable.contains(block) || !round.visits(self.f.editor.body(), block) {
                continue;
            }
            while self.fuel > 0
                && let Some(same) = self.process(block)
            {
                self.forget();
                has_changed = true;
                block = same;
            }
            let body = self.f.editor.body();
            next = body.next_block(block);
            if body.entry() == Some(block) {
                continue;
            }
            if self.f.editor.uses().is_unused(block.into()) {
                self.headers.remove(block);
                self.erase_block(block);
                has_changed = true;
            } else if let Some((terminator, InstData::Br { dest })) = self.terminator(block)
                && self.f.editor.body().first_non_phi(block) == Some(terminator)
                && !self.headers.contains(block)
                && !self.headers.contains(dest)
                && fold_empty_block(self.f, &mut self.headers, block)
            {
                self.forget();
                has_changed = true;
            }
        }
        has_changed
    }

    fn erase_block(&mut self, block: Block) {
        keep_successor(&mut self.f.editor, block, None);
        if self.f.additions.is_address_taken(block) {
            self.f.additions.replace_address(block);
        }
        self.f.editor.erase_blocks(&[block]);
        self.forget();
    }

    /// Forgets what is known about values: after a change more may be known. What was known still holds, so this is left out when
    /// it has cost too much.
    fn forget(&mut self) {
        if self.info.steps < self.max_states {
            self.info.forget();
        }
    }

    /// Changes the control flow through a block, if possible. Returns the block, which may have got another handle.
    fn process(&mut self, block: Block) -> Option<Block> {
        let body = self.f.editor.body();
        if body.entry() != Some(block) && self.f.editor.uses().is_unused(block.into()) {
            return None;
        }
        if let Some(merged) = self.merge(block) {
            return Some(merged);
        }
        self.process_branch(block).then_some(block)
    }

    /// Merges a block into its only predecessor, if that has no other successor. The result keeps the name and the place of the
    /// block.
    fn merge(&mut self, block: Block) -> Option<Block> {
        let editor = &mut self.f.editor;
        let from = editor.single_predecessor(block).filter(|&from| from != block)?;
        let (Some(InstData::Br { .. }), false) = (
            editor.body().terminator(from).map(|inst| *editor.body().inst(inst)),
            self.f.additions.is_address_taken(block),
        ) else {
            return None;
        };
        let name = editor.body().name(block.into()).to_vec();
        let before = editor.body().prev_block(block);
        if !crate::edges::merge_into_predecessor(editor, block) {
            return None;
        }
        editor.set_name(from.into(), &name);
        if let Some(before) = before.filter(|&before| before != from && editor.body().entry() != Some(from)) {
            editor.move_block_after(from, before);
        }
        if self.headers.remove(block) {
            self.headers.insert(from);
        }
        Some(from)
    }

    fn process_branch(&mut self, block: Block) -> bool {
        if self.unfold_select_of_block(block) {
            return true;
        }
        let Some((terminator, data)) = self.terminator(block) else { return false };
        let (condition, wanted) = match data {
            InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } => (condition, Wanted::Integer),
            InstData::IndirectBr { address, .. } if !self.successors(block).is_empty() => (address, Wanted::Address),
            _ => return false,
        };
        if let Some(inst) = condition.as_inst()
            && let Some(folded) = self.folded(inst)
        {
            self.f.editor.replace_all(condition, folded);
            if is_trivially_dead(&self.f.editor, inst) {
                self.f.editor.erase(inst);
            }
            return true;
        }
        let freeze = condition.as_inst().and_then(|inst| match *self.f.editor.body().inst(inst) {
            InstData::Freeze { value } => Some((inst, value)),
            _ => None,
        });
        let is_undef = |value: Value| self.f.editor.module().constants().is_undef_or_poison(value);
        let is_undef_freeze =
            freeze.is_some_and(|(_, value)| is_undef(value) && self.f.editor.uses().has_one_use(condition));
        if is_undef(condition) || is_undef_freeze {
            let Some(to) = self.best_of_undef(block) else { return false };
            self.go_to(block, to);
            if let Some((inst, _)) = freeze {
                self.f.editor.erase(inst);
            }
            return true;
        }
        if let Some(known) = self.known_constant(condition, wanted) {
            let Some(to) = self.successor_for(block, known) else { return false };
            keep_successor(&mut self.f.editor, block, Some(to));
            return true;
        }
        let Some(inst) = condition.as_inst() else {
            return self.thread_known_edges(block, condition, wanted, terminator);
        };
        let thawed = freeze.map_or(condition, |(_, value)| value);
        if let Some((lhs, rhs)) = self.compared(thawed).filter(|(_, rhs)| rhs.is_constant()) {
            if let InstData::ICmp { predicate, .. } = *self.f.editor.body().inst(thawed.as_inst().unwrap_or(inst))
                && let Some(holds) = self.info.compare_on_edges_to(self.f, predicate, lhs, rhs, terminator)
            {
                let known = self.query().bool(self.f.editor.type_of(thawed), holds);
                if self.replace_at_end(thawed, known, block) {
                    return true;
                }
            }
            if self.unfold_select_of_compare(block, thawed) {
                return true;
            }
        }
        if matches!(data, InstData::Switch { .. }) && self.unfold_select_of_switch(block, condition) {
            return true;
        }
        let of_load = self.compared(thawed).filter(|(_, rhs)| rhs.is_constant()).map_or(thawed, |(lhs, _)| lhs);
        if let Some(load) = of_load.as_inst()
            && matches!(self.f.editor.body().inst(load), InstData::Load { .. })
            && self.simplify_load(load)
        {
            // A load may have lost metadata from which states were computed.
            self.info.forget();
            self.spend(100);
            return true;
        }
        if let Some(phi) = condition.as_inst().filter(|_| self.is_in(condition, block))
            && matches!(data, InstData::CondBr { .. })
            && matches!(self.f.editor.body().inst(phi), InstData::Phi { .. })
        {
            self.set_weights_of_predecessors(block, terminator, phi);
        }
        if self.thread_known_edges(block, condition, wanted, terminator) {
            return true;
        }
        if !matches!(data, InstData::CondBr { .. }) {
            return false;
        }
        if let Some(phi) = thawed.as_inst().filter(|_| self.is_in(thawed, block))
            && matches!(self.f.editor.body().inst(phi), InstData::Phi { .. })
        {
            return self.copy_branch_on_phi(block, phi);
        }
        if self.is_in(condition, block)
            && let Some((lindworm_ir::eval::BinaryOp::Xor, _, lhs, rhs)) = self.query().binary(condition)
        {
            return self.copy_branch_on_xor(block, inst, lhs, rhs);
        }
        self.fold_implied_branch(block)
    }

    /// The operands of a comparison.
    fn compared(&self, value: Value) -> Option<(Value, Value)> {
        match *self.query().inst(value)? {
            InstData::ICmp { lhs, rhs, .. } | InstData::FCmp { lhs, rhs, .. } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// The result of an instruction with constant operands.
    fn folded(&self, inst: Inst) -> Option<Value> {
        let body = self.f.editor.body();
        let mut is_constant = true;
        body.inst(inst).for_each_operand(body.values(), |operand| is_constant &= operand.is_constant());
        if is_constant { self.query().simplify(inst).filter(|value| value.is_constant()) } else { None }
    }

    /// The successor that has the fewest predecessors, where any successor may be chosen.
    fn best_of_undef(&self, block: Block) -> Option<Block> {
        self.successors(block).into_iter().min_by_key(|&to| predecessors(&self.f.editor, to).len())
    }

    /// Replaces the terminator of a block by a branch to one of its successors. Phis with a single entry stay.
    fn go_to(&mut self, block: Block, to: Block) {
        let Some((terminator, _)) = self.terminator(block) else { return };
        let mut is_kept = false;
        for other in self.successors(block) {
            if other == to && !is_kept {
                is_kept = true;
            } else {
                crate::edges::remove_edge_of_exit(&mut self.f.editor, other, block);
            }
        }
        let loc = self.f.editor.body().debug_loc(terminator);
        let new = self.f.editor.insert(Point::Before(terminator), InstData::Br { dest: to }, Type::VOID);
        self.f.editor.set_debug_loc(new, loc);
        self.f.editor.erase(terminator);
    }

    /// Replaces a value by a constant where it is certainly that constant: it is at the end of the block. Returns whether anything
    /// changed.
    fn replace_at_end(&mut self, value: Value, constant: Value, block: Block) -> bool {
        let mut has_changed = false;
        if self.is_in(value, block) {
            for at in self.f.editor.uses().of(value).collect::<Vec<_>>() {
                if self.f.editor.body().inst_block(at.user) != Some(block) {
                    self.f.editor.set_operand(at, constant);
                    has_changed = true;
                }
            }
        }
        let mut last = self.f.editor.body().terminator(block);
        while let Some(inst) = last {
            if value == inst.into() || !self.is_terminator(inst) && !self.query().continues(inst) {
                break;
            }
            let mut operands: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::new();
            let body = self.f.editor.body();
            body.inst(inst).for_each_operand(body.values(), |operand| operands.push(operand));
            for (operand, _) in operands.iter().enumerate().filter(|(_, operand)| **operand == value) {
                let at = lindworm_ir::use_list::Use { user: inst, operand: operand as u32 };
                self.f.editor.set_operand(at, constant);
                has_changed = true;
            }
            last = self.f.editor.body().prev_inst(inst);
        }
        if let Some(inst) = value.as_inst()
            && self.f.editor.uses().is_unused(value)
            && !has_side_effects(&self.f.editor, inst)
        {
            self.f.editor.erase(inst);
            has_changed = true;
        }
        has_changed
    }

    fn is_terminator(&self, inst: Inst) -> bool {
        self.f.editor.body().inst(inst).is_terminator()
    }

    /// Replaces a conditional branch whose condition follows from one of the branches before.
    fn fold_implied_branch(&mut self, block: Block) -> bool {
        let Some((_, InstData::CondBr { condition, if_true, if_false })) = self.terminator(block) else { return false };
        let thawed_of = |value: Value| match self.query().inst(value) {
            Some(&InstData::Freeze { value }) => Some(value),
            _ => None,
        };
        let freeze = thawed_of(condition).filter(|_| self.f.editor.uses().has_one_use(condition));
        let thawed = freeze.unwrap_or(condition);
        let mut current = block;
        for _ in 0..self.implications {
            let Some(from) = self.f.editor.single_predecessor(current) else { return false };
            let Some((_, InstData::CondBr { condition: earlier, if_true: yes, if_false: no })) = self.terminator(from)
            else {
                return false;
            };
            let is = yes == current;
            if !is && no != current {
                return false;
            }
            let mut implied = self.query().implied(earlier, thawed, is);
            if implied.is_none() && freeze.is_some() && thawed_of(earlier) == freeze {
                implied = Some(is);
            }
            if let Some(holds) = implied {
                keep_successor(&mut self.f.editor, block, Some(if holds { if_true } else { if_false }));
                if let Some(inst) = condition.as_inst().filter(|_| freeze.is_some()) {
                    self.f.editor.erase(inst);
                }
                return true;
            }
            current = from;
        }
        false
    }
}
