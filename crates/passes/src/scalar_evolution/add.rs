//! Sums and differences.

use lindworm_ir::eval::Int;
use lindworm_ir::hash::HashMap;

use super::{Kind, ScalarEvolution, Scev, Wrap};

/// The terms of a sum, each with its factor.
struct Terms {
    constant: Int,
    order: Vec<Scev>,
    factors: HashMap<Scev, Int>,
    /// Whether terms were united.
    is_shorter: bool,
}

impl ScalarEvolution<'_> {
    /// The sum of two expressions.
    pub fn add(&mut self, a: Scev, b: Scev) -> Scev {
        self.sum(vec![a, b], Wrap::empty(), 0)
    }

    /// The negative of an integer.
    pub(crate) fn negative(&mut self, s: Scev) -> Scev {
        let minus_one = self.int(self.ty(s), -1);
        self.product(vec![minus_one, s], Wrap::empty(), 0)
    }

    /// The complement: -1 - s.
    pub(crate) fn not(&mut self, s: Scev) -> Scev {
        let minus_one = self.int(self.ty(s), -1);
        self.minus(minus_one, s, Wrap::empty()).unwrap_or(s)
    }

    /// The difference. `None` for pointers into different objects.
    pub(crate) fn minus(&mut self, a: Scev, b: Scev, flags: Wrap) -> Option<Scev> {
        if a == b {
            let ty = self.int_type(self.ty(a));
            return Some(self.int(ty, 0));
        }
        let (mut a, mut b) = (a, b);
        if self.is_pointer(b) {
            if !self.is_pointer(a) || self.pointer_base(a) != self.pointer_base(b) {
                return None;
            }
            (a, b) = (self.without_base(a), self.without_base(b));
        }
        // `a - b` is `a + (-1 * b)`; `-1 * b` overflows for the minimum.
        let range = self.range(b, true);
        let is_never_min = !range.contains(&Int::min_signed(range.width()));
        let mut sum_flags = Wrap::empty();
        if flags.contains(Wrap::NSW) && (is_never_min || self.is_non_negative(a)) {
            sum_flags = Wrap::NSW;
        }
        let factor_flags = if is_never_min { Wrap::NSW } else { Wrap::empty() };
        let minus_one = self.int(self.ty(b), -1);
        let negative = self.product(vec![minus_one, b], factor_flags, 0);
        Some(self.sum(vec![a, negative], sum_flags, 0))
    }

    /// The pointer that an address is an offset from.
    pub(crate) fn pointer_base(&self, s: Scev) -> Scev {
        let mut s = s;
        while self.is_pointer(s) {
            s = match self.kind(s) {
                Kind::AddRec(operands, _) => operands[0],
                Kind::Add(operands) => match operands.iter().find(|&&s| self.is_pointer(s)) {
                    Some(&pointer) => pointer,
                    None => return s,
                },
                _ => return s,
            };
        }
        s
    }

    /// An address as the offset from its base.
    pub(crate) fn without_base(&mut self, s: Scev) -> Scev {
        if !self.is_pointer(s) {
            return s;
        }
        match self.kind(s).clone() {
            Kind::AddRec(operands, of) => {
                let mut operands = operands.to_vec();
                operands[0] = self.without_base(operands[0]);
                self.add_rec(&operands, of, Wrap::empty())
            }
            Kind::Add(operands) => {
                let operands = operands.iter().map(|&s| if self.is_pointer(s) { self.without_base(s) } else { s });
                let operands: Vec<Scev> = operands.collect();
                self.sum(operands, Wrap::empty(), 0)
            }
            _ => {
                let ty = self.int_type(self.ty(s));
                self.int(ty, 0)
            }
        }
    }

    fn make_sum(&mut self, operands: &[Scev], flags: Wrap) -> Scev {
        let pointer = operands.iter().find(|&&s| self.is_pointer(s));
        let ty = self.ty(*pointer.unwrap_or(&operands[0]));
        self.intern(Kind::Add(operands.into()), ty, flags)
    }

    /// The sum of expressions, of which at most one is a pointer.
    pub(crate) fn sum(&mut self, mut operands: Vec<Scev>, flags: Wrap, depth: u32) -> Scev {
        if let [only] = operands[..] {
            return only;
        }
        self.sort(&mut operands);
        let constants = operands.iter().map_while(|&s| self.as_constant(s));
        let (mut count, mut total) = (0, None);
        for constant in constants {
            count += 1;
            total = Some(total.map_or_else(|| constant.clone(), |total: Int| total.add(constant)));
        }
        if let Some(total) = total {
            if !total.is_zero() || operands.len() == count {
                count -= 1;
                operands[count] = self.constant(total);
            }
            operands.drain(..count);
        }
        if let [only] = operands[..] {
            return only;
        }
        let known = Kind::Add(operands[..].into());
        if depth > self.limits.arith_depth || self.is_huge(&operands) {
            let flags = self.stronger_flags(&known, flags);
            return self.make_sum(&operands, flags);
        }
        let ty = self.ty(*operands.iter().find(|&&s| self.is_pointer(s)).unwrap_or(&operands[0]));
        if let Some(known) = self.find(&known, ty) {
            if !self.flags(known).contains(flags) {
                let kind = self.kind(known).clone();
                let flags = self.stronger_flags(&kind, flags);
                self.add_flags(known, flags);
            }
            return known;
        }
        // Equal operands.
        let mut i = 0;
        let mut is_changed = false;
        while i + 1 < operands.len() {
            let times = operands[i..].iter().take_while(|&&s| s == operands[i]).count();
            if times > 1 {
                let factor = self.int(ty, times as i64);
                let product = self.product(vec![factor, operands[i]], Wrap::empty(), depth + 1);
                if times == operands.len() {
                    return product;
                }
                operands.splice(i..i + times, [product]);
                is_changed = true;
            }
            i += 1;
        }
        if is_changed {
            return self.sum(operands, flags, depth + 1);
        }
        if let Some(folded) = self.sum_of_truncated(&operands, depth) {
            return folded;
        }
        if let [first, second] = operands[..]
            && let Some(folded) = self.sum_of_constant(first, second, depth)
        {
            return folded;
        }
        // Sums of sums.
        if operands.iter().any(|&s| matches!(self.kind(s), Kind::Add(_)))
            && operands.len() < self.limits.addends as usize
        {
            let mut common = flags;
            let mut all = Vec::new();
            for &operand in &operands {
                match self.kind(operand) {
                    Kind::Add(inner) => {
                        all.extend_from_slice(inner);
                        common &= self.flags(operand);
                    }
                    _ => all.push(operand),
                }
            }
            return self.sum(all, common & (Wrap::NUW | Wrap::NSW), depth + 1);
        }
        if operands.iter().any(|&s| matches!(self.kind(s), Kind::Mul(_))) {
            if let Some(folded) = self.collect_terms(&operands, depth) {
                return folded;
            }
            if let Some(folded) = self.factor_out(&operands, depth) {
                return folded;
            }
        }
        for place in 0..operands.len() {
            if let Kind::AddRec(..) = self.kind(operands[place])
                && let Some(folded) = self.add_to_recurrence(&operands, place, flags, depth)
            {
                return folded;
            }
        }
        let flags = self.stronger_flags(&Kind::Add(operands[..].into()), flags);
        self.make_sum(&operands, flags)
    }

    /// A sum of truncated integers, and constants, that is simple before the truncation.
    fn sum_of_truncated(&mut self, operands: &[Scev], depth: u32) -> Option<Scev> {
        let source = operands.iter().find_map(|&s| match *self.kind(s) {
            Kind::Trunc(wide) => Some(self.ty(wide)),
            _ => None,
        })?;
        let width = self.width_of(source);
        let mut wide = Vec::new();
        for &operand in operands {
            match self.kind(operand).clone() {
                Kind::Trunc(of) if self.ty(of) == source => wide.push(of),
                Kind::Constant(value) => wide.push(self.constant(value.zext(width))),
                Kind::Mul(factors) => {
                    let mut wide_factors = Vec::new();
                    for &factor in factors.iter() {
                        match self.kind(factor).clone() {
                            Kind::Trunc(of) if self.ty(of) == source => wide_factors.push(of),
                            Kind::Constant(value) => wide_factors.push(self.constant(value.zext(width))),
                            _ => return None,
                        }
                    }
                    wide.push(self.product(wide_factors, Wrap::empty(), depth + 1));
                }
                _ => return None,
            }
        }
        let folded = self.sum(wide, Wrap::empty(), depth + 1);
        let is_simple = matches!(self.kind(folded), Kind::Constant(_) | Kind::Unknown(_));
        is_simple.then(|| self.trunc(folded, self.ty(operands[0]), depth + 1))
    }

    /// A constant plus an expression that starts with a constant: keeps the flags if the constant becomes smaller.
    fn sum_of_constant(&mut self, first: Scev, second: Scev, depth: u32) -> Option<Scev> {
        let constant = self.as_constant(first)?.clone();
        match self.kind(second).clone() {
            Kind::Add(inner) => {
                let old = self.as_constant(inner[0])?.clone();
                let (new, old_flags) = (old.add(&constant), self.flags(second));
                let mut flags = Wrap::empty();
                if old_flags.contains(Wrap::NUW) && new.ucmp(&old).is_le() {
                    flags |= Wrap::NUW;
                }
                if old_flags.contains(Wrap::NSW)
                    && new.is_negative() == old.is_negative()
                    && new.abs().ucmp(&old.abs()).is_le()
                {
                    flags |= Wrap::NSW;
                }
                if flags.is_empty() {
                    return None;
                }
                let mut operands = inner.to_vec();
                operands[0] = self.constant(new);
                Some(self.sum(operands, flags, depth + 1))
            }
            // C + zext(-C + x) is zext(x), if -C + x does not wrap.
            Kind::ZExt(narrow) => {
                let Kind::Add(inner) = self.kind(narrow).clone() else { return None };
                let old = self.as_constant(inner[0])?.clone();
                let width = old.width();
                let back = constant.trunc(width);
                if !constant.is_negative()
                    && back.zext(constant.width()) == constant
                    && old.add(&back).is_zero()
                    && inner.len() == 2
                {
                    let rest = inner[1];
                    if self.range(rest, false).unsigned_min().ucmp(&back).is_ge() {
                        return Some(self.zext(rest, self.ty(second), depth + 1));
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// Unites terms that differ in constant factors.
    fn collect_terms(&mut self, operands: &[Scev], depth: u32) -> Option<Scev> {
        let width = self.width(operands[0]);
        let mut terms =
            Terms { constant: Int::zero(width), order: Vec::new(), factors: HashMap::default(), is_shorter: false };
        self.collect(operands, &Int::one(width), &mut terms, depth);
        if !terms.is_shorter {
            return None;
        }
        let mut lists: Vec<(Int, Vec<Scev>)> = Vec::new();
        for &term in &terms.order {
            let factor = &terms.factors[&term];
            match lists.iter_mut().find(|(known, _)| known == factor) {
                Some((_, list)) => list.push(term),
                None => lists.push((factor.clone(), vec![term])),
            }
        }
        lists.sort_by(|(a, _), (b, _)| a.ucmp(b));
        let mut all = Vec::new();
        if !terms.constant.is_zero() {
            all.push(self.constant(terms.constant));
        }
        for (factor, list) in lists {
            if factor.is_zero() {
                continue;
            }
            let sum = self.sum(list, Wrap::empty(), depth + 1);
            all.push(match factor.is_one() {
                true => sum,
                false => {
                    let factor = self.constant(factor);
                    self.product(vec![factor, sum], Wrap::empty(), depth + 1)
                }
            });
        }
        Some(match all[..] {
            [] => self.constant(Int::zero(width)),
            [only] => only,
            _ => self.sum(all, Wrap::empty(), depth + 1),
        })
    }

    fn collect(&mut self, operands: &[Scev], scale: &Int, terms: &mut Terms, depth: u32) {
        for &operand in operands {
            let (term, factor) = match self.kind(operand).clone() {
                Kind::Constant(value) => {
                    terms.is_shorter |= !scale.is_one() || !terms.constant.is_zero() || value.is_zero();
                    terms.constant = terms.constant.add(&scale.mul(&value));
                    continue;
                }
                Kind::Mul(factors) if self.as_constant(factors[0]).is_some() => {
                    let own = self.as_constant(factors[0]).map_or_else(|| scale.clone(), |c| c.mul(scale));
                    match factors[1..] {
                        [inner] if matches!(self.kind(inner), Kind::Add(_)) && depth < self.limits.arith_depth => {
                            let inner = self.operands(inner);
                            self.collect(&inner, &own, terms, depth + 1);
                            continue;
                        }
                        ref rest => (self.product(rest.to_vec(), Wrap::empty(), depth + 1), own),
                    }
                }
                _ => (operand, scale.clone()),
            };
            match terms.factors.get_mut(&term) {
                Some(known) => {
                    *known = known.add(&factor);
                    terms.is_shorter = true;
                }
                None => {
                    terms.factors.insert(term, factor);
                    terms.order.push(term);
                }
            }
        }
    }

    /// x + x*y is x * (1 + y), and x*y + x*z is x * (y + z).
    fn factor_out(&mut self, operands: &[Scev], depth: u32) -> Option<Scev> {
        for (place, &product) in operands.iter().enumerate() {
            let Kind::Mul(factors) = self.kind(product).clone() else { continue };
            for (which, &factor) in factors.iter().enumerate() {
                if self.as_constant(factor).is_some() {
                    continue;
                }
                for (other_place, &other) in operands.iter().enumerate() {
                    if other_place == place {
                        continue;
                    }
                    let other_rest = match self.kind(other).clone() {
                        _ if other == factor => self.one_like(factor),
                        Kind::Mul(others) if other_place > place => {
                            let Some(at) = others.iter().position(|&s| s == factor) else { continue };
                            let mut rest = others.to_vec();
                            rest.remove(at);
                            self.product(rest, Wrap::empty(), depth + 1)
                        }
                        _ => continue,
                    };
                    let mut rest = factors.to_vec();
                    rest.remove(which);
                    let rest = self.product(rest, Wrap::empty(), depth + 1);
                    let sum = self.sum(vec![rest, other_rest], Wrap::empty(), depth + 1);
                    let new = self.product(vec![sum, factor], Wrap::empty(), depth + 1);
                    let mut all: Vec<Scev> = operands.to_vec();
                    all.remove(place.max(other_place));
                    all.remove(place.min(other_place));
                    if all.is_empty() {
                        return Some(new);
                    }
                    all.push(new);
                    return Some(self.sum(all, Wrap::empty(), depth + 1));
                }
            }
        }
        None
    }

    /// Adds what does not change in the loop to the start of a recurrence, and recurrences of the same loop to it.
    fn add_to_recurrence(&mut self, operands: &[Scev], place: usize, flags: Wrap, depth: u32) -> Option<Scev> {
        let Kind::AddRec(parts, of) = self.kind(operands[place]).clone() else { return None };
        let rec = operands[place];
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
            let all: Vec<Scev> = fixed.iter().copied().chain([rec]).collect();
            let flags = self.stronger_flags(&Kind::Add(all.into()), flags);
            fixed.push(parts[0]);
            let mut new: Vec<Scev> = parts.to_vec();
            // The flags hold if the sum is computed; the start is computed only if the loop is entered.
            let start_flags = match !flags.is_empty() && self.is_executed_with_entry(&fixed, of) {
                true => flags,
                false => Wrap::empty(),
            };
            new[0] = self.sum(fixed, start_flags, depth + 1);
            let kept = self.flags(rec) & (flags | Wrap::NW);
            let new = self.add_rec(&new, of, kept);
            if others.is_empty() {
                return Some(new);
            }
            others.push(new);
            return Some(self.sum(others, Wrap::empty(), depth + 1));
        }
        let mut total: Vec<Scev> = parts.to_vec();
        let mut rest: Vec<Scev> = Vec::new();
        let mut is_changed = false;
        for (i, &s) in operands.iter().enumerate() {
            match self.kind(s).clone() {
                _ if i == place => {}
                Kind::AddRec(other, other_loop) if other_loop == of => {
                    is_changed = true;
                    for (n, &part) in other.iter().enumerate() {
                        match total.get(n).copied() {
                            Some(known) => {
                                // The pointer, if any, is among the starts.
                                total[n] = self.sum(vec![known, part], Wrap::empty(), depth + 1);
                            }
                            None => total.push(part),
                        }
                    }
                }
                _ => rest.push(s),
            }
        }
        if !is_changed {
            return None;
        }
        let new = self.add_rec(&total, of, Wrap::empty());
        if rest.is_empty() {
            return Some(new);
        }
        rest.push(new);
        Some(self.sum(rest, Wrap::empty(), depth + 1))
    }
}
