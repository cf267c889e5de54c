//! Expressions of invariant and other operands, regrouped so that the invariant ones are combined before the loop.

use lindworm_ir::editor::Point;
use lindworm_ir::eval::{BinaryOp, FastMathFlags, IntFlags, IntPredicate};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{Inst, InstData, Type, Value};
use smallvec::SmallVec;

use super::Motion;

/// A binary operation.
#[derive(Clone, Copy)]
struct Operation {
    op: BinaryOp,
    flags: IntFlags,
    fast_math: FastMathFlags,
    operands: [Value; 2],
}

impl Motion<'_, '_, '_> {
    /// Regroups an expression so that its invariant operands are combined before the loop, if it has one of the known forms.
    pub(super) fn regroup(&mut self, inst: Inst, entry: Inst) {
        match *self.f.editor.body().inst(inst) {
            InstData::ICmp { .. } => self.move_term(inst, entry),
            InstData::GetElementPtr { .. } => self.swap_offsets(inst, entry),
            InstData::Select { .. } => self.combine_limits(inst, entry),
            InstData::Binary { op: BinaryOp::FDiv, .. } => self.multiply_by_reciprocal(inst, entry),
            InstData::Binary { .. } => {
                self.combine_limits(inst, entry)
                    || self.distribute_factor(inst, entry)
                    || self.combine_operands(inst, entry)
            }
            _ => false,
        };
    }

    fn is_invariant(&self, value: Value) -> bool {
        self.form.is_invariant(&self.f.editor, value)
    }

    fn operation(&self, value: Value) -> Option<(Inst, Operation)> {
        let inst = value.as_inst()?;
        match *self.f.editor.body().inst(inst) {
            InstData::Binary { op, flags, fast_math, lhs, rhs } => {
                Some((inst, Operation { op, flags, fast_math, operands: [lhs, rhs] }))
            }
            _ => None,
        }
    }

    /// The operands of an operation of which exactly one is invariant, that one last.
    fn variant_and_invariant(&self, operands: [Value; 2]) -> Option<[Value; 2]> {
        match operands.map(|operand| self.is_invariant(operand)) {
            [false, true] => Some(operands),
            [true, false] => Some([operands[1], operands[0]]),
            _ => None,
        }
    }

    fn has_one_use(&self, value: Value) -> bool {
        self.f.editor.uses().has_one_use(value)
    }

    /// Creates an operation before the loop.
    fn compute_before(&mut self, entry: Inst, name: &[u8], operation: Operation) -> Option<Value> {
        let Operation { op, flags, fast_math, operands: [lhs, rhs] } = operation;
        let built = self.f.editor.build_before(entry, |b| {
            b.fast_math = fast_math;
            b.binary_with(op, flags, lhs, rhs)
        });
        let value = built.ok()?;
        if value.as_inst().is_some() {
            self.f.editor.set_name(value, name);
        }
        Some(value)
    }

    /// Replaces an operation by another one, without a debug location. The name gets a suffix.
    fn replace_operation(&mut self, inst: Inst, new: Operation) -> Value {
        let Operation { op, flags, fast_math, operands: [lhs, rhs] } = new;
        let ty = self.f.editor.body().inst_type(inst);
        let data = InstData::Binary { op, flags, fast_math, lhs, rhs };
        let value: Value = self.f.editor.insert(Point::Before(inst), data, ty).into();
        let name = [self.f.editor.body().name(inst.into()), b".reass"].concat();
        self.f.editor.set_name(value, &name);
        self.f.editor.replace_all(inst.into(), value);
        self.erase(inst);
        value
    }

    /// `x / y` is `x * (1 / y)` if that is permitted.
    fn multiply_by_reciprocal(&mut self, inst: Inst, entry: Inst) -> bool {
        let Some((_, Operation { fast_math, operands: [x, y], .. })) = self.operation(inst.into()) else {
            return false;
        };
        if !fast_math.contains(FastMathFlags::ARCP) || !self.is_invariant(y) {
            return false;
        }
        let (module, ty) = (self.f.editor.module(), self.f.editor.type_of(y));
        let (cx, constants) = (module.context(), module.constants());
        let scalar = cx.element_type(ty, 0).filter(|_| cx.is_vector(ty)).unwrap_or(ty);
        let one = match scalar {
            Type::FLOAT => lindworm_ir::eval::Float::from_f32(1.0),
            Type::DOUBLE => lindworm_ir::eval::Float::from_f64(1.0),
            _ => return false,
        };
        let one = constants.float(scalar, one);
        let one = if scalar == ty { one } else { constants.splat(cx, ty, one) };
        let data = InstData::Binary { op: BinaryOp::FDiv, flags: IntFlags::empty(), fast_math, lhs: one, rhs: y };
        let reciprocal = self.f.editor.insert(Point::Before(entry), data, ty);
        let data = InstData::Binary {
            op: BinaryOp::FMul,
            flags: IntFlags::empty(),
            fast_math,
            lhs: x,
            rhs: reciprocal.into(),
        };
        let product = self.f.editor.insert(Point::Before(inst), data, ty);
        self.f.editor.set_debug_loc(product, self.f.editor.body().debug_loc(inst));
        self.f.editor.replace_all(inst.into(), product.into());
        self.erase(inst);
        true
    }

    /// `x < a && x < b` is `x < min(a, b)`.
    fn combine_limits(&mut self, inst: Inst, entry: Inst) -> bool {
        let (module, ty) = (self.f.editor.module(), self.f.editor.body().inst_type(inst));
        let constants = module.constants();
        if ty != Type::I1 {
            return false;
        }
        let (is_or, operands, is_select) = match *self.f.editor.body().inst(inst) {
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } => (false, [lhs, rhs], false),
            InstData::Binary { op: BinaryOp::Or, lhs, rhs, .. } => (true, [lhs, rhs], false),
            InstData::Select { condition, if_true, if_false, .. }
                if constants.is_zero(if_false) && if_false.is_constant() =>
            {
                (false, [condition, if_true], true)
            }
            InstData::Select { condition, if_true, if_false, .. } if constants.as_u64(if_true) == Some(1) => {
                (true, [condition, if_false], true)
            }
            _ => return false,
        };
        let comparison = |value: Value| {
            let inst = value.as_inst().filter(|_| self.has_one_use(value))?;
            let InstData::ICmp { mut predicate, same_sign, lhs, rhs } = *self.f.editor.body().inst(inst) else {
                return None;
            };
            module.context().int_width(self.f.editor.type_of(lhs))?;
            if predicate.is_equality() {
                return None;
            }
            let sides = self.variant_and_invariant([lhs, rhs])?;
            if sides[0] != lhs {
                predicate = predicate.swapped();
            }
            Some((inst, if is_or { predicate.inverse() } else { predicate }, same_sign, sides))
        };
        let (Some((first, p, p_same_sign, [x, a])), Some((second, q, q_same_sign, [y, b]))) =
            (comparison(operands[0]), comparison(operands[1]))
        else {
            return false;
        };
        // Numbers with the same sign compare alike as signed and as unsigned numbers.
        let predicate = match (p == q, p.to_signed() == q.to_signed()) {
            (true, _) => p,
            (_, true) if p_same_sign => q,
            (_, true) if q_same_sign => p,
            _ => return false,
        };
        if x != y {
            return false;
        }
        use IntPredicate::{Sle, Slt, Ule, Ult};
        let (letter, word) = (
            if predicate.is_unsigned() { 'u' } else { 's' },
            if matches!(predicate, Slt | Sle | Ult | Ule) { "min" } else { "max" },
        );
        let ty = self.f.editor.type_of(a);
        let Ok(callee) = self.f.additions.intrinsic(&format!("llvm.{letter}{word}"), &[ty]) else { return false };
        // The second limit was not looked at if the first comparison decided.
        let limit = match is_select {
            true => {
                let data = InstData::Freeze { value: b };
                let frozen = self.f.editor.insert(Point::Before(entry), data, ty);
                self.f.editor.set_debug_loc(frozen, self.f.editor.body().debug_loc(entry));
                let name = [self.f.editor.body().name(b), b".fr"].concat();
                self.f.editor.set_name(frozen.into(), &name);
                frozen.into()
            }
            false => b,
        };
        let Ok(call) = self.f.editor.build_before(entry, |builder| builder.call_function(callee, &[a, limit])) else {
            return false;
        };
        self.f.editor.set_name(call.into(), format!("invariant.{letter}{word}").as_bytes());
        let predicate = if is_or { predicate.inverse() } else { predicate };
        let data = InstData::ICmp { predicate, same_sign: false, lhs: x, rhs: call.into() };
        let new = self.f.editor.insert(Point::Before(inst), data, Type::I1);
        self.f.editor.set_debug_loc(new, self.f.editor.body().debug_loc(inst));
        self.f.editor.take_name(inst.into(), new.into());
        self.f.editor.replace_all(inst.into(), new.into());
        self.erase(inst);
        self.erase(first);
        self.erase(second);
        true
    }

    /// `(p + x) + c` is `(p + c) + x`.
    fn swap_offsets(&mut self, inst: Inst, entry: Inst) -> bool {
        let body = self.f.editor.body();
        let InstData::GetElementPtr { source: outer_type, flags: outer_flags, operands: outer } = *body.inst(inst)
        else {
            return false;
        };
        let outer: SmallVec<[Value; 4]> = body.list_values(&outer).iter().copied().collect();
        let Some(inner_inst) = outer[0].as_inst() else { return false };
        let InstData::GetElementPtr { source: inner_type, flags: inner_flags, operands: inner } =
            *body.inst(inner_inst)
        else {
            return false;
        };
        let inner: SmallVec<[Value; 4]> = body.list_values(&inner).iter().copied().collect();
        let are_invariant = |values: &[Value]| values.iter().all(|&v| self.is_invariant(v));
        if outer[1..].iter().all(|v| v.is_constant())
            || !self.has_one_use(outer[0])
            || self.is_invariant(outer[0])
            || !self.is_invariant(inner[0])
            || !are_invariant(&outer[1..])
            || are_invariant(&inner[1..])
        {
            return false;
        }
        let query = self.query();
        let is_non_negative = |&v: &Value| query.known_bits(v).is_some_and(|known| known.is_non_negative());
        let both = inner_flags & outer_flags;
        let is_in_bounds = both.contains(GepFlags::INBOUNDS)
            && inner[1..].iter().all(is_non_negative)
            && outer[1..].iter().all(is_non_negative);
        let flags = if is_in_bounds { GepFlags::INBOUNDS | GepFlags::NUSW } else { GepFlags::empty() };
        // An index of each is not constant, so that neither is folded.
        let mut gep = |at: Inst, source: Type, base: Value, indices: &[Value], name: &[u8]| {
            let value = self.f.editor.build_before(at, |b| b.gep(source, flags, base, indices)).ok()?;
            self.f.editor.set_name(value, name);
            Some(value)
        };
        let Some(base) = gep(entry, outer_type, inner[0], &outer[1..], b"invariant.gep") else { return false };
        let Some(new) = gep(inst, inner_type, base, &inner[1..], b"gep") else { return false };
        self.f.editor.replace_all(inst.into(), new);
        self.erase(inst);
        self.erase(inner_inst);
        true
    }

    /// `x + a < b` is `x < b - a` if nothing overflows.
    fn move_term(&mut self, inst: Inst, entry: Inst) -> bool {
        let InstData::ICmp { mut predicate, lhs, rhs, .. } = *self.f.editor.body().inst(inst) else { return false };
        let Some([sum, limit]) = self.variant_and_invariant([lhs, rhs]) else { return false };
        if predicate.is_equality() || !self.has_one_use(sum) {
            return false;
        }
        if sum != lhs {
            predicate = predicate.swapped();
        }
        let is_signed = !predicate.is_unsigned();
        let needed = if is_signed { IntFlags::NSW } else { IntFlags::NUW };
        let Some((sum_inst, operation)) = self.operation(sum) else { return false };
        let Some([x, a]) = self.variant_and_invariant(operation.operands) else { return false };
        if !operation.flags.contains(needed) {
            return false;
        }
        let (op, operands, predicate) = match operation.op {
            BinaryOp::Add => (BinaryOp::Sub, [limit, a], predicate),
            // x - a < b is x < b + a; a - x < b is x > a - b.
            BinaryOp::Sub if x == operation.operands[0] => (BinaryOp::Add, [a, limit], predicate),
            BinaryOp::Sub => (BinaryOp::Sub, [a, limit], predicate.swapped()),
            _ => return false,
        };
        if !self.never_overflows(op, is_signed, operands) {
            return false;
        }
        let new = Operation { op, flags: needed, fast_math: FastMathFlags::empty(), operands };
        let Some(limit) = self.compute_before(entry, b"invariant.op", new) else { return false };
        self.f.editor.change(inst, |data, _| {
            if let InstData::ICmp { predicate: p, same_sign, .. } = data {
                (*p, *same_sign) = (predicate, false);
            }
        });
        self.f.editor.set_operands(inst, &[x, limit]);
        self.erase(sum_inst);
        true
    }

    /// Whether a sum or difference of numbers in their known ranges does not overflow.
    fn never_overflows(&self, op: BinaryOp, is_signed: bool, [a, b]: [Value; 2]) -> bool {
        let query = self.query();
        let (Some(a), Some(b)) = (query.bounds(a), query.bounds(b)) else { return false };
        let overflow = match (op, is_signed) {
            (BinaryOp::Add, true) => [a.smin.sadd_overflow(&b.smin).1, a.smax.sadd_overflow(&b.smax).1],
            (BinaryOp::Add, false) => [a.umax.uadd_overflow(&b.umax).1, false],
            (_, true) => [a.smin.ssub_overflow(&b.smax).1, a.smax.ssub_overflow(&b.smin).1],
            (_, false) => [a.umin.usub_overflow(&b.umax).1, false],
        };
        overflow == [false; 2]
    }

    /// Whether a product or sum may be regrouped.
    fn is_regroupable(operation: &Operation, int: BinaryOp, float: BinaryOp) -> bool {
        let flags = FastMathFlags::REASSOC | FastMathFlags::NSZ;
        operation.op == int || operation.op == float && operation.fast_math.contains(flags)
    }

    /// `(x * a + y * b) * c` is `x * (a * c) + y * (b * c)`.
    fn distribute_factor(&mut self, inst: Inst, entry: Inst) -> bool {
        let is_product = |operation: &Operation| Self::is_regroupable(operation, BinaryOp::Mul, BinaryOp::FMul);
        let Some((_, whole)) = self.operation(inst.into()).filter(|(_, operation)| is_product(operation)) else {
            return false;
        };
        let Some([sum, factor]) = self.variant_and_invariant(whole.operands) else { return false };
        let is_int = whole.op == BinaryOp::Mul;
        let max_factors = self.pass.max_factors[usize::from(!is_int)] as usize;
        let mut pending = vec![sum];
        let mut sums: SmallVec<[Inst; 4]> = SmallVec::new();
        let mut products: SmallVec<[(Inst, usize); 4]> = SmallVec::new();
        while let Some(value) = pending.pop() {
            let Some((part, operation)) = self.operation(value).filter(|_| self.has_one_use(value)) else {
                return false;
            };
            if Self::is_regroupable(&operation, BinaryOp::Add, BinaryOp::FAdd)
                && operation.operands.iter().all(|&operand| self.operation(operand).is_some())
            {
                pending.extend(operation.operands);
                sums.push(part);
                continue;
            }
            let invariant = operation.operands.iter().position(|&operand| self.is_invariant(operand));
            match invariant.filter(|_| is_product(&operation) && !self.is_invariant(value)) {
                Some(place) => products.push((part, place)),
                None => return false,
            }
            if products.len() > max_factors || sums.len() > max_factors {
                return false;
            }
        }
        if is_int {
            for sum in sums {
                self.f.editor.change(sum, |data, _| {
                    if let InstData::Binary { flags, .. } = data {
                        *flags = IntFlags::empty();
                    }
                });
            }
        }
        let mut result = sum;
        for (product, place) in products {
            let Some((_, mut operation)) = self.operation(product.into()) else { return false };
            let name: &[u8] = if is_int { b"factor.op.mul" } else { b"factor.op.fmul" };
            let flags = IntFlags::empty();
            let before = Operation { flags, operands: [operation.operands[place], factor], ..operation };
            let Some(combined) = self.compute_before(entry, name, before) else { return false };
            operation.operands[place] = combined;
            operation.flags = flags;
            let new = self.replace_operation(product, operation);
            if result == product.into() {
                result = new;
            }
        }
        self.f.editor.replace_all(inst.into(), result);
        self.erase(inst);
        true
    }

    /// `(x + a) + b` is `x + (a + b)`.
    fn combine_operands(&mut self, inst: Inst, entry: Inst) -> bool {
        let is_associative = |operation: &Operation| match operation.op {
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => true,
            BinaryOp::FAdd | BinaryOp::FMul => {
                operation.fast_math.contains(FastMathFlags::REASSOC | FastMathFlags::NSZ)
            }
            _ => false,
        };
        let Some((_, outer)) = self.operation(inst.into()).filter(|(_, operation)| is_associative(operation)) else {
            return false;
        };
        let Some([part, b]) = self.variant_and_invariant(outer.operands) else { return false };
        let Some((part_inst, inner)) = self.operation(part) else { return false };
        let most_uses =
            if self.f.editor.module().context().int_width(self.f.editor.type_of(part)).is_some() { 1 } else { 2 };
        if inner.op != outer.op || !is_associative(&inner) || self.f.editor.uses().of(part).nth(most_uses).is_some() {
            return false;
        }
        let Some([x, a]) = self.variant_and_invariant(inner.operands) else { return false };
        let common = inner.flags & outer.flags;
        let flags = match outer.op {
            BinaryOp::Add if common.contains(IntFlags::NUW) => common & (IntFlags::NUW | IntFlags::NSW),
            BinaryOp::Or => common & IntFlags::DISJOINT,
            _ => IntFlags::empty(),
        };
        let fast_math = inner.fast_math & outer.fast_math;
        let op = outer.op;
        let before = Operation { op, flags, fast_math, operands: [a, b] };
        let Some(invariant) = self.compute_before(entry, b"invariant.op", before) else { return false };
        self.replace_operation(inst, Operation { op, flags, fast_math, operands: [x, invariant] });
        if self.f.editor.uses().is_unused(part) {
            self.erase(part_inst);
        }
        true
    }
}
