//! `setjmp` and `longjmp`. The signal mask is not saved.

use super::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "setjmp" = set,
    "_setjmp" = set,
    "sigsetjmp" = set,
    "__sigsetjmp" = set,
    "longjmp" = jump,
    "_longjmp" = jump,
    "siglongjmp" = jump,
    "__longjmp_chk" = jump,
}

/// `setjmp(buffer)`.
pub(super) fn set(c: &mut Call<'_>) -> Result<Then, Stop> {
    let buffer = c.arg(0)?;
    c.state.set_jump(buffer)?;
    c.give(0)
}

/// `longjmp(buffer, value)`.
fn jump(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (buffer, value) = (c.arg(0)?, c.size(1)?);
    c.state.jump(c.program, buffer, value.max(1))
}
