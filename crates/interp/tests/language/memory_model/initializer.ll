; The initializer of a global happens before everything.
@x = global i32 7
@y = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  %v = load i32, ptr @x
  store i32 %v, ptr @y
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %v = load i32, ptr @y
  %r = sub i32 %v, 7
  ret i32 %r
}
