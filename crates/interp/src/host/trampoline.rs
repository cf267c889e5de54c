//! Native calls that catch exceptions.
//!
//! Rust cannot catch foreign exceptions, and they must not unwind through Rust code. Therefore libffi is called by a short
//! assembly function whose personality catches all exceptions ([Itanium C++ ABI: Exception
//! Handling](https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html)). All frames between it and the throwing function are
//! native: if native code has called back the program, which has called native code, the assembly function is on the stack
//! again.
//!
//! This module requires `unsafe` for the assembly and for the functions called by the unwinder.

#![allow(unsafe_code)]

use std::ffi::c_void;

use libffi::raw::{self, ffi_cif};

/// Calls `ffi_call`. Returns the header of the exception that has unwound out of the function; null if none.
///
/// # Safety
///
/// As for `ffi_call`.
pub(super) unsafe fn call(
    cif: *mut ffi_cif,
    code: unsafe extern "C" fn(),
    result: *mut c_void,
    args: *mut *mut c_void,
) -> *mut c_void {
    // SAFETY: the arguments are passed on to `ffi_call`.
    unsafe { catching::call(cif, code, result, args, raw::ffi_call) }
}

/// The type of `ffi_call`.
type Caller = unsafe extern "C" fn(*mut ffi_cif, Option<unsafe extern "C" fn()>, *mut c_void, *mut *mut c_void);

/// Architectures with an assembly function.
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

    /// Calls a function with the first four arguments, and returns null. If an exception unwinds out of the function,
    /// [`personality`] makes the unwinder continue at the label with the exception's header in the result register, which is
    /// returned.
    ///
    /// # Safety
    ///
    /// As for the function.
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

    /// See the implementation for the other architecture.
    ///
    /// # Safety
    ///
    /// As for the function.
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

    /// The personality of [`call`]. There is one call site. All exceptions are caught, except for forced unwinding. The
    /// language-specific data area is the address of the landing site.
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
        /// The DWARF number of the result register, the same on both architectures.
        const RESULT: c_int = 0;
        if actions & SEARCH_PHASE != 0 {
            return HANDLER_FOUND;
        }
        if actions & HANDLER_FRAME == 0 {
            return CONTINUE_UNWIND;
        }
        // SAFETY: the unwinder calls this function with the context of a frame of `call`.
        unsafe {
            _Unwind_SetGR(context, RESULT, exception.expose_provenance());
            _Unwind_SetIP(context, _Unwind_GetLanguageSpecificData(context).expose_provenance());
        }
        INSTALL_CONTEXT
    }
}

/// On other architectures an exception terminates the process.
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
    /// As for the function.
    pub(super) unsafe fn call(
        cif: *mut ffi_cif,
        code: unsafe extern "C" fn(),
        result: *mut c_void,
        args: *mut *mut c_void,
        caller: Caller,
    ) -> *mut c_void {
        // SAFETY: the requirements are those of this function.
        unsafe { caller(cif, Some(code), result, args) };
        null_mut()
    }
}
