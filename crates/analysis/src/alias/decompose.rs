//! Addresses as a base, a constant offset, and multiples of indices.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntFlags};
use lindworm_ir::instruction::GepFlags;
use lindworm_ir::{InstData, Value};
use smallvec::SmallVec;

use super::objects::MAX_LOOKUP;
use super::{AccessSize, AliasAnalysis, Aliasing};

/// The maximum depth to which the computation of an index is followed.
const MAX_DEPTH: usize = 6;

/// A value with casts: truncated, then sign-extended, then zero-extended by these numbers of bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Casted {
    value: Value,
    zext: u32,
    sext: u32,
    trunc: u32,
}

/// `index * scale + offset`.
#[derive(Clone, Copy)]
struct Linear {
    index: Casted,
    scale: i64,
    offset: i64,
    /// Whether the product and the sum do not wrap as signed numbers.
    nsw: bool,
    /// Whether they do not wrap as unsigned numbers.
    nuw: bool,
}

/// A multiple of an index.
#[derive(Clone, Copy)]
struct Term {
    index: Casted,
    scale: i64,
    nsw: bool,
}

/// A base, an offset in bytes and multiples of indices, modulo two to the width of an index.
struct Address {
    base: Value,
    offset: i64,
    terms: SmallVec<[Term; 4]>,
    /// Whether all steps are in bounds.
    in_bounds: bool,
    /// Whether no step wraps as an unsigned number.
    nuw: bool,
}

/// The low `bits` bits of a number, sign-extended.
fn wrap(value: i64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    value << unused >> unused
}

impl AliasAnalysis<'_> {
    fn width(&self, value: Value) -> Option<u32> {
        self.module.context().int_width(self.type_of(value))
    }

    /// The bits of a constant operand of at most 64 bits, sign-extended.
    fn constant(&self, value: Value) -> Option<i64> {
        let int = self.module.constants().as_int(self.module.context(), value)?;
        (int.width() <= 64).then(|| wrap(int.low_u64() as i64, int.width()))
    }

    /// The value of a constant with casts.
    fn evaluate(&self, casted: Casted) -> Option<i64> {
        let int = self.module.constants().as_int(self.module.context(), casted.value)?;
        let int = int.trunc(int.width().checked_sub(casted.trunc).filter(|&w| w > 0)?);
        let int = int.sext(int.width() + casted.sext);
        let int = int.zext(int.width() + casted.zext);
        Some(wrap(int.low_u64() as i64, int.width().min(64)))
    }

    /// The width of a value with casts.
    fn casted_width(&self, casted: Casted) -> u32 {
        self.width(casted.value).unwrap_or(64).saturating_sub(casted.trunc) + casted.sext + casted.zext
    }

    fn linear(&self, index: Casted, depth: usize) -> Linear {
        let plain = Linear { index, scale: 1, offset: 0, nsw: true, nuw: true };
        if depth == 0 {
            return plain;
        }
        if index.value.is_constant()
            && let Some(offset) = self.evaluate(index)
        {
            return Linear { scale: 0, offset, ..plain };
        }
        match self.inst(index.value) {
            Some(&InstData::Binary { op, flags, lhs, rhs, .. }) => {
                let Some(constant) = self.evaluate(Casted { value: rhs, ..index }).filter(|_| rhs.is_constant()) else {
                    return plain;
                };
                let is_disjoint = op == BinaryOp::Or && flags.contains(IntFlags::DISJOINT);
                let (mut nuw, mut nsw) = (flags.contains(IntFlags::NUW), flags.contains(IntFlags::NSW));
                (nuw, nsw) = (nuw || is_disjoint, nsw || is_disjoint);
                // Casts distribute over an operation that does not wrap.
                if index.zext > 0 && !nuw || index.sext > 0 && !nsw {
                    return plain;
                }
                if index.trunc > 0 {
                    (nuw, nsw) = (false, false);
                }
                let width = self.casted_width(index);
                let of = |this: &Self| this.linear(Casted { value: lhs, ..index }, depth - 1);
                match op {
                    BinaryOp::Add | BinaryOp::Or if op == BinaryOp::Add || is_disjoint => {
                        let inner = of(self);
                        Linear {
                            offset: wrap(inner.offset.wrapping_add(constant), width),
                            nsw: inner.nsw && nsw,
                            nuw: inner.nuw && nuw,
                            ..inner
                        }
                    }
                    BinaryOp::Sub => {
                        let inner = of(self);
                        Linear {
                            offset: wrap(inner.offset.wrapping_sub(constant), width),
                            nsw: inner.nsw && nsw,
                            // The sum with the negated constant wraps.
                            nuw: false,
                            ..inner
                        }
                    }
                    BinaryOp::Mul => of(self).times(constant, nsw, nuw, width),
                    BinaryOp::Shl => {
                        let amount = self.constant(rhs).and_then(|n| u32::try_from(n).ok());
                        match amount.filter(|&n| n < width.min(63)) {
                            Some(n) => of(self).times(1 << n, nsw, nuw, width),
                            None => plain,
                        }
                    }
                    _ => plain,
                }
            }
            Some(&InstData::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. }) => {
                let (Some(to), Some(from)) = (self.width(index.value), self.width(value)) else { return plain };
                let grown = to - from;
                let inner = if grown <= index.trunc {
                    Casted { value, trunc: index.trunc - grown, ..index }
                } else if op == CastOp::SExt {
                    Casted { value, sext: index.sext + grown - index.trunc, trunc: 0, ..index }
                } else {
                    // A sign extension of a zero extension is a zero extension.
                    Casted { value, zext: index.zext + index.sext + grown - index.trunc, sext: 0, trunc: 0 }
                };
                self.linear(inner, depth - 1)
            }
            _ => plain,
        }
    }

    /// The parts of a pointer; `None` if its offsets are too wide or unknown. `is_exact`: only `getelementptr` is followed, and not
    /// `llvm.ptrmask`, whose result is only in the same object.
    fn address(&self, mut value: Value, is_exact: bool) -> Option<Address> {
        let (cx, layout, constants) = (self.module.context(), self.module.data_layout(), self.module.constants());
        let index_bits = |v: Value| layout.pointer(cx.addr_space(self.type_of(v)).unwrap_or(0)).index_bits;
        let bits = index_bits(value);
        if bits > 64 {
            return None;
        }
        let mut address = Address { base: value, offset: 0, terms: SmallVec::new(), in_bounds: true, nuw: true };
        'steps: for _ in 0..MAX_LOOKUP {
            let Some(gep) = self.gep(value) else {
                match self.passed_on(value).filter(|&v| !is_exact && v != value && index_bits(v) == bits) {
                    Some(next) => value = next,
                    None => break,
                }
                continue;
            };
            let &[base, ref indices @ ..] = gep.operands else { break };
            if !cx.is_pointer(self.type_of(base)) || index_bits(base) != bits {
                break;
            }
            let mut step = Address { base, offset: 0, terms: SmallVec::new(), in_bounds: false, nuw: false };
            let mut ty = gep.source;
            for (place, &index) in indices.iter().enumerate() {
                if place > 0 && cx.is_struct(ty) {
                    let field = constants.struct_index(cx, index)?;
                    let at = layout.struct_layout(cx, ty)?.offsets.get(field as usize).copied()?;
                    if at.scalable && at.min != 0 {
                        break 'steps;
                    }
                    step.offset = step.offset.wrapping_add(at.min as i64);
                    ty = cx.element_type(ty, field)?;
                    continue;
                }
                let size;
                (ty, size) = layout.indexed(cx, ty, place == 0)?;
                if constants.is_zero(index) {
                    continue;
                }
                if size.scalable {
                    break 'steps;
                }
                let size = size.min as i64;
                if let Some(constant) = self.constant(index) {
                    step.offset = step.offset.wrapping_add(wrap(constant, bits).wrapping_mul(size));
                    continue;
                }
                let Some(width) = self.width(index) else { break 'steps };
                let (sext, trunc) = (bits.saturating_sub(width), width.saturating_sub(bits));
                let linear = self.linear(Casted { value: index, zext: 0, sext, trunc }, MAX_DEPTH);
                let is_nuw = gep.flags.contains(GepFlags::NUW);
                let linear = linear.times(size, gep.flags.contains(GepFlags::NUSW), is_nuw, bits);
                address.nuw &= linear.nuw;
                step.offset = step.offset.wrapping_add(linear.offset);
                step.add(Term { index: linear.index, scale: linear.scale, nsw: linear.nsw }, bits);
            }
            address.offset = wrap(address.offset.wrapping_add(step.offset), bits);
            for term in step.terms {
                address.add(term, bits);
            }
            address.nuw &= gep.flags.contains(GepFlags::NUW);
            address.in_bounds &= gep.flags.contains(GepFlags::INBOUNDS);
            value = base;
            address.base = value;
        }
        address.base = value;
        Some(address)
    }

    /// The constant distance in bytes from one address to another, if both have the same base and indices.
    pub fn distance(&self, from: Value, to: Value) -> Option<i64> {
        if from == to {
            return Some(0);
        }
        let ty = self.type_of(from);
        let space = self.module.context().addr_space(ty).filter(|_| ty == self.type_of(to))?;
        let (start, mut end) = (self.address(from, true)?, self.address(to, true)?);
        end.subtract(&start, self.module.data_layout().pointer(space).index_bits, |a, b| a == b);
        (start.base == end.base && end.terms.is_empty()).then_some(end.offset)
    }

    /// Compares a `getelementptr` with another pointer.
    pub(super) fn alias_gep(
        &self,
        a: Value,
        a_size: AccessSize,
        b: Value,
        b_size: AccessSize,
        a_object: Value,
        b_object: Value,
    ) -> Aliasing {
        let (mut a_size, mut b_size) = (a_size, b_size);
        if [a_size, b_size].contains(&AccessSize::BeforeOrAfterPointer) {
            // It is not known which of the two is lower, so the distance says nothing.
            (a_size, b_size) = (AccessSize::AfterPointer, AccessSize::AfterPointer);
        }
        if a_size.bytes().is_none() && b_size.bytes().is_none() {
            // Without sizes only the objects can be compared.
            if self.gep(b).is_none() && a_object == b || a_object == b_object {
                return Aliasing::May;
            }
            let unknown = AccessSize::BeforeOrAfterPointer;
            return match self.check(a_object, unknown, b_object, unknown) {
                Aliasing::No => Aliasing::No,
                _ => Aliasing::May,
            };
        }
        let (Some(mut x), Some(y)) = (self.address(a, false), self.address(b, false)) else { return Aliasing::May };
        if x.base == a && y.base == b {
            return Aliasing::May;
        }
        let bits = self.module.data_layout();
        let bits = bits.pointer(self.module.context().addr_space(self.type_of(a)).unwrap_or(0)).index_bits;
        x.subtract(&y, bits, |p, q| self.is_same_value(p, q));
        // An in-bounds address is not before the start of its object.
        if x.terms.is_empty() {
            let is_beyond = |size: AccessSize, distance: i64| {
                size.bytes().is_some_and(|size| distance >= 0 && distance as u64 >= size)
            };
            if x.in_bounds && self.is_start_of_object(y.base) && is_beyond(b_size, x.offset)
                || y.in_bounds && self.is_start_of_object(x.base) && is_beyond(a_size, x.offset.wrapping_neg())
            {
                return Aliasing::No;
            }
        }
        if x.offset == 0 && x.terms.is_empty() {
            return self.check(x.base, a_size, y.base, b_size);
        }
        let unknown = AccessSize::BeforeOrAfterPointer;
        match self.check(x.base, unknown, y.base, unknown) {
            Aliasing::No => return Aliasing::No,
            Aliasing::Must => {}
            _ => return Aliasing::May,
        }
        if x.terms.is_empty() {
            let (left, right, offset) = match x.offset >= 0 {
                true => (b_size, a_size, x.offset as u64),
                false => (a_size, b_size, x.offset.unsigned_abs()),
            };
            let Some(left) = left.bytes() else { return Aliasing::May };
            if offset >= left {
                return Aliasing::No;
            }
            let Some(size) = right.bytes() else { return Aliasing::Partial(None) };
            let is_short = i32::try_from(offset.saturating_add(size)).is_ok();
            let from_first = i32::try_from(x.offset).ok().and_then(i32::checked_neg);
            return Aliasing::Partial(from_first.filter(|_| is_short));
        }
        // Without unsigned wrap the constant offset is the least distance.
        if x.nuw && b_size.bytes().is_some_and(|size| x.offset as u64 >= size) {
            return Aliasing::No;
        }
        let (Some(a_bytes), Some(b_bytes)) = (a_size.bytes(), b_size.bytes()) else { return Aliasing::May };
        match self.is_apart(&x, a_bytes, b_bytes, bits) {
            true => Aliasing::No,
            false => Aliasing::May,
        }
    }

    /// Whether a pointer is the address of the first byte of a variable.
    pub(super) fn is_start_of_object(&self, pointer: Value) -> bool {
        matches!(self.inst(pointer), Some(InstData::Alloca { .. }))
            || pointer.as_global().and_then(|g| self.module.global(g)).is_some_and(|g| g.as_variable().is_some())
    }

    /// Whether accesses of these sizes, the first at this distance from the second, do not overlap.
    fn is_apart(&self, distance: &Address, a_bytes: u64, b_bytes: u64, bits: u32) -> bool {
        // The distance is the offset modulo the greatest common divisor of the scales.
        let mut gcd = 0;
        for term in &distance.terms {
            let factor = match term.nsw {
                true => term.scale.unsigned_abs(),
                false => 1 << term.scale.trailing_zeros(),
            };
            gcd = greatest_common_divisor(gcd, factor);
        }
        if let Ok(gcd) = i64::try_from(gcd)
            && gcd > 0
        {
            let rest = distance.offset.rem_euclid(gcd);
            if rest as u64 >= b_bytes && (gcd - rest) as u64 >= a_bytes {
                return true;
            }
        }
        // The range of the distance.
        let (mut low, mut high) = (i128::from(distance.offset), i128::from(distance.offset));
        for term in &distance.terms {
            let (min, max) = self.range(term.index);
            let ends = [min, max].map(|end| end.saturating_mul(i128::from(term.scale)));
            low = low.saturating_add(ends[0].min(ends[1]));
            high = high.saturating_add(ends[0].max(ends[1]));
        }
        let limit = 1i128 << (bits - 1);
        let fits = low >= -limit && high < limit;
        if fits && (low >= i128::from(b_bytes) || high <= -i128::from(a_bytes)) {
            return true;
        }
        self.differ_by_constant(distance, a_bytes, b_bytes)
    }

    /// Whether two terms are the same variable, extended before and after a constant was added, which may wrap: `x + c` and `x`
    /// differ by at least the smaller of `c` and `2^w - c`.
    fn differ_by_constant(&self, distance: &Address, a_bytes: u64, b_bytes: u64) -> bool {
        let [p, q] = distance.terms[..] else { return false };
        if p.scale != q.scale.wrapping_neg()
            || (p.index.zext, p.index.sext, p.index.trunc) != (q.index.zext, q.index.sext, q.index.trunc)
            || self.type_of(p.index.value) != self.type_of(q.index.value)
        {
            return false;
        }
        let plain = |value| self.linear(Casted { value, zext: 0, sext: 0, trunc: 0 }, MAX_DEPTH);
        let (x, y) = (plain(p.index.value), plain(q.index.value));
        let Some(width) = self.width(p.index.value).filter(|&w| w < 64) else { return false };
        if x.scale != y.scale || !self.is_same_value(x.index.value, y.index.value) || x.index != y.index {
            return false;
        }
        let mask = (1u64 << width) - 1;
        let apart = (x.offset.wrapping_sub(y.offset)) as u64 & mask;
        let least = apart.min(apart.wrapping_neg() & mask);
        let Some(least) = least.checked_mul(p.scale.unsigned_abs()) else { return false };
        // The distance is at least `least` either way, less the constant offset.
        let beyond = |bytes: u64| u128::from(least) >= u128::from(bytes) + u128::from(distance.offset.unsigned_abs());
        least > 0 && beyond(a_bytes) && beyond(b_bytes)
    }

    /// The range of a value with casts, as a signed number.
    fn range(&self, index: Casted) -> (i128, i128) {
        let width = self.width(index.value).unwrap_or(64);
        let width = width.saturating_sub(index.trunc).clamp(1, 64);
        let signed = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let (mut low, mut high) = signed;
        if index.trunc == 0
            && let Some(max) = self.unsigned_bound(index.value)
            && max <= high
        {
            (low, high) = (0, max);
        }
        if index.zext > 0 && index.sext == 0 && low < 0 {
            (low, high) = (0, (1i128 << width) - 1);
        } else if index.zext > 0 && low < 0 {
            (low, high) = (0, i128::from(u64::MAX));
        }
        (low, high)
    }

    /// An upper bound of a value as an unsigned number.
    fn unsigned_bound(&self, value: Value) -> Option<i128> {
        let bits = |v| Some(self.module.constants().as_int(self.module.context(), v)?.low_u64());
        let wide = |v: Value| self.width(v).is_some_and(|w| w <= 64);
        match *self.inst(value)? {
            InstData::Binary { op: BinaryOp::And, rhs, .. } if wide(value) => Some(i128::from(bits(rhs)?)),
            InstData::Binary { op: BinaryOp::URem, rhs, .. } if wide(value) => {
                Some(i128::from(bits(rhs)?.checked_sub(1)?))
            }
            InstData::Binary { op: BinaryOp::LShr, rhs, .. } if wide(value) => {
                let all = Int::all_ones(self.width(value)?).low_u64();
                Some(i128::from(all.checked_shr(u32::try_from(bits(rhs)?).ok()?)?))
            }
            InstData::Cast { op: CastOp::ZExt, value: from, .. } => {
                let width = self.width(from).filter(|&w| w < 64)?;
                Some(self.unsigned_bound(from).unwrap_or((1i128 << width) - 1))
            }
            _ => None,
        }
    }
}

impl Linear {
    fn times(self, factor: i64, nsw: bool, nuw: bool, width: u32) -> Linear {
        Linear {
            scale: wrap(self.scale.wrapping_mul(factor), width),
            offset: wrap(self.offset.wrapping_mul(factor), width),
            // The product of a sum does not wrap part by part.
            nsw: self.nsw && (factor == 1 || nsw && self.offset == 0),
            nuw: self.nuw && (factor == 1 || nuw),
            ..self
        }
    }
}

impl Address {
    /// Adds a multiple of an index.
    fn add(&mut self, term: Term, bits: u32) {
        if let Some(place) = self.terms.iter().position(|other| other.index == term.index) {
            let scale = wrap(self.terms[place].scale.wrapping_add(term.scale), bits);
            self.terms.remove(place);
            if scale != 0 {
                self.terms.push(Term { scale, nsw: false, ..term });
            }
        } else if wrap(term.scale, bits) != 0 {
            self.terms.push(Term { scale: wrap(term.scale, bits), ..term });
        }
    }

    /// Subtracts the offset and the terms of another address.
    fn subtract(&mut self, other: &Address, bits: u32, is_same: impl Fn(Value, Value) -> bool) {
        self.nuw &= self.offset as u64 >= other.offset as u64;
        self.offset = wrap(self.offset.wrapping_sub(other.offset), bits);
        for term in &other.terms {
            let casts = |c: Casted| (c.zext, c.sext, c.trunc);
            let found = self
                .terms
                .iter()
                .position(|own| casts(own.index) == casts(term.index) && is_same(own.index.value, term.index.value));
            match found {
                Some(place) if self.terms[place].scale == term.scale => {
                    self.terms.remove(place);
                }
                Some(place) => {
                    let own = &mut self.terms[place];
                    own.scale = wrap(own.scale.wrapping_sub(term.scale), bits);
                    own.nsw = false;
                    self.nuw = false;
                }
                None => {
                    self.terms.push(Term { scale: wrap(term.scale.wrapping_neg(), bits), ..*term });
                    self.nuw = false;
                }
            }
        }
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
