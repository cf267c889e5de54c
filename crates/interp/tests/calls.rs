//! Calls that do not reach a body, or reach one of another type: none may harm the machine, whatever undefined behaviour is
//! gone on from.

mod outcome;

use lindworm_interp::{OnUndefined, Options};
use outcome::{Outcome, run};

fn going_on() -> Options {
    Options { on_undefined: OnUndefined::Ignore, isolated: true, ..Options::default() }
}

fn gives_up(text: &str, message: &str) {
    match run(text, going_on()) {
        Outcome::Other(told) if told.contains(message) => {}
        other => panic!("{other:?}"),
    }
}

/// What enters a function for the program: the function is only declared.
#[test]
fn a_function_without_a_body_is_not_entered() {
    gives_up(
        "declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
         declare void @w(ptr, ptr)
         define i32 @main() presplitcoroutine {
           call void @llvm.coro.await.suspend.void(ptr null, ptr null, ptr @w)
           ret i32 0
         }",
        "the function `@w` is not defined",
    );
    gives_up(
        "declare void @llvm.init.trampoline(ptr, ptr, ptr)
         declare i32 @w(ptr nest, i32)
         define i32 @main() {
           %t = alloca [32 x i8], align 16
           call void @llvm.init.trampoline(ptr %t, ptr @w, ptr null)
           %r = call i32 %t(i32 1)
           ret i32 %r
         }",
        "a trampoline of a function that the program only declares",
    );
}

/// What the machine has in the place of a body is called.
#[test]
fn await_suspend_calls_library_functions() {
    let text = "
        @to = global [3 x i8] zeroinitializer
        @from = constant [3 x i8] c\"hi\\00\"
        declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
        declare ptr @strcpy(ptr, ptr)
        define i32 @main() presplitcoroutine {
          call void @llvm.coro.await.suspend.void(ptr @to, ptr @from, ptr @strcpy)
          %x = load i8, ptr @to
          %z = zext i8 %x to i32
          ret i32 %z
        }";
    assert_eq!(run(text, going_on()), Outcome::Exit('h' as i32));
}

#[test]
fn parameters_without_an_argument_are_poison() {
    let text = "
        declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
        define void @w(ptr %a, ptr %b, i1 %c) {
          br i1 %c, label %x, label %x
        x:
          ret void
        }
        define i32 @main() presplitcoroutine {
          call void @llvm.coro.await.suspend.void(ptr null, ptr null, ptr @w)
          ret i32 0
        }";
    match run(text, Options::default()) {
        Outcome::Undefined { line: 4, .. } => {}
        other => panic!("{other:?}"),
    }
}

/// The argument has bits that the parameter does not; within its width it is zero.
#[test]
fn arguments_of_other_types_are_divided_by() {
    for operation in ["sdiv", "udiv", "srem", "urem"] {
        let text = format!(
            "@at = global ptr @f
             define i8 @f(i8 %x) {{
               %r = {operation} i8 7, %x
               ret i8 %r
             }}
             define i32 @main() {{
               %f = load ptr, ptr @at
               %r = call i8 %f(i64 256)
               ret i32 0
             }}"
        );
        assert_eq!(run(&text, going_on()), Outcome::Exit(0), "{operation}");
    }
}

#[test]
fn pointers_of_more_than_64_bits_are_refused() {
    let text = |layout: &str| {
        format!(
            "target datalayout = \"{layout}\"
             @to = global [3 x i8] zeroinitializer
             @from = constant [3 x i8] c\"hi\\00\"
             declare ptr @strcpy(ptr, ptr)
             define i32 @main() {{
               %r = call ptr @strcpy(ptr @to, ptr @from)
               ret i32 0
             }}"
        )
    };
    for layout in ["p:128:128", "e-p:72:128", "E-p:128:128:128:64"] {
        gives_up(&text(layout), "bits cannot be computed with, only those of up to 64");
    }
    assert_eq!(run(&text("p:64:64"), going_on()), Outcome::Exit(0));
}

/// Whatever becomes of it, the machine goes on: it is no panic, and the memory that it takes is bounded.
fn goes_on(functions: &str, body: &str) {
    let text = format!("{functions}\ndefine i32 @main() {{\n{body}\nret i32 0\n}}");
    let options = Options { max_memory: 64 << 20, max_steps: Some(50_000), ..going_on() };
    if let Outcome::Other(told) = run(&text, options)
        && !told.contains("more than")
        && !told.contains("Limit")
    {
        panic!("{body}: {told}");
    }
}

#[test]
fn a_library_function_of_floats_of_different_formats() {
    for (functions, body) in [
        ("declare float @fmodf(float, double)", "%r = call float @fmodf(float 5.0, double 5.0)"),
        ("declare float @fmaxf(float, double)", "%r = call float @fmaxf(float 5.0, double 5.0)"),
        ("declare double @fma(double, half, fp128)", "%r = call double @fma(double 5.0, half 5.0, fp128 poison)"),
        ("declare double @remquo(double, float, ptr)", "%r = call double @remquo(double 5.0, float 5.0, ptr null)"),
        ("declare double @copysign(double, float)", "%r = call double @copysign(double 5.0, float 5.0)"),
        ("declare double @fdim(double, float)", "%r = call double @fdim(double 5.0, float 5.0)"),
        ("declare double @nextafter(double, float)", "%r = call double @nextafter(double 5.0, float 5.0)"),
    ] {
        goes_on(functions, body);
    }
    let text = "declare float @fmodf(float, double)
         define i32 @main() {
           %r = call float @fmodf(float 5.0, double 5.0)
           ret i32 0
         }";
    assert!(matches!(run(text, Options::default()), Outcome::Undefined { code: "UB0406", line: 3, .. }));
}

/// Where a pointer has 128 bits, a `long` still has 64.
#[test]
fn a_long_has_at_most_64_bits() {
    let layout = "target datalayout = \"e-p:128:128\"";
    for name in ["labs", "llabs", "imaxabs"] {
        goes_on(&format!("{layout}\ndeclare i64 @{name}(i64)"), &format!("%r = call i64 @{name}(i64 4)"));
    }
}

#[test]
fn keys_that_do_not_exist_have_no_values() {
    for (name, error) in [("pthread_setspecific", 22), ("tss_set", 2)] {
        let text = format!(
            "declare i32 @{name}(i32, ptr)
             define i32 @main() {{
               %r = call i32 @{name}(i32 -2, ptr null)
               ret i32 %r
             }}"
        );
        assert_eq!(run(&text, going_on()), Outcome::Exit(error), "{name}");
    }
}

#[test]
fn sizes_and_states_that_no_program_of_c_has() {
    let text = "@s = global [4 x i8] c\"abc\\00\"
                @t = global [8 x i8] c\"\\FF\\05\\07\\05\\01\\01\\00\\00\"
                @p = global [8 x i8] zeroinitializer
                @optind = external global i32
                declare ptr @strncpy(ptr, ptr, i64)
                declare ptr @wcsncpy(ptr, ptr, i64)
                declare ptr @fmemopen(ptr, i64, ptr)
                declare i32 @getopt(i32, ptr, ptr)
                declare i64 @mbrtowc(ptr, ptr, i64, ptr)";
    for body in [
        "%r = call ptr @strncpy(ptr @s, ptr @s, i64 -1)",
        "%r = call ptr @wcsncpy(ptr @s, ptr @s, i64 -1)",
        "%r = call ptr @fmemopen(ptr null, i64 -1, ptr @s)",
        "%r = call i64 @mbrtowc(ptr null, ptr @s, i64 4, ptr @t)",
        "store i32 -5, ptr @optind\n%r = call i32 @getopt(i32 2, ptr @p, ptr @s)",
    ] {
        goes_on(text, body);
    }
    let loops =
        format!("{text}\ndefine i32 @main() {{\n%r = call i32 @getopt(i32 1302701949, ptr @p, ptr @p)\nret i32 %r\n}}");
    let options = Options { max_steps: Some(50_000), ..going_on() };
    assert!(matches!(run(&loops, options), Outcome::Other(_)));
}

#[test]
fn a_histogram_of_vectors_is_refused() {
    gives_up(
        "declare void @llvm.experimental.vector.histogram.umax.v4p0.v3i7(<4 x ptr>, <3 x i7>, <4 x i1>)
         @s = global [4 x i8] zeroinitializer
         define i32 @main() {
           call void @llvm.experimental.vector.histogram.umax.v4p0.v3i7(<4 x ptr> splat (ptr @s), <3 x i7> splat (i7 1), <4 x i1> splat (i1 true))
           ret i32 0
         }",
        "is not an integer",
    );
}
