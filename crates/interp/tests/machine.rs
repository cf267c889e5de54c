//! The machine as a library: calls with values, memory, steps, hooks.

use std::cell::RefCell;
use std::rc::Rc;

use lindworm_eval::{Float, FloatFormat, Int};
use lindworm_interp::{
    Guest, Machine, MemoryAccess, ObjectKind, OnRace, OnUndefined, Options, Pointer, Reg, Report, Step, Stop, Value,
};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

fn machine_with(text: &str, options: Options) -> Machine {
    let read = read(&Context::new(), "m.ll", text.as_bytes(), &ReadOptions::default());
    let module = read.unwrap_or_else(|errors| panic!("{}: {text}", errors[0].message)).module;
    Machine::new(vec![module], options).unwrap()
}

fn machine(text: &str) -> Machine {
    machine_with(text, Options::default())
}

/// The report with which something stopped.
fn report<T: std::fmt::Debug>(result: Result<T, Stop>) -> Report {
    match result {
        Err(Stop::Report(report)) => *report,
        other => panic!("{other:?}"),
    }
}

fn int(width: u32, value: u64) -> Value {
    Value::Int(Int::new(width, value))
}

#[test]
fn values_of_every_type_go_in_and_out() {
    let vector = |values: &[Value]| Value::Vector(values.to_vec());
    let aggregate = |values: &[Value]| Value::Aggregate(values.to_vec());
    let half = Value::Float(Float::from_f64(1.5).convert(FloatFormat::Half).0);
    let fp80 = Value::Float(Float::from_f64(-2.25).convert(FloatFormat::X86Fp80).0);
    let undef = Value::Undef(lindworm_eval::undef::Bits::new(Int::new(8, 0x30), Int::new(8, 0x0f)));
    for (ty, value) in [
        ("i1", Value::from(true)),
        ("i7", int(7, 100)),
        ("i8", undef.clone()),
        ("i64", Value::from(u64::MAX)),
        ("i65", Value::Int(Int::all_ones(65))),
        ("i128", Value::from(-5_i128)),
        ("i1000", Value::Int(Int::min_signed(1000))),
        ("half", half),
        ("float", Value::from(0.1_f32)),
        ("double", Value::from(-0.0)),
        ("x86_fp80", fp80),
        ("ptr", Value::Pointer(Pointer::NULL)),
        ("<3 x i16>", vector(&[1_u16.into(), Value::Poison(None), 3_u16.into()])),
        ("<vscale x 2 x i8>", vector(&[1_u8.into(), 2_u8.into(), 3_u8.into(), undef])),
        ("[2 x i8]", aggregate(&[7_u8.into(), 9_u8.into()])),
        ("[1000000000 x {}]", aggregate(&[])),
        ("{ i8, [2 x float], { i128 } }", {
            let floats = aggregate(&[1.0_f32.into(), 2.0_f32.into()]);
            aggregate(&[1_u8.into(), floats, aggregate(&[7_u128.into()])])
        }),
    ] {
        let text = format!("define {ty} @same({ty} %x) {{\n  ret {ty} %x\n}}\n");
        let mut machine = machine_with(&text, Options { vscale: 2, ..Options::default() });
        let result = machine.call("same", std::slice::from_ref(&value)).unwrap().unwrap();
        // Poison that came from outside has a site afterwards.
        assert_eq!(result.to_string(), value.to_string(), "{ty}");
        if !result.to_string().contains("poison") {
            assert_eq!(result, value, "{ty}");
        }
        assert!(machine.call("same", &[Value::Poison(None)]).unwrap().is_some(), "{ty}");
    }
}

#[test]
fn values_of_other_types_are_refused() {
    for (ty, value) in [
        ("i32", Value::from(1_i64)),
        ("i32", Value::from(1.0_f32)),
        ("float", Value::from(1.0)),
        ("i64", Value::Pointer(Pointer::NULL)),
        ("ptr", Value::from(0_u64)),
        ("<2 x i8>", Value::Vector(vec![1_u8.into()])),
        ("<2 x i8>", Value::Vector(vec![1_u8.into(); 3])),
        ("<2 x i8>", Value::Aggregate(vec![1_u8.into(); 2])),
        ("[2 x i8]", Value::Aggregate(vec![1_u8.into(), 1_u16.into()])),
        ("{ i8 }", Value::Aggregate(vec![])),
        ("{ i8 }", 1_u8.into()),
        ("i8", Value::Aggregate(vec![1_u8.into()])),
    ] {
        let mut machine = machine(&format!("define void @take({ty} %x) {{\n  ret void\n}}\n"));
        let report = report(machine.call("take", &[value]));
        assert!(
            report.kind.is_none() && report.message.contains(&format!("argument 0 of `@take` is of type {ty}, not ")),
            "{report:?}"
        );
    }
    let mut take = machine("define void @take(i32 %x) {\n  ret void\n}\n");
    for (value, words) in [
        (Value::from(1_i64), "not 1 of type i64"),
        (Value::from(1.5), "not 1.5 of type double"),
        (Value::Pointer(Pointer::NULL), "not null of type ptr"),
        (Value::Vector(vec![1_u8.into(); 2]), "not <1, 1> of type <2 x i8>"),
        (Value::Aggregate(vec![1_u8.into(), 1_u16.into()]), "not {1, 1} of type { i8, i16 }"),
        (Value::Vector(vec![]), "not <> of type <0 x ?>"),
    ] {
        assert!(report(take.call("take", &[value])).message.ends_with(words), "{words}");
    }
    let mut machine = machine("define void @f(i8 %x) {\n  ret void\n}\ndeclare void @g()\n");
    assert!(report(machine.call("f", &[])).message.contains("takes 1 arguments, not 0"));
    assert!(report(machine.call("g", &[])).message.contains("only declared"));
    assert!(report(machine.call("h", &[])).message.contains("there is no function"));
    assert_eq!(machine.call("f", &[1_u8.into()]).unwrap(), None);
}

#[test]
fn a_machine_goes_on_after_an_error() {
    let mut machine = machine(
        "define i32 @div(i32 %x) {\n  %p = alloca i32\n  %d = udiv i32 12, %x\n  ret i32 %d\n}\n\
         define i32 @main() {\n  %x = call i32 @div(i32 0)\n  ret i32 %x\n}\n",
    );
    for _ in 0..3 {
        let report = report(machine.run(&[b"main"]));
        assert_eq!((report.kind.unwrap().code, report.stack.len()), ("UB0101", 2));
        assert_eq!(machine.call("div", &[4.into()]).unwrap(), Some(3.into()));
    }
}

#[test]
fn memory_is_read_and_written_with_checks() {
    let mut machine =
        machine("@c = constant i32 7\n@v = global i32 0\n@partly = global [4 x i8] [i8 1, i8 undef, i8 3, i8 4]\n");
    let (c, v) = (machine.global("c").unwrap(), machine.global("v").unwrap());
    assert_eq!(machine.global("w"), None);
    assert_eq!(machine.read(c, 4).unwrap(), 7_i32.to_ne_bytes());
    assert_eq!(report(machine.write(c, &[0])).kind.unwrap().title, "store to a constant");
    machine.write(v.offset(1), &[5, 6]).unwrap();
    assert_eq!(machine.read(v, 4).unwrap(), [0, 5, 6, 0]);
    for (pointer, len) in [(v, 5), (v.offset(-1), 1), (v.offset(4), 1), (v, u64::MAX)] {
        assert_eq!(report(machine.read(pointer, len)).kind.unwrap().title, "access out of bounds");
    }
    assert_eq!(report(machine.read(Pointer::NULL, 1)).kind.unwrap().title, "access through a null pointer");
    assert_eq!(machine.read(Pointer::NULL, 0).unwrap(), []);
    let partly = machine.global("partly").unwrap();
    assert!(report(machine.read(partly, 4)).message.contains("is not defined"));
    assert_eq!(machine.read(partly.offset(2), 2).unwrap(), [3, 4]);

    let memory = machine.allocate(8, 16).unwrap();
    assert_eq!(memory.address % 16, 0);
    assert!(report(machine.read(memory, 8)).message.contains("is not defined"));
    machine.write(memory, &[1; 8]).unwrap();
    assert!(report(machine.free(memory.offset(1))).message.contains("is not the start"));
    machine.free(memory).unwrap();
    assert_eq!(report(machine.read(memory, 1)).kind.unwrap().title, "access to memory that was freed");
    assert!(report(machine.free(memory)).message.contains("is not the start"));
    assert!(report(machine.allocate(1, 3)).message.contains("is not a valid alignment"));
    assert!(report(machine.allocate(u64::MAX, 1)).message.contains("bytes"));
}

#[test]
fn operands_of_a_report_have_their_objects() {
    let mut machine = machine(
        "define void @f(ptr %p, i64 %i) {\n  %q = getelementptr i8, ptr %p, i64 %i\n  store i8 1, ptr %q\n  ret void\n}\n",
    );
    let memory = machine.allocate(10, 1).unwrap();
    let report = report(machine.call("f", &[memory.into(), 10_i64.into()]));
    let operand = &report.operands[0];
    let object = operand.object.as_ref().unwrap();
    assert_eq!((object.kind, object.size, object.address), (ObjectKind::Heap, 10, memory.address));
    assert_eq!(operand.value, Value::Pointer(memory.offset(10)));
}

const CALLS: &str = "define i32 @twice(i32 %x) {\n  %y = add i32 %x, %x\n  ret i32 %y\n}\n\
    define i32 @f(i32 %x) {\n  %a = call i32 @twice(i32 %x)\n  %b = call i32 @twice(i32 %a)\n  ret i32 %b\n}\n";

#[test]
fn steps_go_into_calls() {
    let mut machine = machine(CALLS);
    assert!(report(machine.step()).message.contains("no function was entered"));
    machine.enter("f", &[3.into()]).unwrap();
    let mut names = Vec::new();
    let result = loop {
        match machine.step().unwrap() {
            Step::Next(site) => names.push(machine.program().function_name(site.function).to_vec()),
            Step::Returned(result) => break result,
        }
    };
    assert_eq!(result, Some(12.into()));
    let names: Vec<&str> = names.iter().map(|n| std::str::from_utf8(n).unwrap()).collect();
    assert_eq!(names, ["twice", "twice", "f", "twice", "twice", "f"]);
    assert!(report(machine.step()).message.contains("no function was entered"));
    // Entering again, or calling, leaves what was entered.
    machine.enter("f", &[3.into()]).unwrap();
    machine.step().unwrap();
    assert_eq!(machine.call("twice", &[1.into()]).unwrap(), Some(2.into()));
}

#[test]
fn a_view_shows_values_before_each_operation() {
    let mut machine = machine(CALLS);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    machine.on_step(move |view| {
        let argument = view.value(lindworm_ir::Value::arg(0)).unwrap();
        log.borrow_mut().push((view.depth(), argument));
        assert_eq!(view.value(lindworm_ir::Value::arg(1)), None);
    });
    assert_eq!(machine.call("f", &[3.into()]).unwrap(), Some(12.into()));
    let expected = [(1, 3), (2, 3), (2, 3), (1, 3), (2, 6), (2, 6), (1, 3)];
    assert_eq!(*seen.borrow(), expected.map(|(depth, x)| (depth, Value::from(x))));
}

#[test]
fn accesses_are_told_of_before_they_happen() {
    let text = "define void @f(ptr %p, ptr %q) {\n  %x = load i32, ptr %p\n  store i32 %x, ptr %q\n  \
        %y = load <2 x i64>, ptr %p, align 1\n  %o = atomicrmw add ptr %q, i32 1 seq_cst\n  store i8 0, ptr null\n  ret void\n}\n";
    let mut machine = machine(text);
    let (p, q) = (machine.allocate(16, 8).unwrap(), machine.allocate(4, 4).unwrap());
    machine.write(p, &[0; 16]).unwrap();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    machine
        .on_access(move |&MemoryAccess { address, size, writes, .. }| log.borrow_mut().push((address, size, writes)));
    assert_eq!(report(machine.call("f", &[p.into(), q.into()])).kind.unwrap().code, "UB0201");
    let (p, q) = (p.address, q.address);
    let expected = [(p, 4, false), (q, 4, true), (p, 16, false), (q, 4, false), (q, 4, true), (0, 1, true)];
    assert_eq!(*seen.borrow(), expected);
}

#[test]
fn who_looks_changes_nothing() {
    let text = "define i32 @f(i32 %n) {\n  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %j, %l ]\n  \
        %s = phi i32 [ 0, %0 ], [ %t, %l ]\n  %t = add i32 %s, %i\n  %j = add i32 %i, 1\n  %c = icmp ult i32 %j, %n\n  \
        br i1 %c, label %l, label %e\ne:\n  ret i32 %t\n}\n";
    let mut plain = machine_with(text, Options { max_steps: Some(100_000), ..Options::default() });
    let mut watched = machine_with(text, Options { max_steps: Some(100_000), ..Options::default() });
    watched.on_step(|_| {});
    watched.on_access(|_| {});
    assert_eq!(watched.call("f", &[1000.into()]).unwrap(), plain.call("f", &[1000.into()]).unwrap());
    // An endless loop ends for both.
    for machine in [&mut plain, &mut watched] {
        assert!(report(machine.call("f", &[(-1).into()])).message.contains("did not end within"));
    }
}

#[test]
fn warnings_are_told_of_once_for_each_place() {
    let text = "define i32 @f(i32 %n) {\n  br label %l\nl:\n  %i = phi i32 [ 0, %0 ], [ %j, %l ]\n  %q = udiv i32 1, 0\n  \
        %j = add i32 %i, 1\n  %c = icmp ult i32 %j, %n\n  br i1 %c, label %l, label %e\ne:\n  ret i32 %j\n}\n";
    let mut machine = machine_with(text, Options { on_undefined: OnUndefined::Warn, ..Options::default() });
    let told = Rc::new(RefCell::new(0));
    let count = told.clone();
    machine.on_report(move |_, report| {
        assert_eq!(report.kind.unwrap().code, "UB0101");
        *count.borrow_mut() += 1;
    });
    assert_eq!(machine.call("f", &[100.into()]).unwrap(), Some(100.into()));
    assert_eq!((*told.borrow(), machine.reports().len()), (1, 1));
    // What is done from outside is not the program's.
    assert_eq!(report(machine.read(Pointer::NULL, 1)).kind.unwrap().code, "UB0201");
}

/// The thread's copies are gone with it; the next call makes them anew.
#[test]
fn thread_local_variables_after_the_last_thread_has_ended() {
    let mut machine = machine(
        "@g = thread_local global i32 7
         declare void @pthread_exit(ptr)
         define void @exits() {
           store i32 8, ptr @g
           call void @pthread_exit(ptr null)
           ret void
         }
         define i32 @reads() {
           %x = load i32, ptr @g
           ret i32 %x
         }",
    );
    assert!(matches!(machine.call("exits", &[]), Err(Stop::Exit(0))));
    assert_eq!(machine.call("reads", &[]).unwrap(), Some(int(32, 7)));
}

/// However long the way is from one to the next, it is no recursion.
#[test]
fn thread_local_variables_hold_addresses_of_thread_local_variables() {
    let count = 5_000;
    let mut text = "@own = thread_local global ptr @own\n".to_owned();
    for i in 0..count {
        text.push_str(&format!("@g{i} = thread_local global ptr @g{}\n", (i + 1) % count));
    }
    text.push_str(
        "define i1 @f() {
           %p = load ptr, ptr @own
           %own = icmp eq ptr %p, @own
           %q = load ptr, ptr @g0
           %r = load ptr, ptr %q
           %next = icmp eq ptr %r, @g2
           %both = and i1 %own, %next
           ret i1 %both
         }",
    );
    assert_eq!(machine(&text).call("f", &[]).unwrap(), Some(int(1, 1)));
}

#[test]
fn a_list_of_arguments_that_is_no_pointer_is_refused() {
    let mut machine =
        machine("define [0 x i8] @f([0 x i8] %list) {\n  %a = va_arg [0 x i8] %list, [0 x i8]\n  ret [0 x i8] %a\n}");
    let message = report(machine.call_registers("f", &[])).message;
    assert_eq!(message, "`@f` cannot be run: values of this type cannot be computed with");
}

/// A pointer that cannot be computed with has no registers to return it in.
#[test]
fn functions_that_return_wide_pointers_are_refused() {
    for layout in ["e-p:128:128", "e-p:72:128"] {
        let mut machine = machine(&format!(
            "target datalayout = \"{layout}\"
             @t = global i64 5
             declare ptr @gmtime(ptr)
             declare ptr @localtime(ptr)
             define ptr @f() {{
               %v = call ptr @gmtime(ptr @t)
               ret ptr %v
             }}
             define ptr @g() {{
               %v = call ptr @localtime(ptr @t)
               ret ptr %v
             }}"
        ));
        for name in ["f", "g"] {
            let report = report(machine.call(name, &[]));
            assert!(report.message.contains("cannot be computed with"), "{}", report.message);
        }
    }
}

/// They are refused before anything is made of their elements.
#[test]
fn values_of_too_many_registers() {
    for ty in [
        "<vscale x 2147483648 x half>",
        "<1073741824 x i16>",
        "<1048577 x i1>",
        "[1048577 x i8]",
        "[1099511627776 x i128]",
        "{ i8, [1048576 x ptr] }",
        // The number of its bytes does not fit into 64 bits.
        "{ i8, [18446744073709551615 x i8] }",
        "[1024 x [1025 x float]]",
    ] {
        for function in [
            format!("define void @f({ty} %x) {{ ret void }}"),
            format!("define {ty} @f() {{ ret {ty} zeroinitializer }}"),
            format!("define void @f() {{ %x = freeze {ty} poison\n ret void }}"),
            format!("declare void @g({ty})\ndefine void @f() {{ call void @g({ty} poison)\n ret void }}"),
        ] {
            let report = report(machine(&function).call_registers("f", &[]));
            assert!(report.message.contains("too large to be in registers"), "{function}: {}", report.message);
        }
    }
}

/// The size of the struct wraps to 4 bytes; one of its fields is larger.
#[test]
fn a_variable_whose_size_wraps_is_refused() {
    let ty = "<{ [5 x i8], [18446744073709551615 x i8] }>";
    let initializer = "<{ [5 x i8] zeroinitializer, [18446744073709551615 x i8] undef }>";
    for linkage in ["global", "thread_local global"] {
        let text = format!("@g = {linkage} {ty} {initializer}\ndefine void @f() {{ store i8 0, ptr @g\n ret void }}");
        let module = read(&Context::new(), "test.ll", text.as_bytes(), &ReadOptions::default()).unwrap().module;
        let result = Machine::new(vec![module], Options::default()).and_then(|mut m| m.call_registers("f", &[]));
        let Err(Stop::Report(report)) = result else { panic!("{linkage}: the program ran") };
        assert!(report.message.contains("too large"), "{}", report.message);
    }
}

#[test]
fn output_is_written_when_a_call_returns() {
    let source = "@name = constant [2 x i8] c\"f\\00\"\n@write = constant [2 x i8] c\"w\\00\"\n@text = constant [3 x i8] c\"hi\\00\"\n\
        declare ptr @fopen(ptr, ptr)\ndeclare i32 @fputs(ptr, ptr)\ndeclare i32 @open(ptr, i32, ...)\n\
        declare i64 @lseek(i32, i64, i32)\n\
        define i32 @put() {\n  %f = call ptr @fopen(ptr @name, ptr @write)\n  %r = call i32 @fputs(ptr @text, ptr %f)\n\
        ret i32 0\n}\n\
        define i32 @put_and_divide(i32 %by) {\n  %f = call ptr @fopen(ptr @name, ptr @write)\n\
        %r = call i32 @fputs(ptr @text, ptr %f)\n  %d = sdiv i32 1, %by\n  ret i32 %d\n}\n\
        define i64 @size() {\n  %f = call i32 (ptr, i32, ...) @open(ptr @name, i32 0)\n\
        %end = call i64 @lseek(i32 %f, i64 0, i32 2)\n  ret i64 %end\n}\n";
    let options = || Options { isolated: true, ..Options::default() };
    let two = Some(int(64, 2));
    let mut machine = machine_with(source, options());
    assert!(machine.call("put", &[]).is_ok());
    assert_eq!(machine.call("size", &[]).unwrap(), two);

    let mut machine = machine_with(source, options());
    assert_eq!(report(machine.call("put_and_divide", &[int(32, 0)])).kind.unwrap().code, "UB0101");
    assert_eq!(machine.call("size", &[]).unwrap(), two);

    let mut machine = machine_with(source, options());
    machine.enter("put", &[]).unwrap();
    while matches!(machine.step().unwrap(), Step::Next(_)) {}
    assert_eq!(machine.call("size", &[]).unwrap(), two);
}

/// What a run of `main` is told of.
fn told(text: &str, options: Options) -> Report {
    report(machine_with(text, options).run(&[b"test"]))
}

#[test]
fn a_volatile_access_to_where_no_memory_is_ends_the_program() {
    const SIGSEGV: i32 = 11;
    for (access, isolated) in [
        ("load volatile i32, ptr null", true),
        ("load volatile i32, ptr null", false),
        ("load atomic volatile i32, ptr null monotonic, align 4", true),
        ("load volatile i32, ptr inttoptr (i64 64 to ptr)", true),
        ("load volatile i32, ptr inttoptr (i64 64 to ptr)", false),
        ("load volatile [3 x i32], ptr getelementptr (i8, ptr null, i64 8)", false),
        ("atomicrmw volatile add ptr null, i32 1 monotonic", true),
        ("cmpxchg volatile ptr null, i32 1, i32 2 monotonic monotonic", true),
    ] {
        let text = format!("define i32 @main() {{\n  %x = {access}\n  ret i32 0\n}}\n");
        let report = told(&text, Options { isolated, ..Options::default() });
        assert_eq!((report.kind, report.signal), (None, Some(SIGSEGV)), "{access}: {report:?}");
        assert!(report.message.contains("segmentation fault"), "{}", report.message);
        assert_eq!(report.stack.len(), 1, "{report:?}");
    }
    for access in ["store volatile i32 1, ptr null", "store volatile i32 1, ptr inttoptr (i64 64 to ptr)"] {
        let text = format!("define i32 @main() {{\n  {access}\n  ret i32 0\n}}\n");
        assert_eq!(told(&text, Options::default()).signal, Some(SIGSEGV), "{access}");
    }
    let copy = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine i32 @main() {\n  %p = alloca i64\n  \
                call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr null, i64 8, i1 VOLATILE)\n  ret i32 0\n}\n";
    assert_eq!(told(&copy.replace("VOLATILE", "true"), Options::default()).signal, Some(SIGSEGV));
    let plain = told(&copy.replace("VOLATILE", "false"), Options::default());
    assert_eq!((plain.kind.map(|kind| kind.code), plain.signal), (Some("UB0201"), None));
}

#[test]
fn a_volatile_access_to_what_has_ended_is_undefined() {
    let text = "declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndefine i32 @main() {\n  \
                %p = call ptr @malloc(i64 4)\n  call void @free(ptr %p)\n  %x = load volatile i32, ptr %p\n  ret i32 0\n}\n";
    let report = told(text, Options::default());
    assert_eq!((report.kind.map(|kind| kind.code), report.signal), (Some("UB0204"), None));
}

/// Two threads that count to two without a lock.
const COUNTERS: &str = "
@count = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr noundef, ...)
@text = constant [4 x i8] c\"%d\\0A\\00\"
define ptr @run(ptr %argument) {
  %old = load i32, ptr @count
  %new = add i32 %old, 1
  store i32 %new, ptr @count
  ret ptr null
}
define i32 @main() {
  %slots = alloca [2 x i64]
  %second = getelementptr i64, ptr %slots, i64 1
  %a = call i32 @pthread_create(ptr %slots, ptr null, ptr @run, ptr null)
  %b = call i32 @pthread_create(ptr %second, ptr null, ptr @run, ptr null)
  %x = load i64, ptr %slots
  %y = load i64, ptr %second
  %c = call i32 @pthread_join(i64 %x, ptr null)
  %d = call i32 @pthread_join(i64 %y, ptr null)
  %count = load i32, ptr @count
  %e = call i32 (ptr, ...) @printf(ptr @text, i32 noundef %count)
  ret i32 0
}
";

#[test]
fn a_race_is_named_where_what_it_gave_is_used() {
    let report = told(COUNTERS, Options { isolated: true, ..Options::default() });
    assert_eq!(report.kind.map(|kind| kind.code), Some("UB0502"), "{report:?}");
    assert!(report.notes[0].message.contains("data race of "), "{report:?}");
    assert!(report.notes[1].message.contains("in thread"), "{report:?}");
    let report = told(COUNTERS, Options { isolated: true, races: OnRace::Stop, ..Options::default() });
    assert_eq!(report.kind.map(|kind| kind.code), Some("UB0902"), "{report:?}");
}

#[test]
fn a_race_is_named_where_it_makes_poison() {
    let text = "
@x = global i32 0
@done = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @run(ptr %argument) {
  store i32 1, ptr @x
  store atomic i32 1, ptr @done monotonic, align 4
  ret ptr null
}
define i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  br label %wait
wait:
  %ready = load atomic i32, ptr @done monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  %racing = load i32, ptr @x
  %sum = add nsw i32 %racing, 1
  ret i32 %sum
}
";
    // Of some choices of what was loaded the sum overflows.
    let report = told(text, Options { isolated: true, ..Options::default() });
    assert_eq!(report.kind.map(|kind| kind.code), Some("UB0414"), "{report:?}");
    assert!(report.message.contains("poison"), "{report:?}");
    assert!(report.notes[0].message.contains("data race of "), "{report:?}");
}

#[test]
fn addresses_depend_on_the_seed_as_far_as_alignments_allow() {
    let text =
        "@x = global [5 x i64] zeroinitializer, align 8\ndefine i64 @f() {\n  ret i64 ptrtoint (ptr @x to i64)\n}\n";
    let address = |seed| {
        let options = Options { seed, isolated: true, ..Options::default() };
        match machine_with(text, options).call("f", &[]).expect("returns") {
            Some(Value::Int(address)) => address.low_u64(),
            other => panic!("{other:?}"),
        }
    };
    let all: Vec<u64> = (0..20).map(address).collect();
    assert!(all.iter().all(|address| address % 16 == 8), "{all:?}");
    assert!(all.iter().any(|address| *address != all[0]), "{all:?}");
    assert_eq!(all[0], address(0), "the same seed, the same address");
}

#[test]
fn bits_of_a_register_that_its_type_does_not_have_do_not_count() {
    let text = "define i32 @f(i32 %x) {\n  %n = call i32 asm \"bsrl $1, $0\", \"=r,r\"(i32 %x)\n  ret i32 %n\n}";
    let registers = machine(text).call_registers("f", &[Reg::int(0xffff_0000_0000_0010)]).unwrap();
    assert_eq!(registers[0].bits, 4);
}

#[test]
fn a_function_of_the_embedder_takes_the_place_of_a_declared_one() {
    let source = b"declare i32 @puts(ptr)\ndeclare { i8, i1 } @pair(ptr)\n\
        define i8 @f(ptr %p) {\n  %r = call { i8, i1 } @pair(ptr %p)\n  %x = extractvalue { i8, i1 } %r, 0\n  ret i8 %x\n}\n\
        define i32 @g(ptr %h, ptr %p) {\n  %r = call i32 %h(ptr %p)\n  ret i32 %r\n}\n\
        define i32 @k() {\n  %r = call i32 @g(ptr @puts, ptr null)\n  ret i32 %r\n}\n";
    let module = read(&Context::new(), "m.ll", source, &ReadOptions::default()).unwrap().module;
    let mut machine = Machine::new(vec![module], Options::default()).unwrap();
    let refused = |stop: Result<(), Stop>| stop.unwrap_err().to_string();
    assert_eq!(refused(machine.define("none", |_, _| Ok(None))), "there is no function `@none`");
    assert_eq!(refused(machine.define("f", |_, _| Ok(None))), "the function `@f` is defined in the program");
    let pair = |guest: &mut Guest<'_>, args: &[Value]| {
        let [Value::Pointer(p)] = args else { panic!() };
        let byte = guest.read(*p, 1)?[0];
        guest.write(*p, &[byte + 1])?;
        Ok(Some(Value::Aggregate(vec![Value::from(byte), Value::from(true)])))
    };
    machine.define("pair", pair).unwrap();
    let p = machine.allocate(1, 1).unwrap();
    machine.write(p, &[7]).unwrap();
    assert_eq!(machine.call("f", &[p.into()]).unwrap(), Some(Value::from(7_u8)));
    assert_eq!(machine.call("f", &[p.into()]).unwrap(), Some(Value::from(8_u8)));
    // Not the C library's, and called through a pointer.
    machine.define("puts", |_, args| Ok(Some(Value::from(args.len() as i32)))).unwrap();
    assert_eq!(machine.call("k", &[]).unwrap(), Some(Value::from(1)));
    machine.define("puts", |_, _| Ok(Some(Value::from(true)))).unwrap();
    assert_eq!(machine.call("k", &[]).unwrap_err().to_string(), "`@puts` returns i32, not -1");
    machine.define("puts", |guest, _| Err(guest.error("no more"))).unwrap();
    assert_eq!(machine.call("k", &[]).unwrap_err().to_string(), "no more");
}
