//! The number of iterations of loops.

mod compare;
mod execute;
mod order;

use std::sync::Arc;

use lindworm_analysis::Loop;
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::eval::{BinaryOp, Int, IntPredicate};
use lindworm_ir::{Block, InstData, Value};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};
use crate::LOOP;
use crate::loop_deletion::has_property;

/// The depth of conditions that are analysed.
const MAX_CONDITION_DEPTH: u32 = 8;

/// How often the back edge is taken before a loop is left, by one exit or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExitCount {
    /// The exact number, if the loop is left there.
    pub exact: Option<Scev>,
    /// A constant that is not less than the number.
    pub constant_max: Option<Scev>,
    /// An expression that is not less than the number.
    pub symbolic_max: Option<Scev>,
    /// Whether the number is `constant_max` or zero.
    pub is_max_or_zero: bool,
}

/// The number of times that the back edges of a loop are taken.
#[derive(Clone, Debug, Default)]
pub struct BackedgeTaken {
    /// For each block with an edge that leaves the loop.
    pub exits: Vec<(Block, ExitCount)>,
    /// For the loop.
    pub whole: ExitCount,
    /// What the counts of each exit depend on.
    pub assumptions: Vec<Vec<Assumption>>,
}

/// What a count depends on, if it is not known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// A recurrence does not wrap around, as an unsigned or signed integer, when a signed step is added.
    NoWrap {
        /// The recurrence.
        recurrence: Scev,
        /// Whether it is a signed integer.
        is_signed: bool,
    },
    /// Two expressions are equal.
    Equal(Scev, Scev),
}

impl ExitCount {
    fn exact(this: &mut ScalarEvolution<'_>, exact: Scev) -> ExitCount {
        let max = this.max_of(exact);
        ExitCount { exact: Some(exact), constant_max: Some(max), symbolic_max: Some(exact), ..ExitCount::default() }
    }

    fn is_unknown(&self) -> bool {
        *self == ExitCount::default()
    }
}

impl ScalarEvolution<'_> {
    /// The number of times that the back edges of a loop are taken.
    pub fn backedge_taken(&mut self, of: Loop) -> Arc<BackedgeTaken> {
        if let Some(known) = self.tables.taken.get(&of) {
            return known.clone();
        }
        if self.counting.contains(&of) || self.counting.len() > 16 {
            return Arc::default();
        }
        self.counting.push(of);
        let assumed = self.assumed.take();
        let found = Arc::new(self.count_backedges(of));
        self.assumed = assumed;
        self.counting.pop();
        self.tables.taken.insert(of, found.clone());
        // More may be known now.
        self.tables.guards.remove(&of);
        self.forget_estimates(of);
        found
    }

    /// The number of times that the back edges of a loop are taken, under assumptions.
    pub fn backedge_taken_if(&mut self, of: Loop) -> BackedgeTaken {
        let taken = self.backedge_taken(of);
        if taken.exits.iter().all(|(_, count)| count.exact.is_some() && count.constant_max.is_some()) {
            return (*taken).clone();
        }
        self.assumed = Some(Vec::new());
        let found = self.count_backedges(of);
        self.assumed = None;
        found
    }

    /// Forgets what was found out about the recurrences of a loop before its iterations were counted: ranges, and which values the
    /// expressions are of, so that these are made again.
    fn forget_estimates(&mut self, of: Loop) {
        for s in self.tables.dependents.get(&of).cloned().unwrap_or_default() {
            self.tables.ranges.iter_mut().for_each(|ranges| ranges[s] = None);
            for value in self.tables.values_of.remove(&s).unwrap_or_default() {
                if self.tables.of_value.get(&value) == Some(&s) {
                    self.tables.of_value.remove(&value);
                }
            }
        }
    }

    pub(crate) fn exact_count(&mut self, of: Loop) -> Option<Scev> {
        self.backedge_taken(of).whole.exact
    }

    pub(crate) fn constant_max_count(&mut self, of: Loop) -> Option<Scev> {
        self.backedge_taken(of).whole.constant_max
    }

    /// The number of iterations, if it is a constant that fits: one more than the count of back edges.
    pub fn constant_trip_count(&mut self, of: Loop) -> Option<u32> {
        let exact = self.exact_count(of)?;
        let count = self.as_constant(exact)?.to_u64()?;
        u32::try_from(count).ok()?.checked_add(1)
    }

    /// A number that divides the number of iterations of a loop, of which each exit has a count.
    pub fn trip_multiple(&mut self, of: Loop) -> u32 {
        let taken = self.backedge_taken(of);
        let mut all = Int::zero(32);
        for (_, count) in &taken.exits {
            let multiple = count.exact.map_or(1, |count| self.multiple_of_trips(of, count));
            all = gcd(all, Int::new(32, multiple.into()));
        }
        all.to_u64().map_or(1, |all| all.max(1) as u32)
    }

    /// A number that divides the number of iterations of a loop, if the back edge is taken `count` times.
    pub fn multiple_of_trips(&mut self, of: Loop, count: Scev) -> u32 {
        let guards = self.loop_guards(of);
        let count = self.with_guards(count, &guards);
        let wide = self.query.module.context().int(self.width(count) + 1);
        let trips = match self.range(count, false).contains(&Int::all_ones(self.width(count))) {
            true => {
                let count = self.zext(count, wide, 0);
                let one = self.one_like(count);
                self.add(count, one)
            }
            false => {
                let one = self.one_like(count);
                let trips = self.add(count, one);
                self.zext(trips, wide, 0)
            }
        };
        let multiple = self.constant_multiple(trips);
        match multiple.to_u64().filter(|_| multiple.active_bits() <= 32) {
            Some(0) => 1,
            Some(n) => n as u32,
            None => 1 << multiple.trailing_zeros().min(31),
        }
    }

    /// A constant that divides an expression.
    pub(crate) fn constant_multiple(&mut self, s: Scev) -> Int {
        let width = self.width(s);
        match self.kind(s).clone() {
            Kind::Constant(value) => value,
            Kind::ZExt(inner) => self.constant_multiple(inner).zext(width),
            Kind::PtrToInt(inner) => self.constant_multiple(inner),
            Kind::Mul(operands) => {
                if self.flags(s).contains(Wrap::NUW) {
                    let mut product = Int::one(width);
                    for &operand in operands.iter() {
                        product = product.mul(&self.constant_multiple(operand));
                    }
                    return product;
                }
                power(width, self.min_trailing_zeros(s))
            }
            Kind::Add(operands) | Kind::AddRec(operands, _) | Kind::MinMax(_, operands) => {
                if matches!(self.kind(s), Kind::Add(_) | Kind::AddRec(..)) && !self.flags(s).contains(Wrap::NUW) {
                    return power(width, self.min_trailing_zeros(s));
                }
                let mut all = self.constant_multiple(operands[0]);
                for &operand in &operands[1..] {
                    let other = self.constant_multiple(operand);
                    all = gcd(all, other);
                }
                all
            }
            _ => power(width, self.min_trailing_zeros(s)),
        }
    }

    fn max_of(&mut self, s: Scev) -> Scev {
        let max = self.range(s, false).unsigned_max();
        self.constant(max)
    }

    fn count_backedges(&mut self, of: Loop) -> BackedgeTaken {
        let blocks: Vec<Block> = self.loops.blocks(of).collect();
        let leaves =
            |this: &Self, block: Block| this.cfg.successors(block).iter().any(|&to| !this.loops.contains(of, to));
        let exiting: Vec<Block> = blocks.into_iter().filter(|&block| leaves(self, block)).collect();
        let latch = self.latch(of);
        let is_only = exiting.len() == 1;
        let (mut exits, mut assumptions) = (Vec::new(), Vec::new());
        for &block in &exiting {
            let count = match latch.is_some_and(|latch| self.dominators.dominates(block, latch)) {
                true => self.exit_count(of, block, is_only),
                false => ExitCount::default(),
            };
            let bounded = |s: Option<Scev>| s.filter(|&s| !self.is_too_big(s));
            let (exact, symbolic_max) = (bounded(count.exact), bounded(count.symbolic_max));
            exits.push((block, ExitCount { exact, symbolic_max, ..count }));
            assumptions.push(self.assumed.as_mut().map(std::mem::take).unwrap_or_default());
        }
        let mut whole = ExitCount::default();
        // Each exit that every iteration reaches bounds the number.
        for (_, count) in &exits {
            if let Some(max) = count.constant_max {
                whole.constant_max = Some(match whole.constant_max {
                    Some(known) => self.umin_of_mismatched(&[known, max], false),
                    None => max,
                });
            }
        }
        let all: Option<Vec<Scev>> = exits.iter().map(|(_, count)| count.exact).collect();
        whole.exact = all.filter(|all| !all.is_empty()).map(|all| self.umin_of_mismatched(&all, true));
        let symbolic: Vec<Scev> = exits.iter().filter_map(|(_, count)| count.symbolic_max).collect();
        if !symbolic.is_empty() {
            whole.symbolic_max = Some(self.umin_of_mismatched(&symbolic, true));
        }
        whole.exact = whole.exact.filter(|&exact| !self.is_too_big(exact));
        whole.symbolic_max = whole.symbolic_max.filter(|&max| !self.is_too_big(max));
        whole.is_max_or_zero = matches!(exits[..], [(_, ExitCount { is_max_or_zero: true, .. })]);
        BackedgeTaken { exits, whole, assumptions }
    }

    /// The minimum of unsigned integers of several widths.
    fn umin_of_mismatched(&mut self, all: &[Scev], is_sequential: bool) -> Scev {
        if let &[only] = all {
            return only;
        }
        let widest = all.iter().copied().max_by_key(|&s| self.width(s)).unwrap_or(all[0]);
        let ty = self.ty(widest);
        let same: Vec<Scev> = all.iter().map(|&s| self.trunc_or_zext(s, ty, 0)).collect();
        self.min_max(if is_sequential { MinMax::SequentialUMin } else { MinMax::UMin }, same)
    }

    fn exit_count(&mut self, of: Loop, block: Block, is_only: bool) -> ExitCount {
        let body = self.query.body;
        let Some(terminator) = body.terminator(block) else { return ExitCount::default() };
        match *body.inst(terminator) {
            InstData::CondBr { condition, if_true, if_false } => {
                let exits_if = !self.loops.contains(of, if_true);
                if exits_if != self.loops.contains(of, if_false) {
                    return ExitCount::default();
                }
                self.count_of_condition(of, condition, exits_if, is_only, 0)
            }
            InstData::Switch { condition, default, ref cases } => {
                let cases = body.list_values(cases).to_vec();
                let outside = |to: Value| to.as_block().is_some_and(|to| !self.loops.contains(of, to));
                let mut leaving = cases.chunks_exact(2).filter(|pair| outside(pair[1]));
                let (Some(case), None) = (leaving.next(), leaving.next()) else { return ExitCount::default() };
                if !self.loops.contains(of, default) {
                    return ExitCount::default();
                }
                let (x, value) = (self.of(condition), self.of(case[0]));
                let scope = Some(of);
                let x = self.at_scope(x, scope);
                match self.minus(x, value, Wrap::empty()) {
                    Some(difference) => self.count_to_zero(difference, of, is_only, false),
                    None => ExitCount::default(),
                }
            }
            _ => ExitCount::default(),
        }
    }

    fn count_of_condition(
        &mut self,
        of: Loop,
        condition: Value,
        exits_if: bool,
        is_only: bool,
        depth: u32,
    ) -> ExitCount {
        if depth > MAX_CONDITION_DEPTH {
            return ExitCount::default();
        }
        let constants = self.query.module.constants();
        if let Some(value) = constants.as_u64(condition) {
            return match (value == 1) == exits_if {
                true => {
                    let zero = self.constant(Int::zero(1));
                    ExitCount::exact(self, zero)
                }
                false => ExitCount::default(),
            };
        }
        let both = match self.query.inst(condition) {
            Some(&InstData::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs, .. }) => {
                Some((op == BinaryOp::And, lhs, rhs, false))
            }
            Some(&InstData::Select { condition, if_true, if_false, .. }) => {
                match (constants.as_u64(if_true), constants.as_u64(if_false)) {
                    (_, Some(0)) => Some((true, condition, if_true, true)),
                    (Some(1), _) => Some((false, condition, if_false, true)),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((is_and, a, b, is_sequential)) = both {
            return self.count_of_both(of, is_and, a, b, is_sequential, exits_if, is_only, depth);
        }
        if let Some(&InstData::Binary { op: BinaryOp::Xor, lhs, rhs, .. }) = self.query.inst(condition)
            && constants.as_u64(rhs) == Some(1)
        {
            return self.count_of_condition(of, lhs, !exits_if, is_only, depth + 1);
        }
        if let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = self.query.inst(condition)
            && self.has_expressions(self.query.type_of(lhs))
        {
            let stays = if exits_if { predicate.inverse() } else { predicate };
            let (x, y) = (self.of(lhs), self.of(rhs));
            let mut count = self.count_of_compare(of, stays, x, y, is_only, false);
            if self.assumed.is_some() && (count.exact.is_none() || count.constant_max.is_none()) {
                let mark = self.assumed.as_ref().map_or(0, Vec::len);
                count = self.count_of_compare(of, stays, x, y, is_only, true);
                if count.is_unknown() {
                    self.assumed.iter_mut().for_each(|assumed| assumed.truncate(mark));
                }
            }
            if !count.is_unknown() {
                return count;
            }
        }
        if let Some(count) = self.count_overflow(of, condition, exits_if, is_only) {
            return count;
        }
        match self.execute_for_count(of, condition, exits_if) {
            Some(count) => {
                let count = self.constant(Int::new(32, count));
                ExitCount::exact(self, count)
            }
            None => self.bound_by_shift(of, condition, exits_if),
        }
    }

    /// The overflow bit of an operation with a constant is a comparison.
    fn count_overflow(&mut self, of: Loop, condition: Value, exits_if: bool, is_only: bool) -> Option<ExitCount> {
        let body = self.query.body;
        let &InstData::ExtractValue { aggregate, ref indices } = self.query.inst(condition)? else { return None };
        if body.list_ints(indices).first().map(|i| i.0) != Some(1) {
            return None;
        }
        let call = self.query.overflowing_call(aggregate).filter(|call| call.0 != BinaryOp::Mul)?;
        let (op, is_signed, x, constant) = (call.0, call.1, call.2, self.query.constant_int(call.3)?);
        let width = constant.width();
        // The values for which the operation does not overflow: those compared with a bound.
        use IntPredicate::*;
        let one = Int::one(width);
        let (fine, bound) = match (op, is_signed) {
            (BinaryOp::Add, false) => (Ule, Int::all_ones(width).sub(&constant)),
            (BinaryOp::Sub, false) => (Uge, constant),
            (BinaryOp::Add, true) if !constant.is_negative() => (Sle, Int::max_signed(width).sub(&constant)),
            (BinaryOp::Add, true) => (Sge, Int::min_signed(width).sub(&constant)),
            (_, _) if !constant.is_negative() => (Sge, Int::min_signed(width).add(&constant)),
            _ => (Sle, Int::max_signed(width).add(&constant)),
        };
        // Strict comparisons.
        let (fine, bound) = match fine {
            Ule if !bound.is_all_ones() => (Ult, bound.add(&one)),
            Sle if !bound.is_max_signed() => (Slt, bound.add(&one)),
            Uge if !bound.is_zero() => (Ugt, bound.sub(&one)),
            Sge if !bound.is_min_signed() => (Sgt, bound.sub(&one)),
            other => (other, bound),
        };
        let stays = if exits_if { fine } else { fine.inverse() };
        let (x, bound) = (self.of(x), self.constant(bound));
        let count = self.count_of_compare(of, stays, x, bound, is_only, false);
        (!count.is_unknown()).then_some(count)
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one condition")]
    fn count_of_both(
        &mut self,
        of: Loop,
        is_and: bool,
        a: Value,
        b: Value,
        is_sequential: bool,
        exits_if: bool,
        is_only: bool,
        depth: u32,
    ) -> ExitCount {
        let either_leaves = is_and != exits_if;
        let first = self.count_of_condition(of, a, exits_if, is_only && !either_leaves, depth + 1);
        let second = self.count_of_condition(of, b, exits_if, is_only && !either_leaves, depth + 1);
        // An operand that does not matter.
        let neutral = if is_and { 1 } else { 0 };
        let constants = self.query.module.constants();
        if constants.as_u64(b) == Some(neutral) {
            return first;
        }
        if constants.as_u64(a) == Some(neutral) {
            return second;
        }
        let mut result = ExitCount::default();
        if either_leaves {
            let least = |this: &mut Self, x: Option<Scev>, y: Option<Scev>, sequential: bool| match (x, y) {
                (Some(x), Some(y)) => Some(this.umin_of_mismatched(&[x, y], sequential)),
                (one, other) => one.or(other),
            };
            if first.exact.is_some() && second.exact.is_some() {
                result.exact = least(self, first.exact, second.exact, is_sequential);
            }
            result.constant_max = least(self, first.constant_max, second.constant_max, false);
            result.symbolic_max = least(self, first.symbolic_max, second.symbolic_max, is_sequential);
        } else if first.exact.is_some() && first.exact == second.exact {
            result.exact = first.exact;
        }
        if let (Some(exact), None) = (result.exact, result.constant_max) {
            result.constant_max = Some(self.max_of(exact));
        }
        if result.symbolic_max.is_none() {
            result.symbolic_max = result.exact.or(result.constant_max);
        }
        result
    }

    /// Whether a loop has no exit but its branches: nothing in it throws or does not return.
    pub(crate) fn has_no_abnormal_exit(&mut self, of: Loop) -> bool {
        if let Some(&known) = self.tables.is_normal.get(&of) {
            return known;
        }
        let body = self.query.body;
        let found = self.loops.blocks(of).all(|block| {
            body.insts(block).all(|inst| match body.inst(inst) {
                InstData::Call { call, .. } => {
                    let has = |kind| crate::effects::call_has(self.query.module, call, kind);
                    has(AttrKind::NO_UNWIND) && has(AttrKind::WILL_RETURN)
                }
                data => !matches!(
                    data,
                    InstData::Invoke { .. } | InstData::CallBr { .. } | InstData::Store { volatile: true, .. }
                ),
            })
        });
        self.tables.is_normal.insert(of, found);
        found
    }

    /// Whether a loop may be assumed to end: by `mustprogress`, if it has no effects, or by `willreturn`.
    fn is_finite_by_assumption(&self, of: Loop) -> bool {
        if self.query.function_has(AttrKind::WILL_RETURN) {
            return true;
        }
        let body = self.query.body;
        let is_marked = || {
            let id = self.latch(of).and_then(|latch| body.attachment(body.terminator(latch)?, LOOP));
            id.is_some_and(|id| has_property(self.query.module, id, b"llvm.loop.mustprogress"))
        };
        if !self.query.function_has(AttrKind::MUST_PROGRESS) && !is_marked() {
            return false;
        }
        self.loops.blocks(of).all(|block| {
            body.insts(block).all(|inst| match body.inst(inst) {
                InstData::Store { volatile, ordering, .. } => {
                    !volatile && *ordering <= lindworm_ir::instruction::AtomicOrdering::Unordered
                }
                InstData::Load { volatile, ordering, .. } => {
                    !volatile && *ordering <= lindworm_ir::instruction::AtomicOrdering::Unordered
                }
                InstData::Call { call, .. } => {
                    !crate::effects::call_memory(self.query.module, call).any().contains(ModRef::MOD)
                }
                data => !matches!(
                    data,
                    InstData::Invoke { .. }
                        | InstData::CallBr { .. }
                        | InstData::Fence { .. }
                        | InstData::AtomicRmw { .. }
                        | InstData::CmpXchg { .. }
                ),
            })
        })
    }
}

fn power(width: u32, zeros: u32) -> Int {
    if zeros >= width { Int::one(width).shl(width - 1) } else { Int::one(width).shl(zeros) }
}

fn gcd(a: Int, b: Int) -> Int {
    let (mut a, mut b) = (a, b);
    while !b.is_zero() {
        let rest = a.urem(&b).unwrap_or_else(|| Int::zero(a.width()));
        (a, b) = (b, rest);
    }
    a
}
