//! The order of two instructions of a block, in constant time.
//!
//! Each instruction of a numbered block has a tag: see [`crate::list_order`].

use cranelift_entity::EntityRef;

use crate::body::Body;
use crate::list_order::{STRIDE, spread};
use crate::value::{Block, Inst};

/// The tag of an instruction without one: valid tags are greater.
const UNTAGGED: u64 = 0;

/// Tags of the instructions of blocks: see the [module](self).
#[derive(Clone, Default)]
pub(super) struct InstOrder {
    /// The tag of each instruction; meaningless in blocks that are not numbered.
    tags: Vec<u64>,
    /// Whether each block is numbered.
    is_numbered: Vec<bool>,
}

impl InstOrder {
    fn is_numbered(&self, block: Block) -> bool {
        self.is_numbered.get(block.index()).is_some_and(|&n| n)
    }

    fn set_numbered(&mut self, block: Block, is_numbered: bool) {
        if self.is_numbered.len() <= block.index() {
            self.is_numbered.resize(block.index() + 1, false);
        }
        self.is_numbered[block.index()] = is_numbered;
    }

    fn tag(&self, inst: Inst) -> u64 {
        self.tags[inst.index()]
    }

    /// Whether `a` comes before `b` in the block that contains both. Linear in the block the first time, then constant.
    pub(super) fn comes_before(&mut self, body: &Body, block: Block, a: Inst, b: Inst) -> bool {
        if !self.is_numbered(block) {
            self.tags.resize(self.tags.len().max(body.inst_count()), UNTAGGED);
            let stride = (u64::MAX / (body.insts(block).count() as u64 + 1)).min(STRIDE);
            for (i, inst) in (1..).zip(body.insts(block)) {
                self.tags[inst.index()] = i * stride;
            }
            self.set_numbered(block, true);
        }
        self.tag(a) < self.tag(b)
    }

    /// Assigns tags to an instruction inserted into a block and to adjacent inserted instructions without tags.
    pub(super) fn placed(&mut self, body: &Body, block: Block, inst: Inst) {
        if !self.is_numbered(block) {
            return;
        }
        self.tags.resize(self.tags.len().max(body.inst_count()), UNTAGGED);
        self.tags[inst.index()] = UNTAGGED;
        let is_untagged = |&i: &Inst| self.tag(i) == UNTAGGED;
        let before = std::iter::successors(Some(inst), |&i| body.prev_inst(i));
        let first = before.take_while(is_untagged).last().unwrap_or(inst);
        let mut after = std::iter::successors(Some(first), |&i| body.next_inst(i)).skip_while(is_untagged);
        let count = std::iter::successors(Some(first), |&i| body.next_inst(i)).take_while(is_untagged).count() as u64;
        let low = body.prev_inst(first).map_or(0, |i| self.tag(i));
        let high = after.next().map_or(u64::MAX, |i| self.tag(i));
        let stride = ((high - low) / (count + 1)).min(STRIDE);
        if stride == 0 {
            return self.make_room(body, first, low);
        }
        let mut next = Some(first);
        for n in 1..=count {
            let Some(i) = next else { break };
            self.tags[i.index()] = low + n * stride;
            next = body.next_inst(i);
        }
    }

    /// Assigns tags to `inst`, which has none and belongs after the tag `at`, and to the untagged instructions that follow it, at
    /// equal distances.
    fn make_room(&mut self, body: &Body, inst: Inst, at: u64) {
        let tagged = |inst: Inst| (inst, self.tag(inst));
        let run = spread(inst, at, |i| body.prev_inst(i).map(tagged), |i| body.next_inst(i).map(tagged));
        let insts = std::iter::successors(Some(run.first), |&i| body.next_inst(i));
        for (n, i) in (1..=run.count).zip(insts) {
            self.tags[i.index()] = run.start + n * run.stride;
        }
    }

    /// Records that the instructions at the end of `block` moved to `new`.
    pub(super) fn split(&mut self, block: Block, new: Block) {
        self.set_numbered(new, self.is_numbered(block));
    }

    /// Records that instructions were appended to a block.
    pub(super) fn joined(&mut self, block: Block) {
        self.set_numbered(block, false);
    }
}
