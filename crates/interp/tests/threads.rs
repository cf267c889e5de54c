//! Threads: who waits for whom, and which accesses race.

mod outcome;

use lindworm_interp::Options;
use outcome::{Outcome, run};

const DECLARATIONS: &str = "
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @pthread_once(ptr, ptr)
declare void @__once_proxy()
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
declare i32 @__cxa_guard_acquire(ptr)
declare void @__cxa_guard_release(ptr)
declare void @__cxa_guard_abort(ptr)
declare i32 @sched_yield()
declare void @llvm.x86.sse2.pause()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i64 @begin(ptr %function) {
  %to = alloca i64
  %made = call i32 @pthread_create(ptr %to, ptr null, ptr %function, ptr null)
  %number = load i64, ptr %to
  ret i64 %number
}
define void @join(i64 %thread) {
  %done = call i32 @pthread_join(i64 %thread, ptr null)
  ret void
}
";

/// Runs a program with several seeds, in each of which it must end with 0.
fn passes(text: &str) {
    for seed in 0..16 {
        let options = Options { isolated: true, seed, max_steps: Some(1_000_000), ..Options::default() };
        assert_eq!(run(&format!("{DECLARATIONS}{text}"), options), Outcome::Exit(0), "seed {seed}");
    }
}

/// What is done once may wait for other threads, which do other things once, and return in any order.
#[test]
fn what_is_done_once_waits_for_other_threads() {
    passes(
        "
@_ZSt11__once_call = thread_local global ptr null
@first = global i32 0
@second = global i32 0
@begun = global [32 x i8] zeroinitializer, align 8
@one = global [32 x i8] zeroinitializer, align 8
@two = global [32 x i8] zeroinitializer, align 8

; Returns while the other one has not, which waits for what comes behind it.
define void @does_one() {
  %told = call i32 @sem_post(ptr @begun)
  %waited = call i32 @sem_wait(ptr @one)
  ret void
}
define void @does_two() {
  %told = call i32 @sem_post(ptr @one)
  %waited = call i32 @sem_wait(ptr @two)
  ret void
}
define ptr @a(ptr %0) {
  store ptr @does_one, ptr @_ZSt11__once_call
  %done = call i32 @pthread_once(ptr @first, ptr @__once_proxy)
  %told = call i32 @sem_post(ptr @two)
  ret ptr null
}
define ptr @b(ptr %0) {
  %waited = call i32 @sem_wait(ptr @begun)
  store ptr @does_two, ptr @_ZSt11__once_call
  %done = call i32 @pthread_once(ptr @second, ptr @__once_proxy)
  ret ptr null
}
define i32 @main() {
  %s1 = call i32 @sem_init(ptr @begun, i32 0, i32 0)
  %s2 = call i32 @sem_init(ptr @one, i32 0, i32 0)
  %s3 = call i32 @sem_init(ptr @two, i32 0, i32 0)
  %a = call i64 @begin(ptr @a)
  %b = call i64 @begin(ptr @b)
  call void @join(i64 %a)
  call void @join(i64 %b)
  %one = load i32, ptr @first
  %two = load i32, ptr @second
  %product = mul i32 %one, %two
  %wrong = sub i32 %product, 4
  ret i32 %wrong
}
",
    );
}

/// A function that the machine calls another one instead of returns what that one does, once.
#[test]
fn a_call_of_what_is_called_instead_returns() {
    passes(
        "
@_ZSt11__once_call = thread_local global ptr null
@count = global i32 0
define void @counts() {
  %old = load i32, ptr @count
  %new = add i32 %old, 1
  store i32 %new, ptr @count
  ret void
}
define i32 @main() {
  store ptr @counts, ptr @_ZSt11__once_call
  call void @__once_proxy()
  %count = load i32, ptr @count
  %wrong = sub i32 %count, 1
  ret i32 %wrong
}
",
    );
}

/// Who comes while a variable is initialized waits for that, and sees what was written.
#[test]
fn a_guard_is_waited_for() {
    passes(
        "
@guard = global i64 0
@value = global i32 0
@tries = global i32 0

define i32 @get() {
  %done = load atomic i8, ptr @guard acquire, align 8
  %is_done = icmp ne i8 %done, 0
  br i1 %is_done, label %there, label %ask
ask:
  %mine = call i32 @__cxa_guard_acquire(ptr @guard)
  %is_mine = icmp ne i32 %mine, 0
  br i1 %is_mine, label %initialize, label %there
initialize:
  %others = call i32 @sched_yield()
  %tries = load i32, ptr @tries
  %try = add i32 %tries, 1
  store i32 %try, ptr @tries
  %first = icmp eq i32 %try, 1
  br i1 %first, label %give_up, label %set
give_up:
  call void @__cxa_guard_abort(ptr @guard)
  %again = call i32 @get()
  ret i32 %again
set:
  store i32 7, ptr @value
  call void @__cxa_guard_release(ptr @guard)
  br label %there
there:
  %value = load i32, ptr @value
  ret i32 %value
}
define ptr @thread(ptr %0) {
  %value = call i32 @get()
  %ok = icmp eq i32 %value, 7
  %result = select i1 %ok, ptr null, ptr inttoptr (i64 1 to ptr)
  ret ptr %result
}
define i32 @main() {
  %a = call i64 @begin(ptr @thread)
  %b = call i64 @begin(ptr @thread)
  %value = call i32 @get()
  %slot = alloca ptr
  %joined = call i32 @pthread_join(i64 %a, ptr %slot)
  %a.wrong = load i32, ptr %slot
  %joined.too = call i32 @pthread_join(i64 %b, ptr %slot)
  %b.wrong = load i32, ptr %slot
  %tries = load i32, ptr @tries
  %t = sub i32 %tries, 2
  %v = sub i32 %value, 7
  %w1 = or i32 %a.wrong, %b.wrong
  %w2 = or i32 %t, %v
  %wrong = or i32 %w1, %w2
  ret i32 %wrong
}
",
    );
}

/// A store to all of a large object ends what is known of atomic accesses in it; those to others stay apart.
#[test]
fn atomic_accesses_that_are_forgotten_leave_others_alone() {
    passes(
        "
@go = global i32 0
@one = global i64 0
@between = global i64 5
@other = global i64 0

define ptr @thread(ptr %0) {
  br label %spin
spin:
  call void @llvm.x86.sse2.pause()
  %go = load atomic i32, ptr @go monotonic, align 4
  %wait = icmp eq i32 %go, 0
  br i1 %wait, label %spin, label %look
look:
  %value = load i64, ptr @between
  ret ptr null
}
define i32 @main() {
  %thread = call i64 @begin(ptr @thread)
  %large = alloca [4096 x i8], align 8
  store atomic i64 1, ptr %large monotonic, align 8
  call void @llvm.memset.p0.i64(ptr %large, i8 0, i64 4096, i1 false)
  store atomic i64 1, ptr @one monotonic, align 8
  store atomic i64 1, ptr @other monotonic, align 8
  store atomic i64 2, ptr @one monotonic, align 8
  store atomic i64 2, ptr @other monotonic, align 8
  store atomic i32 1, ptr @go monotonic, align 4
  call void @join(i64 %thread)
  ret i32 0
}
",
    );
}
