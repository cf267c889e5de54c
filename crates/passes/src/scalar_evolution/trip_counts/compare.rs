//! The number of iterations until a comparison ends a loop.

use lindworm_analysis::Loop;
use lindworm_ir::Inst;
use lindworm_ir::attributes::AttrKind;
use lindworm_ir::eval::{ConstantRange, Int, IntPredicate};

use super::{Assumption, ExitCount};
use crate::scalar_evolution::at_scope::inverse;
use crate::scalar_evolution::predicates::holds_if_equal;
use crate::scalar_evolution::{Kind, ScalarEvolution, Scev, Wrap};
use crate::value_tracking::Query;

/// The width of integers that are widened in order to count.
const MAX_WIDENED: u32 = 1 << 12;
/// The depth of expressions of which assumptions are made.
const MAX_ASSUMPTION_DEPTH: u32 = 8;

impl ScalarEvolution<'_> {
    /// How often the back edge is taken while `x predicate y`.
    pub(super) fn count_of_compare(
        &mut self,
        of: Loop,
        predicate: IntPredicate,
        x: Scev,
        y: Scev,
        is_only: bool,
        may_assume: bool,
    ) -> ExitCount {
        use IntPredicate::*;
        let (mut x, mut y, mut predicate) = (self.at_scope(x, Some(of)), self.at_scope(y, Some(of)), predicate);
        if self.is_invariant(x, of) && !self.is_invariant(y, of) {
            (x, y, predicate) = (y, x, predicate.swapped());
        }
        let is_finite = is_only && self.has_no_abnormal_exit(of) && self.is_finite_by_assumption(of);
        (predicate, x, y) = self.canonical_compare(predicate, x, y);
        if is_finite && self.is_invariant(y, of) {
            self.infer_flags_of_compared(of, predicate, x);
        }
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
                    Some(difference) => self.count_to_zero(difference, of, is_only, may_assume),
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
                // If the loop ends, the limit is not the greatest integer. Otherwise, the sum is that of wider integers.
                if !is_finite || !self.is_invariant(y, of) {
                    if self.is_pointer(x) || self.width(x) > MAX_WIDENED {
                        return ExitCount::default();
                    }
                    let wide = self.query.module.context().int(2 * self.width(x));
                    (x, y) = match predicate.is_signed() {
                        true => (self.sext(x, wide, 0), self.sext(y, wide, 0)),
                        false => (self.zext(x, wide, 0), self.zext(y, wide, 0)),
                    };
                }
                let one = self.one_like(y);
                let next = self.add(one, y);
                self.count_while_less(x, next, of, predicate == Sle, is_only, may_assume)
            }
            Sge | Uge => {
                if !is_finite || !self.is_invariant(y, of) {
                    return ExitCount::default();
                }
                let minus_one = self.int(self.ty(y), -1);
                let next = self.add(minus_one, y);
                self.count_while_greater(x, next, of, predicate == Sge, is_only, may_assume)
            }
            Slt | Ult => self.count_while_less(x, y, of, predicate == Slt, is_only, may_assume),
            Sgt | Ugt => self.count_while_greater(x, y, of, predicate == Sgt, is_only, may_assume),
        }
    }

    /// Flags of a recurrence that is compared with a limit by the only exit of a loop that ends.
    fn infer_flags_of_compared(&mut self, of: Loop, predicate: IntPredicate, x: Scev) {
        let inner = match *self.kind(x) {
            Kind::ZExt(inner) => inner,
            _ => x,
        };
        // After a step of a power of two has wrapped to the start, the values repeat.
        if let Some((_, step, own)) = self.affine(inner)
            && own == of
            && !self.flags(inner).contains(Wrap::NW)
            && self.is_power_of_two_or_negative(step)
        {
            let flags = self.stronger_flags(&self.kind(inner).clone(), self.flags(inner) | Wrap::NW);
            self.add_flags(inner, flags);
        }
        // A value after a wrap is less than one before, which did not end the loop.
        if let (IntPredicate::Slt | IntPredicate::Ult, Some((_, step, own))) = (predicate, self.affine(x))
            && own == of
            && self.flags(x).contains(Wrap::NW)
            && self.is_known_positive(step)
        {
            let flag = if predicate == IntPredicate::Slt { Wrap::NSW } else { Wrap::NUW };
            let flags = self.stronger_flags(&self.kind(x).clone(), self.flags(x) | flag);
            self.add_flags(x, flags);
        }
    }

    /// Whether an expression is a power of two, the negative of one, or zero.
    fn is_power_of_two_or_negative(&self, s: Scev) -> bool {
        match self.kind(s) {
            Kind::Constant(value) => value.is_zero() || value.is_power_of_two() || value.neg().is_power_of_two(),
            Kind::VScale => self.query.function_has(AttrKind::VSCALE_RANGE),
            Kind::Mul(factors) => factors.iter().all(|&factor| self.is_power_of_two_or_negative(factor)),
            Kind::Unknown(value) => self.query.is_power_of_two(*value, true),
            _ => false,
        }
    }

    /// An equivalent comparison, strict if possible.
    pub(in crate::scalar_evolution) fn canonical_compare(
        &mut self,
        predicate: IntPredicate,
        x: Scev,
        y: Scev,
    ) -> (IntPredicate, Scev, Scev) {
        use IntPredicate::*;
        let (mut predicate, mut x, mut y) = (predicate, x, y);
        if self.as_constant(x).is_some() && self.as_constant(y).is_none() {
            (x, y, predicate) = (y, x, predicate.swapped());
        }
        let known = match (self.as_constant(x), self.as_constant(y)) {
            (Some(a), Some(b)) => Some(ConstantRange::satisfying(predicate, b).contains(a)),
            _ if x == y => Some(holds_if_equal(predicate)),
            (None, Some(b)) => match ConstantRange::satisfying(predicate, b) {
                range if range.is_full() => Some(true),
                range if range.is_empty() => Some(false),
                _ => None,
            },
            _ => None,
        };
        if let Some(holds) = known {
            let no = self.constant(Int::zero(1));
            return (if holds { IntPredicate::Eq } else { IntPredicate::Ne }, no, no);
        }
        // x - y == 0
        if let (IntPredicate::Eq | IntPredicate::Ne, true, Kind::Add(operands)) =
            (predicate, self.is_zero(y), self.kind(x))
            && let &[product, minuend] = &operands[..]
            && let Kind::Mul(factors) = self.kind(product)
            && let &[sign, subtrahend] = &factors[..]
            && self.is_all_ones(sign)
        {
            return (predicate, minuend, subtrahend);
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
    pub(super) fn count_to_zero(&mut self, s: Scev, of: Loop, is_only: bool, may_assume: bool) -> ExitCount {
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
        if may_assume && !matches!(self.kind(s), Kind::AddRec(..)) {
            s = self.assume_recurrence(s, of);
        }
        let Some((start, step, own)) = self.affine(s) else { return ExitCount::default() };
        if own != of {
            return ExitCount::default();
        }
        let parent = self.loops.parent(of);
        let (start, step) = (self.at_scope(start, parent), self.at_scope(step, parent));
        if !self.is_invariant(step, of) {
            return ExitCount::default();
        }
        let guards = self.loop_guards(of);
        let guarded_step = self.with_guards(step, &guards);
        let goes_down = self.is_known_negative(guarded_step);
        if !goes_down && !self.is_non_negative(guarded_step) {
            return ExitCount::default();
        }
        let distance = if goes_down { start } else { self.negative(start) };
        if self.is_one(step) || self.is_all_ones(step) {
            let mut max = self.guarded_max(distance, &guards);
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
        let counted = |this: &mut Self, exact: Scev| {
            let max = this.guarded_max(exact, &guards);
            let max = this.constant(max);
            ExitCount { constant_max: Some(max), ..ExitCount::exact(this, exact) }
        };
        if is_only && self.flags(s).contains(Wrap::NW) && self.has_no_abnormal_exit(of) {
            // With a step of zero, the loop would not end.
            let is_fine = self.is_known_non_zero(guarded_step)
                || self.is_finite_by_assumption(of) && self.is_known_non_zero(start);
            if !is_fine {
                return ExitCount::default();
            }
            let divisor = if goes_down { self.negative(step) } else { step };
            let exact = self.udiv(distance, divisor);
            return counted(self, exact);
        }
        // step * n = -start, modulo 2^width.
        let Some(step_value) = self.as_constant(step).cloned().filter(|step| !step.is_zero()) else {
            return ExitCount::default();
        };
        let width = step_value.width();
        let minus_start = self.negative(start);
        let zeros = step_value.trailing_zeros();
        let divisor = self.constant(Int::one(width).shl(zeros));
        let before = self.outside_predecessor(of).0.and_then(|before| self.query.body.terminator(before));
        let has_zeros = self.min_trailing_zeros(minus_start) >= zeros
            || before.is_some_and(|before| self.trailing_zeros_at(minus_start, before, 0) >= zeros);
        if !has_zeros {
            let rest = self.urem(minus_start, divisor);
            let zero = self.zero_like(rest);
            if !self.is_known(IntPredicate::Eq, rest, zero) {
                if !may_assume || self.is_known(IntPredicate::Ne, rest, zero) {
                    return ExitCount::default();
                }
                self.assumed.iter_mut().for_each(|assumed| assumed.push(Assumption::Equal(rest, zero)));
            }
        }
        let inverse = inverse(&step_value.lshr(zeros).zext(width)).and(&match zeros {
            0 => Int::all_ones(width),
            _ => Int::all_ones(width).lshr(zeros),
        });
        let inverse = self.constant(inverse);
        let product = self.mul(minus_start, inverse);
        let exact = self.udiv_exact(product, divisor);
        counted(self, exact)
    }

    /// The number of low bits that are known to be zero at an instruction.
    fn trailing_zeros_at(&mut self, s: Scev, at: Inst, depth: u32) -> u32 {
        let width = self.width(s);
        if depth > MAX_ASSUMPTION_DEPTH {
            return 0;
        }
        let operands = self.operands(s);
        let zeros = match *self.kind(s) {
            Kind::Unknown(value) => {
                let query = Query { at: Some(at), ..self.query };
                query.known_bits(value).map_or(0, |bits| bits.min_trailing_zeros())
            }
            Kind::Add(_) => {
                let of_operands = operands.iter().map(|&s| self.trailing_zeros_at(s, at, depth + 1));
                of_operands.min().unwrap_or(0)
            }
            Kind::Mul(_) => {
                let of_operands = operands.iter().map(|&s| self.trailing_zeros_at(s, at, depth + 1));
                of_operands.fold(0, u32::saturating_add)
            }
            Kind::PtrToInt(inner) => self.trailing_zeros_at(inner, at, depth + 1),
            _ => self.min_trailing_zeros(s),
        };
        zeros.min(width)
    }

    /// An expression that is a recurrence of a loop, if recurrences in it do not wrap, which is assumed.
    pub(super) fn assume_recurrence(&mut self, s: Scev, of: Loop) -> Scev {
        let mark = self.assumed.as_ref().map_or(0, Vec::len);
        let new = self.with_assumptions(s, of, 0);
        if !matches!(self.kind(new), Kind::AddRec(..)) {
            self.assumed.iter_mut().for_each(|assumed| assumed.truncate(mark));
        }
        new
    }

    fn with_assumptions(&mut self, s: Scev, of: Loop, depth: u32) -> Scev {
        if depth > MAX_ASSUMPTION_DEPTH || !self.tables.nodes[s.0 as usize].loops.contains(&of) {
            return s;
        }
        let kind = self.kind(s).clone();
        let operands = self.operands(s);
        match kind {
            Kind::AddRec(..) | Kind::Constant(_) | Kind::VScale | Kind::Unknown(_) => return s,
            Kind::ZExt(inner) | Kind::SExt(inner) => {
                let inner = self.with_assumptions(inner, of, depth + 1);
                if let Some((start, step, own)) = self.affine(inner)
                    && own == of
                {
                    let is_signed = matches!(kind, Kind::SExt(_));
                    let assumption = Assumption::NoWrap { recurrence: inner, is_signed };
                    self.assumed.iter_mut().for_each(|assumed| assumed.push(assumption));
                    let ty = self.ty(s);
                    let start = if is_signed { self.sext(start, ty, 0) } else { self.zext(start, ty, 0) };
                    let step = self.sext(step, ty, 0);
                    let flags = self.flags(inner);
                    return self.add_rec(&[start, step], of, flags);
                }
            }
            _ => {}
        }
        let new: Vec<Scev> = operands.iter().map(|&operand| self.with_assumptions(operand, of, depth + 1)).collect();
        match new[..] == operands[..] {
            true => s,
            false => self.rebuild(&kind, self.ty(s), &new, Wrap::empty()),
        }
    }
}
