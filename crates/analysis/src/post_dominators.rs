//! The post-dominator tree.

use cranelift_entity::EntityRef;
use lindworm_ir::Block;

use crate::cfg::refill;
use crate::{Cfg, DominatorTree};

/// Post-dominance of blocks. In an infinite loop, one block is chosen as exit, as in LLVM.
#[derive(Clone, Debug)]
pub struct PostDominatorTree(DominatorTree);

impl PostDominatorTree {
    /// The tree of a graph.
    pub fn new(cfg: &Cfg) -> PostDominatorTree {
        PostDominatorTree(DominatorTree::new(&cfg.reversed(&Self::roots(cfg))))
    }

    /// The exit blocks, and for each part of the graph that reaches no exit the last block of a depth-first search in it.
    pub fn roots(cfg: &Cfg) -> Vec<Block> {
        let mut roots: Vec<Block> = cfg.layout().iter().copied().filter(|&b| cfg.successors(b).is_empty()).collect();
        let leaving = roots.len();
        let mut walk = Walk { is_met: vec![false; cfg.block_count()], met: Vec::new(), stack: Vec::new() };
        for &root in &roots {
            walk.go(root, |block| cfg.predecessors(block));
        }
        if cfg.layout().iter().all(|&b| walk.is_met[b.index()]) {
            return roots;
        }
        // The search prefers successors that are later in block order.
        let mut places = Vec::new();
        refill(&mut places, cfg.block_count(), 0);
        cfg.layout().iter().enumerate().for_each(|(place, block)| places[block.index()] = place);
        let mut successors: Vec<Vec<Block>> = vec![Vec::new(); cfg.block_count()];
        for &block in cfg.layout() {
            successors[block.index()] = cfg.successors(block).to_vec();
            successors[block.index()].sort_by_key(|b| places[b.index()]);
        }
        for &block in cfg.layout() {
            if !walk.is_met[block.index()] {
                let known = walk.met.len();
                walk.go(block, |block| &successors[block.index()]);
                let furthest = walk.met[walk.met.len() - 1];
                walk.forget(known);
                roots.push(furthest);
                walk.go(furthest, |block| cfg.predecessors(block));
            }
        }
        // A root from which another root is reachable is dropped.
        let mut is_root = vec![false; cfg.block_count()];
        roots.iter().for_each(|root| is_root[root.index()] = true);
        walk.forget(0);
        let mut index = leaving;
        while index < roots.len() {
            let root = roots[index];
            walk.go(root, |block| &successors[block.index()]);
            if walk.met[1..].iter().any(|met| is_root[met.index()]) {
                is_root[root.index()] = false;
                roots.swap_remove(index);
            } else {
                index += 1;
            }
            walk.forget(0);
        }
        roots
    }

    /// The immediate post-dominator; `None` if paths end at several exits, or at the block.
    pub fn idom(&self, block: Block) -> Option<Block> {
        // Only the virtual exit has no dominator.
        self.0.idom(block).filter(|&next| self.0.idom(next).is_some())
    }

    /// Whether `a` post-dominates `b`: it is on every path from `b` to an exit.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.0.dominates(a, b)
    }
}

/// A depth-first search that visits the last edge of a block first.
struct Walk {
    /// Whether each block was visited.
    is_met: Vec<bool>,
    met: Vec<Block>,
    stack: Vec<Block>,
}

impl Walk {
    fn go<'g>(&mut self, start: Block, edges: impl Fn(Block) -> &'g [Block]) {
        self.stack.push(start);
        while let Some(block) = self.stack.pop() {
            if !std::mem::replace(&mut self.is_met[block.index()], true) {
                self.met.push(block);
                self.stack.extend(edges(block));
            }
        }
    }

    /// Reverts to the state after `known` blocks were visited.
    fn forget(&mut self, known: usize) {
        for met in self.met.drain(known..) {
            self.is_met[met.index()] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_bodies::{block, body_of};

    fn tree(graph: &[impl AsRef<[usize]>]) -> PostDominatorTree {
        PostDominatorTree::new(&Cfg::new(&body_of(graph)))
    }

    #[test]
    fn ways_that_meet_and_ways_that_end() {
        let tree = tree(&[&[1, 2][..], &[3], &[3, 4], &[], &[]]);
        assert!(tree.dominates(block(3), block(1)) && tree.dominates(block(1), block(1)));
        assert!(!tree.dominates(block(3), block(0)) && !tree.dominates(block(3), block(2)));
        assert_eq!([0, 1, 3].map(|b| tree.idom(block(b))), [None, Some(block(3)), None]);
    }

    #[test]
    fn a_loop_that_is_not_left_has_a_last_block() {
        let tree = tree(&[&[1, 4][..], &[2], &[3], &[1], &[]]);
        assert!(tree.dominates(block(3), block(1)) && tree.dominates(block(3), block(2)));
        assert!(!tree.dominates(block(1), block(3)) && !tree.dominates(block(1), block(0)));
    }
}
