//! `lindworm` under its own name: `check`, `print`, `tools`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use lindworm::{Context, ReadOptions, ReadOutcome, WriteOptions};

use crate::files::{input_name, read_input, reason, write_output};
use crate::llvm::{SILENT_EXIT, Tool};
use crate::report::{self, Format, Source};

/// LLVM IR without LLVM: check it and print it.
///
/// Lindworm reads the text of LLVM 3.7 to 22 and prints that of LLVM 22, byte for byte as `opt -S` does.
/// Called under the name of one of LLVM's tools (see `lindworm tools`), it takes that tool's flags and gives its messages.
#[derive(Parser)]
#[command(name = "lindworm", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Read files and report everything that is wrong with them
    ///
    /// Unlike LLVM's tools, which stop at the first error, this goes on reading after one. The first error is the one that
    /// LLVM reports, in its words. The exit status is 0 if there is no error, and 1 if there is one in any of the files.
    Check {
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How to show errors: to read (human, short: on the standard error) or to process (json: on the standard output)
        #[arg(long, value_enum, default_value_t = Format::Human)]
        format: Format,
    },
    /// Read a file and print it as LLVM 22 prints it
    ///
    /// Older text comes out as today's: typed pointers as `ptr`, renamed intrinsics under their new names, and so on.
    Print {
        /// File to read; `-` for the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// File to write; nothing is written if the input is refused
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: PathBuf,
        /// Print `uselistorder` directives: with them a reader gets the uses of each value in the order that they have here
        #[arg(long)]
        preserve_use_list_order: bool,
    },
    /// Put links to this program into a directory, under the names of LLVM's tools
    ///
    /// Whoever runs `DIR/opt` then runs Lindworm: see `DIR/opt --help` for what it takes of what LLVM's `opt` takes.
    Tools {
        /// Directory to put the links into; made if there is none
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
}

/// Does what the command line says and gives the exit status.
pub fn run() -> i32 {
    let done = match Cli::parse().command {
        Command::Check { files, format } => check(&files, format),
        Command::Print { file, output, preserve_use_list_order } => {
            print(&file, &output, &WriteOptions { preserve_use_list_order })
        }
        Command::Tools { dir } => tools(&dir),
    };
    match done {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => SILENT_EXIT,
        Err(e) => {
            eprintln!("lindworm: error: {}", reason(&e));
            1
        }
    }
}

/// Puts the name of the file that it was about before the system's words.
fn about(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |e| match e.kind() {
        io::ErrorKind::BrokenPipe => e,
        _ => io::Error::new(e.kind(), format!("{}: {}", path.display(), reason(&e))),
    }
}

/// Reads one file and shows its problems; gives what was read if it has no error.
fn read(path: &Path, format: Format, options: &ReadOptions) -> io::Result<Option<ReadOutcome>> {
    let bytes = read_input(path).map_err(about(path))?;
    let name = input_name(path);
    let mut out: Box<dyn Write> = match format {
        Format::Json => Box::new(io::stdout().lock()),
        Format::Human | Format::Short => Box::new(io::stderr().lock()),
    };
    match lindworm::read(&Context::new(), &name, &bytes, options) {
        Ok(outcome) => {
            for message in &outcome.warnings {
                out.write_all(report::warning(format, &name, message).as_bytes())?;
            }
            Ok(Some(outcome))
        }
        Err(errors) => {
            let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let source = Source::new(&name, &bytes);
            for diagnostic in &errors {
                out.write_all(report::error(format, color, &source, diagnostic).as_bytes())?;
            }
            Ok(None)
        }
    }
}

fn check(files: &[PathBuf], format: Format) -> io::Result<bool> {
    let mut good = true;
    for file in files {
        match read(file, format, &ReadOptions::default()) {
            Ok(outcome) => good &= outcome.is_some(),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Err(e),
            Err(e) => {
                eprintln!("lindworm: error: {e}");
                good = false;
            }
        }
    }
    Ok(good)
}

fn print(file: &Path, output: &Path, options: &WriteOptions) -> io::Result<bool> {
    let read_options = ReadOptions { summary: true, ..Default::default() };
    let Some(outcome) = read(file, Format::Human, &read_options)? else { return Ok(false) };
    // The process ends soon: taking the module apart would be time spent for nothing.
    let outcome = ManuallyDrop::new(outcome);
    let write = |out: &mut (dyn Write + Send)| {
        lindworm::write_with(&outcome.module, options, out)?;
        outcome.summary.as_ref().map_or(Ok(()), |summary| lindworm::write_summary(summary, out))
    };
    write_output(output, write).map_err(about(output))?;
    Ok(true)
}

fn tools(dir: &Path) -> io::Result<bool> {
    fs::create_dir_all(dir).map_err(about(dir))?;
    let program = std::env::current_exe()?;
    for tool in Tool::ALL {
        let path = dir.join(tool.name()).with_extension(std::env::consts::EXE_EXTENSION);
        // Only what an earlier run put there, or another link, makes room.
        if fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) {
            fs::remove_file(&path).map_err(about(&path))?;
        }
        link(&program, &path).map_err(about(&path))?;
        println!("{}", path.display());
    }
    Ok(true)
}

#[cfg(unix)]
fn link(program: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(program, path)
}

#[cfg(not(unix))]
fn link(program: &Path, path: &Path) -> io::Result<()> {
    fs::hard_link(program, path).or_else(|_| fs::copy(program, path).map(drop))
}
