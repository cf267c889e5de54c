@stored = global i32 0

declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %p) {
  store i32 1, ptr %p
  store atomic i32 1, ptr @stored monotonic, align 4
  ret ptr null
}

define i32 @main() {
  %p = call ptr @malloc(i64 4)
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr %p)
  %thread = load i64, ptr %slot
  br label %wait
wait:
  %ready = load atomic i32, ptr @stored monotonic, align 4
  %go = icmp eq i32 %ready, 1
  br i1 %go, label %on, label %wait
on:
  call void @free(ptr %p) ; UB
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  ret i32 0
}
