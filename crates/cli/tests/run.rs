//! `lindworm run`, as other programs call it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Undefined behaviour, and how the machine gives up, in exit statuses.
const UNDEFINED: i32 = 70;
const GAVE_UP: i32 = 71;
const REFUSED: i32 = 72;

/// Runs `lindworm run` with these arguments and this standard input: exit status, output and error output.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .arg("run")
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that is refused does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs a program that is the standard input.
fn run_text(options: &[&str], text: &str) -> (i32, String, String) {
    run(&[options, &["-"]].concat(), text)
}

/// A module that does this in its `main`, which has the parameters `%argc` and `%argv`.
fn main_of(body: &str) -> String {
    format!("define i32 @main(i32 %argc, ptr %argv) {{\n{body}\n}}\n")
}

/// A file of its own for one test, which goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("lindworm-run-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n---\n{text}");
    }
}

#[test]
fn the_exit_status_is_the_programs() {
    for status in [0, 1, 42, 255, 256] {
        let text = main_of(&format!("  ret i32 {status}"));
        assert_eq!(run_text(&[], &text), (status & 0xff, String::new(), String::new()), "{status}");
    }
}

#[test]
fn what_follows_the_file_is_the_programs() {
    let program = Scratch::new("args.ll", &main_of("  ret i32 %argc"));
    assert_eq!(run(&[program.path()], "").0, 1);
    assert_eq!(run(&[program.path(), "--undef", "-x", "--"], "").0, 4);
    let second = main_of(
        "  %p = getelementptr ptr, ptr %argv, i64 1\n  %q = load ptr, ptr %p\n  %c = load i8, ptr %q\n  \
         %r = zext i8 %c to i32\n  ret i32 %r",
    );
    let program = Scratch::new("second.ll", &second);
    assert_eq!(run(&[program.path(), "Abc"], "").0, i32::from(b'A'));
}

#[test]
fn a_report_says_what_where_and_with_which_values() {
    let text = main_of("  %d = sub i32 %argc, 1\n  %q = sdiv i32 7, %d\n  ret i32 %q");
    let (status, out, err) = run_text(&[], &text);
    assert_eq!((status, out.as_str()), (UNDEFINED, ""));
    contains(
        &err,
        &[
            "error[UB0101]: division by zero",
            "7 / 0",
            "--> <stdin>:3:3",
            "%q = sdiv i32 7, %d\n  |   ^^^^^^^^^^^^^^^^^^^",
            "= value: i32 %d = 0",
            "lindworm explain UB0101",
        ],
    );
}

#[test]
fn a_report_names_the_instruction_that_made_the_poison_and_why() {
    let text = main_of(
        "  %p = add nuw i32 %argc, -1\n  %c = icmp eq i32 %p, 3\n  br i1 %c, label %a, label %a\na:\n  ret i32 0",
    );
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, UNDEFINED);
    contains(
        &err,
        &[
            "error[UB0301]",
            "--> <stdin>:4:3",
            "the poison was made here: 1 + 4294967295 does not fit in an unsigned i32, against `nuw`",
            "--> <stdin>:2:3",
            "i32 %p = poison",
        ],
    );
}

/// `f` calls itself until it divides by zero.
const NESTED: &str = "define i32 @f(i32 %n) {\n  %d = sdiv i32 100, %n\n  %m = sub i32 %n, 1\n  %r = call i32 @f(i32 %m)\n  \
    ret i32 %r\n}\ndefine i32 @main() {\n  %r = call i32 @f(i32 20)\n  ret i32 %r\n}\n";

#[test]
fn calls_that_repeat_themselves_are_told_of_once() {
    let (status, _, err) = run_text(&[], NESTED);
    assert_eq!(status, UNDEFINED);
    contains(&err, &["@f at <stdin>:2", "@f at <stdin>:4\n", "this call 20 times", "@main at <stdin>:8"]);
}

#[test]
fn short_form() {
    let text = main_of("  %p = alloca i32\n  store i64 1, ptr %p\n  ret i32 0");
    let expected = "<stdin>:3:3: error: access out of bounds: store of 8 bytes at offset 0 of an object of 4 bytes \
                    [UB0207]\n<stdin>:2:3: note: it was allocated here\n";
    assert_eq!(run_text(&["--format", "short"], &text), (UNDEFINED, String::new(), expected.into()));
}

#[test]
fn json_form() {
    let (status, out, err) = run_text(&["--format=json"], NESTED);
    assert_eq!((status, out.as_str(), err.lines().count()), (UNDEFINED, "", 1));
    let report: Value = serde_json::from_str(&err).unwrap();
    assert_eq!(report["type"], "undefined-behaviour");
    assert_eq!(report["code"], "UB0101");
    assert_eq!(report["place"]["function"], "f");
    assert_eq!(report["place"]["file"], "<stdin>");
    assert_eq!((&report["place"]["line"], &report["place"]["column"]), (&2.into(), &3.into()));
    assert_eq!(report["place"]["instruction"], "%d = sdiv i32 100, %n");
    assert_eq!(report["operands"][0]["name"], "i32 %n");
    assert_eq!(report["operands"][0]["value"], "0");
    assert_eq!(report["stack"].as_array().unwrap().len(), 22);
    assert_eq!(report["stack"][21]["line"], 8);
}

#[test]
fn json_tells_of_objects() {
    let text = "@table = global [4 x i32] zeroinitializer\n".to_owned()
        + &main_of(
            "  %i = add i32 %argc, 3\n  %p = getelementptr i32, ptr @table, i32 %i\n  %v = load i32, ptr %p\n  ret i32 %v",
        );
    let (status, _, err) = run_text(&["--format=json"], &text);
    assert_eq!(status, UNDEFINED);
    let report: Value = serde_json::from_str(&err).unwrap();
    let object = &report["operands"][0]["object"];
    assert_eq!((&object["kind"], &object["name"]), (&"global".into(), &"table".into()));
    assert_eq!((&object["size"], &object["offset"]), (&16.into(), &16.into()));
}

/// Debug information: the division is in line 7 of a file, in a function that is inlined into line 12.
const DEBUG: &str = r#"define i32 @main(i32 %argc, ptr %argv) !dbg !4 {
  %d = sub i32 %argc, 1, !dbg !8
  %q = sdiv i32 7, %d, !dbg !8
  ret i32 %q, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "FILE", directory: "DIRECTORY")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "quotient", scope: !1, file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILexicalBlock(scope: !5, file: !1, line: 6)
!7 = distinct !DILocation(line: 12, column: 5, scope: !4)
!8 = !DILocation(line: 7, column: 14, scope: !6, inlinedAt: !7)
!9 = !DILocation(line: 13, column: 3, scope: !4)
"#;

#[test]
fn debug_information_leads_to_the_source() {
    let source = Scratch::new("source.c", "1\n2\n3\n4\n5\n6\n    return 7 / divisor;\n8\n");
    let directory = source.0.parent().unwrap().to_str().unwrap();
    let file = source.0.file_name().unwrap().to_str().unwrap();
    let text = DEBUG.replace("DIRECTORY", directory).replace("FILE", file);
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, UNDEFINED, "{err}");
    contains(&err, &[&format!("--> {file}:7:14"), "7 |     return 7 / divisor;", "::: <stdin>:3:3"]);
    let (_, _, err) = run_text(&["--format=short"], &text);
    assert!(err.starts_with(&format!("{file}:7:14: error: division by zero: 7 / 0 [UB0101]\n")), "{err}");
    let (_, _, err) = run_text(&["--format=json"], &text);
    let report: Value = serde_json::from_str(&err).unwrap();
    let places = report["place"]["source"].as_array().unwrap();
    assert_eq!((&places[0]["function"], &places[0]["line"]), (&"quotient".into(), &7.into()));
    assert_eq!((&places[1]["function"], &places[1]["line"]), (&"main".into(), &12.into()));
    // What an isolated program says of files is not looked at.
    let (_, _, err) = run_text(&["--isolated"], &text);
    assert!(!err.contains("divisor;") && err.contains("--> <stdin>:3:3"), "{err}");
}

#[test]
fn files_that_debug_information_names_are_only_read_if_they_are_files() {
    let text = DEBUG.replace("DIRECTORY", "/dev").replace("FILE", "zero");
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, UNDEFINED);
    contains(&err, &["--> <stdin>:3:3"]);
}

/// Does it twice at one place, and once at another.
const THREE_TIMES: &str = "define i32 @f(i32 %d) {\n  %q = sdiv i32 1, %d\n  ret i32 %q\n}\ndefine i32 @main() {\n  \
    %a = call i32 @f(i32 0)\n  %b = call i32 @f(i32 0)\n  %c = udiv i32 1, 0\n  ret i32 5\n}\n";

#[test]
fn a_program_may_go_on_after_a_warning() {
    let (status, _, err) = run_text(&["--ub=warn", "--format=short"], THREE_TIMES);
    let expected = "<stdin>:2:3: warning: division by zero: 1 / 0 [UB0101]\n<stdin>:8:3: warning: division by zero: 1 / 0 [UB0101]\n";
    assert_eq!((status, err.as_str()), (5, expected));
    assert_eq!(run_text(&["--ub=ignore"], THREE_TIMES), (5, String::new(), String::new()));
    assert_eq!(run_text(&["--ub=stop"], THREE_TIMES).0, UNDEFINED);
}

#[test]
fn undef_bits_are_what_is_asked_for() {
    let text = main_of(
        "  %p = alloca i32\n  %x = load i32, ptr %p\n  %f = freeze i32 %x\n  %r = and i32 %f, 127\n  ret i32 %r",
    );
    assert_eq!(run_text(&[], &text).0, 0);
    assert_eq!(run_text(&["--undef=zero"], &text).0, 0);
    assert_eq!(run_text(&["--undef=ones"], &text).0, 127);
    let random: Vec<i32> =
        (0..4).map(|seed| run_text(&["--undef=random", "--seed", &seed.to_string()], &text).0).collect();
    assert!(random.iter().any(|&r| r != random[0]), "{random:?}");
    assert_eq!(run_text(&["--undef=random", "--seed=3"], &text).0, random[3]);
}

#[test]
fn an_endless_loop_ends_at_the_limit_of_steps() {
    let text = main_of("  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %j, %l ]\n  %j = add i32 %i, 1\n  br label %l");
    let (status, _, err) = run_text(&["--max-steps", "100000"], &text);
    assert_eq!(status, GAVE_UP);
    contains(&err, &["error: the program did not end within 100000 steps", "--> <stdin>:"]);
    let text = main_of("  br label %l\nl:\n  br label %l");
    assert_eq!(run_text(&["--max-steps=1000"], &text).0, GAVE_UP);
    // One that ends in time is not stopped.
    assert_eq!(run_text(&["--max-steps=1000"], &main_of("  ret i32 3")).0, 3);
}

#[test]
fn endless_recursion_exhausts_the_stack() {
    let text = "define i32 @main() {\n  %p = alloca [1000 x i8]\n  %r = call i32 @main()\n  ret i32 %r\n}\n";
    for options in [&[][..], &["--stack-size=64K"]] {
        let (status, _, err) = run_text(options, text);
        assert_eq!(status, UNDEFINED);
        contains(&err, &["error[UB0215]: the stack is exhausted", "more calls", "times"]);
    }
    // Without anything on the stack.
    let (status, _, err) = run_text(&[], "define i32 @main() {\n  %r = call i32 @main()\n  ret i32 %r\n}\n");
    assert_eq!(status, UNDEFINED);
    contains(&err, &["the stack is exhausted"]);
}

#[test]
fn memory_has_a_limit() {
    let text = main_of("  %p = alloca [2000000 x i8]\n  ret i32 0");
    assert_eq!(run_text(&[], &text).0, 0);
    assert_eq!(run_text(&["--stack-size", "1M"], &text).0, UNDEFINED);
    let (status, _, err) = run_text(&["--max-memory=16M"], "@big = global [100000000 x i8] zeroinitializer\n");
    assert_eq!(status, GAVE_UP);
    contains(&err, &["error: no memory for `@big`"]);
    // Whoever asks for ever more, gets null at some time.
    let text = "declare ptr @malloc(i64)\ndefine i32 @main() {\n  br label %l\nl:\n  \
        %p = call ptr @malloc(i64 100000)\n  %n = icmp eq ptr %p, null\n  br i1 %n, label %d, label %l\nd:\n  ret i32 7\n}\n";
    assert_eq!(run_text(&["--max-memory=64M"], text).0, 7);
}

#[test]
fn what_cannot_be_run_is_said() {
    for (text, message) in [
        ("define i32 @other() {\n  ret i32 0\n}\n", "error: there is no function `@main`"),
        ("declare i32 @main()\n", "error: the function `@main` is only declared"),
        (
            "declare void @no_such_function_anywhere()\ndefine i32 @main() {\n  call void @no_such_function_anywhere()\n  \
             ret i32 0\n}\n",
            "the function `@no_such_function_anywhere` is not defined",
        ),
    ] {
        let (status, _, err) = run_text(&[], text);
        assert_eq!(status, GAVE_UP, "{err}");
        contains(&err, &[message]);
    }
}

#[test]
fn what_is_refused_is_not_run() {
    let broken = "define i32 @main() {\n  %x = add i32 %y, 1\n  %y = add i32 1, 1\n  ret i32 %x\n}\n";
    for (text, message) in
        [("define", "error: expected type"), (broken, "error[LW0464]: Instruction does not dominate all uses!")]
    {
        let (status, out, err) = run_text(&[], text);
        assert_eq!((status, out.as_str()), (REFUSED, ""));
        contains(&err, &[message]);
    }
    let (status, _, err) = run(&["/nonexistent/file.ll"], "");
    assert_eq!((status, err.as_str()), (REFUSED, "lindworm: error: /nonexistent/file.ll: No such file or directory\n"));
}

#[test]
fn other_data_layouts_run() {
    // The first byte of a number, and the size of a pointer.
    let text = "@n = global i32 258\n".to_owned()
        + &main_of(
            "  %b = load i8, ptr @n\n  %b32 = zext i8 %b to i32\n  %e = getelementptr ptr, ptr null, i32 1\n  \
             %s = ptrtoint ptr %e to i32\n  %t = mul i32 %s, 10\n  %r = add i32 %b32, %t\n  ret i32 %r",
        );
    for (layout, expected) in [
        ("e-m:e-i64:64-n8:16:32:64-S128", 82),
        ("e-p:32:32-n32", 42),
        ("E-p:32:32-n32", 40),
        ("E-p:64:64", 80),
        ("e-p:16:16-n8:16", 22),
    ] {
        let text = format!("target datalayout = \"{layout}\"\n{text}");
        let (status, _, err) = run_text(&[], &text);
        assert_eq!(status, expected, "{layout}: {err}");
    }
}

#[test]
fn vscale_is_what_is_asked_for() {
    let text =
        main_of("  %p = getelementptr <vscale x 1 x i8>, ptr null, i64 1\n  %r = ptrtoint ptr %p to i32\n  ret i32 %r");
    assert_eq!(run_text(&[], &text).0, 1);
    assert_eq!(run_text(&["--vscale", "4"], &text).0, 4);
    assert_eq!(run_text(&["--vscale", "0"], &text).0, 2);
}

const FUNCTIONS: &str = "define i32 @add(i32 %a, i8 %b) {\n  %x = sext i8 %b to i32\n  %s = add nsw i32 %a, %x\n  ret i32 %s\n}\n\
    define { float, i1 } @pair(float %f) {\n  %a = insertvalue { float, i1 } poison, float %f, 0\n  \
    ret { float, i1 } %a\n}\n\
    define i8 @first(ptr %s) {\n  %c = load i8, ptr %s\n  ret i8 %c\n}\n\
    define void @nothing() {\n  ret void\n}\n\
    @chosen = ifunc i32 (i32, i8), ptr @choose\n@other = alias i32 (i32, i8), ptr @add\n\
    define ptr @choose() {\n  ret ptr @add\n}\n";

#[test]
fn a_volatile_access_to_null_ends_the_program_as_a_segmentation_fault_does() {
    let text = "define i32 @main() {\n  %x = load volatile i32, ptr null\n  ret i32 %x\n}\n";
    let (status, out, err) = run_text(&[], text);
    assert_eq!((status, out.as_str()), (128 + 11, ""), "{err}");
    assert!(err.starts_with("error: segmentation fault: volatile load of 4 bytes at 0x0, where no memory is"), "{err}");
    let (_, _, json) = run_text(&["--format=json"], text);
    assert!(json.contains(r#""type":"signal""#), "{json}");
}

#[test]
fn a_function_is_called_with_arguments_of_its_types() {
    let program = Scratch::new("functions.ll", FUNCTIONS);
    let call = |args: &[&str]| run(&[&["--entry", args[0], program.path()], &args[1..]].concat(), "");
    for (args, result) in [
        (&["add", "5", "-7"][..], "-2\n"),
        (&["@add", "0x10", "255"], "15\n"),
        (&["add", "2147483647", "1"], "poison\n"),
        (&["chosen", "5", "-7"], "-2\n"),
        (&["other", "5", "-7"], "-2\n"),
        (&["pair", "0.5"], "{0.5, poison}\n"),
        (&["first", "Az"], "65\n"),
        (&["nothing"], ""),
    ] {
        assert_eq!(call(args), (0, result.into(), String::new()), "{args:?}");
    }
    for (args, message) in [
        (&["add", "5"][..], "`@add` takes 2 arguments, and 1 are given"),
        (&["add", "5", "256"], "argument 2 of `@add` is of type i8, which '256' is not"),
        (&["chosen", "5"], "`@chosen` takes 2 arguments, and 1 are given"),
        (&["add", "x", "1"], "argument 1 of `@add` is of type i32, which 'x' is not"),
        (&["sub", "1"], "there is no function `@sub`"),
    ] {
        let (status, out, err) = call(args);
        assert_eq!((status, out.as_str(), err), (REFUSED, "", format!("lindworm: error: {message}\n")));
    }
    assert_eq!(call(&["first", "null"]).0, UNDEFINED);
}

#[test]
fn a_program_may_be_of_several_modules() {
    let second = Scratch::new("part.ll", "@count = global i32 40\ndefine i32 @more() {\n  ret i32 2\n}\n");
    let first = "@count = external global i32\ndeclare i32 @more()\n".to_owned()
        + &main_of("  %a = load i32, ptr @count\n  %b = call i32 @more()\n  %r = add i32 %a, %b\n  ret i32 %r");
    assert_eq!(run_text(&["--with", second.path()], &first).0, 42);
}

#[test]
fn a_trace_shows_instructions_and_results() {
    let text = "define i32 @twice(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n}\ndefine i32 @main() {\n  \
        %a = call i32 @twice(i32 21)\n  ret i32 %a\n}\n";
    let (status, out, err) = run_text(&["--trace"], text);
    assert_eq!((status, out.as_str()), (42, ""));
    let lines: Vec<Vec<&str>> = err.lines().map(|l| l.split_whitespace().collect()).collect();
    let expected = [
        "@main()",
        "0:",
        "%a = call i32 @twice(i32 21)",
        "@twice(i32 %x = 21)",
        "0:",
        "%y = add i32 %x, %x ; 42",
        "ret i32 %y ; %y = 42",
        "%a = 42",
        "ret i32 %a ; %a = 42",
    ];
    assert_eq!(lines, expected.map(|l| l.split_whitespace().collect::<Vec<_>>()), "{err}");
    let (_, _, err) = run_text(&["--trace=twice"], text);
    assert_eq!(err.lines().count(), 4, "{err}");
    assert_eq!(run_text(&["--trace=nobody"], text), (42, String::new(), String::new()));
}

#[test]
fn a_trace_tells_what_a_branch_decided() {
    let text = "define i32 @main(i32 %argc, ptr %argv) {\n  %one = icmp eq i32 %argc, 1\n  br i1 %one, label %yes, label %no\n\
        yes:\n  %two = icmp eq i32 %argc, 2\n  br i1 %two, label %no, label %end\nno:\n  ret i32 1\nend:\n  ret i32 0\n}\n";
    let (status, _, err) = run_text(&["--trace"], text);
    assert_eq!(status, 0);
    let lines: Vec<String> = err.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in ["%one = icmp eq i32 %argc, 1 ; true", "%two = icmp eq i32 %argc, 2 ; false"] {
        assert!(lines.iter().any(|l| l == line), "{line}\n{err}");
    }
}

#[test]
fn the_environment() {
    let text = "declare ptr @getenv(ptr)\ndeclare i32 @puts(ptr)\n@none = constant [2 x i8] c\"-\\00\"\n\
        @path = constant [5 x i8] c\"PATH\\00\"\n@own = constant [4 x i8] c\"OWN\\00\"\n\
        define void @show(ptr %name) {\n  %value = call ptr @getenv(ptr %name)\n  %is = icmp eq ptr %value, null\n  \
        %shown = select i1 %is, ptr @none, ptr %value\n  %r = call i32 @puts(ptr %shown)\n  ret void\n}\n"
        .to_owned()
        + &main_of("  call void @show(ptr @path)\n  call void @show(ptr @own)\n  ret i32 0");
    let host = std::env::var("PATH").unwrap();
    assert_eq!(run_text(&[], &text).1, format!("{host}\n-\n"));
    assert_eq!(run_text(&["--env", "OWN=a=b"], &text).1, format!("{host}\na=b\n"));
    assert_eq!(run_text(&["--env=PATH=here", "--env=OWN=", "--env=OWN=2"], &text).1, "here\n2\n");
    assert_eq!(run_text(&["--isolated"], &text).1, "-\n-\n");
    assert_eq!(run_text(&["--isolated", "--env=OWN=3"], &text).1, "-\n3\n");
}

#[test]
fn wrong_command_lines() {
    for args in [
        &["--env", "NAME", "-"] as &[&str],
        &[][..],
        &["--max-memory=x", "-"],
        &["--ub=maybe", "-"],
        &["--undef=two", "-"],
        &["--vscale=65", "-"],
        &["--no", "-"],
    ] {
        assert_eq!(run(args, "").0, 2, "{args:?}");
    }
}

#[test]
fn library_functions_that_are_nowhere_to_be_found() {
    let (status, _, err) = run_text(&["--load", "/nonexistent/library.so"], &main_of("  ret i32 0"));
    assert_eq!(status, GAVE_UP);
    contains(&err, &["/nonexistent/library.so"]);
}

#[test]
fn a_report_names_the_thread() {
    let text = "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n\
        define ptr @work(ptr %p) {\n  %x = load i32, ptr %p\n  %y = udiv i32 1, %x\n  ret ptr null\n}\n\
        define i32 @main() {\n  %t = alloca i64\n  %n = alloca i32\n  store i32 0, ptr %n\n  \
        %a = call i32 @pthread_create(ptr %t, ptr null, ptr @work, ptr %n)\n  %id = load i64, ptr %t\n  \
        %b = call i32 @pthread_join(i64 %id, ptr null)\n  ret i32 0\n}\n";
    let (status, _, err) = run_text(&[], text);
    assert_eq!(status, UNDEFINED);
    contains(&err, &["error[UB0101]", "in thread 1"]);
    let (_, _, err) = run_text(&["--format=json"], text);
    let report: Value = serde_json::from_str(&err).unwrap();
    assert_eq!(report["thread"], 1);
}

#[test]
fn an_isolated_program_does_not_know_its_process() {
    let text = "declare i32 @getpid()\ndeclare i64 @syscall(i64, ...)\ndeclare i32 @kill(i32, i32)\n".to_owned()
        + &main_of(
            "  %p = call i32 @getpid()\n  %t = call i64 (i64, ...) @syscall(i64 186)\n  %t32 = trunc i64 %t to i32\n  \
             %k = call i32 @kill(i32 1, i32 0)\n  %a = mul i32 %p, 10\n  %b = add i32 %a, %t32\n  %r = add i32 %b, %k\n  ret i32 %r",
        );
    let text = format!("target triple = \"x86_64-unknown-linux-gnu\"\n{text}");
    assert_eq!(run_text(&["--isolated"], &text), (11, String::new(), String::new()));
}

#[test]
fn where_a_symbol_is_missing() {
    let text = "@nowhere = external global i32\n".to_owned() + &main_of("  %x = load i32, ptr @nowhere\n  ret i32 %x");
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, GAVE_UP);
    contains(&err, &["the variable `@nowhere` is declared, but defined nowhere", "`--load LIB`", "--> <stdin>:3:3"]);
    // Without an access nobody asks.
    let unused = "@nowhere = external global i32\n".to_owned()
        + &main_of("  %n = icmp eq ptr @nowhere, null\n  %r = zext i1 %n to i32\n  ret i32 %r");
    assert_eq!(run_text(&["--isolated"], &unused).0, 0);
    let text = "module asm \"hidden:\"\nmodule asm \"  ret\"\ndeclare void @hidden()\n".to_owned()
        + &main_of("  call void @hidden()\n  ret i32 0");
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, GAVE_UP);
    contains(&err, &["the function `@hidden` is defined in module assembler, which cannot be run"]);
}

#[test]
fn assembler_that_is_not_known_is_named() {
    let of = |asm: &str| main_of(&format!("  call void asm sideeffect \"{asm}\", \"\"()\n  ret i32 0"));
    let text = format!("target triple = \"x86_64-unknown-linux-gnu\"\n{}", of("nop\\0A\\09wrmsr"));
    let (status, _, err) = run_text(&[], &text);
    assert_eq!(status, GAVE_UP);
    contains(&err, &["the instruction `wrmsr` is not known"]);
    // Of which machine it is, nobody says.
    let (status, _, err) = run_text(&[], &of("nop"));
    assert_eq!(status, 0);
    contains(&err, &["has no target triple: its inline assembler is taken as that of"]);
}

#[test]
fn without_main_other_functions_are_named() {
    let text = "define i32 @one() {\n  ret i32 1\n}\ndefine internal void @local() {\n  ret void\n}\ndefine void @two(i32 %x) {\n  ret void\n}\n";
    let (status, _, err) = run_text(&[], text);
    assert_eq!(status, GAVE_UP);
    contains(&err, &["error: there is no function `@main`", "`--entry FUNC`", "@one, @two\n"]);
}

#[test]
fn options_behind_the_file_are_pointed_out() {
    let program = Scratch::new("options.ll", &main_of("  ret i32 %argc"));
    let (status, _, err) = run(&[program.path(), "--seed", "3"], "");
    assert_eq!(status, 3);
    contains(&err, &["note: '--seed' comes after FILE"]);
    assert_eq!(run(&[program.path(), "--other", "--", "--seed=3"], ""), (4, String::new(), String::new()));
}

#[test]
fn files_that_are_no_ir_are_recognized() {
    for (name, content, what) in [
        ("program", "\u{7f}ELF\u{2}\u{1}", "an ELF file"),
        ("text.ll", "#include <stdio.h>\nint main() {}\n", "source code in C or C++"),
    ] {
        let file = Scratch::new(name, content);
        let (status, _, err) = run(&[file.path()], "");
        assert_eq!(status, REFUSED, "{err}");
        contains(&err, &["lindworm: error: ", what]);
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

/// The compiler is a script that checks its arguments and gives IR.
#[cfg(unix)]
#[test]
fn source_code_is_compiled() {
    use std::os::unix::fs::PermissionsExt;
    let source = Scratch::new("source.c", "int main(void) { return 7; }\n");
    let script = "#!/bin/sh\necho unseen\ncase \"$*\" in *'-O0 -g -S -emit-llvm -o '*) ;; *) exit 9 ;; esac\n\
        while [ \"$1\" != -o ]; do shift; done\necho 'define i32 @main() {' > \"$2\"\necho '  ret i32 7' >> \"$2\"\necho '}' >> \"$2\"\n\
        echo \"$2\" > \"$0.out\"\n";
    let compiler = Scratch::new("compiler", script);
    fs::set_permissions(&compiler.0, fs::Permissions::from_mode(0o755)).unwrap();
    let written = Scratch(compiler.0.with_extension("out"));
    let (status, out, err) = run(&["--cc", compiler.path(), source.path()], "");
    assert_eq!((status, out.as_str()), (7, ""), "{err}");
    contains(&err, &["lindworm: running ", "-O0 -g -S -emit-llvm -o ", source.path()]);
    // What was written is gone.
    let ir = fs::read_to_string(written.path()).unwrap();
    assert!(ir.trim().ends_with(".ll") && !std::path::Path::new(ir.trim()).exists(), "{ir}");

    // Options of the command come after those that they override.
    let (_, _, err) = run(&["--cc", &format!("{} -O1", compiler.path()), source.path()], "");
    contains(&err, &["-O0 -g -O1 -S -emit-llvm -o "]);
    let (status, _, err) = run(&["--cc", "false", source.path()], "");
    assert_eq!(status, REFUSED);
    contains(&err, &["lindworm: error: false could not compile "]);
    let (status, _, err) = run(&["--cc", "/nonexistent/compiler", source.path()], "");
    assert_eq!(status, REFUSED);
    contains(&err, &["/nonexistent/compiler"]);
    let without =
        Command::new(env!("CARGO_BIN_EXE_lindworm")).args(["run", source.path()]).env("PATH", "/nonexistent").output();
    let err = String::from_utf8(without.unwrap().stderr).unwrap();
    contains(&err, &["is source code in C, and there is no clang to compile it"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_where_the_program_is() {
    let text = "@go = constant [3 x i8] c\"go\\00\"\ndeclare i32 @puts(ptr)\ndeclare i32 @fflush(ptr)\n".to_owned()
        + &main_of(
            "  %p = call i32 @puts(ptr @go)\n  %f = call i32 @fflush(ptr null)\n  br label %forever\nforever:\n  \
             %i = phi i32 [ 0, %0 ], [ %n, %forever ]\n  %n = add i32 %i, 1\n  br label %forever",
        );
    let program = Scratch::new("forever.ll", &text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .args(["run", program.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 3];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut line).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&output.status), Some(2), "{err}");
    contains(&err, &["error: interrupted: the program was here", "forever.ll:"]);
}

/// Two threads take two locks, each in its own order.
#[test]
fn seeds_find_what_one_order_of_threads_hides() {
    let text = "@a = global [40 x i8] zeroinitializer, align 8\n@b = global [40 x i8] zeroinitializer, align 8\n\
        declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n\
        declare i32 @pthread_mutex_lock(ptr)\ndeclare i32 @pthread_mutex_unlock(ptr)\n\
        define void @both(ptr %p, ptr %q) {\n  %1 = call i32 @pthread_mutex_lock(ptr %p)\n  %2 = call i32 @pthread_mutex_lock(ptr %q)\n  \
        %3 = call i32 @pthread_mutex_unlock(ptr %q)\n  %4 = call i32 @pthread_mutex_unlock(ptr %p)\n  ret void\n}\n\
        define ptr @work(ptr %x) {\n  call void @both(ptr @b, ptr @a)\n  ret ptr null\n}\n\
        define i32 @main() {\n  %t = alloca i64\n  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @work, ptr null)\n  \
        call void @both(ptr @a, ptr @b)\n  %id = load i64, ptr %t\n  %j = call i32 @pthread_join(i64 %id, ptr null)\n  ret i32 0\n}\n";
    let program = Scratch::new("locks.ll", text);
    let (status, out, err) = run(&["--seeds", "100", program.path()], "");
    assert_eq!((status, out.as_str()), (GAVE_UP, ""), "{err}");
    let told = [
        "deadlock: all threads wait for one another",
        "waits for the lock `b`, which thread ",
        "lindworm: the run with seed ",
    ];
    contains(&err, &told);
    let seed = err.rsplit("`--seed ").next().and_then(|rest| rest.split('`').next()).unwrap();
    assert_eq!(run(&["--seed", seed, program.path()], "").0, GAVE_UP);

    let program = Scratch::new("no-locks.ll", &main_of("  ret i32 %argc"));
    let (status, _, err) = run(&["--seeds=5", program.path(), "--seeds", "x"], "");
    assert_eq!(status, 0, "{err}");
    contains(&err, &["lindworm: 5 seeds, and no run failed"]);
}
