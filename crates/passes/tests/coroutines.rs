//! The passes of coroutines.

mod common;

use common::{check, run, text};

const DECLARATIONS: &str = "
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.noop()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare i32 @value()
declare void @use(i32)
declare void @take(ptr)
declare void @use_doubles(double, double)
";

/// A coroutine that is suspended once, with code before that, and after the coroutine is resumed.
fn coroutine(before: &str, after: &str) -> String {
    format!(
        "define ptr @f(ptr %memory, i32 %x) presplitcoroutine {{
         entry:
           %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
           %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
           {before}
           %s = call i8 @llvm.coro.suspend(token none, i1 false)
           switch i8 %s, label %suspend [ i8 0, label %resume
                                          i8 1, label %cleanup ]
         resume:
           {after}
           br label %cleanup
         cleanup:
           br label %suspend
         suspend:
           call void @llvm.coro.end(ptr %frame, i1 false, token none)
           ret ptr %frame
         }}{DECLARATIONS}"
    )
}

/// The text of a coroutine after the split, and simplification of the parts.
fn split(before: &str, after: &str) -> String {
    text(&run("cgscc(coro-split),simplifycfg", &coroutine(before, after)))
}

/// The definition of a function in the text of a module.
fn function<'t>(text: &'t str, name: &str) -> &'t str {
    let start = text.find(&format!("@{name}(")).unwrap_or_else(|| panic!("{name}: {text}"));
    let end = text[start..].find("\n}").unwrap();
    &text[start..start + end]
}

#[track_caller]
fn expect(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "{part}\n{text}"));
}

#[test]
fn calls_of_a_coroutine_are_lowered() {
    let before = format!(
        "define i1 @f(ptr %h) {{
           call void @llvm.coro.resume(ptr %h)
           call void @llvm.coro.destroy(ptr %h)
           %p = call ptr @llvm.coro.promise(ptr %h, i32 32, i1 false)
           %q = call ptr @llvm.coro.promise(ptr %p, i32 32, i1 true)
           %d = call i1 @llvm.coro.done(ptr %q)
           ret i1 %d
         }}{DECLARATIONS}"
    );
    let after = "declare ptr @llvm.coro.subfn.addr(ptr, i8)
         define i1 @f(ptr %h) {
           %1 = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
           call fastcc void %1(ptr %h)
           %2 = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
           call fastcc void %2(ptr %h)
           %3 = getelementptr inbounds i8, ptr %h, i32 32
           %4 = getelementptr inbounds i8, ptr %3, i32 -32
           %5 = load ptr, ptr %4, align 8
           %6 = icmp eq ptr %5, null
           ret i1 %6
         }";
    check("coro-early", &before, after);
    let lowered = "define i1 @f(ptr %h) {
           %1 = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 0
           %2 = load ptr, ptr %1, align 8
           call fastcc void %2(ptr %h)
           %3 = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 1
           %4 = load ptr, ptr %3, align 8
           call fastcc void %4(ptr %h)
           %5 = getelementptr inbounds i8, ptr %h, i32 32
           %6 = getelementptr inbounds i8, ptr %5, i32 -32
           %7 = load ptr, ptr %6, align 8
           %8 = icmp eq ptr %7, null
           ret i1 %8
         }";
    check("coro-early,coro-cleanup", &before, lowered);
}

#[test]
fn the_coroutine_that_does_nothing_is_a_constant() {
    let before = format!("define ptr @f() {{\n  %h = call ptr @llvm.coro.noop()\n  ret ptr %h\n}}{DECLARATIONS}");
    let after = text(&run("coro-early", &before));
    expect(&after, &["ret ptr @NoopCoro.Frame.Const", "define internal fastcc void @__NoopCoro_ResumeDestroy(ptr %0)"]);
}

#[test]
fn marks_and_arguments_prepare_a_coroutine() {
    let after = text(&run("coro-early", &coroutine("", "")));
    expect(&after, &["@llvm.coro.id(i32 0, ptr null, ptr @f, ptr null)", " = { noduplicate }"]);
}

#[test]
fn values_that_are_live_across_a_suspend_point_are_in_the_frame() {
    let after = split("%v = call i32 @value()", "call void @use(i32 %v)\ncall void @use(i32 %x)");
    expect(&after, &["%f.Frame = type { ptr, ptr, i32, i32, i1 }", "@f.resumers = private constant [3 x ptr]"]);
    expect(
        function(&after, "f"),
        &[
            "store i32 %v, ptr %v.spill.addr",
            "store i32 %x, ptr %x.spill.addr",
            "store ptr @f.resume, ptr %resume.addr",
        ],
    );
    expect(
        function(&after, "f.resume"),
        &[
            "ptr noundef nonnull align 8 dereferenceable(32) %frame",
            "%v.reload = load i32, ptr %v.reload.addr, align 4",
            "call void @use(i32 %v.reload)",
        ],
    );
    assert!(!function(&after, "f").contains("call void @use"), "{after}");
    assert!(!function(&after, "f.destroy").contains("call void @use"), "{after}");
}

#[test]
fn values_that_are_not_live_are_not_in_the_frame() {
    let after = split("%v = call i32 @value()\ncall void @use(i32 %v)", "");
    expect(&after, &["%f.Frame = type { ptr, ptr, i1 }"]);
}

#[test]
fn arithmetic_is_computed_again() {
    let after = split("%v = add i32 %x, 1", "call void @use(i32 %v)");
    expect(&after, &["%f.Frame = type { ptr, ptr, i32, i1 }"]);
    expect(function(&after, "f.resume"), &["%v1 = add i32 %x.reload, 1", "call void @use(i32 %v1)"]);
}

#[test]
fn allocas_are_in_the_frame_if_they_are_live() {
    let before = "%a = alloca i64, align 32\n%b = alloca i32\ncall void @take(ptr captures(none) %a)\n\
                  call void @take(ptr captures(none) %b)";
    let after = split(before, "call void @take(ptr captures(none) %a)");
    expect(&after, &["%f.Frame = type { ptr, ptr, i1, [15 x i8], i64 }"]);
    expect(function(&after, "f"), &["%b = alloca i32"]);
}

#[test]
fn an_alloca_whose_lifetime_ends_before_is_on_the_stack() {
    let before = "%a = alloca i64\ncall void @llvm.lifetime.start.p0(ptr %a)\ncall void @take(ptr %a)\n\
                  call void @llvm.lifetime.end.p0(ptr %a)";
    expect(&split(before, ""), &["%f.Frame = type { ptr, ptr, i1 }"]);
    let open = "%a = alloca i64\ncall void @llvm.lifetime.start.p0(ptr %a)\ncall void @take(ptr %a)";
    expect(&split(open, "call void @llvm.lifetime.end.p0(ptr %a)"), &["%f.Frame = type { ptr, ptr, i64, i1 }"]);
}

#[test]
fn a_loop_around_a_suspend_point_keeps_its_variables_in_the_frame() {
    let program = format!(
        "define ptr @f(ptr %memory, i32 %n) presplitcoroutine {{
         entry:
           %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
           %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
           br label %loop
         loop:
           %i = phi i32 [ %n, %entry ], [ %next, %resume ]
           call void @use(i32 %i)
           %s = call i8 @llvm.coro.suspend(token none, i1 false)
           switch i8 %s, label %suspend [ i8 0, label %resume
                                          i8 1, label %cleanup ]
         resume:
           %next = add i32 %i, 1
           br label %loop
         cleanup:
           br label %suspend
         suspend:
           call void @llvm.coro.end(ptr %frame, i1 false, token none)
           ret ptr %frame
         }}{DECLARATIONS}"
    );
    let after = text(&run("cgscc(coro-split),simplifycfg", &program));
    expect(function(&after, "f"), &["store i32 %n, ptr %i.spill.addr"]);
    expect(function(&after, "f.resume"), &["%next = add i32 %i.reload, 1", "store i32 %next, ptr %i.spill.addr"]);
}

#[test]
fn a_coroutine_without_suspend_points_has_its_frame_on_the_stack() {
    let program = format!(
        "define void @f() presplitcoroutine {{
         entry:
           %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
           %needed = call i1 @llvm.coro.alloc(token %id)
           br i1 %needed, label %allocate, label %begin
         allocate:
           %size = call i32 @llvm.coro.size.i32()
           call void @use(i32 %size)
           br label %begin
         begin:
           %frame = call ptr @llvm.coro.begin(token %id, ptr null)
           call void @take(ptr %frame)
           %mem = call ptr @llvm.coro.free(token %id, ptr %frame)
           call void @take(ptr %mem)
           call void @llvm.coro.end(ptr %frame, i1 false, token none)
           ret void
         }}{DECLARATIONS}"
    );
    let after = text(&run("cgscc(coro-split),simplifycfg", &program));
    expect(function(&after, "f"), &["alloca %f.Frame, align 8", "call void @take(ptr null)"]);
    assert!(!after.contains("call void @use"), "{after}");
}

#[test]
fn a_function_without_a_frame_is_no_coroutine() {
    let program = format!(
        "define void @f() presplitcoroutine {{
           %s = call i8 @llvm.coro.suspend(token none, i1 false)
           call void @llvm.coro.end(ptr null, i1 false, token none)
           ret void
         }}{DECLARATIONS}"
    );
    let after = text(&run("cgscc(coro-split)", &program));
    expect(function(&after, "f"), &["unreachable"]);
}
