//! [Hardware-Loop Intrinsics](https://llvm.org/docs/LangRef.html#hardware-loop-intrinsics): the loop counter is in the frame,
//! or a value of the program.

use lindworm_eval::BinaryOp;
use lindworm_eval::intrinsic::Operation;

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;

builtins! {
    "llvm.set.loop.iterations" = |c| start(c).map(|_| Then::Return),
    "llvm.test.set.loop.iterations" = |c| {
        let iterations = start(c)?;
        c.give((iterations != 0).into())
    },
    "llvm.start.loop.iterations" = |c| {
        let iterations = start(c)?;
        c.give(iterations)
    },
    "llvm.test.start.loop.iterations" = |c| {
        let iterations = start(c)?;
        c.give(iterations)?;
        if let Some(is_some) = c.result.get_mut(1) {
            is_some.bits = (iterations != 0).into();
        }
        Ok(Then::Return)
    },
    "llvm.loop.decrement" = |c| {
        let by = c.size(0)?;
        let left = c.state.thread.frames.last_mut().map_or(0, |frame| {
            let counter = &mut frame.extra.get_or_insert_default().iterations;
            *counter = counter.saturating_sub(by);
            *counter
        });
        c.give((left != 0).into())
    },
    "llvm.loop.decrement.reg" = |c| {
        let (counter, by) = (c.registers(0)?, c.registers(1)?);
        if let Some(scalar) = c.argument_scalar(0) {
            c.result = c.state.operation(Operation::Binary(BinaryOp::Sub), scalar, [&counter, &by])?.into_iter().collect();
        }
        Ok(Then::Return)
    },
}

/// Sets the counter to the argument, and returns it.
fn start(c: &mut Call<'_>) -> Result<u64, Stop> {
    let iterations = c.size(0)?;
    if let Some(frame) = c.state.thread.frames.last_mut() {
        frame.extra.get_or_insert_default().iterations = iterations;
    }
    Ok(iterations)
}
