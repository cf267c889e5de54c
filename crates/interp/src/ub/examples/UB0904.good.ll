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
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  call void @free(ptr %p)
  ret i32 0
}
