//! The rows that are known not to be linear. A row that has become linear fails until its entry is removed.

/// The paths on which the cost of a kind is superlinear.
struct Known {
    kinds: &'static [&'static str],
    paths: &'static [&'static str],
    why: &'static str,
}

/// The reason why the cost of a kind is superlinear on a path.
pub fn why(kind: &str, path: &str) -> Option<&'static str> {
    KNOWN.iter().find(|known| known.kinds.contains(&kind) && known.paths.contains(&path)).map(|known| known.why)
}

/// The kinds and paths of all rows.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWN.iter().flat_map(|known| known.kinds.iter().flat_map(|kind| known.paths.iter().map(|path| (*kind, *path))))
}

const KNOWN: &[Known] = &[
    Known {
        kinds: &["function types of calls", "old intrinsics"],
        paths: &["compile"],
        why: "the code grows as fast: arrays of up to n elements are passed as n arguments, and integers have up to n / 64 words",
    },
    Known {
        kinds: &["values inserted into a struct"],
        paths: &["compile"],
        why: "a struct of up to 4,096 scalars is a value of as many parts, all of which an insertion copies",
    },
    Known {
        kinds: &["types of zero", "undefined and poisoned constants"],
        paths: &["compile"],
        why: "the table of types has the parts of each, up to 64: one for each 64 bits of the integers, which are up to n bits wide",
    },
    Known {
        kinds: &["depth of inlining, each used"],
        paths: &["print with use lists and annotations"],
        why: "what is printed grows as fast: for each instruction the whole chain of calls it was inlined by, as LLVM has it",
    },
    Known {
        kinds: &["switches in a circle"],
        paths: &["analyze functions"],
        why: "what is found grows as fast: cycles with many entries nested in one another, each with the list of its entries",
    },
];
