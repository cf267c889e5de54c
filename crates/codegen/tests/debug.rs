//! Debug information: gdb stops, steps and prints; `llvm-dwarfdump` finds no error.

mod common;

use std::path::Path;
use std::process::Command;

use common::{compiled, has_cc};

fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("SKIPPED: there is no `{tool}`");
    }
    found
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn linked(directory: &Path) -> std::path::PathBuf {
    let [object, program] = ["debug.o", "debug"].map(|name| directory.join(name));
    std::fs::write(&object, compiled(include_str!("debug.ll"))).unwrap();
    run(Command::new("cc").arg(&object).arg("-o").arg(&program));
    program
}

#[test]
fn gdb_stops_steps_and_prints() {
    if !has_cc() || !has("gdb") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let program = linked(directory.path());
    let mut gdb = Command::new("gdb");
    gdb.args(["-nx", "-batch"]);
    for command in [
        "break sum",
        "run",
        "backtrace",
        "print *p",
        "print n",
        "next",
        "next",
        "next",
        "print total",
        "up",
        "print points",
        "print c",
        "print c == GREEN",
        "break 15",
        "continue",
        "print r",
        "ptype points",
    ] {
        gdb.args(["-ex", command]);
    }
    let output = run(gdb.arg(&program));
    for expected in [
        "Breakpoint 1, sum (p=0x",
        "n=2) at dbg.c:5\n",
        "main (argc=1, argv=0x",
        ") at dbg.c:14\n",
        "$1 = {x = 2, y = 3, name = 0x",
        "\"first\"}\n$2 = 2\n",
        "$3 = 6\n",
        "{x = 4, y = 5, name = 0x",
        "$5 = GREEN\n$6 = 1\n",
        "$7 = 26\n",
        "type = struct point {\n    int x;\n    int y;\n    const char *name;\n} [2]",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn dwarfdump_finds_no_error() {
    if !has_cc() || !has("llvm-dwarfdump") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let program = linked(directory.path());
    for file in [program.clone(), program.with_extension("o")] {
        let output = Command::new("llvm-dwarfdump").arg("--verify").arg(file).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn lines_do_not_change_the_code() {
    use object::{Object, ObjectSection};
    let with = compiled(include_str!("debug.ll"));
    let text: String =
        include_str!("debug.ll").lines().filter(|l| !l.contains("#dbg_declare")).map(|l| format!("{l}\n")).collect();
    let without = compiled(&text);
    let code = |object: &[u8]| {
        let file = object::File::parse(object).unwrap();
        file.section_by_name(".text").unwrap().data().unwrap().to_vec()
    };
    assert!(code(&with) == code(&without));
    assert!(with.windows(10).any(|w| w == b".debug_str"));
}
