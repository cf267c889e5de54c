//! Lifetimes of `alloca` objects ([Language Reference](https://llvm.org/docs/LangRef.html#memory-use-markers)).

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "llvm.lifetime.start" = |call| set_alive(call, true),
    "llvm.lifetime.end" = |call| set_alive(call, false),
}

fn set_alive(call: &mut Call<'_>, alive: bool) -> Result<Then, Stop> {
    // Poison has no provenance, and no effect.
    if let [pointer] = call.args {
        let object = pointer.meta.provenance();
        let size = call.state.memory.entry(object).map_or(0, |e| e.size);
        call.state.spend_on(size)?;
        call.state.memory.set_alive(object, alive);
    }
    Ok(Then::Return)
}
