//! Exceptions of C++ through random chains of calls: each is caught where the interpreter catches it.

mod common;

use std::fmt::Write;

use common::{Random, compiled, has_cc, interpreted, native_with};

/// The types of exceptions, as C++ calls their descriptions.
const TYPES: [&str; 4] = ["_ZTIi", "_ZTIl", "_ZTIj", "_ZTIm"];

const PRELUDE: &str = r#"
@_ZTIi = external constant ptr
@_ZTIl = external constant ptr
@_ZTIj = external constant ptr
@_ZTIm = external constant ptr
@at = private constant [10 x i8] c"%d at %d\0A\00"
@done = private constant [9 x i8] c"%d: %ld\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @__cxa_rethrow()
declare i32 @llvm.eh.typeid.for.p0(ptr)
"#;

/// A function that throws, or calls one of those with greater numbers.
fn function(random: &mut Random, number: usize, count: usize) -> String {
    let mut text = format!(
        "define i64 @f{number}(i64 %x, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %g, i64 %h) personality ptr @__gxx_personality_v0 {{\n"
    );
    let thrown = TYPES[random.below(4)];
    if number + 1 == count || random.below(8) == 0 {
        write!(
            text,
            "  %size = and i64 %x, 3\n  %quiet = icmp eq i64 %size, 3\n  br i1 %quiet, label %return, label %throw\n\
             throw:\n  %object = call ptr @__cxa_allocate_exception(i64 8)\n  %value = add i64 %x, %h\n  \
             store i64 %value, ptr %object\n  call void @__cxa_throw(ptr %object, ptr @{thrown}, ptr null)\n  unreachable\n\
             return:\n  ret i64 %h\n}}\n"
        )
        .unwrap();
        return text;
    }
    let next = number + 1 + random.below((count - number - 1).min(5));
    // Some arguments are on the stack; `%kept` lives in a register that calls keep, where there is one.
    let args = "i64 %x, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %kept, i64 %x";
    writeln!(text, "  %kept = mul i64 %g, {}", 3 + 2 * random.below(50)).unwrap();
    if random.below(5) == 0 {
        // Nothing stands in the way.
        writeln!(text, "  %r = call i64 @f{next}({args})\n  %s = add i64 %r, %kept\n  ret i64 %s\n}}").unwrap();
        return text;
    }
    let mut clauses = Vec::new();
    let mut tests = Vec::new();
    for _ in 0..random.below(3) {
        let ty = TYPES[random.below(4)];
        clauses.push(format!("catch ptr @{ty}"));
        tests.push(ty);
    }
    let kind = random.below(4);
    match kind {
        0 => clauses.push("catch ptr null".to_owned()),
        1 => clauses.push(format!(
            "filter [2 x ptr] [ptr @{}, ptr @{}]",
            TYPES[random.below(2)],
            TYPES[2 + random.below(2)]
        )),
        _ => {}
    }
    let cleanup = clauses.is_empty() || random.below(2) == 0;
    write!(
        text,
        "  %again = icmp sgt i64 %a, {}\n  br i1 %again, label %second, label %first\n\
         first:\n  %r1 = invoke i64 @f{next}({args}) to label %back unwind label %pad\n\
         second:\n  %more = add i64 %kept, 1\n  %r2 = invoke i64 @f{next}({args}) to label %back unwind label %pad\n\
         back:\n  %r = phi i64 [ %r1, %first ], [ %r2, %second ]\n  %s = add i64 %r, %kept\n  ret i64 %s\n\
         pad:\n  %p = phi i64 [ 5, %first ], [ %more, %second ]\n  %l = landingpad {{ ptr, i32 }}{} {}\n  \
         %header = extractvalue {{ ptr, i32 }} %l, 0\n  %selector = extractvalue {{ ptr, i32 }} %l, 1\n  \
         %n = trunc i64 %x to i32\n  call i32 (ptr, ...) @printf(ptr @at, i32 %n, i32 {number})\n  br label %test0\n",
        random.below(100),
        if cleanup { " cleanup" } else { "" },
        clauses.join(" "),
    )
    .unwrap();
    for (i, ty) in tests.iter().enumerate() {
        write!(
            text,
            "test{i}:\n  %id{i} = call i32 @llvm.eh.typeid.for.p0(ptr @{ty})\n  %is{i} = icmp eq i32 %selector, %id{i}\n  \
             br i1 %is{i}, label %caught, label %test{}\n",
            i + 1
        )
        .unwrap();
    }
    writeln!(text, "test{}:", tests.len()).unwrap();
    match kind {
        0 => writeln!(text, "  br label %caught").unwrap(),
        1 => writeln!(text, "  %filtered = icmp slt i32 %selector, 0\n  br i1 %filtered, label %caught, label %on")
            .unwrap(),
        _ => writeln!(text, "  br label %on").unwrap(),
    }
    // What is caught is sometimes thrown again.
    let rethrows = random.below(4) == 0;
    if kind != 0 {
        writeln!(text, "on:\n  resume {{ ptr, i32 }} %l").unwrap();
    }
    if kind > 1 && tests.is_empty() {
        return text + "}\n";
    }
    writeln!(text, "caught:\n  %object = call ptr @__cxa_begin_catch(ptr %header)\n  %found = load i64, ptr %object")
        .unwrap();
    if rethrows {
        text += "  invoke void @__cxa_rethrow() to label %never unwind label %out\nnever:\n  unreachable\n\
                 out:\n  %l2 = landingpad { ptr, i32 } cleanup\n  invoke void @__cxa_end_catch() to label %gone unwind label %bad\n\
                 gone:\n  resume { ptr, i32 } %l2\nbad:\n  %l3 = landingpad { ptr, i32 } catch ptr null\n  unreachable\n}\n";
    } else {
        text += "  call void @__cxa_end_catch()\n  %sum = add i64 %found, %p\n  %all = add i64 %sum, %kept\n  ret i64 %all\n}\n";
    }
    text
}

/// A program of chains that begin at different functions.
fn program(seed: u64) -> String {
    const COUNT: usize = 60;
    let mut random = Random(seed);
    let mut text = PRELUDE.to_owned();
    for number in 0..COUNT {
        text += &function(&mut random, number, COUNT);
    }
    text += "define i32 @main() personality ptr @__gxx_personality_v0 {\n  br label %start0\n";
    for i in 0..COUNT {
        write!(
            text,
            "start{i}:\n  %r{i} = invoke i64 @f{i}(i64 {i}, i64 {}, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7) to label %end{i} unwind label %pad{i}\n\
             pad{i}:\n  %l{i} = landingpad {{ ptr, i32 }} catch ptr null\n  %h{i} = extractvalue {{ ptr, i32 }} %l{i}, 0\n  \
             %o{i} = call ptr @__cxa_begin_catch(ptr %h{i})\n  %v{i} = load i64, ptr %o{i}\n  call void @__cxa_end_catch()\n  br label %end{i}\n\
             end{i}:\n  %x{i} = phi i64 [ %r{i}, %start{i} ], [ %v{i}, %pad{i} ]\n  \
             call i32 (ptr, ...) @printf(ptr @done, i32 {i}, i64 %x{i})\n  br label %start{}\n",
            random.below(100),
            i + 1
        )
        .unwrap();
    }
    write!(text, "start{COUNT}:\n  ret i32 0\n}}\n").unwrap();
    text
}

#[test]
fn exceptions_are_caught_where_the_interpreter_catches_them() {
    if !has_cc() {
        return;
    }
    // Each program has 60 chains. `LINDWORM_CHAINS` asks for more programs.
    let programs = std::env::var("LINDWORM_CHAINS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    for seed in 0..programs {
        let text = program(seed);
        let expected = interpreted(&text);
        assert_eq!(expected.0.matches(": ").count(), 60, "{text}");
        let found = native_with(&compiled(&text), &["-lstdc++"]);
        assert!(found == expected, "{seed}: {found:?}\n{expected:?}\n{text}");
    }
}

#[test]
fn an_exception_that_nobody_catches_ends_the_program() {
    if !has_cc() {
        return;
    }
    let text = format!(
        "{PRELUDE}define i32 @main() {{\n  %object = call ptr @__cxa_allocate_exception(i64 8)\n  \
         call void @__cxa_throw(ptr %object, ptr @_ZTIl, ptr null)\n  unreachable\n}}\n"
    );
    // By a signal.
    let status = native_with(&compiled(&text), &["-lstdc++"]).1;
    assert!([-1, 134].contains(&status), "{status}");
}
