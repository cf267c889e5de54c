//! `-print-changed`: what passes change.

use lindworm::ir::hash::HashMap;
use lindworm::passes::Unit;
use lindworm::{Global, Module};

use super::text::blocks;

/// The functions of a part of a module by name, each with its blocks by label.
pub type Snapshot = Vec<(String, Vec<(String, String)>)>;

/// The functions that are compared after a pass: that of the unit, or all of the module.
pub fn snapshot(unit: Unit<'_>, module: &Module, shows: impl Fn(Global) -> bool) -> Snapshot {
    let functions: Vec<Global> = match unit {
        Unit::Function(function) | Unit::Loop(function, _) => vec![function],
        Unit::Module | Unit::Component(_) | Unit::Functions(_) => {
            module.functions().iter().copied().filter(|&f| module.body(f).is_some() && shows(f)).collect()
        }
    };
    let named =
        |function: Global| (String::from_utf8_lossy(module[function].name()).into_owned(), blocks(module, function));
    functions.into_iter().map(named).collect()
}

/// The differences between two snapshots, line by line. `title` precedes each function if the unit is not a function.
pub fn differences(before: &Snapshot, after: &Snapshot, title: Option<&str>, has_color: bool) -> String {
    let mut out = String::new();
    for (old, new) in pairs(before, after) {
        if let Some(title) = title {
            out += &format!("\n*** IR for function {title} ***\n");
        }
        let empty = Vec::new();
        let [old, new] = [old, new].map(|blocks| blocks.unwrap_or(&empty));
        for (old, new) in pairs(old, new) {
            let [old, new] = [old, new].map(|text| text.map_or("\n", |text| text));
            out += &lines(old, new, has_color);
        }
    }
    out
}

/// The elements of two lists by their keys: in the order of the second, those that only the first has near where they were.
fn pairs<'l, T>(old: &'l [(String, T)], new: &'l [(String, T)]) -> Vec<(Option<&'l T>, Option<&'l T>)> {
    let [in_old, in_new] =
        [old, new].map(|list| list.iter().map(|(key, value)| (&key[..], value)).collect::<HashMap<&str, &T>>());
    let mut pairs = Vec::new();
    let mut added = Vec::new();
    let mut rest = old.iter();
    for (key, value) in new {
        let Some(&common) = in_old.get(&key[..]) else {
            added.push((None, Some(value)));
            continue;
        };
        for (passed, value) in rest.by_ref() {
            if passed == key {
                break;
            }
            if !in_new.contains_key(&passed[..]) {
                pairs.push((Some(value), None));
            }
        }
        pairs.append(&mut added);
        pairs.push((Some(common), Some(value)));
    }
    let removed = rest.filter(|(key, _)| !in_new.contains_key(&key[..]));
    pairs.extend(removed.map(|(_, value)| (Some(value), None)));
    pairs.append(&mut added);
    pairs
}

/// The size of the table of common lines. Longer texts are replaced as a whole.
const MAX_TABLE: usize = 1 << 22;

/// The lines of two texts: removed, added and common ones.
fn lines(old: &str, new: &str, has_color: bool) -> String {
    let [old, new] = [old, new].map(|text| text.lines().collect::<Vec<&str>>());
    let mut out = String::new();
    let mut put = |sign: char, line: &str| match (sign, has_color) {
        ('-', true) => out += &format!("\x1b[31m-{line}\x1b[0m\n"),
        ('+', true) => out += &format!("\x1b[32m+{line}\x1b[0m\n"),
        _ => out += &format!("{sign}{line}\n"),
    };
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (head, old) = old.split_at(start);
    let new = &new[start..];
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, tail) = old.split_at(old.len() - end);
    let new = &new[..new.len() - end];
    head.iter().for_each(|line| put(' ', line));
    // The length of the longest common subsequence of what follows each pair of lines.
    let width = new.len() + 1;
    let mut common = vec![0u32; if old.len() * width <= MAX_TABLE { (old.len() + 1) * width } else { 0 }];
    if !common.is_empty() {
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                common[i * width + j] = match old[i] == new[j] {
                    true => common[(i + 1) * width + j + 1] + 1,
                    false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
                };
            }
        }
    }
    let at = |i: usize, j: usize| common.get(i * width + j).copied().unwrap_or(0);
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] && !common.is_empty() {
            put(' ', old[i]);
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || at(i + 1, j) >= at(i, j + 1)) {
            put('-', old[i]);
            i += 1;
        } else {
            put('+', new[j]);
            j += 1;
        }
    }
    tail.iter().for_each(|line| put(' ', line));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_added_and_common_lines() {
        assert_eq!(lines("a\nb\nc\n", "a\nx\nc\n", false), " a\n-b\n+x\n c\n");
        assert_eq!(lines("a\nb\nc\n", "b\nd\nc\n", false), "-a\n b\n+d\n c\n");
        assert_eq!(lines("\n", "\n", false), " \n");
        assert_eq!(lines("a\n", "b\n", true), "\x1b[31m-a\x1b[0m\n\x1b[32m+b\x1b[0m\n");
    }

    #[test]
    fn elements_by_key() {
        let list = |keys: &str| keys.chars().map(|key| (key.to_string(), key)).collect::<Vec<(String, char)>>();
        let shown = |old: &str, new: &str| {
            let (old, new) = (list(old), list(new));
            let sign = |c: Option<&char>| c.copied().unwrap_or('.');
            pairs(&old, &new)
                .into_iter()
                .map(|(a, b)| format!("{}{}", sign(a), sign(b)))
                .collect::<Vec<String>>()
                .join(" ")
        };
        assert_eq!(shown("abc", "axc"), "aa b. .x cc");
        assert_eq!(shown("abc", "cba"), "cc bb aa");
        assert_eq!(shown("ab", "xy"), "a. b. .x .y");
    }
}
