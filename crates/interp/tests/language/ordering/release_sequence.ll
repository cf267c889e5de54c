; A read-modify-write of another thread does not break what the `release` store began.
@x = global i32 0
@flag = global i32 0
@relayed = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i32 7, ptr @x
  store atomic i32 1, ptr @flag release, align 4
  ret ptr null
}

define ptr @relay(ptr %argument) {
  br label %wait
wait:
  ; Of one thread, and `monotonic`: it knows nothing of `@x`.
  %r = cmpxchg ptr @flag, i32 1, i32 2 monotonic monotonic
  %seen = extractvalue { i32, i1 } %r, 1
  br i1 %seen, label %on, label %wait
on:
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %second.slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %second.created = call i32 @pthread_create(ptr %second.slot, ptr null, ptr @relay, ptr null)
  %thread = load i64, ptr %slot
  %second = load i64, ptr %second.slot
  br label %wait
wait:
  %ready = load atomic i32, ptr @flag monotonic, align 4
  %go = icmp eq i32 %ready, 2
  br i1 %go, label %on, label %wait
on:
  %seen.here = load atomic i32, ptr @flag acquire, align 4
  %v = load i32, ptr @x
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %second.joined = call i32 @pthread_join(i64 %second, ptr null)
  %r = sub i32 %v, 7
  ret i32 %r
}
