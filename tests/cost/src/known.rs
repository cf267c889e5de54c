//! What is known not to be linear yet. A row that has become linear fails, until it is taken out.

/// Paths on which the cost of kinds grows faster than their number.
struct Known {
    kinds: &'static [&'static str],
    paths: &'static [&'static str],
    why: &'static str,
}

/// Why the cost of a kind is known to grow faster than its number on a path.
pub fn why(kind: &str, path: &str) -> Option<&'static str> {
    KNOWN.iter().find(|known| known.kinds.contains(&kind) && known.paths.contains(&path)).map(|known| known.why)
}

/// The kinds and paths of all rows.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWN.iter().flat_map(|known| known.kinds.iter().flat_map(|kind| known.paths.iter().map(|path| (*kind, *path))))
}

const KNOWN: &[Known] = &[
    Known {
        kinds: &["globals that are removed", "globals that are removed from the last"],
        paths: &["work"],
        why: "Module::remove_global takes an element out of the vector of its kind",
    },
    Known {
        kinds: &["aliases of aliases", "ifuncs behind a chain of aliases"],
        paths: &["write bitcode", "write bitcode with use lists", "summarize", "write summary"],
        why: "each alias is followed to the end of its chain",
    },
    Known {
        kinds: &["depth of aggregates"],
        paths: &["print", "print with use lists and annotations"],
        why: "the text of a type holds those of all types in it",
    },
    Known {
        kinds: &[
            "depth of arrays",
            "depth of structs",
            "depth of literal structs, each accessed",
            "indices of a constant address",
            "indices of an address",
            "indices of extracted values",
        ],
        paths: &["print", "print with use lists and annotations", "verify and report", "show each value in a message"],
        why: "TypeTexts::new holds the text of each type, with those of all types in it",
    },
    Known {
        kinds: &["depth of inlining, each used"],
        paths: &["print with use lists and annotations"],
        why: "the annotation of an instruction is, as LLVM prints it, the whole chain of calls it was inlined by",
    },
    Known {
        kinds: &["noalias arguments of nested calls"],
        paths: &["run"],
        why: "an access is compared with the noalias arguments of all calls that are active",
    },
];
