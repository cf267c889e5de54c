//! `lindworm run`: runs a program, and tells of undefined behaviour.

mod report;
mod texts;
mod trace;

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::rc::Rc;

use clap::ValueEnum;
use lindworm::interp::{Machine, OnUndefined, Options, Program, Stop, UndefChoice};
use report::{Format, Shower};
use texts::{ModuleText, Texts};
use trace::Trace;

use crate::commands::{Shown, colored, read_valid};
use crate::files::{input_name, reason};
use crate::problem;

/// The exit status after undefined behaviour.
pub const UNDEFINED: i32 = 70;
/// The exit status when the machine cannot go on, though nothing is undefined.
pub const GAVE_UP: i32 = 71;
/// The exit status when there is no program to run: it cannot be read, or breaks a rule.
pub const REFUSED: i32 = 72;

/// The command line.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The program; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What the program gets as its arguments
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
    /// More modules of the program
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// What bits are that nobody has set
    #[arg(long, value_name = "BITS", value_enum, default_value_t = Undef::Zero)]
    undef: Undef,
    /// What all choices depend on: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Give up after so many operations
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// How much memory the program may have; K, M or G behind the number
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    max_memory: u64,
    /// How much stack each thread has
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = size)]
    stack_size: u64,
    /// What to do at undefined behaviour
    #[arg(long, value_enum, default_value_t = Ub::Stop)]
    ub: Ub,
    /// Print each instruction with its result to the standard error; those of one function with --trace=FUNC
    #[arg(long, value_name = "FUNC", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    trace: Option<String>,
    /// How to show reports, which go to the standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Let the program reach nothing outside of the machine: no library, no file, no clock
    #[arg(long)]
    isolated: bool,
    /// How many times longer than their type says scalable vectors are
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    vscale: u32,
}

/// `--undef`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Undef {
    /// All zero
    Zero,
    /// All one
    Ones,
    /// What the seed says, each time perhaps another
    Random,
}

/// `--ub`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ub {
    /// Report it and stop
    Stop,
    /// Report it and go on as well as possible
    Warn,
    /// Go on as well as possible
    Ignore,
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
            isolated: self.isolated,
            vscale: self.vscale,
            ..Options::default()
        }
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

/// Runs a program and gives the exit status.
pub fn run(args: &Args) -> i32 {
    let (mut modules, mut texts) = (Vec::new(), Vec::new());
    let mut shown = Shown::new(problem::Format::Human);
    for file in std::iter::once(&args.file).chain(&args.with) {
        match read_valid(file, &mut shown) {
            Ok(Some((bytes, outcome))) => {
                modules.push(outcome.module);
                texts.push(ModuleText { name: input_name(file), bytes, spans: outcome.spans });
            }
            Ok(None) => {
                let _ = shown.finish();
                return REFUSED;
            }
            Err(e) => {
                eprintln!("lindworm: error: {}", reason(&e));
                return REFUSED;
            }
        }
    }
    let _ = shown.finish();
    // The process ends soon: taking the machine apart would be time spent for nothing.
    let mut machine = match Machine::new(modules, args.options()) {
        Ok(machine) => ManuallyDrop::new(machine),
        Err(Stop::Report(report)) => {
            tell(&format!("error: {}\n", report.message));
            return GAVE_UP;
        }
        Err(_) => return GAVE_UP,
    };
    // Program and texts are there as long as the process.
    let program: &'static Program = Box::leak(Box::new(machine.program().clone()));
    let shower = Rc::new(Shower {
        format: args.format,
        color: colored(),
        program,
        texts: Texts::new(Box::leak(texts.into()), !args.isolated),
        names: RefCell::default(),
    });
    let listener = shower.clone();
    machine.on_report(move |_, report| tell(&listener.show(report, true)));
    let trace = args.trace.as_ref().map(|function| Rc::new(RefCell::new(Trace::new(program, function))));
    if let Some(trace) = trace.clone() {
        machine.on_step(move |view| tell(trace.borrow_mut().step(view)));
    }
    let name = input_name(&args.file);
    let words: Vec<&[u8]> =
        std::iter::once(name.as_bytes()).chain(args.args.iter().map(|a| a.as_encoded_bytes())).collect();
    let done = machine.run(&words);
    if let Some(trace) = trace {
        tell(trace.borrow_mut().end());
    }
    match done {
        Ok(code) | Err(Stop::Exit(code)) => code & 0xff,
        Err(Stop::Signal(number)) => 128 + number,
        Err(Stop::Report(report)) => {
            tell(&shower.show(&report, false));
            if report.kind.is_some() { UNDEFINED } else { GAVE_UP }
        }
        Err(Stop::Unwound | Stop::Paused) => GAVE_UP,
    }
}

fn tell(text: &str) {
    // Where there is no standard error, there is nothing more to say.
    let _ = io::stderr().write_all(text.as_bytes());
}
