//! Unsigned division and remainder.

use lindworm_ir::eval::Int;

use super::{Kind, ScalarEvolution, Scev, Wrap};

impl ScalarEvolution<'_> {
    fn make_udiv(&mut self, a: Scev, b: Scev) -> Scev {
        let ty = self.ty(a);
        self.intern(Kind::UDiv(a, b), ty, Wrap::empty())
    }

    /// The unsigned quotient.
    pub(crate) fn udiv(&mut self, a: Scev, b: Scev) -> Scev {
        let ty = self.ty(a);
        if let Some(known) = self.find(&Kind::UDiv(a, b), ty) {
            return known;
        }
        if self.is_zero(a) {
            return a;
        }
        if let Some(divisor) = self.as_constant(b).cloned() {
            if divisor.is_one() {
                return a;
            }
            if !divisor.is_zero()
                && let Some(folded) = self.udiv_by_constant(a, b, &divisor)
            {
                return folded;
            }
        }
        // (x * y)<nuw> / x is y.
        if let Kind::Mul(factors) = self.kind(a).clone()
            && self.flags(a).contains(Wrap::NUW)
            && let Some(at) = factors.iter().position(|&s| s == b)
        {
            let mut rest = factors.to_vec();
            rest.remove(at);
            return self.product(rest, Wrap::empty(), 0);
        }
        // x / y with x < y.
        if self.range(a, false).unsigned_max().ucmp(&self.range(b, false).unsigned_min()).is_lt() {
            return self.zero_like(a);
        }
        self.make_udiv(a, b)
    }

    fn udiv_by_constant(&mut self, a: Scev, b: Scev, divisor: &Int) -> Option<Scev> {
        let width = divisor.width();
        // The width in which the product with the divisor cannot wrap.
        let leading = divisor.leading_zeros();
        let shift = width - leading - 1;
        let shift = if divisor.is_power_of_two() { shift } else { shift + 1 };
        let wide = self.query.module.context().int(width + shift);
        if let Kind::AddRec(parts, of) = self.kind(a).clone()
            && let [start, step] = parts[..]
            && let Some(step_value) = self.as_constant(step).cloned()
        {
            let is_whole = step_value.urem(divisor).is_some_and(|rest| rest.is_zero());
            let is_part = divisor.urem(&step_value).is_some_and(|rest| rest.is_zero());
            if is_whole || is_part {
                let wide_rec = self.zext(a, wide, 0);
                let (wide_start, wide_step) = (self.zext(start, wide, 0), self.zext(step, wide, 0));
                let expected = self.add_rec(&[wide_start, wide_step], of, Wrap::empty());
                if wide_rec == expected {
                    if is_whole {
                        // {x,+,n}/c is {x/c,+,n/c}.
                        let parts: Vec<Scev> = parts.iter().map(|&part| self.udiv(part, b)).collect();
                        return Some(self.add_rec(&parts, of, Wrap::NW));
                    }
                    // {x,+,n}/c is {x - x%n,+,n}/c.
                    if let Some(start_value) = self.as_constant(start).cloned()
                        && let Some(rest) = start_value.urem(&step_value)
                        && !rest.is_zero()
                    {
                        let start = self.constant(start_value.sub(&rest));
                        let new = self.add_rec(&[start, step], of, Wrap::NW);
                        return Some(self.udiv(new, b));
                    }
                }
            }
        }
        match self.kind(a).clone() {
            // (x * y) / c is x * (y / c), if the product does not wrap and c divides y.
            Kind::Mul(factors) => {
                let wide_factors: Vec<Scev> = factors.iter().map(|&s| self.zext(s, wide, 0)).collect();
                let wide_product = self.zext(a, wide, 0);
                if wide_product == self.product(wide_factors, Wrap::empty(), 0) {
                    for (i, &factor) in factors.iter().enumerate() {
                        let quotient = self.udiv(factor, b);
                        if !matches!(self.kind(quotient), Kind::UDiv(..)) && self.mul(quotient, b) == factor {
                            let mut new = factors.to_vec();
                            new[i] = quotient;
                            return Some(self.product(new, Wrap::empty(), 0));
                        }
                    }
                }
            }
            // (x / y) / c is x / (y * c).
            Kind::UDiv(x, y) => {
                if let Some(inner) = self.as_constant(y).cloned() {
                    let (product, wraps) = inner.umul_overflow(divisor);
                    if wraps {
                        return Some(self.zero_like(a));
                    }
                    let product = self.constant(product);
                    return Some(self.udiv(x, product));
                }
            }
            // (x + y) / c is x/c + y/c, if the sum does not wrap and c divides both.
            Kind::Add(terms) => {
                let wide_terms: Vec<Scev> = terms.iter().map(|&s| self.zext(s, wide, 0)).collect();
                let wide_sum = self.zext(a, wide, 0);
                if wide_sum == self.sum(wide_terms, Wrap::empty(), 0) {
                    let mut quotients = Vec::new();
                    for &term in terms.iter() {
                        let quotient = self.udiv(term, b);
                        if matches!(self.kind(quotient), Kind::UDiv(..)) || self.mul(quotient, b) != term {
                            break;
                        }
                        quotients.push(quotient);
                    }
                    if quotients.len() == terms.len() {
                        return Some(self.sum(quotients, Wrap::empty(), 0));
                    }
                }
            }
            Kind::Constant(value) => {
                let quotient = value.udiv(divisor)?;
                return Some(self.constant(quotient));
            }
            _ => {}
        }
        None
    }

    /// The unsigned quotient of a division without remainder.
    pub(crate) fn udiv_exact(&mut self, a: Scev, b: Scev) -> Scev {
        let Kind::Mul(factors) = self.kind(a).clone() else { return self.udiv(a, b) };
        if !self.flags(a).contains(Wrap::NUW) {
            return self.udiv(a, b);
        }
        if let (Some(factor), Some(divisor)) = (self.as_constant(factors[0]), self.as_constant(b)) {
            if factor == divisor {
                return self.product(factors[1..].to_vec(), Wrap::empty(), 0);
            }
            let (mut x, mut y) = (factor.clone(), divisor.clone());
            while !y.is_zero() {
                let rest = x.urem(&y).unwrap_or_else(|| y.clone());
                (x, y) = (y, rest);
            }
            if !x.is_one()
                && let (Some(factor), Some(divisor)) = (factor.udiv(&x), divisor.udiv(&x))
            {
                let mut new = factors.to_vec();
                new[0] = self.constant(factor);
                let (a, b) = (self.product(new, Wrap::NUW, 0), self.constant(divisor));
                return self.udiv_exact(a, b);
            }
        }
        match factors.iter().position(|&s| s == b) {
            Some(at) => {
                let mut rest = factors.to_vec();
                rest.remove(at);
                self.product(rest, Wrap::empty(), 0)
            }
            None => self.udiv(a, b),
        }
    }

    /// The unsigned remainder.
    pub(crate) fn urem(&mut self, a: Scev, b: Scev) -> Scev {
        if let Some(divisor) = self.as_constant(b).cloned() {
            if divisor.is_one() {
                return self.zero_like(a);
            }
            if divisor.is_power_of_two() {
                let narrow = self.query.module.context().int(divisor.trailing_zeros().max(1));
                let ty = self.ty(a);
                let low = self.trunc(a, narrow, 0);
                return self.zext(low, ty, 0);
            }
        }
        let quotient = self.udiv(a, b);
        let product = self.product(vec![quotient, b], Wrap::NUW, 0);
        self.minus(a, product, Wrap::NUW).unwrap_or(a)
    }
}
