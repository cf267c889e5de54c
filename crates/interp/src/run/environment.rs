//! The [floating-point environment](https://llvm.org/docs/LangRef.html#floating-point-environment): the rounding mode, and the
//! operations that depend on it.

use lindworm_eval::intrinsic::{Intrinsic, Operation};
use lindworm_eval::{CastOp, FastMathFlags, Float, Int, IntFlags, Rounding};

use super::{Regs, State};
use crate::decode::op::Constrained;
use crate::shape::Scalar;
use crate::stop::Stop;
use crate::ub::arithmetic as kinds;
use crate::value::Reg;

impl State {
    /// Checks the environment for an ordinary operation, which is only valid in the default environment.
    pub(super) fn default_environment(&mut self) -> Result<(), Stop> {
        match self.rounding {
            Rounding::NearestEven => Ok(()),
            other => {
                let message = format!("the rounding mode is `{}`", other.name());
                self.undefined(&kinds::FLOAT_ENVIRONMENT, message, Vec::new())
            }
        }
    }

    /// Executes one lane of a constrained operation.
    pub(super) fn constrained(&mut self, of: &Constrained, operands: &[(Regs, Scalar)]) -> Result<Regs, Stop> {
        let mode = self.rounding;
        if let Some(named) = of.rounding.filter(|&named| named != mode) {
            let message = format!("`{}` is named, and the rounding mode is `{}`", named.name(), mode.name());
            self.undefined(&kinds::ROUNDING_MODE, message, Vec::new())?;
        }
        if mode != Rounding::NearestEven
            && operands.iter().flat_map(|o| &o.0).all(|r| r.meta.is_defined())
            && let Some(bits) = rounded(of, operands, mode)
        {
            return Ok((0..bits.width().div_ceil(64)).map(|i| Reg::int(bits.limb(i as usize))).collect());
        }
        match (of.operation, operands) {
            (Operation::Binary(op), [(a, Scalar::Float(format)), (b, _)]) => {
                Ok(self.wide_float_binary(op, of.flags, *format, a, b))
            }
            (Operation::Cast(op), [(a, from)]) => {
                Ok(self.wide_cast(op, IntFlags::empty(), of.flags, *from, of.result, a))
            }
            (Operation::Intrinsic(intrinsic), _) => self.intrinsic(intrinsic, of.flags, operands, &[of.result]),
            _ => Err(self.error("this constrained operation cannot be run")),
        }
    }
}

/// The result of an operation in a rounding mode other than to nearest; `None` if the mode makes no difference.
fn rounded(of: &Constrained, operands: &[(Regs, Scalar)], mode: Rounding) -> Option<Int> {
    let float = |i: usize| match operands.get(i)? {
        (regs, Scalar::Float(format)) => {
            let limbs: Vec<u64> = regs.iter().map(|r| r.bits).collect();
            Some(Float::from_bits(*format, Int::from_limbs(format.bits(), &limbs).low_u128()))
        }
        _ => None,
    };
    let int = |i: usize| {
        let (regs, scalar) = operands.get(i)?;
        let limbs: Vec<u64> = regs.iter().map(|r| r.bits).collect();
        Some(Int::from_limbs(scalar.bits(), &limbs))
    };
    let result = match (of.operation, of.result) {
        (Operation::Binary(op), _) => float(0)?.binary_rounding(op, float(1)?, mode)?,
        (Operation::Cast(CastOp::FPTrunc), Scalar::Float(to)) => float(0)?.convert_rounding(to, mode).0,
        (Operation::Cast(CastOp::SIToFP), Scalar::Float(to)) => Float::from_int_rounding(to, &int(0)?, true, mode),
        (Operation::Cast(CastOp::UIToFP), Scalar::Float(to)) => Float::from_int_rounding(to, &int(0)?, false, mode),
        (Operation::Intrinsic(Intrinsic::FMA), _) => float(0)?.fma_rounding(float(1)?, float(2)?, mode),
        (Operation::Intrinsic(Intrinsic::Sqrt), _) => float(0)?.sqrt_rounding(mode),
        (Operation::Intrinsic(Intrinsic::RInt | Intrinsic::NearbyInt), _) => float(0)?.round(mode),
        (Operation::Intrinsic(Intrinsic::LRInt | Intrinsic::LLRInt), Scalar::Int(width)) => {
            return float(0)?.round(mode).to_int(width, true);
        }
        _ => return None,
    };
    let broken = result.is_nan() && of.flags.contains(FastMathFlags::NNAN)
        || result.is_infinite() && of.flags.contains(FastMathFlags::NINF);
    (!broken).then(|| result.to_int_bits())
}
