//! [Code Generator Intrinsics](https://llvm.org/docs/LangRef.html#code-generator-intrinsics): the stack and processor state.

use crate::builtin::{Call, Then, builtins};
use crate::memory::Kind;
use crate::state::State;
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::{Provenance, Reg};

builtins! {
    "llvm.stacksave" = |c| {
        let mark = c.state.memory.stack_mark(c.state.thread.stack);
        let top = c.state.memory.stack_top(c.state.thread.stack);
        if let Some(frame) = c.state.thread.frames.last_mut() {
            let saves = &mut frame.extra.get_or_insert_default().stack_saves;
            // A loop may save the same state repeatedly.
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
    "llvm.stackaddress" = frame_address,
    // There is no reserved area below the dynamic area.
    "llvm.get.dynamic.area.offset" = |c| c.give(0),
    // A distinct address for each thread, without a variable.
    "llvm.thread.pointer" = |c| {
        let (start, _) = c.state.memory.stack_block(c.state.thread.stack);
        c.give(start)
    },
    "llvm.swift.async.context.addr" = async_context,
    "llvm.stackguard" = |c| c.give(STACK_GUARD),
    "llvm.stackprotector" = |c| {
        let (guard, slot) = (c.register(0)?, c.arg(1)?);
        c.state.write_pointer(slot, 0, guard)?;
        Ok(Then::Return)
    },
    "llvm.readcyclecounter" = |c| {
        let ticks = c.state.ticks();
        c.give(ticks)
    },
    "llvm.readsteadycounter" = |c| {
        let ticks = c.state.ticks();
        c.give(ticks)
    },
    "llvm.clear_cache" = |_| Ok(Then::Return),
    "llvm.pcmarker" = |_| Ok(Then::Return),
}

/// The stack guard value. It contains a zero byte, so that a copied string cannot overwrite it unnoticed.
const STACK_GUARD: u64 = 0x5bd1_e995_2545_f400;

/// `llvm.swift.async.context.addr`: the address of the frame's copy of the `swiftasync` argument (appended by the decoder), or
/// null.
fn async_context(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (stack, site, word) = (c.state.thread.stack, c.state.site(), c.word());
    let known = c.state.thread.frames.last().and_then(|f| f.extra.as_ref()).and_then(|e| e.async_context);
    if let Some(known) = known {
        return c.give_register(known);
    }
    let Some(place) = c.state.memory.push_stack(stack, Kind::Stack, word, word, site) else {
        return Err(c.state.no_room_on_stack(word));
    };
    c.state.write_pointer(place, 0, c.args.first().copied().unwrap_or_default())?;
    if let Some(frame) = c.state.thread.frames.last_mut() {
        frame.extra.get_or_insert_default().async_context = Some(place);
    }
    c.give_register(place)
}

/// `llvm.stackrestore`: pops the stack to a saved state.
fn restore(c: &mut Call<'_>) -> Result<Then, Stop> {
    let saved = c.arg(0)?;
    let site = c.state.site();
    let saves = c.state.thread.frames.last_mut().and_then(|f| f.extra.as_mut()).map(|e| &mut e.stack_saves);
    let found = saves.and_then(|saves| {
        let at = saves.iter().rposition(|&(top, _)| top == saved.bits)?;
        // States saved later become invalid.
        saves.truncate(at + 1);
        Some(saves[at].1)
    });
    match found {
        Some(mark) => c.state.memory.pop_stack(c.state.thread.stack, mark, site),
        None => {
            let message = format!("{:#x} is not a stack state that this call of the function saved", saved.bits);
            c.state.undefined(&kinds::STACK_RESTORE, message, Vec::new())?;
        }
    }
    Ok(Then::Return)
}

/// The stack top of this function; null for its callers.
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

impl State {
    /// The time stamp counter: nanoseconds, or the operation count in an isolated program.
    pub(crate) fn ticks(&self) -> u64 {
        match self.options.isolated {
            true => self.steps(),
            false => self.library.started.elapsed().as_nanos() as u64,
        }
    }
}
