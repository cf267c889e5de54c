//! Module summaries: what is read comes out as LLVM prints it, and what LLVM refuses is refused in its words and place.

use lindworm_ir::Context;
use lindworm_ir::summary::{Guid, SummaryIndex, SummaryKind};
use lindworm_text::{ReadOptions, read, write_summary};

/// The module that most entries are about.
const MODULE: &str = "^0 = module: (path: \"a.o\", hash: (1, 2, 3, 4, 5))\n";
/// The flags of a summary as they are printed.
const FLAGS: &str = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, \
                     canAutoHide: 0, importType: definition)";

fn index(source: &str) -> Result<Option<SummaryIndex>, (usize, usize, String)> {
    let options = ReadOptions { summary: true, ..Default::default() };
    match read(&Context::new(), "m", source.as_bytes(), &options) {
        Ok(outcome) => Ok(outcome.summary),
        Err(errors) => {
            let (line, column) = errors[0].line_and_column(source.as_bytes());
            Err((line, column, errors[0].message.clone()))
        }
    }
}

fn printed(source: &str) -> String {
    let mut out = Vec::new();
    match index(source) {
        Ok(Some(index)) => write_summary(&index, &mut out).unwrap(),
        other => panic!("{other:?}: {source}"),
    }
    String::from_utf8(out).unwrap()
}

/// The source with [`MODULE`] before it and `{F}` for flags comes out as it is, but for the empty line that goes first and the
/// number of basic blocks that goes last.
fn unchanged(entries: &str) {
    let source = format!("{MODULE}{}", entries.replace("{F}", FLAGS));
    let count = source.lines().count();
    assert_eq!(printed(&source), format!("\n{source}^{count} = blockcount: 0\n"));
}

/// What is wrong with the one entry `^1 = gv: (guid: 1, summaries: (...`, `{F}` being short flags.
fn wrong_summary(summary: &str) -> String {
    let summary = summary.replace("{F}", "flags: (linkage: weak)");
    wrong(&format!("^1 = gv: (guid: 1, summaries: ({summary}"))
}

/// What is wrong with the entries after [`MODULE`]; `|` in the message stands before the rest of the line where it is wrong.
fn wrong(entries: &str) -> String {
    let source = format!("{MODULE}{entries}\n");
    match index(&source) {
        Err((line, column, message)) => {
            let rest: String = source.lines().nth(line - 1).unwrap()[column - 1..].chars().take(6).collect();
            format!("{message} | {rest}")
        }
        Ok(index) => panic!("{index:?}"),
    }
}

#[test]
fn only_if_it_is_asked_for() {
    let source = format!("{MODULE}^1 = gv: (anything (goes))\n");
    let outcome = read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()).ok().unwrap();
    assert_eq!(outcome.summary, None);
    assert_eq!(index("@x = global i32 0\n"), Ok(None));
}

#[test]
fn modules_are_ordered_by_path() {
    let source = "^4 = module: (path: \"b\", hash: (1, 2, 3, 4, 5))\n\
                  ^2 = module: (path: \"\\01\", hash: (0, 0, 0, 0, 4294967295))\n\
                  ^7 = module: (path: \"\", hash: (0, 0, 0, 0, 0))\n\
                  ^8 = module: (path: \"b\", hash: (9, 9, 9, 9, 9))\n\
                  ^9 = gv: (guid: 3, summaries: (variable: (module: ^8, flags: (linkage: weak), varFlags: (constant: 1))))\n";
    let weak = FLAGS.replace("external", "weak");
    let expected = format!(
        "\n^0 = module: (path: \"[Regular LTO]\", hash: (0, 0, 0, 0, 0))\n\
         ^1 = module: (path: \"\\01\", hash: (0, 0, 0, 0, 4294967295))\n\
         ^2 = module: (path: \"b\", hash: (1, 2, 3, 4, 5))\n\
         ^3 = gv: (guid: 3, summaries: (variable: (module: ^2, {weak}, varFlags: (readonly: 0, writeonly: 0, constant: 1))))\n\
         ^4 = blockcount: 0\n"
    );
    assert_eq!(printed(source), expected);
}

#[test]
fn globals_are_ordered_by_guid() {
    let source = "^1 = gv: (guid: 9)\n^2 = gv: (guid: 7)\n^3 = gv: (guid: 18446744073709551615)\n^4 = gv: (guid: 9)\n";
    let expected =
        "\n^0 = gv: (guid: 7)\n^1 = gv: (guid: 9)\n^2 = gv: (guid: 18446744073709551615)\n^3 = blockcount: 0\n";
    assert_eq!(printed(source), expected);
}

#[test]
fn named_globals_are_those_of_the_module() {
    let source = "source_filename = \"s.c\"\n@a = internal global i32 0\ndefine void @f() {\n  ret void\n}\n\
                  ^0 = gv: (name: \"a\")\n^1 = gv: (name: \"f\")\n";
    let guid = Guid::of_identifier(b"s.c;a");
    let mut lines =
        [format!("gv: (name: \"a\") ; guid = {guid}"), "gv: (name: \"f\") ; guid = 14740650423002898831".to_string()];
    if guid > Guid(14740650423002898831) {
        lines.swap(0, 1);
    }
    assert_eq!(printed(source), format!("\n^0 = {}\n^1 = {}\n^2 = blockcount: 0\n", lines[0], lines[1]));
    // They must come before.
    assert_eq!(wrong("^1 = gv: (name: \"f\")\n@f = global i32 0"), "Reference to undefined global \"f\" | name: ");
    assert_eq!(wrong("^1 = gv: (guid: 0)"), "Reference to undefined global \"\" | guid: ");
    let second =
        "^1 = gv: (name: \"f\", summaries: (variable: (module: ^0, flags: (linkage: weak), varFlags: (constant: 0))))";
    assert_eq!(wrong(second), "Reference to undefined global \"f\" | variab");
}

#[test]
fn functions() {
    unchanged("^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 2)))\n");
    unchanged(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 4294967295, funcFlags: (readNone: 0, \
         readOnly: 1, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, \
         hasUnknownCall: 0, mustBeUnreachable: 1))))\n",
    );
    unchanged(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 2, calls: ((callee: ^1), (callee: ^2, hotness: \
         critical), (callee: ^2, relbf: 256, tail: 1)), refs: (^2, readonly ^1, writeonly ^2))))\n^2 = gv: (guid: 2)\n",
    );
    unchanged(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 2, allocs: ((versions: (none, notcold), memProf: \
         ((type: hot, stackIds: ()), (type: cold, stackIds: (1, 18446744073709551615))))), callsites: ((callee: ^1, clones: \
         (0, 1), stackIds: (2)), (callee: null, clones: (0), stackIds: ())))))\n",
    );
    unchanged(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 2, params: ((param: 0, offset: [-3, 7], calls: \
         ((callee: ^1, param: 1, offset: [0, 9223372036854775807]))), (param: 2, offset: [0, -1])))))\n",
    );
    let weak = "^1 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: weak_odr, visibility: hidden, \
                notEligibleToImport: 1, live: 1, dsoLocal: 1, canAutoHide: 1, importType: declaration), insts: 0), function: \
                (module: ^0, {F}, insts: 1)))\n";
    unchanged(weak);
}

#[test]
fn type_ids_of_functions() {
    unchanged(
        "^1 = gv: (guid: 1, summaries: (function: (module: ^0, {F}, insts: 2, typeIdInfo: (typeTests: (5, ^2), \
         typeTestAssumeVCalls: (vFuncId: (^2, offset: 16), vFuncId: (guid: 5, offset: 0)), typeCheckedLoadVCalls: (vFuncId: \
         (^2, offset: 8)), typeTestAssumeConstVCalls: ((vFuncId: (^2, offset: 8), args: (1, 2)), (vFuncId: (guid: 5, offset: \
         1))), typeCheckedLoadConstVCalls: ((vFuncId: (guid: 5, offset: 1)))))))\n\
         ^2 = typeid: (name: \"_ZTS1A\", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7))) ; guid = 7004155349499253778\n",
    );
    // What is no type id with a summary is known by its guid.
    let source = format!(
        "{MODULE}^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, insts: 2, typeIdInfo: (typeTests: (^2)))))\n\
         ^2 = typeidCompatibleVTable: (name: \"_ZTS1A\", summary: ((offset: 16, ^1)))\n"
    );
    assert!(printed(&source).contains("typeTests: (7004155349499253778)"));
}

#[test]
fn variables_and_aliases() {
    unchanged(
        "^1 = gv: (guid: 1, summaries: (variable: (module: ^0, {F}, varFlags: (readonly: 1, writeonly: 0, constant: 1, \
         vcall_visibility: 1), vTableFuncs: ((virtFunc: ^1, offset: 16)), refs: (^1))))\n\
         ^2 = gv: (guid: 2, summaries: (alias: (module: ^0, {F}, aliasee: ^1)))\n\
         ^3 = gv: (guid: 3, summaries: (alias: (module: ^0, {F}, aliasee: ^4)))\n\
         ^4 = gv: (guid: 4, summaries: (alias: (module: ^0, {F}, aliasee: null)))\n",
    );
    // What is not defined, or in another module, is not what an alias is of.
    let source = format!(
        "{MODULE}^9 = module: (path: \"b.o\", hash: (1, 2, 3, 4, 5))\n\
         ^1 = gv: (guid: 1, summaries: (variable: (module: ^9, flags: (linkage: weak), varFlags: (constant: 0))))\n\
         ^2 = gv: (guid: 2, summaries: (alias: (module: ^0, flags: (linkage: weak), aliasee: ^1)))\n\
         ^3 = gv: (guid: 3, summaries: (alias: (module: ^0, flags: (linkage: weak), aliasee: ^4)))\n\
         ^4 = gv: (guid: 4)\n"
    );
    let index = index(&source).unwrap().unwrap();
    for guid in [2, 3] {
        assert_eq!(index.globals[&Guid(guid)].summaries[0].kind, SummaryKind::Alias(None));
    }
}

#[test]
fn type_ids() {
    unchanged(
        "^1 = typeid: (name: \"_ZTS1B\", summary: (typeTestRes: (kind: inline, sizeM1BitWidth: 5, alignLog2: 1, sizeM1: 2, \
         bitMask: 3, inlineBits: 4), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)), (offset: 8, wpdRes: (kind: \
         singleImpl, singleImplName: \"f\")), (offset: 16, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: indir, \
         byte: 2, bit: 3), args: (3), byArg: (kind: uniformRetVal, info: 1), args: (4), byArg: (kind: uniqueRetVal, info: 0), \
         args: (5), byArg: (kind: virtualConstProp))))))) ; guid = 6203814149063363976\n",
    );
    // Another entry of the same name changes what it says.
    let kind = |kind, rest| {
        format!("typeid: (name: \"_ZTS1A\", summary: (typeTestRes: (kind: {kind}, sizeM1BitWidth: 1{rest})))")
    };
    let source = format!("^1 = {}\n^2 = {}\n", kind("unsat", ", sizeM1: 4"), kind("byteArray", ""));
    assert!(printed(&source).contains(&kind("byteArray", ", sizeM1: 4")));
    // A reference is to what follows, though the numbers of virtual tables come first.
    unchanged(
        "^1 = gv: (guid: 1)\n\
         ^2 = typeidCompatibleVTable: (name: \"_ZTS1A\", summary: ((offset: 16, ^1))) ; guid = 7004155349499253778\n\
         ^3 = typeidCompatibleVTable: (name: \"_ZTS1B\", summary: ((offset: 8, ^1), (offset: 16, ^1))) ; guid = 6203814149063363976\n",
    );
    assert!(
        wrong(
            "^2 = typeid: (name: \"x\", summary: (typeTestRes: (kind: single, sizeM1BitWidth: 0)))\n\
             ^1 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: weak), insts: 2, typeIdInfo: (typeTests: (^2)))))"
        )
        .starts_with("use of undefined type id summary '^2' | ^2))))")
    );
}

#[test]
fn flags_and_block_count() {
    let source = "^0 = flags: 65535\n^1 = blockcount: 1888\n";
    // What has no meaning goes.
    assert_eq!(printed(source), "\n^0 = flags: 2043\n^1 = blockcount: 1888\n");
}

#[test]
fn an_id_stands_for_the_last_entry_before() {
    let call = |id, guid| {
        format!(
            "^{id} = gv: (guid: {guid}, summaries: (function: (module: ^0, {FLAGS}, insts: 1, calls: ((callee: ^5)))))\n"
        )
    };
    let source = format!("{MODULE}{}^5 = gv: (guid: 50)\n^5 = gv: (guid: 51)\n{}", call(1, 1), call(2, 2));
    let index = index(&source).unwrap().unwrap();
    let callee = |guid| match &index.globals[&Guid(guid)].summaries[0].kind {
        SummaryKind::Function(function) => function.calls[0].callee,
        other => panic!("{other:?}"),
    };
    assert_eq!((callee(1), callee(2)), (Guid(50), Guid(51)));
}

#[test]
fn more_than_16_refs_are_shuffled_as_by_llvm() {
    let refs: Vec<String> = (1..=18).map(|i| format!("^{i}")).collect();
    let declarations: String = (2..=18).map(|i| format!("^{i} = gv: (guid: {i})\n")).collect();
    let of = |refs: &[String]| {
        printed(&format!(
            "{MODULE}^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, insts: 1, refs: ({}))))\n{declarations}",
            refs.join(", ")
        ))
    };
    assert!(of(&refs[..16]).contains("refs: (^1, ^2, ^3, ^4, ^5, ^6, ^7, ^8, ^9, ^10, ^11, ^12, ^13, ^14, ^15, ^16)"));
    let expected = "refs: (^10, ^18, ^17, ^16, ^15, ^14, ^13, ^12, ^11, ^1, ^9, ^8, ^7, ^6, ^5, ^4, ^3, ^2)";
    assert!(of(&refs).contains(expected));
}

#[test]
fn labels_are_labels_again_after_an_entry() {
    let source = format!("{MODULE}define void @f() {{\nentry:\n  ret void\n}}\n^1 = gv: (name: \"f\")\n");
    assert!(printed(&source).contains("^1 = gv: (name: \"f\")"));
}

#[test]
fn what_is_undefined() {
    let call = "^1 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: weak), insts: 1, ";
    assert_eq!(wrong(&format!("{call}refs: (^9, readonly ^8, ^8))))")), "use of undefined summary '^8' | ^8))))");
    assert_eq!(wrong(&format!("{call}calls: ((callee: ^7)))))")), "use of undefined summary '^7' | ^7))))");
    assert_eq!(wrong_summary("alias: (module: ^0, {F}, aliasee: ^3)))"), "use of undefined summary '^3' | alias:");
    assert_eq!(wrong_summary("alias: (module: ^4, {F}, aliasee: ^3)))"), "use of undefined module '^4' | ^4, fl");
}

#[test]
fn what_is_wrong_with_entries() {
    for (entry, message) in [
        ("^1 gv", "expected '=' here | gv"),
        ("^1 = foo: ()", "unexpected summary kind | foo: ("),
        ("^1 = gv (", "expected ':' here | ("),
        ("^1 = gv: x", "expected '(' here | x"),
        ("^1 = gv: (x", "expected name or guid tag | x"),
        ("^1 = gv: (guid: x", "expected integer | x"),
        ("^1 = gv: (name: x", "expected string constant | x"),
        ("^1 = gv: (guid: 1 x", "expected ')' here | x"),
        ("^1 = gv: (guid: 1, x", "expected 'summaries' here | x"),
        ("^1 = gv: (guid: 1, summaries: (x", "expected summary type | x"),
        ("^1 = module: (x", "expected 'path' here | x"),
        ("^1 = module: (path: \"a\" x", "expected ',' here | x"),
        ("^1 = module: (path: \"a\", x", "expected 'hash' here | x"),
        ("^1 = module: (path: \"a\", hash: (1, 4294967296", "expected 32-bit integer (too large) | 429496"),
        ("^1 = typeid: (x", "expected 'name' here | x"),
        ("^1 = typeid: (name: \"a\", x", "expected 'summary' here | x"),
        ("^1 = typeid: (name: \"a\", summary: (x", "expected 'typeTestRes' here | x"),
        ("^1 = typeid: (name: \"a\", summary: (typeTestRes: (kind: x", "unexpected TypeTestResolution kind | x"),
        ("^1 = typeid: (name: \"a\", summary: (typeTestRes: (kind: unsat, x", "expected 'sizeM1BitWidth' here | x"),
        ("^1 = typeidCompatibleVTable: (name: \"a\", summary: ((x", "expected 'offset' here | x"),
        ("^1 = typeidCompatibleVTable: (name: \"a\", summary: ((offset: 1, x", "expected GV ID | x"),
        ("^1 = typeidCompatibleVTable: (name: \"a\", summary: ((offset: 1, ^0 x", "expected ')' in call | x"),
        ("^1 = flags x", "expected ':' here | x"),
        ("^1 = blockcount: -1", "expected integer | -1"),
    ] {
        assert_eq!(wrong(entry), message, "{entry}");
    }
    let typeid = "^1 = typeid: (name: \"a\", summary: (typeTestRes: (kind: unsat, sizeM1BitWidth: 0";
    for (rest, message) in [
        (", x", "expected optional TypeTestResolution field | x"),
        ("), x", "expected 'wpdResolutions' here | x"),
        ("), wpdResolutions: ((offset: 0, x", "expected 'wpdRes' here | x"),
        ("), wpdResolutions: ((offset: 0, wpdRes: (kind: x", "unexpected WholeProgramDevirtResolution kind | x"),
        (
            "), wpdResolutions: ((offset: 0, wpdRes: (kind: indir, x",
            "expected optional WholeProgramDevirtResolution field | x",
        ),
        ("), wpdResolutions: ((offset: 0, wpdRes: (kind: indir, resByArg: (x", "expected 'args' here | x"),
        ("), wpdResolutions: ((offset: 0, wpdRes: (kind: indir, resByArg: (args: (1), x", "expected 'byArg here | x"),
        (
            "), wpdResolutions: ((offset: 0, wpdRes: (kind: indir, resByArg: (args: (1), byArg: (kind: x",
            "unexpected WholeProgramDevirtResolution::ByArg kind | x",
        ),
        (
            "), wpdResolutions: ((offset: 0, wpdRes: (kind: indir, resByArg: (args: (1), byArg: (kind: indir, x",
            "expected optional whole program devirt field | x",
        ),
    ] {
        assert_eq!(wrong(&format!("{typeid}{rest}")), message, "{rest}");
    }
}

#[test]
fn what_is_wrong_with_summaries() {
    for (summary, message) in [
        ("variable: (x", "expected 'module' here | x"),
        ("variable: (module: x", "expected module ID | x"),
        // What LLVM takes for granted: it stumbles over the second letter.
        ("variable: (module: ^0, xy", "expected ':' here | y"),
        ("variable: (module: ^0, flags: (x", "expected gv flag type | x"),
        ("variable: (module: ^0, flags: (live 1", "expected ':' | 1"),
        ("variable: (module: ^0, flags: (live: -1", "expected integer | -1"),
        ("variable: (module: ^0, flags: (linkage: xy", "expected ')' here | y"),
        ("variable: (module: ^0, flags: (visibility: x", "expected ')' here | x"),
        ("variable: (module: ^0, flags: (importType: x", "unknown import kind. Expect definition or declaration. | x"),
        ("variable: (module: ^0, {F}, xy", "expected ':' here | y"),
        ("variable: (module: ^0, {F}, varFlags: (x", "expected gvar flag type | x"),
        ("variable: (module: ^0, {F}, varFlags: (constant: 0), x", "expected optional variable summary field | x"),
        (
            "variable: (module: ^0, {F}, varFlags: (constant: 0), vTableFuncs: ((x",
            "expected 'callee' in vTableFunc | x",
        ),
        ("variable: (module: ^0, {F}, varFlags: (constant: 0), vTableFuncs: ((virtFunc: ^1 x", "expected comma | x"),
        ("variable: (module: ^0, {F}, varFlags: (constant: 0), vTableFuncs: ((virtFunc: ^1, x", "expected offset | x"),
        ("alias: (module: ^0, {F}, x", "expected 'aliasee' here | x"),
        ("function: (module: ^0, {F}, x", "expected 'insts' here | x"),
        ("function: (module: ^0, {F}, insts: 1, x", "expected optional function summary field | x"),
    ] {
        assert_eq!(wrong_summary(summary), message, "{summary}");
    }
    for (field, message) in [
        ("funcFlags x", "expected ':' in funcFlags | x"),
        ("funcFlags: (x", "expected function flag type | x"),
        ("calls: x", "expected '(' in calls | x"),
        ("calls: (x", "expected '(' in call | x"),
        ("calls: ((x", "expected 'callee' in call | x"),
        ("calls: ((callee: x", "expected GV ID | x"),
        ("calls: ((callee: ^1, x", "expected hotness, relbf, or tail | x"),
        ("calls: ((callee: ^1, hotness: x", "invalid call edge hotness | x"),
        ("calls: ((callee: ^1, hotness: hot, relbf: 1)", "Expected only one of hotness or relbf | )"),
        ("typeIdInfo: x", "expected '(' in typeIdInfo | x"),
        ("typeIdInfo: (x", "invalid typeIdInfo list type | x"),
        ("typeIdInfo: (typeTests: (x", "expected integer | x"),
        ("typeIdInfo: (typeTestAssumeVCalls: (xy", "expected ':' here | y"),
        ("typeIdInfo: (typeTestAssumeVCalls: (vFuncId: (x", "expected 'guid' here | x"),
        ("params: ((x", "expected 'param' here | x"),
        ("params: ((param: 1, x", "expected 'offset' here | x"),
        ("params: ((param: 1, offset: x", "expected '[' here | x"),
        ("params: ((param: 1, offset: [0, 1], x", "expected 'calls' here | x"),
        ("refs: x", "expected '(' in refs | x"),
        ("refs: (readonly readonly ^1", "expected GV ID | readon"),
        ("allocs: ((x", "expected 'versions' in alloc | x"),
        ("allocs: ((versions: (x", "invalid alloc type | x"),
        ("allocs: ((versions: (none), xy", "expected ':' in memprof | y"),
        ("allocs: ((versions: (none), memProf: ((x", "expected 'type' in memprof | x"),
        ("allocs: ((versions: (none), memProf: ((type: hot, x", "expected 'stackIds' in memprof | x"),
        ("callsites: ((x", "expected 'callee' in callsite | x"),
        ("callsites: ((callee: null, x", "expected 'clones' in callsite | x"),
        ("callsites: ((callee: null, clones: (0), x", "expected 'stackIds' in callsite | x"),
        ("callsites: ((callee: null, clones: (0), stackIds: (x", "expected integer | x"),
    ] {
        assert_eq!(wrong_summary(&format!("function: (module: ^0, {{F}}, insts: 1, {field}")), message, "{field}");
    }
}

#[test]
fn ids_may_be_any_number() {
    let source = "^4294967295 = gv: (guid: 1)\n^4294967294 = module: (path: \"a\", hash: (0, 0, 0, 0, 0))\n";
    assert_eq!(
        printed(source),
        "\n^0 = module: (path: \"a\", hash: (0, 0, 0, 0, 0))\n^1 = gv: (guid: 1)\n^2 = blockcount: 0\n"
    );
}
