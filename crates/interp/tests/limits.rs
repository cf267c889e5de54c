//! The limits of a run: each thing that a program can make grow is counted against the memory limit, and each kind of work against
//! the limit of steps.
//!
//! `cargo test -p lindworm-interp --test limits memory/` runs those of memory, `steps/` those of steps.
//!
//! A program that makes something grow for ever is stopped, or is told that there is no more, and the most that the machine has
//! allocated at once is little more than the limit: an allocator counts that. It does not count the program's own memory, which is mapped.

use std::alloc::System;

use cap::Cap;
use libtest_mimic::{Arguments, Failed, Trial};
use lindworm_interp::{Machine, Options, Stop};
use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The machine gives up, as there is no more memory.
    Memory,
    /// The same, as there are no more steps.
    Steps,
    /// The program was told that there is no more, and ends with that.
    Exit(i32),
    /// The stack is exhausted.
    Stack,
    /// Another kind of undefined behaviour.
    Undefined(&'static str),
    /// A signal ends it.
    Signal(i32),
    /// The machine gives up for a reason of these words.
    Error(&'static str),
}

impl End {
    fn is(self, result: &Result<i32, Stop>) -> bool {
        let report = match result {
            Err(Stop::Report(report)) => Some((report.kind.map(|kind| kind.code), &*report.message)),
            _ => None,
        };
        let message = |words: &str| matches!(report, Some((None, message)) if message.contains(words));
        match self {
            End::Memory => message("the program needs more than its"),
            End::Steps => message("the program did not end within"),
            End::Error(words) => message(words),
            End::Stack => matches!(report, Some((Some("UB0215"), _))) || message("the stack is exhausted"),
            End::Undefined(code) => matches!(report, Some((Some(found), _)) if found == code),
            End::Exit(code) => matches!(result, Ok(found) if *found == code),
            End::Signal(number) => matches!(result, Err(Stop::Signal(found)) if *found == number),
        }
    }
}

/// A test: its name, how the program ends, and the program.
struct Limit {
    name: String,
    end: End,
    text: String,
    /// How many steps it may do, if that is what stops it.
    steps: u64,
}

/// The memory limit of programs that make something grow.
const MEMORY: u64 = 2 << 20;
/// How many times the limit the machine may have allocated at once: tables have room to grow into, and some are looked at but now
/// and then.
const FACTOR: u64 = 3;
/// The limit of steps of programs that work.
/// What the machine allocates meanwhile, over and over, is in proportion to them and to the text.
const STEPS: u64 = 10_000;
const LARGE_STEPS: u64 = 200_000;

fn run(
    text: &str,
    options: Options,
    check: impl FnOnce(&Result<i32, Stop>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let module = read(&Context::new(), "test.ll", text.as_bytes(), &ReadOptions::default());
    let module = module.map_err(|e| format!("{e:?}\n{text}"))?.module;
    let result = Machine::new(vec![module], options).map(|mut machine| {
        machine.keep_output();
        let result = machine.run(&[b"test"]);
        (machine, result)
    });
    match result {
        // The machine is there while its memory is looked at.
        Ok((_machine, result)) => check(&result),
        Err(stop) => check(&Err(stop)),
    }
}

fn expect(end: End, result: &Result<i32, Stop>) -> Result<(), Failed> {
    if end.is(result) { Ok(()) } else { Err(format!("{end:?} was expected: {result:?}").into()) }
}

impl Limit {
    fn memory(self) -> Trial {
        Trial::test(format!("memory/{}", self.name), move || {
            let options = Options { isolated: true, max_memory: MEMORY, stack_size: 1 << 17, ..Options::default() };
            // What fills up to the most that was ever allocated, so that this program adds to it.
            let _ballast: Vec<u8> = Vec::with_capacity(ALLOCATOR.max_allocated() - ALLOCATOR.allocated());
            let before = ALLOCATOR.allocated();
            let expected = run(&self.text, options, |result| expect(self.end, result));
            let allocated = (ALLOCATOR.max_allocated() - before) as u64;
            if allocated > FACTOR * MEMORY {
                return Err(format!("{allocated} bytes were allocated at once, and {MEMORY} are the limit").into());
            }
            expected
        })
    }

    fn steps(self) -> Trial {
        Trial::test(format!("steps/{}", self.name), move || {
            let options = Options { isolated: true, max_steps: Some(self.steps), ..Options::default() };
            let before = ALLOCATOR.total_allocated();
            let expected = run(&self.text, options, |result| expect(self.end, result));
            let allocated = ALLOCATOR.total_allocated() - before;
            if allocated > 20 * self.text.len() + 256 * self.steps as usize {
                return Err(format!("{allocated} bytes were allocated in {} steps", self.steps).into());
            }
            expected
        })
    }
}

/// A program that does something for ever, with the number of the round in `%i`. `%x`, if it is there, tells what came of it: the
/// program ends with 7 when that is as `until` says.
fn for_ever(rest: &str, before: &str, body: &str, until: &str) -> String {
    let (test, branch) = match until {
        "" => (String::new(), "br label %l".to_string()),
        until => (format!("  %end = {until}\n"), "br i1 %end, label %e, label %l".to_string()),
    };
    format!(
        "{rest}\ndefine i32 @main() {{\n{before}\n  br label %l\nl:\n  %i = phi i64 [ 0, %0 ], [ %j, %l ]\n{body}\n  \
         %j = add i64 %i, 1\n{test}  {branch}\ne:\n  ret i32 7\n}}\n"
    )
}

/// A program that does something.
fn once(rest: &str, body: &str) -> String {
    format!("{rest}\ndefine i32 @main() {{\n{body}\n  ret i32 0\n}}\n")
}

const THREADS: &str = "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @sched_yield()\n\
    define ptr @thread(ptr %p) {\n  br label %l\nl:\n  call i32 @sched_yield()\n  br label %l\n}\n\
    define void @start() {\n  %t = alloca i64\n  call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr null)\n  ret void\n}\n";

/// Instructions on vectors of so many lanes.
fn lanes(count: u32, end: End) -> Vec<Limit> {
    let mut all = Vec::new();
    for lane in ["i1", "i8", "i65", "ptr", "double"] {
        let (ty, mask, bytes) = (format!("<{count} x {lane}>"), format!("<{count} x i1>"), format!("<{count} x i8>"));
        let declared = format!(
            "@g = global [100000 x i8] zeroinitializer\n\
             declare {{ {bytes}, {mask} }} @llvm.uadd.with.overflow.v{count}i8({bytes}, {bytes})\n\
             declare i8 @llvm.vector.reduce.mul.v{count}i8({bytes})\n\
             declare {bytes} @llvm.vp.add.v{count}i8({bytes}, {bytes}, {mask}, i32)\n\
             declare {bytes} @llvm.masked.load.v{count}i8.p0(ptr, {mask}, {bytes})"
        );
        let all_lanes = [
            ("select", format!("select {mask} %m, {ty} %a, {ty} %a")),
            ("freeze", format!("freeze {ty} %a")),
            ("insertelement", format!("insertelement {ty} %a, {lane} poison, i32 %n")),
            ("shufflevector", format!("shufflevector {ty} %a, {ty} %a, <{count} x i32> zeroinitializer")),
            ("load", format!("load {ty}, ptr @g, align 1")),
            ("undef", format!("select i1 true, {ty} undef, {ty} %a")),
        ];
        let of_bytes = [
            ("add", format!("add {ty} %a, %a")),
            ("zext", format!("zext {ty} %a to <{count} x i65>")),
            ("icmp", format!("icmp eq {ty} %a, %a")),
            ("with_overflow", format!("call {{ {ty}, {mask} }} @llvm.uadd.with.overflow.v{count}i8({ty} %a, {ty} %a)")),
            ("reduction", format!("call i8 @llvm.vector.reduce.mul.v{count}i8({ty} %a)")),
            ("predicated", format!("call {ty} @llvm.vp.add.v{count}i8({ty} %a, {ty} %a, {mask} %m, i32 %n)")),
            ("masked_load", format!("call {ty} @llvm.masked.load.v{count}i8.p0(ptr @g, {mask} %m, {ty} %a)")),
            ("getelementptr", format!("getelementptr i8, ptr @g, {ty} %a")),
        ];
        let of_floats = [
            ("fadd", format!("fadd nnan ninf {ty} %a, %a")),
            ("fast_select", format!("select nnan ninf {mask} %m, {ty} %a, {ty} %a")),
        ];
        let of_lane: &[_] = match lane {
            "i8" => &of_bytes,
            "double" => &of_floats,
            _ => &[],
        };
        for (name, instruction) in all_lanes.iter().chain(of_lane) {
            // The mask of a longer one has no room in a constant.
            if *name == "shufflevector" && count > 65_535 {
                continue;
            }
            let f =
                format!("define void @f({ty} noundef %a, {mask} %m, i32 %n) {{\n  %x = {instruction}\n  ret void\n}}");
            let call = format!("  call void @f({ty} noundef zeroinitializer, {mask} zeroinitializer, i32 1)");
            let name = format!("lanes/{count}/{lane}/{name}");
            all.push(Limit { name, end, text: once(&format!("{declared}\n{f}"), &call), steps: STEPS });
        }
    }
    all
}

fn memory() -> Vec<Limit> {
    let mut all = Vec::new();
    let mut add = |name: &str, end, text| all.push(Limit { name: name.into(), end, text, steps: 0 });
    let null = "icmp eq ptr %x, null";
    let negative = "icmp slt i32 %x, 0";

    // What is on the heap and on stacks.
    let malloc = "declare ptr @malloc(i64)";
    add("empty_blocks", End::Exit(7), for_ever(malloc, "", "  %x = call ptr @malloc(i64 0)", null));
    add("blocks", End::Exit(7), for_ever(malloc, "", "  %x = call ptr @malloc(i64 1000)", null));
    for (name, size) in [("more_than_the_address_space", "-1"), ("half_the_address_space", "9223372036854775807")] {
        add(name, End::Exit(7), for_ever(malloc, "", &format!("  %x = call ptr @malloc(i64 {size})"), null));
    }
    let calloc = "declare ptr @calloc(i64, i64)";
    let x = "  %x = call ptr @calloc(i64 4294967296, i64 4294967297)";
    add("product_that_overflows", End::Exit(7), for_ever(calloc, "", x, null));
    let aligned = "declare ptr @aligned_alloc(i64, i64)";
    let x = "  %x = call ptr @aligned_alloc(i64 4611686018427387904, i64 16)";
    add("alignment", End::Exit(7), for_ever(aligned, "", x, null));
    let realloc = "declare ptr @realloc(ptr, i64)";
    let x = "  %p = phi ptr [ null, %0 ], [ %x, %l ]\n  %n = shl i64 1, %i\n  %x = call ptr @realloc(ptr %p, i64 %n)";
    add("longer_block", End::Exit(7), for_ever(realloc, "", x, null));
    let new = "declare ptr @_Znwm(i64)\ndeclare i32 @__gxx_personality_v0(...)";
    add("new", End::Signal(6), for_ever(new, "", "  %x = call ptr @_Znwm(i64 1099511627776)", null));
    let new = "declare ptr @_Znwm(i64)\ndeclare i32 @__gxx_personality_v0(...)";
    add("new_until_it_throws", End::Signal(6), for_ever(new, "", "  %x = call ptr @_Znwm(i64 1000)", null));
    let new = "declare ptr @_ZnwmRKSt9nothrow_t(i64, ptr)\n@n = constant i8 0";
    let x = "  %x = call ptr @_ZnwmRKSt9nothrow_t(i64 1099511627776, ptr @n)";
    add("new_that_throws_nothing", End::Exit(7), for_ever(new, "", x, null));
    let mmap = "declare ptr @mmap(ptr, i64, i32, i32, i32, i64)";
    let x = "  %x = call ptr @mmap(ptr null, i64 4096, i32 3, i32 34, i32 -1, i64 0)";
    add("mappings", End::Exit(7), for_ever(mmap, "", x, "icmp eq ptr %x, inttoptr (i64 -1 to ptr)"));
    add("empty_objects_on_the_stack", End::Memory, for_ever("", "", "  %p = alloca [0 x i8]", ""));
    add("objects_on_the_stack", End::Stack, for_ever("", "", "  %p = alloca [100 x i8]", ""));
    add("large_object_on_the_stack", End::Stack, once("", "  %p = alloca i8, i64 1099511627776"));
    add("object_that_overflows", End::Undefined("UB0216"), once("", "  %p = alloca i64, i64 4611686018427387904"));
    let by_value = "declare ptr @malloc(i64)\ndefine void @f(ptr byval([1000000 x i8]) %p) {\n  ret void\n}";
    let body = "  %p = call ptr @malloc(i64 1000000)\n  call void @f(ptr byval([1000000 x i8]) %p)";
    add("argument_by_value", End::Stack, once(by_value, body));
    let save = "declare ptr @llvm.stacksave()";
    let body = "  %p = alloca i8\n  %s = call ptr @llvm.stacksave()";
    add("saved_stacks", End::Memory, for_ever(save, "", body, ""));
    let setup = "declare token @llvm.call.preallocated.setup(i32)";
    let body = "  %t = call token @llvm.call.preallocated.setup(i32 8)";
    add("calls_that_are_prepared", End::Memory, for_ever(setup, "", body, ""));

    // What is known of memory.
    let body = "  %p = getelementptr i8, ptr %m, i64 %i\n  store i8 poison, ptr %p";
    let before = "  %m = call ptr @malloc(i64 1000000)";
    add("poison_in_memory", End::Memory, for_ever(malloc, before, body, ""));
    let body = "  %p = getelementptr i8, ptr %m, i64 %i\n  %u = and i8 undef, 3\n  store i8 %u, ptr %p";
    add("undef_bits_in_memory", End::Memory, for_ever(malloc, before, body, ""));
    add("undef_bits", End::Memory, for_ever("", "", "  %u = and i64 undef, %i", ""));
    let start = "@g = global i64 0\ndeclare ptr @llvm.invariant.start.p0(i64, ptr)";
    let body = "  %p = call ptr @llvm.invariant.start.p0(i64 8, ptr @g)";
    add("invariant_memory", End::Memory, for_ever(start, "", body, ""));
    let body =
        "  %k = shl i64 %i, 1\n  %p = getelementptr i8, ptr %m, i64 %k\n  %v = load i8, ptr %p, !invariant.load !0";
    let text = for_ever(&format!("{malloc}\n!0 = !{{}}"), "  %m = call ptr @malloc(i64 1000000)", body, "");
    add("invariant_loads", End::Memory, text);
    let text = "declare ptr @malloc(i64)\n!0 = distinct !{}\n!1 = distinct !{!1, !2}\n!2 = !{!\"llvm.loop.parallel_accesses\", !0}\n\
        define i32 @main() {\n  %m = call ptr @malloc(i64 1000000)\n  br label %l\nl:\n  %i = phi i64 [ 0, %0 ], [ %j, %l ]\n  \
        %p = getelementptr i8, ptr %m, i64 %i\n  store i8 1, ptr %p, !llvm.access.group !0\n  %j = add i64 %i, 1\n  \
        br label %l, !llvm.loop !1\n}\n";
    add("accesses_of_parallel_loops", End::Memory, text.into());
    let metadata = "!0 = !{!1}\n!1 = distinct !{!1, !2}\n!2 = distinct !{!2}\n\
        declare void @llvm.experimental.noalias.scope.decl(metadata)";
    let body = "  %k = shl i64 %i, 1\n  %p = getelementptr i8, ptr %m, i64 %k\n  store i8 1, ptr %p, !alias.scope !0\n  \
        %q = getelementptr i8, ptr %n, i64 0\n  store i8 1, ptr %q, !noalias !0";
    let before = "  call void @llvm.experimental.noalias.scope.decl(metadata !0)\n  %m = call ptr @malloc(i64 1000000)\n  \
        %n = call ptr @malloc(i64 8)";
    add("accesses_with_scopes", End::Memory, for_ever(&format!("{malloc}\n{metadata}"), before, body, ""));
    let tramp = "declare ptr @malloc(i64)\ndeclare void @llvm.init.trampoline(ptr, ptr, ptr)\n\
        define i32 @f(ptr nest %p) {\n  ret i32 0\n}";
    let body = "  %k = mul i64 %i, 16\n  %p = getelementptr i8, ptr %m, i64 %k\n  \
        call void @llvm.init.trampoline(ptr %p, ptr @f, ptr null)";
    add("trampolines", End::Memory, for_ever(tramp, "  %m = call ptr @malloc(i64 1000000)", body, ""));

    // Calls.
    add("frames", End::Memory, "define i32 @main() {\n  %r = call i32 @main()\n  ret i32 %r\n}\n".into());
    let text = "define i32 @f(i32 %n, ...) {\n  %r = call i32 (i32, ...) @f(i32 %n, i32 1)\n  ret i32 %r\n}\n\
        define i32 @main() {\n  %r = call i32 (i32, ...) @f(i32 0)\n  ret i32 %r\n}\n";
    add("variable_arguments", End::Stack, text.into());
    let text = "@g = global [16 x i8] zeroinitializer\ndefine i32 @f(ptr noalias %p) {\n  store i8 1, ptr %p\n  \
        %q = getelementptr i8, ptr %p, i64 0\n  %r = call i32 @f(ptr %q)\n  ret i32 %r\n}\n\
        define i32 @main() {\n  %r = call i32 @f(ptr @g)\n  ret i32 %r\n}\n";
    add("derived_provenances", End::Memory, text.into());
    let text = "declare i32 @setjmp(ptr) returns_twice\n@b = global [400 x i8] zeroinitializer\n\
        define i32 @main() {\n  %s = call i32 @setjmp(ptr @b)\n  %r = call i32 @main()\n  ret i32 %r\n}\n";
    add("what_frames_know", End::Memory, text.into());
    let text = "@g = global i32 0\ndefine i32 @f(i32 %n) memory(argmem: read) {\n  %r = call i32 @h(ptr @f)\n  ret i32 %r\n}\n\
        define i32 @h(ptr %f) {\n  %r = call i32 %f(i32 1)\n  ret i32 %r\n}\ndefine i32 @main() {\n  %r = call i32 @f(i32 1)\n  \
        ret i32 %r\n}\n";
    add("promises_of_functions", End::Memory, text.into());
    let text = for_ever(
        "declare ptr @malloc(i64)\ndefine noalias ptr @new() {\n  %p = call ptr @malloc(i64 1)\n  ret ptr %p\n}",
        "",
        "  %x = call ptr @new()",
        null,
    );
    add("results_that_are_alone", End::Memory, text);
    let coroutine = "declare token @llvm.coro.id(i32, ptr, ptr, ptr)\ndeclare i64 @llvm.coro.size.i64()\n\
        declare ptr @llvm.coro.begin(token, ptr)\ndeclare i8 @llvm.coro.suspend(token, i1)\n\
        declare void @llvm.coro.end(ptr, i1, token)\ndeclare ptr @malloc(i64)\n\
        define ptr @co() presplitcoroutine {\n  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n  \
        %m = call ptr @malloc(i64 32)\n  %end = icmp eq ptr %m, null\n  br i1 %end, label %e, label %c\ne:\n  ret ptr null\nc:\n  \
        %f = call ptr @llvm.coro.begin(token %id, ptr %m)\n  %how = call i8 @llvm.coro.suspend(token none, i1 false)\n  \
        call void @llvm.coro.end(ptr %f, i1 false, token none)\n  ret ptr %f\n}";
    add("coroutines", End::Memory, for_ever(coroutine, "", "  %x = call ptr @co()", null));

    // What the library remembers.
    let handler = "define void @h() {\n  ret void\n}\ndeclare i32 @atexit(ptr)\ndeclare i32 @at_quick_exit(ptr)\n\
        declare i32 @__cxa_atexit(ptr, ptr, ptr)\ndeclare i32 @__cxa_thread_atexit(ptr, ptr, ptr)\n\
        declare void @__pthread_register_cancel(ptr)";
    for (name, call) in [
        ("handlers_of_exit", "i32 @atexit(ptr @h)"),
        ("handlers_of_quick_exit", "i32 @at_quick_exit(ptr @h)"),
        ("destructors", "i32 @__cxa_atexit(ptr @h, ptr null, ptr null)"),
        ("destructors_of_threads", "i32 @__cxa_thread_atexit(ptr @h, ptr null, ptr null)"),
        ("clean_ups_of_threads", "void @__pthread_register_cancel(ptr null)"),
    ] {
        add(name, End::Memory, for_ever(handler, "", &format!("  call {call}"), ""));
    }
    let again = "declare i32 @atexit(ptr)\ndefine void @h() {\n  %a = call i32 @atexit(ptr @h)\n  %b = call i32 @atexit(ptr @h)\n  ret void\n}";
    add("handlers_that_register_handlers", End::Memory, once(again, "  %a = call i32 @atexit(ptr @h)"));
    let set = "declare i32 @setenv(ptr, ptr, i32)\n@n = global [9 x i8] zeroinitializer, align 8";
    let body =
        "  %a = or i64 %i, -9187201950435737472\n  store i64 %a, ptr @n\n  call i32 @setenv(ptr @n, ptr @n, i32 1)";
    add("environment", End::Memory, for_ever(set, "", body, ""));
    let exception = "declare ptr @__cxa_allocate_exception(i64)";
    add("exceptions", End::Memory, for_ever(exception, "", "  %x = call ptr @__cxa_allocate_exception(i64 0)", ""));
    let text = "@_ZTIi = external constant ptr\ndeclare ptr @__cxa_allocate_exception(i64)\ndeclare void @__cxa_throw(ptr, ptr, ptr)\n\
        declare ptr @__cxa_begin_catch(ptr)\ndeclare i32 @__gxx_personality_v0(...)\n\
        define i32 @main() personality ptr @__gxx_personality_v0 {\n  br label %l\nl:\n  \
        %e = call ptr @__cxa_allocate_exception(i64 4)\n  invoke void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null) \
        to label %n unwind label %p\nn:\n  unreachable\np:\n  %c = landingpad { ptr, i32 } catch ptr null\n  \
        %h = extractvalue { ptr, i32 } %c, 0\n  %o = call ptr @__cxa_begin_catch(ptr %h)\n  br label %l\n}\n";
    add("exceptions_that_are_caught", End::Memory, text.into());
    let keys = "declare i32 @pthread_key_create(ptr, ptr)\n@k = global i32 0";
    let x = "  %x = call i32 @pthread_key_create(ptr @k, ptr null)";
    add("keys", End::Exit(7), for_ever(keys, "", x, "icmp ne i32 %x, 0"));

    // Files.
    let files = "declare ptr @fopen(ptr, ptr)\ndeclare ptr @fmemopen(ptr, i64, ptr)\ndeclare ptr @open_memstream(ptr, ptr)\n\
        declare i32 @dup(i32)\ndeclare ptr @opendir(ptr)\ndeclare i32 @ungetc(i32, ptr)\ndeclare i32 @fputc(i32, ptr)\n\
        declare i32 @setvbuf(ptr, ptr, i32, i64)\ndeclare i32 @fflush(ptr)\ndeclare i32 @pipe(ptr)\n\
        declare i64 @write(i32, ptr, i64)\ndeclare i32 @open(ptr, i32, ...)\ndeclare i32 @ftruncate(i32, i64)\n\
        declare i32 @mkdir(ptr, i32)\ndeclare i32 @close(i32)\ndeclare i32 @fseek(ptr, i64, i32)\ndeclare i32 @puts(ptr)\n\
        @path = global [15 x i8] c\"/tmp/a\\00\\00\\00\\00\\00\\00\\00\\00\\00\"\n@w = constant [2 x i8] c\"w\\00\"\n\
        @root = constant [2 x i8] c\"/\\00\"\n@p = global ptr null\n@n = global i64 0\n@two = global [2 x i32] zeroinitializer\n\
        @much = global [65536 x i8] zeroinitializer";
    add("open_files", End::Exit(7), for_ever(files, "", "  %x = call ptr @fopen(ptr @path, ptr @w)", null));
    add("descriptors", End::Exit(7), for_ever(files, "", "  %x = call i32 @dup(i32 1)", negative));
    add("streams", End::Memory, for_ever(files, "", "  %x = call ptr @fmemopen(ptr @much, i64 1, ptr @w)", ""));
    add("open_directories", End::Memory, for_ever(files, "", "  %x = call ptr @opendir(ptr @root)", ""));
    let before = "  %f = call ptr @fmemopen(ptr @much, i64 1, ptr @w)";
    add("bytes_put_back", End::Memory, for_ever(files, before, "  %x = call i32 @ungetc(i32 97, ptr %f)", ""));
    let before = "  %f = call ptr @open_memstream(ptr @p, ptr @n)";
    add("stream_that_grows", End::Exit(7), for_ever(files, before, "  %x = call i32 @fputc(i32 97, ptr %f)", negative));
    let body = "  %s = call i32 @fseek(ptr %f, i64 1000000000000, i32 0)\n  %c = call i32 @fputc(i32 97, ptr %f)\n  \
        %x = call i32 @fflush(ptr %f)";
    add("stream_that_is_far_on", End::Exit(7), for_ever(files, before, body, negative));
    let body = "  %f = call ptr @fmemopen(ptr @much, i64 65536, ptr @w)\n  %b = call i32 @setvbuf(ptr %f, ptr @much, i32 0, i64 65536)\n  \
        call i32 @fill(ptr %f)";
    let fill = format!(
        "{files}\ndeclare i64 @fwrite(ptr, i64, i64, ptr)\ndefine i32 @fill(ptr %f) {{\n  \
         %x = call i64 @fwrite(ptr @much, i64 1, i64 60000, ptr %f)\n  ret i32 0\n}}"
    );
    add("buffers", End::Memory, for_ever(&fill, "", body, ""));
    let open = "  %f = call i32 (ptr, i32, ...) @open(ptr @path, i32 66, i32 511)";
    let body = "  %x = call i64 @write(i32 %f, ptr @much, i64 65536)";
    add("content_of_a_file", End::Exit(7), for_ever(files, open, body, "icmp slt i64 %x, 0"));
    let body = "  %k = mul i64 %i, 100000\n  %x = call i32 @ftruncate(i32 %f, i64 %k)";
    add("length_of_a_file", End::Exit(7), for_ever(files, open, body, negative));
    let name = "  %a = or i64 %i, -9187201950435737472\n  %q = getelementptr i8, ptr @path, i64 5\n  store i64 %a, ptr %q, align 1";
    let body = format!("{name}\n{open}\n  %x = call i32 @close(i32 %f)");
    add("names_of_files", End::Memory, for_ever(files, "", &body, ""));
    let body =
        format!("{name}\n{open}\n  %t = call i32 @ftruncate(i32 %f, i64 100000)\n  %x = call i32 @close(i32 %f)");
    add("files", End::Memory, for_ever(files, "", &body, ""));
    let body = format!("{name}\n  %x = call i32 @mkdir(ptr @path, i32 511)");
    add("directories", End::Memory, for_ever(files, "", &body, ""));
    let pipe = "  %c = call i32 @pipe(ptr @two)\n  %f = load i32, ptr getelementptr (i8, ptr @two, i64 4)";
    let body = "  %x = call i64 @write(i32 %f, ptr @much, i64 100)";
    add("content_of_a_pipe", End::Exit(7), for_ever(files, pipe, body, "icmp slt i64 %x, 0"));
    add("output_that_is_kept", End::Exit(7), for_ever(files, "", "  %x = call i32 @puts(ptr @path)", negative));
    let mapped = format!("{files}\ndeclare ptr @mmap(ptr, i64, i32, i32, i32, i64)");
    let before = format!("{open}\n  %t = call i32 @ftruncate(i32 %f, i64 1000)");
    let body = "  %x = call ptr @mmap(ptr null, i64 1000, i32 3, i32 1, i32 %f, i64 0)";
    add("mappings_of_files", End::Memory, for_ever(&mapped, &before, body, ""));

    // Threads.
    let x = "  %x = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr null)";
    add("threads", End::Exit(7), for_ever(THREADS, "  %t = alloca i64", x, "icmp ne i32 %x, 0"));
    let text = format!(
        "{THREADS}{}",
        for_ever(
            "declare ptr @malloc(i64)\ndeclare i32 @pthread_mutex_init(ptr, ptr)",
            "  %m = call ptr @malloc(i64 1000000)",
            "  %k = mul i64 %i, 40\n  %p = getelementptr i8, ptr %m, i64 %k\n  call i32 @pthread_mutex_init(ptr %p, ptr null)",
            "",
        )
    );
    add("locks", End::Memory, text);
    let two = "  call void @start()\n  %m = call ptr @malloc(i64 1000000)";
    let text = for_ever(
        &format!("{THREADS}\n{malloc}"),
        two,
        "  %k = mul i64 %i, 8\n  %p = getelementptr i8, ptr %m, i64 %k\n  %v = atomicrmw add ptr %p, i64 1 seq_cst",
        "",
    );
    add("atomic_accesses", End::Memory, text);
    // Who accessed what is forgotten rather.
    let text = for_ever(
        &format!("{THREADS}\n{malloc}"),
        two,
        "  %p = getelementptr i8, ptr %m, i64 %i\n  store i8 1, ptr %p",
        "icmp eq i64 %i, 400000",
    );
    add("accesses_beside_other_threads", End::Exit(7), text);
    let text = format!(
        "{THREADS}\n@t = thread_local global [100000 x i8] zeroinitializer\ndefine ptr @use(ptr %p) {{\n  store i8 1, ptr @t\n  \
         br label %l\nl:\n  call i32 @sched_yield()\n  br label %l\n}}\n{}",
        for_ever(
            "",
            "  %t = alloca i64",
            "  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @use, ptr null)\n  call i32 @sched_yield()",
            "",
        )
    );
    add("thread_local_variables", End::Memory, text);

    // Values of many registers.
    let no_room = End::Error("not enough memory and steps");
    let f = "define i8388608 @f(i8388608 %a) {\n  ret i8388608 %a\n}";
    add("wide_integer", no_room, once(f, "  %r = call i8388608 @f(i8388608 0)"));
    let f = format!("define void @f({}) {{\n  ret void\n}}", ["i131072"; 60].join(", "));
    add("wide_arguments", End::Memory, once(&f, &format!("  call void @f({})", ["i131072 0"; 60].join(", "))));
    let f = format!(
        "define void @f(ptr %f, i131072 %a) {{\n  call void %f({})\n  ret void\n}}",
        ["i131072 %a"; 500].join(", ")
    );
    add("wide_argument_many_times", no_room, once(&f, "  call void @f(ptr null, i131072 0)"));
    let constants: String = (0..100).map(|i| format!("  store <4000 x i64> splat (i64 {i}), ptr @g\n")).collect();
    add("wide_constants", no_room, once("@g = global <4000 x i64> zeroinitializer", &constants));
    let nested = (0..100).fold(String::from("ptrtoint (ptr @g to i131072)"), |inner, i| {
        format!("{} (i131072 {inner}, i131072 {})", ["add", "xor"][i % 2], i + 1)
    });
    add("wide_constant_expressions", no_room, once("@g = global i8 0", &format!("  %x = freeze i131072 {nested}")));
    let text = "define void @f(i131072 %a) {\n  call void @f(i131072 %a)\n  ret void\n}";
    add("wide_frames", End::Memory, once(text, "  call void @f(i131072 1)"));
    let text = format!(
        "{THREADS}define ptr @wide(ptr %p) {{\n  %a = load i131072, ptr @g\n  br label %l\nl:\n  call i32 @sched_yield()\n  \
         store i131072 %a, ptr @g\n  br label %l\n}}\n{}",
        for_ever(
            "@g = global i131072 0",
            "  %t = alloca i64",
            "  %c = call i32 @pthread_create(ptr %t, ptr null, ptr @wide, ptr null)\n  call i32 @sched_yield()",
            "",
        )
    );
    add("wide_frames_of_threads", End::Memory, text);
    let coroutine = coroutine.replace("  %how", "  %a = load i131072, ptr @g\n  %how");
    let coroutine =
        coroutine.replace("  call void @llvm.coro.end", "  store i131072 %a, ptr @g\n  call void @llvm.coro.end");
    let text = for_ever(&format!("{coroutine}\n@g = global i131072 0"), "", "  %x = call ptr @co()", null);
    add("wide_frames_of_coroutines", End::Memory, text);
    let f = "define void @f(i32 %n, ...) {\n  call void (i32, ...) @f(i32 %n, i131072 1)\n  ret void\n}";
    add("wide_variable_arguments", End::Stack, once(f, "  call void (i32, ...) @f(i32 0)"));
    all.extend(lanes(1_500, End::Exit(0)));
    all.extend(lanes(524_000, no_room));
    let mut add = |name: &str, end, text| all.push(Limit { name: name.into(), end, text, steps: 0 });

    // What is made of the program's text.
    let mut text = String::new();
    for f in 0..40 {
        text += &format!("define void @f{f}(<30000 x i64> %a) {{\n  %b = add <30000 x i64> %a, %a\n  ret void\n}}\n");
    }
    let calls: String = (0..40).map(|f| format!("  call void @f{f}(<30000 x i64> zeroinitializer)\n")).collect();
    add("decoded_code", End::Error("not enough memory and steps"), once(&text, &calls));
    let stores = "  store <30000 x i64> zeroinitializer, ptr %p\n".repeat(100);
    let body = format!("  %p = call ptr @malloc(i64 240000)\n{stores}");
    add("decoded_stores", End::Error("not enough memory and steps"), once(malloc, &body));
    add(
        "what_is_printed",
        End::Memory,
        once(
            "declare i32 @printf(ptr, ...)\n@f = constant [14 x i8] c\"%1000000000d\\0A\\00\"",
            "  %x = call i32 (ptr, ...) @printf(ptr @f, i32 1)",
        ),
    );
    let sort = "declare void @qsort(ptr, i64, i64, ptr)\ndeclare ptr @malloc(i64)\n\
        define i32 @c(ptr %a, ptr %b) {\n  ret i32 0\n}";
    let body = "  %p = call ptr @malloc(i64 1000000)\n  call void @qsort(ptr %p, i64 1000000, i64 1, ptr @c)";
    add("elements_that_are_sorted", End::Memory, once(sort, body));
    all
}

fn steps() -> Vec<Limit> {
    let mut all = Vec::new();
    let mut add = |name: &str, text: String| {
        // Wide values take some steps before the program comes to them.
        let steps = if text.contains("i1000000 ") || text.contains("10000 x") { LARGE_STEPS } else { STEPS };
        all.push(Limit { name: name.into(), end: End::Steps, text, steps });
    };

    // The bytes that functions go over: a million.
    let declared = "@a = global [1000001 x i8] zeroinitializer\n@b = global [1000001 x i8] zeroinitializer\n\
        declare ptr @memcpy(ptr, ptr, i64)\ndeclare ptr @memmove(ptr, ptr, i64)\ndeclare ptr @memset(ptr, i32, i64)\n\
        declare i32 @memcmp(ptr, ptr, i64)\ndeclare ptr @memchr(ptr, i32, i64)\ndeclare ptr @memrchr(ptr, i32, i64)\n\
        declare ptr @memmem(ptr, i64, ptr, i64)\ndeclare ptr @wmemset(ptr, i32, i64)\ndeclare i32 @wmemcmp(ptr, ptr, i64)\n\
        declare ptr @wmemchr(ptr, i32, i64)\ndeclare ptr @strncpy(ptr, ptr, i64)\ndeclare ptr @calloc(i64, i64)\n\
        declare ptr @malloc(i64)\ndeclare ptr @realloc(ptr, i64)\ndeclare i64 @write(i32, ptr, i64)\n\
        declare i64 @fwrite(ptr, i64, i64, ptr)\n@stdout = external global ptr\ndeclare i64 @getrandom(ptr, i64, i32)\n\
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\
        declare ptr @wcsncpy(ptr, ptr, i64)\ndeclare ptr @mmap(ptr, i64, i32, i32, i32, i64)";
    for (name, call) in [
        ("memcpy", "ptr @memcpy(ptr @a, ptr @b, i64 1000000)"),
        ("memmove", "ptr @memmove(ptr @a, ptr @b, i64 1000000)"),
        ("memset", "ptr @memset(ptr @a, i32 1, i64 1000000)"),
        ("memcmp", "i32 @memcmp(ptr @a, ptr @b, i64 1000000)"),
        ("memchr", "ptr @memchr(ptr @a, i32 1, i64 1000000)"),
        ("memrchr", "ptr @memrchr(ptr @a, i32 1, i64 1000000)"),
        ("memmem", "ptr @memmem(ptr @a, i64 1000000, ptr @stdout, i64 1)"),
        ("wmemset", "ptr @wmemset(ptr @a, i32 1, i64 250000)"),
        ("wmemcmp", "i32 @wmemcmp(ptr @a, ptr @b, i64 250000)"),
        ("wmemchr", "ptr @wmemchr(ptr @a, i32 1, i64 250000)"),
        ("strncpy", "ptr @strncpy(ptr @a, ptr @b, i64 1000000)"),
        ("wcsncpy", "ptr @wcsncpy(ptr @a, ptr @b, i64 250000)"),
        ("calloc", "ptr @calloc(i64 1000000, i64 1)"),
        ("write", "i64 @write(i32 1, ptr @a, i64 1000000)"),
        ("llvm_memcpy", "void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 1000000, i1 false)"),
        ("llvm_memset", "void @llvm.memset.p0.i64(ptr @a, i8 1, i64 1000000, i1 false)"),
        ("mmap", "ptr @mmap(ptr null, i64 1000000, i32 3, i32 34, i32 -1, i64 0)"),
    ] {
        add(name, once(declared, &format!("  call {call}")));
    }
    let body = "  %f = load ptr, ptr @stdout\n  %n = call i64 @fwrite(ptr @a, i64 1, i64 1000000, ptr %f)";
    add("fwrite", once(declared, body));
    // Blocks of a thousand bytes and of a million have no room in common.
    let body = "  %p = call ptr @malloc(i64 150000)\n  %q = call ptr @realloc(ptr %p, i64 1000000)";
    add("realloc", once(declared, body));

    // Strings of a million characters.
    let text = "a".repeat(200_000);
    let wide = "i32 97, ".repeat(50_000);
    let declared = format!(
        "@s = constant [200001 x i8] c\"{text}\\00\"\n@t = constant [200001 x i8] c\"{text}\\00\"\n@to = global [400002 x i8] zeroinitializer\n\
         @w = constant [50001 x i32] [{wide}i32 0]\n@v = constant [50001 x i32] [{wide}i32 0]\n@b = constant [2 x i8] c\"b\\00\"\n\
         @f = constant [3 x i8] c\"%s\\00\"\n\
         declare i64 @strlen(ptr)\ndeclare i32 @strcmp(ptr, ptr)\ndeclare i32 @strcasecmp(ptr, ptr)\ndeclare ptr @strcpy(ptr, ptr)\n\
         declare ptr @strcat(ptr, ptr)\ndeclare ptr @strchr(ptr, i32)\ndeclare ptr @strrchr(ptr, i32)\ndeclare ptr @strstr(ptr, ptr)\n\
         declare i64 @strspn(ptr, ptr)\ndeclare ptr @strpbrk(ptr, ptr)\ndeclare ptr @strdup(ptr)\ndeclare i32 @puts(ptr)\n\
         declare i64 @wcslen(ptr)\ndeclare i32 @wcscmp(ptr, ptr)\ndeclare ptr @wcsstr(ptr, ptr)\ndeclare i64 @wcsspn(ptr, ptr)\n\
         declare i64 @wcstombs(ptr, ptr, i64)\ndeclare i64 @mbstowcs(ptr, ptr, i64)\ndeclare i64 @strtol(ptr, ptr, i32)\n\
         declare double @strtod(ptr, ptr)\ndeclare i32 @printf(ptr, ...)\ndeclare i32 @sscanf(ptr, ptr, ...)"
    );
    for (name, call) in [
        ("strlen", "i64 @strlen(ptr @s)"),
        ("strcmp", "i32 @strcmp(ptr @s, ptr @t)"),
        ("strcasecmp", "i32 @strcasecmp(ptr @s, ptr @t)"),
        ("strcpy", "ptr @strcpy(ptr @to, ptr @s)"),
        ("strcat", "ptr @strcat(ptr @to, ptr @s)"),
        ("strchr", "ptr @strchr(ptr @s, i32 98)"),
        ("strrchr", "ptr @strrchr(ptr @s, i32 98)"),
        ("strstr", "ptr @strstr(ptr @s, ptr @b)"),
        ("strspn", "i64 @strspn(ptr @s, ptr @s)"),
        ("strpbrk", "ptr @strpbrk(ptr @s, ptr @b)"),
        ("strdup", "ptr @strdup(ptr @s)"),
        ("puts", "i32 @puts(ptr @s)"),
        ("wcslen", "i64 @wcslen(ptr @w)"),
        ("wcscmp", "i32 @wcscmp(ptr @w, ptr @v)"),
        ("wcsstr", "ptr @wcsstr(ptr @w, ptr @v)"),
        ("wcsspn", "i64 @wcsspn(ptr @w, ptr @v)"),
        ("wcstombs", "i64 @wcstombs(ptr @to, ptr @w, i64 100000)"),
        ("mbstowcs", "i64 @mbstowcs(ptr @to, ptr @s, i64 100000)"),
        ("strtol", "i64 @strtol(ptr @s, ptr null, i32 16)"),
        ("strtod", "double @strtod(ptr @s, ptr null)"),
        ("printf_of_a_string", "i32 (ptr, ...) @printf(ptr @f, ptr @s)"),
        ("sscanf", "i32 (ptr, ptr, ...) @sscanf(ptr @s, ptr @f, ptr @to)"),
    ] {
        add(name, once(&declared, &format!("  call {call}")));
    }

    // Numbers as text.
    for (name, format, argument) in [
        ("printf_of_a_width", "%1000000d", "i32 1"),
        ("printf_of_digits", "%.1000000d", "i32 1"),
        ("printf_of_a_fraction", "%.1000000f", "double 0.1"),
        ("printf_of_a_hexadecimal_fraction", "%.1000000a", "double 0.1"),
        ("printf_of_a_long_double", "%.16000Lf", "fp128 0xL00000000000000000001000000000000"),
    ] {
        let declared =
            format!("declare i32 @printf(ptr, ...)\n@f = constant [{} x i8] c\"{format}\\00\"", format.len() + 1);
        let target = if name.ends_with("long_double") { "target triple = \"aarch64-unknown-linux-gnu\"\n" } else { "" };
        add(name, once(&format!("{target}{declared}"), &format!("  call i32 (ptr, ...) @printf(ptr @f, {argument})")));
    }
    let digits = "1".repeat(20_000);
    let declared = format!("@s = constant [20001 x i8] c\"{digits}\\00\"\ndeclare fp128 @strtold(ptr, ptr)");
    let text = once(&declared, "  %x = call fp128 @strtold(ptr @s, ptr null)");
    add("strtold", format!("target triple = \"aarch64-unknown-linux-gnu\"\n{text}"));

    // Numbers of many words, and values of many registers.
    for (name, op) in
        [("product", "mul"), ("quotient", "udiv"), ("remainder", "urem"), ("sum", "add"), ("conjunction", "and")]
    {
        let f = format!("define i1000000 @f(i1000000 %a) {{\n  %b = {op} i1000000 %a, %a\n  ret i1000000 %b\n}}");
        // Registers that are copied are counted too.
        add(name, for_ever(&f, "", "  %r = call i1000000 @f(i1000000 -1)", ""));
    }
    for (name, call) in [
        ("overflow", "{ i65536, i1 } @llvm.umul.with.overflow.i65536(i65536 -1, i65536 -1)"),
        ("product_without_carries", "i65536 @llvm.clmul.i65536(i65536 -1, i65536 -1)"),
    ] {
        add(name, once(&format!("declare {}", call.replace(" -1", "")), &format!("  %r = call {call}")));
    }
    let vector = "@v = global [80000 x i8] zeroinitializer";
    add("load", for_ever(vector, "", "  %r = load <10000 x i64>, ptr @v, align 1", ""));
    add("store", for_ever(vector, "", "  store <10000 x i64> zeroinitializer, ptr @v, align 1", ""));
    let body = "  %v = phi <10000 x i64> [ zeroinitializer, %0 ], [ %w, %l ]\n  %w = phi <10000 x i64> [ zeroinitializer, %0 ], [ %v, %l ]";
    add("phi", for_ever("", "", body, ""));
    let body = "  %r = insertelement <10000 x i64> zeroinitializer, i64 1, i64 %i";
    add("insertelement", for_ever("", "", body, ""));
    add(
        "call",
        for_ever(
            "define void @f([10000 x i64] %a) {\n  ret void\n}",
            "",
            "  call void @f([10000 x i64] zeroinitializer)",
            "",
        ),
    );
    let f = "define [10000 x i64] @f() {\n  ret [10000 x i64] zeroinitializer\n}";
    add("return", for_ever(f, "", "  %r = call [10000 x i64] @f()", ""));
    let add_lanes = "declare i64 @llvm.vector.reduce.add.v10000i64(<10000 x i64>)";
    let body = "  %r = call i64 @llvm.vector.reduce.add.v10000i64(<10000 x i64> zeroinitializer)";
    add("reduction", for_ever(add_lanes, "", body, ""));
    let matrix = "declare <1024 x i64> @llvm.matrix.multiply.v1024i64.v1024i64.v1024i64(<1024 x i64>, <1024 x i64>, i32, i32, i32)";
    let body = "  %r = call <1024 x i64> @llvm.matrix.multiply.v1024i64.v1024i64.v1024i64(<1024 x i64> zeroinitializer, \
        <1024 x i64> zeroinitializer, i32 32, i32 32, i32 32)";
    add("matrices", once(matrix, body));
    let masked =
        format!("{vector}\ndeclare <10000 x i64> @llvm.masked.load.v10000i64.p0(ptr, <10000 x i1>, <10000 x i64>)");
    let body = "  %r = call <10000 x i64> @llvm.masked.load.v10000i64.p0(ptr @v, <10000 x i1> zeroinitializer, \
        <10000 x i64> zeroinitializer)";
    add("masked_load", for_ever(&masked, "", body, ""));

    // Objects.
    add("alloca", once("", "  %p = alloca [1000000 x i8]"));
    let lifetime = "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)";
    let before = "  %p = alloca [100000 x i8]";
    let body = "  call void @llvm.lifetime.start.p0(ptr %p)\n  call void @llvm.lifetime.end.p0(ptr %p)";
    add("lifetime", for_ever(lifetime, before, body, ""));

    // What compares, waits, unwinds.
    let sort = "declare void @qsort(ptr, i64, i64, ptr)\ndeclare i32 @strcmp(ptr, ptr)\n@a = global [100000 x i8] zeroinitializer";
    add("qsort", once(sort, "  call void @qsort(ptr @a, i64 100000, i64 1, ptr @strcmp)"));
    for (name, call) in [
        ("sched_yield", "i32 @sched_yield()"),
        ("nanosleep", "i32 @nanosleep(ptr @t, ptr null)"),
        ("sleep", "i32 @sleep(i32 1)"),
        ("sigsuspend", "i32 @raise(i32 0)"),
    ] {
        let declared = "@t = constant [2 x i64] [i64 0, i64 1]\ndeclare i32 @sched_yield()\ndeclare i32 @nanosleep(ptr, ptr)\n\
            declare i32 @sleep(i32)\ndeclare i32 @raise(i32)";
        add(name, for_ever(declared, "", &format!("  call {call}"), ""));
    }
    let text = "declare i32 @_Unwind_RaiseException(ptr)\n@e = global [4 x i64] zeroinitializer\n\
        define void @f(i32 %n) {\n  %z = icmp eq i32 %n, 0\n  br i1 %z, label %r, label %c\nc:\n  %m = sub i32 %n, 1\n  \
        call void @f(i32 %m)\n  ret void\nr:\n  br label %l\nl:\n  %x = call i32 @_Unwind_RaiseException(ptr @e)\n  \
        br label %l\n}";
    add("unwinding", once(text, "  call void @f(i32 100)"));
    add("recursion", "define i32 @main() {\n  %r = call i32 @main()\n  ret i32 %r\n}\n".into());
    let bessel = "declare double @jn(i32, double)";
    add("bessel_functions", once(bessel, "  %x = call double @jn(i32 1000000, double 2.0e6)"));
    let handler = "declare ptr @signal(i32, ptr)\ndeclare i32 @raise(i32)\ndefine void @h(i32 %s) {\n  ret void\n}";
    let before = "  %o = call ptr @signal(i32 10, ptr @h)";
    add("signals", for_ever(handler, before, "  %r = call i32 @raise(i32 10)", ""));
    let again = "declare i32 @atexit(ptr)\ndefine void @h() {\n  %a = call i32 @atexit(ptr @h)\n  ret void\n}";
    add("handlers_that_register_themselves", once(again, "  %a = call i32 @atexit(ptr @h)"));
    // What is computed for values of many registers before anything runs.
    all.extend(lanes(524_000, End::Error("not enough memory and steps")));
    let mut adds = String::from("  %v0 = add i64 1, 1\n");
    (1..20_000).for_each(|i| adds += &format!("  %v{i} = add i64 %v{}, 1\n", i - 1));
    let end = End::Error("not enough memory and steps");
    all.push(Limit { name: "decoding".into(), end, text: once("", &adds), steps: STEPS });
    all
}

fn main() {
    // What is allocated is counted for one program at a time.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let trials = memory().into_iter().map(Limit::memory).chain(steps().into_iter().map(Limit::steps)).collect();
    libtest_mimic::run(&arguments, trials).exit();
}
