//! The rules that no text can break: each good example, changed through the library, breaks its rule and no other.

use lindworm_ir::{Context, Module};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::{Example, Rule, rules, verify};

/// What to do to the good example of a rule.
type Edit = (&'static str, fn(&mut Module));

mod attributes;
mod blocks;
mod calls;
mod convergence;
mod debug_info;
mod exceptions;
mod functions;
mod globals;
mod instructions;
mod intrinsics;

/// Every file's.
static EDITS: &[&[Edit]] = &[
    attributes::EDITS,
    blocks::EDITS,
    functions::EDITS,
    calls::EDITS,
    exceptions::EDITS,
    intrinsics::EDITS,
    debug_info::EDITS,
    convergence::EDITS,
    instructions::EDITS,
    globals::EDITS,
];

fn module(text: &str) -> Module {
    let outcome = read(&Context::new(), "example.ll", text.as_bytes(), &ReadOptions::default());
    outcome.unwrap_or_else(|e| panic!("{}\n{text}", e[0].message)).module
}

/// The codes of what is broken, each once.
fn broken(module: &Module) -> Vec<&'static str> {
    let mut codes: Vec<_> = verify(module).findings.iter().map(|f| f.rule.code).collect();
    codes.sort();
    codes.dedup();
    codes
}

#[test]
fn each_edit_breaks_its_rule_alone() {
    let mut wrong = Vec::new();
    for &(code, edit) in EDITS.iter().copied().flatten() {
        let rule = Rule::with_code(code).unwrap();
        let mut module = module(rule.good);
        edit(&mut module);
        let codes = broken(&module);
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
