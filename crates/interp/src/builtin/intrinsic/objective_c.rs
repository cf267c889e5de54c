//! [Objective-C ARC runtime intrinsics](https://llvm.org/docs/LangRef.html#objective-c-arc-runtime-intrinsics): calls of
//! runtime functions, which the program or a library must define.

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "llvm.objc.autorelease" = call_runtime,
    "llvm.objc.autoreleasePoolPop" = call_runtime,
    "llvm.objc.autoreleasePoolPush" = call_runtime,
    "llvm.objc.autoreleaseReturnValue" = call_runtime,
    "llvm.objc.claimAutoreleasedReturnValue" = call_runtime,
    "llvm.objc.copyWeak" = call_runtime,
    "llvm.objc.destroyWeak" = call_runtime,
    "llvm.objc.initWeak" = call_runtime,
    "llvm.objc.loadWeak" = call_runtime,
    "llvm.objc.loadWeakRetained" = call_runtime,
    "llvm.objc.moveWeak" = call_runtime,
    "llvm.objc.release" = call_runtime,
    "llvm.objc.retain" = call_runtime,
    "llvm.objc.retain.autorelease" = call_runtime,
    "llvm.objc.retainAutorelease" = call_runtime,
    "llvm.objc.retainAutoreleaseReturnValue" = call_runtime,
    "llvm.objc.retainAutoreleasedReturnValue" = call_runtime,
    "llvm.objc.retainBlock" = call_runtime,
    "llvm.objc.retainedObject" = call_runtime,
    "llvm.objc.storeStrong" = call_runtime,
    "llvm.objc.storeWeak" = call_runtime,
    "llvm.objc.sync.enter" = call_runtime,
    "llvm.objc.sync.exit" = call_runtime,
    "llvm.objc.unretainedObject" = call_runtime,
    "llvm.objc.unretainedPointer" = call_runtime,
    "llvm.objc.unsafeClaimAutoreleasedReturnValue" = call_runtime,
}

/// Calls the runtime function: `objc_sync_enter` for `llvm.objc.sync.enter`.
fn call_runtime(c: &mut Call<'_>) -> Result<Then, Stop> {
    let name = c.builtin.name.trim_start_matches("llvm.").replace('.', "_");
    let result = c.state.call_named(c.program, &name, c.args)?;
    for (to, &from) in c.result.iter_mut().zip(&result) {
        *to = from;
    }
    Ok(Then::Return)
}
