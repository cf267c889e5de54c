//! `uselistorder` directives: what is written for what was read.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, WriteOptions, read, write_with};

fn print(source: &str, preserve_use_list_order: bool) -> String {
    let options = ReadOptions::default();
    let module = match read(&Context::new(), "m", source.as_bytes(), &options) {
        Ok(outcome) => outcome.module,
        Err(errors) => panic!("{}", errors[0].message),
    };
    let mut out = Vec::new();
    write_with(&module, &WriteOptions { preserve_use_list_order, ..Default::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The directives that are written for a text. They must come out the same when it is read again with them.
#[track_caller]
fn directives(source: &str) -> Vec<String> {
    let printed = print(source, true);
    assert_eq!(print(&printed, true), printed);
    assert_eq!(print(&printed, false), print(source, false));
    printed.lines().filter(|l| l.trim_start().starts_with("uselistorder")).map(|l| l.trim().to_owned()).collect()
}

#[track_caller]
fn refused(source: &str) -> String {
    match read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) {
        Ok(_) => panic!("read"),
        Err(errors) => errors[0].message.clone(),
    }
}

#[test]
fn what_a_reader_has_anyway_is_not_told() {
    let source = "@g = global ptr @f\n\
        define i32 @f(i32 %x) {\n  br label %l\nl:\n  %p = phi i32 [ %x, %0 ], [ %s, %l ]\n  %s = add i32 %p, %s\n\
        store ptr @g, ptr @h\n  br label %l\n}\n\
        @h = global ptr @g\n";
    let without = source.replace("@h = global ptr @g\n", "");
    let source = format!("@h = global ptr @g\n{without}");
    assert!(directives(&source).is_empty());
}

#[test]
fn directives_are_kept() {
    let source = "@g = global i32 0\n\
        define i1 @f(i1 %x) {\n  br i1 %x, label %a, label %b\na:\n  br label %b\nb:\n  %y = xor i1 %x, %x\n  store i1 %x, ptr @g\n\
        store ptr @g, ptr @g\n  ret i1 %y\n\
        uselistorder i1 %x, { 2, 3, 0, 1 }\n  uselistorder label %b, { 1, 0 }\n}\n\
        uselistorder ptr @g, { 2, 0, 1 }\n";
    assert_eq!(
        directives(source),
        ["uselistorder i1 %x, { 2, 3, 0, 1 }", "uselistorder label %b, { 1, 0 }", "uselistorder ptr @g, { 2, 0, 1 }"]
    );
    assert!(print(source, true).contains("  ret i1 %y\n\n; uselistorder directives\n  uselistorder i1 %x, { 2"));
    assert!(print(source, true).ends_with("}\n\n; uselistorder directives\nuselistorder ptr @g, { 2, 0, 1 }\n"));
    assert!(!print(source, false).contains("uselistorder"));
}

#[test]
fn globals_in_another_order_than_they_are_printed_in() {
    let source = "@v = global ptr @f\ndefine void @f() {\n  ret void\n}\n@z = global ptr @f\n";
    assert_eq!(directives(source), ["uselistorder ptr @f, { 1, 0 }"]);
}

#[test]
fn a_constant_that_uses_a_function_twice_before_it_is_there() {
    let source = "@v = global ptr @f\n@x = global [2 x ptr] [ptr @f, ptr @f]\n@y = global ptr @f\n\
        define void @f() {\n  ret void\n}\n@z = global ptr @f\n";
    // The last of its operands comes first. LLVM's writer does not expect it, so that the order changes with every reading.
    let once = print(source, true);
    assert!(once.ends_with("uselistorder ptr @f, { 1, 3, 2, 4, 0 }\n"), "{once}");
    assert!(print(&once, true).ends_with("uselistorder ptr @f, { 1, 2, 3, 4, 0 }\n"));
}

#[test]
fn constants_have_lists_if_they_are_made_of_others() {
    let source = "@g = global i32 0\ndefine void @f() {\n  store { i32, ptr } { i32 1, ptr @g }, ptr @g\n\
        store { i32, ptr } { i32 1, ptr @g }, ptr @g\n  store <2 x i32> splat (i32 7), ptr @g\n\
        store <2 x i32> splat (i32 7), ptr @g\n  ret void\n}\n\
        uselistorder { i32, ptr } { i32 1, ptr @g }, { 1, 0 }\nuselistorder <2 x i32> splat (i32 7), { 1, 0 }\n";
    assert_eq!(directives(source), ["uselistorder { i32, ptr } { i32 1, ptr @g }, { 1, 0 }"]);
}

#[test]
fn the_address_of_a_block_uses_it() {
    let source = "@a = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  br label %b\nb:\n  unreachable\n}\n";
    assert!(directives(source).is_empty());
    let source = format!("{source}uselistorder_bb @f, %b, {{ 1, 0 }}\n");
    assert_eq!(directives(&source), ["uselistorder label %b, { 1, 0 }"]);
}

#[test]
fn inputs_of_bundles_are_used_last() {
    let source = "define void @f(ptr %p) {\n  call void %p() [ \"x\"(ptr %p) ]\n  ret void\n}\n";
    assert!(print(source, true).contains("  uselistorder ptr %p, { 1, 0 }\n"));
}

#[test]
fn what_was_brought_up_to_date_was_made_last() {
    let source = "declare i32 @llvm.cttz.i32(i32)\ndefine i32 @f(i32 %x) {\n  %a = call i32 @llvm.cttz.i32(i32 %x)\n\
        %b = add i32 %a, %x\n  ret i32 %b\n}\n";
    assert_eq!(directives(source), ["uselistorder i32 %x, { 1, 0 }"]);
}

#[test]
fn directives_that_fit_no_list_are_refused() {
    let function = |directive: &str| {
        format!(
            "define i32 @f(i32 %x, i32 %y, i32 %z) {{\n  %a = add i32 %x, %x\n  %b = add i32 %a, %y\n  ret i32 %b\n{directive}\n}}\n"
        )
    };
    assert_eq!(refused(&function("uselistorder i32 %z, { 1, 0 }")), "value has no uses");
    assert_eq!(refused(&function("uselistorder i32 %y, { 1, 0 }")), "value only has one use");
    assert_eq!(refused(&function("uselistorder i32 %x, { 1, 2, 0 }")), "wrong number of indexes, expected 2");
    assert_eq!(refused("@g = global i32 0\nuselistorder ptr @g, { 1, 0 }\n"), "value has no uses");
    let two = "@g = global i32 0\n@a = global [2 x ptr] [ptr @g, ptr @g]\n@b = global ptr @g\n";
    assert_eq!(refused(&format!("{two}uselistorder ptr @g, {{ 1, 0 }}\n")), "wrong number of indexes, expected 3");
}
