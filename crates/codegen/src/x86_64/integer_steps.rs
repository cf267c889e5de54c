//! Intrinsics on integers of any width, expanded to steps where the machine has no instruction.

use lindworm_ir::eval::{BinaryOp, CastOp, Int, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};

use super::Pass;
use crate::error::Result;
use BinaryOp::*;
use IntPredicate as P;

impl<'m> Pass<'m> {
    /// The width of an integer.
    pub fn width_of(&self, value: Value) -> Result<u32> {
        let width = self.module.context().int_or_byte_width(self.type_of(value));
        Ok(width.ok_or("an operand that is not an integer")?)
    }

    /// The smallest signed value of an integer type, or all ones.
    fn extreme(&self, ty: Type, is_smallest: bool) -> Value {
        let bits = self.module.context().int_or_byte_width(ty).unwrap_or(1);
        let value = if is_smallest { Int::min_signed(bits) } else { Int::all_ones(bits) };
        self.module.constants().int_or_byte(ty, &value)
    }

    /// Makes the result of steps the result of an instruction.
    pub fn give(&mut self, inst: Inst, value: Value) -> Result {
        self.copy_value(inst, value)?;
        self.done(&[value]);
        Ok(())
    }

    /// Compiles an intrinsic on integers of any width. Returns whether `id` is such an intrinsic.
    pub fn integer_steps(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        let result = match id {
            I::SMAX => self.choose(P::Sgt, arg(0)?, arg(1)?)?,
            I::SMIN => self.choose(P::Slt, arg(0)?, arg(1)?)?,
            I::UMAX => self.choose(P::Ugt, arg(0)?, arg(1)?)?,
            I::UMIN => self.choose(P::Ult, arg(0)?, arg(1)?)?,
            I::ABS => {
                let x = arg(0)?;
                self.hold_times(3, &[x]);
                let zero = self.int_constant(self.type_of(x), 0);
                let is_negative = self.compare_step(P::Slt, x, zero)?;
                let negated = self.binary_step(Sub, zero, x)?;
                self.select_step(is_negative, negated, x)?
            }
            I::UADD_SAT | I::USUB_SAT | I::SADD_SAT | I::SSUB_SAT => self.saturated(id, arg(0)?, arg(1)?)?,
            I::USHL_SAT | I::SSHL_SAT => self.shift_saturated(id == I::SSHL_SAT, arg(0)?, arg(1)?)?,
            I::UCMP | I::SCMP => {
                let (a, b) = (arg(0)?, arg(1)?);
                let (greater, less) = if id == I::SCMP { (P::Sgt, P::Slt) } else { (P::Ugt, P::Ult) };
                self.hold_times(2, &[a, b]);
                let ty = self.inst_type(inst);
                let greater = self.compare_step(greater, a, b)?;
                let less = self.compare_step(less, a, b)?;
                let greater = self.cast_step(CastOp::ZExt, greater, ty)?;
                let less = self.cast_step(CastOp::ZExt, less, ty)?;
                self.binary_step(Sub, greater, less)?
            }
            I::CTPOP => self.population_of(arg(0)?)?,
            I::CTLZ => self.leading_zeros(arg(0)?)?,
            I::CTTZ => self.trailing_zeros(arg(0)?)?,
            I::BSWAP | I::BITREVERSE => self.reversed(id, arg(0)?)?,
            I::FSHL | I::FSHR => self.funnel(id == I::FSHL, arg(0)?, arg(1)?, arg(2)?)?,
            _ => return Ok(false),
        };
        self.give(inst, result)?;
        Ok(true)
    }

    fn choose(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Result<Value> {
        self.hold_times(2, &[a, b]);
        let first = self.compare_step(predicate, a, b)?;
        self.select_step(first, a, b)
    }

    /// A sum or difference, and its overflow bit.
    fn sum_and_overflow(&mut self, is_signed: bool, is_sum: bool, a: Value, b: Value) -> Result<(Value, Value)> {
        self.hold_times(1, &[a, b]);
        let sum = self.binary_step(if is_sum { Add } else { Sub }, a, b)?;
        if !is_signed {
            let (x, y) = if is_sum { (sum, a) } else { (a, b) };
            self.hold_times(1, &[x, y]);
            let overflow = self.compare_step(P::Ult, x, y)?;
            return Ok((sum, overflow));
        }
        // A sum overflows if its sign differs from the signs of both operands. A difference overflows if its sign is that of the
        // subtrahend and differs from that of the minuend.
        let [first, second] = if is_sum { [(sum, a), (sum, b)] } else { [(a, b), (a, sum)] };
        self.hold_times(1, &[first.0, first.1, second.0, second.1]);
        let first = self.binary_step(Xor, first.0, first.1)?;
        let second = self.binary_step(Xor, second.0, second.1)?;
        let both = self.binary_step(And, first, second)?;
        let overflow = self.compare_step(P::Slt, both, self.int_constant(self.type_of(a), 0))?;
        Ok((sum, overflow))
    }

    fn saturated(&mut self, id: IntrinsicId, a: Value, b: Value) -> Result<Value> {
        use IntrinsicId as I;
        let is_sum = matches!(id, I::UADD_SAT | I::SADD_SAT);
        let is_signed = matches!(id, I::SADD_SAT | I::SSUB_SAT);
        let ty = self.type_of(a);
        let (sum, overflow) = self.sum_and_overflow(is_signed, is_sum, a, b)?;
        let limit = match (is_signed, is_sum) {
            (false, true) => self.extreme(ty, false),
            (false, false) => self.int_constant(ty, 0),
            // The sign of a sum that overflowed is inverted.
            _ => {
                self.hold(sum);
                let top = self.int_constant(ty, u64::from(self.width_of(a)?) - 1);
                let sign = self.binary_step(AShr, sum, top)?;
                self.binary_step(Xor, sign, self.extreme(ty, true))?
            }
        };
        self.select_step(overflow, limit, sum)
    }

    fn shift_saturated(&mut self, is_signed: bool, a: Value, amount: Value) -> Result<Value> {
        let ty = self.type_of(a);
        self.hold_times(1, &[a, amount]);
        let shifted = self.binary_step(Shl, a, amount)?;
        self.hold_times(1, &[shifted, amount, a]);
        let back = self.binary_step(if is_signed { AShr } else { LShr }, shifted, amount)?;
        let overflow = self.compare_step(P::Ne, back, a)?;
        let limit = match is_signed {
            false => self.extreme(ty, false),
            true => {
                self.hold(a);
                let top = self.int_constant(ty, u64::from(self.width_of(a)?) - 1);
                let sign = self.binary_step(AShr, a, top)?;
                let flipped = self.binary_step(Xor, sign, self.extreme(ty, true))?;
                self.binary_step(Xor, flipped, self.extreme(ty, false))?
            }
        };
        self.select_step(overflow, limit, shifted)
    }

    /// The result and the overflow bit of arithmetic with overflow.
    pub fn overflow_steps(&mut self, id: IntrinsicId, a: Value, b: Value) -> Result<(Value, Value)> {
        use IntrinsicId as I;
        match id {
            I::SADD_WITH_OVERFLOW | I::SSUB_WITH_OVERFLOW | I::UADD_WITH_OVERFLOW | I::USUB_WITH_OVERFLOW => {
                let is_signed = matches!(id, I::SADD_WITH_OVERFLOW | I::SSUB_WITH_OVERFLOW);
                let is_sum = matches!(id, I::SADD_WITH_OVERFLOW | I::UADD_WITH_OVERFLOW);
                self.sum_and_overflow(is_signed, is_sum, a, b)
            }
            _ => {
                // Multiplies in twice the width.
                let ty = self.type_of(a);
                let extend = if id == I::SMUL_WITH_OVERFLOW { CastOp::SExt } else { CastOp::ZExt };
                let wide = self.double_width(a)?;
                self.hold_times(1, &[a, b]);
                let left = self.cast_step(extend, a, wide)?;
                let right = self.cast_step(extend, b, wide)?;
                let product = self.binary_step(Mul, left, right)?;
                self.hold(product);
                let low = self.cast_step(CastOp::Trunc, product, ty)?;
                self.hold(low);
                let again = self.cast_step(extend, low, wide)?;
                let overflow = self.compare_step(P::Ne, again, product)?;
                Ok((low, overflow))
            }
        }
    }

    /// The integer type of at least twice the width.
    fn double_width(&self, value: Value) -> Result<Type> {
        Ok(match self.width_of(value)? {
            ..=32 => Type::I64,
            33..=64 => Type::I128,
            bits => {
                let wide = self.module.context().int(2 * bits);
                self.types.parts(wide)?;
                wide
            }
        })
    }

    /// A limb of a value, as a 64-bit integer.
    fn limb(&mut self, value: Value, limb: u32) -> Result<Value> {
        let ty = self.type_of(value);
        self.hold(value);
        let shifted = match limb {
            0 => value,
            _ => self.binary_step(LShr, value, self.int_constant(ty, u64::from(64 * limb)))?,
        };
        match self.width_of(value)? {
            64 => Ok(shifted),
            ..64 => self.cast_step(CastOp::ZExt, shifted, Type::I64),
            _ => self.cast_step(CastOp::Trunc, shifted, Type::I64),
        }
    }

    /// Converts a 64-bit integer to a type.
    fn resized(&mut self, word: Value, ty: Type) -> Result<Value> {
        let bits = self.module.context().int_or_byte_width(ty).unwrap_or(64);
        self.cast_step(if bits < 64 { CastOp::Trunc } else { CastOp::ZExt }, word, ty)
    }

    fn population_of(&mut self, x: Value) -> Result<Value> {
        let mut sum = self.int_constant(Type::I64, 0);
        for i in 0..self.width_of(x)?.div_ceil(64) {
            let limb = self.limb(x, i)?;
            let count = self.intrinsic_step(IntrinsicId::CTPOP, &[limb])?;
            sum = self.binary_step(Add, sum, count)?;
        }
        self.resized(sum, self.type_of(x))
    }

    fn leading_zeros(&mut self, x: Value) -> Result<Value> {
        let bits = self.width_of(x)?;
        let zero = self.int_constant(Type::I64, 0);
        let mut result = self.int_constant(Type::I64, bits.into());
        for i in 0..bits.div_ceil(64) {
            let limb = self.limb(x, i)?;
            self.hold(limb);
            let count = self.intrinsic_step(IntrinsicId::CTLZ, &[limb])?;
            // 63 - count is the bit position in the limb.
            let before = i64::from(bits) - 64 * i64::from(i) - 64;
            let count = self.binary_step(Add, count, self.int_constant(Type::I64, before as u64))?;
            let is_there = self.compare_step(P::Ne, limb, zero)?;
            result = self.select_step(is_there, count, result)?;
        }
        self.resized(result, self.type_of(x))
    }

    fn trailing_zeros(&mut self, x: Value) -> Result<Value> {
        let bits = self.width_of(x)?;
        let zero = self.int_constant(Type::I64, 0);
        let mut result = self.int_constant(Type::I64, bits.into());
        for i in (0..bits.div_ceil(64)).rev() {
            let limb = self.limb(x, i)?;
            self.hold(limb);
            let count = self.intrinsic_step(IntrinsicId::CTTZ, &[limb])?;
            let count = self.binary_step(Add, count, self.int_constant(Type::I64, u64::from(64 * i)))?;
            let is_there = self.compare_step(P::Ne, limb, zero)?;
            result = self.select_step(is_there, count, result)?;
        }
        self.resized(result, self.type_of(x))
    }

    /// Reverses bytes or bits: within each limb, and the order of limbs.
    fn reversed(&mut self, id: IntrinsicId, x: Value) -> Result<Value> {
        let (ty, bits) = (self.type_of(x), self.width_of(x)?);
        let mut result = None;
        for i in 0..bits.div_ceil(64) {
            let limb = self.limb(x, i)?;
            let mut word = self.intrinsic_step(IntrinsicId::BSWAP, &[limb])?;
            if id == IntrinsicId::BITREVERSE {
                word = self.reverse_bits_of_bytes(word)?;
            }
            // The position of the first bit of the limb in the result, counted from the upper end.
            let at = i64::from(bits) - 64 * (i64::from(i) + 1);
            if at < 0 {
                word = self.binary_step(LShr, word, self.int_constant(Type::I64, at.unsigned_abs()))?;
            }
            let mut piece = self.resized(word, ty)?;
            if at > 0 {
                piece = self.binary_step(Shl, piece, self.int_constant(ty, at as u64))?;
            }
            result = Some(match result {
                Some(sum) => self.binary_step(Or, sum, piece)?,
                None => piece,
            });
        }
        Ok(result.ok_or("an integer without bits")?)
    }

    fn reverse_bits_of_bytes(&mut self, mut word: Value) -> Result<Value> {
        for (by, mask) in [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)] {
            let (by, mask) = (self.int_constant(Type::I64, by), self.int_constant(Type::I64, mask));
            self.hold(word);
            let high = self.binary_step(LShr, word, by)?;
            let high = self.binary_step(And, high, mask)?;
            let low = self.binary_step(And, word, mask)?;
            let low = self.binary_step(Shl, low, by)?;
            word = self.binary_step(Or, high, low)?;
        }
        Ok(word)
    }

    /// A funnel shift. Each shift is split in two, so that no shift amount equals the width.
    fn funnel(&mut self, is_left: bool, a: Value, b: Value, amount: Value) -> Result<Value> {
        let (ty, bits) = (self.type_of(a), self.width_of(a)?);
        if bits == 1 {
            let kept = if is_left { a } else { b };
            self.hold(kept);
            return Ok(kept);
        }
        self.hold_times(1, &[a, b, amount]);
        let width = self.int_constant(ty, bits.into());
        let by = self.binary_step(URem, amount, width)?;
        self.hold(by);
        let rest = self.binary_step(Sub, self.int_constant(ty, u64::from(bits) - 1), by)?;
        let one = self.int_constant(ty, 1);
        let (high, low) = match is_left {
            true => {
                let high = self.binary_step(Shl, a, by)?;
                let low = self.binary_step(LShr, b, one)?;
                (high, self.binary_step(LShr, low, rest)?)
            }
            false => {
                let high = self.binary_step(Shl, a, one)?;
                (self.binary_step(Shl, high, rest)?, self.binary_step(LShr, b, by)?)
            }
        };
        self.binary_step(Or, high, low)
    }
}
