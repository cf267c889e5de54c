; A `release` fence before a `monotonic` store synchronizes with whoever sees the store and acquires.
@x = global i32 0
@flag = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i32 7, ptr @x
  fence release
  store atomic i32 1, ptr @flag monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  br label %wait
wait:
  %ready = load atomic i32, ptr @flag acquire, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  %v = load i32, ptr @x
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %r = sub i32 %v, 7
  ret i32 %r
}
