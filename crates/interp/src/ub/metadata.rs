//! Promises of metadata: UB0601 to UB0699.
//!
//! Violations of `!range`, `!nonnull`, `!align` and `!nofpclass` alone make the value poison; together with `!noundef` they are
//! undefined behaviour. `!tbaa` is only checked on request, because a store of another type may begin a new use of the memory.

use crate::ub::kinds;

kinds! {
    UB0601 NOUNDEF_POISON "poison where `!noundef` promises a value" {
        what: "What a load or call with `!noundef` gives is not poison, in any element.",
        why: "LLVM assumes that the value may be branched on and divided by.",
        section: "i-load",
    }
    UB0602 NOUNDEF_UNDEF "undefined value where `!noundef` promises a value" {
        what: "What a load or call with `!noundef` gives has no undefined bits, in any element.",
        why: "LLVM assumes that the value is the same at each use.",
        section: "i-load",
    }
    UB0603 RANGE "number outside of what `!range` promises" {
        what: "What a load or call with `!range` and `!noundef` gives is in one of the ranges. Without `!noundef` it \
               would be poison.",
        why: "LLVM removes comparisons whose results the ranges tell.",
        section: "range-metadata",
    }
    UB0604 NONNULL "null where `!nonnull` promises a pointer" {
        what: "What a load with `!nonnull` and `!noundef` gives is not null. Without `!noundef` it would be poison.",
        why: "LLVM removes comparisons of the pointer with null.",
        section: "i-load",
    }
    UB0605 ALIGN "pointer with less alignment than `!align` promises" {
        what: "What a load with `!align` and `!noundef` gives has that alignment. Without `!noundef` it would be \
               poison.",
        why: "LLVM uses instructions for aligned addresses, and assumes that the low bits are zero.",
        section: "i-load",
    }
    UB0606 NOFPCLASS "floating-point number of a class that `!nofpclass` excludes" {
        what: "What a load with `!nofpclass` and `!noundef` gives is of none of these classes. Without `!noundef` it \
               would be poison.",
        why: "LLVM omits the handling of NaNs, infinities, zeros and so on.",
        section: "nofpclass",
    }
    UB0607 DEREFERENCEABLE "pointer to less memory than `!dereferenceable` promises" {
        what: "From the pointer that a load with `!dereferenceable` gives, that many bytes can be loaded.",
        why: "LLVM loads them earlier than the program does.",
        section: "md-dereferenceable",
    }
    UB0608 DEREFERENCEABLE_OR_NULL "pointer to less memory than `!dereferenceable_or_null` promises" {
        what: "From the pointer that a load with `!dereferenceable_or_null` gives, that many bytes can be loaded, \
               unless it is null.",
        why: "LLVM loads them as soon as it is known that the pointer is not null.",
        section: "md-dereferenceable-or-null",
    }
    UB0609 NOALIAS "accesses to the same memory that `!noalias` keeps apart" {
        what: "An access with `!noalias` for a scope does not touch memory that accesses with `!alias.scope` for \
               that scope touch, where one of them changes it.",
        why: "LLVM changes the order of the two.",
        section: "noalias-and-alias-scope-metadata",
    }
    UB0610 INVARIANT_LOAD "change of memory that is loaded with `!invariant.load`" {
        what: "Memory from which a load with `!invariant.load` reads has the same value as long as it can be loaded \
               from.",
        why: "LLVM moves the load to any place, before stores and past them.",
        section: "i-load",
    }
    UB0611 INVARIANT_GROUP "another value where `!invariant.group` promises the same" {
        what: "Loads and stores with `!invariant.group` through the same pointer load and store the same value, \
               until the pointer goes through `llvm.launder.invariant.group`.",
        why: "LLVM uses the value of the first for the others.",
        section: "md-invariant-group",
    }
    UB0612 CALLEES "call of a function that is not among its `!callees`" {
        what: "A call with `!callees` calls one of these functions.",
        why: "LLVM turns it into direct calls of them.",
        section: "callees-metadata",
    }
    UB0613 CAPTURES "use of a pointer that `!captures` excludes" {
        what: "A pointer that is loaded from where a store with `!captures` put it is used only for what that \
               allows: not for accesses if `provenance` is missing, not for writing if there is `read_provenance`.",
        why: "LLVM assumes that nobody accesses the object that way.",
        section: "captures-metadata",
    }
    UB0614 NOALIAS_ADDRSPACE "access to an address space that `!noalias.addrspace` excludes" {
        what: "An access with `!noalias.addrspace` does not touch an object that was allocated in one of these \
               address spaces.",
        why: "The instructions for a generic pointer may not work there.",
        section: "noalias-addrspace-metadata",
    }
    UB0615 NOFREE "memory freed in spite of `!nofree`" {
        what: "Memory to which a pointer with `!nofree` points is not freed later.",
        why: "LLVM loads from the memory at any later place.",
        section: "nofree-metadata",
    }
    UB0616 IRR_LOOP "`!irr_loop` on a loop that is not irreducible" {
        what: "`!irr_loop` is attached to the terminator of a block that heads an irreducible loop: a loop that can \
               be entered at more than one block.",
        why: "LLVM uses its weight as that of one of several headers.",
        section: "irr-loop-metadata",
    }
    UB0617 PARALLEL_ACCESSES "dependence between the iterations of a parallel loop" {
        what: "Accesses whose `!llvm.access.group` is named by a loop's `llvm.loop.parallel_accesses` do not touch \
               in one iteration what one of them changed in another.",
        why: "LLVM runs the iterations in any order, and several at once.",
        section: "llvm-loop-parallel-accesses-metadata",
    }
    UB0618 TBAA "load as another type than memory was stored as" {
        what: "Memory is loaded as the type that it was stored as, or as one that `!tbaa` lets alias with it. A copy loads \
               as the types that its `!tbaa.struct` or `!tbaa` names. Only checked with `--tbaa`.",
        why: "LLVM assumes that accesses with such tags touch different memory, and reorders them: the load may give \
              what was there before the store.",
        section: "tbaa-metadata",
    }
}
