//! Distribution of the mass that enters a function or a loop to its blocks.

use std::cell::Cell;

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use lindworm_ir::context::MetadataKind;
use lindworm_ir::{Block, Body, Module};

use super::probability::{BranchProbabilities, ONE};
use super::scaled::Scaled;
use crate::{Cfg, Loop, Loops, dense_table};

/// A block, by its index in reverse postorder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(u32);
entity_impl!(Node, "node");

/// A loop in the distribution of mass: natural or irreducible.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MassLoop(u32);
entity_impl!(MassLoop, "loop");

/// The full mass, in units of 2^-64.
const FULL: u64 = u64::MAX;

fn scaled(mass: u64) -> Scaled {
    match mass {
        FULL => Scaled::ONE,
        _ => Scaled::new(mass + 1, -64),
    }
}

#[derive(Clone, Copy, Default)]
pub struct NodeData {
    mass: u64,
    /// The innermost loop that contains the node or has it as header.
    pub within: Option<MassLoop>,
}

pub struct LoopData {
    pub parent: Option<MassLoop>,
    /// Whether the loop counts as one node, because its mass was already distributed.
    packaged: bool,
    /// A packaged ancestor beyond the parent; all loops in between are packaged too.
    shortcut: Cell<Option<MassLoop>>,
    pub headers: usize,
    /// The headers, then the other nodes outside nested loops and the headers of nested loops; each part in order.
    pub nodes: Vec<Node>,
    /// The mass that flows back to each header.
    backward: Vec<u64>,
    /// The targets of mass that leaves the loop.
    pub exits: Vec<(Node, u64)>,
    /// The mass that enters from outside.
    mass: u64,
    /// The expected number of iterations.
    scale: Scaled,
}

impl LoopData {
    pub fn new(parent: Option<MassLoop>, headers: usize, nodes: Vec<Node>) -> LoopData {
        let backward = vec![0; headers];
        LoopData {
            parent,
            packaged: false,
            shortcut: Cell::new(None),
            headers,
            nodes,
            backward,
            exits: Vec::new(),
            mass: 0,
            scale: Scaled::ZERO,
        }
    }

    pub fn is_header(&self, node: Node) -> bool {
        self.header_index(node).is_some()
    }

    fn header_index(&self, node: Node) -> Option<usize> {
        self.nodes[..self.headers].binary_search(&node).ok()
    }

    fn is_irreducible(&self) -> bool {
        self.headers > 1
    }

    /// Resets the loop to its state before distribution, with fewer nodes.
    pub fn restart(&mut self, nodes: Vec<Node>) {
        self.exits.clear();
        self.backward.fill(0);
        self.nodes = nodes;
    }
}

/// The kind of target of a share of mass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Local,
    Backward,
    Exit,
}

/// The shares of a node's successors.
#[derive(Default)]
struct Shares {
    list: Vec<(Node, Way, u64)>,
    total: u64,
    overflowed: bool,
}

impl Shares {
    fn add(&mut self, node: Node, way: Way, amount: u64) {
        let (total, overflowed) = self.total.overflowing_add(amount);
        self.total = total;
        self.overflowed |= overflowed;
        self.list.push((node, way, amount));
    }

    /// Combines the shares of the same node.
    fn combine(&mut self) {
        /// Above this number, the order is that of a hash table, as in LLVM.
        const MANY: usize = 128;
        if self.list.len() > MANY {
            return self.combine_by_hash();
        }
        self.list.sort_by_key(|&(node, ..)| node);
        self.list.dedup_by(|other, kept| {
            let same = other.0 == kept.0;
            if same {
                kept.2 = kept.2.saturating_add(other.2);
            }
            same
        });
    }

    fn combine_by_hash(&mut self) {
        // Shares are rounded in the order of the table.
        let entries = (2 * self.list.len() + 1).next_power_of_two();
        let buckets = (entries * 4 / 3 + 2).next_power_of_two();
        let mut table: Vec<Option<(Node, Way, u64)>> = vec![None; buckets];
        let mut count = 0;
        for &(node, way, amount) in &self.list {
            let place = dense_table::find(&table, node.index().wrapping_mul(37), |(known, ..)| *known == node);
            count += usize::from(table[place].is_none());
            let (.., sum) = table[place].get_or_insert((node, way, 0));
            *sum = sum.saturating_add(amount);
        }
        if count != self.list.len() {
            self.list = table.into_iter().flatten().collect();
        }
    }

    /// Scales the shares such that their sum fits into 32 bits.
    fn normalize(&mut self) {
        if self.list.len() > 1 {
            self.combine();
        }
        if let [(.., amount)] = &mut self.list[..] {
            *amount = 1;
            self.total = 1;
            return;
        }
        let shift = match self.total {
            _ if self.overflowed => 33,
            total if total > u64::from(u32::MAX) => 33 - total.leading_zeros(),
            _ => return,
        };
        self.total = 0;
        for (.., amount) in &mut self.list {
            *amount = ((*amount >> shift) + (*amount >> (shift - 1) & 1)).max(1);
            self.total += *amount;
        }
    }

    /// Distributes a mass by share. The rounding remainder goes to the last share.
    fn give(mut self, mut mass: u64, mut take: impl FnMut(Node, Way, u64)) {
        self.normalize();
        let mut rest = self.total as u32;
        for (node, way, amount) in self.list {
            let probability = super::probability::fraction(amount as u32, rest);
            let part = (u128::from(mass) * u128::from(probability) / u128::from(ONE)) as u64;
            rest = rest.saturating_sub(amount as u32);
            mass -= part;
            take(node, way, part);
        }
    }
}

/// An error: an edge leads back to a node that is not a header, so there is an irreducible loop.
pub struct Irreducible;

/// Distributes the mass that enters a function.
pub struct Distribution<'f> {
    module: &'f Module,
    body: &'f Body,
    pub cfg: &'f Cfg,
    probabilities: &'f BranchProbabilities,
    /// The number of each block.
    pub numbers: SecondaryMap<Block, Option<Node>>,
    pub nodes: PrimaryMap<Node, NodeData>,
    pub loops: PrimaryMap<MassLoop, LoopData>,
    /// All loops, inner before outer loops.
    pub order: Vec<MassLoop>,
}

impl<'f> Distribution<'f> {
    pub fn new(
        module: &'f Module,
        body: &'f Body,
        cfg: &'f Cfg,
        natural: &Loops,
        probabilities: &'f BranchProbabilities,
    ) -> Self {
        let mut numbers = SecondaryMap::new();
        let mut nodes = PrimaryMap::new();
        for &block in cfg.reverse_postorder() {
            numbers[block] = Some(nodes.push(NodeData::default()));
        }
        let mut loops = PrimaryMap::new();
        let mut places: SecondaryMap<Loop, Option<MassLoop>> = SecondaryMap::new();
        for of in natural.iter() {
            let Some(header) = numbers[natural.header(of)] else { continue };
            let parent = natural.parent(of).and_then(|parent| places[parent]);
            let place = loops.push(LoopData::new(parent, 1, vec![header]));
            places[of] = Some(place);
            nodes[header].within = Some(place);
        }
        let mut distribution =
            Distribution { module, body, cfg, probabilities, numbers, nodes, loops, order: Vec::new() };
        for &block in cfg.reverse_postorder() {
            let (Some(node), Some(innermost)) = (distribution.numbers[block], natural.loop_of(block)) else { continue };
            let innermost = places[innermost];
            if distribution.is_loop_header(node) {
                if let Some(outer) = distribution.containing_loop(node) {
                    distribution.loops[outer].nodes.push(node);
                }
            } else if let Some(innermost) = innermost {
                distribution.nodes[node].within = Some(innermost);
                distribution.loops[innermost].nodes.push(node);
            }
        }
        distribution
    }

    /// The frequency of each node.
    pub fn frequencies(mut self) -> Vec<Scaled> {
        for place in (0..self.loops.len()).rev() {
            let of = MassLoop::new(place);
            if self.share_out_loop(of).is_err() {
                self.share_out_irreducible(Some(of));
                // Cannot fail: no irreducible loop remains.
                let _ = self.share_out_loop(of);
            }
            self.order.push(of);
        }
        if self.share_out_function().is_err() {
            self.share_out_irreducible(None);
            let _ = self.share_out_function();
        }
        self.unwrap()
    }

    fn is_loop_header(&self, node: Node) -> bool {
        self.nodes[node].within.is_some_and(|within| self.loops[within].is_header(node))
    }

    /// The parent of the loop whose header is `node`, if `node` is a header of the parent too.
    fn doubly_headed(&self, node: Node) -> Option<MassLoop> {
        let parent = self.loops[self.nodes[node].within.filter(|_| self.is_loop_header(node))?].parent?;
        (self.loops[parent].is_irreducible() && self.loops[parent].is_header(node)).then_some(parent)
    }

    /// The innermost loop that contains the node other than as header.
    fn containing_loop(&self, node: Node) -> Option<MassLoop> {
        let within = self.nodes[node].within?;
        match self.doubly_headed(node) {
            Some(parent) => self.loops[parent].parent,
            None if self.is_loop_header(node) => self.loops[within].parent,
            None => Some(within),
        }
    }

    /// The outermost packaged loop that contains a node.
    fn packaged_loop(&self, node: Node) -> Option<MassLoop> {
        let mut outermost = self.nodes[node].within.filter(|&l| self.loops[l].packaged)?;
        while let Some(outer) = self.packaged_around(outermost) {
            if let Some(further) = self.packaged_around(outer) {
                self.loops[outermost].shortcut.set(Some(further));
            }
            outermost = outer;
        }
        Some(outermost)
    }

    /// A loop around a packaged loop, if its parent is packaged too.
    fn packaged_around(&self, of: MassLoop) -> Option<MassLoop> {
        let of = &self.loops[of];
        of.shortcut.get().or(of.parent).filter(|&l| self.loops[l].packaged)
    }

    /// The node that represents a node: itself, or the header of its packaged loop.
    fn resolved(&self, node: Node) -> Node {
        self.packaged_loop(node).map_or(node, |of| self.loops[of].nodes[0])
    }

    /// Whether another node represents this node.
    pub fn is_packaged(&self, node: Node) -> bool {
        self.resolved(node) != node
    }

    /// The packaged loop that a node represents.
    pub fn package(&self, node: Node) -> Option<MassLoop> {
        let within = self.nodes[node].within?;
        (self.is_loop_header(node) && self.loops[within].packaged).then_some(within)
    }

    /// The mass that enters a node, or the loop that it represents.
    pub fn mass(&mut self, node: Node) -> &mut u64 {
        let Some(of) = self.package(node) else { return &mut self.nodes[node].mass };
        let double = self.doubly_headed(node).filter(|&parent| self.loops[parent].packaged);
        &mut self.loops[double.unwrap_or(of)].mass
    }

    fn block(&self, node: Node) -> Block {
        self.cfg.reverse_postorder()[node.index()]
    }

    /// Adds the share of a successor.
    fn add_share(
        &self,
        shares: &mut Shares,
        outer: Option<MassLoop>,
        from: Node,
        to: Node,
        amount: u64,
    ) -> Result<(), Irreducible> {
        let to = self.resolved(to);
        let is_header = |node| outer.is_some_and(|outer| self.loops[outer].is_header(node));
        let way = if is_header(to) {
            Way::Backward
        } else if self.containing_loop(to) != outer {
            Way::Exit
        } else if to < from && !is_header(from) {
            return Err(Irreducible);
        } else {
            Way::Local
        };
        shares.add(to, way, amount.max(1));
        Ok(())
    }

    /// Distributes the mass of a node.
    fn share_out(&mut self, outer: Option<MassLoop>, node: Node) -> Result<(), Irreducible> {
        let mut shares = Shares::default();
        match self.packaged_loop(node) {
            Some(package) => {
                let from = self.loops[package].nodes[0];
                for &(to, mass) in &self.loops[package].exits {
                    self.add_share(&mut shares, outer, from, to, mass)?;
                }
            }
            None => {
                let block = self.block(node);
                let successors = self.cfg.successors(block);
                for (edge, &to) in successors.iter().enumerate() {
                    let probability = self.probabilities.of_edge(block, edge, successors.len());
                    if let Some(to) = self.numbers[to] {
                        self.add_share(&mut shares, outer, node, to, probability.into())?;
                    }
                }
            }
        }
        let mass = *self.mass(node);
        shares.give(mass, |to, way, part| {
            let (Way::Backward | Way::Exit, Some(outer)) = (way, outer) else {
                let mass = self.mass(to);
                *mass = mass.saturating_add(part);
                return;
            };
            let outer = &mut self.loops[outer];
            match outer.header_index(to) {
                Some(header) => outer.backward[header] = outer.backward[header].saturating_add(part),
                None => outer.exits.push((to, part)),
            }
        });
        Ok(())
    }

    pub fn share_out_loop(&mut self, of: MassLoop) -> Result<(), Irreducible> {
        let nodes = self.loops[of].nodes.clone();
        if self.loops[of].is_irreducible() {
            let is_known = self.enter_headers(&nodes[..self.loops[of].headers]);
            for &node in &nodes {
                self.share_out(Some(of), node)?;
            }
            if !is_known {
                self.adjust_headers(of);
            }
        } else {
            *self.mass(nodes[0]) = FULL;
            for &node in &nodes {
                self.share_out(Some(of), node)?;
            }
        }
        let backward = self.loops[of].backward.iter().fold(0, |sum: u64, &mass| sum.saturating_add(mass));
        self.loops[of].scale = match FULL - backward {
            // An infinite loop runs often, but not so often that other blocks become negligible.
            0 => Scaled::new(1, 12),
            leaving => scaled(leaving).inverse(),
        };
        for node in nodes {
            if let Some(inner) = self.packaged_loop(node) {
                self.loops[inner].exits.clear();
            }
        }
        self.loops[of].packaged = true;
        Ok(())
    }

    /// Distributes the mass that enters a loop to its headers. Returns whether profile data determined the shares.
    fn enter_headers(&mut self, headers: &[Node]) -> bool {
        let weight = |&node: &Node| {
            let terminator = self.body.terminator(self.block(node))?;
            self.module.loop_header_weight(self.body.attachment(terminator, MetadataKind::IRR_LOOP))
        };
        let weights: Vec<Option<u64>> = headers.iter().map(weight).collect();
        let least = weights.iter().flatten().min().copied();
        let mut shares = Shares::default();
        for with_weight in [true, false] {
            for (&header, weight) in headers.iter().zip(&weights).filter(|(_, w)| w.is_some() == with_weight) {
                match weight.or(least).unwrap_or(1) {
                    0 => {}
                    weight => shares.add(header, Way::Local, weight),
                }
            }
        }
        shares.give(FULL, |header, _, part| *self.mass(header) = part);
        least.is_some()
    }

    /// Distributes the mass that enters a loop to its headers, in proportion to the mass that flows back to them.
    fn adjust_headers(&mut self, of: MassLoop) {
        let LoopData { nodes, backward, .. } = &self.loops[of];
        let mut shares = Shares::default();
        for (&header, &mass) in nodes.iter().zip(backward).filter(|(_, mass)| **mass > 0) {
            shares.add(header, Way::Local, mass);
        }
        shares.give(FULL, |header, _, part| *self.mass(header) = part);
    }

    fn share_out_function(&mut self) -> Result<(), Irreducible> {
        let Some(entry) = self.nodes.keys().next() else { return Ok(()) };
        *self.mass(entry) = FULL;
        for node in self.nodes.keys() {
            if !self.is_packaged(node) {
                self.share_out(None, node)?;
            }
        }
        Ok(())
    }

    /// Scales the frequencies inside loops, from outer to inner loops.
    fn unwrap(mut self) -> Vec<Scaled> {
        let mut frequencies: Vec<Scaled> = self.nodes.values().map(|node| scaled(node.mass)).collect();
        // From here on loops are unpackaged, outer loops first.
        self.loops.values_mut().for_each(|of| of.shortcut.set(None));
        for of in std::mem::take(&mut self.order).into_iter().rev() {
            let scale = self.loops[of].scale.mul(scaled(self.loops[of].mass));
            self.loops[of].scale = scale;
            self.loops[of].packaged = false;
            for index in 0..self.loops[of].nodes.len() {
                let node = self.loops[of].nodes[index];
                let inner = self.package(node).and_then(|_| self.packaged_loop(node));
                let frequency = match inner {
                    Some(inner) => &mut self.loops[inner].scale,
                    None => &mut frequencies[node.index()],
                };
                *frequency = scale.mul(*frequency);
            }
        }
        frequencies
    }
}
