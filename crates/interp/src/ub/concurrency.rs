//! Threads: UB0901 to UB0999. Two accesses race if at least one writes and neither happens before the other.
//!
//! In LLVM, a racing load yields undef; in C, C++ and Rust, the race is undefined behaviour. The kinds are reported with
//! [`OnRace::Stop`](crate::OnRace::Stop), or if a library function uses the loaded value. `UB0904` is always reported.

use crate::ub::kinds;

kinds! {
    UB0901 RACE_OF_STORES "data race: two stores" {
        what: "Two threads do not store to the same memory unless one store happens before the other, or both are \
               atomic.",
        why: "Which value is left, or what mixture, is not determined.",
        section: "memmodel",
    }
    UB0902 RACE_OF_LOAD_AND_STORE "data race: a load and a store" {
        what: "One thread does not load from memory to which another stores, unless one happens before the other, or \
               both are atomic.",
        why: "What is loaded is undefined, and may be different at each use.",
        section: "memmodel",
    }
    UB0903 RACE_WITH_ATOMIC "data race: an atomic access and one that is not" {
        what: "Memory that several threads access at the same time, one of them changing it, is accessed atomically \
               by all.",
        why: "The access that is not atomic may be done in parts, twice, or at another time.",
        section: "memmodel",
    }
    UB0904 RACE_WITH_FREE "data race: memory freed while it is used" {
        what: "All accesses to memory happen before it is freed, or before the stack or thread that it belongs to \
               ends.",
        why: "The access may come after, when the memory is another object's.",
        section: "objectlifetime",
    }
}
