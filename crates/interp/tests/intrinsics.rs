//! What intrinsics give (see `functions`).
//!
//! `cargo test -p lindworm-interp --test intrinsics masked/` runs those of one file.

mod functions;

fn main() {
    functions::run("intrinsics")
}
