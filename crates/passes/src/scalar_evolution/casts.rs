//! Truncation, extension, and addresses as integers.

use lindworm_analysis::Loop;
use lindworm_ir::Type;
use lindworm_ir::eval::{BinaryOp, Int};

use super::{Kind, MinMax, ScalarEvolution, Scev, Wrap};

impl ScalarEvolution<'_> {
    /// The low bits of an integer.
    pub(crate) fn trunc(&mut self, s: Scev, ty: Type, depth: u32) -> Scev {
        if self.ty(s) == ty {
            return s;
        }
        if let Some(known) = self.find(&Kind::Trunc(s), ty) {
            return known;
        }
        let width = self.width_of(ty);
        match self.kind(s).clone() {
            Kind::Constant(value) => return self.constant(value.trunc(width)),
            Kind::Trunc(inner) => return self.trunc(inner, ty, depth + 1),
            Kind::SExt(inner) => return self.trunc_or_sext(inner, ty, depth + 1),
            Kind::ZExt(inner) => return self.trunc_or_zext(inner, ty, depth + 1),
            _ if depth > self.limits.cast_depth => return self.intern(Kind::Trunc(s), ty, Wrap::empty()),
            // Narrow each operand, if no more than one of them is a truncation then.
            ref kind @ (Kind::Add(ref operands) | Kind::Mul(ref operands)) => {
                let mut new = Vec::new();
                let mut truncated = 0;
                for &operand in operands.iter() {
                    let narrow = self.trunc(operand, ty, depth + 1);
                    let was_cast = matches!(self.kind(operand), Kind::Trunc(_) | Kind::ZExt(_) | Kind::SExt(_));
                    truncated += u32::from(!was_cast && matches!(self.kind(narrow), Kind::Trunc(_)));
                    new.push(narrow);
                }
                if truncated < 2 {
                    return match kind {
                        Kind::Add(_) => self.sum(new, Wrap::empty(), depth + 1),
                        _ => self.product(new, Wrap::empty(), depth + 1),
                    };
                }
            }
            Kind::AddRec(operands, of) => {
                let operands: Vec<Scev> = operands.iter().map(|&s| self.trunc(s, ty, depth + 1)).collect();
                return self.add_rec(&operands, of, Wrap::empty());
            }
            _ => {}
        }
        if self.min_trailing_zeros(s) >= width {
            return self.int(ty, 0);
        }
        self.intern(Kind::Trunc(s), ty, Wrap::empty())
    }

    pub(crate) fn trunc_or_zext(&mut self, s: Scev, ty: Type, depth: u32) -> Scev {
        match self.width(s).cmp(&self.width_of(ty)) {
            std::cmp::Ordering::Equal => s,
            std::cmp::Ordering::Less => self.zext(s, ty, depth),
            std::cmp::Ordering::Greater => self.trunc(s, ty, depth),
        }
    }

    pub(crate) fn trunc_or_sext(&mut self, s: Scev, ty: Type, depth: u32) -> Scev {
        match self.width(s).cmp(&self.width_of(ty)) {
            std::cmp::Ordering::Equal => s,
            std::cmp::Ordering::Less => self.sext(s, ty, depth),
            std::cmp::Ordering::Greater => self.trunc(s, ty, depth),
        }
    }

    /// The number of low bits that are known to be zero. Computed once for each expression, since expressions share operands.
    pub(crate) fn min_trailing_zeros(&mut self, s: Scev) -> u32 {
        if let Some(known) = self.tables.trailing_zeros[s] {
            return known;
        }
        let zeros = self.compute_trailing_zeros(s);
        self.tables.trailing_zeros[s] = Some(zeros);
        zeros
    }

    fn compute_trailing_zeros(&mut self, s: Scev) -> u32 {
        let width = self.width(s);
        match self.kind(s).clone() {
            Kind::Constant(value) => value.trailing_zeros().min(width),
            Kind::Trunc(inner) => self.min_trailing_zeros(inner).min(width),
            Kind::ZExt(inner) | Kind::SExt(inner) => {
                let zeros = self.min_trailing_zeros(inner);
                if zeros == self.width(inner) { width } else { zeros }
            }
            Kind::PtrToInt(inner) => self.min_trailing_zeros(inner).min(width),
            Kind::Mul(operands) => {
                let zeros = operands.iter().map(|&s| self.min_trailing_zeros(s));
                zeros.fold(0u32, |sum, n| sum.saturating_add(n)).min(width)
            }
            Kind::Add(operands) | Kind::AddRec(operands, _) | Kind::MinMax(_, operands) => {
                operands.iter().map(|&s| self.min_trailing_zeros(s)).min().unwrap_or(0)
            }
            Kind::UDiv(..) | Kind::VScale => 0,
            Kind::Unknown(value) => self.known_bits_of(value).map_or(0, |bits| bits.min_trailing_zeros()).min(width),
        }
    }

    /// A zero extension.
    pub(crate) fn zext(&mut self, s: Scev, ty: Type, depth: u32) -> Scev {
        if self.ty(s) == ty {
            return s;
        }
        if let Some(known) = self.find(&Kind::ZExt(s), ty) {
            return known;
        }
        match *self.kind(s) {
            Kind::Constant(ref value) => {
                let value = value.zext(self.width_of(ty));
                return self.constant(value);
            }
            Kind::ZExt(inner) => return self.zext(inner, ty, depth + 1),
            _ => {}
        }
        if depth > self.limits.cast_depth {
            return self.intern(Kind::ZExt(s), ty, Wrap::empty());
        }
        match self.kind(s).clone() {
            // zext(trunc(x)) is x resized, if the truncated bits are zero.
            Kind::Trunc(wide) => {
                let range = self.range(wide, false);
                let narrow = self.width(s);
                if range.unsigned_max().active_bits() <= narrow {
                    return self.trunc_or_zext(wide, ty, depth);
                }
            }
            Kind::AddRec(operands, of) if operands.len() == 2 => {
                if let Some(extended) = self.zext_recurrence(s, operands[0], operands[1], of, ty, depth) {
                    return extended;
                }
            }
            Kind::UDiv(a, b) => {
                let (a, b) = (self.zext(a, ty, depth + 1), self.zext(b, ty, depth + 1));
                return self.udiv(a, b);
            }
            Kind::Add(operands) => {
                if self.flags(s).contains(Wrap::NUW) {
                    let operands: Vec<Scev> = operands.iter().map(|&s| self.zext(s, ty, depth + 1)).collect();
                    return self.sum(operands, Wrap::NUW, depth + 1);
                }
                // zext(c + x + ...) is zext(d) + zext((c - d) + x + ...), where d are the bits of c below those of the rest.
                if let Some(constant) = self.as_constant(operands[0]).cloned() {
                    let low = self.low_bits(&constant, &operands[1..]);
                    if !low.is_zero() {
                        return self.extend_without(&operands, &constant, low, ty, depth, false);
                    }
                }
            }
            Kind::Mul(operands) => {
                if self.flags(s).contains(Wrap::NUW) {
                    let operands: Vec<Scev> = operands.iter().map(|&s| self.zext(s, ty, depth + 1)).collect();
                    return self.product(operands, Wrap::NUW, depth + 1);
                }
                // zext(2^k * trunc(x to i(n))) is 2^k * zext(trunc(x to i(n-k))).
                if let [first, second] = operands[..]
                    && let (Some(factor), Kind::Trunc(wide)) =
                        (self.as_constant(first).cloned(), self.kind(second).clone())
                    && factor.is_power_of_two()
                {
                    let narrow = self.width(second) - factor.trailing_zeros();
                    let narrow = self.query.module.context().int(narrow.max(1));
                    let low = self.trunc(wide, narrow, depth + 1);
                    let (a, b) = (self.zext(first, ty, depth + 1), self.zext(low, ty, depth + 1));
                    return self.product(vec![a, b], Wrap::NUW, depth + 1);
                }
            }
            Kind::MinMax(op @ (MinMax::UMin | MinMax::UMax | MinMax::SequentialUMin), operands) => {
                let operands: Vec<Scev> = operands.iter().map(|&s| self.zext(s, ty, depth + 1)).collect();
                return self.min_max(op, operands);
            }
            _ => {}
        }
        self.intern(Kind::ZExt(s), ty, Wrap::empty())
    }

    fn zext_recurrence(&mut self, s: Scev, start: Scev, step: Scev, of: Loop, ty: Type, depth: u32) -> Option<Scev> {
        self.infer_flags(s);
        if self.flags(s).contains(Wrap::NUW) {
            let start = self.extended_start(start, step, of, ty, false, depth + 1);
            let step = self.zext(step, ty, depth + 1);
            let flags = self.flags(s);
            return Some(self.add_rec(&[start, step], of, flags));
        }
        let width = self.width(s);
        // The recurrence does not wrap if its last value, computed in twice the width, is that of the narrow computation.
        if let Some(count) = self.constant_max_count(of) {
            let wide = self.query.module.context().int(width * 2);
            let fits = self.width(count) <= width || {
                let value = self.as_constant(count).cloned();
                value.is_some_and(|n| n.active_bits() <= width)
            };
            if fits {
                let narrow_count = self.trunc_or_zext(count, self.ty(start), depth);
                let product = self.product(vec![narrow_count, step], Wrap::empty(), depth + 1);
                let last = self.sum(vec![start, product], Wrap::empty(), depth + 1);
                let wide_last = self.zext(last, wide, depth + 1);
                let wide_start = self.zext(start, wide, depth + 1);
                let wide_count = self.zext(narrow_count, wide, depth + 1);
                for is_signed in [false, true] {
                    let wide_step = match is_signed {
                        false => self.zext(step, wide, depth + 1),
                        true => self.sext(step, wide, depth + 1),
                    };
                    let wide_product = self.product(vec![wide_count, wide_step], Wrap::empty(), depth + 1);
                    let expected = self.sum(vec![wide_start, wide_product], Wrap::empty(), depth + 1);
                    if wide_last != expected {
                        continue;
                    }
                    let flag = if is_signed { Wrap::NW } else { Wrap::NUW };
                    self.add_flags(s, super::closed(flag));
                    let start = self.extended_start(start, step, of, ty, false, depth + 1);
                    let step = match is_signed {
                        false => self.zext(step, ty, depth + 1),
                        true => self.sext(step, ty, depth + 1),
                    };
                    let flags = self.flags(s);
                    let flags = if is_signed { flags & Wrap::NW } else { flags };
                    return Some(self.add_rec(&[start, step], of, flags));
                }
            }
        }
        // A guard of the back edge bounds the value.
        if self.is_known_positive(step) && self.proves_no_wrap(s, step, of, false) {
            self.add_flags(s, Wrap::NUW | Wrap::NW);
            let start = self.extended_start(start, step, of, ty, false, depth + 1);
            let step = self.zext(step, ty, depth + 1);
            let flags = self.flags(s);
            return Some(self.add_rec(&[start, step], of, flags));
        }
        if self.is_known_negative(step) && self.proves_no_wrap(s, step, of, false) {
            let start = self.zext(start, ty, depth + 1);
            let step = self.sext(step, ty, depth + 1);
            return Some(self.add_rec(&[start, step], of, Wrap::NW));
        }
        // zext({c,+,step}) is zext(d) + zext({c - d,+,step}), where d are the bits of c below those of the step.
        if let Some(constant) = self.as_constant(start).cloned() {
            let low = self.low_bits(&constant, &[step]);
            if !low.is_zero() {
                let rest = self.constant(constant.sub(&low));
                let rest = self.add_rec(&[rest, step], of, self.flags(s));
                let (low, rest) = (self.constant(low), self.zext(rest, ty, depth + 1));
                let low = self.zext(low, ty, depth + 1);
                return Some(self.sum(vec![low, rest], Wrap::NUW | Wrap::NSW, depth + 1));
            }
        }
        None
    }

    /// The bits of a constant below all bits of the other terms.
    fn low_bits(&mut self, constant: &Int, others: &[Scev]) -> Int {
        let zeros = others.iter().map(|&s| self.min_trailing_zeros(s)).min().unwrap_or(0);
        let width = constant.width();
        match zeros {
            0 => Int::zero(width),
            _ if zeros >= width => constant.clone(),
            _ => constant.and(&Int::all_ones(width).lshr(width - zeros)),
        }
    }

    fn extend_without(
        &mut self,
        operands: &[Scev],
        constant: &Int,
        low: Int,
        ty: Type,
        depth: u32,
        is_signed: bool,
    ) -> Scev {
        let mut rest = operands.to_vec();
        rest[0] = self.constant(constant.sub(&low));
        let rest = self.sum(rest, Wrap::empty(), depth + 1);
        let low = self.constant(low);
        let (low, rest) = match is_signed {
            false => (self.zext(low, ty, depth + 1), self.zext(rest, ty, depth + 1)),
            true => (self.sext(low, ty, depth + 1), self.sext(rest, ty, depth + 1)),
        };
        self.sum(vec![low, rest], Wrap::NUW | Wrap::NSW, depth + 1)
    }

    /// The extended start of a recurrence that does not wrap. If the start is `x + step`, and `x` does not wrap either, it is the
    /// sum of the extended `x` and `step`.
    pub(super) fn extended_start(
        &mut self,
        start: Scev,
        step: Scev,
        of: Loop,
        ty: Type,
        is_signed: bool,
        depth: u32,
    ) -> Scev {
        let extend = |this: &mut Self, s: Scev| match is_signed {
            true => this.sext(s, ty, depth + 1),
            false => this.zext(s, ty, depth + 1),
        };
        if let Kind::Add(operands) = self.kind(start).clone()
            && let Some(at) = operands.iter().position(|&operand| operand == step)
        {
            let mut rest = operands.to_vec();
            rest.remove(at);
            let flag = if is_signed { Wrap::NSW } else { Wrap::NUW };
            let rest_flags = self.flags(start) & Wrap::NUW;
            let before = self.sum(rest, rest_flags, depth + 1);
            let is_fine = {
                let earlier = self.add_rec(&[before, step], of, Wrap::empty());
                let flags = match self.kind(earlier) {
                    Kind::AddRec(..) => self.flags(earlier),
                    _ => Wrap::empty(),
                };
                flags.contains(flag) && self.exact_count(of).is_some_and(|n| self.is_known_positive(n))
                    || self.never_overflows(BinaryOp::Add, is_signed, before, step)
            };
            if is_fine {
                let (before, step) = (extend(self, before), extend(self, step));
                return self.sum(vec![before, step], Wrap::empty(), depth + 1);
            }
        }
        extend(self, start)
    }

    /// A sign extension.
    pub(crate) fn sext(&mut self, s: Scev, ty: Type, depth: u32) -> Scev {
        if self.ty(s) == ty {
            return s;
        }
        if let Some(known) = self.find(&Kind::SExt(s), ty) {
            return known;
        }
        match *self.kind(s) {
            Kind::Constant(ref value) => {
                let value = value.sext(self.width_of(ty));
                return self.constant(value);
            }
            Kind::SExt(inner) => return self.sext(inner, ty, depth + 1),
            Kind::ZExt(inner) => return self.zext(inner, ty, depth + 1),
            _ => {}
        }
        if depth > self.limits.cast_depth {
            return self.intern(Kind::SExt(s), ty, Wrap::empty());
        }
        match self.kind(s).clone() {
            Kind::Trunc(wide) => {
                let range = self.range(wide, true);
                let narrow = self.width(s);
                if range.signed_max().min_signed_bits() <= narrow && range.signed_min().min_signed_bits() <= narrow {
                    return self.trunc_or_sext(wide, ty, depth);
                }
            }
            Kind::Add(operands) => {
                if self.flags(s).contains(Wrap::NSW) {
                    let operands: Vec<Scev> = operands.iter().map(|&s| self.sext(s, ty, depth + 1)).collect();
                    return self.sum(operands, Wrap::NSW, depth + 1);
                }
                if let Some(constant) = self.as_constant(operands[0]).cloned() {
                    let low = self.low_bits(&constant, &operands[1..]);
                    if !low.is_zero() && !low.is_negative() {
                        return self.extend_without(&operands, &constant, low, ty, depth, true);
                    }
                }
            }
            Kind::AddRec(operands, of) if operands.len() == 2 => {
                if let Some(extended) = self.sext_recurrence(s, operands[0], operands[1], of, ty, depth) {
                    return extended;
                }
            }
            Kind::MinMax(op @ (MinMax::SMin | MinMax::SMax), operands) => {
                let operands: Vec<Scev> = operands.iter().map(|&s| self.sext(s, ty, depth + 1)).collect();
                return self.min_max(op, operands);
            }
            _ => {}
        }
        if self.is_non_negative(s) {
            return self.zext(s, ty, depth + 1);
        }
        self.intern(Kind::SExt(s), ty, Wrap::empty())
    }

    fn sext_recurrence(&mut self, s: Scev, start: Scev, step: Scev, of: Loop, ty: Type, depth: u32) -> Option<Scev> {
        self.infer_flags(s);
        if self.flags(s).contains(Wrap::NSW) {
            let start = self.extended_start(start, step, of, ty, true, depth + 1);
            let step = self.sext(step, ty, depth + 1);
            return Some(self.add_rec(&[start, step], of, Wrap::NSW));
        }
        let width = self.width(s);
        if let Some(count) = self.constant_max_count(of) {
            let wide = self.query.module.context().int(width * 2);
            let value = self.as_constant(count).cloned();
            if value.is_some_and(|n| n.active_bits() <= width) {
                let narrow_count = self.trunc_or_zext(count, self.ty(start), depth);
                let product = self.product(vec![narrow_count, step], Wrap::empty(), depth + 1);
                let last = self.sum(vec![start, product], Wrap::empty(), depth + 1);
                let wide_last = self.sext(last, wide, depth + 1);
                let wide_start = self.sext(start, wide, depth + 1);
                let wide_count = self.zext(narrow_count, wide, depth + 1);
                for is_signed in [true, false] {
                    let wide_step = match is_signed {
                        false => self.zext(step, wide, depth + 1),
                        true => self.sext(step, wide, depth + 1),
                    };
                    let wide_product = self.product(vec![wide_count, wide_step], Wrap::empty(), depth + 1);
                    let expected = self.sum(vec![wide_start, wide_product], Wrap::empty(), depth + 1);
                    if wide_last != expected {
                        continue;
                    }
                    if !is_signed {
                        self.add_flags(s, Wrap::NW);
                        let start = self.extended_start(start, step, of, ty, true, depth + 1);
                        let step = self.zext(step, ty, depth + 1);
                        let flags = self.flags(s) & Wrap::NW;
                        return Some(self.add_rec(&[start, step], of, flags));
                    }
                    self.add_flags(s, Wrap::NSW | Wrap::NW);
                    let start = self.extended_start(start, step, of, ty, true, depth + 1);
                    let step = self.sext(step, ty, depth + 1);
                    let flags = self.flags(s);
                    return Some(self.add_rec(&[start, step], of, flags));
                }
            }
        }
        if self.as_constant(step).is_some() && self.proves_no_wrap(s, step, of, true) {
            self.add_flags(s, Wrap::NSW | Wrap::NW);
            let start = self.extended_start(start, step, of, ty, true, depth + 1);
            let step = self.sext(step, ty, depth + 1);
            return Some(self.add_rec(&[start, step], of, Wrap::NSW));
        }
        if let Some(constant) = self.as_constant(start).cloned() {
            let low = self.low_bits(&constant, &[step]);
            if !low.is_zero() && !low.is_negative() {
                let rest = self.constant(constant.sub(&low));
                let rest = self.add_rec(&[rest, step], of, self.flags(s));
                let (low, rest) = (self.constant(low), self.sext(rest, ty, depth + 1));
                let low = self.sext(low, ty, depth + 1);
                return Some(self.sum(vec![low, rest], Wrap::NUW | Wrap::NSW, depth + 1));
            }
        }
        None
    }

    /// Whether a guard of the loop shows that adding the constant step to a recurrence does not overflow.
    fn proves_no_wrap(&mut self, s: Scev, step: Scev, of: Loop, is_signed: bool) -> bool {
        use lindworm_ir::eval::IntPredicate::*;
        let range = self.range(step, is_signed);
        let width = self.width(s);
        if is_signed && !self.is_known_positive(step) && !self.is_known_negative(step) {
            return false;
        }
        let (predicate, limit) = match is_signed {
            // s + step overflows unless s < min - max(step).
            true if self.is_known_positive(step) => (Slt, Int::min_signed(width).sub(&range.signed_max())),
            true => (Sgt, Int::max_signed(width).sub(&range.signed_min())),
            false if self.is_known_negative(step) => {
                let range = self.range(step, true);
                (Ugt, range.signed_min().neg().sub(&Int::one(width)))
            }
            false => (Ult, range.unsigned_max().neg()),
        };
        let limit = self.constant(limit);
        self.is_backedge_guarded(of, predicate, s, limit) || self.is_known_on_every_iteration(predicate, s, limit, of)
    }

    /// An address as an integer, if that loses no information.
    pub(crate) fn ptr_to_int(&mut self, s: Scev) -> Option<Scev> {
        if !self.is_pointer(s) {
            return Some(s);
        }
        let pointer = self.ty(s);
        let (module, cx) = (self.query.module, self.query.module.context());
        let space = cx.addr_space(pointer)?;
        let layout = module.data_layout();
        if layout.pointer(space).is_non_integral() {
            return None;
        }
        let ty = layout.int_type_of_pointer(cx, pointer)?;
        if ty != self.int_type(pointer) {
            return None;
        }
        match self.kind(s).clone() {
            Kind::Add(operands) => {
                let flags = self.flags(s);
                let new: Option<Vec<Scev>> = operands.iter().map(|&s| self.ptr_to_int(s)).collect();
                Some(self.sum(new?, flags, 0))
            }
            Kind::AddRec(operands, of) => {
                let flags = self.flags(s);
                let new: Option<Vec<Scev>> = operands.iter().map(|&s| self.ptr_to_int(s)).collect();
                Some(self.add_rec(&new?, of, flags))
            }
            Kind::MinMax(op, operands) => {
                let new: Option<Vec<Scev>> = operands.iter().map(|&s| self.ptr_to_int(s)).collect();
                Some(self.min_max(op, new?))
            }
            Kind::Unknown(value) if self.query.module.constants().is_zero(value) => Some(self.int(ty, 0)),
            _ => Some(self.intern(Kind::PtrToInt(s), ty, Wrap::empty())),
        }
    }
}
