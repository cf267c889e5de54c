//! The natural loops of a control-flow graph ([LLVM Loop Terminology](https://llvm.org/docs/LoopTerminology.html)), formed by
//! back edges to a block that dominates their source. Irreducible cycles are not natural loops, but may contain some; see
//! [`crate::Cycles`].

use std::collections::BTreeMap;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use lindworm_ir::Block;
use lindworm_ir::editor::CfgChange;

use crate::nesting::Nesting;
use crate::{Cfg, DominatorTree};

/// A natural loop of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// The natural loops of a graph with their blocks and nesting. Computed in nearly linear time.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Nested loops precede the loop that contains them.
    loops: PrimaryMap<Loop, Data>,
    /// The innermost loop of each block.
    innermost: SecondaryMap<Block, PackedOption<Loop>>,
    /// The blocks of all loops, ordered by the number of the innermost loop.
    blocks: Vec<Block>,
    nesting: Nesting<Loop>,
    /// The number of loops that are in no other.
    outermost: u32,
    /// For each loop number, and one after the last, the index of its first block.
    first_blocks: Vec<u32>,
    /// Blocks added later, by the number of their innermost loop, in order.
    added: BTreeMap<(u32, u32), Block>,
}

#[derive(Clone, Copy, Debug)]
struct Data {
    header: Block,
    parent: PackedOption<Loop>,
    /// The number of loops of which this is the parent.
    children: u32,
    /// A loop and the loops nested in it have consecutive numbers.
    start: u32,
    end: u32,
}

impl Loops {
    /// Computes the loops of a graph, from its dominator tree.
    pub fn new(cfg: &Cfg, dominators: &DominatorTree) -> Loops {
        let mut loops = Loops::default();
        let mut worklist = Vec::new();
        for &header in cfg.reverse_postorder().iter().rev() {
            let goes_back = |&from: &Block| {
                dominators.is_reachable(from) && dominators.dominates(header, from) && cfg.goes_to(from, header)
            };
            worklist.extend(cfg.predecessors(header).iter().copied().filter(goes_back));
            if !worklist.is_empty() {
                loops.find_loop(cfg, header, &mut worklist);
            }
        }
        loops.number();
        loops.place_blocks(cfg);
        loops
    }

    /// Finds the loop with that header, from the sources of its back edges. The loops nested in it are known.
    fn find_loop(&mut self, cfg: &Cfg, header: Block, worklist: &mut Vec<Block>) {
        let none = PackedOption::default();
        let found = self.loops.push(Data { header, parent: none, children: 0, start: 0, end: 0 });
        while let Some(block) = worklist.pop() {
            let entry = match self.innermost[block].expand() {
                None => {
                    self.innermost[block] = found.into();
                    block
                }
                Some(inner) => {
                    let nested = self.nesting.outermost(inner);
                    if nested == found {
                        continue;
                    }
                    self.loops[nested].parent = found.into();
                    self.nesting.put(nested, found);
                    self.loops[nested].header
                }
            };
            if entry != header {
                worklist.extend(cfg.predecessors(entry).iter().copied().filter(|&from| cfg.is_reachable(from)));
            }
        }
    }

    fn number(&mut self) {
        let mut sizes = SecondaryMap::with_default(1);
        for (inner, data) in self.loops.iter() {
            if let Some(parent) = data.parent.expand() {
                sizes[parent] += sizes[inner];
            }
        }
        for inner in self.loops.keys() {
            let count = match self.loops[inner].parent.expand() {
                Some(parent) => &mut self.loops[parent].children,
                None => &mut self.outermost,
            };
            *count += 1;
        }
        let mut next = SecondaryMap::with_default(0);
        let mut next_outermost = 0;
        for inner in self.loops.keys().rev() {
            let place = match self.loops[inner].parent.expand() {
                Some(parent) => &mut next[parent],
                None => &mut next_outermost,
            };
            let start = *place;
            *place += sizes[inner];
            next[inner] = start + 1;
            self.loops[inner].start = start;
            self.loops[inner].end = start + sizes[inner];
        }
    }

    fn place_blocks(&mut self, cfg: &Cfg) {
        let in_loops = || {
            let numbered = |&block: &Block| Some((block, self.loops[self.innermost[block].expand()?].start as usize));
            cfg.reverse_postorder().iter().filter_map(numbered)
        };
        let mut ends = vec![0; self.loops.len() + 1];
        in_loops().for_each(|(_, number)| ends[number + 1] += 1);
        for number in 0..self.loops.len() {
            ends[number + 1] += ends[number];
        }
        self.first_blocks.clone_from(&ends);
        let mut blocks: Vec<Block> = in_loops().map(|(block, _)| block).collect();
        for (block, number) in in_loops() {
            blocks[ends[number] as usize] = block;
            ends[number] += 1;
        }
        self.blocks = blocks;
    }

    /// Updates the loops after changes of control flow, in order. Takes O(d + log n) for each change at loop depth d.
    pub fn update(&mut self, changes: &[CfgChange]) {
        for change in changes {
            match *change {
                CfgChange::BlockSplit { old, new } => self.add_block(new, self.loop_of(old)),
                CfgChange::EdgeSplit { from, new, to } => {
                    let mut common = self.loop_of(from);
                    while let Some(inner) = common.filter(|&inner| !self.contains(inner, to)) {
                        common = self.parent(inner);
                    }
                    self.add_block(new, common);
                }
                CfgChange::Merged { block, .. } | CfgChange::Unreachable(block) => self.innermost[block] = None.into(),
            }
        }
    }

    /// Makes another block of a loop its header, after the back edges were redirected to it. No loop nested in this one may
    /// contain the block.
    pub fn set_header(&mut self, of: Loop, header: Block) {
        debug_assert_eq!(self.loop_of(header), Some(of));
        self.loops[of].header = header;
    }

    fn add_block(&mut self, block: Block, innermost: Option<Loop>) {
        self.innermost[block] = innermost.into();
        if let Some(innermost) = innermost {
            self.added.insert((self.loops[innermost].start, self.added.len() as u32), block);
        }
    }

    /// The blocks of a loop, including those of nested loops.
    pub fn blocks(&self, of: Loop) -> impl Iterator<Item = Block> + '_ {
        let Data { start, end, .. } = self.loops[of];
        let range = self.first_blocks[start as usize] as usize..self.first_blocks[end as usize] as usize;
        let added = self.added.range((start, 0)..(end, 0)).map(|(_, &block)| block);
        self.blocks[range].iter().copied().chain(added).filter(|&block| self.innermost[block].is_some())
    }

    /// All loops, outer before inner loops, except those whose blocks were erased.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Loop> + '_ {
        self.loops.keys().rev().filter(|&one| self.loop_of(self.header(one)).is_some())
    }

    /// The innermost loop that contains a block.
    #[inline]
    pub fn loop_of(&self, block: Block) -> Option<Loop> {
        self.innermost[block].expand()
    }

    /// The header of a loop: its only block with predecessors outside.
    pub fn header(&self, of: Loop) -> Block {
        self.loops[of].header
    }

    /// The parent loop.
    pub fn parent(&self, of: Loop) -> Option<Loop> {
        self.loops[of].parent.expand()
    }

    /// The number of loops with the same parent as a loop, itself included, when the loops were computed.
    pub fn siblings(&self, of: Loop) -> u32 {
        self.parent(of).map_or(self.outermost, |parent| self.loops[parent].children)
    }

    /// Whether `inner` is `outer` or nested in it.
    #[inline]
    pub fn contains_loop(&self, outer: Loop, inner: Loop) -> bool {
        let Data { start, end, .. } = self.loops[outer];
        (start..end).contains(&self.loops[inner].start)
    }

    /// Whether a block is in a loop or in a loop nested in it.
    #[inline]
    pub fn contains(&self, outer: Loop, block: Block) -> bool {
        self.loop_of(block).is_some_and(|inner| self.contains_loop(outer, inner))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_bodies::{block, body_of, graphs};

    fn loops_of(graph: &[impl AsRef<[usize]>]) -> (Cfg, DominatorTree, Loops) {
        let cfg = Cfg::new(&body_of(graph));
        let dominators = DominatorTree::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        (cfg, dominators, loops)
    }

    #[test]
    fn nested_loops() {
        let (_, _, loops) = loops_of(&[&[1][..], &[2], &[2, 3], &[1, 4], &[5, 6], &[4], &[]]);
        let headers: Vec<_> = loops.iter().map(|l| loops.header(l)).collect();
        assert_eq!(headers.len(), 3);
        let [outer, inner, after] = [1, 2, 4].map(|b| loops.loop_of(block(b)).unwrap());
        assert_eq!((loops.parent(outer), loops.parent(inner), loops.parent(after)), (None, Some(outer), None));
        assert!(loops.contains(outer, block(2)) && loops.contains(outer, block(3)) && !loops.contains(inner, block(3)));
        assert_eq!([outer, inner, after].map(|l| loops.siblings(l)), [2, 1, 2]);
        assert!(loops.contains(after, block(5)) && !loops.contains(outer, block(4)));
        assert_eq!(loops.loop_of(block(6)), None);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let (_, _, loops) = loops_of(&[&[1, 2][..], &[2], &[1, 3, 2], &[]]);
        assert_eq!(loops.iter().map(|l| loops.header(l)).collect::<Vec<_>>(), [block(2)]);
        assert_eq!(loops.loop_of(block(1)), None);
    }

    proptest! {
        #[test]
        fn a_loop_is_what_comes_back_to_its_header(graph in graphs()) {
            let (cfg, dominators, loops) = loops_of(&graph);
            for &header in cfg.reverse_postorder() {
                let mut expected = vec![];
                let mut stack: Vec<Block> = cfg.predecessors(header).to_vec();
                stack.retain(|&from| dominators.is_reachable(from) && dominators.dominates(header, from));
                let is_header = !stack.is_empty();
                while let Some(b) = stack.pop() {
                    if cfg.is_reachable(b) && !expected.contains(&b) {
                        expected.push(b);
                        if b != header {
                            stack.extend(cfg.predecessors(b));
                        }
                    }
                }
                let found = loops.loop_of(header).filter(|&l| loops.header(l) == header);
                prop_assert_eq!(found.is_some(), is_header);
                if let Some(found) = found {
                    for &b in cfg.layout() {
                        prop_assert_eq!(loops.contains(found, b), expected.contains(&b));
                    }
                    let mut blocks = loops.blocks(found).collect::<Vec<_>>();
                    blocks.sort_unstable();
                    expected.sort_unstable();
                    prop_assert_eq!(blocks, expected);
                }
            }
        }
    }
}
