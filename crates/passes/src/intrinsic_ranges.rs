//! Ranges of the results of intrinsics.

use lindworm_ir::eval::range::ConstantRange;
use lindworm_ir::eval::{BinaryOp, Int};
use lindworm_ir::intrinsics::IntrinsicId;

/// The integers that `vscale` may be.
pub(crate) fn vscale_range(least: u32, most: u32, width: u32) -> ConstantRange {
    let fits = |n: u32| width >= 32 || u64::from(n) < 1 << width;
    let upper = match most != 0 && fits(most) {
        true => Int::new(width, most.into()).add(&Int::one(width)),
        false => Int::zero(width),
    };
    match fits(least) {
        true => ConstantRange::new(Int::new(width, least.into()), upper),
        false => ConstantRange::full(width),
    }
}

/// The operation of an intrinsic that also returns whether it overflowed, and whether it is signed.
pub(crate) fn overflowing(id: IntrinsicId) -> Option<(BinaryOp, bool)> {
    use IntrinsicId as I;
    Some(match id {
        I::SADD_WITH_OVERFLOW => (BinaryOp::Add, true),
        I::UADD_WITH_OVERFLOW => (BinaryOp::Add, false),
        I::SSUB_WITH_OVERFLOW => (BinaryOp::Sub, true),
        I::USUB_WITH_OVERFLOW => (BinaryOp::Sub, false),
        I::SMUL_WITH_OVERFLOW => (BinaryOp::Mul, true),
        I::UMUL_WITH_OVERFLOW => (BinaryOp::Mul, false),
        _ => return None,
    })
}

/// Whether an intrinsic has a range for ranges of its operands: LLVM's `ConstantRange::isIntrinsicSupported`.
pub(crate) fn has_ranges(id: IntrinsicId) -> bool {
    use IntrinsicId as I;
    matches!(id, I::UADD_SAT | I::USUB_SAT | I::SADD_SAT | I::SSUB_SAT | I::UMIN | I::UMAX | I::SMIN | I::SMAX | I::ABS)
        || matches!(id, I::CTLZ | I::CTTZ | I::CTPOP)
}

/// The results of an intrinsic for ranges of its operands. `flag` is the operand that declares a special case poison.
pub(crate) fn intrinsic_range(
    id: IntrinsicId,
    a: &ConstantRange,
    b: &ConstantRange,
    flag: bool,
    width: u32,
) -> ConstantRange {
    use IntrinsicId as I;
    match id {
        I::UADD_SAT => a.saturating_add(b, false),
        I::USUB_SAT => a.saturating_sub(b, false),
        I::SADD_SAT => a.saturating_add(b, true),
        I::SSUB_SAT => a.saturating_sub(b, true),
        I::UMIN => a.umin(b),
        I::UMAX => a.umax(b),
        I::SMIN => a.smin(b),
        I::SMAX => a.smax(b),
        I::ABS => a.abs(flag),
        I::CTLZ => a.leading_zeros(flag),
        I::CTTZ => a.trailing_zeros(flag),
        I::CTPOP => a.population_count(),
        _ => ConstantRange::full(width),
    }
}
