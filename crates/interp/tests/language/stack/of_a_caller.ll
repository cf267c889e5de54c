; What a caller allocated is there.
define i32 @get(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %v = call i32 @get(ptr %x)
  ret i32 %v
}
