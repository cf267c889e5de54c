//! `lindworm reduce` and `llvm-reduce`: the smallest module that a test finds interesting.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use lindworm::Module;
use lindworm::bitcode;
use lindworm::reduce::{Event, Options, PASSES, Pass, is_valid, reduce};

use crate::files::reason;
use crate::form::{Form, form_of_name, write_form};
use crate::progress::Progress;
use crate::reading::read_module;
use crate::streams::print;

/// What is reduced, and how.
#[derive(clap::Args)]
pub struct Args {
    /// File to reduce; `-` for the standard input
    #[arg(value_name = "FILE", required_unless_present = "list")]
    file: Option<PathBuf>,
    /// Program that is called with a candidate file as its last argument; its exit status is 0 if the candidate is still interesting
    #[arg(value_name = "TEST", required_unless_present = "list")]
    test: Option<PathBuf>,
    /// Arguments of the test before the file
    #[arg(value_name = "ARG", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
    /// File to write
    #[arg(short, long, value_name = "FILE", default_value = "reduced.ll")]
    output: PathBuf,
    /// Number of tests that run at the same time; by default the number of processors
    #[arg(short, long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Only these passes, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    passes: Vec<String>,
    /// All passes but these
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    skip: Vec<String>,
    /// List the passes
    #[arg(long)]
    list: bool,
}

/// A test: a program and its arguments before the file.
pub struct Test {
    pub program: PathBuf,
    pub args: Vec<std::ffi::OsString>,
    /// Whether candidates are written as bitcode.
    pub bitcode: bool,
    /// Whether programs under test may write core dumps and crash reports.
    pub keeps_debug_environment: bool,
}

impl Test {
    /// Whether a module is interesting.
    pub fn run(&self, module: &Module) -> io::Result<bool> {
        let suffix = if self.bitcode { ".bc" } else { ".ll" };
        let mut file = tempfile::Builder::new().prefix("lindworm-reduce-").suffix(suffix).tempfile()?;
        match self.bitcode {
            true => {
                let options = bitcode::WriteOptions { preserve_use_list_order: true, ..Default::default() };
                file.write_all(&bitcode::write(module, &options))?;
            }
            false => file.write_all(&lindworm::to_bytes(module))?,
        }
        file.flush()?;
        let path = file.into_temp_path();
        let mut command = Command::new(&self.program);
        command.args(&self.args).arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if !self.keeps_debug_environment {
            command.env("LLVM_DISABLE_CRASH_REPORT", "1").env("LLVM_DISABLE_SYMBOLIZATION", "1");
        }
        Ok(command.status()?.success())
    }
}

/// The passes of these names; all if there are none.
pub fn passes(names: &[String], skipped: &[String]) -> Result<Vec<&'static Pass>, String> {
    let find = |name: &String| Pass::named(name).ok_or_else(|| name.clone());
    let skipped = skipped.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let chosen: Vec<&'static Pass> = match names.is_empty() {
        true => PASSES.iter().collect(),
        false => names.iter().map(find).collect::<Result<_, _>>()?,
    };
    Ok(chosen.into_iter().filter(|pass| !skipped.iter().any(|other| other.name == pass.name)).collect())
}

/// Why a reduction did not come to an end.
pub enum Trouble {
    /// The test does not hold of what is to be reduced.
    NotInteresting,
    /// The test could not be run, or the result not be written.
    Failed(io::Error),
    /// A pass made something that is not valid.
    Invalid(&'static Pass),
}

/// Reduces a module. `better` is called with each smaller one.
pub fn run_reduction(
    mut module: Module,
    test: &Test,
    options: &Options,
    stops_at_invalid: bool,
    better: &mut dyn FnMut(&Module) -> io::Result<()>,
    pass_begins: &mut dyn FnMut(&Pass),
) -> Result<Module, Trouble> {
    // The name that the module was read under is irrelevant to the reduction.
    module.set_name("");
    let failure: Mutex<Option<io::Error>> = Mutex::new(None);
    let fail = |error: io::Error| _ = failure.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert(error);
    let is_interesting = |module: &Module| match test.run(module) {
        Ok(is_interesting) => is_interesting,
        Err(error) => {
            fail(error);
            false
        }
    };
    let taken = |failure: &Mutex<Option<io::Error>>| failure.lock().unwrap_or_else(|e| e.into_inner()).take();
    if !is_interesting(&module) {
        return Err(taken(&failure).map_or(Trouble::NotInteresting, Trouble::Failed));
    }
    let mut invalid = None;
    let reduced = reduce(module, options, &is_interesting, &mut |event| match event {
        Event::Pass(pass) => pass_begins(pass),
        Event::Smaller(module) => better(module).unwrap_or_else(fail),
        Event::Invalid(pass) => _ = invalid.get_or_insert(pass),
    });
    match (taken(&failure), invalid) {
        (Some(error), _) => Err(Trouble::Failed(error)),
        (None, Some(pass)) if stops_at_invalid => Err(Trouble::Invalid(pass)),
        _ => Ok(reduced),
    }
}

/// How many functions, blocks and instructions are defined.
fn size(module: &Module) -> [usize; 3] {
    let mut size = [0; 3];
    for body in module.functions().iter().filter_map(|&f| module.body(f)) {
        size[0] += 1;
        size[1] += body.blocks().count();
        size[2] += body.blocks().map(|b| body.insts(b).count()).sum::<usize>();
    }
    size
}

/// Reduces what the arguments name.
pub fn run(args: &Args) -> io::Result<bool> {
    if args.list {
        let list: String = PASSES.iter().map(|pass| format!("{:<28} {}\n", pass.name, pass.title)).collect();
        return print(list).map(|()| true);
    }
    let (Some(file), Some(test)) = (&args.file, &args.test) else { return Ok(false) };
    let passes = passes(&args.passes, &args.skip)
        .map_err(|name| io::Error::other(format!("no pass is named '{name}'; `lindworm reduce --list` lists all")))?;
    let Some(module) = read_module(file)? else { return Ok(false) };
    let form = form_of_name(&args.output).unwrap_or(Form::Text);
    let test = Test {
        program: absolute(test),
        args: args.args.iter().map(Into::into).collect(),
        bitcode: form == Form::Bitcode,
        keeps_debug_environment: false,
    };
    let jobs = args.jobs.unwrap_or(Options::default().jobs);
    let options = Options { passes, jobs, ..Options::default() };
    let progress = Progress::new();
    let before = size(&module);
    let last = std::cell::Cell::new(before);
    let done = run_reduction(
        module,
        &test,
        &options,
        false,
        &mut |module| {
            last.set(size(module));
            write_form(module, None, &args.output, form)
        },
        &mut |pass| {
            let [functions, blocks, insts] = last.get();
            let title = pass.title;
            progress.show(format_args!("{insts} instructions, {blocks} blocks, {functions} functions: {title}"));
        },
    );
    drop(progress);
    let module = ManuallyDrop::new(done.map_err(|trouble| match trouble {
        Trouble::NotInteresting => io::Error::other(format!(
            "{}: the test does not find this interesting: `{} {}` does not end with status 0",
            file.display(),
            test.program.display(),
            file.display()
        )),
        Trouble::Failed(error) => io::Error::other(format!("{}: {}", test.program.display(), reason(&error))),
        Trouble::Invalid(pass) => io::Error::other(format!("the pass {} broke the module", pass.name)),
    })?);
    debug_assert!(is_valid(&module));
    write_form(&module, None, &args.output, form)?;
    let [functions, blocks, insts] = size(&module);
    print(format!(
        "{}: instructions: {insts} of {}, blocks: {blocks} of {}, functions: {functions} of {}\n",
        args.output.display(),
        before[2],
        before[1],
        before[0]
    ))?;
    Ok(true)
}

/// A program that is named by a path is that of this directory; others are looked for in `PATH`.
fn absolute(program: &Path) -> PathBuf {
    match program.exists() {
        true => std::path::absolute(program).unwrap_or_else(|_| program.to_owned()),
        false => program.to_owned(),
    }
}
