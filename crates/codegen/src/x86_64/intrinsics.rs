//! Calls of intrinsics.

use lindworm_ir::eval::{BinaryOp, CastOp};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;
use lindworm_target::x86_64::{Condition, Mem, Op, Reg, Size, op};

use super::Pass;
use super::fixed_point::is_fixed_point;
use super::operands::Place;
use super::registers::{SCRATCH, SCRATCH_FLOAT};
use crate::error::Result;
use crate::relocation::Runtime;

/// The maximum size in bytes of a `memcpy` or `memset` by moves rather than by a call.
const MAX_MOVES: u64 = 64;

impl<'m> Pass<'m> {
    pub fn intrinsic(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result {
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        let cx = self.module.context();
        let is_vector = |ty: Type| cx.is_vector(cx.element_type(ty, 0).filter(|_| cx.is_struct(ty)).unwrap_or(ty));
        if (is_vector(self.inst_type(inst)) || args.iter().any(|&a| is_vector(self.type_of(a)))) && !is_about_values(id)
        {
            return self.vector_intrinsic(inst, id, args);
        }
        match id {
            I::DBG_ASSIGN
            | I::DBG_DECLARE
            | I::DBG_LABEL
            | I::DBG_VALUE
            | I::LIFETIME_START
            | I::LIFETIME_END
            | I::ASSUME
            | I::DONOTHING
            | I::SIDEEFFECT
            | I::INVARIANT_END
            | I::EXPERIMENTAL_NOALIAS_SCOPE_DECL
            | I::PSEUDOPROBE
            | I::VAR_ANNOTATION
            | I::PREFETCH
            | I::FAKE_USE
            | I::VA_END => Ok(()),
            I::INVARIANT_START => {
                let reg = self.temp_general()?;
                self.code.body.mov_ri(reg, 0);
                self.result(inst, reg)
            }
            I::EXPECT
            | I::EXPECT_WITH_PROBABILITY
            | I::ANNOTATION
            | I::PTR_ANNOTATION
            | I::LAUNDER_INVARIANT_GROUP
            | I::STRIP_INVARIANT_GROUP
            | I::ARITHMETIC_FENCE
            | I::SSA_COPY => self.copy_value(inst, arg(0)?),
            I::THREADLOCAL_ADDRESS => self.thread_local_address(inst, arg(0)?),
            I::EH_TYPEID_FOR => self.type_number(inst, arg(0)?),
            I::IS_CONSTANT => {
                let reg = self.temp_general()?;
                self.code.body.mov_ri(reg, u64::from(arg(0)?.is_constant()));
                self.result(inst, reg)
            }
            I::OBJECTSIZE => {
                // `llvm.objectsize` of an unknown size is 0 or all ones, according to the second argument.
                let is_min = self.constant_int(arg(1)?) == Some(1);
                let reg = self.temp_general()?;
                self.code.body.mov_ri(reg, if is_min { 0 } else { u64::MAX });
                self.result(inst, reg)
            }
            I::TRAP | I::DEBUGTRAP | I::UBSANTRAP => {
                let code: &[u8] = if id == I::DEBUGTRAP { &[0xcc] } else { &[0x0f, 0x0b] };
                self.code.body.bytes(code);
                Ok(())
            }
            I::MEMCPY | I::MEMCPY_INLINE | I::MEMMOVE => self.copy_memory(inst, id, arg(0)?, arg(1)?, arg(2)?),
            I::MEMSET | I::MEMSET_INLINE => self.set_memory(inst, arg(0)?, arg(1)?, arg(2)?),
            I::VA_START => self.va_start(arg(0)?),
            I::VA_COPY => {
                let to = self.place(arg(0)?)?;
                let from = self.place(arg(1)?)?;
                self.copy_by_moves(to, from, 24)
            }
            I::STACKSAVE => {
                self.has_dynamic_stack = true;
                let reg = self.temp_general()?;
                self.code.body.rr(op::MOV, Size::B64, reg, Reg::RSP);
                self.result(inst, reg)
            }
            I::STACKRESTORE => {
                let reg = self.reg(arg(0)?, 0)?;
                self.code.body.rr(op::MOV, Size::B64, Reg::RSP, reg);
                Ok(())
            }
            I::FRAMEADDRESS | I::RETURNADDRESS => self.frame_address(inst, id, arg(0)?),
            I::ADDRESSOFRETURNADDRESS | I::SPONENTRY => {
                let disp = if id == I::SPONENTRY { 16 } else { 8 };
                let reg = self.temp_general()?;
                self.code.body.rm(op::LEA, Size::B64, reg, Mem::base(Reg::RBP, disp));
                self.result(inst, reg)
            }
            I::READCYCLECOUNTER => {
                self.claim(Reg::RAX)?;
                self.claim(Reg::RDX)?;
                let asm = &mut self.code.body;
                asm.bytes(&[0x0f, 0x31]);
                asm.shift_ri(op::SHL_CL, Size::B64, Reg::RDX, 32);
                asm.rr(op::OR, Size::B64, Reg::RAX, Reg::RDX);
                self.result(inst, Reg::RAX)
            }
            I::FABS => self.float_absolute(inst, arg(0)?),
            I::SQRT => self.square_root(inst, arg(0)?),
            I::COPYSIGN if !self.is_x87(arg(0)?) => self.copy_sign(inst, arg(0)?, arg(1)?),
            I::FMULADD => self.multiply_add(inst, arg(0)?, arg(1)?, arg(2)?),
            I::SADD_WITH_OVERFLOW
            | I::UADD_WITH_OVERFLOW
            | I::SSUB_WITH_OVERFLOW
            | I::USUB_WITH_OVERFLOW
            | I::SMUL_WITH_OVERFLOW
            | I::UMUL_WITH_OVERFLOW
                if self.fills_register(arg(0)?) =>
            {
                self.with_overflow(inst, id, arg(0)?, arg(1)?)
            }
            I::SADD_WITH_OVERFLOW
            | I::UADD_WITH_OVERFLOW
            | I::SSUB_WITH_OVERFLOW
            | I::USUB_WITH_OVERFLOW
            | I::SMUL_WITH_OVERFLOW
            | I::UMUL_WITH_OVERFLOW => {
                let (result, overflow) = self.overflow_steps(id, arg(0)?, arg(1)?)?;
                let count = self.types.parts(self.type_of(result))?.len();
                let at = self.define(inst)?;
                for part in 0..count {
                    self.copy_part(at + part, result, part)?;
                }
                self.copy_part(at + count, overflow, 0)?;
                self.done(&[result, overflow]);
                self.free_unused(inst);
                Ok(())
            }
            I::SMAX | I::SMIN | I::UMAX | I::UMIN if self.fills_register(arg(0)?) => {
                self.extremum(inst, id, arg(0)?, arg(1)?)
            }
            I::ABS if self.fills_register(arg(0)?) => self.absolute(inst, arg(0)?),
            I::BSWAP if self.fills_register(arg(0)?) => self.byte_swap(inst, arg(0)?),
            I::CTPOP | I::CTLZ | I::CTTZ if self.fills_register(arg(0)?) => self.count_bits(inst, id, arg(0)?),
            I::FSHL | I::FSHR if self.fills_register(arg(0)?) => {
                self.funnel_shift(inst, id == I::FSHL, arg(0)?, arg(1)?, arg(2)?)
            }
            id if is_fixed_point(id) => self.fixed_point(inst, id, args),
            I::CLMUL => self.carryless_product(inst, arg(0)?, arg(1)?),
            I::LOAD_RELATIVE => {
                self.hold_times(1, &[arg(0)?, arg(1)?]);
                let base = self.cast_step(CastOp::PtrToInt, arg(0)?, Type::I64)?;
                let bits = self.width_of(arg(1)?)?;
                let offset = if bits < 64 { self.cast_step(CastOp::SExt, arg(1)?, Type::I64)? } else { arg(1)? };
                self.hold(base);
                let at = self.binary_step(BinaryOp::Add, base, offset)?;
                let distance = self.temporary(Type::I32);
                let place = Mem::base(self.reg(at, 0)?, 0).into();
                self.load_value(distance, place)?;
                self.done(&[at]);
                let distance = self.cast_step(CastOp::SExt, distance.into(), Type::I64)?;
                let sum = self.binary_step(BinaryOp::Add, base, distance)?;
                let pointer = self.cast_step(CastOp::IntToPtr, sum, Type::PTR)?;
                self.give(inst, pointer)
            }
            I::PTRMASK => {
                self.hold_times(1, &[arg(0)?, arg(1)?]);
                let (ty, pointer) = (self.inst_type(inst), self.type_of(arg(1)?));
                let bits = self.cast_step(CastOp::PtrToInt, arg(0)?, pointer)?;
                let bits = self.binary_step(BinaryOp::And, bits, arg(1)?)?;
                let masked = self.cast_step(CastOp::IntToPtr, bits, ty)?;
                self.give(inst, masked)
            }
            I::CONVERT_TO_FP16 => {
                self.hold(arg(0)?);
                let half = self.cast_step(CastOp::FPTrunc, arg(0)?, Type::HALF)?;
                self.cast(inst, CastOp::BitCast, half)?;
                self.done(&[half]);
                Ok(())
            }
            I::CONVERT_FROM_FP16 => {
                self.hold(arg(0)?);
                let half = self.cast_step(CastOp::BitCast, arg(0)?, Type::HALF)?;
                self.cast(inst, CastOp::FPExt, half)?;
                self.done(&[half]);
                Ok(())
            }
            _ => {
                if self.integer_steps(inst, id, args)?
                    || self.float_steps(inst, id, args)?
                    || self.machine_state(inst, id, args)?
                    || self.stack_map_intrinsic(inst, id, args)?
                {
                    return Ok(());
                }
                self.math_function(inst, id, args)
            }
        }
    }

    /// Whether a value is an integer of 8, 16, 32 or 64 bits.
    fn fills_register(&self, value: Value) -> bool {
        self.register_bits(value, "").is_ok()
    }

    /// Intrinsics that call a function of the C library.
    fn math_function(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result {
        use IntrinsicId as I;
        /// A function for `float`, `double`, `x86_fp80` and `fp128`.
        macro_rules! function {
            ($name:literal) => {
                [concat!($name, "f"), $name, concat!($name, "l"), concat!($name, "f128")]
            };
        }
        const NAMES: &[(IntrinsicId, [&str; 4])] = &[
            (I::FLOOR, function!("floor")),
            (I::CEIL, function!("ceil")),
            (I::TRUNC, function!("trunc")),
            (I::RINT, function!("rint")),
            (I::NEARBYINT, function!("nearbyint")),
            (I::ROUND, function!("round")),
            (I::ROUNDEVEN, function!("roundeven")),
            (I::LRINT, function!("lrint")),
            (I::LLRINT, function!("llrint")),
            (I::LROUND, function!("lround")),
            (I::LLROUND, function!("llround")),
            (I::FMA, function!("fma")),
            (I::POW, function!("pow")),
            (I::SIN, function!("sin")),
            (I::COS, function!("cos")),
            (I::TAN, function!("tan")),
            (I::ASIN, function!("asin")),
            (I::ACOS, function!("acos")),
            (I::ATAN, function!("atan")),
            (I::ATAN2, function!("atan2")),
            (I::SINH, function!("sinh")),
            (I::COSH, function!("cosh")),
            (I::TANH, function!("tanh")),
            (I::EXP, function!("exp")),
            (I::EXP2, function!("exp2")),
            (I::EXP10, function!("exp10")),
            (I::LOG, function!("log")),
            (I::LOG2, function!("log2")),
            (I::LOG10, function!("log10")),
            (I::LDEXP, function!("ldexp")),
            (I::MAXNUM, function!("fmax")),
            (I::MINNUM, function!("fmin")),
            (I::COPYSIGN, function!("copysign")),
            (I::POWI, ["__powisf2", "__powidf2", "__powixf2", "__powitf2"]),
        ];
        let Some(row) = NAMES.iter().find(|row| row.0 == id) else {
            return match self.constrained(inst, id, args)? || self.machine_intrinsic(inst, id, args)? {
                true => Ok(()),
                false => Err(format!("the intrinsic {}", id.name()).into()),
            };
        };
        let first = *args.first().ok_or("an intrinsic with too few arguments")?;
        let name = match self.kind_of(first)? {
            PartKind::F32 => row.1[0],
            PartKind::F64 => row.1[1],
            PartKind::F80 => row.1[2],
            PartKind::F128 => row.1[3],
            // Products of `half` are exact in `double`, so that the sum is rounded only once more.
            PartKind::F16 if id == I::FMA => {
                return self.as_wider(inst, args, Type::DOUBLE, |pass, inst, args| pass.math_function(inst, id, args));
            }
            PartKind::F16 => {
                return self.as_floats(inst, args, |pass, inst, args| pass.math_function(inst, id, args));
            }
            _ => return Err(format!("the intrinsic {} of such a type", id.name()).into()),
        };
        self.call_runtime(inst, Runtime(name), args)
    }

    // Memory.

    /// The length of a copy, if constant and short.
    fn short_length(&self, length: Value) -> Option<u32> {
        self.constant_int(length).filter(|&n| n <= MAX_MOVES).map(|n| n as u32)
    }

    fn copy_memory(&mut self, inst: Inst, id: IntrinsicId, to: Value, from: Value, length: Value) -> Result {
        // Overlapping memory may be copied by moves only if all bytes are read first, that is, by one move.
        let one_move = |n: u32| n.is_power_of_two() && n <= 16;
        if let Some(length) = self.short_length(length).filter(|&n| id != IntrinsicId::MEMMOVE || one_move(n)) {
            let to = self.place(to)?;
            let from = self.place(from)?;
            return self.copy_by_moves(to, from, length);
        }
        let name = if id == IntrinsicId::MEMMOVE { "memmove" } else { "memcpy" };
        self.call_runtime(inst, Runtime(name), &[to, from, length])
    }

    /// Copies bytes by moves of up to 16 bytes.
    pub fn copy_by_moves(&mut self, to: Place, from: Place, length: u32) -> Result {
        let mut at = 0;
        while at < length {
            let size = (1 << (length - at).ilog2()).min(16);
            let (to, from) = (to.plus(at)?, from.plus(at)?);
            if size == 16 {
                self.rm(op::MOVUPS, Size::B32, SCRATCH_FLOAT, from);
                self.mr(op::MOVUPS_STORE, Size::B32, to, SCRATCH_FLOAT);
            } else {
                let size = Size::of_bits(8 * size);
                self.rm(op::MOV, size, SCRATCH, from);
                self.mr(op::MOV_STORE, size, to, SCRATCH);
            }
            at += size;
        }
        Ok(())
    }

    fn set_memory(&mut self, inst: Inst, to: Value, byte: Value, length: Value) -> Result {
        if let (Some(length), Some(byte)) = (self.short_length(length), self.constant_int(byte)) {
            let to = self.place(to)?;
            let word = 0x0101_0101 * (byte as u32 & 0xff);
            let is_word_of_one_sign = matches!(byte & 0xff, 0 | 0xff);
            let mut at = 0;
            while at < length {
                let most = if is_word_of_one_sign { 8 } else { 4 };
                let size = (1 << (length - at).ilog2()).min(most);
                self.mov_mi(Size::of_bits(8 * size), to.plus(at)?, word as i32);
                at += size;
            }
            return Ok(());
        }
        self.call_runtime(inst, Runtime("memset"), &[to, byte, length])
    }

    fn frame_address(&mut self, inst: Inst, id: IntrinsicId, depth: Value) -> Result {
        let depth = self.constant_int(depth).filter(|&d| d < 1024).ok_or("a frame so far up")?;
        let reg = self.temp_general()?;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B64, reg, Reg::RBP);
        for _ in 0..depth {
            asm.rm(op::MOV, Size::B64, reg, Mem::base(reg, 0));
        }
        if id == IntrinsicId::RETURNADDRESS {
            asm.rm(op::MOV, Size::B64, reg, Mem::base(reg, 8));
        }
        self.result(inst, reg)
    }

    // Integers.

    /// The only part of an integer that is as wide as a machine integer.
    pub fn register_bits(&self, value: Value, what: &str) -> Result<u32> {
        match self.types.parts(self.type_of(value))? {
            [part] if matches!(part.kind, PartKind::Int(8 | 16 | 32 | 64)) => Ok(part.kind.size() * 8),
            _ => Err(format!("{what} of such a type").into()),
        }
    }

    fn with_overflow(&mut self, inst: Inst, id: IntrinsicId, lhs: Value, rhs: Value) -> Result {
        use IntrinsicId as I;
        let bits = self.register_bits(lhs, "arithmetic with overflow")?;
        let size = Size::of_bits(bits);
        let (alu, condition): (Op, _) = match id {
            I::SADD_WITH_OVERFLOW => (op::ADD, Condition::Overflow),
            I::UADD_WITH_OVERFLOW => (op::ADD, Condition::Below),
            I::SSUB_WITH_OVERFLOW => (op::SUB, Condition::Overflow),
            I::USUB_WITH_OVERFLOW => (op::SUB, Condition::Below),
            I::SMUL_WITH_OVERFLOW if bits >= 16 => (op::IMUL, Condition::Overflow),
            _ => return self.multiply_with_overflow(inst, id == I::SMUL_WITH_OVERFLOW, bits, lhs, rhs),
        };
        let result = self.take(lhs, 0)?;
        let right = if alu == op::IMUL { self.right_part(rhs, 0)? } else { self.right(rhs, bits)? };
        let overflow = self.temp_general()?;
        self.with_right(alu, size, result, right);
        self.code.body.setcc(condition, overflow);
        self.pair(inst, result, overflow)
    }

    fn pair(&mut self, inst: Inst, first: Reg, second: Reg) -> Result {
        let at = self.define(inst)?;
        if self.values.of_inst(inst).uses > 0 {
            self.assign(at, first);
            self.assign(at + 1, second);
        }
        Ok(())
    }

    /// Uses the multiplication that gives all bits of the product.
    fn multiply_with_overflow(&mut self, inst: Inst, is_signed: bool, bits: u32, lhs: Value, rhs: Value) -> Result {
        if bits == 64 {
            self.full_product(lhs, rhs, is_signed)?;
            let overflow = self.temp_general()?;
            self.code.body.setcc(Condition::Overflow, overflow);
            return self.pair(inst, Reg::RAX, overflow);
        }
        // The 64-bit product is exact. The operation overflows if the product differs from its extended lower part.
        let result = self.take_extended(lhs, bits, is_signed)?;
        let right = self.take_extended(rhs, bits, is_signed)?;
        self.code.body.rr(op::IMUL, Size::B64, result, right);
        self.code.body.rr(op::MOV, Size::B64, right, result);
        self.extend_to_64(right, bits, is_signed);
        self.code.body.rr(op::CMP, Size::B64, right, result);
        self.code.body.setcc(Condition::NotEqual, right);
        self.pair(inst, result, right)
    }

    fn extremum(&mut self, inst: Inst, id: IntrinsicId, lhs: Value, rhs: Value) -> Result {
        use IntrinsicId as I;
        let bits = self.register_bits(lhs, "a minimum or maximum")?;
        let condition = match id {
            I::SMAX => Condition::Less,
            I::SMIN => Condition::Greater,
            I::UMAX => Condition::Below,
            _ => Condition::Above,
        };
        let size = Size::of_bits(bits);
        let result = self.take(lhs, 0)?;
        let other = self.reg(rhs, 0)?;
        self.code.body.rr(op::CMP, size, result, other);
        self.code.body.cmov(condition, size.at_least_32(), result, other);
        self.result(inst, result)
    }

    fn absolute(&mut self, inst: Inst, value: Value) -> Result {
        let bits = self.register_bits(value, "an absolute value")?;
        let size = Size::of_bits(bits).at_least_32();
        let reg = self.take(value, 0)?;
        self.extend(reg, bits, true);
        let asm = &mut self.code.body;
        asm.rr(op::MOV, size, SCRATCH, reg);
        asm.r(op::NEG, size, reg);
        asm.cmov(Condition::Sign, size, reg, SCRATCH);
        self.result(inst, reg)
    }

    fn byte_swap(&mut self, inst: Inst, value: Value) -> Result {
        let bits = self.register_bits(value, "bswap")?;
        let reg = self.take(value, 0)?;
        self.code.body.bswap(Size::of_bits(bits).at_least_32(), reg);
        if bits == 16 {
            self.code.body.shift_ri(op::SHR_CL, Size::B32, reg, 16);
        }
        self.result(inst, reg)
    }

    fn count_bits(&mut self, inst: Inst, id: IntrinsicId, value: Value) -> Result {
        let bits = self.register_bits(value, "a count of bits")?;
        let size = Size::of_bits(bits).at_least_32();
        let reg = self.take(value, 0)?;
        self.extend(reg, bits, false);
        let none = self.temp_general()?;
        let asm = &mut self.code.body;
        match id {
            IntrinsicId::CTTZ => {
                asm.mov_ri(none, bits.into());
                asm.rr(op::BSF, size, reg, reg);
                asm.cmov(Condition::Equal, size, reg, none);
            }
            IntrinsicId::CTLZ => {
                // The highest set bit is bit `bits - 1 - result`; without a set bit, the result is `bits`.
                asm.mov_ri(none, u64::from(2 * bits - 1));
                asm.rr(op::BSR, size, reg, reg);
                asm.cmov(Condition::Equal, size, reg, none);
                asm.ri(op::XOR, size, reg, (bits - 1) as i32);
            }
            _ => self.population(size, reg, none)?,
        }
        self.result(inst, reg)
    }

    /// Population count: sums pairs, then groups of four, then bytes; a multiplication adds the bytes in the highest byte.
    fn population(&mut self, size: Size, reg: Reg, other: Reg) -> Result {
        let all = if size == Size::B64 { u64::MAX } else { u64::from(u32::MAX) };
        let mask = |byte: u64| all / 0xff * byte;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, size, other, reg);
        asm.shift_ri(op::SHR_CL, size, other, 1);
        asm.mov_ri(SCRATCH, mask(0x55));
        asm.rr(op::AND, size, other, SCRATCH);
        asm.rr(op::SUB, size, reg, other);
        asm.mov_ri(SCRATCH, mask(0x33));
        asm.rr(op::MOV, size, other, reg);
        asm.shift_ri(op::SHR_CL, size, other, 2);
        asm.rr(op::AND, size, other, SCRATCH);
        asm.rr(op::AND, size, reg, SCRATCH);
        asm.rr(op::ADD, size, reg, other);
        asm.rr(op::MOV, size, other, reg);
        asm.shift_ri(op::SHR_CL, size, other, 4);
        asm.rr(op::ADD, size, reg, other);
        asm.mov_ri(SCRATCH, mask(0x0f));
        asm.rr(op::AND, size, reg, SCRATCH);
        asm.mov_ri(SCRATCH, mask(0x01));
        asm.rr(op::IMUL, size, reg, SCRATCH);
        asm.shift_ri(op::SHR_CL, size, reg, (size.bits() - 8) as u8);
        Ok(())
    }

    /// A funnel shift; a rotation if both operands are the same value.
    fn funnel_shift(&mut self, inst: Inst, is_left: bool, high: Value, low: Value, amount: Value) -> Result {
        let bits = self.register_bits(high, "a funnel shift")?;
        let size = Size::of_bits(bits);
        self.claim(Reg::RCX)?;
        if bits < 32 {
            // Both operands are concatenated in one register.
            let both = self.take(high, 0)?;
            let lower = self.take_extended(low, bits, false)?;
            let count = self.take_extended(amount, bits, false)?;
            let asm = &mut self.code.body;
            asm.shift_ri(op::SHL_CL, Size::B32, both, bits as u8);
            asm.rr(op::OR, Size::B32, both, lower);
            asm.rr(op::MOV, Size::B32, Reg::RCX, count);
            asm.ri(op::AND, Size::B32, Reg::RCX, (bits - 1) as i32);
            asm.r(if is_left { op::SHL_CL } else { op::SHR_CL }, Size::B32, both);
            if is_left {
                asm.shift_ri(op::SHR_CL, Size::B32, both, bits as u8);
            }
            return self.result(inst, both);
        }
        let (changed, other) = if is_left { (high, low) } else { (low, high) };
        let reg = self.take(changed, 0)?;
        let from = self.reg(other, 0)?;
        let count = self.reg(amount, 0)?;
        let asm = &mut self.code.body;
        asm.rr(op::MOV, Size::B32, Reg::RCX, count);
        asm.rr(if is_left { op::SHLD_CL } else { op::SHRD_CL }, size, from, reg);
        self.result(inst, reg)
    }
}

/// Whether an intrinsic is compiled the same for values of any type.
fn is_about_values(id: IntrinsicId) -> bool {
    use IntrinsicId as I;
    [
        I::ASSUME,
        I::EXPECT,
        I::SSA_COPY,
        I::ARITHMETIC_FENCE,
        I::IS_CONSTANT,
        I::FAKE_USE,
        I::DBG_VALUE,
        I::EXPERIMENTAL_DEOPTIMIZE,
        I::EXPERIMENTAL_GC_RELOCATE,
        I::EXPERIMENTAL_GC_RESULT,
        I::EXPERIMENTAL_GC_STATEPOINT,
        I::EXPERIMENTAL_PATCHPOINT,
        I::EXPERIMENTAL_PATCHPOINT_VOID,
        I::EXPERIMENTAL_STACKMAP,
    ]
    .contains(&id)
}
