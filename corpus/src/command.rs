//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use clap::builder::PossibleValuesParser;

use crate::heap::map_large_blocks;
use crate::inputs::Columns;
use crate::map::Map;
use crate::run::{Options, run, run_to_stdout};

/// Map over modules of LLVM IR in files, directories, archives and Parquet files
///
/// The output is a directory of Parquet files. An interrupted run is resumed by the same command: the output is that of a run without an
/// interruption. Modules that cannot be read have a row with the reason, and are listed in OUT/skipped.tsv. The exit status is 0 when all is
/// done, whatever was skipped, and 1 if the inputs or the output are refused.
#[derive(Parser)]
#[command(name = "lindworm corpus", bin_name = "lindworm corpus", version, max_term_width = 100)]
struct Args {
    /// Files and directories: bitcode, text, archives, Parquet
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// What is computed
    ///
    /// stats: sizes and counts of each module. check: what the verifier finds. features: counts, types, a structural hash and the tokens of each
    /// function. tokens: the tokens of each function. upgrade: each module as bitcode of LLVM 22. grep: the instructions that match a
    /// pattern.
    #[arg(long, value_parser = PossibleValuesParser::new(Map::NAMES))]
    map: String,
    /// Pattern of `--map grep`, as `lindworm grep` takes it
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<String>,
    /// Directory for the output; `-` writes one Parquet file to the standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Column of Parquet files that holds modules
    #[arg(long, value_name = "NAME", default_value = "content")]
    column: String,
    /// Column of Parquet files that names the modules; by default, they are named by file and row
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// How many threads work; by default one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Show neither progress nor the summary
    #[arg(short, long)]
    quiet: bool,
}

/// Does what a command line says, whose first word is the program's name; gives the exit status.
pub fn main(words: impl IntoIterator<Item = OsString>) -> i32 {
    let args = match Args::try_parse_from(words) {
        Ok(args) => args,
        Err(e) => {
            let _ = e.print();
            return e.exit_code();
        }
    };
    map_large_blocks();
    match done(args) {
        Ok(()) => 0,
        Err(e) => {
            eprintln!("lindworm corpus: error: {e}");
            1
        }
    }
}

fn done(args: Args) -> Result<(), String> {
    let options = Options {
        map: Map::named(&args.map, args.pattern.as_deref())?,
        description: format!("{} {:?} {} {:?}", args.map, args.pattern, args.column, args.id),
        inputs: args.inputs,
        output: args.output,
        columns: Columns { content: args.column, id: args.id },
        jobs: args.jobs,
        progress: !args.quiet,
    };
    if options.output.as_os_str() == "-" {
        return run_to_stdout(&options);
    }
    let start = std::time::Instant::now();
    let summary = run(&options)?;
    if !args.quiet {
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "{} modules in {seconds:.1} s, {} skipped; {} files in {}, {} of them from before",
            summary.modules,
            summary.skipped,
            summary.files,
            options.output.display(),
            summary.resumed
        );
    }
    Ok(())
}
