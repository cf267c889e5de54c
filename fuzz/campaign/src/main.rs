//! Mutates seeds and runs each mutant along every path, on all cores. See `fuzz/README.md`.

mod bitcode;
mod edit;
mod memory;
mod minimize;
mod mutants;
mod oracle;
mod paths;
mod program;
mod random;
mod report;
mod seeds;
mod supervise;
mod text;
mod worker;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::mutants::{Form, Mutants};
use crate::oracle::Oracle;
use crate::paths::{Checker, catch_panics};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Mutates seeds and runs each mutant along every path.
///
/// The exit status is 0 without finds and 1 with finds.
#[derive(Parser)]
#[command(name = "lindworm-campaign", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a campaign
    Run(supervise::Args),
    /// Run files along all paths and report the finds
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The number that determines the random choices of a path: a find reports it
        #[arg(long, value_name = "N", default_value_t = 0)]
        choices: u64,
        /// Report the current path of a file
        #[arg(long)]
        tell: bool,
        /// LLVM's `opt`, to compare acceptance
        #[arg(long, value_name = "OPT")]
        oracle: Option<PathBuf>,
    },
    /// Print mutants of the campaign in a directory
    Show {
        /// Their numbers
        #[arg(required = true, value_name = "N")]
        numbers: Vec<u64>,
        /// The directory of the campaign
        #[arg(long, value_name = "DIR", default_value = "campaign")]
        out: PathBuf,
        /// The seed number of the campaign
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// The form of mutants
        #[arg(long, value_delimiter = ',', value_enum, default_value = "text,bitcode,run")]
        paths: Vec<Form>,
    },
    /// Change seeds by an editor, and check the results
    Edit(edit::Args),
    /// Run a share of the mutants; started by `run`
    #[command(hide = true)]
    Worker(worker::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("lindworm-campaign: error: {e}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command; returns whether there were no finds.
fn run(command: Command) -> io::Result<bool> {
    match command {
        Command::Run(args) => supervise::run(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Worker(args) => worker::run(&args).map(|()| true),
        Command::Show { numbers, out, seed, paths } => {
            let mut mutants = Mutants::new(worker::seeds_of(&out)?, seed, &paths);
            let mut mutant = Vec::new();
            for number in numbers {
                mutants.make(number, &mut mutant);
                io::stdout().write_all(&mutant)?;
            }
            Ok(true)
        }
        Command::Check { files, choices, tell, oracle } => {
            catch_panics();
            let mut checker = Checker::new(tell);
            let oracle = oracle.map(|program| Oracle::new(&program, &std::env::temp_dir()));
            let mut is_clean = true;
            for file in files {
                let input = std::fs::read(&file)?;
                let done = checker.check(&input, choices);
                if let Err(find) = done.and_then(|()| oracle.as_ref().map_or(Ok(()), |o| o.compare(&input))) {
                    println!("{}: {}\n{}", file.display(), find.key, find.detail);
                    is_clean = false;
                }
            }
            Ok(is_clean)
        }
    }
}
