//! Memory: UB0201 to UB0299. The report contains the kind of access (load, store, atomic, part of a copy, ...).

use crate::ub::kinds;

kinds! {
    UB0201 NULL_POINTER "access through a null pointer" {
        what: "No memory is read or written through a null pointer, or at a small distance from one, unless the \
               function has the attribute `null_pointer_is_valid`.",
        why: "In address space 0 null points to no object. LLVM assumes that a pointer is not null once it was \
              used.",
        section: "pointeraliasing",
    }
    UB0202 POISON_POINTER "access through a poison pointer" {
        what: "No memory is read or written through a pointer that is poison, such as the result of a `getelementptr \
               inbounds` that left its object.",
        why: "Poison may be taken for any pointer, also for one to nothing.",
        section: "poisonvalues",
    }
    UB0203 UNDEF_POINTER "access through an undefined pointer" {
        what: "No memory is read or written through a pointer that has undefined bits, such as one that was loaded \
               from where nothing had been stored.",
        why: "An undefined pointer may be any, and is associated with no object. A store to it could change all \
              memory.",
        section: "undefvalues",
    }
    UB0204 USE_AFTER_FREE "access to memory that was freed" {
        what: "Memory of the heap is not read or written after it was freed or given to `realloc`, not even where \
               the new object has the same address.",
        why: "The memory may belong to another object by now, or to none.",
        section: "objectlifetime",
    }
    UB0205 USE_AFTER_RETURN "access to the stack of a function that has returned" {
        what: "What `alloca` gave, and the copy behind a `byval` argument, are not read or written after their \
               function returned or unwound, nor after a `llvm.stackrestore` to an earlier state.",
        why: "The stack is used again by the next call.",
        section: "i-alloca",
    }
    UB0206 OUTSIDE_LIFETIME "store to a stack object that is not alive" {
        what: "An `alloca` whose lifetime is marked is written only between `llvm.lifetime.start` and \
               `llvm.lifetime.end`. A load outside gives poison.",
        why: "Objects that are alive at different times share one place on the stack.",
        section: "objectlifetime",
    }
    UB0207 OUT_OF_BOUNDS "access out of bounds" {
        what: "All bytes that are read or written are in the object that the pointer points to.",
        why: "The memory before and after an object is unused or belongs to another object, and LLVM assumes that a \
              pointer to one object never changes another.",
        section: "pointeraliasing",
    }
    UB0208 MISALIGNED "access to a misaligned address" {
        what: "The address of an access is a multiple of the alignment that the access states; where it states none, \
               of the alignment that the data layout gives its type.",
        why: "Processors have instructions for aligned addresses that trap on others, and LLVM uses them.",
        section: "i-load",
    }
    UB0209 NO_PROVENANCE "access through a pointer to no object" {
        what: "A pointer through which memory is accessed comes from an object: it is its address, or was computed \
               from it. A number that was made a pointer points to an object only if the object's address was made a \
               number before.",
        why: "LLVM assumes that memory whose address was not given away is changed by nobody else.",
        section: "pointeraliasing",
    }
    UB0210 WRONG_PROVENANCE "access to an object through a pointer to another one" {
        what: "An object is accessed through pointers to it, not through one to another object that was moved there, \
               even if the address is right.",
        why: "Which object lies where is chance, and LLVM assumes that pointers to different objects never meet.",
        section: "pointeraliasing",
    }
    UB0211 STORE_TO_CONSTANT "store to a constant" {
        what: "A global `constant` is never written, string literals of C among them.",
        why: "It may lie in memory that cannot be written, or be shared with equal ones, and LLVM uses its value \
              without loading it.",
        section: "globalvars",
    }
    UB0212 CODE_ACCESS "access to the code of a function" {
        what: "The address of a function or of a block is called or jumped to, and neither read nor written.",
        why: "The bytes of the code depend on the target, and may not be accessible at all.",
        section: "pointeraliasing",
    }
    UB0213 UNMAPPED "access to unmapped memory" {
        what: "Memory that does not belong to the program's own objects, such as what native code returned, is \
               there, and may be accessed in that way, when it is accessed.",
        why: "The processor would raise a fault.",
        section: "pointeraliasing",
    }
    UB0214 ENDED_THREAD "access to a thread-local variable of a thread that has ended" {
        what: "A thread's copy of a `thread_local` variable is not read or written after the thread ended.",
        why: "Its memory ends with the thread.",
        section: "tls-model",
    }
    UB0215 STACK_OVERFLOW "the stack is exhausted" {
        what: "There is room on the stack for each `alloca`, and for the frame of each call.",
        why: "The memory past the end of the stack does not belong to the program. `--stack-size` sets the size.",
        section: "i-alloca",
    }
    UB0216 OBJECT_TOO_LARGE "object of more than half of the address space" {
        what: "An object's size is not negative, and fits the signed index type of its address space.",
        why: "Distances between its bytes would not fit the type in which addresses are computed.",
        section: "allocatedobjects",
    }
    UB0217 IN_RANGE "access outside of `inrange`" {
        what: "Through a constant `getelementptr` with `inrange(start, end)`, only memory from start to end is accessed.",
        why: "LLVM may split the object there, as if the parts were separate objects.",
        section: "i-getelementptr",
    }
}
