//! Calls of native code that catch the exceptions that leave it.
//!
//! Rust cannot catch them, and they must not go through code that it has compiled. So libffi is called by a few instructions of
//! our own, which say to the unwinder that they catch everything
//! ([Itanium C++ ABI: Exception Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html)). Between them and the function
//! that threw is nothing but native code: where that has called the program, and this native code in turn, these instructions are
//! there again.
//!
//! `unsafe` cannot be done without here: it is instructions, and what the unwinder calls.

#![allow(unsafe_code)]

use std::ffi::c_void;

use libffi::raw::{self, ffi_cif};

/// `ffi_call`. Gives the header of the exception that has left the function; null if none has.
///
/// # Safety
///
/// As of `ffi_call`.
pub(super) unsafe fn call(
    cif: *mut ffi_cif,
    code: unsafe extern "C" fn(),
    result: *mut c_void,
    args: *mut *mut c_void,
) -> *mut c_void {
    // SAFETY: it calls `ffi_call` with what it is given.
    unsafe { catching::call(cif, code, result, args, raw::ffi_call) }
}

/// The type of `ffi_call`.
type Caller = unsafe extern "C" fn(*mut ffi_cif, Option<unsafe extern "C" fn()>, *mut c_void, *mut *mut c_void);

/// Where the instructions are known.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod catching {
    use std::arch::naked_asm;
    use std::ffi::{c_int, c_void};

    use libffi::raw::ffi_cif;

    use super::Caller;

    unsafe extern "C" {
        fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
        fn _Unwind_SetIP(context: *mut c_void, address: usize);
        fn _Unwind_GetLanguageSpecificData(context: *mut c_void) -> *mut c_void;
    }

    /// Calls a function with the first four arguments, and returns null. If an exception leaves it, the unwinder, told so by
    /// [`personality`], goes to the label with the exception's header in the register of results, and that is returned.
    ///
    /// # Safety
    ///
    /// As of the function.
    #[cfg(target_arch = "x86_64")]
    #[unsafe(naked)]
    pub(super) unsafe extern "C" fn call(
        cif: *mut ffi_cif,
        code: unsafe extern "C" fn(),
        result: *mut c_void,
        args: *mut *mut c_void,
        caller: Caller,
    ) -> *mut c_void {
        naked_asm!(
            ".cfi_startproc",
            ".cfi_personality 0x1b, {personality}",
            ".cfi_lsda 0x1b, .Llindworm_exception_lands",
            "push rbp",
            ".cfi_def_cfa_offset 16",
            ".cfi_offset rbp, -16",
            "mov rbp, rsp",
            ".cfi_def_cfa_register rbp",
            "call r8",
            "xor eax, eax",
            ".Llindworm_exception_lands:",
            "pop rbp",
            ".cfi_def_cfa rsp, 8",
            "ret",
            ".cfi_endproc",
            personality = sym personality,
        )
    }

    /// The same.
    ///
    /// # Safety
    ///
    /// As of the function.
    #[cfg(target_arch = "aarch64")]
    #[unsafe(naked)]
    pub(super) unsafe extern "C" fn call(
        cif: *mut ffi_cif,
        code: unsafe extern "C" fn(),
        result: *mut c_void,
        args: *mut *mut c_void,
        caller: Caller,
    ) -> *mut c_void {
        naked_asm!(
            ".cfi_startproc",
            ".cfi_personality 0x1b, {personality}",
            ".cfi_lsda 0x1b, .Llindworm_exception_lands",
            "stp x29, x30, [sp, #-16]!",
            ".cfi_def_cfa_offset 16",
            ".cfi_offset x29, -16",
            ".cfi_offset x30, -8",
            "mov x29, sp",
            "blr x4",
            "mov x0, xzr",
            ".Llindworm_exception_lands:",
            "ldp x29, x30, [sp], #16",
            ".cfi_def_cfa_offset 0",
            "ret",
            ".cfi_endproc",
            personality = sym personality,
        )
    }

    /// What the unwinder asks about [`call`]. It is in one call only, and catches everything but what leaves frames by force. What
    /// it has for language-specific data is where it goes on.
    unsafe extern "C" fn personality(
        _version: c_int,
        actions: c_int,
        _class: u64,
        exception: *mut c_void,
        context: *mut c_void,
    ) -> c_int {
        const SEARCH_PHASE: c_int = 1;
        const HANDLER_FRAME: c_int = 4;
        const HANDLER_FOUND: c_int = 6;
        const INSTALL_CONTEXT: c_int = 7;
        const CONTINUE_UNWIND: c_int = 8;
        /// The number that both architectures' descriptions of frames have for the register of results.
        const RESULT: c_int = 0;
        if actions & SEARCH_PHASE != 0 {
            return HANDLER_FOUND;
        }
        if actions & HANDLER_FRAME == 0 {
            return CONTINUE_UNWIND;
        }
        // SAFETY: it is the unwinder that calls, with the context of a frame of `call`.
        unsafe {
            _Unwind_SetGR(context, RESULT, exception.expose_provenance());
            _Unwind_SetIP(context, _Unwind_GetLanguageSpecificData(context).expose_provenance());
        }
        INSTALL_CONTEXT
    }
}

/// Elsewhere, an exception ends the process.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod catching {
    use std::ffi::c_void;
    use std::ptr::null_mut;

    use libffi::raw::ffi_cif;

    use super::Caller;

    /// Calls a function with the first four arguments.
    ///
    /// # Safety
    ///
    /// As of the function.
    pub(super) unsafe fn call(
        cif: *mut ffi_cif,
        code: unsafe extern "C" fn(),
        result: *mut c_void,
        args: *mut *mut c_void,
        caller: Caller,
    ) -> *mut c_void {
        // SAFETY: what is promised of this function.
        unsafe { caller(cif, Some(code), result, args) };
        null_mut()
    }
}
