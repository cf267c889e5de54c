//! Intrinsics on floats of any format, as steps.

use lindworm_ir::eval::{BinaryOp, CastOp, Float, FloatPredicate, Int, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};

use super::Pass;
use super::compare::Comparison;
use crate::error::Result;

impl<'m> Pass<'m> {
    /// A comparison of floats.
    pub fn float_compare_step(&mut self, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Result<Value> {
        let inst = self.temporary(Type::I1);
        self.compare_to_register(inst, Comparison::Float(predicate), lhs, rhs)?;
        self.done(&[lhs, rhs]);
        Ok(inst.into())
    }

    /// Compiles an intrinsic on floats. Returns whether `id` is one.
    pub fn float_steps(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        match id {
            I::FPTOSI_SAT | I::FPTOUI_SAT => self.saturating_cast(inst, id == I::FPTOSI_SAT, arg(0)?)?,
            I::IS_FPCLASS => {
                let mask = self.constant_int(arg(1)?).ok_or("a mask of classes that is not constant")?;
                self.is_class(inst, arg(0)?, mask as u32)?;
            }
            I::MAXIMUM | I::MINIMUM | I::MAXIMUMNUM | I::MINIMUMNUM => {
                self.float_extremum(inst, id, arg(0)?, arg(1)?)?
            }
            I::CANONICALIZE => {
                let ty = self.inst_type(inst);
                let one = self.power_of_two(ty, 0).ok_or("a number of such a type")?;
                self.binary(inst, BinaryOp::FMul, arg(0)?, one)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A power of two, if the format represents it as a normal number.
    fn power_of_two(&self, ty: Type, exponent: u32) -> Option<Value> {
        let (fraction, exponent_bits) = format_bits(ty)?;
        let bias = (1u128 << (exponent_bits - 1)) - 1;
        if u128::from(exponent) > bias {
            return None;
        }
        let explicit = if ty == Type::X86_FP80 { 1 << 63 } else { 0 };
        let bits = (bias + u128::from(exponent)) << fraction | explicit;
        Some(self.module.constants().float(ty, Float::from_bits(ty.float_format()?, bits)))
    }

    /// The negation of a constant.
    fn negative(&self, value: Value) -> Option<Value> {
        self.module.fold_fneg(value)
    }

    fn saturating_cast(&mut self, inst: Inst, is_signed: bool, x: Value) -> Result {
        let (from, to) = (self.type_of(x), self.inst_type(inst));
        if Self::is_half(from) {
            self.hold(x);
            let wide = self.cast_step(CastOp::FPExt, x, Type::FLOAT)?;
            self.saturating_cast(inst, is_signed, wide)?;
            self.done(&[wide]);
            return Ok(());
        }
        let bits = self.module.context().int_or_byte_width(to).ok_or("a cast to no integer")?;
        let constants = self.module.constants();
        let zero = self.int_constant(to, 0);
        let smallest = Int::min_signed(bits);
        let (low, high) = match is_signed {
            true => (smallest.clone(), smallest.not()),
            false => (Int::new(bits, 0), Int::all_ones(bits)),
        };
        let (low, high) = (constants.int_or_byte(to, &low), constants.int_or_byte(to, &high));
        self.hold(x);
        let cast = if is_signed { CastOp::FPToSI } else { CastOp::FPToUI };
        let mut result = self.cast_step(cast, x, to)?;
        let limit = self.power_of_two(from, if is_signed { bits - 1 } else { bits });
        let zero_float = constants.zero(self.module.context(), from);
        let lower = match is_signed {
            true => limit.and_then(|limit| self.negative(limit)),
            false => Some(zero_float),
        };
        if let Some(lower) = lower {
            self.hold(x);
            let is_below = self.float_compare_step(FloatPredicate::Olt, x, lower)?;
            result = self.select_step(is_below, low, result)?;
        }
        // If the format cannot represent the bound, the bound is infinity.
        let (predicate, limit) = match limit {
            Some(limit) => (FloatPredicate::Oge, limit),
            None => (FloatPredicate::Oeq, self.infinity(from)?),
        };
        self.hold(x);
        let is_above = self.float_compare_step(predicate, x, limit)?;
        result = self.select_step(is_above, high, result)?;
        if lower.is_none() {
            let infinity = self.infinity(from)?;
            let negative = self.negative(infinity).ok_or("a number of such a type")?;
            self.hold(x);
            let is_below = self.float_compare_step(FloatPredicate::Oeq, x, negative)?;
            result = self.select_step(is_below, low, result)?;
        }
        self.hold_times(2, &[x]);
        let is_nan = self.float_compare_step(FloatPredicate::Uno, x, x)?;
        let result = self.select_step(is_nan, zero, result)?;
        self.give(inst, result)
    }

    fn infinity(&self, ty: Type) -> Result<Value> {
        let (fraction, exponent) = format_bits(ty).ok_or("a number of such a type")?;
        let explicit = if ty == Type::X86_FP80 { 1 << 63 } else { 0 };
        let bits = ((1u128 << exponent) - 1) << fraction | explicit;
        let format = ty.float_format().ok_or("a number of such a type")?;
        Ok(self.module.constants().float(ty, Float::from_bits(format, bits)))
    }

    /// The integer type of the bits of a float.
    pub fn bits_type(&self, ty: Type) -> Result<Type> {
        let (fraction, exponent) = format_bits(ty).ok_or("a number of such a type")?;
        Ok(self.module.context().int(fraction + exponent + 1))
    }

    /// The bits of a float as an integer.
    pub fn bits_step(&mut self, x: Value) -> Result<Value> {
        let to = self.bits_type(self.type_of(x))?;
        self.hold(x);
        self.cast_step(CastOp::BitCast, x, to)
    }

    /// `llvm.is.fpclass`: whether a float is in one of the classes of a mask, as ranges of its bits.
    fn is_class(&mut self, inst: Inst, x: Value, mask: u32) -> Result {
        let (fraction, exponent) = format_bits(self.type_of(x)).ok_or("a class of such a type")?;
        let bits = self.bits_step(x)?;
        let ty = self.type_of(bits);
        let width = fraction + exponent + 1;
        // `x86_fp80` stores the leading bit of the significand.
        let has_leading_bit = ty == self.bits_type(Type::X86_FP80)?;
        let leading = if has_leading_bit { 1u128 << (fraction - 1) } else { 0 };
        let (normal, sign) = (1u128 << fraction | leading, 1u128 << (width - 1));
        let infinite = ((1u128 << exponent) - 1) << fraction | leading;
        let quiet = infinite | 1 << (fraction - if has_leading_bit { 2 } else { 1 });
        // For each sign: zero, subnormal, normal, infinite; each class extends up to the bound of the next.
        let bounds = [0, 1, normal, infinite, infinite + 1];
        // Where the leading bit is stored, it is set in no subnormal number.
        let subnormal = if has_leading_bit { leading } else { normal };
        const POSITIVE: [u32; 4] = [0x40, 0x80, 0x100, 0x200];
        const NEGATIVE: [u32; 4] = [0x20, 0x10, 0x8, 0x4];
        let mut ranges = Vec::new();
        for i in 0..4 {
            for (class, sign) in [(POSITIVE[i], 0), (NEGATIVE[i], sign)] {
                if mask & class != 0 {
                    let end = if i == 1 { subnormal } else { bounds[i + 1] };
                    ranges.push((bounds[i] | sign, end - bounds[i]));
                }
            }
        }
        for (finite, sign) in [(0x1c0, 0), (0x38, sign)] {
            // Encodings between subnormal and normal numbers are finite, and of no class.
            if has_leading_bit && mask & finite == finite {
                ranges.push((leading | sign, leading));
            }
            if mask & 1 != 0 {
                ranges.push(((infinite + 1) | sign, quiet - infinite - 1));
            }
            if mask & 2 != 0 {
                ranges.push((quiet | sign, (1 << (width - 1)) - quiet));
            }
        }
        let number = |value: u128| {
            let int = Int::from_limbs(width, &[value as u64, (value >> 64) as u64]);
            self.module.constants().int_or_byte(ty, &int)
        };
        let ranges: Vec<(Value, Value)> =
            ranges.into_iter().map(|(from, count)| (number(from), number(count))).collect();
        let mut result = self.int_constant(Type::I1, 0);
        for (from, count) in ranges {
            self.hold(bits);
            let above = self.binary_step(BinaryOp::Sub, bits, from)?;
            let mut is_there = self.compare_step(IntPredicate::Ult, above, count)?;
            if has_leading_bit && (from == number(normal) || from == number(normal | sign)) {
                let is_valid = self.any_bit(bits, number(leading))?;
                is_there = self.binary_step(BinaryOp::And, is_there, is_valid)?;
            }
            result = self.binary_step(BinaryOp::Or, result, is_there)?;
        }
        if has_leading_bit && mask & 3 == 3 {
            // Encodings that the machine refuses are NaNs: with an exponent, but without the leading bit.
            let has_exponent = self.any_bit(bits, number(infinite & !leading))?;
            let is_set = self.any_bit(bits, number(leading))?;
            let is_refused = self.compare_step(IntPredicate::Ugt, has_exponent, is_set)?;
            result = self.binary_step(BinaryOp::Or, result, is_refused)?;
        }
        self.done(&[bits]);
        self.give(inst, result)
    }

    /// Whether an integer has any of the bits of a constant.
    fn any_bit(&mut self, value: Value, bits: Value) -> Result<Value> {
        self.hold(value);
        let found = self.binary_step(BinaryOp::And, value, bits)?;
        self.compare_step(IntPredicate::Ne, found, self.int_constant(self.type_of(value), 0))
    }

    /// The maximum or minimum of two floats. Zeros are ordered; NaNs are propagated or ignored.
    fn float_extremum(&mut self, inst: Inst, id: IntrinsicId, a: Value, b: Value) -> Result {
        use IntrinsicId as I;
        let ty = self.inst_type(inst);
        let is_greater = matches!(id, I::MAXIMUM | I::MAXIMUMNUM);
        self.hold_times(2, &[a, b]);
        let predicate = if is_greater { FloatPredicate::Ogt } else { FloatPredicate::Olt };
        let first = self.float_compare_step(predicate, a, b)?;
        let mut result = self.select_step(first, a, b)?;
        // Equal numbers have equal bits, except for zeros.
        let (left, right) = (self.bits_step(a)?, self.bits_step(b)?);
        let join = if is_greater { BinaryOp::And } else { BinaryOp::Or };
        let joined = self.binary_step(join, left, right)?;
        let joined = self.cast_step(CastOp::BitCast, joined, ty)?;
        self.hold_times(1, &[a, b]);
        let are_equal = self.float_compare_step(FloatPredicate::Oeq, a, b)?;
        result = self.select_step(are_equal, joined, result)?;
        if let I::MAXIMUM | I::MINIMUM = id {
            self.hold_times(2, &[a, b]);
            let has_nan = self.float_compare_step(FloatPredicate::Uno, a, b)?;
            let nan = self.binary_step(BinaryOp::FAdd, a, b)?;
            result = self.select_step(has_nan, nan, result)?;
        } else {
            for (x, other) in [(a, b), (b, a)] {
                self.hold_times(2, &[x]);
                self.hold(other);
                let is_nan = self.float_compare_step(FloatPredicate::Uno, x, x)?;
                result = self.select_step(is_nan, other, result)?;
            }
        }
        self.give(inst, result)
    }
}

/// The bit widths of the fraction and of the exponent of a format.
pub fn format_bits(ty: Type) -> Option<(u32, u32)> {
    Some(match ty {
        Type::HALF => (10, 5),
        Type::BFLOAT => (7, 8),
        Type::FLOAT => (23, 8),
        Type::DOUBLE => (52, 11),
        Type::X86_FP80 => (64, 15),
        Type::FP128 => (112, 15),
        _ => return None,
    })
}
