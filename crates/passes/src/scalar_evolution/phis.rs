//! The expressions of phis and selects.

use lindworm_analysis::Loop;
use lindworm_ir::eval::{BinaryOp, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{Block, Inst, InstData, Value};

use super::{Kind, MAX_NESTING, MinMax, ScalarEvolution, Scev, Wrap};

impl ScalarEvolution<'_> {
    pub(super) fn of_phi(&mut self, phi: Inst) -> Scev {
        let unknown = self.unknown(phi.into());
        if self.nesting >= MAX_NESTING {
            return unknown;
        }
        self.nesting += 1;
        let found = self.analyse_phi(phi);
        self.nesting -= 1;
        found.unwrap_or(unknown)
    }

    fn analyse_phi(&mut self, phi: Inst) -> Option<Scev> {
        let body = self.query.body;
        let block = body.inst_block(phi)?;
        if let Some(of) = self.loops.loop_of(block).filter(|&of| self.loops.header(of) == block)
            && let Some(rec) = self.recurrence_of_phi(phi, of)
        {
            return Some(rec);
        }
        let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
        let values = body.list_values(incoming).to_vec();
        // A phi with one value.
        let mut others = values.iter().step_by(2).filter(|&&value| value != phi.into());
        let first = *others.next()?;
        if others.all(|&other| other == first) && self.query.dominates(first, phi) {
            return Some(self.of(first));
        }
        self.phi_of_equal_values(block, &values).or_else(|| self.select_of_phi(phi, block, &values))
    }

    /// The expression of all incoming values of a phi, which are the same operation on the same operands.
    fn phi_of_equal_values(&mut self, block: Block, values: &[Value]) -> Option<Scev> {
        let incoming = || values.iter().step_by(2).copied();
        let operation = |value: Value| self.query.binary(value).map(|(op, _, a, b)| (op, a, b));
        let first = operation(values[0])?;
        if !incoming().all(|value| operation(value) == Some(first)) {
            return None;
        }
        let all = self.of(values[0]);
        (self.dominates(all, block) && incoming().all(|value| self.of(value) == all)).then_some(all)
    }

    /// A recurrence for a phi of a loop header.
    fn recurrence_of_phi(&mut self, phi: Inst, of: Loop) -> Option<Scev> {
        let body = self.query.body;
        let InstData::Phi { incoming, .. } = body.inst(phi) else { return None };
        let (mut start, mut next): (Option<Value>, Option<Value>) = (None, None);
        for pair in body.list_values(incoming).chunks_exact(2) {
            let from = pair[1].as_block()?;
            let place = if self.loops.contains(of, from) { &mut next } else { &mut start };
            match place {
                Some(known) if *known != pair[0] => return None,
                _ => *place = Some(pair[0]),
            }
        }
        let (start, next) = (start?, next?);
        // phi + step
        if let Some((BinaryOp::Add, flags, lhs, rhs)) = self.query.binary(next)
            && self.query.width_of(next).is_some()
        {
            let step = match () {
                _ if lhs == phi.into() => Some(rhs),
                _ if rhs == phi.into() => Some(lhs),
                _ => None,
            };
            let is_fixed = |this: &Self, v: Value| this.block_of(v).is_none_or(|block| !this.loops.contains(of, block));
            if let Some(step) = step.filter(|&step| is_fixed(self, step)) {
                let wrap = super::of_value::wrap_flags(flags);
                let (start, step) = (self.of(start), self.of(step));
                let rec = self.add_rec(&[start, step], of, wrap);
                self.note(phi.into(), rec);
                self.infer_flags(rec);
                self.note_next(start, step, of, next, wrap);
                return Some(rec);
            }
        }
        // While the value of the next iteration is computed, the phi is unknown.
        let name = self.unknown(phi.into());
        let mark = self.tables.inserted.len();
        self.note(phi.into(), name);
        let next_scev = self.of(next);
        let found = self.recurrence_from(phi, name, start, next, next_scev, of);
        if found.is_some() {
            // Expressions with the temporary name are made again.
            let stale: Vec<Value> = self.tables.inserted.drain(mark..).collect();
            for value in stale {
                let keep =
                    value != phi.into() && self.tables.of_value.get(&value).is_some_and(|&s| !self.contains(s, name));
                match keep {
                    true => self.tables.inserted.push(value),
                    false => {
                        self.tables.of_value.remove(&value);
                    }
                }
            }
        }
        let rec = found?;
        self.note(phi.into(), rec);
        self.infer_flags(rec);
        Some(rec)
    }

    fn recurrence_from(
        &mut self,
        phi: Inst,
        name: Scev,
        start: Value,
        next: Value,
        next_scev: Scev,
        of: Loop,
    ) -> Option<Scev> {
        match self.kind(next_scev).clone() {
            Kind::Add(operands) => {
                let at = operands.iter().position(|&s| s == name)?;
                let mut rest = operands.to_vec();
                rest.remove(at);
                let step = self.sum(rest, Wrap::empty(), 0);
                let step = self.on_backedge(step, of);
                let is_rec = matches!(self.kind(step), Kind::AddRec(_, own) if *own == of);
                if !self.is_invariant(step, of) && !is_rec {
                    return None;
                }
                if self.contains(step, name) {
                    return None;
                }
                let mut flags = Wrap::empty();
                match self.query.inst(next) {
                    Some(InstData::Binary { op: BinaryOp::Add, flags: own, lhs, rhs, .. })
                        if *lhs == phi.into() || *rhs == phi.into() =>
                    {
                        flags = super::of_value::wrap_flags(*own);
                    }
                    Some(InstData::GetElementPtr { flags: own, operands, .. })
                        if self.query.body.list_values(operands)[0] == phi.into() =>
                    {
                        if own.contains(GepFlags::NUSW) {
                            flags |= Wrap::NW;
                            if self.is_non_negative(step) {
                                flags |= Wrap::NUW;
                            }
                        }
                        if own.contains(GepFlags::NUW) {
                            flags |= Wrap::NUW;
                        }
                    }
                    _ => {}
                }
                let start = self.of(start);
                if matches!(self.kind(start), Kind::AddRec(_, own) if *own == of) {
                    return None;
                }
                let rec = self.add_rec(&[start, step], of, super::closed(flags));
                self.note_next(start, step, of, next, flags);
                Some(rec)
            }
            // The value is that of another recurrence, shifted by one iteration.
            Kind::AddRec(operands, own) if own == of => {
                let mut before: Vec<Scev> = operands.to_vec();
                for i in (0..before.len() - 1).rev() {
                    before[i] = self.minus(before[i], before[i + 1], Wrap::empty())?;
                }
                let start = self.of(start);
                if start != before[0] || before.iter().any(|&s| self.contains(s, name)) {
                    return None;
                }
                Some(self.add_rec(&before, of, Wrap::empty()))
            }
            _ => None,
        }
    }

    /// An expression as it is when the back edge is taken: the condition of the latch is known.
    fn on_backedge(&mut self, s: Scev, of: Loop) -> Scev {
        let body = self.query.body;
        let terminator = self.latch(of).and_then(|latch| body.terminator(latch));
        match terminator.map(|terminator| body.inst(terminator)) {
            Some(&InstData::CondBr { condition, if_true, if_false }) if if_true != if_false => {
                self.with_condition(s, condition, if_true == self.loops.header(of), 0)
            }
            _ => s,
        }
    }

    fn with_condition(&mut self, s: Scev, condition: Value, is_true: bool, depth: u32) -> Scev {
        const MAX_DEPTH: u32 = 8;
        let kind = self.kind(s).clone();
        match kind {
            Kind::Unknown(value) if value == condition => self.constant(Int::new(1, is_true.into())),
            Kind::Unknown(value) => match self.query.inst(value) {
                Some(&InstData::Select { condition: own, if_true, if_false, .. }) if own == condition => {
                    self.of(if is_true { if_true } else { if_false })
                }
                _ => s,
            },
            Kind::AddRec(..) => s,
            _ if depth > MAX_DEPTH || self.is_too_big(s) => s,
            _ => {
                let operands = self.operands(s);
                let change = |&s: &Scev| self.with_condition(s, condition, is_true, depth + 1);
                let new: Vec<Scev> = operands.iter().map(change).collect();
                match new[..] == operands[..] {
                    true => s,
                    false => self.rebuild(&kind, self.ty(s), &new, Wrap::empty()),
                }
            }
        }
    }

    /// The increment of a recurrence has its flags too, if it is executed whenever the loop is, and its poison is undefined
    /// behaviour.
    fn note_next(&mut self, start: Scev, step: Scev, of: Loop, next: Value, flags: Wrap) {
        let Some(inst) = next.as_inst().filter(|_| flags.intersects(Wrap::NUW | Wrap::NSW)) else { return };
        if !self.is_invariant(step, of) || self.loop_of(next) != Some(of) {
            return;
        }
        let mut int_flags = IntFlags::empty();
        if flags.contains(Wrap::NUW) {
            int_flags |= IntFlags::NUW;
        }
        if flags.contains(Wrap::NSW) {
            int_flags |= IntFlags::NSW;
        }
        if self.is_rec_never_poison(inst, of) {
            let first = self.add(start, step);
            self.add_rec(&[first, step], of, super::closed(super::of_value::wrap_flags(int_flags)));
        }
    }

    /// Whether the increment of a recurrence is never poison. A loop without other exits whose exit branch depends on poison is
    /// undefined behaviour.
    fn is_rec_never_poison(&mut self, inst: Inst, of: Loop) -> bool {
        if self.query.is_undefined_if_poison(inst) && self.is_executed_in_header(inst, of) {
            return true;
        }
        let leaves = |&block: &Block| self.cfg.successors(block).iter().any(|&to| !self.loops.contains(of, to));
        let exiting: Vec<Block> = self.loops.blocks(of).filter(leaves).collect();
        let [exit] = exiting[..] else { return false };
        if !self.has_no_abnormal_exit(of) {
            return false;
        }
        const MAX_USERS: usize = 64;
        let body = self.query.body;
        let mut met: lindworm_ir::hash::HashSet<Inst> = [inst].into_iter().collect();
        let mut pending = vec![inst];
        while let Some(poison) = pending.pop() {
            for at in self.query.uses.of(poison.into()).take(MAX_USERS) {
                let Some(block) = body.inst_block(at.user).filter(|&block| self.loops.contains(of, block)) else {
                    continue;
                };
                let data = body.inst(at.user);
                let value = Value::from(poison);
                let is_undefined = match data {
                    InstData::CondBr { condition, .. } | InstData::Switch { condition, .. } => *condition == value,
                    InstData::Load { pointer, .. } | InstData::Store { pointer, .. } => *pointer == value,
                    InstData::Binary { op, rhs, .. } if op.is_int_div_rem() => *rhs == value,
                    _ => false,
                };
                if is_undefined && self.dominators.dominates(block, exit) {
                    return true;
                }
                let propagates = matches!(
                    data,
                    InstData::Binary { .. }
                        | InstData::Cast { .. }
                        | InstData::ICmp { .. }
                        | InstData::GetElementPtr { .. }
                );
                if propagates && met.len() < MAX_USERS && met.insert(at.user) {
                    pending.push(at.user);
                }
            }
        }
        false
    }

    /// Whether every iteration of a loop that starts reaches an instruction.
    fn is_executed_in_header(&mut self, inst: Inst, of: Loop) -> bool {
        let header = self.loops.header(of);
        self.query
            .body
            .first_inst(header)
            .is_some_and(|first| self.is_reached_from((Some(header), None), inst) || first == inst)
    }

    /// Flags of a recurrence that follow from the range of its values.
    pub(super) fn infer_flags(&mut self, rec: Scev) {
        let Some((_, step, of)) = self.affine(rec) else { return };
        if self.flags(rec).contains(Wrap::NUW | Wrap::NSW) {
            return;
        }
        let Some(count) = self.constant_max_count(of) else { return };
        // The values do not come back to the start if count * step has no more bits than the type.
        let step_range = self.range(step, true);
        let step_bits = step_range.signed_min().min_signed_bits().max(step_range.signed_max().min_signed_bits());
        let width = self.width(rec);
        if self.as_constant(count).is_some_and(|count| count.active_bits() + step_bits <= width) {
            self.add_flags(rec, Wrap::NW);
        }
        for (flag, is_signed) in [(Wrap::NSW, true), (Wrap::NUW, false)] {
            if self.flags(rec).contains(flag) {
                continue;
            }
            let range = self.range(rec, is_signed);
            let step = self.range(step, is_signed);
            if range.never_overflows(BinaryOp::Add, is_signed, &step) {
                self.add_flags(rec, flag | Wrap::NW);
            }
        }
    }

    /// A phi that merges the two ways of a branch is a select.
    fn select_of_phi(&mut self, phi: Inst, block: Block, values: &[Value]) -> Option<Scev> {
        let &[x, from_x, y, from_y] = values else { return None };
        let (from_x, from_y) = (from_x.as_block()?, from_y.as_block()?);
        if !self.dominators.is_reachable(from_x) || !self.dominators.is_reachable(from_y) {
            return None;
        }
        let top = self.dominators.idom(block)?;
        let body = self.query.body;
        let InstData::CondBr { condition, if_true, if_false } = *body.inst(body.terminator(top)?) else { return None };
        if if_true == if_false {
            return None;
        }
        let leads = |edge: Block, from: Block| {
            let is_edge = edge == block && from == top;
            is_edge || edge != block && self.cfg.predecessors(edge).len() == 1 && self.dominators.dominates(edge, from)
        };
        let (if_true, if_false) = match () {
            _ if leads(if_true, from_x) && leads(if_false, from_y) => (x, y),
            _ if leads(if_true, from_y) && leads(if_false, from_x) => (y, x),
            _ => return None,
        };
        // The values must be available at the branch.
        let (a, b) = (self.of(if_true), self.of(if_false));
        if !self.dominates(a, block) || !self.dominates(b, block) {
            return None;
        }
        self.of_select(phi, condition, if_true, if_false)
    }

    /// `condition ? a : b`, if it is a minimum or maximum.
    pub(super) fn of_select(&mut self, inst: Inst, condition: Value, if_true: Value, if_false: Value) -> Option<Scev> {
        let ty = self.query.body.inst_type(inst);
        if let Some(value) = self.query.module.constants().as_u64(condition) {
            return Some(self.of(if value == 1 { if_true } else { if_false }));
        }
        if !self.query.module.context().is_int(self.query.type_of(condition)) || !self.has_expressions(ty) {
            return None;
        }
        if let Some(&InstData::ICmp { predicate, lhs, rhs, .. }) = self.query.inst(condition)
            && self.has_expressions(self.query.type_of(lhs))
            && let Some(found) = self.select_by_compare(ty, predicate, lhs, rhs, if_true, if_false)
        {
            return Some(found);
        }
        self.select_of_bits(ty, condition, if_true, if_false)
    }

    fn select_by_compare(
        &mut self,
        ty: lindworm_ir::Type,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        if_true: Value,
        if_false: Value,
    ) -> Option<Scev> {
        use IntPredicate::*;
        let (mut lhs, mut rhs, mut predicate) = (lhs, rhs, predicate);
        if matches!(predicate, Slt | Sle | Ult | Ule) {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        match predicate {
            Sgt | Sge | Ugt | Uge => {
                if self.width_of(self.query.type_of(lhs)) > self.width_of(ty) {
                    return None;
                }
                let is_signed = predicate.is_signed();
                let (la, ra) = (self.of(if_true), self.of(if_false));
                let (mut l, mut r) = (self.of(lhs), self.of(rhs));
                if self.is_pointer(la) {
                    if la == l && ra == r {
                        return Some(self.min_max(if is_signed { MinMax::SMax } else { MinMax::UMax }, vec![l, r]));
                    }
                    if la == r && ra == l {
                        return Some(self.min_max(if is_signed { MinMax::SMin } else { MinMax::UMin }, vec![l, r]));
                    }
                }
                let extend = |this: &mut Self, s: Scev| {
                    let s = match this.is_pointer(s) {
                        true => this.ptr_to_int(s)?,
                        false => s,
                    };
                    Some(if is_signed { this.trunc_or_sext(s, ty, 0) } else { this.trunc_or_zext(s, ty, 0) })
                };
                if self.query.module.context().is_pointer(ty) {
                    return None;
                }
                (l, r) = (extend(self, l)?, extend(self, r)?);
                // a > b ? a + x : b + x is max(a, b) + x; a > b ? b + x : a + x is min(a, b) + x.
                if let (Some(x), Some(y)) = (self.minus(la, l, Wrap::empty()), self.minus(ra, r, Wrap::empty()))
                    && x == y
                {
                    let max = self.min_max(if is_signed { MinMax::SMax } else { MinMax::UMax }, vec![l, r]);
                    return Some(self.add(max, x));
                }
                if let (Some(x), Some(y)) = (self.minus(la, r, Wrap::empty()), self.minus(ra, l, Wrap::empty()))
                    && x == y
                {
                    let min = self.min_max(if is_signed { MinMax::SMin } else { MinMax::UMin }, vec![l, r]);
                    return Some(self.add(min, x));
                }
                None
            }
            // x == 0 ? c + y : x + y, with c of at most one, is umax(x, c) + y.
            Eq | Ne => {
                let (if_true, if_false) = if predicate == Ne { (if_false, if_true) } else { (if_true, if_false) };
                if self.query.module.context().is_pointer(ty)
                    || self.query.module.context().is_pointer(self.query.type_of(lhs))
                    || !self.query.constant_int(rhs)?.is_zero()
                    || self.width_of(self.query.type_of(lhs)) > self.width_of(ty)
                {
                    return None;
                }
                let x = self.of(lhs);
                let x = self.trunc_or_zext(x, ty, 0);
                let (constant, value) = (self.of(if_true), self.of(if_false));
                let y = self.minus(value, x, Wrap::empty())?;
                let c = self.minus(constant, y, Wrap::empty())?;
                if let Some(c_value) = self.as_constant(c)
                    && c_value.active_bits() <= 1
                {
                    let max = self.umax(x, c);
                    return Some(self.add(max, y));
                }
                // x == 0 ? 0 : umin(..., x, ...) is umin_seq(x, umin(...)).
                if self.is_zero(constant)
                    && let Kind::MinMax(op @ (MinMax::UMin | MinMax::SequentialUMin), operands) =
                        self.kind(value).clone()
                    && let Some(at) = operands.iter().position(|&s| s == x)
                {
                    let mut rest = operands.to_vec();
                    rest.remove(at);
                    let rest = self.min_max(op, rest);
                    return Some(self.sequential_umin(vec![x, rest]));
                }
                None
            }
            _ => None,
        }
    }

    /// `condition ? c1 : c2` and the like, where the condition is a number of one bit.
    fn select_of_bits(
        &mut self,
        ty: lindworm_ir::Type,
        condition: Value,
        if_true: Value,
        if_false: Value,
    ) -> Option<Scev> {
        if self.query.module.context().is_pointer(ty) {
            return None;
        }
        let is_bool = self.width_of(ty) == 1;
        let constants = self.query.module.constants();
        let constant = |v| constants.as_u64(v);
        if is_bool && constant(if_false) == Some(0) {
            // condition && if_true
            let (c, x) = (self.of(condition), self.of(if_true));
            return Some(self.sequential_umin(vec![c, x]));
        }
        if is_bool && constant(if_true) == Some(1) {
            // condition || if_false
            let (c, x) = (self.of(condition), self.of(if_false));
            let (not_c, not_x) = (self.not(c), self.not(x));
            let both = self.sequential_umin(vec![not_c, not_x]);
            return Some(self.not(both));
        }
        // c1 + (c2 - c1) * condition
        let (t, f) = (self.of(if_true), self.of(if_false));
        if self.as_constant(t).is_none() && self.as_constant(f).is_none() {
            return None;
        }
        let c = self.of(condition);
        let difference = self.minus(t, f, Wrap::empty())?;
        self.as_constant(difference)?;
        if !is_bool {
            return None;
        }
        let product = self.mul(c, difference);
        Some(self.add(f, product))
    }
}
