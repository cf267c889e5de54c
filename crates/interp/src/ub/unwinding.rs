//! Exceptions: UB1001 to UB1099. An uncaught exception is not undefined behaviour: it ends the program.

use crate::ub::kinds;

kinds! {
    UB1001 NOUNWIND "exception out of a `nounwind` function" {
        what: "Nothing unwinds out of a function or call with `nounwind`.",
        why: "LLVM generates no tables for unwinding, and drops the code that would be run.",
        section: "fnattrs",
    }
    UB1002 RESUME "`resume` of something that is not an exception in flight" {
        what: "`resume` is given what the `landingpad` of this exception gave, while it is in flight.",
        why: "The unwinder would read the memory as an exception.",
        section: "i-resume",
    }
    UB1003 THROW "throwing something that is not an exception object" {
        what: "`__cxa_throw` is given what `__cxa_allocate_exception` returned, once, and `_Unwind_RaiseException` \
               an exception object with its header.",
        why: "The runtime writes its records in front of it.",
        section: "https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html",
    }
    UB1004 CATCH "catching something that is not an exception" {
        what: "`__cxa_begin_catch` is given an exception that is in flight, and `__cxa_end_catch` and \
               `__cxa_rethrow` are called only while one is caught.",
        why: "An exception would be freed while it is in use, or memory that holds no exception.",
        section: "https://itanium-cxx-abi.github.io/cxx-abi/abi-eh.html",
    }
    UB1005 UNWIND_THROUGH_NATIVE "exception through native code" {
        what: "A function that native code calls does not unwind into it. Library functions that are modelled, such \
               as `qsort`, let exceptions of what they call pass.",
        why: "Native code may not have been made to be unwound.",
        section: "https://llvm.org/docs/ExceptionHandling.html",
    }
    UB1006 FUNCLET_CALL "call in a funclet that does not say so" {
        what: "While a `catchpad` or `cleanuppad` is entered and not exited, each call and invoke has a `funclet` \
               bundle that names the one that was entered last, intrinsics that do not unwind apart; otherwise none \
               has one.",
        why: "The funclet has a frame of its own, which the unwinder must know of.",
        section: "ob-funclet",
    }
    UB1007 FUNCLET_EXIT "leaving a funclet that is not the last" {
        what: "`catchret` and `cleanupret` name the pad that was entered last and not exited, and a function does \
               not return or unwind otherwise while one is entered.",
        why: "Each funclet is a call of its own; they end in the reverse order of their begins.",
        section: "https://llvm.org/docs/ExceptionHandling.html#funclet-transitions",
    }
}
