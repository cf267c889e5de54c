//! Functions for exceptions: those called by compiled C++ (`__cxa_*`), and those of the unwinder (`_Unwind_*`).
//!
//! ([Itanium C++ ABI: Exception Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html))

use super::{Call, Then, builtins};
use crate::stop::Stop;
use crate::value::Reg;

builtins! {
    "__cxa_allocate_exception" = |c| {
        let size = c.size(0)?;
        let object = c.state.allocate_exception(size)?;
        c.give_register(object)
    },
    "__cxa_free_exception" = |c| {
        let object = c.arg(0)?;
        c.state.free_exception(object)?;
        Ok(Then::Return)
    },
    "__cxa_init_primary_exception" = |c| {
        let (object, type_info, destructor) = (c.arg(0)?, c.arg(1)?, c.arg(2)?);
        c.state.describe_exception(object, type_info, destructor)?;
        c.give_register(object)
    },
    "__cxa_throw" = throw,
    "__cxa_rethrow" = |c| {
        c.state.rethrow(c.program)?;
        Ok(Then::Elsewhere)
    },
    "__cxa_begin_catch" = |c| {
        let header = c.register(0)?;
        let object = c.state.begin_catch(header)?;
        c.give_register(object)
    },
    "__cxa_end_catch" = |c| {
        c.state.end_catch(c.program)?;
        Ok(Then::Return)
    },
    "__cxa_get_exception_ptr" = |c| {
        let header = c.arg(0)?;
        let object = c.state.exceptions.cxx.adjusted(header);
        c.give_register(object)
    },
    "__cxa_current_exception_type" = |c| {
        let object = c.state.current_exception();
        let type_info = c.state.exceptions.cxx.type_info_of(object);
        c.give_register(type_info)
    },
    "__cxa_uncaught_exceptions" = uncaught,
    "_ZSt19uncaught_exceptionsv" = uncaught,
    "__cxa_uncaught_exception" = is_uncaught,
    "_ZSt18uncaught_exceptionv" = is_uncaught,
    "__cxa_call_unexpected" = unexpected,
    "__cxa_call_terminate" = |c| {
        let header = c.arg(0)?;
        if header.bits != 0 {
            c.state.begin_catch(header)?;
        }
        c.state.terminate(c.program)
    },
    "_ZSt9terminatev" = |c| c.state.terminate(c.program),
    "_ZSt13set_terminatePFvvE" = |c| {
        let handler = c.arg(0)?;
        let old = std::mem::replace(&mut c.state.exceptions.cxx.terminate_handler, handler);
        c.give_register(old)
    },
    "_ZSt13get_terminatev" = |c| {
        let handler = c.state.exceptions.cxx.terminate_handler;
        c.give_register(handler)
    },
    "_ZSt14set_unexpectedPFvvE" = |c| {
        let handler = c.arg(0)?;
        let old = std::mem::replace(&mut c.state.exceptions.cxx.unexpected_handler, handler);
        c.give_register(old)
    },
    "__cxa_pure_virtual" = |c| end(c, "pure virtual method called"),
    "__cxa_deleted_virtual" = |c| end(c, "deleted virtual method called"),
    "__dynamic_cast" = |c| {
        let (pointer, source, wanted) = (c.arg(0)?, c.arg(1)?, c.arg(2)?);
        let found = c.state.dynamic_cast(c.program, pointer, source, wanted)?;
        c.give_register(found)
    },
    "_ZSt17current_exceptionv" = |c| {
        let object = c.state.current_exception();
        hold(c, object)
    },
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE" = |c| {
        let object = held(c)?;
        if object.bits == 0 {
            return c.state.terminate(c.program);
        }
        c.state.throw(c.program, object)?;
        Ok(Then::Elsewhere)
    },
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv" = |c| {
        let object = held(c)?;
        c.state.exceptions.cxx.add_reference(object);
        Ok(Then::Return)
    },
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv" = let_go,
    "_ZNKSt15__exception_ptr13exception_ptr6_M_getEv" = |c| {
        let object = held(c)?;
        c.give_register(object)
    },
    "_ZNSt15__exception_ptr13exception_ptrC1Ev" = |c| hold(c, Reg::default()),
    "_ZNSt15__exception_ptr13exception_ptrC2Ev" = |c| hold(c, Reg::default()),
    "_ZNSt15__exception_ptr13exception_ptrC1EPv" = hold_argument,
    "_ZNSt15__exception_ptr13exception_ptrC2EPv" = hold_argument,
    "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_" = hold_copy,
    "_ZNSt15__exception_ptr13exception_ptrC2ERKS0_" = hold_copy,
    "_ZNSt15__exception_ptr13exception_ptrD1Ev" = let_go,
    "_ZNSt15__exception_ptr13exception_ptrD2Ev" = let_go,
    "_ZNSt15__exception_ptr13exception_ptr4swapERS0_" = |c| {
        let (this, other) = (c.arg(0)?, c.arg(1)?);
        let (a, b) = (c.state.read_pointer(this, 0)?, c.state.read_pointer(other, 0)?);
        c.state.write_pointer(this, 0, b)?;
        c.state.write_pointer(other, 0, a)?;
        Ok(Then::Return)
    },
    "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv" = |c| {
        let object = held(c)?;
        let type_info = c.state.exceptions.cxx.type_info_of(object);
        c.give_register(type_info)
    },
    "_Unwind_RaiseException" = raise,
    "_Unwind_Resume_or_Rethrow" = raise,
    "_Unwind_Resume" = |c| {
        let header = c.arg(0)?;
        c.state.resume(c.program, header)
    },
    "_Unwind_ForcedUnwind" = |c| {
        let (header, function, argument) = (c.arg(0)?, c.arg(1)?, c.register(2)?);
        c.state.force_unwind(c.program, header, function, argument)
    },
    "_Unwind_Backtrace" = |c| {
        let (function, argument) = (c.arg(0)?, c.register(1)?);
        c.state.backtrace(c.program, function, argument)?;
        c.give(END_OF_STACK)
    },
    "_Unwind_GetIP" = instruction_pointer,
    "_Unwind_GetIPInfo" = |c| {
        let before = c.arg(1)?;
        c.state.write_int(before, 0, 4, 0)?;
        instruction_pointer(c)
    },
    "_Unwind_GetRegionStart" = |c| {
        let context = c.arg(0)?;
        let function = c.state.function_of_context(c.program, context)?;
        c.give_register(function)
    },
    "_Unwind_FindEnclosingFunction" = |c| {
        let address = c.arg(0)?;
        c.give_register(Reg { bits: address.bits.wrapping_sub(1), ..address })
    },
    "_Unwind_GetCFA" = |c| c.give(0),
    "_Unwind_GetGR" = |c| c.give(0),
    "_Unwind_GetLanguageSpecificData" = |c| c.give_null(),
    "_Unwind_GetTextRelBase" = |c| c.give(0),
    "_Unwind_GetDataRelBase" = |c| c.give(0),
    "_Unwind_SetGR" = no_personality,
    "_Unwind_SetIP" = no_personality,
    "_Unwind_DeleteException" = |c| {
        let header = c.arg(0)?;
        c.state.delete_exception(c.program, header)?;
        Ok(Then::Return)
    },
}

/// `_URC_END_OF_STACK`.
const END_OF_STACK: u64 = 5;

/// The instruction pointer of a frame: an address after the start of its function.
fn instruction_pointer(c: &mut Call<'_>) -> Result<Then, Stop> {
    let context = c.arg(0)?;
    let function = c.state.function_of_context(c.program, context)?;
    c.give_register(Reg { bits: function.bits.wrapping_add(1), ..function })
}

/// Functions that only personality functions call, which the machine replaces.
fn no_personality(c: &mut Call<'_>) -> Result<Then, Stop> {
    Err(c.state.error(format!("`@{}` is for personality functions, which are not called", c.builtin.name)))
}

/// `__cxa_throw(object, type_info, destructor)`.
fn throw(c: &mut Call<'_>) -> Result<Then, Stop> {
    let (object, type_info, destructor) = (c.arg(0)?, c.arg(1)?, c.arg(2)?);
    if !c.state.describe_exception(object, type_info, destructor)? {
        return Err(c.state.error("there is nothing to throw"));
    }
    c.state.throw(c.program, object)?;
    Ok(Then::Elsewhere)
}

fn uncaught(c: &mut Call<'_>) -> Result<Then, Stop> {
    c.give(c.state.thread.exceptions.uncaught.into())
}

fn is_uncaught(c: &mut Call<'_>) -> Result<Then, Stop> {
    c.give((c.state.thread.exceptions.uncaught > 0).into())
}

/// `__cxa_call_unexpected(header)`: an exception violates the exception specification.
fn unexpected(c: &mut Call<'_>) -> Result<Then, Stop> {
    let header = c.arg(0)?;
    c.state.begin_catch(header)?;
    let handler = c.state.exceptions.cxx.unexpected_handler;
    if handler.bits != 0 {
        c.state.call_pointer(c.program, handler, &[])?;
    }
    c.state.terminate(c.program)
}

/// A function that only occurs in vtables is called.
fn end(c: &mut Call<'_>, message: &str) -> Result<Then, Stop> {
    c.state.say(&format!("{message}\n"));
    c.state.terminate(c.program)
}

/// The object held by the `exception_ptr` in the first argument.
fn held(c: &mut Call<'_>) -> Result<Reg, Stop> {
    let this = c.arg(0)?;
    c.state.read_pointer(this, 0)
}

/// Makes the first argument an `exception_ptr` that holds an object.
fn hold(c: &mut Call<'_>, object: Reg) -> Result<Then, Stop> {
    let this = c.arg(0)?;
    c.state.exceptions.cxx.add_reference(object);
    c.state.write_pointer(this, 0, object)?;
    Ok(Then::Return)
}

fn hold_argument(c: &mut Call<'_>) -> Result<Then, Stop> {
    let object = c.arg(1)?;
    hold(c, object)
}

fn hold_copy(c: &mut Call<'_>) -> Result<Then, Stop> {
    let other = c.arg(1)?;
    let object = c.state.read_pointer(other, 0)?;
    hold(c, object)
}

fn let_go(c: &mut Call<'_>) -> Result<Then, Stop> {
    let object = held(c)?;
    c.state.release_exception(c.program, object)?;
    Ok(Then::Return)
}

/// `_Unwind_RaiseException(header)`: only returns if there is no handler.
fn raise(c: &mut Call<'_>) -> Result<Then, Stop> {
    let header = c.arg(0)?;
    // The unwinder writes to the header, so it must exist.
    c.state.read_int(header, 0, 8)?;
    match c.state.raise(c.program, header)? {
        true => Ok(Then::Elsewhere),
        false => c.give(END_OF_STACK),
    }
}
