//! The seeds of mutants: the files of a directory, split into small pieces.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lindworm::{Context, ReadOptions, bitcode, read, verify};

use crate::random::Random;

/// A text or bitcode file, or a part of one.
#[derive(Clone, Debug)]
pub struct Seed {
    /// The contents.
    pub bytes: Vec<u8>,
    /// Whether the seed can be read.
    pub is_accepted: bool,
    /// Whether the seed is a program that can be run.
    pub is_program: bool,
}

/// All seeds, sorted by size.
#[derive(Default)]
pub struct Seeds {
    /// Texts that can be read.
    pub texts: Vec<Seed>,
    /// Texts that are rejected, for the sake of the reasons.
    pub refused: Vec<Seed>,
    /// Texts of `texts` that define `main`.
    pub programs: Vec<u32>,
    /// Bitcode files, unchanged.
    pub bitcode: Vec<Seed>,
}

/// The directories of seeds: those given, or else LLVM's tests, if present, and those of the crates.
pub fn directories(given: &[PathBuf]) -> Vec<PathBuf> {
    if !given.is_empty() {
        return given.to_vec();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let home = |name| std::env::var_os(name).map(PathBuf::from);
    let llvm = home("LINDWORM_LLVM").or_else(|| Some(home("HOME")?.join(".cache/lindworm-llvm")));
    let test = home("LINDWORM_LLVM_TEST").or_else(|| Some(llvm?.join("test")));
    let ours = ["crates/lindworm/tests", "crates/interp/tests", "crates/interp/src/ub/examples"].map(|d| root.join(d));
    ours.into_iter().chain(test).filter(|d| d.is_dir()).collect()
}

/// Texts up to this length are used whole; longer texts are split.
const SMALL: usize = 1_500;
/// Longer files are ignored.
const LARGE: usize = 12_000;
/// The maximum number of parts of one file.
const PARTS: usize = 6;

impl Seeds {
    /// Reads all files below some directories, and selects about `count` seeds.
    pub fn find(directories: &[PathBuf], count: usize, random: &mut Random) -> io::Result<Seeds> {
        let mut files = Vec::new();
        for directory in directories {
            files_below(directory, &mut files)?;
        }
        files.sort();
        let mut seeds = Seeds::default();
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for file in files {
            let Ok(bytes) = fs::read(&file) else { continue };
            if bitcode::is_bitcode(&bytes) {
                if bytes.len() <= LARGE {
                    seeds.bitcode.push(Seed { bytes, is_accepted: true, is_program: false });
                }
                continue;
            }
            if file.extension().is_none_or(|e| e != "ll") || file.to_string_lossy().ends_with(".out.ll") {
                continue;
            }
            for text in split(&bytes) {
                for part in parts(&without_comments(text)) {
                    if !part.is_empty() && known.insert(part.clone()) {
                        found.push(part);
                    }
                }
            }
        }
        let all = found.len();
        for part in found {
            // Programs are few.
            if random.below(all) < count || contains(&part, b"@main(") {
                seeds.add(part);
            }
        }
        seeds.sort();
        Ok(seeds)
    }

    fn add(&mut self, bytes: Vec<u8>) {
        let outcome = read(&Context::new(), "m", &bytes, &ReadOptions::default());
        let is_program = outcome.as_ref().is_ok_and(|outcome| {
            let module = &outcome.module;
            module.global_named(b"main").is_some_and(|m| module.body(m).is_some()) && verify(module).is_ok()
        });
        let seed = Seed { bytes, is_accepted: outcome.is_ok(), is_program };
        if seed.is_accepted { self.texts.push(seed) } else { self.refused.push(seed) }
    }

    fn sort(&mut self) {
        for list in [&mut self.texts, &mut self.refused, &mut self.bitcode] {
            list.sort_by(|a, b| (a.bytes.len(), &a.bytes).cmp(&(b.bytes.len(), &b.bytes)));
        }
        self.programs = (0..self.texts.len() as u32).filter(|&i| self.texts[i as usize].is_program).collect();
    }

    /// The seeds as one file, for the workers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (kind, list) in [&self.texts, &self.refused, &self.bitcode].into_iter().enumerate() {
            for seed in list {
                out.push(kind as u8 | u8::from(seed.is_accepted) << 4 | u8::from(seed.is_program) << 5);
                out.extend_from_slice(&(seed.bytes.len() as u32).to_le_bytes());
                out.extend_from_slice(&seed.bytes);
            }
        }
        out
    }

    /// The seeds of such a file.
    pub fn from_bytes(mut data: &[u8]) -> Option<Seeds> {
        let mut seeds = Seeds::default();
        while let [flags, a, b, c, d, rest @ ..] = data {
            let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes([*a, *b, *c, *d]) as usize)?;
            let seed = Seed { bytes: bytes.to_vec(), is_accepted: flags & 16 != 0, is_program: flags & 32 != 0 };
            [&mut seeds.texts, &mut seeds.refused, &mut seeds.bitcode][usize::from(flags & 3)].push(seed);
            data = rest;
        }
        seeds.sort();
        data.is_empty().then_some(seeds)
    }
}

fn files_below(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() { files_below(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&b| b == b'\n')
}

/// The IR parts of a file for `split-file`; other files are one part.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut current: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in lines(text) {
        let mark = line.strip_prefix(b";").or(line.strip_prefix(b"//")).unwrap_or(line);
        if let Some(name) = mark.strip_prefix(b"--- ") {
            if let Some((start, true)) = current {
                found.push(&text[start..at]);
            }
            current = Some((at + line.len(), name.trim_ascii_end().ends_with(b".ll")));
        }
        at += line.len();
    }
    match current {
        None => vec![text],
        Some((start, is_ir)) => {
            found.extend(is_ir.then_some(&text[start..]));
            found
        }
    }
}

/// The text without its comments, most of which are checks.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in lines(text) {
        let mut quoted = false;
        let comment = line.iter().position(|&b| {
            quoted ^= b == b'"';
            b == b';' && !quoted
        });
        match comment {
            Some(at) if line[..at].trim_ascii().is_empty() => {}
            Some(at) => {
                out.extend_from_slice(line[..at].trim_ascii_end());
                out.push(b'\n');
            }
            None if line.trim_ascii().is_empty() => {}
            None => out.extend_from_slice(line),
        }
    }
    out
}

/// A small text unchanged; of a longer text some parts: single functions, each with all other top-level lines.
fn parts(text: &[u8]) -> Vec<Vec<u8>> {
    if text.len() <= SMALL {
        return vec![text.to_vec()];
    }
    let mut functions: Vec<&[u8]> = Vec::new();
    let mut common: Vec<&[u8]> = Vec::new();
    let mut start = None;
    let mut at = 0;
    for line in lines(text) {
        if line.starts_with(b"define ") && start.is_none() {
            start = Some(at);
        }
        at += line.len();
        match start {
            Some(from) if line.trim_ascii_end() == b"}" => {
                functions.push(&text[from..at]);
                start = None;
            }
            Some(_) => {}
            None => common.push(line),
        }
    }
    let mut found = Vec::new();
    // The first functions, and the shortest.
    let mut order: Vec<usize> = (0..functions.len()).collect();
    order.sort_by_key(|&i| (i >= 2, functions[i].len()));
    for i in order {
        // Unreferenced top-level lines are omitted.
        let function = functions[i];
        let mut part = Vec::new();
        for line in &common {
            let needed = match line {
                [b'@' | b'%' | b'$', ..] => name_of(line).is_some_and(|name| mentions(function, name)),
                _ if line.starts_with(b"declare ") => {
                    let at = line.iter().position(|&b| b == b'@').unwrap_or(0);
                    name_of(&line[at..]).is_some_and(|name| mentions(function, name))
                }
                [b'!', b'0'..=b'9', ..] => contains(function, b"!"),
                _ if line.starts_with(b"attributes #") => contains(function, b"#"),
                _ => true,
            };
            if needed {
                part.extend_from_slice(line);
            }
        }
        part.extend_from_slice(function);
        if part.len() <= SMALL * 2 {
            found.push(part);
        }
        if found.len() == PARTS {
            break;
        }
    }
    // Some whole texts too.
    if text.len() <= LARGE && (found.is_empty() || text.len().is_multiple_of(16)) {
        found.push(text.to_vec());
    }
    found
}

/// The name at the start of a line, with its sigil.
fn name_of(line: &[u8]) -> Option<&[u8]> {
    let end = match line.get(1)? {
        b'"' => line[2..].iter().position(|&b| b == b'"')? + 3,
        _ => 1 + line[1..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"-$._".contains(b)).count(),
    };
    Some(&line[..end])
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|w| w == word)
}

fn mentions(text: &[u8], name: &[u8]) -> bool {
    contains(text, name)
}
