//! Symbols of several modules mean what a linker makes of them.

use lindworm_interp::{Machine, Options, Stop};
use lindworm_ir::{Context, Module};
use lindworm_text::{ReadOptions, read};

/// The result of `@main`, or the message of what keeps the program from running.
fn run(texts: &[&str]) -> Result<i32, String> {
    let module = |(i, text): (usize, &&str)| -> Module {
        let name = format!("{}.ll", ["one", "two", "three"][i]);
        read(&Context::new(), &name, text.as_bytes(), &ReadOptions::default()).expect(text).module
    };
    let modules = texts.iter().enumerate().map(module).collect();
    let done = Machine::new(modules, Options::default()).and_then(|mut machine| machine.run(&[b"program"]));
    done.map_err(|stop| match stop {
        Stop::Report(report) => report.message,
        stop => format!("{stop:?}"),
    })
}

/// A `main` that returns what these instructions make `%r`.
fn main_of(globals: &str, body: &str) -> String {
    format!("{globals}\ndefine i32 @main() {{\n{body}\n  ret i32 %r\n}}\n")
}

#[test]
fn strong_definitions_come_before_weak_ones_in_any_order() {
    let of = |linkage: &str, n: u32| format!("define {linkage} i32 @f() {{\n  ret i32 {n}\n}}\n");
    let main = main_of("declare i32 @f()", "  %r = call i32 @f()");
    for (first, second, result) in [
        ("weak", "", 2),
        ("", "weak_odr", 1),
        ("linkonce_odr", "weak", 2),
        ("weak", "linkonce", 1),
        ("weak", "weak", 1),
        ("available_externally", "linkonce_odr", 2),
        ("internal", "", 2),
        ("private", "weak", 2),
        ("hidden", "internal", 1),
    ] {
        assert_eq!(run(&[&of(first, 1), &of(second, 2), &main]), Ok(result), "{first} {second}");
    }
    // A body that is available externally is as good as any, if there is no other.
    assert_eq!(run(&[&main, &of("available_externally", 3)]), Ok(3));
    let twice = run(&[&of("", 1), &of("", 2), &main]);
    assert_eq!(twice, Err("the symbol `@f` is defined in `one.ll` and again in `two.ll`".into()));
}

#[test]
fn of_common_symbols_the_largest_is_taken() {
    let small = main_of("@c = common global i32 0", "  %p = getelementptr i32, ptr @c, i64 3\n  %r = load i32, ptr %p");
    let large = "@c = common global [4 x i32] zeroinitializer\n";
    assert_eq!(run(&[&small, large]), Ok(0));
    assert_eq!(run(&[large, &small]), Ok(0));
    assert_eq!(run(&[&small, "@c = global [4 x i32] [i32 0, i32 0, i32 0, i32 7]\n"]), Ok(7));
    // A common symbol is more than a weak one.
    let weak = "@c = weak global [4 x i32] [i32 1, i32 1, i32 1, i32 1]\n";
    assert!(run(&[weak, &small]).is_err());
}

#[test]
fn a_weak_declaration_may_be_defined_nowhere() {
    let main = main_of("declare extern_weak i32 @f()", "  %n = icmp eq ptr @f, null\n  %r = zext i1 %n to i32");
    assert_eq!(run(&[&main]), Ok(1));
    assert_eq!(run(&[&main, "define i32 @f() {\n  ret i32 0\n}\n"]), Ok(0));
    // Another module that asks for it in earnest.
    let caller = "declare i32 @f()\ndefine i32 @g() {\n  %r = call i32 @f()\n  ret i32 %r\n}\n";
    let main = main_of("declare extern_weak i32 @f()\ndeclare i32 @g()", "  %r = call i32 @g()");
    assert!(run(&[&main, caller]).unwrap_err().starts_with("the function `@f` is not defined"));
}

#[test]
fn comdats_are_chosen_by_their_kinds() {
    let of = |kind: &str, ty: &str, n: u32| format!("$v = comdat {kind}\n@v = global {ty} {n}, comdat\n");
    let main = main_of("@v = external global i8", "  %b = load i8, ptr @v\n  %r = zext i8 %b to i32");
    let cases = [
        ("any", "i32", 1, "any", "i64", 2, Ok(1)),
        ("largest", "i32", 1, "largest", "i64", 2, Ok(2)),
        ("largest", "i64", 1, "largest", "i32", 2, Ok(1)),
        ("any", "i32", 1, "largest", "i64", 2, Ok(2)),
        ("samesize", "i32", 1, "samesize", "i32", 2, Ok(1)),
        ("samesize", "i32", 1, "samesize", "i64", 2, Err("SameSize violated!")),
        ("exactmatch", "i32", 1, "exactmatch", "i32", 1, Ok(1)),
        ("exactmatch", "i32", 1, "exactmatch", "i32", 2, Err("ExactMatch violated!")),
        ("exactmatch", "i32", 1, "exactmatch", "i64", 1, Err("ExactMatch violated!")),
        ("any", "i32", 1, "samesize", "i32", 1, Err("invalid selection kinds!")),
    ];
    for (kind, ty, n, other_kind, other_ty, other_n, expected) in cases {
        let expected = expected.map_err(|why| format!("Linking COMDATs named 'v': {why} (in `one.ll` and `two.ll`)"));
        let result = run(&[&of(kind, ty, n), &of(other_kind, other_ty, other_n), &main]);
        assert_eq!(result, expected, "{kind} {ty} {other_kind} {other_ty}");
    }
    // The members of all are kept, and a symbol of two of them is defined twice.
    let all = of("nodeduplicate", "i32", 1);
    let result = run(&[&all, &all, &main]);
    assert_eq!(result, Err("the symbol `@v` is defined in `one.ll` and again in `two.ll`".into()));
}

/// All members of a comdat are those of one module.
#[test]
fn a_comdat_is_taken_as_a_whole() {
    let of = |kind: &str, ty: &str, n: u32| {
        format!(
            "$v = comdat {kind}\n@v = global {ty} {n}, comdat\n@w = global i32 {n}, comdat($v)\n\
             define i32 @f() comdat($v) {{\n  ret i32 {n}\n}}\n"
        )
    };
    let main = main_of(
        "@v = external global i8\n@w = external global i32\ndeclare i32 @f()",
        "  %v = load i8, ptr @v\n  %a = zext i8 %v to i32\n  %b = load i32, ptr @w\n  %c = call i32 @f()\n  \
         %ab = add i32 %a, %b\n  %r = add i32 %ab, %c",
    );
    assert_eq!(run(&[&of("any", "i32", 1), &of("any", "i64", 2), &main]), Ok(3));
    assert_eq!(run(&[&of("largest", "i32", 1), &of("largest", "i64", 2), &main]), Ok(6));
}

/// What is made of `inline` variables is constructed once.
#[test]
fn what_is_of_another_comdat_is_not_constructed() {
    let of = |n: u32| {
        format!(
            "$v = comdat any\n@v = linkonce_odr global i32 0, comdat\n@count = external global i32\n\
             @llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 65535, ptr @init{n}, ptr @v }}]\n\
             define internal void @init{n}() comdat($v) {{\n  %x = load i32, ptr @count\n  %y = add i32 %x, {n}\n  \
             store i32 %y, ptr @count\n  ret void\n}}\n"
        )
    };
    let main = main_of("@count = global i32 0", "  %r = load i32, ptr @count");
    assert_eq!(run(&[&of(1), &of(2), &main]), Ok(1));
    assert_eq!(run(&[&of(2), &of(1), &main]), Ok(2));
}

#[test]
fn appending_arrays_follow_each_other() {
    let of = |values: [u32; 2]| format!("@list = appending global [2 x i32] [i32 {}, i32 {}]\n", values[0], values[1]);
    for (at, value) in [(0, 5), (1, 6), (2, 7), (3, 8)] {
        let body = format!("  %p = getelementptr i32, ptr @list, i64 {at}\n  %r = load i32, ptr %p");
        assert_eq!(run(&[&main_of(&of([5, 6]), &body), &of([7, 8])]), Ok(value));
    }
    // Constructors of one priority run in the order of the modules.
    let constructs = |n: u32, priority: u32| {
        format!(
            "@x = external global i32\n\
             @llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 {priority}, ptr @c{n}, ptr null }}]\n\
             define void @c{n}() {{\n  %a = load i32, ptr @x\n  %b = mul i32 %a, 10\n  %c = add i32 %b, {n}\n  \
             store i32 %c, ptr @x\n  ret void\n}}\n"
        )
    };
    let main = main_of("@x = global i32 0", "  %r = load i32, ptr @x");
    assert_eq!(run(&[&constructs(1, 65535), &constructs(2, 65535), &main]), Ok(12));
    assert_eq!(run(&[&constructs(1, 200), &constructs(2, 100), &main]), Ok(21));
}

#[test]
fn globals_without_names_are_each_their_own() {
    let text =
        "@0 = global i32 4\n@1 = global i32 5\ndefine i32 @2() {\n  ret i32 6\n}\ndefine i32 @3() {\n  ret i32 7\n}\n";
    let body = "  %a = load i32, ptr @0\n  %b = load i32, ptr @1\n  %c = call i32 @2()\n  %d = call i32 @3()\n  %ab = mul i32 %a, %b\n  %cd = mul i32 %c, %d\n  %r = add i32 %ab, %cd";
    let main = main_of(text, body);
    assert_eq!(run(&[&main]), Ok(62));
    assert_eq!(run(&[&main, "@0 = global i32 8\n"]), Ok(62));
}
