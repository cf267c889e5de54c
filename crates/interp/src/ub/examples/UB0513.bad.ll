define i32 @get(ptr readonly %p) {
  %x = load i32, ptr %p
  store i32 %x, ptr %p ; UB
  ret i32 %x
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @get(ptr %a)
  ret i32 %x
}
