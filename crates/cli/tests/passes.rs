//! `opt -passes=...`, as its users see it.

#![cfg(unix)]

mod tool;

use tool::Scratch;

const TEXT: &str = "%named = type { i32 }
%llvm.dbg.type = type { i8 }
@llvm.used = appending global [1 x ptr] [ptr @used], section \"llvm.metadata\"
@used = internal global %named zeroinitializer
@internal = internal global %llvm.dbg.type zeroinitializer
@llvm.dbg.kept = private global i8 0
@external = global i8 0
@alias = internal alias i8, ptr @external
define internal void @function(i32 %argument, i32 %llvm.dbg.argument) !dbg !3 {
block:
  %value = add i32 %argument, %llvm.dbg.argument, !dbg !4
    #dbg_value(i32 %value, !5, !DIExpression(), !4)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: \"a.c\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"function\", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 1, scope: !3)
!5 = !DILocalVariable(name: \"value\", scope: !3)
";

/// What `opt` prints after some passes, without empty lines and the module's name.
fn after(passes: &str, text: &str) -> String {
    let dir = Scratch::new(passes);
    let input = dir.file("in.ll", text);
    let (status, out, err) = tool::run("opt", &["-S", &format!("-passes={passes}"), &input], b"");
    assert_eq!((status, &*err), (0, ""), "{passes}");
    let text = String::from_utf8(out).unwrap();
    text.lines().skip(2).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn strip() {
    let expected = "%0 = type { i32 }
%1 = type { i8 }
@llvm.used = appending global [1 x ptr] [ptr @used], section \"llvm.metadata\"
@used = internal global %0 zeroinitializer
@0 = internal global %1 zeroinitializer
@1 = private global i8 0
@external = global i8 0
@alias = internal alias i8, ptr @external
define internal void @2(i32 %0, i32 %1) {
  %3 = add i32 %0, %1
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !\"Debug Info Version\", i32 3}
";
    assert_eq!(after("strip", TEXT), expected);
    assert_eq!(after("strip,verify,strip", TEXT), expected);
}

#[test]
fn strip_nondebug() {
    let text = after("module(strip-nondebug)", TEXT);
    let names = |text: &str| {
        text.lines().take_while(|line| !line.starts_with('!')).map(|l| format!("{l}\n")).collect::<String>()
    };
    let expected = "%0 = type { i32 }
%llvm.dbg.type = type { i8 }
@llvm.used = appending global [1 x ptr] [ptr @used], section \"llvm.metadata\"
@used = internal global %0 zeroinitializer
@0 = internal global %llvm.dbg.type zeroinitializer
@llvm.dbg.kept = private global i8 0
@external = global i8 0
@alias = internal alias i8, ptr @external
define internal void @1(i32 %0, i32 %llvm.dbg.argument) !dbg !3 {
  %2 = add i32 %0, %llvm.dbg.argument, !dbg !4
    #dbg_value(i32 %2, !5, !DIExpression(), !4)
  ret void
}
";
    assert_eq!(names(&text), expected);
}

#[test]
fn name_anon_globals() {
    let text = "@0 = global i8 0
@seen = global i8 0
@unseen = internal global i8 0
@declared = external global i8
@1 = alias i8, ptr @0
declare void @also_declared()
define void @also_seen() {
  ret void
}
define void @2() {
  ret void
}
";
    // With the sum of the names of what is defined here and seen outside, functions first: `also_seenseen`.
    let anon = |number: u32| format!("@anon.0e71249fd0fb7ab0fbf7a611924f43e0.{number}");
    let expected = text.replace("@0", &anon(1)).replace("@1", &anon(2)).replace("@2", &anon(0));
    assert_eq!(after("name-anon-globals", text), expected);
    assert_eq!(after("name-anon-globals", "@x = global i8 0\n"), "@x = global i8 0\n");
}

/// What `opt` says on the standard error with these flags.
fn told(flags: &[&str]) -> String {
    let text = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %x\n}\n\ndefine void @g() {\n  ret void\n}\n";
    let all = [&["-disable-output", "-passes=no-op-module,function(dce,adce)"], flags].concat();
    let (status, _, err) = tool::run("opt", &all, text.as_bytes());
    assert_eq!(status, 0, "{err}");
    err
}

#[test]
fn passes_are_shown_as_they_run() {
    let changed = "*** IR Dump After DCEPass on f ***\ndefine i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    assert_eq!(told(&["-print-changed=quiet"]), changed);
    let printed = "; *** IR Dump Before ADCEPass on g ***\ndefine void @g() {\n  ret void\n}\n";
    assert_eq!(told(&["-print-before=adce", "-filter-print-funcs=g"]), printed);
    let all = told(&["-print-after-all", "-print-module-scope"]);
    assert_eq!(all.matches("; ModuleID").count(), 5);
    assert!(all.starts_with("; *** IR Dump After NoOpModulePass on [module] ***\n"), "{all}");
    let running = "Running pass: NoOpModulePass on [module]\nRunning pass: DCEPass on f (2 instructions)\n\
                   Running pass: ADCEPass on f (1 instruction)\nRunning pass: DCEPass on g (1 instruction)\n\
                   Running pass: ADCEPass on g (1 instruction)\nRunning pass: VerifierPass on [module]\n";
    assert_eq!(told(&["-debug-pass-manager"]), running);
}

#[test]
fn passes_are_bisected() {
    let bisected = "BISECT: running pass (1) no-op-module on [module]\nBISECT: NOT running pass (2) dce on f\n\
                    BISECT: NOT running pass (3) adce on f\nBISECT: NOT running pass (4) dce on g\n\
                    BISECT: NOT running pass (5) adce on g\n";
    assert_eq!(told(&["-opt-bisect-limit=1", "-print-changed=quiet"]), bisected);
    assert_eq!(told(&["-opt-disable=dce,adce", "-print-changed=quiet"]), "");
}

#[test]
fn a_pipeline_is_printed() {
    let (status, out, _) = tool::run(
        "opt",
        &["-disable-output", "-print-pipeline-passes", "-passes=no-op-cgscc,dce,no-op-loop"],
        b"define void @f() {\n  ret void\n}\n",
    );
    let expected = "cgscc(no-op-cgscc,function(dce),function(loop(no-op-loop))),verify\n";
    assert_eq!((status, &*String::from_utf8(out).unwrap()), (0, expected));
}

#[test]
fn inner_loops_come_first_and_loops_with_the_same_parent_in_reverse_postorder() {
    let text = "define void @f(i1 %c) {\n\
                entry:\n  br label %a\n\
                a:\n  br i1 %c, label %a, label %b\n\
                b:\n  br label %b1\n\
                b1:\n  br i1 %c, label %b1, label %b2\n\
                b2:\n  br i1 %c, label %b2, label %b3\n\
                b3:\n  br i1 %c, label %b, label %fork\n\
                fork:\n  br i1 %c, label %x, label %y\n\
                x:\n  br i1 %c, label %x, label %end\n\
                y:\n  br i1 %c, label %y, label %end\n\
                end:\n  ret void\n}\n";
    let flags = ["-disable-output", "-debug-pass-manager", "-passes=no-op-loop"];
    let (status, _, err) = tool::run("opt", &flags, text.as_bytes());
    let of_loop =
        |line: &str| line.strip_prefix("Running pass: NoOpLoopPass on loop ")?.split(' ').next().map(String::from);
    let order: Vec<String> = err.lines().filter_map(of_loop).collect();
    assert_eq!((status, order.join(" ")), (0, "%a %b1 %b2 %b %y %x".into()));
}

#[test]
fn names_that_stay_public_are_listed_by_patterns() {
    let text = "define void @ab() {\n  ret void\n}\n\ndefine void @c() {\n  ret void\n}\n";
    let flags = ["-S", "-passes=internalize", "-internalize-public-api-list=x,[a-b]*"];
    let (status, out, err) = tool::run("opt", &flags, text.as_bytes());
    let out = String::from_utf8(out).unwrap();
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("define void @ab()") && out.contains("define internal void @c()"), "{out}");
}
