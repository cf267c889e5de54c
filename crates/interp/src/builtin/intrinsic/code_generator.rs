//! [Code Generator Intrinsics](https://llvm.org/docs/LangRef.html#code-generator-intrinsics): the stack, and what the
//! processor tells.

use crate::builtin::{Call, Then, builtins};
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::{Provenance, Reg};

builtins! {
    "llvm.stacksave" = |c| {
        let mark = c.state.memory.stack_mark(c.state.thread.stack);
        let top = c.state.memory.stack_top(c.state.thread.stack);
        if let Some(frame) = c.state.thread.frames.last_mut() {
            let saves = &mut frame.extra.get_or_insert_default().stack_saves;
            // A loop saves one state again and again.
            if saves.last() != Some(&(top, mark)) {
                saves.push((top, mark));
            }
        }
        c.give(top)
    },
    "llvm.stackrestore" = restore,
    "llvm.returnaddress" = |c| c.give_null(),
    "llvm.addressofreturnaddress" = |c| c.give_null(),
    "llvm.frameaddress" = frame_address,
    "llvm.sponentry" = frame_address,
    "llvm.readcyclecounter" = |c| {
        let ticks = ticks(c);
        c.give(ticks)
    },
    "llvm.readsteadycounter" = |c| {
        let ticks = ticks(c);
        c.give(ticks)
    },
    "llvm.clear_cache" = |_| Ok(Then::Return),
    "llvm.pcmarker" = |_| Ok(Then::Return),
}

/// Takes what was put on the stack since a state was saved.
fn restore(c: &mut Call<'_>) -> Result<Then, Stop> {
    let saved = c.arg(0)?;
    let site = c.state.site();
    let saves = c.state.thread.frames.last_mut().and_then(|f| f.extra.as_mut()).map(|e| &mut e.stack_saves);
    let found = saves.and_then(|saves| {
        let at = saves.iter().rposition(|&(top, _)| top == saved.bits)?;
        // Later states are gone.
        saves.truncate(at + 1);
        Some(saves[at].1)
    });
    match found {
        Some(mark) => c.state.memory.pop_stack(c.state.thread.stack, mark, site),
        None => {
            let message = format!("{:#x} is no state of the stack that this call of the function saved", saved.bits);
            c.state.undefined(&kinds::STACK_RESTORE, message, Vec::new())?;
        }
    }
    Ok(Then::Return)
}

/// The end of the stack, for this function; of its callers nothing is told.
fn frame_address(c: &mut Call<'_>) -> Result<Then, Stop> {
    let level = if c.site.params.is_empty() { 0 } else { c.size(0)? };
    match level {
        0 => {
            let top = c.state.memory.stack_top(c.state.thread.stack);
            c.give_register(Reg::pointer(top, Provenance::NONE))
        }
        _ => c.give_null(),
    }
}

/// Nanoseconds or, where nothing outside is looked at, operations.
fn ticks(c: &mut Call<'_>) -> u64 {
    match c.state.options.isolated {
        true => c.state.steps(),
        false => c.state.library.started.elapsed().as_nanos() as u64,
    }
}
