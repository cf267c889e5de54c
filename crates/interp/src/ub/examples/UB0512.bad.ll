define i32 @get(ptr readnone %p) {
  %x = load i32, ptr %p ; UB
  ret i32 %x
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = call i32 @get(ptr %a)
  ret i32 %x
}
