; A thread sees its own stores in its own order.
@x = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  store i32 1, ptr @x
  store i32 2, ptr @x
  %v = load i32, ptr @x
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %r = sub i32 %v, 2
  ret i32 %r
}
