//! Temporarily invariant memory ([Language Reference](https://llvm.org/docs/LangRef.html#llvm-invariant-start-intrinsic)), and
//! pointers for `!invariant.group`.

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "llvm.invariant.start" = start,
    "llvm.invariant.end" = end,
    "llvm.launder.invariant.group" = same,
    "llvm.strip.invariant.group" = same,
}

fn start(call: &mut Call<'_>) -> Result<Then, Stop> {
    if let &[size, pointer] = call.args {
        call.result[0] = call.state.freeze_memory(pointer, size.bits);
    }
    Ok(Then::Return)
}

fn end(call: &mut Call<'_>) -> Result<Then, Stop> {
    if let &[start, _, pointer] = call.args {
        call.state.unfreeze_memory(start, pointer);
    }
    Ok(Then::Return)
}

/// Returns the same pointer. As a different SSA value it is another pointer for `!invariant.group`.
fn same(call: &mut Call<'_>) -> Result<Then, Stop> {
    call.result.copy_from_slice(call.args);
    Ok(Then::Return)
}
