//! Which block an instruction is in, so that splitting and merging blocks costs no more than their shorter half.
//!
//! An instruction holds a [`Label`], and each label is that of one block. Instructions that change their block get the label of
//! the other; where more change it than stay, those that stay get the label of the other block instead, and the two blocks
//! exchange labels. Any series of splits and merges of `n` instructions relabels O(log n) times each.

use cranelift_entity::{EntityRef, entity_impl};

use super::{Block, Body, Inst};

/// What an instruction holds in place of its block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(u32);
entity_impl!(Label, "label");

/// The label of each block and the block of each label. Both tables are empty as long as label `n` is that of block `n`, as in a
/// body that no block was split in.
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

    /// Gives a block that was made last a label.
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

    /// Gives each of two blocks the label of the other, in a body of `count` blocks.
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
    /// Moves `first` and all instructions behind it to `to`, which has none. Debug records at the end of the block stay where they
    /// are.
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

    /// Moves all instructions of `from` behind those of `to`.
    pub(crate) fn move_all_insts(&mut self, from: Block, to: Block) {
        let (first, last) = (self.blocks[from].first, self.blocks[from].last);
        let (Some(first_inst), before) = (first.expand(), self.blocks[to].last) else { return };
        // Labels are told apart by the blocks' own lists, so they change before the lists are one.
        self.relabel(to, from, false);
        self.links[first_inst.index()].prev = before;
        match before.expand() {
            Some(before) => self.links[before.index()].next = first,
            None => self.blocks[to].first = first,
        }
        self.blocks[to].last = last;
        (self.blocks[from].first, self.blocks[from].last) = (None.into(), None.into());
    }

    /// Splitting: the instructions in the list of `b` get the label of `b`, where they have that of `a`. Merging: the
    /// instructions in both lists get the label of `a`. Costs as much as the shorter list has instructions.
    fn relabel(&mut self, a: Block, b: Block, split: bool) {
        let (mut in_a, mut in_b) = (self.blocks[a].first, self.blocks[b].first);
        while let (Some(x), Some(y)) = (in_a.expand(), in_b.expand()) {
            (in_a, in_b) = (self.links[x.index()].next, self.links[y.index()].next);
        }
        // In a split both lists have the label of `a`: those that get the other are in the shorter one. In a merge the shorter one
        // gets the label of the longer.
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
