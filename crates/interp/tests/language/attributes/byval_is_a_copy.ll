; A function that gets its argument `byval` changes its own copy.
define i32 @change(ptr byval([2 x i32]) %a) {
  %p = getelementptr i32, ptr %a, i64 1
  %v = load i32, ptr %p
  store i32 9, ptr %p
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca [2 x i32]
  store [2 x i32] [i32 1, i32 0], ptr %x
  %r = call i32 @change(ptr byval([2 x i32]) %x)
  %p = getelementptr i32, ptr %x, i64 1
  %v = load i32, ptr %p
  %s = or i32 %r, %v
  ret i32 %s
}
