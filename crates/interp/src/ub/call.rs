//! Calls: UB0401 to UB0499. Promises of attributes are in `attribute`.

use crate::ub::kinds;

kinds! {
    UB0401 CALL_NULL "call through a null pointer" {
        what: "What is called is not null, such as a function with `extern_weak` linkage that is not there.",
        why: "There is no code at null.",
        section: "i-call",
    }
    UB0402 CALL_POISON "call through a poison pointer" {
        what: "What is called is not poison.",
        why: "Poison may be taken for any pointer, and so for one that is not a function.",
        section: "poisonvalues",
    }
    UB0403 CALL_UNDEF "call through an undefined pointer" {
        what: "What is called has no undefined bits.",
        why: "An undefined pointer may be any pointer, and so one that is not a function.",
        section: "undefvalues",
    }
    UB0404 CALL_NO_FUNCTION "call of something that is not a function" {
        what: "What is called is the address of a function: not of a variable, of memory, or of a place inside of a \
               function.",
        why: "The bytes there are not code, or not code that expects to be called.",
        section: "i-call",
    }
    UB0405 ARGUMENT_COUNT "call with the wrong number of arguments" {
        what: "A call has as many arguments as the function that it calls has parameters; more only if that one is \
               variadic.",
        why: "The function would read what lies where the argument should be.",
        section: "i-call",
    }
    UB0406 ARGUMENT_TYPE "call with an argument of the wrong type" {
        what: "Each argument of a call has the type of the parameter of the function that is called.",
        why: "Each type is passed in its own way: the function would look for its argument in another place.",
        section: "i-call",
    }
    UB0407 RESULT_TYPE "call that expects a result of another type" {
        what: "A call that gives a value expects the type that the function returns.",
        why: "The caller would look for the result in another place.",
        section: "i-call",
    }
    UB0408 CALLING_CONVENTION "call with the wrong calling convention" {
        what: "A call has the calling convention of the function that it calls.",
        why: "The convention decides where arguments and result are, and which registers are preserved.",
        section: "callingconv",
    }
    UB0409 ABI_ATTRIBUTE "call that passes an argument differently than the function expects" {
        what: "`byval`, `sret`, `inalloca`, `preallocated`, `nest`, `swiftself`, `swifterror` and other attributes \
               that say how an argument is passed stand both at the call and at the function that it calls, or at \
               neither.",
        why: "The function would look for its argument in another place.",
        section: "paramattrs",
    }
    UB0410 VA_ARG_PAST_END "reading a variable argument that was not passed" {
        what: "A function reads no more variable arguments than it was called with.",
        why: "The memory after the last argument may hold anything.",
        section: "int-varargs",
    }
    UB0411 VA_ARG_TYPE "reading a variable argument as another type" {
        what: "A variable argument is read as the type with which it was passed.",
        why: "Each type is passed in its own way: what is read would be part of the argument, or of another one.",
        section: "i-va-arg",
    }
    UB0412 VA_LIST "use of a `va_list` outside of `va_start` and `va_end`" {
        what: "A `va_list` is used between `llvm.va_start`, or `llvm.va_copy`, and `llvm.va_end`, while the function \
               whose arguments it lists runs.",
        why: "Outside of these, its bytes do not refer to any arguments.",
        section: "int-varargs",
    }
    UB0413 TAIL_CALL_STACK "tail call that uses its caller's stack" {
        what: "A function that is called with `tail` or `musttail` does not access its caller's allocas, variable \
               arguments or `byval` arguments, unless they are passed `byval`.",
        why: "The caller's frame may be gone before the function begins.",
        section: "i-call",
    }
    UB0414 UNDEFINED_EXIT_STATUS "undefined exit status" {
        what: "What `main` returns has no undefined bits, and is not poison: it is the status that the program exits with.",
        why: "The function that calls `main` passes it on to `exit`, whose parameter LLVM takes for well defined.",
        section: "poisonvalues",
    }
}
