//! The pipelines `default<LEVEL>`, `thinlto-pre-link<LEVEL>`, `lto-pre-link<LEVEL>`, `thinlto<LEVEL>`, `lto<LEVEL>` and
//! `function-simplification<LEVEL>`, and the points at which a caller can extend them.
//!
//! Their passes are listed in [passes.txt](default_pipeline/passes.txt).

use crate::inline::InlineOptions;
use crate::pipeline::Level;
use crate::table::PassOptions;

/// The pipelines, and their letters in the list.
const KINDS: &[(&str, char)] =
    &[("default", 'd'), ("thinlto-pre-link", 'p'), ("lto-pre-link", 'l'), ("thinlto", 't'), ("lto", 'f')];

/// The optimization levels, and their letters in the list.
const LEVELS: &[(&str, char)] = &[("O0", '0'), ("O1", '1'), ("O2", '2'), ("O3", '3'), ("Os", 's'), ("Oz", 'z')];

/// Names of other pipelines that are fixed.
const FIXED: &[(&str, &str)] = &[
    ("inliner-wrapper", "cgscc(inline<only-mandatory>,inline)"),
    ("inliner-wrapper-no-mandatory-first", "cgscc(inline)"),
];

/// A point of the predefined pipelines at which the options name further passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtensionPoint {
    name: &'static str,
    level: Level,
}

const fn point(name: &'static str, level: Level) -> ExtensionPoint {
    ExtensionPoint { name, level }
}

impl ExtensionPoint {
    /// All points.
    pub const ALL: [ExtensionPoint; 13] = [
        point("cgscc-optimizer-late", Level::Cgscc),
        point("full-link-time-optimization-early", Level::Module),
        point("full-link-time-optimization-last", Level::Module),
        point("late-loop-optimizations", Level::Loop),
        point("loop-optimizer-end", Level::Loop),
        point("optimizer-early", Level::Module),
        point("optimizer-last", Level::Module),
        point("peephole", Level::Function),
        point("pipeline-early-simplification", Level::Module),
        point("pipeline-start", Level::Module),
        point("scalar-optimizer-late", Level::Function),
        point("vectorizer-end", Level::Function),
        point("vectorizer-start", Level::Function),
    ];

    /// The name, as in the option `-passes-ep-NAME`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The point that `NAME-callbacks<LEVEL>` stands for in a pipeline of this level.
    ///
    /// # Errors
    ///
    /// If the optimization level does not exist, with LLVM's message.
    pub(crate) fn named(name: &str, level: Level) -> Result<Option<ExtensionPoint>, String> {
        let (name, parameters) = match name.split_once('<') {
            Some((name, rest)) => (name, rest.strip_suffix('>').unwrap_or(rest)),
            None => (name, ""),
        };
        let Some(name) = name.strip_suffix("-callbacks") else { return Ok(None) };
        let allowed = |point: &&ExtensionPoint| {
            point.name == name && (point.level == level || point.level == Level::Function && level < Level::Loop)
        };
        match ExtensionPoint::ALL.iter().find(allowed) {
            Some(_) if LEVELS.iter().all(|(known, _)| *known != parameters) => {
                Err(format!("invalid optimization level '{parameters}'"))
            }
            point => Ok(point.copied()),
        }
    }

    /// Checks a pipeline that is to run at this point.
    ///
    /// # Errors
    ///
    /// If the text is not such a pipeline, with LLVM's message.
    pub fn check(self, text: &str, options: &PassOptions) -> Result<(), String> {
        crate::pipeline::check_part(text, self.level, options)
    }
}

/// The text of a pipeline, given by a name such as `default<O2>`, and the thresholds for inlining. Only passes for which `exists`
/// is true are in the text, which may be empty. `None` for any other name.
///
/// # Errors
///
/// If the level does not exist, with LLVM's message.
pub(crate) fn expand(
    name: &str,
    options: &PassOptions,
    exists: impl Fn(&str) -> bool,
) -> Option<Result<(String, InlineOptions), String>> {
    let mut thresholds = options.inline.clone();
    if let Some((_, text)) = FIXED.iter().find(|(known, _)| *known == name) {
        return Some(Ok(((*text).into(), thresholds)));
    }
    let (kind, level) = name.split_once('<').map_or((name, Some("")), |(kind, rest)| (kind, rest.strip_suffix('>')));
    let is_part = kind == FUNCTION_PART;
    let (&(_, kind), level) = (KINDS.iter().find(|(known, _)| *known == kind || is_part)?, level?);
    let Some(&(_, letter)) = LEVELS.iter().find(|(known, letter)| *known == level && !(is_part && *letter == '0'))
    else {
        return Some(Err(match is_part {
            true => format!("invalid {FUNCTION_PART} parameter '{level}'"),
            false => format!("invalid optimization level '{level}'"),
        }));
    };
    // The level decides, unless a flag sets the threshold.
    let default = InlineOptions::default();
    if (thresholds.threshold, thresholds.size) == (default.threshold, default.size) {
        thresholds.threshold = match letter {
            '3' => 250,
            's' => thresholds.size[0],
            'z' => thresholds.size[1],
            _ => thresholds.threshold,
        };
    }
    // `-O0` has a list of its own: only lines with its letter.
    let selects = |conditions: &str| {
        let of_group =
            |group: &dyn Fn(char) -> bool, own: char| conditions.contains(own) || !conditions.chars().any(group);
        of_group(&|c| KINDS.iter().any(|(_, kind)| *kind == c), kind)
            && of_group(&|c| LEVELS.iter().any(|(_, level)| *level == c), letter)
            && (letter != '0' || conditions.contains('0'))
    };
    let lines = include_str!("default_pipeline/passes.txt").lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(' ')).filter(|(conditions, _)| selects(conditions));
    let mut lines: Vec<&str> = lines.map(|(_, pass)| pass.trim_start()).collect();
    if is_part {
        lines = function_part(lines);
    }
    let mut passes: Vec<&str> = Vec::new();
    for pass in lines {
        let extension = pass.strip_suffix("-callbacks").and_then(|name| {
            let point = ExtensionPoint::ALL.iter().find(|point| point.name == name)?;
            Some(options.extensions(*point))
        });
        match passes.last() {
            _ if extension.is_some() => passes.extend(extension.into_iter().flatten()),
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

/// Whether the name is that of a predefined pipeline of functions.
pub(crate) fn is_of_functions(name: &str) -> bool {
    name.split('<').next() == Some(FUNCTION_PART)
}

/// The name of the pipeline of the passes that simplify a function before its callers.
const FUNCTION_PART: &str = "function-simplification";

/// The lines of the first pipeline with `no-rerun`.
fn function_part(lines: Vec<&str>) -> Vec<&str> {
    let mut part = Vec::new();
    let mut depth = 0;
    for line in lines.into_iter().skip_while(|line| !line.contains("no-rerun")).skip(1) {
        depth += i32::from(line.ends_with('(')) - i32::from(line == ")");
        if depth < 0 {
            break;
        }
        part.push(line);
    }
    part
}
