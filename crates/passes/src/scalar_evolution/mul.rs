//! Products.

use lindworm_ir::eval::{BinaryOp, Int};

use super::{Kind, ScalarEvolution, Scev, Wrap};

/// The maximum number of operands of a recurrence that is a product of recurrences.
const MAX_REC_SIZE: usize = 8;

impl ScalarEvolution<'_> {
    /// The product of two integers.
    pub(crate) fn mul(&mut self, a: Scev, b: Scev) -> Scev {
        self.product(vec![a, b], Wrap::empty(), 0)
    }

    fn make_product(&mut self, operands: &[Scev], flags: Wrap) -> Scev {
        let ty = self.ty(operands[0]);
        let kind = Kind::Mul(operands.into());
        let flags = self.stronger_flags(&kind, flags);
        self.intern(kind, ty, flags)
    }

    /// The product of integers.
    pub(crate) fn product(&mut self, mut operands: Vec<Scev>, flags: Wrap, depth: u32) -> Scev {
        if let [only] = operands[..] {
            return only;
        }
        self.sort(&mut operands);
        let count = operands.iter().take_while(|&&s| self.as_constant(s).is_some()).count();
        if count > 0 {
            let constants = operands.drain(..count).filter_map(|s| self.as_constant(s).cloned());
            if let Some(total) = constants.collect::<Vec<_>>().into_iter().reduce(|a, b| a.mul(&b)) {
                if total.is_zero() {
                    return self.constant(total);
                }
                if !total.is_one() || operands.is_empty() {
                    let total = self.constant(total);
                    operands.insert(0, total);
                }
            }
        }
        if let [only] = operands[..] {
            return only;
        }
        if depth > self.limits.arith_depth || self.is_huge(&operands) {
            return self.make_product(&operands, flags);
        }
        let ty = self.ty(operands[0]);
        if let Some(known) = self.find(&Kind::Mul(operands[..].into()), ty) {
            if !self.flags(known).contains(flags) {
                let kind = self.kind(known).clone();
                let flags = self.stronger_flags(&kind, flags);
                self.add_flags(known, flags);
            }
            return known;
        }
        if let [first, second] = operands[..]
            && let Some(constant) = self.as_constant(first).cloned()
            && let Some(folded) = self.distribute(first, &constant, second, flags, depth)
        {
            return folded;
        }
        if let [first, second] = operands[..]
            && let Some(folded) = self.multiply_quotient(first, second)
        {
            return folded;
        }
        if operands.iter().any(|&s| matches!(self.kind(s), Kind::Mul(_)))
            && operands.len() < self.limits.factors as usize
        {
            let mut all = Vec::new();
            for &operand in &operands {
                match self.kind(operand) {
                    Kind::Mul(inner) => all.extend_from_slice(inner),
                    _ => all.push(operand),
                }
            }
            return self.product(all, Wrap::empty(), depth + 1);
        }
        for place in 0..operands.len() {
            if let Kind::AddRec(..) = self.kind(operands[place])
                && let Some(folded) = self.multiply_recurrence(&operands, place, flags, depth)
            {
                return folded;
            }
        }
        self.make_product(&operands, flags)
    }

    /// A constant times a quotient without remainder: c * (x / d) is (c / d) * x, or x / (d / c).
    fn multiply_quotient(&mut self, first: Scev, second: Scev) -> Option<Scev> {
        let Kind::UDiv(dividend, divisor) = *self.kind(second) else { return None };
        let (factor, divisor) = (self.as_constant(first)?.clone(), self.as_constant(divisor)?.clone());
        let divides = |a: &Int, b: &Int| a.urem(b).is_some_and(|rest| rest.is_zero());
        if !divides(&factor, &divisor) && !divides(&divisor, &factor) {
            return None;
        }
        let multiple = self.constant_multiple(dividend);
        if !divides(&multiple, &divisor) {
            return None;
        }
        match divides(&factor, &divisor) {
            true => {
                let factor = self.constant(factor.udiv(&divisor)?);
                Some(self.mul(factor, dividend))
            }
            false => {
                let divisor = self.constant(divisor.udiv(&factor)?);
                Some(self.udiv(dividend, divisor))
            }
        }
    }

    /// A constant times a sum or a recurrence.
    fn distribute(&mut self, first: Scev, constant: &Int, second: Scev, flags: Wrap, depth: u32) -> Option<Scev> {
        match self.kind(second).clone() {
            Kind::Add(terms) => {
                // C1 * (C2 + x) is C1*C2 + C1*x.
                if terms.len() == 2 && self.has_constant_in_chain(second) {
                    let mut sum_flags = Wrap::empty();
                    // The flags are kept if the sum has them too.
                    if flags.contains(Wrap::NUW) && self.flags(second).contains(Wrap::NUW) {
                        sum_flags = Wrap::NUW;
                    }
                    let parts = terms.iter().map(|&term| self.product(vec![first, term], sum_flags, depth + 1));
                    let parts: Vec<Scev> = parts.collect();
                    return Some(self.sum(parts, sum_flags, depth + 1));
                }
                if constant.is_all_ones() {
                    let mut any_folded = false;
                    let mut parts = Vec::new();
                    for &term in terms.iter() {
                        let part = self.product(vec![first, term], Wrap::empty(), depth + 1);
                        any_folded |= !matches!(self.kind(part), Kind::Mul(_));
                        parts.push(part);
                    }
                    if any_folded {
                        return Some(self.sum(parts, Wrap::empty(), depth + 1));
                    }
                }
                None
            }
            // C * zext(C2 + x) is zext(C*C2 + C*x) if the narrow product does not wrap.
            Kind::ZExt(narrow) => {
                let Kind::Add(terms) = self.kind(narrow).clone() else { return None };
                let (narrow_type, ty) = (self.ty(narrow), self.ty(second));
                let factor = self.trunc(first, narrow_type, 0);
                if self.as_constant(terms[0]).is_none() || self.zext(factor, ty, 0) != first {
                    return None;
                }
                let kind = Kind::Mul([factor, narrow].into());
                if !self.stronger_flags(&kind, Wrap::empty()).contains(Wrap::NUW) {
                    return None;
                }
                let product = self.product(vec![factor, narrow], Wrap::NUW, depth + 1);
                Some(self.zext(product, ty, depth + 1))
            }
            Kind::AddRec(parts, of) if constant.is_all_ones() => {
                let parts: Vec<Scev> =
                    parts.iter().map(|&part| self.product(vec![first, part], Wrap::empty(), depth + 1)).collect();
                let kept = self.flags(second) & Wrap::NW;
                // -1 * x is nsw unless x is the minimum.
                let kept = if self.flags(second).contains(Wrap::NSW) && flags.contains(Wrap::NSW) {
                    kept | Wrap::NSW
                } else {
                    kept
                };
                Some(self.add_rec(&parts, of, kept))
            }
            _ => None,
        }
    }

    /// Whether a sum or product has a constant among its terms and factors.
    fn has_constant_in_chain(&self, s: Scev) -> bool {
        let mut pending = vec![s];
        let mut steps = 0;
        while let Some(s) = pending.pop() {
            steps += 1;
            match self.kind(s) {
                Kind::Add(operands) | Kind::Mul(operands) if steps < 256 => pending.extend_from_slice(operands),
                Kind::Constant(_) => return true,
                _ => {}
            }
        }
        false
    }

    fn multiply_recurrence(&mut self, operands: &[Scev], place: usize, flags: Wrap, depth: u32) -> Option<Scev> {
        let rec = operands[place];
        let Kind::AddRec(parts, of) = self.kind(rec).clone() else { return None };
        let (mut fixed, mut others) = (Vec::new(), Vec::new());
        for (i, &s) in operands.iter().enumerate() {
            if i == place {
                continue;
            }
            match self.is_available_at_entry(s, of) {
                true => fixed.push(s),
                false => others.push(s),
            }
        }
        if !fixed.is_empty() {
            let scale = self.product(fixed, Wrap::empty(), depth + 1);
            let known = self.stronger_flags(&Kind::Mul([scale, rec].into()), flags);
            // NW is not kept: the product may wrap although the recurrence does not.
            let mut kept = self.flags(rec) & known & (Wrap::NUW | Wrap::NSW);
            let mut new = Vec::new();
            for &part in parts.iter() {
                new.push(self.product(vec![scale, part], Wrap::empty(), depth + 1));
                if kept == Wrap::NSW && !self.never_overflows(BinaryOp::Mul, true, scale, part) {
                    kept = Wrap::empty();
                }
            }
            let new = self.add_rec(&new, of, kept);
            if others.is_empty() {
                return Some(new);
            }
            others.push(new);
            return Some(self.product(others, Wrap::empty(), depth + 1));
        }
        // The product of two recurrences of the loop, by the binomial theorem.
        for (other_place, &other) in operands.iter().enumerate().skip(place + 1) {
            let Kind::AddRec(other_parts, other_loop) = self.kind(other).clone() else { continue };
            if other_loop != of || parts.len() + other_parts.len() - 1 > MAX_REC_SIZE || self.width(rec) > 64 {
                continue;
            }
            let width = self.width(rec);
            let (n, m) = (parts.len(), other_parts.len());
            let mut new = Vec::new();
            for x in 0..n + m - 1 {
                let mut terms = Vec::new();
                for y in x..=2 * x {
                    let first = binomial(x as u64, (2 * x - y) as u64)?;
                    let first_place = (y - x).max(y.saturating_sub(n - 1));
                    for (z, &other_part) in other_parts.iter().enumerate().take(x + 1).skip(first_place) {
                        let factor = first.checked_mul(binomial((2 * x - y) as u64, (x - z) as u64)?)?;
                        let factor = self.constant(Int::new(width, factor));
                        let pair = vec![factor, parts[y - z], other_part];
                        terms.push(self.product(pair, Wrap::empty(), depth + 1));
                    }
                }
                new.push(match terms.is_empty() {
                    true => self.constant(Int::zero(width)),
                    false => self.sum(terms, Wrap::empty(), depth + 1),
                });
            }
            let new = self.add_rec(&new, of, Wrap::empty());
            let mut rest: Vec<Scev> = operands.to_vec();
            rest.remove(other_place);
            rest.remove(place);
            if rest.is_empty() {
                return Some(new);
            }
            rest.push(new);
            return Some(self.product(rest, Wrap::empty(), depth + 1));
        }
        None
    }
}

/// The binomial coefficient, unless it overflows.
pub(super) fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut result: u64 = 1;
    for i in 1..=k {
        result = result.checked_mul(n - (i - 1))? / i;
    }
    Some(result)
}
