//! `lindworm explain`: what a rule is, why it is, and what breaks and keeps it.

use std::fmt::Write;

use lindworm::verifier::rules;
use lindworm::{Example, Rule};

/// All that is known of a rule.
pub fn explain(rule: &Rule) -> String {
    let mut out = format!("{}: {}\n\n{}\n\nWhy: {}\n", rule.code, rule.message, rule.what, rule.why);
    // Writing to a string does not fail.
    let _ = match rule.bad {
        Example::Text(text) => write!(out, "\nThis breaks it:\n\n{}", indented(text)),
        Example::Built(how) => {
            write!(out, "\nNo text can break it, as the reader refuses it; through the library:\n\n{}", indented(how))
        }
    };
    let _ = write!(out, "\nThis keeps it:\n\n{}\nSee {}\n", indented(rule.good), rule.address());
    if rule.debug_info {
        out.push_str(
            "\nOnly debug information is broken: LLVM's tools drop all of the module's, with a warning, and go on.\n",
        );
    }
    out
}

/// The codes of all rules, with their messages.
pub fn list() -> String {
    rules::all().map(|r| format!("{}  {}\n", r.code, r.message)).collect()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }).collect()
}
