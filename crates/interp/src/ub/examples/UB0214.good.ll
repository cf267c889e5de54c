@variable = thread_local global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)

define ptr @run(ptr %argument) {
  %own = call ptr @llvm.threadlocal.address.p0(ptr @variable)
  %x = load i32, ptr %own
  %result = inttoptr i32 %x to ptr
  ret ptr %result
}

define i32 @main() {
  %thread = alloca i64
  %slot = alloca ptr
  %created = call i32 @pthread_create(ptr %thread, ptr null, ptr @run, ptr null)
  %id = load i64, ptr %thread
  %joined = call i32 @pthread_join(i64 %id, ptr %slot)
  %p = load ptr, ptr %slot
  %x = ptrtoint ptr %p to i32
  ret i32 %x
}
