//! Programs compiled in memory and called.
//!
//! Calling a function as a type of function pointers is `unsafe`: the texts beside each call say what the type is.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]
#![allow(unsafe_code)]

use lindworm_ir::{Context, Module};
use lindworm_jit::{Builder, Jit, JitError};

fn read(text: &str) -> Module {
    let read = lindworm_text::read(&Context::new(), "test.ll", text.as_bytes(), &Default::default());
    read.unwrap_or_else(|e| panic!("{e:?}")).module
}

/// Links some texts.
fn linked(texts: &[&str]) -> Result<Jit, JitError> {
    let add = |builder: Builder<'static>, text: &&str| builder.module(&read(text)).unwrap();
    texts.iter().fold(Builder::new(), add).link()
}

/// Calls a function `i64 (i64)`.
fn call(jit: &Jit, name: &str, x: i64) -> i64 {
    // SAFETY: what the tests call has that type, and does nothing that is undefined.
    let function = unsafe { jit.function::<extern "C" fn(i64) -> i64>(name) };
    function.unwrap()(x)
}

#[test]
fn modules_see_each_other() {
    let main = "@shared = external global i64\n@own = internal global i64 4\ndeclare i64 @helper(i64)\n\
        define i64 @f(i64 %x) {\n  %a = load i64, ptr @shared\n  %b = load i64, ptr @own\n  %c = call i64 @helper(i64 %x)\n  \
        %d = add i64 %a, %b\n  %e = add i64 %c, %d\n  ret i64 %e\n}";
    let helper = "@shared = global i64 100\n@own = internal global i64 3\n\
        define i64 @helper(i64 %x) {\n  %b = load i64, ptr @own\n  %c = mul i64 %x, %b\n  ret i64 %c\n}";
    let jit = linked(&[main, helper]).unwrap();
    assert_eq!(call(&jit, "f", 7), 125);
    assert!(jit.address("own").is_none() && jit.address("shared").is_some());
}

#[test]
fn a_weak_definition_gives_way() {
    let weak = "define weak i64 @g(i64 %x) {\n  ret i64 1\n}\ndefine i64 @f(i64 %x) {\n  %r = call i64 @g(i64 %x)\n  ret i64 %r\n}";
    let strong = "define i64 @g(i64 %x) {\n  ret i64 2\n}";
    assert_eq!(call(&linked(&[weak]).unwrap(), "f", 0), 1);
    assert_eq!(call(&linked(&[weak, strong]).unwrap(), "f", 0), 2);
    assert_eq!(call(&linked(&[strong, weak]).unwrap(), "f", 0), 2);
    assert_eq!(linked(&[strong, strong]).err(), Some(JitError::Duplicate("g".into())));
}

#[test]
fn of_a_comdat_one_is_taken() {
    let module = |number: i64| {
        format!(
            "$g = comdat any\ndefine linkonce_odr i64 @g(i64 %x) comdat {{\n  ret i64 {number}\n}}\n\
             define i64 @f{number}(i64 %x) {{\n  %r = call i64 @g(i64 %x)\n  ret i64 %r\n}}"
        )
    };
    let jit = linked(&[&module(1), &module(2)]).unwrap();
    assert_eq!((call(&jit, "f1", 0), call(&jit, "f2", 0)), (1, 1));
}

#[test]
fn what_is_nowhere_is_named() {
    let text = "declare i64 @nowhere_1()\ndeclare extern_weak i64 @nowhere_2()\n@nowhere_3 = external global i64\n\
        define i64 @f(i64 %x) {\n  %a = call i64 @nowhere_1()\n  %b = load i64, ptr @nowhere_3\n  %c = call i64 @nowhere_2()\n  ret i64 %b\n}";
    let Err(JitError::Undefined(mut names)) = linked(&[text]) else { panic!() };
    names.sort();
    assert_eq!(names, ["nowhere_1", "nowhere_3"]);
}

#[test]
fn the_process_is_searched() {
    let text = "declare i64 @strlen(ptr)\ndeclare double @cos(double)\n@word = constant [6 x i8] c\"hello\\00\"\n\
        define i64 @f(i64 %x) {\n  %n = call i64 @strlen(ptr @word)\n  %c = call double @cos(double 0.0)\n  \
        %i = fptosi double %c to i64\n  %s = add i64 %n, %i\n  ret i64 %s\n}";
    assert_eq!(call(&linked(&[text]).unwrap(), "f", 0), 6);
}

#[test]
fn a_resolver_chooses_a_function() {
    let text = "define internal i64 @chosen(i64 %x) {\n  %y = add i64 %x, 40\n  ret i64 %y\n}\n\
        define internal ptr @resolver() {\n  ret ptr @chosen\n}\n@g = ifunc i64 (i64), ptr @resolver\n@pointer = global ptr @g\n\
        define i64 @f(i64 %x) {\n  %a = call i64 @g(i64 %x)\n  %p = load ptr, ptr @pointer\n  %b = call i64 %p(i64 %a)\n  ret i64 %b\n}";
    let jit = linked(&[text]).unwrap();
    assert_eq!((call(&jit, "f", 2), call(&jit, "g", 2)), (82, 42));
    let jit = linked(&[&text.replace("@g = ifunc", "@g = internal ifunc")]).unwrap();
    assert_eq!(call(&jit, "f", 2), 82);
}

#[test]
fn exceptions_unwind_through_code() {
    let thrower = "@_ZTIl = external constant ptr\ndeclare ptr @__cxa_allocate_exception(i64)\ndeclare void @__cxa_throw(ptr, ptr, ptr)\n\
        define i64 @throws(i64 %x) {\n  %e = call ptr @__cxa_allocate_exception(i64 8)\n  store i64 %x, ptr %e\n  \
        call void @__cxa_throw(ptr %e, ptr @_ZTIl, ptr null)\n  unreachable\n}";
    let catcher = "@_ZTIl = external constant ptr\ndeclare i64 @throws(i64)\ndeclare i32 @__gxx_personality_v0(...)\n\
        declare ptr @__cxa_begin_catch(ptr)\ndeclare void @__cxa_end_catch()\n\
        define i64 @f(i64 %x) personality ptr @__gxx_personality_v0 {\n  %r = invoke i64 @throws(i64 %x) to label %ok unwind label %pad\n\
        ok:\n  ret i64 %r\npad:\n  %l = landingpad { ptr, i32 } catch ptr @_ZTIl\n  %h = extractvalue { ptr, i32 } %l, 0\n  \
        %p = call ptr @__cxa_begin_catch(ptr %h)\n  %v = load i64, ptr %p\n  call void @__cxa_end_catch()\n  %d = mul i64 %v, 2\n  ret i64 %d\n}";
    assert_eq!(call(&linked(&[catcher, thrower]).unwrap(), "f", 21), 42);
}

#[test]
fn each_thread_has_its_own_variables() {
    let text = "@v = thread_local global i64 0\ndefine i64 @f(i64 %x) {\n  %p = call ptr @llvm.threadlocal.address.p0(ptr @v)\n  \
        %a = load i64, ptr %p\n  %b = add i64 %a, %x\n  store i64 %b, ptr %p\n  ret i64 %b\n}\ndeclare ptr @llvm.threadlocal.address.p0(ptr)";
    let jit = linked(&[text]).unwrap();
    assert_eq!((call(&jit, "f", 2), call(&jit, "f", 3)), (2, 5));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| call(&jit, "f", 10));
        assert_eq!(other.join().unwrap(), 10);
    });
    assert_eq!(call(&jit, "f", 1), 6);
}

#[test]
fn thread_local_variables_of_libraries_are_found() {
    // A variable of the C++ library, null in a new thread.
    let text = "@_ZSt15__once_callable = external thread_local global i64\n\
        declare ptr @llvm.threadlocal.address.p0(ptr)\n\
        define i64 @f(i64 %x) {\n  %p = call ptr @llvm.threadlocal.address.p0(ptr @_ZSt15__once_callable)\n  \
        %old = load i64, ptr %p\n  store i64 %x, ptr %p\n  ret i64 %old\n}";
    let jit = linked(&[text]).unwrap();
    assert_eq!((call(&jit, "f", 8), call(&jit, "f", 0)), (0, 8));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| (call(&jit, "f", 16), call(&jit, "f", 0)));
        assert_eq!(other.join().unwrap(), (0, 16));
    });
}

#[test]
fn thread_local_variables_have_initial_values() {
    // One of the values is an address, which needs a relocation.
    let text = "@v = thread_local global i64 40\n@w = internal global i64 2\n@p = thread_local global ptr @w\n\
        define i64 @f(i64 %x) {\n  %a = load i64, ptr @v\n  %p = load ptr, ptr @p\n  %b = load i64, ptr %p\n  \
        %c = add i64 %a, %b\n  %d = add i64 %a, %x\n  store i64 %d, ptr @v\n  ret i64 %c\n}";
    let jit = linked(&[text]).unwrap();
    assert_eq!((call(&jit, "f", 5), call(&jit, "f", 0)), (42, 47));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| (call(&jit, "f", 1), call(&jit, "f", 0)));
        assert_eq!(other.join().unwrap(), (42, 43));
    });
    assert_eq!(call(&jit, "f", 0), 47);
}

#[test]
fn constructors_run_in_the_order_of_priorities() {
    let text = "@v = global i64 1\n@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] \
        [{ i32, ptr, ptr } { i32 65535, ptr @second, ptr null }, { i32, ptr, ptr } { i32 7, ptr @first, ptr null }]\n\
        define internal void @first() {\n  store i64 5, ptr @v\n  ret void\n}\n\
        define internal void @second() {\n  %a = load i64, ptr @v\n  %b = mul i64 %a, 3\n  store i64 %b, ptr @v\n  ret void\n}\n\
        define i64 @f(i64 %x) {\n  %a = load i64, ptr @v\n  ret i64 %a\n}";
    let jit = linked(&[text]).unwrap();
    assert_eq!(call(&jit, "f", 0), 1);
    // SAFETY: they do nothing that is undefined.
    unsafe { jit.run_constructors() };
    assert_eq!(call(&jit, "f", 0), 15);
}

#[test]
fn memory_is_never_writable_and_executable_and_is_released() {
    let mappings = || std::fs::read_to_string("/proc/self/maps").unwrap();
    let text = "@v = global [100000 x i64] zeroinitializer\ndefine i64 @f(i64 %x) {\n  ret i64 %x\n}";
    let jit = linked(&[text]).unwrap();
    let address = jit.address("f").unwrap() as u64;
    let maps = mappings();
    let holds = |line: &&str| {
        let bounds = line.split_whitespace().next().and_then(|bounds| bounds.split_once('-'));
        let (start, end) = bounds.unwrap();
        (u64::from_str_radix(start, 16).unwrap()..u64::from_str_radix(end, 16).unwrap()).contains(&address)
    };
    let line = maps.lines().find(holds).unwrap();
    assert!(line.contains(" r-xp "), "{line}");
    drop(jit);
    assert!(!mappings().lines().any(|line| holds(&line) && line.contains("r-xp")));
}

#[test]
fn perf_finds_the_names_of_functions() {
    let text = "define i64 @f(i64 %x) {\n  ret i64 %x\n}\ndefine internal i64 @inner(i64 %x) {\n  ret i64 %x\n}";
    let jit = Builder::new().module(&read(text)).unwrap().perf_map().link().unwrap();
    let path = format!("/tmp/perf-{}.map", std::process::id());
    let map = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let start = format!("{:x} ", jit.address("f").unwrap());
    let line = map.lines().find(|line| line.starts_with(&start)).unwrap();
    assert!(line.ends_with(" f") && map.contains(" inner\n"), "{map}");
}

/// The program that [`gdb_shows_lines_and_variables`] runs under gdb: the test itself, with this variable set.
const UNDER_GDB: &str = "LINDWORM_UNDER_GDB";

#[test]
fn gdb_shows_lines_and_variables() {
    let text = include_str!("../../codegen/tests/debug.ll").replace("@main(", "@entry(");
    if std::env::var_os(UNDER_GDB).is_some() {
        let jit = Builder::new().debugger().module(&read(&text)).unwrap().link().unwrap();
        // SAFETY: the function has the type of `main`, and only prints.
        let entry = unsafe { jit.function::<extern "C" fn(i32, usize) -> i32>("entry") }.unwrap();
        assert_eq!(entry(1, 0), 0);
        return;
    }
    if !std::process::Command::new("gdb").arg("--version").output().is_ok_and(|o| o.status.success()) {
        return eprintln!("SKIPPED: there is no `gdb`");
    }
    let mut gdb = std::process::Command::new("gdb");
    gdb.args(["-nx", "-batch", "-ex", "set breakpoint pending on"]);
    for command in ["break sum", "run", "backtrace 2", "print *p", "print n", "finish"] {
        gdb.args(["-ex", command]);
    }
    gdb.arg("--args").arg(std::env::current_exe().unwrap());
    let output = gdb.args(["gdb_shows_lines_and_variables", "--exact"]).env(UNDER_GDB, "1").output().unwrap();
    let output = String::from_utf8_lossy(&output.stdout);
    for expected in
        [") at dbg.c:5\n", ", argv=0x0) at dbg.c:14\n", "= {x = 2, y = 3, name = 0x", "= 2\n", "Value returned"]
    {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn what_is_no_object_is_an_error() {
    for bytes in [&b"not an object"[..], b"\x7fELF", b""] {
        assert!(matches!(Builder::new().object(bytes.to_vec()).link(), Err(JitError::Object(_))));
    }
    // A header of an object, cut off anywhere.
    let object =
        lindworm_codegen::compile(&read("define i64 @f(i64 %x) {\n  ret i64 %x\n}"), &Default::default()).unwrap();
    for length in 0..object.len() {
        let _ = Builder::new().object(object[..length].to_vec()).link();
    }
}

#[test]
fn emulated_thread_local_variables_are_those_of_threads() {
    // Uses of the variable itself, in a constant, and through the intrinsic.
    let text = "@v = thread_local global [3 x i64] [i64 1, i64 40, i64 3], align 32\n@w = internal thread_local global i64 0\n\
        declare ptr @llvm.threadlocal.address.p0(ptr)\n\
        define i64 @f(i64 %x) {\n  %a = load i64, ptr getelementptr inbounds ([3 x i64], ptr @v, i64 0, i64 1)\n  \
        %p = call ptr @llvm.threadlocal.address.p0(ptr @w)\n  %b = load i64, ptr %p\n  store i64 %x, ptr @w\n  %c = add i64 %a, %b\n  \
        %q = ptrtoint ptr @v to i64\n  %low = and i64 %q, 31\n  %s = add i64 %c, %low\n  ret i64 %s\n}";
    let jit = Builder::new().emulated_thread_locals().module(&read(text)).unwrap().link().unwrap();
    assert_eq!((call(&jit, "f", 2), call(&jit, "f", 3)), (40, 42));
    std::thread::scope(|scope| {
        assert_eq!(scope.spawn(|| (call(&jit, "f", 7), call(&jit, "f", 0))).join().unwrap(), (40, 47))
    });
    assert_eq!(call(&jit, "f", 0), 43);
}

#[test]
fn no_function_begins_at_a_multiple_of_4_gib() {
    // The unwinder would not find it. Mappings begin there more often than by chance.
    let jit = linked(&["define i64 @f(i64 %x) {\n  ret i64 %x\n}"]).unwrap();
    assert_ne!(jit.address("f").unwrap() % 4096, 0);
}
