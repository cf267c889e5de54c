//! `lindworm build`: compiles modules to a program.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::process::Command;

use lindworm::codegen::{Options, compile};

use crate::llvm::messages;
use crate::reading::read_module;
use crate::streams::tell;

/// What is built, and how.
#[derive(clap::Args)]
pub struct Args {
    /// Files to read: text or bitcode
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Program to write
    #[arg(short, long, value_name = "PROGRAM", default_value = "a.out")]
    output: PathBuf,
    /// Libraries to link with, as `-l` of the linker
    #[arg(short = 'l', value_name = "LIBRARY")]
    libraries: Vec<String>,
    /// Program that links: it is called as a C compiler is
    #[arg(long, value_name = "PROGRAM", default_value = "cc")]
    linker: PathBuf,
}

/// Compiles each file and links the objects.
pub fn run(args: &Args) -> io::Result<bool> {
    let directory = tempfile::tempdir()?;
    let mut objects = Vec::new();
    for (number, file) in args.files.iter().enumerate() {
        let Some(module) = read_module(file)? else { return Ok(false) };
        let module = ManuallyDrop::new(module);
        let object = match compile(&module, &Options::default()) {
            Ok(object) => object,
            Err(error) => {
                for message in messages(&module, &error) {
                    tell(format!("error: {}: {message}\n", file.display()));
                }
                return Ok(false);
            }
        };
        let path = directory.path().join(format!("{number}.o"));
        std::fs::write(&path, object)?;
        objects.push(path);
    }
    link(args, &objects)
}

fn link(args: &Args, objects: &[PathBuf]) -> io::Result<bool> {
    let mut command = Command::new(&args.linker);
    command.args(objects).arg("-o").arg(&args.output);
    command.args(args.libraries.iter().map(|library| format!("-l{library}"))).arg("-lm");
    let started = command.status();
    let status = started.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", args.linker.display())))?;
    Ok(status.success())
}
