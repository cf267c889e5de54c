//! `lindworm run`: runs a program, and reports undefined behaviour.

mod entry;
mod json;
mod seeds;
mod trace;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::Ordering;

use clap::{Args as _, ValueEnum};
use json::JsonReports;
use lindworm::Module;
use lindworm::interp::{Machine, OnRace, OnUndefined, Options, Program, Report, Stop, UndefChoice};
use lindworm::run_report::{ModuleText, ReportWriter};
use trace::Trace;

use crate::compiler::{self, Language};
use crate::files::{input_name, reason};
use crate::input::Input;
use crate::native;
use crate::problem;
use crate::reading::read_valid;
use crate::shown::{Shown, colored, exit_status};
#[cfg(unix)]
use crate::signals;
use crate::streams::{self, tell};

/// The exit status after undefined behaviour.
pub const UNDEFINED: i32 = 70;
/// The exit status when the machine cannot go on, though nothing is undefined.
pub const GAVE_UP: i32 = 71;
/// The exit status when there is no program to run: it cannot be read, or breaks a rule.
pub const REFUSED: i32 = 72;
/// The exit status after a command line that makes no sense, which is that of clap.
const WRONG_COMMAND_LINE: i32 = 2;

/// The command line.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The program (`-` reads the standard input), and the arguments that are passed to it
    #[arg(value_name = "FILE [ARGS]", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<OsString>,
    /// Another module of the program; may be repeated
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// Compiler, and its options, for a FILE in C, C++ or Rust; by default the clang or rustc on the PATH
    #[arg(long, value_name = "COMMAND")]
    cc: Option<String>,
    /// Call this function instead of `main`, with the arguments given, and print its result
    ///
    /// Integers are written in decimal or with 0x in hexadecimal, floats in decimal; a pointer is `null` or points to the text
    /// given, followed by a zero byte; `poison` is of any type. Constructors are not run.
    #[arg(long, value_name = "FUNC")]
    entry: Option<String>,
    /// Dynamic library to search for functions and variables that the program does not define; may be repeated
    #[arg(long, value_name = "LIB")]
    load: Vec<PathBuf>,
    /// Environment variable to set for the program; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    env: Vec<OsString>,
    /// Compile the program and run it in this process, at full speed and without checks, instead of interpreting it
    #[arg(long, conflicts_with_all = [
        "entry", "env", "undef", "seed", "seeds", "max_steps", "max_memory", "stack_size", "ub", "races", "tbaa", "trace", "isolated",
        "vscale",
    ])]
    native: bool,
    /// With `--native`: tell gdb and lldb of the code, with its debug information
    #[arg(long, requires = "native")]
    debugger: bool,
    /// With `--native`: write the addresses of functions to `/tmp/perf-PID.map`, for `perf report`
    #[arg(long, requires = "native")]
    perf_map: bool,
    /// Value of undefined bits when the program uses them
    #[arg(long, value_name = "BITS", value_enum, default_value_t = Undef::Zero)]
    undef: Undef,
    /// Seed of all choices that the language leaves open: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Run with the seeds 0 to N - 1, several at a time, and show the first run that fails; the output of the runs is not shown, and
    /// their standard input is empty
    #[arg(long, value_name = "N", conflicts_with = "seed", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// Stop after N steps: each operation is one step, and so is every 16 bytes of memory that a function processes
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Limit for the program's memory, including the interpreter's own data about it; a suffix K, M or G is allowed
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    max_memory: u64,
    /// Stack size of each thread
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = size)]
    stack_size: u64,
    /// What to do at undefined behaviour
    #[arg(long, value_enum, default_value_t = Ub::Stop)]
    ub: Ub,
    /// How to treat data races
    #[arg(long, value_enum, default_value_t = Races::Undef)]
    races: Races,
    /// Report loads and copies of memory that was stored as another type, if `!tbaa` says that the accesses do not alias (slower)
    #[arg(long)]
    tbaa: bool,
    /// Print each executed instruction and its result to the standard error; --trace=FUNC shows one function only
    #[arg(long, value_name = "FUNC", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    trace: Option<String>,
    /// How to show reports, which go to the standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Isolate the program from the host: no libraries, no files, no clock
    #[arg(long)]
    isolated: bool,
    /// Value of `vscale`, the multiplier of the lengths of scalable vectors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    vscale: u32,
}

/// How `lindworm run` shows a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines of IR and source, values, origins and calls
    Human,
    /// One line for the report and one for each note: `FILE:LINE:COLUMN: error: MESSAGE [CODE]`
    Short,
    /// One JSON object per line
    Json,
}

/// `--undef`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Undef {
    /// All zero
    Zero,
    /// All one
    Ones,
    /// Random, from the seed, and possibly different at each use
    Random,
}

/// `--ub`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ub {
    /// Report it and stop
    Stop,
    /// Report it and continue
    Warn,
    /// Continue without a report
    Ignore,
}

/// `--races`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Races {
    /// LLVM's rule: a racing load returns an undefined value
    Undef,
    /// The rule of C, C++ and Rust: a race is undefined behaviour, reported where it happens
    Stop,
}

impl Args {
    fn options(&self) -> Options {
        Options {
            undef: match self.undef {
                Undef::Zero => UndefChoice::Zero,
                Undef::Ones => UndefChoice::Ones,
                Undef::Random => UndefChoice::Random,
            },
            seed: self.seed,
            max_steps: self.max_steps,
            max_memory: self.max_memory,
            stack_size: self.stack_size,
            on_undefined: match self.ub {
                Ub::Stop => OnUndefined::Stop,
                Ub::Warn => OnUndefined::Warn,
                Ub::Ignore => OnUndefined::Ignore,
            },
            races: match self.races {
                Races::Undef => OnRace::Undef,
                Races::Stop => OnRace::Stop,
            },
            tbaa: self.tbaa,
            isolated: self.isolated,
            vscale: self.vscale,
            libraries: self.load.clone(),
            environment: self.env.iter().map(|variable| variable.as_encoded_bytes().to_vec()).collect(),
        }
    }
}

/// A variable of the environment.
fn variable(text: &str) -> Result<OsString, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.into()),
        _ => Err("not of the form NAME=VALUE".into()),
    }
}

/// A number of bytes: `65536`, `64K`, `512M`, `2G`.
fn size(text: &str) -> Result<u64, String> {
    let shift = match text.bytes().last().map(|b| b.to_ascii_uppercase()) {
        Some(b'K') => 10,
        Some(b'M') => 20,
        Some(b'G') => 30,
        _ => 0,
    };
    let digits = if shift == 0 { text } else { &text[..text.len() - 1] };
    let number: u64 = digits.parse().map_err(|_| "not a number of bytes, such as 64K, 512M or 2G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "too much".into())
}

/// Reads the program of a command line, runs it, and gives the exit status.
pub fn run(args: &Args) -> i32 {
    let Some((file, program_args)) = args.program.split_first() else { return REFUSED };
    // Arguments after the file may begin with a dash, and so the scanner accepts a dash for the file too.
    if file.len() > 1 && file.as_encoded_bytes().starts_with(b"-") {
        tell(format!("error: unexpected argument '{}'; try 'lindworm run --help'\n", file.to_string_lossy()));
        return WRONG_COMMAND_LINE;
    }
    let file = Path::new(file);
    if let Some(count) = args.seeds {
        return seeds::run(count, file, args.cc.as_deref()).unwrap_or_else(|e| {
            tell(format!("lindworm: error: {}\n", reason(&e)));
            REFUSED
        });
    }
    let files = std::iter::once(file).chain(args.with.iter().map(|f| &**f));
    let (modules, texts) = match read(files, args.cc.as_deref()) {
        Ok(Some(program)) => program,
        Ok(None) => return REFUSED,
        Err(e) => {
            tell(format!("lindworm: error: {}\n", reason(&e)));
            return REFUSED;
        }
    };
    let mut words: Vec<Vec<u8>> = program_args.iter().map(|a| a.as_encoded_bytes().to_vec()).collect();
    let entry = match &args.entry {
        Some(name) => Entry::Function(name.strip_prefix('@').unwrap_or(name).to_owned()),
        None => {
            words.insert(0, input_name(file).into_bytes());
            Entry::Main("main".into())
        }
    };
    hint_at_options(program_args);
    if args.native {
        let extra = native::Extra { debugger: args.debugger, perf_map: args.perf_map, ..Default::default() };
        let modules: Vec<_> = modules.into_iter().map(Arc::new).collect();
        return native::run(&modules, &args.load, "main", &words, extra).unwrap_or_else(|why| {
            tell(format!("lindworm: error: {why}\n"));
            REFUSED
        });
    }
    let trace = args.trace.clone();
    Run { modules, texts, entry, args: words, options: args.options(), format: args.format, trace }.run()
}

/// Points out what follows FILE and may have been meant for `run` itself.
fn hint_at_options(program_args: &[OsString]) {
    let command = Args::augment_args(clap::Command::new("run"));
    let meant = program_args.iter().take_while(|arg| *arg != "--").find(|arg| {
        let name = arg.to_str().and_then(|arg| arg.strip_prefix("--")).map(|arg| arg.split('=').next().unwrap_or(arg));
        name.is_some_and(|name| command.get_arguments().any(|known| known.get_long() == Some(name)))
    });
    if let Some(arg) = meant {
        let arg = arg.to_string_lossy();
        tell(format!(
            "lindworm: note: '{arg}' comes after FILE and is passed to the program; options of `lindworm run` come before FILE \
             (`--` after FILE silences this note)\n"
        ));
    }
}

/// Reads the modules of a program and shows what is wrong with them; nothing if one is refused.
fn read<'a>(files: impl Iterator<Item = &'a Path>, compiler: Option<&str>) -> io::Result<Option<(Vec<Module>, Texts)>> {
    let (mut modules, mut texts) = (Vec::new(), Vec::new());
    let mut shown = Shown::new(problem::Format::Human)?;
    for file in files {
        let compiled = match Language::of(file) {
            Some(language) => Some(compiler::compile(language, file, compiler)?),
            None => None,
        };
        let ir = compiled.as_ref().map_or(file, |compiled| &compiled.ir);
        let Some((bytes, outcome)) = read_valid(ir, &mut shown)? else {
            shown.finish()?;
            return Ok(None);
        };
        modules.push(outcome.module);
        let name = if compiled.is_some() { format!("{} (IR)", file.display()) } else { input_name(file) };
        texts.push(ModuleText { name, bytes: kept(bytes), spans: outcome.spans });
    }
    shown.finish()?;
    Ok(Some((modules, texts)))
}

/// The texts of the modules of a program.
pub type Texts = Vec<ModuleText<'static>>;

/// Keeps an input until the process ends.
pub fn kept(bytes: Input) -> &'static [u8] {
    Box::leak(Box::new(bytes))
}

/// Where a program begins.
pub enum Entry {
    /// At a function that is called as `main` is, after the constructors.
    Main(String),
    /// At a function that is called with arguments of its types, and whose result is shown.
    Function(String),
}

/// A program that was read, and how it is run.
pub struct Run {
    pub modules: Vec<Module>,
    /// The texts of the modules.
    pub texts: Texts,
    pub entry: Entry,
    /// The arguments; for [`Entry::Main`] the first is the program's name.
    pub args: Vec<Vec<u8>>,
    pub options: Options,
    pub format: Format,
    /// The function of which each instruction is shown, or an empty name for all.
    pub trace: Option<String>,
}

impl Run {
    /// Runs the program, reports what goes wrong, and gives the exit status.
    pub fn run(self) -> i32 {
        let reads_sources = !self.options.isolated;
        // The process ends soon: dropping the machine would waste time.
        let mut machine = match Machine::new(self.modules, self.options) {
            Ok(machine) => ManuallyDrop::new(machine),
            Err(stop) => return status_of(&stop, |report| tell(format!("error: {}\n", report.message))),
        };
        // The program and the texts live as long as the process.
        let program: &'static Program = Box::leak(Box::new(machine.program().clone()));
        if self.format != Format::Json
            && let Entry::Main(name) = &self.entry
            && let Some(words) = entry::missing(program, name)
        {
            tell(words);
            return GAVE_UP;
        }
        if self.format == Format::Human {
            entry::note_assumed_target(program);
        }
        #[cfg(unix)]
        {
            signals::note_interrupts();
            machine.stop_when(&signals::INTERRUPTED);
        }
        let writer = ReportWriter::new(program, self.texts.leak()).with_color(colored()).with_sources(reads_sources);
        let writer: &'static ReportWriter = Box::leak(Box::new(writer));
        let show = move |report: &Report, goes_on| match self.format {
            Format::Human => writer.human(report, goes_on),
            Format::Short => writer.short(report, goes_on),
            Format::Json => format!("{}\n", JsonReports { program, writer }.object_of(report)),
        };
        machine.on_report(move |_, report| tell(show(report, true)));
        let trace = self.trace.map(|function| Rc::new(RefCell::new(Trace::new(program, &function))));
        if let Some(trace) = trace.clone() {
            machine.on_step(move |view| tell(trace.borrow_mut().step(view)));
        }
        let done = match &self.entry {
            Entry::Main(name) => {
                let args: Vec<&[u8]> = self.args.iter().map(|a| &**a).collect();
                machine.run_as_main(name, &args)
            }
            Entry::Function(name) => match entry::call(&mut machine, name, &self.args) {
                Ok(result) => {
                    let printed = result.map_or(Ok(()), |result| streams::print(format!("{result}\n")));
                    Ok(exit_status(printed.map(|()| true)))
                }
                Err(entry::Failure::Stop(stop)) => Err(stop),
                Err(entry::Failure::Words(words)) => {
                    tell(format!("lindworm: error: {words}\n"));
                    return REFUSED;
                }
            },
        };
        if let Some(trace) = trace {
            tell(trace.borrow_mut().end());
        }
        match done {
            Ok(code) => code & 0xff,
            Err(stop) => {
                let status = status_of(&stop, |report| tell(show(report, false)));
                #[cfg(unix)]
                if status == GAVE_UP && signals::INTERRUPTED.load(Ordering::Relaxed) {
                    signals::end_by_interrupt();
                }
                status
            }
        }
    }
}

/// The exit status of a program that stopped; tells of a report.
fn status_of(stop: &Stop, tell: impl FnOnce(&Report)) -> i32 {
    match stop {
        Stop::Exit(code) => code & 0xff,
        Stop::Signal(number) => 128 + number,
        Stop::Report(report) => {
            tell(report);
            match report.signal {
                Some(number) => 128 + number,
                None if report.kind.is_some() => UNDEFINED,
                None => GAVE_UP,
            }
        }
        Stop::Unwound | Stop::Paused => GAVE_UP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in
            [("0", Some(0)), ("17", Some(17)), ("4k", Some(4096)), ("2G", Some(2 << 30)), ("3M", Some(3 << 20))]
        {
            assert_eq!(size(text).ok(), bytes, "{text}");
        }
        for text in ["", "K", "-1", "1.5G", "1T", "99999999999G", "é"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
