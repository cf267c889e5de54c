//! `lindworm symbols`: the symbols of modules, object files and archives.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use lindworm::bitcode::archive::is_archive;
use lindworm::inspect::glob;
use serde_json::json;

use crate::color;
use crate::files::{input_name, read_whole};
use crate::llvm::objects::{Symbol, Symbols, member_data, read_archive, symbols_of, symbols_of_module};
use crate::shown::about;
use crate::streams::{self, tell};

/// What symbols are in the file that has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum State {
    /// Defined here, seen elsewhere
    Defined,
    /// Defined here, and elsewhere as well if need be
    Weak,
    /// Seen here only
    Local,
    /// Defined elsewhere
    Undefined,
}

/// How symbols are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For people: a table for each file
    Text,
    /// One JSON object per line and symbol
    Json,
}

/// In what order symbols are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// By their names
    Name,
    /// As they are in the file
    File,
    /// The largest first
    Size,
}

#[derive(clap::Args)]
pub struct Args {
    /// Files to read: text, bitcode, object files, archives
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List only symbols of these states, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "STATE")]
    only: Vec<State>,
    /// List only symbols of this name; `*` stands for any characters, `?` for one
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Order of the symbols
    #[arg(long, value_enum, default_value_t = Order::Name)]
    sort: Order,
    /// List the dynamic symbols of a linked file
    #[arg(long)]
    dynamic: bool,
    /// Form of the list
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

/// Lists the symbols of files.
pub fn run(args: &Args) -> io::Result<bool> {
    let mut out = io::BufWriter::new(streams::stdout()?);
    let mut good = true;
    for path in &args.files {
        let name = input_name(path);
        let bytes = read_whole(path).map_err(about(path))?;
        if !is_archive(&bytes) {
            good &= list(args, &mut out, &name, &bytes)?;
            continue;
        }
        let archive = read_archive(&bytes).map_err(|why| io::Error::other(format!("{name}: {why}")))?;
        for entry in &archive.entries {
            let member = format!("{name}({})", String::from_utf8_lossy(&entry.name));
            let data = member_data(path, entry).map_err(io::Error::other)?;
            good &= list(args, &mut out, &member, &data)?;
        }
    }
    out.flush()?;
    Ok(good)
}

/// Lists the symbols of a file; gives whether it could be read.
fn list(args: &Args, out: &mut dyn Write, name: &str, bytes: &[u8]) -> io::Result<bool> {
    let is_object = object::FileKind::parse(bytes).is_ok();
    let read = if is_object { symbols_of(bytes, args.dynamic) } else { symbols_of_module(bytes) };
    let mut symbols = match read {
        Ok(symbols) => symbols,
        Err(why) => {
            tell(format!("lindworm: error: {name}: {}\n", why.trim_end()));
            return Ok(false);
        }
    };
    let is_listed = |symbol: &Symbol| {
        !symbol.is_special
            && (args.only.is_empty() || args.only.contains(&state(symbol)))
            && args.name.as_ref().is_none_or(|glob| glob::matches(glob.as_bytes(), &symbol.name))
    };
    symbols.list.retain(is_listed);
    match args.sort {
        Order::Name => symbols.list.sort_by(|a, b| a.name.cmp(&b.name)),
        Order::Size => symbols.list.sort_by_key(|symbol| std::cmp::Reverse(symbol.size)),
        Order::File => {}
    }
    match args.format {
        Form::Text => table(out, name, &symbols)?,
        Form::Json => {
            for symbol in &symbols.list {
                let line = json!({
                    "file": name,
                    "name": String::from_utf8_lossy(&symbol.name),
                    "state": state_name(state(symbol)),
                    "kind": kind(symbol),
                    "address": symbol.address,
                    "size": if symbols.is_module { None } else { Some(symbol.size) },
                });
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(true)
}

fn table(out: &mut dyn Write, name: &str, symbols: &Symbols) -> io::Result<()> {
    let (bold, reset) = if color::is_on(&io::stdout()) { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    writeln!(out, "{bold}{name}{reset}")?;
    for symbol in &symbols.list {
        let (state, kind) = (state_name(state(symbol)), kind(symbol));
        let place = match (symbol.address, symbols.is_module) {
            (_, true) => String::new(),
            (Some(address), _) => format!("{address:>#12x} {:>8}  ", symbol.size),
            (None, _) => format!("{:21}  ", ""),
        };
        let name = String::from_utf8_lossy(&symbol.name);
        writeln!(out, "  {state:<9}  {kind:<9}  {place}{name}")?;
    }
    writeln!(out)
}

fn state(symbol: &Symbol) -> State {
    match () {
        () if symbol.is_undefined => State::Undefined,
        () if symbol.is_weak => State::Weak,
        () if symbol.is_external => State::Defined,
        () => State::Local,
    }
}

fn state_name(state: State) -> &'static str {
    match state {
        State::Defined => "defined",
        State::Weak => "weak",
        State::Local => "local",
        State::Undefined => "undefined",
    }
}

/// What a symbol stands for.
fn kind(symbol: &Symbol) -> &'static str {
    match (symbol.letter.to_ascii_lowercase(), &*symbol.class) {
        ('t', _) | (_, "FUNC") => "function",
        (_, "TLS") => "thread",
        ('d' | 's', _) => "data",
        ('b', _) => "zeroed",
        ('r', _) => "constant",
        ('c', _) => "common",
        ('i', _) => "ifunc",
        ('a', _) => "absolute",
        (_, "OBJECT") => "data",
        _ => "",
    }
}
