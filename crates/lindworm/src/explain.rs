//! Explanations of rules and of kinds of undefined behaviour: description, reason and examples.

use std::fmt::Write;

use lindworm_interp::ub::{self, Kind};
use lindworm_ir::version::IrVersion;
use lindworm_verify::{Example, Rule, rules};

/// The explanation of the rule or kind of undefined behaviour with this code. For other words, a search for entries that
/// contain all of them: the explanation if there is one match, otherwise the list of codes. `None` without a match.
///
/// ```
/// let text = lindworm::explain::explain(&["UB0207".into()]).unwrap();
/// assert!(text.starts_with("UB0207: access out of bounds\n"));
/// ```
pub fn explain(words: &[String]) -> Option<String> {
    if let [code] = words
        && let Some(text) = with_code(code)
    {
        return Some(text);
    }
    let words: Vec<String> = words.iter().flat_map(|w| w.split_whitespace()).map(str::to_lowercase).collect();
    let has_all = |texts: &[&str]| {
        let text = texts.join("\n").to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let kinds = ub::all().filter(|k| has_all(&[k.title, k.what, k.why])).map(|k| (k.code, k.title));
    let rules = rules::all().filter(|r| has_all(&[r.message, r.what, r.why])).map(|r| (r.code, r.message));
    let found: Vec<(&str, &str)> = kinds.chain(rules).collect();
    match found.as_slice() {
        [] => None,
        [(code, _)] => with_code(code),
        _ => Some(found.iter().map(|(code, words)| format!("{code}  {words}\n")).collect()),
    }
}

fn with_code(code: &str) -> Option<String> {
    let code = code.to_uppercase();
    Rule::with_code(&code).map(rule).or_else(|| Kind::with_code(&code).map(kind))
}

fn kind(kind: &Kind) -> String {
    let Kind { code, title, what, why, .. } = kind;
    format!(
        "{code}: {title}\n\n{what}\n\nWhy: {why}\n\nAn example that does this:\n\n{}\nThe same without:\n\n{}\nSee {}\n",
        indented(kind.bad),
        indented(kind.good),
        kind.address(),
    )
}

fn rule(rule: &Rule) -> String {
    let mut out = format!("{}: {}\n\n{}\n\nWhy: {}\n", rule.code, rule.message, rule.what, rule.why);
    // Writing to a string does not fail.
    let _ = match rule.bad {
        Example::Text(text) => write!(out, "\nAn example that violates it:\n\n{}", indented(text)),
        Example::Built(how) => {
            write!(
                out,
                "\nThe reader refuses every text that would violate it; a module that is built in memory can:\n\n{}",
                indented(how)
            )
        }
    };
    let _ = write!(out, "\nThe same, corrected:\n\n{}\nSee {}\n", indented(rule.good), rule.address());
    if rule.since > IrVersion::default() {
        let _ = writeln!(out, "\nIt is a rule from {} on.", rule.since);
    }
    if rule.until < IrVersion::NEWEST {
        let _ = writeln!(out, "\nIt is a rule up to {}.", rule.until);
    }
    if rule.debug_info {
        out.push_str(
            "\nOnly debug information is broken: LLVM's tools drop all of the module's, with a warning, and go on.\n",
        );
    }
    out
}

/// The codes of all rules with their messages, and of all kinds of undefined behaviour, that start with `beginning`.
pub fn list(beginning: &str) -> String {
    let beginning = beginning.to_uppercase();
    let all = rules::all().map(|r| (r.code, r.message)).chain(ub::all().map(|k| (k.code, k.title)));
    all.filter(|(code, _)| code.starts_with(&beginning)).map(|(code, words)| format!("{code}  {words}\n")).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }).collect()
}
