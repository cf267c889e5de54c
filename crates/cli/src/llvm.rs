//! `opt`, `llvm-as`, `llvm-dis`, `lli` and `verify-uselistorder`: LLVM's flags, messages and exit codes.
//!
//! The command line is scanned by hand, so that a tool that is started thousands of times starts at once, and says what
//! LLVM's own scanner says.

use std::ffi::OsString;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use lindworm::ir::data_layout::DataLayout;
use lindworm::ir::triple::{Arch, Triple, normalize};
use lindworm::verifier::{Options, verify_with};
use lindworm::{Context, DataLayoutSource, FindingWriter, Module, ReadOptions, ReadOutcome, Report, WriteOptions};

use crate::files::{input_name, is_null_device, read_input, reason, write_output};
use crate::pipeline::{self, Level};
use crate::report::{self, Source};
use crate::run::{Entry, Format, ModuleText, Run};
use crate::verify_uselistorder;

/// The exit status after nobody wanted the rest of the output: that of LLVM's tools.
pub const SILENT_EXIT: i32 = 74;

/// One of LLVM's tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Reads a module, runs passes, writes a module.
    Opt,
    /// Reads text, writes bitcode.
    As,
    /// Reads bitcode, writes text.
    Dis,
    /// Runs a program.
    Interpreter,
    /// Checks that the order of uses survives writing and reading.
    VerifyUseListOrder,
}

/// A flag of some of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    Assembly,
    Output,
    Passes,
    Triple,
    DataLayout,
    NoOutput,
    NoVerify,
    NoEffect,
    UseListOrder,
    Shuffles,
    SaveTemps,
    EntryFunction,
    FakeArgv0,
    ExtraModule,
    Library,
    JitKind,
    Version,
    Help,
}

/// A flag: its name, which tools have it, how its value is called in the help text if it takes one, and what it does.
struct FlagInfo {
    name: &'static str,
    flag: Flag,
    tools: &'static [Tool],
    value: Option<&'static str>,
    help: &'static str,
}

const fn flag(
    name: &'static str,
    flag: Flag,
    tools: &'static [Tool],
    value: Option<&'static str>,
    help: &'static str,
) -> FlagInfo {
    FlagInfo { name, flag, tools, value, help }
}

/// The tools that write a module.
const WRITERS: &[Tool] = &[Tool::Opt, Tool::As, Tool::Dis];

const LLI: &[Tool] = &[Tool::Interpreter];

const FLAGS: &[FlagInfo] = &[
    flag("O0", Flag::NoEffect, LLI, None, "Optimization level: a program is run as it is"),
    flag("O1", Flag::NoEffect, LLI, None, "Like -O0"),
    flag("O2", Flag::NoEffect, LLI, None, "Like -O0"),
    flag("O3", Flag::NoEffect, LLI, None, "Like -O0"),
    flag("S", Flag::Assembly, &[Tool::Opt], None, "Write output as LLVM assembly"),
    flag(
        "data-layout",
        Flag::DataLayout,
        &[Tool::Opt, Tool::As],
        Some("layout-string"),
        "Data layout to use instead of the module's",
    ),
    flag("disable-output", Flag::NoOutput, &[Tool::Opt, Tool::As], None, "Read and check only, write nothing"),
    flag("disable-verify", Flag::NoVerify, &[Tool::Opt, Tool::As], None, "Do not run the verifier"),
    flag("dlopen", Flag::Library, LLI, Some("library"), "Dynamic libraries to load before linking"),
    flag(
        "entry-function",
        Flag::EntryFunction,
        LLI,
        Some("function"),
        "Function to call as the entry point instead of 'main'",
    ),
    flag("extra-module", Flag::ExtraModule, LLI, Some("input bitcode"), "Extra modules to be loaded"),
    flag("f", Flag::NoEffect, WRITERS, None, "Enable binary output on terminals"),
    flag(
        "fake-argv0",
        Flag::FakeArgv0,
        LLI,
        Some("executable"),
        "Override the 'argv[0]' value passed into the program",
    ),
    flag("force-interpreter", Flag::NoEffect, LLI, None, "Force interpretation: there is nothing else"),
    flag("help", Flag::Help, Tool::ALL, None, "Display available options"),
    flag("jit-kind", Flag::JitKind, LLI, Some("kind"), "orc, orc-lazy or mcjit: all are interpreted"),
    flag("load", Flag::Library, LLI, Some("library"), "Alias for --dlopen"),
    flag("mtriple", Flag::Triple, &[Tool::Opt], Some("triple"), "Target triple to use instead of the module's"),
    flag(
        "num-shuffles",
        Flag::Shuffles,
        &[Tool::VerifyUseListOrder],
        Some("uint"),
        "Number of times to shuffle and verify use-lists",
    ),
    flag("o", Flag::Output, WRITERS, Some("filename"), "Override output filename"),
    flag("p", Flag::Passes, &[Tool::Opt], Some("passes"), "Alias for --passes"),
    flag("passes", Flag::Passes, &[Tool::Opt], Some("passes"), "Passes to run, separated by commas: verify"),
    flag(
        "preserve-ll-uselistorder",
        Flag::UseListOrder,
        &[Tool::Opt, Tool::Dis],
        None,
        "Preserve use-list order when writing LLVM assembly",
    ),
    flag("save-temps", Flag::SaveTemps, &[Tool::VerifyUseListOrder], None, "Save temp files"),
    flag("verify-each", Flag::NoEffect, &[Tool::Opt], None, "Verify after each transform"),
    flag("version", Flag::Version, Tool::ALL, None, "Display the version of this program"),
];

impl Tool {
    /// Every tool.
    pub const ALL: &[Tool] = &[Tool::Opt, Tool::As, Tool::Dis, Tool::Interpreter, Tool::VerifyUseListOrder];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Opt => "opt",
            Tool::As => "llvm-as",
            Tool::Dis => "llvm-dis",
            Tool::Interpreter => "lli",
            Tool::VerifyUseListOrder => "verify-uselistorder",
        }
    }

    /// The tool of that name, which may have the number of a version behind it: `opt-22`.
    pub fn from_name(name: &str) -> Option<Tool> {
        let version = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        Tool::ALL.iter().copied().find(|t| {
            let rest = name.strip_prefix(t.name());
            rest.is_some_and(|r| r.is_empty() || r.strip_prefix('-').is_some_and(|v| !v.is_empty() && version(v)))
        })
    }

    /// How it has modules checked.
    fn verifier_options(self) -> Options {
        Options { odr_uniquing: self == Tool::Opt }
    }

    fn overview(self) -> &'static str {
        match self {
            Tool::Opt => {
                "reads a module in LLVM assembly and prints it as LLVM 22 does\n\nUSAGE: opt [options] <input file>"
            }
            Tool::As => "checks LLVM assembly\n\nUSAGE: llvm-as [options] <input .ll file>",
            Tool::Dis => "prints a module as LLVM 22 does\n\nUSAGE: llvm-dis [options] <input file>",
            Tool::Interpreter => {
                "runs a program, and stops at undefined behaviour\n\n\
                 USAGE: lli [options] <input .ll file> <program arguments>..."
            }
            Tool::VerifyUseListOrder => {
                "verifies that use-list orders survive writing and reading LLVM assembly (bitcode is not checked yet)\n\n\
                 USAGE: verify-uselistorder [options] <input file>"
            }
        }
    }
}

/// What a command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    assembly: bool,
    no_output: bool,
    no_verify: bool,
    preserve_use_list_order: bool,
    output: Option<PathBuf>,
    passes: Option<String>,
    triple: Option<Vec<u8>>,
    data_layout: Option<Vec<u8>>,
    shuffles: Option<u32>,
    save_temps: bool,
    entry: Option<String>,
    program_name: Option<Vec<u8>>,
    extra_modules: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    input: Option<PathBuf>,
    /// What follows the input on the command line of a program that is run.
    args: Vec<Vec<u8>>,
}

/// What to do after the command line.
#[derive(Debug, PartialEq, Eq)]
enum Parsed {
    Run(Box<Request>),
    Help,
    Version,
    Wrong(String),
}

/// Runs a tool as its command line says and gives its exit status. `program` is how it was called.
pub fn run(tool: Tool, program: &str, args: impl Iterator<Item = OsString>) -> i32 {
    match parse(tool, args) {
        Parsed::Run(request) => match transform(tool, program, &request) {
            Ok(code) => code,
            Err(Failure::BrokenPipe) => SILENT_EXIT,
            Err(Failure::Message(text)) => fail(1, &text),
            Err(Failure::WithStatus(status, text)) => fail(status, &text),
            Err(Failure::Fatal(text)) => {
                eprintln!("LLVM ERROR: {text}");
                // As LLVM's tools end: what runs them tells this from a plain error by the signal.
                std::process::abort();
            }
        },
        Parsed::Help => {
            print!("{}", help(tool));
            0
        }
        Parsed::Version => {
            // The form in which LLVM's tools say which LLVM they are, since it is asked by programs.
            println!("Lindworm {}\n  LLVM version 22.1 compatible", env!("CARGO_PKG_VERSION"));
            0
        }
        Parsed::Wrong(message) => {
            eprint!("{message}");
            1
        }
    }
}

fn fail(status: i32, text: &[u8]) -> i32 {
    // Where there is no standard error, there is nothing more to say.
    let _ = io::Write::write_all(&mut io::stderr(), text);
    status
}

/// Reads a command line in the way of LLVM's tools: one or two dashes, `=VALUE` or the next argument, the last one counts.
fn parse(tool: Tool, mut args: impl Iterator<Item = OsString>) -> Parsed {
    let name = tool.name();
    let mut request = Request::default();
    let mut inputs = 0;
    let mut wrong = String::new();
    let mut only_inputs = false;
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if only_inputs || !text.starts_with('-') || text == "-" {
            inputs += 1;
            request.input = Some(arg.into());
            if tool == Tool::Interpreter {
                request.args = args.map(OsString::into_encoded_bytes).collect();
                break;
            }
            continue;
        }
        if text == "--" {
            only_inputs = true;
            continue;
        }
        let option = text.strip_prefix("--").unwrap_or(&text[1..]);
        let (option, value) = option.split_once('=').map_or((option, None), |(o, v)| (o, Some(v)));
        let Some(info) = FLAGS.iter().find(|f| f.name == option && f.tools.contains(&tool)) else {
            wrong += &format!("{name}: Unknown command line argument '{text}'.  Try: '{name} --help'\n");
            continue;
        };
        if info.value.is_some() {
            let value = match value {
                Some(v) => OsString::from(v),
                None => match args.next() {
                    Some(v) => v,
                    None => {
                        wrong += &format!("{name}: for the {} option: requires a value!\n", dashed(option));
                        break;
                    }
                },
            };
            match info.flag {
                Flag::Passes => request.passes = not_empty(value.to_string_lossy().into_owned()),
                Flag::Triple => request.triple = not_empty(value.as_encoded_bytes()).map(normalize),
                Flag::DataLayout => request.data_layout = not_empty(value.into_encoded_bytes()),
                Flag::Shuffles => {
                    let text = value.to_string_lossy();
                    request.shuffles = text.parse().ok();
                    if request.shuffles.is_none() {
                        let option = dashed(option);
                        wrong +=
                            &format!("{name}: for the {option} option: '{text}' value invalid for uint argument!\n");
                    }
                }
                Flag::EntryFunction => request.entry = not_empty(value.to_string_lossy().into_owned()),
                Flag::FakeArgv0 => request.program_name = not_empty(value.into_encoded_bytes()),
                Flag::ExtraModule => request.extra_modules.push(value.into()),
                Flag::Library => request.libraries.push(value.into()),
                Flag::JitKind if JIT_KINDS.contains(&&*value.to_string_lossy()) => {}
                Flag::JitKind => {
                    let (option, value) = (dashed(option), value.to_string_lossy());
                    wrong += &format!("{name}: for the {option} option: Cannot find option named '{value}'!\n");
                }
                _ => request.output = Some(value.into()),
            }
            continue;
        }
        let on = match value {
            None | Some("" | "true" | "TRUE" | "True" | "1") => true,
            Some("false" | "FALSE" | "False" | "0") => false,
            Some(v) => {
                let option = dashed(option);
                wrong += &format!(
                    "{name}: for the {option} option: '{v}' is invalid value for boolean argument! Try 0 or 1\n"
                );
                continue;
            }
        };
        match info.flag {
            Flag::Assembly => request.assembly = on,
            Flag::NoOutput => request.no_output = on,
            Flag::NoVerify => request.no_verify = on,
            Flag::UseListOrder => request.preserve_use_list_order = on,
            Flag::SaveTemps => request.save_temps = on,
            Flag::Help if on => return Parsed::Help,
            Flag::Version if on => return Parsed::Version,
            _ => {}
        }
    }
    if inputs > 1 {
        wrong += &format!(
            "{name}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {name} --help\n"
        );
    }
    if wrong.is_empty() { Parsed::Run(Box::new(request)) } else { Parsed::Wrong(wrong) }
}

/// What `lli` may compile with; here all are interpreted.
const JIT_KINDS: &[&str] = &["mcjit", "orc", "orc-lazy"];

/// What is asked for: an empty value asks for nothing.
fn not_empty<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

/// A flag as LLVM names it: with one dash where its name is one letter.
fn dashed(option: &str) -> String {
    format!("{}{option}", if option.len() == 1 { "-" } else { "--" })
}

fn help(tool: Tool) -> String {
    let mut text = format!("OVERVIEW: {}\n\nOPTIONS:\n", tool.overview());
    for f in FLAGS.iter().filter(|f| f.tools.contains(&tool)) {
        let spelled = f.value.map_or(dashed(f.name), |v| {
            format!("{}{}<{v}>", dashed(f.name), if f.name.len() == 1 { " " } else { "=" })
        });
        text += &format!("  {spelled:<18} - {}\n", f.help);
    }
    text
}

/// Why a tool ends with a status other than 0.
pub enum Failure {
    /// Nobody reads the output any more.
    BrokenPipe,
    /// With this on the standard error.
    Message(Vec<u8>),
    /// With this status, and this on the standard error.
    WithStatus(i32, Vec<u8>),
    /// As LLVM ends after what it calls a fatal error.
    Fatal(&'static str),
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Message(text.into_bytes())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            io::ErrorKind::StorageFull => {
                format!("LLVM ERROR: IO failure on output stream: {}\n", reason(&error)).into()
            }
            _ => format!("{}\n", reason(&error)).into(),
        }
    }
}

/// Reads the input of a tool.
fn read(tool: Tool, program: &str, request: &Request, input: &Path) -> Result<(Vec<u8>, ReadOutcome), Failure> {
    let name = input_name(input);
    let bytes = read_input(input)
        .map_err(|e| format!("{program}: {name}: error: Could not open input file: {}\n", reason(&e)))?;
    let data_layout = match (tool, &request.data_layout, &request.triple) {
        (_, Some(layout), _) => {
            DataLayout::parse(layout).map_err(|message| format!("{program}: <unknown>:0: error: {message}\n"))?;
            DataLayoutSource::Given(layout.clone())
        }
        (_, _, Some(triple)) => DataLayoutSource::TextOrGivenTriple(triple.clone()),
        (Tool::Opt, ..) => DataLayoutSource::TextOrTriple,
        _ => DataLayoutSource::Text,
    };
    let options = ReadOptions { data_layout, spans: tool == Tool::Interpreter, ..ReadOptions::default() };
    match lindworm::read(&Context::new(), &name, &bytes, &options) {
        Ok(outcome) => Ok((bytes, outcome)),
        Err(errors) => {
            let shown = |e| report::llvm(program, &Source::new(&name, &bytes), e);
            Err(Failure::Message(errors.first().map_or(Vec::new(), shown)))
        }
    }
}

/// Reads the modules of a program and runs it.
fn interpret(program: &str, request: &Request, input: &Path) -> Result<i32, Failure> {
    let (mut modules, mut texts) = (Vec::new(), Vec::new());
    for file in std::iter::once(input).chain(request.extra_modules.iter().map(|m| &**m)) {
        let (bytes, mut outcome) = read(Tool::Interpreter, program, request, file)?;
        outcome.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
        verify_input(Tool::Interpreter, program, request, &mut outcome.module)?;
        modules.push(outcome.module);
        texts.push(ModuleText { name: input_name(file), bytes, spans: outcome.spans });
    }
    let entry = request.entry.clone().unwrap_or_else(|| "main".into());
    let defined = |m: &Module| m.global_named(entry.as_bytes()).is_some_and(|g| m.body(g).is_some());
    if !modules.iter().any(defined) {
        let message = format!("{program}: error: '{entry}' function not found in module.\n").into_bytes();
        return Err(Failure::WithStatus(255, message));
    }
    let name = request.program_name.clone().unwrap_or_else(|| {
        let name = input_name(input).into_bytes();
        name.strip_suffix(b".bc").map(<[u8]>::to_vec).unwrap_or(name)
    });
    let args = std::iter::once(name).chain(request.args.iter().cloned()).collect();
    let options = lindworm::interp::Options { libraries: request.libraries.clone(), ..Default::default() };
    let run = Run { modules, texts, entry: Entry::Main(entry), args, options, format: Format::Human, trace: None };
    Ok(run.run())
}

/// Reads the input and writes the output, or runs it; gives the exit status.
fn transform(tool: Tool, program: &str, request: &Request) -> Result<i32, Failure> {
    let input = request.input.clone().unwrap_or_else(|| "-".into());
    if tool == Tool::Interpreter {
        return interpret(program, request, &input);
    }
    let name = input_name(&input);
    let (_, outcome) = read(tool, program, request, &input)?;
    // The process ends soon: taking the module apart would be time spent for nothing.
    let mut outcome = ManuallyDrop::new(outcome);
    let ReadOutcome { module, warnings, .. } = &mut *outcome;
    let triple = request.triple.as_ref().unwrap_or(&module.triple);
    if tool == Tool::Opt && !triple.is_empty() && module.data_layout.text.is_empty() && request.data_layout.is_none() {
        eprintln!("{program}: warning: failed to infer data layout from target triple");
    }
    for warning in warnings {
        eprintln!("warning: {warning}");
    }
    verify_input(tool, program, request, module)?;
    if tool == Tool::VerifyUseListOrder {
        let shuffles = request.shuffles.unwrap_or(1);
        return verify_uselistorder::run(&mut io::stdout().lock(), module, shuffles, request.save_temps).map(|()| 0);
    }
    if tool == Tool::Opt {
        check_architecture(program, module)?;
    }
    if let Some(passes) = &request.passes {
        let verifies = pipeline::verifies(passes).map_err(|e| format!("{}: {e}\n", tool.name()))?;
        // What was checked already is good.
        if let Some(level) = verifies.filter(|_| request.no_verify) {
            verify_as_pass(level, module)?;
        }
    }
    if request.no_output {
        if request.output.is_some() && tool == Tool::Opt {
            eprintln!("WARNING: The -o (output filename) option is ignored when\nthe --disable-output option is used.");
        }
        return Ok(0);
    }
    let output = match &request.output {
        Some(o) if !o.as_os_str().is_empty() => o.clone(),
        _ if tool == Tool::Dis && name != crate::files::STDIN_NAME => input.with_extension("ll"),
        _ => "-".into(),
    };
    if tool == Tool::As || tool == Tool::Opt && !request.assembly {
        // Of the null device nobody gets bitcode back.
        if is_null_device(&output) {
            return Ok(0);
        }
        let hint = if tool == Tool::Opt { "; -S writes text" } else { "" };
        return Err(format!("{program}: error: Lindworm does not write bitcode yet{hint}\n").into());
    }
    let options = WriteOptions { preserve_use_list_order: request.preserve_use_list_order };
    write_output(&output, |out| lindworm::write_with(module, &options, out))?;
    Ok(0)
}

const BROKEN_MODULE: Failure = Failure::Fatal("Broken module found, compilation aborted!");

/// Checks what was read when and as LLVM's tools do, drops broken debug info, and gives the module the triple that is asked for.
fn verify_input(tool: Tool, program: &str, request: &Request, module: &mut Module) -> Result<(), Failure> {
    if tool == Tool::As && request.no_verify {
        return Ok(());
    }
    let options = tool.verifier_options();
    let after_reading = lindworm::verify_after_reading(module, options);
    if let Some(report) = &after_reading {
        show(module, report);
        if report.is_broken() {
            return Err(BROKEN_MODULE);
        }
        if report.has_broken_debug_info() {
            lindworm::strip_debug_info(module);
            eprintln!("warning: ignoring invalid debug info in {}", module.name);
        }
    }
    if let Some(triple) = &request.triple {
        module.triple.clone_from(triple);
    }
    let known_good = request.triple.is_none() && after_reading.is_some_and(|r| r.is_ok());
    if known_good || tool == Tool::Dis || request.no_verify {
        return Ok(());
    }
    let report = verify_with(module, options);
    if report.is_ok() {
        return Ok(());
    }
    if tool == Tool::As {
        eprintln!("{program}: assembly parsed, but does not verify as correct!");
    }
    show(module, &report);
    match tool {
        Tool::Opt | Tool::Interpreter | Tool::VerifyUseListOrder => {
            let input = request.input.as_deref().map_or("-".into(), |p| p.to_string_lossy());
            Err(format!("{program}: {input}: error: input module is broken!\n").into())
        }
        _ => Err(Failure::Message(Vec::new())),
    }
}

/// Checks as the pass `verify` does.
fn verify_as_pass(level: Level, module: &Module) -> Result<(), Failure> {
    let report = verify_with(module, Tool::Opt.verifier_options());
    show(module, &report);
    match level {
        _ if report.is_ok() => Ok(()),
        Level::Module => Err(BROKEN_MODULE),
        Level::Cgscc | Level::Function => Err(Failure::Fatal("Broken function found, compilation aborted!")),
    }
}

/// Says what the verifier found, as LLVM says it.
fn show(module: &Module, report: &Report) {
    if report.is_ok() {
        return;
    }
    let mut out = Vec::new();
    let mut writer = FindingWriter::new(module);
    report.findings.iter().for_each(|f| writer.write(&mut out, f));
    // Where there is no standard error, there is nothing more to say.
    let _ = io::Write::write_all(&mut io::stderr(), &out);
}

/// Refuses an architecture that is not known, as `opt` does.
fn check_architecture(program: &str, module: &Module) -> Result<(), Failure> {
    let Triple { arch, parts: [name, ..], .. } = Triple::new(&module.triple);
    if arch == Arch::Unknown && !matches!(name, b"" | b"unknown") {
        let name = String::from_utf8_lossy(name);
        return Err(format!("{program}: unrecognized architecture '{name}' provided.\n").into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Parsed {
        parse(Tool::Opt, args.iter().map(OsString::from))
    }

    fn request(args: &[&str]) -> Request {
        match parsed(args) {
            Parsed::Run(r) => *r,
            other => panic!("{other:?}"),
        }
    }

    fn wrong(args: &[&str]) -> String {
        match parsed(args) {
            Parsed::Wrong(message) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tool_names() {
        assert_eq!(Tool::from_name("opt"), Some(Tool::Opt));
        assert_eq!(Tool::from_name("llvm-dis-22"), Some(Tool::Dis));
        assert_eq!(Tool::from_name("llvm-as-3.4"), Some(Tool::As));
        assert_eq!(Tool::from_name("verify-uselistorder"), Some(Tool::VerifyUseListOrder));
        assert_eq!(Tool::from_name("opt-"), None);
        assert_eq!(Tool::from_name("optimist"), None);
        assert_eq!(Tool::from_name("lindworm"), None);
    }

    #[test]
    fn flags_take_one_dash_or_two_and_the_last_counts() {
        assert!(request(&["-S", "--S"]).assembly);
        assert!(!request(&["-S", "-S=false"]).assembly);
        assert_eq!(request(&["-o", "a", "--o=b"]).output, Some("b".into()));
        assert_eq!(request(&["-passes", "verify"]).passes, Some("verify".into()));
        assert!(request(&["--preserve-ll-uselistorder", "-S"]).preserve_use_list_order);
        assert_eq!(request(&["-", "-f"]).input, Some("-".into()));
        assert_eq!(request(&["--", "-f"]).input, Some("-f".into()));
    }

    #[test]
    fn wrong_command_lines_in_llvms_words() {
        assert_eq!(wrong(&["-x"]), "opt: Unknown command line argument '-x'.  Try: 'opt --help'\n");
        assert_eq!(wrong(&["--x=1"]), "opt: Unknown command line argument '--x=1'.  Try: 'opt --help'\n");
        assert_eq!(wrong(&["-o"]), "opt: for the -o option: requires a value!\n");
        assert_eq!(
            wrong(&["-S=foo"]),
            "opt: for the -S option: 'foo' is invalid value for boolean argument! Try 0 or 1\n"
        );
        assert_eq!(
            wrong(&["a", "b"]),
            "opt: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: opt --help\n"
        );
    }
}
