//! Each kind of undefined behaviour is explained, is caught in its bad example at the line that says so, and is not in the good
//! one.
//!
//! `cargo test -p lindworm-interp --test ub UB0207` runs those of one kind.

mod outcome;

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use lindworm_interp::ub::{self, Kind};
use lindworm_interp::{OnRace, Options};
use outcome::Outcome;

fn main() {
    let args = Arguments::from_args();
    let mut trials = vec![
        Trial::test("codes_are_in_order", codes_are_in_order),
        Trial::test("every_kind_is_explained", every_kind_is_explained),
        Trial::test("every_example_is_of_a_kind", every_example_is_of_a_kind),
        Trial::test("documentation_lists_all", documentation_lists_all),
    ];
    for kind in ub::all() {
        trials.push(Trial::test(format!("{}/valid", kind.code), || valid(kind)));
        trials.push(Trial::test(format!("{}/bad", kind.code), || bad(kind)));
        trials.push(Trial::test(format!("{}/good", kind.code), || good(kind)));
    }
    libtest_mimic::run(&args, trials).exit()
}

/// More than any example needs.
fn options() -> Options {
    Options { max_steps: Some(50_000_000), tbaa: true, ..Options::default() }
}

fn codes_are_in_order() -> Result<(), Failed> {
    let codes: Vec<_> = ub::all().map(|k| k.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    assert!(codes.iter().all(|c| c.len() == 6 && c.starts_with("UB") && c[2..].bytes().all(|b| b.is_ascii_digit())));
    Ok(())
}

fn every_kind_is_explained() -> Result<(), Failed> {
    for kind in ub::all() {
        let texts = [kind.title, kind.what, kind.why, kind.section, kind.bad, kind.good];
        assert!(texts.iter().all(|t| !t.trim().is_empty()), "{}: something is empty", kind.code);
        assert!([kind.what, kind.why].iter().all(|t| t.ends_with('.')), "{}: no sentence", kind.code);
        let label = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(kind.section.contains("://") || kind.section.bytes().all(label), "{}: {}", kind.code, kind.section);
        assert!(kind.address().starts_with("https://"), "{}: {}", kind.code, kind.address());
    }
    Ok(())
}

fn every_example_is_of_a_kind() -> Result<(), Failed> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ub/examples");
    for entry in std::fs::read_dir(examples)? {
        let name = entry?.file_name().into_string().unwrap_or_default();
        assert!(name.get(..6).is_some_and(|code| Kind::with_code(code).is_some()), "{name}");
    }
    Ok(())
}

fn documentation_lists_all() -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/undefined-behaviour.md");
    let page = std::fs::read_to_string(path)?;
    let listed: Vec<&str> = page.lines().filter(|l| l.starts_with("| [UB")).collect();
    let rows: Vec<String> = ub::all().map(|k| format!("| [{}]({}) | {} |", k.code, k.address(), k.title)).collect();
    for row in &rows {
        assert!(listed.contains(&row.as_str()), "docs/undefined-behaviour.md lacks the row\n{row}");
    }
    assert_eq!(listed.len(), rows.len(), "rows of docs/undefined-behaviour.md");
    Ok(())
}

/// Verifies both examples: undefined behaviour is no rule that is broken before the program runs.
fn valid(kind: &'static Kind) -> Result<(), Failed> {
    for text in [kind.bad, kind.good] {
        let options = lindworm_text::ReadOptions::default();
        let read = lindworm_text::read(&lindworm_ir::Context::new(), "example.ll", text.as_bytes(), &options);
        let module = read.map_err(|errors| errors[0].message.clone())?.module;
        if let Some(finding) = lindworm_verify::verify(&module).findings.first() {
            return Err(String::from_utf8_lossy(&finding.message).into_owned().into());
        }
    }
    Ok(())
}

/// The numbers of the lines that end in `mark`.
fn marked(text: &str, mark: &str) -> Vec<usize> {
    text.lines().enumerate().filter(|(_, line)| line.ends_with(mark)).map(|(i, _)| i + 1).collect()
}

fn bad(kind: &'static Kind) -> Result<(), Failed> {
    let [expected] = marked(kind.bad, "; UB")[..] else { return Err("one line does it".into()) };
    let Outcome::Undefined { code, line, origins } = told(kind.bad)? else { unreachable!() };
    if (code, line) != (kind.code, expected) {
        return Err(format!("expected in line {expected}, got {code} in line {line}").into());
    }
    match marked(kind.bad, "; origin").into_iter().find(|o| !origins.contains(o)) {
        Some(origin) => Err(format!("the value is of line {origin}, the report names {origins:?}").into()),
        None => Ok(()),
    }
}

/// What undefined behaviour is told of.
fn told(text: &str) -> Result<Outcome, Failed> {
    // Otherwise a race gives an undefined value.
    match outcome::run(text, Options { races: OnRace::Stop, ..options() }) {
        told @ Outcome::Undefined { .. } => Ok(told),
        other => Err(format!("not caught: {other:?}").into()),
    }
}

fn good(kind: &'static Kind) -> Result<(), Failed> {
    for races in [OnRace::Stop, OnRace::Undef] {
        match outcome::run(kind.good, Options { races, ..options() }) {
            Outcome::Exit(0) => {}
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}
