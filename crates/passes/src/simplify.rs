//! Simplification of an instruction to an existing value or a constant: LLVM's `InstructionSimplify`.
//!
//! No instruction is changed or created. Single-pattern rules are in `simplify/simplify.rules`; simplifications that compute,
//! compare ranges or look through phis are code. An intermediate operation is simplified recursively, to a depth of
//! [`MAX_RECURSE`].

mod aggregates;
mod bounds;
mod calls;
pub(crate) mod compare;
mod constrained;
mod float_arithmetic;
mod float_compare;
mod float_extremes;
mod implied;
mod memory;
pub(crate) mod rules;
mod select;
mod target_calls;
mod vector_calls;

use std::sync::LazyLock;

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Float, Int, IntFlags, IntPredicate};
use lindworm_ir::{Inst, InstData, Type, Value};

use crate::value_tracking::Query;
use rules::{Op, Operation, Rules};
pub(crate) use select::Replaced;

/// The maximum depth of recursive simplification of intermediate operations.
const MAX_RECURSE: u32 = 3;

static RULES: LazyLock<Rules> = LazyLock::new(|| match Rules::parse(include_str!("simplify/simplify.rules")) {
    Ok(rules) => rules,
    Err(line) => panic!("not a rule: {line}"),
});

impl<'a> Query<'a> {
    /// The constant or existing value that an instruction simplifies to. The value is never the instruction itself.
    pub fn simplify(&self, inst: Inst) -> Option<Value> {
        self.at(inst).simplify_here(inst)
    }

    fn simplify_here(&self, inst: Inst) -> Option<Value> {
        let body = self.body;
        let ty = body.inst_type(inst);
        let depth = MAX_RECURSE;
        let found = match *body.inst(inst) {
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                self.simplify_binary(op, flags, fast_math, lhs, rhs, depth)
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => self.simplify_icmp(predicate, lhs, rhs, depth),
            InstData::FCmp { predicate, fast_math, lhs, rhs } => self.simplify_fcmp(predicate, fast_math, lhs, rhs),
            InstData::Cast { op, flags, value, .. } => self.simplify_cast(op, flags, value, ty),
            InstData::FNeg { value, .. } => self
                .module
                .fold_fneg(value)
                .or_else(|| self.by_rules(Op::FNeg, IntFlags::empty(), FastMathFlags::empty(), &[value], ty)),
            InstData::Select { condition, if_true, if_false, .. } => {
                self.simplify_select(condition, if_true, if_false, depth)
            }
            InstData::Freeze { value } => self.is_not_undef(value).then_some(value),
            InstData::Phi { .. } => self.simplify_phi(inst),
            InstData::GetElementPtr { source, flags, operands } => {
                self.simplify_gep(source, flags, body.list_values(&operands), ty)
            }
            InstData::ExtractValue { aggregate, indices } => {
                self.simplify_extract_value(aggregate, body.list_ints(&indices))
            }
            InstData::InsertValue { aggregate, value, indices } => {
                self.simplify_insert_value(aggregate, value, body.list_ints(&indices))
            }
            InstData::ExtractElement { vector, index } => self.simplify_extract_element(vector, index),
            InstData::InsertElement { vector, element, index } => self.simplify_insert_element(vector, element, index),
            InstData::ShuffleVector { v1, v2, mask } => self.simplify_shuffle(v1, v2, body.list_ints(&mask), ty),
            InstData::Load { pointer, volatile: false, .. } => self.simplify_load(pointer, ty),
            InstData::Call { ref call, fast_math, .. } => self.simplify_call(inst, call, fast_math, ty),
            _ => None,
        };
        // In unreachable code an instruction may be its own operand.
        found.filter(|&v| v != inst.into())
    }

    fn by_rules(&self, op: Op, flags: IntFlags, fast_math: FastMathFlags, args: &[Value], ty: Type) -> Option<Value> {
        self.simplify_by_rules(&RULES, &Operation { flags, fast_math, ..Operation::new(op, args, ty) })
    }

    pub(crate) fn int(&self, ty: Type, value: &Int) -> Value {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let element = constants.int_or_byte(cx.scalar_type(ty), value);
        if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element }
    }

    pub(crate) fn float(&self, ty: Type, value: Float) -> Value {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let element = constants.float(cx.scalar_type(ty), value);
        if cx.is_vector(ty) { constants.splat(cx, ty, element) } else { element }
    }

    pub(crate) fn bool(&self, ty: Type, value: bool) -> Value {
        self.int(ty, &Int::from_bool(value))
    }

    fn zero(&self, ty: Type) -> Value {
        self.module.constants().zero(self.module.context(), ty)
    }

    fn is_bool(&self, ty: Type) -> bool {
        self.module.context().scalar_type(ty) == Type::I1
    }

    /// Simplifies a binary operation.
    pub(crate) fn simplify_binary(
        &self,
        op: BinaryOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        mut lhs: Value,
        mut rhs: Value,
        depth: u32,
    ) -> Option<Value> {
        use BinaryOp::*;
        let constants = self.module.constants();
        let ty = self.type_of(lhs);
        if op == Sub
            && let Some(difference) = self.difference_of_constants(lhs, rhs)
        {
            return Some(difference);
        }
        let folded = match op.is_float() {
            true => self.fold_float(op, lhs, rhs, ty),
            false => self.module.fold_binary(op, flags, lhs, rhs),
        };
        if folded.is_some() {
            return folded;
        }
        if op.is_commutative() && lhs.is_constant() && !rhs.is_constant() {
            (lhs, rhs) = (rhs, lhs);
        }
        if constants.is_poison(lhs) || constants.is_poison(rhs) {
            return Some(constants.poison(ty));
        }
        if op.is_float()
            && let Some(value) = self.simplify_float_special(fast_math, &[lhs, rhs], ty)
        {
            return Some(value);
        }
        if let Some(value) = self.by_rules(Op::Binary(op), flags, fast_math, &[lhs, rhs], ty) {
            return Some(value);
        }
        if op.is_float() {
            return self.simplify_float(op, fast_math, lhs, rhs, ty);
        }
        if let Some(value) = self.simplify_if_equal(op, lhs, rhs, ty) {
            return Some(value);
        }
        let found = match op {
            Sub => self.simplify_sub(flags, lhs, rhs, ty, depth),
            // 1 is -1 as a signed integer, and -1 * -1 wraps.
            Mul if self.is_bool(ty) && flags.contains(IntFlags::NSW) => Some(self.zero(ty)),
            Mul if self.is_bool(ty) => self.deeper(And, lhs, rhs, depth),
            Add if self.is_bool(ty) => self.deeper(Xor, lhs, rhs, depth),
            UDiv | SDiv | URem | SRem => self.simplify_division(op, flags, lhs, rhs, ty),
            Shl | LShr | AShr => self.simplify_shift(op, flags, lhs, rhs, ty),
            And | Or | Xor => self.simplify_logic(op, lhs, rhs, ty, depth),
            _ => None,
        };
        found
            .or_else(|| op.is_associative().then(|| self.simplify_associative(op, lhs, rhs, depth))?)
            .or_else(|| {
                (!matches!(op, Add | Sub | Xor)).then(|| self.thread_over_select(op, flags, lhs, rhs, depth))?
            })
            .or_else(|| (!matches!(op, Add | Sub | Xor)).then(|| self.thread_over_phi(op, flags, lhs, rhs, depth))?)
    }

    fn deeper(&self, op: BinaryOp, lhs: Value, rhs: Value, depth: u32) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        self.simplify_binary(op, IntFlags::empty(), FastMathFlags::empty(), lhs, rhs, depth - 1)
    }

    /// Simplifies an operation on values that are equal, because of the branch of the only predecessor.
    fn simplify_if_equal(&self, op: BinaryOp, lhs: Value, rhs: Value, ty: Type) -> Option<Value> {
        use BinaryOp::*;
        if !matches!(op, Sub | Xor | URem | SRem | UDiv | SDiv | And | Or)
            || self.implied_by_predecessor(IntPredicate::Eq, lhs, rhs) != Some(true)
        {
            return None;
        }
        Some(match op {
            Sub | Xor | URem | SRem => self.zero(ty),
            UDiv | SDiv => self.int(ty, &Int::one(self.module.context().scalar_int_width(ty)?)),
            _ => rhs,
        })
    }

    fn simplify_sub(&self, flags: IntFlags, lhs: Value, rhs: Value, ty: Type, depth: u32) -> Option<Value> {
        use BinaryOp::*;
        let constants = self.module.constants();
        if constants.is_zero(lhs)
            && let Some(known) = self.known_bits(rhs)
            && known.zero.or(&Int::min_signed(known.width())).is_all_ones()
        {
            // Zero and the minimum signed integer are their own negations.
            return Some(if flags.contains(IntFlags::NSW) { self.zero(ty) } else { rhs });
        }
        if depth > 0 {
            // (x + y) - z is x + (y - z), or y + (x - z).
            if let Some((Add, _, x, y)) = self.binary(lhs) {
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(v) = self.deeper(Sub, y, rhs, depth)
                        && let Some(w) = self.deeper(Add, x, v, depth)
                    {
                        return Some(w);
                    }
                }
            }
            // x - (y + z) is (x - y) - z, or (x - z) - y.
            if let Some((Add, _, y, z)) = self.binary(rhs) {
                for (y, z) in [(y, z), (z, y)] {
                    if let Some(v) = self.deeper(Sub, lhs, y, depth)
                        && let Some(w) = self.deeper(Sub, v, z, depth)
                    {
                        return Some(w);
                    }
                }
            }
            // z - (x - y) is (z - x) + y.
            if let Some((Sub, _, x, y)) = self.binary(rhs)
                && let Some(v) = self.deeper(Sub, lhs, x, depth)
                && let Some(w) = self.deeper(Add, v, y, depth)
            {
                return Some(w);
            }
            // A difference of truncated values is the truncated difference.
            if let (
                Some(&InstData::Cast { op: CastOp::Trunc, value: x, .. }),
                Some(&InstData::Cast { op: CastOp::Trunc, value: y, .. }),
            ) = (self.inst(lhs), self.inst(rhs))
                && self.type_of(x) == self.type_of(y)
                && let Some(v) = self.deeper(Sub, x, y, depth)
                && let Some(w) = self.simplify_cast(CastOp::Trunc, IntFlags::empty(), v, ty)
            {
                return Some(w);
            }
        }
        if let (
            Some(&InstData::Cast { op: CastOp::PtrToInt, value: x, .. }),
            Some(&InstData::Cast { op: CastOp::PtrToInt, value: y, .. }),
        ) = (self.inst(lhs), self.inst(rhs))
            && let Some(difference) = self.pointer_difference(x, y)
        {
            let width = self.module.context().scalar_int_width(ty)?;
            return Some(self.int(ty, &difference.sext_or_trunc(width)));
        }
        if self.is_bool(ty) {
            return self.deeper(Xor, lhs, rhs, depth);
        }
        None
    }

    fn simplify_division(&self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value, ty: Type) -> Option<Value> {
        use BinaryOp::*;
        let (cx, constants) = (self.module.context(), self.module.constants());
        let is_div = matches!(op, UDiv | SDiv);
        // Division by a vector of zeros and undef is undefined behaviour.
        if cx.is_vector(ty) && rhs.is_constant() && constants.element_count(cx, ty).is_some_and(|n| n <= 64) {
            let mut elements = constants.elements(cx, rhs).into_iter().flatten();
            if elements.all(|e| constants.is_zero(e) || constants.is_undef_or_poison(e)) {
                return Some(constants.poison(ty));
            }
        }
        let divisor = self.known_bits(rhs)?;
        if divisor.zero.is_all_ones() {
            return Some(constants.poison(ty));
        }
        // The only defined divisor of type i1 is 1. The same holds for a divisor of which all bits but the lowest are known to be
        // zero.
        if divisor.min_leading_zeros() + 1 >= divisor.width() {
            return Some(if is_div { lhs } else { self.zero(ty) });
        }
        if let Some(&InstData::Cast { op: CastOp::SExt, value, .. }) = self.inst(rhs)
            && self.is_bool(self.type_of(value))
            && op == SRem
        {
            return Some(self.zero(ty));
        }
        if is_div && flags.contains(IntFlags::EXACT) {
            let dividend = self.known_bits(lhs)?;
            // An exact division by a divisor with more trailing zeros than the dividend is poison.
            let greatest = dividend.one.trailing_zeros();
            if greatest < dividend.width() && divisor.min_trailing_zeros() > greatest {
                return Some(constants.poison(ty));
            }
        }
        // The quotient is zero if the dividend is less than the divisor.
        let (a, b) = (self.bounds(lhs)?, self.bounds(rhs)?);
        let is_less = match op {
            UDiv | URem if !lhs.is_constant() && !rhs.is_constant() => false,
            UDiv | URem => a.umax.ucmp(&b.umin).is_lt(),
            _ => {
                let reach = |n: &Int| n.abs();
                if b.smin.is_negative() && !b.smax.is_negative() {
                    false
                } else {
                    let least = if b.smin.is_negative() { reach(&b.smax) } else { b.smin.clone() };
                    let greatest =
                        if reach(&a.smin).ucmp(&reach(&a.smax)).is_gt() { reach(&a.smin) } else { reach(&a.smax) };
                    greatest.ucmp(&least).is_lt()
                }
            }
        };
        let is_less = is_less
            || matches!(op, UDiv | URem)
                && (self.implied_by_predecessor(IntPredicate::Ult, lhs, rhs) == Some(true)
                    || !lhs.is_constant()
                        && self
                            .simplify_icmp(IntPredicate::Ult, lhs, rhs, 0)
                            .is_some_and(|v| self.elements_are(v, Int::is_all_ones)));
        is_less.then(|| if is_div { self.zero(ty) } else { lhs })
    }

    fn simplify_shift(&self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value, ty: Type) -> Option<Value> {
        let (cx, constants) = (self.module.context(), self.module.constants());
        let amount = self.known_bits(rhs)?;
        let width = amount.width();
        let is_too_far = |n: &Int| n.ucmp(&Int::new(width, width.into())).is_ge();
        if is_too_far(&amount.min_unsigned()) {
            return Some(constants.poison(ty));
        }
        if cx.is_vector(ty) && rhs.is_constant() && constants.element_count(cx, ty).is_some_and(|n| n <= 64) {
            let mut elements = constants.elements(cx, rhs)?;
            if elements
                .all(|e| constants.is_undef_or_poison(e) || constants.as_int(cx, e).is_some_and(|n| is_too_far(&n)))
            {
                return Some(constants.poison(ty));
            }
        }
        // Only the bits that encode amounts less than the width matter, because other amounts give poison. If these bits are
        // known to be zero, the shift is by zero.
        let counted = u32::BITS - (width - 1).leading_zeros();
        if amount.min_trailing_zeros() >= counted.max(1) || width == 1 {
            return Some(lhs);
        }
        // A shift by an extended i1 is by zero, because any other amount is too far.
        if let Some(&InstData::Cast { op: CastOp::SExt, value, .. }) = self.inst(rhs)
            && self.is_bool(self.type_of(value))
        {
            return Some(lhs);
        }
        let value = self.known_bits(lhs)?;
        match op {
            BinaryOp::Shl
                if flags.contains(IntFlags::NUW | IntFlags::NSW)
                    && self.elements_are(rhs, |n| n.to_u64() == Some(u64::from(width) - 1)) =>
            {
                Some(self.zero(ty))
            }
            BinaryOp::Shl => {
                let is_negative = self.constant_int(lhs).is_some_and(|n| n.is_negative());
                (flags.contains(IntFlags::NUW) && is_negative).then_some(lhs)
            }
            _ => {
                if flags.contains(IntFlags::EXACT) && value.one.bit(0) {
                    return Some(lhs);
                }
                // ((x << n) | y) >> n is x if y >> n is zero.
                if let Some((BinaryOp::Or, _, a, b)) = self.binary(lhs) {
                    for (shifted, other) in [(a, b), (b, a)] {
                        let needed = if op == BinaryOp::LShr { IntFlags::NUW } else { IntFlags::NSW };
                        if let Some((BinaryOp::Shl, shl_flags, x, by)) = self.binary(shifted)
                            && by == rhs
                            && shl_flags.contains(needed)
                            && let Some(by) = self.constant_int(by)
                            && let Some(other) = self.known_bits(other)
                            && op == BinaryOp::LShr
                            && u64::from(width - other.min_leading_zeros()) <= by.to_u64().unwrap_or(0)
                        {
                            return Some(x);
                        }
                    }
                }
                if op == BinaryOp::AShr && self.elements_are(lhs, |n| n.is_zero() || n.is_all_ones()) {
                    return Some(lhs);
                }
                // An arithmetic right shift does not change a value whose bits are all sign bits.
                (op == BinaryOp::AShr && self.sign_bits(lhs) == width).then_some(lhs)
            }
        }
    }

    fn simplify_logic(&self, op: BinaryOp, lhs: Value, rhs: Value, ty: Type, depth: u32) -> Option<Value> {
        use BinaryOp::*;
        if op == And {
            // x & -x is x if x is a power of two.
            if self.is_negation(lhs, rhs) {
                for v in [lhs, rhs] {
                    if self.is_power_of_two(v, true) {
                        return Some(v);
                    }
                }
            }
            // x & (x - 1) is zero if x is a power of two.
            for (x, y) in [(lhs, rhs), (rhs, lhs)] {
                if let Some((Add, _, of, minus_one)) = self.binary(y)
                    && of == x
                    && self.elements_are(minus_one, Int::is_all_ones)
                    && self.is_power_of_two(x, true)
                {
                    return Some(self.zero(ty));
                }
            }
        }
        if matches!(op, And | Or) {
            if let Some(value) = self.simplify_logic_of_compares(op == And, lhs, rhs) {
                return Some(value);
            }
            if let Some(value) = self.simplify_logic_of_fcmps(op == And, lhs, rhs) {
                return Some(value);
            }
            if let Some(value) = self.simplify_logic_of_overflow(op == And, lhs, rhs) {
                return Some(value);
            }
            if op == Or
                && let Some(value) = self.simplify_masked_parts(lhs, rhs)
            {
                return Some(value);
            }
            // A constant mask that clears only known zero bits (`and`), or sets only known one bits (`or`).
            let (a, b) = (self.known_bits(lhs)?, self.known_bits(rhs)?);
            for (x, known, other) in [(lhs, &a, &b), (rhs, &b, &a)] {
                let changes_nothing = match op {
                    And => known.zero.or(&other.one).is_all_ones(),
                    _ => known.one.or(&other.zero).is_all_ones(),
                };
                if changes_nothing && !x.is_constant() && (lhs.is_constant() || rhs.is_constant()) {
                    return Some(x);
                }
            }
        }
        if op != Xor
            && self.is_bool(ty)
            && depth > 0
            && let Some(value) = self.simplify_implied(op == And, lhs, rhs)
        {
            return Some(value);
        }
        if depth == 0 || op == Xor {
            return None;
        }
        // x & (y | z) is (x & y) | (x & z), and likewise for other operations, if both sides simplify.
        let over = if op == And { Or } else { And };
        self.expand(op, over, lhs, rhs, depth).or_else(|| (op == And).then(|| self.expand(op, Xor, lhs, rhs, depth))?)
    }

    /// `((x + y) & c) | (x & ~c)` is `x + y` if `~c` is a mask of low bits in which `y` is zero.
    fn simplify_masked_parts(&self, lhs: Value, rhs: Value) -> Option<Value> {
        let masked = |v| match self.binary(v)? {
            (BinaryOp::And, _, x, mask) => Some((x, self.constant_int(mask)?)),
            _ => None,
        };
        let (first, second) = (masked(lhs)?, masked(rhs)?);
        for ((sum, high), (x, low)) in [(&first, &second), (&second, &first)] {
            let is_low = low.add(&Int::one(low.width())).and(low).is_zero();
            if *high != low.not() || !is_low {
                continue;
            }
            let Some((BinaryOp::Add, _, a, b)) = self.binary(*sum) else { continue };
            for (y, other) in [(a, b), (b, a)] {
                if other == *x && low.and(&self.known_bits(y)?.zero.not()).is_zero() {
                    return Some(*sum);
                }
            }
        }
        None
    }

    /// Expands `(a over b) op c` to `(a op c) over (b op c)`, if both of these simplify. Either operand of `op` may be the `over`
    /// operation.
    fn expand(&self, op: BinaryOp, over: BinaryOp, lhs: Value, rhs: Value, depth: u32) -> Option<Value> {
        // The other operand is then used twice, so undef must not be refined.
        let defined = Query { can_use_undef: false, ..*self };
        for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
            let Some((inner_op, _, a, b)) = self.binary(inner) else { continue };
            if inner_op != over {
                continue;
            }
            let Some(left) = defined.deeper(op, a, other, depth) else { continue };
            let Some(right) = defined.deeper(op, b, other, depth) else { continue };
            if left == a && right == b || over.is_commutative() && left == b && right == a {
                return Some(inner);
            }
            if let Some(value) = defined.deeper(over, left, right, depth) {
                return Some(value);
            }
        }
        None
    }

    /// Reassociates `(a op b) op c` if a part of it simplifies.
    fn simplify_associative(&self, op: BinaryOp, lhs: Value, rhs: Value, depth: u32) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        let inner = |v| self.binary(v).filter(|&(o, ..)| o == op).map(|(_, _, a, b)| (a, b));
        if let Some((a, b)) = inner(lhs) {
            // (a op b) op c is a op (b op c).
            if let Some(v) = self.deeper(op, b, rhs, depth) {
                if v == b {
                    return Some(lhs);
                }
                if let Some(w) = self.deeper(op, a, v, depth) {
                    return Some(w);
                }
            }
        }
        if let Some((b, c)) = inner(rhs) {
            // a op (b op c) is (a op b) op c.
            if let Some(v) = self.deeper(op, lhs, b, depth) {
                if v == b {
                    return Some(rhs);
                }
                if let Some(w) = self.deeper(op, v, c, depth) {
                    return Some(w);
                }
            }
        }
        if !op.is_commutative() {
            return None;
        }
        if let Some((a, b)) = inner(lhs) {
            // (a op b) op c is (c op a) op b.
            if let Some(v) = self.deeper(op, rhs, a, depth) {
                if v == a {
                    return Some(lhs);
                }
                if let Some(w) = self.deeper(op, v, b, depth) {
                    return Some(w);
                }
            }
        }
        if let Some((b, c)) = inner(rhs) {
            // a op (b op c) is b op (c op a).
            if let Some(v) = self.deeper(op, c, lhs, depth) {
                if v == c {
                    return Some(rhs);
                }
                if let Some(w) = self.deeper(op, b, v, depth) {
                    return Some(w);
                }
            }
        }
        None
    }

    /// Threads a binary operation over both values of a select.
    fn thread_over_select(&self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value, depth: u32) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        let constants = self.module.constants();
        let (select, is_left) = match (self.inst(lhs), self.inst(rhs)) {
            (Some(select @ InstData::Select { .. }), _) => (select, true),
            (_, Some(select @ InstData::Select { .. })) => (select, false),
            _ => return None,
        };
        let InstData::Select { if_true, if_false, .. } = *select else { return None };
        let with = |v| {
            let (a, b) = if is_left { (v, rhs) } else { (lhs, v) };
            self.simplify_binary(op, flags, FastMathFlags::empty(), a, b, depth - 1)
        };
        let (on_true, on_false) = (with(if_true), with(if_false));
        if on_true == on_false {
            return on_true;
        }
        if let (Some(t), Some(f)) = (on_true, on_false) {
            if self.is_undef(t) && self.is_not_poison(f) || constants.is_poison(t) {
                return Some(f);
            }
            if self.is_undef(f) && self.is_not_poison(t) || constants.is_poison(f) {
                return Some(t);
            }
            if t == if_true && f == if_false {
                return Some(if is_left { lhs } else { rhs });
            }
        }
        None
    }

    /// Threads a binary operation over all incoming values of a phi.
    fn thread_over_phi(&self, op: BinaryOp, flags: IntFlags, lhs: Value, rhs: Value, depth: u32) -> Option<Value> {
        let (phi, other, is_left) = self.phi_and_other(lhs, rhs)?;
        self.over_phi(phi, other, depth, |query, v, depth| {
            let (a, b) = if is_left { (v, other) } else { (other, v) };
            query.simplify_binary(op, flags, FastMathFlags::empty(), a, b, depth)
        })
    }

    /// The operand that is a phi, the other operand, and whether the phi is the left operand.
    fn phi_and_other(&self, lhs: Value, rhs: Value) -> Option<(Inst, Value, bool)> {
        let is_phi = |v: Value| matches!(self.inst(v), Some(InstData::Phi { .. }));
        if is_phi(lhs) {
            return Some((lhs.as_inst()?, rhs, true));
        }
        is_phi(rhs).then(|| Some((rhs.as_inst()?, lhs, false)))?
    }

    /// The result of `simplify` on each incoming value of a phi, if all results are equal and dominate the phi.
    fn over_phi(
        &self,
        phi: Inst,
        other: Value,
        depth: u32,
        simplify: impl Fn(&Self, Value, u32) -> Option<Value>,
    ) -> Option<Value> {
        if depth == 0 || !self.dominates(other, phi) {
            return None;
        }
        let InstData::Phi { incoming, .. } = *self.body.inst(phi) else { return None };
        let mut common = None;
        let values = self.body.list_values(&incoming);
        if values.len() > 2 * 32 {
            return None;
        }
        // Constants first: two constants with different results need no other value simplified.
        for is_constant in [true, false] {
            let is_next = |pair: &&[Value]| pair[0] != phi.into() && pair[0].is_constant() == is_constant;
            for pair in values.chunks_exact(2).filter(is_next) {
                let simple = simplify(&self.at_end_of(pair[1]), pair[0], depth - 1)?;
                if *common.get_or_insert(simple) != simple {
                    return None;
                }
            }
        }
        common.filter(|&v| v != phi.into() && self.dominates(v, phi))
    }

    /// The only value that a phi can have.
    fn simplify_phi(&self, phi: Inst) -> Option<Value> {
        let InstData::Phi { incoming, .. } = *self.body.inst(phi) else { return None };
        let constants = self.module.constants();
        let (mut common, mut has_undef, mut has_poison) = (None, false, false);
        for &value in self.body.list_values(&incoming).iter().step_by(2).filter(|&&v| v != phi.into()) {
            if constants.is_poison(value) {
                has_poison = true;
            } else if constants.is_undef(value) {
                has_undef = true;
            } else if *common.get_or_insert(value) != value {
                return None;
            }
        }
        let ty = self.body.inst_type(phi);
        let Some(common) = common else {
            return Some(if has_undef { constants.undef(ty) } else { constants.poison(ty) });
        };
        if (has_undef || has_poison) && !self.dominates(common, phi) || has_undef && !self.is_not_poison(common) {
            return None;
        }
        Some(common)
    }

    /// The difference of two constant addresses in one object, as numbers.
    fn difference_of_constants(&self, lhs: Value, rhs: Value) -> Option<Value> {
        let address = |v: Value| match self.constant_expr(v)? {
            &lindworm_ir::constant::ConstantExpr::Cast { op: CastOp::PtrToInt, value, .. } => Some(value),
            _ => None,
        };
        let ((a, from), (b, to)) =
            (self.base_and_offset(address(lhs)?, true), self.base_and_offset(address(rhs)?, true));
        let width = self.width_of(lhs)?;
        (a == b && from.width() == width && to.width() == width).then(|| self.int(self.type_of(lhs), &from.sub(&to)))
    }

    /// Simplifies a cast.
    pub(crate) fn simplify_cast(&self, op: CastOp, flags: IntFlags, value: Value, to: Type) -> Option<Value> {
        let folded = self.fold_address_cast(op, value, to).or_else(|| self.module.fold_cast(op, value, to));
        if folded.is_some() {
            return folded;
        }
        let cx = self.module.context();
        let from = self.type_of(value);
        if op == CastOp::BitCast && from == to {
            return Some(value);
        }
        if let Some(v) = self.by_rules(Op::Cast(op), flags, FastMathFlags::empty(), &[value], to) {
            return Some(v);
        }
        // The address of p + (x - p) is x.
        if op == CastOp::PtrToInt
            && let Some(&InstData::GetElementPtr { source: Type::I8, ref operands, .. }) = self.inst(value)
            && let &[base, index] = self.body.list_values(operands)
            && let Some((BinaryOp::Sub, _, x, minus)) = self.binary(index)
            && self.type_of(x) == to
            && self.width_of(x) == self.width_of(value)
            && matches!(self.inst(minus), Some(&InstData::Cast { op: CastOp::PtrToInt, value, .. }) if value == base)
        {
            return Some(x);
        }
        let &InstData::Cast { op: first, value: inner, .. } = self.inst(value)? else { return None };
        if self.type_of(inner) != to {
            return None;
        }
        let layout = self.module.data_layout();
        let bits = |ty| layout.size_in_bits(cx, ty).filter(|size| !size.scalable).map(|size| size.min);
        match (first, op) {
            (CastOp::BitCast, CastOp::BitCast) => Some(inner),
            // A round trip through an integer of the width of an address; the result has the provenance of the pointer.
            (CastOp::IntToPtr, CastOp::PtrToInt) => {
                (bits(cx.scalar_type(to)) <= bits(cx.scalar_type(from))).then_some(inner)
            }
            _ => None,
        }
    }
}
