//! Simplification of comparisons.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, FloatPredicate, Int, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{InstData, Type, Value};

use super::bounds::Bounds;
use super::rules::Op;
use crate::value_tracking::Query;

impl Query<'_> {
    fn compare_type(&self, operand: Value) -> Type {
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
            if let (Some(a), Some(b)) = (self.bounds(lhs), self.bounds(rhs))
                && let Some(known) = holds(predicate, &a, &b)
            {
                return Some(self.bool(ty, known));
            }
            if let Some(known) = self.known_compare(predicate, lhs, rhs) {
                return Some(self.bool(ty, known));
            }
        } else if let Some(known) = self.compare_addresses(predicate, lhs, rhs) {
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
            self.over_phi(phi, other, depth, |v, depth| {
                let (a, b) = if is_left { (v, other) } else { (other, v) };
                self.simplify_icmp(predicate, a, b, depth)
            })
        })
    }

    /// Simplifies a comparison of i1 values to one of its operands.
    fn simplify_bool_compare(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Option<Value> {
        use IntPredicate::*;
        let is_true = |v| self.elements_are(v, Int::is_all_ones);
        let is_false = |v| self.elements_are(v, Int::is_zero);
        let ty = self.type_of(lhs);
        let result = match predicate {
            Eq | Uge | Sle if is_true(rhs) => return Some(lhs),
            Ne | Ugt | Slt if is_false(rhs) => return Some(lhs),
            Eq if is_false(rhs) => None,
            _ => None,
        };
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
            _ => result,
        }
    }

    /// The operand of a `not`.
    pub(crate) fn as_not(&self, value: Value) -> Option<Value> {
        let (op, _, lhs, rhs) = self.binary(value)?;
        (op == BinaryOp::Xor && self.elements_are(rhs, Int::is_all_ones)).then_some(lhs)
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

    /// Whether two integers are known to differ.
    fn is_known_non_equal(&self, a: Value, b: Value) -> bool {
        let offset = |x: Value, y: Value| {
            self.binary(x).is_some_and(|(op, flags, l, r)| {
                let is_add = matches!(op, BinaryOp::Add | BinaryOp::Xor);
                is_add && (l == y && self.is_non_zero(r) || r == y && self.is_non_zero(l))
                    || op == BinaryOp::Sub && l == y && self.is_non_zero(r)
                    || op == BinaryOp::Mul
                        && l == y
                        && !flags.is_empty()
                        && self.constant_int(r).is_some_and(|n| !n.is_zero() && !n.is_one())
                        && self.is_non_zero(l)
                    || op == BinaryOp::Shl
                        && l == y
                        && !flags.is_empty()
                        && self.constant_int(r).is_some_and(|n| !n.is_zero())
                        && self.is_non_zero(l)
            })
        };
        offset(a, b) || offset(b, a)
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

    /// Whether one condition implies another: `Some(true)` if the other holds, `Some(false)` if it does not.
    pub(crate) fn implied(&self, condition: Value, other: Value, holds: bool) -> Option<bool> {
        self.implied_at(condition, other, holds, 3)
    }

    fn implied_at(&self, condition: Value, other: Value, is: bool, depth: u32) -> Option<bool> {
        if condition == other {
            return Some(is);
        }
        if depth == 0 || self.type_of(condition) != self.type_of(other) {
            return None;
        }
        if let Some(inner) = self.as_not(condition) {
            return self.implied_at(inner, other, !is, depth - 1);
        }
        if let Some(inner) = self.as_not(other) {
            return self.implied_at(condition, inner, is, depth - 1).map(|known| !known);
        }
        match (self.inst(condition), self.inst(other)) {
            (
                Some(&InstData::ICmp { predicate, lhs, rhs, .. }),
                Some(&InstData::ICmp { predicate: p, lhs: a, rhs: b, .. }),
            ) => {
                let predicate = if is { predicate } else { predicate.inverse() };
                if let Some(known) = self.implied_compare(predicate, lhs, rhs, p, a, b) {
                    return Some(known);
                }
                None
            }
            (Some(_), _) => {
                let (a, b) = self.as_logic(condition, is)?;
                [a, b].into_iter().find_map(|part| self.implied_at(part, other, is, depth - 1))
            }
            _ => None,
        }
        .or_else(|| {
            let (a, b) = self.as_logic(condition, is)?;
            [a, b].into_iter().find_map(|part| self.implied_at(part, other, is, depth - 1))
        })
    }

    /// The operands of a conjunction, which all hold if it holds; or of a disjunction, none of which holds if it does not.
    fn as_logic(&self, value: Value, is_and: bool) -> Option<(Value, Value)> {
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

    fn implied_compare(
        &self,
        p: IntPredicate,
        a: Value,
        b: Value,
        q: IntPredicate,
        c: Value,
        d: Value,
    ) -> Option<bool> {
        let (q, c, d) = if a == d || b == c { (q.swapped(), d, c) } else { (q, c, d) };
        if a == c && b == d {
            return implied_by_predicate(p, q);
        }
        let (p, a, b) = if a.is_constant() { (p.swapped(), b, a) } else { (p, a, b) };
        let (q, c, d) = if c.is_constant() { (q.swapped(), d, c) } else { (q, c, d) };
        if a != c {
            return None;
        }
        // Both compare the same value with a constant.
        let (x, y) = (self.constant_int(b)?, self.constant_int(d)?);
        let region = Region::of(p, &x)?;
        region.is_within(q, &y)
    }

    /// Simplifies a floating-point comparison.
    pub(crate) fn simplify_fcmp(
        &self,
        predicate: FloatPredicate,
        fast_math: FastMathFlags,
        lhs: Value,
        rhs: Value,
    ) -> Option<Value> {
        use FloatPredicate as P;
        let constants = self.module.constants();
        let ty = self.compare_type(lhs);
        if let Some(folded) = self.module.fold_fcmp(predicate, lhs, rhs) {
            return Some(folded);
        }
        let (mut predicate, mut lhs, mut rhs) = (predicate, lhs, rhs);
        if lhs.is_constant() && !rhs.is_constant() {
            (lhs, rhs, predicate) = (rhs, lhs, predicate.swapped());
        }
        match predicate {
            P::False => return Some(self.bool(ty, false)),
            P::True => return Some(self.bool(ty, true)),
            _ => {}
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if self.is_undef(lhs) || self.is_undef(rhs) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        let number =
            constants.as_float(rhs).or_else(|| constants.as_float(constants.splat_value(self.module.context(), rhs)?));
        if number.is_some_and(|n| n.is_nan()) {
            return Some(self.bool(ty, predicate.is_unordered()));
        }
        let never_nan = |v| fast_math.contains(FastMathFlags::NNAN) || self.is_never_nan(v, 6);
        if matches!(predicate, P::Ord | P::Uno) && (lhs == rhs || number.is_some() || never_nan(rhs)) && never_nan(lhs)
        {
            return Some(self.bool(ty, predicate == P::Ord));
        }
        if lhs == rhs {
            match predicate {
                P::Ueq | P::Uge | P::Ule => return Some(self.bool(ty, true)),
                P::One | P::Ogt | P::Olt => return Some(self.bool(ty, false)),
                _ => {}
            }
        }
        None
    }

    /// Whether a floating-point value is known not to be NaN, unless it is poison.
    pub(crate) fn is_never_nan(&self, value: Value, depth: usize) -> bool {
        let constants = self.module.constants();
        if let Some(n) = constants
            .as_float(value)
            .or_else(|| constants.as_float(constants.splat_value(self.module.context(), value)?))
        {
            return !n.is_nan();
        }
        if constants.is_zero(value) {
            return true;
        }
        let Some(data) = self.inst(value).filter(|_| depth > 0) else { return false };
        if data.fast_math().is_some_and(|flags| flags.contains(FastMathFlags::NNAN)) {
            return true;
        }
        match *data {
            InstData::Cast { op: CastOp::UIToFP | CastOp::SIToFP, .. } => true,
            InstData::Cast { op: CastOp::FPExt | CastOp::FPTrunc, value, .. } => self.is_never_nan(value, depth - 1),
            InstData::FNeg { value, .. } => self.is_never_nan(value, depth - 1),
            InstData::Select { if_true, if_false, .. } => {
                self.is_never_nan(if_true, depth - 1) && self.is_never_nan(if_false, depth - 1)
            }
            _ => {
                use lindworm_ir::intrinsics::IntrinsicId as I;
                self.intrinsic(value).is_some_and(|(id, args)| match id {
                    I::FABS
                    | I::COPYSIGN
                    | I::FLOOR
                    | I::CEIL
                    | I::TRUNC
                    | I::RINT
                    | I::NEARBYINT
                    | I::ROUND
                    | I::ROUNDEVEN
                    | I::CANONICALIZE => self.is_never_nan(args[0], depth - 1),
                    I::MAXIMUM | I::MINIMUM => {
                        self.is_never_nan(args[0], depth - 1) && self.is_never_nan(args[1], depth - 1)
                    }
                    I::MAXNUM | I::MINNUM | I::MAXIMUMNUM | I::MINIMUMNUM => {
                        self.is_never_nan(args[0], depth - 1) || self.is_never_nan(args[1], depth - 1)
                    }
                    _ => false,
                })
            }
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
            let Some(&InstData::GetElementPtr { source, flags, operands }) = self.inst(address) else { break };
            let operands = self.body.list_values(&operands);
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

/// The range of values for which a comparison with a constant holds, first to last inclusive; it may wrap.
struct Region {
    first: Int,
    last: Int,
}

impl Region {
    fn of(predicate: IntPredicate, n: &Int) -> Option<Region> {
        use IntPredicate::*;
        let width = n.width();
        let (zero, one, ones) = (Int::zero(width), Int::one(width), Int::all_ones(width));
        let (least, greatest) = (Int::min_signed(width), Int::max_signed(width));
        let (first, last) = match predicate {
            Eq => (n.clone(), n.clone()),
            Ne => (n.add(&one), n.sub(&one)),
            Ult if !n.is_zero() => (zero, n.sub(&one)),
            Ule => (zero, n.clone()),
            Ugt if !n.is_all_ones() => (n.add(&one), ones),
            Uge => (n.clone(), ones),
            Slt if !n.is_min_signed() => (least, n.sub(&one)),
            Sle => (least, n.clone()),
            Sgt if !n.is_max_signed() => (n.add(&one), greatest),
            Sge => (n.clone(), greatest),
            _ => return None,
        };
        Some(Region { first, last })
    }

    /// Whether the comparison holds for all values of the range, or for none.
    fn is_within(&self, predicate: IntPredicate, n: &Int) -> Option<bool> {
        let contains = |outer: &Region, inner: &Region| {
            // Relative to the first value of the outer range.
            let (start, end) = (inner.first.sub(&outer.first), inner.last.sub(&outer.first));
            let reach = outer.last.sub(&outer.first);
            start.ucmp(&end).is_le() && end.ucmp(&reach).is_le()
        };
        if let Some(outer) = Region::of(predicate, n)
            && contains(&outer, self)
        {
            return Some(true);
        }
        let inverse = Region::of(predicate.inverse(), n);
        inverse.is_some_and(|outer| contains(&outer, self)).then_some(false)
    }
}
