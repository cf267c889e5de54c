//! The order in which blocks are compiled: a reverse post-order in which the blocks of each cycle are consecutive.
//!
//! A block comes after its dominators. A back edge lies within a cycle, so a value that is live at the source of the edge is live
//! up to the end of the outermost cycle that does not contain its definition ([`BlockOrder::live_until`]).

use cranelift_entity::EntityRef;
use lindworm_analysis::{Cfg, Cycles};
use lindworm_ir::{Block, Body};

/// No position, or no cycle.
pub const NONE: u32 = u32::MAX;

struct Range {
    first: u32,
    last: u32,
    parent: u32,
    /// An enclosing cycle beyond the parent, chosen so that a search takes O(log depth) steps.
    jump: u32,
    depth: u32,
    root: u32,
}

/// The blocks of a function in compilation order. A position is an index in this order.
#[derive(Default)]
pub struct BlockOrder {
    cfg: Cfg,
    cycles: Cycles,
    blocks: Vec<Block>,
    /// By block.
    positions: Vec<u32>,
    /// The innermost cycle of each block, by position.
    cycle_of: Vec<u32>,
    ranges: Vec<Range>,
    /// Whether the cycles could not be determined. Values that are live in several blocks are then live up to the end of the
    /// function.
    is_one_cycle: bool,
}

impl BlockOrder {
    /// Computes the order of a body.
    pub fn compute(&mut self, body: &Body) {
        self.cfg.compute(body);
        self.blocks.clear();
        self.cycle_of.clear();
        self.ranges.clear();
        self.positions.clear();
        self.positions.resize(self.cfg.block_count(), NONE);
        let walked = self.cfg.reverse_postorder();
        for (position, block) in walked.iter().enumerate() {
            self.positions[block.index()] = position as u32;
        }
        let goes_back = walked.iter().enumerate().any(|(position, &block)| {
            self.cfg.successors(block).iter().any(|to| self.positions[to.index()] <= position as u32)
        });
        self.is_one_cycle = false;
        if !goes_back {
            self.blocks.extend(walked);
            self.cycle_of.resize(self.blocks.len(), NONE);
            return;
        }
        self.is_one_cycle = !self.cycles.compute_in_linear_time(&self.cfg);
        if self.is_one_cycle {
            self.blocks.extend(walked);
            self.cycle_of.resize(self.blocks.len(), NONE);
            return;
        }
        self.place_cycles();
        for (position, block) in self.blocks.iter().enumerate() {
            self.positions[block.index()] = position as u32;
        }
        self.is_one_cycle = !self.edges_back_are_in_cycles();
    }

    /// Makes the blocks of each cycle consecutive, at the place of the first one in reverse post-order.
    fn place_cycles(&mut self) {
        let walked = self.cfg.reverse_postorder();
        let count = self.cycles.iter().count();
        let mut members: Vec<Vec<u32>> = (0..=count).map(|_| Vec::new()).collect();
        let mut opened = vec![false; count];
        for (place, &block) in walked.iter().enumerate() {
            let mut at = self.cycles.cycle_of(block);
            // Nests the cycle in its parent, up to the first enclosing cycle that is already placed.
            while let Some(cycle) = at {
                if std::mem::replace(&mut opened[cycle.index()], true) {
                    break;
                }
                at = self.cycles.parent(cycle);
                members[at.map_or(count, EntityRef::index)].push(IS_CYCLE | cycle.index() as u32);
            }
            members[self.cycles.cycle_of(block).map_or(count, EntityRef::index)].push(place as u32);
        }
        let mut stack = vec![(count, 0, NONE)];
        while let Some((list, at, range)) = stack.pop() {
            let Some(&member) = members[list].get(at) else {
                if range != NONE {
                    self.ranges[range as usize].last = self.blocks.len() as u32 - 1;
                }
                continue;
            };
            stack.push((list, at + 1, range));
            if member & IS_CYCLE == 0 {
                self.blocks.push(walked[member as usize]);
                self.cycle_of.push(range);
            } else {
                let inner = self.ranges.len() as u32;
                let new = self.range_within(range);
                self.ranges.push(new);
                stack.push(((member & !IS_CYCLE) as usize, 0, inner));
            }
        }
    }

    fn range_within(&self, parent: u32) -> Range {
        let first = self.blocks.len() as u32;
        let Some(outer) = self.ranges.get(parent as usize) else {
            let own = self.ranges.len() as u32;
            return Range { first, last: first, parent: NONE, jump: own, depth: 0, root: own };
        };
        // Skew-binary jump pointers: two jumps of equal length combine into one.
        let far = &self.ranges[outer.jump as usize];
        let further = &self.ranges[far.jump as usize];
        let is_balanced = outer.depth - far.depth == far.depth - further.depth;
        let jump = if is_balanced { far.jump } else { parent };
        Range { first, last: first, parent, jump, depth: outer.depth + 1, root: outer.root }
    }

    fn edges_back_are_in_cycles(&self) -> bool {
        self.blocks.iter().enumerate().all(|(position, &block)| {
            self.cfg.successors(block).iter().all(|to| {
                let to = self.positions[to.index()];
                to > position as u32
                    || self.ranges.get(self.cycle_of[position] as usize).is_some_and(|r| {
                        let root = &self.ranges[r.root as usize];
                        (root.first..=root.last).contains(&to)
                    })
            })
        })
    }

    /// The reachable blocks, in order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The position of a block; `None` if the block is unreachable.
    pub fn position(&self, block: Block) -> Option<u32> {
        self.positions.get(block.index()).copied().filter(|&p| p != NONE)
    }

    /// The positions of the reachable predecessors of the block at a position.
    pub fn predecessors(&self, position: u32) -> impl Iterator<Item = u32> {
        let block = self.blocks[position as usize];
        self.cfg.predecessors(block).iter().filter_map(|&from| self.position(from))
    }

    /// Whether the only edge to the block at a position comes from the previous block.
    pub fn follows_alone(&self, position: u32) -> bool {
        let Some(&block) = self.blocks.get(position as usize) else { return false };
        position > 0 && *self.cfg.predecessors(block) == [self.blocks[position as usize - 1]]
    }

    /// The position up to which a value is live that is defined and used at the given positions, and whether the value is live up
    /// to the end of that block because of a back edge.
    #[inline]
    pub fn live_until(&self, defined: u32, used: u32) -> (u32, bool) {
        if self.is_one_cycle && defined != used {
            return (self.blocks.len() as u32 - 1, true);
        }
        let at = self.cycle_of[used as usize];
        match self.ranges.get(at as usize) {
            Some(range) if !(range.first..=range.last).contains(&defined) => self.live_in(defined, at),
            _ => (used, false),
        }
    }

    /// [`live_until`](Self::live_until) for a use in a cycle that does not contain the definition.
    fn live_in(&self, defined: u32, mut at: u32) -> (u32, bool) {
        let is_outside =
            |range: u32| self.ranges.get(range as usize).is_some_and(|r| !(r.first..=r.last).contains(&defined));
        loop {
            let Range { jump, parent, last, .. } = self.ranges[at as usize];
            at = match () {
                () if jump != at && is_outside(jump) => jump,
                () if is_outside(parent) => parent,
                () => return (last, true),
            };
        }
    }
}

/// Marks members of a cycle that are cycles themselves.
const IS_CYCLE: u32 = 1 << 31;

#[cfg(test)]
mod tests {
    use lindworm_ir::{Context, Module};

    use super::*;

    fn order(text: &str) -> (Module, BlockOrder) {
        let read = lindworm_text::read(&Context::new(), "test.ll", text.as_bytes(), &Default::default());
        let module = read.unwrap().module;
        let mut order = BlockOrder::default();
        let function = module.functions()[0];
        order.compute(module.globals()[function].as_function().and_then(|f| f.body.as_deref()).unwrap());
        (module, order)
    }

    /// The text of a function with the given blocks and their successors.
    fn function(blocks: &[(&str, &[&str])]) -> String {
        let mut text = "define void @f(i32 %value) {\n".to_owned();
        for (name, to) in blocks {
            let cases: String = to.iter().skip(1).enumerate().map(|(i, to)| format!(" i32 {i}, label %{to}")).collect();
            text += &match to {
                [] => format!("{name}:\n  ret void\n"),
                [first, ..] => format!("{name}:\n  switch i32 %value, label %{first} [{cases} ]\n"),
            };
        }
        text + "}\n"
    }

    fn names(blocks: &[(&str, &[&str])]) -> String {
        let (module, order) = order(&function(blocks));
        let body = module.globals()[module.functions()[0]].as_function().and_then(|f| f.body.as_deref()).unwrap();
        let name = |block: &Block| String::from_utf8_lossy(body.name((*block).into())).into_owned();
        order.blocks().iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn loops_are_contiguous() {
        let blocks: &[(&str, &[&str])] =
            &[("e", &["h"]), ("h", &["x", "b"]), ("b", &["i"]), ("i", &["i", "h"]), ("x", &[]), ("dead", &["x"])];
        assert_eq!(names(blocks), "e h b i x");
        let (_, order) = order(&function(blocks));
        // Defined before the loops, used in the inner loop: live up to the end of the outer loop.
        assert_eq!(order.live_until(0, 3), (3, true));
        // Defined in the outer loop, used in the inner loop, whose block is the last of the outer loop.
        assert_eq!(order.live_until(1, 3), (3, true));
        assert_eq!(order.live_until(1, 2), (2, false));
        assert_eq!(order.live_until(0, 4), (4, false));
    }

    #[test]
    fn a_cycle_with_two_entries_is_one_cycle() {
        let blocks: &[(&str, &[&str])] = &[("e", &["l", "r"]), ("l", &["r", "x"]), ("r", &["l", "x"]), ("x", &[])];
        let (_, order) = order(&function(blocks));
        assert_eq!(order.live_until(0, 1), (2, true));
        assert_eq!(order.live_until(0, 2), (2, true));
    }

    #[test]
    fn deep_nests_take_few_steps() {
        // Each loop is the body of the previous loop; a value defined before all of them is used in the innermost loop.
        let depth = 2000;
        let mut blocks: Vec<(String, Vec<String>)> = vec![("e".into(), vec!["h0".into()])];
        for i in 0..depth {
            let next = if i + 1 == depth { format!("t{i}") } else { format!("h{}", i + 1) };
            blocks.push((format!("h{i}"), vec![next]));
        }
        for i in (0..depth).rev() {
            let out = if i == 0 { "x".to_owned() } else { format!("t{}", i - 1) };
            blocks.push((format!("t{i}"), vec![out, format!("h{i}")]));
        }
        blocks.push(("x".into(), Vec::new()));
        let lists: Vec<Vec<&str>> = blocks.iter().map(|b| b.1.iter().map(String::as_str).collect()).collect();
        let borrowed: Vec<(&str, &[&str])> = blocks.iter().zip(&lists).map(|(b, l)| (b.0.as_str(), &l[..])).collect();
        let (_, order) = order(&function(&borrowed));
        assert_eq!(order.live_until(0, depth as u32), (2 * depth as u32, true));
        // Defined in a loop in the middle: live up to the end of the next loop.
        assert_eq!(order.live_until(1000, depth as u32), (2 * depth as u32 - 1000, true));
    }
}
