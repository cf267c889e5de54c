//! The slow paths of scalar operations: an operand is undef or poison or has more than 64 bits, or the result is not an
//! ordinary value.

use lindworm_eval::undef::{self, Bits};
use lindworm_eval::{
    BinaryOp, CastOp, FastMathFlags, Float, FloatFormat, FloatPredicate, Int, IntFlags, IntPredicate, Outcome, Why,
    fold,
};
use lindworm_ir::instruction::GepFlags;
use smallvec::SmallVec;

use super::Regs;
use crate::origin::written_out;
use crate::shape::Scalar;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::{self, arithmetic};
use crate::value::{Knowledge, Meta, Provenance, Reg, Site};

impl State {
    /// The defined and undef bits of a scalar, or the [`Meta`] of poison.
    pub(crate) fn bits(&self, regs: &[Reg], width: u32) -> Result<Bits<Int>, Meta> {
        let (mut value, mut mask) = (Vec::with_capacity(regs.len()), Vec::with_capacity(regs.len()));
        for reg in regs {
            if reg.meta.is_poison() {
                return Err(reg.meta);
            }
            value.push(reg.bits);
            mask.push(self.undefs.mask(reg.meta));
        }
        let bits = Bits::new(Int::from_limbs(width, &value), Int::from_limbs(width, &mask));
        let limit = if let [reg] = regs { self.undefs.limit(reg.meta) } else { None };
        Ok(match limit {
            Some(ranges) => bits.within_one_of(&ranges.map(|(from, to)| (Int::new(width, from), Int::new(width, to)))),
            None => bits,
        })
    }

    /// The integer in registers, with the chosen values of undef bits.
    pub(crate) fn chosen(regs: &[Reg], width: u32) -> Int {
        let limbs: SmallVec<[u64; 2]> = regs.iter().map(|r| r.bits).collect();
        Int::from_limbs(width, &limbs)
    }

    /// The float in registers, with the chosen values of undef bits.
    fn chosen_float(regs: &[Reg], format: FloatFormat) -> Float {
        Float::from_bits(format, regs.iter().rev().fold(0, |high, reg| high << 64 | u128::from(reg.bits)))
    }

    /// The number in registers, with the chosen values of undef bits.
    fn chosen_number(regs: &[Reg], scalar: Scalar) -> fold::Scalar {
        match scalar {
            Scalar::Float(format) => Self::chosen_float(regs, format).into(),
            _ => Self::chosen(regs, scalar.bits()).into(),
        }
    }

    /// Whether registers have neither undef bits nor poison.
    fn are_defined(regs: &[Reg]) -> bool {
        regs.iter().all(|reg| reg.meta.is_defined())
    }

    /// The registers of a float.
    fn regs_of_float(value: Float) -> Regs {
        (0..value.format().bits().div_ceil(64)).map(|i| Reg::int((value.to_bits() >> (64 * i)) as u64)).collect()
    }

    /// The registers of an integer.
    fn regs_of_int(value: &Int) -> Regs {
        (0..value.width().div_ceil(64) as usize).map(|i| Reg::int(value.limb(i))).collect()
    }

    /// The registers of a scalar; `origin` is recorded as the origin of undef bits.
    pub(crate) fn regs_of(&mut self, bits: &Bits<Int>, origin: Site) -> Regs {
        let count = bits.width().div_ceil(64) as usize;
        (0..count)
            .map(|i| {
                let mask = bits.undef_bits().limb(i);
                let value = bits.defined_bits().limb(i);
                match mask {
                    0 => Reg::int(value),
                    _ => Reg { bits: value | self.choose() & mask, meta: self.undef_meta(bits, mask, origin) },
                }
            })
            .collect()
    }

    /// The meta of one register of a scalar.
    fn undef_meta(&mut self, bits: &Bits<Int>, mask: u64, origin: Site) -> Meta {
        if bits.width() > 64 || !bits.is_limited() {
            return self.undefs.meta(mask, origin);
        }
        let range = |(from, to): &(Int, Int)| (from.low_u64(), to.low_u64());
        let limit = match bits.ranges() {
            [Some(low), Some(high)] => [range(low), range(high)],
            [Some(only), None] | [None, Some(only)] => [range(only); 2],
            [None, None] => return self.undefs.meta(mask, origin),
        };
        self.undefs.limited(mask, origin, limit)
    }

    /// The origin of the undef bits among these registers, for a value computed from them.
    fn undef_origin(&self, regs: &[&[Reg]]) -> Site {
        regs.iter()
            .flat_map(|r| r.iter())
            .find_map(|r| match r.meta.knowledge() {
                Knowledge::Undef(index) => Some(self.undefs.get(index).origin),
                _ => None,
            })
            .unwrap_or_else(|| self.site())
    }

    /// The registers of an outcome of `width` bits. Its undef bits take the values that `chosen` computes from the chosen bits
    /// of the operands, so that the result is possible for some choice. The caller reports undefined behaviour.
    pub(super) fn outcome(
        &mut self,
        outcome: Outcome<Bits<Int>>,
        width: u32,
        operands: &[&[Reg]],
        chosen: impl FnOnce() -> Outcome<Int>,
    ) -> Result<Regs, Why> {
        match outcome {
            Outcome::Value(bits) => {
                let origin = self.undef_origin(operands);
                let mut regs = self.regs_of(&bits, origin);
                if !bits.is_defined()
                    && let Outcome::Value(chosen) = chosen()
                {
                    for (i, reg) in regs.iter_mut().enumerate() {
                        reg.bits = chosen.limb(i);
                    }
                }
                Ok(regs)
            }
            Outcome::Poison(_) => {
                // If a promise is violated only for some choice of undef bits, the report refers to their origin.
                let raced = operands.iter().copied().flatten().find_map(|reg| self.undefs.raced(reg.meta));
                if let Some(race) = raced.and_then(|site| self.undefs.races.get(&site).cloned()) {
                    let here = self.site();
                    self.undefs.races.insert(here, race);
                }
                match *operands {
                    [[a], [b]] => self.undefs.note_poison(self.site(), [*a, *b]),
                    [[a]] => self.undefs.note_poison(self.site(), [*a; 2]),
                    _ => {}
                }
                Ok((0..width.div_ceil(64)).map(|_| self.poison_here()).collect())
            }
            Outcome::Undefined(why) => Err(why),
        }
    }

    fn poison_of(meta: Meta, width: u32) -> Regs {
        (0..width.div_ceil(64)).map(|_| Reg { bits: 0, meta }).collect()
    }

    /// An integer operation of any width.
    pub(crate) fn wide_int_binary(
        &mut self,
        op: BinaryOp,
        flags: IntFlags,
        width: u32,
        a: &[Reg],
        b: &[Reg],
    ) -> Result<Regs, Stop> {
        let chosen = || fold::int_binary(op, flags, &Self::chosen(a, width), &Self::chosen(b, width));
        if Self::are_defined(a)
            && Self::are_defined(b)
            && let Outcome::Value(value) = chosen()
        {
            return Ok(Self::regs_of_int(&value));
        }
        let (x, y) = match (self.bits(a, width), self.bits(b, width)) {
            (Err(_), Ok(y))
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && y.to_defined().is_some_and(Int::is_all_ones) =>
            {
                let message = "the dividend is poison, and may be the least number, and the divisor is -1";
                let notes = self.origin_notes(a);
                self.undefined(&arithmetic::DIVISION_OVERFLOW, message, notes)?;
                return Ok((0..width.div_ceil(64)).map(|_| Reg::int(0)).collect());
            }
            // A divisor that may be zero is undefined behaviour, whatever the dividend.
            (Err(poison), Ok(y)) if op.is_int_div_rem() => {
                let one = Bits::from(Int::one(width));
                match undef::binary(op, flags, &one, &y) {
                    Outcome::Undefined(_) => (one, y),
                    _ => return Ok(Self::poison_of(poison, width)),
                }
            }
            (_, Err(poison)) if op.is_int_div_rem() => {
                let note = self.origin_note(Reg { bits: 0, meta: poison });
                self.undefined(&arithmetic::DIVISION_BY_POISON, "the divisor is poison", note)?;
                return Ok(Self::poison_of(poison, width));
            }
            (Err(poison), _) | (_, Err(poison)) => return Ok(Self::poison_of(poison, width)),
            (Ok(x), Ok(y)) => (x, y),
        };
        let outcome = undef::binary(op, flags, &x, &y);
        match self.outcome(outcome, width, &[a, b], chosen) {
            Ok(regs) => Ok(regs),
            Err(why) => {
                let (kind, notes): (&'static ub::Kind, _) = match why {
                    _ if !y.is_defined() => (&arithmetic::DIVISION_BY_UNDEF, self.origin_notes(b)),
                    Why::DivisionOverflow => (&arithmetic::DIVISION_OVERFLOW, Vec::new()),
                    _ => (&arithmetic::DIVISION_BY_ZERO, Vec::new()),
                };
                let message = match (a, b) {
                    ([a], [b]) if a.meta.both_defined(b.meta) => {
                        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                        let written = written_out(op, signed, width, a.bits, b.bits);
                        let too_large = why == Why::DivisionOverflow;
                        if too_large { format!("{written} does not fit in i{width}") } else { written }
                    }
                    _ => why.to_string(),
                };
                self.undefined(kind, message, notes)?;
                Ok((0..width.div_ceil(64)).map(|_| Reg::int(0)).collect())
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn int_binary(
        &mut self,
        op: BinaryOp,
        flags: IntFlags,
        width: u32,
        a: Reg,
        b: Reg,
    ) -> Result<Reg, Stop> {
        Ok(self.wide_int_binary(op, flags, width, &[a], &[b])?[0])
    }

    /// A float operation of any format.
    pub(crate) fn wide_float_binary(
        &mut self,
        op: BinaryOp,
        flags: FastMathFlags,
        format: FloatFormat,
        a: &[Reg],
        b: &[Reg],
    ) -> Regs {
        let chosen = || fold::float_binary(op, flags, Self::chosen_float(a, format), Self::chosen_float(b, format));
        if Self::are_defined(a)
            && Self::are_defined(b)
            && let Outcome::Value(value) = chosen()
        {
            return Self::regs_of_float(value);
        }
        let width = format.bits();
        match (self.bits(a, width), self.bits(b, width)) {
            (Err(poison), _) | (_, Err(poison)) => Self::poison_of(poison, width),
            (Ok(x), Ok(y)) => {
                let outcome = undef::float_binary(op, flags, format, &x, &y);
                let chosen = || chosen().map(Float::to_int_bits);
                self.outcome(outcome, width, &[a, b], chosen).unwrap_or_else(|_| Self::poison_of(Meta::DEFINED, width))
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        flags: FastMathFlags,
        format: FloatFormat,
        a: Reg,
        b: Reg,
    ) -> Reg {
        self.wide_float_binary(op, flags, format, &[a], &[b])[0]
    }

    pub(crate) fn wide_icmp(
        &mut self,
        predicate: IntPredicate,
        width: u32,
        same_sign: bool,
        a: &[Reg],
        b: &[Reg],
    ) -> Reg {
        let flags = if same_sign { IntFlags::SAMESIGN } else { IntFlags::empty() };
        let chosen = || fold::icmp(predicate, flags, &Self::chosen(a, width), &Self::chosen(b, width));
        if Self::are_defined(a)
            && Self::are_defined(b)
            && let Outcome::Value(holds) = chosen()
        {
            return Reg::int(holds.into());
        }
        match (self.bits(a, width), self.bits(b, width)) {
            (Err(poison), _) | (_, Err(poison)) => Reg { bits: 0, meta: poison },
            (Ok(x), Ok(y)) => {
                let outcome = undef::icmp(predicate, same_sign, &x, &y);
                let chosen = || chosen().map(Int::from_bool);
                self.outcome(outcome, 1, &[a, b], chosen).map_or(Reg::int(0), |regs| regs[0])
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn icmp(&mut self, predicate: IntPredicate, width: u32, same_sign: bool, a: Reg, b: Reg) -> Reg {
        self.wide_icmp(predicate, width, same_sign, &[a], &[b])
    }

    pub(super) fn wide_fcmp(
        &mut self,
        predicate: FloatPredicate,
        flags: FastMathFlags,
        format: FloatFormat,
        a: &[Reg],
        b: &[Reg],
    ) -> Reg {
        let chosen = || fold::fcmp(predicate, flags, Self::chosen_float(a, format), Self::chosen_float(b, format));
        if Self::are_defined(a)
            && Self::are_defined(b)
            && let Outcome::Value(holds) = chosen()
        {
            return Reg::int(holds.into());
        }
        let width = format.bits();
        match (self.bits(a, width), self.bits(b, width)) {
            (Err(poison), _) | (_, Err(poison)) => Reg { bits: 0, meta: poison },
            (Ok(x), Ok(y)) => {
                let outcome = undef::fcmp(predicate, flags, format, &x, &y);
                let chosen = || chosen().map(Int::from_bool);
                self.outcome(outcome, 1, &[a, b], chosen).map_or(Reg::int(0), |regs| regs[0])
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fcmp(
        &mut self,
        predicate: FloatPredicate,
        flags: FastMathFlags,
        format: FloatFormat,
        a: Reg,
        b: Reg,
    ) -> Reg {
        self.wide_fcmp(predicate, flags, format, &[a], &[b])
    }

    pub(super) fn wide_fneg(&mut self, flags: FastMathFlags, format: FloatFormat, a: &[Reg]) -> Regs {
        let width = format.bits();
        match self.bits(a, width) {
            Err(poison) => Self::poison_of(poison, width),
            Ok(x) => {
                let outcome = undef::fneg(flags, format, &x);
                let chosen = || Outcome::Value(Self::chosen_float(a, format).neg().to_int_bits());
                self.outcome(outcome, width, &[a], chosen).unwrap_or_else(|_| Self::poison_of(Meta::DEFINED, width))
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fneg(&mut self, flags: FastMathFlags, format: FloatFormat, a: Reg) -> Reg {
        self.wide_fneg(flags, format, &[a])[0]
    }

    /// A cast of a scalar of any width.
    pub(crate) fn wide_cast(
        &mut self,
        op: CastOp,
        flags: IntFlags,
        fast_math: FastMathFlags,
        from: Scalar,
        to: Scalar,
        a: &[Reg],
    ) -> Regs {
        let width = to.bits();
        match op {
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                let pointer = a[0];
                if op == CastOp::PtrToInt {
                    self.memory.expose(pointer.meta.provenance());
                }
                if pointer.meta.is_poison() {
                    return Self::poison_of(pointer.meta, width);
                }
                let meta = if pointer.meta.is_defined() { Meta::DEFINED } else { pointer.meta };
                let low = self.mask(Reg { meta, ..pointer }, u64::MAX >> (64 - width.min(64)));
                return std::iter::once(low).chain((1..width.div_ceil(64)).map(|_| Reg::int(0))).collect();
            }
            CastOp::IntToPtr => {
                let poison = a.iter().find(|r| r.meta.is_poison());
                let low = self.mask(*poison.unwrap_or(&a[0]), u64::MAX >> (64 - width.min(64)));
                return Regs::from_elem(
                    match low.meta.is_defined() {
                        true => crate::memory::Memory::pointer_of_integer(low.bits),
                        false => low,
                    },
                    1,
                );
            }
            CastOp::AddrSpaceCast => return a.into(),
            _ => {}
        }
        let chosen = || fold::cast(op, flags, &Self::chosen_number(a, from), to.scalar_type());
        let result = match Self::are_defined(a).then(chosen) {
            Some(Outcome::Value(fold::Scalar::Int(value))) => Self::regs_of_int(&value),
            Some(Outcome::Value(fold::Scalar::Float(value))) => Self::regs_of_float(value),
            _ => match self.bits(a, from.bits()) {
                Err(poison) => return Self::poison_of(poison, width),
                Ok(x) => {
                    let outcome = undef::cast(op, flags, from.scalar_type(), &x, to.scalar_type());
                    let chosen = || match chosen() {
                        Outcome::Value(fold::Scalar::Int(int)) => Outcome::Value(int),
                        Outcome::Value(fold::Scalar::Float(float)) => Outcome::Value(float.to_int_bits()),
                        _ => Outcome::Poison(Why::WrongOperands),
                    };
                    let result = self.outcome(outcome, width, &[a], chosen);
                    result.unwrap_or_else(|_| Self::poison_of(Meta::DEFINED, width))
                }
            },
        };
        for (scalar, regs) in [(from, a), (to, &*result)] {
            if let Scalar::Float(format) = scalar
                && let Some(poison) = self.fast_math(fast_math, format, regs)
            {
                return Self::poison_of(poison.meta, width);
            }
        }
        result
    }

    #[cold]
    #[inline(never)]
    pub(super) fn int_cast(&mut self, op: CastOp, flags: IntFlags, from: u32, to: u32, a: Reg) -> Reg {
        self.wide_cast(op, flags, FastMathFlags::empty(), Scalar::Int(from), Scalar::Int(to), &[a])[0]
    }

    #[cold]
    #[inline(never)]
    pub(super) fn float_cast(&mut self, flags: FastMathFlags, from: FloatFormat, to: FloatFormat, a: Reg) -> Reg {
        let op = if from.bits() > to.bits() { CastOp::FPTrunc } else { CastOp::FPExt };
        self.wide_cast(op, IntFlags::empty(), flags, Scalar::Float(from), Scalar::Float(to), &[a])[0]
    }

    #[cold]
    #[inline(never)]
    pub(super) fn float_to_int(&mut self, signed: bool, format: FloatFormat, width: u32, a: Reg) -> Reg {
        let op = if signed { CastOp::FPToSI } else { CastOp::FPToUI };
        let (from, to) = (Scalar::Float(format), Scalar::Int(width));
        self.wide_cast(op, IntFlags::empty(), FastMathFlags::empty(), from, to, &[a])[0]
    }

    #[cold]
    #[inline(never)]
    pub(super) fn int_to_float(
        &mut self,
        signed: bool,
        flags: IntFlags,
        width: u32,
        format: FloatFormat,
        a: Reg,
    ) -> Reg {
        let op = if signed { CastOp::SIToFP } else { CastOp::UIToFP };
        self.wide_cast(op, flags, FastMathFlags::empty(), Scalar::Int(width), Scalar::Float(format), &[a])[0]
    }

    /// Poison if `flags` exclude the float; otherwise `None`.
    pub(super) fn fast_math(&self, flags: FastMathFlags, format: FloatFormat, value: &[Reg]) -> Option<Reg> {
        if flags.is_empty() {
            return None;
        }
        match fold::fast_math(flags, &[Self::chosen_float(value, format)], ()) {
            Outcome::Value(()) => None,
            _ => Self::are_defined(value).then(|| self.poison_here()),
        }
    }

    /// `select` with an undef or poison condition.
    #[cold]
    #[inline(never)]
    pub(super) fn select(&mut self, condition: Reg, a: Reg, b: Reg) -> Reg {
        match condition.meta.knowledge() {
            Knowledge::Poison(_) => Reg { bits: 0, meta: condition.meta },
            // Equal operands make the condition irrelevant.
            _ if a == b => a,
            _ if a.meta.is_poison() => a,
            _ if b.meta.is_poison() => b,
            // The undef bits are those in which the operands may differ.
            Knowledge::Undef(index) => {
                let origin = self.undefs.get(index).origin;
                let mask = a.bits ^ b.bits | self.undefs.mask(a.meta) | self.undefs.mask(b.meta);
                let chosen = if condition.bits & 1 != 0 { a } else { b };
                // The minimum and maximum of an operand.
                let ends = |reg: Reg| match self.undefs.limit(reg.meta) {
                    Some([(from, to), (other, end)]) => (from.min(other), to.max(end)),
                    None => (reg.bits & !self.undefs.mask(reg.meta), reg.bits | self.undefs.mask(reg.meta)),
                };
                let limit = [ends(a), ends(b)];
                match a.meta.provenance() == b.meta.provenance() || mask != 0 {
                    true => Reg { bits: chosen.bits, meta: self.undefs.limited(mask, origin, limit) },
                    false => chosen,
                }
            }
            Knowledge::Defined(_) => {
                if condition.bits & 1 != 0 {
                    a
                } else {
                    b
                }
            }
        }
    }

    /// `pointer + offset`, if the fast path has failed.
    #[cold]
    #[inline(never)]
    pub(crate) fn gep(
        &mut self,
        flags: GepFlags,
        index_width: u32,
        pointer: Reg,
        offset: u64,
        offset_wraps: bool,
    ) -> Reg {
        match pointer.meta.knowledge() {
            Knowledge::Poison(_) => return pointer,
            Knowledge::Undef(index) => {
                let undef = self.undefs.get(index);
                let low = u64::MAX << undef.mask.trailing_zeros().min(63);
                let bits = pointer.bits.wrapping_add(offset);
                return Reg { bits, meta: self.undefs.meta(low, undef.origin) };
            }
            Knowledge::Defined(_) => {}
        }
        let mask = u64::MAX >> (64 - index_width.clamp(1, 64));
        let (base, high) = (pointer.bits & mask, pointer.bits & !mask);
        let sum = base.wrapping_add(offset) & mask;
        let result = Reg { bits: high | sum, meta: pointer.meta };
        let signed = lindworm_eval::word::sign_extend(index_width, offset & mask);
        // The exact sum of the unsigned `base` and the signed offset must be representable.
        let fits_signed = !offset_wraps && (0..=i128::from(mask)).contains(&(i128::from(base) + i128::from(signed)));
        let fits_unsigned = !offset_wraps && u128::from(base) + u128::from(offset & mask) <= u128::from(mask);
        if flags.contains(GepFlags::NUSW) && !fits_signed
            || flags.contains(GepFlags::NUW) && !fits_unsigned
            || flags.contains(GepFlags::INBOUNDS) && offset & mask != 0 && !self.in_bounds(pointer, result.bits)
        {
            self.undefs.note_poison(self.site(), [pointer, Reg::int(offset)]);
            return self.poison_here();
        }
        result
    }

    /// Whether both addresses are in bounds of the pointer's allocation, as far as known.
    fn in_bounds(&self, pointer: Reg, result: u64) -> bool {
        let provenance = match pointer.meta.provenance() {
            // A pointer made from an integer, or to host memory.
            Provenance::WILDCARD | Provenance::FOREIGN => return true,
            Provenance::NONE => return false,
            provenance => provenance,
        };
        // The bounds of a freed allocation still count, while they are remembered.
        self.memory
            .life(self.memory.allocation(provenance))
            .is_none_or(|(e, _)| pointer.bits.wrapping_sub(e.base) <= e.size && result.wrapping_sub(e.base) <= e.size)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn gep_index(
        &mut self,
        flags: GepFlags,
        index_width: u32,
        pointer: Reg,
        index: Reg,
        n: i64,
        scale: u64,
    ) -> Reg {
        if index.meta.is_poison() && !pointer.meta.is_poison() {
            return index;
        }
        if !index.meta.is_defined() && pointer.meta.is_defined() {
            let origin = self.undef_origin(&[&[index]]);
            let bits = pointer.bits.wrapping_add((n as u64).wrapping_mul(scale));
            let mask = u64::MAX << scale.trailing_zeros().min(63);
            return Reg { bits, meta: self.undefs.meta(mask, origin) };
        }
        let product = i128::from(n) * i128::from(scale);
        let limit = 1i128 << (index_width.clamp(1, 64) - 1);
        let wraps = !(-limit..limit).contains(&product);
        self.gep(flags, index_width, pointer, product as u64, wraps)
    }

    /// `getelementptr` with an index of any width.
    pub(crate) fn gep_far(
        &mut self,
        flags: GepFlags,
        index_width: u32,
        pointer: Reg,
        index: &[Reg],
        width: u32,
        scale: u64,
    ) -> Reg {
        let n = Self::chosen(index, width);
        let low = n.sext_or_trunc(64).low_u64();
        match index.iter().find(|r| !r.meta.is_defined()) {
            Some(&undefined) => self.gep_index(flags, index_width, pointer, undefined, low as i64, scale),
            None if n.min_signed_bits() > 64 => self.gep(flags, index_width, pointer, low.wrapping_mul(scale), true),
            None => self.gep_index(flags, index_width, pointer, Reg::int(low), low as i64, scale),
        }
    }
}
