; Bytes are accessed each for itself: threads may store to neighbours.
@x = global [2 x i8] zeroinitializer

declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)

define ptr @run(ptr %argument) {
  store i8 1, ptr @x
  ret ptr null
}

define noundef i32 @main() {
  %slot = alloca i64
  %created = call i32 @pthread_create(ptr %slot, ptr null, ptr @run, ptr null)
  %thread = load i64, ptr %slot
  store i8 2, ptr getelementptr (i8, ptr @x, i64 1)
  %joined = call i32 @pthread_join(i64 %thread, ptr null)
  %v = load i16, ptr @x, align 1
  %r16 = sub i16 %v, 513
  %r = sext i16 %r16 to i32
  ret i32 %r
}
