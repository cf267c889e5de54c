//! Inference of `nuw` and `nsw` from the operands.

use lindworm_ir::eval::{BinaryOp, ConstantRange};

use super::{Kind, ScalarEvolution, Scev, Wrap};

impl ScalarEvolution<'_> {
    /// The flags of an expression, with those that follow from its operands.
    pub(super) fn stronger_flags(&mut self, kind: &Kind, mut flags: Wrap) -> Wrap {
        let operands = match kind {
            Kind::Add(operands) | Kind::Mul(operands) | Kind::AddRec(operands, _) => operands,
            _ => return flags,
        };
        let both = Wrap::NUW | Wrap::NSW;
        if flags & both == Wrap::NSW && operands.iter().all(|&s| self.is_non_negative(s)) {
            flags |= Wrap::NUW;
        }
        let op = match kind {
            Kind::Add(_) => Some(BinaryOp::Add),
            Kind::Mul(_) => Some(BinaryOp::Mul),
            _ => None,
        };
        if let (Some(op), [first, second]) = (op, &operands[..])
            && !flags.contains(both)
            && let Some(constant) = self.as_constant(*first)
        {
            let constant = ConstantRange::from(constant.clone());
            for (flag, is_signed) in [(Wrap::NSW, true), (Wrap::NUW, false)] {
                if !flags.contains(flag) && self.range(*second, is_signed).never_overflows(op, is_signed, &constant) {
                    flags |= flag;
                }
            }
        }
        match (kind, &operands[..]) {
            (Kind::AddRec(..), &[start, step])
                if flags.contains(Wrap::NW)
                    && !flags.contains(Wrap::NUW)
                    && self.is_zero(start)
                    && self.is_non_negative(step) =>
            {
                flags |= Wrap::NUW;
            }
            (Kind::Mul(_), &[a, b]) => {
                let is_quotient = |s: Scev, by: Scev| matches!(self.kind(s), Kind::UDiv(_, d) if *d == by);
                if is_quotient(a, b) || is_quotient(b, a) {
                    flags |= Wrap::NUW;
                }
            }
            _ => {}
        }
        flags
    }

    /// Whether an operation on two expressions does not overflow.
    pub(crate) fn never_overflows(&mut self, op: BinaryOp, is_signed: bool, a: Scev, b: Scev) -> bool {
        let range = self.range(b, is_signed);
        self.range(a, is_signed).never_overflows(op, is_signed, &range)
    }
}
