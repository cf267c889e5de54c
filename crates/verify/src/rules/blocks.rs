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
}
