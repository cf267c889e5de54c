; A copy loads and stores, and races as loads and stores do.
@x = global [8 x i8] zeroinitializer
@done = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i8 1, ptr getelementptr (i8, ptr @x, i64 5)
  store atomic i32 1, ptr @done monotonic, align 4
  ret ptr null
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  %copy = alloca [8 x i8]
  br label %wait
wait:
  %ready = load atomic i32, ptr @done monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @x, i64 8, i1 false) ; UB0902
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}
