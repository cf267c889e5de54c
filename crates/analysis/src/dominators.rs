//! The dominator tree.
//!
//! Built by Semi-NCA (Georgiadis, Tarjan, Werneck: Finding Dominators in Practice). Its second phase, which climbs the growing
//! tree for each block, is quadratic on some graphs; here it climbs by jump pointers (Myers: An Applicative Random-Access Stack),
//! so that the worst case for n blocks and m edges is O((n + m) log n).

mod edited;

use std::sync::OnceLock;

use cranelift_entity::EntityRef;
use lindworm_ir::editor::CfgChange;
use lindworm_ir::hash::HashSet;
use lindworm_ir::uses::Uses;
use lindworm_ir::{Block, Body, Inst, InstData};

use self::edited::EditedTree;
use crate::cfg::{Walk, refill};
use crate::{Cfg, InstOrder};

/// Dominance of blocks, as in LLVM: every block dominates itself and each unreachable block; an unreachable block dominates no
/// reachable block.
#[derive(Clone, Debug, Default)]
pub struct DominatorTree {
    /// The node of each block, by its index.
    nodes: Vec<Node>,
    /// The reachable blocks in preorder of the dominator tree.
    preorder: Vec<Block>,
    /// For each block, the number of edges to it from blocks that it does not dominate; counted on first request.
    entering_edges: OnceLock<Vec<u32>>,
    scratch: Scratch,
    /// The tree after [`DominatorTree::update`], which replaces `nodes` and `preorder`.
    edited: Option<Box<EditedTree>>,
}

/// The tree node of a reachable block. The block dominates the range `start..end` of the tree's preorder, of which it is the
/// first.
#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    end: u32,
    /// The immediate dominator; the block itself for the entry.
    idom: Block,
    /// An ancestor in the tree. Following `jump` unless it overshoots, and `idom` otherwise, reaches any ancestor in
    /// logarithmically many steps.
    jump: Block,
}

const UNREACHABLE: u32 = u32::MAX;

/// Working storage of the construction, kept for reuse. Indexed by preorder number.
#[derive(Clone, Debug, Default)]
struct Scratch {
    links: Vec<Link>,
    vertices: Vec<Vertex>,
    path: Vec<u32>,
}

/// A vertex of the forest that grows while semidominators are computed, with path compression.
#[derive(Clone, Copy, Debug)]
struct Link {
    ancestor: u32,
    /// The minimum semidominator on the path to `ancestor`.
    least: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    /// The semidominator, until the immediate dominator is computed.
    idom: u32,
    jump: u32,
    depth: u32,
    /// The number of dominated vertices.
    size: u32,
    /// The position of the next child in the tree's preorder.
    next: u32,
}

/// A use of the result of an instruction by another.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The definition.
    pub def: Inst,
    /// The user.
    pub user: Inst,
    /// The incoming block, if the user is a `phi`.
    pub incoming: Option<Block>,
}

impl DominatorTree {
    /// The tree of a graph.
    pub fn new(cfg: &Cfg) -> DominatorTree {
        let mut tree = DominatorTree::default();
        tree.compute(cfg);
        tree
    }

    /// Computes the tree of a graph, reusing the buffers.
    pub fn compute(&mut self, cfg: &Cfg) {
        self.entering_edges.take();
        self.edited = None;
        self.scratch.find_semidominators(cfg);
        self.scratch.find_dominators(&cfg.walk);
        self.number(cfg);
    }

    /// Numbers the vertices of the tree. A dominator has a lower preorder number, so no traversal of the tree is needed.
    fn number(&mut self, cfg: &Cfg) {
        let blocks = &cfg.walk.preorder;
        let vertices = &mut self.scratch.vertices;
        for v in (1..vertices.len()).rev() {
            let Vertex { idom, size, .. } = vertices[v];
            vertices[idom as usize].size += size;
        }
        let none = Block::new(0);
        refill(&mut self.preorder, blocks.len(), none);
        let unreachable = Node { start: UNREACHABLE, end: UNREACHABLE, idom: none, jump: none };
        refill(&mut self.nodes, cfg.block_count(), unreachable);
        for (v, &block) in blocks.iter().enumerate() {
            let Vertex { idom, jump, size, .. } = vertices[v];
            let start = vertices[idom as usize].next;
            vertices[idom as usize].next += size;
            vertices[v].next = start + 1;
            let [idom, jump] = [idom, jump].map(|v| blocks[v as usize]);
            self.nodes[block.index()] = Node { start, end: start + size, idom, jump };
            self.preorder[start as usize] = block;
        }
    }

    /// Updates the tree after changes of control flow, in order; `body` and `uses` are in the state after all changes. Amortized
    /// constant time for each change, except for a split edge, which requires a check whether another edge enters the target. The
    /// first update is linear in the blocks.
    pub fn update(&mut self, body: &Body, uses: &Uses, changes: &[CfgChange]) {
        let mut edited = self.edited.take().unwrap_or_else(|| Box::new(EditedTree::new(self)));
        self.entering_edges.take();
        let is_new = |change: &CfgChange| match *change {
            CfgChange::BlockSplit { new, .. } | CfgChange::EdgeSplit { new, .. } => Some(new),
            CfgChange::Merged { .. } | CfgChange::Unreachable(_) => None,
        };
        let mut pending: HashSet<Block> = changes.iter().filter_map(is_new).collect();
        for change in changes {
            match *change {
                CfgChange::BlockSplit { old, new } => edited.block_split(old, new),
                CfgChange::EdgeSplit { from, new, to } => {
                    edited.edge_split(from, new, to, |edited| enters_alone(edited, body, uses, &pending, to));
                }
                CfgChange::Merged { block, into } => edited.merged(block, into),
                CfgChange::Unreachable(_) => {}
            }
            is_new(change).map(|new| pending.remove(&new));
        }
        self.edited = Some(edited);
    }

    fn node(&self, block: Block) -> Option<&Node> {
        self.nodes.get(block.index()).filter(|n| n.start != UNREACHABLE)
    }

    /// Whether a block is reachable from the entry.
    #[inline]
    pub fn is_reachable(&self, block: Block) -> bool {
        match &self.edited {
            None => self.node(block).is_some(),
            Some(edited) => edited.vertex(block).is_some(),
        }
    }

    /// The immediate dominator of a block; `None` for the entry and for unreachable blocks.
    #[inline]
    pub fn idom(&self, block: Block) -> Option<Block> {
        if let Some(edited) = &self.edited {
            return edited.idom(block);
        }
        self.node(block).filter(|n| n.start != 0).map(|n| n.idom)
    }

    /// The blocks whose immediate dominator is `block`.
    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let of_edited = self.edited.iter().flat_map(move |edited| edited.children(block));
        let node = self.node(block).filter(|_| self.edited.is_none());
        let (mut next, end) = node.map_or((0, 0), |n| (n.start + 1, n.end));
        let of_nodes = std::iter::from_fn(move || {
            let child = *self.preorder.get(next as usize).filter(|_| next < end)?;
            next = self.node(child)?.end;
            Some(child)
        });
        of_edited.chain(of_nodes)
    }

    /// Whether `a` dominates `b`: it is on every path from the entry to `b`.
    #[inline]
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        if let Some(edited) = &self.edited {
            return edited.dominates(a, b);
        }
        match (self.node(a), self.node(b)) {
            (_, None) => true,
            (None, _) => false,
            (Some(a), Some(b)) => a.start <= b.start && b.start < a.end,
        }
    }

    /// Whether `a` dominates `b` and differs from it.
    #[inline]
    pub fn properly_dominates(&self, a: Block, b: Block) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The nearest block that dominates both; `None` if one of them is unreachable.
    pub fn nearest_common_dominator(&self, a: Block, b: Block) -> Option<Block> {
        if let Some(edited) = &self.edited {
            return edited.nearest_common_dominator(a, b);
        }
        self.node(b)?;
        let mut common = a;
        while !self.dominates(common, b) {
            let Node { idom, jump, .. } = *self.node(common)?;
            common = if self.dominates(jump, b) { idom } else { jump };
        }
        self.is_reachable(a).then_some(common)
    }

    /// Whether every path from the entry to `block` takes the edge from `from` to `to`. Of several such edges none dominates.
    pub fn dominates_edge(&self, cfg: &Cfg, from: Block, to: Block, block: Block) -> bool {
        if !self.dominates(to, block) {
            return false;
        }
        if cfg.predecessors(to).len() == 1 {
            return true;
        }
        // All other edges must come from blocks that `to` dominates.
        let entering = self.entering_edges.get_or_init(|| {
            let mut counts = vec![0; cfg.block_count()];
            for &to in cfg.layout() {
                counts[to.index()] =
                    cfg.predecessors(to).iter().filter(|&&from| !self.dominates(to, from)).count() as u32;
            }
            counts
        });
        match (self.dominates(to, from), entering.get(to.index())) {
            // The edge is the only one that enters.
            (false, Some(1)) => true,
            (true, Some(0)) => cfg.successors(from).iter().filter(|&&s| s == to).count() == 1,
            _ => false,
        }
    }

    /// Whether a definition dominates a use.
    ///
    /// A `phi` uses its incoming values at the ends of the incoming blocks. The result of an `invoke` is defined by the edge to
    /// its normal destination. Every use in an unreachable block is valid; otherwise no use of a definition in an unreachable
    /// block is.
    pub fn dominates_use(&self, body: &Body, cfg: &Cfg, order: &InstOrder, which: Use) -> bool {
        let Use { def, user, incoming } = which;
        let block_of = |inst: Inst| if inst.index() < body.inst_count() { body.inst_block(inst) } else { None };
        let Some(use_block) = incoming.or_else(|| block_of(user)).filter(|&b| self.is_reachable(b)) else {
            return true;
        };
        let Some(def_block) = block_of(def).filter(|&b| self.is_reachable(b)) else { return false };
        if let InstData::Invoke { normal, .. } = *body.inst(def) {
            let on_the_edge = incoming == Some(def_block) && block_of(user) == Some(normal);
            return on_the_edge || self.dominates_edge(cfg, def_block, normal, use_block);
        }
        if def_block != use_block {
            return self.dominates(def_block, use_block);
        }
        incoming.is_some() || order.comes_before(def, user)
    }
}

/// Whether at most one edge to `to` comes from a reachable block that `to` does not dominate. `pending` are blocks that the tree
/// does not contain yet: each has one predecessor. Later splits and merges change neither the number of these edges nor the
/// dominators of their sources.
fn enters_alone(edited: &EditedTree, body: &Body, uses: &Uses, pending: &HashSet<Block>, to: Block) -> bool {
    let predecessor = |user: Inst| body.inst_block(user).filter(|_| body.inst(user).is_terminator());
    let mut entering = uses.of(to.into()).filter_map(|at| predecessor(at.user)).filter(|&from| {
        let mut from = from;
        // Such blocks may form a cycle without an entry.
        for _ in 0..=pending.len() {
            if !pending.contains(&from) {
                return !edited.dominates(to, from);
            }
            match uses.of(from.into()).find_map(|at| predecessor(at.user)) {
                Some(up) => from = up,
                None => return false,
            }
        }
        false
    });
    entering.next();
    entering.next().is_none()
}

impl Scratch {
    fn find_semidominators(&mut self, cfg: &Cfg) {
        let Walk { preorder, parents, .. } = &cfg.walk;
        self.links.clear();
        self.links.extend((0..).zip(parents).map(|(v, &ancestor)| Link { ancestor, least: v }));
        refill(&mut self.vertices, preorder.len(), Vertex { size: 1, ..Vertex::default() });
        for v in (1..preorder.len()).rev() {
            let mut semidominator = parents[v];
            for &predecessor in cfg.predecessors(preorder[v]) {
                if let Some(from) = cfg.walk.number(predecessor)
                    && cfg.goes_to(predecessor, preorder[v])
                {
                    semidominator = semidominator.min(self.least(from, v as u32));
                }
            }
            self.links[v].least = semidominator;
            self.vertices[v].idom = semidominator;
        }
    }

    /// The minimum semidominator on the path from `v` up to the first vertex whose ancestor is numbered at most `limit`.
    fn least(&mut self, v: u32, limit: u32) -> u32 {
        let mut top = v;
        while self.links[top as usize].ancestor > limit {
            self.path.push(top);
            top = self.links[top as usize].ancestor;
        }
        let Link { ancestor, mut least } = self.links[top as usize];
        while let Some(v) = self.path.pop() {
            least = least.min(self.links[v as usize].least);
            self.links[v as usize] = Link { ancestor, least };
        }
        least
    }

    /// The immediate dominator is the nearest dominator of the parent that is not after the semidominator.
    fn find_dominators(&mut self, walk: &Walk) {
        for v in 1..self.vertices.len() {
            let semidominator = self.vertices[v].idom;
            let mut idom = walk.parents[v];
            while idom > semidominator {
                let up = self.vertices[idom as usize];
                idom = if up.jump > semidominator { up.jump } else { up.idom };
            }
            // Two jumps of equal length are followed by a jump over both.
            let up = self.vertices[idom as usize];
            let far = self.vertices[up.jump as usize];
            let further = self.vertices[far.jump as usize];
            let jump = if up.depth - far.depth == far.depth - further.depth { far.jump } else { idom };
            self.vertices[v] = Vertex { idom, jump, depth: up.depth + 1, ..self.vertices[v] };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_bodies::{block, body_of, graphs, invoke};

    #[test]
    fn diamond() {
        let body = body_of(&[&[1, 2][..], &[3], &[3], &[1, 4], &[], &[3]]);
        let cfg = Cfg::new(&body);
        let tree = DominatorTree::new(&cfg);
        let idoms: Vec<_> = (0..7).map(|b| tree.idom(block(b)).map(|d| d.index())).collect();
        assert_eq!(idoms, [None, Some(0), Some(0), Some(0), Some(3), None, None]);
        assert!(tree.children(block(0)).all(|b| (1..4).contains(&b.index())));
        assert_eq!(tree.children(block(0)).count(), 3);
        assert_eq!(tree.children(block(5)).count(), 0);
        assert_eq!(tree.nearest_common_dominator(block(1), block(4)), Some(block(0)));
        assert_eq!(tree.nearest_common_dominator(block(1), block(5)), None);
        assert_eq!(tree.nearest_common_dominator(block(5), block(1)), None);
    }

    #[test]
    fn critical_edges() {
        // The loop at 2 is entered by one edge; the loop at 4 by two parallel edges.
        let body = body_of(&[&[1, 2][..], &[4, 4], &[3], &[2], &[5], &[4]]);
        let cfg = Cfg::new(&body);
        let tree = DominatorTree::new(&cfg);
        let edge = |from, to, at| tree.dominates_edge(&cfg, block(from), block(to), block(at));
        assert!(edge(0, 2, 2) && edge(0, 2, 3) && !edge(0, 2, 4));
        assert!(!edge(3, 2, 3) && !edge(1, 4, 4) && !edge(5, 4, 5));
        assert!(edge(0, 1, 4) && edge(4, 5, 5) && !edge(4, 5, 4));
    }

    #[test]
    fn uses() {
        let (body, def) = invoke([1, 2]);
        let user = |b| body.first_inst(block(b)).unwrap();
        let cfg = Cfg::new(&body);
        let (tree, order) = (DominatorTree::new(&cfg), InstOrder::new(&body));
        let dominates = |def, user, incoming: Option<usize>| {
            tree.dominates_use(&body, &cfg, &order, Use { def, user, incoming: incoming.map(block) })
        };
        assert!(dominates(def, user(1), None) && dominates(def, user(1), Some(0)));
        assert!(!dominates(def, user(2), None) && !dominates(def, user(2), Some(0)));
        assert!(
            !dominates(def, user(3), None) && dominates(def, user(3), Some(1)) && !dominates(def, user(3), Some(2))
        );
        assert!(!dominates(def, def, None));
        // Not an invoke: the position in the block matters, except for a phi.
        assert!(!dominates(user(1), user(1), None) && dominates(user(1), user(1), Some(1)));
        assert!(dominates(user(1), Inst::new(99), None) && !dominates(Inst::new(99), user(1), None));
        assert!(dominates(user(1), user(1), Some(99)));
    }

    #[test]
    fn deep_and_wide() {
        const N: usize = 100_000;
        let chain: Vec<Vec<usize>> = (1..N).map(|b| vec![b]).chain([vec![]]).collect();
        let tree = DominatorTree::new(&Cfg::new(&body_of(&chain)));
        assert_eq!(tree.nearest_common_dominator(block(N - 1), block(9)), Some(block(9)));
        // Plain Semi-NCA climbs the whole chain for each block that is a successor of both its end and the entry.
        let leaves = N / 2..N;
        let mut climb: Vec<Vec<usize>> = (1..N / 2).map(|b| vec![b]).collect();
        climb.push(leaves.clone().collect());
        climb[0].extend(leaves.clone());
        climb.resize(N, vec![]);
        let tree = DominatorTree::new(&Cfg::new(&body_of(&climb)));
        assert!(leaves.clone().all(|b| tree.idom(block(b)) == Some(block(0))));
    }

    /// The blocks reachable from the entry without passing `without` or the edge `cut`.
    fn reached(cfg: &Cfg, without: Option<Block>, cut: Option<(Block, Block)>) -> Vec<bool> {
        let mut seen = vec![false; cfg.block_count()];
        let mut stack: Vec<Block> = cfg.entry().filter(|&e| Some(e) != without).into_iter().collect();
        while let Some(b) = stack.pop() {
            if !std::mem::replace(&mut seen[b.index()], true) {
                let onward = |&s: &Block| Some(s) != without && Some((b, s)) != cut;
                stack.extend(cfg.successors(b).iter().copied().filter(onward));
            }
        }
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn is_what_no_way_avoids(graph in graphs()) {
            let cfg = Cfg::new(&body_of(&graph));
            let mut tree = DominatorTree::new(&Cfg::new(&body_of(&[&[1, 2][..], &[2], &[0]])));
            tree.dominates_edge(&cfg, block(0), block(0), block(0));
            tree.compute(&cfg);
            let reachable = reached(&cfg, None, None);
            let blocks = cfg.layout();
            for &a in blocks {
                let without_a = reached(&cfg, Some(a), None);
                for &b in blocks {
                    let dominates = !reachable[b.index()] || reachable[a.index()] && !without_a[b.index()];
                    prop_assert_eq!(tree.dominates(a, b), dominates, "{:?} {:?}", a, b);
                    prop_assert_eq!(tree.properly_dominates(a, b), dominates && a != b);
                }
                prop_assert_eq!(tree.is_reachable(a), reachable[a.index()]);
            }
            let reachable = || blocks.iter().copied().filter(|b| reachable[b.index()]);
            for a in reachable() {
                let idom = tree.idom(a);
                prop_assert_eq!(idom.is_none(), Some(a) == cfg.entry());
                let strict = || reachable().filter(|&d| tree.properly_dominates(d, a));
                prop_assert!(strict().all(|d| idom.is_some_and(|i| tree.dominates(d, i))));
                prop_assert!(idom.is_none_or(|i| strict().any(|d| d == i) && tree.children(i).any(|c| c == a)));
                prop_assert!(tree.children(a).all(|c| tree.idom(c) == Some(a)));
                for b in reachable() {
                    let common = tree.nearest_common_dominator(a, b).unwrap();
                    let both = |d| tree.dominates(d, a) && tree.dominates(d, b);
                    prop_assert!(both(common) && reachable().all(|d| !both(d) || tree.dominates(d, common)));
                }
                for &to in cfg.successors(a) {
                    let alike = cfg.successors(a).iter().filter(|&&s| s == to).count() > 1;
                    let without_edge = reached(&cfg, None, Some((a, to)));
                    for b in reachable() {
                        // LLVM's rule assumes that no edge leads to the entry.
                        if Some(to) != cfg.entry() {
                            let dominates = !alike && !without_edge[b.index()];
                            prop_assert_eq!(tree.dominates_edge(&cfg, a, to, b), dominates, "{:?} {:?} {:?}", a, to, b);
                        }
                    }
                }
            }
        }
    }
}
