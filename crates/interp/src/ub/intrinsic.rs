//! Intrinsics: UB0701 to UB0799. Invalid memory accesses are in `memory`, arithmetic in `arithmetic`, variadic argument lists
//! in `call`.

use crate::ub::kinds;

kinds! {
    UB0701 ASSUME_FALSE "`llvm.assume` of a false condition" {
        what: "The condition of `llvm.assume` is true.",
        why: "LLVM assumes that the condition holds wherever control reaches the call.",
        section: "int-assume",
    }
    UB0702 ASSUME_POISON "`llvm.assume` of poison" {
        what: "The condition of `llvm.assume`, and what its bundles speak of, is not poison.",
        why: "Poison may be taken for false.",
        section: "int-assume",
    }
    UB0703 ASSUME_UNDEF "`llvm.assume` of an undefined value" {
        what: "The condition of `llvm.assume`, and what its bundles speak of, is not undefined.",
        why: "An undefined value may be taken for false.",
        section: "int-assume",
    }
    UB0704 ASSUME_ALIGN "pointer with less alignment than `llvm.assume` says" {
        what: "The pointer in an `align` bundle has that alignment, from the offset if there is one. For an \
               alignment that is no power of two, it is null.",
        why: "LLVM uses instructions for aligned addresses.",
        section: "assume-opbundles",
    }
    UB0705 ASSUME_NONNULL "null where `llvm.assume` says otherwise" {
        what: "The pointer in a `nonnull` bundle is not null.",
        why: "LLVM removes comparisons of the pointer with null.",
        section: "assume-opbundles",
    }
    UB0706 ASSUME_DEREFERENCEABLE "pointer to less memory than `llvm.assume` says" {
        what: "From the pointer in a `dereferenceable` bundle that many bytes can be loaded where the `llvm.assume` \
               is; from one in a `dereferenceable_or_null` bundle also, unless it is null.",
        why: "LLVM loads them even on paths where the program does not.",
        section: "assume-opbundles",
    }
    UB0707 ASSUME_SEPARATE_STORAGE "pointers to one object where `llvm.assume` says otherwise" {
        what: "The two pointers in a `separate_storage` bundle point to different objects.",
        why: "LLVM assumes that an access through one does not touch the other's object.",
        section: "assume-opbundles",
    }
    UB0708 LENGTH "undefined length of memory" {
        what: "The length that `llvm.memcpy`, `llvm.memmove`, `llvm.memset` and their like are given is neither \
               poison nor undefined.",
        why: "The length may be taken to exceed the memory.",
        section: "int-memcpy",
    }
    UB0709 OVERLAP "`llvm.memcpy` between places that overlap" {
        what: "What `llvm.memcpy` and `llvm.memcpy.inline` copy from and to is the same place, or does not overlap. \
               `llvm.memmove` allows any.",
        why: "The order in which the bytes are copied is not specified.",
        section: "int-memcpy",
    }
    UB0710 ELEMENT_LENGTH "length that is not a multiple of the element size" {
        what: "The length that `llvm.memcpy.element.unordered.atomic` and its like are given is a multiple of the \
               size of the elements.",
        why: "The last element would be torn.",
        section: "int-memcpy-element-unordered-atomic",
    }
    UB0711 INVARIANT_START "store to memory that `llvm.invariant.start` declares constant" {
        what: "From `llvm.invariant.start` to the `llvm.invariant.end` that belongs to it, the memory is not \
               written.",
        why: "LLVM uses the value that was there before.",
        section: "llvm-invariant-start-intrinsic",
    }
    UB0712 STACK_RESTORE "`llvm.stackrestore` of something that is not a saved state of this stack" {
        what: "`llvm.stackrestore` is given what `llvm.stacksave` gave in the same run of the same function, and no \
               earlier state has been restored since.",
        why: "The stack pointer would not point to the end of the frame.",
        section: "int-stackrestore",
    }
    UB0713 VECTOR_LENGTH "explicit vector length of more than the vector" {
        what: "The explicit vector length of an `llvm.vp` intrinsic is at most the number of lanes.",
        why: "Some targets take it for the largest length, others run past the end.",
        section: "int-vp",
    }
    UB0714 VP_SPLICE "splice from outside of the vectors" {
        what: "The offset of `llvm.experimental.vp.splice` is at least the negative of the first vector's length, \
               and less than that length.",
        why: "The vectors have no such elements.",
        section: "int-experimental-vp-splice",
    }
    UB0715 TRAMPOLINE "call of a trampoline that was changed" {
        what: "The memory that `llvm.init.trampoline` filled is neither written nor freed before its last call.",
        why: "The memory holds code.",
        section: "int-it",
    }
    UB0716 PREALLOCATED "preallocated call out of order" {
        what: "A `llvm.call.preallocated.setup` is followed by either its call or its \
               `llvm.call.preallocated.teardown`, once; its arguments are asked for before that, and a setup that is nested in another one is finished first.",
        why: "The arguments lie at the end of the stack, and only one call at a time can use that place.",
        section: "int-call-preallocated-arg",
    }
    UB0717 LOCAL_RECOVER "`llvm.localrecover` from a frame that is not there" {
        what: "`llvm.localrecover` is given the frame of a run of the function that it names which has not returned, \
               and which has come by its `llvm.localescape`.",
        why: "The objects would be read from the wrong place.",
        section: "llvm-localescape-and-llvm-localrecover-intrinsics",
    }
    UB0718 CORO_NOT_SUSPENDED "use of a coroutine that is not suspended" {
        what: "A coroutine is resumed, destroyed and asked whether it is done only while it is suspended.",
        why: "Its frame does not hold the place to continue at.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-resume-intrinsic",
    }
    UB0719 CORO_DONE "resuming a coroutine that is done" {
        what: "A coroutine at its final suspend point is not resumed; it can only be destroyed.",
        why: "No code remains to be run.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-suspend-intrinsic",
    }
    UB0720 CTTZ_ELTS "number of elements that does not fit the result" {
        what: "The result of `llvm.experimental.cttz.elts` is wide enough for the number of elements of the vector.",
        why: "It is computed in numbers of that width.",
        section: "llvm-experimental-cttz-elts-intrinsic",
    }
    UB0721 CORO_SUSPENDS_AGAIN "suspending a coroutine that must end" {
        what: "A coroutine that returns continuations does not suspend itself once it was resumed to end, nor, with \
               `llvm.coro.id.retcon.once`, once it was resumed at all.",
        why: "No caller takes the value that it would return, and its frame is never freed.",
        section: "https://llvm.org/docs/Coroutines.html#llvm-coro-suspend-retcon-intrinsic",
    }
}
