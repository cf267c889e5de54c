//! The block of each instruction, such that splitting and merging blocks is linear in the shorter part.
//!
//! An instruction holds a [`Label`], and each label belongs to one block. Instructions that move to another block get its label.
//! If more instructions move than stay, those that stay get the label of the other block instead, and both blocks swap labels. A
//! series of splits and merges of `n` instructions relabels each O(log n) times.

use cranelift_entity::{EntityRef, entity_impl};

use super::{Block, Body, Inst};

/// Stored in an instruction in place of its block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(u32);
entity_impl!(Label, "label");

/// The label of each block and the block of each label. Both tables are empty while label `n` belongs to block `n`, which is the
/// case until a block is split.
#[derive(Clone, Default)]
pub(super) struct Labels {
    of_block: Vec<Label>,
    blocks: Vec<Block>,
}

impl Labels {
    pub(super) fn clear(&mut self) {
        self.of_block.clear();
        self.blocks.clear();
    }

    /// Assigns a label to the most recently created block.
    pub(super) fn add(&mut self, block: Block) {
        if !self.blocks.is_empty() {
            self.of_block.push(Label::new(block.index()));
            self.blocks.push(block);
        }
    }

    #[inline]
    pub(super) fn of(&self, block: Block) -> Label {
        self.of_block.get(block.index()).copied().unwrap_or(Label::new(block.index()))
    }

    #[inline]
    pub(super) fn block(&self, label: Label) -> Block {
        self.blocks.get(label.index()).copied().unwrap_or(Block::new(label.index()))
    }

    /// Swaps the labels of two blocks, in a body of `count` blocks.
    fn exchange(&mut self, a: Block, b: Block, count: usize) {
        if self.blocks.is_empty() {
            self.of_block = (0..count).map(Label::new).collect();
            self.blocks = (0..count).map(Block::new).collect();
        }
        self.of_block.swap(a.index(), b.index());
        for block in [a, b] {
            let label = self.of(block);
            self.blocks[label.index()] = block;
        }
    }
}

impl Body {
    /// Moves `first` and all instructions after it to `to`, which is empty. Debug records at the end of the block stay in place.
    pub(crate) fn move_tail(&mut self, first: Inst, to: Block) {
        let Some(from) = self.inst_block(first) else { return };
        let before = self.links[first.index()].prev;
        let last = std::mem::replace(&mut self.blocks[from].last, before);
        (self.blocks[to].first, self.blocks[to].last) = (first.into(), last);
        self.links[first.index()].prev = None.into();
        match before.expand() {
            Some(before) => self.links[before.index()].next = None.into(),
            None => self.blocks[from].first = None.into(),
        }
        self.relabel(from, to, true);
    }

    /// Moves all instructions of `from` to the end of `to`.
    pub(crate) fn move_all_insts(&mut self, from: Block, to: Block) {
        let (first, last) = (self.blocks[from].first, self.blocks[from].last);
        let (Some(first_inst), before) = (first.expand(), self.blocks[to].last) else { return };
        // Relabelling traverses the lists of both blocks, so it precedes joining them.
        self.relabel(to, from, false);
        self.links[first_inst.index()].prev = before;
        match before.expand() {
            Some(before) => self.links[before.index()].next = first,
            None => self.blocks[to].first = first,
        }
        self.blocks[to].last = last;
        (self.blocks[from].first, self.blocks[from].last) = (None.into(), None.into());
    }

    /// Split: gives the instructions in the list of `b`, which have the label of `a`, the label of `b`. Merge: gives the
    /// instructions of both lists the label of `a`. Linear in the shorter list.
    fn relabel(&mut self, a: Block, b: Block, split: bool) {
        let (mut in_a, mut in_b) = (self.blocks[a].first, self.blocks[b].first);
        while let (Some(x), Some(y)) = (in_a.expand(), in_b.expand()) {
            (in_a, in_b) = (self.links[x.index()].next, self.links[y.index()].next);
        }
        // In a split both lists have the label of `a`, and the shorter list gets the other label. In a merge the shorter list
        // gets the label of the longer one.
        let shorter = if in_b.is_none() { b } else { a };
        let label = self.labels.of(if split {
            b
        } else if shorter == b {
            a
        } else {
            b
        });
        let mut next = self.blocks[shorter].first;
        while let Some(inst) = next.expand() {
            self.links[inst.index()].label = label.into();
            next = self.links[inst.index()].next;
        }
        if shorter == a {
            self.labels.exchange(a, b, self.blocks.len());
        }
    }
}
