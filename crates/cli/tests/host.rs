//! `lindworm run --load`: a program and a library print to one terminal.
//!
//! The library is compiled by the system's C compiler; where there is none the tests say so and do nothing.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LIBRARY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
void native_print(const char *s) { printf("%s", s); }
void native_exit(int code) { exit(code); }
void native_call(void (*f)(void)) { printf("before "); f(); printf("after "); }
"#;

/// A directory of its own for one test, with the library and a program in it; `None` if there is no compiler.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, program: &str) -> Option<Scratch> {
        let scratch = Scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        fs::create_dir_all(&scratch.0).unwrap();
        fs::write(scratch.0.join("library.c"), LIBRARY).unwrap();
        fs::write(scratch.0.join("program.ll"), program).unwrap();
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let compiled = Command::new(compiler)
            .args(["-shared", "-fPIC", "-o", "library.so", "library.c"])
            .current_dir(&scratch.0)
            .status();
        if !compiled.is_ok_and(|status| status.success()) {
            eprintln!("NOT RUN: there is no C compiler");
            return None;
        }
        Some(scratch)
    }

    fn run(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_lindworm"))
            .args(["run", "--load", "./library.so"])
            .args(options)
            .arg("program.ll")
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the program and the library print comes out in its order, also if it is the library that ends the process.
#[test]
fn output_is_in_order() {
    let program = r#"
@one = constant [5 x i8] c"one \00"
@two = constant [5 x i8] c"two \00"
@three = constant [7 x i8] c"three \00"
declare i32 @printf(ptr, ...)
declare void @native_print(ptr)
declare void @native_exit(i32)
define i32 @main() {
  %a = call i32 (ptr, ...) @printf(ptr @one)
  call void @native_print(ptr @two)
  %b = call i32 (ptr, ...) @printf(ptr @three)
  call void @native_exit(i32 3)
  ret i32 0
}
"#;
    let Some(scratch) = Scratch::new("output_is_in_order", program) else { return };
    let output = scratch.run(&[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "one two three ");
    assert_eq!(output.status.code(), Some(3));
}

/// A callback that ends the program: the library goes on until it returns, and the program does not.
#[test]
fn a_callback_ends_the_program() {
    let program = r#"
@word = constant [5 x i8] c"here\00"
declare i32 @printf(ptr, ...)
declare void @exit(i32)
declare void @native_call(ptr)
define void @leave() {
  %a = call i32 (ptr, ...) @printf(ptr @word)
  call void @exit(i32 5)
  unreachable
}
define i32 @main() {
  call void @native_call(ptr @leave)
  ret i32 0
}
"#;
    let Some(scratch) = Scratch::new("a_callback_ends_the_program", program) else { return };
    let output = scratch.run(&[]);
    assert_eq!(output.status.code(), Some(5));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_isolated_program_loads_nothing() {
    let program = "define i32 @main() {\n  ret i32 0\n}\n";
    let Some(scratch) = Scratch::new("an_isolated_program_loads_nothing", program) else { return };
    let output = scratch.run(&["--isolated"]);
    assert_ne!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("an isolated program reaches nothing outside"));
}

/// A Rust program that is given without its standard library finds that of the compiler which has made it.
#[test]
fn the_standard_library_of_rust_is_found() {
    let program = "use std::collections::HashMap;\nfn main() {\n    let words = [\"a\", \"b\", \"a\"];\n    \
        let mut count: HashMap<&str, u32> = HashMap::new();\n    for word in words {\n        \
        *count.entry(word).or_default() += 1;\n    }\n    println!(\"{} {}\", count[\"a\"], count.len());\n}\n";
    let Some(scratch) = Scratch::new("the_standard_library_of_rust_is_found", program) else { return };
    fs::rename(scratch.0.join("program.ll"), scratch.0.join("program.rs")).unwrap();
    let compiled = Command::new("rustc").args(["--emit=llvm-ir", "-g", "program.rs"]).current_dir(&scratch.0).status();
    if !compiled.is_ok_and(|status| status.success()) {
        eprintln!("NOT RUN: there is no rustc");
        return;
    }
    let output = scratch.run(&[]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stdout)), (Some(0), "2 2\n"), "{err}");
}
