//! Which values are live across a suspend point.
//!
//! A use of a value *crosses* a suspend point if a path from the block of the definition to that of the use, not passing the
//! definition again, has a block that suspends: one with `llvm.coro.suspend` or `llvm.coro.save`, which are in blocks of their own.
//! What precedes `llvm.coro.end` on the path does not count, since the code after it runs in the ramp.
//!
//! As the block D of the definition dominates that of the use, a single block answers this for each U: if a path from D to U
//! crosses, so does one from each dominator of D. So [`Crossing`] determines for each block the nearest dominator from which a path
//! crosses. Both that dominator of a predecessor and the immediate dominator of U dominate the predecessor, hence are ordered by
//! depth: passes over the blocks in reverse postorder take the minimum of both depths, and the maximum over the predecessors. The
//! number of passes is limited by the nesting of loops, so the cost is linear in the edges for each level.

use cranelift_entity::SecondaryMap;
use lindworm_analysis::{Cfg, DominatorTree};
use lindworm_ir::intrinsics::IntrinsicId as I;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Value};

use super::intrinsic;
use super::shape::Shape;
use crate::pass::FunctionEdit;

pub(super) struct Crossing {
    pub cfg: Cfg,
    pub dominators: DominatorTree,
    /// The depth in the dominator tree of the nearest dominator from which a path crosses; 0 if there is none. The entry has
    /// depth 1.
    nearest: SecondaryMap<Block, u32>,
    depth: SecondaryMap<Block, u32>,
    pub suspends: SecondaryMap<Block, bool>,
    pub ends: SecondaryMap<Block, bool>,
}

impl Crossing {
    pub fn new(f: &FunctionEdit<'_, '_>, shape: &Shape) -> Crossing {
        let body = f.editor.body();
        let cfg = Cfg::new(body);
        let dominators = DominatorTree::new(&cfg);
        let mut crossing = Crossing {
            cfg,
            dominators,
            nearest: SecondaryMap::new(),
            depth: SecondaryMap::new(),
            suspends: SecondaryMap::new(),
            ends: SecondaryMap::new(),
        };
        let saves = shape.suspends.iter().filter_map(|&suspend| shape.save(body, suspend));
        for block in shape.suspends.iter().copied().chain(saves).filter_map(|inst| body.inst_block(inst)) {
            crossing.suspends[block] = true;
        }
        for block in shape.ends.iter().filter_map(|&inst| body.inst_block(inst)) {
            crossing.ends[block] = true;
        }
        for &block in crossing.cfg.reverse_postorder() {
            let above = crossing.dominators.idom(block).map_or(0, |idom| crossing.depth[idom]);
            crossing.depth[block] = above + 1;
        }
        crossing.solve();
        crossing
    }

    fn solve(&mut self) {
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for &block in self.cfg.reverse_postorder() {
                let new = if self.suspends[block] {
                    self.depth[block]
                } else if self.ends[block] {
                    0
                } else {
                    let limit = self.depth[block] - 1;
                    let before = self.cfg.predecessors(block).iter().map(|&from| self.nearest[from].min(limit));
                    before.max().unwrap_or(0)
                };
                is_changed |= new != self.nearest[block];
                self.nearest[block] = new;
            }
        }
    }

    /// Whether a use in a block of a value that is defined in a block dominating it crosses a suspend point.
    pub fn crosses(&self, from: Block, to: Block) -> bool {
        self.depth[from] != 0 && self.depth[from] <= self.nearest[to]
    }

    /// Whether a use of a value that is defined in this block crosses a suspend point.
    pub fn use_crosses(&self, module: &Module, body: &Body, from: Block, user: Inst) -> bool {
        if let InstData::Phi { incoming, .. } = body.inst(user)
            && incoming.len(body.values()) > 2
        {
            // Other phis have their values from blocks of their own.
            return false;
        }
        let Some(mut to) = body.inst_block(user) else { return false };
        // The operands of these suspend points are used before the suspension.
        if matches!(intrinsic(module, body, user), Some(I::CORO_SUSPEND_RETCON | I::CORO_SUSPEND_ASYNC)) {
            let [only] = self.cfg.predecessors(to) else { return false };
            to = *only;
        }
        self.crosses(from, to)
    }

    /// The block in which a value is defined; for a suspend point the block after it, because its result is that of the resumption.
    pub fn defining_block(&self, module: &Module, body: &Body, value: Value) -> Option<Block> {
        let Some(inst) = value.as_inst() else { return body.entry() };
        let block = body.inst_block(inst)?;
        match intrinsic(module, body, inst) {
            Some(I::CORO_SUSPEND | I::CORO_SUSPEND_RETCON | I::CORO_SUSPEND_ASYNC) => {
                self.cfg.successors(block).first().copied()
            }
            _ => Some(block),
        }
    }

    /// The users of a value that cross a suspend point, in the order of its uses, without repetition.
    pub fn crossing_users(&self, f: &FunctionEdit<'_, '_>, value: Value) -> Vec<Inst> {
        let (module, body) = (f.editor.module(), f.editor.body());
        let mut users: Vec<Inst> = Vec::new();
        let Some(from) = self.defining_block(module, body, value) else { return users };
        for at in f.editor.uses().of(value) {
            if users.last() != Some(&at.user) && self.use_crosses(module, body, from, at.user) {
                users.push(at.user);
            }
        }
        users
    }

    /// Whether one instruction, of a block that existed when this was computed, dominates another one.
    pub fn dominates(&self, f: &mut FunctionEdit<'_, '_>, a: Inst, b: Inst) -> bool {
        let body = f.editor.body();
        let (Some(from), Some(to)) = (body.inst_block(a), body.inst_block(b)) else { return false };
        match from == to {
            true => a != b && f.editor.comes_before(a, b),
            // New blocks follow `llvm.coro.begin`.
            false => self.depth[to] == 0 || self.dominators.properly_dominates(from, to),
        }
    }
}
