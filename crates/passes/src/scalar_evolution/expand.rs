//! Instructions that compute expressions.
//!
//! An [`Expander`] plans the instructions while the analysis reads the body; the resulting [`Recipe`] inserts them. Computations are
//! placed as far out of loops as their operands allow, and existing values are used where they are available. The plan has a step
//! for each different operation of the expression, so it is linear in the expression.

use lindworm_analysis::Loop;
use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::hash::{HashMap, HashSet};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{Block, Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};
use crate::pass::FunctionEdit;

/// The number of instructions before an insertion point that are searched for a computation that is planned.
const MAX_SEARCHED: usize = 6;
/// The number of instructions before another one that are searched for one that precedes it.
const MAX_ORDERED: usize = 64;
/// The number of values with the same expression, and of exits, that are considered for reuse.
const MAX_KNOWN: usize = 32;
/// The number of values that are followed to find out whether a value may be reused.
const MAX_POISON_SOURCES: usize = 16;

/// An operand of a planned instruction, or the result of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Value(Value),
    /// The result of the step of this number.
    Step(usize),
}

enum Operation {
    Binary(BinaryOp, IntFlags, Operand, Operand),
    Cast(CastOp, IntFlags, Operand),
    /// A pointer and a number of bytes.
    Offset(Operand, Operand, GepFlags),
    MinMax(MinMax, Operand, Operand),
    Freeze(Operand),
}

/// A planned instruction, which is inserted before the instruction `at`.
struct Step {
    operation: Operation,
    ty: Type,
    at: Inst,
}

/// Planned instructions.
#[derive(Default)]
pub(crate) struct Recipe {
    steps: Vec<Step>,
    /// Existing instructions that must not be poison where their operands are not, with the flags that hold always.
    unflagged: Vec<(Inst, IntFlags)>,
}

/// Plans the computation of expressions.
pub(crate) struct Expander<'s, 'a> {
    pub scev: &'s mut ScalarEvolution<'a>,
    recipe: Recipe,
    made: HashMap<(Scev, Inst), Operand>,
    /// The instructions that compute each expression.
    known: HashMap<Scev, SmallVec<[Inst; 4]>>,
    relevant: HashMap<Scev, Option<Loop>>,
    /// Whether a division is executed although its divisor may be zero.
    divides_always: bool,
}

impl Operand {
    /// The value, given the results of the steps.
    pub fn value(self, steps: &[Value]) -> Value {
        match self {
            Operand::Value(value) => value,
            Operand::Step(n) => steps[n],
        }
    }
}

impl<'s, 'a> Expander<'s, 'a> {
    /// Linear in the values that the analysis knows.
    pub fn new(scev: &'s mut ScalarEvolution<'a>) -> Expander<'s, 'a> {
        let mut known: HashMap<Scev, SmallVec<[Inst; 4]>> = HashMap::default();
        known.reserve(scev.tables.inserted.len());
        for &value in &scev.tables.inserted {
            if let (Some(inst), Some(&s)) = (value.as_inst(), scev.tables.of_value.get(&value)) {
                known.entry(s).or_default().push(inst);
            }
        }
        Expander {
            scev,
            recipe: Recipe::default(),
            made: HashMap::default(),
            known,
            relevant: HashMap::default(),
            divides_always: false,
        }
    }

    /// Plans the product of a result and a constant before an instruction.
    pub fn times(&mut self, operand: Operand, ty: Type, factor: u64, at: Inst) -> Operand {
        let module = self.scev.query.module;
        let factor = module.constants().int(module.context(), ty, factor);
        self.step(Operation::Binary(BinaryOp::Mul, IntFlags::empty(), operand, Operand::Value(factor)), ty, at)
    }

    pub fn finish(self) -> Recipe {
        self.recipe
    }

    /// Plans the computation of an expression before an instruction. `None` if it cannot be computed there.
    pub fn expand(&mut self, s: Scev, at: Inst) -> Option<Operand> {
        let (steps, unflagged) = (self.recipe.steps.len(), self.recipe.unflagged.len());
        let result = self.plan(s, at);
        if result.is_none() {
            self.recipe.steps.truncate(steps);
            self.recipe.unflagged.truncate(unflagged);
            self.made.retain(|_, made| !matches!(made, Operand::Step(n) if *n >= steps));
        }
        result
    }

    fn plan(&mut self, s: Scev, at: Inst) -> Option<Operand> {
        let at = self.hoisted(s, at)?;
        if let Some(&known) = self.made.get(&(s, at)) {
            return Some(known);
        }
        let result = match self.existing(s, at) {
            Some((inst, unflagged)) => {
                for other in unflagged {
                    let flags = self.certain_flags(other);
                    self.recipe.unflagged.push((other, flags));
                }
                Operand::Value(inst.into())
            }
            None => self.make(s, at)?,
        };
        self.made.insert((s, at), result);
        Some(result)
    }

    /// Plans `binary(op, lhs, rhs)`, where both are available before `at`.
    fn binary(&mut self, op: BinaryOp, flags: IntFlags, lhs: Operand, rhs: Operand, ty: Type, at: Inst) -> Operand {
        let at = self.out_of_loops(&[lhs, rhs], at);
        self.step(Operation::Binary(op, flags, lhs, rhs), ty, at)
    }

    fn step(&mut self, operation: Operation, ty: Type, at: Inst) -> Operand {
        self.recipe.steps.push(Step { operation, ty, at });
        Operand::Step(self.recipe.steps.len() - 1)
    }

    fn block_of(&self, at: Inst) -> Option<Block> {
        self.scev.query.body.inst_block(at)
    }

    fn preheader_end(&self, of: Loop) -> Option<Inst> {
        let scev = &self.scev;
        let header = scev.loops.header(of);
        let mut outside = scev.cfg.predecessors(header).iter().filter(|&&from| !scev.loops.contains(of, from));
        let &first = outside.next()?;
        let is_preheader = outside.next().is_none() && scev.cfg.successors(first).len() == 1;
        is_preheader.then(|| scev.query.body.terminator(first)).flatten()
    }

    /// The place before `at` that is in as few loops as the expression permits.
    fn hoisted(&mut self, s: Scev, at: Inst) -> Option<Inst> {
        let mut place = at;
        if self.may_divide_by_zero(s) {
            return Some(at);
        }
        let mut of = self.scev.loops.loop_of(self.block_of(at)?);
        while let Some(one) = of {
            let header = self.scev.loops.header(one);
            match self.scev.disposition(s, one) {
                super::Disposition::Invariant => {
                    place = self.preheader_end(one).or_else(|| self.scev.query.body.first_non_phi(header))?;
                }
                super::Disposition::Computable => {
                    place = self.scev.query.body.first_non_phi(header)?;
                    break;
                }
                super::Disposition::Variant => break,
            }
            of = self.scev.loops.parent(one);
        }
        Some(place)
    }

    /// The place before `at` that is outside all loops in which the operands do not change.
    fn out_of_loops(&self, operands: &[Operand], at: Inst) -> Inst {
        let mut place = at;
        let mut of = self.block_of(at).and_then(|block| self.scev.loops.loop_of(block));
        while let Some(one) = of {
            let is_fixed = |operand: &Operand| {
                let block = match *operand {
                    Operand::Value(value) => self.scev.block_of(value),
                    Operand::Step(n) => self.block_of(self.recipe.steps[n].at),
                };
                block.is_none_or(|block| !self.scev.loops.contains(one, block))
            };
            let Some(end) = self.preheader_end(one).filter(|_| operands.iter().all(is_fixed)) else { break };
            place = end;
            of = self.scev.loops.parent(one);
        }
        place
    }

    /// Whether a division in the expression is by something else than a constant that is not zero.
    fn may_divide_by_zero(&self, s: Scev) -> bool {
        self.any(s, |scev, s| match *scev.kind(s) {
            Kind::UDiv(_, divisor) => scev.as_constant(divisor).is_none_or(Int::is_zero),
            _ => false,
        })
    }

    /// Whether a test is true of an operation in the expression. Linear in the different operations.
    fn any(&self, s: Scev, test: impl Fn(&ScalarEvolution<'_>, Scev) -> bool) -> bool {
        let mut met: HashSet<Scev> = HashSet::default();
        let mut pending = vec![s];
        while let Some(s) = pending.pop() {
            if test(self.scev, s) {
                return true;
            }
            pending.extend(self.scev.operands(s).into_iter().filter(|&operand| met.insert(operand)));
        }
        false
    }

    /// An instruction that computes the expression and is available at a place, and the instructions whose flags must be dropped.
    fn existing(&self, s: Scev, at: Inst) -> Option<(Inst, Vec<Inst>)> {
        let (scev, block) = (&self.scev, self.block_of(at)?);
        if matches!(scev.kind(s), Kind::Constant(_)) {
            return None;
        }
        self.known.get(&s)?.iter().take(MAX_KNOWN).find_map(|&inst| {
            let from = scev.query.body.inst_block(inst)?;
            let is_available = scev.query.body.inst_type(inst) == scev.ty(s)
                && scev.loops.loop_of(from).is_none_or(|one| scev.loops.contains(one, block))
                && self.dominates(inst, at);
            is_available.then(|| Some((inst, self.reuse(s, inst)?))).flatten()
        })
    }

    /// The flags of overflow that follow from the ranges of the operands.
    fn certain_flags(&mut self, inst: Inst) -> IntFlags {
        let mut certain = IntFlags::empty();
        if let InstData::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), lhs, rhs, .. } =
            *self.scev.query.body.inst(inst)
            && self.scev.has_expressions(self.scev.query.type_of(lhs))
        {
            let (lhs, rhs) = (self.scev.of(lhs), self.scev.of(rhs));
            for (flag, is_signed) in [(IntFlags::NUW, false), (IntFlags::NSW, true)] {
                if self.scev.never_overflows(op, is_signed, lhs, rhs) {
                    certain |= flag;
                }
            }
        }
        certain
    }

    /// The instructions whose flags are to be dropped so that an instruction is poison only if the expression is; `None` if it may
    /// be poison for other reasons.
    fn reuse(&self, s: Scev, inst: Inst) -> Option<Vec<Inst>> {
        let query = &self.scev.query;
        let mut unflagged = Vec::new();
        if matches!(self.scev.kind(s), Kind::Unknown(value) if *value == inst.into())
            || query.is_undefined_if_poison(inst)
        {
            return Some(unflagged);
        }
        let mut sources: HashSet<Value> = HashSet::default();
        let mut met: HashSet<Scev> = HashSet::default();
        let mut pending = vec![s];
        while let Some(s) = pending.pop() {
            match self.scev.kind(s) {
                Kind::Unknown(value) => drop(sources.insert(*value)),
                Kind::MinMax(MinMax::SequentialUMin, operands) => pending.push(operands[0]),
                _ => pending.extend(self.scev.operands(s).into_iter().filter(|&operand| met.insert(operand))),
            }
        }
        let mut met: HashSet<Value> = HashSet::default();
        let mut pending: Vec<Value> = vec![inst.into()];
        while let Some(value) = pending.pop() {
            if !met.insert(value) {
                continue;
            }
            if met.len() > MAX_POISON_SOURCES {
                return None;
            }
            if sources.contains(&value) || query.is_not_poison(value) {
                continue;
            }
            let inst = value.as_inst()?;
            let data = crate::combine::without_flags(query.body.inst(inst));
            if matches!(query.body.inst(inst), InstData::Binary { op: BinaryOp::Or, flags, .. } if !flags.is_empty())
                || query.can_create_poison(&data)
            {
                return None;
            }
            if query.can_create_poison(query.body.inst(inst)) {
                unflagged.push(inst);
            }
            data.for_each_operand(query.body.values(), |v| {
                if v.as_block().is_none() {
                    pending.push(v);
                }
            });
        }
        Some(unflagged)
    }

    fn make(&mut self, s: Scev, at: Inst) -> Option<Operand> {
        let ty = self.scev.ty(s);
        let module = self.scev.query.module;
        match self.scev.kind(s).clone() {
            Kind::Constant(value) => Some(Operand::Value(module.constants().wide_int(module.context(), &value))),
            Kind::Unknown(value) => self.available(value, at).then_some(Operand::Value(value)),
            Kind::VScale => None,
            Kind::Trunc(operand) => self.cast(CastOp::Trunc, IntFlags::empty(), operand, ty, at),
            Kind::ZExt(operand) => {
                let flags = if self.scev.is_non_negative(operand) { IntFlags::NNEG } else { IntFlags::empty() };
                self.cast(CastOp::ZExt, flags, operand, ty, at)
            }
            Kind::SExt(operand) => self.cast(CastOp::SExt, IntFlags::empty(), operand, ty, at),
            Kind::PtrToInt(operand) => self.cast(CastOp::PtrToInt, IntFlags::empty(), operand, ty, at),
            Kind::Add(operands) => self.sum(s, &operands, at),
            Kind::Mul(operands) => self.product(s, &operands, at),
            Kind::UDiv(lhs, rhs) => self.quotient(lhs, rhs, ty, at),
            Kind::MinMax(op, operands) => self.min_max(op, &operands, ty, at),
            Kind::AddRec(operands, of) => self.recurrence(s, &operands, of, at),
        }
    }

    fn dominates(&self, inst: Inst, at: Inst) -> bool {
        let body = self.scev.query.body;
        if self.block_of(inst) != self.block_of(at) {
            return self.scev.query.dominates(inst.into(), at);
        }
        let is_phi = |inst| matches!(body.inst(inst), InstData::Phi { .. });
        let mut before = std::iter::successors(body.prev_inst(at), |&inst| body.prev_inst(inst)).take(MAX_ORDERED);
        inst != at
            && (body.inst(at).is_terminator() || is_phi(inst) && !is_phi(at) || before.any(|other| other == inst))
    }

    fn available(&self, value: Value, at: Inst) -> bool {
        let (scev, Some(block)) = (&self.scev, self.block_of(at)) else { return false };
        scev.block_of(value).is_none_or(|from| {
            scev.loops.loop_of(from).is_none_or(|one| scev.loops.contains(one, block))
                && value.as_inst().is_none_or(|inst| self.dominates(inst, at))
        })
    }

    fn cast(&mut self, op: CastOp, flags: IntFlags, operand: Scev, ty: Type, at: Inst) -> Option<Operand> {
        let operand = self.plan(operand, at)?;
        Some(self.step(Operation::Cast(op, flags, operand), ty, at))
    }

    /// The innermost loop in which a part of the expression changes.
    fn relevant_loop(&mut self, s: Scev) -> Option<Loop> {
        if let Some(&known) = self.relevant.get(&s) {
            return known;
        }
        let mut found = match *self.scev.kind(s) {
            Kind::Unknown(value) => self.scev.loop_of(value),
            Kind::AddRec(_, of) => Some(of),
            _ => None,
        };
        for operand in self.scev.operands(s) {
            let other = self.relevant_loop(operand);
            found = self.inner(found, other);
        }
        self.relevant.insert(s, found);
        found
    }

    /// The loop of two that runs more often, or later.
    fn inner(&self, a: Option<Loop>, b: Option<Loop>) -> Option<Loop> {
        let (Some(x), Some(y)) = (a, b) else { return a.or(b) };
        let (loops, dominators) = (self.scev.loops, self.scev.dominators);
        let is_later = !loops.contains_loop(y, x)
            && (loops.contains_loop(x, y) || dominators.dominates(loops.header(x), loops.header(y)));
        if is_later { b } else { a }
    }

    fn is_subtracted(&self, s: Scev) -> bool {
        matches!(self.scev.kind(s), Kind::Mul(_)) && self.scev.is_subtraction(s)
    }

    /// The operands, from the last one to the first, those of outer loops before those of inner ones.
    fn by_loops(&mut self, operands: &[Scev]) -> Vec<(Option<Loop>, Scev)> {
        let mut sorted: Vec<(Option<Loop>, Scev)> = Vec::new();
        for &s in operands.iter().rev() {
            let own = (self.relevant_loop(s), s);
            // A stable insertion: the order is not total, which a library sort would require.
            let place = sorted.partition_point(|&other| !self.comes_first(own, other));
            sorted.insert(place, own);
        }
        sorted
    }

    fn comes_first(&self, (a_loop, a): (Option<Loop>, Scev), (b_loop, b): (Option<Loop>, Scev)) -> bool {
        if self.scev.is_pointer(a) != self.scev.is_pointer(b) {
            return self.scev.is_pointer(a);
        }
        if a_loop != b_loop {
            return self.inner(a_loop, b_loop) != a_loop;
        }
        !self.is_subtracted(a) && self.is_subtracted(b)
    }

    fn sum(&mut self, s: Scev, operands: &[Scev], at: Inst) -> Option<Operand> {
        let (flags, ty) = (self.scev.flags(s), self.scev.ty(s));
        let mut rest = &self.by_loops(operands)[..];
        let (mut sum, mut is_pointer) = (None, false);
        while let Some(&(of, s)) = rest.first() {
            let Some(so_far) = sum else {
                sum = Some(self.plan(s, at)?);
                is_pointer = self.scev.is_pointer(s);
                rest = &rest[1..];
                continue;
            };
            if is_pointer {
                let count = rest.iter().take_while(|&&(other, _)| other == of).count();
                let parts: Vec<Scev> = rest[..count].iter().map(|&(_, s)| s).collect();
                rest = &rest[count..];
                let offset = self.scev.sum(parts, Wrap::empty(), 0);
                sum = Some(self.offset(so_far, offset, flags, ty, at)?);
                continue;
            }
            rest = &rest[1..];
            sum = Some(if self.is_subtracted(s) {
                let negative = self.scev.negative(s);
                let other = self.plan(negative, at)?;
                self.binary(BinaryOp::Sub, IntFlags::empty(), so_far, other, ty, at)
            } else {
                let other = self.plan(s, at)?;
                let (lhs, rhs) = constant_last(so_far, other);
                self.binary(BinaryOp::Add, super::ranges::int_flags(flags), lhs, rhs, ty, at)
            });
        }
        sum
    }

    fn offset(&mut self, base: Operand, offset: Scev, flags: Wrap, ty: Type, at: Inst) -> Option<Operand> {
        let offset = self.plan(offset, at)?;
        let flags = if flags.contains(Wrap::NUW) { GepFlags::NUW } else { GepFlags::empty() };
        let at = self.out_of_loops(&[base, offset], at);
        Some(self.step(Operation::Offset(base, offset, flags), ty, at))
    }

    fn product(&mut self, s: Scev, operands: &[Scev], at: Inst) -> Option<Operand> {
        let (flags, ty) = (self.scev.flags(s), self.scev.ty(s));
        let mut rest = &self.by_loops(operands)[..];
        let mut product: Option<Operand> = None;
        while let Some(&(_, s)) = rest.first() {
            let Some(so_far) = product else {
                product = Some(self.power(&mut rest, ty, at)?);
                continue;
            };
            if self.scev.is_all_ones(s) {
                rest = &rest[1..];
                let zero = self.scev.query.module.constants().int(self.scev.query.module.context(), ty, 0);
                product = Some(self.binary(BinaryOp::Sub, IntFlags::empty(), Operand::Value(zero), so_far, ty, at));
                continue;
            }
            let other = self.power(&mut rest, ty, at)?;
            let (lhs, rhs) = constant_last(so_far, other);
            let mut flags = super::ranges::int_flags(flags);
            let constant = match rhs {
                Operand::Value(value) => self.scev.query.constant_int(value),
                Operand::Step(_) => None,
            };
            product = Some(match constant.filter(|n| n.is_power_of_two()) {
                Some(n) => {
                    let amount = n.trailing_zeros();
                    if amount + 1 == n.width() {
                        flags.remove(IntFlags::NSW);
                    }
                    let amount = self.amount(ty, amount);
                    self.binary(BinaryOp::Shl, flags, lhs, amount, ty, at)
                }
                None => self.binary(BinaryOp::Mul, flags, lhs, rhs, ty, at),
            });
        }
        product
    }

    fn amount(&self, ty: Type, amount: u32) -> Operand {
        let module = self.scev.query.module;
        Operand::Value(module.constants().int(module.context(), ty, amount.into()))
    }

    /// The product of the equal factors at the front, by repeated squaring.
    fn power(&mut self, rest: &mut &[(Option<Loop>, Scev)], ty: Type, at: Inst) -> Option<Operand> {
        let first = rest[0].1;
        let mut exponent = rest.iter().take_while(|&&(_, s)| s == first).count();
        *rest = &rest[exponent..];
        let mut square = self.plan(first, at)?;
        let mut result = (exponent % 2 == 1).then_some(square);
        exponent /= 2;
        while exponent > 0 {
            square = self.binary(BinaryOp::Mul, IntFlags::empty(), square, square, ty, at);
            if exponent % 2 == 1 {
                result = Some(match result {
                    Some(so_far) => self.binary(BinaryOp::Mul, IntFlags::empty(), so_far, square, ty, at),
                    None => square,
                });
            }
            exponent /= 2;
        }
        result
    }

    fn quotient(&mut self, lhs: Scev, rhs: Scev, ty: Type, at: Inst) -> Option<Operand> {
        let dividend = self.plan(lhs, at)?;
        if let Some(power) = self.scev.as_constant(rhs).filter(|n| n.is_power_of_two()).map(Int::trailing_zeros) {
            let amount = self.amount(ty, power);
            return Some(self.binary(BinaryOp::LShr, IntFlags::empty(), dividend, amount, ty, at));
        }
        let mut divisor = self.plan(rhs, at)?;
        let is_non_zero = self.scev.is_known_non_zero(rhs);
        if self.divides_always && self.scev.as_constant(rhs).is_none() {
            divisor = self.step(Operation::Freeze(divisor), ty, at);
            let one = self.amount(ty, 1);
            divisor = self.step(Operation::MinMax(MinMax::UMax, divisor, one), ty, at);
        }
        Some(match is_non_zero {
            true => self.binary(BinaryOp::UDiv, IntFlags::empty(), dividend, divisor, ty, at),
            false => self.step(Operation::Binary(BinaryOp::UDiv, IntFlags::empty(), dividend, divisor), ty, at),
        })
    }

    fn min_max(&mut self, op: MinMax, operands: &[Scev], ty: Type, at: Inst) -> Option<Operand> {
        if !self.scev.query.module.context().is_int(ty) {
            return None;
        }
        let is_sequential = op == MinMax::SequentialUMin;
        let op = if is_sequential { MinMax::UMin } else { op };
        let mut result = None;
        for (place, &s) in operands.iter().enumerate().rev() {
            // Only the first operand of a sequential minimum is evaluated always.
            let is_guarded = is_sequential && place > 0;
            let outer = self.divides_always;
            self.divides_always |= is_guarded;
            let operand = self.plan(s, at);
            self.divides_always = outer;
            let mut operand = operand?;
            if is_guarded {
                operand = self.step(Operation::Freeze(operand), ty, at);
            }
            result = Some(match result {
                Some(so_far) => self.step(Operation::MinMax(op, so_far, operand), ty, at),
                None => operand,
            });
        }
        result
    }

    /// A recurrence of a loop around the place, from a phi that counts the iterations of the loop.
    fn recurrence(&mut self, s: Scev, operands: &[Scev], of: Loop, at: Inst) -> Option<Operand> {
        let &[start, step] = operands else { return None };
        if !self.scev.loops.contains(of, self.block_of(at)?) {
            return None;
        }
        let (ty, flags) = (self.scev.ty(s), self.scev.flags(s));
        if self.scev.is_pointer(s) {
            let base = self.scev.pointer_base(s);
            let base = self.plan(base, at)?;
            let offset = self.scev.without_base(s);
            return self.offset(base, offset, flags & Wrap::NUW, ty, at);
        }
        if !self.scev.is_zero(start) {
            let zero = self.scev.int(ty, 0);
            let rest = self.scev.add_rec(&[zero, step], of, flags & Wrap::NW);
            let start = self.plan(start, at)?;
            let rest = self.plan(rest, at)?;
            let (lhs, rhs) = constant_last(start, rest);
            return Some(self.binary(BinaryOp::Add, IntFlags::empty(), lhs, rhs, ty, at));
        }
        let counter = self.counter(of, self.scev.width_of(ty))?;
        let counter = self.scev.unknown(counter.into());
        let counter = self.scev.trunc_or_zext(counter, ty, 0);
        let product = self.scev.mul(counter, step);
        self.plan(product, at)
    }

    /// A phi that counts the iterations of a loop from zero, of at least this width.
    fn counter(&mut self, of: Loop, width: u32) -> Option<Inst> {
        let body = self.scev.query.body;
        let header = self.scev.loops.header(of);
        let phis = body.insts(header).take_while(|&inst| matches!(body.inst(inst), InstData::Phi { .. }));
        phis.into_iter().find(|&phi| {
            let ty = body.inst_type(phi);
            if !self.scev.query.module.context().is_int(ty) || self.scev.width_of(ty) < width {
                return false;
            }
            let s = self.scev.of(phi.into());
            self.scev
                .affine(s)
                .is_some_and(|(start, step, own)| own == of && self.scev.is_zero(start) && self.scev.is_one(step))
        })
    }

    // Costs.

    /// Whether computing the expression before `at` costs more than `budget` simple instructions, or needs a division.
    pub fn is_expensive(&mut self, s: Scev, of: Loop, budget: u32, at: Inst) -> bool {
        let mut met: HashSet<Scev> = HashSet::default();
        let mut pending = vec![s];
        let mut cost = 0u32;
        while let Some(s) = pending.pop() {
            if !met.insert(s) || matches!(self.scev.kind(s), Kind::Constant(_) | Kind::Unknown(_) | Kind::VScale) {
                continue;
            }
            if self.has_related(s, of, at) {
                continue;
            }
            let count = self.scev.operands(s).len() as u32;
            cost += match *self.scev.kind(s) {
                Kind::Trunc(_) => {
                    let layout = self.scev.query.module.data_layout();
                    u32::from(!layout.is_legal_int(self.scev.width(s).into()))
                }
                Kind::ZExt(_) | Kind::SExt(_) => 1,
                Kind::PtrToInt(_) => 0,
                Kind::UDiv(_, divisor) => {
                    if self.scev.as_constant(divisor).is_some_and(|n| n.is_power_of_two()) {
                        1
                    } else {
                        let one = self.scev.one_like(s);
                        let next = self.scev.add(s, one);
                        if self.has_related(next, of, at) {
                            continue;
                        }
                        4
                    }
                }
                Kind::Add(_) | Kind::Mul(_) => count - 1,
                Kind::MinMax(MinMax::SequentialUMin, _) => 3 * (count - 1),
                Kind::MinMax(..) => 2 * (count - 1),
                Kind::AddRec(ref operands, _) => {
                    let terms = operands.iter().filter(|&&s| !self.scev.is_zero(s)).count() as u32;
                    let is_factor = |&&s: &&Scev| !self.scev.is_zero(s) && !self.scev.is_one(s);
                    let factors = operands[1..].iter().filter(is_factor).count() as u32;
                    terms.saturating_sub(1) + factors + (count - 2)
                }
                Kind::Constant(_) | Kind::Unknown(_) | Kind::VScale => 0,
            };
            if cost > budget {
                return true;
            }
            pending.extend(self.scev.operands(s));
        }
        false
    }

    /// Whether an exit condition of the loop or another available instruction computes the expression.
    fn has_related(&mut self, s: Scev, of: Loop, at: Inst) -> bool {
        let taken = self.scev.backedge_taken(of);
        let body = self.scev.query.body;
        for &(block, _) in taken.exits.iter().take(MAX_KNOWN) {
            let Some(InstData::CondBr { condition, .. }) = body.terminator(block).map(|t| body.inst(t)) else {
                continue;
            };
            let Some(InstData::ICmp { lhs, rhs, .. }) = self.scev.query.inst(*condition) else { continue };
            for value in [*lhs, *rhs] {
                if value.as_inst().is_some()
                    && self.scev.has_expressions(self.scev.query.type_of(value))
                    && self.scev.of(value) == s
                    && value.as_inst().is_none_or(|inst| self.dominates(inst, at))
                {
                    return true;
                }
            }
        }
        self.existing(s, at).is_some()
    }
}

impl ScalarEvolution<'_> {
    /// Whether an expression has no undefined behaviour wherever its values are available.
    pub(crate) fn is_safe_to_compute(&mut self, s: Scev) -> bool {
        let mut met: HashSet<Scev> = HashSet::default();
        let mut pending = vec![s];
        while let Some(s) = pending.pop() {
            if let Kind::UDiv(_, divisor) = *self.kind(s)
                && !self.is_known_non_zero(divisor)
            {
                return false;
            }
            pending.extend(self.operands(s).into_iter().filter(|&operand| met.insert(operand)));
        }
        true
    }

    /// Whether an expression is a negative constant or a product with one: it is better subtracted.
    pub(crate) fn is_subtraction(&self, s: Scev) -> bool {
        let first = match self.kind(s) {
            Kind::Mul(operands) => operands[0],
            _ => s,
        };
        self.as_constant(first).is_some_and(Int::is_negative)
    }
}

fn constant_last(a: Operand, b: Operand) -> (Operand, Operand) {
    match a {
        Operand::Value(value) if value.is_constant() => (b, a),
        _ => (a, b),
    }
}

impl Recipe {
    /// Inserts the instructions. Returns the result of each step.
    pub fn insert(self, f: &mut FunctionEdit<'_, '_>) -> Vec<Value> {
        for (inst, certain) in self.unflagged {
            f.editor.change(inst, |data, _| {
                *data = crate::combine::without_flags(data);
                if let InstData::Binary { flags, .. } = data {
                    *flags = certain;
                }
            });
        }
        let mut results: Vec<Value> = Vec::new();
        for step in self.steps {
            results.push(insert(f, &step, &results));
        }
        results
    }
}

fn insert(f: &mut FunctionEdit<'_, '_>, step: &Step, results: &[Value]) -> Value {
    let get = |operand: Operand| operand.value(results);
    let module = f.editor.module();
    let (data, name): (InstData, &[u8]) = match step.operation {
        Operation::Binary(op, flags, lhs, rhs) => {
            let (lhs, rhs) = (get(lhs), get(rhs));
            if let Some(folded) = module.fold_binary(op, flags, lhs, rhs) {
                return folded;
            }
            (InstData::Binary { op, flags, fast_math: Default::default(), lhs, rhs }, b"")
        }
        Operation::Cast(op, flags, value) => {
            let value = get(value);
            if let Some(folded) = module.fold_cast(op, value, step.ty) {
                return folded;
            }
            (InstData::Cast { op, flags, fast_math: Default::default(), value }, b"")
        }
        Operation::Offset(base, offset, flags) => {
            let operands = f.editor.list(&[get(base), get(offset)]);
            (InstData::GetElementPtr { source: Type::I8, flags, operands }, b"scevgep")
        }
        Operation::Freeze(value) => {
            let value = get(value);
            if value.is_constant() {
                return value;
            }
            (InstData::Freeze { value }, b"")
        }
        Operation::MinMax(op, lhs, rhs) => {
            let name = match op {
                MinMax::UMax => "umax",
                MinMax::SMax => "smax",
                MinMax::SMin => "smin",
                MinMax::UMin | MinMax::SequentialUMin => "umin",
            };
            return insert_call(f, name, step, [get(lhs), get(rhs)]);
        }
    };
    if let Some(found) = nearby(f, step.at, &data) {
        return found.into();
    }
    let loc = f.editor.body().debug_loc(step.at);
    let inst = f.editor.insert(Point::Before(step.at), data, step.ty);
    f.editor.set_debug_loc(inst, loc);
    if !name.is_empty() {
        f.editor.set_name(inst.into(), name);
    }
    inst.into()
}

fn insert_call(f: &mut FunctionEdit<'_, '_>, name: &str, step: &Step, args: [Value; 2]) -> Value {
    let module = f.editor.module();
    let poison = module.constants().poison(step.ty);
    let Ok(callee) = f.additions.intrinsic(&format!("llvm.{name}"), &[step.ty]) else { return poison };
    let Some(ty) = module.global(callee).map(|g| g.value_type) else { return poison };
    let loc = f.editor.body().debug_loc(step.at);
    let call = f.editor.build(Point::Before(step.at), loc, |b| b.call(callee.into(), ty, &args));
    let Ok(call) = call else { return poison };
    f.editor.set_name(call.into(), name.as_bytes());
    call.into()
}

/// An instruction shortly before `at` with the same operation, operands and flags.
fn nearby(f: &FunctionEdit<'_, '_>, at: Inst, data: &InstData) -> Option<Inst> {
    let body = f.editor.body();
    let before = std::iter::successors(body.prev_inst(at), |&inst| body.prev_inst(inst));
    before.take(MAX_SEARCHED).find(|&inst| match (body.inst(inst), data) {
        (
            InstData::Binary { op, flags, lhs, rhs, .. },
            InstData::Binary { op: new_op, flags: new_flags, lhs: new_lhs, rhs: new_rhs, .. },
        ) => (op, lhs, rhs) == (new_op, new_lhs, new_rhs) && new_flags.contains(*flags),
        (InstData::GetElementPtr { source, flags, operands }, InstData::GetElementPtr { operands: new, .. }) => {
            *source == Type::I8 && flags.is_empty() && body.list_values(operands) == body.list_values(new)
        }
        _ => false,
    })
}
