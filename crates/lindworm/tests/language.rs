//! The language, rule by rule: each file under `language/` is printed as its `.out.ll` beside it, and, if there is a `.v23.ll`, as that
//! when LLVM 23's text is asked for; each under `rejected/` is
//! refused with the message and at the place in its first line. The second line of each, or the first, says which rule it shows.
//!
//! `cargo test --test language types/` runs those whose names contain `types/`.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use lindworm::{Context, IrVersion, ReadOptions, read, to_bytes};

fn main() {
    let args = Arguments::from_args();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut trials = Vec::new();
    collect(&tests, &tests.join("language"), accepted, &mut trials);
    collect(&tests, &tests.join("rejected"), rejected, &mut trials);
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&args, trials).exit()
}

/// Makes a test of each input under `dir`, called by its path.
fn collect(root: &Path, dir: &Path, test: fn(&Path) -> Result<(), Failed>, trials: &mut Vec<Trial>) {
    for entry in fs::read_dir(dir).expect("the directory of the tests") {
        let path: PathBuf = entry.expect("its entries").path();
        let name = path.strip_prefix(root).expect("is under the root").display().to_string();
        match name.strip_suffix(".ll") {
            None => collect(root, &path, test, trials),
            Some(name) if name.ends_with(".out") || name.ends_with(".v23") => {}
            Some(name) => trials.push(Trial::test(name.replace('\\', "/"), move || test(&path))),
        }
    }
}

/// What a version's `opt -S` prints of a text on its standard input.
fn print(source: &[u8], version: IrVersion) -> Result<Vec<u8>, String> {
    let options = ReadOptions { version, ..ReadOptions::default() };
    match read(&Context::new(), "<stdin>", source, &options) {
        Ok(outcome) => Ok(to_bytes(&outcome.module)),
        Err(errors) => {
            let show = |e: &lindworm::Diagnostic| {
                let (line, column) = e.line_and_column(source);
                format!("{line}:{column}: {}", e.message)
            };
            Err(errors.first().map_or("no message".into(), show))
        }
    }
}

/// What is printed of a valid text after the numbers of instructions and blocks have changed.
fn print_compacted(source: &[u8]) -> Vec<u8> {
    let Ok(mut outcome) = read(&Context::new(), "<stdin>", source, &ReadOptions::default()) else { return Vec::new() };
    let functions = outcome.module.functions().to_vec();
    outcome.module.edit_bodies(&functions, |_, body, additions| additions.compact(body));
    to_bytes(&outcome.module)
}

fn accepted(path: &Path) -> Result<(), Failed> {
    let source = fs::read(path)?;
    let newer = path.with_extension("v23.ll");
    if newer.exists() {
        let expected = fs::read(&newer)?;
        let printed = print(&source, IrVersion::V23)?;
        same(&expected, &printed).map_err(|e| format!("as LLVM 23, {e}"))?;
        same(&expected, &print(&printed, IrVersion::V23)?).map_err(|e| format!("as LLVM 23, printed again, {e}"))?;
    }
    let expected = match fs::read(path.with_extension("out.ll")) {
        // What only LLVM 23 has.
        Err(_) if newer.exists() => return Ok(()),
        expected => expected?,
    };
    let printed = print(&source, IrVersion::V22)?;
    same(&expected, &printed)?;
    same(&expected, &print_compacted(&source)).map_err(|e| format!("compacted, {e}"))?;
    // As LLVM does, we print no use-list orders of our own accord: what they changed is as it was when read again.
    if source.windows(12).any(|w| w == b"uselistorder") {
        return Ok(());
    }
    same(&expected, &print(&printed, IrVersion::V22)?).map_err(|e| format!("printed again, {e}").into())
}

fn rejected(path: &Path) -> Result<(), Failed> {
    let source = fs::read(path)?;
    let first_line = String::from_utf8_lossy(source.split(|b| *b == b'\n').next().unwrap_or_default()).into_owned();
    let expected = first_line.strip_prefix("; ").unwrap_or(&first_line);
    match print(&source, IrVersion::V22) {
        Ok(_) => Err(format!("accepted; expected: {expected}").into()),
        Err(message) if message == expected => Ok(()),
        Err(message) => Err(format!("expected: {expected}\n     got: {message}").into()),
    }
}

/// Compares two texts and tells of the first line that differs.
fn same(expected: &[u8], printed: &[u8]) -> Result<(), String> {
    if expected == printed {
        return Ok(());
    }
    let lines = |text: &[u8]| -> Vec<String> {
        text.split(|b| *b == b'\n').map(|l| String::from_utf8_lossy(l).into_owned()).collect()
    };
    let (expected, printed) = (lines(expected), lines(printed));
    let differs = expected.iter().zip(&printed).position(|(e, p)| e != p).unwrap_or(expected.len().min(printed.len()));
    let line = |text: &[String]| text.get(differs).cloned().unwrap_or("(nothing)".into());
    Err(format!("line {} differs\nexpected: {}\n     got: {}", differs + 1, line(&expected), line(&printed)))
}
