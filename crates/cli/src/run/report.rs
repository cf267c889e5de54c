//! What is shown of a report: to read, in lines, as JSON.

use std::cell::RefCell;
use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use clap::ValueEnum;
use lindworm::interp::{Location, Note, Object, ObjectKind, Operand, Program, Report, Site, Value, hex};
use serde_json::{Value as Json, json};

use super::texts::{Names, Texts, function_name, shown_name};
use crate::problem::{LONGEST_SHOWN_LINE, marked, render};
use crate::report::Place;

/// How `lindworm run` shows a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines of IR and source, values, origins and calls
    Human,
    /// One line, and one for each note: FILE:LINE:COLUMN: error: MESSAGE, and the code in brackets
    Short,
    /// One JSON object in a line
    Json,
}

/// Shows reports about a program.
pub struct Shower<'a> {
    pub format: Format,
    pub color: bool,
    pub program: &'a Program,
    pub texts: Texts<'a>,
    pub names: RefCell<Names<'a>>,
}

/// A line of source, and where in it something is.
struct SourceLine {
    text: String,
    mark: std::ops::Range<usize>,
}

impl Shower<'_> {
    /// A report as text that ends its line. `goes_on` says that the program does not stop at it.
    pub fn show(&self, report: &Report, goes_on: bool) -> String {
        match self.format {
            Format::Human => self.human(report, goes_on),
            Format::Short => self.short(report, goes_on),
            Format::Json => format!("{}\n", self.json(report)),
        }
    }

    /// The instruction of an operation, as LLVM prints it.
    fn instruction(&self, site: Site) -> Option<String> {
        let mut text = self.names.borrow_mut().instruction(self.program, site)?;
        if text.len() > LONGEST_SHOWN_LINE {
            text.truncate((0..=LONGEST_SHOWN_LINE).rev().find(|&i| text.is_char_boundary(i))?);
            text.push_str("...");
        }
        Some(text)
    }

    /// A value of the function of an operation, with its type.
    fn operand(&self, site: Site, value: lindworm::Value) -> Option<String> {
        self.names.borrow_mut().operand(self.program, site, value)
    }

    fn human(&self, report: &Report, goes_on: bool) -> String {
        let level = if goes_on { Level::WARNING } else { Level::ERROR };
        let (title, label) = match report.kind {
            Some(kind) if kind.title == report.message => (level.primary_title(kind.title).id(kind.code), ""),
            Some(kind) => (level.primary_title(kind.title).id(kind.code), &*report.message),
            None => (level.primary_title(&report.message), ""),
        };
        let mut first = vec![];
        let site = report.stack.first().copied();
        if let Some(site) = site {
            first = self.snippets(site, label);
        }
        let mut group: Group = match first.is_empty() && !label.is_empty() {
            true => title.element(Level::NOTE.message(label)),
            false => title.elements(first),
        };
        for operand in &report.operands {
            let Some(name) = site.and_then(|site| self.operand(site, operand.name)) else { continue };
            group = group.element(Level::INFO.with_name("value").message(format!("{name} = {}", shown(operand))));
        }
        if let Some(thread) = report.thread {
            group = group.element(Level::NOTE.message(format!("in thread {thread}")));
        }
        let mut groups = vec![group];
        for note in &report.notes {
            groups.push(self.note(note));
        }
        if report.stack.len() > 1 {
            let calls = self.calls(report);
            groups.push(
                Level::NOTE
                    .primary_title("the calls that led there")
                    .elements(calls.map(|c| Level::INFO.no_name().message(c))),
            );
        }
        if let Some(kind) = report.kind {
            let help = format!("`lindworm explain {}` tells more", kind.code);
            groups.push(Group::with_title(Level::HELP.secondary_title(help)));
        }
        render(self.color, &groups)
    }

    fn note(&self, note: &Note) -> Group<'static> {
        let title = Level::NOTE.primary_title(note.message.clone());
        match note.site.map(|site| self.snippets(site, "")) {
            Some(snippets) if !snippets.is_empty() => title.elements(snippets),
            _ => Group::with_title(title),
        }
    }

    /// The line of the source that an operation is of, and that of the IR.
    fn snippets(&self, site: Site, label: &str) -> Vec<Snippet<'static, annotate_snippets::Annotation<'static>>> {
        let mut all = Vec::new();
        let mark = |kind: AnnotationKind, mark, label: &str| match label.is_empty() {
            true => kind.span(mark),
            false => kind.span(mark).label(label.to_owned()),
        };
        if let Some(location) = self.program.locations(site).first()
            && let Some(line) = self.source_line(site, location)
        {
            let annotation = mark(AnnotationKind::Primary, line.mark, label);
            let snippet = Snippet::source(line.text).line_start(location.line as usize);
            all.push(snippet.path(location.file.clone()).annotation(annotation));
        }
        let (kind, label) =
            if all.is_empty() { (AnnotationKind::Primary, label) } else { (AnnotationKind::Context, "") };
        if let Some(ir) = self.texts.ir(self.program, site)
            && ir.place.text.len() <= LONGEST_SHOWN_LINE
        {
            let (text, span) = marked(&ir.place, ir.span.len());
            let snippet = Snippet::source(text).line_start(ir.place.line).path(ir.file.to_owned());
            all.push(snippet.annotation(mark(kind, span, label)));
        } else if let Some(text) = self.instruction(site) {
            let span = 0..text.len();
            let path = format!("in {}", function_name(self.program, site.function));
            all.push(Snippet::source(text).line_numbering(false).path(path).annotation(mark(kind, span, label)));
        }
        all
    }

    fn source_line(&self, site: Site, location: &Location) -> Option<SourceLine> {
        let text = self.texts.source_line(self.program, site, location)?;
        if text.len() > LONGEST_SHOWN_LINE {
            return None;
        }
        let place = Place { line: location.line as usize, column: location.column.max(1) as usize, text };
        let (text, mark) = marked(&place, 0);
        Some(SourceLine { text, mark })
    }

    /// The calls of a stack, each in a line; those that repeat themselves once.
    fn calls(&self, report: &Report) -> impl Iterator<Item = String> {
        let mut lines = Vec::new();
        let (first, second) = match report.left_out {
            Some((at, _)) => report.stack.split_at(at.min(report.stack.len())),
            None => (&report.stack[..], &[][..]),
        };
        for (part, left_out) in [(first, report.left_out), (second, None)] {
            let mut i = 0;
            while i < part.len() {
                let (period, times) = repetition(&part[i..]);
                lines.extend(part[i..i + period].iter().map(|&site| self.call(site)));
                if times > 1 {
                    let which = if period == 1 { "this call".into() } else { format!("these {period} calls") };
                    lines.push(format!("  ... {which} {times} times"));
                }
                i += period * times;
            }
            if let Some((_, count)) = left_out {
                lines.push(format!("  ... {count} more calls"));
            }
        }
        lines.into_iter()
    }

    /// A call, as `@name at FILE:LINE:COLUMN`.
    fn call(&self, site: Site) -> String {
        let mut out = function_name(self.program, site.function);
        let places = self.program.locations(site);
        // Of an inlined function the outermost place is in the function that is called.
        for (i, place) in places.iter().enumerate() {
            let inlined = if i + 1 < places.len() { format!(", inlined {}", place.function) } else { String::new() };
            let _ = write!(out, " at {}{inlined}", source_place(place));
        }
        if let Some(ir) = self.texts.ir(self.program, site) {
            let joint = if places.is_empty() { " at " } else { ", " };
            let _ = write!(out, "{joint}{}:{}", ir.file, ir.place.line);
        }
        out
    }

    fn short(&self, report: &Report, goes_on: bool) -> String {
        let place = |site: Option<Site>| -> String {
            let Some(site) = site else { return String::new() };
            match (self.program.locations(site).first(), self.texts.ir(self.program, site)) {
                (Some(l), _) if !l.file.is_empty() => format!("{}: ", source_place(l)),
                (_, Some(ir)) => format!("{}:{}:{}: ", ir.file, ir.place.line, ir.place.column),
                _ => format!("{}: ", function_name(self.program, site.function)),
            }
        };
        let severity = if goes_on { "warning" } else { "error" };
        let what = match report.kind {
            Some(kind) if kind.title == report.message => format!("{} [{}]", kind.title, kind.code),
            Some(kind) => format!("{}: {} [{}]", kind.title, report.message, kind.code),
            None => report.message.clone(),
        };
        let mut out = format!("{}{severity}: {what}\n", place(report.stack.first().copied()));
        for note in &report.notes {
            let _ = writeln!(out, "{}note: {}", place(note.site), note.message);
        }
        out
    }

    fn json(&self, report: &Report) -> Json {
        let mut object = json!({"type": if report.kind.is_some() { "undefined-behaviour" } else { "error" }});
        if let Some(kind) = report.kind {
            object["code"] = kind.code.into();
            object["title"] = kind.title.into();
        }
        object["message"] = report.message.as_str().into();
        let site = report.stack.first().copied();
        if let Some(site) = site {
            object["place"] = self.place(site);
        }
        if !report.operands.is_empty() {
            let operand = |o: &Operand| {
                let name = site.and_then(|s| self.operand(s, o.name)).unwrap_or_default();
                let mut object = json!({"name": name, "value": json_value(&o.value)});
                if let Some(of) = &o.object {
                    object["object"] = self.object(o, of);
                }
                object
            };
            object["operands"] = report.operands.iter().map(operand).collect();
        }
        if !report.notes.is_empty() {
            let note = |n: &Note| {
                let mut object = json!({"message": n.message});
                if let Some(site) = n.site {
                    object["place"] = self.place(site);
                }
                object
            };
            object["notes"] = report.notes.iter().map(note).collect();
        }
        object["stack"] = report.stack.iter().map(|&site| self.place(site)).collect();
        if let Some((after, calls)) = report.left_out {
            object["left_out"] = json!({"after": after, "calls": calls});
        }
        if let Some(thread) = report.thread {
            object["thread"] = thread.into();
        }
        object
    }

    fn place(&self, site: Site) -> Json {
        let mut object = json!({"function": String::from_utf8_lossy(self.program.function_name(site.function))});
        if let Some(ir) = self.texts.ir(self.program, site) {
            object["file"] = ir.file.into();
            object["line"] = ir.place.line.into();
            object["column"] = ir.place.column.into();
        }
        if let Some(text) = self.instruction(site) {
            object["instruction"] = text.into();
        }
        let source = self.program.locations(site);
        if !source.is_empty() {
            let place = |l: &Location| {
                json!({
                    "function": l.function, "file": l.file, "directory": l.directory, "line": l.line, "column": l.column,
                })
            };
            object["source"] = source.iter().map(place).collect();
        }
        object
    }

    fn object(&self, operand: &Operand, object: &Object) -> Json {
        let mut out = json!({"kind": kind_name(object.kind), "size": object.size});
        if let Some(name) = &object.name {
            out["name"] = String::from_utf8_lossy(name).into();
        }
        if let Value::Pointer(pointer) = operand.value {
            out["offset"] = (pointer.address.wrapping_sub(object.address) as i64).into();
        }
        for (key, site) in [("allocated", object.begun), ("ended", object.ended)] {
            if let Some(ir) = site.and_then(|site| self.texts.ir(self.program, site)) {
                out[key] = json!({"file": ir.file, "line": ir.place.line, "column": ir.place.column});
            }
        }
        out
    }
}

/// How many of the first calls repeat, and how often: `(1, 1)` if they do not.
fn repetition(calls: &[Site]) -> (usize, usize) {
    const LONGEST: usize = 8;
    for period in 1..=LONGEST.min(calls.len() / 2) {
        let times = calls.chunks_exact(period).take_while(|chunk| *chunk == &calls[..period]).count();
        if times > 2 {
            return (period, times);
        }
    }
    (1, 1)
}

fn source_place(place: &Location) -> String {
    let mut out = if place.file.is_empty() { "?".into() } else { place.file.clone() };
    for number in [place.line, place.column].into_iter().take_while(|&n| n > 0) {
        let _ = write!(out, ":{number}");
    }
    out
}

/// A value to read: integers past 9 in hexadecimal too, pointers with their object.
fn shown(operand: &Operand) -> String {
    match (&operand.value, &operand.object) {
        (Value::Int(int), _) if int.width() > 1 && int.active_bits() > 3 => format!("{int} ({})", hex(int)),
        (Value::Pointer(pointer), Some(object)) => {
            let offset = pointer.address.wrapping_sub(object.address) as i64;
            let at = match offset {
                0 => "the start".into(),
                1.. => format!("offset {offset}"),
                _ => format!("{} bytes before the start", offset.unsigned_abs()),
            };
            let ended = if object.ended.is_some() { ", which is gone" } else { "" };
            format!("{} ({at} of {}{ended})", operand.value, described(object))
        }
        (value, _) => value.to_string(),
    }
}

fn described(object: &Object) -> String {
    let size = |what: &str| format!("{what} of {} byte{}", object.size, if object.size == 1 { "" } else { "s" });
    match (&object.name, object.kind) {
        (Some(name), ObjectKind::Function) => format!("@{}", shown_name(name)),
        (Some(name), _) => size(&format!("@{}", shown_name(name))),
        (None, kind) => size(kind_name(kind)),
    }
}

fn kind_name(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Nothing => "nothing",
        ObjectKind::Global => "global",
        ObjectKind::ThreadLocal => "thread-local variable",
        ObjectKind::Stack => "stack object",
        ObjectKind::Argument => "argument copy",
        ObjectKind::Heap => "heap object",
        ObjectKind::Function => "function",
        ObjectKind::Block => "block",
        ObjectKind::Machine => "memory of the machine",
    }
}

/// Integers and pointers as text, since JSON's numbers may not hold them.
fn json_value(value: &Value) -> Json {
    match value {
        Value::Vector(elements) | Value::Aggregate(elements) => elements.iter().map(json_value).collect(),
        Value::Undef(bits) => json!({"defined": hex(bits.defined_bits()), "undef": hex(bits.undef_bits())}),
        value => value.to_string().into(),
    }
}
