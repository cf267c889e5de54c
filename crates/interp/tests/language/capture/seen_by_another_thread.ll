; A pointer that another thread could read meanwhile is captured, though it is overwritten before the call ends.
@glb = global ptr null
@stored = global i32 0
@copied = global i32 0
@returned = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define void @wait_for(ptr %flag) {
  br label %loop
loop:
  %v = load atomic i32, ptr %flag acquire, align 4
  %set = icmp eq i32 %v, 1
  br i1 %set, label %out, label %loop
out:
  ret void
}

define void @f(ptr captures(none) %a) {
  store ptr %a, ptr @glb
  store atomic i32 1, ptr @stored release, align 4
  call void @wait_for(ptr @copied)
  store ptr null, ptr @glb
  ret void
}

define ptr @run(ptr %argument) {
  call void @wait_for(ptr @stored)
  %p = load ptr, ptr @glb
  store atomic i32 1, ptr @copied release, align 4
  call void @wait_for(ptr @returned)
  store i32 1, ptr %p ; UB0511
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %x = alloca i32
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  call void @f(ptr %x)
  store atomic i32 1, ptr @returned release, align 4
  %thread = load i64, ptr %slot
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}
