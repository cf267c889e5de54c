//! Branch probabilities: by profile data, or by heuristics.

use cranelift_entity::SecondaryMap;
use lindworm_ir::context::MetadataKind;
use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, Int, IntPredicate};
use lindworm_ir::hash::HashSet;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Value};

use super::weights::{DEFAULT, LOWEST, Weights, ZERO};
use crate::{Cfg, DominatorTree, Loop, Loops};

/// Probability 1. Probabilities are numerators over this denominator.
pub const ONE: u32 = 1 << 31;

/// The probability of a fraction.
pub fn fraction(numerator: u32, denominator: u32) -> u32 {
    let denominator = u64::from(denominator.max(1));
    ((u64::from(numerator) * u64::from(ONE) + denominator / 2) / denominator) as u32
}

/// A heuristic is assumed to hold with odds of 20 to 12.
const LIKELY: [u32; 2] = [ONE / 32 * 20, ONE / 32 * 12];
const UNLIKELY: [u32; 2] = [LIKELY[1], LIKELY[0]];

/// The assumed trip count of a loop.
const TRIP_COUNT: u32 = 31;

/// The library functions that compare memory or strings. LLVM recognizes them by name alone, whatever their type.
const COMPARISONS: [&[u8]; 6] = [b"strcasecmp", b"strcmp", b"strncasecmp", b"strncmp", b"memcmp", b"bcmp"];

/// The probabilities of the edges of a function, by profile data or by heuristics, as LLVM's `BranchProbabilityInfo`.
#[derive(Default)]
pub struct BranchProbabilities {
    /// For each block with known edge probabilities, the index of its first edge plus one.
    places: SecondaryMap<Block, u32>,
    known: Vec<u32>,
}

impl BranchProbabilities {
    /// The numerator of probability 1.
    pub const ONE: u32 = ONE;

    /// Computes the probabilities of the edges of a function.
    pub fn new(
        module: &Module,
        body: &Body,
        cfg: &Cfg,
        dominators: &DominatorTree,
        loops: &Loops,
    ) -> BranchProbabilities {
        let weights = Weights::new(module, body, cfg, dominators, loops);
        let guess = Guess { module, body, cfg, loops, weights };
        let mut probabilities = BranchProbabilities::default();
        for &block in cfg.reverse_postorder() {
            if cfg.successors(block).len() > 1
                && let Some(terminator) = body.terminator(block)
                && let Some(of_edges) = guess.of_edges(block, terminator)
            {
                probabilities.known.extend(of_edges);
                probabilities.places[block] = (probabilities.known.len() - cfg.successors(block).len() + 1) as u32;
            }
        }
        probabilities
    }

    /// The probability that control leaves a block for another, over all edges between the two: a numerator over
    /// [`BranchProbabilities::ONE`].
    pub fn between(&self, cfg: &Cfg, from: Block, to: Block) -> u32 {
        let successors = cfg.successors(from);
        let edges = (0..successors.len()).filter(|&edge| successors[edge] == to);
        match self.places[from] {
            0 => fraction(edges.count() as u32, successors.len() as u32),
            _ => {
                edges.fold(0, |sum: u32, edge| ONE.min(sum.saturating_add(self.of_edge(from, edge, successors.len()))))
            }
        }
    }

    /// The probability of one of a block's `count` edges.
    pub fn of_edge(&self, block: Block, edge: usize, count: usize) -> u32 {
        match self.places[block] {
            0 => fraction(1, count as u32),
            place => self.known[place as usize - 1 + edge],
        }
    }
}

struct Guess<'f> {
    module: &'f Module,
    body: &'f Body,
    cfg: &'f Cfg,
    loops: &'f Loops,
    weights: Weights<'f>,
}

impl Guess<'_> {
    /// The probabilities of the edges of a block with several successors; `None` if all are equal.
    fn of_edges(&self, block: Block, terminator: Inst) -> Option<Vec<u32>> {
        if let Some(by_profile) = self.by_profile(block, terminator) {
            return Some(by_profile);
        }
        self.by_weights(block, terminator).or_else(|| Some(self.by_condition(terminator)?.to_vec()))
    }

    fn by_profile(&self, block: Block, terminator: Inst) -> Option<Vec<u32>> {
        use InstData::*;
        if !matches!(
            self.body.inst(terminator),
            CondBr { .. } | Switch { .. } | IndirectBr { .. } | Invoke { .. } | CallBr { .. }
        ) {
            return None;
        }
        let successors = self.cfg.successors(block);
        let prof = self.body.attachment(terminator, MetadataKind::PROF);
        let mut weights = self.module.branch_weights(prof, successors.len())?;
        let never: Vec<bool> = successors.iter().map(|&to| self.weights.of_edge(block, to) == Some(ZERO)).collect();
        let sum = |weights: &[u32]| weights.iter().map(|&w| u64::from(w)).sum::<u64>();
        let divisor = sum(&weights) / u64::from(u32::MAX) + 1;
        if sum(&weights) > u64::from(u32::MAX) {
            weights.iter_mut().for_each(|w| *w = (u64::from(*w) / divisor) as u32);
        }
        let all_never = never.iter().all(|&never| never);
        if sum(&weights) == 0 || all_never {
            weights.fill(1);
        }
        let total = sum(&weights) as u32;
        let mut of_edges: Vec<u32> = weights.iter().map(|&weight| fraction(weight, total)).collect();
        if all_never || !never.contains(&true) {
            return Some(of_edges);
        }
        // An edge that never runs stays so whatever the profile data is; the rest is distributed in the old proportions.
        let sum_of = |of_edges: &[u32], which: bool| {
            of_edges
                .iter()
                .zip(&never)
                .filter(|(_, never)| **never == which)
                .fold(0, |sum: u32, (&p, _)| (sum + p).min(ONE))
        };
        of_edges.iter_mut().zip(&never).filter(|(_, never)| **never).for_each(|(p, _)| *p = (*p).min(1));
        let [old, new] = [sum_of(&of_edges, false), ONE - sum_of(&of_edges, true)];
        let count = never.iter().filter(|never| !**never).count() as u32;
        for (p, _) in of_edges.iter_mut().zip(&never).filter(|(_, never)| old != new && !**never) {
            *p = match old {
                0 => new / count,
                _ => ((u64::from(new) * u64::from(*p) + u64::from(old) / 2) / u64::from(old)) as u32,
            };
        }
        Some(of_edges)
    }

    fn by_weights(&self, block: Block, terminator: Inst) -> Option<Vec<u32>> {
        let within = self.loops.loop_of(block);
        let unlikely = within.map_or(Vec::new(), |within| self.unlikely(block, terminator, within));
        let mut is_known = false;
        let mut weights = Vec::new();
        for &to in self.cfg.successors(block) {
            let mut weight = self.weights.of_edge(block, to);
            let share = |weight: Option<u32>, of: u32| match weight {
                Some(ZERO) => weight,
                _ => Some((weight.unwrap_or(DEFAULT) / of).max(LOWEST)),
            };
            if self.weights.exits(block, to) {
                weight = share(weight, TRIP_COUNT);
            }
            if unlikely.contains(&to) {
                weight = share(weight, 2);
            }
            is_known |= weight.is_some();
            weights.push(weight.unwrap_or(DEFAULT));
        }
        let sum = |weights: &[u32]| weights.iter().map(|&w| u64::from(w)).sum::<u64>();
        let total = sum(&weights);
        if !is_known || total == 0 {
            return None;
        }
        if total > u64::from(u32::MAX) {
            let divisor = total / u64::from(u32::MAX) + 1;
            weights.iter_mut().for_each(|w| *w = ((u64::from(*w) / divisor) as u32).max(LOWEST));
        }
        let total = sum(&weights) as u32;
        Some(weights.into_iter().map(|weight| fraction(weight, total)).collect())
    }

    /// The blocks after which a loop branch condition is false in the next iteration: they set its input to a constant for which
    /// the branch leaves the loop.
    fn unlikely(&self, block: Block, terminator: Inst, within: Loop) -> Vec<Block> {
        let (body, module) = (self.body, self.module);
        let mut unlikely = Vec::new();
        let InstData::CondBr { condition, if_true, if_false } = *body.inst(terminator) else { return unlikely };
        let Some(comparison) = condition.as_inst().map(|inst| body.inst(inst)) else { return unlikely };
        let (InstData::ICmp { lhs, rhs, .. } | InstData::FCmp { lhs, rhs, .. }) = *comparison else { return unlikely };
        if !rhs.is_constant() {
            return unlikely;
        }
        let inside = |inst: Inst| body.inst_block(inst).is_some_and(|b| self.loops.contains(within, b));
        // The operations with constants on the way to the phi.
        let mut chain = Vec::new();
        let mut value = lhs;
        let phi = loop {
            let Some(inst) = value.as_inst() else { return unlikely };
            match *body.inst(inst) {
                InstData::Phi { .. } => break inst,
                // A value computed from itself is not legal.
                InstData::Binary { op, flags, lhs, rhs, .. }
                    if rhs.is_constant() && inside(inst) && chain.len() < body.inst_count() =>
                {
                    chain.push((op, flags, rhs));
                    value = lhs;
                }
                _ => return unlikely,
            }
        };
        if !inside(phi) {
            return unlikely;
        }
        let mut seen = HashSet::from_iter([phi]);
        let mut worklist = vec![phi];
        while let Some(phi) = worklist.pop() {
            let InstData::Phi { incoming, .. } = body.inst(phi) else { continue };
            for &[value, from] in body.list_values(incoming).as_chunks().0 {
                let Some(from) = from.as_block() else { continue };
                if !self.loops.contains(within, from) {
                    continue;
                }
                if let Some(other) = value.as_inst().filter(|&i| matches!(body.inst(i), InstData::Phi { .. })) {
                    if seen.insert(other) {
                        worklist.push(other);
                    }
                    continue;
                }
                if !value.is_constant() || !self.cfg.successors(block).contains(&from) {
                    continue;
                }
                let folded = chain
                    .iter()
                    .rev()
                    .try_fold(value, |value, &(op, flags, rhs)| module.fold_binary(op, flags, value, rhs));
                let result = folded.and_then(|value| match *comparison {
                    InstData::ICmp { predicate, .. } => module.fold_icmp(predicate, value, rhs),
                    InstData::FCmp { predicate, .. } => module.fold_fcmp(predicate, value, rhs),
                    _ => None,
                });
                let result = result.and_then(|result| module.constants().as_u64(result));
                if result == Some(0) && from == if_true || result == Some(1) && from == if_false {
                    unlikely.push(from);
                }
            }
        }
        unlikely
    }

    /// By the kind of comparison: pointers are rarely equal, numbers rarely negative or zero.
    fn by_condition(&self, terminator: Inst) -> Option<[u32; 2]> {
        let InstData::CondBr { condition, .. } = *self.body.inst(terminator) else { return None };
        match *self.body.inst(condition.as_inst()?) {
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                if self.module.context().is_pointer(self.module.value_type(Some(self.body), lhs)) {
                    return equality(predicate);
                }
                self.by_comparison(predicate, lhs, &self.constant_int(rhs)?)
            }
            InstData::FCmp { predicate, .. } => {
                use FloatPredicate::*;
                let seldom = fraction(1, 1 << 20);
                match predicate {
                    Oeq | One | Une => Some(LIKELY),
                    Ueq => Some(UNLIKELY),
                    Ord => Some([ONE - seldom, seldom]),
                    Uno => Some([seldom, ONE - seldom]),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn by_comparison(&self, predicate: IntPredicate, lhs: Value, rhs: &Int) -> Option<[u32; 2]> {
        use IntPredicate::*;
        let lhs = lhs.as_inst().map(|inst| self.body.inst(inst));
        // There is no heuristic for a single bit.
        if let Some(InstData::Binary { op: BinaryOp::And, rhs: mask, .. }) = lhs
            && self.constant_int(*mask).is_some_and(|mask| mask.is_power_of_two())
        {
            return None;
        }
        if let Some(InstData::Call { call, .. }) = lhs
            && self.is_comparison(call.callee)
        {
            return equality(predicate);
        }
        if rhs.is_zero() {
            return match predicate {
                Slt => Some(UNLIKELY),
                Sgt => Some(LIKELY),
                _ => equality(predicate),
            };
        }
        if rhs.is_one() {
            return (predicate == Slt).then_some(UNLIKELY);
        }
        if rhs.is_all_ones() {
            return if predicate == Sgt { Some(LIKELY) } else { equality(predicate) };
        }
        None
    }

    /// The value of an integer constant, which may be behind a `bitcast`.
    fn constant_int(&self, value: Value) -> Option<Int> {
        let value = match value.as_inst().map(|inst| self.body.inst(inst)) {
            Some(InstData::Cast { op: CastOp::BitCast, value, .. }) => *value,
            _ => value,
        };
        self.module.constants().as_int(self.module.context(), value)
    }

    /// Whether a function is one of the library's comparison functions.
    fn is_comparison(&self, callee: Value) -> bool {
        let function = callee.as_global().map(|g| &self.module[g]).filter(|g| g.as_function().is_some());
        function.is_some_and(|f| COMPARISONS.contains(&f.name().strip_prefix(b"\x01").unwrap_or(f.name())))
    }
}

fn equality(predicate: IntPredicate) -> Option<[u32; 2]> {
    match predicate {
        IntPredicate::Eq => Some(UNLIKELY),
        IntPredicate::Ne => Some(LIKELY),
        _ => None,
    }
}
