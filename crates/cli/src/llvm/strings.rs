//! `llvm-strings`: printable text in files of any format.

use std::io::{self, Write};
use std::path::Path;

use super::objects::expanded;
use super::{Failure, VERSION, said, wrong};
use crate::files::{read_whole, reason};
use crate::streams::{self, tell};

const HELP: &str = "OVERVIEW: llvm string dumper

USAGE: llvm-strings [options] <input object files>

OPTIONS:
  --all             Silently ignored. Present for GNU strings compatibility
  -a                Alias for --all
  --bytes=<value>   Print sequences of the specified length
  -f                Alias for --print-file-name
  --help            Display this help
  -h                Alias for --help
  -n <value>        Alias for --bytes
  --print-file-name Print the name of the file before each string
  --radix=<radix>   Print the offset within the file with the specified radix: o (octal), d (decimal), x (hexadecimal)
  -t <radix>        Alias for --radix
  --version         Display the version

Pass @FILE as argument to read options from FILE.
";

const RADIX: &str = "--radix value should be one of: '' (no offset), 'o' (octal), 'd' (decimal), 'x' (hexadecimal)";

struct Request {
    least: usize,
    with_names: bool,
    radix: Option<char>,
    files: Vec<String>,
}

/// Runs the tool.
pub fn run(program: &str, args: impl Iterator<Item = std::ffi::OsString>) -> Result<i32, Failure> {
    let mut request = Request { least: 4, with_names: false, radix: None, files: Vec::new() };
    let mut args = expanded(args).into_iter();
    while let Some(arg) = args.next() {
        if arg == "--" {
            request.files.extend(args.by_ref());
        } else if let Some(long) = arg.strip_prefix("--") {
            let (name, value) =
                long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value.to_owned())));
            match name {
                "all" => {}
                "help" => return said(HELP),
                "version" => return said(VERSION),
                "print-file-name" => request.with_names = true,
                "bytes" | "radix" => {
                    let Some(value) = value.or_else(|| args.next()) else {
                        return wrong(program, format_args!("--{name}: missing argument"));
                    };
                    request.set(program, name, &value)?;
                }
                _ => return wrong(program, format_args!("unknown argument '{arg}'")),
            }
        } else if let Some(short) = arg.strip_prefix('-').filter(|short| !short.is_empty()) {
            for (at, letter) in short.char_indices() {
                match letter {
                    'a' => {}
                    'f' => request.with_names = true,
                    'h' => return said(HELP),
                    'n' | 't' => {
                        let rest = &short[at + 1..];
                        let Some(value) = Some(rest.to_owned()).filter(|v| !v.is_empty()).or_else(|| args.next())
                        else {
                            return wrong(program, format_args!("-{letter}: missing argument"));
                        };
                        request.set(program, if letter == 'n' { "bytes" } else { "radix" }, &value)?;
                        break;
                    }
                    _ => return wrong(program, format_args!("unknown argument '{arg}'")),
                }
            }
        } else {
            request.files.push(arg);
        }
    }
    if request.files.is_empty() {
        request.files.push("-".into());
    }
    let mut status = 0;
    for file in &request.files {
        let name = if file == "-" { "{standard input}" } else { file };
        match read_whole(Path::new(file)) {
            Ok(bytes) => write_output(&request, name, &bytes)?,
            Err(e) => {
                tell(format!("{name}: {}\n", reason(&e)));
                status = 1;
            }
        }
    }
    Ok(status)
}

impl Request {
    fn set(&mut self, program: &str, name: &str, value: &str) -> Result<(), Failure> {
        if name == "bytes" {
            match value.parse() {
                Ok(least @ 1..) => self.least = least,
                _ => return wrong(program, format_args!("expected a positive integer, but got '{value}'")),
            }
            return Ok(());
        }
        self.radix = match value {
            "" => None,
            "o" | "d" | "x" => value.chars().next(),
            _ => return wrong(program, RADIX),
        };
        Ok(())
    }
}

/// Writes the runs of printable ASCII characters and tabs that are long enough.
fn write_output(request: &Request, name: &str, bytes: &[u8]) -> io::Result<()> {
    let is_printable = |b: &u8| matches!(b, b'\t' | b' '..=b'~');
    let mut out = Vec::new();
    let mut place = 0;
    for run in bytes.split(|b| !is_printable(b)) {
        if run.len() >= request.least {
            if request.with_names {
                write!(out, "{name}: ")?;
            }
            match request.radix {
                Some('o') => write!(out, "{place:7o} ")?,
                Some('d') => write!(out, "{place:7} ")?,
                Some(_) => write!(out, "{place:7x} ")?,
                None => {}
            }
            out.extend_from_slice(run);
            out.push(b'\n');
            if out.len() > 1 << 16 {
                streams::print(&out)?;
                out.clear();
            }
        }
        place += run.len() + 1;
    }
    streams::print(&out)
}
