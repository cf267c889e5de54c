//! Control flow: UB0301 to UB0399.

use crate::ub::kinds;

kinds! {
    UB0301 BRANCH_ON_POISON "branch on poison" {
        what: "The condition of a `br` is not poison, even if both ways lead to the same block.",
        why: "LLVM assumes that the condition has a value, the same everywhere behind the branch.",
        section: "poisonvalues",
    }
    UB0302 BRANCH_ON_UNDEF "branch on an undefined value" {
        what: "The condition of a `br` is not undefined. `freeze` makes it some value.",
        why: "An undefined value may be another one at each use, so that code behind the branch could see that the \
              condition is false.",
        section: "undefvalues",
    }
    UB0303 SWITCH_ON_POISON "switch on poison" {
        what: "The value that a `switch` looks at is not poison.",
        why: "LLVM assumes that the value is the one of the case that was taken.",
        section: "i-switch",
    }
    UB0304 SWITCH_ON_UNDEF "switch on an undefined value" {
        what: "The value that a `switch` looks at has no undefined bits. `freeze` makes it some value.",
        why: "An undefined value may be another one at each use, so that code behind a case could see another value.",
        section: "undefvalues",
    }
    UB0305 JUMP_TO_POISON "indirect jump to poison" {
        what: "The address of an `indirectbr` is not poison.",
        why: "Poison may be taken for any address, and so for one that is not a block.",
        section: "i-indirectbr",
    }
    UB0306 JUMP_TO_UNDEF "indirect jump to an undefined address" {
        what: "The address of an `indirectbr` has no undefined bits.",
        why: "An undefined address may be any address, and so one that is not a block.",
        section: "i-indirectbr",
    }
    UB0307 JUMP_ELSEWHERE "indirect jump to a block that is not listed" {
        what: "The address of an `indirectbr` is that of one of the blocks in its list, which are of the same \
               function.",
        why: "LLVM assumes that control goes nowhere else; registers would not hold what the block expects.",
        section: "i-indirectbr",
    }
    UB0308 UNREACHABLE "`unreachable` was reached" {
        what: "Control does not reach an `unreachable`: what comes before it does not return, or a condition keeps \
               control away.",
        why: "LLVM generates no code for it and removes the paths that lead to it.",
        section: "i-unreachable",
    }
    UB0309 BLOCK_ADDRESSES_COMPARED "comparison of the address of a block" {
        what: "The address of a block is compared with null only.",
        why: "The optimizer moves, merges and duplicates blocks, which changes their addresses.",
        section: "blockaddress",
    }
    UB0310 NO_PROGRESS "endless loop that does nothing" {
        what: "A loop in a function with `mustprogress` or `willreturn`, or one that is marked \
               `llvm.loop.mustprogress`, ends, or does something that can be seen from outside. What is caught is a \
               loop that has no way out and does nothing, and one that comes back to the same registers and memory.",
        why: "LLVM assumes that such a loop ends, and removes it.",
        section: "langref-mustprogress",
    }
}
