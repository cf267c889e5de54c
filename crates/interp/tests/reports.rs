//! What a report says beside the kind: the numbers, the places and the origins.

use lindworm_interp::{Machine, ObjectKind, Options, Origin, Report, Stop};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

/// What is reported of a program, and the function of the site of each note.
fn report(text: &str) -> (Report, Vec<String>) {
    let module = read(&Context::new(), "test.ll", text.as_bytes(), &ReadOptions::default()).unwrap().module;
    let mut machine = Machine::new(vec![module], Options { isolated: true, ..Options::default() }).unwrap();
    let Err(Stop::Report(report)) = machine.run(&[b"test"]) else { panic!("not reported:\n{text}") };
    let function = |site| String::from_utf8(machine.program().function_name(site).to_vec()).unwrap();
    let functions = report.notes.iter().filter_map(|note| Some(function(note.site?.function))).collect();
    (*report, functions)
}

/// What is said of the origin of the poison `%p` of type i32 that this makes.
fn origin(makes_poison: &str) -> String {
    let text = format!(
        "define i32 @main(i32 %one, ptr %argv) {{\n{makes_poison}\n  %c = icmp eq i32 %p, 1\n  br i1 %c, label %a, label %a\n\
         a:\n  ret i32 0\n}}\ndeclare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n"
    );
    let (report, _) = report(&text);
    report.notes[0].message.strip_prefix("the poison was made here: ").unwrap().to_owned()
}

#[test]
fn poison_is_explained_by_the_operands() {
    for (instruction, expected) in [
        ("%p = add nsw i32 2147483647, %one", "2147483647 + 1 does not fit in i32, against `nsw`"),
        ("%p = sub nuw i32 0, %one", "0 - 1 does not fit in an unsigned i32, against `nuw`"),
        ("%p = mul nsw nuw i32 -2147483648, -1", "-2147483648 * -1 does not fit in i32, against `nsw`"),
        ("%n = add i32 %one, 40\n  %p = shl i32 1, %n", "1 << 41, and i32 has 32 bits"),
        ("%p = shl nsw i32 %one, 31", "1 << 31 does not fit in i32, against `nsw`"),
        ("%p = udiv exact i32 %one, 2", "1 / 2 leaves something over, against `exact`"),
        ("%p = or disjoint i32 %one, 3", "0x1 | 0x3 have a bit in common, against `disjoint`"),
        ("%p = fptosi double 1.0e10 to i32", "10000000000.0 does not fit in i32"),
        (
            "%w = zext i32 %one to i64\n  %v = shl i64 %w, 32\n  %p = trunc nuw i64 %v to i32",
            "4294967296 does not fit in i32",
        ),
        (
            "%m = sub i32 0, %one\n  %w = zext nneg i32 %m to i64\n  %p = trunc i64 %w to i32",
            "-1 is negative, against `nneg`",
        ),
    ] {
        assert_eq!(origin(&format!("  {instruction}")), expected);
    }
}

#[test]
fn poison_of_several_additions_is_that_of_the_last_one() {
    let text = "  br label %loop\nloop:\n  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n  %p = add nsw i32 2147483647, %next\n  \
         %next = add i32 %i, 1\n  %more = icmp slt i32 %next, 3\n  br i1 %more, label %loop, label %end\nend:";
    let text = text.replace(
        "%p = add nsw i32 2147483647, %next\n  %next = add i32 %i, 1",
        "%next = add i32 %i, 1\n  %p = add nsw i32 2147483647, %next",
    );
    assert_eq!(origin(&text), "the last time, 2147483647 + 3 does not fit in i32, against `nsw`");
}

#[test]
fn a_load_without_metadata_is_not_said_to_break_any() {
    let ended = "  %x = alloca i32\n  call void @llvm.lifetime.start.p0(ptr %x)\n  store i32 1, ptr %x\n  \
         call void @llvm.lifetime.end.p0(ptr %x)\n  %p = load i32, ptr %x";
    assert_eq!(origin(ended), "the lifetime of the stack object has not begun, or has ended");
    let broken = "  %x = alloca i32\n  store i32 1, ptr %x\n  %p = load i32, ptr %x, !range !{i32 2, i32 4}";
    assert_eq!(origin(broken), "what was loaded is not what the metadata promises");
}

#[test]
fn null_is_called_null() {
    let text = "define i32 @main() {\n  %p = alloca ptr\n  store ptr null, ptr %p\n  %null = load ptr, ptr %p\n  \
         %field = getelementptr inbounds i8, ptr %null, i64 8\n  store i32 1, ptr %field\n  ret i32 0\n}\n";
    let (report, _) = report(text);
    assert_eq!((report.kind.unwrap().code, report.message.as_str()), ("UB0202", "store of 4 bytes at null + 8"));
    let memory = report.memory.unwrap();
    assert!(memory.object.is_none() && (memory.offset, memory.size) == (8, 4), "{memory:?}");
}

#[test]
fn an_index_is_told_with_the_size_of_the_object() {
    let text = "define i32 @main(i32 %one, ptr %argv) {\n  %a = alloca [4 x i32]\n  %i = add i32 %one, 4\n  \
         %e = getelementptr inbounds [4 x i32], ptr %a, i32 0, i32 %i\n  store i32 1, ptr %e\n  ret i32 0\n}\n";
    let (report, _) = report(text);
    assert_eq!(report.message, "store of 4 bytes at offset 20 of an object of 16 bytes");
    assert!(matches!(report.notes[0].origin, Some(Origin::Poison { operands: Some(_) })), "{:?}", report.notes);
    assert_eq!(report.memory.unwrap().object.unwrap().kind, ObjectKind::Stack);
}

#[test]
fn an_allocation_is_told_of_where_the_program_asks_for_it() {
    let text = "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n\
         define ptr @_ZNSt9allocatorIiE8allocateEm(i64 %n) {\n  %p = call ptr @malloc(i64 %n)\n  ret ptr %p\n}\n\
         define void @_ZN5alloc5alloc7dealloc17h0123456789abcdefE(ptr %p) {\n  call void @free(ptr %p)\n  ret void\n}\n\
         define i32 @main() {\n  %p = call ptr @_ZNSt9allocatorIiE8allocateEm(i64 4)\n  \
         call void @_ZN5alloc5alloc7dealloc17h0123456789abcdefE(ptr %p)\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n";
    let (report, functions) = report(text);
    assert_eq!((report.kind.unwrap().code, functions), ("UB0204", vec!["main".into(), "main".into()]));
}

/// A loop that waits for what nobody does: it calls a function, and stores what is there already.
fn endless(attributes: &str, latch: &str) -> Report {
    let text = format!(
        "define i1 @done(ptr %flag) {{\n  %own = alloca ptr\n  store ptr %flag, ptr %own\n  %p = load ptr, ptr %own\n  \
         %v = load i32, ptr %p\n  %is = icmp ne i32 %v, 0\n  ret i1 %is\n}}\n\
         define i32 @main() {attributes} {{\n  %flag = alloca i32\n  %n = alloca i32\n  store i32 0, ptr %flag\n  br label %loop\n\
         loop:\n  %is = call i1 @done(ptr %flag)\n  br i1 %is, label %end, label %body\nbody:\n  store i32 1, ptr %n\n  \
         store i32 2, ptr %n\n  br label %loop{latch}\nend:\n  ret i32 0\n}}\n!0 = distinct !{{!0, !1}}\n\
         !1 = !{{!\"llvm.loop.mustprogress\"}}\n"
    );
    report(&text).0
}

#[test]
fn a_loop_that_comes_back_to_the_same_state_never_ends() {
    for (attributes, latch, code) in
        [("mustprogress", "", Some("UB0310")), ("", ", !llvm.loop !0", Some("UB0310")), ("", "", None)]
    {
        let report = endless(attributes, latch);
        assert_eq!(report.kind.map(|kind| kind.code), code, "{attributes} {latch}");
        assert!(report.message.starts_with("the program comes back to the same state"), "{}", report.message);
    }
}

#[test]
fn a_loop_that_gets_on_is_not_taken_for_an_endless_one() {
    // Its state is another one each time: only the counter shows it.
    let text = "define i32 @main() mustprogress {\n  %n = alloca i64\n  store i64 0, ptr %n\n  br label %loop\nloop:\n  \
         %old = load i64, ptr %n\n  %new = add i64 %old, 1\n  store i64 %new, ptr %n\n  %more = icmp ult i64 %new, 3000000\n  \
         br i1 %more, label %loop, label %end\nend:\n  ret i32 0\n}\n";
    let module = read(&Context::new(), "test.ll", text.as_bytes(), &ReadOptions::default()).unwrap().module;
    let mut machine = Machine::new(vec![module], Options { isolated: true, ..Options::default() }).unwrap();
    assert_eq!(machine.run(&[b"test"]).unwrap(), 0);
}
