//! Calls of the host's functions and of a library of our own (`host/library.c`), their calls back, and memory shared with them.
//!
//! The library is compiled by the system's C compiler; where there is none these tests say so and do nothing. Each program
//! returns 0, or the number of what went wrong.

#![cfg(all(feature = "host", unix, any(target_arch = "x86_64", target_arch = "aarch64")))]

mod outcome;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use lindworm_interp::{OnUndefined, Options};
use outcome::{Outcome, run};

/// The library, if it can be compiled.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library.so");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host/library.c");
            let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
            let status = Command::new(compiler).args(["-O1", "-shared", "-fPIC", "-pthread", "-o"]).args([&to, &source]).status();
            status.is_ok_and(|s| s.success()).then_some(to)
        })
        .as_deref()
}

/// What a program does that may use the library; `None` if there is none.
fn with_library(text: &str) -> Option<Outcome> {
    let Some(path) = library() else {
        eprintln!("NOT RUN: there is no C compiler");
        return None;
    };
    Some(run(text, Options { libraries: vec![path.into()], ..Options::default() }))
}

/// Runs a program with the library, which must end with 0.
fn passes(text: &str) {
    if let Some(outcome) = with_library(text) {
        assert_eq!(outcome, Outcome::Exit(0));
    }
}

/// Runs a program with the library, which must do the undefined behaviour that a line ends with.
fn is_undefined(text: &str) {
    let expected = text.lines().enumerate().find_map(|(i, line)| Some((line.rsplit_once("; UB")?.1, i + 1)));
    match with_library(text) {
        None => {}
        Some(Outcome::Undefined { code, line, .. }) => assert_eq!(Some((&code[2..], line)), expected),
        Some(other) => panic!("{other:?}"),
    }
}

/// Runs a program, which must end with a report that is of no undefined behaviour and says so much.
fn gives_up(text: &str, options: Options, message: &str) {
    match run(text, options) {
        Outcome::Other(told) if told.contains(message) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_of_the_c_library() {
    let text = r#"
@numbers = constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@root = global ptr null
@sum = global i32 0
declare ptr @lfind(ptr, ptr, ptr, i64, ptr)
declare ptr @tsearch(ptr, ptr, ptr)
declare ptr @tfind(ptr, ptr, ptr)
declare void @twalk(ptr, ptr)
declare i32 @hcreate(i64)
declare ptr @hsearch(ptr, ptr, i32)
declare ptr @ecvt(double, i32, ptr, ptr)
declare double @y0(double)
@one = constant [4 x i8] c"one\00"
@two = constant [4 x i8] c"two\00"
@again = constant [4 x i8] c"two\00"

define i32 @compare(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %less = icmp slt i32 %x, %y
  %more = icmp sgt i32 %x, %y
  %m = zext i1 %more to i32
  %l = sext i1 %less to i32
  %r = add i32 %m, %l
  ret i32 %r
}

; Called for each node of the tree, in order: 1, 3, 4.
define void @visit(ptr %node, i32 %order, i32 %depth) {
  %inner = icmp eq i32 %order, 1
  %leaf = icmp eq i32 %order, 3
  %now = or i1 %inner, %leaf
  br i1 %now, label %add, label %done
add:
  %key = load ptr, ptr %node
  %x = load i32, ptr %key
  %old = load i32, ptr @sum
  %ten = mul i32 %old, 10
  %new = add i32 %ten, %x
  store i32 %new, ptr @sum
  br label %done
done:
  ret void
}

define i32 @main() {
  %count = alloca i64
  store i64 4, ptr %count
  %two = getelementptr i32, ptr @numbers, i64 2
  %found = call ptr @lfind(ptr %two, ptr @numbers, ptr %count, i64 4, ptr @compare)
  %right = icmp eq ptr %found, %two
  br i1 %right, label %tree, label %wrong1
tree:
  br label %insert
insert:
  %i = phi i64 [ 0, %tree ], [ %next, %insert ]
  %key = getelementptr i32, ptr @numbers, i64 %i
  %node = call ptr @tsearch(ptr %key, ptr @root, ptr @compare)
  %in = load ptr, ptr %node
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %insert, label %walk
walk:
  %root = load ptr, ptr @root
  call void @twalk(ptr %root, ptr @visit)
  %sum = load i32, ptr @sum
  %walked = icmp eq i32 %sum, 134
  br i1 %walked, label %hash, label %wrong2
hash:
  %made = call i32 @hcreate(i64 10)
  %e1 = call ptr @hsearch(ptr @one, ptr @numbers, i32 1)
  %e2 = call ptr @hsearch(ptr @two, ptr %two, i32 1)
  %e3 = call ptr @hsearch(ptr @again, ptr null, i32 0)
  %place = getelementptr ptr, ptr %e3, i64 1
  %data = load ptr, ptr %place
  %four = load i32, ptr %data
  %hashed = icmp eq i32 %four, 4
  br i1 %hashed, label %digits, label %wrong3
digits:
  %point = alloca i32
  %sign = alloca i32
  %text = call ptr @ecvt(double -12.5, i32 3, ptr %point, ptr %sign)
  %d = load i32, ptr %text
  ; "125" and its end
  %same = icmp eq i32 %d, 3486257
  %p = load i32, ptr %point
  %s = load i32, ptr %sign
  %ps = icmp eq i32 %p, 2
  %ok = and i1 %same, %ps
  br i1 %ok, label %bessel, label %wrong4
bessel:
  %y = call double @y0(double 1.0)
  %z = fcmp olt double %y, 0.0883
  %w = fcmp ogt double %y, 0.0882
  %near = and i1 %z, %w
  br i1 %near, label %right.all, label %wrong5
right.all:
  ret i32 0
wrong1:
  ret i32 1
wrong2:
  ret i32 2
wrong3:
  ret i32 3
wrong4:
  ret i32 4
wrong5:
  ret i32 5
}
"#;
    assert_eq!(run(text, Options::default()), Outcome::Exit(0));
}
