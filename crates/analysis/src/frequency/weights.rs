//! Heuristic weights of blocks: blocks that end in `unreachable`, handle exceptions or call `cold` functions run rarely, and so
//! do blocks that only lead to such blocks.

use cranelift_entity::SecondaryMap;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::hash::HashMap;
use lindworm_ir::{Block, Body, InstData, Module};

use super::components::{self, components};
use crate::{Cfg, DominatorTree, Loop, Loops, PostDominatorTree};

/// The block never runs.
pub const ZERO: u32 = 0;
/// The lowest weight of a block that runs.
pub const LOWEST: u32 = 1;
/// The block calls a `cold` function.
const COLD: u32 = 0xffff;
/// Nothing is known.
pub const DEFAULT: u32 = 0xfffff;

/// The innermost natural loop of a block, or else the irreducible cycle that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    None,
    Loop(Loop),
    Cycle(u32),
}

/// The weights of the blocks of a function.
pub struct Weights<'f> {
    module: &'f Module,
    body: &'f Body,
    cfg: &'f Cfg,
    loops: &'f Loops,
    /// The component of each block; none for a block that forms a component alone.
    cycles: SecondaryMap<Block, u32>,
    cycle_blocks: HashMap<u32, Vec<Block>>,
    of_blocks: HashMap<Block, u32>,
    /// The weights of entering regions.
    of_regions: HashMap<Region, u32>,
    /// Blocks, and blocks of regions, with a successor that got a weight.
    open_blocks: Vec<Block>,
    open_regions: Vec<Block>,
}

impl<'f> Weights<'f> {
    pub fn new(
        module: &'f Module,
        body: &'f Body,
        cfg: &'f Cfg,
        dominators: &DominatorTree,
        loops: &'f Loops,
    ) -> Weights<'f> {
        let mut cycles = match cfg.entry() {
            Some(entry) => components(entry, |block| cfg.successors(block)),
            None => SecondaryMap::with_default(components::NONE),
        };
        let mut cycle_blocks: HashMap<u32, Vec<Block>> = HashMap::default();
        for &block in cfg.reverse_postorder() {
            cycle_blocks.entry(cycles[block]).or_default().push(block);
        }
        cycle_blocks.retain(|_, blocks| match blocks[..] {
            [single] => {
                cycles[single] = components::NONE;
                false
            }
            _ => true,
        });
        let mut weights = Weights {
            module,
            body,
            cfg,
            loops,
            cycles,
            cycle_blocks,
            of_blocks: HashMap::default(),
            of_regions: HashMap::default(),
            open_blocks: Vec::new(),
            open_regions: Vec::new(),
        };
        weights.estimate(dominators);
        weights
    }

    fn region(&self, block: Block) -> Region {
        match (self.loops.loop_of(block), self.cycles[block]) {
            (Some(innermost), _) => Region::Loop(innermost),
            (None, components::NONE) => Region::None,
            (None, cycle) => Region::Cycle(cycle),
        }
    }

    fn enters(&self, from: Block, to: Block) -> bool {
        match (self.region(from), self.region(to)) {
            (_, Region::None) => false,
            (Region::Loop(inner), Region::Loop(outer)) => !self.loops.contains_loop(outer, inner),
            (from, to) => from != to,
        }
    }

    pub fn exits(&self, from: Block, to: Block) -> bool {
        self.enters(to, from)
    }

    /// The weight of an edge: that of the target block, or of the region that the edge enters.
    pub fn of_edge(&self, from: Block, to: Block) -> Option<u32> {
        match self.enters(from, to) {
            true => self.of_regions.get(&self.region(to)).copied(),
            false => self.of_blocks.get(&to).copied(),
        }
    }

    /// The maximum weight of these edges from a block, if all have one.
    fn greatest(&self, from: Block, to: impl IntoIterator<Item = Block>) -> Option<u32> {
        let mut greatest = None;
        for to in to {
            greatest = greatest.max(Some(self.of_edge(from, to)?));
        }
        greatest
    }

    /// The weight that follows from the block itself.
    fn initial(&self, block: Block) -> Option<u32> {
        let insts = || self.body.insts(block).map(|inst| self.body.inst(inst));
        let calls_what_is = |kind| insts().any(|data| self.calls_what_is(data, kind));
        let terminator = self.body.inst(self.body.terminator(block)?);
        if *terminator == InstData::Unreachable || self.ends_by_deoptimizing(block) {
            return Some(if calls_what_is(AttrKind::NO_RETURN) { LOWEST } else { ZERO });
        }
        match insts().find(|data| !matches!(data, InstData::Phi { .. })) {
            Some(
                InstData::LandingPad { .. }
                | InstData::CatchPad { .. }
                | InstData::CleanupPad { .. }
                | InstData::CatchSwitch { .. },
            ) => Some(LOWEST),
            _ => calls_what_is(AttrKind::COLD).then_some(COLD),
        }
    }

    fn calls_what_is(&self, data: &InstData, kind: AttrKind) -> bool {
        let InstData::Call { call, .. } = data else { return false };
        let cx = self.module.context();
        let called = self.module.callee(call.callee).map(|function| function.attributes);
        let has = |list| cx.has_attribute(cx.attribute_list(list).function, kind);
        has(call.attributes) || called.is_some_and(has)
    }

    /// Whether a block returns the result of `llvm.experimental.deoptimize`.
    fn ends_by_deoptimizing(&self, block: Block) -> bool {
        let body = self.body;
        let Some(last) = body.terminator(block).filter(|&t| matches!(body.inst(t), InstData::Ret { .. })) else {
            return false;
        };
        let callee = body.prev_inst(last).and_then(|before| match body.inst(before) {
            InstData::Call { call, .. } => call.callee.as_global(),
            _ => None,
        });
        callee.is_some_and(|g| self.module[g].name().starts_with(b"llvm.experimental.deoptimize"))
    }

    fn estimate(&mut self, dominators: &DominatorTree) {
        let cfg = self.cfg;
        let mut post_dominators = None;
        for &block in cfg.reverse_postorder() {
            if let Some(weight) = self.initial(block) {
                let post_dominators = post_dominators.get_or_insert_with(|| PostDominatorTree::new(cfg));
                self.propagate(block, weight, dominators, post_dominators);
            }
        }
        let Some(post_dominators) = post_dominators else { return };
        while !self.open_blocks.is_empty() || !self.open_regions.is_empty() {
            while let Some(block) = self.open_regions.pop() {
                self.weigh_region(block);
            }
            while let Some(block) = self.open_blocks.pop() {
                if !self.of_blocks.contains_key(&block)
                    && let Some(weight) = self.greatest(block, cfg.successors(block).iter().copied())
                {
                    self.propagate(block, weight, dominators, &post_dominators);
                }
            }
        }
    }

    /// Assigns a weight to the region of a block, if all its exits have one.
    fn weigh_region(&mut self, block: Block) {
        let region = self.region(block);
        if self.of_regions.contains_key(&region) {
            return;
        }
        let (cfg, loops) = (self.cfg, self.loops);
        let of_loop: Vec<Block>;
        let blocks = match region {
            Region::None => return,
            Region::Loop(of) => {
                of_loop = loops.blocks(of).collect();
                &of_loop
            }
            Region::Cycle(of) => self.cycle_blocks.get(&of).map_or(&[][..], |blocks| blocks),
        };
        let inside = |b: Block| match region {
            Region::Loop(of) => loops.contains(of, b),
            _ => Region::Cycle(self.cycles[b]) == region,
        };
        let exits = blocks.iter().flat_map(|&b| cfg.successors(b)).copied().filter(|&to| !inside(to));
        let Some(weight) = self.greatest(block, exits) else { return };
        match region {
            Region::Loop(of) => self.open_blocks.extend(cfg.predecessors(loops.header(of))),
            _ => {
                let entered = |&b: &Block| cfg.predecessors(b).iter().filter(|&&from| !inside(from)).map(move |_| b);
                self.open_blocks.extend(blocks.iter().flat_map(entered));
            }
        }
        // An infinite loop may be entered once.
        self.of_regions.insert(region, weight.max(LOWEST));
    }

    /// Assigns a weight to a block, and to its dominators that it post-dominates, except inside loops.
    fn propagate(
        &mut self,
        block: Block,
        weight: u32,
        dominators: &DominatorTree,
        post_dominators: &PostDominatorTree,
    ) {
        let mut next = dominators.is_reachable(block).then_some(block);
        while let Some(before) = next.filter(|&before| post_dominators.dominates(block, before)) {
            let exits = self.exits(before, block);
            if exits {
                self.open_regions.push(before);
            } else if !self.enters(before, block) && !self.set(before, weight) {
                break;
            }
            next = dominators.idom(before);
        }
    }

    /// Assigns a weight to a block that has none.
    fn set(&mut self, block: Block, weight: u32) -> bool {
        if self.of_blocks.contains_key(&block) {
            return false;
        }
        self.of_blocks.insert(block, weight);
        for &from in self.cfg.predecessors(block) {
            if !self.exits(from, block) {
                if !self.of_blocks.contains_key(&from) {
                    self.open_blocks.push(from);
                }
            } else if !self.of_regions.contains_key(&self.region(from)) {
                self.open_regions.push(from);
            }
        }
        true
    }
}
