//! Attributes of functions, parameters, results and calls: UB0501 to UB0599.
//!
//! Violations of `nonnull`, `align`, `range` and `nofpclass` alone make the value poison; together with `noundef` they are
//! undefined behaviour, with a kind for each. `writeonly`, `memory(write)`, `dead_on_unwind` and `dead_on_return` have no kind:
//! forbidden reads yield poison. Unwinding from a `nounwind` function is in `unwinding`.

use crate::ub::kinds;

kinds! {
    UB0501 NOUNDEF_POISON "poison where `noundef` promises a value" {
        what: "What is passed or returned as `noundef`, or `dereferenceable`, is not poison, in any element.",
        why: "LLVM assumes that the value may be branched on and divided by.",
        section: "paramattrs",
    }
    UB0502 NOUNDEF_UNDEF "undefined value where `noundef` promises a value" {
        what: "What is passed or returned as `noundef`, or `dereferenceable`, has no undefined bits, in any element.",
        why: "LLVM assumes that the value is the same at each use.",
        section: "paramattrs",
    }
    UB0503 NONNULL "null where `nonnull` promises a pointer" {
        what: "What is passed or returned as `nonnull noundef` is not null. Without `noundef` it would be poison.",
        why: "LLVM removes comparisons of the pointer with null.",
        section: "paramattrs",
    }
    UB0504 ALIGN "pointer with less alignment than `align` promises" {
        what: "What is passed or returned as `align(n) noundef` is a multiple of n. Without `noundef` it would be \
               poison.",
        why: "LLVM uses instructions for aligned addresses, and assumes that the low bits are zero.",
        section: "attr-align",
    }
    UB0505 RANGE "number outside of what `range` promises" {
        what: "What is passed or returned as `range(a, b) noundef` is in that range. Without `noundef` it would be \
               poison.",
        why: "LLVM removes comparisons whose results the range tells.",
        section: "paramattrs",
    }
    UB0506 NOFPCLASS "floating-point number of a class that `nofpclass` excludes" {
        what: "What is passed or returned as `nofpclass(...) noundef` is of none of these classes. Without `noundef` \
               it would be poison.",
        why: "LLVM omits the handling of NaNs, infinities, zeros and so on.",
        section: "nofpclass",
    }
    UB0507 DEREFERENCEABLE "pointer to less memory than `dereferenceable` promises" {
        what: "From a pointer that is passed or returned as `dereferenceable(n)`, n bytes can be loaded.",
        why: "LLVM loads them earlier than the program does, even on paths where the program does not load them.",
        section: "paramattrs",
    }
    UB0508 DEREFERENCEABLE_OR_NULL "pointer to less memory than `dereferenceable_or_null` promises" {
        what: "From a pointer that is passed or returned as `dereferenceable_or_null(n)`, n bytes can be loaded, \
               unless it is null.",
        why: "LLVM loads them as soon as it is known that the pointer is not null.",
        section: "paramattrs",
    }
    UB0509 NOALIAS "access to memory that is reserved to a `noalias` argument" {
        what: "While a function runs, memory that is accessed through one of its `noalias` arguments, and changed by \
               anyone, is accessed only through pointers computed from that argument.",
        why: "LLVM keeps the memory's value in a register, and moves other accesses past those through the argument.",
        section: "noalias",
    }
    UB0510 NOALIAS_RESULT "access to memory that is reserved to a `noalias` result" {
        what: "A function whose result is `noalias` returns memory that nobody else has a pointer to, as `malloc` \
               does.",
        why: "LLVM assumes that a store through the result changes no other object.",
        section: "noalias",
    }
    UB0511 CAPTURES "use of a pointer that a call promised not to keep" {
        what: "A function does not keep what `captures(...)` excludes of a pointer argument: a copy of it is not \
               used after the function returned, not for writing if only `read_provenance` is captured, and the \
               function does not depend on its address if only the provenance is.",
        why: "LLVM assumes that nobody but the caller uses the object after the call.",
        section: "pointercapture",
    }
    UB0512 READNONE "access through a `readnone` argument" {
        what: "A function neither reads nor writes through a pointer argument that is `readnone`, or through one \
               computed from it.",
        why: "LLVM assumes that the call does nothing to the object, and may leave out stores to it before the \
              call.",
        section: "paramattrs",
    }
    UB0513 READONLY "store through a `readonly` argument" {
        what: "A function does not write through a pointer argument that is `readonly`, or through one computed from \
               it.",
        why: "LLVM uses what it knew of the memory before the call.",
        section: "paramattrs",
    }
    UB0514 WRITABLE "`writable` argument that cannot be written" {
        what: "The dereferenceable bytes of a `writable` argument may be loaded and stored back when the function is \
               entered.",
        why: "LLVM adds stores to them.",
        section: "paramattrs",
    }
    UB0515 INITIALIZES "volatile or atomic store that initializes an `initializes` argument" {
        what: "The first store to each byte that `initializes` names is neither volatile nor atomic. A load before \
               it gives poison, and what is not stored at all is undefined after the function.",
        why: "LLVM leaves out stores before the call, which others could have seen.",
        section: "paramattrs",
    }
    UB0516 RETURNED "result that is not the `returned` argument" {
        what: "A function with a `returned` parameter returns that argument.",
        why: "Callers use the argument in the place of the result.",
        section: "paramattrs",
    }
    UB0517 SRET "`sret` argument that cannot hold the result" {
        what: "A pointer that is passed as `sret(T)` points to memory for a `T`, with its alignment, that can be \
               loaded from and stored to.",
        why: "The function may use the memory for its own purposes before it returns.",
        section: "paramattrs",
    }
    UB0518 BYREF "`byref` argument that points to less than its type" {
        what: "From a pointer that is passed as `byref(T)`, a `T` can be loaded.",
        why: "LLVM loads it earlier than the program does.",
        section: "attr-byref",
    }
    UB0519 INALLOCA "`inalloca` argument that is not the latest allocation" {
        what: "An `inalloca` argument is the latest allocation on the stack that is left when the call is reached, \
               and is passed once.",
        why: "It is passed where it is, at the end of the stack, and the call frees it.",
        section: "attr-inalloca",
    }
    UB0520 MEMORY_ARGMEM "access through an argument that `memory(...)` excludes" {
        what: "A function or call whose `memory(...)` says for `argmem` that it does not read, or does not write, \
               does not do so through its pointer arguments.",
        why: "LLVM moves other accesses past the call, or leaves out the call.",
        section: "fnattrs",
    }
    UB0521 MEMORY_INACCESSIBLEMEM "access to memory outside of the program that `memory(...)` excludes" {
        what: "A function or call whose `memory(...)` says for `inaccessiblemem` that it does not read, or does not \
               write, does not allocate or free memory, do input and output or the like.",
        why: "LLVM moves the call past others, makes one of two, or leaves it out.",
        section: "fnattrs",
    }
    UB0522 MEMORY_ERRNOMEM "access to `errno` that `memory(...)` excludes" {
        what: "A function or call whose `memory(...)` says for `errnomem` that it does not read, or does not write, \
               leaves `errno` alone.",
        why: "LLVM moves accesses to `errno` past the call.",
        section: "fnattrs",
    }
    UB0523 MEMORY_OTHER "access to memory that `memory(...)` excludes" {
        what: "A function or call whose `memory(...)` says that it does not read, or does not write, does not do so \
               to memory that it did not get by an argument, other than its own stack and, for reading, constants.",
        why: "LLVM moves other accesses past the call, makes one call of two, or leaves it out.",
        section: "fnattrs",
    }
    UB0524 NORETURN "a `noreturn` function returned" {
        what: "A function or call with `noreturn` does not return. It may end the program, unwind or run for ever.",
        why: "LLVM generates no code after the call.",
        section: "fnattrs",
    }
    UB0525 WILLRETURN "a `willreturn` function did not return" {
        what: "A function or call with `willreturn` returns or unwinds; the program or the thread does not end \
               within it.",
        why: "LLVM leaves out calls whose results are not used, and does earlier what comes after them.",
        section: "langref-willreturn",
    }
    UB0526 NOFREE "memory freed in spite of `nofree`" {
        what: "A function or call with `nofree` frees no memory that was there before the call, and none is freed \
               through an argument with `nofree`.",
        why: "LLVM may load from the memory after the call even if the program does not.",
        section: "fnattrs",
    }
    UB0527 NOSYNC "synchronization in a `nosync` function" {
        what: "A function or call with `nosync` does not synchronize with other threads: it does no atomic access \
               that orders others, no volatile access and no fence.",
        why: "LLVM assumes that no other thread can free or change memory by way of the call.",
        section: "fnattrs",
    }
    UB0528 NORECURSE "recursion of a `norecurse` function" {
        what: "A function with `norecurse` is not called while it runs, neither by itself nor by what it calls.",
        why: "LLVM turns global variables that only it uses into locals.",
        section: "fnattrs",
    }
    UB0529 NOCALLBACK "call back into the module by a `nocallback` function" {
        what: "A function of another module or library with `nocallback` returns to its caller's module by returning \
               or unwinding, not by calling one of its functions or by `longjmp`.",
        why: "LLVM assumes that variables which only the module can access keep their values during the call.",
        section: "fnattrs",
    }
    UB0530 SPECULATABLE "effect of a `speculatable` function" {
        what: "A function with `speculatable` computes its result and does nothing else: it stores to no memory but \
               its own, and calls nothing that does.",
        why: "LLVM may call it where the program does not.",
        section: "fnattrs",
    }
    UB0531 NOCREATEUNDEFORPOISON "undefined result of a `nocreateundeforpoison` function" {
        what: "A function with `nocreateundeforpoison` returns a well-defined value when all of its arguments are.",
        why: "LLVM drops `freeze` of its result when it knows the arguments.",
        section: "fnattrs",
    }
    UB0532 ALLOCSIZE "less memory than `allocsize` promises" {
        what: "A function with `allocsize` returns null, or at least as many bytes as the arguments that it names \
               say.",
        why: "LLVM assumes that accesses to that many bytes are allowed.",
        section: "fnattrs",
    }
    UB0533 ALLOCALIGN "memory with less alignment than `allocalign` promises" {
        what: "A function with an `allocalign` parameter returns null, or memory with the alignment that is asked \
               for.",
        why: "LLVM uses instructions for aligned addresses.",
        section: "paramattrs",
    }
    UB0534 VSCALE_RANGE "`vscale` outside of `vscale_range`" {
        what: "A function with `vscale_range(min, max)` runs only where `vscale` is in that range.",
        why: "LLVM removes comparisons, loops and loads that depend on it.",
        section: "fnattrs",
    }
}
