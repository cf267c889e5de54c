//! The values of expressions after loops.

use lindworm_analysis::Loop;
use lindworm_ir::eval::Int;
use lindworm_ir::{InstData, Value};

use super::{Kind, ScalarEvolution, Scev, Wrap};

/// The greatest degree of a polynomial that is evaluated.
const MAX_DEGREE: usize = 8;

impl ScalarEvolution<'_> {
    /// The value of an expression as seen in a loop, or outside all loops: recurrences of loops that were left have their last
    /// value, if that is known.
    pub fn at_scope(&mut self, s: Scev, scope: Option<Loop>) -> Scev {
        if let Some(&known) = self.tables.at_scope.get(&(s, scope)) {
            return known;
        }
        self.tables.at_scope.insert((s, scope), s);
        let found = self.compute_at_scope(s, scope);
        let found = if self.is_too_big(found) { s } else { found };
        // A count that is being computed is unknown only until then.
        match self.counting.is_empty() && self.nesting == 0 {
            true => self.tables.at_scope.insert((s, scope), found),
            false => self.tables.at_scope.remove(&(s, scope)),
        };
        found
    }

    fn compute_at_scope(&mut self, s: Scev, scope: Option<Loop>) -> Scev {
        match self.kind(s).clone() {
            Kind::Constant(_) | Kind::VScale => s,
            Kind::AddRec(operands, of) => {
                let new: Vec<Scev> = operands.iter().map(|&s| self.at_scope(s, scope)).collect();
                let mut rec = s;
                if new[..] != operands[..] {
                    let flags = self.flags(s) & Wrap::NW;
                    rec = self.add_rec(&new, of, flags);
                }
                let Kind::AddRec(operands, of) = self.kind(rec).clone() else { return rec };
                if scope.is_some_and(|scope| self.loops.contains_loop(of, scope)) {
                    return rec;
                }
                let Some(count) = self.exact_count(of) else { return rec };
                self.evaluate_at(&operands, count).unwrap_or(rec)
            }
            Kind::Unknown(value) => self.unknown_at_scope(s, value, scope),
            kind => {
                let operands = self.operands(s);
                let new: Vec<Scev> = operands.iter().map(|&s| self.at_scope(s, scope)).collect();
                match new[..] == operands[..] {
                    true => s,
                    false => self.rebuild(&kind, self.ty(s), &new, self.flags(s)),
                }
            }
        }
    }

    /// An expression of the same kind with other operands. The flags are kept of sums and products.
    pub(crate) fn rebuild(&mut self, kind: &Kind, ty: lindworm_ir::Type, new: &[Scev], flags: Wrap) -> Scev {
        match kind {
            Kind::Trunc(_) => self.trunc(new[0], ty, 0),
            Kind::ZExt(_) => self.zext(new[0], ty, 0),
            Kind::SExt(_) => self.sext(new[0], ty, 0),
            Kind::PtrToInt(_) => self.ptr_to_int(new[0]).unwrap_or(new[0]),
            Kind::Add(_) => self.sum(new.to_vec(), flags, 0),
            Kind::Mul(_) => self.product(new.to_vec(), flags, 0),
            Kind::UDiv(..) => self.udiv(new[0], new[1]),
            Kind::MinMax(op, _) => self.min_max(*op, new.to_vec()),
            Kind::AddRec(_, of) => self.add_rec(new, *of, flags),
            Kind::Constant(_) | Kind::VScale | Kind::Unknown(_) => new[0],
        }
    }

    fn unknown_at_scope(&mut self, s: Scev, value: Value, scope: Option<Loop>) -> Scev {
        let Some(inst) = value.as_inst() else { return s };
        let body = self.query.body;
        let Some(of) = self.loop_of(value) else {
            // A phi of loop-closed form.
            if let InstData::Phi { incoming, .. } = body.inst(inst)
                && let &[only, _] = body.list_values(incoming)
                && self.nesting < super::MAX_NESTING
            {
                self.nesting += 1;
                let only = self.of(only);
                let result = self.at_scope(only, scope);
                self.nesting -= 1;
                return result;
            }
            return s;
        };
        let is_outside = !scope.is_some_and(|scope| self.loops.contains_loop(of, scope));
        if let InstData::Phi { incoming, .. } = body.inst(inst) {
            let values = body.list_values(incoming);
            if is_outside
                && self.block_of(value) == Some(self.loops.header(of))
                && self.loops.parent(of) == scope
                && let Some(count) = self.exact_count(of)
                && let Some(count) = self.as_constant(count).and_then(Int::to_u64)
            {
                let mut edges = values.chunks_exact(2);
                let outside = edges.find(|pair| pair[1].as_block().is_some_and(|from| !self.loops.contains(of, from)));
                if let (0, Some(&[start, _])) = (count, outside) {
                    let start = self.of(start);
                    return self.at_scope(start, scope);
                }
                if let Some(value) = self.execute_for_value(of, inst, count) {
                    return self.of(value);
                }
            }
            if let &[only, _] = values
                && is_outside
                && self.nesting < super::MAX_NESTING
            {
                self.nesting += 1;
                let only = self.of(only);
                let result = self.at_scope(only, scope);
                self.nesting -= 1;
                return result;
            }
            return s;
        }
        if !is_outside {
            return s;
        }
        // An instruction whose operands are constants after the loop.
        let folded = self.fold_at_scope(inst, scope);
        folded.map_or(s, |value| self.of(value))
    }

    fn fold_at_scope(&mut self, inst: lindworm_ir::Inst, scope: Option<Loop>) -> Option<Value> {
        let (module, body) = (self.query.module, self.query.body);
        if self.nesting >= super::MAX_NESTING {
            return None;
        }
        let get = |this: &mut Self, value: Value| {
            if value.is_constant() {
                return Some(value);
            }
            if !this.has_expressions(this.query.type_of(value)) {
                return None;
            }
            this.nesting += 1;
            let operand = this.of(value);
            let last = this.at_scope(operand, scope);
            this.nesting -= 1;
            let constant = this.as_constant(last)?.clone();
            let ty = this.query.type_of(value);
            module.context().is_int(ty).then(|| module.constants().wide_int(module.context(), &constant))
        };
        match *body.inst(inst) {
            InstData::Binary { op, flags, lhs, rhs, .. } => {
                let (lhs, rhs) = (get(self, lhs)?, get(self, rhs)?);
                module.fold_binary(op, flags, lhs, rhs)
            }
            InstData::ICmp { predicate, lhs, rhs, .. } => {
                let (lhs, rhs) = (get(self, lhs)?, get(self, rhs)?);
                module.fold_icmp(predicate, lhs, rhs)
            }
            InstData::Cast { op, value, .. } => module.fold_cast(op, get(self, value)?, body.inst_type(inst)),
            InstData::Select { condition, if_true, if_false, .. } => {
                let condition = get(self, condition)?;
                let (a, b) = (get(self, if_true)?, get(self, if_false)?);
                module.fold_select(condition, a, b)
            }
            _ => None,
        }
        .filter(|value| value.is_constant() && !module.constants().is_undef_or_poison(*value))
    }

    /// The value of a recurrence in iteration `count`, from 0.
    pub(crate) fn evaluate_at(&mut self, operands: &[Scev], count: Scev) -> Option<Scev> {
        if operands.len() > MAX_DEGREE {
            return None;
        }
        let mut result = operands[0];
        for (degree, &operand) in operands.iter().enumerate().skip(1) {
            let ty = self.int_type(self.ty(operand));
            let coefficient = self.binomial(count, degree as u32, ty)?;
            let product = self.mul(operand, coefficient);
            result = self.add(result, product);
        }
        Some(result)
    }

    /// The binomial coefficient of a number and a small constant, in an integer type.
    fn binomial(&mut self, n: Scev, k: u32, ty: lindworm_ir::Type) -> Option<Scev> {
        if k == 1 {
            return Some(self.trunc_or_zext(n, ty, 0));
        }
        // n * (n-1) * ... / k!: the power of two in k! is divided out, the odd rest is multiplied by its inverse.
        let width = self.width_of(ty);
        let (mut odd, mut twos) = (Int::one(width), 0);
        for i in 2..=u64::from(k) {
            twos += i.trailing_zeros();
            odd = odd.mul(&Int::new(width, i >> i.trailing_zeros()));
        }
        let wide_width = width + twos;
        let wide = self.query.module.context().int(wide_width);
        let mut product = self.trunc_or_zext(n, wide, 0);
        for i in 1..k {
            let minus = self.int(self.ty(n), -i64::from(i));
            let less = self.add(n, minus);
            let less = self.trunc_or_zext(less, wide, 0);
            product = self.mul(product, less);
        }
        let divisor = self.constant(Int::one(wide_width).shl(twos));
        let quotient = self.udiv(product, divisor);
        let quotient = self.trunc_or_zext(quotient, ty, 0);
        let inverse = self.constant(inverse(&odd));
        Some(self.mul(inverse, quotient))
    }
}

/// The multiplicative inverse of an odd integer modulo a power of two.
pub(super) fn inverse(odd: &Int) -> Int {
    let width = odd.width();
    let two = Int::one(width).add(&Int::one(width));
    // Each step doubles the number of correct bits.
    let mut x = odd.clone();
    for _ in 0..=width.ilog2() + 1 {
        x = x.mul(&two.sub(&odd.mul(&x)));
    }
    x
}
