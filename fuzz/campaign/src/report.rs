//! The finds, a directory for each cause.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lindworm::bitcode;

use crate::minimize::minimize;
use crate::paths::Find;

/// The maximum number of reported finds.
const MOST: usize = 500;

/// The directory of a find, unless a find with the same key exists, also of another worker or an earlier run.
fn claim(out: &Path, key: &str) -> io::Result<Option<PathBuf>> {
    let finds = out.join("finds");
    fs::create_dir_all(&finds)?;
    let slug: String = key.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    let mut slug = slug.split('-').filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-");
    slug.truncate(100);
    let directory = finds.join(slug);
    if directory.exists() || fs::read_dir(&finds)?.count() >= MOST {
        return Ok(None);
    }
    match fs::create_dir(&directory) {
        Ok(()) => Ok(Some(directory)),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        Err(e) => Err(e),
    }
}

/// The causes in this directory with their numbers of finds, the most frequent first.
pub fn causes(out: &Path) -> io::Result<Vec<(String, usize)>> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    if out.join("causes").exists() {
        for line in fs::read_to_string(out.join("causes"))?.lines() {
            let cause = line.split_once(' ').map_or(line, |(_, cause)| cause);
            *counts.entry(cause.to_owned()).or_default() += 1;
        }
    }
    let mut causes: Vec<_> = counts.into_iter().collect();
    causes.sort_by(|(a, m), (b, n)| n.cmp(m).then(a.cmp(b)));
    Ok(causes)
}

/// Reports a find, minimized, unless its cause was reported before. `shows` returns whether another input shows the same find.
pub fn report(
    out: &Path,
    mutant: &[u8],
    (number, choices): (u64, u64),
    find: &Find,
    shows: impl FnMut(&[u8]) -> bool,
) -> io::Result<()> {
    writeln!(File::options().append(true).create(true).open(out.join("causes"))?, "{number} {}", find.key)?;
    let Some(directory) = claim(out, &find.key)? else { return Ok(()) };
    let extension = if bitcode::is_bitcode(mutant) { "bc" } else { "ll" };
    let original = directory.join(format!("original.{extension}"));
    let input = directory.join(format!("input.{extension}"));
    fs::write(&original, mutant)?;
    let words = format!(
        "{}\n{}\n\nmutant {number}\nlindworm-campaign check --choices {choices} {}\n",
        find.key,
        find.detail,
        input.display()
    );
    fs::write(directory.join("find.txt"), words)?;
    fs::write(&input, minimize(mutant, shows))
}
