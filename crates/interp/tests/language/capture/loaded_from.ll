; An access through the pointer captures nothing.
define i32 @f(ptr captures(none) %a) {
  %v = load i32, ptr %a
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %v = call i32 @f(ptr %x)
  ret i32 %v
}
