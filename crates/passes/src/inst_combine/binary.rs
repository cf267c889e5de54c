//! Binary operations.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Combiner;
use crate::simplify::rules::{Op, Operation};
use crate::value_tracking::Query;

/// The parts of a binary operation.
#[derive(Clone, Copy)]
struct Parts {
    op: BinaryOp,
    flags: IntFlags,
    lhs: Value,
    rhs: Value,
}

/// Whether a right shift is by the number of trailing zeros, or undoes a left shift.
fn shifts_zeros_out(query: &Query<'_>, value: Value, by: Value) -> bool {
    query.intrinsic(by).is_some_and(|(id, args)| id == IntrinsicId::CTTZ && args[0] == value)
        || matches!(query.binary(value), Some((BinaryOp::Shl, _, _, n)) if n == by)
}

impl Combiner<'_, '_, '_> {
    /// The rank of a value in the canonical order of operands: values of a higher rank come first.
    pub(super) fn complexity(&self, value: Value) -> u8 {
        let constants = self.f.editor.module().constants();
        if value.is_constant() || value.as_global().is_some() {
            return u8::from(!constants.is_undef_or_poison(value));
        }
        let query = self.query();
        match query.inst(value) {
            Some(InstData::Cast { .. } | InstData::FNeg { .. }) => 2,
            Some(InstData::Binary { op: BinaryOp::Sub, lhs, .. }) if constants.is_zero(*lhs) => 2,
            Some(_) if query.as_not(value).is_some() => 2,
            _ => 3,
        }
    }

    fn parts(&self, inst: Inst) -> Option<Parts> {
        match self.data(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. } => Some(Parts { op, flags, lhs, rhs }),
            _ => None,
        }
    }

    pub(super) fn visit_binary(&mut self, inst: Inst) -> Option<Value> {
        let Parts { op, lhs, rhs, .. } = self.parts(inst)?;
        let mut is_changed = false;
        if op.is_commutative() && self.complexity(lhs) < self.complexity(rhs) {
            self.f.editor.set_operands(inst, &[rhs, lhs]);
            is_changed = true;
        }
        if op.is_associative() {
            is_changed |= self.reassociate(inst);
        }
        let is_logic = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let early = match op {
            BinaryOp::Sub => self.subtract(inst),
            _ if is_logic => self.demand(inst),
            _ => None,
        };
        let found = early.or_else(|| self.by_rules(inst)).or_else(|| self.factor(inst)).or_else(|| match op {
            BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem => self.division(inst),
            BinaryOp::Mul => self.multiply_by_power(inst),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.visit_shift(inst),
            _ if is_logic => self.logic(inst),
            BinaryOp::FDiv => self.tangent(inst),
            _ => None,
        });
        found
            .or_else(|| self.push_into_select(inst))
            .or_else(|| self.push_into_phi(inst))
            .or_else(|| if is_logic { None } else { self.demand(inst) })
            .or_else(|| self.infer_flags(inst))
            .or_else(|| is_changed.then(|| inst.into()))
    }

    /// A subtraction as an addition of the negation, unless the rules have something better.
    fn subtract(&mut self, inst: Inst) -> Option<Value> {
        let Parts { lhs, rhs, flags, .. } = self.parts(inst)?;
        let query = self.query();
        let is_left_to_rules = match query.binary(rhs) {
            Some((BinaryOp::Sub, _, zero, _)) => query.module.constants().is_zero(zero),
            Some((BinaryOp::Add, _, _, addend)) => lhs.is_constant() && addend.is_constant(),
            _ => rhs.is_constant(),
        };
        if is_left_to_rules { None } else { self.subtract_negated(inst, lhs, rhs, flags) }
    }

    /// Sets the operands and the flags of a binary operation.
    fn set_parts(&mut self, inst: Inst, lhs: Value, rhs: Value, new: IntFlags) {
        let Some(old) = self.parts(inst) else { return };
        self.f.editor.change(inst, |data, _| {
            if let InstData::Binary { flags, lhs: l, rhs: r, .. } = data {
                (*flags, *l, *r) = (new, lhs, rhs);
            }
        });
        self.lost_a_use(old.lhs);
        self.lost_a_use(old.rhs);
    }

    /// Reassociates while a part of the expression becomes an existing value. Returns whether the instruction changed.
    fn reassociate(&mut self, inst: Inst) -> bool {
        let mut is_changed = false;
        // Each step removes an operation from the expression.
        for _ in 0..64 {
            let Some(whole) = self.parts(inst) else { break };
            if self.reassociate_once(inst, whole).is_none() {
                break;
            }
            is_changed = true;
            let Some(Parts { op, lhs, rhs, .. }) = self.parts(inst) else { break };
            if op.is_commutative() && self.complexity(lhs) < self.complexity(rhs) {
                self.f.editor.set_operands(inst, &[rhs, lhs]);
            }
        }
        is_changed
    }

    fn reassociate_once(&mut self, inst: Inst, whole: Parts) -> Option<()> {
        let op = whole.op;
        let query = self.query();
        let inner = |v: Value| {
            let (inner_op, flags, lhs, rhs) = query.binary(v)?;
            (inner_op == op).then_some(Parts { op, flags, lhs, rhs })
        };
        let simple = |a, b| query.simplify_binary(op, IntFlags::empty(), FastMathFlags::empty(), a, b, 3);
        let (left, right) = (inner(whole.lhs), inner(whole.rhs));
        let in_unreachable_code = [whole.lhs, whole.rhs].contains(&inst.into());
        if in_unreachable_code {
            return None;
        }
        if let Some(l) = left {
            // (a op b) op c is a op (b op c).
            if let Some(v) = simple(l.rhs, whole.rhs) {
                let (nuw, nsw) = (IntFlags::NUW, IntFlags::NSW);
                let both = l.flags & whole.flags;
                let mut flags = IntFlags::empty();
                let (b, c) = (query.constant_int(l.rhs), query.constant_int(whole.rhs));
                if let (Some(b), Some(c)) = (b, c) {
                    flags |= both & nuw;
                    if both.contains(nsw) && op == BinaryOp::Add && !b.sadd_overflow(&c).1 {
                        flags |= nsw;
                    }
                } else if op == BinaryOp::Or {
                    flags |= both & IntFlags::DISJOINT;
                }
                self.set_parts(inst, l.lhs, v, flags);
                return Some(());
            }
        }
        if let Some(r) = right {
            // a op (b op c) is (a op b) op c.
            if let Some(v) = simple(whole.lhs, r.lhs) {
                self.set_parts(inst, v, r.rhs, IntFlags::empty());
                return Some(());
            }
        }
        if !op.is_commutative() {
            return None;
        }
        if let Some(l) = left {
            // (a op b) op c is (c op a) op b.
            if let Some(v) = simple(whole.rhs, l.lhs) {
                self.set_parts(inst, v, l.rhs, IntFlags::empty());
                return Some(());
            }
        }
        if let Some(r) = right {
            // a op (b op c) is b op (c op a).
            if let Some(v) = simple(r.rhs, whole.lhs) {
                self.set_parts(inst, r.lhs, v, IntFlags::empty());
                return Some(());
            }
        }
        // (a op C) op (b op D) is (a op b) op (C op D).
        if let (Some(l), Some(r)) = (left, right)
            && whole.lhs != whole.rhs
            && l.rhs.is_constant()
            && r.rhs.is_constant()
            && query.uses.has_one_use(whole.lhs)
            && query.uses.has_one_use(whole.rhs)
            && let Some(constant) = query.module.fold_binary(op, IntFlags::empty(), l.rhs, r.rhs)
        {
            let is_sum_or_product = matches!(op, BinaryOp::Add | BinaryOp::Mul);
            let kept = if is_sum_or_product { IntFlags::NUW } else { IntFlags::empty() };
            let all = l.flags & r.flags & whole.flags & kept;
            // A factor of zero could hide that the others wrap.
            let of_inner = if op == BinaryOp::Add { all } else { IntFlags::empty() };
            let inner = self.binary(inst, op, of_inner, l.lhs, r.lhs);
            self.set_parts(inst, inner, constant, all);
            return Some(());
        }
        None
    }

    /// Factors out a common operand: `(a * b) + (a * c)` is `a * (b + c)`.
    fn factor(&mut self, inst: Inst) -> Option<Value> {
        use BinaryOp::*;
        let whole = self.parts(inst)?;
        if !matches!(whole.op, Add | Sub | And | Or | Xor) {
            return None;
        }
        let query = self.query();
        let (l, r) = (query.binary(whole.lhs)?, query.binary(whole.rhs)?);
        let inner = l.0;
        if inner != r.0 {
            return None;
        }
        let distributes = match inner {
            Mul => matches!(whole.op, Add | Sub),
            And => matches!(whole.op, Or | Xor),
            Or => whole.op == And,
            _ => false,
        };
        // Shifts by the same amount, and the like, have a common right operand only.
        let distributes_right = distributes
            || match inner {
                Shl => matches!(whole.op, Add | Sub | And | Or | Xor),
                LShr | AShr => matches!(whole.op, And | Or | Xor),
                _ => false,
            };
        if !distributes_right {
            return None;
        }
        let pairs: SmallVec<[(Value, Value, Value, bool); 4]> = {
            let (a, b, c, d) = (l.2, l.3, r.2, r.3);
            let mut pairs = SmallVec::new();
            if b == d {
                pairs.push((b, a, c, false));
            }
            if distributes {
                if a == c {
                    pairs.push((a, b, d, true));
                }
                if a == d {
                    pairs.push((a, b, c, true));
                }
                if b == c {
                    pairs.push((b, a, d, false));
                }
            }
            pairs
        };
        let is_used_once = query.uses.has_one_use(whole.lhs) || query.uses.has_one_use(whole.rhs);
        for (common, x, y, is_left) in pairs {
            let simple = query.simplify_binary(whole.op, IntFlags::empty(), FastMathFlags::empty(), x, y, 3);
            if simple.is_none() && !is_used_once {
                continue;
            }
            let mut flags = IntFlags::empty();
            if inner == Mul && whole.op == Add {
                let all = whole.flags & l.1 & r.1;
                flags |= all & IntFlags::NUW;
                // Without wrapping of the parts and of the sum, the product by a constant other than the minimum does not wrap.
                let is_plain = simple.and_then(|v| query.constant_int(v)).is_some_and(|n| !n.is_min_signed());
                if is_plain {
                    flags |= all & IntFlags::NSW;
                }
            }
            if inner == Shl && whole.op == Add {
                flags = whole.flags & l.1 & r.1 & (IntFlags::NUW | IntFlags::NSW);
                let new = match simple {
                    Some(v) => v,
                    None => self.binary(inst, whole.op, flags, x, y),
                };
                let kept = if simple.is_some() { IntFlags::empty() } else { flags };
                return Some(self.binary(inst, inner, kept, new, common));
            }
            let new = match simple {
                Some(v) => v,
                None => self.binary(inst, whole.op, IntFlags::empty(), x, y),
            };
            let (a, b) = if is_left { (common, new) } else { (new, common) };
            return Some(self.binary(inst, inner, flags, a, b));
        }
        None
    }

    /// Adds flags that always hold.
    fn infer_flags(&mut self, inst: Inst) -> Option<Value> {
        use BinaryOp::*;
        let Parts { op, flags, lhs, rhs } = self.parts(inst)?;
        let query = self.query();
        let mut new = flags;
        match op {
            Add | Sub | Mul => {
                for flag in [IntFlags::NSW, IntFlags::NUW] {
                    if !flags.contains(flag) && query.cannot_wrap(op, flag, lhs, rhs) {
                        new |= flag;
                    }
                }
            }
            Or if !flags.contains(IntFlags::DISJOINT) && query.has_no_common_bits(lhs, rhs) => {
                new |= IntFlags::DISJOINT;
            }
            Shl => {
                let amount = query.known_bits(rhs)?;
                let width = amount.width();
                // A greater amount gives poison anyway.
                let most = amount.max_unsigned().to_u64().map_or(width - 1, |n| (n as u32).min(width - 1));
                if query.known_bits(lhs)?.min_leading_zeros() >= most {
                    new |= IntFlags::NUW;
                }
                if query.sign_bits(lhs) > most {
                    new |= IntFlags::NSW;
                }
            }
            LShr | AShr if !flags.contains(IntFlags::EXACT) => {
                let amount = query.known_bits(rhs)?;
                let width = amount.width();
                let most = amount.max_unsigned().to_u64().map_or(width - 1, |n| (n as u32).min(width - 1));
                if query.known_bits(lhs).map_or(0, |k| k.min_trailing_zeros()) >= most
                    || shifts_zeros_out(&query, lhs, rhs)
                {
                    new |= IntFlags::EXACT;
                }
            }
            _ => {}
        }
        if new == flags {
            return None;
        }
        self.f.editor.change(inst, |data, _| {
            if let InstData::Binary { flags, .. } = data {
                *flags = new;
            }
        });
        Some(inst.into())
    }

    /// A multiplication by a power of two as a shift.
    fn multiply_by_power(&mut self, inst: Inst) -> Option<Value> {
        let Parts { flags, lhs, rhs, .. } = self.parts(inst)?;
        let (by, other) = match self.log2(inst, lhs, false) {
            Some(by) => (by, rhs),
            None => (self.log2(inst, rhs, false)?, lhs),
        };
        Some(self.binary(inst, BinaryOp::Shl, flags & IntFlags::NUW, other, by))
    }

    /// Divisions and remainders that depend on known signs.
    fn division(&mut self, inst: Inst) -> Option<Value> {
        use BinaryOp::*;
        let Parts { op, flags, lhs, rhs } = self.parts(inst)?;
        // A division by a select with a zero is one by the other value.
        if let Some(&InstData::Select { if_true, if_false, .. }) = self.query().inst(rhs) {
            let constants = self.f.editor.module().constants();
            let other = match (constants.is_zero(if_true), constants.is_zero(if_false)) {
                (true, _) => Some(if_false),
                (_, true) => Some(if_true),
                _ => None,
            };
            if let Some(other) = other {
                self.set_operand(inst, 1, other);
                return Some(inst.into());
            }
        }
        let query = self.query();
        let non_negative = |v| query.known_bits(v).is_some_and(|k| k.is_non_negative());
        match op {
            SDiv if non_negative(lhs) && (non_negative(rhs) || query.is_power_of_two(rhs, true)) => {
                let new = self.binary(inst, UDiv, flags & IntFlags::EXACT, lhs, rhs);
                Some(new)
            }
            SRem if non_negative(lhs) && non_negative(rhs) => {
                Some(self.binary(inst, URem, IntFlags::empty(), lhs, rhs))
            }
            URem if query.is_power_of_two(rhs, true) => {
                let ones = self.ones(self.type_of(rhs));
                let mask = self.binary(inst, Add, IntFlags::empty(), rhs, ones);
                Some(self.binary(inst, And, IntFlags::empty(), lhs, mask))
            }
            SDiv if !flags.contains(IntFlags::EXACT) => {
                let n = query.constant_int(rhs).filter(|n| n.is_power_of_two() || n.neg().is_power_of_two())?;
                let zeros = query.known_bits(lhs)?.min_trailing_zeros();
                if zeros < n.trailing_zeros() {
                    return None;
                }
                self.f.editor.change(inst, |data, _| {
                    if let InstData::Binary { flags, .. } = data {
                        *flags |= IntFlags::EXACT;
                    }
                });
                Some(inst.into())
            }
            UDiv => {
                let by = self.log2(inst, rhs, true)?;
                Some(self.binary(inst, LShr, flags & IntFlags::EXACT, lhs, by))
            }
            _ => None,
        }
    }

    /// Applies an operation with a constant operand to the values of a select that has no other use.
    pub(super) fn push_into_select(&mut self, inst: Inst) -> Option<Value> {
        let query = self.query();
        let data = self.data(inst);
        let (place, other) = match data {
            InstData::Binary { lhs, rhs, .. } | InstData::ICmp { lhs, rhs, .. } => {
                if matches!(query.inst(lhs), Some(InstData::Select { .. })) && rhs.is_constant() {
                    (0, Some(rhs))
                } else if matches!(query.inst(rhs), Some(InstData::Select { .. })) && lhs.is_constant() {
                    (1, Some(lhs))
                } else {
                    return None;
                }
            }
            InstData::Cast { value, .. } if matches!(query.inst(value), Some(InstData::Select { .. })) => (0, None),
            _ => return None,
        };
        let operation = query.operation(&data, query.body.inst_type(inst))?;
        let select = operation.args()[place];
        let &InstData::Select { condition, if_true, if_false, .. } = query.inst(select)? else { return None };
        if !query.uses.has_one_use(select) || select == inst.into() {
            return None;
        }
        let cx = query.module.context();
        let select_type = query.type_of(select);
        if cx.scalar_type(select_type) == Type::I1 && (if_true.is_constant() || if_false.is_constant()) {
            return None;
        }
        // The condition of a vector select applies to each element.
        let shape = |ty| cx.vector_shape(ty).map(|(_, len, scalable)| (len, scalable));
        if cx.is_vector(query.type_of(condition)) && shape(operation.ty) != shape(query.type_of(condition)) {
            return None;
        }
        let simplified = |value: Value| {
            let mut with = operation;
            with.args[place] = value;
            if with.args().iter().all(|v| v.is_constant()) {
                return query.fold_operation(with.op, with.args(), with.ty).filter(|v| v.as_global().is_none());
            }
            match (with.op, other) {
                (Op::Binary(op), _) => {
                    query.simplify_binary(op, with.flags, with.fast_math, with.args[0], with.args[1], 3)
                }
                (Op::ICmp(predicate), _) => query.simplify_icmp(predicate, with.args[0], with.args[1], 3),
                (Op::Cast(op), _) => query.simplify_cast(op, with.flags, value, with.ty),
                _ => None,
            }
        };
        let (on_true, on_false) = (simplified(if_true), simplified(if_false));
        if on_true.is_none() && on_false.is_none() {
            return None;
        }
        // A division with undefined behaviour must not be executed where it was not.
        if let Op::Binary(op) = operation.op
            && op.is_int_div_rem()
            && (place == 1 || !query.elements_are(operation.args[1], |n| !n.is_zero() && !n.is_all_ones()))
        {
            return None;
        }
        let arm = |this: &mut Self, simple: Option<Value>, value: Value| match simple {
            Some(value) => value,
            None => {
                let copy = this.f.editor.clone_inst(inst, lindworm_ir::editor::Point::Before(inst));
                this.f.editor.set_operand(lindworm_ir::use_list::Use { user: copy, operand: place as u32 }, value);
                this.worklist.defer(copy);
                copy.into()
            }
        };
        let (t, f) = (arm(self, on_true, if_true), arm(self, on_false, if_false));
        Some(self.select(inst, condition, t, f))
    }

    /// The operation of an instruction, with one operand replaced.
    pub(super) fn with_operand(&self, inst: Inst, place: usize, value: Value) -> Option<Operation> {
        let query = self.query();
        let mut operation = query.operation(query.body.inst(inst), query.body.inst_type(inst))?;
        *operation.args[..operation.count as usize].get_mut(place)? = value;
        Some(operation)
    }

    /// `and`, `or` and `xor` of casts and of comparisons.
    fn logic(&mut self, inst: Inst) -> Option<Value> {
        let Parts { op, lhs, rhs, .. } = self.parts(inst)?;
        let query = self.query();
        // A logic operation of equal casts is a cast of the operation.
        if let (Some(&InstData::Cast { op: a, value: x, .. }), Some(&InstData::Cast { op: b, value: y, .. })) =
            (query.inst(lhs), query.inst(rhs))
            && a == b
            && matches!(a, CastOp::ZExt | CastOp::SExt)
            && query.type_of(x) == query.type_of(y)
            && (query.uses.has_one_use(lhs) || query.uses.has_one_use(rhs))
        {
            let new = self.binary(inst, op, IntFlags::empty(), x, y);
            return Some(self.cast(inst, a, IntFlags::empty(), new, self.type_of(lhs)));
        }
        if op == BinaryOp::Xor {
            // The inverse of a comparison.
            if let Some(of) = query.as_not(inst.into()).and_then(|of| of.as_inst())
                && matches!(query.body.inst(of), InstData::ICmp { .. } | InstData::FCmp { .. })
                && self.invert_comparison(of)
            {
                return Some(inst.into());
            }
            return self.logic_of_predicates(inst, op, lhs, rhs).or_else(|| self.not_of(inst));
        }
        if let Some(select) = self.logic_with_select(inst, op == BinaryOp::And, lhs, rhs) {
            return Some(select);
        }
        let query = self.query();
        let are_compares = matches!(query.inst(lhs), Some(InstData::ICmp { .. }))
            && matches!(query.inst(rhs), Some(InstData::ICmp { .. }));
        let of_compares = if are_compares { self.logic_of_compares(inst, op == BinaryOp::And, lhs, rhs) } else { None };
        of_compares.or_else(|| self.sink_not_into_other_operand(inst))
    }

    /// A `not` whose operand can be inverted by a change of its operations.
    fn not_of(&mut self, inst: Inst) -> Option<Value> {
        let x = self.query().as_not(inst.into())?;
        if let Some(operand) = x.as_inst()
            && self.sink_not_into_operands(operand).is_some()
        {
            return Some(inst.into());
        }
        let has_one_use = self.f.editor.uses().has_one_use(x);
        self.invert(inst, x, has_one_use).or_else(|| self.not_of_logical_select(inst, x))
    }

    /// `c & (d ? a : b)`, where c implies d or its inverse: the value of the select if c holds; likewise with `|`.
    fn logic_with_select(&mut self, inst: Inst, is_and: bool, lhs: Value, rhs: Value) -> Option<Value> {
        let ty = self.f.editor.body().inst_type(inst);
        for (condition, select) in [(lhs, rhs), (rhs, lhs)] {
            let query = self.query();
            let Some(&InstData::Select { condition: inner, if_true, if_false, .. }) = query.inst(select) else {
                continue;
            };
            if query.type_of(inner) != ty {
                continue;
            }
            let Some(holds) = query.implied(condition, inner, is_and) else { continue };
            let value = if holds { if_true } else { if_false };
            let known = query.bool(ty, !is_and);
            return Some(match is_and {
                true => self.select(inst, condition, value, known),
                false => self.select(inst, condition, known, value),
            });
        }
        None
    }

    /// An integer constant of the type of a value.
    pub(super) fn int_like(&self, value: Value, n: &Int) -> Value {
        self.int(self.type_of(value), n)
    }
}
