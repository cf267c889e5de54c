//! The library functions that the machine models, and variable arguments: what they give, print and leave behind.
//!
//! What they must not be given is in `tests/ub.rs`. All of it runs isolated, so that nothing depends on the host.

use lindworm_interp::{Machine, Options, Stop};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

/// What a program printed, and how it ended.
struct Run {
    output: String,
    errors: String,
    result: Result<i32, Stop>,
}

fn run(text: &str, args: &[&[u8]]) -> Run {
    let module = read(&Context::new(), "test.ll", text.as_bytes(), &ReadOptions::default());
    let module = module.unwrap_or_else(|e| panic!("{e:?}\n{text}")).module;
    let options = Options { isolated: true, max_steps: Some(10_000_000), ..Options::default() };
    let mut machine = Machine::new(vec![module], options).unwrap();
    machine.keep_output();
    let result = machine.run(args);
    let written = machine.take_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { output: text(written.stdout), errors: text(written.stderr), result }
}

/// Runs a program, which must end with 0, and gives what it printed.
fn output(text: &str) -> String {
    let run = run(text, &[b"test"]);
    assert_eq!(run.result.unwrap_or_else(|stop| panic!("{stop:?}\n{}", run.output)), 0, "{}{}", run.output, run.errors);
    run.output
}

/// A program that prints, for each line of `calls`, the result of that call as the format says.
///
/// A line is a format, and what gives the value: `%d i32 @abs(i32 -5)`.
fn printed(declarations: &str, calls: &[&str]) -> Vec<String> {
    let mut globals = String::new();
    let mut body = String::new();
    for (i, call) in calls.iter().enumerate() {
        let (format, call) = call.split_once(' ').unwrap();
        let ty = call.split_once(' ').unwrap().0;
        globals += &format!("@f{i} = constant [{} x i8] c\"{format}\\0A\\00\"\n", format.len() + 2);
        body += &format!("  %v{i} = call {call}\n");
        body += &format!("  call i32 (ptr, ...) @printf(ptr @f{i}, {ty} %v{i})\n");
    }
    let text = format!(
        "declare i32 @printf(ptr, ...)\n{declarations}\n{globals}define i32 @main() {{\n{body}  ret i32 0\n}}\n"
    );
    output(&text).lines().map(String::from).collect()
}

/// Strings as constants: `@NAME`, each with its end.
fn strings(all: &[(&str, &str)]) -> String {
    let constant = |(name, text): &(&str, &str)| {
        let bytes: String = text.bytes().map(|b| format!("\\{b:02X}")).collect();
        format!("@{name} = global [{} x i8] c\"{bytes}\\00\"\n", text.len() + 1)
    };
    all.iter().map(constant).collect()
}

#[test]
fn numbers_are_read_from_text() {
    let declarations = strings(&[
        ("minus", "  -123abc"),
        ("hex", "0x1fz"),
        ("octal", "0755"),
        ("large", "99999999999999999999"),
        ("half", "-1.5e-1x"),
        ("hexfloat", "0x1.8p3"),
        ("huge", "1e999"),
    ]) + "declare i64 @strtol(ptr, ptr, i32)\ndeclare i64 @strtoul(ptr, ptr, i32)\ndeclare double @strtod(ptr, ptr)\n\
          declare i32 @atoi(ptr)\ndeclare i32 @abs(i32)";
    let lines = printed(
        &declarations,
        &[
            "%ld i64 @strtol(ptr @minus, ptr null, i32 10)",
            "%ld i64 @strtol(ptr @hex, ptr null, i32 0)",
            "%ld i64 @strtol(ptr @octal, ptr null, i32 0)",
            "%ld i64 @strtol(ptr @large, ptr null, i32 10)",
            "%lu i64 @strtoul(ptr @large, ptr null, i32 10)",
            "%g double @strtod(ptr @half, ptr null)",
            "%g double @strtod(ptr @hexfloat, ptr null)",
            "%g double @strtod(ptr @huge, ptr null)",
            "%d i32 @atoi(ptr @minus)",
            "%d i32 @abs(i32 -5)",
        ],
    );
    let expected =
        ["-123", "31", "493", "9223372036854775807", "18446744073709551615", "-0.15", "12", "inf", "-123", "5"];
    assert_eq!(lines, expected);
}

#[test]
fn strings_are_searched_and_compared() {
    let declarations = strings(&[("a", "hello world"), ("b", "hello there"), ("o", "o w"), ("none", "xyz")])
        + "declare i64 @strlen(ptr)\ndeclare i32 @strcmp(ptr, ptr)\ndeclare i32 @strncmp(ptr, ptr, i64)\n\
           declare ptr @strstr(ptr, ptr)\ndeclare ptr @strchr(ptr, i32)\ndeclare ptr @strrchr(ptr, i32)\n\
           declare i64 @strcspn(ptr, ptr)\ndeclare i32 @memcmp(ptr, ptr, i64)\n";
    let lines = printed(
        &declarations,
        &[
            "%lu i64 @strlen(ptr @a)",
            "%d i32 @strcmp(ptr @a, ptr @b)",
            "%d i32 @strncmp(ptr @a, ptr @b, i64 6)",
            "%s ptr @strstr(ptr @a, ptr @o)",
            "%s ptr @strchr(ptr @a, i32 111)",
            "%s ptr @strrchr(ptr @a, i32 111)",
            "%lu i64 @strcspn(ptr @a, ptr @none)",
            "%d i32 @memcmp(ptr @a, ptr @b, i64 7)",
        ],
    );
    assert_eq!(lines, ["11", "3", "0", "o world", "o world", "orld", "11", "3"]);
}

#[test]
fn mathematics() {
    let lines = printed(
        "declare double @floor(double)\ndeclare double @round(double)\ndeclare double @fmod(double, double)\n\
         declare double @remainder(double, double)\ndeclare i64 @lround(double)\ndeclare double @pow(double, double)\n\
         declare double @nextafter(double, double)\ndeclare x86_fp80 @sqrtl(x86_fp80)\ndeclare double @ldexp(double, i32)",
        &[
            "%g double @floor(double -1.5)",
            "%g double @round(double 2.5)",
            "%g double @fmod(double -7.5, double 2.0)",
            "%g double @remainder(double 7.5, double 2.0)",
            "%g double @remainder(double 5.0, double 2.0)",
            "%ld i64 @lround(double -2.5)",
            "%g double @pow(double 2.0, double 10.0)",
            "%.17g double @nextafter(double 1.0, double 2.0)",
            "%.19Lg x86_fp80 @sqrtl(x86_fp80 0xK40008000000000000000)",
            "%g double @ldexp(double 0.75, i32 4)",
        ],
    );
    let expected = ["-2", "3", "-1.5", "-0.5", "1", "-3", "1024", "1.0000000000000002", "1.414213562373095049", "12"];
    assert_eq!(lines, expected);
}

#[test]
fn random_numbers_are_those_of_the_gnu_library() {
    let lines = printed(
        "declare i32 @rand()\ndeclare i32 @zero()\n".replace("declare i32 @zero()\n", "").as_str(),
        &["%d i32 @rand()", "%d i32 @rand()", "%d i32 @rand()"],
    );
    assert_eq!(lines, ["1804289383", "846930886", "1681692777"]);
}

#[test]
fn formats() {
    let program = |format: &str, args: &str| {
        let constants = strings(&[("format", format), ("text", "text")]);
        output(&format!(
            "{constants}declare i32 @printf(ptr, ...)\ndefine i32 @main() {{\n  \
             %n = call i32 (ptr, ...) @printf(ptr @format{args})\n  ret i32 0\n}}\n"
        ))
    };
    let cases = [
        (
            "%5d|%-5d|%05d|%+d|% d|%.3d|%x|%#o",
            ", i32 42, i32 42, i32 42, i32 42, i32 42, i32 42, i32 255, i32 8",
            "   42|42   |00042|+42| 42|042|ff|010",
        ),
        ("%hhd %hd %ld %lu", ", i32 300, i32 70000, i64 -1, i64 -1", "44 4464 -1 18446744073709551615"),
        (
            "%f %.0f %e %g %g",
            ", double 1.5, double 2.5, double 1234.5, double 1.0e-5, double 1.0e5",
            "1.500000 2 1.234500e+03 1e-05 100000",
        ),
        ("%a %.1a", ", double 1.0, double 1.97", "0x1p+0 0x2.0p+0"),
        ("%Lf %.20Lg", ", x86_fp80 0xK3FFF8000000000000000, x86_fp80 0xK3FFB8000000000000000", "1.000000 0.0625"),
        ("%s|%6s|%-6s|%.2s|%c%%", ", ptr @text, ptr @text, ptr @text, ptr @text, i32 65", "text|  text|text  |te|A%"),
        ("%*d %.*s", ", i32 5, i32 7, i32 1, ptr @text", "    7 t"),
        ("%2$d %1$s", ", ptr @text, i32 3", "3 text"),
        ("%p %p", ", ptr null, ptr inttoptr (i64 4660 to ptr)", "(nil) 0x1234"),
        ("%.3f %.10g", ", double 0x7FEFFFFFFFFFFFFF, double 0.1", &format!("{:.3} 0.1", f64::MAX)),
        ("%f %F", ", double 0x7FF0000000000000, double 0xFFF0000000000000", "inf -INF"),
    ];
    for (format, args, expected) in cases {
        assert_eq!(program(format, args), expected, "{format}");
    }
}

#[test]
fn formats_read() {
    let constants = strings(&[
        ("input", "12 0x1f -3.5 word [abc]x rest"),
        ("format", "%d %i %lf %s [%[a-c]]%c %n"),
        ("out", "%d %d %d %g %s %s %c %d"),
    ]);
    let text = format!(
        "{constants}
declare i32 @sscanf(ptr, ptr, ...)
declare i32 @printf(ptr, ...)
define i32 @main() {{
  %a = alloca i32
  %b = alloca i32
  %d = alloca double
  %w = alloca [8 x i8]
  %s = alloca [8 x i8]
  %c = alloca i8
  %n = alloca i32
  %r = call i32 (ptr, ptr, ...) @sscanf(ptr @input, ptr @format, ptr %a, ptr %b, ptr %d, ptr %w, ptr %s, ptr %c, ptr %n)
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %z = load double, ptr %d
  %u = load i8, ptr %c
  %v = zext i8 %u to i32
  %m = load i32, ptr %n
  call i32 (ptr, ...) @printf(ptr @out, i32 %r, i32 %x, i32 %y, double %z, ptr %w, ptr %s, i32 %v, i32 %m)
  ret i32 0
}}
"
    );
    assert_eq!(output(&text), "6 12 31 -3.5 word abc x 25");
}

#[test]
fn files_are_kept_in_memory() {
    let constants = strings(&[
        ("name", "/tmp/file"),
        ("w", "w"),
        ("r", "r+"),
        ("line", "first line\nsecond\n"),
        ("out", "%s%ld %d %d\n"),
    ]);
    let text = format!(
        "{constants}
declare ptr @fopen(ptr, ptr)
declare i32 @fputs(ptr, ptr)
declare i32 @fclose(ptr)
declare ptr @fgets(ptr, i32, ptr)
declare i64 @ftell(ptr)
declare i32 @fgetc(ptr)
declare i32 @fseek(ptr, i64, i32)
declare i32 @feof(ptr)
declare i32 @remove(ptr)
declare i32 @printf(ptr, ...)
define i32 @main() {{
  %f = call ptr @fopen(ptr @name, ptr @w)
  call i32 @fputs(ptr @line, ptr %f)
  call i32 @fclose(ptr %f)
  %g = call ptr @fopen(ptr @name, ptr @r)
  %buffer = alloca [32 x i8]
  call ptr @fgets(ptr %buffer, i32 32, ptr %g)
  %at = call i64 @ftell(ptr %g)
  call i32 @fseek(ptr %g, i64 -1, i32 2)
  call i32 @fgetc(ptr %g)
  %end = call i32 @fgetc(ptr %g)
  %is = call i32 @feof(ptr %g)
  call i32 (ptr, ...) @printf(ptr @out, ptr %buffer, i64 %at, i32 %end, i32 %is)
  call i32 @fclose(ptr %g)
  call i32 @remove(ptr @name)
  %h = call ptr @fopen(ptr @name, ptr @r)
  %gone = icmp ne ptr %h, null
  %result = zext i1 %gone to i32
  ret i32 %result
}}
"
    );
    assert_eq!(output(&text), "first line\n11 -1 1\n");
}

#[test]
fn sorting_keeps_equal_elements_in_order() {
    let text = "
@pairs = global [6 x [2 x i8]] [[2 x i8] c\"b1\", [2 x i8] c\"a1\", [2 x i8] c\"b2\", [2 x i8] c\"c1\", [2 x i8] c\"a2\", [2 x i8] c\"b3\"]
@format = constant [7 x i8] c\"%.12s\\0A\\00\"
declare void @qsort(ptr, i64, i64, ptr)
declare i32 @printf(ptr, ...)
define i32 @order(ptr %a, ptr %b) {
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %p = zext i8 %x to i32
  %q = zext i8 %y to i32
  %d = sub i32 %p, %q
  ret i32 %d
}
define i32 @main() {
  call void @qsort(ptr @pairs, i64 6, i64 2, ptr @order)
  call i32 (ptr, ...) @printf(ptr @format, ptr @pairs)
  ret i32 0
}
";
    assert_eq!(output(text), "a1a2b1b2b3c1\n");
}

#[test]
fn a_library_function_that_is_called_back_without_its_arguments_is_told_of() {
    let text = "
declare i32 @atexit(ptr)
declare void @exit(i32)
define i32 @main() {
  call i32 @atexit(ptr @exit)
  call void @exit(i32 5)
  unreachable
}
";
    let Err(Stop::Report(report)) = run(text, &[b"test"]).result else { panic!("nothing is told of") };
    assert_eq!(report.message, "`@exit` is called without argument 1");
}

#[test]
fn what_is_registered_runs_at_the_end_the_last_one_first() {
    let constants = strings(&[("one", "one"), ("two", "two"), ("three", "three")]);
    let text = format!(
        "{constants}
@llvm.global_dtors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 65535, ptr @last, ptr null }}]
declare i32 @atexit(ptr)
declare i32 @puts(ptr)
declare void @exit(i32)
define void @first() {{
  call i32 @puts(ptr @two)
  ret void
}}
define void @second() {{
  call i32 @puts(ptr @one)
  ret void
}}
define void @last() {{
  call i32 @puts(ptr @three)
  ret void
}}
define i32 @main() {{
  call i32 @atexit(ptr @first)
  call i32 @atexit(ptr @second)
  call void @exit(i32 5)
  unreachable
}}
"
    );
    let run = run(&text, &[b"test"]);
    assert_eq!((run.output.as_str(), run.result.unwrap()), ("one\ntwo\nthree\n", 5));
}

#[test]
fn abort_loses_what_is_in_the_buffer() {
    let constants = strings(&[("text", "lost")]);
    let text = format!(
        "{constants}
declare i32 @puts(ptr)
declare void @abort()
define i32 @main() {{
  call i32 @puts(ptr @text)
  call void @abort()
  unreachable
}}
"
    );
    let run = run(&text, &[b"test"]);
    assert!(matches!(run.result, Err(Stop::Signal(6))), "{:?}", run.result);
    assert_eq!(run.output, "");
}

#[test]
fn a_handler_gets_the_signal() {
    let text = "
@got = global i32 0
declare ptr @signal(i32, ptr)
declare i32 @raise(i32)
define void @handler(i32 %signal) {
  store i32 %signal, ptr @got
  ret void
}
define i32 @main() {
  call ptr @signal(i32 10, ptr @handler)
  call i32 @raise(i32 10)
  %got = load i32, ptr @got
  %wrong = sub i32 %got, 10
  ret i32 %wrong
}
";
    output(text);
}

#[test]
fn an_isolated_program_has_no_environment_and_a_clock_of_its_own() {
    let lines = printed(
        &(strings(&[("name", "PATH")])
            + "declare ptr @getenv(ptr)\ndeclare i64 @time(ptr)\ndeclare i64 @read(i32, ptr, i64)"),
        &["%p ptr @getenv(ptr @name)", "%ld i64 @time(ptr null)", "%ld i64 @read(i32 0, ptr @name, i64 4)"],
    );
    assert_eq!(lines, ["(nil)", "946684800", "0"]);
}

#[test]
fn options_of_a_command_line() {
    let constants = strings(&[("spec", "ab:"), ("format", "%c %d\n")]);
    let text = format!(
        "{constants}
@optind = external global i32
declare i32 @getopt(i32, ptr, ptr)
declare i32 @printf(ptr, ...)
define i32 @main(i32 %count, ptr %arguments) {{
entry:
  br label %loop
loop:
  %option = call i32 @getopt(i32 %count, ptr %arguments, ptr @spec)
  %done = icmp slt i32 %option, 0
  br i1 %done, label %end, label %more
more:
  %at = load i32, ptr @optind
  call i32 (ptr, ...) @printf(ptr @format, i32 %option, i32 %at)
  br label %loop
end:
  %index = load i32, ptr @optind
  ret i32 %index
}}
"
    );
    let run = run(&text, &[b"test", b"-a", b"other", b"-b", b"value", b"-c"]);
    assert_eq!(run.output, "a 2\nb 5\n? 6\n");
    assert_eq!(run.errors, "test: invalid option -- 'c'\n");
    // The argument that is no option comes last.
    assert_eq!(run.result.unwrap(), 5);
}

/// A function that adds up numbers of different types, for a target.
fn sum(target: &str, list: &str) -> String {
    format!(
        "{target}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
define double @sum(i32 %count, ...) {{
entry:
  %list = alloca {list}, align 16
  %copy = alloca {list}, align 16
  call void @llvm.va_start.p0(ptr %list)
  call void @llvm.va_copy.p0.p0(ptr %copy, ptr %list)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %a = va_arg ptr %copy, i32
  %b = va_arg ptr %copy, double
  %c = va_arg ptr %copy, i64
  %x = sitofp i32 %a to double
  %z = sitofp i64 %c to double
  %s1 = fadd double %s, %x
  %s2 = fadd double %s1, %b
  %t = fadd double %s2, %z
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %first = va_arg ptr %list, i32
  %f = sitofp i32 %first to double
  %result = fadd double %t, %f
  call void @llvm.va_end.p0(ptr %copy)
  call void @llvm.va_end.p0(ptr %list)
  ret double %result
}}
define i32 @main() {{
  %s = call double (i32, ...) @sum(i32 5, i32 1, double 2.0, i64 3, i32 4, double 5.0, i64 6, i32 7, double 8.0, i64 9, i32 10, double 11.5, i64 12, i32 13, double 14.0, i64 15)
  %wrong = fcmp une double %s, 121.5
  %r = zext i1 %wrong to i32
  ret i32 %r
}}
"
    )
}

#[test]
fn variable_arguments_lie_as_the_target_has_them() {
    let targets = [
        ("", "ptr"),
        ("target triple = \"x86_64-unknown-linux-gnu\"", "{ i32, i32, ptr, ptr }"),
        ("target triple = \"x86_64-pc-windows-msvc\"", "ptr"),
        ("target triple = \"aarch64-unknown-linux-gnu\"", "{ ptr, ptr, ptr, i32, i32 }"),
        ("target triple = \"arm64-apple-macosx\"", "ptr"),
        ("target datalayout = \"e-p:32:32-i64:32-f64:32\"\ntarget triple = \"i386-unknown-linux-gnu\"", "ptr"),
        ("target datalayout = \"e-p:32:32-i64:64\"\ntarget triple = \"wasm32-unknown-unknown\"", "ptr"),
        ("target datalayout = \"E-i64:64\"\ntarget triple = \"powerpc64-unknown-linux-gnu\"", "ptr"),
    ];
    for (target, list) in targets {
        eprintln!("{target}");
        output(&sum(target, list));
    }
}

#[test]
fn lists_are_handed_on() {
    let constants = strings(&[("format", "%d %s %g %Lg %ld\n"), ("text", "text")]);
    let text = format!(
        "target triple = \"x86_64-unknown-linux-gnu\"
{constants}
declare i32 @vprintf(ptr, ptr)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @print(ptr %format, ...) {{
  %list = alloca [1 x {{ i32, i32, ptr, ptr }}], align 16
  call void @llvm.va_start.p0(ptr %list)
  %n = call i32 @vprintf(ptr %format, ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %n
}}
define i32 @main() {{
  %n = call i32 (ptr, ...) @print(ptr @format, i32 1, ptr @text, double 2.5, x86_fp80 0xK3FFF8000000000000000, i64 -4)
  %wrong = sub i32 %n, 16
  ret i32 %wrong
}}
"
    );
    assert_eq!(output(&text), "1 text 2.5 1 -4\n");
}

#[test]
fn memory_is_copied_with_all_that_is_known_of_it() {
    let text = "
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @realloc(ptr, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @main() {
  %object = alloca i32
  store i32 0, ptr %object
  %a = call ptr @malloc(i64 16)
  store ptr %object, ptr %a
  %b = call ptr @realloc(ptr %a, i64 4096)
  %c = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %b, i64 16, i1 false)
  %p = load ptr, ptr %c
  %r = load i32, ptr %p
  call void @free(ptr %b)
  ret i32 %r
}
";
    output(text);
}

#[test]
fn wide_characters() {
    let constants = strings(&[("utf8", "a\u{e4}\u{20ac}"), ("locale", "C.UTF-8"), ("format", "%d %ls\n")]);
    let text = format!(
        "{constants}
declare ptr @setlocale(i32, ptr)
declare i64 @mbstowcs(ptr, ptr, i64)
declare i64 @wcslen(ptr)
declare i32 @printf(ptr, ...)
define i32 @main() {{
  call ptr @setlocale(i32 6, ptr @locale)
  %wide = alloca [8 x i32]
  %n = call i64 @mbstowcs(ptr %wide, ptr @utf8, i64 8)
  %len = call i64 @wcslen(ptr %wide)
  %l = trunc i64 %len to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %l, ptr %wide)
  ret i32 0
}}
"
    );
    assert_eq!(output(&text), "3 a\u{e4}\u{20ac}\n");
}

#[test]
fn dates() {
    let constants = strings(&[("format", "%Y-%m-%d %H:%M:%S %a %j %U %V\n"), ("s", "%s")]);
    let text = format!(
        "{constants}
@when = global i64 1700000000
declare ptr @gmtime(ptr)
declare i64 @strftime(ptr, i64, ptr, ptr)
declare i64 @timegm(ptr)
declare i32 @printf(ptr, ...)
define i32 @main() {{
  %date = call ptr @gmtime(ptr @when)
  %buffer = alloca [64 x i8]
  call i64 @strftime(ptr %buffer, i64 64, ptr @format, ptr %date)
  call i32 (ptr, ...) @printf(ptr @s, ptr %buffer)
  %again = call i64 @timegm(ptr %date)
  %wrong = icmp ne i64 %again, 1700000000
  %r = zext i1 %wrong to i32
  ret i32 %r
}}
"
    );
    assert_eq!(output(&text), "2023-11-14 22:13:20 Tue 318 46 46\n");
}
