//! `lindworm explain`: what a rule is, why it is, and what breaks and keeps it; the same of undefined behaviour.

use std::fmt::Write;

use lindworm::interp::ub::{self, Kind};
use lindworm::verifier::rules;
use lindworm::{Example, IrVersion, Rule};

/// All that is known of what has this code: a rule, or a kind of undefined behaviour.
pub fn explain(code: &str) -> Option<String> {
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

/// The codes of all rules with their messages, and of all kinds of undefined behaviour.
pub fn list() -> String {
    let rules = rules::all().map(|r| (r.code, r.message));
    rules.chain(ub::all().map(|k| (k.code, k.title))).map(|(code, words)| format!("{code}  {words}\n")).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }).collect()
}
