//! Programs for machines other than the host: pointers of 16, 32 and 64 bits, either end first.

mod outcome;

use lindworm_interp::Options;
use outcome::{Outcome, run};

/// A program that returns 0, or the number of what is not as it should be. `INT` is the integer of a pointer's size, `LOW` the
/// offset of the lowest byte of one, `SIZE` its bytes.
const PROGRAM: &str = r#"
%node = type { ptr, i8, i16 }
@number = global i32 16909060
@third = global %node { ptr null, i8 3, i16 300 }
@second = global %node { ptr @third, i8 2, i16 200 }
@first = global %node { ptr @second, i8 1, i16 100 }
@last.byte = global ptr getelementptr (i8, ptr @number, INT 3)
@as.number = global INT ptrtoint (ptr @number to INT)
@functions = global [2 x ptr] [ptr @one, ptr @two]

define i32 @one() {
  ret i32 1
}
define i32 @two() {
  ret i32 2
}

define i32 @main() {
  %byte = load i8, ptr @number
  %end.ok = icmp eq i8 %byte, FIRST
  br i1 %end.ok, label %list, label %wrong1

list:
  %n1 = load ptr, ptr @first
  %n2 = load ptr, ptr %n1
  %n3 = load ptr, ptr %n2
  %value.at = getelementptr %node, ptr %n2, i32 0, i32 2
  %value = load i16, ptr %value.at
  %is.null = icmp eq ptr %n3, null
  %is.300 = icmp eq i16 %value, 300
  %list.ok = and i1 %is.null, %is.300
  br i1 %list.ok, label %bytes, label %wrong2

; A pointer that is copied byte by byte is the same one.
bytes:
  %copy = alloca ptr
  br label %next
next:
  %i = phi INT [ 0, %bytes ], [ %j, %next ]
  %from = getelementptr i8, ptr @last.byte, INT %i
  %to = getelementptr i8, ptr %copy, INT %i
  %b = load i8, ptr %from
  store i8 %b, ptr %to
  %j = add INT %i, 1
  %done = icmp eq INT %j, SIZE
  br i1 %done, label %copied, label %next
copied:
  %again = load ptr, ptr %copy
  %x = load i8, ptr %again
  %x.ok = icmp eq i8 %x, LAST
  br i1 %x.ok, label %integers, label %wrong3

; A pointer made an integer, changed in its lowest byte and made a pointer.
integers:
  %int = load INT, ptr @as.number
  %cell = alloca INT
  store INT %int, ptr %cell
  %low.at = getelementptr i8, ptr %cell, INT LOW
  %low = load i8, ptr %low.at
  %low.3 = add i8 %low, 3
  store i8 %low.3, ptr %low.at
  %int.3 = load INT, ptr %cell
  %p = inttoptr INT %int.3 to ptr
  %y = load i8, ptr %p
  %y.ok = icmp eq i8 %y, LAST
  br i1 %y.ok, label %stores, label %wrong4

stores:
  %places = alloca [3 x ptr]
  %place = getelementptr [3 x ptr], ptr %places, i32 0, i32 2
  store ptr %place, ptr %place
  %same = load ptr, ptr %place
  %back = getelementptr ptr, ptr %same, i32 -2
  %same.ok = icmp eq ptr %back, %places
  br i1 %same.ok, label %calls, label %wrong5

calls:
  %f.at = getelementptr ptr, ptr @functions, i32 1
  %f = load ptr, ptr %f.at
  %two = call i32 %f()
  %two.ok = icmp eq i32 %two, 2
  br i1 %two.ok, label %right, label %wrong6

right:
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
wrong6:
  ret i32 6
}
"#;

/// The program for a data layout.
fn program(layout: &str, bits: u32, big_endian: bool) -> String {
    let bytes = bits / 8;
    let (first, last, low) = if big_endian { ("1", "4", bytes - 1) } else { ("4", "1", 0) };
    let body = PROGRAM
        .replace("INT", &format!("i{bits}"))
        .replace("SIZE", &bytes.to_string())
        .replace("FIRST", first)
        .replace("LAST", last)
        .replace("LOW", &low.to_string());
    format!("target datalayout = \"{layout}\"\n{body}")
}

#[test]
fn pointers_of_other_sizes() {
    let layouts = [
        ("e-p:32:32-i64:64-n32:64-S128", 32, false),
        ("E-p:32:32-i64:64-n32", 32, true),
        ("E-i64:64-n32:64", 64, true),
        ("e-i64:64-n32:64", 64, false),
        ("e-p:16:8-i8:8-i16:8-i32:8-i64:8-n8", 16, false),
        ("E-p:16:16-i16:16-n8:16", 16, true),
    ];
    for (layout, bits, big_endian) in layouts {
        for isolated in [false, true] {
            let options = Options { isolated, ..Options::default() };
            let outcome = run(&program(layout, bits, big_endian), options);
            assert_eq!(outcome, Outcome::Exit(0), "{layout}, isolated: {isolated}");
        }
    }
}

/// What is at no address of the program stays out of reach, wherever the host has memory.
#[test]
fn addresses_of_the_host_are_none_of_the_programs() {
    let text = r#"target datalayout = "e-p:32:32"
define i32 @main() {
  %p = inttoptr i32 4198400 to ptr
  %x = load i32, ptr %p
  ret i32 %x
}
"#;
    let Outcome::Undefined { code, line, .. } = run(text, Options::default()) else { panic!() };
    assert!(matches!((code, line), ("UB0209" | "UB0213", 4)), "{code}");
}
