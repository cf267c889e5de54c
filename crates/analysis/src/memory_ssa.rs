//! MemorySSA: the accesses to memory in SSA form, as if all memory were one variable.
//!
//! An instruction that may write memory defines a new state of memory, one that only reads uses a state, and a block that several
//! states reach has a phi. [`MemorySsa`] holds the accesses in dense tables; [`Walker`] finds the access that last wrote a
//! location before a given state (its clobber). The limits are those of LLVM.
//!
//! A pass that changes memory accesses updates the form: [`MemorySsa::remove`], [`MemorySsa::replace`],
//! [`MemorySsa::insert_before`] and [`MemorySsa::insert_after`] take constant time (amortized).

mod walker;

use std::cell::Cell;
use std::collections::BinaryHeap;

use cranelift_entity::EntityRef;
use lindworm_ir::attributes::ModRef;
use lindworm_ir::instruction::AtomicOrdering;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Body, Inst, InstData};

pub use self::walker::Walker;
use crate::{AliasAnalysis, Cfg, DominatorTree};

/// A state of memory, or a use of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryAccess(u32);

/// The state of memory when the function is entered.
pub const LIVE_ON_ENTRY: MemoryAccess = MemoryAccess(0);

const NONE: MemoryAccess = MemoryAccess(u32::MAX);

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// The state when the function is entered.
    LiveOnEntry,
    /// An instruction that may write.
    Def(Inst),
    /// An instruction that only reads.
    Use(Inst),
    /// The states that reach a block.
    Phi(Block),
    /// An access that was removed.
    Removed,
}

#[derive(Clone, Debug)]
struct Node {
    kind: AccessKind,
    /// The state before a definition, or the one that is used; the state that stands for a removed access; for a phi, the index of
    /// the first incoming state.
    before: Cell<u32>,
    /// The number of a definition or phi in text.
    number: u32,
    /// The number of incoming states of a phi.
    incoming: u32,
}

impl Node {
    fn new(kind: AccessKind, before: u32, number: u32) -> Node {
        Node { kind, before: Cell::new(before), number, incoming: 0 }
    }
}

/// The accesses of a function: see the [module](self).
#[derive(Debug, Default)]
pub struct MemorySsa {
    nodes: Vec<Node>,
    /// The access of each instruction.
    of_inst: Vec<MemoryAccess>,
    /// The phi of each block.
    phis: Vec<MemoryAccess>,
    /// The state at the end of each block.
    last: Vec<MemoryAccess>,
    incoming: Vec<(Block, MemoryAccess)>,
}

/// Whether an instruction has an access, and whether it may write.
fn access_of(aliases: &AliasAnalysis<'_>, body: &Body, inst: Inst) -> Option<bool> {
    let is_ordered = |ordering| ordering > AtomicOrdering::Unordered;
    match *body.inst(inst) {
        InstData::Load { volatile, ordering, .. } => Some(volatile || is_ordered(ordering)),
        InstData::Store { .. }
        | InstData::Fence { .. }
        | InstData::CmpXchg { .. }
        | InstData::AtomicRmw { .. }
        | InstData::VaArg { .. }
        | InstData::CatchPad { .. }
        | InstData::CatchRet { .. } => Some(true),
        ref data => {
            let call = data.call_info()?;
            use IntrinsicId as I;
            if let Some(
                I::ALLOW_RUNTIME_CHECK
                | I::ALLOW_UBSAN_CHECK
                | I::ASSUME
                | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL
                | I::PSEUDOPROBE,
            ) = aliases.intrinsic(call)
            {
                return None;
            }
            let access = aliases.call_effects(call).any();
            (!access.is_empty()).then(|| access.contains(ModRef::MOD))
        }
    }
}

impl MemorySsa {
    /// The accesses of a body. Linear in its instructions and edges.
    pub fn new(aliases: &AliasAnalysis<'_>, body: &Body, cfg: &Cfg, dominators: &DominatorTree) -> MemorySsa {
        let mut ssa = MemorySsa {
            nodes: vec![Node::new(AccessKind::LiveOnEntry, 0, 0)],
            of_inst: vec![NONE; body.inst_count()],
            phis: vec![NONE; cfg.block_count()],
            last: vec![LIVE_ON_ENTRY; cfg.block_count()],
            incoming: Vec::new(),
        };
        let mut number = 0;
        let mut defining: Vec<Block> = Vec::new();
        for &block in cfg.layout() {
            for inst in body.insts(block) {
                let Some(is_def) = access_of(aliases, body, inst) else { continue };
                number += u32::from(is_def);
                let kind = if is_def { AccessKind::Def(inst) } else { AccessKind::Use(inst) };
                ssa.of_inst[inst.index()] = MemoryAccess(ssa.nodes.len() as u32);
                ssa.nodes.push(Node::new(kind, 0, number));
                if is_def && defining.last() != Some(&block) && dominators.is_reachable(block) {
                    defining.push(block);
                }
            }
        }
        for block in dominance_frontier(&defining, cfg, dominators) {
            number += 1;
            let first = ssa.incoming.len();
            let count = cfg.predecessors(block).len();
            ssa.phis[block.index()] = MemoryAccess(ssa.nodes.len() as u32);
            ssa.nodes.push(Node::new(AccessKind::Phi(block), first as u32, number));
            ssa.incoming.resize(first + count, (block, LIVE_ON_ENTRY));
        }
        ssa.rename(body, cfg, dominators);
        ssa
    }

    /// Sets the state before each access, from dominators to dominated blocks.
    fn rename(&mut self, body: &Body, cfg: &Cfg, dominators: &DominatorTree) {
        let mut pending: Vec<Block> = cfg.entry().into_iter().collect();
        while let Some(block) = pending.pop() {
            let mut state = match self.phis[block.index()] {
                NONE => dominators.idom(block).map_or(LIVE_ON_ENTRY, |idom| self.last[idom.index()]),
                phi => phi,
            };
            for inst in body.insts(block) {
                let access = self.of_inst[inst.index()];
                let Some(node) = self.nodes.get_mut(access.0 as usize) else { continue };
                node.before.set(state.0);
                if let AccessKind::Def(_) = node.kind {
                    state = access;
                }
            }
            self.last[block.index()] = state;
            cfg.successors(block).iter().for_each(|&to| self.add_incoming(to, block, state));
            let first = pending.len();
            pending.extend(dominators.children(block));
            pending[first..].reverse();
        }
        // What is unreachable sees the state on entry.
        for &block in cfg.layout() {
            if !dominators.is_reachable(block) {
                cfg.successors(block).iter().for_each(|&to| self.add_incoming(to, block, LIVE_ON_ENTRY));
            }
        }
    }

    fn add_incoming(&mut self, to: Block, from: Block, state: MemoryAccess) {
        if let Some(phi) = self.phis.get(to.index()).and_then(|phi| self.nodes.get_mut(phi.0 as usize)) {
            let place = (phi.before.get() + phi.incoming) as usize;
            if let Some(incoming) = self.incoming.get_mut(place) {
                *incoming = (from, state);
                phi.incoming += 1;
            }
        }
    }

    /// The access of an instruction, if it accesses memory.
    pub fn of(&self, inst: Inst) -> Option<MemoryAccess> {
        self.of_inst.get(inst.index()).copied().filter(|&access| access != NONE)
    }

    /// The phi of a block.
    pub fn phi(&self, block: Block) -> Option<MemoryAccess> {
        self.phis.get(block.index()).copied().filter(|&access| access != NONE)
    }

    /// The state at the end of a block.
    pub fn at_end(&self, block: Block) -> MemoryAccess {
        self.last.get(block.index()).map_or(LIVE_ON_ENTRY, |&access| self.existing(access))
    }

    /// The kind of an access.
    pub fn kind(&self, access: MemoryAccess) -> AccessKind {
        self.nodes[access.0 as usize].kind
    }

    /// The state before a definition, or the one that a use reads.
    pub fn before(&self, access: MemoryAccess) -> MemoryAccess {
        let node = &self.nodes[access.0 as usize];
        match node.kind {
            AccessKind::Def(_) | AccessKind::Use(_) | AccessKind::Removed => {
                let before = self.existing(MemoryAccess(node.before.get()));
                node.before.set(before.0);
                before
            }
            AccessKind::LiveOnEntry | AccessKind::Phi(_) => access,
        }
    }

    /// The state that stands for an access that was removed.
    fn existing(&self, mut access: MemoryAccess) -> MemoryAccess {
        let mut previous: Option<&Node> = None;
        loop {
            let node = &self.nodes[access.0 as usize];
            if node.kind != AccessKind::Removed {
                return access;
            }
            // Halves the path over removed accesses.
            if let Some(previous) = previous {
                previous.before.set(node.before.get());
            }
            previous = Some(node);
            access = MemoryAccess(node.before.get());
        }
    }

    /// The states that a phi joins, with the blocks from which they come.
    pub fn incoming(&self, phi: MemoryAccess) -> impl Iterator<Item = (Block, MemoryAccess)> + '_ {
        let node = &self.nodes[phi.0 as usize];
        let first = node.before.get();
        let range = match node.kind {
            AccessKind::Phi(_) => first as usize..(first + node.incoming) as usize,
            _ => 0..0,
        };
        self.incoming[range].iter().map(|&(block, state)| (block, self.existing(state)))
    }

    /// The number of a definition or phi, by which text refers to it.
    pub fn number(&self, access: MemoryAccess) -> u32 {
        self.nodes[access.0 as usize].number
    }

    // Updates.

    /// Removes the access of an instruction that is erased.
    pub fn remove(&mut self, inst: Inst) {
        let Some(access) = self.of(inst) else { return };
        self.of_inst[inst.index()] = NONE;
        self.nodes[access.0 as usize].kind = AccessKind::Removed;
    }

    /// Gives the access of an instruction to one that is put in its place.
    pub fn replace(&mut self, old: Inst, new: Inst) {
        let Some(access) = self.of(old) else { return };
        self.of_inst[old.index()] = NONE;
        self.set(new, access);
        let node = &mut self.nodes[access.0 as usize];
        node.kind = match node.kind {
            AccessKind::Use(_) => AccessKind::Use(new),
            _ => AccessKind::Def(new),
        };
    }

    fn set(&mut self, inst: Inst, access: MemoryAccess) {
        if self.of_inst.len() <= inst.index() {
            self.of_inst.resize(inst.index() + 1, NONE);
        }
        self.of_inst[inst.index()] = access;
    }

    /// Adds a definition that is inserted directly before the access of another instruction.
    pub fn insert_before(&mut self, new: Inst, next: Inst) {
        let Some(next) = self.of(next) else { return };
        let access = MemoryAccess(self.nodes.len() as u32);
        let before = self.before(next).0;
        self.nodes.push(Node::new(AccessKind::Def(new), before, access.0));
        self.nodes[next.0 as usize].before.set(access.0);
        self.set(new, access);
    }

    /// Adds a definition that is inserted after the definition of another instruction and before any further access.
    pub fn insert_after(&mut self, new: Inst, previous: Inst) {
        let Some(access) = self.of(previous) else { return };
        // The new definition takes the place of the previous one, so that what comes later refers to it.
        let moved = MemoryAccess(self.nodes.len() as u32);
        let node = self.nodes[access.0 as usize].clone();
        self.nodes.push(node);
        self.set(previous, moved);
        self.nodes[access.0 as usize] = Node::new(AccessKind::Def(new), moved.0, moved.0);
        self.set(new, access);
    }
}

/// The iterated dominance frontier of blocks, in the order in which LLVM finds it: by depth in the dominator tree, the deepest
/// first.
fn dominance_frontier(defining: &[Block], cfg: &Cfg, dominators: &DominatorTree) -> Vec<Block> {
    const UNREACHED: (u32, u32) = (u32::MAX, 0);
    if defining.is_empty() {
        return Vec::new();
    }
    // The depth and the preorder number of each block.
    let mut places = vec![UNREACHED; cfg.block_count()];
    let mut pending: Vec<(Block, u32)> = cfg.entry().map(|entry| (entry, 0)).into_iter().collect();
    let mut number = 0;
    while let Some((block, depth)) = pending.pop() {
        places[block.index()] = (depth, number);
        number += 1;
        let first = pending.len();
        pending.extend(dominators.children(block).map(|child| (child, depth + 1)));
        pending[first..].reverse();
    }
    let entry_of = |block: Block| (places[block.index()], block);
    let mut queue: BinaryHeap<((u32, u32), Block)> = defining.iter().map(|&block| entry_of(block)).collect();
    let mut is_defining = vec![false; cfg.block_count()];
    defining.iter().for_each(|block| is_defining[block.index()] = true);
    let (mut is_phi, mut is_visited) = (vec![false; cfg.block_count()], vec![false; cfg.block_count()]);
    let mut phis = Vec::new();
    let mut subtree = Vec::new();
    while let Some(((depth, _), root)) = queue.pop() {
        subtree.push(root);
        is_visited[root.index()] = true;
        while let Some(block) = subtree.pop() {
            for &to in cfg.successors(block) {
                let place = places[to.index()];
                if place == UNREACHED || place.0 > depth || std::mem::replace(&mut is_phi[to.index()], true) {
                    continue;
                }
                phis.push(to);
                if !is_defining[to.index()] {
                    queue.push(entry_of(to));
                }
            }
            for child in dominators.children(block) {
                if !std::mem::replace(&mut is_visited[child.index()], true) {
                    subtree.push(child);
                }
            }
        }
    }
    phis
}
