//! `lindworm diff`: human-readable differences between two modules.

use std::io;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use lindworm::inspect::diff::{Difference, Line, Place, Side, What, diff, diff_functions};
use lindworm::text::{FunctionWriter, Output, Writer};
use lindworm::{Context, Global, Module, Value};

use crate::color;
use crate::problem::Format;
use crate::reading::read_valid_in;
use crate::shown::Shown;
use crate::streams::print;

/// What is compared.
#[derive(clap::Args)]
pub struct Args {
    /// The old file; `-` for the standard input
    #[arg(value_name = "LEFT")]
    left: PathBuf,
    /// The new file
    #[arg(value_name = "RIGHT")]
    right: PathBuf,
    /// Functions to compare, with or without `@`; by default all
    #[arg(value_name = "FUNCTION")]
    functions: Vec<String>,
    /// Only name the functions that differ
    #[arg(long)]
    names_only: bool,
}

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const BOLD: &str = "\x1b[1m";

/// Compares two modules; `Ok(false)` if they differ.
pub fn run(args: &Args) -> io::Result<bool> {
    let context = Context::new();
    let mut shown = Shown::new(Format::Human)?;
    let left = read_valid_in(&context, &args.left, &mut shown)?;
    let right = read_valid_in(&context, &args.right, &mut shown)?;
    shown.finish()?;
    let (Some((_, left)), Some((_, right))) = (left, right) else {
        return Err(io::Error::other("there is nothing to compare"));
    };
    let (left, right) = (ManuallyDrop::new(left.module), ManuallyDrop::new(right.module));
    let mut found = Vec::new();
    if args.functions.is_empty() {
        found = diff(&left, &right);
    }
    for name in &args.functions {
        let name = name.strip_prefix('@').unwrap_or(name);
        let function = |module: &Module| {
            let function = module.global_named(name.as_bytes()).filter(|&g| module.function(g).is_some());
            function.ok_or_else(|| io::Error::other(format!("{}: no function is named '{name}'", module.name())))
        };
        found.extend(diff_functions(&left, &right, function(&left)?, function(&right)?));
    }
    found.retain(|difference| !matches!(difference.what, What::Anonymous(..)));
    let writers = [Writer::new(&left), Writer::new(&right)];
    let mut report = Report {
        modules: [&left, &right],
        writers: &writers,
        functions: None,
        block: None,
        is_colored: color::is_on(&io::stdout()),
        names_only: args.names_only,
        out: Vec::new(),
    };
    if args.functions.is_empty() {
        report.variables();
    }
    found.iter().for_each(|difference| report.difference(difference));
    let is_same = report.out.is_empty();
    print(report.out)?;
    Ok(is_same)
}

struct Report<'m> {
    modules: [&'m Module; 2],
    writers: &'m [Writer<'m>; 2],
    /// The functions that are reported on, and what writes their values.
    functions: Option<([Global; 2], [Option<FunctionWriter<'m>>; 2])>,
    /// The number of the visit of the block that is reported on.
    block: Option<u32>,
    is_colored: bool,
    names_only: bool,
    out: Vec<u8>,
}

impl<'m> Report<'m> {
    fn line(&mut self, color: &str, text: &[u8]) {
        let (start, end) = if self.is_colored { (color, "\x1b[0m") } else { ("", "") };
        self.out.extend_from_slice(&[start.as_bytes(), text, end.as_bytes(), b"\n"].concat());
    }

    fn only_in(&mut self, side: Side, global: Global) {
        let mut out = Output::new();
        let sign = if side == Side::Left { "-" } else { "+" };
        self.writers[side as usize].write_value_as_operand(&mut out, global.into(), false);
        let kind = if self.modules[side as usize].function(global).is_some() { "function" } else { "variable" };
        let text = [format!("{sign} {kind} ").as_bytes(), &out.into_bytes()].concat();
        self.line(if side == Side::Left { RED } else { GREEN }, &text);
    }

    /// Variables that only one module has, and those whose definitions are written differently.
    fn variables(&mut self) {
        let [left, right] = self.modules;
        let other =
            |module: &'m Module, name: &[u8]| module.global_named(name).filter(|&g| module[g].as_variable().is_some());
        for &l in left.variables().iter().filter(|&&l| !left[l].name().is_empty()) {
            let Some(r) = other(right, left[l].name()) else {
                self.only_in(Side::Left, l);
                continue;
            };
            let texts = [(0, l), (1, r)].map(|(side, global)| {
                let mut out = Output::new();
                self.writers[side].write_global(&mut out, global);
                let text = out.into_bytes();
                // Metadata attachments are cut off: the numbers of metadata nodes and attribute groups are not part of the variable.
                let end = text.windows(3).position(|w| w == b", !").unwrap_or(text.len());
                text[..end].trim_ascii().to_vec()
            });
            if texts[0] != texts[1] {
                let [old, new] = texts;
                if self.names_only {
                    self.line(BOLD, &[b"~ variable @", left[l].name()].concat());
                } else {
                    self.line(RED, &[b"- ", &*old].concat());
                    self.line(GREEN, &[b"+ ", &*new].concat());
                }
            }
        }
        for &r in right.variables().iter().filter(|&&r| !right[r].name().is_empty()) {
            if other(left, right[r].name()).is_none() {
                self.only_in(Side::Right, r);
            }
        }
    }

    fn difference(&mut self, difference: &Difference) {
        for &(visit, place) in &difference.places {
            match place {
                Place::Functions(l, r) if self.functions.as_ref().is_none_or(|(known, _)| *known != [l, r]) => {
                    let [left, right] = self.writers;
                    self.functions = Some(([l, r], [FunctionWriter::new(left, l), FunctionWriter::new(right, r)]));
                    let mut out = Output::new();
                    left.write_value_as_operand(&mut out, l.into(), false);
                    let name = out.into_bytes();
                    let sign = if self.names_only { "~ " } else { "" };
                    self.line(BOLD, &[sign.as_bytes(), b"function ", &name].concat());
                }
                Place::Blocks(l, r) if self.block != Some(visit) && !self.names_only => {
                    self.block = Some(visit);
                    let (l, r) = (self.value(Side::Left, l.into()), self.value(Side::Right, r.into()));
                    let names = if l == r { l } else { [&*l, b" -> ", &*r].concat() };
                    self.line(CYAN, &[b"  block ", &*names].concat());
                }
                _ => {}
            }
        }
        match &difference.what {
            What::OnlyIn(side, function) => self.only_in(*side, *function),
            What::Anonymous(..) => {}
            _ if self.names_only => {}
            What::Says(text, values) => {
                let mut line = b"    ".to_vec();
                let mut values = values.iter();
                for (i, piece) in text.split('%').enumerate() {
                    if i > 0
                        && let Some(&(side, value)) = values.next()
                    {
                        line.extend_from_slice(&self.value(side, value));
                    }
                    line.extend_from_slice(piece.as_bytes());
                }
                self.line("", &line);
            }
            What::Lines(lines) => {
                // Removed lines are printed before added lines.
                for part in lines.chunk_by(|a, b| matches!(a, Line::Both(..)) == matches!(b, Line::Both(..))) {
                    for line in part {
                        match *line {
                            Line::Both(l, _) => self.inst(Side::Left, l, "   ", ""),
                            Line::Left(l) => self.inst(Side::Left, l, "  -", RED),
                            Line::Right(_) => {}
                        }
                    }
                    for line in part {
                        if let Line::Right(r) = *line {
                            self.inst(Side::Right, r, "  +", GREEN);
                        }
                    }
                }
            }
        }
    }

    fn inst(&mut self, side: Side, inst: lindworm::Inst, sign: &str, color: &str) {
        let mut out = Output::new();
        if let Some(function) = self.functions.as_ref().and_then(|(_, writers)| writers[side as usize].as_ref()) {
            function.write_instruction(&mut out, inst);
        }
        self.line(color, &[sign.as_bytes(), &*out.into_bytes()].concat());
    }

    fn value(&self, side: Side, value: Value) -> Vec<u8> {
        let mut out = Output::new();
        match self.functions.as_ref().and_then(|(_, writers)| writers[side as usize].as_ref()) {
            Some(function) => function.write_value_as_operand(&mut out, value, false),
            None => self.writers[side as usize].write_value_as_operand(&mut out, value, false),
        }
        out.into_bytes()
    }
}
