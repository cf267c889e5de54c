; Of two threads that each store `seq_cst` and then look at what the other stored, one at least sees it.
@x = global i32 0
@y = global i32 0
@seen = global i32 0

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store atomic i32 1, ptr @x seq_cst, align 4
  %v = load atomic i32, ptr @y seq_cst, align 4
  store i32 %v, ptr @seen
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  store atomic i32 1, ptr @y seq_cst, align 4
  %v = load atomic i32, ptr @x seq_cst, align 4
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %w = load i32, ptr @seen
  %either = or i32 %v, %w
  %r = sub i32 1, %either
  ret i32 %r
}
