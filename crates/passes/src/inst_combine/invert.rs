//! Inversion of an expression, as `not` does it, by a change of its operations.

use lindworm_ir::eval::{BinaryOp, CastOp, FastMathFlags, IntFlags};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, InstData, Type, Value};

use super::Combiner;

/// The maximum depth of an expression that is inverted.
const MAX_DEPTH: u32 = 6;

/// The name of the intrinsic for the inverted operands of a minimum or maximum.
fn inverse_min_max(id: IntrinsicId) -> Option<&'static str> {
    Some(match id {
        IntrinsicId::SMAX => "llvm.smin",
        IntrinsicId::SMIN => "llvm.smax",
        IntrinsicId::UMAX => "llvm.umin",
        IntrinsicId::UMIN => "llvm.umax",
        _ => return None,
    })
}

impl Combiner<'_, '_, '_> {
    /// Whether the inverted value costs nothing. `all_uses`: all uses of the value will be inverted.
    fn is_free_to_invert(&mut self, value: Value, all_uses: bool) -> bool {
        self.inverted(None, value, all_uses, MAX_DEPTH).is_some()
    }

    /// The inverted value, if that costs nothing.
    pub(super) fn invert(&mut self, at: Inst, value: Value, all_uses: bool) -> Option<Value> {
        if !self.is_free_to_invert(value, all_uses) {
            return None;
        }
        self.inverted(Some(at), value, all_uses, MAX_DEPTH)
    }

    fn inverted_operand(&mut self, at: Option<Inst>, value: Value, depth: u32) -> Option<Value> {
        let has_one_use = self.f.editor.uses().has_one_use(value);
        self.inverted(at, value, has_one_use, depth)
    }

    /// The inverted value. The inverted operations are inserted before `at`; without it, nothing is inserted, and the result says
    /// only whether the inversion is free.
    fn inverted(&mut self, at: Option<Inst>, value: Value, all_uses: bool, depth: u32) -> Option<Value> {
        let query = self.query();
        if let Some(x) = query.as_not(value) {
            return Some(x);
        }
        let ones = self.ones(query.type_of(value));
        if value.is_constant() {
            let is_int = query.elements_are(value, |_| true);
            return is_int.then(|| query.module.fold_binary(BinaryOp::Xor, IntFlags::empty(), value, ones))?;
        }
        let inst = value.as_inst()?;
        if !all_uses {
            return None;
        }
        let data = self.data(inst);
        if let InstData::ICmp { predicate, same_sign, lhs, rhs } = data {
            let data = InstData::ICmp { predicate: predicate.inverse(), same_sign, lhs, rhs };
            return Some(self.inverted_part(at, inst, data));
        }
        if let InstData::FCmp { predicate, fast_math, lhs, rhs } = data {
            let data = InstData::FCmp { predicate: predicate.inverse(), fast_math, lhs, rhs };
            return Some(self.inverted_part(at, inst, data));
        }
        let depth = depth.checked_sub(1)?;
        let fast_math = FastMathFlags::empty();
        let binary = |op, lhs, rhs| InstData::Binary { op, flags: IntFlags::empty(), fast_math, lhs, rhs };
        let new = match data {
            InstData::Binary { op: BinaryOp::Add, lhs, rhs, .. } => match self.inverted_operand(at, rhs, depth) {
                Some(rhs) => binary(BinaryOp::Sub, rhs, lhs),
                None => binary(BinaryOp::Sub, self.inverted_operand(at, lhs, depth)?, rhs),
            },
            InstData::Binary { op: BinaryOp::Xor, lhs, rhs, .. } => match self.inverted_operand(at, rhs, depth) {
                Some(rhs) => binary(BinaryOp::Xor, lhs, rhs),
                None => binary(BinaryOp::Xor, self.inverted_operand(at, lhs, depth)?, rhs),
            },
            InstData::Binary { op: BinaryOp::Sub, lhs, rhs, .. } => {
                binary(BinaryOp::Add, self.inverted_operand(at, lhs, depth)?, rhs)
            }
            InstData::Binary { op: BinaryOp::AShr, lhs, rhs, .. } => {
                binary(BinaryOp::AShr, self.inverted_operand(at, lhs, depth)?, rhs)
            }
            InstData::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs, .. } => {
                let (lhs, rhs) = self.both_inverted(at, lhs, rhs, depth)?;
                binary(if op == BinaryOp::And { BinaryOp::Or } else { BinaryOp::And }, lhs, rhs)
            }
            InstData::Cast { op: op @ (CastOp::SExt | CastOp::Trunc), value: x, .. } => {
                let value = self.inverted_operand(at, x, depth)?;
                InstData::Cast { op, flags: IntFlags::empty(), fast_math, value }
            }
            InstData::Select { condition, if_true, if_false, fast_math } => {
                let constants = query.module.constants();
                let is_and = constants.is_zero(if_false);
                let is_bool = query.type_of(value) == query.type_of(condition);
                if is_bool && (is_and || if_true == ones) {
                    // Short-circuit logic.
                    let other = if is_and { if_true } else { if_false };
                    let (condition, other) = self.both_inverted(at, condition, other, depth)?;
                    let zero = self.zero(self.type_of(value));
                    let (if_true, if_false) = if is_and { (ones, other) } else { (other, zero) };
                    InstData::Select { condition, if_true, if_false, fast_math }
                } else {
                    let (if_true, if_false) = self.both_inverted(at, if_true, if_false, depth)?;
                    InstData::Select { condition, if_true, if_false, fast_math }
                }
            }
            InstData::Call { .. } => {
                let (id, args) = query.intrinsic(value)?;
                let inverse = inverse_min_max(id)?;
                let (lhs, rhs) = (args[0], args[1]);
                let (lhs, rhs) = self.both_inverted(at, lhs, rhs, depth)?;
                let Some(at) = at else { return Some(value) };
                let ty = self.type_of(value);
                return self.call_intrinsic(at, inverse, &[ty], &[lhs, rhs]);
            }
            _ => return None,
        };
        Some(self.inverted_part(at, inst, new))
    }

    fn both_inverted(&mut self, at: Option<Inst>, a: Value, b: Value, depth: u32) -> Option<(Value, Value)> {
        let a = self.inverted_operand(at, a, depth)?;
        Some((a, self.inverted_operand(at, b, depth)?))
    }

    fn inverted_part(&mut self, at: Option<Inst>, of: Inst, data: InstData) -> Value {
        let Some(at) = at else { return of.into() };
        let ty = self.f.editor.body().inst_type(of);
        self.insert(at, data, ty)
    }

    /// Whether all users of an `i1` value can take the inverted value instead, by a change of themselves. One user may be left
    /// out.
    fn are_users_invertible(&self, value: Value, except: Option<Inst>) -> bool {
        let query = self.query();
        query.uses.of(value).all(|at| {
            Some(at.user) == except
                || match query.body.inst(at.user) {
                    InstData::Select { .. } => at.operand == 0 && !self.is_logical_select(at.user),
                    InstData::CondBr { .. } => true,
                    InstData::Binary { .. } => query.as_not(at.user.into()) == Some(value),
                    _ => false,
                }
        })
    }

    /// Changes the users of a value for its inversion.
    fn invert_users(&mut self, value: Value, except: Option<Inst>) {
        let users: Vec<Inst> = self.f.editor.uses().of(value).map(|at| at.user).collect();
        for user in users {
            if Some(user) == except {
                continue;
            }
            match self.data(user) {
                InstData::Select { condition, if_true, if_false, .. } => {
                    self.f.editor.set_operands(user, &[condition, if_false, if_true]);
                    self.swap_weights(user);
                    self.worklist.push(user);
                }
                InstData::CondBr { .. } => {
                    self.swap_successors(user, value);
                    self.worklist.push(user);
                }
                InstData::Binary { .. } => {
                    self.push_users(user);
                    self.f.editor.replace_all(user.into(), value);
                    self.worklist.push(user);
                }
                _ => {}
            }
        }
    }

    /// Inverts a comparison, if it has users and all can take the inverted value. Returns whether it did.
    pub(super) fn invert_comparison(&mut self, inst: Inst) -> bool {
        let value = inst.into();
        if self.f.editor.uses().is_unused(value) || !self.are_users_invertible(value, None) {
            return false;
        }
        self.invert_predicate(inst);
        self.name_after(value, value, b".not");
        self.invert_users(value, None);
        true
    }

    /// The `not` of short-circuit logic with a comparison, both without other users: the comparison is inverted.
    pub(super) fn not_of_logical_select(&mut self, inst: Inst, value: Value) -> Option<Value> {
        let (is_and, condition, other, true) = self.logical_operation(value.as_inst()?)? else { return None };
        let uses = self.f.editor.uses();
        let compare = other.as_inst().filter(|_| uses.has_one_use(value) && uses.has_one_use(other))?;
        if !matches!(self.data(compare), InstData::ICmp { .. } | InstData::FCmp { .. }) {
            return None;
        }
        self.invert_predicate(compare);
        self.worklist.push(compare);
        let not = self.not(inst, condition);
        let ty = self.type_of(value);
        let (if_true, if_false) = if is_and { (self.ones(ty), other) } else { (other, self.zero(ty)) };
        Some(self.select(inst, not, if_true, if_false))
    }

    /// Whether an `i1` value is the result of an operation that can be inverted in place, with all its users but one.
    fn can_invert_in_place(&mut self, value: Value, except: Inst) -> bool {
        value.as_inst().is_some()
            && self.are_users_invertible(value, Some(except))
            && self.is_free_to_invert(value, true)
    }

    /// Replaces a value by its inversion, for all its users.
    fn invert_in_place(&mut self, value: Value, except: Inst) -> Option<Value> {
        let inst = value.as_inst()?;
        let new = self.inverted(Some(inst), value, true, MAX_DEPTH)?;
        if self.f.editor.body().name(new).is_empty() && new.as_inst().is_some() {
            self.f.editor.take_name(value, new);
        }
        self.invert_users(value, Some(except));
        self.push_users(inst);
        self.f.editor.replace_all(value, new);
        self.worklist.push(inst);
        Some(new)
    }

    /// `~x & y` as `~(x | ~y)`, and likewise for `or` and short-circuit logic, if `y` and all users can take the `not`.
    pub(super) fn sink_not_into_other_operand(&mut self, inst: Inst) -> Option<Value> {
        let (is_and, a, b, is_select) = self.logical_operation(inst)?;
        let query = self.query();
        if !self.are_users_invertible(inst.into(), None) || query.uses.is_unused(inst.into()) {
            return None;
        }
        let (not_a, not_b) = (query.as_not(a), query.as_not(b));
        let (a, b) = match (not_a, not_b) {
            (Some(x), _) if self.can_invert_in_place(b, inst) => (x, self.invert_in_place(b, inst)?),
            (_, Some(x)) if self.can_invert_in_place(a, inst) => (self.invert_in_place(a, inst)?, x),
            _ => return None,
        };
        Some(self.replace_inverted(inst, !is_and, a, b, is_select))
    }

    /// `~(x & y)` as `~x | ~y`, and likewise for `or` and short-circuit logic, if both operands and all users can take the
    /// `not`.
    pub(super) fn sink_not_into_operands(&mut self, inst: Inst) -> Option<Value> {
        let (is_and, a, b, is_select) = self.logical_operation(inst)?;
        // The inversion of one operand would change an operand that is its `not`.
        let query = self.query();
        let is_related = a == b || query.as_not(a) == Some(b) || query.as_not(b) == Some(a);
        if is_related || !self.are_users_invertible(inst.into(), None) {
            return None;
        }
        if !self.can_invert_in_place(a, inst) || !self.can_invert_in_place(b, inst) {
            return None;
        }
        let (a, b) = (self.invert_in_place(a, inst)?, self.invert_in_place(b, inst)?);
        Some(self.replace_inverted(inst, !is_and, a, b, is_select))
    }

    /// Replaces an instruction, whose users take the inverted value then, by a logic operation.
    fn replace_inverted(&mut self, inst: Inst, is_and: bool, a: Value, b: Value, is_select: bool) -> Value {
        let new = if is_select {
            let ty = self.type_of(a);
            let (ones, zero) = (self.ones(ty), self.zero(ty));
            let (t, f) = if is_and { (b, zero) } else { (ones, b) };
            self.select(inst, a, t, f)
        } else {
            let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
            self.binary(inst, op, IntFlags::empty(), a, b)
        };
        self.name_after(new, inst.into(), b".not");
        self.push_users(inst);
        self.f.editor.replace_all(inst.into(), new);
        self.invert_users(new, None);
        self.worklist.push(inst);
        inst.into()
    }

    /// The parts of a logic operation on `i1` values: whether it is `and`, its operands, and whether it is a select.
    fn logical_operation(&self, inst: Inst) -> Option<(bool, Value, Value, bool)> {
        let query = self.query();
        let ty = query.body.inst_type(inst);
        if query.module.context().scalar_type(ty) != Type::I1 {
            return None;
        }
        match *query.body.inst(inst) {
            InstData::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs, .. } => {
                Some((op == BinaryOp::And, lhs, rhs, false))
            }
            InstData::Select { condition, if_true, if_false, .. } if query.type_of(condition) == ty => {
                if query.module.constants().is_zero(if_false) {
                    Some((true, condition, if_true, true))
                } else if if_true == self.ones(ty) {
                    Some((false, condition, if_false, true))
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}
