//! What the conditions before a loop say about expressions: an expression is rewritten to one that is equal wherever the loop runs,
//! and of which more is known.

use std::sync::Arc;

use lindworm_analysis::Loop;
use lindworm_ir::eval::{ConstantRange, Int, IntPredicate};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::{Block, InstData, Value};

use super::guards::MAX_BRANCHES;
use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

/// The number of conditions that are used of each way into a block with phis.
const MAX_CONDITIONS_OF_INCOMING: usize = 2;
/// The number of branches before a loop whose conditions are used.
const MAX_CONDITIONS: usize = 8;
/// The number of loops that are counted, one for the other, before conditions are no longer used.
const MAX_COUNTED: usize = 2;
/// The number of parts of a condition.
const MAX_PARTS: usize = 64;
/// The number of operands into which a condition on a minimum or maximum is passed on.
const MAX_OPERANDS: usize = 64;

/// The facts that hold whenever a loop is entered.
#[derive(Default)]
pub(crate) struct LoopGuards {
    /// Expressions with equal ones of which more is known.
    rewrites: HashMap<Scev, Scev>,
    /// Pairs of expressions that differ, the older one first.
    different: HashSet<(Scev, Scev)>,
    /// The flags of sums and products that hold of rewritten operands, too.
    kept: Wrap,
}

type Memo = HashMap<Scev, Scev>;
type Condition = (IntPredicate, Scev, Scev);

impl ScalarEvolution<'_> {
    /// The facts that hold whenever a loop is entered.
    pub(crate) fn loop_guards(&mut self, of: Loop) -> Arc<LoopGuards> {
        if let Some(known) = self.tables.guards.get(&of) {
            return known.clone();
        }
        let mut guards = LoopGuards::default();
        // A condition may be on the counter of an earlier loop, which has conditions before it, too.
        if self.counting.len() > MAX_COUNTED {
            return Arc::new(guards);
        }
        let header = self.loops.header(of);
        if let (Some(before), _) = self.outside_predecessor(of) {
            self.collect_guards(&mut guards, header, before, &mut HashSet::default(), true);
        }
        let guards = Arc::new(guards);
        self.tables.guards.insert(of, guards.clone());
        guards
    }

    /// An expression that has the same value in a loop.
    pub(crate) fn with_guards(&mut self, s: Scev, guards: &LoopGuards) -> Scev {
        if guards.rewrites.is_empty() && guards.different.is_empty() || self.is_too_big(s) {
            return s;
        }
        self.rewritten(s, guards, &mut Memo::default())
    }

    /// The greatest unsigned value of an expression in a loop.
    pub(crate) fn guarded_max(&mut self, s: Scev, guards: &LoopGuards) -> Int {
        let max = self.range(s, false).unsigned_max();
        let better = self.with_guards(s, guards);
        let better = self.range(better, false).unsigned_max();
        if better.ucmp(&max).is_lt() { better } else { max }
    }

    fn rewritten(&mut self, s: Scev, guards: &LoopGuards, memo: &mut Memo) -> Scev {
        if let Some(&known) = memo.get(&s) {
            return known;
        }
        let new = self.compute_rewritten(s, guards, memo);
        memo.insert(s, new);
        new
    }

    fn compute_rewritten(&mut self, s: Scev, guards: &LoopGuards, memo: &mut Memo) -> Scev {
        let kind = self.kind(s).clone();
        let is_key = matches!(
            kind,
            Kind::Unknown(_)
                | Kind::ZExt(_)
                | Kind::SExt(_)
                | Kind::Mul(_)
                | Kind::MinMax(MinMax::UMin | MinMax::SMin, _)
        );
        if let Some(&new) = guards.rewrites.get(&s).filter(|_| is_key) {
            return new;
        }
        match kind {
            Kind::Constant(_) | Kind::VScale | Kind::Unknown(_) | Kind::AddRec(..) => return s,
            Kind::ZExt(inner) => {
                // A fact about the extension to a narrower type.
                let mut width = self.width(s) / 2;
                while width.is_multiple_of(8) && width >= 8 && width > self.width(inner) {
                    let narrow = self.query.module.context().int(width);
                    let narrow = self.zext(inner, narrow, 0);
                    if let Some(&new) = guards.rewrites.get(&narrow) {
                        return self.zext(new, self.ty(s), 0);
                    }
                    width /= 2;
                }
            }
            Kind::Add(ref operands) => {
                if let Some(new) = self.rewritten_difference(s, guards) {
                    return new;
                }
                // c + a + b, and a fact about a + b.
                if let [first, a, b] = operands[..] {
                    let sum = self.add(a, b);
                    if let Some(new) = self.rewritten_difference(sum, guards) {
                        let flags = self.flags(s) & guards.kept;
                        return self.sum(vec![first, new], flags, 0);
                    }
                    if let Some(&new) = guards.rewrites.get(&sum) {
                        return self.add(first, new);
                    }
                }
            }
            _ => {}
        }
        let operands = self.operands(s);
        let new: Vec<Scev> = operands.iter().map(|&operand| self.rewritten(operand, guards, memo)).collect();
        match new[..] == operands[..] {
            true => s,
            false => self.rebuild(&kind, self.ty(s), &new, self.flags(s) & guards.kept),
        }
    }

    /// A difference of values that are not equal is at least one.
    fn rewritten_difference(&mut self, s: Scev, guards: &LoopGuards) -> Option<Scev> {
        if guards.different.is_empty() {
            return None;
        }
        let Kind::Add(operands) = self.kind(s).clone() else { return None };
        let &[a, b] = &operands[..] else { return None };
        let negated = |this: &Self, s: Scev| match this.kind(s) {
            Kind::Mul(factors) if factors.len() == 2 && this.is_all_ones(factors[0]) => Some(factors[1]),
            _ => None,
        };
        let (x, y) = match (negated(self, a), negated(self, b)) {
            (Some(x), _) => (b, x),
            (_, Some(y)) => (a, y),
            _ => return None,
        };
        if !guards.different.contains(&(x.min(y), x.max(y))) {
            return None;
        }
        let multiple = self.constant_multiple(s);
        let one = self.one_like(s);
        let least = self.next_multiple(one, &multiple);
        Some(self.umax(least, s))
    }

    /// The only predecessor of the header outside a loop, and the header.
    pub(super) fn outside_predecessor(&self, of: Loop) -> (Option<Block>, Block) {
        let header = self.loops.header(of);
        let mut outside = self.cfg.predecessors(header).iter().filter(|&&from| !self.loops.contains(of, from));
        let first = outside.next().copied();
        (first.filter(|_| outside.next().is_none()), header)
    }

    fn collect_guards(
        &mut self,
        guards: &mut LoopGuards,
        block: Block,
        before: Block,
        visited: &mut HashSet<Block>,
        is_loop: bool,
    ) {
        let body = self.query.body;
        let mut terms = self.assumed_before(block);
        let mut count = 0;
        visited.insert(block);
        let mut pair = (Some(before), block);
        for _ in 0..MAX_BRANCHES {
            let (Some(from), to) = pair else { break };
            visited.insert(to);
            if let Some(&InstData::CondBr { condition, if_true, .. }) = body.terminator(from).map(|t| body.inst(t)) {
                terms.push((condition, if_true == to));
                count += 1;
                if count == if is_loop { MAX_CONDITIONS } else { MAX_CONDITIONS_OF_INCOMING } {
                    break;
                }
            }
            pair = self.edge_before(from);
        }
        if is_loop && self.cfg.predecessors(pair.1).len() >= 2 {
            self.collect_from_phis(guards, pair.1, visited);
        }
        let mut conditions = Vec::new();
        for (term, is_true) in terms.into_iter().rev() {
            self.conditions_of(term, is_true, &mut conditions);
        }
        // Facts of divisibility are the last to be applied.
        let mut multiples: Vec<(Scev, Scev, Int)> = Vec::new();
        let mut divisible = LoopGuards::default();
        for &(predicate, x, y) in &conditions {
            if predicate == IntPredicate::Eq
                && self.is_zero(y)
                && let Some((value, divisor)) = self.as_remainder(x)
                && matches!(self.kind(value), Kind::Unknown(_))
            {
                let quotient = self.udiv(value, divisor);
                let product = self.mul(quotient, divisor);
                divisible.rewrites.insert(value, product);
                if let Some(constant) = self.as_constant(divisor).cloned() {
                    match multiples.iter_mut().find(|known| known.0 == value) {
                        Some(known) => (known.1, known.2) = (divisor, constant),
                        None => multiples.push((value, divisor, constant)),
                    }
                }
            }
        }
        let mut order = Vec::new();
        for condition in conditions {
            self.apply_condition(condition, guards, &divisible, &mut order);
        }
        for (value, divisor, constant) in multiples {
            let known = self.with_guards(value, guards);
            let known = self.with_multiples(known, &constant);
            let quotient = self.udiv(known, divisor);
            let product = self.mul(quotient, divisor);
            guards.rewrites.insert(value, product);
            order.push(value);
        }
        // Flags are kept if no range grows.
        guards.kept = Wrap::NUW | Wrap::NSW;
        for s in &order {
            let new = guards.rewrites[s];
            for (flag, is_signed) in [(Wrap::NUW, false), (Wrap::NSW, true)] {
                let range = self.range(new, is_signed);
                if !self.range(*s, is_signed).contains_all(&range) {
                    guards.kept -= flag;
                }
            }
        }
        if order.len() > 1 {
            for s in order {
                let Some(new) = guards.rewrites.remove(&s) else { continue };
                let new = self.with_guards(new, guards);
                guards.rewrites.insert(s, new);
            }
        }
    }

    /// The comparisons that hold if a condition has a value.
    fn conditions_of(&mut self, term: Value, is_true: bool, found: &mut Vec<Condition>) {
        let constants = self.query.module.constants();
        let mut met: HashSet<Value> = HashSet::default();
        let mut pending = vec![term];
        while let Some(condition) = pending.pop() {
            if met.len() >= MAX_PARTS || !met.insert(condition) {
                continue;
            }
            let both = match self.query.inst(condition) {
                Some(&InstData::ICmp { predicate, lhs, rhs, .. }) => {
                    if self.has_expressions(self.query.type_of(lhs)) {
                        let mut predicate = if is_true { predicate } else { predicate.inverse() };
                        let (mut x, mut y) = (self.of(lhs), self.of(rhs));
                        if self.as_constant(x).is_some() {
                            (x, y, predicate) = (y, x, predicate.swapped());
                        }
                        found.push((predicate, x, y));
                    }
                    None
                }
                Some(&InstData::Binary { op, lhs, rhs, .. }) => {
                    let splits =
                        if is_true { lindworm_ir::eval::BinaryOp::And } else { lindworm_ir::eval::BinaryOp::Or };
                    (op == splits).then_some((lhs, rhs))
                }
                Some(&InstData::Select { condition, if_true, if_false, .. }) => match is_true {
                    true => (constants.as_u64(if_false) == Some(0)).then_some((condition, if_true)),
                    false => (constants.as_u64(if_true) == Some(1)).then_some((condition, if_false)),
                },
                _ => None,
            };
            pending.extend(both.into_iter().flat_map(|(a, b)| [a, b]));
        }
    }

    fn apply_condition(
        &mut self,
        (predicate, x, y): Condition,
        guards: &mut LoopGuards,
        divisible: &LoopGuards,
        order: &mut Vec<Scev>,
    ) {
        use IntPredicate::*;
        let (mut predicate, mut x, mut y) = (predicate, x, y);
        if self.apply_range_check(predicate, x, y, guards, order) {
            return;
        }
        if self.as_constant(x).is_some() || !self.tables.nodes[y.0 as usize].loops.is_empty() {
            return;
        }
        if !matches!(self.kind(x), Kind::Unknown(_)) && matches!(self.kind(y), Kind::Unknown(_)) {
            (x, y, predicate) = (y, x, predicate.swapped());
        }
        let with_divisor = self.with_guards(x, divisible);
        let divisor = self.constant_multiple(with_divisor);
        let one = self.one_like(y);
        // Strict comparisons become those with the integer before or after.
        let is_pointer = self.is_pointer(y);
        match predicate {
            Ult | Ugt | Slt | Sgt if is_pointer => return,
            Ult | Slt => {
                if predicate == Ult {
                    y = self.umax(y, one);
                }
                y = self.minus(y, one, Wrap::empty()).unwrap_or(y);
                y = self.previous_multiple(y, &divisor);
            }
            Ugt | Sgt => {
                y = self.add(y, one);
                y = self.next_multiple(y, &divisor);
            }
            Ule | Sle => y = self.previous_multiple(y, &divisor),
            Uge | Sge => y = self.next_multiple(y, &divisor),
            Eq | Ne => {}
        }
        if predicate == Ne && !self.is_zero(y) {
            let (mut x, mut y) = (x, y);
            if self.is_pointer(x) {
                match (self.ptr_to_int(x), self.ptr_to_int(y)) {
                    (Some(p), Some(q)) => (x, y) = (p, q),
                    _ => return,
                }
            }
            // x + c != y + c
            if let (Kind::Add(a), Kind::Add(b)) = (self.kind(x), self.kind(y))
                && let (&[c, a], &[d, b]) = (&a[..], &b[..])
                && c == d
                && self.as_constant(c).is_some()
            {
                (x, y) = (a, b);
            }
            guards.different.insert((x.min(y), x.max(y)));
            return;
        }
        let (op, inner) = match predicate {
            Ult | Ule => (MinMax::UMin, MinMax::UMax),
            Slt | Sle => (MinMax::SMin, MinMax::SMax),
            Ugt | Uge => (MinMax::UMax, MinMax::UMin),
            Sgt | Sge => (MinMax::SMax, MinMax::SMin),
            Eq | Ne => (MinMax::UMax, MinMax::SequentialUMin),
        };
        let mut met: HashSet<Scev> = HashSet::default();
        let mut pending = vec![x];
        while let Some(from) = pending.pop() {
            if self.as_constant(from).is_some() || met.len() >= MAX_OPERANDS || !met.insert(from) {
                continue;
            }
            let known = guards.rewrites.get(&from).copied().unwrap_or(from);
            let to = match predicate {
                Eq if self.as_constant(y).is_some() => y,
                Eq => continue,
                Ne => {
                    let least = self.next_multiple(one, &divisor);
                    if self.is_pointer(known) {
                        continue;
                    }
                    self.umax(known, least)
                }
                _ => {
                    if let Kind::MinMax(found, operands) = self.kind(known)
                        && *found == inner
                    {
                        pending.extend(operands.iter());
                    }
                    self.min_max(op, vec![known, y])
                }
            };
            if known == from {
                order.push(from);
            }
            guards.rewrites.insert(from, to);
        }
    }

    /// `x + c1 < c2`, which says that `x` is in a range.
    fn apply_range_check(
        &mut self,
        predicate: IntPredicate,
        x: Scev,
        y: Scev,
        guards: &mut LoopGuards,
        order: &mut Vec<Scev>,
    ) -> bool {
        let Kind::Add(operands) = self.kind(x) else { return false };
        let &[offset, value] = &operands[..] else { return false };
        let (Some(offset), Some(limit)) = (self.as_constant(offset).cloned(), self.as_constant(y).cloned()) else {
            return false;
        };
        if !matches!(self.kind(value), Kind::Unknown(_)) || self.is_pointer(value) {
            return false;
        }
        let range = ConstantRange::satisfying(predicate, &limit).sub(&ConstantRange::from(offset));
        if range.is_wrapped() || range.is_full() || range.is_empty() {
            return false;
        }
        let known = guards.rewrites.get(&value).copied().unwrap_or(value);
        let (min, max) = (self.constant(range.unsigned_min()), self.constant(range.unsigned_max()));
        let below = self.umin(known, max);
        let new = self.umax(min, below);
        guards.rewrites.insert(value, new);
        order.push(value);
        true
    }

    /// A phi before the loop is bounded if its incoming values are.
    fn collect_from_phis(&mut self, guards: &mut LoopGuards, block: Block, visited: &mut HashSet<Block>) {
        let body = self.query.body;
        for phi in body.insts(block) {
            let InstData::Phi { incoming, .. } = body.inst(phi) else { break };
            if !self.has_expressions(body.inst_type(phi)) {
                continue;
            }
            let mut total: Option<(MinMax, Int)> = None;
            for (i, pair) in body.list_values(incoming).chunks_exact(2).enumerate() {
                let bound = self.bound_of_incoming(block, pair[0], pair[1], visited);
                total = match (total, bound) {
                    (None, Some(bound)) if i == 0 => Some(bound),
                    (Some((op, a)), Some((other, b))) if op == other => {
                        let a_is_weaker = match op {
                            MinMax::UMax => a.ucmp(&b).is_lt(),
                            MinMax::SMax => a.scmp(&b).is_lt(),
                            MinMax::UMin | MinMax::SequentialUMin => a.ucmp(&b).is_gt(),
                            MinMax::SMin => a.scmp(&b).is_gt(),
                        };
                        Some((op, if a_is_weaker { a } else { b }))
                    }
                    _ => None,
                };
                if total.is_none() {
                    break;
                }
            }
            if let Some((op, bound)) = total {
                let (s, bound) = (self.of(phi.into()), self.constant(bound));
                if !self.is_pointer(s) {
                    let new = self.min_max(op, vec![bound, s]);
                    guards.rewrites.insert(s, new);
                }
            }
        }
    }

    fn bound_of_incoming(
        &mut self,
        block: Block,
        value: Value,
        from: Value,
        visited: &mut HashSet<Block>,
    ) -> Option<(MinMax, Int)> {
        let from = from.as_block()?;
        if !visited.insert(from) || !self.dominators.is_reachable(from) {
            return None;
        }
        let mut guards = LoopGuards::default();
        self.collect_guards(&mut guards, block, from, visited, false);
        let new = *guards.rewrites.get(&self.of(value))?;
        match self.kind(new) {
            Kind::MinMax(op, operands) => Some((*op, self.as_constant(operands[0])?.clone())),
            _ => None,
        }
    }

    /// `x % y`, if an expression is a remainder.
    pub(super) fn as_remainder(&mut self, s: Scev) -> Option<(Scev, Scev)> {
        match self.kind(s).clone() {
            Kind::ZExt(inner) => {
                let Kind::Trunc(value) = *self.kind(inner) else { return None };
                if self.width(value) > self.width(s) {
                    return None;
                }
                let value = self.zext(value, self.ty(s), 0);
                let divisor = Int::one(self.width(s)).shl(self.width(inner));
                Some((value, self.constant(divisor)))
            }
            // x + -1 * y * (x / y)
            Kind::Add(operands) => {
                let &[product, value] = &operands[..] else { return None };
                let Kind::Mul(factors) = self.kind(product).clone() else { return None };
                let is_quotient = |&s: &Scev| matches!(self.kind(s), Kind::UDiv(..));
                if !factors.iter().any(is_quotient) || self.is_too_big(s) {
                    return None;
                }
                for &factor in factors.iter() {
                    let minus = self.negative(factor);
                    for divisor in [factor, minus] {
                        if !self.is_zero(divisor) && self.urem(value, divisor) == s {
                            return Some((value, divisor));
                        }
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// The least multiple of `divisor` that is not less than a constant; other expressions as they are.
    fn next_multiple(&mut self, s: Scev, divisor: &Int) -> Scev {
        match self.remainder_of(s, divisor) {
            Some((value, rest)) => self.constant(value.add(divisor).sub(&rest)),
            None => s,
        }
    }

    fn previous_multiple(&mut self, s: Scev, divisor: &Int) -> Scev {
        match self.remainder_of(s, divisor) {
            Some((value, rest)) => self.constant(value.sub(&rest)),
            None => s,
        }
    }

    /// A constant that is not a multiple of `divisor`, and the remainder.
    fn remainder_of(&self, s: Scev, divisor: &Int) -> Option<(Int, Int)> {
        let value = self.as_constant(s).filter(|value| !value.is_negative())?.clone();
        if divisor.is_negative() || divisor.is_zero() {
            return None;
        }
        let rest = value.urem(divisor)?;
        (!rest.is_zero()).then_some((value, rest))
    }

    /// A minimum or maximum with constants, which become multiples.
    fn with_multiples(&mut self, s: Scev, divisor: &Int) -> Scev {
        let Kind::MinMax(op, operands) = self.kind(s).clone() else { return s };
        let &[bound, rest] = &operands[..] else { return s };
        if self.as_constant(bound).is_none() {
            return s;
        }
        let is_min = matches!(op, MinMax::SMin | MinMax::UMin);
        let bound = if is_min { self.previous_multiple(bound, divisor) } else { self.next_multiple(bound, divisor) };
        let rest = self.with_multiples(rest, divisor);
        self.min_max(op, vec![rest, bound])
    }
}
