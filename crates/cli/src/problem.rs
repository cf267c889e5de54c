//! Problems found by `lindworm check`: in rustc's style, in one line, as JSON, or as SARIF.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use lindworm::source::{LONGEST_SHOWN_LINE, Place, Source, marked};
use lindworm::text::OldFormUse;
use lindworm::{Diagnostic, Rule, bitcode};
use serde_json::{Value, json};

/// How `lindworm check` shows what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the line of the source and a mark under the place
    Human,
    /// One line each: FILE:LINE:COLUMN: error: MESSAGE, and the code of the rule in brackets
    Short,
    /// One JSON object per line: file, line, column, offset, severity, code, message, notes
    Json,
    /// One SARIF 2.1.0 log of all files, for code hosts and editors
    Sarif,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The module is refused.
    Error,
    /// Something was dropped, or is going to be.
    Warning,
    /// Something was brought up to date.
    Note,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// Something wrong with an input.
#[derive(Clone, Debug)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The rule that is broken; none for an error of the reader.
    pub rule: Option<&'static Rule>,
    /// What is wrong.
    pub message: String,
    /// Where, in bytes, if that is known; an empty range marks the word that begins there.
    pub span: Option<Range<usize>>,
    /// What it is about, as LLVM prints that.
    pub notes: Vec<String>,
}

impl Problem {
    /// Something that was brought up to date.
    pub fn note(message: String) -> Problem {
        Problem { severity: Severity::Note, rule: None, message, span: None, notes: Vec::new() }
    }

    /// Something worth telling of an input that was accepted.
    pub fn warning(message: &str) -> Problem {
        Problem { severity: Severity::Warning, rule: None, message: message.into(), span: None, notes: Vec::new() }
    }
}

impl From<&OldFormUse> for Problem {
    fn from(old: &OldFormUse) -> Problem {
        let (form, times) = (old.form, if old.count == 1 { "" } else { " here and elsewhere" });
        let message = format!("{}{times}, as up to LLVM {}: now {}", form.form(), form.until(), form.becomes());
        let span = Some(old.offset..old.offset);
        Problem { severity: Severity::Note, rule: None, message, span, notes: Vec::new() }
    }
}

impl From<&Diagnostic> for Problem {
    fn from(d: &Diagnostic) -> Problem {
        let span = Some(d.offset..d.offset);
        Problem { severity: Severity::Error, rule: None, message: d.message.clone(), span, notes: Vec::new() }
    }
}

impl From<bitcode::Error> for Problem {
    fn from(e: bitcode::Error) -> Problem {
        let message = format!("{} {}", e.llvm_message(), e.place());
        Problem { severity: Severity::Error, rule: None, message, span: None, notes: Vec::new() }
    }
}

/// A problem in a form that stands for itself: any but [`Format::Sarif`].
pub fn show(format: Format, color: bool, source: &Source, problem: &Problem) -> String {
    let place = problem.span.as_ref().map(|s| source.place(s.start));
    let code = problem.rule.map(|r| r.code);
    let (severity, message) = (problem.severity.name(), &problem.message);
    match (format, &place) {
        (Format::Json, _) => {
            let mut object = json!({"file": source.name});
            if let (Some(place), Some(span)) = (&place, &problem.span) {
                object["line"] = place.line.into();
                object["column"] = place.column.into();
                object["offset"] = span.start.into();
            }
            object["severity"] = severity.into();
            if let Some(code) = code {
                object["code"] = code.into();
            }
            object["message"] = message.as_str().into();
            if !problem.notes.is_empty() {
                object["notes"] = problem.notes.clone().into();
            }
            format!("{object}\n")
        }
        (Format::Human, Some(place)) if place.text.len() <= LONGEST_SHOWN_LINE => human(color, source, place, problem),
        _ => {
            let place = place.map_or(String::new(), |p| format!(":{}:{}", p.line, p.column));
            let code = code.map_or(String::new(), |c| format!(" [{c}]"));
            format!("{}{place}: {severity}: {message}{code}\n", source.name)
        }
    }
}

fn human(color: bool, source: &Source, place: &Place, problem: &Problem) -> String {
    let (text, span) = marked(place, problem.span.as_ref().map_or(0, |s| s.len()));
    let snippet =
        Snippet::source(&text).line_start(place.line).path(source.name).annotation(AnnotationKind::Primary.span(span));
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut title = level.primary_title(&problem.message);
    if let Some(rule) = problem.rule {
        title = title.id(rule.code);
    }
    let mut group: Group = title.element(snippet);
    for note in &problem.notes {
        group = group.element(Level::NOTE.message(note));
    }
    render(color, &[group])
}

/// What the renderer makes of groups, and an empty line.
fn render(color: bool, groups: &[Group]) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut shown = renderer.render(groups);
    shown.push_str("\n\n");
    shown
}

/// One problem as a result of a SARIF log.
pub fn sarif_result(source: &Source, problem: &Problem) -> Value {
    let mut location = json!({"artifactLocation": {"uri": source.name}});
    if let Some(span) = &problem.span {
        let (start, end) = (source.place(span.start), source.place(span.end));
        location["region"] = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column.max(1),
            "byteOffset": span.start, "byteLength": span.len(),
        });
    }
    let mut text = problem.message.clone();
    for note in &problem.notes {
        text.push('\n');
        text.push_str(note);
    }
    let mut result = json!({
        "level": problem.severity.name(),
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    });
    if let Some(rule) = problem.rule {
        result["ruleId"] = rule.code.into();
    }
    result
}

/// A whole SARIF 2.1.0 log, which describes the rules that its results name.
pub fn sarif_log(results: Vec<Value>, rules: &[&'static Rule]) -> String {
    let rule = |r: &&Rule| {
        json!({
            "id": r.code,
            "shortDescription": {"text": r.message},
            "fullDescription": {"text": r.what},
            "help": {"text": r.why},
            "helpUri": r.address(),
        })
    };
    let rules: Vec<Value> = rules.iter().map(rule).collect();
    let driver = json!({"name": "lindworm", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}],
    });
    format!("{log:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(offset: usize) -> Problem {
        Problem::from(&Diagnostic::new(offset, "expected value token"))
    }

    #[test]
    fn human_form_marks_the_token() {
        let shown = show(Format::Human, false, &Source::new("a.ll", b"x\nret  foo.1, bar\n"), &problem(7));
        assert!(shown.contains("--> a.ll:2:6") && shown.contains(" ^^^^^\n"), "{shown}");
    }

    #[test]
    fn human_form_of_any_bytes() {
        for offset in 0..6 {
            for source in [&b"\xff\xfe\n\xc3\xa9"[..], "é\n→".as_bytes(), b""] {
                for span in [offset..offset, offset..offset + 2, offset..100] {
                    let problem = Problem { span: Some(span), ..problem(offset) };
                    show(Format::Human, false, &Source::new("a.ll", source), &problem);
                    sarif_result(&Source::new("a.ll", source), &problem);
                }
            }
        }
    }

    #[test]
    fn json_form_escapes() {
        let problem = Problem { message: "a \"b\"\u{1}\\".into(), ..problem(1) };
        let shown = show(Format::Json, false, &Source::new("f", b"xyz"), &problem);
        let parsed: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(parsed["message"], "a \"b\"\u{1}\\");
        assert_eq!((&parsed["line"], &parsed["column"], &parsed["offset"]), (&json!(1), &json!(2), &json!(1)));
        assert_eq!(shown.lines().count(), 1);
    }
}
