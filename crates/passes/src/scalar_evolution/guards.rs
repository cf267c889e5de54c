//! Conditions that hold because of branches before and in loops.

use std::sync::Arc;

use lindworm_analysis::analyses::Subject;
use lindworm_analysis::{Analyses, Analysis, Loop};
use lindworm_ir::editor::Parts;
use lindworm_ir::eval::{BinaryOp, ConstantRange, Int, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Block, Body, Inst, InstData, Module, Value};

use super::predicates::holds_if_equal;
use super::{Kind, ScalarEvolution, Scev, Wrap};

/// The number of dominating branches that are considered.
pub(super) const MAX_BRANCHES: usize = 32;
/// The number of implications that are proved one within the other.
const MAX_PROOFS: u32 = 5;
/// The maximum number of assumptions that are considered.
const MAX_ASSUMPTIONS: usize = 32;

/// The calls of `llvm.assume` in a body, with their conditions. One list serves the analyses of all loops.
pub(super) struct AssumeCalls(Vec<(Inst, Value)>);

impl AssumeCalls {
    fn of(module: &Module, body: &Body) -> AssumeCalls {
        if module.global_named(b"llvm.assume").is_none() {
            return AssumeCalls(Vec::new());
        }
        let insts = body.blocks().flat_map(|block| body.insts(block));
        let calls = insts.filter_map(|inst| {
            let InstData::Call { call, .. } = body.inst(inst) else { return None };
            let is_assume = module.callee(call.callee)?.intrinsic == Some(IntrinsicId::ASSUME);
            body.call_args(call).first().filter(|_| is_assume).map(|&condition| (inst, condition))
        });
        AssumeCalls(calls.take(MAX_ASSUMPTIONS).collect())
    }
}

impl Analysis for AssumeCalls {
    // Calls are instructions that read or write memory.
    const DEPENDS_ON: Parts = Parts::MEMORY;

    fn compute(subject: Subject<'_>, _: &mut Analyses) -> AssumeCalls {
        AssumeCalls::of(subject.module, subject.body)
    }
}

impl ScalarEvolution<'_> {
    /// The edge that all ways to a block use: its source, if there is such an edge, and its target.
    pub(super) fn edge_before(&self, block: Block) -> (Option<Block>, Block) {
        match (self.cfg.predecessors(block), self.loops.loop_of(block)) {
            (&[only], _) => (Some(only), block),
            (_, Some(of)) => self.outside_predecessor(of),
            _ => (None, block),
        }
    }

    /// The branch conditions that hold at the start of a block, with the values that they have.
    fn conditions_at(&mut self, block: Block) -> Vec<(Value, bool)> {
        let mut found = Vec::new();
        let body = self.query.body;
        let mut edge = self.edge_before(block);
        for _ in 0..MAX_BRANCHES {
            let (Some(from), to) = edge else { break };
            if let Some(InstData::CondBr { condition, if_true, if_false }) =
                body.terminator(from).map(|t| *body.inst(t))
                && if_true != if_false
            {
                found.push((condition, if_true == to));
            }
            edge = self.edge_before(from);
        }
        found.extend(self.assumed_before(block));
        found
    }

    /// The conditions of the assumptions in blocks that properly dominate a block, each with `true`.
    pub(super) fn assumed_before(&mut self, block: Block) -> Vec<(Value, bool)> {
        let (module, body) = (self.query.module, self.query.body);
        let calls = self.assume_calls.get_or_insert_with(|| Arc::new(AssumeCalls::of(module, body)));
        let is_before = |inst| body.inst_block(inst).is_some_and(|at| self.dominators.properly_dominates(at, block));
        calls.0.iter().filter(|call| is_before(call.0)).map(|call| (call.1, true)).collect()
    }

    /// Whether a comparison holds whenever a loop is entered.
    pub(crate) fn is_entry_guarded(&mut self, of: Loop, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.is_known_simply(predicate, a, b) {
            return true;
        }
        let header = self.loops.header(of);
        self.is_block_guarded(header, predicate, a, b)
    }

    pub(crate) fn is_block_guarded(&mut self, block: Block, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.proofs > MAX_PROOFS {
            return false;
        }
        let conditions = self.conditions_at(block);
        conditions.iter().any(|&(condition, is_true)| self.is_implied(predicate, a, b, condition, is_true))
            || self.is_implied_in_parts(&conditions, predicate, a, b)
    }

    /// Whether conditions imply `a <= b` and `a != b`, instead of `a < b`.
    fn is_implied_in_parts(&mut self, conditions: &[(Value, bool)], predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        use IntPredicate::Ne;
        let weaker = loose(predicate);
        if weaker == predicate {
            return false;
        }
        let mut holds = [self.is_known_simply(weaker, a, b), self.is_known_simply(Ne, a, b)];
        for &(condition, is_true) in conditions {
            holds[0] = holds[0] || self.is_implied(weaker, a, b, condition, is_true);
            holds[1] = holds[1] || self.is_implied(Ne, a, b, condition, is_true);
            if holds == [true; 2] {
                return true;
            }
        }
        false
    }

    /// Whether a comparison holds whenever the back edge of a loop is taken.
    pub(crate) fn is_backedge_guarded(&mut self, of: Loop, predicate: IntPredicate, a: Scev, b: Scev) -> bool {
        if self.is_known_simply(predicate, a, b) {
            return true;
        }
        if self.proofs > MAX_PROOFS {
            return false;
        }
        let Some(latch) = self.latch(of) else { return false };
        let body = self.query.body;
        let header = self.loops.header(of);
        if let Some(InstData::CondBr { condition, if_true, if_false }) = body.terminator(latch).map(|t| *body.inst(t))
            && if_true != if_false
            && self.is_implied(predicate, a, b, condition, if_true == header)
        {
            return true;
        }
        // Branches in the loop that decide whether the latch runs.
        let mut block = latch;
        for _ in 0..MAX_BRANCHES {
            if block == header {
                break;
            }
            if let &[from] = self.cfg.predecessors(block)
                && let Some(InstData::CondBr { condition, if_true, if_false }) =
                    body.terminator(from).map(|t| *body.inst(t))
                && if_true != if_false
                && self.is_implied(predicate, a, b, condition, if_true == block)
            {
                return true;
            }
            match self.dominators.idom(block) {
                Some(next) => block = next,
                None => break,
            }
        }
        false
    }

    /// The only block with a back edge.
    pub(crate) fn latch(&self, of: Loop) -> Option<Block> {
        let header = self.loops.header(of);
        let mut inside = self.cfg.predecessors(header).iter().filter(|&&from| self.loops.contains(of, from));
        let first = *inside.next()?;
        inside.all(|&other| other == first).then_some(first)
    }

    /// Whether a comparison follows from a condition with a known value.
    pub(crate) fn is_implied(
        &mut self,
        predicate: IntPredicate,
        a: Scev,
        b: Scev,
        condition: Value,
        is_true: bool,
    ) -> bool {
        if self.proofs > MAX_PROOFS {
            return false;
        }
        self.proofs += 1;
        let result = self.is_implied_by(predicate, a, b, condition, is_true, 0);
        self.proofs -= 1;
        result
    }

    fn is_implied_by(
        &mut self,
        predicate: IntPredicate,
        a: Scev,
        b: Scev,
        condition: Value,
        is_true: bool,
        depth: u32,
    ) -> bool {
        let Some(data) = self.query.inst(condition).filter(|_| depth < 6) else { return false };
        let constants = self.query.module.constants();
        match *data {
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if is_true => {
                self.is_implied_by(predicate, a, b, lhs, true, depth + 1)
                    || self.is_implied_by(predicate, a, b, rhs, true, depth + 1)
            }
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. } if !is_true => {
                self.is_implied_by(predicate, a, b, lhs, false, depth + 1)
                    || self.is_implied_by(predicate, a, b, rhs, false, depth + 1)
            }
            InstData::Binary { op: BinaryOp::Xor, lhs, rhs, .. } if constants.as_u64(rhs) == Some(1) => {
                self.is_implied_by(predicate, a, b, lhs, !is_true, depth + 1)
            }
            InstData::Select { condition, if_true, if_false, .. } => {
                let other = match is_true {
                    true if constants.as_u64(if_false) == Some(0) => if_true,
                    false if constants.as_u64(if_true) == Some(1) => if_false,
                    _ => return false,
                };
                self.is_implied_by(predicate, a, b, condition, is_true, depth + 1)
                    || self.is_implied_by(predicate, a, b, other, is_true, depth + 1)
            }
            InstData::ICmp { predicate: found, lhs, rhs, .. } => {
                if !self.has_expressions(self.query.type_of(lhs)) {
                    return false;
                }
                let found = if is_true { found } else { found.inverse() };
                let (x, y) = (self.of(lhs), self.of(rhs));
                self.is_implied_by_compare(predicate, a, b, found, x, y)
            }
            _ => false,
        }
    }

    /// Whether `a predicate b` follows from `x found y`.
    fn is_implied_by_compare(
        &mut self,
        wanted: IntPredicate,
        a: Scev,
        b: Scev,
        known: IntPredicate,
        x: Scev,
        y: Scev,
    ) -> bool {
        let (mut a, mut b, mut x, mut y) = (a, b, x, y);
        if self.is_pointer(x) != self.is_pointer(a) {
            // The comparison of addresses as integers.
            if self.is_pointer(x) {
                match (self.ptr_to_int(x), self.ptr_to_int(y)) {
                    (Some(p), Some(q)) => (x, y) = (p, q),
                    _ => return false,
                }
            } else {
                return false;
            }
        }
        let (width, found_width) = (self.width(a), self.width(x));
        if width != found_width {
            if self.is_pointer(a) || self.is_pointer(x) {
                return false;
            }
            if width < found_width {
                // The comparison of the narrow values, if they fit.
                let ty = self.ty(a);
                if !known.is_signed() {
                    let fits = |this: &mut Self, s| this.range(s, false).unsigned_max().active_bits() <= width;
                    if fits(self, x) && fits(self, y) {
                        let (narrow_x, narrow_y) = (self.trunc(x, ty, 0), self.trunc(y, ty, 0));
                        if self.is_implied_by_compare(wanted, a, b, known, narrow_x, narrow_y) {
                            return true;
                        }
                    }
                }
                let ty = self.ty(x);
                let extend = |this: &mut Self, s| match wanted.is_signed() {
                    true => this.sext(s, ty, 0),
                    false => this.zext(s, ty, 0),
                };
                (a, b) = (extend(self, a), extend(self, b));
            } else {
                let ty = self.ty(a);
                let extend = |this: &mut Self, s| match known.is_signed() {
                    true => this.sext(s, ty, 0),
                    false => this.zext(s, ty, 0),
                };
                (x, y) = (extend(self, x), extend(self, y));
            }
        }
        use IntPredicate::*;
        let (predicate, found);
        (predicate, a, b) = self.canonical_compare(wanted, a, b);
        if a == b {
            return holds_if_equal(predicate);
        }
        (found, x, y) = self.canonical_compare(known, x, y);
        if x == y {
            return !holds_if_equal(found);
        }
        // Constants second; the same operand at the same place.
        let (mut predicate, mut found) = (predicate, found);
        if self.as_constant(a).is_some() && self.as_constant(b).is_none() {
            (a, b, predicate) = (b, a, predicate.swapped());
        }
        if self.as_constant(x).is_some() && self.as_constant(y).is_none() {
            (x, y, found) = (y, x, found.swapped());
        }
        if a == y || b == x {
            match self.as_constant(b).is_none() {
                true => (x, y, found) = (y, x, found.swapped()),
                false => (a, b, predicate) = (b, a, predicate.swapped()),
            }
        }
        if found == predicate && self.is_implied_by_operands(predicate, a, b, x, y) {
            return true;
        }
        if found.swapped() == predicate && self.is_implied_by_operands(predicate, a, b, y, x) {
            return true;
        }
        // Unsigned comparisons of non-negative integers are signed ones.
        if found.is_signed() != predicate.is_signed() && !matches!(found, Eq | Ne) && !matches!(predicate, Eq | Ne) {
            let other = if found.is_signed() { found.to_unsigned() } else { found.to_signed() };
            let have_same_sign = self.is_non_negative(x) && self.is_non_negative(y)
                || self.is_known_negative(x) && self.is_known_negative(y);
            // As `<` or `<=`: x <u y and y >=s 0 imply x <s y; x <s y and x >=s 0 imply x <u y.
            let (low, high) = if matches!(found, Slt | Sle | Ult | Ule) { (x, y) } else { (y, x) };
            let keeps_order = match found.is_signed() {
                false => self.is_non_negative(high),
                true => self.is_non_negative(low),
            };
            // x <u y and x <s 0 imply x <s y; x <s y and y <s 0 imply x <u y.
            let keeps_order = keeps_order
                || match found.is_signed() {
                    false => self.is_known_negative(low),
                    true => self.is_known_negative(high),
                };
            if have_same_sign || keeps_order {
                if other == predicate && self.is_implied_by_operands(predicate, a, b, x, y) {
                    return true;
                }
                if other.swapped() == predicate && self.is_implied_by_operands(predicate, a, b, y, x) {
                    return true;
                }
            }
        }
        // Equal operands satisfy every comparison that equal values do; different ones sharpen a comparison.
        if found == Eq && holds_if_equal(predicate) && self.is_implied_by_operands(predicate, a, b, x, y) {
            return true;
        }
        if found == Eq && !matches!(predicate, Ne) {
            let (with_y, with_x) = (a == x, a == y);
            if with_y && self.is_known_simply(predicate, y, b) || with_x && self.is_known_simply(predicate, x, b) {
                return true;
            }
        }
        if found == Ne
            && let Some(value) = self.as_constant(y).cloned()
        {
            // x != min is x > min.
            for is_signed in [true, false] {
                let range = self.range(x, is_signed);
                let (min, max) = match is_signed {
                    true => (range.signed_min(), range.signed_max()),
                    false => (range.unsigned_min(), range.unsigned_max()),
                };
                let (greater, less) = if is_signed { (Sgt, Slt) } else { (Ugt, Ult) };
                for (bound, strict) in [(min, greater), (max, less)] {
                    if bound != value {
                        continue;
                    }
                    if (strict == predicate || loose(strict) == predicate)
                        && self.is_implied_by_operands(strict, a, b, x, y)
                    {
                        return true;
                    }
                    // x >= min + 1
                    if loose(strict) == predicate || strict == predicate {
                        let one = Int::one(value.width());
                        let near = if strict == greater { value.add(&one) } else { value.sub(&one) };
                        let near = self.constant(near);
                        if self.is_implied_by_operands(loose(strict), a, b, x, near) && loose(strict) == predicate {
                            return true;
                        }
                    }
                }
            }
        }
        // A strict comparison implies the one that allows equality, and inequality.
        if predicate == Ne && !holds_if_equal(found) && self.is_implied_by_operands(found, a, b, x, y) {
            return true;
        }
        if loose(found) == predicate && self.is_implied_by_operands(predicate, a, b, x, y) {
            return true;
        }
        if loose(found).swapped() == predicate && self.is_implied_by_operands(predicate, a, b, y, x) {
            return true;
        }
        false
    }

    /// Whether `a predicate b` follows from `x predicate y`.
    fn is_implied_by_operands(&mut self, predicate: IntPredicate, a: Scev, b: Scev, x: Scev, y: Scev) -> bool {
        use IntPredicate::*;
        if a == x && b == y {
            return true;
        }
        if self.is_implied_by_range(predicate, a, b, x, y) {
            return true;
        }
        if self.is_implied_by_order(predicate, a, b, x, y) {
            return true;
        }
        // ~y predicate ~x
        if !matches!(predicate, Eq | Ne) && !self.is_pointer(x) && self.is_not(x) && self.is_not(y) {
            let (not_x, not_y) = (self.not(x), self.not(y));
            return self.is_implied_by_order(predicate, a, b, not_y, not_x);
        }
        false
    }

    fn is_not(&self, s: Scev) -> bool {
        match self.kind(s) {
            Kind::Constant(_) => true,
            Kind::Add(operands) => operands.len() == 2 && self.is_all_ones(operands[0]),
            _ => false,
        }
    }

    fn is_implied_by_order(&mut self, predicate: IntPredicate, a: Scev, b: Scev, x: Scev, y: Scev) -> bool {
        use IntPredicate::*;
        match predicate {
            Eq => a == x && b == y,
            Ne => a == x && b == y,
            Slt | Sle => self.is_known_simply(Sle, a, x) && self.is_known_simply(Sge, b, y),
            Sgt | Sge => self.is_known_simply(Sge, a, x) && self.is_known_simply(Sle, b, y),
            Ult | Ule => self.is_known_simply(Ule, a, x) && self.is_known_simply(Uge, b, y),
            Ugt | Uge => self.is_known_simply(Uge, a, x) && self.is_known_simply(Ule, b, y),
        }
    }

    /// Comparisons with constants: the values that `x` may have, moved by the difference of `a` and `x`, all satisfy the other one.
    fn is_implied_by_range(&mut self, predicate: IntPredicate, a: Scev, b: Scev, x: Scev, y: Scev) -> bool {
        let (Some(limit), Some(known)) = (self.as_constant(b).cloned(), self.as_constant(y).cloned()) else {
            return false;
        };
        let Some(offset) = self.constant_difference(a, x) else { return false };
        let range = ConstantRange::satisfying(predicate, &known).add(&ConstantRange::from(offset));
        range.compare(predicate, &ConstantRange::from(limit)) == Some(true)
    }

    /// The difference of two expressions, if it is a constant.
    pub(crate) fn constant_difference(&mut self, a: Scev, b: Scev) -> Option<Int> {
        if a == b {
            return Some(Int::zero(self.width(a)));
        }
        let difference = self.minus(a, b, Wrap::empty())?;
        self.as_constant(difference).cloned()
    }
}

/// The comparison that allows equality too.
pub(super) fn loose(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        Ult => Ule,
        Slt => Sle,
        Ugt => Uge,
        Sgt => Sge,
        other => other,
    }
}
