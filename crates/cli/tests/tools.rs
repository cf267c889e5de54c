//! The tools under LLVM's names, as other programs call them.

#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

mod tool;

use tool::Scratch;

const GOOD: &str = "define void @f() {\n  ret void\n}\n";
const BAD: &str = "define void @f() {\n\tret i33 zero\n}\n";

/// Exit status, output and error output of a tool that takes and gives text.
fn run(tool: &str, args: &[&str], input: &str) -> (i32, String, String) {
    let (status, output, errors) = tool::run(tool, args, input.as_bytes());
    (status, String::from_utf8(output).unwrap(), errors)
}

fn printed(name: &str) -> String {
    format!("; ModuleID = '{name}'\nsource_filename = \"{name}\"\n\n{GOOD}")
}

#[test]
fn standard_input_to_standard_output() {
    let expected = (0, printed("<stdin>"), String::new());
    for args in [&["-S"][..], &["-S", "-"], &["--S", "-o", "-"], &["-S", "-passes=verify", "-disable-verify", "-f"]] {
        assert_eq!(run("opt", args, GOOD), expected, "{args:?}");
    }
    assert_eq!(run("/usr/lib/llvm-22/bin/opt-22", &["-S"], GOOD), expected);
    assert_eq!(run("llvm-dis", &[], GOOD), expected);
}

#[test]
fn files() {
    let dir = Scratch::new("files");
    let input = dir.file("in.ll", GOOD);
    let output = dir.0.join("out.ll");
    let (status, out, err) = run("opt", &["-S", &input, "-o", output.to_str().unwrap()], "");
    assert_eq!((status, out, err), (0, String::new(), String::new()));
    assert_eq!(fs::read_to_string(output).unwrap(), printed(&input));
}

#[test]
fn an_error_is_said_as_llvm_says_it_and_leaves_the_output_alone() {
    let dir = Scratch::new("error");
    let output = dir.file("out.ll", "old");
    let (status, out, err) = run("path/to/opt", &["-S", "-o", &output], BAD);
    assert_eq!((status, out), (1, String::new()));
    assert_eq!(
        err,
        "path/to/opt: <stdin>:2:10: error: expected value token\n        ret i33 zero\n                ^\n"
    );
    assert_eq!(fs::read_to_string(output).unwrap(), "old");
}

#[test]
fn missing_files() {
    let (status, _, err) = run("opt", &["-S", "/nonexistent.ll"], "");
    assert_eq!(
        (status, &*err),
        (1, "opt: /nonexistent.ll: error: Could not open input file: No such file or directory\n")
    );
    let (status, _, err) = run("opt", &["-S", "-o", "/nonexistent/out.ll"], GOOD);
    assert_eq!((status, &*err), (1, "No such file or directory\n"));
}

#[test]
fn special_files_are_written_directly() {
    assert_eq!(run("opt", &["-S", "-o", "/dev/null"], GOOD).0, 0);
    assert_eq!(run("opt", &["-S", "-o", "/dev/stdout"], GOOD).1, printed("<stdin>"));
}

#[test]
fn what_is_not_done_is_said() {
    assert_eq!(run("llvm-as", &["-disable-output"], GOOD), (0, String::new(), String::new()));
    assert_eq!(run("opt", &["-S", "-passes=slp-vectorizer"], GOOD).2, "opt: unknown pass name 'slp-vectorizer'\n");
}

#[test]
fn the_null_device_takes_bitcode() {
    let done = (0, String::new(), String::new());
    assert_eq!(run("opt", &["-o", "/dev/null"], GOOD), done);
    assert_eq!(run("llvm-as", &["-o", "/dev/null"], GOOD), done);
    assert_eq!(run("llvm-as", &["-o", "/dev/null"], BROKEN).0, 1);
}

/// What `target datalayout` and `target triple` a tool prints for a module.
fn target(args: &[&str], input: &str) -> String {
    let (status, out, err) = run("opt", args, input);
    assert_eq!((status, &*err), (0, ""), "{args:?}");
    out.lines().filter(|l| l.starts_with("target")).map(|l| format!("{l}\n")).collect()
}

#[test]
fn triple_and_data_layout_of_the_command_line_win() {
    let module = "target datalayout = \"e\"\ntarget triple = \"bpf\"\n";
    let bpf = "target datalayout = \"e-m:e-p:64:64-i64:64-i128:128-n32:64-S128\"\n";
    assert_eq!(target(&["-S", "-mtriple=", "-data-layout="], module), module);
    assert_eq!(target(&["-S", "-mtriple", "linux-bpf"], ""), format!("{bpf}target triple = \"bpf-unknown-linux\"\n"));
    assert_eq!(
        target(&["-S", "-mtriple=bpfeb"], module),
        "target datalayout = \"e\"\ntarget triple = \"bpfeb\"\n",
        "the text's layout stays"
    );
    assert_eq!(target(&["-S", "-data-layout=E-S64", "-mtriple=bpf"], module), module.replace("\"e\"", "\"E-S64\""));
    let (status, _, err) = run("opt", &["-S", "-data-layout=x"], "");
    assert_eq!((status, &*err), (1, "opt: <unknown>:0: error: unknown specifier 'x'\n"));
}

#[test]
fn only_opt_infers_and_only_a_layout_of_what_it_knows() {
    // By the layout of AVR, functions are in another address space.
    let pointer = "target triple = \"avr\"\n@p = global ptr @f\ndeclare void @f()\n";
    assert_eq!(run("opt", &["-disable-output"], pointer).0, 1);
    assert_eq!(run("llvm-as", &["-disable-output"], pointer).0, 0);
    assert_eq!(run("llvm-as", &["-disable-output", "-data-layout=P1"], pointer).0, 1);
    let (status, _, err) = run("opt", &["-S", "-mtriple=unheard-of"], "");
    let said = "opt: warning: failed to infer data layout from target triple\nopt: unrecognized architecture 'unheard' provided.\n";
    assert_eq!((status, &*err), (1, said));
    assert_eq!(
        target(&["-S", "-mtriple=unknown", "-data-layout=e"], "target triple = \"unheard-of\"").lines().count(),
        2
    );
}

#[test]
fn rules_go_by_the_triple_of_the_command_line() {
    let private = "$v = comdat any\n@v = private global i32 0, comdat\n";
    assert_eq!(run("opt", &["-disable-output", "-mtriple=x86_64-linux"], private).0, 0);
    let (status, _, err) = run("opt", &["-disable-output", "-mtriple=x86_64-win32"], private);
    assert!(status == 1 && err.starts_with("comdat global value has private linkage\n"), "{err}");
}

#[test]
fn nobody_reads_the_output() {
    let mut source = String::new();
    for n in 0..10_000 {
        source += &format!("@a_global_with_a_long_name_{n} = global i32 {n}\n");
    }
    let dir = Scratch::new("pipe");
    let input = dir.file("in.ll", &source);
    let child = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .arg0("opt")
        .args(["-S", &input])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(74), &b""[..]));
}

#[test]
fn links_under_llvms_names() {
    let dir = Scratch::new("links");
    let tools = dir.0.join("tools");
    let link = || run("lindworm", &["tools", tools.to_str().unwrap()], "");
    assert_eq!(link().0, 0);
    assert_eq!(link().0, 0, "a second time");
    let output = Command::new(tools.join("opt")).args(["-S", "-disable-output", "/dev/null"]).output().unwrap();
    assert!(output.status.success());
    fs::remove_file(tools.join("opt")).unwrap();
    dir.file("tools/opt", "something else");
    assert_eq!(link().0, 1, "a file that is no link stays");
    // Only by name: it writes no assembly yet.
    assert!(!tools.join("llc").exists());
    assert_eq!(run("lindworm", &["tools", tools.to_str().unwrap(), "llc"], "").0, 0);
    assert!(tools.join("llc").exists());
    assert_eq!(run("lindworm", &["tools", tools.to_str().unwrap(), "gcc"], "").0, 2);
}

/// A range whose bounds are equal.
const BROKEN: &str =
    "define void @f(ptr %p) {\n  %x = load i8, ptr %p, align 1, !range !0\n  ret void\n}\n\n!0 = !{i8 5, i8 5}\n";
const SAID: &str = "The upper and lower limits cannot be the same value\n  %x = load i8, ptr %p, align 1, !range !0\n";

#[test]
fn a_broken_module_is_refused_unless_the_verifier_is_off() {
    let refused = format!("{SAID}opt: -: error: input module is broken!\n");
    assert_eq!(run("opt", &["-S"], BROKEN), (1, "".into(), refused.clone()));
    assert_eq!(run("opt", &["-passes=verify", "-disable-output"], BROKEN), (1, "".into(), refused));
    let (status, out, err) = run("opt", &["-S", "-disable-verify"], BROKEN);
    assert!(status == 0 && err.is_empty() && out.ends_with(BROKEN), "{out}{err}");
    let refused = format!("llvm-as: assembly parsed, but does not verify as correct!\n{SAID}");
    assert_eq!(run("llvm-as", &["-disable-output"], BROKEN), (1, "".into(), refused));
    assert_eq!(run("llvm-as", &["-disable-output", "-disable-verify"], BROKEN), (0, "".into(), "".into()));
}

#[test]
fn broken_debug_info_is_dropped_with_a_warning() {
    let flags = "!llvm.module.flags = !{!0}\n\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    let input =
        format!("define void @f() !dbg !1 {{\n  ret void\n}}\n{flags}!1 = distinct !DISubprogram(name: \"f\")\n");
    let (status, out, err) = run("opt", &["-S"], &input);
    assert_eq!((status, out), (0, format!("{}\n{flags}", printed("<stdin>"))));
    let said = "subprogram definitions must have a compile unit\n";
    assert!(err.starts_with(said) && err.ends_with("warning: ignoring invalid debug info in <stdin>\n"), "{err}");
}

#[test]
fn opt_does_not_ask_for_a_list_of_compile_units() {
    let input = "define void @f() !dbg !1 {\n  ret void\n}\n\
        !llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !1 = distinct !DISubprogram(name: \"f\", unit: !2, file: !3)\n\
        !2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3)\n\
        !3 = !DIFile(filename: \"a\", directory: \"\")\n";
    assert_eq!(run("opt", &["-disable-output", "-passes=verify"], input), (0, String::new(), String::new()));
    let (status, _, err) = run("llvm-as", &["-disable-output"], input);
    assert!(status == 0 && err.starts_with("DICompileUnit not listed in llvm.dbg.cu\n"), "{err}");
}

#[test]
fn an_old_intrinsic_that_llvm_ends_at_is_refused_in_its_words() {
    let call = |align| {
        format!(
            "define void @f(ptr %p, <2 x i1> %m, <2 x i8> %v) {{\n  \
             call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr %p, i32 {align}, <2 x i1> %m)\n  ret void\n}}\n"
        )
    };
    let declared = call(3) + "declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, i32, <2 x i1>)\n";
    for (input, said) in [(call(3), ""), (declared, ""), (call(0), "zero ")] {
        let said = format!("LLVM ERROR: Invalid {said}alignment argument\n");
        assert_eq!(run("opt", &["-disable-output"], &input), (1, String::new(), said));
    }
    assert_eq!(run("opt", &["-disable-output"], &call(4)).0, 0);
}

/// Returns the number of its arguments, and the first letter of its name.
const PROGRAM: &str = "define i32 @main(i32 %argc, ptr %argv) {\n  ret i32 %argc\n}\n\
    define i32 @name(i32 %argc, ptr %argv) {\n  %p = load ptr, ptr %argv\n  %c = load i8, ptr %p\n  %r = zext i8 %c to i32\n  \
    ret i32 %r\n}\n";

#[test]
fn lli_runs_programs() {
    let dir = Scratch::new("lli");
    let program = dir.file("program.ll", PROGRAM);
    let lli = |args: &[&str]| run("lli", args, PROGRAM);
    assert_eq!(lli(&[&program]), (1, String::new(), String::new()));
    assert_eq!(lli(&["-force-interpreter", "-O2", "--jit-kind=mcjit", "-"]).0, 1);
    // What follows the file is the program's.
    assert_eq!(lli(&[&program, "-O7", "--", "x"]).0, 4);
    assert_eq!(lli(&["-entry-function=name", "-fake-argv0", "Zoo", &program]).0, i32::from(b'Z'));
    let part = dir.file("part.ll", "define i32 @part() {\n  ret i32 9\n}\n");
    let whole =
        dir.file("whole.ll", "declare i32 @part()\ndefine i32 @main() {\n  %r = call i32 @part()\n  ret i32 %r\n}\n");
    for more in [&[][..], &["-force-interpreter"]] {
        assert_eq!(lli(&[more, &["-extra-module", part.as_str(), whole.as_str()]].concat()).0, 9);
    }
    if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        let (object, archive) = (dir.path("part.o"), dir.path("part.a"));
        assert_eq!(run("llc", &["-filetype=obj", &part, "-o", &object], "").0, 0);
        assert_eq!(run("llvm-ar", &["rc", &archive, &object], "").0, 0);
        assert_eq!(lli(&["-extra-object", &object, &whole]).0, 9);
        assert_eq!(lli(&["-extra-archive", &archive, &whole]).0, 9);
        let (status, _, err) = lli(&["-force-interpreter", "-extra-object", &object, &whole]);
        assert_eq!((status, err.as_str()), (1, "lli: error: objects cannot be interpreted\n"));
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn lli_compiles_functions_when_they_are_called() {
    let text = "@word = constant [3 x i8] c\"hi\\00\"\ndeclare i32 @puts(ptr)\ndeclare void @nowhere()\n\
        define void @unused() {\n  call void @nowhere()\n  ret void\n}\ndefine i32 @callee() {\n  %x = call i32 @puts(ptr @word)\n  ret i32 5\n}\n\
        define i32 @main() {\n  %x = call i32 @callee()\n  ret i32 %x\n}\n\
        define i32 @bad() {\n  call void @unused()\n  ret i32 0\n}\n";
    let lli = |args: &[&str]| run("lli", &[&["-jit-kind=orc-lazy"], args].concat(), text);
    assert_eq!(lli(&[]), (5, "hi\n".into(), String::new()));
    assert_eq!(lli(&["-orc-lazy-debug=funcs-to-stdout"]).1, "[ main ]\n[ callee ]\nhi\n");
    assert_eq!(
        lli(&["-entry-function=bad"]),
        (1, String::new(), "JIT session error: Symbols not found: [ nowhere ], in @unused\n".into())
    );
    let (status, out, _) = lli(&["-orc-lazy-debug=mods-to-stdout"]);
    let dump = "; ModuleID = '<stdin>.submodule.0x";
    assert!(status == 5 && out.matches(dump).count() == 2 && out.contains("declare i32 @callee()"), "{out}");
    let whole = "define void @unused() {\n  ret void\n}\ndefine i32 @main() {\n  ret i32 3\n}\n";
    let flags =
        ["-jit-kind=orc-lazy", "-per-module-lazy", "-orc-lazy-debug=funcs-to-stdout", "-thread-entry", "unused"];
    assert_eq!(run("lli", &flags, whole), (3, "[ unused main ]\n".into(), String::new()));
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn lli_keeps_objects() {
    let dir = Scratch::new("lli-cache");
    let program = dir.file("program.ll", "define i32 @main() {\n  ret i32 4\n}\n");
    let cache = dir.path("cache");
    let lli = || run("lli", &["-enable-cache-manager", "-object-cache-dir", &cache, &program], "").0;
    assert_eq!(lli(), 4);
    // The object counts from now on.
    dir.file("program.ll", "define i32 @main() {\n  ret i32 5\n}\n");
    assert_eq!(lli(), 4);
    let object = format!("{cache}/{}", program.replace(".ll", ".o"));
    std::fs::remove_file(object).unwrap();
    assert_eq!(lli(), 5);
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn emulated_thread_local_variables() {
    let text = "@x = thread_local global i32 42\ndefine i32 @main() {\n  %v = load i32, ptr @x\n  ret i32 %v\n}\n";
    assert_eq!(run("lli", &["-emulated-tls"], text).0, 42);
    let (status, _, err) = run("lli", &["-emulated-tls", "-no-process-syms"], text);
    let expected = "lli: JIT session error: Symbols not found: [ __emutls_get_address ]\n";
    assert_eq!((status, err.as_str()), (1, expected));
    let dir = Scratch::new("emulated-tls");
    let object = dir.path("object.o");
    assert_eq!(run("llc", &["-filetype=obj", "-emulated-tls", "-o", &object], text).0, 0);
    let (_, symbols, _) = run("llvm-nm", &[&object], "");
    assert!(symbols.contains(" D __emutls_v.x\n") && symbols.contains(" U __emutls_get_address\n"), "{symbols}");
}

#[test]
fn what_lli_cannot_compile_is_interpreted() {
    // A thread-local variable that does not begin as zero.
    let text = "@v = thread_local global i32 3\n@w = global i32 1\n@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] \
        [{ i32, ptr, ptr } { i32 65535, ptr @end, ptr null }]\n@word = constant [4 x i8] c\"end\\00\"\n\
        declare i32 @puts(ptr)\ndefine void @end() {\n  call i32 @puts(ptr @word)\n  ret void\n}\n\
        define i32 @main() {\n  %x = load i32, ptr @VARIABLE\n  ret i32 %x\n}\n";
    for (variable, status) in [("v", 3), ("w", 1)] {
        let text = text.replace("VARIABLE", variable);
        let text = if variable == "v" { text } else { text.replace("thread_local ", "") };
        assert_eq!(run("lli", &[], &text), (status, "end\n".into(), String::new()));
    }
}

#[test]
fn lli_says_what_is_wrong() {
    let (status, _, err) = run("lli", &["-entry-function=other"], PROGRAM);
    assert_eq!((status, err.as_str()), (255, "lli: error: 'other' function not found in module.\n"));
    let (status, _, err) = run("lli", &["-jit-kind=other"], PROGRAM);
    assert_eq!((status, err.as_str()), (1, "lli: for the --jit-kind option: Cannot find option named 'other'!\n"));
    let (status, _, err) = run("lli", &["-S"], PROGRAM);
    assert_eq!((status, err.as_str()), (1, "lli: Unknown command line argument '-S'.  Try: 'lli --help'\n"));
    let (status, _, err) = run("lli", &[], BAD);
    assert_eq!(
        (status, err.as_str()),
        (1, "lli: <stdin>:2:10: error: expected value token\n        ret i33 zero\n                ^\n")
    );
    let undefined = "define i32 @main() {\n  %x = udiv i32 1, 0\n  ret i32 %x\n}\n";
    let (status, _, err) = run("lli", &["-force-interpreter"], undefined);
    assert!(status == 70 && err.contains("error[UB0101]: division by zero"), "{status} {err}");
}

#[test]
fn summaries_of_modules() {
    let (code, out, err) =
        run("opt", &["-S", "-module-summary"], "@x = global i32 1\ndefine ptr @f() {\n  ret ptr @x\n}\n");
    assert_eq!((code, &*err), (0, ""));
    let summary = out.split_once("\n\n^0 = ").unwrap().1;
    assert!(summary.starts_with("module: (path: \"[Regular LTO]\", hash: (0, 0, 0, 0, 0))\n"), "{summary}");
    let function = summary.lines().find(|line| line.contains("name: \"f\"")).unwrap();
    assert!(function.contains(", insts: 1, refs: (^"), "{function}");

    // What other modules cannot name they cannot use.
    let mut opt = Command::new(env!("CARGO_BIN_EXE_lindworm"));
    let scratch = Scratch::new("summary");
    let input = scratch.file("unnamed.ll", "define void @0() {\n  ret void\n}\n");
    let output = opt.arg0("opt").args(["-module-summary", &input, "-o", "-"]).output().unwrap();
    assert_eq!(output.status.code(), None);
    assert_eq!(output.stderr, b"LLVM ERROR: Unexpected anonymous function when writing summary\n");
}

#[test]
fn work_is_done_in_one_thread_where_there_are_no_more() {
    let dir = Scratch::new("threads");
    let text: String = (0..100).map(|n| format!("define void @f{n}() {{\n  ret void\n}}\n")).collect();
    let input = dir.file("in.ll", &text);
    // There is address space for the tool, but not for the stacks of so many threads.
    let script = "ulimit -v 800000; RAYON_NUM_THREADS=1000 exec \"$0\" print \"$1\" -o -";
    let output = Command::new("/bin/sh").args(["-c", script, env!("CARGO_BIN_EXE_lindworm"), &input]).output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("\ndefine void @f99() {\n  ret void\n}\n"));
}
