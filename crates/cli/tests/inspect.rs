//! The commands that look into modules: `stats`, `callers`, `grep`, `show`.

#![cfg(unix)]

mod tool;

use tool::Scratch;

const MODULE: &str = "%pair = type { i32, ptr }
@table = global [2 x ptr] [ptr @used, ptr null]
@other = alias i32 (i32), ptr @used
@unused = global %pair zeroinitializer
define i32 @used(i32 %x) nounwind {
  %y = add nsw i32 %x, 1
  ret i32 %y
}
define i32 @main() {
  %a = call i32 @used(i32 1), !callees !0
  %b = call i32 @callback(ptr @used)
  store volatile i32 %a, ptr @unused
  %c = add i32 %a, %b
  ret i32 %c
}
declare i32 @callback(ptr)
!0 = !{ptr @used}
";

/// Exit status and output of `lindworm`; what is wrong, if its output is empty.
fn lindworm(args: &[&str]) -> (i32, String) {
    let (status, out, err) = tool::run("lindworm", args, MODULE.as_bytes());
    let out = String::from_utf8(out).unwrap();
    (status, if out.is_empty() { err } else { out })
}

#[test]
fn every_use_of_a_symbol_is_listed() {
    let expected = "<stdin>:2:1: initializer: ptr @table
<stdin>:3:1: alias: ptr @other
<stdin>:10:3: @main: call: %a = call i32 @used(i32 1), !callees !0
<stdin>:11:3: @main: address: %b = call i32 @callback(ptr @used)
<stdin>:17:1: metadata: !0 = !{ptr @used}
";
    assert_eq!(lindworm(&["callers", "@used", "-"]), (0, expected.into()));
    let (_, calls) = lindworm(&["callers", "u?ed", "-", "--kind", "call"]);
    assert_eq!(calls, "<stdin>:10:3: @main: call: %a = call i32 @used(i32 1), !callees !0\n");
    let (status, error) = lindworm(&["callers", "missing", "-"]);
    assert!(status == 1 && error.contains("no symbol is named 'missing'"), "{error}");
}

#[test]
fn instructions_are_found_by_patterns() {
    let found = |pattern| lindworm(&["grep", pattern, "-"]);
    assert_eq!(found("%_ = add nsw i32 _, 1"), (0, "<stdin>:6:3: @used: %y = add nsw i32 %x, 1\n".into()));
    assert_eq!(found("call @callback(@used)"), (0, "<stdin>:11:3: @main: %b = call i32 @callback(ptr @used)\n".into()));
    assert_eq!(found("store volatile").1, "<stdin>:12:3: @main: store volatile i32 %a, ptr @unused, align 4\n");
    assert_eq!(found("fadd"), (1, String::new()));
    assert_eq!(lindworm(&["grep", "add", "-", "--in", "m*", "--count"]), (0, "<stdin>: 1\n".into()));
    assert!(found(" ").1.contains("nothing to look for"));
}

#[test]
fn a_symbol_is_shown_with_what_it_needs() {
    let expected = "; ModuleID = '<stdin>'
source_filename = \"<stdin>\"

@table = global [2 x ptr] [ptr @used, ptr null]

; Function Attrs: nounwind
declare i32 @used(i32) #0

attributes #0 = { nounwind }
";
    assert_eq!(lindworm(&["show", "table", "-"]), (0, expected.into()));
    let (_, colored) = lindworm(&["show", "table", "-", "--color=always"]);
    assert!(colored.contains("\x1b[1;36m@table\x1b[0m"), "{colored}");
    // An alias is shown with what it is a name of.
    assert!(lindworm(&["show", "other", "-"]).1.contains("define i32 @used"));
}

#[test]
fn counts_come_in_three_forms() {
    let (_, text) = lindworm(&["stats", "-"]);
    assert!(text.contains("\n    functions defined                                   2\n"), "{text}");
    let (_, csv) = lindworm(&["stats", "--format=csv", "-"]);
    assert!(csv.starts_with("file,group,name,count\n<stdin>,module,functions defined,2\n"), "{csv}");
    assert!(csv.contains("\n<stdin>,instructions,add,2\n"), "{csv}");
    assert!(csv.contains("\n<stdin>,bytes of variables,writable,32\n"), "{csv}");
    let (_, json) = lindworm(&["stats", "--format=json", "-"]);
    assert!(json.contains("\"instructions\":{\"add\":2,\"call\":2,\"ret\":2,\"store\":1}"), "{json}");
}

#[test]
fn archives_are_looked_into() {
    let dir = Scratch::new("inspect-archive");
    let (_, bitcode, _) = tool::run("llvm-as", &["-o", "-"], MODULE.as_bytes());
    let mut archive = b"!<arch>\n".to_vec();
    for name in ["one.o/", "two.o/"] {
        archive.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, bitcode.len()).as_bytes());
        archive.extend(&bitcode);
        if bitcode.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    let path = dir.file("two.a", &archive);
    let (status, out) = lindworm(&["grep", "--count", "add", &path]);
    assert_eq!((status, out), (0, format!("{path}(one.o): 2\n{path}(two.o): 2\n")));
}

/// `lindworm corpus` and `stats --format=parquet` start another program, as git starts its subcommands.
#[cfg(unix)]
#[test]
fn corpus_is_a_program_on_the_path() {
    use std::os::unix::fs::PermissionsExt;
    let dir = std::env::temp_dir().join(format!("lindworm-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let run = |args: &[&str]| {
        let path = format!("{}:/usr/bin:/bin", dir.display());
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_lindworm")).args(args).env("PATH", path).output();
        let output = output.unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (status, text) = run(&["corpus", "--help"]);
    assert_eq!(status, Some(1));
    assert!(
        text.starts_with("lindworm: error: there is no `lindworm-corpus` beside this program or on the PATH"),
        "{text}"
    );
    let program = dir.join("lindworm-corpus");
    std::fs::write(&program, "#!/bin/sh\necho \"$@\"\nexit 3\n").unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(run(&["corpus", "in", "--map", "stats", "-h"]), (Some(3), "in --map stats -h\n".into()));
    assert_eq!(
        run(&["stats", "--format=parquet", "a.bc", "b.bc"]),
        (Some(1), "--map features --output - -- a.bc b.bc\n".into())
    );
    std::fs::remove_dir_all(dir).unwrap();
}
