//! The number of iterations while one integer is less, or greater, than another.

use lindworm_analysis::Loop;
use lindworm_ir::eval::{BinaryOp, Int, IntPredicate};

use super::ExitCount;
use crate::scalar_evolution::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

impl ScalarEvolution<'_> {
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

    /// The recurrence that is compared, and whether it is one only by assumption.
    fn compared_recurrence(
        &mut self,
        x: Scev,
        y: Scev,
        of: Loop,
        is_only: bool,
        may_assume: bool,
    ) -> Option<(Scev, bool)> {
        if matches!(self.kind(x), Kind::AddRec(..)) {
            return Some((x, false));
        }
        if let Kind::ZExt(inner) = *self.kind(x)
            && let Some((start, step, own)) = self.affine(inner)
            && own == of
        {
            if !self.flags(inner).contains(Wrap::NUW) && is_only && self.is_below_wrap(step, y, of) {
                self.add_flags(inner, Wrap::NUW | Wrap::NW);
            }
            if self.flags(inner).contains(Wrap::NUW) {
                let ty = self.ty(x);
                let start = self.extended_start(start, step, of, ty, false, 0);
                let step = self.zext(step, ty, 0);
                let flags = self.flags(inner);
                return Some((self.add_rec(&[start, step], of, flags), false));
            }
        }
        may_assume.then(|| (self.assume_recurrence(x, of), true))
    }

    /// Whether a recurrence that steps up passes `y`, an integer of a wider type, before it wraps.
    fn is_below_wrap(&mut self, step: Scev, y: Scev, of: Loop) -> bool {
        if !self.is_invariant(y, of) || !self.is_known_non_zero(step) {
            return false;
        }
        let (width, wide) = (self.width(step), self.width(y));
        let step_max = self.range(step, false).unsigned_max();
        let limit = Int::all_ones(width).sub(&step_max.sub(&Int::one(width))).zext(wide);
        let guards = self.loop_guards(of);
        let guarded = self.with_guards(y, &guards);
        self.range(guarded, false).unsigned_max().ucmp(&limit).is_le()
    }

    /// How often the back edge is taken while `x < y`.
    pub(super) fn count_while_less(
        &mut self,
        x: Scev,
        y: Scev,
        of: Loop,
        is_signed: bool,
        is_only: bool,
        may_assume: bool,
    ) -> ExitCount {
        use IntPredicate::*;
        let Some((x, is_assumed)) = self.compared_recurrence(x, y, of, is_only, may_assume) else {
            return ExitCount::default();
        };
        let Some((start, mut step, own)) = self.affine(x) else { return ExitCount::default() };
        if own != of {
            return ExitCount::default();
        }
        let flag = if is_signed { Wrap::NSW } else { Wrap::NUW };
        let never_wraps = is_only && self.flags(x).contains(flag);
        let (less, at_least) = if is_signed { (Slt, Sge) } else { (Ult, Uge) };
        let is_positive = self.is_known_positive(step);
        if !is_positive {
            if is_assumed || !never_wraps || !self.is_finite_by_assumption(of) || !self.has_no_abnormal_exit(of) {
                return ExitCount::default();
            }
            if !self.is_known_non_zero(step) {
                if !self.is_invariant(y, of) {
                    return ExitCount::default();
                }
                // With a step of zero, the loop is left at once, and any divisor will do.
                if !self.is_entry_guarded(of, less, start, y) {
                    let one = self.one_like(step);
                    step = self.umax(step, one);
                }
            }
        } else if !never_wraps && self.may_overflow_below(y, step, is_signed) {
            return ExitCount::default();
        }
        let (original_start, original_end) = (start, y);
        let (Some(start), Some(end)) = (self.ptr_to_int(start), self.ptr_to_int(y)) else {
            return ExitCount::default();
        };
        // What the count is if the back edge is taken at all.
        let mut from_max = None;
        let exact = if !self.is_invariant(end, of) {
            match self.count_to_meeting(start, step, y, of, is_signed).filter(|_| is_positive) {
                Some((exact, if_taken)) => {
                    from_max = Some(if_taken);
                    exact
                }
                None => {
                    let max = self.max_count_below(start, step, end, is_signed);
                    return ExitCount { constant_max: Some(max), symbolic_max: Some(max), ..ExitCount::default() };
                }
            }
        } else {
            let minus_step = self.negative(step);
            let before = self.add(original_start, minus_step);
            let before_int = self.ptr_to_int(before).unwrap_or(before);
            // If the start less a step is less than the end, the number of steps is a quotient rounded down.
            let is_before = self.is_entry_guarded(of, less, before, original_start)
                && self.is_entry_guarded(of, less, before, original_end);
            let minus_one = self.int(self.ty(end), -1);
            let last = self.add(end, minus_one);
            match self.minus(last, before_int, Wrap::empty()).filter(|_| is_before) {
                Some(distance) => self.udiv(distance, step),
                None => {
                    let top = match self.is_not_below_start(of, original_start, original_end, at_least) {
                        true => end,
                        false => {
                            let distance = self.minus(end, start, Wrap::empty());
                            from_max = distance.map(|distance| self.udiv_up(distance, step));
                            self.min_max(if is_signed { MinMax::SMax } else { MinMax::UMax }, vec![end, start])
                        }
                    };
                    let Some(distance) = self.minus(top, start, Wrap::empty()) else { return ExitCount::default() };
                    let minus_one = self.int(self.ty(step), -1);
                    let rounding = self.add(step, minus_one);
                    // distance + (step - 1) does not overflow if the step is a power of two, or the start is the step.
                    let is_power = self.as_constant(step).is_some_and(Int::is_power_of_two);
                    match is_power || start == step || start == rounding {
                        true => {
                            let sum = self.add(distance, rounding);
                            self.udiv(sum, step)
                        }
                        false => self.udiv_up(distance, step),
                    }
                }
            }
        };
        let from_max = from_max.filter(|&max| self.as_constant(max).is_some());
        let is_constant = self.as_constant(exact).is_some();
        let max = match from_max {
            _ if is_constant => exact,
            Some(max) => max,
            None => self.max_count_below(start, step, end, is_signed),
        };
        let is_max_or_zero = !is_constant && from_max.is_some();
        ExitCount { exact: Some(exact), constant_max: Some(max), symbolic_max: Some(exact), is_max_or_zero }
    }

    /// Whether the end is not less than the start when a loop is entered.
    fn is_not_below_start(&mut self, of: Loop, start: Scev, end: Scev, at_least: IntPredicate) -> bool {
        if self.is_entry_guarded(of, at_least, end, start) {
            return true;
        }
        let guards = self.loop_guards(of);
        let (guarded_end, guarded_start) = (self.with_guards(end, &guards), self.with_guards(start, &guards));
        if self.is_known(at_least, guarded_end, guarded_start) {
            return true;
        }
        // If the start less one overflows, it is the maximum, and nothing is greater.
        let minus_one = self.int(self.ty(start), -1);
        let before_start = self.add(start, minus_one);
        let greater = if at_least == IntPredicate::Sge { IntPredicate::Sgt } else { IntPredicate::Ugt };
        self.is_entry_guarded(of, greater, end, before_start)
    }

    /// How often the back edge is taken until a recurrence that goes up meets one that goes down: the number, and the number if it
    /// is not zero.
    fn count_to_meeting(
        &mut self,
        start: Scev,
        step: Scev,
        y: Scev,
        of: Loop,
        is_signed: bool,
    ) -> Option<(Scev, Scev)> {
        let (end, end_step, own) = self.affine(y)?;
        if own != of
            || self.flags(y).is_empty()
            || !self.is_known_negative(end_step)
            || !self.never_overflows(BinaryOp::Sub, true, step, end_step)
        {
            return None;
        }
        let speed = self.minus(step, end_step, Wrap::empty())?;
        if !self.is_known_positive(speed) {
            return None;
        }
        let end = self.ptr_to_int(end)?;
        let top = self.min_max(if is_signed { MinMax::SMax } else { MinMax::UMax }, vec![end, start]);
        let (distance, if_taken) = (self.minus(top, start, Wrap::empty())?, self.minus(end, start, Wrap::empty())?);
        Some((self.udiv_up(distance, speed), self.udiv_up(if_taken, speed)))
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
    pub(super) fn count_while_greater(
        &mut self,
        x: Scev,
        y: Scev,
        of: Loop,
        is_signed: bool,
        is_only: bool,
        may_assume: bool,
    ) -> ExitCount {
        use IntPredicate::*;
        let is_recurrence = matches!(self.kind(x), Kind::AddRec(..));
        let x = if !is_recurrence && may_assume { self.assume_recurrence(x, of) } else { x };
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
        let at_least = if is_signed { Sge } else { Uge };
        let is_above = self.is_entry_guarded(of, greater, before, y) || self.is_entry_guarded(of, at_least, start, y);
        let end = match is_above {
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
}

/// The quotient of unsigned integers, rounded up.
fn ceiling(x: &Int, y: &Int) -> Int {
    let quotient = x.udiv(y).unwrap_or_else(|| x.clone());
    let rest = x.urem(y).unwrap_or_else(|| Int::zero(x.width()));
    if rest.is_zero() { quotient } else { quotient.add(&Int::one(x.width())) }
}
