//! Broken text never hurts: the inputs of the language tests, cut, shuffled and patched together, are read without a panic, and
//! what is accepted prints to text that stays as it is.
//!
//! `LINDWORM_MUTANTS=1000 cargo test --release --test hostile` tries more of each than the few that every run tries, and
//! `LINDWORM_SEED=2` others.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use lindworm::{Context, ReadOptions, read, to_bytes};

/// Numbers that look random and are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    /// A place within the text where a word, number or sign begins.
    fn token_start(&mut self, text: &[u8]) -> usize {
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'.' || b == b'_';
        let from = self.below(text.len());
        let found = text[from..].windows(2).position(|w| !(word(w[0]) && word(w[1])));
        found.map_or(text.len(), |n| from + n + 1)
    }

    /// A piece of a text: some tokens in a row.
    fn piece<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let start = self.token_start(text);
        let mut end = start;
        for _ in 0..=self.below(4) {
            let rest = &text[end..];
            let next = rest.iter().skip(1).position(|b| !b.is_ascii_alphanumeric());
            end += next.map_or(rest.len(), |n| n + 1);
        }
        &text[start..end]
    }
}

/// Bytes that mean something somewhere.
const SIGNS: &[u8] = b"\0\xff 0159afx\"\\{}()[]<>!@%#$*,=:;.-\n";

/// A text with a part of it cut off, taken out, doubled, changed, or replaced by a part of another text.
fn mutant(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    let at = random.token_start(text);
    let cut = random.piece(&text[at..]).len();
    let (before, after) = text.split_at(at);
    let rest = &after[cut.min(after.len())..];
    match random.below(6) {
        0 => before.to_vec(),
        1 => [before, rest].concat(),
        2 => [before, random.piece(text), after].concat(),
        3 => [before, random.piece(other), rest].concat(),
        4 => [before, random.piece(other), after].concat(),
        _ => {
            let mut changed = text.to_vec();
            let at = random.below(changed.len());
            if let Some(byte) = changed.get_mut(at) {
                *byte = SIGNS[random.below(SIGNS.len())];
            }
            changed
        }
    }
}

/// Prints a text once more; nothing if it is refused.
fn print(source: &[u8]) -> Result<Option<Vec<u8>>, String> {
    // Without bringing old IR up to date: where only a half of it is old, that takes several rounds, in LLVM too.
    let options = ReadOptions { upgrade: false, ..Default::default() };
    match read(&Context::new(), "m", source, &options) {
        Ok(outcome) => Ok(Some(to_bytes(&outcome.module))),
        Err(errors) if errors.is_empty() => Err("refused without saying why".into()),
        Err(errors) => match errors.iter().find(|e| e.offset > source.len()) {
            Some(error) => Err(format!("an error outside of the text: {error:?}")),
            None => Ok(None),
        },
    }
}

fn check(source: &[u8]) -> Result<(), String> {
    if let Ok(outcome) = read(&Context::new(), "m", source, &ReadOptions::default()) {
        let _ = to_bytes(&outcome.module);
    }
    // What LLVM prints it does not always read as it was (a `"` in a name of metadata, say), and neither does Lindworm; but what
    // has been printed twice stays as it is.
    let Some(once) = print(source)? else { return Ok(()) };
    let Some(twice) = print(&once)? else { return Ok(()) };
    match print(&twice)? {
        Some(text) if text == twice => Ok(()),
        Some(_) => Err("what was printed twice prints differently".into()),
        None => Err("what was printed twice is refused".into()),
    }
}

fn inputs(dir: &Path, found: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            inputs(&path, found);
        } else if !path.to_str().unwrap().ends_with(".out.ll") {
            found.push(fs::read(path).unwrap());
        }
    }
}

#[test]
fn mutants_do_no_harm() {
    let number = |name| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let mutants = number("LINDWORM_MUTANTS").unwrap_or(8);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ number("LINDWORM_SEED").unwrap_or(1));
    let mut texts = Vec::new();
    inputs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut texts);
    let mut harm = Vec::new();
    for text in &texts {
        for _ in 0..mutants {
            let mut source = text.clone();
            for _ in 0..=random.below(3) {
                let other = random.below(texts.len());
                source = mutant(&mut random, &source, &texts[other]);
            }
            match catch_unwind(|| check(&source)) {
                Ok(Ok(())) => {}
                Ok(Err(why)) => harm.push((why, source)),
                Err(_) => harm.push(("panic".into(), source)),
            }
        }
    }
    for (why, source) in &harm {
        eprintln!("{why}\n{}\n--------", String::from_utf8_lossy(source));
    }
    assert!(harm.is_empty(), "{} of {} mutants did harm", harm.len(), texts.len() as u64 * mutants);
}

#[test]
fn depth_does_no_harm() {
    const DEPTH: usize = 100_000;
    let nested = |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH));
    for source in [
        format!("@a = external global {}", nested("[1 x ", "i8", "]")),
        format!("@a = external global {}", nested("{", "i8", "}")),
        format!("@a = external global {}", nested("<{", "i8", "}>")),
        format!("@a = global i32 {}", nested("add (i32 1, i32 ", "1", ")")),
        format!("@a = global ptr {}", nested("getelementptr (i8, ptr ", "null", ", i64 1)")),
        format!("@a = global [1 x i8] {}", nested("[[1 x i8] ", "zeroinitializer", "]")),
        format!("!0 = {}", nested("!{", "i32 1", "}")),
        format!("!0 = !{}", "{".repeat(DEPTH)),
        format!("define void @f() {{\n  ret void, !a {}\n}}", nested("!{", "", "}")),
        format!("declare void @f({})", "ptr ".repeat(DEPTH)),
        format!("declare {} @f()", nested("void (", "", ")")),
        format!("@a = global i32 0, comdat{}", "(".repeat(DEPTH)),
        format!("%a = type {}\n@x = external global %a", nested("{ ptr, ", "%a", "}")),
        "%0 = type { %1 }\n".to_string()
            + &(1..DEPTH).map(|n| format!("%{n} = type {{ %{} }}\n", n + 1)).collect::<String>(),
        (1..2000).map(|n| format!("!{n} = !{{!{}}}\n", n + 1)).collect::<String>() + "!2000 = !{}\n!x = !{!1}\n",
    ] {
        check(source.as_bytes()).unwrap();
    }
}
