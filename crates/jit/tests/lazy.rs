//! Functions that are compiled when they are first called.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]
#![allow(unsafe_code)]

use std::sync::{Arc, Mutex};

use lindworm_ir::{Context, Module};
use lindworm_jit::{Builder, Jit};

fn read(text: &str) -> Module {
    let read = lindworm_text::read(&Context::new(), "test.ll", text.as_bytes(), &Default::default());
    read.unwrap_or_else(|e| panic!("{e:?}")).module
}

/// Links some texts; returns the program and the names of the functions that were compiled so far.
fn linked(texts: &[&str]) -> (Jit, Arc<Mutex<Vec<String>>>) {
    let compiled = Arc::new(Mutex::new(Vec::new()));
    let names = Arc::clone(&compiled);
    let builder = Builder::new().on_compile(move |module, function| {
        names.lock().unwrap().push(String::from_utf8_lossy(module[function].name()).into_owned());
    });
    let add = |builder: Builder<'static>, text: &&str| builder.lazy_module(Arc::new(read(text))).unwrap();
    (texts.iter().fold(builder, add).link().unwrap(), compiled)
}

/// Calls a function `i64 (i64)`.
fn call(jit: &Jit, name: &str, x: i64) -> i64 {
    // SAFETY: what the tests call has that type, and does nothing that is undefined.
    let function = unsafe { jit.function::<extern "C" fn(i64) -> i64>(name) };
    function.unwrap()(x)
}

#[test]
fn functions_are_compiled_when_they_are_called() {
    let text = "declare i64 @missing(i64)\n@own = internal global i64 5\n@0 = private global i64 6\n\
        define internal i64 @inner(i64 %x) {\n  %a = load i64, ptr @own\n  %b = load i64, ptr @0\n  %c = add i64 %a, %b\n  \
        %d = add i64 %c, %x\n  ret i64 %d\n}\n\
        define i64 @f(i64 %x) {\n  %big = icmp sgt i64 %x, 9\n  br i1 %big, label %yes, label %no\n\
        yes:\n  %a = call i64 @inner(i64 %x)\n  ret i64 %a\nno:\n  ret i64 %x\n}\n\
        define i64 @never(i64 %x) {\n  %a = call i64 @missing(i64 %x)\n  ret i64 %a\n}";
    let (jit, compiled) = linked(&[text]);
    assert!(compiled.lock().unwrap().is_empty());
    assert_eq!((call(&jit, "f", 1), call(&jit, "f", 2)), (1, 2));
    assert_eq!(*compiled.lock().unwrap(), ["f"]);
    assert_eq!((call(&jit, "f", 10), call(&jit, "f", 20)), (21, 31));
    assert_eq!(*compiled.lock().unwrap(), ["f", "inner"]);
}

#[test]
fn the_address_of_a_function_does_not_change() {
    let text = "@table = constant [1 x ptr] [ptr @f]\n@g = alias i64 (i64), ptr @f\n\
        define i64 @f(i64 %x) {\n  %p = load ptr, ptr @table\n  %a = icmp eq ptr %p, @f\n  %b = icmp eq ptr %p, @g\n  \
        %c = and i1 %a, %b\n  %d = zext i1 %c to i64\n  %i = ptrtoint ptr @f to i64\n  %e = select i1 %c, i64 %i, i64 0\n  ret i64 %e\n}";
    let (jit, _) = linked(&[text]);
    let address = jit.address("f").unwrap() as i64;
    assert_eq!((call(&jit, "f", 0), call(&jit, "g", 0), jit.address("f")), (address, address, Some(address as usize)));
}

#[test]
fn definitions_are_chosen_among_all_modules() {
    let weak = "define weak i64 @g(i64 %x) {\n  ret i64 1\n}\ndefine internal i64 @own(i64 %x) {\n  ret i64 10\n}\n\
        define i64 @f(i64 %x) {\n  %a = call i64 @g(i64 %x)\n  %b = call i64 @own(i64 %x)\n  %r = add i64 %a, %b\n  ret i64 %r\n}";
    let strong = "$h = comdat any\ndefine i64 @g(i64 %x) {\n  ret i64 2\n}\ndefine internal i64 @own(i64 %x) {\n  ret i64 20\n}\n\
        define linkonce_odr i64 @h(i64 %x) comdat {\n  %b = call i64 @own(i64 %x)\n  ret i64 %b\n}";
    let other = "$h = comdat any\ndefine linkonce_odr i64 @h(i64 %x) comdat {\n  ret i64 30\n}\n\
        define i64 @k(i64 %x) {\n  %a = call i64 @h(i64 %x)\n  ret i64 %a\n}";
    let (jit, _) = linked(&[weak, strong, other]);
    assert_eq!((call(&jit, "f", 0), call(&jit, "k", 0)), (12, 20));
}

#[test]
fn arguments_arrive_in_all_registers() {
    // Vector registers and their upper halves, the argument of `nest`, and a convention that preserves all registers.
    let text = "define i64 @g(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %s, double %x, <4 x float> %v, ptr nest %n) {\n  \
        %t1 = add i64 %a, %b\n  %t2 = add i64 %c, %d\n  %t3 = add i64 %e, %f\n  %t4 = add i64 %t1, %t2\n  %t5 = add i64 %t3, %s\n  \
        %t6 = add i64 %t4, %t5\n  %i = fptosi double %x to i64\n  %t7 = add i64 %t6, %i\n  %l = extractelement <4 x float> %v, i32 3\n  \
        %j = fptosi float %l to i64\n  %t8 = add i64 %t7, %j\n  %k = load i64, ptr %n\n  %t9 = add i64 %t8, %k\n  ret i64 %t9\n}\n\
        define preserve_allcc void @quiet() {\n  ret void\n}\n\
        define i64 @f(i64 %x) {\n  %n = alloca i64\n  store i64 1000, ptr %n\n  %y = sitofp i64 %x to double\n  call preserve_allcc void @quiet()\n  \
        %r = call i64 @g(i64 %x, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, double %y, <4 x float> <float 0.0, float 0.0, float 0.0, float 100.0>, ptr nest %n)\n  ret i64 %r\n}";
    let (jit, _) = linked(&[text]);
    for _ in 0..2 {
        assert_eq!(call(&jit, "f", 1), 1 + 27 + 1 + 100 + 1000);
    }
}

#[test]
fn exceptions_unwind_through_code() {
    let thrower = "@_ZTIl = external constant ptr\ndeclare ptr @__cxa_allocate_exception(i64)\ndeclare void @__cxa_throw(ptr, ptr, ptr)\n\
        define i64 @throws(i64 %x) {\n  %e = call ptr @__cxa_allocate_exception(i64 8)\n  store i64 %x, ptr %e\n  \
        call void @__cxa_throw(ptr %e, ptr @_ZTIl, ptr null)\n  unreachable\n}";
    let catcher = "@_ZTIl = external constant ptr\ndeclare i64 @throws(i64)\ndeclare i32 @__gxx_personality_v0(...)\n\
        declare ptr @__cxa_begin_catch(ptr)\ndeclare void @__cxa_end_catch()\n\
        define internal i64 @between(i64 %x) {\n  %r = call i64 @throws(i64 %x)\n  ret i64 %r\n}\n\
        define i64 @f(i64 %x) personality ptr @__gxx_personality_v0 {\n  %r = invoke i64 @between(i64 %x) to label %ok unwind label %pad\n\
        ok:\n  ret i64 %r\npad:\n  %l = landingpad { ptr, i32 } catch ptr @_ZTIl\n  %h = extractvalue { ptr, i32 } %l, 0\n  \
        %p = call ptr @__cxa_begin_catch(ptr %h)\n  %v = load i64, ptr %p\n  call void @__cxa_end_catch()\n  %d = mul i64 %v, 2\n  ret i64 %d\n}";
    let (jit, compiled) = linked(&[catcher, thrower]);
    assert_eq!((call(&jit, "f", 21), call(&jit, "f", 4)), (42, 8));
    assert_eq!(*compiled.lock().unwrap(), ["f", "between", "throws"]);
}

#[test]
fn variables_of_threads_and_resolvers() {
    let text = "@v = thread_local global i64 40\n@w = internal thread_local global i64 2\n\
        define internal i64 @chosen(i64 %x) {\n  %a = load i64, ptr @v\n  %b = load i64, ptr @w\n  %c = add i64 %a, %b\n  \
        store i64 %x, ptr @w\n  ret i64 %c\n}\n\
        define internal ptr @resolver() {\n  ret ptr @chosen\n}\n@g = internal ifunc i64 (i64), ptr @resolver\n@pointer = global ptr @g\n\
        define i64 @f(i64 %x) {\n  %a = call i64 @g(i64 %x)\n  %p = load ptr, ptr @pointer\n  %b = call i64 %p(i64 %a)\n  ret i64 %b\n}";
    let (jit, compiled) = linked(&[text]);
    assert_eq!(*compiled.lock().unwrap(), ["resolver"]);
    assert_eq!(call(&jit, "f", 2), 42);
    std::thread::scope(|scope| assert_eq!(scope.spawn(|| call(&jit, "f", 3)).join().unwrap(), 43));
}

#[test]
fn many_threads_call_many_functions() {
    use std::fmt::Write;
    let count = 300;
    let mut text = "define i64 @f0(i64 %x) {\n  ret i64 %x\n}\n".to_owned();
    for i in 1..count {
        let before = i - 1;
        write!(
            text,
            "define i64 @f{i}(i64 %x) {{\n  %y = add i64 %x, 1\n  %z = call i64 @f{before}(i64 %y)\n  ret i64 %z\n}}\n"
        )
        .unwrap();
    }
    let (jit, compiled) = linked(&[&text]);
    std::thread::scope(|scope| {
        for first in 0..8 {
            let jit = &jit;
            scope.spawn(move || {
                for i in (first * 7..count).chain(0..first * 7) {
                    assert_eq!(call(jit, &format!("f{i}"), 5), 5 + i);
                }
            });
        }
    });
    let mut names = std::mem::take(&mut *compiled.lock().unwrap());
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count as usize);
}

#[test]
fn errno_and_rounding_are_those_of_the_program() {
    let text = "declare ptr @__errno_location()\ndeclare void @llvm.set.rounding(i32)\ndeclare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)\n\
        define double @third() strictfp {\n  %q = call double @llvm.experimental.constrained.fdiv.f64(double 1.0, double 3.0, metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret double %q\n}\n\
        define internal i32 @error() {\n  %p = call ptr @__errno_location()\n  %e = load i32, ptr %p\n  ret i32 %e\n}\n\
        define i64 @f(i64 %x) strictfp {\n  %p = call ptr @__errno_location()\n  store i32 77, ptr %p\n  %e = call i32 @error()\n  \
        call void @llvm.set.rounding(i32 2) strictfp\n  %up = call double @third() strictfp\n  call void @llvm.set.rounding(i32 1) strictfp\n  \
        %near = call double @third() strictfp\n  %c = fcmp ogt double %up, %near\n  %z = zext i1 %c to i64\n  %w = sext i32 %e to i64\n  %s = add i64 %z, %w\n  ret i64 %s\n}";
    assert_eq!(call(&linked(&[text]).0, "f", 0), 78);
}

/// The process in which [`what_cannot_be_compiled_is_reported`] calls the function: the test itself, with this variable set.
const CALLS: &str = "LINDWORM_CALLS";

#[test]
fn what_cannot_be_compiled_is_reported() {
    let text = "declare i64 @nowhere(i64)\ndefine i64 @f(i64 %x) {\n  %a = call i64 @nowhere(i64 %x)\n  ret i64 %a\n}";
    if std::env::var_os(CALLS).is_some() {
        let builder = Builder::new().lazy_module(Arc::new(read(text))).unwrap();
        let builder = builder.on_failure(|module, function, error| {
            println!("{}: {error}", String::from_utf8_lossy(module[function].name()));
            std::process::exit(3);
        });
        call(&builder.link().unwrap(), "f", 1);
    }
    let mut process = std::process::Command::new(std::env::current_exe().unwrap());
    process.args(["what_cannot_be_compiled_is_reported", "--exact", "--nocapture"]).env(CALLS, "1");
    let output = process.output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("f: undefined symbols: nowhere\n"), "{text}");
}

#[test]
fn code_is_never_writable_and_all_memory_is_released() {
    let mappings = || std::fs::read_to_string("/proc/self/maps").unwrap();
    let (jit, _) = linked(&["define i64 @f(i64 %x) {\n  ret i64 %x\n}\ndefine i64 @g(i64 %x) {\n  ret i64 %x\n}"]);
    assert_eq!(call(&jit, "f", 3) + call(&jit, "g", 4), 7);
    let address = jit.address("f").unwrap() as u64;
    let maps = mappings();
    assert!(!maps.lines().any(|line| line.contains("rwx")), "{maps}");
    drop(jit);
    for line in mappings().lines() {
        let bounds = line.split_whitespace().next().and_then(|bounds| bounds.split_once('-')).unwrap();
        let range = u64::from_str_radix(bounds.0, 16).unwrap()..u64::from_str_radix(bounds.1, 16).unwrap();
        // Another test may have mapped memory there again, but hardly code.
        assert!(!range.contains(&address) || !line.contains("r-xp"), "{line}");
    }
}
