//! Calls of the host's functions and of a library of our own (`host/library.c`), their calls back, and memory shared with them.
//!
//! The library is compiled by the system's C compiler; where there is none these tests say so and do nothing.

#![cfg(all(feature = "host", unix, any(target_arch = "x86_64", target_arch = "aarch64")))]

mod outcome;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use lindworm_interp::{OnUndefined, Options};
use outcome::{Outcome, run};

/// What all programs begin with: `@expect` remembers the first number of what does not hold, with which `main` returns.
const PRELUDE: &str = "
@wrong = global i32 0
define void @expect(i1 %holds, i32 %number) {
  %wrong = load i32, ptr @wrong
  %first = icmp eq i32 %wrong, 0
  %not = xor i1 %holds, true
  %now = and i1 %first, %not
  %new = select i1 %now, i32 %number, i32 %wrong
  store i32 %new, ptr @wrong
  ret void
}
";

/// The library, if it can be compiled.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY
        .get_or_init(|| {
            let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library.so");
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host/library.c");
            let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
            let status = Command::new(compiler)
                .args(["-O1", "-shared", "-fPIC", "-pthread", "-o"])
                .args([&to, &source])
                .arg("-lm")
                .status();
            status.is_ok_and(|s| s.success()).then_some(to)
        })
        .as_deref()
}

/// How programs are run that use the library; `None` if there is none.
fn with_library() -> Option<Options> {
    match library() {
        Some(path) => Some(Options { libraries: vec![path.into()], ..Options::default() }),
        None => {
            eprintln!("NOT RUN: there is no C compiler");
            None
        }
    }
}

/// The library of C++ is found without being asked for: its function goes to the next node of a tree.
#[test]
fn the_library_of_cxx_is_searched() {
    let text = "%node = type { i32, ptr, ptr, ptr }
declare ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr)
@second = global %node { i32 0, ptr @first, ptr null, ptr null }
@first = global %node { i32 1, ptr null, ptr null, ptr @second }
define i32 @main() {
  %next = call ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr @first)
  %is = icmp ne ptr %next, @second
  %r = zext i1 %is to i32
  ret i32 %r
}
";
    match run(text, Options::default()) {
        Outcome::Exit(0) => {}
        Outcome::Other(message) if cfg!(not(target_env = "gnu")) => eprintln!("NOT RUN: {message}"),
        outcome => panic!("{outcome:?}"),
    }
    let isolated = run(text, Options { isolated: true, ..Options::default() });
    assert!(!matches!(isolated, Outcome::Exit(_)), "{isolated:?}");
}

/// What native functions of C++'s library read through a pointer to characters is checked before the call.
#[test]
fn characters_for_the_library_of_cxx() {
    let text = |end: &str| {
        format!(
            "@_ZSt4cout = external global i8
declare ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr, ptr)
declare ptr @_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(ptr, ptr, i64)
declare void @_ZNSt8ios_base4InitC1Ev(ptr)
@streams = global i8 0
declare ptr @malloc(i64)
declare void @free(ptr)
@empty = constant [1 x i8] zeroinitializer
@endless = constant [2 x i8] c\"ab\"
define i32 @main() {{
  call void @_ZNSt8ios_base4InitC1Ev(ptr @streams)
  %heap = call ptr @malloc(i64 8)
  {end}
  ret i32 0
}}
"
        )
    };
    let string = "call ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr @_ZSt4cout, ptr";
    let characters =
        "call ptr @_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(ptr @_ZSt4cout, ptr";
    for (end, expected) in [
        (format!("call void @free(ptr %heap)\n  {string} %heap)"), "UB0204"),
        (format!("{string} %heap)"), "UB0820"),
        (format!("{string} @endless)"), "UB0806"),
        (format!("{characters} @empty, i64 2)"), "UB0207"),
        (format!("{string} @empty)"), ""),
        (format!("{string} null)"), ""),
    ] {
        match run(&text(&end), Options::default()) {
            Outcome::Undefined { code, .. } => assert_eq!(code, expected, "{end}"),
            Outcome::Exit(0) => assert_eq!("", expected, "{end}"),
            Outcome::Other(message) if cfg!(not(target_env = "gnu")) => eprintln!("NOT RUN: {message}"),
            outcome => panic!("{outcome:?}"),
        }
    }
}

/// Runs a program with the library, which must end with 0.
fn passes(text: &str) {
    if let Some(options) = with_library() {
        assert_eq!(run(&format!("{PRELUDE}{text}"), options), Outcome::Exit(0));
    }
}

/// Runs a program with the library, which must do the undefined behaviour that a line ends with.
fn is_undefined(text: &str) {
    let Some(options) = with_library() else { return };
    let text = format!("{PRELUDE}{text}");
    let expected = text.lines().enumerate().find_map(|(i, line)| Some((line.rsplit_once("; UB")?.1, i + 1)));
    match run(&text, options) {
        Outcome::Undefined { code, line, .. } => assert_eq!(Some((&code[2..], line)), expected),
        other => panic!("{other:?}"),
    }
}

/// Runs a program, which must end with a report that is of no undefined behaviour and says so much.
fn gives_up(text: &str, options: Options, message: &str) {
    match run(text, options) {
        Outcome::Other(told) if told.contains(message) => {}
        other => panic!("{other:?}"),
    }
}

/// Native code that calls a function with variable arguments is told that it cannot.
#[test]
fn a_variadic_function_as_a_callback() {
    let text = r#"
@key = constant i32 3
@numbers = constant [3 x i32] [i32 1, i32 2, i32 3]
@count = global i64 3
declare ptr @lfind(ptr, ptr, ptr, i64, ptr)
define i32 @compare(ptr %a, ptr %b, ...) {
  ret i32 0
}
define i32 @main() {
  %found = call ptr @lfind(ptr @key, ptr @numbers, ptr @count, i64 4, ptr @compare)
  ret i32 0
}
"#;
    gives_up(text, Options::default(), "native code calls `@compare`, which it cannot");
}

#[test]
fn functions_of_the_c_library() {
    let text = r#"
@numbers = constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@root = global ptr null
@sum = global i32 0
@one = constant [4 x i8] c"one\00"
@two = constant [4 x i8] c"two\00"
@again = constant [4 x i8] c"two\00"
declare ptr @lfind(ptr, ptr, ptr, i64, ptr)
declare ptr @tsearch(ptr, ptr, ptr)
declare void @twalk(ptr, ptr)
declare i32 @hcreate(i64)
declare ptr @hsearch(ptr, ptr, i32)
declare ptr @ecvt(double, i32, ptr, ptr)
declare double @y0(double)

define i32 @compare(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %less = icmp slt i32 %x, %y
  %more = icmp sgt i32 %x, %y
  %m = zext i1 %more to i32
  %l = sext i1 %less to i32
  %r = add i32 %m, %l
  ret i32 %r
}

; Called for each node of the tree, before, between and after its branches: those in order are 1, 3, 4.
define void @visit(ptr %node, i32 %order, i32 %depth) {
  %inner = icmp eq i32 %order, 1
  %leaf = icmp eq i32 %order, 3
  %now = or i1 %inner, %leaf
  br i1 %now, label %add, label %done
add:
  %key = load ptr, ptr %node
  %x = load i32, ptr %key
  %old = load i32, ptr @sum
  %ten = mul i32 %old, 10
  %new = add i32 %ten, %x
  store i32 %new, ptr @sum
  br label %done
done:
  ret void
}

define i32 @main() {
  %count = alloca i64
  store i64 4, ptr %count
  %third = getelementptr i32, ptr @numbers, i64 2
  %found = call ptr @lfind(ptr %third, ptr @numbers, ptr %count, i64 4, ptr @compare)
  %right = icmp eq ptr %found, %third
  call void @expect(i1 %right, i32 1)
  br label %insert
insert:
  %i = phi i64 [ 0, %0 ], [ %next, %insert ]
  %key = getelementptr i32, ptr @numbers, i64 %i
  %node = call ptr @tsearch(ptr %key, ptr @root, ptr @compare)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %insert, label %walk
walk:
  %root = load ptr, ptr @root
  call void @twalk(ptr %root, ptr @visit)
  %sum = load i32, ptr @sum
  %walked = icmp eq i32 %sum, 134
  call void @expect(i1 %walked, i32 2)

  %made = call i32 @hcreate(i64 10)
  %e1 = call ptr @hsearch(ptr @one, ptr @numbers, i32 1)
  %e2 = call ptr @hsearch(ptr @two, ptr %third, i32 1)
  %e3 = call ptr @hsearch(ptr @again, ptr null, i32 0)
  %place = getelementptr ptr, ptr %e3, i64 1
  %data = load ptr, ptr %place
  %four = load i32, ptr %data
  %hashed = icmp eq i32 %four, 4
  call void @expect(i1 %hashed, i32 3)

  %point = alloca i32
  %sign = alloca i32
  %text = call ptr @ecvt(double -12.5, i32 3, ptr %point, ptr %sign)
  %digits = load i32, ptr %text
  ; "125" and its end
  %same = icmp eq i32 %digits, 3486257
  call void @expect(i1 %same, i32 4)
  %p = load i32, ptr %point
  %two.digits = icmp eq i32 %p, 2
  call void @expect(i1 %two.digits, i32 5)

  %y = call double @y0(double 1.0)
  %below = fcmp olt double %y, 0.0883
  call void @expect(i1 %below, i32 6)
  %above = fcmp ogt double %y, 0.0882
  call void @expect(i1 %above, i32 7)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#;
    assert_eq!(run(&format!("{PRELUDE}{text}"), Options::default()), Outcome::Exit(0));
}

#[test]
fn scalars() {
    passes(
        r#"
declare signext i8 @negate8(i8 signext)
declare zeroext i8 @negate_u8(i8 zeroext)
declare signext i16 @negate16(i16 signext)
declare zeroext i1 @not(i1 zeroext)
declare float @half_float(float)
declare i128 @negate128(i128)
declare i64 @many(i64, i64, i64, i64, i64, i64, i64, i128, double)

define i32 @main() {
  %a = call signext i8 @negate8(i8 signext 5)
  %a.ok = icmp eq i8 %a, -5
  call void @expect(i1 %a.ok, i32 1)
  %b = call zeroext i8 @negate_u8(i8 zeroext 5)
  %b.wide = zext i8 %b to i64
  %b.ok = icmp eq i64 %b.wide, 251
  call void @expect(i1 %b.ok, i32 2)
  %c = call signext i16 @negate16(i16 signext -300)
  %c.ok = icmp eq i16 %c, 300
  call void @expect(i1 %c.ok, i32 3)
  %d = call zeroext i1 @not(i1 zeroext true)
  %d.ok = icmp eq i1 %d, false
  call void @expect(i1 %d.ok, i32 4)
  %e = call float @half_float(float 3.0)
  %e.ok = fcmp oeq float %e, 1.5
  call void @expect(i1 %e.ok, i32 5)
  %f = call i128 @negate128(i128 18446744073709551617)
  %f.ok = icmp eq i128 %f, -18446744073709551617
  call void @expect(i1 %f.ok, i32 6)
  ; 8 * 2^64 are 8 in the high half.
  %g = call i64 @many(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i128 147573952589676412928, double 9.0)
  %g.ok = icmp eq i64 %g, 285
  call void @expect(i1 %g.ok, i32 7)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn structs_as_c_passes_them() {
    passes(
        r#"
declare { i64, i64 } @swap_ints(i64, i64)
declare { double, double } @swap_doubles(double, double)
declare { i64, double } @next_mixed(i64, double)
declare { <2 x float>, float } @turn(<2 x float>, float)
declare void @doubled(ptr sret([10 x i32]), ptr byval([10 x i32]) align 8)
declare i64 @third_of(ptr byval([10 x i32]) align 8, i32)
declare { double, double } @times_i(double, double)
declare { x86_fp80, x86_fp80 } @times_i_long(ptr byval({ x86_fp80, x86_fp80 }) align 16)
declare x86_fp80 @third(x86_fp80)
@big = global [10 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 21]
@complex = global { x86_fp80, x86_fp80 } { x86_fp80 0xK3FFF8000000000000000, x86_fp80 0xK40008000000000000000 }

define i32 @main() {
  %a = call { i64, i64 } @swap_ints(i64 -1, i64 2)
  %a0 = extractvalue { i64, i64 } %a, 0
  %a1 = extractvalue { i64, i64 } %a, 1
  %a0.ok = icmp eq i64 %a0, 2
  call void @expect(i1 %a0.ok, i32 1)
  %a1.ok = icmp eq i64 %a1, -1
  call void @expect(i1 %a1.ok, i32 2)

  %b = call { double, double } @swap_doubles(double 1.0, double 2.0)
  %b0 = extractvalue { double, double } %b, 0
  %b1 = extractvalue { double, double } %b, 1
  %b0.ok = fcmp oeq double %b0, 2.0
  call void @expect(i1 %b0.ok, i32 3)
  %b1.ok = fcmp oeq double %b1, 1.0
  call void @expect(i1 %b1.ok, i32 4)

  %c = call { i64, double } @next_mixed(i64 41, double 0.5)
  %c0 = extractvalue { i64, double } %c, 0
  %c1 = extractvalue { i64, double } %c, 1
  %c0.ok = icmp eq i64 %c0, 42
  call void @expect(i1 %c0.ok, i32 5)
  %c1.ok = fcmp oeq double %c1, 1.5
  call void @expect(i1 %c1.ok, i32 6)

  %d = call { <2 x float>, float } @turn(<2 x float> <float 1.0, float 2.0>, float 3.0)
  %d0 = extractvalue { <2 x float>, float } %d, 0
  %d1 = extractvalue { <2 x float>, float } %d, 1
  %d00 = extractelement <2 x float> %d0, i32 0
  %d01 = extractelement <2 x float> %d0, i32 1
  %d00.ok = fcmp oeq float %d00, 2.0
  call void @expect(i1 %d00.ok, i32 7)
  %d01.ok = fcmp oeq float %d01, 3.0
  call void @expect(i1 %d01.ok, i32 8)
  %d1.ok = fcmp oeq float %d1, 1.0
  call void @expect(i1 %d1.ok, i32 9)

  %e = alloca [10 x i32]
  call void @doubled(ptr sret([10 x i32]) %e, ptr byval([10 x i32]) align 8 @big)
  %e9.at = getelementptr i32, ptr %e, i64 9
  %e9 = load i32, ptr %e9.at
  %e9.ok = icmp eq i32 %e9, 42
  call void @expect(i1 %e9.ok, i32 10)
  %big9.at = getelementptr i32, ptr @big, i64 9
  %big9 = load i32, ptr %big9.at
  %big9.ok = icmp eq i32 %big9, 21
  call void @expect(i1 %big9.ok, i32 11)
  %f = call i64 @third_of(ptr byval([10 x i32]) align 8 @big, i32 9)
  %f.ok = icmp eq i64 %f, 7
  call void @expect(i1 %f.ok, i32 12)

  %g = call { double, double } @times_i(double 1.0, double 2.0)
  %g0 = extractvalue { double, double } %g, 0
  %g0.ok = fcmp oeq double %g0, -2.0
  call void @expect(i1 %g0.ok, i32 13)
  %h = call { x86_fp80, x86_fp80 } @times_i_long(ptr byval({ x86_fp80, x86_fp80 }) align 16 @complex)
  %h0 = extractvalue { x86_fp80, x86_fp80 } %h, 0
  %h1 = extractvalue { x86_fp80, x86_fp80 } %h, 1
  %h0.double = fptrunc x86_fp80 %h0 to double
  %h1.double = fptrunc x86_fp80 %h1 to double
  %h0.ok = fcmp oeq double %h0.double, -2.0
  call void @expect(i1 %h0.ok, i32 14)
  %h1.ok = fcmp oeq double %h1.double, 1.0
  call void @expect(i1 %h1.ok, i32 15)

  %i = call x86_fp80 @third(x86_fp80 0xK40018000000000000000)
  %one = fdiv x86_fp80 0xK40018000000000000000, 0xK4000C000000000000000
  %i.ok = fcmp oeq x86_fp80 %i, %one
  call void @expect(i1 %i.ok, i32 16)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[test]
fn variable_arguments() {
    passes(
        r#"
@kinds = constant [6 x i8] c"ildsi\00"
@word = constant [5 x i8] c"four\00"
declare double @sum(ptr, ...)
define i32 @main() {
  %all = call double (ptr, ...) @sum(ptr @kinds, i32 -1, i64 20, double 0.5, ptr @word, i32 300)
  %right = fcmp oeq double %all, 323.5
  call void @expect(i1 %right, i32 1)
  %none = getelementptr i8, ptr @kinds, i64 5
  %nothing = call double (ptr, ...) @sum(ptr %none)
  %zero = fcmp oeq double %nothing, 0.0
  call void @expect(i1 %zero, i32 2)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn variable_arguments_of_long_doubles() {
    passes(
        r#"
@kinds = constant [10 x i8] c"LiiiiiiLd\00"
declare double @sum(ptr, ...)
define i32 @main() {
  %all = call double (ptr, ...) @sum(ptr @kinds, x86_fp80 0xK3FFF8000000000000000, i32 1, i32 1, i32 1, i32 1, i32 1,
    i32 1, x86_fp80 0xK40008000000000000000, double 0.25)
  %right = fcmp oeq double %all, 9.25
  %wrong = select i1 %right, i32 0, i32 1
  ret i32 %wrong
}
"#,
    );
}

#[test]
fn memory_of_the_library() {
    passes(
        r#"
@numbers = external global [4 x i32]
@greeting = external constant ptr
@nowhere = extern_weak global i32
declare ptr @number(i32)
declare ptr @copy(ptr)
declare void @free(ptr)
declare ptr @realloc(ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
define i32 @main() {
  %third = getelementptr i32, ptr @numbers, i64 2
  %same = call ptr @number(i32 2)
  %equal = icmp eq ptr %same, %third
  call void @expect(i1 %equal, i32 1)
  store i32 33, ptr %third
  %x = load i32, ptr %same
  %x.ok = icmp eq i32 %x, 33
  call void @expect(i1 %x.ok, i32 2)
  %wide = load i96, ptr @numbers, align 4
  %high = lshr i96 %wide, 64
  %high.ok = icmp eq i96 %high, 33
  call void @expect(i1 %high.ok, i32 3)
  %pair = load [2 x i32], ptr @numbers
  store [2 x i32] %pair, ptr %third
  %y = load i32, ptr %same
  %y.ok = icmp eq i32 %y, 1
  call void @expect(i1 %y.ok, i32 4)
  %old = atomicrmw add ptr %same, i32 5 seq_cst
  %z = load i32, ptr %third
  %z.ok = icmp eq i32 %z, 6
  call void @expect(i1 %z.ok, i32 5)

  %greeting = load ptr, ptr @greeting
  %h = load i8, ptr %greeting
  %h.ok = icmp eq i8 %h, 104
  call void @expect(i1 %h.ok, i32 6)
  %mine = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %mine, ptr %greeting, i64 8, i1 false)
  %e.at = getelementptr i8, ptr %mine, i64 1
  %e = load i8, ptr %e.at
  %e.ok = icmp eq i8 %e, 101
  call void @expect(i1 %e.ok, i32 7)

  %duplicate = call ptr @copy(ptr %greeting)
  call void @llvm.memset.p0.i64(ptr %duplicate, i8 9, i64 4, i1 false)
  %set.at = getelementptr i8, ptr %duplicate, i64 3
  %set = load i8, ptr %set.at
  %set.ok = icmp eq i8 %set, 9
  call void @expect(i1 %set.ok, i32 9)
  store i8 72, ptr %duplicate
  %bigger = call ptr @realloc(ptr %duplicate, i64 100)
  %d = load i8, ptr %bigger
  %d.ok = icmp eq i8 %d, 72
  call void @expect(i1 %d.ok, i32 8)
  call void @free(ptr %bigger)
  %weak = icmp eq ptr @nowhere, null
  call void @expect(i1 %weak, i32 9)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[test]
fn memory_that_is_not_there() {
    is_undefined(
        r#"
declare ptr @number(i32)
define i32 @main() {
  %number = call ptr @number(i32 0)
  %far = getelementptr i8, ptr %number, i64 70368744177664
  %x = load i32, ptr %far ; UB0213
  ret i32 %x
}
"#,
    );
    is_undefined(
        r#"
declare ptr @constant()
define i32 @main() {
  %constant = call ptr @constant()
  %seven = load i32, ptr %constant
  store i32 8, ptr %constant ; UB0213
  ret i32 0
}
"#,
    );
    // Nothing native is in this program: no address leads out of it.
    is_undefined(
        r#"
define i32 @main() {
  %wild = inttoptr i64 4198400 to ptr
  %x = load i32, ptr %wild ; UB0213
  ret i32 %x
}
"#,
    );
}

#[test]
fn native_code_writes_the_programs_memory() {
    passes(
        r#"
%node = type { ptr, i32 }
declare void @fill(ptr, i64)
declare void @reverse(ptr)
declare void @keep(ptr)
declare void @change_kept(ptr)
define i32 @main() {
  ; What was undef is what native code has written.
  %buffer = alloca [16 x i8]
  call void @fill(ptr %buffer, i64 16)
  %last = getelementptr i8, ptr %buffer, i64 15
  %x = load i8, ptr %last
  %x.ok = icmp eq i8 %x, 120
  call void @expect(i1 %x.ok, i32 1)

  ; Pointers that native code moved lead to where they lead now.
  %list = alloca ptr
  %a = alloca %node
  %b = alloca %node
  %c = alloca %node
  store ptr %a, ptr %list
  store %node { ptr null, i32 1 }, ptr %c
  store ptr %b, ptr %a
  %a.value = getelementptr %node, ptr %a, i64 0, i32 1
  store i32 3, ptr %a.value
  store ptr %c, ptr %b
  %b.value = getelementptr %node, ptr %b, i64 0, i32 1
  store i32 2, ptr %b.value
  call void @reverse(ptr %list)
  %first = load ptr, ptr %list
  %second = load ptr, ptr %first
  %third = load ptr, ptr %second
  %at = getelementptr %node, ptr %third, i64 0, i32 1
  %three = load i32, ptr %at
  %three.ok = icmp eq i32 %three, 3
  call void @expect(i1 %three.ok, i32 2)
  %copy = alloca %node
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %second, i64 16, i1 false)
  %third.again = load ptr, ptr %copy
  %at.again = getelementptr %node, ptr %third.again, i64 0, i32 1
  %three.again = load i32, ptr %at.again
  %three.again.ok = icmp eq i32 %three.again, 3
  call void @expect(i1 %three.again.ok, i32 3)

  ; It may keep what it was given, and write there when it is called the next time.
  %kept = alloca %node
  store ptr %a, ptr %kept
  call void @keep(ptr %kept)
  store ptr %b, ptr %kept
  call void @change_kept(ptr %c)
  %new = load ptr, ptr %kept
  %new.at = getelementptr %node, ptr %new, i64 0, i32 1
  %one = load i32, ptr %new.at
  %one.ok = icmp eq i32 %one, 1
  call void @expect(i1 %one.ok, i32 4)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[test]
fn errno_is_one() {
    passes(
        r#"
declare ptr @__errno_location()
declare i32 @fails(i32)
declare i32 @errno_now()
define i32 @main() {
  %errno = call ptr @__errno_location()
  store i32 7, ptr %errno
  %seen = call i32 @errno_now()
  %seen.ok = icmp eq i32 %seen, 7
  call void @expect(i1 %seen.ok, i32 1)
  %minus = call i32 @fails(i32 11)
  %x = load i32, ptr %errno
  %x.ok = icmp eq i32 %x, 11
  call void @expect(i1 %x.ok, i32 2)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

#[test]
fn functions_have_one_address() {
    passes(
        r#"
@table = global { i32, [2 x ptr] } { i32 2, [2 x ptr] [ptr @double, ptr @double] }
@again = alias i32 (i32), ptr @double
declare ptr @same(ptr)
declare ptr @get_add_one()
declare i32 @apply(ptr, i32)
declare i32 @apply_all(ptr, i32)
declare i32 @apply_table(ptr, i32)
declare i64 @strlen(ptr)
declare i32 @measure(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @give_back(ptr, ptr)
declare i32 @apply_pointer(ptr, i32)
@word = constant [5 x i8] c"four\00"
@calls = global i32 0

define i32 @double(i32 %x) {
  %calls = load i32, ptr @calls
  %more = add i32 %calls, 1
  store i32 %more, ptr @calls
  %y = add i32 %x, %x
  ret i32 %y
}
define i32 @nested(i32 %x) {
  %a = call i32 @apply(ptr @double, i32 %x)
  %b = call i32 @apply(ptr @double, i32 %a)
  ret i32 %b
}
define i32 @read(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %same = call ptr @same(ptr @double)
  %same.ok = icmp eq ptr %same, @double
  call void @expect(i1 %same.ok, i32 1)
  %in.table = load ptr, ptr getelementptr (i8, ptr @table, i64 8)
  %in.table.ok = icmp eq ptr %in.table, @again
  call void @expect(i1 %in.table.ok, i32 2)
  %four = call i32 %same(i32 2)
  %four.ok = icmp eq i32 %four, 4
  call void @expect(i1 %four.ok, i32 3)
  %add.one = call ptr @get_add_one()
  %three = call i32 %add.one(i32 2)
  %three.ok = icmp eq i32 %three, 3
  call void @expect(i1 %three.ok, i32 4)
  %ten = call i32 @apply(ptr %add.one, i32 9)
  %ten.ok = icmp eq i32 %ten, 10
  call void @expect(i1 %ten.ok, i32 5)
  %sum = call i32 @apply_all(ptr @double, i32 10)
  %sum.ok = icmp eq i32 %sum, 90
  call void @expect(i1 %sum.ok, i32 6)
  %twelve = call i32 @apply_table(ptr @table, i32 3)
  %twelve.ok = icmp eq i32 %twelve, 12
  call void @expect(i1 %twelve.ok, i32 7)
  %twenty = call i32 @apply(ptr @nested, i32 5)
  %twenty.ok = icmp eq i32 %twenty, 20
  call void @expect(i1 %twenty.ok, i32 8)
  ; Functions of the machine and of the library are no different.
  %length = call i32 @measure(ptr @strlen, ptr @word)
  %length.ok = icmp eq i32 %length, 4
  call void @expect(i1 %length.ok, i32 9)
  %memory = call ptr @malloc(i64 8)
  call void @give_back(ptr @free, ptr %memory)
  %indirect = call i32 @measure(ptr @measure.strlen, ptr @word)
  %indirect.ok = icmp eq i32 %indirect, 5
  call void @expect(i1 %indirect.ok, i32 10)
  %seen = call i32 @apply_pointer(ptr @read, i32 77)
  %seen.ok = icmp eq i32 %seen, 77
  call void @expect(i1 %seen.ok, i32 11)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
define i64 @measure.strlen(ptr %s) {
  %n = call i32 @measure(ptr @strlen, ptr %s)
  %m = add i32 %n, 1
  %r = sext i32 %m to i64
  ret i64 %r
}
"#,
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn callbacks_with_structs() {
    passes(
        r#"
@big = global [10 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10]
declare { i64, i64 } @apply_ints(ptr, i64, i64)
declare void @apply_big(ptr sret([10 x i32]), ptr, ptr byval([10 x i32]) align 8)
declare x86_fp80 @apply_long(ptr, x86_fp80)
declare signext i8 @apply8(ptr, i8 signext)

define { i64, i64 } @sum_and_difference(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  %difference = sub i64 %a, %b
  %first = insertvalue { i64, i64 } poison, i64 %sum, 0
  %both = insertvalue { i64, i64 } %first, i64 %difference, 1
  ret { i64, i64 } %both
}
define void @last_first(ptr sret([10 x i32]) %result, ptr byval([10 x i32]) align 8 %s) {
  %last.at = getelementptr i32, ptr %s, i64 9
  %last = load i32, ptr %last.at
  store i32 0, ptr %last.at
  store [10 x i32] zeroinitializer, ptr %result
  store i32 %last, ptr %result
  ret void
}
define x86_fp80 @squared(x86_fp80 %x) {
  %y = fmul x86_fp80 %x, %x
  ret x86_fp80 %y
}
define signext i8 @minus(i8 signext %x) {
  %y = sub i8 0, %x
  ret i8 %y
}

define i32 @main() {
  %a = call { i64, i64 } @apply_ints(ptr @sum_and_difference, i64 3, i64 5)
  %a0 = extractvalue { i64, i64 } %a, 0
  %a1 = extractvalue { i64, i64 } %a, 1
  %a0.ok = icmp eq i64 %a0, 8
  call void @expect(i1 %a0.ok, i32 1)
  %a1.ok = icmp eq i64 %a1, -2
  call void @expect(i1 %a1.ok, i32 2)
  %b = alloca [10 x i32]
  call void @apply_big(ptr sret([10 x i32]) %b, ptr @last_first, ptr byval([10 x i32]) align 8 @big)
  %b0 = load i32, ptr %b
  %b0.ok = icmp eq i32 %b0, 10
  call void @expect(i1 %b0.ok, i32 3)
  %c = call x86_fp80 @apply_long(ptr @squared, x86_fp80 0xK4000C000000000000000)
  %c.double = fptrunc x86_fp80 %c to double
  %c.ok = fcmp oeq double %c.double, 9.0
  call void @expect(i1 %c.ok, i32 4)
  %d = call signext i8 @apply8(ptr @minus, i8 signext 10)
  %d.ok = icmp eq i8 %d, -5
  call void @expect(i1 %d.ok, i32 5)
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
"#,
    );
}

/// What goes wrong in a callback stops the program as soon as native code has returned, which calls nothing more until then.
#[test]
fn callbacks_that_do_not_return() {
    is_undefined(
        r#"
declare i32 @apply_all(ptr, i32)
define i32 @divide(i32 %x) {
  %left = sub i32 3, %x
  %y = udiv i32 12, %left ; UB0101
  ret i32 %y
}
define i32 @main() {
  %x = call i32 @apply_all(ptr @divide, i32 10)
  ret i32 %x
}
"#,
    );
    let Some(options) = with_library() else { return };
    let text = r#"
declare i32 @apply_all(ptr, i32)
declare void @exit(i32)
define i32 @leave(i32 %x) {
  %three = icmp eq i32 %x, 3
  br i1 %three, label %out, label %on
out:
  call void @exit(i32 %x)
  unreachable
on:
  ret i32 %x
}
define i32 @main() {
  %x = call i32 @apply_all(ptr @leave, i32 10)
  ret i32 %x
}
"#;
    assert_eq!(run(text, options.clone()), Outcome::Exit(3));
    let warn = Options { on_undefined: OnUndefined::Warn, ..options };
    let text = r#"
declare i32 @apply_all(ptr, i32)
define i32 @divide(i32 %x) {
  %left = sub i32 3, %x
  %y = udiv i32 12, %left
  ret i32 1
}
define i32 @main() {
  %x = call i32 @apply_all(ptr @divide, i32 10)
  ret i32 %x
}
"#;
    assert_eq!(run(text, warn), Outcome::Exit(10));
}

#[test]
fn endless_recursion_through_native_code() {
    let text = r#"
declare i32 @apply(ptr, i32)
define i32 @deeper(i32 %x) {
  %y = call i32 @apply(ptr @deeper, i32 %x) ; UB0215
  ret i32 %y
}
define i32 @main() {
  %x = call i32 @deeper(i32 1)
  ret i32 %x
}
"#;
    is_undefined(text);
}

#[test]
fn callbacks_in_threads_of_the_library() {
    let text = r#"
declare i32 @apply_in_thread(ptr)
define i32 @one(i32 %x) {
  ret i32 1
}
define i32 @main() {
  %x = call i32 @apply_in_thread(ptr @one)
  ret i32 %x
}
"#;
    let Some(options) = with_library() else { return };
    gives_up(text, options, "a thread of a library");
}

#[test]
fn what_cannot_be_called() {
    let program =
        |declaration: &str, call: &str| format!("{declaration}\ndefine i32 @main() {{\n  {call}\n  ret i32 0\n}}\n");
    let nobody = program("declare void @nobody_has_this()", "call void @nobody_has_this()");
    let message =
        "`@nobody_has_this` is not defined, and not built into the interpreter: neither in a module nor in a library";
    gives_up(&nobody, Options::default(), message);
    let isolated = Options { isolated: true, ..Options::default() };
    gives_up(&nobody, isolated, "an isolated program reaches nothing outside");
    let elsewhere = format!("target triple = \"riscv64-linux-gnu\"\n{nobody}");
    gives_up(&elsewhere, Options::default(), "was built for another machine");
    let context = program("declare i32 @getcontext(ptr)", "call i32 @getcontext(ptr null)");
    gives_up(&context, Options::default(), "not one that can be called in a library");

    let Some(options) = with_library() else { return };
    let cases = [
        ("<8 x double>", "zeroinitializer", "a vector of 512 bits"),
        ("i1000", "0", "1000 bits"),
        ("[100000 x i32]", "zeroinitializer", "too many arguments"),
        ("{ i64, i64, i64 }", "zeroinitializer", "more registers"),
    ];
    for (ty, value, message) in cases {
        let declaration = format!("declare {ty} @half_float({ty})");
        gives_up(&program(&declaration, &format!("call {ty} @half_float({ty} {value})")), options.clone(), message);
    }
    let convention = program(
        "declare preserve_mostcc float @half_float(float)",
        "call preserve_mostcc float @half_float(float 1.0)",
    );
    gives_up(&convention, options.clone(), "calling convention");
    let inreg = program("declare float @half_float(float inreg)", "call float @half_float(float inreg 1.0)");
    gives_up(&inreg, options.clone(), "an argument with `inreg`");
    // However many parts there are of nothing, they are none.
    let ty = "[9 x [9999999999 x [9999999999 x {}]]]";
    let nothing = program(&format!("declare void @errno_now({ty})"), &format!("call void @errno_now({ty} undef)"));
    assert_eq!(run(&nothing, options), Outcome::Exit(0));
}

/// A function that the machine has less exactly is the host's.
#[test]
fn approximate_functions_are_the_hosts() {
    passes(
        "
declare double @cbrt(double)
declare double @native_cbrt(double)
define i32 @main() {
  br label %loop
loop:
  %x = phi double [ 1.0, %0 ], [ %next, %loop ]
  %a = call double @cbrt(double %x)
  %b = call double @native_cbrt(double %x)
  %same = fcmp oeq double %a, %b
  call void @expect(i1 %same, i32 1)
  %next = fadd double %x, 1.0
  %more = fcmp olt double %x, 100.0
  br i1 %more, label %loop, label %end
end:
  %wrong = load i32, ptr @wrong
  ret i32 %wrong
}
",
    );
}

#[test]
fn libraries_that_cannot_be_loaded() {
    let text = "define i32 @main() {\n  ret i32 0\n}\n";
    let missing = Options { libraries: vec!["/nowhere/missing.so".into()], ..Options::default() };
    gives_up(text, missing.clone(), "the library `/nowhere/missing.so` cannot be loaded");
    gives_up(text, Options { isolated: true, ..missing }, "an isolated program reaches nothing outside");
}
