//! Printing of problems by `lindworm`.

use std::io::{self, Write};
use std::path::Path;

use lindworm::source::Source;
use lindworm::{Entity, Finding, FindingWriter, Rule};
use serde_json::Value;

use crate::color;
use crate::files::reason;
use crate::problem::{self, Format, Problem, Severity};
use crate::streams::{self, SILENT_EXIT, tell};

/// Shows problems as they come, or, for SARIF, all together at the end.
pub struct Shown {
    format: Format,
    color: bool,
    out: Box<dyn Write>,
    results: Vec<Value>,
    rules: Vec<&'static Rule>,
}

/// Whether the standard error takes colors.
pub fn colored() -> bool {
    color::is_on(&io::stderr())
}

impl Shown {
    /// Shows nothing yet.
    pub fn new(format: Format) -> io::Result<Shown> {
        let color = colored();
        let out: Box<dyn Write> = match format {
            Format::Json | Format::Sarif => Box::new(io::BufWriter::new(streams::stdout()?)),
            Format::Human | Format::Short => Box::new(io::BufWriter::new(streams::Stderr)),
        };
        Ok(Shown { format, color, out, results: Vec::new(), rules: Vec::new() })
    }

    /// Shows a problem.
    pub fn show(&mut self, source: &Source, problem: &Problem) -> io::Result<()> {
        if self.format != Format::Sarif {
            return self.out.write_all(problem::show(self.format, self.color, source, problem).as_bytes());
        }
        self.results.push(problem::sarif_result(source, problem));
        self.rules.extend(problem.rule.filter(|r| !self.rules.contains(r)));
        Ok(())
    }

    /// Writes what waits for the end.
    pub fn finish(mut self) -> io::Result<()> {
        if self.format == Format::Sarif {
            self.out.write_all(problem::sarif_log(self.results, &self.rules).as_bytes())?;
        }
        self.out.flush()
    }
}

/// A finding of the verifier as a problem.
pub fn of_finding(finding: &Finding, span: Option<std::ops::Range<usize>>, writer: &mut FindingWriter) -> Problem {
    let mut note = |entity: &Entity| {
        let mut out = Vec::new();
        writer.write_entity(&mut out, entity);
        String::from_utf8_lossy(&out).trim().to_owned()
    };
    Problem {
        severity: if finding.rule.debug_info { Severity::Warning } else { Severity::Error },
        rule: Some(finding.rule),
        message: String::from_utf8_lossy(&finding.message).into_owned(),
        span,
        notes: finding.entities.iter().map(&mut note).filter(|n| !n.is_empty()).collect(),
    }
}

/// Says what went wrong, if anything did; gives the exit status, which is 1 also where what was done says so.
pub fn exit_status(done: io::Result<bool>) -> i32 {
    match done {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => SILENT_EXIT,
        Err(e) => {
            tell(format!("lindworm: error: {}\n", reason(&e)));
            1
        }
    }
}

/// Puts the name of the file that it was about before the system's words.
pub fn about(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |e| match e.kind() {
        io::ErrorKind::BrokenPipe => e,
        _ => io::Error::new(e.kind(), format!("{}: {}", path.display(), reason(&e))),
    }
}
