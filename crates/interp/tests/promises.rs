//! What attributes and metadata promise, broken and kept, where `ub/examples` and `language/` do not show it: at calls and at
//! results, of vectors and aggregates, in functions that are called in turn (see `functions`).
//!
//! `cargo test -p lindworm-interp --test promises values/` runs those of one file.

mod functions;

fn main() {
    functions::run("promises")
}
