//! Constrained floating-point intrinsics (`llvm.experimental.constrained.*`) are compiled as the unconstrained operation.
//! Operations are neither moved nor folded here, and machine instructions obey the rounding mode and exception masks of the
//! control registers.

use lindworm_ir::eval::{BinaryOp, CastOp, FloatPredicate};
use lindworm_ir::intrinsics::IntrinsicId;
use lindworm_ir::metadata::MetadataRef;
use lindworm_ir::version::IrVersion;
use lindworm_ir::{Inst, Value};

use super::Pass;
use super::compare::Comparison;
use crate::error::Result;

const PREFIX: &str = "llvm.experimental.constrained.";

impl<'m> Pass<'m> {
    /// Compiles a constrained intrinsic. Returns whether `id` is one.
    pub fn constrained(&mut self, inst: Inst, id: IntrinsicId, args: &[Value]) -> Result<bool> {
        use IntrinsicId as I;
        let arg = |i: usize| args.get(i).copied().ok_or("an intrinsic with too few arguments");
        let binary = match id {
            I::EXPERIMENTAL_CONSTRAINED_FADD => Some(BinaryOp::FAdd),
            I::EXPERIMENTAL_CONSTRAINED_FSUB => Some(BinaryOp::FSub),
            I::EXPERIMENTAL_CONSTRAINED_FMUL => Some(BinaryOp::FMul),
            I::EXPERIMENTAL_CONSTRAINED_FDIV => Some(BinaryOp::FDiv),
            I::EXPERIMENTAL_CONSTRAINED_FREM => Some(BinaryOp::FRem),
            _ => None,
        };
        if let Some(op) = binary {
            self.binary(inst, op, arg(0)?, arg(1)?)?;
            return Ok(true);
        }
        let cast = match id {
            I::EXPERIMENTAL_CONSTRAINED_FPEXT => Some(CastOp::FPExt),
            I::EXPERIMENTAL_CONSTRAINED_FPTRUNC => Some(CastOp::FPTrunc),
            I::EXPERIMENTAL_CONSTRAINED_FPTOSI => Some(CastOp::FPToSI),
            I::EXPERIMENTAL_CONSTRAINED_FPTOUI => Some(CastOp::FPToUI),
            I::EXPERIMENTAL_CONSTRAINED_SITOFP => Some(CastOp::SIToFP),
            I::EXPERIMENTAL_CONSTRAINED_UITOFP => Some(CastOp::UIToFP),
            _ => None,
        };
        if let Some(op) = cast {
            self.cast(inst, op, arg(0)?)?;
            return Ok(true);
        }
        if let I::EXPERIMENTAL_CONSTRAINED_FCMP | I::EXPERIMENTAL_CONSTRAINED_FCMPS = id {
            let name = arg(2)?.as_metadata().map(|m| m.open());
            let predicate = match name {
                Some(MetadataRef::String(string)) => FloatPredicate::from_name(self.module.metadata().string(string)),
                _ => None,
            };
            let predicate = predicate.ok_or("a comparison without a predicate")?;
            self.compare_to_register(inst, Comparison::Float(predicate), arg(0)?, arg(1)?)?;
            return Ok(true);
        }
        let name = id.name();
        let Some(plain) = name.strip_prefix(PREFIX) else { return Ok(false) };
        let plain = IntrinsicId::lookup(IrVersion::default(), format!("llvm.{plain}").as_bytes());
        let count = args.iter().position(|arg| arg.as_metadata().is_some()).unwrap_or(args.len());
        self.intrinsic(inst, plain.ok_or_else(|| format!("the intrinsic {name}"))?, &args[..count])?;
        Ok(true)
    }
}
