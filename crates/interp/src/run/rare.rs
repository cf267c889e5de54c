//! Rare operations, and operations on values of more than one register.

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::reinterpret::reinterpret;
use lindworm_eval::{BinaryOp, Int, IntPredicate};
use lindworm_ir::instruction::AtomicRmwOp;

use super::{Regs, State};
use crate::decode::constant_registers;
use crate::decode::op::{Code, Rare};
use crate::memory::Target;
use crate::program::Program;
use crate::run::LIGHT;
use crate::run::memory::Access;
use crate::shape::{self, Leaf, Scalar};
use crate::stop::Stop;
use crate::thread::{Manner, Use};
use crate::value::{Knowledge, Meta, Reg};

/// Products and quotients of up to this many words are one step.
const FEW_WORDS: u32 = 4;
/// The maximum number of steps of a remainder of floats without hardware support, which is computed bit by bit.
const FREM: u64 = 1 << 10;

impl State {
    pub(super) fn rare(&mut self, program: &Program, code: &Code, rare: &Rare) -> Result<(), Stop> {
        match *rare {
            Rare::Binary { op, flags, fast_math, scalar, dst, a, b } => {
                let count = scalar.registers();
                self.spend_on_words(count, op.is_int_div_rem() || op == BinaryOp::Mul)?;
                if op == BinaryOp::FRem {
                    self.spend(FREM)?;
                }
                let (a, b) = (self.operands(code, a, count), self.operands(code, b, count));
                let result = match scalar {
                    Scalar::Float(format) => self.wide_float_binary(op, fast_math, format, &a, &b),
                    _ => self.wide_int_binary(op, flags, scalar.bits(), &a, &b)?,
                };
                self.set(dst, &result);
            }
            Rare::ICmp { predicate, same_sign, bits, dst, a, b } => {
                let count = bits.div_ceil(64);
                self.spend_on_words(count, false)?;
                let (a, b) = (self.operands(code, a, count), self.operands(code, b, count));
                let result = self.wide_icmp(predicate, bits, same_sign, &a, &b);
                self.set(dst, &[result]);
            }
            Rare::FCmp { predicate, fast_math, format, dst, a, b } => {
                let count = format.bits().div_ceil(64);
                let (a, b) = (self.operands(code, a, count), self.operands(code, b, count));
                let result = self.wide_fcmp(predicate, fast_math, format, &a, &b);
                self.set(dst, &[result]);
            }
            Rare::FNeg { fast_math, format, dst, a } => {
                let a = self.operands(code, a, format.bits().div_ceil(64));
                let result = self.wide_fneg(fast_math, format, &a);
                self.set(dst, &result);
            }
            Rare::Cast { op, flags, fast_math, from, to, dst, a } => {
                self.spend_on_words(from.registers() + to.registers(), false)?;
                let a = self.operands(code, a, from.registers());
                let result = self.wide_cast(op, flags, fast_math, from, to, &a);
                self.set(dst, &result);
            }
            Rare::Constant { value, dst } => {
                let module = program.functions[code.function as usize].module;
                let (site, mut regs) = (self.site(), Vec::new());
                constant_registers(program, self, module, value, site, &mut regs).map_err(Stop::shape)?;
                self.set(dst, &regs);
            }
            Rare::BitCast { ref from, ref to, dst, a } => {
                self.spend_on_words(from.registers + to.registers, false)?;
                let a = self.operands(code, a, from.registers);
                let result = self.bitcast(&from.leaves, &to.leaves, &a);
                self.set(dst, &result);
            }
            Rare::Freeze { scalar, dst, a } => {
                self.spend_on_words(scalar.registers(), false)?;
                let a = self.operands(code, a, scalar.registers());
                let result: Regs = a
                    .iter()
                    .enumerate()
                    .map(|(i, &reg)| self.freeze(reg, (scalar.bits() - 64 * i as u32).min(64)))
                    .collect();
                self.set(dst, &result);
            }
            Rare::FastMath { flags, format, dst } => {
                let count = format.bits().div_ceil(64);
                let value = self.operands(code, dst, count);
                if let Some(poison) = self.fast_math(flags, format, &value) {
                    self.set(dst, &vec![poison; count as usize]);
                }
            }
            Rare::Intrinsic { intrinsic, flags, ref operands, ref results } => {
                self.spend_on_intrinsic(intrinsic, operands)?;
                let operands: Vec<(Regs, Scalar)> =
                    operands.iter().map(|&(o, scalar)| (self.operands(code, o, scalar.registers()), scalar)).collect();
                let scalars: Vec<Scalar> = results.iter().map(|r| r.1).collect();
                let values = self.intrinsic(intrinsic, flags, &operands, &scalars)?;
                let mut at = 0;
                for &(dst, scalar) in results.iter() {
                    let next = at + scalar.registers() as usize;
                    self.set(dst, &values[at..next]);
                    at = next;
                }
            }
            Rare::GepFar { flags, width, index_width, dst, base, index, scale } => {
                let (pointer, index) = (self.operand(code, base), self.operands(code, index, width.div_ceil(64)));
                let result = self.gep_far(flags, index_width, pointer, &index, width, scale);
                self.set(dst, &[result]);
            }
            Rare::ExtractElement { lanes, lane_registers, dst, vector, index, index_bits } => {
                let result = match self.lane(code, index, index_bits, lanes) {
                    Ok(lane) => self.operands(code, vector + lane * lane_registers, lane_registers),
                    Err(meta) => (0..lane_registers).map(|_| Reg { bits: 0, meta }).collect(),
                };
                self.set(dst, &result);
            }
            Rare::InsertElement { lanes, lane_registers, dst, vector, element, index, index_bits } => {
                self.spend_on_words(lanes * lane_registers, false)?;
                let mut result = self.operands(code, vector, lanes * lane_registers);
                match self.lane(code, index, index_bits, lanes) {
                    Ok(lane) => {
                        let at = (lane * lane_registers) as usize;
                        let element = self.operands(code, element, lane_registers);
                        result[at..at + lane_registers as usize].copy_from_slice(&element);
                    }
                    Err(meta) => result.iter_mut().for_each(|r| *r = Reg { bits: 0, meta }),
                }
                self.set(dst, &result);
            }
            Rare::VectorLength { length, lanes } => {
                self.vector_length(self.operand(code, length), lanes.into())?;
            }
            Rare::Gate { mask, length, lane, dst, count, stays, skip } => {
                let mask = mask.map_or(Reg::bool(true), |mask| self.operand(code, mask));
                let within = u64::from(lane) < self.operand(code, length).bits;
                if !within || !mask.meta.is_defined() || mask.bits & 1 == 0 {
                    self.close_gate(mask, within, dst, count, stays, skip);
                }
            }
            Rare::Poison { dst, count } => {
                self.spend_on_words(count, false)?;
                let poison = self.poison_here();
                let result: Regs = (0..count).map(|_| poison).collect();
                self.set(dst, &result);
            }
            Rare::Load { ref shape, dst, pointer, align, ordering, volatile } => {
                let pointer = self.operand(code, pointer);
                self.special_access(pointer, shape.store_size, Access::Load, ordering, volatile)?;
                let manner = Manner::of(ordering, volatile);
                let result = self.load_value_as(shape, pointer, align, manner)?;
                if manner == Manner::Atomic {
                    self.acquire_at(pointer.bits, shape.store_size, ordering);
                }
                self.set(dst, &result);
            }
            Rare::Store { ref shape, value, pointer, align, ordering, volatile } => {
                let (value, pointer) = (self.operands(code, value, shape.registers), self.operand(code, pointer));
                self.special_access(pointer, shape.store_size, Access::Store, ordering, volatile)?;
                // A volatile store is visible to other threads like any store.
                let manner = Manner::of(ordering, false);
                self.store_value_as(shape, pointer, align, &value, manner)?;
                if manner == Manner::Atomic {
                    self.release_at(pointer.bits, shape.store_size, ordering, false);
                }
            }
            Rare::CmpXchg { ref shape, dst, pointer, expected, new, align, success, failure, weak, volatile } => {
                let pointer = self.operand(code, pointer);
                self.special_access(pointer, shape.store_size, Access::Store, success, volatile)?;
                let count = shape.registers;
                let (expected, new) = (self.operands(code, expected, count), self.operands(code, new, count));
                let mut old = self.load_value_as(shape, pointer, align, Manner::Atomic)?;
                let bits = shape.leaves.first().map_or(1, |l| l.scalar.bits());
                let equal = self.wide_icmp(IntPredicate::Eq, bits, false, &old, &expected);
                let mut equal = self.freeze(equal, 1);
                if weak && self.fails_for_nothing() {
                    equal = Reg::bool(false);
                }
                if equal.bits != 0 {
                    self.store_value_as(shape, pointer, align, &new, Manner::Atomic)?;
                    self.acquire_at(pointer.bits, shape.store_size, success);
                    self.release_at(pointer.bits, shape.store_size, success, true);
                } else {
                    // A failing exchange does not write, but the memory must be writable.
                    self.access_as(pointer, 0, shape.store_size, align, Access::Store, Manner::Apart)?;
                    self.acquire_at(pointer.bits, shape.store_size, failure);
                }
                old.push(equal);
                self.set(dst, &old);
            }
            Rare::AtomicRmw { op, ref scalars, dst, pointer, value, align, ordering, volatile } => {
                let pointer = self.operand(code, pointer);
                self.special_access(pointer, scalars.store_size, Access::Store, ordering, volatile)?;
                let value = self.operands(code, value, scalars.registers);
                let old = self.load_value_as(scalars, pointer, align, Manner::Atomic)?;
                let mut new = Regs::new();
                for leaf in &scalars.leaves {
                    let range = leaf.registers();
                    new.extend(self.atomic_rmw(op, leaf.scalar, &old[range.clone()], &value[range])?);
                }
                self.store_value_as(scalars, pointer, align, &new, Manner::Atomic)?;
                self.acquire_at(pointer.bits, scalars.store_size, ordering);
                self.release_at(pointer.bits, scalars.store_size, ordering, true);
                self.set(dst, &old);
            }
            Rare::Told(ref told) => self.told(program, code, told)?,
            Rare::Fence { ordering } => {
                self.check_sync()?;
                self.fence(ordering);
            }
            Rare::LandingPad { dst, count } => self.landing(dst, count),
            Rare::Resume { a } => {
                let header = self.operand(code, a);
                self.resume(program, header)?;
            }
            Rare::VaArg { ty, dst, list, ref shape } => {
                let list = self.operand(code, list);
                let module = &program.modules[program.functions[code.function as usize].module];
                let result = self.va_arg(module, list, ty, shape)?;
                self.set(dst, &result);
            }
            Rare::Switch { .. } => {}
            Rare::Undefined { kind, message } => self.undefined(kind, message, Vec::new())?,
            Rare::PreallocatedCall { token } => {
                let token = self.operand(code, token).bits;
                self.end_setup(token, "is made")?;
            }
            Rare::PreallocatedReturn => self.free_arguments(),
            Rare::InAllocaCall { pointer } => self.pass_in_place(self.operand(code, pointer))?,
            Rare::InAllocaReturn { pointer } => self.free_in_place(self.operand(code, pointer)),
            Rare::CatchSwitch { ref handlers, unwind } => self.catch_switch(program, code, handlers, unwind)?,
            Rare::EnterPad { dst, token, parent } => {
                let parent = self.operand(code, parent).bits;
                self.enter_pad(token, parent);
                self.set(dst, &[Reg::int(token)]);
            }
            Rare::CatchRet { pad, to } => self.catch_ret(self.operand(code, pad).bits, to)?,
            Rare::CleanupRet { pad, unwind } => self.cleanup_ret(program, self.operand(code, pad).bits, unwind)?,
            Rare::FuncletCall { token } => self.funclet_call(token.map(|token| self.operand(code, token).bits))?,
            Rare::FuncletReturn => self.funclet_return()?,
            Rare::DefaultEnvironment => self.default_environment()?,
            Rare::Constrained { ref of, dst, ref operands } => {
                let of_scalar = |&(o, scalar): &(u32, Scalar)| (self.operands(code, o, scalar.registers()), scalar);
                let operands: Vec<(Regs, Scalar)> = operands.iter().map(of_scalar).collect();
                let result = self.constrained(of, &operands)?;
                self.set(dst, &result);
            }
            Rare::CompareBlocks { a, b } => self.compare_blocks(self.operand(code, a), self.operand(code, b))?,
            Rare::Unsupported { ref what } => return Err(self.error(format!("{what} cannot be run"))),
        }
        Ok(())
    }

    /// Counts the additional steps of an operation on `count` registers, linear or quadratic.
    pub(super) fn spend_on_words(&mut self, count: u32, square: bool) -> Result<(), Stop> {
        match square {
            true if count > FEW_WORDS => self.spend_on_square(count.into()),
            false if count > LIGHT => self.spend(count.into()),
            _ => Ok(()),
        }
    }

    fn spend_on_intrinsic(&mut self, intrinsic: Intrinsic, operands: &[(u32, Scalar)]) -> Result<(), Stop> {
        use Intrinsic::*;
        let widest = operands.iter().map(|(_, scalar)| scalar.registers()).max().unwrap_or(0);
        let square = match intrinsic {
            SMulWithOverflow | UMulWithOverflow | SMulFix | UMulFix | SMulFixSat | UMulFixSat | SDivFix | UDivFix
            | SDivFixSat | UDivFixSat => true,
            // The operation computes with a separate integer for each bit.
            ClMul => return self.spend_on_words(32 * widest, widest > FEW_WORDS),
            ReduceMul if widest > FEW_WORDS => {
                return self.spend((operands.len() as u64).saturating_mul(u64::from(widest).pow(2) / 16));
            }
            _ => false,
        };
        match square {
            // These operations compute with integers of twice the width.
            true => self.spend_on_words(2 * widest, true),
            false => self.spend_on_words(operands.iter().map(|(_, scalar)| scalar.registers()).sum(), false),
        }
    }

    /// The lane that an index selects, or the meta of the result if there is none.
    fn lane(&mut self, code: &Code, index: u32, index_bits: u32, lanes: u32) -> Result<u32, Meta> {
        let regs = self.operands(code, index, index_bits.div_ceil(64));
        if let Some(poison) = regs.iter().find(|r| r.meta.is_poison()) {
            return Err(poison.meta);
        }
        let far = regs.iter().skip(1).any(|r| r.bits != 0);
        let defined = regs.iter().all(|r| r.meta.is_defined());
        match regs.first() {
            Some(r) if defined && !far && r.bits < lanes.into() => Ok(r.bits as u32),
            _ => Err(self.poison_here().meta),
        }
    }

    /// The result of `bitcast`: the same bits as scalars of other types.
    pub(crate) fn bitcast(&mut self, from: &[Leaf], to: &[Leaf], a: &[Reg]) -> Regs {
        let big_endian = self.memory.is_big_endian();
        if shape::same_registers(from, to, big_endian) {
            return a.into();
        }
        let types = |leaf: &Leaf| leaf.scalar.scalar_type();
        let values = a.iter().map(|&reg| self.limb(reg));
        let limbs = reinterpret(big_endian, from.iter().map(types), values, to.iter().map(types));
        // The origins of undef and poison bits of the result are those of the operand.
        let (mut undef, mut poison) = (self.site(), self.site());
        for reg in a {
            match reg.meta.knowledge() {
                Knowledge::Undef(index) => undef = self.undefs.get(index).origin,
                Knowledge::Poison(site) => poison = site,
                Knowledge::Defined(_) => {}
            }
        }
        limbs.into_iter().map(|limb| self.register_of(limb, undef, poison)).collect()
    }

    /// The new value of an `atomicrmw`.
    fn atomic_rmw(&mut self, op: AtomicRmwOp, scalar: Scalar, old: &[Reg], value: &[Reg]) -> Result<Regs, Stop> {
        use AtomicRmwOp::*;
        let width = scalar.bits();
        let binary = |state: &mut State, op: BinaryOp, a: &[Reg], b: &[Reg]| {
            state.operation(Operation::Binary(op), scalar, [a, b])
        };
        let choose = |state: &mut State, predicate: IntPredicate, a: &[Reg], b: &[Reg]| -> Regs {
            let first = state.wide_icmp(predicate, width, false, old, value);
            let first = state.freeze(first, 1);
            if first.bits != 0 { a.into() } else { b.into() }
        };
        Ok(match op {
            Xchg => value.into(),
            Add => binary(self, BinaryOp::Add, old, value)?,
            Sub => binary(self, BinaryOp::Sub, old, value)?,
            And => binary(self, BinaryOp::And, old, value)?,
            Or => binary(self, BinaryOp::Or, old, value)?,
            Xor => binary(self, BinaryOp::Xor, old, value)?,
            Nand => {
                let both = binary(self, BinaryOp::And, old, value)?;
                let ones = self.int_regs(&Int::all_ones(width));
                binary(self, BinaryOp::Xor, &both, &ones)?
            }
            Max => choose(self, IntPredicate::Sgt, old, value),
            Min => choose(self, IntPredicate::Slt, old, value),
            UMax => choose(self, IntPredicate::Ugt, old, value),
            UMin => choose(self, IntPredicate::Ult, old, value),
            FAdd => binary(self, BinaryOp::FAdd, old, value)?,
            FSub => binary(self, BinaryOp::FSub, old, value)?,
            UIncWrap => {
                let one = self.int_regs(&Int::one(width));
                let zero = self.int_regs(&Int::zero(width));
                let more = binary(self, BinaryOp::Add, old, &one)?;
                choose(self, IntPredicate::Uge, &zero, &more)
            }
            UDecWrap => {
                let one = self.int_regs(&Int::one(width));
                let zero = self.int_regs(&Int::zero(width));
                let is_zero = self.wide_icmp(IntPredicate::Eq, width, false, old, &zero);
                let less = binary(self, BinaryOp::Sub, old, &one)?;
                match self.freeze(is_zero, 1).bits {
                    0 => choose(self, IntPredicate::Ugt, value, &less),
                    _ => value.into(),
                }
            }
            USubCond => {
                let less = binary(self, BinaryOp::Sub, old, value)?;
                choose(self, IntPredicate::Uge, &less, old)
            }
            USubSat => {
                let less = binary(self, BinaryOp::Sub, old, value)?;
                let zero = self.int_regs(&Int::zero(width));
                choose(self, IntPredicate::Uge, &less, &zero)
            }
            FMax => self.operation(Operation::Intrinsic(Intrinsic::MaxNum), scalar, [old, value])?,
            FMin => self.operation(Operation::Intrinsic(Intrinsic::MinNum), scalar, [old, value])?,
            FMaximum => self.operation(Operation::Intrinsic(Intrinsic::Maximum), scalar, [old, value])?,
            FMinimum => self.operation(Operation::Intrinsic(Intrinsic::Minimum), scalar, [old, value])?,
            FMaximumNum => self.operation(Operation::Intrinsic(Intrinsic::MaximumNum), scalar, [old, value])?,
            FMinimumNum => self.operation(Operation::Intrinsic(Intrinsic::MinimumNum), scalar, [old, value])?,
        })
    }

    fn int_regs(&self, int: &Int) -> Regs {
        (0..int.width().div_ceil(64)).map(|i| Reg::int(int.limb(i as usize))).collect()
    }

    /// Copies memory with states and provenances. The ranges may overlap.
    pub(crate) fn copy_memory(
        &mut self,
        to: Reg,
        from: Reg,
        len: u64,
        to_align: u64,
        from_align: u64,
    ) -> Result<(), Stop> {
        if len == 0 {
            return Ok(());
        }
        let (source, raced) = self.access_for(from, 0, len, from_align, Access::Load, Manner::Plain, Use::Later)?;
        let types = match source {
            Some(Target::Arena(place, object)) if self.types.is_some() => {
                Some(self.types_to_copy(self.memory.address_of(place), len, self.memory.allocation(object))?)
            }
            _ => None,
        };
        let target = self.access(to, 0, len, to_align, Access::Store)?;
        if let (Some(types), Some(Target::Arena(place, object))) = (types, target) {
            self.types_were_copied(self.memory.address_of(place), self.memory.allocation(object), types);
        }
        match (source, target) {
            (Some(Target::Arena(..)), Some(Target::Arena(target, _))) if raced => {
                let site = self.site();
                self.memory.forget_raced(target, len, site);
                Ok(())
            }
            (Some(Target::Arena(source, _)), Some(Target::Arena(target, _))) => {
                self.memory.copy(target, source, len);
                Ok(())
            }
            (Some(Target::Foreign(source)), Some(Target::Arena(target, _))) => {
                let bytes = self.foreign_bytes(source, len)?;
                self.memory.write_bytes(target, &bytes);
                Ok(())
            }
            (Some(Target::Arena(source, _)), Some(Target::Foreign(target))) => {
                self.copy_to_foreign(target, source, len)
            }
            (Some(Target::Foreign(source)), Some(Target::Foreign(target))) => {
                let bytes = self.foreign_bytes(source, len)?;
                self.write_foreign(target, &bytes).map(drop)
            }
            (None, _) | (_, None) => Ok(()),
        }
    }
}
