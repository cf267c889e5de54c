//! Every rule has a complete explanation, its bad example breaks it and no other, and its good example breaks none.

use lindworm_ir::version::IrVersion;
use lindworm_ir::{Context, Module};
use lindworm_text::{ReadOptions, read};
use lindworm_verify::{Example, Options, Rule, rules, verify_with};

/// The example of a rule, as a module of the version that the rule is of.
fn module(rule: &Rule, text: &str) -> Module {
    let version = rule.until.min(rule.since.max(IrVersion::default()));
    match read(&Context::new(), "example.ll", text.as_bytes(), &ReadOptions { version, ..Default::default() }) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{}\n{text}", errors[0].message),
    }
}

/// The codes of what is broken, whatever the module is for, each once.
fn broken(module: &Module) -> Vec<&'static str> {
    let all = |on| Options { odr_uniquing: on, noalias_scope_dominance: on, ..Options::default() };
    let reports = [false, true].map(|on| verify_with(module, all(on)));
    let mut codes: Vec<_> = reports.iter().flat_map(|r| &r.findings).map(|f| f.rule.code).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Tells of all rules for which `wrong` has something to say.
fn all(wrong: impl Fn(&'static Rule) -> Option<String>) {
    let wrong: Vec<String> = rules::all().filter_map(|r| Some(format!("{}: {}", r.code, wrong(r)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn caught(f: impl Fn() -> Option<String> + std::panic::RefUnwindSafe) -> Option<String> {
    std::panic::catch_unwind(&f).unwrap_or_else(|e| {
        let text = e.downcast_ref::<String>().cloned();
        Some(text.or_else(|| e.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default())
    })
}

const CANNOT_INVOKE: &str = "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, \
    coro_destroy, clang.arc.attachedcall or wasm.(re)throw";

/// Rules that nothing breaks alone: the messages of others that their bad examples break too.
const COMPANIONS: &[(&str, &str)] = &[
    // A call of another type takes the address of the intrinsic.
    ("LW0655", "Invalid user of intrinsic instruction!"),
    // A pad that something in its funclet unwinds to is its own sibling.
    ("LW0786", "EH pads can't handle each other's exceptions"),
    // What names a pad that is none is wrong itself.
    ("LW0789", "Funclet bundle operands should correspond to a FuncletPadInst"),
    ("LW0850", "llvm intrinsics cannot be defined!"),
    ("LW0909", CANNOT_INVOKE),
    ("LW0911", CANNOT_INVOKE),
    ("LW1169", "Calling convention does not support varargs or perfect forwarding!"),
    ("LW1171", "Calling convention requires first argument to be i1"),
    // A path that leads nowhere never comes to the type that is accessed either, and LLVM says both.
    ("LW1514", "Did not see access type in access path!"),
    ("LW1395", "inst not in same function as #dbg_assign"),
    ("LW1811", "DVRAssign not in same function as inst"),
    // The location is wrong itself.
    ("LW1816", "location requires a valid scope"),
];

#[test]
fn codes_are_in_order() {
    let codes: Vec<_> = rules::all().map(|r| r.code).collect();
    assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    assert!(codes.iter().all(|c| c.len() == 6 && c.starts_with("LW") && c[2..].bytes().all(|b| b.is_ascii_digit())));
}

#[test]
fn every_rule_is_explained() {
    all(|r| {
        let texts = [r.message, r.what, r.why, r.section, r.good];
        texts.iter().any(|t| t.trim().is_empty()).then(|| "something is empty".into())
    });
}

#[test]
fn bad_examples_break_their_rule_alone() {
    all(|r| {
        let Example::Text(text) = r.bad else { return None };
        caught(|| {
            let companions: Vec<_> = COMPANIONS.iter().filter(|(code, _)| *code == r.code).map(|c| c.1).collect();
            let mut broken = broken(&module(r, text));
            broken.retain(|code| !companions.contains(&Rule::with_code(code).unwrap().message));
            (broken != [r.code]).then(|| format!("the bad example breaks {broken:?}"))
        })
    });
}

#[test]
fn good_examples_break_nothing() {
    all(|r| {
        caught(|| {
            let broken = broken(&module(r, r.good));
            (!broken.is_empty()).then(|| format!("the good example breaks {broken:?}"))
        })
    });
}

/// As LLVM counts them: twice 2^30 is less than none.
#[test]
fn elements_that_a_shuffle_chooses_from_are_counted_in_32_bits_with_a_sign() {
    let found = |len: u32| {
        let text = format!(
            "define void @f(<{len} x i32> %v) {{\n  %r = shufflevector <{len} x i32> %v, <{len} x i32> poison, \
             <1 x i32> zeroinitializer\n  ret void\n}}"
        );
        let outcome = read(&Context::new(), "m", text.as_bytes(), &ReadOptions::default()).unwrap();
        broken(&outcome.module)
    };
    assert!(found((1 << 30) - 1).is_empty());
    assert_eq!(found(1 << 30), ["LW0579"]);
}

/// The messages for a module, with these options.
fn messages(text: &str, options: Options) -> Vec<Vec<u8>> {
    let module = read(&Context::new(), "m.ll", text.as_bytes(), &ReadOptions::default()).unwrap().module;
    verify_with(&module, options).findings.into_iter().map(|finding| finding.message).collect()
}

#[test]
fn each_declaration_of_a_type_is_checked() {
    let takes = b"Function takes metadata but isn't an intrinsic";
    let found = messages("declare void @f(metadata)\ndeclare void @g(metadata)", Options::default());
    assert_eq!(found, [takes, takes]);
    let text = "declare void @f()\ndeclare hidden void @g()\ndeclare void @h() personality ptr @f";
    let found = messages(text, Options::default());
    assert_eq!(found, [b"Function declaration shouldn't have a personality routine"]);
}

#[test]
fn nodes_known_to_be_valid_are_skipped_until_something_else_is_broken() {
    let node = "!named = !{!0}\n!0 = !DIBasicType(tag: DW_TAG_member, name: \"t\")\n";
    let skips = Options { skips_nodes: true, ..Options::default() };
    assert_eq!(messages(node, Options::default()), [b"invalid tag"]);
    assert!(messages(node, skips).is_empty());
    let broken = format!("declare void @f(metadata)\n{node}");
    assert_eq!(messages(&broken, skips).len(), 2);
}
