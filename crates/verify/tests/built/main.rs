//! The rules that no text can break: each good example, changed through the library, breaks its rule and no other.

use lindworm_ir::{Context, Module};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::{Example, Rule, rules, verify};

/// What to do to the good example of a rule.
type Edit = (&'static str, fn(&mut Module));

mod blocks;
mod globals;

/// Every file's.
static EDITS: &[&[Edit]] = &[blocks::EDITS, globals::EDITS];

#[test]
fn each_edit_breaks_its_rule_alone() {
    let mut wrong = Vec::new();
    for &(code, edit) in EDITS.iter().copied().flatten() {
        let rule = Rule::with_code(code).unwrap();
        let outcome = read(&Context::new(), "example.ll", rule.good.as_bytes(), &ReadOptions::default());
        let mut module = outcome.unwrap_or_else(|e| panic!("{code}: {}", e[0].message)).module;
        edit(&mut module);
        let mut codes: Vec<_> = verify(&module).findings.iter().map(|f| f.rule.code).collect();
        codes.sort();
        codes.dedup();
        if codes != [code] {
            wrong.push(format!("{code}: breaks {codes:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_built_example_has_its_edit() {
    let edited: Vec<_> = EDITS.iter().copied().flatten().map(|e| e.0).collect();
    let missing: Vec<_> = rules::all()
        .filter(|r| matches!(r.bad, Example::Built(_)) && !edited.contains(&r.code))
        .map(|r| r.code)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
