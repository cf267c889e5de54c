//! `opt -thinlto-bc`.

#![cfg(unix)]

use std::fs;

mod tool;

use tool::{Scratch, run};

/// What a run of a tool that succeeds prints.
fn output(tool: &str, args: &[&str], input: &str) -> String {
    let (status, out, err) = run(tool, args, input.as_bytes());
    assert_eq!((status, &*err), (0, ""), "{tool} {args:?}");
    String::from_utf8(out).unwrap()
}

/// A module as it comes back from a file for ThinLTO. `test` tells from whom the files are.
fn again(test: &str, args: &[&str], input: &str) -> String {
    let dir = Scratch::new(test);
    let (input, file) = (dir.file("a.ll", input), dir.path("a.bc"));
    output("opt", &[&["-thinlto-bc", "-o", &file, &input], args].concat(), "");
    output("llvm-dis", &["-o", "-", &file], "")
}

const PLAIN: &str = "declare void @g()\ndefine void @f() {\n  call void @g()\n  ret void\n}\n";

#[test]
fn a_module_gets_its_summary_its_hash_and_flags() {
    let text = again("flags", &[], PLAIN);
    assert!(text.contains("!llvm.module.flags = !{!0}\n\n!0 = !{i32 1, !\"EnableSplitLTOUnit\", i32 0}\n"));
    assert!(text.contains("^0 = module: (path: ") && !text.contains("hash: (0, 0, 0, 0, 0)"));
    assert!(text.contains("insts: 2, calls: ((callee: ^"));
    let text = again("flags", &["-unified-lto", "-thinlto-split-lto-unit"], PLAIN);
    assert!(text.contains("!0 = !{i32 1, !\"EnableSplitLTOUnit\", i32 1}\n!1 = !{i32 1, !\"UnifiedLTO\", i32 1}\n"));
    assert!(text.contains("= flags: 520\n"));
}

#[test]
fn the_thin_link_gets_a_file_that_has_names_and_summary_alone() {
    let dir = Scratch::new("thin-link");
    let [whole, part] = ["whole.bc", "part.bc"].map(|name| dir.path(name));
    output("opt", &["-thinlto-bc", "-o", &whole, &format!("-thin-link-bitcode-file={part}")], PLAIN);
    let index = |file: &str| {
        let text = output("llvm-dis", &["-print-thinlto-index-only", "-o", "-", file], "");
        text.replace(file, "")
    };
    assert_eq!(index(&whole), index(&part));
    let dump = output("llvm-bcanalyzer", &["-dump", &part], "");
    let blocks = ["GLOBALVAL_SUMMARY_BLOCK", "STRTAB_BLOCK", "<FUNCTION", "<HASH"];
    assert!(blocks.iter().all(|block| dump.contains(block)), "{dump}");
    assert!(!dump.contains("FUNCTION_BLOCK") && !dump.contains("TYPE_BLOCK"), "{dump}");
    let (status, _, err) = run("llvm-dis", &[&part], b"");
    assert!(status != 0 && err.contains("Invalid record"), "{err}");
}

/// A type that only this module knows.
const TYPES: &str = "@t = constant [1 x ptr] zeroinitializer, !type !0\ndeclare i1 @llvm.type.test(ptr, metadata)\n\
    define i1 @f(ptr %p) {\n  %x = call i1 @llvm.type.test(ptr %p, metadata !1)\n  ret i1 %x\n}\n\
    !0 = !{i64 8, !1}\n!1 = distinct !{}\n";

#[test]
fn types_that_only_the_module_knows_get_names() {
    let text = again("types", &[], TYPES);
    // The MD5 sum of "f\0t\0".
    let name = "1.f11105d39ef9e0b7d510b997f892ebde";
    assert!(text.contains(&format!("metadata !\"{name}\")")), "{text}");
    assert!(text.contains(&format!("!{{i64 8, !\"{name}\"}}")), "{text}");
    assert!(text.contains(&format!("typeidCompatibleVTable: (name: \"{name}\"")), "{text}");
}

#[test]
fn what_is_to_be_split_and_exports_nothing_is_for_full_lto() {
    let text = TYPES.replace("@t = ", "@t = internal ").replace("define ", "define internal ");
    let dir = Scratch::new("unsplittable");
    let [whole, part] = ["whole.bc", "part.bc"].map(|name| dir.path(name));
    let thin_link = format!("-thin-link-bitcode-file={part}");
    output("opt", &["-thinlto-bc", "-thinlto-split-lto-unit", "-o", &whole, &thin_link], &text);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&part).unwrap());
    assert!(output("llvm-dis", &["-o", "-", &whole], "").contains("!{i32 1, !\"ThinLTO\", i32 0}"));
    assert!(output("llvm-bcanalyzer", &["-dump", &whole], "").contains("<FULL_LTO_GLOBALVAL_SUMMARY_BLOCK"));
}

#[test]
fn what_cannot_be_written_is_said() {
    let (status, out, err) = run("opt", &["-thinlto-bc", "-thinlto-split-lto-unit"], TYPES.as_bytes());
    assert_eq!((status, out), (1, Vec::new()));
    assert!(err.ends_with("error: a module with type metadata is to be split, which is not supported\n"), "{err}");
}
