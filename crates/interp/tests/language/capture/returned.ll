; A pointer may be captured by the result alone.
define ptr @f(ptr captures(ret: address, provenance) %a) {
  %p = getelementptr i8, ptr %a, i64 4
  ret ptr %p
}

define noundef i32 @main() {
  %x = alloca [2 x i32]
  store [2 x i32] zeroinitializer, ptr %x
  %p = call ptr @f(ptr %x)
  %v = load i32, ptr %p
  ret i32 %v
}
