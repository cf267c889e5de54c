//! The cycles of a control-flow graph, reducible or irreducible, as LLVM defines them ([LLVM Cycle
//! Terminology](https://llvm.org/docs/CycleTerminology.html)).
//!
//! A cycle is a maximal set of blocks that are reachable from each other. Its first block in depth-first order is its header;
//! cycles among its other blocks are nested in it. If a cycle has several entries, its header depends on the depth-first search;
//! this is LLVM's.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use lindworm_ir::Block;

use crate::Cfg;
use crate::cfg::{Walk, refill};
use crate::nesting::Nesting;

/// A cycle of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cycle(u32);
entity_impl!(Cycle, "cycle");

/// The cycles of a graph with their blocks and nesting.
///
/// Computed in nearly linear time, except for the entries of irreducible cycles: each is visited once for each cycle that it
/// enters.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// Nested cycles precede the cycle that contains them.
    cycles: PrimaryMap<Cycle, Data>,
    /// The innermost cycle of each block.
    innermost: SecondaryMap<Block, PackedOption<Cycle>>,
    entries: Vec<Block>,
    /// The members of each cycle in order of discovery: its own blocks, and the headers of cycles nested in it.
    members: Vec<Block>,
    blocks: Vec<Block>,
    nesting: Nesting<Cycle>,
    walk: Walk,
    /// For each block in preorder, the end of the preorder numbers of its descendants.
    walk_ends: Vec<u32>,
    worklist: Vec<u32>,
    /// The number of edges that may still be visited, counting repeated visits.
    left: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Data {
    parent: PackedOption<Cycle>,
    depth: u32,
    first_entry: u32,
    entry_count: u32,
    first_member: u32,
    end_of_members: u32,
    first_block: u32,
    block_count: u32,
}

impl Cycles {
    /// The cycles of a graph.
    pub fn new(cfg: &Cfg) -> Cycles {
        let mut cycles = Cycles::default();
        cycles.compute(cfg);
        cycles
    }

    /// Like [`Cycles::new`], in linear time: `None` if irreducible cycles are nested such that the average number of visits of an
    /// edge exceeds a limit.
    pub fn in_linear_time(cfg: &Cfg) -> Option<Cycles> {
        let mut cycles = Cycles::default();
        cycles.compute_in_linear_time(cfg).then_some(cycles)
    }

    /// Computes the cycles of a graph like [`Cycles::in_linear_time`], reusing the buffers; returns false if that gives up.
    pub fn compute_in_linear_time(&mut self, cfg: &Cfg) -> bool {
        /// The maximum average number of visits of an edge.
        const TIMES: usize = 32;
        let edges = cfg.layout().iter().map(|&block| 1 + cfg.successors(block).len()).sum::<usize>();
        self.compute_within(cfg, edges * TIMES)
    }

    /// Computes the cycles of a graph, reusing the buffers.
    pub fn compute(&mut self, cfg: &Cfg) {
        self.compute_within(cfg, usize::MAX);
    }

    /// Like [`Cycles::compute`], with at most `most` visits of edges. Returns whether it completed.
    fn compute_within(&mut self, cfg: &Cfg, most: usize) -> bool {
        self.left = most;
        self.cycles.clear();
        self.innermost.clear();
        self.entries.clear();
        self.members.clear();
        self.nesting.clear();
        cfg.walk_backward(&mut self.walk);
        let count = self.walk.preorder.len();
        self.walk_ends.clear();
        self.walk_ends.extend(1..=count as u32);
        for v in (1..count).rev() {
            let parent = self.walk.parents[v] as usize;
            self.walk_ends[parent] = self.walk_ends[parent].max(self.walk_ends[v]);
        }
        for header in (0..count as u32).rev() {
            self.find_cycle(cfg, header);
            if self.left == 0 {
                self.worklist.clear();
                return false;
            }
        }
        self.place_blocks();
        true
    }

    /// Finds the cycle with this header, if there is one. The cycles with later headers are known.
    fn find_cycle(&mut self, cfg: &Cfg, header: u32) {
        let header_block = self.walk.preorder[header as usize];
        self.add_predecessors(cfg, header_block, header);
        if self.worklist.is_empty() {
            return;
        }
        let first_entry = self.entries.len() as u32;
        let first_member = self.members.len() as u32;
        let cycle = self.cycles.push(Data { first_entry, first_member, block_count: 1, ..Data::default() });
        self.entries.push(header_block);
        self.members.push(header_block);
        self.innermost[header_block] = cycle.into();
        while self.left > 0
            && let Some(number) = self.worklist.pop()
        {
            let block = self.walk.preorder[number as usize];
            match self.innermost[block].expand() {
                None => {
                    self.innermost[block] = cycle.into();
                    self.cycles[cycle].block_count += 1;
                    self.members.push(block);
                    self.add_member(cfg, block, header);
                }
                Some(inner) => {
                    let child = self.nesting.outermost(inner);
                    if child != cycle {
                        let Data { first_entry, entry_count, block_count, .. } = self.cycles[child];
                        self.cycles[cycle].block_count += block_count;
                        self.members.push(self.entries[first_entry as usize]);
                        self.cycles[child].parent = cycle.into();
                        self.nesting.put(child, cycle);
                        for entry in first_entry..first_entry + entry_count {
                            self.add_member(cfg, self.entries[entry as usize], header);
                        }
                    }
                }
            }
        }
        self.cycles[cycle].entry_count = self.entries.len() as u32 - first_entry;
        self.cycles[cycle].end_of_members = self.members.len() as u32;
    }

    /// Visits the predecessors of a block of the current cycle. If some are outside the cycle, the block is an entry.
    fn add_member(&mut self, cfg: &Cfg, block: Block, header: u32) {
        if self.add_predecessors(cfg, block, header) {
            self.entries.push(block);
        }
    }

    /// Adds those predecessors to the worklist that are descendants of the header in the depth-first tree. Returns whether there
    /// are other predecessors.
    fn add_predecessors(&mut self, cfg: &Cfg, block: Block, header: u32) -> bool {
        let inside = header..self.walk_ends[header as usize];
        let mut others = false;
        self.left = self.left.saturating_sub(cfg.predecessors(block).len());
        for number in cfg.predecessors(block).iter().filter_map(|&p| self.walk.number(p)) {
            if inside.contains(&number) {
                self.worklist.push(number);
            } else {
                others = true;
            }
        }
        others
    }

    /// Arranges the blocks of each cycle contiguously, with the blocks of a nested cycle at the position of its discovery.
    fn place_blocks(&mut self) {
        let count = self.cycles.values().filter(|c| c.parent.is_none()).map(|c| c.block_count).sum::<u32>();
        refill(&mut self.blocks, count as usize, Block::new(0));
        let mut end = 0;
        for cycle in self.cycles.keys().rev() {
            let Data { parent, first_member, end_of_members, block_count, .. } = self.cycles[cycle];
            self.cycles[cycle].depth = match parent.expand() {
                Some(parent) => self.cycles[parent].depth + 1,
                None => {
                    self.cycles[cycle].first_block = end;
                    end += block_count;
                    1
                }
            };
            let mut place = self.cycles[cycle].first_block;
            for &member in &self.members[first_member as usize..end_of_members as usize] {
                match self.innermost[member].expand().filter(|&inner| inner != cycle) {
                    Some(nested) => {
                        self.cycles[nested].first_block = place;
                        place += self.cycles[nested].block_count;
                    }
                    None => {
                        self.blocks[place as usize] = member;
                        place += 1;
                    }
                }
            }
        }
    }

    /// All cycles, outer before inner cycles.
    pub fn iter(&self) -> impl Iterator<Item = Cycle> + use<> {
        self.cycles.keys().rev()
    }

    /// The innermost cycle that contains a block.
    #[inline]
    pub fn cycle_of(&self, block: Block) -> Option<Cycle> {
        self.innermost[block].expand()
    }

    /// The header of a cycle: its first block in depth-first order.
    pub fn header(&self, cycle: Cycle) -> Block {
        self.entries[self.cycles[cycle].first_entry as usize]
    }

    /// Whether a block of a cycle has a predecessor outside the cycle.
    pub fn is_entry(&self, cfg: &Cfg, cycle: Cycle, block: Block) -> bool {
        cfg.predecessors(block).iter().any(|&from| cfg.is_reachable(from) && !self.contains(cycle, from))
    }

    /// The entries of a cycle: its blocks with predecessors outside the cycle, the header first.
    pub fn entries(&self, cycle: Cycle) -> &[Block] {
        let Data { first_entry, entry_count, .. } = self.cycles[cycle];
        &self.entries[first_entry as usize..][..entry_count as usize]
    }

    /// Whether the header is the only entry.
    pub fn is_reducible(&self, cycle: Cycle) -> bool {
        self.cycles[cycle].entry_count == 1
    }

    /// The parent cycle.
    pub fn parent(&self, cycle: Cycle) -> Option<Cycle> {
        self.cycles[cycle].parent.expand()
    }

    /// The nesting depth of a cycle; 1 for an outermost cycle.
    pub fn depth(&self, cycle: Cycle) -> u32 {
        self.cycles[cycle].depth
    }

    /// The blocks of a cycle, including those of nested cycles, in LLVM's order; the header first.
    pub fn blocks(&self, cycle: Cycle) -> &[Block] {
        let Data { first_block, block_count, .. } = self.cycles[cycle];
        &self.blocks[first_block as usize..][..block_count as usize]
    }

    /// Whether a block is in a cycle or in a cycle nested in it.
    #[inline]
    pub fn contains(&self, cycle: Cycle, block: Block) -> bool {
        self.cycle_of(block).is_some_and(|inner| self.contains_cycle(cycle, inner))
    }

    /// Whether `inner` is `outer` or nested in it.
    #[inline]
    pub fn contains_cycle(&self, outer: Cycle, inner: Cycle) -> bool {
        let Data { first_block, block_count, .. } = self.cycles[outer];
        (first_block..first_block + block_count).contains(&self.cycles[inner].first_block)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_bodies::{block, body_of, graphs};

    fn cycles_of(graph: &[impl AsRef<[usize]>]) -> Cycles {
        Cycles::new(&Cfg::new(&body_of(graph)))
    }

    #[test]
    fn nests() {
        let cycles = cycles_of(&[&[1][..], &[2, 5], &[3, 1], &[3, 2], &[1], &[]]);
        let outer = cycles.cycle_of(block(1)).unwrap();
        let inner = cycles.cycle_of(block(2)).unwrap();
        let innermost = cycles.cycle_of(block(3)).unwrap();
        assert_eq!(cycles.iter().collect::<Vec<_>>(), [outer, inner, innermost]);
        assert_eq!([outer, inner, innermost].map(|c| cycles.parent(c)), [None, Some(outer), Some(inner)]);
        assert_eq!([outer, inner, innermost].map(|c| cycles.depth(c)), [1, 2, 3]);
        assert_eq!(cycles.blocks(outer), [1, 2, 3].map(block));
        assert_eq!(cycles.cycle_of(block(4)), None);
        assert!(cycles.contains(outer, block(3)) && !cycles.contains(innermost, block(2)));
        assert!(cycles.is_reducible(outer) && !cycles.contains(outer, block(9)));
    }

    #[test]
    fn last_edge_first() {
        let cycles = cycles_of(&[&[1, 2][..], &[2], &[1]]);
        let cycle = cycles.cycle_of(block(1)).unwrap();
        assert_eq!(cycles.entries(cycle), [2, 1].map(block));
        assert!(!cycles.is_reducible(cycle) && cycles.header(cycle) == block(2));
    }

    #[test]
    fn in_linear_time() {
        // Each block has edges to the next eight around a circle: there are nearly as many nested cycles as blocks, and the
        // entries of each are proportional to them.
        let circle = |n: usize| (0..n).map(|b| (1..=8).map(|to| (b + to) % n).collect()).collect::<Vec<Vec<usize>>>();
        assert!(Cycles::in_linear_time(&Cfg::new(&body_of(&circle(8)))).is_some());
        assert!(Cycles::in_linear_time(&Cfg::new(&body_of(&circle(2_000)))).is_none());
        assert!(Cycles::in_linear_time(&Cfg::new(&body_of(&nested(2_000)))).is_some());
    }

    /// Nested loops, `n - 1` deep.
    fn nested(n: usize) -> Vec<Vec<usize>> {
        let latches = (0..n).rev().map(|b| if b > 0 { vec![b, 2 * n - b] } else { vec![] });
        (1..=n).map(|b| vec![b]).chain(latches).collect()
    }

    #[test]
    fn deep() {
        const N: usize = 100_000;
        let cycles = cycles_of(&nested(N));
        let innermost = cycles.cycle_of(block(N - 1)).unwrap();
        assert_eq!(cycles.depth(innermost), N as u32 - 1);
    }

    /// The cycles among these blocks by definition, outer ones first: header, entries and blocks of each.
    fn by_definition(cfg: &Cfg, walk: &Walk, among: &[Block], found: &mut Vec<(Block, Vec<Block>, Vec<Block>)>) {
        let reaches = |from: Block, to: Block| {
            let (mut seen, mut stack) = (Vec::new(), vec![from]);
            while let Some(b) = stack.pop() {
                for &s in cfg.successors(b) {
                    if among.contains(&s) && !seen.contains(&s) {
                        seen.push(s);
                        stack.push(s);
                    }
                }
            }
            seen.contains(&to)
        };
        let mut rest = among.to_vec();
        rest.sort_by_key(|&b| walk.number(b));
        while let Some(&header) = rest.first() {
            let mut members: Vec<Block> =
                rest.iter().copied().filter(|&b| reaches(header, b) && reaches(b, header)).collect();
            rest.retain(|b| *b != header && !members.contains(b));
            if !members.is_empty() {
                members.sort();
                let entered =
                    |b: &Block| cfg.predecessors(*b).iter().any(|&p| cfg.is_reachable(p) && !members.contains(&p));
                let entries = members.iter().copied().filter(|b| *b == header || entered(b)).collect();
                let inner: Vec<Block> = members.iter().copied().filter(|&b| b != header).collect();
                found.push((header, entries, members));
                by_definition(cfg, walk, &inner, found);
            }
        }
    }

    proptest! {
        #[test]
        fn follow_the_definition(graph in graphs()) {
            let cfg = Cfg::new(&body_of(&graph));
            let mut cycles = cycles_of(&[&[1][..], &[1, 2], &[2, 0]]);
            cycles.compute(&cfg);
            let mut expected = Vec::new();
            by_definition(&cfg, &cycles.walk, cfg.reverse_postorder(), &mut expected);
            expected.sort();
            let sorted = |blocks: &[Block]| {
                let mut blocks = blocks.to_vec();
                blocks.sort();
                blocks
            };
            let mut found: Vec<_> =
                cycles.iter().map(|c| (cycles.header(c), sorted(cycles.entries(c)), sorted(cycles.blocks(c)))).collect();
            found.sort();
            prop_assert_eq!(found, expected);
            for c in cycles.iter() {
                prop_assert_eq!(cycles.header(c), cycles.blocks(c)[0]);
                prop_assert_eq!(cycles.depth(c), cycles.parent(c).map_or(1, |p| cycles.depth(p) + 1));
                for &b in cycles.blocks(c).iter().skip(1) {
                    prop_assert_eq!(cycles.is_entry(&cfg, c, b), cycles.entries(c).contains(&b));
                }
                for &b in cfg.layout() {
                    prop_assert_eq!(cycles.contains(c, b), cycles.blocks(c).contains(&b));
                    let innermost = cycles.iter().filter(|&c| cycles.contains(c, b)).max_by_key(|&c| cycles.depth(c));
                    prop_assert_eq!(cycles.cycle_of(b), innermost);
                }
            }
        }
    }
}
