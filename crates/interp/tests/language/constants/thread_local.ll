; An address that is computed from that of a thread-local variable is in the running thread's copy.

@pair = thread_local global [2 x i32] [i32 5, i32 7]
@other = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @second(ptr %x) {
  %old = load i32, ptr getelementptr (i8, ptr @pair, i64 4)
  store i32 %old, ptr @other
  store i32 9, ptr getelementptr (i8, ptr @pair, i64 4)
  ret ptr null
}

define i32 @main() {
  store i32 8, ptr getelementptr (i8, ptr @pair, i64 4)
  %t = alloca i64
  %made = call i32 @pthread_create(ptr %t, ptr null, ptr @second, ptr null)
  %thread = load i64, ptr %t
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %own = load i32, ptr getelementptr (i8, ptr @pair, i64 4)
  %its = load i32, ptr @other
  %o = icmp eq i32 %own, 8
  %i = icmp eq i32 %its, 7
  %all = and i1 %o, %i
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
