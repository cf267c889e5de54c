; An alias of a thread-local variable, or of a part of it, is the running thread's copy.
@v = thread_local global [2 x i32] [i32 5, i32 6]
@a = thread_local alias [2 x i32], ptr @v
@second = thread_local alias i32, getelementptr (i8, ptr @v, i64 4)
@again = thread_local alias i32, ptr @second

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)

define ptr @run(ptr %argument) {
  %v = call ptr @llvm.threadlocal.address.p0(ptr @v)
  store i32 50, ptr %v
  %second = call ptr @llvm.threadlocal.address.p0(ptr @again)
  store i32 60, ptr %second
  %a = call ptr @llvm.threadlocal.address.p0(ptr @a)
  %whole = load i64, ptr %a, align 4
  %right = icmp eq i64 %whole, 257698037810
  %result = select i1 %right, ptr null, ptr @run
  ret ptr %result
}

define noundef i32 @main() {
  %slot = alloca i64
  %result = alloca ptr
  %a = call ptr @llvm.threadlocal.address.p0(ptr @a)
  store i32 7, ptr %a
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  %joined = call i32 @pthread_join(i64 %thread, ptr %result)
  %returned = load ptr, ptr %result
  %v = call ptr @llvm.threadlocal.address.p0(ptr @v)
  %own = load i32, ptr %v
  %second = call ptr @llvm.threadlocal.address.p0(ptr @second)
  %unchanged = load i32, ptr %second
  %sum = add i32 %own, %unchanged
  %is_null = icmp eq ptr %returned, null
  %expected = select i1 %is_null, i32 13, i32 0
  %status = sub i32 %sum, %expected
  ret i32 %status
}
