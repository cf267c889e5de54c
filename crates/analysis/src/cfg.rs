//! The control-flow graph: successors, predecessors and depth-first orders.

use cranelift_entity::EntityRef;
use lindworm_ir::{Block, Body};

/// The number of an unreachable block.
const UNREACHED: u32 = u32::MAX;

/// The range of a block's edges in a list of all edges.
type Range = (u32, u32);

/// The control-flow graph of a body.
///
/// There is one edge for each occurrence of a successor in the terminator of a block; only the last instruction of a block can be
/// its terminator. Edges to blocks that are not placed in the body are omitted.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// The blocks in block order.
    layout: Vec<Block>,
    in_layout: Vec<bool>,
    successor_ranges: Vec<Range>,
    successors: Vec<Block>,
    predecessor_ranges: Vec<Range>,
    predecessors: Vec<Block>,
    /// The blocks in operand bundles of terminators, with the block of the terminator, in order.
    in_bundles: Vec<(Block, Block)>,
    pub(crate) walk: Walk,
}

/// A depth-first search from the entry that visits the edges of a block in order, or in reverse order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    /// The blocks in preorder.
    pub preorder: Vec<Block>,
    /// For each block in preorder, the preorder number of its parent; 0 for the entry.
    pub parents: Vec<u32>,
    /// For each block its preorder number, or `UNREACHED`.
    pub numbers: Vec<u32>,
    /// The blocks in reverse postorder.
    reverse_postorder: Vec<Block>,
    /// The blocks on the search path, by number, with their remaining edges.
    stack: Vec<(u32, Range)>,
}

impl Cfg {
    /// The graph of a body.
    pub fn new(body: &Body) -> Cfg {
        let mut cfg = Cfg::default();
        cfg.compute(body);
        cfg
    }

    /// Computes the graph of a body, reusing the buffers.
    pub fn compute(&mut self, body: &Body) {
        self.find_layout(body);
        self.find_successors(body);
        self.find_predecessors(body);
        self.walk.compute::<false>(self.layout.first().copied(), &self.successor_ranges, &self.successors);
    }

    fn find_layout(&mut self, body: &Body) {
        self.layout.clear();
        refill(&mut self.in_layout, body.block_count(), false);
        for block in body.blocks() {
            // A block placed twice makes block order cyclic.
            if std::mem::replace(&mut self.in_layout[block.index()], true) {
                break;
            }
            self.layout.push(block);
        }
    }

    fn find_successors(&mut self, body: &Body) {
        self.successors.clear();
        self.in_bundles.clear();
        self.successors.reserve(self.layout.len());
        refill(&mut self.successor_ranges, body.block_count(), (0, 0));
        let in_layout = |block: &Block| is_in(&self.in_layout, *block);
        for &block in &self.layout {
            let start = self.successors.len() as u32;
            if let Some(terminator) = body.terminator(block) {
                let data = body.inst(terminator);
                data.for_each_successor(body.values(), |successor| {
                    if in_layout(&successor) {
                        self.successors.push(successor);
                    }
                });
                if let Some(call) = data.call_info().filter(|c| c.bundles.is_some()) {
                    let named = body.list_values(&call.args).iter().filter_map(|v| v.as_block());
                    self.in_bundles.extend(named.filter(in_layout).map(|named| (block, named)));
                }
            }
            self.successor_ranges[block.index()] = (start, self.successors.len() as u32);
        }
    }

    fn find_predecessors(&mut self, body: &Body) {
        // Until all edges are counted, the end of each range holds the count.
        refill(&mut self.predecessor_ranges, body.block_count(), (0, 0));
        for block in self.successors.iter().chain(self.in_bundles.iter().map(|(_, named)| named)) {
            self.predecessor_ranges[block.index()].1 += 1;
        }
        let mut end = 0;
        for range in &mut self.predecessor_ranges {
            end += range.1;
            *range = (end, end);
        }
        // Each list is filled from its end, so that the last block comes first.
        refill(&mut self.predecessors, end as usize, Block::new(0));
        let mut in_bundles = self.in_bundles.iter().peekable();
        for &block in &self.layout {
            let (start, end) = self.successor_ranges[block.index()];
            let in_bundles = std::iter::from_fn(|| in_bundles.next_if(|(from, _)| *from == block));
            for named in self.successors[start as usize..end as usize].iter().chain(in_bundles.map(|(_, named)| named))
            {
                let place = &mut self.predecessor_ranges[named.index()].0;
                *place -= 1;
                self.predecessors[*place as usize] = block;
            }
        }
        self.in_bundles.sort_unstable();
        for directive in body.use_list_orders() {
            if let Some(block) = directive.value.as_block() {
                self.reorder_predecessors(block, &directive.order);
            }
        }
    }

    /// Moves the predecessor at `i` to `order[i]`, if `order` is a permutation.
    fn reorder_predecessors(&mut self, block: Block, order: &[u32]) {
        let Some(&(start, end)) = self.predecessor_ranges.get(block.index()) else { return };
        let list = &mut self.predecessors[start as usize..end as usize];
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if sorted.iter().copied().eq(0..list.len() as u32) {
            let old = list.to_vec();
            for (block, &place) in old.into_iter().zip(order) {
                list[place as usize] = block;
            }
        }
    }

    /// Computes the search that visits the last edge of each block first.
    pub(crate) fn walk_backward(&self, walk: &mut Walk) {
        walk.compute::<true>(self.entry(), &self.successor_ranges, &self.successors);
    }

    /// The entry block.
    pub fn entry(&self) -> Option<Block> {
        self.layout.first().copied()
    }

    /// The reverse graph, with an additional entry block that has an edge to each root.
    pub(crate) fn reversed(&self, roots: &[Block]) -> Cfg {
        let mut reversed = Cfg::default();
        let entry = Block::new(self.block_count());
        reversed.layout.push(entry);
        reversed.layout.extend(&self.layout);
        reversed.in_layout.clone_from(&self.in_layout);
        reversed.in_layout.push(true);
        let mut is_root = vec![false; self.block_count()];
        roots.iter().for_each(|root| is_root[root.index()] = true);
        for (index, is_root) in is_root.into_iter().enumerate() {
            let block = Block::new(index);
            let start = reversed.successors.len() as u32;
            let sources = self.predecessors(block).iter().copied().filter(|&from| self.goes_to(from, block));
            reversed.successors.extend(sources);
            reversed.successor_ranges.push((start, reversed.successors.len() as u32));
            let start = reversed.predecessors.len() as u32;
            reversed.predecessors.extend(self.successors(block));
            reversed.predecessors.extend(is_root.then_some(entry));
            reversed.predecessor_ranges.push((start, reversed.predecessors.len() as u32));
        }
        let start = reversed.successors.len() as u32;
        reversed.successors.extend(roots);
        reversed.successor_ranges.push((start, reversed.successors.len() as u32));
        reversed.predecessor_ranges.push((0, 0));
        reversed.walk.compute::<false>(Some(entry), &reversed.successor_ranges, &reversed.successors);
        reversed
    }

    /// The blocks in block order.
    pub fn layout(&self) -> &[Block] {
        &self.layout
    }

    /// Whether a block is placed in the body.
    #[inline]
    pub fn contains(&self, block: Block) -> bool {
        is_in(&self.in_layout, block)
    }

    /// An upper bound of the indices of blocks of the body, placed or not.
    pub fn block_count(&self) -> usize {
        self.in_layout.len()
    }

    /// The successors of a block, in the order of its terminator, once for each edge.
    #[inline]
    pub fn successors(&self, block: Block) -> &[Block] {
        edges(&self.successor_ranges, &self.successors, block)
    }

    /// The predecessors of a block, once for each edge, in LLVM's order: the last block of the body first, unless a
    /// `uselistorder` directive changes it. As in LLVM, this list includes blocks whose terminators refer to the block only in an
    /// operand bundle.
    #[inline]
    pub fn predecessors(&self, block: Block) -> &[Block] {
        edges(&self.predecessor_ranges, &self.predecessors, block)
    }

    /// Whether `to` is a successor of `from`, rather than only an input of an operand bundle of its terminator.
    pub fn goes_to(&self, from: Block, to: Block) -> bool {
        self.in_bundles.binary_search(&(from, to)).is_err() || self.successors(from).contains(&to)
    }

    /// The reachable blocks in reverse postorder: each after all its predecessors, except for back edges.
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.walk.reverse_postorder
    }

    /// Whether a block is reachable from the entry.
    #[inline]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.walk.number(block).is_some()
    }
}

impl Walk {
    /// The number of a block in [`Walk::preorder`], if it is reachable.
    #[inline]
    pub fn number(&self, block: Block) -> Option<u32> {
        self.numbers.get(block.index()).copied().filter(|&n| n != UNREACHED)
    }

    fn compute<const BACKWARD: bool>(&mut self, entry: Option<Block>, ranges: &[Range], successors: &[Block]) {
        self.preorder.clear();
        self.parents.clear();
        self.reverse_postorder.clear();
        refill(&mut self.numbers, ranges.len(), UNREACHED);
        let Some(entry) = entry else { return };
        self.preorder.reserve(ranges.len());
        self.parents.reserve(ranges.len());
        self.reverse_postorder.reserve(ranges.len());
        self.enter(entry, 0, ranges);
        while let Some((number, (next, end))) = self.stack.last_mut() {
            let number = *number;
            if next == end {
                self.reverse_postorder.push(self.preorder[number as usize]);
                self.stack.pop();
                continue;
            }
            let successor = if BACKWARD {
                *end -= 1;
                successors[*end as usize]
            } else {
                *next += 1;
                successors[*next as usize - 1]
            };
            if self.numbers[successor.index()] == UNREACHED {
                self.enter(successor, number, ranges);
            }
        }
        self.reverse_postorder.reverse();
    }

    fn enter(&mut self, block: Block, parent: u32, ranges: &[Range]) {
        let number = self.preorder.len() as u32;
        self.numbers[block.index()] = number;
        self.preorder.push(block);
        self.parents.push(parent);
        self.stack.push((number, ranges[block.index()]));
    }
}

fn edges<'a>(ranges: &[Range], all: &'a [Block], block: Block) -> &'a [Block] {
    ranges.get(block.index()).map_or(&[], |&(start, end)| &all[start as usize..end as usize])
}

fn is_in(layout: &[bool], block: Block) -> bool {
    layout.get(block.index()) == Some(&true)
}

/// Resizes a buffer to `len` copies of `value`.
pub(crate) fn refill<T: Clone>(buffer: &mut Vec<T>, len: usize, value: T) {
    buffer.clear();
    buffer.resize(len, value);
}

#[cfg(test)]
mod tests {
    use lindworm_ir::body::UseListOrder;
    use lindworm_ir::instruction::Bundle;
    use lindworm_ir::{InstData, Type, Value};
    use proptest::prelude::*;

    use super::*;
    use crate::DominatorTree;
    use crate::test_bodies::{block, body_of, graphs, invoke};

    fn indices(blocks: &[Block]) -> Vec<usize> {
        blocks.iter().map(|b| b.index()).collect()
    }

    #[test]
    fn edges_and_orders() {
        let mut body = body_of(&[&[2, 1, 2][..], &[3], &[3], &[], &[3]]);
        let cfg = Cfg::new(&body);
        assert_eq!(indices(cfg.successors(block(0))), [2, 1, 2]);
        assert_eq!(indices(cfg.predecessors(block(2))), [0, 0]);
        assert_eq!(indices(cfg.predecessors(block(3))), [4, 2, 1]);
        assert_eq!(indices(cfg.reverse_postorder()), [0, 1, 2, 3]);
        assert!(!cfg.is_reachable(block(4)));

        body.use_list_orders_mut().push(UseListOrder { value: block(3).into(), order: [2, 0, 1].into() });
        assert_eq!(indices(Cfg::new(&body).predecessors(block(3))), [2, 1, 4]);
        body.use_list_orders_mut()[0].order = [0, 0, 9].into();
        assert_eq!(indices(Cfg::new(&body).predecessors(block(3))), [4, 2, 1]);
    }

    #[test]
    fn blocks_in_bundles() {
        let (mut body, invoke) = invoke([1, 1]);
        let cfg = Cfg::new(&body);
        assert_eq!(indices(cfg.predecessors(block(3))), [2, 1]);
        let bundles = body.add_bundles([Bundle { tag: b"x"[..].into(), len: 1 }].into());
        let args = body.list(&[block(3).into()]);
        let call = body.inst_mut(invoke).call_info_mut().unwrap();
        (call.args, call.bundles) = (args, bundles.into());
        let cfg = Cfg::new(&body);
        assert_eq!(indices(cfg.predecessors(block(3))), [2, 1, 0]);
        assert_eq!(cfg.predecessors(block(3)), body.predecessors().of(block(3)));
        assert_eq!(indices(cfg.successors(block(0))), [1, 1]);
        assert_eq!(DominatorTree::new(&cfg).idom(block(3)), Some(block(1)));
    }

    #[test]
    fn broken_bodies() {
        assert_eq!(Cfg::new(&Body::default()).entry(), None);

        let mut body = body_of(&[&[1, 2][..], &[0], &[]]);
        body.remove_block(block(1));
        let unfinished = body.create_block();
        body.append_block(unfinished);
        body.append_inst(unfinished, InstData::Br { dest: block(0) }, Type::VOID);
        body.append_inst(unfinished, InstData::Freeze { value: Value::arg(0) }, Type::I32);
        body.append_inst(block(2), InstData::Br { dest: block(77) }, Type::VOID);
        let cfg = Cfg::new(&body);
        assert_eq!(indices(cfg.layout()), [0, 2, 3]);
        assert_eq!(indices(cfg.successors(block(0))), [2]);
        assert_eq!(cfg.successors(block(2)), []);
        assert_eq!(cfg.successors(unfinished), []);
        assert_eq!(cfg.predecessors(block(0)), []);
        assert_eq!(cfg.predecessors(block(77)), []);
        assert!(!cfg.is_reachable(block(77)) && !cfg.contains(block(77)));
        assert!(cfg.contains(block(0)) && !cfg.contains(block(1)));

        body.append_block(block(0));
        assert_eq!(Cfg::new(&body).layout().len(), 3);
    }

    proptest! {
        #[test]
        fn agrees_with_the_body(graph in graphs()) {
            let body = body_of(&graph);
            let mut cfg = Cfg::new(&body_of(&[&[1], &[0]]));
            cfg.compute(&body);
            let predecessors = body.predecessors();
            for b in body.blocks() {
                prop_assert_eq!(cfg.predecessors(b), predecessors.of(b));
            }
            let order = cfg.reverse_postorder();
            prop_assert!(order.iter().all(|&b| cfg.is_reachable(b)));
            prop_assert_eq!(order.len(), cfg.layout().iter().filter(|&&b| cfg.is_reachable(b)).count());
            // Only an edge to an ancestor in the depth-first tree goes against the order.
            let at = |b: Block| order.iter().position(|&o| o == b);
            for &from in order {
                for &to in cfg.successors(from) {
                    prop_assert!(cfg.is_reachable(to));
                    prop_assert!(at(from) < at(to) || cfg.walk.number(to) <= cfg.walk.number(from));
                }
            }
        }
    }
}
