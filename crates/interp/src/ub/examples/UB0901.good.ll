@shared = global i32 0
@stored = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i32 1, ptr @shared
  store atomic i32 1, ptr @stored release, align 4
  ret ptr null
}

define i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  br label %wait
wait:
  %ready = load atomic i32, ptr @stored acquire, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  store i32 2, ptr @shared
  %thread = load i64, ptr %slot
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}
