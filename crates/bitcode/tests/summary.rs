//! Module summaries there and back.

use lindworm_bitcode::file::BitcodeFile;
use lindworm_bitcode::{WriteOptions, read_summary, write_index, write_with_summary};
use lindworm_ir::summary::{Guid, Hotness, SummaryIndex, SummaryKind};
use lindworm_ir::{Context, Module};

/// A text with a summary.
fn read(text: &str) -> (Module, SummaryIndex) {
    let options = lindworm_text::ReadOptions { summary: true, ..Default::default() };
    match lindworm_text::read(&Context::new(), "m", text.as_bytes(), &options) {
        Ok(outcome) => (outcome.module, outcome.summary.expect("a summary")),
        Err(errors) => panic!("{errors:?}"),
    }
}

fn printed(index: &SummaryIndex) -> String {
    let mut out = Vec::new();
    lindworm_text::write_summary(index, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn summary_of(bitcode: &[u8]) -> SummaryIndex {
    read_summary("m.bc", &BitcodeFile::single_module(bitcode).unwrap()).unwrap().expect("a summary")
}

/// Flags of the summary of a global.
const FLAGS: &str = "flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, \
    canAutoHide: 0, importType: definition)";

/// An index with something of every kind.
fn combined() -> String {
    let local = FLAGS.replace("external", "internal").replace("dsoLocal: 0", "dsoLocal: 1");
    let hidden = FLAGS.replace("default", "hidden").replace("definition", "declaration");
    format!(
        "^0 = module: (path: \"a-b.o\", hash: (1, 2, 3, 4, 5))\n\
         ^1 = module: (path: \"c.o\", hash: (0, 0, 0, 0, 0))\n\
         ^2 = gv: (guid: 10, summaries: (function: (module: ^0, {FLAGS}, insts: 7, funcFlags: (readNone: 0, readOnly: 1, \
         noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, \
         mustBeUnreachable: 1), calls: ((callee: ^3, hotness: hot), (callee: ^4, tail: 1)), \
         typeIdInfo: (typeTests: (^8, 77), typeTestAssumeVCalls: (vFuncId: (^8, offset: 16)), \
         typeCheckedLoadVCalls: (vFuncId: (guid: 5, offset: 8)), \
         typeTestAssumeConstVCalls: ((vFuncId: (^8, offset: 24), args: (42, 43))), \
         typeCheckedLoadConstVCalls: ((vFuncId: (guid: 5, offset: 0)))), \
         callsites: ((callee: ^3, clones: (0, 1), stackIds: (123456789123456789, 5))), \
         params: ((param: 0, offset: [-4, 11]), (param: 1, offset: [0, 7], calls: ((callee: ^3, param: 2, offset: [1, 1])))), \
         refs: (^5, readonly ^6, writeonly ^5)))) ; guid = 10\n\
         ^3 = gv: (guid: 11, summaries: (function: (module: ^0, {local}, insts: 1), function: (module: ^1, {hidden}, insts: 2)))\n\
         ^4 = gv: (guid: 12, summaries: (function: (module: ^1, {FLAGS}, insts: 1)))\n\
         ^5 = gv: (guid: 13, summaries: (variable: (module: ^1, {FLAGS}, varFlags: (readonly: 1, writeonly: 0, constant: 1), \
         refs: (^2, ^3))))\n\
         ^6 = gv: (guid: 14, summaries: (variable: (module: ^0, {FLAGS}, varFlags: (readonly: 0, writeonly: 1, constant: 0))))\n\
         ^7 = gv: (guid: 15, summaries: (alias: (module: ^0, {FLAGS}, aliasee: ^2)))\n\
         ^8 = typeid: (name: \"T\", summary: (typeTestRes: (kind: byteArray, sizeM1BitWidth: 5, alignLog2: 1, sizeM1: 2, \
         bitMask: 3, inlineBits: 4), wpdResolutions: ((offset: 0, wpdRes: (kind: singleImpl, singleImplName: \"f\")), \
         (offset: 8, wpdRes: (kind: indir, resByArg: (args: (1, 2), byArg: (kind: uniformRetVal, info: 9), \
         args: (3), byArg: (kind: virtualConstProp, byte: 4, bit: 2)))))))\n\
         ^9 = flags: 33\n\
         ^10 = blockcount: 99\n"
    )
}

#[test]
fn an_index_of_several_modules() {
    let (_, index) = read(&combined());
    assert_eq!(printed(&summary_of(&write_index(&index, &WriteOptions::default()))), printed(&index));
}

#[test]
fn an_index_of_several_modules_tells_how_allocations_were_reached_if_it_is_asked_for() {
    let index = |[one, other]: [&str; 2]| {
        read(&format!(
            "^0 = module: (path: \"a.o\", hash: (0, 0, 0, 0, 0))\n\
             ^1 = gv: (guid: 1, summaries: (function: (module: ^0, {FLAGS}, insts: 1, allocs: ((versions: (cold, notcold), \
             memProf: ((type: notcold, stackIds: ({one})), (type: hot, stackIds: ({other}))))))))\n"
        ))
        .1
    };
    let full = index(["12345678901234567890, 5", "5"]);
    for (allocation_contexts, expected) in [(true, &full), (false, &index(["", ""]))] {
        let options = WriteOptions { allocation_contexts, ..WriteOptions::default() };
        assert_eq!(printed(&summary_of(&write_index(&full, &options))), printed(expected));
    }
}

const MODULE: &str = "source_filename = \"m.c\"\n\
    define i32 @f() {\n  ret i32 0\n}\n\
    define internal void @g() {\n  ret void\n}\n\
    @v = global ptr @f\n@t = constant [1 x ptr] [ptr @g]\n@a = alias i32 (), ptr @f\n\
    ^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n";

/// The summary of a module.
fn of_module() -> String {
    let local = FLAGS.replace("external", "internal");
    format!(
        "{MODULE}\
         ^1 = gv: (name: \"f\", summaries: (function: (module: ^0, {FLAGS}, insts: 1, calls: ((callee: ^2, hotness: cold), \
         (callee: ^6)), refs: (^3, writeonly ^4))))\n\
         ^2 = gv: (name: \"g\", summaries: (function: (module: ^0, {local}, insts: 1, allocs: ((versions: (none), \
         memProf: ((type: cold, stackIds: (7, 8)), (type: notcold, stackIds: (7))))), \
         callsites: ((callee: ^1, clones: (0), stackIds: (8, 9))))))\n\
         ^3 = gv: (name: \"v\", summaries: (variable: (module: ^0, {FLAGS}, varFlags: (readonly: 1, writeonly: 1, \
         constant: 0), refs: (^1))))\n\
         ^4 = gv: (name: \"t\", summaries: (variable: (module: ^0, {FLAGS}, varFlags: (readonly: 0, writeonly: 0, constant: 1, \
         vcall_visibility: 2), vTableFuncs: ((virtFunc: ^2, offset: 16)))))\n\
         ^5 = gv: (name: \"a\", summaries: (alias: (module: ^0, {FLAGS}, aliasee: ^1)))\n\
         ^6 = gv: (guid: 1234567890123456789)\n\
         ^7 = typeidCompatibleVTable: (name: \"T\", summary: ((offset: 8, ^4)))\n\
         ^8 = flags: 8\n^9 = blockcount: 2\n"
    )
}

#[test]
fn that_of_a_module_stands_in_it() {
    let (module, mut index) = read(&of_module());
    let again = summary_of(&write_with_summary(&module, &index, &WriteOptions::default()));
    // The name of the file is what tells the modules of several files apart.
    index.modules.values_mut().for_each(|m| m.path = b"m.bc"[..].into());
    assert_eq!(printed(&again), printed(&index));
}

#[test]
fn how_often_calls_are_made_is_told_by_frequency_if_that_is_asked_for_and_no_profile_tells() {
    let calls = "calls: ((callee: ^2, relbf: 256, tail: 1), (callee: ^3, hotness: hot))";
    let text = format!(
        "declare void @g()\ndeclare void @h()\ndefine void @f() {{\n  ret void\n}}\n\
         define void @p() !prof !0 {{\n  ret void\n}}\n!0 = !{{!\"function_entry_count\", i64 1}}\n\
         ^0 = module: (path: \"m\", hash: (0, 0, 0, 0, 0))\n\
         ^1 = gv: (name: \"f\", summaries: (function: (module: ^0, {FLAGS}, insts: 1, {calls})))\n\
         ^2 = gv: (name: \"g\")\n^3 = gv: (name: \"h\")\n\
         ^4 = gv: (name: \"p\", summaries: (function: (module: ^0, {FLAGS}, insts: 1, {calls})))\n"
    );
    let (module, index) = read(&text);
    let calls = |name: &str, relative_frequencies| {
        let options = WriteOptions { relative_frequencies, ..WriteOptions::default() };
        let again = summary_of(&write_with_summary(&module, &index, &options));
        let summary = &again.globals[&Guid::of_identifier(name.as_bytes())].summaries[0];
        let SummaryKind::Function(function) = &summary.kind else { panic!("{name} is no function") };
        function.calls.iter().map(|c| (c.relative_frequency, c.hotness, c.tail)).collect::<Vec<_>>()
    };
    let by_profile = [(0, Hotness::Unknown, true), (0, Hotness::Hot, false)];
    assert_eq!(calls("f", false), by_profile);
    assert_eq!(calls("f", true), [(256, Hotness::Unknown, true), (0, Hotness::Unknown, false)]);
    assert_eq!(calls("p", true), by_profile);
}

#[test]
fn a_module_without_a_summary_has_none() {
    let (module, _) = read(MODULE);
    let bytes = lindworm_bitcode::write(&module, &WriteOptions::default());
    assert_eq!(read_summary("m", &BitcodeFile::single_module(&bytes).unwrap()), Ok(None));
}

#[test]
fn any_bits_give_an_answer() {
    let (module, of_module) = read(&of_module());
    let (_, combined) = read(&combined());
    let options = WriteOptions { allocation_contexts: true, ..WriteOptions::default() };
    for data in [write_index(&combined, &options), write_with_summary(&module, &of_module, &options)] {
        for bit in 0..data.len() * 8 {
            let mut data = data.clone();
            data[bit / 8] ^= 1 << (bit % 8);
            let Ok(contents) = BitcodeFile::single_module(&data) else { continue };
            let _ = read_summary("m", &contents);
        }
    }
}

#[test]
fn a_module_that_does_not_say_from_what_file_it_was_made_has_a_summary() {
    let text = format!(
        "define void @f() {{\n  ret void\n}}\n^0 = module: (path: \"m.bc\", hash: (0, 0, 0, 0, 0))\n\
         ^1 = gv: (name: \"f\", summaries: (function: (module: ^0, {FLAGS}, insts: 1)))\n"
    );
    let (mut module, summary) = read(&text);
    module.set_source_filename("");
    let index = summary_of(&write_with_summary(&module, &summary, &WriteOptions::default()));
    assert!(printed(&index).contains("name: \"f\", summaries: (function: (module: ^0, "), "{}", printed(&index));
}

#[test]
fn a_function_refers_to_an_ifunc() {
    let text = format!(
        "@i = ifunc void (), ptr @f\ndefine ptr @f() {{\n  ret ptr @i\n}}\n^0 = module: (path: \"m.bc\", hash: (0, 0, 0, 0, 0))\n\
         ^1 = gv: (name: \"f\", summaries: (function: (module: ^0, {FLAGS}, insts: 1, refs: (^2))))\n^2 = gv: (name: \"i\")\n"
    );
    let (module, summary) = read(&text);
    let index = summary_of(&write_with_summary(&module, &summary, &WriteOptions::default()));
    assert!(printed(&index).contains("refs: (^"), "{}", printed(&index));
}
