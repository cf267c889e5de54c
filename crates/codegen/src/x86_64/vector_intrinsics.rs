//! Vector intrinsics: lane by lane, reductions, and masked accesses.

use lindworm_ir::eval::{BinaryOp, FloatPredicate, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::{Inst, Type, Value};

use super::Pass;
use super::compare::Comparison;
use super::vector_memory::Lanes;
use crate::error::Result;

/// How a reduction combines two lanes.
#[derive(Clone, Copy)]
enum Combine {
    Binary(BinaryOp),
    Intrinsic(IntrinsicId),
}

impl<'m> Pass<'m> {
    /// Compiles an intrinsic with a vector result or operand.
    pub fn vector_intrinsic(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result {
        use Combine::*;
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        let combine = match id {
            I::VECTOR_REDUCE_ADD => Binary(BinaryOp::Add),
            I::VECTOR_REDUCE_MUL => Binary(BinaryOp::Mul),
            I::VECTOR_REDUCE_AND => Binary(BinaryOp::And),
            I::VECTOR_REDUCE_OR => Binary(BinaryOp::Or),
            I::VECTOR_REDUCE_XOR => Binary(BinaryOp::Xor),
            I::VECTOR_REDUCE_SMAX => Intrinsic(I::SMAX),
            I::VECTOR_REDUCE_SMIN => Intrinsic(I::SMIN),
            I::VECTOR_REDUCE_UMAX => Intrinsic(I::UMAX),
            I::VECTOR_REDUCE_UMIN => Intrinsic(I::UMIN),
            I::VECTOR_REDUCE_FMAX => Intrinsic(I::MAXNUM),
            I::VECTOR_REDUCE_FMIN => Intrinsic(I::MINNUM),
            I::VECTOR_REDUCE_FMAXIMUM => Intrinsic(I::MAXIMUM),
            I::VECTOR_REDUCE_FMINIMUM => Intrinsic(I::MINIMUM),
            I::VECTOR_REDUCE_FADD => return self.reduce(inst, Binary(BinaryOp::FAdd), Some(arg(0)?), arg(1)?),
            I::VECTOR_REDUCE_FMUL => return self.reduce(inst, Binary(BinaryOp::FMul), Some(arg(0)?), arg(1)?),
            I::MASKED_LOAD => {
                let mask = self.mask_argument(args)?;
                return self.masked_load(inst, Lanes::Rows(arg(0)?), arg(mask)?, arg(mask + 1)?);
            }
            I::MASKED_STORE => {
                let mask = self.mask_argument(args)?;
                return self.masked_store(arg(0)?, Lanes::Rows(arg(1)?), arg(mask)?);
            }
            I::MASKED_GATHER => {
                let mask = self.mask_argument(args)?;
                return self.masked_load(inst, Lanes::At(arg(0)?), arg(mask)?, arg(mask + 1)?);
            }
            I::MASKED_SCATTER => {
                let mask = self.mask_argument(args)?;
                return self.masked_store(arg(0)?, Lanes::At(arg(1)?), arg(mask)?);
            }
            I::MASKED_EXPANDLOAD => return self.masked_load(inst, Lanes::Dense(arg(0)?), arg(1)?, arg(2)?),
            I::MASKED_COMPRESSSTORE => return self.masked_store(arg(0)?, Lanes::Dense(arg(1)?), arg(2)?),
            I::VECTOR_REVERSE => {
                let len = self.vector(self.inst_type(inst))?.len;
                return self.pick_lanes(inst, |lane| (arg(0).ok(), len - 1 - lane));
            }
            I::VECTOR_SPLICE_LEFT | I::VECTOR_SPLICE_RIGHT => {
                let len = self.vector(self.inst_type(inst))?.len;
                let offset = self.constant_int(arg(2)?).ok_or("vector.splice by an offset that is not constant")?;
                let offset = (offset as u32).min(len);
                let first = if id == I::VECTOR_SPLICE_LEFT { offset } else { len - offset };
                return self.pick_lanes(inst, |lane| match lane + first {
                    at if at < len => (arg(0).ok(), at),
                    at => (arg(1).ok(), at - len),
                });
            }
            I::VECTOR_EXTRACT => {
                let first = self.constant_int(arg(1)?).unwrap_or(0) as u32;
                return self.pick_lanes(inst, |lane| (arg(0).ok(), lane + first));
            }
            I::VECTOR_INSERT => {
                let first = self.constant_int(arg(2)?).unwrap_or(0) as u32;
                let count = self.vector(self.type_of(arg(1)?))?.len;
                return self.pick_lanes(inst, |lane| match lane.wrapping_sub(first) {
                    at if at < count => (arg(1).ok(), at),
                    _ => (arg(0).ok(), lane),
                });
            }
            I::VECTOR_INTERLEAVE2
            | I::VECTOR_INTERLEAVE3
            | I::VECTOR_INTERLEAVE4
            | I::VECTOR_INTERLEAVE5
            | I::VECTOR_INTERLEAVE6
            | I::VECTOR_INTERLEAVE7
            | I::VECTOR_INTERLEAVE8 => {
                let count = args.len() as u32;
                return self.pick_lanes(inst, |lane| (arg((lane % count) as usize).ok(), lane / count));
            }
            I::SADD_WITH_OVERFLOW
            | I::UADD_WITH_OVERFLOW
            | I::SSUB_WITH_OVERFLOW
            | I::USUB_WITH_OVERFLOW
            | I::SMUL_WITH_OVERFLOW
            | I::UMUL_WITH_OVERFLOW => return self.overflow_lanes(inst, id, arg(0)?, arg(1)?),
            I::STEPVECTOR => return self.step_vector(inst),
            I::GET_ACTIVE_LANE_MASK => return self.active_lanes(inst, arg(0)?, arg(1)?),
            I::EXPERIMENTAL_CTTZ_ELTS
            | I::EXPERIMENTAL_VECTOR_EXTRACT_LAST_ACTIVE
            | I::EXPERIMENTAL_VECTOR_COMPRESS => {
                return self.machine_state(inst, id, args).map(|_| ());
            }
            _ if self.machine_intrinsic(inst, id, args)? || self.predicated(inst, id, args)? => return Ok(()),
            _ if self.module.context().is_vector(self.inst_type(inst)) => {
                return self.elementwise(inst, args, |pass, inst, args| pass.intrinsic(inst, id, args));
            }
            _ => return Err(format!("the intrinsic {} on vectors", id.name()).into()),
        };
        self.reduce(inst, combine, None, arg(0)?)
    }

    /// The mask argument of an access: after the alignment argument, which the old form has.
    fn mask_argument(&self, args: &[Value]) -> Result<usize> {
        let cx = self.module.context();
        let is_mask =
            |&value: &Value| cx.vector_shape(self.type_of(value)).is_some_and(|(element, ..)| element == Type::I1);
        let from_first = args.iter().skip(1).position(is_mask);
        Ok(from_first.ok_or("an access without a mask")? + 1)
    }

    /// Combines all lanes, beginning with the first.
    fn reduce(&mut self, inst: Inst, combine: Combine, start: Option<Value>, vector: Value) -> Result {
        let len = self.vector(self.type_of(vector))?.len;
        let mut sum = start;
        if let Some(start) = start {
            self.hold(start);
        }
        for lane in 0..len {
            let element = self.lane(vector, lane)?;
            sum = Some(match (sum, combine) {
                (None, _) => element,
                (Some(sum), Combine::Binary(op)) => self.binary_step(op, sum, element)?,
                (Some(sum), Combine::Intrinsic(id)) => self.intrinsic_step(id, &[sum, element])?,
            });
        }
        let sum = sum.ok_or("a vector without lanes")?;
        self.copy_value(inst, sum)?;
        self.done(&[sum]);
        Ok(())
    }

    /// An intrinsic of one type.
    pub fn intrinsic_step(&mut self, id: IntrinsicId, args: &[Value]) -> Result<Value> {
        let inst = self.temporary(self.type_of(args[0]));
        self.intrinsic(inst, id, args)?;
        self.done(args);
        Ok(inst.into())
    }

    /// Arithmetic with overflow: a vector of results and a vector of overflow bits.
    fn overflow_lanes(&mut self, inst: Inst, id: IntrinsicId, a: Value, b: Value) -> Result {
        let cx = self.module.context();
        let bits = cx.element_type(self.inst_type(inst), 1).ok_or("a result without bits")?;
        let (results, bits) = (self.vector(self.type_of(a))?, self.vector(bits)?);
        let at = self.define(inst)?;
        let second = at + self.types.parts(self.type_of(a))?.len();
        for lane in 0..results.len {
            let (left, right) = (self.lane(a, lane)?, self.lane(b, lane)?);
            let (result, overflow) = self.overflow_steps(id, left, right)?;
            self.done(&[left, right]);
            self.set_lane(at, &results, lane, result)?;
            self.set_lane(second, &bits, lane, overflow)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// A vector whose lanes are selected from the lanes of operands.
    fn pick_lanes(&mut self, inst: Inst, from: impl Fn(u32) -> (Option<Value>, u32)) -> Result {
        let vector = self.vector(self.inst_type(inst))?;
        let at = self.define(inst)?;
        for lane in 0..vector.len {
            let (value, taken) = from(lane);
            let value = value.ok_or("an intrinsic with too few arguments")?;
            let taken = if taken < self.vector(self.type_of(value))?.len { taken } else { 0 };
            let element = self.lane(value, taken)?;
            self.set_lane(at, &vector, lane, element)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// The vector of lane indices.
    fn step_vector(&mut self, inst: Inst) -> Result {
        let vector = self.vector(self.inst_type(inst))?;
        let at = self.define(inst)?;
        for lane in 0..vector.len {
            let number = self.int_constant(vector.element, lane.into());
            self.set_lane(at, &vector, lane, number)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// `llvm.get.active.lane.mask`: which indices, counted from a first index, are below a limit; sums that overflow are not.
    fn active_lanes(&mut self, inst: Inst, first: Value, limit: Value) -> Result {
        let vector = self.vector(self.inst_type(inst))?;
        let at = self.define(inst)?;
        let ty = self.type_of(first);
        for lane in 0..vector.len {
            // lane < limit - first, if the difference is not negative.
            self.hold_times(2, &[first, limit]);
            let left = self.binary_step(BinaryOp::Sub, limit, first)?;
            let number = self.int_constant(ty, lane.into());
            let is_near = self.compare_step(IntPredicate::Ult, number, left)?;
            let is_below = self.compare_step(IntPredicate::Ult, first, limit)?;
            let both = self.binary_step(BinaryOp::And, is_near, is_below)?;
            self.set_lane(at, &vector, lane, both)?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// `icmp` and `fcmp` of vectors.
    pub fn compare_lanes(&mut self, inst: Inst, what: Comparison, lhs: Value, rhs: Value) -> Result {
        if self.compare_packed(inst, what, lhs, rhs)? {
            return Ok(());
        }
        if let Comparison::Float(predicate @ (FloatPredicate::True | FloatPredicate::False)) = what {
            let ty = self.inst_type(inst);
            let bit = self.int_constant(Type::I1, u64::from(predicate == FloatPredicate::True));
            let splat = self.module.constants().splat(self.module.context(), ty, bit);
            return self.copy_value(inst, splat);
        }
        self.elementwise(inst, &[lhs, rhs], |pass, inst, args| pass.compare_to_register(inst, what, args[0], args[1]))
    }
}
