//! The interpreter's reports as text for people: with lines of IR and source, values, origins and calls.

mod headline;
mod texts;

use std::cell::RefCell;
use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use lindworm_interp::ub::Kind;
use lindworm_interp::{Location, Note, Object, ObjectKind, Operand, Program, Report, Site, Value, hex};

use crate::source::{LONGEST_SHOWN_LINE, Place, marked};
use texts::Texts;
pub use texts::{IrPlace, ModuleText, Names, function_name, shown_name};

/// Writes reports about a program run by the interpreter.
///
/// ```
/// use lindworm::interp::{Machine, Options, Stop, Value};
/// use lindworm::run_report::{ModuleText, ReportWriter};
/// use lindworm::{Context, ReadOptions, read};
///
/// let source = b"define i32 @f(i32 %x) {\n  %y = sdiv i32 7, %x\n  ret i32 %y\n}\n";
/// let options = ReadOptions { spans: true, ..Default::default() };
/// let outcome = read(&Context::new(), "f.ll", source, &options).unwrap();
/// let texts = [ModuleText { name: "f.ll".into(), bytes: source, spans: outcome.spans }];
/// let mut machine = Machine::new(vec![outcome.module], Options::default())?;
/// let Err(Stop::Report(report)) = machine.call("f", &[Value::from(0)]) else { panic!() };
/// let writer = ReportWriter::new(machine.program(), &texts);
/// assert_eq!(writer.short(&report, false), "f.ll:2:3: error: division by zero: 7 / 0 [UB0101]\n");
/// assert!(writer.human(&report, false).contains(
///     " --> f.ll:2:3\n  |\n2 |   %y = sdiv i32 7, %x\n  |   ^^^^^^^^^^^^^^^^^^^ 7 / 0\n  |\n  = value: i32 %x = 0\n"));
/// # Ok::<(), Stop>(())
/// ```
pub struct ReportWriter<'a> {
    color: bool,
    program: &'a Program,
    texts: Texts<'a>,
    names: RefCell<Names<'a>>,
}

/// A source line with a marked range.
struct SourceLine {
    text: String,
    mark: std::ops::Range<usize>,
}

impl<'a> ReportWriter<'a> {
    /// A writer of reports with lines of these texts, one per module of the program in order, and of the source files named
    /// by debug info. Without a text, instructions are printed instead.
    pub fn new(program: &'a Program, modules: &'a [ModuleText<'a>]) -> ReportWriter<'a> {
        ReportWriter { color: false, program, texts: Texts::new(modules), names: RefCell::default() }
    }

    /// Sets whether [`ReportWriter::human`] colors its output for a terminal. Off by default.
    #[must_use]
    pub fn with_color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Sets whether source files named by debug info may be read. On by default. An untrusted program may name any file.
    #[must_use]
    pub fn with_sources(mut self, reads_sources: bool) -> Self {
        self.texts.reads_sources = reads_sources;
        self
    }

    /// The location of the instruction of an operation in its module's text, if it has [spans](crate::Spans).
    pub fn ir_place(&self, site: Site) -> Option<IrPlace<'_>> {
        self.texts.ir(self.program, site)
    }

    /// The instruction of an operation, as printed by LLVM.
    pub fn instruction(&self, site: Site) -> Option<String> {
        let mut text = self.names.borrow_mut().instruction(self.program, site)?;
        if text.len() > LONGEST_SHOWN_LINE {
            text.truncate((0..=LONGEST_SHOWN_LINE).rev().find(|&i| text.is_char_boundary(i))?);
            text.push_str("...");
        }
        Some(text)
    }

    /// A value in the function of an operation, as an operand with its type, as in `i32 %x`.
    pub fn operand(&self, site: Site, value: lindworm_ir::Value) -> Option<String> {
        self.names.borrow_mut().operand(self.program, site, value)
    }

    /// A report of several lines, with a trailing empty line. `goes_on` is set if the program continues after it, which
    /// makes it a warning.
    pub fn human(&self, report: &Report, goes_on: bool) -> String {
        let level = if goes_on { Level::WARNING } else { Level::ERROR };
        let headline = self.headline(report);
        let words;
        let (title, label) = match (report.kind, &headline) {
            (Some(kind), Some(headline)) => {
                words = in_llvms_words(kind, report);
                (level.primary_title(headline).id(kind.code), &*words)
            }
            (Some(kind), None) if kind.title == report.message => (level.primary_title(kind.title).id(kind.code), ""),
            (Some(kind), None) => (level.primary_title(kind.title).id(kind.code), &*report.message),
            (None, _) => (level.primary_title(&report.message), ""),
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
        let renderer = if self.color { Renderer::styled() } else { Renderer::plain() };
        let mut shown = renderer.render(&groups);
        shown.push_str("\n\n");
        shown
    }

    /// The event in terms of C, C++ or Rust, with locations and values, as in `null pointer dereference: store of 4 bytes
    /// at null + 8`. `None` if debug info does not identify one of these languages, or if the title of the report's kind is
    /// sufficient.
    pub fn headline(&self, report: &Report) -> Option<String> {
        headline::headline(self.program, report)
    }

    fn note(&self, note: &Note) -> Group<'static> {
        let title = Level::NOTE.primary_title(note.message.clone());
        match note.site.map(|site| self.snippets(site, "")) {
            Some(snippets) if !snippets.is_empty() => title.elements(snippets),
            _ => Group::with_title(title),
        }
    }

    /// The source line and the IR line of an operation.
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
        if let Some(ir) = self.ir_place(site)
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
        let place = Place { line: location.line as usize, column: location.column.max(1) as usize, text: &text };
        let (text, mark) = marked(&place, 0);
        Some(SourceLine { text, mark })
    }

    /// The calls of a stack, one per line; repeated sequences once.
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
                part[i..i + period].iter().for_each(|&site| self.call(site, &mut lines));
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

    /// A call as `@name at FILE:LINE:COLUMN`: a line for each inlined function, and one for the function itself.
    fn call(&self, site: Site, lines: &mut Vec<String>) {
        let places = self.program.locations(site);
        let (place, inlined) = places.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
        lines.extend(inlined.iter().map(|p| format!("{} at {} (inlined)", p.function, source_place(p))));
        let name = self.program.source_name(site.function);
        let mut out = name.unwrap_or_else(|| function_name(self.program, site.function));
        if let Some(place) = place {
            let _ = write!(out, " at {}", source_place(place));
        }
        if let Some(ir) = self.ir_place(site) {
            let joint = if place.is_none() { " at " } else { ", " };
            let _ = write!(out, "{joint}{}:{}", ir.file, ir.place.line);
        }
        lines.push(out);
    }

    /// A report in one line, `FILE:LINE:COLUMN: error: MESSAGE [CODE]`, and one line per note. `goes_on` as in
    /// [`ReportWriter::human`].
    pub fn short(&self, report: &Report, goes_on: bool) -> String {
        let place = |site: Option<Site>| -> String {
            let Some(site) = site else { return String::new() };
            match (self.program.locations(site).first(), self.ir_place(site)) {
                (Some(l), _) if !l.file.is_empty() => format!("{}: ", source_place(l)),
                (_, Some(ir)) => format!("{}:{}:{}: ", ir.file, ir.place.line, ir.place.column),
                _ => format!("{}: ", function_name(self.program, site.function)),
            }
        };
        let severity = if goes_on { "warning" } else { "error" };
        let what = match (report.kind, self.headline(report)) {
            (Some(kind), Some(headline)) => format!("{headline} ({}) [{}]", in_llvms_words(kind, report), kind.code),
            (Some(kind), None) => format!("{} [{}]", in_llvms_words(kind, report), kind.code),
            (None, _) => report.message.clone(),
        };
        let mut out = format!("{}{severity}: {what}\n", place(report.stack.first().copied()));
        for note in &report.notes {
            let _ = writeln!(out, "{}note: {}", place(note.site), note.message);
        }
        out
    }
}

/// The title of a kind, and the message if it adds information.
fn in_llvms_words(kind: &Kind, report: &Report) -> String {
    match kind.title == report.message {
        true => kind.title.into(),
        false => format!("{}: {}", kind.title, report.message),
    }
}

/// The length and the number of repetitions of the sequence at the start of the calls: `(1, 1)` if there is none.
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

/// A value for display: integers above 9 also in hexadecimal, pointers with their object.
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
            let ended = if object.ended.is_some() { ", which no longer exists" } else { "" };
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

/// The name of a kind of object.
pub fn kind_name(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Nothing => "nothing",
        ObjectKind::Global => "global",
        ObjectKind::ThreadLocal => "thread-local variable",
        ObjectKind::Stack => "stack object",
        ObjectKind::Argument => "argument copy",
        ObjectKind::Heap => "heap object",
        ObjectKind::Function => "function",
        ObjectKind::Block => "block",
        ObjectKind::Undefined => "undefined variable",
        ObjectKind::Machine => "memory of the machine",
    }
}
