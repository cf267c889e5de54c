//! Minimum and maximum.

use lindworm_ir::eval::{Int, IntPredicate};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

impl MinMax {
    fn fold(self, a: &Int, b: &Int) -> Int {
        let takes_first = match self {
            MinMax::UMax => a.ucmp(b).is_ge(),
            MinMax::SMax => a.scmp(b).is_ge(),
            MinMax::UMin | MinMax::SequentialUMin => a.ucmp(b).is_le(),
            MinMax::SMin => a.scmp(b).is_le(),
        };
        if takes_first { a.clone() } else { b.clone() }
    }

    /// The constant that is the result with any other operand.
    fn absorbing(self, width: u32) -> Int {
        match self {
            MinMax::UMax => Int::all_ones(width),
            MinMax::SMax => Int::max_signed(width),
            MinMax::UMin | MinMax::SequentialUMin => Int::zero(width),
            MinMax::SMin => Int::min_signed(width),
        }
    }

    /// The constant that does not change the result.
    fn identity(self, width: u32) -> Int {
        match self {
            MinMax::UMax => Int::zero(width),
            MinMax::SMax => Int::min_signed(width),
            MinMax::UMin | MinMax::SequentialUMin => Int::all_ones(width),
            MinMax::SMin => Int::max_signed(width),
        }
    }

    /// The comparison that is true of the operand that is the result, and another one.
    fn predicate(self) -> IntPredicate {
        match self {
            MinMax::UMax => IntPredicate::Uge,
            MinMax::SMax => IntPredicate::Sge,
            MinMax::UMin | MinMax::SequentialUMin => IntPredicate::Ule,
            MinMax::SMin => IntPredicate::Sle,
        }
    }
}

impl ScalarEvolution<'_> {
    pub(crate) fn umax(&mut self, a: Scev, b: Scev) -> Scev {
        self.min_max(MinMax::UMax, vec![a, b])
    }

    pub(crate) fn smax(&mut self, a: Scev, b: Scev) -> Scev {
        self.min_max(MinMax::SMax, vec![a, b])
    }

    pub(crate) fn umin(&mut self, a: Scev, b: Scev) -> Scev {
        self.min_max(MinMax::UMin, vec![a, b])
    }

    /// The minimum or maximum of integers, or of pointers.
    pub(crate) fn min_max(&mut self, op: MinMax, mut operands: Vec<Scev>) -> Scev {
        if op == MinMax::SequentialUMin {
            return self.sequential_umin(operands);
        }
        if let [only] = operands[..] {
            return only;
        }
        self.sort(&mut operands);
        let ty = self.ty(operands[0]);
        if let Some(known) = self.find(&Kind::MinMax(op, operands[..].into()), ty) {
            return known;
        }
        let count = operands.iter().take_while(|&&s| self.as_constant(s).is_some()).count();
        if count > 0 {
            let constants = operands.drain(..count).filter_map(|s| self.as_constant(s).cloned());
            if let Some(total) = constants.collect::<Vec<_>>().into_iter().reduce(|a, b| op.fold(&a, &b)) {
                if total == op.absorbing(total.width()) || operands.is_empty() {
                    return self.constant(total);
                }
                if total != op.identity(total.width()) {
                    let total = self.constant(total);
                    operands.insert(0, total);
                }
            }
        }
        if let [only] = operands[..] {
            return only;
        }
        if !self.is_huge(&operands)
            && operands.iter().any(|&s| matches!(self.kind(s), Kind::MinMax(inner, _) if *inner == op))
        {
            let mut all = Vec::new();
            for &operand in &operands {
                match self.kind(operand) {
                    Kind::MinMax(inner, inner_operands) if *inner == op => all.extend_from_slice(inner_operands),
                    _ => all.push(operand),
                }
            }
            return self.min_max(op, all);
        }
        // Adjacent operands that are equal or in a known order.
        let mut i = 0;
        while i + 1 < operands.len() {
            let (a, b) = (operands[i], operands[i + 1]);
            if a == b || self.is_known_simply(op.predicate(), a, b) {
                operands.remove(i + 1);
            } else if self.is_known_simply(op.predicate(), b, a) {
                operands.remove(i);
            } else {
                i += 1;
            }
        }
        if let [only] = operands[..] {
            return only;
        }
        let ty = self.ty(operands[0]);
        self.intern(Kind::MinMax(op, operands[..].into()), ty, Wrap::empty())
    }

    /// The minimum of unsigned integers in which an operand counts only if no operand before is zero.
    pub(crate) fn sequential_umin(&mut self, mut operands: Vec<Scev>) -> Scev {
        // The first of equal operands decides.
        let mut met = Vec::new();
        operands.retain(|&s| {
            let is_new = !met.contains(&s);
            met.push(s);
            is_new
        });
        // So does the first of equal operands of minima in them.
        let mut met = Default::default();
        let kept: Vec<Scev> = operands.iter().filter_map(|&s| self.without_met(s, &mut met)).collect();
        if kept != operands {
            return self.sequential_umin(kept);
        }
        let nested = |this: &Self, s: Scev| match this.kind(s) {
            Kind::MinMax(MinMax::SequentialUMin, inner) => Some(inner.clone()),
            _ => None,
        };
        if operands.iter().any(|&s| nested(self, s).is_some()) && !self.is_huge(&operands) {
            let all = operands.iter().flat_map(|&s| match nested(self, s) {
                Some(inner) => inner.to_vec(),
                None => vec![s],
            });
            let all = all.collect();
            return self.sequential_umin(all);
        }
        let mut i = 1;
        while i < operands.len() {
            let (a, b) = (operands[i - 1], operands[i]);
            // Poison of `b` makes `a` poison too, so that the order does not matter.
            let zero = self.zero_like(a);
            let is_fine = !self.may_divide_by_zero(b)
                && (self.never_more_poison(b, a) || self.is_known_simply(IntPredicate::Ne, a, zero));
            if is_fine {
                let both = self.umin(a, b);
                operands.splice(i - 1..=i, [both]);
                return self.sequential_umin(operands);
            }
            if self.is_known_simply(IntPredicate::Ule, a, b) {
                operands.remove(i);
                continue;
            }
            i += 1;
        }
        if let [only] = operands[..] {
            return only;
        }
        let ty = self.ty(operands[0]);
        self.intern(Kind::MinMax(MinMax::SequentialUMin, operands[..].into()), ty, Wrap::empty())
    }

    /// An operand of a sequential minimum without what was met before; `None` if nothing is left.
    fn without_met(&mut self, s: Scev, met: &mut lindworm_ir::hash::HashSet<Scev>) -> Option<Scev> {
        if !met.insert(s) {
            return None;
        }
        let Kind::MinMax(op @ (MinMax::UMin | MinMax::SequentialUMin), operands) = self.kind(s).clone() else {
            return Some(s);
        };
        let kept: Vec<Scev> = operands.iter().filter_map(|&s| self.without_met(s, met)).collect();
        match kept.len() {
            0 => None,
            n if n == operands.len() && kept[..] == operands[..] => Some(s),
            _ => Some(self.min_max(op, kept)),
        }
    }

    /// Whether a division in an expression may be undefined behaviour.
    fn may_divide_by_zero(&self, s: Scev) -> bool {
        let mut met = lindworm_ir::hash::HashSet::default();
        let mut pending = vec![s];
        while let Some(s) = pending.pop() {
            if let Kind::UDiv(_, divisor) = self.kind(s)
                && self.as_constant(*divisor).is_none_or(Int::is_zero)
            {
                return true;
            }
            if met.insert(s) {
                pending.extend(self.operands(s));
            }
        }
        false
    }

    /// Whether `other` is poison whenever `s` is.
    fn never_more_poison(&self, s: Scev, other: Scev) -> bool {
        let leaves = |s: Scev, only_certain: bool| {
            let (mut found, mut met) = (Vec::new(), lindworm_ir::hash::HashSet::default());
            let mut pending = vec![s];
            while let Some(s) = pending.pop() {
                if !met.insert(s) {
                    continue;
                }
                match self.kind(s) {
                    Kind::Unknown(value) => found.push(*value),
                    Kind::MinMax(MinMax::SequentialUMin, operands) if only_certain => pending.push(operands[0]),
                    _ => pending.extend(self.operands(s)),
                }
            }
            found
        };
        let certain = leaves(other, true);
        leaves(s, false).into_iter().all(|value| {
            certain.contains(&value)
                || self.query.is_not_poison(value)
                || certain.iter().any(|&other| self.query.is_not_poison_if_other(value, other))
        })
    }
}
