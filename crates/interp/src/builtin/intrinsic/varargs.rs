//! [Variadic arguments](https://llvm.org/docs/LangRef.html#variable-argument-handling-intrinsics).

use crate::builtin::{Then, builtins};

builtins! {
    "llvm.va_start" = |c| {
        let list = c.register(0)?;
        c.state.va_start(list)?;
        Ok(Then::Return)
    },
    "llvm.va_end" = |c| {
        let list = c.register(0)?;
        c.state.va_end(list)?;
        Ok(Then::Return)
    },
    "llvm.va_copy" = |c| {
        let (to, from) = (c.register(0)?, c.register(1)?);
        c.state.va_copy(to, from)?;
        Ok(Then::Return)
    },
}
