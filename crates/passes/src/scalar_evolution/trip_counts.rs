//! The number of iterations of loops.

use std::rc::Rc;

use lindworm_analysis::Loop;
use lindworm_ir::attributes::{AttrKind, ModRef};
use lindworm_ir::eval::{BinaryOp, ConstantRange, Int, IntFlags, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, Inst, InstData, Value};

use super::at_scope::inverse;
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
}

/// A phi of a loop header with its values on entry and from the latch.
type Variable = (Inst, Value, Value);

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
    pub fn backedge_taken(&mut self, of: Loop) -> Rc<BackedgeTaken> {
        if let Some(known) = self.taken.get(&of) {
            return known.clone();
        }
        if self.counting.contains(&of) || self.counting.len() > 16 {
            return Rc::default();
        }
        self.counting.push(of);
        let mark = self.inserted.len();
        let found = Rc::new(self.count_backedges(of));
        self.counting.pop();
        self.taken.insert(of, found.clone());
        self.forget_estimates(of, mark);
        found
    }

    /// Forgets what was found out about the recurrences of a loop before its iterations were counted: ranges, and the expressions
    /// of values met while counting.
    fn forget_estimates(&mut self, of: Loop, mark: usize) {
        for s in self.dependents.get(&of).cloned().unwrap_or_default() {
            self.ranges.iter_mut().for_each(|ranges| {
                ranges.remove(&s);
            });
        }
        let mark = mark.min(self.inserted.len());
        for value in self.inserted.drain(mark..).collect::<Vec<Value>>() {
            let is_estimate = self.of_value.get(&value).is_some_and(|&s| self.nodes[s.0 as usize].loops.contains(&of));
            match is_estimate && self.nesting == 0 {
                true => drop(self.of_value.remove(&value)),
                false => self.inserted.push(value),
            }
        }
        for s in self.dependents.get(&of).cloned().unwrap_or_default() {
            if matches!(self.kind(s), Kind::AddRec(_, own) if *own == of) {
                self.infer_flags(s);
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

    /// The greatest power of two, or constant, that divides the number of iterations.
    pub fn trip_multiple(&mut self, exact: Scev) -> u32 {
        let trips = match self.as_constant(exact).cloned() {
            Some(count) => match count.is_all_ones() && count.width() <= 64 {
                true => return 1,
                false => {
                    let one = self.int(self.ty(exact), 1);
                    self.add(exact, one)
                }
            },
            None => {
                let one = self.int(self.ty(exact), 1);
                if self.range(exact, false).unsigned_max().is_all_ones() {
                    let sum = self.add(exact, one);
                    // The number of iterations may wrap to zero.
                    return 1 << self.min_trailing_zeros(sum).min(31);
                }
                self.add(exact, one)
            }
        };
        let multiple = self.constant_multiple(trips);
        match multiple.to_u64() {
            Some(n) if n <= u64::from(u32::MAX) && n > 0 => n as u32,
            _ => 1 << multiple.trailing_zeros().min(31),
        }
    }

    /// A constant that divides an expression.
    pub(crate) fn constant_multiple(&mut self, s: Scev) -> Int {
        let width = self.width(s);
        match self.kind(s).clone() {
            Kind::Constant(value) => value,
            Kind::ZExt(inner) => self.constant_multiple(inner).zext(width),
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
        let Some(latch) = self.latch(of) else { return BackedgeTaken::default() };
        let is_only = exiting.len() == 1;
        let mut exits = Vec::new();
        for &block in &exiting {
            let count = match self.dominators.dominates(block, latch) {
                true => self.exit_count(of, block, is_only),
                false => ExitCount::default(),
            };
            let bounded = |s: Option<Scev>| s.filter(|&s| !self.is_too_big(s));
            let (exact, symbolic_max) = (bounded(count.exact), bounded(count.symbolic_max));
            exits.push((block, ExitCount { exact, symbolic_max, ..count }));
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
        BackedgeTaken { exits, whole }
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
                    Some(difference) => self.count_to_zero(difference, of, is_only),
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
            let count = self.count_of_compare(of, stays, x, y, is_only);
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
            None => ExitCount::default(),
        }
    }

    /// The overflow bit of an operation with a constant is a comparison.
    fn count_overflow(&mut self, of: Loop, condition: Value, exits_if: bool, is_only: bool) -> Option<ExitCount> {
        let body = self.query.body;
        let &InstData::ExtractValue { aggregate, ref indices } = self.query.inst(condition)? else { return None };
        if body.list_ints(indices).first().map(|i| i.0) != Some(1) {
            return None;
        }
        use lindworm_ir::intrinsics::IntrinsicId as I;
        let (id, args) = self.query.intrinsic(aggregate)?;
        let (op, is_signed) = match id {
            I::UADD_WITH_OVERFLOW => (BinaryOp::Add, false),
            I::SADD_WITH_OVERFLOW => (BinaryOp::Add, true),
            I::USUB_WITH_OVERFLOW => (BinaryOp::Sub, false),
            I::SSUB_WITH_OVERFLOW => (BinaryOp::Sub, true),
            _ => return None,
        };
        let (x, constant) = (args[0], self.query.constant_int(args[1])?);
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
        let count = self.count_of_compare(of, stays, x, bound, is_only);
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
        if let Some(&known) = self.is_normal.get(&of) {
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
        self.is_normal.insert(of, found);
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

    /// How often the back edge is taken while `x predicate y`.
    fn count_of_compare(&mut self, of: Loop, predicate: IntPredicate, x: Scev, y: Scev, is_only: bool) -> ExitCount {
        use IntPredicate::*;
        let (mut x, mut y, mut predicate) = (self.at_scope(x, Some(of)), self.at_scope(y, Some(of)), predicate);
        if self.is_invariant(x, of) && !self.is_invariant(y, of) {
            (x, y, predicate) = (y, x, predicate.swapped());
        }
        let is_finite = is_only && self.has_no_abnormal_exit(of) && self.is_finite_by_assumption(of);
        (predicate, x, y) = self.canonical_compare(predicate, x, y);
        if let Some(limit) = self.as_constant(y).cloned()
            && let Some((_, _, own)) = self.affine(x)
            && own == of
        {
            let range = ConstantRange::satisfying(predicate, &limit);
            if let Some(count) = self.count_in_range(x, &range) {
                return ExitCount::exact(self, count);
            }
        }
        match predicate {
            Ne => {
                let (mut x, mut y) = (x, y);
                if self.is_pointer(x) || self.is_pointer(y) {
                    match (self.ptr_to_int(x), self.ptr_to_int(y)) {
                        (Some(p), Some(q)) => (x, y) = (p, q),
                        _ => return ExitCount::default(),
                    }
                }
                match self.minus(x, y, Wrap::empty()) {
                    Some(difference) => self.count_to_zero(difference, of, is_only),
                    None => ExitCount::default(),
                }
            }
            Eq => {
                if self.is_pointer(x) != self.is_pointer(y) {
                    return ExitCount::default();
                }
                // Left in the first iteration in which they differ.
                let difference = self.minus(x, y, Wrap::empty());
                let constant = difference.and_then(|difference| self.as_constant(difference).cloned());
                match constant {
                    Some(constant) if !constant.is_zero() => {
                        let zero = self.constant(Int::zero(constant.width()));
                        ExitCount::exact(self, zero)
                    }
                    _ => ExitCount::default(),
                }
            }
            Sle | Ule => {
                if !is_finite || !self.is_invariant(y, of) {
                    return ExitCount::default();
                }
                let one = self.one_like(y);
                let next = self.add(one, y);
                self.count_while_less(x, next, of, predicate == Sle, is_only)
            }
            Sge | Uge => {
                if !is_finite || !self.is_invariant(y, of) {
                    return ExitCount::default();
                }
                let minus_one = self.int(self.ty(y), -1);
                let next = self.add(minus_one, y);
                self.count_while_greater(x, next, of, predicate == Sge, is_only)
            }
            Slt | Ult => self.count_while_less(x, y, of, predicate == Slt, is_only),
            Sgt | Ugt => self.count_while_greater(x, y, of, predicate == Sgt, is_only),
        }
    }

    /// An equivalent comparison, strict if possible.
    fn canonical_compare(&mut self, predicate: IntPredicate, x: Scev, y: Scev) -> (IntPredicate, Scev, Scev) {
        use IntPredicate::*;
        let (mut predicate, mut x, mut y) = (predicate, x, y);
        if self.as_constant(x).is_some() && self.as_constant(y).is_none() {
            (x, y, predicate) = (y, x, predicate.swapped());
        }
        if let Some(value) = self.as_constant(y).cloned()
            && !self.is_pointer(x)
        {
            let range = ConstantRange::satisfying(predicate, &value);
            // Comparisons that only one value, or all but one, satisfy.
            if let Some(only) = range.single().cloned()
                && predicate != Eq
            {
                return (Eq, x, self.constant(only));
            }
            if let Some(missing) = range.single_missing().cloned()
                && predicate != Ne
            {
                return (Ne, x, self.constant(missing));
            }
            let one = Int::one(value.width());
            match predicate {
                Uge if !value.is_zero() => return (Ugt, x, self.constant(value.sub(&one))),
                Ule if !value.is_all_ones() => return (Ult, x, self.constant(value.add(&one))),
                Sge if !value.is_min_signed() => return (Sgt, x, self.constant(value.sub(&one))),
                Sle if !value.is_max_signed() => return (Slt, x, self.constant(value.add(&one))),
                _ => {}
            }
            return (predicate, x, y);
        }
        let (one, minus_one) = (self.one_like(y), self.int(self.ty(y), -1));
        let sum = |this: &mut Self, s: Scev, c: Scev, flags| this.sum(vec![c, s], flags, 0);
        match predicate {
            Sle if !self.range(y, true).signed_max().is_max_signed() => (Slt, x, sum(self, y, one, Wrap::NSW)),
            Sle if !self.range(x, true).signed_min().is_min_signed() => (Slt, sum(self, x, minus_one, Wrap::NSW), y),
            Sge if !self.range(y, true).signed_min().is_min_signed() => (Sgt, x, sum(self, y, minus_one, Wrap::NSW)),
            Sge if !self.range(x, true).signed_max().is_max_signed() => (Sgt, sum(self, x, one, Wrap::NSW), y),
            Ule if !self.range(y, false).unsigned_max().is_all_ones() => (Ult, x, sum(self, y, one, Wrap::NUW)),
            Ule if !self.range(x, false).unsigned_min().is_zero() => (Ult, sum(self, x, minus_one, Wrap::empty()), y),
            Uge if !self.range(y, false).unsigned_min().is_zero() => (Ugt, x, sum(self, y, minus_one, Wrap::empty())),
            Uge if !self.range(x, false).unsigned_max().is_all_ones() => (Ugt, sum(self, x, one, Wrap::NUW), y),
            _ => (predicate, x, y),
        }
    }

    /// The number of the first iteration in which a recurrence of constants leaves a range.
    fn count_in_range(&mut self, rec: Scev, range: &ConstantRange) -> Option<Scev> {
        if range.is_full() {
            return None;
        }
        let (start, step, _) = self.affine(rec)?;
        let (start, step) = (self.as_constant(start)?.clone(), self.as_constant(step)?.clone());
        let width = start.width();
        if !range.contains(&start) {
            return Some(self.constant(Int::zero(width)));
        }
        // Relative to the start.
        let (lower, upper) = (range.lower().sub(&start), range.upper().sub(&start));
        let one = Int::one(width);
        let goes_up = !step.is_negative() && !step.is_zero();
        let end = if goes_up { upper.sub(&one) } else { lower };
        let count = end.add(&step).udiv(&step)?;
        let at = |n: &Int| start.add(&step.mul(n));
        let count = match goes_up {
            true => count,
            false => end.neg().add(&step.neg()).udiv(&step.neg())?,
        };
        // The count is right unless the recurrence jumps over the end of the range.
        if range.contains(&at(&count)) || !range.contains(&at(&count.sub(&one))) {
            return None;
        }
        Some(self.constant(count))
    }

    /// How often the back edge is taken before `s` is zero.
    fn count_to_zero(&mut self, s: Scev, of: Loop, is_only: bool) -> ExitCount {
        if let Some(value) = self.as_constant(s) {
            return match value.is_zero() {
                true => ExitCount::exact(self, s),
                false => ExitCount::default(),
            };
        }
        let mut s = s;
        while let Kind::ZExt(inner) | Kind::SExt(inner) = *self.kind(s) {
            s = inner;
        }
        let Some((start, step, own)) = self.affine(s) else { return ExitCount::default() };
        if own != of {
            return ExitCount::default();
        }
        let parent = self.loops.parent(of);
        let (start, step) = (self.at_scope(start, parent), self.at_scope(step, parent));
        let Some(step_value) = self.as_constant(step).cloned().filter(|step| !step.is_zero()) else {
            return ExitCount::default();
        };
        let goes_down = step_value.is_negative();
        let distance = if goes_down { start } else { self.negative(start) };
        if step_value.is_one() || step_value.is_all_ones() {
            let mut max = self.range(distance, false).unsigned_max();
            let one = self.one_like(distance);
            let next = self.add(distance, one);
            let zero = self.zero_like(distance);
            if self.is_entry_guarded(of, IntPredicate::Ne, next, zero) {
                let other = self.range(next, false).unsigned_max().sub(&Int::one(max.width()));
                if other.ucmp(&max).is_lt() {
                    max = other;
                }
            }
            let max = self.constant(max);
            return ExitCount {
                exact: Some(distance),
                constant_max: Some(max),
                symbolic_max: Some(distance),
                ..ExitCount::default()
            };
        }
        if is_only && self.flags(s).contains(Wrap::NW) && self.has_no_abnormal_exit(of) {
            let divisor = if goes_down { self.negative(step) } else { step };
            let exact = self.udiv(distance, divisor);
            return ExitCount::exact(self, exact);
        }
        // step * n = -start, modulo 2^width.
        let minus_start = self.negative(start);
        let zeros = step_value.trailing_zeros();
        if self.min_trailing_zeros(minus_start) < zeros {
            return ExitCount::default();
        }
        let width = step_value.width();
        let inverse = inverse(&step_value.lshr(zeros).zext(width)).and(&match zeros {
            0 => Int::all_ones(width),
            _ => Int::all_ones(width).lshr(zeros),
        });
        let (inverse, divisor) = (self.constant(inverse), self.constant(Int::one(width).shl(zeros)));
        let product = self.mul(minus_start, inverse);
        let exact = self.udiv_exact(product, divisor);
        ExitCount::exact(self, exact)
    }

    /// Whether a recurrence that steps up by `step` may jump over the maximum before it reaches `end`.
    fn may_overflow_below(&mut self, end: Scev, step: Scev, is_signed: bool) -> bool {
        let one = Int::one(self.width(end));
        let (end, step) = (self.range(end, is_signed), self.range(step, is_signed));
        match is_signed {
            true => {
                let limit = Int::max_signed(one.width()).sub(&step.signed_max().sub(&one));
                limit.scmp(&end.signed_max()).is_lt()
            }
            false => {
                let limit = Int::all_ones(one.width()).sub(&step.unsigned_max().sub(&one));
                limit.ucmp(&end.unsigned_max()).is_lt()
            }
        }
    }

    /// How often the back edge is taken while `x < y`.
    fn count_while_less(&mut self, x: Scev, y: Scev, of: Loop, is_signed: bool, is_only: bool) -> ExitCount {
        use IntPredicate::*;
        let Some((start, step, own)) = self.affine(x) else { return ExitCount::default() };
        if own != of {
            return ExitCount::default();
        }
        let flag = if is_signed { Wrap::NSW } else { Wrap::NUW };
        let never_wraps = is_only && self.flags(x).contains(flag);
        let (less, at_least) = if is_signed { (Slt, Sge) } else { (Ult, Uge) };
        if !self.is_known_positive(step) {
            return ExitCount::default();
        }
        if !never_wraps && self.may_overflow_below(y, step, is_signed) {
            return ExitCount::default();
        }
        let (original_start, original_end) = (start, y);
        let (Some(start), Some(end)) = (self.ptr_to_int(start), self.ptr_to_int(y)) else {
            return ExitCount::default();
        };
        if !self.is_invariant(end, of) {
            let max = self.max_count_below(start, step, end, is_signed);
            return ExitCount { exact: None, constant_max: Some(max), symbolic_max: Some(max), ..ExitCount::default() };
        }
        let one = self.one_like(start);
        let mut exact = None;
        let mut from_max = None;
        // If the start less a step is less than the end, the number of steps is a quotient rounded down.
        let minus_step = self.negative(step);
        let before = self.add(original_start, minus_step);
        if self.is_entry_guarded(of, less, before, original_start)
            && self.is_entry_guarded(of, less, before, original_end)
        {
            let last = self.minus(end, one, Wrap::empty());
            let before = self.ptr_to_int(before);
            if let (Some(last), Some(before)) = (last, before)
                && let Some(distance) = self.minus(last, before, Wrap::empty())
            {
                exact = Some(self.udiv(distance, step));
            }
        }
        if exact.is_none() {
            let one_before = self.int(self.ty(start), -1);
            let strictly = if is_signed { Sgt } else { Ugt };
            let is_above = self.is_entry_guarded(of, at_least, original_end, original_start) || {
                // If the start less one overflows, it is the maximum, and nothing is greater.
                let before_start = self.add(original_start, one_before);
                self.is_entry_guarded(of, strictly, original_end, before_start)
            };
            let top = match is_above {
                true => end,
                false => {
                    // The count if the back edge is taken at all.
                    if let Some(distance) = self.minus(end, start, Wrap::empty()) {
                        let ceiling = self.udiv_up(distance, step);
                        from_max = self.as_constant(ceiling).is_some().then_some(ceiling);
                    }
                    self.min_max(if is_signed { MinMax::SMax } else { MinMax::UMax }, vec![end, start])
                }
            };
            if let Some(distance) = self.minus(top, start, Wrap::empty()) {
                // distance + (step - 1) does not overflow if the end plus the step does not.
                let cannot_overflow = self.is_one(step) || {
                    let limit = self.range(top, is_signed);
                    let step_range = self.range(step, is_signed);
                    let one = ConstantRange::from(Int::one(self.width(step)));
                    let reach = step_range.sub(&one);
                    limit.never_overflows(BinaryOp::Add, is_signed, &reach)
                        && (!is_signed || self.range(distance, false).never_overflows(BinaryOp::Add, false, &reach))
                };
                exact = Some(match cannot_overflow {
                    true => {
                        let minus_one = self.int(self.ty(step), -1);
                        let rounding = self.add(step, minus_one);
                        let sum = self.add(distance, rounding);
                        self.udiv(sum, step)
                    }
                    false => self.udiv_up(distance, step),
                });
            }
        }
        let Some(exact) = exact else { return ExitCount::default() };
        let max = match (self.as_constant(exact), from_max) {
            (Some(_), _) => exact,
            (None, Some(max)) => max,
            _ => self.max_count_below(start, step, end, is_signed),
        };
        let is_max_or_zero = self.as_constant(exact).is_none() && from_max.is_some();
        ExitCount { exact: Some(exact), constant_max: Some(max), symbolic_max: Some(exact), is_max_or_zero }
    }

    /// The quotient of unsigned integers, rounded up, without overflow: umin(x, 1) + (x - umin(x, 1)) / y.
    fn udiv_up(&mut self, x: Scev, y: Scev) -> Scev {
        let one = self.one_like(x);
        let least = self.umin(x, one);
        let rest = self.minus(x, least, Wrap::empty()).unwrap_or(x);
        let quotient = self.udiv(rest, y);
        self.add(least, quotient)
    }

    fn max_count_below(&mut self, start: Scev, step: Scev, end: Scev, is_signed: bool) -> Scev {
        let width = self.width(start);
        let one = Int::one(width);
        let (start, step, end) =
            (self.range(start, is_signed), self.range(step, is_signed), self.range(end, is_signed));
        let (min_start, min_step, max_end, greatest) = match is_signed {
            true => (start.signed_min(), step.signed_min(), end.signed_max(), Int::max_signed(width)),
            false => (start.unsigned_min(), step.unsigned_min(), end.unsigned_max(), Int::all_ones(width)),
        };
        let less = |a: &Int, b: &Int| if is_signed { a.scmp(b).is_lt() } else { a.ucmp(b).is_lt() };
        let step = if less(&one, &min_step) { min_step } else { one.clone() };
        let limit = greatest.sub(&step.sub(&one));
        let end = if less(&limit, &max_end) { limit } else { max_end };
        let end = if less(&end, &min_start) { min_start.clone() } else { end };
        let count = ceiling(&end.sub(&min_start), &step);
        self.constant(count)
    }

    /// How often the back edge is taken while `x > y`.
    fn count_while_greater(&mut self, x: Scev, y: Scev, of: Loop, is_signed: bool, is_only: bool) -> ExitCount {
        use IntPredicate::*;
        let Some((start, step, own)) = self.affine(x) else { return ExitCount::default() };
        if own != of || !self.is_invariant(y, of) {
            return ExitCount::default();
        }
        let flag = if is_signed { Wrap::NSW } else { Wrap::NUW };
        let never_wraps = is_only && self.flags(x).contains(flag);
        let step = self.negative(step);
        if !self.is_known_positive(step) {
            return ExitCount::default();
        }
        let width = self.width(y);
        let one_int = Int::one(width);
        if !never_wraps {
            let (end, step) = (self.range(y, is_signed), self.range(step, is_signed));
            let overflows = match is_signed {
                true => {
                    let limit = Int::min_signed(width).add(&step.signed_max().sub(&one_int));
                    limit.scmp(&end.signed_min()).is_gt()
                }
                false => {
                    let limit = step.unsigned_max().sub(&one_int);
                    limit.ucmp(&end.unsigned_min()).is_gt()
                }
            };
            if overflows {
                return ExitCount::default();
            }
        }
        let greater = if is_signed { Sgt } else { Ugt };
        let before = self.add(start, step);
        let end = match self.is_entry_guarded(of, greater, before, y) {
            true => y,
            false => self.min_max(if is_signed { MinMax::SMin } else { MinMax::UMin }, vec![y, start]),
        };
        let (Some(start), Some(end)) = (self.ptr_to_int(start), self.ptr_to_int(end)) else {
            return ExitCount::default();
        };
        let one = self.one_like(start);
        let exact = self.minus(start, end, Wrap::empty()).map(|distance| {
            let minus_one = self.negative(one);
            let rounding = self.add(step, minus_one);
            let sum = self.add(distance, rounding);
            self.udiv(sum, step)
        });
        let Some(exact) = exact else { return ExitCount::default() };
        let (start, step, limit) =
            (self.range(start, is_signed), self.range(step, is_signed), self.range(y, is_signed));
        let max = match self.as_constant(exact) {
            Some(_) => exact,
            None => {
                let (max_start, min_step, min_end) = match is_signed {
                    true => (start.signed_max(), step.signed_min(), limit.signed_min()),
                    false => (start.unsigned_max(), step.unsigned_min(), limit.unsigned_min()),
                };
                let floor = match is_signed {
                    true => Int::min_signed(width).add(&min_step.sub(&one_int)),
                    false => min_step.sub(&one_int),
                };
                let is_less = |a: &Int, b: &Int| if is_signed { a.scmp(b).is_lt() } else { a.ucmp(b).is_lt() };
                let end = if is_less(&min_end, &floor) { floor } else { min_end };
                let end = if is_less(&max_start, &end) { max_start.clone() } else { end };
                let count = ceiling(&max_start.sub(&end), &min_step);
                self.constant(count)
            }
        };
        ExitCount { exact: Some(exact), constant_max: Some(max), symbolic_max: Some(exact), ..ExitCount::default() }
    }

    // Execution of loops of constants.

    /// The phis of the header that a value depends on and the operations between, operands first; `None` if anything but constants
    /// goes in.
    fn computation(&self, of: Loop, roots: &[Value]) -> Option<(Vec<Variable>, Vec<Inst>)> {
        let body = self.query.body;
        let (mut variables, mut operations) = (Vec::new(), Vec::new());
        let mut met: HashSet<Inst> = HashSet::default();
        let mut pending: Vec<(Value, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((value, is_done)) = pending.pop() {
            let inside = self.block_of(value).filter(|&block| self.loops.contains(of, block));
            let (Some(block), Some(inst)) = (inside, value.as_inst()) else {
                if value.is_constant() { continue } else { return None }
            };
            if is_done {
                operations.push(inst);
                continue;
            }
            if !met.insert(inst) {
                continue;
            }
            if met.len() > 64 || self.loops.loop_of(block) != Some(of) {
                return None;
            }
            match body.inst(inst) {
                InstData::Phi { incoming, .. } if block == self.loops.header(of) => {
                    let (mut start, mut next) = (None, None);
                    for pair in body.list_values(incoming).chunks_exact(2) {
                        let from = pair[1].as_block()?;
                        let place = if self.loops.contains(of, from) { &mut next } else { &mut start };
                        if place.is_some_and(|known| known != pair[0]) {
                            return None;
                        }
                        *place = Some(pair[0]);
                    }
                    let (start, next) = (start?, next?);
                    if !start.is_constant() {
                        return None;
                    }
                    variables.push((inst, start, next));
                    pending.push((next, false));
                }
                InstData::Binary { .. } | InstData::ICmp { .. } | InstData::Cast { .. } | InstData::Select { .. } => {
                    pending.push((value, true));
                    body.inst(inst).for_each_operand(body.values(), |v| pending.push((v, false)));
                }
                _ => return None,
            }
        }
        Some((variables, operations))
    }

    fn execute_iteration(&self, operations: &[Inst], values: &mut HashMap<Value, Value>) -> Option<()> {
        let (module, body) = (self.query.module, self.query.body);
        for &inst in operations {
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let result = match *body.inst(inst) {
                InstData::Binary { op, lhs, rhs, .. } => {
                    module.fold_binary(op, IntFlags::empty(), get(lhs)?, get(rhs)?)?
                }
                InstData::ICmp { predicate, lhs, rhs, .. } => module.fold_icmp(predicate, get(lhs)?, get(rhs)?)?,
                InstData::Cast { op, value, .. } => module.fold_cast(op, get(value)?, body.inst_type(inst))?,
                InstData::Select { condition, if_true, if_false, .. } => {
                    module.fold_select(get(condition)?, get(if_true)?, get(if_false)?)?
                }
                _ => return None,
            };
            values.insert(inst.into(), result);
        }
        Some(())
    }

    /// How often the back edge is taken until a condition has a value, by executing the loop.
    fn execute_for_count(&self, of: Loop, condition: Value, exits_if: bool) -> Option<u64> {
        if self.max_executed == 0 {
            return None;
        }
        let (variables, operations) = self.computation(of, &[condition])?;
        let mut values: HashMap<Value, Value> = variables.iter().map(|&(phi, start, _)| (phi.into(), start)).collect();
        for count in 0..self.max_executed {
            self.execute_iteration(&operations, &mut values)?;
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let taken = self.query.module.constants().as_u64(get(condition)?)?;
            if (taken == 1) == exits_if {
                return Some(count.into());
            }
            let next: Vec<Value> = variables.iter().map(|&(_, _, next)| get(next)).collect::<Option<_>>()?;
            for (&(phi, ..), value) in variables.iter().zip(next) {
                values.insert(phi.into(), value);
            }
        }
        None
    }

    /// The value of a phi of the header after the back edge was taken `count` times.
    pub(super) fn execute_for_value(&self, of: Loop, phi: Inst, count: u64) -> Option<Value> {
        if count > u64::from(self.max_executed) {
            return None;
        }
        let (variables, operations) = self.computation(of, &[phi.into()])?;
        let mut values: HashMap<Value, Value> = variables.iter().map(|&(phi, start, _)| (phi.into(), start)).collect();
        for _ in 0..count {
            self.execute_iteration(&operations, &mut values)?;
            let get = |v: Value| if v.is_constant() { Some(v) } else { values.get(&v).copied() };
            let next: Vec<Value> = variables.iter().map(|&(_, _, next)| get(next)).collect::<Option<_>>()?;
            for (&(phi, ..), value) in variables.iter().zip(next) {
                values.insert(phi.into(), value);
            }
        }
        values.get(&phi.into()).copied()
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

/// The quotient of unsigned integers, rounded up.
fn ceiling(x: &Int, y: &Int) -> Int {
    let quotient = x.udiv(y).unwrap_or_else(|| x.clone());
    let rest = x.urem(y).unwrap_or_else(|| Int::zero(x.width()));
    if rest.is_zero() { quotient } else { quotient.add(&Int::one(x.width())) }
}
