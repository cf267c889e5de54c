//! `fp128`: held in vector registers, arithmetic by the runtime.

use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use lindworm_ir::{Inst, Type, Value};
use lindworm_target::legal::PartKind;

use super::Pass;
use super::compare::Comparison;
use crate::error::Result;
use crate::relocation::Runtime;

impl<'m> Pass<'m> {
    pub fn binary_quad(&mut self, inst: Inst, what: BinaryOp, lhs: Value, rhs: Value) -> Result {
        let name = match what {
            BinaryOp::FAdd => "__addtf3",
            BinaryOp::FSub => "__subtf3",
            BinaryOp::FMul => "__multf3",
            BinaryOp::FDiv => "__divtf3",
            _ => "fmodf128",
        };
        self.call_runtime(inst, Runtime(name), &[lhs, rhs])
    }

    /// A comparison: the runtime functions return a number that compares with zero as the operands compare.
    pub fn compare_quad(&mut self, inst: Inst, predicate: FloatPredicate, lhs: Value, rhs: Value) -> Result {
        use FloatPredicate as P;
        use IntPredicate::*;
        let (name, is) = match predicate {
            P::Oeq => ("__eqtf2", Eq),
            P::Une => ("__netf2", Ne),
            P::Olt => ("__lttf2", Slt),
            P::Ole => ("__letf2", Sle),
            P::Ogt => ("__gttf2", Sgt),
            P::Oge => ("__getf2", Sge),
            P::Uno => ("__unordtf2", Ne),
            P::Ord => ("__unordtf2", Eq),
            // With a NaN, these functions return a number that makes the comparison true.
            P::Ult => ("__getf2", Slt),
            P::Ule => ("__gttf2", Sle),
            P::Ugt => ("__letf2", Sgt),
            P::Uge => ("__lttf2", Sge),
            P::One | P::Ueq => {
                let (order, equal, join) = match predicate {
                    P::One => (P::Ord, P::Une, BinaryOp::And),
                    _ => (P::Uno, P::Oeq, BinaryOp::Or),
                };
                let (first, second) = (self.temporary(Type::I1), self.temporary(Type::I1));
                self.compare_quad(first, order, lhs, rhs)?;
                self.compare_quad(second, equal, lhs, rhs)?;
                self.binary(inst, join, first.into(), second.into())?;
                self.done(&[first.into(), second.into()]);
                return Ok(());
            }
            P::False | P::True => {
                let constant = self.int_constant(Type::I1, u64::from(predicate == P::True));
                return self.copy_value(inst, constant);
            }
        };
        self.hold(lhs);
        self.hold(rhs);
        let order = self.runtime_step(name, &[lhs, rhs], Type::I32)?;
        self.compare_to_register(inst, Comparison::Int(is), order, self.int_constant(Type::I32, 0))?;
        self.done(&[order]);
        Ok(())
    }

    pub fn cast_quad(&mut self, inst: Inst, what: CastOp, value: Value) -> Result {
        use CastOp::*;
        use PartKind::*;
        let to = self.inst_type(inst);
        let width = |ty| self.module.context().int_or_byte_width(ty);
        match (width(self.type_of(value)), width(to)) {
            (Some(65..=127), _) => {
                self.hold(value);
                let number = self.cast_step(if what == SIToFP { SExt } else { ZExt }, value, Type::I128)?;
                self.cast(inst, what, number)?;
                self.done(&[number]);
                return Ok(());
            }
            (_, Some(65..=127)) => {
                self.hold(value);
                let number = self.cast_step(what, value, Type::I128)?;
                self.cast(inst, Trunc, number)?;
                self.done(&[number]);
                return Ok(());
            }
            (Some(129..), _) => return self.limbs_to_float(inst, what == SIToFP, value),
            (_, Some(129..)) => return self.float_to_limbs(inst, value),
            _ => {}
        }
        let kind = |parts: &[lindworm_target::legal::Part]| match parts {
            [part] => part.kind,
            // A 128-bit integer.
            _ => F128,
        };
        let from_kind = kind(self.types.parts(self.type_of(value))?);
        let to_kind = kind(self.types.parts(to)?);
        let name = match (what, from_kind, to_kind) {
            (BitCast, ..) => return self.cast_bits(inst, value),
            (FPExt, F32, _) => "__extendsftf2",
            (FPExt, F64, _) => "__extenddftf2",
            (FPExt, F80, _) => "__extendxftf2",
            (FPTrunc, _, F32) => "__trunctfsf2",
            (FPTrunc, _, F64) => "__trunctfdf2",
            (FPTrunc, _, F80) => "__trunctfxf2",
            (SIToFP, Int(32), _) => "__floatsitf",
            (SIToFP, Int(64), _) => "__floatditf",
            (SIToFP, F128, _) => "__floattitf",
            (UIToFP, Int(32), _) => "__floatunsitf",
            (UIToFP, Int(64), _) => "__floatunditf",
            (UIToFP, F128, _) => "__floatuntitf",
            (FPToSI, _, Int(32)) => "__fixtfsi",
            (FPToSI, _, Int(64)) => "__fixtfdi",
            (FPToSI, _, F128) => "__fixtfti",
            (FPToUI, _, Int(32)) => "__fixunstfsi",
            (FPToUI, _, Int(64)) => "__fixunstfdi",
            (FPToUI, _, F128) => "__fixunstfti",
            (SIToFP | UIToFP, Int(bits), _) => {
                let wider = if bits < 32 { Type::I32 } else { Type::I64 };
                self.hold(value);
                let number = self.cast_step(if what == SIToFP { SExt } else { ZExt }, value, wider)?;
                self.cast(inst, what, number)?;
                self.done(&[number]);
                return Ok(());
            }
            (FPToSI | FPToUI, _, Int(bits)) => {
                let wider = if bits < 32 { Type::I32 } else { Type::I64 };
                self.hold(value);
                let number = self.cast_step(what, value, wider)?;
                self.cast(inst, Trunc, number)?;
                self.done(&[number]);
                return Ok(());
            }
            _ => return Err(format!("{} of fp128", what.name()).into()),
        };
        self.call_runtime(inst, Runtime(name), &[value])
    }
}
