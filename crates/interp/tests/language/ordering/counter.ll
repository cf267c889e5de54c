; A counter that all increase with `atomicrmw` loses nothing.
@x = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define void @count() {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %old = atomicrmw add ptr @x, i32 1 monotonic
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 50
  br i1 %end, label %out, label %loop
out:
  ret void
}

define ptr @run(ptr %argument) {
  call void @count()
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  call void @count()
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %v = load i32, ptr @x
  %r = sub i32 %v, 100
  ret i32 %r
}
