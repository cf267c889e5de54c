//! What becomes of a program, told by the lines of its text.

use lindworm_interp::{Machine, Options, Report, Site, Stop};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

/// What became of a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended with this exit code.
    Exit(i32),
    /// It did this undefined behaviour in that line; what the report tells of happened in those.
    Undefined { code: &'static str, line: usize, origins: Vec<usize> },
    /// It ended in another way.
    Other(String),
}

/// Runs a program's `main`.
pub fn run(text: &str, options: Options) -> Outcome {
    let read_options = ReadOptions { spans: true, ..ReadOptions::default() };
    let read = match read(&Context::new(), "test.ll", text.as_bytes(), &read_options) {
        Ok(read) => read,
        Err(errors) => return Outcome::Other(errors[0].message.clone()),
    };
    let mut machine = match Machine::new(vec![read.module], options) {
        Ok(machine) => machine,
        Err(stop) => return Outcome::Other(format!("{stop:?}")),
    };
    let line = |machine: &Machine, site: Site| {
        let (_, function, inst) = machine.program().instruction(site)?;
        let span = read.spans.as_ref()?.inst(function, inst)?;
        Some(text[..span.start].matches('\n').count() + 1)
    };
    match machine.run(&[b"test"]) {
        Ok(code) => Outcome::Exit(code),
        Err(Stop::Report(report)) => match (report.kind, report.stack.first().and_then(|&s| line(&machine, s))) {
            (Some(kind), Some(at)) => {
                let origins = report.notes.iter().filter_map(|n| line(&machine, n.site?)).collect();
                Outcome::Undefined { code: kind.code, line: at, origins }
            }
            _ => Outcome::Other(told(&report)),
        },
        Err(stop) => Outcome::Other(format!("{stop:?}")),
    }
}

fn told(report: &Report) -> String {
    format!("{}: {}", report.kind.map_or("no undefined behaviour", |k| k.code), report.message)
}
