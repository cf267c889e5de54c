//! `llvm-nm`: the symbols of objects, modules and archives.

use std::fmt::Write;
use std::path::Path;

use lindworm::bitcode::archive::is_archive;
use lindworm::bitcode::is_bitcode;

use super::objects::{Symbol, Symbols, expanded, member_data, read_archive, symbols_of};
use super::{Failure, VERSION, said, wrong};
use crate::files::{read_whole, reason};
use crate::streams::{self, tell};

/// A flag: its names, how its value is called if it takes one, and what it does.
const FLAGS: &[(&[&str], Option<&str>, &str)] = &[
    (&["debug-syms", "a"], None, "Show all symbols, even debugger only"),
    (&["defined-only", "U"], None, "Show only defined symbols"),
    (&["dynamic", "D"], None, "Display dynamic symbols instead of normal symbols"),
    (&["extern-only", "g"], None, "Show only external symbols"),
    (&["format", "f"], Some("format"), "Specify output format: bsd (default), posix, sysv, just-symbols"),
    (&["B"], None, "Alias for --format=bsd"),
    (&["P", "portability"], None, "Alias for --format=posix"),
    (&["j", "just-symbol-name"], None, "Alias for --format=just-symbols"),
    (&["help", "h"], None, "Display this help"),
    (&["no-demangle"], None, "Don't demangle symbol names"),
    (&["no-llvm-bc"], None, "Disable LLVM bitcode reader"),
    (&["no-sort", "p"], None, "Show symbols in order encountered"),
    (&["no-weak", "W"], None, "Show only non-weak symbols"),
    (&["numeric-sort", "n", "v"], None, "Sort symbols by address"),
    (&["print-armap"], None, "Print the archive map"),
    (&["print-file-name", "A", "o"], None, "Precede each symbol with the object file it came from"),
    (&["print-size", "S"], None, "Show symbol size as well as address"),
    (&["quiet"], None, "Suppress 'no symbols' diagnostic"),
    (&["radix", "t"], Some("radix"), "Radix (o/d/x) for printing symbol Values"),
    (&["reverse-sort", "r"], None, "Sort in reverse order"),
    (&["size-sort"], None, "Sort symbols by size"),
    (&["special-syms"], None, "Do not filter special symbols from the output"),
    (&["undefined-only", "u"], None, "Show only undefined symbols"),
    (&["without-aliases"], None, "Exclude aliases from output"),
    (&["version", "V"], None, "Display the version"),
    (&["X"], Some("mode"), "Type of object file to examine: 32, 64, 32_64, any (default)"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    #[default]
    Bsd,
    Posix,
    SysV,
    JustSymbols,
}

#[derive(Debug, Default)]
struct Request {
    on: Vec<&'static str>,
    format: Format,
    radix: char,
    mode: String,
    files: Vec<String>,
}

impl Request {
    fn has(&self, flag: &str) -> bool {
        self.on.contains(&flag)
    }
}

fn help() -> String {
    let mut text =
        "OVERVIEW: LLVM symbol table dumper\n\nUSAGE: llvm-nm [options] <input object files>\n\nOPTIONS:\n".to_owned();
    for (names, value, what) in FLAGS {
        let spelled = |name: &str| {
            let dashes = if name.len() == 1 { "-" } else { "--" };
            let value =
                value.map_or(String::new(), |v| if name.len() == 1 { format!(" <{v}>") } else { format!("=<{v}>") });
            format!("{dashes}{name}{value}")
        };
        let _ = writeln!(text, "  {:<17} {what}", spelled(names[0]));
        for alias in &names[1..] {
            let _ = writeln!(text, "  {:<17} Alias for {}", spelled(alias), spelled(names[0]));
        }
    }
    text + "\nPass @FILE as argument to read options from FILE.\n"
}

/// Runs the tool.
pub fn run(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32, Failure> {
    let mut request = Request { radix: 'x', mode: "any".into(), ..Request::default() };
    let mut args = expanded(args).into_iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with('-') || arg == "-" {
            request.files.push(arg);
            continue;
        }
        let long = arg.trim_start_matches('-');
        let (name, value) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
        let known = |name: &str| FLAGS.iter().find(|(names, ..)| names.contains(&name));
        if name.len() > 1
            && let Some((names, takes, _)) = known(name)
        {
            let value = match (takes, value) {
                (None, _) => String::new(),
                (_, Some(value)) => value,
                (_, None) => args.next().unwrap_or_default(),
            };
            set(program, &mut request, names[0], &value)?;
            continue;
        }
        // Single-letter flags may be grouped, and the value of a flag may directly follow its letter.
        if arg.starts_with("--") {
            return wrong(program, format_args!("unknown argument '{arg}'"));
        }
        for (at, letter) in arg[1..].char_indices() {
            let Some((names, takes, _)) = known(letter.encode_utf8(&mut [0; 4])) else {
                return wrong(program, format_args!("unknown argument '{arg}'"));
            };
            let rest = &arg[1 + at + letter.len_utf8()..];
            let value = match (takes, rest) {
                (None, _) => String::new(),
                (_, "") => args.next().unwrap_or_default(),
                (_, rest) => rest.trim_start_matches('=').to_owned(),
            };
            set(program, &mut request, names[0], &value)?;
            if takes.is_some() {
                break;
            }
        }
    }
    if request.has("help") {
        return said(help());
    }
    if request.has("version") {
        return said(format!("llvm-nm, compatible with GNU nm\n{VERSION}"));
    }
    if request.files.is_empty() {
        request.files.push("a.out".into());
    }
    let mut good = true;
    let mut out = String::new();
    for file in &request.files {
        good &= show_file(program, &request, file, &mut out);
        streams::print(&out)?;
        out.clear();
    }
    Ok(i32::from(!good))
}

fn set(program: &str, request: &mut Request, flag: &'static str, value: &str) -> Result<(), Failure> {
    match flag {
        "B" => request.format = Format::Bsd,
        "P" => request.format = Format::Posix,
        "j" => request.format = Format::JustSymbols,
        "format" => {
            request.format = match value {
                "bsd" => Format::Bsd,
                "posix" => Format::Posix,
                "sysv" => Format::SysV,
                "just-symbols" => Format::JustSymbols,
                _ => {
                    return wrong(program, ": --format value should be one of: bsd, posix, sysv, darwin, just-symbols");
                }
            }
        }
        "radix" => match value {
            "o" | "d" | "x" => request.radix = value.chars().next().unwrap_or('x'),
            _ => {
                return wrong(
                    program,
                    ": --radix value should be one of: 'o' (octal), 'd' (decimal), 'x' (hexadecimal)",
                );
            }
        },
        "X" => match value {
            "32" | "64" | "32_64" | "any" => request.mode = value.into(),
            _ => return wrong(program, ": -X value should be one of: 32, 64, 32_64, (default) any"),
        },
        _ => {
            // The last sort order counts.
            if matches!(flag, "no-sort" | "numeric-sort" | "size-sort") {
                request.on.retain(|on| !matches!(*on, "no-sort" | "numeric-sort" | "size-sort"));
            }
            request.on.push(flag);
        }
    }
    Ok(())
}

/// Shows the symbols of a file; gives whether that could be done.
fn show_file(program: &str, request: &Request, file: &str, out: &mut String) -> bool {
    let path = Path::new(file);
    let complain = |what: &str, message: &str| {
        tell(format!("{program}: error: {what}: {message}\n"));
        false
    };
    let bytes = match read_whole(path) {
        Ok(_) if path.is_dir() => return complain(file, "Is a directory"),
        Ok(bytes) => bytes,
        Err(e) => return complain(file, &reason(&e)),
    };
    if !is_archive(&bytes) {
        if is_bitcode(&bytes) && request.has("no-llvm-bc") {
            return complain(file, "The file was not recognized as a valid object file");
        }
        return match symbols_of(&bytes, request.has("dynamic")) {
            Ok(symbols) => {
                show(request, file, None, symbols, request.files.len() > 1, out);
                true
            }
            Err(message) => complain(file, &message),
        };
    }
    let archive = match read_archive(&bytes) {
        Ok(archive) => archive,
        Err(message) => return complain(file, &message),
    };
    if request.has("print-armap") {
        let places: std::collections::HashMap<u64, &_> =
            archive.entries.iter().map(|entry| (entry.header, entry)).collect();
        let name = |entry: Option<&lindworm::bitcode::archive::Entry<'_>>| {
            entry.map_or(String::new(), |entry| String::from_utf8_lossy(&entry.name).into_owned())
        };
        if let Some(symbols) = archive.symbols.as_ref().filter(|symbols| !symbols.is_empty()) {
            *out += "Archive map\n";
            for (symbol, place) in symbols {
                let _ = writeln!(out, "{} in {}", String::from_utf8_lossy(symbol), name(places.get(place).copied()));
            }
            out.push('\n');
        }
        if let Some(symbols) = &archive.ec_symbols {
            *out += "Archive EC map\n";
            for (symbol, index) in symbols {
                let entry = archive.entries.get((*index as usize).wrapping_sub(1));
                let _ = writeln!(out, "{} in {}", String::from_utf8_lossy(symbol), name(entry));
            }
            out.push('\n');
        }
    }
    let mut good = true;
    for entry in &archive.entries {
        let name = String::from_utf8_lossy(&entry.name).into_owned();
        let data = match member_data(path, entry) {
            Ok(data) => data,
            Err(message) => {
                good = complain(&format!("{file}({name})"), &message);
                continue;
            }
        };
        if is_bitcode(&data) && request.has("no-llvm-bc") {
            continue;
        }
        // Files that are not objects are skipped.
        let Ok(symbols) = symbols_of(&data, request.has("dynamic")) else { continue };
        show(request, file, Some(&name), symbols, true, out);
    }
    good
}

fn show(request: &Request, file: &str, member: Option<&str>, symbols: Symbols, has_header: bool, out: &mut String) {
    let is_shown = match &*request.mode {
        "32" => !symbols.is_64_bit,
        "64" => symbols.is_64_bit,
        _ => true,
    };
    if !is_shown {
        return;
    }
    let all = request.has("debug-syms");
    let mut list = symbols.list;
    list.retain(|symbol| {
        (all || !symbol.is_special
            || request.has("special-syms") && !symbol.name.is_empty() && symbol.class == "NOTYPE")
            && (!request.has("undefined-only") || symbol.is_undefined)
            && (!request.has("defined-only") || !symbol.is_undefined)
            && (!request.has("extern-only") || symbol.is_external)
            && (!request.has("no-weak") || !symbol.is_weak)
            && (!request.has("without-aliases") || !symbol.is_alias)
    });
    let sizes = request.has("size-sort");
    if !request.has("no-sort") {
        if request.has("numeric-sort") {
            list.sort_by(|a, b| {
                (!a.is_undefined, a.address, &a.name, a.size).cmp(&(!b.is_undefined, b.address, &b.name, b.size))
            });
        } else if sizes {
            list.sort_by(|a, b| (a.size, &a.name, a.address).cmp(&(b.size, &b.name, b.address)));
        } else {
            list.sort_by(|a, b| (&a.name, a.size, a.address).cmp(&(&b.name, b.size, b.address)));
        }
        if request.has("reverse-sort") {
            list.reverse();
        }
    }
    let by_name = request.has("print-file-name");
    let whole = member.map_or(file.to_owned(), |member| format!("{file}({member})"));
    if !by_name {
        match (request.format, has_header, member) {
            (Format::SysV, ..) => {
                let (value, size) =
                    if symbols.is_64_bit { ("Value          ", "Size           ") } else { ("Value  ", "Size   ") };
                let _ = write!(
                    out,
                    "\n\nSymbols from {whole}:\n\nName                  {value} Class        Type         {size}  Line  Section\n"
                );
            }
            (Format::Posix | Format::JustSymbols, true, Some(_)) => {
                let _ = writeln!(out, "\n{whole}:");
            }
            (Format::Bsd, true, Some(member)) => {
                let _ = writeln!(out, "\n{member}:");
            }
            (_, true, None) => {
                let _ = writeln!(out, "\n{file}:");
            }
            _ => {}
        }
    }
    if list.is_empty() && !request.has("quiet") {
        tell(format!("{}: no symbols\n", member.unwrap_or(file)));
    }
    let width = if symbols.is_64_bit { 16 } else { 8 };
    let number = |value: u64| match (request.radix, request.format) {
        ('x', Format::Posix) => format!("{value:x}"),
        ('d', Format::Posix) => format!("{value}"),
        (_, Format::Posix) => format!("{value:o}"),
        ('x', _) => format!("{value:0width$x}"),
        ('d', _) => format!("{value:0width$}"),
        _ => format!("{value:0width$o}"),
    };
    for symbol in &list {
        if by_name {
            let _ = match (request.format, member) {
                (Format::Posix | Format::JustSymbols, Some(member)) => write!(out, "{file}[{member}]: "),
                (_, Some(member)) => write!(out, "{file}:{member}: "),
                (_, None) => write!(out, "{file}: "),
            };
        }
        line(request, symbol, symbols.is_module, width, &number, out);
    }
}

fn line(
    request: &Request,
    symbol: &Symbol,
    is_module: bool,
    width: usize,
    number: &dyn Fn(u64) -> String,
    out: &mut String,
) {
    let name = String::from_utf8_lossy(&symbol.name);
    let letter = symbol.letter;
    let blank = " ".repeat(width);
    let (address, size) = match (symbol.address, is_module) {
        (Some(address), _) => (number(address), number(symbol.size)),
        _ if symbol.is_undefined => (blank.clone(), blank),
        _ => ("-".repeat(width), "-".repeat(width)),
    };
    let _ = match request.format {
        Format::JustSymbols => writeln!(out, "{name}"),
        Format::Posix if symbol.is_undefined && !is_module => writeln!(out, "{name} {letter} 0 0"),
        Format::Posix => writeln!(out, "{name} {letter} {address} {size}"),
        Format::SysV => {
            writeln!(out, "{name:<20}|{address}|   {letter}  |{:>18}|{size}|     |{}", symbol.class, symbol.section)
        }
        Format::Bsd if request.has("size-sort") && !request.has("print-size") => {
            writeln!(out, "{size} {letter} {name}")
        }
        Format::Bsd if request.has("print-size") || request.has("size-sort") => {
            writeln!(out, "{address} {size} {letter} {name}")
        }
        Format::Bsd => writeln!(out, "{address} {letter} {name}"),
    };
}
