@pool = global [64 x i8] zeroinitializer, align 64

define ptr @allocate(i64 allocalign %alignment) {
  ret ptr @pool
}

define i32 @main() {
  %p = call ptr @allocate(i64 64)
  ret i32 0
}
