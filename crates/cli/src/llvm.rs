//! LLVM's tools by their names: their flags, messages and exit codes.
//!
//! The command line is scanned by hand: a tool that is started thousands of times must start fast, and must print the messages of
//! LLVM's own scanner.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lindworm::analysis::alias::AliasRules;
use lindworm::ir::module::NativeSplats;
use lindworm::ir::name_limit::NameLimit;
use lindworm::ir::triple::normalize;
use lindworm::ir::version::IrVersion;
use lindworm::link::Category;
use lindworm::passes::{DebugCounter, ExtensionPoint, PassOptions};
use lindworm::{Module, ReadOptions, SummaryIndex, WriteOptions, bitcode};

use self::instruments::{Changes, Form, Instruments, Traced};
use crate::files::{input_name, is_dash, read_input, reason, write_output};
use crate::input::Input;
use crate::streams::{self, SILENT_EXIT, print, tell};
pub use compile::messages;
use flags::{FLAGS, Flag, parse_integer, parse_unsigned};

mod alias_eval;
mod archiver;
mod call_graph;
mod compile;
mod containers;
mod diff;
mod disassemble;
mod extract;
mod facts;
mod flags;
mod instruments;
mod interpret;
mod link;
mod nm;
pub mod objects;
mod printers;
mod reduce;
mod response;
mod scalar_evolution;
mod size;
mod split;
mod strings;
mod strip;
mod target;
mod thin_lto;
mod transform;

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
    /// Shows what a bitcode file consists of.
    Analyzer,
    /// Puts the modules of bitcode files into one.
    Cat,
    /// Takes a module out of a bitcode file that has several.
    ModExtract,
    /// Links modules.
    Link,
    /// Extracts a part of a module.
    Extract,
    /// Splits a module.
    Split,
    /// Compares two modules.
    Diff,
    /// Makes a module small.
    Reduce,
    /// Makes and reads archives.
    Archiver,
    /// Makes the tables of symbols of archives.
    Ranlib,
    /// Shows symbols.
    Nm,
    /// Shows how big sections are.
    Size,
    /// Prints the printable text in any file.
    Strings,
    /// Removes symbols and debug information.
    Strip,
    /// Compiles a module.
    Compiler,
}

impl Tool {
    /// Every tool.
    pub const ALL: &[Tool] = &[
        Tool::Opt,
        Tool::As,
        Tool::Dis,
        Tool::Interpreter,
        Tool::VerifyUseListOrder,
        Tool::Analyzer,
        Tool::Cat,
        Tool::ModExtract,
        Tool::Link,
        Tool::Extract,
        Tool::Split,
        Tool::Diff,
        Tool::Reduce,
        Tool::Archiver,
        Tool::Ranlib,
        Tool::Nm,
        Tool::Size,
        Tool::Strings,
        Tool::Strip,
        Tool::Compiler,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Opt => "opt",
            Tool::As => "llvm-as",
            Tool::Dis => "llvm-dis",
            Tool::Interpreter => "lli",
            Tool::VerifyUseListOrder => "verify-uselistorder",
            Tool::Analyzer => "llvm-bcanalyzer",
            Tool::Cat => "llvm-cat",
            Tool::ModExtract => "llvm-modextract",
            Tool::Link => "llvm-link",
            Tool::Extract => "llvm-extract",
            Tool::Split => "llvm-split",
            Tool::Diff => "llvm-diff",
            Tool::Reduce => "llvm-reduce",
            Tool::Archiver => "llvm-ar",
            Tool::Ranlib => "llvm-ranlib",
            Tool::Nm => "llvm-nm",
            Tool::Size => "llvm-size",
            Tool::Strings => "llvm-strings",
            Tool::Strip => "llvm-strip",
            Tool::Compiler => "llc",
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

    /// Whether it takes more than one input.
    fn takes_many(self) -> bool {
        matches!(self, Tool::Dis | Tool::Cat | Tool::Link | Tool::Diff)
    }

    /// The flags without which it does nothing.
    fn required(self) -> &'static [&'static str] {
        match self {
            Tool::Cat => &["o"],
            Tool::ModExtract => &["o", "n"],
            _ => &[],
        }
    }

    /// Under what LLVM lists the flags that are the tool's own.
    fn category(self) -> &'static str {
        match self {
            Tool::Opt => "Optimizations available",
            Tool::As => "llvm-as Options",
            Tool::Dis => "Disassembler Options",
            Tool::Interpreter => "General options",
            Tool::VerifyUseListOrder => "verify-uselistorder Options",
            Tool::Analyzer => "BC Analyzer Options",
            Tool::Cat => "llvm-cat Options",
            Tool::ModExtract => "Modextract Options",
            Tool::Link => "Link Options",
            Tool::Extract => "llvm-extract Options",
            Tool::Split => "Split Options",
            Tool::Diff => "Generic Options",
            Tool::Reduce => "llvm-reduce options",
            Tool::Compiler => "General options",
            Tool::Archiver | Tool::Ranlib | Tool::Nm | Tool::Size | Tool::Strings | Tool::Strip => "",
        }
    }

    fn overview(self) -> &'static str {
        match self {
            Tool::Opt => {
                "reads a module and writes it as bitcode, or prints it as LLVM 22 does\n\nUSAGE: opt [options] <input file>"
            }
            Tool::As => "writes a module as bitcode\n\nUSAGE: llvm-as [options] <input .ll file>",
            Tool::Dis => "prints modules as LLVM 22 does\n\nUSAGE: llvm-dis [options] [input bitcode]...",
            Tool::Interpreter => {
                "runs a program, and stops at undefined behaviour\n\n\
                 USAGE: lli [options] <input file> <program arguments>..."
            }
            Tool::VerifyUseListOrder => {
                "verifies that use-list orders survive writing and reading bitcode and LLVM assembly\n\n\
                 USAGE: verify-uselistorder [options] <input file>"
            }
            Tool::Analyzer => {
                "shows what a bitcode file consists of\n\nUSAGE: llvm-bcanalyzer [options] <input bitcode>"
            }
            Tool::Cat => "puts modules into one file\n\nUSAGE: llvm-cat [options] <input files>",
            Tool::ModExtract => "Module extractor\n\nUSAGE: llvm-modextract [options] <input bitcode>",
            Tool::Link => "llvm linker\n\nUSAGE: llvm-link [options] <input files>",
            Tool::Extract => "llvm extractor\n\nUSAGE: llvm-extract [options] <input bitcode file>",
            Tool::Split => "LLVM module splitter\n\nUSAGE: llvm-split [options] <input bitcode file>",
            Tool::Diff => {
                "structural differ of modules\n\nUSAGE: llvm-diff [options] <first file> <second file> <globals to compare>"
            }
            Tool::Reduce => "LLVM automatic testcase reducer.\n\nUSAGE: llvm-reduce [options] <input llvm ll/bc file>",
            Tool::Compiler => "compiles a module for x86-64 Linux\n\nUSAGE: llc [options] <input bitcode>",
            Tool::Archiver | Tool::Ranlib | Tool::Nm | Tool::Size | Tool::Strings | Tool::Strip => "",
        }
    }
}

/// What a command line asks for.
#[derive(Debug, Default, PartialEq)]
struct Request {
    version: IrVersion,
    assembly: bool,
    no_output: bool,
    no_verify: bool,
    /// Whether the module is checked after each pass.
    verify_each: bool,
    preserve_use_list_order: bool,
    /// The same in bitcode; what was not asked for is the default.
    preserve_in_bitcode: Option<bool>,
    name_limit: NameLimit,
    discard_value_names: bool,
    addr_space_names: bool,
    allow_incomplete: bool,
    expand_constants: bool,
    native_splats: NativeSplats,
    module_hash: bool,
    module_summary: bool,
    relative_frequencies: bool,
    allocation_contexts: bool,
    thin_lto: bool,
    thin_link_file: Option<PathBuf>,
    split_lto_unit: bool,
    unified_lto: bool,
    metadata_index_threshold: Option<u32>,
    /// Whether bitcode may go to a terminal.
    force: bool,
    index_only: bool,
    only_metadata: bool,
    annotations: bool,
    /// Whether modules are copied as they are.
    binary: bool,
    only_needed: bool,
    internalize: bool,
    /// What passes are told beside their parameters.
    pass_options: PassOptions,
    /// The results that `aa-eval` prints.
    alias_results: alias_eval::Queried,
    print_pipeline: bool,
    print_counters: bool,
    counter_queries: bool,
    show_debug_locations: bool,
    show_profiles: bool,
    /// `-print-passes`
    lists_passes: bool,
    instruments: Instruments,
    /// Where `-time-passes` and `-stats` go.
    info_file: Option<PathBuf>,
    time_trace_file: Option<PathBuf>,
    /// The shortest time in a trace, in microseconds.
    time_trace_granularity: Option<u32>,
    /// Where `-print-changed=dot-cfg` puts graphs.
    dot_directory: Option<PathBuf>,
    aborts_at_devirt_limit: bool,
    drawing: printers::Drawing,
    suppress_warnings: bool,
    /// Whether debug-information types with the same identifier stay separate.
    no_type_map: bool,
    /// `-strip-debug`: debug information is removed before the passes run.
    strip_debug: bool,
    noalias_scope_dominance: bool,
    dump_assembly: bool,
    verbose: bool,
    /// Modules whose definitions take the place of those of the inputs.
    overriding: Vec<PathBuf>,
    /// Functions that are imported, each as `function:filename`.
    imports: Vec<String>,
    /// The summaries of the program that the modules are of.
    summary_index: Option<PathBuf>,
    module_index: Option<u32>,
    /// What is extracted.
    chosen: Vec<(extract::Chosen, Box<[u8]>)>,
    recursive: bool,
    delete: bool,
    keep_constant_initializers: bool,
    split: split::SplitRequest,
    reduce: reduce::ReduceRequest,
    compile: compile::CompileRequest,
    analyzer: AnalyzerRequest,
    output: Option<PathBuf>,
    passes: Option<String>,
    /// The level of `-O2` and the like, which stands for `default<O2>`.
    opt_level: Option<&'static str>,
    triple: Option<Vec<u8>>,
    cpu: Vec<u8>,
    /// Each with its sign.
    features: Vec<Vec<u8>>,
    /// Attributes of functions that do not have them.
    function_attributes: Vec<(&'static str, String)>,
    data_layout: Option<Vec<u8>>,
    shuffles: Option<u32>,
    /// How many vectors of arguments changed functions are run on.
    validate: Option<u32>,
    save_temps: bool,
    entry: Option<String>,
    program_name: Option<Vec<u8>>,
    extra_modules: Vec<PathBuf>,
    extra_objects: Vec<PathBuf>,
    extra_archives: Vec<PathBuf>,
    /// Whether a program that is run is interpreted, and not compiled.
    interprets: bool,
    jit: interpret::JitRequest,
    libraries: Vec<PathBuf>,
    inputs: Vec<PathBuf>,
    /// What follows the input on the command line of a program that is run.
    args: Vec<Vec<u8>>,
}

/// What is asked of `llvm-bcanalyzer`.
#[derive(Debug, Default, PartialEq, Eq)]
struct AnalyzerRequest {
    dump: bool,
    block_info_shown: bool,
    no_histogram: bool,
    numbers: bool,
    binary_blobs: bool,
    block_info: Option<PathBuf>,
    check_hash: Option<Vec<u8>>,
}

impl Request {
    /// How input is read.
    fn read_options(&self) -> ReadOptions {
        ReadOptions {
            version: self.version,
            name_limit: self.name_limit,
            discard_value_names: self.discard_value_names,
            native_splats: self.native_splats,
            allow_incomplete: self.allow_incomplete,
            expand_constants: self.expand_constants,
            ..ReadOptions::default()
        }
    }

    /// How text is written.
    fn write_options(&self) -> WriteOptions {
        WriteOptions {
            preserve_use_list_order: self.preserve_use_list_order,
            show_debug_locations: self.show_debug_locations,
            show_profiles: self.show_profiles,
            addr_space_names: self.addr_space_names,
            ..WriteOptions::default()
        }
    }

    /// How bitcode is written.
    fn bitcode_options(&self) -> bitcode::WriteOptions {
        bitcode::WriteOptions {
            preserve_use_list_order: self.preserve_in_bitcode.unwrap_or(true),
            module_hash: self.module_hash,
            metadata_index_threshold: self.metadata_index_threshold.map(|n| n as usize),
            relative_frequencies: self.relative_frequencies,
            allocation_contexts: self.allocation_contexts,
        }
    }

    /// The only input: the last if there are several, the standard input if there is none.
    fn input(&self) -> &Path {
        self.inputs.last().map_or(Path::new("-"), |p| p)
    }
}

/// What to do after the command line.
#[derive(Debug, PartialEq)]
enum Parsed {
    Run(Box<Request>),
    /// The flags by their categories, or as one list.
    Help {
        as_list: bool,
    },
    Version,
    Wrong(String),
}

/// The version as LLVM's tools print it, for programs that ask which LLVM a tool is of.
const VERSION: &str = concat!("Lindworm ", env!("CARGO_PKG_VERSION"), "\n  LLVM version 22.1 compatible\n");

/// Runs a tool as its command line says and gives its exit status. `program` is how it was called.
pub fn run(tool: Tool, program: &str, args: impl Iterator<Item = OsString>) -> i32 {
    let done = match tool {
        // These tools parse their own command lines.
        Tool::Archiver => archiver::archive(program, args),
        Tool::Ranlib => archiver::ranlib(program, args),
        Tool::Nm => nm::run(program, args),
        Tool::Size => size::run(program, args),
        Tool::Strings => strings::run(program, args),
        Tool::Strip => strip::run(program, args),
        _ => match parse(tool, response::expand(args)) {
            Parsed::Run(request) => work(tool, program, &request),
            Parsed::Help { as_list } => said(help(tool, as_list)),
            Parsed::Version => said(VERSION),
            Parsed::Wrong(message) => Err(message.into()),
        },
    };
    match tool {
        // The exit status is that of the program that was run.
        Tool::Interpreter => finish(done),
        _ => streams::status(finish(done)),
    }
}

/// Shows what a bitcode file consists of, as `llvm-bcanalyzer` does; gives the exit status.
pub fn analyze(file: PathBuf, dump: bool) -> i32 {
    let analyzer = AnalyzerRequest { dump, ..AnalyzerRequest::default() };
    streams::status(finish(containers::analyze(&Request { inputs: vec![file], analyzer, ..Request::default() })))
}

/// Does what is asked for; gives the exit status.
fn work(tool: Tool, program: &str, request: &Request) -> Result<i32, Failure> {
    #[cfg(target_os = "linux")]
    {
        let changes_nothing = || request.passes.as_deref().is_none_or(|passes| passes == "verify");
        if matches!(tool, Tool::As | Tool::Dis) || tool == Tool::Opt && changes_nothing() {
            crate::heap::keep_large_blocks();
        } else if tool == Tool::Opt {
            // Before a thread gets an arena.
            #[cfg(target_env = "gnu")]
            crate::heap::return_large_blocks();
        }
    }
    match tool {
        Tool::Interpreter => interpret::run(program, request),
        Tool::Dis => disassemble::run(program, request),
        Tool::Analyzer => containers::analyze(request),
        Tool::Cat => containers::concatenate(program, request),
        Tool::ModExtract => containers::extract(program, request),
        Tool::Link => link::run(program, request),
        Tool::Extract => extract::run(program, request),
        Tool::Split => split::run(program, request),
        Tool::Diff => diff::run(program, request),
        Tool::Reduce => reduce::run(program, request),
        Tool::Compiler => compile::run(program, request),
        Tool::Archiver | Tool::Ranlib | Tool::Nm | Tool::Size | Tool::Strings | Tool::Strip => Ok(0),
        Tool::Opt | Tool::As | Tool::VerifyUseListOrder => transform::run(tool, program, request),
    }
}

/// Writes what was asked for to the standard output; gives the exit status.
fn said(text: impl AsRef<[u8]>) -> Result<i32, Failure> {
    Ok(print(text).map(|()| 0)?)
}

/// The error of a tool that has a command line of its own kind.
fn wrong<T>(program: &str, message: impl std::fmt::Display) -> Result<T, Failure> {
    Err(format!("{program}: error: {message}\n").into())
}

/// Says what went wrong, if anything did; gives the exit status.
fn finish(done: Result<i32, Failure>) -> i32 {
    let (status, text) = match done {
        Ok(status) => return status,
        Err(Failure::BrokenPipe) => return SILENT_EXIT,
        Err(Failure::Message(text)) => (1, text),
        Err(Failure::WithStatus(status, text)) => (status, text),
        Err(Failure::Fatal(text)) => {
            tell(format!("LLVM ERROR: {text}\n"));
            // LLVM's tools abort here too: the signal lets the parent process tell a fatal error from a plain error.
            std::process::abort();
        }
    };
    tell(text);
    status
}

/// Reads a command line in the way of LLVM's tools: one or two dashes, `=VALUE` or the next argument, the last one counts.
fn parse(tool: Tool, mut args: impl Iterator<Item = OsString>) -> Parsed {
    let name = tool.name();
    let mut request = Request::default();
    let mut missing = tool.required().to_vec();
    let mut wrong = String::new();
    let mut only_inputs = false;
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if only_inputs || !text.starts_with('-') || text == "-" {
            request.inputs.push(arg.into());
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
        missing.retain(|&name| name != info.name);
        if info.value.is_some() {
            let value = match value {
                Some(_) => after_equals(&arg),
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
                Flag::PassText => {
                    let text = value.to_string_lossy().into_owned();
                    request.pass_options.values.push((info.name.into(), text));
                }
                Flag::DebugCounters => {
                    for text in value.to_string_lossy().split(',').filter(|text| !text.is_empty()) {
                        match DebugCounter::parse(text) {
                            Ok(counter) => request.pass_options.counters.push(Arc::new(counter)),
                            Err(message) => wrong += &format!("{message}\n"),
                        }
                    }
                }
                Flag::PassNumber => {
                    let text = value.to_string_lossy().into_owned();
                    match text.parse::<u32>() {
                        Ok(_) => request.pass_options.values.push((info.name.into(), text)),
                        Err(_) => wrong += &invalid_number(name, option, &text, "uint"),
                    }
                }
                Flag::AliasRules => match AliasRules::parse(&value.to_string_lossy()) {
                    Ok(rules) => request.pass_options.alias_rules = rules,
                    Err(unknown) => wrong += &format!("{name}: unknown alias analysis name '{unknown}'\n"),
                },
                Flag::PublicNames => {
                    let names = value.as_encoded_bytes().split(|&b| b == b',').filter(|name| !name.is_empty());
                    request.pass_options.public_names.extend(names.map(<[u8]>::to_vec));
                }
                Flag::InlineThreshold
                | Flag::InlineHintThreshold
                | Flag::InlineColdThreshold
                | Flag::InlineCallPenalty => {
                    let text = value.to_string_lossy();
                    let options = &mut request.pass_options.inline;
                    match (info.flag, parse_integer(&text)) {
                        (_, None) => wrong += &invalid_number(name, option, &text, "integer"),
                        (Flag::InlineThreshold, Some(n)) => options.set_threshold(n),
                        (Flag::InlineHintThreshold, Some(n)) => options.hint = n,
                        (Flag::InlineCallPenalty, Some(n)) => options.call_penalty = n,
                        (_, Some(n)) => options.cold = n,
                    }
                }
                Flag::InlineRecursiveStack => {
                    let text = value.to_string_lossy();
                    match parse_unsigned(&text) {
                        Some(n) => request.pass_options.inline.recursive_stack = n,
                        None => wrong += &invalid_number(name, option, &text, "ulong"),
                    }
                }
                Flag::PrintBefore => request.instruments.before.passes.extend(names(&value)),
                Flag::PrintAfter => request.instruments.after.passes.extend(names(&value)),
                Flag::PrintedFunctions => request.instruments.functions.extend(names(&value)),
                Flag::ChangedPasses => request.instruments.passes.extend(names(&value)),
                Flag::DisabledPasses => request.instruments.disabled.extend(names(&value)),
                Flag::DumpDirectory => request.instruments.directory = not_empty(value.into()),
                Flag::ChangeProgram => request.instruments.program = not_empty(value.to_string_lossy().into_owned()),
                Flag::BisectOutput => request.instruments.bisected = not_empty(value.into()),
                Flag::InfoFile => request.info_file = not_empty(value.into()),
                Flag::TimeTraceFile => request.time_trace_file = not_empty(value.into()),
                Flag::DotDirectory => request.dot_directory = not_empty(value.into()),
                Flag::CfgPrefix => request.drawing.cfg_prefix = value.to_string_lossy().into_owned(),
                Flag::CfgFunction => request.drawing.function = value.to_string_lossy().into_owned(),
                Flag::CallGraphPrefix => {
                    request.drawing.call_graph_prefix = not_empty(value.to_string_lossy().into_owned());
                }
                Flag::Extension(name) => {
                    let point = ExtensionPoint::ALL.iter().find(|point| point.name() == name);
                    let text = value.to_string_lossy().into_owned();
                    request.pass_options.extensions.extend(point.map(|&point| (point, text)));
                }
                Flag::PrintBeforeNumber | Flag::PrintAfterNumber => {
                    let numbers: Option<Vec<u32>> = names(&value).iter().map(|n| n.parse().ok()).collect();
                    let printed = match info.flag {
                        Flag::PrintBeforeNumber => &mut request.instruments.before,
                        _ => &mut request.instruments.after,
                    };
                    match numbers {
                        Some(numbers) => printed.numbers.extend(numbers),
                        None => wrong += &invalid_number(name, option, &value.to_string_lossy(), "uint"),
                    }
                }
                Flag::BisectLimit => {
                    let text = value.to_string_lossy();
                    request.instruments.limit = parse_integer(&text);
                    if request.instruments.limit.is_none() {
                        wrong += &invalid_number(name, option, &text, "integer");
                    }
                }
                Flag::Cpu if value == "native" || value == "help" => {
                    wrong += &format!("{name}: for the {} option: there is no code generator\n", dashed(option));
                    break;
                }
                Flag::Cpu => request.cpu = value.into_encoded_bytes(),
                Flag::Features => {
                    let names = value.as_encoded_bytes().split(|&b| b == b',').filter(|name| !name.is_empty());
                    request.features.extend(names.map(target::feature));
                }
                Flag::FunctionAttribute(attribute, values) => match values.iter().find(|known| value == **known) {
                    Some(known) if attribute.starts_with("denormal") => {
                        request.function_attributes.push((attribute, format!("{known},{known}")));
                    }
                    Some(known) => request.function_attributes.push((attribute, (*known).into())),
                    None => wrong += &no_such_value(name, option, &value.to_string_lossy()),
                },
                Flag::Triple => request.triple = not_empty(value.as_encoded_bytes()).map(normalize),
                Flag::DataLayout => request.data_layout = not_empty(value.into_encoded_bytes()),
                Flag::Shuffles
                | Flag::ModuleIndex
                | Flag::MetadataIndexThreshold
                | Flag::Parts
                | Flag::Granularity
                | Flag::TimeTraceGranularity
                | Flag::AmdgpuMaxDepth => {
                    let text = value.to_string_lossy();
                    let number = parse_integer(&text).and_then(|n| u32::try_from(n).ok());
                    if number.is_none() {
                        wrong += &invalid_number(name, option, &text, "uint");
                    }
                    match info.flag {
                        Flag::Shuffles => request.shuffles = number,
                        Flag::ModuleIndex => request.module_index = number,
                        Flag::Parts if tool == Tool::Reduce => request.reduce.jobs = number,
                        Flag::Parts => request.split.parts = number,
                        Flag::Granularity => request.reduce.granularity = number.unwrap_or_default().min(64),
                        Flag::TimeTraceGranularity => request.time_trace_granularity = number,
                        Flag::AmdgpuMaxDepth => request.split.amdgpu.max_depth = number.unwrap_or_default(),
                        _ => request.metadata_index_threshold = number,
                    }
                }
                Flag::Test => request.reduce.test = not_empty(value.into()),
                Flag::TestArg => request.reduce.args.push(value),
                Flag::DeltaPasses => request.reduce.passes = value.to_string_lossy().into_owned(),
                Flag::SkipDeltaPasses => request.reduce.skipped = value.to_string_lossy().into_owned(),
                Flag::AmdgpuLargeFactor | Flag::AmdgpuMergeShare => {
                    let text = value.to_string_lossy();
                    let Ok(number) = text.parse() else {
                        wrong += &invalid_number(name, option, &text, "floating point");
                        continue;
                    };
                    match info.flag {
                        Flag::AmdgpuLargeFactor => request.split.amdgpu.large_factor = number,
                        _ => request.split.amdgpu.merge_share = number,
                    }
                }
                Flag::Category => match &*value.to_string_lossy() {
                    "module-id" => request.split.category = Some(Category::ModuleId),
                    "kernel" => request.split.category = Some(Category::Kernel),
                    text => wrong += &no_such_value(name, option, text),
                },
                Flag::ReductionPipeline => request.reduce.pipeline = Some(value.to_string_lossy().into_owned()),
                Flag::NameLimit | Flag::Iterations | Flag::MostInlined => {
                    let text = value.to_string_lossy();
                    let Some(number) = parse_integer(&text).and_then(|n| i32::try_from(n).ok()) else {
                        wrong += &invalid_number(name, option, &text, "integer");
                        continue;
                    };
                    match info.flag {
                        Flag::MostInlined => request.reduce.most_inlined = Some(number.into()),
                        Flag::Iterations => request.reduce.iterations = Some(u32::try_from(number).unwrap_or(0)),
                        _ => request.name_limit = usize::try_from(number).map_or(NameLimit::NONE, NameLimit::new),
                    }
                }
                Flag::BlockInfo => request.analyzer.block_info = not_empty(value.into()),
                Flag::CheckHash => request.analyzer.check_hash = not_empty(value.into_encoded_bytes()),
                Flag::EntryFunction => request.entry = not_empty(value.to_string_lossy().into_owned()),
                Flag::FakeArgv0 => request.program_name = not_empty(value.into_encoded_bytes()),
                Flag::Override => request.overriding.push(value.into()),
                Flag::Import => request.imports.push(value.to_string_lossy().into_owned()),
                Flag::SummaryIndex => request.summary_index = not_empty(value.into()),
                Flag::ExtraModule => request.extra_modules.push(value.into()),
                Flag::ExtraObject => request.extra_objects.push(value.into()),
                Flag::ExtraArchive => request.extra_archives.push(value.into()),
                Flag::Library => request.libraries.push(value.into()),
                Flag::Chosen(how) => request.chosen.push((how, value.into_encoded_bytes().into())),
                Flag::ThinLinkFile => request.thin_link_file = not_empty(value.into()),
                Flag::IrVersion => {
                    let text = value.to_string_lossy();
                    match text.parse().ok().and_then(IrVersion::from_number) {
                        Some(version) => request.version = version,
                        None => wrong += &no_such_value(name, option, &text),
                    }
                }
                Flag::FileType => match compile::FileType::from_name(&value.to_string_lossy()) {
                    Some(file_type) => request.compile.file_type = file_type,
                    None => wrong += &no_such_value(name, option, &value.to_string_lossy()),
                },
                Flag::RelocationModel if matches!(&*value.to_string_lossy(), "pic" | "static") => {
                    request.compile.options.dynamic_thread_locals = value == "pic";
                }
                Flag::CodeModel if value == "small" => {}
                Flag::RelocationModel | Flag::CodeModel => {
                    wrong += &no_such_value(name, option, &value.to_string_lossy())
                }
                Flag::JitKind if JIT_KINDS.contains(&&*value.to_string_lossy()) => {
                    request.jit.is_lazy = value == "orc-lazy";
                }
                Flag::JitDump => match crate::native::Dump::from_name(&value.to_string_lossy()) {
                    Some(dump) => request.jit.dump = dump,
                    None => wrong += &no_such_value(name, option, &value.to_string_lossy()),
                },
                Flag::ThreadEntry => request.jit.threads.push(value.to_string_lossy().into_owned()),
                Flag::ObjectCache => request.jit.cache = not_empty(value.into()),
                Flag::JitKind => wrong += &no_such_value(name, option, &value.to_string_lossy()),
                Flag::Output => request.output = Some(value.into()),
                // The flags without a value are below.
                _ => {}
            }
            continue;
        }
        if info.flag == Flag::PrintChanged {
            let (text, quiet) = match value.unwrap_or_default() {
                "quiet" => ("", true),
                text => text.strip_suffix("-quiet").map_or((text, false), |form| (form, true)),
            };
            let form = match text {
                "" => Form::Text,
                "diff" => Form::Diff { color: false },
                "cdiff" => Form::Diff { color: true },
                "dot-cfg" => Form::Graph,
                _ => {
                    wrong += &no_such_value(name, option, value.unwrap_or_default());
                    continue;
                }
            };
            request.instruments.changes = Some(Changes { quiet, form });
            continue;
        }
        if info.flag == Flag::DebugPassManager && !matches!(value, Some("true" | "false" | "1" | "0")) {
            match value {
                None | Some("") => request.instruments.trace = Some(Traced::Normal),
                Some("quiet") => request.instruments.trace = Some(Traced::Quiet),
                Some("verbose") => request.instruments.trace = Some(Traced::Verbose),
                Some(text) => wrong += &no_such_value(name, option, text),
            }
            continue;
        }
        if info.flag == Flag::Validate {
            request.validate = match value {
                None => Some(lindworm::refine::Options::default().vectors),
                Some(text) => parse_integer(text).and_then(|n| u32::try_from(n).ok()),
            };
            if request.validate.is_none() {
                wrong += &invalid_number(name, option, value.unwrap_or_default(), "uint");
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
            Flag::PerModule => request.jit.per_module = on,
            Flag::NoProcessSymbols => request.jit.without_process = on,
            Flag::EmulatedTls => request.compile.options.emulated_thread_locals = on,
            Flag::UseObjectCache => request.jit.uses_cache = on,
            Flag::Assembly => request.assembly = on,
            Flag::NoOutput => request.no_output = on,
            Flag::NoVerify => request.no_verify = on,
            Flag::NoTypeMap => request.no_type_map = on,
            Flag::StripDebug => request.strip_debug = on,
            Flag::InlineAlignments => request.pass_options.inline.keeps_alignments = on,
            Flag::InlineScopes => request.pass_options.inline.keeps_scopes = on,
            Flag::VerifyEach => request.verify_each = on,
            Flag::ScopeDominance => request.noalias_scope_dominance = on,
            Flag::UseListOrder => request.preserve_use_list_order = on,
            Flag::BitcodeUseListOrder => request.preserve_in_bitcode = Some(on),
            Flag::DiscardValueNames => request.discard_value_names = on,
            Flag::AddrSpaceNames => request.addr_space_names = on,
            Flag::AllowIncomplete => request.allow_incomplete = on,
            Flag::ExpandConstants => request.expand_constants = on,
            Flag::Splat(kind) => request.native_splats.set(kind, on),
            Flag::ModuleHash => request.module_hash = on,
            Flag::ModuleSummary => request.module_summary = on,
            Flag::RelativeFrequencies => request.relative_frequencies = on,
            Flag::AllocationContexts => request.allocation_contexts = on,
            Flag::ThinLto => request.thin_lto = on,
            Flag::SplitLtoUnit => request.split_lto_unit = on,
            Flag::UnifiedLto => request.unified_lto = on,
            Flag::Force => request.force = on,
            Flag::IndexOnly => request.index_only = on,
            Flag::OnlyMetadata => request.only_metadata = on,
            Flag::Annotations => request.annotations = on,
            Flag::Binary => request.binary = on,
            Flag::Dump => request.analyzer.dump = on,
            Flag::DumpBlockInfo => request.analyzer.block_info_shown = on,
            Flag::NoHistogram => request.analyzer.no_histogram = on,
            Flag::NonSymbolic => request.analyzer.numbers = on,
            Flag::BinaryBlobs => request.analyzer.binary_blobs = on,
            Flag::SaveTemps => request.save_temps = on,
            Flag::PrintPipeline => request.print_pipeline = on,
            Flag::PrintCounters => request.print_counters = on,
            Flag::CounterQueries => request.counter_queries = on,
            Flag::InstLocations => request.show_debug_locations = on,
            Flag::ProfileData => request.show_profiles = on,
            Flag::PassSwitch => request.pass_options.values.push((info.name.into(), on.to_string())),
            Flag::AliasResult(results) => request.alias_results.set(results, on),
            Flag::RemoveLoops => request.pass_options.remove_loops = on,
            Flag::OptLevel(level) => match &request.opt_level {
                Some(_) => wrong += "Cannot specify multiple -O#\n",
                None => request.opt_level = Some(level),
            },
            Flag::StripConstants => request.pass_options.strip_global_constants = on,
            Flag::PrintBeforeAll => request.instruments.before.all = on,
            Flag::PrintAfterAll => request.instruments.after.all = on,
            Flag::PrintModules => request.instruments.whole_modules = on,
            Flag::DebugPassManager => request.instruments.trace = on.then_some(Traced::Normal),
            Flag::PrintNumbers => request.instruments.numbers = on,
            Flag::PrintBeforeChanged => request.instruments.before_changed = on,
            Flag::PrintFunctions => request.instruments.whole_functions = on,
            Flag::SaysDisabled => request.instruments.says_disabled = on,
            Flag::TimePasses => request.instruments.times = on.then_some(false),
            Flag::TimeRuns => request.instruments.times = on.then_some(true),
            Flag::TimeTrace => request.instruments.time_trace = on,
            Flag::Stats => request.instruments.stats = on,
            Flag::PrintPasses => request.lists_passes = on,
            Flag::DevirtAbort => request.aborts_at_devirt_limit = on,
            Flag::CfgWeights => request.drawing.weights = on,
            Flag::CfgRawWeights => request.drawing.raw_weights = on,
            Flag::CfgColors => request.drawing.has_no_colors = !on,
            Flag::CallGraphColors => request.drawing.call_graph_colors = on,
            Flag::CallGraphWeights => request.drawing.call_graph_weights = on,
            Flag::CallGraphMultigraph => request.drawing.multigraph = on,
            Flag::OnlyNeeded => request.only_needed = on,
            Flag::Internalize => request.internalize = on,
            Flag::SuppressWarnings => request.suppress_warnings = on,
            Flag::DumpAssembly => request.dump_assembly = on,
            Flag::Verbose => request.verbose = on,
            Flag::Recursive => request.recursive = on,
            Flag::Delete => request.delete = on,
            Flag::KeepConstInit => request.keep_constant_initializers = on,
            Flag::PrintDeltaPasses => request.reduce.lists_passes = on,
            Flag::InPlace => request.reduce.in_place = on,
            Flag::AbortOnInvalid => request.reduce.stops_at_invalid = on,
            Flag::KeepDebugEnvironment => request.reduce.keeps_debug_environment = on,
            Flag::TemporaryBitcode => request.reduce.temporary_bitcode = on,
            Flag::OutputBitcode => request.reduce.writes_bitcode = on,
            Flag::PreserveLocals => request.split.preserve_locals = on,
            Flag::RoundRobin => request.split.round_robin = on,
            Flag::AmdgpuKeepVariables => request.split.amdgpu.keep_local_variables = on,
            Flag::AmdgpuKeepFunctions => request.split.amdgpu.keep_local_functions = on,
            Flag::OnlyFalse | Flag::Color if on => {
                wrong += &format!("{name}: for the {} option: only 'false' is supported\n", dashed(option));
            }
            Flag::Interpret => request.interprets = on,
            Flag::FunctionSections => request.compile.options.function_sections = on,
            Flag::DataSections => request.compile.options.data_sections = on,
            Flag::Help if on => return Parsed::Help { as_list: false },
            Flag::HelpList if on => return Parsed::Help { as_list: true },
            Flag::Version if on => return Parsed::Version,
            _ => {}
        }
    }
    for option in missing {
        wrong += &format!("{name}: for the {} option: must be specified at least once!\n", dashed(option));
    }
    let least = match tool {
        Tool::Link => 1,
        Tool::Diff => 2,
        _ => 0,
    };
    if request.inputs.len() < least {
        let arguments = if least == 1 { "argument" } else { "arguments" };
        wrong += &format!(
            "{name}: Not enough positional command line arguments specified!\n\
             Must specify at least {least} positional {arguments}: See: {name} --help\n"
        );
    }
    if request.inputs.len() > 1 && !tool.takes_many() {
        wrong += &format!(
            "{name}: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: {name} --help\n"
        );
    }
    match request.opt_level {
        Some(_) if request.passes.is_some() => {
            wrong += "Cannot specify -O# and --passes=/--foo-pass, use -passes='default<O#>,other-pass'\n";
        }
        Some(level) => request.passes = Some(format!("default<{level}>")),
        None => {}
    }
    if wrong.is_empty() { Parsed::Run(Box::new(request)) } else { Parsed::Wrong(wrong) }
}

/// What stands behind the first `=` of an argument, which need not be UTF-8.
#[cfg(unix)]
fn after_equals(arg: &OsStr) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    let value = arg.as_bytes().splitn(2, |&b| b == b'=').nth(1);
    OsStr::from_bytes(value.unwrap_or_default()).into()
}

#[cfg(not(unix))]
fn after_equals(arg: &OsStr) -> OsString {
    arg.to_string_lossy().split_once('=').map_or("", |(_, value)| value).into()
}

/// What `lli` may compile with; `orc` and `mcjit` are the same here.
const JIT_KINDS: &[&str] = &["mcjit", "orc", "orc-lazy"];

/// The names of a comma-separated list.
fn names(list: &OsStr) -> Vec<String> {
    list.to_string_lossy().split(',').map(str::to_owned).collect()
}

/// `None` for an empty value.
fn not_empty<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

fn no_such_value(name: &str, option: &str, text: &str) -> String {
    format!("{name}: for the {} option: Cannot find option named '{text}'!\n", dashed(option))
}

fn invalid_number(name: &str, option: &str, text: &str, kind: &str) -> String {
    format!("{name}: for the {} option: '{text}' value invalid for {kind} argument!\n", dashed(option))
}

/// A flag as LLVM names it: with one dash where its name is one letter.
fn dashed(option: &str) -> String {
    format!("{}{option}", if option.len() == 1 { "-" } else { "--" })
}

fn help(tool: Tool, as_list: bool) -> String {
    let mut text = format!("OVERVIEW: {}\n\nOPTIONS:\n", tool.overview());
    let mut categories = vec!["Color Options", "Generic Options", tool.category()];
    categories.sort_unstable();
    categories.dedup();
    if as_list {
        categories = vec![""];
    }
    for category in categories {
        let is_shown = |f: &&flags::FlagInfo| as_list || f.flag.category().unwrap_or(tool.category()) == category;
        let flags = FLAGS.iter().filter(|f| f.tools.contains(&tool)).filter(is_shown);
        let mut lines = String::new();
        for f in flags {
            let spelled = f.value.map_or(dashed(f.name), |v| {
                format!("{}{}<{v}>", dashed(f.name), if f.name.len() == 1 { " " } else { "=" })
            });
            lines += &format!("  {spelled:<18} - {}\n", f.help);
        }
        match lines.is_empty() {
            _ if as_list => text += &lines,
            true => {}
            false => text += &format!("\n{category}:\n\n{lines}"),
        }
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
    Fatal(Cow<'static, str>),
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Message(text.into_bytes())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        use io::ErrorKind::{BrokenPipe, FileTooLarge, QuotaExceeded, StorageFull};
        let is_of_writing =
            matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) || streams::is_of_closed(&error);
        match error.kind() {
            BrokenPipe => Failure::BrokenPipe,
            _ if is_of_writing => format!("LLVM ERROR: IO failure on output stream: {}\n", reason(&error)).into(),
            _ => format!("{}\n", reason(&error)).into(),
        }
    }
}

/// Whether a summary has entries or flags.
fn says_something(summary: &&SummaryIndex) -> bool {
    !summary.globals.is_empty() || !summary.flags.is_empty()
}

/// A module as bitcode, with its summary if that says anything. Where there is nothing but a summary, it stands for itself.
pub fn bitcode_of(module: &Module, summary: Option<&SummaryIndex>, options: &bitcode::WriteOptions) -> Vec<u8> {
    match summary.filter(says_something) {
        Some(index) if module.functions().is_empty() && module.variables().is_empty() => {
            bitcode::write_index(index, options)
        }
        Some(index) => bitcode::write_with_summary(module, index, options),
        None => bitcode::write(module, options),
    }
}

/// What a tool says of bitcode that it cannot read.
fn bitcode_failure(program: &str) -> impl Fn(bitcode::Error) -> Failure + Copy {
    move |error| format!("{program}: error: {}\n", error.llvm_message()).into()
}

/// Reads bytes from a file, or says why not in the words that most tools have for it.
fn read_bytes(program: &str, path: &Path) -> Result<Input, Failure> {
    read_input(path).map_err(|e| {
        let name = input_name(path);
        format!("{program}: {name}: error: Could not open input file: {}\n", reason(&e)).into()
    })
}

/// Writes bitcode to a file, unless that is a terminal and nobody insists.
fn write_bitcode(request: &Request, output: &Path, bitcode: &[u8]) -> Result<(), Failure> {
    match is_refused(request, output) {
        true => Ok(()),
        false => Ok(write_output(output, |out| out.write_all(bitcode))?),
    }
}

/// Whether bitcode is not written because the output is a terminal, without `-f`. Warns then.
fn is_refused(request: &Request, output: &Path) -> bool {
    let is_refused = is_dash(output) && io::stdout().is_terminal() && !request.force;
    if is_refused {
        tell(
            "WARNING: You're attempting to print out a bitcode file.\nThis is inadvisable as it may cause display \
             problems. If\nyou REALLY want to taste LLVM bitcode first-hand, you\ncan force output with the `-f' option.\n\n",
        );
    }
    is_refused
}

/// The file to write: what was asked for, or else the input's name with another ending.
fn output_path(request: &Request, input: &Path, from: &str, to: &str) -> PathBuf {
    match &request.output {
        Some(output) if !output.as_os_str().is_empty() => output.clone(),
        _ if is_dash(input) => "-".into(),
        _ => {
            let name = input.as_os_str().as_encoded_bytes();
            let stem = if name.ends_with(from.as_bytes()) { input.with_extension("") } else { input.into() };
            let mut path = stem.into_os_string();
            path.push(to);
            path.into()
        }
    }
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
        assert_eq!(request(&["-", "-f"]).inputs, [PathBuf::from("-")]);
        assert_eq!(request(&["--", "-f"]).inputs, [PathBuf::from("-f")]);
    }

    #[test]
    fn every_value_has_an_effect_of_its_own() {
        for info in FLAGS.iter().filter(|info| info.value.is_some() && info.flag != Flag::NoEffect) {
            for &tool in info.tools {
                let Parsed::Run(request) = parse(tool, [format!("-{}=7", info.name).into()].into_iter()) else {
                    continue;
                };
                assert_eq!(request.output.is_some(), info.flag == Flag::Output, "{}", info.name);
                assert_ne!(*request, Request::default(), "{}", info.name);
            }
        }
    }

    #[test]
    fn a_tool_has_one_flag_of_each_name() {
        for (i, info) in FLAGS.iter().enumerate() {
            let same = |other: &&flags::FlagInfo| {
                other.name == info.name && other.tools.iter().any(|t| info.tools.contains(t))
            };
            assert_eq!(FLAGS[i + 1..].iter().find(same).map(|other| other.name), None);
        }
    }

    #[test]
    fn limits_of_a_reduction() {
        let limits = |args: &[&str]| match parse(Tool::Reduce, args.iter().map(OsString::from)) {
            Parsed::Run(request) => Ok((request.reduce.iterations, request.reduce.granularity)),
            Parsed::Wrong(message) => Err(message),
            other => panic!("{other:?}"),
        };
        assert_eq!(limits(&["--max-pass-iterations=2", "--starting-granularity-level=3"]), Ok((Some(2), 3)));
        assert_eq!(limits(&["--max-pass-iterations=-1", "--starting-granularity-level=65"]), Ok((Some(0), 64)));
        let message = "llvm-reduce: for the --max-pass-iterations option: 'x' value invalid for integer argument!\n";
        assert_eq!(limits(&["--max-pass-iterations=x"]), Err(message.to_owned()));
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
