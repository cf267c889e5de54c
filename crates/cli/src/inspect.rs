//! `stats`, `callers`, `grep` and `show`: commands that inspect modules.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use lindworm::inspect::callers::{UseKind, User, uses};
use lindworm::inspect::excerpt::cut_down;
use lindworm::inspect::glob;
use lindworm::inspect::pattern::Pattern;
use lindworm::inspect::stats::{Group, stats};
use lindworm::source::Source;
use lindworm::text::MessageWriter;
use lindworm::{Global, Module, ReadOptions, Value, bitcode, to_bytes};
use serde_json::{Map, json};

use crate::color;
use crate::corpus;
use crate::highlight::highlight;
use crate::modules::{self, Opened};
use crate::problem::Format;
use crate::shown::Shown;
use crate::streams;

/// How counts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// For people: a table for each module
    Text,
    /// One JSON object per line and module
    Json,
    /// Comma-separated values: file, group, name, count
    Csv,
    /// A Parquet file with a row for each function: needs `lindworm-corpus`
    Parquet,
}

/// Calls `f` with each module of each file, and a place to write to.
fn for_each(
    files: &[PathBuf],
    spans: bool,
    f: &mut dyn FnMut(&mut Opened<'_>, &mut dyn Write) -> io::Result<()>,
) -> io::Result<bool> {
    let mut shown = Shown::new(Format::Human)?;
    let mut out = io::BufWriter::new(streams::stdout()?);
    let options = ReadOptions { spans, ..Default::default() };
    let mut good = true;
    for file in files {
        good &= modules::each(file, &options, &mut shown, &mut |opened| f(opened, &mut out))?;
    }
    shown.finish()?;
    out.flush()?;
    Ok(good)
}

/// Writes how much of what is in modules.
pub fn write_stats(files: &[PathBuf], format: StatsFormat) -> io::Result<bool> {
    if format == StatsFormat::Parquet {
        return Ok(corpus::write_features(files));
    }
    if format == StatsFormat::Csv {
        streams::print("file,group,name,count\n")?;
    }
    for_each(files, false, &mut |opened, out| {
        let mut groups = stats(&opened.outcome.module);
        groups.insert(1, sizes(opened));
        match format {
            StatsFormat::Text | StatsFormat::Parquet => write_table(out, opened.name, &groups),
            StatsFormat::Json => {
                let group = |g: &Group| {
                    let rows: Map<_, _> = g.rows.iter().map(|(name, count)| (name.clone(), (*count).into())).collect();
                    (g.name.to_owned(), rows.into())
                };
                let groups: Map<_, _> = groups.iter().map(group).collect();
                writeln!(out, "{}", json!({"file": opened.name, "groups": groups}))
            }
            StatsFormat::Csv => groups.iter().try_for_each(|group| {
                let file = csv(opened.name);
                let mut rows = group.rows.iter();
                rows.try_for_each(|(name, count)| writeln!(out, "{file},{},{},{count}", group.name, csv(name)))
            }),
        }
    })
}

/// How long the bitcode of a module is, and how much of that is debug information.
fn sizes(opened: &mut Opened<'_>) -> Group {
    let module = &mut opened.outcome.module;
    let size = |module: &Module| bitcode::write(module, &bitcode::WriteOptions::default()).len() as u64;
    let whole = size(module);
    module.strip_debug_info();
    let debug = whole.saturating_sub(size(module));
    let rows = vec![("bitcode".to_owned(), whole), ("of which debug information".to_owned(), debug)];
    Group { name: "bytes", rows }
}

fn write_table(out: &mut dyn Write, file: &str, groups: &[Group]) -> io::Result<()> {
    /// How many rows of a group are shown.
    const MOST_ROWS: usize = 20;
    let (bold, reset) = if color::is_on(&io::stdout()) { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    writeln!(out, "{bold}{file}{reset}")?;
    for group in groups {
        let total: u64 = group.rows.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count));
        let has_shares = !matches!(group.name, "module" | "bytes" | "debug information" | "largest functions");
        writeln!(out, "  {bold}{}{reset}", group.name)?;
        for (name, count) in group.rows.iter().take(MOST_ROWS) {
            let share = match (group.name, &**name) {
                ("bytes", "of which debug information") => percent(*count, group.rows[0].1),
                _ if has_shares => percent(*count, total),
                _ => String::new(),
            };
            writeln!(out, "{}", format!("    {name:<40} {count:>12} {share}").trim_end())?;
        }
        if let Some(more) = group.rows.len().checked_sub(MOST_ROWS).filter(|&more| more > 0) {
            writeln!(out, "    ... and {more} more")?;
        }
    }
    writeln!(out)
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { format!("{:5.1} %", part as f64 * 100.0 / whole as f64) }
}

fn csv(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// The globals of a module that have this name, which may have wildcards and `@` before it.
fn named(module: &Module, name: &str) -> Vec<Global> {
    let name = name.strip_prefix('@').unwrap_or(name).as_bytes();
    if !glob::is_glob(name) {
        return module.global_named(name).into_iter().collect();
    }
    let all = [module.variables(), module.functions(), module.aliases(), module.ifuncs()];
    all.into_iter().flatten().copied().filter(|&g| glob::matches(name, module[g].name())).collect()
}

fn no_symbol(name: &str) -> io::Error {
    io::Error::other(format!(
        "no symbol is named '{name}'; `llvm-nm FILE` lists them, and `*` stands for any characters"
    ))
}

/// Writes who uses a symbol.
pub fn callers(symbol: &str, files: &[PathBuf], kinds: &[UseKind]) -> io::Result<bool> {
    let mut found = false;
    let good = for_each(files, true, &mut |opened, out| {
        let module = &opened.outcome.module;
        let mut lines = Lines::new(opened);
        for global in named(module, symbol) {
            found = true;
            for used in uses(module, global) {
                if kinds.is_empty() || kinds.contains(&used.kind) {
                    lines.write_user(out, used.kind.name(), used.user)?;
                }
            }
        }
        Ok(())
    })?;
    if found { Ok(good) } else { Err(no_symbol(symbol)) }
}

/// Writes the instructions that look like a pattern. Gives whether there was one.
pub fn grep(pattern: &str, files: &[PathBuf], within: Option<&str>, count: bool) -> io::Result<bool> {
    let pattern = Pattern::new(pattern).map_err(|e| io::Error::other(format!("'{pattern}': {e}")))?;
    let mut any = false;
    let good = for_each(files, !count, &mut |opened, out| {
        let module = &opened.outcome.module;
        let mut lines = Lines::new(opened);
        let mut matched = 0u64;
        let mut text = Vec::new();
        for &function in module.functions() {
            let Some(body) = module.body(function) else { continue };
            let name = module[function].name();
            if within.is_some_and(|glob| !glob::matches(glob.trim_start_matches('@').as_bytes(), name)) {
                continue;
            }
            for inst in body.blocks().flat_map(|block| body.insts(block)) {
                if !pattern.may_match(body.inst(inst).opcode_name()) {
                    continue;
                }
                text.clear();
                lines.writer.value(&mut text, Some(function), inst.into());
                if pattern.matches(text.trim_ascii()) {
                    matched += 1;
                    if !count {
                        lines.write(out, "", User::Inst(function, inst), text.trim_ascii())?;
                    }
                }
            }
        }
        any |= matched > 0;
        if count { writeln!(out, "{}: {matched}", opened.name) } else { Ok(()) }
    })?;
    Ok(good && any)
}

/// Writes lines that say where something is in a module.
struct Lines<'m> {
    module: &'m Module,
    opened: &'m Opened<'m>,
    source: Source<'m>,
    writer: MessageWriter<'m>,
    colored: bool,
}

impl<'m> Lines<'m> {
    fn new(opened: &'m Opened<'m>) -> Lines<'m> {
        // Line numbers are needed only for modules with source spans.
        let bytes = if opened.outcome.spans.is_some() { opened.bytes } else { b"" };
        Lines {
            module: &opened.outcome.module,
            opened,
            source: Source::new(opened.name, bytes),
            writer: MessageWriter::new(&opened.outcome.module),
            colored: color::is_on(&io::stdout()),
        }
    }

    /// Writes who uses something, and how.
    fn write_user(&mut self, out: &mut dyn Write, kind: &str, user: User) -> io::Result<()> {
        let mut text = Vec::new();
        match user {
            User::Inst(function, inst) => self.writer.value(&mut text, Some(function), inst.into()),
            User::Global(global) => self.writer.operand(&mut text, None, Value::from(global)),
            User::Node(node) => self.writer.metadata(&mut text, None, node),
        }
        self.write(out, &format!("{kind}: "), user, text.trim_ascii())
    }

    /// Writes `FILE:LINE:COLUMN: @FUNCTION: KIND: TEXT`.
    fn write(&self, out: &mut dyn Write, kind: &str, user: User, text: &[u8]) -> io::Result<()> {
        let span = self.opened.outcome.spans.as_ref().and_then(|spans| match user {
            User::Inst(function, inst) => spans.inst(function, inst),
            User::Global(global) => spans.global(global),
            User::Node(node) => spans.metadata(node),
        });
        let place = span.map_or(String::new(), |span| {
            let place = self.source.place(span.start);
            format!(":{}:{}", place.line, place.column)
        });
        write!(out, "{}{place}: ", self.opened.name)?;
        if let User::Inst(function, _) = user {
            write!(out, "@{}: ", String::from_utf8_lossy(self.module[function].name()))?;
        }
        write!(out, "{kind}")?;
        if self.colored {
            out.write_all(&highlight(text))?
        } else {
            out.write_all(text)?
        }
        out.write_all(b"\n")
    }
}

/// Prints a few globals with what they need to be read.
pub fn show(symbols: &[String], file: &Path, debug_info: bool) -> io::Result<bool> {
    let mut found = false;
    let good = for_each(&[file.to_owned()], false, &mut |opened, out| {
        let module = &mut opened.outcome.module;
        let globals: Vec<Global> = symbols.iter().flat_map(|symbol| named(module, symbol)).collect();
        if globals.is_empty() {
            return Ok(());
        }
        found = true;
        if !debug_info {
            module.strip_debug_info();
        }
        cut_down(module, &globals);
        let text = to_bytes(module);
        if color::is_on(&io::stdout()) { out.write_all(&highlight(&text)) } else { out.write_all(&text) }
    })?;
    if found { Ok(good) } else { Err(no_symbol(&symbols.join("' or '"))) }
}
