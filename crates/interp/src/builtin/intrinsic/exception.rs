//! [Exception handling intrinsics](https://llvm.org/docs/ExceptionHandling.html#exception-handling-intrinsics), and intrinsics
//! for access to the frame of another function.

use crate::builtin::{Call, Then, builtins, setjmp};
use crate::memory::Kind;
use crate::stop::Stop;
use crate::ub::intrinsic as kinds;
use crate::value::Reg;

builtins! {
    // The stack top, as for the frame address, plus the offset.
    "llvm.eh.dwarf.cfa" = |c| {
        let bytes = c.signed(0)?;
        let top = c.state.memory.stack_top(c.state.thread.stack);
        c.give(top.wrapping_add(bytes as u64))
    },
    "llvm.eh.typeid.for" = |c| {
        let type_info = c.arg(0)?;
        let id = c.state.type_id(type_info);
        c.give(id as u64)
    },
    "llvm.eh.exceptionpointer" = |c| funclet_exception(c, |(header, _)| header),
    "llvm.wasm.get.exception" = |c| funclet_exception(c, |(header, _)| header),
    "llvm.wasm.get.ehselector" = |c| funclet_exception(c, |(_, selector)| selector),
    "llvm.wasm.rethrow" = |c| c.state.rethrow_from_funclet(c.program),
    "llvm.eh.sjlj.setjmp" = setjmp::set,
    "llvm.eh.sjlj.longjmp" = |c| {
        let buffer = c.arg(0)?;
        c.state.jump(c.program, buffer, 1)
    },
    "llvm.eh.recoverfp" = |c| {
        let frame = c.arg(1)?;
        c.give_register(frame)
    },
    "llvm.localaddress" = local_address,
    "llvm.localescape" = |c| {
        let escaped = c.args.to_vec();
        if let Some(frame) = c.state.thread.frames.last_mut() {
            frame.extra.get_or_insert_default().escaped = escaped;
        }
        Ok(Then::Return)
    },
    "llvm.localrecover" = local_recover,
}

/// The exception or selector of a funclet pad.
fn funclet_exception(c: &mut Call<'_>, what: fn((Reg, Reg)) -> Reg) -> Result<Then, Stop> {
    let token = c.size(0)?;
    let found = c.state.funclet_exception(token).map_or(Reg::default(), what);
    c.give_register(found)
}

/// The address that identifies the running frame.
fn local_address(c: &mut Call<'_>) -> Result<Then, Stop> {
    let known = c.state.thread.frames.last().and_then(|f| f.extra.as_ref()).and_then(|e| e.address);
    if let Some(known) = known {
        return c.give_register(known);
    }
    let (stack, site) = (c.state.thread.stack, c.state.site());
    let Some(address) = c.state.memory.push_stack(stack, Kind::Stack, 1, 1, site) else {
        return Err(c.state.no_room_on_stack(1));
    };
    if let Some(frame) = c.state.thread.frames.last_mut() {
        frame.extra.get_or_insert_default().address = Some(address);
    }
    c.give_register(address)
}

/// `llvm.localrecover(function, frame, index)`.
fn local_recover(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (function, address, index) = (c.arg(0)?, c.arg(1)?, c.size(2)?);
    let function = c.state.function_at(function);
    let found = c.state.thread.frames.iter().rev().find_map(|frame| {
        let extra = frame.extra.as_ref()?;
        let is_it = extra.address.is_some_and(|a| a.bits == address.bits) && Some(frame.function) == function;
        is_it.then(|| extra.escaped.get(index as usize).copied()).flatten()
    });
    match found {
        Some(object) => c.give_register(object),
        None => {
            let message =
                format!("no frame of the function is at {:#x} that has let object {index} escape", address.bits);
            c.state.undefined(&kinds::LOCAL_RECOVER, message, Vec::new())?;
            c.give_register(Reg::default())
        }
    }
}
