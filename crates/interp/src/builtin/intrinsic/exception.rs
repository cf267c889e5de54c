//! [Exception handling intrinsics](https://llvm.org/docs/ExceptionHandling.html#exception-handling-intrinsics).

use crate::builtin::builtins;

builtins! {
    "llvm.eh.typeid.for" = |c| {
        let type_info = c.arg(0)?;
        let id = c.state.type_id(type_info);
        c.give(id as u64)
    },
}
