@kept = global ptr null

define void @keep(ptr captures(none) %p) {
  store ptr %p, ptr @kept
  ret void
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  call void @keep(ptr %a)
  %p = load ptr, ptr @kept
  %x = load i32, ptr %p ; UB
  ret i32 %x
}
