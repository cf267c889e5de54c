//! Vector-predicated intrinsics (`llvm.vp.*`): operations on the lanes that a mask and an explicit vector length enable.
//!
//! The other lanes of a result are poison, so that most operations ignore mask and length. Those that a disabled lane could make trap, and
//! those on memory, obey them.

use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Inst, Value};

use super::Pass;
use super::compare::Comparison;
use super::vector_memory::Lanes;
use crate::error::Result;

impl<'m> Pass<'m> {
    /// Compiles a predicated intrinsic. Returns whether `id` is one.
    pub fn predicated(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        let full_name = id.name();
        let Some(name) = full_name.strip_prefix("llvm.vp.") else { return Ok(false) };
        let [operands @ .., mask, length] = args else { return Err("an intrinsic with too few arguments".into()) };
        if let Some(op) = BinaryOp::from_name(name.as_bytes()) {
            let &[lhs, mut rhs] = operands else { return Err("an intrinsic with too few arguments".into()) };
            self.hold(rhs);
            if let BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem = op {
                let ty = self.type_of(rhs);
                let vector = self.vector(ty)?;
                let one = self.int_constant(vector.element, 1);
                let ones = self.module.constants().splat(self.module.context(), ty, one);
                let active = self.active_mask(*mask, *length)?;
                rhs = self.select_step(active, rhs, ones)?;
            }
            self.binary(inst, op, lhs, rhs)?;
            self.done(&[rhs]);
            return Ok(true);
        }
        if let (Some(op), [value]) = (CastOp::from_name(name.as_bytes()), operands) {
            self.cast(inst, op, *value)?;
            return Ok(true);
        }
        if let Some(what) = name.strip_prefix("reduce.") {
            self.reduce_predicated(inst, what, args)?;
            return Ok(true);
        }
        match (name, operands) {
            ("icmp" | "fcmp", &[lhs, rhs, predicate]) => {
                let predicate = match predicate.as_metadata().map(|m| m.open()) {
                    Some(MetadataRef::String(string)) => self.module.metadata().string(string),
                    _ => return Err("a comparison without a predicate".into()),
                };
                let what = match name {
                    "icmp" => IntPredicate::from_name(predicate).map(Comparison::Int),
                    _ => FloatPredicate::from_name(predicate).map(Comparison::Float),
                };
                self.compare_lanes(inst, what.ok_or("a comparison without a predicate")?, lhs, rhs)?;
            }
            ("select" | "merge", _) => {
                let &[condition, if_true, if_false, length] = args else {
                    return Err("an intrinsic with too few arguments".into());
                };
                let active = self.active_mask(condition, length)?;
                self.select(inst, active, if_true, if_false)?;
                self.done(&[active]);
            }
            ("fneg", &[value]) => self.float_negate(inst, value)?,
            ("load" | "gather", &[pointer]) => {
                let active = self.active_mask(*mask, *length)?;
                let poison = self.module.constants().poison(self.inst_type(inst));
                let lanes = if name == "load" { Lanes::Rows(pointer) } else { Lanes::At(pointer) };
                self.masked_load(inst, lanes, active, poison)?;
                self.done(&[active]);
            }
            ("store" | "scatter", &[value, pointer]) => {
                let active = self.active_mask(*mask, *length)?;
                let lanes = if name == "store" { Lanes::Rows(pointer) } else { Lanes::At(pointer) };
                self.masked_store(value, lanes, active)?;
                self.done(&[active]);
            }
            _ => {
                let plain = if name == "roundtozero" { "trunc" } else { name };
                let plain = IntrinsicId::lookup(IrVersion::default(), format!("llvm.{plain}").as_bytes());
                let plain = plain.ok_or_else(|| format!("the intrinsic {full_name}"))?;
                self.intrinsic(inst, plain, operands)?;
            }
        }
        Ok(true)
    }

    /// The lanes of a mask that are below a length.
    fn active_mask(&mut self, mask: Value, length: Value) -> Result<Value> {
        let vector = self.vector(self.type_of(mask))?;
        if self.constant_int(length).is_some_and(|length| length >= vector.len.into()) {
            self.hold(mask);
            return Ok(mask);
        }
        let active = self.temporary(self.type_of(mask));
        let at = self.define(active)?;
        for lane in 0..vector.len {
            let is_active = self.is_active(mask, length, lane)?;
            self.set_lane(at, &vector, lane, is_active)?;
        }
        Ok(active.into())
    }

    fn is_active(&mut self, mask: Value, length: Value, lane: u32) -> Result<Value> {
        let bit = self.lane(mask, lane)?;
        self.hold(length);
        let number = self.int_constant(self.type_of(length), lane.into());
        let is_below = self.compare_step(IntPredicate::Ult, number, length)?;
        self.binary_step(BinaryOp::And, bit, is_below)
    }

    fn reduce_predicated(&mut self, inst: Inst, what: &str, args: &[Value]) -> Result {
        let &[start, vector, mask, length] = args else { return Err("an intrinsic with too few arguments".into()) };
        let binary = BinaryOp::from_name(what.as_bytes());
        let name = match what {
            "fmax" => "llvm.maxnum".to_owned(),
            "fmin" => "llvm.minnum".to_owned(),
            "fmaximum" | "fminimum" => format!("llvm.{}", &what[1..]),
            _ => format!("llvm.{what}"),
        };
        let intrinsic = IntrinsicId::lookup(IrVersion::default(), name.as_bytes());
        let mut sum = start;
        self.hold(start);
        for lane in 0..self.vector(self.type_of(vector))?.len {
            let is_active = self.is_active(mask, length, lane)?;
            let element = self.lane(vector, lane)?;
            self.hold(sum);
            let next = match (binary, intrinsic) {
                (Some(op), _) => self.binary_step(op, sum, element)?,
                (None, Some(id)) => self.intrinsic_step(id, &[sum, element])?,
                _ => return Err(format!("the intrinsic llvm.vp.reduce.{what}").into()),
            };
            sum = self.select_step(is_active, next, sum)?;
        }
        self.give(inst, sum)
    }
}
