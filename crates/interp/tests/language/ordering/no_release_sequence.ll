; A plain atomic store of another thread does.
@x = global i32 0
@flag = global i32 0

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
  %ready = load atomic i32, ptr @flag monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  store atomic i32 2, ptr @flag monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %second.slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %second.created = call i32 @pthread_create(ptr %second.slot, ptr null, ptr @relay, ptr null)
  br label %wait
wait:
  %ready = load atomic i32, ptr @flag monotonic, align 4
  %go = icmp eq i32 %ready, 2
  br i1 %go, label %on, label %wait
on:
  %seen.here = load atomic i32, ptr @flag acquire, align 4
  %v = load i32, ptr @x ; UB0902
  ret i32 0
}
