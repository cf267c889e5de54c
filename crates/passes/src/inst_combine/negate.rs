//! Negation of an expression without other users by a change of its operations.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, Int, IntFlags};
use lindworm_ir::{Inst, InstData, Value};

use super::Combiner;

/// The maximum depth of an expression that is negated.
const MAX_DEPTH: u32 = 8;

/// The maximum number of incoming values of a phi that is negated.
const MAX_INCOMING: usize = 16;

/// A negation that is being built.
struct Negation {
    /// Whether the whole is `0 - x`, and not a subtraction from another value.
    is_whole: bool,
    made: Vec<Inst>,
}

impl Combiner<'_, '_, '_> {
    /// A subtraction as an addition of the negated right operand, if that costs nothing.
    pub(super) fn subtract_negated(&mut self, inst: Inst, lhs: Value, rhs: Value, flags: IntFlags) -> Option<Value> {
        let is_whole = self.f.editor.module().constants().is_zero(lhs);
        let mut negation = Negation { is_whole, made: Vec::new() };
        let flags = if is_whole { flags & IntFlags::NSW } else { IntFlags::empty() };
        let Some(negated) = self.negate(&mut negation, rhs, flags, MAX_DEPTH) else {
            // The last one has no users.
            for made in negation.made.into_iter().rev() {
                self.worklist.remove(made);
                self.f.editor.erase(made);
            }
            return None;
        };
        Some(if is_whole { negated } else { self.binary(inst, BinaryOp::Add, IntFlags::empty(), negated, lhs) })
    }

    /// Inserts a part of a negated expression where the negated operation is.
    fn negated_part(&mut self, negation: &mut Negation, at: Inst, data: InstData, name: &[u8]) -> Value {
        let ty = self.f.editor.body().inst_type(at);
        let new = self.insert(at, data, ty);
        negation.made.extend(new.as_inst());
        self.name_after(new, at.into(), name);
        new
    }

    /// The negation of a value; `None` if it costs instructions. `nsw` has that flag if `0 - value` does not overflow.
    fn negate(&mut self, negation: &mut Negation, value: Value, nsw: IntFlags, depth: u32) -> Option<Value> {
        let query = self.query();
        let zero = self.zero(query.type_of(value));
        if value.is_constant() {
            return query
                .elements_are(value, |_| true)
                .then(|| query.module.fold_binary(BinaryOp::Sub, nsw, zero, value))?;
        }
        if query.module.context().scalar_type(query.type_of(value)) == lindworm_ir::Type::I1 {
            return Some(value);
        }
        let inst = value.as_inst()?;
        let ty = query.type_of(value);
        let binary = |op, lhs, rhs, flags| InstData::Binary { op, flags, fast_math: FastMathFlags::empty(), lhs, rhs };
        let cast =
            |op, value| InstData::Cast { op, flags: IntFlags::empty(), fast_math: FastMathFlags::empty(), value };
        let none = IntFlags::empty();
        let has_one_use = query.uses.has_one_use(value);
        let ones = self.ones(ty);
        let width = query.width_of(value)?;
        let is = |v: Value, f: &dyn Fn(&Int) -> bool| v.is_constant() && query.elements_are(v, f);
        let is_sign_amount = |v| is(v, &|n| *n == Int::new(width, (width - 1).into()));
        let data = self.data(inst);
        if !has_one_use && !negation.is_whole {
            return None;
        }
        // These need no other operation, however many users the value has.
        let free = match data {
            InstData::Binary { op: BinaryOp::Sub, lhs, rhs, .. } if is(lhs, &Int::is_zero) => return Some(rhs),
            InstData::Binary { op: BinaryOp::Add, lhs, rhs, .. } if is(rhs, &Int::is_one) => {
                let not = binary(BinaryOp::Xor, lhs, ones, none);
                Some((not, &b".neg"[..]))
            }
            InstData::Binary { op: BinaryOp::Xor, .. } if let Some(x) = query.as_not(value) => {
                let one = self.int(ty, &Int::one(width));
                Some((binary(BinaryOp::Add, x, one, none), &b".neg"[..]))
            }
            InstData::Binary { op: op @ (BinaryOp::AShr | BinaryOp::LShr), lhs, rhs, flags, .. }
                if is_sign_amount(rhs) =>
            {
                let op = if op == BinaryOp::AShr { BinaryOp::LShr } else { BinaryOp::AShr };
                Some((binary(op, lhs, rhs, flags & IntFlags::EXACT), &b".neg"[..]))
            }
            InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value: x, .. }
                if query.module.context().scalar_type(query.type_of(x)) == lindworm_ir::Type::I1 =>
            {
                let op = if op == CastOp::ZExt { CastOp::SExt } else { CastOp::ZExt };
                Some((cast(op, x), &b".neg"[..]))
            }
            InstData::Select { condition, if_true, if_false, fast_math } => {
                let negated = |v: Value| {
                    let is_int = v.is_constant() && query.elements_are(v, |_| true);
                    is_int.then(|| query.module.fold_binary(BinaryOp::Sub, none, zero, v))?
                };
                match (negated(if_true), negated(if_false)) {
                    (Some(if_true), Some(if_false)) => {
                        Some((InstData::Select { condition, if_true, if_false, fast_math }, &b".neg"[..]))
                    }
                    _ => None,
                }
            }
            InstData::Binary { op: BinaryOp::Sub, lhs, rhs, flags, .. } if has_one_use || is(lhs, &|_| true) => {
                Some((binary(BinaryOp::Sub, rhs, lhs, flags & nsw), &b".neg"[..]))
            }
            _ => None,
        };
        if let Some((data, name)) = free {
            return Some(self.negated_part(negation, inst, data, name));
        }
        if !has_one_use {
            return None;
        }
        match data {
            // The sign bit as a number.
            InstData::Cast { op: CastOp::ZExt, value: x, .. }
                if let Some((BinaryOp::LShr, _, of, by)) = query.binary(x)
                    && query.width_of(x).is_some_and(|w| is(by, &|n| *n == Int::new(w, (w - 1).into()))) =>
            {
                let at = x.as_inst()?;
                let smeared = self.negated_part(negation, at, binary(BinaryOp::AShr, of, by, none), b".neg");
                return Some(self.negated_part(negation, inst, cast(CastOp::SExt, smeared), b".neg"));
            }
            // One bit of a value.
            InstData::Binary { op: BinaryOp::And, lhs, rhs, .. } if is(rhs, &Int::is_one) => {
                let shifted = match query.inst(lhs) {
                    Some(&InstData::Cast { op: CastOp::Trunc, value, .. }) => value,
                    _ => lhs,
                };
                if let Some((BinaryOp::LShr, _, x, by)) = query.binary(shifted)
                    && query.uses.has_one_use(lhs)
                    && by.is_constant()
                    && query.elements_are(by, |_| true)
                {
                    let wide = query.type_of(x);
                    let width = query.width_of(x)?;
                    let most = query.int(wide, &Int::new(width, u64::from(width) - 1));
                    let rest = query.module.fold_binary(BinaryOp::Sub, none, most, by)?;
                    let at = inst;
                    let mut smeared = self.binary(at, BinaryOp::Shl, none, x, rest);
                    negation.made.extend(smeared.as_inst());
                    smeared = self.binary(at, BinaryOp::AShr, none, smeared, most);
                    negation.made.extend(smeared.as_inst());
                    if wide != ty {
                        smeared = self.cast(at, CastOp::Trunc, none, smeared, ty);
                        negation.made.extend(smeared.as_inst());
                    }
                    return Some(smeared);
                }
            }
            InstData::Binary { op: BinaryOp::SDiv, lhs, rhs, flags, .. }
                if is(rhs, &|n| !n.is_one() && !n.is_min_signed()) =>
            {
                let divisor = query.module.fold_binary(BinaryOp::Sub, none, zero, rhs)?;
                return Some(self.negated_part(negation, inst, binary(BinaryOp::SDiv, lhs, divisor, flags), b".neg"));
            }
            _ => {}
        }
        let depth = depth.checked_sub(1)?;
        match data {
            InstData::Phi { .. } => self.negate_phi(negation, inst, depth),
            InstData::Select { condition, if_true, if_false, fast_math } => {
                let (if_true, if_false) = if query.is_negation(if_true, if_false) {
                    (if_false, if_true)
                } else {
                    let if_true = self.negate(negation, if_true, none, depth)?;
                    (if_true, self.negate(negation, if_false, none, depth)?)
                };
                let data = InstData::Select { condition, if_true, if_false, fast_math };
                Some(self.negated_part(negation, inst, data, b".neg"))
            }
            InstData::Cast { op: CastOp::Trunc, value: x, .. } => {
                let negated = self.negate(negation, x, none, depth)?;
                Some(self.negated_part(negation, inst, cast(CastOp::Trunc, negated), b".neg"))
            }
            InstData::Binary { op: BinaryOp::Shl, lhs, rhs, flags, .. } => {
                if let Some(negated) = self.negate(negation, lhs, flags & nsw, depth) {
                    return Some(self.negated_part(
                        negation,
                        inst,
                        binary(BinaryOp::Shl, negated, rhs, flags & nsw),
                        b".neg",
                    ));
                }
                // A shift by a constant is a multiplication.
                let query = self.query();
                if !(negation.is_whole && rhs.is_constant() && query.elements_are(rhs, |_| true)) {
                    return None;
                }
                let factor = query.module.fold_binary(BinaryOp::Shl, none, ones, rhs)?;
                Some(self.negated_part(negation, inst, binary(BinaryOp::Mul, lhs, factor, flags & nsw), b".neg"))
            }
            InstData::Binary { op: BinaryOp::Or, flags, .. } if !flags.contains(IntFlags::DISJOINT) => None,
            InstData::Binary { op: BinaryOp::Add | BinaryOp::Or, lhs, rhs, .. } => {
                let negated = [lhs, rhs].map(|v| (v, self.negate(negation, v, none, depth)));
                let data = match negated {
                    [(_, Some(a)), (_, Some(b))] => binary(BinaryOp::Add, a, b, none),
                    [(_, Some(a)), (b, None)] | [(b, None), (_, Some(a))] if negation.is_whole => {
                        binary(BinaryOp::Sub, a, b, none)
                    }
                    _ => return None,
                };
                Some(self.negated_part(negation, inst, data, b".neg"))
            }
            InstData::Binary { op: BinaryOp::Xor, lhs, rhs, .. } if is(rhs, &|_| true) => {
                let inverted = query.module.fold_binary(BinaryOp::Xor, none, rhs, ones)?;
                let flipped = self.negated_part(negation, inst, binary(BinaryOp::Xor, lhs, inverted, none), b"");
                let one = self.int(ty, &Int::one(width));
                Some(self.negated_part(negation, inst, binary(BinaryOp::Add, flipped, one, none), b".neg"))
            }
            InstData::Binary { op: BinaryOp::Mul, lhs, rhs, flags, .. } => {
                let (negated, other) = match self.negate(negation, rhs, none, depth) {
                    Some(negated) => (negated, lhs),
                    None => (self.negate(negation, lhs, none, depth)?, rhs),
                };
                Some(self.negated_part(negation, inst, binary(BinaryOp::Mul, negated, other, flags & nsw), b".neg"))
            }
            _ => None,
        }
    }

    /// A phi of the negated incoming values; `None` if a value comes in through a back edge.
    fn negate_phi(&mut self, negation: &mut Negation, phi: Inst, depth: u32) -> Option<Value> {
        let block = self.f.editor.body().inst_block(phi)?;
        let entries = crate::edges::incoming(&self.f.editor, phi);
        if entries.len() > MAX_INCOMING || entries.iter().any(|&(_, from)| self.dominators.dominates(block, from)) {
            return None;
        }
        let mut list: Vec<Value> = Vec::new();
        for (value, from) in entries {
            let negated = self.negate(negation, value, IntFlags::empty(), depth)?;
            list.extend([negated, from.into()]);
        }
        let incoming = self.f.editor.list(&list);
        let data = InstData::Phi { incoming, fast_math: FastMathFlags::empty() };
        Some(self.negated_part(negation, phi, data, b".neg"))
    }
}
