//! Exceptions that native code throws, which the program catches.
//!
//! The code (`host/thrower.cpp`) is compiled by the system's C++ compiler; where there is none these tests say so and do nothing.

#![cfg(all(feature = "host", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

mod outcome;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use lindworm_interp::Options;
use outcome::{Outcome, run};

/// What all programs begin with. `@caught` calls a function, and gives what its handler for `@type` finds there; -1 if it finds
/// an exception of another type, -2 if none.
const PRELUDE: &str = "
@_ZTIi = external constant ptr
@_ZTISt9exception = external constant ptr
@_ZTISt11logic_error = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @__cxa_rethrow()
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare i32 @strcmp(ptr, ptr)
declare void @throw_int(i32)
declare void @throw_counted()
declare i32 @throws_through(ptr)
declare void @keep()
declare void @throw_kept()
declare void @forget()
declare i32 @how_many_alive()
declare i32 @how_many_uncaught()
@counted = constant [8 x i8] c\"counted\\00\"

; 7 if the function throws what is derived from `std::exception` and says `counted`.
define i32 @caught(ptr %function) personality ptr @__gxx_personality_v0 {
  invoke void %function() to label %nothing unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr @_ZTISt11logic_error catch ptr @_ZTISt9exception catch ptr null
  %header = extractvalue { ptr, i32 } %landing, 0
  %selector = extractvalue { ptr, i32 } %landing, 1
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTISt9exception)
  %object = call ptr @__cxa_begin_catch(ptr %header)
  %is = icmp eq i32 %selector, %wanted
  br i1 %is, label %look, label %other
look:
  %table = load ptr, ptr %object
  %slot = getelementptr ptr, ptr %table, i64 2
  %what = load ptr, ptr %slot
  %text = call ptr %what(ptr %object)
  %order = call i32 @strcmp(ptr %text, ptr @counted)
  %uncaught = call i32 @how_many_uncaught()
  call void @__cxa_end_catch()
  %sum = add i32 %order, %uncaught
  %result = add i32 %sum, 7
  ret i32 %result
other:
  call void @__cxa_end_catch()
  ret i32 -1
nothing:
  ret i32 -2
}
";

/// The library, if it can be compiled.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thrower.so");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host/thrower.cpp");
            let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
            let status = Command::new(compiler)
                .args(["-std=c++17", "-O1", "-shared", "-fPIC", "-o"])
                .args([&to, &source])
                .status();
            status.is_ok_and(|s| s.success()).then_some(to)
        })
        .as_deref()
}

/// What becomes of a program with the library, of which `main` is the body; `None` if there is no library.
fn with_library(functions: &str, main: &str) -> Option<Outcome> {
    let Some(path) = library() else {
        eprintln!("NOT RUN: there is no C++ compiler");
        return None;
    };
    let options = Options { libraries: vec![path.into()], ..Options::default() };
    let text =
        format!("{PRELUDE}{functions}\ndefine i32 @main() personality ptr @__gxx_personality_v0 {{\n{main}\n}}\n");
    Some(run(&text, options))
}

fn returns(functions: &str, main: &str, expected: i32) {
    if let Some(outcome) = with_library(functions, main) {
        assert_eq!(outcome, Outcome::Exit(expected));
    }
}

/// The value is where native code has put it.
#[test]
fn an_int_is_caught() {
    returns(
        "",
        "
  invoke void @throw_int(i32 41) to label %nothing unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr @_ZTISt9exception catch ptr @_ZTIi
  %header = extractvalue { ptr, i32 } %landing, 0
  %selector = extractvalue { ptr, i32 } %landing, 1
  %object = call ptr @__cxa_begin_catch(ptr %header)
  %value = load i32, ptr %object
  call void @__cxa_end_catch()
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %right = icmp eq i32 %selector, %wanted
  %result = select i1 %right, i32 %value, i32 1
  ret i32 %result
nothing:
  ret i32 2
",
        41,
    );
}

/// A handler of a base class gets an object whose class only native code knows, and it is destroyed when it was handled.
#[test]
fn an_object_of_a_native_class_is_caught_by_its_base_and_destroyed() {
    returns(
        "",
        "
  %caught = call i32 @caught(ptr @throw_counted)
  %again = call i32 @caught(ptr @throw_counted)
  %sum = add i32 %caught, %again
  %alive = call i32 @how_many_alive()
  %tens = mul i32 %alive, 100
  %result = add i32 %sum, %tens
  ret i32 %result
",
        14,
    );
}

/// An object that native code holds outlives its handlers.
#[test]
fn an_object_that_native_code_keeps_is_thrown_again() {
    returns(
        "",
        "
  call void @keep()
  %caught = call i32 @caught(ptr @throw_kept)
  %again = call i32 @caught(ptr @throw_kept)
  %sum = add i32 %caught, %again
  %alive = call i32 @how_many_alive()
  call void @forget()
  %left = call i32 @how_many_alive()
  %kept = mul i32 %alive, 16
  %leaked = mul i32 %left, 100
  %sum2 = add i32 %sum, %kept
  %result = add i32 %sum2, %leaked
  ret i32 %result
",
        30,
    );
}

/// A handler throws what it has caught to another one.
#[test]
fn what_was_caught_is_thrown_again() {
    returns(
        "
define void @throws_again() personality ptr @__gxx_personality_v0 {
  invoke void @throw_counted() to label %end unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %header = extractvalue { ptr, i32 } %landing, 0
  %object = call ptr @__cxa_begin_catch(ptr %header)
  invoke void @__cxa_rethrow() to label %end unwind label %out
out:
  %again = landingpad { ptr, i32 } cleanup
  call void @__cxa_end_catch()
  resume { ptr, i32 } %again
end:
  ret void
}
",
        "
  %caught = call i32 @caught(ptr @throws_again)
  %alive = call i32 @how_many_alive()
  %tens = mul i32 %alive, 100
  %result = add i32 %caught, %tens
  ret i32 %result
",
        7,
    );
}

/// The program catches what native code throws that it has called while native code has called it.
#[test]
fn a_callback_catches() {
    returns(
        "
define void @catches() {
  %caught = call i32 @caught(ptr @throw_counted)
  ret void
}
",
        "
  %result = call i32 @throws_through(ptr @catches)
  %alive = call i32 @how_many_alive()
  %tens = mul i32 %alive, 100
  %sum = add i32 %result, %tens
  ret i32 %sum
",
        1,
    );
}

/// The machine cannot unwind native code.
#[test]
fn no_exception_leaves_a_callback() {
    let text = "  %result = call i32 @throws_through(ptr @throw_them)\n  ret i32 %result\n";
    let callback = "define void @throw_them() {\n  call void @throw_counted()\n  ret void\n}\n";
    if let Some(outcome) = with_library(callback, text) {
        assert!(matches!(outcome, Outcome::Undefined { code: "UB1005", .. }), "{outcome:?}");
    }
}

/// Nobody handles it: the program ends as it does natively.
#[test]
fn an_exception_that_nobody_handles_terminates() {
    if let Some(outcome) = with_library("", "  call void @throw_counted()\n  ret i32 0\n") {
        assert_eq!(outcome, Outcome::Other("Signal(6)".into()));
    }
}
