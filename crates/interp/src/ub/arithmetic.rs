//! Arithmetic: UB0101 to UB0199. Overflow, excessive shift amounts etc. yield poison rather than undefined behaviour.

use crate::ub::kinds;

kinds! {
    UB0101 DIVISION_BY_ZERO "division by zero" {
        what: "The divisor of `udiv`, `sdiv`, `urem` and `srem`, and of the fixed point divisions, is not zero, nor \
               is any lane of a vector of divisors.",
        why: "There is no result, and many processors trap. LLVM assumes that every divisor is another number than \
              zero.",
        section: "i-udiv",
    }
    UB0102 DIVISION_OVERFLOW "signed division whose result is too large" {
        what: "The smallest number of a type is not divided by -1 with `sdiv` or `srem`. A dividend that is poison \
               or undef may be that number.",
        why: "The quotient is one more than the largest number of the type, and the instructions of many processors \
              trap for the remainder as well.",
        section: "i-sdiv",
    }
    UB0103 DIVISION_BY_POISON "division by poison" {
        what: "The divisor of an integer division is not poison.",
        why: "Poison may be taken for any number, and so for zero.",
        section: "poisonvalues",
    }
    UB0104 DIVISION_BY_UNDEF "division by an undefined value" {
        what: "The divisor of an integer division has no undefined bits with which it could be zero.",
        why: "An undefined value may be taken for any number, and so for zero.",
        section: "undefvalues",
    }
    UB0105 FIXED_POINT_OVERFLOW "fixed point result that is too large" {
        what: "The result of `llvm.smul.fix`, `llvm.umul.fix`, `llvm.sdiv.fix` or `llvm.udiv.fix` fits its type. \
               Those whose names go on with `.sat` take the nearest number instead.",
        why: "The bits that do not fit would be lost, and each target loses others.",
        section: "llvm-smul-fix-intrinsics",
    }
    UB0106 ROUNDING_MODE "rounding mode that differs from the one that is named" {
        what: "A constrained floating-point intrinsic that names a rounding mode, other than `round.dynamic`, is \
               called while that mode is set.",
        why: "The name changes nothing; it tells LLVM what is set, so that it may compute the result beforehand.",
        section: "constrainedfp",
    }
    UB0107 FLOAT_ENVIRONMENT "floating-point operation in a changed environment" {
        what: "Ordinary floating-point operations run while the rounding mode is to nearest. Code that changes it \
               uses the constrained intrinsics, in functions with `strictfp`.",
        why: "LLVM computes with constants as the default environment would, and moves operations past what changes \
              it.",
        section: "floatenv",
    }
}
