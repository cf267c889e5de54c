//! The pipelines `default<LEVEL>`, `thinlto-pre-link<LEVEL>`, `lto-pre-link<LEVEL>`, `thinlto<LEVEL>` and `lto<LEVEL>`.
//!
//! Their passes are listed in [passes.txt](default_pipeline/passes.txt).

use crate::inline::InlineOptions;

/// The pipelines, and their letters in the list.
const KINDS: &[(&str, char)] =
    &[("default", 'd'), ("thinlto-pre-link", 'p'), ("lto-pre-link", 'l'), ("thinlto", 't'), ("lto", 'f')];

/// The optimization levels, and their letters in the list.
const LEVELS: &[(&str, char)] = &[("O0", '0'), ("O1", '1'), ("O2", '2'), ("O3", '3'), ("Os", 's'), ("Oz", 'z')];

/// The text of a pipeline, given by a name such as `default<O2>`, and the thresholds for inlining. Only passes for which `exists`
/// is true are in the text, which may be empty. `None` for any other name.
///
/// # Errors
///
/// If the level does not exist, with LLVM's message.
pub(crate) fn expand(
    name: &str,
    mut thresholds: InlineOptions,
    exists: impl Fn(&str) -> bool,
) -> Option<Result<(String, InlineOptions), String>> {
    let (kind, level) = name.split_once('<').map_or((name, Some("")), |(kind, rest)| (kind, rest.strip_suffix('>')));
    let (&(_, kind), level) = (KINDS.iter().find(|(known, _)| *known == kind)?, level?);
    let Some(&(_, letter)) = LEVELS.iter().find(|(known, _)| *known == level) else {
        return Some(Err(format!("invalid optimization level '{level}'")));
    };
    if thresholds == InlineOptions::default() {
        thresholds.threshold = match letter {
            '3' => 250,
            's' => thresholds.size[0],
            'z' => thresholds.size[1],
            _ => thresholds.threshold,
        };
    }
    if letter == '0' {
        return Some(Ok((if kind == 'f' { String::new() } else { "always-inline".into() }, thresholds)));
    }
    let selects = |conditions: &str| {
        let of_group =
            |group: &dyn Fn(char) -> bool, own: char| conditions.contains(own) || !conditions.chars().any(group);
        of_group(&|c| KINDS.iter().any(|(_, kind)| *kind == c), kind)
            && of_group(&|c| LEVELS.iter().any(|(_, level)| *level == c), letter)
    };
    let lines = include_str!("default_pipeline/passes.txt").lines().filter(|line| !line.starts_with('#'));
    let mut passes: Vec<&str> = Vec::new();
    for (_, pass) in lines.filter_map(|line| line.split_once(' ')).filter(|(conditions, _)| selects(conditions)) {
        let pass = pass.trim_start();
        match passes.last() {
            Some(open) if pass == ")" && open.ends_with('(') => {
                passes.pop();
            }
            _ if pass == ")" || pass.ends_with('(') || exists(pass) => passes.push(pass),
            _ => {}
        }
    }
    let text = passes.join(",").replace("(,", "(").replace(",)", ")");
    Some(Ok((text, thresholds)))
}
