//! `<fenv.h>`: the rounding mode. Floating-point exceptions are not modelled.

use lindworm_eval::Rounding;
use lindworm_ir::triple::{Arch, Triple};

use super::{Call, builtins};

builtins! {
    "fegetround" = |c| {
        let (mode, names) = (c.state.rounding, names(c));
        c.give_signed(names.iter().find(|n| n.0 == mode).map_or(-1, |n| n.1))
    },
    "fesetround" = |c| {
        let (mode, names) = (i64::from(c.int(0)?), names(c));
        match names.iter().find(|n| n.1 == mode) {
            Some(&(mode, _)) => {
                c.state.rounding = mode;
                c.give(0)
            }
            None => c.give(1),
        }
    },
    // Operations never raise exceptions.
    "feclearexcept" = |c| c.give(0),
    "fedisableexcept" = |c| c.give(0),
    "feenableexcept" = |c| c.give_signed(-1),
    "fegetexcept" = |c| c.give(0),
    "fegetexceptflag" = |c| c.give(0),
    "feraiseexcept" = |c| c.give(0),
    "fesetexceptflag" = |c| c.give(0),
    "fetestexcept" = |c| c.give(0),
}

/// The values of `FE_TONEAREST` and the other modes.
fn names(c: &Call<'_>) -> [(Rounding, i64); 4] {
    let [down, up, zero] = match Triple::arch_of(c.program.modules[c.module].triple()) {
        Arch::AArch64 | Arch::Arm => [0x80_0000, 0x40_0000, 0xc0_0000],
        _ => [0x400, 0x800, 0xc00],
    };
    [(Rounding::NearestEven, 0), (Rounding::Downward, down), (Rounding::Upward, up), (Rounding::TowardZero, zero)]
}
