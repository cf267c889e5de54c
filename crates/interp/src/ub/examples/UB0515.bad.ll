define void @set(ptr initializes((0, 4)) %p) {
  store volatile i32 0, ptr %p ; UB
  ret void
}

define i32 @main() {
  %a = alloca i32
  call void @set(ptr %a)
  %x = load i32, ptr %a
  ret i32 %x
}
