//! Acceptance of a mutant by LLVM's `opt` and by the same steps here.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lindworm::verifier::{Options, verify_with};
use lindworm::{Context, DataLayoutSource, ReadError, ReadOptions, Report, read_any, verify_after_reading};

use crate::paths::{Find, gist};

/// LLVM's `opt`.
pub struct Oracle {
    program: PathBuf,
    /// The directory of its inputs and of its output.
    input: PathBuf,
    words: PathBuf,
}

/// The time limit of a run.
const DEADLINE: Duration = Duration::from_secs(4);

impl Oracle {
    /// The `opt` at this path, with inputs in a directory.
    pub fn new(program: &Path, directory: &Path) -> Oracle {
        let file = |name: &str| directory.join(format!("{name}-{}", std::process::id()));
        Oracle { program: program.to_owned(), input: file("oracle-input"), words: file("oracle-words") }
    }

    /// Reports an input that one accepts and the other rejects.
    pub fn compare(&self, input: &[u8]) -> Result<(), Find> {
        let of = |who: &str, words: &str| {
            let key = format!("{who}: {}", gist(words.as_bytes()));
            Err(Find { key, detail: words.to_owned() })
        };
        match (self.llvm(input), ours(input)) {
            (Ok(Some(Err(llvm))), Ok(())) => of("only LLVM refuses", &llvm),
            (Ok(Some(Ok(()))), Err(ours)) if !ours.is_empty() => of("only LLVM accepts", &ours),
            (Err(error), _) => Err(Find { key: format!("no oracle: {error}"), detail: String::new() }),
            _ => Ok(()),
        }
    }

    /// Whether LLVM accepts the input, or its error; `None` if the process ended abnormally.
    fn llvm(&self, input: &[u8]) -> io::Result<Option<Result<(), String>>> {
        fs::write(&self.input, input)?;
        let mut child = Command::new(&self.program)
            .args(["-S", "-o", "/dev/null"])
            .arg(&self.input)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&self.words)?)
            .spawn()?;
        let end = Instant::now() + DEADLINE;
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() > end => {
                    child.kill()?;
                    break child.wait()?;
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        let words = String::from_utf8_lossy(&fs::read(&self.words)?).into_owned();
        Ok(match status.code() {
            Some(0) => Some(Ok(())),
            // A message that is not about the module.
            Some(_) if words.contains("unrecognized architecture") => None,
            Some(_) if !words.contains("PLEASE submit a bug report") => Some(Err(reason(&words))),
            _ => None,
        })
    }
}

/// The first message, without its place.
fn reason(words: &str) -> String {
    let mut lines = words.lines().filter(|line| !line.contains("warning: "));
    let first = lines.next().unwrap_or_default();
    first.split_once("error: ").map_or(first, |(_, message)| message).to_owned()
}

/// Whether the same steps succeed here, or the error; no message for constructs that LLVM 22 does not have.
fn ours(input: &[u8]) -> Result<(), String> {
    let options =
        ReadOptions { data_layout: DataLayoutSource::ModuleOrTriple, odr_types: true, ..ReadOptions::default() };
    let read = read_any(&Context::new(), "m", input, &options).map_err(|error| match error {
        ReadError::Text(errors) => errors.first().map_or(String::new(), |e| e.message.clone()),
        ReadError::Bitcode(error) => error.message,
    });
    let outcome = read?;
    let mut module = outcome.module;
    // Constructs of another version are accepted here.
    if !outcome.old_forms.is_empty() || module.newer_form(module.version()).is_some() {
        return Err(String::new());
    }
    let how = Options { odr_uniquing: true, ..Options::default() };
    let said = |report: &Report| {
        let finding = report.findings.first();
        finding.map_or(String::new(), |f| String::from_utf8_lossy(&f.message).into_owned())
    };
    if let Some(report) = verify_after_reading(&module, how) {
        if report.is_broken() {
            return Err(said(&report));
        }
        if report.has_broken_debug_info() {
            module.strip_debug_info();
        }
    }
    let report = verify_with(&module, how);
    if report.is_ok() { Ok(()) } else { Err(said(&report)) }
}
