//! What the Language Reference says of the meaning of programs: each file under `language/` is a program whose first line says
//! the rule that it shows. It returns 0, whatever undefined bits are chosen to be; or it does the undefined behaviour whose
//! code a line ends with, there.
//!
//! `cargo test -p lindworm-interp --test language poison/` runs those whose names contain `poison/`.

mod outcome;

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use lindworm_interp::{OnRace, Options, UndefChoice};
use outcome::Outcome;

fn main() {
    let args = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut trials = Vec::new();
    collect(&root, &root, &mut trials);
    trials.sort_by(|a, b| a.name().cmp(b.name()));
    libtest_mimic::run(&args, trials).exit()
}

fn collect(root: &Path, dir: &Path, trials: &mut Vec<Trial>) {
    for entry in std::fs::read_dir(dir).expect("the directory of the tests") {
        let path: PathBuf = entry.expect("its entries").path();
        let name = path.strip_prefix(root).expect("is under the root").display().to_string();
        match name.strip_suffix(".ll") {
            None => collect(root, &path, trials),
            Some(name) => trials.push(Trial::test(name.replace('\\', "/"), move || behaves(&path))),
        }
    }
}

/// The code that a line ends with, as in `; UB0204`.
fn mark(line: &str) -> Option<&str> {
    let (_, code) = line.rsplit_once("; ")?;
    (code.len() == 6 && code.starts_with("UB")).then_some(code)
}

fn behaves(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    if !text.starts_with("; ") {
        return Err("the first line says which rule is shown".into());
    }
    let expected = text.lines().enumerate().find_map(|(i, line)| Some((mark(line)?, i + 1)));
    for undef in [UndefChoice::Zero, UndefChoice::Ones, UndefChoice::Random] {
        for seed in 0..3 {
            // Otherwise a race gives an undefined value.
            let is_race = expected.is_some_and(|(code, _)| code.starts_with("UB09"));
            let races = if is_race { OnRace::Stop } else { OnRace::Undef };
            let options = Options { undef, seed, races, max_steps: Some(50_000_000), ..Options::default() };
            let outcome = outcome::run(&text, options);
            let as_expected = match (&outcome, expected) {
                (Outcome::Exit(0), None) => true,
                (Outcome::Undefined { code, line, .. }, Some(expected)) => (*code, *line) == expected,
                _ => false,
            };
            if !as_expected {
                return Err(format!("expected {expected:?} with {undef:?} and seed {seed}, got {outcome:?}").into());
            }
        }
    }
    Ok(())
}
