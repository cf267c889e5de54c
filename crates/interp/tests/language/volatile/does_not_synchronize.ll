; Volatile accesses do not order others, not even atomic ones do.
@x = global i32 0
@done = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i32 1, ptr @x
  store atomic volatile i32 1, ptr @done monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  br label %wait
wait:
  %ready = load atomic volatile i32, ptr @done monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  %v = load i32, ptr @x ; UB0902
  %thread = load i64, ptr %slot
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}
