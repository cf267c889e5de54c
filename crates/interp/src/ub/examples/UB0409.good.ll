define i32 @value(ptr byval(i32) %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @value(ptr byval(i32) %a)
  ret i32 %x
}
