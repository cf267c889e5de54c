//! [Floating-Point Environment
//! Manipulation](https://llvm.org/docs/LangRef.html#floating-point-environment-manipulation-intrinsics): the rounding mode,
//! which is the only modelled part of the environment.

use lindworm_eval::Rounding;

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "llvm.get.rounding" = get,
    "llvm.set.rounding" = set,
    "llvm.get.fpenv" = get,
    "llvm.set.fpenv" = set,
    "llvm.reset.fpenv" = reset,
    "llvm.get.fpmode" = get,
    "llvm.set.fpmode" = set,
    "llvm.reset.fpmode" = reset,
}

fn get(c: &mut Call<'_>) -> Result<Then, Stop> {
    let mode = c.state.rounding as u64;
    c.give(mode)
}

/// An invalid mode has no effect.
fn set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let mode = c.size(0)?;
    if let Some(&mode) = Rounding::ALL.get(mode as usize) {
        c.state.rounding = mode;
    }
    Ok(Then::Return)
}

fn reset(c: &mut Call<'_>) -> Result<Then, Stop> {
    c.state.rounding = Rounding::NearestEven;
    Ok(Then::Return)
}
