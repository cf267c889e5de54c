; What is copied while another thread writes it is undefined.
@x = global [8 x i8] zeroinitializer, align 4
@done = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptr @run(ptr %argument) {
  store i32 1, ptr @x
  store atomic i32 1, ptr @done monotonic, align 4
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %copy = alloca [8 x i8]
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  br label %wait
wait:
  %ready = load atomic i32, ptr @done monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @x, i64 8, i1 false)
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %byte = load i8, ptr %copy
  %is_one = icmp eq i8 %byte, 1
  br i1 %is_one, label %end, label %end ; UB0302
end:
  ret i32 0
}
