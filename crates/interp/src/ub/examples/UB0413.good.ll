define i32 @value(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %local = alloca i32
  store i32 0, ptr %local
  %x = call i32 @value(ptr %local)
  ret i32 %x
}
