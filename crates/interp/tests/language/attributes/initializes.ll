; Memory that is to be initialized is, and what is beside it may be read.
define i32 @set(ptr initializes((0, 4)) %a) {
  store i32 0, ptr %a
  %v = load i32, ptr %a
  %p = getelementptr i8, ptr %a, i64 4
  %w = load i32, ptr %p
  %r = or i32 %v, %w
  ret i32 %r
}

define noundef i32 @main() {
  %x = alloca [2 x i32]
  store [2 x i32] zeroinitializer, ptr %x
  %r = call i32 @set(ptr %x)
  ret i32 %r
}
