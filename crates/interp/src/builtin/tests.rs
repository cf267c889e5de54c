//! Library functions that are declared and called with other types: they report an error or cope with the types, and never
//! panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

use super::TABLES;
use crate::{Machine, OnUndefined, Options};

/// Result and argument types.
const SIGNATURES: &[(&str, &[(&str, &str)])] = &[
    ("void", &[]),
    ("i128", &[]),
    ("ptr", &[("i32", "0"); 6]),
    ("i1", &[("i1", "true"); 6]),
    ("i32", &[("ptr", "@b"); 7]),
    ("i32", &[("ptr", "null"); 7]),
    ("double", &[("ptr", "@text"), ("ptr", "@b"), ("ptr", "@text"), ("i64", "3"), ("i32", "2")]),
    ("i64", &[("ptr", "@b"), ("i64", "-1"), ("i64", "-1"), ("ptr", "@text"), ("ptr", "@b")]),
    ("i64", &[("i64", "-1"); 6]),
    ("ptr", &[("double", "1.5"); 6]),
    ("fp128", &[("fp128", "0xL00000000000000007FFF000000000000"); 4]),
    ("float", &[("x86_fp80", "0xK3FFF8000000000000000"); 3]),
    ("i200", &[("i200", "-1"); 5]),
    ("{ i32, ptr }", &[("{ ptr, i8 }", "{ ptr @b, i8 3 }"); 4]),
    ("{}", &[("{}", "{}"); 4]),
    ("<4 x float>", &[("<4 x i32>", "splat (i32 5)"), ("<2 x ptr>", "zeroinitializer"), ("[0 x i8]", "[]")]),
    ("ptr", &[("ptr", "poison"); 6]),
    ("ptr", &[("ptr", "@call"); 6]),
];

/// A program that declares a function and calls it, with its parameters or as a variadic function.
fn program(name: &str, (result, arguments): (&str, &[(&str, &str)]), variadic: bool) -> String {
    let types: Vec<&str> = arguments.iter().map(|a| a.0).collect();
    let types = if variadic { "...".to_owned() } else { types.join(", ") };
    let values: Vec<String> = arguments.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
    let values = values.join(", ");
    format!(
        "@b = global [256 x i8] zeroinitializer\n@text = global [8 x i8] c\"%s %d%n\\00\"\n\
         declare {result} @\"{name}\"({types})\n\
         define void @call() {{\n  ret void\n}}\n\
         define i32 @main() {{\n  call {result} ({types}) @\"{name}\"({values})\n  ret i32 0\n}}\n"
    )
}

/// Runs a program and ignores the outcome.
fn run(text: &str) {
    let cx = Context::new();
    let module = read(&cx, "m", text.as_bytes(), &ReadOptions::default()).map(|outcome| outcome.module);
    let module = module.unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    let options = Options {
        isolated: true,
        on_undefined: OnUndefined::Warn,
        max_steps: Some(10_000),
        max_memory: 1 << 24,
        ..Options::default()
    };
    if let Ok(mut machine) = Machine::new(vec![module], options) {
        _ = machine.run(&[b"main"]);
    }
}

#[test]
fn odd_signatures() {
    let names: Vec<&str> = TABLES.iter().flat_map(|table| table.iter()).map(|builtin| builtin.name).collect();
    let failed = |names: &[&str]| -> String {
        let programs = names.iter().flat_map(|name| {
            let fixed = SIGNATURES.iter().map(|&signature| program(name, signature, false));
            fixed.chain([program(name, SIGNATURES[6], true)])
        });
        programs.filter(|text| catch_unwind(AssertUnwindSafe(|| run(text))).is_err()).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failed: String = std::thread::scope(|scope| {
        let parts: Vec<_> =
            names.chunks(names.len().div_ceil(threads)).map(|part| scope.spawn(move || failed(part))).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    assert!(failed.is_empty(), "the machine panics: {failed}");
}
