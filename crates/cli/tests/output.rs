//! Output files, standard streams and signals: what every tool does when it cannot write, or is ended while it writes.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

mod tool;

use tool::Scratch;

const GOOD: &str = "define void @f() {\n  ret void\n}\n";
/// Debug information that is dropped with a warning.
const WARNED: &str = "define void @f() !dbg !1 {\n  ret void\n}\n!llvm.module.flags = !{!0}\n\
    !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = distinct !DISubprogram(name: \"f\")\n";
const UNDEFINED: &str = "define i32 @main() {\n  %x = udiv i32 1, 0\n  ret i32 %x\n}\n\
    define i32 @one() {\n  ret i32 1\n}\n";

/// Every way to write a file, which is `$out`.
const WRITERS: &[&str] = &[
    "opt -S good.ll -o $out",
    "opt good.ll --o=$out",
    "opt -module-summary good.ll -o $out",
    "opt -thinlto-bc good.ll -o $out",
    "opt -thinlto-bc good.ll -o /dev/null -thin-link-bitcode-file=$out",
    "llvm-as good.ll -o $out",
    "llvm-dis good.bc -o $out",
    "llvm-cat -b good.bc good.bc -o $out",
    "llvm-modextract -n 0 good.bc -o $out",
    "llvm-extract -func f good.ll -o $out",
    "lindworm extract good.ll f -o $out",
    "lindworm print good.ll -o $out",
    "lindworm convert good.ll --to text -o $out",
    "lindworm convert good.ll --to bitcode -o $out",
];

/// A directory with inputs, and the tools in `tools`.
fn scratch(name: &str) -> Scratch {
    let dir = Scratch::new(name);
    for (name, text) in [("good.ll", GOOD), ("warned.ll", WARNED), ("undefined.ll", UNDEFINED), ("bad.ll", "define")] {
        dir.file(name, text);
    }
    assert_eq!(tool::run("llvm-as", &["-o", &dir.path("good.bc")], GOOD.as_bytes()).0, 0);
    assert_eq!(tool::run("lindworm", &["tools", &dir.path("tools")], b"").0, 0);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lindworm"), dir.path("tools/lindworm")).unwrap();
    dir
}

/// A script in this directory that finds the tools.
fn shell(dir: &Scratch, script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    let path = format!("{}:{}", dir.path("tools"), std::env::var("PATH").unwrap_or_default());
    command.args(["-c", script]).current_dir(&dir.0).env("PATH", path).stdin(Stdio::null());
    command
}

/// Exit status, output and error output of a script.
fn sh(dir: &Scratch, script: &str) -> (i32, String, String) {
    let output = shell(dir, script).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What a script writes to its standard output, for every way to write a file.
fn for_all_writers(name: &str, script: &str, expected: &str) {
    let dir = scratch(name);
    for writer in WRITERS {
        fs::create_dir(dir.path("o")).unwrap();
        let (status, out, err) = sh(&dir, &script.replace("WRITE", writer));
        assert!(status == 0 && out == expected, "{writer}: {status}\n{out}{err}");
        fs::remove_dir_all(dir.path("o")).unwrap();
    }
}

#[test]
fn a_file_that_exists_is_replaced() {
    for_all_writers("replaced", "out=o/x; echo old >o/x; WRITE && ls -A o && ! grep old o/x", "x\n");
}

#[test]
fn a_name_may_be_as_long_as_names_can_be() {
    // Twice: a new file, and one that is there.
    let script = "out=o/$(printf %0255d 0); WRITE && WRITE && test -s $out && ls -A o | wc -l";
    for_all_writers("name", script, "1\n");
}

#[test]
fn what_cannot_be_replaced_stays() {
    // The path is as long as paths can be, so that beside the file there is no room for another name.
    let script = "dir=$PWD/o; while [ ${#dir} -lt 3840 ]; do dir=$dir/$(printf %0200d 0); done
        dir=$dir/$(printf %0$((4092 - ${#dir}))d 0); mkdir -p $dir; out=$dir/x; echo old >$out
        WRITE 2>o/said; echo $?; cat $out; grep -o 'File name too long' o/said; ls -A $dir";
    for_all_writers("stays", script, "1\nold\nFile name too long\nx\n");
}

#[test]
fn a_file_that_may_not_grow_is_an_error() {
    let script = "out=o/x; echo old >o/x; (ulimit -f 0; WRITE; echo $?) 2>&1 | grep -ow -e 'File too large' -e 1
        cat o/x; ls -A o";
    for_all_writers("limit", script, "File too large\n1\nold\nx\n");
}

#[test]
fn a_full_device_is_an_error() {
    let script = "out=/dev/full; WRITE 2>said; echo $?; grep -o 'No space left on device' said";
    for_all_writers("full", script, "1\nNo space left on device\n");
}

#[test]
fn a_symbolic_link_stays_and_leads_to_what_is_written() {
    let script = "out=o/a/link; mkdir o/a; ln -s ../b o/a/link; ln -s c o/b
        WRITE && readlink o/a/link o/b && test -s o/c && echo old >o/c
        WRITE && readlink o/a/link o/b && ! grep old o/c; ls -A o";
    for_all_writers("link", script, "../b\nc\n../b\nc\na\nb\nc\n");
}

#[test]
fn permissions_are_kept() {
    let script = "out=o/x; umask 022; WRITE; stat -c %a o/x
        for mode in 600 755 666; do chmod $mode o/x; WRITE; stat -c %a o/x; done";
    for_all_writers("mode", script, "644\n600\n755\n666\n");
}

#[test]
fn an_owner_is_kept() {
    // Only the superuser can give a file away.
    let script = "out=o/x; test $(id -u) = 0 || exit 0; echo old >o/x; chown 65534:65533 o/x
        WRITE; stat -c %u:%g o/x; ! grep old o/x";
    let is_root = sh(&scratch("root"), "id -u").1 == "0\n";
    for_all_writers("owner", script, if is_root { "65534:65533\n" } else { "" });
}

#[test]
fn what_is_open_already_is_written_directly() {
    let script = "echo begin >o/x; out=/dev/stdout; WRITE >>o/x; out=/dev/fd/3; WRITE 3>>o/x; out=/proc/self/fd/1
        (WRITE; echo end) >>o/x; head -n 1 o/x; tail -c 4 o/x; ls -A o";
    for_all_writers("open", script, "begin\nend\nx\n");
    let script = "mkfifo o/pipe; out=o/pipe; cat o/pipe >o/x & WRITE; wait; test -s o/x; ls -A o";
    for_all_writers("fifo", script, "pipe\nx\n");
}

#[test]
fn no_file_is_made_where_none_can_be() {
    for (out, said) in
        [("o", "Is a directory"), ("o/none/x", "No such file or directory"), ("good.ll/x", "Not a directory")]
    {
        let script = format!("out={out}; WRITE 2>said; echo $?; grep -o '{said}' said; ls -A o");
        for_all_writers("none", &script, &format!("1\n{said}\n"));
    }
}

#[test]
fn the_output_may_be_the_input() {
    let dir = scratch("same");
    // Long enough to be mapped.
    let text: String = (0..5000).map(|n| format!("@g{n} = global i32 {n}\n")).collect();
    dir.file("large.ll", text);
    let script = "cp large.ll a.ll; lindworm print a.ll -o b.ll && lindworm print a.ll -o a.ll && cmp a.ll b.ll
        llvm-as large.ll -o a.bc; llvm-dis a.bc -o b; llvm-dis a.bc -o a.bc && cmp a.bc b
        llvm-as large.ll -o a.bc; llvm-cat a.bc a.bc -o b; llvm-cat a.bc a.bc -o a.bc && cmp a.bc b";
    assert_eq!(sh(&dir, script), (0, String::new(), String::new()));
}

#[test]
fn names_are_bytes() {
    let dir = scratch("bytes");
    let script = "n=$(printf 'a\\n\\377'); opt -S good.ll -o \"$n\" && opt -S \"$n\" --o=\"$n.2\" && test -s \"$n.2\"";
    assert_eq!(sh(&dir, script), (0, String::new(), String::new()));
}

#[test]
fn links_to_tools_are_replaced() {
    let dir = scratch("tools");
    let script = "lindworm tools t >before; for i in t/*; do ln -sf /nonexistent $i; done; lindworm tools t >after
        diff before after; ls -dA t/* | sort >all; sort after | diff - all; opt() { t/opt \"$@\"; }; opt -disable-output good.ll";
    assert_eq!(sh(&dir, script), (0, String::new(), String::new()));
}

/// Everything that comes on the standard output without a file being written.
const PRINTERS: &[&str] = &[
    "opt -S good.ll",
    "opt good.ll",
    "opt --help",
    "opt --version",
    "llvm-as good.ll -o -",
    "llvm-dis good.bc -o -",
    "llvm-cat -b good.bc -o -",
    "llvm-modextract -b -n 0 good.bc -o -",
    "llvm-bcanalyzer good.bc",
    "llvm-bcanalyzer -dump good.bc",
    "verify-uselistorder good.ll",
    "lindworm --help",
    "lindworm --version",
    "lindworm analyze good.bc",
    "lindworm check --format=json bad.ll",
    "lindworm check --format=sarif good.ll",
    "lindworm convert good.ll",
    "lindworm explain --list",
    "lindworm explain LW0450",
    "lindworm print good.ll",
    "lindworm run --entry one undefined.ll",
    "lindworm tools t",
];

#[test]
fn a_standard_output_that_takes_nothing_is_an_error() {
    let dir = scratch("stdout");
    for printer in PRINTERS {
        for (to, said) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
            let (status, _, err) = sh(&dir, &format!("{printer} {to}"));
            assert_eq!(status, 1, "{printer} {to}: {err}");
            assert!(err.contains(said) && err.lines().count() == 1, "{printer} {to}: {err}");
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = shell(&dir, printer).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(74), Vec::new()), "{printer}");
    }
}

/// What says something on the standard error, and its exit status then and where that cannot be said.
const TELLERS: &[(&str, i32, i32)] = &[
    ("opt -S bad.ll", 1, 1),
    ("opt -unknown", 1, 1),
    ("opt -disable-output warned.ll", 0, 1),
    ("opt -disable-output -o x good.ll", 0, 1),
    ("llvm-as -disable-output warned.ll", 0, 1),
    ("llvm-dis nonexistent", 1, 1),
    ("llvm-bcanalyzer nonexistent", 1, 1),
    ("llvm-cat bad.ll -o x", 1, 1),
    ("llvm-modextract -n 7 good.bc -o x", 1, 1),
    ("lli bad.ll", 1, 1),
    ("lli -force-interpreter undefined.ll", 70, 70),
    ("lindworm", 2, 2),
    ("lindworm --unknown", 2, 2),
    ("lindworm check bad.ll", 1, 1),
    ("lindworm check --format=short warned.ll", 0, 1),
    ("lindworm check nonexistent", 1, 1),
    ("lindworm explain nonexistent", 1, 1),
    ("lindworm print bad.ll", 1, 1),
    ("lindworm convert -o nonexistent/x good.ll", 1, 1),
    ("lindworm run undefined.ll", 70, 70),
    ("lindworm run --trace --format=json undefined.ll", 70, 70),
    ("lindworm run --trace --entry=one undefined.ll", 0, 0),
    ("lindworm run nonexistent", 72, 72),
    ("lindworm run -unknown", 2, 2),
];

#[test]
fn a_standard_error_that_takes_nothing_changes_nothing_but_the_exit_status() {
    let dir = scratch("stderr");
    for &(teller, heard, unheard) in TELLERS {
        let (status, _, err) = sh(&dir, teller);
        assert!(status == heard && !err.is_empty(), "{teller}: {status} {err}");
        for to in ["2>/dev/full", "2>&-"] {
            assert_eq!(sh(&dir, &format!("{teller} {to}")).0, unheard, "{teller} {to}");
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = shell(&dir, teller).stdout(Stdio::null()).stderr(writer).status().unwrap().code();
        // Programs that are run, and the scanner of the command line, have exit statuses of their own.
        let own = unheard != 1 || teller.starts_with("lli");
        assert_eq!(status, Some(if own { unheard } else { 74 }), "{teller}");
    }
}

#[test]
fn a_standard_input_that_is_closed_is_an_error() {
    let dir = scratch("stdin");
    for reader in ["opt -S -", "llvm-dis -", "llvm-bcanalyzer -", "lindworm check -", "lindworm print -"] {
        let (status, out, err) = sh(&dir, &format!("{reader} <&-"));
        assert!(
            status == 1 && out.is_empty() && err.ends_with("Bad file descriptor\n"),
            "{reader}: {status} {out}{err}"
        );
    }
}

fn kill(child: &Child, signal: &str) -> bool {
    let command = format!("kill -{signal} {}", child.id());
    Command::new("/bin/sh").args(["-c", &command]).status().unwrap().success()
}

/// How `opt` ends that gets this signal while it writes a file, and whether it was there in time; `before` is done first.
fn ended(dir: &Scratch, before: &str, signal: &str) -> (std::process::ExitStatus, bool) {
    let mut child = shell(dir, &format!("{before}; exec opt -S large.ll -o o/x")).spawn().unwrap();
    let files = || fs::read_dir(dir.path("o")).unwrap().count();
    let mut is_writing = false;
    while child.try_wait().unwrap().is_none() {
        if files() > 1 {
            is_writing = kill(&child, signal);
            break;
        }
    }
    (child.wait().unwrap(), is_writing)
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    let dir = scratch("signal");
    fs::create_dir(dir.path("o")).unwrap();
    let mut text = String::new();
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        // Who is not there in time writes more.
        let status = loop {
            dir.file("o/x", "old");
            let at = text.len();
            (at..at + 20_000).for_each(|n| text += &format!("define void @f{n}() {{\n  ret void\n}}\n"));
            dir.file("large.ll", &text);
            match ended(&dir, ":", signal) {
                (status, true) if !status.success() => break status,
                _ => assert!(text.len() < 1 << 28),
            }
        };
        assert_eq!(status.signal(), Some(number));
        assert_eq!(sh(&dir, "ls -A o; cat o/x").1, "x\nold");
    }
    // What is ignored stays so.
    let (status, _) = ended(&dir, "trap '' INT", "INT");
    assert!(status.success());
    assert_eq!(sh(&dir, "ls -A o; grep -c old o/x").1, "x\n0\n");
}

#[test]
fn a_program_that_is_run_ends_by_a_signal() {
    let dir = scratch("run");
    let text = "declare i64 @write(i32, ptr, i64)\n@c = constant i8 46\ndefine i32 @main() {\n  \
        %n = call i64 @write(i32 1, ptr @c, i64 1)\n  br label %l\nl:\n  br label %l\n}\n";
    dir.file("loop.ll", text);
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let mut child = shell(&dir, "exec lindworm run loop.ll").stdout(Stdio::piped()).spawn().unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        assert!(kill(&child, signal));
        assert_eq!(child.wait().unwrap().signal(), Some(number));
    }
}
