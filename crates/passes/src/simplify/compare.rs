//! Simplification of comparisons.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{InstData, Type, Value};

use super::bounds::Bounds;
use super::rules::Op;
use crate::value_tracking::Query;

impl Query<'_> {
    pub(super) fn compare_type(&self, operand: Value) -> Type {
        self.module.context().with_scalar(self.type_of(operand), Type::I1)
    }

    /// Simplifies an integer comparison.
    pub(crate) fn simplify_icmp(
        &self,
        mut predicate: IntPredicate,
        mut lhs: Value,
        mut rhs: Value,
        depth: u32,
    ) -> Option<Value> {
        use IntPredicate::*;
        let constants = self.module.constants();
        let ty = self.compare_type(lhs);
        if let Some(folded) = self.module.fold_icmp(predicate, lhs, rhs) {
            return Some(folded);
        }
        if lhs.is_constant() && !rhs.is_constant() {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        if constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if self.is_undef(rhs) {
            return Some(if predicate.is_equality() {
                constants.undef(ty)
            } else {
                self.bool(ty, predicate.holds_when_equal())
            });
        }
        if lhs == rhs {
            return Some(self.bool(ty, predicate.holds_when_equal()));
        }
        if let Some(value) =
            self.by_rules(Op::ICmp(predicate), IntFlags::empty(), FastMathFlags::empty(), &[lhs, rhs], ty)
        {
            return Some(value);
        }
        let cx = self.module.context();
        let is_bool = self.is_bool(self.type_of(lhs));
        if is_bool && let Some(value) = self.simplify_bool_compare(predicate, lhs, rhs) {
            return Some(value);
        }
        if constants.is_zero(rhs) && matches!(predicate, Eq | Ne | Ugt | Ule) && self.is_non_zero(lhs) {
            return Some(self.bool(ty, matches!(predicate, Ne | Ugt)));
        }
        if cx.is_int_or_int_vector(self.type_of(lhs)) {
            let (bits, other_bits) = (self.known_bits(lhs)?, self.known_bits(rhs)?);
            if let (Some(a), Some(b)) = (self.bounds_with(lhs, &bits), self.bounds_with(rhs, &other_bits))
                && let Some(known) = holds(predicate, &a, &b)
            {
                return Some(self.bool(ty, known));
            }
            if let Some(lanes) = self.compare_lanes(predicate, lhs, rhs, ty) {
                return Some(lanes);
            }
            if predicate.is_equality() && bits.differs_from(&other_bits) {
                return Some(self.bool(ty, predicate == Ne));
            }
        } else if let Some(known) = self.compare_addresses(predicate, lhs, rhs) {
            return Some(self.bool(ty, known));
        }
        if let Some(known) = self.implied_by_assumptions((predicate, lhs, rhs)) {
            return Some(self.bool(ty, known));
        }
        if let Some(value) = self.simplify_compare_of_casts(predicate, lhs, rhs, ty, depth) {
            return Some(value);
        }
        if predicate.is_equality() && self.is_known_non_equal(lhs, rhs) {
            return Some(self.bool(ty, predicate == Ne));
        }
        if let Some(value) = self.simplify_compare_of_operations(predicate, lhs, rhs, depth) {
            return Some(value);
        }
        self.compare_over_select(predicate, lhs, rhs, depth).or_else(|| {
            let (phi, other, is_left) = self.phi_and_other(lhs, rhs)?;
            self.over_phi(phi, other, depth, |query, v, depth| {
                let (a, b) = if is_left { (v, other) } else { (other, v) };
                query.simplify_icmp(predicate, a, b, depth)
            })
        })
    }

    /// Simplifies a comparison with a constant vector whose elements differ.
    fn compare_lanes(&self, predicate: IntPredicate, lhs: Value, rhs: Value, ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        if !rhs.is_constant() || !cx.is_vector(ty) || constants.splat_value(cx, rhs).is_some() {
            return None;
        }
        let (_, len, scalable) = cx.vector_shape(ty)?;
        if scalable || len > 32 {
            return None;
        }
        let bounds = self.bounds(lhs)?;
        let lanes: Option<smallvec::SmallVec<[Value; 8]>> = (0..len)
            .map(|lane| {
                let number = constants.as_int(cx, constants.element(cx, rhs, lane.into())?)?;
                holds(predicate, &bounds, &exactly(&number)).map(|known| self.bool(Type::I1, known))
            })
            .collect();
        Some(constants.aggregate(cx, ty, &lanes?))
    }

    /// Simplifies a comparison of i1 values to one of its operands.
    fn simplify_bool_compare(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        use IntPredicate::*;
        let is_true = |v| self.elements_are(v, Int::is_all_ones);
        let is_false = |v| self.elements_are(v, Int::is_zero);
        let ty = self.type_of(lhs);
        match predicate {
            Eq | Uge | Sle if is_true(rhs) => return Some(lhs),
            Ne | Ugt | Slt if is_false(rhs) => return Some(lhs),
            _ => {}
        }
        if let Some(inner) = self.as_not(lhs) {
            match predicate {
                Ne | Ult | Sgt if is_true(rhs) => return Some(inner),
                Eq | Ule | Sge if is_false(rhs) => return Some(inner),
                _ => {}
            }
        }
        match predicate {
            // For unsigned i1 values, x <= y is x implies y.
            Ule | Sge if self.implied(lhs, rhs, true) == Some(true) => Some(self.bool(ty, true)),
            Uge | Sle if self.implied(rhs, lhs, true) == Some(true) => Some(self.bool(ty, true)),
            _ => None,
        }
    }

    /// The operand of a `not`.
    pub(crate) fn as_not(&self, value: Value) -> Option<Value> {
        let (_, _, lhs, rhs) = self.binary(value).filter(|&(op, ..)| op == BinaryOp::Xor)?;
        let is_ones = |v: Value| v.is_constant() && self.elements_are(v, Int::is_all_ones);
        if is_ones(rhs) { Some(lhs) } else { is_ones(lhs).then_some(rhs) }
    }

    fn simplify_compare_of_casts(
        &self,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        ty: Type,
        depth: u32,
    ) -> Option<Value> {
        use IntPredicate::*;
        let &InstData::Cast { op, value: x, .. } = self.inst(lhs)? else { return None };
        if depth == 0 {
            return None;
        }
        let from = self.type_of(x);
        match op {
            CastOp::ZExt | CastOp::SExt => {
                if let Some(&InstData::Cast { op: other, value: y, .. }) = self.inst(rhs)
                    && self.type_of(y) == from
                {
                    if other == op {
                        // Sign extension preserves both orders. Zero extension maps the unsigned order to both.
                        let inner = if op == CastOp::ZExt { predicate.to_unsigned() } else { predicate };
                        return self.simplify_icmp(inner, x, y, depth - 1);
                    }
                    if x == y {
                        let is_zext_left = op == CastOp::ZExt;
                        return match (predicate, is_zext_left) {
                            // A zero-extended value is not less than the sign-extended value in signed order, and not greater in
                            // unsigned order.
                            (Sge, true) | (Sle, false) | (Ule, true) | (Uge, false) => Some(self.bool(ty, true)),
                            (Slt, true) | (Sgt, false) | (Ugt, true) | (Ult, false) => Some(self.bool(ty, false)),
                            _ => None,
                        };
                    }
                }
                let cx = self.module.context();
                let number = self.constant_int(rhs)?;
                let width = cx.scalar_int_width(from)?;
                let cut = number.zext_or_trunc(width);
                let back = if op == CastOp::ZExt { cut.zext(number.width()) } else { cut.sext(number.width()) };
                if back != number {
                    return None;
                }
                let inner = if op == CastOp::ZExt { predicate.to_unsigned() } else { predicate };
                self.simplify_icmp(inner, x, self.int(from, &cut), depth - 1)
            }
            CastOp::PtrToInt => {
                let width = self.width_of(x)?;
                if self.width_of(lhs)? != width {
                    return None;
                }
                match self.inst(rhs) {
                    Some(&InstData::Cast { op: CastOp::PtrToInt, value: y, .. }) if self.type_of(y) == from => {
                        self.simplify_icmp(predicate, x, y, depth - 1)
                    }
                    _ if self.module.constants().is_zero(rhs) => {
                        self.simplify_icmp(predicate, x, self.zero(from), depth - 1)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Simplifies a comparison of two operations with a common operand.
    fn simplify_compare_of_operations(
        &self,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        depth: u32,
    ) -> Option<Value> {
        use BinaryOp::*;
        if depth == 0 {
            return None;
        }
        let deeper = |a, b| self.simplify_icmp(predicate, a, b, depth - 1);
        let (left, right) = (self.binary(lhs), self.binary(rhs));
        // Without wrapping, a common addend cancels.
        let keeps_order = |flags: IntFlags| {
            predicate.is_equality()
                || predicate.is_unsigned() && flags.contains(IntFlags::NUW)
                || predicate.is_signed() && flags.contains(IntFlags::NSW)
        };
        let zero = || self.zero(self.type_of(lhs));
        if let Some((Add, flags, a, b)) = left
            && keeps_order(flags)
        {
            for (x, y) in [(a, b), (b, a)] {
                if x == rhs
                    && let Some(v) = deeper(y, zero())
                {
                    return Some(v);
                }
            }
        }
        if let Some((Add, flags, a, b)) = right
            && keeps_order(flags)
        {
            for (x, y) in [(a, b), (b, a)] {
                if x == lhs
                    && let Some(v) = deeper(zero(), y)
                {
                    return Some(v);
                }
            }
        }
        let (Some((op, flags, a, b)), Some((other, other_flags, c, d))) = (left, right) else { return None };
        if op != other {
            return None;
        }
        match op {
            Add if keeps_order(flags) && keeps_order(other_flags) => {
                for (x, y, z, w) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
                    if x == z {
                        return deeper(y, w);
                    }
                }
                None
            }
            Sub if a == c && predicate.is_equality() => deeper(d, b),
            Sub if b == d && keeps_order(flags) && keeps_order(other_flags) => deeper(a, c),
            UDiv | LShr | SDiv | AShr if b == d && predicate.is_equality() => {
                (flags & other_flags).contains(IntFlags::EXACT).then(|| deeper(a, c))?
            }
            Shl if b == d && keeps_order(flags & other_flags) && !(flags & other_flags).is_empty() => deeper(a, c),
            _ => None,
        }
    }

    fn compare_over_select(
        &self,
        predicate: IntPredicate,
        mut lhs: Value,
        mut rhs: Value,
        depth: u32,
    ) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        let mut predicate = predicate;
        if !matches!(self.inst(lhs), Some(InstData::Select { .. })) {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        let &InstData::Select { condition, if_true, if_false, .. } = self.inst(lhs)? else { return None };
        let t = self.compare_where(condition, true, predicate, if_true, rhs, depth)?;
        let f = self.compare_where(condition, false, predicate, if_false, rhs, depth)?;
        if t == f {
            return Some(t);
        }
        if self.type_of(condition) != self.type_of(t) {
            return None;
        }
        let (is_true, is_false) = (|v| self.elements_are(v, Int::is_all_ones), |v| self.elements_are(v, Int::is_zero));
        // The comparison is the condition, or an operand of it.
        if is_true(t) && is_false(f) {
            return Some(condition);
        }
        let fast = FastMathFlags::empty();
        if is_false(f) && self.is_not_poison_if(t, condition) {
            return self.simplify_binary(BinaryOp::And, IntFlags::empty(), fast, condition, t, depth - 1);
        }
        if is_true(t) && self.is_not_poison_if(f, condition) {
            return self.simplify_binary(BinaryOp::Or, IntFlags::empty(), fast, condition, f, depth - 1);
        }
        None
    }

    /// Whether a value can be poison only if another value is poison.
    pub(crate) fn is_not_poison_if(&self, value: Value, condition: Value) -> bool {
        value == condition || self.is_not_poison(value) || self.poison_reaches(value, condition, 2)
    }

    /// Whether a condition is poison if a value is: each operand from which the value may get poison passes it on to the condition.
    fn poison_reaches(&self, value: Value, condition: Value, depth: u32) -> bool {
        if self.is_not_poison(value) || self.passes_poison(value, condition, 2) {
            return true;
        }
        let Some(data) = self.inst(value).filter(|_| depth > 0) else { return false };
        let creates_none = match *data {
            InstData::ICmp { same_sign, .. } => !same_sign,
            InstData::Binary { op, flags, .. } => {
                flags.is_empty() && !op.is_float() && !op.is_shift() && !op.is_int_div_rem()
            }
            InstData::Cast { op, flags, .. } => {
                flags.is_empty() && matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::BitCast)
            }
            _ => false,
        };
        let mut all = creates_none;
        if all {
            data.for_each_operand(self.body.values(), |operand| {
                all = all && self.poison_reaches(operand, condition, depth - 1);
            });
        }
        all
    }

    /// Whether a value is the condition, or an operand from which the condition gets poison.
    fn passes_poison(&self, value: Value, condition: Value, depth: u32) -> bool {
        if value == condition {
            return true;
        }
        let Some(data) = self.inst(condition).filter(|_| depth > 0) else { return false };
        use InstData::{Binary, Cast, FCmp, ICmp};
        let passes = matches!(data, ICmp { .. } | FCmp { .. } | Binary { .. } | Cast { .. });
        let mut any = false;
        if passes {
            data.for_each_operand(self.body.values(), |operand| {
                any = any || self.passes_poison(value, operand, depth - 1);
            });
        }
        any
    }

    fn compare_where(
        &self,
        condition: Value,
        is: bool,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        depth: u32,
    ) -> Option<Value> {
        let found = self.simplify_icmp(predicate, lhs, rhs, depth - 1);
        if let Some(v) = found {
            if v == condition {
                return Some(self.bool(self.type_of(v), is));
            }
            return Some(v);
        }
        match self.inst(condition) {
            Some(&InstData::ICmp { predicate: p, lhs: a, rhs: b, .. }) => {
                let is_same =
                    p == predicate && a == lhs && b == rhs || p.swapped() == predicate && a == rhs && b == lhs;
                is_same.then(|| self.bool(self.compare_type(lhs), is))
            }
            _ => None,
        }
    }

    /// The operands of a conjunction, which all hold if it holds; or of a disjunction, none of which holds if it does not.
    pub(crate) fn as_logic(&self, value: Value, is_and: bool) -> Option<(Value, Value)> {
        match *self.inst(value)? {
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if is_and => Some((lhs, rhs)),
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. } if !is_and => Some((lhs, rhs)),
            InstData::Select { condition, if_true, if_false, .. } if is_and => {
                (self.elements_are(if_false, Int::is_zero) && self.type_of(condition) == self.type_of(value))
                    .then_some((condition, if_true))
            }
            InstData::Select { condition, if_true, if_false, .. } => (self.elements_are(if_true, Int::is_all_ones)
                && self.type_of(condition) == self.type_of(value))
            .then_some((condition, if_false)),
            _ => None,
        }
    }

    /// Compares addresses in the same object, or addresses that cannot be equal.
    fn compare_addresses(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<bool> {
        let cx = self.module.context();
        if cx.is_vector(self.type_of(lhs)) {
            return None;
        }
        let (a, offset_a) = self.base_and_offset(lhs, predicate.is_equality());
        let (b, offset_b) = self.base_and_offset(rhs, predicate.is_equality());
        if a == b {
            return match predicate {
                IntPredicate::Eq => Some(offset_a == offset_b),
                IntPredicate::Ne => Some(offset_a != offset_b),
                // Within an object, offsets do not wrap as signed integers.
                _ if predicate.is_unsigned() => holds(predicate.to_signed(), &exactly(&offset_a), &exactly(&offset_b)),
                _ => None,
            };
        }
        if predicate.is_equality() && self.module.constants().is_zero(b) && self.is_non_zero(lhs) {
            return Some(predicate == IntPredicate::Ne);
        }
        None
    }

    /// Splits an address into a base and a constant offset. Follows only in-bounds additions, unless `through_all`.
    pub(crate) fn base_and_offset(&self, mut address: Value, through_all: bool) -> (Value, Int) {
        let (cx, layout) = (self.module.context(), self.module.data_layout());
        let space = cx.addr_space(self.type_of(address)).unwrap_or(0);
        let width = layout.pointer(space).index_bits;
        let mut offset = Int::zero(width);
        for _ in 0..64 {
            let Some((source, flags, operands)) = self.gep_parts(address) else { break };
            if !(through_all || flags.contains(GepFlags::INBOUNDS)) || cx.is_vector(self.type_of(address)) {
                break;
            }
            let Some(step) = self.constant_offset(source, &operands[1..]) else { break };
            offset = offset.add(&Int::from_i64(width, step));
            address = operands[0];
        }
        (address, offset)
    }

    /// The difference of two addresses in the same object.
    pub(crate) fn pointer_difference(&self, lhs: Value, rhs: Value) -> Option<Int> {
        if self.module.context().is_vector(self.type_of(lhs)) || self.type_of(lhs) != self.type_of(rhs) {
            return None;
        }
        let (a, x) = self.base_and_offset(lhs, false);
        let (b, y) = self.base_and_offset(rhs, false);
        (a == b).then(|| x.sub(&y))
    }
}

fn exactly(n: &Int) -> Bounds {
    Bounds { umin: n.clone(), umax: n.clone(), smin: n.clone(), smax: n.clone() }
}

/// Whether a comparison holds for all values within bounds, or for none.
fn holds(predicate: IntPredicate, a: &Bounds, b: &Bounds) -> Option<bool> {
    use IntPredicate::*;
    let known = |is_true: bool, is_false: bool| if is_true { Some(true) } else { is_false.then_some(false) };
    let (ult, slt) = (|x: &Int, y: &Int| x.ucmp(y).is_lt(), |x: &Int, y: &Int| x.scmp(y).is_lt());
    match predicate {
        Ult => known(ult(&a.umax, &b.umin), !ult(&a.umin, &b.umax)),
        Ule => known(!ult(&b.umin, &a.umax), ult(&b.umax, &a.umin)),
        Slt => known(slt(&a.smax, &b.smin), !slt(&a.smin, &b.smax)),
        Sle => known(!slt(&b.smin, &a.smax), slt(&b.smax, &a.smin)),
        Ugt | Uge | Sgt | Sge => holds(predicate.swapped(), b, a),
        Eq | Ne => {
            let differ =
                ult(&a.umax, &b.umin) || ult(&b.umax, &a.umin) || slt(&a.smax, &b.smin) || slt(&b.smax, &a.smin);
            let equal = a.umin == a.umax && b.umin == b.umax && a.umin == b.umin;
            let known = known(equal, differ)?;
            Some(known == (predicate == Eq))
        }
    }
}

/// Whether `x p y` implies that `x q y` holds, or that it does not.
pub(crate) fn implied_by_predicate(p: IntPredicate, q: IntPredicate) -> Option<bool> {
    use IntPredicate::*;
    if p == q {
        return Some(true);
    }
    if p == q.inverse() {
        return Some(false);
    }
    match (p, q) {
        (Eq, _) => Some(q.holds_when_equal()),
        (Ugt, Uge | Ne) | (Ult, Ule | Ne) | (Sgt, Sge | Ne) | (Slt, Sle | Ne) => Some(true),
        (Ugt, Ult | Eq) | (Ult, Ugt | Eq) | (Sgt, Slt | Eq) | (Slt, Sgt | Eq) => Some(false),
        _ => None,
    }
}
