//! The `lindworm` tool. Invoked under the name of one of LLVM's tools, it accepts the flags of that tool and prints its messages.

// `println!` and `eprintln!` panic if the stream cannot be written to: see `streams`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod build;
mod color;
mod commands;
mod compiler;
mod corpus;
mod diff;
mod embedded;
mod extract;
mod files;
mod form;
mod graph;
#[cfg(target_os = "linux")]
mod heap;
mod highlight;
mod input;
mod inspect;
mod llvm;
mod modules;
mod native;
mod pattern;
mod problem;
mod progress;
mod reading;
mod reduce;
mod refine;
mod report;
mod run;
mod shown;
#[cfg(unix)]
mod signals;
mod split;
mod streams;
mod symbols;
mod verify_uselistorder;

use std::path::Path;

#[cfg(target_os = "linux")]
#[global_allocator]
static HEAP: heap::Heap = heap::Heap;

fn main() {
    let mut args = std::env::args_os();
    let program = args.next().unwrap_or_default();
    let code = match Path::new(&program).file_stem().and_then(|s| s.to_str()).and_then(llvm::Tool::from_name) {
        Some(tool) => llvm::run(tool, &program.to_string_lossy(), args),
        None => commands::run(),
    };
    std::process::exit(code);
}
