//! [Vector predication](https://llvm.org/docs/LangRef.html#vector-predication-intrinsics): operations on the lanes enabled by a
//! mask and an explicit vector length.

use lindworm_eval::FastMathFlags;
use lindworm_eval::intrinsic::Operation;
use lindworm_ir::instruction::CallInfo;
use lindworm_ir::{Inst, Type, Value};

use super::Decoder;
use super::arithmetic::Place;
use super::op::{Op, Operand, Rare};
use crate::shape::ShapeError;

/// The condition for a lane to be enabled.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    /// The mask, if any.
    mask: Option<Operand>,
    /// The explicit vector length.
    length: Operand,
}

impl Decoder<'_> {
    /// Removes mask and length from the end of the operands, and emits the check of the length.
    pub(super) fn predication(&mut self, args: &mut Vec<Value>) -> Result<Gate, ShapeError> {
        let (Some(length), Some(mask)) = (args.pop(), args.pop()) else { return Err(ShapeError::NoValue) };
        let lanes = self.type_of(mask);
        let gate = Gate { mask: Some(self.operand(mask)?), length: self.operand(length)? };
        self.check_length(gate.length, lanes)?;
        Ok(gate)
    }

    fn check_length(&mut self, length: Operand, vector: Type) -> Result<(), ShapeError> {
        let lanes = self.shape(vector)?.leaves.len() as u32;
        self.rare(Rare::VectorLength { length, lanes });
        Ok(())
    }

    /// Makes the operations that `compute` emits for a lane conditional on the lane. If the lane is disabled, `result` becomes
    /// poison, or is unchanged if `stays`.
    pub(super) fn gated(&mut self, gate: Gate, lane: u32, result: Place, stays: bool, compute: impl FnOnce(&mut Self)) {
        let (dst, count) = (result.0, result.1.registers());
        let mask = gate.mask.map(|mask| mask + lane);
        let at = self.code.rare.len();
        self.rare(Rare::Gate { mask, length: gate.length, lane, dst, count, stays, skip: 0 });
        let start = self.code.ops.len();
        compute(self);
        let emitted = (self.code.ops.len() - start) as u32;
        if let Rare::Gate { skip, .. } = &mut self.code.rare[at] {
            *skip = emitted;
        }
    }

    /// `llvm.vp.reduce.*`: a sequential reduction of the start value and the enabled lanes.
    pub(super) fn predicated_reduction(
        &mut self,
        joined_by: Operation,
        flags: FastMathFlags,
        args: &[(Operand, Type)],
        dst: u32,
        gate: Gate,
    ) -> Result<(), ShapeError> {
        let &[(start, _), (vector, ty)] = args else { return Err(ShapeError::NoValue) };
        for (lane, leaf) in self.shape(ty)?.leaves.iter().enumerate() {
            if lane == 0 {
                self.move_run(dst, start, leaf.scalar.registers());
            }
            let (result, next) = ((dst, leaf.scalar), (vector + leaf.register, leaf.scalar));
            self.gated(gate, lane as u32, result, true, |decoder| {
                decoder.compute(joined_by, &[], flags, &[result, next], &[result]);
            });
        }
        Ok(())
    }

    /// Decodes `llvm.vp.select` and `llvm.vp.merge`. Returns whether `name` is one of them.
    pub(super) fn predicated_select(&mut self, inst: Inst, name: &str, call: &CallInfo) -> Result<bool, ShapeError> {
        let merges = match name {
            "llvm.vp.select" => false,
            "llvm.vp.merge" => true,
            _ => return Ok(false),
        };
        let body = self.body;
        let &[condition, a, b, length] = body.call_args(call) else { return Ok(false) };
        let ty = body.inst_type(inst);
        let dst = self.code.slots[cranelift_entity::EntityRef::index(inst)];
        let (c, a, b, length) = (self.operand(condition)?, self.operand(a)?, self.operand(b)?, self.operand(length)?);
        self.check_length(length, ty)?;
        for (lane, leaf) in self.shape(ty)?.leaves.iter().enumerate() {
            let (r, lane) = (leaf.register, lane as u32);
            // Lanes beyond the length are taken from the third operand, or poison.
            if merges {
                self.move_run(dst + r, b + r, leaf.scalar.registers());
            }
            self.gated(Gate { mask: None, length }, lane, (dst + r, leaf.scalar), merges, |decoder| {
                for r in r..r + leaf.scalar.registers() {
                    decoder.emit(Op::Select { dst: dst + r, condition: c + lane, a: a + r, b: b + r });
                }
            });
        }
        Ok(true)
    }
}
