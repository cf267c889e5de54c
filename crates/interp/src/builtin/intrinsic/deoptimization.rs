//! [`llvm.experimental.deoptimize`](https://llvm.org/docs/LangRef.html#llvm-experimental-deoptimize-intrinsic) and related
//! intrinsics. The continuation is the program's function `__llvm_deoptimize`, which is called instead (see the decoder).

use crate::builtin::{Call, Then, builtins};
use crate::options::UndefChoice;
use crate::stop::Stop;
use crate::ub::control as kinds;
use crate::value::{Knowledge, Reg};

builtins! {
    "llvm.experimental.deoptimize" = |c| {
        let what = "the program deoptimizes, and there is no function `@__llvm_deoptimize` to go on with";
        Err(c.state.error(what))
    },
    "llvm.experimental.guard" = guard,
    // Both results must be correct. A random choice exercises the rarely executed path.
    "llvm.experimental.widenable.condition" = |c| {
        let condition = c.state.options.undef != UndefChoice::Random || c.state.random() & 1 != 0;
        c.give(condition.into())
    },
}

/// The number of operations after a call of `llvm.experimental.guard` that deoptimize and return.
pub(crate) const AFTER_GUARD: u32 = 2;

/// `llvm.experimental.guard`: skips the operations that deoptimize if the condition is true.
fn guard(c: &mut Call<'_>) -> Result<Then, Stop> {
    let condition = c.args.first().copied().unwrap_or(Reg::int(1));
    let broken = match condition.meta.knowledge() {
        Knowledge::Defined(_) => None,
        Knowledge::Poison(_) => Some((&kinds::BRANCH_ON_POISON, "the condition is poison")),
        Knowledge::Undef(_) => Some((&kinds::BRANCH_ON_UNDEF, "the condition is undefined")),
    };
    if let Some((kind, message)) = broken {
        let notes = c.state.origin_note(condition);
        c.state.undefined(kind, message, notes)?;
    }
    if c.state.freeze(condition, 1).bits & 1 != 0
        && let Some(frame) = c.state.thread.frames.last_mut()
    {
        frame.pc += AFTER_GUARD;
    }
    Ok(Then::Elsewhere)
}
