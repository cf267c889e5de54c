//! Resources of programs that run.

use super::{Kind, each, list, run};

/// A program whose `main` has this body.
fn main(body: &str) -> String {
    format!("define i32 @main(i32 %argc, ptr %argv) {{\n{body}  ret i32 0\n}}\n")
}

/// A program whose `main` repeats a statement `n` times, with `%i` from 0 up to `n`.
fn repeat(n: usize, body: &str) -> String {
    main(&format!(
        "  br label %loop\n\nloop:\n  %i = phi i64 [ 0, %0 ], [ %next, %loop ]\n{body}  %next = add i64 %i, 1\n  %more = icmp ult i64 %next, {n}\n  br i1 %more, label %loop, label %end\n\nend:\n"
    ))
}

pub const KINDS: &[Kind] = &[
    run("instructions that run", |n| main(&each(n, |i| format!("  %v{i} = add i32 %argc, {i}\n")))),
    run("rounds of a loop", |n| repeat(n, "")),
    run("globals that are loaded", |n| {
        each(n, |i| format!("@g{i} = global i32 {i}\n"))
            + &main(&each(n, |i| format!("  %v{i} = load i32, ptr @g{i}\n")))
    }),
    run("thread-local variables that are loaded", |n| {
        each(n, |i| format!("@g{i} = thread_local global i32 {i}\n@a{i} = thread_local alias i32, ptr @g{i}\n"))
            + &main(&each(n, |i| format!("  %v{i} = load i32, ptr @g{i}\n  %w{i} = load i32, ptr @a{i}\n")))
    }),
    run("aliases that are loaded", |n| {
        "@g = global [2 x i32] zeroinitializer\n".to_owned()
            + &each(n, |i| {
                format!("@a{i} = alias i32, ptr @g\n@b{i} = alias i32, getelementptr (i8, ptr @a{i}, i64 4)\n")
            })
            + &main(&each(n, |i| format!("  %v{i} = load i32, ptr @b{i}\n")))
    }),
    run("ifuncs that are called", |n| {
        "define void @f() {\n  ret void\n}\n".to_owned()
            + &each(n, |i| format!("@i{i} = ifunc void (), ptr @r{i}\ndefine ptr @r{i}() {{\n  ret ptr @f\n}}\n"))
            + &main(&each(n, |i| format!("  call void @i{i}()\n")))
    }),
    run("fields of an element of an array", |n| {
        // Most of them have no bytes.
        format!("%e = type {{ i8, {} }}\n@g = global [{n} x %e] zeroinitializer\n", list(n, |_| "{}".into()))
            + &main(&format!("  %v = load [{n} x %e], ptr @g\n  store [{n} x %e] %v, ptr @g\n"))
    }),
    run("functions that are called", |n| {
        each(n, |i| format!("define void @f{i}() {{\n  ret void\n}}\n"))
            + &main(&each(n, |i| format!("  call void @f{i}()\n")))
    }),
    run("depth of calls", |n| {
        "define void @f(i64 %n) {\n  %z = icmp eq i64 %n, 0\n  br i1 %z, label %end, label %go\n\ngo:\n  %m = sub i64 %n, 1\n  call void @f(i64 %m)\n  br label %end\n\nend:\n  ret void\n}\n".to_owned() + &main(&format!("  call void @f(i64 {n})\n"))
    }),
    run("arguments that are passed", |n| {
        format!("define void @f({}) {{\n  ret void\n}}\n", list(n, |_| "i32".into()))
            + &main(&format!("  call void @f({})\n", list(n, |i| format!("i32 {i}"))))
    }),
    run("variadic arguments that are passed", |n| {
        "define void @f(...) {\n  %va = alloca [4 x ptr]\n  call void @llvm.va_start(ptr %va)\n  call void @llvm.va_end(ptr %va)\n  ret void\n}\ndeclare void @llvm.va_start(ptr)\ndeclare void @llvm.va_end(ptr)\n".to_owned()
            + &main(&format!("  call void (...) @f({})\n", list(n, |i| format!("i32 {i}"))))
    }),
    run("blocks that run", |n| main(&each(n, |i| format!("  br label %b{i}\n\nb{i}:\n")))),
    run("cases of a switch that runs", |n| {
        let cases = each(n, |i| format!("    i32 {i}, label %end\n"));
        main(&format!("  switch i32 %argc, label %end [\n{cases}  ]\n\nend:\n"))
    }),
    run("targets of an indirect branch that runs", |n| {
        let blocks = each(n, |i| format!("b{i}:\n  br label %end\n\n"));
        let targets = list(n, |i| format!("label %b{i}"));
        main(&format!("  indirectbr ptr blockaddress(@main, %b0), [{targets}]\n\n{blocks}end:\n"))
    }),
    run("addresses of blocks that indirect branches go to", |n| {
        let blocks =
            each(n, |i| format!("b{i}:\n  indirectbr ptr blockaddress(@main, %b{0}), [label %b{0}]\n\n", i + 1));
        main(&format!("  br label %b0\n\n{blocks}b{n}:\n"))
    }),
    run("phis that are taken", |n| {
        let phis = each(n, |i| format!("  %p{i} = phi i32 [ {i}, %0 ], [ %p{}, %loop ]\n", (i + 1) % n));
        main(&format!(
            "  br label %loop\n\nloop:\n  %again = phi i1 [ true, %0 ], [ false, %loop ]\n{phis}  br i1 %again, label %loop, label %end\n\nend:\n"
        ))
    }),
    run("elements that an operation has", |n| {
        main(&format!(
            "  %v = add <{n} x i32> splat (i32 1), splat (i32 2)\n  %s = shufflevector <{n} x i32> %v, <{n} x i32> poison, <{n} x i32> zeroinitializer\n"
        ))
    }),
    run("members of an aggregate that is stored", |n| {
        main(&format!(
            "  %p = alloca [{n} x i32]\n  store [{n} x i32] zeroinitializer, ptr %p\n  %v = load [{n} x i32], ptr %p\n"
        ))
    }),
    run("bits of an integer", |n| {
        main(&format!(
            "  %p = alloca i{0}\n  store i{0} 1, ptr %p\n  %x = load i{0}, ptr %p\n  %y = add i{0} %x, %x\n  %z = shl i{0} %y, 5\n  %c = icmp ult i{0} %y, %z\n",
            n * 8
        ))
    }),
    run("bytes of a global", |n| format!("@g = global [{} x i8] c\"{}\"\n", n * 16, "a".repeat(n * 16)) + &main("")),
    run("pointers in a global", |n| {
        format!("@g = global [{n} x ptr] [{}]\n", list(n, |_| "ptr @h".into())) + "@h = global i8 0\n" + &main("")
    }),
    run("stack slots", |n| main(&each(n, |i| format!("  %a{i} = alloca i32\n  store i32 {i}, ptr %a{i}\n")))),
    run("stack slots that end", |n| {
        main(&each(n, |i| {
            format!(
                "  %a{i} = alloca i32\n  call void @llvm.lifetime.start.p0(ptr %a{i})\n  store i32 {i}, ptr %a{i}\n  call void @llvm.lifetime.end.p0(ptr %a{i})\n"
            )
        })) + "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)\n"
    }),
    run("allocations that stay", |n| {
        repeat(n, "  %p = call ptr @malloc(i64 16)\n  store i64 %i, ptr %p\n") + "declare ptr @malloc(i64)\n"
    }),
    run("allocations that are freed", |n| {
        repeat(n, "  %p = call ptr @malloc(i64 16)\n  call void @free(ptr %p)\n")
            + "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n"
    }),
    run("allocations that are all freed at the end", |n| {
        format!("@a = global [{n} x ptr] zeroinitializer\n")
            + &main(&format!(
                "  br label %loop\n\nloop:\n  %i = phi i64 [ 0, %0 ], [ %in, %loop ]\n  %p = call ptr @malloc(i64 16)\n  %s = getelementptr ptr, ptr @a, i64 %i\n  store ptr %p, ptr %s\n  %in = add i64 %i, 1\n  %more = icmp ult i64 %in, {n}\n  br i1 %more, label %loop, label %again\n\n\
                 again:\n  %j = phi i64 [ 0, %loop ], [ %jn, %again ]\n  %t = getelementptr ptr, ptr @a, i64 %j\n  %q = load ptr, ptr %t\n  call void @free(ptr %q)\n  %jn = add i64 %j, 1\n  %rest = icmp ult i64 %jn, {n}\n  br i1 %rest, label %again, label %end\n\nend:\n"
            ))
            + "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n"
    }),
    run("an allocation that grows", |n| {
        main(&format!(
            "  %p0 = call ptr @malloc(i64 1)\n  br label %loop\n\nloop:\n  %i = phi i64 [ 1, %0 ], [ %in, %loop ]\n  %p = phi ptr [ %p0, %0 ], [ %q, %loop ]\n  %in = mul i64 %i, 2\n  %q = call ptr @realloc(ptr %p, i64 %in)\n  %more = icmp ult i64 %in, {n}\n  br i1 %more, label %loop, label %end\n\nend:\n"
        )) + "declare ptr @malloc(i64)\ndeclare ptr @realloc(ptr, i64)\n"
    }),
    run("length of a string that is measured", |n| {
        format!("@s = constant [{} x i8] c\"{}\\00\"\n", n * 16 + 1, "a".repeat(n * 16))
            + &main("  %l = call i64 @strlen(ptr @s)\n")
            + "declare i64 @strlen(ptr)\n"
    }),
    run("bytes that are copied", |n| {
        format!("@a = global [{0} x i8] zeroinitializer\n@b = global [{0} x i8] zeroinitializer\n", n * 16)
            + &main(&format!(
                "  call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 {0}, i1 false)\n  call void @llvm.memset.p0.i64(ptr @a, i8 1, i64 {0}, i1 false)\n",
                n * 16
            ))
            + "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    }),
    run("elements that are sorted", |n| {
        format!("@a = global [{n} x i64] [{}]\n", list(n, |i| format!("i64 {}", i * 7919 % n)))
            + "define i32 @compare(ptr %a, ptr %b) {\n  %x = load i64, ptr %a\n  %y = load i64, ptr %b\n  %l = icmp ult i64 %x, %y\n  %g = icmp ugt i64 %x, %y\n  %zl = zext i1 %l to i32\n  %zg = zext i1 %g to i32\n  %r = sub i32 %zg, %zl\n  ret i32 %r\n}\ndeclare void @qsort(ptr, i64, i64, ptr)\n"
            + &main(&format!("  call void @qsort(ptr @a, i64 {n}, i64 8, ptr @compare)\n"))
    }),
    run("characters that are printed", |n| {
        format!(
            "@s = constant [{} x i8] c\"{}\\00\"\n@p = constant [3 x i8] c\"%s\\00\"\n@b = global [{0} x i8] zeroinitializer\n",
            n + 1,
            "a".repeat(n)
        ) + &main("  %r = call i32 (ptr, ptr, ...) @sprintf(ptr @b, ptr @p, ptr @s)\n")
            + "declare i32 @sprintf(ptr, ptr, ...)\n"
    }),
    run("functions at exit", |n| {
        "define void @f() {\n  ret void\n}\ndeclare i32 @atexit(ptr)\n".to_owned()
            + &repeat(n, "  %r = call i32 @atexit(ptr @f)\n")
    }),
    run("global constructors", |n| {
        let entries = list(n, |i| format!("{{ i32, ptr, ptr }} {{ i32 {i}, ptr @f, ptr null }}"));
        format!(
            "@llvm.global_ctors = appending global [{n} x {{ i32, ptr, ptr }}] [{entries}]\ndefine void @f() {{\n  ret void\n}}\n"
        ) + &main("")
    }),
    run("invariants that are started", |n| {
        "@g = global i64 0\ndeclare ptr @llvm.invariant.start.p0(i64, ptr)\n".to_owned()
            + &repeat(n, "  %v = call ptr @llvm.invariant.start.p0(i64 8, ptr @g)\n")
    }),
    run("exceptions that are caught", |n| {
        let body = "  %e = call ptr @__cxa_allocate_exception(i64 8)\n  invoke void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)\n          to label %no unwind label %pad\n\n\
            no:\n  unreachable\n\npad:\n  %p = landingpad { ptr, i32 }\n          catch ptr null\n  %x = extractvalue { ptr, i32 } %p, 0\n  %b = call ptr @__cxa_begin_catch(ptr %x)\n  call void @__cxa_end_catch()\n";
        repeat(n, body).replace("%next, %loop ]", "%next, %pad ]").replace(
            "i32 @main(i32 %argc, ptr %argv)",
            "i32 @main(i32 %argc, ptr %argv) personality ptr @__gxx_personality_v0",
        ) + "@_ZTIi = external constant ptr\ndeclare ptr @__cxa_allocate_exception(i64)\ndeclare void @__cxa_throw(ptr, ptr, ptr)\ndeclare ptr @__cxa_begin_catch(ptr)\ndeclare void @__cxa_end_catch()\ndeclare i32 @__gxx_personality_v0(...)\n"
    }),
    run("depth that an exception goes through", |n| {
        "define void @f(i64 %n) personality ptr @__gxx_personality_v0 {\n  %z = icmp eq i64 %n, 0\n  br i1 %z, label %throw, label %go\n\ngo:\n  %m = sub i64 %n, 1\n  invoke void @f(i64 %m)\n          to label %end unwind label %pad\n\npad:\n  %p = landingpad { ptr, i32 }\n          cleanup\n  resume { ptr, i32 } %p\n\nthrow:\n  %e = call ptr @__cxa_allocate_exception(i64 8)\n  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)\n  unreachable\n\nend:\n  ret void\n}\n".to_owned()
            + &main(&format!("  invoke void @f(i64 {n})\n          to label %end unwind label %pad\n\npad:\n  %p = landingpad {{ ptr, i32 }}\n          catch ptr null\n  %x = extractvalue {{ ptr, i32 }} %p, 0\n  %b = call ptr @__cxa_begin_catch(ptr %x)\n  call void @__cxa_end_catch()\n  br label %end\n\nend:\n"))
                .replace("i32 @main(i32 %argc, ptr %argv)", "i32 @main(i32 %argc, ptr %argv) personality ptr @__gxx_personality_v0")
            + "@_ZTIi = external constant ptr\ndeclare ptr @__cxa_allocate_exception(i64)\ndeclare void @__cxa_throw(ptr, ptr, ptr)\ndeclare ptr @__cxa_begin_catch(ptr)\ndeclare void @__cxa_end_catch()\ndeclare i32 @__gxx_personality_v0(...)\n"
    }),
    run("noalias arguments that are accessed", |n| {
        "define void @f(ptr noalias %p, ptr noalias %q, i64 %n) {\n  br label %loop\n\nloop:\n  %i = phi i64 [ 0, %0 ], [ %in, %loop ]\n  %a = getelementptr i8, ptr %p, i64 %i\n  %b = getelementptr i8, ptr %q, i64 %i\n  %x = load i8, ptr %a\n  store i8 %x, ptr %b\n  %in = add i64 %i, 1\n  %more = icmp ult i64 %in, %n\n  br i1 %more, label %loop, label %end\n\nend:\n  ret void\n}\n".to_owned()
            + &format!("@a = global [{n} x i8] zeroinitializer\n@b = global [{n} x i8] zeroinitializer\n")
            + &main(&format!("  call void @f(ptr @a, ptr @b, i64 {n})\n"))
    }),
    run("noalias arguments of nested calls", |n| {
        "define void @f(ptr noalias %p, i64 %n) {\n  store i64 %n, ptr %p\n  %z = icmp eq i64 %n, 0\n  br i1 %z, label %end, label %go\n\ngo:\n  %m = sub i64 %n, 1\n  call void @f(ptr %p, i64 %m)\n  br label %end\n\nend:\n  ret void\n}\n@g = global i64 0\n".to_owned()
            + &main(&format!("  call void @f(ptr @g, i64 {n})\n"))
    }),
];
