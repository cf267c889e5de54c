//! Bitcode in place of text, wherever a module is taken or given.

#![cfg(unix)]

use std::fs;

mod tool;

use tool::{Scratch, run};

const GOOD: &str = "define i32 @main() {\n  ret i32 7\n}\n";

/// The output of a tool that has nothing to say.
fn output(tool: &str, args: &[&str], input: &[u8]) -> Vec<u8> {
    let (status, out, err) = run(tool, args, input);
    assert_eq!((status, &*err), (0, ""), "{tool} {args:?}");
    out
}

fn text(tool: &str, args: &[&str], input: &[u8]) -> String {
    String::from_utf8(output(tool, args, input)).unwrap()
}

fn good_bitcode() -> Vec<u8> {
    output("llvm-as", &[], GOOD.as_bytes())
}

#[test]
fn there_and_back_through_pipes() {
    let bitcode = good_bitcode();
    assert!(bitcode.starts_with(b"BC\xC0\xDE"));
    let expected = format!("; ModuleID = '<stdin>'\nsource_filename = \"<stdin>\"\n\n{GOOD}");
    assert_eq!(text("llvm-dis", &[], &bitcode), expected);
    assert_eq!(text("opt", &["-S"], &bitcode), expected);
    assert_eq!(text("llvm-dis", &["-"], &output("opt", &["-f"], &bitcode)), expected);
    assert_eq!(text("lindworm", &["print", "-"], &bitcode), expected);
    assert_eq!(text("lindworm", &["convert", "-"], &bitcode), expected);
    assert_eq!(output("lindworm", &["convert", "-"], GOOD.as_bytes()), bitcode);
}

#[test]
fn what_a_file_is_called_says_nothing_of_what_is_in_it() {
    let dir = Scratch::new("names");
    let bitcode = dir.file("bitcode.ll", good_bitcode());
    let source = dir.file("text.bc", GOOD);
    for input in [&bitcode, &source] {
        assert!(text("opt", &["-S", input], b"").ends_with(GOOD));
        assert!(text("llvm-dis", &["-o", "-", input], b"").ends_with(GOOD));
        assert_eq!(text("lindworm", &["check", input], b""), "");
        assert_eq!(run("lli", &[input], b""), (7, Vec::new(), String::new()));
        assert_eq!(run("lindworm", &["run", input], b"").0, 7);
    }
}

#[test]
fn outputs_are_named_after_inputs() {
    let dir = Scratch::new("outputs");
    let source = dir.file("a.ll", GOOD);
    output("llvm-as", &[&source], b"");
    let bitcode = dir.path("a.bc");
    assert!(fs::read(&bitcode).unwrap().starts_with(b"BC"));
    let other = dir.file("b", fs::read(&bitcode).unwrap());
    fs::remove_file(&source).unwrap();
    output("llvm-dis", &[&bitcode, &other], b"");
    assert!(fs::read_to_string(&source).unwrap().ends_with(GOOD));
    assert!(fs::read_to_string(dir.path("b.ll")).unwrap().ends_with(GOOD));
    let (status, _, err) = run("llvm-dis", &[&bitcode, &other, "-o", "-"], b"");
    assert_eq!((status, &*err), (1, "error: output file name cannot be set for multiple input files\n"));
}

#[test]
fn convert_goes_by_the_name_or_the_flag() {
    let dir = Scratch::new("convert");
    let source = dir.file("a.ll", GOOD);
    let to = |args: &[&str], name: &str| {
        let path = dir.path(name);
        output("lindworm", &[&["convert", &source, "-o", &path], args].concat(), b"");
        fs::read(path).unwrap().starts_with(b"BC")
    };
    assert!(to(&[], "x.bc") && to(&[], "x") && to(&["--to", "bitcode"], "x.ll"));
    assert!(!to(&[], "y.ll") && !to(&["--to=text"], "y.bc"));
}

#[test]
fn bad_bitcode_is_refused_with_its_place_and_leaves_the_output_alone() {
    let dir = Scratch::new("bad");
    let mut bitcode = good_bitcode();
    bitcode.truncate(bitcode.len() / 8 * 4);
    let input = dir.file("bad.bc", &bitcode);
    let kept = dir.file("out", "old");
    let said = |tool: &str, args: &[&str]| {
        let (status, out, err) = run(tool, args, b"");
        assert_eq!((status, out.len()), (1, 0), "{tool}: {err}");
        assert_eq!(fs::read(&kept).unwrap(), b"old");
        err
    };
    let error = said("llvm-dis", &[&input, "-o", &kept]);
    let reason = error.strip_prefix("llvm-dis: error: ").unwrap();
    assert!(reason.starts_with("can't skip to bit "), "{reason}");
    assert_eq!(said("opt", &[&input, "-o", &kept]), format!("opt: {input}: error: {reason}"));
    let error = said("lindworm", &["convert", &input, "-o", &kept]);
    assert!(
        error.starts_with(&format!("{input}: error: {}", reason.trim_end())) && error.contains(" at bit "),
        "{error}"
    );
}

#[test]
fn modules_are_put_together_and_taken_apart() {
    let dir = Scratch::new("several");
    let a = dir.file("a.bc", output("llvm-as", &[], b"@a = global i32 1\n"));
    let b = dir.file("b.bc", output("llvm-as", &[], b"@b = global i32 2\n"));
    let both = dir.path("both.bc");
    for binary in [&[][..], &["-b"]] {
        output("llvm-cat", &[binary, &["-o", &both, &a, &b]].concat(), b"");
        let (status, _, err) = run("opt", &["-S", &both], b"");
        assert_eq!((status, err), (1, format!("opt: {both}: error: Expected a single module\n")));
        output("llvm-dis", &[&both], b"");
        assert!(fs::read_to_string(dir.path("both.1.ll")).unwrap().ends_with("@b = global i32 2\n"));
        let one = output("llvm-modextract", &[binary, &["-n", "0", "-o", "-", &both]].concat(), b"");
        assert!(text("llvm-dis", &[], &one).ends_with("@a = global i32 1\n"));
    }
    let (status, _, err) = run("llvm-modextract", &["-n", "2", "-o", "-", &both], b"");
    let said = "llvm-modextract: error: module index out of range; bitcode file contains 2 module(s)\n";
    assert_eq!((status, &*err), (1, said));
    let (_, _, err) = run("llvm-modextract", &[&both], b"");
    assert_eq!(err.lines().last(), Some("llvm-modextract: for the -n option: must be specified at least once!"));
}

fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, contents) in members {
        let name = format!("{name}/");
        archive.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, contents.len()).bytes());
        archive.extend_from_slice(contents);
        archive.resize(archive.len().next_multiple_of(2), b'\n');
    }
    archive
}

#[test]
fn members_of_archives() {
    let dir = Scratch::new("archives");
    let bitcode = good_bitcode();
    let one = dir.file("one.a", archive(&[("text", b"some text"), ("m.o", &bitcode)]));
    assert!(text("lindworm", &["print", &one], b"").ends_with(GOOD));
    let two = dir.file("two.a", archive(&[("m.o", &bitcode), ("n.o", &bitcode)]));
    let (status, _, err) = run("opt", &["-S", &two], b"");
    let said = format!("opt: {two}: error: 2 modules in this archive: take one, as in FILE(m.o)\n");
    assert_eq!((status, err), (1, said));
    assert!(text("opt", &["-S", &format!("{two}(n.o)")], b"").ends_with(GOOD));
    assert!(text("llvm-dis", &["-o", "-", &format!("{two}(n.o)")], b"").ends_with(GOOD));
    let (status, _, err) = run("lindworm", &["print", &format!("{two}(x.o)")], b"");
    assert_eq!(status, 1);
    assert!(err.ends_with(": no member 'x.o' in this archive\n"), "{err}");
}

#[test]
fn the_analyzer() {
    let bitcode = good_bitcode();
    let shown = text("llvm-bcanalyzer", &["-dump"], &bitcode);
    assert!(shown.starts_with("<IDENTIFICATION_BLOCK_ID NumWords="), "{shown}");
    assert!(shown.contains("    <INST_RET abbrevid="), "{shown}");
    assert!(shown.contains("Summary of -:\n"), "{shown}");
    assert_eq!(text("lindworm", &["analyze", "--dump", "-"], &bitcode), shown);
    let (status, _, err) = run("llvm-bcanalyzer", &[], &bitcode[..10]);
    assert_eq!((status, &*err), (1, "llvm-bcanalyzer: Bitcode stream should be a multiple of 4 bytes in length\n"));
    let (status, _, err) = run("llvm-bcanalyzer", &["/nonexistent"], b"");
    assert_eq!((status, &*err), (1, "llvm-bcanalyzer: No such file or directory\n"));
}

#[test]
fn the_order_of_uses_survives() {
    let input = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, %x\n  %z = mul i32 %y, %x\n  ret i32 %z\n}\n";
    let said = text("verify-uselistorder", &[], input);
    assert!(
        said.starts_with("*** verify-uselistorder ***\nverify bitcode\nverify assembly\nreverse\nverify bitcode\n"),
        "{said}"
    );
}

#[test]
fn summaries_are_written_and_shown() {
    let bitcode = output("opt", &["-module-summary"], b"define void @f() {\n  ret void\n}\n");
    let shown = text("llvm-dis", &[], &bitcode);
    assert!(shown.contains("^1 = gv: (name: \"f\", summaries: (function: (module: ^0, "), "{shown}");
    // One that says nothing is there too.
    let bitcode = output("opt", &["-module-summary"], b"");
    assert!(text("llvm-bcanalyzer", &["-dump"], &bitcode).contains("<GLOBALVAL_SUMMARY_BLOCK "));
}

#[test]
fn only_opt_makes_types_with_one_identifier_one() {
    let input = b"!named = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", identifier: \"i\")\n";
    assert!(text("opt", &["-S"], input).contains("!0 = distinct !DICompositeType("));
    let shown = text("llvm-dis", &[], &output("llvm-as", &[], input));
    assert!(shown.contains("!0 = !DICompositeType("), "{shown}");
}

#[test]
fn who_uses_addresses_of_blocks_is_told_as_the_uses_are_ordered() {
    let user = |name: &str| format!("define ptr @{name}() {{\n  ret ptr blockaddress(@f, %a)\n}}\n");
    let input = format!("define void @f() {{\n  br label %a\na:\n  ret void\n}}\n{}{}", user("g"), user("h"));
    let shown = text("llvm-bcanalyzer", &["-dump"], &output("llvm-as", &[], input.as_bytes()));
    assert!(shown.contains("<BLOCKADDR_USERS op0=2 op1=1/>"), "{shown}");
}

#[test]
fn unsafe_atomics_are_marked_whatever_they_do() {
    let input = b"define void @f(ptr %p, double %d) \"amdgpu-unsafe-fp-atomics\"=\"true\" {\n  \
        %x = atomicrmw fmin ptr %p, double %d monotonic\n  ret void\n}\n";
    let shown = text("llvm-dis", &[], &output("llvm-as", &[], input));
    assert!(shown.contains("!amdgpu.no.remote.memory.access !0, !amdgpu.ignore.denormal.mode !0\n"), "{shown}");
}

#[test]
fn metadata_without_bodies() {
    let input = b"!named = !{!0}\n!llvm.module.flags = !{!1}\n!0 = !{i32 7}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\ndeclare void @g()\ndefine void @f(i32 %x) noinline {\n  ret void\n}\n";
    let shown = text("llvm-dis", &["-materialize-metadata"], &output("llvm-as", &[], input));
    assert!(
        shown.contains(
            "declare void @g()\n\n; Materializable\n; Function Attrs: noinline\ndefine void @f(i32 %0) #0 {}\n"
        )
    );
    assert!(shown.ends_with("\n!0 = !{i32 7}\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n"), "{shown}");
}

#[test]
fn annotations() {
    let input = b"@x = global i32 0\ndefine i32 @f() {\n  %a = load i32, ptr @x\n  ret i32 %a\n}\n";
    let shown = text("llvm-dis", &["-show-annotations"], &output("llvm-as", &[], input));
    assert!(shown.contains("\n@x = global i32 0                                 ; [#uses=1 type=ptr]\n"), "{shown}");
    assert!(shown.contains("\n; [#uses=0]\ndefine i32 @f() {\n"), "{shown}");
    let load = format!("\n{:50}; [#uses=1 type=i32]\n  ret i32 %a\n", "  %a = load i32, ptr @x, align 4");
    assert!(shown.contains(&load), "{shown}");
}

#[test]
fn alias_metadata_that_is_wrong_takes_all_of_its_kind_with_it() {
    let load = |name: &str, tag: u32| {
        format!("define i32 @{name}(ptr %p) {{\n  %x = load i32, ptr %p, !tbaa !{tag}, !range !9\n  ret i32 %x\n}}\n")
    };
    let nodes = "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!4 = !{!1, !1, i64 4}\n!9 = !{i32 0, i32 5}\n";
    let printed = |second: u32| {
        let source = format!("{}{}{nodes}", load("a", 0), load("b", second));
        text("llvm-dis", &[], &output("llvm-as", &["-disable-verify"], source.as_bytes()))
    };
    assert_eq!(printed(0).matches("!tbaa").count(), 2);
    let stripped = printed(4);
    assert_eq!((stripped.matches("!tbaa").count(), stripped.matches("!range").count()), (0, 2));
}
