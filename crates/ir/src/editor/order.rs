//! Which of two instructions of a block comes first, in constant time.
//!
//! Each instruction of a numbered block has a tag; tags grow along the block. An instruction that is inserted gets a tag between its
//! neighbours'. Where there is none left, the smallest surrounding range of tags that is sparse enough is spread evenly, which
//! costs O(log n) amortized an insertion (Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified algorithms for maintaining
//! order in a list, 2002).

use cranelift_entity::EntityRef;

use crate::body::Body;
use crate::value::{Block, Inst};

/// The distance of an instruction that is appended from the last one.
const STRIDE: u64 = 1 << 32;

/// Tags of the instructions of blocks: see the [module](self).
#[derive(Clone, Default)]
pub(super) struct InstOrder {
    /// By instruction; of no meaning in blocks that are not numbered.
    tags: Vec<u64>,
    /// By block.
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

    /// Whether `a` comes before `b` in the block that holds both. Linear in the block the first time, constant then.
    pub(super) fn comes_before(&mut self, body: &Body, block: Block, a: Inst, b: Inst) -> bool {
        if !self.is_numbered(block) {
            self.tags.resize(self.tags.len().max(body.inst_count()), 0);
            let stride = (u64::MAX / (body.insts(block).count() as u64 + 1)).min(STRIDE);
            for (i, inst) in (1..).zip(body.insts(block)) {
                self.tags[inst.index()] = i * stride;
            }
            self.set_numbered(block, true);
        }
        self.tag(a) < self.tag(b)
    }

    /// Gives an instruction that was placed in a block a tag.
    pub(super) fn placed(&mut self, body: &Body, block: Block, inst: Inst) {
        if !self.is_numbered(block) {
            return;
        }
        self.tags.resize(self.tags.len().max(body.inst_count()), 0);
        let between = |order: &InstOrder| {
            let low = body.prev_inst(inst).map_or(0, |i| order.tag(i));
            let high = body.next_inst(inst).map_or(u64::MAX, |i| order.tag(i));
            (low, high)
        };
        let (mut low, mut high) = between(self);
        if high - low < 2 {
            self.make_room(body, inst, low);
            (low, high) = between(self);
        }
        self.tags[inst.index()] = low + ((high - low) / 2).min(STRIDE);
    }

    /// Spreads the tags around `inst`, which has none yet and belongs behind the tag `at`, so that there is room for it.
    fn make_room(&mut self, body: &Body, inst: Inst, at: u64) {
        // The instructions whose tags are in the range, without `inst`.
        let (mut first, mut last) = (inst, inst);
        let mut count = 0u64;
        let mut limit = 1.0f64;
        for bits in 1..=64 {
            let size = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            let (start, end) = (at & !size, at | size);
            while let Some(prev) = body.prev_inst(first).filter(|&i| self.tag(i) >= start) {
                (first, count) = (prev, count + 1);
            }
            while let Some(next) = body.next_inst(last).filter(|&i| self.tag(i) <= end) {
                (last, count) = (next, count + 1);
            }
            limit *= 4.0 / 3.0;
            if (count + 2) as f64 <= limit || bits == 64 {
                let stride = (size / (count + 2)).max(1);
                let mut tag = start;
                let mut next = Some(first);
                while let Some(i) = next {
                    tag += stride;
                    self.tags[i.index()] = tag;
                    next = if i == last { None } else { body.next_inst(i) };
                }
                return;
            }
        }
    }

    /// Says that the instructions at the end of `block` are those of `new` now.
    pub(super) fn split(&mut self, block: Block, new: Block) {
        self.set_numbered(new, self.is_numbered(block));
    }

    /// Says that other instructions were put behind those of a block.
    pub(super) fn joined(&mut self, block: Block) {
        self.set_numbered(block, false);
    }
}
