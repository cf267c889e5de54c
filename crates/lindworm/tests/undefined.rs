//! Programs with undefined behaviour of the kinds that people write, as clang or rustc compiles them without optimization: each file
//! under `undefined/` is reported at the place and with the headline of its first line, in the words of its language.
//!
//! The C and C++ programs are those of `conformance/sources/undefined`, those in Rust lie beside their IR. `cargo test -p lindworm --test undefined null` runs those whose
//! names contain `null`.

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use lindworm::interp::{Machine, OnRace, Options, Report, Stop};
use lindworm::run_report::ReportWriter;
use lindworm::{Context, ReadOptions, read};

fn main() {
    let args = Arguments::from_args();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/undefined");
    let mut trials = Vec::new();
    for entry in std::fs::read_dir(programs).expect("the directory of the programs") {
        let path = entry.expect("its entries").path();
        if path.extension().is_none_or(|extension| extension != "ll") {
            continue;
        }
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || headline(&path)));
    }
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&args, trials).exit()
}

fn headline(path: &Path) -> Result<(), Failed> {
    let source = std::fs::read(path)?;
    let first_line = String::from_utf8_lossy(source.split(|b| *b == b'\n').next().unwrap_or_default()).into_owned();
    let expected = first_line.strip_prefix("; ").unwrap_or(&first_line);
    let outcome =
        read(&Context::new(), "program.ll", &source, &ReadOptions::default()).map_err(|e| e[0].message.clone())?;
    let options = Options { races: OnRace::Stop, isolated: true, max_steps: Some(100_000_000), ..Options::default() };
    let mut machine = Machine::new(vec![outcome.module], options)?;
    let Err(Stop::Report(report)) = machine.run(&[b"program"]) else { return Err("not reported".into()) };
    let writer = ReportWriter::new(machine.program(), &[]).with_sources(false);
    let found = format!("{}: {}", place(&machine, &report), writer.headline(&report).unwrap_or(report.to_string()));
    match found == expected {
        true => Ok(()),
        false => Err(format!("expected: {expected}\n     got: {found}").into()),
    }
}

/// The line that is reported, in the innermost function that has one.
fn place(machine: &Machine, report: &Report) -> String {
    let mut places = report.stack.iter().flat_map(|&site| machine.program().locations(site).into_iter().next());
    places.next().map_or(String::new(), |place| format!("{}:{}", place.file, place.line))
}
