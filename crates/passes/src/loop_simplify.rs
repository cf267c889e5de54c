//! `loop-simplify`: gives each natural loop a preheader, a single back edge, and dedicated exits.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use lindworm_analysis::{Cfg, Loop, Loops};
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::editor::Point;
use lindworm_ir::use_list::Use;
use lindworm_ir::{Block, Inst, InstData, Metadata, Type, Value};

use crate::LOOP;
use crate::edges::{
    incoming, insert_phi, keep_successor, only_value, phis, predecessors, split_predecessors, successors,
};
use crate::effects::{call_has, is_pad, may_read};
use crate::licm::drop_assumptions;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::simplify_cfg::fold_to_common_destination;
use crate::value_tracking::Query;

/// With this many back edges a loop is not split into nested loops; the back edges are merged into one latch.
const MANY_BACK_EDGES: usize = 8;

/// The maximum length of a chain of operands that moves out of a loop.
const MAX_HOISTED: u32 = 16;

/// The number of rounds in which loops are split. Splitting a loop may give loops that can be split again.
const MANY_ROUNDS: usize = 8;

/// Puts natural loops into [loop-simplify form](https://llvm.org/docs/LoopTerminology.html#loop-simplify-form). Loops that are
/// entered or left by `indirectbr` are not changed.
pub struct LoopSimplify;

impl FunctionPass for LoopSimplify {
    fn name(&self) -> &'static str {
        "loop-simplify"
    }

    fn class(&self) -> &'static str {
        "LoopSimplifyPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        // Splitting a loop changes the loop nest, so all loops are processed again.
        for round in 0.. {
            let mut simplifying = Simplifying::new(f);
            simplifying.may_split = round < MANY_ROUNDS;
            if !simplifying.simplify_all(f) {
                break;
            }
        }
    }
}

struct Simplifying {
    loops: Arc<Loops>,
    may_split: bool,
    /// The innermost loop of each block, including blocks inserted by the pass.
    homes: SecondaryMap<Block, Option<Loop>>,
    /// The exiting blocks of each loop, in reverse post-order.
    exiting: SecondaryMap<Loop, Vec<Block>>,
}

/// Moves `!llvm.loop` metadata to the new back edge of a loop. The old branch keeps its metadata if it is the back edge of
/// another loop.
fn move_loop_id(f: &mut FunctionEdit<'_, '_>, old: Block, new: Block, stays: bool) {
    let [Some(from), Some(to)] = [old, new].map(|block| f.editor.body().terminator(block)) else { return };
    if let Some(id) = f.editor.body().attachment(from, LOOP).filter(|_| from != to) {
        f.editor.set_attachment(to, LOOP, Some(id));
        if !stays {
            f.editor.set_attachment(from, LOOP, None);
        }
    }
}

/// Replaces the terminators of unreachable blocks that branch into a loop body by `unreachable`.
fn cut_unreachable(f: &mut FunctionEdit<'_, '_>, cfg: &Cfg, loops: &Loops) {
    let enters =
        |&to: &Block| loops.loop_of(to).is_some_and(|one| loops.header(one) != to || loops.parent(one).is_some());
    for &block in cfg.layout().iter().filter(|&&block| !cfg.is_reachable(block)) {
        if cfg.successors(block).iter().any(enters) {
            keep_successor(&mut f.editor, block, None);
        }
    }
}

impl Simplifying {
    fn new(f: &mut FunctionEdit<'_, '_>) -> Simplifying {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let loops = f.analyses.get::<Loops>(&f.editor);
        cut_unreachable(f, &cfg, &loops);
        let mut homes = SecondaryMap::new();
        let mut exiting: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
        for &block in cfg.reverse_postorder() {
            homes[block] = loops.loop_of(block);
            for &to in cfg.successors(block) {
                let mut left = homes[block];
                while let Some(one) = left.filter(|&one| !loops.contains(one, to)) {
                    if exiting[one].last() != Some(&block) {
                        exiting[one].push(block);
                    }
                    left = loops.parent(one);
                }
            }
        }
        Simplifying { loops, may_split: true, homes, exiting }
    }

    fn contains(&self, outer: Loop, block: Block) -> bool {
        self.homes[block].is_some_and(|inner| self.loops.contains_loop(outer, inner))
    }

    /// Simplifies the loops, inner loops first. Returns whether a loop was split.
    fn simplify_all(&mut self, f: &mut FunctionEdit<'_, '_>) -> bool {
        let loops = self.loops.clone();
        let mut is_again = false;
        for one in loops.iter().rev() {
            is_again |= self.simplify(f, one);
        }
        is_again
    }

    fn simplify(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) -> bool {
        let header = self.loops.header(one);
        self.leave_at_undef(f, one);
        let preheader = self.preheader(f, one).or_else(|| self.insert_preheader(f, one));
        self.make_exits_dedicated(f, one);
        let latches: Vec<Block> =
            predecessors(&f.editor, header).into_iter().filter(|&from| self.contains(one, from)).collect();
        if let (Some(preheader), true) = (preheader, latches.len() != 1) {
            if self.may_split && latches.len() < MANY_BACK_EDGES && self.separate(f, one) {
                return true;
            }
            self.join_back_edges(f, one, preheader, &latches);
        }
        for phi in phis(&f.editor, header) {
            if let Some(value) = only_value(&f.editor, phi).filter(|&v| self.is_available(f, v, header)) {
                f.editor.replace_all(phi.into(), value);
                f.editor.erase(phi);
            }
        }
        self.merge_exits(f, one);
        false
    }

    /// Folds blocks that only compare and leave the loop into their predecessors, if all exits lead to the same block. What is
    /// invariant moves to the preheader for that.
    fn merge_exits(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) {
        let exiting: Vec<Block> = self.exiting[one].iter().copied().filter(|&b| f.editor.body().is_placed(b)).collect();
        let mut exit = None;
        for &block in &exiting {
            for to in successors(&f.editor, block) {
                if !self.contains(one, to) && *exit.get_or_insert(to) != to {
                    return;
                }
            }
        }
        let preheader = self.preheader(f, one);
        for block in exiting {
            let body = f.editor.body();
            let Some(branch) = body.terminator(block) else { continue };
            let InstData::CondBr { condition, .. } = *body.inst(branch) else { continue };
            let is_compare = |&inst: &Inst| matches!(body.inst(inst), InstData::ICmp { .. } | InstData::FCmp { .. });
            let compare = condition.as_inst().filter(is_compare).filter(|&inst| body.inst_block(inst) == Some(block));
            let (Some(compare), Some(_)) = (compare, f.editor.single_predecessor(block)) else { continue };
            let others: Vec<Inst> = body.insts(block).filter(|&inst| inst != compare && inst != branch).collect();
            if others.into_iter().all(|inst| self.hoist(f, one, inst, preheader, MAX_HOISTED))
                && fold_to_common_destination(f, block)
            {
                keep_successor(&mut f.editor, block, None);
                f.editor.erase_blocks(&[block]);
                self.homes[block] = None;
            }
        }
    }

    /// Moves an instruction and the operands that it needs out of the loop, if that is possible.
    fn hoist(&self, f: &mut FunctionEdit<'_, '_>, one: Loop, inst: Inst, to: Option<Block>, depth: u32) -> bool {
        let body = f.editor.body();
        let Some(block) = body.inst_block(inst) else { return false };
        if !self.contains(one, block) {
            return true;
        }
        let is_free = Query::new(&f.editor, f.additions.function()).can_speculate(inst) && !may_read(&f.editor, inst);
        let end = to.and_then(|block| body.terminator(block));
        let (Some(end), Some(depth), true) = (end, depth.checked_sub(1), is_free) else { return false };
        let mut operands: Vec<Inst> = Vec::new();
        body.inst(inst).for_each_operand(body.values(), |value| operands.extend(value.as_inst()));
        if !operands.into_iter().all(|operand| self.hoist(f, one, operand, to, depth)) {
            return false;
        }
        f.editor.move_inst(inst, Point::Before(end));
        drop_assumptions(&mut f.editor, inst);
        true
    }

    /// Whether an incoming value of a phi can replace the phi: it is not defined in the loop.
    fn is_available(&self, f: &FunctionEdit<'_, '_>, value: Value, header: Block) -> bool {
        let block = value.as_inst().and_then(|inst| f.editor.body().inst_block(inst));
        block.is_none_or(|block| self.homes[header].is_none_or(|one| !self.contains(one, block)))
    }

    /// Makes exiting branches on undef or poison leave the loop.
    fn leave_at_undef(&self, f: &mut FunctionEdit<'_, '_>, one: Loop) {
        for &block in &self.exiting[one] {
            let Some(branch) = f.editor.body().terminator(block) else { continue };
            let InstData::CondBr { condition, if_true, .. } = *f.editor.body().inst(branch) else { continue };
            let module = f.editor.module();
            if module.constants().is_undef_or_poison(condition) {
                let leaves = u64::from(!self.contains(one, if_true));
                let leaves = module.constants().int(module.context(), Type::I1, leaves);
                f.editor.set_operand(Use { user: branch, operand: 0 }, leaves);
            }
        }
    }

    /// The preheader: the only predecessor of the header outside the loop, if the header is its only successor.
    fn preheader(&self, f: &FunctionEdit<'_, '_>, one: Loop) -> Option<Block> {
        let header = self.loops.header(one);
        let mut outside = predecessors(&f.editor, header).into_iter().filter(|&from| !self.contains(one, from));
        let only = outside.next()?;
        let body = f.editor.body();
        let terminator = body.terminator(only)?;
        let mut successors = 0;
        body.inst(terminator).for_each_successor(body.values(), |_| successors += 1);
        // A block whose terminator cannot have instructions hoisted before it, such as an invoke, is not a preheader.
        let is_plain = !matches!(body.inst(terminator), InstData::Invoke { .. } | InstData::CallBr { .. });
        (outside.all(|from| from == only) && successors == 1 && is_plain).then_some(only)
    }

    fn insert_preheader(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) -> Option<Block> {
        let header = self.loops.header(one);
        let outside: Vec<Block> =
            predecessors(&f.editor, header).into_iter().filter(|&from| !self.contains(one, from)).collect();
        let loc = self.start_loc(f, one);
        let new = split_predecessors(&mut f.editor, header, &outside, b".preheader", loc)?;
        self.homes[new] = self.loops.parent(one);
        self.place_carefully(f, new, &outside, one);
        Some(new)
    }

    /// The debug location of the start of the loop.
    fn start_loc(&self, f: &FunctionEdit<'_, '_>, one: Loop) -> Option<Metadata> {
        let (body, header) = (f.editor.body(), self.loops.header(one));
        // The first location in the loop's metadata, if its latches agree on that.
        let mut ids = predecessors(&f.editor, header)
            .into_iter()
            .filter(|&from| self.contains(one, from))
            .map(|from| body.attachment(body.terminator(from)?, lindworm_ir::context::MetadataKind::LOOP));
        if let Some(Some(id)) = ids.next()
            && ids.all(|other| other == Some(id))
        {
            let metadata = &f.additions.metadata;
            let is_location = |m: &Metadata| {
                m.as_node().is_some_and(|n| metadata.node(n).kind == lindworm_ir::debug_info::NodeKind::DILocation)
            };
            let mut found = None;
            metadata.node(id.as_node()?).for_each_ref(|m| found = found.or(Some(m).filter(is_location)));
            if found.is_some() {
                return found;
            }
        }
        body.debug_loc(body.terminator(header)?)
    }

    /// Moves a block behind one of its predecessors if it does not already follow one; preferably one that a block of the loop
    /// follows.
    fn place_carefully(&self, f: &mut FunctionEdit<'_, '_>, new: Block, from: &[Block], one: Loop) {
        let body = f.editor.body();
        if body.prev_block(new).is_some_and(|before| from.contains(&before)) {
            return;
        }
        let is_good = |&&from: &&Block| body.next_block(from).is_some_and(|next| self.contains(one, next));
        if let Some(&after) = from.iter().find(is_good).or(from.first()) {
            f.editor.move_block_after(new, after);
        }
    }

    /// Makes exits dedicated: all predecessors of an exit block are in the loop.
    fn make_exits_dedicated(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) {
        let mut exits: Vec<Block> = Vec::new();
        let mut seen = lindworm_ir::hash::HashSet::default();
        let body = f.editor.body();
        for &block in &self.exiting[one] {
            let Some(terminator) = body.terminator(block) else { continue };
            body.inst(terminator).for_each_successor(body.values(), |to| {
                if !self.contains(one, to) && seen.insert(to) {
                    exits.push(to);
                }
            });
        }
        for exit in exits {
            let all = predecessors(&f.editor, exit);
            let inside: Vec<Block> = all.iter().copied().filter(|&from| self.contains(one, from)).collect();
            if inside.len() == all.len() {
                continue;
            }
            let body = f.editor.body();
            let loc = match self.homes[exit].filter(|&other| self.loops.header(other) == exit) {
                Some(other) => self.start_loc(f, other),
                None => {
                    let first = body.first_non_phi(exit);
                    first.and_then(|inst| body.debug_loc(inst))
                }
            };
            let old_latch = self.latch_of(f, exit);
            if let Some(new) = split_predecessors(&mut f.editor, exit, &inside, b".loopexit", loc) {
                let mut home = self.loops.parent(one);
                while let Some(outer) = home.filter(|&outer| !self.contains(outer, exit)) {
                    home = self.loops.parent(outer);
                }
                self.homes[new] = home;
                if let (Some(old), Some(new)) = (old_latch, self.latch_of(f, exit)) {
                    let inner = self.homes[old].and_then(|inner| self.latch_of(f, self.loops.header(inner)));
                    move_loop_id(f, old, new, inner == Some(old));
                }
            }
        }
    }

    /// The single latch of the loop with this header, if there is only one.
    fn latch_of(&self, f: &FunctionEdit<'_, '_>, header: Block) -> Option<Block> {
        let one = self.homes[header].filter(|&one| self.loops.header(one) == header)?;
        let mut latches = predecessors(&f.editor, header).into_iter().filter(|&from| self.contains(one, from));
        latches.next().filter(|_| latches.next().is_none())
    }

    /// Splits a loop into two nested loops if a phi of the header keeps its value on some back edges. These become the back edges
    /// of the inner loop.
    fn separate(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop) -> bool {
        let header = self.loops.header(one);
        let is_convergent = |inst: Inst| {
            let call = f.editor.body().inst(inst).call_info();
            call.is_some_and(|call| call_has(f.editor.module(), call, AttrKind::CONVERGENT))
        };
        let keeps = |phi: &Inst| {
            let values = incoming(&f.editor, *phi);
            values.iter().any(|&(value, from)| value == (*phi).into() && self.contains(one, from))
        };
        let Some(phi) = phis(&f.editor, header).into_iter().find(keeps) else { return false };
        if self
            .loops
            .blocks(one)
            .any(|block| f.editor.body().is_placed(block) && f.editor.body().insts(block).any(is_convergent))
        {
            return false;
        }
        let outer = incoming(&f.editor, phi).into_iter();
        let outer: Vec<Block> = outer
            .filter(|&(value, from)| value != phi.into() || !self.contains(one, from))
            .map(|(_, from)| from)
            .collect();
        let loc = self.start_loc(f, one);
        let Some(new) = split_predecessors(&mut f.editor, header, &outer, b".outer", loc) else { return false };
        self.homes[new] = Some(one);
        self.place_carefully(f, new, &outer, one);
        true
    }

    /// Redirects all back edges to a new latch that branches to the header.
    fn join_back_edges(&mut self, f: &mut FunctionEdit<'_, '_>, one: Loop, preheader: Block, latches: &[Block]) {
        let header = self.loops.header(one);
        let body = f.editor.body();
        let first = body.first_non_phi(header);
        let cannot = |&from: &Block| {
            let terminator = body.terminator(from).map(|inst| body.inst(inst));
            matches!(terminator, None | Some(InstData::IndirectBr { .. }))
        };
        let (Some(first), Some(&last)) = (first, latches.last()) else { return };
        if is_pad(body.inst(first)) || predecessors(&f.editor, header).iter().any(cannot) {
            return;
        }
        let loc = body.debug_loc(first);
        let name = [body.name(header.into()), b".backedge"].concat();
        let new = f.editor.create_block(Some(last));
        f.editor.set_name(new.into(), &name);
        self.homes[new] = Some(one);
        let branch = f.editor.insert(Point::End(new), InstData::Br { dest: header }, Type::VOID);
        f.editor.set_debug_loc(branch, loc);
        for phi in phis(&f.editor, header) {
            let moved: Vec<_> = incoming(&f.editor, phi).into_iter().filter(|&(_, from)| from != preheader).collect();
            let Some(&(only, _)) = moved.first() else { continue };
            let value = match moved.iter().all(|&(value, _)| value == only) {
                true => only,
                false => insert_phi(&mut f.editor, Point::Before(branch), phi, b".be", &moved),
            };
            f.editor.retain_incoming(phi, |_, from| from == preheader);
            f.editor.add_incoming(phi, value, new);
        }
        let mut loop_id = None;
        for &latch in latches {
            let Some(terminator) = f.editor.body().terminator(latch) else { continue };
            loop_id = loop_id.or(f.editor.body().attachment(terminator, LOOP));
            f.editor.set_attachment(terminator, LOOP, None);
        }
        let edges: Vec<Use> = f.editor.uses().of(header.into()).collect();
        for edge in edges {
            let from = f.editor.body().inst_block(edge.user);
            if from.is_some_and(|from| from != preheader && from != new) {
                f.editor.set_operand(edge, new.into());
            }
        }
        f.editor.set_attachment(branch, LOOP, loop_id);
    }
}
