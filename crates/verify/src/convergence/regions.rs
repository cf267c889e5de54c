//! Convergence regions: a region extends from a token to its last use, and ends where the token of an enclosing region is used.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use lindworm_analysis::{Cycle, Cycles, DominatorTree};
use lindworm_ir::hash::HashSet;
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Body, Global, Inst, Type, Value};

use super::TokenCall;
use crate::check::{Checked, Checker, FunctionCheck, Mode};
use crate::finding::Entity;
use crate::rules::convergence as rules;

/// Checks the uses of tokens in a function.
pub fn check(f: &mut FunctionCheck) {
    let mut calls_of: SecondaryMap<Block, &[TokenCall]> = SecondaryMap::new();
    for calls in f.convergence.calls.chunk_by(|a, b| a.block == b.block) {
        calls_of[calls[0].block] = calls;
    }
    let mut walk = Walk {
        checker: f.checker,
        function: f.id,
        body: f.body,
        dominators: DominatorTree::new(&f.cfg),
        cycles: Cycles::new(&f.cfg),
        hearts: SecondaryMap::new(),
        regions: Regions::new(),
        shown: 0,
        numbers: None,
    };
    // The innermost open region at the start of each block with a visited predecessor.
    let mut open_at: SecondaryMap<Block, Option<Region>> = SecondaryMap::new();
    for &block in f.cfg.reverse_postorder() {
        let mut open = open_at[block].unwrap_or(OUTSIDE);
        for call in calls_of[block] {
            walk.checker.place.inst = Some(call.inst);
            if let Some(token) = call.used {
                let _ = walk.check_use(call, token, &mut open);
            }
            if call.makes.is_some() {
                open = walk.regions.open(call, open);
            }
        }
        for &successor in f.cfg.successors(block) {
            let dominates = |r: &RegionData| r.block.is_none_or(|b| walk.dominators.dominates(b, successor));
            let both = match open_at[successor] {
                Some(other) => walk.regions.common(open, other),
                None => walk.regions.outward(open, dominates),
            };
            open_at[successor] = Some(both);
        }
    }
    walk.checker.place.inst = None;
}

struct Walk<'a, 'm> {
    checker: &'a mut Checker<'m>,
    function: Global,
    body: &'m Body,
    dominators: DominatorTree,
    cycles: Cycles,
    /// For each cycle, the call in it that uses a token from outside.
    hearts: SecondaryMap<Cycle, PackedOption<Inst>>,
    regions: Regions,
    /// The number of bytes of cycles in findings.
    shown: usize,
    /// The numbers of unnamed blocks, computed on first use.
    numbers: Option<SecondaryMap<Block, u32>>,
}

impl Walk<'_, '_> {
    /// Checks a use of a token, and closes all regions within that of the token.
    fn check_use(&mut self, call: &TokenCall, token: Inst, open: &mut Region) -> Checked {
        let (user, block) = (call.inst, call.block);
        let made_in = self.body.inst_block(token).filter(|&b| self.dominators.dominates(b, block));
        // Reported by the common check of dominance.
        let Some(made_in) = made_in else { return Ok(()) };
        let region = self.regions.of_token[token];
        let is_open = region != OUTSIDE && self.regions.contains(region, *open);
        if !is_open {
            let entities = [self.value(token), self.value(user)];
            return self.checker.fail(&rules::NOT_NESTED, &entities);
        }
        *open = region;

        let Some(cycle) = self.cycles.cycle_of(block) else { return Ok(()) };
        if self.cycles.contains(cycle, made_in) {
            return Ok(());
        }
        if call.makes != Some(IntrinsicId::EXPERIMENTAL_CONVERGENCE_LOOP) {
            let entities = [self.value(user), self.cycle(cycle)];
            return self.checker.fail(&rules::USE_IN_CYCLE, &entities);
        }
        // If this is the outermost cycle that does not contain the token, it is the only one whose header the block can be.
        let is_outermost = self.cycles.parent(cycle).is_none_or(|c| self.cycles.contains(c, made_in));
        if !is_outermost || !self.cycles.is_reducible(cycle) || self.cycles.header(cycle) != block {
            let entities = [self.value(user), self.value(block), self.outermost(cycle, made_in)];
            return self.checker.fail(&rules::HEART_NOT_HEADER, &entities);
        }
        if let Some(other) = self.hearts[cycle].expand() {
            let entities = [self.value(user), self.value(other), self.cycle(cycle)];
            return self.checker.fail(&rules::TWO_HEARTS, &entities);
        }
        self.hearts[cycle] = user.into();
        Ok(())
    }

    /// The outermost enclosing cycle that does not contain a block, as an entity of a finding.
    fn outermost(&mut self, mut cycle: Cycle, without: Block) -> Entity {
        while self.shows_cycles()
            && let Some(parent) = self.cycles.parent(cycle).filter(|&c| !self.cycles.contains(c, without))
        {
            cycle = parent;
        }
        self.cycle(cycle)
    }

    /// Whether cycles are included in findings: not if findings are not recorded, or if large cycles were included repeatedly.
    fn shows_cycles(&self) -> bool {
        self.checker.mode == Mode::Exact && self.shown < 1 << 20
    }

    /// A cycle as an entity of a finding: its depth, its entries, its other blocks.
    fn cycle(&mut self, cycle: Cycle) -> Entity {
        if !self.shows_cycles() {
            return Entity::Nothing;
        }
        let numbers = self.numbers.get_or_insert_with(|| numbers_of_blocks(self.body));
        let name = |&block: &Block| match self.body.name(block.into()) {
            b"" => numbers[block].to_string().into_bytes(),
            name => name.to_vec(),
        };
        let entries = self.cycles.entries(cycle);
        let is_entry: HashSet<Block> = entries.iter().copied().collect();
        let others = self.cycles.blocks(cycle).iter().filter(|b| !is_entry.contains(b));
        let entries = entries.iter().map(name).collect::<Vec<_>>().join(&b' ');
        let mut text = format!("depth={}: entries(", self.cycles.depth(cycle)).into_bytes();
        text.extend(entries);
        text.push(b')');
        for block in others {
            text.push(b' ');
            text.extend(name(block));
        }
        self.shown += text.len();
        Entity::Text(text)
    }

    fn value(&self, value: impl Into<Value>) -> Entity {
        Entity::Value { function: Some(self.function), value: value.into() }
    }
}

/// The numbers of unnamed blocks in the text.
fn numbers_of_blocks(body: &Body) -> SecondaryMap<Block, u32> {
    let unnamed = |v: Value| u32::from(body.name(v).is_empty());
    let mut next = (0..body.args().len() as u32).map(|n| unnamed(Value::arg(n))).sum();
    let mut numbers = SecondaryMap::new();
    for block in body.blocks() {
        numbers[block] = next;
        next += unnamed(block.into());
        next += body.insts(block).filter(|&i| body.inst_type(i) != Type::VOID).map(|i| unnamed(i.into())).sum::<u32>();
    }
    numbers
}

/// A region, by its number.
type Region = u32;

/// The region that encloses all others.
const OUTSIDE: Region = 0;

/// A region: its enclosing region, and a skip pointer to a farther enclosing region (a skew-binary jump pointer), by which
/// ancestors are found in logarithmic time.
struct RegionData {
    /// The block of its token; `None` for the outermost region.
    block: Option<Block>,
    depth: u32,
    outer: Region,
    further: Region,
}

/// All regions, open or closed.
struct Regions {
    data: Vec<RegionData>,
    of_token: SecondaryMap<Inst, Region>,
}

impl Regions {
    fn new() -> Regions {
        let outside = RegionData { block: None, depth: 0, outer: OUTSIDE, further: OUTSIDE };
        Regions { data: vec![outside], of_token: SecondaryMap::with_default(OUTSIDE) }
    }

    fn get(&self, region: Region) -> &RegionData {
        &self.data[region as usize]
    }

    /// Opens the region of a token.
    fn open(&mut self, call: &TokenCall, outer: Region) -> Region {
        let region = self.data.len() as Region;
        let RegionData { depth, further, .. } = *self.get(outer);
        let depth_of = |r| self.get(r).depth;
        // A skip is as long as the two preceding skips together, if these are equally long; otherwise 1.
        let furthest = self.get(further).further;
        let is_twice = depth - depth_of(further) == depth_of(further) - depth_of(furthest);
        let further = if is_twice { furthest } else { outer };
        self.data.push(RegionData { block: Some(call.block), depth: depth + 1, outer, further });
        self.of_token[call.inst] = region;
        region
    }

    /// The nearest enclosing region that satisfies a predicate, which must be monotone outwards.
    fn outward(&self, mut region: Region, is_it: impl Fn(&RegionData) -> bool) -> Region {
        while region != OUTSIDE && !is_it(self.get(region)) {
            let &RegionData { outer, further, .. } = self.get(region);
            region = if is_it(self.get(further)) { outer } else { further };
        }
        region
    }

    fn to_depth(&self, region: Region, depth: u32) -> Region {
        self.outward(region, |r| r.depth <= depth)
    }

    fn contains(&self, outer: Region, inner: Region) -> bool {
        self.to_depth(inner, self.get(outer).depth) == outer
    }

    /// The innermost region that encloses both.
    fn common(&self, a: Region, b: Region) -> Region {
        let mut a = self.to_depth(a, self.get(b).depth);
        let mut b = self.to_depth(b, self.get(a).depth);
        while a != b {
            let (data_a, data_b) = (self.get(a), self.get(b));
            (a, b) = match data_a.further == data_b.further {
                true => (data_a.outer, data_b.outer),
                false => (data_a.further, data_b.further),
            };
        }
        a
    }
}
