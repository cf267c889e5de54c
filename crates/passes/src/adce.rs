//! `adce`: removes dead instructions and branches by assuming all dead until proven live.
//!
//! Liveness propagates backwards from instructions with side effects to their operands and to the branches that blocks with live
//! instructions are control-dependent on (Cytron et al.: Efficiently computing static single assignment form and the control
//! dependence graph, 1991, section 7.1).

use cranelift_entity::SecondaryMap;
use lindworm_analysis::{Cfg, PostDominatorTree};
use lindworm_ir::body::DebugRecordData;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::debug_info::{NodeKind, lexical_block, location};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Inst, InstData, Metadata, Value};
use smallvec::SmallVec;

use crate::edges::keep_successor;
use crate::effects::{has_side_effects, is_pad};
use crate::erase::erase_all;
use crate::pass::{FunctionEdit, FunctionPass};
use crate::salvage::DebugUsers;

/// Aggressive dead code elimination: erases dead instructions, dead cycles of instructions, and branches whose paths are all
/// dead.
#[derive(Default)]
pub struct Adce {
    /// Whether dead loops are removed too: `-adce-remove-loops`.
    pub remove_loops: bool,
}

impl FunctionPass for Adce {
    fn name(&self) -> &'static str {
        "adce"
    }

    fn class(&self) -> &'static str {
        "ADCEPass"
    }

    fn run(&self, f: &mut FunctionEdit<'_, '_>) {
        if f.editor.body().entry().is_none() {
            return;
        }
        let mut marking = Marking::new(f);
        marking.mark_roots(f, self.remove_loops);
        marking.spread(f);
        marking.replace_branches(f);
        marking.erase_dead(f);
    }
}

/// Whether the instruction is a value-profiling call whose profiled value is a constant.
fn counts_constant(f: &FunctionEdit<'_, '_>, inst: Inst) -> bool {
    let (module, body) = (f.editor.module(), f.editor.body());
    let InstData::Call { call, .. } = body.inst(inst) else { return false };
    let callee = call.callee.as_global().and_then(|callee| module.global(callee));
    let is_constant = |value: &Value| value.as_constant().is_some() || value.as_global().is_some();
    callee.is_some_and(|callee| callee.name() == b"__llvm_profile_instrument_target")
        && body.call_args(call).first().is_some_and(is_constant)
}

#[derive(Clone, Copy, Default)]
struct BlockState {
    is_live: bool,
    /// Whether the branches that the block is control-dependent on are live.
    needs_control: bool,
    has_live_phis: bool,
}

struct Marking {
    cfg: std::sync::Arc<Cfg>,
    blocks: SecondaryMap<Block, BlockState>,
    live: SecondaryMap<Inst, bool>,
    pending: Vec<Inst>,
    /// Blocks whose control dependences have not been marked yet.
    new_blocks: Vec<Block>,
    dependences: ControlDependences,
    /// The debug scopes and locations of live instructions.
    scopes: HashSet<Metadata>,
}

impl Marking {
    fn new(f: &mut FunctionEdit<'_, '_>) -> Marking {
        let cfg = f.analyses.get::<Cfg>(&f.editor);
        let post_dominators = f.analyses.get::<PostDominatorTree>(&f.editor);
        Marking {
            dependences: ControlDependences::new(&cfg, &post_dominators),
            cfg,
            blocks: SecondaryMap::new(),
            live: SecondaryMap::new(),
            pending: Vec::new(),
            new_blocks: Vec::new(),
            scopes: HashSet::default(),
        }
    }

    /// Marks the instructions that are live regardless of their uses.
    fn mark_roots(&mut self, f: &FunctionEdit<'_, '_>, remove_loops: bool) {
        let body = f.editor.body();
        for block in body.blocks() {
            for inst in body.insts(block) {
                let data = body.inst(inst);
                let is_branch = matches!(data, InstData::Br { .. } | InstData::CondBr { .. } | InstData::Switch { .. });
                let has_effects = has_side_effects(&f.editor, inst) && !counts_constant(f, inst);
                if is_pad(data) || has_effects || data.is_terminator() && !is_branch {
                    self.mark(f, inst);
                }
            }
        }
        if !remove_loops {
            self.mark_back_edges(f);
        }
        // Code on paths that do not reach a return, such as infinite loops, is kept. Branches between different returns are kept
        // too.
        for top in self.dependences.tops() {
            let returns = body.terminator(top).is_some_and(|inst| matches!(body.inst(inst), InstData::Ret { .. }));
            if !returns {
                for block in self.dependences.below(top) {
                    body.terminator(block).into_iter().for_each(|inst| self.mark(f, inst));
                }
            }
        }
        if let Some(entry) = body.entry() {
            self.blocks[entry].is_live = true;
            if let Some(branch) = self.only_branch(f, entry) {
                self.mark(f, branch);
            }
        }
    }

    /// Marks the terminators of back edges of a depth-first search.
    fn mark_back_edges(&mut self, f: &FunctionEdit<'_, '_>) {
        let (cfg, body) = (self.cfg.clone(), f.editor.body());
        let Some(entry) = body.entry() else { return };
        let mut on_path: SecondaryMap<Block, Option<bool>> = SecondaryMap::new();
        let mut path: Vec<(Block, usize)> = Vec::new();
        let mut next = Some(entry);
        loop {
            if let Some(block) = next.take() {
                on_path[block] = Some(true);
                if cfg.successors(block).iter().any(|&to| on_path[to] == Some(true)) {
                    body.terminator(block).into_iter().for_each(|inst| self.mark(f, inst));
                }
                path.push((block, 0));
            }
            let Some((block, place)) = path.last_mut() else { return };
            match cfg.successors(*block).get(*place) {
                Some(&to) => {
                    *place += 1;
                    next = on_path[to].is_none().then_some(to);
                }
                None => {
                    on_path[*block] = Some(false);
                    path.pop();
                }
            }
        }
    }

    /// The terminator of a block, if it is an unconditional branch.
    fn only_branch(&self, f: &FunctionEdit<'_, '_>, block: Block) -> Option<Inst> {
        let inst = f.editor.body().terminator(block)?;
        matches!(f.editor.body().inst(inst), InstData::Br { .. }).then_some(inst)
    }

    fn mark(&mut self, f: &FunctionEdit<'_, '_>, inst: Inst) {
        if std::mem::replace(&mut self.live[inst], true) {
            return;
        }
        self.pending.push(inst);
        self.collect_scopes(f, f.editor.body().debug_loc(inst));
        let Some(block) = f.editor.body().inst_block(inst) else { return };
        if f.editor.body().inst(inst).is_terminator() && self.only_branch(f, block).is_none() {
            let cfg = self.cfg.clone();
            cfg.successors(block).iter().for_each(|&to| self.mark_block(f, to));
        }
        self.mark_block(f, block);
    }

    /// Marks a block as live, and with it its terminator if that is an unconditional branch. The recursion ends there, because
    /// such a branch marks only its own block.
    fn mark_block(&mut self, f: &FunctionEdit<'_, '_>, block: Block) {
        if !std::mem::replace(&mut self.blocks[block].is_live, true) {
            self.need_control(block);
            self.only_branch(f, block).into_iter().for_each(|branch| self.mark(f, branch));
        }
    }

    fn need_control(&mut self, block: Block) {
        if !std::mem::replace(&mut self.blocks[block].needs_control, true) {
            self.new_blocks.push(block);
        }
    }

    /// Propagates liveness to operands and control dependences, to a fixed point.
    fn spread(&mut self, f: &FunctionEdit<'_, '_>) {
        let (cfg, body) = (self.cfg.clone(), f.editor.body());
        loop {
            while let Some(inst) = self.pending.pop() {
                let data = body.inst(inst);
                data.for_each_operand(body.values(), |operand| {
                    operand.as_inst().into_iter().for_each(|operand| self.mark(f, operand));
                });
                if let InstData::Phi { .. } = data
                    && let Some(block) = body.inst_block(inst)
                    && !std::mem::replace(&mut self.blocks[block].has_live_phis, true)
                {
                    cfg.predecessors(block).iter().for_each(|&from| self.need_control(from));
                }
            }
            let new_blocks = std::mem::take(&mut self.new_blocks);
            if new_blocks.is_empty() {
                return;
            }
            for block in new_blocks {
                for from in self.dependences.take(block) {
                    body.terminator(from).into_iter().for_each(|inst| self.mark(f, inst));
                }
            }
        }
    }

    /// Replaces each dead branch by an unconditional branch to the successor that is closest to a function exit.
    fn replace_branches(&mut self, f: &mut FunctionEdit<'_, '_>) {
        let cfg = self.cfg.clone();
        let mut order: Option<SecondaryMap<Block, u32>> = None;
        for &block in cfg.layout() {
            let Some(branch) = f.editor.body().terminator(block).filter(|&inst| !self.live[inst]) else { continue };
            if self.only_branch(f, block).is_some() {
                self.live[branch] = true;
                continue;
            }
            let mut successors = Vec::new();
            f.editor.body().inst(branch).for_each_successor(f.editor.body().values(), |to| successors.push(to));
            let order = order.get_or_insert_with(|| places_from_exits(&cfg));
            let Some(&first) = successors.first() else { continue };
            let target = successors.iter().fold(first, |best, &to| if order[best] < order[to] { to } else { best });
            let loc = f.editor.body().debug_loc(branch);
            self.collect_scopes(f, loc);
            if let Some(new) = keep_successor(&mut f.editor, block, Some(target)) {
                self.live[new] = true;
            }
        }
    }

    fn erase_dead(&mut self, f: &mut FunctionEdit<'_, '_>) {
        let mut insts = f.editor.insts();
        insts.reverse();
        let mut users = DebugUsers::of(f);
        let mut dead = Vec::new();
        let has_records = f.editor.body().has_debug_records();
        let assigned = |&inst: &Inst| f.editor.body().attachment(inst, MetadataKind::DI_ASSIGN_ID);
        let assigned: HashSet<Metadata> =
            if has_records { insts.iter().filter_map(assigned).collect() } else { HashSet::default() };
        for inst in insts {
            if has_records {
                self.remove_dead_records(f, inst, &assigned);
            }
            if !self.live[inst] {
                dead.push(inst);
                users.salvage(f, inst);
            }
        }
        erase_all(&mut f.editor, &dead);
    }

    /// Removes the debug records before an instruction whose scope has no live instruction, except `#dbg_assign`s whose id is in
    /// `assigned`, the `!DIAssignID`s of instructions.
    fn remove_dead_records(&mut self, f: &mut FunctionEdit<'_, '_>, inst: Inst, assigned: &HashSet<Metadata>) {
        let body = f.editor.body();
        let mut gone = Vec::new();
        for (record, data) in body.debug_records(inst).handles() {
            let (DebugRecordData::Value { debug_loc, .. }
            | DebugRecordData::Declare { debug_loc, .. }
            | DebugRecordData::DeclareValue { debug_loc, .. }
            | DebugRecordData::Assign { debug_loc, .. }
            | DebugRecordData::Label { debug_loc, .. }) = *data;
            let is_linked = matches!(*data, DebugRecordData::Assign { id, .. } if assigned.contains(&id));
            let scope = debug_loc.as_node().and_then(|n| f.additions.metadata.node(n).get_ref(location::SCOPE));
            if !is_linked && !scope.is_some_and(|scope| self.scopes.contains(&scope)) {
                gone.push(record);
            }
        }
        gone.into_iter().for_each(|record| f.editor.remove_debug_record(record));
    }

    /// Collects the scopes of a debug location.
    fn collect_scopes(&mut self, f: &FunctionEdit<'_, '_>, loc: Option<Metadata>) {
        let mut pending: Vec<Metadata> = loc.into_iter().collect();
        while let Some(m) = pending.pop() {
            let Some(node) = m.as_node().filter(|_| self.scopes.insert(m)) else { continue };
            let node = f.additions.metadata.node(node);
            match node.kind {
                NodeKind::DILocation => {
                    pending.extend(node.get_ref(location::SCOPE));
                    pending.extend(node.get_ref(location::INLINED_AT));
                }
                NodeKind::DILexicalBlock | NodeKind::DILexicalBlockFile => {
                    pending.extend(node.get_ref(lexical_block::SCOPE));
                }
                _ => {}
            }
        }
    }
}

/// The number of each block in a post-order traversal of the reverse control-flow graph, from each exit block in layout order.
fn places_from_exits(cfg: &Cfg) -> SecondaryMap<Block, u32> {
    let mut places: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut is_met: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut next = 0;
    for &exit in cfg.layout().iter().filter(|&&block| cfg.successors(block).is_empty()) {
        let mut path = vec![(exit, 0)];
        is_met[exit] = true;
        while let Some((block, place)) = path.last_mut() {
            match cfg.predecessors(*block).get(*place) {
                Some(&from) => {
                    *place += 1;
                    if !std::mem::replace(&mut is_met[from], true) {
                        path.push((from, 0));
                    }
                }
                None => {
                    places[*block] = next;
                    next += 1;
                    path.pop();
                }
            }
        }
    }
    places
}

/// Control dependences: for each block, the blocks whose branches decide whether it executes. An edge from `a` to `b` is a
/// control dependence of the blocks on the post-dominator tree path from `b` up to, but excluding, the immediate post-dominator
/// of `a`. Edges are sorted by the preorder number of `b`, so that the edges into a subtree are a range, and a segment tree holds
/// the minimum depth of each range. Each edge is returned once, in logarithmic time.
struct ControlDependences {
    /// The range of preorder numbers of the subtree of a block; `None` for blocks that are not in the tree.
    ranges: SecondaryMap<Block, (u32, u32)>,
    depths: SecondaryMap<Block, u32>,
    order: Vec<Block>,
    /// The branching block of each edge, sorted by the preorder number of the target; and where the edges of each number start.
    edges: Vec<Block>,
    first_edges: Vec<u32>,
    /// A segment tree over `edges`: the minimum depth of the immediate post-dominators of the branching blocks.
    least: Vec<u32>,
}

impl ControlDependences {
    fn new(cfg: &Cfg, tree: &PostDominatorTree) -> ControlDependences {
        let mut children: SecondaryMap<Block, SmallVec<[Block; 4]>> = SecondaryMap::new();
        let mut roots = Vec::new();
        for &block in cfg.layout() {
            match tree.idom(block) {
                Some(above) => children[above].push(block),
                None => roots.push(block),
            }
        }
        let mut it = ControlDependences {
            ranges: SecondaryMap::new(),
            depths: SecondaryMap::new(),
            order: Vec::new(),
            edges: Vec::new(),
            first_edges: vec![0],
            least: Vec::new(),
        };
        let mut pending: Vec<(Block, u32, bool)> = roots.into_iter().map(|root| (root, 1, false)).collect();
        while let Some((block, depth, is_left)) = pending.pop() {
            if is_left {
                it.ranges[block].1 = it.order.len() as u32;
                continue;
            }
            it.ranges[block].0 = it.order.len() as u32;
            it.depths[block] = depth;
            it.order.push(block);
            pending.push((block, depth, true));
            pending.extend(children[block].iter().map(|&child| (child, depth + 1, false)));
        }
        let mut depths = Vec::new();
        for &to in &it.order {
            for &from in cfg.predecessors(to).iter().filter(|&&from| cfg.successors(from).len() > 1) {
                it.edges.push(from);
                depths.push(tree.idom(from).map_or(0, |above| it.depths[above]));
            }
            it.first_edges.push(it.edges.len() as u32);
        }
        let leaves = depths.len().next_power_of_two();
        it.least = vec![u32::MAX; 2 * leaves];
        it.least[leaves..leaves + depths.len()].copy_from_slice(&depths);
        for node in (1..leaves).rev() {
            it.least[node] = it.least[2 * node].min(it.least[2 * node + 1]);
        }
        it
    }

    /// The blocks that a block post-dominates.
    fn below(&self, block: Block) -> Vec<Block> {
        let (first, end) = self.ranges[block];
        self.order[first as usize..end as usize].to_vec()
    }

    /// The blocks that no other block post-dominates.
    fn tops(&self) -> Vec<Block> {
        self.order.iter().copied().filter(|&block| self.depths[block] == 1).collect()
    }

    /// The branching blocks that a block is control-dependent on and that were not returned before.
    fn take(&mut self, block: Block) -> Vec<Block> {
        let (first, end) = self.ranges[block];
        let [first, end] = [first, end].map(|place| self.first_edges[place as usize] as usize);
        let mut found = Vec::new();
        while let Some(edge) = self.first_below(first, end, self.depths[block]) {
            found.push(self.edges[edge]);
            let mut node = edge + self.least.len() / 2;
            self.least[node] = u32::MAX;
            while node > 1 {
                node /= 2;
                self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]);
            }
        }
        found
    }

    /// The first edge of a range with a smaller depth.
    fn first_below(&self, first: usize, end: usize, depth: u32) -> Option<usize> {
        let leaves = self.least.len() / 2;
        // The segment tree nodes that cover the range, from left to right.
        let (mut low, mut high) = (first + leaves, end + leaves);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while low < high {
            if low % 2 == 1 {
                left.push(low);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                right.push(high);
            }
            (low, high) = (low / 2, high / 2);
        }
        let mut node = left.into_iter().chain(right.into_iter().rev()).find(|&node| self.least[node] < depth)?;
        while node < leaves {
            node = if self.least[2 * node] < depth { 2 * node } else { 2 * node + 1 };
        }
        Some(node - leaves)
    }
}
