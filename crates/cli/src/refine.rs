//! `lindworm refine`, and `opt -validate`: whether functions refine their previous versions.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use lindworm::inspect::diff::diff_functions;
use lindworm::link::{ExtractOptions, extract};
use lindworm::refine::{Options, Pair, Verdict, Violation};
use lindworm::{Context, Global, Module, to_bytes};

use crate::problem::Format;
use crate::reading::read_valid_in;
use crate::shown::Shown;
use crate::streams::print;

/// What is compared, and how much is tried.
#[derive(clap::Args)]
pub struct Args {
    /// File with the functions before a change; `-` for the standard input
    #[arg(value_name = "SOURCE")]
    source: PathBuf,
    /// File with the functions after the change
    #[arg(value_name = "TARGET")]
    target: PathBuf,
    /// Functions to check, with or without `@`; by default all that both files define
    #[arg(value_name = "FUNCTION")]
    functions: Vec<String>,
    /// Number of argument vectors for each function
    #[arg(long, value_name = "NUMBER", default_value_t = Options::default().vectors)]
    vectors: u32,
    /// Seed of the argument vectors
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Steps of the interpreter that a call in SOURCE may take; a call in TARGET may take four times as many
    #[arg(long, value_name = "NUMBER", default_value_t = Options::default().max_steps)]
    max_steps: u64,
}

/// Checks functions of two modules; `Ok(false)` if one of the target does not refine that of the source.
pub fn run(args: &Args) -> io::Result<bool> {
    let context = Context::new();
    let mut shown = Shown::new(Format::Human)?;
    let source = read_valid_in(&context, &args.source, &mut shown)?;
    let target = read_valid_in(&context, &args.target, &mut shown)?;
    shown.finish()?;
    let (Some((_, source)), Some((_, target))) = (source, target) else {
        return Err(io::Error::other("there is nothing to compare"));
    };
    let (source, target) = (ManuallyDrop::new(source.module), ManuallyDrop::new(target.module));
    let pair = Pair::new(&source, &target);
    let named: Vec<&str> = match &args.functions[..] {
        [] => pair.functions().collect(),
        names => names.iter().map(|name| name.strip_prefix('@').unwrap_or(name)).collect(),
    };
    if let Some(name) = named.iter().find(|&&name| pair.functions().all(|it| it != name)) {
        return Err(io::Error::other(format!("no function that both files define is named '{name}'")));
    }
    if named.is_empty() {
        return Err(io::Error::other("there is no function that both files define"));
    }
    let options = Options { vectors: args.vectors, seed: args.seed, max_steps: args.max_steps, ..Options::default() };
    let mut refines = true;
    for name in named {
        let line = match pair.check(name, &options) {
            Verdict::Violated(violation) => {
                refines = false;
                format!("@{name}: violated\n{}", indented(&violation))
            }
            Verdict::Held { decided: 0, undecided: Some(why) } => format!("@{name}: undecided: {why}\n"),
            Verdict::Held { decided, undecided: None } => format!("@{name}: held for {decided} {}\n", vectors(decided)),
            Verdict::Held { decided, undecided: Some(why) } => {
                format!("@{name}: held for {decided} {}, others are undecided: {why}\n", vectors(decided))
            }
        };
        print(line.into_bytes())?;
    }
    Ok(refines)
}

fn vectors(number: u32) -> &'static str {
    if number == 1 { "vector" } else { "vectors" }
}

fn indented(violation: &Violation) -> String {
    violation.to_string().lines().map(|line| format!("  {line}\n")).collect()
}

/// Which function a pass changed in a way that the language does not allow, if there is one, as the text of an error.
pub fn validate(pass: &str, before: &Module, after: &Module, options: &Options) -> Result<(), Vec<u8>> {
    let defined = |module: &Module, function: Global| module.body(function).is_some();
    let functions = before.functions().iter().copied().filter(|&f| defined(before, f));
    let both =
        functions.filter_map(|f| Some((f, after.global_named(before[f].name()).filter(|&g| defined(after, g))?)));
    let changed: Vec<(Global, Global)> =
        both.filter(|&(f, g)| !diff_functions(before, after, f, g).is_empty()).collect();
    if changed.is_empty() {
        return Ok(());
    }
    let pair = Pair::new(before, after);
    for (f, g) in changed {
        let Ok(name) = std::str::from_utf8(before[f].name()) else { continue };
        if let Verdict::Violated(violation) = pair.check(name, options) {
            let mut error =
                format!("error: the pass '{pass}' changed what @{name} does\n{}", indented(&violation)).into_bytes();
            for (when, module, function) in [("Before", before, f), ("After", after, g)] {
                error.extend_from_slice(format!("*** IR Dump {when} {pass} on {name} ***\n").as_bytes());
                error.extend(text_alone(module, function));
            }
            return Err(error);
        }
    }
    Ok(())
}

/// The text of a function, with declarations of what it refers to.
fn text_alone(module: &Module, function: Global) -> Vec<u8> {
    let mut module = module.clone();
    module.strip_debug_info();
    extract(&mut module, &[function].into_iter().collect(), ExtractOptions::default());
    to_bytes(&module)
}
