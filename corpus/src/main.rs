//! `lindworm-corpus`, which `lindworm corpus` starts.

fn main() {
    std::process::exit(lindworm_corpus::command::main(std::env::args_os()));
}
