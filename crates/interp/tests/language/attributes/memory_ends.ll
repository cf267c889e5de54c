; When the function has returned, its caller may do as it likes.
@x = global i32 1

define i32 @zero() memory(none) {
  ret i32 0
}

define noundef i32 @main() {
  %v = call i32 @zero()
  store i32 %v, ptr @x
  %w = load i32, ptr @x
  ret i32 %w
}
