//! `lindworm` under its own name: `analyze`, `build`, `callers`, `check`, `completions`, `convert`, `corpus`, `diff`, `explain`, `extract`,
//! `graph`, `grep`, `link`, `man`, `print`, `reduce`, `refine`, `run`, `show`, `split`, `stats`, `symbols`, `tools`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser, Subcommand};
use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::is_bitcode;
use lindworm::inspect::callers::UseKind;
use lindworm::link::{LinkOptions, Linker};
use lindworm::source::Source;
use lindworm::{Context, DataLayoutSource, IrVersion, Module, ReadOptions, ReadOutcome, WriteOptions, read_any};

use crate::build;
use crate::color::{self, When};
use crate::corpus;
use crate::diff;
use crate::extract;
use crate::files::{input_name, is_dash, read_input, write_output};
use crate::form::{Form, form_of_name, write_form, write_text};
use crate::graph;
use crate::inspect::{self, StatsFormat};
use crate::llvm::{self, Tool};
use crate::modules;
use crate::problem::{Format, Problem};
use crate::progress::Progress;
use crate::reading::{read, read_valid};
use crate::reduce;
use crate::refine;
use crate::run;
use crate::shown::{Shown, about, exit_status};
use crate::split;
use crate::streams::{self, tell};
use crate::symbols;

/// LLVM IR without LLVM: check it, print it and run it.
///
/// Lindworm reads the text of LLVM 3.0 to 22 and the bitcode of LLVM 3.0 to 22, and writes those of LLVM 22, text byte for byte as
/// `opt -S` does. Every command accepts both, and detects from the content which it is.
///
/// Started under the name of an LLVM tool (see `lindworm tools`), the program accepts the flags of that tool and prints its
/// messages.
#[derive(Parser)]
#[command(name = "lindworm", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to color what is written; NO_COLOR, CLICOLOR_FORCE and TERM are honoured too
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    color: When,
}

#[derive(Subcommand)]
enum Command {
    /// Show the blocks and records of a bitcode file
    ///
    /// The output is that of `llvm-bcanalyzer`: the counts and sizes of blocks and records.
    Analyze {
        /// File to read; `-` for the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Show all blocks and records first
        #[arg(long)]
        dump: bool,
    },
    /// Compile modules to a program, for x86-64 Linux
    ///
    /// Each file becomes an object; the system's C compiler links them. What cannot be compiled yet is named, with the function and the
    /// instruction, and the exit status is 1.
    Build(build::Args),
    /// List who uses a symbol: calls, other operands, initializers, aliases, metadata
    ///
    /// One line for each use says where it is, how the symbol is used, and what uses it. Constants are looked through.
    Callers {
        /// Name of the symbol, with or without `@`; `*` stands for any characters, `?` for one
        #[arg(value_name = "SYMBOL")]
        symbol: String,
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Only uses of this kind: call, load, store, address, initializer, alias, resolver, personality, data, metadata
        #[arg(long, value_name = "KIND", value_parser = use_kind)]
        kind: Vec<UseKind>,
    },
    /// Read files and report every error in them
    ///
    /// LLVM's tools stop at the first error; this command continues. The first error is the one that LLVM reports, in its
    /// words. A file that can be read is checked against every rule of the language; `lindworm explain CODE` explains a rule. Broken debug information is a warning. The exit status is 0 if there is no error, and 1 if there is
    /// one in any of the files.
    Check {
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Format of the problems; human and short are written to the standard error, json and sarif to the standard output
        #[arg(long, value_enum, default_value_t = Format::Human)]
        format: Format,
        /// Also report each form of an older LLVM version in the file, and its current form; this is not an error
        #[arg(long)]
        upgrades: bool,
    },
    /// Write a script with which a shell completes the commands and options of `lindworm`
    ///
    /// For bash: `lindworm completions bash > ~/.local/share/bash-completion/completions/lindworm`.
    Completions {
        /// Shell that reads the script
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Convert bitcode to text, or text to bitcode
    ///
    /// The module is not checked: see `lindworm check`. If the file has a summary, that is converted too.
    Convert {
        /// File to read; `-` for the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// File to write; nothing is written if the input is refused
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: PathBuf,
        /// Format to write; by default the one that the extension of the output names (.ll or .bc), or else the opposite of the input's
        #[arg(long, value_enum, value_name = "FORM")]
        to: Option<Form>,
        /// Version of LLVM whose text is written: 22 or 23; bitcode is always that of LLVM 22
        #[arg(long, value_name = "NUMBER", default_value = "22", value_parser = ir_version)]
        ir_version: IrVersion,
    },
    /// Compare two modules function by function
    ///
    /// Functions of one name are compared by what they do: names of values, metadata and attributes do not count. Blocks are paired
    /// along the control flow; of blocks that differ, the instructions are shown from the first difference to the last. The exit
    /// status is 0 if nothing differs, 1 if something does, and 2 if a file cannot be compared.
    Diff(diff::Args),
    /// Map over modules in directories, archives and Parquet files, on all cores
    ///
    /// This starts the program `lindworm-corpus`, which is looked for beside `lindworm` and on the PATH; `lindworm corpus --help` lists its
    /// options.
    #[command(disable_help_flag = true)]
    Corpus {
        /// Arguments of `lindworm-corpus`
        #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Explain a rule or a kind of undefined behaviour, with an example that violates it and one that does not
    Explain {
        /// A code, such as LW0450 or UB0101, or words to search for, such as noundef
        #[arg(value_name = "CODE", required_unless_present = "list")]
        code: Vec<String>,
        /// List all codes with their messages, or only those that start with BEGINNING, as in `--list UB`
        #[arg(long, value_name = "BEGINNING", num_args = 0..=1, default_missing_value = "", conflicts_with = "code")]
        list: Option<String>,
    },
    /// Extract functions, variables and aliases of a module, or blocks of a function
    ///
    /// The result is a module that has what is named, and declares what that refers to. What only the old module saw (`internal`,
    /// `private`) is hidden, so that the parts of a module can be linked again. The exit status is 1 if a name has no match.
    ///
    /// Examples:
    ///
    ///   lindworm extract prog.bc main 'parse_*'      main, and everything whose name starts with parse_
    ///   lindworm extract prog.bc main --callees      main, with all that it calls
    ///   lindworm extract prog.bc main --delete       everything but main
    ///   lindworm extract prog.bc --block 'main:loop' the block loop of main, as a function
    #[command(verbatim_doc_comment)]
    Extract(extract::Args),
    /// Draw control flow, dominance, loops or calls, as SVG or for Graphviz
    ///
    /// Blocks are shaded by how deep they are nested in loops; edges that go back are red. Where there are more blocks than --max-nodes, a
    /// block and all that it dominates are drawn as one dashed node, the largest being opened first.
    Graph(graph::Args),
    /// List the instructions that look like a pattern
    ///
    /// A pattern is written like an instruction: `%_ = add nsw i32 _, 1`, `call @memcpy(...)`, `store volatile`. `_` is one operand,
    /// type or word, `...` any number, `*` any characters of a name, `a|b` one of two words. What a pattern leaves out may be
    /// anything: the result, flags, types, attributes, and all behind its end. The exit status is 0 if something was found, else 1.
    Grep {
        /// What to look for
        #[arg(value_name = "PATTERN")]
        pattern: String,
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Only in functions of this name; `*` stands for any characters
        #[arg(long = "in", value_name = "FUNCTION")]
        within: Option<String>,
        /// Say how many there are in each module
        #[arg(long)]
        count: bool,
    },
    /// Link modules into one
    ///
    /// Symbols are resolved as LLVM's linker resolves them: a definition takes the place of a declaration, a strong one that of a weak
    /// one, and two strong ones are an error. Of an archive, what is needed is linked. The result is checked before it is written.
    Link {
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// File to write; nothing is written on an error
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: PathBuf,
        /// Format to write; by default the one that the extension of the output names (.ll or .bc), or else text
        #[arg(long, value_enum, value_name = "FORM")]
        to: Option<Form>,
        /// Link from the files after the first only the symbols that earlier files refer to
        #[arg(long)]
        only_needed: bool,
        /// Internalize the symbols that are linked from the files after the first
        #[arg(long)]
        internalize: bool,
    },
    /// Write the manual page of `lindworm`, or those of all its commands into a directory
    Man {
        /// Directory for the pages; created if it does not exist. By default, one page goes to the standard output
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Print a file in the text form of LLVM 22, or of LLVM 23
    ///
    /// Older forms are upgraded: typed pointers are printed as `ptr`, renamed intrinsics with their new names, and so on.
    Print {
        /// File to read; `-` for the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// File to write; nothing is written if the input is refused
        #[arg(short, long, value_name = "FILE", default_value = "-")]
        output: PathBuf,
        /// Print `uselistorder` directives, from which a reader restores the order of each value's uses
        #[arg(long)]
        preserve_use_list_order: bool,
        /// Version of LLVM whose text is written: 22 or 23
        #[arg(long, value_name = "NUMBER", default_value = "22", value_parser = ir_version)]
        ir_version: IrVersion,
    },
    /// Make a module as small as it gets while a test still finds it interesting
    ///
    /// TEST is called with a file as its last argument; it ends with status 0 if the file still shows what is looked for: a crash, a
    /// message, a wrong result. Candidates are always valid modules; each is tested once. The best module so far is in the output file
    /// at any time, so that the search can be interrupted.
    ///
    /// Examples:
    ///
    ///   lindworm reduce crash.ll ./crashes.sh              where crashes.sh is: ! opt -O2 -disable-output "$1"
    ///   lindworm reduce big.bc grep -q 'call void @f'      the smallest module that still has this call
    #[command(verbatim_doc_comment)]
    Reduce(reduce::Args),
    /// Test whether functions still do what they did before a change
    ///
    /// Each function that both files define is run on vectors of arguments: boundary values, poison, undef, null, small memories. The
    /// result, memory, calls of other functions and how the call ends in TARGET must be what SOURCE allows: where SOURCE has undefined
    /// behaviour, TARGET may do anything; poison may become any value. A violation is a proof; that a function held is none. The exit
    /// status is 0 if all held, 1 after a violation, 2 on trouble.
    ///
    /// Examples:
    ///
    ///   opt -S -passes=gvn a.ll -o b.ll; lindworm refine a.ll b.ll
    ///   lindworm refine a.ll b.ll f --vectors 10000       only @f, more thoroughly
    #[command(verbatim_doc_comment)]
    Refine(refine::Args),
    /// Run a program, and stop at the first undefined behaviour
    ///
    /// The program reads and writes the standard streams, and its exit status is passed on. At undefined behaviour a report on the
    /// standard error says what happened, where, and where the values come from that caused it, and the exit status is 70. It is 71 if the program
    /// cannot continue for another reason, such as a limit or an unknown function, and 72 if it cannot be read or violates a
    /// rule of the language. If a signal ends the program, the status is 128 plus the number of the signal.
    Run(run::Args),
    /// Split a module into parts that can be compiled apart and linked again
    ///
    /// Each part declares everything, and each definition is in one part: the same as `llvm-split` puts there. What only the old
    /// module saw becomes hidden, unless `--keep-locals` is given. Each file that is written is listed on the standard output.
    ///
    /// Examples:
    ///
    ///   lindworm split prog.bc                     prog.0.bc and prog.1.bc
    ///   lindworm split prog.bc -n 8 -o out/part    out/part.0.bc to out/part.7.bc
    #[command(verbatim_doc_comment)]
    Split(split::Args),
    /// Print functions or variables with the types, attributes, metadata and declarations they need
    ///
    /// What is printed is a module of its own, in the form that LLVM prints.
    Show {
        /// Names of symbols, with or without `@`, separated by commas; `*` stands for any characters, `?` for one
        #[arg(required = true, num_args = 1, value_name = "SYMBOL", value_delimiter = ',')]
        symbols: Vec<String>,
        /// File to read; `-` for the standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Leave out debug information
        #[arg(long)]
        no_debug: bool,
    },
    /// Count what is in modules: instructions, types, attributes, metadata, bytes, debug information
    Stats {
        /// Files to read; `-` for the standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Form of the counts
        #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
        format: StatsFormat,
    },
    /// List the symbols of modules, object files and archives
    ///
    /// One line for each symbol says whether it is defined or only used, what it stands for, and, of an object file, where it is and how
    /// many bytes it takes.
    ///
    /// Examples:
    ///
    ///   lindworm symbols --only undefined lib.a     what an archive needs from elsewhere
    ///   lindworm symbols --sort size prog.o         what is large in an object file
    #[command(verbatim_doc_comment)]
    Symbols(symbols::Args),
    /// Create links to this program in a directory, with the names of LLVM's tools
    ///
    /// `DIR/opt --help` then lists the options of LLVM's `opt` that Lindworm accepts.
    Tools {
        /// Directory for the links; created if it does not exist
        #[arg(value_name = "DIR")]
        dir: PathBuf,
        /// Tools to create links for; by default all but `llc`, whose code differs from LLVM's
        #[arg(value_name = "TOOL", value_parser = tool_name)]
        tools: Vec<Tool>,
    },
}

fn tool_name(text: &str) -> Result<Tool, String> {
    let names = Tool::ALL.iter().map(|tool| tool.name());
    let tool = Tool::ALL.iter().copied().find(|tool| tool.name() == text);
    tool.ok_or_else(|| format!("one of {} is needed", names.collect::<Vec<_>>().join(", ")))
}

fn use_kind(text: &str) -> Result<UseKind, String> {
    use UseKind::*;
    let all = [Call, Load, Store, Address, Initializer, Alias, Resolver, Personality, Data, Metadata];
    all.into_iter()
        .find(|kind| kind.name() == text)
        .ok_or_else(|| format!("one of {} is needed", all.map(UseKind::name).join(", ")))
}

fn ir_version(text: &str) -> Result<IrVersion, String> {
    let version = text.parse().ok().and_then(IrVersion::from_number);
    version.ok_or_else(|| format!("one of {} is needed", IrVersion::ALL.map(|v| v.number().to_string()).join(", ")))
}

/// Does what the command line says and gives the exit status.
pub fn run() -> i32 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) if e.use_stderr() => {
            let _ = e.print();
            return e.exit_code();
        }
        Err(e) => return exit_status(streams::stdout().and_then(|_| e.print()).map(|()| true)),
    };
    color::set(cli.color);
    let done = match cli.command {
        Command::Callers { symbol, files, kind } => inspect::callers(&symbol, &files, &kind),
        Command::Completions { shell } => completions(shell),
        Command::Man { dir } => man(dir.as_deref()),
        Command::Graph(args) => graph::run(&args),
        Command::Grep { pattern, files, within, count } => inspect::grep(&pattern, &files, within.as_deref(), count),
        Command::Show { symbols, file, no_debug } => inspect::show(&symbols, &file, !no_debug),
        Command::Stats { files, format } => inspect::write_stats(&files, format),
        Command::Symbols(args) => symbols::run(&args),
        Command::Corpus { args } => return corpus::run(&args),
        Command::Run(args) => return run::run(&args),
        Command::Analyze { file, dump } => return llvm::analyze(file, dump),
        Command::Convert { file, output, to, ir_version } => convert(&file, &output, to, ir_version),
        Command::Check { files, format, upgrades } => check(&files, format, upgrades),
        Command::Link { files, output, to, only_needed, internalize } => {
            link_modules(&files, &output, to, LinkOptions { only_needed, internalize, ..LinkOptions::default() })
        }
        Command::Explain { code, list } => explain(&code, list.as_deref()),
        Command::Extract(args) => extract::run(&args),
        Command::Print { file, output, preserve_use_list_order, ir_version } => {
            print(&file, &output, ir_version, &WriteOptions { preserve_use_list_order, ..Default::default() })
        }
        Command::Reduce(args) => reduce::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Split(args) => split::run(&args),
        Command::Diff(args) => match compared(diff::run(&args)) {
            Ok(done) => done,
            Err(status) => return status,
        },
        Command::Refine(args) => match compared(refine::run(&args)) {
            Ok(done) => done,
            Err(status) => return status,
        },
        Command::Tools { dir, tools } => link_tools(&dir, &tools),
    };
    streams::status(exit_status(done))
}

/// Tells trouble from differences by the exit status, as `diff` does.
fn compared(done: io::Result<bool>) -> Result<io::Result<bool>, i32> {
    match done {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            exit_status(Err(e));
            Err(streams::status(2))
        }
        done => Ok(done),
    }
}

fn check(files: &[PathBuf], format: Format, upgrades: bool) -> io::Result<bool> {
    let mut good = true;
    let mut shown = Shown::new(format)?;
    for file in files {
        match check_file(file, &mut shown, upgrades) {
            Ok(is_good) => good &= is_good,
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Err(e),
            Err(e) => {
                tell(format!("lindworm: error: {e}\n"));
                good = false;
            }
        }
    }
    shown.finish()?;
    Ok(good)
}

/// Reads and verifies one file.
fn check_file(file: &Path, shown: &mut Shown, upgrades: bool) -> io::Result<bool> {
    // The process ends soon: dropping the module would waste time.
    let Some(read) = read_valid(file, shown)?.map(ManuallyDrop::new) else { return Ok(false) };
    if upgrades {
        show_upgrades(&input_name(file), &read.0, &read.1, shown)?;
    }
    Ok(true)
}

/// Shows what of older versions a file has, and what became of it.
fn show_upgrades(name: &str, bytes: &[u8], outcome: &ReadOutcome, shown: &mut Shown) -> io::Result<()> {
    let source = Source::new(name, bytes);
    for old in &outcome.old_forms {
        shown.show(&source, &old.into())?;
    }
    let as_written = ReadOptions { upgrade: false, ..Default::default() };
    let Ok(before) = read_any(&Context::new(), name, bytes, &as_written) else { return Ok(()) };
    let before = ManuallyDrop::new(before);
    let (old, new) = (&before.module, &outcome.module);
    for &function in old.functions() {
        let name = old[function].name();
        if name.starts_with(b"llvm.") && new.global_named(name).is_none() {
            let message = format!("'@{}' was replaced", String::from_utf8_lossy(name));
            shown.show(&Source::new(source.name, b""), &Problem::note(message))?;
        }
    }
    let layouts = [&old.data_layout().text, &new.data_layout().text].map(|text| String::from_utf8_lossy(text));
    if layouts[0] != layouts[1] {
        let message = format!("the data layout '{}' became '{}'", layouts[0], layouts[1]);
        shown.show(&Source::new(source.name, b""), &Problem::note(message))?;
    }
    Ok(())
}

fn explain(words: &[String], list: Option<&str>) -> io::Result<bool> {
    let text = match list {
        Some(beginning) => Some(lindworm::explain::list(beginning)).filter(|text| !text.is_empty()),
        None => lindworm::explain::explain(words),
    };
    match text {
        Some(text) => streams::print(text).map(|()| true),
        None => {
            let words = list.map_or_else(|| words.join(" "), str::to_owned);
            tell(format!(
                "lindworm: error: no rule and no undefined behaviour has the code or the words '{words}'; `lindworm explain \
                 --list` lists all\n"
            ));
            Ok(false)
        }
    }
}

fn print(file: &Path, output: &Path, version: IrVersion, options: &WriteOptions) -> io::Result<bool> {
    let read_options = ReadOptions { version, summary: true, ..Default::default() };
    let mut shown = Shown::new(Format::Human)?;
    let read = read(file, &mut shown, &read_options)?;
    shown.finish()?;
    let Some((_, outcome)) = read else { return Ok(false) };
    // The process ends soon: dropping the module would waste time.
    let outcome = ManuallyDrop::new(outcome);
    write_text(&outcome.module, outcome.summary.as_ref(), output, options)?;
    Ok(true)
}

fn convert(file: &Path, output: &Path, to: Option<Form>, version: IrVersion) -> io::Result<bool> {
    let options = ReadOptions { version, summary: true, data_layout: DataLayoutSource::Module, ..Default::default() };
    let mut shown = Shown::new(Format::Human)?;
    let read = read(file, &mut shown, &options)?;
    shown.finish()?;
    let Some((bytes, outcome)) = read else { return Ok(false) };
    // The process ends soon: dropping the module would waste time.
    let outcome = ManuallyDrop::new(outcome);
    let (module, summary) = (&outcome.module, outcome.summary.as_ref());
    let other = if is_bitcode(&bytes) { Form::Text } else { Form::Bitcode };
    write_form(module, summary, output, to.or(form_of_name(output)).unwrap_or(other))?;
    Ok(true)
}

fn link_modules(files: &[PathBuf], output: &Path, to: Option<Form>, options: LinkOptions) -> io::Result<bool> {
    let cx = Context::new();
    let mut linker = Linker::new(&cx, "linked");
    let mut shown = Shown::new(Format::Human)?;
    let progress = Progress::new();
    for (i, file) in files.iter().enumerate() {
        progress.show(format_args!("{} of {}: {}", i + 1, files.len(), file.display()));
        // The options do not apply to the first file, which is linked as a whole.
        let options = if i == 0 { LinkOptions::default() } else { options };
        let linked = match !is_dash(file) && is_archive(&read_input(file).map_err(about(file))?) {
            true => {
                let mut members = Vec::new();
                let read = ReadOptions::default();
                let good = modules::each(file, &read, &mut shown, &mut |opened| {
                    let nothing = Module::new(&Context::new(), "");
                    members.push(std::mem::replace(&mut opened.outcome.module, nothing));
                    Ok(())
                })?;
                good.then(|| linker.link_needed(members, &options))
            }
            false => read_valid(file, &mut shown)?.map(|(_, outcome)| linker.link(outcome.module, &options)),
        };
        let Some(linked) = linked else {
            shown.finish()?;
            return Ok(false);
        };
        let warnings = linked.map_err(|e| io::Error::other(e.to_string()))?;
        warnings.iter().for_each(|warning| tell(format!("lindworm: warning: {}\n", warning.trim_end())));
    }
    drop(progress);
    shown.finish()?;
    let module = ManuallyDrop::new(linker.finish());
    if let Some(finding) = lindworm::verify(&module).findings.first() {
        let message = String::from_utf8_lossy(&finding.message).into_owned();
        return Err(io::Error::other(format!("the linked module is broken: {message}")));
    }
    write_form(&module, None, output, to.or(form_of_name(output)).unwrap_or(Form::Text))?;
    Ok(true)
}

fn completions(shell: clap_complete::Shell) -> io::Result<bool> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "lindworm", &mut script);
    streams::print(script).map(|()| true)
}

fn man(dir: Option<&Path>) -> io::Result<bool> {
    let mut command = Cli::command();
    command.build();
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return streams::print(page).map(|()| true);
    };
    fs::create_dir_all(dir).map_err(about(dir))?;
    let pages = command.get_subcommands().cloned().map(|sub| (format!("lindworm-{}", sub.get_name()), sub));
    for (name, command) in std::iter::once(("lindworm".to_owned(), command.clone())).chain(pages) {
        let path = dir.join(format!("{name}.1"));
        let page = clap_mangen::Man::new(command).title(&name);
        write_output(&path, |out| page.render(&mut &mut *out)).map_err(about(&path))?;
        streams::print([path.as_os_str().as_encoded_bytes(), b"\n"].concat())?;
    }
    Ok(true)
}

fn link_tools(dir: &Path, tools: &[Tool]) -> io::Result<bool> {
    fs::create_dir_all(dir).map_err(about(dir))?;
    let program = std::env::current_exe()?;
    let all = Tool::ALL.iter().filter(|&&tool| tool != Tool::Compiler);
    let chosen: Vec<&Tool> = if tools.is_empty() { all.collect() } else { tools.iter().collect() };
    for tool in chosen {
        let path = dir.join(tool.name()).with_extension(std::env::consts::EXE_EXTENSION);
        // Only a symbolic link, such as one from an earlier run, is replaced.
        let made = match fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) {
            true => tempfile::Builder::new()
                .make_in(dir, |temporary| link(&program, temporary))
                .and_then(|link| link.persist(&path).map_err(|e| e.error)),
            false => link(&program, &path),
        };
        made.map_err(about(&path))?;
        streams::print([path.as_os_str().as_encoded_bytes(), b"\n"].concat())?;
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
