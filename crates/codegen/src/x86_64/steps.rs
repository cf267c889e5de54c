//! Steps: an instruction on values that the machine does not support directly is compiled as several instructions on supported
//! values.
//!
//! A step defines a temporary, a value without an instruction in the body, and counts one use of each operand as done, as
//! instructions do. An operand that is needed again must be held first.

use lindworm_ir::eval::{BinaryOp, CastOp, IntPredicate};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::{PartKind, Vector};
use lindworm_target::x86_64::{Mem, Reg};
use smallvec::SmallVec;

use super::Pass;
use super::compare::Comparison;
use crate::constants;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    /// The type of an instruction's result.
    #[inline]
    pub fn inst_type(&self, inst: Inst) -> Type {
        match self.values.temporary_type(inst) {
            None => self.body.inst_type(inst),
            Some(ty) => ty,
        }
    }

    /// Whether a value is a temporary, which no instruction of the body defines.
    pub fn is_temporary(&self, inst: Inst) -> bool {
        self.values.temporary_type(inst).is_some()
    }

    /// A temporary with one use, to be defined by a step.
    pub fn temporary(&mut self, ty: Type) -> Inst {
        self.values.add_temporary(ty, self.position)
    }

    /// Adds a use of a value, which a later `retire` counts as done.
    pub fn hold(&mut self, value: Value) {
        if let Some(number) = self.values.number(value) {
            self.values.info_mut(number).uses += 1;
        }
    }

    /// Adds `times` uses to each value.
    pub fn hold_times(&mut self, times: usize, values: &[Value]) {
        (0..times).for_each(|_| values.iter().for_each(|&value| self.hold(value)));
    }

    /// Ends a step: counts one use of each operand as done.
    pub fn done(&mut self, operands: &[Value]) {
        self.registers.unlock();
        operands.iter().for_each(|&operand| self.retire(operand));
    }

    /// Frees the result of an instruction if it is unused.
    pub fn free_unused(&mut self, inst: Inst) {
        if self.values.of_inst(inst).uses == 0 {
            self.free(inst.as_u32());
        }
    }

    /// An integer constant.
    pub fn int_constant(&self, ty: Type, value: u64) -> Value {
        self.module.constants().int(self.module.context(), ty, value)
    }

    /// `lhs op rhs`
    pub fn binary_step(&mut self, what: BinaryOp, lhs: Value, rhs: Value) -> Result<Value> {
        let inst = self.temporary(self.type_of(lhs));
        self.binary(inst, what, lhs, rhs)?;
        self.done(&[lhs, rhs]);
        Ok(inst.into())
    }

    /// A cast to a type.
    pub fn cast_step(&mut self, what: CastOp, value: Value, to: Type) -> Result<Value> {
        if self.type_of(value) == to {
            return Ok(value);
        }
        let inst = self.temporary(to);
        self.cast(inst, what, value)?;
        self.done(&[value]);
        Ok(inst.into())
    }

    /// A comparison of integers.
    pub fn compare_step(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Result<Value> {
        let inst = self.temporary(Type::I1);
        self.compare_to_register(inst, Comparison::Int(predicate), lhs, rhs)?;
        self.done(&[lhs, rhs]);
        Ok(inst.into())
    }

    /// `select`
    pub fn select_step(&mut self, condition: Value, if_true: Value, if_false: Value) -> Result<Value> {
        let inst = self.temporary(self.type_of(if_true));
        self.select(inst, condition, if_true, if_false)?;
        self.done(&[condition, if_true, if_false]);
        Ok(inst.into())
    }

    /// A call of a function of the runtime.
    pub fn runtime_step(&mut self, name: &'static str, args: &[Value], result: Type) -> Result<Value> {
        let inst = self.temporary(result);
        self.call_runtime(inst, Runtime(name), args)?;
        self.done(args);
        Ok(inst.into())
    }

    /// Applies a function to each lane of vectors. Scalar operands are the same for all lanes.
    pub fn elementwise(
        &mut self,
        inst: Inst,
        operands: &[Value],
        mut f: impl FnMut(&mut Self, Inst, &[Value]) -> Result,
    ) -> Result {
        let vector = self.vector(self.inst_type(inst))?;
        let at = self.define(inst)?;
        for lane in 0..vector.len {
            let mut args: SmallVec<[Value; 4]> = SmallVec::new();
            for &operand in operands {
                args.push(match self.is_vector(operand) {
                    true => self.lane(operand, lane)?,
                    false => {
                        self.hold(operand);
                        operand
                    }
                });
            }
            let result = self.temporary(vector.element);
            f(self, result, &args)?;
            self.done(&args);
            self.set_lane(at, &vector, lane, result.into())?;
        }
        self.free_unused(inst);
        Ok(())
    }

    /// How a vector is represented.
    pub fn vector(&self, ty: Type) -> Result<Vector> {
        self.types.parts(ty)?;
        Ok(self.types.vector(ty).ok_or("an operand that is not a vector")?)
    }

    /// Whether a value is a vector.
    pub fn is_vector(&self, value: Value) -> bool {
        self.module.context().is_vector(self.type_of(value))
    }

    /// A lane of a vector.
    pub fn lane(&mut self, value: Value, lane: u32) -> Result<Value> {
        let vector = self.vector(self.type_of(value))?;
        if self.values.number(value).is_none() {
            return constants::element(self.module, self.types, value, lane.into());
        }
        let result = self.temporary(vector.element);
        let to = self.define(result)?;
        let (part, byte) = vector.place(lane);
        if vector.lane_bytes == 0 {
            self.hold(value);
            for i in 0..vector.element_parts as usize {
                self.copy_part(to + i, value, part + i)?;
            }
            self.retire(value);
            return Ok(result.into());
        }
        let slot = self.lane_slot(value, part, byte)?;
        let kind = self.values.parts[to].kind;
        let reg = self.temp(Self::bank(kind)?)?;
        self.load_kind(kind, reg, Mem::base(Reg::RBP, slot).into())?;
        self.assign(to, reg);
        self.registers.unlock_one(reg);
        Ok(result.into())
    }

    /// The offset in the frame of a byte of a part of a value. The slot holds the part afterwards.
    pub fn lane_slot(&mut self, value: Value, part: usize, byte: u32) -> Result<i32> {
        match self.part_at(value, part)? {
            Some(at) => Ok(self.in_slot(at)? + byte as i32),
            None => Err("a slot of a constant".into()),
        }
    }

    /// Stores a lane of a vector whose parts begin at `at`, and counts one use of the lane's value as done.
    pub fn set_lane(&mut self, at: usize, vector: &Vector, lane: u32, value: Value) -> Result {
        let (part, byte) = vector.place(lane);
        if vector.lane_bytes == 0 {
            for i in 0..vector.element_parts as usize {
                self.copy_part(at + part + i, value, i)?;
            }
        } else {
            let slot = self.slot_of(at + part)?;
            let kind = match self.kind_of(value)? {
                PartKind::Int(_) => PartKind::Int(8 * vector.lane_bytes as u8),
                kind => kind,
            };
            self.store_part(value, 0, kind, Mem::base(Reg::RBP, slot + byte as i32).into())?;
        }
        self.done(&[value]);
        Ok(())
    }

    /// Copies bytes of the frame through a scratch register.
    pub fn copy_slot(&mut self, to: i32, from: i32, bytes: u32) -> Result {
        self.copy_by_moves(Mem::base(Reg::RBP, to).into(), Mem::base(Reg::RBP, from).into(), bytes)
    }
}
