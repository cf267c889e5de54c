//! Rules about blocks, phis, terminators and dominance: LW0450 to LW0499.

use crate::rule::rules;

rules! {
    LW0450 NO_TERMINATOR "Basic Block in function '{}' does not have terminator!" {
        what: "A block ends with a terminator: an instruction that says where to go next, or that returns.",
        why: "A block without one has no successors and no end; nothing about the function's control flow can be said.",
        section: "terminators",
        bad: built "Take the `ret` out of the block.",
        good: "define void @f() {\n  ret void\n}\n",
    }
    LW0451 PHI_ENTRIES "PHINode should have one entry for each predecessor of its parent basic block!" {
        what: "A `phi` has one entry for each edge into its block: two if a `switch` has the block as the destination of two cases.",
        why: "The value of the `phi` is that of the edge on which the block was entered, so each edge needs one.",
        section: "i-phi",
        bad: "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  \
              %x = phi i32 [ 1, %a ]\n  ret i32 %x\n}\n",
        good: "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  \
               %x = phi i32 [ 1, %a ], [ 2, %entry ]\n  ret i32 %x\n}\n",
    }
    LW0452 PHI_AMBIGUOUS "PHI node has multiple entries for the same basic block with different incoming values!" {
        what: "If there are several edges from one block to another, the entries of a `phi` for these edges have the same value.",
        why: "The value of a `phi` depends on the predecessor, not on which of the edges from that predecessor was taken.",
        section: "i-phi",
        bad: "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %a\na:\n  \
              %x = phi i32 [ 1, %entry ], [ 2, %entry ]\n  ret i32 %x\n}\n",
        good: "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %a\na:\n  \
               %x = phi i32 [ 1, %entry ], [ 1, %entry ]\n  ret i32 %x\n}\n",
    }
    LW0453 PHI_BLOCKS "PHI node entries do not match predecessors!" {
        what: "The blocks that a `phi` names are the predecessors of its block.",
        why: "An entry for another block has no use, and some edge into the block has no value.",
        section: "i-phi",
        bad: "define i32 @f() {\nentry:\n  br label %a\na:\n  %x = phi i32 [ 1, %a ]\n  ret i32 %x\n}\n",
        good: "define i32 @f() {\nentry:\n  br label %a\na:\n  %x = phi i32 [ 1, %entry ]\n  ret i32 %x\n}\n",
    }
    LW0454 WRONG_BLOCK "Instruction has bogus parent pointer!" {
        what: "The block that an instruction names as its parent is the block that contains it.",
        why: "Code that goes from an instruction to its block would find another block.",
        section: "functionstructure",
        bad: built "Put the `fence` before the `ret` without taking it out of the first block.",
        good: "define void @f() {\n  fence acquire\n  br label %a\na:\n  ret void\n}\n",
    }
    LW0455 TERMINATOR_IN_MIDDLE "Terminator found in the middle of a basic block!" {
        what: "A terminator is the last instruction of its block.",
        why: "Nothing after it could run, and the block would have two sets of successors.",
        section: "terminators",
        bad: built "Put an `unreachable` before the `ret`.",
        good: "define void @f() {\n  ret void\n}\n",
    }
    LW0456 BR_CONDITION "Branch condition is not 'i1' type!" {
        what: "The condition of a `br` is an `i1`.",
        why: "A `br` has two destinations, and `i1` has two values. No convention says which other integers are true.",
        section: "i-br",
        bad: built "Make the condition the `i32`.",
        good: "define void @f(i1 %c, i32 %x) {\n  br i1 %c, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}\n",
    }
    LW0457 RET_OF_VOID "Found return instr that returns non-void in Function of void return type!" {
        what: "In a function that returns `void`, `ret` has no value.",
        why: "No caller could receive it.",
        section: "i-ret",
        bad: built "Make the `ret` return the argument.",
        good: "define void @f(i32 %x) {\n  ret void\n}\n",
    }
    LW0458 RET_TYPE "Function return type does not match operand type of return inst!" {
        what: "`ret` has a value of the type that the function returns.",
        why: "The caller takes the result for a value of that type.",
        section: "i-ret",
        bad: built "Make the `ret` return the `i64`.",
        good: "define i32 @f(i32 %x, i64 %y) {\n  ret i32 %x\n}\n",
    }
    LW0459 SWITCH_RESULT "Switch must have void result type!" {
        what: "A `switch` gives no value.",
        why: "It ends its block; nothing in the block could use what it gives.",
        section: "i-switch",
        bad: built "Set the type of the `switch` to `i32`.",
        good: "define void @f(i32 %x) {\n  switch i32 %x, label %a []\na:\n  ret void\n}\n",
    }
    LW0460 SWITCH_CASE_TYPE "Switch constants must all be same type as switch value!" {
        what: "The cases of a `switch` have the type of its condition.",
        why: "The value is compared with each of them for equality, which needs two numbers of one width.",
        section: "i-switch",
        bad: built "Make the case an `i64`.",
        good: "define void @f(i32 %x) {\n  switch i32 %x, label %a [ i32 1, label %a ]\na:\n  ret void\n}\n",
    }
    LW0461 SWITCH_DUPLICATE "Duplicate integer as switch case" {
        what: "The cases of a `switch` differ from each other.",
        why: "If two equal cases had different destinations, nothing would decide which one is taken.",
        section: "i-switch",
        bad: built "Make the second case the number of the first.",
        good: "define void @f(i32 %x) {\n  switch i32 %x, label %a [\n    i32 1, label %a\n    i32 2, label %a\n  ]\n\
               a:\n  ret void\n}\n",
    }
    LW0462 INDIRECTBR_ADDRESS "Indirectbr operand must have pointer type!" {
        what: "`indirectbr` goes to an address: a `ptr`.",
        why: "The address comes from a `blockaddress`, which is a pointer.",
        section: "i-indirectbr",
        bad: built "Make the address the `i64`.",
        good: "define void @f(ptr %p, i64 %x) {\n  indirectbr ptr %p, [label %a]\na:\n  ret void\n}\n",
    }
    LW0463 INDIRECTBR_DESTS "Indirectbr destinations must all have pointer type!" {
        what: "The destinations of `indirectbr` are blocks of the function.",
        why: "They list where the address may point, and only blocks can be jumped to.",
        section: "i-indirectbr",
        bad: built "Make the destination the argument.",
        good: "define void @f(ptr %p) {\n  indirectbr ptr %p, [label %a]\na:\n  ret void\n}\n",
    }
    LW0464 DOMINANCE "Instruction does not dominate all uses!" {
        what: "An instruction dominates every use of its result: every path from the entry of the function to the use goes \
               through the instruction. A `phi` uses its operands at the ends of the incoming blocks.",
        why: "On a path without the instruction, the use would have no value. SSA form means that each use has exactly one \
              definition, which comes before it.",
        section: "wellformed",
        bad: "define i32 @f(i32 %x) {\n  %a = add i32 %b, 1\n  %b = add i32 %x, 1\n  ret i32 %a\n}\n",
        good: "define i32 @f(i32 %x) {\n  %b = add i32 %x, 1\n  %a = add i32 %b, 1\n  ret i32 %a\n}\n",
    }
    LW0465 SELF_REFERENCE "Only PHI nodes may reference their own value!" {
        what: "No instruction but a `phi` has its own result for an operand. In blocks that are never reached any may.",
        why: "The operands are there before the instruction runs. A `phi` means the value of the last time that it \
              ran.",
        section: "wellformed",
        bad: "define i32 @f() {\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n",
        good: "define i32 @f() {\nentry:\n  br label %loop\nloop:\n  %x = phi i32 [ 0, %entry ], [ %x, %loop ]\n  \
               br label %loop\n}\n",
    }
    LW0466 OPERAND_NULL "Operand is null" {
        what: "An instruction has all of its operands.",
        why: "There is nothing to compute with where one is missing.",
        section: "instruction-reference",
        bad: built "Put the reserved value in the place of the first operand of the `add`.",
        good: "define void @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret void\n}\n",
    }
    LW0467 OTHER_INSTRUCTION "Referring to an instruction in another function!" {
        what: "An instruction that is used is in a block of the same function.",
        why: "Values live in one run of one function. One that is in no block never runs and never has a value.",
        section: "identifiers",
        bad: built "Take the `add` out of its block.",
        good: "define i32 @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n",
    }
    LW0468 OTHER_ARGUMENT "Referring to an argument in another function!" {
        what: "An argument that is used is one of the same function.",
        why: "The arguments of another function have no value in this one.",
        section: "functionstructure",
        bad: built "Use argument 7 in the `add`.",
        good: "define void @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret void\n}\n",
    }
    LW0469 OTHER_BLOCK "Referring to a basic block in another function!" {
        what: "The blocks that an instruction names are in the same function.",
        why: "Control goes from block to block within one function; only calls lead elsewhere.",
        section: "functionstructure",
        bad: built "Let the `br` go to a new block that is not put into the function.",
        good: "define void @f() {\n  br label %a\na:\n  ret void\n}\n",
    }
    LW0470 OTHER_GLOBAL "Referencing global in another module!" {
        what: "The globals and constants that an instruction uses belong to its module.",
        why: "A module is compiled by itself; it reaches what other modules define by declarations of its own.",
        section: "module-structure",
        bad: built "Use a global whose number the module does not have as the pointer of the `store`.",
        good: "define void @f(ptr %p) {\n  store i8 0, ptr %p\n  ret void\n}\n",
    }
    LW0471 NAMED_VOID "Instruction has a name, but provides a void value!" {
        what: "An instruction of type `void` has no name.",
        why: "A name refers to a value, and the instruction has no value.",
        section: "identifiers",
        bad: built "Give the `fence` a name.",
        good: "define void @f() {\n  fence acquire\n  %x = freeze i32 0\n  ret void\n}\n",
    }
    LW0472 RESULT_NOT_FIRST_CLASS "Instruction returns a non-scalar type!" {
        what: "The result of an instruction has a first-class type, or is `void`.",
        why: "Function types and opaque structs have no values.",
        section: "t-firstclass",
        bad: built "Set the type of the `va_arg` to a function type.",
        good: "define void @f(ptr %p) {\n  %x = va_arg ptr %p, i32\n  ret void\n}\n",
    }
    LW0473 RESULT_METADATA "Invalid use of metadata!" {
        what: "Only a call has a result of type `metadata`.",
        why: "Metadata describes the program and is not a value of it; it can only be passed to intrinsics.",
        section: "t-metadata",
        bad: built "Set the type of the `va_arg` to `metadata`.",
        good: "define void @f(ptr %p) {\n  %x = va_arg ptr %p, i32\n  ret void\n}\n",
    }
    LW0474 OPERAND_NOT_FIRST_CLASS "Instruction operands must be first-class values!" {
        what: "The operands of an instruction have first-class types.",
        why: "Anything of another type, such as the result of a call of a `void` function, is not a value that could be used.",
        section: "t-firstclass",
        bad: built "Let the `va_arg` read from the `fence`.",
        good: "define void @f(ptr %p) {\n  fence acquire\n  %x = va_arg ptr %p, i32\n  ret void\n}\n",
    }
    LW0475 INTRINSIC_ADDRESS "Cannot take the address of an intrinsic!" {
        what: "Intrinsics are only called; their addresses are not taken.",
        why: "The compiler replaces the call by other code; there is no function with an address.",
        section: "intrinsics",
        bad: "declare void @llvm.donothing()\ndeclare ptr @llvm.invariant.start.p0(i64, ptr)\ndefine void @f() {\n  \
              call ptr @llvm.invariant.start.p0(i64 1, ptr @llvm.donothing)\n  ret void\n}\n",
        good: "declare void @llvm.donothing()\ndeclare ptr @llvm.invariant.start.p0(i64, ptr)\n\
               define void @f(ptr %p) {\n  call ptr @llvm.invariant.start.p0(i64 1, ptr %p)\n  \
               call void @llvm.donothing()\n  ret void\n}\n",
    }
    LW0476 INTRINSIC_INVOKED "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, \
                              coro_destroy, clang.arc.attachedcall or wasm.(re)throw" {
        what: "`invoke` does not call intrinsics, except those that the message lists.",
        why: "Most intrinsics cannot unwind, so that the unwind destination would never be reached.",
        section: "i-invoke",
        bad: "declare void @llvm.trap()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n  \
              invoke void @llvm.trap() to label %a unwind label %b\na:\n  ret void\nb:\n  \
              %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\n",
        good: "declare void @llvm.donothing()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n  \
               invoke void @llvm.donothing() to label %a unwind label %b\na:\n  ret void\nb:\n  \
               %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\n",
    }
    LW0477 ASM_ADDRESS "Cannot take the address of an inline asm!" {
        what: "Inline assembler is only called.",
        why: "It is text that goes to the place of the call; it has no address.",
        section: "inlineasmexprs",
        bad: built "Store inline assembler in the place of the null pointer.",
        good: "define void @f(ptr %p) {\n  store ptr null, ptr %p\n  ret void\n}\n",
    }
}
