; Of one address, a thread never sees an older value after a newer one.
@x = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  br label %loop
loop:
  %i = phi i32 [ 1, %0 ], [ %next, %loop ]
  store atomic i32 %i, ptr @x monotonic, align 4
  %next = add i32 %i, 1
  %end = icmp eq i32 %next, 100
  br i1 %end, label %out, label %loop
out:
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  br label %loop
loop:
  %last = phi i32 [ 0, %0 ], [ %v, %loop ]
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %v = load atomic i32, ptr @x monotonic, align 4
  %older = icmp ult i32 %v, %last
  %next = add i32 %i, 1
  %enough = icmp eq i32 %next, 200
  %end = or i1 %older, %enough
  br i1 %end, label %out, label %loop
out:
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %r = zext i1 %older to i32
  ret i32 %r
}
