//! `llvm-ar`, `llvm-ranlib`, `llvm-nm` and `llvm-size`.

#![cfg(unix)]

mod tool;

use tool::Scratch;

const MODULE: &str = "target triple = \"x86_64-unknown-linux-gnu\"\n@data = global i32 1\n@local = internal global i32 1\n\
    define void @code() {\n  call void @other()\n  ret void\n}\ndefine weak void @weak() {\n  ret void\n}\ndeclare void @other()\n";

/// Output of a tool that succeeds.
fn run(tool: &str, args: &[&str]) -> String {
    let (status, out, err) = tool::run(tool, args, b"");
    assert_eq!((status, &*err), (0, ""), "{tool} {args:?}");
    String::from_utf8(out).unwrap()
}

fn module(dir: &Scratch, name: &str) -> String {
    let path = dir.path(name);
    assert_eq!(tool::run("llvm-as", &["-o", &path], MODULE.as_bytes()).0, 0);
    path
}

#[test]
fn files_go_into_archives_and_come_out() {
    let dir = Scratch::new("ar-files");
    let (one, two) = (dir.file("one.txt", "1\n"), dir.file("a name that is rather long.txt", "22"));
    let archive = dir.path("x.a");
    for format in ["gnu", "bsd", "darwin", "coff"] {
        let _ = std::fs::remove_file(&archive);
        run("llvm-ar", &["rc", &format!("--format={format}"), &archive, &one, &two]);
        assert_eq!(run("llvm-ar", &["t", &archive]), "one.txt\na name that is rather long.txt\n", "{format}");
        // Those of Darwin fill files up to a multiple of 8 bytes.
        assert_eq!(run("llvm-ar", &["p", &archive, "one.txt"]).trim_end(), "1", "{format}");
    }
    assert_eq!(run("llvm-ar", &["tv", &archive, "one.txt"]), "rw-r--r-- 0/0      2 Jan  1 00:00 1970 one.txt\n");
    run("llvm-ar", &["mb", "one.txt", &archive, &two]);
    assert_eq!(run("llvm-ar", &["t", &archive]), "a name that is rather long.txt\none.txt\n");
    dir.file("one.txt", "new");
    run("llvm-ar", &["r", &archive, &one]);
    assert_eq!(run("llvm-ar", &["pv", &archive, &one]), "Printing one.txt\nnew");
    run("llvm-ar", &["d", &archive, "one.txt"]);
    assert_eq!(run("llvm-ar", &["t", &archive]), "a name that is rather long.txt\n");
    run("llvm-ar", &["x", "--output", &dir.path("out"), &archive]);
    assert_eq!(std::fs::read(dir.path("out/a name that is rather long.txt")).unwrap(), b"22");
}

#[test]
fn wrong_command_lines_in_llvms_words() {
    let error = |args: &[&str]| tool::run("llvm-ar", args, b"").2.lines().next().unwrap_or_default().to_owned();
    for (args, message) in [
        (&["rt", "x.a"][..], "only one operation may be specified"),
        (&["r"], "an archive name must be specified"),
        (&["z", "x.a"], "unknown option z"),
        (&["rN", "1", "x.a"], "the 'N' modifier can only be specified with the 'x' or 'd' operations"),
        (&["t", "/none.a"], "unable to load '/none.a': No such file or directory"),
    ] {
        assert_eq!(error(args), format!("llvm-ar: error: {message}"));
    }
    let usage = tool::run("llvm-ranlib", &[], b"").2;
    assert!(
        usage.starts_with("llvm-ranlib: error: an archive name must be specified\nOVERVIEW: LLVM ranlib"),
        "{usage}"
    );
}

#[test]
fn symbols_are_listed() {
    let dir = Scratch::new("nm");
    let bitcode = module(&dir, "m.bc");
    let blank = " ".repeat(16);
    let dashes = "-".repeat(16);
    assert_eq!(
        run("llvm-nm", &[&bitcode]),
        format!("{dashes} T code\n{dashes} D data\n{dashes} d local\n{blank} U other\n{dashes} W weak\n")
    );
    assert_eq!(run("llvm-nm", &["-uj", &bitcode]), "other\n");
    assert_eq!(run("llvm-nm", &["-gjr", "--defined-only", &bitcode]), "weak\ndata\ncode\n");
    let archive = dir.path("m.a");
    run("llvm-ar", &["rcS", &archive, &bitcode]);
    assert!(!run("llvm-nm", &["--print-armap", &archive]).contains("Archive map"));
    run("llvm-ranlib", &[&archive]);
    let map = run("llvm-nm", &["--print-armap", "-j", &archive]);
    assert!(map.starts_with("Archive map\ncode in m.bc\nweak in m.bc\ndata in m.bc\n\n"), "{map}");
}

#[test]
fn thin_archives_name_files_beside_them() {
    let dir = Scratch::new("ar-thin");
    let bitcode = module(&dir, "m.bc");
    let archive = dir.path("m.a");
    run("llvm-ar", &["rc", "--thin", &archive, &bitcode]);
    assert!(std::fs::read(&archive).unwrap().starts_with(b"!<thin>\n"));
    assert_eq!(run("llvm-ar", &["t", &archive]), format!("{bitcode}\n"));
    assert!(run("llvm-nm", &[&archive]).contains(" T code\n"));
}

#[test]
fn what_is_no_object_is_an_error() {
    let dir = Scratch::new("nm-wrong");
    let text = dir.file("text", "hello, this is no object");
    let cut_off = dir.file("cut.a", "!<arch>\nx/");
    for (tool, file) in [("llvm-nm", &text), ("llvm-size", &text), ("llvm-nm", &cut_off), ("llvm-size", &cut_off)] {
        let (status, _, err) = tool::run(tool, &[file], b"");
        assert!(status == 1 && err.contains("error: "), "{tool} {file}: {err}");
    }
}

#[test]
fn completions_and_manual_pages() {
    assert!(run("lindworm", &["completions", "bash"]).contains("_lindworm()"));
    assert!(run("lindworm", &["man"]).contains(".TH lindworm"));
    let dir = Scratch::new("man");
    let pages = run("lindworm", &["man", &dir.path("man1")]);
    assert!(pages.contains("man1/lindworm-grep.1\n"), "{pages}");
    assert!(std::fs::read_to_string(dir.path("man1/lindworm-grep.1")).unwrap().contains("PATTERN"));
}
