//! The examples in README.md: each `console` block is run in the root of the repository and must print what it shows.

#![cfg(unix)]

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// What a command line of an example prints: its output, then its error output.
fn run(line: &str, root: &Path) -> String {
    let mut words = line.split(' ');
    let output = Command::new(env!("CARGO_BIN_EXE_lindworm"))
        .arg0(words.next().unwrap())
        .args(words)
        .current_dir(root)
        .output()
        .unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn examples_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut count = 0;
    for block in readme.split("```console\n$ ").skip(1) {
        let (example, _) = block.split_once("```").unwrap();
        let (line, expected) = example.split_once('\n').unwrap();
        let printed = run(line, &root);
        // Where an example ends with three dots, the output goes on.
        match expected.strip_suffix("...\n") {
            Some(start) => assert!(printed.starts_with(start), "$ {line}\n{printed}"),
            None => assert_eq!(printed, expected, "$ {line}"),
        }
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn the_programs_print_as_they_stand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for program in ["examples/calc.ll", "examples/wordcount.ll"] {
        let expected = std::fs::read_to_string(root.join(program)).unwrap();
        assert!(run(&format!("lindworm print {program}"), &root) == expected, "{program}");
    }
}
